//! The outline of a piece, as a polygon.

use crate::grid::Form;

/// Right, down, left and up, clockwise where rows count downwards.
const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The outlines of a form whose cells are `size` long, drawn `inset` inside its edges: a loop around it,
/// and one around each hole. Points are counted from the top-left corner of the form's rectangle.
pub(crate) fn outlines(form: &Form, size: i32, inset: i32) -> Vec<Vec<(i32, i32)>> {
    // Edges run clockwise around cells, so that the piece is on their right: from a corner, in a direction.
    let is_edge = |(x, y): (i32, i32), direction: usize| {
        let (inside, outside) = match direction {
            0 => ((x, y), (x, y - 1)),
            1 => ((x - 1, y), (x, y)),
            2 => ((x - 1, y - 1), (x - 1, y)),
            _ => ((x, y - 1), (x - 1, y - 1)),
        };
        form.contains(inside.0, inside.1) && !form.contains(outside.0, outside.1)
    };
    let mut done = Vec::new();
    let mut loops = Vec::new();
    // Every loop, also one around a hole, runs along the top of some cell.
    for &(column, row) in form.cells() {
        let (mut at, mut direction) = ((i32::from(column), i32::from(row)), 0);
        let mut points = Vec::new();
        while is_edge(at, direction) && !done.contains(&(at, direction)) {
            done.push((at, direction));
            let step = DIRECTIONS[direction];
            at = (at.0 + step.0, at.1 + step.1);
            // At a corner where two cells touch, turning right keeps to the same cell.
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
