//! Answers about the 4x5 family, and the front of all answers.

#[cfg(feature = "serve")]
use super::difficulty::Landscapes;
use super::fault::Fault;
use super::games::Games;
use super::map::component_map;
use super::memory::{Lease, Memory};
use super::position::full_position;
use super::puzzles::{PUZZLE_BYTES, Puzzles};
use super::refusal::Refusal;
use crate::json::{Heading, LayoutRecord, MoveRecord, NameRecord, OpeningRecord, Solution};
use huarong_core::drawing::picture;
use huarong_core::effort::Effort;
use huarong_core::klotski;
use huarong_core::notation;
use huarong_core::notation::Notation;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::{Arrangement, Family, Lettering, Metric, PieceMove, PieceSet, Puzzle};
use huarong_core::space::Space;
use huarong_lab::library::Catalogue;
use huarong_oracle::Oracle;
use huarong_oracle::analysis::{Answer, NoPath, SampleError, SampleQuery, ShortestPaths, sample};
use huarong_oracle::atlas::{Atlas, SetTables};
use huarong_search::{Component, SearchError, Until};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The data behind all answers: opened tables, puzzles and games.
pub struct Answers {
    atlas: Arc<Atlas>,
    oracles: BTreeMap<PieceSet, Oracle>,
    catalogue: &'static Catalogue,
    puzzles: Puzzles,
    games: Games,
    #[cfg(feature = "serve")]
    landscapes: Landscapes,
    /// Memory for puzzles in requests.
    replies: Arc<Memory>,
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
    solvable: bool,
}

/// Drawn positions.
#[derive(Serialize)]
pub struct Layouts<'t> {
    piece_set: String,
    metric: &'static str,
    fitting: u64,
    sample: Vec<LayoutRecord<'t>>,
}

