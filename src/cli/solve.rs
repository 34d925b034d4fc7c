//! `huarong solve`: an optimal solution, move by move.

use super::guides::Guides;
use super::output::Format;
use super::{Session, output};
use anyhow::bail;
use huarong::analysis::Step;
use huarong::puzzle::{Cell, Metric, Position, Puzzle};
use serde::Serialize;
use std::io::{self, BufWriter, Write};

/// Show one optimal solution of a position
///
/// In text, every board is the position after a move; its caption gives the number of the move, the
/// letter of the moved piece and its way, and the board draws that piece in lower case.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong solve VBBV/VBBV/VHHV/VSSV/S..S\n  \
                        huarong solve VBBV/VBBV/VHHV/VSSV/S..S --metric unit --format csv")]
pub(super) struct Arguments {
    /// The position, like VBBV/VBBV/VHHV/VSSV/S..S
    position: String,

    /// What one move is: unit, straight or finger
    #[arg(long, default_value = "finger")]
    metric: Metric,

    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// A solution in the shape of the JSON output.
#[derive(Serialize)]
struct Solution {
    position: String,
    metric: &'static str,
    distance: usize,
    moves: Vec<MoveRecord>,
}

/// A move in the shape of the JSON output.
#[derive(Serialize)]
struct MoveRecord {
    shape: String,
    from: [u8; 2],
    to: [u8; 2],
    position: String,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let Arguments { position: text, metric, format } = arguments;
    let (set, position) = Guides::parse(session, &text)?;
    let mut guides = Guides::new(session);
    guides.prepare([&set])?;
    let guide = guides.get(&set);
    let puzzle = guide.space().puzzle();
    let Some(steps) = guide.solution(&position, metric)? else {
        bail!("{} cannot reach the goal", puzzle.position_text(&position));
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let solution = || solution(puzzle, &position, metric, &steps);
    match format {
        Format::Text => out.write_all(text_of(puzzle, &position, metric, &steps).as_bytes())?,
        Format::Json => writeln!(out, "{}", serde_json::to_string(&solution())?)?,
        Format::Csv => out.write_all(&csv_of(&solution())?)?,
    }
    Ok(out.flush()?)
}

fn solution(puzzle: &Puzzle, position: &Position, metric: Metric, steps: &[Step]) -> Solution {
    let place = |cell: Cell| [puzzle.board().column(cell), puzzle.board().row(cell)];
    let record = |step: &Step| MoveRecord {
        shape: puzzle.shapes()[step.made.shape].name().to_owned(),
        from: place(step.made.from),
        to: place(step.made.to),
        position: puzzle.position_text(&step.position),
    };
    Solution {
        position: puzzle.position_text(position),
        metric: metric.name(),
        distance: steps.len(),
        moves: steps.iter().map(record).collect(),
    }
}

fn csv_of(solution: &Solution) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "move",
        "shape",
        "from_column",
        "from_row",
        "to_column",
        "to_row",
        "position",
    ])?;
    for (number, made) in (1..).zip(&solution.moves) {
        writer.serialize((number, &made.shape, made.from, made.to, &made.position))?;
    }
    Ok(writer.into_inner()?)
}

/// Boards side by side, as many as fit the terminal.
fn text_of(puzzle: &Puzzle, position: &Position, metric: Metric, steps: &[Step]) -> String {
    let mut panels = vec![("start".to_owned(), puzzle.position_text(position))];
    let mut before = position;
    for (number, step) in (1..).zip(steps) {
        let letter = puzzle.shapes()[step.made.shape].letter();
        let path = puzzle.path(before, &step.made);
        let way: String = path.into_iter().map(output::direction_arrow).collect();
        panels.push((format!("{number} {letter}{way}"), marked(puzzle, step)));
        before = &step.position;
    }
    let moves = output::counted(steps.len() as u64, &format!("{metric} move"));
    let mut text = format!("{}: {moves}\n", puzzle.position_text(position));
    let width = panels.iter().map(|(caption, _)| caption.chars().count()).max().unwrap_or(0);
    let width = width.max(usize::from(puzzle.board().width())) + 2;
    let across = (terminal_width() / width).max(1);
    for row in panels.chunks(across) {
        text.push('\n');
        push_row(&mut text, row.iter().map(|(caption, _)| caption.as_str()), width);
        for line in 0..usize::from(puzzle.board().height()) {
            let cells = row.iter().map(|(_, board)| board.split('/').nth(line).unwrap_or_default());
            push_row(&mut text, cells, width);
        }
    }
    text
}

/// The text of the position after a move, with the moved piece in lower case.
fn marked(puzzle: &Puzzle, step: &Step) -> String {
    let moved = puzzle.covered(step.made.shape, step.made.to);
    let mut cell = 0;
    let mark = |letter: char| {
        if letter == '/' {
            return letter;
        }
        cell += 1;
        if moved >> (cell - 1) & 1 == 1 { letter.to_ascii_lowercase() } else { letter }
    };
    puzzle.position_text(&step.position).chars().map(mark).collect()
}

fn push_row<'t>(text: &mut String, parts: impl Iterator<Item = &'t str>, width: usize) {
    let row: String = parts.map(|part| format!("{part:<width$}")).collect();
    text.push_str(row.trim_end());
    text.push('\n');
}

/// Columns of the terminal; 80 where there is none.
fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| width.0.into())
}
