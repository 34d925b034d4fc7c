//! Where a part of a search meets the others: skeletons that pieces move between, of which each part sends its
//! frontier to those who need it.
//!
//! Each skeleton belongs to one part, and what is on it only that part finds. A piece's group of steps whose skeletons
//! belong to several parts each of them walks on its own, wholly, with the frontier on all the group's skeletons: so
//! lines and closures that cross parts need no rounds within a level. For that a part knows its *rim*, the skeletons
//! of others that are in groups with its own, and gets their frontier once a level. A position is on the frontier once
//! in a search, and so goes to each part that needs it once.

use super::SearchError;
use super::graph::SkeletonId;
use super::lean::Packed;
use super::plain::for_each_bit;
use crate::cluster::Exchange;
use rayon::prelude::*;
use std::num::NonZeroU32;
use std::ops::Range;

/// What of a space belongs to which part: ranges of skeletons, or of positions where these are looked at one by one.
#[derive(Clone, Debug)]
pub(super) struct Cut {
    /// Where each part begins, and the end.
    bounds: Vec<u64>,
}

impl Cut {
    /// So many things in so many parts, as even as can be; some are empty where there are fewer things than parts.
    pub fn even(things: u64, parts: usize) -> Self {
        let bound = |part| (u128::from(things) * part as u128 / parts as u128) as u64;
        Self { bounds: (0..=parts).map(bound).collect() }
    }

    /// What belongs to a part.
    pub fn range(&self, part: usize) -> Range<u64> {
        self.bounds[part]..self.bounds[part + 1]
    }

    /// Whose a thing is.
    #[inline]
    pub fn owner(&self, thing: u64) -> usize {
        self.bounds.partition_point(|&bound| bound <= thing) - 1
    }

    /// Number of parts.
    pub fn parts(&self) -> usize {
        self.bounds.len() - 1
    }
}

/// The border of a part.
#[derive(Debug, Default)]
pub(super) struct Border {
    /// For each part the skeletons of this one that are on its rim, ascending, counted from this one's first.
    shown: Vec<Vec<SkeletonId>>,
    /// Where the skeletons of each part begin on this one's rim, and the end.
    rim: Vec<usize>,
    /// Rounds in which the parts tell one another of a level.
    rounds: usize,
}

/// How one part's level went, for the others to hear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Positions found.
    pub found: u64,
    /// Whether it is time for a checkpoint, where the first part says so.
    pub is_due: bool,
}

/// What parcels begin with.
const FRONTIER: u8 = 0;
const TALLY: u8 = 1;
const NUMBER: u8 = 2;

/// Bytes of fillings that a parcel holds at most, but for the last skeleton's.
const PARCEL: usize = 1 << 18;

/// Bytes of fillings that a part sends in a round at most: what is under way takes memory at both its ends.
const ROUND: u64 = if cfg!(test) { 1 << 8 } else { 1 << 23 };

/// That a parcel of a part says what it cannot say.
fn broken(from: usize) -> SearchError {
    SearchError::Parcel(from)
}

impl Border {
    /// A border from the skeletons of a part that each other part has on its rim, and those of others on its own by
    /// their numbers among all, all ascending.
    pub fn new(cut: &Cut, shown: Vec<Vec<SkeletonId>>, rim: &[SkeletonId]) -> Self {
        let begins = |part| rim.partition_point(|&number| u64::from(number) < cut.bounds[part]);
        Self { shown, rim: (0..=cut.parts()).map(begins).collect(), rounds: 1 }
    }

    /// Lets all parts use as many rounds a level as the one needs that has the most to tell.
    pub fn agree_on_rounds(
        &mut self,
        exchange: &mut dyn Exchange,
        fillings: u64,
    ) -> Result<(), SearchError> {
        let bytes = (self.shown_len() as u64).saturating_mul(fillings.div_ceil(8));
        let rounds = bytes.div_ceil(ROUND).max(1);
        let others = told_by_others(exchange, rounds)?;
        let most = others.into_iter().map(|(_, rounds)| rounds).fold(rounds, u64::max);
        self.rounds = most as usize;
        Ok(())
    }

    /// Skeletons that others have on their rims, each as often as there are others.
    pub fn shown_len(&self) -> usize {
        self.shown.iter().map(Vec::len).sum()
    }

    /// Skeletons on the rim.
    pub fn rim_len(&self) -> usize {
        self.rim.last().copied().unwrap_or(0)
    }

