//! The shapes of JSON output, the same on the command line and from the server.

mod games;
mod position;

pub use games::{GamePositionRecord, place, side};
pub use position::{PositionRecord, Show, ShownMove, ShownMoves, SubjectRecord};

use crate::grid::Cell;
use crate::sliding::analysis::Tablebase;
use crate::sliding::library::{Catalogue, Mention, Opening};
use crate::sliding::rules::{Metric, Move, PerMetric, Position, Puzzle};
use crate::table::TableError;
use serde::Serialize;

/// One solution.
#[derive(Serialize)]
pub struct Solution {
    #[serde(flatten)]
    pub heading: Heading,
    pub moves: Vec<MoveRecord>,
}

/// How many solutions there are.
#[derive(Serialize)]
pub struct SolutionCount {
    #[serde(flatten)]
    pub heading: Heading,
    /// In writing, since it may be too large for the numbers of whoever reads it.
    pub solutions: String,
}

/// How many solutions there are, and some of them: a list of lists of moves, which need not be in memory.
#[derive(Serialize)]
pub struct SolutionList<L> {
    #[serde(flatten)]
    pub heading: Heading,
    /// In writing, as above.
    pub solutions: String,
    pub listed: L,
}

/// From where, where to, and how far.
#[derive(Serialize)]
pub struct Heading {
    pub position: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    pub metric: &'static str,
    /// None where no moves lead there.
    pub distance: Option<usize>,
}

/// A move, and the position after it.
#[derive(Clone, Serialize)]
pub struct MoveRecord {
    /// The sign of the piece before the move, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<char>,
    pub shape: String,
    pub from: [u8; 2],
    pub to: [u8; 2],
    pub position: String,
}

impl Heading {
    pub fn new(
        puzzle: &Puzzle,
        position: &Position,
        target: Option<&Position>,
        metric: Metric,
        distance: impl Into<Option<usize>>,
    ) -> Self {
        Self {
            position: puzzle.position_text(position),
            target: target.map(|target| puzzle.position_text(target)),
            metric: metric.name(),
            distance: distance.into(),
        }
    }
}

impl MoveRecord {
    /// The moves, one after another from a position.
    pub fn each(puzzle: &Puzzle, start: &Position, moves: &[Move]) -> Vec<Self> {
        let mut position = start.clone();
        let record = |made: &Move| {
            let piece = piece(puzzle, &position, made);
            position = made.apply(&position);
            Self {
                piece,
                shape: puzzle.shapes()[made.shape].name().to_owned(),
                from: column_and_row(puzzle, made.from),
                to: column_and_row(puzzle, made.to),
                position: puzzle.position_text(&position),
            }
        };
        moves.iter().map(record).collect()
    }
}

/// The sign of the piece that moves, where pieces have signs.
fn piece(puzzle: &Puzzle, before: &Position, made: &Move) -> Option<char> {
    puzzle.has_signs().then(|| puzzle.sign_of(before, made.shape, made.from))
}

/// Column and row of a cell, from 0.
fn column_and_row(puzzle: &Puzzle, cell: Cell) -> [u8; 2] {
    [puzzle.board().column(cell), puzzle.board().row(cell)]
}

/// A named opening.
#[derive(Serialize)]
pub struct OpeningRecord<'c> {
    #[serde(flatten)]
    pub name: NameRecord<'c>,
    pub aliases: Vec<NameRecord<'c>>,
    pub piece_set: String,
    pub position: String,
    pub distance: PerMetric<Option<u16>>,
    pub mirror: Option<&'c str>,
    pub sources: Vec<String>,
}

/// A name of an opening.
#[derive(Serialize)]
pub struct NameRecord<'c> {
    pub name: &'c str,
    pub simplified: &'c str,
    pub slug: &'c str,
}

impl<'c> NameRecord<'c> {
    pub fn new(mention: &'c Mention) -> Self {
        Self { name: &mention.name, simplified: &mention.simplified, slug: &mention.slug }
    }
}

impl<'c> OpeningRecord<'c> {
    pub fn new(
        puzzle: &Puzzle,
        catalogue: &'c Catalogue,
        opening: &'c Opening,
        distances: PerMetric<Option<u16>>,
    ) -> Self {
        let source = |mention: &Mention| {
            format!("{} {}", catalogue.sources()[mention.source].id, mention.number)
        };
        Self {
            name: NameRecord::new(&opening.mentions[0]),
            aliases: opening.aliases().map(NameRecord::new).collect(),
            piece_set: puzzle.piece_set_text(&opening.position.piece_set()),
            position: puzzle.position_text(&opening.position),
            distance: distances,
            mirror: opening.mirror.map(|mirror| catalogue.openings()[mirror].slug()),
            sources: opening.mentions.iter().map(source).collect(),
        }
    }
}

/// A layout of a wanted difficulty.
#[derive(Serialize)]
pub struct LayoutRecord<'t> {
    pub position: String,
    #[serde(flatten)]
    pub subject: SubjectRecord<'t>,
    pub distance: PerMetric<Option<u16>>,
}

impl<'t> LayoutRecord<'t> {
    pub fn new(tablebase: &'t Tablebase, position: &Position) -> Result<Self, TableError> {
        let puzzle = tablebase.space().puzzle();
        Ok(Self {
            position: puzzle.position_text(position),
            subject: SubjectRecord::new(puzzle, tablebase.piece_set_text()),
            distance: tablebase.distances(position)?,
        })
    }
}
