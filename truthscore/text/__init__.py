"""Text, read once: markup blocks, parses, components and guides. Plain data, no spaCy outside."""
