//! What a census has looked at, adding up to everything.

use std::array;

/// What became of a mark, a form of which one piece is marked in a piece set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Passed over: the form leaves the lower right cell of its rectangle empty, and so never covers that of the board.
    NoGoal,
    /// Passed over: a step that the piece must take covers more voids than there are.
    FewVoids,
    /// Passed over: it cannot be won in a smaller set, one of these pieces left out.
    Smaller,
    /// Searched: no start can win.
    Unsolvable,
    /// Searched, and solved.
    Solved,
}

impl Fate {
    /// All of them.
    pub const ALL: [Fate; 5] =
        [Fate::NoGoal, Fate::FewVoids, Fate::Smaller, Fate::Unsolvable, Fate::Solved];

    /// A word for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoGoal => "no_goal",
            Self::FewVoids => "few_voids",
            Self::Smaller => "smaller_set",
            Self::Unsolvable => "unsolvable",
            Self::Solved => "solved",
        }
    }

    /// The same for people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::NoGoal => "passed over: the form never covers the corner",
            Self::FewVoids => "passed over: fewer voids than a step needs",
            Self::Smaller => "passed over: cannot be won with fewer pieces",
            Self::Unsolvable => "searched: cannot be won",
            Self::Solved => "searched: can be won",
        }
    }
}

/// How many marks there are, and their positions: those of the set, times the pieces that can be the marked one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Sets with a form of which one piece is marked.
    pub marks: u64,
    /// Positions of these.
    pub positions: u64,
}

/// The totals of a census.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Piece sets that have a position.
    pub sets: u64,
    /// Positions of these.
    pub positions: u64,
    /// In the order of [`Fate::ALL`].
    fates: [Marks; 5],
}

impl Tally {
    /// How many marks a fate had.
    pub fn of(&self, fate: Fate) -> Marks {
        self.fates[fate as usize]
    }

    /// All marks.
    pub fn marks(&self) -> Marks {
        let sum = |value: fn(&Marks) -> u64| self.fates.iter().map(value).sum();
        Marks { marks: sum(|fate| fate.marks), positions: sum(|fate| fate.positions) }
    }

    pub(super) fn add_set(&mut self, positions: u64) {
        self.sets += 1;
        self.positions += positions;
    }

    pub(super) fn add_mark(&mut self, fate: Fate, positions: u64) {
        self.fates[fate as usize].marks += 1;
        self.fates[fate as usize].positions += positions;
    }

    pub(super) fn add(&mut self, other: &Self) {
        *self = self.sum(other).expect("fewer than a number holds");
    }

    /// Both together; `None` where that is more than a number holds.
    pub(super) fn sum(&self, other: &Self) -> Option<Self> {
        let sums = self.numbers().zip(other.numbers()).map(|(one, two)| one.checked_add(two));
        let sums: Vec<u64> = sums.collect::<Option<_>>()?;
        Some(Self::from_numbers(sums.try_into().expect("as many as each has")))
    }

    /// Whether a census may have counted so: there is a position for each set and each mark, and not too many.
    pub(super) fn is_possible(&self) -> bool {
        let fits = |sets, positions| {
            sets <= positions && positions <= MOST && (sets > 0) == (positions > 0)
        };
        fits(self.sets, self.positions)
            && self.fates.iter().all(|fate| fits(fate.marks, fate.positions))
    }

    /// All numbers in a row.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> {
        let fates = self.fates.into_iter().flat_map(|fate| [fate.marks, fate.positions]);
        [self.sets, self.positions].into_iter().chain(fates)
    }

    /// The tally of [`numbers`](Self::numbers).
    pub(super) fn from_numbers([sets, positions, fates @ ..]: [u64; NUMBERS]) -> Self {
        let fate = |at: usize| Marks { marks: fates[2 * at], positions: fates[2 * at + 1] };
        Self { sets, positions, fates: array::from_fn(fate) }
    }
}

/// More positions than any census has: at most 31 pairs of cells are beside one another in 4x5, which belong to one piece or
/// not; a cell is empty or not; and one of at most 20 pieces is marked.
const MOST: u64 = 1 << (31 + 20 + 5);

/// How many numbers a tally has.
pub(super) const NUMBERS: usize = 2 + 2 * Fate::ALL.len();
