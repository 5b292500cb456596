"""Names of islands, peaks, lakes and rivers: pronounceable, and the same for ever."""

from __future__ import annotations

from worldgen.seed import layer_key

_STARTS = (
    "b br c d dr f fl g gl gr h k kh kr l m n p pr r s sh sk st t th tr v w y z".split() + [""] * 2
)
_VOWELS = "a a a e e e i i o o u ae ai ea ia io ei ou".split()
_MIDDLES = "l r n m s th v d k nd rr ll st lm rn sk nn".split()
_ENDS = ["", "", "", "n", "r", "l", "s", "th", "nd", "m", "ra", "na", "los", "mir", "dor", "va"]


def island_name(key: int, i: int, j: int) -> str:
    """Return the name of the island of one site."""
    return _word(_bits(key, "island", i, j))


def feature_name(key: int, kind: str, i: int, j: int, index: int) -> str:
    """Return the name of one peak, lake or river (``kind``) of an island."""
    word = _word(_bits(key, kind, i, j, index))
    return {"peak": f"Mount {word}", "lake": f"Lake {word}", "river": f"{word} River"}[kind]


def _bits(key: int, kind: str, *numbers: int) -> int:
    label = kind + "".join(f" {number}" for number in numbers)
    return layer_key(key, "name " + label, 0)


def _word(bits: int) -> str:
    def pick(words: list[str] | tuple[str, ...]) -> str:
        nonlocal bits
        bits, at = divmod(bits, len(words))
        return words[at]

    syllables = 1 + bits % 2
    bits //= 2
    word = pick(_STARTS) + pick(_VOWELS)
    for _ in range(syllables):
        word += pick(_MIDDLES) + pick(_VOWELS)
    return (word + pick(_ENDS)).capitalize()
