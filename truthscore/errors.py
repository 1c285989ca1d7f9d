"""Every exception truthscore raises on purpose.

    TruthscoreError
    ├── InputError      a row or file of the user's: says file, line, found, expected, what to do
    ├── ProfileError    a profile: says file, key, found, expected
    ├── ResourceError   a word list, terms file or pipeline that is missing or broken
    ├── PipelineError   a spaCy pipeline that is missing, incompatible or of another language
    ├── TranslationError  a text or file cannot be translated as asked
    ├── OverBudget      work that took longer than its deadline (see `deadline.py`)
    └── ServeError      the HTTP service cannot be started as asked

The command line prints the message without a traceback and exits with 2.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class TruthscoreError(Exception):
    """Base of all truthscore errors."""


class InputError(TruthscoreError):
    """The user's data cannot be read as asked."""


class ProfileError(TruthscoreError):
    """A profile is wrong: an unknown key, a value out of range, a pattern that does not compile."""


class ResourceError(TruthscoreError):
    """A word list, terms file or other resource is missing or broken."""


class PipelineError(ResourceError):
    """No usable spaCy pipeline for a language."""


class ServeError(TruthscoreError):
    """The HTTP service cannot be started as asked: address, token file, folder or packages."""


class TranslationError(TruthscoreError):
    """A translation cannot be made as asked: provider, key, languages, or texts that failed."""


class OverBudget(TruthscoreError):  # noqa: N818 (a state, not a mistake)
    """The time that work was given is over; it came to nothing."""


class BatchError(TruthscoreError):
    """A run over several processes or machines could not be finished."""


def install_hint(extra: str) -> str:
    """How to install an optional part: from the checkout or the wheel, the name on PyPI is another
    project's."""
    return f"pip install '.[{extra}]' in the checkout of truthscore, or 'FILE.whl[{extra}]'"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """'; did you mean 'answer'?' for a near miss among `known`, else ''."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"; did you mean {close[0]!r}?" if close else ""
