"""The guardrails of one worker: the default profile's, the bundled ones', and registered ones."""

from __future__ import annotations

import hashlib
import threading
import tomllib
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from truthscore import profile as profiles
from truthscore.errors import TruthscoreError
from truthscore.guard.guardrail import Guardrail, Outcome
from truthscore.guard.workers import Workers
from truthscore.profile import Profile, with_policy
from truthscore.scorer import TruthScorer
from truthscore.serve.problem import Problem, room
from truthscore.serve.registry import Folder, write

#: What a registered profile may not say: it would read other files of the service's machine.
_NOT_HERE = "pipelines"


class Guardrails:
    """Guardrails by profile name. All share the pipelines and the threads of the worker."""

    def __init__(self, scorer: TruthScorer, data_dir: Path) -> None:
        limits = scorer.profile.serve
        self.limits = limits
        self.workers: Workers[Any] = Workers(limits.threads, limits.waiting)
        self._scorer = scorer
        self._folder = Folder(data_dir / "profiles", limits.max_profiles)
        self._files = data_dir / "profile_files"
        self._files.mkdir(parents=True, exist_ok=True)
        self._made: OrderedDict[str, Guardrail] = OrderedDict()
        self._lock = threading.Lock()
        self.default = self._guardrail(scorer)

    def get(self, name: str | None) -> Guardrail:
        """The guardrail of a profile. Raises Problem for a name that nobody registered."""
        if name is None or name == self._scorer.profile.name:
            return self.default
        if name in profiles.names():
            return self._kept(f"bundled:{name}", name)
        found = self._folder.get(name)
        if found is None:
            raise Problem(
                "not_found", "the request names a profile that is not registered",
                errors=[{"loc": ["body", "profile"], "type": "unknown_profile",
                         "msg": f"register it with PUT /v1/profiles/{{name}}; there are "
                                f"{', '.join(profiles.names())}"}],
            )  # fmt: skip
        return self._kept(found["digest"], str(self._file(found["digest"], found["toml"])))

    def put(self, name: str, toml: str) -> tuple[Profile, bool]:
        """Register a profile, and whether its name is new. Raises Problem when it cannot work."""
        if name in profiles.names() or name == self._scorer.profile.name:
            raise Problem("conflict", "a profile of this name ships with the service")
        _check(toml)
        digest = hashlib.sha256(toml.encode()).hexdigest()
        path = self._file(digest, toml)
        try:
            guardrail = self._kept(digest, str(path))
        except TruthscoreError as error:
            path.unlink(missing_ok=True)
            told = str(error).replace(str(path), "profile")
            raise Problem("invalid", "the profile cannot be used", errors=[
                {"loc": ["body"], "type": "profile", "msg": told},
            ]) from None  # fmt: skip
        old = self._folder.get(name)
        try:
            new = self._folder.put(name, {"digest": digest, "toml": toml})
        except Problem:
            path.unlink(missing_ok=True)  # made again, if another name has the same
            raise
        if old is not None and old["digest"] != digest:
            self._file_of(old["digest"]).unlink(missing_ok=True)  # made again where it is needed
        return guardrail.scorer.profile, new

    def close(self) -> None:
        """Finish what was taken on."""
        self.workers.close()

    def writable(self) -> bool:
        """Whether profiles can be registered."""
        return self._folder.writable()

    def _kept(self, key: str, source: str) -> Guardrail:
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                return self._made[key]
        made = self._guardrail(self._scorer.under(profiles.load(source)))
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
        shared: Workers[Outcome] = self.workers
        return Guardrail(scorer, with_policy(policy, time_budget_ms=budget), workers=shared)

    def _file_of(self, digest: str) -> Path:
        return self._files / f"{digest}.toml"

    def _file(self, digest: str, toml: str) -> Path:
        """A profile as a file, named after its content: profiles are read from files."""
        path = self._file_of(digest)
        if not path.exists():
            with room():
                write(path, toml)
        return path


def _check(toml: str) -> None:
    """A registered profile may not reach for files: it stands on a bundled one and says all."""
    try:
        settings: Mapping[str, Any] = tomllib.loads(toml)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _invalid(f"not TOML: {error}") from None
    if settings.get("extends") not in profiles.names():
        raise _invalid(f"'extends' must be one of {', '.join(profiles.names())}")
    if _NOT_HERE in settings:
        raise _invalid(f"[{_NOT_HERE}] is chosen when the service is started; leave it out")
    if settings.get("answers_file"):
        raise _invalid("answers_file cannot be used in a registered profile")
    policy = settings.get("policy")
    if isinstance(policy, Mapping) and any(key.startswith("notify") for key in policy):
        raise _invalid("[policy] notify is chosen when the service is started; leave it out")
    features = settings.get("features")
    terms = features.get("company_terms") if isinstance(features, Mapping) else None
    if isinstance(terms, Mapping) and terms.get("terms_file"):
        raise _invalid("features.company_terms.terms_file cannot be used in a registered profile")


def _invalid(message: str) -> Problem:
    return Problem(
        "invalid", "the profile cannot be used",
        errors=[{"loc": ["body"], "type": "profile", "msg": message}],
    )  # fmt: skip
