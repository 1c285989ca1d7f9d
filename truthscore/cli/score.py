"""`truthscore score`: a file of answers in, a file of verdicts out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from truthscore.cli import EXIT_INTERRUPTED, EXIT_THRESHOLD, go_on
from truthscore.cli.options import (
    input_options,
    load_scorer,
    mode_option,
    report_language,
    scorer_options,
)
from truthscore.cli.terminal import echo

if TYPE_CHECKING:
    from pathlib import Path

    from truthscore.batch import ScorerOptions
    from truthscore.formats import Row
    from truthscore.profile import Profile
    from truthscore.report.answers_page import AnswersPage
    from truthscore.types import Example, Verdict


#: Output formats, which are also the endings of their files.
FORMATS = ("jsonl", "csv", "xlsx", "table")
#: Endings of files of other kinds: JSONL under such a name is opened by nothing.
OTHER_KINDS = frozenset({
    "json", "tsv", "parquet", "xls", "xlsm", "ods", "html", "htm", "pdf", "docx", "gz", "zip",
})  # fmt: skip


@click.command(name="score")
@click.argument("answers", metavar="FILE")
@click.option("--output", "-o", default="-", help="Where to write; default: standard output.")
@click.option(
    "--format", "-f", "output_format", type=click.Choice(FORMATS),
    help="Output format; default: by the output's ending, JSONL for standard output. In csv and "
    "xlsx a text that begins with = + - @ gets an apostrophe, so that no cell is a formula.",
)  # fmt: skip
@click.option(
    "--delimiter", default=",", show_default=True, metavar="SIGN",
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
    profile: str,
    lang: str,
    pipelines: Mapping[str, str],
    score_types: str | None,
    mode: str | None,
    mapping: Mapping[str, str],
    ignore_unknown: bool,
    input_format: str | None,
    encoding: str,
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
    from pathlib import Path

    from truthscore.batch import ScorerOptions
    from truthscore.errors import InputError
    from truthscore.formats import STDIN, count_lines, read_examples
    from truthscore.interrupt import between_rows
    from truthscore.output_lock import locked
    from truthscore.profile import load as load_profile
    from truthscore.profile import told as profiles_told
    from truthscore.spreadsheet import decision, told

    if pages and report is None:
        raise click.UsageError("--pages adds to a page of --report: give both")
    if record is not None and (resume or (cluster is not None and output.endswith("/"))):
        raise click.UsageError("--record tells of a whole run into one file: leave out --resume")
    options = ScorerOptions(
        profile=profile, lang=lang, pipelines=pipelines, score_types=score_types, cache=cache,
        mode=mode,
    )  # fmt: skip
    if cluster is not None and output.endswith("/"):
        if accepted is not None or load_profile(profile).answers_file:
            raise InputError(
                "accepted answers are not read for a folder of files: leave out --answers, and "
                "`answers_file` of the profile"
            )
        return _partitions(answers, output, options, cluster, resume=resume, quiet=quiet)
    if output != STDIN and answers != STDIN and Path(output).resolve() == Path(answers).resolve():
        raise InputError(f"{output}: is the input itself; give the output another name")
    form = output_format or _form(output)
    delimiter = "\t" if delimiter == "tab" else delimiter
    if len(delimiter) != 1 or delimiter in '"\r\n':
        raise click.BadParameter(
            f"{delimiter!r}: expected one sign, or tab", param_hint="--delimiter"
        )
    resumable = output != STDIN and form == "jsonl"
    if resume and not resumable:
        raise InputError("--resume goes on with a JSONL file: it needs --output FILE.jsonl")
    total = None if quiet else count_lines(answers)
    scorer = load_scorer(profile, lang, pipelines, score_types, cache, mode)
    rows: Iterator[Example | Row] = iter(
        read_examples(
            answers,
            mapping=mapping,
            ignore_unknown=ignore_unknown,
            input_format=input_format,
            encoding=encoding,
        )
    )
    recorder = None
    if record is not None:
        from truthscore.chain import recording

        recorder = click.get_current_context().with_resource(recording(record))
        rows = recorder.noted(rows)
    beside = Beside(accepted or scorer.profile.answers_file)
    rows = beside.each(rows)
    tally = Tally()
    page = None if report is None else _page(answers, report, report_lang, pages)
    borrowed = ExitStack()  # what must be given back whatever happens
    if output != STDIN:
        click.get_current_context().with_resource(locked(output))
    if resume:
        _skip_done(Path(output), rows, scorer, tally, page)
        if not quiet and tally.rows:
            echo(f"{tally.rows} rows are in {output} already", err=True)
    score: Callable[[Iterable[Example]], Iterator[Verdict]] = scorer.score_many
    if cluster is not None:
        from truthscore.cluster import connect, score_on_cluster

        client = borrowed.enter_context(connect(cluster))
        score = partial(score_on_cluster, options=options, client=client)
    elif jobs > 1:
        from truthscore.batch import score_parallel

        score = partial(score_parallel, options=options, jobs=jobs)
    verdicts = _verdicts(rows, score, stop=on_error == "stop")
    try:
        with (
            borrowed,
            _writer(
                form, output, scorer.profile, delimiter, every=columns == "all", append=resume
            ) as writer,
        ):
            try:
                with (
                    between_rows() as check,
                    Progress(total, hidden=quiet, start=tally.rows) as advance,
                ):
                    for example, verdict in verdicts:
                        writer.write(verdict, example)
                        decided = decision(verdict, scorer.profile)
                        if recorder is not None:
                            recorder.write(verdict, decided)
                        if page is not None and example is not None:
                            why = told(verdict, example, scorer.profile).reason
                            page.add(example, verdict, decided, why)
                        tally.add(verdict, decided)
                        advance()
                        check()
            except KeyboardInterrupt:
                writer.close()
                if page is not None and report is not None:
                    page.write(Path(report))
                then = go_on() if resumable else "only an output in JSONL can go on with --resume"
                kept = f"{tally.rows} complete rows are in {output}"
                echo(f"\ntruthscore: interrupted; {kept}\n{then}", err=True)
                return EXIT_INTERRUPTED
            writer.close()
    except OSError as error:
        if output == STDIN and isinstance(error, BrokenPipeError):
            raise
        then = f": make room and {go_on()}" if resumable else ""
        raise InputError(
            f"{output}: {error.strerror or error}; the complete rows are kept{then}"
        ) from error
    if page is not None and report is not None:
        page.write(Path(report))
    if not quiet:
        used = profiles_told(scorer.profile)
        echo(f"{tally.summary(output)}\n{beside.told()}{used}", err=True)
    if fail_below is not None and tally.share_below(fail_below) > max_fail_share:
        echo(
            f"truthscore: {tally.share_below(fail_below):.1%} of {tally.scored} scored answers "
            f"is below {fail_below:g} stars (allowed: {max_fail_share:.1%})",
            err=True,
        )
        return EXIT_THRESHOLD
    return 0


def _form(output: str) -> str:
    """The format that the ending of an output says; raises InputError for one not written."""
    from pathlib import Path

    from truthscore.errors import InputError

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
    from pathlib import Path

    from truthscore.cli.documents import read_help_centre
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
    from truthscore.errors import InputError
    from truthscore.formats import STDIN, JsonlWriter, open_output
    from truthscore.spreadsheet import CsvWriter, TableWriter, XlsxWriter

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
    from truthscore.errors import InputError
    from truthscore.formats import Row

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
    answers: str, output: str, options: ScorerOptions, cluster: str, *, resume: bool, quiet: bool
) -> int:
    """Many files to a folder of files, on a cluster."""
    from truthscore.cluster import connect, score_partitions

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
    path: Path, rows: Iterator[Example | Row], scorer: Any, tally: Tally, page: AnswersPage | None
) -> None:
    """Pass by the rows whose lines are in `path`; they count in the summary and on the page."""
    from truthscore.errors import InputError
    from truthscore.formats import Row, from_dict
    from truthscore.resume import done, mend
    from truthscore.spreadsheet import decision, told

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
        verdict = from_dict(each.line)
        decided = decision(verdict, scorer.profile)
        tally.add(verdict, decided)
        if page is not None and not isinstance(row, Row | None):
            page.add(row, verdict, decided, told(verdict, row, scorer.profile).reason)


class Beside:
    """Puts accepted answers beside the pages of rows, and counts them."""

    def __init__(self, path: str) -> None:
        from truthscore.accepted import AcceptedAnswers

        self._answers = AcceptedAnswers.read(path) if path else None
        self._rows = self._changed = 0

    def each(self, rows: Iterator[Example | Row]) -> Iterator[Example | Row]:
        """The rows, with answers to their questions; a row that cannot be read as it is."""
        from truthscore.types import Example

        for row in rows:
            if self._answers is None or not isinstance(row, Example):
                yield row
                continue
            seen, changed = self._answers.beside(row)
            self._rows += seen is not row
            self._changed += changed
            yield seen

    def told(self) -> str:
        """What was used and what was not, a line; nothing where there are no accepted answers."""
        if self._answers is None:
            return ""
        return (
            f"accepted answers: {len(self._answers)} hold, {self._answers.expired} are expired and "
            f"not used; beside {self._rows} rows; not used {self._changed} times, for their page "
            "changed\n"
        )


class Tally:
    """Counts for the closing summary."""

    def __init__(self) -> None:
        self.rows = 0
        self.scored = 0
        self.reasons: dict[str, int] = {}
        self.stars: dict[int, int] = dict.fromkeys(range(1, 6), 0)
        self.overrides: dict[str, int] = {}
        self.decisions = {"send": 0, "review": 0, "hold": 0}
        self._scores: dict[float, int] = {}

    def add(self, verdict: Verdict, decision: str) -> None:
        """Count one verdict and what a guardrail would do with it: send, review or hold."""
        from truthscore.decisions import whole

        self.rows += 1
        self.decisions[decision] += 1
        if verdict.score is None:
            reason = "error" if verdict.status == "error" else str(verdict.reason)
            self.reasons[reason] = self.reasons.get(reason, 0) + 1
            return
        self.scored += 1
        self.stars[whole(verdict.score)] += 1
        # Scores are kept to two places: bounded memory, whatever the file's size.
        kept = int(verdict.score * 100) / 100
        self._scores[kept] = self._scores.get(kept, 0) + 1
        if verdict.override:
            self.overrides[verdict.override] = self.overrides.get(verdict.override, 0) + 1

    def share_below(self, stars: float) -> float:
        """Share of the scored answers below `stars`; 0.0 when none was scored."""
        below = sum(count for score, count in self._scores.items() if score < stars)
        return below / self.scored if self.scored else 0.0

    def summary(self, output: str) -> str:
        """The closing summary, a few lines for people."""
        from truthscore.decisions import FALLBACK_LANGUAGE, named

        lines = [f"{self.rows} answers → {'standard output' if output == '-' else output}"]
        for name, count in self.decisions.items():
            lines.append(f"  {named(name, FALLBACK_LANGUAGE):<28}{count}")
        lines.append(f"  scored       {self.scored}")
        for reason, count in sorted(self.reasons.items(), key=lambda item: (-item[1], item[0])):
            label = "errors" if reason == "error" else f"not scored: {reason}"
            lines.append(f"  {label:<28}{count}")
        if self.scored:
            widest = max(self.stars.values())
            for star in range(5, 0, -1):
                bar = "█" * round(30 * self.stars[star] / widest)
                lines.append(f"  {'★' * star:<5} {self.stars[star]:>6}  {bar}".rstrip())
        if self.overrides:
            shown = ", ".join(f"{name} {n}" for name, n in sorted(self.overrides.items()))
            lines.append(f"  overrides    {shown}")
        return "\n".join(lines)


class Progress:
    """A bar on stderr with count, rate and time left; nothing when stderr is no terminal."""

    def __init__(self, total: int | None, *, hidden: bool, start: int = 0) -> None:
        self._total = total
        self._start = start
        self._hidden = hidden or not sys.stderr.isatty()
        self._bar: Any = None

    def __enter__(self) -> Any:
        if self._hidden:
            return lambda: None
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            TextColumn,
            TimeRemainingColumn,
        )
        from rich.progress import Progress as Bar

        self._bar = Bar(
            TextColumn("scoring"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._bar.start()
        task = self._bar.add_task("scoring", total=self._total, completed=self._start, rate="")

        def advance() -> None:
            self._bar.advance(task)
            speed = self._bar.tasks[0].speed
            self._bar.update(task, rate=f"{speed:.1f}/s" if speed else "")

        return advance

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()
