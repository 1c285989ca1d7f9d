"""Counts and times for Prometheus, added up over all workers."""

from __future__ import annotations

import os

from truthscore.guard.decision import Decision
from truthscore.serve.notices import OUTCOMES

#: prometheus-client keeps the figures of all processes in files of this folder.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
#: Upper bounds in seconds: from an early exit to the request limit.
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.4, 1.0, 2.5, 5.0, 10.0)


class Metrics:
    """The figures of one worker."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Histogram

        self._registry = CollectorRegistry()
        self.requests = Histogram(
            "truthscore_request_seconds", "Seconds from a request's headers to its answer",
            ("route", "method", "status"), buckets=BOUNDS, registry=self._registry,
        )  # fmt: skip
        self.decisions = Counter(
            "truthscore_decisions", "Decisions by action and cause",
            ("decided", "cause"), registry=self._registry,
        )  # fmt: skip
        self.checks = Histogram(
            "truthscore_check_seconds", "Seconds a check took", buckets=BOUNDS,
            registry=self._registry,
        )  # fmt: skip
        self.scored = Counter(
            "truthscore_scored", "Scored answers by status", ("status",), registry=self._registry
        )
        self.notices = Counter(
            "truthscore_notices", "Notices of held answers by what became of them",
            ("outcome",), registry=self._registry,
        )  # fmt: skip
        for outcome in OUTCOMES:  # there at 0: a figure that begins with its first failure has
            self.notices.labels(outcome)  # not risen, and no alarm hears of it

    def decision(self, decision: Decision) -> None:
        """Count a decision."""
        self.decisions.labels(decision.decided, decision.cause).inc()
        self.checks.observe(decision.elapsed_ms / 1000.0)

    def text(self) -> tuple[bytes, str]:
        """The figures of all workers, and their media type."""
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = self._registry
        if os.environ.get(FOLDER):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry), CONTENT_TYPE_LATEST
