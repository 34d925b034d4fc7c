//! The certificate: a table of distances in an undirected graph proves itself.
//!
//! The distances are right if and only if 0 stands exactly on the won positions, every k > 0 has a
//! neighbour at k - 1 and none below, and what is unreachable touches only what is unreachable. The
//! neighbours come from the plain move generator of [`crate::sliding::rules`]; nothing of the search is used.

mod part;

pub use part::{PartFault, certify_part};

use crate::effort::{Effort, Stopped};
use crate::numerals::Amount;
use crate::sliding::atlas::SetTable;
use crate::sliding::rules::{Arrangement, Metric, PieceSet, Puzzle};
use crate::sliding::space::{Space, SpaceError};
use crate::table::{Distances, TableError};
use rayon::prelude::*;
use std::borrow::Cow;
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
    /// It would not fit into memory.
    #[error(
        "{file} is packed or in shards, and would take {} of memory, of which {} may be used: unpack it first, with \
         `huarong pack --undo`, or gather it, with `huarong gather`", Amount(*.needed), Amount(*.allowed)
    )]
    Memory {
        /// The table.
        file: String,
        /// Bytes that it takes unpacked.
        needed: u64,
        /// Bytes that it may take.
        allowed: u64,
    },
    /// The head of a table does not count its entries right.
    #[error("{file}: {piece_set}: the histogram in the head does not count the entries right")]
    Histogram {
        /// The table.
        file: String,
        /// The piece set.
        piece_set: String,
    },
}

/// What came of checking tables.
#[derive(Debug, Default)]
pub struct Certificate {
    /// How much was checked.
    pub checked: Checked,
    /// What is wrong, at most one fault a table, that at the least index.
    pub faults: Vec<Fault>,
}

impl Certificate {
    /// Adds what came of checking other tables.
    pub fn add(&mut self, other: Self) {
        self.checked.entries += other.checked.entries;
        self.checked.neighbours += other.checked.neighbours;
        self.faults.extend(other.faults);
    }
}

/// Checks every entry of the tables of several piece sets, at most one a metric of each. The effort is told the total, of
/// each piece set that is next, and of entries.
pub fn certify_all(
    puzzle: &Puzzle,
    sets: &[(PieceSet, Vec<SetTable>)],
    effort: Effort<'_>,
) -> Result<Certificate, SpaceError> {
    let tables = sets.iter().flat_map(|(_, tables)| tables);
    effort.total(tables.map(|table| table.section.entries).sum())?;
    let mut whole = Certificate::default();
    for (set, tables) in sets {
        effort.doing(format_args!("verifying {}", puzzle.piece_set_text(set)))?;
        let space = Space::within(puzzle, set, effort)?;
        let tables: Vec<&SetTable> = tables.iter().collect();
        whole.add(certify(&space, &tables, effort)?);
    }
    Ok(whole)
}

/// Checks every entry of tables of one space, at most one a metric. The effort is told of entries.
///
/// # Panics
///
/// Where there are more than three tables.
pub fn certify(
    space: &Space,
    tables: &[&SetTable],
    effort: Effort<'_>,
) -> Result<Certificate, Stopped> {
    assert!(tables.len() <= Metric::ALL.len(), "at most one table a metric");
    let mut certificate = Certificate::default();
    let mut sound = Vec::with_capacity(tables.len());
    for table in tables {
        match checked(space, table, effort.memory / tables.len() as u64) {
            Ok(distances) => sound.push((table, distances)),
            Err(fault) => certificate.faults.push(fault),
        }
    }
    let opened = sound.iter().map(|(table, distances)| Opened {
        metric: table.metric,
        table,
        distances: distances.as_ref(),
    });
    let opened: Vec<Opened<'_>> = opened.collect();
    let chunks = space.len().div_ceil(CHUNK);
    let chunk = |chunk: u64| {
        let range = chunk * CHUNK..space.len().min((chunk + 1) * CHUNK);
        effort.done((range.end - range.start) * tables.len() as u64)?;
        let mut findings = Findings::default();
        space.for_each_with_neighbours(range, |index, position, neighbours| {
            check_position(space, &opened, index, position, neighbours, &mut findings);
        });
        Ok(findings)
    };
    let parts = (0..chunks).into_par_iter().map(chunk);
    let whole =
        parts.try_reduce(Findings::default, |before, after| Ok(before.followed_by(after)))?;
    certificate.checked.entries = space.len() * opened.len() as u64;
    certificate.checked.neighbours = whole.neighbours;
    certificate.faults.extend(whole.faults.into_iter().flatten());
    Ok(certificate)
}

/// What came of checking a range of positions.
#[derive(Default)]
struct Findings {
    neighbours: u64,
    /// For each table the first fault.
    faults: [Option<Fault>; 3],
}

impl Findings {
    fn followed_by(self, after: Self) -> Self {
        let mut faults = self.faults;
        for (fault, later) in faults.iter_mut().zip(after.faults) {
            *fault = fault.take().or(later);
        }
        Self { neighbours: self.neighbours + after.neighbours, faults }
    }
}

/// Positions that one thread checks at a time.
const CHUNK: u64 = 1 << 12;

/// A table that is being checked.
struct Opened<'t> {
    metric: Metric,
    table: &'t SetTable,
    distances: Distances<&'t [u8]>,
}

/// The distances of a table of a space with their checksums and their histogram checked, in so many bytes of memory.
fn checked<'t>(
    space: &Space,
    table: &'t SetTable,
    memory: u64,
) -> Result<Distances<Cow<'t, [u8]>>, Fault> {
    table.check_fits(space)?;
    let needed = table.unpacked_bytes();
    if needed > memory {
        let file = table.table.path().display().to_string();
        return Err(Fault::Memory { file, needed, allowed: memory });
    }
    let distances = table.distances()?;
    let (section, found) = (&table.section, distances.histogram());
    if (&found.counts, found.unreachable) == (&section.histogram, section.unreachable) {
        return Ok(distances);
    }
    Err(Fault::Histogram {
        file: table.table.path().display().to_string(),
        piece_set: space.puzzle().piece_set_text(space.piece_set()),
    })
}

/// What the neighbours of a position say under one metric.
#[derive(Clone, Copy, Default)]
struct Around {
    least: Option<u16>,
    unreachable: bool,
}

impl Around {
    /// Adds the distance of a neighbour.
    #[inline]
    fn add(&mut self, distance: Option<u16>) {
        match distance {
            None => self.unreachable = true,
            Some(d) => self.least = Some(self.least.map_or(d, |least| least.min(d))),
        }
    }
}

fn check_position(
    space: &Space,
    opened: &[Opened<'_>],
    index: u64,
    position: &Arrangement,
    neighbours: &[(Metric, u64)],
    findings: &mut Findings,
) {
    let mut around = [Around::default(); 3];
    // Entries lie far apart: what is asked of them is little, so that many are fetched at a time.
    for (opened, around) in opened.iter().zip(&mut around) {
        for &(_, index) in neighbours.iter().filter(|(metric, _)| *metric <= opened.metric) {
            findings.neighbours += 1;
            around.add(opened.distances.get(index));
        }
    }
    let won = space.puzzle().goal().is_won(position);
    for ((opened, around), fault) in opened.iter().zip(around).zip(&mut findings.faults) {
        let found = opened.distances.get(index);
        if let (None, Some(what)) = (&fault, contradiction(found, won, around)) {
            *fault = Some(Fault::Entry {
                file: opened.table.table.path().display().to_string(),
                piece_set: space.puzzle().piece_set_text(space.piece_set()),
                index,
                position: space.puzzle().position_text(position),
                what,
            });
        }
    }
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
