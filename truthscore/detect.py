"""Message types (§4.4.1, §5.1): ordered lists of patterns, the first list with a hit decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import regex

from truthscore.errors import ProfileError, ResourceError, did_you_mean
from truthscore.language import LanguagePack, QuestionList, once
from truthscore.patterns import Compile, filled, in_time, kept
from truthscore.profile import Profile
from truthscore.types import QUESTION, Detection, MessageType, Rule, Span

#: The name by which a verdict cites the rule "no question mark" (§5.1).
NO_QUESTION_MARK = "no question mark"

#: The macro for where a question may begin.
_START = "start"
#: A pattern that names upper case (`\p{Lu}`) looks at the message as typed; the others ignore case.
_UPPER_CASE = r"\p{Lu}"
#: A sentence of a question: up to its end mark or the end of the line.
_SENTENCE = regex.compile(r"[^.!?\n]*(?:[.!](?=\S)[^.!?\n]*)*(?:[.!?]+|\n|$)")


@dataclass(frozen=True, slots=True)
class CompiledList:
    """A question list ready to run: (pattern as written, compiled) in file order."""

    name: str
    type: MessageType
    whole_message: bool
    patterns: tuple[tuple[str, regex.Pattern[str]], ...]


def detect(question: str, language: LanguagePack, profile: Profile) -> Detection:
    """The message type of `question` (NFC text), with the list, pattern and span that decided.

    Lists are tried in the profile's order; the rule on question marks stands behind the list
    that `detector.no_question_mark_after` names. No hit: "unspecified", rule and span None.
    Raises ProfileError when the order names a list the language does not have, or a pattern
    takes longer than `limits.pattern_seconds`.
    """
    settings = profile.detector
    compiled = compiled_lists(language, settings.match)
    asked = question_span(question) if settings.scope == "question" else (0, len(question))
    for name in settings.order:
        if name not in compiled:
            raise ProfileError(
                f"detector.order: {language.code} has no list {name!r}; it has "
                f"{', '.join(compiled)}{did_you_mean(name, compiled)}"
            )
        rules = compiled[name]
        start, end = (0, len(question)) if rules.whole_message else asked
        found = _first(rules, question, start, end, profile.limits.pattern_seconds)
        if found is not None:
            return found
        statement = "?" not in question and bool(question.strip())
        if statement and name == settings.no_question_mark_after:
            if settings.no_question_mark == "off":
                continue
            rule = Rule(list=settings.no_question_mark, pattern=NO_QUESTION_MARK)
            return Detection(type=settings.no_question_mark, rule=rule)
    return Detection(type="unspecified")


def check_order(language: LanguagePack, profile: Profile) -> None:
    """Raise ProfileError when the detector's order names a list the language does not have."""
    settings = profile.detector
    lists = language.question_lists
    for name in settings.order:
        if name not in lists:
            raise ProfileError(
                f"detector.order: {language.code} has no list {name!r}; it has "
                f"{', '.join(lists)}{did_you_mean(name, lists)}"
            )
    if settings.no_question_mark != "off" and settings.no_question_mark_after not in settings.order:
        raise ProfileError(
            f"detector.no_question_mark_after: {settings.no_question_mark_after!r} is not in "
            f"detector.order ({', '.join(settings.order)}), so the rule would never be reached"
        )


def question_span(question: str) -> tuple[int, int]:
    """The first sentence with a question mark, else the whole message.

    >>> question_span("Ik ben Jan. Kan dit? Hoe dan?")
    (11, 20)
    """
    for match in _SENTENCE.finditer(question):
        if match[0].rstrip().endswith("?"):
            lead = len(match[0]) - len(match[0].lstrip())
            return match.start() + lead, match.end()
    return 0, len(question)


@once
def compiled_lists(language: LanguagePack, match: str) -> Mapping[str, CompiledList]:
    """The language's lists with macros expanded and word borders added, by name.

    Raises ResourceError when a pattern names an unknown macro or does not compile.
    """
    where = f"wordlists/{language.code}/message_types.toml"
    with kept(language.code, "message_types", match) as compiled:
        return {
            name: _compile(rules, language.question_macros, match, compiled, where)
            for name, rules in language.question_lists.items()
        }


def _compile(
    rules: QuestionList, macros: Mapping[str, str], match: str, compiled: Compile, where: str
) -> CompiledList:
    if match == "substring" and _START in macros:
        # the other reading of the paper: a fragment counts wherever it stands
        macros = {**macros, _START: ""}
    return CompiledList(
        rules.name,
        rules.type,
        rules.scope == "message",
        tuple(
            (each.pattern, _regex(each.pattern, macros, match, compiled, where))
            for each in rules.patterns
        ),
    )


def _regex(
    pattern: str, macros: Mapping[str, str], match: str, compiled: Compile, where: str
) -> regex.Pattern[str]:
    expanded = filled(pattern, macros, where)
    if match == "whole_words":
        expanded = rf"(?<![\w-])(?:{expanded})(?!\w)"
    flags = regex.VERSION1 if _UPPER_CASE in pattern else regex.VERSION1 | regex.IGNORECASE
    try:
        return compiled(expanded, flags)
    except regex.error as error:
        raise ResourceError(f"{where}: pattern {pattern!r} does not compile: {error}") from error


def _first(
    rules: CompiledList, question: str, start: int, end: int, seconds: float
) -> Detection | None:
    for written, compiled in rules.patterns:
        try:
            match = in_time(partial(compiled.search, question, start, end, timeout=seconds))
        except TimeoutError as error:
            raise ProfileError(
                f"list {rules.name!r}: pattern {written!r} took longer than {seconds} s on a "
                f"question of {len(question)} characters; make it simpler"
            ) from error
        if match is not None:
            shown = len(match[0]) - len(match[0].lstrip())
            span = Span(source=QUESTION, start=match.start() + shown, end=match.end())
            return Detection(
                type=rules.type, rule=Rule(list=rules.name, pattern=written), span=span
            )
    return None
