"""Trees, rocks and the like: modelled once, composited onto chunks."""
