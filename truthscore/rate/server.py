"""Serves the pages on this machine until it is stopped."""

from __future__ import annotations

import logging
import signal
import socket
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from truthscore.errors import ServeError, install_hint
from truthscore.rate.items import Items
from truthscore.rate.store import Store

if TYPE_CHECKING:
    from truthscore.scorer import TruthScorer

HOST = "127.0.0.1"
#: Seconds for requests that are under way when the server is stopped.
GRACE_SECONDS = 3


def run(
    items: Items,
    db: str,
    load: Callable[[], TruthScorer] | None,
    tell: Callable[[str], None],
    *,
    port: int,
    open_: bool = False,
    **options: Any,
) -> None:
    """Serve until SIGINT or SIGTERM; `tell` gets the address when it can be asked, and so does a
    browser where `open_` says so.

    `load` makes the scorer, None: no machine. `options`: the other fields of `Desk`. Raises
    ServeError when the packages are missing or the port is taken, InputError when the database
    cannot be used.
    """
    try:
        import fastapi  # noqa: F401
        from uvicorn import Config, Server
    except ImportError as error:
        raise ServeError(
            f"rating in a browser needs more packages ({error}): {install_hint('serve')}"
        ) from error
    from truthscore.one_length import OneLengthProtocol
    from truthscore.rate.app import application
    from truthscore.rate.desk import Desk
    from truthscore.rate.opinion import Opinions

    store = Store(db, items)
    opinions = Opinions(items, store, load)
    listening = _bound(port)
    desk = Desk(items=items, store=store, opinions=opinions, **options)
    logging.basicConfig(stream=sys.stderr, format="truthscore: %(message)s", level=logging.WARNING)
    server = Server(
        Config(
            application(desk),
            http=OneLengthProtocol,
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=False,
            lifespan="off",
            ws="none",
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
    )
    opinions.start()
    address = f"http://{HOST}:{listening.getsockname()[1]}/"
    tell(address)
    if open_:
        import webbrowser

        webbrowser.open(address)
    try:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does
        server.run(sockets=[listening])
    except KeyboardInterrupt:  # uvicorn hands the signal on when it has finished
        pass
    finally:
        opinions.stop()
        store.close()


def _bound(port: int) -> socket.socket:
    """A socket that listens on this machine. Raises ServeError when the port is taken."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError as error:
        listening.close()
        raise ServeError(
            f"{HOST}:{port} cannot be used ({error.strerror}); give another --port, or 0 for a "
            "free one"
        ) from error
    listening.listen()
    return listening
