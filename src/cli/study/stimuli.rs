//! The puzzles of a study.

use super::arguments::{Arguments, WRONG_SHARE};
use crate::cli::design::value_of;
use crate::cli::input_file::InputFile;
use crate::cli::long_work;
use crate::cli::output::Flat;
use crate::cli::puzzle;
use crate::cli::rows::{CsvRows, PuzzleList, is_path};
use crate::cli::session::Session;
use anyhow::{Context, anyhow, bail};
use huarong_core::effort::Effort;
use huarong_core::interchange::{self, Format};
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::Lettering;
use huarong_core::{klotski, notation};
use huarong_lab::difficulty::Landscape;
use huarong_lab::library::{Catalogue, LibraryPuzzle, Opening};
use huarong_pages::json::{PuzzleRecord, puzzle_file};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashSet;
use std::path::Path;

/// A puzzle of a study.
pub(super) struct Stimulus {
    pub row: StimulusRow,
    file: PuzzleFile,
    /// The text of its puzzle file, if the study needs that.
    pub text: Option<String>,
}

/// What the lists of a study say about a puzzle.
#[derive(Default, Serialize)]
pub(super) struct StimulusRow {
    pub id: String,
    name: String,
    pub pair: Option<usize>,
    pub condition: Option<String>,
    /// The board as `huarong trace` reads it.
    pub start: String,
    metric: &'static str,
    pub distance: u16,
    pub wrong_share: Option<f64>,
    /// The value of the measure of --contrast.
    pub contrast: Option<f64>,
}

impl Flat for StimulusRow {}

/// A puzzle for the page and for jsPsych.
#[derive(Serialize)]
pub(super) struct PageStimulus<'s> {
    #[serde(flatten)]
    row: &'s StimulusRow,
    description: PuzzleRecord<'s>,
}

impl Stimulus {
    pub fn for_page(&self) -> PageStimulus<'_> {
        PageStimulus { row: &self.row, description: PuzzleRecord::new(None, None, &self.file) }
    }
}

/// A puzzle before it is measured.
struct Source {
    /// Where it is, for error messages.
    origin: String,
    file: PuzzleFile,
    /// The name of a puzzle of the library, or the text of a puzzle file. No text of a Rush Hour board is needed.
    named: Option<&'static str>,
    text: Option<String>,
    id: Option<String>,
    condition: Option<String>,
}

/// The folder of puzzle files in a study.
pub(super) const PUZZLES: &str = "puzzles";

/// Reads and measures the puzzles of a command.
pub(super) fn read(session: &Session, arguments: &Arguments) -> anyhow::Result<Vec<Stimulus>> {
    let mut sources = Vec::new();
    match &arguments.boards {
        Some(path) => listed(PuzzleList::Boards(path), &mut sources)?,
        None => {
            for name in &arguments.files {
                match name.to_lowercase().ends_with(".csv") {
                    true => in_csv(name, &arguments.column, &mut sources)?,
                    false if is_path(name) || name == "-" => {
                        listed(PuzzleList::Named(std::slice::from_ref(name)), &mut sources)?;
                    }
                    false => {
                        let source = Source::of_text(name, name.clone())?;
                        sources.push(source);
                    }
                }
            }
        }
    }
    if sources.is_empty() {
        bail!("the input has no puzzles");
    }
    let digits = sources.len().to_string().len();
    for (number, source) in (1..).zip(&mut sources) {
        source.id.get_or_insert_with(|| format!("{number:0digits$}"));
    }
    let is_plain = |id: &str| id.chars().all(|sign| sign.is_alphanumeric() || "-_".contains(sign));
    for Source { origin, id, .. } in &sources {
        if let Some(id) = id.as_deref().filter(|id| !is_plain(id)) {
            bail!("{origin}: the id {id:?} has other signs than letters, digits, - and _");
        }
    }
    let mut ids = HashSet::new();
    if let Some(twice) = sources.iter().find(|source| !ids.insert(source.id.clone())) {
        bail!("{}: the id {:?} is there twice", twice.origin, twice.id.as_deref().unwrap_or(""));
    }
    long_work::with_effort(session, "puzzles", |effort| {
        effort.total(sources.len() as u64)?;
        effort.doing("measures")?;
        let each = effort.at_most(effort.memory / rayon::current_num_threads() as u64);
        let measure = |source: Source| {
            let origin = source.origin.clone();
            let measured = each.quietly(|each| source.measured(arguments, each));
            effort.done(1)?;
            measured.context(origin)
        };
        sources.into_par_iter().map(measure).collect()
    })
}

/// Adds the puzzles of a list.
fn listed(list: PuzzleList<'_>, sources: &mut Vec<Source>) -> anyhow::Result<()> {
    list.for_each_some(|entries| {
        for entry in entries {
            let origin = entry.to_string();
            let file = entry.read().with_context(|| origin.clone())?;
            let named = LibraryPuzzle::find(&origin).ok().filter(|_| !Path::new(&origin).exists());
            let text = match entry.value() {
                Ok(Value::String(text)) => Some(text),
                Ok(object) => Some(puzzle_file(&object.to_string(), file.name())?.1),
                Err(_) => None,
            };
            let named = named.map(|puzzle| puzzle.id);
            sources.push(Source { origin, file, named, text, id: None, condition: None });
        }
        Ok(())
    })
}

