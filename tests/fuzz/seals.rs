//! Files with changes and corrected checksums. The checksums follow docs/reference/table-file.md and use nothing of the
//! library.

use super::Draw;
use std::ops::Range;
use xxhash_rust::xxh3::xxh3_64;

/// Offset of the entries in a table, after its header.
pub const DATA: usize = 128;
const BLOCK: usize = 1 << 16;
const PACKED_BLOCK: usize = 1 << 12;

/// Reads a little-endian number at an offset; 0 if there are fewer bytes.
pub fn number(bytes: &[u8], at: usize, len: usize) -> usize {
    let number = bytes.get(at..).and_then(|bytes| bytes.get(..len)).unwrap_or_default();
    number.iter().rev().fold(0, |n, &byte| n << 8 | usize::from(byte))
}

fn put(bytes: &mut [u8], at: usize, number: u64) {
    bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
}

/// Stores the checksum of some bytes; it is computed with zeros in its own place.
fn put_checksum(bytes: &mut [u8], at: usize, of: impl Fn(&[u8]) -> u64) {
    put(bytes, at, 0);
    put(bytes, at, of(bytes));
}

/// Offset of the tail of a table; `None` if the table has no tail.
pub fn tail_of(bytes: &[u8]) -> Option<usize> {
    bytes.len().checked_sub(number(bytes, 12, 4)).filter(|&tail| tail >= DATA)
}

/// Corrects the length and the checksums of a table, packed or not, or of a shard.
pub fn seal_table(bytes: &mut [u8]) {
    if bytes.len() < DATA {
        return;
    }
    put(bytes, 16, bytes.len() as u64);
    let Some(tail) = tail_of(bytes) else { return };
    let (sections, entries, width) =
        (number(bytes, 104, 4), number(bytes, 88, 8), number(bytes, 99, 1));
    let (blocks, behind): (Vec<Range<usize>>, usize) = match number(bytes, 8, 4) {
        4 => {
            let count = entries.saturating_mul(width).div_ceil(PACKED_BLOCK).min(bytes.len());
            let behind = (4 * count).next_multiple_of(8);
            let first = bytes.len().saturating_sub(behind);
            let mut end = DATA;
            let lengths = (0..count).map(|block| number(bytes, first + 4 * block, 4));
            let blocks = lengths.map(|length| {
                let start = end.min(tail);
                end = start.saturating_add(length).min(tail);
                start..end
            });
            (blocks.collect(), behind)
        }
        version => {
            let starts = (DATA..tail).step_by(BLOCK);
            let blocks = starts.map(|start| start..tail.min(start + BLOCK)).collect();
            (blocks, if version == 5 { sections.saturating_mul(16) } else { 0 })
        }
    };
    let room = bytes.len().checked_sub(behind).and_then(|end| end.checked_sub(8 * blocks.len()));
    if let Some(first) = room.filter(|&first| first >= tail) {
        for (at, block) in (first..).step_by(8).zip(blocks) {
            let sum = xxh3_64(&bytes[block]);
            put(bytes, at, sum);
        }
    }
    put_checksum(bytes, 24, |bytes| xxh3_64(&[&bytes[..DATA], &bytes[tail..]].concat()));
}

/// A section in the record of a checkpoint.
#[derive(Clone, Debug)]
pub enum Claim {
    Nothing,
    Reached(Vec<u64>),
    Whole(Vec<u64>, u64),
}

/// Bytes before the name in the record of a checkpoint.
pub const RECORD: usize = 68;

/// The claims of a checkpoint's record about its sections, and the offset of their block checksums.
pub fn claims_of(record: &[u8]) -> Option<(Vec<Claim>, usize)> {
    let mut at = RECORD + number(record, 52, 4);
    let mut claims = Vec::new();
    for _ in 0..number(record, 60, 4).min(record.len()) {
        record.get(at..at + 16)?;
        let (state, levels) = (number(record, at, 4), number(record, at + 4, 4));
        let unreachable = number(record, at + 8, 8) as u64;
        at += 16;
        record.get(at..at.checked_add(levels.checked_mul(8)?)?)?;
        let counts = (0..levels).map(|level| number(record, at + 8 * level, 8) as u64).collect();
        at += 8 * levels;
        claims.push(match state {
            0 => Claim::Nothing,
            1 => Claim::Reached(counts),
            2 => Claim::Whole(counts, unreachable),
            _ => return None,
        });
    }
    Some((claims, at))
}

