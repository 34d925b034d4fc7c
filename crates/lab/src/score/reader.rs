//! The grammar of answers with moves.
//!
//! A move is the name of a piece, and its path: directions with or without numbers of cells, `+2`, or a cell. Moves stand
//! together. Text before the first and after the last is ignored, unless it looks like a move that is not whole.

use super::answer::UnreadAnswer;
use super::tokens::{Part, Signs, Token, tokens};
use super::words::letter_direction;
use super::written::{Path, PieceName, Steps, WrittenMove, WrittenMoves};
use huarong_core::grid::Direction;
use smallvec::SmallVec;

/// The moves of a text, each with its own text.
pub(super) fn moves<'t>(
    text: &'t str,
    signs: &Signs<'_>,
) -> Result<WrittenMoves<'t>, UnreadAnswer> {
    let tokens = tokens(text, signs);
    let line = Line { is_new: true, ..Line::default() };
    let (items, before) = (Vec::new(), Before::Nothing);
    let (at, sentence, is_negated) = (0, 0, false);
    Reader { text, signs, tokens, at, items, before, is_negated, line, sentence }.read()
}

/// What stands in a text.
enum Item<'t> {
    Move(&'t str, WrittenMove),
    Other(&'t str),
}

impl Item<'_> {
    fn is_move(&self) -> bool {
        matches!(self, Self::Move(..))
    }
}

/// What the last words say. It decides whether a direction or a number is a part of a move that is not whole.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Nothing yet, in this clause.
    Nothing,
    /// A move.
    Move,
    /// A piece alone.
    Piece,
    /// A piece and a number of words that are none of a move.
    PieceAnd(u8),
    /// `car`, `slide` and the like, and a number of words.
    MoverAnd(u8),
    /// Words.
    Words,
}

impl Before {
    /// Whether a direction or a number would belong to a move.
    fn is_move(self) -> bool {
        matches!(self, Self::Move | Self::Piece | Self::PieceAnd(_))
    }
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
    /// The number of the item.
    item: Option<u16>,
}

/// How the directions of a move are written. One move has only one kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Letter,
    Arrow,
}

/// Most marks between two parts of a move, such as quotation marks and asterisks.
const MOST_MARKS: usize = 8;

/// Most parts of an explanation in brackets.
const LONGEST_EXPLANATION: usize = 64;

/// Marks that can stand between a piece and its path.
const AFTER_PIECE: &str = ",-–—()[]";

struct Reader<'t, 's> {
    text: &'t str,
    signs: &'s Signs<'s>,
    tokens: Vec<Token>,
    /// Number of parts that are read.
    at: usize,
    items: Vec<Item<'t>>,
    before: Before,
    /// Whether the clause says what is no move of the answer.
    is_negated: bool,
    line: Line,
    /// Number of items before the sentence.
    sentence: usize,
}

/// A path, the place after it, and whether it says how many cells.
struct FoundPath {
    path: Path,
    end: usize,
    kind: Option<Kind>,
    is_counted: bool,
}

/// Whether a mark ends a move.
fn ends(mark: char) -> bool {
    matches!(
        mark,
        ',' | ';' | '.' | '!' | '?' | '。' | '、' | '(' | ')' | '[' | ']' | '-' | '–' | '—'
    )
}

/// Whether an arrow can separate moves, or a piece from its direction.
fn separates(arrow: Option<Direction>) -> bool {
    arrow.is_none_or(|direction| direction == Direction::Right)
}

