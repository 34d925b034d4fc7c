//! `huarong query`: distances and best moves of positions.

use super::guides::Guides;
use super::output::Format;
use super::{Session, output};
use crate::records::PositionRecord;
use anyhow::{Context, bail};
use huarong::analysis::{Guide, Outlook, Step};
use huarong::catalogue::ReadError;
use huarong::puzzle::{Metric, PieceSet, Position, Puzzle};
use rayon::prelude::*;
use std::fmt;
use std::io::{self, BufRead, BufReader, BufWriter, StdoutLock, Write};
use std::iter;

/// Show the distances and the best moves of positions
///
/// A position is written row by row from the top, rows joined by `/`: `.` empty, B big, H horizontal, V
/// vertical, S small. The other notations of `huarong convert` are read too, and the names of openings.
/// Tables that are missing are built first.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong query VBBV/VBBV/VHHV/VSSV/S..S\n  \
                        huarong query 橫刀立馬 --format json\n  \
                        huarong query - --format csv <positions.txt")]
pub(super) struct Arguments {
    /// Positions or names; `-` reads them from standard input, one a line
    #[arg(value_name = "POSITION", required = true)]
    positions: Vec<String>,

    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let mut desk = Desk {
        session,
        format: arguments.format,
        guides: Guides::new(session),
        out: BufWriter::with_capacity(BATCH_BYTES, io::stdout().lock()),
        asked: 0,
        refused: 0,
    };
    if desk.format == Format::Csv {
        desk.out.write_all(&csv_record(&CSV_HEADER)?)?;
    }
    match &arguments.positions[..] {
        [text] if text != "-" => desk.answer_one(text)?,
        texts => {
            for (number, text) in (1..).zip(texts) {
                match text.as_str() {
                    "-" => desk.answer_stream()?,
                    text => desk.answer(&[Question { place: Place::Argument(number), text }])?,
                }
            }
        }
    }
    desk.out.flush()?;
    match desk.refused {
        0 => Ok(()),
        refused => bail!("{refused} of {} refused", output::counted(desk.asked, "position")),
    }
}

/// A position that is asked for.
#[derive(Clone, Copy)]
struct Question<'t> {
    place: Place,
    text: &'t str,
}

/// Where a position was asked for.
#[derive(Clone, Copy)]
enum Place {
    Argument(u64),
    Line(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Argument(number) => write!(f, "position {number}"),
            Place::Line(number) => write!(f, "line {number}"),
        }
    }
}

/// Where positions are asked for and answered.
struct Desk<'s> {
    session: &'s Session,
    format: Format,
    guides: Guides<'s>,
    out: BufWriter<StdoutLock<'static>>,
    asked: u64,
    refused: u64,
}

/// Questions that one thread answers at a time.
const CHUNK: usize = 128;

