"""Past one machine: the same verdicts from a Dask cluster, or inside Spark and Ray.

A row goes with its pages to whichever process is free; each process loads its scorer once and keeps
the pages it has seen (`--cache` on a shared disk keeps them for all). Dask runs the work of a lost
process again elsewhere. Verdicts are `TruthScorer`'s, so where they were made cannot show in them.
"""

from __future__ import annotations

import contextlib
import functools
import pickle
import uuid
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from truthscore.batch import RETRIES, ScorerOptions, in_order
from truthscore.errors import BatchError, InputError, install_hint
from truthscore.example import example_from
from truthscore.formats import READERS, Row, read_stream
from truthscore.interrupt import unheard_by_children
from truthscore.scorer import CHUNK, TruthScorer
from truthscore.types import Example, Verdict
from truthscore.verdict_line import to_json

if TYPE_CHECKING:
    import pandas as pd
    from distributed import Client

#: Chunks sent ahead per process of the cluster: none waits for the next, memory stays flat.
AHEAD = 4
#: `--cluster local`: a cluster of this machine's processors, for the time of the run.
LOCAL = "local"
#: What a cluster of this machine leaves out, for nobody looks at it: where each process is (every
#: 10 ms, 4 % of its time) and whether its loop is late (every 20 ms).
LOCAL_SETTINGS = {
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "500ms",
}

#: Columns of `score_frames`, in Spark's notation (`mapInPandas` needs a schema).
FRAME_SCHEMA = (
    "id string, status string, reason string, lang string, message_type string, score double, "
    "base_score double, override string, signature string, verdict string"
)
#: Columns of a frame that hold an example; all others are passed by.
FRAME_COLUMNS = ("id", "question", "answer", "context", "lang")


def connect(address: str) -> Client:
    """A client of the cluster at `address`, or of a new one on this machine for "local".

    Raises BatchError when Dask is not installed or the cluster does not answer.
    """
    try:
        import dask
        from distributed import Client
    except ImportError as error:
        raise BatchError(f"--cluster needs Dask: {install_hint('cluster')}") from error
    try:
        if address == LOCAL:
            with unheard_by_children(), dask.config.set(LOCAL_SETTINGS):
                return Client(  # type: ignore[no-untyped-call]
                    processes=True, threads_per_worker=1, dashboard_address=None,
                    direct_to_workers=True,
                )  # fmt: skip
        return Client(address, timeout=CONNECT_SECONDS)  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise BatchError(
            f"{address}: no Dask scheduler answers there ({error}); expected an address such as "
            "tcp://host:8786, or local"
        ) from error


#: Seconds to wait for a scheduler.
CONNECT_SECONDS = 10


def score_on_cluster(
    examples: Iterable[Example], options: ScorerOptions, client: Client
) -> Iterator[Verdict]:
    """Verdicts in the order of `examples`; a bounded number of chunks is under way at a time.

    Raises BatchError when a chunk fails on several processes.
    """
    source = iter(examples)
    waiting: deque[Any] = deque()
    processes: dict[str, int] = client.ncores()  # type: ignore[no-untyped-call]
    room = AHEAD * max(1, sum(processes.values()))

    def send() -> bool:
        chunk = list(islice(source, CHUNK))
        if chunk:
            packed = pickle.dumps(chunk, pickle.HIGHEST_PROTOCOL)
            sent = client.submit(_score_packed, packed, options, pure=False, retries=RETRIES)
            waiting.append(sent)
        return bool(chunk)

    while len(waiting) < room and send():
        pass
    while waiting:
        found = _result(waiting.popleft())
        send()
        yield from pickle.loads(found)


def score_partitions(
    sources: Sequence[str], target: str, options: ScorerOptions, client: Client, *, resume: bool
) -> Iterator[tuple[str, int]]:
    """Score each file of `sources` into a file of its name in `target`; (name, rows) as they end.

    Both are addresses that fsspec knows (a path, s3://..., gs://..., hdfs://...). A part appears
    when it is whole; with `resume` parts that are there are passed by. Raises InputError when
    nothing matches and BatchError when a part fails on several processes.
    """
    import fsspec

    files = sorted(name for source in sources for name in _expanded(source))
    if not files:
        raise InputError(f"{', '.join(sources)}: no files match")
    system, folder = fsspec.core.url_to_fs(target)
    system.makedirs(folder, exist_ok=True)
    futures = []
    for name in files:
        part = f"{target.rstrip('/')}/{_stem(name)}.jsonl"
        if resume and system.exists(fsspec.core.url_to_fs(part)[1]):
            continue
        futures.append(client.submit(_score_part, name, part, options, pure=False, retries=RETRIES))
    for future in futures:
        yield _result(future)


