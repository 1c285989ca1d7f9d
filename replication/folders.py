"""Data that scripts are given: a folder or file that is not there is told in one sentence."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path


def folder_with(*patterns: str) -> Callable[[str], Path]:
    """A type for argparse: a folder that has a file of each pattern, else exit code 2."""

    def folder(text: str) -> Path:
        path = Path(text)
        expected = f"expected a folder with {', '.join(patterns)}"
        if not path.is_dir():
            raise argparse.ArgumentTypeError(f"{path}: no such folder; {expected}")
        lacking = [pattern for pattern in patterns if not any(path.glob(pattern))]
        if lacking:
            raise argparse.ArgumentTypeError(f"{path}: has no {', '.join(lacking)}; {expected}")
        return path

    return folder


def existing_file(text: str) -> Path:
    """A type for argparse: a file that is there, else exit code 2."""
    path = Path(text)
    if not path.is_file():
        raise argparse.ArgumentTypeError(f"{path}: no such file")
    return path
