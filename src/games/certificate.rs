//! Proving a game's table: every entry is worked out anew from the rules and its neighbours.

use super::stones::{Position, StoneGame, each, ended};
use super::table::{GameError, GameTable};
use super::verdict::{Entry, Outcome, Verdict};
use crate::effort::Effort;
use rayon::prelude::*;

/// What was checked, and what was found wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Certificate {
    /// Entries, each worked out anew.
    pub entries: u64,
    /// Moves that were looked at for that.
    pub moves: u64,
    /// Entries that are wrong.
    pub wrong: u64,
    /// The first of them.
    pub faults: Vec<Fault>,
}

/// A wrong entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The position.
    pub position: Position,
    /// What the table says; `None` that play cannot reach it.
    pub found: Option<Verdict>,
    /// What it should say.
    pub right: Option<Verdict>,
}

/// Most faults that are listed.
const MOST_FAULTS: usize = 10;

/// Positions that a thread checks before it looks whether to go on.
const CHUNK: u64 = 1 << 14;

/// Works every entry of a table out anew: whether play can reach the position, from those before it, and what it is
/// worth, from those after it. By induction over the number of stones, both are right where none is wrong.
///
/// Positions are looked at one by one, unranked, moved and ranked: nothing of it is the solver's. The effort is told of
/// positions.
pub fn certify<G: StoneGame>(
    table: &GameTable<G>,
    effort: Effort<'_>,
) -> Result<Certificate, CertifyError> {
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
            Ok::<_, CertifyError>(part)
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

/// Why a table was not checked to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The table cannot be read.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The watcher asked to stop.
    #[error("the table was not checked to its end")]
    Stopped(#[from] crate::effort::Stopped),
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
    if found != right {
        part.wrong += 1;
        if part.faults.len() < MOST_FAULTS {
            part.faults.push(Fault { position, found: found.verdict(), right: right.verdict() });
        }
    }
    Ok(())
}

/// The entry that a position must have by those beside it.
fn worked_out<G: StoneGame>(
    table: &GameTable<G>,
    position: &Position,
    moves: &mut u64,
) -> Result<Entry, GameError> {
    let game = table.game();
    let entry_of = |position: &Position| match table.tiers().rank(position) {
        Some(index) => table.entry(position.stones(), index),
        None => Ok(Entry::OUT_OF_PLAY),
    };
    // Who moved last has one stone of its own to take back.
    let last = if position.is_first_to_move() { position.second } else { position.first };
    let mut is_in_play = position.stones() == 0;
    for cell in each(last) {
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
        return Ok(Entry::OUT_OF_PLAY);
    }
    if let Some(outcome) = ended(game, last) {
        return Ok(if outcome == Outcome::Win { Entry::LOST } else { Entry::WON });
    }
    let mut worst = Entry::OUT_OF_PLAY;
    let places = game.places(position.occupied());
    for cell in each(places) {
        *moves += 1;
        worst = worst.min(entry_of(&position.after(cell))?);
    }
    Ok(if places == 0 { Entry::DRAW } else { worst.before() })
}
