"""Retractions: an answer that takes back what it says before or behind.

"Het is een fabeltje dat ...", "Onjuist: ...", "... NOT!": every word of the statement stands on its
page, and a few words around it make it the contrary.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import regex

from truthscore.errors import ResourceError
from truthscore.language import LanguagePack, once
from truthscore.patterns import filled, kept
from truthscore.text.model import VERBS, ParsedText, is_word
from truthscore.text.rows import kind_at


@dataclass(frozen=True, slots=True)
class _Rules:
    opening: regex.Pattern[str]
    heading: regex.Pattern[str]
    ending: regex.Pattern[str]
    stating: regex.Pattern[str]


@dataclass(frozen=True, slots=True)
class Retraction:
    """A sentence that is denied, what is left of it beside the words that do, and those words."""

    sentence: tuple[int, int]
    said: tuple[int, int]
    by: str


def retractions(parsed: ParsedText, language: LanguagePack) -> Iterator[Retraction]:
    """The sentences of a text that are taken back, in it or beside it.

    An opening or a label denies its sentence, and all under it as a heading; a label with a colon
    and nothing behind it denies the next sentence. An ending denies its sentence or the one before,
    unless that asks: "Can I ...? That is not so."
    """
    rules = _rules(language)
    over = ""  # the heading, or the label with a colon, that denies what comes
    last: tuple[int, int] | None = None
    for start, end in parsed.sentences:
        line = " ".join(parsed.lowers[start:end])
        heads = kind_at(parsed, start) == "heading"
        if label := rules.heading.fullmatch(line) if heads or line.endswith(":") else None:
            over, last = label[0], None
            continue
        over = "" if heads else over
        begins, ends = rules.opening.match(line + " "), rules.ending.search(line)
        if begins and begins.end() > len(line):
            over, last = line, None  # "It is not true what they say:"
            continue
        if begins:
            first = start + begins[0].count(" ")
            yield Retraction((start, end), (first, end), begins[0])
        elif ends and ends.start() == 0:
            if last is not None and parsed.lowers[last[1] - 1] != "?":
                yield Retraction(last, last, line)
        elif ends:
            yield Retraction((start, end), (start, end - ends[0].strip().count(" ") - 1), ends[0])
        elif over:
            yield Retraction((start, end), (start, end), over)
        over = "" if over.endswith(":") else over
        last = (start, end)


def states(parsed: ParsedText, sentence: tuple[int, int], language: LanguagePack) -> bool:
    """Whether a sentence states something: a question does where it asks only whether it is known
    ("Did you know that ...?", "..., right?") or has the order of a statement."""
    if parsed.lowers[sentence[1] - 1] != "?":
        return True  # most
    return says(parsed, sentence, language)


def says(parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack) -> bool:
    """Whether words have the order of a statement, whatever sign is behind them."""
    start, end = tokens
    if _rules(language).stating.match(" ".join(parsed.lowers[start:end])):
        return True
    first = next((t for t in range(start, end) if is_word(parsed.lowers[t])), start)
    return not (
        parsed.pos[first] in VERBS
        or not language.interrogatives.isdisjoint(parsed.lowers[start:end])
        or VERBS.isdisjoint(parsed.pos[start:end])
    )


@once
def _rules(language: LanguagePack) -> _Rules:
    data, where = language.retraction, f"wordlists/{language.code}/retraction.toml"
    try:
        labels = "|".join(map(regex.escape, data["labels"]))
        openings, endings, stating = (
            "|".join(filled(each["pattern"], data["macros"], where) for each in data[name])
            for name in ("openings", "endings", "stating")
        )
        with kept(language.code, "retraction") as compiled:
            return _Rules(
                opening=compiled(rf"(?:{openings}|(?:{labels}) [:–-] )"),
                stating=compiled(stating),
                heading=compiled(rf"(?:{labels})(?: [:.!])?"),
                ending=compiled(
                    rf"(?:^|(?<= ))(?:{endings}|\( (?:{labels}) \))[ .!…]*$"
                    rf"|(?:^|[.…!–-] )(?:{labels})[ .!…]*$"
                ),
            )
    except (KeyError, TypeError) as error:
        raise ResourceError(f"{where}: missing or wrong key: {error}") from error
    except regex.error as error:
        raise ResourceError(f"{where}: pattern does not compile: {error}") from error
