"""The steps from a row to its verdict; `truthscore.scorer` puts them in order.

`setup` is what no row changes. `prepare` says what of a row is read, `translated` also reads its
translation, `pages` keeps the parsed pages. `early`, `within` and `across` give the verdict:
without a parse, by pages in the answer's language, and by pages in another one.
"""
