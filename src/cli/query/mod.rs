//! `huarong query`: distances and best moves of positions.

mod columns;
mod objects;
mod printer;

pub use printer::write_facts;

use super::headings::{INPUT, OUTPUT};
use super::interrupt;
use super::long_work;
use super::output::{self, Columns, Format, RowFormat, RowOutput};
use super::puzzle::{Choice, Chosen};
use super::rows::{self, Question, Refusals, SideBySide};
use super::session::Session;
use super::tablebases::{Tablebases, in_tables_or};
use crate::{Method, Options, Oracle, Planner, Position, Question as Depth};
use anyhow::{Context, bail};
use columns::{Asked, COLUMNS, PositionAnswer};
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, PieceSet};
use huarong_core::space::Space;
use huarong_oracle::{Tables, Thresholds};
use huarong_search::{Component, ComponentDistances, ComponentError, Until};
use printer::Printer;
use std::io::Write;

/// Show distances and best moves of positions
///
/// Write a position row by row from the top, with `/` between rows. The signs are `.` for an empty cell, B big, H
/// horizontal, V vertical, S small. The other notations of `huarong convert` and the names of openings are read, too.
///
/// If its table is missing, a single position is searched in memory, and nothing is written. For several positions,
/// and for standard input, missing tables are built first.
///
/// If a position cannot reach the goal, text says so. Its distances are null in JSON and empty in CSV.
///
/// With --puzzle, positions use the signs of the puzzle file; the default is the start of the puzzle. Without tables, a
/// single position is searched until its nearest goals are found. For several positions, each component is searched
/// once.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong query VBBV/VBBV/VHHV/VSSV/S..S\n  \
                        huarong query 橫刀立馬 --format json\n  \
                        huarong query --index 1h4v4s:55580 --metric finger\n  \
                        huarong query --board 4x6 VBBV/VBBV/VHHV/VSSV/S..S/SSSS\n  \
                        huarong query - --format csv <positions.txt\n  \
                        huarong query - --format csv --columns input,finger <positions.txt")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Positions, or names of openings; `-` reads standard input, one per line; or a Parquet file with a column `position`
    #[arg(value_name = "POSITION", required_unless_present_any = ["index", "puzzle"])]
    positions: Vec<String>,

    /// Show the position with this index, as in 1h4v4s:55580
    ///
    /// Indices count from 0. With --puzzle, give the index alone.
    #[arg(long, value_name = "PIECE_SET:INDEX", help_heading = INPUT)]
    index: Vec<String>,

    /// Report this metric only: unit, straight, finger or multi
    ///
    /// It applies to text, and needs only the table of that metric. JSON and CSV have the first three metrics.
    #[arg(long, help_heading = OUTPUT)]
    metric: Option<Metric>,

    /// Count the positions reachable from each position, including itself
    ///
    /// This needs much time and memory for large puzzles.
    #[arg(long, help_heading = OUTPUT)]
    reachable: bool,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    format: RowFormat,

    /// Print only these columns of csv, or keys of json, separated by commas
    ///
    /// They are printed in this order. Distances alone are looked up faster than best moves.
    #[arg(long, value_delimiter = ',', value_name = "NAMES", help_heading = OUTPUT)]
    columns: Vec<String>,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    if arguments.metric == Some(Metric::Multi) && arguments.format != RowFormat::Text {
        let reason = "JSON and CSV of `query` have the metrics unit, straight and finger; \
                      `huarong solve --metric multi` has both\n";
        bail!(clap::Error::raw(clap::error::ErrorKind::ArgumentConflict, reason));
    }
    let format = arguments.format.printed();
    let is_several = arguments.positions.iter().any(|text| rows::is_stream(text))
        || arguments.positions.len() + arguments.index.len() > 1;
    let has_doors = session.atlas.family().puzzle().doors().is_some();
    let is_puzzle = session.chosen.is_some();
    let asked = Asked { arguments: &arguments, is_several, is_puzzle, has_doors };
    let columns = Columns::asked(COLUMNS, asked, format, &arguments.columns)?;
    let thresholds = Thresholds { positions_of_small_component: 1 << 15, ..Thresholds::default() };
    let mut query = Query {
        session,
        format,
        metric: arguments.metric,
        tablebases: Tablebases::new(session),
        searched: Vec::new(),
        planner: Planner::with_tables(Tables::of_atlas(session.atlas.clone()))
            .with_thresholds(thresholds),
        reached: arguments.reachable.then(Vec::new),
        out: RowOutput::new(arguments.format, columns.heads())?,
        columns,
        side_by_side: SideBySide::new(session),
        refusals: Refusals::of("position"),
    };
    if let (Some(start), true) =
        (session.start(), arguments.positions.is_empty() && arguments.index.is_empty())
    {
        query.answer_position(start, Among::None, None)?;
        return Ok(query.out.finish()?);
    }
    let (texts, indices) = (&arguments.positions[..], &arguments.index[..]);
    match (texts, indices) {
        ([text], []) if !rows::is_stream(text) => query.answer_one(text)?,
        ([], [index]) => query.answer_one(&position_numbered(session, index)?)?,
        _ => {
            let numbered = (1..).zip(texts);
            let questions =
                numbered.map(|(number, text)| Question::of_argument(Some(number), text));
            rows::for_each_batch(session, questions, |batch| {
                query.answer(batch)?;
                Ok(query.out.flush()?)
            })?;
            for (number, index) in (texts.len() as u64 + 1..).zip(indices) {
                let question = Question::of_argument(Some(number), index);
                match position_numbered(session, index) {
                    Ok(text) => query.answer(&[Question { text: &text, ..question }])?,
                    Err(error) => {
                        query.refusals.ask(1);
                        query.refuse(&question, error)?;
                    }
                }
            }
        }
    }
    query.out.finish()?;
    query.refusals.result()
}

