//! The files of the report about Rush Hour: totals, histograms, records, and a page.

use super::boards_picture::{BoardsPicture, Captioned, Row};
use super::rush_study::{RecordBy, RushRecord, RushStudy, StudiedUniverse};
use crate::plots::chart::{Axis, Chart, Marks, Scale, Series};
use huarong_core::numerals::{counted, grouped, grouped_digits};
use huarong_lab::rush::{Depth, RushPuzzle, Scope};
use std::io::{self, Write};

/// Begins a CSV file with the columns that identify a universe, and some more.
fn begin<'o>(
    out: &'o mut dyn Write,
    columns: &[&str],
) -> io::Result<csv::Writer<&'o mut dyn Write>> {
    let mut writer = csv::Writer::from_writer(out);
    let key = ["board", "exit_row", "max_walls", "metric"];
    writer.write_record(key.iter().chain(columns))?;
    Ok(writer)
}

pub(super) fn write_universes(study: &RushStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = begin(out, &["goals", "clusters", "positions", "largest", "minimal", "max"])?;
    for universe in &study.universes {
        let (findings, total) = (universe.state.results(), universe.state.results().total());
        writer.serialize((
            universe.key(),
            (findings.goals(), total.clusters, total.positions, findings.largest()),
            (total.minimal, findings.depths().len().saturating_sub(1)),
        ))?;
    }
    writer.flush()
}

pub(super) fn write_histogram(study: &RushStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = begin(out, &["distance", "clusters", "positions", "minimal"])?;
    for universe in &study.universes {
        for (distance, depth) in universe.state.results().depths().iter().enumerate() {
            let Depth { clusters, positions, minimal, .. } = *depth;
            writer.serialize((universe.key(), distance, clusters, positions, minimal))?;
        }
    }
    writer.flush()
}

pub(super) fn write_records(study: &RushStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = begin(
        out,
        &[
            "by",
            "number",
            "distance",
            "start",
            "reachable",
            "pieces",
            "walls",
            "solution_count",
            "unit_moves",
            "command",
        ],
    )?;
    for universe in &study.universes {
        for RushRecord { by, number, puzzle } in &universe.records {
            let RushPuzzle {
                distance, reachable, pieces, walls, solution_count, unit_moves, ..
            } = puzzle;
            writer.serialize((
                universe.key(),
                (
                    by.name(),
                    number,
                    distance,
                    universe.state.scope().in_one_line(&puzzle.board),
                    reachable,
                    pieces,
                    walls,
                ),
                (solution_count.to_string(), unit_moves, universe.command(puzzle)),
            ))?;
        }
    }
    writer.flush()
}

/// Puzzles per number of moves in the sample.
const SAMPLED: usize = 16;

/// A sample of the minimal puzzles: for each number of moves, puzzles at equal steps in text order.
pub(super) fn write_sample(study: &RushStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = begin(out, &["distance", "start", "reachable"])?;
    for universe in &study.universes {
        let puzzles: Vec<&RushPuzzle> = universe.state.results().puzzles().collect();
        for puzzles in puzzles.chunk_by(|one, other| one.distance == other.distance) {
            let taken = puzzles.len().min(SAMPLED);
            for number in 0..taken {
                let puzzle = puzzles[number * puzzles.len() / taken];
                let line = universe.state.scope().in_one_line(&puzzle.board);
                writer.serialize((universe.key(), puzzle.distance, line, puzzle.reachable))?;
            }
        }
    }
    writer.flush()
}

pub(super) fn write_page(study: &RushStudy, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "# Rush Hour\n\n\
         `huarong report rush` writes this page: every Rush Hour board of some sizes that can reach the goal, and the \
         longest puzzles. `docs/explanation/rush-hour.md` has the definitions and proofs. Boards that can be reached \
         from one another are a *cluster*. Its puzzle is the board farthest from the goal. The puzzle is *minimal* if \
         its solution becomes shorter whichever piece or wall is removed. Mirror images count as different.\n\n\
         M. Fogleman (2018) published the minimal puzzles of 6x6 with up to two walls, and counts for 5x5 without \
         walls. As far as we know, the other rows of this page have not been published before.\n\n\
         - `universes.csv` has the totals, and `histogram.csv` has them by distance.\n\
         - `records.csv` has the longest minimal puzzles, and the command that solves each again. Among equally long \
         puzzles, the first in text order is listed. The report solved each of them by another search, which found \
         the same length, number of solutions and number of positions.\n\
         - `sample.csv` has up to {SAMPLED} minimal puzzles for each number of moves, at equal steps in text order.\n\n\
         In `straight` moves, one move takes a piece any distance. In `unit` moves it takes a piece one cell. *Starts* \
         are boards with the red car at the exit on which no other piece can slide left or up.\n\n\
         | board | exit row | walls | metric | starts | clusters | positions | largest cluster | minimal puzzles | share | longest |\n\
         | --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    )?;
    for universe in &study.universes {
        let (scope, findings) = (universe.state.scope(), universe.state.results());
        let total = findings.total();
        let share = 100.0 * total.minimal as f64 / total.clusters.max(1) as f64;
        writeln!(
            out,
            "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {share:.2} % | {} |",
            universe.size(),
            scope.exit_row,
            match scope.walls {
                0 => "0".to_owned(),
                most => format!("0 to {most}"),
            },
            scope.metric,
            grouped(findings.goals()),
            grouped(total.clusters),
            grouped(total.positions),
            grouped(findings.largest()),
            grouped(total.minimal),
            findings.depths().len().saturating_sub(1),
        )?;
    }
    writeln!(
        out,
        "\n*Share* is the share of minimal puzzles among the clusters. Boards with the exit in row *r* from the \
         bottom are mirror images of those with it in row *r* from the top, so their totals are equal."
    )?;
    study.universes.iter().try_for_each(|universe| universe.write_section(out))
}

