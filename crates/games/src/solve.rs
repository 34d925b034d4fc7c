//! The solver of games of stones: a forward pass finds the positions that play reaches, a backward pass their values.

use super::error::GameError;
use super::stones::{StoneGame, check, each_cell};
use super::tiers::{Run, Tiers, first_stones, positions};
use super::verdict::Entry;
use huarong_core::effort::threads::*;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::numbering::subsets::next_of_size;
use std::sync::OnceLock;

/// A position that play can reach and that is not ended, until its value is known.
const OPEN: u8 = 254;

/// The entry as seen by the previous position.
const BEFORE: [u8; 256] = {
    let mut before = [0; 256];
    let mut entry = 0;
    while entry < 256 {
        before[entry] = Entry(entry as u8).before().0;
        entry += 1;
    }
    before
};

/// Bytes that solving takes besides the positions and the sets of cells.
const BYTES_OF_BUFFERS: u64 = 4 << 20;

/// Approximate bytes of the sets of cells: all of them, and during the search of a tier one copy per move that leads
/// to it.
fn supports_bytes(game: &dyn StoneGame) -> u64 {
    let (columns, rows) = game.board();
    let cells = u32::from(columns) * u32::from(rows);
    let supports = |stones| u64::try_from(game.supports(stones)).unwrap_or(u64::MAX);
    let all = (0..=cells).map(supports).fold(0, u64::saturating_add);
    let found = (1..=cells).map(|stones| supports(stones).saturating_mul(stones.into())).max();
    // The list of the moves grows by doubling.
    all.saturating_add(found.unwrap_or(0).saturating_mul(2)).saturating_mul(8)
}

/// Computes the values of all positions of a game, tier by tier, in index order. Reports progress in positions, each
/// twice.
///
/// A move maps a run of consecutive colourings to a run of consecutive colourings. So a tier is computed from the next
/// by parallel iteration over runs, without ranking positions.
pub fn solve(game: &dyn StoneGame, effort: Effort<'_>) -> Result<(Tiers, Vec<Vec<u8>>), GameError> {
    let beside = supports_bytes(game).saturating_add(BYTES_OF_BUFFERS);
    let most = effort.memory.saturating_sub(beside);
    let too_many =
        |positions| GameError::Memory { game: game.name(), positions, allowed: effort.memory };
    // Positions are counted only after a check of the board, and all sets of cells are checked only if they fit.
    check(game, 0)?;
    let all = positions(game);
    if all > most.into() {
        return Err(too_many(all));
    }
    let (columns, rows) = game.board();
    check(game, u32::from(columns) * u32::from(rows))?;
    let tiers = Tiers::new(game, most).map_err(too_many)?;
    effort.total(2 * tiers.len())?;
    let mut entries: Vec<Vec<u8>> = vec![vec![OPEN]];
    for stones in 1..tiers.count() as u32 {
        let step = Step::new(game, &tiers, stones - 1);
        let mut next = vec![Entry::OUT_OF_PLAY.0; tiers.tier_len(stones) as usize];
        let before = &entries[stones as usize - 1];
        each_support(&tiers, stones, &mut next, effort, |occupied, entries| {
            step.reach(occupied, before, entries);
            step.finish(occupied, entries);
        })?;
        entries.push(next);
    }
    for stones in (0..tiers.count() as u32).rev() {
        let step = Step::new(game, &tiers, stones);
        let (these, next) = entries.split_at_mut(stones as usize + 1);
        let next = next.first().map_or(&[][..], |next| next);
        each_support(&tiers, stones, &mut these[stones as usize], effort, |occupied, entries| {
            step.settle(occupied, entries, next);
        })?;
    }
    Ok((tiers, entries))
}

/// Positions of a thread between two checks for cancellation.
const CHUNK: usize = 1 << 16;

/// Applies a function to the entries of every set of cells of a tier, on all threads.
fn each_support(
    tiers: &Tiers,
    stones: u32,
    entries: &mut [u8],
    effort: Effort<'_>,
    work: impl Fn(u64, &mut [u8]) + Sync,
) -> Result<(), Cancelled> {
    let colourings = tiers.colourings(stones) as usize;
    let sets = (CHUNK / colourings).max(1);
    let supports = tiers.supports(stones).par_chunks(sets);
    supports.zip(entries.par_chunks_mut(sets * colourings)).try_for_each(|(supports, entries)| {
        let blocks = entries.chunks_exact_mut(colourings);
        supports.iter().zip(blocks).for_each(|(&occupied, entries)| work(occupied, entries));
        effort.done(entries.len() as u64)
    })
}

