//! `huarong query`: distances and best moves of positions.

use super::lines::{self, Batches};
use super::output::{self, Format, Record, Stdout};
use super::puzzle::{Choice, Chosen};
use super::session::Session;
use super::tablebases::Tablebases;
use super::work;
use crate::effort::Effort;
use crate::json::{PositionRecord, Show, ShownMove, ShownMoves, SubjectRecord};
use crate::sliding::rules::{Arrangement, Metric, Move, PieceSet, Puzzle};
use crate::sliding::search::{Component, ComponentError, Until};
use crate::{Method, Options, Oracle};
use anyhow::{Context, bail};
use rayon::prelude::*;
use serde::Serialize;
use smallvec::SmallVec;
use std::fmt;
use std::io::{self, Write};
use std::slice;

/// Show the distances and the best moves of positions
///
/// A position is written row by row from the top, rows joined by `/`: `.` empty, B big, H horizontal, V
/// vertical, S small. The other notations of `huarong convert` are read too, and the names of openings.
/// Where a table is missing, one position is answered by a search in memory, which writes nothing; for several
/// positions, or for those of standard input, tables that are missing are built first.
///
/// With --puzzle a position is written with the signs of the puzzle's file, and without one the start is asked. Where
/// there are no tables of the puzzle, one position is answered by a search to the goals near it; for several positions,
/// everything that they can reach is searched once.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong query VBBV/VBBV/VHHV/VSSV/S..S\n  \
                        huarong query 橫刀立馬 --format json\n  \
                        huarong query --index 1h4v4s:55580 --metric finger\n  \
                        huarong query --board 4x6 VBBV/VBBV/VHHV/VSSV/S..S/SSSS\n  \
                        huarong query - --format csv <positions.txt")]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Positions or names; `-` reads them from standard input, one a line
    #[arg(value_name = "POSITION", required_unless_present_any = ["index", "puzzle"])]
    positions: Vec<String>,

    /// A position by its number in the space of its piece set, from 0: 1h4v4s:55580; of a puzzle the number alone
    #[arg(long, value_name = "PIECE_SET:NUMBER")]
    index: Vec<String>,

    /// Report this metric only, in text: unit, straight or finger; needs only its table. JSON and CSV have all three
    #[arg(long)]
    metric: Option<Metric>,

    /// Count the positions that can be reached from each, itself included; large puzzles take time and memory for it
    #[arg(long)]
    reachable: bool,

    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let mut query = Query {
        session,
        format: arguments.format,
        metric: arguments.metric,
        tablebases: Tablebases::new(session),
        searched: Vec::new(),
        reached: arguments.reachable.then(Vec::new),
        out: output::stdout()?,
        asked: 0,
        refused: 0,
    };
    let mut columns = match session.chosen {
        None => PositionRecord::COLUMNS.to_vec(),
        Some(_) => OfPuzzle::<PositionRecord<'_>>::COLUMNS.to_vec(),
    };
    if arguments.reachable {
        columns.push("reachable");
    }
    query.format.begin_columns(&columns, &mut query.out)?;
    if let (Some(start), true) =
        (session.start(), arguments.positions.is_empty() && arguments.index.is_empty())
    {
        query.answer_puzzle(&start.clone(), Among::None)?;
        return Ok(query.out.flush()?);
    }
    let numbered = arguments.index.iter().map(|text| position_numbered(session, text));
    let numbered: Vec<String> = numbered.collect::<anyhow::Result<_>>()?;
    match &[arguments.positions, numbered].concat()[..] {
        [text] if text != "-" => query.answer_one(text)?,
        texts => {
            for (number, text) in (1..).zip(texts) {
                match text.as_str() {
                    "-" => query.answer_stream()?,
                    text => query.answer(&[Question { source: Source::Argument(number), text }])?,
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

/// The canonical text of the position with a number in the space of a piece set, from `1h4v4s:55580`.
fn position_numbered(session: &Session, text: &str) -> anyhow::Result<String> {
    let wrong = || match &session.chosen {
        None => format!("{text:?} is no piece set and number, like 1h4v4s:55580"),
        Some(chosen) => format!("{text:?} is no number of a position of {}", chosen.file.name()),
    };
    let (set, number) = match &session.chosen {
        None => {
            let (set, number) = text.split_once(':').with_context(wrong)?;
            (session.atlas.family().parse_piece_set(set)?, number)
        }
        // It has one piece set, whose name may be left out.
        Some(Chosen { file, setup }) => {
            let number = text.strip_prefix(file.name()).and_then(|rest| rest.strip_prefix(':'));
            (setup.piece_set(), number.unwrap_or(text))
        }
    };
    // People copy numbers as they are printed.
    let number: u64 = number.trim().replace(',', "").parse().ok().with_context(wrong)?;
    let space = work::space(session, session.atlas.family().puzzle(), &set)?;
    if number >= space.len() {
        let (set, len) = (space.puzzle().piece_set_text(&set), space.len());
        let positions = output::counted(len, "position");
        bail!("{text:?}: {set} has {positions}, numbered from 0 to {}", output::grouped(len - 1));
    }
    Ok(space.puzzle().position_text(&space.unrank(number)))
}

/// A position that is asked for.
#[derive(Clone, Copy)]
struct Question<'t> {
    source: Source,
    text: &'t str,
}

/// Where a position was asked for.
#[derive(Clone, Copy)]
enum Source {
    Argument(u64),
    Line(u64),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Argument(number) => write!(f, "position {number}"),
            Source::Line(number) => write!(f, "line {number}"),
        }
    }
}

/// Questions as they are answered.
struct Query<'s> {
    session: &'s Session,
    format: Format,
    /// The only metric to speak of in text, if only one is.
    metric: Option<Metric>,
    tablebases: Tablebases<'s>,
    /// Components that were searched for several positions where there are no tables.
    searched: Vec<Oracle>,
    /// Components that were searched to count them, where that is asked for.
    reached: Option<Vec<Component>>,
    out: Stdout,
    asked: u64,
    refused: u64,
}

