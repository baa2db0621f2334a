"""Structured logs: one line per event, without anybody's secrets."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from croupier.app.log_forwarding import Forwarder
from croupier.app.settings import Settings

SECRET = ("password", "token", "cookie", "authorization", "secret", "code", "key", "session")
"""Parts of the names of fields whose values are never logged."""
HIDDEN = "hidden"


def without_secrets(_: Any, __: str, fields: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Return a line of the log with secret values hidden."""
    for name in fields:
        if any(word in name.lower() for word in SECRET):
            fields[name] = HIDDEN
    return fields


def _formatter(shared: list[Any], renderer: Any) -> logging.Formatter:
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            renderer,
        ],
    )


def set_up_logs(settings: Settings) -> None:
    """Send logs to standard error: in JSON, or as plain text on a terminal.

    A collector, if there is one, gets the same lines in JSON.
    """
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_secrets,
    ]
    renderer: Any = structlog.processors.JSONRenderer()
    if settings.logs == "plain" or (not settings.logs and sys.stderr.isatty()):
        renderer = structlog.dev.ConsoleRenderer(colors=False)
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handlers: list[logging.Handler] = [logging.StreamHandler()]
    handlers[0].setFormatter(_formatter(shared, renderer))
    if settings.log_collector:
        far = Forwarder(settings.log_collector, authority=settings.log_authority)
        far.setFormatter(_formatter(shared, structlog.processors.JSONRenderer()))
        handlers.append(far)
    root = logging.getLogger()
    root.handlers[:] = handlers
    root.setLevel(logging.INFO)
    logging.getLogger("httpx").setLevel(logging.WARNING)
