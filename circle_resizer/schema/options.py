"""Builtin-option tables, circle schema 0.10 (written by tools/gen_schema.py; do not edit)."""

from __future__ import annotations

from typing import ClassVar


class Options:
    """Base of every builtin-option table; a field that is left out keeps its default."""

    FIELDS: ClassVar[tuple[tuple[str, int, str], ...]] = ()
    """(name, vtable offset, kind) of every field."""

    def __init__(self, **fields: object) -> None:
        for name, value in fields.items():
            if not hasattr(type(self), name):
                raise TypeError(f"{type(self).__name__} has no field '{name}'")
            setattr(self, name, value)

    def __repr__(self) -> str:
        inside = ", ".join(f"{k}={v!r}" for k, v in vars(self).items())
        return f"{type(self).__name__}({inside})"


class ATan2Options(Options):
    FIELDS = ()


class AbsOptions(Options):
    FIELDS = ()


class AddNOptions(Options):
    FIELDS = ()


class AddOptions(Options):
    fused_activation_function: int = 0
    pot_scale_int16: bool = True
    FIELDS = (("fused_activation_function", 4, "int8"), ("pot_scale_int16", 6, "bool"))


class ArgMaxOptions(Options):
    output_type: int = 0
    FIELDS = (("output_type", 4, "int8"),)


class ArgMinOptions(Options):
    output_type: int = 0
    FIELDS = (("output_type", 4, "int8"),)


class AssignVariableOptions(Options):
    FIELDS = ()


class AttentionOptions(Options):
    FIELDS = ()


class BCQFullyConnectedOptions(Options):
    weights_hidden_size: int = 0
    fused_activation_function: int = 0
    FIELDS = (("weights_hidden_size", 4, "int32"), ("fused_activation_function", 6, "int8"))


class BCQGatherOptions(Options):
    input_hidden_size: int = 0
    axis: int = 0
    FIELDS = (("input_hidden_size", 4, "int32"), ("axis", 6, "int32"))


class BatchMatMulOptions(Options):
    adjoint_lhs: bool = False
    adjoint_rhs: bool = False
    asymmetric_quantize_inputs: bool = False
    FIELDS = (("adjoint_lhs", 4, "bool"), ("adjoint_rhs", 6, "bool"), ("asymmetric_quantize_inputs", 8, "bool"))


class BatchToSpaceNDOptions(Options):
    FIELDS = ()


class BidirectionalSequenceLSTMOptions(Options):
    fused_activation_function: int = 0
    cell_clip: float = 0.0
    proj_clip: float = 0.0
    merge_outputs: bool = False
    time_major: bool = True
    asymmetric_quantize_inputs: bool = False
    FIELDS = (("fused_activation_function", 4, "int8"), ("cell_clip", 6, "float32"), ("proj_clip", 8, "float32"), ("merge_outputs", 10, "bool"), ("time_major", 12, "bool"), ("asymmetric_quantize_inputs", 14, "bool"))


class BidirectionalSequenceRNNOptions(Options):
    time_major: bool = False
    fused_activation_function: int = 0
    merge_outputs: bool = False
    asymmetric_quantize_inputs: bool = False
    FIELDS = (("time_major", 4, "bool"), ("fused_activation_function", 6, "int8"), ("merge_outputs", 8, "bool"), ("asymmetric_quantize_inputs", 10, "bool"))


class BitcastOptions(Options):
    FIELDS = ()


class BitwiseXorOptions(Options):
    FIELDS = ()


class BroadcastToOptions(Options):
    FIELDS = ()


class BucketizeOptions(Options):
    boundaries: tuple[float, ...] = ()
    FIELDS = (("boundaries", 4, "float32[]"),)


class CallOnceOptions(Options):
    init_subgraph_index: int = 0
    FIELDS = (("init_subgraph_index", 4, "int32"),)


class CallOptions(Options):
    subgraph: int = 0
    FIELDS = (("subgraph", 4, "uint32"),)


class CastOptions(Options):
    in_data_type: int = 0
    out_data_type: int = 0
    FIELDS = (("in_data_type", 4, "int8"), ("out_data_type", 6, "int8"))


class ConcatEmbeddingsOptions(Options):
    num_channels: int = 0
    num_columns_per_channel: tuple[int, ...] = ()
    embedding_dim_per_channel: tuple[int, ...] = ()
    FIELDS = (("num_channels", 4, "int32"), ("num_columns_per_channel", 6, "int32[]"), ("embedding_dim_per_channel", 8, "int32[]"))


