"""The statements of an answer: what each says, the passage it is held against, and its verdict."""
