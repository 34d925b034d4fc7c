//! Reads a position from its text.

use super::error::PositionError;
use crate::grid::{Cell, Cells, WideCells};
use crate::rules::arrangement::{Arrangement, ShapeId};
use crate::rules::covering::Covering;
use crate::rules::freedom::Freedom;
use crate::rules::puzzle::Puzzle;
use crate::rules::shape::Shape;
use crate::rules::signs::{EMPTY, is_empty_letter};
use crate::rush_board::UNIT_CARS;
use smallvec::SmallVec;

impl Puzzle {
    /// Reads a position.
    ///
    /// A grid is canonical if all its letters are letters of shapes, all capital or all small. Any other grid is read
    /// as one letter per piece.
    pub fn parse_position(&self, text: &str) -> Result<Arrangement, PositionError> {
        match self.board().is_narrow() {
            true => match self.parse_canonical(text) {
                Some(position) => Ok(position),
                None => self.parse_with::<Cells>(text),
            },
            false => self.parse_with::<WideCells>(text),
        }
    }

    /// Reads a canonical text without a copy of its letters: streams have millions. `None` for all other texts.
    fn parse_canonical(&self, text: &str) -> Option<Arrangement> {
        let blank = &self.blank().text;
        if self.has_signs() || text.len() != blank.len() {
            return None;
        }
        let mut drawn: SmallVec<[Cells; 8]> = SmallVec::from_elem(Cells::NONE, self.shapes().len());
        let mut cell = 0;
        for (&letter, &empty) in text.as_bytes().iter().zip(blank) {
            if empty != EMPTY[0] as u8 {
                if letter != empty {
                    return None;
                }
                continue;
            }
            match self.shape_of(letter.into()) {
                // Small letters can also be those of pieces.
                Some(shape) if !letter.is_ascii_lowercase() => drawn[shape].insert(cell),
                None if letter == empty => {}
                _ => return None,
            }
            cell += 1;
        }
        let position = self.place_drawn(&drawn).ok()?;
        self.check_fixed_counts(&position).is_ok().then_some(position)
    }

