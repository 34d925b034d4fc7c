//! `huarong query`: distances and best moves of positions.

use super::headings::{INPUT, OUTPUT};
use super::interrupt;
use super::lines::{self, Batches};
use super::output::{self, Format, Nulls, Record, Stdout};
use super::puzzle::{Choice, Chosen};
use super::session::Session;
use super::tablebases::Tablebases;
use super::work;
use crate::{Answer, Method, Options, Oracle, Planner, Position, Probe, Question as Asked};
use anyhow::{Context, bail};
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, Move, PerMetric, PieceSet, Puzzle};
use huarong_pages::json::{PositionRecord, Show, ShownMove, ShownMoves, SubjectRecord};
use huarong_search::{Component, ComponentDistances, ComponentError, Until};
use rayon::prelude::*;
use serde::Serialize;
use smallvec::SmallVec;
use std::fmt;
use std::io::{self, Write};
use std::slice;

/// Show distances and best moves of positions
///
/// Write a position row by row from the top, with `/` between rows: `.` for an empty cell, B big, H horizontal, V
/// vertical, S small. The other notations of `huarong convert` and the names of openings are read, too.
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
        is_several: arguments.positions.iter().any(|text| text == "-")
            || arguments.positions.len() + arguments.index.len() > 1,
        at_once: CHUNK,
        asked: 0,
        refused: 0,
    };
    let mut columns = session.columns::<PositionRecord<'_>>();
    if arguments.reachable {
        columns.push("reachable");
    }
    if query.is_several {
        columns.splice(0..0, ["line", "input"]);
        columns.push("error");
    }
    query.format.begin_columns(&columns, &mut query.out)?;
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
            for question in (1..).zip(texts).map(Question::of_argument) {
                match question.input {
                    "-" => query.answer_stream()?,
                    _ => query.answer(&[question])?,
                }
            }
            for question in (texts.len() as u64 + 1..).zip(indices).map(Question::of_argument) {
                match position_numbered(session, question.input) {
                    Ok(text) => query.answer(&[Question { text: &text, ..question }])?,
                    Err(error) => {
                        query.asked += 1;
                        query.refuse(&question, &error)?;
                    }
                }
            }
        }
    }
    query.out.flush()?;
    match query.refused {
        0 => Ok(()),
        refused => bail!("{refused} of {} refused", output::counted(query.asked, "position")),
    }
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
    let space = work::space(session, session.atlas.family().puzzle(), &set)?;
    if number >= space.len() {
        let (set, len) = (space.puzzle().piece_set_text(&set), space.len());
        let positions = output::counted(len, "position");
        bail!("{text:?}: {set} has {positions}, with indices 0 to {}", output::grouped(len - 1));
    }
    Ok(space.puzzle().position_text(&space.unrank(number)))
}

/// A position to be answered, as text.
#[derive(Clone, Copy)]
struct Question<'t> {
    source: Source,
    /// The line or the argument as written.
    input: &'t str,
    /// The position: the input, or the position with its index.
    text: &'t str,
}

impl<'t> Question<'t> {
    fn new(source: Source, input: &'t str) -> Self {
        Self { source, input, text: input }
    }

    /// The question of an argument, by its number from 1.
    fn of_argument((number, input): (u64, &'t String)) -> Self {
        Self::new(Source::Argument(number), input)
    }
}

/// The source of a position, for error messages.
#[derive(Clone, Copy)]
enum Source {
    Argument(u64),
    Line(u64),
}

impl Source {
    fn line(self) -> Option<u64> {
        match self {
            Self::Argument(_) => None,
            Self::Line(number) => Some(number),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Argument(number) => write!(f, "position {number}"),
            Source::Line(number) => write!(f, "line {number}"),
        }
    }
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
    /// Whether there are several positions, or standard input. Then every position has a row with its line and its text.
    is_several: bool,
    /// Number of lines that are answered at once, by the length of the last answers.
    at_once: usize,
    asked: u64,
    refused: u64,
}

/// Whether other positions are asked for, too, which may lie in the same component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Among {
    None,
    Others,
}

/// Number of positions that a thread answers at a time.
const CHUNK: usize = 128;

