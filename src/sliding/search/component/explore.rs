//! What can be reached from a position, and how far away it is.

use super::error::{ComponentError, MOST_WORDS};
use super::layout::Layout;
use super::levels::{advance, depth, fits};
use super::moves::Moves;
use super::reached::Reached;
use super::way::{reversed, way_back};
use super::words::{Words, with_reached};
use crate::effort::Effort;
use crate::sliding::rules::{Arrangement, Metric, Move, Puzzle};

/// What can be reached from a position, and in how many moves.
///
/// Each position is kept as a word of a few bits a piece: most puzzles need 64, and some 15 bytes a position in all.
///
/// ```
/// use huarong::search::Effort;
/// use huarong::{Metric, Puzzle};
/// use huarong::search::{Component, Until};
///
/// let puzzle = Puzzle::klotski();
/// let start = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let whole = Component::explore(&puzzle, &start, Metric::Finger, Until::All, Effort::UNLIMITED)?;
/// assert_eq!(whole.len(), 25_955);
///
/// let until = Until::Won;
/// let solved = Component::explore(&puzzle, &start, Metric::Finger, until, Effort::UNLIMITED)?;
/// let end = solved.found().expect("the start can be solved");
/// assert_eq!(solved.distance(end), Some(81));
/// assert_eq!(solved.way_to(end).map(|moves| moves.len()), Some(81));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Component {
    puzzle: Puzzle,
    metric: Metric,
    layout: Layout,
    reached: Words,
    found: Option<Arrangement>,
    is_whole: bool,
}

/// Where a search from one position ends.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Until<'a> {
    /// Where everything is reached.
    All,
    /// At the nearest position that is won.
    Won,
    /// So many levels after the nearest position that is won.
    PastWon(u16),
    /// At a position.
    At(&'a Arrangement),
    /// With the level by which so many positions are reached.
    Reached(u64),
}

impl Component {
    /// Searches from a position. The effort is told of the positions reached.
    pub fn explore(
        puzzle: &Puzzle,
        start: &Arrangement,
        metric: Metric,
        until: Until<'_>,
        effort: Effort<'_>,
    ) -> Result<Self, ComponentError> {
        let layout = Layout::new(puzzle, start);
        let task = Task { puzzle, layout: &layout, start, metric, until };
        let (reached, found, is_whole) = match layout.words {
            0..=1 => search::<1>(task, effort)?,
            2 => search::<2>(task, effort)?,
            3..=4 => search::<4>(task, effort)?,
            5..=MOST_WORDS => search::<MOST_WORDS>(task, effort)?,
            words => return Err(ComponentError::TooManyPieces { bits: 64 * words }),
        };
        Ok(Self { puzzle: puzzle.clone(), metric, layout, reached, found, is_whole })
    }

    /// Bytes of memory that it takes.
    pub fn bytes(&self) -> u64 {
        with_reached!(&self.reached, reached => reached.bytes())
    }

    /// The metric of the search.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The won positions among those that were reached.
    pub fn won(&self) -> Vec<Arrangement> {
        let position = || self.no_position();
        with_reached!(&self.reached, reached => self.read_all(reached.all(position, |at, key| {
            self.layout.read(key, at);
            self.puzzle.goal().is_won(at)
        })))
    }

    /// Searches back from all won positions that were reached, under a metric; `None` where none was. The effort is
    /// told of the positions reached.
    pub fn back_from_won(
        &self,
        metric: Metric,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ComponentError> {
        let start = self.no_position();
        let back = with_reached!(&self.reached, reached => {
            let moves = Moves::new(&self.puzzle, &self.layout, &start, metric);
            back(self, reached, moves, None, effort)
        })?;
        Ok(back.map(|reached| Self { metric, ..self.with(reached) }))
    }

    /// The positions of the last level.
    pub fn farthest(&self) -> Vec<Arrangement> {
        with_reached!(&self.reached, reached => {
            let depth = Some(reached.depth() as u16);
            self.read_all(reached.all(|| (), move |(), key| reached.moves_to(key) == depth))
        })
    }

    fn read_all<const N: usize>(
        &self,
        batches: impl Iterator<Item = Vec<[u64; N]>>,
    ) -> Vec<Arrangement> {
        let read = |key| {
            let mut position = self.no_position();
            self.layout.read(&key, &mut position);
            position
        };
        batches.flatten().map(read).collect()
    }

    /// A position to read into.
    fn no_position(&self) -> Arrangement {
        Arrangement::empty(self.puzzle.shapes().len())
    }

    /// Something else reached in the same component.
    fn with(&self, reached: Words) -> Self {
        Self {
            puzzle: self.puzzle.clone(),
            metric: self.metric,
            layout: self.layout.clone(),
            reached,
            found: None,
            is_whole: self.is_whole,
        }
    }

    /// The positions on the shortest ways from the first position to the goal, each with its distance to the goal; `None`
    /// where no goal position was reached. As [`ways_within`](Self::ways_within) with nothing more.
    pub fn ways_to_the_win(&self, effort: Effort<'_>) -> Result<Option<Self>, ComponentError> {
        self.ways_within(0, effort)
    }

    /// The positions on all ways from the first position to the goal that are at most so many moves longer than the
    /// shortest, each with its distance to the goal. `None` where no goal position was reached.
    ///
    /// They are searched back from the goal positions, and only among the positions that were reached: the search must
    /// have gone [so far past](Until::PastWon) the nearest goal position, or to its end. The effort is told of the
    /// positions found.
    pub fn ways_within(
        &self,
        more: u16,
        effort: Effort<'_>,
    ) -> Result<Option<Self>, ComponentError> {
        let start = self.no_position();
        let back = with_reached!(&self.reached, reached => {
            let Some(nearest) = nearest_won(self, reached) else { return Ok(None) };
            let moves = Moves::new(&self.puzzle, &self.layout, &start, self.metric);
            back(self, reached, moves, Some(nearest.saturating_add(more)), effort)
        })?;
        Ok(back.map(|reached| Self { is_whole: false, ..self.with(reached) }))
    }

    /// How many positions were reached, the first one included.
    pub fn len(&self) -> u64 {
        self.levels().iter().sum()
    }

    /// Never: the first position is reached.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many positions were reached in 0, 1, 2 … moves.
    pub fn levels(&self) -> Vec<u64> {
        with_reached!(&self.reached, reached => reached.levels().to_vec())
    }

    /// Whether all positions were reached that can be: the search ended where nothing new was found.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The position at which the search ended, if there is one.
    pub fn found(&self) -> Option<&Arrangement> {
        self.found.as_ref()
    }

    /// In how many moves a position was reached, if it was.
    pub fn distance(&self, position: &Arrangement) -> Option<u16> {
        if !self.layout.holds(position) {
            return None;
        }
        with_reached!(&self.reached, reached => reached.moves_to(&self.layout.key(position)))
    }

    /// A shortest way from the first position to one that was reached.
    pub fn way_to(&self, position: &Arrangement) -> Option<Vec<Move>> {
        let distance = |position: &Arrangement| self.distance(position);
        way_back(&self.puzzle, self.metric, position, distance).map(reversed)
    }
}

/// What is to be searched.
#[derive(Clone, Copy)]
struct Task<'a> {
    puzzle: &'a Puzzle,
    layout: &'a Layout,
    start: &'a Arrangement,
    metric: Metric,
    until: Until<'a>,
}

