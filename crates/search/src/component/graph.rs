//! A component whose positions are numbered: distances from any of them.

use super::error::ComponentError;
use super::growth::fits;
use super::layout::Layout;
use super::moves::{MOST_PIECES, Moves};
use super::unit_moves::{Links, UnitMoves};
use huarong_core::effort::Effort;
use huarong_core::grid::Cell;
use huarong_core::rules::{Arrangement, Metric, Puzzle, ShapeId, SinglePieceMetric};

/// All positions that can be reached from one, by their numbers, with the moves between them.
#[derive(Debug)]
pub struct ComponentGraph {
    puzzle: Puzzle,
    layout: Layout,
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

impl ComponentGraph {
    /// Finds all positions that can be reached from `start`. `None` if there are more than `most`, or if a position has too
    /// many pieces or needs more than two words.
    pub fn explore(
        puzzle: &Puzzle,
        start: &Arrangement,
        most: usize,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ComponentError> {
        let layout = Layout::new(puzzle, start);
        if layout.pieces() > MOST_PIECES {
            return Ok(None);
        }
        let moves = Moves::new(puzzle, &layout, Metric::Unit);
        let found = match layout.words {
            0..=1 => UnitMoves::<1>::explore(layout.key(start), &moves, most, effort)?
                .map(UnitMoves::into_parts)
                .map(|(positions, links)| (Positions::One(positions), links)),
            2 => UnitMoves::<2>::explore(layout.key(start), &moves, most, effort)?
                .map(UnitMoves::into_parts)
                .map(|(positions, links)| (Positions::Two(positions), links)),
            _ => None,
        };
        let puzzle = puzzle.clone();
        Ok(found.map(|(positions, links)| Self { puzzle, layout, positions, links }))
    }

    /// The position with a number.
    pub fn position(&self, number: u32) -> Arrangement {
        let mut position = self.puzzle.empty_position();
        with_positions!(&self.positions, list => {
            self.layout.read(&list[number as usize], &mut position);
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
        let Some(test) = self.layout.test(shape, anchor) else { return Vec::new() };
        with_positions!(&self.positions, list => {
            (0..).zip(list).filter(|(_, key)| test.holds(key)).map(|(number, _)| number).collect()
        })
    }

    /// The distances of all positions from the nearest of some, of which there must be one. Reports progress in positions.
    pub fn distances(
        &self,
        from: Vec<u32>,
        metric: SinglePieceMetric,
        effort: Effort<'_>,
    ) -> Result<Vec<u16>, ComponentError> {
        self.links.distances(from, metric, self.bytes(), effort)
    }

    /// The number of optimal solutions of each position, by its distance from the goal positions. Solutions are counted as
    /// sequences of positions. A goal position has one. A number that 64 bits cannot hold is given as the largest.
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

    fn bytes(&self) -> u64 {
        let positions = with_positions!(&self.positions, list => size_of_val(&list[..]));
        (positions + self.links.bytes()) as u64
    }
}
