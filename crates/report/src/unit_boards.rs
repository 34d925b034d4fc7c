//! The files of the report about Unit Rush Hour: totals of each size, and the growth of the longest solutions.

use super::chart::{Axis, Chart, Marks, Point, Scale, Series};
use super::error::ReportError;
use super::files::{Report, ReportFile};
use super::solved_again::solve_again;
use huarong_core::effort::Effort;
use huarong_core::grid::Region;
use huarong_core::interchange::{self, Format};
use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::Metric;
use huarong_lab::rush::UnitScope;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;

/// The rows of `huarong rush unit --clusters`, in the order of kinds and cells.
#[derive(Debug)]
pub struct UnitStudy {
    pub rows: Vec<UnitRow>,
}

/// Boards of a size with the exit in one row, and with some empty cells and walls.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct UnitRow {
    board: String,
    exit_row: u8,
    empty: usize,
    walls: usize,
    boards: u64,
    /// Number of boards that reach the goal.
    solvable: u64,
    /// The most moves, and the number of boards that need them.
    distance: u16,
    hardest: u64,
    /// One of them.
    start: Option<String>,
    clusters: u64,
    largest: u64,
}

/// Numbers of walls and of empty cells.
type Kind = (usize, usize);

/// The kinds of the chart.
const DRAWN: [Kind; 3] = [(0, 1), (0, 2), (1, 1)];

impl UnitRow {
    fn kind(&self) -> Kind {
        (self.walls, self.empty)
    }

    /// Number of cells, with those of walls.
    fn cells(&self) -> usize {
        let sides = self.board.split('x').map(|side| side.parse().unwrap_or(0));
        sides.product()
    }

    /// What no search prints, if the row has it.
    fn fault(&self) -> Option<String> {
        let counted = || {
            let size = Region::parse_size(&self.board).map_err(|error| error.to_string())?;
            let of_row = UnitScope::new(size.width(), size.height())
                .and_then(|scope| scope.with_empty(self.empty))
                .and_then(|scope| scope.with_exit_row(self.exit_row.into()))
                .and_then(|scope| scope.with_walls(self.walls))
                .map_err(|error| error.to_string())?;
            Ok::<_, String>(of_row.iter().map(|scope| scope.boards()).sum::<Option<u64>>())
        };
        match counted() {
            Err(what) => return Some(what),
            Ok(counted) if counted != Some(self.boards) => {
                return Some(format!("{} has not {} boards", self.board, grouped(self.boards)));
            }
            Ok(_) => {}
        }
        let is_in_order = self.hardest <= self.solvable
            && self.clusters.max(self.largest) <= self.solvable
            && self.solvable <= self.boards;
        let start = self.start.as_deref().unwrap_or_default().trim_end_matches('/');
        let rows: Vec<&str> = start.split('/').collect();
        let size = |row: &&str| format!("{}x{}", row.chars().count(), rows.len());
        let is_of_size = rows.iter().all(|row| size(row) == self.board)
            && start.matches('#').count() == self.walls
            && start.matches('.').count() == self.empty;
        match (is_in_order, is_of_size || start.is_empty()) {
            (false, _) => Some("a number is larger than that of all boards".to_owned()),
            (_, false) => Some(format!("{start} is no such board")),
            _ => None,
        }
    }

    /// Solves the board with the most moves again.
    fn check(&self, effort: Effort<'_>) -> Result<(), ReportError> {
        let Some(start) = &self.start else { return Ok(()) };
        let solved = match interchange::read(Format::Rush, start, "board", None) {
            Ok(text) => solve_again(&text, self.distance, Metric::Unit, effort)?,
            Err(_) => None,
        };
        let is_right = solved.is_some_and(|(_, positions)| positions <= self.largest);
        is_right.then_some(()).ok_or_else(|| ReportError::Rush {
            board: start.clone(),
            moves: self.distance,
            metric: Metric::Unit,
        })
    }

    fn on_page(&self) -> String {
        let Self { board, exit_row, distance, .. } = self;
        let [boards, solvable, clusters, largest, hardest] =
            [self.boards, self.solvable, self.clusters, self.largest, self.hardest].map(grouped);
        format!(
            "| {board} | {exit_row} | {boards} | {solvable} | {clusters} | {largest} | {distance} | {hardest} |\n"
        )
    }
}

