"""The programs in ``examples/``: each runs as it stands, and makes what it says."""

from __future__ import annotations

import runpy
import threading
import urllib.error
import urllib.request
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.conftest import CHECKOUT
from worldgen import World, paint

EXAMPLES = sorted((CHECKOUT / "examples").glob("*.py"))
MADE = {
    "picture.py": {"island.png"},
    "for_an_engine.py": {"terrain.r16", "terrain.r16.json", "terrain.glb"},
    "texture.py": {"texture.png"},
}


@pytest.mark.parametrize(
    "path", [path for path in EXAMPLES if path.name != "tile_server.py"], ids=lambda path: path.name
)
def test_example(
    path: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if "to_xarray" in path.read_text("utf-8"):
        pytest.importorskip("xarray", reason="needs the extra xarray")
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(path), run_name="__main__")
    assert len(capsys.readouterr().out.splitlines()) >= 1
    assert {each.name for each in tmp_path.iterdir()} == MADE.get(path.name, set())


def test_the_server_serves_chunks(tmp_path: Path) -> None:
    program = runpy.run_path(str(CHECKOUT / "examples" / "tile_server.py"))
    server = program["make_server"](0)
    # What is served is written to the error stream otherwise.
    program["Tiles"].log_message = lambda *_: None
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        address = f"http://localhost:{server.server_port}"
        picture, _ = urllib.request.urlretrieve(f"{address}/3/0/-2.png", tmp_path / "a.png")
        with Image.open(picture) as image:
            expected = paint(World("atlantis").chunk(0, -2, 3))
            np.testing.assert_array_equal(np.asarray(image), expected)
        for wrong in ("/", "/99/0/0.png", "/0/0/0.jpg"):
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(address + wrong)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_every_example_is_in_the_list() -> None:
    told = (CHECKOUT / "examples" / "README.md").read_text("utf-8")
    assert all(f"`{path.name}`" in told for path in EXAMPLES)
    assert len(EXAMPLES) == 8
