"""`truthscore init`: a folder for a company: settings, a sample of its answers, what next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import click

from truthscore import resources
from truthscore.cli.options import Reading, input_options
from truthscore.cli.terminal import echo
from truthscore.decisions import FALLBACK_LANGUAGE
from truthscore.errors import InputError, did_you_mean
from truthscore.shown import json_text
from truthscore.text import langid
from truthscore.types import Example

#: Rows of the sample: what one person rates in an hour, and what weights are learned from at least.
ROWS = 50
#: The file of a language with what is written.
FILE = "init.toml"


@click.command(name="init")
@click.argument("folder", metavar="FOLDER")
@click.option("--answers", metavar="FILE", help="Your own answers, of which a sample is taken.")
@click.option(
    "--lang", metavar="nl|en", help="Language of what is written; default: that of most answers."
)
@input_options
def command(
    folder: str,
    answers: str | None,
    lang: str | None,
    reading: Reading,
) -> int:
    """Make FOLDER for your company: a profile with comments, a sample of your answers, what to run.

    The sample has 50 answers, the same each time, as JSONL; without --answers there is none.
    Nothing that is there is overwritten.
    """

    known = [c for c in resources.languages() if (resources.wordlists(c) / FILE).is_file()]
    if lang is not None and lang not in known:
        raise click.BadParameter(
            f"{lang!r}: expected {', '.join(known)}{did_you_mean(lang, known)}",
            param_hint="--lang",
        )
    sample: list[Example] = []
    if answers is not None:
        sample = _sample(reading.right(answers))
    code = lang or _language(sample, known) or FALLBACK_LANGUAGE
    words = resources.read_toml(resources.wordlists(code) / FILE)
    names = {"profile": words["profile_file"], "sample": words["sample_file"], "rows": len(sample)}
    begin = words["begin_sample" if sample else "begin_empty"].lstrip("\n").format(**names)
    files = {
        words["profile_file"]: words["profile"].lstrip("\n"),
        words["steps_file"]: words["steps"].lstrip("\n").format(begin=begin, **names),
    }
    if sample:
        rows = "".join(json_text(_row(each)) + "\n" for each in sample)
        files[words["sample_file"]] = rows
    place = Path(folder)
    there = next((name for name in files if (place / name).exists()), None)
    if there is not None:
        raise InputError(f"{place / there}: is there already; name a folder without it")
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name, text in files.items():
            (place / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{folder}: cannot be written: {error.strerror}") from error
    echo(f"{', '.join(files)} → {folder}; read {words['steps_file']} first", err=True)
    return 0


def _sample(rows: Iterable[Example]) -> list[Example]:
    """So many rows, each as likely as the next, in their order; the same of the same file."""
    drawn: list[tuple[int, Example]] = []
    chance = Random(0)
    for number, row in enumerate(rows):
        if len(drawn) < ROWS:
            drawn.append((number, row))
        elif (place := chance.randrange(number + 1)) < ROWS:
            drawn[place] = (number, row)
    return [example for _, example in sorted(drawn, key=lambda each: each[0])]


def _language(sample: Iterable[Example], known: list[str]) -> str | None:
    """The language of most answers, of those that have texts."""
    found = Counter(each.lang or langid.identify(each.answer) for each in sample)
    return max(known, key=lambda code: found[code]) if any(found[c] for c in known) else None


def _row(example: Example) -> dict[str, Any]:
    """A row as it is read."""
    row: dict[str, Any] = {
        "id": example.id,
        "question": example.question,
        "answer": example.answer,
        "context": [
            {"id": page.id, "title": page.title, "text": page.text, "kind": page.kind}
            for page in example.context
        ],
        "lang": example.lang,
        "date": example.date,
        "version": example.version,
    }
    return {name: value for name, value in row.items() if value is not None}
