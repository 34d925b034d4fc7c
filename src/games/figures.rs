//! What is said of a solved game: how many positions there are, and what they are worth.

use super::stones::{Position, StoneGame, each, mapped};
use super::table::{GameError, GameTable};
use super::tiers::first_stones;
use super::verdict::{Entry, Outcome, Verdict};
use std::ops::AddAssign;

/// A game's numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// What the empty board is worth to the side that begins.
    pub verdict: Verdict,
    /// By number of stones.
    pub tiers: Vec<TierFigures>,
    /// All of them together.
    pub whole: TierFigures,
}

/// The numbers of all positions that play can reach, ended ones included, or of those with so many stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TierFigures {
    /// Positions.
    pub positions: u64,
    /// The same, each counted as one with its images under the symmetries of the game.
    pub up_to_symmetry: u64,
    /// Won by the side to move.
    pub wins: u64,
    /// Won by nobody.
    pub draws: u64,
    /// Lost by the side to move.
    pub losses: u64,
    /// Positions that are numbered and that play cannot reach.
    pub out_of_play: u64,
    /// The most plies that a won or lost position takes.
    pub max_plies: Option<u8>,
    /// How many take so many.
    pub at_max: u64,
}

impl AddAssign for TierFigures {
    fn add_assign(&mut self, other: Self) {
        self.positions += other.positions;
        self.up_to_symmetry += other.up_to_symmetry;
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.out_of_play += other.out_of_play;
        if other.max_plies > self.max_plies {
            (self.max_plies, self.at_max) = (other.max_plies, other.at_max);
        } else if other.max_plies == self.max_plies {
            self.at_max += other.at_max;
        }
    }
}

/// Counts a table's entries.
pub fn figures<G: StoneGame>(table: &GameTable<G>) -> Result<Figures, GameError> {
    let tiers = (0..table.tiers().count() as u32).map(|stones| of_tier(table, stones));
    let tiers = tiers.collect::<Result<Vec<_>, _>>()?;
    let mut whole = TierFigures::default();
    tiers.iter().for_each(|tier| whole += *tier);
    Ok(Figures { verdict: table.verdict(&Position::default())?, tiers, whole })
}

fn of_tier<G: StoneGame>(table: &GameTable<G>, stones: u32) -> Result<TierFigures, GameError> {
    let histogram = table.histogram(stones)?;
    let mut tier = TierFigures { out_of_play: histogram.unreachable, ..TierFigures::default() };
    for (entry, &count) in (0u8..).zip(&histogram.counts).filter(|&(_, &count)| count > 0) {
        let Some(verdict) = Entry(entry).verdict() else { continue };
        tier.positions += count;
        *match verdict.outcome {
            Outcome::Win => &mut tier.wins,
            Outcome::Draw => &mut tier.draws,
            Outcome::Loss => &mut tier.losses,
        } += count;
        let (max_plies, at_max) = (verdict.plies, if verdict.plies.is_some() { count } else { 0 });
        tier += TierFigures { max_plies, at_max, ..TierFigures::default() };
    }
    // By Burnside's lemma: the mean number of positions that a symmetry leaves as they are.
    let symmetries = table.game().symmetries();
    let mut fixed = tier.positions;
    for symmetry in &symmetries[1..] {
        fixed += fixed_by(table, stones, symmetry)?;
    }
    tier.up_to_symmetry = fixed / symmetries.len() as u64;
    Ok(tier)
}

/// How many positions with so many stones play can reach and a symmetry leaves as they are.
fn fixed_by<G: StoneGame>(
    table: &GameTable<G>,
    stones: u32,
    symmetry: &[u8],
) -> Result<u64, GameError> {
    let mut fixed = 0;
    for &occupied in table.tiers().supports(stones) {
        if mapped(occupied, symmetry) != occupied {
            continue;
        }
        let orbits = orbits(occupied, symmetry);
        // Each choice of orbits that together have as many cells as the first side has stones.
        let mut choices = vec![0u64];
        for orbit in orbits {
            let with = choices.iter().map(|first| first | orbit).collect::<Vec<_>>();
            choices.extend(with);
            choices.retain(|first| first.count_ones() <= first_stones(stones));
        }
        for first in choices {
            let position = Position { first, second: occupied & !first };
            if let Some(index) = table.tiers().rank(&position) {
                fixed += u64::from(table.entry(stones, index)? != Entry::OUT_OF_PLAY);
            }
        }
    }
    Ok(fixed)
}

/// The sets of cells that a symmetry takes round among themselves.
fn orbits(cells: u64, symmetry: &[u8]) -> Vec<u64> {
    let (mut orbits, mut left) = (Vec::new(), cells);
    while let Some(first) = each(left).next() {
        let (mut orbit, mut cell) = (0u64, first);
        while orbit >> cell & 1 == 0 {
            orbit |= 1 << cell;
            cell = symmetry[cell as usize].into();
        }
        orbits.push(orbit);
        left &= !orbit;
    }
    orbits
}
