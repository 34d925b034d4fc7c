//! `huarong solve`: optimal solutions, move by move.

use super::output::{self, Format, Record, Stdout};
use super::tablebases::Tablebases;
use super::{Session, work};
use crate::records::{Heading, MoveRecord, Solution, SolutionCount, SolutionList};
use anyhow::{Context, bail};
use huarong::sliding::analysis::{NoRoute, Routes};
use huarong::sliding::drawing::animation;
use huarong::sliding::notation::moves;
use huarong::sliding::rules::{Metric, Move, PieceSet, Position, Puzzle};
use huarong::sliding::search::{Search, SearchError, classes};
use huarong::sliding::space::Space;
use huarong::storage;
use huarong::table::Distances;
use num_bigint::BigUint;
use serde::Serialize;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Show optimal solutions of a position, or the shortest way between two
///
/// In text, every board is the position after a move; its caption gives the number of the move, the
/// letter of the moved piece and its way, and the board draws that piece in lower case.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong solve 橫刀立馬\n  \
                        huarong solve VBBV/VBBV/VHHV/VSSV/S..S --metric unit --format csv\n  \
                        huarong solve heng-dao-li-ma --count\n  \
                        huarong solve heng-dao-li-ma --all --limit 3\n  \
                        huarong solve --from heng-dao-li-ma --to SVVS/VVVV/VHHV/VBBV/SBBS\n  \
                        huarong solve heng-dao-li-ma --animate start.svg")]
pub(super) struct Arguments {
    /// The position, like VBBV/VBBV/VHHV/VSSV/S..S, or the name of an opening
    #[arg(required_unless_present = "from")]
    position: Option<String>,

    /// The position, too, where it reads better than in front
    #[arg(long, value_name = "POSITION", requires = "to", conflicts_with = "position")]
    from: Option<String>,

    /// Lead to this position of the same pieces, instead of to the goal
    #[arg(long, value_name = "POSITION")]
    to: Option<String>,

    /// What one move is: unit, straight or finger
    #[arg(long, default_value = "finger")]
    metric: Metric,

    /// Count the optimal solutions, as sequences of positions, without listing any
    #[arg(long)]
    count: bool,

    /// Count the optimal solutions and list them
    #[arg(long, conflicts_with = "count")]
    all: bool,

    /// Most solutions listed; 0 lists all
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        requires = "all",
        conflicts_with = "count"
    )]
    limit: usize,

    /// Write a moving picture of the solution, too
    #[arg(long, value_name = "FILE.svg", value_parser = svg_path, conflicts_with = "count")]
    animate: Option<PathBuf>,

    /// How to print
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The path of a file whose name says that it is an SVG picture.
fn svg_path(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("svg") => Ok(path),
        _ => Err("moving pictures are SVG files: the name must end in .svg".to_owned()),
    }
}

/// What was asked for.
struct Task<'p> {
    puzzle: &'p Puzzle,
    position: Position,
    /// Where to, if not to the goal.
    target: Option<Position>,
    metric: Metric,
    format: Format,
}

pub(super) fn run(session: &Session, arguments: Arguments) -> anyhow::Result<()> {
    let text = arguments.position.as_ref().or(arguments.from.as_ref());
    let (set, position) = session.read_position(text.context("a position is missing")?)?;
    let puzzle = session.atlas.family().puzzle();
    let Arguments { metric, format, .. } = arguments;
    let mut task = Task { puzzle, position, target: None, metric, format };
    let Some(text) = &arguments.to else {
        let mut tablebases = Tablebases::new(session);
        tablebases.prepare([&set])?;
        return answer(session, &task, tablebases.get(&set).routes(metric), &arguments);
    };
    let (other, target) = session.read_position(text)?;
    if other != set {
        bail!(NoRoute::of_pieces(puzzle, &set, &other));
    }
    let (space, distances) = search_towards(session, &target, &set, metric)?;
    task.target = Some(target);
    answer(session, &task, Routes::by_search(&space, metric, &distances), &arguments)
}

