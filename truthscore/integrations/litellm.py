"""LiteLLM proxy: a guardrail on what models answer.

    guardrails:
      - guardrail_name: truthscore
        litellm_params:
          guardrail: truthscore.integrations.litellm.TruthGuardrail
          mode: post_call
          default_on: true

For chat completions. Documents are what tools returned in the request's messages, or the request's
`metadata.truthscore_context` (texts, or objects with `id`, `title` and `text`). A streamed answer
is kept until it has been checked.
"""

from __future__ import annotations

from typing import Any, Literal

from truthscore.integrations.judge import NAME, PROFILE, Checks, Judge, framework

with framework("litellm"):
    from litellm.exceptions import GuardrailRaisedException
    from litellm.integrations.custom_guardrail import CustomGuardrail
    from litellm.types.guardrails import GuardrailEventHooks

#: Where a request's metadata may have its documents.
CONTEXT = "truthscore_context"
#: The mappings of a request that hold what the client sent as metadata.
_METADATA = ("metadata", "litellm_metadata", "requester_metadata")


class TruthGuardrail(CustomGuardrail):
    """Refuses an answer that is not allowed (HTTP 400) with the reason in the answer's language."""

    #: LiteLLM reads these two: nothing of a stream is sent before all of it is checked.
    streaming_end_of_stream_only = True
    streaming_buffer_until_moderated = True

    def __init__(
        self, judge: Judge | Checks | str | None = None, profile: str = PROFILE, **kwargs: Any
    ) -> None:
        """`profile`: name or file, for the proxy's YAML; `judge` goes before it."""
        kwargs.setdefault("supported_event_hooks", [GuardrailEventHooks.post_call])
        super().__init__(**kwargs)
        self._judge = Judge.of(profile if judge is None else judge)

    async def apply_guardrail(
        self,
        inputs: Any,
        request_data: dict[str, Any],
        input_type: Literal["request", "response"],
        logging_obj: Any = None,
    ) -> Any:
        """The inputs as they came. Raises GuardrailRaisedException for an answer that is held."""
        del logging_obj
        if input_type != "response":
            return inputs  # a question is not true or untrue
        chat, context = request_data.get("messages"), _given(request_data)
        for answer in inputs.get("texts") or ():
            decision = await self._judge.ajudge(chat, answer, context)
            if not decision.allowed:
                raise GuardrailRaisedException(
                    guardrail_name=self.guardrail_name or NAME,
                    message=decision.reason,
                    should_wrap_with_default_message=False,
                    blocked_content=decision.verdict.status != "error",
                )
        return inputs


def _given(request_data: Any) -> Any:
    """The documents in the metadata of a request, also as LiteLLM nests it; None without."""
    if not isinstance(request_data, dict):
        return None
    for name in _METADATA:
        metadata = request_data.get(name)
        if isinstance(metadata, dict):
            found = metadata.get(CONTEXT) or _given(metadata)
            if found:
                return found
    return None
