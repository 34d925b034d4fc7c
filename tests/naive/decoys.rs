//! Decoys by brute force: every puzzle that lacks a piece or a wall is drawn and solved.

use super::grids::{Drawn, Witness, cells_of, grid, signs};
use super::{Cell, Grid, to_text};
use std::collections::{BTreeMap, BTreeSet};

/// The pieces and walls of a drawn puzzle, by the first cell of each in reading order, with whether it is a decoy.
pub type Verdicts = BTreeMap<Cell, bool>;

/// The verdicts about the pieces that the goals do not name, and about the walls. `None` if there is no solution.
pub fn decoys(drawn: &Drawn, metric: &str) -> Option<(Verdicts, Verdicts)> {
    let witness = Witness::new(drawn);
    let moves = witness.solution_length(metric)?;
    let start = grid(&drawn.start);
    let is_as_long = |changed: Drawn| Witness::new(&changed).solution_length(metric) == Some(moves);
    let moved = moved_by_optimal_solutions(&witness, &start, moves, metric);
    let named = |sign: &char| drawn.goals.iter().any(|goal| goal.contains(*sign));
    let pieces = signs(&start).into_iter().filter(|sign| !named(sign)).map(|sign| {
        let is_decoy = !moved.contains(&sign) && is_as_long(without(drawn, sign));
        (cells_of(&start, sign)[0], is_decoy)
    });
    let walls = cells_of(&start, '#').into_iter();
    let walls = walls.map(|wall| (wall, is_as_long(opened(drawn, wall))));
    Some((pieces.collect(), walls.collect()))
}

/// The pieces that some solution of so many moves moves. All pieces are distinguished.
fn moved_by_optimal_solutions(
    witness: &Witness,
    start: &Grid,
    moves: u32,
    metric: &str,
) -> BTreeSet<char> {
    let mut levels = vec![BTreeSet::from([start.clone()])];
    for _ in 0..moves {
        let before = &levels[levels.len() - 1];
        let after = before.iter().flat_map(|position| witness.moved(position, metric));
        levels.push(after.collect());
    }
    let mut moved = BTreeSet::new();
    let mut ahead = levels.pop().expect("the start has a level");
    ahead.retain(|position| witness.is_goal(&to_text(position)));
    while let Some(mut level) = levels.pop() {
        level.retain(|position| {
            let after = witness.moved(position, metric);
            let mut leads_on = false;
            for next in after.iter().filter(|next| ahead.contains(*next)) {
                let differs = |sign: &char| cells_of(position, *sign) != cells_of(next, *sign);
                moved.extend(signs(position).into_iter().filter(differs));
                leads_on = true;
            }
            leads_on
        });
        ahead = level;
    }
    moved
}

/// The puzzle without a piece.
fn without(drawn: &Drawn, sign: char) -> Drawn {
    let others = |signs: &String| signs.replace(sign, "");
    let owners = drawn.owners.iter().map(|(group, pieces)| (*group, others(pieces)));
    Drawn {
        start: drawn.start.replace(sign, "."),
        alike: drawn.alike.iter().map(others).collect(),
        rows: others(&drawn.rows),
        columns: others(&drawn.columns),
        owners: owners.collect(),
        ..drawn.clone()
    }
}

/// The puzzle with a cell in place of a wall. Thin walls beside a wall have no effect, so these are left out.
fn opened(drawn: &Drawn, (column, row): Cell) -> Drawn {
    let mut start = grid(&drawn.start);
    start[row][column] = '.';
    let mut thin_walls = grid(&drawn.thin_walls);
    let (x, y) = (2 * column, 2 * row);
    for (x, y) in [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))] {
        if let Some(mark) = thin_walls.get_mut(y).and_then(|line| line.get_mut(x)) {
            *mark = '.';
        }
    }
    let text = |grid: Grid| {
        let lines: Vec<String> = grid.into_iter().map(String::from_iter).collect();
        lines.join("\n")
    };
    Drawn { start: text(start), thin_walls: text(thin_walls), ..drawn.clone() }
}
