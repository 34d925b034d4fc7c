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
    (0..stencils.len()).into_par_iter().rev().with_max_len(1).for_each(|form| {
        let path = Path::new(ground, stencils[0]);
        Search { scope, stencils, growth: &growth, most: &most, path }.add(form);
    });
    most.into_inner()
}

/// The search of the sets with one first shape.
struct Search<'s> {
    scope: &'s Scope,
    stencils: &'s [Stencil],
    growth: &'s Growth,
    /// Number of positions of the largest set found by any search.
    most: &'s AtomicU64,
    path: Path,
}

impl Search<'_> {
    /// Counts the set with one more piece, and continues if a descendant may be larger.
    fn add(&mut self, form: usize) {
        let stencil = &self.stencils[form];
        let positions = self.path.count_with(form as u32, stencil);
        let most = self.most.fetch_max(positions, Relaxed).max(positions);
        let voids = self.path.voids() - stencil.area;
        if positions as f64 * self.growth.of(voids, stencil.area) <= most as f64 {
            return;
        }
        self.path.push(form as u32, stencil);
        let Scope { most_pieces, most_forms, .. } = *self.scope;
        if most_pieces.is_none_or(|most| self.path.pieces() < most.into()) {
            let is_full = most_forms.is_some_and(|most| self.path.forms().count() >= most.into());
            let forms = if is_full { form..form + 1 } else { form..self.stencils.len() };
            for next in forms.filter(|next| self.stencils[*next].area < voids) {
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
        let mut forms = vec![0; usize::from(ground.cells())];
        stencils.iter().for_each(|stencil| forms[usize::from(stencil.area)] += 1);
        let mut most: Vec<Vec<f64>> = Vec::new();
        for voids in 0..=usize::from(ground.cells()) {
            let mut row = vec![1.0_f64];
            for area in 1..forms.len() {
                let mut best = row[area - 1];
                // Adds pieces of this area one after another. In reading order, all cells of a piece but the first come
                // after its first, so it fits at that many fewer places. Equal pieces are interchangeable.
                let (mut ways, mut left) = (1.0, voids);
                for piece in 0.. {
                    if left <= area || forms[area] == 0 {
                        break;
                    }
                    ways *= (left - area + 1) as f64 / (piece / forms[area] + 1) as f64;
                    left -= area;
                    best = best.max(ways * most[left][area - 1]);
                }
                row.push(best);
            }
            most.push(row);
        }
        Self { most }
    }

    /// The bound for `voids` empty cells and pieces of at most `area` cells.
    fn of(&self, voids: u8, area: u8) -> f64 {
        self.most[usize::from(voids)][usize::from(area)]
    }
}
