"""Takes out of a folder of installed packages what `truthscore serve` never loads, and weighs it.

    pip install --target FOLDER '.[serve]' && python slim.py FOLDER

What statistics, tables and plots need goes, so `evaluate` and `compare` do not work in the image.
Both pipelines stay: each scorer has both.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

#: Whose word frequencies stay.
LANGUAGES = ("nl", "en")
#: Packages of `evaluate`, `report`, of installing and of making networks, which the service does
#: not import.
UNUSED = (
    "PIL", "bin", "contourpy", "fontTools", "kiwisolver", "matplotlib", "mpl_toolkits",
    "onnxruntime/datasets", "onnxruntime/quantization", "onnxruntime/tools",
    "onnxruntime/transformers", "pandas", "pillow.libs", "pyparsing", "scipy", "scipy.libs",
    "setuptools", "share", "tzdata",
)  # fmt: skip
#: Folders and endings that no package needs once it is built; `.cu` stays, which thinc reads.
FOLDERS = ("tests", "__pycache__", "include")
ENDINGS = (".c", ".cpp", ".h", ".hh", ".pxd", ".pyi", ".pyx")
#: What the sizes are given in, and what `python:3.12-slim` weighs by itself.
MB, BASE_MB = 1_000_000, 125


def unwanted(folder: Path) -> Iterator[Path]:
    """What goes, folders before what is in them."""
    for name in UNUSED:
        yield folder / name
    for path in folder.glob("wordfreq/data/*_*.msgpack.gz"):
        if path.name.partition("_")[2].partition(".")[0] not in LANGUAGES:
            yield path
    for path in sorted(folder.rglob("*")):
        if path.name in FOLDERS or path.suffix in ENDINGS:
            yield path


def slim(folder: Path) -> None:
    """Take it out. Raises SystemExit where the folder is not what it should be."""
    if not (folder / "truthscore").is_dir():
        raise SystemExit(f"{folder}: no truthscore in it; pip install --target makes such a folder")
    for path in unwanted(folder):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
    strip = shutil.which("strip")
    if strip is None:
        raise SystemExit("no `strip` here, which takes out 130 MB: apt-get install binutils")
    # what a debugger needs; libraries below *.libs were edited after they were linked: left alone
    shared = [str(each) for each in folder.rglob("*.so") if ".libs" not in each.as_posix()]
    subprocess.run([strip, "--strip-unneeded", "--", *shared], check=True)


def weight(folder: Path) -> int:
    """The bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def main(folder: Path) -> None:
    """Take it out, compile what is left, and print how heavy it was, is, and makes the image."""
    before = weight(folder)
    slim(folder)
    # nothing can be compiled in an image that is only read, and each start would do it again
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(folder)], check=True)
    after = weight(folder) / MB
    image = f"with {BASE_MB} MB of Python: {after + BASE_MB:.0f}"
    print(f"{before / MB:.0f} MB -> {after:.0f} MB; {image}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
