//! Writing a table: in memory first, then beside its final name, then renamed.

use super::TableError;
use super::format::{
    BLOCK, FORMAT_VERSION, FileHeader, GoalRecord, MAGIC, SectionRecord, ShapeRecord, aligned,
    metric_code, padded,
};
use crate::file;
use crate::puzzle::{Family, MAX_SHAPES, Metric, PieceSet, Puzzle, Shape};
use crate::retrograde::Distances;
use std::borrow::Cow;
use std::io::Write;
use std::path::Path;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};
use zerocopy::IntoBytes;

/// Names of files that are being written begin with this; one that is left over is of no use.
pub const TEMPORARY_PREFIX: &str = ".huarong-unfinished-";

/// What a table is to hold: the distances of some piece sets of a family under one metric.
#[derive(Clone, Copy, Debug)]
pub struct Contents<'a> {
    /// The family.
    pub family: &'a Family,
    /// The metric.
    pub metric: Metric,
    /// The piece sets and their distances, in the order in which they will stand in the file.
    pub sections: &'a [(PieceSet, Distances)],
}

/// Writes a table to `path`, whole or not at all, and returns its length in bytes.
///
/// The file appears under its name only once it and the directory entry are on the disk. What was there
/// before is replaced; who has it mapped keeps the old one.
pub fn write(path: &Path, contents: Contents<'_>) -> Result<u64, TableError> {
    let width = entry_width(contents.sections);
    let data: Vec<Cow<'_, [u8]>> =
        contents.sections.iter().map(|(_, distances)| entry_bytes(distances, width)).collect();
    let head = head(contents, width, &data);
    let write = |out: &mut dyn Write| {
        out.write_all(&head)?;
        data.iter().try_for_each(|bytes| out.write_all(bytes))
    };
    file::write_whole(path, TEMPORARY_PREFIX, write)
        .map_err(|source| TableError::io("write", path, source))?;
    Ok(head.len() as u64 + data.iter().map(|bytes| bytes.len() as u64).sum::<u64>())
}

/// Bytes that the widest entries need.
fn entry_width(sections: &[(PieceSet, Distances)]) -> u8 {
    let wide = sections.iter().any(|(_, distances)| matches!(distances, Distances::Wide(_)));
    if wide { 2 } else { 1 }
}

/// Distances as they stand in the file.
fn entry_bytes(distances: &Distances, width: u8) -> Cow<'_, [u8]> {
    match distances {
        Distances::Narrow(entries) if width == 1 => Cow::Borrowed(entries),
        Distances::Narrow(_) | Distances::Wide(_) => {
            let entries = (0..distances.len()).map(|index| distances.get(index));
            entries.flat_map(|entry| entry.unwrap_or(u16::MAX).to_le_bytes()).collect()
        }
    }
}

/// All that stands before the data.
fn head(contents: Contents<'_>, width: u8, data: &[Cow<'_, [u8]>]) -> Vec<u8> {
    let puzzle = contents.family.puzzle();
    let board = puzzle.board();
    let histograms: Vec<Histogram> = contents.sections.iter().map(|(_, d)| histogram(d)).collect();
    let checksums = block_checksums(data);

    let (shapes, goals) = puzzle_records(puzzle);
    let distances: usize = histograms.iter().map(|histogram| histogram.counts.len()).sum();
    let head_len = aligned(
        size_of::<FileHeader>()
            + size_of_val(&shapes[..])
            + size_of_val(&goals[..])
            + size_of::<SectionRecord>() * contents.sections.len()
            + 8 * (distances + checksums.len()),
    );
    let mut offset = head_len as u64;
    let mut sections = Vec::with_capacity(contents.sections.len());
    for (((set, distances), histogram), bytes) in
        contents.sections.iter().zip(&histograms).zip(data)
    {
        let mut counts = [0; MAX_SHAPES];
        counts[..set.counts().len()].copy_from_slice(set.counts());
        sections.push(SectionRecord {
            counts,
            entries: (distances.len() as u64).into(),
            offset: offset.into(),
            unreachable: histogram.unreachable.into(),
            max_distance: (histogram.counts.len() as u32).wrapping_sub(1).into(),
            histogram_len: (histogram.counts.len() as u32).into(),
            reserved: [0; 16],
        });
        offset += bytes.len() as u64;
    }
    let mut header = FileHeader {
        magic: MAGIC,
        version: FORMAT_VERSION.into(),
        head_len: (head_len as u32).into(),
        file_len: offset.into(),
        head_checksum: 0.into(),
        tool_version: padded(env!("CARGO_PKG_VERSION")),
        family: padded(contents.family.name()),
        walls: board.walls().into(),
        entries: contents.sections.iter().map(|(_, d)| d.len() as u64).sum::<u64>().into(),
        width: board.width(),
        height: board.height(),
        metric: metric_code(contents.metric),
        entry_width: width,
        shapes: (shapes.len() as u16).into(),
        goals: (goals.len() as u16).into(),
        sections: (sections.len() as u32).into(),
        block_len: (BLOCK as u32).into(),
        reserved: [0; 16],
    };
    let numbers = histograms.iter().flat_map(|histogram| &histogram.counts).chain(&checksums);
    let body: Vec<u8> = [shapes.as_bytes(), goals.as_bytes(), sections.as_bytes()]
        .concat()
        .into_iter()
        .chain(numbers.flat_map(|number| number.to_le_bytes()))
        .collect();
    let assemble = |header: &FileHeader| {
        let mut head = [header.as_bytes(), &body].concat();
        head.resize(head_len, 0);
        head
    };
    header.head_checksum = xxh3_64(&assemble(&header)).into();
    assemble(&header)
}

