"""Names of islands, peaks, lakes and rivers: pronounceable, and the same for ever.

A name is a stem and an ending, as in Mar-ovy, Tess-el, Ard-ane. A stem is told from any other by
its letters, whatever ending follows; and stems are dealt out, not drawn, so that things near each
other never share one: no two islands within 128 x 64 squares of each other have the same name.
"""

from __future__ import annotations

from functools import lru_cache

from worldgen.seed import layer_key

_ONSETS = ["", *"b br c cl cr d dr f fl fr g gl gr h j k l m n".split()]
_ONSETS += "p pr r s sh st t th tr v w z".split()
_VOWELS = "a e i o u y ae ai".split()
_MIDDLES = "b d l ll m n nn r rr s ss v th".split()
_MIDDLES += "nd ld rd ns lt st sk rk rl rm rv lm lv lf ls mb ng dr br".split()
_ENDINGS = [
    ends.split()
    for ends in (
        """
a a a e i o an an en en in on on el el il ar er or is as os ay ey
ane ine one ore ire ure ale ole ia ea io ath eth ith oth ast est ost and ond ell orn ern
ara era ora ira ana ena ina ona ala ela ila ola ada ida eda ama oma una ula isa osa esse elle
ovy avy ory ery elly anny ando indo aro ero alin erin olin aron oran evan avel ovan amar omir anor
""",
        """
anto ento indra oldra undra arda erda orda arga orga ista osta asta isca osca esca anza enza onza
etta otta atta issa ossa umbra ambra ombe ande orne arne elde olde asse osse ette otte inge
orum arum inor enor unor adon edon idon odon akar ekar okar ikar amun emun omun
""",
        """
andia endia india ondia oria aria eria uria avia ovia evia ivia assia essia ossia ania enia onia
inia unia alia elia olia ulia adia edia odia amia emia omia atia etia otia ophia arctia aland eland
oland ormark armark esmark owald ewald awald agard ogard egard
""",
    )
]
"""Endings of names on islands of each level. No two levels share one, nor a name."""

_TURN = 37
"""How many endings farther the next feature with the same stem goes: a prime, so that all come."""

_UNLUCKY = frozenset("Anal Dildo Dumbas Homo Killer Molest Penis Semen".split())
_UNLUCKY_STEMS = {"ass": "aesh", "cum": "cosh", "piss": "pash", "turd": "tash"}
"""Stems that no ending saves, and what stands in for them: no other stem ends in sh."""

_STEM_BITS = 13
_STEMS = 1 << _STEM_BITS
_ISLANDS = (7, 6, 0)
"""Bits of i, j and index that choose an island's stem: together ``_STEM_BITS``."""

_FEATURES = (4, 3, 6)
"""The same for a feature: the first 64 of a kind within 16 x 8 squares have stems of their own, the
next 64 of an island the same ones again with other endings."""

assert len(_ONSETS) * len(_VOWELS) * len(_MIDDLES) == _STEMS


def island_name(key: int, i: int, j: int, level: int = 0) -> str:
    """Return the name of the island of one site."""
    return _name(key, "island", i, j, level, 0, _ISLANDS)


def feature_name(key: int, kind: str, i: int, j: int, level: int, index: int) -> str:
    """Return the name of one peak, lake or river (``kind``) of an island."""
    word = _name(key, kind, i, j, level, index, _ISLANDS if kind == "peak" else _FEATURES)
    return {"peak": f"Mount {word}", "lake": f"Lake {word}", "river": f"{word} River"}[kind]


def _name(
    key: int, kind: str, i: int, j: int, level: int, index: int, bits: tuple[int, int, int]
) -> str:
    turn, index = divmod(index, 1 << bits[2])
    slot = 0
    for number, width in zip((i, j, index), bits, strict=True):
        slot = slot << width | number & ((1 << width) - 1)
    if level:
        kind = f"{kind} {level}"
    stem = _stem(_shuffled(slot, _shuffle_keys(key, kind)))
    drawn = layer_key(key, f"name {kind} {i} {j} {index}", 0)
    return (stem + _ending(stem, _ENDINGS[level], drawn, turn)).capitalize()


def _ending(stem: str, endings: list[str], drawn: int, turn: int) -> str:
    """Return the ending of a stem that is used for the first time, or for another ``turn``.

    No two turns have the same ending, until all of them have been used.
    """
    lucky = [each for each in endings if (stem + each).capitalize() not in _UNLUCKY]
    while True:
        drawn, at = divmod(drawn, len(endings))
        if endings[at] in lucky:
            break
    if turn == 0:
        return endings[at]
    kinds = list(dict.fromkeys(lucky))
    return kinds[(kinds.index(endings[at]) + _TURN * turn) % len(kinds)]


def _stem(number: int) -> str:
    number, onset = divmod(number, len(_ONSETS))
    middle, vowel = divmod(number, len(_VOWELS))
    stem = _ONSETS[onset] + _VOWELS[vowel] + _MIDDLES[middle]
    return _UNLUCKY_STEMS.get(stem, stem)


@lru_cache(maxsize=64)
def _shuffle_keys(key: int, kind: str) -> tuple[int, ...]:
    return tuple(layer_key(key, f"names {kind}", turn) for turn in range(4))


def _shuffled(slot: int, keys: tuple[int, ...]) -> int:
    """Return another number below ``_STEMS``, a different one for each slot.

    Adding, multiplying by an odd number and folding the upper half onto the lower can all be
    undone, so none of them brings two slots together.
    """
    for turn in keys:
        slot = (slot + turn) * (turn >> 16 | 1) % _STEMS
        slot ^= slot >> (_STEM_BITS + 1) // 2
    return slot
