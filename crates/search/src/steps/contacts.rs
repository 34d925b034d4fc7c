//! Skeletons of a part that share groups with skeletons of other parts.

use super::segment::Segment;
use crate::partition::Partition;
use crate::skeleton::SkeletonId;

/// The skeletons that share groups with those of other parts.
#[derive(Debug)]
pub struct Contacts {
    /// For each other part, the skeletons of this part in its halo, ascending, counted from this part's first.
    pub shown: Vec<Vec<SkeletonId>>,
    /// The halo: skeletons of other parts, by their global numbers, ascending.
    pub halo: Vec<SkeletonId>,
}

impl Contacts {
    /// Finds the contacts of a segment whose nodes have global numbers.
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

    /// The union of the contacts of several segments.
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

    /// Number of skeletons in halos of other parts. A skeleton counts once per halo.
    pub fn shown_len(&self) -> usize {
        self.shown.iter().map(Vec::len).sum()
    }

    /// Sorts the skeletons and removes duplicates.
    fn tidy(&mut self) {
        for skeletons in self.shown.iter_mut().chain([&mut self.halo]) {
            skeletons.sort_unstable();
            skeletons.dedup();
            // The contacts of all segments are in memory at once.
            skeletons.shrink_to_fit();
        }
    }
}