/// How many positions of a section have each distance.
struct Histogram {
    counts: Vec<u64>,
    unreachable: u64,
}

fn histogram(distances: &Distances) -> Histogram {
    let mut counts = vec![0u64; usize::from(u16::MAX) + 1];
    match distances {
        Distances::Narrow(entries) => {
            // Four tables take turns, so that equal neighbours do not wait for one another.
            let mut turns = [[0u64; 256]; 4];
            for (index, &entry) in entries.iter().enumerate() {
                turns[index % 4][usize::from(entry)] += 1;
            }
            for (entry, count) in counts.iter_mut().enumerate().take(usize::from(u8::MAX)) {
                *count = turns.iter().map(|turn| turn[entry]).sum();
            }
            counts[usize::from(u16::MAX)] =
                turns.iter().map(|turn| turn[usize::from(u8::MAX)]).sum();
        }
        Distances::Wide(entries) => {
            entries.iter().for_each(|&entry| counts[usize::from(entry)] += 1);
        }
    }
    let unreachable = counts.pop().unwrap_or(0);
    let used = counts.iter().rposition(|&count| count > 0).map_or(0, |last| last + 1);
    counts.truncate(used);
    Histogram { counts, unreachable }
}

fn shape_record(shape: &Shape, fixed: Option<u8>, board_width: u8) -> ShapeRecord {
    let bit = |&(column, row): &(u8, u8)| 1u64 << (row * board_width + column);
    ShapeRecord {
        letter: shape.letter() as u8,
        fixed_count: fixed.unwrap_or(u8::MAX),
        reserved: [0; 6],
        cells: shape.cells().iter().map(bit).sum::<u64>().into(),
        name: padded(shape.name()),
    }
}

fn goal_record(&(shape, cell): &(usize, u8)) -> GoalRecord {
    GoalRecord { shape: shape as u8, cell, reserved: [0; 6] }
}

/// The records that describe a puzzle: its shapes and its goal.
pub(super) fn puzzle_records(puzzle: &Puzzle) -> (Vec<ShapeRecord>, Vec<GoalRecord>) {
    let width = puzzle.board().width();
    let shapes = puzzle.shapes().iter().zip(puzzle.fixed_counts());
    let goals = puzzle.goal().placements();
    (
        shapes.map(|(shape, fixed)| shape_record(shape, *fixed, width)).collect(),
        goals.iter().map(goal_record).collect(),
    )
}

/// XXH3-64 of every block of the data, which stands in one piece in the file.
fn block_checksums(data: &[Cow<'_, [u8]>]) -> Vec<u64> {
    let mut checksums = Vec::new();
    let mut hasher = Xxh3Default::new();
    let mut filled = 0;
    for bytes in data {
        let mut rest: &[u8] = bytes;
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(BLOCK - filled));
            hasher.update(now);
            filled += now.len();
            rest = later;
            if filled == BLOCK {
                checksums.push(hasher.digest());
                hasher.reset();
                filled = 0;
            }
        }
    }
    if filled > 0 {
        checksums.push(hasher.digest());
    }
    checksums
}
