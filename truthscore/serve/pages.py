"""The parses of registered documents, kept for every worker and for those that come after them.

A page is parsed by the worker that needs it first. The others read it, and so does one that takes a
dead one's place: in a tenth of the time, so that it is as fast as the others from the start.

Only registered documents are kept. What a backend sends along with a question may be a customer's,
and stays in the memory of the worker that has read it.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path

from truthscore.features import IndexedDocument
from truthscore.store import DocumentStore
from truthscore.text.markup import normalise
from truthscore.text.readable import readable

#: Registered texts that a worker remembers as such: many times what one request may name.
REMEMBERED = 2_000
#: Folder in which the names of the files made from a text stand, under the text's hash.
OF = "of"


class Pages(DocumentStore):
    """A store that takes registered documents only. Threads and processes may share it."""

    def __init__(self, folder: Path) -> None:
        """Raises InputError when `folder` cannot be made or written to."""
        super().__init__(folder)
        (folder / OF).mkdir(exist_ok=True)
        self._texts: OrderedDict[str, str] = OrderedDict()  # as given → as parsed
        self._guard = threading.Lock()

    def registered(self, text: str) -> None:
        """`text` (normalised) is a registered document's: its parse may be kept."""
        given = _sha(text)
        with self._guard:
            if given in self._texts:
                self._texts.move_to_end(given)
                return
        parsed = _parsed(text)
        with self._guard:
            self._texts[given] = parsed
            while len(self._texts) > REMEMBERED:
                self._texts.popitem(last=False)

    def put(self, key: str, document: IndexedDocument) -> None:
        """Keep the parse of a registered document, and no other."""
        text = _sha(document.document.parsed.text)
        with self._guard:
            if text not in self._texts.values():
                return
        with suppress(OSError):  # a full disk costs time, never an answer
            with self._made_from(text).open("a", encoding="ascii") as names:
                names.write(f"{key}\n")  # first: nothing may be there that cannot be forgotten
            super().put(key, document)

    def forget(self, text: str) -> None:
        """Delete what was kept of a text that is registered no longer."""
        with self._guard:
            self._texts.pop(_sha(normalise(text)), None)
        names = self._made_from(_parsed(text))
        with suppress(OSError):
            for key in names.read_text(encoding="ascii").split():
                self._path(key).unlink(missing_ok=True)
            names.unlink(missing_ok=True)

    def _made_from(self, text: str) -> Path:
        return self.folder / OF / text


def _parsed(text: str) -> str:
    """The hash of a document's text as it is parsed."""
    return _sha(readable(normalise(text)).text)


def _sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
