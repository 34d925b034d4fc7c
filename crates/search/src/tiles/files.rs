//! Tables of tile puzzles in files.

use super::bounds::{LowerBounds, TableSize};
use super::covers::fit;
use super::lines::LineBounds;
use super::patterns::AdditivePatterns;
use super::solver::{TileSolver, empty_cell};
use crate::error::SearchError;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::{Board, Cell};
use huarong_core::rules::{Arrangement, Metric, Puzzle};
use huarong_tables::storage::Storage;
use huarong_tables::table::{Directory, Distances, Table, TableDraft, TableError, TableSubject};
use std::borrow::Cow;
use std::error::Error as _;
use std::io;
use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::Arc;
use thiserror::Error;

/// The tables of tile puzzles in a directory, for [solvers](TileSolver) of many positions.
#[derive(Clone, Debug)]
pub struct TileFiles {
    storage: Arc<dyn Storage>,
    directory: PathBuf,
}

/// Reason why tables of a tile puzzle cannot be written or proved.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TileFileError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The tables cannot be made.
    #[error(transparent)]
    Search(#[from] SearchError),
}

impl From<Cancelled> for TileFileError {
    fn from(cancelled: Cancelled) -> Self {
        SearchError::from(cancelled).into()
    }
}

/// The file of the tables for a board and the empty cell of the target.
pub(super) struct TileFile<B> {
    files: TileFiles,
    board: Board,
    empty: Cell,
    path: PathBuf,
    subject: TableSubject,
    /// The counts of pieces of the sections.
    kept: Vec<Vec<u8>>,
    bounds: PhantomData<fn() -> B>,
}

impl TileFiles {
    /// Number of cells of a board from which tables of lower bounds are written. Smaller boards have tables of distances.
    pub const FEWEST_CELLS: Cell = 15;

    /// The tables in a directory of a storage.
    pub fn new(storage: Arc<dyn Storage>, directory: impl Into<PathBuf>) -> Self {
        Self { storage, directory: directory.into() }
    }

    /// Whether a tile puzzle has such tables for a metric.
    pub fn take(metric: Metric, puzzle: &Puzzle, target: &Arrangement) -> bool {
        puzzle.board().cell_count() >= Self::FEWEST_CELLS
            && TileSolver::takes(metric, puzzle, target)
    }

    /// Makes the tables of a tile puzzle and writes them, unless a sound file exists. Returns its path, and its length in bytes
    /// if it is new. Reports progress in arrangements.
    pub fn build(
        &self,
        metric: Metric,
        puzzle: &Puzzle,
        target: &Arrangement,
        is_forced: bool,
        effort: Effort<'_>,
    ) -> Result<(PathBuf, Option<u64>), TileFileError> {
        let (board, empty) = (puzzle.board(), empty_cell(puzzle, target));
        match metric {
            Metric::Multi => {
                TileFile::<LineBounds>::new(self, board, empty).build(is_forced, effort)
            }
            _ => TileFile::<AdditivePatterns>::new(self, board, empty).build(is_forced, effort),
        }
    }

    /// Makes the tables of a tile puzzle once more, and compares the file with them. Returns its path and length in bytes;
    /// `None` if there is no file. Reports progress in arrangements.
    pub fn verify(
        &self,
        metric: Metric,
        puzzle: &Puzzle,
        target: &Arrangement,
        effort: Effort<'_>,
    ) -> Result<Option<(PathBuf, u64)>, TileFileError> {
        let (board, empty) = (puzzle.board(), empty_cell(puzzle, target));
        match metric {
            Metric::Multi => TileFile::<LineBounds>::new(self, board, empty).verify(effort),
            _ => TileFile::<AdditivePatterns>::new(self, board, empty).verify(effort),
        }
    }
}

