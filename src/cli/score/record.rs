//! Rows of the output.

use crate::cli::output::{Record, counted, keys};
use huarong_pages::json::ScoreRecord;
use serde::Serialize;
use serde_json::Value;
use std::io::{self, Write};

/// A judged answer.
#[derive(Default, Serialize)]
pub(super) struct AnswerRecord {
    pub line: u64,
    pub id: Option<Value>,
    pub metric: Option<&'static str>,
    #[serde(flatten)]
    pub score: ScoreRecord,
    /// Why the row has no score.
    pub error: Option<String>,
}

impl Record for AnswerRecord {
    fn header() -> Vec<String> {
        let first = ["line", "id", "metric"].map(str::to_owned);
        let score = keys(&ScoreRecord::default());
        first.into_iter().chain(score).chain(["error".to_owned()]).collect()
    }

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let Self { line, id, metric, score, error } = self;
        [(line, id, metric, score, error)]
    }
}

impl AnswerRecord {
    /// Writes a line. Standard error has the errors of boards.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        if self.error.is_some() {
            return Ok(());
        }
        let score = &self.score;
        write!(out, "line {}: ", self.line)?;
        let question = score.question.unwrap_or_default();
        if !["solve", "within"].contains(&question) {
            let verdict = if score.correct { "right" } else { "wrong" };
            let why = score.error_why.as_ref().map_or(String::new(), |why| format!("; {why}"));
            return writeln!(out, "{question}: {verdict}{why}");
        }
        let moves = |number: u32| counted(number.into(), "move");
        match (score.moves, score.optimal) {
            (Some(made), _) => {
                write!(out, "solved in {}", moves(made))?;
                match score.excess {
                    Some(0) => write!(out, ", optimal")?,
                    excess => write!(out, ", {} more than optimal", excess.unwrap_or_default())?,
                }
            }
            (None, Some(optimal)) => {
                write!(out, "not solved, {} legal of {}", score.legal, moves(score.written))?;
                match score.distance {
                    Some(left) => write!(out, ", {left} left of {optimal}")?,
                    None => write!(out, ", the goal can no longer be reached")?,
                }
            }
            (None, None) => write!(out, "not solved: no moves lead to the goal")?,
        }
        if let Some(detour) = score.first_detour {
            write!(out, ", first detour at move {detour}")?;
        }
        if let (Some(number), Some(text), Some(why)) =
            (score.error_number, &score.error_move, &score.error_why)
        {
            match number {
                0 => write!(out, "; {why}")?,
                _ => write!(out, "; move {number}, {text:?}: {why}")?,
            }
        }
        writeln!(out)
    }
}

/// Counts of answers.
#[derive(Default)]
pub(super) struct Totals {
    pub answers: u64,
    pub right: u64,
    pub optimal: u64,
    pub illegal: u64,
    pub unread: u64,
    pub rewards: f64,
}

impl Totals {
    pub fn add(&mut self, record: &AnswerRecord) {
        let score = &record.score;
        self.answers += u64::from(record.error.is_none());
        self.right += u64::from(score.correct);
        self.optimal += u64::from(score.excess == Some(0));
        let is_unread = score.error_number == Some(0);
        self.unread += u64::from(is_unread);
        self.illegal += u64::from(score.error_number.is_some() && !is_unread);
        self.rewards += score.reward;
    }
}
