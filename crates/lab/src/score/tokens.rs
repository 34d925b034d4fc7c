//! The parts of a written answer: signs of pieces, directions, numbers, cells, and everything else.

use super::structured::{self, Scanner, beginning};
use super::words::{self, arrow, chinese_direction, letter_direction};
use super::written::{Path, PieceName, Steps, WrittenMove};
use huarong_core::grid::Direction;
use huarong_core::rules::Lettering;
use std::borrow::Cow;
use std::ops::Range;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// One letter: the sign of a piece, or the first letter of a direction.
    Letter(char),
    /// The word of a direction, or its Chinese sign.
    Direction(Direction),
    /// An arrow, which is a direction or separates moves. `->` only separates.
    Arrow(Option<Direction>),
    Number(u16),
    /// `+2` or `-1`.
    Signed(i16),
    /// Two numbers in brackets.
    Cell([u16; 2]),
    /// A whole move in one word, a list or an object, such as `BU1`, `S2,4↓→` or `["A", "right", 2]`.
    Move(Box<WrittenMove>),
    /// What can be a number of cells, and is not understood, such as `2.5`, `twice` or `x2`.
    Unclear,
    /// A list, an object or a word of a move that is not understood.
    Broken,
    /// `column` and `row`, which a number follows.
    Column,
    Row,
    /// `to`, which a direction or a cell follows.
    To,
    /// `by`, which a number of cells follows.
    By,
    /// Cells or steps.
    Unit,
    /// A piece or what it does, such as `car` or `slide`.
    Mover,
    /// `then` or `and`.
    Then,
    /// `第`, which the number of an item of a list follows.
    Nth,
    /// A number in a circle, which begins an item of a list.
    Item,
    Not,
    /// `if`, `tried` or `before`: a move that follows is none of the answer.
    If,
    /// `is`, `can` and verbs that tell what a piece does beside its moves.
    Verb,
    /// A word of the language of moves that says nothing by itself.
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

/// Bytes of a part of most answers, with the space after it.
const BYTES_PER_PART: usize = 3;

/// Most bytes of a board in one word, and of a tag.
const LONGEST_WORD: usize = 256;
const LONGEST_TAG: usize = 16;

/// Longest number of cells in digits: boards are smaller.
const MOST_DIGITS: usize = 4;

/// Tags around words. All others are taken as ends of lines.
const INLINE_TAGS: [&str; 9] = ["b", "i", "u", "em", "strong", "code", "span", "kbd", "tt"];

/// Commands of LaTeX that say nothing.
const LATEX_FILLERS: [&str; 8] =
    ["text", "textbf", "mathrm", "mathbf", "quad", "qquad", "boxed", "displaystyle"];

/// Names of the car that must reach the exit.
const NAMES_OF_RED_CAR: [&str; 8] =
    ["red car", "target car", "red block", "target block", "紅車", "红车", "目標車", "目标车"];

/// The signs of the pieces of a start.
pub(super) struct Signs<'r> {
    lettering: &'r Lettering,
    /// The sign of the red car of a Rush Hour board.
    red: Option<char>,
    /// Names of pieces with their signs, the longest first.
    names: &'r [(String, char)],
    /// The signs of ASCII, a bit each.
    of_ascii: u128,
}

impl<'r> Signs<'r> {
    pub fn new(lettering: &'r Lettering, red: Option<char>, names: &'r [(String, char)]) -> Self {
        let of_ascii = lettering.pieces().map(|(.., sign)| sign).filter(char::is_ascii).map(bit);
        let of_ascii = of_ascii.fold(0, |all, bit| all | bit);
        Self { lettering, red, names, of_ascii }
    }

    /// Whether a sign is that of a piece.
    pub fn has(&self, sign: char) -> bool {
        match sign.is_ascii() {
            true => self.of_ascii & bit(sign) > 0,
            false => self.lettering.pieces().any(|(.., its)| its == sign),
        }
    }

