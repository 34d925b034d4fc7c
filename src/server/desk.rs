//! What the server knows, and its answers.

use crate::draw::{DrawError, Drawn, Wish};
use crate::no_way::NoWay;
use crate::records::{
    ByMetric, Heading, LayoutRecord, MoveRecord, NameRecord, OpeningRecord, PositionRecord,
    Solution, place,
};
use huarong::analysis::{Guide, Neighbour, Routes, Survey};
use huarong::atlas::Atlas;
use huarong::catalogue::{Catalogue, ReadError};
use huarong::drawing::{histogram, picture};
use huarong::notation::{self, Notation};
use huarong::puzzle::{Metric, PieceSet, PieceSetError, Position, Puzzle, klotski};
use huarong::report::{DEFAULT_HARDEST_LIMIT, SetStudy, Study, mean};
use huarong::retrograde::{LevelDone, Search, classes};
use huarong::table::TableError;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Everything that the server answers from: the tables, opened, and what the reports say of them.
pub struct Desk {
    atlas: &'static Atlas,
    guides: BTreeMap<PieceSet, Guide<'static>>,
    study: Study<'static>,
    catalogue: &'static Catalogue,
}

/// Why a question is not answered.
#[derive(Debug)]
pub enum Refusal {
    /// The question is not understood.
    Bad(String),
    /// There is no such thing.
    Unknown(String),
    /// It is understood, and has no answer.
    NoAnswer(String),
    /// The tables cannot be read.
    Broken(anyhow::Error),
}

impl From<ReadError> for Refusal {
    fn from(error: ReadError) -> Self {
        Self::Bad(error.to_string())
    }
}

impl From<PieceSetError> for Refusal {
    fn from(error: PieceSetError) -> Self {
        Self::Bad(error.to_string())
    }
}

impl From<NoWay> for Refusal {
    fn from(error: NoWay) -> Self {
        Self::NoAnswer(error.to_string())
    }
}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Self {
        Self::Broken(error.into())
    }
}

/// Most layouts drawn at once.
pub const MOST_LAYOUTS: usize = 100;

/// A position with all its moves.
#[derive(Serialize)]
pub struct FullPosition<'t> {
    #[serde(flatten)]
    record: PositionRecord<'t>,
    won: bool,
    moves: Vec<FullMove<'t>>,
    names: Vec<NameRecord<'t>>,
    mirror: String,
}

/// A move and what it leads to.
#[derive(Serialize)]
struct FullMove<'t> {
    shape: &'t str,
    from: [u8; 2],
    to: [u8; 2],
    /// The strictest metric in which it is one move.
    metric: &'static str,
    way: String,
    position: &'t str,
    distance: ByMetric<Option<u16>>,
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

/// A piece set's figures.
#[derive(Serialize)]
pub struct SetRecord<'t> {
    piece_set: &'t str,
    horizontal: u8,
    vertical: u8,
    small: u8,
    empty: u32,
    positions: u64,
    goal_positions: u64,
    components: usize,
    largest_component: u64,
    solvable: u64,
    unsolvable: u64,
    max: ByMetric<Option<u16>>,
    mean: ByMetric<Option<f64>>,
    hardest: ByMetric<Option<u64>>,
}

/// Everything about a piece set.
#[derive(Serialize)]
pub struct FullSet<'t> {
    #[serde(flatten)]
    record: SetRecord<'t>,
    histogram: ByMetric<&'t [u64]>,
    component_sizes: Vec<ComponentSizes>,
    hardest_positions: ByMetric<Vec<&'t str>>,
}

/// How many components have a size.
#[derive(Serialize)]
struct ComponentSizes {
    size: u64,
    components: u64,
    with_goal: u64,
}

/// Layouts drawn.
#[derive(Serialize)]
pub struct Layouts {
    piece_set: String,
    metric: &'static str,
    fitting: u64,
    layouts: Vec<LayoutRecord>,
}

/// A position in a notation.
#[derive(Serialize)]
pub struct Converted {
    position: String,
    notation: &'static str,
    text: String,
}

/// What this is.
#[derive(Serialize)]
pub struct About {
    version: &'static str,
    piece_sets: usize,
    positions: u64,
}

impl Desk {
    /// A desk over tables of all piece sets under all metrics, which must be there.
    pub fn new(
        atlas: &'static Atlas,
        guides: BTreeMap<PieceSet, Guide<'static>>,
    ) -> anyhow::Result<Self> {
        let study = Study::new(atlas, DEFAULT_HARDEST_LIMIT, |_| true)?;
        Ok(Self { atlas, guides, study, catalogue: Catalogue::built_in() })
    }

