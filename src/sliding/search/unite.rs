//! Uniting positions that can reach one another, whatever the goal.
//!
//! Within a skeleton, smalls can be rearranged at will inside each region of free cells that hang
//! together: a filling counts only by how many smalls each region holds. So every filling starts out
//! united with the one that has each region's smalls on its first places, and only the steps of larger
//! pieces are left to be followed.

use super::graph::{Edge, Graph, Pair};
use super::level::Layout;
use super::{Extent, Search, SearchError, Way, plain};
use crate::effort::Effort;

impl Search {
    /// Calls `visit` for every component of every space, with the space's number among
    /// [`spaces`](Self::spaces), the component's size and whether it has a won position.
    ///
    /// Refused before it begins where the bitmaps of the search have 2^32 bits or more.
    pub(crate) fn for_each_component(
        &self,
        mut visit: impl FnMut(usize, u64, bool),
    ) -> Result<(), SearchError> {
        let whole = |steps| self.graph(steps, Extent::Whole, Effort::UNLIMITED);
        match &self.way {
            Way::Cubes { steps, cube } => self.unite(whole(steps)?, &**cube, visit),
            Way::Fillings { steps, fillings } => self.unite(whole(steps)?, &**fillings, visit),
            Way::Plain => {
                plain::for_each_component(&self.spaces[0], |size, won| visit(0, size, won))
            }
        }
    }

    fn unite(
        &self,
        graph: &Graph,
        layout: &impl Layout,
        mut visit: impl FnMut(usize, u64, bool),
    ) -> Result<(), SearchError> {
        // Every bit has a number, of which those that are not wanted are left alone.
        let per_skeleton = layout.words() as u64 * 64;
        let skeletons = graph.orbits().len();
        let bits = skeletons as u64 * per_skeleton;
        let bits = u32::try_from(bits).map_err(|_| SearchError::Components(bits))?;
        let per_skeleton = per_skeleton as u32;
        let fillings = layout.fillings();

        let mut forest = Forest::new(bits);
        for skeleton in 0..skeletons {
            let first = skeleton as u32 * per_skeleton;
            let regions = regions(graph.pairs(skeleton), self.spaces[0].free_cell_count());
            for &(bit, filling) in &fillings {
                forest.parents[(first + bit) as usize] =
                    first + layout.bit(gathered(filling, &regions));
            }
        }
        for segment in graph.segments() {
            for group in (0..segment.group_count()).map(|index| segment.group(index)) {
                for edge in group.edges {
                    let node = |node: u8| group.nodes[usize::from(node)] * per_skeleton;
                    forest.unite_step(layout, &fillings, node(edge.a), node(edge.b), edge);
                }
            }
        }

        let mut sizes = vec![0u32; bits as usize];
        let mut with_goal = vec![false; bits as usize];
        for first in (0..bits).step_by(per_skeleton as usize) {
            for &(bit, _) in &fillings {
                sizes[forest.root(first + bit) as usize] += 1;
            }
        }
        for (skeleton, smalls) in graph.goals() {
            for &(bit, _) in fillings.iter().filter(|(_, filling)| filling & smalls == smalls) {
                with_goal[forest.root(skeleton * per_skeleton + bit) as usize] = true;
            }
        }
        for first in (0..bits).step_by(per_skeleton as usize) {
            for &(bit, filling) in &fillings {
                let size = sizes[(first + bit) as usize];
                if size > 0
                    && let Some(space) = self.space_with(filling.count_ones())
                {
                    visit(space, size.into(), with_goal[(first + bit) as usize]);
                }
            }
        }
        Ok(())
    }
}

/// A filling with the smalls of each region moved to its first places.
fn gathered(filling: u32, regions: &[u32]) -> u32 {
    regions.iter().fold(0, |gathered, &region| {
        gathered | first_places(region, (filling & region).count_ones())
    })
}

/// The regions of free cells that hang together, as sets of places.
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

/// A forest of positions, the root of each tree being the least of it.
pub(super) struct Forest {
    parents: Vec<u32>,
}

impl Forest {
    pub fn new(count: u32) -> Self {
        Self { parents: (0..count).collect() }
    }

    /// The least position united with `bit`.
    pub fn root(&mut self, mut bit: u32) -> u32 {
        loop {
            let parent = self.parents[bit as usize];
            if parent == bit {
                return bit;
            }
            // Halving the path on the way keeps the trees flat.
            let above = self.parents[parent as usize];
            self.parents[bit as usize] = above;
            bit = above;
        }
    }

    pub fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// Unites what a step joins: the fillings of one skeleton that leave the step's cells empty, with
    /// those of the other.
    fn unite_step(
        &mut self,
        layout: &impl Layout,
        fillings: &[(u32, u32)],
        a: u32,
        b: u32,
        edge: &Edge,
    ) {
        for &(bit, filling) in fillings.iter().filter(|(_, filling)| filling & edge.empty_a == 0) {
            let moved = with_places(without_places(filling, edge.empty_a), edge.empty_b);
            self.unite(a + bit, b + layout.bit(moved));
        }
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
