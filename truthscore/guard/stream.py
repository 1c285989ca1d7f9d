"""An answer while a model writes it: each sentence by itself as soon as it is finished, and the
whole at its end."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import regex

from truthscore.errors import InputError
from truthscore.guard.decision import Decision, Request, example_of
from truthscore.guard.judgement import Judgement, findings, judge
from truthscore.profile import Policy
from truthscore.stars import NO_SIGNS, OTHER_LANGUAGE, RETRACTED, UNSEEN
from truthscore.text.markup import normalise
from truthscore.types import ANSWER, Action, Span, Verdict

if TYPE_CHECKING:
    from truthscore.guard.guardrail import Guardrail

#: Finished sentences before one that it is read with: what it leans on stands among them, and a
#: long answer costs no more per sentence than a short one.
READ_BEFORE = 10
#: Characters in which sentences are decided about by themselves, some 1,500 words: what is longer
#: waits for `close`, so that who makes a model write without end sets less going.
MOST_CHARS = 10_000
#: Where a sentence may be finished: behind a word that follows an end, when that word is over too.
#: Whether it is, the parser says: "bijv. een" and "art. 5 van" go on.
#: The number of a step ends nothing.
_MAY_END = regex.compile(
    r"(?<!^[^\S\n]*\p{N}+)[.!?…][)\]}\"'”’»*_]*[^\S\n]+(?=\S*[\p{L}\p{N}]\S*\s)", regex.M
)
#: Behind what the parser may end a sentence within a line.
_INSIDE = regex.compile(r"[.!?…:;)\]}\"'”’»*_]\s+\S")
_WORD = regex.compile(r"\S+")
#: A row of a table, which is finished where its line is.
_ROW = regex.compile(r"[^\S\n]*\|")
#: What lowers the stars of an answer as a whole, and so those of each of its sentences.
_OF_ALL = frozenset({NO_SIGNS, OTHER_LANGUAGE, RETRACTED, UNSEEN})


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceDecision:
    """What to do with one sentence. `start` (included) and `end` (excluded) count the characters of
    the pieces as they were fed; the other fields are those of a `Decision`."""

    text: str
    start: int
    end: int
    action: Action
    decided: Action
    cause: str
    reason: str


class Stream:
    """One answer in pieces (`Guardrail.stream`). For one thread at a time.

    A sentence is finished when its end and the word behind it are there, or a line break. It is
    held against the pages with the ten sentences before it, as `Guardrail.check` would hold it if
    the answer ended there; a row of a table with its first row, that of the headings. How the text
    is cut into pieces makes no difference.

    What holds: a sentence said to be "review" or "block" should wait for `close`. One that may be
    sent was borne out by what was there so far; what comes behind may still turn it ("That is not
    so."), order it otherwise (steps), or finish its line in another way. Only the decision of
    `close` is that of the answer, and it may be stricter or milder than those of its sentences.
    """

    def __init__(self, guardrail: Guardrail, request: Request) -> None:
        self._guardrail = guardrail
        self._request = replace(request, answer="")
        self._reader = copy.copy(guardrail)
        self._reader.scorer = guardrail.scorer.growing()
        self._most = min(MOST_CHARS, guardrail.scorer.profile.limits.max_answer_chars)
        self._text = ""
        self._looked = self._begin = 0
        self._head: tuple[int, int] | None = None
        self._lang: str | None = None
        self._closed: Decision | None = None
        self.sentences: tuple[SentenceDecision, ...] = ()

    @property
    def text(self) -> str:
        """All that was fed."""
        return self._text

    @property
    def rest(self) -> str:
        """What stands behind the last finished sentence."""
        return self._text[self._ends(-1) :]

    def feed(self, text: str) -> list[SentenceDecision]:
        """Take the next piece; the decisions on the sentences that it finishes, in order.

        All so far are in `sentences`. None is finished behind `MOST_CHARS`, and where the text is
        not in NFC only at the end of a line. Raises InputError for what is no text, and after
        `close`.
        """
        if not isinstance(text, str):
            raise InputError(f"'text' is of type {type(text).__name__}; expected a text (str)")
        if self._closed is not None:
            raise InputError("the stream is closed: no text is expected; begin another one")
        self._text += text
        before = len(self.sentences)
        for end, is_line in self._candidates():
            self._finish(end, whole=is_line)
        return list(self.sentences[before:])

    def sent(self, pieces: Iterable[str]) -> Iterator[str]:
        """Feed `pieces`, and give the text that may be sent as soon as it may: sentence by sentence
        up to the first that may not, then the others where the whole may. Where it may not, nothing
        more: `close` tells why, and what was sent stands."""
        told, held = 0, False
        for piece in pieces:
            for each in self.feed(piece):
                held = held or each.action != "allow"
                if not held:
                    yield self._text[told : each.end]
                    told = each.end
        if self.close().allowed and told < len(self._text):
            yield self._text[told:]

    def close(self) -> Decision:
        """The decision on the whole answer: that of `Guardrail.check`. Twice gives the same."""
        if self._closed is None:
            asked = replace(self._request, answer=self._text)
            guardrail = self._guardrail
            self._closed = guardrail.decide(asked, partial(guardrail.outcome, asked))
        return self._closed

    def _candidates(self) -> Iterator[tuple[int, bool]]:
        """Where sentences may be finished that were not looked at, and whether a line ends there;
        each depends on the text before it and one character behind."""
        while self._looked < min(len(self._text), self._most):
            line = self._text.find("\n", self._looked)
            stop = line + 1 if line >= 0 else len(self._text)
            row = _ROW.match(self._text, self._text.rfind("\n", 0, self._looked) + 1)
            for found in () if row else _MAY_END.finditer(self._text, self._looked, stop):
                word = _WORD.match(self._text, found.end())
                if word is not None and word.end() < min(stop, self._most):
                    # from the word on: it may be a sentence itself
                    self._looked = found.end()
                    yield word.end(), False
            if line < 0:
                return
            self._looked = stop
            if stop <= self._most:
                yield line, True

    def _finish(self, end: int, *, whole: bool) -> None:
        """Decide about the sentences that are finished in the text up to `end`."""
        part = self._text[self._begin : end]
        found = [] if not part.strip() else self._parted(part, end)
        for start, stop in found if whole else found[:-1]:
            self._decide(self._begin + start, self._begin + stop)
        if whole:
            self._begin = end + 1
        elif len(found) > 1:
            self._begin += found[-1][0]

    def _parted(self, part: str, end: int) -> list[tuple[int, int]]:
        """The sentences of a part of the text, as the parser tells them; with the signs around."""
        lead = len(part) - len(part.lstrip())
        until = len(part.rstrip())
        if not _INSIDE.search(part, lead, until) or _ROW.match(part):
            return [(lead, until)]
        if self._lang is None:
            with suppress(InputError):
                asked = replace(self._request, answer=self._text[:end])
                self._lang = self._reader.scorer.language_of(example_of(asked))
        if self._lang is None or normalise(part[lead:until]) != part[lead:until]:
            return [(lead, until)]  # places in it would not be those of the text
        spans = self._reader.scorer.sentences(part[lead:until], self._lang)[1:]
        marks = [lead, *(_before_signs(part, lead + each.start) for each in spans)]
        ends = [len(part[:each].rstrip()) for each in marks[1:]]
        return [each for each in zip(marks, [*ends, until], strict=True) if each[0] < each[1]]

    def _decide(self, start: int, end: int) -> None:
        first = 0 if len(self.sentences) < READ_BEFORE else self.sentences[-READ_BEFORE].start
        if not _ROW.match(self._text, self._text.rfind("\n", 0, start) + 1):
            self._head = None
        elif self._head is None:
            self._head = start, end
        head = ""
        if self._head is not None and self._head[1] <= first:
            head = self._text[slice(*self._head)] + "\n"
        asked = replace(self._request, answer=head + self._text[first:end])
        at = len(normalise(head + self._text[first:start]))
        place = Span(source=ANSWER, start=at, end=len(normalise(asked.answer)))
        reader = self._reader
        work = partial(reader.outcome, asked, partial(_narrowed, reader.policy, place))
        made = reader.decide(asked, work, logged=False)
        told = SentenceDecision(
            text=self._text[start:end],
            start=start,
            end=end,
            action=made.action,
            decided=made.decided,
            cause=made.cause,
            reason=made.reason,
        )
        self.sentences = (*self.sentences, told)

    def _ends(self, number: int) -> int:
        return self.sentences[number].end if self.sentences else 0


def _before_signs(part: str, start: int) -> int:
    """Where the signs begin that stand before a sentence: a quote, the mark of a list, bold."""
    while start and not part[start - 1].isspace():
        start -= 1
    return start


def _narrowed(
    policy: Policy, place: Span, verdict: Verdict, judgement: Judgement
) -> tuple[Verdict, Judgement]:
    """A verdict with what it says of one place of the answer, and the judgement of that.

    One without stars or statements, and of what the user may not see, holds for each sentence.
    """
    if verdict.score is None or not verdict.statements or judgement.cause == "not_permitted":
        return verdict, judgement
    mine = tuple(each for each in verdict.statements if _meets(each.span, place))
    features = {
        name: replace(found, evidence=tuple(e for e in found.evidence if _meets(e.span, place)))
        for name, found in verdict.features.items()
    }
    stars = [each.stars for each in mine if each.stars is not None]
    of_all = verdict.override if verdict.override in _OF_ALL else None
    score = min([*stars, *([verdict.score] if of_all else [])], default=None)
    part = replace(
        verdict, statements=mine, features=features, score=score, base_score=None, override=of_all
    )
    if score is not None:
        return part, judge(part, policy)
    # it claims nothing
    held = next(findings(part), None)
    return part, held or Judgement(action=policy.not_scored.small_talk, cause="small_talk")


def _meets(span: Span, place: Span) -> bool:
    return span.source == ANSWER and span.start < place.end and place.start < span.end
