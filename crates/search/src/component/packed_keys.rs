//! Sorted keys, packed: each as the difference from the one before it.

#[derive(Clone, Debug, Default)]
pub(crate) struct PackedKeys {
    bytes: Box<[u8]>,
    len: usize,
}

/// The keys of a [`PackedKeys`], in order.
pub(crate) struct Keys<'a, const N: usize> {
    bytes: std::slice::Iter<'a, u8>,
    key: [u64; N],
    left: usize,
}

impl PackedKeys {
    /// Packs sorted keys. `buffer` keeps its memory for the next call.
    pub fn new<const N: usize>(keys: &[[u64; N]], buffer: &mut Vec<u8>) -> Self {
        buffer.clear();
        let mut before = [0; N];
        for &key in keys {
            write(minus(key, before), buffer);
            before = key;
        }
        Self { bytes: buffer[..].into(), len: keys.len() }
    }

    pub fn keys<const N: usize>(&self) -> Keys<'_, N> {
        Keys { bytes: self.bytes.iter(), key: [0; N], left: self.len }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn bytes(&self) -> usize {
        self.bytes.len() + size_of::<Self>()
    }
}

impl<const N: usize> Iterator for Keys<'_, N> {
    type Item = [u64; N];

    #[inline]
    fn next(&mut self) -> Option<[u64; N]> {
        self.left = self.left.checked_sub(1)?;
        let mut difference = [0; N];
        let mut at = 0;
        for &byte in self.bytes.by_ref() {
            // Seven bits of each byte, the lowest first; the highest bit says whether more follow.
            let (word, shift) = (N - 1 - at / 64, at % 64);
            let bits = u64::from(byte & 0x7F);
            difference[word] |= bits << shift;
            if shift > 57 && word > 0 {
                difference[word - 1] |= bits >> (64 - shift);
            }
            if byte < 0x80 {
                break;
            }
            at += 7;
        }
        self.key = plus(self.key, difference);
        Some(self.key)
    }
}

fn write<const N: usize>(mut number: [u64; N], bytes: &mut Vec<u8>) {
    loop {
        let low = number[N - 1] as u8 & 0x7F;
        for word in (0..N).rev() {
            let above = if word > 0 { number[word - 1] << 57 } else { 0 };
            number[word] = number[word] >> 7 | above;
        }
        if number == [0; N] {
            return bytes.push(low);
        }
        bytes.push(low | 0x80);
    }
}

/// The sum of two numbers, whose first words are the highest.
#[inline]
fn plus<const N: usize>(one: [u64; N], other: [u64; N]) -> [u64; N] {
    word_by_word(one, other, u64::overflowing_add)
}

/// The difference of two numbers.
#[inline]
fn minus<const N: usize>(one: [u64; N], other: [u64; N]) -> [u64; N] {
    word_by_word(one, other, u64::overflowing_sub)
}

/// Combines two numbers from their lowest words on, with a carry.
#[inline]
fn word_by_word<const N: usize>(
    one: [u64; N],
    other: [u64; N],
    combine: impl Fn(u64, u64) -> (u64, bool),
) -> [u64; N] {
    let mut combined = [0; N];
    let mut carry = false;
    for word in (0..N).rev() {
        let (part, first) = combine(one[word], other[word]);
        let (part, second) = combine(part, carry.into());
        (combined[word], carry) = (part, first || second);
    }
    combined
}
