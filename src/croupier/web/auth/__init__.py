"""Authentication and authorisation: who a principal is, how they prove it, and what they may do.

``permissions`` and ``command_roles`` say who may do what, ``sign_in``, ``credentials`` and
``administration`` change accounts through ``accounts``, ``sessions`` recognises requests, and
``stores`` holds what must be changeable: credentials, sessions, tokens, counters. Nothing here
imports the service; events are written through the ``Chronicle`` protocol.
"""
