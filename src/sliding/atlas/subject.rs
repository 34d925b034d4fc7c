//! What the tables of a family are of, in the words of their heads.

use crate::grid::Cell;
use crate::sliding::puzzle_file::{PuzzleFile, Setup};
use crate::sliding::rules::{Family, Freedom, Puzzle, Shape, ShapeId};
use crate::storage::slug;
use crate::table::{Subject, TableError};
use std::fmt::Write;

/// What the heads of a family's tables say of it.
///
/// Refused are names that are no part of a file's name.
pub fn subject(family: &Family) -> Result<Subject, TableError> {
    if family.name().is_empty() || family.name().contains(['/', '\\', '\0']) {
        return Err(TableError::FamilyName(family.name().to_owned()));
    }
    Ok(Subject {
        family: family.name().to_owned(),
        description: description(family.puzzle()),
        // A puzzle has at most as many shapes as a board has cells.
        shapes: family.puzzle().shapes().len() as u16,
    })
}

/// The family of a puzzle alone, which is named in file names after the puzzle and what tells it from others.
pub fn family_of(file: &PuzzleFile, setup: &Setup) -> Result<Family, TableError> {
    let hash = subject(&setup.family("puzzle"))?.hash();
    Ok(setup.family(format!("{}-{hash:016x}", slug(file.name()))))
}

/// A puzzle line by line: the board's rows, then each shape with the rows of its form, then a line for each way to win.
///
/// ```text
/// board 4x5
/// ....
/// ....
/// ....
/// ....
/// ....
/// shape B "big" 1
/// xx
/// xx
/// shape S "small"
/// x
/// won B 1,3
/// ```
///
/// The number behind a shape's name is how many pieces every set has; `rows` or `columns` says that it moves only so,
/// and the number behind which row or column that is, from 0, where all its pieces are on one; `gate` lists the column
/// and row of each place of its form that a gate takes from it. Where each piece has a sign of its own, all stand in
/// place of the letter. Columns and rows are those of the first cell in reading order, from 0.
fn description(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let mut text = format!("board {}x{}\n", board.width(), board.height());
    for (at, cell) in (1..).zip(board.places()) {
        text.push(if cell.is_some() { '.' } else { '#' });
        if at % usize::from(board.width()) == 0 {
            text.push('\n');
        }
    }
    for (id, (shape, fixed)) in puzzle.shapes().iter().zip(puzzle.fixed_counts()).enumerate() {
        write_shape(puzzle, id, shape, *fixed, &mut text);
    }
    for alternative in puzzle.goal().alternatives() {
        text += "won";
        for &(shape, anchor) in alternative {
            let letter = puzzle.shapes()[shape].letter();
            text += &format!(" {letter} {}", place(puzzle, anchor));
        }
        text.push('\n');
    }
    text
}

fn write_shape(puzzle: &Puzzle, id: ShapeId, shape: &Shape, fixed: Option<u8>, text: &mut String) {
    let signs = match shape.signs() {
        [] => shape.letter().to_string(),
        signs => signs.iter().collect(),
    };
    let mut say =
        |words: std::fmt::Arguments<'_>| text.write_fmt(words).expect("a String takes all");
    say(format_args!("shape {signs} {:?}", shape.name()));
    if let Some(count) = fixed {
        say(format_args!(" {count}"));
    }
    match shape.freedom() {
        Freedom::Both => {}
        Freedom::Rows => say(format_args!(" rows")),
        Freedom::Columns => say(format_args!(" columns")),
    }
    if let Some(line) = shape.line() {
        say(format_args!(" {line}"));
    }
    let board = puzzle.board();
    let mut closed = board.cells().filter(|&anchor| {
        puzzle.covered(id, anchor).is_empty()
            && board.covered(shape.form(), anchor).is_some()
            && shape.is_on_line(board.column(anchor), board.row(anchor))
    });
    if let Some(first) = closed.next() {
        say(format_args!(" gate {}", place(puzzle, first)));
        closed.for_each(|anchor| say(format_args!(" {}", place(puzzle, anchor))));
    }
    say(format_args!("\n"));
    for row in 0..shape.form().height() {
        let cell = |column| if shape.form().contains(column, row.into()) { 'x' } else { '.' };
        let row: String = (0..shape.form().width().into()).map(cell).collect();
        say(format_args!("{row}\n"));
    }
}

/// The column and row of a cell.
fn place(puzzle: &Puzzle, cell: Cell) -> String {
    format!("{},{}", puzzle.board().column(cell), puzzle.board().row(cell))
}
