//! Positions drawn with box-drawing characters. Every cell is four characters wide and two high, every piece has an
//! outline, and the frame is open at the exit. A door has the sign of its piece, or `*`. Columns and rows with a thin wall
//! between them are one character apart.

use super::error::DrawingError;
use super::exit::{DoorPlace, Side, doors, exit, owner_signs};
use crate::grid::{Board, Cell, CellSet, Direction, WideCells};
use crate::rules::{Arrangement, Puzzle, ShapeId};
use anstyle::AnsiColor;

const CELL_WIDTH: usize = 4;
const CELL_HEIGHT: usize = 2;
/// Most signs that a door can show.
const MOST_OWNERS: usize = 2;
const WALL: char = '█';
/// Position in the outline above a piece's anchor of its sign, or of its letter if another shape has the same
/// polyomino.
const LETTER: usize = 1;

/// Text and background colours of the shapes in order; they repeat if there are more shapes. On a board with doors, shapes that
/// own the same doors share one.
const COLOURS: [[AnsiColor; 2]; 6] = [
    [AnsiColor::BrightWhite, AnsiColor::Red],
    [AnsiColor::BrightWhite, AnsiColor::Green],
    [AnsiColor::BrightWhite, AnsiColor::Blue],
    [AnsiColor::Black, AnsiColor::Yellow],
    [AnsiColor::BrightWhite, AnsiColor::Magenta],
    [AnsiColor::Black, AnsiColor::Cyan],
];

/// Draws a position as lines joined by newlines, with or without terminal colours.
pub fn draw(puzzle: &Puzzle, position: &Arrangement, coloured: bool) -> String {
    let board = puzzle.board();
    let mut pieces = vec![None::<Drawn>; board.cells().len()];
    for (shape, anchor) in position.pieces() {
        let piece: WideCells = puzzle.footprint(shape, anchor).collect();
        let is_named = !puzzle.shapes()[shape].signs().is_empty() || has_same_cells(puzzle, shape);
        let letter = is_named.then(|| puzzle.sign_of(position, shape, anchor));
        let colour = puzzle.doors().map_or(shape, |doors| doors.colour(shape));
        let drawn = Drawn { colour, cells: piece, letter };
        piece.cells().for_each(|cell| pieces[usize::from(cell)] = Some(drawn));
    }
    let exit = exit(puzzle);
    let doors: Vec<(DoorPlace, Vec<char>)> = doors(puzzle)
        .map(|(place, door)| (place, owner_signs(puzzle, door, MOST_OWNERS)))
        .collect();
    let door = |place: DoorPlace| doors.iter().find(|(at, _)| *at == place).map(|(_, signs)| signs);
    // The frame beside a column or row: its own sign, the signs of a door, or a space at the exit.
    let rim = |side, place: u8, frame: char| match (&exit, door(DoorPlace::Rim(side, place))) {
        (_, Some(signs)) => signs.clone(),
        (Some((open, range)), _) if *open == side && range.contains(&place) => vec![' '],
        _ => vec![frame],
    };
    // The frame between a column or row and the next.
    let between = |side, place: u8, frame: char| {
        let [before, after] = [place, place + 1].map(|place| rim(side, place, frame));
        if before == after { before[0] } else { frame }
    };
    let raster = Raster::of(board);
    let edge = |side, ends: [char; 2]| {
        let part = |column| {
            let mut part: String =
                rim(side, column, '━').into_iter().cycle().take(CELL_WIDTH).collect();
            if raster.is_gap_after_column(column) {
                part.push(between(side, column, '━'));
            }
            part
        };
        let parts: String = (0..board.width()).map(part).collect();
        format!("{}{parts}{}", ends[0], ends[1])
    };
    let piece_at = |column, row| board.cell(column, row).and_then(|at| pieces[usize::from(at)]);
    let mut lines = vec![edge(Side::Top, ['┏', '┓'])];
    for row in 0..board.height() {
        let post = |side, lower| {
            let signs = rim(side, row, '┃');
            signs[usize::from(lower) % signs.len()]
        };
        for lower in [false, true] {
            let mut line = String::from(post(Side::Left, lower));
            for column in 0..board.width() {
                let cell = board.cell(column, row);
                line += &match cell.map(|cell| (piece_at(column, row), cell)) {
                    Some((Some(piece), cell)) => signs(board, piece, cell, lower, coloured),
                    Some((None, _)) => " ".repeat(CELL_WIDTH),
                    None => match door(DoorPlace::Wall(column, row)) {
                        Some(signs) => {
                            let middle = signs.iter().cycle().take(CELL_WIDTH - 2);
                            format!("{WALL}{}{WALL}", middle.collect::<String>())
                        }
                        None => WALL.to_string().repeat(CELL_WIDTH),
                    },
                };
                if raster.is_gap_after_column(column) {
                    let here = piece_at(column, row).zip(cell);
                    line += &beside(board, here, (column, row), lower, coloured);
                }
            }
            line.push(post(Side::Right, lower));
            lines.push(line);
        }
        if raster.is_gap_after_row(row) {
            let mut line = String::from(between(Side::Left, row, '┃'));
            for column in 0..board.width() {
                let here = piece_at(column, row).zip(board.cell(column, row));
                line += &below(board, here, (column, row), coloured);
                if raster.is_gap_after_column(column) {
                    line.push(crossing(board, (column, row)));
                }
            }
            line.push(between(Side::Right, row, '┃'));
            lines.push(line);
        }
    }
    lines.push(edge(Side::Bottom, ['┗', '┛']));
    lines.join("\n")
}

