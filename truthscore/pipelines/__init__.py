"""The bundled spaCy pipelines `nl/` and `en/` (data only; `text/parser.py` loads them)."""
