"""A headless Chromium, driven over its own pipe (the DevTools protocol): no package is needed."""

from __future__ import annotations

import base64
import json
import os
import queue
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

#: Seconds that anything in the browser may take in a test.
PATIENCE = 30.0
#: Keys that are no letter: key → (code, virtual key code, text).
_KEYS = {
    "Enter": ("Enter", 13, "\r"), "Tab": ("Tab", 9, ""), "Escape": ("Escape", 27, ""),
    " ": ("Space", 32, " "),
}  # fmt: skip


def found() -> str | None:
    """The Chromium of this machine, None where there is none."""
    names = ("chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


class Browser:
    """One Chromium process."""

    def __init__(self, profile: Path) -> None:
        command = found()
        assert command is not None
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()

        def pipes() -> None:  # the browser reads from 3 and writes to 4
            os.dup2(to_browser, 13)
            os.dup2(from_browser, 14)
            os.dup2(13, 3)
            os.dup2(14, 4)

        self.process = subprocess.Popen(
            [
                command, "--headless=new", "--remote-debugging-pipe", "--no-sandbox",
                "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--lang=en",
                "--disable-background-networking", f"--user-data-dir={profile}", "about:blank",
            ],
            close_fds=False, preexec_fn=pipes, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to_browser)
        os.close(from_browser)
        self._number = 0
        self._answers: dict[int, queue.Queue[dict[str, Any]]] = {}
        self._heard: list[Callable[[dict[str, Any]], None]] = []
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        held = b""
        while True:
            try:
                more = os.read(self._read, 1 << 16)
            except OSError:
                return
            if not more:
                return
            held += more
            *messages, held = held.split(b"\0")
            for each in map(json.loads, messages):
                if "id" in each:
                    self._answers.pop(each["id"]).put(each)
                else:
                    for hear in list(self._heard):
                        hear(each)

    def send(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        with self._lock:
            self._number += 1
            number = self._number
            mine = self._answers[number] = queue.Queue()
            message = {"id": number, "method": method, "params": parameters}
            if session:
                message["sessionId"] = session
            os.write(self._write, json.dumps(message).encode() + b"\0")
        answer = mine.get(timeout=PATIENCE)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    def hear(self, what: Callable[[dict[str, Any]], None]) -> None:
        self._heard.append(what)

    def page(self) -> Page:
        """A page with cookies and storage of its own, as of another person."""
        context = self.send("Target.createBrowserContext")["browserContextId"]
        target = self.send("Target.createTarget", url="about:blank", browserContextId=context)
        session = self.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        return Page(self, session["sessionId"])

    def close(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)  # it has processes of its own
        self.process.wait()
        os.close(self._write)


class Page:
    """A tab: keys are pressed as a person does, `ask` evaluates in it."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self.session = browser, session
        for domain in ("Page", "Runtime", "Network"):
            self.send(f"{domain}.enable")
        self.size(1280)

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        return self._browser.send(method, self.session, **parameters)

    def hear(self, what: Callable[[dict[str, Any]], None]) -> None:
        """Tell `what` of every event of the browser."""
        self._browser.hear(what)

    def go(self, address: str) -> None:
        self.send("Page.navigate", url=address)
        self.until(f"location.href.startsWith({address!r}) && document.readyState === 'complete'")

    def ask(self, expression: str) -> Any:
        found = self.send(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"]["exception"].get("description"))
        return found["result"].get("value")

    def until(self, condition: str) -> None:
        """Wait for a condition. Raises AssertionError when it never holds."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if self.ask(f"!!({condition})"):
                    return
            except RuntimeError:
                pass  # the page is being replaced
            time.sleep(0.01)
        raise AssertionError(f"never: {condition}")

    def press(self, *keys: str) -> None:
        for key in keys:
            code, number, text = _KEYS.get(key, ("", ord(key[0].upper()), key))
            same = {"key": key, "code": code, "windowsVirtualKeyCode": number}
            self.send("Input.dispatchKeyEvent", type="keyDown", text=text, **same)
            self.send("Input.dispatchKeyEvent", type="keyUp", **same)

    def type(self, text: str) -> None:
        self.send("Input.insertText", text=text)

    def click(self, selector: str) -> None:
        x, y = self.ask(
            f"(() => {{ const e = document.querySelector({selector!r}); "
            "e.scrollIntoView({block: 'center'}); const r = e.getClientRects()[0]; "
            "return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def size(self, width: int, height: int = 900) -> None:
        self.send(
            "Emulation.setDeviceMetricsOverride", width=width, height=height,
            deviceScaleFactor=1, mobile=False,
        )  # fmt: skip

    def dark(self, on: bool = True) -> None:
        scheme = {"name": "prefers-color-scheme", "value": "dark" if on else "light"}
        self.send("Emulation.setEmulatedMedia", features=[scheme])

    def picture(self, path: Path, *, whole: bool = False) -> None:
        taken = self.send("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(taken["data"]))


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """A Chromium that ends with the block."""
    opened = Browser(profile)
    try:
        yield opened
    finally:
        opened.close()
