//! Answers that need the statistics of all piece sets.

use crate::answers::{Answers, Kept, Memory, RequestError};
use crate::json::{SolvedRecord, SolvedWithMoves, list_to_json, to_json};
use axum::body::Bytes;
use huarong_core::klotski;
use huarong_core::rules::{Metric, PerMetric, PieceSetError};
use huarong_lab::library::{LibraryPuzzle, SolvedPuzzle};
use huarong_oracle::analysis::{ComponentSize, Decimal, SetFigures};
use huarong_report::SetStudy;
use serde::Serialize;
use std::io;
use std::sync::Arc;

/// All answers, with the statistics of all piece sets.
pub struct Service {
    answers: Answers,
    study: SetStudy,
    /// Memory for requested CSV reports.
    memory: Arc<Memory>,
}

/// A report in CSV.
struct Report {
    name: String,
    bytes: Vec<u8>,
}

/// A report as the body of an answer.
struct Body(Arc<Kept<Report>>);

impl AsRef<[u8]> for Body {
    fn as_ref(&self) -> &[u8] {
        &self.0.bytes
    }
}

/// Statistics of a piece set.
#[derive(Serialize)]
struct SetRecord<'t> {
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
    at_max: PerMetric<Option<u64>>,
}

/// Everything about a piece set.
#[derive(Serialize)]
struct FullSet<'t> {
    #[serde(flatten)]
    record: SetRecord<'t>,
    histogram: PerMetric<&'t [u64]>,
    component_sizes: &'t [ComponentSize],
    hardest_positions: PerMetric<Vec<&'t str>>,
}

/// Information about the server.
#[derive(Serialize)]
struct About {
    version: &'static str,
    piece_sets: usize,
    positions: u64,
}

impl Service {
    /// Answers with the statistics of their piece sets. It keeps reports in `memory`.
    pub fn new(answers: Answers, study: SetStudy, memory: Arc<Memory>) -> Self {
        Self { answers, study, memory }
    }

    /// The answers that need no statistics.
    pub fn answers(&self) -> &Answers {
        &self.answers
    }

    /// Data of the board for pages, if it is not 4x5. The data of 4x5 is in the file of that name.
    pub fn family_script(&self) -> Option<String> {
        if self.answers.is_usual() {
            return None;
        }
        let board = self.answers.puzzle().board();
        let (columns, rows) = (board.width(), board.height());
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

    fn figures(&self, text: &str) -> Result<&SetFigures, PieceSetError> {
        let set = self.answers.family().parse_piece_set(text)?;
        let figures = self.study.sets.iter().find(|figures| figures.piece_set == set);
        Ok(figures.expect("there are tables of the whole family"))
    }

    /// Statistics of all piece sets, as JSON.
    pub fn sets(&self) -> Vec<u8> {
        list_to_json("sets", self.study.sets.iter().map(SetRecord::new))
    }

    /// All statistics of one piece set, as JSON.
    pub fn set(&self, text: &str) -> Result<Vec<u8>, RequestError> {
        let figures = self.figures(text).map_err(RequestError::unknown)?;
        let metrics = figures.metrics.as_ref();
        Ok(to_json(&FullSet {
            record: SetRecord::new(figures),
            histogram: metrics.map(|figures| figures.as_ref().map_or(&[][..], |f| &f.histogram)),
            component_sizes: &figures.component_sizes,
            hardest_positions: metrics.map(|figures| {
                let hardest = figures.iter().flat_map(|figures| &figures.hardest);
                hardest.map(|hardest| hardest.text.as_str()).collect()
            }),
        }))
    }

    /// All named openings, as JSON.
    pub fn openings(&self) -> Result<Vec<u8>, RequestError> {
        Ok(list_to_json("openings", self.answers.openings()?.into_iter()))
    }

    /// The kept results of the library's puzzles, as JSON.
    pub fn solved(&self) -> Vec<u8> {
        list_to_json("puzzles", SolvedPuzzle::all().iter().map(SolvedRecord::new))
    }

    /// The kept results of a puzzle with its solutions, as JSON.
    pub fn solved_puzzle(&self, id: &str) -> Result<Vec<u8>, RequestError> {
        let unknown =
            || RequestError::unknown(("not-found", format!("no results of {id:?} are kept")));
        let solved = SolvedPuzzle::find(id).ok_or_else(unknown)?;
        let file = LibraryPuzzle::find(id).ok().and_then(|puzzle| puzzle.read().ok());
        let setup = file.and_then(|file| file.setup().ok()).ok_or_else(unknown)?;
        Ok(to_json(&SolvedWithMoves::new(&solved, &setup)))
    }

    /// Information about the server, as JSON.
    pub fn about(&self) -> Vec<u8> {
        to_json(&About {
            version: env!("CARGO_PKG_VERSION"),
            piece_sets: self.study.sets.len(),
            positions: self.study.sets.iter().map(|figures| figures.positions).sum(),
        })
    }

    /// All reports in CSV, by name.
    pub fn reports(&self) -> io::Result<Vec<(&'static str, Vec<u8>)>> {
        let report = |name| {
            let mut bytes = Vec::new();
            let written = self.study.write_file(name, &mut bytes).expect("it is in the list");
            written.map(|()| (name, bytes))
        };
        SetStudy::names().filter(|name| name.ends_with(".csv")).map(report).collect()
    }

    /// The number of positions at each distance.
    pub fn histogram(&self, set: &str, metric: Metric) -> Result<&[u64], RequestError> {
        let figures = self.figures(set)?.metrics[metric].as_ref();
        Ok(figures.map_or(&[], |figures| &figures.histogram))
    }

    /// A report in CSV, cached for later requests.
    pub fn csv(&self, name: &str) -> Result<Bytes, RequestError> {
        if let Some(report) = self.memory.find(|report: &Report| report.name == name) {
            return Ok(Bytes::from_owner(Body(report)));
        }
        let mut bytes = Vec::new();
        let is_csv = name.ends_with(".csv");
        let written = is_csv.then(|| self.study.write_file(name, &mut bytes)).flatten();
        let unknown = || RequestError::unknown(("not-found", format!("there is no report {name}")));
        written.ok_or_else(unknown)?.map_err(|error| RequestError::Broken(error.into()))?;
        let lease =
            self.memory.try_take(bytes.capacity() as u64).ok_or_else(RequestError::no_room)?;
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
            at_max: metrics.map(|figures| figures?.at_max()),
        }
    }
}
