"""Nouns for people: "beheerder", "applicatiebeheerder", "helpdesk"."""

from __future__ import annotations

import functools

from truthscore.language import LanguagePack
from truthscore.text.model import NOUNS, ParsedText

#: Letters, at least, before a noun for people in a longer one: "hr-afdeling".
SHORTEST_BEFORE = 1
#: Letters, at least, of such a noun: "gast".
SHORTEST = 4
#: Nouns of which it is kept whether they are people: more than a help centre has.
KEPT_NOUNS = 50_000


def names_people(parsed: ParsedText, token: int, language: LanguagePack) -> bool:
    """Whether a token is a noun for people."""
    if parsed.pos[token] == "ADJ":  # "as an admin", as a pipeline may take it
        return parsed.lemmas[token] in language.persons.people
    after = parsed.lemmas[token + 1 : token + 2]
    if parsed.pos[token + 1 : token + 2] == ("NOUN",) and is_person(after[0], language):
        return False  # "the *department* head" is one person
    return parsed.pos[token] in NOUNS and is_person(parsed.lemmas[token], language)


def is_person(name: str, language: LanguagePack) -> bool:
    """Whether a noun is one for people or ends in one: "applicatiebeheerder", "hr-afdeling"."""
    return _is_one_of(name, language.persons.people)


@functools.lru_cache(maxsize=KEPT_NOUNS)
def _is_one_of(name: str, people: frozenset[str]) -> bool:
    return name in people or any(
        name[start:] in people for start in range(SHORTEST_BEFORE, len(name) - SHORTEST + 1)
    )
