"""What an adapter says when its framework is not installed."""

from __future__ import annotations

from truthscore.errors import install_hint


def missing(extra: str, error: ImportError) -> ImportError:
    """The error to raise: which framework, and how to install it."""
    return ImportError(
        f"truthscore's adapter needs a package that is not there ({error}): {install_hint(extra)}"
    )
