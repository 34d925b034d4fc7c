//! `huarong query`: distances and best moves of positions.

use super::headings::{INPUT, OUTPUT};
use super::interrupt;
use super::long_work;
use super::output::{self, Cell, Cells, Format, Nulls, Record, Stdout};
use super::puzzle::{Choice, Chosen};
use super::rows::{self, Origin, Question, Refusals};
use super::session::Session;
use super::tablebases::Tablebases;
use crate::{Answer, Method, Options, Oracle, Planner, Position, Probe, Question as Asked};
use anyhow::{Context, bail};
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, PerMetric, PieceMove, PieceSet, Puzzle};
use huarong_pages::json::{PositionRecord, Show, ShownMove, ShownMoves, SubjectRecord};
use huarong_search::{Component, ComponentDistances, ComponentError, Until};
use rayon::prelude::*;
use serde::Serialize;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::io::{self, Write};
use std::slice;

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
                        huarong query - --format csv <positions.txt")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Positions, or names of openings; `-` reads standard input, one per line
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
    format: Format,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    if arguments.metric == Some(Metric::Multi) && arguments.format != Format::Text {
        let reason = "JSON and CSV of `query` have the metrics unit, straight and finger; \
                      `huarong solve --metric multi` has both\n";
        bail!(clap::Error::raw(clap::error::ErrorKind::ArgumentConflict, reason));
    }
    let mut query = Query {
        session,
        format: arguments.format,
        metric: arguments.metric,
        tablebases: Tablebases::new(session),
        searched: Vec::new(),
        planner: Planner::new(),
        reached: arguments.reachable.then(Vec::new),
        out: output::stdout()?,
        columns: COLUMNS.iter().filter(|column| (column.is_asked)(&arguments)).collect(),
        is_several: arguments.positions.iter().any(|text| text == "-")
            || arguments.positions.len() + arguments.index.len() > 1,
        at_once: POSITIONS_PER_TASK,
        refusals: Refusals::of("position"),
    };
    query.format.begin_columns(&query.header(), &mut query.out)?;
    if let (Some(start), true) =
        (session.start(), arguments.positions.is_empty() && arguments.index.is_empty())
    {
        query.answer_puzzle(&start.clone(), Among::None, None)?;
        return Ok(query.out.flush()?);
    }
    let (texts, indices) = (&arguments.positions[..], &arguments.index[..]);
    match (texts, indices) {
        ([text], []) if text != "-" => query.answer_one(text)?,
        ([], [index]) => query.answer_one(&position_numbered(session, index)?)?,
        _ => {
            let numbered = (1..).zip(texts);
            let questions =
                numbered.map(|(number, text)| Question::of_argument(Some(number), text));
            rows::for_each_batch(session, questions, |batch| query.answer_batch(batch))?;
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
    query.out.flush()?;
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
    out: Stdout,
    /// What an answer says.
    columns: Vec<&'static Column>,
    /// Whether there are several positions, or standard input. Then every position has a row with its line and its text.
    is_several: bool,
    /// Number of lines that are answered at once, by the length of the last answers.
    at_once: usize,
    refusals: Refusals,
}

/// Whether other positions are asked for, too, which may lie in the same component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Among {
    None,
    Others,
}

/// Number of positions that a thread answers at a time.
const POSITIONS_PER_TASK: usize = 128;

/// Approximate number of bytes of the answers that are kept before they are written.
const BYTES_OF_KEPT_ANSWERS: usize = 1 << 22;

impl<'s> Query<'s> {
    fn answer_one(&mut self, text: &str) -> anyhow::Result<()> {
        let (set, position) = self.session.read_position(text)?;
        match self.session.chosen {
            Some(_) => self.answer_puzzle(&position, Among::None, None),
            None => self.answer_of_family(&set, &position, None),
        }
    }

    /// The one metric that is reported, if not all of them.
    fn only(&self) -> Option<Metric> {
        self.metric.filter(|_| self.format == Format::Text)
    }

