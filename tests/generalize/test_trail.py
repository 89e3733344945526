"""What a search takes back when it goes back."""

from circle_resizer.generalize.trail import Trail


def test_going_back_keeps_what_was_before() -> None:
    trail, items = Trail(), [0, 0, 0]
    trail.assign(items, 0, 1)  # before all operators
    trail.mark(0)
    trail.assign(items, 1, 1)
    trail.mark(1)
    trail.assign(items, 2, 1)
    trail.undo(1)
    assert items == [1, 1, 0]
    trail.undo(0)
    assert items == [1, 0, 0]
    trail.undo(-1)
    assert items == [0, 0, 0]


def test_a_place_that_was_not_reached_again_has_nothing_to_take_back() -> None:
    trail, items = Trail(), [0]
    trail.mark(0)
    trail.assign(items, 0, 1)
    trail.undo(1)
    assert items == [1]
