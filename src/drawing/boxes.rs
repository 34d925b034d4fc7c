//! Positions drawn with box characters: every cell is four signs wide and two high, every piece has an
//! outline, and the frame is open where the won piece would leave.

use super::{DrawingError, Side, exit};
use crate::puzzle::{Board, Cell, Cells, Position, Puzzle, ShapeId, iter_cells};
use anstyle::AnsiColor;

const CELL_WIDTH: usize = 4;
const CELL_HEIGHT: usize = 2;
const WALL: char = '█';
/// Where, in the outline above a piece's anchor, the letter of its shape stands if another has its form.
const LETTER: usize = 1;

/// Ink and ground of the shapes in their order, over again where there are more.
const COLOURS: [[AnsiColor; 2]; 6] = [
    [AnsiColor::BrightWhite, AnsiColor::Red],
    [AnsiColor::BrightWhite, AnsiColor::Green],
    [AnsiColor::BrightWhite, AnsiColor::Blue],
    [AnsiColor::Black, AnsiColor::Yellow],
    [AnsiColor::BrightWhite, AnsiColor::Magenta],
    [AnsiColor::Black, AnsiColor::Cyan],
];

/// Draws a position, lines joined by newlines; in the colours of a terminal, or none.
pub fn draw(puzzle: &Puzzle, position: &Position, coloured: bool) -> String {
    let board = puzzle.board();
    let mut pieces: [Option<(usize, Cells)>; 64] = [None; 64];
    for (shape, &anchors) in position.all_anchors().iter().enumerate() {
        for anchor in iter_cells(anchors) {
            let piece = puzzle.covered(shape, anchor);
            iter_cells(piece).for_each(|cell| pieces[usize::from(cell)] = Some((shape, piece)));
        }
    }
    let exit = exit(puzzle);
    let open = |side, place: u8| {
        exit.as_ref().is_some_and(|(open, range)| *open == side && range.contains(&place))
    };
    let edge = |side, ends: [char; 2]| {
        let part = |column| if open(side, column) { " " } else { "━" }.repeat(CELL_WIDTH);
        let parts: String = (0..board.width()).map(part).collect();
        format!("{}{parts}{}", ends[0], ends[1])
    };
    let mut lines = vec![edge(Side::Top, ['┏', '┓'])];
    for row in 0..board.height() {
        let post = |side| if open(side, row) { ' ' } else { '┃' };
        for lower in [false, true] {
            let mut line = String::from(post(Side::Left));
            for column in 0..board.width() {
                let cell = board.cell(column, row);
                match pieces[usize::from(cell)] {
                    Some((shape, piece)) => {
                        let mut signs = outline(board, piece, cell, lower);
                        let is_anchor = piece.trailing_zeros() == u32::from(cell);
                        if is_anchor && !lower && has_twin(puzzle, shape) {
                            signs[LETTER] = puzzle.shapes()[shape].letter();
                        }
                        let [ink, ground] = COLOURS[shape % COLOURS.len()];
                        let style = ink.on(ground);
                        let signs: String = signs.into_iter().collect();
                        if coloured {
                            line += &format!("{style}{signs}{style:#}");
                        } else {
                            line += &signs;
                        }
                    }
                    None => {
                        let wall = board.walls() >> cell & 1 == 1;
                        line.extend([if wall { WALL } else { ' ' }; CELL_WIDTH]);
                    }
                }
            }
            line.push(post(Side::Right));
            lines.push(line);
        }
    }
    lines.push(edge(Side::Bottom, ['┗', '┛']));
    lines.join("\n")
}

/// The upper or lower signs of a cell of a piece.
fn outline(board: &Board, piece: Cells, cell: Cell, lower: bool) -> [char; CELL_WIDTH] {
    let holds = |across: i8, down: i8| {
        let column = board.column(cell).checked_add_signed(across);
        let row = board.row(cell).checked_add_signed(down);
        column.zip(row).is_some_and(|(column, row)| {
            column < board.width()
                && row < board.height()
                && piece >> board.cell(column, row) & 1 == 1
        })
    };
    let down = if lower { 1 } else { -1 };
    let beyond = holds(0, down);
    // The corner where an outline turns; outside corners, then inside ones.
    let corner = |across: i8, outside: char, inside: char| match (holds(across, 0), beyond) {
        (false, false) => outside,
        (false, true) => '│',
        (true, false) => '─',
        (true, true) if holds(across, down) => ' ',
        (true, true) => inside,
    };
    let middle = if beyond { ' ' } else { '─' };
    let [left, right] = if lower {
        [corner(-1, '╰', '╮'), corner(1, '╯', '╭')]
    } else {
        [corner(-1, '╭', '╯'), corner(1, '╮', '╰')]
    };
    [left, middle, middle, right]
}

/// Whether another shape has the same form, so that an outline does not tell them apart.
fn has_twin(puzzle: &Puzzle, shape: ShapeId) -> bool {
    let cells = puzzle.shapes()[shape].cells();
    puzzle.shapes().iter().filter(|other| other.cells() == cells).count() > 1
}

