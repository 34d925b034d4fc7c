//! Halo exchange: once per level, each part sends its frontier to the parts whose halos contain it.
//!
//! Each skeleton belongs to one part, and only that part finds new positions on it. If the skeletons of a group belong
//! to several parts, each part moves the piece over the whole group. It uses the frontier on all skeletons of the
//! group. So lines and floods that cross parts need no rounds within a level. A position is on the frontier once in a
//! search, so it is sent to each part that needs it once.

use super::error::SearchError;
use super::halo::{Halo, put_front};
use super::messages::{FRONTIER, LevelReport, agree_on_most, malformed};
use super::partition::Partition;
use super::skeleton::SkeletonId;
use super::steps::contacts::Contacts;
use crate::cluster::Exchange;
use crate::cluster::varint::put_number;
use rayon::prelude::*;

/// The skeletons that each part needs, and those in the own halo.
#[derive(Debug)]
pub struct HaloExchange {
    /// For each other part, the skeletons of this part in its halo, ascending, counted from this part's first.
    shown: Vec<Vec<SkeletonId>>,
    /// Start of each part's skeletons in this part's halo, and the end.
    ends: Vec<usize>,
    /// Number of rounds per level.
    rounds: usize,
}

/// Target size of a message in bytes of fillings. The last skeleton may exceed it.
const MESSAGE_BYTES: usize = 1 << 18;

/// Default of the most bytes of fillings that a part sends per round. Messages in transit take memory at both ends.
pub const ROUND_BYTES: u64 = 1 << 23;

impl HaloExchange {
    /// Makes the exchange of a part, which sends at most `round` bytes of fillings per round. All parts have as many
    /// rounds per level as the part with the most data needs.
    pub fn new(
        partition: &Partition,
        contacts: Contacts,
        fillings: u64,
        round: u64,
        exchange: &mut dyn Exchange,
    ) -> Result<Self, SearchError> {
        let bytes = (contacts.shown_len() as u64).saturating_mul(fillings.div_ceil(8));
        let rounds = agree_on_most(exchange, bytes.div_ceil(round).max(1))? as usize;
        let ends = partition.ends_in(&contacts.halo);
        Ok(Self { shown: contacts.shown, ends, rounds })
    }

    /// Number of skeletons in the halo.
    pub fn halo_len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Sends the frontier to the parts that need it, replaces the halo's frontier, and returns the report of all parts.
    ///
    /// `front` writes the frontier of a skeleton, unless it is empty.
    pub fn run(
        &self,
        exchange: &mut dyn Exchange,
        halo: &mut Halo,
        front: &(impl Fn(SkeletonId, &mut [u64]) -> bool + Sync),
        report: LevelReport,
    ) -> Result<LevelReport, SearchError> {
        halo.clear();
        let fillings = halo.fillings();
        let mut all = report;
        for round in 0..self.rounds {
            for (to, shown) in self.shown.iter().enumerate() {
                let [start, end] = [round, round + 1].map(|nth| shown.len() * nth / self.rounds);
                let each = (MESSAGE_BYTES / fillings.div_ceil(8)).max(1);
                let chunks = shown[start..end].par_chunks(each).enumerate();
                let messages =
                    chunks.map(|(nth, shown)| pack(fillings, start + nth * each, shown, front));
                for message in messages.collect::<Vec<_>>().into_iter().flatten() {
                    exchange.send(to, message);
                }
            }
            if round == 0 {
                report.send(exchange);
            }
            for (from, message) in exchange.end_round()? {
                let taken = match message.first() {
                    Some(&FRONTIER) => {
                        let range = self.ends.get(from..from + 2).map(|ends| ends[0]..ends[1]);
                        range.and_then(|range| halo.keep(range, message))
                    }
                    _ => all.add(from, &message),
                };
                taken.ok_or_else(|| malformed(from))?;
            }
        }
        Ok(all)
    }
}

/// Encodes the frontier on some skeletons as a message; `None` if it is empty. `first` is the number of the first
/// skeleton among those in the other part's halo.
///
/// The kind of the message comes first. For each skeleton with positions, the number of skipped skeletons and its
/// frontier follow.
fn pack(
    fillings: usize,
    first: usize,
    shown: &[SkeletonId],
    front: impl Fn(SkeletonId, &mut [u64]) -> bool,
) -> Option<Vec<u8>> {
    let mut bits = vec![0; fillings.div_ceil(64)];
    let mut message = Vec::new();
    let mut next = 0;
    for (nth, &skeleton) in (first..).zip(shown) {
        if !front(skeleton, &mut bits) {
            continue;
        }
        if message.is_empty() {
            message.push(FRONTIER);
        }
        put_number(&mut message, (nth - next) as u64);
        next = nth + 1;
        put_front(&mut message, fillings, &bits);
    }
    message.shrink_to_fit();
    (!message.is_empty()).then_some(message)
}
