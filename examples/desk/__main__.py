"""python -m examples.desk: the desk on loopback, with SQLite and a stand-in for a model."""

import os
import sys

import uvicorn

from examples.desk.app import create
from truthscore.errors import TruthscoreError

try:
    port = int(os.environ.get("PORT", "8000"))
    app = create()
except (ValueError, TruthscoreError) as error:  # a setting, or a file of one, that is not right
    sys.exit(f"desk: {error}")
uvicorn.run(app, host="127.0.0.1", port=port)
