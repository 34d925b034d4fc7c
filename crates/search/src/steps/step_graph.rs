//! The steps between all skeletons, or between the skeletons of one part.

use super::ImageView;
use super::builder::Builder;
use super::contacts::Contacts;
use super::segment::{GoalSkeleton, SEGMENT, Segment};
use crate::partition::Partition;
use crate::skeleton::{Pair, SkeletonId};
use crate::symmetry::Orbits;
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::numbering::Labelled;
use huarong_core::rules::Puzzle;
use rayon::prelude::*;

/// The representatives of the skeletons of a class and the groups of steps between them, in segments of [`SEGMENT`]
/// skeletons. A group belongs to the segment of its first node.
#[derive(Debug)]
pub struct StepGraph {
    segments: Vec<Segment>,
    orbits: Orbits,
}

/// Number of segments that are sampled to estimate the memory of all.
const SAMPLES: usize = 32;

impl StepGraph {
    /// Computes the graph of all representatives. There must be fewer than 2^32 skeletons.
    pub fn new(
        puzzle: &Puzzle,
        skeletons: &Labelled,
        orbits: Orbits,
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
        let count = skeletons.len() as usize;
        let builder = || Builder::new(puzzle, skeletons, &orbits, 0..count);
        let numbers = (0..count.div_ceil(SEGMENT)).into_par_iter();
        let segments = numbers.map_init(builder, |builder, segment| {
            // Only checks for cancellation, because preparation is part of the search.
            effort.done(0)?;
            Ok(builder.segment(segment * SEGMENT..count.min((segment + 1) * SEGMENT)))
        });
        Ok(Self { segments: segments.collect::<Result<_, _>>()?, orbits })
    }

    /// Computes the graph of the skeletons that a part owns, and its contacts with other parts. Skeletons are numbered
    /// from the part's first; those of its halo follow its last.
    pub fn of_part(
        puzzle: &Puzzle,
        skeletons: &Labelled,
        partition: &Partition,
        part: usize,
        effort: Effort<'_>,
    ) -> Result<(Self, Contacts), Cancelled> {
        let all = Orbits::trivial(skeletons.len());
        let owned = partition.range(part);
        let owned = owned.start as usize..owned.end as usize;
        let builder = || Builder::new(puzzle, skeletons, &all, owned.clone());
        let numbers = (0..owned.len().div_ceil(SEGMENT)).into_par_iter();
        let segments = numbers.map_init(builder, |builder, segment| {
            effort.done(0)?;
            let start = owned.start + segment * SEGMENT;
            let segment = builder.segment(start..owned.end.min(start + SEGMENT));
            let contacts = Contacts::of_segment(&segment, partition, part);
            Ok((segment, contacts))
        });
        let segments: Vec<(Segment, Contacts)> = segments.collect::<Result<_, _>>()?;
        let (mut segments, contacts): (Vec<_>, Vec<_>) = segments.into_iter().unzip();
        let contacts = Contacts::merged(contacts, partition.parts());
        segments.par_iter_mut().for_each(|segment| {
            for node in &mut segment.nodes {
                *node = match owned.contains(&(*node as usize)) {
                    true => *node - owned.start as SkeletonId,
                    false => {
                        let nth = contacts.halo.binary_search(node);
                        (owned.len() + nth.expect("the halo contains all foreign skeletons"))
                            as SkeletonId
                    }
                };
            }
        });
        let orbits = Orbits::trivial(owned.len() as u64);
        Ok((Self { segments, orbits }, contacts))
    }

    /// Mean number of bytes that the steps of a skeleton take without reflections, estimated from sampled segments.
    pub fn sample_bytes(
        puzzle: &Puzzle,
        skeletons: &Labelled,
        effort: Effort<'_>,
    ) -> Result<f64, Cancelled> {
        let count = skeletons.len() as usize;
        let orbits = Orbits::trivial(skeletons.len());
        let segments = count.div_ceil(SEGMENT);
        let sampled = (0..segments).step_by(segments.div_ceil(SAMPLES).max(1));
        let mut builder = Builder::new(puzzle, skeletons, &orbits, 0..count);
        let (mut bytes, mut seen) = (0, 0);
        for segment in sampled {
            effort.check()?;
            let range = segment * SEGMENT..count.min((segment + 1) * SEGMENT);
            seen += range.len();
            bytes += builder.segment(range).bytes();
        }
        Ok(bytes as f64 / seen.max(1) as f64)
    }

    pub fn orbits(&self) -> &Orbits {
        &self.orbits
    }

    /// The segments, which hold the groups.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// The representatives that have goal positions.
    pub fn goals(&self) -> impl Iterator<Item = GoalSkeleton> + '_ {
        self.segments.iter().flat_map(|segment| segment.goals.iter().copied())
    }

    #[inline]
    fn place_of(&self, representative: usize) -> (&Segment, usize) {
        let segment = &self.segments[self.orbits.number(representative) / SEGMENT];
        (segment, representative - segment.first)
    }

    /// The pairs of adjacent remaining cells of a representative.
    #[inline]
    pub fn pairs(&self, representative: usize) -> &[Pair] {
        let (segment, nth) = self.place_of(representative);
        segment.pairs(nth)
    }

    /// The image of a representative under a reflection, given by its number.
    #[inline]
    pub fn image(&self, representative: usize, reflection: usize) -> ImageView<'_> {
        let (segment, nth) = self.place_of(representative);
        segment.image(nth * self.orbits.symmetries().len() + reflection)
    }
}
