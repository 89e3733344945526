"""Control flow, variables and tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.oracle.kernel import Net, net

Build = Callable[[Net], Any]


EMPTY_MAP = [0, 0, 1, 0, 0, 36, 1]
"""Options without entries, as a FlexBuffer."""


def apply(operator: str, *more: Any, **options: Any) -> Build:
    """A subgraph of one operator."""
    return lambda n: n(operator, "2,3", *more, **options)


def condition(then: Build, other: Build, *inputs: str, outs: str = "f", flag: str = "o:") -> Build:
    """IF over two subgraphs."""

    def build(n: Net) -> Any:
        operands = [n.data(text) for text in (flag, *inputs)]
        branches = {"then_subgraph_index": n.branch(then), "else_subgraph_index": n.branch(other)}
        return n("IF", *operands, outs=outs, **branches)

    return build


def count_to(limit: int, *bodies: str, start: Any = "i:", step: Any = 1) -> Build:
    """WHILE with a counter; each of ``bodies`` is applied to one more state."""

    def build(n: Net) -> Any:
        operands = [n.operand(start), *(n.data("2,3") for _ in bodies)]

        def go_on(inner: Net) -> Any:
            counter, *_ = [inner.data("i:"), *(inner.data("2,3") for _ in bodies)]
            return inner("LESS", counter, limit)

        def body(inner: Net) -> Any:
            counter, *states = [inner.data("i:"), *(inner.data("2,3") for _ in bodies)]
            return inner("ADD", counter, step), *(
                inner(name, x) for name, x in zip(bodies, states, strict=True)
            )

        return n(
            "WHILE", *operands, outs="i" + "f" * len(bodies),
            cond_subgraph_index=n.branch(go_on), body_subgraph_index=n.branch(body),
        )  # fmt: skip

    return build


def grows(n: Net) -> Any:
    """A loop that makes its state longer."""
    operands = n.data("i:"), n.data("2,3")

    def go_on(inner: Net) -> Any:
        counter, _ = inner.data("i:"), inner.data("2,3")
        return inner("LESS", counter, 2)

    def body(inner: Net) -> Any:
        counter, x = inner.data("i:"), inner.data("2,3")
        return inner("ADD", counter, 1), inner("CONCATENATION", x, x, axis=0)

    return n(
        "WHILE", *operands, outs="if",
        cond_subgraph_index=n.branch(go_on), body_subgraph_index=n.branch(body),
    )  # fmt: skip


def nested(n: Net) -> Any:
    """IF inside WHILE."""
    operands = n.data("i:"), n.data("2,3")

    def go_on(inner: Net) -> Any:
        counter, _ = inner.data("i:"), inner.data("2,3")
        return inner("LESS", counter, 2)

    def body(inner: Net) -> Any:
        counter, x = inner.data("i:"), inner.data("2,3")
        flag = inner("EQUAL", counter, 0)
        branches = {
            "then_subgraph_index": inner.branch(apply("ABS")),
            "else_subgraph_index": inner.branch(apply("NEG")),
        }
        return inner("ADD", counter, 1), inner("IF", flag, x, outs="f", **branches)

    return n(
        "WHILE", *operands, outs="if",
        cond_subgraph_index=n.branch(go_on), body_subgraph_index=n.branch(body),
    )  # fmt: skip


def case_of(*bodies: Build) -> Build:
    """STABLEHLO_CASE."""

    def build(n: Net) -> Any:
        operands = n.data("i:"), n.data("2,3")
        branches = [n.branch(body) for body in bodies]
        return n("STABLEHLO_CASE", *operands, outs="f", branch_subgraph_indices=branches)

    return build


def composite(body: Build, *inputs: str) -> Build:
    """STABLEHLO_COMPOSITE."""

    def build(n: Net) -> Any:
        operands = [n.data(text) for text in inputs]
        about = {"name": "my.op", "composite_attributes": EMPTY_MAP}
        index = n.branch(body)
        return n("STABLEHLO_COMPOSITE", *operands, decomposition_subgraph_index=index, **about)

    return build


def scaled(n: Net) -> Any:
    """A composite's inside: broadcast, then reduced."""
    x, y = n.data("2,3"), n.data("3")
    return n("SUM", n("ADD", x, y), [0])