/// Where columns and rows start inside the frame: one character further after a thin wall in any of the columns or rows
/// before.
struct Raster {
    /// The first character of each column, and the width of all.
    columns: Vec<usize>,
    /// The first line of each row, and the height of all.
    rows: Vec<usize>,
}

impl Raster {
    fn of(board: &Board) -> Self {
        let starts = |count: u8, size: usize, is_gap: &dyn Fn(u8) -> bool| {
            let mut starts = vec![0];
            for number in 0..count {
                let start = starts[usize::from(number)];
                starts.push(start + size + usize::from(is_gap(number)));
            }
            starts
        };
        let gap = |side, along: fn((u8, u8)) -> u8| {
            let walls = board.thin_walls().filter(move |wall| wall.2 == side);
            let places: Vec<u8> = walls.map(|(column, row, _)| along((column, row))).collect();
            move |number: u8| places.contains(&number)
        };
        let is_gap_column = gap(Direction::Right, |place| place.0);
        let is_gap_row = gap(Direction::Down, |place| place.1);
        Self {
            columns: starts(board.width(), CELL_WIDTH, &is_gap_column),
            rows: starts(board.height(), CELL_HEIGHT, &is_gap_row),
        }
    }

    fn is_gap_after_column(&self, column: u8) -> bool {
        let column = usize::from(column);
        self.columns[column + 1] - self.columns[column] > CELL_WIDTH
    }

    fn is_gap_after_row(&self, row: u8) -> bool {
        let row = usize::from(row);
        self.rows[row + 1] - self.rows[row] > CELL_HEIGHT
    }

    /// Characters inside the frame: columns and lines.
    fn size(&self) -> (usize, usize) {
        (self.columns[self.columns.len() - 1], self.rows[self.rows.len() - 1])
    }

    /// The column and row of a character, or of the gap after them; `None` outside the frame.
    fn place(&self, at: usize, line: usize) -> Option<(usize, usize)> {
        let (width, height) = self.size();
        let find = |starts: &[usize], at: usize| starts.partition_point(|&start| start <= at) - 1;
        (at < width && line < height).then(|| (find(&self.columns, at), find(&self.rows, line)))
    }
}

/// The character between a cell and the cell on its right: a thin wall, a wall, or the outline of a piece on both.
fn beside(
    board: &Board,
    here: Option<(Drawn, Cell)>,
    (column, row): (u8, u8),
    lower: bool,
    coloured: bool,
) -> String {
    let [left, right] = [board.cell(column, row), board.cell(column + 1, row)];
    match (left, right, here) {
        (Some(left), _, _) if board.has_thin_wall(left, Direction::Right) => "┃".to_owned(),
        (None, None, _) => WALL.to_string(),
        (_, Some(right), Some((piece, left))) if piece.cells.contains(right) => {
            let [_, .., before] = outline(board, piece.cells, left, lower);
            let [after, ..] = outline(board, piece.cells, right, lower);
            let sign = if [before, after].contains(&'─') { '─' } else { ' ' };
            paint(piece, &[sign], coloured)
        }
        _ => " ".to_owned(),
    }
}

/// The characters between a cell and the cell below it.
fn below(
    board: &Board,
    here: Option<(Drawn, Cell)>,
    (column, row): (u8, u8),
    coloured: bool,
) -> String {
    let [upper, lower] = [board.cell(column, row), board.cell(column, row + 1)];
    match (upper, lower, here) {
        (Some(upper), _, _) if board.has_thin_wall(upper, Direction::Down) => {
            "━".repeat(CELL_WIDTH)
        }
        (None, None, _) => WALL.to_string().repeat(CELL_WIDTH),
        (_, Some(lower), Some((piece, upper))) if piece.cells.contains(lower) => {
            let above = outline(board, piece.cells, upper, true);
            let under = outline(board, piece.cells, lower, false);
            let sign =
                |at: usize| if [above[at], under[at]].contains(&'│') { '│' } else { ' ' };
            paint(piece, &[sign(0), ' ', ' ', sign(CELL_WIDTH - 1)], coloured)
        }
        _ => " ".repeat(CELL_WIDTH),
    }
}

