//! Components of spaces: sets of positions that can reach one another.
//!
//! Within a skeleton, small pieces can take any places inside a connected region of remaining cells. So a component
//! depends only on the number of small pieces in each region. Every filling starts in one set with the filling that has
//! each region's small pieces at the region's first places. Then only the steps of larger pieces must be followed.

use super::error::SearchError;
use super::in_memory::{AnyLayout, Search};
use super::layout::{Filling, Layout};
use super::skeleton::{Pair, SkeletonId};
use super::steps::Edge;
use super::steps::step_graph::StepGraph;
use super::targets::goal_indices;
use bitvec::prelude::*;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::graph;
use huarong_core::graph::UnionFind;
use huarong_core::rules::Metric;
use huarong_core::space::Space;
use std::mem;

/// A component of one of the spaces of a search.
#[derive(Clone, Copy, Debug)]
pub struct FoundComponent {
    /// The number of the space.
    pub space: usize,
    /// Number of positions.
    pub size: u64,
    /// Whether it contains a goal position.
    pub with_goal: bool,
}

impl Search {
    /// Calls `visit` for every component of every space.
    ///
    /// Returns an error before any work if the bitmaps of the search have 2^32 bits or more.
    #[doc(hidden)]
    pub fn for_each_component(&self, visit: impl FnMut(FoundComponent)) -> Result<(), SearchError> {
        match self.layout() {
            AnyLayout::Cube(cube) => self.components_in(&**cube, visit),
            AnyLayout::Fillings(fillings) => self.components_in(&**fillings, visit),
            AnyLayout::Explicit => explicit_components(&self.spaces()[0], visit),
        }
    }

    /// Finds the components by bitmaps of fillings.
    fn components_in(
        &self,
        layout: &impl Layout,
        mut visit: impl FnMut(FoundComponent),
    ) -> Result<(), SearchError> {
        let graph = self.graph(false, Effort::UNLIMITED)?;
        let mut sets = BitSets::new(graph, layout, self.spaces()[0].free_cell_count())?;
        sets.join_steps(graph);
        let BitSets { mut sets, fillings, per_skeleton, bits, .. } = sets;
        let mut sizes = vec![0u32; bits as usize];
        let mut with_goal = vec![false; bits as usize];
        for first in (0..bits).step_by(per_skeleton as usize) {
            for filling in &fillings {
                sizes[sets.root(first + filling.bit) as usize] += 1;
            }
        }
        for goal in graph.goals() {
            let first = goal.skeleton * per_skeleton;
            let holds = |filling: &&Filling| filling.places & goal.places == goal.places;
            for filling in fillings.iter().filter(holds) {
                with_goal[sets.root(first + filling.bit) as usize] = true;
            }
        }
        for first in (0..bits).step_by(per_skeleton as usize) {
            for &Filling { bit, places } in &fillings {
                let root = (first + bit) as usize;
                if sizes[root] > 0
                    && let Some(space) = self.space_with(places.count_ones())
                {
                    let (size, with_goal) = (sizes[root].into(), with_goal[root]);
                    visit(FoundComponent { space, size, with_goal });
                }
            }
        }
        Ok(())
    }

    fn space_with(&self, small_pieces: u32) -> Option<usize> {
        self.spaces().iter().position(|space| space.small_count() == small_pieces)
    }
}

fn explicit_components(
    space: &Space,
    mut visit: impl FnMut(FoundComponent),
) -> Result<(), SearchError> {
    u32::try_from(space.len()).map_err(|_| SearchError::Components(space.len()))?;
    let mut goals = bitbox![0; space.len() as usize];
    for goal in goal_indices(space, 0..space.len(), Effort::UNLIMITED)? {
        goals.set(goal as usize, true);
    }
    let mut seen = bitbox![0; space.len() as usize];
    for first in 0..space.len() {
        if !seen[first as usize] {
            let mut with_goal = false;
            let visited = |index: u64| with_goal |= goals[index as usize];
            let size = flood(space, first, &mut seen, visited, Effort::UNLIMITED)?;
            visit(FoundComponent { space: 0, size, with_goal });
        }
    }
    Ok(())
}

/// Number of positions between two reports of progress.
const REPORT_POSITIONS: u64 = 1 << 12;

/// Visits all positions of a component, none of which may be seen yet, and marks them as seen. Returns their number.
/// Reports progress in positions.
pub fn flood(
    space: &Space,
    first: u64,
    seen: &mut BitSlice,
    mut visit: impl FnMut(u64),
    effort: Effort<'_>,
) -> Result<u64, Cancelled> {
    seen.set(first as usize, true);
    let mut unreported = 0;
    let len = graph::flood(&mut vec![first], |index, waiting| {
        visit(index);
        unreported += 1;
        if unreported == REPORT_POSITIONS {
            effort.done(mem::take(&mut unreported))?;
        }
        space.for_each_neighbour_under(Metric::Unit, index, |other| {
            if !seen.replace(other as usize, true) {
                waiting.push(other);
            }
        });
        Ok::<_, Cancelled>(())
    })?;
    effort.done(unreported)?;
    Ok(len)
}

