"""The encoder's network and vocabulary (data only; `replication/encoder` made them)."""
