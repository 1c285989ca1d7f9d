"""`truthscore score`: a file of answers in, a file of verdicts out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from truthscore.chain import Recorder, recording
from truthscore.cli import EXIT_INTERRUPTED, EXIT_THRESHOLD, go_on
from truthscore.cli.documents import read_help_centre
from truthscore.cli.options import (
    Reading,
    Scoring,
    input_options,
    mode_option,
    refuse_input_as_output,
    report_language,
    scorer_options,
)
from truthscore.cli.progress import progress
from truthscore.cli.tally import Beside, Tally
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.formats import Row
from truthscore.interrupt import between_rows
from truthscore.open_files import STDIN, count_lines, open_output
from truthscore.output_lock import locked
from truthscore.resume import done, mend
from truthscore.types import Example, Verdict
from truthscore.verdict_line import JsonlWriter, from_dict, row_digest

if TYPE_CHECKING:
    from truthscore.batch import ScorerOptions
    from truthscore.profile import Profile
    from truthscore.report.answers_page import AnswersPage
    from truthscore.scorer import TruthScorer


#: Output formats, which are also the endings of their files.
FORMATS = ("jsonl", "csv", "xlsx", "table")
#: Endings of files of other kinds: JSONL under such a name is opened by nothing.
OTHER_KINDS = frozenset({
    "json", "tsv", "parquet", "xls", "xlsm", "ods", "html", "htm", "pdf", "docx", "gz", "zip",
})  # fmt: skip


def _sign(ctx: click.Context, param: click.Parameter, value: str) -> str:
    sign = "\t" if value == "tab" else value
    if len(sign) != 1 or sign in '"\r\n':
        raise click.BadParameter(f"{sign!r}: expected one sign, or tab", ctx, param)
    return sign


@click.command(name="score")
@click.argument("answers", metavar="FILE")
@click.option("--output", "-o", default="-", help="Where to write; default: standard output.")
@click.option(
    "--format", "-f", "output_format", type=click.Choice(FORMATS),
    help="Output format; default: by the output's ending, JSONL for standard output. In csv and "
    "xlsx a text that begins with = + - @ gets an apostrophe, so that no cell is a formula.",
)  # fmt: skip
@click.option(
    "--delimiter", default=",", show_default=True, metavar="SIGN", callback=_sign,
    help="Between the columns of CSV: ';' for an Excel that is Dutch, 'tab' for a tab.",
)  # fmt: skip
@click.option(
    "--columns", type=click.Choice(["few", "all"]), default="few", show_default=True,
    help="Columns of csv and xlsx: eight for people, in the answers' language, or all.",
)  # fmt: skip
@scorer_options
@mode_option
@input_options
@click.option(
    "--on-error", type=click.Choice(["stop", "skip"]), default="stop", show_default=True,
    help="A row that cannot be read: stop, or write it with status `error` and go on.",
)  # fmt: skip
@click.option(
    "--fail-below", type=click.FloatRange(1, 5), metavar="STARS",
    help="Exit with 1 when more than --max-fail-share of the scored answers is below STARS.",
)  # fmt: skip
@click.option(
    "--max-fail-share", type=click.FloatRange(0, 1), default=0.0, show_default=True,
    help="Share of the scored answers that may be below --fail-below.",
)  # fmt: skip
@click.option(
    "--report", metavar="FILE.html",
    help="Also write a page to read: answers coloured by what was found, with the passages.",
)  # fmt: skip
@report_language
@click.option(
    "--pages", multiple=True, metavar="DOCS",
    help="All help pages, as `truthscore fault` takes them: --report then tells of each low answer "
    "whether the search, the pages or the model is to blame. Repeatable.",
)  # fmt: skip
@click.option(
    "--jobs", "-j", type=click.IntRange(1), default=1, show_default=True, metavar="N",
    help="Processes; the output is the same to the byte.",
)  # fmt: skip
@click.option(
    "--cluster", metavar="ADDRESS|local",
    help="Score on a Dask cluster. FILE may then be a pattern (s3://logs/*.jsonl) and --output a "
    "folder that ends in /.",
)  # fmt: skip
@click.option(
    "--cache", metavar="DIR",
    help="Keep parsed documents in DIR, for the next run; several runs may share it.",
)  # fmt: skip
@click.option(
    "--resume", is_flag=True,
    help="Go on where an interrupted run stopped writing --output.",
)  # fmt: skip
@click.option(
    "--answers", "accepted", metavar="FILE",
    help="Accepted answers (`truthscore learn`) as second evidence, behind the pages.",
)  # fmt: skip
@click.option(
    "--record", metavar="FILE",
    help="Also add a line for each verdict to a record in which no line can be changed unseen "
    "(`truthscore verify-record`).",
)  # fmt: skip
@click.option("--quiet", "-q", is_flag=True, help="No progress bar and no summary.")
def command(
    answers: str,
    output: str,
    output_format: str | None,
    delimiter: str,
    columns: str,
    scoring: Scoring,
    mode: str | None,
    reading: Reading,
    on_error: str,
    fail_below: float | None,
    max_fail_share: float,
    report: str | None,
    report_lang: str | None,
    pages: tuple[str, ...],
    jobs: int,
    cluster: str | None,
    cache: str | None,
    resume: bool,
    accepted: str | None,
    record: str | None,
    quiet: bool,
) -> int:
    """Score FILE (JSONL, JSON, CSV, Excel or Parquet; - is standard input), 1-5 stars per answer.

    Each row needs `answer` and usually `question` and `context` (a text, a list of texts, or a
    list of objects with id, title and text). Output rows keep the order of the input and carry
    the evidence for every point. `-o FILE.csv` or `FILE.xlsx` is a table for people: stars, send,
    review or hold, the reason in a sentence, question, answer and page.
    """

    from truthscore.profile import told

    if pages and report is None:
        raise click.UsageError("--pages adds to a page of --report: give both")
    if record is not None and (resume or (cluster is not None and output.endswith("/"))):
        raise click.UsageError("--record tells of a whole run into one file: leave out --resume")
    if record is not None:
        refuse_input_as_output(output, record)
        refuse_input_as_output(answers, record)
    options = scoring.options(cache=cache, mode=mode)
    if cluster is not None and output.endswith("/"):
        return _partitions(answers, output, options, cluster, accepted, resume=resume, quiet=quiet)
    refuse_input_as_output(answers, output)
    form = output_format or _form(output)
    resumable = output != STDIN and form == "jsonl"
    if resume and not resumable:
        raise InputError("--resume goes on with a JSONL file: it needs --output FILE.jsonl")
    total = None if quiet else count_lines(answers)
    scorer = options.load()
    beside = Beside(accepted or scorer.profile.answers_file)
    given, recorder = reading.examples(answers), None
    if record is not None:
        recorder = click.get_current_context().with_resource(recording(record))
        given = recorder.noted(given)
    rows = beside.each(given)
    page = None if report is None else _page(answers, report, report_lang, pages)
    tally = Tally(scorer.profile, page)
    if output != STDIN:
        click.get_current_context().with_resource(locked(output))
    if resume:
        _skip_done(Path(output), rows, scorer, tally)
        if not quiet and tally.rows:
            echo(f"{tally.rows} rows are in {output} already", err=True)
    with (
        _kept_when_it_is_full(output, resumable=resumable),
        _scores(scorer, options, cluster, jobs) as score,
        _writer(
            form, output, scorer.profile, delimiter, every=columns == "all", append=resume
        ) as writer,
    ):
        verdicts = _verdicts(rows, score, stop=on_error == "stop")
        bar = progress(total, hidden=quiet, start=tally.rows)
        interrupted = _write(verdicts, writer, tally, bar, recorder)
    if page is not None and report is not None:
        page.write(Path(report))
    if interrupted:
        then = go_on() if resumable else "only an output in JSONL can go on with --resume"
        kept = f"{tally.rows} complete rows are in {output}"
        echo(f"\ntruthscore: interrupted; {kept}\n{then}", err=True)
        return EXIT_INTERRUPTED
    if not quiet:
        used = told(scorer.profile)
        echo(f"{tally.summary(output)}\n{beside.told()}{used}", err=True)
    if fail_below is not None and tally.share_below(fail_below) > max_fail_share:
        echo(
            f"truthscore: {tally.share_below(fail_below):.1%} of {tally.scored} scored answers "
            f"is below {fail_below:g} stars (allowed: {max_fail_share:.1%})",
            err=True,
        )
        return EXIT_THRESHOLD
    return 0


def _write(
    verdicts: Iterable[tuple[Example | None, Verdict]], writer: Any, tally: Tally,
    bar: AbstractContextManager[Callable[[], None]], recorder: Recorder | None,
) -> bool:  # fmt: skip
    """Write and count verdicts; whether the user stopped it, behind a complete row."""
    interrupted = False
    try:
        with between_rows() as check, bar as advance:
            for example, verdict in verdicts:
                writer.write(verdict, example)
                decided = tally.add(verdict, example)
                if recorder is not None:
                    recorder.write(verdict, decided)
                advance()
                check()
    except KeyboardInterrupt:
        interrupted = True
    writer.close()
    return interrupted


@contextmanager
def _kept_when_it_is_full(output: str, *, resumable: bool) -> Iterator[None]:
    """Tells of a disk that takes no more; a reader that went away is told by `cli.main`."""
    try:
        yield
    except OSError as error:
        if output == STDIN and isinstance(error, BrokenPipeError):
            raise
        then = f": make room and {go_on()}" if resumable else ""
        raise InputError(
            f"{output}: {error.strerror or error}; the complete rows are kept{then}"
        ) from error


@contextmanager
def _scores(
    scorer: TruthScorer, options: ScorerOptions, cluster: str | None, jobs: int
) -> Iterator[Callable[[Iterable[Example]], Iterator[Verdict]]]:
    """What scores: this process, several, or those of a cluster, which is given back behind it."""
    if cluster is not None:
        from truthscore.cluster import connect, score_on_cluster

        with connect(cluster) as client:
            yield partial(score_on_cluster, options=options, client=client)
    elif jobs > 1:
        from truthscore.batch import score_parallel

        yield partial(score_parallel, options=options, jobs=jobs)
    else:
        yield scorer.score_many


def _form(output: str) -> str:
    """The format that the ending of an output says; raises InputError for one not written."""
    ending = Path(output).suffix.removeprefix(".").lower()
    if ending in OTHER_KINDS:
        raise InputError(
            f"{output}: an output ends in .jsonl, .csv or .xlsx; give it such a name, or say with "
            f"--format which it is ({', '.join(FORMATS)})"
        )
    return ending if ending in FORMATS else "jsonl"


def _page(
    answers: str, report: str, report_lang: str | None, pages: tuple[str, ...]
) -> AnswersPage:
    """The page of --report; that it cannot be written is told before any work is done."""

    from truthscore.evaluate.fault import Library
    from truthscore.report.answers_page import AnswersPage

    library = None
    if pages:
        library = Library(read_help_centre(pages, partial(echo, err=True)))
    page = AnswersPage(Path(answers).name, lang=report_lang, library=library)
    page.write(Path(report))
    return page


@contextmanager
def _writer(
    form: str, output: str, profile: Profile, delimiter: str, *, every: bool, append: bool
) -> Iterator[Any]:
    """The writer of a format, on its file; raises InputError where that cannot be written."""
    from truthscore.spreadsheet import CsvWriter, TableWriter
    from truthscore.workbook import XlsxWriter

    if form == "xlsx":
        if output == STDIN:
            raise InputError("an Excel workbook is a file: say --output FILE.xlsx")
        with open_output(output, binary=True, alone=False) as file:
            book = XlsxWriter(file, profile, every=every)
            try:
                yield book
            except InputError:  # a bad row: what stands before it is kept, as in the other formats
                book.close()
                raise
        return
    with open_output(output, append=append, alone=False) as stream:
        if form == "csv":
            yield CsvWriter(stream, profile, delimiter=delimiter, every=every)
        elif form == "table":
            yield TableWriter(stream, profile)
        else:
            yield JsonlWriter(stream)


def _verdicts(
    rows: Iterable[Example | Row],
    score: Callable[[Iterable[Example]], Iterator[Verdict]],
    *,
    stop: bool,
) -> Iterator[tuple[Example | None, Verdict]]:
    """Verdicts in input order; a bad row becomes a verdict with its error, or stops the run.

    What stands before a row that stops it is still scored and written.
    """
    from truthscore.batch import in_order

    bad: list[str] = []

    def readable() -> Iterator[Example | Verdict]:
        for row in rows:
            if not isinstance(row, Row):
                yield row
            elif stop:
                bad.append(row.complaint)
                return
            else:
                yield row.refused()

    yield from in_order(readable(), score)
    if bad:
        raise InputError(f"{bad[0]}\n(--on-error skip writes such rows as errors and goes on)")


def _partitions(
    answers: str, output: str, options: ScorerOptions, cluster: str, accepted: str | None, *,
    resume: bool, quiet: bool,
) -> int:  # fmt: skip
    """Many files to a folder of files, on a cluster."""
    from truthscore.cluster import connect, score_partitions
    from truthscore.profile import load

    if accepted is not None or load(options.profile).answers_file:
        raise InputError(
            "accepted answers are not read for a folder of files: leave out --answers, and "
            "`answers_file` of the profile"
        )
    rows = 0
    try:
        with connect(cluster) as client:
            for name, count in score_partitions([answers], output, options, client, resume=resume):
                rows += count
                if not quiet:
                    echo(f"{name}: {count} rows", err=True)
    except KeyboardInterrupt:
        echo(f"\ntruthscore: interrupted; {go_on()}", err=True)
        return EXIT_INTERRUPTED
    if not quiet:
        echo(f"{rows} answers → {output}", err=True)
    return 0


def _skip_done(
    path: Path, rows: Iterator[Example | Row], scorer: TruthScorer, tally: Tally
) -> None:
    """Pass by the rows whose lines are in `path`; they count in the summary and on the page."""
    mend(path)
    for each in done(path, scorer.signature_of):
        row = next(rows, None)
        name = None if row is None else row.id
        if name != each.id:
            raise InputError(
                f"{path}, line {each.number}: is about {each.id!r}, that row of the input is "
                f"{'not there' if name is None else repr(name)}; --resume needs the input of the "
                "first run"
            )
        said = each.line.get("judged")
        if row is not None and not isinstance(row, Row) and said not in (None, row_digest(row)):
            raise InputError(
                f"{path}, line {each.number}: the row {row.id!r} has now another answer, question "
                "or page than was scored; --resume needs the input of the first run"
            )
        tally.add(from_dict(each.line), None if isinstance(row, Row) else row)
