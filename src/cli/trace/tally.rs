//! Sums over the moves: by participant and board, and the decisions for the error model.

use super::attempt::{Key, Row, Step};
use super::record::{CoefficientRecord, SummaryRecord};
use crate::cli::output::Format;
use huarong_core::rules::Metric;
use huarong_lab::difficulty::{Decision, Decisions};
use std::collections::BTreeMap;
use std::io::Write;

/// Sums over all moves so far.
#[derive(Default)]
pub(super) struct Tally {
    /// By participant and board, in the order of their first rows.
    sums: Vec<Sum>,
    places: BTreeMap<Key, usize>,
    decisions: Decisions,
}

/// The attempts of a participant at a board.
struct Sum {
    participant: Option<String>,
    start: Option<String>,
    attempts: u32,
    moves: u64,
    choices: u64,
    errors: u64,
    refused: u64,
    distance: Option<u16>,
    /// Number of moves of the first attempt that reached the goal and was read whole, and those that it lost.
    solved: Option<(u32, i64)>,
}

impl Tally {
    pub fn add(&mut self, row: &Row<'_>) {
        let sum = self.sum(row);
        sum.attempts = sum.attempts.max(row.attempt);
        sum.refused += u64::from(row.step.is_err());
        let Ok(Step::Move(judged)) = &row.step else { return };
        let (number, made) = (judged.number, judged.made);
        let (is_error, is_choice) = (made.is_error(), made.is_choice());
        sum.moves += 1;
        sum.choices += u64::from(is_choice);
        sum.errors += u64::from(is_error);
        if made.after == 0 && sum.solved.is_none() {
            sum.solved = judged.excess.map(|excess| (number, excess));
        }
        if is_choice {
            let after_error = judged.after_error;
            let (distance, mobility) = (made.distance, made.mobility);
            self.decisions.add(Decision { distance, mobility, after_error, is_error });
        }
    }

    fn sum(&mut self, row: &Row<'_>) -> &mut Sum {
        // Most rows are of the participant and the board of the row before.
        let is_of = |sum: &Sum| {
            sum.participant.as_deref() == row.participant && sum.start.as_deref() == row.start
        };
        let last = self.sums.len().checked_sub(1).filter(|&last| is_of(&self.sums[last]));
        let place = last.unwrap_or_else(|| {
            let key = (row.participant.map(str::to_owned), row.start.map(str::to_owned));
            *self.places.entry(key).or_insert_with(|| {
                self.sums.push(Sum {
                    participant: row.participant.map(str::to_owned),
                    start: row.start.map(str::to_owned),
                    attempts: 0,
                    moves: 0,
                    choices: 0,
                    errors: 0,
                    refused: 0,
                    distance: row.start_distance,
                    solved: None,
                });
                self.sums.len() - 1
            })
        });
        &mut self.sums[place]
    }

    /// Writes a row for each participant and board.
    pub fn write_summaries(
        &self,
        metric: Metric,
        format: Format,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        format.begin::<SummaryRecord<'_>>(out)?;
        for sum in &self.sums {
            let rate = |errors: u64| errors as f64 / sum.choices as f64;
            let record = SummaryRecord {
                participant: sum.participant.as_deref(),
                start: sum.start.as_deref(),
                metric: metric.name(),
                attempts: sum.attempts,
                moves: sum.moves,
                choices: sum.choices,
                errors: sum.errors,
                error_rate: (sum.choices > 0).then(|| (rate(sum.errors) * 1e4).round() / 1e4),
                distance: sum.distance,
                solved_in: sum.solved.map(|(moves, _)| moves),
                excess: sum.solved.map(|(_, excess)| excess),
                refused: sum.refused,
            };
            format.write(&record, out, |record, out| record.write_text(out))?;
        }
        Ok(())
    }

    /// Writes the fitted coefficients of the error model.
    pub fn write_fit(
        &self,
        metric: Metric,
        format: Format,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let fit = self.decisions.fit()?;
        if format == Format::Text {
            let (decisions, errors) = (fit.decisions, fit.errors);
            let model = fit.model;
            writeln!(
                out,
                "{errors} errors in {decisions} choices; log-likelihood {:.3}",
                fit.log_likelihood
            )?;
            writeln!(
                out,
                "--error-model={:.6},{:.6},{:.6},{:.6}",
                model.intercept, model.distance, model.mobility, model.previous
            )?;
        }
        format.begin::<CoefficientRecord>(out)?;
        for coefficient in CoefficientRecord::all(&fit, metric) {
            format.write(&coefficient, out, |coefficient, out| coefficient.write_text(out))?;
        }
        Ok(())
    }
}
