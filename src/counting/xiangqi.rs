//! The number of states of Chinese chess (xiangqi, 象棋).
//!
//! A state is where the pieces of both sides stand, the generals always, the others as far as they are not
//! captured; pieces of one kind and colour are interchangeable, and whose turn it is does not matter. After
//! Wei and Li, "A method for calculating the total number of states of Chinese chess on the basis of dynamic
//! programming", CAAI Transactions on Intelligent Systems 14(1), 2019: pieces that are bound to few points are
//! placed first, and of them only those quantities are remembered on which the later ones depend.
//!
//! Each side's points are those of its own half, 9 files by 5 ranks. General, advisors, elephants and the
//! soldiers that have not crossed the river, a side's *guards*, stand there and get into the way only of one
//! another. All others need only to know how many points of each half are free.

use super::ways::Ways;
use num_bigint::{BigInt, BigUint};
use num_integer::binomial;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Number of points of half the board.
const HALF: u8 = 45;
/// Points of a half, by file and rank as its side sees them, bit `9 * rank + file`.
type Points = u64;

const PALACE: Points = rectangle(3..=5, 0..=2);
const ADVISORS: Points = point(3, 0) | point(5, 0) | point(4, 1) | point(3, 2) | point(5, 2);
/// The elephants' points that are no soldiers' ones; one of them is in the palace.
const ELEPHANTS: Points = point(2, 0) | point(6, 0) | point(0, 2) | point(4, 2) | point(8, 2);
/// The elephants' points at the river: each is one of a soldiers' file.
const RIVER_ELEPHANTS: u8 = 2;
/// The files of the soldiers that have not crossed the river; each has two points, at ranks 3 and 4.
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
    /// The kinds that may stand anywhere.
    const OFFICERS: [Kind; 3] = [Kind::Rook, Kind::Horse, Kind::Cannon];

    /// How many a side has at the beginning of a game.
    pub fn full_count(self) -> u8 {
        if self == Kind::Soldier { 5 } else { 2 }
    }
}

/// How many pieces of each kind a side has, the general not counted, in the order of [`Kind::ALL`].
pub type Side = [u8; 6];

/// The number of pieces of each kind that a side may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideLimits([RangeInclusive<u8>; 6]);

impl SideLimits {
    /// From none to as many as at the beginning, of each kind.
    pub fn any() -> Self {
        Self(Kind::ALL.map(|kind| 0..=kind.full_count()))
    }

    /// As many of each kind as at the beginning.
    pub fn full() -> Self {
        Self(Kind::ALL.map(|kind| kind.full_count()..=kind.full_count()))
    }

    /// The same with another number of one kind.
    ///
    /// # Panics
    ///
    /// Where there is no such number, or it is larger than at the beginning.
    pub fn with(mut self, kind: Kind, count: RangeInclusive<u8>) -> Self {
        assert!(!count.is_empty() && *count.end() <= kind.full_count(), "{count:?} of {kind:?}");
        self.0[kind as usize] = count;
        self
    }

    /// Just the pieces of a side.
    fn exactly(side: &Side) -> Self {
        Self(side.map(|count| count..=count))
    }

    /// What sides are within the limits, in ascending order.
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
    /// The pieces that each side may have, red first.
    pub sides: [SideLimits; 2],
    /// Whether the generals may face each other: stand on one file with nothing between them.
    pub facing: bool,
}

/// What the steps to come ask of the guards placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Guards {
    /// Advisors' points that the general leaves free.
    advisor_points: u8,
    /// Elephants' points away from the river that it leaves free.
    elephant_points: u8,
    /// Soldiers' points taken by elephants, each on a file of its own.
    blocked: u8,
    /// Points taken on the half.
    taken: u8,
    /// Soldiers that have not crossed the river.
    soldiers: u8,
}

/// Where generals may stand, and the points of both halves that stay empty.
#[derive(Clone, Copy, Debug)]
struct Generals {
    points: [Points; 2],
    closed: [Points; 2],
}

