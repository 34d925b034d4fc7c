//! Certificate of a table in shards. Each part checks its own shard, and asks the other parts only for distances of
//! neighbours.

use super::checked::Certificate;
use super::fault::Fault;
use super::neighbours::{Around, contradiction, for_each_under};
use crate::cluster::{Exchange, Gone};
use crate::effort::{Cancelled, Effort};
use crate::sliding::atlas::SetTable;
use crate::sliding::space::{Space, SpaceError};
use crate::table::Distances;
use rayon::prelude::*;
use std::ops::Range;
use thiserror::Error;

/// Reason why a part did not finish checking its shard.
#[derive(Debug, Error)]
#[non_exhaustive]
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

/// Positions per round of questions, and positions that one thread checks at a time.
const TOGETHER: u64 = 1 << 20;
const CHUNK: u64 = 1 << 12;
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
    let rounds = ranges.iter().map(|range| (range.end - range.start).div_ceil(TOGETHER)).max();
    let part = Part { space, ranges, table, owned: owned.clone(), distances: distances.as_ref() };
    let entries = owned.end - owned.start;
    let mut certificate = Certificate { entries, ..Certificate::default() };
    let mut fault = part.histogram_fault();
    for round in 0..rounds.unwrap_or(0) {
        let start = owned.end.min(owned.start + round * TOGETHER);
        let range = start..owned.end.min(start + TOGETHER);
        let looked = part.look(range, effort)?;
        certificate.neighbours += looked.neighbours;
        let found = part.ask(&looked.asked, exchange)?;
        let late = looked.open.iter().filter_map(|open| part.close(open, &looked.asked, &found));
        let first = looked.fault.into_iter().chain(late).min_by_key(|(index, _)| *index);
        fault = fault.or(first.map(|(_, fault)| fault));
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
    space: &'t Space,
    ranges: Vec<Range<u64>>,
    table: &'t SetTable,
    owned: Range<u64>,
    /// Distances of the part's own positions, starting at its first.
    distances: Distances<&'t [u8]>,
}

/// Result of checking some positions locally.
#[derive(Default)]
struct Looked {
    neighbours: u64,
    /// Positions with neighbours in other parts, whose checks are not finished.
    open: Vec<Open>,
    /// Indices of those neighbours.
    asked: Vec<u64>,
    /// The fault at the lowest index.
    fault: Option<(u64, Fault)>,
}

/// A position with neighbours in other parts: the distances of its other neighbours, and the foreign ones.
struct Open {
    index: u64,
    is_goal: bool,
    around: Around,
    others: Vec<u64>,
}