    /// The sign of a piece that a letter means: itself, or the only case in which it is one.
    pub fn of(&self, letter: char) -> Option<char> {
        if self.has(letter) {
            return Some(letter);
        }
        let other = match letter {
            'A'..='Z' => Some(letter.to_ascii_lowercase()),
            'a'..='z' => Some(letter.to_ascii_uppercase()),
            _ if letter.is_uppercase() => letter.to_lowercase().next(),
            _ => letter.to_uppercase().next(),
        };
        other.filter(|&sign| self.has(sign))
    }
}

/// The bit of a sign of ASCII.
fn bit(sign: char) -> u128 {
    1 << u32::from(sign)
}

/// The parts of a text that say something.
pub(super) fn tokens(text: &str, signs: &Signs<'_>) -> Vec<Token> {
    let mut found = Vec::with_capacity(text.len() / BYTES_PER_PART);
    let mut at = 0;
    while let Some((part, len)) = (Lexer { rest: &text[at..], signs }).part() {
        if !matches!(part, Part::Filler) {
            found.push(Token { part, place: at..at + len });
        }
        at += len;
    }
    found
}

/// The number of a text of digits.
pub(super) fn number(digits: &str) -> Option<u16> {
    let is_short = (1..=MOST_DIGITS).contains(&digits.len());
    let is_number = is_short && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

/// The number of cells of a text such as `2`, `2.0` or `two`.
pub(super) fn count(text: &str) -> Option<u16> {
    let of_decimal = || {
        let value: f64 = text.parse().ok()?;
        let is_whole = value.fract() == 0.0 && (0.0..10_000.0).contains(&value);
        is_whole.then_some(value as u16)
    };
    number(text).or_else(of_decimal).or_else(|| words::number(&text.to_ascii_lowercase()))
}

/// `(0, 3)` or `[0,3]` at the start of a text, and its length.
pub(super) fn cell(text: &str) -> Option<([u16; 2], usize)> {
    let mut chars = Scanner { rest: text };
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
        *found = number(chars.spaced().digits())?;
        chars.spaced();
    }
    chars.take(close)?;
    Some((numbers, text.len() - chars.rest.len()))
}

/// Whether a sign is a part of a word.
fn is_in_word(sign: char) -> bool {
    (sign.is_alphabetic() || sign.is_ascii_digit()) && chinese_direction(sign).is_none()
}

/// Whether a sign is a word by itself, as those of Chinese are.
fn is_wide(sign: char) -> bool {
    !sign.is_ascii() && sign.is_alphabetic() && !sign.is_lowercase() && !sign.is_uppercase()
}

/// Whether a sign ends a board in one word.
fn ends_board(sign: char) -> bool {
    sign.is_whitespace()
        || matches!(
            sign,
            '"' | '\'' | '`' | ',' | ';' | '(' | ')' | '[' | ']' | '{' | '}' | '\\' | '<' | '>'
        )
}

/// Whether the rest of a text makes the number before it another one, as in `2.5` and `2%`.
fn goes_on(rest: &str) -> bool {
    let is_decimal =
        rest.starts_with(['.', ':']) && rest[1..].starts_with(|sign: char| sign.is_ascii_digit());
    is_decimal || rest.starts_with(['%', '‰'])
}

/// Reads the first part of a text.
struct Lexer<'t> {
    rest: &'t str,
    signs: &'t Signs<'t>,
}

