//! Puzzles other than the 4x5 family: the library, the puzzle of the command line, and puzzles in request bodies.

use super::fault::Fault;
use super::map::component_map;
use super::memory::{Found, Lease, Memory};
use super::position::full_position;
use super::refusal::Refusal;
use crate::json::to_json;
use crate::json::{Heading, MoveRecord, Solution};
use huarong_core::effort::{Effort, Progress};
use huarong_core::grid::Direction;
use huarong_core::interchange;
use huarong_core::numerals::grouped;
use huarong_core::position::Position;
use huarong_core::puzzle_file::{Kind, PuzzleFile, Setup, Standing};
use huarong_core::rules::{Freedom, Metric, Move, PerMetric, Puzzle};
use huarong_lab::library::{LibraryPuzzle, MOST_SEARCHED};
use huarong_oracle::Tables;
use huarong_oracle::analysis::{NoPath, PathsError, ShortestPaths};
use huarong_oracle::atlas::{Atlas, family_of};
use huarong_oracle::{Method, Options, Oracle, OracleError};
use huarong_search::{Component, ComponentError, Until};
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Id of the puzzle of the command line, if it is not in the library.
pub const GIVEN: &str = "given";
/// Name of a Rush Hour board that is written in one line.
const BOARD_NAME: &str = "Rush Hour";
/// Most positions of a search.
const MOST_POSITIONS: u64 = MOST_SEARCHED;
/// Most bytes of a search.
pub const SEARCH_BYTES: u64 = 512 << 20;
/// Bytes for the number of optimal solutions of a position with known distances.
pub const COUNT_BYTES: u64 = 64 << 20;
/// Bytes of a puzzle without its distances: a long text, and the cells that each shape covers at each place.
pub const PUZZLE_BYTES: u64 = 512 << 10;

/// All puzzles with names, and the cache of searches.
pub struct Puzzles {
    named: Vec<Named>,
    /// The tables of the 4x5 family. Tables of puzzles are in the same directory.
    atlas: Arc<Atlas>,
    /// The cache of searches.
    memory: Arc<Memory>,
}

/// A puzzle with a name.
struct Named {
    id: &'static str,
    toml: Option<&'static str>,
    file: PuzzleFile,
}

/// A puzzle in a request.
pub struct Asked {
    id: Option<&'static str>,
    /// Its puzzle file, if known.
    toml: Option<String>,
    file: PuzzleFile,
}

/// A position of a puzzle in a request.
pub struct Question {
    file: PuzzleFile,
    setup: Setup,
    position: Position,
}

/// The distances of positions of a puzzle.
pub struct Searched {
    file: PuzzleFile,
    oracle: Oracle,
    /// The position of the search, if only its probe and its solutions are known.
    only: Option<Position>,
}

/// The description of a puzzle, from its file.
#[derive(Serialize)]
pub struct PuzzleRecord<'t> {
    /// Its id; none if the request describes the puzzle.
    id: Option<&'static str>,
    name: &'t str,
    source: Option<&'t str>,
    columns: u8,
    rows: u8,
    /// The start, one character per cell, rows joined by `/`.
    start: String,
    thin_walls: Vec<ThinWallRecord>,
    kinds: Vec<KindRecord<'t>>,
    /// Alternative goals.
    goals: Vec<Vec<StandingRecord>>,
    published: Vec<PublishedRecord<'t>>,
    /// The puzzle file, in answers about one puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    toml: Option<&'t str>,
}

/// A class of interchangeable pieces.
#[derive(Serialize)]
struct KindRecord<'t> {
    signs: &'t [char],
    /// Column and row of each cell relative to the first, in reading order.
    cells: Vec<[i16; 2]>,
    freedom: &'static str,
    /// Gates that they may enter.
    gate: &'t [(u8, u8)],
}

/// A thin wall on one side of a cell.
#[derive(Serialize)]
struct ThinWallRecord {
    at: (u8, u8),
    side: &'static str,
}

#[derive(Serialize)]
struct StandingRecord {
    kind: usize,
    at: (u8, u8),
}

#[derive(Serialize)]
struct PublishedRecord<'t> {
    moves: u32,
    metric: Option<&'static str>,
    positions: Option<u64>,
    by: Option<&'t str>,
}

