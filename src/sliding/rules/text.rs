//! The text of a position.
//!
//! Canonical: rows joined by `/`, top row first, `.` for an empty cell, `#` for a wall, otherwise the
//! letter of the shape in every cell that a piece covers. Read as well: newlines, spaces or nothing for `/`,
//! spaces and tabs around rows, other signs for an empty cell, small letters, and grids in which each piece
//! has a letter of its own.

use super::{Freedom, Position, Puzzle, Shape, ShapeId};
use crate::grid::{Board, Cell, Cells};
use crate::numbering::Anchors;
use thiserror::Error;

/// A text that is no legal position of a puzzle. Rows and columns are counted from 1.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// Too many or too few rows.
    #[error("the grid has {}, and the board has {want}: {}", counted(*.found, "row"), row_hint(*.found, *.want))]
    RowCount {
        /// Rows of the text.
        found: usize,
        /// Rows of the board.
        want: usize,
    },
    /// A row of the wrong length.
    #[error(
        "row {row} has {}, and the board has {}: {}",
        counted(*.found, "cell"), counted(*.want, "column"), column_hint(*.found, *.want)
    )]
    RowLength {
        /// The row.
        row: usize,
        /// Cells in the text of that row.
        found: usize,
        /// Columns of the board.
        want: usize,
    },
    /// A letter that draws no shape.
    #[error("row {row}, column {column}: unknown letter {letter:?}; the letters are {known}")]
    UnknownLetter {
        /// Row of the letter.
        row: usize,
        /// Column of the letter.
        column: usize,
        /// The letter.
        letter: char,
        /// What may stand there.
        known: String,
    },
    /// A piece of which a cell is missing.
    #[error("row {row}, column {column}: the {shape} that starts here is incomplete: {missing}")]
    Incomplete {
        /// Row of the piece's first cell.
        row: usize,
        /// Column of the piece's first cell.
        column: usize,
        /// Name of the shape.
        shape: String,
        /// Which cell is missing and what is there instead.
        missing: String,
    },
    /// Cells of one letter, in a grid with a letter for each piece, that make up no piece.
    #[error(
        "row {row}, column {column}: the cells marked {letter:?} make no piece of this puzzle; its \
         shapes are {shapes}"
    )]
    NoSuchPiece {
        /// Row of the first such cell.
        row: usize,
        /// Column of the first such cell.
        column: usize,
        /// The letter.
        letter: char,
        /// The shapes that there are.
        shapes: String,
    },
    /// Cells of one letter, in a grid with a letter for each piece, that are the form of several shapes.
    #[error(
        "row {row}, column {column}: the piece marked {letter:?} can be any of the shapes {shapes}; \
         write the letter of the shape"
    )]
    SharedForm {
        /// Row of the first such cell.
        row: usize,
        /// Column of the first such cell.
        column: usize,
        /// The letter.
        letter: char,
        /// The shapes of that form, with their letters.
        shapes: String,
    },
    /// Cells of one sign that its piece cannot stand on.
    #[error("row {row}, column {column}: the cells marked {sign:?} are {}", .why.words())]
    Misplaced {
        /// Row of the first such cell.
        row: usize,
        /// Column of the first such cell.
        column: usize,
        /// The sign.
        sign: char,
        /// Why not.
        why: Misplacement,
    },
    /// Another number of locked pieces on a line than never leave it.
    #[error(
        "{line} has {found} of the pieces like {sign:?}, and {want} are on it in every position: they never leave it"
    )]
    LineCount {
        /// A sign of such pieces.
        sign: char,
        /// The row or column.
        line: String,
        /// How many the text has there.
        found: u32,
        /// How many there must be.
        want: u8,
    },
    /// Small letters that make one position as letters of shapes and another one as a letter for each piece.
    #[error(
        "the small letters can be read as {as_shapes} or, a letter for each piece, as {as_pieces}: write one of \
         these"
    )]
    SmallLetters {
        /// The position where they are letters of shapes.
        as_shapes: String,
        /// The position where each piece has its own.
        as_pieces: String,
    },
    /// A wall where the board has none, or none where it has one.
    #[error("row {row}, column {column}: {letter:?} does not fit the board's walls, written '#'")]
    Wall {
        /// Row of the cell.
        row: usize,
        /// Column of the cell.
        column: usize,
        /// What the text has there.
        letter: char,
    },
    /// More pieces of a shape than the puzzle has.
    #[error("row {row}, column {column}: one {shape} too many; there must be exactly {want}")]
    TooMany {
        /// Row of the first surplus piece.
        row: usize,
        /// Column of the first surplus piece.
        column: usize,
        /// Name of the shape.
        shape: String,
        /// How many there must be.
        want: u8,
    },
    /// Fewer pieces of a shape than the puzzle has.
    #[error("the grid has {found} of the shape {shape} ({letter}); there must be exactly {want}")]
    TooFew {
        /// Name of the shape.
        shape: String,
        /// Its letter.
        letter: char,
        /// How many there are.
        found: u32,
        /// How many there must be.
        want: u8,
    },
}