class ConcatenationOptions(Options):
    axis: int = 0
    fused_activation_function: int = 0
    FIELDS = (("axis", 4, "int32"), ("fused_activation_function", 6, "int8"))


class Conv2DOptions(Options):
    padding: int = 0
    stride_w: int = 0
    stride_h: int = 0
    fused_activation_function: int = 0
    dilation_w_factor: int = 1
    dilation_h_factor: int = 1
    quantized_bias_type: int = 0
    FIELDS = (("padding", 4, "int8"), ("stride_w", 6, "int32"), ("stride_h", 8, "int32"), ("fused_activation_function", 10, "int8"), ("dilation_w_factor", 12, "int32"), ("dilation_h_factor", 14, "int32"), ("quantized_bias_type", 16, "int8"))


class Conv3DOptions(Options):
    padding: int = 0
    stride_d: int = 0
    stride_w: int = 0
    stride_h: int = 0
    fused_activation_function: int = 0
    dilation_d_factor: int = 1
    dilation_w_factor: int = 1
    dilation_h_factor: int = 1
    FIELDS = (("padding", 4, "int8"), ("stride_d", 6, "int32"), ("stride_w", 8, "int32"), ("stride_h", 10, "int32"), ("fused_activation_function", 12, "int8"), ("dilation_d_factor", 14, "int32"), ("dilation_w_factor", 16, "int32"), ("dilation_h_factor", 18, "int32"))


class CosOptions(Options):
    FIELDS = ()


class CumsumOptions(Options):
    exclusive: bool = False
    reverse: bool = False
    FIELDS = (("exclusive", 4, "bool"), ("reverse", 6, "bool"))


class DensifyOptions(Options):
    FIELDS = ()


class DepthToSpaceOptions(Options):
    block_size: int = 0
    FIELDS = (("block_size", 4, "int32"),)


class DepthwiseConv2DOptions(Options):
    padding: int = 0
    stride_w: int = 0
    stride_h: int = 0
    depth_multiplier: int = 0
    fused_activation_function: int = 0
    dilation_w_factor: int = 1
    dilation_h_factor: int = 1
    FIELDS = (("padding", 4, "int8"), ("stride_w", 6, "int32"), ("stride_h", 8, "int32"), ("depth_multiplier", 10, "int32"), ("fused_activation_function", 12, "int8"), ("dilation_w_factor", 14, "int32"), ("dilation_h_factor", 16, "int32"))


class DequantizeOptions(Options):
    FIELDS = ()


class DilateOptions(Options):
    FIELDS = ()


class DivOptions(Options):
    fused_activation_function: int = 0
    FIELDS = (("fused_activation_function", 4, "int8"),)


class DynamicUpdateSliceOptions(Options):
    FIELDS = ()


class EmbeddingLookupSparseOptions(Options):
    combiner: int = 0
    FIELDS = (("combiner", 4, "int8"),)


class EqualOptions(Options):
    FIELDS = ()


class ExpOptions(Options):
    FIELDS = ()


class ExpandDimsOptions(Options):
    FIELDS = ()


class FakeQuantOptions(Options):
    min: float = 0.0
    max: float = 0.0
    num_bits: int = 0
    narrow_range: bool = False
    FIELDS = (("min", 4, "float32"), ("max", 6, "float32"), ("num_bits", 8, "int32"), ("narrow_range", 10, "bool"))


class FillOptions(Options):
    FIELDS = ()


class FloorDivOptions(Options):
    FIELDS = ()


class FloorModOptions(Options):
    FIELDS = ()


class FullyConnectedOptions(Options):
    fused_activation_function: int = 0
    weights_format: int = 0
    keep_num_dims: bool = False
    asymmetric_quantize_inputs: bool = False
    quantized_bias_type: int = 0
    FIELDS = (("fused_activation_function", 4, "int8"), ("weights_format", 6, "int8"), ("keep_num_dims", 8, "bool"), ("asymmetric_quantize_inputs", 10, "bool"), ("quantized_bias_type", 12, "int8"))


class GRUOptions(Options):
    fused_activation_function: int = 0
    return_sequences: bool = False
    time_major: bool = False
    FIELDS = (("fused_activation_function", 4, "int8"), ("return_sequences", 6, "bool"), ("time_major", 8, "bool"))


