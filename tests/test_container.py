"""The image's parts, without a container engine: what goes into it, and how its process behaves.

What is installed here runs as another user from a folder that is only read, as in the image.
"""

from __future__ import annotations

import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import truthscore
from truthscore.serve.server import GRACE_SECONDS

ROOT = Path(truthscore.__file__).parents[1]
FOLDER = ROOT / "examples" / "container"
DOCKERFILE = (FOLDER / "Dockerfile").read_text("utf-8")
COMPOSE = yaml.safe_load((FOLDER / "compose.yml").read_text("utf-8"))
KUBERNETES = {
    each["kind"]: each
    for each in yaml.safe_load_all((FOLDER / "kubernetes.yml").read_text("utf-8"))
}
USER = 10001
TOKEN = "backend: sixteen-characters-and-more check\n"
#: Seconds that the service may take to start and to end on a busy machine.
STARTING, ENDING = 90.0, GRACE_SECONDS


def test_what_is_copied_into_the_image_exists_and_is_not_ignored() -> None:
    kept = (FOLDER / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", DOCKERFILE, re.MULTILINE)
    names = [name for line in copied for name in line.split()]
    assert "truthscore" in names
    for name in names:
        assert (ROOT / name).exists()
        assert f"!{name}" in kept


def test_the_image_has_its_own_user_and_asks_the_services_own_health() -> None:
    assert re.search(rf"^USER {USER}:{USER}$", DOCKERFILE, re.MULTILINE)
    assert "/healthz" in DOCKERFILE.partition("HEALTHCHECK")[2].partition("ENTRYPOINT")[0]


def test_the_service_has_time_to_end() -> None:
    pod = KUBERNETES["Deployment"]["spec"]["template"]["spec"]
    wait = int(pod["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod["terminationGracePeriodSeconds"] > GRACE_SECONDS + wait
    assert int(COMPOSE["services"]["truthscore"]["stop_grace_period"][:-1]) > GRACE_SECONDS


def test_compose_reuses_the_example_of_nginx_and_only_reads() -> None:
    services = COMPOSE["services"]
    assert all(each["read_only"] and each["cap_drop"] == ["ALL"] for each in services.values())
    (volume,) = services["nginx"]["volumes"]
    assert (FOLDER / volume.partition(":")[0]).is_file()
    # the example's upstream is 127.0.0.1
    assert services["nginx"]["network_mode"] == "service:truthscore"


def test_the_manifests_fit_each_other_and_limit_the_pod() -> None:
    spec = KUBERNETES["Deployment"]["spec"]
    label = spec["template"]["metadata"]["labels"]
    assert KUBERNETES["Service"]["spec"]["selector"] == label
    assert KUBERNETES["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == label
    assert KUBERNETES["PodDisruptionBudget"]["spec"]["minAvailable"] < spec["replicas"]
    pod = spec["template"]["spec"]
    assert pod["securityContext"]["runAsUser"] == USER
    (container,) = pod["containers"]
    assert container["securityContext"]["readOnlyRootFilesystem"]
    assert set(container["resources"]["limits"]) == {"cpu", "memory"}
    paths = [container[f"{kind}Probe"]["httpGet"]["path"] for kind in ("readiness", "liveness")]
    assert paths == ["/readyz", "/healthz"]
    mounted = {each["name"] for each in container["volumeMounts"]}
    assert mounted == {each["name"] for each in pod["volumes"]}


def slim(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(FOLDER / "slim.py"), str(folder)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_a_folder_without_the_package_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    done = slim(tmp_path)
    assert done.returncode == 1
    assert "no truthscore in it" in done.stderr
    assert (tmp_path / "tests").is_dir()


@pytest.mark.skipif(shutil.which("strip") is None, reason="binutils are not installed")
def test_what_the_service_loads_stays(tmp_path: Path) -> None:
    kept = (
        "thinc/backends/_custom_kernels.cu",
        "truthscore/types.py",
        "wordfreq/data/large_nl.msgpack.gz",
        "spacy/strings.so.txt",
    )
    gone = ("pandas/core.py", "spacy/tests/a.py", "wordfreq/data/large_de.msgpack.gz", "a/b.pyx")
    for name in (*kept, *gone):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    library = next(Path(sys.modules["numpy"].__file__ or "").parent.rglob("*.so"))
    shutil.copyfile(library, tmp_path / "spacy" / "strings.so")
    done = slim(tmp_path)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"\d+ MB -> \d+ MB; with 125 MB of Python: \d+\n", done.stdout)
    assert all((tmp_path / name).is_file() for name in kept)
    assert not any((tmp_path / name).exists() for name in gone)


def entry_point(python: str, port: int, tokens: Path, data: Path) -> list[str]:
    """The image's own entry point, with this Python, another folder for data and a free port."""
    words = yaml.safe_load(re.findall(r"^ENTRYPOINT (.+)$", DOCKERFILE, re.MULTILINE)[0])
    line = words[2].replace("exec python", f"exec {python}").replace("/data", str(data))
    assert line != words[2]
    return [*words[:2], line, words[3], "--host", "0.0.0.0", "--port", str(port),
            "--token-file", str(tokens)]  # fmt: skip


def readable(reached: list[str], path: str) -> str:
    """A Python of this version that the other user can start, with all that the service needs."""
    for python in (sys.executable, f"/usr/bin/python3.{sys.version_info.minor}"):
        tried = subprocess.run(
            [*reached, "sh", "-c", f"exec {python} -c 'import truthscore, spacy, uvicorn'"],
            cwd="/", env={"PYTHONPATH": path}, capture_output=True, check=False,
        )  # fmt: skip
        if not tried.returncode:
            return python
    pytest.skip("another user cannot read this Python or this checkout")


def status(port: int, path: str) -> int | None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5.0)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return None
    finally:
        connection.close()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user reaches; pytest's own are for one."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.mark.slow
@pytest.mark.skipif(
    os.geteuid() != 0 or shutil.which("setpriv") is None, reason="only root can be another user"
)
def test_another_user_serves_from_a_folder_that_is_only_read(open_folder: Path) -> None:
    pytest.importorskip("uvicorn")
    reached = ["setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups"]
    path = os.pathsep.join([str(ROOT), *(each for each in sys.path if "site-packages" in each)])
    python = readable(reached, path)
    data, tokens = open_folder / "data", open_folder / "tokens"
    data.mkdir()
    tokens.write_text(TOKEN)
    for each in (data, tokens):
        os.chown(each, USER, USER)
    open_folder.chmod(0o555)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    told: dict[str, Any] = {"PYTHONPATH": path, "TRUTHSCORE_LANGUAGE": "nl"}
    with (open_folder / "log").open("w") as log:
        process = subprocess.Popen(
            [*reached, *entry_point(python, port, tokens, data)], cwd="/", stderr=log,
            env={"PATH": os.environ["PATH"], "OMP_NUM_THREADS": "1", **told},
        )  # fmt: skip
    try:
        until = time.monotonic() + STARTING
        while status(port, "/readyz") != 200:
            assert process.poll() is None, (open_folder / "log").read_text()
            assert time.monotonic() < until, (open_folder / "log").read_text()
            time.sleep(0.2)
        assert status(port, "/healthz") == 200
        assert status(port, "/metrics") == 401
        assert Path(f"/proc/{process.pid}").stat().st_uid == USER
        process.send_signal(signal.SIGTERM)
        assert process.wait(ENDING) == 0
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
