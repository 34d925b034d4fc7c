//! Puzzles to order. The server answers these questions, and a WebAssembly module of their own: they make it much larger.

use super::ask::{Parameter, Reply, Request};
use super::request_error::RequestError;
use super::sources::Answers;
use crate::json::{PuzzleRecord, to_json};
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::Region;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_lab::design::{
    CarScope, DesignError, Designed, Draft, DraftError, Ended, Order, PieceList, board_of,
    car_designs, designs, goal_cells, rush_designs,
};
use huarong_lab::library::SampledRush;
use huarong_lab::rush::Scope;
use huarong_oracle::OracleError;
use huarong_oracle::analysis::{DistanceRange, NumberRange};
use serde::Serialize;
use std::fmt::Display;
use std::str::FromStr;

/// Bytes for the searches of an order.
const DESIGN_BYTES: u64 = 256 << 20;
const MOST_ORDERED: usize = 24;
const DEFAULT_ORDERED: usize = 6;
/// Rush Hour boards that are changed at random for an order.
const RUSH_TRIES: u64 = 20_000;

/// A range of lengths of cars.
type CarLengths = NumberRange<26>;

enum DesignSubject {
    /// Puzzles of some pieces on a board, with the cells of the goal if they matter.
    Pieces {
        board: Region,
        pieces: PieceList,
        goal: Option<Vec<(u8, u8)>>,
    },
    Rush(CarScope),
}

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

impl Answers {
    pub(super) fn ask_design(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let [
            pieces,
            board,
            goal,
            rush,
            max_walls,
            car_lengths,
            metric,
            distance,
            solutions,
            symmetric,
            minimal,
            from,
            to,
            count,
            seed,
        ] = request.parameters([
            "pieces",
            "board",
            "goal",
            "rush",
            "max_walls",
            "car_lengths",
            "metric",
            "distance",
            "solutions",
            "symmetric",
            "minimal",
            "from",
            "to",
            "count",
            "seed",
        ])?;
        let max_walls = max_walls.value()?;
        let car_lengths = read::<CarLengths>(&car_lengths, "car_lengths")?;
        let (symmetric, minimal) = (symmetric.value()?, minimal.value()?);
        let graded = match (from.value::<u16>()?, to.value::<u16>()?) {
            (None, None) => None,
            (Some(from), Some(to)) if 0 < from && from <= to => Some(from..=to),
            _ => {
                return Err(RequestError::bad(
                    "from and to: give both, at least 1, the smaller one first",
                ));
            }
        };
        let (count, seed) = (count.value()?.unwrap_or(DEFAULT_ORDERED), seed.value()?);
        if !(1..=MOST_ORDERED).contains(&count) {
            return Err(RequestError::bad(format!("count: ask for 1 to {MOST_ORDERED} puzzles")));
        }
        let mut order = Order {
            metric: metric.metric()?,
            distance: read(&distance, "distance")?.unwrap_or(DistanceRange::WITHOUT_GOAL_POSITIONS),
            solutions: read(&solutions, "solutions")?,
            symmetric: symmetric.unwrap_or(false),
            minimal: minimal.unwrap_or(false),
            count,
            graded,
            seed: seed.unwrap_or(0),
            ..Order::default()
        };
        let subject = match (pieces.text(), board.text(), rush.text()) {
            (Some(pieces), Some(board), None) if max_walls.is_none() && car_lengths.is_none() => {
                let board = board_of(board)
                    .map_err(|error| RequestError::bad(format!("board: {error}")))?;
                let goal = goal.text().map(|text| goal_cells(text, &board)).transpose();
                let goal = goal.map_err(|error| RequestError::bad(format!("goal: {error}")))?;
                let pieces = pieces
                    .parse()
                    .map_err(|error| RequestError::bad(format!("pieces: {error}")))?;
                DesignSubject::Pieces { board, pieces, goal }
            }
            (None, None, Some(size)) if goal.text().is_none() && !order.symmetric => {
                let boards = boards(size, max_walls.unwrap_or(0)).map_err(RequestError::bad)?;
                let mut scope = CarScope::new(boards.with_metric(order.metric));
                order.metric = scope.boards.metric;
                if let Some((from, to)) = car_lengths.map(|lengths| lengths.bounds()) {
                    scope.lengths = from as usize..=to as usize;
                }
                DesignSubject::Rush(scope)
            }
            _ => {
                return Err(RequestError::bad(
                    "give pieces and a board, or the size of a Rush Hour board",
                ));
            }
        };
        Ok(Reply::limited(Some(DESIGN_BYTES), move |_, _, effort| subject.ordered(&order, effort)))
    }
}

impl DesignSubject {
    /// The puzzles that satisfy an order, as JSON.
    fn ordered(&self, order: &Order<'_>, effort: Effort<'_>) -> Result<Vec<u8>, RequestError> {
        match self {
            Self::Pieces { board, pieces, goal } => {
                let goal = goal.as_deref();
                // A random search of large piece sets would take too long for an answer.
                let found = designs(board, pieces, goal, order, 0, effort)?;
                whole(found.ended)?;
                json(&found.found, order, ("all", found.starts), found.undecided)
            }
            Self::Rush(scope) => {
                let boards = scope.boards;
                let found = if scope.is_of_game() {
                    let known = SampledRush::of_scope(&boards);
                    rush_designs(boards, &known, order, RUSH_TRIES, effort)?
                } else {
                    car_designs(scope, order, RUSH_TRIES, effort)?
                };
                whole(found.ended)?;
                json(&found.found, order, found.among.named(), found.undecided)
            }
        }
    }
}

fn read<T: FromStr<Err: Display>>(
    parameter: &Parameter,
    name: &str,
) -> Result<Option<T>, RequestError> {
    let read = parameter.text().map(str::parse).transpose();
    read.map_err(|error| RequestError::bad(format!("{name}: {error}")))
}

fn boards(size: &str, walls: usize) -> Result<Scope, String> {
    let region = Region::parse_size(size).map_err(|error| format!("rush: {error}"))?;
    let scope = Scope::new(region.width(), region.height());
    scope.and_then(|scope| scope.with_walls(walls)).map_err(|error| error.to_string())
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
) -> Result<Vec<u8>, RequestError> {
    let files = with_texts(found.iter().map(|designed| &designed.draft))?;
    let puzzles = found.iter().zip(&files).map(|(designed, (file, text))| DesignRecord {
        distance: designed.distance,
        puzzle: PuzzleRecord::new(None, Some(text), file),
    });
    let puzzles = puzzles.collect();
    Ok(to_json(&DesignsRecord { metric: order.metric.name(), among, searched, undecided, puzzles }))
}

/// The puzzle files of drafts with their texts.
pub(super) fn with_texts<'d>(
    drafts: impl Iterator<Item = &'d Draft>,
) -> Result<Vec<(PuzzleFile, String)>, DraftError> {
    drafts.map(|draft| Ok((draft.file()?, draft.text()))).collect()
}

impl From<DraftError> for RequestError {
    fn from(error: DraftError) -> Self {
        match error {
            DraftError::File(error) => Self::bad(error),
            error => Self::no_answer(error.to_string()),
        }
    }
}

impl From<DesignError> for RequestError {
    fn from(error: DesignError) -> Self {
        match error {
            DesignError::Search(error) | DesignError::Large { error, .. } => {
                OracleError::from(error).into()
            }
            DesignError::Draft(error) => error.into(),
            DesignError::Rush(error) => Self::no_answer(("memory", error.to_string())),
            error => Self::bad(error.to_string()),
        }
    }
}
