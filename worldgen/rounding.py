"""Whether this thread rounds as the world needs it: to the nearest number.

Every sum in the world is one of the processor's, which rounds as the thread last asked for. A
foreign library that forgets to set that back would make another world without a word.
"""

from __future__ import annotations

_HALF_STEP = 2.0**-53
"""Half of the distance from 1 to the next number."""


def check_rounding() -> None:
    """See that numbers are rounded to the nearest; takes 0.1 microseconds.

    Raises:
        FloatingPointError: they are rounded up, down or toward zero.
    """
    # Rounded up the first is more than 1; down or toward zero the second is less.
    if 1.0 + _HALF_STEP != 1.0 or 1.0 - _HALF_STEP / 2 != 1.0:
        raise FloatingPointError(
            "in this thread the processor does not round to the nearest number, so that the world "
            "would be another one: some library has called fesetround and not set it back"
        )
