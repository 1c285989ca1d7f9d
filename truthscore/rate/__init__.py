"""`truthscore rate`: people give stars in a browser, on this machine, blind to the machine's."""
