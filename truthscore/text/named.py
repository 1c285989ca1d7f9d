"""The names behind the prepositions of a sentence: "on Android and iOS", "as a CSV file"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from truthscore.language import LanguagePack
from truthscore.text.alignment import UNSURE
from truthscore.text.model import NOUNS, ParsedText

#: Parts of speech of names, as a pipeline may take them.
_NAMES = NOUNS | UNSURE
#: Parts of speech that stand before and between the names of a list.
_LEADING = frozenset({"DET", "ADJ", "PRON"})


@dataclass(frozen=True, slots=True)
class Named:
    """The names behind a preposition: its lemma, the tokens of each name, what other nouns say of
    it ("the Start *menu*"), and the first token of the list and the one behind it."""

    leading: str
    names: tuple[tuple[int, ...], ...]
    kinds: tuple[str, ...]
    tokens: tuple[int, int]


def named_behind(
    parsed: ParsedText, tokens: tuple[int, int], language: LanguagePack
) -> Iterator[Named]:
    """The lists of names in a sentence; none in which something has no name ("on Windows and most
    phones"), or with an example ("such as")."""
    start, end = tokens
    if not any(_is_name(parsed, t) for t in range(start + 1, end)):
        return  # most
    token = start
    while token < end - 1:
        if parsed.pos[token] != "ADP":
            token += 1
            continue
        items, stop = _items(parsed, token + 1, end, language)
        named = [[t for t in item if _is_name(parsed, t)] for item in items]
        # "the season *of* Game of Thrones" is a name in a name
        if named and all(named) and parsed.lowers[token] not in language.pointing.belonging:
            kinds = [
                " ".join(parsed.lemmas[t] for t in item if t not in name)
                for item, name in zip(items, named, strict=True)
            ]
            names = tuple(map(tuple, named))
            yield Named(parsed.lemmas[token], names, tuple(kinds), (token, stop))
        token = max(stop, token + 1)


def _items(
    parsed: ParsedText, token: int, end: int, language: LanguagePack
) -> tuple[list[list[int]], int]:
    """The things of a list, each by its nouns, and where it ends."""
    joining = language.clause.conjunctions | language.denying.either | {","}
    items: list[list[int]] = [[]]
    while token < end:
        if parsed.pos[token] in _NAMES and parsed.lowers[token] not in joining:
            items[-1].append(token)
        elif parsed.lowers[token] in joining and items[-1]:
            items.append([])
        elif parsed.pos[token] not in _LEADING and parsed.lowers[token] not in joining:
            break
        token += 1
    return [item for item in items if item], token


def _is_name(parsed: ParsedText, token: int) -> bool:
    """Whether a word has a capital: "iOS", "Android"."""
    text = parsed.text[parsed.starts[token] : parsed.ends[token]]
    return parsed.pos[token] in _NAMES and any(map(str.isupper, text)) and text.isalpha()
