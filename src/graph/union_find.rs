//! Union-find: which items are connected, as pairs of them are joined.

/// Sets of items. The root of each is its smallest item.
///
/// ```
/// use huarong::graph::UnionFind;
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
    /// Every item on its own.
    pub fn new(count: u32) -> Self {
        Self { parents: (0..count).collect() }
    }

    /// Puts an item that is still on its own into the set of `root`, which is on its own, too, or the item itself.
    pub fn put_under(&mut self, item: u32, root: u32) {
        self.parents[item as usize] = root;
    }

    /// The smallest item of the set of an item.
    pub fn root(&mut self, mut item: u32) -> u32 {
        loop {
            let parent = self.parents[item as usize];
            if parent == item {
                return item;
            }
            // Halving the path on the way keeps the trees flat.
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