impl Desk<'_> {
    fn answer_one(&mut self, text: &str) -> anyhow::Result<()> {
        let (set, position) = self.session.read_position(text)?;
        self.guides.prepare([&set])?;
        let mut printer = Printer::new(self.format);
        printer.print(self.guides.get(&set), &position)?;
        Ok(self.out.write_all(&printer.out)?)
    }

    /// Answers positions in order. Those that are refused are named by their place on standard error, and
    /// the others are answered all the same.
    fn answer(&mut self, questions: &[Question<'_>]) -> anyhow::Result<()> {
        let parse = |question: &Question<'_>| self.session.read_position(question.text);
        let parsed: Vec<Result<(PieceSet, Position), ReadError>> =
            questions.par_iter().with_min_len(CHUNK).map(parse).collect();
        self.guides.prepare(parsed.iter().flatten().map(|(set, _)| set))?;

        // Entries of one piece set lie together: looked up one after another, they are read from memory once.
        let known =
            parsed.iter().enumerate().filter_map(|(i, parsed)| Some((i, parsed.as_ref().ok()?)));
        let mut known: Vec<(usize, &(PieceSet, Position))> = known.collect();
        known.par_sort_by(|(_, (a, _)), (_, (b, _))| a.cmp(b));
        let (guides, format) = (&self.guides, self.format);
        let print = |chunk: &[(usize, &(PieceSet, Position))]| {
            let mut printer = Printer::new(format);
            let mut ends = Vec::with_capacity(chunk.len());
            for (_, (set, position)) in chunk {
                printer.print(guides.get(set), position)?;
                ends.push(printer.out.len());
            }
            Ok((printer.out, ends))
        };
        let printed: Vec<(Vec<u8>, Vec<usize>)> =
            known.par_chunks(CHUNK).map(print).collect::<anyhow::Result<_>>()?;

        let mut answers: Vec<&[u8]> = vec![&[]; questions.len()];
        for (chunk, (printed, ends)) in known.chunks(CHUNK).zip(&printed) {
            let mut start = 0;
            for (&(question, _), &end) in chunk.iter().zip(ends) {
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
                    output::say_line(format_args!("error: {}: {error:#}", question.place));
                }
            }
        }
        Ok(())
    }

    /// Answers the lines of standard input as they come, as many at once as have come.
    fn answer_stream(&mut self) -> anyhow::Result<()> {
        let mut input = BufReader::with_capacity(BATCH_BYTES, io::stdin().lock());
        let mut unfinished = Vec::new();
        let mut line_number = 0u64;
        loop {
            let read = input.fill_buf().context("cannot read standard input")?;
            let at_end = read.is_empty();
            // Up to the last line's end, or all there is where nothing more comes.
            let whole = read.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
            let used = read.len();
            let rest = read[whole..].to_vec();
            unfinished.extend_from_slice(&read[..whole]);
            input.consume(used);
            if whole > 0 || at_end {
                let lines = String::from_utf8_lossy(&unfinished).into_owned();
                let mut questions = Vec::new();
                for line in lines.lines() {
                    line_number += 1;
                    if !line.is_empty() {
                        questions.push(Question { place: Place::Line(line_number), text: line });
                    }
                }
                self.answer(&questions)?;
                self.out.flush()?;
                unfinished.clear();
            }
            if at_end {
                return Ok(());
            }
            unfinished.extend(rest);
            if unfinished.len() > LONGEST_LINE {
                bail!("line {}: longer than {LONGEST_LINE} bytes: no position", line_number + 1);
            }
        }
    }
}

/// Bytes of standard input that are answered at once, at most, and of output that are written at once.
const BATCH_BYTES: usize = 1 << 20;

/// Bytes of a line that is not read to its end.
const LONGEST_LINE: usize = 1 << 20;

/// Prints answers one after another.
struct Printer {
    format: Format,
    out: Vec<u8>,
    /// Texts of the positions of one answer, end to end, and where each ends.
    texts: Vec<u8>,
    ends: Vec<usize>,
    /// The piece set of the last answer, and how many positions it has, in words.
    piece_set: String,
    space_len: String,
}

const CSV_HEADER: [&str; 10] = [
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

impl Printer {
    fn new(format: Format) -> Self {
        let (out, texts, ends) = (Vec::new(), Vec::new(), Vec::new());
        Self { format, out, texts, ends, piece_set: String::new(), space_len: String::new() }
    }

    /// Looks a position up and prints what the tables say of it.
    fn print(&mut self, guide: &Guide<'_>, position: &Position) -> anyhow::Result<()> {
        let outlook = guide.look_up(position)?;
        let puzzle = guide.space().puzzle();
        self.texts.clear();
        self.ends.clear();
        for position in iter::once(position).chain(outlook.steps.iter().map(|s| &s.position)) {
            puzzle.write_position(position, &mut self.texts);
            self.ends.push(self.texts.len());
        }
        let texts = str::from_utf8(&self.texts).context("a position's text is ASCII")?;
        let texts = Texts { texts, ends: &self.ends };
        if self.piece_set != guide.piece_set_text() {
            self.piece_set = guide.piece_set_text().to_owned();
            self.space_len = output::counted(guide.space().len(), "position");
        }
        let out = &mut self.out;
        match self.format {
            Format::Text => text(guide, &self.space_len, position, &outlook, texts, out)?,
            Format::Json => {
                serde_json::to_writer(&mut *out, &json(guide, &outlook, texts))?;
                out.push(b'\n');
            }
            Format::Csv => out.extend(csv_line(&json(guide, &outlook, texts))?),
        }
        Ok(())
    }
}

/// The texts of a position and of those that its best moves lead to.
#[derive(Clone, Copy)]
struct Texts<'t> {
    texts: &'t str,
    ends: &'t [usize],
}

impl<'t> Texts<'t> {
    fn position(&self) -> &'t str {
        &self.texts[..self.ends[0]]
    }

    fn step(&self, index: usize) -> &'t str {
        &self.texts[self.ends[index]..self.ends[index + 1]]
    }
}

