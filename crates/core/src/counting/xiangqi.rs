//! The number of states of Chinese chess (xiangqi, 象棋).
//!
//! A state is the placement of both sides' pieces: always the generals, and the other pieces that are not captured.
//! Pieces of one kind and colour are interchangeable, and the side to move does not matter. The method is that of Wei and
//! Li (CAAI Transactions on Intelligent Systems 14(1), 2019). Their title: "A method for calculating the total number of
//! states of Chinese chess on the basis of dynamic programming". It places pieces that are bound to few points first and keeps only
//! the quantities on which later pieces depend.
//!
//! Each side's half has 9 files by 5 ranks. A side's *guards* (general, advisors, elephants and soldiers that have not
//! crossed the river) stay in its half and block only one another. All other pieces depend only on the number of empty
//! points in each half.

use super::state_counts::StateCounts;
use num_bigint::{BigInt, BigUint};
use num_integer::binomial;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Number of points of half the board.
const HALF: u8 = 45;
/// Points of a half, by file and rank as seen by its side: bit `9 * rank + file`.
type Points = u64;

const PALACE: Points = rectangle(3..=5, 0..=2);
const ADVISORS: Points = point(3, 0) | point(5, 0) | point(4, 1) | point(3, 2) | point(5, 2);
/// The elephants' points that are not soldiers' points; one of them is in the palace.
const ELEPHANTS: Points = point(2, 0) | point(6, 0) | point(0, 2) | point(4, 2) | point(8, 2);
/// The elephants' points at the river, each on a file of the soldiers.
const RIVER_ELEPHANTS: u8 = 2;
/// The files of soldiers that have not crossed the river. Each file has two points, at ranks 3 and 4.
const SOLDIER_FILES: [u8; 5] = [0, 2, 4, 6, 8];

const fn point(file: u8, rank: u8) -> Points {
    1 << (9 * rank + file)
}

const fn rectangle(files: RangeInclusive<u8>, ranks: RangeInclusive<u8>) -> Points {
    let mut points = 0;
    let mut rank = *ranks.start();
    while rank <= *ranks.end() {
        let mut file = *files.start();
        while file <= *files.end() {
            points |= point(file, rank);
            file += 1;
        }
        rank += 1;
    }
    points
}

/// A kind of piece that can be captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// 車
    Rook,
    /// 馬
    Horse,
    /// 砲
    Cannon,
    /// 士
    Advisor,
    /// 象
    Elephant,
    /// 兵
    Soldier,
}

impl Kind {
    /// All kinds, in the order that numbers them.
    pub const ALL: [Kind; 6] =
        [Kind::Rook, Kind::Horse, Kind::Cannon, Kind::Advisor, Kind::Elephant, Kind::Soldier];
    /// The kinds that may be anywhere.
    const OFFICERS: [Kind; 3] = [Kind::Rook, Kind::Horse, Kind::Cannon];

    /// Number of pieces of this kind per side at the start of a game.
    pub fn full_count(self) -> u8 {
        if self == Kind::Soldier { 5 } else { 2 }
    }
}

/// Number of pieces of each kind of one side, without the general, in the order of [`Kind::ALL`].
pub type Side = [u8; 6];

/// Allowed numbers of pieces of each kind for one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideLimits([RangeInclusive<u8>; 6]);

impl SideLimits {
    /// Any number of each kind up to that at the start of a game.
    pub fn any() -> Self {
        Self(Kind::ALL.map(|kind| 0..=kind.full_count()))
    }

    /// The numbers at the start of a game.
    pub fn full() -> Self {
        Self(Kind::ALL.map(|kind| kind.full_count()..=kind.full_count()))
    }

    /// The same limits with another range for one kind.
    ///
    /// # Panics
    ///
    /// If the range is empty or exceeds the number at the start of a game.
    pub fn with(mut self, kind: Kind, count: RangeInclusive<u8>) -> Self {
        assert!(!count.is_empty() && *count.end() <= kind.full_count(), "{count:?} of {kind:?}");
        self.0[kind as usize] = count;
        self
    }

    /// Exactly the pieces of a side.
    fn exactly(side: &Side) -> Self {
        Self(side.map(|count| count..=count))
    }

    /// All materials within the limits, in ascending order.
    fn materials(&self) -> Vec<Side> {
        let mut sides = vec![Side::default()];
        for kind in Kind::ALL {
            let with = |side: Side| {
                self.of(kind).map(move |count| {
                    let mut side = side;
                    side[kind as usize] = count;
                    side
                })
            };
            sides = sides.into_iter().flat_map(with).collect();
        }
        sides
    }

    fn of(&self, kind: Kind) -> RangeInclusive<u8> {
        self.0[kind as usize].clone()
    }
}

