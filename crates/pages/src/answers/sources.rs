//! The sources of all answers: tables, puzzles with names, and memory for results.

use super::memory::{Lease, Memory};
use super::puzzle_source::{PUZZLE_BYTES, PuzzleSource};
use super::request_error::RequestError;
use crate::json::OpeningRecord;
use huarong_core::effort::Effort;
use huarong_core::klotski;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::{Arrangement, Family, PerMetric, PieceSet, Puzzle};
use huarong_core::space::Space;
use huarong_lab::library::Catalogue;
use huarong_oracle::Oracle;
use huarong_oracle::analysis::Answer;
use huarong_oracle::atlas::{Atlas, SetTables};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The data behind all answers: opened tables, and puzzles.
pub struct Answers {
    /// The tables of the 4x5 family. Tables of puzzles and of games are in the same directory.
    pub(super) atlas: Arc<Atlas>,
    oracles: BTreeMap<PieceSet, Oracle>,
    pub(super) catalogue: &'static Catalogue,
    pub(super) puzzles: Vec<PuzzleSource>,
    /// Results of searches.
    pub(super) results: Arc<Memory>,
    /// Memory for puzzles in requests.
    replies: Arc<Memory>,
}

impl Answers {
    /// Answers from the tables of piece sets, and about the library with one more puzzle, if given. Results are kept in
    /// `results`. Puzzles of requests take `replies`.
    pub fn new(
        atlas: Arc<Atlas>,
        oracles: BTreeMap<PieceSet, Oracle>,
        given: Option<PuzzleFile>,
        results: Arc<Memory>,
        replies: Arc<Memory>,
    ) -> Self {
        let (catalogue, puzzles) = (Catalogue::built_in(), PuzzleSource::named(given));
        Self { atlas, oracles, catalogue, puzzles, results, replies }
    }

    /// Answers from the tables of one more piece set.
    pub fn keep(&mut self, set: PieceSet, tables: SetTables) -> anyhow::Result<()> {
        let space = Space::within(self.puzzle(), &set, Effort::UNLIMITED)?;
        self.oracles.insert(set, Oracle::over_tables(space, tables)?);
        Ok(())
    }

    pub fn room_for_puzzle(&self) -> Result<Lease, RequestError> {
        self.replies.try_take(PUZZLE_BYTES).ok_or_else(RequestError::no_room)
    }

    pub fn id_of(&self, file: &PuzzleFile) -> Option<&'static str> {
        self.puzzles.iter().find(|puzzle| puzzle.file == *file)?.id
    }

    pub fn family(&self) -> &Family {
        self.atlas.family()
    }

    pub fn puzzle(&self) -> &Puzzle {
        self.family().puzzle()
    }

    /// Whether it is the 4x5 board.
    pub fn is_usual(&self) -> bool {
        klotski::is_klotski(self.puzzle())
    }

    /// The oracle of a piece set of the family. Checks once per request that no table was truncated.
    pub(super) fn oracle(&self, set: &PieceSet) -> Result<&Oracle, RequestError> {
        let missing = || RequestError::Missing(self.puzzle().piece_set_text(set));
        let oracle = self.oracles.get(set).ok_or_else(missing)?;
        oracle.check_length()?;
        Ok(oracle)
    }

    /// The distances of a position of the family; `None` if the goal is unreachable.
    pub fn distances(
        &self,
        position: &Arrangement,
    ) -> Result<PerMetric<Option<u16>>, RequestError> {
        let oracle = self.oracle(&position.piece_set())?;
        Ok(oracle.distances_own(position)?.map(Answer::found))
    }

    /// All named openings of the 4x5 board.
    pub fn openings(&self) -> Result<Vec<OpeningRecord<'_>>, RequestError> {
        let openings = self.catalogue.openings().iter().filter(|_| self.is_usual());
        let record = openings.map(|opening| {
            let distances = self.distances(&opening.position)?;
            Ok(OpeningRecord::new(self.puzzle(), self.catalogue, opening, distances))
        });
        record.collect()
    }
}
