"""Pages a support person reads: self-contained HTML, no network, no script needed to read them."""