    /// The options of a search: its limits, and the metrics that are reported.
    fn options<'w>(&self, effort: Effort<'w>) -> Options<'w> {
        Options::from(effort)
            .metrics(self.only().as_ref().map_or(&Metric::OF_SINGLE_PIECES, slice::from_ref))
    }

    /// Answers a position of the family from its tables, or, if they are missing, from a search of its space.
    fn answer_of_family(
        &mut self,
        set: &PieceSet,
        position: &Arrangement,
        line: Option<&Question<'_>>,
    ) -> anyhow::Result<()> {
        let found = self.tablebases.find(set, self.only())?.cloned();
        let oracle = match found {
            Some(oracle) => oracle,
            None => {
                let start = self.session.of_its_puzzle(position);
                long_work::with_effort(self.session, "positions", |effort| {
                    Oracle::search_by(Method::Space, &start, &self.options(effort))
                })?
            }
        };
        self.print(&oracle, position, line)
    }

    /// Answers a position of a chosen puzzle from its tables, or, if they are missing, from a search.
    fn answer_puzzle(
        &mut self,
        position: &Arrangement,
        among: Among,
        line: Option<&Question<'_>>,
    ) -> anyhow::Result<()> {
        let found = self.tablebases.find(&position.piece_set(), self.only())?.cloned();
        let oracle = match (found, among) {
            (Some(oracle), _) => oracle,
            (None, Among::None) => self.search_alone(&self.session.of_its_puzzle(position))?,
            (None, Among::Others) => {
                self.search_component(&self.session.of_its_puzzle(position))?
            }
        };
        self.print(&oracle, position, line)
    }

    /// Prints the answer of an oracle for a position.
    fn print(
        &mut self,
        oracle: &Oracle,
        position: &Arrangement,
        line: Option<&Question<'_>>,
    ) -> anyhow::Result<()> {
        let reachable = self.count_reachable(position)?;
        let mut printer = Printer::new(&self.columns, self.format, self.metric);
        printer.print(oracle, position, reachable, line)?;
        Ok(self.out.write_all(&printer.out)?)
    }

    /// Searches from one position, as far as its answer needs.
    fn search_alone(&self, start: &Position) -> anyhow::Result<Oracle> {
        self.session.say("no table of this puzzle: searching from the position");
        let question = match self.format {
            // JSON has the distance after every move.
            Format::Json => Asked::Neighbours,
            Format::Text | Format::Csv => Asked::BestMoves,
        };
        long_work::with_effort(self.session, "positions", |effort| {
            self.planner.ask(question, start, &self.options(effort))
        })
    }

    /// The oracle of the component of a position, which is searched once.
    fn search_component(&mut self, start: &Position) -> anyhow::Result<Oracle> {
        if let Some(oracle) = self.searched.iter().find(|oracle| oracle.holds(start)) {
            return Ok(oracle.clone());
        }
        self.session.say("no table of this puzzle: searching all reachable positions");
        let mut searched = std::mem::take(&mut self.searched);
        let oracle = long_work::with_effort(self.session, "positions", |effort| {
            let held = searched.iter().map(Oracle::bytes).sum();
            let ask = |effort| self.planner.ask(Asked::Component, start, &self.options(effort));
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
        let read = |question: &Question<'_>| question.read(self.session);
        let parsed: Vec<anyhow::Result<(PieceSet, Arrangement)>> =
            questions.par_iter().with_min_len(POSITIONS_PER_TASK).map(read).collect();
        let sets = parsed.iter().flatten().map(|(set, _)| set);
        self.tablebases.prepare_for(sets, self.only())?;

        // Sorted by piece set: the entries of a piece set are adjacent in memory.
        let (tablebases, columns) = (&self.tablebases, &self.columns);
        let (format, metric) = (self.format, self.metric);
        let known = parsed.par_iter().enumerate().filter_map(|(question, parsed)| {
            let (set, position) = parsed.as_ref().ok()?;
            Some((tablebases.number(set), question, position))
        });
        let mut known: Vec<(usize, usize, &Arrangement)> = known.collect();
        known.par_sort_unstable_by_key(|&(number, question, _)| (number, question));
        let print = |chunk: &[(usize, usize, &Arrangement)]| {
            let mut printer = Printer::new(columns, format, metric);
            let mut ends = Vec::with_capacity(chunk.len());
            for &(number, question, position) in chunk {
                let line = &questions[question];
                printer.print(tablebases.numbered(number), position, None, Some(line))?;
                ends.push(printer.out.len());
            }
            Ok((printer.out, ends))
        };
        let printed: Vec<(Vec<u8>, Vec<usize>)> =
            known.par_chunks(POSITIONS_PER_TASK).map(print).collect::<anyhow::Result<_>>()?;
        let bytes: usize = printed.iter().map(|(printed, _)| printed.len()).sum();
        self.at_once = (BYTES_OF_KEPT_ANSWERS * known.len() / bytes.max(1)).max(POSITIONS_PER_TASK);

        let mut answers: Vec<&[u8]> = vec![&[]; questions.len()];
        for (chunk, (printed, ends)) in known.chunks(POSITIONS_PER_TASK).zip(&printed) {
            let mut start = 0;
            for (&(_, question, _), &end) in chunk.iter().zip(ends) {
                answers[question] = &printed[start..end];
                start = end;
            }
        }
        self.refusals.ask(questions.len());
        for ((question, parsed), answer) in questions.iter().zip(parsed).zip(answers) {
            match parsed {
                Ok(_) => self.out.write_all(answer)?,
                Err(error) => self.refuse(question, error)?,
            }
        }
        Ok(())
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
        if self.session.chosen.is_some() {
            return self.answer_puzzle(&position, Among::Others, Some(question));
        }
        self.tablebases.prepare([&set])?;
        self.answer_of_family(&set, &position, Some(question))
    }

    /// Says why a position has no answer: on standard error, and in its row if it is one of several.
    fn refuse(&mut self, question: &Question<'_>, error: anyhow::Error) -> anyhow::Result<()> {
        let reason = format!("{error:#}");
        self.refusals.refuse(question.origin, error)?;
        let row = Row {
            origin: Some(question.origin),
            answer: Answered::Refused(Nulls(
                self.columns.iter().map(|column| self.named(column.key)).collect(),
            )),
            error: Some(Some(reason)),
            columns: &self.columns,
        };
        self.format.write(&row, &mut self.out, |_, _| Ok(()))
    }

    /// A key or a column of an answer. With a chosen puzzle, answers are about the puzzle.
    fn named(&self, key: &'static str) -> &'static str {
        if key == "piece_set" && self.session.chosen.is_some() { "puzzle" } else { key }
    }

    /// The CSV columns.
    fn header(&self) -> Vec<&'static str> {
        let answer = self.columns.iter().flat_map(|column| column.csv).map(|&key| self.named(key));
        match self.is_several {
            true => ["line", "input"].into_iter().chain(answer).chain(["error"]).collect(),
            false => answer.collect(),
        }
    }

    /// Answers some arguments or lines, as many at once as the memory for their answers allows.
    fn answer_batch(&mut self, mut questions: &[Question<'_>]) -> anyhow::Result<()> {
        while !questions.is_empty() {
            let (some, others) = questions.split_at(self.at_once.min(questions.len()));
            self.answer(some)?;
            questions = others;
        }
        Ok(self.out.flush()?)
    }
}

/// The positions among which one is.
struct Subject<'a> {
    puzzle: &'a Puzzle,
    /// The text of the piece set, or the name of the puzzle.
    name: &'a str,
    /// Number of the positions, where they are numbered.
    len: u64,
}

/// Formats answers one after another into a buffer.
struct Printer<'q> {
    columns: &'q [&'static Column],
    format: Format,
    metric: Option<Metric>,
    out: Vec<u8>,
    /// The moves of the current answer.
    shown: ShownMoves,
    /// The piece set of the last answer, and its number of positions as text.
    piece_set: String,
    space_len: String,
}

