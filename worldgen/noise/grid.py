"""Sums of octaves of lattice noise over grids of samples.

A grid is filled row by row, in strips narrow enough for the nearest caches. Each octave keeps the
two lattice rows around the present row of samples, already interpolated in x; what changes from one
row of samples to the next is the blend in y alone, so that the inner loops are contiguous
multiplications and additions. Every sample is the same sum in the same order whatever the grid.
"""

from __future__ import annotations

import numpy as np
from numba import types

from worldgen.kernels.decorators import FLOATS, device, kernel
from worldgen.noise.hashing import hash_row
from worldgen.noise.rows import (
    Strip,
    expand_gradient,
    expand_value,
    hash_points,
    is_dense,
    place_samples,
)

WAVELENGTH, KEY, OFFSET_X, OFFSET_Y = 0, 1, 2, 3
"""Columns of a table of octaves: int64; the key is the same 64 bits as a signed number."""

_STRIP = 256
_BLOCK = 64
"""Columns and rows of samples whose places are worked out at once."""

_PADDING = 8
"""Columns that keep rows of scratch space from lying whole pages apart, which stalls the cache."""

_ROW, _SLOT = 0, 1
"""What an octave remembers: the lattice row above, and which of its two places holds it."""

_NO_ROW = -(1 << 62)


@device()
def shape(total):  # type: ignore[no-untyped-def]
    """Bring a sum of octaves into 0..1: a smooth curve that is flat at both ends."""
    bounded = min(max(total, -1.0), 1.0)
    return 0.5 + bounded * (0.75 - 0.25 * (bounded * bounded))


@device(inline="forced")
def _next_row(iy, first, octave, key, amplitude, gradient, strip):  # type: ignore[no-untyped-def]
    """Make iy the lattice row above: expand what is new, and set the terms of the blend in y.

    With fraction f and weight w of a row of samples, an octave of value noise is above + w * term.
    One of gradient noise is above + f * term + w * term + w f * term, with three different terms.
    """
    state, sides, terms = strip.state, strip.sides, strip.terms
    parts = 2 if gradient else 1
    follows = iy == state[_ROW, octave] + 1
    if follows:
        # What was below is above now, and its place is taken by the new row.
        state[_SLOT, octave] = 1 - state[_SLOT, octave]
    state[_ROW, octave] = iy
    above = parts * (2 * octave + state[_SLOT, octave])
    below = parts * (2 * octave + 1 - state[_SLOT, octave])
    for new in range(1 if follows else 0, 2):
        side = below if new else above
        row = hash_row(key, iy + new)
        points = hash_points(row, first, octave, strip)
        if gradient:
            expand_gradient(points, octave, amplitude, strip, side)
        else:
            expand_value(points, octave, amplitude, strip, side)
    if gradient:
        for c in range(strip.columns):
            terms[3 * octave, c] = sides[above + 1, c]
            terms[3 * octave + 1, c] = (sides[below, c] - sides[below + 1, c]) - sides[above, c]
            terms[3 * octave + 2, c] = sides[below + 1, c] - sides[above + 1, c]
    else:
        for c in range(strip.columns):
            terms[octave, c] = sides[below, c] - sides[above, c]


@device(inline="forced")
def _add_values(totals, terms, places, r, octaves, count):  # type: ignore[no-untyped-def]
    """Add the terms of all octaves; six in one pass save the total's way to memory and back."""
    o = 0
    while o + 6 <= octaves:
        w0, w1, w2 = places[2 * o + 1, r], places[2 * o + 3, r], places[2 * o + 5, r]
        w3, w4, w5 = places[2 * o + 7, r], places[2 * o + 9, r], places[2 * o + 11, r]
        for c in range(count):
            part = totals[0, c] + w0 * terms[o, c]
            part = (part + w1 * terms[o + 1, c]) + w2 * terms[o + 2, c]
            part = (part + w3 * terms[o + 3, c]) + w4 * terms[o + 4, c]
            totals[0, c] = part + w5 * terms[o + 5, c]
        o += 6
    while o < octaves:
        weight = places[2 * o + 1, r]
        for c in range(count):
            totals[0, c] += weight * terms[o, c]
        o += 1


