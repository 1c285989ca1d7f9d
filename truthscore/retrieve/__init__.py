"""From a help centre to what is given to a model: chunks, and who finds them (A §2.1-2.3).

`chunk.py` has what a page is cut into, `retriever.py` what every retriever promises, `shelf.py` the
pages that `truthscore search` finds by vectors. Nothing here scores an answer.
"""

from truthscore.retrieve.chunk import Chunk
from truthscore.retrieve.retriever import Found, Retriever
from truthscore.retrieve.shelf import ENDING, FIRST, MAGIC, Hit, Keeper, Shelf, search

__all__ = [
    "ENDING",
    "FIRST",
    "MAGIC",
    "Chunk",
    "Found",
    "Hit",
    "Keeper",
    "Retriever",
    "Shelf",
    "search",
]