impl Lexer<'_> {
    /// The first part, and its length in bytes.
    fn part(&self) -> Option<(Part, usize)> {
        let rest = self.rest;
        let first = rest.chars().next()?;
        let len = first.len_utf8();
        if first == '\n' {
            return Some((Part::EndOfLine, 1));
        }
        // The second sign asks for a picture of the sign before it.
        if first.is_whitespace() || first == '\u{fe0f}' {
            return Some((Part::Filler, len));
        }
        let found = self.own_move(first).or_else(|| self.sheet_move(first));
        let found = found.or_else(|| match first {
            '{' | '[' | '(' => structured::read(rest, self.signs)
                .or_else(|| cell(rest).map(|(cell, len)| (Part::Cell(cell), len))),
            '<' => tag(rest),
            '\\' => latex(rest),
            _ => None,
        });
        if let Some(found) = found.or_else(|| self.phrase(first)) {
            return Some(found);
        }
        let word = self.word();
        if let Some(made) = self.compact(word) {
            let is_whole = !goes_on(&rest[word.len()..]);
            return Some((
                if is_whole { Part::Move(Box::new(made)) } else { Part::Broken },
                word.len(),
            ));
        }
        if !first.is_ascii_alphanumeric()
            && let Some(found) = self.sign(first)
        {
            return Some(found);
        }
        // `R2` and `right2` after a piece.
        let letters = word.trim_end_matches(|sign: char| sign.is_ascii_digit());
        if letters.len() < word.len() {
            let is_letter = letters.len() == len && letter_direction(first).is_some();
            if is_letter && self.signs.of(first).is_none() {
                return Some((Part::Letter(first), len));
            }
            if let Some(direction) = words::direction(&letters.to_lowercase()) {
                return Some((Part::Direction(direction), letters.len()));
            }
        }
        // Boards are no moves, whatever their letters.
        if !self.rest[word.len()..].chars().next().is_none_or(ends_board) {
            let run = beginning(rest, LONGEST_WORD);
            let run = &run[..run.find(ends_board).unwrap_or(run.len())];
            if run.contains('/') {
                return Some((Part::Word, run.len()));
            }
        }
        Some((self.meaning(word), word.len()))
    }

    /// What is neither a letter nor a digit of ASCII, unless it begins a word.
    fn sign(&self, first: char) -> Option<(Part, usize)> {
        let (rest, len) = (self.rest, first.len_utf8());
        let is_piece = self.signs.has(first);
        // Dots stand for something.
        if first == '…' || rest.starts_with("...") {
            let end = rest.find(|sign| sign != '.' && sign != '…');
            return Some((Part::Word, end.unwrap_or(rest.len())));
        }
        let arrows = ["-->", "==>", "->", "=>"];
        if let Some(arrow) = arrows.iter().find(|arrow| rest.starts_with(**arrow)) {
            return Some((Part::Arrow(None), arrow.len()));
        }
        if is_piece && !is_in_word(first) {
            return Some((Part::Letter(first), len));
        }
        if let Some(direction) = arrow(first) {
            return Some((Part::Arrow(Some(direction)), len));
        }
        if is_piece && is_wide(first) {
            return Some((Part::Letter(first), len));
        }
        if let Some(found) = words::chinese(rest) {
            return Some(found);
        }
        (!is_in_word(first)).then(|| self.mark(first))
    }

    /// A sign that is no letter.
    fn mark(&self, first: char) -> (Part, usize) {
        let len = first.len_utf8();
        if ['+', '-', '−', '–'].contains(&first) {
            let digits = Scanner { rest: &self.rest[len..] }.digits();
            let rest = &self.rest[len + digits.len()..];
            let is_cut = goes_on(rest)
                || rest.starts_with(|sign: char| is_in_word(sign) && self.signs.of(sign).is_none());
            let number =
                number(digits).filter(|&cells| cells > 0 && !is_cut).map(|cells| cells as i16);
            let part = match number {
                _ if digits.is_empty() => Part::Mark(first),
                Some(cells) => Part::Signed(if first == '+' { cells } else { -cells }),
                None => Part::Unclear,
            };
            return (part, len + digits.len());
        }
        let part = match first {
            '\u{2460}'..='\u{249b}' | '\u{2776}'..='\u{2793}' => Part::Item,
            '×' | '✕' => Part::Unclear,
            _ if first.is_numeric() => Part::Unclear,
            _ => Part::Mark(first),
        };
        (part, len)
    }

    /// The word at the start: letters and digits, and apostrophes between letters. One sign at least.
    fn word(&self) -> &str {
        let mut end = 0;
        let mut signs = self.rest.char_indices().peekable();
        while let Some((at, sign)) = signs.next() {
            let follows = signs.peek().is_some_and(|(_, next)| next.is_ascii_lowercase());
            let joins = "'’".contains(sign) && at > 0 && follows;
            if at > 0 && !joins && (!is_in_word(sign) || is_wide(sign)) {
                break;
            }
            end = at + sign.len_utf8();
            // Digits and letters of directions can follow the sign of a piece.
            if is_wide(sign) && !self.signs.has(sign) {
                break;
            }
        }
        &self.rest[..end]
    }

    fn meaning(&self, word: &str) -> Part {
        let has_digits = word.bytes().any(|byte| byte.is_ascii_digit());
        if has_digits {
            let number = number(word).filter(|_| !goes_on(&self.rest[word.len()..]));
            let mut letters = word.chars();
            let is_piece = letters.next().is_some_and(|sign| self.signs.of(sign).is_some());
            let is_move = is_piece && letters.next().and_then(letter_direction).is_some();
            let unclear = if is_move { Part::Broken } else { Part::Unclear };
            return number.map_or(unclear, Part::Number);
        }
        let mut letters = word.chars();
        if let (Some(letter), None) = (letters.next(), letters.next()) {
            return Part::Letter(letter);
        }
        let small = match word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            true => Cow::Borrowed(word),
            false => Cow::Owned(word.to_lowercase().replace('’', "'")),
        };
        let follows = self.rest[word.len()..].trim_start();
        // `Aright 1`
        let is_joined = words::direction(small.get(1..).unwrap_or_default()).is_some()
            && word.starts_with(|sign: char| self.signs.has(sign))
            && follows.starts_with(|sign: char| sign.is_ascii_digit());
        if is_joined {
            return Part::Broken;
        }
        words::english(&small)
    }

    /// `A1,3→→×` and `A3,1→+B2,1`, as this program writes moves.
    fn own_move(&self, first: char) -> Option<(Part, usize)> {
        let second = self.rest.as_bytes().get(first.len_utf8())?;
        if !second.is_ascii_digit() {
            return None;
        }
        let mut chars = Scanner { rest: self.rest };
        let placed = |chars: &mut Scanner<'_>| {
            let sign = chars.next().filter(|&sign| self.signs.has(sign))?;
            let column = number(chars.digits())?;
            chars.take(',')?;
            Some(PieceName::Placed { sign, column, row: number(chars.digits())? })
        };
        let piece = placed(&mut chars)?;
        let (steps, _) = steps(&mut chars).filter(|(steps, _)| !steps.is_empty())?;
        let mut followers = Vec::new();
        while chars.take('+').is_some() {
            followers.push(placed(&mut chars)?);
        }
        let len = self.rest.len() - chars.rest.len();
        let made = WrittenMove { piece, path: Path::Steps(steps), followers };
        Some((Part::Move(Box::new(made)), len))
    }

    /// `B←×`, `A↑5=b` and `2↓→`, as sheets and solutions have moves through doors and of pieces with digits. Other moves with
    /// arrows are read part by part.
    fn sheet_move(&self, first: char) -> Option<(Part, usize)> {
        let sign = Some(first).filter(|&sign| self.signs.has(sign))?;
        let mut chars = Scanner { rest: &self.rest[first.len_utf8()..] };
        chars.peek().and_then(arrow)?;
        let (steps, has_end) = steps(&mut chars)?;
        let is_end =
            chars.peek().is_none_or(|next| next.is_whitespace() || ",;.)]\"'".contains(next));
        let is_it = is_end && (has_end || first.is_ascii_digit());
        let piece = PieceName::Sign(sign);
        let made = WrittenMove { piece, path: Path::Steps(steps), followers: Vec::new() };
        is_it.then_some((Part::Move(Box::new(made)), self.rest.len() - chars.rest.len()))
    }

    /// `after that`, and names of pieces.
    fn phrase(&self, first: char) -> Option<(Part, usize)> {
        // The number of a soldier ends with the name.
        let is_whole = |name: &str| {
            self.rest.strip_prefix(name).is_some_and(|rest| {
                !name.ends_with(|sign: char| sign.is_ascii_digit())
                    || !rest.starts_with(|sign: char| sign.is_ascii_digit())
            })
        };
        if let Some((name, sign)) = self.signs.names.iter().find(|(name, _)| is_whole(name)) {
            return Some((Part::Letter(*sign), name.len()));
        }
        if !"aArRtT紅红目".contains(first) {
            return None;
        }
        let is_here = |phrase: &&&str| {
            let found = self.rest.as_bytes().get(..phrase.len());
            found.is_some_and(|found| found.eq_ignore_ascii_case(phrase.as_bytes()))
        };
        if let Some(phrase) = ["after that", "after this"].iter().find(is_here) {
            return Some((Part::Then, phrase.len()));
        }
        let red = self.signs.red?;
        let name = NAMES_OF_RED_CAR.iter().find(is_here)?;
        Some((Part::Letter(red), name.len()))
    }

    /// A move in one word: the sign of a piece, and directions with or without numbers.
    fn compact(&self, word: &str) -> Option<WrittenMove> {
        let mut chars = Scanner { rest: word };
        let letter = chars.next()?;
        let sign = self.signs.of(letter);
        if sign.is_none() && !letter.is_ascii_uppercase() {
            return None;
        }
        let piece = PieceName::Sign(sign.unwrap_or(letter));
        let mut steps = Steps::new();
        let (mut has_digits, mut has_small) = (false, false);
        while let Some(next) = chars.next() {
            let direction = letter_direction(next)?;
            let digits = chars.digits();
            has_digits |= !digits.is_empty();
            has_small |= next.is_ascii_lowercase();
            let cells = if digits.is_empty() { Some(1) } else { number(digits) };
            steps.push((direction, cells?));
        }
        // Words such as "Bull" are no moves. Of a piece that does not exist, only those with numbers are.
        let is_word = (has_small || sign.is_none()) && !has_digits;
        let made = |path| WrittenMove { piece, path, followers: Vec::new() };
        (!is_word && !steps.is_empty()).then(|| made(Path::Steps(steps)))
    }
}

