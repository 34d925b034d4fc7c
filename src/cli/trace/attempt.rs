//! Attempts: the moves of a participant from a start on.

use super::boards::{Board, Boards};
use super::input::{Line, Made};
use super::moves::{self, Letters};
use crate::cli::session::Session;
use anyhow::anyhow;
use huarong_core::rules::Metric;
use huarong_lab::difficulty::MadeMove;
use std::collections::HashMap;
use std::rc::Rc;

/// The attempts of an input, one after another.
pub(super) struct Attempts<'s> {
    boards: Boards<'s>,
    current: Option<Attempt>,
    /// Numbers of attempts so far, by participant and board.
    numbers: HashMap<Key, u32>,
    /// Number of lists whose letters are those of each position.
    pub by_position: u64,
}

/// The texts of a participant and a board, if the input has them.
pub(super) type Key = (Option<String>, Option<String>);

/// The attempt of the last row.
struct Attempt {
    participant: Option<String>,
    start: Option<String>,
    /// The attempt as written.
    written: Option<String>,
    /// Number of attempts of this participant at this board, with this one.
    number: u32,
    board: Result<Rc<Board>, String>,
    /// The position after the last move; `None` after one that was refused.
    at: Option<u32>,
    moves: u32,
    after_error: bool,
    /// Whether no row was refused so far.
    is_whole: bool,
}

/// A row of the output: a move, a start, or an error.
pub(super) struct Row<'r> {
    pub line: u64,
    pub participant: Option<&'r str>,
    pub start: Option<&'r str>,
    pub attempt: u32,
    /// The distance of the start, if the board can be read.
    pub start_distance: Option<u16>,
    /// How the letters of its list of moves name pieces.
    pub letters: Option<Letters>,
    /// What the row says of the attempt.
    pub step: Result<Step, String>,
}

/// A step of an attempt.
pub(super) enum Step {
    /// The start, with the position.
    Start(String),
    Move(Judged),
}

/// A move compared with the optimal ones.
pub(super) struct Judged {
    /// The number of the move in its attempt, from 1.
    pub number: u32,
    pub from: String,
    pub to: String,
    pub made: MadeMove,
    /// Whether the move before was an error.
    pub after_error: bool,
    /// Number of moves that the attempt has lost so far; `None` if a row before was refused.
    pub excess: Option<i64>,
}

impl<'s> Attempts<'s> {
    pub fn new(session: &'s Session, metric: Metric) -> Self {
        let boards = Boards::new(session, metric);
        Self { boards, current: None, numbers: HashMap::new(), by_position: 0 }
    }

