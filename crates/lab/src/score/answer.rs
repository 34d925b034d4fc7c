//! Finds the moves in the text of an answer.

use super::tokens::{Part, Token, Tokens, letter_direction};
use super::written::{Path, PieceName, WrittenMove};
use huarong_core::grid::Direction;
use huarong_core::numerals::Excerpt;
use std::fmt;
use std::mem;
use thiserror::Error;

/// The moves of an answer, and where they stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer<'t> {
    pub place: Place,
    /// The text of that place.
    pub text: &'t str,
    pub moves: Vec<WrittenMove>,
}

/// The part of a text that is read as its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The whole text.
    Text,
    /// A block of code between lines of three backticks.
    Fence,
    /// After `Answer:`, `Solution:` or `答案：`.
    Heading,
    /// `\boxed{…}`.
    Boxed,
    /// `<answer>…</answer>`.
    Tag,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Fence => "code block",
            Self::Heading => "after the heading",
            Self::Boxed => "box",
            Self::Tag => "tag",
        })
    }
}

/// Reason why an answer has no moves to be judged.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub(super) enum UnreadAnswer {
    /// The answer is empty.
    #[error("the answer is empty")]
    Empty,
    /// There are no moves in it.
    #[error("no moves found in {:?}: write them as in \"A+2 B-1\" or \"A right 2\"", Excerpt(.0))]
    NoMoves(String),
    /// There is no answer of the kind that is asked for.
    #[error("no {0} found: write it after \"Answer:\"")]
    NoAnswer(&'static str),
    /// Several answers that differ.
    #[error("several answers that differ: write one of them after \"Answer:\"")]
    Differ,
    /// Moves with other text between them.
    #[error(
        "{:?} stands between moves and is none: write the moves alone, or after \"Answer:\"", Excerpt(.0)
    )]
    Between(String),
    /// Several lists of moves that differ.
    #[error("{0} lists of moves that differ: write one of them after \"Answer:\"")]
    Several(usize),
    /// Cells can be read in several ways, and the moves differ.
    #[error(
        "cells can be read as {0} or as {1}, and the moves differ: name pieces by their letters"
    )]
    Cells(&'static str, &'static str),
}

/// Finds the moves. `is_piece` says whether a sign is that of a piece.
///
/// It searches these places in turn: tags, boxes, texts after headings, blocks of code, and the whole text. The first with
/// moves has the answer. If there are several of one kind, all that have moves must have the same moves.
pub(super) fn find<'t>(
    text: &'t str,
    is_piece: &dyn Fn(char) -> bool,
) -> Result<Answer<'t>, UnreadAnswer> {
    if text.trim().is_empty() {
        return Err(UnreadAnswer::Empty);
    }
    for (place, parts) in places(text) {
        let mut found: Vec<Answer<'_>> = Vec::new();
        let mut failed = None;
        for part in &parts {
            match moves(part, is_piece) {
                Ok(moves) if moves.is_empty() => {}
                Ok(moves) => {
                    let same = |other: &Answer<'_>| are_same(&other.moves, &moves);
                    if !found.iter().any(same) {
                        found.push(Answer { place, text: part, moves });
                    }
                }
                Err(error) => failed = Some(error),
            }
        }
        match (failed, found.len()) {
            (Some(error), _) => return Err(error),
            (None, 0) => {}
            (None, 1) => return Ok(found.remove(0)),
            (None, several) => return Err(UnreadAnswer::Several(several)),
        }
    }
    Err(UnreadAnswer::NoMoves(text.trim().to_owned()))
}

/// The places where an answer can stand, the most certain first.
pub(super) fn places(text: &str) -> impl Iterator<Item = (Place, Vec<&str>)> {
    let headings = headings(text);
    // A block of code after a heading is the answer without the text around it.
    let inner = headings.iter().flat_map(|part| fences(part)).collect();
    [
        (Place::Tag, tags(text)),
        (Place::Boxed, boxes(text)),
        (Place::Heading, inner),
        (Place::Heading, headings),
        (Place::Fence, fences(text)),
        (Place::Text, vec![text]),
    ]
    .into_iter()
    .filter(|(_, parts)| !parts.is_empty())
}

fn are_same(some: &[WrittenMove], others: &[WrittenMove]) -> bool {
    let made = |made: &WrittenMove| (made.piece, made.path.clone());
    some.iter().map(made).eq(others.iter().map(made))
}

/// The places of a text in another, without regard to the case of ASCII letters.
fn places_of<'t>(text: &'t str, part: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_there = move |at: &usize| {
        let found = text.as_bytes().get(*at..at + part.len());
        found.is_some_and(|found| found.eq_ignore_ascii_case(part.as_bytes()))
    };
    text.char_indices().map(|(at, _)| at).filter(is_there)
}

