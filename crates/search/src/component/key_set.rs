//! Sets of encoded positions.

/// An open-addressing set of keys.
///
/// One key is given at the beginning and marks empty places. It is always a member, and is never stored.
#[derive(Debug)]
pub(crate) struct KeySet<const N: usize> {
    places: Vec<[u64; N]>,
    first: [u64; N],
    len: usize,
}

/// A set that is fuller than this grows.
const FULL: (usize, usize) = (3, 4);

/// Smallest number of places.
const FEWEST_PLACES: usize = 64;

/// Number of keys whose homes are read before any of them is searched for, so that their memory accesses overlap.
const AT_A_TIME: usize = 16;

#[inline]
pub(crate) fn hash<const N: usize>(key: &[u64; N]) -> u64 {
    // The finalizer of SplitMix (Steele, Lea and Flood, 2014), applied to one word after another.
    key.iter().fold(0, |hash: u64, &word| {
        let mut mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^ mixed >> 29
    })
}

/// The home of a hash among places: its place if the set had no other keys.
#[inline]
pub(super) fn home(hash: u64, places: usize) -> usize {
    // WebAssembly has no product of 128 bits, and no set with so many places.
    match cfg!(target_pointer_width = "32") {
        true => (((hash >> 32) * places as u64) >> 32) as usize,
        false => ((u128::from(hash) * places as u128) >> 64) as usize,
    }
}

/// The place of a key, or the empty place where it belongs. Empty places hold `first`.
#[inline]
pub(super) fn place<const N: usize>(
    places: &[[u64; N]],
    first: &[u64; N],
    hash: u64,
    key: &[u64; N],
) -> usize {
    let mut at = home(hash, places.len());
    while places[at] != *key && places[at] != *first {
        at = if at + 1 == places.len() { 0 } else { at + 1 };
    }
    at
}

impl<const N: usize> KeySet<N> {
    pub fn new(first: [u64; N]) -> Self {
        Self { places: Vec::new(), first, len: 0 }
    }

    /// Removes all keys except the first, and makes room for a number of keys.
    pub fn clear(&mut self, room: usize) {
        let places = (room * FULL.1 / FULL.0 + 1).max(FEWEST_PLACES);
        self.len = 0;
        self.places.clear();
        if self.places.capacity() < places || self.places.capacity() > 4 * places {
            self.places = Vec::new();
            self.places.reserve_exact(places);
        }
        self.places.resize(places, self.first);
    }

    #[inline]
    pub fn contains(&self, key: &[u64; N]) -> bool {
        self.places[place(&self.places, &self.first, hash(key), key)] == *key || *key == self.first
    }

    /// Adds a key; false if it was a member.
    #[inline]
    pub fn insert(&mut self, key: [u64; N]) -> bool {
        let at = place(&self.places, &self.first, hash(&key), &key);
        if self.places[at] == key {
            return false;
        }
        self.places[at] = key;
        self.len += 1;
        if self.len * FULL.1 > self.places.len() * FULL.0 {
            self.grow();
        }
        true
    }

    /// Adds keys, and calls `new` for each that was no member.
    pub fn insert_all(&mut self, keys: &[[u64; N]], mut new: impl FnMut([u64; N])) {
        for keys in keys.chunks(AT_A_TIME) {
            let mut is_home = [false; AT_A_TIME];
            for (is_home, key) in is_home.iter_mut().zip(keys) {
                *is_home = self.places[home(hash(key), self.places.len())] == *key;
            }
            for (&key, _) in keys.iter().zip(is_home).filter(|(_, is_home)| !is_home) {
                if self.insert(key) {
                    new(key);
                }
            }
        }
    }

    fn grow(&mut self) {
        let places = self.places.len() * 3 / 2;
        let keys = std::mem::replace(&mut self.places, vec![self.first; places]);
        for key in keys.into_iter().filter(|key| *key != self.first) {
            let at = place(&self.places, &self.first, hash(&key), &key);
            self.places[at] = key;
        }
    }

    pub fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<[u64; N]>()
    }
}
