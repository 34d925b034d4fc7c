//! The certificate of whole tables.

use super::checked::Certificate;
use super::fault::Fault;
use super::neighbours::{Around, contradiction, for_each_under};
use crate::effort::{Cancelled, Effort};
use crate::sliding::atlas::SetTable;
use crate::sliding::rules::{Arrangement, Metric, PieceSet, Puzzle};
use crate::sliding::space::{Space, SpaceError};
use crate::table::Distances;
use rayon::prelude::*;
use std::borrow::Cow;

/// Checks every entry of the tables of several piece sets, with at most one table per metric and piece set.
///
/// Reports the total number of entries, the name of each piece set, and progress in entries.
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

/// Checks every entry of tables of one space, with at most one table per metric. Reports progress in entries.
///
/// # Panics
///
/// Panics if there are more tables than metrics.
pub fn certify(
    space: &Space,
    tables: &[&SetTable],
    effort: Effort<'_>,
) -> Result<Certificate, Cancelled> {
    assert!(tables.len() <= MOST, "at most one table a metric");
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
    certificate.entries = space.len() * opened.len() as u64;
    certificate.neighbours = whole.neighbours;
    certificate.faults.extend(whole.faults.into_iter().flatten());
    Ok(certificate)
}

/// Most tables of a piece set that are checked together.
const MOST: usize = Metric::WITH_MULTI.len();

/// Result of checking a range of positions.
#[derive(Default)]
struct Findings {
    neighbours: u64,
    /// The first fault of each table.
    faults: [Option<Fault>; MOST],
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

/// A table during its check, with its distances.
struct Opened<'t> {
    metric: Metric,
    table: &'t SetTable,
    distances: Distances<&'t [u8]>,
}

/// The distances of a table, after their checksums and their histogram were checked. They may take `memory` bytes.
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

fn check_position(
    space: &Space,
    opened: &[Opened<'_>],
    index: u64,
    position: &Arrangement,
    neighbours: &[(Metric, u64)],
    findings: &mut Findings,
) {
    let mut around = [Around::default(); MOST];
    // Entries lie far apart in memory. This loop does little work per entry, so the processor loads many of them at
    // once.
    for (opened, around) in opened.iter().zip(&mut around) {
        for_each_under(opened.metric, space, position, neighbours, |index| {
            findings.neighbours += 1;
            around.add(opened.distances.get(index));
        });
    }
    let is_goal = space.puzzle().goal().is_satisfied_by(position);
    for ((opened, around), fault) in opened.iter().zip(around).zip(&mut findings.faults) {
        let found = opened.distances.get(index);
        if let (None, Some(what)) = (&fault, contradiction(found, is_goal, around)) {
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
