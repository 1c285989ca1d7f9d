"""What a page asks, to answer it below: the question of its reader is nothing that the page says.

A question mark tells, whatever signs stand around the question: quotes, brackets, an exclamation
mark. Headings often have none, nor has a list of questions.
"""

from __future__ import annotations

from collections.abc import Iterator

from truthscore.language import LanguagePack
from truthscore.text.model import VERBS, ParsedText, is_word
from truthscore.text.rows import kind_at

#: The sign of a question, and what opens and closes around one in quotes or brackets.
_ASKS = "?"
_OPENING = frozenset("([{‘“„«")
_CLOSING = frozenset("\"'”’»“)]}")
#: Words of a question without its sign among which its reader speaks of himself: "hoe kan *ik*".
LONGEST_OPENING = 5


def asks(parsed: ParsedText, sentence: tuple[int, int], language: LanguagePack) -> bool:
    """Whether a sentence of a page is a question.

    One without a question mark is where it is a heading that begins with what questions begin with,
    or where no sign ends it and the page's reader asks in it: "Where do I find my invoices".
    """
    start, end = sentence
    begins = next((t for t in range(start, end) if is_word(parsed.lowers[t])), None)
    if begins is None:
        return False
    if not is_word(parsed.lowers[end - 1]):
        return _ends_asking(parsed, begins, sentence)
    asking = parsed.lowers[begins] in language.interrogatives
    if asking and kind_at(parsed, begins) == "heading":
        return True
    return _reader_asks(parsed, begins, end, asking, language)


def said(parsed: ParsedText, language: LanguagePack) -> Iterator[int]:
    """The tokens of what a page says, without those of its questions."""
    for sentence in parsed.sentences:
        if not asks(parsed, sentence, language):
            yield from range(*sentence)


def _ends_asking(parsed: ParsedText, begins: int, sentence: tuple[int, int]) -> bool:
    """Whether the signs at the end ask. What closes must have opened where the sentence begins, or
    it is a name of which the sentence speaks: "the button “Need help?”"."""
    start, end = sentence
    for token in range(end - 1, begins, -1):
        sign = parsed.lowers[token]
        if _ASKS in sign:
            return parsed.lowers[token - 1] not in _OPENING  # "(?)" is a sign that is spoken of
        if is_word(sign) or sign == "." or (sign in _CLOSING and start == begins):
            return False
    return False


def _reader_asks(
    parsed: ParsedText, begins: int, end: int, asking: bool, language: LanguagePack
) -> bool:
    """Whether a verb stands before who reads: behind what asks, or as the first word where it is an
    auxiliary ("can I"; "send me" asks for nothing that is told)."""
    for token in range(begins, min(end, begins + LONGEST_OPENING)):
        if parsed.lowers[token] in language.persons.first_person:
            before = parsed.pos[begins:token]
            return not VERBS.isdisjoint(before) if asking else before == ("AUX",)
    return False
