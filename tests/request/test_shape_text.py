"""What a text of shapes means, and what is said about one that means nothing."""

from __future__ import annotations

import contextlib
import time

import pytest

from circle_resizer.errors import ShapeTextError
from circle_resizer.one.shapes import parse_shapes
from circle_resizer.request.shape_text import Asked, parse_asked
from onelib.shapetext import asked_shapes

TEXTS: list[tuple[str, list[Asked] | dict[str, Asked]]] = [
    ("[1,2],[3]", [(1, 2), (3,)]),
    ("[]", [()]),
    ("[1,_],[?]", [(1, None), (None,)]),
    ("[S, 4 ,]", [("S", 4)]),
    ("ids:[1,128],mask:[1,1,128,128]", {"ids": (1, 128), "mask": (1, 1, 128, 128)}),
    ("tico::ids : [ 1 , _ ]", {"tico::ids": (1, None)}),
    ("a/b:0:[1]", {"a/b:0": (1,)}),
    (""" "a;b":[1] , 'c"d,[e]':[2] """, {"a;b": (1,), 'c"d,[e]': (2,)}),
    ("x:[]", {"x": ()}),
]


@pytest.mark.parametrize(("text", "shapes"), TEXTS)
def test_meaning(text: str, shapes: object) -> None:
    assert parse_asked(text, {"S"}) == shapes
    assert asked_shapes(text, {"S"}) == shapes


NONSENSE = [
    ("[_,32]", "Error during shape processing: _,32", "'_' keeps an axis of a model"),
    ("[1x16]", "Error during shape processing: 1x16", "separated by commas: [1,16]"),
    ("[1 16]", "Error during shape processing: 1 16", "separated by commas: [1,16]"),
    ("[4,0]", "Error during shape processing: 4,0", "0 is no size"),
    ("[4,-2]", "Error during shape processing: 4,-2", "-1 if it is known only at run time"),
    ("[1.5]", "Error during shape processing: 1.5", "a whole number, for example [1,16]"),
    ("[S,4]", "Error during shape processing: S,4", "'S' is no number; --dim S=16"),
    ("[2147483648]", "Error during shape processing: 2147483648", "at most 2147483647"),
    ("1,16", "No shapes found in input string: 1,16", "stands in brackets: [1,16]"),
    ("ids[1,1]", "The part of input shapes: ids[1,1] cannot", "by a colon: ids:[1,1]"),
    ("[1][2]", "The part of input shapes: [2] cannot", "shapes are separated by commas"),
    ("[1a]", "Error during shape processing: 1a", "for example [1,16],[4,3]"),
]


@pytest.mark.parametrize(("text", "said", "hint"), NONSENSE)
def test_nonsense_is_answered_in_known_words_and_with_an_example(
    text: str, said: str, hint: str
) -> None:
    with pytest.raises(ShapeTextError) as error:
        parse_shapes(text)
    assert str(error.value).startswith(said)
    assert hint in str(error.value)


NAMED = [
    ("ids:[1],[2]", "either every shape has a name or none has"),
    ("ids:[1],ids:[2]", "'ids' is given twice"),
    ("ids:[1,0]", "the shape of 'ids': 0 is no size"),
    ("ids:[1x2]", "the shape of 'ids': sizes are separated by commas: [1,2]"),
    ("ids[1,1]", "a name and its shape are joined by a colon: ids:[1,1]"),
    ("a,b:[1]", "for example"),
    (":[1]", "a colon"),
    ("'a[1]", "cannot be processed"),
    ("[_,4],", "'_' keeps an axis"),
    ("[_", "No shapes found"),
]


@pytest.mark.parametrize(("text", "hint"), NAMED)
def test_nonsense_with_names(text: str, hint: str) -> None:
    with pytest.raises(ShapeTextError) as error:
        asked_shapes(text)
    assert hint in str(error.value)


LONG = [" ", "[", "a:", "[1],", ":", "'", "[1 ]", "x[1],", "[_],", "1 ", "-"]


@pytest.mark.parametrize("piece", LONG)
def test_long_texts_are_answered_at_once(piece: str) -> None:
    text, start = piece * (99_000 // len(piece)), time.process_time()
    with contextlib.suppress(ShapeTextError):
        asked_shapes(text)
    assert time.process_time() - start < 3
