"""Figures of any area: what is counted and measured, however large it is."""
