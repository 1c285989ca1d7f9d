"""From text to `ParsedText`. The only file that imports spaCy, and only inside functions."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

import regex

from truthscore import deadline, resources
from truthscore.errors import PipelineError
from truthscore.language import LanguagePack, WordForms
from truthscore.signature import digest
from truthscore.text.columns import ParsedBlocks, assemble, columns, columns_of, flat
from truthscore.text.lemmas import Lemmas
from truthscore.text.markup import blocks, plain
from truthscore.text.matrices import quicken
from truthscore.text.model import ParsedText
from truthscore.text.vocabulary import Vocabulary

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

#: Blocks per spaCy batch: larger does not run faster on one core (measured), smaller does slower.
BATCH_BLOCKS = 128
#: Tokens per spaCy batch, for memory: its networks hold some 65 KB for each of one (measured).
BATCH_TOKENS = 4_096
AUTO = "auto"
BUNDLED = "bundled"


#: What spaCy calls the parts of a tree.
_TREE = frozenset({"token.dep", "token.head"})

#: Components that no feature reads; excluded at load, so that they cost neither time nor memory.
UNUSED_COMPONENTS = ("ner", "entity_linker", "entity_ruler", "textcat", "textcat_multilabel")


class Parser(Protocol):
    """Anything that parses texts of one language."""

    @property
    def name(self) -> str:
        """Language, name and version, for the signature."""

    @property
    def fingerprint(self) -> str:
        """Changes when the same text could be parsed differently."""

    def parse(self, texts: Sequence[str]) -> list[ParsedText]:
        """The parsed texts, in order. A text's parse never depends on its neighbours."""

    def read(
        self,
        answers: Sequence[str],
        questions: Sequence[str],
        pages: Sequence[ParsedBlocks] = (),
    ) -> tuple[list[ParsedText], list[ParsedText]]:
        """Parsed answers, and questions without trees and sentence ends: their words will do.

        `pages`: what has been parsed before; a line that an answer copies is not parsed again.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class PipelineInfo:
    """What is known of a pipeline before it is loaded: from its meta.json.

    `weights`: a digest of its files, set when it is loaded; the same version may be trained anew.
    """

    name: str
    source: str
    version: str
    lang: str
    spacy_version: str
    performance: dict[str, Any] = field(default_factory=dict)
    licence: str = ""
    weights: str = ""


class SpacyParser:
    """A spaCy pipeline whose documents never leave this class."""

    def __init__(
        self,
        nlp: Language,
        info: PipelineInfo,
        forms: WordForms | None = None,
        shortened: Mapping[str, regex.Pattern[str]] | None = None,
    ) -> None:
        self._nlp = nlp
        self._shortened = shortened or {}
        self._mending = None if forms is None else Lemmas(info.lang, forms)
        self._vocabulary = Vocabulary(nlp)
        self._tree_makers = _tree_makers(nlp)
        self.info = info
        made_with = nlp.meta.get("spacy_version", "")
        self.name, self.fingerprint = _signed_as(info, made_with, nlp.pipe_names)

    def parse(self, texts: Sequence[str]) -> list[ParsedText]:
        """Parse `texts` (normalised, see `markup.normalise`), block by block.

        A block (line, list item, cell) is parsed alone, so a step copied from a help page gets
        the same parse in the answer as on the page; equal blocks are parsed once per call.
        """
        return self.read(texts, ())[0]

    def read(
        self,
        answers: Sequence[str],
        questions: Sequence[str],
        pages: Sequence[ParsedBlocks] = (),
    ) -> tuple[list[ParsedText], list[ParsedText]]:
        """Answers like `parse`; of questions words, lemmas and parts of speech (no trees).

        Both go through the pipeline together: by itself a question of ten words costs a tenth of
        an answer of two hundred, and most of that is to get going.
        """
        texts = [*answers, *questions]
        layouts = [blocks(text) for text in texts]
        deadline.check()
        plains = [
            [plain(text, block.start, block.end) for block in layout]
            for text, layout in zip(texts, layouts, strict=True)
        ]
        deadline.check()
        told = dict.fromkeys(each.text for row in plains[: len(answers)] for each in row)
        asked = dict.fromkeys(each.text for row in plains[len(answers) :] for each in row)
        known = {
            text: columns_of(page, text) for page in pages for text in (told | asked)
            if text in page.numbers
        }  # fmt: skip
        unknown = [text for text in told if text not in known]
        bare = [text for text in asked if text not in told and text not in known]
        parsed = self._parse_blocks(unknown, bare)
        known.update(zip((*unknown, *bare), parsed, strict=True))
        words = {text: flat(known[text]) for text in asked}
        lists = [known] * len(answers) + [words] * len(questions)
        found = [
            assemble(text, layout, [(read[each.text], each.offsets) for each in row])
            for text, layout, row, read in zip(texts, layouts, plains, lists, strict=True)
        ]
        return found[: len(answers)], found[len(answers) :]

    def _parse_blocks(self, texts: Sequence[str], flat: Sequence[str] = ()) -> list[ParsedText]:
        """The columns of `texts`, then of those of which nobody reads trees and sentence ends."""
        found: list[ParsedText] = []
        with self._vocabulary.parsing():
            kinds = [*((text, True) for text in texts), *((text, False) for text in flat)]
            for part in _batched((self._nlp.make_doc(text), tree) for text, tree in kinds):
                deadline.check()
                docs = [_parted(doc) for doc, _ in part]
                trees = len([doc for doc, tree in part if tree])
                for name, component in self._nlp.pipeline:
                    some = trees if name in self._tree_makers else len(docs)
                    docs[:some] = _through(component, docs[:some])
                found.extend(columns(doc, self._mending, self._meant(doc.text)) for doc in docs)
        return found

    def _meant(self, text: str) -> Mapping[int, str]:
        """The words for which an abbreviation stands that reads as another word, by the characters
        where those begin: "Customer *No.*" denies nothing."""
        return {
            match.start(): word
            for word, pattern in self._shortened.items()
            for match in pattern.finditer(text)
        }


class ShippedParser:
    """The shipped pipeline of a language: what it is called is known at once, its weights are read
    when a text first needs them. Most runs have rows and pages in one language."""

    def __init__(self, language: LanguagePack) -> None:
        """Raises PipelineError where none is shipped."""
        self._language = language
        self._lock = threading.Lock()
        self._loaded: SpacyParser | None = None
        found = find(language, BUNDLED)
        folder = _folder(BUNDLED, language.code)
        assert folder is not None  # `find` has found it
        self._folder = folder
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
        parts = [each for each in meta["pipeline"] if each not in UNUSED_COMPONENTS]
        self.info = replace(found, weights=_weights(folder))
        self.name, self.fingerprint = _signed_as(self.info, found.spacy_version, parts)

    def parse(self, texts: Sequence[str]) -> list[ParsedText]:
        """As `SpacyParser.parse`."""
        return self.loaded.parse(texts)

    def read(
        self,
        answers: Sequence[str],
        questions: Sequence[str],
        pages: Sequence[ParsedBlocks] = (),
    ) -> tuple[list[ParsedText], list[ParsedText]]:
        """As `SpacyParser.read`."""
        return self.loaded.read(answers, questions, pages)

    @property
    def loaded(self) -> SpacyParser:
        """The pipeline. Raises PipelineError when it cannot be loaded."""
        with self._lock:
            if self._loaded is None:
                found = replace(self.info, weights="")
                self._loaded = _loaded(self._language, found, self._folder)
            return self._loaded


def _signed_as(info: PipelineInfo, made_with: str, parts: Iterable[str]) -> tuple[str, str]:
    """The name and the fingerprint of a pipeline of these components."""
    name = f"{info.lang}_{info.name}-{info.version}@{info.source}"
    return name, digest([name, made_with, *parts, info.weights])


def _parted(doc: Doc) -> Doc:
    """`doc` with a sentence begun where a dot parts a small word or a number from a capital, and no
    tree may go across: "Unfortunately not. PDF files can't be imported" would else deny and deny
    again. Behind other words the dot may be that of an abbreviation ("approx. EUR 5")."""
    if ". " in doc.text:  # most lines have none
        for token in doc[2:]:
            begins = token.is_alpha and token.text[0].isupper() and doc[token.i - 1].text == "."
            if begins and (doc[token.i - 2].is_stop or doc[token.i - 2].is_digit):
                token.is_sent_start = True
    return doc


def _batched(docs: Iterable[tuple[Doc, bool]]) -> Iterator[Sequence[tuple[Doc, bool]]]:
    """`docs` in batches of at most `BATCH_BLOCKS`, and `BATCH_TOKENS` unless one has more."""
    batch: list[tuple[Doc, bool]] = []
    tokens = 0
    for each in docs:
        tokens += len(each[0])
        if batch and (len(batch) >= BATCH_BLOCKS or tokens > BATCH_TOKENS):
            yield batch
            batch, tokens = [], len(each[0])
        batch.append(each)
    if batch:
        yield batch


def _tree_makers(nlp: Language) -> frozenset[str]:
    """The components that make trees; none when another component reads the trees."""
    metas = {name: nlp.get_pipe_meta(name) for name in nlp.pipe_names}
    makers = {name for name, meta in metas.items() if _TREE.intersection(meta.assigns)}
    others = (meta for name, meta in metas.items() if name not in makers)
    read = any(_TREE.intersection(meta.requires) for meta in others)
    return frozenset() if read else frozenset(makers)


def _through(component: Any, docs: Sequence[Doc]) -> Iterable[Doc]:
    """What `Language.pipe` does with each component: in batches where it can."""
    if hasattr(component, "pipe"):
        made: Iterable[Doc] = component.pipe(docs, batch_size=BATCH_BLOCKS)
        return made
    return map(component, docs)


def find(language: LanguagePack, choice: str) -> PipelineInfo:
    """The pipeline that `choice` means for `language`, without loading it.

    `choice` is "auto" (the first of the language's list that is there), "bundled", the name of
    an installed package, or a folder. Raises PipelineError when there is none or it is of
    another language.
    """
    if choice == AUTO:
        for name in language.pipelines:
            folder = _folder(name, language.code)
            if folder is not None and (name == BUNDLED or _compatible(folder)):
                return _info(folder, name, language)
        ships = BUNDLED in language.pipelines
        raise PipelineError(
            f"no spaCy pipeline for {language.name} ({language.code}): looked for "
            f"{', '.join(language.pipelines)}; "
            + (
                "reinstall truthscore to get the bundled one back"
                if ships
                else f"install one of them, or name a folder (`--pipeline {language.code}=FOLDER`, "
                f"or `{language.code}` under [pipelines] in the profile)"
            )
        )
    folder = _folder(choice, language.code)
    if folder is None:
        raise PipelineError(
            f"no spaCy pipeline {choice!r} for {language.name} ({language.code}): it is neither an "
            f"installed package nor a folder with a meta.json; install it into this environment "
            f"(`python -m spacy download {choice}`), or use `bundled`"
        )
    return _info(folder, choice, language)


def load(language: LanguagePack, choice: str = AUTO) -> SpacyParser:
    """Load the pipeline that `choice` means (see `find`).

    Raises PipelineError when it is missing, was made for another language or spaCy version, or
    has no parser, tagger or lemmatizer.
    """
    info = find(language, choice)
    folder = _folder(choice if choice != AUTO else info.source, language.code)
    return _loaded(language, info, folder)


def _loaded(language: LanguagePack, info: PipelineInfo, folder: Path | None) -> SpacyParser:
    spacy = _spacy()
    from spacy.about import __version__ as spacy_version

    try:
        nlp = spacy.load(
            str(folder), exclude=list(UNUSED_COMPONENTS), config=_only_once(spacy, folder)
        )
    except Exception as error:  # spaCy raises many kinds here; each means "this one is unusable"
        raise PipelineError(
            f"pipeline {info.source!r} ({folder}) does not load with spaCy {spacy_version} "
            f"(it was made with {info.spacy_version}): {error}; use `--pipeline bundled`"
        ) from error
    _require_components(nlp, info)
    _require_labels(nlp, info, language)
    quicken(nlp)
    return SpacyParser(
        nlp,
        replace(info, weights=_weights(folder)),
        language.word_forms,
        language.shortened,
    )


def shared_by_all(language: LanguagePack, choice: str = AUTO) -> SpacyParser | ShippedParser:
    """Like `load`, but a shipped pipeline is loaded once in a process, whoever asks for it, and not
    before a text needs it.

    Scorers of several profiles then share its memory. What is installed beside us, or lies in a
    folder, may change, and is loaded anew.
    """
    if find(language, choice).source != BUNDLED:
        return load(language, choice)
    with _LOADING:
        key = language.code, language.digest
        if key not in _LOADED:
            _LOADED[key] = ShippedParser(language)
        return _LOADED[key]


#: The shipped pipelines in use, by language and the digest of its word lists.
_LOADED: dict[tuple[str, str], ShippedParser] = {}
_LOADING = threading.Lock()


def _spacy() -> ModuleType:
    """spaCy without its command line: nothing here uses it, and it is half of the import."""
    stand_ins: dict[str, ModuleType] = {}
    if "spacy" not in sys.modules:
        stand_ins = {name: ModuleType(name) for name in ("spacy.cli", "spacy.cli.info")}
        vars(stand_ins["spacy.cli.info"])["info"] = _info_of_spacy
    sys.modules.update(stand_ins)
    try:
        import spacy
    finally:
        # who asks for the command line from now on gets the real one
        for name, module in stand_ins.items():
            if sys.modules.get(name) is module:
                del sys.modules[name]
    return spacy


def _info_of_spacy(*args: Any, **options: Any) -> Any:
    """`spacy.info`, which is part of the command line."""
    from spacy.cli.info import info

    return info(*args, **options)


#: The tokenizer of nearly every pipeline, which reads its rules from the pipeline's folder.
_USUAL_TOKENIZER = '@tokenizers = "spacy.Tokenizer.v1"'
_EMPTY_TOKENIZER = "truthscore.EmptyTokenizer.v1"


def _only_once(spacy: ModuleType, folder: Path | None) -> dict[str, Any]:
    """Settings under which spaCy makes the tokenizer's special cases once instead of twice.

    Before it reads the thousands that the pipeline holds, it makes those of the language, only to
    throw them away.
    """
    if folder is None or not (folder / "tokenizer").is_file():
        return {}
    if _USUAL_TOKENIZER not in (folder / "config.cfg").read_text(encoding="utf-8"):
        return {}

    def empty() -> Callable[[Language], Any]:
        return lambda nlp: spacy.tokenizer.Tokenizer(nlp.vocab)

    spacy.registry.tokenizers(_EMPTY_TOKENIZER, func=empty)
    return {"nlp": {"tokenizer": {"@tokenizers": _EMPTY_TOKENIZER}}}


def _weights(folder: Path | None) -> str:
    """A digest of every file of a pipeline, with its name; some milliseconds."""
    if folder is None:
        return ""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    parts = ((path.relative_to(folder).as_posix(), path.read_bytes()) for path in files)
    return digest(
        part for name, data in parts if "__pycache__" not in name for part in (name, data)
    )


def _require_components(nlp: Language, info: PipelineInfo) -> None:
    made = {label for name in nlp.pipe_names for label in nlp.get_pipe_meta(name).assigns}
    for attribute, what in (("token.dep", "dependency parser"), ("token.lemma", "lemmatizer")):
        if attribute not in made:
            raise PipelineError(
                f"pipeline {info.source!r} has no {what} (it has {', '.join(nlp.pipe_names)}); "
                "every feature needs one: use `--pipeline bundled` or a pipeline that has it"
            )


def _require_labels(nlp: Language, info: PipelineInfo, language: LanguagePack) -> None:
    """The rules read trees by the names of Universal Dependencies, and find nothing by others: of
    those, spaCy's German pipelines have their own ("sb" for a subject)."""
    for name in sorted(_tree_makers(nlp)):
        labels = nlp.pipe_labels.get(name, [])
        if labels and language.subject_labels.isdisjoint(labels):
            raise PipelineError(
                f"pipeline {info.source!r}: its {name} writes none of the labels of a subject "
                f"({', '.join(sorted(language.subject_labels))}), but {', '.join(labels[:6])} and "
                "so on; expected Universal Dependencies: use a pipeline trained on a UD treebank"
            )


def _folder(name: str, lang: str) -> Path | None:
    if name == BUNDLED:
        return resources.bundled_pipeline(lang)
    if (Path(name) / "meta.json").is_file():
        return Path(name)
    return resources.installed_pipeline(name)


def _info(folder: Path, source: str, language: LanguagePack) -> PipelineInfo:
    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    if meta.get("lang") != language.code:
        raise PipelineError(
            f"pipeline {source!r} is for language {meta.get('lang')!r}, expected "
            f"{language.code!r} ({language.name})"
        )
    return PipelineInfo(
        name=meta.get("name", folder.name),
        source=source,
        version=meta.get("version", "0"),
        lang=meta["lang"],
        spacy_version=meta.get("spacy_version", ""),
        performance=meta.get("performance", {}),
        licence=meta.get("license", ""),
    )


def _compatible(folder: Path) -> bool:
    """Whether the running spaCy is the one the pipeline was made for (else auto passes it by)."""
    from spacy.about import __version__ as spacy_version
    from spacy.util import is_compatible_version

    meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    return bool(is_compatible_version(spacy_version, meta.get("spacy_version", "")))
