"""Where play begins."""