/// Union-find over the bits of a search. Unwanted bits stay in sets of their own.
struct BitSets<'l, Y> {
    sets: UnionFind,
    layout: &'l Y,
    fillings: Vec<Filling>,
    per_skeleton: u32,
    bits: u32,
}

impl<'l, Y: Layout> BitSets<'l, Y> {
    /// Makes the sets of the fillings of each skeleton that small pieces connect. A skeleton has `places` remaining
    /// cells.
    fn new(graph: &StepGraph, layout: &'l Y, places: u32) -> Result<Self, SearchError> {
        let per_skeleton = layout.words() as u64 * 64;
        let skeletons = graph.orbits().len();
        let bits = skeletons as u64 * per_skeleton;
        let bits = u32::try_from(bits).map_err(|_| SearchError::Components(bits))?;
        let per_skeleton = per_skeleton as u32;
        let fillings = layout.fillings();
        let mut sets = UnionFind::new(bits);
        for skeleton in 0..skeletons {
            let first = skeleton as u32 * per_skeleton;
            let regions = regions(graph.pairs(skeleton), places);
            for &Filling { bit, places } in &fillings {
                sets.put_under(first + bit, first + layout.bit(gathered(places, &regions)));
            }
        }
        Ok(Self { sets, layout, fillings, per_skeleton, bits })
    }

    /// Unites the sets that steps of larger pieces connect.
    fn join_steps(&mut self, graph: &StepGraph) {
        for segment in graph.segments() {
            for group in (0..segment.group_count()).map(|index| segment.group(index)) {
                for edge in group.edges {
                    let [a, b] = [edge.a, edge.b].map(|node| group.nodes[usize::from(node)]);
                    self.join_step(a, b, edge);
                }
            }
        }
    }

    /// Unites the fillings of skeleton `a` that leave the step's cells empty with those of skeleton `b`.
    fn join_step(&mut self, a: SkeletonId, b: SkeletonId, edge: &Edge) {
        let Self { sets, layout, fillings, per_skeleton, .. } = self;
        let (a, b) = (a * *per_skeleton, b * *per_skeleton);
        let leaves_empty = |filling: &&Filling| filling.places & edge.empty_a == 0;
        for filling in fillings.iter().filter(leaves_empty) {
            let moved = with_places(without_places(filling.places, edge.empty_a), edge.empty_b);
            sets.join(a + filling.bit, b + layout.bit(moved));
        }
    }
}

/// The filling with the small pieces of each region at its first places.
fn gathered(filling: u32, regions: &[u32]) -> u32 {
    regions.iter().fold(0, |gathered, &region| {
        gathered | first_places(region, (filling & region).count_ones())
    })
}

/// The connected regions of remaining cells, as sets of places.
fn regions(pairs: &[Pair], bits: u32) -> Vec<u32> {
    let mut regions: Vec<u32> = (0..bits).map(|place| 1 << place).collect();
    for pair in pairs {
        let holds = |place: u8| move |region: &u32| region >> place & 1 == 1;
        let low = regions.iter().position(holds(pair.low)).expect("every place has a region");
        if !holds(pair.high)(&regions[low]) {
            let joined = regions.swap_remove(low);
            let high = regions.iter_mut().find(|region| holds(pair.high)(region));
            *high.expect("every place has a region") |= joined;
        }
    }
    regions
}

/// The first `count` places of a region.
fn first_places(mut region: u32, count: u32) -> u32 {
    let whole = region;
    for _ in 0..count {
        region &= region - 1;
    }
    whole & !region
}

/// Removes the places `out` from the numbering of a set of places. The set must not contain them.
#[inline(always)]
fn without_places(mut set: u32, mut out: u32) -> u32 {
    while out != 0 {
        let place = 31 - out.leading_zeros();
        out &= !(1 << place);
        let below = (1 << place) - 1;
        set = (set & below) | (set >> 1 & !below);
    }
    set
}

/// Inserts empty places `new` into the numbering of a set of places: the inverse of [`without_places`].
#[inline(always)]
fn with_places(mut set: u32, mut new: u32) -> u32 {
    while new != 0 {
        let below = (new & new.wrapping_neg()) - 1;
        new &= new - 1;
        set = (set & below) | (set & !below) << 1;
    }
    set
}
