"""The API for programs: REST, Server-Sent Events and WebSockets over the service.

One module per subject, each with a ``ROUTER``. Routes check permissions, call the service and
return structs; OpenAPI is made from their types and docstrings.
"""
