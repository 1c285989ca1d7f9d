"""The pages that are made of the code: commands, features, rules, reasons, Python and HTTP.

Each function gives pages by their path in the documentation, as Markdown.
"""

from __future__ import annotations

import inspect
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import click

import truthscore
from truthscore import profile as profiles
from truthscore.cli import COMMANDS, group
from truthscore.cli.rules import stars
from truthscore.features import FEATURES
from truthscore.guard.decision import CAUSES, NOT_SCORED
from truthscore.rules import RULES
from truthscore.types import ACTIONS, STATEMENT_KINDS

ROOT = Path(__file__).parents[2]
Pages = dict[str, str]
#: What a rule's examples are called, in the order in which they are shown.
KINDS = {
    "lie": "Untrue, and seen",
    "true": "True, and spared",
    "todo": "Not told right yet",
}


def cell(text: object) -> str:
    """A text on one line of a table: nothing in it is read as Markdown or HTML."""
    plain = " ".join(str(text).split()).replace("&", "&amp;").replace("<", "&lt;")
    for mark in "\\|*_[]`":
        plain = plain.replace(mark, f"&#{ord(mark)};")
    return plain


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table; the cells are Markdown already."""
    lines = [tuple(head)]
    lines += [("---",) * len(lines[0]), *(tuple(str(each) for each in row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def _command(name: str, command: click.Command, level: int = 1) -> str:
    """A command, its options, and the commands below it."""
    context = click.Context(command, info_name=f"truthscore {name}")
    formatter = click.HelpFormatter(width=88)
    command.format_usage(context, formatter)
    command.format_help_text(context, formatter)
    parts = [
        f"{'#' * level} truthscore {name}\n",
        f"```text\n{formatter.getvalue().rstrip()}\n```\n",
    ]
    records = (each.get_help_record(context) for each in command.get_params(context))
    options = [record for record in records if record is not None]
    if options:
        parts.append(table(("option", "what"), ((cell(a), cell(b)) for a, b in options)))
    for below, each in getattr(command, "commands", {}).items():
        parts.append(_command(f"{name} {below}", each, level + 1))
    return "\n".join(parts)


def commands() -> Pages:
    """A page for each command, from what `--help` is made of."""
    context = click.Context(group)
    pages = {}
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert command is not None
        pages[f"commands/{name}.md"] = _command(name, command)
    rows = ((f"[truthscore {name}]({name}.md)", cell(says)) for name, (_, says) in COMMANDS.items())
    return {
        "commands/index.md": f"# Commands\n\n{table(('command', 'what it does'), rows)}",
        **pages,
    }


def features() -> Pages:
    """A page for each feature: what its module says of itself, its settings, its rules."""
    settings = profiles.load("grounded")
    pages, listed = {}, []
    for feature in FEATURES:
        used = "yes" if feature.name in settings.features.use else "no"
        about = inspect.getdoc(sys.modules[feature.measure.__module__]) or ""
        parts = [f"# {feature.name}\n", f"{feature.title}\n", f"```text\n{about}\n```\n"]
        parts.append(
            f"Section of the paper: {cell(feature.section)}. In the profile `grounded`: {used}.\n"
        )
        own = getattr(settings.features, feature.name)
        rows = [
            (f"`{key}`", cell(value)) for key, value in (own.model_dump() if own else {}).items()
        ]
        if rows:
            parts.append("## Settings\n\n" + table(("setting", "in `grounded`"), rows))
        rules = [rule for rule in RULES if rule.feature == feature.name]
        if rules:
            found = ((f"[{rule.id}](../rules/{rule.id}.md)", cell(rule.says)) for rule in rules)
            parts.append("## Rules\n\n" + table(("rule", "what a finding means"), found))
        pages[f"features/{feature.name}.md"] = "\n".join(parts)
        listed.append((f"[{feature.name}]({feature.name}.md)", cell(feature.title), used))
    head = ("feature", "what it measures", "used")
    return {"features/index.md": f"# Features\n\n{table(head, listed)}", **pages}


def _examples(rule: str) -> Iterable[str]:
    """The examples that the tests hold a rule to."""
    told = tomllib.loads((ROOT / "tests" / "rules" / f"{rule}.toml").read_text("utf-8"))
    for kind, heading in KINDS.items():
        if told.get(kind):
            yield f"## {heading}\n"
        for example in told.get(kind, ()):
            fields = ((cell(key), cell(value)) for key, value in example.items())
            yield table(("field", "text"), fields)


def rules() -> Pages:
    """A page for each rule with the examples that its tests hold it to."""
    settings = profiles.load("grounded").score
    pages, listed = {}, []
    for rule in RULES:
        most, counts = settings.penalties.get(rule.feature, 0.0), settings.rules.get(rule.id)
        taken = "nothing by itself"
        if counts is not None:
            taken = (
                f"{stars(most, counts.copied):.2f} in a sentence that is copied nearly word for "
                f"word, {stars(most, counts.free):.2f} in any other"
            )
        rows = (
            ("what a finding means", cell(rule.says)),
            ("what the pages must have", cell(rule.needs)),
            ("feature", f"[{rule.feature}](../features/{rule.feature}.md)"),
            ("stars taken off in `grounded`", taken),
            ("what differs", cell(rule.slot or "a word")),
            ("status", rule.status),
            ("since", rule.since),
        )
        told = "\n".join(_examples(rule.id))
        pages[f"rules/{rule.id}.md"] = f"# {rule.id}\n\n{table(('', ''), rows)}\n{told}"
        listed.append((f"[{rule.id}]({rule.id}.md)", cell(rule.says), rule.status))
    head = ("rule", "what a finding means", "status")
    return {"rules/index.md": f"# Rules\n\n{table(head, listed)}", **pages}


def reasons() -> Pages:
    """Every word that a program may find in `action`, `cause`, `verdict`, `status` or `reason`."""
    texts: dict[str, Mapping[str, str]] = {}
    for lang in ("en", "nl"):
        path = ROOT / "wordlists" / lang / "reasons.toml"
        texts[lang] = tomllib.loads(path.read_text("utf-8"))["reasons"]
    parts = [
        "# Decisions and reasons\n",
        f"`action` of a decision is one of {', '.join(f'`{each}`' for each in ACTIONS)}. `verdict` "
        f"of a statement is one of {', '.join(f'`{each}`' for each in STATEMENT_KINDS)}. What "
        "`status` and `reason` of a verdict say stands under "
        "[status and reason](examples/reference/input-and-output.md#status-and-reason).\n",
        "Below is each `cause` of a decision with the text that people read.\n",
    ]
    for cause in CAUSES:
        parts.append(f"## {cause} {{ #{cause} }}\n")
        if cause in NOT_SCORED:
            parts.append("The answer got no stars: it is the `reason` of the verdict too.\n")
        rows = ((lang, cell(texts[lang][cause])) for lang in texts)
        parts.append(table(("language", "text"), rows))
    return {"reasons.md": "\n".join(parts)}


def python() -> Pages:
    """A page for each module that has public names, and mkdocstrings fills it."""
    names = defaultdict(list)
    for name, home in truthscore._HOMES.items():
        names[home].append(name)
    pages, listed = {}, []
    for home, held in sorted(names.items()):
        blocks = "\n\n".join(f"::: truthscore.{_defined(home, name)}.{name}" for name in held)
        pages[f"python/{home}.md"] = f"# truthscore.{home}\n\n{blocks}\n"
        shown = (
            f"[{cell(name)}]({home}.md#truthscore.{_defined(home, name)}.{name})" for name in held
        )
        listed.append((", ".join(shown), f"`truthscore.{home}`"))
    told = "Each name is imported from `truthscore` itself.\n"
    made = table(("names", "defined in"), listed)
    return {"python/index.md": f"# Python\n\n{told}\n{made}", **pages}


def _defined(home: str, name: str) -> str:
    """The module that defines a name which `home` may only pass on, without `truthscore.`."""
    module = getattr(getattr(truthscore, name), "__module__", "") or ""
    return module.removeprefix("truthscore.") if module.startswith("truthscore.") else home


def _schema_name(schema: Mapping[str, Any]) -> str:
    """The type of a field, with a link to what it is made of."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name})"
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(map(_schema_name, schema[key]))
    if schema.get("type") == "array":
        return f"list of {_schema_name(schema.get('items', {}))}"
    return cell(schema.get("const") or ", ".join(map(str, schema.get("enum", ()))) or
                schema.get("type", "any"))  # fmt: skip


