//! What a player is asked and what it answers: a position, limits, and a choice.

use super::board::{Board, Cell, Stone};
use super::rules::Rule;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Stones, what wins, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The stones.
    pub board: Board,
    /// What wins.
    pub rule: Rule,
    /// The colour of the next stone.
    pub to_move: Stone,
}

/// How long a move may be thought about.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// The longest time.
    pub time: Option<Duration>,
    /// The most positions that are looked at.
    pub nodes: Option<u64>,
    /// The deepest search of the strong level, in plies.
    pub depth: Option<u8>,
}

/// A move, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Where to move.
    pub cell: Cell,
    /// What it is worth to who moves: of the chapter's level the chapter's sum, of the others in units of the level.
    pub score: i64,
    /// Plies that were searched.
    pub depth: u8,
    /// Positions that were looked at.
    pub nodes: u64,
    /// The line of play that is expected, the move first.
    pub line: Vec<Cell>,
    /// In how many plies a win is proven, if one is; the mover need not be able to win sooner, and does not take
    /// longer.
    pub win: Option<u16>,
}

/// Counts positions and says when to stop.
pub(super) struct Clock<'s> {
    nodes: u64,
    most_nodes: u64,
    started: Instant,
    deadline: Option<Instant>,
    stop: &'s AtomicBool,
    is_over: bool,
}

impl<'s> Clock<'s> {
    pub(super) fn new(limits: &Limits, stop: &'s AtomicBool) -> Self {
        let started = Instant::now();
        Self {
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            started,
            deadline: limits.time.map(|time| started + time),
            stop,
            is_over: false,
        }
    }

    pub(super) fn unlimited(stop: &'s AtomicBool) -> Self {
        Self::new(&Limits::default(), stop)
    }

    /// Counts a position; whether the search is to stop.
    #[inline]
    pub(super) fn tick(&mut self) -> bool {
        self.nodes += 1;
        // Asking for the time takes longer than looking at a position.
        if self.nodes.is_multiple_of(256) || self.nodes >= self.most_nodes {
            self.is_over |= self.nodes >= self.most_nodes
                || self.stop.load(Relaxed)
                || self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
        self.is_over
    }

    /// Whether most of the time is over, so that nothing longer than all before should begin.
    pub(super) fn is_late(&self) -> bool {
        let passed = self.started.elapsed();
        self.deadline.is_some_and(|deadline| self.started + 2 * passed >= deadline + passed / 4)
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}
