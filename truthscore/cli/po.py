"""Interfaces that gettext translates (`nl.po`): labels and what they are called elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import regex

#: Words of a label, at most: what is longer is a message.
MAX_WORDS = 6

_line = regex.compile(
    r'(?:(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)\s+)?"((?:[^"\\]|\\.)*+)"'
)
_escaped = regex.compile(r"\\(.)")
_signs = {"n": "\n", "t": "\t", "r": "\r"}
#: The letter that opens a menu is marked: "_Save", "E&xit".
_opens = regex.compile(r"[_&](?=\p{L})")
#: What is filled in later, and markup.
_open_place = regex.compile(r"[%{}<>\n\t]|\$\w")


def label_pairs(text: str) -> dict[str, list[str]]:
    """The labels of a catalogue as they are translated, with what each translates, in text order.

    Messages, unfinished translations and labels that are the same in both are left out. Raises
    ValueError for a line that is not gettext's.
    """
    found: dict[str, list[str]] = {}
    for original, translated in _entries(text):
        one, other = _label(translated), _label(original)
        if one and other and one.casefold() != other.casefold():
            known = found.setdefault(one, [])
            if other not in known:
                known.append(other)
    return found


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """`msgid` and `msgstr` of each entry that is in use and not fuzzy."""
    fields: dict[str, str] = {}
    fuzzy, last = False, ""
    for number, raw in enumerate([*text.splitlines(), ""], start=1):
        line = raw.strip()
        match = _line.fullmatch(line)
        if match is None and line and not line.startswith("#"):
            raise ValueError(f"line {number}: expected a comment or a quoted text, found {line!r}")
        begins = match is None or match[1] in ("msgctxt", "msgid")
        if begins and any(each.startswith("msgstr") for each in fields):
            if not fuzzy:
                yield fields.get("msgid", ""), fields.get("msgstr") or fields.get("msgstr[0]", "")
            fields, fuzzy = {}, False
        if match is None:
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        last = match[1] or last
        said = _escaped.sub(lambda sign: _signs.get(sign[1], sign[1]), match[2])
        fields[last] = fields.get(last, "") + said


def _label(text: str) -> str:
    """A text as a page writes the label; empty for what is no label."""
    if len(_opens.findall(text)) == 1:
        text = _opens.sub("", text)
    label = text.strip(" :…").removesuffix("...")
    is_label = 0 < len(label.split()) <= MAX_WORDS and not _open_place.search(label)
    return label if is_label and any(map(str.isalpha, label)) and label[-1] not in ".!?" else ""