    /// Sends the frontier to those who need it, and makes that of the others the rim's; how the level went for all.
    pub fn exchange(
        &self,
        exchange: &mut dyn Exchange,
        packed: &mut Packed,
        fillings: usize,
        tally: Tally,
    ) -> Result<Tally, SearchError> {
        packed.rim().clear();
        let mut all = tally;
        for round in 0..self.rounds {
            for (to, shown) in self.shown.iter().enumerate() {
                let [start, end] = [round, round + 1].map(|nth| shown.len() * nth / self.rounds);
                let each = (PARCEL / fillings.div_ceil(8)).max(1);
                let chunks = shown[start..end].par_chunks(each).enumerate();
                let parcels =
                    chunks.map(|(nth, shown)| pack(packed, fillings, start + nth * each, shown));
                for parcel in parcels.collect::<Vec<_>>().into_iter().flatten() {
                    exchange.send(to, parcel);
                }
            }
            if round == 0 {
                tally.send(exchange);
            }
            for (from, parcel) in exchange.end_round()? {
                let taken = match parcel.split_first() {
                    Some((&FRONTIER, _)) => {
                        let range = self.rim.get(from..from + 2).map(|ends| ends[0]..ends[1]);
                        range.and_then(|range| packed.rim().keep(range, parcel))
                    }
                    Some((&TALLY, rest)) => all.add(from, rest),
                    _ => None,
                };
                taken.ok_or_else(|| broken(from))?;
            }
        }
        Ok(all)
    }
}

impl Tally {
    /// How the level went for all parts, in a round of its own.
    pub fn of_all(self, exchange: &mut dyn Exchange) -> Result<Self, SearchError> {
        self.send(exchange);
        let mut all = self;
        for (from, parcel) in exchange.end_round()? {
            let added = match parcel.split_first() {
                Some((&TALLY, rest)) => all.add(from, rest),
                _ => None,
            };
            added.ok_or_else(|| broken(from))?;
        }
        Ok(all)
    }

    /// Sends it to all others.
    fn send(self, exchange: &mut dyn Exchange) {
        let mut said = vec![TALLY, u8::from(self.is_due)];
        put_number(&mut said, self.found);
        exchange.send_to_others(&said);
    }

    /// Adds what another part sent behind the kind of its parcel; `None` where that is no tally.
    fn add(&mut self, from: usize, mut rest: &[u8]) -> Option<()> {
        self.is_due |= take_byte(&mut rest)? == 1 && from == 0;
        self.found = self.found.checked_add(take_number(&mut rest)?)?;
        Some(())
    }
}

/// The lowest of the levels that all parts can go on from; `None` where one of them has to begin anew.
pub(super) fn agree(
    exchange: &mut dyn Exchange,
    level: Option<u16>,
) -> Result<Option<u16>, SearchError> {
    let mut lowest = level;
    let mine = level.map_or(0, |level| u64::from(level) + 1);
    for (from, theirs) in told_by_others(exchange, mine)? {
        let theirs = u16::try_from(theirs).map_err(|_| broken(from))?;
        lowest = lowest.min(theirs.checked_sub(1));
    }
    Ok(lowest)
}

/// Tells the others a number, and hears theirs, each with whose it is.
fn told_by_others(
    exchange: &mut dyn Exchange,
    mine: u64,
) -> Result<Vec<(usize, u64)>, SearchError> {
    let mut said = vec![NUMBER];
    put_number(&mut said, mine);
    exchange.send_to_others(&said);
    let number = |(from, parcel): (usize, Vec<u8>)| match parcel.split_first() {
        Some((&NUMBER, mut rest)) => {
            take_number(&mut rest).map(|number| (from, number)).ok_or_else(|| broken(from))
        }
        _ => Err(broken(from)),
    };
    exchange.end_round()?.into_iter().map(number).collect()
}

