//! The end of a level. On each skeleton, the small pieces of the frontier move, and the new positions become the next
//! frontier.

use super::bitmaps::{Bitmaps, Chunk, Context, Known, owned, rearrange};
use crate::kernels;
use crate::kernels::{WordBits, WordWork};
use crate::layout::{Layout, MoveSmallPieces, SkeletonWord, WithSmallPieces};
use huarong_core::effort::{Cancelled, Effort};
use rayon::prelude::*;

/// Moves the small pieces of the frontier, and makes the new positions the frontier. Returns their number. `record`
/// gets every word with new positions, including those of images.
pub fn settle<B: Bitmaps, Y: Layout>(
    context: Context<'_, Y>,
    bitmaps: &mut B,
    record: &(impl Fn(SkeletonWord) + Sync),
    effort: Effort<'_>,
) -> Result<u64, Cancelled> {
    if !context.parallel {
        let work = Settle { first: 0, chunk: bitmaps.whole(), context, record };
        return Ok(kernels::run(context.kernels, work));
    }
    let skeletons = context.chunk();
    let chunks = bitmaps.chunks(skeletons).enumerate();
    let settled = chunks.map(|(nth, chunk)| {
        effort.check()?;
        let work = Settle { first: nth * skeletons, chunk, context, record };
        Ok(kernels::run(context.kernels, work))
    });
    settled.sum()
}

/// A range of skeletons that one thread settles. The result is the number of new positions.
struct Settle<'b, K, Y, R> {
    first: usize,
    chunk: Chunk<'b, K>,
    context: Context<'b, Y>,
    record: &'b R,
}

impl<K: Known, Y: Layout, R: Fn(SkeletonWord)> WordWork for Settle<'_, K, Y, R> {
    type Done = u64;

    #[inline(always)]
    fn run(self, bits: impl WordBits) -> u64 {
        let layout = self.context.layout;
        layout.with_small_pieces(bits, SettleWith { work: self, bits })
    }
}

struct SettleWith<'b, K, Y, R, B> {
    work: Settle<'b, K, Y, R>,
    bits: B,
}

impl<K: Known, Y: Layout, R: Fn(SkeletonWord), B: WordBits> WithSmallPieces
    for SettleWith<'_, K, Y, R, B>
{
    #[inline(always)]
    fn with(self, mut small_pieces: impl MoveSmallPieces) -> u64 {
        let Self { work: Settle { first, chunk, context, record }, bits } = self;
        let Chunk { next, active, mut known } = chunk;
        let Context { graph, layout, metric, .. } = context;
        let words = layout.words();
        let (mut room, mut image) = (vec![0; words], vec![0; words]);
        let mut settled = 0;
        let skeletons = active.iter_mut().zip(owned(next).chunks_exact_mut(words)).enumerate();
        for (nth, (active, next)) in skeletons {
            let skeleton = first + nth;
            if *active {
                let front = known.front(nth, &mut room);
                small_pieces.move_all(metric, front, graph.pairs(skeleton), next);
            }
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
                image.copy_from_slice(known.front(nth, &mut room));
                rearrange(bits, layout, &mut image, other.swaps.iter());
                for (word, &bits) in image.iter().enumerate().filter(|(_, new)| **new != 0) {
                    record(SkeletonWord { skeleton: other.number, word, bits });
                }
            }
        }
        settled
    }
}
