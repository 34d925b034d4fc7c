//! Chunks: short runs of bits, stored in the shorter of two codes.
//!
//! The *gap code* has the number of zeros before each one, as numbers of variable length. The *plain code* has all
//! bits. A frontier rarely has more than one position in eight, so a position takes about a byte.

use crate::bits::{for_each_one, read, set, set_all};
use crate::cluster::varint::{put_number, take_number};

/// Appends the code of a chunk to `out`: of `len` bits, from bit `first` on.
pub fn encode(bits: &[u64], first: u64, len: u64, out: &mut Vec<u8>) {
    let start = out.len();
    let mut next = 0;
    for_each_word_of(bits, first, len, |at, word| {
        for_each_one(at, word, |bit| {
            put_number(out, bit - next);
            next = bit + 1;
        });
    });
    if out.len() - start >= plain_len(len) {
        out.truncate(start);
        for_each_word_of(bits, first, len, |_, word| out.extend(word.to_le_bytes()));
        out.truncate(start + plain_len(len));
    }
}

/// Calls `visit` with the number of every one among the `len` bits of a code; `None` if the code is invalid.
#[inline]
pub fn for_each_bit(code: &[u8], len: u64, mut visit: impl FnMut(u64)) -> Option<()> {
    if is_plain(code.len(), len) {
        return for_each_plain_word(code, len, |at, word| for_each_one(at, word, &mut visit));
    }
    let (mut rest, mut next) = (code, 0u64);
    while !rest.is_empty() {
        let bit = next.checked_add(take_number(&mut rest)?).filter(|&bit| bit < len)?;
        visit(bit);
        next = bit + 1;
    }
    Some(())
}

/// Adds the bits of a code to a bitmap, from bit `first` on; `None` if the code is invalid.
#[inline]
pub fn add(code: &[u8], len: u64, bits: &mut [u64], first: u64) -> Option<()> {
    if is_plain(code.len(), len) {
        return for_each_plain_word(code, len, |at, word| set_all(bits, first + at, word));
    }
    for_each_bit(code, len, |bit| set(bits, first + bit))
}

/// Calls `visit` with the words of a plain code, each with its first bit; `None` if there are bits after its end.
fn for_each_plain_word(code: &[u8], len: u64, mut visit: impl FnMut(u64, u64)) -> Option<()> {
    for (at, bytes) in (0..len).step_by(64).zip(code.chunks(8)) {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        let word = u64::from_le_bytes(word);
        if len - at < 64 && word >> (len - at) != 0 {
            return None;
        }
        visit(at, word);
    }
    Some(())
}

fn plain_len(len: u64) -> usize {
    len.div_ceil(8) as usize
}

/// Whether a code with a number of bytes is plain. A gap code is shorter.
fn is_plain(bytes: usize, len: u64) -> bool {
    bytes == plain_len(len)
}

/// Calls `visit` with the bits of a chunk in words, each with its first bit counted from the start of the chunk.
fn for_each_word_of(bits: &[u64], first: u64, len: u64, mut visit: impl FnMut(u64, u64)) {
    for at in (0..len).step_by(64) {
        let mut word = read(bits, first + at);
        if len - at < 64 {
            word &= (1 << (len - at)) - 1;
        }
        visit(at, word);
    }
}
