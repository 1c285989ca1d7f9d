"""Sentences that another sign than a full stop sets behind each other: "..., De klant ...".

A sentence is judged by how much of it stands on a page, and a short untrue one behind a long true
one would be a small rest of it. A line end between them parts them; every character stays in its
place. Only a capital tells: behind a semicolon people go on in small letters, about the same thing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

import regex

#: Words on either side of a sign, at least, that may be a sentence: what is shorter is an item of a
#: list, an aside or an address.
MIN_WORDS = 4
#: The space behind a sign and before a word with a capital; behind a dash after a full stop; and
#: behind a bar, a dot or a picture, which part wholes. So does a colon behind words in bold.
_SPLICE = regex.compile(
    r"(?<=[;,…]|\.\.\.|[ ][—–-])[ ](?=(?P<word>\p{Lu}\p{Ll}*)[ ])|(?<=[.!?][ ][—–-])[ ]"
    r"|(?<=[ ](?:\|\|?|[•·]|\p{So}\ufe0f?))[ ]|(?<=:\*\*|\*\*:)[ ]"
)
_SIGNS = (";", "—", "–", " - ", ",", "…", "...", " | ", " || ", "•", "·", ":**", "**:")
_PICTURE = regex.compile(r"[ ]\p{So}")
_WORD = regex.compile(r"[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*")
#: Rows of a table and the fence of a code block have signs of their own.
_SPOKEN = regex.compile(r"(?m)^(?![ \t]*(?:\||```|~~~))[^\n]+")


def unspliced(text: str, small: AbstractSet[str]) -> str:
    """`text` with a line end between such sentences; its length stays the same.

    `small`: words with which a sentence begins and names seldom do.
    """
    if not any(sign in text for sign in _SIGNS) and not _PICTURE.search(text):
        return text
    ends = [at for line in _SPOKEN.finditer(text) for at in _ends(text, *line.span(), small)]
    if not ends:
        return text
    letters = list(text)
    for at in ends:
        letters[at] = "\n"
    return "".join(letters)


def _ends(text: str, start: int, end: int, small: AbstractSet[str]) -> Iterator[int]:
    """The spaces of a line between two sentences."""
    places = [
        match.start()
        for match in _SPLICE.finditer(text, start, end)
        if match["word"] is None or match["word"].lower() in small
    ]
    for at, following in itertools.pairwise((*places, end)):
        if _may_be_sentence(text, start, at) and _may_be_sentence(text, at, following):
            yield at
            start = at


def _may_be_sentence(text: str, start: int, end: int) -> bool:
    words = itertools.islice(_WORD.finditer(text, start, end), MIN_WORDS)
    return len(list(words)) == MIN_WORDS
