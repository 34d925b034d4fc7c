//! Moves of all larger pieces from the frontier, group by group.

use super::bitmaps::{Bitmaps, Context, Plain, join, owned, rearrange};
use super::reach::{Reach, flood};
use crate::kernels;
use crate::kernels::{WordBits, WordWork};
use crate::layout::Layout;
use crate::skeleton::SkeletonId;
use crate::steps::segment::Segment;
use crate::steps::{GroupView, Swap};
use crate::symmetry::Transform;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::rules::SinglePieceMetric;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::AtomicU64;

/// Moves the larger pieces from the frontier, and adds the reached positions to [`next`](Bitmaps::next).
pub fn expand<B: Bitmaps, Y: Layout>(
    context: Context<'_, Y>,
    bitmaps: &B,
    effort: Effort<'_>,
) -> Result<(), Cancelled> {
    let segments = context.graph.segments();
    let run = |room: &mut Room, segment: &Segment, groups: Range<usize>| {
        // A level of a large space takes long, so it can be cancelled between segments.
        effort.done(0)?;
        kernels::run(context.kernels, MoveGroups { bitmaps, context, segment, groups, room });
        Ok(())
    };
    if context.parallel {
        let chunk = context.chunk();
        let chunks = segments.par_iter().flat_map(|segment| {
            let groups = segment.group_count();
            let chunks = (0..groups.div_ceil(chunk)).into_par_iter();
            chunks.map(move |nth| (segment, nth * chunk..groups.min((nth + 1) * chunk)))
        });
        chunks
            .try_for_each_init(Room::default, |room, (segment, groups)| run(room, segment, groups))
    } else {
        let mut room = Room::default();
        segments.iter().try_for_each(|segment| run(&mut room, segment, 0..segment.group_count()))
    }
}

/// Working memory of one thread.
#[derive(Default)]
struct Room {
    cubes: Vec<u64>,
    /// A group that cannot be moved in place: the frontier on its skeletons, and the reached positions, which are zero
    /// between groups.
    front: Vec<u64>,
    active: Vec<bool>,
    next: Vec<AtomicU64>,
}

/// The numbers of a group's nodes. They fit in a byte.
static NUMBERS: [SkeletonId; 256] = {
    let mut numbers = [0; 256];
    let mut number = 0;
    while number < numbers.len() {
        numbers[number] = number as SkeletonId;
        number += 1;
    }
    numbers
};

struct MoveGroups<'b, 'c, B, Y> {
    bitmaps: &'b B,
    context: Context<'b, Y>,
    segment: &'b Segment,
    groups: Range<usize>,
    room: &'c mut Room,
}

impl<B: Bitmaps, Y: Layout> WordWork for MoveGroups<'_, '_, B, Y> {
    type Done = ();

    #[inline(always)]
    fn run(self, bits: impl WordBits) {
        let Self { bitmaps, context, segment, mut groups, room } = self;
        let Context { layout, metric, parallel: shared, .. } = context;
        let words = layout.words();
        let plain = bitmaps.plain();
        let is_active = |node: SkeletonId| bitmaps.is_active(node as usize);
        while let Some(index) = segment.find_group(groups.clone(), is_active) {
            groups.start = index + 1;
            let group = segment.group(index);
            let has_images = group.transforms.iter().any(|&of| of != Transform::IDENTITY);
            match plain {
                Some(bitmaps) if !has_images => {
                    let reach = Reach { bitmaps, layout, words, shared };
                    reach.group(bits, metric, group, &mut room.cubes);
                }
                _ => Apart { bitmaps, context, group, has_images }.run(bits, room),
            }
        }
    }
}

/// A group whose piece is moved on copies, because some of its skeletons are images of representatives, or because the
/// frontier must be decoded.
struct Apart<'b, B, Y> {
    bitmaps: &'b B,
    context: Context<'b, Y>,
    group: GroupView<'b>,
    has_images: bool,
}

impl<B: Bitmaps, Y: Layout> Apart<'_, B, Y> {
    /// Moves the piece.
    #[inline(always)]
    fn run(&self, bits: impl WordBits, room: &mut Room) {
        let Self { bitmaps, context, group, has_images } = *self;
        let Context { layout, metric, parallel: shared, .. } = context;
        let (words, count) = (layout.words(), group.nodes.len());
        self.collect(bits, room);
        let Room { cubes, front, active, next } = room;
        if metric == SinglePieceMetric::Finger && !has_images {
            cubes.clear();
            cubes.extend_from_slice(front);
            flood(bits, layout, group, cubes);
            let reached = cubes.chunks_exact(words).zip(front.chunks_exact(words));
            for (&node, (reached, front)) in group.nodes.iter().zip(reached) {
                let next = bitmaps.next(node as usize);
                for (next, (&reached, &front)) in next.iter().zip(reached.iter().zip(front)) {
                    if reached != front {
                        join(next, reached, shared);
                    }
                }
            }
            return;
        }
        if next.len() < count * words {
            next.resize_with(count * words, AtomicU64::default);
        }
        let apart = Plain { front: &*front, active: &*active, next: &*next };
        let reach = Reach { bitmaps: apart, layout, words, shared: false };
        reach.group(bits, metric, GroupView { nodes: &NUMBERS[..count], ..group }, cubes);
        self.give_back(bits, owned(next));
    }

    /// Copies the frontier on the skeletons of the group, with images applied.
    #[inline(always)]
    fn collect(&self, bits: impl WordBits, room: &mut Room) {
        let (layout, nodes) = (self.context.layout, self.group.nodes);
        let words = layout.words();
        room.active.clear();
        room.front.resize(nodes.len() * words, 0);
        for (nth, front) in room.front.chunks_exact_mut(words).enumerate() {
            let is_active = self.bitmaps.is_active(nodes[nth] as usize);
            room.active.push(is_active);
            if !is_active {
                front.fill(0);
                continue;
            }
            self.bitmaps.front(nodes[nth] as usize, front);
            if let Some(swaps) = self.swaps(nth) {
                rearrange(bits, layout, front, swaps.iter());
            }
        }
    }

    /// Adds the reached positions to the bitmaps of the representatives, and clears the copies.
    #[inline(always)]
    fn give_back(&self, bits: impl WordBits, reached: &mut [u64]) {
        let Context { layout, parallel: shared, .. } = self.context;
        let nodes = self.group.nodes.iter().enumerate();
        for ((nth, &node), reached) in nodes.zip(reached.chunks_exact_mut(layout.words())) {
            if reached.iter().all(|&word| word == 0) {
                continue;
            }
            if let Some(swaps) = self.swaps(nth) {
                rearrange(bits, layout, reached, swaps.iter().rev());
            }
            for (next, &found) in self.bitmaps.next(node as usize).iter().zip(&*reached) {
                if found != 0 {
                    join(next, found, shared);
                }
            }
            reached.fill(0);
        }
    }

    /// The swaps that turn the representative of a node into the node's skeleton; `None` if it is the representative.
    #[inline(always)]
    fn swaps(&self, nth: usize) -> Option<&[Swap]> {
        let reflection = self.group.transforms[nth].reflection()?;
        Some(self.context.graph.image(self.group.nodes[nth] as usize, reflection).swaps)
    }
}
