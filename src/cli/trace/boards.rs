//! The boards of attempts, with their landscapes.

use crate::Position;
use crate::cli::long_work;
use crate::cli::puzzle;
use crate::cli::session::Session;
use anyhow::{Context, bail};
use huarong_core::interchange;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::{Arrangement, Metric, Puzzle};
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
    /// The start, with the signs of its pieces.
    pub position: Position,
    pub landscape: Landscape,
    pub start: u32,
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
        let position = match text {
            Some(text) => self.session.read_start(text, find)?,
            None => {
                let start = self.session.start().context("no start is given")?;
                self.session.of_its_puzzle(start)
            }
        };
        let (puzzle, start) = (position.puzzle(), position.arrangement());
        let memory = long_work::memory_limit(self.session).saturating_sub(self.held);
        let landscape = long_work::with_memory(self.session, memory, "positions", |effort| {
            Landscape::explore(puzzle, start, self.metric, effort)
        })?;
        if !landscape.is_solvable() {
            bail!("{} cannot reach the goal", puzzle.position_text(start));
        }
        self.held += landscape.bytes();
        let start = landscape.node(start).context("the start is in its landscape")?;
        Ok(Board { position, landscape, start })
    }
}

/// Finds a puzzle. Other files than regular ones can be endless.
fn find(text: &str) -> anyhow::Result<PuzzleFile> {
    if Path::new(text).exists() && !Path::new(text).is_file() {
        bail!("{text} is not a file");
    }
    puzzle::find(text)
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
