//! Exchanges of two bits in the indices of a bitmap.

/// Number of bits of an index that number the bits of a word.
pub(super) const IN_WORD: u8 = 6;

/// For each of these bits, the bits of a word in whose numbers it is set.
const SET: [u64; IN_WORD as usize] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// The indices in which a bit has a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct WithBit {
    pub bit: u8,
    pub is_set: bool,
}

impl WithBit {
    /// Whether an index is one of them.
    pub fn has(self, index: u64) -> bool {
        (index >> self.bit & 1 == 1) == self.is_set
    }

    /// Those of a word.
    #[inline(always)]
    pub fn of_word(self, word: usize) -> u64 {
        let set = match self.bit.checked_sub(IN_WORD) {
            None => SET[usize::from(self.bit)],
            Some(bit) => (0_u64).wrapping_sub((word >> bit & 1) as u64),
        };
        if self.is_set { set } else { !set }
    }
}

/// An exchange of two bits of all indices, the lower bit first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exchange {
    low: u8,
    high: u8,
}

impl Exchange {
    /// The exchanges, one after another, that move each bit to a place.
    pub fn all_of(places: &[u8]) -> Vec<Self> {
        let mut now: Vec<u8> = (0..places.len() as u8).collect();
        let mut exchanges = Vec::new();
        for bit in 0..places.len() {
            let (from, to) = (now[bit], places[bit]);
            if from != to {
                exchanges.push(Self { low: from.min(to), high: from.max(to) });
                let other = now.iter().position(|&place| place == to).expect("places are distinct");
                now.swap(bit, other);
            }
        }
        exchanges
    }

    /// An index after the exchange.
    pub fn index(self, index: u64) -> u64 {
        let differs = (index >> self.low ^ index >> self.high) & 1;
        index ^ (differs << self.low | differs << self.high)
    }

    /// A word of the result, by the words before.
    #[inline(always)]
    pub fn word(self, word: usize, before: impl Fn(usize) -> u64) -> u64 {
        let Self { low, high } = self;
        if high < IN_WORD {
            let (low, high) = (usize::from(low), usize::from(high));
            let shift = (1 << high) - (1 << low);
            let (own, moving) = (before(word), SET[low] & !SET[high]);
            let stay = own & !(moving | moving << shift);
            return stay | (own & moving) << shift | (own >> shift) & moving;
        }
        let high = high - IN_WORD;
        if let Some(low) = low.checked_sub(IN_WORD) {
            let differs = (word >> low ^ word >> high) & 1;
            return before(word ^ (differs << low | differs << high));
        }
        let (set, shift) = (SET[usize::from(low)], 1_u32 << low);
        let (own, other) = (before(word), before(word ^ 1 << high));
        match word >> high & 1 {
            0 => own & !set | (other & !set) << shift,
            _ => own & set | (other & set) >> shift,
        }
    }
}
