"""One file with the same network at several shapes: signatures over the same weights."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from circle_resizer.api import Shapes, decided_for, followed
from circle_resizer.edits.account import made_static, report_of, together
from circle_resizer.edits.check_result import check_inputs, check_names, check_twins, check_used
from circle_resizer.edits.entries import Decided
from circle_resizer.edits.fold_shapes import fold as fold_constants
from circle_resizer.edits.report import Report
from circle_resizer.edits.result import Result
from circle_resizer.edits.variants import Variants, check_keys
from circle_resizer.error_boundary import plainly
from circle_resizer.errors import RefusedError, refused
from circle_resizer.file.model import Model
from circle_resizer.file.save import Output
from circle_resizer.file.written import written
from circle_resizer.generalize.context import Settings
from circle_resizer.inference.verify import prove
from circle_resizer.request.arguments import heuristics, named, results_given, shapes_given
from circle_resizer.session.asking import Part, Request, parts_of
from circle_resizer.session.running import Source, one_run, opened


@plainly()
def add_signatures(
    model: Source,
    shapes: Mapping[str, Shapes],
    *,
    signature: str | None = None,
    strict: bool = False,
    constants: Mapping[str, object] | None = None,
    output_shapes: Mapping[str, Sequence[int]] | None = None,
    cut_tables: bool = False,
    global_pool: bool = False,
    assume: Collection[str] = (),
) -> Result:
    """Add the network at other shapes to its file, each as a signature over the weights it has.

    ``shapes`` holds new shapes by the key of a new signature, such as ``{"prefill_32": [[1, 32]],
    "decode": [[1, 1]]}``; the stored shapes give the graph as it is another name. ``signature``
    names the graph to start from, which else is the first. The options are those of ``resize``.
    """
    found = opened(model)
    asked = {key: shapes_given(each) for key, each in named("shapes", shapes).items()}
    settings = Settings(
        strict, cut_tables, global_pool, named("constants", constants),
        results_given(output_shapes), heuristics(assume),
    )  # fmt: skip
    requests = {key: Request(each) for key, each in asked.items()}
    with one_run(found):
        return added(found, signature, requests, settings)


def added(
    model: Model, signature: str | None, requests: Mapping[str, Request], settings: Settings
) -> Result:
    """``add_signatures`` of arguments that make sense as such."""
    check_keys(model, requests)
    check_names(model, {**settings.constants, **settings.output_shapes})
    variants, reports, used = Variants(model), list[Report](), set[str]()
    keys = None if signature is None else [signature]
    for key, request in requests.items():
        (part,) = parts_of(model, keys, [request], settings)
        check_twins(model, part.shapes)
        if part.shapes == model.input_shapes:
            variants.sign(key, part.entry, part.entry)
            reports.append(Report.unchanged(model).of_signature(key))
        else:
            one = variant(variants, replace(part, key=key), settings, used)
            reports.append(one.of_signature(key))
    check_used(settings, used)
    report = together(reports)
    if strict_lines := [f"strict: {line}" for line in report.assumptions if settings.strict]:
        raise refused(strict_lines)
    proof = partial(prove, entries=variants.entries)  # the others are as they were
    output = Output(model.flat, model.file, written(variants.rewrite), proof)
    model.forget()
    return Result(output, report)


def variant(variants: Variants, part: Part, settings: Settings, used: set[str]) -> Report:
    """Add one variant; its report."""
    model = variants.model
    one, shapes, notes = decided(model, part, settings)
    used |= one.store.used
    copies = variants.copies()
    variants.plan(copies, one)
    report = report_of(model, one.store, one.inference)
    check_inputs(model.main, shapes, report)
    if made_static(report):
        report.changes += fold_constants(copies, one.inference, targets_only=True)
    variants.add(copies, one)
    report.notes += [*notes, *states(model, one)]
    return report


def decided(
    model: Model, part: Part, settings: Settings
) -> tuple[Decided, list[tuple[int, ...]], list[str]]:
    """What a variant becomes; inputs that were not mentioned may have to follow."""
    try:
        return decided_for(model, part, settings, numeric=True), part.shapes, []
    except RefusedError as error:
        (part,), notes = followed(model, [part], settings, error)
    return decided_for(model, part, settings, numeric=True), part.shapes, notes


def states(model: Model, one: Decided) -> Iterator[str]:
    """What a variant keeps from run to run, for itself."""
    for tensor in model.subgraphs[one.entry].tensors:
        if tensor.is_variable:
            yield f"it has a state '{tensor.name}' of its own"
