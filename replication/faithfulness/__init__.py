"""Answers in a chatbot's own words, beside pages and records that bear them out or do not."""