impl<'q> Printer<'q> {
    fn new(columns: &'q [&'static Column], format: Format, metric: Option<Metric>) -> Self {
        let (out, shown) = (Vec::new(), ShownMoves::default());
        let (piece_set, space_len) = (String::new(), String::new());
        Self { columns, format, metric, out, shown, piece_set, space_len }
    }

    /// Formats the answer of an oracle for a position.
    fn print(
        &mut self,
        oracle: &Oracle,
        position: &Arrangement,
        reachable: Option<u64>,
        line: Option<&Question<'_>>,
    ) -> anyhow::Result<()> {
        if self.metric == Some(Metric::Multi) {
            return self.print_lines(oracle, position, reachable);
        }
        let (puzzle, name) = (oracle.puzzle(), oracle.piece_set_text());
        let mut probe = oracle.probe_own(position)?;
        // The answer must not depend on the kind of search: a puzzle without tables has no indices.
        if puzzle.has_signs() && oracle.method() != Method::Tables {
            probe.index = None;
        }
        let subject = Subject { puzzle, name, len: oracle.len() };
        self.print_probe(subject, position, &probe, reachable, line)
    }

    /// Formats the probe of a position.
    fn print_probe(
        &mut self,
        Subject { puzzle, name, len }: Subject<'_>,
        position: &Arrangement,
        probe: &Probe,
        reachable: Option<u64>,
        line: Option<&Question<'_>>,
    ) -> anyhow::Result<()> {
        if self.piece_set != name {
            self.piece_set = name.to_owned();
            self.space_len = output::counted(len, "position");
        }
        let space_len = &self.space_len;
        // JSON has all moves; the other formats have the best ones only.
        let show = if self.format == Format::Json { Show::AllMoves } else { Show::BestMoves };
        self.shown.show(puzzle, position, probe, show);
        let shown = &self.shown;
        let mut record = PositionRecord::new(puzzle, name, position, probe, shown);
        record.reachable = reachable;
        let metric = self.metric;
        let row = Row {
            origin: line.map(|line| line.origin),
            answer: Answered::Found(record),
            error: line.map(|_| None),
            columns: self.columns,
        };
        self.format.write(&row, &mut self.out, |row, out| {
            let Answered::Found(record) = &row.answer else { return Ok(()) };
            write_facts(puzzle, record, space_len, |out| write_distance(record, metric, out), out)?;
            write_best_moves(puzzle, position, shown, metric, out);
            Ok(())
        })
    }

    /// Formats the answer under the multi metric, as text.
    fn print_lines(
        &mut self,
        oracle: &Oracle,
        position: &Arrangement,
        reachable: Option<u64>,
    ) -> anyhow::Result<()> {
        let (puzzle, oracle) = (oracle.puzzle(), oracle.under(Metric::Multi));
        let start = Position::new(puzzle, position.clone());
        let start = start.expect("the position belongs to its puzzle");
        let distance = oracle.distance(&start)?;
        let numbered = puzzle.has_signs() && oracle.method() != Method::Tables;
        let index = oracle.space().filter(|_| !numbered).and_then(|space| space.rank(position));
        // The record has the facts of all metrics. It needs no moves of single pieces.
        let distances = PerMetric::each(|_| Answer::Unknown);
        let probe = Probe::without_moves(index, distances);
        self.shown.show(puzzle, position, &probe, Show::BestMoves);
        let subject = oracle.piece_set_text();
        let mut record = PositionRecord::new(puzzle, subject, position, &probe, &self.shown);
        record.reachable = reachable;
        let write_distance = |out: &mut Vec<u8>| match distance {
            Some(0) => write!(out, "   at the goal"),
            Some(distance) => write!(out, "   distance   multi {distance}"),
            None => write!(out, "   cannot reach the goal"),
        };
        let space_len = output::counted(oracle.len(), "position");
        write_facts(puzzle, &record, &space_len, write_distance, &mut self.out)?;
        let mut label = Metric::Multi.name();
        for best in oracle.best_moves(&start)? {
            let from = self.out.len();
            push(&mut self.out, &["  ", label]);
            self.out.resize(from + LABEL_WIDTH, b' ');
            let after = best.after().to_string();
            describe(puzzle, position, &best.made(), &after, &mut self.out);
            label = "";
        }
        Ok(())
    }
}

