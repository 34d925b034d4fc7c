//! Proofs of lengths that a short program can check, without this one.
//!
//! A proof states a puzzle and a start, and gives every reachable position a number. The start has 0, and no move raises the
//! number by more than 1. If each goal position has at least n, then no solution has fewer than n moves. A solution of n moves
//! is therefore optimal.

use huarong_core::effort::Effort;
use huarong_core::graph::Graph;
use huarong_core::grid::Cell;
use huarong_core::position::Position;
use huarong_core::rules::{Arrangement, Freedom, Metric, Puzzle, ShapeId};
use huarong_oracle::analysis::{Reachable, ReachableError};
use rayon::prelude::*;
use std::fmt;
use std::io::{self, Write};
use thiserror::Error;

/// What a proof proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Claim {
    /// The optimal solutions of the start have this number of moves.
    Optimal(u32),
    /// No moves lead from the start to the goal.
    Unsolvable,
    /// The numbers are the distances of all reachable positions.
    Distances,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Optimal(moves) => write!(f, "optimal {moves}"),
            Self::Unsolvable => write!(f, "unsolvable"),
            Self::Distances => write!(f, "distances"),
        }
    }
}

/// Reason why there is no proof.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The reachable positions were not listed.
    #[error(transparent)]
    Reachable(#[from] ReachableError),
    /// Lines of pieces move, which checkers do not know.
    #[error("a proof is about moves of single pieces: choose the unit, straight or finger metric")]
    Multi,
    /// Pieces leave the board, which checkers do not know.
    #[error("a proof is about boards without doors")]
    Doors,
}

/// A proof of a length, or of all distances of a component. [`write`](Self::write) gives it as a file, whose format is in
/// `docs/reference/proof.md`.
///
/// ```
/// use huarong_lab::proof::{Claim, Proof};
/// use huarong::search::Effort;
/// use huarong::{Metric, Puzzle};
///
/// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let proof = Proof::of_length(&start, Metric::Finger, Effort::UNLIMITED)?;
/// assert_eq!((proof.claim(), proof.positions()), (Claim::Optimal(81), 25_955));
/// let mut file = Vec::new();
/// proof.write(&mut file)?;
/// assert!(file.len() < 40_000);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Proof {
    metric: Metric,
    reachable: Reachable,
    start: Arrangement,
    claim: Claim,
    /// The nodes of a solution, if it is about one.
    solution: Vec<u32>,
    /// The number of each reachable position; `u32::MAX` where the goal cannot be reached.
    numbers: Vec<u32>,
}

/// Number of characters that stand for digits, from `!` on.
const DIGITS: u32 = 94;
/// Characters per line.
const WIDTH: usize = 94;

