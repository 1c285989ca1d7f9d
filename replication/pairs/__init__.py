"""Minimal pairs: a faithful answer and the same kind of answer with one lie, all written out."""
