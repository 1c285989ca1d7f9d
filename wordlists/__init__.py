"""Word lists, one folder per language. Data only; read by `truthscore.language`."""
