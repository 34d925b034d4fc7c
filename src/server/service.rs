//! Answers about the 4x5 family.

use super::fault::Fault;
use super::games::Games;
use super::map::{self, MapRecord};
use super::memory::{Found, Memory};
use super::position::full_position;
use super::puzzles::Puzzles;
use super::refusal::Refusal;
use crate::drawing::histogram;
use crate::effort::Effort;
use crate::json::{Heading, LayoutRecord, MoveRecord, NameRecord, OpeningRecord, Solution};
use crate::oracle::Oracle;
use crate::report::SetStudy;
use crate::sliding::analysis::{
    Answer, ComponentMap, ComponentSize, Decimal, NoPath, ReachableError, SampleError, SampleQuery,
    SetFigures, ShortestPaths, sample,
};
use crate::sliding::atlas::Atlas;
use crate::sliding::drawing::picture;
use crate::sliding::klotski;
use crate::sliding::library::Catalogue;
use crate::sliding::notation::{self, Notation};
use crate::sliding::puzzle_file::PuzzleFile;
use crate::sliding::rules::{
    Arrangement, Metric, Move, PerMetric, PieceSet, PieceSetError, Puzzle,
};
use crate::sliding::search::{ComponentError, Search, SearchError, classes};
use axum::body::Bytes;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The data behind all answers: opened tables and their statistics.
pub struct Service {
    atlas: Arc<Atlas>,
    oracles: BTreeMap<PieceSet, Oracle>,
    study: SetStudy,
    /// Memory for requested CSV reports.
    memory: Arc<Memory>,
    catalogue: &'static Catalogue,
    puzzles: Puzzles,
    games: Games,
}

/// A report in CSV.
struct Report {
    name: String,
    bytes: Vec<u8>,
}

/// A report as the body of an answer.
struct Body(Arc<Found<Report>>);

impl AsRef<[u8]> for Body {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

/// Most positions drawn at once.
pub const MOST_LAYOUTS: usize = 100;

/// Fields of a position besides its distances and moves.
#[derive(Serialize)]
struct NamesAndMirror<'t> {
    names: Vec<NameRecord<'t>>,
    /// None if the goal is not in the middle of the board.
    mirror: Option<String>,
}

/// The component of a position.
#[derive(Serialize)]
pub struct ComponentRecord {
    position: String,
    piece_set: String,
    size: u64,
    positions: u64,
    with_goal: bool,
}

/// Statistics of a piece set.
#[derive(Serialize)]
pub struct SetRecord<'t> {
    piece_set: &'t str,
    horizontal: u8,
    vertical: u8,
    small: u8,
    empty: u32,
    positions: u64,
    goal_positions: u64,
    components: u64,
    largest_component: u64,
    solvable: u64,
    unsolvable: u64,
    max: PerMetric<Option<u16>>,
    mean: PerMetric<Option<Decimal>>,
    hardest: PerMetric<Option<u64>>,
}

/// Everything about a piece set.
#[derive(Serialize)]
pub struct FullSet<'t> {
    #[serde(flatten)]
    record: SetRecord<'t>,
    histogram: PerMetric<&'t [u64]>,
    component_sizes: &'t [ComponentSize],
    hardest_positions: PerMetric<Vec<&'t str>>,
}

/// Drawn positions.
#[derive(Serialize)]
pub struct Layouts<'t> {
    piece_set: String,
    metric: &'static str,
    fitting: u64,
    layouts: Vec<LayoutRecord<'t>>,
}

/// A position in a notation.
#[derive(Serialize)]
pub struct Converted {
    position: String,
    notation: &'static str,
    text: String,
}

/// Information about the server.
#[derive(Serialize)]
pub struct About {
    version: &'static str,
    piece_sets: usize,
    positions: u64,
}

impl Service {
    /// A service over the tables of all piece sets and metrics, which must exist, their statistics, and the library
    /// with one more puzzle, if given. It caches results in `memory`.
    pub fn new(
        atlas: Arc<Atlas>,
        oracles: BTreeMap<PieceSet, Oracle>,
        study: SetStudy,
        given: Option<PuzzleFile>,
        memory: Arc<Memory>,
    ) -> Self {
        let catalogue = Catalogue::built_in();
        let puzzles = Puzzles::new(atlas.clone(), given, memory.clone());
        let games = Games::new(atlas.clone(), memory.clone());
        Self { atlas, oracles, study, memory, catalogue, puzzles, games }
    }