/// The component of a position.
#[derive(Serialize)]
struct ComponentRecord {
    position: String,
    /// Number of positions.
    size: u64,
    solvable: bool,
    /// Number of positions at each distance; none without a goal position.
    histogram: Option<PerMetric<Vec<u64>>>,
}

/// An optimal solution, and the number of all.
#[derive(Serialize)]
struct Counted {
    #[serde(flatten)]
    solution: Solution,
    /// As text, as in the JSON output of the commands; none if the count needs too much memory.
    solution_count: Option<String>,
}

/// Fields of a position besides its distances and moves.
#[derive(Serialize)]
struct Reachable {
    /// Number of reachable positions, if they were searched.
    reachable: Option<u64>,
}

impl Puzzles {
    /// The library, followed by the records of the census and of Rush Hour, and the puzzle of the command line.
    pub fn new(atlas: Arc<Atlas>, given: Option<PuzzleFile>, memory: Arc<Memory>) -> Self {
        let mut named = Vec::new();
        for LibraryPuzzle { id, text, .. } in
            LibraryPuzzle::all().into_iter().chain(LibraryPuzzle::of_records())
        {
            // The library also has puzzles that are too large for this program.
            let Ok(file) = PuzzleFile::parse(text) else { continue };
            if file.setup().is_ok() {
                named.push(Named { id, toml: Some(text), file });
            }
        }
        let is_new = |file: &PuzzleFile| named.iter().all(|named| named.file != *file);
        if let Some(file) = given.filter(is_new) {
            named.insert(0, Named { id: GIVEN, toml: None, file });
        }
        Self { named, atlas, memory }
    }

    /// The id of a puzzle, if it has one.
    pub fn id_of(&self, file: &PuzzleFile) -> Option<&'static str> {
        self.named.iter().find(|named| named.file == *file).map(|named| named.id)
    }

    /// All puzzles with names.
    pub fn all(&self) -> Vec<PuzzleRecord<'_>> {
        self.named
            .iter()
            .map(|named| PuzzleRecord::new(Some(named.id), None, &named.file))
            .collect()
    }

    /// Finds a puzzle by its id, or by a part of its name.
    pub fn find(&self, name: &str) -> Result<Asked, Refusal> {
        let known = |id: &str| self.named.iter().find(|named| named.id == id);
        let named = match known(name) {
            Some(named) => named,
            None => {
                let unknown = |error| Refusal::Unknown(Fault::from(error));
                let id = LibraryPuzzle::find(name).map_err(unknown)?.id;
                known(id).ok_or_else(|| Refusal::Unknown(Fault::new("not-found", name)))?
            }
        };
        let toml = named.toml.map(str::to_owned);
        Ok(Asked { id: Some(named.id), toml, file: named.file.clone() })
    }

    /// The cached search that contains a position.
    pub fn kept(&self, question: &Question) -> Option<Arc<Found<Searched>>> {
        self.memory.find(|searched: &Searched| searched.answers(question))
    }

    /// The distances for a position: cached, from tables, or searched. The search uses the memory of the lease, which
    /// is the limit of the effort, and its result stays there.
    pub fn search(
        &self,
        question: &Question,
        lease: Lease,
        effort: Effort<'_>,
    ) -> Result<Arc<Found<Searched>>, Refusal> {
        if let Some(searched) = self.kept(question) {
            return Ok(searched);
        }
        let searched = match Searched::of_tables(&self.atlas, question, effort)? {
            Some(searched) => searched,
            None => {
                // If one component was too large, the others are hardly smaller.
                let is_large =
                    |found: &Searched| found.only.is_some() && found.file == question.file;
                let is_large = self.memory.find(is_large).is_some();
                Searched::new(question, is_large, effort)?
            }
        };
        Ok(self.keep(searched, lease))
    }

    fn keep(&self, searched: Searched, mut lease: Lease) -> Arc<Found<Searched>> {
        lease.shrink(searched.oracle.bytes() + PUZZLE_BYTES);
        self.memory.keep(searched, lease)
    }

    /// An optimal solution and the number of all, as JSON: from tables, or searched without the rest of the component.
    pub fn solution(
        &self,
        question: &Question,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Vec<u8>, Refusal> {
        let found = match Searched::of_tables(&self.atlas, question, effort)? {
            Some(searched) => searched,
            None => {
                let Question { file, position, .. } = question;
                let oracle = search(Method::Solutions, position, &[metric], effort)?;
                Searched { file: file.clone(), oracle, only: Some(position.clone()) }
            }
        };
        found.solution(question, metric, effort.without(found.oracle.bytes()))
    }

    /// The component of a position, as JSON: from cached distances, or searched. Tables have all components of a piece
    /// set, so the component is searched even if there are tables.
    pub fn component(
        &self,
        question: &Question,
        lease: Lease,
        effort: Effort<'_>,
    ) -> Result<Vec<u8>, Refusal> {
        let found = self.search(question, lease, effort)?;
        match found.oracle.method() {
            Method::Component => Ok(found.component(question)),
            Method::Tables => {
                let Question { file, position, .. } = question;
                let oracle =
                    search(Method::Component, position, &Metric::OF_SINGLE_PIECES, effort)?;
                Ok(Searched { file: file.clone(), oracle, only: None }.component(question))
            }
            _ => Err(too_large(MOST_POSITIONS)),
        }
    }
}

