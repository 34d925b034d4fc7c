//! `huarong convert`: positions in other notations, puzzles in the formats of other programs, and planning tasks.

use super::headings::{INPUT, OUTPUT};
use super::input_file::{InputFile, SizeLimit};
use super::output::{self, Stdout};
use super::planning;
use super::puzzle::{self, Choice};
use super::rows::{LineBatches, Origin, Question, Refusals, is_list, puzzle_of_json};
use super::session::Session;
use anstream::ColorChoice;
use anyhow::{Context, bail};
use clap::{ValueEnum, value_parser};
use huarong_core::drawing::boxes;
use huarong_core::interchange;
use huarong_core::interchange::{Format, Pddl};
use huarong_core::notation;
use huarong_core::notation::Notation;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::{Arrangement, Metric};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Convert positions and puzzle files
///
/// --to NOTATION writes positions. It reads names of openings, and positions in any of these notations; you need not name the notation of the input:
///   grid         rows joined by `/`, one letter per shape: VBBV/VBBV/VHHV/VSSV/S..S
///   letters      one letter per piece: HAAI/HAAI/JBBK/JNOK/P@@Q
///   paper-array  the top-left cells of all pieces, by shape (Wei and Lin 1999)
///   paper-value  that array as a number in base 20
///   glyph        Wei and Lin's drawing with signs
///   code36       36 bits in hexadecimal: 1A9BF0C00
///   pretty       a drawing with boxes, in colour on a terminal
///   svg          a picture for light and dark backgrounds
///
/// --from FORMAT reads a puzzle of another program and writes a puzzle file in TOML:
///   knuth        input of D. Knuth's SLIDING
///   jimslide     input of J. Leonard's jimslide and js2
///   lumi-a       two grids: a space for no cell, `#` for a piece
///   gnome        a level of GNOME Klotski
///   rush         a Rush Hour board in one line, such as the 36 characters of a board of 6x6
///   hakoiri      XML of the solver hakoiri
///   classic      text with display, size, step, initial, target, equiv, end
///
/// --to knuth, jimslide or rush writes a puzzle in that format. The puzzle is a puzzle file, a line of a list (.jsonl), a name of the library, or the file that --from reads.
///
/// --to pddl writes a puzzle as a planning task in PDDL: the files domain.pddl and problem.pddl in the directory of --out. One action is one move of --metric, so a shortest plan is an optimal solution.
///
/// A puzzle that the format cannot express is rejected with an error.
#[derive(Debug, clap::Args)]
#[command(
    verbatim_doc_comment,
    after_help = "paper-array and paper-value are defined for ten pieces: one 2x2, five dominoes, four 1x1. For other\n\
                  piece sets, and for ambiguous arrays, the piece set precedes the array: 2h2v6s [...].\n\n\
                  Examples:\n  huarong convert 橫刀立馬 --to code36\n  \
                  huarong convert 1A9BF0C00 --to pretty\n  \
                  huarong convert \"[0 8 10 13 2 3 12 15 16 19]\" --to grid\n  \
                  huarong convert heng-dao-li-ma --to svg >start.svg\n  \
                  huarong convert - --to code36 <positions.txt\n  \
                  huarong convert --from gnome agatka.txt >agatka.toml\n  \
                  huarong convert --to jimslide agatka.toml\n  \
                  huarong convert --to knuth motor-car                a puzzle of the library\n  \
                  huarong convert --to pddl --out task --metric straight rush-card-05\n  \
                  huarong convert --to pddl --out task --line 3 puzzles.jsonl\n  \
                  huarong convert --from rush --line 17 rush.txt"
)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub choice: Choice,

    /// Positions or names of openings; or one puzzle, by its file or its name; `-` reads standard input
    ///
    /// Standard input has one position per line, one drawing of several lines, or a file of a puzzle. With --puzzle,
    /// the default is that puzzle, or its start.
    #[arg(value_name = "POSITION", required_unless_present = "puzzle")]
    positions: Vec<String>,

    /// Write this notation of positions, or this format of puzzles
    ///
    /// Notations: grid, letters, paper-array, paper-value, glyph, code36, pretty, svg. Formats: knuth, jimslide,
    /// rush, pddl.
    #[arg(
        long,
        help_heading = OUTPUT,
        value_name = "NOTATION|FORMAT",
        value_parser = read_target,
        required_unless_present_any = ["format", "from"]
    )]
    to: Option<Target>,

    /// Read a puzzle in this format
    ///
    /// Formats: knuth, jimslide, lumi-a, gnome, rush, hakoiri, classic.
    #[arg(long, value_name = "FORMAT", conflicts_with = "format", help_heading = INPUT)]
    from: Option<Format>,

    /// Read the puzzle at line N of the file, counted from 1
    ///
    /// For files of several puzzles: rush, classic, and lists of puzzles (.jsonl).
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    #[arg(help_heading = INPUT)]
    line: Option<u32>,

    /// Write domain.pddl and problem.pddl of --to pddl into this directory
    ///
    /// The directory is made if it is missing. Earlier files with these names are replaced.
    #[arg(long, value_name = "DIR", requires = "to", help_heading = OUTPUT)]
    out: Option<PathBuf>,

    /// Make each action of --to pddl a move of this metric: unit or straight [default: unit]
    #[arg(long, requires = "to", help_heading = OUTPUT)]
    metric: Option<Metric>,

    /// Print one canonical text per line, the same as --to grid
    #[arg(long, value_enum, conflicts_with = "to", help_heading = OUTPUT)]
    format: Option<Positions>,
}

