//! Moves of all larger pieces on the frontier, group by group.

use super::bitmaps::{Bitmaps, Context, Plain, join, owned, rearrange};
use super::reach::{Reach, flood};
use crate::effort::{Effort, Stopped};
use crate::sliding::rules::Metric;
use crate::sliding::search::kernels::{self, WordBits, WordWork};
use crate::sliding::search::layout::Layout;
use crate::sliding::search::skeleton::SkeletonId;
use crate::sliding::search::steps::segment::Segment;
use crate::sliding::search::steps::{GroupView, Swap};
use crate::sliding::search::symmetry::Transform;
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::AtomicU64;

/// Moves the larger pieces of the frontier; what they reach is added to [`next`](Bitmaps::next).
pub fn expand<B: Bitmaps, Y: Layout>(
    context: Context<'_, Y>,
    bitmaps: &B,
    effort: Effort<'_>,
) -> Result<(), Stopped> {
    let segments = context.graph.segments();
    let run = |room: &mut Room, segment: &Segment, groups: Range<usize>| {
        // A level of a large space takes long: it can be cancelled in between.
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

/// Room for the moves of one thread.
#[derive(Default)]
struct Room {
    cubes: Vec<u64>,
    /// A group that is not moved in place: its skeletons as they stand, and what moves lead to, which is zero between
    /// groups.
    front: Vec<u64>,
    active: Vec<bool>,
    next: Vec<AtomicU64>,
}

/// The nodes of a group by their numbers in it, which are bytes.
static NUMBERS: [SkeletonId; 256] = {
    let mut numbers = [0; 256];
    let mut number = 0;
    while number < numbers.len() {
        numbers[number] = number as SkeletonId;
        number += 1;
    }
    numbers
};

/// The groups that one thread moves.
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
        let Self { bitmaps, context, segment, groups, room } = self;
        let Context { layout, metric, parallel: shared, .. } = context;
        let words = layout.words();
        let plain = bitmaps.plain();
        for index in groups {
            if !segment.nodes(index).iter().any(|&node| bitmaps.is_active(node as usize)) {
                continue;
            }
            let group = segment.group(index);
            let has_images = group.transforms.iter().any(|&of| of != Transform::IDENTITY);
            match plain {
                Some(bitmaps) if !has_images => {
                    let reach = Reach { bitmaps, layout, words, shared };
                    reach.group(bits, metric, group, &mut room.cubes);
                }
                _ => move_apart(bits, bitmaps, context, group, has_images, room),
            }
        }
    }
}

/// Moves the piece of a group apart from the bitmaps: if the skeletons of some nodes are images of representatives, or
/// the frontier has to be decoded.
#[inline(always)]
fn move_apart<B: Bitmaps, Y: Layout>(
    bits: impl WordBits,
    bitmaps: &B,
    context: Context<'_, Y>,
    group: GroupView<'_>,
    has_images: bool,
    room: &mut Room,
) {
    let Room { cubes, front, active, next } = room;
    let Context { graph, layout, metric, parallel: shared, .. } = context;
    let (words, count) = (layout.words(), group.nodes.len());
    let swaps = |nth: usize| -> Option<&[Swap]> {
        let reflection = group.transforms[nth].reflection()?;
        Some(graph.image(group.nodes[nth] as usize, reflection).swaps)
    };
    active.clear();
    front.resize(count * words, 0);
    for (nth, front) in front.chunks_exact_mut(words).enumerate() {
        let node = group.nodes[nth] as usize;
        active.push(bitmaps.is_active(node));
        if !active[nth] {
            front.fill(0);
            continue;
        }
        bitmaps.front(node, front);
        if let Some(swaps) = swaps(nth) {
            rearrange(bits, layout, front, swaps.iter());
        }
    }
    if metric == Metric::Finger && !has_images {
        match words {
            1 => flood::<true>(bits, layout, group, front),
            _ => flood::<false>(bits, layout, group, front),
        }
        for (&node, found) in group.nodes.iter().zip(front.chunks_exact(words)) {
            let next = bitmaps.next(node as usize);
            next.iter().zip(found).for_each(|(next, &found)| join(next, found, shared));
        }
        return;
    }
    if next.len() < count * words {
        next.resize_with(count * words, AtomicU64::default);
    }
    let apart = Plain { front: &*front, active: &*active, next: &*next };
    let reach = Reach { bitmaps: apart, layout, words, shared: false };
    reach.group(bits, metric, GroupView { nodes: &NUMBERS[..count], ..group }, cubes);
    for (nth, reached) in owned(next).chunks_exact_mut(words).take(count).enumerate() {
        if reached.iter().all(|&word| word == 0) {
            continue;
        }
        if let Some(swaps) = swaps(nth) {
            rearrange(bits, layout, reached, swaps.iter().rev());
        }
        for (next, &found) in bitmaps.next(group.nodes[nth] as usize).iter().zip(&*reached) {
            if found != 0 {
                join(next, found, shared);
            }
        }
        reached.fill(0);
    }
}
