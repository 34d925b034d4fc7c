//! The certificate of the tables of a board with doors.

use super::check::{Findings, fault};
use super::checked::Certificate;
use super::neighbours::{Around, contradiction};
use super::whole::checked;
use crate::atlas::SetTable;
use huarong_core::effort::Effort;
use huarong_core::rules::{GONE, Metric, PieceSet, Puzzle};
use huarong_core::space::{Space, SpaceError};
use huarong_tables::table::Distances;
use rayon::prelude::*;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

/// Positions that one thread checks at a time.
const CHUNK: u64 = 1 << 12;

/// Checks every entry of the tables of several tiers, each with at most one table per metric. Every tier that a move leads to
/// must be among them. Reports progress in entries.
pub(super) fn certify_tiers(
    puzzle: &Puzzle,
    sets: &[(PieceSet, Vec<SetTable>)],
    effort: Effort<'_>,
) -> Result<Certificate, SpaceError> {
    let mut certificate = Certificate::default();
    let (mut tiers, mut held) = (HashMap::new(), 0);
    for (set, tables) in sets {
        let space = Space::within(&puzzle.tier(set), set, effort.without(held))?;
        held += space.bytes();
        let mut opened = Vec::with_capacity(tables.len());
        for table in tables {
            match checked(&space, table, effort.without(held).memory) {
                Ok(distances) => {
                    held += distances.owned_bytes();
                    opened.push((table, distances));
                }
                Err(fault) => certificate.faults.push(fault),
            }
        }
        tiers.insert(set, Tier { space, opened });
    }
    for (set, _) in sets {
        effort.doing(format_args!("verifying {}", puzzle.on_board_text(set)))?;
        let tier = &tiers[set];
        let (len, tables) = (tier.space.len(), tier.opened.len() as u64);
        let chunk = |chunk: u64| {
            let range = chunk * CHUNK..len.min((chunk + 1) * CHUNK);
            effort.done((range.end - range.start) * tables)?;
            Ok(check_positions(puzzle, &tiers, tier, range))
        };
        let chunks = (0..len.div_ceil(CHUNK)).into_par_iter().map(chunk);
        let found: Result<Findings, SpaceError> =
            chunks.try_reduce(Findings::default, |before, after| Ok(before.followed_by(after)));
        let found = found?;
        certificate.entries += len * tables;
        certificate.neighbours += found.neighbours;
        certificate.faults.extend(found.faults.into_iter().flatten());
    }
    Ok(certificate)
}

/// The positions with the same pieces, and their sound tables with all distances.
struct Tier<'t> {
    space: Space,
    opened: Vec<(&'t SetTable, Distances<Cow<'t, [u8]>>)>,
}

impl Tier<'_> {
    /// The distance of the position with an index under a metric; `None` without a sound table.
    fn distance(&self, metric: Metric, index: u64) -> Option<Option<u16>> {
        let (_, distances) = self.opened.iter().find(|(table, _)| table.metric == metric)?;
        Some(distances.get(index))
    }
}

/// Checks some positions of a tier by all of their moves, which lead to other tiers, too.
fn check_positions(
    puzzle: &Puzzle,
    tiers: &HashMap<&PieceSet, Tier<'_>>,
    tier: &Tier<'_>,
    range: Range<u64>,
) -> Findings {
    let mut findings = Findings::default();
    // The tier and the index of the position after each move, unless no tier has it.
    let mut near: Vec<(Metric, Option<(&Tier<'_>, u64)>)> = Vec::new();
    for (index, mut position) in range.clone().zip(tier.space.iter_from(range.start)) {
        near.clear();
        for made in puzzle.moves(&position, Metric::Finger) {
            made.apply_to(&mut position);
            let tier = match made.to {
                GONE => tiers.get(&position.piece_set()),
                _ => Some(tier),
            };
            near.push((made.metric, tier.and_then(|t| Some((t, t.space.rank(&position)?)))));
            made.undo_on(&mut position);
        }
        let is_goal = puzzle.goal().is_satisfied_by(&position);
        for (nth, (table, distances)) in tier.opened.iter().enumerate() {
            let (mut around, mut all_known) = (Around::default(), true);
            for (_, at) in near.iter().filter(|(metric, _)| table.metric.includes(*metric)) {
                findings.neighbours += 1;
                match at.and_then(|(tier, index)| tier.distance(table.metric, index)) {
                    // A move that does not lead back can lead to a lost position.
                    Some(None) => {}
                    Some(distance) => around.add(distance),
                    None => all_known = false,
                }
            }
            let what = match all_known {
                true => contradiction(distances.get(index), is_goal, around),
                false => Some("a move leads to a position without a sound table".to_owned()),
            };
            if let (None, Some(what)) = (&findings.faults[nth], what) {
                findings.faults[nth] = Some(fault(&tier.space, table, index, &position, what));
            }
        }
    }
    findings
}
