"""The service's addresses as one page to read, made from its OpenAPI document.

It loads nothing: no script, no font, no style from elsewhere, and its policy allows none.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

TEMPLATE = "api.html.jinja"
#: Of a page that may do nothing; `style-src` with the hash of its own style comes behind it.
POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
#: Where a type in words breaks off: what comes behind it is for a validator, not for a reader.
_LONGEST_PATTERN = 24

Schema = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A parameter, or a field of an object. `default` as JSON, "" without one."""

    name: str
    kind: str
    required: bool
    default: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of one address. `bodies` and `answers`: names of objects, or types."""

    method: str
    path: str
    anchor: str
    description: str
    scopes: tuple[str, ...]
    parameters: tuple[Field, ...]
    bodies: tuple[str, ...]
    answers: tuple[tuple[str, str, str], ...]
    problems: tuple[tuple[str, str], ...]
    examples: tuple[tuple[str, str], ...]


def html(openapi: Schema, base: str) -> tuple[str, str]:
    """The page of an OpenAPI document, and its Content-Security-Policy. `base`: where the service
    was asked for it, which the examples are for."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("truthscore", "serve"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    schemas = openapi["components"]["schemas"]
    operations = [
        _operation(path, method, operation, schemas)
        for path, methods in openapi["paths"].items()
        for method, operation in methods.items()
    ]
    made = environment.get_template(TEMPLATE).render(
        info=openapi["info"],
        base=base,
        token="securitySchemes" in openapi["components"],
        operations=operations,
        objects={name: (told, _fields(told)) for name, told in schemas.items()},
    )
    [style] = re.findall(r"<style>(.*?)</style>", made, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return made, f"{POLICY}; style-src 'sha256-{digest}'"


def _operation(path: str, method: str, told: Schema, schemas: Schema) -> Operation:
    contents = told.get("requestBody", {}).get("content", {})
    answers, problems = [], []
    for status, response in sorted(told["responses"].items()):
        if status >= "400":
            problems.append((status, response["description"]))
            continue
        kinds = [
            kind(each["schema"]) if "json" in media else media
            for media, each in response.get("content", {}).items()
        ]
        answers.append((status, response["description"], " or ".join(kinds)))
    return Operation(
        method=method.upper(),
        path=path,
        anchor=told["operationId"],
        description=told["description"],
        scopes=tuple(each["token"][0] for each in told.get("security", ()) if each["token"]),
        parameters=tuple(
            _field(each["name"], each["schema"], each["required"])
            for each in told.get("parameters", ())
        ),
        bodies=tuple(
            kind(content["schema"]) if "json" in media else media
            for media, content in contents.items()
        ),
        answers=tuple(answers),
        problems=tuple(problems),
        examples=tuple(_examples(path, method, told, schemas)),
    )


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


def _fields(schema: Schema) -> list[Field]:
    required = schema.get("required", ())
    return [
        _field(name, told, name in required) for name, told in schema.get("properties", {}).items()
    ]


def _field(name: str, told: Schema, required: bool) -> Field:
    return Field(
        name=name,
        kind=kind(told),
        required=required,
        default=json.dumps(told["default"]) if "default" in told else "",
        description=told.get("description", ""),
    )


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
