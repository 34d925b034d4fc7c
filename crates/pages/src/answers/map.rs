//! Maps of components, as the server sends them.

use super::request_error::RequestError;
use crate::json::{SubjectRecord, to_json};
use huarong_core::effort::Effort;
use huarong_core::grid::Cell;
use huarong_core::rules::{Arrangement, Metric, Puzzle};
use huarong_lab::map::ComponentMap;
use serde::Serialize;

const MOST_POSITIONS: u32 = 50_000;
/// Most moves of a map; beyond that, each position has one.
const MOST_MOVES: usize = 250_000;

/// The component of a position as a graph for drawing, in a compact text form.
#[derive(Serialize)]
struct MapRecord<'t> {
    position: String,
    #[serde(flatten)]
    subject: SubjectRecord<'t>,
    metric: &'static str,
    /// Whether the goal can be reached. Levels are then distances to the nearest goal position; otherwise, distances from
    /// the position.
    solvable: bool,
    /// Number of nodes of each level.
    levels: Vec<u32>,
    node: u32,
    /// Whether all moves are listed; otherwise one per node, to the previous level.
    all_moves: bool,
    /// For each node, the neighbours with greater numbers, as differences of the numbers.
    moves: Vec<Vec<u32>>,
    /// For each node, one character per piece (at its first cell) and per empty cell, in reading order.
    signs: Vec<String>,
}

/// The map of the component of a position, of the family or of another puzzle, as JSON.
pub fn component_map(
    puzzle: &Puzzle,
    position: &Arrangement,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Vec<u8>, RequestError> {
    let map = ComponentMap::of(puzzle, position, metric, MOST_POSITIONS, effort)?;
    let all_moves = map.graph().edges() <= MOST_MOVES;
    Ok(to_json(&MapRecord {
        position: puzzle.position_text(position),
        subject: SubjectRecord::new(puzzle, &puzzle.piece_set_text(&position.piece_set())),
        metric: metric.name(),
        solvable: map.is_solvable(),
        levels: map.levels(),
        node: map.node(position).expect("it is in its own component"),
        all_moves,
        moves: if all_moves { all(&map) } else { one_each(&map) },
        signs: map.positions().iter().map(|position| signs(puzzle, position)).collect(),
    }))
}

fn all(map: &ComponentMap) -> Vec<Vec<u32>> {
    let greater = |node| {
        let neighbours = map.graph().neighbours(node).iter();
        neighbours.filter(|&&other| other > node).map(|other| other - node).collect()
    };
    map.graph().nodes().map(greater).collect()
}

/// Keeps only the first move of each node to the previous level.
fn one_each(map: &ComponentMap) -> Vec<Vec<u32>> {
    let mut moves = vec![Vec::new(); map.graph().len()];
    let first = map.levels()[0];
    // Neighbours are sorted, and the previous level has the smallest numbers.
    for node in first..map.graph().len() as u32 {
        let before = map.graph().neighbours(node)[0];
        moves[before as usize].push(node - before);
    }
    moves
}

/// A position with one character per piece (at its first cell) and per empty cell.
fn signs(puzzle: &Puzzle, position: &Arrangement) -> String {
    let sign = |(shape, anchor)| (anchor, puzzle.sign_of(position, shape, anchor));
    let empty = puzzle.empty_cells(position).map(|cell| (cell, '.'));
    let mut signs: Vec<(Cell, char)> = position.pieces().map(sign).chain(empty).collect();
    signs.sort_unstable();
    signs.into_iter().map(|(_, sign)| sign).collect()
}
