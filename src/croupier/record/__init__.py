"""The record: every event in its envelope, appended to a journal and never changed.

``envelopes``, ``codec``, ``journal`` and ``snapshots`` are what the floor works with. ``stores``
are the journals that outlive a process, ``integrity`` shows that a log is what was written,
``secrets`` seals cards and personal data in it.
"""
