//! The parts of a written answer: signs of pieces, directions, numbers, cells, and everything else.

use super::written::{Path, PieceName, WrittenMove};
use huarong_core::grid::Direction;
use std::ops::Range;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// One letter: the sign of a piece, or the first letter of a direction.
    Letter(char),
    Direction(Direction),
    /// `+2` or `-1`.
    Signed(i16),
    Number(u16),
    /// Two numbers in brackets.
    Cell([u16; 2]),
    /// A whole move in one word, such as `A+2`, `BU1`, `GDR` or `S2,4↓→`.
    Move(WrittenMove),
    /// The words `column` and `row`, which a number follows.
    Column,
    Row,
    /// `to`, or an arrow of two signs.
    To,
    /// A word or sign of the language of moves that says nothing by itself.
    Filler,
    Mark(char),
    EndOfLine,
    Word,
}

/// A part with its place.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub part: Part,
    pub place: Range<usize>,
}

/// Most bytes of a move in one word.
const LONGEST_WORD: usize = 256;

/// Most bytes of a move as an object.
const LONGEST_OBJECT: usize = 4096;

/// Longest number of cells in digits: boards are smaller.
const MOST_DIGITS: usize = 4;

/// Words of moves that say nothing by themselves.
const FILLERS: [&str; 66] = [
    "move",
    "moves",
    "moved",
    "moving",
    "slide",
    "slides",
    "slid",
    "push",
    "pull",
    "shift",
    "drive",
    "go",
    "goes",
    "piece",
    "pieces",
    "car",
    "truck",
    "block",
    "vehicle",
    "tile",
    "bus",
    "then",
    "and",
    "next",
    "by",
    "the",
    "at",
    "step",
    "steps",
    "cell",
    "cells",
    "space",
    "spaces",
    "square",
    "squares",
    "unit",
    "units",
    "place",
    "places",
    "position",
    "direction",
    "distance",
    "dir",
    "id",
    "name",
    "from",
    "first",
    "finally",
    "anchor",
    "sign",
    "a",
    "count",
    "amount",
    "now",
    "again",
    "towards",
    "toward",
    "once",
    "it",
    "of",
    "along",
    "after",
    "that",
    "is",
    "path",
    "lastly",
];

/// The same in Chinese.
const CHINESE_FILLERS: &str = "向往移動动推將把的格步個个棋子車车先再然後后到方第、，。；：";

const NUMBERS: [&str; 10] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// The direction of a word.
fn direction(word: &str) -> Option<Direction> {
    let stem = word.strip_suffix('s').unwrap_or(word);
    let stem = stem.strip_suffix("ward").unwrap_or(stem);
    Some(match stem {
        "right" | "east" => Direction::Right,
        "left" | "west" => Direction::Left,
        "down" | "south" | "below" => Direction::Down,
        "up" | "north" | "above" => Direction::Up,
        _ => return None,
    })
}

/// The direction of a letter.
pub(super) fn letter_direction(letter: char) -> Option<Direction> {
    Some(match letter.to_ascii_uppercase() {
        'R' => Direction::Right,
        'L' => Direction::Left,
        'D' => Direction::Down,
        'U' => Direction::Up,
        _ => return None,
    })
}

/// The direction of an arrow, or of a Chinese sign.
fn sign_direction(sign: char) -> Option<Direction> {
    Some(match sign {
        '→' | '⇒' | '➡' | '右' => Direction::Right,
        '←' | '⇐' | '⬅' | '左' => Direction::Left,
        '↓' | '⇓' | '⬇' | '下' => Direction::Down,
        '↑' | '⇑' | '⬆' | '上' => Direction::Up,
        _ => return None,
    })
}

/// The number of a signed or unsigned text of digits.
fn number(digits: &str) -> Option<u16> {
    let is_short = (1..=MOST_DIGITS).contains(&digits.len());
    is_short.then(|| digits.parse().ok()).flatten()
}

