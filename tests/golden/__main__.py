"""Write the golden hashes of the present version anew: ``python -m tests.golden``."""

from __future__ import annotations

import json

import worldgen
from tests.golden.layers import PATH, compute


def main() -> None:
    """Compute all hashes, say which have changed, and store them."""
    stored = json.loads(PATH.read_text(encoding="utf-8")) if PATH.exists() else {}
    version = str(worldgen.GENERATOR_VERSION)
    before = stored.get(version, {})
    stored[version] = {}
    for name, value in compute():
        stored[version][name] = value
        print(f"{name}: {'as before' if before.get(name) == value else 'new'}")
    PATH.write_text(json.dumps(stored, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