@device(inline="forced")
def _add_gradients(totals, terms, places, r, octaves, count, both):  # type: ignore[no-untyped-def]
    """Add the terms of all octaves to one row of samples, or to both that share them.

    Two octaves in one pass.
    """
    o = 0
    while o + 2 <= octaves:
        f0, w0 = places[2 * o, r], places[2 * o + 1, r]
        f1, w1 = places[2 * o + 2, r], places[2 * o + 3, r]
        b0, b1 = w0 * f0, w1 * f1
        t = 3 * o
        if both:
            g0, v0 = places[2 * o, r + 1], places[2 * o + 1, r + 1]
            g1, v1 = places[2 * o + 2, r + 1], places[2 * o + 3, r + 1]
            d0, d1 = v0 * g0, v1 * g1
            for c in range(count):
                t0, t1, t2 = terms[t, c], terms[t + 1, c], terms[t + 2, c]
                t3, t4, t5 = terms[t + 3, c], terms[t + 4, c], terms[t + 5, c]
                part = ((totals[0, c] + f0 * t0) + w0 * t1) + b0 * t2
                totals[0, c] = ((part + f1 * t3) + w1 * t4) + b1 * t5
                part = ((totals[1, c] + g0 * t0) + v0 * t1) + d0 * t2
                totals[1, c] = ((part + g1 * t3) + v1 * t4) + d1 * t5
        else:
            for c in range(count):
                part = totals[0, c] + f0 * terms[t, c]
                part = (part + w0 * terms[t + 1, c]) + b0 * terms[t + 2, c]
                part = (part + f1 * terms[t + 3, c]) + w1 * terms[t + 4, c]
                totals[0, c] = part + b1 * terms[t + 5, c]
        o += 2
    if o < octaves:
        t = 3 * o
        for row in range(2 if both else 1):
            f0, w0 = places[2 * o, r + row], places[2 * o + 1, r + row]
            b0 = w0 * f0
            for c in range(count):
                part = totals[row, c] + f0 * terms[t, c]
                totals[row, c] = (part + w0 * terms[t + 1, c]) + b0 * terms[t + 2, c]


@device(inline="forced")
def _find_changes(indices, octaves, block, changes):  # type: ignore[no-untyped-def]
    """Find for each row but the first the broadest octave whose lattice rows are new there."""
    for r in range(1, block):
        changes[r] = octaves
    for o in range(octaves - 1, -1, -1):
        for r in range(1, block):
            changes[r] = o if indices[o, r] != indices[o, r - 1] else changes[r]


