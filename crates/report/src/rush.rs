//! The files of the report about Rush Hour: totals, histograms, records, and a page.

use super::boards_picture::{BoardsPicture, Captioned, PictureRow};
use super::chart::{Axis, Chart, Marks, Scale, Series};
use super::files::{Report, ReportFile, write_csv};
use super::rush_study::{RecordBy, RushRecord, RushStudy, StudiedUniverse};
use huarong_core::numerals::{counted, grouped, grouped_digits};
use huarong_lab::rush::{Depth, RushPuzzle, Scope};
use serde::Serialize;
use std::io::{self, Write};

/// Puzzles per number of moves in the sample.
const SAMPLED_PER_LENGTH: usize = 16;

impl Report for RushStudy {
    fn files(&self) -> Vec<ReportFile<'_>> {
        let mut files = vec![
            ReportFile::new("rush/universes.csv", |out| write_universes(self, out)),
            ReportFile::new("rush/histogram.csv", |out| write_histogram(self, out)),
            ReportFile::new("rush/records.csv", |out| write_records(self, out)),
            ReportFile::new("rush/sample.csv", |out| write_sample(self, out)),
            ReportFile::new("rush/README.md", |out| write_page(self, out)),
        ];
        for universe in &self.universes {
            let name = universe.state.scope_name();
            files.push(ReportFile::new(format!("rush/records-{name}.svg"), |out| {
                universe.picture().write(out)
            }));
            files.push(ReportFile::new(format!("rush/moves-{name}.svg"), |out| {
                writeln!(out, "{}", universe.chart().draw())
            }));
        }
        files
    }
}

/// Writes a CSV file whose first columns identify the universe of a row.
fn write_table<R: Serialize>(
    study: &RushStudy,
    out: &mut dyn Write,
    columns: &str,
    rows: impl Fn(&StudiedUniverse) -> Vec<R>,
) -> io::Result<()> {
    let columns = format!("board,exit_row,max_walls,metric,{columns}");
    let rows = study.universes.iter().flat_map(|universe| {
        let Scope { exit_row, walls, metric, .. } = *universe.state.scope();
        let key = move || (universe.size(), exit_row, walls, metric.name());
        rows(universe).into_iter().map(move |row| (key(), row))
    });
    write_csv(out, &columns, rows)
}

fn write_universes(study: &RushStudy, out: &mut dyn Write) -> io::Result<()> {
    let columns = "goals,clusters,positions,largest,minimal,max";
    write_table(study, out, columns, |universe| {
        let (findings, total) = (universe.state.results(), universe.state.results().total());
        let Depth { clusters, positions, minimal, .. } = total;
        let max = findings.depths().len().saturating_sub(1);
        vec![(findings.goals(), clusters, positions, findings.largest(), minimal, max)]
    })
}

fn write_histogram(study: &RushStudy, out: &mut dyn Write) -> io::Result<()> {
    write_table(study, out, "distance,clusters,positions,minimal", |universe| {
        let depths = universe.state.results().depths().iter().enumerate();
        let row = |(distance, depth): (usize, &Depth)| {
            (distance, depth.clusters, depth.positions, depth.minimal)
        };
        depths.map(row).collect()
    })
}

fn write_records(study: &RushStudy, out: &mut dyn Write) -> io::Result<()> {
    let columns =
        "by,number,distance,start,reachable,pieces,walls,solution_count,unit_moves,command";
    write_table(study, out, columns, |universe| {
        let scope = universe.state.scope();
        let row = |RushRecord { by, number, puzzle }: &RushRecord| {
            let RushPuzzle { distance, reachable, pieces, walls, unit_moves, .. } = *puzzle;
            let start = scope.in_one_line(&puzzle.board);
            let metric = scope.metric;
            let command = format!("echo {start} | huarong solve --boards - --metric {metric}");
            let key = (by.name(), *number, distance, start);
            let figures = (reachable, pieces, walls, puzzle.solution_count.to_string());
            (key, figures, unit_moves, command)
        };
        universe.records.iter().map(row).collect()
    })
}

