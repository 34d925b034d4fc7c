//! Steps of larger pieces on the words of cubes.

use super::WordBits;

#[inline(always)]
pub fn transfer_word(bits: impl WordBits, word: u64, drop: u32, insert: u32) -> u64 {
    bits.spread(bits.squeeze(word, drop & 63), insert & 63)
}

/// Follows a step of a larger piece. It takes the fillings of `from` in which the places `drop` are empty. It emits
/// them as fillings of the other skeleton, in which as many places, `insert`, are empty. `emit` gets the index and the
/// value of every word that is not zero.
#[inline(always)]
pub fn transfer(
    bits: impl WordBits,
    from: &[u64],
    drop: u32,
    insert: u32,
    mut emit: impl FnMut(usize, u64),
) {
    if from.len() == 1 {
        let moved = transfer_word(bits, from[0], drop, insert);
        if moved != 0 {
            emit(0, moved);
        }
        return;
    }
    let step = WordStep::new(drop, insert);
    if step.dropped == step.inserted {
        step.word_for_word(bits, from, emit);
    } else if step.dropped > step.inserted {
        step.join_words(bits, from, emit);
    } else {
        step.split_words(bits, from, emit);
    }
}

/// A step on cubes of several words. The words are compressed and joined to one string of bits, which is then split
/// again.
struct WordStep {
    drop_low: u32,
    insert_low: u32,
    drop_high: usize,
    insert_high: usize,
    /// Number of places dropped and inserted within words.
    dropped: u32,
    inserted: u32,
}

impl WordStep {
    #[inline(always)]
    fn new(drop: u32, insert: u32) -> Self {
        let (drop_low, insert_low) = (drop & 63, insert & 63);
        let (drop_high, insert_high) = ((drop >> 6) as usize, (insert >> 6) as usize);
        let (dropped, inserted) = (drop_low.count_ones(), insert_low.count_ones());
        Self { drop_low, insert_low, drop_high, insert_high, dropped, inserted }
    }

    /// The next word in which the high places `high` are empty.
    #[inline(always)]
    fn next(word: usize, high: usize) -> usize {
        ((word | high) + 1) & !high
    }

    /// The case of equal numbers of places dropped and inserted within words. It is common, and a method of its own
    /// makes a finger build 7 % faster.
    #[inline(always)]
    fn word_for_word(&self, bits: impl WordBits, from: &[u64], mut emit: impl FnMut(usize, u64)) {
        let (mut source, mut target) = (0, 0);
        while source < from.len() {
            let word = from[source];
            if word != 0 {
                let moved = bits.spread(bits.squeeze(word, self.drop_low), self.insert_low);
                if moved != 0 {
                    emit(target, moved);
                }
            }
            source = Self::next(source, self.drop_high);
            target = Self::next(target, self.insert_high);
        }
    }

    /// The case of more places dropped than inserted: several words become one.
    #[inline(always)]
    fn join_words(&self, bits: impl WordBits, from: &[u64], mut emit: impl FnMut(usize, u64)) {
        let (mut source, mut target) = (0, 0);
        let parts = 1 << (self.dropped - self.inserted);
        let length = 64 >> self.dropped;
        while source < from.len() {
            let mut string = 0;
            for part in 0..parts {
                let word = from[source];
                if word != 0 {
                    string |= bits.squeeze(word, self.drop_low) << (part * length);
                }
                source = Self::next(source, self.drop_high);
            }
            if string != 0 {
                emit(target, bits.spread(string, self.insert_low));
            }
            target = Self::next(target, self.insert_high);
        }
    }

    /// The case of more places inserted than dropped: one word becomes several.
    #[inline(always)]
    fn split_words(&self, bits: impl WordBits, from: &[u64], mut emit: impl FnMut(usize, u64)) {
        let (mut source, mut target) = (0, 0);
        let parts = 1 << (self.inserted - self.dropped);
        let length = 64 >> self.inserted;
        while source < from.len() {
            let word = from[source];
            let string = if word != 0 { bits.squeeze(word, self.drop_low) } else { 0 };
            for part in 0..parts {
                let piece = string >> (part * length);
                if piece != 0 {
                    let moved = bits.spread(piece, self.insert_low);
                    if moved != 0 {
                        emit(target, moved);
                    }
                }
                target = Self::next(target, self.insert_high);
            }
            source = Self::next(source, self.drop_high);
        }
    }
}
