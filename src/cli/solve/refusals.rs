//! What became of many positions: how many were asked for, refused and undecided.

use super::undecided::Undecided;
use crate::cli::output;
use anyhow::bail;

/// Counts of positions, for the last line and the exit code.
#[derive(Default)]
pub(super) struct Refusals {
    asked: u64,
    refused: u64,
    undecided: u64,
}

impl Refusals {
    /// Counts positions that were asked for.
    pub fn ask(&mut self, positions: usize) {
        self.asked += positions as u64;
    }

    /// Counts the position of a line that has no answer, and says why. Returns errors of printing.
    pub fn refuse(&mut self, line: u64, error: anyhow::Error) -> anyhow::Result<()> {
        match () {
            () if error.is::<Undecided>() => {
                self.undecided += 1;
                output::say_line(format_args!("line {line}: {error}"));
            }
            () if output::is_of_printing(&error) => return Err(error),
            () => {
                self.refused += 1;
                output::say_line(format_args!("error: line {line}: {error:#}"));
            }
        }
        Ok(())
    }

    /// The error of a run with positions that were refused or are undecided.
    pub fn result(&self) -> anyhow::Result<()> {
        let asked = output::counted(self.asked, "position");
        match (self.refused, self.undecided) {
            (0, 0) => Ok(()),
            (0, undecided) => bail!(Undecided(format!("{undecided} of {asked} undecided"))),
            (refused, _) => bail!("{refused} of {asked} refused"),
        }
    }
}
