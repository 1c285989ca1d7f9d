"""Guardrails AI: a validator.

    guard = Guard().use(Truth())
    guard.validate(answer, metadata={"question": question, "contexts": texts})

`question` is a text, or the messages of the chat.

An answer that is not allowed raises, as Guardrails' own default is; with `on_fail="fix"` it becomes
the answer without its unsupported sentences, or else the text that says it is held.
Guardrails AI itself sends usage figures to its makers unless `guardrails configure` or
`guardrails.settings.settings.rc.enable_metrics = False` says otherwise; this validator sends
nothing.
"""

from __future__ import annotations

from typing import Any

from truthscore.integrations.judge import Checks, Judge, brief, framework, spans

with framework("guardrails"):
    from guardrails.validator_base import (
        ErrorSpan,
        FailResult,
        PassResult,
        ValidationResult,
        Validator,
        register_validator,
    )


@register_validator(name="truthscore/truth", data_type="string")
class Truth(Validator):
    """Passes an answer that may be sent; the metadata has `question` and `contexts`."""

    required_metadata_keys = ("contexts",)

    def __init__(
        self, judge: Judge | Checks | str | None = None, on_fail: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(on_fail=on_fail, **kwargs)
        self._judge = Judge.of(judge)

    def _validate(self, value: Any, metadata: dict[str, Any]) -> ValidationResult:
        decision = self._judge.judge(metadata.get("question"), value, metadata.get("contexts"))
        if decision.allowed:
            return PassResult(metadata=brief(decision))
        return FailResult(
            error_message=decision.reason,
            fix_value=decision.trimmed or self._judge.held(decision),
            error_spans=[
                ErrorSpan(start=start, end=end, reason=label)
                for start, end, label in spans(decision, value)
            ],
            metadata=brief(decision),
        )

    def _chunking_function(self, chunk: str) -> list[str]:
        """Nothing to validate until the stream ends: a sentence alone is not an answer."""
        del chunk
        return []
