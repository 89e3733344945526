"""The optimisation passes that one-optimize knows, under the name that drivers import."""

from __future__ import annotations

SAFE = """
    common_subexpression_elimination fold_add_v2 fold_cast fold_densify fold_dequantize
    fold_dwconv fold_fully_connected fold_gather fold_sparse_to_dense forward_reshape_to_unaryop
    forward_transpose_op fuse_activation_function fuse_add_with_fully_connected
    fuse_add_with_tconv fuse_batchnorm_with_conv fuse_batchnorm_with_dwconv
    fuse_batchnorm_with_tconv fuse_gelu fuse_horizontal_fc_layers fuse_instnorm
    fuse_mean_with_mean fuse_prelu fuse_slice_with_tconv fuse_transpose_with_mean
    remove_redundant_reshape remove_redundant_transpose remove_unnecessary_add
    remove_unnecessary_reshape remove_unnecessary_slice remove_unnecessary_split
    remove_unnecessary_strided_slice replace_non_const_fc_with_batch_matmul
    replace_with_fc_gelu_fc resolve_customop_add resolve_customop_batchmatmul
    resolve_customop_matmul resolve_customop_max_pool_with_argmax resolve_customop_splitv
    substitute_pack_to_reshape substitute_padv2_to_pad substitute_splitv_to_split
    substitute_squeeze_to_reshape substitute_strided_slice_to_reshape
    substitute_transpose_to_reshape transform_min_max_to_relu6 transform_min_relu_to_relu6
"""
FURTHER = """
    convert_nchw_to_nhwc decompose_hardswish decompose_softmax dynamic_batch_to_single_batch
    expand_broadcast_const fuse_bcq fuse_preactivation_batchnorm make_batchnorm_gamma_positive
    nchw_to_nhwc_input_shape nchw_to_nhwc_output_shape remove_fakequant remove_quantdequant
    remove_redundant_quantize replace_cw_mul_add_with_depthwise_conv replace_sub_with_add
    shuffle_weight_to_16x1float32 unroll_unidirseqlstm
"""


class Constant:
    """Read-only; ``O1`` holds the passes that keep what a model computes."""

    __slots__ = ()
    O1 = tuple(SAFE.split())
    OPTIMIZATION_OPTS = tuple(
        (name, name.replace("_", " ")) for name in sorted((SAFE + FURTHER).split())
    )


CONSTANT = Constant()
