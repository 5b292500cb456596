"""The lab: how noise becomes islands, live, with the same code that makes the worlds."""
