"""The options that custom operators carry."""

from typing import Any

import pytest
from flatbuffers import flexbuffers

from circle_resizer.errors import RuleError
from circle_resizer.inference.rules import Custom
from circle_resizer.ops.custom_options import attributes, number, numbers, word


def flex(value: object) -> bytes:
    """A FlexBuffer of Python values."""
    builder = flexbuffers.Builder()
    builder.Add(value)
    return bytes(builder.Finish())


def varint(value: int) -> bytes:
    """A number of a protocol buffer."""
    value &= (1 << 64) - 1
    out = b""
    while value > 127:
        out, value = out + bytes([value & 127 | 128]), value >> 7
    return out + bytes([value])


def field(key: int, content: bytes | int) -> bytes:
    """A field of a protocol buffer message."""
    if isinstance(content, int):
        return varint(key << 3) + varint(content)
    return varint(key << 3 | 2) + varint(len(content)) + content


def node(name: str, **attrs: bytes) -> bytes:
    """The options of a Flex operator: its name and its TensorFlow node."""
    message = field(1, b"some/name") + field(2, name.encode())
    for key, value in attrs.items():
        message += field(5, field(1, key.encode()) + field(2, value))
    builder = flexbuffers.Builder()
    with builder.Vector():
        builder.String(name)
        builder.Blob(message)
    return bytes(builder.Finish())


MAPS: list[dict[str, Any]] = [
    {},
    {"keep_dims": True, "axis": -3, "name": "x", "scale": 0.5},
    {"big": 1 << 40, "small": -(1 << 40), "pi": 3.141592653589793},
    {"ksize": [1, 2, 2, 1], "empty": [], "floats": [0.5, 1.5], "mixed": [1, "a", 2.5]},
    {"inner": {"a": 1, "b": [{"c": 2}]}},
    {"long" * 100: "text" * 100},
]


@pytest.mark.parametrize("values", MAPS, ids=str)
def test_a_flexbuffer_is_read_as_it_was_written(values: dict[str, Any]) -> None:
    found = attributes(Custom(data=flex(values)))

    def plain(value: object) -> object:
        if isinstance(value, bytes):
            return value.decode()
        if isinstance(value, list):
            return [plain(item) for item in value]
        if isinstance(value, dict):
            return {key: plain(item) for key, item in value.items()}
        return value

    assert plain(found) == values


def test_other_ways_to_write_a_number_are_read() -> None:
    builder = flexbuffers.Builder()
    with builder.Map():
        builder.Key("nothing")
        builder.Null()
        builder.Key("far")
        builder.IndirectInt(-7)
        builder.Key("vector")
        builder.TypedVectorFromElements([3, 4, 500])
    found = attributes(Custom(data=bytes(builder.Finish())))
    assert found == {"nothing": 0, "far": -7, "vector": [3, 4, 500]}


def test_without_options_there_are_no_attributes() -> None:
    assert attributes(Custom()) == {}
    assert attributes(Custom(data=flex([1, 2, 3]))) == {}


NODE_ATTRIBUTES = [
    (field(5, 1), True),
    (field(3, 7), 7),
    (field(3, -2), -2),
    (field(2, b"SAME"), b"SAME"),
    (field(1, field(3, varint(1) + varint(300) + varint(1))), [1, 300, 1]),
    (field(1, field(3, 4) + field(3, 5)), [4, 5]),
    (b"", 0),
]


@pytest.mark.parametrize(("value", "wanted"), NODE_ATTRIBUTES, ids=str)
def test_the_node_of_a_flex_operator_is_read(value: bytes, wanted: object) -> None:
    data = node("Op", other=field(6, 1), it=value)
    assert attributes(Custom(data=data))["it"] == wanted


def test_an_attribute_without_a_value_is_left_out() -> None:
    message = field(5, field(1, b"bare")) + field(5, field(1, b"n") + field(2, field(3, 9)))
    builder = flexbuffers.Builder()
    with builder.Vector():
        builder.String("Op")
        builder.Blob(message)
    assert attributes(Custom(data=bytes(builder.Finish()))) == {"n": 9}


def test_fixed_width_fields_are_skipped() -> None:
    fixed = varint(4 << 3 | 5) + b"\0\0\0\0" + varint(9 << 3 | 1) + bytes(8)
    builder = flexbuffers.Builder()
    with builder.Vector():
        builder.String("Op")
        message = fixed + field(5, field(1, b"n") + field(2, field(3, 9)))
        builder.Blob(message)
    assert attributes(Custom(data=bytes(builder.Finish()))) == {"n": 9}


@pytest.mark.parametrize(
    "data", [b"\x01", b"\xff\xff\xff", b"\0" * 3 + b"\x7c\x01", b"\x01\x00\x28\x28\x01"]
)
def test_damaged_options_are_refused(data: bytes) -> None:
    with pytest.raises(RuleError, match="its options cannot be read"):
        attributes(Custom(data=data))


def test_an_option_of_another_type_is_refused() -> None:
    opt = Custom(data=flex({"n": 1, "t": "a", "v": [1, 2]}))
    assert (number(opt, "n"), number(opt, "x", 5), word(opt, "t"), numbers(opt, "v")) == (
        1,
        5,
        "a",
        [1, 2],
    )
    for read, name in ((number, "t"), (word, "n"), (numbers, "n"), (number, "missing")):
        with pytest.raises(RuleError, match=f"'{name}'"):
            read(opt, name)


def doubled(levels: int) -> bytes:
    """Vectors in vectors, each of which holds the next one twice."""
    data, start = bytearray(1), 1
    for _ in range(levels):
        data.append(2)
        place = len(data)
        data += bytes([place - start, place + 1 - start, 40, 40])
        start = place
    return bytes([*data, len(data) - start, 40, 1])


def test_shared_parts_are_not_followed_without_end() -> None:
    assert attributes(Custom(data=doubled(3))) == {}
    with pytest.raises(RuleError, match="more values than bytes"):
        attributes(Custom(data=doubled(60)))


@pytest.mark.parametrize("message", [varint(5 << 3 | 2) + varint(-11), b"\xff" * 50_000])
def test_a_node_that_has_no_end_is_refused(message: bytes) -> None:
    builder = flexbuffers.Builder()
    with builder.Vector():
        builder.String("Op")
        builder.Blob(message)
    with pytest.raises(RuleError, match="its options cannot be read"):
        attributes(Custom(data=bytes(builder.Finish())))