fn json<'t>(guide: &'t Guide<'_>, outlook: &Outlook, texts: Texts<'t>) -> PositionRecord<'t> {
    let best = |metric: Metric| {
        let steps = outlook.steps.iter().enumerate();
        let best = steps.filter(|(_, step)| step.optimal[metric as usize]);
        best.map(|(index, _)| texts.step(index)).collect::<Vec<_>>()
    };
    PositionRecord {
        position: texts.position(),
        piece_set: guide.piece_set_text(),
        index: outlook.index,
        solvable: outlook.is_solvable(),
        distance: outlook.distances.into(),
        best_moves: Metric::ALL.map(best).into(),
    }
}

fn csv_line(answer: &PositionRecord<'_>) -> anyhow::Result<Vec<u8>> {
    let distance = |distance: Option<u16>| distance.map_or_else(String::new, |d| d.to_string());
    csv_record(&[
        answer.position,
        answer.piece_set,
        &answer.index.to_string(),
        if answer.solvable { "true" } else { "false" },
        &distance(answer.distance.unit),
        &distance(answer.distance.straight),
        &distance(answer.distance.finger),
        &answer.best_moves.unit.join(" "),
        &answer.best_moves.straight.join(" "),
        &answer.best_moves.finger.join(" "),
    ])
}

/// One line of CSV.
fn csv_record(fields: &[&str]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(fields)?;
    Ok(writer.into_inner()?)
}

fn text(
    guide: &Guide<'_>,
    space_len: &str,
    position: &Position,
    outlook: &Outlook,
    texts: Texts<'_>,
    out: &mut Vec<u8>,
) -> io::Result<()> {
    push(out, &[texts.position(), "\n"]);
    for (row, cells) in texts.position().split('/').enumerate() {
        push(out, &["  ", cells]);
        match (row, outlook.distances) {
            (0, _) => push(out, &["   piece set  ", guide.piece_set_text()]),
            (1, _) => {
                push(out, &["   index      ", &output::grouped(outlook.index), " of ", space_len]);
            }
            (2, [Some(0), ..]) => push(out, &["   won"]),
            (2, [Some(unit), Some(straight), Some(finger)]) => {
                write!(out, "   distance   unit {unit}, straight {straight}, finger {finger}")?;
            }
            (2, _) => push(out, &["   cannot reach the goal"]),
            _ => {}
        }
        out.push(b'\n');
    }
    // A move is described once, however many metrics it is best under.
    let mut described = Vec::with_capacity(outlook.steps.len() * 80);
    let mut ends = vec![0];
    for (index, step) in outlook.steps.iter().enumerate() {
        describe(guide.space().puzzle(), position, step, texts.step(index), &mut described);
        ends.push(described.len());
    }
    for metric in Metric::ALL {
        let mut label = metric.name();
        for (index, step) in outlook.steps.iter().enumerate() {
            if step.optimal[metric as usize] {
                let start = out.len();
                push(out, &["  ", label]);
                out.resize(start + LABEL_WIDTH, b' ');
                out.extend_from_slice(&described[ends[index]..ends[index + 1]]);
                label = "";
            }
        }
    }
    Ok(())
}

/// Appends some texts; formatting would take longer than looking up.
fn push(out: &mut Vec<u8>, texts: &[&str]) {
    texts.iter().for_each(|text| out.extend_from_slice(text.as_bytes()));
}

/// Appends the number of a column or row, which has at most two digits.
fn push_number(out: &mut Vec<u8>, number: u8) {
    if number >= 10 {
        out.push(b'0' + number / 10);
    }
    out.push(b'0' + number % 10);
}

/// A move in words and the position after it: `small at column 1, row 5: right`.
fn describe(puzzle: &Puzzle, position: &Position, step: &Step, after: &str, out: &mut Vec<u8>) {
    let made = &step.made;
    let start = out.len();
    push(out, &[puzzle.shapes()[made.shape].name(), " at column "]);
    push_number(out, puzzle.board().column(made.from) + 1);
    push(out, &[", row "]);
    push_number(out, puzzle.board().row(made.from) + 1);
    out.push(b':');
    match made.direction(puzzle.board()) {
        Some(direction) => push(out, &[" ", output::direction_word(direction)]),
        None => {
            for direction in puzzle.path(position, made) {
                push(out, &[" ", output::direction_word(direction)]);
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
