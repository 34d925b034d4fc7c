//! Games too large for a table: the value of one position by forward search.
//!
//! Alpha-beta with a table of bounds, after P. Pons, "Solving Connect 4: how to build a perfect AI" (2015). Moves that
//! lose at once are skipped, and moves with more threats come first. Null windows narrow the score.

use super::breaker::Breaker;
use super::lines::Lines;
use super::stones::{Position, PositionError, StoneGame, each, ended};
use super::verdict::{Outcome, Verdict};
use crate::effort::{Cancelled, Effort};
use std::ops::ControlFlow::{self, Break, Continue};
use thiserror::Error;

/// Reasons why a position was not decided.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofError {
    /// Cancelled by the observer.
    #[error("undecided: the search was cancelled after {0} positions")]
    Cancelled(u64),
    /// Not a position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A board that is too large.
    #[error(
        "{0} is too large to be searched: its cells and one more a row must be at most 64, and its lines at most \
         {LONGEST}"
    )]
    Board(String),
}

/// The question for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Who wins.
    Outcome,
    /// Who wins, and in how many plies.
    Plies,
}

/// An answer and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Value of the position for the side to move; without plies unless requested.
    pub verdict: Verdict,
    /// Number of positions visited.
    pub visited: u64,
}

/// Cells of the longest lines.
const LONGEST: u32 = 9;

/// Binary logarithms of the most and fewest entries of the table of bounds; the fewest hold for any memory limit.
const MOST_ENTRIES: u32 = 22;
const FEWEST_ENTRIES: u32 = 10;
/// Positions between two checks for cancellation.
const LOOK: u64 = 1 << 12;
/// Most positions of the proof that a side can be kept from every line, which precedes the search.
const HELD_WITHIN: u64 = 100_000;

/// Searches positions of one game. Results for one position speed up later ones.
///
/// ```
/// use huarong::search::Effort;
/// use huarong::games::lines::Lines;
/// use huarong::games::{Position, Prover, Question};
///
/// let game: Lines = "4,3,3".parse()?;
/// let mut prover = Prover::new(&game)?;
/// let proof = prover.prove(&Position::default(), Question::Plies, Effort::UNLIMITED)?;
/// assert_eq!(proof.verdict.to_string(), "win in 7");
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct Prover<'g> {
    game: &'g Lines,
    /// Number of columns plus one, so that no line crosses the edge.
    stride: u32,
    cells: u32,
    k: u32,
    board: u64,
    bottom: u64,
    /// Cells, beginning in the middle, where more lines pass.
    order: Vec<u64>,
    /// Stones of the side to move, all stones, and a bound.
    bounds: Vec<Bound>,
    breaker: Option<Breaker>,
    visited: u64,
}

#[derive(Clone, Copy, Default)]
struct Bound {
    mine: u64,
    occupied: u64,
    /// An upper or a lower bound of the score.
    at_most: i8,
    at_least: i8,
    is_there: bool,
}

impl Bound {
    #[inline]
    fn is_of(&self, mine: u64, occupied: u64) -> bool {
        self.is_there && self.mine == mine && self.occupied == occupied
    }
}

impl<'g> Prover<'g> {
    /// A new prover, with tables of 100 MB at first and at most 300 MB.
    pub fn new(game: &'g Lines) -> Result<Self, ProofError> {
        Self::within(game, u64::MAX)
    }

