//! A table of the bounds of scores, for searches of games.
//!
//! An entry holds a part of its key; the other part is its place. So no position can get the bounds of another one.

const BITS_OF_BOUND: u32 = 7;
/// The bound that is stored as 0.
const LOWEST: i32 = -(1 << (BITS_OF_BOUND - 1));
/// The bits of two bounds.
const MASK_OF_BOUNDS: u16 = (1 << (2 * BITS_OF_BOUND)) - 1;

// Binary logarithms.
const ENTRIES_OF_NEW_TABLE: u32 = 16;
/// Holds for any memory limit.
const FEWEST_ENTRIES: u32 = 10;
const MOST_BYTES: u32 = 27;

/// A table of bounds, which grows with the search. A small table is faster, because it stays in the cache of the CPU.
pub struct Bounds<W> {
    /// Two bounds and the rest of the key, or 0. The number of entries is a power of two.
    entries: Vec<W>,
    factor: W,
    index_bits: u32,
    /// The most that `index_bits` may become.
    most_bits: u32,
    /// Number of positions stored since the last growth or the last question.
    stored: usize,
}

/// Keys, and the entries that hold them.
pub trait Word: Copy + Default {
    /// The factor that mixes keys: an odd number, whose products are all different, shifted so that they fill the
    /// highest bits.
    fn factor(key_bits: u32) -> Self;
    /// Place of a key, and its other bits, as the highest of a word.
    fn split(self, factor: Self, index_bits: u32) -> (usize, Self);
    fn entry(rest: Self, least: i32, most: i32) -> Self;
    /// The bounds of an entry, if it has this rest.
    fn bounds(self, rest: Self) -> Option<(i32, i32)>;
    /// Whether the place of an entry is odd in a table that is twice as large, and the entry there.
    fn moved(self) -> (bool, Self);
    fn is_free(self) -> bool;
}

/// Implements the trait for an integer. The factor has the highest bits of the golden ratio, so that it spreads similar
/// keys.
macro_rules! word {
    ($word:ty, $golden:expr) => {
        impl Word for $word {
            fn factor(key_bits: u32) -> Self {
                let unused = Self::BITS - key_bits;
                ($golden >> unused | 1) << unused
            }

            #[inline(always)]
            fn split(self, factor: Self, index_bits: u32) -> (usize, Self) {
                let mixed = self.wrapping_mul(factor);
                ((mixed >> (Self::BITS - index_bits)) as usize, mixed << index_bits)
            }

            #[inline(always)]
            fn entry(rest: Self, least: i32, most: i32) -> Self {
                let [least, most] = [least, most].map(|bound| (bound - LOWEST) as Self);
                rest | most << BITS_OF_BOUND | least
            }

            #[inline(always)]
            fn bounds(self, rest: Self) -> Option<(i32, i32)> {
                let bound = |bits: Self| (bits & ((1 << BITS_OF_BOUND) - 1)) as i32 + LOWEST;
                (self & !Self::from(MASK_OF_BOUNDS) == rest && self != 0)
                    .then(|| (bound(self), bound(self >> BITS_OF_BOUND)))
            }

            fn moved(self) -> (bool, Self) {
                (
                    self.leading_zeros() == 0,
                    self & Self::from(MASK_OF_BOUNDS) | (self & !Self::from(MASK_OF_BOUNDS)) << 1,
                )
            }

            fn is_free(self) -> bool {
                self == 0
            }
        }
    };
}

word!(u64, 0x9E37_79B9_7F4A_7C15);
word!(u128, 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);

impl<W: Word> Bounds<W> {
    /// Bounds that hold for every score.
    pub const ANY: (i32, i32) = (LOWEST + 1, -LOWEST - 1);

    /// An empty table of at most `memory` bytes, except that a few entries always fit.
    pub fn new(key_bits: u32, memory: u64) -> Self {
        // While a table grows, the old entries stay, which take half as much.
        let most_entries = memory / 3 * 2 / size_of::<W>() as u64;
        let most_bits = most_entries.checked_ilog2().unwrap_or(0);
        let most_bits = most_bits.min(MOST_BYTES - size_of::<W>().ilog2());
        // The rest of a key must leave room for the bounds.
        let word_bits = 8 * size_of::<W>() as u32;
        let least_bits =
            (key_bits + 2 * BITS_OF_BOUND).saturating_sub(word_bits).max(FEWEST_ENTRIES);
        // A small key fits whole; its table has one entry per key.
        let most_bits = most_bits.max(least_bits).min(key_bits - 1);
        let index_bits = ENTRIES_OF_NEW_TABLE.clamp(least_bits.min(most_bits), most_bits);
        let entries = vec![W::default(); 1 << index_bits];
        let factor = W::factor(key_bits);
        Self { entries, factor, index_bits, most_bits, stored: 0 }
    }

    /// Starts the next question. The table grows only if that question needs a larger one.
    pub fn begin(&mut self) {
        self.stored = 0;
    }

    /// The known bounds of a position.
    #[inline(always)]
    pub fn get(&self, key: W) -> (i32, i32) {
        let (place, rest) = key.split(self.factor, self.index_bits);
        self.entries[place].bounds(rest).unwrap_or(Self::ANY)
    }

    /// Stores the bounds of a position in place of those of another one.
    #[inline(always)]
    pub fn set(&mut self, key: W, (least, most): (i32, i32)) {
        let (place, rest) = key.split(self.factor, self.index_bits);
        self.entries[place] = W::entry(rest, least, most);
        self.stored += 1;
        if self.stored > self.entries.len() && self.index_bits < self.most_bits {
            self.grow();
        }
    }

    /// Doubles the number of entries.
    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.entries);
        let mut entries = vec![W::default(); 2 * old.len()];
        for (place, entry) in old.into_iter().enumerate().filter(|(_, entry)| !entry.is_free()) {
            let (is_odd, entry) = entry.moved();
            entries[2 * place + usize::from(is_odd)] = entry;
        }
        self.entries = entries;
        self.index_bits += 1;
        self.stored = 0;
    }
}
