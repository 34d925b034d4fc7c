//! The text of a puzzle file whose start is changed.

use super::drawings::Place;
use huarong_core::grid::Polyomino;
use huarong_core::puzzle_file::{PuzzleFile, PuzzleFileError, quoted};
use huarong_core::rules::Metric;
use std::collections::BTreeMap;
use std::fmt;
use std::iter::once;
use std::ops::Range;
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A puzzle file whose start can be changed.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The text before and after the value of `start`.
    before: String,
    after: String,
    columns: u8,
    /// The start, row by row: `#` for no cell, `.` for an empty cell, any other sign for a piece.
    signs: Vec<char>,
}

/// Reason why a puzzle file cannot be changed.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum DraftError {
    /// The text is no valid puzzle file.
    #[error(transparent)]
    File(#[from] PuzzleFileError),
    /// The pieces use every letter, so a piece has no sign.
    #[error("the puzzle has no letter left for another piece")]
    Letters,
}

/// A change of one piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Change {
    /// The piece is at another place.
    Moved {
        /// The sign of the piece.
        sign: char,
        /// Its first cell in reading order.
        to: Place,
    },
    /// The piece has another orientation.
    Turned {
        /// The sign of the piece.
        sign: char,
        /// Its cells.
        cells: Vec<Place>,
    },
    /// The piece is missing.
    Removed {
        /// The sign of the piece.
        sign: char,
    },
    /// There is another piece.
    Added {
        /// Its sign.
        sign: char,
        /// Its cells.
        cells: Vec<Place>,
    },
    /// Two pieces have exchanged their places.
    Exchanged {
        /// The signs of the pieces.
        signs: [char; 2],
    },
}

const WALL_SIGN: char = '#';
const EMPTY_SIGN: char = '.';

impl Change {
    /// The kind of the change: `moved`, `turned`, `removed`, `added` or `exchanged`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Moved { .. } => "moved",
            Self::Turned { .. } => "turned",
            Self::Removed { .. } => "removed",
            Self::Added { .. } => "added",
            Self::Exchanged { .. } => "exchanged",
        }
    }

    /// The signs of the changed pieces, and the first cell of the piece's new place.
    #[doc(hidden)]
    pub fn signs_and_place(&self) -> (Vec<char>, Option<Place>) {
        match self {
            Self::Moved { sign, to } => (vec![*sign], Some(*to)),
            Self::Turned { sign, cells } | Self::Added { sign, cells } => {
                (vec![*sign], cells.first().copied())
            }
            Self::Removed { sign } => (vec![*sign], None),
            Self::Exchanged { signs } => (signs.to_vec(), None),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |&(column, row): &Place| format!("column {}, row {}", column + 1, row + 1);
        match self {
            Self::Moved { sign, to } => write!(f, "{sign} moved to {}", place(to)),
            Self::Turned { sign, cells } => write!(f, "{sign} turned, at {}", place(&cells[0])),
            Self::Removed { sign } => write!(f, "{sign} removed"),
            Self::Added { sign, cells } => write!(f, "{sign} added at {}", place(&cells[0])),
            Self::Exchanged { signs: [one, other] } => write!(f, "{one} and {other} exchanged"),
        }
    }
}

impl Draft {
    /// Reads a puzzle file. Leaves out its published results, which hold for its start only.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is no valid puzzle file.
    pub fn parse(text: &str) -> Result<Self, DraftError> {
        let file = PuzzleFile::parse(text)?;
        let text = &without_published(text);
        let table = DeTable::parse(text).expect("the file is valid");
        let span = table.get_ref().get("start").expect("every file has a start").span();
        let grid = file.start();
        Ok(Self {
            before: text[..span.start].to_owned(),
            after: text[span.end..].to_owned(),
            columns: grid.columns(),
            signs: grid.cells().map(|(_, sign)| sign).collect(),
        })
    }

    /// The same puzzle with another name, which is one line of visible characters.
    pub fn called(&self, name: &str) -> Self {
        self.with_line("name", name)
    }

    /// The same puzzle from another source, which is one line of visible characters.
    pub fn from_source(&self, source: &str) -> Self {
        self.with_line("source", source)
    }

    /// The same puzzle as a variant of another one, with what was changed. Both are one line of visible characters.
    pub fn variant_of(&self, other: &str, change: &str) -> Self {
        self.with_line("change", change).with_line("variant_of", other)
    }

    /// The same puzzle with another line of text as the value of a key.
    fn with_line(&self, key: &str, line: &str) -> Self {
        let text = self.text();
        let table = DeTable::parse(&text).expect("the text is valid");
        let span = table.get_ref().get(key).map(|value| value.span());
        let quoted = quoted(line);
        let text = match span {
            Some(span) => format!("{}{quoted}{}", &text[..span.start], &text[span.end..]),
            None => format!("{key} = {quoted}\n{text}"),
        };
        Self::parse(&text).expect("a puzzle file may have any name and source")
    }