/// A sample of the minimal puzzles: for each number of moves, puzzles at equal steps in text order.
fn write_sample(study: &RushStudy, out: &mut dyn Write) -> io::Result<()> {
    write_table(study, out, "distance,start,reachable", |universe| {
        let puzzles: Vec<&RushPuzzle> = universe.state.results().puzzles().collect();
        let of_length = puzzles.chunk_by(|one, other| one.distance == other.distance);
        let sampled = of_length.flat_map(|puzzles| {
            let taken = puzzles.len().min(SAMPLED_PER_LENGTH);
            (0..taken).map(move |number| puzzles[number * puzzles.len() / taken])
        });
        let row = |puzzle: &RushPuzzle| {
            let line = universe.state.scope().in_one_line(&puzzle.board);
            (puzzle.distance, line, puzzle.reachable)
        };
        sampled.map(row).collect()
    })
}

fn write_page(study: &RushStudy, out: &mut dyn Write) -> io::Result<()> {
    let rows: String = study.universes.iter().map(StudiedUniverse::row).collect();
    write!(out, include_str!("templates/rush.md"), sampled = SAMPLED_PER_LENGTH, rows = rows)?;
    study.universes.iter().try_for_each(|universe| universe.write_section(out))
}

impl StudiedUniverse {
    /// Columns and rows.
    fn size(&self) -> String {
        let Scope { width, height, .. } = self.state.scope();
        format!("{width}x{height}")
    }

    /// The row of the page's table.
    fn row(&self) -> String {
        let Scope { exit_row, walls, metric, .. } = *self.state.scope();
        let findings = self.state.results();
        let Depth { clusters, positions, minimal, .. } = findings.total();
        let share = 100.0 * minimal as f64 / clusters.max(1) as f64;
        let walls = match walls {
            0 => "0".to_owned(),
            most => format!("0 to {most}"),
        };
        let size = self.size();
        let [starts, clusters, positions, largest, minimal] =
            [findings.goals(), clusters, positions, findings.largest(), minimal].map(grouped);
        let longest = findings.depths().len().saturating_sub(1);
        format!(
            "| {size} | {exit_row} | {walls} | {metric} | {starts} | {clusters} | {positions} | {largest} | {minimal} \
             | {share:.2} % | {longest} |\n"
        )
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

    /// The records as boards.
    fn picture(&self) -> BoardsPicture {
        let scope = self.state.scope();
        let captioned = |RushRecord { number, puzzle, .. }: &RushRecord| Captioned {
            caption: format!("{number}: {}", counted(puzzle.distance.into(), "move")),
            board: scope.in_rows(&puzzle.board).replace('x', "#").replace('o', "."),
            marked: 'A',
        };
        let rows = RecordBy::ALL.into_iter().map(|by| PictureRow {
            title: format!("{}: longest by number of {}", self.title(), by.name()),
            boards: self.records_by(by).map(captioned).collect(),
        });
        BoardsPicture {
            title: format!("The longest minimal puzzles of {}", self.title()),
            size: (scope.width, scope.height),
            exit: Some(scope.exit_row - 1),
            rows: rows.filter(|row| !row.boards.is_empty()).collect(),
        }
    }

    /// The clusters and minimal puzzles by number of moves.
    fn chart(&self) -> Chart {
        let depths = self.state.results().depths();
        let line = |name: &str, count: fn(&Depth) -> u64| Series {
            name: name.to_owned(),
            marks: Marks::Line(
                { depths.iter().enumerate() }
                    .map(|(moves, depth)| [moves as f64, count(depth) as f64])
                    .collect(),
            ),
        };
        Chart {
            title: format!("Rush Hour on {}", self.title()),
            x: Axis { label: "moves to the goal".to_owned(), scale: Scale::Linear },
            y: Axis { label: "number, logarithmic".to_owned(), scale: Scale::Log },
            series: vec![
                line("clusters", |depth| depth.clusters),
                line("minimal puzzles", |depth| depth.minimal),
            ],
            notes: vec![
                "A cluster counts by its board that is farthest from the goal.".to_owned(),
                "Source: histogram.csv. Drawn by: huarong report rush".to_owned(),
            ],
        }
    }
}
