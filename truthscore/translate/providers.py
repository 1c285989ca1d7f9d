"""deep-translator's providers behind one function, and what their failures mean.

deep-translator waits for ever, hides the HTTP status and writes keys into its messages. So its
modules get, while one of its calls runs, a `requests` that knows a time limit and keeps the last
answer; what went wrong is told from that, in words of ours and without the key.
"""

from __future__ import annotations

import importlib
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote_plus

import regex

from truthscore import no_redirect
from truthscore.errors import InputError, TranslationError, did_you_mean

if TYPE_CHECKING:
    from requests import Response

#: Seconds that connecting, and every wait for more of an answer, may take.
TIMEOUT = 30.0
#: What a request came to. "later" may go better when it is tried again; after "key", "quota" and
#: "pair" and "address" no other text will fare better; "text" is the fault of this text alone.
Failure = Literal["later", "key", "quota", "pair", "address", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Provider:
    """One provider: where deep-translator has it and what it takes at once.

    `max_chars` bounds a text, `max_bytes` the same text in an address (where deep-translator puts
    it, whatever the provider would take in a body). `lines`: several lines come back as as many.
    `per_second`: requests that are welcome. `codes`: what it calls a language, where not as we do.
    """

    module: str
    name: str
    max_chars: int
    max_bytes: int
    lines: bool
    needs_key: bool
    per_second: float
    codes: Mapping[str, str]

    def fits(self, text: str) -> bool:
        """Whether the provider takes `text` in one request."""
        return len(text) < self.max_chars and len(quote_plus(text)) <= self.max_bytes


#: MyMemory names countries too; deep-translator's table gives the first one of several.
_MYMEMORY = {"nl": "nl-NL", "en": "en-GB", "de": "de-DE", "fr": "fr-FR", "es": "es-ES",
             "pl": "pl-PL", "it": "it-IT", "pt": "pt-PT"}  # fmt: skip
#: Names of `--provider`. Limits are the lowest of deep-translator's own, the provider's and an
#: address that servers accept (Google 5,000 and MyMemory 500 characters; 4,094 bytes for a request
#: line in front of most LibreTranslate servers; DeepL answers 414 above about 16 kB).
PROVIDERS: Mapping[str, Provider] = {
    "google": Provider(
        module="google", name="GoogleTranslator", max_chars=5_000, max_bytes=14_000, lines=True,
        needs_key=False, per_second=5.0, codes={},
    ),
    "libre": Provider(
        module="libre", name="LibreTranslator", max_chars=2_000, max_bytes=3_800, lines=True,
        needs_key=False, per_second=50.0, codes={},
    ),
    "deepl": Provider(
        module="deepl", name="DeeplTranslator", max_chars=5_000, max_bytes=14_000, lines=True,
        needs_key=True, per_second=20.0, codes={},
    ),
    "mymemory": Provider(
        module="mymemory", name="MyMemoryTranslator", max_chars=500, max_bytes=500, lines=False,
        needs_key=False, per_second=5.0, codes=_MYMEMORY,
    ),
    "microsoft": Provider(
        module="microsoft", name="MicrosoftTranslator", max_chars=5_000, max_bytes=50_000,
        lines=True, needs_key=True, per_second=10.0, codes={},
    ),
}  # fmt: skip


class ProviderError(Exception):
    """A request that gave no translation: what it means, and after how long to try again."""

    def __init__(self, failure: Failure, said: str, *, wait: float | None = None) -> None:
        super().__init__(said)
        self.failure: Failure = failure
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Connection:
    """A provider ready for one pair of languages."""

    provider: Provider
    ask: Callable[[str], str]
    version: str


def connect(
    name: str,
    source: str,
    target: str,
    *,
    key: str = "",
    base_url: str = "",
    timeout: float = TIMEOUT,
) -> Connection:
    """The provider `name`, from `source` to `target` (ISO 639-1), without a request yet.

    `base_url`: another address than the provider's own (a LibreTranslate server in the house).
    Raises TranslationError for an unknown provider, a missing key, or a pair it does not have.
    """
    if name not in PROVIDERS:
        raise TranslationError(
            f"no provider {name!r}{did_you_mean(name, PROVIDERS)} "
            f"(providers: {', '.join(PROVIDERS)})"
        )
    provider = PROVIDERS[name]
    if provider.needs_key and not key:
        raise TranslationError(
            f"{name} needs a key: write it to a file and say --api-key-file FILE"
        )
    try:
        module = importlib.import_module(f"deep_translator.{provider.module}")
    except ImportError as error:
        raise TranslationError(
            "translating needs deep-translator, which is not installed here: "
            "pip install . in the checkout of truthscore"
        ) from error
    if source == target:
        raise TranslationError(f"from {source!r} to {target!r} there is nothing to translate")
    web = _Web(timeout)
    with web.inside(module):
        translator = _translator(name, module, provider, source, target, key)
    if base_url:
        # LibreTranslate's and DeepL's paths are put behind the address, the others' are the address
        tail = "/" if name in ("libre", "deepl") else ""
        translator._base_url = base_url.rstrip("/") + tail

    def ask(text: str) -> str:
        with web.inside(module):
            try:
                made = translator.translate(text)
            except Exception as error:  # each provider has its own, and requests' and json's
                raise _meaning(error, web.last) from error
        if name == "mymemory":
            _check_mymemory(web.last)
        if not isinstance(made, str) or not made.strip():
            raise ProviderError("later", "the answer holds no text")
        return made

    return Connection(provider, ask, f"deep-translator {version('deep-translator')}")


def _translator(
    name: str, module: Any, provider: Provider, source: str, target: str, key: str
) -> Any:
    made = getattr(module, provider.name)
    codes = [provider.codes.get(code, code) for code in (source, target)]
    options: dict[str, Any] = {}
    if name == "libre":
        # deep-translator's table lacks half of LibreTranslate's languages (Dutch among them), and
        # it wants a key where the server wants none: the server itself knows better.
        translator = made(source="en", target="fr", api_key=key or "none", custom_url="")
        translator.source, translator.target = codes
        translator.api_key = key
        translator._base_url = "https://libretranslate.com/"
        return translator
    if name == "deepl":
        options = {"api_key": key, "use_free_api": key.endswith(":fx")}
    elif name == "microsoft":
        options = {"api_key": key}
    try:
        return made(source=codes[0], target=codes[1], **options)
    except Exception as error:
        if type(error).__name__ != "LanguageNotSupportedException":
            raise TranslationError(f"{name} cannot be reached: {type(error).__name__}") from error
        lacking = getattr(error, "val", source)
        raise TranslationError(
            f"{name} does not have the pair {source}-{target}: it does not know {lacking!r}; try "
            "another provider, or another name for the language (ISO 639-1)"
        ) from error


class _Web:
    """`requests` as deep-translator's modules see it, with a time limit and a memory of one."""

    #: One translation at a time changes what a module of deep-translator calls `requests`.
    _lock = threading.Lock()

    def __init__(self, timeout: float) -> None:
        import requests

        self.exceptions = requests.exceptions
        self.last: Response | None = None
        self._session = no_redirect.session()
        self._timeout = timeout

    @contextmanager
    def inside(self, module: Any) -> Iterator[None]:
        with self._lock:
            before = module.requests
            module.requests = self
            try:
                yield
            finally:
                module.requests = before

    def get(self, url: str, **given: Any) -> Any:
        return self._ask("GET", url, given)

    def post(self, url: str, **given: Any) -> Any:
        return self._ask("POST", url, given)

    def _ask(self, method: str, url: str, given: dict[str, Any]) -> Any:
        self.last = None
        self.last = self._session.request(method, url, timeout=self._timeout, **given)
        if not self.last.status_code // 100 == 2:  # deep-translator reads a translation out of some
            raise self.exceptions.HTTPError(f"status {self.last.status_code}")
        return self.last


#: HTTP status → what it means; the others from 500 on are for later, the rest the text's fault.
_STATUS: Mapping[int, tuple[Failure, str]] = {
    401: ("key", "the key is not accepted"),
    402: ("quota", "the account is not paid for"),
    403: ("key", "the key is not accepted"),
    408: ("later", "it took too long"),
    413: ("text", "the text is too long"),
    414: ("text", "the text is too long"),
    429: ("later", "too many requests"),
    456: ("quota", "the quota is used up"),
}
_LONG = ("query length",)
_QUOTA = ("quota", "used all available", "character limit")
_PAIR = ("not supported", "invalid source language", "invalid target language", "language pair",
         "value for 'source_lang'", "value for 'target_lang'")  # fmt: skip
_KEY = ("invalid api key", "api key", "authorization")


def _meaning(error: Exception, answer: Response | None) -> ProviderError:
    """What a request came to that raised `error`, or whose answer holds no translation."""
    if answer is None:
        kind = type(error).__name__
        said = "no answer in time" if "Timeout" in kind else f"no connection ({kind})"
        return ProviderError("later", said)
    status, told = answer.status_code, _said(answer.text)
    known = _by_words(told)
    if known is not None and status in (400, 403, 404, 422):
        return ProviderError(known, told)
    if known == "quota" and status == 429 and "slow" not in told.casefold():
        return ProviderError("quota", told)
    if status in _STATUS:
        failure, said = _STATUS[status]
        return ProviderError(failure, f"{said} (HTTP {status})", wait=_seconds(answer))
    if status >= 500:
        return ProviderError("later", f"HTTP {status}", wait=_seconds(answer))
    if status >= 400:
        return ProviderError("text", f"HTTP {status} {told}".strip())
    if status >= 300:
        return ProviderError("address", f"it sends elsewhere (HTTP {status}): not followed")
    return ProviderError("later", "the answer is torn or of another form")


def _check_mymemory(answer: Response | None) -> None:
    """MyMemory says what went wrong in the place of the translation."""
    if answer is None:
        return
    body = json.loads(answer.text)
    status = str(body.get("responseStatus", "200"))
    told = str((body.get("responseData") or {}).get("translatedText") or "")
    used_up = body.get("quotaFinished")
    if status == "200" and not used_up and "MYMEMORY WARNING" not in told:
        return
    failure = _by_words(told) or ("quota" if used_up else "text")
    raise ProviderError(failure, _said(answer.text) or f"status {status}")


def _by_words(told: str) -> Failure | None:
    low = told.casefold()
    words: tuple[tuple[Failure, tuple[str, ...]], ...] = (
        ("text", _LONG), ("quota", _QUOTA), ("pair", _PAIR), ("key", _KEY),
    )  # fmt: skip
    return next((failure for failure, those in words if any(w in low for w in those)), None)


#: Characters of a provider's own message that are shown.
_SHOWN = 120


def _said(body: str) -> str:
    """The message in an answer; nothing of a page of HTML."""
    try:
        told = json.loads(body)
    except ValueError:
        return ""
    if not isinstance(told, dict):
        return ""
    found = told.get("error") or told.get("message") or told.get("responseDetails") or ""
    if isinstance(found, dict):
        found = found.get("message", "")
    data = told.get("responseData")
    if not found and isinstance(data, dict):
        found = data.get("translatedText") or ""
    return str(found)[:_SHOWN]


def _seconds(answer: Response) -> float | None:
    """After how long a provider wants to be asked again; None where it does not say."""
    try:
        return float(answer.headers["Retry-After"])
    except (KeyError, ValueError):  # a date: our own waits are as good
        return None


def read_key(path: str) -> str:
    """The key in the first line of a file. Raises InputError, never with the key in it."""
    try:
        with open(path, encoding="utf-8") as stream:
            key = stream.readline().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: no key can be read: {type(error).__name__}") from error
    if not key:
        raise InputError(f"{path}: is empty; expected the provider's key in its first line")
    return key


#: Marks of a page, which is no translation of a text without them.
_PAGE = regex.compile(
    r"<\s*(?:!doctype|html|head|body|title|center|h1|hr|script|meta)\b|^\s*[{\[]\s*\"\w+\"\s*:",
    regex.IGNORECASE,
)
#: What servers and those in front of them say in the place of an answer, in their own words.
_NOTICE = regex.compile(
    r"""\b(?:too\ many\ requests|rate[\s-]?limit(?:ed|s)?\ (?:exceeded|reached|hit)
        |(?:quota|request\ limit|usage\ limit|daily\ limit|rate\ limit)\b.{0,40}
            \b(?:exceeded|reached|used\ up)
        |exceeded\ (?:your|the)\b.{0,40}\b(?:quota|limit)
        |used\ all\ available|mymemory\ warning|query\ length\ limit
        |(?:service|temporarily)\ unavailable|bad\ gateway|gateway\ time-?out
        |internal\ server\ error|unusual\ traffic|enable\ javascript|captcha|cloudflare
        |invalid\ (?:api\ key|source\ language|target\ language)|unauthori[sz]ed
        |(?:access\ denied|forbidden)\W*$|(?:http|error)\ (?:status\ )?[45]\d\d
        |^\W*[45]\d\d\ [a-z]+)""",
    regex.IGNORECASE | regex.VERBOSE,
)


def is_notice(text: str, made: str) -> bool:
    """Whether `made` is no translation of `text`: it has marks of a page, or the words of a notice,
    that `text` has not."""
    return any(
        (found := pattern.search(made)) is not None
        and not pattern.search(text)
        and found[0].strip().casefold() not in text.casefold()
        for pattern in (_PAGE, _NOTICE)
    )
