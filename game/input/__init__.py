"""Keys, buttons and sticks, and what they mean."""
