"""Exceptions of huarong, each also the built-in exception that fits it, and texts of messages."""

from __future__ import annotations

from errno import ENOENT
from reprlib import Repr

MOST_SHOWN = 80

#: Long values are not converted to text whole.
SHORT = Repr()
SHORT.maxstring = SHORT.maxother = SHORT.maxlong = MOST_SHOWN


class HuarongError(Exception):
    """The base of all exceptions of huarong."""


class InvalidInputError(HuarongError, ValueError):
    """An input breaks a rule; the text says which."""


class TableError(HuarongError, OSError):
    """A table cannot be read or written. If an error of the system is the cause, `errno` has its number."""

    def __init__(self, message: str, code: int | None = None) -> None:
        super().__init__(message)
        self.errno = code

    def __reduce__(self) -> tuple[type[TableError], tuple[str, int | None]]:
        return type(self), (str(self), self.errno)


class MissingTableError(TableError, FileNotFoundError):
    """A table does not exist."""

    def __init__(self, message: str, code: int | None = ENOENT) -> None:
        super().__init__(message, code)


class MemoryLimitError(HuarongError, MemoryError):
    """Work needs more memory than its limit; the text says how much."""


class ForkedError(HuarongError, RuntimeError):
    """A process was forked after huarong had started its threads, which do not live there."""


class UndecidedError(HuarongError):
    """A limit ended a search. Its bounds are certain."""

    def __init__(self, message: str, at_least: int, best_found: int | None) -> None:
        super().__init__(message)
        #: Every solution has at least so many moves.
        self.at_least = at_least
        #: The number of moves of the best solution found, if there is one.
        self.best_found = best_found

    def __reduce__(self) -> tuple[type[UndecidedError], tuple[str, int, int | None]]:
        return type(self), (str(self), self.at_least, self.best_found)


class CommandError(HuarongError):
    """A command of the program failed; the text has its messages."""

    def __init__(self, message: str, returncode: int, output: str) -> None:
        super().__init__(message)
        #: The exit code: 1 for an error or no solution, 2 for wrong arguments, 3 for an answer that is not complete.
        self.returncode = returncode
        #: What it printed on standard output.
        self.output = output

    def __reduce__(self) -> tuple[type[CommandError], tuple[str, int, str]]:
        return type(self), (str(self), self.returncode, self.output)


def check_text(name: str, given: object) -> None:
    """Raise `TypeError` if an argument is no text."""
    if not isinstance(given, str):
        raise TypeError(f"{name} is a text, not {shown(given)}")


def shown(given: object) -> str:
    """A value for a message, shortened."""
    try:
        return excerpt(SHORT.repr(given))
    except Exception:
        return f"<{type(given).__name__}>"


def excerpt(text: str, most: int = MOST_SHOWN) -> str:
    """A text for a message: at most so many characters of it, and the number of all characters if it is longer."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"
