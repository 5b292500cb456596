"""Pages of controls: how they look, where they lie, and how the focus moves between them."""
