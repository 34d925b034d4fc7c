//! `census.csv`, `census_totals.csv` and `census.md`: the hardest puzzles of small boards, and
//! totals of the census.

use super::census_study::{CensusStudy, Holder, StudiedCensus};
use huarong_core::numerals::{counted, grouped, grouped_digits};
use huarong_core::rules::Metric;
use huarong_lab::census::{By, MarkedSets, Outcome};
use std::io::{self, Write};

pub(super) fn write_csv(study: &CensusStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record([
        "board",
        "metric",
        "by",
        "number",
        "distance",
        "start",
        "marked",
        "solution_count",
        "reachable",
        "command",
    ])?;
    for census in &study.censuses {
        let board = census.board();
        for holder in &census.holders {
            let Holder { by, number, metric, record, solutions, component } = holder;
            writer.serialize((
                (&board, metric.name(), by.name(), number),
                (record.distance, &record.start, record.marked),
                (solutions.to_string(), component, holder.command()),
            ))?;
        }
    }
    writer.flush()
}

pub(super) fn write_totals(study: &CensusStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record([
        "board",
        "sets",
        "positions",
        "outcome",
        "marked_sets",
        "marked_positions",
    ])?;
    for census in &study.censuses {
        let tally = census.state.tally();
        let mut write = |outcome: &str, marked_sets: MarkedSets| {
            writer.serialize((
                (census.board(), tally.sets, tally.positions),
                (outcome, marked_sets.count, marked_sets.positions),
            ))
        };
        for outcome in Outcome::ALL {
            write(outcome.name(), tally.of(outcome))?;
        }
        write("all", tally.marked_sets())?;
    }
    writer.flush()
}

pub(super) fn write_page(study: &CensusStudy, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "# The census\n\n\
         `huarong report census` writes this page: statistics of every sliding-block puzzle of small boards, \
         and the hardest of them. Pieces are connected polyominoes of any shape in fixed orientation, and at \
         least one cell is empty. One piece is marked; other pieces of the same shape are interchangeable. At \
         the start, the bounding box of the marked piece is in the upper left corner. The goal is that the \
         marked piece covers the lower right cell. (N. Bickford, 2012, gives the finger moves on 4x4 by \
         number of pieces: 1, 4, 9, 19, 36, 51, \
         62, 89, 132, 81, 64, 73, 61, 25, 21.)\n\n\
         A *marked set* is a piece set with one marked piece of a given shape. `census.csv` has all record \
         holders: start, marked piece, number of optimal solutions, size of the component, and the command \
         that solves the puzzle again. The component distinguishes the marked piece from others of its shape. \
         Among equally hard starts, the first in text order is listed. `census_totals.csv` has one row per \
         outcome of marked sets, and one for `all`. The command prints the moves. With `solve --count` it \
         prints the number of solutions, and with `query --reachable` instead of `solve` the size of the \
         component (`reachable`). One move is one piece: `unit` by one cell, `straight` by any distance in one \
         line, `finger` along any path. `docs/explanation/census.md` proves why skipped marked sets need no \
         search. Only the row of Bickford has been published before,\nas far as we know. The library has the \
         hardest puzzles by number of pieces, such as `census-4x4-9-finger`."
    )?;
    for census in &study.censuses {
        write_census(census, out)?;
    }
    Ok(())
}

fn write_census(census: &StudiedCensus, out: &mut dyn Write) -> io::Result<()> {
    let board = census.board();
    let tally = census.state.tally();
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
        write_sort(census, by, out)?;
    }
    writeln!(
        out,
        "\n![The hardest by number of pieces, of empty cells and of different shapes](census-{board}.svg)"
    )
}

/// The record holders of a criterion: one row per number.
fn write_sort(census: &StudiedCensus, by: By, out: &mut dyn Write) -> io::Result<()> {
    let of_sort: Vec<&Holder> = census.holders.iter().filter(|holder| holder.by == by).collect();
    let most = of_sort.iter().map(|holder| holder.number).max().unwrap_or(0);
    write!(out, "\nBy number of {0}:\n\n| {0} |", by.words())?;
    for metric in census.state.scope().metrics() {
        write!(out, " {metric} | start | solutions | component |")?;
    }
    write!(out, "\n| ---: |")?;
    for _ in census.state.scope().metrics() {
        write!(out, " ---: | --- | ---: | ---: |")?;
    }
    for number in 0..=most {
        let of_number: Vec<&&Holder> =
            of_sort.iter().filter(|holder| holder.number == number).collect();
        if of_number.is_empty() {
            continue;
        }
        write!(out, "\n| {number} |")?;
        for metric in census.state.scope().metrics() {
            match of_number.iter().find(|holder| holder.metric == metric) {
                Some(holder) => write_holder(holder, out)?,
                None => write!(out, " | | | |")?,
            }
        }
    }
    writeln!(out)
}

fn write_holder(holder: &Holder, out: &mut dyn Write) -> io::Result<()> {
    let Holder { record, solutions, component, .. } = holder;
    let solutions = grouped_digits(&solutions.to_string());
    write!(
        out,
        " {} | `{}` {} | {solutions} | {} |",
        record.distance,
        record.start,
        record.marked,
        grouped(*component),
    )
}

/// The rows of a picture: all criteria in order, and for each criterion its metrics, strictest
/// first.
pub(super) fn lines(census: &StudiedCensus) -> Vec<(By, Metric, Vec<&Holder>)> {
    let of = |by, metric| {
        let holders = census.holders.iter();
        holders.filter(|holder| holder.by == by && holder.metric == metric).collect()
    };
    let sorts = By::ALL.iter().copied();
    sorts
        .flat_map(|by| {
            census.state.scope().metrics().map(move |metric| (by, metric, of(by, metric)))
        })
        .collect()
}
