//! The strong player, which looks for a win by threats first and then searches.

use super::super::choice::{Choice, Clock, Limits, Position};
use super::pattern_board::{PatternBoard, cell};
use super::search::{Remembered, Search, WIN};
use super::threats::{Budget, Failures, Threats};

/// The maximum number of positions of the threat search that precedes the main search.
const THREAT_POSITIONS: u64 = 200_000;

/// A player with its transposition table and failed threat searches, which it keeps between moves.
pub struct Player {
    remembered: Remembered,
    failures: Failures,
}

impl Player {
    /// Creates a player whose tables take about `memory` bytes.
    pub fn new(memory: usize) -> Self {
        let failures = Failures::new((memory / 64).clamp(1 << 10, 1 << 18));
        Self { remembered: Remembered::new(memory / 4 * 3), failures }
    }

    /// Chooses a move; `None` if there is no legal move.
    pub(in crate::gomoku) fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        clock: &mut Clock<'_>,
    ) -> Option<Choice> {
        let mut board = PatternBoard::new(position);
        let own = position.to_move;
        let most = limits.nodes.map_or(THREAT_POSITIONS, |nodes| THREAT_POSITIONS.min(nodes / 4));
        let budget = Budget { used: 0, most };
        let mut threats = Threats { board: &mut board, failures: &mut self.failures, budget };
        let forced = (1..=12).find_map(|depth| threats.threes(own, depth));
        if let Some((plies, at)) = forced {
            let cell = cell(at);
            let score = i64::from(WIN) - i64::from(plies);
            let (nodes, depth) = (threats.budget.used, plies.min(255) as u8);
            return Some(Choice { cell, score, depth, nodes, line: vec![cell], win: Some(plies) });
        }
        let spent = threats.budget.used;
        let mut search = Search::new(board, &mut self.remembered, &mut self.failures, clock);
        let mut choice = search.deepen(own, limits)?;
        choice.nodes += spent;
        Some(choice)
    }
}
