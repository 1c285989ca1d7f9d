"""The OpenAPI document: which problems a route may answer with, and what opens it."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI

from truthscore.serve.gate import OPEN
from truthscore.serve.problem import KINDS, MEDIA_TYPE
from truthscore.serve.schemas import ProblemOut
from truthscore.serve.tokens import SCOPES, Tokens, needed

#: What each kind of route may answer besides what it is for.
_KINDS = {
    "check": (
        "malformed", "slow", "not_found", "too_large", "invalid", "full", "busy", "over_time",
    ),
    "operation": ("malformed", "slow", "too_large", "invalid", "busy", "over_time"),
    "put": ("malformed", "slow", "too_large", "invalid", "full"),
    "get": ("not_found", "invalid"),
    "profile": (
        "malformed", "slow", "conflict", "too_large", "media_type", "invalid", "full", "busy",
        "over_time",
    ),
}  # fmt: skip


def problems(route: str) -> dict[int | str, dict[str, Any]]:
    """What a kind of route may answer besides what it is for, as FastAPI's `responses`."""
    return {status: told for kind in _KINDS[route] for status, told in problem(kind).items()}


def problem(kind: str) -> dict[int | str, dict[str, Any]]:
    """One of them."""
    status, title = KINDS[kind]
    return {status: {"description": title, "model": ProblemOut}}


def describe(app: FastAPI, tokens: Tokens) -> None:
    """OpenAPI: problems have their own media type, and every route may refuse or fail."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema:
            return app.openapi_schema
        schema = plain()
        reference = {"$ref": "#/components/schemas/ProblemOut"}
        for path, methods in schema["paths"].items():
            for operation in methods.values():
                responses = operation["responses"]
                always = ["internal"] if tokens.needed else ["internal", "host"]
                if path not in OPEN:
                    always.append("busy")
                if tokens.needed and path not in OPEN:
                    scopes = needed(path)
                    always += ["unauthorised", *(["forbidden"] if scopes else [])]
                    operation["security"] = [{"token": [scope]} for scope in scopes] or [
                        {"token": []}
                    ]
                if "400" not in responses:
                    always.append("header")
                for kind in always:
                    status, title = KINDS[kind]
                    responses[str(status)] = {"description": title, "content": {}}
                for status, response in responses.items():
                    if int(status) >= 400:
                        response["content"] = {MEDIA_TYPE: {"schema": reference}}
        schemas = schema["components"]["schemas"]
        for unused in ("HTTPValidationError", "ValidationError"):
            schemas.pop(unused, None)
        if tokens.needed:
            schema["components"]["securitySchemes"] = {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": f"Scopes of a token: {', '.join(SCOPES)}.",
                }
            }
        app.openapi_schema = schema
        return schema

    app.openapi = openapi  # type: ignore[method-assign]
