"""`truthscore terms`: the words and labels of a company, from its documentation and interface."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path

import click

from truthscore import resources
from truthscore.cli.documents import NO_PAGES, LeftOut, read_documents
from truthscore.cli.options import pages_encoding, profile_option
from truthscore.cli.po import label_pairs
from truthscore.cli.terminal import echo
from truthscore.errors import InputError
from truthscore.open_files import open_output
from truthscore.text.markup import normalise

#: Documents parsed together.
BATCH = 64


@click.group(name="terms")
def command() -> None:
    """Make lists of a company's terms, and of its labels in two languages."""


@command.command(name="build")
@click.argument("docs", nargs=-1, required=True, metavar="DOCS...")
@click.option("--output", "-o", default="-", help="Where to write; default: standard output.")
@click.option(
    "--lang", default="nl", show_default=True, metavar="LANG", help="Language of the pages."
)
@profile_option("The profile that says which words count as company words.")
@click.option("--pipeline", default="auto", show_default=True, help="spaCy pipeline for lemmas.")
@pages_encoding
@click.option(
    "--glossary", is_flag=True,
    help="Also what the pages say that their words mean, behind a tab; shown, never weighed.",
)  # fmt: skip
def build(
    docs: tuple[str, ...],
    output: str,
    lang: str,
    profile: str,
    pipeline: str,
    glossary: bool,
    encoding: str | None,
) -> int:
    """Write the company terms of DOCS: files and folders as `truthscore index` takes them.

    A term is one of the most frequent words that general language lacks (paper, §5.2); the
    numbers are the profile's. Point `features.company_terms.terms_file` of your profile at it.
    """

    from truthscore import language as languages
    from truthscore import profile as profiles
    from truthscore.features.company_terms import count_words, terms_of
    from truthscore.text import parser
    from truthscore.text.glossary import of_pages

    chosen = profiles.load(profile)
    settings = chosen.features.company_terms
    pack = languages.load(lang)
    spacy_parser = parser.load(pack, pipeline)
    left_out = LeftOut()
    pages = read_documents(docs, left_out, limits=chosen.documents, encoding=encoding)
    meanings: dict[str, str] = {}
    counts = Counter[str]()
    documents = 0
    while batch := list(islice(pages, BATCH)):
        documents += len(batch)
        texts = [normalise(page.text) for page in batch]
        counts.update(count_words(spacy_parser.parse(texts), pack))
        if glossary:
            told = of_pages(
                [(page.title, text) for page, text in zip(batch, texts, strict=True)], pack
            )
            meanings = {**told, **meanings}
        echo(f"{documents} documents", nl=False, err=True, over=True)
    echo("", err=True)
    if not documents:
        raise InputError(f"{', '.join(docs)}: {NO_PAGES}")
    terms = terms_of(counts, lang, settings)
    with open_output(output) as stream:
        stream.write(
            f"# Company terms: the {settings.max_terms} most frequent words of {documents} "
            f"documents ({lang})\n# that are rarer than zipf {settings.general_zipf} in general "
            "language. Made by `truthscore terms build`;\n# one a line, most frequent first. "
            "Edit as you like.\n"
        )
        stream.writelines(
            f"{term}\t{meanings[term]}\n" if term in meanings else f"{term}\n" for term in terms
        )
        others = sorted(meanings.keys() - set(terms))
        if others:
            stream.write("# Words that a page explains:\n")
        stream.writelines(f"{term}\t{meanings[term]}\n" for term in others)
    explained = f", {len(meanings)} words with a meaning" if glossary else ""
    echo(
        f"{len(terms)} terms{explained} from {documents} documents{left_out.summary} → {output}",
        err=True,
    )
    return 0


@command.command(name="pairs")
@click.argument("catalogue", type=click.Path(exists=True, dir_okay=False), metavar="NL.PO")
@click.option("--output", "-o", default="-", help="Where to write; default: standard output.")
def pairs(catalogue: str, output: str) -> int:
    """Write the labels of a translated interface (gettext) as `[labels]` of a profile.

    An answer in one language is held against pages in the other by what they are called there.
    """
    import json

    try:
        found = label_pairs(resources.read_text(Path(catalogue)))
    except ValueError as error:
        raise InputError(f"{catalogue}: not a gettext catalogue: {error}") from error
    with open_output(output) as stream:
        stream.write("[labels]\n")
        for label, called in found.items():
            value = called[0] if len(called) == 1 else called
            written = (json.dumps(each, ensure_ascii=False) for each in (label, value))
            stream.write(" = ".join(written) + "\n")
    echo(f"{len(found)} labels from {catalogue} → {output}", err=True)
    return 0
