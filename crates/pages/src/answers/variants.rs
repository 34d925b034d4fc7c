//! Puzzles that differ in one piece from another, and are harder.

use super::ask::{Reply, Request};
use super::designs::with_texts;
use super::error_record::ErrorRecord;
use super::request_error::RequestError;
use super::sources::Answers;
use crate::json::{PuzzleRecord, to_json};
use huarong_core::effort::Effort;
use huarong_core::rules::Metric;
use huarong_lab::design::{Draft, Variant, VariantsError, variants};
use huarong_search::ComponentError;
use serde::Serialize;

/// Bytes for the search of one puzzle. They suffice for some 100,000 positions.
const BYTES_OF_ONE_PUZZLE: u64 = 8 << 20;
const VARIANTS_BYTES: u64 = 256 << 20;
const MOST_LISTED: usize = 24;

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
    change: &'static str,
    signs: Vec<char>,
    /// Column and row of the first cell of the piece after the change; none if it is missing, or if two are exchanged.
    at: Option<(u8, u8)>,
    puzzle: PuzzleRecord<'t>,
}

impl Answers {
    pub(super) fn ask_variants(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let [id, board, metric] = request.parameters(["id", "board", "metric"])?;
        let metric = metric.metric()?;
        let puzzle = self.puzzle_of(request, &id, &board)?;
        Ok(Reply::limited(Some(VARIANTS_BYTES), move |_, _, effort| {
            let unknown = || RequestError::no_answer("the text of this puzzle is not known");
            harder(puzzle.toml.as_deref().ok_or_else(unknown)?, metric, effort)
        }))
    }
}

/// The variants of a puzzle that are harder, as JSON.
fn harder(toml: &str, metric: Metric, effort: Effort<'_>) -> Result<Vec<u8>, RequestError> {
    let draft = Draft::parse(toml)?;
    let threads = rayon::current_num_threads() as u64;
    let limited = effort.at_most(BYTES_OF_ONE_PUZZLE * threads);
    let found = variants(&draft, metric, |_| true, limited)?;
    let is_harder =
        |variant: &&Variant| found.distance.is_none_or(|moves| variant.distance > moves);
    let harder = found.solvable.iter().filter(is_harder).count();
    let listed = &found.solvable[..harder.min(MOST_LISTED)];
    let files = with_texts(listed.iter().map(|variant| &variant.draft))?;
    let pairs = listed.iter().zip(&files);
    let variants = pairs.map(|(variant, (file, text))| {
        let (signs, at) = variant.change.signs_and_place();
        VariantRecord {
            distance: variant.distance,
            change: variant.change.name(),
            signs,
            at,
            puzzle: PuzzleRecord::new(None, Some(text), file),
        }
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

impl From<VariantsError> for RequestError {
    fn from(error: VariantsError) -> Self {
        match error {
            VariantsError::Draft(error) => error.into(),
            VariantsError::Search(ComponentError::Memory { reached, .. }) => {
                Self::no_answer(ErrorRecord::too_large(error.to_string(), reached))
            }
            error => Self::no_answer(("too-large", error.to_string())),
        }
    }
}