    /// The text of the puzzle file with a published result: the number of moves under a metric, and who found it.
    pub fn text_with_result(&self, moves: u16, metric: Metric, by: &str) -> String {
        let text = self.text();
        let text = text.trim_end();
        format!("{text}\n\n[[published]]\nmoves = {moves}\nmetric = \"{metric}\"\nby = \"{by}\"\n")
    }

    /// The puzzle file.
    pub fn file(&self) -> Result<PuzzleFile, DraftError> {
        Ok(PuzzleFile::parse(&self.text())?)
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> (u8, u8) {
        (self.columns, (self.signs.len() / usize::from(self.columns)) as u8)
    }

    /// The start as rows with slashes between them.
    pub fn start(&self) -> String {
        self.rows("/")
    }

    fn rows(&self, separator: &str) -> String {
        let rows = self.signs.chunks(self.columns.into()).map(String::from_iter);
        rows.collect::<Vec<_>>().join(separator)
    }

    /// The text of the puzzle file.
    pub fn text(&self) -> String {
        let rows = self.rows("\n").replace('\\', r"\\").replace('"', "\\\"");
        format!("{}\"\"\"\n{rows}\n\"\"\"{}", self.before, self.after)
    }

    /// All changes of one piece. Among them are changes that give no valid puzzle, such as the removal of a goal piece.
    ///
    /// A piece that is added has the shape of one of the pieces, or one cell.
    ///
    /// # Errors
    ///
    /// Returns an error if no letter is left for a piece that is added.
    pub fn changes(&self) -> Result<Vec<Change>, DraftError> {
        let pieces = self.pieces();
        let mut changes = Vec::new();
        for (&sign, cells) in &pieces {
            let shape = shape(cells);
            let turned =
                Polyomino::new(shape.iter().copied()).expect("a piece has cells").orientations();
            for corner in self.places() {
                let at = |shape: &[Place]| {
                    placed(shape, corner).filter(|cells| self.fits(cells, &[sign]))
                };
                let moved = at(&shape).filter(|moved| moved != cells);
                changes.extend(moved.map(|cells| Change::Moved { sign, to: cells[0] }));
                let turned = turned[1..].iter().filter_map(|shape| at(shape.cells()));
                changes.extend(turned.map(|cells| Change::Turned { sign, cells }));
            }
            changes.push(Change::Removed { sign });
        }
        let mut shapes: Vec<Vec<Place>> = pieces.values().map(|cells| shape(cells)).collect();
        shapes.push(vec![(0, 0)]);
        shapes.sort();
        shapes.dedup();
        let file = self.file()?;
        let doors = file.doors().into_iter();
        // Doors and layers have signs of pieces that are not on the board.
        let taken = doors.flat_map(|doors| {
            let layers = doors.layers.iter().flat_map(|(_, below)| below.iter().copied());
            doors.doors.iter().map(|door| door.sign).chain(layers)
        });
        let taken: Vec<char> = taken.chain(pieces.keys().copied()).collect();
        let sign = ('A'..='Z').chain('a'..='z').find(|sign| !taken.contains(sign));
        let sign = sign.ok_or(DraftError::Letters)?;
        for shape in &shapes {
            let cells = self.places().filter_map(|corner| placed(shape, corner));
            let fitting = cells.filter(|cells| self.fits(cells, &[]));
            changes.extend(fitting.map(|cells| Change::Added { sign, cells }));
        }
        let signs: Vec<char> = pieces.keys().copied().collect();
        for (number, &one) in signs.iter().enumerate() {
            for &other in &signs[number + 1..] {
                changes.push(Change::Exchanged { signs: [one, other] });
            }
        }
        Ok(changes)
    }

    /// The puzzle after a change; `None` if the pieces do not fit.
    pub fn changed(&self, change: &Change) -> Option<Self> {
        let pieces = self.pieces();
        match change {
            Change::Moved { sign, to } => {
                self.put(&[(*sign, placed_by_first_cell(&shape(&pieces[sign]), *to)?)])
            }
            Change::Removed { sign } => self.put(&[(*sign, Vec::new())])?.without_owner(*sign),
            Change::Turned { sign, cells } | Change::Added { sign, cells } => {
                self.put(&[(*sign, cells.clone())])
            }
            Change::Exchanged { signs: [one, other] } => {
                let (first, second) = (&pieces[one], &pieces[other]);
                self.put(&[
                    (*one, placed(&shape(first), corner(second))?),
                    (*other, placed(&shape(second), corner(first))?),
                ])
            }
        }
    }

    /// The draft with some pieces on other cells; `None` if they do not fit.
    fn put(&self, pieces: &[(char, Vec<Place>)]) -> Option<Self> {
        let mut draft = self.clone();
        for (sign, _) in pieces {
            draft
                .signs
                .iter_mut()
                .filter(|found| *found == sign)
                .for_each(|found| *found = EMPTY_SIGN);
        }
        for (sign, cells) in pieces {
            if !draft.fits(cells, &[]) {
                return None;
            }
            for &(column, row) in cells {
                let at = draft.index(column, row);
                draft.signs[at] = *sign;
            }
        }
        Some(draft)
    }

    /// The same puzzle without a piece among those that own doors together, or that must be gone. `None` if no valid puzzle
    /// remains.
    fn without_owner(self, sign: char) -> Option<Self> {
        let text = self.text();
        let table = DeTable::parse(&text).expect("the text is valid");
        let owners = table.get_ref().get("owners").and_then(|owners| owners.get_ref().as_table());
        let values = owners.into_iter().flat_map(|owners| owners.values());
        let values = values.chain(table.get_ref().get("gone"));
        let names = |value: &&Spanned<DeValue<'_>>| {
            value.get_ref().as_str().is_some_and(|signs| signs.contains(sign))
        };
        let mut spans: Vec<Range<usize>> = values.filter(names).map(|value| value.span()).collect();
        if spans.is_empty() {
            return Some(self);
        }
        spans.sort_by_key(|span| span.start);
        let (mut kept, mut from) = (String::new(), 0);
        for span in spans {
            kept += &text[from..span.start];
            kept.extend(text[span.clone()].chars().filter(|&other| other != sign));
            from = span.end;
        }
        Self::parse(&(kept + &text[from..])).ok()
    }

