//! Rows of the output.

use super::attempt::{Judged, Row, Step};
use super::moves::Letters;
use crate::cli::output::{Flat, counted, one_line};
use huarong_core::rules::Metric;
use huarong_lab::difficulty::Fit;
use serde::Serialize;
use std::io::{self, Write};

/// A move of a person.
#[derive(Default, Serialize)]
pub(super) struct MoveRecord<'r> {
    line: u64,
    participant: Option<&'r str>,
    start: Option<&'r str>,
    metric: &'static str,
    attempt: u32,
    /// 0 for a start; none for a row that is refused.
    #[serde(rename = "move")]
    number: Option<u32>,
    /// The position before the move; none for a start.
    from_position: Option<&'r str>,
    distance: Option<u16>,
    mobility: Option<u32>,
    best_move_count: Option<u32>,
    /// The position after the move, or the start.
    to_position: Option<&'r str>,
    distance_change: Option<i32>,
    is_error: Option<bool>,
    after_error: Option<bool>,
    excess: Option<i64>,
    /// How the letters of a list of moves name pieces.
    letters: Option<Letters>,
    error: Option<&'r str>,
}

/// The attempts of a participant at a board.
#[derive(Default, Serialize)]
pub(super) struct SummaryRecord {
    pub participant: Option<String>,
    pub start: Option<String>,
    pub metric: &'static str,
    pub attempts: u32,
    pub moves: u64,
    pub choices: u64,
    pub errors: u64,
    pub error_rate: Option<f64>,
    pub distance: Option<u16>,
    pub solved_in: Option<u32>,
    pub excess: Option<i64>,
    pub refused: u64,
}

/// A fitted coefficient.
#[derive(Default, Serialize)]
pub(super) struct CoefficientRecord {
    coefficient: &'static str,
    metric: &'static str,
    estimate: f64,
    standard_error: f64,
    low: f64,
    high: f64,
}

impl<'r> MoveRecord<'r> {
    pub fn of(row: &'r Row<'_>, metric: Metric) -> Self {
        let (judged, start) = match &row.step {
            Ok(Step::Move(judged)) => (Some(judged), None),
            Ok(Step::Start(position)) => (None, Some(position)),
            Err(_) => (None, None),
        };
        let made = judged.map(|judged| judged.made);
        let change =
            |Judged { made, .. }: &Judged| i32::from(made.after) - i32::from(made.distance);
        Self {
            line: row.line,
            participant: row.participant,
            start: row.start,
            metric: metric.name(),
            attempt: row.attempt,
            number: judged.map(|judged| judged.number).or(start.map(|_| 0)),
            from_position: judged.map(|judged| &*judged.from),
            distance: made.map(|made| made.distance),
            mobility: made.map(|made| made.mobility),
            best_move_count: made.map(|made| made.best_moves),
            to_position: judged.map(|judged| &judged.to).or(start).map(String::as_str),
            distance_change: judged.map(change),
            is_error: made.map(|made| made.is_error()),
            after_error: judged.map(|judged| judged.after_error),
            excess: judged.and_then(|judged| judged.excess),
            letters: row.letters,
            error: row.step.as_ref().err().map(String::as_str),
        }
    }

    /// Writes a line. Standard error has the errors.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Some((number, position)) = self.number.zip(self.to_position) else {
            return Ok(());
        };
        let (person, attempt) = (one_line(self.participant.unwrap_or_default()), self.attempt);
        write!(out, "{person} {attempt}.{number:<3} {position}")?;
        if let (Some(distance), Some(change)) = (self.distance, self.distance_change) {
            let [best, mobility] =
                [self.best_move_count, self.mobility].map(Option::unwrap_or_default);
            write!(out, "  {distance:>4} {change:+}  best {best} of {mobility}")?;
            match self.excess {
                Some(excess) => write!(out, "  excess {excess}")?,
                None => write!(out, "  excess unknown")?,
            }
        }
        writeln!(out, "{}", if self.is_error == Some(true) { "  error" } else { "" })
    }
}

impl CoefficientRecord {
    /// The coefficients of a fit, with their intervals of 95 %.
    pub fn all(fit: &Fit, metric: Metric) -> [Self; 4] {
        /// The quantile 0.975 of the normal distribution.
        const NORMAL: f64 = 1.959_963_984_540_054;
        let model = fit.model;
        let named = [
            ("intercept", model.intercept),
            ("distance", model.distance),
            ("mobility", model.mobility),
            ("previous", model.previous),
        ];
        let errors = fit.standard_errors;
        std::array::from_fn(|number| {
            let ((coefficient, estimate), standard_error) = (named[number], errors[number]);
            let half = NORMAL * standard_error;
            let [estimate, standard_error, low, high] =
                [estimate, standard_error, estimate - half, estimate + half].map(rounded);
            Self { coefficient, metric: metric.name(), estimate, standard_error, low, high }
        })
    }

    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { coefficient, estimate, standard_error, low, high, .. } = self;
        writeln!(
            out,
            "{coefficient:<10} {estimate:>12.6}   standard error {standard_error:.6}   95 % interval {low:.6} to {high:.6}"
        )
    }
}

/// A number with six decimal places.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

impl SummaryRecord {
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let start =
            self.start.as_ref().map_or(String::new(), |start| format!(" at {}", one_line(start)));
        let refused =
            (self.refused > 0).then(|| format!("{} refused", counted(self.refused, "row")));
        let solved = match (self.solved_in, self.distance, self.excess, refused) {
            (Some(moves), Some(distance), Some(excess), refused) => {
                let refused = refused.map_or(String::new(), |refused| format!("; {refused}"));
                format!("solved in {moves} moves, {excess} more than {distance}{refused}")
            }
            (.., Some(refused)) => format!("not read whole: {refused}"),
            _ => "not solved".to_owned(),
        };
        writeln!(
            out,
            "{}{start}: {}, {}, {} in {}; {solved}",
            one_line(self.participant.as_deref().unwrap_or_default()),
            counted(self.attempts.into(), "attempt"),
            counted(self.moves, "move"),
            counted(self.errors, "error"),
            counted(self.choices, "choice")
        )
    }
}

impl Flat for MoveRecord<'_> {}

impl Flat for SummaryRecord {}

impl Flat for CoefficientRecord {}
