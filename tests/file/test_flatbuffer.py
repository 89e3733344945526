"""FlatBuffers: what is read, what is edited, what is put in front; and files that are damaged."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

import pytest

from circle_resizer.errors import ModelError
from circle_resizer.file.flatbuffer_bytes import MANY, Flat
from circle_resizer.file.flatbuffer_edit import Edit, apply
from circle_resizer.file.flatbuffer_grow import NewTable, Numbers, Refs, block, rebuilt
from circle_resizer.file.flatbuffer_reader import FEW, Table
from tests.support import flatwrite

SCHEMA = {
    "size": (4, "int32"),
    "name": (6, "string"),
    "numbers": (8, "int32[]"),
    "child": (10, "table"),
    "children": (12, "table[]"),
    "real": (14, "float32"),
}
SIZE, NAME, NUMBERS, CHILD, CHILDREN, REAL = (slot for slot, _ in SCHEMA.values())


def table(**values: object) -> flatwrite.Table:
    return flatwrite.Table("Any", values, schema=SCHEMA)


def written(**values: object) -> bytes:
    return flatwrite.Writer().finish(table(**values), "TEST")


def read(data: bytes) -> Table:
    flat = Flat(data)
    return Table(flat, flat.u32(0))


def everything(at: Table, depth: int = 3) -> dict[str, object]:
    """All that can be read; a damaged file may go round in circles."""
    if depth == 0:
        return {}
    children = [everything(child, depth - 1) for child in at.tables(CHILDREN)]
    child = at.child(CHILD)
    return {
        "size": at.integer(SIZE, "int32"),
        "name": at.string(NAME),
        "numbers": at.integers(NUMBERS),
        "child": child and everything(child, depth - 1),
        "children": children,
        "real": at.scalar(REAL, "float32", 0.5),
    }


NONE: dict[str, object] = dict.fromkeys(SCHEMA)
EMPTY = NONE | {"size": 0, "children": [], "real": 0.5}
FULL = written(
    size=7,
    name="größe",
    numbers=[1, -2, 3],
    child=table(size=8),
    children=[table(name="a"), table(numbers=[])],
    real=2.0,
)


def test_fields_are_read() -> None:
    assert everything(read(written())) == EMPTY
    assert everything(read(FULL)) == {
        "size": 7,
        "name": "größe",
        "numbers": (1, -2, 3),
        "child": EMPTY | {"size": 8},
        "children": [EMPTY | {"name": "a"}, EMPTY | {"numbers": ()}],
        "real": 2.0,
    }


@pytest.mark.parametrize("count", [0, 1, MANY, MANY + 1, 1000])
def test_vectors_of_any_length(count: int) -> None:
    root = read(written(numbers=range(count)))
    assert root.integers(NUMBERS) == tuple(range(count))


def test_tables_by_index() -> None:
    children = read(FULL).tables(CHILDREN)
    assert [children[i].string(NAME) for i in range(len(children))] == ["a", None]
    for index in (-1, 2):
        with pytest.raises(ModelError, match=f"no item {index} in a vector of 2"):
            children[index]
    with pytest.raises(ModelError, match="no item 0 in a vector of 0"):
        read(written()).tables(CHILDREN)[0]


def test_views_know_where_they_are() -> None:
    root = read(FULL)
    assert struct.unpack_from("<i", FULL, root.field(SIZE)) == (7,)
    assert root.field(100) == read(written(size=1)).field(NAME) == 0


def test_vectors_that_stay_are_read_whole_or_not_at_all() -> None:
    root = read(written(numbers=[1, 2, 2, 9]))
    assert root.kept(0) == ()
    first = root.kept(root.target(NUMBERS))
    root.flat.numbers.update((i, i) for i in range(FEW))  # no more are kept for others
    assert root.kept(root.target(NUMBERS)) is first == (1, 2, 2, 9)


@pytest.mark.parametrize("length", [0, MANY, MANY + 1, 1000])
def test_texts_of_any_length(length: int) -> None:
    assert read(written(name="x" * length)).string(NAME) == "x" * length


def test_bytes_that_are_no_text_are_kept() -> None:
    data = written(name="abc").replace(b"abc", b"a\xffc")
    assert (read(data).string(NAME) or "").encode("utf-8", "surrogateescape") == b"a\xffc"


DAMAGED = [
    "offset N lies outside its N bytes",
    "no vtable at byte N",
    "the vtable at byte N has N bytes",
    "the vtable at byte N points outside its table",
    "no table at byte N",
    "field at byte N lies outside it",
    "the vector at byte N claims N items of N bytes",
    "the vector at byte N runs over its end",
]
LONG = written(numbers=range(MANY + 1), name="n", children=[table(real=1.0)])


def damaged() -> Iterator[bytes]:
    """Files that end early, and files with any one number replaced."""
    for data in (FULL, LONG):
        yield from (data[:length] for length in range(len(data)))
        for code, numbers in (
            ("<I", (0, 2, 1 << 16, (1 << 31) - 1, (1 << 32) - 1)),
            ("<H", (2, 5)),
        ):
            for at in range(0, len(data) - struct.calcsize(code) + 1, 2):
                for number in (*numbers, len(data), len(data) - at - 2):
                    changed = bytearray(data)
                    struct.pack_into(code, changed, at, number)
                    yield bytes(changed)


def refusal(data: bytes) -> str:
    """Why it cannot be read, without numbers; nothing if it can."""
    try:
        everything(read(data))
    except ModelError as error:
        return re.sub(r"-?\d+", "N", str(error))
    return ""


def test_a_damaged_file_is_read_or_refused() -> None:
    said = {refusal(data) for data in damaged()}
    assert said == {"", *(f"damaged file: {text}" for text in DAMAGED)}


def test_edits_are_made_and_nothing_else() -> None:
    edits = [Edit(8, b"89", b"xy", "second"), Edit(1, b"1", b"z", "first")]
    assert apply(b"0123456789", edits) == b"0z234567xy"


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(0, b"1", b"x", "why")],
        [Edit(0, b"0", b"xy", "why")],
        [Edit(0, b"01", b"xy", "first"), Edit(1, b"1", b"z", "why")],
        [Edit(9, b"9a", b"xy", "why")],
        [Edit(-1, b"9", b"x", "why")],
    ],
    ids=["other bytes", "other length", "overlap", "behind the end", "before the start"],
)
def test_edits_that_do_not_fit_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(ModelError, match=r"^edit at byte -?\d does not fit the file: why$"):
        apply(b"0123456789", edits)


def in_front(root: NewTable | int, old: bytes) -> Table:
    """The root of the file with a block before the old bytes."""
    new = block(root, b"TEST")
    assert len(new) % 64 == 0
    return read(bytes(new) + old)


def test_a_table_is_rebuilt_around_its_old_children() -> None:
    old = read(FULL)
    new = rebuilt(old, "Any", SCHEMA, {"size": 9, "real": None, "numbers": Numbers(b"\5\0\0\0", 4)})
    expected = everything(old) | {"size": 9, "real": 0.5, "numbers": (5,)}
    assert everything(in_front(new, FULL)) == expected


@pytest.mark.parametrize("offset", [0, 1, 2, 1000])
def test_an_offset_into_the_file_moves_with_it(offset: int) -> None:
    schema = {"large_custom_options_offset": (4, "uint64"), "size": (6, "int32")}
    values = {"large_custom_options_offset": offset, "size": 7}
    old = flatwrite.Writer().finish(flatwrite.Table("Any", values, schema=schema), "TEST")
    new = rebuilt(read(old), "Operator", schema, {"size": 9})
    found, shift = in_front(new, old), len(block(new, b"TEST"))
    assert found.integer(6, "int32") == 9
    assert found.integer(4, "uint64") == (offset + shift if offset > 1 else offset)


def test_a_root_that_stays_is_found_behind_the_block() -> None:
    old = read(FULL)
    assert everything(in_front(old.at, FULL)) == everything(old)


def test_what_two_tables_share_is_written_once() -> None:
    shared = Numbers(bytes(400), 4)
    one, two = (NewTable({NUMBERS: shared}) for _ in range(2))
    root = NewTable({CHILDREN: Refs([one, two, one]), CHILD: two, NUMBERS: shared})
    assert len(block(root, b"TEST")) < 800
    found = in_front(root, b"")
    assert [c.target(NUMBERS) for c in found.tables(CHILDREN)] == [found.target(NUMBERS)] * 3
    assert found.integers(NUMBERS) == (0,) * 100


def test_a_field_that_the_schema_does_not_know_is_not_lost() -> None:
    known = {name: entry for name, entry in SCHEMA.items() if name != "real"}
    with pytest.raises(ModelError, match="a Tensor table has a field 5 that the schema"):
        rebuilt(read(FULL), "Tensor", known, {"size": 9})
