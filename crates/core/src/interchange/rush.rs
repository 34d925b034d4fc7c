//! A Rush Hour board in one line.
//!
//! [`RushBoard`] describes the board: 36 characters for a board of 6x6. A board that is not square has `/` between its
//! rows, or after its only row. The red car is `X` if there is one, as in some collections, otherwise `A`. The goal is the
//! red car at the right end of its row. A line is either a board, or the fewest straight moves, a board and the number of
//! reachable positions, as in M. Fogleman's list. In a list of several lines, the caller must select one.
//!
//! On a board of unit cars, the red car covers one cell. `-` is then a car of one cell that moves along its row, and `|` one
//! that moves along its column (J. Tromp and R. Cilibrasi, Limits of Rush Hour Logic Complexity, 2005).

use super::error::{InterchangeError, LineFault, Unsayable};
use super::puzzle_sketch::{At, Piece, Published, PuzzleSketch};
use super::text_lines::{Line, last_line, selected, written_lines};
use crate::puzzle_file::{Kind, PuzzleFile, Standing};
use crate::rules::Freedom;
use crate::rush_board::{EMPTY, Place, RushBoard, UNIT_CARS, WALL, freedom};

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
    let has_unit_cars = board.cars.get(&red).is_some_and(|cells| cells.len() == 1);
    let unit_car = |sign: char| {
        let unit = UNIT_CARS.iter().find(|&&(unit, _)| unit == sign);
        unit.filter(|_| has_unit_cars).map(|&(_, freedom)| freedom)
    };
    for (sign, places) in cars(board, |sign| unit_car(sign).is_some()) {
        let no_car = || {
            let unit = match UNIT_CARS.iter().any(|&(unit, _)| unit == sign) {
                true => "; with a red car of one cell, - and | are cars of one cell, too",
                false => "",
            };
            let car = "is not a car: a car covers two or more cells in one line";
            at(LineFault(format!("{sign:?} {car}{unit}")))
        };
        let unit = unit_car(sign);
        let freedom = match unit {
            Some(freedom) => freedom,
            None if sign == red && has_unit_cars => Freedom::Rows,
            None => freedom(&places).ok_or_else(no_car)?,
        };
        let cells: Vec<At> = places.iter().map(cell).collect();
        let end: Vec<At> = (1..).zip(&cells).map(|(nth, cell)| (columns - nth, cell.1)).collect();
        let piece = Piece { freedom, ..Piece::of_sign(sign, cells) };
        // Unit cars share their sign.
        let own = piece.sign.filter(|_| unit.is_none());
        let car = sketch.place(Piece { sign: own, ..piece }, number)?;
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

/// The cars of a board in reading order. Each unit car is one of its own.
fn cars(board: RushBoard, is_unit: impl Fn(char) -> bool) -> Vec<(char, Vec<Place>)> {
    let mut cars: Vec<(char, Vec<Place>)> = Vec::new();
    for (sign, cells) in board.cars {
        match is_unit(sign) {
            true => cars.extend(cells.into_iter().map(|cell| (sign, vec![cell]))),
            false => cars.push((sign, cells)),
        }
    }
    cars.sort_by_key(|(_, cells)| (cells[0].1, cells[0].0));
    cars
}

pub(super) fn write(puzzle: &PuzzleFile) -> Result<String, Unsayable> {
    let start = puzzle.start();
    if !puzzle.thin_walls().is_empty() {
        return Err(Unsayable::ThinWalls);
    }
    let red = red_car(puzzle);
    let has_unit_cars = red.is_some_and(|(_, kind)| kind.shape.cells().len() == 1);
    for kind in puzzle.kinds() {
        let sign = kind.signs[0];
        let cells: Vec<_> = kind.shape.cells().iter().map(|&(x, y)| (x.into(), y.into())).collect();
        let is_unit = cells.len() == 1 && kind.freedom != Freedom::Both;
        if freedom(&cells) != Some(kind.freedom) && !(has_unit_cars && is_unit) {
            return Err(Unsayable::NoCar { sign });
        }
        if !kind.gate.is_empty() {
            return Err(Unsayable::Gate { sign });
        }
    }
    let (red, _) = red.ok_or(Unsayable::NoExit)?;
    let signs = signs(puzzle, red, has_unit_cars);
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

/// The one car whose goal is the right end of its row: its sign, and its kind.
fn red_car(puzzle: &PuzzleFile) -> Option<(char, &Kind)> {
    let [goal] = puzzle.goals() else { return None };
    let &[Standing { kind: number, at: (column, row) }] = &goal[..] else { return None };
    let kind = &puzzle.kinds()[number];
    let &[sign] = &kind.signs[..] else { return None };
    let start = puzzle.pieces().iter().find(|piece| piece.kind == number)?;
    let columns = puzzle.start().columns();
    let is_exit = kind.freedom == Freedom::Rows
        && column + kind.shape.width() == columns
        && row == start.at.1;
    is_exit.then_some((sign, kind))
}

/// For each car its sign and the sign to write: the same, unless that has another meaning.
fn signs(puzzle: &PuzzleFile, red: char, has_unit_cars: bool) -> Vec<(char, char)> {
    let unit = |kind: &Kind| {
        let unit = UNIT_CARS.iter().find(|&&(_, freedom)| freedom == kind.freedom);
        unit.filter(|_| has_unit_cars && kind.shape.cells().len() == 1).map(|&(sign, _)| sign)
    };
    let of_kind =
        |kind: &Kind| kind.signs.iter().map(|&sign| (sign, unit(kind))).collect::<Vec<_>>();
    let all: Vec<(char, Option<char>)> = puzzle.kinds().iter().flat_map(of_kind).collect();
    let own: Vec<char> = all.iter().map(|&(sign, _)| sign).collect();
    let stays_red = red == 'X' || (red == 'A' && !own.contains(&'X'));
    let is_kept = |sign: char| match sign {
        _ if sign == red => stays_red,
        'X' => false,
        'A' => stays_red,
        'o' | 'x' => false,
        sign => !has_unit_cars || UNIT_CARS.iter().all(|&(unit, _)| unit != sign),
    };
    let mut free = ('B'..='Z')
        .chain('a'..='z')
        .filter(|sign| !matches!(sign, 'X' | 'o' | 'x') && !own.contains(sign));
    let mut written = |sign: char, unit: Option<char>| match unit {
        Some(unit) if sign != red => unit,
        _ if is_kept(sign) => sign,
        _ if sign == red => 'A',
        _ => free.next().unwrap_or(sign),
    };
    all.iter().map(|&(sign, unit)| (sign, written(sign, unit))).collect()
}