/// A part of an answer. A new one needs a field of [`PositionRecord`] and an entry of [`COLUMNS`].
struct Column {
    /// The key in JSON.
    key: &'static str,
    is_asked: fn(&Arguments) -> bool,
    /// The columns in CSV.
    csv: &'static [&'static str],
    /// Appends their cells.
    cells: for<'r> fn(&'r PositionRecord<'_>, &mut Cells<'r>),
    /// The line beside the drawing in text.
    fact: Option<Fact>,
}

/// The label and the value of a line of text, if the answer has it. It can name the number of positions.
type Fact = for<'r> fn(&'r PositionRecord<'_>, &str) -> Option<(&'static str, Cow<'r, str>)>;

/// What an answer says, in the order of JSON, of CSV and of text. The distance is the last line of text.
const COLUMNS: &[Column] = &[
    Column {
        key: "position",
        is_asked: |_| true,
        csv: &["position"],
        cells: |record, cells| cells.push(record.position),
        fact: None,
    },
    Column {
        key: "piece_set",
        is_asked: |_| true,
        csv: &["piece_set"],
        cells: |record, cells| cells.push(record.subject.text()),
        fact: Some(|record, _| match record.subject {
            SubjectRecord::PieceSet(text) => Some(("   piece set  ", text.into())),
            SubjectRecord::Puzzle(name) => Some(("   puzzle     ", name.into())),
        }),
    },
    Column {
        key: "index",
        is_asked: |_| true,
        csv: &["index"],
        cells: |record, cells| cells.push(record.index),
        fact: Some(|record, space_len| {
            let index = output::grouped(record.index?);
            Some(("   index      ", format!("{index} of {space_len}").into()))
        }),
    },
    Column {
        key: "solvable",
        is_asked: |_| true,
        csv: &["solvable"],
        cells: |record, cells| cells.push(record.solvable),
        fact: None,
    },
    Column {
        key: "distance",
        is_asked: |_| true,
        csv: &["unit", "straight", "finger"],
        cells: |record, cells| {
            cells.extend(record.distance.into_values().map(|moves| moves.map(u64::from).into()));
        },
        fact: None,
    },
    Column {
        key: "best_moves",
        is_asked: |_| true,
        csv: &["best_unit", "best_straight", "best_finger"],
        cells: |record, cells| {
            let best = record.best_moves.as_ref().into_values();
            cells.extend(best.map(|best| best.join(" ").into()));
        },
        fact: None,
    },
    Column {
        key: "reachable",
        is_asked: |arguments| arguments.reachable,
        csv: &["reachable"],
        cells: |record, cells| cells.push(record.reachable),
        fact: Some(|record, _| {
            let reachable = output::counted(record.reachable?, "position");
            Some(("   reachable  ", reachable.into()))
        }),
    },
    Column { key: "moves", is_asked: |_| true, csv: &[], cells: |_, _| {}, fact: None },
];

