//! A Rush Hour board in one line.
//!
//! [`RushBoard`] describes the board: 36 characters for a board of 6x6. A board that is not square has `/` between its
//! rows, or after its only row. The red car is `X` if there is one, as in some collections, otherwise `A`. The goal is the
//! red car at the right end of its row. A line is either a board, or the fewest straight moves, a board and the number of
//! reachable positions, as in M. Fogleman's list. In a list of several lines, the caller must select one.

use super::error::{InterchangeError, LineFault, Unsayable};
use super::puzzle_sketch::{At, Piece, Published, PuzzleSketch};
use super::text_lines::{Line, last_line, selected, written_lines};
use crate::puzzle_file::{PuzzleFile, Standing};
use crate::rules::Freedom;
use crate::rush_board::{EMPTY, Place, RushBoard, WALL, freedom};

pub(super) fn read(
    text: &str,
    title: &str,
    wanted: Option<usize>,
) -> Result<String, InterchangeError> {
    let boards: Vec<Line<'_>> = written_lines(text).collect();
    match selected(&boards, wanted, |&(number, _)| number..=number)? {
        Some(&board) => read_board(board, title),
        None => Err(LineFault::missing("a board").at(last_line(text))),
    }
}

/// Reads the only board of a text. Its rows can also be on lines of their own.
pub(super) fn read_one(text: &str, title: &str) -> Result<String, InterchangeError> {
    let lines: Vec<&str> = written_lines(text).map(|(_, line)| line.trim()).collect();
    let read = match lines[..] {
        [] => Err(LineFault::missing("a board").at(1)),
        [line] => read_board((1, line), title),
        _ => read_board((1, &lines.join("/")), title),
    };
    read.map_err(|error| match error {
        InterchangeError::Line { fault, .. } => InterchangeError::Board(fault),
        error => error,
    })
}

fn read_board((number, line): Line<'_>, title: &str) -> Result<String, InterchangeError> {
    let at = |fault: LineFault| fault.at(number);
    let wanted = || at(LineFault::expected("a board (or moves, a board and positions)", line));
    let words: Vec<&str> = line.split_whitespace().collect();
    let (board, published) = match words[..] {
        [board] => (board, None),
        [moves, board, positions] => {
            let (Ok(moves), Ok(positions)) = (moves.parse(), positions.parse()) else {
                return Err(wanted());
            };
            let positions = Some(positions).filter(|&positions| positions > 0);
            (board, Some(Published { moves, metric: Some("straight"), positions }))
        }
        _ => return Err(wanted()),
    };
    let board = RushBoard::parse(board, None).map_err(|error| at(LineFault(error.to_string())))?;
    let (columns, rows) = (board.columns as i64, board.rows as i64);
    let mut sketch = PuzzleSketch::new(title, columns, rows, number)?;
    let cell = |&(column, row): &Place| -> At { (column as i64, row as i64) };
    for wall in &board.walls {
        sketch.wall(cell(wall), number)?;
    }
    let red = if board.cars.contains_key(&'X') { 'X' } else { 'A' };
    let mut goal = None;
    let mut cars: Vec<(char, Vec<Place>)> = board.cars.into_iter().collect();
    cars.sort_by_key(|(_, cells)| (cells[0].1, cells[0].0));
    for (sign, places) in cars {
        let no_car = || {
            at(LineFault(format!(
                "{sign:?} is not a car: a car covers two or more cells in one line"
            )))
        };
        let freedom = freedom(&places).ok_or_else(no_car)?;
        let cells: Vec<At> = places.iter().map(cell).collect();
        let end: Vec<At> = (1..).zip(&cells).map(|(nth, cell)| (columns - nth, cell.1)).collect();
        let car = sketch.place(Piece { freedom, ..Piece::of_sign(sign, cells) }, number)?;
        if sign == red {
            goal = Some((car, end, freedom));
        }
    }
    let Some((car, end, freedom)) = goal else {
        return Err(at(LineFault::missing("the red car (A)")));
    };
    if freedom == Freedom::Columns {
        return Err(at(LineFault(format!(
            "the red car {red:?} is vertical, but the exit is at the right end of its row"
        ))));
    }
    if let Some((_, row)) = end.iter().find(|&&cell| sketch.is_wall(cell)) {
        return Err(at(LineFault(format!(
            "there is a wall at the exit: the red car must reach the last cells of row {}",
            row + 1
        ))));
    }
    sketch.begin_goal();
    sketch.want(car, &end, number)?;
    if let Some(published) = published {
        sketch.publish(published);
    }
    sketch.text(number)
}

pub(super) fn write(puzzle: &PuzzleFile) -> Result<String, Unsayable> {
    let start = puzzle.start();
    if !puzzle.thin_walls().is_empty() {
        return Err(Unsayable::ThinWalls);
    }
    for kind in puzzle.kinds() {
        let sign = kind.signs[0];
        let cells: Vec<_> = kind.shape.cells().iter().map(|&(x, y)| (x.into(), y.into())).collect();
        if freedom(&cells) != Some(kind.freedom) {
            return Err(Unsayable::NoCar { sign });
        }
        if !kind.gate.is_empty() {
            return Err(Unsayable::Gate { sign });
        }
    }
    let red = red_car(puzzle).ok_or(Unsayable::NoExit)?;
    let signs = signs(puzzle, red);
    let sign = |(_, sign)| match sign {
        WALL => 'x',
        EMPTY => EMPTY,
        car => signs.iter().find(|(own, _)| *own == car).map_or(EMPTY, |&(_, written)| written),
    };
    let signs: Vec<char> = start.cells().map(sign).collect();
    let rows = signs.chunks(start.columns().into()).map(|row| row.iter().collect::<String>());
    let rows: Vec<String> = rows.collect();
    Ok(match (start.columns(), start.rows()) {
        (columns, rows_) if columns == rows_ => rows.concat(),
        (_, 1) => rows.concat() + "/",
        _ => rows.join("/"),
    } + "\n")
}

/// The sign of the one car whose goal is the right end of its row.
fn red_car(puzzle: &PuzzleFile) -> Option<char> {
    let [goal] = puzzle.goals() else { return None };
    let &[Standing { kind: number, at: (column, row) }] = &goal[..] else { return None };
    let kind = &puzzle.kinds()[number];
    let &[sign] = &kind.signs[..] else { return None };
    let start = puzzle.pieces().iter().find(|piece| piece.kind == number)?;
    let columns = puzzle.start().columns();
    let is_exit = kind.freedom == Freedom::Rows
        && column + kind.shape.width() == columns
        && row == start.at.1;
    is_exit.then_some(sign)
}

/// For each car its sign and the sign to write: the same, unless that has another meaning.
fn signs(puzzle: &PuzzleFile, red: char) -> Vec<(char, char)> {
    let own: Vec<char> =
        puzzle.kinds().iter().flat_map(|kind| kind.signs.iter().copied()).collect();
    let stays_red = red == 'X' || (red == 'A' && !own.contains(&'X'));
    let is_kept = |sign: char| match sign {
        _ if sign == red => stays_red,
        'X' => false,
        'A' => stays_red,
        'o' | 'x' => false,
        _ => true,
    };
    let mut free = ('B'..='Z')
        .chain('a'..='z')
        .filter(|sign| !matches!(sign, 'X' | 'o' | 'x') && !own.contains(sign));
    let mut written = |sign: char| match sign {
        sign if is_kept(sign) => sign,
        sign if sign == red => 'A',
        sign => free.next().unwrap_or(sign),
    };
    own.iter().map(|&sign| (sign, written(sign))).collect()
}
