//! The common interface of all levels.

use super::board::Cell;
use super::choice::{Choice, Clock, Limits, Position};
use super::strong::Player;
use super::{alphabeta, chapter};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A level of play of the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The chapter's evaluation, without search.
    Chapter,
    /// Alpha-beta on the chapter's evaluation, two plies deep.
    Depth2,
    Depth4,
    Depth6,
    /// Iterative deepening with patterns and threats.
    Strong,
}

impl Level {
    /// All levels, from weakest to strongest.
    pub const ALL: [Self; 5] =
        [Self::Chapter, Self::Depth2, Self::Depth4, Self::Depth6, Self::Strong];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Chapter => "chapter",
            Self::Depth2 => "2",
            Self::Depth4 => "4",
            Self::Depth6 => "6",
            Self::Strong => "strong",
        }
    }

    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// A computer player of a given level.
///
/// ```
/// use huarong_games::gomoku::{Engine, Game, Level, Limits};
/// use std::sync::atomic::AtomicBool;
///
/// let game: Game = "gomoku 15 freestyle\n77 00 78 01 79 0a\n".parse()?;
/// let mut engine = Engine::new(Level::Strong, 1 << 20);
/// let stop = AtomicBool::new(false);
/// let choice = engine.choose(&game.position(), &Limits::default(), &stop).expect("an empty cell");
/// // An open three becomes an open four.
/// assert_eq!(choice.win, Some(3));
/// # Ok::<_, huarong_games::gomoku::GameTextError>(())
/// ```
pub struct Engine {
    level: Level,
    strong: Option<Player>,
}

impl Engine {
    /// Creates a player. Its transposition table takes about `memory` bytes; only the strong level has one.
    pub fn new(level: Level, memory: usize) -> Self {
        let strong = (level == Level::Strong).then(|| Player::new(memory));
        Self { level, strong }
    }

    /// Chooses a move in a position that nobody has won; `None` if there is no legal move. Setting `stop` cancels the
    /// search, which then returns its best move so far. Without a limit the strong level searches for one second.
    pub fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Option<Choice> {
        let size = position.board.size();
        if position.board.empty().count() == usize::from(size).pow(2) {
            // The chapter defines no first move. The middle is the best one for every level.
            let cell = Cell { row: size / 2, column: size / 2 };
            let line = vec![cell];
            return Some(Choice { cell, score: 0, depth: 0, nodes: 0, line, win: None });
        }
        let has_limit = limits.time.is_some() || limits.nodes.is_some() || limits.depth.is_some();
        let second = Limits { time: Some(Duration::from_secs(1)), ..*limits };
        let is_endless = self.level == Level::Strong && !has_limit;
        let mut clock = Clock::new(if is_endless { &second } else { limits }, stop);
        let searched = match (self.level, &mut self.strong) {
            (Level::Depth2, _) => alphabeta::choose(position, 2, &mut clock),
            (Level::Depth4, _) => alphabeta::choose(position, 4, &mut clock),
            (Level::Depth6, _) => alphabeta::choose(position, 6, &mut clock),
            (_, Some(player)) => player.choose(position, limits, &mut clock),
            (_, None) => None,
        };
        searched.or_else(|| by_evaluation(position))
    }
}

/// The move that the chapter's player chooses among the legal moves.
fn by_evaluation(position: &Position) -> Option<Choice> {
    let Position { board, rule, to_move } = position;
    let scores = chapter::scores(board, *to_move).into_iter();
    let allowed = scores.filter(|&(cell, _)| rule.forbids(board, cell, *to_move).is_none());
    // Among equal scores, the first.
    let (cell, score) = allowed.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    Some(Choice { cell, score: score.into(), depth: 0, nodes: 0, line: vec![cell], win: None })
}