/// Whether a position is asked for among others, which may lie in its component.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Among {
    None,
    Others,
}

/// Questions that one thread answers at a time.
const CHUNK: usize = 128;

impl<'s> Query<'s> {
    fn answer_one(&mut self, text: &str) -> anyhow::Result<()> {
        let (set, position) = self.session.read_position(text)?;
        match self.session.chosen {
            Some(_) => self.answer_puzzle(&position, Among::None),
            None => self.answer_of_family(&set, &position),
        }
    }

    /// The only metric that is spoken of, if it is.
    fn only(&self) -> Option<Metric> {
        self.metric.filter(|_| self.format == Format::Text)
    }

    /// What a search may use, and the metrics that are spoken of.
    fn options<'w>(&self, effort: Effort<'w>) -> Options<'w> {
        Options::from(effort).metrics(self.only().as_ref().map_or(&Metric::ALL, slice::from_ref))
    }

    /// Answers a position of the family: from its tables where they are there, or else from a search of the space.
    fn answer_of_family(&mut self, set: &PieceSet, position: &Arrangement) -> anyhow::Result<()> {
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
        self.print(&oracle, position)
    }

    /// Answers a position of a chosen puzzle: from its tables where they are there, or else from a search.
    fn answer_puzzle(&mut self, position: &Arrangement, among: Among) -> anyhow::Result<()> {
        let found = self.tablebases.find(&position.piece_set(), self.only())?.cloned();
        let oracle = match (found, among) {
            (Some(oracle), _) => oracle,
            (None, Among::None) => self.search_alone(&self.session.of_its_puzzle(position))?,
            (None, Among::Others) => {
                self.search_component(&self.session.of_its_puzzle(position))?
            }
        };
        self.print(&oracle, position)
    }

    /// Prints what an oracle says of a position.
    fn print(&mut self, oracle: &Oracle, position: &Arrangement) -> anyhow::Result<()> {
        let reachable = self.count_reachable(position)?;
        let mut printer = Printer::new(self.format, self.metric);
        printer.print(oracle, position, reachable)?;
        Ok(self.out.write_all(&printer.out)?)
    }

    /// Searches for what is said of one position, and no more.
    fn search_alone(&self, start: &crate::Position) -> anyhow::Result<Oracle> {
        self.session.say("no tables of this puzzle: searching from the position");
        work::with_effort(self.session, "positions", |effort| match self.format {
            // It says how far every move leads.
            Format::Json => Oracle::search_neighbours(start, &self.options(effort)),
            Format::Text | Format::Csv => Oracle::solve_with(start, &self.options(effort)),
        })
    }

    /// Searches the component of a position, unless that was done.
    fn search_component(&mut self, start: &crate::Position) -> anyhow::Result<Oracle> {
        if let Some(oracle) = self.searched.iter().find(|oracle| oracle.holds(start)) {
            return Ok(oracle.clone());
        }
        self.session.say("no tables of this puzzle: searching what can be reached");
        let mut searched = std::mem::take(&mut self.searched);
        let oracle = work::with_effort(self.session, "positions", |effort| {
            let held = searched.iter().map(Oracle::bytes).sum();
            let search =
                |effort| Oracle::search_by(Method::Component, start, &self.options(effort));
            match search(effort.without(held)) {
                // The components of other positions make room.
                Err(error) if error.is_memory() && held > 0 => {
                    searched.clear();
                    search(effort)
                }
                found => found,
            }
        })?;
        searched.push(oracle.clone());
        self.searched = searched;
        Ok(oracle)
    }

    /// How many positions can be reached from one, where that is asked for.
    fn count_reachable(&mut self, position: &Arrangement) -> anyhow::Result<Option<u64>> {
        let session = self.session;
        let Some(reached) = &mut self.reached else { return Ok(None) };
        let own = session.of_its_puzzle(position);
        let whole = self.searched.iter().find(|oracle| oracle.holds(&own)).map(Oracle::len);
        let known = reached.iter().find(|reached| reached.distance(position).is_some());
        if let Some(len) = whole.or_else(|| known.map(Component::len)) {
            return Ok(Some(len));
        }
        let component = work::with_effort(session, "positions", |effort| {
            let held = reached.iter().map(Component::bytes).sum();
            let explore = |effort| {
                Component::explore(own.puzzle(), position, Metric::Unit, Until::All, effort)
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

    /// Answers positions in order. Those that are refused are named by their source on standard error, and
    /// the others are answered all the same.
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
        self.tablebases.prepare(parsed.iter().flatten().map(|(set, _)| set))?;

        // Entries of one piece set lie together: looked up one after another, they are read from memory once.
        let (tablebases, format, metric) = (&self.tablebases, self.format, self.metric);
        let known = parsed.par_iter().enumerate().filter_map(|(question, parsed)| {
            let (set, position) = parsed.as_ref().ok()?;
            Some((tablebases.number(set), question, position))
        });
        let mut known: Vec<(usize, usize, &Arrangement)> = known.collect();
        known.par_sort_unstable_by_key(|&(number, question, _)| (number, question));
        let print = |chunk: &[(usize, usize, &Arrangement)]| {
            let mut printer = Printer::new(format, metric);
            let mut ends = Vec::with_capacity(chunk.len());
            for &(number, _, position) in chunk {
                printer.print(tablebases.numbered(number), position, None)?;
                ends.push(printer.out.len());
            }
            Ok((printer.out, ends))
        };
        let printed: Vec<(Vec<u8>, Vec<usize>)> =
            known.par_chunks(CHUNK).map(print).collect::<anyhow::Result<_>>()?;

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
                Err(error) => {
                    self.refused += 1;
                    output::say_line(format_args!("error: {}: {error:#}", question.source));
                }
            }
        }
        Ok(())
    }

    /// Answers positions one after the other.
    fn answer_each(&mut self, questions: &[Question<'_>]) -> anyhow::Result<()> {
        for question in questions {
            self.asked += 1;
            let read = lines::check_length(question.text);
            match read.and_then(|()| self.session.read_position(question.text)) {
                Ok((_, position)) if self.session.chosen.is_some() => {
                    self.answer_puzzle(&position, Among::Others)?;
                }
                Ok((set, position)) => {
                    self.tablebases.prepare([&set])?;
                    self.answer_of_family(&set, &position)?;
                }
                Err(error) => {
                    self.refused += 1;
                    output::say_line(format_args!("error: {}: {error:#}", question.source));
                }
            }
        }
        Ok(())
    }

    /// Answers the lines of standard input as they come, as many at once as have come.
    fn answer_stream(&mut self) -> anyhow::Result<()> {
        self.session.check_input_is_left()?;
        let mut batches = Batches::of_stdin();
        let mut line_number = 0u64;
        while let Some(lines) = batches.next()? {
            let mut questions = Vec::new();
            for line in lines.lines() {
                line_number += 1;
                if !lines::is_blank(line) {
                    questions.push(Question { source: Source::Line(line_number), text: line });
                }
            }
            self.answer(&questions)?;
            self.out.flush()?;
        }
        Ok(())
    }
}

/// Prints answers one after another.
struct Printer {
    format: Format,
    metric: Option<Metric>,
    out: Vec<u8>,
    /// The moves of one answer.
    shown: ShownMoves,
    /// The piece set of the last answer, and how many positions it has, in words.
    piece_set: String,
    space_len: String,
}

impl Printer {
    fn new(format: Format, metric: Option<Metric>) -> Self {
        let (out, shown) = (Vec::new(), ShownMoves::default());
        let (piece_set, space_len) = (String::new(), String::new());
        Self { format, metric, out, shown, piece_set, space_len }
    }

    /// Prints what an oracle says of a position.
    fn print(
        &mut self,
        oracle: &Oracle,
        position: &Arrangement,
        reachable: Option<u64>,
    ) -> anyhow::Result<()> {
        let probe = oracle.probe_own(position)?;
        let (puzzle, subject) = (oracle.puzzle(), oracle.piece_set_text());
        if self.piece_set != subject {
            self.piece_set = subject.to_owned();
            self.space_len = output::counted(oracle.len(), "position");
        }
        let space_len = &self.space_len;
        // JSON has all moves, the other formats only the best.
        let show = if self.format == Format::Json { Show::AllMoves } else { Show::BestMoves };
        self.shown.show(puzzle, position, &probe, show);
        let shown = &self.shown;
        let mut record = PositionRecord::new(puzzle, subject, position, &probe, shown);
        record.reachable = reachable;
        // Only tables number the positions of a puzzle of its own, in whatever way one was searched.
        if matches!(record.subject, SubjectRecord::Puzzle(_)) && oracle.method() != Method::Tables {
            record.index = None;
        }
        let metric = self.metric;
        let text = |record: &PositionRecord<'_>, out: &mut Vec<u8>| {
            write_facts(puzzle, record, space_len, metric, out)?;
            write_best_moves(puzzle, position, shown, metric, out);
            Ok(())
        };
        match record.subject {
            SubjectRecord::PieceSet(_) => self.format.write(&record, &mut self.out, text),
            SubjectRecord::Puzzle(_) => {
                let text = |of: &OfPuzzle<_>, out: &mut Vec<u8>| text(&of.0, out);
                self.format.write(&OfPuzzle(record), &mut self.out, text)
            }
        }
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
            // A column that is there where it is asked for.
            self.reachable.as_slice(),
        )]
    }
}

