"""The answer's frames against those of its pages, slot by slot: see `table`."""