@device(inline="source")
def _fill_strip(x, y, step, table, amplitudes, gradient, start, count, sums, shaped):  # type: ignore[no-untyped-def]
    """Fill the columns from ``start`` of one of the two grids: of the one that has columns."""
    octaves = table.shape[0]
    rows = max(sums.shape[0], shaped.shape[0])
    parts = 2 if gradient else 1
    strip = Strip(
        count,
        np.empty((octaves, count + _PADDING), dtype=np.int64),
        np.empty((octaves, count + _PADDING), dtype=np.uint32),
        np.empty((2 * octaves, count + _PADDING)),
        np.empty(2 * count + 2, dtype=np.uint64),
        np.empty((2, 2 * count + 2 + _PADDING)),
        np.empty((2, octaves), dtype=np.int64),
        np.empty((2 * parts * octaves, count + _PADDING)),
        np.empty(((3 if gradient else 1) * octaves, count + _PADDING)),
    )
    indices, lefts, state = strip.indices, strip.lefts, strip.state
    sides, terms = strip.sides, strip.terms
    indices_y = np.empty((octaves, _BLOCK), dtype=np.int64)
    places_y = np.empty((2 * octaves, _BLOCK))
    changes = np.empty(_BLOCK, dtype=np.int64)
    firsts = np.empty((2, octaves), dtype=np.int64)
    # Row o + 1 is the sum of what the first o + 1 octaves have above: most of it changes rarely.
    above = np.empty((octaves + 1, count + _PADDING))
    totals = np.empty((2, count + _PADDING))
    for c in range(count):
        above[0, c] = 0.0
    for o in range(octaves):
        left = x + table[o, OFFSET_X] + start * step
        firsts[0, o] = place_samples(
            left, step, table[o, WAVELENGTH], gradient, o, count, indices, strip.places
        )
        dense = is_dense(o, count, indices)
        for c in range(count):
            lefts[o, c] = np.uint32(indices[o, c]) if dense else np.uint32(2 * c)
        state[_ROW, o] = _NO_ROW
        state[_SLOT, o] = 0
    for top in range(0, rows, _BLOCK):
        block = min(_BLOCK, rows - top)
        for o in range(octaves):
            upper = y + table[o, OFFSET_Y] + top * step
            firsts[1, o] = place_samples(
                upper, step, table[o, WAVELENGTH], gradient, o, block, indices_y, places_y
            )
        _find_changes(indices_y, octaves, block, changes)
        # What came before this block is known from the state alone.
        changes[0] = 0
        r = 0
        while r < block:
            for o in range(changes[r], octaves):
                iy = firsts[1, o] + indices_y[o, r]
                if iy != state[_ROW, o]:
                    _next_row(
                        iy, firsts[0, o], o, np.uint64(table[o, KEY]), amplitudes[o], gradient,
                        strip,
                    )  # fmt: skip
                side = parts * (2 * o + state[_SLOT, o])
                for c in range(count):
                    above[o + 1, c] = above[o, c] + sides[side, c]
            both = gradient and r + 1 < block and changes[r + 1] == octaves
            rows_done = 2 if both else 1
            for k in range(rows_done):
                # Unsigned places in the grid: signed ones are checked for counting from the end,
                # sample by sample.
                row = np.uint64(top + r + k)
                if sums.shape[1] > 0:
                    for c in range(count):
                        totals[k, c] = above[octaves, c] + sums[row, np.uint64(start + c)]
                else:
                    for c in range(count):
                        totals[k, c] = above[octaves, c]
            if gradient:
                _add_gradients(totals, terms, places_y, r, octaves, count, both)
            else:
                _add_values(totals, terms, places_y, r, octaves, count)
            for k in range(rows_done):
                row = np.uint64(top + r + k)
                if sums.shape[1] > 0:
                    for c in range(count):
                        sums[row, np.uint64(start + c)] = totals[k, c]
                else:
                    for c in range(count):
                        shaped[row, np.uint64(start + c)] = np.float32(shape(totals[k, c]))
            r += rows_done


@kernel(
    types.void(
        *(types.int64,) * 3,
        types.Array(types.int64, 2, "C", readonly=True),
        FLOATS,
        types.boolean,
        types.float64[:, ::1],
        types.float32[:, ::1],
    ),
    first=True,
)
def fill_grid(x, y, step, table, amplitudes, gradient, sums, shaped):  # type: ignore[no-untyped-def]
    """Add octaves to ``sums`` as they are, or else fill ``shaped`` with their sum in 0..1.

    The sum is fBm (Musgrave, Kolb and Mace 1989). Exactly one of the two grids has samples.

    Args:
        x, y: place of sample [0, 0], in sixty-fourths of a cell.
        step: between samples, in sixty-fourths of a cell.
        table: int64 (octaves, 4), see WAVELENGTH.
        amplitudes: float64 (octaves,).
        gradient: whether this is gradient noise, else value noise.
        sums: float64 (rows, columns), read and written.
        shaped: float32 (rows, columns), written.
    """
    columns = max(sums.shape[1], shaped.shape[1])
    for strip in range((columns + _STRIP - 1) // _STRIP):
        start = strip * _STRIP
        count = min(_STRIP, columns - start)
        _fill_strip(x, y, step, table, amplitudes, gradient, start, count, sums, shaped)