    /// The two-player games.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// The puzzles other than the 4x5 family.
    pub fn puzzles(&self) -> &Puzzles {
        &self.puzzles
    }

    fn puzzle(&self) -> &Puzzle {
        self.atlas.family().puzzle()
    }

    /// Whether it is the 4x5 board.
    fn is_usual(&self) -> bool {
        klotski::is_klotski(self.puzzle())
    }

    /// Data of the board for pages, if it is not 4x5. The data of 4x5 is in the file of that name.
    pub fn family_script(&self) -> Option<String> {
        if self.is_usual() {
            return None;
        }
        let (columns, rows) = (self.puzzle().board().width(), self.puzzle().board().height());
        let (column, row) = klotski::exit(columns.into(), rows.into())?;
        let hardest = self.study.sets.iter().filter_map(|set| {
            let finger = set.metrics[Metric::Finger].as_ref()?;
            Some((finger.max()?, &finger.hardest.first()?.text))
        });
        let (_, start) = hardest.max_by_key(|(max, _)| *max)?;
        Some(format!(
            "export const COLUMNS = {columns};\nexport const ROWS = {rows};\n\
             export const GOAL = [{column}, {row}];\nexport const START = '{start}';\n\
             export const NOTATIONS = ['grid', 'pretty'];\n"
        ))
    }

    /// A position of the family, and its piece set.
    fn read(&self, text: &str) -> Result<(PieceSet, Arrangement), Refusal> {
        Ok(self.catalogue.read_position(self.atlas.family(), text)?)
    }

    /// A position with the oracle that knows its distances.
    fn look_up(&self, text: &str) -> Result<(&Oracle, Arrangement), Refusal> {
        let (set, position) = self.read(text)?;
        Ok((self.oracle(&set)?, position))
    }

    /// The oracle of a piece set. Checks once per request that no table was truncated.
    fn oracle(&self, set: &PieceSet) -> Result<&Oracle, Refusal> {
        let oracle = &self.oracles[set];
        oracle.check_length()?;
        Ok(oracle)
    }

    fn figures(&self, text: &str) -> Result<&SetFigures, PieceSetError> {
        let set = self.atlas.family().parse_piece_set(text)?;
        let figures = self.study.sets.iter().find(|figures| figures.piece_set == set);
        Ok(figures.expect("there are tables of the whole family"))
    }

    /// A position with its distances and every move, written as JSON.
    pub fn position(&self, text: &str) -> Result<Vec<u8>, Refusal> {
        let (oracle, position) = self.look_up(text)?;
        let puzzle = self.puzzle();
        let probe = oracle.probe_own(&position)?;
        let named = self.is_usual().then(|| self.catalogue.at(&position)).flatten();
        let names = named.into_iter();
        let names =
            names.flat_map(|opening| opening.mentions.first().into_iter().chain(opening.aliases()));
        let mirror = puzzle.mirror(&position);
        let more = NamesAndMirror {
            names: names.map(NameRecord::new).collect(),
            mirror: mirror.map(|mirror| puzzle.position_text(&mirror)),
        };
        Ok(full_position(puzzle, oracle.piece_set_text(), &position, &probe, more))
    }

    /// An optimal solution.
    pub fn solution(&self, text: &str, metric: Metric) -> Result<Solution, Refusal> {
        let (oracle, position) = self.look_up(text)?;
        let (space, table) = oracle.table(metric)?;
        let moves = ShortestPaths::by_table(space, table).first(&position)?.known()?;
        self.solution_by(&position, None, metric, moves)
    }

