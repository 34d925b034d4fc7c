//! What became of several positions or puzzles: how many were asked for, refused and undecided.

use crate::cli::output;
use anyhow::bail;
use std::fmt::Display;
use thiserror::Error;

/// Error: a search ended before the whole answer. It has an exit code of its own.
#[derive(Debug, Error)]
pub(in crate::cli) enum Undecided {
    /// Distances, or results of games, are unknown.
    #[error("{0}")]
    Distance(String),
    /// Only numbers of optimal solutions are unknown.
    #[error("{0}")]
    Count(String),
}

/// Counts of positions or puzzles, for the last line and the exit code.
pub(in crate::cli) struct Refusals {
    /// What is counted: "position" or "puzzle".
    noun: &'static str,
    asked: u64,
    refused: u64,
    undecided: u64,
    /// Positions whose optimal solutions only are not counted.
    uncounted: u64,
}

impl Refusals {
    pub fn of(noun: &'static str) -> Self {
        Self { noun, asked: 0, refused: 0, undecided: 0, uncounted: 0 }
    }

    /// Counts positions that were asked for.
    pub fn ask(&mut self, positions: usize) {
        self.asked += positions as u64;
    }

    /// Counts a position that has no answer, and says why, with its place. Returns errors of printing.
    pub fn refuse(&mut self, place: impl Display, error: anyhow::Error) -> anyhow::Result<()> {
        match error.downcast_ref() {
            _ if output::is_of_printing(&error) => return Err(error),
            Some(Undecided::Distance(_)) => self.undecided += 1,
            Some(Undecided::Count(_)) => self.uncounted += 1,
            None => self.refused += 1,
        }
        output::say_line(format_args!("error: {}", output::placed(place, &error)));
        Ok(())
    }

    /// The error of a run with positions that were refused, are undecided, or not counted.
    pub fn result(&self) -> anyhow::Result<()> {
        let asked = output::counted(self.asked, self.noun);
        if self.refused > 0 {
            bail!("{} of {asked} refused", self.refused);
        }
        let open = [(self.undecided, "undecided"), (self.uncounted, "not counted")].into_iter();
        let open = open.filter(|&(positions, _)| positions > 0);
        let open: Vec<String> = open.map(|(n, what)| format!("{n} of {asked} {what}")).collect();
        match open.is_empty() {
            true => Ok(()),
            false => bail!(Undecided::Distance(open.join(", "))),
        }
    }
}
