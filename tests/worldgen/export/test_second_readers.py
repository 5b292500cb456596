"""Each format is opened with another reader than the one it was written against.

At negative and at huge coordinates, from close up to far away, with seeds that are hard to write.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.worlds import shared_world
from worldgen import World, paint
from worldgen.area import Area
from worldgen.export import (
    FORMATS,
    ExportError,
    export,
    write_geotiff,
    write_gltf,
    write_map_tiles,
    write_picture,
    write_raw16,
    write_stl,
)
from worldgen.export.mesh import RELIEF
from worldgen.files.world_fields import text_fields
from worldgen.parameters import ParameterError

SEED = 'a\u0001b "c" <d> </script> \ufffe 🌋'
AREAS = (
    Area(-70, -90, 60, 40),
    Area(-16 * 300, 16 * 200, 33, 50, lod=-4),
    Area(-(2**44), 2**44, 40, 30, lod=6),
    Area(2**50, -(2**50), 30, 40),
)
areas = pytest.mark.parametrize("area", AREAS, ids=lambda area: f"lod {area.lod} at {area.left}")


@pytest.fixture
def world() -> World:
    return shared_world(SEED)


@areas
def test_geotiff_opens_in_pillow(tmp_path: Path, world: World, area: Area) -> None:
    pytest.importorskip("tifffile", reason="needs the extra export")
    path = tmp_path / "a.tif"
    write_geotiff(path, world, area)
    with Image.open(path) as image:
        assert image.mode == "F"
        np.testing.assert_array_equal(np.asarray(image), area.read(world).height)
        tags: Any = image.tag_v2  # type: ignore[attr-defined]
        step, x, y = (float(part) for part in (area.step, area.x, area.y))
        assert tags[33550] == (step, step, 0.0)
        assert tags[33922] == (0.0, 0.0, 0.0, x, -y, 0.0)
        keys = np.array(tags[34735]).reshape(-1, 4)
        assert keys[0].tolist() == [1, 1, 1, len(keys) - 1]
        assert [1025, 0, 1, 2] in keys.tolist()
        told = json.loads(tags[270])
    assert told == {"field": "height", **text_fields(world)}


def test_geotiff_of_another_field(tmp_path: Path, world: World) -> None:
    pytest.importorskip("tifffile", reason="needs the extra export")
    write_geotiff(tmp_path / "a.tif", world, AREAS[0], field="biome")
    with Image.open(tmp_path / "a.tif") as image:
        np.testing.assert_array_equal(np.asarray(image), AREAS[0].read(world).biome)
    with pytest.raises(ExportError, match="field must be one of height"):
        write_geotiff(tmp_path / "b.tif", world, AREAS[0], field="hight")
    assert not (tmp_path / "b.tif").exists()


@areas
def test_solids_are_closed(tmp_path: Path, world: World, area: Area) -> None:
    trimesh = pytest.importorskip("trimesh")
    write_stl(tmp_path / "a.stl", world, area)
    mesh = trimesh.load(tmp_path / "a.stl")
    assert mesh.is_watertight and mesh.is_winding_consistent and mesh.is_volume
    assert mesh.volume > 0.0
    step = float(area.step)
    size = ((area.width - 1) * step, (area.height - 1) * step)
    np.testing.assert_allclose(mesh.extents[:2], size)
    region = area.read(world)
    surface = np.where(np.isnan(region.water_level), region.height, region.water_level)
    floor = world.parameters.water_level - 0.02
    assert mesh.bounds[1][2] == pytest.approx((surface.max() - floor) * RELIEF, rel=1e-5)
    assert mesh.bounds[0][2] == 0.0
    # North is up: row r lies at y = -r.
    top = mesh.vertices[mesh.vertices[:, 2] > 0.0]
    highest = np.argwhere(surface == surface.max())
    if len(highest) == 1:
        row, column = highest[0]
        np.testing.assert_allclose(top[top[:, 2].argmax()][:2], (column * step, -row * step))


@areas
def test_scenes_open_in_trimesh(tmp_path: Path, world: World, area: Area) -> None:
    trimesh = pytest.importorskip("trimesh")
    write_gltf(tmp_path / "a.glb", world, area, relief=50.0)
    mesh = trimesh.load(tmp_path / "a.glb", process=False).to_mesh()
    assert len(mesh.vertices) == area.samples
    assert len(mesh.faces) == 2 * (area.width - 1) * (area.height - 1)
    region = area.read(world)
    surface = np.where(np.isnan(region.water_level), region.height, region.water_level)
    heights = (surface - world.parameters.water_level) * 50.0
    np.testing.assert_allclose(mesh.vertices[:, 1], heights.ravel(), rtol=1e-5, atol=1e-5)
    np.testing.assert_array_equal(mesh.visual.vertex_colors[:, :3], paint(region).reshape(-1, 3))
    assert (mesh.face_normals[:, 1] > 0.0).all()
    content = json.loads((tmp_path / "a.glb").read_bytes()[20:].partition(b"BIN\0")[0][:-4])
    assert content["extras"]["seed"] == world.seed
    assert content["extras"]["x"] == float(area.x)


def test_meshes_need_squares(tmp_path: Path, world: World) -> None:
    for write in (write_stl, write_gltf):
        with pytest.raises(ExportError, match="two rows and two columns"):
            write(tmp_path / "a", world, Area(0, 0, 1, 5))
        with pytest.raises(ExportError, match="at most 4,194,304 samples"):
            write(tmp_path / "a", world, Area(0, 0, 10_000, 10_000))
        with pytest.raises(ParameterError, match="relief must be"):
            write(tmp_path / "a", world, AREAS[0], relief=0.0)
    assert not list(tmp_path.iterdir())


@areas
def test_map_tiles_make_up_the_picture(tmp_path: Path, world: World, area: Area) -> None:
    area = Area(area.left, area.top, 300 + area.width, 700, area.lod)
    folder = tmp_path / "isles.tiles"
    write_map_tiles(folder, world, area)
    about = json.loads((folder / "tiles.json").read_text())
    assert about["maxzoom"] == 2
    assert about["world"]["seed"] == world.seed

    def mosaic(level: int) -> np.ndarray:
        columns = sorted((folder / str(level)).iterdir(), key=lambda path: int(path.name))
        rows = range(len(list(columns[0].iterdir())))
        tiles = [[np.asarray(Image.open(c / f"{y}.png")) for c in columns] for y in rows]
        return np.concatenate([np.concatenate(row, axis=1) for row in tiles])

    whole = mosaic(2)
    assert whole.shape == (768, 512, 3)
    expected = paint(Area(area.left, area.top, 512, 700, area.lod).read(world))
    np.testing.assert_array_equal(whole[:700], expected)
    half, least = mosaic(1), mosaic(0)
    assert half.shape == (512, 256, 3) and least.shape == (256, 256, 3)
    means = whole.astype(float).reshape(384, 2, 256, 2, 3).mean(axis=(1, 3))
    assert np.abs(half[:384] - means).max() <= 0.5


def test_the_page_of_map_tiles_needs_nothing_else(tmp_path: Path, world: World) -> None:
    write_map_tiles(tmp_path / "a.tiles", world, AREAS[0])
    page = (tmp_path / "a.tiles" / "index.html").read_text("utf-8")
    assert not re.search(r"https?:|src=|href=", page)
    assert page.count("</script>") == 1 and page.count("<script>") == 1
    assert "a\\u0001b &quot;c&quot; &lt;d&gt;" in page
    told = re.search(r"const about = (.*);\n", page)
    assert told is not None
    about = json.loads(told[1])
    assert about == json.loads((tmp_path / "a.tiles" / "tiles.json").read_text())
    with pytest.raises(ExportError, match="not empty"):
        write_map_tiles(tmp_path / "a.tiles", world, AREAS[0])
    write_map_tiles(tmp_path / "a.tiles", world, AREAS[0], overwrite=True)


@areas
@pytest.mark.parametrize("north_up", (False, True))
def test_world_files_place_the_middle_of_a_pixel(
    tmp_path: Path, world: World, area: Area, north_up: bool
) -> None:
    write_picture(tmp_path / "a.png", world, area, north_up=north_up)
    a, d, b, e, c, f = map(float, (tmp_path / "a.pgw").read_text().split())
    sign = -1.0 if north_up else 1.0
    assert (d, b) == (0.0, 0.0)
    column, row = 7, 11
    assert a * column + c == float(area.x + column * area.step)
    assert e * row + f == sign * float(area.y + row * area.step)
    with Image.open(tmp_path / "a.png") as image:
        np.testing.assert_array_equal(np.asarray(image), paint(area.read(world)))


@areas
def test_raw_heights_say_how_they_are_read(tmp_path: Path, world: World, area: Area) -> None:
    write_raw16(tmp_path / "a.r16", world, area)
    about = json.loads((tmp_path / "a.r16.json").read_text())
    shape = about["height"], about["width"]
    kind = {"little": "<u2"}[about["byte_order"]]
    heights = np.frombuffer((tmp_path / "a.r16").read_bytes(), kind).reshape(shape)
    scale = (about["highest"] - about["lowest"]) / (2 ** about["bits"] - 1)
    np.testing.assert_allclose(
        about["lowest"] + heights * scale, area.read(world).height, atol=scale
    )
    assert (about["x"], about["y"]) == (float(area.x), float(area.y))
    assert about["world"]["seed"] == world.seed


@pytest.mark.parametrize("name", FORMATS)
def test_one_door_to_all_formats(tmp_path: Path, name: str) -> None:
    pytest.importorskip("tifffile", reason="needs the extra export")
    path = tmp_path / f"a{FORMATS[name].endings[0]}"
    seen: list[int] = []
    export(path, shared_world(5), -20, 30, 40, 24, format=name, progress=seen.append)
    assert sum(seen) >= 40 * 24
    assert all(each.exists() for each in FORMATS[name].files(path))
    with pytest.raises((FileExistsError, ExportError)):
        export(path, shared_world(5), -20, 30, 40, 24, format=name)


def test_the_door_says_what_there_is(tmp_path: Path, world: World) -> None:
    with pytest.raises(ExportError, match=r"must end in \.geojson or .* not '\.bmp'"):
        export(tmp_path / "a.bmp", world, 0, 0, 8, 8)
    with pytest.raises(ExportError, match="format must be one of picture"):
        export(tmp_path / "a.png", world, 0, 0, 8, 8, format="bmp")
    with pytest.raises(ExportError, match="npz has no option palette"):
        export(tmp_path / "a.npz", world, 0, 0, 8, 8, palette="natural")
