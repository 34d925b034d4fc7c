//! Lines of a text with their numbers.

use super::error::InterchangeError;
use std::ops::RangeInclusive;

/// A line with its number, counted from 1.
pub(super) type Line<'t> = (usize, &'t str);

pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    (1..).zip(text.lines())
}

/// The lines that are not blank.
pub(super) fn written_lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    lines(text).filter(|(_, line)| !line.trim().is_empty())
}

/// The number of the last line, where errors report missing parts.
pub(super) fn last_line(text: &str) -> usize {
    text.lines().count().max(1)
}

/// A name without control characters, for use within a line.
pub(super) fn one_line(name: &str) -> String {
    name.split(char::is_control).collect::<Vec<_>>().join(" ")
}

/// Of several puzzles, the one with the wanted line, or the only one. `None` if there are no puzzles and none is wanted.
pub(super) fn selected<P>(
    puzzles: &[P],
    wanted: Option<usize>,
    lines_of: impl Fn(&P) -> RangeInclusive<usize>,
) -> Result<Option<&P>, InterchangeError> {
    match (wanted, puzzles) {
        (Some(wanted), puzzles) => {
            let puzzle = puzzles.iter().find(|puzzle| lines_of(puzzle).contains(&wanted));
            puzzle.map(Some).ok_or(InterchangeError::NoPuzzle(wanted))
        }
        (None, [_, next, ..]) => Err(InterchangeError::SeveralPuzzles {
            line: *lines_of(next).start(),
            found: puzzles.len(),
        }),
        (None, puzzles) => Ok(puzzles.first()),
    }
}
