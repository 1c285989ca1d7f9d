"""CHOPS: answers from a customer's record, and operations that are checked (Shi et al. 2024)."""
