//! Two grids, as in the sources of github.com/lumi-a/sliding-blocks (`src/examples.rs`).
//!
//! The start and the goal, separated by blank lines. A space is no cell, `.` an empty cell, every other character a
//! piece, including `#`. The goal has only the pieces that it requires. Each grid may be indented.

use super::error::{InterchangeError, LineFault};
use super::puzzle_sketch::{At, Grid, Piece, PuzzleSketch};
use super::text_lines::{last_line, lines};
use std::collections::HashMap;

pub(super) fn read(text: &str, title: &str) -> Result<String, InterchangeError> {
    let grids = grids(text);
    let (start, goal) = match &grids[..] {
        [] => return Err(LineFault::missing("the start").at(last_line(text))),
        [_] => return Err(LineFault::missing("the goal").at(last_line(text))),
        [start, goal] => (start, goal),
        [_, _, more, ..] => {
            let row = more.rows[0].iter().collect::<String>();
            return Err(LineFault::expected("the end of the file", &row).at(more.line));
        }
    };
    for grid in [start, goal] {
        grid.check_signs()?;
    }
    let (columns, rows) = (start.columns(), start.rows.len());
    let mut sketch = PuzzleSketch::new(title, columns as i64, rows as i64, start.line)?;
    for row in 0..rows.max(goal.rows.len()) {
        for column in 0..columns.max(goal.columns()) {
            if (start.sign(column, row) == ' ') != (goal.sign(column, row) == ' ') {
                let last = goal.rows.len() - 1;
                return Err(LineFault::different_boards(column, row).at(goal.line + row.min(last)));
            }
            if start.sign(column, row) == ' ' {
                sketch.wall((column as i64, row as i64), start.line + row)?;
            }
        }
    }
    let mut pieces = HashMap::new();
    for (sign, cells) in pieces_of(start) {
        let line = start.line_of(&cells);
        pieces.insert(sign, sketch.place(Piece::of_sign(sign, cells), line)?);
    }
    sketch.begin_goal();
    for (sign, cells) in pieces_of(goal) {
        let line = goal.line_of(&cells);
        let Some(&piece) = pieces.get(&sign) else {
            return Err(LineFault::no_such_piece(sign).at(line));
        };
        sketch.want(piece, &cells, line)?;
    }
    sketch.text(start.line)
}

fn pieces_of(grid: &Grid) -> impl Iterator<Item = (char, Vec<At>)> {
    grid.cells_by_sign().into_iter().filter(|&(sign, _)| sign != ' ' && sign != '.')
}

/// The blocks of lines that blank lines separate, without their common indentation.
fn grids(text: &str) -> Vec<Grid> {
    let mut grids: Vec<Grid> = Vec::new();
    let mut is_blank = true;
    for (line, signs) in lines(text) {
        let signs: Vec<char> = signs.trim_end().chars().collect();
        match grids.last_mut() {
            _ if signs.is_empty() => is_blank = true,
            Some(grid) if !is_blank => grid.rows.push(signs),
            _ => {
                grids.push(Grid { line, rows: vec![signs] });
                is_blank = false;
            }
        }
    }
    for grid in &mut grids {
        let indent = |row: &Vec<char>| row.iter().take_while(|&&sign| sign == ' ').count();
        let indent = grid.rows.iter().map(indent).min().unwrap_or(0);
        for row in &mut grid.rows {
            row.drain(..indent);
        }
    }
    grids
}