class GatherNdOptions(Options):
    FIELDS = ()


class GatherOptions(Options):
    axis: int = 0
    batch_dims: int = 0
    FIELDS = (("axis", 4, "int32"), ("batch_dims", 6, "int32"))


class GeluOptions(Options):
    approximate: bool = False
    FIELDS = (("approximate", 4, "bool"),)


class GreaterEqualOptions(Options):
    FIELDS = ()


class GreaterOptions(Options):
    FIELDS = ()


class HardSwishOptions(Options):
    FIELDS = ()


class HashtableFindOptions(Options):
    FIELDS = ()


class HashtableImportOptions(Options):
    FIELDS = ()


class HashtableOptions(Options):
    table_id: int = 0
    key_dtype: int = 0
    value_dtype: int = 0
    FIELDS = (("table_id", 4, "int32"), ("key_dtype", 6, "int8"), ("value_dtype", 8, "int8"))


class HashtableSizeOptions(Options):
    FIELDS = ()


class IfOptions(Options):
    then_subgraph_index: int = 0
    else_subgraph_index: int = 0
    FIELDS = (("then_subgraph_index", 4, "int32"), ("else_subgraph_index", 6, "int32"))


class InstanceNormOptions(Options):
    epsilon: float = 0.0
    fused_activation_function: int = 0
    FIELDS = (("epsilon", 4, "float32"), ("fused_activation_function", 6, "int8"))


class L2NormOptions(Options):
    fused_activation_function: int = 0
    FIELDS = (("fused_activation_function", 4, "int8"),)


class LSHProjectionOptions(Options):
    type: int = 0
    FIELDS = (("type", 4, "int8"),)


class LSTMOptions(Options):
    fused_activation_function: int = 0
    cell_clip: float = 0.0
    proj_clip: float = 0.0
    kernel_type: int = 0
    asymmetric_quantize_inputs: bool = False
    FIELDS = (("fused_activation_function", 4, "int8"), ("cell_clip", 6, "float32"), ("proj_clip", 8, "float32"), ("kernel_type", 10, "int8"), ("asymmetric_quantize_inputs", 12, "bool"))


class LeakyReluOptions(Options):
    alpha: float = 0.0
    FIELDS = (("alpha", 4, "float32"),)


class LessEqualOptions(Options):
    FIELDS = ()


class LessOptions(Options):
    FIELDS = ()


class LocalResponseNormalizationOptions(Options):
    radius: int = 0
    bias: float = 0.0
    alpha: float = 0.0
    beta: float = 0.0
    FIELDS = (("radius", 4, "int32"), ("bias", 6, "float32"), ("alpha", 8, "float32"), ("beta", 10, "float32"))


class LogSoftmaxOptions(Options):
    FIELDS = ()


class LogicalAndOptions(Options):
    FIELDS = ()


class LogicalNotOptions(Options):
    FIELDS = ()


class LogicalOrOptions(Options):
    FIELDS = ()


class MatrixDiagOptions(Options):
    FIELDS = ()


class MatrixSetDiagOptions(Options):
    FIELDS = ()


class MaximumMinimumOptions(Options):
    FIELDS = ()


class MirrorPadOptions(Options):
    mode: int = 0
    FIELDS = (("mode", 4, "int8"),)


class MulOptions(Options):
    fused_activation_function: int = 0
    FIELDS = (("fused_activation_function", 4, "int8"),)


class NegOptions(Options):
    FIELDS = ()


class NonMaxSuppressionV4Options(Options):
    FIELDS = ()


class NonMaxSuppressionV5Options(Options):
    FIELDS = ()


class NotEqualOptions(Options):
    FIELDS = ()


class OneHotOptions(Options):
    axis: int = 0
    FIELDS = (("axis", 4, "int32"),)


class PackOptions(Options):
    values_count: int = 0
    axis: int = 0
    FIELDS = (("values_count", 4, "int32"), ("axis", 6, "int32"))


class PadOptions(Options):
    FIELDS = ()


class PadV2Options(Options):
    FIELDS = ()


class Pool2DOptions(Options):
    padding: int = 0
    stride_w: int = 0
    stride_h: int = 0
    filter_width: int = 0
    filter_height: int = 0
    fused_activation_function: int = 0
    FIELDS = (("padding", 4, "int8"), ("stride_w", 6, "int32"), ("stride_h", 8, "int32"), ("filter_width", 10, "int32"), ("filter_height", 12, "int32"), ("fused_activation_function", 14, "int8"))


