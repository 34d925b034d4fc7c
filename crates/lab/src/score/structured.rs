//! Moves as objects and lists of JSON or Python.

use super::tokens::{Part, Signs, cell, count};
use super::words::any_direction;
use super::written::{Path, PieceName, WrittenMove};
use smallvec::smallvec;

/// Most bytes of a move as an object or a list.
const LONGEST: usize = 4096;

/// The move at the start of a text that begins with a bracket, and its length. What is a move and cannot be read is unclear.
pub(super) fn read(text: &str, signs: &Signs<'_>) -> Option<(Part, usize)> {
    let all = beginning(text, LONGEST);
    let mut chars = Scanner { rest: all };
    let found = match text.starts_with('{') {
        true => object(&mut chars, signs)?,
        false => list(&mut chars, signs)?,
    };
    Some((
        found.map_or(Part::Broken, |made| Part::Move(Box::new(made))),
        all.len() - chars.rest.len(),
    ))
}

/// The beginning of a text, of at most a number of bytes.
pub(super) fn beginning(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

fn made(piece: PieceName, path: Path) -> WrittenMove {
    WrittenMove { piece, path, followers: Vec::new() }
}

/// The sign of a text such as `A` or `Car A`.
fn only_sign(text: &str, signs: &Signs<'_>) -> Option<char> {
    let mut words = text.split_whitespace();
    let mut signs_of_word = words.next_back()?.chars();
    let letter = signs_of_word.next().filter(|_| signs_of_word.next().is_none())?;
    let are_nouns = words.all(|word| {
        let word = word.to_ascii_lowercase();
        ["the", "car", "truck", "piece", "block", "vehicle", "tile"].contains(&&*word)
    });
    are_nouns.then(|| signs.of(letter).unwrap_or(letter))
}

/// `["A", "right", 2]`, `(A, right)`, or `[[1, 2], [3, 2]]`. `Some(None)` is a move that is not clear.
fn list(chars: &mut Scanner<'_>, signs: &Signs<'_>) -> Option<Option<WrittenMove>> {
    let close = if chars.next()? == '[' { ']' } else { ')' };
    let first = chars.spaced().rest;
    // No move begins with a list, and a list can be long.
    if first.starts_with(['[', '(', '{']) && cell(first).is_none() {
        return None;
    }
    let piece = match chars.element()? {
        Value::Cell(cell) => PieceName::Cell(cell),
        Value::Text(text) | Value::Word(text) => {
            let is_short = text.trim().chars().count() == 1;
            let sign = only_sign(text, signs).filter(|_| is_short)?;
            PieceName::Sign(
                Some(sign).filter(|&sign| signs.has(sign) || sign.is_ascii_uppercase())?,
            )
        }
        Value::Other => return None,
    };
    chars.spaced().take(',')?;
    let direction = match (chars.spaced().element()?, piece) {
        (Value::Cell(to), PieceName::Cell(_)) => {
            chars.spaced().take(close)?;
            return Some(Some(made(piece, Path::To(to))));
        }
        (Value::Text(text) | Value::Word(text), _) => any_direction(text.trim())?,
        _ => return None,
    };
    let mut cells = Some(1);
    if chars.spaced().take(',').is_some() {
        cells = match chars.spaced().element() {
            Some(Value::Text(text) | Value::Word(text)) => count(text.trim()),
            _ => None,
        };
    }
    if chars.spaced().take(close).is_none() {
        cells = None;
    }
    Some(cells.map(|cells| made(piece, Path::Steps(smallvec![(direction, cells)]))))
}

/// The keys of a move.
#[derive(Default)]
struct Fields<'t> {
    piece: Option<&'t str>,
    sign: Option<&'t str>,
    name: Option<&'t str>,
    direction: Option<&'t str>,
    cells: Option<&'t str>,
    from: Option<[u16; 2]>,
    to: Option<[u16; 2]>,
    /// Whether another key has a number, which can be that of cells.
    has_number: bool,
    /// Whether the number of cells is none, or two keys have different ones.
    is_unclear: bool,
    /// Whether it has a list of moves.
    has_moves: bool,
    /// Whether the piece passes a door.
    is_through: bool,
}

impl<'t> Fields<'t> {
    fn take(&mut self, key: &str, value: Value<'t>) {
        match (key, value) {
            ("moves" | "solution" | "answer" | "steps", Value::Other) => self.has_moves = true,
            ("answer" | "solution", _) => self.has_moves = true,
            (
                "piece" | "car" | "block" | "vehicle" | "tile",
                Value::Text(text) | Value::Word(text),
            ) => self.piece = Some(text),
            ("id" | "name", Value::Text(text) | Value::Word(text)) => self.name = Some(text),
            ("sign" | "letter", Value::Text(text)) => self.sign = Some(text),
            ("direction" | "dir" | "move", Value::Text(text)) => self.direction = Some(text),
            (
                "steps" | "cells" | "count" | "amount" | "distance" | "squares" | "spaces",
                Value::Text(text) | Value::Word(text),
            ) => self.is_unclear |= self.cells.replace(text).is_some_and(|other| other != text),
            ("steps" | "cells" | "count" | "amount" | "distance" | "squares" | "spaces", _) => {
                self.is_unclear = true;
            }
            ("from", Value::Cell(cell)) => self.from = Some(cell),
            ("to", Value::Cell(cell)) => self.to = Some(cell),
            ("leaves", Value::Word("true" | "True")) | ("becomes", Value::Text(_)) => {
                self.is_through = true;
            }
            (_, Value::Word(word)) => {
                self.has_number |= word.contains(|sign: char| sign.is_ascii_digit());
            }
            (_, Value::Text(text)) => self.has_number |= count(text.trim()).is_some(),
            _ => {}
        }
    }

