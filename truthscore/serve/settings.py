"""How a service was asked to run, and whether it may run like that."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from truthscore.errors import ServeError
from truthscore.loopback import is_loopback
from truthscore.profiles import DEFAULT
from truthscore.serve.tokens import read_tokens

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
