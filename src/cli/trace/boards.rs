//! The boards of attempts, with their landscapes.

use crate::cli::long_work;
use crate::cli::puzzle;
use crate::cli::rows;
use crate::cli::session::Session;
use anyhow::{Context, anyhow, bail};
use huarong_core::interchange;
use huarong_core::notation;
use huarong_core::rules::{Arrangement, Lettering, Metric, Puzzle};
use huarong_lab::difficulty::Landscape;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;

/// Boards by their texts.
pub(super) struct Boards<'s> {
    session: &'s Session,
    metric: Metric,
    known: HashMap<Option<String>, Result<Rc<Board>, String>>,
    held: u64,
}

/// A board at the start of attempts.
pub(super) struct Board {
    pub landscape: Landscape,
    pub start: u32,
    /// The signs of the pieces at the start.
    pub lettering: Lettering,
}

impl<'s> Boards<'s> {
    pub fn new(session: &'s Session, metric: Metric) -> Self {
        Self { session, metric, known: HashMap::new(), held: 0 }
    }

    /// The board of a text; without one, the start of the chosen puzzle. An error is one of this board.
    pub fn find(&mut self, text: Option<&str>) -> Result<Rc<Board>, String> {
        let key = text.map(str::to_owned);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let board = self.explore(text).map(Rc::new).map_err(|error| format!("{error:#}"));
        self.known.insert(key, board.clone());
        board
    }

    fn explore(&mut self, text: Option<&str>) -> anyhow::Result<Board> {
        let (puzzle, start) = self.read(text)?;
        let lettering = notation::lettering(&puzzle, &start, text.unwrap_or_default());
        let memory = long_work::memory_limit(self.session).saturating_sub(self.held);
        let landscape = long_work::with_memory(self.session, memory, "positions", |effort| {
            Landscape::explore(&puzzle, &start, self.metric, effort)
        })?;
        if !landscape.is_solvable() {
            bail!("{} cannot reach the goal", puzzle.position_text(&start));
        }
        self.held += landscape.bytes();
        let start = landscape.node(&start).context("the start is in its landscape")?;
        Ok(Board { landscape, start, lettering })
    }

    fn read(&self, text: Option<&str>) -> anyhow::Result<(Puzzle, Arrangement)> {
        let puzzle = || self.session.atlas.family().puzzle().clone();
        let Some(text) = text else {
            let start = self.session.start().context("no start is given")?;
            return Ok((puzzle(), start.clone()));
        };
        let of_family = self.session.read_position(text).map(|(_, start)| (puzzle(), start));
        if self.session.chosen.is_some() {
            return of_family;
        }
        if Path::new(text).exists() && !Path::new(text).is_file() {
            bail!("{text} is not a file");
        }
        let of_file = || {
            let setup = puzzle::find(text)?.setup()?;
            Ok((setup.puzzle, setup.start))
        };
        of_family.or_else(|_| of_file()).map_err(|_: anyhow::Error| {
            anyhow!(
                "{:?}: no position, no opening, no puzzle, and no Rush Hour board in one line",
                rows::abridged(text)
            )
        })
    }
}

impl Board {
    pub fn puzzle(&self) -> &Puzzle {
        self.landscape.puzzle()
    }

    pub fn position(&self, node: u32) -> &Arrangement {
        self.landscape.position(node)
    }

    pub fn text(&self, node: u32) -> String {
        self.puzzle().position_text(self.position(node))
    }

    /// Reads a position of the board's puzzle, which can also be written as a Rush Hour board.
    pub fn read(&self, text: &str) -> anyhow::Result<Arrangement> {
        let puzzle = self.puzzle();
        let read = puzzle.parse_position(text);
        if read.is_ok() || !puzzle.has_signs() {
            return Ok(read?);
        }
        match interchange::position_of_board(text, puzzle.board().width()) {
            Some(position) => Ok(puzzle.parse_position(&position)?),
            None => Ok(read?),
        }
    }
}