    /// The cells of each piece, in reading order.
    pub(super) fn pieces(&self) -> BTreeMap<char, Vec<Place>> {
        let mut pieces: BTreeMap<char, Vec<Place>> = BTreeMap::new();
        for (place, &sign) in self.places().zip(&self.signs) {
            if sign != WALL_SIGN && sign != EMPTY_SIGN {
                pieces.entry(sign).or_default().push(place);
            }
        }
        pieces
    }

    fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let columns = self.columns;
        let rows = self.size().1;
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    fn index(&self, column: u8, row: u8) -> usize {
        usize::from(row) * usize::from(self.columns) + usize::from(column)
    }

    /// Whether cells are on the grid, and empty or of some pieces.
    fn fits(&self, cells: &[Place], own: &[char]) -> bool {
        cells.iter().all(|&(column, row)| {
            let sign = self.signs.get(self.index(column, row));
            column < self.columns
                && sign.is_some_and(|sign| *sign == EMPTY_SIGN || own.contains(sign))
        })
    }
}

/// As the text of the puzzle file.
#[cfg(feature = "serde")]
impl serde::Serialize for Draft {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text())
    }
}

/// Reads the text of a puzzle file, as [`Draft::parse`] does.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Draft {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}

/// The text of a puzzle file without its published results.
fn without_published(text: &str) -> String {
    let table = DeTable::parse(text).expect("the file is valid");
    let Some((key, value)) = table.get_ref().get_key_value("published") else {
        return text.to_owned();
    };
    // The span of a table that is written as `[[published]]` is that header, which also has the key.
    let results = value.get_ref().as_array().expect("the file is valid");
    let spans: Vec<Range<usize>> = match key.span().start < value.span().start {
        true => once(key.span().start..value.span().end).collect(),
        false => results.iter().map(whole_span).collect(),
    };
    let (mut kept, mut from) = (String::new(), 0);
    for span in spans {
        kept += &text[from..span.start];
        from = span.end + usize::from(text[span.end..].starts_with('\n'));
    }
    kept + &text[from..]
}

/// From the header of a table to the end of its last value.
fn whole_span(table: &Spanned<DeValue<'_>>) -> Range<usize> {
    let values = table.get_ref().as_table().into_iter().flat_map(|table| table.values());
    let end = values.map(|value| value.span().end).max().unwrap_or_default();
    table.span().start..end.max(table.span().end)
}

/// The upper left corner of the rectangle around cells.
fn corner(cells: &[Place]) -> Place {
    let column = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let row = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    (column, row)
}

fn shape(cells: &[Place]) -> Vec<Place> {
    let (left, top) = corner(cells);
    cells.iter().map(|&(column, row)| (column - left, row - top)).collect()
}

/// The cells of a shape whose corner is at a place, in reading order.
fn placed(shape: &[Place], (left, top): Place) -> Option<Vec<Place>> {
    let place = |&(column, row): &Place| Some((left.checked_add(column)?, top.checked_add(row)?));
    shape.iter().map(place).collect()
}

/// The cells of a shape whose first cell in reading order is at a place.
fn placed_by_first_cell(shape: &[Place], (column, row): Place) -> Option<Vec<Place>> {
    let &(right, down) = shape.first()?;
    placed(shape, (column.checked_sub(right)?, row.checked_sub(down)?))
}
