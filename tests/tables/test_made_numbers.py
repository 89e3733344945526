"""Numbers that a file may have computed from an extent."""

import pytest

from circle_resizer.tables.made_numbers import images


@pytest.mark.parametrize(
    ("maps", "sides"),
    [({1, 2}, set()), ({3}, {12, 24, 48, 96}), ({4}, {8, 16, 32, 64, 128})],
)
def test_images_are_larger_than_their_maps_and_no_thumbnails(
    maps: set[int], sides: set[int]
) -> None:
    assert images(maps) == sides
