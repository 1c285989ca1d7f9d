"""What "that" stands for where it is a whole statement: "Each user links an own calendar. A manager
cannot do *that* for others"."""

from __future__ import annotations

from collections.abc import Sequence

from truthscore.language import LanguagePack
from truthscore.text.clauses import Clause, clauses
from truthscore.text.model import ParsedText

#: Label of a verb that tells which noun is meant: "a *closed* day".
_NAMING = "amod"


def verbs_of(parsed: ParsedText, tokens: Sequence[int], language: LanguagePack) -> list[int]:
    """The verbs among some tokens, but for those that stand in for another one."""
    return [
        t
        for t in tokens
        if parsed.pos[t] == "VERB"
        and parsed.lemmas[t] not in language.stand_ins
        and parsed.deps[t] != _NAMING
    ]


def stands_in(parsed: ParsedText, tokens: Sequence[int], language: LanguagePack) -> bool:
    """Whether tokens say something of what was said before: "that does not happen"."""
    if verbs_of(parsed, tokens, language):
        return False
    words = parsed.words_at(tokens)
    told = not language.that.isdisjoint(words)
    return told and not (language.stand_ins | language.modals).isdisjoint(words)


def antecedent(
    parsed: ParsedText, sentence: int, begin: int, language: LanguagePack
) -> Clause | None:
    """The statement before token `begin`, from where another one stands in for it: the last one of
    its sentence, else of the sentence before, if that is in the same block."""
    start, end = parsed.sentences[sentence]
    before = [each for each in clauses(parsed, start, end, language) if each.end <= begin]
    found = _stated(parsed, before, language)
    if found is None and sentence:
        first, last = parsed.sentences[sentence - 1]
        if "\n" not in parsed.text[parsed.ends[last - 1] : parsed.starts[start]]:
            found = _stated(parsed, clauses(parsed, first, last, language), language)
    return found


def _stated(parsed: ParsedText, parts: Sequence[Clause], language: LanguagePack) -> Clause | None:
    return next(
        (
            each
            for each in reversed(parts)
            if not each.conditional and verbs_of(parsed, each.tokens, language)
        ),
        None,
    )
