"""The program huarong: `python -m huarong`."""

from __future__ import annotations

import sys

from ._huarong import run


def main() -> int:
    """Run the program with the arguments of the process."""
    try:
        return run(sys.argv[1:])
    except KeyboardInterrupt:
        # The program has ended its work and said so.
        return 130


if __name__ == "__main__":
    sys.exit(main())
