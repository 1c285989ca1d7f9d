"""The profiles that ship with truthscore: TOML files, read by `truthscore.profile`."""

#: The profile of every command and class that is told none: it holds each sentence against its
#: page, by rules and by the encoder. The paper's method to the letter is `paper`.
DEFAULT = "grounded-encoder"