/// A position in a notation.
#[derive(Serialize)]
pub struct Converted {
    position: String,
    notation: &'static str,
    text: String,
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
        let catalogue = Catalogue::built_in();
        let puzzles = Puzzles::new(atlas.clone(), given, results.clone());
        let games = Games::new(atlas.clone(), results.clone());
        Self {
            atlas,
            oracles,
            catalogue,
            puzzles,
            games,
            #[cfg(feature = "serve")]
            landscapes: Landscapes::new(results),
            replies,
        }
    }

    /// Answers from the tables of one more piece set.
    pub fn keep(&mut self, set: PieceSet, tables: SetTables) -> anyhow::Result<()> {
        let space = Space::within(self.puzzle(), &set, Effort::UNLIMITED)?;
        self.oracles.insert(set, Oracle::over_tables(space, tables)?);
        Ok(())
    }

    /// The two-player games.
    pub(super) fn games(&self) -> &Games {
        &self.games
    }

    /// The puzzles other than the 4x5 family.
    pub(super) fn puzzles(&self) -> &Puzzles {
        &self.puzzles
    }

    /// The landscapes of positions that were measured.
    #[cfg(feature = "serve")]
    pub(super) fn landscapes(&self) -> &Landscapes {
        &self.landscapes
    }

    /// Memory for a puzzle in a request.
    pub fn room_for_puzzle(&self) -> Result<Lease, Refusal> {
        self.replies.try_take(PUZZLE_BYTES).ok_or_else(Refusal::no_room)
    }

    /// The id of a puzzle, if it has one.
    pub fn id_of(&self, file: &PuzzleFile) -> Option<&'static str> {
        self.puzzles.id_of(file)
    }

    /// The family.
    pub fn family(&self) -> &Family {
        self.atlas.family()
    }

    /// The puzzle of the family.
    pub fn puzzle(&self) -> &Puzzle {
        self.atlas.family().puzzle()
    }

    /// Whether it is the 4x5 board.
    pub fn is_usual(&self) -> bool {
        klotski::is_klotski(self.puzzle())
    }

    /// A position of the family, and its piece set.
    pub(super) fn read(&self, text: &str) -> Result<(PieceSet, Arrangement), Refusal> {
        Ok(self.catalogue.read_position(self.atlas.family(), text)?)
    }

    /// A position with the oracle that knows its distances.
    fn look_up(&self, text: &str) -> Result<(&Oracle, Arrangement), Refusal> {
        let (set, position) = self.read(text)?;
        Ok((self.oracle(&set)?, position))
    }

    /// The oracle of a piece set. Checks once per request that no table was truncated.
    fn oracle(&self, set: &PieceSet) -> Result<&Oracle, Refusal> {
        let missing = || Refusal::Missing(self.puzzle().piece_set_text(set));
        let oracle = self.oracles.get(set).ok_or_else(missing)?;
        oracle.check_length()?;
        Ok(oracle)
    }

    /// The distance of a position; `None` if the goal is unreachable.
    pub fn distance(&self, position: &Arrangement, metric: Metric) -> Result<Option<u16>, Refusal> {
        let oracle = self.oracle(&position.piece_set())?;
        Ok(oracle.distances_own(position)?[metric].found())
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
            return Err(NoPath::between(self.puzzle(), &position, Some(&target)).into());
        }
        let until = Until::At(&position);
        let reached = Component::explore(self.puzzle(), &target, metric, until, effort)?;
        let distances = reached.into_distances(effort)?;
        let moves = ShortestPaths::back(&distances).first(&position)?.known()?;
        self.solution_by(&position, Some(&target), metric, moves)
    }

    /// Moves to the goal or to another position; `None` if it is unreachable.
    fn solution_by(
        &self,
        position: &Arrangement,
        target: Option<&Arrangement>,
        metric: Metric,
        moves: Option<Vec<PieceMove>>,
    ) -> Result<Solution, Refusal> {
        let puzzle = self.puzzle();
        let moves = moves.ok_or_else(|| NoPath::between(puzzle, position, target))?;
        let lettering = Lettering::of(puzzle, position);
        Ok(Solution {
            heading: Heading::new(puzzle, position, &lettering, target, metric, moves.len()),
            moves: MoveRecord::each(puzzle, position, &lettering, &moves),
        })
    }

    /// Number of reachable positions.
    pub fn component(&self, text: &str, effort: Effort<'_>) -> Result<ComponentRecord, Refusal> {
        let (oracle, position) = self.look_up(text)?;
        // All metrics have the same components. Levels of the unit metric are the narrowest.
        let metric = Metric::Unit;
        let reached = Component::explore(self.puzzle(), &position, metric, Until::All, effort)?;
        Ok(ComponentRecord {
            position: self.puzzle().position_text(&position),
            piece_set: oracle.piece_set_text().to_owned(),
            size: reached.len(),
            positions: oracle.len(),
            solvable: oracle.distances_own(&position)?[metric].found().is_some(),
        })
    }

    /// The map of the component of a position, as JSON.
    pub fn map(&self, text: &str, metric: Metric, effort: Effort<'_>) -> Result<Vec<u8>, Refusal> {
        let (_, position) = self.read(text)?;
        component_map(self.puzzle(), &position, metric, effort)
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
        let distances = table.distances().map_err(|error| Refusal::Broken(error.into()))?;
        let sample = sample(space, distances.as_ref(), query, effort);
        let sample = sample.map_err(|error| match error {
            SampleError::Table(error) => Refusal::Broken(error.into()),
            error => Refusal::NoAnswer(error.into()),
        })?;
        let layouts = sample.positions.iter().map(|position| LayoutRecord::new(oracle, position));
        Ok(Layouts {
            piece_set: oracle.piece_set_text().to_owned(),
            metric: query.metric.name(),
            fitting: sample.fitting,
            sample: layouts.collect::<Result<_, _>>()?,
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

    /// A position as a picture.
    pub fn picture(&self, text: &str) -> Result<String, Refusal> {
        let (_, position) = self.read(text)?;
        Ok(picture::draw(self.puzzle(), &position))
    }
}
