"""What a second export of the same network tells."""

from circle_resizer.file.model import Model
from circle_resizer.generalize.second_exports import ignored_entries
from tests.support.nets import built


def test_entries_that_masks_leave_out_tell_nothing() -> None:
    masks = {"begin_mask": 1, "end_mask": 2, "shrink_axis_mask": 4, "new_axis_mask": 8}
    model = Model.open(
        built(
            lambda g, n: g.op(
                "STRIDED_SLICE", [g.input([n]), *(g.input([5]) for _ in range(3))], [[1]], **masks
            ),
            4,
        )
    )
    op = model.main.operators[0]
    found = [ignored_entries(op, operand, 5) for operand in range(4)]
    assert found == [set(), {0, 3}, {1, 2, 3}, set()]
