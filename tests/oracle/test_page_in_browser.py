"""The page of a report in a browser: its script runs and shows the tools."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from circle_resizer import resize
from circle_resizer.file.model import Model
from circle_resizer.reporting import page
from circle_resizer.reporting.drawing import stored_dims

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
BERT = Path(__file__).resolve().parents[2] / "examples/bert/bert.circle"
TYPE = """
search.value = "reshape_default_2'"; search.dispatchEvent(new Event("input")); zoom(2);
document.title = document.getElementById("found").textContent + pictures[0].getAttribute("width");
"""


@pytest.mark.skipif(BROWSER is None, reason="no Chromium here")
def test_search_and_zoom(tmp_path: Path) -> None:
    result, old = resize(BERT, batch=3), Model.open(BERT)
    text = page.done("title", result.report, Model(result.data), stored_dims(old))
    (tmp_path / "a.html").write_text(text.replace("</script>", f"{TYPE}</script>"))
    done = subprocess.run(  # noqa: S603  (a browser)
        [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
         f"file://{tmp_path}/a.html"],
        text=True, check=True, capture_output=True,
    )  # fmt: skip
    assert '<p id="tools">' in done.stdout
    width = text.partition('<svg xmlns="http://www.w3.org/2000/svg" width="')[2].partition('"')[0]
    assert f"<title>2 found{2 * int(width)}</title>" in done.stdout
