//! Simple players, whose answers show what a score is worth.

use huarong_core::grid::Cell;
use huarong_core::position::{Move, Position};
use huarong_core::rules::{Arrangement, Metric, ShapeId, UnknownName};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::str::FromStr;
use xxhash_rust::xxh3::xxh3_64;

/// A player of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Player {
    /// Makes random moves, at most 200.
    Random,
    /// Makes a move after which the fewest pieces block the goal, to a new position if there is one; at most 200 moves.
    Greedy,
    /// Searches with the number of blocking pieces as estimate, and looks at 1,000 positions at most.
    BestFirst,
    /// Knows the answer.
    Exact,
}

/// Most moves of a player who does not search.
const MOST_MOVES: usize = 200;
/// Positions at which a search looks.
const MOST_POSITIONS: usize = 1_000;

impl Player {
    /// All players, the weakest first.
    pub const ALL: [Self; 4] = [Self::Random, Self::Greedy, Self::BestFirst, Self::Exact];

    /// The name: `best-first`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::BestFirst => "best-first",
            Self::Exact => "exact",
        }
    }

    /// The moves of an attempt, without errors; `None` if the player makes none of its own. The same start has the same moves.
    pub(super) fn moves(self, start: &Position, metric: Metric) -> Option<Vec<Move>> {
        let mut generator = ChaCha8Rng::seed_from_u64(xxh3_64(start.lettered().as_bytes()));
        match self {
            Self::Random => {
                Some(wander(start, metric, |moves, _| Some(generator.random_range(0..moves.len()))))
            }
            Self::Greedy => Some(wander(start, metric, |moves, seen| {
                let rated = moves.iter().enumerate().map(|(number, made)| {
                    let after = made.after();
                    ((seen.contains(after.arrangement()), blocking(&after)), number)
                });
                let rated: Vec<_> = rated.collect();
                let least = rated.iter().map(|&(rate, _)| rate).min()?;
                let best: Vec<usize> =
                    rated.iter().filter(|(rate, _)| *rate == least).map(|&(_, at)| at).collect();
                Some(best[generator.random_range(0..best.len())])
            })),
            Self::BestFirst => Some(best_first(start, metric)),
            Self::Exact => None,
        }
    }
}

impl FromStr for Player {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        UnknownName::find("player", &Self::ALL, Self::name, name)
    }
}

/// Makes moves of which `choose` gives the number, up to the goal.
fn wander(
    start: &Position,
    metric: Metric,
    mut choose: impl FnMut(&[Move], &HashSet<Arrangement>) -> Option<usize>,
) -> Vec<Move> {
    let (mut at, mut made) = (start.clone(), Vec::new());
    let mut seen = HashSet::from([start.arrangement().clone()]);
    while made.len() < MOST_MOVES && !at.is_goal() {
        let mut moves = at.moves(metric);
        if moves.is_empty() {
            break;
        }
        let Some(number) = choose(&moves, &seen) else { break };
        let step = moves.swap_remove(number);
        at = step.after();
        seen.insert(at.arrangement().clone());
        made.push(step);
    }
    made
}

/// A search by the number of moves so far plus that of blocking pieces: the path to the goal.
/// Without one, the path to the position with the fewest of them.
fn best_first(start: &Position, metric: Metric) -> Vec<Move> {
    /// A position with its number of moves so far, and how it was reached.
    struct Node {
        at: Position,
        depth: usize,
        from: Option<(usize, Move)>,
    }
    let mut nodes = vec![Node { at: start.clone(), depth: 0, from: None }];
    let mut known = HashMap::from([(start.arrangement().clone(), 0)]);
    let mut open = BinaryHeap::from([Reverse((blocking(start), 0))]);
    let mut nearest = (usize::MAX, 0);
    for _ in 0..MOST_POSITIONS {
        let Some(Reverse((_, node))) = open.pop() else { break };
        let (at, depth) = (nodes[node].at.clone(), nodes[node].depth);
        nearest = nearest.min((blocking(&at), node));
        if at.is_goal() {
            nearest = (0, node);
            break;
        }
        for made in at.moves(metric) {
            let (after, depth) = (made.after(), depth + 1);
            if known.get(after.arrangement()).is_none_or(|&before| depth < before) {
                known.insert(after.arrangement().clone(), depth);
                open.push(Reverse((depth + blocking(&after), nodes.len())));
                nodes.push(Node { at: after, depth, from: Some((node, made)) });
            }
        }
    }
    let mut moves = Vec::new();
    let mut at = nearest.1;
    while let Some((before, made)) = &nodes[at].from {
        moves.push(made.clone());
        at = *before;
    }
    moves.reverse();
    moves
}

/// For the nearest goal: the number of cells that pieces have to go, and of pieces that block them.
fn blocking(at: &Position) -> usize {
    let ways = at.puzzle().goal().alternatives().iter();
    let ways = ways.map(|places| places.iter().map(|&place| to_place(at, place)).sum());
    ways.min().unwrap_or(0)
}

/// The same for the nearest piece of a shape and a place.
fn to_place(at: &Position, (shape, to): (ShapeId, Cell)) -> usize {
    let puzzle = at.puzzle();
    let board = puzzle.board();
    let place = |cell: Cell| (board.column(cell), board.row(cell));
    let of_piece = |from: Cell| {
        let ((column, row), (to_column, to_row)) = (place(from), place(to));
        let between =
            |number: u8, one: u8, other: u8| (one.min(other)..=one.max(other)).contains(&number);
        let is_between = |&cell: &Cell| {
            between(board.column(cell), column, to_column) && between(board.row(cell), row, to_row)
        };
        let way: Vec<Cell> = board
            .cells()
            .filter(is_between)
            .flat_map(|cell| puzzle.footprint(shape, cell))
            .collect();
        let others = at.pieces().filter(|&piece| piece != (shape, from));
        let blocks = others.filter(|&(other, anchor)| {
            puzzle.footprint(other, anchor).any(|cell| way.contains(&cell))
        });
        usize::from(column.abs_diff(to_column)) + usize::from(row.abs_diff(to_row)) + blocks.count()
    };
    let pieces = at.pieces().filter(|&(its, _)| its == shape);
    pieces.map(|(_, from)| of_piece(from)).min().unwrap_or(0)
}
