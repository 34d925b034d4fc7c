//! Sums over the moves: by participant and board, and the decisions for the error model.

use super::attempt::{Key, Row, Step};
use super::record::{CoefficientRecord, SummaryRecord};
use crate::cli::output::Format;
use huarong_core::rules::Metric;
use huarong_lab::difficulty::{Decision, Decisions};
use std::collections::BTreeMap;
use std::io::Write;

/// Sums over all moves so far.
pub(super) struct Tally {
    metric: Metric,
    /// By participant and board, in the order of their first rows.
    sums: Vec<SummaryRecord>,
    places: BTreeMap<Key, usize>,
    decisions: Decisions,
}

impl Tally {
    pub fn new(metric: Metric) -> Self {
        let (sums, places) = (Vec::new(), BTreeMap::new());
        Self { metric, sums, places, decisions: Decisions::default() }
    }

    pub fn add(&mut self, row: &Row<'_>) {
        let sum = self.sum(row);
        sum.attempts = sum.attempts.max(row.attempt);
        sum.refused += u64::from(row.step.is_err());
        let Ok(Step::Move(judged)) = &row.step else { return };
        let made = judged.made;
        let (is_error, is_choice) = (made.is_error(), made.is_choice());
        sum.moves += 1;
        sum.choices += u64::from(is_choice);
        sum.errors += u64::from(is_error);
        // The first attempt that reached the goal and was read whole.
        if made.after == 0 && sum.solved_in.is_none() {
            sum.excess = judged.excess;
            sum.solved_in = judged.excess.map(|_| judged.number);
        }
        let rate = sum.errors as f64 / sum.choices as f64;
        sum.error_rate = (sum.choices > 0).then(|| (rate * 1e4).round() / 1e4);
        if is_choice {
            let after_error = judged.after_error;
            let (distance, mobility) = (made.distance, made.mobility);
            self.decisions.add(Decision { distance, mobility, after_error, is_error });
        }
    }

    fn sum(&mut self, row: &Row<'_>) -> &mut SummaryRecord {
        // Most rows are of the participant and the board of the row before.
        let is_of = |sum: &SummaryRecord| {
            sum.participant.as_deref() == row.participant && sum.start.as_deref() == row.start
        };
        let last = self.sums.len().checked_sub(1).filter(|&last| is_of(&self.sums[last]));
        let place = last.unwrap_or_else(|| {
            let (participant, start) =
                (row.participant.map(str::to_owned), row.start.map(str::to_owned));
            *self.places.entry((participant.clone(), start.clone())).or_insert_with(|| {
                let (metric, distance) = (self.metric.name(), row.start_distance);
                let sum =
                    SummaryRecord { participant, start, metric, distance, ..Default::default() };
                self.sums.push(sum);
                self.sums.len() - 1
            })
        });
        &mut self.sums[place]
    }

    /// Writes a row for each participant and board.
    pub fn write_summaries(&self, format: Format, out: &mut impl Write) -> anyhow::Result<()> {
        format.begin::<SummaryRecord>(out)?;
        let mut sums = self.sums.iter();
        sums.try_for_each(|sum| format.write(sum, out, |sum, out| sum.write_text(out)))
    }

    /// Writes the fitted coefficients of the error model.
    pub fn write_fit(&self, format: Format, out: &mut impl Write) -> anyhow::Result<()> {
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
        for coefficient in CoefficientRecord::all(&fit, self.metric) {
            format.write(&coefficient, out, |coefficient, out| coefficient.write_text(out))?;
        }
        Ok(())
    }
}