/// Whether a text is drawn with boxes.
pub fn is_drawn(text: &str) -> bool {
    text.contains(|sign| ('\u{2500}'..='\u{257f}').contains(&sign))
}

/// Reads what [`draw`] drew, in colour or without.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<Position, DrawingError> {
    let board = puzzle.board();
    let text = anstream::adapter::strip_str(text).to_string();
    let grid = interior(board, &text)?;
    let sign = |cell: Cell, line: usize, column: usize| {
        let line = usize::from(board.row(cell)) * CELL_HEIGHT + line;
        grid[line][usize::from(board.column(cell)) * CELL_WIDTH + column]
    };
    let filled = |cell: Cell, with: char| {
        (0..CELL_HEIGHT).all(|line| (0..CELL_WIDTH).all(|column| sign(cell, line, column) == with))
    };
    // Steps of column and row over sides of a cell on which no outline is drawn.
    let joined = |cell: Cell| {
        let open = |is_open: bool, step: (i8, i8)| is_open.then_some(step);
        let right = [sign(cell, 0, 3), sign(cell, 1, 3)];
        let left = [sign(cell, 0, 0), sign(cell, 1, 0)];
        let beside = |ends: [char; 2], outside: [char; 2]| {
            ends[0] != outside[0] && ends[0] != '│' && ends[1] != outside[1] && ends[1] != '│'
        };
        let steps = [
            open(sign(cell, 0, 2) != '─', (0, -1)),
            open(sign(cell, 1, 2) != '─', (0, 1)),
            open(beside(left, ['╭', '╰']), (-1, 0)),
            open(beside(right, ['╮', '╯']), (1, 0)),
        ];
        steps.into_iter().flatten()
    };
    let mut position = Position::empty(puzzle.shapes().len());
    let mut seen: Cells = 0;
    for first in 0..board.cell_count() {
        if seen >> first & 1 == 1 {
            continue;
        }
        let (row, column) = (board.row(first) + 1, board.column(first) + 1);
        if filled(first, WALL) != (board.walls() >> first & 1 == 1) {
            return Err(DrawingError::Wall { row, column });
        }
        if filled(first, ' ') || filled(first, WALL) {
            continue;
        }
        let mut piece: Cells = 1 << first;
        let mut fresh = vec![first];
        while let Some(cell) = fresh.pop() {
            for (across, down) in joined(cell) {
                let (c, r) = (board.column(cell), board.row(cell));
                let next = c.checked_add_signed(across).zip(r.checked_add_signed(down));
                let next = next.filter(|&(c, r)| c < board.width() && r < board.height());
                let Some((c, r)) = next else {
                    return Err(DrawingError::NoPiece { row, column });
                };
                let next = board.cell(c, r);
                if piece >> next & 1 == 0 {
                    piece |= 1 << next;
                    fresh.push(next);
                }
            }
        }
        let letter = sign(first, 0, LETTER);
        let is_meant = |&id: &ShapeId| {
            puzzle.covered(id, first) == piece
                && (!has_twin(puzzle, id) || puzzle.shapes()[id].letter() == letter)
        };
        let shape = (0..puzzle.shapes().len()).find(is_meant);
        let Some(shape) = shape.filter(|_| piece & seen == 0) else {
            return Err(DrawingError::NoPiece { row, column });
        };
        position.put(shape, first);
        seen |= piece;
    }
    puzzle.check_fixed_counts(&position)?;
    // Only some signs were looked at: the others must be as they would be drawn.
    let again = draw(puzzle, &position, false);
    for (line, (drawn, found)) in again.lines().zip(text.lines()).enumerate() {
        let mut found = found.chars().chain(std::iter::repeat(' '));
        let Some(at) = drawn.chars().position(|sign| found.next() != Some(sign)) else { continue };
        let inside = line.checked_sub(1).zip(at.checked_sub(1));
        let cell = inside.map(|(line, at)| (line / CELL_HEIGHT, at / CELL_WIDTH));
        let is_on_board = |&(row, column): &(usize, usize)| {
            row < board.height().into() && column < board.width().into()
        };
        return Err(match cell.filter(is_on_board) {
            Some((row, column)) => DrawingError::Outline { row: row + 1, column: column + 1 },
            None => DrawingError::Frame { line: line + 1 },
        });
    }
    Ok(position)
}

/// The signs inside the frame, line by line.
fn interior(board: &Board, text: &str) -> Result<Vec<Vec<char>>, DrawingError> {
    let want_lines = usize::from(board.height()) * CELL_HEIGHT + 2;
    let want_columns = usize::from(board.width()) * CELL_WIDTH + 2;
    let wrong = |line| DrawingError::Size { want_lines, want_columns, line };
    let mut lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    for (number, line) in (1..).zip(&mut lines) {
        // An exit on the right ends lines with spaces, which editors cut off.
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