/// The arrows of a move, each with a number of cells, and whether the piece leaves (`×`) or becomes its next layer (`=b`).
fn steps(chars: &mut Scanner<'_>) -> Option<(Steps, bool)> {
    let mut steps = Steps::new();
    while let Some(direction) = chars.peek().and_then(arrow) {
        chars.next();
        let digits = chars.digits();
        steps.push((direction, if digits.is_empty() { 1 } else { number(digits)? }));
    }
    let leaves = chars.take('×').is_some();
    Some((steps, leaves || chars.take('=').and_then(|()| chars.next()).is_some()))
}

/// A tag of HTML without attributes.
fn tag(text: &str) -> Option<(Part, usize)> {
    let inner = beginning(text, LONGEST_TAG).strip_prefix('<')?;
    let (inner, _) = inner.split_once('>')?;
    let name = inner.trim_start_matches('/').trim_end_matches('/').trim_end();
    let is_name = name.starts_with(|sign: char| sign.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    // Not the mark of the end of a text that some models write.
    let is_tag = is_name && name != "s";
    let part = if INLINE_TAGS.contains(&name) { Part::Filler } else { Part::EndOfLine };
    is_tag.then_some((part, inner.len() + 2))
}

/// A command of LaTeX.
fn latex(text: &str) -> Option<(Part, usize)> {
    let name = text.strip_prefix('\\')?;
    let name = &name[..name.find(|sign: char| !sign.is_ascii_alphabetic()).unwrap_or(name.len())];
    let part = match name {
        "rightarrow" | "Rightarrow" | "longrightarrow" | "to" => {
            Part::Arrow(Some(Direction::Right))
        }
        "leftarrow" | "Leftarrow" => Part::Arrow(Some(Direction::Left)),
        "downarrow" | "Downarrow" => Part::Arrow(Some(Direction::Down)),
        "uparrow" | "Uparrow" => Part::Arrow(Some(Direction::Up)),
        "times" | "cdot" => Part::Unclear,
        name if LATEX_FILLERS.contains(&name) => Part::Filler,
        _ => return None,
    };
    Some((part, name.len() + 1))
}
