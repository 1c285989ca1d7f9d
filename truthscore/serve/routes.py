"""The addresses for programs: checks and scores, what is registered, health and figures."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import json
from typing import Annotated, Any

from fastapi import Body, FastAPI, Path, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse

from truthscore.example import documents
from truthscore.serve import api_page
from truthscore.serve.logs import LOG
from truthscore.serve.openapi import problem, problems
from truthscore.serve.problem import Problem, forbidden
from truthscore.serve.schemas import (
    EXAMPLE_ROW,
    IDENTIFIER,
    PROFILE_NAME,
    BatchOut,
    CheckIn,
    DecisionOut,
    DocumentIn,
    DocumentOut,
    Health,
    OperationCheckIn,
    OperationOut,
    ProfileOut,
    ReportIn,
    ScoreBatch,
    ScoreOne,
    VerdictOut,
)
from truthscore.serve.service import Service, plain
from truthscore.serve.tokens import ADMIN, Token

Id = Annotated[str, Path(pattern=IDENTIFIER, examples=["verlof"])]
ProfileName = Annotated[str, Path(pattern=PROFILE_NAME, examples=["acme"])]

#: Addresses under which one service is asked for its page: its name, and a few more.
ADDRESSES = 16
#: Media types of a profile.
_TOML = ("application/toml", "text/plain")
_PROFILE_EXAMPLE = 'name = "acme"\nextends = "grounded"\n\n[decision]\nsend_from = 4.2\n'
_EXAMPLES: Any = {
    "one": {"summary": "One answer", "value": EXAMPLE_ROW},
    "batch": {"summary": "A batch", "value": {"rows": [EXAMPLE_ROW]}},
}


def token_of(request: Request) -> Token:
    """Who asks: the gate has looked."""
    found: Token = request.scope["state"]["token"]
    return found


def audit(request: Request, event: str, **more: Any) -> None:
    """One line for a change that lasts: what, by whose token, and a digest; never a text."""
    told = {"event": event, "token": token_of(request).name, **more}
    LOG.info("changed", extra={**told, "request_id": request.scope["state"]["request_id"]})


def add(app: FastAPI, service: Service) -> None:
    """Give the application these addresses."""

    @app.post("/v1/check", response_model=DecisionOut, responses=problems("check"))
    async def check(asked: CheckIn) -> Any:
        """Decide about one answer: allow, review or block."""
        return JSONResponse(await service.check(asked))

    @app.post("/v1/score", response_model=VerdictOut | BatchOut, responses=problems("check"))
    async def score(
        asked: Annotated[ScoreOne | ScoreBatch, Body(openapi_examples=_EXAMPLES)],
    ) -> Any:
        """Score one answer, or a batch of them."""
        return JSONResponse(await service.score(asked))

    @app.post("/v1/operations/check", response_model=OperationOut, responses=problems("operation"))
    async def check_operation(asked: OperationCheckIn) -> Any:
        """Decide about a proposed change: allow, review or block, before it is made."""
        return JSONResponse(await service.operation(asked))

    @app.post(
        "/v1/operations/report",
        response_model=OperationOut,
        responses=problems("operation"),
    )
    async def check_report(asked: ReportIn) -> Any:
        """Decide about a reply that tells what became of a change."""
        return JSONResponse(await service.report(asked))

    @app.put(
        "/v1/documents/{id}",
        response_model=DocumentOut,
        responses={
            201: {"model": DocumentOut, "description": "Registered"},
            **problems("put"),
        },
    )
    async def put_document(id: Id, document: DocumentIn, request: Request) -> Any:
        """Register a document, so that it is sent and parsed once; that is begun at once.

        To change the `roles` of one that is there takes the scope admin.
        """
        service.check_length(document.text)
        token, given = token_of(request), document.model_dump()
        new, roles_changed = await asyncio.to_thread(
            service.documents.put, id, given, may_change_roles=token.may(ADMIN)
        )
        digest = hashlib.sha256(json.dumps(given, sort_keys=True).encode()).hexdigest()
        audit(request, "document.put", document=id, digest=digest, roles_changed=roles_changed)
        service.read_ahead(documents([plain(document)]))
        return JSONResponse({"id": id, **document.model_dump()}, 201 if new else 200)

    @app.get("/v1/documents/{id}", response_model=DocumentOut, responses=problems("get"))
    async def get_document(id: Id, request: Request) -> Any:
        """A registered document; one with `roles` takes the scope admin."""
        found = service.documents.raw(id)
        if found is None:
            raise Problem("not_found", "no document is registered under this id")
        if found.get("roles") is not None and not token_of(request).may(ADMIN):
            raise forbidden(ADMIN)
        return JSONResponse({"id": id, **found})

    @app.delete("/v1/documents/{id}", status_code=204, responses=problems("get"))
    async def delete_document(id: Id, request: Request) -> Response:
        """Forget a registered document; one with `roles` takes the scope admin."""
        deleted = await asyncio.to_thread(
            service.documents.delete, id, may_change_roles=token_of(request).may(ADMIN)
        )
        if not deleted:
            raise Problem("not_found", "no document is registered under this id")
        audit(request, "document.delete", document=id)
        return Response(status_code=204)

    @app.put(
        "/v1/profiles/{name}",
        response_model=ProfileOut,
        responses={
            201: {"model": ProfileOut, "description": "Registered"},
            **problems("profile"),
        },
        openapi_extra={
            "requestBody": {
                "required": True,
                "content": {
                    kind: {"schema": {"type": "string"}, "example": _PROFILE_EXAMPLE}
                    for kind in _TOML
                },
            }
        },
    )  # fmt: skip
    async def put_profile(name: ProfileName, request: Request) -> Any:
        """Register a profile (TOML) that extends one that ships with the service."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind not in _TOML:
            raise Problem("media_type", f"a profile is sent as {' or '.join(_TOML)}")
        try:
            toml = (await request.body()).decode("utf-8")
        except UnicodeDecodeError:
            raise Problem("malformed", "the body is not UTF-8") from None
        profile, new = await service.in_thread(lambda: service.guardrails.put(name, toml))
        audit(request, "profile.put", profile=name, digest=profile.digest)
        return JSONResponse({"name": name, "digest": profile.digest}, 201 if new else 200)

    @app.get("/healthz", response_model=Health)
    async def healthz() -> Any:
        """Whether the process lives."""
        return JSONResponse({"status": "ok"})

    @app.get("/readyz", response_model=Health, responses=problem("busy"))
    async def readyz() -> Any:
        """Whether it can do its work: the pipelines are loaded and the folder can be written."""
        if not await asyncio.to_thread(service.writable):
            raise Problem("busy", "the service cannot write to its folder")
        return JSONResponse({"status": "ok"})

    @functools.lru_cache(maxsize=ADDRESSES)
    def page(base: str) -> tuple[str, str]:
        return api_page.html(app.openapi(), base)

    @app.get("/docs", include_in_schema=False)
    async def docs(request: Request) -> HTMLResponse:
        """All of this as a page to read, with the address it was asked for."""
        secure = request.headers.get("x-forwarded-proto") == "https"  # shown, and believed no more
        scheme = "https" if secure else request.url.scheme
        made, policy = page(f"{scheme}://{request.headers.get('host', '')}")
        return HTMLResponse(made, headers={"Content-Security-Policy": policy})

    @app.get(
        "/metrics",
        response_class=Response,
        responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    )
    async def metrics() -> Response:
        """Counts and times of all workers, for Prometheus."""
        text, kind = await asyncio.to_thread(service.metrics.text)
        return Response(text, media_type=kind)
