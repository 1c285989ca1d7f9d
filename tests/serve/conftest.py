"""A service in this process: the real application under httpx's ASGI transport."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("prometheus_client")
httpx = pytest.importorskip("httpx")

from truthscore.profile import Serve  # noqa: E402
from truthscore.scorer import TruthScorer  # noqa: E402
from truthscore.serve.app import application  # noqa: E402
from truthscore.serve.tokens import SCOPES, Token, Tokens  # noqa: E402

TOKEN = "a-token-of-enough-characters"


def held(*secrets: str, scopes: tuple[str, ...] = SCOPES) -> Tokens:
    """Tokens that may do everything, or what `scopes` say."""
    return Tokens(
        tuple(Token(name=each, scopes=frozenset(scopes), secret=each) for each in secrets)
    )


class Service:
    """Requests against an application; each call is a request of its own."""

    def __init__(self, app: Any, headers: dict[str, str]) -> None:
        self.app = app
        self.headers = headers

    def __call__(self, method: str, path: str, **more: Any) -> Any:
        async def ask() -> Any:
            transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(
                transport=transport, base_url="http://localhost"
            ) as client:
                headers = {**self.headers, **more.pop("headers", {})}
                return await client.request(method, path, headers=headers, **more)

        return asyncio.run(ask())


Start = Callable[..., Service]


@pytest.fixture(scope="session")
def warm(grounded: TruthScorer) -> TruthScorer:
    """A scorer as the service has it once it has started."""
    grounded.warm_up()
    return grounded


@pytest.fixture
def start(warm: TruthScorer, tmp_path: Path) -> Start:
    """Starts a service; keyword arguments change the limits of a request."""

    def begin(
        *,
        tokens: tuple[str, ...] | Tokens = (),
        headers: dict[str, str] | None = None,
        max_requests: int | None = None,
        require_roles: bool = False,
        **limits: Any,
    ) -> Service:
        profile = warm.profile
        settings = Serve.model_validate({**profile.serve.model_dump(), **limits})
        scorer = warm.under(profile.model_copy(update={"serve": settings}))
        app = application(
            scorer,
            tmp_path,
            tokens if isinstance(tokens, Tokens) else held(*tokens),
            max_requests=max_requests,
            require_roles=require_roles,
        )
        return Service(app, headers or {})

    return begin


@pytest.fixture
def service(start: Start) -> Service:
    return start()