impl Asked {
    /// Reads a puzzle file from a request body.
    pub fn written(toml: String) -> Result<Self, Refusal> {
        let file = PuzzleFile::parse(&toml).map_err(|error| Refusal::Bad(error.into()))?;
        let asked = Self { id: None, toml: Some(toml), file };
        // A start that is no position is an error of the file, too.
        asked.setup()?;
        Ok(asked)
    }

    /// Reads a Rush Hour board in one line.
    pub fn of_board(line: &str) -> Result<Self, Refusal> {
        let toml = interchange::read_board(line, BOARD_NAME);
        Self::written(toml.map_err(|error| Refusal::Bad(error.into()))?)
    }

    /// The text of the puzzle file, if it is known.
    #[cfg(feature = "serve")]
    pub fn text(&self) -> Option<&str> {
        self.toml.as_deref()
    }

    fn setup(&self) -> Result<Setup, Refusal> {
        let fault = |error: huarong_core::rules::PuzzleError| {
            Refusal::Bad(Fault::new("puzzle", error.to_string()))
        };
        self.file.setup().map_err(fault)
    }

    /// The puzzle as JSON.
    pub fn to_json(&self) -> Vec<u8> {
        to_json(&PuzzleRecord::new(self.id, self.toml.as_deref(), &self.file))
    }

    /// Reads a position; without one, the start.
    pub fn at(self, position: Option<&str>) -> Result<Question, Refusal> {
        let setup = self.setup()?;
        let position = match position {
            None => Position::new(&setup.puzzle, setup.start.clone())
                .expect("the start is a position of its puzzle"),
            Some(text) => setup.puzzle.parse(text).map_err(|error| Refusal::Bad(error.into()))?,
        };
        Ok(Question { file: self.file, setup, position })
    }
}

impl Question {
    /// The puzzle and the position.
    #[cfg(feature = "serve")]
    pub fn into_position(self) -> (Puzzle, Position) {
        (self.setup.puzzle, self.position)
    }

    /// The map of the component, as JSON.
    pub fn map(&self, metric: Metric, effort: Effort<'_>) -> Result<Vec<u8>, Refusal> {
        component_map(&self.setup.puzzle, &self.position, metric, effort)
    }

