//! The puzzles of a design as files.

use crate::cli::output_folder::OutputFolder;
use huarong_core::rules::Metric;
use huarong_lab::design::Draft;

/// Writes one puzzle file for each puzzle, given by its number of moves and its text. Returns the names of the files.
pub(super) fn write(
    folder: &OutputFolder,
    puzzles: impl ExactSizeIterator<Item = (u16, Draft)>,
    metric: Metric,
) -> anyhow::Result<Vec<String>> {
    let digits = puzzles.len().to_string().len();
    let write = |(number, (moves, draft)): (usize, (u16, Draft))| {
        let name = format!("{number:0digits$}-{moves}-moves.toml");
        folder.write_file(&name, draft.text_with_result(moves, metric, BY).as_bytes())?;
        Ok(name)
    };
    (1..).zip(puzzles).map(write).collect()
}

/// The source of a file, and of its number of moves.
pub(super) const BY: &str = "huarong design";