/// The distances of all positions of a piece set to one of them.
fn search_towards<'s>(
    session: &'s Session,
    target: &Position,
    set: &PieceSet,
    metric: Metric,
) -> anyhow::Result<(Space<'s>, Distances)> {
    let puzzle = session.atlas.family().puzzle();
    let class = classes(puzzle, std::slice::from_ref(set)).remove(0);
    work::with_effort(session, "positions", |effort| {
        let search = Search::new(puzzle, &class, effort)?;
        effort.total(search.len())?;
        let distances = search.run_towards(target, metric, true, effort)?.remove(0);
        Ok::<_, SearchError>((search.spaces()[0].clone(), distances))
    })
}

fn answer(
    session: &Session,
    task: &Task<'_>,
    routes: Routes<'_, '_>,
    arguments: &Arguments,
) -> anyhow::Result<()> {
    let Some(moves) = routes.first(&task.position)? else {
        bail!(NoRoute::between(task.puzzle, &task.position, task.target.as_ref()));
    };
    if let Some(path) = &arguments.animate {
        animate(session, task, &moves, path)?;
    }
    if arguments.count {
        return task.print_count(moves.len(), &routes.count(&task.position)?);
    }
    if arguments.all {
        let limit = if arguments.limit == 0 { usize::MAX } else { arguments.limit };
        let listed = list(&routes, &task.position, limit)?;
        return task.print_all(moves.len(), &routes.count(&task.position)?, &listed);
    }
    task.print_one(&moves)
}

/// The first solutions of a position, at most so many.
fn list(
    routes: &Routes<'_, '_>,
    position: &Position,
    limit: usize,
) -> anyhow::Result<Vec<Vec<Move>>> {
    let mut listed = Vec::new();
    routes.for_each(position, |moves| {
        listed.push(moves.to_vec());
        if listed.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(listed)
}

fn animate(session: &Session, task: &Task<'_>, moves: &[Move], path: &Path) -> anyhow::Result<()> {
    let picture = animation::draw(task.puzzle, &task.position, moves);
    storage::write_whole(path, ".huarong-picture-", |out| writeln!(out, "{picture}"))
        .with_context(|| format!("cannot write {}", path.display()))?;
    session.say(format_args!("wrote {}", path.display()));
    Ok(())
}

impl Record for Solution {
    const COLUMNS: &'static [&'static str] =
        &["move", "shape", "from_column", "from_row", "to_column", "to_row", "position"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        (1..).zip(&self.moves).map(|(number, made): (usize, _)| (number, columns(made)))
    }
}

impl Record for SolutionCount {
    const COLUMNS: &'static [&'static str] =
        &["position", "target", "metric", "distance", "solutions"];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        let Heading { position, target, metric, distance } = &self.heading;
        [(position, target, metric, distance, &self.solutions)]
    }
}

impl Record for SolutionList {
    const COLUMNS: &'static [&'static str] = &[
        "solution",
        "move",
        "shape",
        "from_column",
        "from_row",
        "to_column",
        "to_row",
        "position",
    ];

    fn rows(&self) -> impl IntoIterator<Item = impl Serialize> {
        (1..).zip(&self.listed).flat_map(|(solution, moves): (usize, _)| {
            let moves = (1..).zip(moves);
            moves.map(move |(number, made): (usize, _)| (solution, number, columns(made)))
        })
    }
}

/// The columns of a move in CSV.
fn columns(MoveRecord { shape, from, to, position }: &MoveRecord) -> impl Serialize {
    (shape, from, to, position)
}

