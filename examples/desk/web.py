"""The page for agents, and the help pages that citations lead to; no script or style but ours."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any

import jinja2
from fastapi import FastAPI, Header, HTTPException, Query, Request
from fastapi.responses import HTMLResponse, Response

from examples.desk.help_pages import LANGUAGES
from examples.desk.loop import Desk
from examples.desk.wording import WORDING
from truthscore.rate.door import HEADERS
from truthscore.rate.views import bold, lines

HERE = Path(__file__).parent
#: Files of the page: name and media type.
FILES = {"desk.js": "text/javascript", "desk.css": "text/css"}


def add(app: FastAPI, desk: Desk, *, demo: bool) -> None:
    """Serve the page. `demo`: everybody may choose who they are, so never where others come."""
    if demo:
        print("DESK_DEMO: everybody may be anybody here", file=sys.stderr)
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE), autoescape=True, trim_blocks=True,
        lstrip_blocks=True, undefined=jinja2.StrictUndefined,
    )  # fmt: skip
    templates.filters["bold"] = bold

    def page(name: str, lang: str, **values: Any) -> HTMLResponse:
        words = WORDING["page"][lang]
        return HTMLResponse(
            templates.get_template(name).render(w=words, lang=lang, demo=demo, **values)
        )

    @app.middleware("http")
    async def guarded(
        request: Request, answer: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        made = await answer(request)
        if request.url.path not in (app.docs_url, app.redoc_url):  # theirs has a script of its own
            for header, value in HEADERS:
                made.headers[header.decode()] = value.decode()
        return made

    @app.get("/")
    def agents(request: Request, lang: str | None = None) -> HTMLResponse:
        """The page for agents."""
        shown = _language(request, lang)
        told = {**WORDING["page"][shown], "lang": shown}
        people = desk.store.people() if demo else []
        return page(
            "desk.html.jinja", shown, words=json.dumps(told), people=people, languages=LANGUAGES
        )

    @app.get("/desk.{kind}")
    def file(kind: str) -> Response:
        """The script and the style of the page."""
        name = f"desk.{kind}"
        if name not in FILES:
            raise HTTPException(404, "there is no such file")
        return Response((HERE / name).read_text(encoding="utf-8"), media_type=FILES[name])

    @app.get("/pages/{page_id:path}")
    def help_page(
        request: Request, page_id: str, x_employee: Annotated[str | None, Header()] = None,
        start: Annotated[int, Query(ge=0)] = 0, end: Annotated[int, Query(ge=0)] = 0,
        part: bool = False, lang: str | None = None, who: str | None = None,
    ) -> HTMLResponse:  # fmt: skip
        """A help page, for who may see it, with the characters `start` to `end` marked. `part`: the
        page alone, as it stands beside an answer. `who`: of a demo, for a link has no header."""
        actor = desk.store.actor(x_employee or (who if demo else None))
        found = desk.page(page_id, () if actor is None else actor.roles)
        if found is None:
            raise HTTPException(404, "there is no such page, or you may not see it")
        return page(
            "page.html.jinja", _language(request, lang or found.lang), part=part, page=found,
            rows=list(lines(found.text, (start, end))),
        )  # fmt: skip


def _language(request: Request, asked: str | None) -> str:
    """The language that is asked for, else the browser's first that the page has."""
    wanted = [asked or "", *request.headers.get("accept-language", "").lower().split(",")]
    codes = [each.strip()[:2] for each in wanted]
    return next((each for each in codes if each in LANGUAGES), LANGUAGES[-1])
