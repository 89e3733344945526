"""All networks of the suite."""

from __future__ import annotations

from tests.public import kerasapps, text, vision

NETWORKS = [*text.NETWORKS, *vision.NETWORKS, *kerasapps.NETWORKS]
