//! Totals of a census, which add up to all its marked sets.

use std::array;

/// Outcome of a marked set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Not searched: the shape leaves the lower right cell of its rectangle empty, so it never covers that of the
    /// board.
    NoGoal,
    /// Not searched: a necessary step of the marked piece covers more cells than are empty.
    FewEmptyCells,
    /// Not searched: it is unsolvable in a smaller set, with one piece removed.
    Smaller,
    /// Searched: no start can reach the goal.
    Unsolvable,
    /// Searched: a start can reach the goal.
    Solved,
}

impl Outcome {
    /// All outcomes.
    pub const ALL: [Outcome; 5] = [
        Outcome::NoGoal,
        Outcome::FewEmptyCells,
        Outcome::Smaller,
        Outcome::Unsolvable,
        Outcome::Solved,
    ];

    /// Name in output files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoGoal => "no_goal",
            Self::FewEmptyCells => "few_empty_cells",
            Self::Smaller => "smaller_set",
            Self::Unsolvable => "unsolvable",
            Self::Solved => "solved",
        }
    }

    /// Description for people.
    pub const fn words(self) -> &'static str {
        match self {
            Self::NoGoal => "not searched: the shape never covers the goal cell",
            Self::FewEmptyCells => "not searched: fewer empty cells than a step needs",
            Self::Smaller => "not searched: unsolvable with fewer pieces",
            Self::Unsolvable => "searched: unsolvable",
            Self::Solved => "searched: solvable",
        }
    }
}

/// Number of marked sets and of their positions. Each position counts once for each piece that can be the marked one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MarkedSets {
    /// Number of marked sets.
    pub count: u64,
    /// Number of their positions.
    pub positions: u64,
}

/// The totals of a census.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Number of piece sets with at least one position.
    pub sets: u64,
    /// Number of their positions.
    pub positions: u64,
    /// Numbers by outcome, in the order of [`Outcome::ALL`].
    outcomes: [MarkedSets; 5],
}

impl Tally {
    /// The numbers of an outcome.
    pub fn of(&self, outcome: Outcome) -> MarkedSets {
        self.outcomes[outcome as usize]
    }

    /// The numbers of all outcomes together.
    pub fn marked_sets(&self) -> MarkedSets {
        let sum = |value: fn(&MarkedSets) -> u64| self.outcomes.iter().map(value).sum();
        MarkedSets {
            count: sum(|outcome| outcome.count),
            positions: sum(|outcome| outcome.positions),
        }
    }

    pub(super) fn add_set(&mut self, positions: u64) {
        self.sets += 1;
        self.positions += positions;
    }

    pub(super) fn add_marked_set(&mut self, outcome: Outcome, positions: u64) {
        self.outcomes[outcome as usize].count += 1;
        self.outcomes[outcome as usize].positions += positions;
    }

    pub(super) fn add(&mut self, other: &Self) {
        *self = self.sum(other).expect("fewer than a number holds");
    }

    /// The sum of two totals; `None` if it overflows.
    pub(super) fn sum(&self, other: &Self) -> Option<Self> {
        let sums = self.numbers().zip(other.numbers()).map(|(one, two)| one.checked_add(two));
        let sums: Vec<u64> = sums.collect::<Option<_>>()?;
        Some(Self::from_numbers(sums.try_into().expect("as many as each has")))
    }

    /// Whether a census could have these totals: each set and marked set has a position, and no number is too large.
    pub(super) fn is_possible(&self) -> bool {
        let fits = |sets, positions| {
            sets <= positions && positions <= MOST_POSITIONS && (sets > 0) == (positions > 0)
        };
        fits(self.sets, self.positions)
            && self.outcomes.iter().all(|outcome| fits(outcome.count, outcome.positions))
    }

    /// All numbers in a fixed order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> {
        let outcomes =
            self.outcomes.into_iter().flat_map(|outcome| [outcome.count, outcome.positions]);
        [self.sets, self.positions].into_iter().chain(outcomes)
    }

    /// The inverse of [`numbers`](Self::numbers).
    pub(super) fn from_numbers([sets, positions, outcomes @ ..]: [u64; NUMBERS]) -> Self {
        let outcome =
            |at: usize| MarkedSets { count: outcomes[2 * at], positions: outcomes[2 * at + 1] };
        Self { sets, positions, outcomes: array::from_fn(outcome) }
    }
}

/// An upper bound of the positions of a census. The board 4x5 has 31 pairs of adjacent cells. The cells of a pair belong
/// to the same piece or not. Each cell is empty or not. One of at most 20 pieces is marked.
const MOST_POSITIONS: u64 = 1 << (31 + 20 + 5);

pub(super) const NUMBERS: usize = 2 + 2 * Outcome::ALL.len();
