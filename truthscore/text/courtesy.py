"""Courtesies: sentences by which an answer speaks to its reader and says nothing of the product.

"Ik leg het u graag uit.", "Lukt het niet?", "Fijne dag!": they stand on no page and need not. What
is no courtesy is a statement, however short it is: "Dit kost niets."

Small talk (`small_talk.py`) is an answer of nothing else, which gets no stars; a courtesy stands
beside copied sentences, is told by its words and its parse, and only adds nothing to them.
"""

from __future__ import annotations

from truthscore.language import LanguagePack, once
from truthscore.text.alignment import is_claim
from truthscore.text.model import VERBS, ParsedText, is_word
from truthscore.text.small_talk import is_small_talk

#: A question or exclamation of at most so many words asks whether it worked, or wishes well;
SHORT_CALL = 3
#: and no statement is shorter than this.
SHORTEST = 3


def is_courtesy(parsed: ParsedText, sentence: tuple[int, int], language: LanguagePack) -> bool:
    """Whether a short sentence (half-open range of tokens) is a courtesy.

    It is one when it has no words that claim something but those of the language's courtesies. Else
    one that begins with "yes" or "no" answers the question; another is one when who speaks is in
    it and denies nothing, when it announces what follows (a colon), or asks or calls out in a few
    words.
    """
    start, end = sentence
    known = language.courtesy_words
    if not any(
        parsed.lowers[token] not in known and parsed.lemmas[token] not in known
        for token in range(start, end)
        if is_claim(parsed, token, language)
    ):
        return True
    lowers = parsed.lowers[start:end]
    words = list(filter(is_word, lowers))
    if words[0] in language.replies.yes or words[0] in language.replies.no:
        return False
    if not language.persons.speakers.isdisjoint(words) and not language.negations.isdisjoint(words):
        return False  # "not that I remember the game": it denies something
    if (
        not language.persons.speakers.isdisjoint(words)
        or lowers[-1] == ":"
        or len(words) < SHORTEST
    ):
        return True
    return len(words) <= SHORT_CALL and not {"?", "!"}.isdisjoint(lowers)


def only_eases(
    answer: ParsedText, sentence: tuple[int, int], question: ParsedText, language: LanguagePack
) -> bool:
    """Whether a sentence only puts the reader at ease ("No problem!"), beside one that claims
    something. To who asks for yes or no it may say yes, and is a statement."""
    if not _eases(answer, sentence, language):
        return False
    asks = "?" in question.lowers or not VERBS.isdisjoint(question.pos[:1])
    if asks and language.interrogatives.isdisjoint(question.lowers):
        return False
    return any(_claims(answer, other, language) for other in answer.sentences)


def _eases(parsed: ParsedText, sentence: tuple[int, int], language: LanguagePack) -> bool:
    return _written(_text(parsed, sentence)) in _easing(language)


def _claims(parsed: ParsedText, sentence: tuple[int, int], language: LanguagePack) -> bool:
    """Whether a sentence says something that a page must bear out."""
    if _eases(parsed, sentence, language) or is_courtesy(parsed, sentence, language):
        return False
    return not is_small_talk(_text(parsed, sentence), language, "")


def _text(parsed: ParsedText, sentence: tuple[int, int]) -> str:
    return parsed.text[parsed.starts[sentence[0]] : parsed.ends[sentence[1] - 1]]


def _written(text: str) -> str:
    return " ".join(text.replace("’", "'").casefold().strip(" .!,…").split())


@once
def _easing(language: LanguagePack) -> frozenset[str]:
    return frozenset(language.small_talk["easing"])
