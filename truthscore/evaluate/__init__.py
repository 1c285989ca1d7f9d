"""Evaluation against star ratings: how far the scorer can be trusted, before it sends anything."""
