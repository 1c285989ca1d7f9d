"""Options that several commands share, so that they mean the same everywhere."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from truthscore import resources
from truthscore.errors import InputError, did_you_mean
from truthscore.formats import Row, read_examples, read_rows
from truthscore.open_files import STDIN
from truthscore.profiles import DEFAULT
from truthscore.report import texts
from truthscore.types import Example

if TYPE_CHECKING:
    from truthscore.batch import ScorerOptions
    from truthscore.scorer import TruthScorer

F = TypeVar("F", bound=Callable[..., Any])

#: Fields a `--map` may name: those of `field_names.FIELDS` (not imported: help is instant).
MAPPABLE = (
    "id", "question", "answer", "context", "rating", "lang", "message_type", "date", "version",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How the rows of a file are read: what `input_options` say."""

    mapping: Mapping[str, str] = field(default_factory=dict)
    ignore_unknown: bool = False
    input_format: str | None = None
    encoding: str = "utf-8"

    def rows(self, path: str) -> Iterator[Row]:
        """The rows of a file as they stand there."""
        return read_rows(path, input_format=self.input_format, encoding=self.encoding)

    def examples(self, path: str, *, answers: bool = True) -> Iterator[Example | Row]:
        """The examples of a file; a `Row` where one cannot be read (`formats.read_examples`)."""
        return read_examples(path, answers=answers, **asdict(self))

    def right(self, path: str, *, answers: bool = True) -> Iterator[Example]:
        """The examples of a file. Raises InputError at the first row that cannot be read."""
        for row in self.examples(path, answers=answers):
            if isinstance(row, Row):
                raise InputError(row.complaint)
            yield row

    def one(self, path: str, wanted: str) -> Example:
        """The example with the id `wanted`.

        Raises InputError where there is none, and says so of the row itself where that cannot be
        read, or of the first row where none can.
        """
        ids: list[str] = []
        unread = None
        for row in self.examples(path):
            if isinstance(row, Row):
                if row.id == wanted:
                    raise InputError(row.complaint)
                unread = unread or row
            elif row.id == wanted:
                return row
            else:
                ids.append(row.id)
        if unread is not None and not ids:
            raise InputError(unread.complaint)
        raise InputError(f"{path}: no row has id {wanted!r}{did_you_mean(wanted, ids)}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """How rows are scored: what `scorer_options` say."""

    profile: str
    lang: str
    pipelines: Mapping[str, str]
    score_types: str | None

    def options(self, *, cache: str | None = None, mode: str | None = None) -> ScorerOptions:
        """The same for processes that load their own scorer."""
        from truthscore.batch import ScorerOptions

        return ScorerOptions(**asdict(self), cache=cache, mode=mode)

    def scorer(self, *, cache: str | None = None, mode: str | None = None) -> TruthScorer:
        """The scorer."""
        return self.options(cache=cache, mode=mode).load()


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


def _one_of(known: Callable[[], Sequence[str]]) -> Callable[..., str | None]:
    """What a click option is checked by that takes one of some values, or none."""

    def check(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
        if value is not None and value not in known():
            raise click.BadParameter(
                f"{value!r}: expected {', '.join(known())}{did_you_mean(value, known())}",
                ctx, param,
            )  # fmt: skip
        return value

    return check


#: A language that has word lists.
language_with_words = _one_of(resources.languages)
#: What the fields are called.
map_option = click.option(
    "--map", "mapping", multiple=True, metavar="FIELD=NAME", callback=_mapping,
    help="Read FIELD from the column NAME, as in answer=bot_reply. Repeatable.",
)  # fmt: skip
#: How the text of rows is read, and that of pages.
encoding_option = click.option(
    "--encoding", default="utf-8", show_default=True,
    help="Encoding of the input, as in windows-1252.",
)  # fmt: skip
pages_encoding = click.option(
    "--encoding", metavar="NAME",
    help="Encoding of the pages, as in windows-1252; default: UTF-8, what a page says of itself, "
    "and windows-1252 where a file is surely neither.",
)  # fmt: skip
#: What parses the texts.
pipeline_option = click.option(
    "--pipeline", "pipelines", multiple=True, metavar="LANG=NAME", callback=_pipelines,
    help="spaCy pipeline: bundled, an installed package, or a folder. Repeatable.",
)  # fmt: skip
#: Which texts are read.
mode_option = click.option(
    "--mode", type=click.Choice(["original", "translated"]),
    help="Read the texts as given, or the translations that `truthscore translate` added; "
    "default: the profile's.",
)  # fmt: skip
#: A page's own language, of those whose word lists have the texts of a report.
report_language = click.option(
    "--report-lang", metavar="LANG", callback=_one_of(texts.languages),
    help="Language of the page itself; default: that of most answers.",
)  # fmt: skip


def _gathered(command: F, name: str, kind: type[Any], options: Sequence[Callable[[F], F]]) -> F:
    """The command with these options, whose values it gets as one `kind`, called `name`."""

    @functools.wraps(command)
    def called(**values: Any) -> Any:
        made = kind(**{each.name: values.pop(each.name) for each in fields(kind)})
        return command(**values, **{name: made})

    found: Any = called
    for option in reversed(options):
        found = option(found)
    return found  # type: ignore[no-any-return]


def input_options(command: F) -> F:
    """How rows are read: --map, --ignore-unknown, --input-format, --encoding; as `reading`."""
    options = (
        map_option,
        click.option(
            "--ignore-unknown", is_flag=True,
            help="Read past fields truthscore does not know instead of stopping.",
        ),
        click.option(
            "--input-format", type=click.Choice(["jsonl", "json", "csv", "tsv", "xlsx", "parquet"]),
            help="Format of the input; default: by its ending, JSONL for standard input.",
        ),
        encoding_option,
    )  # fmt: skip
    return _gathered(command, "reading", Reading, options)


def profile_option(about: str) -> Callable[[F], F]:
    """Whose settings are taken: --profile, which is `about` this."""
    return click.option(
        "--profile", "-p", default=DEFAULT, show_default=True, metavar="NAME|FILE", help=about
    )


#: What --profile is where a whole profile counts.
SETTINGS = "Settings: a profile that ships with truthscore, or a TOML file."


def scorer_options(command: F) -> F:
    """How rows are scored: --lang, --profile, --pipeline, --score-types; as `scoring`."""
    options = (
        click.option(
            "--lang", default="auto", show_default=True, metavar="nl|en|auto",
            help="Language of every row; auto: each row's own `lang`, else recognised.",
        ),
        profile_option(SETTINGS),
        pipeline_option,
        click.option(
            "--score-types", metavar="TYPE,TYPE|all",
            help="Message types that get a score; default: those of the profile.",
        ),
    )  # fmt: skip
    return _gathered(command, "scoring", Scoring, options)


def refuse_input_as_output(answers: str, output: str) -> None:
    """Raises InputError where a command would write over what it reads."""
    if output != STDIN and answers != STDIN and Path(output).resolve() == Path(answers).resolve():
        raise InputError(f"{output}: is the input itself; give the output another name")
