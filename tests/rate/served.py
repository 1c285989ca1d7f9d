"""`truthscore rate` as a process of its own, which may be killed."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


class Server:
    """The command, started; `address` can be asked when it is there."""

    def __init__(self, answers: Path, db: Path, *more: str, port: int = 0) -> None:
        self._command = [
            sys.executable, "-m", "truthscore", "rate", str(answers), "--db", str(db), *more,
        ]  # fmt: skip
        self._port = port or free_port()
        self.said = ""
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [*self._command, "--port", str(self._port)], stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said += line
            if found := re.search(r"^open (\S+)$", line, re.MULTILINE):
                self.address = found[1]
                break
        else:
            raise RuntimeError(self.said)
        threading.Thread(target=self._listen, args=(self.process.stderr,), daemon=True).start()

    def _listen(self, stderr: object) -> None:
        for line in stderr:  # type: ignore[attr-defined]
            self.said += line

    def kill(self) -> None:
        """As the machine does when its memory is full: no word, no time."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)
