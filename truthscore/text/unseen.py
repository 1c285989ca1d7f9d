"""Which attributes of an HTML tag take its text out of sight: hidden, struck out, too small, out of
the page, cut away, or in the colour of the paper.

What a style sheet beside the page does is not known; names of classes are, where they are the
common ones for text that is not shown.
"""

from __future__ import annotations

from collections.abc import Mapping

import regex

#: Elements whose text is struck out or never shown.
ELEMENTS = frozenset({"s", "del", "strike", "template", "script", "style", "noscript"})
#: Classes of the common style sheets for text that is not seen.
CLASSES = frozenset(
    {
        "hidden", "is-hidden", "u-hidden", "d-none", "sr-only", "visually-hidden", "visuallyhidden",
        "screen-reader-text", "screen-reader-only", "element-invisible", "a11y-hidden",
    }
)  # fmt: skip
#: Up to this height a letter is a dot, and up to this opacity it is not there.
SMALLEST_LETTER_PX, LEAST_OPACITY = 2.0, 0.1
#: From this far to the left or above, a text is out of the page.
OUT_OF_PAGE_PX = 900.0
#: Up to this size a box shows nothing of what is in it.
LARGEST_DOT_PX = 1.0
#: Share of a box that an inset on all sides leaves nothing of.
WHOLE_INSET = 50.0
#: Pixels of the units of a length.
PIXELS = {
    "": 1.0,
    "px": 1.0,
    "pt": 4 / 3,
    "em": 16.0,
    "rem": 16.0,
    "ex": 8.0,
    "vw": 10.0,
    "vh": 8.0,
    "%": 10.0,
}

_ATTRIBUTE = regex.compile(
    r"""(?P<name>[^\s"'<>/=]+)(?:\s*=\s*(?:"(?P<d>[^"]*)"|'(?P<s>[^']*)'|(?P<b>[^\s"'<>]+)))?"""
)
_LENGTH = regex.compile(r"(?P<n>-?(?:\d+\.?\d*|\.\d+))(?P<unit>[a-z%]*)")
_SHIFT = regex.compile(r"translate[xy3d]*\(\s*(?P<to>[^,)]+)")
_INNER = regex.compile(r"\((?P<in>[^()]*)\)")
#: White, and what is not there.
_WHITE = regex.compile(
    r"white|#fff|#ffffff|rgba?\(255[, ]+255[, ]+255(?:[, /]+[\d.%]+)?\)|hsla?\([^,]+,[^,]+,100%.*\)"
)
_CLEAR = regex.compile(
    r"transparent|#[0-9a-f]{3}0|#[0-9a-f]{6}00|(?:rgba|hsla)\(.*[,/]\s*0?\.?0+%?\)"
)


def hides(attributes: str) -> bool:
    """Whether a tag with these attributes, as they are written in it, shows nothing of its text."""
    if not attributes.strip(" /"):
        return False
    return is_unseen(
        {
            match["name"].lower(): (match["d"] or match["s"] or match["b"] or "")
            for match in _ATTRIBUTE.finditer(attributes)
        }
    )


def is_unseen(given: Mapping[str, str]) -> bool:
    """The same of attributes by their names, in small letters."""
    if "hidden" in given or not CLASSES.isdisjoint(given.get("class", "").lower().split()):
        return True
    style = _declared(given.get("style", ""))
    if "color" in given:
        style.setdefault("color", given["color"].strip().lower())
    return bool(style) and any(check(style) for check in _CHECKS)


def _declared(style: str) -> dict[str, str]:
    found = {}
    for each in style.split(";"):
        name, colon, value = each.partition(":")
        if colon:
            found[name.strip().lower()] = value.replace("!important", "").strip().lower()
    return found


def _pixels(value: str | None) -> float | None:
    length = _LENGTH.match(value or "")
    if length is None or length["unit"] not in PIXELS:
        return None
    return float(length["n"]) * PIXELS[length["unit"]]


def _switched_off(style: Mapping[str, str]) -> bool:
    return (
        style.get("display") == "none"
        or style.get("visibility") in ("hidden", "collapse")
        or style.get("content-visibility") == "hidden"
        or style.get("mso-hide") == "all"
        or any("line-through" in v for n, v in style.items() if n.startswith("text-decoration"))
    )


def _clear(style: Mapping[str, str]) -> bool:
    opacity = _LENGTH.match(style.get("opacity", ""))
    if opacity is not None and float(opacity["n"]) < LEAST_OPACITY:
        return True
    if "opacity(0" in style.get("filter", ""):
        return True
    paper = not any(name.startswith("background") for name in style)
    for name in ("color", "-webkit-text-fill-color"):
        colour = style.get(name, "")
        if _CLEAR.fullmatch(colour) or (paper and _WHITE.fullmatch(colour)):
            return True
    return False


def _tiny(style: Mapping[str, str]) -> bool:
    letter = _pixels(style.get("font-size") or style.get("font"))
    if letter is not None and letter < SMALLEST_LETTER_PX:
        return True
    return any(
        size is not None and size <= LARGEST_DOT_PX
        for size in (_pixels(style.get(n)) for n in ("height", "width", "max-height", "max-width"))
    )


def _away(style: Mapping[str, str]) -> bool:
    moved = [style.get(n) for n in ("left", "top", "text-indent", "margin-left", "margin-top")]
    shift = _SHIFT.search(style.get("transform", ""))
    moved.append(shift["to"].strip() if shift else None)
    return any(to is not None and to <= -OUT_OF_PAGE_PX for to in map(_pixels, moved))


def _cut(style: Mapping[str, str]) -> bool:
    if "scale(0)" in style.get("transform", "").replace(" ", ""):
        return True
    for name in ("clip", "clip-path"):
        value = style.get(name, "")
        inner = _INNER.search(value)
        sizes = (
            [_LENGTH.match(each) for each in regex.split(r"[,\s]+", inner["in"].strip())]
            if inner
            else []
        )
        numbers = [float(each["n"]) for each in sizes if each is not None]
        if not numbers:
            continue
        if value.startswith("inset") and min(numbers) >= WHOLE_INSET:
            return True
        if value.startswith(("rect", "circle")) and max(numbers) <= LARGEST_DOT_PX:
            return True
    return False


_CHECKS = (_switched_off, _clear, _tiny, _away, _cut)
