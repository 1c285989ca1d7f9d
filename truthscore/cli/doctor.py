"""`truthscore doctor`: what is installed, what would be used, and under which signature."""

from __future__ import annotations

from collections.abc import Mapping

import click

from truthscore import resources
from truthscore.cli.options import Scoring, scorer_options
from truthscore.cli.terminal import echo
from truthscore.errors import TruthscoreError
from truthscore.signature import package_version

#: Libraries whose version can change a score.
LIBRARIES = ("spacy", "numpy", "regex", "rapidfuzz", "wordfreq", "py3langid", "pydantic")


@click.command(name="doctor")
@scorer_options
def command(scoring: Scoring) -> int:
    """Check the installation: versions, pipelines, word lists, profile and signature.

    Exits with 2 when something that scoring needs is missing, and says what mends it.
    """
    import itertools
    import platform
    from importlib.metadata import PackageNotFoundError, version

    from truthscore import language as languages
    from truthscore import profile as profiles
    from truthscore.encoder import model
    from truthscore.text import parser, vectors

    problems: list[str] = []
    echo(f"truthscore {package_version()} on Python {platform.python_version()}")
    for name in LIBRARIES:
        try:
            echo(f"  {name:<12}{version(name)}")
        except PackageNotFoundError:
            problems.append(f"{name} is not installed: pip install {name}")
    settings = profiles.load(scoring.profile)
    echo(f"profile      {settings.name} ({settings.digest})")
    terms = "none: each row's own documents" if settings.terms is None else f"{len(settings.terms)}"
    echo(f"terms        {terms}")
    codes = resources.languages() if scoring.lang == "auto" else (scoring.lang,)
    for code in codes:
        pack = languages.load(code)
        patterns = sum(len(rules.patterns) for rules in pack.question_lists.values())
        signals = sum(len(words) for words in pack.signal_words.values())
        echo(f"\n{pack.name} ({code})")
        echo(f"  lists      {patterns} question patterns, {signals} signal words "
                   f"({pack.digest})")  # fmt: skip
        for name in pack.pipelines:
            try:
                info = parser.find(pack, name)
            except TruthscoreError:
                echo(f"  pipeline   {name}: not installed")
                continue
            echo(f"  pipeline   {name}: version {info.version}, made with spaCy "
                       f"{info.spacy_version}, licence {info.licence}")  # fmt: skip
            echo(f"             {_accuracy(info.performance)}")
        choice = {**settings.pipelines, **scoring.pipelines}.get(code, parser.AUTO)
        try:
            echo(f"  would use  {parser.find(pack, choice).source}")
        except TruthscoreError as error:
            problems.append(str(error))
    for pair in itertools.combinations(resources.languages(), 2):
        joint = vectors.load(*pair)
        if settings.across is not None and joint is not None:
            echo(f"\nacross       {'-'.join(joint.sides)} vectors ({joint.fingerprint})")
    if settings.encoder is not None and settings.encoder.use:
        try:
            digest = model.check(resources.encoder())
            model.load()
            echo(f"\nencoder      whole ({digest})")
        except TruthscoreError as error:
            problems.append(str(error))
    if problems:
        echo("\nproblems:", err=True)
        for problem in problems:
            echo(f"  {problem}", err=True)
        return 2
    scorer = scoring.scorer()
    echo(f"\n{profiles.told(settings)}\n\nsignatures")
    for code in scorer.languages:
        echo(f"  {scorer.signature(code)}")
    return 0


def _accuracy(performance: Mapping[str, object]) -> str:
    """The figures of meta.json that matter here, in per cent."""
    names = {"pos_acc": "POS", "dep_uas": "UAS", "dep_las": "LAS", "lemma_acc": "lemma"}
    shown = [
        f"{label} {100 * value:.1f}"
        for key, label in names.items()
        if isinstance(value := performance.get(key), float)
    ]
    per_label = performance.get("dep_las_per_type")
    if isinstance(per_label, Mapping) and isinstance(per_label.get("nsubj"), Mapping):
        shown.append(f"nsubj F {100 * per_label['nsubj'].get('f', 0.0):.1f}")
    return ", ".join(shown) or "no accuracy in its meta.json"
