"""What stands above a page between `---` (YAML), `+++` (TOML) or as JSON: its title, its language,
who may see it, and whether it is a draft.

Who may see a page is not guessed at: what cannot be read for certain is refused, with the name of
the page, and never published.
"""

from __future__ import annotations

import datetime
import json
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import regex

from truthscore.errors import InputError
from truthscore.example import language_of, roles_of
from truthscore.types import ContextDocument

#: The key that says who may see a page.
ROLES = "roles"
#: Characters that may stand above a page, and tables or lists within each other there.
LONGEST, DEEPEST = 64_000, 32
#: How a block begins: its rule, the format that it names, and what stands behind that as a comment.
_BEGINS = regex.compile(r"(?<rule>---|\+\+\+|;;;)[ \t]*(?<format>\w*)[ \t]*(?:#[^\n]*)?(?:\n|\Z)")
_ENDS = {
    "---": regex.compile(r"^(?:---|\.\.\.)[ \t]*(?:#[^\n]*)?$", regex.MULTILINE),
    "+++": regex.compile(r"^\+\+\+[ \t]*(?:#[^\n]*)?$", regex.MULTILINE),
    ";;;": regex.compile(r"^;;;[ \t]*$", regex.MULTILINE),
}
#: The format of a block that names none.
_FORMATS = {"---": "yaml", "+++": "toml", ";;;": "json"}
#: A line that may tell who may see a page, in any of the ways in which files have keys.
_TELLS = regex.compile(
    r"^[^\w\n]*\broles?\b[\"'`]*[ \t]*[:=]|^[ \t]*\?[^\n]*\broles?\b|\*\w+[ \t]*:|<<[ \t]*:"
    r"|[{,][ \t\"']*roles?[ \t\"']*[:=]",
    regex.MULTILINE | regex.IGNORECASE,
)
#: A line of a page that is no key of it: a file's keys stand above the first of these.
_PROSE = regex.compile(r"[ \t]*(?:[^\W\d][\w.-]*[ \t]*[:=]|[:;#%!<>{}\[\]\"',|&*?+=-]|$)")
#: Lines in which keys are looked for above a page that has no block.
_FIRST = 40
_COMMENT = regex.compile(r"\s*<!--.*?-->", regex.DOTALL)
_HEADING = regex.compile(r"\s*#\s+\S")
#: Signs that no role has in its name: a list that was written as a text.
_SIGNS = regex.compile(r"[\[\]{},&*|>!#\"]|^\s*$")


def page_of(name: str, text: str) -> ContextDocument | None:
    """A page with the title, language and roles that stand above its text; None for a draft. A page
    with nothing above its text is taken as it is.

    Raises InputError for what stands there and cannot be read: who may see the page is unknown.
    """
    told, rest = split(name, text)
    return made(name, told, "", rest)


def made(name: str, told: Mapping[str, Any], title: str, text: str) -> ContextDocument | None:
    """The page of a text and what is told of it. Raises InputError as `page_of`."""
    if told.get("draft") is True or told.get("published") is False:
        return None
    roles = roles_told(told, name)
    own = _line(told.get("title"))
    if own and not _HEADING.match(text):
        text = f"# {own}\n\n{text}"
    return ContextDocument(
        id=name, title=own or title, text=text, roles=roles,
        lang=language_of(told.get("lang") or told.get("language"), name),
    )  # fmt: skip


def roles_told(told: Mapping[str, Any], name: str) -> tuple[str, ...] | None:
    """Who may see a page of which `told` tells; None: everybody, for it has no `roles`.

    Keys are compared without case. Raises InputError for roles that are not understood.
    """
    keys = [each for each in told if _key(each) == ROLES]
    if len(keys) > 1:
        raise _unread(name, f"found {', '.join(map(repr, keys))}; expected `roles` once")
    if not keys:
        return None
    roles = told[keys[0]]
    if roles is None:
        raise _unread(
            name, "found `roles` without a role; expected names, `[]` for nobody, or no `roles` "
            "for everybody",
        )  # fmt: skip
    for each in [roles] if isinstance(roles, str) else roles if isinstance(roles, list) else []:
        if isinstance(each, str) and _SIGNS.search(each):
            raise _unread(
                name, f"found the role {each!r} above the page; expected names, as in "
                "`roles: [hr, it]` in one line, or one a line behind `- `",
            )  # fmt: skip
    return roles_of(roles, name)


def begins(text: str) -> bool:
    """Whether a text begins with a block that may tell something of its page."""
    return _BEGINS.match(text, _start(text)) is not None


def split(name: str, text: str) -> tuple[Mapping[str, Any], str]:
    """What is told above a text, by keys in small letters, and the text; nothing where a line
    between rules is text of the page. Raises InputError for what cannot be read for certain."""
    start = _start(text)
    found = _BEGINS.match(text, start)
    if text.startswith("{", start):
        told, end = _json_above(text, start, name)
    elif found is None:
        told, end = None, 0
    else:
        closed = _ENDS[found["rule"]].search(text, found.end())
        told = end = None
        if closed is not None:
            kind = found["format"].lower() or _FORMATS[found["rule"]]
            told = _told(text[found.end() : closed.start()], kind, name)
            end = closed.end()
    rest = text if told is None else text[end or 0 :].lstrip("\n")
    if _tells(rest) and not (told and any(_key(each) == ROLES for each in told)):
        raise _unread(
            name, "found `roles` above the page, where it cannot be read for certain; expected it "
            "between two lines `---` on top of the file, as `key: value` (YAML)",
        )  # fmt: skip
    return told or {}, rest


