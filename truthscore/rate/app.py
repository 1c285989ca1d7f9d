"""The application: the pages on which people rate, and what their keys send.

A page that is asked for before an answer is rated is made of the answer, its pages and the rater's
own words; `shown` takes nothing else of what the machine or another rater said of it.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse, RedirectResponse

from truthscore.evaluate.reliability import reliability
from truthscore.rate import queue, views
from truthscore.rate.desk import Desk, Saved, Undone
from truthscore.rate.door import Door, Refused
from truthscore.rate.items import Item
from truthscore.rate.rubric import FOLDER
from truthscore.rate.store import Rating, State
from truthscore.text.markup import normalise

#: Why a rating is there that nobody was asked for here.
IMPORTED = "import"
#: Shared answers below which no figure of agreement is shown: it would tell what another gave.
FEW = 5

#: What of a rating that was taken back the page begins with.
DRAFT = ("truth", "relatedness", "completeness", "message_type", "untrue", "comment", "flag")


def application(desk: Desk) -> Door:
    """The service of a desk."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        told = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()]
        return PlainTextResponse("; ".join(told), status_code=422)

    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> Response:
        return PlainTextResponse(error.said, status_code=error.status)

    @app.exception_handler(sqlite3.Error)
    async def unsaved(_: Request, error: sqlite3.Error) -> Response:
        return PlainTextResponse(f"Could not be saved ({error}).", status_code=503)

    @app.get("/rate.js")
    def script() -> Response:
        return Response((FOLDER / "rate.js").read_bytes(), media_type="text/javascript")

    @app.get("/rate.css")
    def style() -> Response:
        return Response((FOLDER / "rate.css").read_bytes(), media_type="text/css")

    _rating(app, desk)
    _looking(app, desk)
    if desk.adjudicate:
        _deciding(app, desk)
    return Door(app)


def _rating(app: FastAPI, desk: Desk) -> None:
    @app.get("/")
    def start(request: Request) -> Response:
        if desk.rater is not None:
            return RedirectResponse("/rate")
        with desk.store.reading() as state:
            raters = sorted(state.history)
        return desk.page("start.html.jinja", request, raters=raters, rater="", here="start")

    @app.get("/rate")
    def rate(request: Request, rater: str | None = None) -> Response:
        name = desk.named(rater)
        return desk.page(
            "rate.html.jinja", request, rater=name, here="rate", **_current(desk, name)
        )

    @app.post("/save")
    def save(request: Request, said: Saved) -> Response:
        name = desk.named(said.rater)
        _save(desk, name, said)
        return desk.page("item.html.jinja", request, rater=name, **_current(desk, name))

    @app.post("/undo")
    def undo(request: Request, said: Undone) -> Response:
        name = desk.named(said.rater)
        with desk.store.writing() as state:
            if (name, said.token) not in state.tokens:
                if not state.history[name]:
                    raise Refused(409, "nothing_to_undo")
                last = state.history[name][-1]
                desk.store.add("undo", name, last.item, {"of": last.seq, "token": said.token})
        return desk.page("item.html.jinja", request, rater=name, **_current(desk, name))


def _save(desk: Desk, name: str, said: Saved) -> None:
    """Add a rating. Raises Refused where it has no stars, or was not asked for."""
    item = _item(desk, said)
    if (said.truth is None) == (not said.cannot):
        raise Refused(422, "truth_needed")
    with desk.store.writing() as state:
        if (name, said.token) in state.tokens:
            return
        asked = {each.item: each.reason for each in state.asked[name]}
        former = state.ratings.get(item.id, {}).get(name)
        reason = asked.get(item.id) or (former.reason if former else None)
        if reason is None:
            raise Refused(409, "You were not asked for this answer; reload the page.")
        data = said.model_dump(exclude={"rater", "item", "digest", "cannot"})
        desk.store.add(
            "rating",
            name,
            item.id,
            {
                **data,
                "reason": reason,
                "blind": (name, item.id) not in state.looked,
                "rubric": desk.rubric.digest,
            },
        )


def _current(desk: Desk, name: str) -> dict[str, Any]:
    """What the page of a rater shows: the answer they are asked for, and what they said last."""
    machine = desk.opinions.machine()
    with desk.store.reading() as state:
        asked = state.asked[name]
    if not asked:
        with desk.store.writing() as state:
            found = queue.next_item(desk.items, state, name, machine, overlap=desk.overlap)
            if found is not None and not state.asked[name]:
                desk.store.add("asked", name, found[0], {"reason": found[1]})
    with desk.store.reading() as state:
        asked = state.asked[name]
        item = desk.items[asked[-1].item] if asked else None
        history = state.history[name]
        last = history[-1] if history else None
        draft = state.taken_back.get((name, item.id)) if item else None
        left = len(queue.available(desk.items, state, name, machine, overlap=desk.overlap))
        done = len(history)
    return {
        "item": None if item is None else views.shown(item, desk.opinions.of(item)),
        "draft": None
        if draft is None
        else {
            **{name: getattr(draft, name) for name in DRAFT},
            "cannot": draft.truth is None,
        },
        "last": last,
        "done": done,
        "left": left,
    }