/// The canonical text of the position with an index in the space of a piece set, as in `1h4v4s:55580`.
fn position_numbered(session: &Session, text: &str) -> anyhow::Result<String> {
    let wrong = || match &session.chosen {
        None => format!("{text:?} is not a piece set with an index, such as 1h4v4s:55580"),
        Some(chosen) => {
            format!("{text:?} is not the index of a position of {}", chosen.file.name())
        }
    };
    let (set, number) = match &session.chosen {
        None => {
            let (set, number) = text.split_once(':').with_context(wrong)?;
            (session.atlas.family().parse_piece_set(set)?, number)
        }
        // A chosen puzzle has one piece set, whose name may be omitted.
        Some(Chosen { file, setup }) => {
            let number = text.strip_prefix(file.name()).and_then(|rest| rest.strip_prefix(':'));
            (setup.piece_set(), number.unwrap_or(text))
        }
    };
    // Text output groups digits with commas, and people copy it.
    let number: u64 = number.trim().replace(',', "").parse().ok().with_context(wrong)?;
    let space = long_work::space(session, session.atlas.family().puzzle(), &set)?;
    if number >= space.len() {
        let (set, len) = (space.puzzle().piece_set_text(&set), space.len());
        let positions = output::counted(len, "position");
        bail!("{text:?}: {set} has {positions}, with indices 0 to {}", output::grouped(len - 1));
    }
    Ok(space.puzzle().position_text(&space.unrank(number)))
}

/// The state of a query: open tables, searched components, and the numbers of answered and invalid positions.
struct Query<'s> {
    session: &'s Session,
    format: Format,
    /// The metric that text reports, if not all of them.
    metric: Option<Metric>,
    tablebases: Tablebases<'s>,
    /// Searched components of a puzzle without tables, for the next positions.
    searched: Vec<Oracle>,
    planner: Planner,
    /// Components that were explored to count their positions; `None` unless `--reachable` is given.
    reached: Option<Vec<ComponentDistances>>,
    out: RowOutput,
    /// What an answer says.
    columns: Columns<PositionAnswer>,
    side_by_side: SideBySide,
    refusals: Refusals,
}

