"""From the messages of a chat to the question, the answer and the documents of its last turn.

Reads messages as the OpenAI API has them and those of LangChain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

#: What the frameworks call who says something.
_USER = ("user", "human")
_ASSISTANT = ("assistant", "ai")
_TOOL = ("tool", "function")


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The last question, the answer to it ("" while there is none), and what tools brought."""

    question: str
    answer: str
    context: list[Any]


def turn(messages: Iterable[Any]) -> Turn:
    """The last turn of a chat: what a user asked in one message or some behind one another, and all
    that the assistant said since.

    Documents are what tools returned in the whole chat: an answer may stand on an earlier search.
    What the user or the system prompt says is no evidence.
    """
    asked: list[str] = []
    said: list[str] = []
    context: list[Any] = []
    for message in messages:
        role = _field(message, "role") or _field(message, "type")
        if role in _USER:
            asked = [*(() if said else asked), text(message)]
            said = []
        elif role in _ASSISTANT:
            said.append(text(message))
        elif role in _TOOL and _field(message, "status") != "error":
            context.extend(_brought(message))
    return Turn(question=_joined(asked), answer=_joined(said), context=context)


def _joined(texts: Iterable[str]) -> str:
    return "\n".join(filter(None, texts))


def text(message: Any) -> str:
    """The text of a message: one text, or the text blocks of it."""
    content = _field(message, "content")
    if isinstance(content, str):
        return content
    if not isinstance(content, Iterable):
        return ""
    blocks = [block if isinstance(block, str) else _field(block, "text") for block in content]
    return "\n".join(block for block in blocks if isinstance(block, str))


def _brought(message: Any) -> list[Any]:
    """The documents of a tool: its artifact when that holds them, else what it said."""
    artifact = _field(message, "artifact")
    if isinstance(artifact, list) and artifact:
        pages = [each for each in artifact if isinstance(_field(each, "page_content"), str)]
        if len(pages) == len(artifact):
            return pages
    said = text(message)
    return [said] if said else []


def _field(thing: Any, name: str) -> Any:
    return thing.get(name) if isinstance(thing, Mapping) else getattr(thing, name, None)
