"""The land on the screen: chunks requested, made, cached and blitted."""
