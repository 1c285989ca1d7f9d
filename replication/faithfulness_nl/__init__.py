"""A public set: is a chatbot's answer true beside this page? Dutch, and English beside it."""
