"""Scenario files: a stacked shoe, what people do, and what must come of it.

``files`` reads them and sets the stage, ``runner`` plays them through the engine and compares,
``refusals`` says which clauses must refuse a step, ``schema`` is for editors. Features bring
runners for their own kinds of files.
"""
