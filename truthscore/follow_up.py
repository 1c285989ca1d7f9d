"""Questions that ask on: "and for children?" says nothing without the question before it.

Such a question begins with a word that ties it to what was said, or has a few words and no verb.
How a language says it stands in `wordlists/<code>/follow_up.toml`.
"""

from __future__ import annotations

from truthscore.detect import question_span
from truthscore.language import LanguagePack, once
from truthscore.text.markup import normalise
from truthscore.text.model import VERBS
from truthscore.text.parser import Parser
from truthscore.text.pieces import words
from truthscore.text.small_talk import is_small_talk

#: Words and characters of a question without a verb, at most: a longer text is about itself, such
#: as what is pasted from a screen.
LONGEST, MOST_CHARACTERS = 8, 200


def follows(question: str, language: LanguagePack, parser: Parser | None) -> bool:
    """Whether a message cannot be read without the question before it.

    Its first sentence with a question mark tells, where it has one. Without a `parser` only the
    words do by which a question begins. Small talk asks nothing.
    """
    message = normalise(question)
    start, end = question_span(message)
    asked = words(message[start:end])
    if not asked or is_small_talk(message, language):
        return False
    if _is_tied(asked, language):
        return True
    if parser is None or len(asked) > LONGEST or end - start > MOST_CHARACTERS:
        return False
    _, [parsed] = parser.read((), [message[start:end]])
    return VERBS.isdisjoint(parsed.pos)


def _is_tied(asked: list[str], language: LanguagePack) -> bool:
    openings, before = _lists(language)
    for at, word in enumerate(asked):
        if any(tuple(asked[at : at + len(each)]) == each for each in openings):
            return True
        if word not in before:
            return False
    return False


@once
def _lists(language: LanguagePack) -> tuple[tuple[tuple[str, ...], ...], frozenset[str]]:
    """The openings as words, and what may stand before them."""
    openings = tuple(tuple(each.split()) for each in language.follow_up["openings"])
    return openings, frozenset(language.follow_up["before"])