class PowOptions(Options):
    FIELDS = ()


class QuantizeOptions(Options):
    FIELDS = ()


class RNNOptions(Options):
    fused_activation_function: int = 0
    asymmetric_quantize_inputs: bool = False
    FIELDS = (("fused_activation_function", 4, "int8"), ("asymmetric_quantize_inputs", 6, "bool"))


class RandomOptions(Options):
    seed: int = 0
    seed2: int = 0
    FIELDS = (("seed", 4, "int64"), ("seed2", 6, "int64"))


class RangeOptions(Options):
    FIELDS = ()


class RankOptions(Options):
    FIELDS = ()


class ReadVariableOptions(Options):
    FIELDS = ()


class ReduceWindowOptions(Options):
    reduce_function: int = 0
    FIELDS = (("reduce_function", 4, "int32"),)


class ReducerOptions(Options):
    keep_dims: bool = False
    FIELDS = (("keep_dims", 4, "bool"),)


class ReshapeOptions(Options):
    new_shape: tuple[int, ...] = ()
    FIELDS = (("new_shape", 4, "int32[]"),)


class ResizeBilinearOptions(Options):
    align_corners: bool = False
    half_pixel_centers: bool = False
    FIELDS = (("align_corners", 8, "bool"), ("half_pixel_centers", 10, "bool"))


class ResizeNearestNeighborOptions(Options):
    align_corners: bool = False
    half_pixel_centers: bool = False
    FIELDS = (("align_corners", 4, "bool"), ("half_pixel_centers", 6, "bool"))


class ReverseSequenceOptions(Options):
    seq_dim: int = 0
    batch_dim: int = 0
    FIELDS = (("seq_dim", 4, "int32"), ("batch_dim", 6, "int32"))


class ReverseV2Options(Options):
    FIELDS = ()


class Rfft2dOptions(Options):
    FIELDS = ()


class RightShiftOptions(Options):
    FIELDS = ()


class RmsNormOptions(Options):
    epsilon: float = 0.0
    FIELDS = (("epsilon", 4, "float32"),)


class RoPEOptions(Options):
    mode: int = 0
    FIELDS = (("mode", 4, "int32"),)


class RunModelOptions(Options):
    location: str | None = None
    signature: str | None = None
    FIELDS = (("location", 4, "string"), ("signature", 6, "string"))


class SVDFOptions(Options):
    rank: int = 0
    fused_activation_function: int = 0
    asymmetric_quantize_inputs: bool = False
    FIELDS = (("rank", 4, "int32"), ("fused_activation_function", 6, "int8"), ("asymmetric_quantize_inputs", 8, "bool"))


class ScatterNdOptions(Options):
    FIELDS = ()


class SegmentSumOptions(Options):
    FIELDS = ()


class SelectOptions(Options):
    FIELDS = ()


class SelectV2Options(Options):
    FIELDS = ()


class SequenceRNNOptions(Options):
    time_major: bool = False
    fused_activation_function: int = 0
    asymmetric_quantize_inputs: bool = False
    FIELDS = (("time_major", 4, "bool"), ("fused_activation_function", 6, "int8"), ("asymmetric_quantize_inputs", 8, "bool"))


class ShapeOptions(Options):
    out_type: int = 0
    FIELDS = (("out_type", 4, "int8"),)


class SignOptions(Options):
    FIELDS = ()


class SkipGramOptions(Options):
    ngram_size: int = 0
    max_skip_size: int = 0
    include_all_ngrams: bool = False
    FIELDS = (("ngram_size", 4, "int32"), ("max_skip_size", 6, "int32"), ("include_all_ngrams", 8, "bool"))


class SliceOptions(Options):
    FIELDS = ()


class SoftmaxOptions(Options):
    beta: float = 0.0
    FIELDS = (("beta", 4, "float32"),)


class SpaceToBatchNDOptions(Options):
    FIELDS = ()


class SpaceToDepthOptions(Options):
    block_size: int = 0
    FIELDS = (("block_size", 4, "int32"),)


class SparseToDenseOptions(Options):
    validate_indices: bool = False
    FIELDS = (("validate_indices", 4, "bool"),)


