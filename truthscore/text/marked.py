"""Answers in which words are marked one by one: “Kies” de “actie” or [the](...) [button](...).

A name of two words is then no name, so nothing can be told missing. No chatbot answers like that:
of some 3,900 labelled answers none is like it (`replication/attacks.py` has those that are).
"""

from __future__ import annotations

import regex

#: Words in marks of their own that are looked at; fewer are names.
MANY = 6
#: One of so many of them begins with a small letter; names seldom do.
SMALL_EACH = 2
#: A word alone in emphasis, quotation marks, brackets, code, a link or a tag.
_ALONE = regex.compile(
    r"(?:[*~`_]{1,6}|[“„\"'‘«]|\[\[?|<[A-Za-z]{1,6}>)(?P<word>[\p{L}\p{M}\p{N}]++)"
    r"(?=[*~`_]|[”“\"'’»]|\]|</)"
)
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]++")
_ADDRESS = regex.compile(r"\]\([^()\s]*\)")


def is_marked_by_word(text: str, share: float) -> bool:
    """Whether more than a share (0 to 1) of the words of `text` are marked one by one."""
    alone = [match["word"] for match in _ALONE.finditer(text)]
    small = [word for word in alone if word[0].islower()]
    if len(alone) < MANY or len(small) * SMALL_EACH < len(alone):
        return False  # nearly all
    return len(alone) > share * len(_WORD.findall(_ADDRESS.sub("]", text)))
