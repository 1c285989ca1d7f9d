"""`python -m truthscore` is the command `truthscore`."""

from truthscore.cli import main

if __name__ == "__main__":
    main()
