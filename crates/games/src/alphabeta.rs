//! Alpha-beta search of m,n,k games with null windows.
//!
//! It follows P. Pons, "Solving Connect 4: how to build a perfect AI" (2015), in these points:
//!
//! - the score;
//! - moves that do not lose at once;
//! - moves with more threats first.

use super::bitboard::{Bitboard, Key, LONGEST_LINE};
use super::bounds::Bounds;
use huarong_core::effort::{Cancelled, Effort};

const POSITIONS_BETWEEN_CHECKS: u64 = 1 << 12;
/// The moves of a position with more empty cells are looked up before they are searched.
const MOST_EMPTY_WITHOUT_LOOK_UP: i32 = 6;

/// A question about the score of a position that is not over.
///
/// A win scores the number of stones that the winner has left at the end, and one ([`score_of_win`]). A loss scores the
/// negative, and a draw 0.
#[derive(Clone, Copy)]
pub(super) struct Root {
    pub mine: u64,
    pub theirs: u64,
    /// What is known about the score.
    pub least: i32,
    pub most: i32,
    /// Whether only the sign of the score is asked for.
    pub sign_only: bool,
}

/// The bounds of the score, which are equal unless only the sign is asked for. Counts the positions visited.
pub(super) fn solve<W: Key>(
    board: &Bitboard,
    bounds: &mut Bounds<W>,
    root: Root,
    visited: &mut u64,
    effort: Effort<'_>,
) -> Result<(i32, i32), Cancelled> {
    macro_rules! solve {
        ($($k:literal)*) => {
            match board.k {
                $($k => Search::<$k, W> { board, bounds, moves: Vec::new(), visited, effort }.solve(root),)*
                k => unreachable!("lines of {k} cells, but LONGEST_LINE is {LONGEST_LINE}"),
            }
        };
    }
    solve!(1 2 3 4 5 6 7 8 9)
}

/// A search in a game with lines of `K` cells.
struct Search<'a, const K: usize, W> {
    board: &'a Bitboard,
    bounds: &'a mut Bounds<W>,
    /// Moves of the positions on the current path.
    moves: Vec<Move>,
    visited: &'a mut u64,
    effort: Effort<'a>,
}

/// A position in which the side to move cannot win at once.
#[derive(Clone, Copy)]
struct Open {
    mine: u64,
    theirs: u64,
    /// The moves that do not lose at once; there is at least one.
    moves: u64,
    /// Number of empty cells.
    left: i32,
}

/// A move, the number of threats after it, and the answers that do not lose at once.
#[derive(Clone, Copy)]
struct Move {
    cell: u64,
    threats: u32,
    answers: u64,
}

/// The score of a win with a number of empty cells at the end. 0 if the number is negative: the board is full before.
#[inline(always)]
fn score_of_win(left: i32) -> i32 {
    (left + 2) / 2
}

/// The plies to the end of a game that is not drawn, by its score.
pub(super) fn plies(board: &Bitboard, left: i32, score: i32) -> i32 {
    // The side to move places stones with odd numbers. In a misère game, the loser places the last stone.
    let last_is_odd = (score > 0) != board.misere;
    let longest = left - 2 * (score.abs() - 1);
    longest - (longest - i32::from(last_is_odd)).rem_euclid(2)
}