fn search<const N: usize>(
    task: Task<'_>,
    effort: Effort<'_>,
) -> Result<(Words, Option<Arrangement>, bool), ComponentError>
where
    Words: From<Reached<N>>,
{
    let Task { puzzle, layout, start, metric, until } = task;
    let moves = Moves::new(puzzle, layout, start, metric);
    let mut reached = Reached::<N>::new(layout.key(start));
    // The position that was looked for, and the level of the search in which it is.
    let mut found: Option<(Arrangement, usize)> = None;
    loop {
        if found.is_none() {
            let here = find(puzzle, layout, &reached, start, until);
            found = here.map(|position| (position, reached.depth()));
        }
        let is_whole = reached.levels().last() == Some(&0);
        let past = found.as_ref().map(|(_, level)| reached.depth() - level);
        let is_enough = match until {
            Until::All => false,
            Until::Won | Until::At(_) => past.is_some(),
            Until::PastWon(levels) => past.is_some_and(|past| past >= levels.into()),
            Until::Reached(enough) => reached.len() >= enough,
        };
        if is_whole || is_enough {
            let found = found.map(|(position, _)| position);
            return Ok((reached.finish().into(), found, is_whole));
        }
        advance(&mut reached, &moves, effort)?;
    }
}

/// In how many moves the nearest won positions were reached, if any was.
fn nearest_won<const N: usize>(component: &Component, reached: &Reached<N>) -> Option<u16> {
    let is_won = |at: &mut Arrangement, key: &[u64; N]| {
        component.layout.read(key, at);
        component.puzzle.goal().is_won(at)
    };
    let won = reached.all(|| component.no_position(), is_won);
    won.flatten().filter_map(|key| reached.moves_to(&key)).min()
}

/// Searches back from the won positions that were reached; with `longest`, only along ways from the first position to the
/// goal of at most so many moves: what is further back must have been reached the sooner.
fn back<const N: usize>(
    component: &Component,
    reached: &Reached<N>,
    moves: Moves<'_, N>,
    longest: Option<u16>,
    effort: Effort<'_>,
) -> Result<Option<Words>, ComponentError>
where
    Words: From<Reached<N>>,
{
    let is_wanted = |at: &mut Arrangement, key: &[u64; N]| {
        if longest.is_some_and(|longest| reached.moves_to(key).is_none_or(|far| far > longest)) {
            return false;
        }
        component.layout.read(key, at);
        component.puzzle.goal().is_won(at)
    };
    let won = reached.all(|| component.no_position(), is_wanted);
    let back = Reached::<N>::from_all(won, |len, bytes| {
        effort.check()?;
        fits(len, 0, bytes, effort)
    })?;
    let Some(mut back) = back else { return Ok(None) };
    while back.width() > 0 {
        let moves = match longest {
            None => moves,
            Some(longest) => match longest.checked_sub(depth(&back)? + 1) {
                Some(left) => moves.within(reached, left),
                None => break,
            },
        };
        advance(&mut back, &moves, effort)?;
    }
    Ok(Some(back.finish().into()))
}

/// The first position of the last level at which the search ends.
fn find<const N: usize>(
    puzzle: &Puzzle,
    layout: &Layout,
    reached: &Reached<N>,
    start: &Arrangement,
    until: Until<'_>,
) -> Option<Arrangement> {
    match until {
        Until::All | Until::Reached(_) => None,
        Until::At(target) => {
            let is_reached =
                layout.holds(target) && reached.moves_to(&layout.key(target)).is_some();
            is_reached.then(|| target.clone())
        }
        Until::Won | Until::PastWon(_) => {
            let won = reached.find_last(
                || start.clone(),
                |position, key| {
                    layout.read(key, position);
                    puzzle.goal().is_won(position)
                },
            );
            won.map(|key| {
                let mut position = start.clone();
                layout.read(&key, &mut position);
                position
            })
        }
    }
}
