//! `huarong query`: distances and best moves of positions.

use super::guides::Guides;
use super::output::Format;
use super::{Session, output};
use anyhow::{Context, bail};
use huarong::analysis::{Guide, Step};
use huarong::puzzle::{Metric, Position, Puzzle};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;
use std::io::{self, BufRead, BufReader, BufWriter, StdoutLock, Write};

/// Show the distances and the best moves of positions
///
/// A position is written row by row from the top, rows joined by `/`: `.` empty, B big, H horizontal, V
/// vertical, S small. A grid with a letter of its own for each piece is read too. Tables that are missing
/// are built first.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong query VBBV/VBBV/VHHV/VSSV/S..S\n  \
                        huarong query HAAI/HAAI/JBBK/JNOK/P..Q --format json\n  \
                        huarong query - --format csv <positions.txt")]
pub(super) struct Arguments {
    /// Positions; `-` reads them from standard input, one a line
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
        out: BufWriter::new(io::stdout().lock()),
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
        let (set, position) = Guides::parse(self.session, text)?;
        self.guides.prepare([&set])?;
        let mut printed = Vec::new();
        Answer::new(self.guides.get(&set), position)?.print(self.format, &mut printed)?;
        Ok(self.out.write_all(&printed)?)
    }

    /// Answers positions in order. Those that are refused are named by their place on standard error, and
    /// the others are answered all the same.
    fn answer(&mut self, questions: &[Question<'_>]) -> anyhow::Result<()> {
        let parse = |question: &Question<'_>| Guides::parse(self.session, question.text);
        let chunks = questions.par_chunks(CHUNK);
        let parsed: Vec<Vec<anyhow::Result<_>>> =
            chunks.map(|chunk| chunk.iter().map(parse).collect()).collect();
        self.guides.prepare(parsed.iter().flatten().flatten().map(|(set, _)| set))?;
        let (guides, format) = (&self.guides, self.format);
        let printed: Vec<anyhow::Result<(Vec<u8>, u64)>> = parsed
            .into_par_iter()
            .zip(questions.par_chunks(CHUNK))
            .map(|(parsed, questions)| {
                let mut printed = Vec::new();
                let mut refused = 0;
                for (parsed, question) in parsed.into_iter().zip(questions) {
                    match parsed {
                        Ok((set, position)) => {
                            Answer::new(guides.get(&set), position)?.print(format, &mut printed)?;
                        }
                        Err(error) => {
                            eprintln!("error: {}: {error:#}", question.place);
                            refused += 1;
                        }
                    }
                }
                Ok((printed, refused))
            })
            .collect();
        self.asked += questions.len() as u64;
        for chunk in printed {
            let (printed, refused) = chunk?;
            self.out.write_all(&printed)?;
            self.refused += refused;
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
        }
    }
}

/// Bytes of standard input that are answered at once.
const BATCH_BYTES: usize = 1 << 18;

/// What is known of a position.
struct Answer<'g> {
    guide: &'g Guide<'g>,
    position: Position,
    distances: [Option<u16>; 3],
    best: [Vec<Step>; 3],
}

/// An answer in the shape of the JSON output.
#[derive(Serialize)]
struct Json {
    position: String,
    piece_set: String,
    index: u64,
    solvable: bool,
    distance: ByMetric<Option<u16>>,
    best_moves: ByMetric<Vec<String>>,
}

/// A value for each metric.
#[derive(Serialize)]
struct ByMetric<T> {
    unit: T,
    straight: T,
    finger: T,
}

impl<T> From<[T; 3]> for ByMetric<T> {
    fn from([unit, straight, finger]: [T; 3]) -> Self {
        Self { unit, straight, finger }
    }
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

impl<'g> Answer<'g> {
    fn new(guide: &'g Guide<'g>, position: Position) -> anyhow::Result<Self> {
        let mut distances = [None; 3];
        for metric in Metric::ALL {
            distances[metric as usize] = guide.distance(&position, metric)?;
        }
        let best = guide.best_moves(&position)?;
        Ok(Self { guide, position, distances, best })
    }