/// The format `positions` of other commands.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Positions {
    /// Canonical texts, one per line
    Positions,
}

/// The output: positions in a notation, or a puzzle.
#[derive(Clone, Copy, Debug)]
enum Target {
    Position(Notation),
    Puzzle(PuzzleTarget),
}

/// The output of a puzzle: one text in a format, or the two files of a planning task.
#[derive(Clone, Copy, Debug)]
enum PuzzleTarget {
    Format(Format),
    Pddl,
}

/// The name of planning tasks.
const PDDL: &str = "pddl";

fn read_target(name: &str) -> Result<Target, String> {
    match Format::WRITTEN.iter().copied().find(|format| format.name() == name) {
        Some(format) => Ok(Target::Puzzle(PuzzleTarget::Format(format))),
        None if name == PDDL => Ok(Target::Puzzle(PuzzleTarget::Pddl)),
        None => name
            .parse()
            .map(Target::Position)
            .map_err(|unknown| format!("{unknown}; puzzles are written as {}", written_formats())),
    }
}

/// The names of the formats in which puzzles are written.
fn written_formats() -> String {
    format!("{}, {PDDL}", Format::names(Format::WRITTEN))
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let for_pddl = arguments.out.is_some() || arguments.metric.is_some();
    if for_pddl && !matches!(arguments.to, Some(Target::Puzzle(PuzzleTarget::Pddl))) {
        bail!("--out and --metric belong to --to {PDDL}: omit them");
    }
    let reads_puzzle = arguments.from.is_some() || matches!(arguments.to, Some(Target::Puzzle(_)));
    if arguments.line.is_some() && !reads_puzzle {
        bail!("--line chooses a puzzle, and positions are read: omit it, or use --from or --to");
    }
    let to = match (arguments.from, arguments.to) {
        (None, Some(Target::Position(notation))) => notation,
        (None, None) => Notation::Grid,
        (Some(_), Some(Target::Position(notation))) => bail!(
            "--from reads a puzzle, and {notation} is a notation of positions: omit --to, or use {written}",
            written = written_formats()
        ),
        (None, Some(Target::Puzzle(to))) => return export(session, &arguments, to),
        (Some(from), Some(Target::Puzzle(to))) => {
            return import(session, &arguments, from, Some(to));
        }
        (Some(from), None) => return import(session, &arguments, from, None),
    };
    let mut conversion = Conversion {
        session,
        to,
        coloured: anstream::AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        out: output::stdout()?,
        has_written: false,
        refusals: Refusals::of("position"),
    };
    match &arguments.positions[..] {
        [] => conversion.convert_start()?,
        [text] if text != "-" => conversion.convert(text)?,
        texts => {
            for (number, text) in (1..).zip(texts) {
                match text.as_str() {
                    "-" => conversion.convert_input()?,
                    text => {
                        let converted = conversion.convert(text);
                        let origin = Question::of_argument(Some(number), text).origin;
                        conversion.settle(origin, converted)?;
                    }
                }
            }
        }
    }
    conversion.out.flush()?;
    conversion.refusals.result()
}

