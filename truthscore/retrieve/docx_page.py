"""What a reader of a Word document sees: not what is hidden, struck out, too small, or in the
colour of the paper.

Mammoth reads the text of every run, whatever it looks like. So the runs that are not seen are taken
out of a document before Mammoth reads it. How a run looks is told by itself, by the styles of its
characters, its paragraph and its table, and by what the document sets for all.
"""

from __future__ import annotations

import io
import posixpath
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from types import MappingProxyType
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from truthscore.retrieve.archive import BROKEN
from truthscore.text.unseen import PIXELS, SMALLEST_LETTER_PX

#: The namespaces of a document's text, as most programs write it and in the strict form.
_WORD = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
#: What the parts of an archive begin with that hold text, by their elements.
_TEXTS = frozenset({"document", "footnotes", "endnotes"})
#: The largest difference, of 255, between two colours that a reader takes for one.
NEAR = 15
#: Letters that are narrower than this percentage are lines.
LEAST_WIDTH = 10
#: Styles that one is made from, at most: Word goes no further, and a style may name itself.
MOST_BASES = 10
#: Half points, in which sizes are given, in one pixel.
_HALF_POINTS_PX = PIXELS["pt"] / 2
WHITE = "ffffff"
#: Where the colour behind a text is not known: what is drawn or what a style of a table shades.
_UNKNOWN = "unknown"
#: Of a run that is not seen this is kept: fields begin and end in runs of their own.
_NO_TEXT = frozenset({"rPr", "fldChar", "instrText"})
#: Properties that a style turns round where the style of the paragraph has them too.
_HIDING = ("vanish", "strike", "dstrike")
_OFF = frozenset({"0", "false", "off"})
#: The names of colours of the marker.
_MARKER: Mapping[str, str] = MappingProxyType({
    "black": "000000", "blue": "0000ff", "cyan": "00ffff", "darkblue": "000080",
    "darkcyan": "008080", "darkgray": "808080", "darkgreen": "008000", "darkmagenta": "800080",
    "darkred": "800000", "darkyellow": "808000", "green": "00ff00", "lightgray": "c0c0c0",
    "magenta": "ff00ff", "red": "ff0000", "white": WHITE, "yellow": "ffff00",
})  # fmt: skip
#: Themes' names of the colour of the paper, which go before a colour's value.
_PAPER = frozenset({"background1", "light1"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Style:
    """A style: the one that it is made from, its properties, and whether it shades anything."""

    based_on: str | None
    run: Element | None
    paragraph: Element | None
    shades: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Styles:
    """The styles of a document by kind and name, those of what names none, and what is set for
    all."""

    named: Mapping[tuple[str, str], _Style]
    usual: Mapping[str, str]
    for_all: Element | None

    def chain(self, kind: str, name: str | None) -> list[_Style]:
        """A style and those that it is made from, the nearest first."""
        found: list[_Style] = []
        name = name or self.usual.get(kind)
        while name is not None and len(found) < MOST_BASES:
            style = self.named.get((kind, name))
            if style is None:
                break
            found.append(style)
            name = style.based_on
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    """Where a run stands: the colour behind it, and the styles of its paragraph and its table."""

    paper: str
    paragraph: Sequence[_Style] = ()
    table: Sequence[_Style] = ()


def seen(data: bytes) -> bytes:
    """A document without what its reader does not see; what is no archive stays as it is."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return data
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        main = _target(archive, "", "officeDocument") or "word/document.xml"
        told = _part(archive, _target(archive, main, "styles") or "word/styles.xml")
        settings = _part(archive, _target(archive, main, "settings") or "word/settings.xml")
        styles = _Styles(named={}, usual={}, for_all=None) if told is None else _styles(told)
        coloured = _child(settings, "displayBackgroundShape") is not None
        changed = {}
        for name in archive.NameToInfo:
            if _kind(archive, name) in _TEXTS:
                root = ElementTree.fromstring(archive.read(name))
                if _leave_seen(root, styles, coloured):
                    changed[name] = ElementTree.tostring(root)
        return _rewritten(archive, changed) if changed else data


def _rewritten(archive: zipfile.ZipFile, changed: Mapping[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        for name in archive.NameToInfo:
            with suppress(*BROKEN):  # what cannot be read is missed only where it is needed
                made.writestr(name, changed.get(name) or archive.read(name))
    return stream.getvalue()


def _target(archive: zipfile.ZipFile, part: str, kind: str) -> str | None:
    """The part that another one (the archive itself: "") names as the one of a kind."""
    folder, _, name = part.rpartition("/")
    links = _part(archive, posixpath.join(folder, "_rels", f"{name}.rels"))
    found = (
        posixpath.normpath(posixpath.join(folder, each.get("Target", ""))).lstrip("/")
        for each in (() if links is None else links)
        if each.get("Type", "").endswith(f"/{kind}")
    )
    return next((each for each in found if each in archive.NameToInfo), None)


def _part(archive: zipfile.ZipFile, name: str) -> Element | None:
    return ElementTree.fromstring(archive.read(name)) if name in archive.NameToInfo else None


def _kind(archive: zipfile.ZipFile, name: str) -> str:
    """What the first element of a part is called; empty for what is no part of a text."""
    with suppress(ElementTree.ParseError, *BROKEN), archive.open(name) as stream:  # a picture, say
        for _, element in ElementTree.iterparse(stream, ("start",)):
            return _name(element)
    return ""


def _name(element: Element) -> str:
    """The name of an element of a text; empty for one of another namespace."""
    space, _, name = element.tag.removeprefix("{").rpartition("}")
    return name if space in _WORD else ""


def _child(element: Element | None, *path: str) -> Element | None:
    for name in path:
        if element is None:
            return None
        element = next((each for each in element if _name(each) == name), None)
    return element


def _attribute(element: Element | None, name: str = "val") -> str | None:
    """An attribute as it is written; None where there is none."""
    if element is None:
        return None
    found = (element.get(f"{{{space}}}{name}") for space in _WORD)
    return next((each for each in found if each is not None), None)


def _value(element: Element | None, name: str = "val") -> str | None:
    """An attribute in small letters; None where there is none."""
    written = _attribute(element, name)
    return None if written is None else written.strip().lower()


def _styles(root: Element) -> _Styles:
    named: dict[tuple[str, str], _Style] = {}
    usual: dict[str, str] = {}
    for each in root:
        kind, name = _value(each, "type"), _attribute(each, "styleId")
        if _name(each) != "style" or kind is None or name is None:
            continue
        if _value(each, "default") not in (None, *_OFF):
            usual[kind] = name
        named[kind, name] = _Style(
            based_on=_attribute(_child(each, "basedOn")),
            run=_child(each, "rPr"),
            paragraph=_child(each, "pPr"),
            shades=any(_name(part) == "shd" for part in each.iter()),
        )
    return _Styles(
        named=named, usual=usual, for_all=_child(root, "docDefaults", "rPrDefault", "rPr")
    )


def _leave_seen(root: Element, styles: _Styles, coloured: bool) -> bool:
    """Takes out, in place, what is not seen; whether there was any.

    `coloured`: whether the colour that a document has for its paper is shown.
    """
    changed = False
    paper = _value(_child(root, "background"), "color") if coloured else None
    waiting = [(root, _Place(paper=paper if paper not in (None, "auto") else WHITE))]
    while waiting:  # a document may be nested deeper than Python calls
        element, place = waiting.pop()
        for each in list(element):
            name = _name(each)
            if name == "tr" and _is_on(_child(each, "trPr", "hidden")):
                element.remove(each)
                changed = True
            elif name == "r" and _is_unseen(_child(each, "rPr"), place, styles):
                for part in list(each):
                    if _name(part) not in _NO_TEXT:
                        each.remove(part)
                changed = True
            else:
                changed |= name == "r" and _shows(each)
                waiting.append((each, _within(each, name, place, styles)))
    return changed


def _shows(run: Element) -> bool:
    """Takes the strike from a run that turned out to have none, for Mammoth does not read that it
    is off; whether it had one."""
    properties = _child(run, "rPr")
    strike = _child(properties, "strike")
    if properties is None or strike is None:
        return False
    properties.remove(strike)
    return True


def _within(element: Element, name: str, place: _Place, styles: _Styles) -> _Place:
    """The place of what stands in an element."""
    if name == "p":
        own = _child(element, "pPr")
        chain = styles.chain("paragraph", _attribute(_child(own, "pStyle")))
        shaded = (own, *(style.paragraph for style in chain))
        return replace(place, paragraph=chain, paper=_shade(shaded) or place.paper)
    if name == "tbl":
        own = _child(element, "tblPr")
        chain = styles.chain("table", _attribute(_child(own, "tblStyle")))
        behind = _UNKNOWN if any(style.shades for style in chain) else place.paper
        return _Place(paper=_shade((own,)) or behind, table=chain)
    if name == "tc":
        return replace(place, paper=_shade((_child(element, "tcPr"),)) or place.paper)
    if name == "txbxContent":
        return _Place(paper=_UNKNOWN)
    return place


def _shade(properties: Sequence[Element | None]) -> str | None:
    """The colour that the first of some properties which shades has; None where none does."""
    for each in properties:
        shade = _child(each, "shd")
        if shade is None:
            continue
        pattern = _value(shade)
        if pattern not in (None, "clear", "nil", "solid"):
            return _UNKNOWN
        colour = _value(shade, "color" if pattern == "solid" else "fill")
        return None if colour in (None, "auto") else colour
    return None


def _is_unseen(own: Element | None, place: _Place, styles: _Styles) -> bool:
    characters = styles.chain("character", _attribute(_child(own, "rStyle")))
    levels = [[style.run for style in each] for each in (characters, place.paragraph, place.table)]
    every = (own, *(each for level in levels for each in level), styles.for_all)
    if any(_toggled(name, own, levels, styles.for_all) for name in _HIDING):
        return True
    if _is_below(_first("sz", every), SMALLEST_LETTER_PX / _HALF_POINTS_PX):
        return True
    if _is_below(_first("w", every), LEAST_WIDTH):
        return True
    marked = _MARKER.get(_value(_first("highlight", every)) or "")
    paper = marked or _shade(every) or place.paper
    return _is_near(_colour(_first("color", every)), paper)


def _first(name: str, properties: Sequence[Element | None]) -> Element | None:
    found: Iterator[Element | None] = (_child(each, name) for each in properties)
    return next((each for each in found if each is not None), None)


def _is_on(element: Element | None) -> bool:
    return element is not None and _value(element) not in _OFF


def _toggled(
    name: str,
    own: Element | None,
    levels: Sequence[Sequence[Element | None]],
    for_all: Element | None,
) -> bool:
    """Whether a run has a property that the styles of its levels turn round, each what the one
    above says; what the run itself says goes before."""
    said = _child(own, name)
    if said is not None:
        return _is_on(said)
    turned = [_is_on(_first(name, level)) for level in levels]
    return _is_on(_child(for_all, name)) or sum(turned) % 2 == 1


def _is_below(element: Element | None, least: float) -> bool:
    value = (_value(element) or "").removesuffix("%")
    return value.isascii() and value.isdigit() and int(value) < least


def _colour(element: Element | None) -> str | None:
    theme = _value(element, "themeColor")
    shaded = _value(element, "themeShade") is not None
    return WHITE if theme in _PAPER and not shaded else _value(element)


def _is_near(colour: str | None, paper: str) -> bool:
    """Whether two colours are one to a reader; what is no colour, such as "auto", is none."""
    try:
        one, two = bytes.fromhex(colour or ""), bytes.fromhex(paper)
    except ValueError:
        return False
    return len(one) == len(two) == len(WHITE) // 2 and all(
        abs(a - b) <= NEAR for a, b in zip(one, two, strict=True)
    )