impl Part<'_> {
    /// The distance of one of the part's own positions.
    fn distance(&self, index: u64) -> Option<u16> {
        self.distances.get(index - self.owned.start)
    }

    /// The fault of a histogram in the header that differs from the entries.
    fn histogram_fault(&self) -> Option<Fault> {
        let (section, found) = (&self.table.section, self.distances.histogram());
        if (&found.counts, found.unreachable) == (&section.histogram, section.unreachable) {
            return None;
        }
        Some(Fault::Histogram {
            file: self.table.table.path().display().to_string(),
            piece_set: self.space.puzzle().piece_set_text(self.space.piece_set()),
        })
    }

    /// Checks positions that have no neighbours in other parts, and collects the questions about the others.
    fn look(&self, range: Range<u64>, effort: Effort<'_>) -> Result<Looked, Cancelled> {
        let chunks = (range.end - range.start).div_ceil(CHUNK);
        let chunks = (0..chunks).into_par_iter().map(|chunk| {
            let start = range.start + chunk * CHUNK;
            let part = start..range.end.min(start + CHUNK);
            effort.done(part.end - part.start)?;
            let mut looked = Looked::default();
            self.space.for_each_with_neighbours(part, |index, position, neighbours| {
                let (mut around, mut others) = (Around::default(), Vec::new());
                let metric = self.table.metric;
                for_each_under(metric, self.space, position, neighbours, |near| {
                    looked.neighbours += 1;
                    match self.owned.contains(&near) {
                        true => around.add(self.distance(near)),
                        false => others.push(near),
                    }
                });
                let is_goal = self.space.puzzle().goal().is_satisfied_by(position);
                if !others.is_empty() {
                    looked.asked.extend_from_slice(&others);
                    looked.open.push(Open { index, is_goal, around, others });
                } else if looked.fault.is_none() {
                    looked.fault = self.fault(index, is_goal, around);
                }
            });
            Ok(looked)
        });
        let chunks: Vec<Looked> = chunks.collect::<Result<_, Cancelled>>()?;
        let mut all = Looked::default();
        for chunk in chunks {
            all.neighbours += chunk.neighbours;
            all.open.extend(chunk.open);
            all.asked.extend(chunk.asked);
            all.fault = all.fault.or(chunk.fault);
        }
        all.asked.par_sort_unstable();
        all.asked.dedup();
        Ok(all)
    }

    /// Asks the other parts for the distances of `asked`, which is ascending, and answers their questions.
    fn ask(
        &self,
        asked: &[u64],
        exchange: &mut dyn Exchange,
    ) -> Result<Vec<Option<u16>>, PartFault> {
        let theirs = |range: &Range<u64>| {
            let [start, end] =
                [range.start, range.end].map(|bound| asked.partition_point(|&i| i < bound));
            start..end
        };
        let theirs: Vec<Range<usize>> = self.ranges.iter().map(theirs).collect();
        for (to, range) in theirs.iter().enumerate().filter(|(_, range)| !range.is_empty()) {
            let indices = asked[range.clone()].iter().flat_map(|index| index.to_le_bytes());
            exchange.send(to, indices.collect());
        }
        for (from, indices) in exchange.end_round()? {
            let (indices, rest) = indices.as_chunks::<8>();
            let answer = |index: &[u8; 8]| {
                let index = u64::from_le_bytes(*index);
                let known = self.owned.contains(&index).then(|| self.distance(index));
                known.map(|distance| distance.unwrap_or(UNREACHABLE).to_le_bytes())
            };
            let answers = indices.iter().map(answer).collect::<Option<Vec<_>>>();
            let answers = answers.filter(|_| rest.is_empty()).ok_or(PartFault::Message(from))?;
            exchange.send(from, answers.concat());
        }
        let mut found = vec![None; asked.len()];
        let mut is_answered = vec![false; theirs.len()];
        for (from, answers) in exchange.end_round()? {
            let range = theirs.get(from).ok_or(PartFault::Message(from))?;
            let (answers, rest) = answers.as_chunks::<2>();
            if answers.len() != range.len() || !rest.is_empty() {
                return Err(PartFault::Message(from));
            }
            is_answered[from] = true;
            for (found, &answer) in found[range.clone()].iter_mut().zip(answers) {
                *found = Some(u16::from_le_bytes(answer)).filter(|&answer| answer != UNREACHABLE);
            }
        }
        let unanswered = (0..theirs.len()).find(|&to| !theirs[to].is_empty() && !is_answered[to]);
        unanswered.map_or(Ok(found), |to| Err(PartFault::Message(to)))
    }

    /// Finishes the check of a position with the answers of the other parts.
    fn close(&self, open: &Open, asked: &[u64], found: &[Option<u16>]) -> Option<(u64, Fault)> {
        let mut around = open.around;
        for other in &open.others {
            let nth = asked.binary_search(other).expect("part asked for all foreign neighbours");
            around.add(found[nth]);
        }
        self.fault(open.index, open.is_goal, around)
    }

    /// Describes how the entry of a position contradicts the rules or its neighbours, if it does.
    fn fault(&self, index: u64, is_goal: bool, around: Around) -> Option<(u64, Fault)> {
        let what = contradiction(self.distance(index), is_goal, around)?;
        let (space, puzzle) = (self.space, self.space.puzzle());
        let fault = Fault::Entry {
            file: self.table.table.path().display().to_string(),
            piece_set: puzzle.piece_set_text(space.piece_set()),
            index,
            position: puzzle.position_text(&space.unrank(index)),
            what,
        };
        Some((index, fault))
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
