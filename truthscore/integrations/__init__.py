"""Adapters: the guardrail as other frameworks call one. One file each, an extra each.

Only the adapter's own file imports its framework; what an adapter does is in `judge` and
`conversation`, which import none.
"""
