"""`truthscore terms build`: the list of company terms from a company's documentation."""

from __future__ import annotations

import click

#: Documents parsed together.
BATCH = 64


@click.group(name="terms")
def command() -> None:
    """Make and look at lists of company terms."""


@command.command(name="build")
@click.argument("docs", nargs=-1, required=True, metavar="DOCS...")
@click.option("--output", "-o", default="-", help="Where to write; default: standard output.")
@click.option("--lang", default="nl", show_default=True, metavar="nl|en")
@click.option("--profile", "-p", default="paper", show_default=True, metavar="NAME|FILE")
@click.option("--pipeline", default="auto", show_default=True, help="spaCy pipeline for lemmas.")
def build(docs: tuple[str, ...], output: str, lang: str, profile: str, pipeline: str) -> int:
    """Write the company terms of DOCS: files or folders of text, or JSONL with a field `text`.

    A term is one of the most frequent words that general language lacks (paper, §5.2); the
    numbers are the profile's. Point `features.company_terms.terms_file` of your profile at it.
    """
    from itertools import islice

    from truthscore import language as languages
    from truthscore import profile as profiles
    from truthscore.cli.documents import TEXT_ENDINGS, read_documents
    from truthscore.errors import InputError
    from truthscore.features.company_terms import count_words, terms_of
    from truthscore.formats import open_output
    from truthscore.text import parser
    from truthscore.text.markup import normalise

    settings = profiles.load(profile).features.company_terms
    spacy_parser = parser.load(languages.load(lang), pipeline)
    texts = (normalise(page.text) for page in read_documents(docs))
    counts = count_words([])
    documents = 0
    while batch := list(islice(texts, BATCH)):
        documents += len(batch)
        counts.update(count_words(spacy_parser.parse(batch)))
        click.echo(f"\r{documents} documents", nl=False, err=True)
    click.echo("", err=True)
    if not documents:
        raise InputError(
            f"{', '.join(docs)}: no documents; expected {', '.join(TEXT_ENDINGS)} files or JSONL "
            "with a field 'text'"
        )
    terms = terms_of(counts, lang, settings)
    with open_output(output) as stream:
        stream.write(
            f"# Company terms: the {settings.max_terms} most frequent words of {documents} "
            f"documents ({lang})\n# that are rarer than zipf {settings.general_zipf} in general "
            "language. Made by `truthscore terms build`;\n# one a line, most frequent first. "
            "Edit as you like.\n"
        )
        stream.writelines(f"{term}\n" for term in terms)
    click.echo(f"{len(terms)} terms from {documents} documents → {output}", err=True)
    return 0
