//! A table of words by their hash.

/// An open-addressing table, its places in the order of hashes.
#[derive(Debug)]
pub(super) struct Shard<const N: usize> {
    /// Each key as soon after the place that its hash says as there was room. An empty place holds the first of all
    /// positions, which so is found everywhere.
    pub keys: Vec<[u64; N]>,
    /// For each place the moves in which its key is reached: the lower byte, and the upper one from the first key on
    /// for which it is not zero.
    pub moves: Vec<u8>,
    pub more_moves: Vec<u8>,
    pub first: [u64; N],
    /// Places that are not empty.
    pub len: usize,
    /// The keys of the last level, `ended` of them, and behind them those of the next, in the order in which they
    /// were reached.
    pub recent: Vec<[u64; N]>,
    pub ended: usize,
    /// Bytes that were held beside others while they were copied, in the last block.
    pub copied: usize,
}

/// Number of shards, a power of two: enough for the threads of a large machine.
pub(super) const SHARDS: usize = 128;

/// Fewest places of a shard. Each shard has a few more than the one before, so that they do not all grow at a time.
pub(super) const FEWEST_PLACES: usize = 64;

/// A table that is fuller than `FULL` grows by a part of itself, one with fewer than `SMALL` places to twice as many.
const GROWTH: usize = 6;
const SMALL: usize = 512;
const FULL: (usize, usize) = (6, 7);

#[inline]
pub(super) fn hash<const N: usize>(key: &[u64; N]) -> u64 {
    // The finisher of Steele, Lea and Flood's SplitMix (2014), a word after the other.
    key.iter().fold(0, |hash: u64, &word| {
        let mut mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ mixed >> 29
    })
}

/// The shard of a hash: by its low bits, as places go by the high ones.
#[inline]
pub(super) fn shard_of(hash: u64) -> usize {
    hash as usize % SHARDS
}

impl<const N: usize> Shard<N> {
    pub fn new(number: usize, first: [u64; N]) -> Self {
        let places = FEWEST_PLACES + FEWEST_PLACES * number / (GROWTH * SHARDS);
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

    /// The place where a key would be if it were alone.
    #[inline]
    pub fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.keys.len() as u128) >> 64) as usize
    }

    /// The place that holds a key, or the empty one where it belongs.
    #[inline]
    pub fn place(&self, hash: u64, key: &[u64; N]) -> usize {
        let places = self.keys.len();
        let mut at = self.home(hash);
        while self.keys[at] != *key && self.keys[at] != self.first {
            at = if at + 1 == places { 0 } else { at + 1 };
        }
        at
    }

    /// Adds a key to the next level, unless it is there.
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

    /// In how many moves the key of a place is reached.
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

    /// Adds keys to the next level, unless they are there.
    pub fn insert_all(&mut self, keys: &[[u64; N]], moves: u16) {
        const AT_A_TIME: usize = 16;
        for keys in keys.chunks(AT_A_TIME) {
            // Looking where several are at home before any is looked for: memory answers them all at a time.
            let mut is_home = [false; AT_A_TIME];
            for (is_home, key) in is_home.iter_mut().zip(keys) {
                *is_home = self.keys[self.home(hash(key))] == *key;
            }
            for (&key, _) in keys.iter().zip(is_home).filter(|(_, is_home)| !is_home) {
                self.insert(hash(&key), key, moves);
            }
        }
    }

    /// Adds to the last positions reached.
    #[inline]
    pub fn push(&mut self, key: [u64; N]) {
        if self.recent.len() == self.recent.capacity() {
            self.copied += size_of_val(&self.recent[..]);
            // Doubling would leave half of it unused.
            self.recent.reserve_exact(self.recent.len() / 8 + 16);
        }
        self.recent.push(key);
    }

    /// Moves to a larger table, from its beginning to its end as the order is the same.
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
