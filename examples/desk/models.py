"""Where answers come from: any OpenAI-compatible endpoint, or one of three stand-ins for it.

A stand-in is no language model. `extractive` copies, `faulty` lies on purpose and `replay` repeats
what was recorded; the name of what answered stands in every line that the desk gives.
"""

from __future__ import annotations

import json
import math
import os
import re
import tomllib
import urllib.request
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from examples.desk import prompts, reading
from examples.desk.wording import WORDING
from truthscore.guard.operation import Actor, Operation
from truthscore.no_redirect import open_url

HERE = Path(__file__).parent
#: Seconds that a model may take.
TIMEOUT = 60.0
#: Share of a question's words, weighed by how rare they are, that a copied sentence must have.
ENOUGH = 0.35
_WORD = re.compile(r"[^\W_]{3,}")
#: What a line begins with that no reader is told: of a quote, a step or an item.
_SIGNS = re.compile(r"^\s*(?:>\s*)*(?:\d+\.\s+|[-*]\s+)?")
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]")


@dataclass(frozen=True)
class Asked:
    """What a model gets: `documents` are the pages or the record of the route."""

    question: str
    lang: str
    route: str
    documents: Sequence[Mapping[str, Any]]
    actor: Actor | None
    feedback: str | None = None
    round: int = 1


@dataclass(frozen=True)
class Reply:
    """An answer, or a call with or without one: the desk tells of a call itself."""

    answer: str = ""
    operation: Operation | None = None


class Model(Protocol):
    """Whatever answers. `name` stands in every output."""

    name: str

    def __call__(self, asked: Asked) -> Reply: ...  # noqa: D102


class Endpoint:
    """Asks `{url}/chat/completions`; the guardrail is what keeps its answers honest."""

    def __init__(self, url: str, model: str, key: str = "") -> None:
        self.name = model or "endpoint"
        self._url, self._model, self._key = url.rstrip("/"), model, key

    def __call__(self, asked: Asked) -> Reply:
        """One answer. Raises OSError, KeyError or ValueError when the endpoint does not give it."""
        if asked.route == "operation":
            told = prompts.proposer(asked.question, asked.lang, asked.actor, asked.feedback)
        else:
            told = prompts.reader(asked.question, asked.lang, asked.documents, asked.feedback)
        said = self._post({"model": self._model, "messages": told})
        return _read(said) if asked.route == "operation" else Reply(said)

    def _post(self, body: dict[str, object]) -> str:
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = urllib.request.Request(
            f"{self._url}/chat/completions", json.dumps(body).encode(), headers
        )
        with open_url(request, TIMEOUT) as response:
            made = json.load(response)
        return str(made["choices"][0]["message"]["content"])


def _read(said: str) -> Reply:
    """The call in a text; without a readable one it is an answer."""
    found = re.search(r"\{.*\}", said, re.DOTALL)
    try:
        made = json.loads(found.group() if found else "")
        return Reply(operation=Operation(name=str(made["call"]), args=dict(made["args"])))
    except (ValueError, KeyError, TypeError):
        return Reply(said)


class Extractive:
    """Copies the best sentences of the pages, or fields of the record, with where they stand; takes
    a call's arguments from the question; declines where it finds nothing."""

    name = "extractive"

    def __call__(self, asked: Asked) -> Reply:
        """What it copied, or that it found nothing."""
        if asked.route == "operation":
            made = reading.proposal(asked.question, asked.actor, asked.lang)
            return Reply(operation=made) if made else Reply(WORDING[asked.lang]["declined"])
        copied = _fields if asked.route == "basic" else _sentences
        return Reply(copied(asked) or WORDING[asked.lang]["declined"])


def _fields(asked: Asked) -> str:
    """The field of the record whose label shares most with the question."""
    wanted = set(_words(asked.question))
    best, said = 0.0, ""
    for each in (one for doc in asked.documents for one in doc.get("fields", {}).values()):
        label = each["labels"][asked.lang][0]
        shared = len(wanted & set(_words(label))) / len(_words(label))
        if shared > best and not each.get("hidden"):
            best, said = shared, WORDING[asked.lang]["field"].format(label, each["value"])
    return said


def _sentences(asked: Asked) -> str:
    """The sentence of the pages that has most of the question's rare words, and the one behind."""
    lines = [
        (number, one.strip())
        for number, doc in enumerate(asked.documents, 1)
        for line in str(doc.get("text", "")).splitlines()
        if not line.startswith(("#", "|")) and "](" not in line
        for one in _SENTENCE.findall(_SIGNS.sub("", line))
    ]
    spread = Counter(word for _, line in lines for word in set(_words(line)))
    wanted = set(_words(asked.question))

    def weight(words: set[str]) -> float:
        return math.fsum(math.log(1 + len(lines) / (1 + spread[word])) for word in sorted(words))

    ranked = [weight(wanted & set(_words(line))) for _, line in lines]
    if not ranked or max(ranked) < ENOUGH * weight(wanted):
        return ""
    best = ranked.index(max(ranked))
    number, said = lines[best]
    return f"{said} [Document{number}]"


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


@dataclass
class Replay:
    """Says what was recorded: the first try, and the last one when it gets feedback. `[?]` cites
    the document of the recorded page that has most of the words."""

    path: Path = HERE / "replay.toml"
    name: str = "replay"
    answers: dict[str, dict[str, Any]] = field(init=False)

    def __post_init__(self) -> None:
        written = tomllib.loads(self.path.read_text(encoding="utf-8"))["answer"]
        self.answers = {each["question"]: each for each in written}

    def __call__(self, asked: Asked) -> Reply:
        """What was recorded for the question, or that it found nothing."""
        recorded = self.answers.get(asked.question.strip())
        if recorded is None:
            return Reply(WORDING[asked.lang]["declined"])
        said = recorded["tries"][0 if asked.feedback is None else -1]
        words = set(_words(said))
        of_page = [each for each in asked.documents if each["title"] == recorded["page"]]
        best = max(of_page, key=lambda each: len(words & set(_words(each["text"]))), default={})
        return Reply(said.replace("[?]", f"[{best.get('id', '')}]"))


def from_environment() -> Model:
    """The endpoint in LLM_URL, LLM_MODEL and LLM_KEY; without it the stand-in in DESK_MODEL:
    "extractive", "replay", or "faulty(1)". Raises ValueError for another name."""
    if url := os.environ.get("LLM_URL"):
        return Endpoint(url, os.environ.get("LLM_MODEL", ""), os.environ.get("LLM_KEY", ""))
    name = os.environ.get("DESK_MODEL", Extractive.name)
    if seed := re.fullmatch(r"faulty\((\d+)\)", name):
        from examples.desk.faulty import Faulty  # it is made of the others

        return Faulty(int(seed[1]))
    if name not in ("extractive", "replay"):
        raise ValueError(
            f"DESK_MODEL is {name!r}; expected extractive, replay or faulty(NUMBER); for a "
            "language model set LLM_URL"
        )
    return Replay() if name == "replay" else Extractive()
