"""What custom operators carry: a FlexBuffer, or for Flex operators the TensorFlow node in one."""

import struct
from collections.abc import Iterator
from typing import TypeAlias

from circle_resizer.errors import RuleError
from circle_resizer.inference.rules import Custom

Attribute: TypeAlias = "int | float | bool | str | bytes | list[Attribute] | dict[str, Attribute]"

NULL, INT, UINT, FLOAT, KEY, STRING = 0, 1, 2, 3, 4, 5
INDIRECT = {6: INT, 7: UINT, 8: FLOAT}
MAP, VECTOR, BLOB, BOOL = 9, 10, 25, 26
TYPED = {11: INT, 12: UINT, 13: FLOAT, 14: KEY, 36: BOOL}
LETTERS = {INT: "bhiq", UINT: "BHIQ", FLOAT: "?efd", BOOL: "BHIQ"}


def attributes(opt: Custom) -> dict[str, Attribute]:
    """The options by name; empty when the operator carries none."""
    if not opt.data:
        return {}
    try:
        root = flexbuffer(opt.data)
        if isinstance(root, list) and len(root) == 2 and isinstance(root[1], str | bytes):
            node = root[1] if isinstance(root[1], bytes) else root[1].encode("latin-1")
            return dict(node_attributes(node))
    except (struct.error, IndexError, ValueError, RecursionError) as error:
        raise RuleError(f"its options cannot be read ({error})") from error
    return root if isinstance(root, dict) else {}


def number(opt: Custom, name: str, default: int | None = None) -> int:
    """A whole number of the options."""
    found = attributes(opt).get(name, default)
    if not isinstance(found, int):
        raise RuleError(f"its options hold no number '{name}'")
    return int(found)


def numbers(opt: Custom, name: str) -> list[int]:
    """A list of whole numbers of the options."""
    found = attributes(opt).get(name)
    if not isinstance(found, list):
        raise RuleError(f"its options hold no list '{name}'")
    return [item for item in found if isinstance(item, int)]


def word(opt: Custom, name: str) -> str:
    """A text of the options."""
    found = attributes(opt).get(name)
    if isinstance(found, bytes):
        found = found.decode()
    if not isinstance(found, str):
        raise RuleError(f"its options hold no text '{name}'")
    return found


def flexbuffer(data: bytes) -> Attribute:
    """The value in a FlexBuffer, parts of which may be shared, but not without end."""
    width = data[-1]
    return flex_value(Bounded(data), len(data) - 2 - width, width, data[-2])


class Bounded(bytes):
    """Bytes that know how much of them was read, each time."""

    taken = 0

    def take(self, count: int) -> int:
        """``count`` values or letters, if so many can be there."""
        self.taken += count
        if count > len(self) or self.taken > 1024 + 32 * len(self):
            raise ValueError("more values than bytes")
        return count


def flex_value(data: Bounded, at: int, width: int, packed: int) -> Attribute:
    """The value of an entry at byte ``at`` of a vector whose entries are ``width`` bytes.

    The upper six bits of ``packed`` are the entry's type, the lower two say how wide the numbers
    are at the place it points to: 0 to 3 for 1, 2, 4 or 8 bytes.
    """
    data.take(1)
    kind, own = packed >> 2, 1 << (packed & 3)
    if kind in LETTERS:
        found = flex_number(data, at, width, kind)
        return bool(found) if kind == BOOL else found
    if kind == NULL:
        return 0
    start = at - unsigned(data, at, width)
    if kind in INDIRECT:
        return flex_number(data, start, own, INDIRECT[kind])
    if kind == KEY:
        return flex_key(data, start)
    return flex_sequence(data, start, own, kind)


def flex_key(data: Bounded, start: int) -> str:
    """A text that ends at a zero byte."""
    end = data.index(0, start)
    data.take(end - start)
    return data[start:end].decode()


def flex_sequence(data: Bounded, start: int, own: int, kind: int) -> Attribute:
    """A text, a vector or a map, whose length stands right before byte ``start``."""
    count = data.take(unsigned(data, start - own, own))
    if kind in {STRING, BLOB}:
        return data[start : start + count]
    places = [start + i * own for i in range(count)]
    if kind in TYPED:
        return [flex_value(data, place, own, TYPED[kind] << 2) for place in places]
    if kind not in {MAP, VECTOR}:
        raise ValueError(f"type {kind}")
    types = data[start + count * own : start + count * own + count]
    values = [flex_value(data, p, own, t) for p, t in zip(places, types, strict=True)]
    return values if kind == VECTOR else flex_map(data, start, own, values)


def flex_map(data: Bounded, start: int, own: int, values: list[Attribute]) -> Attribute:
    """The values of a map by their keys, a vector of which is pointed at before the values."""
    width = unsigned(data, start - 2 * own, own)
    keys = start - 3 * own - unsigned(data, start - 3 * own, own)
    names = (flex_value(data, keys + i * width, width, KEY << 2) for i in range(len(values)))
    return {str(name): value for name, value in zip(names, values, strict=True)}


def flex_number(data: bytes, at: int, width: int, kind: int) -> int | float:
    """A number of 1, 2, 4 or 8 bytes."""
    letter = LETTERS[kind][width.bit_length() - 1]
    found: int | float = struct.unpack_from(f"<{letter}", data, at)[0]
    return found


def unsigned(data: bytes, at: int, width: int) -> int:
    """A size or a distance."""
    return int(flex_number(data, at, width, UINT))


def node_attributes(node: bytes) -> Iterator[tuple[str, Attribute]]:
    """Attributes of a TensorFlow node (protocol buffer NodeDef, field 5)."""
    for field, entry in fields(node):
        if field == 5 and isinstance(entry, bytes):
            pair = dict(fields(entry))
            name, value = pair.get(1), pair.get(2)
            if isinstance(name, bytes) and isinstance(value, bytes):
                yield name.decode(), attribute(value)


def attribute(value: bytes) -> Attribute:
    """An AttrValue: text, number or bool, or a list of numbers."""
    for field, content in fields(value):
        if field == 1 and isinstance(content, bytes):
            return [n for key, packed in fields(content) if key == 3 for n in whole(packed)]
        return bool(content) if field == 5 else content
    return 0


def whole(packed: int | bytes) -> list[int]:
    """Numbers of a packed field, or the one of a plain field."""
    if isinstance(packed, int):
        return [packed]
    at, found = 0, []
    while at < len(packed):
        value, at = varint(packed, at)
        found.append(value)
    return found


def fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """(number, content) of every field of a protocol buffer message."""
    at = 0
    while at < len(message):
        tag, at = varint(message, at)
        size = {1: 8, 5: 4}.get(tag & 7)
        if tag & 7 == 0:
            value, at = varint(message, at)
            yield tag >> 3, value
            continue
        if size is None:
            size, at = varint(message, at)
        if size < 0:
            raise ValueError(f"a field of {size} bytes")
        yield tag >> 3, message[at : at + size]
        at += size


def varint(data: bytes, at: int) -> tuple[int, int]:
    """(number, where it ends); a number of 64 bits may be negative."""
    value, shift = 0, 0
    while shift < 70:
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if not data[at - 1] & 128:
            return value - (1 << 64) if value >> 63 else value, at
    raise ValueError("a number of more than 64 bits")
