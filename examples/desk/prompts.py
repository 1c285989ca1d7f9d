"""What a model is told, as the paper's reader is (*Ask Me Anything*, Rome et al. 2024, §2.4).

Guidelines and how to cite come first, then the documents as XML, the best one last ("lost in the
middle"), and the question at the end. A `<` of a page or a question is written `&lt;`, so that no
text of others closes a document or opens one; `>` stays, for it stands in menu paths.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from examples.desk.data import SCHEMA
from examples.desk.wording import WORDING
from truthscore.guard.operation import Actor


def reader(
    question: str, lang: str, documents: Sequence[Mapping[str, Any]], feedback: str | None = None
) -> list[dict[str, str]]:
    """The messages for an answer from `documents`, which stand best first. `feedback`: what was
    wrong with the answers before."""
    words = WORDING[lang]
    told = "\n".join(_document(each) for each in reversed(documents))
    parts = [f"<documents>\n{told}\n</documents>"]
    if feedback is not None:
        parts.append(words["feedback"].format(_escaped(feedback)))
    parts.append(f"{words['task']}\n<question>{_escaped(question)}</question>")
    return _messages(f"{words['prompt']}\n{words['cite']}", "\n\n".join(parts))


def proposer(
    question: str, lang: str, actor: Actor | None, feedback: str | None = None
) -> list[dict[str, str]]:
    """The messages for the call that a question asks for."""
    words = WORDING[lang]
    calls = "\n".join(f"{name}({', '.join(call.args)})" for name, call in SCHEMA.items())
    told = f"{words['propose']}\n{calls}\nemployee: {actor.id if actor else ''}"
    parts = [] if feedback is None else [words["feedback"].format(_escaped(feedback))]
    return _messages(told, "\n\n".join([*parts, question]))


def _messages(system: str, user: str) -> list[dict[str, str]]:
    return [{"role": "system", "content": system}, {"role": "user", "content": user}]


def _document(document: Mapping[str, Any]) -> str:
    told = {"id": document["id"], "title": document["title"], "content": _content(document)}
    inside = "\n".join(f"<{tag}>{_escaped(str(text))}</{tag}>" for tag, text in told.items())
    return f"<document>\n{inside}\n</document>"


def _content(document: Mapping[str, Any]) -> str:
    """A document's text: of a record never what is hidden."""
    if document.get("kind") != "record":
        return str(document["text"])
    return "\n".join(
        f"{name}: {each['value']}"
        for name, each in document["fields"].items()
        if not each.get("hidden")
    )


def _escaped(text: str) -> str:
    return text.replace("<", "&lt;")
