"""Sizes, shapes and their text, as upstream's unit tests have them and stricter where it drops."""

from __future__ import annotations

from pathlib import Path

import pytest

from circle_resizer.errors import ResizeError, ShapeTextError
from circle_resizer.one.shapes import Dim, Shape, Shapes, parse_shapes

ACCEPTED = [
    ("[3,4]", [[3, 4]]),
    ("[3]", [[3]]),
    ("[-1]", [[-1]]),
    ("[  5,  6]", [[5, 6]]),
    ("[3 , 4]", [[3, 4]]),
    ("[-1 , 4]", [[-1, 4]]),
    ("[3,4],[5,6]", [[3, 4], [5, 6]]),
    ("[1],[2]", [[1], [2]]),
    (" [3, 4] , [5,6]", [[3, 4], [5, 6]]),
    (" [ 1   ] ,[  2]", [[1], [2]]),
    (" [ 1   ] ,[  2]  ", [[1], [2]]),
    (" [1,2],[3,4,5],[6,7,8,9]", [[1, 2], [3, 4, 5], [6, 7, 8, 9]]),
    ("[]", [[]]),
    ("[],[]", [[], []]),
    ("[],[2]", [[], [2]]),
    ("[  ]", [[]]),
    ("[1,]", [[1]]),
    ("[+3]", [[3]]),
    ("[007]", [[7]]),
    ("[1]\t", [[1]]),
    ("[1],\n[2]", [[1], [2]]),
    ("\n[1]", [[1]]),
    ("[\n1,\r\n2 ]", [[1, 2]]),
    ("[2147483647]", [[2147483647]]),
]

PROCESSING = "Error during shape processing: "
PART = "The part of input shapes: "
REJECTED = [
    ("", "No shapes found in the input string: "),
    ("]", "No shapes found in the input string: ]"),
    ("1a,2", "No shapes found in input string: 1a,2"),
    ("-1", "No shapes found in the input string: -1"),
    ("7,7", "No shapes found in the input string: 7,7"),
    ("8", "No shapes found in the input string: 8"),
    ("1,2", "No shapes found in the input string: 1,2"),
    ("[1", "No shapes found in the input string: [1"),
    ("abcd", "No shapes found in input string: abcd"),
    ("abcd", "No shapes found in the input string: abcd"),
    ("[-2]", PROCESSING + "-2"),
    ("[-2,1,3]", PROCESSING + "-2,1,3"),
    ("[8],9", PART + ",9 cannot be processed"),
    ("[1],[2],", PART + ", cannot be processed"),
    ("[[]],", PROCESSING + "["),
    ("[[1]]", PROCESSING + "[1"),
    ("][1]", "Invalid shape format: ][1]"),
    ("[1]][2]", "Invalid shape format: [1]][2]"),
    ("[1]]", PART + "] cannot be processed"),
    ("[1],[2", PART + ",[2 cannot be processed"),
    ("[1]\n", PART + "\n cannot be processed"),
    ("[\n]", PROCESSING + "\n"),
    ("[,1]", PROCESSING + ",1"),
    ("[1,,2]", PROCESSING + "1,,2"),
    ("[,]", PROCESSING + ","),
    ("[1, ]", PROCESSING + "1, "),
    ("[1,,]", PROCESSING + "1,,"),
    ("[2147483648]", PROCESSING + "2147483648"),
    ("[" + "9" * 5000 + "]", PROCESSING + "9"),
    # accepted by upstream, which drops text or keeps a zero
    ("[1a,2]", PROCESSING + "1a,2"),
    ("[1.5]", PROCESSING + "1.5"),
    ("[1 2]", PROCESSING + "1 2"),
    ("[0x10]", PROCESSING + "0x10"),
    ("[0]", PROCESSING + "0"),
    ("[-0]", PROCESSING + "-0"),
    ("[2,0]", PROCESSING + "2,0"),
    ("[1_0]", PROCESSING + "1_0"),
    ("[\u0661]", PROCESSING + "\u0661"),
    ("[--1]", PROCESSING + "--1"),
    ("[- 1]", PROCESSING + "- 1"),
    ("[1][2]", PART + "[2] cannot be processed"),
    ("[1] [2]", PART + " [2] cannot be processed"),
    ("[1];[2]", PART + ";[2] cannot be processed"),
    ("[1],,[2]", PART + ",,[2] cannot be processed"),
    ("x[1]", PART + "x[1] cannot be processed"),
    (",[1]", PART + ",[1] cannot be processed"),
    ("a=[1]", PART + "a=[1] cannot be processed"),
]


