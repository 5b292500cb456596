"""Great islands, solved on two levels: a coarse plan of the whole, and tiles of fine nodes."""
