"""What a person sees at a terminal. All that a command tells goes through here: texts of answers,
ids and names of files are others' and must move no cursor (`truthscore.shown`)."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any

import click

from truthscore.shown import shown

if TYPE_CHECKING:
    from rich.console import Console

#: Columns of what is printed into a text.
FILE_WIDTH = 100


def echo(message: object = "", *, nl: bool = True, err: bool = False, over: bool = False) -> None:
    """Print a message; `over`: over the line that stands there."""
    click.echo(("\r" if over else "") + shown(message), nl=nl, err=err)


def shown_console(*, stderr: bool = False, file: IO[str] | None = None) -> Console:
    """A console of `rich`, in colour, that sends no control sign of what it is given to print.
    `file`: where to, for lines of the usual width; None: the terminal."""
    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.segment import Segment

    class AsShown:
        def __init__(self, printed: Any) -> None:
            self._printed = printed

        def __rich_console__(self, where: Console, options: ConsoleOptions) -> RenderResult:
            for each in where.render(self._printed, options):
                yield each if each.control else Segment(shown(each.text), each.style)

    class ShownConsole(Console):
        def print(self, *printed: Any, **how: Any) -> None:
            made = (self.render_str(each) if isinstance(each, str) else each for each in printed)
            super().print(*map(AsShown, made), **how)

    return ShownConsole(stderr=stderr, file=file, width=None if file is None else FILE_WIDTH)