/// Adds the puzzles in a column of a CSV file.
fn in_csv(name: &str, column: &str, sources: &mut Vec<Source>) -> anyhow::Result<()> {
    let mut rows = CsvRows::new(InputFile::at(Path::new(name))?)?;
    let missing = || {
        let columns = rows.header.join(", ");
        anyhow!("{name} has no column {column:?}: name yours with --column; it has {columns}")
    };
    let puzzles = rows.column(column).ok_or_else(missing)?;
    let (ids, conditions) = (rows.column("id"), rows.column("condition"));
    while let Some((line, record)) = rows.next()? {
        let cell = |column: Option<usize>| {
            let text = column.and_then(|column| record.get(column)).unwrap_or_default().trim();
            (!text.is_empty()).then(|| text.to_owned())
        };
        let origin = format!("{name}:{line}");
        let text = cell(Some(puzzles)).with_context(|| format!("{origin}: no puzzle"))?;
        let source = Source::of_text(&text, origin)?;
        sources.push(Source { id: cell(ids), condition: cell(conditions), ..source });
    }
    Ok(())
}

/// The puzzle file of a position or an opening of Klotski.
fn klotski_file(text: &str) -> Option<String> {
    let puzzle = klotski::puzzle();
    let opening = Catalogue::built_in().find(text).ok();
    let start = match opening {
        Some(opening) => opening.position.clone(),
        None => notation::read(&puzzle, text).ok()?,
    };
    let name = opening.map_or("Klotski", Opening::name);
    // The letter of the big piece is A.
    let rows = Lettering::of_each(&puzzle, &start).text(&puzzle).replace('/', "\n");
    let goal = "....\n....\n....\n.AA.\n.AA.";
    Some(format!("name = '{name}'\nstart = '''\n{rows}'''\ngoal = '''\n{goal}'''\n"))
}

impl Source {
    /// A puzzle by its name or its text.
    fn of_text(text: &str, origin: String) -> anyhow::Result<Self> {
        let (id, condition) = (None, None);
        let file = match puzzle::find(text) {
            Ok(file) => file,
            Err(error) => {
                let text = klotski_file(text).ok_or(error).with_context(|| origin.clone())?;
                let file = PuzzleFile::parse(&text)?;
                return Ok(Self { origin, file, named: None, text: Some(text), id, condition });
            }
        };
        let named = LibraryPuzzle::find(text).ok().filter(|_| !Path::new(text).exists());
        let named = named.map(|puzzle| puzzle.id);
        Ok(Self { origin, file, named, text: puzzle::text_of(text).ok(), id, condition })
    }

    fn measured(self, arguments: &Arguments, effort: Effort<'_>) -> anyhow::Result<Stimulus> {
        let Arguments { metric, contrast, .. } = arguments;
        let id = self.id.unwrap_or_default();
        let setup = self.file.setup()?;
        let landscape = Landscape::explore(&setup.puzzle, &setup.start, *metric, effort)?;
        let measures = landscape.difficulty(&setup.start, effort.without(landscape.bytes()))?;
        let measures = measures.context("the puzzle cannot reach its goal")?;
        let distance = measures.distance[*metric];
        if distance == 0 {
            bail!("the start is at the goal already");
        }
        let measures = serde_json::to_value(measures)?;
        let wrong_share = wrong_share(&measures, distance);
        let contrast = match &contrast[..] {
            WRONG_SHARE => wrong_share,
            measure => value_of(&measures, measure),
        };
        let (start, text) = match (board_of(&self.file), self.named) {
            (Some(board), _) => (board, None),
            (None, Some(named)) => (named.to_owned(), None),
            (None, None) => (format!("{PUZZLES}/{id}.toml"), self.text),
        };
        let row = StimulusRow {
            id,
            name: self.file.name().to_owned(),
            pair: None,
            condition: self.condition,
            start,
            metric: metric.name(),
            distance,
            wrong_share,
            contrast,
        };
        Ok(Stimulus { row, file: self.file, text })
    }
}

/// The share of wrong moves among all moves from the positions of the optimal solutions, with four decimal places.
fn wrong_share(measures: &Value, distance: u16) -> Option<f64> {
    let wrong = value_of(measures, "wrong_moves")?;
    let all = value_of(measures, "solution_mobility")? * f64::from(distance);
    Some((wrong / all * 10_000.0).round() / 10_000.0)
}

/// The line of a Rush Hour board; `None` unless it means the same puzzle, with the same signs.
fn board_of(file: &PuzzleFile) -> Option<String> {
    let line = interchange::write(Format::Rush, file).ok()?.trim().to_owned();
    let read = PuzzleFile::parse(&interchange::read_board(&line, "board").ok()?).ok()?;
    let what = |file: &PuzzleFile| {
        let mut value = serde_json::to_value(PuzzleRecord::new(None, None, file)).ok()?;
        Some(["start", "kinds", "goals"].map(|key| value[key].take()))
    };
    (what(&read) == what(file)).then_some(line)
}