/// A record of a puzzle's own, which is named in place of a piece set.
#[derive(Serialize)]
#[serde(transparent)]
struct OfPuzzle<R>(R);

impl Record for OfPuzzle<PositionRecord<'_>> {
    const COLUMNS: &'static [&'static str] = &[
        "position",
        "puzzle",
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
        self.0.rows()
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

/// The position, drawn, and beside it what is known of it.
pub fn write_facts(
    puzzle: &Puzzle,
    record: &PositionRecord<'_>,
    space_len: &str,
    metric: Option<Metric>,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    push(out, &[record.position, "\n"]);
    let mut rows = puzzle.text_rows(record.position);
    let width = usize::from(puzzle.board().width());
    let (index, reachable) = (record.index.map(Fact::Index), record.reachable.map(Fact::Reachable));
    let facts = [Some(Fact::Subject), index, reachable, Some(Fact::Distance)];
    let mut facts = facts.into_iter().flatten();
    // A board may have fewer rows than there are facts, or more.
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
                push(out, &["   reaches    ", &output::counted(reachable, "position")]);
            }
            Some(Fact::Distance) => write_distance(record, metric, out)?,
            None => {}
        }
        out.push(b'\n');
    }
}

/// The distances of a position, or the only one that is spoken of.
fn write_distance(
    record: &PositionRecord<'_>,
    metric: Option<Metric>,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    let told = metric.unwrap_or(Metric::Finger);
    match (record.distance[told], *record.distance.values()) {
        (Some(0), _) => push(out, &["   won"]),
        (Some(distance), _) if metric.is_some() => {
            write!(out, "   distance   {told} {distance}")?;
        }
        (_, [Some(unit), Some(straight), Some(finger)]) => {
            write!(out, "   distance   unit {unit}, straight {straight}, finger {finger}")?;
        }
        _ => push(out, &["   cannot reach the goal"]),
    }
    Ok(())
}