    /// The text that names the piece.
    fn piece(&self) -> Option<&'t str> {
        self.piece.or(self.sign).or(self.name)
    }

    /// Whether these are the keys of a move, and not of what has moves in it.
    fn are_of_move(&self) -> bool {
        let has_piece = self.piece().is_some() || self.from.is_some();
        let has_path = self.direction.is_some() || self.cells.is_some() || self.to.is_some();
        has_piece && has_path && !self.has_moves
    }

    fn made(self, signs: &Signs<'_>) -> Option<WrittenMove> {
        if self.is_unclear {
            return None;
        }
        let sign = match self.piece() {
            Some(text) => Some(only_sign(text, signs)?),
            None => None,
        };
        let piece = match (sign, self.from) {
            (Some(sign), Some(from)) => PieceName::SignCell(sign, from),
            (Some(sign), None) => PieceName::Sign(sign),
            (None, from) => PieceName::Cell(from?),
        };
        if let Some(cell) = self.to {
            let path = if self.is_through { Path::Through } else { Path::To };
            return Some(made(piece, path(cell)));
        }
        // `down 2`
        let (side, own_cells) = match self.direction.map(str::trim) {
            Some(text) => match text.split_once(' ') {
                Some((side, cells)) => (Some(side), Some(cells)),
                None => (Some(text), None),
            },
            None => (None, None),
        };
        let direction = match side {
            Some(side) => Some(any_direction(side)?),
            None => None,
        };
        let cells = match (self.cells.map(str::trim), own_cells) {
            (Some(_), Some(_)) => return None,
            (cells, own) => cells.or(own),
        };
        let path = match (direction, cells) {
            (Some(direction), Some(cells)) => Path::Steps(smallvec![(direction, count(cells)?)]),
            (Some(_), None) if self.has_number => return None,
            (Some(direction), None) => Path::Steps(smallvec![(direction, 1)]),
            (None, cells) => {
                let cells = cells?;
                let (is_back, digits) = match cells.strip_prefix('-') {
                    Some(digits) => (true, digits),
                    None => (false, cells.strip_prefix('+').unwrap_or(cells)),
                };
                let cells = count(digits)? as i16;
                Path::Along(if is_back { -cells } else { cells })
            }
        };
        Some(made(piece, path))
    }
}

/// A move as an object, whatever the order of its keys. `Some(None)` is a move that is not clear.
fn object(chars: &mut Scanner<'_>, signs: &Signs<'_>) -> Option<Option<WrittenMove>> {
    chars.take('{')?;
    let mut fields = Fields::default();
    loop {
        let key = chars.spaced().quoted()?;
        chars.spaced().take(':')?;
        let value = chars.spaced().element()?;
        fields.take(&key.to_ascii_lowercase(), value);
        match chars.spaced().next()? {
            ',' => {}
            '}' => break,
            _ => return None,
        }
    }
    fields.are_of_move().then(|| fields.made(signs))
}

/// An element of a list, or a value of an object.
enum Value<'t> {
    Text(&'t str),
    /// A word or a number without quotation marks.
    Word(&'t str),
    Cell([u16; 2]),
    /// A list or an object.
    Other,
}

/// The rest of a text that is read sign by sign.
pub(super) struct Scanner<'t> {
    pub rest: &'t str,
}

impl<'t> Scanner<'t> {
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    pub fn take(&mut self, sign: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(sign)?;
        Some(())
    }

    /// The same without spaces before the next sign.
    pub fn spaced(&mut self) -> &mut Self {
        self.rest = self.rest.trim_start();
        self
    }

    /// A text between quotation marks.
    fn quoted(&mut self) -> Option<&'t str> {
        let mark = self.next().filter(|mark| ['"', '\''].contains(mark))?;
        let (text, rest) = self.rest.split_once(mark)?;
        self.rest = rest;
        Some(text)
    }

    fn element(&mut self) -> Option<Value<'t>> {
        match self.peek()? {
            '"' | '\'' => self.quoted().map(Value::Text),
            '[' | '(' | '{' => {
                if let Some((found, len)) = cell(self.rest) {
                    self.rest = &self.rest[len..];
                    return Some(Value::Cell(found));
                }
                self.skip_brackets()?;
                Some(Value::Other)
            }
            _ => {
                let end = self.rest.find([',', '}', ']', ')', '(', '[', '{', '\n'])?;
                let (word, rest) = self.rest.split_at(end);
                self.rest = rest;
                Some(Value::Word(word.trim()))
            }
        }
    }

    /// Skips a list or an object with all that is in it.
    fn skip_brackets(&mut self) -> Option<()> {
        let mut depth = 0;
        while let Some(sign) = self.next() {
            match sign {
                '[' | '(' | '{' => depth += 1,
                ']' | ')' | '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(());
            }
        }
        None
    }

    pub fn digits(&mut self) -> &'t str {
        let end = self.rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        digits
    }
}
