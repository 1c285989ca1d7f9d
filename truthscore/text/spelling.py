"""Words in which two letters changed places, read as the word that was meant.

A reader takes "verpilcht" for "verplicht" without noticing. A program that does not finds no lie in
it, so an answer with enough of such words would pass for one that says nothing untrue. Only a word
that hardly anybody uses and that neither the pages nor the question have is read otherwise; every
character stays in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import regex

from truthscore.text.alignment import weight

#: Weights of a word (`alignment.weight`: 7 - zipf) from which it may be a slip. A rarer word is one
#: of a trade, and many compounds are in no list: what tells a slip is the word beside it.
RARE = 4.5
#: Weight of a word that the list of the language does not have.
UNKNOWN = 7.0
#: The word that was meant is so much more usual (two: a hundred times) than one that is listed,
USUAL = 2.0
#: and weighs at most so much instead of one that is not.
KNOWN = 5.0

#: Shorter words are another word as soon as two letters change places ("from", "form").
_WORD = regex.compile(r"\p{L}{5,}")


def corrected(text: str, sources: Iterable[str], lang: str) -> str:
    """`text` with its slips read as what was meant; its length and all places stay the same.

    `sources`: the texts whose words are right as they stand. The last two letters are left alone:
    they are an ending ("besteed", "bestede").
    """
    rare = [match for match in _WORD.finditer(text) if weight(match[0].lower(), lang) > RARE]
    if not rare:
        return text
    known = [source.lower() for source in sources]
    letters = list(text)
    for match in rare:
        word = match[0].lower()
        if len(word) != len(match[0]) or any(word in source for source in known):
            continue
        at = _meant(word, known, lang)
        if at is not None:
            _change_places(letters, match.start() + at)
    return "".join(letters)


def _meant(word: str, known: Sequence[str], lang: str) -> int | None:
    """The place of the first of the two letters; None when no word is clearly the one meant."""
    most = min(weight(word, lang) - USUAL, RARE)
    if weight(word, lang) >= UNKNOWN:
        most = KNOWN
    weights = {
        at: 0.0 if _stands(other, known) else weight(other, lang)
        for at, other in _others(word)
    }  # fmt: skip
    best = min(weights, key=lambda at: (weights[at], at), default=None)
    return best if best is not None and weights[best] <= most else None


def _others(word: str) -> Iterator[tuple[int, str]]:
    for at in range(len(word) - 2):
        if word[at] != word[at + 1]:
            yield at, word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _stands(word: str, known: Sequence[str]) -> bool:
    """Whether a source has the word, alone."""
    return any(
        word in source and regex.search(rf"(?<!\p{{L}}){word}(?!\p{{L}})", source)
        for source in known
    )


def _change_places(letters: list[str], at: int) -> None:
    """Two letters change places; a capital stays where it stands."""
    one, two = letters[at], letters[at + 1]
    letters[at] = two.upper() if one.isupper() else two.lower()
    letters[at + 1] = one.upper() if two.isupper() else one.lower()
