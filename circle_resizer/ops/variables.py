"""Variables and hash tables: resources that keep their contents from run to run.

A resource is one element: an unknown named after what it is shared by, so that it can be told
apart wherever it is passed.
"""

from circle_resizer.errors import RuleError
from circle_resizer.inference.axis_kinds import Axes, AxisKind, opaque, parameters, placed, stays
from circle_resizer.inference.rules import Answer, State, elements, rule
from circle_resizer.inference.subgraph_values import variable
from circle_resizer.inference.value import Elements, Sizes, Value, shown
from circle_resizer.lazy_numpy import np
from circle_resizer.ops.broadcast import same
from circle_resizer.schema.options import HashtableOptions, VarHandleOptions
from circle_resizer.symbolic.dim import differ, unknown


@rule("VAR_HANDLE", axes=opaque)
def var_handle(*, opt: VarHandleOptions) -> Sizes:  # noqa: ARG001  (says which option table)
    """A scalar resource (TFLite var_handle.cc, Prepare)."""
    return ()


@elements("VAR_HANDLE")
def var_handle_elements(*, opt: VarHandleOptions) -> Elements:
    """The resource itself: two handles of one name are one variable."""
    return np.array(unknown(f"?variable {opt.container}/{opt.shared_name}"), dtype=object)


@rule("ASSIGN_VARIABLE", axes=opaque, many=True)
def assign_variable(resource: Value, x: Value, *, state: State) -> list[Answer]:
    """The variable takes the shape of x (TFLite assign_variable.cc, Eval)."""
    if resource.elements is not None:
        state[variable(resource)] = x
    return []


@rule("READ_VARIABLE", axes=opaque)
def read_variable(resource: Value, *, outs: list[Value], state: State) -> Sizes | None:
    """The shape last assigned, else the recorded one (TFLite read_variable.cc, Eval)."""
    return state.get(variable(resource), outs[0]).shape


@rule("HASHTABLE", axes=opaque)
def hashtable(*, opt: HashtableOptions) -> Sizes:  # noqa: ARG001  (says which option table)
    """One resource in a vector (TFLite hashtable.cc, PrepareHashtable)."""
    return (1,)


def hashtable_find_axes(table: Value, keys: Value, default: Value) -> Axes:
    """One value for each key."""
    return parameters(0, table) | stays(1, keys) | parameters(2, default)


@rule("HASHTABLE_FIND", axes=hashtable_find_axes)
def hashtable_find(_table: Value, keys: Value, _default: Value) -> Sizes | None:
    """One value for each key (TFLite hashtable_find.cc, PrepareHashtableFind)."""
    return keys.shape


@rule("HASHTABLE_IMPORT", axes=opaque, many=True)
def hashtable_import(_table: Value, keys: Value, values: Value) -> list[Answer]:
    """As many values as keys (TFLite hashtable_import.cc, PrepareHashtableImport)."""
    same(keys, values)
    return []


@rule("HASHTABLE_SIZE", axes=opaque)
def hashtable_size(_table: Value) -> Sizes:
    """One number (TFLite hashtable_size.cc, PrepareHashtableSize)."""
    return (1,)


def hashtable_lookup_axes(_lookup: Value, key: Value, value: Value) -> Axes:
    """A row for each number that is looked up; only the first output holds values."""
    kept = range(1, len(value.shape or ()))
    rows = placed(2, [AxisKind.GATHERED, *kept]) if value.shape else {}
    return placed(0, [0], 2) | parameters(1, key) | rows


@rule("HASHTABLE_LOOKUP", axes=hashtable_lookup_axes, many=True)
def hashtable_lookup(lookup: Value, key: Value, value: Value) -> list[Answer]:
    """Keys [n] in a table [k], [k,a..] -> values [n,a..] and hits [n].

    (TFLite hashtable_lookup.cc, Prepare)
    """
    (count,), (size,) = lookup.dims(1), key.dims(1)
    if value.shape is None:
        return [None, (count,)]
    if not value.shape or differ(value.shape[0], size):
        raise RuleError(f"{size} keys for values {shown(value.shape)}")
    return [(count, *value.shape[1:]), (count,)]