    /// A new prover, with tables of at most so many bytes. Smaller tables lose more results, which takes more time.
    pub fn within(game: &'g Lines, memory: u64) -> Result<Self, ProofError> {
        let (columns, rows) = game.board();
        let stride = u32::from(columns) + 1;
        if stride * u32::from(rows) > 64 || u32::from(game.k()) > LONGEST {
            return Err(ProofError::Board(game.to_string()));
        }
        let place =
            |cell: u32| 1u64 << (cell / u32::from(columns) * stride + cell % u32::from(columns));
        let cells = u32::from(columns) * u32::from(rows);
        let entries = (memory / 2 / size_of::<Bound>() as u64).checked_ilog2().unwrap_or(0);
        let entries = entries.clamp(FEWEST_ENTRIES, MOST_ENTRIES);
        let mut order: Vec<u32> = (0..cells).collect();
        let lines_through =
            |cell: &u32| game.lines().iter().filter(|&&line| line >> cell & 1 == 1).count();
        order.sort_by_key(|cell| std::cmp::Reverse(lines_through(cell)));
        Ok(Self {
            game,
            stride,
            cells,
            k: game.k().into(),
            board: (0..cells).map(place).sum(),
            bottom: (1 << columns) - 1,
            order: order.into_iter().map(place).collect(),
            bounds: vec![Bound::default(); 1 << entries],
            breaker: Breaker::new(game, memory - memory / 2),
            visited: 0,
        })
    }

    /// The value of a position. Reports progress in positions visited.
    pub fn prove(
        &mut self,
        position: &Position,
        question: Question,
        effort: Effort<'_>,
    ) -> Result<Proof, ProofError> {
        self.visited = 0;
        let (first, second) = (position.first, position.second);
        let (mine, theirs) =
            if position.is_first_to_move() { (first, second) } else { (second, first) };
        self.check_places(position.occupied())?;
        if ended(self.game, mine).is_some() {
            return Err(PositionError::OutOfPlay.into());
        }
        if let Some(ended) = ended(self.game, theirs) {
            let outcome = if ended == Outcome::Win { Outcome::Loss } else { Outcome::Win };
            return Ok(Proof { verdict: Verdict { outcome, plies: Some(0) }, visited: 0 });
        }
        let left = self.left(position.occupied());
        let (mut least, mut most) = match question {
            Question::Outcome => (-left.min(1), left.min(1)),
            Question::Plies => (-left, left),
        };
        if self.is_held(mine, theirs, true, effort)? {
            most = 0;
        }
        if self.is_held(theirs, mine, false, effort)? {
            least = 0;
        }
        let (mine, theirs) = (self.padded(mine), self.padded(theirs));
        // Null windows halve the open range, near 0 first, where they are decided fastest.
        while least < most {
            let middle = least + (most - least) / 2;
            let window = match middle {
                middle if middle <= 0 && least / 2 < middle => least / 2,
                middle if middle >= 0 && most / 2 > middle => most / 2,
                middle => middle,
            };
            let score = self.root(mine, theirs, window, window + 1, effort)?;
            if score <= window { most = score.max(least) } else { least = score.min(most) }
        }
        let outcome = match least.signum() {
            1 => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        };
        let plies =
            (question == Question::Plies && least != 0).then(|| (left + 1 - least.abs()) as u8);
        Ok(Proof { verdict: Verdict { outcome, plies }, visited: self.visited })
    }

    /// Checks that no stone is in the air, if the game has gravity.
    fn check_places(&self, occupied: u64) -> Result<(), PositionError> {
        let columns = self.stride - 1;
        let hangs = |cell: u32| cell >= columns && occupied >> (cell - columns) & 1 == 0;
        match self.game.has_gravity() && each(occupied).any(hangs) {
            true => Err(PositionError::Places),
            false => Ok(()),
        }
    }

    /// Whether a short search proves that the other side can prevent all lines of a side.
    fn is_held(
        &mut self,
        side: u64,
        other: u64,
        is_its_turn: bool,
        effort: Effort<'_>,
    ) -> Result<bool, ProofError> {
        let Some(breaker) = &mut self.breaker else { return Ok(false) };
        let before = breaker.visited();
        let holds = breaker.holds(side, other, is_its_turn, HELD_WITHIN, effort);
        self.visited += breaker.visited() - before;
        holds.map_err(|Cancelled| ProofError::Cancelled(self.visited))
    }

