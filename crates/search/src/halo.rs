//! The halo of a part: skeletons of other parts that share groups with its own, with their frontier.
//!
//! Skeletons of the halo have numbers after those that the part owns. Their frontier stays in the received messages,
//! and is decoded when a group needs it.

use super::bits::for_each_one;
use super::messages::FRONTIER;
use crate::cluster::varint::{put_number, take_number};
use std::num::NonZeroU32;
use std::ops::Range;

/// The frontier of a level on the skeletons of the halo.
#[derive(Debug)]
pub struct Halo {
    /// Number of fillings of a skeleton.
    fillings: usize,
    /// The messages of this level, which were checked on arrival.
    messages: Vec<Vec<u8>>,
    /// Start of each skeleton's frontier; `None` if it has no positions.
    begins: Vec<Option<Begin>>,
}

/// Start of a skeleton's frontier. The number of skipped skeletons precedes it.
#[derive(Clone, Copy, Debug)]
struct Begin {
    message: u32,
    /// The offset in the message. It is never 0, because the first byte is the kind.
    byte: NonZeroU32,
}

impl Halo {
    /// Makes a halo without positions.
    pub fn new(skeletons: usize, fillings: usize) -> Self {
        Self { fillings, messages: Vec::new(), begins: vec![None; skeletons] }
    }

    /// Largest number of bytes per skeleton: the start of its frontier, two numbers, and all bits of its fillings.
    pub fn most_bytes(fillings: u64) -> u64 {
        size_of::<Option<Begin>>() as u64 + fillings.div_ceil(8) + 3
    }

    /// Number of fillings of a skeleton.
    pub fn fillings(&self) -> usize {
        self.fillings
    }

    /// Removes all positions.
    pub fn clear(&mut self) {
        self.messages.clear();
        self.begins.fill(None);
    }

    /// Whether a skeleton has positions.
    #[inline(always)]
    pub fn is_active(&self, nth: usize) -> bool {
        self.begins[nth].is_some()
    }

    /// Writes the frontier of a skeleton to `front`.
    #[inline]
    pub fn front(&self, nth: usize, front: &mut [u64]) {
        front.fill(0);
        let Some(Begin { message, byte }) = self.begins[nth] else { return };
        let mut rest = &self.messages[message as usize][byte.get() as usize..];
        let taken = take_front(&mut rest, self.fillings, |word, bits| front[word] |= bits);
        taken.expect("messages were checked on arrival");
    }

    /// Stores a message with the frontier on a range of the halo; `None` if the message is invalid.
    pub fn keep(&mut self, range: Range<usize>, message: Vec<u8>) -> Option<()> {
        let number = u32::try_from(self.messages.len()).ok()?;
        self.messages.push(message);
        let message = &self.messages[number as usize];
        let (&FRONTIER, mut rest) = message.split_first()? else { return None };
        let mut next = range.start;
        while !rest.is_empty() {
            let skipped = usize::try_from(take_number(&mut rest)?).ok()?;
            let nth = next.checked_add(skipped).filter(|&nth| nth < range.end)?;
            next = nth + 1;
            let byte = NonZeroU32::new(u32::try_from(message.len() - rest.len()).ok()?)?;
            take_front(&mut rest, self.fillings, |_, _| ())?;
            let before = self.begins[nth].replace(Begin { message: number, byte });
            // No part sends a skeleton twice in a level.
            before.is_none().then_some(())?;
        }
        Some(())
    }
}

/// Appends the frontier of a skeleton to a message.
///
/// The format is the number of positions, followed by the number of fillings skipped before each. If that is longer
/// than the bits of all fillings, the number is 0 and these bits follow.
pub fn put_front(message: &mut Vec<u8>, fillings: usize, front: &[u64]) {
    let count: u32 = front.iter().map(|word| word.count_ones()).sum();
    let bytes = fillings.div_ceil(8);
    if 2 * count as usize >= bytes {
        message.push(0);
        message.extend(front.iter().flat_map(|word| word.to_le_bytes()).take(bytes));
        return;
    }
    put_number(message, count.into());
    let mut next = 0;
    for (first, &word) in (0..).step_by(64).zip(front) {
        for_each_one(first, word, |filling| {
            put_number(message, filling - next);
            next = filling + 1;
        });
    }
}

/// Decodes the frontier of a skeleton as words and their bits; `None` if it does not have the format of [`put_front`].
#[inline(always)]
fn take_front(rest: &mut &[u8], fillings: usize, mut found: impl FnMut(usize, u64)) -> Option<()> {
    let count = take_number(rest)?;
    if count == 0 {
        let (bits, behind) = rest.split_at_checked(fillings.div_ceil(8))?;
        *rest = behind;
        for (word, bytes) in bits.chunks(8).enumerate() {
            let mut whole = [0; 8];
            whole[..bytes.len()].copy_from_slice(bytes);
            found(word, u64::from_le_bytes(whole));
        }
        let is_within = fillings.is_multiple_of(8) || bits.last()? >> (fillings % 8) == 0;
        return is_within.then_some(());
    }
    let mut next = 0usize;
    for _ in 0..count {
        let skipped = usize::try_from(take_number(rest)?).ok()?;
        let filling = next.checked_add(skipped).filter(|&filling| filling < fillings)?;
        found(filling / 64, 1 << (filling % 64));
        next = filling + 1;
    }
    Some(())
}
