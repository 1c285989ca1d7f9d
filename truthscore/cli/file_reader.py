"""Files are read by a process of their own, so that one which hangs, fills the memory or ends its
reader costs itself and nothing else."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from truthscore.cli.file_pages import Source, members_of, pages_of
from truthscore.errors import InputError
from truthscore.interrupt import unheard_by_children
from truthscore.types import ContextDocument

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from truthscore.profile import Documents

#: Bytes of address space that reading a file may take: the largest one several times over, beside
#: the libraries that read it.
MEMORY = 4_000_000_000
#: Seconds that the process may take until it reads: it loads the libraries.
STARTS = 60.0


class FileReader:
    """Reads files, one after the other. Close it, or use it with `with`."""

    def __init__(self, limits: Documents, encoding: str | None = None) -> None:
        """`encoding` as `file_pages.pages_of` has it."""
        self._limits, self._encoding = limits, encoding
        self._process: SpawnProcess | None = None
        self._connection: Connection[Any, Any] | None = None

    def __enter__(self) -> FileReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._connection is not None:
            self._connection.close()
        self._process = self._connection = None

    def pages(self, source: Source, refused: Callable[[str], None]) -> Iterator[ContextDocument]:
        """The pages of a file; `refused` is told of one that cannot be read, and why."""
        for kind, told in self._answers(source, "pages"):
            if kind == "page":
                yield told
            else:
                refused(told)

    def members(self, source: Source, refused: Callable[[str], None]) -> tuple[str, ...]:
        """The names in an archive; `refused` is told of one that is not read."""
        found: tuple[str, ...] = ()
        for kind, told in self._answers(source, "members"):
            if kind == "members":
                found = told
            else:
                refused(told)
        return found

    def _answers(self, source: Source, wanted: str) -> Iterator[tuple[str, Any]]:
        seconds = self._limits.read_seconds
        try:
            connection = self._open()
            connection.send((source, wanted))
            while connection.poll(seconds):
                answer = connection.recv()
                if answer is None:
                    return
                yield answer
        except (EOFError, OSError):
            self.close()
            told = "it ended the process that read it (no memory?)"
        else:
            self.close()
            told = f"it took longer than {seconds:g} s ([documents] read_seconds of the profile)"
        yield "refused", f"{source.name}: {told}; expected a page: the file is left out"

    def _open(self) -> Connection[Any, Any]:
        if self._connection is None:
            context = get_context("spawn")  # forking a process with threads in it can hang
            self._connection, theirs = context.Pipe()
            self._process = context.Process(
                target=_serve, args=(theirs, self._limits, self._encoding), daemon=True
            )
            with unheard_by_children():
                self._process.start()
            theirs.close()
            if self._connection.poll(STARTS):
                self._connection.recv()
        return self._connection


def _serve(connection: Connection[Any, Any], limits: Documents, encoding: str | None) -> None:
    """What the process does until its connection is closed."""
    import truthscore.formats  # so that no file pays for loading them
    import truthscore.retrieve.convert  # noqa: F401

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that gets the pages decides
    _limit_memory()
    connection.send(None)
    with suppress(EOFError, OSError):  # nobody is there any more
        while True:
            source, wanted = connection.recv()
            _answer(connection, source, wanted, limits, encoding)
            connection.send(None)


def _answer(
    connection: Connection[Any, Any], source: Source, wanted: str, limits: Documents,
    encoding: str | None,
) -> None:  # fmt: skip

    def refuse(told: str) -> None:
        connection.send(("refused", told))

    if wanted == "pages":
        for page in pages_of(source, limits, encoding, refuse):
            connection.send(("page", page))
        return
    try:
        connection.send(("members", members_of(source.path)))
    except InputError as error:
        refuse(str(error))


def _limit_memory() -> None:
    """Have a file that would fill the memory fail, where the system can (Windows cannot)."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
