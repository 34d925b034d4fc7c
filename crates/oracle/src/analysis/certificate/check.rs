//! The check of a range of positions.
//!
//! All fillings of a skeleton are checked together, as runs of entries. Only if an entry is wrong, the positions of the
//! skeleton are checked one by one, to find the first wrong one.

use super::entries::{Goals, are_right, neighbours};
use super::fault::Fault;
use super::known::Known;
use super::neighbours::{Around, contradiction, for_each_under};
use super::runs::Run;
use super::skeletons::Generator;
use crate::atlas::SetTable;
use huarong_core::rules::{Arrangement, Metric};
use huarong_core::space::Space;
use huarong_tables::table::{Distances, EntryWidth};
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Mutex;

/// Most tables of a piece set that are checked together.
pub(super) const MOST: usize = Metric::WITH_MULTI.len();

/// A table during its check, with its distances.
pub(super) struct Opened<'t> {
    pub table: &'t SetTable,
    pub known: Known<'t>,
}

impl Opened<'_> {
    /// Whether all entries of a skeleton are right. The entries must have a common width.
    fn are_right(
        &self,
        extent: Extent,
        skeleton: u64,
        generator: &Generator,
        goals: &Goals,
    ) -> bool {
        let width = self.known.width().expect("the entries have a common width");
        let are_right = match (width, extent) {
            (EntryWidth::One, Extent::Any) => are_right::<u8, false>,
            (EntryWidth::One, Extent::First) => are_right::<u8, true>,
            (EntryWidth::Two, Extent::Any) => are_right::<u16, false>,
            (EntryWidth::Two, Extent::First) => are_right::<u16, true>,
        };
        let moves = (&generator.moves, self.table.metric);
        are_right(&self.known, skeleton, moves, &generator.lists, goals)
    }
}

/// The faults that a check finds.
#[derive(Clone, Copy)]
pub(super) enum Extent {
    /// A fault of each wrong table that is checked whole. A reachable position with an unreachable neighbour is passed over,
    /// because the neighbour is a fault.
    Any,
    /// The first fault in the range.
    First,
}

/// Result of checking a range of positions.
#[derive(Default)]
pub(super) struct Findings {
    pub neighbours: u64,
    /// The first fault of each table.
    pub faults: [Option<Fault>; MOST],
}

impl Findings {
    /// Adds the result of checking a later range.
    pub fn followed_by(self, after: Self) -> Self {
        let mut faults = self.faults;
        for (fault, later) in faults.iter_mut().zip(after.faults) {
            *fault = fault.take().or(later);
        }
        Self { neighbours: self.neighbours + after.neighbours, faults }
    }
}

/// Positions that one thread checks at a time, rounded to whole skeletons.
const CHUNK: u64 = 1 << 12;
/// Most fillings of a skeleton that are checked together: their entries should fit in the cache.
const MOST_FILLINGS: u64 = 1 << 18;
/// Most runs that one thread keeps.
const MOST_RUNS: u64 = 1 << 22;

/// How the positions of a space are checked.
pub(super) struct Check<'s> {
    space: &'s Space,
    /// Whether all fillings of a skeleton are checked together.
    is_together: bool,
    /// Positions that are read together: the fillings of a skeleton, or one position.
    pub block: u64,
    chunk: u64,
    /// The metrics of single pieces whose tables are checked, strictest first.
    metrics: SmallVec<[Metric; 3]>,
    /// Most runs that one thread keeps.
    runs: usize,
    /// The generators that no thread uses.
    idle: Mutex<Vec<Generator>>,
}

impl<'s> Check<'s> {
    /// The check of the tables of a space under some metrics. The lists of runs take up to an eighth of the memory.
    pub fn of(space: &'s Space, metrics: impl Iterator<Item = Metric>, memory: u64) -> Self {
        let of_single_pieces = metrics.filter(|metric| metric.of_single_pieces().is_some());
        let mut metrics: SmallVec<_> = of_single_pieces.collect();
        metrics.sort_unstable();
        let fillings = space.filling_count();
        // Words represent sets of free cells.
        let is_together =
            (1..=MOST_FILLINGS).contains(&fillings) && space.free_cell_count() <= u64::BITS;
        let block = if is_together { fillings } else { 1 };
        let threads = rayon::current_num_threads() as u64;
        let runs = MOST_RUNS.min(memory / 8 / size_of::<Run>() as u64 / threads) as usize;
        let chunk = block * (CHUNK / block).max(1);
        Self { space, is_together, block, chunk, metrics, runs, idle: Mutex::default() }
    }

    /// Numbers of the chunks of a range.
    pub fn chunks(&self, range: &Range<u64>) -> Range<u64> {
        range.start / self.chunk..range.end.div_ceil(self.chunk)
    }

    /// The positions of a chunk that are in a range.
    pub fn positions(&self, chunk: u64, range: &Range<u64>) -> Range<u64> {
        let start = chunk * self.chunk;
        range.start.max(start)..range.end.min(start + self.chunk)
    }

    /// The blocks of a range, each with its positions in the range. A block has the number of its skeleton if all fillings
    /// are in the range and are checked together.
    fn blocks(&self, range: Range<u64>) -> impl Iterator<Item = (Range<u64>, Option<u64>)> {
        let (block, is_together) = (self.block, self.is_together);
        (range.start / block..range.end.div_ceil(block)).map(move |number| {
            let start = number * block;
            let positions = range.start.max(start)..range.end.min(start + block);
            let is_whole = positions.end - positions.start == block;
            (positions, (is_together && is_whole).then_some(number))
        })
    }

