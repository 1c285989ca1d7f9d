"""The profiles that ship with truthscore: TOML files, read by `truthscore.profile`."""
