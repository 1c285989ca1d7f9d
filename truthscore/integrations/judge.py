"""Judge: the one thing that every adapter does, so that none has logic of its own.

From question, answer and context to a Decision that is always there: whatever goes wrong on the way
is a decision too, and not "allow".
"""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Protocol, get_args

from truthscore import resources
from truthscore.errors import ResourceError, install_hint
from truthscore.guard import reasons
from truthscore.guard.decision import Decision
from truthscore.guard.guardrail import Guardrail
from truthscore.integrations.conversation import is_chat, read
from truthscore.profile import OTHER_TYPES, Policy
from truthscore.profiles import DEFAULT
from truthscore.stars import HIGHEST, LOWEST
from truthscore.text.markup import normalise
from truthscore.types import ANSWER, ContextDocument, DocumentKind, Verdict

LOG = logging.getLogger("truthscore.integrations")

#: What a metric, a rail or an evaluator of ours is called where a framework wants a name.
NAME = "truthscore"
#: The profile of a judge that is given none: it scores every message type.
PROFILE = DEFAULT
#: Where frameworks keep the text of a document, the first that is a text counts; and its id, its
#: title and the mapping of everything else.
_TEXTS = ("page_content", "content", "text", "context")
_IDS = ("id", "id_", "node_id", "source")
_META = ("metadata", "meta")
#: Decimals of the 0-1 view, as of stars.
_DECIMALS = 6


class Checks(Protocol):
    """What a judge needs of a guardrail: it is a `Guardrail`, or stands in front of one."""

    @property
    def policy(self) -> Policy:
        """How it decides."""

    def check(self, *, question: Any, answer: Any, context: Any) -> Decision:
        """What to do with one answer."""

    async def acheck(self, *, question: Any, answer: Any, context: Any) -> Decision:
        """`check` for asyncio."""


#: Called with question, answer and decision for every answer that is not allowed.
OnHeld = Callable[[Any, Any, Decision], None]


@functools.cache
def _loaded(profile: str) -> Guardrail:
    return Guardrail.load(profile)


class Judge:
    """Decides about answers as frameworks hold them. Threads may share it."""

    def __init__(
        self,
        guardrail: Checks | str = PROFILE,
        *,
        held: str | None = None,
        on_held: OnHeld | None = None,
    ) -> None:
        """`guardrail`: one, or the name or file of a profile (loaded once per process).

        `held`: what a customer reads instead of an answer that is held; None: the text of the
        answer's language. `on_held` gets every answer that is not allowed, to be queued for a
        person; what it raises is logged. Raises ProfileError, ResourceError or PipelineError.
        """
        self.guardrail: Checks = _loaded(guardrail) if isinstance(guardrail, str) else guardrail
        self._held = held
        self._on_held = on_held
        for code in resources.languages():
            held_text(code)  # a file without it is told now, not when an answer must be held

    @classmethod
    def of(cls, given: Judge | Checks | str | None) -> Judge:
        """A judge from what an adapter was given: one, a guardrail, a profile, or nothing."""
        if isinstance(given, Judge):
            return given
        return cls() if given is None else cls(given)

    def judge(self, question: Any, answer: Any, context: Any) -> Decision:
        """The decision about one answer. Never raises an Exception.

        `question` and `answer`: texts, or the messages of a chat, whose last turn is meant; None is
        an empty one. `context`: texts, mappings or the document objects of a framework, or None,
        which is what the tools of a chat returned.
        """
        try:
            question, answer, context = read(question, answer, context)
            decision = self.guardrail.check(**_arguments(question, answer, context))
        except Exception as error:
            decision = self._failed(error)
        return self._told(question, answer, decision)

    async def ajudge(self, question: Any, answer: Any, context: Any) -> Decision:
        """`judge` for asyncio; the event loop is not held."""
        try:
            if is_chat(question) or is_chat(answer):
                question, answer, context = await asyncio.to_thread(read, question, answer, context)
            decision = await self.guardrail.acheck(**_arguments(question, answer, context))
        except Exception as error:
            decision = self._failed(error)
        return self._told(question, answer, decision)

    def held(self, decision: Decision) -> str:
        """What a customer reads instead of the answer, in the answer's language."""
        return held_text(self._code(decision.verdict.lang)) if self._held is None else self._held

    @property
    def send_share(self) -> float | None:
        """The share from which an answer is sent, where its message type has no threshold."""
        return as_share(self.guardrail.policy.thresholds[OTHER_TYPES].send_from)

    def _code(self, lang: str | None) -> str:
        own: str = self.guardrail.policy.reason_language
        return lang if lang is not None and lang in resources.languages() else own

    def _told(self, question: Any, answer: Any, decision: Decision) -> Decision:
        if self._on_held is not None and not decision.allowed:
            try:
                self._on_held(question, answer, decision)
            except Exception:
                LOG.exception("on_held failed; the answer is held all the same")
        return decision

    def _failed(self, error: Exception) -> Decision:
        """A guardrail does not raise; one that was given to us may."""
        LOG.error("the answer could not be judged: %s", type(error).__name__)
        code = self._code(None)
        return Decision(
            action="review",
            decided="review",
            cause="error",
            reason=reasons.load(code).reasons["error"],
            verdict=Verdict(id="", status="error", reason=type(error).__name__),
        )


