"""Who may see a document or a piece of one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Protocol


class ForRoles(Protocol):
    """Anything with roles: None is everybody, empty nobody."""

    @property
    def roles(self) -> tuple[str, ...] | None:
        """Those of the users who may see it."""


def permitted(document: ForRoles, roles: Collection[str]) -> bool:
    """Whether a user with `roles` may see `document`; one without roles of its own, everybody."""
    return document.roles is None or not set(document.roles).isdisjoint(roles)


def named(documents: Iterable[ForRoles]) -> frozenset[str]:
    """The roles that some documents name; a role that is not among them is a misspelt one."""
    return frozenset(role for each in documents for role in each.roles or ())