    /// A shortest path to another position, as JSON, found by a search.
    pub fn path_to(
        &self,
        to: &str,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Vec<u8>, Refusal> {
        let Self { setup, position, .. } = self;
        let puzzle = &setup.puzzle;
        let target = puzzle.parse(to).map_err(|error| Refusal::Bad(error.into()))?;
        let reached = within_limits(effort, |effort| {
            let until = Until::At(&target);
            Ok(Component::explore(puzzle, position, metric, until, effort)?)
        })?;
        let moves = reached.path_to(&target);
        let moves = moves.ok_or_else(|| NoPath::between(puzzle, position, Some(&target)))?;
        Ok(to_json(&solution(puzzle, position, Some(&target), metric, &moves)))
    }
}

impl Searched {
    /// Searches the component of a position. If the component is too large, searches for the position alone.
    fn new(question: &Question, is_large: bool, effort: Effort<'_>) -> Result<Self, Refusal> {
        let Question { file, position, .. } = question;
        let found = match is_large {
            true => Err(Unfound::TooLarge(MOST_POSITIONS)),
            false => search(Method::Component, position, &Metric::OF_SINGLE_PIECES, effort),
        };
        let (oracle, only) = match found {
            Ok(oracle) => (oracle, None),
            Err(Unfound::TooLarge(_)) => {
                let alone = search(Method::Neighbours, position, &Metric::OF_SINGLE_PIECES, effort);
                (alone.map_err(Refusal::from)?, Some(position.clone()))
            }
            Err(error) => return Err(error.into()),
        };
        Ok(Self { file: file.clone(), oracle, only })
    }