/// Approximate number of bytes of the answers that are kept before they are written.
const KEPT: usize = 1 << 22;

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
                work::with_effort(self.session, "positions", |effort| {
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
        let mut printer = Printer::new(self.format, self.metric);
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
        work::with_effort(self.session, "positions", |effort| {
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
        let oracle = work::with_effort(self.session, "positions", |effort| {
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
        let component = work::with_effort(session, "positions", |effort| {
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
        let parse = |question: &Question<'_>| {
            lines::check_length(question.text)?;
            self.session.read_position(question.text)
        };
        let parsed: Vec<anyhow::Result<(PieceSet, Arrangement)>> =
            questions.par_iter().with_min_len(CHUNK).map(parse).collect();
        let sets = parsed.iter().flatten().map(|(set, _)| set);
        self.tablebases.prepare_for(sets, self.only())?;

        // Sorted by piece set: the entries of a piece set are adjacent in memory.
        let (tablebases, format, metric) = (&self.tablebases, self.format, self.metric);
        let is_several = self.is_several;
        let known = parsed.par_iter().enumerate().filter_map(|(question, parsed)| {
            let (set, position) = parsed.as_ref().ok()?;
            Some((tablebases.number(set), question, position))
        });
        let mut known: Vec<(usize, usize, &Arrangement)> = known.collect();
        known.par_sort_unstable_by_key(|&(number, question, _)| (number, question));
        let print = |chunk: &[(usize, usize, &Arrangement)]| {
            let mut printer = Printer::new(format, metric);
            let mut ends = Vec::with_capacity(chunk.len());
            for &(number, question, position) in chunk {
                let line = is_several.then(|| &questions[question]);
                printer.print(tablebases.numbered(number), position, None, line)?;
                ends.push(printer.out.len());
            }
            Ok((printer.out, ends))
        };
        let printed: Vec<(Vec<u8>, Vec<usize>)> =
            known.par_chunks(CHUNK).map(print).collect::<anyhow::Result<_>>()?;
        let bytes: usize = printed.iter().map(|(printed, _)| printed.len()).sum();
        self.at_once = (KEPT * known.len() / bytes.max(1)).max(CHUNK);

        let mut answers: Vec<&[u8]> = vec![&[]; questions.len()];
        for (chunk, (printed, ends)) in known.chunks(CHUNK).zip(&printed) {
            let mut start = 0;
            for (&(_, question, _), &end) in chunk.iter().zip(ends) {
                answers[question] = &printed[start..end];
                start = end;
            }
        }
        for ((question, parsed), answer) in questions.iter().zip(&parsed).zip(answers) {
            self.asked += 1;
            match parsed {
                Ok(_) => self.out.write_all(answer)?,
                Err(error) => self.refuse(question, error)?,
            }
        }
        Ok(())
    }

    /// Answers positions one by one.
    fn answer_each(&mut self, questions: &[Question<'_>]) -> anyhow::Result<()> {
        for question in questions {
            self.asked += 1;
            match self.answer_among_others(question) {
                Err(error)
                    if !output::is_of_printing(&error) && interrupt::flow().is_continue() =>
                {
                    self.refuse(question, &error)?;
                }
                answered => answered?,
            }
        }
        Ok(())
    }

    fn answer_among_others(&mut self, question: &Question<'_>) -> anyhow::Result<()> {
        lines::check_length(question.text)?;
        let (set, position) = self.session.read_position(question.text)?;
        let line = self.is_several.then_some(question);
        if self.session.chosen.is_some() {
            return self.answer_puzzle(&position, Among::Others, line);
        }
        self.tablebases.prepare([&set])?;
        self.answer_of_family(&set, &position, line)
    }

    /// Says why a position has no answer: on standard error, and in its row if it is one of several.
    fn refuse(&mut self, question: &Question<'_>, error: &anyhow::Error) -> anyhow::Result<()> {
        self.refused += 1;
        output::say_line(format_args!("error: {}: {error:#}", question.source));
        if !self.is_several {
            return Ok(());
        }
        let refusal = Refusal {
            line: question.source.line(),
            input: lines::shown(question.input),
            answer: self.nulls(),
            error: format!("{error:#}"),
            has_reachable: self.reached.is_some(),
        };
        self.format.write(&refusal, &mut self.out, |_, _| Ok(()))
    }

    /// The keys of an answer.
    fn nulls(&self) -> Nulls {
        let subject = if self.session.chosen.is_some() { "puzzle" } else { "piece_set" };
        let first = ["position", subject, "index", "solvable", "distance", "best_moves"];
        let reachable = self.reached.is_some().then_some("reachable");
        Nulls(first.into_iter().chain(reachable).chain(["moves"]).collect())
    }

    /// Answers the lines of standard input in batches, as they arrive.
    fn answer_stream(&mut self) -> anyhow::Result<()> {
        self.session.check_input_is_left()?;
        let mut batches = Batches::of_stdin();
        let mut line_number = 0u64;
        while let Some(lines) = batches.next()? {
            let mut questions = Vec::new();
            for line in lines.lines() {
                line_number += 1;
                if !lines::is_blank(line) {
                    questions.push(Question::new(Source::Line(line_number), line));
                }
            }
            let mut left = &questions[..];
            while !left.is_empty() {
                let (some, others) = left.split_at(self.at_once.min(left.len()));
                self.answer(some)?;
                left = others;
            }
            self.out.flush()?;
        }
        Ok(())
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
struct Printer {
    format: Format,
    metric: Option<Metric>,
    out: Vec<u8>,
    /// The moves of the current answer.
    shown: ShownMoves,
    /// The piece set of the last answer, and its number of positions as text.
    piece_set: String,
    space_len: String,
}

impl Printer {
    fn new(format: Format, metric: Option<Metric>) -> Self {
        let (out, shown) = (Vec::new(), ShownMoves::default());
        let (piece_set, space_len) = (String::new(), String::new());
        Self { format, metric, out, shown, piece_set, space_len }
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
        let text = |record: &PositionRecord<'_>, out: &mut Vec<u8>| {
            write_facts(puzzle, record, space_len, |out| write_distance(record, metric, out), out)?;
            write_best_moves(puzzle, position, shown, metric, out);
            Ok(())
        };
        if let Some(&Question { source, input, .. }) = line {
            let text =
                |of: &OfLine<'_, PositionRecord<'_>>, out: &mut Vec<u8>| text(&of.answer, out);
            let line = source.line();
            let record = OfLine { line, input, answer: record, error: None };
            return self.format.write(&record, &mut self.out, text);
        }
        self.format.write(&record, &mut self.out, text)
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

impl Record for PositionRecord<'_> {
    const COLUMNS: &'static [&'static str] = &[
        "position",
        "piece_set",
        "index",
        "solvable",
        "unit",
        "straight",
        "finger",
        "best_unit",
        "best_straight",
        "best_finger",
    ];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let best = self.best_moves.as_ref().map(|best| best.join(" ")).into_values();
        [(
            (self.position, self.subject.text(), self.index, self.solvable),
            (self.distance.values(), best),
            // Present only with `--reachable`.
            self.reachable.as_slice(),
        )]
    }
}

/// The answer to a line of standard input.
#[derive(Serialize)]
struct OfLine<'t, R> {
    line: Option<u64>,
    input: &'t str,
    #[serde(flatten)]
    answer: R,
    /// None, because there is an answer.
    error: Option<&'t str>,
}

impl<R: Record> Record for OfLine<'_, R> {
    /// Those of the answer: the header puts `line` and `input` before them, and `error` after them.
    const COLUMNS: &'static [&'static str] = R::COLUMNS;

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let rows = self.answer.rows().into_iter();
        rows.map(|row| (self.line, self.input, row, self.error))
    }
}

/// A line of standard input that has no answer.
#[derive(Serialize)]
struct Refusal<'t> {
    line: Option<u64>,
    input: &'t str,
    #[serde(flatten)]
    answer: Nulls,
    error: String,
    /// Whether rows have the column `reachable`.
    #[serde(skip)]
    has_reachable: bool,
}

impl Record for Refusal<'_> {
    const COLUMNS: &'static [&'static str] = PositionRecord::COLUMNS;

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let answer = vec![""; Self::COLUMNS.len() + usize::from(self.has_reachable)];
        [(self.line, self.input, answer, &self.error)]
    }
}

/// A line beside the drawing of a position.
#[derive(Clone, Copy)]
enum Fact {
    Subject,
    Index(u64),
    Reachable(u64),
    Distance,
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
    let (index, reachable) = (record.index.map(Fact::Index), record.reachable.map(Fact::Reachable));
    let facts = [Some(Fact::Subject), index, reachable, Some(Fact::Distance)];
    let mut facts = facts.into_iter().flatten();
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
            Some(Fact::Subject) => match record.subject {
                SubjectRecord::PieceSet(text) => push(out, &["   piece set  ", text]),
                SubjectRecord::Puzzle(name) => push(out, &["   puzzle     ", name]),
            },
            Some(Fact::Index(index)) => {
                push(out, &["   index      ", &output::grouped(index), " of ", space_len]);
            }
            Some(Fact::Reachable(reachable)) => {
                push(out, &["   reachable  ", &output::counted(reachable, "position")]);
            }
            Some(Fact::Distance) => write_distance(out)?,
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
fn describe(puzzle: &Puzzle, position: &Arrangement, made: &Move, after: &str, out: &mut Vec<u8>) {
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
