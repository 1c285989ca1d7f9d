from __future__ import annotations

import importlib.util
import json
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def module(path: str, name: str) -> ModuleType:
    """A script of the repository as a module."""
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


loopback = module("examples/translation/server.py", "translation_server")


@pytest.fixture(scope="session")
def memory() -> Any:
    return loopback.load(ROOT / "examples/translation/nl-en.jsonl")


@pytest.fixture
def serve() -> Iterator[Callable[..., Any]]:
    """Start loopback servers; they stop with the test."""
    started = []

    def start(translate: Callable[[str], str], **settings: Any) -> Any:
        server = loopback.Server(translate, **settings)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        started.append(server)
        return server

    yield start
    for server in started:
        server.shutdown()
        server.server_close()


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def run(args: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Exit code and what was said on standard error."""
    from truthscore.cli import main

    with pytest.raises(SystemExit) as stopped:
        main(args)
    return int(stopped.value.code or 0), capsys.readouterr().err
