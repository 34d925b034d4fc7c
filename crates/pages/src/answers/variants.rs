//! Puzzles that differ in one piece from another, and are harder.

use super::fault::Fault;
use super::puzzles::{Asked, PuzzleRecord};
use super::refusal::Refusal;
use crate::json::to_json;
use huarong_core::effort::Effort;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::Metric;
use huarong_lab::design::{Change, Draft, DraftError, Variant, VariantsError, variants};
use huarong_search::ComponentError;
use serde::Serialize;

/// Bytes for the search of one puzzle. They suffice for some 100,000 positions.
const PUZZLE_BYTES: u64 = 8 << 20;
/// Bytes for all searches.
pub const VARIANTS_BYTES: u64 = 256 << 20;
/// Most puzzles in an answer.
const MOST_LISTED: usize = 24;

/// The harder variants of a puzzle.
#[derive(Serialize)]
struct VariantsRecord<'t> {
    metric: &'static str,
    /// None if the puzzle has no solution.
    distance: Option<u16>,
    solvable: usize,
    unsolvable: u64,
    /// Number of variants whose search was too large.
    undecided: u64,
    /// Number of variants that have a longer solution than the puzzle.
    harder: usize,
    /// The first of them, the longest first.
    variants: Vec<VariantRecord<'t>>,
}

#[derive(Serialize)]
struct VariantRecord<'t> {
    distance: u16,
    #[serde(flatten)]
    change: ChangeRecord,
    puzzle: PuzzleRecord<'t>,
}

#[derive(Serialize)]
struct ChangeRecord {
    change: &'static str,
    /// The signs of the pieces.
    signs: Vec<char>,
    /// Column and row of the first cell of the piece after the change; none if it is missing, or if two are exchanged.
    at: Option<(u8, u8)>,
}

impl Asked {
    /// The variants that are harder, as JSON.
    pub fn harder(&self, metric: Metric, effort: Effort<'_>) -> Result<Vec<u8>, Refusal> {
        let unknown = || Refusal::NoAnswer(Fault::request("the text of this puzzle is not known"));
        let draft = Draft::parse(self.text().ok_or_else(unknown)?)?;
        let threads = rayon::current_num_threads() as u64;
        let limited = effort.at_most(PUZZLE_BYTES * threads);
        let found = variants(&draft, metric, |_| true, limited)?;
        let is_harder =
            |variant: &&Variant| found.distance.is_none_or(|moves| variant.distance > moves);
        let harder = found.solvable.iter().filter(is_harder).count();
        let listed = &found.solvable[..harder.min(MOST_LISTED)];
        let files = with_texts(listed.iter().map(|variant| &variant.draft))?;
        let pairs = listed.iter().zip(&files);
        let variants = pairs.map(|(variant, (file, text))| VariantRecord {
            distance: variant.distance,
            change: ChangeRecord::new(&variant.change),
            puzzle: PuzzleRecord::new(None, Some(text), file),
        });
        Ok(to_json(&VariantsRecord {
            metric: metric.name(),
            distance: found.distance,
            solvable: found.solvable.len(),
            unsolvable: found.unsolvable,
            undecided: found.undecided,
            harder,
            variants: variants.collect(),
        }))
    }
}

/// The puzzle files of drafts with their texts.
pub(super) fn with_texts<'d>(
    drafts: impl Iterator<Item = &'d Draft>,
) -> Result<Vec<(PuzzleFile, String)>, DraftError> {
    drafts.map(|draft| Ok((draft.file()?, draft.text()))).collect()
}

impl ChangeRecord {
    fn new(change: &Change) -> Self {
        let (signs, at) = change.signs_and_place();
        Self { change: change.name(), signs, at }
    }
}

impl From<DraftError> for Refusal {
    fn from(error: DraftError) -> Self {
        match error {
            DraftError::File(error) => Self::Bad(error.into()),
            error => Self::NoAnswer(Fault::request(error.to_string())),
        }
    }
}

impl From<VariantsError> for Refusal {
    fn from(error: VariantsError) -> Self {
        match error {
            VariantsError::Draft(error) => error.into(),
            VariantsError::Search(ComponentError::Memory { reached, .. }) => {
                Self::NoAnswer(Fault::too_large(error.to_string(), reached))
            }
            error => Self::NoAnswer(Fault::new("too-large", error.to_string())),
        }
    }
}