def score_frames(frames: Iterable[pd.DataFrame], **options: Any) -> Iterator[pd.DataFrame]:
    """Frames with `answer`, `question`, `context` (and `id`, `lang`) → frames of verdicts.

    The shape that Spark's `mapInPandas` takes; `FRAME_SCHEMA` is its schema. `options` are those of
    `ScorerOptions`. A row that cannot be read has status "error" and says why in `reason`.
    """
    chosen = ScorerOptions(**options)
    for frame in frames:
        yield score_frame(frame, chosen)


def score_frame(frame: pd.DataFrame, options: ScorerOptions) -> pd.DataFrame:
    """One frame (Ray's `map_batches` with `batch_format="pandas"`)."""
    import pandas as pd

    rows: list[Example | Verdict] = []
    kept = [name for name in FRAME_COLUMNS if name in frame.columns]
    for number, data in enumerate(frame[kept].to_dict("records"), start=1):
        given = {str(name): _plain(value) for name, value in data.items()}
        given = {name: value for name, value in given.items() if value is not None}
        try:
            rows.append(example_from(given, default_id=f"row{number}"))
        except InputError as error:
            rows.append(
                Verdict(id=str(given.get("id", f"row{number}")), status="error", reason=str(error))
            )
    judged = in_order(rows, _scorer(options).score_many)
    return pd.DataFrame([_columns(example, verdict) for example, verdict in judged])


def _plain(value: Any) -> Any:
    """A cell as JSON would have it: arrays as lists, missing numbers as None."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, float) and value != value:  # NaN
        return None
    return value


def _columns(example: Example | None, verdict: Verdict) -> dict[str, Any]:
    return {
        "id": verdict.id, "status": verdict.status, "reason": verdict.reason, "lang": verdict.lang,
        "message_type": verdict.detection.type if verdict.detection else None,
        "score": verdict.score, "base_score": verdict.base_score, "override": verdict.override,
        "signature": verdict.signature, "verdict": to_json(verdict, example),
    }  # fmt: skip


def _expanded(source: str) -> list[str]:
    import fsspec

    system, path = fsspec.core.url_to_fs(source)
    if any(sign in path for sign in "*?["):
        return [str(system.unstrip_protocol(name)) for name in system.glob(path)]
    if system.isdir(path):
        names = system.ls(path, detail=False)
        return [str(system.unstrip_protocol(name)) for name in names if _ending(name) in READERS]
    if not system.exists(path):
        raise InputError(f"{source}: no such file or folder")
    return [source]


def _ending(name: str) -> str:
    return name.removesuffix(".gz").rpartition(".")[2].lower()


def _stem(name: str) -> str:
    return name.rpartition("/")[2].removesuffix(".gz").rpartition(".")[0]


def _result(future: Any) -> Any:
    try:
        return future.result()
    except InputError:
        raise
    except Exception as error:  # Dask passes on whatever a process raised, or that it was lost
        raise BatchError(
            f"a part of the answers failed on the cluster: {type(error).__name__}: {error}; what "
            "was written is complete: mend the cause and go on with --resume"
        ) from error


# --- on the cluster's processes ---------------------------------------------------------------


@functools.lru_cache(maxsize=2)
def _scorer(options: ScorerOptions) -> TruthScorer:
    """The scorer of this process: loading takes longer than a chunk."""
    return options.load()


def _score(examples: Sequence[Example], options: ScorerOptions) -> list[Verdict]:
    return list(_scorer(options).score_many(examples))


def _score_packed(examples: bytes, options: ScorerOptions) -> bytes:
    """`_score` of pickled examples, pickled: Dask hands on bytes as they are.

    It would pickle a list verdict by verdict, asking for every object in them how to.
    """
    return pickle.dumps(_score(pickle.loads(examples), options), pickle.HIGHEST_PROTOCOL)


def _score_part(name: str, part: str, options: ScorerOptions) -> tuple[str, int]:
    """Score one file into one file, which appears when it is whole.

    Under a name of its own until then: a process that was thought lost may still write the part
    that another has begun anew. Whoever is done last replaces it by the same bytes.
    """
    import fsspec

    count = 0
    system, path = fsspec.core.url_to_fs(part)
    own = f"{path}.{uuid.uuid4().hex}.part"
    try:
        with fsspec.open(name, "rb", compression="infer") as stream:
            rows = (
                each.refused() if isinstance(each, Row) else each
                for each in read_stream(stream, name, _ending(name))
            )
            with system.open(own, "w", encoding="utf-8", newline="\n") as written:
                for example, verdict in in_order(rows, _scorer(options).score_many):
                    written.write(to_json(verdict, example) + "\n")
                    count += 1
        system.mv(own, path)
    except BaseException:
        with contextlib.suppress(OSError):  # it may not have been begun
            system.rm(own)
        raise
    return part, count