    /// A shortest path to another position, found by a search.
    pub fn path_to(
        &self,
        text: &str,
        to: &str,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Solution, Refusal> {
        let (from, position) = self.read(text)?;
        let (to, target) = self.read(to)?;
        if from != to {
            return Err(NoPath::of_pieces(self.puzzle(), &from, &to).into());
        }
        let search = self.search(&from, effort)?;
        let found = search.run_towards(&target, metric, false, effort);
        let distances = found?.remove(0);
        let paths = ShortestPaths::by_search(&search.spaces()[0], metric, &distances);
        let moves = paths.first(&position)?.known()?;
        self.solution_by(&position, Some(&target), metric, moves)
    }

    /// Moves to the goal or to another position; `None` if it is unreachable.
    fn solution_by(
        &self,
        position: &Arrangement,
        target: Option<&Arrangement>,
        metric: Metric,
        moves: Option<Vec<Move>>,
    ) -> Result<Solution, Refusal> {
        let puzzle = self.puzzle();
        let moves = moves.ok_or_else(|| NoPath::between(puzzle, position, target))?;
        Ok(Solution {
            heading: Heading::new(puzzle, position, target, metric, moves.len()),
            moves: MoveRecord::each(puzzle, position, &moves),
        })
    }

    fn search(&self, set: &PieceSet, effort: Effort<'_>) -> Result<Search, Refusal> {
        let class = classes(self.puzzle(), std::slice::from_ref(set)).remove(0);
        Ok(Search::new(self.puzzle(), &class, effort)?)
    }

    /// Number of reachable positions.
    pub fn component(&self, text: &str, effort: Effort<'_>) -> Result<ComponentRecord, Refusal> {
        let (oracle, position) = self.look_up(text)?;
        let metric = Metric::Finger;
        let search = self.search(&position.piece_set(), effort)?;
        let found = search.run_towards(&position, metric, false, effort);
        let found = found?.remove(0);
        Ok(ComponentRecord {
            position: self.puzzle().position_text(&position),
            piece_set: oracle.piece_set_text().to_owned(),
            size: found.histogram().counts.iter().sum(),
            positions: oracle.len(),
            with_goal: oracle.distances_own(&position)?[metric].found().is_some(),
        })
    }

    /// The map of the component of a position.
    pub fn map(
        &self,
        text: &str,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<MapRecord, Refusal> {
        let (set, position) = self.read(text)?;
        let (puzzle, name) = (self.puzzle(), self.oracles[&set].piece_set_text());
        let map = ComponentMap::of(puzzle, &position, metric, map::MOST_POSITIONS, effort);
        let map = map.map_err(|error| match error {
            ReachableError::TooLarge { most } => {
                Refusal::NoAnswer(Fault::too_large(error.to_string(), most.into()))
            }
            ReachableError::Memory { .. }
            | ReachableError::Search(ComponentError::Memory { .. }) => {
                Refusal::NoAnswer(Fault::new("memory", error.to_string()))
            }
            error => Refusal::Broken(error.into()),
        })?;
        Ok(MapRecord::new(puzzle, &position, name, metric, &map))
    }

    /// Statistics of all piece sets.
    pub fn sets(&self) -> Vec<SetRecord<'_>> {
        self.study.sets.iter().map(SetRecord::new).collect()
    }

    /// All statistics of one piece set.
    pub fn full_set(&self, text: &str) -> Result<FullSet<'_>, Refusal> {
        let figures = self.figures(text).map_err(|error| Refusal::Unknown(error.into()))?;
        let metrics = figures.metrics.as_ref();
        Ok(FullSet {
            record: SetRecord::new(figures),
            histogram: metrics.map(|figures| figures.as_ref().map_or(&[][..], |f| &f.histogram)),
            component_sizes: &figures.component_sizes,
            hardest_positions: metrics.map(|figures| {
                let hardest = figures.iter().flat_map(|figures| &figures.hardest);
                hardest.map(|hardest| hardest.text.as_str()).collect()
            }),
        })
    }