impl UnitStudy {
    /// Reads files that `huarong rush unit --clusters --format csv` wrote, and solves one of the longest puzzles of each row
    /// again. Reports progress in rows.
    pub fn read(files: &[PathBuf], effort: Effort<'_>) -> Result<Self, ReportError> {
        let mut rows: Vec<UnitRow> = Vec::new();
        for path in files {
            let failed = |source| ReportError::Read { path: path.clone(), source };
            let reader = csv::Reader::from_path(path).map_err(failed)?;
            for (line, row) in (2..).zip(reader.into_deserialize()) {
                let row: UnitRow = row.map_err(failed)?;
                if let Some(what) = row.fault() {
                    return Err(ReportError::UnitRow { path: path.clone(), line, what });
                }
                rows.push(row);
            }
        }
        rows.sort_by_key(|row| (row.kind(), row.cells()));
        effort.total(rows.len() as u64)?;
        for row in &rows {
            effort.quietly(|effort| row.check(effort))?;
            effort.done(1)?;
        }
        Ok(Self { rows })
    }

    /// The rows of a kind with the most moves for a number of cells.
    fn longest(&self, kind: Kind) -> BTreeMap<usize, &UnitRow> {
        let mut longest: BTreeMap<usize, &UnitRow> = BTreeMap::new();
        for row in self.rows.iter().filter(|row| row.kind() == kind) {
            let most = longest.entry(row.cells()).or_insert(row);
            if row.distance > most.distance {
                *most = row;
            }
        }
        longest
    }

    fn write_rows(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        self.rows.iter().try_for_each(|row| writer.serialize(row))?;
        writer.flush()
    }

    fn write_page(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, include_str!("templates/unit_boards.md"))?;
        for kind in self.rows.chunk_by(|one, other| one.kind() == other.kind()) {
            let rows: String = kind.iter().map(UnitRow::on_page).collect();
            let kind = kind[0].kind();
            let growth: String = {
                let longest = self.longest(kind);
                let before = longest.values().map(Some);
                let rows = longest.iter().zip(std::iter::once(None).chain(before));
                rows.map(|((cells, row), before)| growth(*cells, row, before.copied())).collect()
            };
            write!(
                out,
                include_str!("templates/unit_boards_of_kind.md"),
                kind = named(kind),
                rows = rows,
                growth = growth
            )?;
        }
        Ok(())
    }

    fn chart(&self) -> Chart {
        let series = DRAWN.map(|kind| {
            let point = |(cells, row): (usize, &UnitRow)| Point {
                at: [cells as f64, row.distance.into()],
                title: format!("{}: {}", row.board, counted(row.distance.into(), "move")),
                // Labels of all kinds would lie on one another.
                label: (kind == DRAWN[0]).then(|| row.board.clone()),
            };
            let points = self.longest(kind).into_iter().map(point).collect();
            Series { name: named(kind), marks: Marks::Points(points) }
        });
        Chart {
            title: "Unit Rush Hour: the most moves".to_owned(),
            x: Axis { label: "cells of the board".to_owned(), scale: Scale::Linear },
            y: Axis { label: "most moves (logarithmic)".to_owned(), scale: Scale::Log },
            series: series.into(),
            notes: vec!["Source: unit.csv. Drawn by: huarong report rush".to_owned()],
        }
    }
}

fn named((walls, empty): Kind) -> String {
    format!("{}, {}", counted(empty as u64, "empty cell"), counted(walls as u64, "wall"))
}

/// The growth of the most moves since the number of cells before, as a factor for each cell.
fn growth(cells: usize, row: &UnitRow, before: Option<&UnitRow>) -> String {
    let factor = before.filter(|before| before.distance > 0).map_or("–".to_owned(), |before| {
        let more = (cells - before.cells()) as f64;
        format!("{:.2}", (f64::from(row.distance) / f64::from(before.distance)).powf(1.0 / more))
    });
    let UnitRow { board, exit_row, distance, .. } = row;
    format!("| {cells} | {board} | {exit_row} | {distance} | {factor} |\n")
}

impl Report for UnitStudy {
    fn files(&self) -> Vec<ReportFile<'_>> {
        vec![
            ReportFile::new("rush/unit.csv", |out| self.write_rows(out)),
            ReportFile::new("rush/unit.md", |out| self.write_page(out)),
            ReportFile::new("rush/unit-moves.svg", |out| writeln!(out, "{}", self.chart().draw())),
        ]
    }
}
