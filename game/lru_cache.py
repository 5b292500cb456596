"""What was used last is kept, up to a number of things."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class LRUCache(Generic[Key, Value]):
    """Values by their keys; the least recently used one goes first. For one thread at a time.

    Args:
        most: how many values are kept.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def items(self) -> list[tuple[Key, Value]]:
        """Return all keys and values, the least recently used first."""
        return list(self._values.items())

    def peek(self, key: Key) -> Value | None:
        """Return a value without counting it as used; None if it is not there."""
        return self._values.get(key)

    def get(self, key: Key) -> Value | None:
        """Return a value, which then is the last one used; None if it is not there."""
        value = self._values.get(key)
        if value is not None:
            self._values.move_to_end(key)
        return value

    def put(self, key: Key, value: Value) -> Value:
        """Keep a value as the last one used, drop what is too much, and return the value."""
        self._values[key] = value
        self._values.move_to_end(key)
        self._shrink()
        return value

    def get_or_make(self, key: Key, make: Callable[[], Value]) -> Value:
        """Return a value, made if it is not there; it then is the last one used."""
        if key not in self._values:
            return self.put(key, make())
        self._values.move_to_end(key)
        return self._values[key]

    def clear(self) -> None:
        """Drop everything."""
        self._values.clear()

    def _shrink(self) -> None:
        while len(self._values) > self.most:
            self._values.popitem(last=False)