@contextmanager
def framework(extra: str) -> Iterator[None]:
    """Around the imports of an adapter: without its framework, the error says how to install it."""
    try:
        yield
    except ImportError as error:
        raise ImportError(
            f"truthscore's adapter needs a package that is not there ({error}): "
            f"{install_hint(extra)}"
        ) from error


def passed(decision: Decision) -> bool:
    """Whether the answer holds: what enforce mode would send. Evaluators tell this."""
    return decision.decided == "allow"


def share(decision: Decision) -> float | None:
    """Stars as a share, from 0 (1 star) to 1 (5 stars); None for an answer that got none."""
    return as_share(decision.verdict.score)


def as_share(stars: float | None) -> float | None:
    """1 to 5 stars as 0 to 1; None for none."""
    return None if stars is None else round((stars - LOWEST) / (HIGHEST - LOWEST), _DECIMALS)


def brief(decision: Decision) -> dict[str, Any]:
    """A decision as plain data without a word of the answer: what may travel to a client."""
    return {
        "action": decision.action,
        "decided": decision.decided,
        "cause": decision.cause,
        "score": decision.verdict.score,
        "signature": decision.signature,
    }


def spans(decision: Decision, answer: Any) -> list[tuple[int, int, str]]:
    """Start, end (excluded) and words of what was found against the answer, in its characters.

    None for an answer that is not in NFC: its characters are not those that were scored.
    """
    if not isinstance(answer, str) or normalise(answer) != answer:
        return []
    found = {
        (each.span.start, each.span.end, each.label)
        for measured in decision.verdict.features.values()
        for each in measured.evidence
        if each.role != "supports" and each.span.source == ANSWER
    }
    return sorted(found)


@functools.cache
def held_text(code: str) -> str:
    """What a customer reads in language `code` instead of an answer that is held.

    Raises ResourceError when the language has no such text.
    """
    path = resources.wordlists(code) / reasons.FILE
    try:
        return str(resources.read_toml(path)["held"]["text"])
    except (KeyError, TypeError) as error:
        raise ResourceError(f"{path}: [held] lacks its text: {error}") from error


def documents(context: Any) -> Any:
    """Context as a framework holds it, in the shapes that a guardrail takes.

    What is of no known shape stays as it is, so that the guardrail refuses it.
    """
    if context is None:
        return ()
    if isinstance(context, str | Mapping | ContextDocument) or not isinstance(context, Iterable):
        return context if isinstance(context, str | Mapping | ContextDocument) else _page(context)
    return [_page(each) for each in context]


def _arguments(question: Any, answer: Any, context: Any) -> dict[str, Any]:
    return {
        "question": "" if question is None else question,
        "answer": "" if answer is None else answer,
        "context": documents(context),
    }


def _page(item: Any) -> Any:
    if isinstance(item, str | Mapping | ContextDocument):
        return item
    node = getattr(item, "node", item)  # a node with a score
    text = _first(node, _TEXTS)
    if text is None:
        return item
    meta: Mapping[str, Any] = next(
        (found for name in _META if isinstance(found := getattr(node, name, None), Mapping)), {}
    )
    page = {
        "text": text,
        "id": _first(node, _IDS) or meta.get("id") or meta.get("source"),
        "title": meta.get("title"),
        "kind": meta.get("kind") if meta.get("kind") in get_args(DocumentKind) else None,
    }
    made: dict[str, Any] = {name: value for name, value in page.items() if isinstance(value, str)}
    if meta.get("roles") is not None:  # who may see it; an odd shape is for the guardrail to refuse
        made["roles"] = meta["roles"]
    return made


def _first(thing: Any, names: Iterable[str]) -> str | None:
    for name in names:
        value = getattr(thing, name, None)
        if isinstance(value, str):
            return value
    return None
