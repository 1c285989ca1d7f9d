"""python -m examples.desk: the desk on loopback, with SQLite and a stand-in for a model."""

import os

import uvicorn

from examples.desk.app import create

uvicorn.run(create(), host="127.0.0.1", port=int(os.environ.get("PORT", "8000")))
