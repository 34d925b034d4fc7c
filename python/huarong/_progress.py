"""A progress bar in a terminal or a notebook."""

from __future__ import annotations


class Bar:
    """A bar of tqdm, as a function of finished units, of all units, and the current step."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            raise ImportError(
                "progress=True needs tqdm: pip install tqdm, or pass a function"
            ) from None
        self._bar = tqdm(unit_scale=True, leave=False, miniters=0)

    def __call__(self, done: int, total: int | None, doing: str) -> None:
        self._bar.total = total
        self._bar.set_description_str(doing, refresh=False)
        self._bar.n = done
        self._bar.refresh()

    def close(self) -> None:
        """Remove the bar."""
        self._bar.close()
