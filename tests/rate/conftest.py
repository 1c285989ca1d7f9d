"""A desk in this process, under httpx's ASGI transport: no scorer, opinions that a test gives."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from truthscore.rate import items as rated
from truthscore.rate.items import Items
from truthscore.rate.store import Store
from truthscore.types import ContextDocument, Example

ORIGIN = "http://127.0.0.1:8090"


def made(count: int, *, pages: int | None = None) -> Items:
    """Answers a0, a1, ...; `pages`: how many help pages they share, None: each its own."""
    return rated.of(
        Example(
            id=f"a{n}",
            question=f"Vraag {n}: hoe groot mag een bijlage zijn?",
            answer=f"Een bijlage mag {n + 5} MB zijn. Kies **Opslaan** als u klaar bent.",
            context=(
                ContextDocument(
                    id=f"p{n if pages is None else n % pages}",
                    title="Bijlagen",
                    text="# Bijlagen\n\nEen bijlage mag 10 MB zijn.\n\n1. Kies Opslaan.",
                ),
            ),
            lang="nl",
        )
        for n in range(count)
    )


def jsonl(path: Path, items: Items) -> Path:
    """A file of answers."""
    lines = [
        {
            "id": item.id, "question": item.example.question, "answer": item.example.answer,
            "context": [
                {"id": page.id, "title": page.title, "text": page.text}
                for page in item.example.context
            ],
            "lang": item.example.lang,
        }
        for item in items.values()
    ]  # fmt: skip
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def opinion(score: float, *told: str, passage: Any = ("p0", 12, 39)) -> str:
    """What the machine says of an answer, as it is kept."""
    return json.dumps(
        {
            "score": score, "reason": None, "override": None, "action": "block", "told": told,
            "lang": "nl", "passage": passage,
        }
    )  # fmt: skip


class Asking:
    """Requests against a desk, as a browser on this machine sends them."""

    def __init__(self, app: Any) -> None:
        self._app = app
        self.said: list[str] = []
        self._tokens = 0

    def __call__(self, method: str, path: str, **more: Any) -> Any:
        import httpx

        async def ask() -> Any:
            async with httpx.AsyncClient(
                transport=httpx.ASGITransport(app=self._app), base_url=ORIGIN
            ) as client:
                headers = {"origin": ORIGIN, **more.pop("headers", {})}
                return await client.request(method, path, headers=headers, **more)

        answer = asyncio.run(ask())
        self.said.append(answer.text)
        return answer

    def save(self, rater: str, item: rated.Item, truth: int | None, **more: Any) -> Any:
        self._tokens += 1
        body: Mapping[str, Any] = {
            "rater": rater, "item": item.id, "digest": item.digest, "truth": truth,
            "cannot": truth is None, "token": f"token-{self._tokens:04}", **more,
        }  # fmt: skip
        return self("POST", "/save", json=body)

    def undo(self, rater: str) -> Any:
        self._tokens += 1
        return self("POST", "/undo", json={"rater": rater, "token": f"token-{self._tokens:04}"})


Start = Callable[..., Asking]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Starts a desk over `items`; keyword arguments are those of a `Desk`."""
    pytest.importorskip("fastapi")
    pytest.importorskip("httpx")
    from truthscore.rate import rubric
    from truthscore.rate.app import application
    from truthscore.rate.desk import Desk
    from truthscore.rate.opinion import Opinions

    def begin(
        items: Items,
        *,
        opinions: Mapping[str, str] | None = None,
        db: str = "r.sqlite",
        **more: Any,
    ) -> Asking:
        store = Store(tmp_path / db, items)
        for id_, data in (opinions or {}).items():
            store.keep_opinion(items[id_].digest, "s", data)
        desk = Desk(
            items=items,
            store=store,
            opinions=Opinions(items, store, None),
            rubric=rubric.load(),
            **{"overlap": 1.0, **more},
        )
        return Asking(application(desk))

    return begin
