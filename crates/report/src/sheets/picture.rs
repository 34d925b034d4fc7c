//! A board alone, as a picture.

use crate::paper::{Fonts, Page, write_png};
use crate::printed_board::{LabelledPiece, PrintedBoard};
use huarong_core::position::Position;

/// Pixels of a cell.
const CELL: f32 = 48.0;

/// The picture of a position as PNG. Pieces with signs have them; others have none.
pub fn board_picture(position: &Position, fonts: &Fonts<'_>) -> Vec<u8> {
    let (puzzle, lettering) = (position.puzzle(), position.lettering());
    let piece = |(shape, anchor)| {
        let sign = lettering.sign(shape, anchor).filter(|_| puzzle.has_signs());
        LabelledPiece { shape, anchor, label: sign.map(String::from) }
    };
    let pieces: Vec<LabelledPiece> = position.pieces().map(piece).collect();
    let board = PrintedBoard::new(puzzle, &[], false);
    let (columns, rows) = board.size();
    let elements = board.draw(&pieces, &[], (0.0, 0.0), CELL, fonts);
    let picture = write_png(&Page { elements }, (columns * CELL, rows * CELL), 1.0, fonts);
    picture.expect("a board has at most 128 cells")
}
