"""All networks of the suite."""

from __future__ import annotations

from tests.public import kerasapps, kerashub, text, vision

from tests.public import images
NETWORKS = [*text.NETWORKS, *vision.NETWORKS, *kerasapps.NETWORKS, *kerashub.NETWORKS, *images.NETWORKS]
