"""The two-level classifier: operation, basic information or guide; what is unclear is a guide.

The rules are in `route.toml`; beside them stands truthscore's message type, which keeps errors and
questions for instructions with the guides. `python -m examples.desk.route` prints the accuracy.
"""

from __future__ import annotations

import functools
import json
import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from truthscore import language, profile
from truthscore.detect import detect

HERE = Path(__file__).parent
RULES = tomllib.loads((HERE / "route.toml").read_text(encoding="utf-8"))
ROUTES = ("basic", "guide", "operation")
#: Message types that only a guide answers.
OF_A_GUIDE = frozenset({"error", "instruction", "reasoning"})
#: Rounds of basic information that may fail before the guides are tried.
TRIES = 2


@dataclass(frozen=True)
class Route:
    """Where a question goes, and the rule that said so."""

    name: str
    rule: str


def route(question: str, lang: str, failed: Sequence[str] = ()) -> Route:
    """The route of a question. `failed`: routes of the rounds that did not pass: after two of
    basic information it is a guide. A failure never leads to an operation, nor away from one: a
    sentence of a guide is no reply to an instruction."""
    if list(failed).count("basic") >= TRIES:
        return Route("guide", "feedback")
    if not question.strip() or len(question) > RULES["longest"]:
        return Route("guide", "length")
    asking = _hit("asking", question, lang)
    instructed = _hit("instruction", question, lang) and _hit("object", question, lang)
    if instructed and not asking:
        return Route("operation", instructed)
    kind = detect(question, language.load(lang), _grounded()).type
    if kind in OF_A_GUIDE:
        return Route("guide", f"type {kind}")
    about_me = _hit("mine", question, lang) and _hit("field", question, lang)
    return Route("basic", about_me) if about_me else Route("guide", "unclear")


@functools.cache
def _grounded() -> profile.Profile:
    return profile.load("grounded")


def _hit(rule: str, question: str, lang: str) -> str:
    """The first pattern of a rule that a question has."""
    for pattern in RULES[lang][rule]:
        if re.search(pattern, question, re.IGNORECASE):
            return str(pattern)
    return ""


def main() -> None:
    """Right of all, for each half, language and route; only the half "count" is a measurement."""
    rows = [json.loads(line) for line in (HERE / "questions.jsonl").open(encoding="utf-8")]
    for half in ("tune", "count"):
        for lang in ("nl", "en"):
            for name in ROUTES:
                of = [r for r in rows if (r["half"], r["lang"], r["route"]) == (half, lang, name)]
                right = len([r for r in of if route(r["question"], lang).name == name])
                print(f"{half}\t{lang}\t{name}\t{right}/{len(of)}")


if __name__ == "__main__":
    main()