fn tags(text: &str) -> Vec<&str> {
    parts(text, "<answer>", |inner| places_of(inner, "</answer>").next())
}

fn boxes(text: &str) -> Vec<&str> {
    parts(text, "\\boxed{", |inner| {
        let mut depth = 1;
        inner.find(|sign| {
            depth += i32::from(sign == '{') - i32::from(sign == '}');
            depth == 0
        })
    })
}

/// The parts of a text that begin with a sign, one after another. `end` finds the end of one.
fn parts<'t>(text: &'t str, sign: &'t str, end: impl Fn(&str) -> Option<usize>) -> Vec<&'t str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = places_of(rest, sign).next() {
        let inner = &rest[at + sign.len()..];
        let (inner, after) = inner.split_at(end(inner).unwrap_or(inner.len()));
        found.push(inner);
        rest = after;
    }
    found
}

fn headings(text: &str) -> Vec<&str> {
    const HEADINGS: [&str; 6] = ["answer:", "answer is:", "solution:", "答案：", "答案:", "解："];
    let ends_of =
        |heading: &'static str| places_of(text, heading).map(move |at| (at, at + heading.len()));
    let mut found: Vec<(usize, usize)> = HEADINGS.into_iter().flat_map(ends_of).collect();
    found.sort_unstable();
    let ends = found.iter().skip(1).map(|(start, _)| *start).chain([text.len()]);
    found.iter().zip(ends).map(|((_, start), end)| &text[*start..end.max(*start)]).collect()
}

fn fences(text: &str) -> Vec<&str> {
    // The language of a block is no part of it.
    let without_language = |part: &'_ str| {
        let end = part
            .find('\n')
            .filter(|&end| part[..end].trim().chars().all(|sign| sign.is_ascii_lowercase()));
        end.unwrap_or(0)
    };
    let parts = text.split("```").skip(1).step_by(2);
    parts.map(|part| &part[without_language(part)..]).collect()
}

/// The moves of a text, which must stand together.
fn moves(text: &str, is_piece: &dyn Fn(char) -> bool) -> Result<Vec<WrittenMove>, UnreadAnswer> {
    let mut reader = Reader::new(text, is_piece);
    let mut tokens = Tokens::of(text, is_piece).peekable();
    while let Some(token) = tokens.next() {
        let next = tokens.peek().map(|token| &token.part);
        if reader.take(&token, next) {
            tokens.next();
        }
    }
    reader.finish()
}

/// What stands in a text.
enum Item {
    Move(WrittenMove),
    Other(String),
}

impl Item {
    fn is_move(&self) -> bool {
        matches!(self, Self::Move(_))
    }
}

/// Most brackets in one another that are told apart.
const MOST_BRACKETS: usize = 16;

/// Joins parts to moves.
struct Reader<'t> {
    text: &'t str,
    is_piece: &'t dyn Fn(char) -> bool,
    items: Vec<Item>,
    /// The move that is not whole yet.
    open: Open,
    /// Number of items before each bracket that is open.
    brackets: Vec<(char, usize)>,
    /// Number of open brackets inside these.
    deeper: usize,
    line: Line,
}

/// The line that is read.
#[derive(Default)]
struct Line {
    /// Number of items before it.
    first: usize,
    /// Whether nothing was read of it but a mark of a list.
    is_new: bool,
    /// Whether it is an item of a list.
    is_listed: bool,
}

/// The parts of a move so far.
#[derive(Default)]
struct Open {
    start: usize,
    end: usize,
    piece: Option<PieceName>,
    steps: Vec<(Direction, Option<u16>)>,
    along: Option<i16>,
    to: Option<[u16; 2]>,
    /// A number before its direction.
    cells: Option<u16>,
    column: Option<u16>,
    row: Option<u16>,
    /// What the next number is.
    awaits: Option<Part>,
    after_to: bool,
}

impl Open {
    fn is_named(&self) -> bool {
        self.piece.is_some() || self.column.is_some() && self.row.is_some()
    }

