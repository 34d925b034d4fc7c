//! Maps and sets of encoded positions.

/// An open-addressing map from keys to small values.
///
/// One key is given at the beginning and marks empty places, with its value. It is always a member, and is never
/// stored.
#[derive(Debug)]
pub(crate) struct KeyMap<const N: usize, V> {
    places: Vec<([u64; N], V)>,
    first: ([u64; N], V),
    len: usize,
}

pub(crate) type KeySet<const N: usize> = KeyMap<N, ()>;

/// A map that is fuller than this grows.
const FULLEST: (usize, usize) = (3, 4);

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

/// The home of a key among places: its place if there were no other keys.
#[inline]
fn home<const N: usize>(key: &[u64; N], places: usize) -> usize {
    // WebAssembly has no product of 128 bits, and its maps have fewer than 2^32 places.
    if cfg!(target_pointer_width = "32") {
        return (((hash(key) >> 32) * places as u64) >> 32) as usize;
    }
    // Both halves of a product depend on all bits of a word.
    let mixed = key.iter().fold(0, |mixed: u64, &word| {
        let product = u128::from(mixed ^ word) * 0x9E37_79B9_7F4A_7C15;
        (product >> 64) as u64 ^ product as u64
    });
    ((u128::from(mixed) * places as u128) >> 64) as usize
}

/// The place of a key, or the empty place where it belongs, among a number of places. Empty places hold `first`.
#[inline(always)]
pub(super) fn place<'k, const N: usize>(
    places: usize,
    key_at: impl Fn(usize) -> &'k [u64; N],
    first: &[u64; N],
    key: &[u64; N],
) -> usize {
    let mut at = home(key, places);
    let is_end = |at: usize| (*key_at(at) == *key) | (*key_at(at) == *first);
    // Which of the first places is the end is hard to predict. Short keys are compared several at once.
    let at_once = (4 / N).max(1);
    while at + at_once <= places {
        let end = (0..at_once).rev().fold(at_once, |end, nth| match is_end(at + nth) {
            true => nth,
            false => end,
        });
        if end < at_once {
            return at + end;
        }
        at += at_once;
    }
    (at..places).chain(0..at).find(|&at| is_end(at)).expect("there is an empty place")
}

impl<const N: usize, V: Copy> KeyMap<N, V> {
    pub fn new(first: [u64; N], value: V) -> Self {
        Self { places: Vec::new(), first: (first, value), len: 0 }
    }

    /// Removes all keys except the first, and makes room for a number of keys.
    pub fn clear(&mut self, room: usize) {
        let places = (room * FULLEST.1 / FULLEST.0 + 1).max(FEWEST_PLACES);
        self.len = 0;
        self.places.clear();
        if self.places.capacity() < places || self.places.capacity() > 4 * places {
            self.places = Vec::new();
            self.places.reserve_exact(places);
        }
        self.places.resize(places, self.first);
    }

    #[inline(always)]
    fn place(&self, key: &[u64; N]) -> usize {
        let key_at = |at: usize| &self.places[at].0;
        place(self.places.len(), key_at, &self.first.0, key)
    }

    #[inline]
    pub fn contains(&self, key: &[u64; N]) -> bool {
        // Empty places hold the first key.
        self.places[self.place(key)].0 == *key
    }

    /// Adds a key with a value, unless it has a value already. Returns that value.
    #[inline(always)]
    pub fn insert(&mut self, key: [u64; N], value: V) -> Option<V> {
        let at = self.place(&key);
        if self.places[at].0 == key {
            return Some(self.places[at].1);
        }
        self.places[at] = (key, value);
        self.len += 1;
        if self.len * FULLEST.1 > self.places.len() * FULLEST.0 {
            self.grow();
        }
        None
    }

    /// Removes a member, which is not the first key.
    pub fn remove(&mut self, key: &[u64; N]) {
        let places = self.places.len();
        let mut empty = self.place(key);
        let mut at = empty;
        loop {
            at = (at + 1) % places;
            let next = self.places[at];
            if next.0 == self.first.0 {
                break;
            }
            // A search from a key's home must find no empty place before the key.
            let since = |from: usize| (at + places - from) % places;
            if since(home(&next.0, places)) >= since(empty) {
                self.places[empty] = next;
                empty = at;
            }
        }
        self.places[empty] = self.first;
        self.len -= 1;
    }

    #[cold]
    fn grow(&mut self) {
        let places = self.places.len() * 3 / 2;
        let entries = std::mem::replace(&mut self.places, vec![self.first; places]);
        for entry in entries.into_iter().filter(|(key, _)| *key != self.first.0) {
            let at = self.place(&entry.0);
            self.places[at] = entry;
        }
    }

    pub fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<([u64; N], V)>()
    }
}

impl<const N: usize> KeySet<N> {
    /// The keys, except the first.
    pub fn keys(&self) -> impl Iterator<Item = [u64; N]> + '_ {
        self.places.iter().map(|&(key, ())| key).filter(|key| *key != self.first.0)
    }

    /// Adds keys, and calls `new` for each that was no member.
    pub fn insert_all(&mut self, keys: &[[u64; N]], mut new: impl FnMut([u64; N])) {
        for keys in keys.chunks(AT_A_TIME) {
            let mut is_home = [false; AT_A_TIME];
            for (is_home, key) in is_home.iter_mut().zip(keys) {
                *is_home = self.places[home(key, self.places.len())].0 == *key;
            }
            for (&key, _) in keys.iter().zip(is_home).filter(|(_, is_home)| !is_home) {
                if self.insert(key, ()).is_none() {
                    new(key);
                }
            }
        }
    }
}
