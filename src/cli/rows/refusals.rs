//! What became of several positions or puzzles: how many were asked for, refused and undecided.

use crate::cli::output;
use anyhow::bail;
use std::fmt::Display;
use thiserror::Error;

/// Error: positions are undecided. It has an exit code of its own.
#[derive(Debug, Error)]
#[error("{0}")]
pub(in crate::cli) struct Undecided(pub String);

/// Counts of positions or puzzles, for the last line and the exit code.
pub(in crate::cli) struct Refusals {
    /// What is counted: "position" or "puzzle".
    noun: &'static str,
    asked: u64,
    refused: u64,
    undecided: u64,
}

impl Refusals {
    pub fn of(noun: &'static str) -> Self {
        Self { noun, asked: 0, refused: 0, undecided: 0 }
    }

    /// Counts positions that were asked for.
    pub fn ask(&mut self, positions: usize) {
        self.asked += positions as u64;
    }

    /// Counts a position that has no answer, and says why, with its place. Returns errors of printing.
    pub fn refuse(&mut self, place: impl Display, error: anyhow::Error) -> anyhow::Result<()> {
        match () {
            () if output::is_of_printing(&error) => return Err(error),
            () if error.is::<Undecided>() => self.undecided += 1,
            () => self.refused += 1,
        }
        output::say_line(format_args!("error: {}", output::placed(place, &error)));
        Ok(())
    }

    /// The error of a run with positions that were refused or are undecided.
    pub fn result(&self) -> anyhow::Result<()> {
        let asked = output::counted(self.asked, self.noun);
        match (self.refused, self.undecided) {
            (0, 0) => Ok(()),
            (0, undecided) => bail!(Undecided(format!("{undecided} of {asked} undecided"))),
            (refused, _) => bail!("{refused} of {asked} refused"),
        }
    }
}
