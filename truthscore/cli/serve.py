"""`truthscore serve`: the guardrail over HTTP."""

from __future__ import annotations

from collections.abc import Mapping

import click

from truthscore.cli.options import SETTINGS, pipeline_option, profile_option


@click.command(name="serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    default=8080,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0 takes a free one and logs it.",
)
@profile_option(SETTINGS)
@click.option(
    "--workers",
    default=1,
    show_default=True,
    type=click.IntRange(1, 64),
    help="Processes; one per processor core is a good number.",
)
@click.option(
    "--token-file",
    type=click.Path(exists=True, dir_okay=False),
    metavar="FILE",
    help="Lines `name: secret scope …` (check, write, admin, metrics, review): who may ask what. "
    "Needed unless only this machine can reach the service.",
)
@click.option(
    "--require-roles",
    is_flag=True,
    help="Refuse a check or score that does not say which roles the user has.",
)
@click.option(
    "--review-days", default=7.0, show_default=True, type=click.FloatRange(0, 365), metavar="DAYS",
    help="How long answers that were not sent are kept, with question and pages, for people with "
    "the scope review at /reviews; 0 keeps none.",
)  # fmt: skip
@click.option(
    "--data-dir",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Where registered documents and profiles are kept; default: a folder that ends with it.",
)
@click.option(
    "--lang",
    default="auto",
    show_default=True,
    metavar="nl|en|auto",
    help="Language of every answer; auto: each request's own `lang`, else recognised.",
)
@pipeline_option
def command(
    host: str,
    port: int,
    profile: str,
    workers: int,
    token_file: str | None,
    require_roles: bool,
    review_days: float,
    data_dir: str | None,
    lang: str,
    pipelines: Mapping[str, str],
) -> int:
    """Serve the guardrail over HTTP: POST /v1/check and /v1/score, documents and profiles that are
    registered once, health and metrics. See /docs.
    """
    from truthscore import profile as profiles
    from truthscore.serve.notices import target
    from truthscore.serve.server import Settings, run

    # a mistake in it is told here, once, and not by every worker
    target(profiles.load(profile).policy)
    run(
        Settings(
            host=host,
            port=port,
            profile=profile,
            lang=lang,
            pipelines=dict(pipelines),
            workers=workers,
            token_file=token_file,
            require_roles=require_roles,
            review_days=review_days,
            data_dir=data_dir or "",
        )
    )
    return 0
