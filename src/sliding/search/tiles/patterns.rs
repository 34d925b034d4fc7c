//! Additive pattern databases.

use crate::effort::{Cancelled, Effort};
use crate::grid::Cell;
use crate::sliding::rules::{Arrangement, Metric, Puzzle, ShapeId};
use crate::sliding::search::component::{BitField, Layout, Moves};
use rayon::prelude::*;

/// A lower bound for the distance of a position: the sum of the distances of some groups of tiles, each alone on the
/// board.
///
/// A move of the whole puzzle moves one tile. So it is a move of the group of that tile, and changes nothing in the
/// other groups. The moves of a solution that move a group's tiles therefore solve that group, and no move counts
/// twice.
///
/// Tiles are divided into groups twice: by the rows of their targets, and by the columns. The larger sum is the bound.
#[derive(Debug)]
pub(super) struct Patterns {
    divisions: [Vec<Group>; 2],
}

/// The sums of both divisions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sums([u16; 2]);

impl Sums {
    /// The lower bound.
    #[inline]
    pub fn bound(self) -> u16 {
        self.0[0].max(self.0[1])
    }
}

/// A group of tiles, and the distance of each of their arrangements.
#[derive(Debug)]
struct Group {
    shapes: Vec<ShapeId>,
    /// The bits of these tiles in the words of a key.
    masks: Vec<(usize, u64)>,
    /// Where the bits of these tiles are in the key of a position, and in the index.
    segments: Vec<Segment>,
    /// The distances, by the concatenated places of the tiles; [`NONE`] if they overlap.
    distances: Vec<u8>,
}

/// Adjacent bits of a key that are adjacent in the index, too.
#[derive(Clone, Copy, Debug)]
struct Segment {
    word: usize,
    shift: u32,
    mask: u64,
    to: u32,
}

/// Most bits of an index: one byte for each is 32 MiB.
const MOST_BITS: u32 = 25;

const NONE: u8 = u8::MAX;

impl Patterns {
    /// Number of bytes for the groups of a position.
    pub fn bytes(puzzle: &Puzzle, layout: &Layout, position: &Arrangement) -> u64 {
        let bits =
            |group: Vec<ShapeId>| group.iter().map(|&shape| bits(layout, shape)).sum::<u32>();
        let groups = divisions(puzzle, layout, position).into_iter().flatten();
        groups.map(|group| 1u64 << bits(group)).sum()
    }

    /// Searches the distances of all groups to their places in a target.
    pub fn new(
        puzzle: &Puzzle,
        layout: &Layout,
        target: &Arrangement,
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
        let groups = |division: Vec<Vec<ShapeId>>| {
            let groups = division.into_par_iter();
            let groups = groups.map(|shapes| Group::new(puzzle, layout, target, shapes, effort));
            groups.collect::<Result<Vec<_>, _>>()
        };
        let [rows, columns] = divisions(puzzle, layout, target);
        Ok(Self { divisions: [groups(rows)?, groups(columns)?] })
    }

    /// The tiles of each group, by rows and by columns.
    pub fn groups(&self) -> impl Iterator<Item = &[ShapeId]> {
        self.divisions.iter().flatten().map(|group| &group.shapes[..])
    }

    /// The sums of a position.
    pub fn sums<const N: usize>(&self, key: &[u64; N]) -> Sums {
        let sum =
            |groups: &Vec<Group>| groups.iter().map(|group| u16::from(group.distance(key))).sum();
        Sums(self.divisions.each_ref().map(sum))
    }

    /// The sums after a move, from the sums before it.
    #[inline]
    pub fn sums_after<const N: usize>(
        &self,
        sums: Sums,
        before: &[u64; N],
        after: &[u64; N],
    ) -> Sums {
        let mut changed = sums.0;
        for (sum, groups) in changed.iter_mut().zip(&self.divisions) {
            if let Some(moved) = groups.iter().find(|group| group.differs(before, after)) {
                *sum -= u16::from(moved.distance(before));
                *sum += u16::from(moved.distance(after));
            }
        }
        Sums(changed)
    }
}