    fn parse_with<S: Covering>(&self, text: &str) -> Result<Arrangement, PositionError> {
        let mut grid = self.read_grid(text)?;
        if self.has_signs() {
            self.name_unit_cars(&mut grid);
            return self.read_signs::<S>(&grid);
        }
        let as_pieces = self.read_letters::<S>(&grid);
        let Some(capitals) = self.in_capitals(&grid) else { return as_pieces };
        match (self.read_letters::<S>(&capitals), as_pieces) {
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

    /// Gives each unit car of a Rush Hour board, `-` or `|`, a sign of the puzzle. Cars of one line are interchangeable.
    fn name_unit_cars(&self, grid: &mut [char]) {
        for (drawn, freedom) in UNIT_CARS {
            let is_own = |shape: &Shape| shape.letter() == drawn || shape.signs().contains(&drawn);
            if self.shapes().iter().any(is_own) {
                continue;
            }
            let is_such =
                |shape: &&Shape| shape.freedom() == freedom && shape.polyomino().cells().len() == 1;
            let signs = self.shapes().iter().filter(is_such).flat_map(Shape::signs);
            let mut free: Vec<char> = signs.copied().filter(|sign| !grid.contains(sign)).collect();
            free.sort_unstable_by(|one, other| other.cmp(one));
            free.dedup();
            for sign in grid.iter_mut().filter(|sign| **sign == drawn) {
                *sign = free.pop().unwrap_or(drawn);
            }
        }
    }

    /// Reads a grid with a sign for each piece; pieces of one shape may have changed places.
    fn read_signs<S: Covering>(&self, grid: &[char]) -> Result<Arrangement, PositionError> {
        let mut position = self.empty_position();
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
            let piece: S = cells_where(grid, |other| other == sign);
            let is_piece = |&&other: &&ShapeId| S::covered(self, other, anchor) == piece;
            let Some(&shape) = self.sharing_signs(shape).iter().find(is_piece) else {
                return Err(self.misplaced(shape, anchor, piece, sign));
            };
            position.put(shape, anchor);
        }
        if self.doors().is_some() {
            return self.check_counts_with_doors(&position).map(|()| position);
        }
        for (id, shape) in self.shapes().iter().enumerate() {
            let is_drawn = |sign: &&char| grid.contains(sign);
            if let Some(&missing) = shape.signs().iter().find(|sign| !is_drawn(sign)) {
                let (shape, letter) = (shape.name().to_owned(), missing);
                let found = self.anchors_sharing_signs::<S>(&position, id).len();
                let want = self.shapes()[id].signs().len();
                return Err(PositionError::TooFew { shape, letter, found, want: want as u8 });
            }
        }
        self.check_lines(&position)?;
        Ok(position)
    }

    /// Checks that no piece is missing that cannot leave, and that no piece is drawn as two layers.
    fn check_counts_with_doors(&self, position: &Arrangement) -> Result<(), PositionError> {
        let Some(doors) = self.doors() else { return Ok(()) };
        let count = |shape| position.count(shape);
        let Some((id, least, most)) = doors.impossible(self.fixed_counts(), count) else {
            return match self.left_early(&position.piece_set()) {
                Some(shape) => {
                    Err(PositionError::LeftEarly { sign: self.shapes()[shape].letter() })
                }
                None => Ok(()),
            };
        };
        let (shape, found) = (&self.shapes()[id], position.count(id));
        if found < least {
            let (shape, letter) = (shape.name().to_owned(), shape.letter());
            return Err(PositionError::TooFew { shape, letter, found, want: least as u8 });
        }
        let surplus = position.anchors_of(id).nth(most as usize).unwrap_or_default();
        let (row, column) = self.row_and_column(surplus);
        match doors.layer_above(id) {
            Some(above) if most == 0 => {
                let (above, sign) = (self.shapes()[above].letter(), shape.letter());
                Err(PositionError::Layers { row, column, above, sign })
            }
            _ => {
                let shape = shape.name().to_owned();
                Err(PositionError::TooMany { row, column, shape, want: most as u8 })
            }
        }
    }

    /// Checks the number of pieces on each line that has locked pieces.
    fn check_lines(&self, position: &Arrangement) -> Result<(), PositionError> {
        for (id, shape) in self.shapes().iter().enumerate() {
            let (Some(line), Some(want)) = (shape.line(), self.fixed_counts()[id]) else {
                continue;
            };
            let found = position.count(id);
            if found != u32::from(want) {
                let along = if shape.freedom() == Freedom::Rows { "row" } else { "column" };
                let line = format!("{along} {}", usize::from(line) + 1);
                return Err(PositionError::LineCount { sign: shape.letter(), line, found, want });
            }
        }
        Ok(())
    }

    /// The grid in capitals, if all its letters are small letters of shapes.
    fn in_capitals(&self, grid: &[char]) -> Option<Vec<char>> {
        let capital = |&sign: &char| match self.shape_of(sign.to_ascii_uppercase()) {
            Some(_) if sign.is_ascii_lowercase() => Some(sign.to_ascii_uppercase()),
            _ => is_empty_letter(sign).then_some(sign),
        };
        let has_letters = grid.iter().any(char::is_ascii_lowercase);
        grid.iter().map(capital).collect::<Option<_>>().filter(|_| has_letters)
    }

    /// Reads the letters of a grid as letters of shapes or, if one belongs to no shape, as letters of pieces.
    fn read_letters<S: Covering>(&self, grid: &[char]) -> Result<Arrangement, PositionError> {
        let mut drawn: SmallVec<[S; 8]> = SmallVec::from_elem(S::NONE, self.shapes().len());
        let mut foreign = S::NONE;
        for (cell, &letter) in self.board().cells().zip(grid) {
            match self.shape_of(letter) {
                Some(shape) => drawn[shape].insert(cell),
                None if is_empty_letter(letter) => {}
                None => foreign.insert(cell),
            }
        }
        let position = match foreign.first() {
            None => self.place_drawn(&drawn).map_err(|(anchor, id, left)| {
                self.incomplete(grid, &self.shapes()[id], anchor, left)
            })?,
            Some(first) => self.read_letter_each::<S>(grid).map_err(|error| {
                // For a canonical grid with one wrong letter, the error should name that letter.
                let known: u32 = drawn.iter().map(|cells| cells.len()).sum();
                if foreign.len() < known { self.unknown_letter(grid, first) } else { error }
            })?,
        };
        self.check_fixed_counts(&position)?;
        Ok(position)
    }

    /// Places pieces on the cells with the letter of each shape: the first cell not covered yet is the anchor of a piece.
    /// Returns the first anchor in reading order whose piece is not whole, its shape, and the cells that are left of it.
    fn place_drawn<S: Covering>(&self, drawn: &[S]) -> Result<Arrangement, (Cell, ShapeId, S)> {
        let mut position = self.empty_position();
        let mut fault: Option<(Cell, ShapeId, S)> = None;
        for (id, &cells) in drawn.iter().enumerate() {
            let mut left = cells;
            while let Some(anchor) = left.first() {
                let piece = S::covered(self, id, anchor);
                if piece.is_empty() || !piece.is_within(left) {
                    if fault.is_none_or(|(first, ..)| anchor < first) {
                        fault = Some((anchor, id, left));
                    }
                    break;
                }
                left = left.without(piece);
                position.put(id, anchor);
            }
        }
        fault.map_or(Ok(position), Err)
    }

    /// Reads a grid with a letter for each piece.
    fn read_letter_each<S: Covering>(&self, grid: &[char]) -> Result<Arrangement, PositionError> {
        let mut position = self.empty_position();
        for (anchor, &letter) in self.board().cells().zip(grid) {
            let before = &grid[..usize::from(anchor)];
            if is_empty_letter(letter) || before.contains(&letter) {
                continue;
            }
            let piece: S = cells_where(grid, |other| other == letter);
            let fits = |&id: &ShapeId| S::covered(self, id, anchor) == piece;
            let fitting = (0..self.shapes().len()).filter(fits);
            let fitting: Vec<ShapeId> = fitting.collect();
            let named = self.shape_of(letter).filter(|named| fitting.contains(named));
            match (named, &fitting[..]) {
                (Some(shape), _) | (None, &[shape]) => position.put(shape, anchor),
                (None, fitting) => return Err(self.unclear(anchor, letter, fitting)),
            }
        }
        Ok(position)
    }

    /// Checks the number of pieces of every shape that has a fixed one.
    pub(crate) fn check_fixed_counts(&self, position: &Arrangement) -> Result<(), PositionError> {
        let exceeds = |&id: &ShapeId| position.count(id) > u8::MAX.into();
        let shapes = if position.is_wide() { 0..self.shapes().len() } else { 0..0 };
        if let Some(id) = shapes.into_iter().find(exceeds) {
            let (shape, found) = (self.shapes()[id].name().to_owned(), position.count(id));
            return Err(PositionError::Pieces { shape, found });
        }
        if self.doors().is_some() {
            return self.check_counts_with_doors(position);
        }
        for (id, shape) in self.shapes().iter().enumerate() {
            let Some(want) = self.fixed_counts()[id] else { continue };
            let found = position.count(id);
            if found < u32::from(want) {
                let (shape, letter) = (shape.name().to_owned(), shape.letter());
                return Err(PositionError::TooFew { shape, letter, found, want });
            }
            if let Some(surplus) = position.anchors_of(id).nth(usize::from(want)) {
                let (row, column) = self.row_and_column(surplus);
                let shape = shape.name().to_owned();
                return Err(PositionError::TooMany { row, column, shape, want });
            }
        }
        Ok(())
    }
}

/// The cells whose letter meets a condition.
fn cells_where<S: Covering>(grid: &[char], mut wanted: impl FnMut(char) -> bool) -> S {
    let cells = (0..).zip(grid);
    cells.filter(|&(_, &letter)| wanted(letter)).map(|(cell, _)| cell).collect()
}