def _bodies(content: Mapping[str, Any]) -> str:
    """The media types of a body with what each is made of."""
    return ", ".join(
        f"`{kind}`: {_schema_name(body.get('schema', {}))}" for kind, body in content.items()
    )


def openapi() -> dict[str, Any]:
    """The service's own OpenAPI document, as a service with tokens gives it."""
    from truthscore.scorer import TruthScorer
    from truthscore.serve.app import application
    from truthscore.serve.tokens import read_tokens

    with tempfile.TemporaryDirectory() as folder:
        tokens = Path(folder, "tokens")
        tokens.write_text("docs: only-to-describe-the-service check write admin metrics review\n")
        tokens.chmod(0o600)
        gate = application(TruthScorer.load(), Path(folder), read_tokens(str(tokens)))
        app: Any = gate._app  # what it guards; asking it over HTTP would need a client
        told: dict[str, Any] = app.openapi()
    return told


def http() -> Pages:
    """The addresses of `truthscore serve`, from its OpenAPI document."""
    told = openapi()
    parts = ["# HTTP\n", f"{told['info']['description']}\n"]
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            parts += [
                f"## {method.upper()} {cell(path)}\n",
                operation.get("description", "") + "\n",
            ]
            scopes = [scope for each in operation.get("security", ()) for scope in each["token"]]
            if scopes:
                parts.append(f"Scope of the token: {', '.join(f'`{each}`' for each in scopes)}.\n")
            if "requestBody" in operation:
                parts.append(f"Body: {_bodies(operation['requestBody']['content'])}\n")
            rows = (
                (status, cell(answer["description"]), _bodies(answer.get("content", {})))
                for status, answer in sorted(operation["responses"].items())
            )
            parts.append(table(("status", "what", "body"), rows))
    for name, schema in told["components"]["schemas"].items():
        parts += [f"## {name} {{ #{name} }}\n", cell(schema.get("description", "")) + "\n"]
        rows = (
            (f"`{key}`" + (" (needed)" if key in schema.get("required", ()) else ""),
             _schema_name(field), cell(field.get("description", "")))
            for key, field in schema.get("properties", {}).items()
        )  # fmt: skip
        if schema.get("properties"):
            parts.append(table(("field", "type", "what"), rows))
    return {"http.md": "\n".join(parts)}


def generated() -> Pages:
    """All of them."""
    pages: Pages = {}
    for make in (commands, features, rules, reasons, python, http):
        pages |= make()
    return pages
