"""Pages as files: one template, filled, that runs nothing but its own script and loads nothing."""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truthscore.errors import InputError
from truthscore.resources import read_toml

if TYPE_CHECKING:
    from jinja2 import Environment

#: What a browser may do with a page, beside running the template's own scripts: show it. Styles
#: stand in attributes of the plots, and some plots are images within the page; neither loads
#: anything.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'"
)
#: Where the templates of reports stand.
FOLDER = Path(__file__).parent
#: What the file of a page may end in.
ENDINGS = frozenset({".html", ".htm"})
_script = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_include = re.compile(r'\{% (?:include|from) "([\w.]+)"[^%]*%\}\n?')


def render(
    template: str,
    values: Mapping[str, Any],
    filters: Mapping[str, Callable[..., str]] | None = None,
    *,
    folder: Path = FOLDER,
    forms: bool = False,
) -> str:
    """The template of that name as HTML text, with a Content-Security-Policy as its `policy`.

    Values are escaped. `folder`: where it stands; it may use the templates of this one. `forms`: a
    server's page, which sends something to where it came from.
    """
    found = environment(folder, filters or {}).get_template(template)
    return found.render(policy=policy(template, folder=folder, forms=forms), **values)


def environment(folder: Path, filters: Mapping[str, Callable[..., Any]]) -> Environment:
    """What fills the templates of a folder, and of this one: values are escaped, and one that is
    missing is an error."""
    import jinja2

    made = jinja2.Environment(
        loader=jinja2.FileSystemLoader((folder, FOLDER)),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    made.filters.update(filters)
    return made


@functools.cache
def words(folder: Path, code: str) -> Mapping[str, Any]:
    """What the pages of a folder say in a language: its `words.toml`."""
    found: Mapping[str, Any] = read_toml(folder / "words.toml")[code]
    return found


def language(asked: str | None, accepted: str) -> str:
    """The language of a server's page: the one that was asked for, else the browser's, of those
    that `words.toml` has."""
    return "nl" if (asked or accepted).lower().startswith("nl") else "en"


def policy(template: str, *, folder: Path = FOLDER, forms: bool = False) -> str:
    """What a browser may do with a template's page. Scripts are allowed by the hash of what stands
    in the templates, so that none which a value could bring along would run."""
    hashes = " ".join(map(hashed, _script.findall(source(template, folder))))
    allowed = POLICY.replace("form-action 'none'", "form-action 'self'") if forms else POLICY
    return f"{allowed}; script-src {hashes}" if hashes else allowed


def hashed(text: str) -> str:
    """A script or style as a Content-Security-Policy allows it: by its hash."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def source(template: str, folder: Path = FOLDER) -> str:
    """A template as it is written, with those that it takes in."""
    found = folder / template if (folder / template).is_file() else FOLDER / template
    text = found.read_text(encoding="utf-8")
    return _include.sub(lambda match: source(match[1], folder).removesuffix("\n"), text)


def write(path: Path, text: str) -> None:
    """Write a page. Raises InputError when `path` cannot be written, or is named as no page."""
    if path.suffix and path.suffix.lower() not in ENDINGS:
        raise InputError(f"{path}: a page is HTML; name it .html")
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