def _start(text: str) -> int:
    """Where the first sign stands that a person sees."""
    for place, sign in enumerate(text):
        if not sign.isspace() and unicodedata.category(sign) != "Cf":
            return place
    return len(text)


def _tells(text: str) -> bool:
    """Whether lines above the first one of prose may tell who may see a page."""
    head = text[:LONGEST]
    while comment := _COMMENT.match(head):
        if _TELLS.search(comment[0]):
            return True
        head = head[comment.end() :]
    above: list[str] = []
    for line in head.lstrip().split("\n")[:_FIRST]:
        if not _PROSE.match(line):
            break
        if _HEADING.match(line) and not above:  # a title, as of AsciiDoc; behind it may be keys
            continue
        above.append(line)
    return bool(_TELLS.search("\n".join(above)))


def _told(block: str, kind: str, name: str) -> Mapping[str, Any] | None:
    """What a block tells; None where it is text. Raises InputError where it cannot be read."""
    if len(block) > LONGEST:
        raise _unread(name, f"found {len(block):,} characters above it; expected {LONGEST:,}")
    readers: Mapping[str, Callable[[str], Any]] = {
        "yaml": _yaml,
        "yml": _yaml,
        "toml": tomllib.loads,
        "json": json.loads,
    }
    if kind not in readers:
        raise _unread(name, f"found {kind!r} above it; expected one of {', '.join(readers)}")
    try:
        told = readers[kind](block)
    except (ValueError, RecursionError) as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        rules = "+++" if kind == "toml" else "---"
        raise _unread(
            name, f"found lines between {rules} that are no {kind.upper()} ({reason}); expected "
            "them to be, for they may tell who may see the page",
        ) from error  # fmt: skip
    return _checked(told, name) if isinstance(told, dict) else None


def _json_above(text: str, start: int, name: str) -> tuple[Mapping[str, Any] | None, int]:
    """An object of JSON on top of a page and where it ends; None where it is text."""
    try:
        told, end = json.JSONDecoder().raw_decode(text[: start + LONGEST], start)
    except (ValueError, RecursionError):
        return None, 0  # braces of a text; whether it may tell roles is looked at then
    return _checked(told, name), end


def _yaml(text: str) -> Any:
    """What a text in YAML tells. Raises ValueError for one that is none, that refers to a part of
    itself (so few lines may stand for more than a machine can hold), or has a key twice."""
    import yaml

    depth = 0
    try:
        for each in yaml.parse(text, yaml.SafeLoader):
            if isinstance(each, yaml.AliasEvent):
                raise ValueError("it refers to a part of itself")
            depth += isinstance(each, yaml.CollectionStartEvent)
            depth -= isinstance(each, yaml.CollectionEndEvent)
            if depth > DEEPEST:
                raise ValueError(f"it is nested more than {DEEPEST} deep")
        node = yaml.compose(text, yaml.SafeLoader)
        keys = [key.value for key, _ in getattr(node, "value", ()) if isinstance(key.value, str)] \
            if isinstance(node, yaml.MappingNode) else []  # fmt: skip
        if len(set(map(_key, keys))) < len(keys):
            raise ValueError("it has a key twice")
        return yaml.safe_load(text)
    except yaml.YAMLError as error:
        where = getattr(error, "problem", None) or str(error)
        raise ValueError(str(where)) from error


def _checked(told: Mapping[Any, Any], name: str) -> Mapping[str, Any]:
    """The keys in small letters. Raises InputError where one is there twice, and for roles that
    stand deeper: whether they are meant is unknown."""
    keys = [_key(each) for each in told]
    if len(set(keys)) < len(keys):
        raise _unread(name, "found a key twice above it; expected each once")
    if "role" in keys or any(_key(each) == ROLES for each in _deeper(told.values())):
        raise _unread(name, "found `role`, or `roles` within another key; expected `roles`")
    return dict(zip(keys, told.values(), strict=True))


def _deeper(values: Any) -> Iterator[Any]:
    """The keys of tables within values, level by level."""
    level = [*values]
    while level:
        inner: list[Any] = []
        for each in level:
            if isinstance(each, Mapping):
                yield from each
                inner += each.values()
            elif isinstance(each, list | tuple | set):
                inner += each
        level = inner


def _key(key: Any) -> str:
    """A key as it is compared: without case, and in any dress of its letters."""
    return unicodedata.normalize("NFKC", str(key)).strip().casefold()


def _line(title: Any) -> str:
    """A title on one line; "" for what is none."""
    known = isinstance(title, str | int | float | datetime.date) and not isinstance(title, bool)
    return " ".join(str(title).split()) if known else ""


def _unread(name: str, what: str) -> InputError:
    return InputError(f"{name}: {what}: the page is left out")