class SplitOptions(Options):
    num_splits: int = 0
    FIELDS = (("num_splits", 4, "int32"),)


class SplitVOptions(Options):
    num_splits: int = 0
    FIELDS = (("num_splits", 4, "int32"),)


class SquareOptions(Options):
    FIELDS = ()


class SquaredDifferenceOptions(Options):
    FIELDS = ()


class SqueezeOptions(Options):
    squeeze_dims: tuple[int, ...] = ()
    FIELDS = (("squeeze_dims", 4, "int32[]"),)


class StableHLOCompositeOptions(Options):
    name: str | None = None
    decomposition_subgraph_index: int = 0
    composite_attributes: tuple[int, ...] = ()
    composite_attributes_format: int = 0
    version: int = 0
    FIELDS = (("name", 4, "string"), ("decomposition_subgraph_index", 6, "int32"), ("composite_attributes", 8, "uint8[]"), ("composite_attributes_format", 10, "int8"), ("version", 12, "int32"))


class StablehloBroadcastInDimOptions(Options):
    broadcast_dimensions: tuple[int, ...] = ()
    FIELDS = (("broadcast_dimensions", 4, "int64[]"),)


class StablehloCaseOptions(Options):
    branch_subgraph_indices: tuple[int, ...] = ()
    FIELDS = (("branch_subgraph_indices", 4, "int32[]"),)


class StablehloCompareOptions(Options):
    comparison_direction: int = 0
    compare_type: int = 0
    FIELDS = (("comparison_direction", 4, "uint32"), ("compare_type", 6, "uint32"))


class StablehloConcatenateOptions(Options):
    dimension: int = 0
    FIELDS = (("dimension", 4, "int64"),)


class StablehloConvolutionOptions(Options):
    window_strides: tuple[int, ...] = ()
    padding: tuple[int, ...] = ()
    lhs_dilation: tuple[int, ...] = ()
    rhs_dilation: tuple[int, ...] = ()
    window_reversal: tuple[bool, ...] = ()
    input_batch_dimension: int = 0
    input_feature_dimension: int = 0
    input_spatial_dimensions: tuple[int, ...] = ()
    kernel_input_feature_dimension: int = 0
    kernel_output_feature_dimension: int = 0
    kernel_spatial_dimensions: tuple[int, ...] = ()
    output_batch_dimension: int = 0
    output_feature_dimension: int = 0
    output_spatial_dimensions: tuple[int, ...] = ()
    feature_group_count: int = 0
    batch_group_count: int = 0
    precision_config: tuple[int, ...] = ()
    FIELDS = (("window_strides", 4, "int64[]"), ("padding", 6, "int64[]"), ("lhs_dilation", 8, "int64[]"), ("rhs_dilation", 10, "int64[]"), ("window_reversal", 12, "bool[]"), ("input_batch_dimension", 14, "int64"), ("input_feature_dimension", 16, "int64"), ("input_spatial_dimensions", 18, "int64[]"), ("kernel_input_feature_dimension", 20, "int64"), ("kernel_output_feature_dimension", 22, "int64"), ("kernel_spatial_dimensions", 24, "int64[]"), ("output_batch_dimension", 26, "int64"), ("output_feature_dimension", 28, "int64"), ("output_spatial_dimensions", 30, "int64[]"), ("feature_group_count", 32, "int64"), ("batch_group_count", 34, "int64"), ("precision_config", 36, "uint32[]"))


class StablehloCustomCallOptions(Options):
    call_target_name: str | None = None
    has_side_effect: bool = False
    backend_config: str | None = None
    api_version: int = 0
    called_computations: tuple[int, ...] = ()
    custom_attributes: tuple[int, ...] = ()
    FIELDS = (("call_target_name", 4, "string"), ("has_side_effect", 6, "bool"), ("backend_config", 8, "string"), ("api_version", 10, "int32"), ("called_computations", 12, "int32[]"), ("custom_attributes", 14, "uint8[]"))


class StablehloDotGeneralOptions(Options):
    lhs_batching_dimensions: tuple[int, ...] = ()
    rhs_batching_dimensions: tuple[int, ...] = ()
    lhs_contracting_dimensions: tuple[int, ...] = ()
    rhs_contracting_dimensions: tuple[int, ...] = ()
    precision_config: tuple[int, ...] = ()
    FIELDS = (("lhs_batching_dimensions", 4, "int64[]"), ("rhs_batching_dimensions", 6, "int64[]"), ("lhs_contracting_dimensions", 8, "int64[]"), ("rhs_contracting_dimensions", 10, "int64[]"), ("precision_config", 12, "uint32[]"))


