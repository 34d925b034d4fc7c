//! The certificate: a table of distances in an undirected graph proves itself.
//!
//! The distances are right if and only if 0 stands exactly on the won positions, every k > 0 has a
//! neighbour at k - 1 and none below, and what is unreachable touches only what is unreachable. The
//! neighbours come from the plain move generator of [`crate::puzzle`]; nothing of the search is used.

use crate::atlas::SetTable;
use crate::puzzle::{Metric, Position};
use crate::space::Space;
use crate::table::{DistanceIter, TableError};
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use thiserror::Error;

/// How much was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Entries, each a position under a metric.
    pub entries: u64,
    /// Neighbours looked at, each a move under a metric.
    pub neighbours: u64,
}

/// What is wrong with a table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file is not as it was written, or not of this space.
    #[error(transparent)]
    Table(#[from] TableError),
    /// An entry contradicts the rules or its neighbours.
    #[error("{file}: {piece_set}, index {index}, position {position}: {what}")]
    Entry {
        /// The table.
        file: String,
        /// The piece set.
        piece_set: String,
        /// Index of the position.
        index: u64,
        /// Text of the position.
        position: String,
        /// What is wrong.
        what: String,
    },
    /// The head of a table does not count its entries right.
    #[error("{file}: {piece_set}: the histogram in the head does not count the entries right")]
    Histogram {
        /// The table.
        file: String,
        /// The piece set.
        piece_set: String,
    },
    /// The caller asked to stop.
    #[error("stopped before everything was checked")]
    Stopped,
}

/// Checks every entry of tables of one space, at most one a metric. Of several faults, the one at the
/// least index is reported. `go_on` is asked now and then.
pub fn certify(
    space: &Space<'_>,
    tables: &[&SetTable],
    go_on: impl Fn(u64) -> bool + Sync,
) -> Result<Checked, Fault> {
    let mut opened = Vec::with_capacity(tables.len());
    for table in tables {
        table.check_fits(space)?;
        let distances = table.table.distances(&table.section)?;
        opened.push(Opened { metric: table.table.metric(), table, distances });
    }
    for opened in &opened {
        check_histogram(space, opened)?;
    }
    let neighbours = AtomicU64::new(0);
    let chunks = space.len().div_ceil(CHUNK);
    let fault = (0..chunks).into_par_iter().find_map_first(|chunk| {
        let range = chunk * CHUNK..space.len().min((chunk + 1) * CHUNK);
        if !go_on(range.end - range.start) {
            return Some(Fault::Stopped);
        }
        let mut looked_at = 0;
        let fault =
            range.clone().zip(space.iter_from(range.start)).find_map(|(index, position)| {
                check_position(space, &opened, index, &position, &mut looked_at)
            });
        neighbours.fetch_add(looked_at, Relaxed);
        fault
    });
    match fault {
        Some(fault) => Err(fault),
        None => Ok(Checked {
            entries: space.len() * tables.len() as u64,
            neighbours: neighbours.into_inner(),
        }),
    }
}

/// Positions that one thread checks at a time.
const CHUNK: u64 = 1 << 12;

/// A table that is being checked.
struct Opened<'t> {
    metric: Metric,
    table: &'t SetTable,
    distances: DistanceIter<'t>,
}

/// What the neighbours of a position say under one metric.
#[derive(Clone, Copy, Default)]
struct Around {
    least: Option<u16>,
    unreachable: bool,
}

fn check_position(
    space: &Space<'_>,
    opened: &[Opened<'_>],
    index: u64,
    position: &Position,
    looked_at: &mut u64,
) -> Option<Fault> {
    let mut around = [Around::default(); 3];
    let mut moved = position.clone();
    let place = space.locate(position).expect("the space gave this position");
    space.puzzle().for_each_move(position, |step| {
        step.apply_to(&mut moved);
        let index = space.rank_after(&place, step.shape, &moved);
        step.undo_on(&mut moved);
        for (opened, around) in opened.iter().zip(&mut around) {
            if step.metric <= opened.metric {
                *looked_at += 1;
                match opened.distances.get(index as usize) {
                    None => around.unreachable = true,
                    Some(d) => around.least = Some(around.least.map_or(d, |least| least.min(d))),
                }
            }
        }
    });
    let won = space.puzzle().goal().is_won(position);
    opened.iter().zip(around).find_map(|(opened, around)| {
        let found = opened.distances.get(index as usize);
        let what = contradiction(found, won, around)?;
        Some(Fault::Entry {
            file: opened.table.table.path().display().to_string(),
            piece_set: space.puzzle().piece_set_text(space.piece_set()),
            index,
            position: space.puzzle().position_text(position),
            what,
        })
    })
}

/// Says how an entry contradicts the rules, if it does.
fn contradiction(found: Option<u16>, won: bool, around: Around) -> Option<String> {
    match (found, around.least) {
        (Some(0), _) if !won => Some("it has distance 0 and is not won".to_owned()),
        (Some(0), _) if around.unreachable => {
            Some("it has distance 0 and an unreachable neighbour".to_owned())
        }
        (Some(0), _) => None,
        (_, _) if won => Some("it is won and does not have distance 0".to_owned()),
        (None, None) => None,
        (None, Some(least)) => {
            Some(format!("it is unreachable and has a neighbour at distance {least}"))
        }
        (Some(k), _) if around.unreachable => {
            Some(format!("it has distance {k} and an unreachable neighbour"))
        }
        (Some(k), least) if least != Some(k - 1) => {
            let least = least.map_or("no neighbour".to_owned(), |d| format!("its nearest at {d}"));
            Some(format!("it has distance {k} and {least}, not at {}", k - 1))
        }
        (Some(_), _) => None,
    }
}

fn check_histogram(space: &Space<'_>, opened: &Opened<'_>) -> Result<(), Fault> {
    let section = &opened.table.section;
    let mut counts = vec![0u64; section.histogram.len()];
    let mut unreachable = 0;
    let sound = (0..opened.distances.len()).all(|index| match opened.distances.get(index) {
        None => {
            unreachable += 1;
            true
        }
        Some(distance) => counts.get_mut(usize::from(distance)).map(|count| *count += 1).is_some(),
    });
    if sound && counts == section.histogram && unreachable == section.unreachable {
        return Ok(());
    }
    Err(Fault::Histogram {
        file: opened.table.table.path().display().to_string(),
        piece_set: space.puzzle().piece_set_text(space.piece_set()),
    })
}
