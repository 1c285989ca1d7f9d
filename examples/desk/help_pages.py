"""The pages that the desk answers from: chunks of them for a question, and a whole page to read.

Who may not see a page finds nothing of it: roles are looked at before anything is ranked.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from truthscore.errors import InputError
from truthscore.retrieve import Finder, Found, Retriever, chunks, kept
from truthscore.roles import permitted
from truthscore.text.markup import normalise
from truthscore.types import ContextDocument

HERE = Path(__file__).parent
HELP = HERE.parent / "help"
WHO = tomllib.loads((HERE / "roles.toml").read_text(encoding="utf-8"))
#: The roles of the desk; who has another one is shown nothing.
ROLES = frozenset(WHO["roles"])
LANGUAGES = ("nl", "en")


class HelpPages:
    """A help centre in one language. Threads may share it."""

    def __init__(self, pages: Iterable[ContextDocument], retriever: Retriever) -> None:
        self._pages = {page.id: page for page in pages}
        self._retriever = retriever
        self._known = {role for page in self._pages.values() for role in page.roles or ()}

    def search(
        self, question: str, lang: str, roles: Collection[str], top: int
    ) -> tuple[Found, ...]:
        """The best chunks that an asker with `roles` may see."""
        mine = self._roles(roles)
        if mine is None:
            return ()
        return self._retriever.search(question, roles=mine, top=top, lang=lang)

    def page(self, id: str, roles: Collection[str]) -> ContextDocument | None:
        """A page, for who may see it; None for others, and where there is none."""
        page, mine = self._pages.get(id), self._roles(roles)
        return None if page is None or mine is None or not permitted(page, mine) else page

    def _roles(self, roles: Collection[str]) -> tuple[str, ...] | None:
        """Those that a page names; None of who has only roles that the desk does not know. A role
        of the desk that no page names sees what is for everybody."""
        if roles and ROLES.isdisjoint(roles):
            return None
        return tuple(sorted(self._known.intersection(roles)))


def cut(pages: Sequence[ContextDocument]) -> HelpPages:
    """Pages of one language, cut into chunks."""
    return HelpPages(pages, Finder(each for page in pages for each in chunks(page)))


def read(folder: str | None) -> dict[str, HelpPages]:
    """The help centre of a folder of `truthscore index --chunks`, whose pages in no language stand
    with each, and all where a language has none; None: examples/help. Raises InputError."""
    if folder is None:
        return own()
    every, cuts = kept.read(folder)
    if not cuts:
        raise InputError(f"{folder}: no pages with a word; expected some: index again")
    made = {}
    for lang in LANGUAGES:
        mine = [page for page in every.values() if page.lang in (lang, None)]
        pages = {page.id: page for page in mine or every.values()}
        searched = Finder(each for each in cuts if each.origin in pages)
        made[lang] = HelpPages(pages.values(), searched)
    return made


def own() -> dict[str, HelpPages]:
    """examples/help in each language."""
    return {lang: cut([*map(_own, sorted((HELP / lang).glob("*.md")))]) for lang in LANGUAGES}


def _own(path: Path) -> ContextDocument:
    text, lang = normalise(path.read_text(encoding="utf-8")), path.parent.name
    only = WHO["only"].get(path.stem)
    return ContextDocument(
        id=f"{lang}/{path.stem}", title=text.splitlines()[0].removeprefix("# "), text=text,
        roles=None if only is None else tuple(only), lang=lang,
    )  # fmt: skip
