//! Games too large for a table: the value of one position by forward search.
//!
//! A proof that a side can be kept from every line comes first, if it is short ([`Breaker`]). Then null windows narrow
//! the score.

use super::alphabeta::{Root, plies, solve};
use super::bitboard::{Bitboard, LONGEST_LINE};
use super::bounds::Bounds;
use super::breaker::Breaker;
use super::lines::Lines;
use super::stones::{Position, PositionError, ended};
use super::verdict::{Outcome, Verdict};
use huarong_core::effort::{Cancelled, Effort};
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
        "{0} is too large to be searched: its cells and one more per row, or with gravity per column, must be at most 64, \
         and its lines at most {LONGEST_LINE}"
    )]
    Board(String),
}

/// The question for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Question {
    /// Who wins.
    Outcome,
    /// Who wins, and in how many plies.
    Plies,
}

/// An answer and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof {
    /// Value of the position for the side to move; without plies unless requested.
    pub verdict: Verdict,
    /// Number of positions visited.
    pub visited: u64,
}

/// Most positions of the proof that a side can be kept from every line, which precedes the search.
const MOST_POSITIONS_OF_BREAKER: u64 = 100_000;

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
    board: Bitboard,
    bounds: Tables,
    breaker: Option<Breaker>,
    visited: u64,
}

/// A table of bounds for short or long keys.
enum Tables {
    Short(Bounds<u64>),
    Long(Bounds<u128>),
}

impl<'g> Prover<'g> {
    /// A new prover, with tables that grow to at most 400 MB.
    pub fn new(game: &'g Lines) -> Result<Self, ProofError> {
        Self::within(game, u64::MAX)
    }

    /// A new prover, with tables of at most `memory` bytes. Smaller tables lose more results, which takes more time.
    pub fn within(game: &'g Lines, memory: u64) -> Result<Self, ProofError> {
        let board = Bitboard::new(game).ok_or_else(|| ProofError::Board(game.to_string()))?;
        let bounds = match board.has_short_keys() {
            true => Tables::Short(Bounds::new(board.key_bits(), memory / 2)),
            false => Tables::Long(Bounds::new(board.key_bits(), memory / 2)),
        };
        let breaker = Breaker::new(game, memory - memory / 2);
        Ok(Self { game, board, bounds, breaker, visited: 0 })
    }

    /// The game.
    pub fn game(&self) -> &'g Lines {
        self.game
    }

    /// The value of a position. Reports progress in positions visited.
    pub fn prove(
        &mut self,
        position: &Position,
        question: Question,
        effort: Effort<'_>,
    ) -> Result<Proof, ProofError> {
        self.visited = 0;
        let (mine, theirs) = position.sides();
        if self.board.has_hanging(self.board.spread(position.occupied())) {
            return Err(PositionError::Places.into());
        }
        if ended(self.game, mine).is_some() {
            return Err(PositionError::OutOfPlay.into());
        }
        if let Some(ended) = ended(self.game, theirs) {
            let verdict = Verdict { outcome: ended.turned(), plies: Some(0) };
            return Ok(Proof { verdict, visited: 0 });
        }
        let most = if self.is_held(mine, theirs, true, effort)? { 0 } else { i32::MAX };
        let least = if self.is_held(theirs, mine, false, effort)? { 0 } else { i32::MIN };
        let (mine, theirs) = (self.board.spread(mine), self.board.spread(theirs));
        let sign_only = question == Question::Outcome;
        let root = Root { mine, theirs, least, most, sign_only };
        let (board, visited) = (&self.board, &mut self.visited);
        let solved = match &mut self.bounds {
            Tables::Short(bounds) => solve(board, bounds, root, visited, effort),
            Tables::Long(bounds) => solve(board, bounds, root, visited, effort),
        };
        let (least, most) = solved.map_err(|Cancelled| ProofError::Cancelled(self.visited))?;
        let outcome = match (least.signum(), most.signum()) {
            (1, _) => Outcome::Win,
            (_, -1) => Outcome::Loss,
            _ => Outcome::Draw,
        };
        let left = self.board.left(mine | theirs);
        let plies = (question == Question::Plies && least != 0)
            .then(|| plies(&self.board, left, least) as u8);
        Ok(Proof { verdict: Verdict { outcome, plies }, visited: self.visited })
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
        let holds = breaker.holds(side, other, is_its_turn, MOST_POSITIONS_OF_BREAKER, effort);
        self.visited += breaker.visited() - before;
        holds.map_err(|Cancelled| ProofError::Cancelled(self.visited))
    }
}
