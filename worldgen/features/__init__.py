"""Islands, rivers and lakes as users of the library see them."""
