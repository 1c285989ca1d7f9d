"""Who may see a chunk (A §2.1). Asked before anything is ranked."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from truthscore.retrieve.chunk import Chunk


def known_roles(chunks: Iterable[Chunk]) -> frozenset[str]:
    """All roles that some chunk names."""
    return frozenset(role for each in chunks for role in each.roles or ())


def visible(
    chunks: Iterable[Chunk], roles: Collection[str] | None, known: frozenset[str]
) -> tuple[Chunk, ...]:
    """The chunks that somebody with these roles may see, as `Retriever.search` says.

    Roles of which none is `known` see nothing, not even what everybody may see: a misspelt role
    must not look like an answer.
    """
    if roles is None:
        return tuple(chunks)
    mine = known.intersection(roles)
    if roles and not mine:
        return ()
    return tuple(each for each in chunks if each.roles is None or not mine.isdisjoint(each.roles))
