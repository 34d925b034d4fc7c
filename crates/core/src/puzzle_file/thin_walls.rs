//! Thin walls between adjacent cells, drawn in a grid with a place for each cell and for each gap between cells.

use super::doors::FileDoor;
use super::error::{Fault, PuzzleFileError};
use super::grid::{DrawnGrid, Origin, written_rows};
use super::signs::{EMPTY, WALL};
use crate::grid::Direction;

/// A thin wall: the column and row of a cell, and the side of that cell, right or down.
pub(super) type ThinWall = (u8, u8, Direction);

/// Reads the thin walls of a puzzle. Cells are in the odd lines and columns, counted from 1. They have the signs of the
/// start, with `.` for every cell of the board. The places between them have `|`, `-`, or a space if there is no wall.
pub(super) fn read(
    text: &str,
    origin: Origin,
    start: &DrawnGrid,
    doors: &[FileDoor],
) -> Result<Vec<ThinWall>, PuzzleFileError> {
    let (first, rows) = written_rows(text);
    let error = |column: usize, row: usize, fault| {
        let (line, column) = origin.of_sign(column, first + row);
        Err(PuzzleFileError { line, column, fault })
    };
    let [columns, height] = [start.grid.columns(), start.grid.rows()].map(usize::from);
    let places = |cells: usize| 2 * cells - 1;
    if rows.len() > places(height) || rows.iter().any(|row| row.len() > places(columns)) {
        let most = (places(columns), places(height));
        let (row, column) = match rows.iter().position(|row| row.len() > most.0) {
            Some(row) => (row, most.0),
            None => (most.1, 0),
        };
        return error(column, row, Fault::ThinWallsSize { columns: most.0, rows: most.1 });
    }
    let mut walls = Vec::new();
    for row in 0..places(height) {
        for column in 0..places(columns) {
            let sign = rows.get(row).and_then(|row| row.get(column)).copied();
            let cell = ((column / 2) as u8, (row / 2) as u8);
            let is_gap = |sign: char| sign == ' ' || sign == '+';
            match (column % 2 == 0, row % 2 == 0) {
                (true, true) => {
                    let wanted = match start.grid.sign(cell.0, cell.1) {
                        WALL => WALL,
                        _ => EMPTY,
                    };
                    // The end of a row can be left out where the start has no cells.
                    let found = sign.unwrap_or(WALL);
                    if found != wanted {
                        let end = rows.get(row).map_or(0, Vec::len).min(column);
                        let row = row.min(rows.len());
                        return error(end, row, Fault::ThinWallsCell { wanted });
                    }
                }
                (false, true) if sign == Some('|') => {
                    walls.push((cell.0, cell.1, Direction::Right))
                }
                (true, false) if sign == Some('-') => walls.push((cell.0, cell.1, Direction::Down)),
                (false, false) if matches!(sign, Some('|' | '-')) => {}
                _ if sign.is_none_or(is_gap) => {}
                (is_below, is_beside) => {
                    let wanted = match (is_below, is_beside) {
                        (false, true) => "| or a space",
                        (true, false) => "- or a space",
                        _ => "+, |, - or a space",
                    };
                    let found = sign.unwrap_or(' ');
                    return error(column, row, Fault::ThinWall { found, wanted });
                }
            }
        }
    }
    let is_cell = |(column, row): (u8, u8)| start.grid.sign(column, row) != WALL;
    let ends = |&(column, row, side): &ThinWall| {
        let (across, down) = side.step();
        [(column, row), (column.saturating_add_signed(across), row.saturating_add_signed(down))]
    };
    for wall in &walls {
        let [near, far] = ends(wall);
        let door =
            |(column, row): (u8, u8)| doors.iter().find(|door| door.at == (column + 1, row + 1));
        if let Some(door) = door(near).or(door(far))
            && (is_cell(near) || is_cell(far))
        {
            let [column, row] = [(near.0, far.0), (near.1, far.1)]
                .map(|(near, far)| usize::from(near) + usize::from(far));
            return error(column, row, Fault::ThinWallAtDoor { sign: door.sign });
        }
    }
    // A wall beside no cell divides nothing.
    walls.retain(|wall| ends(wall).into_iter().all(is_cell));
    Ok(walls)
}

/// Checks that no piece of a grid is on both sides of a thin wall.
pub(super) fn check(grid: &DrawnGrid, walls: &[ThinWall]) -> Result<(), PuzzleFileError> {
    for &(column, row, side) in walls {
        let (across, down) = side.step();
        let beyond = (column.saturating_add_signed(across), row.saturating_add_signed(down));
        let sign = grid.grid.sign(column, row);
        if sign != EMPTY && sign != WALL && grid.grid.sign(beyond.0, beyond.1) == sign {
            return Err(grid.error((column, row), Fault::Divided { sign }));
        }
    }
    Ok(())
}
