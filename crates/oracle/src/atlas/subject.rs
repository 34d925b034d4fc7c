//! The subject of a family's tables, as text for their files.

use huarong_core::grid::Cell;
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::{Door, DoorRules, Family, Freedom, Puzzle, Shape, ShapeId, Until};
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
/// If the board has thin walls, a line `thin walls` follows its rows. For each of them it has a column, a row, and the side
/// of that cell, `right` or `down`. The number after a shape's name is the number of its pieces, if every set has the
/// same. `rows` or `columns` means that it moves only along these. The number after it is the row or column of all its
/// pieces, from 0, if that is fixed. `gate` lists the column and row of each place that gates take from the shape. If
/// each piece has its own sign, all signs replace the letter. Columns and rows are those of the first cell in reading
/// order, from 0.
///
/// On a board with doors, more lines follow. `door` has a column and row of the grid with a frame around the board. The
/// numbers of the shapes that leave there follow, and the number of pieces that must have left before. `frozen` has a shape and
/// what it waits for, and `layer` a shape and the one that it becomes. `gone` has the shapes that must have left.
fn description(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let mut text = board.description();
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
    if let Some(doors) = puzzle.doors() {
        write_doors(doors.rules(), puzzle.goal().gone(), &mut text);
    }
    text
}

fn write_doors(rules: &DoorRules, gone: &[ShapeId], text: &mut String) {
    let listed = |shapes: &[ShapeId]| shapes.iter().map(|id| format!(" {id}")).collect::<String>();
    for Door { column, row, owners, opens_after } in &rules.doors {
        *text += &format!("door {column},{row}{} after {opens_after}\n", listed(owners));
    }
    for (shape, until) in rules.frozen.iter().enumerate() {
        match until {
            None => {}
            Some(Until::Left(number)) => *text += &format!("frozen {shape} until {number}\n"),
            Some(Until::Gone(shapes)) => {
                *text += &format!("frozen {shape} until gone{}\n", listed(shapes));
            }
        }
    }
    for (shape, below) in rules.layers.iter().enumerate() {
        if let Some(below) = below {
            *text += &format!("layer {shape} {below}\n");
        }
    }
    *text += &format!("gone{}\n", listed(gone));
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

/// The column and row of a cell.
fn place(puzzle: &Puzzle, cell: Cell) -> String {
    format!("{},{}", puzzle.board().column(cell), puzzle.board().row(cell))
}