/// The row of a position. One of several has its place in the input, and the reason why it has no answer.
#[derive(Serialize)]
struct Row<'r> {
    #[serde(flatten)]
    origin: Option<Origin<'r>>,
    #[serde(flatten)]
    answer: Answered<'r>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Option<String>>,
    #[serde(skip)]
    columns: &'r [&'static Column],
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answered<'r> {
    Found(PositionRecord<'r>),
    Refused(Nulls),
}

impl Record for Row<'_> {
    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let mut cells = Cells::default();
        if let Some(origin) = self.origin {
            cells.push(origin.line());
            cells.push(origin.input());
        }
        for column in self.columns {
            match &self.answer {
                Answered::Found(record) => (column.cells)(record, &mut cells),
                Answered::Refused(_) => cells.extend(column.csv.iter().map(|_| Cell::Empty)),
            }
        }
        cells.extend(self.error.as_ref().map(|error| Cell::from(error.as_deref())));
        [cells]
    }
}

/// Writes the position as a drawing, with the facts beside it.
pub fn write_facts(
    puzzle: &Puzzle,
    record: &PositionRecord<'_>,
    space_len: &str,
    write_distance: impl Fn(&mut Vec<u8>) -> io::Result<()>,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    push(out, &[record.position, "\n"]);
    let mut rows = puzzle.text_rows(record.position);
    let width = usize::from(puzzle.board().width());
    let facts = COLUMNS.iter().filter_map(|column| column.fact?(record, space_len));
    let mut facts = facts.map(Some).chain([None]);
    // A board can have fewer rows than there are facts, or more.
    loop {
        let (row, fact) = (rows.next(), facts.next());
        if row.is_none() && fact.is_none() {
            return Ok(());
        }
        push(out, &["  "]);
        match row {
            Some(row) => push(out, &[row]),
            None => out.resize(out.len() + width, b' '),
        }
        match fact {
            Some(Some((label, value))) => push(out, &[label, &value]),
            Some(None) => write_distance(out)?,
            None => {}
        }
        out.push(b'\n');
    }
}

