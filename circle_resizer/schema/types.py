"""Enumerations, circle schema 0.10 (written by tools/gen_schema.py; do not edit)."""

from __future__ import annotations

from enum import IntEnum


class TensorType(IntEnum):
    MXINT8 = -7
    MXFP4 = -6
    GGML_Q8_1 = -5
    GGML_Q8_0 = -4
    GGML_Q4_1 = -3
    GGML_Q4_0 = -2
    UINT4 = -1
    FLOAT32 = 0
    FLOAT16 = 1
    INT32 = 2
    UINT8 = 3
    INT64 = 4
    STRING = 5
    BOOL = 6
    INT16 = 7
    COMPLEX64 = 8
    INT8 = 9
    FLOAT64 = 10
    COMPLEX128 = 11
    UINT64 = 12
    RESOURCE = 13
    VARIANT = 14
    UINT32 = 15
    UINT16 = 16
    INT4 = 17
    BFLOAT16 = 18
    INT2 = 19
    TFLITE_UINT4 = 20
    FLOAT8_E4M3FN = 21
    FLOAT8_E5M2 = 22


class Padding(IntEnum):
    SAME = 0
    VALID = 1


class MirrorPadMode(IntEnum):
    REFLECT = 0
    SYMMETRIC = 1


class CompressionType(IntEnum):
    NONE = 0
    HUFFMAN = 1
