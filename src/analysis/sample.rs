//! Positions of a wanted difficulty, drawn evenly.

use crate::atlas::SetTable;
use crate::puzzle::Position;
use crate::space::Space;
use crate::table::TableError;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// What was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Positions that were asked for, in the order of drawing; all different.
    pub positions: Vec<Position>,
    /// How many positions fit.
    pub fitting: u64,
    /// The least and the largest distance of the positions that are allowed, whatever the distance asked
    /// for; `None` where none of them can reach the goal.
    pub range: Option<(u16, u16)>,
}

/// Draws up to `count` different positions at a distance in `wanted`, each as likely as any other, among
/// those that `allowed` allows. The same seed draws the same positions.
pub fn sample(
    space: &Space<'_>,
    table: &SetTable,
    wanted: &RangeInclusive<u16>,
    count: usize,
    seed: u64,
    allowed: impl Fn(&Position) -> bool + Sync,
) -> Result<Sample, TableError> {
    table.check_fits(space)?;
    let distances = table.table.distances(&table.section)?;
    let all: Vec<(u64, u16)> = space
        .par_iter()
        .filter_map(|(index, position)| {
            let distance = distances.get(index as usize)?;
            allowed(&position).then_some((index, distance))
        })
        .collect();
    let each = || all.iter().map(|&(_, distance)| distance);
    let range = each().min().zip(each().max());
    let fitting: Vec<u64> = all
        .iter()
        .filter(|(_, distance)| wanted.contains(distance))
        .map(|&(index, _)| index)
        .collect();
    // A generator whose numbers will stay what they are.
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    let drawn = rand::seq::index::sample(&mut generator, fitting.len(), count.min(fitting.len()));
    let positions = drawn.into_iter().map(|nth| space.unrank(fitting[nth])).collect();
    Ok(Sample { positions, fitting: fitting.len() as u64, range })
}