/// Reads a text from its start. `is_piece` says whether a sign is that of a piece.
pub(super) struct Tokens<'t> {
    text: &'t str,
    at: usize,
    is_piece: &'t dyn Fn(char) -> bool,
}

impl<'t> Tokens<'t> {
    pub fn of(text: &'t str, is_piece: &'t dyn Fn(char) -> bool) -> Self {
        Self { text, at: 0, is_piece }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The sign of a piece that a letter means: itself, or the only case in which it is one.
    fn sign(&self, letter: char) -> Option<char> {
        let other = match letter.is_uppercase() {
            true => letter.to_lowercase().next(),
            false => letter.to_uppercase().next(),
        };
        let is_piece = |sign: &char| (self.is_piece)(*sign);
        Some(letter).filter(is_piece).or(other.filter(is_piece))
    }

    /// `A1,3→→×` and `A3,1→+B2,1`, as this program writes moves.
    fn own_move(&self) -> Option<(WrittenMove, usize)> {
        let mut chars = Scanner { rest: self.rest() };
        let placed = |chars: &mut Scanner<'_>| {
            let sign = chars.next().filter(|&sign| (self.is_piece)(sign))?;
            let column = number(chars.digits())?;
            chars.take(',')?;
            Some(PieceName::Placed { sign, column, row: number(chars.digits())? })
        };
        let piece = placed(&mut chars)?;
        let mut steps = Vec::new();
        while let Some(direction) = chars.peek().and_then(sign_direction) {
            chars.next();
            steps.push((direction, 1));
        }
        // A piece that leaves, or becomes its next layer.
        if chars.take('×').is_none() && chars.take('=').is_some() {
            chars.next();
        }
        let mut followers = Vec::new();
        while chars.take('+').is_some() {
            followers.push(placed(&mut chars)?);
        }
        let made = WrittenMove { piece, path: Path::Steps(steps), followers, text: String::new() };
        (made.path != Path::Steps(Vec::new())).then(|| (made, self.rest().len() - chars.rest.len()))
    }

    /// `(0, 3)` or `[0,3]`.
    fn cell(&self) -> Option<([u16; 2], usize)> {
        let mut chars = Scanner { rest: self.rest() };
        let close = match chars.next()? {
            '(' => ')',
            '[' => ']',
            _ => return None,
        };
        let mut numbers = [0; 2];
        for (nth, found) in numbers.iter_mut().enumerate() {
            if nth > 0 {
                chars.take(',')?;
            }
            chars.rest = chars.rest.trim_start_matches(' ');
            *found = number(chars.digits())?;
            chars.rest = chars.rest.trim_start_matches(' ');
        }
        chars.take(close)?;
        Some((numbers, self.rest().len() - chars.rest.len()))
    }

    /// A move as an object of JSON without other objects in it, whatever the order of its keys.
    fn object(&self) -> Option<(WrittenMove, usize)> {
        let all = beginning(self.rest(), LONGEST_OBJECT);
        let mut chars = Scanner { rest: all };
        chars.take('{')?;
        let (mut piece, mut sign) = (None, None);
        let (mut from, mut to, mut side, mut cells) = (None, None, None, None);
        loop {
            let key = chars.spaced().quoted()?;
            chars.spaced().take(':')?;
            let value = chars.spaced().value()?;
            match (&*key.to_ascii_lowercase(), value) {
                (
                    "piece" | "car" | "block" | "vehicle" | "tile" | "id" | "name",
                    Value::Text(text),
                ) => {
                    piece = only_sign(text);
                }
                ("sign" | "letter", Value::Text(text)) => sign = only_sign(text),
                ("direction" | "dir" | "move", Value::Text(text)) => {
                    let letter = only_sign(text);
                    side = direction(&text.to_lowercase())
                        .or(letter.and_then(letter_direction).or(letter.and_then(sign_direction)));
                }
                (
                    "steps" | "cells" | "count" | "amount" | "distance" | "squares" | "spaces",
                    Value::Number(number),
                ) => {
                    cells = Some(number);
                }
                ("from", Value::Cell(cell)) => from = Some(cell),
                ("to", Value::Cell(cell)) => to = Some(cell),
                _ => {}
            }
            match chars.spaced().next()? {
                ',' => {}
                '}' => break,
                _ => return None,
            }
        }
        let named = piece.or(sign).map(|letter| self.sign(letter).unwrap_or(letter));
        let piece = match (named, from) {
            (Some(sign), Some(from)) => PieceName::SignCell(sign, from),
            (Some(sign), None) => PieceName::Sign(sign),
            (None, from) => PieceName::Cell(from?),
        };
        let path = match (to, side, cells) {
            (Some(cell), ..) => Path::To(cell),
            (None, Some(side), cells) => {
                Path::Steps(vec![(side, cells.unwrap_or(1).try_into().ok()?)])
            }
            (None, None, cells) => Path::Along(cells?),
        };
        let made = WrittenMove { piece, path, followers: Vec::new(), text: String::new() };
        Some((made, all.len() - chars.rest.len()))
    }

