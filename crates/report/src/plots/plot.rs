//! Parts that all plots share.

use super::chart::Chart;
use crate::set_study::SetStudy;
use huarong_core::klotski;
use huarong_core::numerals::counted;

/// A plot: its file name, its description and its drawing function.
pub(crate) struct Plot {
    pub file: &'static str,
    /// A one-sentence description for readers who see the plot for the first time.
    pub words: &'static str,
    pub draw: fn(&SetStudy) -> Chart,
}

/// The lines below a plot: its subject, the source of its data, and the command that draws it.
pub(super) fn notes(study: &SetStudy, source: &str) -> Vec<String> {
    let board = study.puzzle.board();
    let size = format!("{}x{}", board.width(), board.height());
    let sets = counted(study.sets.len() as u64, "piece set");
    let option = match klotski::is_klotski(&study.puzzle) {
        true => String::new(),
        false => format!(" --board {size}"),
    };
    vec![
        format!("{sets} of one big piece, dominoes and small pieces on a board of {size}."),
        "One move is one piece: unit by one cell, straight along a line, finger along any path."
            .to_owned(),
        format!("Source: {source}. Drawn by: huarong report plots{option}"),
    ]
}

/// A number as a coordinate on an axis.
pub(super) fn place(number: impl Into<u64>) -> f64 {
    number.into() as f64
}
