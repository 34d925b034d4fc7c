//! Outline of a polyomino as polygons.

use crate::grid::Polyomino;

/// Right, down, left and up: clockwise, as rows count downwards.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The outlines of a polyomino with cells of length `size`, drawn `inset` inside its edges: one loop around it and one
/// around each gap. Points are relative to the top-left corner of the polyomino's rectangle.
pub fn outlines(polyomino: &Polyomino, size: i32, inset: i32) -> Vec<Vec<(i32, i32)>> {
    // Edges run clockwise around cells, with the polyomino on their right. Each starts at a corner and has a direction.
    let is_edge = |(x, y): (i32, i32), direction: usize| {
        let (inside, outside) = match direction {
            0 => ((x, y), (x, y - 1)),
            1 => ((x - 1, y), (x, y)),
            2 => ((x - 1, y - 1), (x - 1, y)),
            _ => ((x, y - 1), (x - 1, y - 1)),
        };
        polyomino.contains(inside.0, inside.1) && !polyomino.contains(outside.0, outside.1)
    };
    let mut done = Vec::new();
    let mut loops = Vec::new();
    // Every loop, including one around a gap, contains the top edge of some cell.
    for &(column, row) in polyomino.cells() {
        let (mut at, mut direction) = ((i32::from(column), i32::from(row)), 0);
        let mut points = Vec::new();
        while is_edge(at, direction) && !done.contains(&(at, direction)) {
            done.push((at, direction));
            let step = DIRECTIONS[direction];
            at = (at.0 + step.0, at.1 + step.1);
            // Where two cells touch at a corner, turning right stays on the same cell.
            let turns = [1, 0, 3].map(|turn| (direction + turn) % 4);
            let next = turns.into_iter().find(|&turned| is_edge(at, turned)).unwrap_or(direction);
            if next != direction {
                let [before, after] = [direction, next].map(|d| DIRECTIONS[(d + 1) % 4]);
                let point = |at: i32, a: i32, b: i32| at * size + (a + b) * inset;
                points.push((point(at.0, before.0, after.0), point(at.1, before.1, after.1)));
            }
            direction = next;
        }
        if !points.is_empty() {
            loops.push(points);
        }
    }
    loops
}
