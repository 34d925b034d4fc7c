//! Min-max with alpha-beta over the chapter's evaluation.
//!
//! A move is worth what the chapter's evaluation gives its cell, a line of play what its moves are worth to who is to
//! move less what those of the other are; five in a row is worth more than any line. Of the moves of a position the
//! [`WIDTH`] that the evaluation likes best are looked at, the likeliest first, as alpha-beta needs it.

use super::board::{Board, Cell, DIRECTIONS, Stone};
use super::chapter;
use super::engine::{Choice, Clock, Position};
use super::rules::Rule;

/// How many moves of a position are looked at.
pub const WIDTH: usize = 12;

/// What five in a row is worth, less one for each ply until then.
const WIN: i64 = 1_000_000;

/// More than any line is worth.
const BEYOND: i64 = 2 * WIN;

/// A board with what every empty cell is worth to both colours, kept up to date.
struct Scored {
    board: Board,
    rule: Rule,
    /// By colour and cell, in reading order.
    scores: [Vec<u32>; 2],
}

impl Scored {
    fn new(position: &Position) -> Self {
        let Position { board, rule, .. } = *position;
        let of = |mover| {
            let score =
                |cell| board.get(cell).map_or_else(|| chapter::score(&board, cell, mover), |_| 0);
            board.cells().map(score).collect()
        };
        Self { board, rule, scores: [of(Stone::Black), of(Stone::White)] }
    }

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.board.size()) + usize::from(cell.column)
    }

    /// Puts a stone on a cell, or takes it away.
    fn set(&mut self, cell: Cell, stone: Option<Stone>) {
        self.board.set(cell, stone);
        for direction in DIRECTIONS {
            // No window that has the cell reaches further.
            for steps in -4..=4 {
                let Some(near) = self.board.step(cell, direction, steps) else { continue };
                if self.board.get(near).is_none() {
                    let index = self.index(near);
                    for mover in [Stone::Black, Stone::White] {
                        self.scores[mover as usize][index] =
                            chapter::score(&self.board, near, mover);
                    }
                }
            }
        }
    }

    /// The moves that are looked at, the best first and in reading order among equals.
    fn moves(&self, mover: Stone) -> Vec<(Cell, u32)> {
        let scores = &self.scores[mover as usize];
        let mut moves: Vec<(Cell, u32)> =
            self.board.empty().map(|cell| (cell, scores[self.index(cell)])).collect();
        moves.sort_by_key(|&(_, score)| std::cmp::Reverse(score));
        let allowed =
            |&(cell, _): &(Cell, u32)| self.rule.forbids(&self.board, cell, mover).is_none();
        moves.into_iter().filter(allowed).take(WIDTH).collect()
    }
}

/// A search to a depth.
struct Search<'c, 's> {
    scored: Scored,
    clock: &'c mut Clock<'s>,
    /// Whether moves that cannot change the answer are left out.
    prunes: bool,
}

/// The best move at a depth in plies. A search that is stopped answers with the best of what it has looked at; none
/// where that is nothing.
pub(super) fn choose(position: &Position, depth: u8, clock: &mut Clock<'_>) -> Option<Choice> {
    search(position, depth, true, clock)
}

/// What alpha-beta finds, found without leaving anything out.
#[doc(hidden)]
pub fn plain(position: &Position, depth: u8) -> Option<(Cell, i64)> {
    let never = std::sync::atomic::AtomicBool::new(false);
    let mut clock = Clock::unlimited(&never);
    search(position, depth, false, &mut clock).map(|choice| (choice.cell, choice.score))
}

fn search(position: &Position, depth: u8, prunes: bool, clock: &mut Clock<'_>) -> Option<Choice> {
    let mut search = Search { scored: Scored::new(position), clock, prunes };
    let mut line = Vec::new();
    let score = search.value(position.to_move, depth, 0, -BEYOND, BEYOND, &mut line)?;
    // Of a longer win the moves that were not looked at could be a defence.
    let win = (score == WIN - 1).then_some(1);
    Some(Choice { cell: *line.first()?, score, depth, nodes: search.clock.nodes(), line, win })
}

impl Search<'_, '_> {
    /// What a position is worth to who is to move, and the best line; nothing once the search is to stop, except of the
    /// first position, where what was looked at counts. Without moves nothing is worth anything.
    fn value(
        &mut self,
        mover: Stone,
        depth: u8,
        ply: u8,
        mut least: i64,
        most: i64,
        line: &mut Vec<Cell>,
    ) -> Option<i64> {
        line.clear();
        if depth == 0 {
            return Some(0);
        }
        let mut best: Option<i64> = None;
        let mut below = Vec::new();
        for (cell, worth) in self.scored.moves(mover) {
            if self.clock.tick() {
                return best.filter(|_| ply == 0);
            }
            self.scored.set(cell, Some(mover));
            below.clear();
            let value = if self.scored.rule.five(&self.scored.board, cell).is_some() {
                Some(WIN - i64::from(ply) - 1)
            } else {
                let worth = i64::from(worth);
                let (from, to) = (worth - most, worth - least);
                let after = self.value(mover.other(), depth - 1, ply + 1, from, to, &mut below);
                after.map(|after| worth - after)
            };
            self.scored.set(cell, None);
            let Some(value) = value else { return best.filter(|_| ply == 0) };
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                line.clear();
                line.push(cell);
                line.append(&mut below);
            }
            least = least.max(value);
            if self.prunes && least >= most {
                break;
            }
        }
        best.or(Some(0))
    }
}