    /// Takes a row of the input, and hands on its rows of the output.
    pub fn take(
        &mut self,
        line: &Line,
        mut give: impl FnMut(Row<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let is_list = matches!(line.made, Ok(Made::Moves(_)));
        let attempt = match self.current.take() {
            Some(last) if last.is_of(line) && !is_list => last,
            Some(last) if last.is_of_board(line) => last.again(line),
            last => {
                last.into_iter().for_each(|last| last.keep_number(&mut self.numbers));
                let board = self.boards.find(line.start.as_deref());
                let key = (line.participant.clone(), line.start.clone());
                Attempt::new(line, board, self.numbers.get(&key).copied().unwrap_or(0) + 1)
            }
        };
        let attempt = self.current.insert(attempt);
        let made = match &line.made {
            Ok(made) => made,
            Err(reason) => {
                attempt.at = None;
                return give(attempt.row(line, Err(anyhow!("{reason}"))));
            }
        };
        let board = match &attempt.board {
            Ok(board) => board.clone(),
            Err(error) => {
                let error = error.clone();
                return give(attempt.row(line, Err(anyhow!(error))));
            }
        };
        match made {
            Made::Position(text) => {
                let read = board.read(text);
                let after = read.and_then(|after| {
                    let node = board.landscape.node(&after);
                    node.ok_or_else(|| anyhow!("{text} is not reachable from the start"))
                });
                match after {
                    Ok(node) if attempt.begins_at(&board, node) => {
                        if attempt.moves > 0 || attempt.at.is_none() {
                            attempt.restart();
                        }
                        give(attempt.row(line, Ok(Step::Start(board.text(node)))))
                    }
                    Ok(node) => {
                        let judged = attempt.make(&board, node);
                        give(attempt.row(line, judged.map(Step::Move)))
                    }
                    Err(error) => {
                        attempt.at = None;
                        give(attempt.row(line, Err(error)))
                    }
                }
            }
            Made::Moves(list) => {
                let (moves, error, letters) = moves::read_all(&board, list);
                if moves.is_empty() && error.is_none() {
                    return give(attempt.row(line, Ok(Step::Start(board.text(board.start)))));
                }
                self.by_position += u64::from(letters == Letters::Position);
                let refused = error.map(|error| Err(anyhow!("{error}")));
                for read in moves.into_iter().map(Ok).chain(refused) {
                    let at = attempt.at.unwrap_or(board.start);
                    let judged = read.and_then(|made| {
                        let after = board.landscape.node(&made.apply(board.position(at)));
                        let after = after.ok_or_else(|| anyhow!("a move leaves the landscape"))?;
                        attempt.make(&board, after)
                    });
                    let row = attempt.row(line, judged.map(Step::Move));
                    give(Row { letters: Some(letters), ..row })?;
                }
                Ok(())
            }
        }
    }
}

impl Attempt {
    fn new(line: &Line, board: Result<Rc<Board>, String>, number: u32) -> Self {
        Self {
            participant: line.participant.clone(),
            start: line.start.clone(),
            written: line.attempt.clone(),
            number,
            at: board.as_ref().ok().map(|board| board.start),
            board,
            moves: 0,
            after_error: false,
            is_whole: true,
        }
    }

    fn keep_number(self, numbers: &mut HashMap<Key, u32>) {
        numbers.insert((self.participant, self.start), self.number);
    }

    fn is_of_board(&self, line: &Line) -> bool {
        self.participant == line.participant && self.start == line.start
    }

    fn is_of(&self, line: &Line) -> bool {
        self.is_of_board(line) && self.written == line.attempt
    }

    /// The next attempt at the same board.
    fn again(mut self, line: &Line) -> Self {
        self.written.clone_from(&line.attempt);
        self.restart();
        self
    }

    fn restart(&mut self) {
        self.number += 1;
        self.at = self.board.as_ref().ok().map(|board| board.start);
        self.moves = 0;
        self.after_error = false;
        self.is_whole = true;
    }

    /// Whether a position begins the attempt, or a new one: it is the start, and not one move away.
    fn begins_at(&self, board: &Board, node: u32) -> bool {
        let is_move = |at| board.landscape.made_move(at, node).is_some();
        node == board.start && !self.at.is_some_and(is_move)
    }

    /// Makes the move to a position, and compares it.
    fn make(&mut self, board: &Board, after: u32) -> anyhow::Result<Judged> {
        let before = self.at.replace(after);
        let after_error = std::mem::take(&mut self.after_error);
        let Some(before) = before else {
            return Err(anyhow!("the row before was refused, so this move is not known"));
        };
        let landscape = &board.landscape;
        let made = landscape.made_move(before, after).ok_or_else(|| {
            let (before, metric) = (board.text(before), landscape.metric());
            anyhow!("{} is not one {metric} move from {before}", board.text(after))
        })?;
        self.moves += 1;
        self.after_error = made.is_error();
        let least = i64::from(landscape.distance(board.start));
        let excess = self.is_whole.then(|| i64::from(self.moves) + i64::from(made.after) - least);
        let (from, to) = (board.text(before), board.text(after));
        Ok(Judged { number: self.moves, from, to, made, after_error, excess })
    }

    fn row<'r>(&'r mut self, line: &Line, step: anyhow::Result<Step>) -> Row<'r> {
        self.is_whole &= step.is_ok();
        let board = self.board.as_ref().ok();
        Row {
            line: line.line,
            participant: self.participant.as_deref(),
            start: self.start.as_deref(),
            attempt: self.number,
            start_distance: board.map(|board| board.landscape.distance(board.start)),
            letters: None,
            step: step.map_err(|error| format!("{error:#}")),
        }
    }
}
