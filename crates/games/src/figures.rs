//! Statistics of a solved game: numbers of positions and their values.

use super::error::GameError;
use super::stones::{Position, StoneGame, each_cell, mapped};
use super::table::GameTable;
use super::tiers::first_stones;
use super::verdict::{Entry, Outcome, Verdict};
use std::ops::AddAssign;

/// Statistics of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Value of the empty board for the first side.
    pub verdict: Verdict,
    /// Statistics by number of stones.
    pub tiers: Vec<TierFigures>,
    /// Statistics of all positions.
    pub whole: TierFigures,
}

/// Statistics of the positions that play can reach, including ended ones: all of them, or those of one tier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TierFigures {
    /// Number of positions.
    pub positions: u64,
    /// Number of orbits of positions under the symmetries of the game.
    pub up_to_symmetry: u64,
    /// Positions won for the side to move.
    pub wins: u64,
    /// Drawn positions.
    pub draws: u64,
    /// Positions lost for the side to move.
    pub losses: u64,
    /// Numbered positions that play cannot reach.
    pub out_of_play: u64,
    /// Most plies of a won or lost position.
    pub max_plies: Option<u8>,
    /// Number of positions with that many plies.
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

/// Computes the statistics of a table.
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
    // Burnside's lemma: the number of orbits is the mean number of fixed positions.
    let symmetries = table.game().symmetries();
    let mut fixed = tier.positions;
    for symmetry in &symmetries[1..] {
        fixed += fixed_by(table, stones, symmetry)?;
    }
    tier.up_to_symmetry = fixed / symmetries.len() as u64;
    Ok(tier)
}

/// Number of positions of a tier that play can reach and a symmetry fixes.
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
        // Each choice of orbits whose total size is the number of the first side's stones.
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

/// The orbits of cells under a symmetry.
fn orbits(cells: u64, symmetry: &[u8]) -> Vec<u64> {
    let (mut orbits, mut left) = (Vec::new(), cells);
    while let Some(first) = each_cell(left).next() {
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