impl Task<'_> {
    fn heading(&self, distance: usize) -> Heading {
        let target = self.target.as_ref();
        Heading::new(self.puzzle, &self.position, target, self.metric, distance)
    }

    fn print_one(&self, moves: &[Move]) -> anyhow::Result<()> {
        let solution = Solution { heading: self.heading(moves.len()), moves: self.records(moves) };
        let boards = |_: &[_], out: &mut Stdout| out.write_all(self.boards(moves).as_bytes());
        output::print(self.format, &[solution], boards)
    }

    fn print_count(&self, distance: usize, count: &BigUint) -> anyhow::Result<()> {
        let record =
            SolutionCount { heading: self.heading(distance), solutions: count.to_string() };
        output::print(self.format, &[record], |_, out| self.write_count(distance, count, out))
    }

    fn print_all(
        &self,
        distance: usize,
        count: &BigUint,
        listed: &[Vec<Move>],
    ) -> anyhow::Result<()> {
        let record = SolutionList {
            heading: self.heading(distance),
            solutions: count.to_string(),
            listed: listed.iter().map(|moves| self.records(moves)).collect(),
        };
        output::print(self.format, &[record], |_, out| {
            self.write_count(distance, count, out)?;
            for (number, moves) in (1..).zip(listed) {
                writeln!(out, "\nsolution {number}")?;
                let moves = moves::move_texts(self.puzzle, &self.position, moves);
                for line in moves::lines_of(&moves, terminal_width() - 2) {
                    writeln!(out, "  {line}")?;
                }
            }
            Ok(())
        })
    }

    fn write_count(&self, distance: usize, count: &BigUint, out: &mut Stdout) -> io::Result<()> {
        let solutions = output::grouped_digits(&count.to_string());
        let noun = if solutions == "1" { "solution" } else { "solutions" };
        writeln!(out, "{}; {solutions} optimal {noun}", self.title(distance))
    }

    /// From where to where in how many moves.
    fn title(&self, distance: usize) -> String {
        let moves = output::counted(distance as u64, &format!("{} move", self.metric));
        let from = self.puzzle.position_text(&self.position);
        match &self.target {
            None => format!("{from}: {moves}"),
            Some(target) => format!("{from} to {}: {moves}", self.puzzle.position_text(target)),
        }
    }

    fn records(&self, moves: &[Move]) -> Vec<MoveRecord> {
        MoveRecord::each(self.puzzle, &self.position, moves)
    }

    /// Boards side by side, as many as fit the terminal.
    fn boards(&self, moves: &[Move]) -> String {
        let puzzle = self.puzzle;
        let mut position = self.position.clone();
        let mut panels = vec![("start".to_owned(), puzzle.position_text(&position))];
        for (number, made) in (1..).zip(moves) {
            let letter = puzzle.shapes()[made.shape].letter();
            let way = moves::way(puzzle, &position, made);
            position = made.apply(&position);
            panels.push((format!("{number} {letter}{way}"), marked(puzzle, &position, made)));
        }
        let mut text = format!("{}\n", self.title(moves.len()));
        let width = panels.iter().map(|(caption, _)| caption.chars().count()).max().unwrap_or(0);
        let width = width.max(usize::from(puzzle.board().width())) + 2;
        let across = (terminal_width() / width).max(1);
        for row in panels.chunks(across) {
            text.push('\n');
            push_row(&mut text, row.iter().map(|(caption, _)| caption.as_str()), width);
            for line in 0..usize::from(puzzle.board().height()) {
                let cells =
                    row.iter().map(|(_, board)| board.split('/').nth(line).unwrap_or_default());
                push_row(&mut text, cells, width);
            }
        }
        text
    }
}

/// The text of the position after a move, with the moved piece in lower case.
fn marked(puzzle: &Puzzle, after: &Position, made: &Move) -> String {
    let moved = puzzle.covered(made.shape, made.to);
    let mut cell = 0;
    let mark = |letter: char| {
        if letter == '/' {
            return letter;
        }
        cell += 1;
        if moved.contains(cell - 1) { letter.to_ascii_lowercase() } else { letter }
    };
    puzzle.position_text(after).chars().map(mark).collect()
}

fn push_row<'t>(text: &mut String, parts: impl Iterator<Item = &'t str>, width: usize) {
    let row: String = parts.map(|part| format!("{part:<width$}")).collect();
    text.push_str(row.trim_end());
    text.push('\n');
}

/// Columns of the terminal; 80 where there is none.
fn terminal_width() -> usize {
    terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0).max(20))
}