/// The frontier on some skeletons, the first of which is the so-manieth of those that a part has on its rim; `None`
/// where there is none.
///
/// Behind the kind of the parcel, for each skeleton with positions: how many skeletons are passed over before it, how
/// many positions it has, and for each how many fillings are passed over. Where that would be longer, the number is 0
/// and all fillings' bits follow.
fn pack(packed: &Packed, fillings: usize, first: usize, shown: &[SkeletonId]) -> Option<Vec<u8>> {
    let mut front = vec![0; fillings.div_ceil(64)];
    let mut parcel = Vec::new();
    let mut next = 0;
    for (nth, &skeleton) in (first..).zip(shown) {
        if !packed.is_active(skeleton as usize) {
            continue;
        }
        if parcel.is_empty() {
            parcel.push(FRONTIER);
        }
        put_number(&mut parcel, (nth - next) as u64);
        next = nth + 1;
        packed.front(skeleton as usize, &mut front);
        put_front(&mut parcel, fillings, &front);
    }
    parcel.shrink_to_fit();
    (!parcel.is_empty()).then_some(parcel)
}

/// Appends the frontier of a skeleton, behind how many skeletons are passed over.
fn put_front(parcel: &mut Vec<u8>, fillings: usize, front: &[u64]) {
    let count: u32 = front.iter().map(|word| word.count_ones()).sum();
    let bytes = fillings.div_ceil(8);
    if 2 * count as usize >= bytes {
        parcel.push(0);
        parcel.extend(front.iter().flat_map(|word| word.to_le_bytes()).take(bytes));
        return;
    }
    put_number(parcel, count.into());
    let mut next = 0;
    for (word, &bits) in front.iter().enumerate() {
        for_each_bit(word, bits, |filling| {
            put_number(parcel, filling - next);
            next = filling + 1;
        });
    }
}

/// The frontier on the skeletons of other parts that pieces move to and from, which are numbered behind a part's own.
/// It stays as it was sent, and is made bits of when a group asks for it.
#[derive(Debug)]
pub(super) struct Rim {
    /// Fillings of a skeleton.
    fillings: usize,
    /// What arrived in this level, all of it checked.
    parcels: Vec<Vec<u8>>,
    /// For each skeleton where its frontier begins; `None` where it has no positions.
    begins: Vec<Option<Begin>>,
}

/// Where the frontier of a skeleton begins: behind how many skeletons are passed over before it.
#[derive(Clone, Copy, Debug)]
struct Begin {
    parcel: u32,
    /// The byte of the parcel, never the first: that says its kind.
    byte: NonZeroU32,
}

impl Rim {
    /// Of so many skeletons with so many fillings each, and no positions yet.
    pub fn new(skeletons: usize, fillings: usize) -> Self {
        Self { fillings, parcels: Vec::new(), begins: vec![None; skeletons] }
    }

    /// Most bytes that a rim takes for each of its skeletons: where its frontier begins, and all bits of its fillings
    /// behind two numbers.
    pub fn most_bytes(fillings: u64) -> u64 {
        size_of::<Option<Begin>>() as u64 + fillings.div_ceil(8) + 3
    }

    /// Takes all positions from it.
    fn clear(&mut self) {
        self.parcels.clear();
        self.begins.fill(None);
    }

    /// Whether a skeleton has positions.
    #[inline(always)]
    pub fn is_active(&self, nth: usize) -> bool {
        self.begins[nth].is_some()
    }

    /// The frontier of a skeleton.
    #[inline]
    pub fn front(&self, nth: usize, front: &mut [u64]) {
        front.fill(0);
        let Some(Begin { parcel, byte }) = self.begins[nth] else { return };
        let mut rest = &self.parcels[parcel as usize][byte.get() as usize..];
        let taken = take_front(&mut rest, self.fillings, |word, bits| front[word] |= bits);
        taken.expect("parcels are checked when they arrive");
    }

    /// Keeps a part's frontier on its range of the rim; `None` where the parcel is not one that [`pack`] makes.
    fn keep(&mut self, range: Range<usize>, parcel: Vec<u8>) -> Option<()> {
        let number = u32::try_from(self.parcels.len()).ok()?;
        self.parcels.push(parcel);
        let parcel = &self.parcels[number as usize];
        let mut rest = parcel.get(1..)?;
        let mut next = range.start;
        while !rest.is_empty() {
            let skipped = usize::try_from(take_number(&mut rest)?).ok()?;
            let nth = next.checked_add(skipped).filter(|&nth| nth < range.end)?;
            next = nth + 1;
            let byte = NonZeroU32::new(u32::try_from(parcel.len() - rest.len()).ok()?)?;
            take_front(&mut rest, self.fillings, |_, _| ())?;
            let before = self.begins[nth].replace(Begin { parcel: number, byte });
            // No part tells of a skeleton twice in a level.
            before.is_none().then_some(())?;
        }
        Some(())
    }
}

