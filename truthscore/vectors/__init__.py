"""Joint vectors and word tables of two languages (data only; `text/vectors.py` loads them)."""
