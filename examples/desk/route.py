"""The two-level classifier: operation, basic information or guide; what is unclear is a guide.

The rules are in `route.toml`; beside them stands truthscore's message type, which keeps errors and
questions for instructions with the guides. `python -m examples.desk.route [FILE]` prints how many
are right.
"""

from __future__ import annotations

import functools
import json
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import regex

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
    change = _hit("change", question, lang)
    on = _hit("value", question, lang) or _hit("object", question, lang)
    if change and on and not _hit("asking", question, lang):
        return Route("operation", change)
    ruled = _hit("ruled", question, lang)
    mine = _hit("mine", question, lang) and _hit("field", question, lang)
    state = _hit("state", question, lang) and _hit("record", question, lang)
    if (mine or state) and not ruled:
        return Route("basic", mine or state)
    kind = detect(question, language.load(lang), _grounded()).type
    return Route("guide", ruled or (f"type {kind}" if kind in OF_A_GUIDE else "unclear"))


@functools.cache
def _grounded() -> profile.Profile:
    return profile.load("grounded")


def _hit(rule: str, question: str, lang: str) -> str:
    """The first pattern of a rule that a question has."""
    for pattern in RULES[lang][rule]:
        if regex.search(pattern, question, regex.IGNORECASE):
            return str(pattern)
    return ""


def main() -> None:
    """Right of all, for each half, language and route; only the half "count" is a measurement."""
    questions = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "questions.jsonl"
    rows = [json.loads(line) for line in questions.open(encoding="utf-8")]
    for half in ("tune", "count"):
        for lang in ("nl", "en"):
            for name in ROUTES:
                of = [r for r in rows if (r["half"], r["lang"], r["route"]) == (half, lang, name)]
                right = len([r for r in of if route(r["question"], lang).name == name])
                if of:
                    print(f"{half}\t{lang}\t{name}\t{right}/{len(of)}")


if __name__ == "__main__":
    main()
