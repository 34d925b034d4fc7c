//! The certificate of whole tables.

use super::checked::Certificate;
use super::entries::{Entry, Goals, are_right, neighbours};
use super::fault::Fault;
use super::neighbours::{Around, contradiction, for_each_under};
use super::runs::{Run, RunLists};
use super::skeletons::{Generator, Moves, Skeleton};
use crate::effort::{Cancelled, Effort};
use crate::sliding::atlas::SetTable;
use crate::sliding::rules::{Arrangement, Metric, PieceSet, Puzzle};
use crate::sliding::space::{Space, SpaceError};
use crate::table::{Distances, EntryWidth};
use rayon::prelude::*;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Mutex;

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
    let together = Together::of(space, effort.memory);
    let chunks = space.len().div_ceil(together.positions);
    let chunk = |chunk: u64| {
        let start = chunk * together.positions;
        let range = start..space.len().min(start + together.positions);
        effort.done((range.end - range.start) * tables.len() as u64)?;
        Ok(together.check(&opened, range))
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
/// Most fillings of a skeleton whose positions are checked together: their entries should fit in the cache.
const MOST_FILLINGS: u64 = 1 << 18;
/// Most runs that one thread keeps.
const MOST_RUNS: u64 = 1 << 22;

/// How the positions of a space are checked.
struct Together<'s> {
    space: &'s Space,
    /// Positions that one thread checks at a time.
    positions: u64,
    /// Most runs that one thread keeps; none if positions are checked one by one.
    runs: Option<usize>,
    /// The generators that no thread uses.
    idle: Mutex<Vec<Generator>>,
}

impl<'s> Together<'s> {
    fn of(space: &'s Space, memory: u64) -> Self {
        let fillings = space.filling_count();
        // Sets of free cells are words.
        let is_small = fillings <= MOST_FILLINGS && space.free_cell_count() <= u64::BITS;
        let threads = rayon::current_num_threads() as u64;
        let runs = MOST_RUNS.min(memory / 8 / size_of::<Run>() as u64 / threads) as usize;
        let positions = if is_small { fillings * (CHUNK / fillings).max(1) } else { CHUNK };
        Self { space, positions, runs: is_small.then_some(runs), idle: Mutex::default() }
    }

    /// Checks whole skeletons, or any range if positions are checked one by one.
    fn check(&self, opened: &[Opened<'_>], range: Range<u64>) -> Findings {
        let mut findings = Findings::default();
        let Some(runs) = self.runs else {
            check_positions(self.space, opened, |_| true, range, &mut findings);
            return findings;
        };
        let idle = || self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let generator = idle().pop();
        let mut generator = generator.unwrap_or_else(|| Generator::new(self.space, runs));
        let fillings = self.space.filling_count();
        for number in range.start / fillings..range.end / fillings {
            self.check_skeleton(opened, number, &mut generator, &mut findings);
        }
        idle().push(generator);
        findings
    }

    fn check_skeleton(
        &self,
        opened: &[Opened<'_>],
        number: u64,
        generator: &mut Generator,
        findings: &mut Findings,
    ) {
        generator.tidy();
        let mut skeleton = Skeleton::of(self.space, number);
        let goals = Goals::of(self.space, &skeleton);
        let fillings = self.space.filling_count();
        let range = number * fillings..(number + 1) * fillings;
        // The tables whose positions are checked one by one.
        let mut one_by_one = [false; MOST];
        for (nth, opened) in opened.iter().enumerate() {
            // Lines of pieces are not moves of one piece, and long paths may be too many.
            let moves = (opened.metric != Metric::Multi)
                .then(|| generator.moves(self.space, &mut skeleton, opened.metric).ok());
            let Some(moves) = moves.flatten() else {
                one_by_one[nth] = true;
                continue;
            };
            findings.neighbours += neighbours(&moves, &generator.lists);
            if findings.faults[nth].is_none()
                && !opened.are_right(number, fillings, &moves, &generator.lists, &goals)
            {
                let mut found = Findings::default();
                check_positions(
                    self.space,
                    opened_alone(opened),
                    |_| true,
                    range.clone(),
                    &mut found,
                );
                findings.faults[nth] = found.faults[0].take();
                assert!(findings.faults[nth].is_some(), "two generators of moves disagree");
            }
        }
        if one_by_one.contains(&true) {
            check_positions(self.space, opened, |nth| one_by_one[nth], range, findings);
        }
    }
}

fn opened_alone<'o, 't>(opened: &'o Opened<'t>) -> &'o [Opened<'t>] {
    std::slice::from_ref(opened)
}

/// A table during its check, with its distances.
struct Opened<'t> {
    metric: Metric,
    table: &'t SetTable,
    distances: Distances<&'t [u8]>,
}

impl Opened<'_> {
    /// Whether all entries of a skeleton are right.
    fn are_right(
        &self,
        skeleton: u64,
        fillings: u64,
        moves: &Moves,
        lists: &RunLists,
        goals: &Goals,
    ) -> bool {
        match self.distances.width() {
            EntryWidth::One => self.are_right_as::<u8>(skeleton, fillings, moves, lists, goals),
            EntryWidth::Two => self.are_right_as::<u16>(skeleton, fillings, moves, lists, goals),
        }
    }

    fn are_right_as<E: Entry>(
        &self,
        skeleton: u64,
        fillings: u64,
        moves: &Moves,
        lists: &RunLists,
        goals: &Goals,
    ) -> bool {
        let entries = E::divide(self.distances.bytes());
        let of = |skeleton: u64| &entries[(skeleton * fillings) as usize..][..fillings as usize];
        are_right::<E>(of(skeleton), of, moves, lists, goals)
    }
}

/// Checks a range of positions one by one, in the tables for which `is_checked` is true.
fn check_positions(
    space: &Space,
    opened: &[Opened<'_>],
    is_checked: impl Fn(usize) -> bool,
    range: Range<u64>,
    findings: &mut Findings,
) {
    space.for_each_with_neighbours(range, |index, position, neighbours| {
        check_position(space, opened, &is_checked, index, position, neighbours, findings);
    });
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
    is_checked: impl Fn(usize) -> bool,
    index: u64,
    position: &Arrangement,
    neighbours: &[(Metric, u64)],
    findings: &mut Findings,
) {
    let mut around = [Around::default(); MOST];
    // Entries lie far apart in memory. This loop does little work per entry, so the processor loads many of them at
    // once.
    let checked = || opened.iter().enumerate().filter(|(nth, _)| is_checked(*nth));
    for (nth, opened) in checked() {
        let around = &mut around[nth];
        for_each_under(opened.metric, space, position, neighbours, |index| {
            findings.neighbours += 1;
            around.add(opened.distances.get(index));
        });
    }
    let is_goal = space.puzzle().goal().is_satisfied_by(position);
    for (nth, opened) in checked() {
        let (around, fault) = (around[nth], &mut findings.faults[nth]);
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
