"""Runs the service: real worker processes under a parent that replaces one that dies."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path

from truthscore.errors import ServeError, install_hint
from truthscore.loopback import is_loopback
from truthscore.profiles import DEFAULT
from truthscore.serve.tokens import read_tokens

#: The application that every worker makes.
FACTORY = "truthscore.serve.app:create"
#: Seconds without a sign of life after which a worker is replaced: loading pipelines on a busy
#: machine must not look like hanging.
HEALTH_SECONDS = 30
#: Requests after which a worker makes place for a fresh one: spaCy keeps every word it has seen,
#: which is 0.6 KB a check where each has a new one. Not all workers at once.
WORKER_REQUESTS, WORKER_REQUESTS_SPREAD = 100_000, 20_000
#: Seconds after an answer in which a client may ask again over the same connection.
KEEP_ALIVE_SECONDS = 15
#: Seconds for a request's head: it is a few hundred bytes, and a bad line sends it within two.
HEAD_SECONDS = 10.0
#: In memory where there is such a folder: a disk that is full must not stop the figures.
MEMORY = Path("/dev/shm")
#: The settings travel to the workers in this environment variable. No token is in it, only where
#: the tokens are.
ENVIRONMENT = "TRUTHSCORE_SERVE"
#: Seconds that a worker gets to finish what it has begun: more than any request may take.
GRACE_SECONDS = 30
#: Days for which an answer that was not sent is kept: a week with its weekend.
REVIEW_DAYS = 7.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The options of `truthscore serve`. `data_dir` is shared by all workers.

    `require_roles`: a check or score must say whose roles count. `shared_dir`: where the workers
    meet while this service runs (figures, and who has what to do). `review_days`: how long answers
    that were not sent are kept for people to look at; 0 keeps none.
    """

    host: str = "127.0.0.1"
    port: int = 8080
    profile: str = DEFAULT
    lang: str = "auto"
    pipelines: Mapping[str, str] = field(default_factory=dict)
    workers: int = 1
    token_file: str | None = None
    require_roles: bool = False
    review_days: float = REVIEW_DAYS
    data_dir: str = ""
    shared_dir: str = ""

    def to_environment(self) -> None:
        """Leave the settings for the workers."""
        os.environ[ENVIRONMENT] = json.dumps(asdict(self))

    @classmethod
    def from_environment(cls) -> Settings:
        """The settings as the parent process left them. Raises ServeError when it did not."""
        try:
            return cls(**json.loads(os.environ[ENVIRONMENT]))
        except (KeyError, ValueError, TypeError) as error:
            raise ServeError(
                f"{ENVIRONMENT} does not hold the settings of a service ({error!r}); start it with "
                "`truthscore serve`"
            ) from error


def check(settings: Settings) -> None:
    """Raises ServeError when the service may not run as asked."""
    tokens = read_tokens(settings.token_file)
    if not tokens.needed and not is_loopback(settings.host):
        raise ServeError(
            f"--host {settings.host} can be reached from other machines, and without --token-file "
            "everybody there could use the service; give a token file, or keep 127.0.0.1"
        )


def run(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM; then finish what was begun.

    Raises ServeError when the packages are missing, the address is taken, or the settings are not
    safe.
    """
    check(settings)
    try:
        import fastapi  # noqa: F401
        import prometheus_client  # noqa: F401
        from uvicorn.config import STARTUP_FAILURE, Config
        from uvicorn.supervisors import Multiprocess
    except ImportError as error:
        raise ServeError(
            f"the HTTP service needs more packages ({error}): {install_hint('serve')}"
        ) from error
    from truthscore.serve.connections import BACKLOG, Connection, limits_for, raise_file_limit
    from truthscore.serve.logs import configuration
    from truthscore.serve.metrics import FOLDER

    temporary = None if settings.data_dir else tempfile.mkdtemp(prefix="truthscore-")
    shared = tempfile.mkdtemp(prefix="truthscore-serve-", dir=MEMORY if MEMORY.is_dir() else None)
    try:
        data_dir = Path(settings.data_dir or str(temporary)).resolve()
        data_dir.mkdir(parents=True, exist_ok=True)
        replace(settings, data_dir=str(data_dir), shared_dir=shared).to_environment()
        os.environ[FOLDER] = shared
        limits = limits_for(raise_file_limit(), head_seconds=HEAD_SECONDS)
        config = Config(
            FACTORY,
            http=partial(Connection, limits),  # type: ignore[arg-type]  # it makes a protocol
            ws="none",
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers,
            log_config=configuration(),
            access_log=False,
            server_header=False,
            proxy_headers=False,
            lifespan="on",
            backlog=limits.at_once,  # asyncio takes as many at once as it lets wait; see below
            limit_max_requests=WORKER_REQUESTS,
            limit_max_requests_jitter=WORKER_REQUESTS_SPREAD,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=GRACE_SECONDS,
            timeout_worker_healthcheck=HEALTH_SECONDS,
        )
        try:
            socket = config.bind_socket()
        except SystemExit as error:
            raise ServeError(
                f"{settings.host}:{settings.port} cannot be used (see the line above); is it taken "
                "by another program?"
            ) from error

        class Supervisor(Multiprocess):
            """Sees at once that a worker has died, also when it waits for a sign of its life."""

            def keep_subprocess_alive(self) -> None:
                for process in self.processes:
                    # The worker has this end; as long as there is another one here, its death
                    # looks like silence, and is only noticed after HEALTH_SECONDS.
                    process.child_conn.close()
                super().keep_subprocess_alive()
                # Each worker has said that few may wait, for it takes as many at once.
                socket.listen(BACKLOG)

        supervisor = Supervisor(config, sockets=[socket])
        supervisor.run()
        if any(process.exitcode == STARTUP_FAILURE for process in supervisor.processes):
            raise ServeError("the workers could not start; the lines above say why")
    finally:
        shutil.rmtree(shared, ignore_errors=True)
        if temporary is not None:
            shutil.rmtree(temporary, ignore_errors=True)
