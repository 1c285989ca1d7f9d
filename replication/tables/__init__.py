"""All tables of the paper beside ours: `python -m replication.tables`."""
