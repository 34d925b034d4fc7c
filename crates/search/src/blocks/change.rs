//! The changes of words by moves.

use super::words::{factorial, number_of, word_of};

/// The letters of words that a move changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Letters {
    group: usize,
    /// The first place in the words of the group whose letter changes.
    first: usize,
    /// For each place from there to the last, the place that its letter had before, counted from the first.
    before: Vec<usize>,
}

/// The change of words by a move.
#[derive(Debug)]
pub struct Change {
    /// `None` if words stay as they are.
    pub letters: Option<Letters>,
    /// Number of words that have all letters before the changed ones in common.
    pub least_shared: u64,
    /// The same number, or for few words a multiple of it: of words that have fewer letters in common.
    pub shared: u64,
    /// Number of words that also have the changed letters in common.
    pub run: u64,
    /// For each run among those that share the first letters, the run that it becomes.
    pub runs: Vec<u32>,
}

impl Letters {
    /// The letters of a group that differ between two words.
    pub fn of(group: usize, before: &[usize], after: &[usize]) -> Self {
        let differs = |&place: &usize| before[place] != after[place];
        let mut changed = (0..before.len()).filter(differs);
        let first = changed.next().expect("the words differ");
        let last = changed.next_back().expect("letters change their places");
        let place_before = |letter| before.iter().position(|&other| other == letter);
        let before = after[first..=last]
            .iter()
            .map(|&letter| place_before(letter).expect("words have the same letters") - first);
        Self { group, first, before: before.collect() }
    }
}

impl Change {
    /// The change of words whose groups have so many letters each; `None` if it has more than [`MOST_RUNS`] runs.
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
            let word = word_of(left, before.len(), number);
            let changed: Vec<usize> = before.iter().map(|&place| word[place]).collect();
            number_of(left, &changed) as u32
        };
        let once: Vec<u32> = (0..count).map(changed).collect();
        // Few words are repeated with the letters before them.
        let shared = shared_words(&groups[..=*group], *first, inner);
        let least_shared = count * run;
        let times = (shared / least_shared) as u32;
        let runs = (0..times).flat_map(|nth| once.iter().map(move |run| nth * count as u32 + run));
        Some(Self { letters, least_shared, shared, run, runs: runs.collect() })
    }

    /// The word that a word becomes.
    pub fn of_word(&self, word: u64) -> u64 {
        let among = word % self.shared;
        let run = self.runs[(among / self.run) as usize];
        word - among + u64::from(run) * self.run + among % self.run
    }

    /// For each run that a word can become, the run before, among the words that share the fewest letters.
    pub fn runs_before(&self) -> Vec<u32> {
        let runs = &self.runs[..(self.least_shared / self.run) as usize];
        let mut before = vec![0; runs.len()];
        (0..).zip(runs).for_each(|(run, &after)| before[after as usize] = run);
        before
    }
}

/// Largest number of runs of a change. Changes of nearly all letters of long words have more.
const MOST_RUNS: u64 = 1 << 26;

/// Smallest number of words that a change covers, if there are as many: more than the bits of a machine word.
const FEWEST_SHARED: u64 = 1 << 10;

/// The number of words that have some first letters in common: those before a letter of the last of some groups, or so
/// few that there are enough words. `inner` is the number of words of the other groups.
fn shared_words(groups: &[usize], first: usize, mut inner: u64) -> u64 {
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
