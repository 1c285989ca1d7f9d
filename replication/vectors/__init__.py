"""Training the joint Dutch-English vectors (`truthscore/vectors`), and what they are worth."""
