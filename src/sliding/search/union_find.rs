//! Union-find: which items are connected, as pairs of them are joined.

/// Sets of items. The root of each is its smallest item.
pub struct UnionFind {
    parents: Vec<u32>,
}

impl UnionFind {
    /// Every item on its own.
    pub fn new(count: u32) -> Self {
        Self { parents: (0..count).collect() }
    }

    /// Number of items.
    pub fn len(&self) -> u32 {
        self.parents.len() as u32
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
