"""Subgraphs of the model builder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from circle_resizer.schema.types import TensorType
from tests.support.build_parts import Parts, strings
from tests.support.flatwrite import Table, options_table
from tests.support.opcodes import option_class

Sizes = Sequence[int] | None
"""A shape; None leaves the vector out of the file."""

DTYPES = {"f4": "FLOAT32", "f2": "FLOAT16", "f8": "FLOAT64", "i4": "INT32", "i8": "INT64"}
DTYPES |= {"u1": "UINT8", "i1": "INT8", "i2": "INT16", "b1": "BOOL", "u4": "UINT32"}
DTYPES |= {"u2": "UINT16", "u8": "UINT64", "c8": "COMPLEX64", "c16": "COMPLEX128"}


class GraphBuilder:
    """One subgraph; tensors are indices into it, whatever is not given is left out of the file."""

    def __init__(self, parts: Parts, name: str | None, **fields: Any) -> None:
        self.parts = parts
        self.tensors: list[Table] = []
        self.operators: list[Table] = []
        self.inputs: list[int] = []
        self.outputs: list[int] = []
        extra = fields.pop("extra", {})
        self.table = Table("SubGraph", {"name": name, **fields}, extra)

    def tensor(
        self, shape: Sizes, dtype: str = "FLOAT32", *, signature: Sizes = None, **fields: Any
    ) -> int:
        """Any tensor; ``fields`` by schema name (name, buffer, has_rank, ...), or extra=."""
        index = len(self.tensors)
        extra = fields.pop("extra", {})
        values = {"shape": shape, "type": TensorType[dtype], "name": f"t{index}"}
        values |= {"shape_signature": signature, **fields}
        self.tensors.append(Table("Tensor", values, extra))
        return index

    def input(self, shape: Sizes, dtype: str = "FLOAT32", **fields: Any) -> int:
        """A tensor that is also an input of the graph."""
        self.inputs.append(self.tensor(shape, dtype, **fields))
        return self.inputs[-1]

    def output(self, *tensors: int) -> None:
        """Make tensors outputs of the graph."""
        self.outputs.extend(tensors)

    def variable(self, shape: Sizes, dtype: str = "FLOAT32", **fields: Any) -> int:
        """A tensor that keeps its contents between runs."""
        return self.tensor(shape, dtype, is_variable=True, **fields)

    def const(
        self,
        array: Any,
        *,
        dtype: str | None = None,
        shape: Sizes = None,
        buffer: int | None = None,
        outside: bool = False,
        **fields: Any,
    ) -> int:
        """A constant from an array, a list of texts, or bytes (then with shape and dtype).

        ``buffer`` (see ``buffer_of``) shares the contents of another constant.
        """
        if isinstance(array, bytes):
            data = array
        elif np.asarray(array).dtype.kind in "US":
            dtype, data = dtype or "STRING", strings(list(np.asarray(array).ravel()))
        else:
            array = np.asarray(array)
            dtype = dtype or DTYPES[array.dtype.str[1:]]
            data = array.tobytes()
        if shape is None and not isinstance(array, bytes):
            shape = np.asarray(array).shape
        buffer = self.parts.buffer(data, outside=outside) if buffer is None else buffer
        return self.tensor(shape, dtype or "UINT8", buffer=buffer, **fields)

    def buffer_of(self, tensor: int) -> int:
        """The buffer of a tensor, to be shared by another."""
        return int(self.tensors[tensor].values["buffer"])

    def op(
        self,
        operator: str,
        inputs: Sequence[int | None] | None,
        outputs: Sequence[Sizes],
        *,
        dtype: str | Sequence[str] = "FLOAT32",
        **more: Any,
    ) -> Any:
        """Append an operator with new output tensors; answers their index, or a tuple of them.

        ``more``: name= and signature= for the outputs (a list of them for several outputs), and
        everything that ``raw_op`` takes.
        """
        names, signatures = more.pop("name", None), more.pop("signature", None)
        if not isinstance(names, list | tuple):
            names = [
                names if i == 0 or names is None else f"{names}:{i}" for i in range(len(outputs))
            ]
        if signatures is None or (signatures and isinstance(signatures[0], int)):
            signatures = [signatures] * len(outputs)
        dtypes = [dtype] * len(outputs) if isinstance(dtype, str) else dtype
        made = []
        for shape, kind, label, signature in zip(outputs, dtypes, names, signatures, strict=True):
            label_field = {} if label is None else {"name": label}
            made.append(self.tensor(shape, kind, signature=signature, **label_field))
        self.raw_op(operator, inputs, made, **more)
        return made[0] if len(made) == 1 else tuple(made)

    def raw_op(
        self,
        operator: str,
        inputs: Sequence[int | None] | None,
        outputs: Sequence[int] | None,
        *,
        version: int = 1,
        bare: bool = False,
        keep_defaults: bool = False,
        **options: Any,
    ) -> Table:
        """Append an operator between existing tensors; options by their schema names.

        ``options=`` takes options whose name is taken, ``bare`` leaves the option table out,
        ``custom="Name"`` makes a custom operator, ``fields=`` are further fields of the Operator,
        ``extra=`` unknown ones, ``unknown_options=`` unknown ones of the option table.
        """
        options |= options.pop("options", {})
        custom, fields = options.pop("custom", None), dict(options.pop("fields", {}))
        extra, unknown = options.pop("extra", {}), options.pop("unknown_options", {})
        operands = None if inputs is None else [-1 if i is None else i for i in inputs]
        values: dict[str, Any] = {"inputs": operands, "outputs": outputs}
        for key in ("custom_options", "intermediates", "mutating_variable_inputs"):
            values[key] = options.pop(key, None)
        values["opcode_index"] = self.parts.operator_code(operator, version, custom)
        found = option_class(operator)
        if found is not None and not bare:
            number, cls, union = found
            suffix = "" if union == 1 else "2"
            values[f"builtin_options{suffix}_type"] = number
            values[f"builtin_options{suffix}"] = options_table(
                cls, options, extra=unknown, keep_defaults=keep_defaults
            )
        elif options:
            raise TypeError(f"{operator} has no options, but '{next(iter(options))}' is given")
        self.operators.append(Table("Operator", values | fields, extra))
        return self.operators[-1]

    def finish(self) -> Table:
        """The table of the graph."""
        self.table.values |= {"tensors": self.tensors, "operators": self.operators}
        self.table.values |= {"inputs": self.inputs, "outputs": self.outputs}
        return self.table
