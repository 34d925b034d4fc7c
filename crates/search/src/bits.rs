//! Bits of bitmaps, which are words of 64 bits.

#[inline]
pub fn set(words: &mut [u64], bit: u64) {
    words[(bit / 64) as usize] |= 1 << (bit % 64);
}

/// Sets 64 bits from a bit on, where `word` has ones. Bits beyond the end must be zero.
#[inline]
pub fn set_all(words: &mut [u64], bit: u64, word: u64) {
    let (first, shift) = ((bit / 64) as usize, bit % 64);
    words[first] |= word << shift;
    if shift > 0 && word >> (64 - shift) != 0 {
        words[first + 1] |= word >> (64 - shift);
    }
}

/// The 64 bits from a bit on. Bits beyond the end are zero.
#[inline]
pub fn read(words: &[u64], bit: u64) -> u64 {
    let (word, shift) = ((bit / 64) as usize, bit % 64);
    let low = words[word] >> shift;
    match shift {
        0 => low,
        _ => low | words.get(word + 1).map_or(0, |high| high << (64 - shift)),
    }
}

/// Calls `visit` for every one of a word, given the number of the word's first bit.
#[inline]
pub fn for_each_one(first: u64, mut word: u64, mut visit: impl FnMut(u64)) {
    while word != 0 {
        visit(first + u64::from(word.trailing_zeros()));
        word &= word - 1;
    }
}