@pytest.mark.parametrize(("text", "expected"), ACCEPTED, ids=repr)
def test_text_is_read(text: str, expected: list[list[int]]) -> None:
    assert [Shape(sizes) for sizes in expected] == parse_shapes(text)


@pytest.mark.parametrize(("text", "message"), REJECTED, ids=repr)
def test_text_is_refused(text: str, message: str) -> None:
    with pytest.raises(ShapeTextError) as caught:
        parse_shapes(text)
    assert message in str(caught.value)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, ResizeError)


def test_what_is_printed_is_read_back() -> None:
    shapes = parse_shapes("[1,-1,3],[],[2]")
    assert str(shapes) == "[1, -1, 3], [], [2]"
    assert parse_shapes(str(shapes)) == shapes
    assert str(Shapes()) == ""


def test_dim_keeps_its_value() -> None:
    assert Dim(3).value() == 3
    assert not Dim(3).is_dynamic()
    assert not Dim(0).is_dynamic()
    assert str(Dim(3)) == "3"
    assert Dim(3) == Dim(3) != Dim(4)


def test_dim_is_dynamic() -> None:
    assert Dim(-1).is_dynamic()
    assert Dim.dynamic() == Dim(-1) != Dim(1)
    assert Dim.dynamic().value() == -1
    assert str(Dim.dynamic()) == "-1"


def test_dim_below_minus_one_is_refused() -> None:
    with pytest.raises(RuntimeError, match=r"Invalid value of dimension: -2$"):
        Dim(-2)


@pytest.mark.parametrize("value", [2**31, 2**32 - 1])
def test_size_beyond_32_bits_is_out_of_range(value: int) -> None:
    with pytest.raises(IndexError, match=f"Invalid value of dimension: {value}"):
        Shape([1, value])


@pytest.mark.parametrize("value", [1.5, "1", None, Path()])
def test_dim_takes_whole_numbers_only(value: object) -> None:
    with pytest.raises(TypeError):
        Dim(value)  # type: ignore[arg-type]


def test_scalar_has_no_sizes() -> None:
    assert Shape.scalar() == Shape() == Shape([])
    assert Shape.scalar().rank() == 0
    assert Shape.scalar().is_scalar()
    assert not Shape([1]).is_scalar()
    with pytest.raises(ValueError, match="scalar"):
        Shape.scalar()[0]


def test_shape_takes_numbers_and_dims() -> None:
    assert Shape([1, 2]) == Shape((Dim(1), Dim(2))) == Shape(Shape([1, 2]))
    assert Shape([1, 2]).rank() == 2


@pytest.mark.parametrize(
    ("sizes", "dynamic"),
    [([], False), ([1, 2], False), ([1, -1], True), ([-1, -1], True), ([2], False)],
)
def test_shape_is_dynamic_with_one_dynamic_size(sizes: list[int], *, dynamic: bool) -> None:
    assert Shape(sizes).is_dynamic() is dynamic


def test_axis_must_exist() -> None:
    shape = Shape([1, 2])
    assert shape[1] == Dim(2)
    assert isinstance(shape[1], Dim)
    assert shape[1:] == Shape([2])
    assert isinstance(shape[1:], Shape)
    with pytest.raises(IndexError):
        shape[2]


EQUALITY = [
    ([1, 2], [1, 2], True),
    ([1, 2], [1, 2, 3], False),
    ([1, 2], [1, 3], False),
    ([1, -1], [1, -1], True),
    ([1, -1], [-1, 1], False),
    ([1, -1], [1, 2], False),
    ([], [], True),
    ([1], [], False),
]


@pytest.mark.parametrize(("left", "right", "equal"), EQUALITY)
def test_shapes_are_equal_size_by_size(left: list[int], right: list[int], *, equal: bool) -> None:
    assert (Shape(left) == Shape(right)) is equal
    assert (Shape(left) != Shape(right)) is not equal


PRINTED = [
    ([], "[]"),
    ([1], "[1]"),
    ([1, 2, 3], "[1, 2, 3]"),
    ([1, -1, 3], "[1, -1, 3]"),
    ([-1, -1], "[-1, -1]"),
]


@pytest.mark.parametrize(("sizes", "text"), PRINTED)
def test_shape_prints_as_brackets(sizes: list[int], text: str) -> None:
    assert str(Shape(sizes)) == f"{Shape(sizes)}" == text
    assert repr(Shape(sizes)) == f"Shape({text})"
