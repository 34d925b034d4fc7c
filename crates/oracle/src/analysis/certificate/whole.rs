//! The certificate of whole tables.

use super::check::{Check, Extent, Findings, MOST, Opened, histogram_fault};
use super::checked::Certificate;
use super::fault::Fault;
use super::known::Known;
use super::tiers::certify_tiers;
use crate::atlas::SetTable;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::rules::{PieceSet, Puzzle};
use huarong_core::space::{Space, SpaceError};
use huarong_tables::table::Distances;
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Tables in groups of one piece set, with at most one table per metric. One pass over the positions proves a group.
pub fn by_piece_set(
    tables: impl IntoIterator<Item = (PieceSet, SetTable)>,
) -> Vec<(PieceSet, Vec<SetTable>)> {
    let mut by_set: BTreeMap<PieceSet, Vec<SetTable>> = BTreeMap::new();
    for (set, table) in tables {
        by_set.entry(set).or_default().push(table);
    }
    let groups = by_set.into_iter().flat_map(|(set, found)| {
        let together = found.chunks(MOST).map(<[SetTable]>::to_vec);
        together.map(|tables| (set.clone(), tables)).collect::<Vec<_>>()
    });
    groups.collect()
}

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
    if puzzle.doors().is_some() {
        return certify_tiers(puzzle, sets, effort);
    }
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
    let held = sound.iter().map(|(table, _)| table.unpacked_bytes()).sum();
    let metrics = sound.iter().map(|(table, _)| table.metric);
    let check = Check::of(space, metrics, effort.without(held).memory);
    let opened = sound.iter().map(|(table, distances)| Opened {
        table,
        known: Known::of(distances.as_ref(), 0, check.block),
    });
    let opened: Vec<Opened<'_>> = opened.collect();
    let all = 0..space.len();
    let look = |extent: Extent, effort: Effort<'_>| {
        let chunk = |chunk: u64| {
            let range = check.positions(chunk, &all);
            effort.done((range.end - range.start) * tables.len() as u64)?;
            Ok(check.check(&opened, range, extent))
        };
        let parts = check.chunks(&all).into_par_iter().map(chunk);
        parts.try_reduce(Findings::default, |before, after| Ok(before.followed_by(after)))
    };
    let mut whole = look(Extent::Any, effort)?;
    // The first faults take longer to find, and sound tables have none.
    if whole.faults.iter().any(Option::is_some) {
        whole = effort.quietly(|effort| look(Extent::First, effort))?;
    }
    certificate.entries = space.len() * opened.len() as u64;
    certificate.neighbours = whole.neighbours;
    certificate.faults.extend(whole.faults.into_iter().flatten());
    Ok(certificate)
}

/// The distances of a table, after their checksums and their histogram were checked. They may take `memory` bytes.
pub(super) fn checked<'t>(
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
    match histogram_fault(space, table, distances.as_ref()) {
        None => Ok(distances),
        Some(fault) => Err(fault),
    }
}