impl Generals {
    const ANYWHERE: Generals = Generals { points: [PALACE; 2], closed: [0; 2] };

    /// The generals face to face, each of the ways on its own: nothing stands between them.
    fn facing() -> impl Iterator<Item = Generals> {
        let ranks =
            |file| (0..3).flat_map(move |red| (0..3).map(move |black| (file, [red, black])));
        (3..=5).flat_map(ranks).map(|(file, ranks)| Generals {
            points: ranks.map(|rank| point(file, rank)),
            closed: ranks.map(|rank| rectangle(file..=file, rank + 1..=4)),
        })
    }
}

/// What the officers ask of the pieces placed before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Board {
    /// Points that are free.
    free: u8,
    /// Pieces on the board.
    pieces: u8,
}

/// In how many ways the guards of a side stand.
fn guards(limits: &SideLimits, generals: Points, closed: Points) -> Ways<Guards> {
    let mut ways = Ways::none();
    for general in (0..HALF).map(|n| 1 << n).filter(|general| generals & general != 0) {
        let free = |points: Points| (points & !closed & !general).count_ones() as u8;
        let [advisor_points, elephant_points] = [ADVISORS, ELEPHANTS].map(free);
        ways.add(
            Guards { advisor_points, elephant_points, blocked: 0, taken: 1, soldiers: 0 },
            &BigUint::from(1u8),
        );
    }
    let ways = ways.then(|guards, ways, next| {
        for advisors in limits.of(Kind::Advisor) {
            let taken = guards.taken + advisors;
            next.add(
                Guards { taken, ..*guards },
                &(ways * choose(guards.advisor_points, advisors)),
            );
        }
    });
    let ways = ways.then(|guards, ways, next| {
        for elephants in limits.of(Kind::Elephant) {
            for blocked in 0..=elephants.min(RIVER_ELEPHANTS) {
                let here = choose(RIVER_ELEPHANTS, blocked)
                    * choose(guards.elephant_points, elephants - blocked);
                let taken = guards.taken + elephants;
                next.add(Guards { taken, blocked, ..*guards }, &(ways * here));
            }
        }
    });
    let open = |file: &&u8| closed & (point(**file, 3) | point(**file, 4)) == 0;
    let files = SOLDIER_FILES.iter().filter(open).count() as u8;
    ways.then(|guards, ways, next| {
        for soldiers in 0..=*limits.of(Kind::Soldier).end() {
            let taken = guards.taken + soldiers;
            let here = soldier_placements(soldiers, files, guards.blocked);
            next.add(Guards { taken, soldiers, ..*guards }, &(ways * here));
        }
    })
}

/// In how many ways soldiers that have not crossed the river stand on `files` files, one a file, where
/// `blocked` of the files have one point left, and the others two.
fn soldier_placements(soldiers: u8, files: u8, blocked: u8) -> BigUint {
    let on_blocked = 0..=soldiers.min(blocked);
    on_blocked
        .map(|on| {
            let others = soldiers - on;
            (choose(blocked, on) * choose(files - blocked, others)) << usize::from(others)
        })
        .sum()
}

/// In how many ways all pieces but the officers stand.
fn without_officers(sides: &[SideLimits; 2], generals: Generals) -> Ways<Board> {
    let [red, black] =
        [0, 1].map(|side| guards(&sides[side], generals.points[side], generals.closed[side]));
    let open = generals.closed.map(|closed| HALF - closed.count_ones() as u8);
    // Soldiers beyond the river stand anywhere on the other half.
    let crossed = |limits: &SideLimits, soldiers: u8| {
        let all = limits.of(Kind::Soldier);
        all.start().saturating_sub(soldiers)..=all.end() - soldiers
    };
    red.then(|red, red_ways, boards| {
        for (black, black_ways) in black.iter() {
            let ways = red_ways * black_ways;
            let free = [open[0] - red.taken, open[1] - black.taken];
            for red_crossed in crossed(&sides[0], red.soldiers) {
                let ways = &ways * choose(free[1], red_crossed);
                for black_crossed in crossed(&sides[1], black.soldiers) {
                    let crossed = red_crossed + black_crossed;
                    let board = Board {
                        free: free[0] + free[1] - crossed,
                        pieces: red.taken + black.taken + crossed,
                    };
                    boards.add(board, &(&ways * choose(free[0], black_crossed)));
                }
            }
        }
    })
}

