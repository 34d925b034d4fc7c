//! A level of GNOME Klotski.
//!
//! The levels are those of `src/klotski-window.vala`, one row per line without quotes. `#` is a wall, and a space is an
//! empty cell, inside and outside the walls. `*` is the target piece, `.` a goal cell of the target, `-` a door that
//! only the target may pass. Any other character is a piece. Short rows are padded with spaces.

use super::error::{InterchangeError, LineFault};
use super::puzzle_sketch::{At, Grid, Piece, PuzzleSketch};
use super::text_lines::{last_line, lines};

pub(super) fn read(text: &str, title: &str) -> Result<String, InterchangeError> {
    let rows: Vec<_> = lines(text).collect();
    let is_written = |line: &&(usize, &str)| !line.1.is_empty();
    let (Some(first), Some(last)) = (rows.iter().find(is_written), rows.iter().rfind(is_written))
    else {
        return Err(LineFault::missing("the level").at(last_line(text)));
    };
    let signs = rows[first.0 - 1..last.0].iter().map(|(_, row)| row.chars().collect());
    let grid = Grid { line: first.0, rows: signs.collect() };
    grid.check_signs()?;
    let (columns, rows) = (grid.columns(), grid.rows.len());
    let mut sketch = PuzzleSketch::new(title, columns as i64, rows as i64, grid.line)?;
    let (mut target, mut goal, mut doors) = (None, Vec::new(), Vec::new());
    let mut pieces: Vec<(char, Vec<At>)> = Vec::new();
    for (sign, cells) in grid.cells_by_sign() {
        match sign {
            ' ' => {}
            '.' => goal = cells,
            '-' => doors = cells,
            '#' => {
                for cell in cells {
                    sketch.wall(cell, grid.line_of(&[cell]))?;
                }
            }
            sign => pieces.push((sign, cells)),
        }
    }
    for (sign, cells) in pieces {
        let line = grid.line_of(&cells);
        let piece = sketch.place(Piece::of_sign(sign, cells), line)?;
        if sign == '*' {
            target = Some(piece);
        }
    }
    let missing = |what| LineFault::missing(what).at(last.0);
    let target = target.ok_or_else(|| missing("the target (*)"))?;
    if goal.is_empty() {
        return Err(missing("the goal of the target (cells with a dot)"));
    }
    sketch.begin_goal();
    sketch.want(target, &goal, grid.line_of(&goal))?;
    if !doors.is_empty() {
        sketch.gate(target, &doors, grid.line_of(&doors))?;
    }
    sketch.text(grid.line)
}
