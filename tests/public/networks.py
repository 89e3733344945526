"""All networks of the suite."""

from __future__ import annotations

from tests.public import images, kerasapps, kerashub, text, vision

NETWORKS = [
    *text.NETWORKS,
    *vision.NETWORKS,
    *kerasapps.NETWORKS,
    *kerashub.NETWORKS,
    *images.NETWORKS,
]
