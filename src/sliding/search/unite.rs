//! Uniting positions that can reach one another, whatever the goal.
//!
//! Within a skeleton, smalls can be rearranged at will inside each region of free cells that hang
//! together: a filling counts only by how many smalls each region holds. So every filling starts out
//! united with the one that has each region's smalls on its first places, and only the steps of larger
//! pieces are left to be followed.

use super::cube::Cube;
use super::graph::{Edge, Pair};
use super::kernels::{with_places, without_places};
use super::{Extent, Search, SearchError, Way, plain};
use crate::effort::Effort;

impl Search<'_> {
    /// Calls `visit` for every component of every space, with the space's number among
    /// [`spaces`](Self::spaces), the component's size and whether it has a won position.
    ///
    /// Refused before it begins where the bitmaps of the search have 2^32 bits or more.
    pub(crate) fn for_each_component(
        &self,
        mut visit: impl FnMut(usize, u64, bool),
    ) -> Result<(), SearchError> {
        let (graph, cube) = match &self.way {
            Way::Cubes { steps, cube } => {
                (self.graph(steps, Extent::Whole, Effort::UNLIMITED)?, cube)
            }
            Way::Plain => {
                return plain::for_each_component(&self.spaces[0], |size, won| visit(0, size, won));
            }
        };
        // Every bit of the cubes has a number, of which those that are not wanted are left alone.
        let per_skeleton = cube.words() as u64 * 64;
        let skeletons = graph.orbits().len();
        let bits = skeletons as u64 * per_skeleton;
        let bits = u32::try_from(bits).map_err(|_| SearchError::Components(bits))?;
        let per_skeleton = per_skeleton as u32;
        let fillings = wanted_fillings(cube);

        let mut forest = Forest::new(bits);
        for skeleton in 0..skeletons {
            let first = skeleton as u32 * per_skeleton;
            let regions = regions(graph.pairs(skeleton), cube.places());
            for &(bit, filling) in &fillings {
                forest.parents[(first + bit) as usize] =
                    first + bit_of(cube, gathered(filling, &regions));
            }
        }
        for segment in graph.segments() {
            for group in (0..segment.group_count()).map(|index| segment.group(index)) {
                for edge in group.edges {
                    let node = |node: u8| group.nodes[usize::from(node)] * per_skeleton;
                    forest.unite_step(cube, &fillings, node(edge.a), node(edge.b), edge);
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

/// The wanted fillings of a cube with their bits.
fn wanted_fillings(cube: &Cube) -> Vec<(u32, u32)> {
    let filling = |bit: usize| cube.highs()[bit / 64] << 6 | (bit % 64) as u32;
    cube.wanted().iter_ones().map(|bit| (bit as u32, filling(bit))).collect()
}

/// The bit of a wanted filling.
fn bit_of(cube: &Cube, filling: u32) -> u32 {
    (cube.slot(filling >> 6) as u32) << 6 | filling & 63
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
    fn unite_step(&mut self, cube: &Cube, fillings: &[(u32, u32)], a: u32, b: u32, edge: &Edge) {
        for &(bit, filling) in fillings.iter().filter(|(_, filling)| filling & edge.empty_a == 0) {
            let moved = with_places(without_places(filling, edge.empty_a), edge.empty_b);
            self.unite(a + bit, b + bit_of(cube, moved));
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
