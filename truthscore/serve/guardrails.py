"""The guardrails of one worker: the default profile's, the bundled ones', and registered ones."""

from __future__ import annotations

import hashlib
import tempfile
import threading
import tomllib
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from truthscore import profile as profiles
from truthscore.errors import TruthscoreError
from truthscore.guard.guardrail import Guardrail
from truthscore.guard.workers import Workers
from truthscore.profile import Profile, with_policy
from truthscore.scorer import TruthScorer
from truthscore.serve.problem import Problem, room
from truthscore.serve.registry import Folder

#: What a registered profile may not say, for it would read other files of the service's machine or
#: call others, and what is said of it.
_NOT_HERE: Mapping[tuple[str, ...], str] = {
    ("pipelines",): "[pipelines] is chosen when the service is started; leave it out",
    ("answers_file",): "answers_file cannot be used in a registered profile",
    ("policy", "notify"): "[policy] notify is chosen when the service is started; leave it out",
    ("features", "company_terms", "terms_file"):
        "features.company_terms.terms_file cannot be used in a registered profile",
}  # fmt: skip


class Guardrails:
    """Guardrails by profile name. All share the pipelines and the threads of the worker."""

    def __init__(self, scorer: TruthScorer, data_dir: Path) -> None:
        limits = scorer.profile.serve
        self.limits = limits
        self.workers: Workers[Any] = Workers(limits.threads, limits.waiting)
        self._scorer = scorer
        self.folder = Folder(data_dir / "profiles", limits.max_profiles)
        self._made: OrderedDict[str, Guardrail] = OrderedDict()
        self._lock = threading.Lock()
        self.default = self._guardrail(scorer)

    def get(self, name: str | None) -> Guardrail:
        """The guardrail of a profile. Raises Problem for a name that nobody registered."""
        if name is None or name == self._scorer.profile.name:
            return self.default
        if name in profiles.names():
            return self._kept(f"bundled:{name}", lambda: profiles.load(name))
        found = self.folder.get(name)
        if found is None:
            raise Problem(
                "not_found", "the request names a profile that is not registered",
                errors=[{"loc": ["body", "profile"], "type": "unknown_profile",
                         "msg": f"register it with PUT /v1/profiles/{{name}}; there are "
                                f"{', '.join(profiles.names())}"}],
            )  # fmt: skip
        return self._kept(found["digest"], partial(_loaded, found["toml"]))

    def put(self, name: str, toml: str) -> tuple[Profile, bool]:
        """Register a profile, and whether its name is new. Raises Problem when it cannot work."""
        if name in profiles.names() or name == self._scorer.profile.name:
            raise Problem("conflict", "a profile of this name ships with the service")
        _check(toml)
        digest = hashlib.sha256(toml.encode()).hexdigest()
        try:
            guardrail = self._kept(digest, partial(_loaded, toml))
        except TruthscoreError as error:
            raise _invalid(str(error)) from None
        new = self.folder.put(name, {"digest": digest, "toml": toml})
        return guardrail.scorer.profile, new

    def _kept(self, key: str, load: Callable[[], Profile]) -> Guardrail:
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                return self._made[key]
        made = self._guardrail(self._scorer.under(load()))
        with self._lock:
            self._made[key] = made
            while len(self._made) > self.limits.max_profiles + len(profiles.names()):
                self._made.popitem(last=False)
        return made

    def _guardrail(self, scorer: TruthScorer) -> Guardrail:
        """With the service's own limit as time budget, where the profile's is longer or none."""
        limit = self.limits.request_seconds * 1000.0
        policy = scorer.profile.policy
        budget = min(policy.time_budget_ms or limit, limit)
        return Guardrail(scorer, with_policy(policy, time_budget_ms=budget), workers=self.workers)


def _loaded(toml: str) -> Profile:
    """A profile from its text, by way of a file: profiles are read from files. Raises a
    TruthscoreError that names no file."""
    with room(), tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "profile.toml")
        path.write_text(toml, encoding="utf-8")
        try:
            return profiles.load(path)
        except TruthscoreError as error:
            raise TruthscoreError(str(error).replace(str(path), "profile")) from None


def _check(toml: str) -> None:
    """A registered profile may not reach for files: it stands on a bundled one and says all."""
    try:
        settings: Mapping[str, Any] = tomllib.loads(toml)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _invalid(f"not TOML: {error}") from None
    if settings.get("extends") not in profiles.names():
        raise _invalid(f"'extends' must be one of {', '.join(profiles.names())}")
    for path, told in _NOT_HERE.items():
        table: Any = settings
        for name in path[:-1]:
            table = table.get(name) if isinstance(table, Mapping) else None
        # every key of the policy that begins so: notify_text, notify_secret_env
        if isinstance(table, Mapping) and any(key.startswith(path[-1]) for key in table):
            raise _invalid(told)


def _invalid(message: str) -> Problem:
    return Problem(
        "invalid", "the profile cannot be used",
        errors=[{"loc": ["body"], "type": "profile", "msg": message}],
    )  # fmt: skip