impl<'t> Reader<'t, '_> {
    fn read(mut self) -> Result<WrittenMoves<'t>, UnreadAnswer> {
        while self.at < self.tokens.len() {
            self.next()?;
        }
        self.end_sentence()?;
        self.end_line();
        let Some(first) = self.items.iter().position(Item::is_move) else { return Ok(Vec::new()) };
        let last = self.items.iter().rposition(Item::is_move).unwrap_or(first);
        let between = self.items.drain(first..=last).map(|item| match item {
            Item::Move(text, made) => Ok((text, made)),
            Item::Other(text) => Err(UnreadAnswer::Between(text.to_owned())),
        });
        between.collect()
    }

    /// Reads a move, a mark of a list, or another part.
    fn next(&mut self) -> Result<(), UnreadAnswer> {
        let start = self.at;
        let is_new = std::mem::take(&mut self.line.is_new);
        if let Some(end) = self.list_mark(start) {
            (self.line.is_listed, self.line.is_new, self.at) = (true, true, end);
            self.line.item = (start..end).find_map(|at| self.number(at));
            return self.end_clause();
        }
        if let Some((name, end)) = self.name(start) {
            return self.named(name, start, end);
        }
        self.at += 1;
        let after = self.skip(self.at, "");
        match self.tokens[start].part.clone() {
            Part::EndOfLine => {
                self.end_sentence()?;
                self.end_line();
                self.sentence = self.items.len();
            }
            Part::Mark(mark) => {
                // `-` and `*` begin items of lists, too.
                self.line.is_listed |= is_new && "-*•·–".contains(mark);
                self.line.is_new = is_new;
                match mark {
                    '.' | '!' | '?' | ';' | '。' => self.end_sentence()?,
                    ':' if matches!(self.before, Before::PieceAnd(_)) => {}
                    ':' => self.end_clause()?,
                    mark if ends(mark) => self.end_clause()?,
                    _ => {}
                }
            }
            Part::Then => self.begin_anew()?,
            Part::Move(made) => {
                // `ADR` has no numbers.
                let word = self.text[self.tokens[start].place.clone()].as_bytes();
                let is_counted = !word.iter().all(u8::is_ascii_alphabetic);
                let (path, end) = (made.path.clone(), self.at);
                let found = FoundPath { path, end, kind: None, is_counted };
                let end = self.end_of_move(start, &found)?;
                self.push(*made, start, self.at)?;
                self.at = end;
                self.explanation(start)?;
            }
            Part::Direction(_) => {
                let is_count = matches!(self.part(after), Some(Part::Number(_) | Part::By));
                let is_of_mover = matches!(self.before, Before::MoverAnd(_));
                if self.before.is_move() || is_of_mover || is_count || self.begins_move(after) {
                    return Err(self.unclear(start, after));
                }
                self.other(start);
            }
            Part::Arrow(direction) => {
                let is_direction = direction.is_some() && self.begins_move(after);
                if self.before.is_move() || is_direction {
                    return Err(self.unclear(start, after));
                }
            }
            Part::Number(_) => {
                let next = self.skip(self.past_units(self.at), "");
                // `2 moves` counts no cells.
                let belongs = self.before.is_move() && self.part(self.at) != Some(&Part::Mover);
                let leads = self.begins_move(next) || self.side(next, None).is_some();
                if leads || belongs {
                    return Err(self.unclear(start, next));
                }
                self.other(start);
            }
            Part::Unclear | Part::Signed(_) => {
                let leads = self.side(after, None).is_some() || self.begins_move(after);
                if self.before.is_move() || leads {
                    return Err(self.unclear(start, after));
                }
                self.other(start);
            }
            Part::Broken => return Err(self.unclear(start, start)),
            Part::Not => {
                if self.before == Before::Move && self.items.len() > self.sentence {
                    return Err(self.unclear(start, start));
                }
                self.is_negated = true;
                self.word(start);
            }
            Part::If => {
                self.is_negated = true;
                self.word(start);
            }
            Part::Verb => {
                self.other(start);
                if matches!(self.before, Before::MoverAnd(_)) {
                    self.before = Before::Words;
                }
            }
            Part::Mover => {
                if self.before == Before::Nothing {
                    self.before = Before::MoverAnd(0);
                }
            }
            Part::Letter('a' | 'i' | 'I') => {}
            // `2 x B down`
            Part::Letter('x' | 'X') if self.begins_move(after) => {
                return Err(self.unclear(start, after));
            }
            Part::Letter(_) | Part::Word | Part::Column | Part::Row | Part::Cell(_) => {
                self.word(start);
            }
            Part::To | Part::By | Part::Unit | Part::Nth | Part::Item | Part::Filler => {}
        }
        Ok(())
    }

    fn part(&self, at: usize) -> Option<&Part> {
        self.tokens.get(at).map(|token| &token.part)
    }

    fn is_mark(&self, at: usize, marks: &str) -> bool {
        matches!(self.part(at), Some(Part::Mark(mark)) if marks.contains(*mark))
    }

    /// The next place that has neither a word such as `car` nor a mark that says nothing, or one of `others`.
    fn skip(&self, from: usize, others: &str) -> usize {
        let says_nothing = |part: &Part| match part {
            Part::Mover => true,
            Part::Mark(mark) => !ends(*mark) || others.contains(*mark),
            _ => false,
        };
        let most = from + MOST_MARKS;
        (from..most).find(|&at| !self.part(at).is_some_and(says_nothing)).unwrap_or(most)
    }

    /// The place after words such as `cells`.
    fn past_units(&self, from: usize) -> usize {
        let mut end = from;
        for _ in 0..MOST_MARKS {
            let at = self.skip(end, "");
            if !matches!(self.part(at), Some(Part::Unit)) {
                break;
            }
            end = at + 1;
        }
        end
    }

    /// The number at a place.
    fn number(&self, at: usize) -> Option<u16> {
        match self.part(at) {
            Some(Part::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// A number of cells, maybe after `by` or `cells:`, and the place after it.
    fn cells(&self, from: usize) -> Option<(u16, usize)> {
        let at = self.skip(from, "");
        let at = match self.part(at) {
            Some(Part::By | Part::Unit) => self.skip(at + 1, ""),
            _ => at,
        };
        Some((self.number(at)?, self.past_units(at + 1)))
    }

    fn unclear(&self, from: usize, to: usize) -> UnreadAnswer {
        let last = to.min(self.tokens.len() - 1);
        let place = self.tokens[from].place.start..self.tokens[last].place.end;
        UnreadAnswer::Unclear(self.text[place].trim().to_owned())
    }

    fn other(&mut self, at: usize) {
        self.items.push(Item::Other(&self.text[self.tokens[at].place.clone()]));
    }

    fn word(&mut self, at: usize) {
        self.other(at);
        self.before = match self.before {
            Before::PieceAnd(0) => Before::PieceAnd(1),
            Before::MoverAnd(words @ 0..2) => Before::MoverAnd(words + 1),
            _ => Before::Words,
        };
    }

    /// Ends a clause at a comma, for example.
    fn end_clause(&mut self) -> Result<(), UnreadAnswer> {
        self.is_negated = false;
        self.begin_anew()
    }

    /// Forgets the last words, except a move. A piece with one word is a move that is not understood.
    fn begin_anew(&mut self) -> Result<(), UnreadAnswer> {
        match self.before {
            Before::PieceAnd(_) => {
                let last = self.at.saturating_sub(1).min(self.tokens.len() - 1);
                return Err(self.unclear(last.saturating_sub(2), last));
            }
            Before::Words | Before::MoverAnd(_) => self.before = Before::Nothing,
            Before::Nothing | Before::Move | Before::Piece => {}
        }
        Ok(())
    }

    fn end_sentence(&mut self) -> Result<(), UnreadAnswer> {
        self.end_clause()?;
        self.sentence = self.items.len();
        if self.before == Before::Piece {
            self.before = Before::Nothing;
        }
        Ok(())
    }

    /// Ends a line. Of an item of a list, what stands before and after the moves is no answer.
    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        self.line = Line { first: self.items.len(), is_new: true, ..Line::default() };
        let items = &self.items[line.first..];
        if !line.is_listed || !items.iter().any(Item::is_move) {
            return;
        }
        let before = items.iter().take_while(|item| !item.is_move()).count();
        let after = items.iter().rev().take_while(|item| !item.is_move()).count();
        self.items.truncate(self.items.len() - after);
        self.items.drain(line.first..line.first + before);
        self.line.first = self.items.len();
    }

    /// The place after a mark of a list: `3.`, `Step 3:`, `第三步` or `③`.
    fn list_mark(&self, from: usize) -> Option<usize> {
        let (head, at) = match self.part(from)? {
            Part::Item => return Some(from + 1),
            head @ (Part::Unit | Part::Mover | Part::Nth | Part::Mark('#' | '(' | '[')) => {
                (Some(head), from + 1)
            }
            Part::Number(_) => (None, from),
            _ => return None,
        };
        let number = self.number(at)?;
        let end = match (head, self.part(at + 1)) {
            (Some(Part::Nth), Some(Part::Unit)) => at + 2,
            _ => at + 1,
        };
        let end = if self.is_mark(end, "\"'*") { end + 1 } else { end };
        // A piece can have a digit as its sign.
        let is_piece = head.is_none() && self.digit(number).is_some();
        match self.part(end) {
            Some(Part::Mark(')' | '.' | '、' | '\u{20e3}')) => Some(end + 1),
            Some(Part::Mark(']')) if head == Some(&Part::Mark('[')) => Some(end + 1),
            Some(Part::Mark(':' | '|')) if !is_piece => Some(end + 1),
            Some(Part::Mark('-' | '–' | '—')) if self.name(self.skip(end + 1, "")).is_some() => {
                Some(end + 1)
            }
            _ => match head? {
                Part::Nth => Some(end),
                Part::Unit | Part::Mark('#') if self.name(self.skip(end, "")).is_some() => {
                    Some(end)
                }
                _ => None,
            },
        }
    }

    /// The piece whose sign is a digit.
    fn digit(&self, number: u16) -> Option<char> {
        let digit = char::from_digit(number.into(), 10)?;
        Some(digit).filter(|&sign| self.signs.has(sign))
    }

    /// The name of a piece, and the place after it.
    fn name(&self, from: usize) -> Option<(PieceName, usize)> {
        let sign = match *self.part(from)? {
            Part::Letter(letter) => self.sign(letter, from)?,
            Part::Number(number) => {
                self.digit(number).filter(|_| self.has_path(self.skip(from + 1, AFTER_PIECE)))?
            }
            Part::Cell(cell) => return Some((PieceName::Cell(cell), from + 1)),
            _ => {
                let (column, row, end) = self.place(from)?;
                return Some((PieceName::At { column, row }, end));
            }
        };
        let mut end = from + 1;
        // `A (the red car)`
        let inner = end + 1;
        if self.is_mark(end, "([") && self.is_mark(inner + 1, ")]") {
            let is_same = matches!(self.part(inner), Some(Part::Letter(letter)) if self.signs.of(*letter) == Some(sign));
            end = if is_same { inner + 2 } else { end };
        } else if matches!(self.part(self.skip(end, "")), Some(Part::Letter(letter)) if *letter == sign)
        {
            // `the red car A`
            end = self.skip(end, "") + 1;
        }
        let next = self.skip(end, "");
        if let Some(&Part::Cell(cell)) = self.part(next) {
            return Some((PieceName::SignCell(sign, cell), next + 1));
        }
        Some(match self.place(next) {
            Some((column, row, end)) => (PieceName::Placed { sign, column, row }, end),
            None => (PieceName::Sign(sign), end),
        })
    }

    /// The sign of the piece that a letter means.
    fn sign(&self, letter: char, at: usize) -> Option<char> {
        match self.signs.of(letter) {
            // The article is no piece.
            Some(sign) if letter == 'a' && sign != 'a' => {
                self.has_path(self.skip(at + 1, AFTER_PIECE)).then_some(sign)
            }
            Some(sign) => Some(sign),
            // A letter before a direction names a piece, even if there is none.
            None => {
                let next = self.part(self.skip(at + 1, ""));
                let names = matches!(next, Some(Part::Direction(_) | Part::Signed(_)));
                (names && letter.is_ascii_uppercase()).then_some(letter)
            }
        }
    }

    /// Whether a move, or at least its piece, begins at a place.
    fn begins_move(&self, at: usize) -> bool {
        matches!(self.part(at), Some(Part::Move(_))) || self.name(at).is_some()
    }

    /// Whether a path begins at a place.
    fn has_path(&self, at: usize) -> bool {
        match self.part(at) {
            Some(Part::Signed(_)) => true,
            Some(Part::To) => matches!(self.part(self.skip(at + 1, "")), Some(Part::Direction(_))),
            Some(Part::Number(_)) => {
                self.side(self.skip(self.past_units(at + 1), ""), None).is_some()
            }
            Some(Part::Letter(_)) => {
                self.side(at, None).is_some()
                    && matches!(self.part(self.skip(at + 1, AFTER_PIECE)), Some(Part::Number(_)))
            }
            _ => self.side(at, None).is_some(),
        }
    }

    /// `column 2, row 4`, and the place after it.
    fn place(&self, from: usize) -> Option<(u16, u16, usize)> {
        let (first, one) = (self.part(from)?, self.number(from + 1)?);
        let next = self.skip(from + 2, ",");
        let (second, other) = (self.part(next)?, self.number(next + 1)?);
        match (first, second) {
            (Part::Column, Part::Row) => Some((one, other, next + 2)),
            (Part::Row, Part::Column) => Some((other, one, next + 2)),
            _ => None,
        }
    }

    /// A direction, and how it is written. The letter of a piece is none after the first direction.
    fn side(&self, at: usize, kind: Option<Kind>) -> Option<(Direction, Kind)> {
        let found = match *self.part(at)? {
            Part::Direction(direction) => (direction, Kind::Word),
            Part::Arrow(direction) => (direction?, Kind::Arrow),
            Part::Letter(letter) if kind.is_none() || self.signs.of(letter).is_none() => {
                (letter_direction(letter)?, Kind::Letter)
            }
            _ => return None,
        };
        Some(found).filter(|(_, found)| kind.is_none_or(|kind| kind == *found))
    }

    /// Reads a piece with its path, or only the piece.
    fn named(&mut self, name: PieceName, start: usize, end: usize) -> Result<(), UnreadAnswer> {
        if let Some(found) = self.path(start, end)? {
            let after = self.end_of_move(start, &found)?;
            if self.can_be_next_item(&found) {
                return Err(self.unclear(start, found.end));
            }
            // What words say of the shape belongs to the name.
            if matches!(name, PieceName::At { .. }) && self.before == Before::Words {
                while self.items.len() > self.line.first
                    && !self.items[self.items.len() - 1].is_move()
                {
                    self.items.pop();
                }
            }
            let made = WrittenMove { piece: name, path: found.path, followers: Vec::new() };
            self.push(made, start, found.end)?;
            self.at = after;
            return self.explanation(start);
        }
        self.at = end;
        self.other(start);
        let next = self.skip(end, "");
        let is_in_words = self.before == Before::Words;
        match self.part(next) {
            _ if is_in_words => {}
            Some(Part::Verb) => self.before = Before::Words,
            Some(Part::Letter(letter)) if self.signs.of(*letter).is_some() => {
                self.lone_piece(start, next)?;
            }
            Some(Part::Word | Part::Letter(_)) => self.before = Before::PieceAnd(0),
            Some(
                Part::To
                | Part::By
                | Part::Number(_)
                | Part::Unclear
                | Part::Signed(_)
                | Part::Arrow(_)
                | Part::Direction(_)
                | Part::Column
                | Part::Row,
            ) => return Err(self.unclear(start, next)),
            _ => self.lone_piece(start, end - 1)?,
        }
        Ok(())
    }

    /// Whether the number of cells can be that of the next item, as in `1. A right 2. B down`.
    fn can_be_next_item(&self, found: &FoundPath) -> bool {
        let (Path::Steps(steps), Some(item)) = (&found.path, self.line.item) else { return false };
        let is_next = steps.last().is_some_and(|&(_, cells)| cells == item.saturating_add(1));
        let next = self.skip(found.end + 1, "");
        found.is_counted && is_next && self.is_mark(found.end, ".)") && self.name(next).is_some()
    }

    /// A piece alone. Beside a move, it can be another move.
    fn lone_piece(&mut self, start: usize, end: usize) -> Result<(), UnreadAnswer> {
        if self.before == Before::Move {
            return Err(self.unclear(start, end));
        }
        self.before = Before::Piece;
        Ok(())
    }

    fn push(&mut self, made: WrittenMove, start: usize, end: usize) -> Result<(), UnreadAnswer> {
        if self.is_negated || matches!(self.before, Before::Piece) {
            return Err(self.unclear(start.saturating_sub(1), end - 1));
        }
        let place = self.tokens[start].place.start..self.tokens[end - 1].place.end;
        self.items.push(Item::Move(&self.text[place], made));
        self.before = Before::Move;
        Ok(())
    }

    /// The path after the name of a piece. `None` if none begins.
    fn path(&self, start: usize, end: usize) -> Result<Option<FoundPath>, UnreadAnswer> {
        let beside = self.skip(end, "-–—()[]");
        let mut at = self.skip(end, AFTER_PIECE);
        let to = |cell: [u16; 2], end| {
            Some(FoundPath { path: Path::To(cell), end, kind: None, is_counted: true })
        };
        let next = self.skip(at + 1, "");
        match (self.part(at), self.part(next)) {
            (Some(&Part::Signed(cells)), _) => {
                let path = Path::Along(cells);
                return Ok(Some(FoundPath { path, end: at + 1, kind: None, is_counted: true }));
            }
            (Some(Part::To | Part::Arrow(_)), Some(&Part::Cell(cell))) => {
                // `(1, 2) → (2, 2) ↓` can be two moves.
                return match self.side(self.skip(next + 1, ""), None) {
                    Some(_) => Err(self.unclear(start, next + 1)),
                    None => Ok(to(cell, next + 1)),
                };
            }
            (Some(Part::To), Some(Part::Direction(_))) => at = next,
            (Some(&Part::Arrow(arrow)), Some(Part::Direction(side)))
                if separates(arrow) || arrow == Some(*side) =>
            {
                at = next;
            }
            (Some(Part::By), Some(Part::Number(_))) => at = next,
            _ => {}
        }
        if matches!(self.part(at), Some(Part::Number(_))) {
            return Ok(self.counted_first(at));
        }
        // A letter after a comma, or of a piece, is rather another piece.
        let is_path = match self.part(at) {
            Some(Part::Letter(letter)) if self.signs.of(*letter).is_some() => {
                at == beside && self.cells(at + 1).is_some()
            }
            Some(Part::Letter(_)) => at == beside,
            _ => true,
        };
        match self.side(at, None) {
            Some((_, kind)) if is_path => self.steps(start, at, kind).map(Some),
            _ => Ok(None),
        }
    }

    /// `2 down 1 right`
    fn counted_first(&self, from: usize) -> Option<FoundPath> {
        let (mut at, mut end) = (from, from);
        let (mut steps, mut kind) = (Steps::new(), None);
        while let Some(cells) = self.number(at) {
            let mut next = self.skip(self.past_units(at + 1), "");
            if self.part(next) == Some(&Part::To) {
                next = self.skip(next + 1, "");
            }
            let found = self.side(next, kind).filter(|(_, kind)| *kind != Kind::Arrow);
            let Some((direction, found)) = found else { break };
            steps.push((direction, cells));
            (kind, end) = (Some(found), next + 1);
            at = self.skip(end, "");
        }
        let path = Path::Steps(steps);
        (end > from).then_some(FoundPath { path, end, kind, is_counted: true })
    }

    /// `down 2 right 1`, or directions without numbers, which are one cell each.
    fn steps(&self, start: usize, from: usize, kind: Kind) -> Result<FoundPath, UnreadAnswer> {
        let mut steps: SmallVec<[(Direction, Option<u16>); 2]> = SmallVec::new();
        let (mut at, mut end) = (from, from);
        while let Some((direction, _)) = self.side(at, Some(kind).filter(|_| at > from)) {
            let cells = self.cells(at + 1);
            end = cells.map_or(at + 1, |(_, end)| end);
            steps.push((direction, cells.map(|(cells, _)| cells)));
            at = self.skip(end, "");
        }
        let counted = steps.iter().filter(|(_, cells)| cells.is_some()).count();
        // `↓↓ → A` can have an arrow between moves.
        let is_apart = steps.len() > 1 && kind == Kind::Arrow && self.can_separate(end - 1);
        if counted > 0 && counted < steps.len() || is_apart {
            return Err(self.unclear(start, end));
        }
        let mut is_counted = counted > 0;
        if let [(_, cells @ None)] = &mut steps[..]
            && let Some((found, after)) = self.cells_apart(start, end)?
        {
            (*cells, end, is_counted) = (Some(found), after, true);
        }
        let steps = steps.into_iter().map(|(side, cells)| (side, cells.unwrap_or(1))).collect();
        Ok(FoundPath { path: Path::Steps(steps), end, kind: Some(kind), is_counted })
    }

    /// Whether an arrow to the right stands apart, before a piece.
    fn can_separate(&self, arrow: usize) -> bool {
        let is_right = self.part(arrow) == Some(&Part::Arrow(Some(Direction::Right)));
        let is_apart = self.tokens[arrow - 1].place.end < self.tokens[arrow].place.start;
        is_right && is_apart && self.name(self.skip(arrow + 1, "")).is_some()
    }

    /// A number of cells after a comma or in brackets, and the place after it.
    fn cells_apart(&self, start: usize, end: usize) -> Result<Option<(u16, usize)>, UnreadAnswer> {
        let mark = self.skip(end, "");
        let inner = self.skip(mark + 1, "");
        let is_bracket = self.is_mark(mark, "([");
        if is_bracket {
            let found = self.cells(mark + 1).map(|(cells, end)| (cells, self.skip(end, "")));
            return match found.filter(|(_, close)| self.is_mark(*close, ")]")) {
                Some((cells, close)) => Ok(Some((cells, close + 1))),
                None => Err(self.unclear(start, inner)),
            };
        }
        let Some((cells, after)) = self.cells(mark + 1).filter(|_| self.is_mark(mark, ",-–—"))
        else {
            return Ok(None);
        };
        // `A right, 2. B down` is the second item of a list.
        let is_item = |end: usize| self.name(self.skip(end, "")).is_some();
        let item = self.list_mark(inner).filter(|end| is_item(*end));
        // `B(down, 2) A(right, 1)` is no list.
        if item.is_some_and(|end| !self.is_mark(end - 1, ")]")) {
            return Ok(None);
        }
        // `A right, 2 moves` can count the moves.
        let is_clear = self.is_end(after) && self.part(after) != Some(&Part::Mover);
        match self.is_mark(mark, ",") && is_clear && item.is_none() {
            true => Ok(Some((cells, after))),
            false => Err(self.unclear(start, inner)),
        }
    }

    /// Whether a move can end at a place.
    fn is_end(&self, end: usize) -> bool {
        let at = self.skip(end, "");
        match self.part(at) {
            None | Some(Part::EndOfLine | Part::Then | Part::Move(_) | Part::Nth) => true,
            Some(Part::Mark(mark)) => ends(*mark),
            Some(Part::Cell(_)) => false,
            _ => self.name(at).is_some(),
        }
    }

    /// The place after a move, and after an arrow that only separates it from the next. What follows a direction without a
    /// number must be no number, and what follows a number must be no second one.
    fn end_of_move(&self, start: usize, found: &FoundPath) -> Result<usize, UnreadAnswer> {
        let at = self.skip(found.end, "");
        let unclear = || Err(self.unclear(start, at));
        match self.part(at) {
            Some(Part::Arrow(direction)) => {
                let next = self.skip(at + 1, "");
                let is_step = direction.is_some() && found.kind == Some(Kind::Arrow);
                let separates = separates(*direction) && !is_step && self.is_end(at + 1);
                let is_cell = matches!(self.part(next), Some(Part::Cell(_)));
                let is_word = matches!(self.part(next), Some(Part::Word | Part::Verb));
                match separates || found.is_counted && (is_cell || is_word) {
                    true => Ok(at + 1),
                    false => unclear(),
                }
            }
            // The number of the next item of a list can follow.
            Some(Part::Number(_)) if self.name(at).is_none() => match self.list_mark(at) {
                Some(item) if found.is_counted && self.begins_move(self.skip(item, "")) => {
                    Ok(found.end)
                }
                _ => unclear(),
            },
            Some(
                Part::Signed(_) | Part::Unclear | Part::Broken | Part::Direction(_) | Part::Not,
            ) => unclear(),
            Some(Part::Letter(_)) if self.name(at).is_none() && self.number(at + 1).is_some() => {
                unclear()
            }
            _ if found.is_counted || self.is_end(found.end) => Ok(found.end),
            _ => unclear(),
        }
    }

    /// Skips an explanation in brackets after a move. It has no other number of cells, and no moves.
    fn explanation(&mut self, start: usize) -> Result<(), UnreadAnswer> {
        let open = self.skip(self.at, "");
        if !self.is_mark(open, "([") {
            return Ok(());
        }
        let end = (open..open + LONGEST_EXPLANATION)
            .take_while(|&at| !matches!(self.part(at), None | Some(Part::EndOfLine)))
            .find(|&at| self.is_mark(at, ")]"));
        let Some(end) = end else { return Ok(()) };
        let is_move = |at: usize| {
            let is_letter = matches!(self.part(at), Some(Part::Letter(_)));
            let follows =
                || self.name(at).is_some_and(|(_, end)| self.has_path(self.skip(end, "")));
            is_letter && follows()
        };
        let is_unclear = |at: usize| {
            matches!(self.part(at), Some(Part::Unclear | Part::Broken | Part::Move(_)))
                || is_move(at)
        };
        let is_negated = self.part(open + 1) == Some(&Part::Not);
        // `(2 moves)` is no number of cells.
        let is_number = self.cells(open + 1).is_some_and(|(_, after)| {
            self.skip(after, "") == end && self.part(after) != Some(&Part::Mover)
        });
        if is_number || is_negated || (open..end).any(is_unclear) {
            return Err(self.unclear(start, end));
        }
        self.at = end + 1;
        Ok(())
    }
}
