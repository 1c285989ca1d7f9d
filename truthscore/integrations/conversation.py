"""From the messages of a chat to the question, the answer and the documents of its last turn.

Reads messages as the OpenAI API has them, and those of LangChain, LlamaIndex and Haystack. Adapters
do not call it: a `Judge` does, for whatever it is given. A short question may be parsed, and a
pipeline be read before the first one: an event loop does that in a thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from truthscore import language as languages
from truthscore import resources
from truthscore.errors import PipelineError
from truthscore.follow_up import follows
from truthscore.text import langid
from truthscore.text.markup import whole_characters
from truthscore.text.parser import BUNDLED, shared_by_all

#: What the frameworks call who says something.
USER = ("user", "human")
_ASSISTANT = ("assistant", "ai")
_TOOL = ("tool", "function")
ROLES = (*USER, *_ASSISTANT, *_TOOL)
#: Roles by which a list is known for a chat.
_CHAT = (*ROLES, "system", "developer")
#: Questions that one which asks on, and those before it that do, are read with at most.
MOST_BEFORE = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The last question, the answer to it ("" while there is none), and what tools brought."""

    question: str
    answer: str
    context: list[Any]


def turn(messages: Iterable[Any]) -> Turn:
    """The last turn of a chat: what a user asked in one message or some behind one another, and all
    that the assistant said since.

    A question that asks on ("and for children?") is read with the one before it. Documents are what
    tools returned in the whole chat: an answer may stand on an earlier search. What the user or the
    system prompt says is no evidence.
    """
    before: deque[str] = deque(maxlen=MOST_BEFORE)
    asked: list[str] = []
    said: list[str] = []
    context: list[Any] = []
    for message in messages:
        role = _role(message)
        if role in USER:
            if said:
                before.extend(filter(None, [_joined(asked)]))
                asked, said = [], []
            asked.append(text(message))
        elif role in _ASSISTANT:
            said.append(text(message))
        elif role in _TOOL and _field(message, "status") != "error":
            context.extend(_brought(message))
    question = _with_those_before(_joined(asked), before)
    return Turn(question=question, answer=_joined(said), context=context)


def is_chat(given: Any) -> bool:
    """Whether something is a list of messages, and not a text or the blocks of one."""
    return isinstance(given, list | tuple) and all(_role(each) in _CHAT for each in given)


def read(question: Any, answer: Any, context: Any) -> tuple[Any, Any, Any]:
    """Question, answer and documents, of which the first two may be the messages of a chat.

    An answer of messages comes behind those of the question, unless the question is among them. A
    text for the answer is the answer; documents that are given stand in the place of what tools
    returned.
    """
    if is_chat(answer):
        if any(_role(each) in USER for each in answer):
            chat = answer
        elif is_chat(question):
            chat = [*question, *answer]
        else:
            chat = [{"role": USER[0], "content": question}, *answer]
        answer = None
    elif is_chat(question):
        chat = question
    else:
        return question, answer, context
    said = turn(chat)
    return (
        said.question,
        said.answer if answer is None else answer,
        said.context if context is None else context,
    )


def _with_those_before(question: str, before: Sequence[str]) -> str:
    """A question below those that it cannot be read without, the last of which stands alone."""
    read = [question]
    for earlier in reversed(before):
        if not _asks_on(read[0], earlier):
            break
        read.insert(0, earlier)
    return _joined(read)


def _asks_on(question: str, earlier: str) -> bool:
    question, earlier = whole_characters(question), whole_characters(earlier)
    code = langid.identify(question, earlier)
    if code is None or code not in resources.languages():
        return False
    pack = languages.load(code)
    parser = None
    with suppress(PipelineError):  # none is shipped for the language
        parser = shared_by_all(pack, BUNDLED)
    return follows(question, pack, parser)


def _joined(texts: Iterable[str]) -> str:
    return "\n".join(filter(None, texts))


def text(message: Any) -> str:
    """The text of a message: one text, or the text blocks of it."""
    content = _field(message, "content")
    if content is None:
        content = _field(message, "texts")  # as Haystack has it
    if isinstance(content, str):
        return content
    if not isinstance(content, Iterable):
        return ""
    blocks = [block if isinstance(block, str) else _field(block, "text") for block in content]
    return "\n".join(block for block in blocks if isinstance(block, str))


def _role(message: Any) -> Any:
    role = _field(message, "role") or _field(message, "type")
    return role if isinstance(role, str) else None


def _brought(message: Any) -> list[Any]:
    """The documents of a tool: its artifact when that holds them, else what it said."""
    artifact = _field(message, "artifact")
    if isinstance(artifact, list) and artifact:
        pages = [each for each in artifact if isinstance(_field(each, "page_content"), str)]
        if len(pages) == len(artifact):
            return pages
    results = _field(message, "tool_call_results")  # as Haystack has it
    if isinstance(results, list):
        fine = [each for each in results if not _field(each, "error")]
        return list(filter(None, (text({"content": _field(each, "result")}) for each in fine)))
    said = text(message)
    return [said] if said else []


def _field(thing: Any, name: str) -> Any:
    return thing.get(name) if isinstance(thing, Mapping) else getattr(thing, name, None)