    fn padded(&self, stones: u64) -> u64 {
        let columns = self.stride - 1;
        each(stones)
            .fold(0, |padded, cell| padded | 1 << (cell / columns * self.stride + cell % columns))
    }

    /// Cells where a stone may be placed.
    #[inline]
    fn places(&self, occupied: u64) -> u64 {
        match self.game.has_gravity() {
            true => (occupied << self.stride | self.bottom) & self.board & !occupied,
            false => self.board & !occupied,
        }
    }

    /// The empty cells that would complete a line of some stones.
    #[inline]
    fn completing(&self, stones: u64, occupied: u64) -> u64 {
        let mut found = 0;
        for step in [1, self.stride - 1, self.stride, self.stride + 1] {
            // `below[n]` has the cells preceded by n stones in this direction, `above[n]` those followed by n stones.
            let (mut below, mut above) =
                ([u64::MAX; LONGEST as usize], [u64::MAX; LONGEST as usize]);
            for n in 1..self.k as usize {
                below[n] = (below[n - 1] & stones) << step;
                above[n] = (above[n - 1] & stones) >> step;
            }
            for n in 0..self.k as usize {
                found |= below[n] & above[self.k as usize - 1 - n];
            }
        }
        found & self.board & !occupied
    }

    /// Whether there is a line on which a side has no stone.
    #[inline]
    fn has_open_line(&self, stones: u64) -> bool {
        let free = self.board & !stones;
        [1, self.stride - 1, self.stride, self.stride + 1].iter().any(|&step| {
            let from = |nth: u32| free.checked_shr(nth * step).unwrap_or(0);
            (1..self.k).fold(free, |lines, nth| lines & from(nth)) != 0
        })
    }

    /// The score of a position at the root, where the side to move may win at once.
    fn root(
        &mut self,
        mine: u64,
        theirs: u64,
        alpha: i8,
        beta: i8,
        effort: Effort<'_>,
    ) -> Result<i8, ProofError> {
        let occupied = mine | theirs;
        if !self.game.is_misere() && self.completing(mine, occupied) & self.places(occupied) != 0 {
            return Ok(self.left(occupied));
        }
        self.score(mine, theirs, alpha, beta, effort)
            .map_err(|Cancelled| ProofError::Cancelled(self.visited))
    }

    /// The score of a position, clamped to two bounds. A win scores the number of empty cells at the end plus one, a
    /// loss its negative, a draw 0. The side to move must not be able to win at once.
    fn score(
        &mut self,
        mine: u64,
        theirs: u64,
        alpha: i8,
        beta: i8,
        effort: Effort<'_>,
    ) -> Result<i8, Cancelled> {
        self.visited += 1;
        if self.visited.is_multiple_of(LOOK) {
            effort.done(LOOK)?;
        }
        let mut open = match self.opened(mine, theirs, alpha, beta) {
            Continue(open) => open,
            Break(score) => return Ok(score),
        };
        let occupied = mine | theirs;
        let at = slot(mine, occupied, self.bounds.len());
        let known = self.bounds[at];
        if known.is_of(mine, occupied)
            && let Some(score) = open.narrowed(known.at_least, known.at_most)
        {
            return Ok(score);
        }
        let Open { moves, alpha, beta } = open;
        let (ordered, count) = self.ordered(mine, occupied, moves);
        let (mut least, mut best) = (alpha, i8::MIN);
        for &(_, cell) in &ordered[..count] {
            let score = -self.score(theirs, mine | cell, -beta, -least, effort)?;
            best = best.max(score);
            least = least.max(score);
            if least >= beta {
                break;
            }
        }
        let bound = &mut self.bounds[at];
        if !known.is_of(mine, occupied) {
            *bound = Bound { mine, occupied, at_most: i8::MAX, at_least: -i8::MAX, is_there: true };
        }
        if best > alpha {
            bound.at_least = bound.at_least.max(best);
        }
        if best < beta {
            bound.at_most = bound.at_most.min(best);
        }
        Ok(best)
    }

