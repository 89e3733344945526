"""A published face detector: a batch, and larger images. Needs pip, ai-edge-litert, one-resize."""

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

from circle_resizer import resize, verify

WHEEL, FOLDER = "mediapipe==0.10.14", "mediapipe/modules/face_detection/"
MODEL = Path("face_detection_short_range.tflite")


def fetch():  # the file lies in a package of the index, which need not be installed
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:"]
    subprocess.run([*pip, "-d", ".", WHEEL], check=True)
    with ZipFile(next(Path().glob("mediapipe-*.whl"))) as wheel:
        MODEL.write_bytes(wheel.read(FOLDER + MODEL.name))


if not MODEL.exists():
    fetch()
for name, shape in {"batch4": [4, None, None, None], "large": [1, 256, 256, 3]}.items():
    result = resize(MODEL, [shape])
    print(f"{name}: {result.inputs_before} -> {result.inputs_after}, {result.report.summary}")
    print(f"{name}: boxes {result.outputs_before[0]} -> {result.outputs_after[0]}")
    for line in verify(MODEL, result.data, required=True).lines:
        print(f"{name}: {line}")
    result.save(MODEL.with_suffix(f".{name}.tflite"))
