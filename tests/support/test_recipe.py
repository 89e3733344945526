"""The chef reads the recipe format, and says where a recipe is wrong."""

from __future__ import annotations

import re

import pytest
from flatbuffers import flexbuffers

from circle_resizer.file.model import Model
from circle_resizer.schema.options import (
    Conv2DOptions,
    ReshapeOptions,
    SoftmaxOptions,
    StridedSliceOptions,
)
from tests.chef.fields import OPTION_FIELDS
from tests.chef.text import Scalar, parse
from tests.support.recipe import RecipeError, at, cook

HEAD = 'operand { name: "x" type: FLOAT32 shape { dim: 2 dim: 3 } }\n'
TAIL = 'operand { name: "y" type: FLOAT32 shape { dim: 2 dim: 3 } }\ninput: "x"\noutput: "y"\n'


def around(operation: str, constant: str = "") -> str:
    """A recipe from x to y."""
    return HEAD + constant + TAIL + operation


def constant(fields: str, dtype: str = "FLOAT32", dims: str = "dim: 2 dim: 3") -> str:
    return f'operand {{ name: "c" type: {dtype} shape {{ {dims} }} {fields} }}\n'


def first_options(operation: str, cls: type) -> object:
    return Model(cook(around(operation))).subgraphs[0].operators[0].options(cls)


WRITTEN = """
# a comment
operand {
  name: "in" "put"   # two pieces are one
  type: FLOAT32
  shape { dim: 1 dim : 8 dim: 8 dim: 3 }
  shape_signature { dim: [-1, 8, 8, 3] }
}
operand { name: 'ker' type: FLOAT32 shape: < dim: [4, 1, 1, 3]; >
  filler { tag: "gaussian" arg: "0.0" arg: "1.0" } };
operand { name: "out" type: 0 shape { dim: 1 dim: 4 dim: 4 dim: 4 } }
operation {
  type: "Conv2D"
  input: "input" input: "ker" input: ""
  output: "out"
  conv2d_options { padding: SAME stride_w: 2, stride_h: 2, activation: 3 }
  version: 3
}
input: "input"
output: "out"
name: "Main"
version: 1
"""


def test_the_text_format_is_read_in_all_its_spellings() -> None:
    graph = Model(cook(WRITTEN)).subgraphs[0]
    assert graph.name == "Main"
    assert [t.name for t in graph.tensors] == ["input", "ker", "out"]
    assert graph.tensors[0].dims == (-1, 8, 8, 3)
    assert graph.tensors[1].shape == (4, 1, 1, 3)
    operator = graph.operators[0]
    assert (operator.kind, operator.version, operator.inputs) == ("CONV_2D", 3, (0, 1, -1))
    opt = operator.options(Conv2DOptions)
    assert (opt.padding, opt.stride_w, opt.fused_activation_function) == (0, 2, 3)


def test_strings_know_escapes() -> None:
    _, _, value = parse(r'a: "x\n\x41\102\"" "end"').fields[0]
    assert isinstance(value, Scalar)
    assert value.value == 'x\nAB"end'


ERRORS = [
    ("shap { dim: 1 }", "line 2: ModelRecipe has no field 'shap'"),
    ("operand {\n  nam: 'x'\n}", "line 3: Operand has no field 'nam'"),
    ("operand { shape { dim: -1 } }", "line 2: 'dim' is no uint32: -1"),
    ("operand { shape { dim: 1.5 } }", "line 2: 'dim' is no uint32: 1.5"),
    ("operand { type: FLOAT }", "line 2: 'type' is no TensorType: FLOAT"),
    ("operand { type: 77 }", "line 2: 'type' is no TensorType: 77"),
    ("operand { name: x }", "line 2: 'name' wants a quoted string"),
    ("operand { is_variable: 2 }", "line 2: 'is_variable' is no bool: 2"),
    ("operand { name: 'a' name: 'b' }", "line 2: 'name' is given twice"),
    ("operand: 3", "line 2: 'operand' wants a message"),
    ("input { }", "line 2: 'input' wants a value"),
    ("operand { name: 'x'", "line 2: '}' missing for the message of line 2"),
    ("operand 3", "line 2: expected ':' or '{' after 'operand'"),
    ("input: ", "line 2: 'input' has no value, found 'end of file'"),
    ("input: ['a' 'b' c]", "line 2: expected ',' or ']', found 'c'"),
    ("input: 'a", 'line 2: unexpected character "\'"'),
    ("'a'", "line 2: expected a field name, found ''a''"),
    ("operand { name: 'z' }", "line 2: an operand wants a name and a type"),
    ("operand { name: 'x' type: BOOL }", "line 2: operand 'x' is given twice"),
    ("operation { type: 'Neg' input: 'z' }", "line 2: no operand 'z'"),
    ("operation { type: 'Nothing' }", "line 2: no operator 'Nothing'"),
    ("operation { type: 'Add' sub_options { } }", "line 2: Add cannot have SubOptions"),
    ("operation { type: 'Rsqrt' mean_options { } }", "line 2: Rsqrt has no options"),
    (
        "operation { type: 'Add' add_options { } sub_options { } }",
        "line 2: 'sub_options' besides 'add_options'",
    ),
    (constant("filler { tag: 'gaussian' arg: '1' }"), "line 2: gaussian wants two arguments"),
    (constant("filler { tag: 'constant' }"), "line 2: constant wants one argument"),
    (constant("filler { tag: 'uniform' }"), "line 2: no filler 'uniform'"),
    (constant("filler { tag: 'constant' arg: 'a' }"), "line 2: filler argument 'a' is no FLOAT32"),
    (constant("make_sparse: true"), "line 2: make_sparse wants a FLOAT32 or FLOAT16 constant"),
    ("signature_def { subgraph_index: 1 }", "line 2: no subgraph 1"),
    ("signature_def { inputs { name: 'a' tensor: 'z' } }", "line 2: no operand 'z'"),
]