def _looking(app: FastAPI, desk: Desk) -> None:
    @app.get("/verdict")
    def verdict(request: Request, item: str, rater: str | None = None) -> Response:
        name = desk.named(rater)
        if item not in desk.items:
            raise Refused(404, "There is no such answer.")
        with desk.store.writing() as state:
            said = state.ratings.get(item, {}).get(name)
            if said is None:
                raise Refused(403, "The verdict is shown when you have saved your own.")
            if (name, item) not in state.looked:
                desk.store.add("looked", name, item, {})
        found = desk.opinions.of(desk.items[item])
        return desk.page("verdict.html.jinja", request, found=found, said=said)

    @app.get("/progress")
    def progress(request: Request, rater: str | None = None) -> Response:
        name = desk.named(rater) if rater or desk.rater else ""
        machine = desk.opinions.machine()
        with desk.store.reading() as state:
            names = sorted(state.history, key=str.casefold)
            raters = [_told(desk, state, each, machine) for each in names]
            rows = agreement_rows(state)
            stale = state.stale
            given = [len(state.stars(id_)) for id_ in desk.items]
            apart = len(_open(desk, state)) if desk.adjudicate else None
            decided = len(state.decisions)
        agreed = reliability(rows)
        return desk.page(
            "progress.html.jinja",
            request,
            rater=name,
            here="progress",
            raters=raters,
            total=len(desk.items),
            covered=sum(n > 0 for n in given),
            shared=sum(n > 1 for n in given),
            apart=apart,
            decided=decided,
            agreed=agreed if agreed is not None and agreed.alpha.n >= FEW else None,
            few=FEW,
            stale=stale,
            reasons=[
                each
                for each in (*queue.REASONS, IMPORTED)
                if each != IMPORTED or any(rater["reasons"][each] for rater in raters)
            ],
        )


def _told(desk: Desk, state: State, name: str, machine: queue.Machine) -> dict[str, Any]:
    history = state.history[name]
    return {
        "name": name,
        "rated": sum(each.truth is not None for each in history),
        "cannot": sum(each.truth is None for each in history),
        "flagged": sum(each.flag for each in history),
        "left": len(queue.available(desk.items, state, name, machine, overlap=desk.overlap)),
        "reasons": Counter(each.reason for each in history),
    }


def agreement_rows(state: State) -> list[Mapping[str, float]]:
    """Stars for truth by rater, of each item: blind ones, and none that were asked for because
    somebody disagreed, which would count disagreement twice."""
    return [
        {
            name: said.truth
            for name, said in given.items()
            if said.truth is not None and said.blind and said.reason != queue.DISAGREED
        }
        for given in state.ratings.values()
    ]


def _deciding(app: FastAPI, desk: Desk) -> None:
    @app.get("/adjudicate")
    def adjudicate(request: Request, rater: str | None = None) -> Response:
        name = desk.named(rater)
        return desk.page(
            "rate.html.jinja", request, rater=name, here="adjudicate", **_disputed(desk, name)
        )

    @app.post("/decide")
    def decide(request: Request, said: Saved) -> Response:
        name = desk.named(said.rater)
        item = _item(desk, said)
        if said.truth is None:
            raise Refused(422, "truth_needed")
        with desk.store.writing() as state:
            if (name, said.token) not in state.tokens:
                data = said.model_dump(exclude={"rater", "item", "digest", "cannot"})
                desk.store.add("decision", name, item.id, {**data, "rubric": desk.rubric.digest})
        return desk.page("item.html.jinja", request, rater=name, **_disputed(desk, name))

    @app.post("/undo_decision")
    def undo(request: Request, said: Undone) -> Response:
        name = desk.named(said.rater)
        with desk.store.writing() as state:
            if (name, said.token) not in state.tokens:
                if not state.decided[name]:
                    raise Refused(409, "nothing_to_undo")
                last = state.decided[name][-1]
                desk.store.add("undo_decision", name, last.item, {"token": said.token})
        return desk.page("item.html.jinja", request, rater=name, **_disputed(desk, name))


def _disputed(desk: Desk, name: str) -> dict[str, Any]:
    """The next answer on which raters are apart and nobody has decided."""
    with desk.store.reading() as state:
        open_ = _open(desk, state)
        item = desk.items[open_[0]] if open_ else None
        theirs = sorted(state.ratings[item.id].items()) if item else []
        done = state.decided[name]
    return {
        "item": None if item is None else views.shown(item, desk.opinions.of(item)),
        "draft": None,
        "last": done[-1] if done else None,
        "done": len(done),
        "left": len(open_),
        "theirs": [(who, said, _marked(item, said)) for who, said in theirs] if item else [],
    }


def _open(desk: Desk, state: State) -> list[str]:
    """The answers on which raters are apart and nobody has decided."""
    return [
        id_
        for id_ in desk.items
        if id_ not in state.decisions and queue.disagree(state.stars(id_).values())
    ]


def _marked(item: Item, said: Rating) -> list[str]:
    """The sentences that a rater marked."""
    answer = normalise(item.example.answer)
    return [answer[start:end] for start, end in said.untrue]


def _item(desk: Desk, said: Saved) -> Item:
    """The answer that somebody rated. Raises Refused where it is not what they saw."""
    item = desk.items.get(said.item)
    if item is None or item.digest != said.digest:
        raise Refused(409, "The answer has changed since it was shown; reload the page.")
    return item
