//! The input of a player (position and limits) and its output (choice).

use super::board::{Board, Cell, Stone};
use super::rules::Rule;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub board: Board,
    pub rule: Rule,
    pub to_move: Stone,
}

/// The limits of the search for a move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    pub time: Option<Duration>,
    /// The maximum number of positions to visit.
    pub nodes: Option<u64>,
    /// The maximum depth in plies. Only the strong level uses it.
    pub depth: Option<u8>,
}

/// A move with the results of the search that chose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub cell: Cell,
    /// The score for the player to move: the chapter's sum at the chapter's level, otherwise in units of the level.
    pub score: i64,
    /// The depth of the search, in plies.
    pub depth: u8,
    pub nodes: u64,
    /// The principal variation, starting with the move.
    pub line: Vec<Cell>,
    /// The number of plies of a proven win, if there is one. It is an upper bound: a shorter win may exist.
    pub win: Option<u16>,
}

/// Counts positions and decides when a search stops.
pub(super) struct Clock<'s> {
    nodes: u64,
    most_nodes: u64,
    /// The start and the deadline, if the time is limited. Otherwise no clock is read: some machines have none.
    time: Option<(Instant, Instant)>,
    stop: &'s AtomicBool,
    is_over: bool,
}

impl<'s> Clock<'s> {
    pub(super) fn new(limits: &Limits, stop: &'s AtomicBool) -> Self {
        let from_now = |time| {
            let now = Instant::now();
            (now, now + time)
        };
        Self {
            nodes: 0,
            most_nodes: limits.nodes.unwrap_or(u64::MAX),
            time: limits.time.map(from_now),
            stop,
            is_over: false,
        }
    }

    /// Counts a position. Returns whether the search must stop.
    #[inline]
    pub(super) fn tick(&mut self) -> bool {
        self.nodes += 1;
        // Reading the time takes longer than visiting a position.
        if self.nodes.is_multiple_of(256) || self.nodes >= self.most_nodes {
            self.is_over |= self.nodes >= self.most_nodes
                || self.stop.load(Relaxed)
                || self.time.is_some_and(|(_, deadline)| Instant::now() >= deadline);
        }
        self.is_over
    }

    /// Whether too little time remains to start a deeper search.
    pub(super) fn is_late(&self) -> bool {
        self.time.is_some_and(|(started, deadline)| {
            let passed = started.elapsed();
            started + 2 * passed >= deadline + passed / 4
        })
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
}