/// Writes the puzzle that is named in another format.
fn export(session: &Session, arguments: &Arguments, to: PuzzleTarget) -> anyhow::Result<()> {
    match (&session.chosen, &arguments.positions[..]) {
        (Some(_), []) if arguments.line.is_some() => {
            bail!("--puzzle names the puzzle already: omit --line")
        }
        (Some(chosen), []) => write_puzzle(session, arguments, to, &chosen.file),
        (Some(_), [name, ..]) => bail!("--puzzle names the puzzle already: omit {name:?}"),
        (None, _) => write_puzzle(session, arguments, to, &named_puzzle(arguments)?),
    }
}

/// The puzzle of a name, or of a line of a list.
fn named_puzzle(arguments: &Arguments) -> anyhow::Result<PuzzleFile> {
    let name = one_name(arguments)?;
    match (name == "-" || is_list(name), arguments.line) {
        (_, None) if name == "-" => puzzle::find(name),
        (false, None) => puzzle::find(name),
        (false, Some(_)) => bail!("{name} has one puzzle: omit --line"),
        (true, None) => bail!("{name} is a list of puzzles: choose one with --line"),
        (true, Some(line)) => {
            let text = InputFile::at(name)?.read_line(line, PUZZLE_LIMIT)?;
            if text.trim().is_empty() {
                bail!("{name}: line {line} has no puzzle");
            }
            puzzle_of_json(&text, "puzzle").with_context(|| format!("{name}: line {line}"))
        }
    }
}

/// Reads the file that is named, and writes its puzzle as a puzzle file or in another format.
fn import(
    session: &Session,
    arguments: &Arguments,
    from: Format,
    to: Option<PuzzleTarget>,
) -> anyhow::Result<()> {
    if session.chosen.is_some() {
        bail!("--from reads the puzzle from a file: omit --puzzle");
    }
    let name = one_name(arguments)?;
    let opened = InputFile::at(name)?;
    let source = opened.name.clone();
    let stem = if name == "-" { None } else { Path::new(name).file_stem() };
    let title = stem.map_or("Untitled".into(), |stem| stem.to_string_lossy());
    let text = match (from, arguments.line) {
        // Collections of boards, one per line, can be of any size: only that line is kept.
        (Format::Rush, Some(line)) => opened.read_line(line, PUZZLE_LIMIT)?,
        _ => opened.read(PUZZLE_LIMIT)?,
    };
    let line = arguments.line.map(|line| line as usize);
    let file = interchange::read(from, &text, &title, line).with_context(|| source.clone())?;
    match to {
        None => write_out(&file),
        Some(to) => {
            write_puzzle(session, arguments, to, &PuzzleFile::parse(&file).context(source)?)
        }
    }
}

/// Writes a puzzle in a format, or the files of its planning task.
fn write_puzzle(
    session: &Session,
    arguments: &Arguments,
    to: PuzzleTarget,
    file: &PuzzleFile,
) -> anyhow::Result<()> {
    let format = match to {
        PuzzleTarget::Format(format) => format,
        PuzzleTarget::Pddl => return write_task(session, arguments, file),
    };
    write_out(&interchange::write(format, file)?)
}