/// In how many ways all pieces stand, by what is left of the board.
fn boards(sides: &[SideLimits; 2], generals: Generals) -> Ways<Board> {
    let mut ways = without_officers(sides, generals);
    for limits in sides {
        for kind in Kind::OFFICERS {
            ways = ways.then(|board, ways, next| {
                for officers in limits.of(kind) {
                    let Board { free, pieces } = *board;
                    let board = Board { free: free - officers, pieces: pieces + officers };
                    next.add(board, &(ways * choose(free, officers)));
                }
            });
        }
    }
    ways
}

fn choose(n: u8, k: u8) -> BigUint {
    if k > n { BigUint::default() } else { binomial(u64::from(n), u64::from(k)).into() }
}

impl States {
    /// The number of states.
    pub fn count(&self) -> BigUint {
        self.by_pieces().into_values().sum()
    }

    /// The number of states with each number of pieces on the board, both sides' and the generals included.
    pub fn by_pieces(&self) -> BTreeMap<u8, BigUint> {
        let found = self.allowed(|generals| boards(&self.sides, generals), |board| board.pieces);
        found.into_iter().map(|(pieces, states)| (pieces, states.into_parts().1)).collect()
    }

    /// What `ways` counts with the generals anywhere, summed by a key of what is left of the board, less what it
    /// counts with the generals face to face where they may not be. A sum by points alone may be negative.
    fn allowed(
        &self,
        ways: impl Fn(Generals) -> Ways<Board>,
        key: impl Fn(&Board) -> u8,
    ) -> BTreeMap<u8, BigInt> {
        let mut found: BTreeMap<u8, BigInt> = BTreeMap::new();
        for (board, ways) in ways(Generals::ANYWHERE).iter() {
            *found.entry(key(board)).or_default() += BigInt::from(ways.clone());
        }
        for generals in Generals::facing().filter(|_| !self.facing) {
            for (board, ways) in ways(generals).iter() {
                *found.entry(key(board)).or_default() -= BigInt::from(ways.clone());
            }
        }
        found
    }

    /// Calls `visit` for each material, red's and black's, with its number of states, in ascending order.
    ///
    /// # Errors
    ///
    /// The first error of `visit`, which ends the count.
    pub fn by_material<E>(
        &self,
        mut visit: impl FnMut(&Side, &Side, &BigUint) -> Result<(), E>,
    ) -> Result<(), E> {
        // Officers ask for nothing but free points, so the others are counted once for all of them.
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
            let states = others.iter().map(|(free, ways)| ways * &officers[usize::from(*free)]);
            let states: BigInt = states.sum();
            visit(red, black, states.magnitude())?;
        }
        Ok(())
    }

    /// In how many ways the pieces of a material but its officers stand, by the points that they leave free.
    fn without_officers(&self, sides: [&Side; 2]) -> Vec<(u8, BigInt)> {
        let limits = sides.map(SideLimits::exactly);
        let ways = |generals| without_officers(&limits, generals);
        self.allowed(ways, |board| board.free).into_iter().collect()
    }
}

/// In how many ways the officers of a material stand on each number of free points.
fn officer_placements(sides: [&Side; 2]) -> Vec<BigInt> {
    let placements = |mut free: u8| {
        let mut ways = BigInt::from(1u8);
        for officers in sides.into_iter().flat_map(|side| &side[..Kind::OFFICERS.len()]) {
            ways *= BigInt::from(choose(free, *officers));
            free = free.saturating_sub(*officers);
        }
        ways
    };
    (0..=2 * HALF).map(placements).collect()
}
