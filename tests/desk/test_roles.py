"""No page reaches an answer, its citation, its reason or its score without the role for it."""

from __future__ import annotations

import random
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("fastapi")

from examples.desk.app import _told
from examples.desk.data import Store
from examples.desk.help_pages import HelpPages, cut
from examples.desk.loop import Answer, Desk
from examples.desk.models import Asked, Extractive, Reply
from truthscore import Guardrail
from truthscore.guard.operation import Actor
from truthscore.types import ContextDocument

SEED = 20_261_126
#: Questions asked of one help centre.
OF_ONE = 50
ROLES = (None, None, (), ("lead",), ("admin",), ("lead", "admin"), ("gardener",))
ASKERS = ((), ("employee",), ("lead",), ("admin",), ("gardener",), ("employee", "gardener"))
TOPICS = (
    "kluis", "lift", "garage", "kelder", "keuken", "printer", "balie", "archief", "zolder", "poort",
)  # fmt: skip


def centre(dice: random.Random) -> list[ContextDocument]:
    """Pages of one topic or two, each with a code that no other page has."""
    made = []
    for number in range(dice.randint(3, 8)):
        topic, other = dice.sample(TOPICS, 2)
        text = (
            f"# De {topic}\n\nDe code van de {topic} is {dice.randint(10_000, 99_999)}. "
            f"Vraag bij de {other} naar sleutel {number + 100}."
        )
        made.append(
            ContextDocument(
                id=f"p{number}", title=f"De {topic}", text=text, roles=dice.choice(ROLES), lang="nl"
            )
        )
    return made


def may_see(page: ContextDocument, roles: tuple[str, ...]) -> bool:
    """The rule, written a second time: gardeners are no role of the desk."""
    if set(roles) == {"gardener"}:
        return False
    return page.roles is None or bool(set(page.roles) & set(roles))


class Room:
    """A desk whose help centre and asker change; checks of the same texts are made once."""

    def __init__(self, folder: Path, guardrail: Guardrail) -> None:
        self.store = Store(f"sqlite:///{folder / 'desk.db'}")
        self.desk = Desk(self.store, Extractive(), guardrail, pages={"nl": cut([])})
        [citer] = self.desk.citers.values()
        self._check, self._known = citer.rail.check, dict[str, Any]()
        citer.rail.check = self._once  # type: ignore[method-assign]
        self.roles: tuple[str, ...] = ()
        self.store.actor = lambda _: Actor(id="W-101", roles=self.roles)  # type: ignore[method-assign]

    def _once(self, **given: Any) -> Any:
        key = repr(sorted(given.items()))
        if key not in self._known:
            self._known[key] = self._check(**given)
        return self._known[key]

    def ask(self, pages: HelpPages, roles: tuple[str, ...], question: str) -> Answer:
        self.roles, self.desk.pages = roles, {"nl": pages}
        return self.desk.ask(question, "nl", "W-101")


@pytest.fixture
def room(tmp_path: Path, guardrail: Guardrail) -> Room:
    return Room(tmp_path, guardrail)


def cases(count: int) -> list[tuple[list[ContextDocument], tuple[str, ...], str]]:
    dice = random.Random(SEED)
    made = []
    while len(made) < count:
        pages = centre(dice)
        for _ in range(OF_ONE):
            question = f"Wat is de code van de {dice.choice(pages).title.removeprefix('De ')}?"
            made.append((pages, dice.choice(ASKERS), question))
    return made[:count]


def code(page: ContextDocument) -> str:
    return page.text.split(" is ")[1].split(".")[0]


@pytest.mark.parametrize("count", [100, pytest.param(2_000, marks=pytest.mark.slow)])
def test_no_page_without_the_role_reaches_anything(room: Room, count: int) -> None:
    made: dict[int, HelpPages] = {}
    seen: dict[tuple[int, tuple[str, ...]], HelpPages] = {}
    sent = hidden_asked = reached = 0
    for pages, roles, question in cases(count):
        whole = made.setdefault(id(pages), cut(pages))
        visible = [page for page in pages if may_see(page, roles)]
        alone = seen.setdefault((id(pages), roles), cut(visible))
        given = room.ask(whole, roles, question)
        # what is hidden changes nothing: as if the desk had never had it
        assert replace(given, rule="") == replace(room.ask(alone, roles, question), rule="")
        codes = {code(page) for page in pages} - {code(page) for page in visible}
        hidden_asked += bool(codes)
        reached += any(each in str(asdict(given)) for each in codes)
        assert {each.page for each in given.citations} <= {page.id for page in visible}
        sent += given.status == "sent"
    assert reached == 0
    assert sent > count / 10
    assert hidden_asked > count / 2


class Knows:
    """A model that has read the hidden pages somewhere, and cites what it was given for them."""

    name = "knows"

    def __init__(self) -> None:
        self.said = ""

    def __call__(self, asked: Asked) -> Reply:
        return Reply(f"{self.said} [Document{asked.round}]")


def test_a_model_that_knows_a_hidden_page_cannot_tell_it(room: Room) -> None:
    room.desk.model = model = Knows()
    asked = 0
    for pages, roles, question in cases(30):
        for page in pages:
            if not may_see(page, roles):
                model.said = page.text.split("\n\n")[1].split(". ")[0] + "."
                given = room.ask(cut(pages), roles, question)
                assert code(page) not in str(_told(given))
                asked += 1
    assert asked > 30
