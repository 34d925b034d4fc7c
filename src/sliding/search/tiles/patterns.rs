//! Additive pattern databases.

use crate::effort::{Cancelled, Effort};
use crate::sliding::rules::{Arrangement, Metric, Puzzle, ShapeId};
use crate::sliding::search::component::{BitField, Layout, Moves};

/// A lower bound for the distance of a position: the sum of the distances of some groups of tiles, each alone on the
/// board.
///
/// A move of the whole puzzle moves one tile. So it is a move of the group of that tile, and changes nothing in the
/// other groups. The moves of a solution that move a group's tiles therefore solve that group, and no move counts
/// twice.
#[derive(Debug)]
pub(super) struct Patterns {
    groups: Vec<Group>,
}

/// A group of tiles, and the distance of each of their arrangements.
#[derive(Debug)]
struct Group {
    shapes: Vec<ShapeId>,
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
    pub fn bytes(layout: &Layout, position: &Arrangement) -> u64 {
        let bits =
            |group: Vec<ShapeId>| group.iter().map(|&shape| bits(layout, shape)).sum::<u32>();
        groups(layout, position).into_iter().map(|group| 1u64 << bits(group)).sum()
    }

    /// Searches the distances of all groups to their places in a target.
    pub fn new(
        puzzle: &Puzzle,
        layout: &Layout,
        target: &Arrangement,
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
        let groups = groups(layout, target).into_iter();
        let groups = groups.map(|shapes| Group::new(puzzle, layout, target, shapes, effort));
        Ok(Self { groups: groups.collect::<Result<_, _>>()? })
    }

    /// The tiles of each group.
    pub fn groups(&self) -> impl Iterator<Item = &[ShapeId]> {
        self.groups.iter().map(|group| &group.shapes[..])
    }

    /// A lower bound for the distance of a position.
    pub fn bound<const N: usize>(&self, key: &[u64; N]) -> u16 {
        self.groups.iter().map(|group| u16::from(group.distance(key))).sum()
    }

    /// The bound after a move, from the bound before it.
    #[inline]
    pub fn bound_after<const N: usize>(
        &self,
        bound: u16,
        before: &[u64; N],
        after: &[u64; N],
    ) -> u16 {
        let moved = self.groups.iter().find(|group| group.differs(before, after));
        moved.map_or(bound, |group| {
            bound - u16::from(group.distance(before)) + u16::from(group.distance(after))
        })
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
        let bits: u32 = shapes.iter().map(|&shape| bits(layout, shape)).sum();
        let distances =
            distances(&Moves::new(puzzle, &own, Metric::Unit), own.key(&alone), bits, effort)?;
        Ok(Self { shapes, segments, distances })
    }

    #[inline]
    fn distance<const N: usize>(&self, key: &[u64; N]) -> u8 {
        let index = self.segments.iter().map(|segment| segment.of(key)).sum::<u64>();
        self.distances[index as usize]
    }

    /// Whether the tiles of the group have other places in another position.
    #[inline]
    fn differs<const N: usize>(&self, one: &[u64; N], other: &[u64; N]) -> bool {
        self.segments.iter().any(|segment| segment.of(one) != segment.of(other))
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

/// Tiles in the order of their shapes, as many in a group as its index can have.
fn groups(layout: &Layout, position: &Arrangement) -> Vec<Vec<ShapeId>> {
    let mut groups: Vec<Vec<ShapeId>> = Vec::new();
    let mut used = MOST_BITS;
    for (shape, _) in position.pieces() {
        let bits = bits(layout, shape);
        if used + bits > MOST_BITS {
            groups.push(Vec::new());
            used = 0;
        }
        used += bits;
        groups.last_mut().expect("the first tile begins a group").push(shape);
    }
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