    /// A move in one word: the sign of a piece, and the cells or directions.
    fn compact(&self, word: &str) -> Option<WrittenMove> {
        let mut chars = Scanner { rest: word };
        let letter = chars.next()?;
        let sign = self.sign(letter);
        if sign.is_none() && !letter.is_ascii_uppercase() {
            return None;
        }
        let piece = PieceName::Sign(sign.unwrap_or(letter));
        let made =
            |path| Some(WrittenMove { piece, path, followers: Vec::new(), text: String::new() });
        if let Some(cells) = signed(chars.rest) {
            return made(Path::Along(cells));
        }
        let mut steps = Vec::new();
        let (mut has_digits, mut has_small) = (false, false);
        while let Some(next) = chars.next() {
            let direction = sign_direction(next).or_else(|| letter_direction(next))?;
            let digits = chars.digits();
            has_digits |= !digits.is_empty();
            has_small |= next.is_ascii_lowercase();
            let cells = if digits.is_empty() { Some(1) } else { number(digits) };
            steps.push((direction, cells?));
        }
        // Words such as "Bull" are no moves. Of a piece that does not exist, only those with numbers are.
        let is_word = (has_small || sign.is_none()) && !has_digits;
        if is_word || steps.is_empty() { None } else { made(Path::Steps(steps)) }
    }

    /// The part of a word.
    fn word(&self, word: &str) -> Part {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            return number(word).map_or(Part::Word, Part::Number);
        }
        let mut letters = word.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            let is_article = letter == 'a' && !(self.is_piece)('a');
            return if is_article { Part::Filler } else { Part::Letter(letter) };
        }
        let small = word.to_lowercase();
        match &*small {
            "column" | "col" => Part::Column,
            "row" => Part::Row,
            "to" => Part::To,
            word if FILLERS.contains(&word) => Part::Filler,
            word => match (direction(word), NUMBERS.iter().position(|number| *number == word)) {
                (Some(direction), _) => Part::Direction(direction),
                (_, Some(number)) => Part::Number(number as u16 + 1),
                _ => Part::Word,
            },
        }
    }
}

/// `+2`, `-1` or `−1`.
fn signed(text: &str) -> Option<i16> {
    let (is_back, digits) = match text.strip_prefix('+') {
        Some(digits) => (false, digits),
        None => (true, text.strip_prefix(['-', '−', '–'])?),
    };
    let cells = number(digits)? as i16;
    Some(if is_back { -cells } else { cells }).filter(|&cells| cells != 0)
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        loop {
            let start = self.at;
            let (part, len) = self.part()?;
            self.at += len;
            if part != Part::Filler {
                return Some(Token { part, place: start..self.at });
            }
        }
    }
}

