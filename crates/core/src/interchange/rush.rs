//! A Rush Hour board in one line.
//!
//! The rows from the top, joined: 36 characters for a board of 6x6. A board that is not square has `/` between its
//! rows, or after its only row; any board may have them.
//! `.` or `o` is an empty cell, `x` or `#` a wall, every other character a car. The red car is `X` if there is one, as in
//! some collections, otherwise `A`. The goal is the red car at the right end of its row. A line is either a board, or the
//! fewest straight moves, a board and the number of reachable positions, as in M. Fogleman's list. In a list of several
//! lines, the caller must select one.

use super::drawing::{Drawing, Grid, Piece, Published};
use super::error::{Fault, InterchangeError, Unsayable, shortened};
use super::lines::{Line, last_line, written_lines};
use crate::puzzle_file::{PuzzleFile, Standing};
use crate::rules::Freedom;

const EMPTY: char = '.';
const WALL: char = '#';

pub(super) fn read(
    text: &str,
    title: &str,
    wanted: Option<usize>,
) -> Result<String, InterchangeError> {
    let boards: Vec<Line<'_>> = written_lines(text).collect();
    match (wanted, &boards[..]) {
        (Some(wanted), boards) => match boards.iter().find(|line| line.0 == wanted) {
            Some(&board) => read_board(board, title),
            None => Err(InterchangeError::NoPuzzle(wanted)),
        },
        (None, []) => Err(Fault::Missing { what: "a board" }.at(last_line(text))),
        (None, [board]) => read_board(*board, title),
        (None, [_, next, ..]) => {
            Err(InterchangeError::SeveralPuzzles { line: next.0, found: boards.len() })
        }
    }
}

/// Reads the only board of a text. Its rows can also be on lines of their own.
pub(super) fn read_one(text: &str, title: &str) -> Result<String, InterchangeError> {
    let lines: Vec<&str> = written_lines(text).map(|(_, line)| line.trim()).collect();
    let read = match lines[..] {
        [] => Err(Fault::Missing { what: "a board" }.at(1)),
        [line] => read_board((1, line), title),
        _ => read_board((1, &lines.join("/")), title),
    };
    read.map_err(|error| match error {
        InterchangeError::Line { fault, .. } => InterchangeError::Board(fault),
        error => error,
    })
}

fn read_board((number, line): Line<'_>, title: &str) -> Result<String, InterchangeError> {
    let at = |fault: Fault| fault.at(number);
    let words: Vec<&str> = line.split_whitespace().collect();
    let (board, published) = match words[..] {
        [board] => (board, None),
        [moves, board, positions] => {
            let wanted = "a board (or moves, a board and positions)";
            let (Ok(moves), Ok(positions)) = (moves.parse(), positions.parse()) else {
                return Err(at(Fault::expected(wanted, line)));
            };
            let positions = Some(positions).filter(|&positions| positions > 0);
            (board, Some(Published { moves, metric: Some("straight"), positions }))
        }
        _ => return Err(at(Fault::expected("a board (or moves, a board and positions)", line))),
    };
    let rows = rows(board, None).map_err(at)?;
    let columns = rows[0].len() as i64;
    let mut drawing = Drawing::new(title, columns, rows.len() as i64, number)?;
    let grid = Grid { line: number, rows };
    let cars = grid.cells_by_sign();
    let red = if cars.iter().any(|&(sign, _)| sign == 'X') { 'X' } else { 'A' };
    for &wall in cars.iter().filter(|&&(sign, _)| sign == WALL).flat_map(|(_, cells)| cells) {
        drawing.wall(wall, number)?;
    }
    let mut goal = None;
    for (sign, cells) in cars {
        if matches!(sign, EMPTY | WALL) {
            continue;
        }
        let freedom = freedom(&cells).ok_or_else(|| at(Fault::NoCar { sign }))?;
        let end: Vec<_> = (1..).zip(&cells).map(|(nth, cell)| (columns - nth, cell.1)).collect();
        let car = drawing.place(Piece { freedom, ..Piece::of_sign(sign, cells) }, number)?;
        if sign == red {
            goal = Some((car, end, freedom));
        }
    }
    match goal {
        None => return Err(at(Fault::Missing { what: "the red car (A)" })),
        Some((_, _, Freedom::Columns)) => return Err(at(Fault::Upright { sign: red })),
        Some((car, end, _)) => {
            if let Some(&(_, row)) = end.iter().find(|&&cell| drawing.is_wall(cell)) {
                return Err(at(Fault::BlockedExit { row: row + 1 }));
            }
            drawing.begin_goal();
            drawing.want(car, &end, number)?;
        }
    }
    if let Some(published) = published {
        drawing.publish(published);
    }
    drawing.text(number)
}

/// The rows of a board, in the signs of a puzzle file. Without `/` and a number of columns, it must be square.
pub(super) fn rows(board: &str, columns: Option<usize>) -> Result<Vec<Vec<char>>, Fault> {
    let signs = |row: &str| -> Vec<char> {
        let sign = |sign| match sign {
            'o' => EMPTY,
            'x' => WALL,
            sign => sign,
        };
        row.chars().map(sign).collect()
    };
    let rows: Vec<Vec<char>> = if board.contains('/') {
        board.strip_suffix('/').unwrap_or(board).split('/').map(signs).collect()
    } else {
        let found = board.chars().count();
        let side = found.isqrt();
        let columns = match columns {
            Some(columns) => columns,
            None if side * side == found => side,
            None => return Err(Fault::Length { text: shortened(board), found }),
        };
        signs(board).chunks(columns).map(<[char]>::to_vec).collect()
    };
    let columns = rows.first().map_or(0, Vec::len);
    match rows.iter().find(|row| row.len() != columns) {
        Some(row) => Err(Fault::Row { found: row.len(), columns }),
        None => Ok(rows),
    }
}

/// Freedom of a car, whose cells must be in a line without a gap.
fn freedom(cells: &[(i64, i64)]) -> Option<Freedom> {
    let steps = |x, y| cells.windows(2).all(|pair| pair[1] == (pair[0].0 + x, pair[0].1 + y));
    match () {
        () if cells.len() < 2 => None,
        () if steps(1, 0) => Some(Freedom::Rows),
        () if steps(0, 1) => Some(Freedom::Columns),
        () => None,
    }
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
