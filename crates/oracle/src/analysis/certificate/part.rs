//! Certificate of a table in shards. Each part checks its own shard, and asks the other parts only for distances of
//! neighbours.

use super::check::{Check, Extent, Findings, Opened, histogram_fault};
use super::checked::Certificate;
use super::fault::Fault;
use super::known::Known;
use crate::atlas::SetTable;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::space::{Space, SpaceError};
use huarong_search::cluster::{Exchange, Gone};
use rayon::prelude::*;
use std::ops::Range;
use thiserror::Error;

/// Reason why a part did not finish checking its shard.
#[derive(Debug, Error)]
pub enum PartFault {
    /// The shard cannot be read.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The positions cannot be numbered.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// The observer cancelled the check.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The connection to another part is lost.
    #[error(transparent)]
    Gone(#[from] Gone),
    /// The shards overlap, or do not cover all entries.
    #[error("the shards do not cover the table exactly: no part, or more than one, has entry {0}")]
    Gap(u64),
    /// A part sent an invalid message.
    #[error("part {0} sent an invalid message")]
    Message(usize),
}

/// Positions per round of questions.
const TOGETHER: u64 = 1 << 20;
/// Value that represents an unreachable position in an answer.
const UNREACHABLE: u16 = u16::MAX;

/// Checks every entry of a part's shard, while the other parts check theirs. Reports progress in entries.
///
/// `table` contains only the part's shard. The shards of all parts, in the order of the parts, must cover all entries.
pub fn certify_part(
    space: &Space,
    table: &SetTable,
    exchange: &mut dyn Exchange,
    effort: Effort<'_>,
) -> Result<Certificate, PartFault> {
    table.check_fits(space).map_err(Fault::from)?;
    let owned = table.table.held(&table.section);
    let ranges = all_ranges(space, owned.clone(), exchange)?;
    let distances =
        table.table.some_distances(&table.section, owned.clone()).map_err(Fault::from)?;
    let check = Check::of(space, [table.metric].into_iter(), effort.memory);
    // Parts ask for blocks between the same positions, in the same number of rounds.
    let together = check.block * (TOGETHER / check.block).max(1);
    let rounds_of = |range: &Range<u64>| range.start / together..range.end.div_ceil(together);
    let rounds = ranges.iter().map(|range| rounds_of(range).count()).max().unwrap_or(0);
    let known = Known::of(distances.as_ref(), owned.start, check.block);
    let mut part = Part { ranges, check, opened: [Opened { table, known }] };
    let entries = owned.end - owned.start;
    let mut certificate = Certificate { entries, ..Certificate::default() };
    let mut fault = histogram_fault(space, table, distances.as_ref());
    for round in 0..rounds as u64 {
        let start = (rounds_of(&owned).start + round) * together;
        let [start, end] = [start, start + together].map(|at| at.clamp(owned.start, owned.end));
        let asked = part.other_blocks(&(start..end))?;
        part.ask(asked, exchange)?;
        let found = part.look(&(start..end), effort)?;
        certificate.neighbours += found.neighbours;
        let [first, ..] = found.faults;
        fault = fault.or(first);
    }
    certificate.faults.extend(fault);
    Ok(certificate)
}

/// The range of entries of each part. The parts exchange their ranges with one another.
fn all_ranges(
    space: &Space,
    owned: Range<u64>,
    exchange: &mut dyn Exchange,
) -> Result<Vec<Range<u64>>, PartFault> {
    let (me, parts) = (exchange.part(), exchange.parts());
    exchange.send_to_others(&bytes_of(&[owned.start, owned.end]));
    let mut ranges = vec![None; parts];
    ranges[me] = Some(owned);
    for (from, said) in exchange.end_round()? {
        let Some([start, end]) = numbers(&said) else { return Err(PartFault::Message(from)) };
        *ranges.get_mut(from).ok_or(PartFault::Message(from))? = Some(start..end);
    }
    let mut next = 0;
    for (part, range) in ranges.iter().enumerate() {
        let range = range.as_ref().ok_or(PartFault::Message(part))?;
        if range.start != next || range.end < next {
            return Err(PartFault::Gap(next));
        }
        next = range.end;
    }
    if next != space.len() {
        return Err(PartFault::Gap(next));
    }
    Ok(ranges.into_iter().flatten().collect())
}

/// Encodes numbers for [`numbers`].
fn bytes_of(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Decodes a message of exactly `N` numbers; `None` if it has another length.
fn numbers<const N: usize>(said: &[u8]) -> Option<[u64; N]> {
    let (numbers, rest) = said.as_chunks::<8>();
    let numbers: Vec<u64> = numbers.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
    numbers.try_into().ok().filter(|_| rest.is_empty())
}

/// A part: its shard, and the ranges of all parts.
struct Part<'t> {
    ranges: Vec<Range<u64>>,
    check: Check<'t>,
    /// The part's shard.
    opened: [Opened<'t>; 1],
}

impl Part<'_> {
    /// The blocks that the check of a range reads and that are not entirely in the shard, ascending.
    fn other_blocks(&self, range: &Range<u64>) -> Result<Vec<u64>, Cancelled> {
        let blocks = self.check.chunks(range).into_par_iter().flat_map_iter(|chunk| {
            let [opened] = &self.opened;
            self.check.other_blocks(opened, self.check.positions(chunk, range))
        });
        let mut blocks: Vec<u64> = blocks.collect();
        blocks.par_sort_unstable();
        blocks.dedup();
        Ok(blocks)
    }

    /// Checks a range of positions.
    fn look(&self, range: &Range<u64>, effort: Effort<'_>) -> Result<Findings, Cancelled> {
        let chunks = self.check.chunks(range).into_par_iter().map(|chunk| {
            let positions = self.check.positions(chunk, range);
            effort.done(positions.end - positions.start)?;
            Ok(self.check.check(&self.opened, positions, Extent::First))
        });
        chunks.try_reduce(Findings::default, |before, after| Ok(before.followed_by(after)))
    }

    /// Asks the other parts for the distances of blocks, which are ascending, and answers their questions.
    fn ask(&mut self, blocks: Vec<u64>, exchange: &mut dyn Exchange) -> Result<(), PartFault> {
        let (known, me) = (&self.opened[0].known, exchange.part());
        // The positions of a block that a part owns.
        let owned = |block: u64, range: &Range<u64>| {
            let positions = known.positions(block);
            positions.start.max(range.start)..positions.end.min(range.end)
        };
        for (to, range) in self.ranges.iter().enumerate().filter(|&(to, _)| to != me) {
            let asked = blocks.iter().map(|&block| owned(block, range));
            let asked: Vec<u8> = asked
                .filter(|asked| !asked.is_empty())
                .flat_map(|asked| bytes_of(&[asked.start, asked.end]))
                .collect();
            if !asked.is_empty() {
                exchange.send(to, asked);
            }
        }
        for (from, asked) in exchange.end_round()? {
            let (asked, rest) = asked.as_chunks::<16>();
            let mut answers = Vec::new();
            for asked in asked {
                let asked = numbers(asked).map(|[start, end]| start..end);
                let is_valid = |asked: &Range<u64>| {
                    let own = known.range();
                    own.start <= asked.start && asked.start <= asked.end && asked.end <= own.end
                };
                let asked = asked.filter(is_valid).ok_or(PartFault::Message(from))?;
                let entries = asked.map(|index| known.get(index).unwrap_or(UNREACHABLE));
                answers.extend(entries.flat_map(|entry| entry.to_le_bytes()));
            }
            if !rest.is_empty() {
                return Err(PartFault::Message(from));
            }
            exchange.send(from, answers);
        }
        let mut answers: Vec<Vec<u8>> = vec![Vec::new(); self.ranges.len()];
        for (from, said) in exchange.end_round()? {
            *answers.get_mut(from).ok_or(PartFault::Message(from))? = said;
        }
        let mut left: Vec<&[u8]> = answers.iter().map(Vec::as_slice).collect();
        let mut found = Vec::with_capacity(blocks.len() * self.check.block as usize);
        for &block in &blocks {
            for (part, range) in self.ranges.iter().enumerate() {
                for index in owned(block, range) {
                    found.push(match left[part].split_first_chunk() {
                        _ if part == me => known.get(index).unwrap_or(UNREACHABLE),
                        Some((&answer, rest)) => {
                            left[part] = rest;
                            u16::from_le_bytes(answer)
                        }
                        None => return Err(PartFault::Message(part)),
                    });
                }
            }
        }
        if let Some(part) = left.iter().position(|left| !left.is_empty()) {
            return Err(PartFault::Message(part));
        }
        self.opened[0].known.set_others(blocks, found);
        Ok(())
    }
}

/// Sums over all parts of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Totals {
    /// Checked entries.
    pub entries: u64,
    /// Compared neighbours.
    pub neighbours: u64,
    /// Number of faults.
    pub faults: usize,
}

impl Totals {
    /// Sums the amounts of work and the numbers of faults over all parts.
    pub fn of(certificate: &Certificate, exchange: &mut dyn Exchange) -> Result<Self, PartFault> {
        let (mut entries, mut neighbours) = (certificate.entries, certificate.neighbours);
        let mut faults = certificate.faults.len();
        exchange.send_to_others(&bytes_of(&[entries, neighbours, faults as u64]));
        for (from, said) in exchange.end_round()? {
            let Some([theirs, touched, wrong]) = numbers(&said) else {
                return Err(PartFault::Message(from));
            };
            entries += theirs;
            neighbours += touched;
            faults += wrong as usize;
        }
        Ok(Self { entries, neighbours, faults })
    }
}
