//! Union-find (disjoint sets).

/// Disjoint sets of items. The representative of each set is its smallest item.
///
/// ```
/// use huarong_core::graph::UnionFind;
///
/// let mut sets = UnionFind::new(4);
/// sets.join(3, 1);
/// sets.join(2, 3);
/// assert_eq!([0, 1, 2, 3].map(|item| sets.root(item)), [0, 1, 1, 1]);
/// ```
#[derive(Clone, Debug)]
pub struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    /// Sets of one item each.
    pub fn new(count: u32) -> Self {
        Self { parents: (0..count).collect() }
    }

    /// Adds an item that is alone to the set of `root`, which must be a root or the item itself.
    pub fn put_under(&mut self, item: u32, root: u32) {
        self.parents[item as usize] = root;
    }

    /// The smallest item of an item's set.
    pub fn root(&mut self, mut item: u32) -> u32 {
        loop {
            let parent = self.parents[item as usize];
            if parent == item {
                return item;
            }
            // Path halving keeps the trees flat.
            let above = self.parents[parent as usize];
            self.parents[item as usize] = above;
            item = above;
        }
    }

    /// Joins the sets of two items.
    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}
