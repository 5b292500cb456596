"""The standard streams of a command, whatever they are: a terminal, a full disk, nothing at all."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TextIO

PROGRAM = "worldgen"
_LONGEST_COMPLAINT = 700


@contextmanager
def usable_streams() -> Iterator[None]:
    """Let everything be written: nowhere without a stream, and by stand-ins without a letter."""
    before = sys.stdout, sys.stderr
    _occupy_closed_descriptors()
    with ExitStack() as opened:
        sys.stdout, sys.stderr = (_usable(stream, opened) for stream in before)
        try:
            yield
        finally:
            sys.stdout, sys.stderr = before


def complain(message: str, program: str = PROGRAM) -> None:
    """Say what is wrong, in one line of bearable length whatever was typed."""
    if sys.stderr is None:
        return
    plain = "".join(each if each.isprintable() else ascii(each)[1:-1] for each in message)
    if len(plain) > _LONGEST_COMPLAINT:
        plain = plain[: _LONGEST_COMPLAINT // 2] + " ... " + plain[-_LONGEST_COMPLAINT // 2 :]
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    shown = plain.encode(encoding, "backslashreplace").decode(encoding)
    print(f"{program}: {shown}", file=sys.stderr, flush=True)


def typed(word: str) -> str:
    """Return a word of the command line as it was typed, where the system's code page is not UTF-8.

    What the code page cannot hold arrives as escaped bytes.
    """
    try:
        return word.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeError:
        return word


def _usable(stream: TextIO | None, opened: ExitStack) -> TextIO:
    if stream is None:
        return opened.enter_context(open(os.devnull, "w", encoding="utf-8"))
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return stream


def _occupy_closed_descriptors() -> None:
    """Keep files from getting the number of a closed standard stream, and what is printed there."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
