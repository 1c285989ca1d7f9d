"""From a help centre to what is given to a model: chunks, and who finds them (A §2.1-2.3).

`convert.py` makes Markdown of files, `chunking.py` chunks of pages, `kept.py` keeps both in a
folder. `retriever.py` says what every retriever promises, `finder.py` is the one that ships,
`words.py` what it finds by, and `postgres.py` finds by words on a server. Nothing here scores an
answer.
"""

from truthscore.retrieve.chunking import PRESETS, Cutting, chunks
from truthscore.retrieve.finder import Finder
from truthscore.retrieve.retriever import Chunk, Found, Retriever

__all__ = [
    "PRESETS",
    "Chunk",
    "Cutting",
    "Finder",
    "Found",
    "Retriever",
    "chunks",
]
