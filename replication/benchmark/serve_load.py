"""The HTTP service under load and under faults, on loopback.

    python replication/benchmark/serve_load.py [--seconds 30] [--clients 8] [--workers 2]

Starts `truthscore serve` with worker processes of its own and a folder for documents. First checks
from `clients` clients at once, with the pages registered: checks per second and milliseconds. Then
the same load, while clients hang up in the middle, send bodies drop by drop, send 100 MB, malformed
JSON and wrong tokens, and a worker is killed again and again. Every decision is compared with what
the guardrail says in this process; every request must get an answer or an error. Ends with 1 when
a decision was wrong, a request got neither, or the service did not come back by itself.

Afterwards the service has to be as it was: the seconds from a kill until all workers serve again,
and then the load without faults.

On a machine that does other work as well, the processor time per answer is the figure to compare:
`workers` cores give at most `workers` / that many answers per second. The machine's load is told.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
from guardrail import cases, words

from truthscore import Guardrail, with_policy

TOKEN = "a-token-for-the-load-test"
#: Seconds a worker may take to load its pipelines.
STARTING = 120.0
#: Seconds after which a request that got neither answer nor error counts as lost.
LOST = 60.0
HEADERS = {"authorization": f"Bearer {TOKEN}"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    guardrail = Guardrail.load("grounded", pipelines={"nl": "bundled", "en": "bundled"})
    limit = guardrail.scorer.profile.serve.request_seconds
    guardrail = Guardrail(
        guardrail.scorer, with_policy(guardrail.policy, time_budget_ms=1000.0 * limit)
    )
    made = cases(random.Random(args.seed))
    expected = [
        guardrail.check(question=each.question, answer=each.answer, context=each.context)
        for each in made
    ]
    with tempfile.TemporaryDirectory() as folder:
        service = Service(Path(folder), args.workers)
        try:
            pairs = list(zip(registered(service, made), expected, strict=True))
            failed = asyncio.run(measured(service, pairs, args.clients, args.seconds))
            failed += asyncio.run(faulted(service, pairs, args.clients, args.seconds))
        finally:
            code = service.stop()
        print(f"{'exit code after SIGTERM':<44}{code:8d}")
    sys.exit(1 if failed or code else 0)


class Service:
    """`truthscore serve` in processes of its own."""

    def __init__(self, folder: Path, workers: int) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.wanted = workers
        self.log = folder / "log"
        tokens = folder / "tokens"
        tokens.write_text(f"load: {TOKEN} check write metrics\n", encoding="ascii")
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [
                    sys.executable, "-c", "from truthscore.cli import main; main()", "serve",
                    "--port", str(self.port), "--workers", str(workers), "--token-file",
                    str(tokens), "--data-dir", str(folder / "data"),
                    "--pipeline", "nl=bundled", "--pipeline", "en=bundled",
                ],
                stderr=log,
            )  # fmt: skip
        self.wait()

    def wait(self) -> None:
        """Until it says that it is ready."""
        until = time.monotonic() + STARTING
        while time.monotonic() < until:
            try:
                if httpx.get(self.address + "/readyz", timeout=5.0).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.2)
        raise SystemExit("the service did not become ready")

    def workers(self) -> list[int]:
        """The processes that serve now."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        found = []
        for pid in children.read_text().split():
            try:
                if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text():
                    found.append(int(pid))
            except OSError:
                continue
        return found

    def serving(self) -> set[int]:
        """Those of them that have said that they are ready."""
        lines = self.log.read_text().splitlines()
        told = {json.loads(line)["process"] for line in lines if "startup complete" in line}
        return told & set(self.workers())

    def processor(self) -> float:
        """Seconds that the processes of now have computed, without what others computed."""
        ticks = 0
        for pid in self.workers():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def stop(self) -> int:
        """Ask it to end, and its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(120)


def registered(service: Service, made: list[Any]) -> list[bytes]:
    """Register the pages and give the requests that name them."""
    requests = []
    with httpx.Client(base_url=service.address, headers=HEADERS, timeout=LOST) as client:
        for case in made:
            ids = []
            for page in case.context:
                id_ = f"{case.id}-{page.id}"
                kept = {"text": page.text, "title": page.title}
                client.put(f"/v1/documents/{id_}", json=kept).raise_for_status()
                ids.append(id_)
            asked = {"question": case.question, "answer": case.answer, "documents": ids}
            body = json.dumps(asked).encode()
            requests.append(head(len(body)) + body)
    size = statistics.mean(words([case.answer]) for case in made)
    print(f"{len(made)} cases, mean {size:.0f} words answer, {service.wanted} workers")
    return requests


def head(length: int, token: str = TOKEN) -> bytes:
    return (
        f"POST /v1/check HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {token}\r\nContent-Length: {length}\r\n\r\n"
    ).encode()


class Client:
    """One client and its connection, which it keeps until the service ends it.

    By hand: the service has to share the cores with whoever measures it, and a client library
    takes ten times as long.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, request: bytes) -> tuple[int, bytes]:
        """Status and body of the answer."""
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(request)
        await self._writer.drain()
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
        body = await self._reader.readexactly(length)
        if b"\r\nconnection: close" in head:
            await self.close()
        return int(head.split(b" ", 2)[1]), body

    async def close(self) -> None:
        """End the connection; the next request makes another."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None


class Tally:
    """What became of the requests."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.times: list[float] = []
        self.wrong: list[str] = []

    async def check(self, client: Client, pair: tuple[bytes, Any]) -> None:
        """One check, and what became of it."""
        request, expected = pair
        at = time.perf_counter()
        try:
            status, body = await asyncio.wait_for(client.ask(request), LOST)
        except TimeoutError:
            await client.close()
            self.outcomes["lost"] += 1
            return
        except (OSError, EOFError, ValueError) as error:  # hung up, or half an answer
            await client.close()
            self.outcomes[f"error: {type(error).__name__}"] += 1
            return
        self.times.append(1000 * (time.perf_counter() - at))
        self.outcomes[str(status)] += 1
        if status == 200:
            told = json.loads(body)
            if told["cause"] == "over_budget" and told["action"] == "review":
                self.outcomes["over budget"] += 1
            elif (told["action"], told["cause"], told["verdict"]["score"]) != (
                expected.action, expected.cause, expected.verdict.score,
            ):  # fmt: skip
                self.wrong.append(f"{told['action']} {told['cause']} for {expected.action}")

    def report(self, name: str, seconds: float) -> bool:
        """Print it; whether something was wrong or lost."""
        ranked = sorted(self.times) or [0.0]
        rate, busy = len(self.times) / seconds, os.getloadavg()[0]
        print(f"{name + ', answers per second':<44}{rate:8.1f} (machine's load {busy:.1f})")
        p99 = ranked[int(0.99 * (len(ranked) - 1))]
        print(f"{name + ', ms':<44}{statistics.median(ranked):8.1f} p50{p99:9.1f} p99")
        told = ", ".join(f"{count} {what}" for what, count in sorted(self.outcomes.items()))
        print(f"{name + ', outcomes':<44}{told}")
        print(f"{name + ', wrong decisions':<44}{len(self.wrong):8d}")
        for each in self.wrong[:5]:
            print("   ", each)
        return bool(self.wrong or self.outcomes["lost"])