/// The character at the lower right corner of a cell, where a gap between columns meets one between rows.
fn crossing(board: &Board, (column, row): (u8, u8)) -> char {
    let has_wall = |column, row, side| {
        board.cell(column, row).is_some_and(|cell| board.has_thin_wall(cell, side))
    };
    let across = [column, column + 1].into_iter().any(|c| has_wall(c, row, Direction::Down));
    let upright = [row, row + 1].into_iter().any(|r| has_wall(column, r, Direction::Right));
    let corners = [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)];
    match (across, upright) {
        (true, true) => '╋',
        (true, false) => '━',
        (false, true) => '┃',
        _ if corners.into_iter().all(|(c, r)| board.cell(c, r).is_none()) => WALL,
        _ => ' ',
    }
}

/// A piece to be drawn.
#[derive(Clone, Copy)]
struct Drawn {
    colour: usize,
    cells: WideCells,
    /// The sign to show if the outline does not identify the piece.
    letter: Option<char>,
}

/// The upper or lower characters of a cell of a piece, with sign and colours.
fn signs(board: &Board, piece: Drawn, cell: Cell, lower: bool, coloured: bool) -> String {
    let Drawn { cells, letter, .. } = piece;
    let mut signs = outline(board, cells, cell, lower);
    if let Some(letter) = letter
        && cells.first() == Some(cell)
        && !lower
    {
        signs[LETTER] = letter;
    }
    paint(piece, &signs, coloured)
}

/// Characters in the colours of a piece.
fn paint(piece: Drawn, signs: &[char], coloured: bool) -> String {
    let [ink, ground] = COLOURS[piece.colour % COLOURS.len()];
    let style = ink.on(ground);
    let signs = String::from_iter(signs);
    if coloured { format!("{style}{signs}{style:#}") } else { signs }
}

/// The upper or lower characters of the outline in a cell of a piece.
fn outline(board: &Board, piece: WideCells, cell: Cell, lower: bool) -> [char; CELL_WIDTH] {
    let beside = |cell: Option<Cell>, side| cell.and_then(|cell| board.neighbour(cell, side));
    let holds = |cell: Option<Cell>| cell.is_some_and(|cell| piece.contains(cell));
    let vertical = if lower { Direction::Down } else { Direction::Up };
    let over = beside(Some(cell), vertical);
    let beyond = holds(over);
    // The corner at which an outline turns: first outer corners, then inner ones.
    let corner = |side: Direction, outside: char, inside: char| match (
        holds(beside(Some(cell), side)),
        beyond,
    ) {
        (false, false) => outside,
        (false, true) => '│',
        (true, false) => '─',
        (true, true) if holds(beside(over, side)) => ' ',
        (true, true) => inside,
    };
    let middle = if beyond { ' ' } else { '─' };
    let [left, right] = if lower {
        [corner(Direction::Left, '╰', '╮'), corner(Direction::Right, '╯', '╭')]
    } else {
        [corner(Direction::Left, '╭', '╯'), corner(Direction::Right, '╮', '╰')]
    };
    [left, middle, middle, right]
}

/// Whether another shape has the same polyomino, so that the outline does not distinguish them.
fn has_same_cells(puzzle: &Puzzle, shape: ShapeId) -> bool {
    let polyomino = puzzle.shapes()[shape].polyomino();
    puzzle.shapes().iter().filter(|other| other.polyomino() == polyomino).count() > 1
}

/// Reads the output of [`draw`], with or without colours.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<Arrangement, DrawingError> {
    let board = puzzle.board();
    let text = anstream::adapter::strip_str(text).to_string();
    let raster = Raster::of(board);
    let drawing = Drawing { board, signs: interior(&raster, &text)?, raster };
    let mut position = puzzle.empty_position();
    let mut seen = WideCells::NONE;
    for first in board.cells() {
        if seen.contains(first) {
            continue;
        }
        let place = (board.column(first), board.row(first));
        let (column, row) = (place.0 + 1, place.1 + 1);
        if drawing.is_filled(place, WALL) {
            return Err(DrawingError::Wall { row, column });
        }
        if drawing.is_filled(place, ' ') {
            continue;
        }
        let piece = drawing.piece(first);
        let letter = drawing.sign(place, 0, LETTER);
        let covered = |id| puzzle.footprint(id, first).collect::<WideCells>();
        let is_meant = |&id: &ShapeId| {
            Some(covered(id)) == piece
                && match puzzle.shapes()[id].signs() {
                    [] => !has_same_cells(puzzle, id) || puzzle.shapes()[id].letter() == letter,
                    signs => signs.contains(&letter),
                }
        };
        let shape = (0..puzzle.shapes().len()).find(is_meant);
        let shape = shape.filter(|&shape| covered(shape).without(seen) == covered(shape));
        let shape = shape.ok_or(DrawingError::NoPiece { row, column })?;
        position.put(shape, first);
        seen = seen.with(covered(shape));
    }
    let is_door =
        |&(column, row): &(u8, u8)| doors(puzzle).any(|(at, _)| at == DoorPlace::Wall(column, row));
    let mut walls = board.walls().filter(|place| !is_door(place));
    if let Some((column, row)) = walls.find(|&place| !drawing.is_filled(place, WALL)) {
        return Err(DrawingError::Wall { row: row + 1, column: column + 1 });
    }
    puzzle.check_fixed_counts(&position)?;
    check_redrawn(&drawing.raster, &draw(puzzle, &position, false), &text)?;
    Ok(position)
}