fn write_task(session: &Session, arguments: &Arguments, file: &PuzzleFile) -> anyhow::Result<()> {
    let directory = arguments.out.as_deref().with_context(|| {
        format!("--to {PDDL} writes domain.pddl and problem.pddl: name their directory with --out")
    })?;
    let task = Pddl::of(&file.setup()?, arguments.metric.unwrap_or(Metric::Unit))?;
    let files = [("domain.pddl", task.domain), ("problem.pddl", task.problem)];
    for path in planning::write(directory, &files)? {
        session.say(format_args!("wrote {}", path.display()));
    }
    Ok(())
}

/// The name of the puzzle; an error unless there is exactly one.
fn one_name(arguments: &Arguments) -> anyhow::Result<&str> {
    match &arguments.positions[..] {
        [name] => Ok(name),
        named => bail!(
            "only one puzzle is converted at a time, and {} are named",
            output::counted(named.len() as u64, "puzzle")
        ),
    }
}

fn write_out(written: &str) -> anyhow::Result<()> {
    let mut out = output::stdout()?;
    out.write_all(written.as_bytes())?;
    Ok(out.flush()?)
}

/// A file of another program, with one or several puzzles.
const PUZZLE_LIMIT: SizeLimit = SizeLimit { what: "a puzzle", most: 4 << 20 };

/// Size limit of a drawing of a position, in bytes.
const MOST_BYTES_OF_DRAWING: u64 = 4 << 20;

/// The state of a conversion of positions.
struct Conversion<'s> {
    session: &'s Session,
    to: Notation,
    coloured: bool,
    out: Stdout,
    has_written: bool,
    refusals: Refusals,
}

impl Conversion<'_> {
    fn convert(&mut self, text: &str) -> anyhow::Result<()> {
        let (_, position) = self.session.read_position(text)?;
        self.write(&position)
    }

    /// Converts the start of the chosen puzzle.
    fn convert_start(&mut self) -> anyhow::Result<()> {
        let start =
            self.session.start().context("no position is given: name one, or an opening")?;
        self.write(start)
    }

    fn write(&mut self, position: &Arrangement) -> anyhow::Result<()> {
        let puzzle = self.session.atlas.family().puzzle();
        let written = match self.to {
            Notation::Pretty => boxes::draw(puzzle, position, self.coloured),
            to => notation::write(puzzle, position, to)?,
        };
        // An empty line separates drawings.
        if self.to.is_drawing() && self.has_written {
            writeln!(self.out)?;
        }
        self.has_written = true;
        Ok(writeln!(self.out, "{written}")?)
    }

    /// Counts one of several positions, and says why it is refused if it is.
    fn settle(&mut self, origin: Origin<'_>, converted: anyhow::Result<()>) -> anyhow::Result<()> {
        self.refusals.ask(1);
        converted.or_else(|error| self.refusals.refuse(origin, error))
    }

    /// Converts standard input: a drawing of one position, or one position per line.
    fn convert_input(&mut self) -> anyhow::Result<()> {
        self.session.check_input_is_left()?;
        let mut beginning = Vec::new();
        let read = io::stdin().lock().take(MOST_BYTES_OF_DRAWING + 1).read_to_end(&mut beginning);
        read.context("cannot read standard input")?;
        if beginning.len() as u64 <= MOST_BYTES_OF_DRAWING {
            let puzzle = self.session.atlas.family().puzzle();
            let text = String::from_utf8_lossy(&beginning);
            if notation::is_drawing(puzzle, &text) {
                let origin = Origin::File { file: "-", line: None, name: None };
                let converted = self.convert(&text);
                return self.settle(origin, converted);
            }
        }
        let input = io::Cursor::new(beginning).chain(io::stdin().lock());
        let name = "standard input".to_owned();
        for batch in LineBatches::new(InputFile { name, input: Box::new(input) }) {
            for line in batch?.questions() {
                let converted = line.check_length().and_then(|()| self.convert(line.text));
                self.settle(line.origin, converted)?;
            }
        }
        Ok(())
    }
}
