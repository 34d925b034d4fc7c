//! A component as a graph: its positions by their numbers, and distances from any of them.

use super::breadth_first::fits;
use super::distances::DistanceTable;
use super::encoding::Encoding;
use super::error::ComponentError;
use super::goal::GoalTest;
use super::moves::{MOST_PIECES, Moves};
use super::unit_moves::{Links, UnitMoves};
use super::word_counts::AnyTable;
use huarong_core::effort::Effort;
use huarong_core::grid::Cell;
use huarong_core::rules::{Arrangement, Metric, Puzzle, ShapeId, SinglePieceMetric};

/// All positions that can be reached from one, by their numbers, with the moves between them.
#[derive(Debug)]
pub struct ComponentGraph {
    pub(super) puzzle: Puzzle,
    pub(super) encoding: Encoding,
    positions: Positions,
    links: Links,
}

/// The positions by their numbers.
#[derive(Debug)]
enum Positions {
    One(Vec<[u64; 1]>),
    Two(Vec<[u64; 2]>),
}

/// Evaluates an expression for one or two words per position.
macro_rules! with_positions {
    ($positions:expr, $list:ident => $said:expr) => {
        match $positions {
            Positions::One($list) => $said,
            Positions::Two($list) => $said,
        }
    };
}

/// Number of positions between two checks for cancellation.
const BLOCK: u32 = 1 << 16;

impl ComponentGraph {
    /// Finds all positions that can be reached from `start`. `None` if there are more than `most`, or if pieces leave the
    /// board. Also `None` if a position has too many pieces or needs more than two words.
    pub fn explore(
        puzzle: &Puzzle,
        start: &Arrangement,
        most: usize,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ComponentError> {
        let encoding = Encoding::new(puzzle, start);
        if encoding.pieces() > MOST_PIECES || puzzle.doors().is_some() {
            return Ok(None);
        }
        let moves = Moves::new(puzzle, &encoding, Metric::Unit);
        let found = match encoding.words {
            0..=1 => UnitMoves::explore(encoding.key(start), &moves, most, effort)?
                .map(|UnitMoves { positions, links }| (Positions::One(positions), links)),
            2 => UnitMoves::explore(encoding.key(start), &moves, most, effort)?
                .map(|UnitMoves { positions, links }| (Positions::Two(positions), links)),
            _ => None,
        };
        let puzzle = puzzle.clone();
        Ok(found.map(|(positions, links)| Self { puzzle, encoding, positions, links }))
    }

    /// The position with a number.
    pub fn position(&self, number: u32) -> Arrangement {
        let mut position = self.puzzle.empty_position();
        with_positions!(&self.positions, list => {
            self.encoding.read(&list[number as usize], &mut position);
        });
        position
    }

    /// The position whose encoding is the smallest. All positions of the component have the same.
    pub fn first_encoded(&self) -> Arrangement {
        let first = with_positions!(&self.positions, list => {
            (0..).zip(list).min_by_key(|(_, key)| **key).map(|(number, _)| number)
        });
        self.position(first.expect("there is a start"))
    }

    /// The numbers of the positions with a piece of a shape at an anchor.
    pub fn with_piece(&self, shape: ShapeId, anchor: Cell) -> Vec<u32> {
        let Some(test) = self.encoding.test(shape, anchor) else { return Vec::new() };
        with_positions!(&self.positions, list => {
            (0..).zip(list).filter(|(_, key)| test.holds(key)).map(|(number, _)| number).collect()
        })
    }

    pub(super) fn goals(&self, effort: Effort<'_>) -> Result<Vec<u32>, ComponentError> {
        let goal = GoalTest::new(&self.puzzle, &self.encoding);
        let mut goals = Vec::new();
        with_positions!(&self.positions, list => {
            for (number, key) in (0..).zip(list) {
                if number % BLOCK == 0 {
                    effort.check()?;
                }
                if goal.is_goal(key) {
                    goals.push(number);
                }
            }
        });
        Ok(goals)
    }

    /// The distances of all positions from the nearest of some, of which there must be one. Reports progress in
    /// positions.
    pub fn distances(
        &self,
        from: Vec<u32>,
        metric: SinglePieceMetric,
        effort: Effort<'_>,
    ) -> Result<Vec<u16>, ComponentError> {
        self.links.distances(from, metric, self.bytes(), effort)
    }

    /// Tables of distances by position, one per list of distances by number. `first` is the number of a position whose
    /// distance is 0 in all lists. The moves are freed first.
    pub(super) fn into_tables(
        self,
        first: u32,
        distances: Vec<Vec<u16>>,
        effort: Effort<'_>,
    ) -> Result<Vec<AnyTable>, ComponentError> {
        drop(self.links);
        Ok(with_positions!(self.positions, list => {
            let tables = DistanceTable::of_several(list, first as usize, distances, effort)?;
            tables.into_iter().map(AnyTable::from).collect()
        }))
    }

    /// The number of optimal solutions of each position, by its distance from the goal positions. Solutions are counted
    /// as sequences of positions. A goal position has one. A number that 64 bits cannot hold is given as the largest.
    pub fn solution_counts(
        &self,
        distances: &[u16],
        metric: SinglePieceMetric,
        effort: Effort<'_>,
    ) -> Result<Vec<u64>, ComponentError> {
        let needed = distances.len() * (size_of::<u32>() + 2 * size_of::<u64>());
        fits(distances.len() as u64, 0, self.bytes() + needed as u64, effort)?;
        let mut nearest_first: Vec<u32> = (0..distances.len() as u32).collect();
        nearest_first.sort_by_key(|&number| distances[number as usize]);
        let mut counts: Vec<u64> = vec![0; distances.len()];
        let mut followed = vec![0; distances.len()];
        for number in nearest_first {
            let Some(nearer) = distances[number as usize].checked_sub(1) else {
                counts[number as usize] = 1;
                continue;
            };
            let mut count: u64 = 0;
            self.links.each_after(number, metric, &mut followed, |after| {
                if distances[after as usize] == nearer {
                    count = count.saturating_add(counts[after as usize]);
                }
            });
            counts[number as usize] = count;
        }
        Ok(counts)
    }

    pub(super) fn bytes(&self) -> u64 {
        let positions = with_positions!(&self.positions, list => size_of_val(&list[..]));
        (positions + self.links.bytes()) as u64
    }
}