class StablehloDynamicSliceOptions(Options):
    slice_sizes: tuple[int, ...] = ()
    FIELDS = (("slice_sizes", 4, "int64[]"),)


class StablehloGatherOptions(Options):
    offset_dims: tuple[int, ...] = ()
    collapsed_slice_dims: tuple[int, ...] = ()
    start_index_map: tuple[int, ...] = ()
    index_vector_dim: int = 0
    slice_sizes: tuple[int, ...] = ()
    indices_are_sorted: bool = False
    FIELDS = (("offset_dims", 4, "int64[]"), ("collapsed_slice_dims", 6, "int64[]"), ("start_index_map", 8, "int64[]"), ("index_vector_dim", 10, "int64"), ("slice_sizes", 12, "int64[]"), ("indices_are_sorted", 14, "bool"))


class StablehloIotaOptions(Options):
    iota_dimension: int = 0
    FIELDS = (("iota_dimension", 4, "int64"),)


class StablehloPadOptions(Options):
    edge_padding_low: tuple[int, ...] = ()
    edge_padding_high: tuple[int, ...] = ()
    interior_padding: tuple[int, ...] = ()
    FIELDS = (("edge_padding_low", 4, "int64[]"), ("edge_padding_high", 6, "int64[]"), ("interior_padding", 8, "int64[]"))


class StablehloReduceOptions(Options):
    dimensions: tuple[int, ...] = ()
    body_subgraph_index: int = 0
    FIELDS = (("dimensions", 4, "int64[]"), ("body_subgraph_index", 6, "int32"))


class StablehloReduceWindowOptions(Options):
    window_dimensions: tuple[int, ...] = ()
    window_strides: tuple[int, ...] = ()
    base_dilations: tuple[int, ...] = ()
    window_dilations: tuple[int, ...] = ()
    padding: tuple[int, ...] = ()
    body_subgraph_index: int = 0
    FIELDS = (("window_dimensions", 4, "int64[]"), ("window_strides", 6, "int64[]"), ("base_dilations", 8, "int64[]"), ("window_dilations", 10, "int64[]"), ("padding", 12, "int64[]"), ("body_subgraph_index", 14, "int32"))


class StablehloRngBitGeneratorOptions(Options):
    algorithm: int = 0
    FIELDS = (("algorithm", 4, "int8"),)


class StablehloScatterOptions(Options):
    indices_are_sorted: bool = False
    update_window_dims: tuple[int, ...] = ()
    inserted_window_dims: tuple[int, ...] = ()
    scatter_dims_to_operand_dims: tuple[int, ...] = ()
    index_vector_dim: int = 0
    unique_indices: bool = False
    update_computation_subgraph_index: int = 0
    FIELDS = (("indices_are_sorted", 4, "bool"), ("update_window_dims", 6, "int64[]"), ("inserted_window_dims", 8, "int64[]"), ("scatter_dims_to_operand_dims", 10, "int64[]"), ("index_vector_dim", 12, "int64"), ("unique_indices", 14, "bool"), ("update_computation_subgraph_index", 16, "int32"))


class StablehloShiftLeftOptions(Options):
    FIELDS = ()


class StablehloSliceOptions(Options):
    start_indices: tuple[int, ...] = ()
    limit_indices: tuple[int, ...] = ()
    strides: tuple[int, ...] = ()
    FIELDS = (("start_indices", 4, "int64[]"), ("limit_indices", 6, "int64[]"), ("strides", 8, "int64[]"))


class StablehloSortOptions(Options):
    dimension: int = 0
    is_stable: bool = False
    comparator_subgraph_index: int = 0
    FIELDS = (("dimension", 4, "int64"), ("is_stable", 6, "bool"), ("comparator_subgraph_index", 8, "int32"))


class StablehloTransposeOptions(Options):
    permutation: tuple[int, ...] = ()
    FIELDS = (("permutation", 4, "int64[]"),)


class StablehloWhileOptions(Options):
    cond_subgraph_index: int = 0
    body_subgraph_index: int = 0
    FIELDS = (("cond_subgraph_index", 4, "int32"), ("body_subgraph_index", 6, "int32"))