/// The moves from one tier to the next.
struct Step<'a> {
    game: &'a dyn StoneGame,
    tiers: &'a Tiers,
    /// Number of stones before the move.
    stones: u32,
    /// Runs by the number of stones below the new one, computed at first use.
    runs: Vec<OnceLock<Vec<Run>>>,
}

impl<'a> Step<'a> {
    fn new(game: &'a dyn StoneGame, tiers: &'a Tiers, stones: u32) -> Self {
        Self { game, tiers, stones, runs: (0..=stones).map(|_| OnceLock::new()).collect() }
    }

    /// Runs of colourings for a stone on a cell, given the occupied cells.
    fn runs(&self, occupied: u64, cell: u32) -> &[Run] {
        let below = (occupied & ((1 << cell) - 1)).count_ones();
        self.runs[below as usize].get_or_init(|| self.tiers.runs(self.stones, below))
    }

    /// The range of entries of a set of cells.
    fn block<'e>(&self, occupied: u64, entries: &'e [u8]) -> Option<&'e [u8]> {
        let number = self.tiers.support_number(occupied)?;
        let colourings = self.tiers.colourings(occupied.count_ones()) as usize;
        Some(&entries[number * colourings..][..colourings])
    }

    /// Opens the successors of open positions of the previous tier.
    fn reach(&self, occupied: u64, before: &[u8], entries: &mut [u8]) {
        for cell in each_cell(occupied) {
            let earlier = occupied & !(1 << cell);
            if self.game.places(earlier) >> cell & 1 == 0 {
                continue;
            }
            let Some(before) = self.block(earlier, before) else { continue };
            for run in self.runs(earlier, cell) {
                let Run { from, to, len } = *run;
                let from = &before[from as usize..][..len as usize];
                let to = &mut entries[to as usize..][..len as usize];
                for (to, from) in to.iter_mut().zip(from) {
                    *to = if *from == OPEN { OPEN } else { *to };
                }
            }
        }
    }

    /// Closes open positions in which the side that moved last has a line.
    fn finish(&self, occupied: u64, entries: &mut [u8]) {
        let within = |lines: &[u64]| -> Vec<u64> {
            let within = lines.iter().filter(|&&line| line & !occupied == 0);
            within.map(|&line| compressed(line, occupied)).collect()
        };
        let (winning, losing) =
            (within(self.game.winning_lines()), within(self.game.losing_lines()));
        if winning.is_empty() && losing.is_empty() {
            return;
        }
        let stones = occupied.count_ones();
        let all = (1u64 << stones) - 1;
        // The stones of the second side are the rest.
        let others = if stones % 2 == 1 { 0 } else { all };
        let mut first = (1u64 << first_stones(stones)) - 1;
        for entry in entries {
            let last = first ^ others;
            let has = |lines: &[u64]| lines.iter().any(|&line| line & !last == 0);
            if *entry == OPEN && has(&winning) {
                *entry = Entry::LOST.0;
            } else if *entry == OPEN && has(&losing) {
                *entry = Entry::WON.0;
            }
            first = next_of_size(first);
        }
    }

    /// Computes open positions from their successors.
    fn settle(&self, occupied: u64, entries: &mut [u8], next: &[u8]) {
        let places = self.game.places(occupied);
        let mut worst = vec![Entry::OUT_OF_PLAY.0; entries.len()];
        for cell in each_cell(places) {
            let next = self.block(occupied | 1 << cell, next).expect("moves lead to the next tier");
            for run in self.runs(occupied, cell) {
                let Run { from, to, len } = *run;
                let to = &next[to as usize..][..len as usize];
                let from = &mut worst[from as usize..][..len as usize];
                for (worst, &entry) in from.iter_mut().zip(to) {
                    *worst = (*worst).min(entry);
                }
            }
        }
        let no_moves = places == 0;
        for (entry, worst) in entries.iter_mut().zip(worst) {
            if *entry == OPEN {
                *entry = if no_moves { Entry::DRAW.0 } else { BEFORE[usize::from(worst)] };
            }
        }
    }
}

/// Maps positions within an occupied set to cells.
fn compressed(cells: u64, among: u64) -> u64 {
    let places = each_cell(among).zip(0u32..).filter(|(cell, _)| cells >> cell & 1 == 1);
    places.fold(0, |compressed, (_, place)| compressed | 1 << place)
}
