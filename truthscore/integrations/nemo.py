"""NVIDIA NeMo Guardrails: an action, and the output rail that calls it.

    config = RailsConfig.from_content(yaml_content=my_yaml, colang_content=my_flows + COLANG)
    rails = LLMRails(config)
    register(rails)

with `rails: output: flows: [truthscore check output]` in the YAML. Documents are the rail's
`relevant_chunks`: those of NeMo's knowledge base, or a context message's (one text, not a list).
Unlike NeMo's own fact rails, this one runs for every answer and lets none through without
documents. It judges whole answers: leave NeMo's streaming of output rails off, which gives rails
pieces. What was asked before is read from the events of the chat. A class of rails that takes no
actions (`IORails`) cannot be used.
"""

from __future__ import annotations

from typing import Any

from truthscore.integrations.judge import Checks, Judge, brief, framework

with framework("nemo"):
    from nemoguardrails.actions import action
    from nemoguardrails.actions.rail_outcome import RailOutcome

ACTION = "truthscore_check"
#: Events of what was said → who said it, and where its words stand.
_SAID = {
    "UtteranceUserActionFinished": ("user", "final_transcript"),
    "UtteranceBotActionFinished": ("assistant", "final_script"),
}
#: The output rail in Colang 1.0. What is told instead of the answer is in the answer's language.
COLANG = """
define bot tell that the answer is held
  "$truthscore_held"

define subflow truthscore check output
  $truthscore = execute truthscore_check
  if $truthscore.is_blocked
    $truthscore_held = $truthscore.metadata["held"]
    bot tell that the answer is held
    stop
"""
#: The same in Colang 2.x.
COLANG_2 = """
flow truthscore check output
  $truthscore = await TruthscoreCheckAction
  if $truthscore.is_blocked
    $truthscore_held = $truthscore.metadata["held"]
    bot say $truthscore_held
    abort
"""


def truthscore_check(judge: Judge | Checks | str | None = None) -> Any:
    """The action: a RailOutcome that allows or blocks, with the reason and, to be told, `held`."""
    judged = Judge.of(judge)

    @action(name=ACTION)
    async def check(
        context: dict[str, Any] | None = None,
        relevant_chunks: Any = None,
        bot_message: str | None = None,
        events: Any = None,
        **kwargs: Any,
    ) -> RailOutcome:
        del kwargs
        known = context or {}
        chunks = relevant_chunks or known.get("relevant_chunks_sep") or known.get("relevant_chunks")
        answer = known.get("bot_message") if bot_message is None else bot_message
        question = known.get("user_message") or known.get("last_user_message")
        decision = await judged.ajudge(_chat(events, question), answer, chunks)
        told = {**brief(decision), "held": judged.held(decision)}
        if decision.allowed:
            return RailOutcome.allow(reason=decision.reason, metadata=told)
        return RailOutcome.block(reason=decision.reason, metadata=told)

    return check


def _chat(events: Any, question: Any) -> Any:
    """What was said before the last question, and that question as the input rails left it."""
    chat = [
        {"role": _SAID[event["type"]][0], "content": event.get(_SAID[event["type"]][1])}
        for event in events or ()
        if isinstance(event, dict) and event.get("type") in _SAID
    ]
    asked = [at for at, each in enumerate(chat) if each["role"] == "user"]
    if not asked or not isinstance(question, str):
        return question
    return [*chat[: asked[-1]], {"role": "user", "content": question}]


def register(rails: Any, judge: Judge | Checks | str | None = None) -> None:
    """Give `rails` (an LLMRails) the action."""
    rails.register_action(truthscore_check(judge), ACTION)
