"""The messages as data: ``name:kind``, a star when repeated, ``=`` and the default."""

from __future__ import annotations

ENUMS: dict[str, dict[str, int]] = {
    "TensorType": {
        "FLOAT32": 0,
        "FLOAT16": 1,
        "INT32": 2,
        "UINT8": 3,
        "INT64": 4,
        "STRING": 5,
        "BOOL": 6,
        "INT16": 7,
        "INT8": 9,
        "FLOAT64": 10,
        "INT4": 17,
        "UINT4": -1,
    },
    "DimensionType": {"DENSE": 0, "SPARSE_CSR": 1},
    "SparseIndexVecType": {
        "SparseIdxVecType_NONE": 0,
        "INT32VEC": 1,
        "UINT16VEC": 2,
        "UINT8VEC": 3,
    },
    "Padding": {"SAME": 0, "VALID": 1},
    "Activation": {
        "NONE": 0,
        "RELU": 1,
        "RELU_N1_TO_1": 2,
        "RELU6": 3,
        "TANH": 4,
        "SIGN_BIT": 5,
    },
    "MirrorPadMode": {"REFLECT": 0, "SYMMETRIC": 1},
    "RoPEMode": {"GPT_NEOX": 0, "GPT_J": 1},
}

_GRAPH = "operand:Operand* operation:Operation* input:string* output:string* name:string "
_STRIDES = "stride_w:int32=1 stride_h:int32=1 "
_WINDOW = "padding:Padding=VALID " + _STRIDES
_FUSED = "activation:Activation=NONE "
_DILATION = "dilation_w_factor:int32=1 dilation_h_factor:int32=1 "
_FILTER = "filter_width:int32=1 filter_height:int32=1 "
_LSTM = _FUSED + "cell_clip:float=0 proj_clip:float=0 asymmetric_quantize_inputs:bool=false "

OPTIONS: dict[str, str] = {
    "ArgMaxOptions": "output_type:TensorType=INT64",
    "ArgMinOptions": "output_type:TensorType=INT64",
    "BatchMatMulOptions": "adj_x:bool=false adj_y:bool=false adjoint_lhs:bool adjoint_rhs:bool",
    "BCQFullyConnectedOptions": "weights_hidden_size:int32=0 " + _FUSED,
    "BCQGatherOptions": "input_hidden_size:int32=0 axis:int32=0",
    "BidirectionalSequenceLSTMOptions": _LSTM + "merge_outputs:bool=false time_major:bool=true",
    "CastOptions": "in_data_type:TensorType=FLOAT32 out_data_type:TensorType=FLOAT32",
    "ConcatenationOptions": "axis:int32=0 " + _FUSED,
    "Conv2DOptions": _WINDOW + _FUSED + _DILATION,
    "Conv3DOptions": _WINDOW + _FUSED + _DILATION + "stride_d:int32=1 dilation_d_factor:int32=1",
    "CumsumOptions": "exclusive:bool=false reverse:bool=false",
    "DepthToSpaceOptions": "block_size:int32=0",
    "DepthwiseConv2DOptions": _WINDOW + _FUSED + _DILATION + "depth_multiplier:int32=1",
    "FakeQuantOptions": "min:float=0 max:float=0 num_bits:int32=0 narrow_range:bool=false",
    "FullyConnectedOptions": _FUSED + "keep_num_dims:bool=false",
    "GatherOptions": "axis:int32=0 batch_dims:int32=0",
    "GeluOptions": "approximate:bool=false",
    "GRUOptions": _FUSED + "return_sequences:bool=false time_major:bool=false",
    "IfOptions": "then_subgraph_index:int32=0 else_subgraph_index:int32=0",
    "InstanceNormOptions": "epsilon:float=0.00001 " + _FUSED,
    "L2NormOptions": _FUSED,
    "LeakyReluOptions": "alpha:float=0.2",
    "LocalResponseNormalizationOptions": "radius:int32=5 bias:float=1 alpha:float=1 beta:float=0.5",
    "MatMulOptions": "transpose_a:bool=false transpose_b:bool=false",
    "MaxPoolWithArgmaxOptions": _WINDOW
    + _FILTER
    + "output_type:TensorType=INT64 include_batch_in_index:bool=false",
    "MirrorPadOptions": "mode:MirrorPadMode=REFLECT",
    "OneHotOptions": "axis:int32=-1",
    "PackOptions": "values_count:int32=0 axis:int32=0",
    "Pool2DOptions": _WINDOW + _FILTER + _FUSED,
    "ReducerOptions": "keep_dims:bool=false",
    "ReshapeOptions": "new_shape:int32*",
    "ResizeBilinearOptions": "align_corners:bool=false half_pixel_centers:bool=false",
    "ResizeNearestNeighborOptions": "align_corners:bool=false half_pixel_centers:bool=false",
    "ReverseSequenceOptions": "seq_dim:int32=0 batch_dim:int32=0",
    "RmsNormOptions": "epsilon:float=0.00001",
    "RoPEOptions": "mode:RoPEMode=GPT_NEOX",
    "ShapeOptions": "out_type:TensorType=INT32",
    "SoftmaxOptions": "beta:float=0",
    "SpaceToDepthOptions": "block_size:int32=0",
    "SparseToDenseOptions": "validate_indices:bool=true",
    "SplitOptions": "num_splits:int32=0",
    "SplitVOptions": "num_splits:int32=0",
    "SqueezeOptions": "squeeze_dim:int32*",
    "StridedSliceOptions": "begin_mask:int32=0 end_mask:int32=0 ellipsis_mask:int32=0 "
    "new_axis_mask:int32=0 shrink_axis_mask:int32=0",
    "SVDFOptions": "rank:int32=0 " + _FUSED + "asymmetric_quantize_inputs:bool=false",
    "TransposeConvOptions": _WINDOW + _FUSED,
    "UnidirectionalSequenceLSTMOptions": _LSTM + "time_major:bool=false",
    "UniqueOptions": "idx_out_type:TensorType=INT32",
    "UnpackOptions": "num:int32=0 axis:int32=0",
    "WhileOptions": "cond_subgraph_index:int32=0 body_subgraph_index:int32=0",
}
OPTIONS |= {f"{name}Options": _FUSED for name in ("Add", "Sub", "Mul", "Div")}
_EMPTY = (
    "Abs AddN BatchToSpaceND BroadcastTo Cos Densify Dequantize DynamicUpdateSlice Equal Exp "
    "ExpandDims Fill FloorDiv FloorMod GatherNd Greater GreaterEqual HardSwish Less LessEqual "
    "LogSoftmax LogicalAnd LogicalNot LogicalOr MatrixDiag MatrixSetDiag MaximumMinimum Neg "
    "NonMaxSuppressionV4 NonMaxSuppressionV5 NotEqual Pad PadV2 Pow Quantize Range Rank "
    "ReverseV2 ScatterNd SegmentSum Select SelectV2 Slice SpaceToBatchND Square "
    "SquaredDifference Tile TopKV2 Transpose Where ZerosLike"
)
OPTIONS |= {f"{name}Options": "" for name in _EMPTY.split()}