/// Writes the distances of a position, or the one that is reported.
fn write_distance(
    record: &PositionRecord<'_>,
    metric: Option<Metric>,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let reported = metric.unwrap_or(Metric::Finger);
    match (record.distance[reported], *record.distance.values()) {
        (Some(0), _) => push(out, &["   at the goal"]),
        (Some(distance), _) if metric.is_some() => {
            write!(out, "   distance   {reported} {distance}")?;
        }
        (_, [Some(unit), Some(straight), Some(finger)]) => {
            write!(out, "   distance   unit {unit}, straight {straight}, finger {finger}")?;
        }
        _ => push(out, &["   cannot reach the goal"]),
    }
    Ok(())
}

/// Writes the best moves in each metric, or in the one that is reported.
fn write_best_moves(
    puzzle: &Puzzle,
    position: &Arrangement,
    shown: &ShownMoves,
    metric: Option<Metric>,
    out: &mut Vec<u8>,
) {
    // A move is described once, even if it is best in several metrics.
    let best: SmallVec<[(&ShownMove, &str); 8]> = shown.each().collect();
    let mut described = Vec::with_capacity(best.len() * 80);
    let mut ends: SmallVec<[usize; 8]> = SmallVec::from_slice(&[0]);
    for (best, after) in &best {
        describe(puzzle, position, &best.probed.made, after, &mut described);
        ends.push(described.len());
    }
    for metric in
        Metric::OF_SINGLE_PIECES.into_iter().filter(|&each| metric.is_none_or(|only| only == each))
    {
        let mut label = metric.name();
        for (index, _) in best.iter().enumerate().filter(|(_, (best, _))| best.is_best[metric]) {
            let start = out.len();
            push(out, &["  ", label]);
            out.resize(start + LABEL_WIDTH, b' ');
            out.extend_from_slice(&described[ends[index]..ends[index + 1]]);
            label = "";
        }
    }
}

/// Appends texts; the formatting machinery would cost more than the lookup of the answer.
fn push(out: &mut Vec<u8>, texts: &[&str]) {
    texts.iter().for_each(|text| out.extend_from_slice(text.as_bytes()));
}

/// Appends a move in words and the position after it: `small at column 1, row 5: right`.
fn describe(
    puzzle: &Puzzle,
    position: &Arrangement,
    made: &PieceMove,
    after: &str,
    out: &mut Vec<u8>,
) {
    let (board, start) = (puzzle.board(), out.len());
    let mut digits = itoa::Buffer::new();
    let shape = &puzzle.shapes()[made.shape];
    if shape.signs().is_empty() {
        push(out, &[shape.name(), " at column "]);
    } else {
        let sign = puzzle.sign_of(position, made.shape, made.from);
        push(out, &[sign.encode_utf8(&mut [0; 4]), " at column "]);
    }
    push(out, &[digits.format(board.column(made.from) + 1), ", row "]);
    push(out, &[digits.format(board.row(made.from) + 1), ":"]);
    match made.direction(board) {
        Some(direction) => push(out, &[" ", direction.name()]),
        None => {
            for direction in puzzle.path(position, made) {
                push(out, &[" ", direction.name()]);
            }
        }
    }
    for (number, follower) in made.followers.iter().enumerate() {
        let shape = &puzzle.shapes()[follower.shape];
        push(out, &[if number == 0 { ", with " } else { ", " }]);
        if shape.signs().is_empty() {
            push(out, &[shape.name()]);
        } else {
            let sign = puzzle.sign_of(position, follower.shape, follower.from);
            push(out, &[sign.encode_utf8(&mut [0; 4])]);
        }
    }
    let width = (out.len() - start).max(MOVE_WIDTH);
    out.resize(start + width, b' ');
    push(out, &[" ", after, "\n"]);
}

/// Columns for the name of a metric and the space around it.
const LABEL_WIDTH: usize = 12;
/// Columns for a move in words; after a longer one, the position starts further right.
const MOVE_WIDTH: usize = 44;