/// The entries of a section, one byte each; all entries that do not count are set to unreachable.
pub fn counted(claim: &Claim, entries: &[u8]) -> Vec<u8> {
    let counts = |&entry: &u8| match claim {
        Claim::Nothing => false,
        Claim::Reached(counts) => usize::from(entry) < counts.len(),
        Claim::Whole(..) => true,
    };
    entries.iter().map(|entry| if counts(entry) { *entry } else { u8::MAX }).collect()
}

/// Corrects the checksums of a checkpoint's record: its own, and that of the only block of the
/// unfinished file, which has one byte per entry.
pub fn seal_record(record: &mut [u8], sections: &[Range<usize>], file: &[u8]) {
    if record.len() < RECORD {
        return;
    }
    if let Some((claims, at)) = claims_of(record)
        && at + 8 == record.len()
        && sections.last().is_some_and(|last| DATA + last.end <= file.len())
    {
        let of = |(claim, range): (&Claim, &Range<usize>)| {
            counted(claim, &file[DATA + range.start..DATA + range.end])
        };
        let block: Vec<u8> = claims.iter().zip(sections).flat_map(of).collect();
        put(record, at, xxh3_64(&block));
    }
    put_checksum(record, 8, xxh3_64);
}

/// Replacement values for a number.
fn odd(draw: &mut Draw<'_>, old: u64) -> u64 {
    match draw.below(12) {
        0 => 0,
        1 => 1,
        2 => old.wrapping_add(1),
        3 => old.wrapping_sub(1),
        4 => u64::MAX,
        5 => 255,
        6 => 256,
        7 => 65_535,
        8 => u32::MAX.into(),
        9 => i64::MAX as u64,
        10 => old << 1,
        _ => draw.below(255).into(),
    }
}

/// Changes bytes at an offset within a range.
pub fn change(draw: &mut Draw<'_>, bytes: &mut Vec<u8>, within: Range<usize>) {
    if within.is_empty() || within.end > bytes.len() {
        return;
    }
    let at = u32::from_le_bytes(std::array::from_fn(|_| draw.below(255)));
    let at = within.start + at as usize % within.len();
    let words = |at: usize| at / 8 * 8..(at / 8 * 8 + 8).min(bytes.len());
    match draw.below(8) {
        0 => bytes[at] = draw.below(255),
        1 => bytes[at] = bytes[at].wrapping_add(1),
        kind @ (2 | 3) => {
            let len = if kind == 2 { 4 } else { 8 };
            let at = at / len * len;
            let new = odd(draw, number(bytes, at, len) as u64).to_le_bytes();
            let end = (at + len).min(bytes.len());
            bytes[at..end].copy_from_slice(&new[..end - at]);
        }
        4 => {
            let copied = bytes[words(at)].to_vec();
            let at = words(at).start;
            bytes.splice(at..at, copied);
        }
        5 => drop(bytes.drain(words(at))),
        6 => bytes.truncate(at),
        _ => {
            let other = within.start + usize::from(draw.below(255)) % within.len();
            bytes.swap(at, other);
        }
    }
}

/// Changes words or lines of a text.
pub fn change_text(draw: &mut Draw<'_>, text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.is_empty() {
        return String::new();
    }
    let at = usize::from(draw.below(255)) % lines.len();
    match draw.below(8) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let other = usize::from(draw.below(255)) % lines.len();
            lines.swap(at, other);
        }
        kind => {
            let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
            let place = usize::from(draw.below(255)) % words.len();
            let old = words[place].clone();
            words[place] = match (kind, old.parse::<u64>()) {
                (3..=5, Ok(old)) => odd(draw, old).to_string(),
                (6, _) => old.chars().rev().collect(),
                _ => {
                    let mut signs: Vec<char> = old.chars().collect();
                    let sign = char::from(b' ' + draw.below(95));
                    let place = usize::from(draw.below(255)) % signs.len().max(1);
                    signs.splice(place..(place + 1).min(signs.len()), [sign]);
                    signs.into_iter().collect()
                }
            };
            lines[at] = words.join(" ");
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Corrects the checksum of a census file, which is its last line.
pub fn seal_census(text: &str) -> String {
    let facts: String = text.split_inclusive('\n').filter(|l| !l.starts_with("checksum")).collect();
    format!("{facts}checksum {:016x}\n", xxh3_64(facts.as_bytes()))
}
