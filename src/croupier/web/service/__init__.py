"""The service: the running floor of one process, behind a facade for routes.

``submit`` is the only way in for commands. ``writer`` decides and commits them in one thread,
``scheduler`` submits what falls due by time, ``store`` and ``snapshots`` hold the floor, and
``floor_service`` puts them together. Events are committed first and published afterwards.
"""