/// Why a piece cannot stand on some cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misplacement {
    /// They are not its form.
    Form,
    /// It is locked, and never leaves another line.
    OffLine,
    /// One is a gate of another piece.
    Gate,
}

impl Misplacement {
    fn words(self) -> &'static str {
        match self {
            Self::Form => "not the form that this piece has",
            Self::OffLine => "off the row or column that this piece never leaves",
            Self::Gate => "in the gate of another piece",
        }
    }
}

fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

fn row_hint(found: usize, want: usize) -> String {
    if found > want {
        format!("row {} is one too many", want + 1)
    } else {
        format!("row {} is missing", found + 1)
    }
}

fn column_hint(found: usize, want: usize) -> String {
    if found > want {
        format!("column {} is one too many", want + 1)
    } else {
        format!("column {} is missing", found + 1)
    }
}

/// Signs that are read as an empty cell; the first is the one written.
const EMPTY: [char; 5] = ['.', '@', '_', '0', ' '];
/// The sign of a wall.
const WALL: char = '#';

/// Whether a letter already means an empty cell.
pub(super) fn is_empty_letter(letter: char) -> bool {
    EMPTY.contains(&letter)
}

/// The text of a board without pieces, in which positions are drawn.
#[derive(Clone, Debug)]
pub(super) struct Blank {
    /// Rows joined by `/`.
    text: Box<[u8]>,
    /// Where in the text each cell stands.
    places: Box<[u16]>,
}

impl Blank {
    pub fn of(board: &Board) -> Self {
        let mut text = Vec::new();
        let mut places = Vec::new();
        for (at, cell) in board.places().enumerate() {
            if at > 0 && at % usize::from(board.width()) == 0 {
                text.push(b'/');
            }
            if cell.is_some() {
                places.push(text.len() as u16);
            }
            text.push(if cell.is_some() { EMPTY[0] as u8 } else { WALL as u8 });
        }
        Self { text: text.into(), places: places.into() }
    }
}

impl Puzzle {
    /// The canonical text of a position.
    pub fn position_text(&self, position: &Position) -> String {
        let mut text = Vec::with_capacity(128);
        self.write_position(position, &mut text);
        String::from_utf8(text).expect("signs are written as UTF-8")
    }

    /// Appends the canonical text of a position, which is UTF-8, and ASCII where all signs are.
    pub fn write_position(&self, position: &Position, text: &mut Vec<u8>) {
        let Blank { text: blank, places, .. } = self.blank();
        let start = text.len();
        text.extend_from_slice(blank);
        let drawn = &mut text[start..];
        let mut is_ascii = true;
        for (id, shape) in self.shapes().iter().enumerate() {
            let twins = self.anchors_of_twins(position, id);
            for anchor in position.anchors(id) {
                let sign = shape.sign(nth_of(twins, anchor));
                is_ascii &= sign.is_ascii();
                for cell in self.covered(id, anchor) {
                    drawn[usize::from(places[usize::from(cell)])] = sign as u8;
                }
            }
        }
        if !is_ascii {
            text.truncate(start);
            text.extend_from_slice(self.signs_text(position).as_bytes());
        }
    }

