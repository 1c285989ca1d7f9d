"""Structured logs: one JSON object a line, and never a word a customer wrote."""

from __future__ import annotations

import json
import logging
import os
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

LOG = logging.getLogger("truthscore.serve")

#: What may stand in a line besides time, level, logger, process and message. Anything else that a
#: record carries is left out.
FIELDS = (
    "route", "method", "status", "ms", "request_id", "error", "where",
    "decided", "cause", "score", "message_type", "lang", "elapsed_ms", "mode", "signature",
    "event", "document", "profile", "token", "digest", "roles_changed",
)  # fmt: skip
#: Frames of an error that are written, the innermost last.
FRAMES = 5
#: Loggers whose messages are made of our own and uvicorn's words only.
OURS = ("truthscore", "uvicorn")


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON; an exception is its type and where it came from."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
        }
        ours = record.name.partition(".")[0] in OURS and not record.exc_info
        told["message"] = record.getMessage() if ours else "(not written)"
        for name in FIELDS:
            if name in record.__dict__:
                told[name] = record.__dict__[name]
        if record.exc_info and record.exc_info[1] is not None:
            told.update(described(record.exc_info[1]))
        return json.dumps(told, ensure_ascii=True, default=str)


class QuietHandler(logging.StreamHandler[Any]):
    """Standard error; a disk that is full loses lines and nothing else."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 (logging's name)
        """Say nothing: there is nowhere to say it."""
        del record


def configuration(level: str = "INFO") -> dict[str, Any]:
    """Settings for `logging.config.dictConfig`, for the parent and every worker."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonFormatter}},
        "handlers": {"stderr": {"()": QuietHandler, "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "truthscore": {"level": level},
            "truthscore.guardrail": {"level": level},
            "uvicorn": {"level": level},
            "uvicorn.access": {"level": "CRITICAL"},
        },
    }


def described(error: BaseException) -> dict[str, Any]:
    """An exception without its words: they may be a customer's."""
    where = [
        f"{os.path.basename(frame.filename)}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)[-FRAMES:]
    ]
    return {"error": type(error).__name__, "where": where}


def failure(error: BaseException, request_id: str) -> None:
    """Log an error that nobody expected."""
    try:
        LOG.error("failed", extra={**described(error), "request_id": request_id})
    except Exception:
        print("truthscore: a log line could not be written", file=sys.stderr)