impl<B: LowerBounds + 'static> TileFile<B> {
    /// The metric in the name and in the header of the file.
    const METRIC: Metric = if B::MOVES_LINES { Metric::Multi } else { Metric::Unit };

    pub fn new(files: &TileFiles, board: &Board, empty: Cell) -> Self {
        let kept = B::kept(board, empty);
        let mut description =
            format!("{}empty {},{}\n", board.description(), board.column(empty), board.row(empty));
        for groups in &kept {
            let groups: Vec<String> = groups.iter().map(u8::to_string).collect();
            description += &format!("groups {}\n", groups.join(" "));
        }
        let family = format!("tiles-{}x{}", board.width(), board.height());
        let subject = TableSubject { family, description, shapes: board.cell_count() };
        let name = format!("{}-{:016x}-{}.huarong", subject.family, subject.hash(), Self::METRIC);
        let (path, board) = (files.directory.join(name), board.clone());
        Self { files: files.clone(), board, empty, path, subject, kept, bounds: PhantomData }
    }

    /// The tables of the file; `None` if it does not exist, is damaged, or does not fit into memory. Then an answer takes longer,
    /// and is the same.
    pub fn read(&self, effort: Effort<'_>) -> Result<Option<B>, Cancelled> {
        let read = || {
            let table = self.open()?;
            let bounds = |table: Table| {
                // A mapped file takes room in the address space.
                fit(table.file_len(), effort)?;
                self.bounds(&table, effort.without(table.file_len()))
            };
            table.map(bounds).transpose()
        };
        let path = self.path.display();
        match read() {
            Ok(bounds) => return Ok(bounds),
            Err(TileFileError::Search(SearchError::Cancelled(cancelled))) => return Err(cancelled),
            Err(TileFileError::Search(error)) => {
                effort.notice(format_args!("{path} is not read: {error}"))?
            }
            Err(TileFileError::Table(error)) => {
                let why = error.source().map_or(String::new(), |source| format!(" ({source})"));
                effort.notice(format_args!("{error}{why}: searching without it"))?;
            }
        }
        Ok(None)
    }

    fn open(&self) -> Result<Option<Table>, TableError> {
        match self.files.storage.open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            bytes => Table::from_file(bytes, &self.path, &self.subject).map(Some),
        }
    }

    fn bounds(&self, table: &Table, effort: Effort<'_>) -> Result<B, TileFileError> {
        let bytes_of = |number, len| {
            let bytes = self.section(table, number)?;
            match bytes.len() as u64 == len {
                true => Ok(bytes),
                false => Err(self.damaged(table, number, 0, "a section has another length").into()),
            }
        };
        B::of_bytes(&self.board, self.empty, bytes_of, effort)
    }

    fn build(
        &self,
        is_forced: bool,
        effort: Effort<'_>,
    ) -> Result<(PathBuf, Option<u64>), TileFileError> {
        let TileFiles { storage, directory } = &self.files;
        let _lock = Directory::new(&**storage, directory).own::<TileFileError>(&[], effort)?;
        match self.open().and_then(|table| table.map(|table| table.check_all()).transpose()) {
            Ok(Some(())) if !is_forced => return Ok((self.path.clone(), None)),
            Err(error) if error.is_replaceable() => {
                effort.notice(format_args!("rebuilding: {error}"))?;
            }
            Err(error) if !(is_forced && error.is_replaceable_by_force()) => {
                return Err(error.into());
            }
            _ => {}
        }
        let bounds = B::new(&self.board, self.empty, TableSize::Kept, effort)?;
        let tables = (0..self.kept.len()).map(|number| bounds.bytes_of(number));
        let tables: Vec<Cow<'_, [u8]>> = tables.collect();
        let sections = self.kept.iter().zip(&tables);
        let sections = sections.map(|(counts, bytes)| (&counts[..], bytes.len() as u64));
        let metric = Self::METRIC.code();
        let draft = TableDraft::new(&**storage, &self.path, &self.subject, metric, sections)?;
        for (number, bytes) in tables.into_iter().enumerate() {
            draft.put(number, &Distances::of_bytes(bytes.into_owned()))?;
        }
        Ok((self.path.clone(), Some(draft.finish()?)))
    }

    fn verify(&self, effort: Effort<'_>) -> Result<Option<(PathBuf, u64)>, TileFileError> {
        let Some(table) = self.open()? else { return Ok(None) };
        table.check_all()?;
        let effort = effort.without(table.file_len());
        let bounds = B::new(&self.board, self.empty, TableSize::Kept, effort)?;
        for number in 0..self.kept.len() {
            let (bytes, made) = (self.section(&table, number)?, bounds.bytes_of(number));
            if bytes != made {
                let entry =
                    bytes.iter().zip(&*made).take_while(|(kept, made)| kept == made).count();
                let what = "another search finds other distances";
                return Err(self.damaged(&table, number, entry as u64, what).into());
            }
        }
        Ok(Some((self.path.clone(), table.file_len())))
    }

    fn section<'t>(&self, table: &'t Table, number: usize) -> Result<Cow<'t, [u8]>, TableError> {
        match table.sections().get(number) {
            Some(section) => Ok(table.distances(section)?.into_bytes()),
            None => Err(TableError::NotATable { path: self.path.clone() }),
        }
    }

    fn damaged(&self, table: &Table, number: usize, entry: u64, what: &str) -> TableError {
        let offset = table.entry_offset(&table.sections()[number], entry);
        TableError::Damaged { path: self.path.clone(), offset, what: what.to_owned() }
    }
}