def variable(n: Net, name: str = "w") -> Any:
    """The handle of a variable."""
    return n("VAR_HANDLE", outs="r", record=[""], container="", shared_name=name)


def read_back(n: Net) -> Any:
    """Write what comes in, read it again."""
    x, handle = n.data("2,3"), variable(n)
    n("ASSIGN_VARIABLE", handle, x, outs="")
    return n("RELU", n("READ_VARIABLE", handle, outs="f"))


def initialized(n: Net) -> Any:
    """A variable that another graph sets once."""

    def init(inner: Net) -> Any:
        inner("ASSIGN_VARIABLE", variable(inner), [1.0, 2.0, 3.0], outs="")

    n("CALL_ONCE", outs="", init_subgraph_index=n.branch(init))
    x = n.data("2,3")
    return n("ADD", x, n("READ_VARIABLE", variable(n), outs="f", record=["3"]))


def table(use: str) -> Build:
    """A hash table that another graph fills."""
    options = {"table_id": 3, "key_dtype": 4, "value_dtype": 5}

    def fill(inner: Net) -> Any:
        handle = inner("HASHTABLE", outs="r", **options)
        keys = np.array([1, 2, 3], np.int64)
        inner("HASHTABLE_IMPORT", handle, keys, np.array(["a", "b", "c"]), outs="")

    def build(n: Net) -> Any:
        n("CALL_ONCE", outs="", init_subgraph_index=n.branch(fill))
        keys = n.data("l:3")
        handle = n("HASHTABLE", outs="r", **options)
        if use == "HASHTABLE_SIZE":
            return n("ABS", n("CAST", keys, outs="f", in_data_type=4)), n(use, handle, outs="l")
        return n(use, handle, keys, np.array(["none"]), outs="t")

    return build


ROW = {"unknown": {0: (0,)}}
CASES = [
    *net(condition(apply("ABS"), apply("NEG"), "2,3"), to=[";4,5", ";6", ";1,2,3"], name="IF"),
    *net(
        condition(apply("ABS"), apply("MUL", 2.0), "2,3", flag="o:1"), to=["1;4,5"],
        name="IF vector",
    ),
    *net(
        condition(apply("SUM", [0]), apply("REDUCE_MAX", [0]), "2,3"), to=[";4,5"],
        name="IF reduces",
    ),
    *net(
        condition(apply("SUM", [0], keep_dims=True), apply("NEG"), "2,3"),
        to=[";4,5"], feed={0: 1}, name="IF differs", **ROW,
    ),
    *net(count_to(3, "ABS"), to=[";4,5", ";7"], name="WHILE"),
    *net(count_to(3, "ABS", "NEG", start=[0], step=[1]), to=["4,5;6"], name="WHILE two states"),
    *net(count_to(3, "RELU", start=0), to=["4,5"], name="WHILE constant start"),
    *net(grows, to=[";4,5"], name="WHILE grows", unknown={1: (0,)}),
    *net(nested, to=[";4,5"], name="IF in WHILE"),
    *net(case_of(apply("ABS"), apply("NEG"), apply("MUL", 2.0)), to=[";4,5", ";7"], name="CASE"),
    *net(composite(apply("TANH"), "2,3"), to=["4,5", "6"], name="COMPOSITE"),
    *net(composite(scaled, "2,3", "3"), to=["4,6;6"], name="COMPOSITE sum"),
    *net(read_back, to=["4,5", "4,1,5"], name="ASSIGN and READ"),
    *net(initialized, to=["4,2,3", "3"], name="CALL_ONCE"),
    *net(table("HASHTABLE_FIND"), to=["5", "2,2"], name="FIND", feed={0: 2}),
    *net(table("HASHTABLE_SIZE"), to=["5"], name="SIZE"),
]  # fmt: skip
