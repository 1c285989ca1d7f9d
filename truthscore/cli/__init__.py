"""The command line. Commands are loaded when they are called, so `--help` stays instant."""

from __future__ import annotations

import importlib
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any, cast

import click
from click.shell_completion import CompletionItem

from truthscore.cli.terminal import echo
from truthscore.errors import TruthscoreError, did_you_mean
from truthscore.shown import Shown

#: Command → (module below truthscore.cli, one line of help). The order is the order of `--help`.
COMMANDS: dict[str, tuple[str, str]] = {
    "score": ("score", "Score a file of answers, 1-5 stars each."),
    "init": ("init", "Make a folder for a company: settings, a sample, what next."),
    "import": ("import_traces", "Read traces of Langfuse, LangSmith, Phoenix or OTel."),
    "export": ("export_scores", "Turn scores into those of Langfuse, LangSmith, Phoenix."),
    "translate": ("translate", "Translate a file of answers, to score it in English."),
    "rate": ("rate", "Let people give stars in a browser, blind."),
    "evaluate": ("evaluate", "Compare scores with a support team's stars."),
    "fit": ("fit", "Learn a company's own weights from its stars."),
    "compare": ("compare", "Compare two versions of a chatbot, row by row."),
    "gate": ("gate", "Fail a build by limits on a file of answers."),
    "trend": ("trend", "Show stars and decisions by week, with an alarm."),
    "learn": ("learn", "Keep what people accepted, as second evidence."),
    "documents": ("feedback", "List the help pages that low answers rest on."),
    "fault": ("fault", "Tell whose fault low answers are: search, page or model."),
    "experiment": ("experiment", "Compare two arms of an online test."),
    "evaluate-retrieval": ("evaluate_retrieval", "Measure how well a search finds pages."),
    "tree": ("tree", "Judge answers by a decision tree of your own."),
    "explain": ("explain", "Show one answer with its evidence in colour."),
    "detect": ("detect", "Tell the message type of questions."),
    "features": ("features", "List the features and where they come from."),
    "rules": ("rules", "List what can be found against an answer."),
    "doctor": ("doctor", "Show versions, pipelines, word lists and signature."),
    "index": ("index", "Parse a help centre once, or cut it into chunks."),
    "search": ("search", "Find the pages of a question, in either language."),
    "terms": ("terms", "Make lists of a company's terms and labels."),
    "patterns": ("patterns", "Learn how a company writes its buttons and menus."),
    "verify-record": ("verify_record", "Tell whether a record of verdicts is whole."),
    "serve": ("serve", "Serve the guardrail over HTTP."),
    "mcp": ("mcp", "Serve tools to an agent that speaks MCP."),
}
#: Exit codes: a threshold failed; usage or input was wrong; stopped by the user (128 + SIGINT);
#: nobody reads the output any more (128 + SIGPIPE, as of other commands before `| head`).
EXIT_THRESHOLD, EXIT_USAGE, EXIT_INTERRUPTED, EXIT_UNREAD = 1, 2, 130, 141


class Unread(Exception):  # noqa: N818 (what happened, and no fault)
    """Nobody reads the output any more. No OSError: click would end with 1, a failed threshold."""


@contextmanager
def _told_unread() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise Unread from error
    except SystemExit as stop:  # rich ends the process with 1
        if isinstance(stop.__context__, BrokenPipeError):
            raise Unread from stop
        raise


class FileOrText(click.types.StringParamType):
    """A text, which may name a file: a shell completes files where it knows no better."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Leave it to the shell to complete `incomplete` as the name of a file."""
        del ctx, param
        return [CompletionItem(incomplete, type="file")]


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is used."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """As click's, which shows help and version here; raises Unread when nobody reads them."""
        with _told_unread():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """As click's; raises Unread when nobody reads the output, all of which is written now."""
        with _told_unread():
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of `COMMANDS`."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"truthscore.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        for each in (command, *getattr(command, "commands", {}).values()):
            for parameter in each.params:
                if parameter.type is click.STRING:
                    parameter.type = FileOrText()
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing any."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_) for name, (_, help_) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Suggest the nearest command for an unknown one."""
        unknown = args and args[0] not in COMMANDS and not args[0].startswith("-")
        if unknown and not ctx.resilient_parsing:
            raise click.UsageError(
                f"no command {args[0]!r}{did_you_mean(args[0], COMMANDS)} "
                f"(commands: {', '.join(COMMANDS)})",
                ctx,
            )
        return super().resolve_command(ctx, args)


def _version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    del param
    if value:
        from truthscore import __version__

        echo(f"truthscore {__version__}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version,
    help="Show the version and stop.",
)  # fmt: skip
def group() -> None:
    """Score a support chatbot's answers for truthfulness: 1 (untrue) to 5 (true) stars.

    No LLM, no network: rules over the question, the answer and the context documents, with the
    passage behind every point.

    Exit codes: 0 fine, 1 a threshold failed, 2 usage or input was wrong.

    \b
    For completion at a tab, in ~/.bashrc (zsh and fish: zsh_source, fish_source):
      eval "$(_TRUTHSCORE_COMPLETE=bash_source truthscore)"
    """


def go_on() -> str:
    """The line that goes on with the running command, as its user would type it."""
    words: Sequence[str] = click.get_current_context().find_root().obj or sys.argv[1:]
    resume = () if "--resume" in words else ("--resume",)
    return f"go on with: {shlex.join(['truthscore', *words, *resume])}"


def main(args: Sequence[str] | None = None) -> None:
    """The entry point: errors of ours are one message and exit code 2, never a traceback."""
    words = list(sys.argv[1:] if args is None else args)
    try:
        result: Any = group.main(
            args=list(words), prog_name="truthscore", standalone_mode=False, obj=words
        )
    except click.exceptions.Abort:
        echo("\ntruthscore: interrupted", err=True)
        sys.exit(EXIT_INTERRUPTED)
    except click.ClickException as error:
        error.show(file=cast("IO[str]", Shown(sys.stderr)))
        sys.exit(EXIT_USAGE)
    except TruthscoreError as error:
        echo(f"truthscore: {error}", err=True)
        sys.exit(EXIT_USAGE)
    except Unread:
        sys.stdout = None  # or Python would complain that it cannot write what is left
        sys.exit(EXIT_UNREAD)
    except OSError as error:  # as of a full disk behind `>`
        sys.stdout = None
        echo(f"truthscore: {error}", err=True)
        sys.exit(EXIT_USAGE)
    sys.exit(result if isinstance(result, int) else 0)
