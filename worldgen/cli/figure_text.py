"""Figures as people read them."""

from __future__ import annotations

from worldgen.analysis.measure import Figure
from worldgen.search.quantities import quantity_of


def figure_text(name: str, figure: Figure) -> str:
    """Return one figure: shares and heights with four places, cells and counts as whole numbers."""
    if figure is None:
        return "none"
    if isinstance(figure, bool):
        return "yes" if figure else "no"
    if isinstance(figure, int):
        return f"{figure:,}"
    return f"{figure:,.1f}" if quantity_of(name).high > 1 else f"{figure:.4f}"
