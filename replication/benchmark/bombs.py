"""Inputs that are made to be slow or large: time and memory of one check of each.

    python -m replication.benchmark.bombs [--profile grounded] [--characters 499000] [--seconds 300]

Each token is repeated until it fills so many characters, and stands in the question, the answer or
the page of an otherwise harmless check, as far as the profile's limits let it. A check runs in a
process of its own (a fork of one that has loaded the profile), which is ended when it uses more
than `--seconds` of processor time. Printed per place and token: what the check came to, processor
seconds, and the most memory that the process had. The last line tells the worst of both.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections.abc import Iterator, Mapping
from typing import Any

from truthscore import TruthScorer

QUESTION = "Hoe vraag ik verlof aan?"
ANSWER = "U vraagt verlof aan met de knop **Aanvragen**. Uw teamleider keurt de aanvraag goed."
PAGE = "# Verlof\n\nKlik op het Urenbord op de knop **Aanvragen**. Uw teamleider keurt die goed."
PLACES = ("question", "answer", "page")
#: All signs of ASCII, and some of Unicode: quotes, dashes, marks, pictures, what is not seen.
SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~…•–—“”‘’«»€§°²·†™→❤😀\u200b\u0301\u00a0\t"
TOKENS = (
    "<div>", "<b>a</b> ", "[1]", "[a](b) ", "![a](b) ", "](", "**a", "**a** ", "__a__ ", "`a` ",
    "&amp;", "&#110;", '"a" ', "|a", "|a|b|\n", "(a", "[[", "{{a}} ", "\n", "\n\n", " ", "9", "12 ",
    "1,5 ", "9:00 ", "1-1-2020 ", "a", "a ", "A. ", "aB", "Aa ", "a_b ", "a-b", ", a", "e.g. ",
    "- a\n", "1. a\n", "# a\n", "> ", "```\n", "a\n", "https://a.b/ ", "a@b.nl ", "ERR-1 ",
    "A / ", "klik op ", "Klik **A** ", "niet ", "Ja. ", "en of ", "a\u0301\u0323", "\u0301\u0323",
    '![" ', 'title="', "\\text{a}",
    "~~a~~ ", "<!-- a", "<s>a</s> ", "<i hidden>", "a\u0336",
)  # fmt: skip


def filled(token: str, characters: int) -> str:
    """`token` again and again, `characters` long."""
    return (token * (characters // len(token) + 1))[:characters]


def counted(characters: int) -> str:
    """Words of which no two are the same, so that nothing is parsed once for many."""
    words = (f"woord{number} " for number in range(characters // 6))
    return "".join(words)[:characters]


def asked(place: str, text: str) -> Mapping[str, Any]:
    """A harmless check with `text` at one of its places."""
    call = {"question": QUESTION, "answer": ANSWER, "page": PAGE}
    call[place] = f"{call[place]} {text}"
    return {"question": call["question"], "answer": call["answer"], "context": [call["page"]]}


def bombs(characters: int) -> Iterator[tuple[str, str]]:
    """The name and text of each: the tokens, and some that are no repetition."""
    for token in dict.fromkeys((*SIGNS, *TOKENS)):
        yield repr(token), filled(token, characters)
    yield "different words", counted(characters)
    yield "different lines", counted(characters).replace(" ", "\n")
    yield "different signs", "".join(chr(0xE000 + each % 6400) for each in range(characters))
    yield "a long word", "".join(chr(97 + each * 7 % 26) for each in range(characters))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--profile", default="grounded")
    parser.add_argument("--characters", type=int, default=499_000)
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--places", default="answer,page")
    args = parser.parse_args()
    scorer = TruthScorer.load(args.profile)
    limits = scorer.profile.limits
    most = {
        "question": limits.max_question_chars,
        "answer": limits.max_answer_chars,
        "page": limits.max_context_chars,
    }
    scorer.score(**asked("page", "a"))
    worst = {"seconds": (0.0, ""), "MB": (0.0, "")}
    for place in args.places.split(","):
        room = min(args.characters, most[place] - 200)
        for name, text in bombs(room):
            told, seconds, megabytes = measured(scorer, asked(place, text), args.seconds)
            print(f"{place:8} {name:18} {told:22} {seconds:7.1f} s {megabytes:6.0f} MB", flush=True)
            worst["seconds"] = max(worst["seconds"], (seconds, f"{place} {name}"))
            worst["MB"] = max(worst["MB"], (megabytes, f"{place} {name}"))
    print("; ".join(f"most {unit}: {value:.1f} ({what})" for unit, (value, what) in worst.items()))


def measured(
    scorer: TruthScorer, call: Mapping[str, Any], seconds: int
) -> tuple[str, float, float]:
    """What one check came to in a process of its own, its processor seconds and its megabytes."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        before = time.process_time()
        try:
            verdict = scorer.score(lang="nl", **call)
            told = verdict.reason or verdict.status
        except Exception as error:
            told = type(error).__name__
        os.write(write, f"{time.process_time() - before} {told}".encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as answer:
        spent, _, told = answer.read().partition(" ")
    usage = os.wait4(child, 0)[2]
    return told or "ended", float(spent or seconds), usage.ru_maxrss / 1024.0


if __name__ == "__main__":
    main()
