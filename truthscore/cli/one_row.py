"""The one row of a file that a command is asked about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truthscore.types import Example


def one_row(path: str, wanted: str, **reading: Any) -> Example:
    """The example with the id `wanted`; `reading` are the values of `input_options`.

    Raises InputError where there is none, and says so of the row itself where that cannot be read,
    or of the first row where none can.
    """
    from truthscore.errors import InputError, did_you_mean
    from truthscore.formats import Row, read_examples

    ids: list[str] = []
    unread = None
    for row in read_examples(path, **reading):
        if isinstance(row, Row):
            if row.id == wanted:
                raise InputError(row.complaint)
            unread = unread or row
        elif row.id == wanted:
            return row
        else:
            ids.append(row.id)
    if unread is not None and not ids:
        raise InputError(unread.complaint)
    raise InputError(f"{path}: no row has id {wanted!r}{did_you_mean(wanted, ids)}")