    /// Calls `work` with a generator that no other thread uses.
    fn with_generator<T>(&self, work: impl FnOnce(&mut Generator) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let kept = idle().pop();
        let mut generator =
            kept.unwrap_or_else(|| Generator::new(self.space, &self.metrics, self.runs));
        let found = work(&mut generator);
        idle().push(generator);
        found
    }

    /// Checks a range of positions.
    pub fn check(&self, opened: &[Opened<'_>], range: Range<u64>, extent: Extent) -> Findings {
        let mut findings = Findings::default();
        self.with_generator(|generator| {
            for (positions, skeleton) in self.blocks(range) {
                match skeleton {
                    Some(number) => {
                        self.check_skeleton(opened, number, extent, generator, &mut findings)
                    }
                    None => {
                        check_positions(self.space, opened, [true; MOST], positions, &mut findings)
                    }
                }
            }
        });
        findings
    }

    fn check_skeleton(
        &self,
        opened: &[Opened<'_>],
        number: u64,
        extent: Extent,
        generator: &mut Generator,
        findings: &mut Findings,
    ) {
        let mut skeleton = generator.begin(self.space, number);
        let goals = Goals::of(self.space, &skeleton);
        // The tables whose positions are checked one by one, and those in which entries are wrong.
        let (mut is_single, mut is_wrong) = ([false; MOST], [false; MOST]);
        let are_found = generator.find(self.space, &mut skeleton).is_ok();
        for (nth, opened) in opened.iter().enumerate() {
            let metric = opened.table.metric;
            if !are_found || opened.known.width().is_none() || !self.metrics.contains(&metric) {
                is_single[nth] = true;
                continue;
            }
            findings.neighbours += neighbours(&generator.moves, metric, &generator.lists);
            is_wrong[nth] = findings.faults[nth].is_none()
                && !opened.are_right(extent, number, generator, &goals);
        }
        let positions = number * self.block..(number + 1) * self.block;
        if is_single.contains(&true) {
            check_positions(self.space, opened, is_single, positions.clone(), findings);
        }
        if is_wrong.contains(&true) {
            let counted = findings.neighbours;
            check_positions(self.space, opened, is_wrong, positions, findings);
            findings.neighbours = counted;
            let is_found = |nth: usize| !is_wrong[nth] || findings.faults[nth].is_some();
            assert!((0..MOST).all(is_found), "both generators find the same moves");
        }
    }

    /// The blocks that the check of a range in one table reads and that the table does not contain entirely. They may
    /// repeat.
    pub fn other_blocks(&self, opened: &Opened<'_>, range: Range<u64>) -> Vec<u64> {
        let mut found = Vec::new();
        self.with_generator(|generator| {
            for (positions, number) in self.blocks(range) {
                let metric = opened.table.metric;
                let are_found = number.is_some_and(|number| {
                    let mut skeleton = generator.begin(self.space, number);
                    generator.find(self.space, &mut skeleton).is_ok()
                });
                match are_found && self.metrics.contains(&metric) {
                    true => {
                        let larger = generator.moves.larger[metric].iter();
                        found.extend(larger.filter_map(|&(skeleton, _)| {
                            opened.known.other_block(skeleton * self.block)
                        }))
                    }
                    false => self.space.for_each_with_neighbours(positions, |_, position, near| {
                        for_each_under(opened.table.metric, self.space, position, near, |near| {
                            found.extend(opened.known.other_block(near));
                        });
                    }),
                }
            }
        });
        found
    }
}

/// Checks a range of positions one by one, in some of the tables.
fn check_positions(
    space: &Space,
    opened: &[Opened<'_>],
    is_checked: [bool; MOST],
    range: Range<u64>,
    findings: &mut Findings,
) {
    let checked = || opened.iter().enumerate().filter(|(nth, _)| is_checked[*nth]);
    space.for_each_with_neighbours(range, |index, position, neighbours| {
        let mut around = [Around::default(); MOST];
        // Entries lie far apart in memory. This loop does little work per entry, so the processor loads many of them at
        // once.
        for (nth, opened) in checked() {
            for_each_under(opened.table.metric, space, position, neighbours, |near| {
                findings.neighbours += 1;
                around[nth].add(opened.known.get(near));
            });
        }
        let is_goal = space.puzzle().goal().is_satisfied_by(position);
        for (nth, opened) in checked() {
            let what = contradiction(opened.known.get(index), is_goal, around[nth]);
            if let (None, Some(what)) = (&findings.faults[nth], what) {
                findings.faults[nth] = Some(fault(space, opened.table, index, position, what));
            }
        }
    });
}

/// The fault of a wrong entry.
pub(super) fn fault(
    space: &Space,
    table: &SetTable,
    index: u64,
    position: &Arrangement,
    what: String,
) -> Fault {
    Fault::Entry {
        file: table.table.path().display().to_string(),
        piece_set: space.puzzle().piece_set_text(space.piece_set()),
        index,
        position: space.puzzle().position_text(position),
        what,
    }
}

/// The fault of a histogram in the header that differs from the entries.
pub(super) fn histogram_fault(
    space: &Space,
    table: &SetTable,
    distances: Distances<&[u8]>,
) -> Option<Fault> {
    let (section, found) = (&table.section, distances.histogram());
    if (&found.counts, found.unreachable) == (&section.histogram, section.unreachable) {
        return None;
    }
    Some(Fault::Histogram {
        file: table.table.path().display().to_string(),
        piece_set: space.puzzle().piece_set_text(space.piece_set()),
    })
}
