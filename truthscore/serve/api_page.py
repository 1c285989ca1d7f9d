"""The service's addresses as one page to read, made from its OpenAPI document.

It loads nothing: no script, no font, no style from elsewhere, and its policy allows none.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping
from typing import Any

from truthscore.report import page
from truthscore.serve.browser_pages import FOLDER

TEMPLATE = "api.html.jinja"
#: Of a page that may do nothing; `style-src` with the hash of its own style comes behind it.
POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
#: Where a type in words breaks off: what comes behind it is for a validator, not for a reader.
_LONGEST_PATTERN = 24

Schema = Mapping[str, Any]


def html(openapi: Schema, base: str) -> tuple[str, str]:
    """The page of an OpenAPI document, and its Content-Security-Policy. `base`: where the service
    was asked for it, which the examples are for."""
    filters = {"kind": kind, "kinds": _kinds, "json": json.dumps}
    schemas = openapi["components"]["schemas"]
    made = (
        page.environment(FOLDER, filters)
        .get_template(TEMPLATE)
        .render(
            info=openapi["info"],
            base=base,
            token="securitySchemes" in openapi["components"],
            operations=[
                (path, method, told, _examples(path, method, told, schemas))
                for path, methods in openapi["paths"].items()
                for method, told in methods.items()
            ],
            objects=schemas,
        )
    )
    [style] = re.findall(r"<style>(.*?)</style>", made, re.DOTALL)
    return made, f"{POLICY}; style-src {page.hashed(style)}"


def _kinds(content: Mapping[str, Schema]) -> list[str]:
    """What a body may be: the names of objects and types, or media types."""
    return [kind(each["schema"]) if "json" in media else media for media, each in content.items()]


def _examples(path: str, method: str, told: Schema, schemas: Schema) -> list[tuple[str, str]]:
    """Commands for a shell, each with what it shows."""
    for each in told.get("parameters", ()):
        path = path.replace(f"{{{each['name']}}}", each["schema"]["examples"][0])
    command = f'curl -X {method.upper()} "$TRUTHSCORE{path}"'
    if told.get("security"):
        command += ' \\\n  -H "Authorization: Bearer $TOKEN"'
    contents: Mapping[str, Schema] = told.get("requestBody", {}).get("content", {})
    if not contents:
        return [("", command)]
    media, content = next(iter(contents.items()))
    values = {title["summary"]: title["value"] for title in content.get("examples", {}).values()}
    if "example" in content:
        values = {"": content["example"]}
    elif not values:
        values = {"": schemas[kind(content["schema"])]["examples"][0]}
    return [
        (title, f"{command} \\\n  -H 'Content-Type: {media}' \\\n  --data-binary {_quoted(value)}")
        for title, value in values.items()
    ]


def _quoted(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    return shlex.quote(text)


def kind(schema: Schema) -> str:
    """The type of a value in words: an object's name, "list of text, 1 to 200 characters"."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " or ".join(kind(each) for each in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(each) for each in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    told = str(schema.get("type", "any"))
    if told == "array":
        return f"list of {kind(schema.get('items', {}))}"
    low, high = schema.get("minLength"), schema.get("maxLength")
    limits = f", {low or 0} to {high} characters" if high else ""
    pattern = schema.get("pattern", "")
    if pattern and len(pattern) <= _LONGEST_PATTERN:
        limits += f", {pattern}"
    return {"string": "text", "boolean": "true | false"}.get(told, told) + limits
