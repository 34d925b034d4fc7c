//! Certification of a game's table: every entry is recomputed from the rules and its neighbours.

use super::error::GameError;
use super::stones::{Position, StoneGame, each_cell, ended};
use super::table::GameTable;
use super::verdict::{Entry, Outcome, Verdict};
use huarong_core::effort::Effort;
use rayon::prelude::*;

/// Result of a certification: [`is_proved`](Self::is_proved) tells whether the table is right.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "a table with wrong entries has a certificate, too: ask `is_proved`"]
#[non_exhaustive]
pub struct Certificate {
    /// Number of entries checked.
    pub entries: u64,
    /// Number of moves followed.
    pub moves: u64,
    /// Number of wrong entries.
    pub wrong: u64,
    /// The first wrong entries.
    pub faults: Vec<Fault>,
}

impl Certificate {
    /// Whether no entry is wrong.
    pub fn is_proved(&self) -> bool {
        self.wrong == 0
    }
}

/// A wrong entry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fault {
    /// The position.
    pub position: Position,
    /// The stored verdict; `None` for unreachable by play.
    pub found: Option<Verdict>,
    /// The correct verdict according to the neighbours; `None` for unreachable by play, or if all successors are marked so.
    pub right: Option<Verdict>,
}

/// Most faults listed.
const MOST_FAULTS: usize = 10;

/// Positions of a thread between two checks for cancellation.
const CHUNK: u64 = 1 << 14;

/// Recomputes every entry of a table. Predecessors decide whether play can reach the position, and successors give its
/// value. By induction on the number of stones, a table without faults is correct.
///
/// Unranks, moves and ranks each position by itself, independently of the solver. Reports progress in positions.
pub fn certify<G: StoneGame>(
    table: &GameTable<G>,
    effort: Effort<'_>,
) -> Result<Certificate, GameError> {
    table.check()?;
    let tiers = table.tiers();
    effort.total(tiers.len())?;
    let mut whole = Certificate::default();
    for stones in 0..tiers.count() as u32 {
        let len = tiers.tier_len(stones);
        let chunks = (0..len.div_ceil(CHUNK)).into_par_iter();
        let parts = chunks.map(|chunk| {
            let indices = chunk * CHUNK..len.min((chunk + 1) * CHUNK);
            let mut part = Certificate::default();
            for index in indices.clone() {
                check(table, stones, index, &mut part)?;
            }
            effort.done(indices.end - indices.start)?;
            Ok::<_, GameError>(part)
        });
        for part in parts.collect::<Result<Vec<_>, _>>()? {
            whole.entries += part.entries;
            whole.moves += part.moves;
            whole.wrong += part.wrong;
            let room = MOST_FAULTS - whole.faults.len();
            whole.faults.extend(part.faults.into_iter().take(room));
        }
    }
    Ok(whole)
}

fn check<G: StoneGame>(
    table: &GameTable<G>,
    stones: u32,
    index: u64,
    part: &mut Certificate,
) -> Result<(), GameError> {
    let position = table.tiers().unrank(stones, index);
    let found = table.entry(stones, index)?;
    let right = worked_out(table, &position, &mut part.moves)?;
    part.entries += 1;
    let is_right = match right {
        None => found == Entry::OUT_OF_PLAY,
        // Successors that are all marked as out of play do not excuse a position in play.
        Some(right) => found == right && right != Entry::OUT_OF_PLAY,
    };
    if !is_right {
        part.wrong += 1;
        if part.faults.len() < MOST_FAULTS {
            let right = right.and_then(Entry::verdict);
            part.faults.push(Fault { position, found: found.verdict(), right });
        }
    }
    Ok(())
}

/// The entry of a position according to its neighbours; `None` if play does not reach it.
fn worked_out<G: StoneGame>(
    table: &GameTable<G>,
    position: &Position,
    moves: &mut u64,
) -> Result<Option<Entry>, GameError> {
    let game = table.game();
    let entry_of = |position: &Position| match table.tiers().rank(position) {
        Some(index) => table.entry(position.stones(), index),
        None => Ok(Entry::OUT_OF_PLAY),
    };
    // The side that moved last takes back one of its stones.
    let (_, last) = position.sides();
    let mut is_in_play = position.stones() == 0;
    for cell in each_cell(last) {
        let before = Position {
            first: position.first & !(1 << cell),
            second: position.second & !(1 << cell),
        };
        *moves += 1;
        let leads_here = game.places(before.occupied()) >> cell & 1 == 1;
        is_in_play |= leads_here
            && ended(game, before.first).is_none()
            && ended(game, before.second).is_none()
            && entry_of(&before)? != Entry::OUT_OF_PLAY;
    }
    if !is_in_play {
        return Ok(None);
    }
    if let Some(outcome) = ended(game, last) {
        return Ok(Some(if outcome == Outcome::Win { Entry::LOST } else { Entry::WON }));
    }
    let mut worst = Entry::OUT_OF_PLAY;
    let places = game.places(position.occupied());
    for cell in each_cell(places) {
        *moves += 1;
        worst = worst.min(entry_of(&position.after(cell))?);
    }
    Ok(Some(if places == 0 { Entry::DRAW } else { worst.before() }))
}
