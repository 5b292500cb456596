"""Pictures of regions: painter, palettes and overlays, from the fields alone."""