/// Takes the frontier of a skeleton, as words and bits of them; `None` where it is not one that [`pack`] makes.
#[inline(always)]
fn take_front(rest: &mut &[u8], fillings: usize, mut found: impl FnMut(usize, u64)) -> Option<()> {
    let count = take_number(rest)?;
    if count == 0 {
        let (bits, behind) = rest.split_at_checked(fillings.div_ceil(8))?;
        *rest = behind;
        for (word, bytes) in bits.chunks(8).enumerate() {
            let mut whole = [0; 8];
            whole[..bytes.len()].copy_from_slice(bytes);
            found(word, u64::from_le_bytes(whole));
        }
        let is_within = fillings.is_multiple_of(8) || bits.last()? >> (fillings % 8) == 0;
        return is_within.then_some(());
    }
    let mut next = 0usize;
    for _ in 0..count {
        let skipped = usize::try_from(take_number(rest)?).ok()?;
        let filling = next.checked_add(skipped).filter(|&filling| filling < fillings)?;
        found(filling / 64, 1 << (filling % 64));
        next = filling + 1;
    }
    Some(())
}

fn take_byte(rest: &mut &[u8]) -> Option<u8> {
    let (&byte, behind) = rest.split_first()?;
    *rest = behind;
    Some(byte)
}

/// Appends a number in as many bytes as it needs: seven bits each, the lowest first, with the highest bit where more
/// follow (LEB128).
pub(super) fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number that [`put_number`] put there.
#[inline]
pub(super) fn take_number(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let byte = take_byte(rest)?;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Frontiers of skeletons with so many fillings, of which those without a number are passed over.
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

    /// A parcel of frontiers.
    fn parcel(fillings: usize, fronts: &[Option<Vec<u64>>]) -> Vec<u8> {
        let mut parcel = vec![FRONTIER];
        let mut skipped = 0;
        for front in fronts {
            let Some(front) = front else {
                skipped += 1;
                continue;
            };
            put_number(&mut parcel, skipped);
            put_front(&mut parcel, fillings, front);
            skipped = 0;
        }
        parcel
    }

    proptest! {
        #[test]
        fn a_rim_gives_the_frontier_that_was_sent((fillings, fronts) in fronts(), before in 0..5usize) {
            let mut rim = Rim::new(before + fronts.len(), fillings);
            let sent = parcel(fillings, &fronts);
            let most = fronts.len() as u64 * (Rim::most_bytes(fillings as u64) - 8);
            prop_assert!(sent.len() as u64 <= 1 + most);
            prop_assert!(rim.keep(before..before + fronts.len(), sent.clone()).is_some());
            let mut found = vec![u64::MAX; fillings.div_ceil(64)];
            for (nth, front) in fronts.iter().enumerate() {
                prop_assert_eq!(rim.is_active(before + nth), front.is_some());
                rim.front(before + nth, &mut found);
                let none = vec![0; found.len()];
                prop_assert_eq!(&found, front.as_ref().unwrap_or(&none));
            }
            let tells_any = sent.len() > 1;
            prop_assert_eq!(rim.keep(before..before + fronts.len(), sent).is_none(), tells_any);
            rim.clear();
            prop_assert!((0..before + fronts.len()).all(|nth| !rim.is_active(nth)));
        }

        #[test]
        fn damaged_parcels_are_refused_or_stay_within_bounds(
            (fillings, fronts) in fronts(),
            damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
            cut in any::<prop::sample::Index>(),
            is_cut: bool,
        ) {
            let mut sent = parcel(fillings, &fronts);
            damage.into_iter().for_each(|(at, byte)| *at.get_mut(&mut sent) = byte);
            if is_cut {
                sent.truncate(cut.index(sent.len()));
            }
            let mut rim = Rim::new(fronts.len() + 1, fillings);
            let _ = rim.keep(0..fronts.len(), sent);
            let mut found = vec![0; fillings.div_ceil(64)];
            for nth in 0..fronts.len() {
                rim.front(nth, &mut found);
                let last = found[fillings / 64..].first().map_or(0, |last| last >> (fillings % 64));
                prop_assert_eq!(last, 0, "beyond the last filling");
            }
            prop_assert!(!rim.is_active(fronts.len()), "the rim of another part");
        }
    }
}
