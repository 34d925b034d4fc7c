//! Hash tables of encoded positions.

/// An open-addressing table whose places are in the order of hashes.
#[derive(Debug)]
pub(super) struct HashTable<const N: usize> {
    /// The keys. Each is at the first place after its home that was empty. An empty place holds the start position,
    /// which is therefore found in every table.
    pub keys: Vec<[u64; N]>,
    /// The distance of each place's key: all lower bytes, and the upper bytes from the first key on whose upper byte is
    /// not zero.
    pub moves: Vec<u8>,
    pub more_moves: Vec<u8>,
    pub first: [u64; N],
    /// Number of places that are not empty.
    pub len: usize,
    /// The first `ended` keys are those of the last level. Those of the next level follow, in the order in which they
    /// were reached.
    pub recent: Vec<[u64; N]>,
    pub ended: usize,
    /// Number of bytes that existed twice during copying in the last block.
    pub copied: usize,
}

/// Number of tables, a power of two: enough for the threads of a large machine.
pub(super) const TABLES: usize = 128;

/// Number of places of the first table. Each table starts with a few more than the previous one, so they do not all
/// grow at once.
pub(super) const FEWEST_PLACES: usize = 64;

/// A table that is fuller than `FULL` grows by a `GROWTH`-th of its places, or doubles if it has fewer than `SMALL`.
const GROWTH: usize = 6;
const SMALL: usize = 512;
const FULL: (usize, usize) = (6, 7);

#[inline]
pub(super) fn hash<const N: usize>(key: &[u64; N]) -> u64 {
    // The finalizer of SplitMix (Steele, Lea and Flood, 2014), applied to one word after another.
    key.iter().fold(0, |hash: u64, &word| {
        let mut mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ mixed >> 29
    })
}

/// The table of a hash, by its low bits. Places are chosen by the high bits.
#[inline]
pub(super) fn table_of(hash: u64) -> usize {
    hash as usize % TABLES
}

impl<const N: usize> HashTable<N> {
    pub fn new(number: usize, first: [u64; N]) -> Self {
        let places = FEWEST_PLACES + FEWEST_PLACES * number / (GROWTH * TABLES);
        Self {
            keys: vec![first; places],
            moves: vec![0; places],
            more_moves: Vec::new(),
            first,
            len: 0,
            recent: Vec::new(),
            ended: 0,
            copied: 0,
        }
    }

    /// The home of a key: its place if the table had no other keys.
    #[inline]
    pub fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.keys.len() as u128) >> 64) as usize
    }

    /// The place of a key, or the empty place where it belongs.
    #[inline]
    pub fn place(&self, hash: u64, key: &[u64; N]) -> usize {
        let places = self.keys.len();
        let mut at = self.home(hash);
        while self.keys[at] != *key && self.keys[at] != self.first {
            at = if at + 1 == places { 0 } else { at + 1 };
        }
        at
    }

    /// Adds a key to the next level, unless the table has it.
    #[inline]
    pub fn insert(&mut self, hash: u64, key: [u64; N], moves: u16) {
        let at = self.place(hash, &key);
        if self.keys[at] != key {
            self.keys[at] = key;
            self.set_moves(at, moves);
            self.push(key);
            self.len += 1;
            if self.len * FULL.1 > self.keys.len() * FULL.0 {
                self.grow();
            }
        }
    }

    /// The distance of the key at a place.
    #[inline]
    pub fn moves(&self, at: usize) -> u16 {
        let more = self.more_moves.get(at).copied().unwrap_or(0);
        u16::from_le_bytes([self.moves[at], more])
    }

    #[inline]
    pub fn set_moves(&mut self, at: usize, moves: u16) {
        let [moves, more] = moves.to_le_bytes();
        self.moves[at] = moves;
        if more > 0 && self.more_moves.is_empty() {
            self.more_moves = vec![0; self.keys.len()];
        }
        if let Some(place) = self.more_moves.get_mut(at) {
            *place = more;
        }
    }

    /// Adds keys to the next level, unless the table has them.
    pub fn insert_all(&mut self, keys: &[[u64; N]], moves: u16) {
        const AT_A_TIME: usize = 16;
        for keys in keys.chunks(AT_A_TIME) {
            // Reads the homes of several keys before it searches for any, so that their memory accesses overlap.
            let mut is_home = [false; AT_A_TIME];
            for (is_home, key) in is_home.iter_mut().zip(keys) {
                *is_home = self.keys[self.home(hash(key))] == *key;
            }
            for (&key, _) in keys.iter().zip(is_home).filter(|(_, is_home)| !is_home) {
                self.insert(hash(&key), key, moves);
            }
        }
    }

    /// Appends a key to those of the next level.
    #[inline]
    pub fn push(&mut self, key: [u64; N]) {
        if self.recent.len() == self.recent.capacity() {
            self.copied += size_of_val(&self.recent[..]);
            // Doubling would leave half of the memory unused.
            self.recent.reserve_exact(self.recent.len() / 8 + 16);
        }
        self.recent.push(key);
    }

    /// Moves the keys to a larger table. The order is the same, so it goes from beginning to end.
    pub fn grow(&mut self) {
        let places = self.keys.len();
        let places = places + if places < SMALL { places } else { places / GROWTH };
        self.copied += self.table_bytes();
        let keys = std::mem::replace(&mut self.keys, vec![self.first; places]);
        let moves = std::mem::replace(&mut self.moves, vec![0; places]);
        let more_moves = std::mem::take(&mut self.more_moves);
        let first = self.first;
        for (from, key) in keys.into_iter().enumerate().filter(|&(_, key)| key != first) {
            let at = self.place(hash(&key), &key);
            self.keys[at] = key;
            let more = more_moves.get(from).copied().unwrap_or(0);
            self.set_moves(at, u16::from_le_bytes([moves[from], more]));
        }
    }

    pub fn table_bytes(&self) -> usize {
        size_of_val(&self.keys[..]) + self.moves.len() + self.more_moves.len()
    }

    pub fn bytes(&self) -> usize {
        self.table_bytes() + self.recent.capacity() * size_of::<[u64; N]>()
    }
}