impl StudiedUniverse {
    /// The columns that identify the universe.
    fn key(&self) -> (String, u8, u8, &'static str) {
        let Scope { exit_row, walls, metric, .. } = *self.state.scope();
        (self.size(), exit_row, walls, metric.name())
    }

    fn title(&self) -> String {
        let Scope { exit_row, walls, metric, .. } = *self.state.scope();
        let walls = match walls {
            0 => "no walls".to_owned(),
            most => format!("up to {}", counted(u64::from(most), "wall")),
        };
        format!("{}, exit in row {exit_row}, {walls}, {metric} moves", self.size())
    }

    fn write_section(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "\n## {}", self.title())?;
        for by in RecordBy::ALL {
            let mut records = self.records_by(by).peekable();
            if records.peek().is_none() {
                continue;
            }
            writeln!(
                out,
                "\n| {} | moves | board | positions | solutions |\n| ---: | ---: | --- | ---: | ---: |",
                by.name()
            )?;
            for RushRecord { number, puzzle, .. } in records {
                writeln!(
                    out,
                    "| {number} | {} | `{}` | {} | {} |",
                    puzzle.distance,
                    self.state.scope().in_one_line(&puzzle.board),
                    grouped(puzzle.reachable),
                    grouped_digits(&puzzle.solution_count.to_string()),
                )?;
            }
        }
        let name = self.state.scope_name();
        writeln!(
            out,
            "\n![The longest minimal puzzles](records-{name}.svg)\n\n![Clusters and minimal puzzles by number of \
             moves](moves-{name}.svg)"
        )
    }

    fn records_by(&self, by: RecordBy) -> impl Iterator<Item = &RushRecord> {
        self.records.iter().filter(move |record| record.by == by)
    }
}

/// The records of a universe as boards.
pub(super) fn write_picture(universe: &StudiedUniverse, out: &mut dyn Write) -> io::Result<()> {
    let Scope { width, height, exit_row, .. } = *universe.state.scope();
    let captioned = |RushRecord { number, puzzle, .. }: &RushRecord| Captioned {
        caption: format!("{number}: {}", counted(puzzle.distance.into(), "move")),
        board: universe.state.scope().in_rows(&puzzle.board).replace('x', "#").replace('o', "."),
        marked: 'A',
    };
    let rows = RecordBy::ALL.into_iter().map(|by| Row {
        title: format!("{}: longest by number of {}", universe.title(), by.name()),
        boards: universe.records_by(by).map(captioned).collect(),
    });
    let picture = BoardsPicture {
        title: format!("The longest minimal puzzles of {}", universe.title()),
        size: (width, height),
        exit: Some(exit_row - 1),
        rows: rows.filter(|row| !row.boards.is_empty()).collect(),
    };
    picture.write(out)
}

/// The clusters and minimal puzzles of a universe by number of moves.
pub(super) fn write_chart(universe: &StudiedUniverse, out: &mut dyn Write) -> io::Result<()> {
    let depths = universe.state.results().depths();
    let line = |count: fn(&Depth) -> u64| {
        let points = depths.iter().enumerate();
        Marks::Line(points.map(|(moves, depth)| [moves as f64, count(depth) as f64]).collect())
    };
    let chart = Chart {
        title: format!("Rush Hour on {}", universe.title()),
        x: Axis { label: "moves to the goal".to_owned(), scale: Scale::Linear },
        y: Axis { label: "number, logarithmic".to_owned(), scale: Scale::Log },
        series: vec![
            Series { name: "clusters".to_owned(), marks: line(|depth| depth.clusters) },
            Series { name: "minimal puzzles".to_owned(), marks: line(|depth| depth.minimal) },
        ],
        notes: vec![
            "A cluster counts by its board that is farthest from the goal.".to_owned(),
            "Source: histogram.csv. Drawn by: huarong report rush".to_owned(),
        ],
    };
    writeln!(out, "{}", chart.draw())
}