/// The best moves under each metric, or under the only one.
fn write_best_moves(
    puzzle: &Puzzle,
    position: &Arrangement,
    shown: &ShownMoves,
    metric: Option<Metric>,
    out: &mut Vec<u8>,
) {
    // A move is described once, however many metrics it is best under.
    let best: SmallVec<[(&ShownMove, &str); 8]> = shown.each().collect();
    let mut described = Vec::with_capacity(best.len() * 80);
    let mut ends: SmallVec<[usize; 8]> = SmallVec::from_slice(&[0]);
    for (best, after) in &best {
        describe(puzzle, position, &best.probed.made, after, &mut described);
        ends.push(described.len());
    }
    for metric in Metric::ALL.into_iter().filter(|&each| metric.is_none_or(|only| only == each)) {
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

/// Appends some texts; formatting would take longer than looking up.
fn push(out: &mut Vec<u8>, texts: &[&str]) {
    texts.iter().for_each(|text| out.extend_from_slice(text.as_bytes()));
}

/// A move in words and the position after it: `small at column 1, row 5: right`.
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
    let width = (out.len() - start).max(MOVE_WIDTH);
    out.resize(start + width, b' ');
    push(out, &[" ", after, "\n"]);
}

/// Columns for the name of a metric and the space around it.
const LABEL_WIDTH: usize = 12;
/// Columns for a move in words; a longer one pushes the position behind it aside.
const MOVE_WIDTH: usize = 44;
