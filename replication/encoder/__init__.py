"""A small encoder of our own: its recipe, until its figures let it into the product."""
