"""Ctrl-C in a long run: the row under way is finished, and only the first process hears it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

#: Said when the row under way takes its time; straight to the file, a handler must not use buffers.
SAID = b"\ntruthscore: stopping behind the row under way; Ctrl-C again stops at once\n"
STDERR = 2


@contextmanager
def between_rows() -> Iterator[Callable[[], None]]:
    """Hold the first Ctrl-C back: the given check raises KeyboardInterrupt when there was one.

    A KeyboardInterrupt that arises while native code cleans up is dropped by Python, so a single
    Ctrl-C could be lost; and one that arises within a row could leave half of it. A second Ctrl-C
    does what Python does. Nothing is changed outside the main thread, which no signal reaches, and
    where somebody else handles the signal or has it ignored (`nohup`, a program around this one).
    """
    before = signal.getsignal(signal.SIGINT)
    main = threading.current_thread() is threading.main_thread()
    if not main or before is not signal.default_int_handler:
        yield lambda: None
        return
    pressed = False

    def press(*_: Any) -> None:
        nonlocal pressed
        pressed = True
        signal.signal(signal.SIGINT, before)
        with suppress(OSError):  # nobody reads it
            os.write(STDERR, SAID)

    def check() -> None:
        if pressed:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, press)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def unheard_by_children() -> Iterator[None]:
    """Processes that are started here never get Ctrl-C: whoever started them ends them.

    A terminal sends it to all of them, and each would end amid its work with a traceback. They
    inherit what is blocked while they start. This thread gets its own Ctrl-C afterwards. Where
    signals cannot be blocked (Windows) nothing changes.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    # Unblocks the signal when it is started, which is with the first process otherwise (3.11).
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
