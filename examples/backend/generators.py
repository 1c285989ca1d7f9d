"""Where answers come from: a stub that needs nothing, or any OpenAI-compatible endpoint."""

from __future__ import annotations

import asyncio
import json
import os
import tomllib
import urllib.request
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from help_pages import Page

#: From question, language, pages and the guardrail's feedback (None the first time) to an answer.
Generate = Callable[[str, str, Sequence[Page], str | None], Awaitable[str]]

STUB = Path(__file__).with_name("stub.toml")
PROMPTS = {
    "nl": "Beantwoord de vraag van de klant kort en alleen met wat in de documenten staat. Noem "
    "knoppen en velden zoals ze daar heten. Staat het er niet, zeg dat dan.",
    "en": "Answer the customer's question briefly and only from the documents. Name buttons and "
    "fields as they do. If they do not say it, say so.",
}
FEEDBACK = {
    "nl": "Je vorige antwoord klopte niet helemaal:\n{}\nSchrijf het opnieuw.",
    "en": "Your last answer was not quite right:\n{}\nWrite it again.",
}
NOT_FOUND = {
    "nl": "Dat kan ik niet vinden in de documentatie.",
    "en": "I cannot find that in the documentation.",
}
#: Seconds that a model may take.
TIMEOUT = 60.0


class Stub:
    """Says what stands in stub.toml: good answers, and the mistakes that chatbots make."""

    def __init__(self) -> None:
        written = tomllib.loads(STUB.read_text(encoding="utf-8"))["answer"]
        self._tries = {each["question"]: each["tries"] for each in written}

    async def __call__(
        self, question: str, lang: str, pages: Sequence[Page], feedback: str | None
    ) -> str:
        """The first try, and the second one when it gets feedback."""
        del pages
        tries = self._tries.get(question.strip(), [NOT_FOUND[lang]])
        return tries[0] if feedback is None else tries[-1]


class OpenAICompatible:
    """Asks `{url}/chat/completions`; the guardrail is what keeps its answers honest."""

    def __init__(self, url: str, model: str, key: str = "") -> None:
        self._url, self._model, self._key = url.rstrip("/"), model, key

    async def __call__(
        self, question: str, lang: str, pages: Sequence[Page], feedback: str | None
    ) -> str:
        """One answer. Raises OSError, KeyError or ValueError when the endpoint does not give it."""
        documents = "\n\n".join(page.text for page in pages)
        messages = [
            {"role": "system", "content": f"{PROMPTS[lang]}\n\n{documents}"},
            {"role": "user", "content": question},
        ]
        if feedback is not None:
            messages.append({"role": "user", "content": FEEDBACK[lang].format(feedback)})
        return await asyncio.to_thread(self._post, {"model": self._model, "messages": messages})

    def _post(self, body: dict[str, object]) -> str:
        headers = {"Content-Type": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        request = urllib.request.Request(
            f"{self._url}/chat/completions", json.dumps(body).encode(), headers
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            made = json.load(response)
        return str(made["choices"][0]["message"]["content"])


def from_environment() -> Generate:
    """The endpoint in LLM_URL, LLM_MODEL and LLM_KEY, or the stub without them."""
    url = os.environ.get("LLM_URL")
    if not url:
        return Stub()
    return OpenAICompatible(url, os.environ.get("LLM_MODEL", ""), os.environ.get("LLM_KEY", ""))
