//! The changes of permutations by moves.

use super::permutations::{factorial, number_of, permutation_of};

/// The letters of permutations that a move changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Letters {
    group: usize,
    /// The first place in the permutations of the group whose letter changes.
    first: usize,
    /// For each place from there to the last, the place that its letter had before, counted from the first.
    before: Vec<usize>,
}

#[derive(Debug)]
pub struct Change {
    /// `None` if permutations stay as they are.
    pub letters: Option<Letters>,
    /// Number of permutations that have all letters before the changed ones in common.
    pub least_shared: u64,
    /// The same number, or for few permutations a multiple of it: of permutations that have fewer letters in common.
    pub shared: u64,
    /// Number of permutations that also have the changed letters in common.
    pub run: u64,
    /// For each run among those that share the first letters, the run that it becomes.
    pub runs: Vec<u32>,
}

impl Letters {
    /// The letters of a group that differ between two permutations.
    pub fn of(group: usize, before: &[usize], after: &[usize]) -> Self {
        let differs = |&place: &usize| before[place] != after[place];
        let mut changed = (0..before.len()).filter(differs);
        let first = changed.next().expect("the permutations differ");
        let last = changed.next_back().expect("letters change their places");
        let place_before = |letter| before.iter().position(|&other| other == letter);
        let before = after[first..=last].iter().map(|&letter| {
            place_before(letter).expect("permutations have the same letters") - first
        });
        Self { group, first, before: before.collect() }
    }
}

impl Change {
    /// The change of permutations with `groups` letters in each group; `None` if it has more than [`MOST_RUNS`] runs.
    pub fn new(groups: &[usize], letters: Option<Letters>) -> Option<Self> {
        let Some(Letters { group, first, before }) = &letters else {
            let all = groups.iter().map(|&letters| factorial(letters)).product();
            return Some(Self { letters, least_shared: all, shared: all, run: all, runs: vec![0] });
        };
        let inner: u64 = groups[group + 1..].iter().map(|&letters| factorial(letters)).product();
        let left = groups[*group] - first;
        let run = factorial(left - before.len()) * inner;
        let count = factorial(left) * inner / run;
        if count > MOST_RUNS {
            return None;
        }
        let changed = |number: u64| {
            let permutation = permutation_of(left, before.len(), number);
            let changed: Vec<usize> = before.iter().map(|&place| permutation[place]).collect();
            number_of(left, &changed) as u32
        };
        let once: Vec<u32> = (0..count).map(changed).collect();
        // Few permutations are repeated with the letters before them.
        let shared = shared_permutations(&groups[..=*group], *first, inner);
        let least_shared = count * run;
        let times = (shared / least_shared) as u32;
        let runs = (0..times).flat_map(|nth| once.iter().map(move |run| nth * count as u32 + run));
        Some(Self { letters, least_shared, shared, run, runs: runs.collect() })
    }

    /// The permutation that a permutation becomes.
    pub fn of_permutation(&self, permutation: u64) -> u64 {
        let among = permutation % self.shared;
        let run = self.runs[(among / self.run) as usize];
        permutation - among + u64::from(run) * self.run + among % self.run
    }

    /// For each run that a permutation can become, the run before, among the permutations that share the fewest
    /// letters.
    pub fn runs_before(&self) -> Vec<u32> {
        let runs = &self.runs[..(self.least_shared / self.run) as usize];
        let mut before = vec![0; runs.len()];
        (0..).zip(runs).for_each(|(run, &after)| before[after as usize] = run);
        before
    }
}

/// Largest number of runs of a change. Changes of nearly all letters of long permutations have more.
const MOST_RUNS: u64 = 1 << 26;

/// Smallest number of permutations that a change covers, if there are as many: more than the bits of a machine word.
const FEWEST_SHARED: u64 = 1 << 10;

/// The number of permutations that have some first letters in common: those before a letter of the last of some groups.
/// If they are fewer than [`FEWEST_SHARED`], fewer letters are in common. `inner` is the number of permutations of the
/// other groups.
fn shared_permutations(groups: &[usize], first: usize, mut inner: u64) -> u64 {
    let (mut shared, mut first) = (inner, Some(first));
    for &letters in groups.iter().rev() {
        let common = first.take().unwrap_or(letters);
        for common in (0..=common).rev() {
            shared = factorial(letters - common) * inner;
            if shared >= FEWEST_SHARED {
                return shared;
            }
        }
        inner = shared;
    }
    shared
}
