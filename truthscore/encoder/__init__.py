"""A small encoder of our own: reads a statement beside its passages.

`passages` chooses what is read, `pieces` makes numbers of it, `model` is the network, and `reading`
says of each statement of an answer how likely it is that the pages do not bear it out. It was
trained by the scripts in `replication/encoder`; nothing here leaves the process.
"""
