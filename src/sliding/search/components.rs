//! The components of spaces: sets of positions that can reach one another, whatever the goal.
//!
//! Within a skeleton, small pieces can be rearranged at will inside each connected region of free cells: a filling counts
//! only by how many small pieces each region holds. So every filling starts in one set with the filling that has each
//! region's small pieces on its first places. Only the steps of larger pieces are left to be followed.

use super::error::SearchError;
use super::in_memory::{AnyLayout, Search};
use super::layout::Layout;
use super::skeleton::Pair;
use super::steps::Edge;
use super::targets::goal_indices;
use super::union_find::UnionFind;
use crate::effort::Effort;
use crate::sliding::rules::Metric;
use crate::sliding::space::Space;

/// A component of one of the spaces of a search.
#[derive(Clone, Copy, Debug)]
pub struct FoundComponent {
    /// The number of the space.
    pub space: usize,
    /// Number of positions.
    pub size: u64,
    /// Whether one of them is a goal position.
    pub with_goal: bool,
}

impl Search<'_> {
    /// Calls `visit` for every component of every space.
    ///
    /// Refused before any work if the bitmaps of the search have 2^32 bits or more.
    pub(crate) fn for_each_component(
        &self,
        visit: impl FnMut(FoundComponent),
    ) -> Result<(), SearchError> {
        match self.layout() {
            AnyLayout::Cube(cube) => self.components_in(&**cube, visit),
            AnyLayout::Fillings(fillings) => self.components_in(&**fillings, visit),
            AnyLayout::Explicit => explicit_components(&self.spaces()[0], visit),
        }
    }

    /// The components in bitmaps of fillings.
    fn components_in(
        &self,
        layout: &impl Layout,
        mut visit: impl FnMut(FoundComponent),
    ) -> Result<(), SearchError> {
        let graph = self.graph(false, Effort::UNLIMITED)?;
        // Every bit has a number, of which those that are not wanted are left alone.
        let per_skeleton = layout.words() as u64 * 64;
        let skeletons = graph.orbits().len();
        let bits = skeletons as u64 * per_skeleton;
        let bits = u32::try_from(bits).map_err(|_| SearchError::Components(bits))?;
        let per_skeleton = per_skeleton as u32;
        let fillings = layout.fillings();

        let mut sets = UnionFind::new(bits);
        for skeleton in 0..skeletons {
            let first = skeleton as u32 * per_skeleton;
            let regions = regions(graph.pairs(skeleton), self.spaces()[0].free_cell_count());
            for &(bit, filling) in &fillings {
                sets.put_under(first + bit, first + layout.bit(gathered(filling, &regions)));
            }
        }
        for segment in graph.segments() {
            for group in (0..segment.group_count()).map(|index| segment.group(index)) {
                for edge in group.edges {
                    let node = |node: u8| group.nodes[usize::from(node)] * per_skeleton;
                    join_step(&mut sets, layout, &fillings, node(edge.a), node(edge.b), edge);
                }
            }
        }

        let mut sizes = vec![0u32; bits as usize];
        let mut with_goal = vec![false; bits as usize];
        for first in (0..bits).step_by(per_skeleton as usize) {
            for &(bit, _) in &fillings {
                sizes[sets.root(first + bit) as usize] += 1;
            }
        }
        for goal in graph.goals() {
            let holds = |filling: u32| filling & goal.places == goal.places;
            for &(bit, _) in fillings.iter().filter(|(_, filling)| holds(*filling)) {
                with_goal[sets.root(goal.skeleton * per_skeleton + bit) as usize] = true;
            }
        }
        for first in (0..bits).step_by(per_skeleton as usize) {
            for &(bit, filling) in &fillings {
                let size = sizes[(first + bit) as usize];
                if size > 0
                    && let Some(space) = self.space_with(filling.count_ones())
                {
                    let with_goal = with_goal[(first + bit) as usize];
                    visit(FoundComponent { space, size: size.into(), with_goal });
                }
            }
        }
        Ok(())
    }

    /// The number of the space with so many small pieces as fillings.
    fn space_with(&self, small_pieces: u32) -> Option<usize> {
        self.spaces().iter().position(|space| space.small_count() == small_pieces)
    }
}

/// The components of a space whose positions are looked at one by one.
fn explicit_components(
    space: &Space<'_>,
    mut visit: impl FnMut(FoundComponent),
) -> Result<(), SearchError> {
    let len = u32::try_from(space.len()).map_err(|_| SearchError::Components(space.len()))?;
    let mut sets = UnionFind::new(len);
    for index in 0..len {
        space.for_each_neighbour_under(Metric::Unit, index.into(), |after| {
            sets.join(index, after as u32);
        });
    }
    let mut sizes = vec![0u32; len as usize];
    (0..len).for_each(|index| sizes[sets.root(index) as usize] += 1);
    let mut with_goal = vec![false; len as usize];
    for goal in goal_indices(space, 0..space.len()) {
        with_goal[sets.root(goal as u32) as usize] = true;
    }
    for (size, with_goal) in sizes.into_iter().zip(with_goal).filter(|(size, _)| *size > 0) {
        visit(FoundComponent { space: 0, size: size.into(), with_goal });
    }
    Ok(())
}

/// A filling with the small pieces of each region moved to its first places.
fn gathered(filling: u32, regions: &[u32]) -> u32 {
    regions.iter().fold(0, |gathered, &region| {
        gathered | first_places(region, (filling & region).count_ones())
    })
}

/// The connected regions of free cells, as sets of places.
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

/// Joins what a step connects: the fillings of the skeleton whose bits begin at `a` that leave the step's cells empty, with
/// those of the skeleton whose bits begin at `b`.
fn join_step(
    sets: &mut UnionFind,
    layout: &impl Layout,
    fillings: &[(u32, u32)],
    a: u32,
    b: u32,
    edge: &Edge,
) {
    for &(bit, filling) in fillings.iter().filter(|(_, filling)| filling & edge.empty_a == 0) {
        let moved = with_places(without_places(filling, edge.empty_a), edge.empty_b);
        sets.join(a + bit, b + layout.bit(moved));
    }
}

/// The first `count` places of a region.
fn first_places(mut region: u32, count: u32) -> u32 {
    let whole = region;
    for _ in 0..count {
        region &= region - 1;
    }
    whole & !region
}

/// A set of places with those in `out` taken out, which are not in it.
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

/// A set of places with those in `new` put in between, empty: the inverse of [`without_places`].
#[inline(always)]
fn with_places(mut set: u32, mut new: u32) -> u32 {
    while new != 0 {
        let below = (new & new.wrapping_neg()) - 1;
        new &= new - 1;
        set = (set & below) | (set & !below) << 1;
    }
    set
}
