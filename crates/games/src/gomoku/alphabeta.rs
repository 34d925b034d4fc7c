//! Alpha-beta search to a fixed depth, with the chapter's evaluation.
//!
//! The value of a position for the player to move is its highest attack score, less the highest guard score of the
//! opponent's windows. Five in a row exceeds every such value. The search tries at most `MOST_MOVES` moves per
//! position, the ones with the highest chapter scores. It tries the best first, because alpha-beta then prunes more.

use super::board::{Board, Cell, DIRECTIONS, Stone};
use super::chapter;
use super::choice::{Choice, Clock, Limits, Position};
use super::rules::Rule;

/// The maximum number of moves to search per position.
const MOST_MOVES: usize = 12;

/// The value of five in a row. Each ply before it subtracts one.
const WIN: i64 = 1_000_000;

/// A value above the value of every position.
const BEYOND: i64 = 2 * WIN;

/// A board with the scores of its empty cells, updated after each stone.
struct Scored {
    board: Board,
    rule: Rule,
    /// The attack and guard scores by colour and cell, in reading order; 0 for occupied cells.
    attack: [Vec<u32>; 2],
    guard: [Vec<u32>; 2],
}

impl Scored {
    fn new(position: &Position) -> Self {
        let Position { board, rule, .. } = *position;
        let nothing = || vec![0; board.cells().count()];
        let (attack, guard) = ([nothing(), nothing()], [nothing(), nothing()]);
        let mut scored = Self { board, rule, attack, guard };
        board.cells().for_each(|cell| scored.look(cell));
        scored
    }

    /// Recomputes the scores of a cell.
    fn look(&mut self, cell: Cell) {
        let index = self.board.index(cell);
        for stone in [Stone::Black, Stone::White] {
            let of = |worth| match self.board.get(cell) {
                None => chapter::windows(&self.board, cell, stone, worth),
                Some(_) => 0,
            };
            (self.attack[stone as usize][index], self.guard[stone as usize][index]) =
                (of(&chapter::ATTACK), of(&chapter::GUARD));
        }
    }

    /// Places a stone on a cell, or removes it.
    fn set(&mut self, cell: Cell, stone: Option<Stone>) {
        self.board.set(cell, stone);
        self.look(cell);
        for direction in DIRECTIONS {
            // A window through the cell extends at most four cells from it.
            for steps in (-4..=4).filter(|&steps| steps != 0) {
                if let Some(near) = self.board.step(cell, direction, steps) {
                    self.look(near);
                }
            }
        }
    }

    /// The static value of the position for the player to move.
    fn value(&self, mover: Stone) -> i64 {
        let best = |scores: &[u32]| i64::from(scores.iter().copied().max().unwrap_or(0));
        best(&self.attack[mover as usize]) - best(&self.guard[mover.other() as usize])
    }

    /// The moves to search, the highest score first; moves with equal scores are in reading order.
    fn moves(&self, mover: Stone) -> Vec<Cell> {
        let score = |cell: &Cell| {
            let index = self.board.index(*cell);
            self.attack[mover as usize][index] + self.guard[mover.other() as usize][index]
        };
        let mut moves: Vec<Cell> = self.board.empty().collect();
        moves.sort_by_cached_key(|cell| std::cmp::Reverse(score(cell)));
        let allowed = |cell: &Cell| self.rule.forbids(&self.board, *cell, mover).is_none();
        moves.into_iter().filter(allowed).take(MOST_MOVES).collect()
    }
}

/// A search to a fixed depth.
struct Search<'c, 's> {
    scored: Scored,
    clock: &'c mut Clock<'s>,
    /// Whether the search prunes moves that cannot change its result.
    prunes: bool,
}

/// The best move of a search to a depth in plies. A cancelled search returns the best move that it has searched, or
/// `None` if it has searched none.
pub(super) fn choose(position: &Position, depth: u8, clock: &mut Clock<'_>) -> Option<Choice> {
    search(position, depth, true, clock)
}

/// The move and value that alpha-beta finds, computed without pruning.
#[doc(hidden)]
pub fn plain(position: &Position, depth: u8) -> Option<(Cell, i64)> {
    let never = std::sync::atomic::AtomicBool::new(false);
    let mut clock = Clock::new(&Limits::default(), &never);
    search(position, depth, false, &mut clock).map(|choice| (choice.cell, choice.score))
}

fn search(position: &Position, depth: u8, prunes: bool, clock: &mut Clock<'_>) -> Option<Choice> {
    let mut search = Search { scored: Scored::new(position), clock, prunes };
    let mut line = Vec::new();
    let score = search.value(position.to_move, depth, 0, -BEYOND, BEYOND, &mut line)?;
    // A longer win is not proven: a move that the search skipped could defend.
    let win = (score == WIN - 1).then_some(1);
    Some(Choice { cell: *line.first()?, score, depth, nodes: search.clock.nodes(), line, win })
}

impl Search<'_, '_> {
    /// The value of a position for the player to move; `line` becomes the best line. A cancelled search returns `None`,
    /// except at the first position, where it returns the best value so far.
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
            return Some(self.scored.value(mover));
        }
        let mut best: Option<i64> = None;
        let mut below = Vec::new();
        for cell in self.scored.moves(mover) {
            if self.clock.tick() {
                return best.filter(|_| ply == 0);
            }
            self.scored.set(cell, Some(mover));
            below.clear();
            let value = if self.scored.rule.five(&self.scored.board, cell).is_some() {
                Some(WIN - i64::from(ply) - 1)
            } else {
                self.value(mover.other(), depth - 1, ply + 1, -most, -least, &mut below)
                    .map(|value| -value)
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
        // A position without moves is a draw.
        best.or(Some(0))
    }
}
