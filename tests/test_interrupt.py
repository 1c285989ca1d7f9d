"""Ctrl-C while rows are scored, sent to this process and to what it starts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from truthscore.interrupt import between_rows, unheard_by_children


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """A shell that starts the tests in the background has them ignore the signal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def _press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_the_first_waits_for_the_end_of_the_row(capfd: pytest.CaptureFixture[str]) -> None:
    done = []

    def work() -> None:
        with between_rows() as check:
            for row in range(5):
                if row == 2:
                    _press()
                done.append(row)
                check()

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == [0, 1, 2]
    assert "Ctrl-C again" in capfd.readouterr().err
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_second_interrupts_at_once() -> None:
    done = []

    def work() -> None:
        with between_rows():
            for row in range(5):
                _press()
                done.append(row)

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == [0]


def test_without_one_nothing_happens_and_python_s_own_is_back() -> None:
    with between_rows() as check:
        check()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with pytest.raises(KeyboardInterrupt):
        _press()


def test_who_ignores_or_handles_it_keeps_doing_so() -> None:
    heard = []
    for handler in (signal.SIG_IGN, lambda *_: heard.append(True)):
        before = signal.signal(signal.SIGINT, handler)
        try:
            with between_rows() as check:
                assert signal.getsignal(signal.SIGINT) is handler
                _press()
                check()
        finally:
            signal.signal(signal.SIGINT, before)
    assert heard == [True]


def test_a_thread_has_no_signals_and_needs_none() -> None:
    found: list[object] = []

    def work() -> None:
        with between_rows() as check:
            check()
            found.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]


def test_a_process_started_meanwhile_does_not_hear_it_and_its_starter_does_later() -> None:
    code = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('alive')"
    heard = False
    try:
        with unheard_by_children():
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
            within = True
        within = False
    except KeyboardInterrupt:
        heard = True
    assert done.stdout == b"alive\n"
    assert heard
    assert within
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, ())
