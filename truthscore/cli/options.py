"""Options that several commands share, so that they mean the same everywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from truthscore.errors import did_you_mean
from truthscore.profiles import DEFAULT

F = TypeVar("F", bound=Callable[..., Any])

#: Fields a `--map` may name: those of `truthscore.example.FIELDS` (not imported: help is instant).
MAPPABLE = (
    "id", "question", "answer", "context", "rating", "lang", "message_type", "date", "version",
)  # fmt: skip


def _mapping(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    mapping = {}
    for value in values:
        field, equals, column = value.partition("=")
        if not equals or not column:
            raise click.BadParameter(f"{value!r}: expected FIELD=NAME, as in answer=bot_reply", ctx)
        if field not in MAPPABLE:
            raise click.BadParameter(
                f"{field!r} is not a field{did_you_mean(field, MAPPABLE)} "
                f"(fields: {', '.join(MAPPABLE)})",
                ctx,
                param,
            )
        mapping[field] = column
    return mapping


def _pipelines(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> Mapping[str, str]:
    chosen = {}
    for value in values:
        lang, equals, name = value.partition("=")
        if not equals:
            raise click.BadParameter(
                f"{value!r}: expected LANG=NAME, as in nl=nl_core_news_sm or nl=bundled", ctx, param
            )
        chosen[lang] = name
    return chosen


def map_option(command: F) -> F:
    """What the fields are called: --map."""
    return click.option(
        "--map", "mapping", multiple=True, metavar="FIELD=NAME", callback=_mapping,
        help="Read FIELD from the column NAME, as in answer=bot_reply. Repeatable.",
    )(command)  # fmt: skip


def input_options(command: F) -> F:
    """How rows are read: --map, --ignore-unknown, --input-format, --encoding."""
    for option in reversed(
        (
            map_option,
            click.option(
                "--ignore-unknown", is_flag=True,
                help="Read past fields truthscore does not know instead of stopping.",
            ),
            click.option(
                "--input-format",
                type=click.Choice(["jsonl", "json", "csv", "tsv", "xlsx", "parquet"]),
                help="Format of the input; default: by its ending, JSONL for standard input.",
            ),
            click.option(
                "--encoding", default="utf-8", show_default=True,
                help="Encoding of the input, as in windows-1252.",
            ),
        )
    ):  # fmt: skip
        command = option(command)
    return command


def scorer_options(command: F) -> F:
    """How rows are scored: --lang, --profile, --pipeline, --score-types."""
    for option in reversed(
        (
            click.option(
                "--lang", default="auto", show_default=True, metavar="nl|en|auto",
                help="Language of every row; auto: each row's own `lang`, else recognised.",
            ),
            click.option(
                "--profile", "-p", default=DEFAULT, show_default=True, metavar="NAME|FILE",
                help="Settings: a profile that ships with truthscore, or a TOML file.",
            ),
            click.option(
                "--pipeline", "pipelines", multiple=True, metavar="LANG=NAME", callback=_pipelines,
                help="spaCy pipeline: bundled, an installed package, or a folder. Repeatable.",
            ),
            click.option(
                "--score-types", metavar="TYPE,TYPE|all",
                help="Message types that get a score; default: those of the profile.",
            ),
        )
    ):  # fmt: skip
        command = option(command)
    return command


def mode_option(command: F) -> F:
    """Which texts are read: --mode."""
    option = click.option(
        "--mode", type=click.Choice(["original", "translated"]),
        help="Read the texts as given, or the translations that `truthscore translate` added; "
        "default: the profile's.",
    )  # fmt: skip
    return option(command)


def pages_encoding(command: F) -> F:
    """How the text of pages is read: --encoding."""
    return click.option(
        "--encoding", metavar="NAME",
        help="Encoding of the pages, as in windows-1252; default: UTF-8, what a page says of "
        "itself, and windows-1252 where a file is surely neither.",
    )(command)  # fmt: skip


def load_scorer(
    profile: str,
    lang: str,
    pipelines: Mapping[str, str],
    score_types: str | None,
    cache: str | None = None,
    mode: str | None = None,
) -> Any:
    """A TruthScorer from the values of `scorer_options`."""
    from truthscore.scorer import TruthScorer

    return TruthScorer.load(
        profile, lang=lang, pipelines=pipelines, score_types=score_types, cache=cache, mode=mode
    )


def report_language(function: F) -> F:
    """The option of a page's own language."""
    return click.option(
        "--report-lang", metavar="LANG", callback=_report_language,
        help="Language of the page itself; default: that of most answers.",
    )(function)  # fmt: skip


def _report_language(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A language whose word lists have the texts of a report."""
    if value is None:
        return None
    from truthscore.report import texts

    known = texts.languages()
    if value not in known:
        raise click.BadParameter(
            f"{value!r}: expected {', '.join(known)}{did_you_mean(value, known)}", ctx, param
        )
    return value