    /// The canonical text of a position, whatever its signs are.
    fn signs_text(&self, position: &Position) -> String {
        let blank = self.blank();
        let mut drawn: Vec<char> = blank.text.iter().copied().map(char::from).collect();
        for (id, shape) in self.shapes().iter().enumerate() {
            let twins = self.anchors_of_twins(position, id);
            for anchor in position.anchors(id) {
                let sign = shape.sign(nth_of(twins, anchor));
                for cell in self.covered(id, anchor) {
                    drawn[usize::from(blank.places[usize::from(cell)])] = sign;
                }
            }
        }
        drawn.into_iter().collect()
    }

    /// The rows of a canonical text, which are told by their length: what joins them may be a piece's sign as well.
    pub fn text_rows<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
        let width = usize::from(self.board().width());
        let mut rest = Some(text);
        std::iter::from_fn(move || {
            let text = rest?;
            let end = text.char_indices().nth(width).map(|(end, _)| end);
            rest = end.map(|end| &text[end + 1..]);
            Some(&text[..end.unwrap_or(text.len())])
        })
    }

    /// The sign that draws a piece of a position.
    pub fn sign_of(&self, position: &Position, shape: ShapeId, anchor: Cell) -> char {
        let twins = self.anchors_of_twins(position, shape);
        self.shapes()[shape].sign(nth_of(twins, anchor))
    }

    /// The anchors of the pieces that share their signs with those of a shape.
    fn anchors_of_twins(&self, position: &Position, shape: ShapeId) -> Cells {
        let twins = self.twins(shape).iter();
        twins.fold(Cells::NONE, |all, &twin| all | position.anchors(twin))
    }

    /// Reads a position.
    ///
    /// A grid whose letters are all letters of shapes is canonical, also where all of them are small; any other is
    /// read as one letter for each piece.
    pub fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        let grid = self.read_grid(text)?;
        if self.has_signs() {
            return self.read_signs(&grid);
        }
        let as_pieces = self.read_letters(&grid);
        let Some(capitals) = self.in_capitals(&grid) else { return as_pieces };
        match (self.read_letters(&capitals), as_pieces) {
            (Ok(as_shapes), Ok(as_pieces)) if as_shapes != as_pieces => {
                Err(PositionError::SmallLetters {
                    as_shapes: self.position_text(&as_shapes),
                    as_pieces: self.position_text(&as_pieces),
                })
            }
            (Err(_), Ok(as_pieces)) => Ok(as_pieces),
            (as_shapes, _) => as_shapes,
        }
    }

    /// Reads a grid in which each piece has its sign; those of one shape may have changed places.
    fn read_signs(&self, grid: &[char]) -> Result<Position, PositionError> {
        let mut position = Position::empty(self.shapes().len());
        for (anchor, &sign) in self.board().cells().zip(grid) {
            if sign == EMPTY[0] || grid[..usize::from(anchor)].contains(&sign) {
                continue;
            }
            let is_drawn_so = |shape: &Shape| match shape.signs() {
                [] => shape.letter() == sign,
                signs => signs.contains(&sign),
            };
            let Some(shape) = self.shapes().iter().position(is_drawn_so) else {
                return Err(self.unknown_letter(grid, anchor));
            };
            let piece = cells_where(grid, |other| other == sign);
            let is_piece = |&&twin: &&ShapeId| self.covered(twin, anchor) == piece;
            let Some(&shape) = self.twins(shape).iter().find(is_piece) else {
                return Err(self.misplaced(shape, piece, sign));
            };
            position.put(shape, anchor);
        }
        for (id, shape) in self.shapes().iter().enumerate() {
            let is_drawn = |sign: &&char| grid.contains(sign);
            if let Some(&missing) = shape.signs().iter().find(|sign| !is_drawn(sign)) {
                let (shape, letter) = (shape.name().to_owned(), missing);
                let found = self.anchors_of_twins(&position, id).len();
                let want = self.shapes()[id].signs().len();
                return Err(PositionError::TooFew { shape, letter, found, want: want as u8 });
            }
        }
        self.check_lines(&position)?;
        Ok(position)
    }

    /// Checks that as many pieces stand on a line as never leave it.
    fn check_lines(&self, position: &Position) -> Result<(), PositionError> {
        for (id, shape) in self.shapes().iter().enumerate() {
            let (Some(line), Some(want)) = (shape.line(), self.fixed_counts()[id]) else {
                continue;
            };
            let found = position.anchors(id).len();
            if found != u32::from(want) {
                let along = if shape.freedom() == Freedom::Rows { "row" } else { "column" };
                let line = format!("{along} {}", usize::from(line) + 1);
                return Err(PositionError::LineCount { sign: shape.letter(), line, found, want });
            }
        }
        Ok(())
    }

    /// Says why the piece of a sign cannot stand on some cells.
    fn misplaced(&self, shape: ShapeId, piece: Cells, sign: char) -> PositionError {
        let (board, anchor) = (self.board(), piece.first().unwrap_or_default());
        let (row, column) = self.row_and_column(anchor);
        let place = (board.column(anchor), board.row(anchor));
        let is_on_line = |&twin: &ShapeId| self.shapes()[twin].is_on_line(place.0, place.1);
        let why = match board.covered(self.shapes()[shape].form(), anchor) {
            Some(covered) if covered == piece => match self.twins(shape).iter().any(is_on_line) {
                true => Misplacement::Gate,
                false => Misplacement::OffLine,
            },
            _ => Misplacement::Form,
        };
        PositionError::Misplaced { row, column, sign, why }
    }

    /// The grid in capitals, where all its letters are small ones of shapes.
    fn in_capitals(&self, grid: &[char]) -> Option<Vec<char>> {
        let capital = |&sign: &char| match self.shape_of(sign.to_ascii_uppercase()) {
            Some(_) if sign.is_ascii_lowercase() => Some(sign.to_ascii_uppercase()),
            _ => is_empty_letter(sign).then_some(sign),
        };
        let has_letters = grid.iter().any(char::is_ascii_lowercase);
        grid.iter().map(capital).collect::<Option<_>>().filter(|_| has_letters)
    }

    /// Reads the letters of a grid, as those of shapes or, where one is no shape's, as one for each piece.
    fn read_letters(&self, grid: &[char]) -> Result<Position, PositionError> {
        let mut drawn = Anchors::from_elem(Cells::NONE, self.shapes().len());
        let mut foreign = Cells::NONE;
        for (cell, &letter) in self.board().cells().zip(grid) {
            match self.shape_of(letter) {
                Some(shape) => drawn[shape].insert(cell),
                None if is_empty_letter(letter) => {}
                None => foreign.insert(cell),
            }
        }
        let position = match foreign.first() {
            None => self.read_canonical(grid, &drawn)?,
            Some(first) => self.read_letter_each(grid).map_err(|error| {
                // A canonical grid with a slip of the pen deserves to hear of the slip.
                let known: u32 = drawn.iter().map(|cells| cells.len()).sum();
                if foreign.len() < known { self.unknown_letter(grid, first) } else { error }
            })?,
        };
        self.check_fixed_counts(&position)?;
        Ok(position)
    }

    /// The letters of the cells in reading order, walls checked and left out.
    fn read_grid(&self, text: &str) -> Result<Vec<char>, PositionError> {
        let trimmed =
            || text.trim().split(['/', '\n']).map(str::trim).collect::<Vec<_>>().join("/");
        let spaced = || text.split_whitespace().collect::<Vec<_>>().join("/");
        // A space may also be an empty cell: only where the rows are not as they must be, it is read past.
        let grid = self.read_rows(text).or_else(|error| {
            let read = self.read_rows(&trimmed()).or_else(|_| self.read_rows(&spaced()));
            read.map_err(|_| error)
        })?;
        self.with_walls_checked(grid)
    }

    /// The letters of the grid in reading order.
    fn read_rows(&self, text: &str) -> Result<Vec<char>, PositionError> {
        let (width, height) =
            (usize::from(self.board().width()), usize::from(self.board().height()));
        let text = text.strip_suffix('\n').unwrap_or(text);
        if self.has_signs()
            && let Some(grid) = read_joined_rows(text, width, height)
        {
            return Ok(grid);
        }
        let mut grid = Vec::with_capacity(width * height);
        if height > 1 && !text.contains(['/', '\n']) {
            grid.extend(text.chars());
            if grid.len() == width * height {
                return Ok(grid);
            }
            grid.clear();
        }
        let rows = text.split(['/', '\n']).map(|row| row.strip_suffix('\r').unwrap_or(row));
        let mut row_count = 0;
        for row in rows {
            row_count += 1;
            if row_count > height {
                continue;
            }
            grid.extend(row.chars());
            let found = grid.len() - (row_count - 1) * width;
            if found != width {
                return Err(PositionError::RowLength { row: row_count, found, want: width });
            }
        }
        if row_count != height {
            return Err(PositionError::RowCount { found: row_count, want: height });
        }
        Ok(grid)
    }

    /// The letters of the cells, if the walls of the grid are those of the board.
    fn with_walls_checked(&self, grid: Vec<char>) -> Result<Vec<char>, PositionError> {
        let width = usize::from(self.board().width());
        for (at, (&letter, cell)) in grid.iter().zip(self.board().places()).enumerate() {
            if (letter == WALL) != cell.is_none() {
                let (row, column) = (at / width + 1, at % width + 1);
                return Err(PositionError::Wall { row, column, letter });
            }
        }
        Ok(grid.into_iter().filter(|&letter| letter != WALL).collect())
    }

    /// Reads a grid in which the letters name shapes, from the cells drawn with each shape's letter: of
    /// those that no piece covers yet, the first is the anchor of its piece.
    fn read_canonical(&self, grid: &[char], drawn: &[Cells]) -> Result<Position, PositionError> {
        let mut position = Position::empty(self.shapes().len());
        // Of several faults, the one that comes first in reading order is told.
        let mut fault: Option<(Cell, ShapeId, Cells)> = None;
        for (id, &cells) in drawn.iter().enumerate() {
            let mut left = cells;
            while let Some(anchor) = left.first() {
                let piece = self.covered(id, anchor);
                if piece.is_empty() || !piece.is_within(left) {
                    if fault.is_none_or(|(first, ..)| anchor < first) {
                        fault = Some((anchor, id, left));
                    }
                    break;
                }
                left -= piece;
                position.put(id, anchor);
            }
        }
        match fault {
            None => Ok(position),
            Some((anchor, id, left)) => {
                Err(self.incomplete(grid, &self.shapes()[id], anchor, left))
            }
        }
    }

    /// Reads a grid in which each piece has a letter of its own.
    fn read_letter_each(&self, grid: &[char]) -> Result<Position, PositionError> {
        let mut position = Position::empty(self.shapes().len());
        for (anchor, &letter) in self.board().cells().zip(grid) {
            let before = &grid[..usize::from(anchor)];
            if is_empty_letter(letter) || before.contains(&letter) {
                continue;
            }
            let piece = cells_where(grid, |other| other == letter);
            let fitting = (0..self.shapes().len()).filter(|&id| self.covered(id, anchor) == piece);
            let fitting: Vec<ShapeId> = fitting.collect();
            let named = self.shape_of(letter).filter(|named| fitting.contains(named));
            match (named, &fitting[..]) {
                (Some(shape), _) | (None, &[shape]) => position.put(shape, anchor),
                (None, fitting) => return Err(self.unclear(anchor, letter, fitting)),
            }
        }
        Ok(position)
    }

    /// Says of a piece's own letter that no shape has the piece's form, or several.
    fn unclear(&self, anchor: Cell, letter: char, fitting: &[ShapeId]) -> PositionError {
        let (row, column) = self.row_and_column(anchor);
        if fitting.is_empty() {
            let shapes: Vec<&str> = self.shapes().iter().map(Shape::name).collect();
            let shapes = shapes.join(", ");
            return PositionError::NoSuchPiece { row, column, letter, shapes };
        }
        let shapes = fitting.iter().map(|&id| &self.shapes()[id]);
        let shapes: Vec<String> =
            shapes.map(|shape| format!("{} {}", shape.letter(), shape.name())).collect();
        PositionError::SharedForm { row, column, letter, shapes: shapes.join(", ") }
    }

    /// Checks the number of pieces of every shape that has a fixed one.
    pub(crate) fn check_fixed_counts(&self, position: &Position) -> Result<(), PositionError> {
        for (id, shape) in self.shapes().iter().enumerate() {
            let Some(want) = self.fixed_counts()[id] else { continue };
            let anchors = position.anchors(id);
            let found = anchors.len();
            if found < u32::from(want) {
                let (shape, letter) = (shape.name().to_owned(), shape.letter());
                return Err(PositionError::TooFew { shape, letter, found, want });
            }
            if let Some(surplus) = anchors.into_iter().nth(usize::from(want)) {
                let (row, column) = self.row_and_column(surplus);
                let shape = shape.name().to_owned();
                return Err(PositionError::TooMany { row, column, shape, want });
            }
        }
        Ok(())
    }

    fn unknown_letter(&self, grid: &[char], cell: Cell) -> PositionError {
        let (row, column) = self.row_and_column(cell);
        let letters = self.shapes().iter().map(|shape| match shape.signs() {
            [] => format!("{} {}", shape.letter(), shape.name()),
            signs => signs.iter().map(char::to_string).collect::<Vec<_>>().join(", "),
        });
        let known = letters.chain([". empty".to_owned()]).collect::<Vec<_>>().join(", ");
        PositionError::UnknownLetter { row, column, letter: grid[usize::from(cell)], known }
    }

    /// Says which cell of a piece is missing.
    fn incomplete(
        &self,
        grid: &[char],
        shape: &Shape,
        anchor: Cell,
        of_letter: Cells,
    ) -> PositionError {
        let board = self.board();
        let (row, column) = self.row_and_column(anchor);
        let first_column = shape.form().cells()[0].0;
        let missing = shape.form().cells().iter().find_map(|&(c, r)| {
            let wanted_row = row + usize::from(r);
            let wanted_column = (column + usize::from(c)).checked_sub(usize::from(first_column));
            match wanted_column {
                Some(wanted_column @ 1..)
                    if wanted_column <= usize::from(board.width())
                        && wanted_row <= usize::from(board.height()) =>
                {
                    let cell = board.cell(wanted_column as u8 - 1, wanted_row as u8 - 1);
                    (!cell.is_some_and(|cell| of_letter.contains(cell))).then(|| {
                        let found = cell.map_or(WALL, |cell| grid[usize::from(cell)]);
                        let letter = shape.letter();
                        let taken = if found == letter { ", of another piece" } else { "" };
                        format!(
                            "row {wanted_row}, column {wanted_column} should be {letter:?} and is \
                             {found:?}{taken}"
                        )
                    })
                }
                _ => Some("it would reach over the edge of the board".to_owned()),
            }
        });
        PositionError::Incomplete {
            row,
            column,
            shape: shape.name().to_owned(),
            missing: missing
                .unwrap_or_else(|| "one of its cells is another piece's gate".to_owned()),
        }
    }

    /// Row and column of a cell as people count them, from 1.
    fn row_and_column(&self, cell: Cell) -> (usize, usize) {
        (usize::from(self.board().row(cell)) + 1, usize::from(self.board().column(cell)) + 1)
    }
}

/// How many of some anchors come before one of them.
fn nth_of(anchors: Cells, anchor: Cell) -> usize {
    (anchors & Cells::first_of_all(anchor)).len() as usize
}

/// The cells of a grid whose letter fulfils a condition.
fn cells_where(grid: &[char], mut wanted: impl FnMut(char) -> bool) -> Cells {
    let cells = (0..Cells::MOST).zip(grid);
    cells.filter(|&(_, &letter)| wanted(letter)).map(|(cell, _)| cell).collect()
}

/// The letters of a grid that is read by its size alone, since what joins its rows may be a piece as well.
fn read_joined_rows(text: &str, width: usize, height: usize) -> Option<Vec<char>> {
    let letters: Vec<char> = text.chars().collect();
    let is_joint = |letter: &char| ['/', '\n'].contains(letter);
    let is_joined = letters.len() == (width + 1) * height - 1
        && letters.iter().skip(width).step_by(width + 1).all(is_joint);
    is_joined.then(|| letters.chunks(width + 1).flat_map(|row| &row[..width]).copied().collect())
}
