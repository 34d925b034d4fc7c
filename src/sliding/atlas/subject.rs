//! What the tables of a family are of, in the words of their heads.

use crate::sliding::rules::{Family, Shape};
use crate::table::{GoalRecord, ShapeRecord, Subject, TableError, padded};

/// Most cells of a board whose walls a head has room for.
const MOST_CELLS: u8 = 64;

/// What the heads of a family's tables say of it.
///
/// Refused are boards of more than 64 cells, which the format has no room for, and names that are no part of a
/// file's name.
pub fn subject(family: &Family) -> Result<Subject, TableError> {
    if family.name().is_empty() || family.name().contains(['/', '\\', '\0']) {
        return Err(TableError::FamilyName(family.name().to_owned()));
    }
    let puzzle = family.puzzle();
    let board = puzzle.board();
    if board.cell_count() > MOST_CELLS {
        let what = format!("a board of {} cells; tables hold at most 64", board.cell_count());
        return Err(TableError::TooLarge { path: family.name().into(), what });
    }
    let shapes = puzzle.shapes().iter().zip(puzzle.fixed_counts());
    let goals = puzzle.goal().placements().iter();
    Ok(Subject {
        family: family.name().to_owned(),
        width: board.width(),
        height: board.height(),
        walls: board.walls().bits() as u64,
        shapes: shapes.map(|(shape, fixed)| shape_record(shape, *fixed, board.width())).collect(),
        goals: goals
            .map(|&(shape, cell)| GoalRecord { shape: shape as u8, cell, reserved: [0; 6] })
            .collect(),
    })
}

fn shape_record(shape: &Shape, fixed: Option<u8>, board_width: u8) -> ShapeRecord {
    let bit = |&(column, row): &(u8, u8)| 1u64 << (row * board_width + column);
    ShapeRecord {
        letter: shape.letter() as u8,
        fixed_count: fixed.unwrap_or(u8::MAX),
        reserved: [0; 6],
        cells: shape.form().cells().iter().map(bit).sum::<u64>().into(),
        name: padded(shape.name()),
    }
}