class StridedSliceOptions(Options):
    begin_mask: int = 0
    end_mask: int = 0
    ellipsis_mask: int = 0
    new_axis_mask: int = 0
    shrink_axis_mask: int = 0
    offset: bool = False
    FIELDS = (("begin_mask", 4, "int32"), ("end_mask", 6, "int32"), ("ellipsis_mask", 8, "int32"), ("new_axis_mask", 10, "int32"), ("shrink_axis_mask", 12, "int32"), ("offset", 14, "bool"))


class SubOptions(Options):
    fused_activation_function: int = 0
    pot_scale_int16: bool = True
    FIELDS = (("fused_activation_function", 4, "int8"), ("pot_scale_int16", 6, "bool"))


class TileOptions(Options):
    FIELDS = ()


class TopKV2Options(Options):
    FIELDS = ()


class TransposeConvOptions(Options):
    padding: int = 0
    stride_w: int = 0
    stride_h: int = 0
    fused_activation_function: int = 0
    quantized_bias_type: int = 0
    FIELDS = (("padding", 4, "int8"), ("stride_w", 6, "int32"), ("stride_h", 8, "int32"), ("fused_activation_function", 10, "int8"), ("quantized_bias_type", 12, "int8"))


class TransposeOptions(Options):
    FIELDS = ()


class UnidirectionalSequenceLSTMOptions(Options):
    fused_activation_function: int = 0
    cell_clip: float = 0.0
    proj_clip: float = 0.0
    time_major: bool = False
    asymmetric_quantize_inputs: bool = False
    diagonal_recurrent_tensors: bool = False
    FIELDS = (("fused_activation_function", 4, "int8"), ("cell_clip", 6, "float32"), ("proj_clip", 8, "float32"), ("time_major", 10, "bool"), ("asymmetric_quantize_inputs", 12, "bool"), ("diagonal_recurrent_tensors", 14, "bool"))


class UniqueOptions(Options):
    idx_out_type: int = 2
    FIELDS = (("idx_out_type", 4, "int8"),)


class UnpackOptions(Options):
    num: int = 0
    axis: int = 0
    FIELDS = (("num", 4, "int32"), ("axis", 6, "int32"))


class UnsortedSegmentMaxOptions(Options):
    FIELDS = ()


class UnsortedSegmentMinOptions(Options):
    FIELDS = ()


class UnsortedSegmentProdOptions(Options):
    FIELDS = ()


class UnsortedSegmentSumOptions(Options):
    FIELDS = ()


class VarHandleOptions(Options):
    container: str | None = None
    shared_name: str | None = None
    FIELDS = (("container", 4, "string"), ("shared_name", 6, "string"))


class WhereOptions(Options):
    FIELDS = ()


class WhileOptions(Options):
    cond_subgraph_index: int = 0
    body_subgraph_index: int = 0
    FIELDS = (("cond_subgraph_index", 4, "int32"), ("body_subgraph_index", 6, "int32"))


class ZerosLikeOptions(Options):
    FIELDS = ()


