//! Answers to other questions than for a solution.

use super::asked::Asked;
use super::move_reader::Played;
use super::places::prepared;
use super::referee::{Referee, Score};
use super::replies::{board, number, verdict};
use super::written::Cells;
use huarong_oracle::{Options, OracleError};
use thiserror::Error;

/// A question about the start of a [`Referee`], with the moves that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Question<'q> {
    /// A solution of any length.
    Solve,
    /// A solution of at most this number of moves.
    Within(u32),
    /// A best next move.
    Next,
    /// Whether a move is legal.
    Legal(&'q str),
    /// The board after some moves.
    Board(&'q str),
    /// Whether there is a solution.
    Solvable,
    /// The number of moves of an optimal solution.
    Length,
    /// The number of the first of some moves that does not lead nearer to the goal.
    Mistake(&'q str),
}

/// Error: a question lacks the moves or the number that it needs.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the question {:?} needs {missing}", .asked.name())]
pub struct IncompleteQuestion {
    asked: Asked,
    missing: &'static str,
}

/// Error: an answer cannot be judged.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MarkError {
    /// The moves that the question names cannot be read, or are not legal where they must be.
    #[error("about: {0}")]
    About(String),
    /// The search for a distance failed.
    #[error(transparent)]
    Oracle(#[from] OracleError),
    /// The search for the values of a position of a game of stones failed.
    #[cfg(feature = "games")]
    #[error(transparent)]
    Stones(#[from] huarong_games::ProofError),
}

impl<'q> Question<'q> {
    /// The question of a row of `huarong tasks`, which names moves and the most moves of an answer in columns of their own.
    ///
    /// # Errors
    ///
    /// If the question needs moves, and there are none, or if it needs a limit, and there is none.
    pub fn new(
        asked: Asked,
        about: &'q str,
        within: Option<u32>,
    ) -> Result<Self, IncompleteQuestion> {
        let lacks = |missing| IncompleteQuestion { asked, missing };
        let moves = || match about.is_empty() {
            true => Err(lacks("moves in \"about\"")),
            false => Ok(about),
        };
        Ok(match asked {
            Asked::Solve => Self::Solve,
            Asked::Within => Self::Within(within.ok_or_else(|| lacks("a number in \"within\""))?),
            Asked::Next => Self::Next,
            Asked::Legal => Self::Legal(moves()?),
            Asked::Board => Self::Board(moves()?),
            Asked::Solvable => Self::Solvable,
            Asked::Length => Self::Length,
            Asked::Mistake => Self::Mistake(moves()?),
        })
    }

    /// The question without its moves.
    pub fn asked(&self) -> Asked {
        match self {
            Self::Solve => Asked::Solve,
            Self::Within(_) => Asked::Within,
            Self::Next => Asked::Next,
            Self::Legal(_) => Asked::Legal,
            Self::Board(_) => Asked::Board,
            Self::Solvable => Asked::Solvable,
            Self::Length => Asked::Length,
            Self::Mistake(_) => Asked::Mistake,
        }
    }
}

impl Referee {
    /// Judges the answer to a question. The right answer is found from the board alone.
    ///
    /// ```
    /// use huarong::score::{Question, Referees};
    /// use huarong::{Metric, Options, Position};
    ///
    /// let (start, options) = (Position::from_rush("..B/AAB/.../...")?, Options::new());
    /// let referee = Referees::new().of(&start, Metric::Straight, &options)?;
    /// let is_right = |question, answer| Ok::<_, huarong::score::MarkError>(referee.mark(question, answer, &options)?.correct);
    /// assert!(is_right(Question::Length, "Answer: 2")?);
    /// assert!(is_right(Question::Legal("A right 1"), "No, B is in the way.")?);
    /// assert!(is_right(Question::Board("B down 2"), "...\nAA.\n..B\n..B")?);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the moves that the question names cannot be read, or as [`score`](Self::score).
    pub fn mark(
        &self,
        question: Question<'_>,
        answer: &str,
        options: &Options<'_>,
    ) -> Result<Score, MarkError> {
        self.mark_with(&Cells::ALL, question, answer, options)
    }

    /// Judges the answer to a task, whose prompt says that cells are (row, column), counted from 1.
    ///
    /// # Errors
    ///
    /// As [`mark`](Self::mark).
    pub fn mark_task(
        &self,
        question: Question<'_>,
        answer: &str,
        options: &Options<'_>,
    ) -> Result<Score, MarkError> {
        self.mark_with(&Cells::OF_TASKS, question, answer, options)
    }

    fn mark_with(
        &self,
        cells: &[Cells],
        question: Question<'_>,
        answer: &str,
        options: &Options<'_>,
    ) -> Result<Score, MarkError> {
        let asked = question.asked();
        let answer = &*prepared(answer);
        let marked = match question {
            Question::Solve => return Ok(self.score_with(cells, answer, options)?),
            Question::Within(most) => {
                let score = self.score_with(cells, answer, options)?;
                let correct = score.moves.is_some_and(|moves| moves <= most);
                return Ok(Score { asked, correct, ..score });
            }
            Question::Next => {
                let score = self.score_with(cells, answer, options)?;
                let correct =
                    score.legal > 0 && score.first_detour != Some(1) && score.optimal.is_some();
                return Ok(Score { asked, correct, ..score });
            }
            Question::Legal(made) => {
                let truth = self.about(cells, made)?.error.is_none();
                verdict(answer).map(|(place, said)| (place, "yes or no", said == truth))
            }
            Question::Solvable => {
                let truth = self.optimal().is_some();
                verdict(answer).map(|(place, said)| (place, "yes or no", said == truth))
            }
            Question::Length => {
                let truth = self.optimal().map(u64::from);
                number(answer).map(|(place, said)| (place, "number", Some(said) == truth))
            }
            Question::Board(moves) => {
                let truth = self.legal_about(cells, moves)?.end;
                board(answer, self.start().puzzle())
                    .map(|(place, said)| (place, "board", truth == *said.arrangement()))
            }
            Question::Mistake(moves) => {
                let played = self.legal_about(cells, moves)?;
                let first = self.first_loss(&played, options)?;
                let truth = first.map(|first| u64::from(played.moves[first as usize - 1].1));
                number(answer).map(|(place, said)| (place, "number", Some(said) == truth))
            }
        };
        Ok(match marked {
            Ok((place, kind, correct)) => Score {
                asked,
                correct,
                reading: Some(format!("{place}, {kind}")),
                ..self.unmoved()
            },
            Err(unread) => Score { asked, ..self.unread(&unread) },
        })
    }

    /// Makes the moves that a question names.
    fn about(&self, cells: &[Cells], moves: &str) -> Result<Played, MarkError> {
        let moves = prepared(moves);
        let read = self.reader.read(cells, &moves, false);
        let (.., played) = read.map_err(|unread| MarkError::About(unread.to_string()))?;
        Ok(played)
    }

    /// The same, if all of them are legal.
    fn legal_about(&self, cells: &[Cells], moves: &str) -> Result<Played, MarkError> {
        let played = self.about(cells, moves)?;
        match &played.error {
            None => Ok(played),
            Some((number, why)) => Err(MarkError::About(format!("move {number}: {why}"))),
        }
    }
}
