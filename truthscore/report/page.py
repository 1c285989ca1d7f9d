"""Pages as files: one template, filled, that runs nothing but its own script and loads nothing."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from truthscore.errors import InputError

#: What a browser may do with a page, beside running the template's own scripts: show it. Styles
#: stand in attributes of the plots, and some plots are images within the page; neither loads
#: anything.
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'"
)
#: What the file of a page may end in.
ENDINGS = frozenset({".html", ".htm"})
_script = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def render(
    template: str,
    values: Mapping[str, Any],
    filters: Mapping[str, Callable[..., str]] | None = None,
) -> str:
    """The template of that name as HTML text, with a Content-Security-Policy as its `policy`.

    Values are escaped. Scripts are allowed by the hash of what stands in the template, so that
    none which a value could bring along would run.
    """
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("truthscore", "report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters.update(filters or {})
    hashes = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
        for script in _script.findall(source(template))
    )
    policy = f"{POLICY}; script-src {hashes}" if hashes else POLICY
    return environment.get_template(template).render(policy=policy, **values)


def source(template: str) -> str:
    """A template as it is written."""
    return (Path(__file__).parent / template).read_text(encoding="utf-8")


def write(path: Path, text: str) -> None:
    """Write a page. Raises InputError when `path` cannot be written, or is named as no page."""
    if path.suffix and path.suffix.lower() not in ENDINGS:
        raise InputError(f"{path}: a page is HTML; name it .html")
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