BUILTIN_OPTIONS: dict[int, type[Options]] = {
    1: Conv2DOptions,
    2: DepthwiseConv2DOptions,
    3: ConcatEmbeddingsOptions,
    4: LSHProjectionOptions,
    5: Pool2DOptions,
    6: SVDFOptions,
    7: RNNOptions,
    8: FullyConnectedOptions,
    9: SoftmaxOptions,
    10: ConcatenationOptions,
    11: AddOptions,
    12: L2NormOptions,
    13: LocalResponseNormalizationOptions,
    14: LSTMOptions,
    15: ResizeBilinearOptions,
    16: CallOptions,
    17: ReshapeOptions,
    18: SkipGramOptions,
    19: SpaceToDepthOptions,
    20: EmbeddingLookupSparseOptions,
    21: MulOptions,
    22: PadOptions,
    23: GatherOptions,
    24: BatchToSpaceNDOptions,
    25: SpaceToBatchNDOptions,
    26: TransposeOptions,
    27: ReducerOptions,
    28: SubOptions,
    29: DivOptions,
    30: SqueezeOptions,
    31: SequenceRNNOptions,
    32: StridedSliceOptions,
    33: ExpOptions,
    34: TopKV2Options,
    35: SplitOptions,
    36: LogSoftmaxOptions,
    37: CastOptions,
    38: DequantizeOptions,
    39: MaximumMinimumOptions,
    40: ArgMaxOptions,
    41: LessOptions,
    42: NegOptions,
    43: PadV2Options,
    44: GreaterOptions,
    45: GreaterEqualOptions,
    46: LessEqualOptions,
    47: SelectOptions,
    48: SliceOptions,
    49: TransposeConvOptions,
    50: SparseToDenseOptions,
    51: TileOptions,
    52: ExpandDimsOptions,
    53: EqualOptions,
    54: NotEqualOptions,
    55: ShapeOptions,
    56: PowOptions,
    57: ArgMinOptions,
    58: FakeQuantOptions,
    59: PackOptions,
    60: LogicalOrOptions,
    61: OneHotOptions,
    62: LogicalAndOptions,
    63: LogicalNotOptions,
    64: UnpackOptions,
    65: FloorDivOptions,
    66: SquareOptions,
    67: ZerosLikeOptions,
    68: FillOptions,
    69: BidirectionalSequenceLSTMOptions,
    70: BidirectionalSequenceRNNOptions,
    71: UnidirectionalSequenceLSTMOptions,
    72: FloorModOptions,
    73: RangeOptions,
    74: ResizeNearestNeighborOptions,
    75: LeakyReluOptions,
    76: SquaredDifferenceOptions,
    77: MirrorPadOptions,
    78: AbsOptions,
    79: SplitVOptions,
    80: UniqueOptions,
    81: ReverseV2Options,
    82: AddNOptions,
    83: GatherNdOptions,
    84: CosOptions,
    85: WhereOptions,
    86: RankOptions,
    87: ReverseSequenceOptions,
    88: MatrixDiagOptions,
    89: QuantizeOptions,
    90: MatrixSetDiagOptions,
    91: HardSwishOptions,
    92: IfOptions,
    93: WhileOptions,
    94: DepthToSpaceOptions,
    95: NonMaxSuppressionV4Options,
    96: NonMaxSuppressionV5Options,
    97: ScatterNdOptions,
    98: SelectV2Options,
    99: DensifyOptions,
    100: SegmentSumOptions,
    101: BatchMatMulOptions,
    102: CumsumOptions,
    103: CallOnceOptions,
    104: BroadcastToOptions,
    105: Rfft2dOptions,
    106: Conv3DOptions,
    107: HashtableOptions,
    108: HashtableFindOptions,
    109: HashtableImportOptions,
    110: HashtableSizeOptions,
    111: VarHandleOptions,
    112: ReadVariableOptions,
    113: AssignVariableOptions,
    114: RandomOptions,
    115: BucketizeOptions,
    116: GeluOptions,
    117: DynamicUpdateSliceOptions,
    118: UnsortedSegmentProdOptions,
    119: UnsortedSegmentMaxOptions,
    120: UnsortedSegmentMinOptions,
    121: UnsortedSegmentSumOptions,
    122: ATan2Options,
    123: SignOptions,
    124: BitcastOptions,
    125: BitwiseXorOptions,
    126: RightShiftOptions,
    247: AttentionOptions,
    248: RunModelOptions,
    249: RoPEOptions,
    250: RmsNormOptions,
    251: GRUOptions,
    252: BCQGatherOptions,
    253: BCQFullyConnectedOptions,
    254: InstanceNormOptions,
}


BUILTIN_OPTIONS_2: dict[int, type[Options]] = {
    1: StablehloConcatenateOptions,
    2: StablehloBroadcastInDimOptions,
    3: StablehloSliceOptions,
    4: StablehloConvolutionOptions,
    5: StablehloCustomCallOptions,
    6: StablehloReduceOptions,
    7: StablehloScatterOptions,
    8: StablehloCompareOptions,
    9: StablehloDynamicSliceOptions,
    10: StablehloPadOptions,
    11: StablehloIotaOptions,
    12: StablehloDotGeneralOptions,
    13: StablehloReduceWindowOptions,
    14: StablehloSortOptions,
    15: StablehloWhileOptions,
    16: StablehloGatherOptions,
    17: StablehloTransposeOptions,
    18: DilateOptions,
    19: StablehloRngBitGeneratorOptions,
    20: ReduceWindowOptions,
    21: StableHLOCompositeOptions,
    22: StablehloShiftLeftOptions,
    23: StablehloCaseOptions,
}
