//! The drawing of Wei and Lin (1999), one line per row. `##` over `##` is the big piece, `[]` a horizontal, `H` over `H` a
//! vertical, `O` a small piece, a space an empty cell.

use super::error::NotationError;
use crate::rules::{Arrangement, Puzzle};

/// Letters of the canonical text and signs of the drawing; a horizontal has two signs.
const SIGNS: [(char, char); 6] =
    [('B', '#'), ('H', '['), ('H', ']'), ('V', 'H'), ('S', 'O'), ('.', ' ')];

pub(super) fn write(puzzle: &Puzzle, position: &Arrangement) -> String {
    let mut right_half = false;
    let sign = |letter: char| match letter {
        '/' => '\n',
        'H' => {
            right_half = !right_half;
            if right_half { '[' } else { ']' }
        }
        _ => SIGNS.iter().find(|(known, _)| *known == letter).map_or(letter, |(_, sign)| *sign),
    };
    puzzle.position_text(position).chars().map(sign).collect()
}

/// Whether a text can only be such a drawing: it has the big piece and no walls.
pub(super) fn is_drawn(text: &str) -> bool {
    text.contains("##")
}

pub(super) fn read(puzzle: &Puzzle, text: &str) -> Result<Arrangement, NotationError> {
    let width = usize::from(puzzle.board().width());
    let text = text.strip_suffix('\n').unwrap_or(text);
    let mut rows = Vec::new();
    for (row, line) in text.split(['\n', '/']).enumerate() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let mut letters = String::with_capacity(width);
        let mut before = ' ';
        for (column, sign) in line.chars().enumerate() {
            let known = SIGNS.iter().find(|(_, known)| *known == sign);
            // The halves of horizontals come in pairs.
            let paired = (before == '[') == (sign == ']');
            let Some((letter, _)) = known.filter(|_| paired) else {
                let (row, column) = (row + 1, column + 1);
                return Err(NotationError::GlyphSign { row, column, sign });
            };
            letters.push(*letter);
            before = sign;
        }
        // Editors and shells remove the empty cells at the end of a row.
        let cut_off = width.saturating_sub(letters.len());
        letters.extend(std::iter::repeat_n('.', cut_off));
        rows.push(letters);
    }
    Ok(puzzle.parse_position(&rows.join("/"))?)
}
