//! Min-max with alpha-beta on the chapter's evaluation.
//!
//! A position is worth to who is to move what its best cell is worth as attack, less what the other's best cell is
//! worth as guard; five in a row is worth more than anything. Of the moves of a position the [`WIDTH`] that the
//! chapter's player likes best are looked at, the likeliest first, as alpha-beta needs it.

use super::board::{Board, Cell, DIRECTIONS, Stone};
use super::chapter;
use super::choice::{Choice, Clock, Position};
use super::rules::Rule;

/// How many moves of a position are looked at.
pub const WIDTH: usize = 12;

/// What five in a row is worth, less one for each ply until then.
const WIN: i64 = 1_000_000;

/// More than anything is worth.
const BEYOND: i64 = 2 * WIN;

/// A board with what every empty cell is worth, kept up to date.
struct Scored {
    board: Board,
    rule: Rule,
    /// As attack and as guard, by colour and cell in reading order; nothing where a stone is.
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

    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row) * usize::from(self.board.size()) + usize::from(cell.column)
    }

    /// Works a cell out anew.
    fn look(&mut self, cell: Cell) {
        let index = self.index(cell);
        for stone in [Stone::Black, Stone::White] {
            let of = |worth| match self.board.get(cell) {
                None => chapter::windows(&self.board, cell, stone, worth),
                Some(_) => 0,
            };
            (self.attack[stone as usize][index], self.guard[stone as usize][index]) =
                (of(&chapter::ATTACK), of(&chapter::GUARD));
        }
    }

    /// Puts a stone on a cell, or takes it away.
    fn set(&mut self, cell: Cell, stone: Option<Stone>) {
        self.board.set(cell, stone);
        self.look(cell);
        for direction in DIRECTIONS {
            // No window that has the cell reaches further.
            for steps in (-4..=4).filter(|&steps| steps != 0) {
                if let Some(near) = self.board.step(cell, direction, steps) {
                    self.look(near);
                }
            }
        }
    }

    /// What the position is worth to who is to move.
    fn value(&self, mover: Stone) -> i64 {
        let best = |scores: &[u32]| i64::from(scores.iter().copied().max().unwrap_or(0));
        best(&self.attack[mover as usize]) - best(&self.guard[mover.other() as usize])
    }

    /// The moves that are looked at, the best first and in reading order among equals.
    fn moves(&self, mover: Stone) -> Vec<Cell> {
        let score = |cell: &Cell| {
            let index = self.index(*cell);
            self.attack[mover as usize][index] + self.guard[mover.other() as usize][index]
        };
        let mut moves: Vec<Cell> = self.board.empty().collect();
        moves.sort_by_cached_key(|cell| std::cmp::Reverse(score(cell)));
        let allowed = |cell: &Cell| self.rule.forbids(&self.board, *cell, mover).is_none();
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
    /// first position, where what was looked at counts.
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
        // Without moves nobody wins.
        best.or(Some(0))
    }
}
