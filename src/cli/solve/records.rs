//! Solutions as records: their CSV columns, and lists that are generated as they are written.

use super::arguments::Arguments;
use super::task::Task;
use crate::cli::output::Record;
use crate::json::{Bounds, Heading, MoveRecord, Solution, SolutionCount, SolutionList};
use crate::sliding::analysis::ShortestPaths;
use crate::sliding::rules::Move;
use crate::table::TableError;
use serde::ser::{Error, SerializeSeq};
use serde::{Serialize, Serializer};
use std::cell::RefCell;

/// The first solutions of a position, at most `limit`. They are enumerated when they are written, so memory holds one
/// at a time.
pub(super) struct Listed<'t> {
    pub task: &'t Task<'t>,
    pub paths: Option<&'t ShortestPaths<'t>>,
    pub limit: usize,
    /// The error that ended the enumeration early, if any.
    pub failed: RefCell<Option<TableError>>,
}

impl Listed<'_> {
    /// The moves of each solution.
    pub fn each(&self) -> impl Iterator<Item = Vec<Move>> + '_ {
        let found = self.paths.and_then(|paths| self.sound(paths.iter(&self.task.position)));
        let solutions = found.and_then(|found| found.known().ok()).flatten().into_iter().flatten();
        solutions.map_while(|found| self.sound(found)).take(self.limit)
    }

    fn sound<T>(&self, found: Result<T, TableError>) -> Option<T> {
        found.map_err(|error| self.failed.replace(Some(error))).ok()
    }
}

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for moves in self.each() {
            list.serialize_element(&self.task.records(&moves))?;
        }
        match &*self.failed.borrow() {
            Some(error) => Err(S::Error::custom(error)),
            None => list.end(),
        }
    }
}

impl Record for Solution {
    const COLUMNS: &'static [&'static str] =
        &["move", "shape", "from_column", "from_row", "to_column", "to_row", "position"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        (1..).zip(self.moves.clone()).map(|(number, made): (usize, _)| (number, values(made)))
    }
}

/// CSV has no rows: the best solution found is not an answer.
impl Record for Bounds {
    const COLUMNS: &'static [&'static str] = Solution::COLUMNS;

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        [(); 0]
    }
}

impl Record for SolutionCount {
    const COLUMNS: &'static [&'static str] =
        &["position", "target", "metric", "distance", "solution_count"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let Heading { position, target, metric, distance } = &self.heading;
        [(position, target, metric, distance, &self.solution_count)]
    }
}

impl Record for SolutionList<Listed<'_>> {
    const COLUMNS: &'static [&'static str] = &[
        "solution",
        "move",
        "shape",
        "from_column",
        "from_row",
        "to_column",
        "to_row",
        "position",
    ];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        (1..).zip(self.solutions.each()).flat_map(|(solution, moves): (usize, _)| {
            let moves = (1..).zip(self.solutions.task.records(&moves));
            moves.map(move |(number, made): (usize, _)| (solution, number, values(made)))
        })
    }
}

/// One of several answers, whose CSV rows begin with the position that they solve.
#[derive(Serialize)]
#[serde(transparent)]
pub(super) struct AmongMany<R>(pub R);

impl Record for AmongMany<Solution> {
    const COLUMNS: &'static [&'static str] =
        &["start", "move", "shape", "from_column", "from_row", "to_column", "to_row", "position"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        self.0.rows().into_iter().map(|row| (&self.0.heading.position, row))
    }
}

impl Record for AmongMany<SolutionList<Listed<'_>>> {
    const COLUMNS: &'static [&'static str] = &[
        "start",
        "solution",
        "move",
        "shape",
        "from_column",
        "from_row",
        "to_column",
        "to_row",
        "position",
    ];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        self.0.rows().into_iter().map(|row| (&self.0.heading.position, row))
    }
}

/// The values of a move in CSV. The sign of the piece is among them if pieces have signs.
fn values(MoveRecord { piece, shape, from, to, position }: MoveRecord) -> impl Serialize {
    (Vec::from_iter(piece), shape, from, to, position)
}

/// The CSV columns of the answers to some arguments, for one position or among many.
pub(super) fn columns(arguments: &Arguments, among_many: bool) -> &'static [&'static str] {
    match (arguments.count, arguments.listed(), among_many) {
        (true, ..) => SolutionCount::COLUMNS,
        (false, Some(_), false) => SolutionList::<Listed<'_>>::COLUMNS,
        (false, Some(_), true) => AmongMany::<SolutionList<Listed<'_>>>::COLUMNS,
        (false, None, false) => Solution::COLUMNS,
        (false, None, true) => AmongMany::<Solution>::COLUMNS,
    }
}

/// The CSV header of answers about a puzzle whose pieces have signs.
pub(super) fn with_piece(columns: &[&'static str]) -> Vec<&'static str> {
    let column = |&column| match column {
        "shape" => vec!["piece", column],
        column => vec![column],
    };
    columns.iter().flat_map(column).collect()
}