    fn print(&self, format: Format, out: &mut Vec<u8>) -> anyhow::Result<()> {
        match format {
            Format::Text => out.extend(self.text().into_bytes()),
            Format::Json => {
                serde_json::to_writer(&mut *out, &self.json())?;
                out.push(b'\n');
            }
            Format::Csv => {
                let Json { position, piece_set, index, solvable, best_moves, .. } = self.json();
                let distance =
                    |metric| self.distance(metric).map_or_else(String::new, |d| d.to_string());
                let fields = [
                    position,
                    piece_set,
                    index.to_string(),
                    solvable.to_string(),
                    distance(Metric::Unit),
                    distance(Metric::Straight),
                    distance(Metric::Finger),
                    best_moves.unit.join(" "),
                    best_moves.straight.join(" "),
                    best_moves.finger.join(" "),
                ];
                out.extend(csv_record(&fields)?);
            }
        }
        Ok(())
    }

    fn distance(&self, metric: Metric) -> Option<u16> {
        self.distances[metric as usize]
    }

    fn is_solvable(&self) -> bool {
        self.distances.iter().all(Option::is_some)
    }

    fn json(&self) -> Json {
        let puzzle = self.guide.space().puzzle();
        let texts = |steps: &Vec<Step>| {
            steps.iter().map(|step| puzzle.position_text(&step.position)).collect::<Vec<_>>()
        };
        Json {
            position: puzzle.position_text(&self.position),
            piece_set: puzzle.piece_set_text(self.guide.space().piece_set()),
            index: self.guide.index(&self.position),
            solvable: self.is_solvable(),
            distance: self.distances.into(),
            best_moves: self.best.each_ref().map(texts).into(),
        }
    }

    fn text(&self) -> String {
        let space = self.guide.space();
        let puzzle = space.puzzle();
        let position = puzzle.position_text(&self.position);
        let state = match self.distance(Metric::Unit) {
            None => "cannot reach the goal".to_owned(),
            Some(0) => "won".to_owned(),
            Some(_) => {
                let distance = |metric: Metric| {
                    format!("{metric} {}", self.distance(metric).unwrap_or_default())
                };
                format!("distance   {}", Metric::ALL.map(distance).join(", "))
            }
        };
        let facts = [
            format!("piece set  {}", puzzle.piece_set_text(space.piece_set())),
            format!(
                "index      {} of {}",
                output::grouped(self.guide.index(&self.position)),
                output::counted(space.len(), "position")
            ),
            state,
        ];
        let mut text = format!("{position}\n");
        for (row, cells) in position.split('/').enumerate() {
            let fact = facts.get(row).map(String::as_str).unwrap_or_default();
            text += format!("  {cells}   {fact}").trim_end();
            text.push('\n');
        }
        for metric in Metric::ALL {
            for (index, step) in self.best[metric as usize].iter().enumerate() {
                let label = if index == 0 { metric.name() } else { "" };
                let made = describe(puzzle, &self.position, step);
                let after = puzzle.position_text(&step.position);
                text += &format!("  {label:<8}  {made:<44} {after}\n");
            }
        }
        text
    }
}

/// A move in words: `small at column 1, row 5: right`.
fn describe(puzzle: &Puzzle, position: &Position, step: &Step) -> String {
    let made = &step.made;
    let (column, row) = (puzzle.board().column(made.from), puzzle.board().row(made.from));
    let path: Vec<&str> =
        puzzle.path(position, made).into_iter().map(output::direction_word).collect();
    let name = puzzle.shapes()[made.shape].name();
    format!("{name} at column {}, row {}: {}", column + 1, row + 1, path.join(" "))
}

/// One line of CSV.
fn csv_record(fields: &[impl AsRef<[u8]>]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(fields)?;
    Ok(writer.into_inner()?)
}