    /// The moves and bounds that the rules alone leave, or the score.
    #[inline]
    fn opened(&self, mine: u64, theirs: u64, alpha: i8, beta: i8) -> ControlFlow<i8, Open> {
        let occupied = mine | theirs;
        let moves = self.places(occupied);
        if moves == 0 {
            return Break(0);
        }
        let open = Open { moves, alpha, beta };
        let mut open = match self.game.is_misere() {
            true => self.without_losing(mine, occupied, open),
            false => self.without_lost(theirs, occupied, open),
        }?;
        // A side cannot complete a line if the other side has a stone on every line.
        let (winning, losing) = if self.game.is_misere() { (mine, theirs) } else { (theirs, mine) };
        let least = if open.alpha < 0 && !self.has_open_line(losing) { 0 } else { open.alpha };
        let most = if open.beta > 0 && !self.has_open_line(winning) { 0 } else { open.beta };
        open.narrowed(least, most).map_or(Continue(open), Break)
    }

    /// The moves that complete no line, in a misère game.
    #[inline]
    fn without_losing(&self, mine: u64, occupied: u64, open: Open) -> ControlFlow<i8, Open> {
        let losing = self.completing(mine, occupied) & open.moves;
        if losing == open.moves {
            return Break(-self.left(occupied));
        }
        Continue(Open { moves: open.moves & !losing, ..open })
    }

    /// The moves after which the other side does not win at once, in a normal game.
    #[inline]
    fn without_lost(&self, theirs: u64, occupied: u64, mut open: Open) -> ControlFlow<i8, Open> {
        let left = self.left(occupied);
        let threats = self.completing(theirs, occupied);
        let forced = threats & open.moves;
        if forced & forced.wrapping_sub(1) != 0 {
            return Break(1 - left);
        }
        if forced != 0 {
            open.moves = forced;
        }
        if self.game.has_gravity() {
            // Not below a cell where the other side would win.
            open.moves &= !(threats >> self.stride);
        }
        if open.moves == 0 {
            return Break(1 - left);
        }
        if left <= 2 {
            return Break(0);
        }
        // No side wins within two plies.
        open.narrowed(3 - left, left - 2).map_or(Continue(open), Break)
    }

    /// The empty cells.
    #[inline]
    fn left(&self, occupied: u64) -> i8 {
        (self.cells - occupied.count_ones()) as i8
    }

    /// The moves, those with most completing cells first, and the number of moves.
    #[inline]
    fn ordered(&self, mine: u64, occupied: u64, moves: u64) -> ([(u32, u64); 64], usize) {
        let mut ordered: [(u32, u64); 64] = [(0, 0); 64];
        let mut count = 0;
        for &cell in self.order.iter().filter(|&&cell| cell & moves != 0) {
            let after = mine | cell;
            let score = self.completing(after, occupied | cell).count_ones();
            // Insertion keeps the middle first among equals.
            let mut place = count;
            while place > 0 && ordered[place - 1].0 < score {
                ordered[place] = ordered[place - 1];
                place -= 1;
            }
            ordered[place] = (score, cell);
            count += 1;
        }
        (ordered, count)
    }
}

/// The open part of a position: its moves, and the bounds of its score.
#[derive(Clone, Copy)]
struct Open {
    moves: u64,
    alpha: i8,
    beta: i8,
}

impl Open {
    /// Narrows the bounds to possible scores. Returns the score if the bounds meet.
    #[inline]
    fn narrowed(&mut self, least: i8, most: i8) -> Option<i8> {
        self.alpha = self.alpha.max(least);
        self.beta = self.beta.min(most);
        (self.alpha >= self.beta).then_some(self.alpha)
    }
}

/// Index of a position in the table of bounds, whose length is a power of two.
#[inline]
fn slot(mine: u64, occupied: u64, entries: usize) -> usize {
    let mixed =
        mine.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ occupied.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) as usize
        >> (64 - entries.trailing_zeros())
}
