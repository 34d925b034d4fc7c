//! The halo of a part: frontiers that it received from other parts.

use huarong_search::cluster::varint::put_number;
use huarong_search::halo::{Halo, put_front};
use huarong_search::messages::FRONTIER;
use proptest::prelude::*;

/// Frontiers of skeletons with a given number of fillings; some frontiers are empty.
fn fronts() -> impl Strategy<Value = (usize, Vec<Option<Vec<u64>>>)> {
    (1..300usize).prop_flat_map(|fillings| {
        let front = proptest::collection::btree_set(0..fillings, 1..=fillings);
        let front = front.prop_map(move |chosen| {
            let mut front = vec![0; fillings.div_ceil(64)];
            chosen.into_iter().for_each(|filling| front[filling / 64] |= 1 << (filling % 64));
            front
        });
        let fronts = proptest::collection::vec(proptest::option::of(front), 1..20);
        (Just(fillings), fronts)
    })
}

/// A message with frontiers.
fn message(fillings: usize, fronts: &[Option<Vec<u64>>]) -> Vec<u8> {
    let mut message = vec![FRONTIER];
    let mut skipped = 0;
    for front in fronts {
        let Some(front) = front else {
            skipped += 1;
            continue;
        };
        put_number(&mut message, skipped);
        put_front(&mut message, fillings, front);
        skipped = 0;
    }
    message
}

proptest! {
    #[test]
    fn a_halo_gives_the_frontier_that_was_sent((fillings, fronts) in fronts(), before in 0..5usize) {
        let mut halo = Halo::new(before + fronts.len(), fillings);
        let sent = message(fillings, &fronts);
        let most = fronts.len() as u64 * (Halo::most_bytes(fillings as u64) - 8);
        prop_assert!(sent.len() as u64 <= 1 + most);
        prop_assert!(halo.keep(before..before + fronts.len(), sent.clone()).is_some());
        let mut found = vec![u64::MAX; fillings.div_ceil(64)];
        for (nth, front) in fronts.iter().enumerate() {
            prop_assert_eq!(halo.is_active(before + nth), front.is_some());
            halo.front(before + nth, &mut found);
            let none = vec![0; found.len()];
            prop_assert_eq!(&found, front.as_ref().unwrap_or(&none));
        }
        let sends_any = sent.len() > 1;
        prop_assert_eq!(halo.keep(before..before + fronts.len(), sent).is_none(), sends_any);
        halo.clear();
        prop_assert!((0..before + fronts.len()).all(|nth| !halo.is_active(nth)));
    }

    #[test]
    fn damaged_messages_are_refused_or_stay_within_bounds(
        (fillings, fronts) in fronts(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<prop::sample::Index>(),
        is_cut: bool,
    ) {
        let mut sent = message(fillings, &fronts);
        damage.into_iter().for_each(|(at, byte)| *at.get_mut(&mut sent) = byte);
        if is_cut {
            sent.truncate(cut.index(sent.len()));
        }
        let mut halo = Halo::new(fronts.len() + 1, fillings);
        let _ = halo.keep(0..fronts.len(), sent);
        let mut found = vec![0; fillings.div_ceil(64)];
        for nth in 0..fronts.len() {
            halo.front(nth, &mut found);
            let last = found[fillings / 64..].first().map_or(0, |last| last >> (fillings % 64));
            prop_assert_eq!(last, 0, "beyond the last filling");
        }
        prop_assert!(!halo.is_active(fronts.len()), "the halo of another part");
    }
}
