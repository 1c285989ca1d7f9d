"""A language's folder of word lists as one frozen object.

Everything that is a fact about a language (labels of its parser, question patterns, signal
words, the words that announce a button) lives in `wordlists/<code>/`, the same file names in
each; nothing of it is in code. Company facts live in the profile.

`words` and `pack` name the lists, each in one line, from which `declared` knows how to read them;
`files` reads a folder.
"""

from truthscore.language.files import load, once
from truthscore.language.kinds import Phrases, QuestionList, QuestionPattern, View, WordForms
from truthscore.language.pack import SIGNAL_LISTS, LanguagePack

__all__ = [
    "SIGNAL_LISTS",
    "LanguagePack",
    "Phrases",
    "QuestionList",
    "QuestionPattern",
    "View",
    "WordForms",
    "load",
    "once",
]