    /// Opens the tables of a puzzle; `None` unless there are tables for all metrics.
    fn of_tables(
        atlas: &Atlas,
        Question { file, setup, .. }: &Question,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, Refusal> {
        let tables = Tables::of_atlas(Arc::new(atlas.beside(family_of(file, setup)?)));
        let oracle = tables.find(&setup.piece_set(), &Metric::OF_SINGLE_PIECES, effort)?;
        Ok(oracle.map(|oracle| Self { file: file.clone(), oracle, only: None }))
    }

    fn answers(&self, question: &Question) -> bool {
        self.file == question.file
            && match &self.only {
                // Distances of nearby positions may be known in part.
                Some(only) => *only == question.position,
                None => self.oracle.holds(&question.position),
            }
    }

    /// A position with its distances and every move, as JSON.
    pub fn position(
        &self,
        Question { setup, position, .. }: &Question,
    ) -> Result<Vec<u8>, Refusal> {
        self.oracle.check_length()?;
        let probe = self.oracle.probe(position)?;
        let reachable = self.is_component().then(|| self.oracle.len());
        let piece_set = self.oracle.piece_set_text();
        Ok(full_position(&setup.puzzle, piece_set, position, &probe, Reachable { reachable }))
    }

    /// An optimal solution and the number of all, as JSON.
    pub fn solution(
        &self,
        Question { setup, position, .. }: &Question,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Vec<u8>, Refusal> {
        self.oracle.check_length()?;
        let puzzle = &setup.puzzle;
        let no_path = || NoPath::between(puzzle, position, None);
        let paths = ShortestPaths::by_oracle(&self.oracle, metric).ok_or_else(no_path)?;
        let moves = paths.first(position)?.known()?.ok_or_else(no_path)?;
        let count = match paths.count(position, effort) {
            Ok(count) => count.found(),
            Err(PathsError::Memory { .. }) => None,
            Err(error) => return Err(OracleError::from(error).into()),
        };
        Ok(to_json(&Counted {
            solution: solution(puzzle, position, None, metric, &moves),
            solution_count: count.map(|count| count.to_string()),
        }))
    }

    /// The component of a position, as JSON. It must have been [searched](Self::is_component).
    pub fn component(&self, Question { setup, position, .. }: &Question) -> Vec<u8> {
        let histogram = PerMetric::try_each(|metric| self.oracle.levels(metric).ok_or(()));
        to_json(&ComponentRecord {
            position: setup.puzzle.position_text(position),
            size: self.oracle.len(),
            solvable: histogram.is_ok(),
            histogram: histogram.ok(),
        })
    }

    /// Whether a whole component was searched.
    pub fn is_component(&self) -> bool {
        self.oracle.method() == Method::Component
    }
}

fn solution(
    puzzle: &Puzzle,
    position: &Position,
    target: Option<&Position>,
    metric: Metric,
    moves: &[Move],
) -> Solution {
    let (lettering, target) = (position.lettering(), target.map(|target| &**target));
    Solution {
        heading: Heading::new(puzzle, position, &lettering, target, metric, moves.len()),
        moves: MoveRecord::each(puzzle, position, &lettering, moves),
    }
}

/// Reasons why a search did not finish.
enum Unfound {
    /// The limit on positions or on memory was exceeded; holds the number of positions reached.
    TooLarge(u64),
    Other(OracleError),
}

impl From<Unfound> for Refusal {
    fn from(error: Unfound) -> Self {
        match error {
            Unfound::TooLarge(reached) => too_large(reached),
            Unfound::Other(error) => Self::NoAnswer(Fault::new("too-large", error.to_string())),
        }
    }
}

/// Searches by a method under some metrics, with a limit on the positions of each part.
fn search(
    method: Method,
    position: &Position,
    metrics: &[Metric],
    effort: Effort<'_>,
) -> Result<Oracle, Unfound> {
    within_limits(effort, |effort| {
        Oracle::search_from(method, position, &Options::from(effort).metrics(metrics))
    })
}

/// Runs a search with a limit on the positions of each part.
fn within_limits<T>(
    effort: Effort<'_>,
    run: impl FnOnce(Effort<'_>) -> Result<T, OracleError>,
) -> Result<T, Unfound> {
    let counted = AtomicU64::new(0);
    let observer = |progress: Progress<'_>| {
        match progress {
            // The count starts anew for each part of the work.
            Progress::Doing(_) => counted.store(0, Ordering::Relaxed),
            Progress::Done(more) => _ = counted.fetch_add(more, Ordering::Relaxed),
            _ => {}
        }
        match counted.load(Ordering::Relaxed) > MOST_POSITIONS {
            true => ControlFlow::Break(()),
            false => (effort.observer)(progress),
        }
    };
    let within = Effort {
        memory: effort.memory.min(SEARCH_BYTES).saturating_sub(PUZZLE_BYTES),
        observer: &observer,
        ..effort
    };
    run(within).map_err(|error| match error {
        error if error.is_cancelled() => Unfound::TooLarge(counted.into_inner()),
        OracleError::Component(ComponentError::Memory { reached, .. }) => {
            Unfound::TooLarge(reached)
        }
        error => Unfound::Other(error),
    })
}

fn too_large(reached: u64) -> Refusal {
    let message = format!(
        "more than {} positions are reachable, and a search here stops at that number; `huarong solve --puzzle` has \
         no such limit",
        grouped(reached)
    );
    Refusal::NoAnswer(Fault::too_large(message, reached))
}

impl<'t> PuzzleRecord<'t> {
    /// The description of a puzzle file, with its text if it is given.
    pub fn new(id: Option<&'static str>, toml: Option<&'t str>, file: &'t PuzzleFile) -> Self {
        let grid = file.start();
        let rows = (0..grid.rows()).map(|row| {
            (0..grid.columns()).map(|column| grid.sign(column, row)).collect::<String>()
        });
        let published = file.published().iter().map(|published| PublishedRecord {
            moves: published.moves,
            metric: published.metric.map(Metric::name),
            positions: published.positions,
            by: published.by.as_deref(),
        });
        let goals = file.goals().iter().map(|goal| goal.iter().map(StandingRecord::new).collect());
        Self {
            id,
            name: file.name(),
            source: file.source(),
            columns: grid.columns(),
            rows: grid.rows(),
            start: rows.collect::<Vec<_>>().join("/"),
            thin_walls: file.thin_walls().iter().map(ThinWallRecord::new).collect(),
            kinds: file.kinds().iter().map(KindRecord::new).collect(),
            goals: goals.collect(),
            published: published.collect(),
            toml,
        }
    }
}

impl<'t> KindRecord<'t> {
    fn new(kind: &'t Kind) -> Self {
        let cells = kind.shape.cells();
        let (first, top) = cells[0];
        let cell = |&(column, row): &(u8, u8)| {
            [i16::from(column) - i16::from(first), i16::from(row) - i16::from(top)]
        };
        Self {
            signs: &kind.signs,
            cells: cells.iter().map(cell).collect(),
            freedom: match kind.freedom {
                Freedom::Both => "both",
                Freedom::Rows => "rows",
                Freedom::Columns => "columns",
            },
            gate: &kind.gate,
        }
    }
}

impl ThinWallRecord {
    fn new(&(column, row, side): &(u8, u8, Direction)) -> Self {
        Self { at: (column, row), side: side.name() }
    }
}

impl StandingRecord {
    fn new(&Standing { kind, at }: &Standing) -> Self {
        Self { kind, at }
    }
}
