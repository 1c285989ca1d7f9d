"""Runs the service: real worker processes under a parent that replaces one that dies."""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import replace
from functools import partial
from pathlib import Path

from truthscore.errors import ServeError, install_hint
from truthscore.serve.settings import GRACE_SECONDS, Settings, check

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
