//! Uniting positions that can reach one another, whatever the goal.
//!
//! Within a skeleton, smalls can be rearranged at will inside each region of free cells that hang
//! together: a filling counts only by how many smalls each region holds. So every filling starts out
//! united with the one that has each region's smalls on its first places, and only the steps of larger
//! pieces are left to be followed.

use super::Search;
use super::graph::{Edge, Pair};

impl Search<'_> {
    /// Calls `visit` for every component of every space, with the space's number among
    /// [`spaces`](Self::spaces), the component's size and whether it has a won position.
    ///
    /// # Panics
    ///
    /// Where the skeletons have 2^32 fillings or more in all.
    pub(crate) fn for_each_component(&self, mut visit: impl FnMut(usize, u64, bool)) {
        let graph = &self.graph;
        let bits = self.cube.places();
        let bit_count = u64::try_from(graph.skeleton_count()).map(|count| count << bits);
        let bit_count = bit_count.ok().and_then(|count| u32::try_from(count).ok());
        let bit_count = bit_count.expect("a space small enough for 32-bit numbers");
        let mut forest = Forest::new(bit_count);
        for skeleton in 0..graph.skeleton_count() {
            let first = (skeleton as u32) << bits;
            forest.unite_regions(first, bits, &regions(graph.pairs(skeleton), bits));
        }
        for index in 0..graph.group_count() {
            let group = graph.group(index);
            for edge in group.edges {
                let [a, b] = [edge.a, edge.b].map(|node| group.nodes[usize::from(node)] << bits);
                forest.unite_step(a, b, edge, bits);
            }
        }

        let space_with: Vec<Option<usize>> = (0..=bits).map(|s| self.space_with(s)).collect();
        let space_of = |bit: u32| space_with[(bit & ((1 << bits) - 1)).count_ones() as usize];
        let mut sizes = vec![0u32; bit_count as usize];
        for bit in 0..bit_count {
            sizes[forest.root(bit) as usize] += 1;
        }
        let mut with_goal = vec![false; bit_count as usize];
        for &(skeleton, smalls) in &graph.goals {
            for filling in (0..1 << bits).filter(|filling| filling & smalls == smalls) {
                with_goal[forest.root(skeleton << bits | filling) as usize] = true;
            }
        }
        for bit in 0..bit_count {
            if let Some(space) = space_of(bit)
                && sizes[bit as usize] > 0
            {
                visit(space, sizes[bit as usize].into(), with_goal[bit as usize]);
            }
        }
    }
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
struct Forest {
    parents: Vec<u32>,
}

impl Forest {
    fn new(count: u32) -> Self {
        Self { parents: (0..count).collect() }
    }

    /// The least position united with `bit`.
    fn root(&mut self, mut bit: u32) -> u32 {
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

    fn unite(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// Unites the fillings of a skeleton that differ only within regions.
    fn unite_regions(&mut self, first: u32, bits: u32, regions: &[u32]) {
        for filling in 0..1u32 << bits {
            let gathered = regions.iter().fold(0, |gathered, &region| {
                gathered | first_places(region, (filling & region).count_ones())
            });
            self.parents[(first | filling) as usize] = first | gathered;
        }
    }

    /// Unites what a step joins: the fillings of one skeleton that leave the step's cells empty, with
    /// those of the other.
    fn unite_step(&mut self, a: u32, b: u32, edge: &Edge, bits: u32) {
        let next = |filling: u32, empty: u32| ((filling | empty) + 1) & !empty;
        let (mut from, mut to) = (0, 0);
        while from < 1 << bits {
            self.unite(a | from, b | to);
            from = next(from, edge.empty_a);
            to = next(to, edge.empty_b);
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
