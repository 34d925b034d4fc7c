//! Puzzles to order.

use super::fault::Fault;
use super::puzzles::PuzzleRecord;
use super::refusal::Refusal;
use super::variants::with_texts;
use crate::json::to_json;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::Region;
use huarong_lab::design::{DesignError, Designed, Ended, Order, PieceList, designs, rush_designs};
use huarong_lab::library::SampledRush;
use huarong_lab::rush::Scope;
use serde::Serialize;

/// Bytes for the searches of an order.
pub const DESIGN_BYTES: u64 = 256 << 20;
/// Most puzzles of an order.
pub const MOST_ORDERED: usize = 24;
/// Rush Hour boards that are changed at random for an order.
const RUSH_TRIES: u64 = 20_000;

/// What is ordered.
pub enum Subject {
    /// Puzzles of some pieces on a board, with the cells of the goal if they matter.
    Pieces {
        /// The board.
        board: Region,
        /// The pieces.
        pieces: PieceList,
        /// The cells of the goal.
        goal: Option<Vec<(u8, u8)>>,
    },
    /// Rush Hour puzzles.
    Rush(Scope),
}

/// The puzzles of an order.
#[derive(Serialize)]
struct DesignsRecord<'t> {
    metric: &'static str,
    /// `all`, `sample` or `changes`: whether all puzzles were searched, or a sample or random changes gave them.
    among: &'static str,
    /// Number of starts, of puzzles or of boards that were looked at.
    searched: u64,
    /// Number of candidates that were too large to check.
    undecided: u64,
    puzzles: Vec<DesignRecord<'t>>,
}

#[derive(Serialize)]
struct DesignRecord<'t> {
    distance: u16,
    puzzle: PuzzleRecord<'t>,
}

impl Subject {
    /// The puzzles that satisfy an order, as JSON.
    pub fn ordered(&self, order: &Order<'_>, effort: Effort<'_>) -> Result<Vec<u8>, Refusal> {
        match self {
            Self::Pieces { board, pieces, goal } => {
                let goal = goal.as_deref();
                // A random search of large piece sets would take too long for an answer.
                let found = designs(board, pieces, goal, order, 0, effort)?;
                whole(found.ended)?;
                json(&found.found, order, ("all", found.starts), found.undecided)
            }
            Self::Rush(scope) => {
                let known = SampledRush::of_scope(scope);
                let found = rush_designs(*scope, &known, order, RUSH_TRIES, effort)?;
                whole(found.ended)?;
                json(&found.found, order, found.among.named(), found.undecided)
            }
        }
    }
}

/// Returns an error if the search was cancelled: nobody waits for its answer.
fn whole(ended: Ended) -> Result<(), DesignError> {
    if ended.is_cut_short() { Err(Cancelled.into()) } else { Ok(()) }
}

fn json(
    found: &[Designed],
    order: &Order<'_>,
    (among, searched): (&'static str, u64),
    undecided: u64,
) -> Result<Vec<u8>, Refusal> {
    let files = with_texts(found.iter().map(|designed| &designed.draft))?;
    let puzzles = found.iter().zip(&files).map(|(designed, (file, text))| DesignRecord {
        distance: designed.distance,
        puzzle: PuzzleRecord::new(None, Some(text), file),
    });
    let puzzles = puzzles.collect();
    Ok(to_json(&DesignsRecord { metric: order.metric.name(), among, searched, undecided, puzzles }))
}

impl From<DesignError> for Refusal {
    fn from(error: DesignError) -> Self {
        match error {
            DesignError::Search(error) | DesignError::Large { error, .. } => error.into(),
            DesignError::Draft(error) => error.into(),
            DesignError::Rush(error) => Self::NoAnswer(Fault::new("memory", error.to_string())),
            error => Self::Bad(Fault::request(error.to_string())),
        }
    }
}