    fn has_path(&self) -> bool {
        !self.steps.is_empty() || self.along.is_some() || self.to.is_some()
    }
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, is_piece: &'t dyn Fn(char) -> bool) -> Self {
        let line = Line { is_new: true, ..Line::default() };
        let (items, open, brackets) = (Vec::new(), Open::default(), Vec::new());
        Self { text, is_piece, items, open, brackets, deeper: 0, line }
    }

    /// Takes a part, of which the next is known. Returns whether it takes that one, too.
    fn take(&mut self, token: &Token, next: Option<&Part>) -> bool {
        let is_new = std::mem::take(&mut self.line.is_new);
        match &token.part {
            Part::EndOfLine => self.end_line(),
            Part::Mark(sign) => {
                // `-` and `*` begin items of lists, too.
                self.line.is_listed |= is_new && "-*•".contains(*sign);
                self.line.is_new = is_new;
                self.mark(*sign);
            }
            Part::To => self.open.after_to = true,
            part @ (Part::Column | Part::Row) => self.open.awaits = Some(part.clone()),
            Part::Direction(direction) => self.step(*direction, token),
            Part::Letter(letter) => self.letter(*letter, next, token),
            Part::Number(number) => {
                // `3.`, `3)` or `3:` at the start of a line or after a word such as "step".
                let is_mark = match next {
                    Some(Part::Mark('.' | ')')) => true,
                    Some(Part::Mark(':')) => self.digit(*number).is_none(),
                    _ => false,
                };
                if self.open.piece.is_none() && self.open.awaits.is_none() && is_mark {
                    self.line.is_listed = true;
                    self.line.is_new = is_new;
                    return true;
                }
                self.number(*number, next, token);
            }
            Part::Signed(cells) => match self.open.piece {
                Some(_) if !self.open.has_path() => {
                    self.open.along = Some(*cells);
                    self.open.end = token.place.end;
                }
                _ => self.other(token),
            },
            Part::Cell(cell) => self.cell(*cell, token),
            Part::Move(made) => {
                self.close();
                let text = self.text[token.place.clone()].to_owned();
                self.items.push(Item::Move(WrittenMove { text, ..made.clone() }));
            }
            Part::Word | Part::Filler => self.other(token),
        }
        false
    }

    /// Ends the move that is open. A piece without a path is no move.
    fn close(&mut self) {
        let open = mem::take(&mut self.open);
        let named = match (open.column, open.row) {
            (Some(column), Some(row)) => match open.piece {
                Some(PieceName::Sign(sign)) => Some(PieceName::Placed { sign, column, row }),
                _ => Some(PieceName::At { column, row }),
            },
            _ => open.piece,
        };
        let Some(piece) = named else { return };
        let text = self.text[open.start..open.end].to_owned();
        let path = match (open.along, open.to) {
            (Some(cells), _) => Path::Along(cells),
            (_, Some(cell)) => Path::To(cell),
            _ if open.steps.is_empty() => return self.items.push(Item::Other(text)),
            _ => {
                let cells =
                    |(direction, cells): (Direction, Option<u16>)| (direction, cells.unwrap_or(1));
                Path::Steps(open.steps.into_iter().map(cells).collect())
            }
        };
        self.items.push(Item::Move(WrittenMove { text, piece, path, followers: Vec::new() }));
    }

    fn other(&mut self, token: &Token) {
        self.close();
        self.items.push(Item::Other(self.text[token.place.clone()].to_owned()));
    }

    fn begin(&mut self, piece: PieceName, token: &Token) {
        self.close();
        let place = &token.place;
        self.open =
            Open { start: place.start, end: place.end, piece: Some(piece), ..Open::default() };
    }

    fn step(&mut self, direction: Direction, token: &Token) {
        let open = &mut self.open;
        if !open.is_named() || open.along.is_some() || open.to.is_some() {
            return self.other(token);
        }
        open.steps.push((direction, open.cells.take()));
        open.end = token.place.end;
    }

    fn letter(&mut self, letter: char, next: Option<&Part>, token: &Token) {
        let is_piece = |sign: char| (self.is_piece)(sign);
        if let (Some(direction), Some(_)) = (letter_direction(letter), self.open.piece)
            && (!self.open.has_path() || matches!(next, Some(Part::Number(_))) || !is_piece(letter))
        {
            return self.step(direction, token);
        }
        let other = if letter.is_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        };
        // A letter before a direction names a piece, even if there is none.
        let names = matches!(next, Some(Part::Direction(_) | Part::Signed(_)))
            && letter.is_ascii_uppercase();
        let named = [letter, other].into_iter().find(|&sign| is_piece(sign));
        let Some(sign) = named.or(names.then_some(letter)) else { return self.other(token) };
        match self.open.piece {
            // `"piece": "A", "sign": "A"`
            Some(PieceName::Sign(same)) if same == sign && !self.open.has_path() => {}
            _ => self.begin(PieceName::Sign(sign), token),
        }
    }

    fn number(&mut self, number: u16, next: Option<&Part>, token: &Token) {
        let open = &mut self.open;
        let place = &token.place;
        let has_path = open.has_path();
        match open.awaits.take() {
            Some(Part::Column) => open.column = Some(number),
            Some(_) => open.row = Some(number),
            None if open.is_named() => {
                match open.steps.last_mut() {
                    Some((_, cells @ None)) => *cells = Some(number),
                    None if !has_path && open.cells.is_none() => open.cells = Some(number),
                    // `A right 2 3 down`
                    Some(_) if open.cells.is_none() && matches!(next, Some(Part::Direction(_))) => {
                        open.cells = Some(number);
                    }
                    _ => return self.other(token),
                }
            }
            None => {
                let names = matches!(
                    next,
                    Some(
                        Part::Direction(_)
                            | Part::Signed(_)
                            | Part::Letter(_)
                            | Part::Number(_)
                            | Part::Mark(_)
                    )
                );
                return match self.digit(number).filter(|_| names) {
                    Some(sign) => self.begin(PieceName::Sign(sign), token),
                    None => self.other(token),
                };
            }
        }
        if open.piece.is_none() && open.end == 0 {
            open.start = place.start;
        }
        open.end = place.end;
    }

    /// The piece whose sign is a digit.
    fn digit(&self, number: u16) -> Option<char> {
        let digit = char::from_digit(number.into(), 10)?;
        Some(digit).filter(|&sign| (self.is_piece)(sign))
    }

    fn cell(&mut self, cell: [u16; 2], token: &Token) {
        let end = token.place.end;
        let after_to = mem::take(&mut self.open.after_to);
        match self.open.piece {
            Some(PieceName::Sign(sign)) if !self.open.has_path() && !after_to => {
                self.open.piece = Some(PieceName::SignCell(sign, cell));
                self.open.end = end;
            }
            Some(_) if !self.open.has_path() => {
                self.open.to = Some(cell);
                self.open.end = end;
            }
            _ => self.begin(PieceName::Cell(cell), token),
        }
    }

    fn mark(&mut self, sign: char) {
        match sign {
            ',' if !self.open.has_path() || !self.brackets.is_empty() && self.is_in_tuple() => {}
            ',' | ';' | '.' | '!' => self.close(),
            '(' | '[' | '{' => {
                if self.open.has_path() {
                    self.close();
                }
                match self.brackets.len() < MOST_BRACKETS {
                    true => self.brackets.push((sign, self.items.len())),
                    false => self.deeper += 1,
                }
            }
            ')' | ']' | '}' => {
                self.close();
                if self.deeper > 0 {
                    self.deeper -= 1;
                } else if let Some((open, first)) = self.brackets.pop() {
                    self.end_bracket(open, first);
                }
            }
            _ => {}
        }
    }

    /// Whether the innermost bracket is a tuple or an object of one move.
    fn is_in_tuple(&self) -> bool {
        self.brackets.last().is_some_and(|(_, first)| self.items.len() == *first)
    }

    /// Removes what brackets say beside one move, or about the move before them.
    fn end_bracket(&mut self, open: char, first: usize) {
        let first = first.min(self.items.len());
        let moves = self.items[first..].iter().filter(|item| item.is_move()).count();
        if moves == 0 && open == '(' || moves == 1 && open != '(' {
            self.keep_moves(first..self.items.len());
        }
    }

    fn keep_moves(&mut self, range: std::ops::Range<usize>) {
        let kept: Vec<Item> = self.items.drain(range.start..).collect();
        self.items.extend(kept.into_iter().filter(Item::is_move));
    }

    /// Ends a line. Of an item of a list, what stands before and after the moves is no answer.
    fn end_line(&mut self) {
        self.close();
        let line = mem::take(&mut self.line);
        self.line = Line { first: self.items.len(), is_new: true, is_listed: false };
        let items = &self.items[line.first.min(self.items.len())..];
        if !line.is_listed || !items.iter().any(Item::is_move) {
            return;
        }
        let before = items.iter().take_while(|item| !item.is_move()).count();
        let after = items.iter().rev().take_while(|item| !item.is_move()).count();
        let first = line.first.min(self.items.len());
        self.items.truncate(self.items.len() - after);
        self.items.drain(first..first + before);
        self.line.first = self.items.len();
    }

    fn finish(mut self) -> Result<Vec<WrittenMove>, UnreadAnswer> {
        self.end_line();
        let Some(first) = self.items.iter().position(Item::is_move) else { return Ok(Vec::new()) };
        let last = self.items.iter().rposition(Item::is_move).unwrap_or(first);
        let between = self.items.drain(first..=last).map(|item| match item {
            Item::Move(made) => Ok(made),
            Item::Other(text) => Err(UnreadAnswer::Between(text)),
        });
        between.collect()
    }
}
