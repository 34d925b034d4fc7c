//! Answers to other questions than for a solution.

use super::answer::{Place, UnreadAnswer, places};
use super::asked::Asked;
use super::referee::{Referee, Score};
use huarong_core::position::Position;
use huarong_core::rules::Puzzle;
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
    /// let is_right = |question, answer| Ok::<_, huarong::OracleError>(referee.mark(question, answer, &options)?.correct);
    /// assert!(is_right(Question::Length, "Answer: 2")?);
    /// assert!(is_right(Question::Legal("A right 1"), "No, B is in the way.")?);
    /// assert!(is_right(Question::Board("B down 2"), "...\nAA.\n..B\n..B")?);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`score`](Self::score).
    pub fn mark(
        &self,
        question: Question<'_>,
        answer: &str,
        options: &Options<'_>,
    ) -> Result<Score, OracleError> {
        let asked = question.asked();
        let marked = match question {
            Question::Solve => return self.score(answer, options),
            Question::Within(most) => {
                let score = self.score(answer, options)?;
                let correct = score.moves.is_some_and(|moves| moves <= most);
                return Ok(Score { asked, correct, ..score });
            }
            Question::Next => {
                let score = self.score(answer, options)?;
                let correct =
                    score.legal > 0 && score.first_detour != Some(1) && score.optimal.is_some();
                return Ok(Score { asked, correct, ..score });
            }
            Question::Legal(made) => {
                let truth = self.read(made, false).is_ok_and(|(.., played)| played.error.is_none());
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
                let puzzle = self.start().puzzle();
                let truth = self.read(moves, false).map(|(.., played)| played.end);
                board(answer, puzzle).map(|(place, said)| {
                    (place, "board", truth.is_ok_and(|truth| truth == *said.arrangement()))
                })
            }
            Question::Mistake(moves) => {
                let truth = match self.read(moves, false) {
                    Ok((.., played)) => {
                        let first = self.first_loss(&played, options)?;
                        first.map(|first| u64::from(played.moves[first as usize - 1].1))
                    }
                    Err(_) => None,
                };
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
}

/// The only answer of the first place that has one. `all` finds those of a text.
fn only<'t, T: PartialEq>(
    text: &'t str,
    kind: &'static str,
    all: impl Fn(&'t str) -> Vec<T>,
) -> Result<(Place, T), UnreadAnswer> {
    for (place, parts) in places(text) {
        let mut found = parts.into_iter().flat_map(&all);
        if let Some(first) = found.next() {
            return match found.all(|other| other == first) {
                true => Ok((place, first)),
                false => Err(UnreadAnswer::Differ),
            };
        }
    }
    Err(UnreadAnswer::NoAnswer(kind))
}

/// Words that say yes, and words that say no.
const YES: [&str; 8] =
    ["yes", "true", "legal", "possible", "solvable", "valid", "can", "reachable"];
const NO: [&str; 9] = [
    "no",
    "false",
    "illegal",
    "impossible",
    "unsolvable",
    "invalid",
    "cannot",
    "unreachable",
    "not",
];
/// The same in Chinese. Those that say no contain some that say yes.
const CHINESE_YES: [&str; 6] = ["可以", "能", "合法", "有解", "是", "對"];
const CHINESE_NO: [&str; 8] = ["不可以", "不能", "不合法", "不是", "不對", "無解", "沒有", "否"];

/// Yes or no.
fn verdict(text: &str) -> Result<(Place, bool), UnreadAnswer> {
    only(text, "yes or no", |part| {
        let small = part.to_lowercase();
        let mut found = Vec::new();
        let mut is_negated = false;
        for word in
            small.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty())
        {
            match () {
                () if word == "not" => is_negated = true,
                () if NO.contains(&word) => found.push(false),
                () if YES.contains(&word) => found.push(!std::mem::take(&mut is_negated)),
                () => {}
            }
        }
        let mut chinese = small;
        for no in CHINESE_NO {
            if chinese.contains(no) {
                found.push(false);
                chinese = chinese.replace(no, "");
            }
        }
        found.extend(CHINESE_YES.iter().any(|yes| chinese.contains(yes)).then_some(true));
        found
    })
}

/// A number.
fn number(text: &str) -> Result<(Place, u64), UnreadAnswer> {
    only(text, "number", |part| {
        let numbers = part.split(|sign: char| !sign.is_ascii_digit());
        numbers.filter_map(|digits| digits.parse().ok()).collect()
    })
}

/// A position: rows of letters, or a text with `/` between its rows.
fn board(text: &str, puzzle: &Puzzle) -> Result<(Place, Position), UnreadAnswer> {
    let (width, height) =
        (usize::from(puzzle.board().width()), usize::from(puzzle.board().height()));
    only(text, "board", |part| {
        let mut found = Vec::new();
        let mut rows: Vec<String> = Vec::new();
        for line in part.lines().chain([""]) {
            let line = line.trim().trim_matches(['"', '\'', ',', '`']);
            found.extend(
                line.split_whitespace()
                    .filter(|word| word.contains('/'))
                    .filter_map(|word| puzzle.parse(word).ok()),
            );
            let row: String = line.chars().filter(|sign| !sign.is_whitespace()).collect();
            if row.chars().count() == width {
                rows.push(row);
                continue;
            }
            if rows.len() == height {
                found.extend(puzzle.parse(&rows.join("/")).ok());
            }
            rows.clear();
        }
        found
    })
}