impl Proof {
    /// Proves the number of moves of the optimal solutions of a start, or that it has none. Reports progress in positions.
    ///
    /// # Errors
    ///
    /// If the reachable positions and their moves exceed the memory limit, on boards with doors, and under the metric multi.
    pub fn of_length(
        start: &Position,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Self, ProofError> {
        let (reachable, graph) = component(start, metric, effort)?;
        let first = reachable.node(start).expect("a position reaches itself");
        let mut numbers = graph.distances(&[first]);
        let goals = reachable.goals();
        let nearest = goals.into_iter().min_by_key(|&goal| numbers[goal as usize]);
        let mut solution = Vec::new();
        if let Some(goal) = nearest {
            solution.push(goal);
            while let Some(&at) = solution.last().filter(|&&at| at != first) {
                let is_before =
                    |&&other: &&u32| numbers[other as usize] + 1 == numbers[at as usize];
                let before = graph.neighbours(at).iter().find(is_before);
                solution.push(*before.expect("a position is reached from another"));
            }
            solution.reverse();
            // Larger numbers prove no more.
            let moves = numbers[goal as usize];
            numbers.iter_mut().for_each(|number| *number = moves.min(*number));
        }
        let claim =
            nearest.map_or(Claim::Unsolvable, |_| Claim::Optimal(solution.len() as u32 - 1));
        let start = start.arrangement().clone();
        Ok(Self { metric, reachable, start, claim, solution, numbers })
    }

    /// Proves the distances of all positions that are reachable from a start. Reports progress in positions.
    ///
    /// # Errors
    ///
    /// As [`of_length`](Self::of_length).
    pub fn of_distances(
        start: &Position,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Self, ProofError> {
        let (reachable, graph) = component(start, metric, effort)?;
        let numbers = graph.distances(&reachable.goals());
        let start = start.arrangement().clone();
        Ok(Self {
            metric,
            reachable,
            start,
            claim: Claim::Distances,
            solution: Vec::new(),
            numbers,
        })
    }

    /// What it proves.
    pub fn claim(&self) -> Claim {
        self.claim
    }

    /// Number of reachable positions.
    pub fn positions(&self) -> usize {
        self.numbers.len()
    }

    /// The nodes, sorted by the places of the pieces.
    fn in_order(&self) -> Vec<usize> {
        let positions = self.reachable.positions();
        let places = |node: usize| positions[node].pieces().map(|(_, anchor)| anchor);
        let mut nodes: Vec<usize> = (0..positions.len()).collect();
        nodes.par_sort_unstable_by(|&one, &other| places(one).cmp(places(other)));
        nodes
    }

    /// Writes the file.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let puzzle = self.reachable.puzzle();
        writeln!(out, "huarong proof 1\nclaim {}\nmetric {}", self.claim, self.metric)?;
        write_puzzle(puzzle, &self.start, out)?;
        writeln!(out, "start{}", places(puzzle, &self.start))?;
        if let Claim::Optimal(moves) = self.claim {
            writeln!(out, "solution {moves}")?;
            for &node in &self.solution {
                let position = &self.reachable.positions()[node as usize];
                writeln!(out, "{}", places(puzzle, position).trim_start())?;
            }
        }
        let largest = self.numbers.iter().filter(|&&number| number != u32::MAX).max();
        // One value more, for what cannot be reached.
        let values = largest.map_or(1, |largest| u64::from(*largest) + 2);
        let digits = (1..).find(|&digits| u64::from(DIGITS).pow(digits) >= values).unwrap_or(1);
        writeln!(out, "numbers {} {digits}", self.positions())?;
        let mut line = String::with_capacity(WIDTH);
        for node in self.in_order() {
            let number = self.numbers[node].min(DIGITS.pow(digits) - 1);
            for place in (0..digits).rev() {
                let digit = number / DIGITS.pow(place) % DIGITS;
                line.push(char::from(b'!' + digit as u8));
            }
            if line.len() + digits as usize > WIDTH {
                writeln!(out, "{line}")?;
                line.clear();
            }
        }
        if !line.is_empty() {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

/// The positions that are reachable from a start, and the moves between them.
fn component(
    start: &Position,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<(Reachable, Graph), ProofError> {
    if metric == Metric::Multi {
        return Err(ProofError::Multi);
    }
    if start.puzzle().doors().is_some() {
        return Err(ProofError::Doors);
    }
    let reachable = Reachable::explore(start.puzzle(), start, u32::MAX, effort)?;
    let graph = reachable.graph(metric, effort)?;
    Ok((reachable, graph))
}

/// Writes the board, the shapes of the pieces, and the goals.
fn write_puzzle(puzzle: &Puzzle, start: &Arrangement, out: &mut dyn Write) -> io::Result<()> {
    let board = puzzle.board();
    writeln!(out, "board {} {}", board.width(), board.height())?;
    let signs: Vec<char> =
        board.places().map(|cell| if cell.is_some() { '.' } else { '#' }).collect();
    for row in signs.chunks(board.width().into()) {
        writeln!(out, "{}", row.iter().collect::<String>())?;
    }
    for (column, row, side) in board.thin_walls() {
        writeln!(out, "thin {} {}", place(board.width(), column, row), side.name())?;
    }
    for (id, shape) in puzzle.shapes().iter().enumerate() {
        let polyomino = shape.polyomino();
        let row = |row: u8| -> String {
            let cell = |column| if polyomino.contains(column, row.into()) { 'x' } else { '.' };
            (0..polyomino.width().into()).map(cell).collect()
        };
        let rows: Vec<String> = (0..polyomino.height()).map(row).collect();
        let freedom = match shape.freedom() {
            Freedom::Both => "both",
            Freedom::Rows => "rows",
            Freedom::Columns => "columns",
        };
        write!(out, "shape {} {freedom} {}", start.count(id), rows.join("/"))?;
        // Gates keep it from these places.
        for anchor in board.cells().filter(|&anchor| {
            puzzle.footprint(id, anchor).next().is_none()
                && board.footprint(polyomino, anchor).is_some()
                && shape.is_on_line(board.column(anchor), board.row(anchor))
        }) {
            write!(out, " {}", place_of(puzzle, anchor))?;
        }
        writeln!(out)?;
    }
    for alternative in puzzle.goal().alternatives() {
        let pieces = alternative.iter();
        let pieces = pieces.map(|&(id, anchor)| format!(" {id}@{}", place_of(puzzle, anchor)));
        writeln!(out, "goal{}", pieces.collect::<String>())?;
    }
    Ok(())
}

/// The places of the pieces of a position, shape by shape, each after a space.
fn places(puzzle: &Puzzle, position: &Arrangement) -> String {
    let pieces = position.pieces();
    pieces.map(|(_, anchor): (ShapeId, _)| format!(" {}", place_of(puzzle, anchor))).collect()
}

/// The number of a cell in the rectangle, from 0, row by row.
fn place_of(puzzle: &Puzzle, cell: Cell) -> usize {
    let board = puzzle.board();
    place(board.width(), board.column(cell), board.row(cell))
}

fn place(width: u8, column: u8, row: u8) -> usize {
    usize::from(row) * usize::from(width) + usize::from(column)
}