/// Which states are counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct States {
    /// Allowed pieces of each side, red first.
    pub sides: [SideLimits; 2],
    /// Whether the generals may face each other: on one file with no piece between them.
    pub facing: bool,
}

/// State of the guards placed, as far as later steps depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Guards {
    /// Number of advisors' points that the general leaves empty.
    advisor_points: u8,
    /// Number of elephants' points away from the river that the general leaves empty.
    elephant_points: u8,
    /// Number of soldiers' points that elephants occupy, each on its own file.
    blocked: u8,
    /// Number of occupied points of the half.
    taken: u8,
    /// Number of soldiers that have not crossed the river.
    soldiers: u8,
}

/// Placements of the generals, and the points of both halves that must stay empty.
#[derive(Clone, Copy, Debug)]
struct Generals {
    points: [Points; 2],
    closed: [Points; 2],
}

impl Generals {
    const ANYWHERE: Generals = Generals { points: [PALACE; 2], closed: [0; 2] };

    /// Each placement in which the generals face each other; no piece may be between them.
    fn facing() -> impl Iterator<Item = Generals> {
        let ranks =
            |file| (0..3).flat_map(move |red| (0..3).map(move |black| (file, [red, black])));
        (3..=5).flat_map(ranks).map(|(file, ranks)| Generals {
            points: ranks.map(|rank| point(file, rank)),
            closed: ranks.map(|rank| rectangle(file..=file, rank + 1..=4)),
        })
    }
}

/// State of the pieces placed, as far as the officers depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Board {
    /// Number of empty points.
    free: u8,
    /// Number of pieces on the board.
    pieces: u8,
}

/// Number of placements of one side's guards.
fn guards(limits: &SideLimits, generals: Points, closed: Points) -> StateCounts<Guards> {
    let mut states = StateCounts::none();
    for general in (0..HALF).map(|n| 1 << n).filter(|general| generals & general != 0) {
        let free = |points: Points| (points & !closed & !general).count_ones() as u8;
        let [advisor_points, elephant_points] = [ADVISORS, ELEPHANTS].map(free);
        states.add(
            Guards { advisor_points, elephant_points, blocked: 0, taken: 1, soldiers: 0 },
            &BigUint::from(1u8),
        );
    }
    let states = states.then(|guards, count, next| {
        for advisors in limits.of(Kind::Advisor) {
            let taken = guards.taken + advisors;
            next.add(
                Guards { taken, ..*guards },
                &(count * choose(guards.advisor_points, advisors)),
            );
        }
    });
    let states = states.then(|guards, count, next| {
        for elephants in limits.of(Kind::Elephant) {
            for blocked in 0..=elephants.min(RIVER_ELEPHANTS) {
                let here = choose(RIVER_ELEPHANTS, blocked)
                    * choose(guards.elephant_points, elephants - blocked);
                let taken = guards.taken + elephants;
                next.add(Guards { taken, blocked, ..*guards }, &(count * here));
            }
        }
    });
    let open = |file: &&u8| closed & (point(**file, 3) | point(**file, 4)) == 0;
    let files = SOLDIER_FILES.iter().filter(open).count() as u8;
    states.then(|guards, count, next| {
        for soldiers in 0..=*limits.of(Kind::Soldier).end() {
            let taken = guards.taken + soldiers;
            let here = soldier_placements(soldiers, files, guards.blocked);
            next.add(Guards { taken, soldiers, ..*guards }, &(count * here));
        }
    })
}

/// Number of placements of uncrossed soldiers on `files` files, at most one per file. On `blocked` of the files one
/// point remains, on the others two.
fn soldier_placements(soldiers: u8, files: u8, blocked: u8) -> BigUint {
    let on_blocked = 0..=soldiers.min(blocked);
    on_blocked
        .map(|on| {
            let others = soldiers - on;
            (choose(blocked, on) * choose(files - blocked, others)) << usize::from(others)
        })
        .sum()
}

/// Number of placements of all pieces except the officers.
fn without_officers(sides: &[SideLimits; 2], generals: Generals) -> StateCounts<Board> {
    let [red, black] =
        [0, 1].map(|side| guards(&sides[side], generals.points[side], generals.closed[side]));
    let open = generals.closed.map(|closed| HALF - closed.count_ones() as u8);
    // Soldiers beyond the river may be anywhere on the other half.
    let crossed = |limits: &SideLimits, soldiers: u8| {
        let all = limits.of(Kind::Soldier);
        all.start().saturating_sub(soldiers)..=all.end() - soldiers
    };
    red.then(|red, red_count, boards| {
        for (black, black_count) in black.iter() {
            let count = red_count * black_count;
            let free = [open[0] - red.taken, open[1] - black.taken];
            for red_crossed in crossed(&sides[0], red.soldiers) {
                let count = &count * choose(free[1], red_crossed);
                for black_crossed in crossed(&sides[1], black.soldiers) {
                    let crossed = red_crossed + black_crossed;
                    let board = Board {
                        free: free[0] + free[1] - crossed,
                        pieces: red.taken + black.taken + crossed,
                    };
                    boards.add(board, &(&count * choose(free[0], black_crossed)));
                }
            }
        }
    })
}

