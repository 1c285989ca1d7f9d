"""A request goes where the settings say and nowhere else."""

from __future__ import annotations

from typing import IO, Any
from urllib.request import HTTPRedirectHandler, Request


class NoRedirect(HTTPRedirectHandler):
    """For `urllib.request.build_opener`: an answer that sends elsewhere counts as a refusal."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        """Follow nothing."""
        del req, fp, code, msg, headers, newurl
        return None
