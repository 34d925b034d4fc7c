//! Tables of tile puzzles that are too large for tables of distances.

use super::session::Session;
use super::{long_work, output};
use anyhow::Context;
use huarong_core::rules::{Arrangement, Metric, PieceSet, Puzzle};
use huarong_search::{TileFileError, TileFiles, TileSolver};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// The tables of the chosen puzzle for its only goal position.
pub(super) struct TileBounds<'s> {
    session: &'s Session,
    files: TileFiles,
    target: Arrangement,
    /// The metrics whose moves differ.
    metrics: Vec<Metric>,
}

impl<'s> TileBounds<'s> {
    /// The tables for some metrics; `None` if the puzzle has tables of distances.
    pub fn of(session: &'s Session, metrics: &[Metric]) -> Option<Self> {
        let puzzle = session.atlas.family().puzzle();
        let target = puzzle.only_goal_position(&session.start()?.piece_set())?;
        let metrics = TileSolver::metrics(metrics).iter().copied();
        let metrics: Vec<Metric> =
            metrics.filter(|&metric| TileFiles::take(metric, puzzle, &target)).collect();
        let files = session.atlas.tile_files();
        (!metrics.is_empty()).then_some(Self { session, files, target, metrics })
    }

    /// Whether a piece set of a puzzle has such tables.
    pub fn are_of(puzzle: &Puzzle, set: &PieceSet) -> bool {
        let target = puzzle.only_goal_position(set);
        target.is_some_and(|target| TileFiles::take(Metric::Unit, puzzle, &target))
    }

    /// Makes the missing tables, and prints their files.
    pub fn build(&self, is_forced: bool) -> anyhow::Result<()> {
        let (started, puzzle) = (Instant::now(), self.session.atlas.family().puzzle());
        let built: Vec<(PathBuf, Option<u64>)> =
            long_work::with_effort(self.session, "arrangements", |effort| {
                let build =
                    |&metric| self.files.build(metric, puzzle, &self.target, is_forced, effort);
                self.metrics.iter().map(build).collect::<Result<_, TileFileError>>()
            })
            .context("the tables were not built")?;
        let mut out = output::stdout()?;
        for (path, length) in &built {
            match length {
                None => writeln!(out, "present {}", path.display())?,
                Some(length) => writeln!(
                    out,
                    "wrote   {} ({} bytes)",
                    path.display(),
                    output::grouped(*length)
                )?,
            }
        }
        if built.iter().any(|(_, length)| length.is_some()) {
            let seconds = started.elapsed().as_secs_f64();
            self.session.say(format_args!("built lower bounds of tiles in {seconds:.2} s"));
        }
        Ok(out.flush()?)
    }

    /// Compares the existing files with tables that are made anew.
    pub fn verify(&self) -> anyhow::Result<()> {
        let puzzle = self.session.atlas.family().puzzle();
        let verified = long_work::with_effort(self.session, "arrangements", |effort| {
            let verify = |&metric| self.files.verify(metric, puzzle, &self.target, effort);
            self.metrics.iter().map(verify).collect::<Result<Vec<_>, TileFileError>>()
        })?;
        let there: Vec<(PathBuf, u64)> = verified.into_iter().flatten().collect();
        if there.is_empty() {
            return Err(self.session.no_tables());
        }
        let mut out = output::stdout()?;
        for (path, length) in &there {
            let length = output::grouped(*length);
            writeln!(out, "{}: {length} bytes, equal to those of another search", path.display())?;
        }
        Ok(out.flush()?)
    }
}