/// Number of placements of all pieces, by the remaining state of the board.
fn boards(sides: &[SideLimits; 2], generals: Generals) -> StateCounts<Board> {
    let mut states = without_officers(sides, generals);
    for limits in sides {
        for kind in Kind::OFFICERS {
            states = states.then(|board, count, next| {
                for officers in limits.of(kind) {
                    let Board { free, pieces } = *board;
                    let board = Board { free: free - officers, pieces: pieces + officers };
                    next.add(board, &(count * choose(free, officers)));
                }
            });
        }
    }
    states
}

fn choose(n: u8, k: u8) -> BigUint {
    if k > n { BigUint::default() } else { binomial(u64::from(n), u64::from(k)).into() }
}

impl States {
    /// The number of states.
    pub fn count(&self) -> BigUint {
        self.by_pieces().into_values().sum()
    }

    /// Number of states with each total number of pieces on the board, including the generals.
    pub fn by_pieces(&self) -> BTreeMap<u8, BigUint> {
        let found = self.allowed(|generals| boards(&self.sides, generals), |board| board.pieces);
        found.into_iter().map(|(pieces, states)| (pieces, states.into_parts().1)).collect()
    }

    /// The result of `states` with the generals anywhere, minus its result with facing generals if these are forbidden,
    /// summed by a key of the state. A sum by points alone may be negative.
    fn allowed(
        &self,
        states: impl Fn(Generals) -> StateCounts<Board>,
        key: impl Fn(&Board) -> u8,
    ) -> BTreeMap<u8, BigInt> {
        let mut found: BTreeMap<u8, BigInt> = BTreeMap::new();
        for (board, count) in states(Generals::ANYWHERE).iter() {
            *found.entry(key(board)).or_default() += BigInt::from(count.clone());
        }
        for generals in Generals::facing().filter(|_| !self.facing) {
            for (board, count) in states(generals).iter() {
                *found.entry(key(board)).or_default() -= BigInt::from(count.clone());
            }
        }
        found
    }

    /// Calls `visit` for each material of red and black with its number of states, in ascending order.
    ///
    /// # Errors
    ///
    /// The first error of `visit`; it ends the count.
    pub fn by_material<E>(
        &self,
        mut visit: impl FnMut(&Side, &Side, &BigUint) -> Result<(), E>,
    ) -> Result<(), E> {
        // Officers need only the number of empty points, so the other pieces are counted once for all officers.
        let [reds, blacks] = [0, 1].map(|side| self.sides[side].materials());
        let mut placed: BTreeMap<[[u8; 3]; 2], Vec<(u8, BigInt)>> = BTreeMap::new();
        let mut officers: BTreeMap<[[u8; 3]; 2], Vec<BigInt>> = BTreeMap::new();
        for (red, black) in reds.iter().flat_map(|red| blacks.iter().map(move |black| (red, black)))
        {
            let sides = [red, black];
            let others = placed
                .entry(sides.map(|side| [side[3], side[4], side[5]]))
                .or_insert_with(|| self.without_officers(sides));
            let officers = officers
                .entry(sides.map(|side| [side[0], side[1], side[2]]))
                .or_insert_with(|| officer_placements(sides));
            let states = others.iter().map(|(free, count)| count * &officers[usize::from(*free)]);
            let states: BigInt = states.sum();
            visit(red, black, states.magnitude())?;
        }
        Ok(())
    }

    /// Number of placements of a material without its officers, by the number of points left empty.
    fn without_officers(&self, sides: [&Side; 2]) -> Vec<(u8, BigInt)> {
        let limits = sides.map(SideLimits::exactly);
        let states = |generals| without_officers(&limits, generals);
        self.allowed(states, |board| board.free).into_iter().collect()
    }
}

/// Number of placements of a material's officers, by the number of empty points.
fn officer_placements(sides: [&Side; 2]) -> Vec<BigInt> {
    let placements = |mut free: u8| {
        let mut count = BigInt::from(1u8);
        for officers in sides.into_iter().flat_map(|side| &side[..Kind::OFFICERS.len()]) {
            count *= BigInt::from(choose(free, *officers));
            free = free.saturating_sub(*officers);
        }
        count
    };
    (0..=2 * HALF).map(placements).collect()
}
