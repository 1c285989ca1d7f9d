"""Translating a file of answers: a recorded step before scoring, never a call while scoring."""
