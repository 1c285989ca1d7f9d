"""What a reader does not see is no evidence on a page and no claim in an answer."""

from __future__ import annotations

import pytest

from truthscore.retrieve.html_page import leave_seen
from truthscore.text.readable import shown

#: Attributes of a tag whose text nobody sees.
UNSEEN = (
    "hidden", 'hidden=""', 'hidden="until-found"', 'style="display:none"',
    'style="display: none !important"', "style='display:none'", 'style="DISPLAY:NONE"',
    'style="visibility:hidden"', 'style="visibility: collapse"',
    'style="content-visibility: hidden"', 'style="opacity:0"', 'style="opacity: 0.0"',
    'style="opacity:.01"', 'style="filter: opacity(0)"', 'style="font-size:0"',
    'style="font-size:0px"', 'style="font-size: 0.1em"', 'style="font-size:1px"',
    'style="font-size:.5pt"', 'style="font: 0/0 a"', 'style="line-height:0;font-size:0"',
    'style="color:white"', 'style="color:#fff"', 'style="color: #FFFFFF"',
    'style="color:rgb(255,255,255)"', 'style="color: rgb(255 255 255)"',
    'style="color:rgba(0,0,0,0)"', 'style="color:#fff0"', 'style="color:#00000000"',
    'style="color:transparent"', 'style="color:hsl(0,0%,100%)"', 'color="white"',
    'color="#ffffff"', "color=#fff", 'style="-webkit-text-fill-color:transparent"',
    'style="height:0;overflow:hidden"', 'style="height:0px"', 'style="max-height:0"',
    'style="width:0"', 'style="max-width: 0px; overflow: hidden"', 'style="width:1px;height:1px"',
    'style="position:absolute;left:-9999px"', 'style="position:absolute; top: -10000px"',
    'style="left:-100vw"', 'style="text-indent:-9999px"', 'style="text-indent: -100em"',
    'style="margin-left:-9999px"', 'style="transform:scale(0)"',
    'style="transform: translateX(-9999px)"', 'style="clip:rect(0,0,0,0)"',
    'style="clip: rect(1px, 1px, 1px, 1px)"', 'style="clip-path:inset(50%)"',
    'style="clip-path: inset(100%)"', 'style="clip-path: circle(0)"', 'style="mso-hide:all"',
    'class="sr-only"', 'class="note sr-only"', 'class="visually-hidden"',
    'class="visuallyhidden"', 'class="screen-reader-text"', 'class="d-none"', 'class="is-hidden"',
    'class="hidden"', 'class="u-hidden"', 'style="text-decoration: line-through"',
)  # fmt: skip
#: Attributes with which a text is seen.
SEEN = (
    'style="color:white;background:#333"', 'style="background-color: navy; color: #fff"',
    'style="color:#fffbe6"', 'style="opacity:0.9"', 'style="opacity:1"', 'style="font-size:10px"',
    'style="font-size:0.8em"', 'style="font-size:12pt"', 'style="height:0.5em"',
    'style="height:100px"', 'style="width:50%"', 'style="margin-left:-4px"',
    'style="text-indent:-1em"', 'style="color:#f00"', 'style="color:#0f0f0f"',
    'style="color:rgb(25,25,25)"', 'style="display:block"', 'class="overflow-hidden"',
    'class="hidden-xs"', 'class="hiddenlayer-product"', 'title="hidden costs"',
    'data-x="sr-only"', 'href="/help?hidden=1"', 'style="transform:scale(0.9)"',
    'style="position:absolute;left:0"', 'id="hidden"', 'style="clip-path: inset(5%)"',
    'style="min-height:0"', 'style="border-width:0"', 'style="max-width:100%"',
    'aria-hidden="true"',
)  # fmt: skip
#: Elements whose text nobody sees, whatever their attributes.
ELEMENTS = ("s", "del", "strike", "template", "script", "style", "noscript")


@pytest.mark.parametrize("how", UNSEEN)
def test_a_text_that_is_not_seen_is_left_out(how: str) -> None:
    text = f"<p>U mag uw abonnement <span {how}>niet</span> opzeggen.</p>"
    read = shown(text)
    assert "niet" not in read.text
    assert "opzeggen" in read.text
    assert read.unseen


@pytest.mark.parametrize("how", SEEN)
def test_a_text_that_is_seen_stays(how: str) -> None:
    read = shown(f"<p>U mag uw abonnement <span {how}>niet</span> opzeggen.</p>")
    assert "niet" in read.text
    assert not read.unseen


@pytest.mark.parametrize("element", ELEMENTS)
def test_an_element_that_is_not_seen_is_left_out(element: str) -> None:
    read = shown(f"<p>U mag uw abonnement <{element}>niet</{element}> opzeggen.</p>")
    assert "niet" not in read.text
    assert "opzeggen" in read.text


@pytest.mark.parametrize("text", ["~~niet~~", "<!-- niet -->", "n̶i̶e̶t̶"])
def test_struck_out_words_and_comments_are_left_out(text: str) -> None:
    assert "niet" not in shown(f"U mag uw abonnement {text} opzeggen.").text


@pytest.mark.parametrize("how", UNSEEN)
def test_what_is_not_seen_is_no_part_of_an_indexed_page(how: str) -> None:
    bs4 = pytest.importorskip("bs4")
    soup = bs4.BeautifulSoup(f"<p>U mag <span {how}>niet</span> opzeggen.</p>", "html.parser")
    leave_seen(soup)
    assert "niet" not in soup.get_text()
    assert "opzeggen" in soup.get_text()
