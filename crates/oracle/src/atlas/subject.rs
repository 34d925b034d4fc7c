//! The subject of a family's tables, as text for their files.

use huarong_core::grid::Cell;
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::{Door, DoorRules, Doors, Family, Freedom, Puzzle, Shape, ShapeId, Until};
use huarong_tables::storage::slug;
use huarong_tables::table::{TableError, TableSubject};
use std::fmt::Write;

/// The subject of a family's tables.
///
/// Returns an error for names that cannot be part of file names.
pub fn subject(family: &Family) -> Result<TableSubject, TableError> {
    if family.name().is_empty() || family.name().contains(['/', '\\', '\0']) {
        return Err(TableError::FamilyName(family.name().to_owned()));
    }
    Ok(TableSubject {
        family: family.name().to_owned(),
        description: description(family.puzzle()),
        // A puzzle has no more shapes than its board has cells.
        shapes: family.puzzle().shapes().len() as u16,
    })
}

/// The family of a single puzzle, under the name that the program gives it. The name has the puzzle's name and the hash of
/// its description, so that puzzles can share a directory of tables.
///
/// ```
/// use huarong::puzzle::puzzle_file::PuzzleFile;
/// use huarong::tables::family_of;
///
/// let file = PuzzleFile::parse("name = 'Two cars'\nlengthwise = true\nstart = 'AAB/..B/...'\ngoal = '.AA/.../...'")?;
/// let family = family_of(&file, &file.setup()?)?;
/// assert!(family.name().starts_with("two-cars-"));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if a table file cannot describe the puzzle.
pub fn family_of(file: &PuzzleFile, setup: &Setup) -> Result<Family, TableError> {
    let hash = subject(&setup.family("puzzle"))?.hash();
    Ok(setup.family(format!("{}-{hash:016x}", slug(file.name()))))
}

/// Describes a puzzle line by line: the rows of the board, each shape with its rows, and one line per goal.
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
/// Lines about doors come before those about goals: see [`write_doors`].
///
/// If the board has thin walls, a line `thin walls` follows its rows. For each of them it has a column, a row, and the side
/// of that cell, `right` or `down`. The number after a shape's name is the number of its pieces, if every set has the
/// same. `rows` or `columns` means that it moves only along these. The number after it is the row or column of all its
/// pieces, from 0, if that is fixed. `gate` lists the column and row of each place that gates take from the shape. If
/// each piece has its own sign, all signs replace the letter. Columns and rows are those of the first cell in reading
/// order, from 0.
fn description(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let mut text = format!("board {}x{}\n", board.width(), board.height());
    for (at, cell) in (1..).zip(board.places()) {
        text.push(if cell.is_some() { '.' } else { '#' });
        if at % usize::from(board.width()) == 0 {
            text.push('\n');
        }
    }
    let mut thin_walls = board.thin_walls().peekable();
    if thin_walls.peek().is_some() {
        text += "thin walls";
        for (column, row, side) in thin_walls {
            text += &format!(" {column},{row} {}", side.name());
        }
        text.push('\n');
    }
    for (id, (shape, fixed)) in puzzle.shapes().iter().zip(puzzle.fixed_counts()).enumerate() {
        write_shape(puzzle, id, shape, *fixed, &mut text);
    }
    if let Some(doors) = puzzle.doors() {
        write_doors(puzzle, doors, &mut text);
    }
    let gone: String = puzzle.goal().gone().iter().map(|&shape| letter(puzzle, shape)).collect();
    if !gone.is_empty() {
        text += &format!("gone {gone}\n");
    }
    for alternative in puzzle.goal().alternatives() {
        text += "won";
        for &(shape, anchor) in alternative {
            text += &format!(" {} {}", letter(puzzle, shape), place(puzzle, anchor));
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
    let mut say = |words: std::fmt::Arguments<'_>| {
        text.write_fmt(words).expect("writing to a String succeeds")
    };
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
        puzzle.footprint(id, anchor).next().is_none()
            && board.footprint(shape.polyomino(), anchor).is_some()
            && shape.is_on_line(board.column(anchor), board.row(anchor))
    });
    if let Some(first) = closed.next() {
        say(format_args!(" gate {}", place(puzzle, first)));
        closed.for_each(|anchor| say(format_args!(" {}", place(puzzle, anchor))));
    }
    say(format_args!("\n"));
    for row in 0..shape.polyomino().height() {
        let cell = |column| if shape.polyomino().contains(column, row.into()) { 'x' } else { '.' };
        let row: String = (0..shape.polyomino().width().into()).map(cell).collect();
        say(format_args!("{row}\n"));
    }
}

/// A line for each door, with the column and row in a frame around the board, the owners, and the number of pieces that must
/// have left before, and one for each frozen shape and each layer.
fn write_doors(puzzle: &Puzzle, doors: &Doors, text: &mut String) {
    let letters = |shapes: &[ShapeId]| -> String {
        shapes.iter().map(|&shape| letter(puzzle, shape)).collect()
    };
    let DoorRules { doors, frozen, layers } = doors.rules();
    for Door { column, row, owners, opens_after } in doors {
        *text += &format!("door {column},{row} {} {opens_after}\n", letters(owners));
    }
    for (shape, until) in frozen.iter().enumerate() {
        match until {
            None => {}
            Some(Until::Left(number)) => {
                *text += &format!("frozen {} {number}\n", letter(puzzle, shape));
            }
            Some(Until::Gone(shapes)) => {
                *text += &format!("frozen {} {}\n", letter(puzzle, shape), letters(shapes));
            }
        }
    }
    for (shape, below) in layers.iter().enumerate() {
        if let Some(below) = below {
            *text += &format!("layer {} {}\n", letter(puzzle, shape), letter(puzzle, *below));
        }
    }
}

fn letter(puzzle: &Puzzle, shape: ShapeId) -> char {
    puzzle.shapes()[shape].letter()
}

/// The column and row of a cell.
fn place(puzzle: &Puzzle, cell: Cell) -> String {
    format!("{},{}", puzzle.board().column(cell), puzzle.board().row(cell))
}