    /// All named openings of the 4x5 board.
    pub fn openings(&self) -> Result<Vec<OpeningRecord<'_>>, Refusal> {
        let openings = self.catalogue.openings().iter().filter(|_| self.is_usual());
        let record = openings.map(|opening| {
            let oracle = self.oracle(&opening.position.piece_set())?;
            let distances = oracle.distances_own(&opening.position)?.map(Answer::found);
            Ok(OpeningRecord::new(self.puzzle(), self.catalogue, opening, distances))
        });
        record.collect()
    }

    /// Random positions at a distance in a range.
    pub fn sample(
        &self,
        set: &str,
        query: &SampleQuery,
        effort: Effort<'_>,
    ) -> Result<Layouts<'_>, Refusal> {
        let set = self.atlas.family().parse_piece_set(set)?;
        let oracle = self.oracle(&set)?;
        let (space, table) = oracle.table(query.metric)?;
        let needed = table.unpacked_bytes();
        if needed > effort.memory {
            return Err(SearchError::Memory { needed, allowed: effort.memory }.into());
        }
        let sample = sample(space, table, query, effort).map_err(|error| match error {
            SampleError::Table(error) => Refusal::Broken(error.into()),
            error => Refusal::NoAnswer(error.into()),
        })?;
        let layouts = sample.positions.iter().map(|position| LayoutRecord::new(oracle, position));
        Ok(Layouts {
            piece_set: oracle.piece_set_text().to_owned(),
            metric: query.metric.name(),
            fitting: sample.fitting,
            layouts: layouts.collect::<Result<_, _>>()?,
        })
    }

    /// A position in another notation.
    pub fn convert(&self, text: &str, notation: Notation) -> Result<Converted, Refusal> {
        let (_, position) = self.read(text)?;
        let written = notation::write(self.puzzle(), &position, notation);
        Ok(Converted {
            position: self.puzzle().position_text(&position),
            notation: notation.name(),
            text: written.map_err(|error| Refusal::NoAnswer(Fault::request(error.to_string())))?,
        })
    }

    /// Information about the server.
    pub fn about(&self) -> About {
        About {
            version: env!("CARGO_PKG_VERSION"),
            piece_sets: self.study.sets.len(),
            positions: self.study.sets.iter().map(|figures| figures.positions).sum(),
        }
    }

    /// A position as a picture.
    pub fn position_picture(&self, text: &str) -> Result<String, Refusal> {
        let (_, position) = self.read(text)?;
        Ok(picture::draw(self.puzzle(), &position))
    }

    /// A histogram as a picture.
    pub fn histogram_picture(
        &self,
        set: &str,
        metric: Metric,
        mark: Option<u16>,
        size: histogram::Size,
    ) -> Result<String, Refusal> {
        let figures = self.figures(set)?.metrics[metric].as_ref();
        let bars = figures.map_or(&[][..], |figures| &figures.histogram);
        Ok(histogram::draw(bars, mark, size))
    }

    /// A report in CSV, cached for later requests.
    pub fn csv(&self, name: &str) -> Result<Bytes, Refusal> {
        if let Some(report) = self.memory.find(|report: &Report| report.name == name) {
            return Ok(Bytes::from_owner(Body(report)));
        }
        let mut bytes = Vec::new();
        let is_csv = name.ends_with(".csv");
        let written = is_csv.then(|| self.study.write_file(name, &mut bytes)).flatten();
        let written = written.ok_or_else(|| {
            Refusal::Unknown(Fault::new("not-found", format!("there is no report {name}")))
        })?;
        written.map_err(|error| Refusal::Broken(error.into()))?;
        let lease = self.memory.try_take(bytes.capacity() as u64).ok_or_else(Refusal::no_room)?;
        let report = Report { name: name.to_owned(), bytes };
        Ok(Bytes::from_owner(Body(self.memory.keep(report, lease))))
    }
}

impl<'t> SetRecord<'t> {
    fn new(figures: &'t SetFigures) -> Self {
        let counts = figures.piece_set.counts();
        let metrics = figures.metrics.as_ref().map(Option::as_ref);
        Self {
            piece_set: &figures.text,
            horizontal: counts[klotski::HORIZONTAL],
            vertical: counts[klotski::VERTICAL],
            small: counts[klotski::SMALL],
            empty: figures.empty,
            positions: figures.positions,
            goal_positions: figures.goal_positions,
            components: figures.components(),
            largest_component: figures.largest_component(),
            solvable: figures.solvable(),
            unsolvable: figures.unsolvable,
            max: metrics.map(|figures| figures?.max()),
            mean: metrics.map(|figures| figures?.mean()),
            hardest: metrics.map(|figures| figures?.at_max()),
        }
    }
}
