//! A solution as boards, one per move.

use super::task::Task;
use huarong_core::grid::{CellSet, WideCells};
use huarong_core::notation::moves;
use huarong_core::rules::{GONE, Lettering, PieceMove, Puzzle};

impl Task<'_> {
    /// The boards side by side, as many as fit the terminal.
    pub fn boards(&self, title: &str, moves: &[PieceMove]) -> String {
        let puzzle = self.puzzle;
        let (mut position, mut lettering) = (self.position.clone(), self.lettering.clone());
        let mut panels = vec![("start".to_owned(), lettering.text(puzzle))];
        for (number, made) in (1..).zip(moves) {
            let letters = moves::letters(&lettering, made);
            let path = moves::path_text(puzzle, &position, made);
            made.apply_to(&mut position);
            lettering.make(made);
            panels.push((format!("{number} {letters}{path}"), marked(puzzle, &lettering, made)));
        }
        let mut text = format!("{title}\n");
        let width = panels.iter().map(|(caption, _)| caption.chars().count()).max().unwrap_or(0);
        let width = width.max(usize::from(puzzle.board().width())) + 2;
        let across = (terminal_width() / width).max(1);
        for row in panels.chunks(across) {
            text.push('\n');
            push_row(&mut text, row.iter().map(|(caption, _)| caption.as_str()), width);
            for line in 0..usize::from(puzzle.board().height()) {
                let cells = row.iter().map(|(_, board)| puzzle.text_rows(board).nth(line));
                push_row(&mut text, cells.map(Option::unwrap_or_default), width);
            }
        }
        text
    }
}

/// The text of the position after a move, with the moved pieces in lower case.
///
/// Not if pieces have signs: lower-case letters can be other pieces then.
fn marked(puzzle: &Puzzle, after: &Lettering, made: &PieceMove) -> String {
    if puzzle.has_signs() {
        return after.text(puzzle);
    }
    let stay = made.shifts().filter(|shift| shift.to != GONE);
    let moved: WideCells = stay.flat_map(|shift| puzzle.footprint(shift.shape, shift.to)).collect();
    let mut cell = 0;
    let mark = |letter: char| {
        if letter == '/' {
            return letter;
        }
        cell += 1;
        if moved.contains(cell - 1) { letter.to_ascii_lowercase() } else { letter }
    };
    after.text(puzzle).chars().map(mark).collect()
}

fn push_row<'t>(text: &mut String, parts: impl Iterator<Item = &'t str>, width: usize) {
    let row: String = parts.map(|part| format!("{part:<width$}")).collect();
    text.push_str(row.trim_end());
    text.push('\n');
}

/// Columns of the terminal; 80 if there is none.
pub(super) fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0).max(20))
}