impl Tokens<'_> {
    /// The next part, and its length in bytes.
    fn part(&self) -> Option<(Part, usize)> {
        let rest = self.rest();
        let first = rest.chars().next()?;
        if first == '\n' {
            return Some((Part::EndOfLine, 1));
        }
        if first.is_whitespace() {
            return Some((Part::Filler, first.len_utf8()));
        }
        if let Some((made, len)) = self.own_move() {
            return Some((Part::Move(made), len));
        }
        if let Some((made, len)) = self.object() {
            return Some((Part::Move(made), len));
        }
        if let Some((cell, len)) = self.cell() {
            return Some((Part::Cell(cell), len));
        }
        let is_end = |sign: char| sign.is_whitespace() || "\"'`,;()[]{}\\".contains(sign);
        let run = beginning(rest, LONGEST_WORD);
        let run = &run[..run.find(is_end).unwrap_or(run.len())];
        let word = run.trim_end_matches(['.', ':', '!', '?']);
        if let Some(made) = self.compact(word) {
            return Some((Part::Move(made), word.len()));
        }
        if let Some(arrow) =
            ["-->", "==>", "->", "=>"].iter().find(|arrow| rest.starts_with(**arrow))
        {
            return Some((Part::To, arrow.len()));
        }
        if let Some(direction) = sign_direction(first) {
            return Some((Part::Direction(direction), first.len_utf8()));
        }
        if CHINESE_FILLERS.contains(first) && !(self.is_piece)(first) {
            return Some((Part::Filler, first.len_utf8()));
        }
        let is_in_word = |sign: char| sign.is_alphanumeric() && sign_direction(sign).is_none();
        if !is_in_word(first) && !(self.is_piece)(first) {
            let digits = Scanner { rest: &rest[first.len_utf8()..] }.digits();
            let len = first.len_utf8() + digits.len();
            if let Some(cells) = signed(&rest[..len]) {
                return Some((Part::Signed(cells), len));
            }
            return Some((Part::Mark(first), first.len_utf8()));
        }
        // Boards are no moves, whatever their letters.
        if run.contains('/') {
            return Some((Part::Word, run.len().max(first.len_utf8())));
        }
        let is_wide = |sign: char| !sign.is_ascii() && sign.is_alphabetic() && !sign.is_lowercase();
        if is_wide(first) {
            let part = if (self.is_piece)(first) { Part::Letter(first) } else { Part::Word };
            return Some((part, first.len_utf8()));
        }
        let end = rest.find(|sign: char| !is_in_word(sign) || is_wide(sign));
        let len = end.unwrap_or(rest.len()).max(first.len_utf8());
        Some((self.word(&rest[..len]), len))
    }
}

/// A value of an object.
enum Value<'t> {
    Text(&'t str),
    Number(i16),
    Cell([u16; 2]),
    Other,
}

/// The beginning of a text, of at most a number of bytes.
fn beginning(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The only sign of a text.
fn only_sign(text: &str) -> Option<char> {
    let mut signs = text.chars();
    signs.next().filter(|_| signs.next().is_none())
}

/// The rest of a text that is read sign by sign.
struct Scanner<'t> {
    rest: &'t str,
}

impl<'t> Scanner<'t> {
    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    fn take(&mut self, sign: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(sign)?;
        Some(())
    }

    /// The same without spaces before the next sign.
    fn spaced(&mut self) -> &mut Self {
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

    /// A value of an object, unless it is an object itself.
    fn value(&mut self) -> Option<Value<'t>> {
        match self.peek()? {
            '"' | '\'' => self.quoted().map(Value::Text),
            '[' => {
                let (list, rest) = self.rest.strip_prefix('[')?.split_once(']')?;
                self.rest = rest;
                let numbers: Option<Vec<u16>> =
                    list.split(',').map(|text| number(text.trim())).collect();
                let cell = numbers.and_then(|numbers| numbers.try_into().ok());
                Some(cell.map_or(Value::Other, Value::Cell))
            }
            '{' => None,
            _ => {
                let end = self.rest.find([',', '}'])?;
                let (word, rest) = self.rest.split_at(end);
                self.rest = rest;
                Some(word.trim().parse().map_or(Value::Other, Value::Number))
            }
        }
    }

    fn digits(&mut self) -> &'t str {
        let end = self.rest.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        digits
    }
}
