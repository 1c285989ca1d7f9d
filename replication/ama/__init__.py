"""What of Ask Me Anything can be run again."""
