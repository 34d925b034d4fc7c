//! `census.csv`, `census_totals.csv`, `census.md` and pictures: the hardest puzzles of small boards, and totals of the
//! census.

use super::boards_picture::{BoardsPicture, Captioned, PictureRow};
use super::census_study::{CensusStudy, Holder, StudiedCensus};
use super::files::{Report, ReportFile, write_csv};
use huarong_core::numerals::{counted, grouped, grouped_digits};
use huarong_core::rules::Metric;
use huarong_lab::census::{By, MarkedSets, Outcome, Record};
use std::io::{self, Write};

impl Report for CensusStudy {
    fn files(&self) -> Vec<ReportFile<'_>> {
        let mut files = vec![
            ReportFile::new("census.csv", |out| write_holders(self, out)),
            ReportFile::new("census_totals.csv", |out| write_totals(self, out)),
            ReportFile::new("census.md", |out| write_page(self, out)),
        ];
        files.extend(self.censuses.iter().map(|census| {
            let name = format!("census-{}.svg", census.board());
            ReportFile::new(name, |out| census.picture().write(out))
        }));
        files
    }
}

fn write_holders(study: &CensusStudy, out: &mut dyn Write) -> io::Result<()> {
    let columns = "board,metric,by,number,distance,start,marked,solution_count,reachable,command";
    let holders = study
        .censuses
        .iter()
        .flat_map(|census| census.holders.iter().map(|holder| (census.board(), holder)));
    let rows = holders.map(|(board, holder)| {
        let Holder { by, number, metric, record, solutions, component } = holder;
        let Record { start, marked, .. } = record;
        let command = format!(
            "huarong census puzzle {start} {marked} | huarong solve --puzzle - --metric {metric}"
        );
        (
            (board, metric.name(), by.name(), number),
            (record.distance, start, marked),
            (solutions.to_string(), component, command),
        )
    });
    write_csv(out, columns, rows)
}

fn write_totals(study: &CensusStudy, out: &mut dyn Write) -> io::Result<()> {
    let columns = "board,sets,positions,outcome,marked_sets,marked_positions";
    let rows = study.censuses.iter().flat_map(|census| {
        let tally = census.state.tally();
        let outcomes = Outcome::ALL.into_iter().map(|outcome| (outcome.name(), tally.of(outcome)));
        outcomes.chain([("all", tally.marked_sets())]).map(|(outcome, marked_sets)| {
            let MarkedSets { count, positions } = marked_sets;
            (census.board(), tally.sets, tally.positions, outcome, count, positions)
        })
    });
    write_csv(out, columns, rows)
}

fn write_page(study: &CensusStudy, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(include_bytes!("templates/census.md"))?;
    study.censuses.iter().try_for_each(|census| census.write_section(out))
}

impl StudiedCensus {
    /// Columns and rows.
    fn board(&self) -> String {
        let scope = self.state.scope();
        format!("{}x{}", scope.width, scope.height)
    }

    fn write_section(&self, out: &mut dyn Write) -> io::Result<()> {
        let board = self.board();
        let tally = self.state.tally();
        let marked_sets = tally.marked_sets();
        writeln!(
            out,
            "\n## {board}\n\n{} with {}; {} with {}:\n\n| outcome | marked sets | positions |\n| --- | ---: | ---: |",
            counted(tally.sets, "piece set"),
            counted(tally.positions, "position"),
            counted(marked_sets.count, "marked set"),
            grouped(marked_sets.positions),
        )?;
        for outcome in Outcome::ALL {
            let MarkedSets { count, positions } = tally.of(outcome);
            writeln!(out, "| {} | {} | {} |", outcome.words(), grouped(count), grouped(positions))?;
        }
        for &by in By::ALL {
            self.write_holders(by, out)?;
        }
        writeln!(
            out,
            "\n![The hardest by number of pieces, of empty cells and of different shapes](census-{board}.svg)"
        )
    }

    /// The record holders of a criterion: one row per number.
    fn write_holders(&self, by: By, out: &mut dyn Write) -> io::Result<()> {
        let metrics: Vec<Metric> = self.state.scope().metrics().collect();
        let holders: Vec<&Holder> = self.holders.iter().filter(|holder| holder.by == by).collect();
        write!(out, "\nBy number of {0}:\n\n| {0} |", by.words())?;
        for metric in &metrics {
            write!(out, " {metric} | start | solutions | component |")?;
        }
        write!(out, "\n| ---: |{}", " ---: | --- | ---: | ---: |".repeat(metrics.len()))?;
        let mut numbers: Vec<usize> = holders.iter().map(|holder| holder.number).collect();
        numbers.sort_unstable();
        numbers.dedup();
        for number in numbers {
            write!(out, "\n| {number} |")?;
            for &metric in &metrics {
                let is_one = |holder: &&&Holder| (holder.number, holder.metric) == (number, metric);
                let cells = holders.iter().find(is_one).map(|holder| holder.cells());
                write!(out, "{}", cells.unwrap_or_else(|| " | | | |".to_owned()))?;
            }
        }
        writeln!(out)
    }

    /// The record holders as boards: for each criterion one row per metric, strictest first.
    fn picture(&self) -> BoardsPicture {
        let (scope, board) = (self.state.scope(), self.board());
        let captioned = |Holder { number, record, .. }: &Holder| Captioned {
            caption: format!("{number}: {} moves", record.distance),
            board: record.start.clone(),
            marked: record.marked,
        };
        let rows = By::ALL.iter().flat_map(|&by| scope.metrics().map(move |metric| (by, metric)));
        let rows = rows.map(|(by, metric)| PictureRow {
            title: format!("{board} {metric} moves, by number of {}", by.words()),
            boards: { self.holders.iter() }
                .filter(|holder| (holder.by, holder.metric) == (by, metric))
                .map(captioned)
                .collect(),
        });
        BoardsPicture {
            title: format!("The hardest puzzles of {board}"),
            size: (scope.width, scope.height),
            exit: None,
            rows: rows.collect(),
        }
    }
}

impl Holder {
    fn cells(&self) -> String {
        let Self { record, solutions, component, .. } = self;
        let solutions = grouped_digits(&solutions.to_string());
        let component = grouped(*component);
        format!(
            " {} | `{}` {} | {solutions} | {component} |",
            record.distance, record.start, record.marked
        )
    }
}
