"""What is written and drawn over the land."""