@pytest.mark.parametrize(("text", "error"), ERRORS, ids=[error for _, error in ERRORS])
def test_an_error_names_its_line(text: str, error: str) -> None:
    with pytest.raises(RecipeError, match=re.escape(error)):
        cook(HEAD + text)


def test_options_have_their_defaults_without_a_message() -> None:
    opt = first_options('operation { type: "Conv2D" input: "x" output: "y" }', Conv2DOptions)
    assert isinstance(opt, Conv2DOptions)
    assert (opt.padding, opt.stride_h, opt.dilation_w_factor) == (1, 1, 1)


def test_options_reach_the_file() -> None:
    reshape = 'operation { type: "Reshape" reshape_options { new_shape: [-1, 3] } }'
    assert getattr(first_options(reshape, ReshapeOptions), "new_shape", None) == (-1, 3)
    cut = 'operation { type: "StridedSlice" strided_slice_options { shrink_axis_mask: 2 } }'
    assert getattr(first_options(cut, StridedSliceOptions), "shrink_axis_mask", None) == 2
    soft = 'operation { type: "Softmax" softmax_options { beta: 0.5 } }'
    assert getattr(first_options(soft, SoftmaxOptions), "beta", None) == 0.5


@pytest.mark.parametrize("text", ['type: "All" extype: "Custom" custom_code: "All"', 'type: "Erf"'])
def test_custom_operators(text: str) -> None:
    operator = Model(cook(around(f"operation {{ {text} }}"))).subgraphs[0].operators[0]
    assert (operator.kind, operator.custom_code) == ("CUSTOM", text.split('"')[1])
    assert flexbuffers.Loads(operator.custom_data) == {"T": 0}


def test_custom_options_are_a_flexbuffer_map() -> None:
    text = 'operation { type: "MatMul" matmul_options { transpose_b: true } }'
    operator = Model(cook(around(text))).subgraphs[0].operators[0]
    expected = {"T": 0, "transpose_a": False, "transpose_b": True}
    assert flexbuffers.Loads(operator.custom_data) == expected


def test_every_option_message_has_its_operator() -> None:
    kinds = {
        "fullyconnected_options": "FullyConnected",
        "reduce_any_options": "ReduceAny",
        "maximum_options": "Maximum",
        "l2norm_options": "L2Normalize",
        "batch_to_space_options": "BatchToSpaceND",
        "max_pool_with_argmax_options": "MaxPoolWithArgmax",
        "all_options": "All",
        "onehot_options": "OneHot",
    }
    for field, kind in kinds.items():
        assert Model(cook(around(f'operation {{ type: "{kind}" {field} {{ }} }}'))).codes
    assert len(OPTION_FIELDS) > 110


UPSTREAM = """
Abs Add AddN ArgMax ArgMin AveragePool2D BatchMatMul BatchToSpaceND BidirectionalSequenceLSTM
BroadcastTo Cast Ceil Concatenation Conv2D Cos CumSum Densify DepthToSpace DepthwiseConv2D
Dequantize Div ELU Equal Exp ExpandDims FakeQuant Fill Floor FloorDiv FloorMod FullyConnected
Gather GatherNd Gelu Greater GreaterEqual HardSwish If L2Normalize L2Pool2D LeakyRelu Less LessEqual
LocalResponseNormalization Log LogicalAnd LogicalNot LogicalOr Logistic LogSoftmax MatrixDiag
MatrixSetDiag Maximum MaxPool2D Mean Minimum MirrorPad Mul Neg NonMaxSuppressionV4
NonMaxSuppressionV5 NotEqual OneHot Pack Pad PadV2 Pow PRelu Quantize Range Rank ReduceAny ReduceMax
ReduceMin ReduceProd ReLU ReLU0To1 ReLU6 ReLUN1To1 Reshape ResizeBilinear ResizeNearestNeighbor
ReverseSequence ReverseV2 Round Rsqrt ScatterNd SegmentSum Select SelectV2 Shape Sin Slice Softmax
SpaceToBatchND SpaceToDepth SparseToDense Split SplitV Sqrt Square SquaredDifference Squeeze
StridedSlice Sub Sum SVDF Tanh Tile TopKV2 Transpose TransposeConv UnidirectionalSequenceLSTM Unique
Unpack Where While ZerosLike InstanceNorm RmsNorm RoPE GRU BCQFullyConnected BCQGather
"""


def test_every_operator_has_upstreams_name() -> None:
    for kind in UPSTREAM.split():
        model = Model(cook(around(f'operation {{ type: "{kind}" }}')))
        (code,) = model.codes
        assert code[0].replace("_", "").lower()[:5] == kind.lower()[:5]


def test_subgraphs_variables_and_signatures() -> None:
    recipe = around('operation { type: "If" if_options { then_subgraph_index: 1 } }')
    recipe += 'graph { operand { name: "s" type: INT8 shape { } is_variable: true } }'
    recipe += 'signature_def { signature_key: "run" inputs { name: "a" tensor: "x" } '
    recipe += 'outputs { name: "b" tensor_index: 1 } }'
    model = Model(cook(recipe, "tflite"))
    assert [g.name for g in model.subgraphs] == ["main", "sub_1"]
    assert model.subgraphs[1].tensors[0].is_variable
    assert b"run" in cook(recipe)


def test_a_line_can_hold_its_second_form() -> None:
    text = 'a: 1   #@ a: 3\nb: "2" # a comment\n'
    assert at(text) == 'a: 3\nb: "2" # a comment\n'
