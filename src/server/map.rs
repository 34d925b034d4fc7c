//! Maps of components: what is told of them.

use crate::grid::Cell;
use crate::sliding::analysis::ComponentMap;
use crate::sliding::rules::{Arrangement, Metric, Puzzle};
use serde::Serialize;

/// Most positions of a map.
pub const MOST_POSITIONS: usize = 50_000;
/// Most moves of a map; where there are more, each position has one.
const MOST_MOVES: usize = 250_000;

/// The component of a position as a graph to be drawn, in as few bytes as can still be read.
#[derive(Serialize)]
pub struct MapRecord {
    position: String,
    piece_set: String,
    metric: &'static str,
    /// Whether levels are distances to the win; otherwise they are distances from the position.
    with_goal: bool,
    /// How many nodes each level has.
    levels: Vec<u32>,
    /// The position's node.
    node: u32,
    /// Whether all moves are told; otherwise one of each node, to the level before.
    all_moves: bool,
    /// For each node what is to be added to its number for those of greater nodes that are a move apart.
    moves: Vec<Vec<u32>>,
    /// For each node the first cells of pieces and the empty cells in reading order, as signs.
    signs: Vec<String>,
}

impl MapRecord {
    pub fn new(
        puzzle: &Puzzle,
        position: &Arrangement,
        piece_set: &str,
        metric: Metric,
        map: &ComponentMap,
    ) -> Self {
        let all_moves = map.graph().edges() <= MOST_MOVES;
        Self {
            position: puzzle.position_text(position),
            piece_set: piece_set.to_owned(),
            metric: metric.name(),
            with_goal: map.is_solvable(),
            levels: map.levels(),
            node: map.node(position).expect("it is in its own component"),
            all_moves,
            moves: if all_moves { all(map) } else { one_each(map) },
            signs: map.positions().iter().map(|position| signs(puzzle, position)).collect(),
        }
    }
}

fn all(map: &ComponentMap) -> Vec<Vec<u32>> {
    let greater = |node| {
        let neighbours = map.graph().neighbours(node).iter();
        neighbours.filter(|&&other| other > node).map(|other| other - node).collect()
    };
    map.graph().nodes().map(greater).collect()
}

/// Of each node only the first of the moves to the level before.
fn one_each(map: &ComponentMap) -> Vec<Vec<u32>> {
    let mut moves = vec![Vec::new(); map.graph().len()];
    let first = map.levels()[0];
    // Neighbours are in order, and those in the level before have lesser numbers than all others.
    for node in first..map.graph().len() as u32 {
        let before = map.graph().neighbours(node)[0];
        moves[before as usize].push(node - before);
    }
    moves
}

/// A position in as many signs as it has pieces and empty cells: for each cell on which one begins or nothing stands.
fn signs(puzzle: &Puzzle, position: &Arrangement) -> String {
    let sign = |(shape, anchor)| (anchor, puzzle.sign_of(position, shape, anchor));
    let empty = puzzle.free_cells(position).into_iter().map(|cell| (cell, '.'));
    let mut signs: Vec<(Cell, char)> = position.pieces().map(sign).chain(empty).collect();
    signs.sort_unstable();
    signs.into_iter().map(|(_, sign)| sign).collect()
}
