"""Names of axes that change together."""

from circle_resizer.file.model import Model
from circle_resizer.generalize.axis_groups import LETTERS, with_names
from circle_resizer.symbolic.polynomial import unknown
from tests.support.build import ModelBuilder


def test_each_group_has_a_name_of_its_own_however_many() -> None:
    count = len(LETTERS) + 9
    graph = (model := ModelBuilder()).graph()
    for _ in range(count):
        graph.output(graph.op("RELU", [graph.input([2])], [[2]]))
    found = [{(i, 0): unknown(LETTERS[0])} for i in range(count)]
    groups = list(with_names(Model.open(bytes(model.finish())), found))
    assert len({group.name for group in groups}) == count
    assert [group.sizes for group in groups] == [
        {(i, 0): unknown(group.name)} for i, group in enumerate(groups)
    ]
