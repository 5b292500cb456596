"""One island solved on a lattice: relief, drainage, lakes, rivers and humidity, kept as a plan."""