/// The inside of a drawing's frame.
struct Drawing<'b> {
    board: &'b Board,
    raster: Raster,
    signs: Vec<Vec<char>>,
}

impl Drawing<'_> {
    /// A character at a column and row of the board.
    fn sign(&self, place: (u8, u8), line: usize, column: usize) -> char {
        let line = self.raster.rows[usize::from(place.1)] + line;
        self.signs[line][self.raster.columns[usize::from(place.0)] + column]
    }

    /// Whether all characters at a column and row of the board are equal to a given one.
    fn is_filled(&self, place: (u8, u8), with: char) -> bool {
        let mut signs = (0..CELL_HEIGHT).flat_map(|l| (0..CELL_WIDTH).map(move |c| (l, c)));
        signs.all(|(line, column)| self.sign(place, line, column) == with)
    }

    /// The sides of a cell without an outline.
    fn open_sides(&self, cell: Cell) -> impl Iterator<Item = Direction> + use<> {
        let place = (self.board.column(cell), self.board.row(cell));
        let sign = |line, column| self.sign(place, line, column);
        let beside = |ends: [char; 2], outside: [char; 2]| {
            ends[0] != outside[0] && ends[0] != '│' && ends[1] != outside[1] && ends[1] != '│'
        };
        let sides = [
            (Direction::Up, sign(0, 2) != '─'),
            (Direction::Down, sign(1, 2) != '─'),
            (Direction::Left, beside([sign(0, 0), sign(1, 0)], ['╭', '╰'])),
            (Direction::Right, beside([sign(0, 3), sign(1, 3)], ['╮', '╯'])),
        ];
        sides.into_iter().filter(|(_, is_open)| *is_open).map(|(side, _)| side)
    }

    /// The cells connected with a cell; `None` if they leave the board.
    fn piece(&self, first: Cell) -> Option<WideCells> {
        let mut piece: WideCells = [first].into_iter().collect();
        let mut fresh = vec![first];
        while let Some(cell) = fresh.pop() {
            for side in self.open_sides(cell) {
                let next = self.board.neighbour(cell, side)?;
                if !piece.contains(next) {
                    piece.insert(next);
                    fresh.push(next);
                }
            }
        }
        Some(piece)
    }
}

/// Checks that a drawing of the position equals the text: the reader looks at some characters only.
fn check_redrawn(raster: &Raster, again: &str, text: &str) -> Result<(), DrawingError> {
    for (line, (drawn, found)) in again.lines().zip(text.lines()).enumerate() {
        let mut found = found.chars().chain(std::iter::repeat(' '));
        let Some(at) = drawn.chars().position(|sign| found.next() != Some(sign)) else { continue };
        let inside = line.checked_sub(1).zip(at.checked_sub(1));
        return Err(match inside.and_then(|(line, at)| raster.place(at, line)) {
            Some((column, row)) => DrawingError::Outline { row: row + 1, column: column + 1 },
            None => DrawingError::Frame { line: line + 1 },
        });
    }
    Ok(())
}

/// The characters inside the frame, by line.
fn interior(raster: &Raster, text: &str) -> Result<Vec<Vec<char>>, DrawingError> {
    let (columns, lines) = raster.size();
    let (want_columns, want_lines) = (columns + 2, lines + 2);
    let wrong = |line| DrawingError::Size { want_lines, want_columns, line };
    let mut lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    for (number, line) in (1..).zip(&mut lines) {
        // An exit on the right ends lines with spaces, which editors remove.
        while line.len() < want_columns && number > 1 && number < want_lines {
            line.push(' ');
        }
        if line.len() != want_columns || number > want_lines {
            return Err(wrong(number));
        }
    }
    if lines.len() != want_lines {
        return Err(wrong(lines.len() + 1));
    }
    let inner = |line: &Vec<char>| line[1..want_columns - 1].to_vec();
    Ok(lines[1..want_lines - 1].iter().map(inner).collect())
}