impl Group {
    fn new(
        puzzle: &Puzzle,
        layout: &Layout,
        target: &Arrangement,
        shapes: Vec<ShapeId>,
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
        let mut alone = Arrangement::empty(puzzle.shapes().len());
        shapes.iter().for_each(|&shape| alone.set_anchors(shape, target.anchors(shape)));
        let own = Layout::new(puzzle, &alone);
        let mut segments: Vec<Segment> = Vec::new();
        for &shape in &shapes {
            let of = |layout: &Layout| layout.fields()[shape].only_piece();
            let (Some(from), Some(to)) = (of(layout), of(&own)) else { continue };
            match segments.last_mut() {
                Some(last) if last.goes_on(from, to) => {
                    last.mask |= from.mask << (to.shift - last.to)
                }
                _ => segments.push(Segment {
                    word: from.word,
                    shift: from.shift,
                    mask: from.mask,
                    to: to.shift,
                }),
            }
        }
        let mut masks = Vec::<(usize, u64)>::new();
        for &Segment { word, shift, mask, .. } in &segments {
            match masks.iter_mut().find(|(other, _)| *other == word) {
                Some((_, bits)) => *bits |= mask << shift,
                None => masks.push((word, mask << shift)),
            }
        }
        let bits: u32 = shapes.iter().map(|&shape| bits(layout, shape)).sum();
        let distances =
            distances(&Moves::new(puzzle, &own, Metric::Unit), own.key(&alone), bits, effort)?;
        Ok(Self { shapes, masks, segments, distances })
    }

    #[inline]
    fn distance<const N: usize>(&self, key: &[u64; N]) -> u8 {
        let index = self.segments.iter().map(|segment| segment.of(key)).sum::<u64>();
        self.distances[index as usize]
    }

    /// Whether the tiles of the group have other places in another position.
    #[inline]
    fn differs<const N: usize>(&self, one: &[u64; N], other: &[u64; N]) -> bool {
        self.masks.iter().any(|&(word, mask)| (one[word] ^ other[word]) & mask != 0)
    }
}

impl Segment {
    /// Whether the bits of a further tile follow in the key and in the index.
    fn goes_on(&self, from: BitField, to: BitField) -> bool {
        from.word == self.word
            && from.shift >= self.shift
            && from.shift - self.shift == to.shift - self.to
    }

    #[inline]
    fn of<const N: usize>(self, key: &[u64; N]) -> u64 {
        (key[self.word] >> self.shift & self.mask) << self.to
    }
}

/// Number of bits of a tile.
fn bits(layout: &Layout, shape: ShapeId) -> u32 {
    layout.fields()[shape].only_piece().map_or(0, |bits| bits.mask.count_ones())
}

/// Tiles by the rows of their places, and by the columns, as many in a group as its index can have. The second division
/// is empty if all tiles are in one group.
fn divisions(puzzle: &Puzzle, layout: &Layout, position: &Arrangement) -> [Vec<Vec<ShapeId>>; 2] {
    let board = puzzle.board();
    let mut tiles: Vec<_> = position.pieces().collect();
    // Along strips of two rows, or two columns, there and back. So the tiles of a group are near to one another.
    let strip = |across: u8, along: u8| {
        let along = i16::from(along);
        (across / 2, if across & 2 == 0 { along } else { -along }, across)
    };
    tiles.sort_by_key(|&(_, cell)| strip(board.row(cell), board.column(cell)));
    let rows = groups(layout, &tiles);
    tiles.sort_by_key(|&(_, cell)| strip(board.column(cell), board.row(cell)));
    let columns = if rows.len() > 1 { groups(layout, &tiles) } else { Vec::new() };
    [rows, columns]
}

/// Tiles in a given order, as many in a group as its index can have.
fn groups(layout: &Layout, tiles: &[(ShapeId, Cell)]) -> Vec<Vec<ShapeId>> {
    let mut groups: Vec<Vec<ShapeId>> = Vec::new();
    let mut used = MOST_BITS;
    for &(shape, _) in tiles {
        let bits = bits(layout, shape);
        if used + bits > MOST_BITS {
            groups.push(Vec::new());
            used = 0;
        }
        used += bits;
        groups.last_mut().expect("the first tile begins a group").push(shape);
    }
    // The segments of a group are in the order of shapes.
    groups.iter_mut().for_each(|group| group.sort_unstable());
    groups
}

/// Distances from one arrangement of a group, by index: a breadth-first search. Reports progress in arrangements.
fn distances(
    moves: &Moves<'_>,
    target: [u64; 1],
    bits: u32,
    effort: Effort<'_>,
) -> Result<Vec<u8>, Cancelled> {
    let mut distances = vec![NONE; 1 << bits];
    distances[target[0] as usize] = 0;
    let mut level = vec![target[0] as u32];
    // A distance that does not fit stays a lower bound.
    for distance in (1..NONE).chain(std::iter::repeat(NONE - 1)) {
        let mut next = Vec::new();
        for keys in level.chunks(1 << 14) {
            effort.done(keys.len() as u64)?;
            for &key in keys {
                moves.each(&[key.into()], |[after]| {
                    let known = &mut distances[after as usize];
                    if *known == NONE {
                        *known = distance;
                        next.push(after as u32);
                    }
                });
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    Ok(distances)
}
