//! The end of a level. On each skeleton, the small pieces of the frontier move, and the new positions become the next
//! frontier.

use super::bitmaps::{Bitmaps, Chunk, Context, Fronts, Known, owned, rearrange};
use crate::kernels;
use crate::kernels::{WordBits, WordWork};
use crate::layout::{self, Layout, SkeletonWord, WithSmallPieces};
use huarong_core::effort::{Cancelled, Effort};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::AtomicU64;

/// Moves the small pieces of the frontier, and makes the new positions the frontier. Returns their number. `record`
/// gets every word with new positions, including those of images.
pub fn settle<B: Bitmaps, Y: Layout>(
    context: Context<'_, Y>,
    bitmaps: &mut B,
    record: &(impl Fn(SkeletonWord) + Sync),
    effort: Effort<'_>,
) -> Result<u64, Cancelled> {
    let skeletons = context.chunk();
    if !context.parallel {
        return Ok(settle_chunk(context, 0, bitmaps.whole(), record));
    }
    let chunks = bitmaps.chunks(skeletons).enumerate();
    let settled = chunks.map(|(nth, chunk)| {
        effort.check()?;
        Ok(settle_chunk(context, nth * skeletons, chunk, record))
    });
    settled.sum()
}

/// Settles a range of skeletons, and returns the number of new positions. Blocks of skeletons stay in the caches
/// between the moves of small pieces and the rest. Only the moves are compiled for each method of moving small pieces.
fn settle_chunk<K: Known, Y: Layout>(
    context: Context<'_, Y>,
    first: usize,
    mut chunk: Chunk<'_, K>,
    record: &impl Fn(SkeletonWord),
) -> u64 {
    let skeletons = chunk.active.len();
    let mut settled = 0;
    for from in (0..skeletons).step_by(context.chunk()) {
        let block = from..skeletons.min(from + context.chunk());
        let fronts = chunk.known.fronts();
        let (next, active) = (&mut *chunk.next, &*chunk.active);
        let moves = MoveSmallPieces { context, first, block: block.clone(), fronts, active, next };
        kernels::run(context.kernels, moves);
        settled += kernels::run(
            context.kernels,
            Settle { context, first, block, chunk: &mut chunk, record },
        );
    }
    settled
}

/// Moves of the small pieces of a block of skeletons.
struct MoveSmallPieces<'b, Y> {
    context: Context<'b, Y>,
    first: usize,
    block: Range<usize>,
    fronts: Fronts<'b>,
    active: &'b [bool],
    next: &'b mut [AtomicU64],
}

impl<Y: Layout> WordWork for MoveSmallPieces<'_, Y> {
    type Done = ();

    #[inline(always)]
    fn run(self, bits: impl WordBits) {
        self.context.layout.with_small_pieces(bits, self);
    }
}

impl<Y: Layout> WithSmallPieces for MoveSmallPieces<'_, Y> {
    #[inline(always)]
    fn with(self, mut small_pieces: impl layout::MoveSmallPieces) {
        let Self { context: Context { graph, layout, metric, .. }, first, fronts, .. } = self;
        let words = layout.words();
        let mut room = vec![0; words];
        let block = self.active[self.block.clone()].iter().zip(self.block.clone());
        let next = owned(&mut self.next[self.block.start * words..]).chunks_exact_mut(words);
        for ((_, nth), next) in block.zip(next).filter(|((active, _), _)| **active) {
            let front = fronts.of(nth, &mut room);
            small_pieces.move_all(metric, front, graph.pairs(first + nth), next);
        }
    }
}

/// A block of a range of skeletons that one thread settles. The result is the number of new positions.
struct Settle<'c, 'b, K, Y, R> {
    context: Context<'c, Y>,
    first: usize,
    block: Range<usize>,
    chunk: &'c mut Chunk<'b, K>,
    record: &'c R,
}

impl<K: Known, Y: Layout, R: Fn(SkeletonWord)> WordWork for Settle<'_, '_, K, Y, R> {
    type Done = u64;

    #[inline(always)]
    fn run(self, bits: impl WordBits) -> u64 {
        let Self { context: Context { graph, layout, .. }, first, block, chunk, record } = self;
        let Chunk { next, active, known } = chunk;
        let words = layout.words();
        let (mut room, mut image) = (vec![0; words], vec![0; words]);
        let next = owned(&mut next[block.start * words..]).chunks_exact_mut(words);
        let mut settled = 0;
        for ((active, nth), next) in active[block.clone()].iter_mut().zip(block).zip(next) {
            let skeleton = first + nth;
            if next.iter().all(|&word| word == 0) {
                if *active {
                    *active = false;
                    known.clear_front(nth);
                }
                continue;
            }
            let orbits = graph.orbits();
            let number = orbits.number(skeleton);
            let reflections = 0..orbits.symmetries().len();
            let images = reflections.map(|reflection| graph.image(skeleton, reflection));
            // If a representative is its own image, only one of two mirrored walks was followed.
            for own in images.clone().filter(|image| image.number == number) {
                image.copy_from_slice(next);
                rearrange(bits, layout, &mut image, own.swaps.iter());
                next.iter_mut().zip(&image).for_each(|(next, image)| *next |= image);
            }
            let record_word = |word, bits| record(SkeletonWord { skeleton: number, word, bits });
            let found = known.settle(nth, next, record_word);
            *active = found != 0;
            settled += found;
            if found == 0 {
                continue;
            }
            let mut recorded = [number; 4];
            for (nth_image, other) in (1..).zip(images) {
                if recorded[..nth_image].contains(&other.number) {
                    continue;
                }
                recorded[nth_image] = other.number;
                settled += found;
                image.copy_from_slice(known.fronts().of(nth, &mut room));
                rearrange(bits, layout, &mut image, other.swaps.iter());
                for (word, &bits) in image.iter().enumerate().filter(|(_, new)| **new != 0) {
                    record(SkeletonWord { skeleton: other.number, word, bits });
                }
            }
        }
        settled
    }
}
