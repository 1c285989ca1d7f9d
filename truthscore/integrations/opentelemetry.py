"""OpenTelemetry: `gen_ai.evaluation.result` events, through the host's own logger.

    logger = logger_provider.get_logger("support-backend")     # the host's, from its own set-up
    guardrail = Observed(Guardrail.load("grounded"), logger)   # instead of the guardrail

Nothing is emitted unless the host hands over a logger, and no word of the answer unless
`explanation=True`. `Observed` can stand wherever an adapter takes a guardrail.
"""

from __future__ import annotations

import logging
from typing import Any

from truthscore.guard.decision import Decision
from truthscore.guard.guardrail import Guardrail
from truthscore.integrations.judge import NAME, framework
from truthscore.profile import Policy

with framework("opentelemetry"):
    from opentelemetry._logs import LogRecord

LOG = logging.getLogger("truthscore.integrations")

#: Names of the semantic conventions for generative AI (status: development).
EVENT = "gen_ai.evaluation.result"
EVALUATION = "gen_ai.evaluation.name"
SCORE = "gen_ai.evaluation.score.value"
LABEL = "gen_ai.evaluation.score.label"
EXPLANATION = "gen_ai.evaluation.explanation"
RESPONSE = "gen_ai.response.id"
#: Not of the conventions: our name for what was found.
CAUSE = "truthscore.cause"


def emit(
    decision: Decision, logger: Any, *, response_id: str = "", explanation: bool = False
) -> None:
    """Emit one decision as an event through `logger`, in the current span.

    The score is in stars, 1 to 5, and left out of an answer that got none; the label is what was
    decided: "allow", "review" or "block". `response_id`: that of the model's response, which leads
    to its trace. `explanation`: the reason too, which quotes the answer. Never raises an Exception.
    """
    try:
        attributes: dict[str, Any] = {
            EVALUATION: NAME,
            LABEL: decision.decided,
            CAUSE: decision.cause,
        }
        if decision.verdict.score is not None:
            attributes[SCORE] = decision.verdict.score
        if explanation:
            attributes[EXPLANATION] = decision.reason
        if response_id:
            attributes[RESPONSE] = response_id
        logger.emit(LogRecord(event_name=EVENT, attributes=attributes))
    except Exception:  # what watches a decision must not cost it
        LOG.exception("the event of a decision could not be emitted")


class Observed:
    """A guardrail whose decisions are emitted; the `id` of a call is the id of the response."""

    def __init__(self, guardrail: Guardrail, logger: Any, *, explanation: bool = False) -> None:
        self._guardrail = guardrail
        self._logger = logger
        self._explanation = explanation

    @property
    def policy(self) -> Policy:
        """That of the guardrail."""
        return self._guardrail.policy

    def __getattr__(self, name: str) -> Any:
        return getattr(self._guardrail, name)

    def check(self, **asked: Any) -> Decision:
        """`Guardrail.check`, and an event."""
        return self._emitted(self._guardrail.check(**asked), asked)

    async def acheck(self, **asked: Any) -> Decision:
        """`Guardrail.acheck`, and an event."""
        return self._emitted(await self._guardrail.acheck(**asked), asked)

    def _emitted(self, decision: Decision, asked: dict[str, Any]) -> Decision:
        response_id = asked.get("id")
        emit(
            decision,
            self._logger,
            response_id=response_id if isinstance(response_id, str) else "",
            explanation=self._explanation,
        )
        return decision