async def load(
    service: Service, pairs: list[Any], clients: int, seconds: float, *, fresh: bool
) -> Tally:
    """Checks from several clients; `fresh`: every one over a connection of its own."""
    tally = Tally()
    until = time.monotonic() + seconds

    async def one(number: int) -> None:
        rng, client = random.Random(number), Client(service.port)
        while time.monotonic() < until:
            await tally.check(client, rng.choice(pairs))
            if fresh:
                await client.close()
        await client.close()

    await asyncio.gather(*(one(number) for number in range(clients)))
    return tally


async def measured(service: Service, pairs: list[Any], clients: int, seconds: float) -> bool:
    # Once through every case in every worker: pages are parsed once each.
    await load(service, pairs, clients, max(10.0, seconds / 2), fresh=True)
    used = service.processor()
    tally = await load(service, pairs, clients, seconds, fresh=False)
    used = 1000 * (service.processor() - used) / max(1, len(tally.times))
    print(f"{'processor time of the workers per answer':<44}{used:8.1f} ms")
    return tally.report(f"{clients} clients", seconds)


async def faulted(service: Service, pairs: list[Any], clients: int, seconds: float) -> bool:
    until = time.monotonic() + seconds
    told: Counter[str] = Counter()

    async def again(name: str, make: Any, pause: float) -> None:
        while time.monotonic() < until:
            try:
                told[f"{name}: {await asyncio.wait_for(make(), LOST)}"] += 1
            except (OSError, httpx.TransportError) as error:
                told[f"{name}: error {type(error).__name__}"] += 1
            except TimeoutError:
                told[f"{name}: lost"] += 1
            await asyncio.sleep(pause)

    async def send(*pieces: bytes, pause: float = 0.0, hang_up: bool = False) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        try:
            for piece in pieces:
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(pause)
            if hang_up:
                return "hung up"
            head = await reader.readline()
            return head.split(b" ")[1].decode() if b" " in head else "closed"
        finally:
            writer.close()

    body = pairs[0][0].partition(b"\r\n\r\n")[2]
    drops = [body[at : at + 20] for at in range(0, len(body), 20)]
    mega = b"x" * 1_000_000
    killed: list[int] = []
    back: dict[float, float] = {}  # time of a kill → seconds until all served again

    def whole() -> bool:
        return len(service.serving() - set(killed)) == service.wanted

    async def watch() -> None:
        while True:
            latest = max(back, default=0.0)
            if back and not back[latest] and whole():
                back[latest] = time.monotonic() - latest
            await asyncio.sleep(0.25)

    async def kill() -> str:
        workers = service.workers()
        if len(workers) < service.wanted:
            return "not all there yet"
        os.kill(workers[0], signal.SIGKILL)
        killed.append(workers[0])
        back[time.monotonic()] = 0.0
        return "killed"

    faults = asyncio.gather(
        again("hangs up before its answer", lambda: send(head(len(body)), body, hang_up=True), 0.2),
        again("hangs up in its body", lambda: send(head(9_999), body, hang_up=True), 0.2),
        again("sends drop by drop", lambda: send(head(len(body)), *drops, pause=0.02), 0.1),
        again("stops in its body", lambda: send(head(len(body)), body[:50]), 0.1),
        again("sends 100 MB", lambda: send(head(100_000_000), *[mega] * 100), 1.0),
        again("sends no JSON", lambda: send(head(5), b"{{{{{"), 0.2),
        again("has a wrong token", lambda: send(head(len(body), "wrong"), body), 0.2),
        again("worker", kill, 5.0),
    )
    watching = asyncio.create_task(watch())
    tally = await load(service, pairs, clients, seconds, fresh=True)
    await faults
    for what, count in sorted(told.items()):
        print(f"    {what:<40}{count:8d}")
    failed = tally.report("under faults", seconds)
    until = time.monotonic() + STARTING
    while not (whole() and (not back or back[max(back)])) and time.monotonic() < until:
        await asyncio.sleep(0.2)
    watching.cancel()
    recovered = whole()
    print(
        f"{'workers killed, and all replaced':<44}{len(killed):8d} {'yes' if recovered else 'NO'}"
    )
    print(f"{'seconds until all served again, at most':<44}{max(back.values(), default=0.0):8.1f}")
    after = await load(service, pairs, clients, 5.0, fresh=True)
    failed |= after.report("afterwards", 5.0) or any(
        not o.startswith("200") and o != "over budget" for o in after.outcomes
    )
    wanted = {
        "sends no JSON": {"400"}, "has a wrong token": {"401"}, "sends 100 MB": {"413"},
        "stops in its body": {"408"},
    }  # fmt: skip
    for what in told:
        name, _, outcome = what.partition(": ")
        if (
            name in wanted
            and outcome not in wanted[name]
            and not outcome.startswith(
                ("error", "closed")  # its worker was killed
            )
        ):
            print(f"unexpected: {what}")
            failed = True
    return failed or not recovered or any(what.endswith("lost") for what in told)


if __name__ == "__main__":
    main()
