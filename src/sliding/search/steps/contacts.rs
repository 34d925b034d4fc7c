//! The skeletons at which a part of a search meets the others.

use super::segment::Segment;
use crate::sliding::search::partition::Partition;
use crate::sliding::search::skeleton::SkeletonId;

/// The skeletons that share groups with those of other parts.
#[derive(Debug)]
pub struct Contacts {
    /// For each other part the skeletons of this one that are in its halo, ascending, counted from this part's first.
    pub shown: Vec<Vec<SkeletonId>>,
    /// The halo: skeletons of other parts, by their numbers among all, ascending.
    pub halo: Vec<SkeletonId>,
}

impl Contacts {
    /// The contacts of a segment whose nodes still have their numbers among all skeletons.
    pub fn of_segment(segment: &Segment, partition: &Partition, part: usize) -> Self {
        let mut contacts = Self { shown: vec![Vec::new(); partition.parts()], halo: Vec::new() };
        let owned = partition.range(part);
        for group in 0..segment.group_count() {
            let nodes = segment.nodes(group);
            let is_owned = |node: &&SkeletonId| owned.contains(&u64::from(**node));
            for &other in nodes.iter().filter(|node| !is_owned(node)) {
                contacts.halo.push(other);
                let shown = &mut contacts.shown[partition.owner(other.into())];
                let own = nodes.iter().filter(is_owned);
                shown.extend(own.map(|&node| node - owned.start as SkeletonId));
            }
        }
        contacts.tidy();
        contacts
    }

    /// All contacts of several segments.
    pub fn merged(all: Vec<Self>, parts: usize) -> Self {
        let mut merged = Self { shown: vec![Vec::new(); parts], halo: Vec::new() };
        for contacts in all {
            merged.halo.extend(contacts.halo);
            let shown = merged.shown.iter_mut().zip(contacts.shown);
            shown.for_each(|(merged, shown)| merged.extend(shown));
        }
        merged.tidy();
        merged
    }

    /// Skeletons that others have in their halos: one counts once for each other part.
    pub fn shown_len(&self) -> usize {
        self.shown.iter().map(Vec::len).sum()
    }

    /// Sorts the skeletons and drops repetitions.
    fn tidy(&mut self) {
        for skeletons in self.shown.iter_mut().chain([&mut self.halo]) {
            skeletons.sort_unstable();
            skeletons.dedup();
            // The contacts of all segments are in memory at once.
            skeletons.shrink_to_fit();
        }
    }
}
