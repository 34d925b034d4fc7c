//! The number of positions of the largest piece set, which determines the memory of a census before it starts.
//!
//! Branch and bound through the trie. The bound of a set's descendants assumes that each position leaves all its empty
//! cells to the remaining pieces.

use super::ground::Ground;
use super::scope::Scope;
use super::stencils::Stencil;
use super::trie::Path;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of positions of the largest set.
pub(super) fn most_positions(scope: &Scope, stencils: &[Stencil]) -> u64 {
    let ground = Ground::new(scope.width, scope.height);
    let (growth, most) = (Growth::new(&ground, stencils), AtomicU64::new(0));
    // The largest sets have small pieces, and they make the bound effective early.
    (0..stencils.len()).into_par_iter().rev().with_max_len(1).for_each(|shape| {
        let path = Path::new(ground, stencils[0]);
        LargestSetSearch { scope, stencils, growth: &growth, most: &most, path }.add(shape);
    });
    most.into_inner()
}

/// The search of the sets with one first shape.
struct LargestSetSearch<'s> {
    scope: &'s Scope,
    stencils: &'s [Stencil],
    growth: &'s Growth,
    /// Number of positions of the largest set found by any search.
    most: &'s AtomicU64,
    path: Path,
}

impl LargestSetSearch<'_> {
    /// Counts the set with one more piece, and continues if a descendant may be larger.
    fn add(&mut self, shape: usize) {
        let stencil = &self.stencils[shape];
        let positions = self.path.count_with(shape as u32, stencil);
        let most = self.most.fetch_max(positions, Relaxed).max(positions);
        let empty_cells = self.path.empty_cells() - stencil.area;
        if positions as f64 * self.growth.of(empty_cells, stencil.area) <= most as f64 {
            return;
        }
        self.path.push(shape as u32, stencil);
        let Scope { most_pieces, most_shapes, .. } = *self.scope;
        if most_pieces.is_none_or(|most| self.path.pieces() < most.into()) {
            let is_full = most_shapes.is_some_and(|most| self.path.shapes().count() >= most.into());
            let shapes = if is_full { shape..shape + 1 } else { shape..self.stencils.len() };
            for next in shapes.filter(|next| self.stencils[*next].area < empty_cells) {
                self.add(next);
            }
        }
        self.path.pop();
    }
}

/// Upper bounds of the factor by which further pieces multiply the positions of a set.
struct Growth {
    /// By number of empty cells, then by the area of the largest piece that may be added.
    most: Vec<Vec<f64>>,
}

impl Growth {
    fn new(ground: &Ground, stencils: &[Stencil]) -> Self {
        let mut shapes = vec![0; usize::from(ground.cells())];
        stencils.iter().for_each(|stencil| shapes[usize::from(stencil.area)] += 1);
        let mut most: Vec<Vec<f64>> = Vec::new();
        for empty_cells in 0..=usize::from(ground.cells()) {
            let mut row = vec![1.0_f64];
            for area in 1..shapes.len() {
                let mut best = row[area - 1];
                // Adds pieces of this area one after another. In reading order, all cells of a piece but the first come
                // after its first, so it fits at that many fewer places. Equal pieces are interchangeable.
                let (mut factor, mut left) = (1.0, empty_cells);
                for piece in 0.. {
                    if left <= area || shapes[area] == 0 {
                        break;
                    }
                    factor *= (left - area + 1) as f64 / (piece / shapes[area] + 1) as f64;
                    left -= area;
                    best = best.max(factor * most[left][area - 1]);
                }
                row.push(best);
            }
            most.push(row);
        }
        Self { most }
    }

    fn of(&self, empty_cells: u8, area: u8) -> f64 {
        self.most[usize::from(empty_cells)][usize::from(area)]
    }
}