impl<const K: usize, W: Key> Search<'_, K, W> {
    /// The bounds of the score at the root.
    fn solve(&mut self, root: Root) -> Result<(i32, i32), Cancelled> {
        let Root { mine, theirs, mut least, mut most, .. } = root;
        let (board, occupied) = (self.board, mine | theirs);
        let left = board.left(occupied);
        let exactly = |score| Ok((score, score));
        if !board.misere && board.completing::<K>(mine, occupied) & board.places(occupied) != 0 {
            return exactly(score_of_win(left - 1));
        }
        let moves = board.open_moves::<K>(mine, theirs);
        if moves == 0 {
            // No move is possible, or each of them loses at once, two plies before the limits.
            return exactly(if left == 0 { 0 } else { self.limits(left + 2).0 });
        }
        self.bounds.begin();
        let limits = self.limits(left);
        (least, most) = (least.max(limits.0), most.min(limits.1));
        while least < most && !(root.sign_only && (least > 0 || most < 0)) {
            let window = self.window(least, most);
            let score = self.score(Open { mine, theirs, moves, left }, window)?;
            if score <= window { most = score.max(least) } else { least = score.min(most) }
        }
        Ok((least, most))
    }

    /// The next window. The bounds of the score are different.
    fn window(&self, least: i32, most: i32) -> i32 {
        if self.board.falls {
            // Scores near 0 first, one after another: on these boards, long games cost less than bounds that are wrong.
            return if most > 0 { least.max(0) } else { most - 1 };
        }
        // Scores far from 0 first: a fast win is found with little search. Windows halve the range.
        let middle = least + (most - least) / 2;
        match middle {
            middle if middle <= 0 && least / 2 < middle => least / 2,
            middle if middle >= 0 && most / 2 > middle => most / 2,
            middle => middle,
        }
    }

    /// A bound of the score of a position: an upper bound if it is at most `window`, otherwise a lower bound.
    fn score(&mut self, at: Open, window: i32) -> Result<i32, Cancelled> {
        *self.visited += 1;
        if self.visited.is_multiple_of(POSITIONS_BETWEEN_CHECKS) {
            self.effort.done(POSITIONS_BETWEEN_CHECKS)?;
        }
        let Open { mine, theirs, left, .. } = at;
        let (least, most) = self.limits(left);
        if least > window {
            return Ok(least);
        }
        if most <= window {
            return Ok(most);
        }
        let key = W::of(self.board, mine, mine | theirs);
        let (least, most) = self.bounds.get(key);
        if least > window {
            return Ok(least);
        }
        if most <= window {
            return Ok(most);
        }
        if self.is_out_of_reach(mine, theirs, window) {
            return Ok(0);
        }
        let first = self.moves.len();
        if let Some(score) = self.list_moves(at, window) {
            self.moves.truncate(first);
            return Ok(score);
        }
        let mut best = i32::MIN;
        for number in first..self.moves.len() {
            let Move { cell, answers, .. } = self.moves[number];
            let next = Open { mine: theirs, theirs: mine | cell, moves: answers, left: left - 1 };
            best = best.max(-self.score(next, -window - 1)?);
            if best > window {
                break;
            }
        }
        self.moves.truncate(first);
        self.bounds.set(key, if best > window { (best, most) } else { (least, best) });
        Ok(best)
    }

    /// The least and the highest score if no side wins with its next stone and the side to move need not lose at once.
    #[inline(always)]
    fn limits(&self, left: i32) -> (i32, i32) {
        let (loss, win) = if self.board.misere { (3, 2) } else { (4, 3) };
        (-score_of_win(left - loss), score_of_win(left - win))
    }

    /// Whether a draw is the best result for one side, because the opponent has a stone on every line that would win.
    /// The window asks about the side to move if it is not negative, otherwise about the other side.
    #[inline(always)]
    fn is_out_of_reach(&self, mine: u64, theirs: u64, window: i32) -> bool {
        let stones = if (window >= 0) == self.board.misere { mine } else { theirs };
        !self.board.has_open_line::<K>(stones)
    }

    /// Lists the moves, the best ones first. If one of them proves that the score exceeds the window, returns a lower
    /// bound.
    #[inline(always)]
    fn list_moves(&mut self, at: Open, window: i32) -> Option<i32> {
        let board = self.board;
        let Open { mine, theirs, moves, left } = at;
        let (first, can_follow) = (self.moves.len(), board.falls && !board.misere && left % 2 == 1);
        for &group in &board.order {
            let cell = moves & group;
            if cell == 0 {
                continue;
            }
            let after = mine | cell;
            let occupied = after | theirs;
            let threats = board.completing::<K>(after, occupied);
            let answers = match board.misere {
                true => board.places(occupied) & !board.completing::<K>(theirs, occupied),
                false => board.answers(threats, occupied),
            };
            if answers == 0 {
                return Some(self.limits(left).1);
            }
            if can_follow && board.holds_by_following::<K>(theirs, after, -window - 1) {
                return Some((window + 1).max(0));
            }
            if left > MOST_EMPTY_WITHOUT_LOOK_UP {
                let (_, most) = self.bounds.get(W::of(board, theirs, occupied));
                if -most > window {
                    return Some(-most);
                }
            }
            // Insertion keeps the order among equals.
            let threats = threats.count_ones();
            self.moves.push(Move { cell, threats, answers });
            let listed = &mut self.moves[first..];
            let mut place = listed.len() - 1;
            while place > 0 && listed[place - 1].threats < threats {
                listed.swap(place - 1, place);
                place -= 1;
            }
        }
        None
    }
}