/// Whether other positions are asked for, too, which may lie in the same component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Among {
    None,
    Others,
}

impl<'s> Query<'s> {
    fn answer_one(&mut self, text: &str) -> anyhow::Result<()> {
        let (_, position) = self.session.read_position(text)?;
        self.answer_position(&position, Among::None, None)
    }

    /// The one metric that is reported, if not all of them.
    fn only(&self) -> Option<Metric> {
        self.metric.filter(|_| self.format == Format::Text)
    }

    /// The metrics that are reported.
    fn metrics(&self) -> Vec<Metric> {
        self.only().map_or_else(|| Metric::OF_SINGLE_PIECES.to_vec(), |only| vec![only])
    }

    /// The options of a search: its limits, and the metrics that are reported.
    fn options<'w>(&self, effort: Effort<'w>) -> Options<'w> {
        Options::from(effort).metrics(&self.metrics())
    }

    /// Answers a position from its tables, or, if they are missing, from a search.
    fn answer_position(
        &mut self,
        position: &Arrangement,
        among: Among,
        line: Option<&Question<'_>>,
    ) -> anyhow::Result<()> {
        let start = self.session.of_its_puzzle(position);
        let question = match (&self.session.chosen, among, self.format) {
            // The family numbers its positions.
            (None, ..) => Depth::PieceSet,
            (Some(_), Among::Others, _) => Depth::Component,
            // JSON has the distance after every move.
            (Some(_), Among::None, Format::Json) => Depth::Neighbours,
            (Some(_), Among::None, Format::Text | Format::Csv) => Depth::BestMoves,
        };
        let oracle = match question {
            Depth::Component => self.ask_component(&start)?,
            question => {
                let ask =
                    |effort: Effort<'_>| self.planner.ask(question, &start, &self.options(effort));
                let place = line.map(|line| line.origin);
                in_tables_or(self.session, &self.planner, &start, &self.metrics(), place, ask)?
            }
        };
        // The family numbers all positions, also if a search found some of them only.
        let numbered;
        let space = match oracle.space() {
            None if question == Depth::PieceSet => {
                numbered = long_work::space(self.session, start.puzzle(), &start.piece_set())?;
                Some(&numbered)
            }
            space => space,
        };
        self.print(&oracle, space, position, line)
    }

    /// Prints the answer of an oracle for a position. `space` numbers its positions.
    fn print(
        &mut self,
        oracle: &Oracle,
        space: Option<&Space>,
        position: &Arrangement,
        line: Option<&Question<'_>>,
    ) -> anyhow::Result<()> {
        let reachable = self.count_reachable(position)?;
        let mut printed = Vec::new();
        let mut printer = Printer::new(&self.columns, self.format, self.metric);
        printer.print(oracle, space, position, reachable, line, &mut printed)?;
        Ok(self.out.write_all(&printed)?)
    }

    /// The oracle of the component of a position, which is searched once.
    fn ask_component(&mut self, start: &Position) -> anyhow::Result<Oracle> {
        if let Some(oracle) = self.searched.iter().find(|oracle| oracle.holds(start)) {
            return Ok(oracle.clone());
        }
        let mut searched = std::mem::take(&mut self.searched);
        let oracle = long_work::with_effort(self.session, "positions", |effort| {
            let held = searched.iter().map(Oracle::bytes).sum();
            let ask = |effort| self.planner.ask(Depth::Component, start, &self.options(effort));
            match ask(effort.without(held)) {
                // Drops the other components to free their memory.
                Err(error) if error.is_memory() && held > 0 => {
                    searched.clear();
                    ask(effort)
                }
                found => found,
            }
        })?;
        if oracle.method() == Method::Component {
            searched.push(oracle.clone());
        }
        self.searched = searched;
        Ok(oracle)
    }

    /// The number of reachable positions, if `--reachable` is given.
    fn count_reachable(&mut self, position: &Arrangement) -> anyhow::Result<Option<u64>> {
        let session = self.session;
        let Some(reached) = &mut self.reached else { return Ok(None) };
        let own = session.of_its_puzzle(position);
        let whole = self.searched.iter().find(|oracle| oracle.holds(&own)).map(Oracle::len);
        let known = reached.iter().find(|reached| reached.distance(position).is_some());
        if let Some(len) = whole.or_else(|| known.map(ComponentDistances::len)) {
            return Ok(Some(len));
        }
        let component = long_work::with_effort(session, "positions", |effort| {
            let held = reached.iter().map(ComponentDistances::bytes).sum();
            let explore = |effort| {
                let until = Until::All;
                Component::explore(own.puzzle(), position, Metric::Unit, until, effort)?
                    .into_distances(effort)
            };
            match explore(effort.without(held)) {
                Err(ComponentError::Memory { .. }) if held > 0 => {
                    reached.clear();
                    explore(effort)
                }
                found => found,
            }
        })?;
        let len = component.len();
        reached.push(component);
        Ok(Some(len))
    }

    /// Answers positions in order. Invalid ones are reported with their source on standard error; the others are
    /// answered all the same.
    fn answer(&mut self, questions: &[Question<'_>]) -> anyhow::Result<()> {
        if self.session.chosen.is_some() || self.reached.is_some() {
            return self.answer_each(questions);
        }
        let only = self.only();
        let Self { session, columns, format, metric, tablebases, out, refusals, .. } = self;
        self.side_by_side.for_each_some(questions, |rows, questions| {
            let asked = rows.read(questions, |question| question.read(session))?;
            let sets = asked.iter().filter_map(|(_, read)| Some(&read.as_ref().ok()?.0));
            tablebases.prepare_for(sets, only)?;
            let table = |(set, _): &(PieceSet, Arrangement)| tablebases.number(set);
            let printer = || Printer::new(columns, *format, *metric);
            let print = |printer: &mut Printer<'_>,
                         (question, read): &rows::Asked<'_, _>,
                         out: &mut Vec<u8>| {
                match read {
                    Ok((set, position)) => {
                        let oracle = tablebases.get(set);
                        let (space, question) = (oracle.space(), Some(question));
                        printer.print(oracle, space, position, None, question, out)?;
                    }
                    Err(error) => printer.refuse(question, &format!("{error:#}"), out)?,
                }
                Ok(None)
            };
            rows.print(asked, table, printer, print, out, refusals)
        })
    }

    /// Answers positions one by one.
    fn answer_each(&mut self, questions: &[Question<'_>]) -> anyhow::Result<()> {
        self.refusals.ask(questions.len());
        for question in questions {
            match self.answer_among_others(question) {
                Err(error)
                    if !output::is_of_printing(&error) && interrupt::flow().is_continue() =>
                {
                    self.refuse(question, error)?;
                }
                answered => answered?,
            }
        }
        Ok(())
    }

    fn answer_among_others(&mut self, question: &Question<'_>) -> anyhow::Result<()> {
        let (set, position) = question.read(self.session)?;
        if self.session.chosen.is_none() {
            self.tablebases.prepare_for([&set], self.only())?;
        }
        self.answer_position(&position, Among::Others, Some(question))
    }

    /// Says why a position has no answer: on standard error, and in its row if it is one of several.
    fn refuse(&mut self, question: &Question<'_>, error: anyhow::Error) -> anyhow::Result<()> {
        let (reason, mut printed) = (format!("{error:#}"), Vec::new());
        self.refusals.refuse(question.origin, error)?;
        let printer = Printer::new(&self.columns, self.format, self.metric);
        printer.refuse(question, &reason, &mut printed)?;
        Ok(self.out.write_all(&printed)?)
    }
}
