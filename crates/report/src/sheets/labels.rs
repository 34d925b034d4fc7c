//! What is written on pieces: a letter, or in Chinese the name of a piece of Klotski. Moves name pieces by it.

use super::language::Language;
use crate::printed_board::LabelledPiece;
use huarong_core::grid::Cell;
use huarong_core::klotski::chinese_names;
use huarong_core::notation::moves::{letters, path_text};
use huarong_core::rules::{Arrangement, Lettering, PieceMove, Puzzle, ShapeId};
use std::collections::HashMap;

/// Longest run of equal arrows that is written as arrows. A longer run is one arrow with a number.
const MOST_ARROWS_OF_RUN: usize = 4;

/// The pieces of a start with what is written on them: names in Chinese where pieces have some, otherwise letters.
pub(super) fn labelled(
    puzzle: &Puzzle,
    start: &Arrangement,
    language: Language,
) -> Vec<LabelledPiece> {
    let mut names = match language {
        Language::English => HashMap::new(),
        Language::Traditional => chinese_names(puzzle, start, false),
        Language::Simplified => chinese_names(puzzle, start, true),
    };
    let lettering = Lettering::of_each(puzzle, start);
    let label = |(shape, anchor): (ShapeId, Cell)| {
        let letter = || lettering.sign(shape, anchor).map(String::from);
        LabelledPiece { shape, anchor, label: names.remove(&(shape, anchor)).or_else(letter) }
    };
    start.pieces().map(label).collect()
}

/// Consecutive moves from a start: for each move what is written on its piece, and the path, such as `A←↓↓`. A line of
/// pieces has the letters of all of them.
pub(super) fn move_texts(
    puzzle: &Puzzle,
    start: &Arrangement,
    moves: &[PieceMove],
    language: Language,
) -> Vec<String> {
    let mut lettering = Lettering::of_each(puzzle, start);
    let sign_and_label =
        |piece: LabelledPiece| Some((lettering.sign(piece.shape, piece.anchor)?, piece.label?));
    let labels: HashMap<char, String> =
        labelled(puzzle, start, language).into_iter().filter_map(sign_and_label).collect();
    let mut position = start.clone();
    let text = |made: &PieceMove| {
        let label = |sign: char| labels.get(&sign).cloned().unwrap_or_else(|| sign.to_string());
        let mut text: String = letters(&lettering, made).chars().map(label).collect();
        lettering.make(made);
        let arrows: Vec<char> = path_text(puzzle, &position, made).chars().collect();
        let runs = arrows.chunk_by(|a, b| a == b).map(|run| match run.len() {
            len if len > MOST_ARROWS_OF_RUN => format!("{}{len}", run[0]),
            _ => run.iter().collect(),
        });
        text.extend(runs);
        position = made.apply(&position);
        text
    };
    moves.iter().map(text).collect()
}
