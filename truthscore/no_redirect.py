"""A request that holds a key or a text goes where the settings say and nowhere else."""

from __future__ import annotations

from typing import IO, TYPE_CHECKING, Any
from urllib.request import HTTPRedirectHandler, Request, build_opener

if TYPE_CHECKING:
    from requests import Session


class NoRedirect(HTTPRedirectHandler):
    """For `urllib.request.build_opener`: an answer that sends elsewhere counts as a refusal."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        """Follow nothing."""
        del req, fp, code, msg, headers, newurl
        return None


_OPENER = build_opener(NoRedirect)


def open_url(request: Request, seconds: float) -> Any:
    """The answer to a request, to be used with `with`.

    Raises HTTPError for a status that is none of success, as one that sends elsewhere, and OSError
    when there is no answer within so many seconds.
    """
    return _OPENER.open(request, timeout=seconds)


def session() -> Session:
    """A session of `requests`, for libraries that ask by it, which follows nothing either."""
    import requests

    class StaysThere(requests.Session):
        def get_redirect_target(self, resp: requests.Response) -> None:
            del resp

    return StaysThere()