    fn puzzle(&self) -> &'static Puzzle {
        self.atlas.family().puzzle()
    }

    fn read(&self, text: &str) -> Result<(&Guide<'static>, Position), Refusal> {
        let (set, position) = self.catalogue.read_position(self.atlas.family(), text)?;
        Ok((self.guide(&set), position))
    }

    fn guide(&self, set: &PieceSet) -> &Guide<'static> {
        &self.guides[set]
    }

    fn set(&self, text: &str) -> Result<&SetStudy, PieceSetError> {
        let set = self.atlas.family().parse_piece_set(text)?;
        let study = self.study.sets().iter().find(|study| *study.piece_set() == set);
        Ok(study.expect("there are tables of the whole family"))
    }

    /// A position with its distances and every move, written as JSON.
    pub fn position(&self, text: &str) -> Result<Vec<u8>, Refusal> {
        let (guide, position) = self.read(text)?;
        let puzzle = self.puzzle();
        let Survey { index, distances, neighbours } = guide.survey(&position)?;
        let texts: Vec<String> =
            neighbours.iter().map(|near| puzzle.position_text(&near.position)).collect();
        let best = |metric: Metric| {
            let wanted = distances[metric as usize].and_then(|distance| distance.checked_sub(1));
            let moves = neighbours.iter().zip(&texts);
            let is_best = |near: &Neighbour| {
                wanted.is_some()
                    && near.made.metric <= metric
                    && near.distances[metric as usize] == wanted
            };
            moves.filter(|(near, _)| is_best(near)).map(|(_, text)| text.as_str()).collect()
        };
        let moves = neighbours.iter().zip(&texts).map(|(near, text)| FullMove {
            shape: puzzle.shapes()[near.made.shape].name(),
            from: place(puzzle, near.made.from),
            to: place(puzzle, near.made.to),
            metric: near.made.metric.name(),
            way: notation::moves::way(puzzle, &position, &near.made),
            position: text,
            distance: near.distances.into(),
        });
        let names = self.catalogue.at(&position).into_iter();
        let names =
            names.flat_map(|opening| opening.mentions.first().into_iter().chain(opening.aliases()));
        let mirror = puzzle.mirror(&position).expect("Klotski's board and pieces are symmetric");
        let text = puzzle.position_text(&position);
        let full = FullPosition {
            record: PositionRecord {
                position: &text,
                piece_set: guide.piece_set_text(),
                index,
                solvable: distances.iter().all(Option::is_some),
                distance: distances.into(),
                best_moves: Metric::ALL.map(best).into(),
            },
            won: puzzle.goal().is_won(&position),
            moves: moves.collect(),
            names: names.map(NameRecord::new).collect(),
            mirror: puzzle.position_text(&mirror),
        };
        Ok(to_json(&full))
    }

    /// An optimal solution, or the shortest way to another position.
    pub fn solution(
        &self,
        text: &str,
        metric: Metric,
        to: Option<&str>,
    ) -> Result<Solution, Refusal> {
        let (guide, position) = self.read(text)?;
        let target = to.map(|to| self.read(to)).transpose()?;
        let puzzle = self.puzzle();
        let moves = match &target {
            None => guide.routes(metric).first(&position)?,
            Some((other, _)) if other.space().piece_set() != guide.space().piece_set() => {
                let sets = [guide, other].map(|guide| guide.space().piece_set());
                return Err(NoWay::of_pieces(puzzle, sets[0], sets[1]).into());
            }
            Some((_, target)) => {
                let search = self.search(guide)?;
                let found =
                    search.run_towards(target, metric, false, |_| ControlFlow::Continue(()));
                let distances = found.map_err(|error| Refusal::Broken(error.into()))?.remove(0);
                Routes::by_search(&search.spaces()[0], metric, &distances).first(&position)?
            }
        };
        let target = target.as_ref().map(|(_, target)| target);
        let moves = moves.ok_or_else(|| NoWay::between(puzzle, &position, target))?;
        Ok(Solution {
            heading: Heading::new(puzzle, &position, target, metric, moves.len()),
            moves: MoveRecord::each(puzzle, &position, &moves),
        })
    }

    fn search(&self, guide: &Guide<'_>) -> Result<Search<'static>, Refusal> {
        let class =
            classes(self.puzzle(), std::slice::from_ref(guide.space().piece_set())).remove(0);
        Search::new(self.puzzle(), &class).map_err(|error| Refusal::Broken(error.into()))
    }

    /// How many positions can be reached from one.
    pub fn component(&self, text: &str) -> Result<ComponentRecord, Refusal> {
        let (guide, position) = self.read(text)?;
        let mut size = 0;
        let metric = Metric::Finger;
        let search = self.search(guide)?;
        let count = |done: LevelDone| {
            size += done.found;
            ControlFlow::Continue(())
        };
        let found = search.run_towards(&position, metric, false, count);
        found.map_err(|error| Refusal::Broken(error.into()))?;
        let index = guide.space().rank(&position).expect("the position is of this piece set");
        Ok(ComponentRecord {
            position: self.puzzle().position_text(&position),
            piece_set: guide.piece_set_text().to_owned(),
            size,
            positions: guide.space().len(),
            with_goal: guide.table(metric).get(index)?.is_some(),
        })
    }

    /// The figures of all piece sets.
    pub fn sets(&self) -> Vec<SetRecord<'_>> {
        self.study.sets().iter().map(|study| self.set_record(study)).collect()
    }

    fn set_record<'t>(&self, study: &'t SetStudy) -> SetRecord<'t> {
        let counts = study.piece_set().counts();
        let (goal_positions, unsolvable) = study.goals_and_unsolvable();
        let puzzle = self.puzzle();
        let max = Metric::ALL.map(|metric| study.max(metric));
        let histogram = |metric| Some(study.histogram(metric)).filter(|bars| !bars.is_empty());
        SetRecord {
            piece_set: study.text(),
            horizontal: counts[klotski::HORIZONTAL],
            vertical: counts[klotski::VERTICAL],
            small: counts[klotski::SMALL],
            empty: puzzle.board().open_cells().count_ones() - puzzle.area(study.piece_set()),
            positions: study.positions(),
            goal_positions,
            components: study.components().len(),
            largest_component: study.components().first().map_or(0, |largest| largest.size),
            solvable: study.positions() - unsolvable,
            unsolvable,
            max: max.into(),
            mean: Metric::ALL
                .map(|metric| histogram(metric).and_then(|bars| mean(bars).parse().ok()))
                .into(),
            hardest: Metric::ALL
                .map(|metric| histogram(metric).and_then(|bars| bars.last().copied()))
                .into(),
        }
    }

    /// Everything about one piece set.
    pub fn full_set(&self, text: &str) -> Result<FullSet<'_>, Refusal> {
        let study = self.set(text).map_err(|error| Refusal::Unknown(error.to_string()))?;
        let mut sizes: Vec<ComponentSizes> = Vec::new();
        for component in study.components() {
            if sizes.last().is_none_or(|last| last.size != component.size) {
                sizes.push(ComponentSizes { size: component.size, components: 0, with_goal: 0 });
            }
            let last = sizes.last_mut().expect("one was just pushed");
            last.components += 1;
            last.with_goal += u64::from(component.with_goal);
        }
        let hardest =
            |metric| study.hardest(metric).iter().map(|hardest| hardest.text.as_str()).collect();
        Ok(FullSet {
            record: self.set_record(study),
            histogram: Metric::ALL.map(|metric| study.histogram(metric)).into(),
            component_sizes: sizes,
            hardest_positions: Metric::ALL.map(hardest).into(),
        })
    }

    /// All named openings.
    pub fn openings(&self) -> Result<Vec<OpeningRecord<'_>>, Refusal> {
        let openings = self.catalogue.openings().iter();
        let record = openings.map(|opening| {
            let guide = self.guide(&opening.position.piece_set());
            let distances = guide.distances(&opening.position)?;
            Ok(OpeningRecord::new(self.puzzle(), self.catalogue, opening, distances))
        });
        record.collect()
    }

    /// Layouts of a wanted difficulty.
    pub fn sample(&self, set: &str, wish: &Wish) -> Result<Layouts, Refusal> {
        let set = self.atlas.family().parse_piece_set(set)?;
        let guide = self.guide(&set);
        let Drawn { layouts, fitting } = wish.draw(guide).map_err(|error| match error {
            DrawError::Table(error) => Refusal::Broken(error.into()),
            error => Refusal::NoAnswer(error.to_string()),
        })?;
        let piece_set = guide.piece_set_text().to_owned();
        Ok(Layouts { piece_set, metric: wish.metric.name(), fitting, layouts })
    }

    /// A position in another notation.
    pub fn convert(&self, text: &str, notation: Notation) -> Result<Converted, Refusal> {
        let (_, position) = self.read(text)?;
        let written = notation::write(self.puzzle(), &position, notation);
        Ok(Converted {
            position: self.puzzle().position_text(&position),
            notation: notation.name(),
            text: written.map_err(|error| Refusal::NoAnswer(error.to_string()))?,
        })
    }

    /// What this is.
    pub fn about(&self) -> About {
        About {
            version: env!("CARGO_PKG_VERSION"),
            piece_sets: self.study.sets().len(),
            positions: self.study.sets().iter().map(SetStudy::positions).sum(),
        }
    }

    /// A board as a picture.
    pub fn board(&self, text: &str) -> Result<String, Refusal> {
        let (_, position) = self.read(text)?;
        Ok(picture::draw(self.puzzle(), &position))
    }

    /// A histogram as a picture.
    pub fn histogram(
        &self,
        set: &str,
        metric: Metric,
        mark: Option<u16>,
        size: histogram::Size,
    ) -> Result<String, Refusal> {
        Ok(histogram::draw(self.set(set)?.histogram(metric), mark, size))
    }

    /// A report in CSV.
    pub fn csv(&self, name: &str) -> Result<Vec<u8>, Refusal> {
        let mut bytes = Vec::new();
        let is_csv = name.ends_with(".csv");
        let written = is_csv.then(|| self.study.write_file(name, &mut bytes)).flatten();
        let written =
            written.ok_or_else(|| Refusal::Unknown(format!("there is no report {name}")))?;
        written.map_err(|error| Refusal::Broken(error.into())).map(|()| bytes)
    }
}

/// An answer as JSON.
pub fn to_json(answer: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(answer).expect("answers have text for keys")
}