_NAMES = {
    "add_n": "AddN",
    "all": "Reducer",
    "averagepool2d": "Pool2D",
    "batch_to_space": "BatchToSpaceND",
    "greaterequal": "GreaterEqual",
    "l2norm": "L2Norm",
    "l2pool2d": "Pool2D",
    "lessequal": "LessEqual",
    "maximum": "MaximumMinimum",
    "maxpool2d": "Pool2D",
    "mean": "Reducer",
    "minimum": "MaximumMinimum",
    "reduce_any": "Reducer",
    "reduce_max": "Reducer",
    "reduce_min": "Reducer",
    "reduce_prod": "Reducer",
    "sum": "Reducer",
}
_BY_PLAIN = {name.removesuffix("Options").lower(): name for name in OPTIONS}
_IN_ORDER = (
    "abs add argmax argmin batch_matmul bcq_fully_connected bcq_gather bidirectional_sequence_lstm "
    "broadcast_to cast concatenation conv2d conv3d cos cumsum densify depth_to_space "
    "depthwiseconv2d dequantize div dynamic_update_slice equal exp expand_dims fakequant fill "
    "floordiv floormod fullyconnected gather gather_nd gelu greater gru hard_swish if "
    "instance_norm leaky_relu less local_response_normalization log_softmax logical_and "
    "logical_not logical_or matmul matrix_diag matrix_set_diag max_pool_with_argmax mirrorpad mul "
    "neg non_max_suppression_v4 non_max_suppression_v5 notequal onehot pack pad padv2 pow quantize "
    "range rank reshape resize_bilinear resize_nearest_neighbor reverse_sequence reversev2 "
    "rms_norm rope scatter_nd segment_sum select select_v2 selectv2 shape slice softmax "
    "space_to_batch_nd space_to_depth sparse_to_dense split split_v square squared_difference "
    "squeeze strided_slice sub svdf tile topk_v2 transpose transpose_conv "
    "unidirectional_sequence_lstm unique unpack where while zeros_like"
)
OPTION_FIELDS: dict[str, str] = {
    f"{name}_options": f"{kind}Options" for name, kind in _NAMES.items()
} | {f"{name}_options": _BY_PLAIN[name.replace("_", "")] for name in _IN_ORDER.split()}
"""Field of an Operation -> its message."""

MESSAGES: dict[str, str] = OPTIONS | {
    "ModelRecipe": _GRAPH + "version:uint32=1 graph:Graph* signature_def:SignatureDef*",
    "Graph": _GRAPH,
    "SignatureDef": "inputs:TensorMap* outputs:TensorMap* signature_key:string "
    "subgraph_index:uint32=0",
    "TensorMap": "name:string tensor:string tensor_index:uint32",
    "Operand": "name:string type:TensorType shape:TensorShape filler:TensorFiller "
    "quant:TensorQuantization sparsity:TensorSparsity is_variable:bool=false "
    "shape_signature:ShapeSignature make_sparse:bool=false",
    "TensorShape": "dim:uint32*",
    "ShapeSignature": "dim:int32*",
    "TensorFiller": "tag:string arg:string*",
    "TensorQuantization": "min:float* max:float* scale:float* zero_point:int64* "
    "quantized_dimension:int32=0",
    "TensorSparsity": "traversal_order:Dims block_map:Dims dim_metadata:DimMetaData*",
    "Dims": "dim:int32*",
    "IndexVec": "dim:int32* type:SparseIndexVecType=SparseIdxVecType_NONE",
    "DimMetaData": "format:DimensionType=DENSE dense_size:int32=0 array_segments:IndexVec "
    "array_indices:IndexVec",
    "Operation": "type:string input:string* output:string* version:int32=1 custom_code:string "
    "extype:string " + " ".join(f"{name}:{kind}" for name, kind in OPTION_FIELDS.items()),
}
