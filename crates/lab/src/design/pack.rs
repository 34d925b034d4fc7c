//! Packs: puzzles of several themes in bands of rising difficulty, of which no two are alike.

use super::car_designs::{CarScope, car_designs};
use super::designs::designs;
use super::door_designs::door_designs;
use super::door_scope::DoorScope;
use super::error::DesignError;
use super::order::{DecoyCounts, Designed, MOST_PUZZLES, Measured, Order};
use super::outcome::{Ended, Excluded};
use super::pieces::PieceList;
use super::quotas::{Table, allot, mixed};
use super::rush_designs::RushSearch;
use super::taken::Taken;
use crate::library::SampledRush;
use crate::rush::Universe;
use huarong_core::effort::{Effort, Progress};
use huarong_core::grid::Region;
use huarong_core::numerals::range_of_moves;
use huarong_core::rules::Metric;
use huarong_oracle::analysis::{DistanceRange, SolutionRange};
use std::ops::RangeInclusive;
use std::time::Instant;

/// An order for a pack of puzzles.
#[derive(Clone)]
pub struct PackOrder<'o> {
    /// The metric of all numbers of moves.
    pub metric: Metric,
    /// The bands, in the order of the pack.
    pub bands: Vec<Band<'o>>,
    /// Where the puzzles come from. The numbers of their puzzles have the sum of those of the bands.
    pub themes: Vec<Theme>,
    /// The number of optimal solutions of each puzzle, if it matters.
    pub solutions: Option<SolutionRange>,
    /// Whether each puzzle must become shorter whichever piece is removed. Those of Rush Hour always do.
    pub minimal: bool,
    /// Puzzles that are not wanted again.
    pub taken: Taken,
    /// Seed of the random numbers, and of the choice among equally long puzzles.
    pub seed: u64,
    /// Number of random puzzles that are tried for each band and theme, if it is searched at random.
    pub tries: u64,
    /// The time at which the work ends with the puzzles that it has found.
    pub until: Option<Instant>,
}

/// No puzzles: bands and themes are to be added.
impl Default for PackOrder<'_> {
    fn default() -> Self {
        Self {
            metric: Metric::Finger,
            bands: Vec::new(),
            themes: Vec::new(),
            solutions: None,
            minimal: false,
            taken: Taken::default(),
            seed: 0,
            tries: DEFAULT_TRIES,
            until: None,
        }
    }
}

const DEFAULT_TRIES: u64 = 100_000;

/// Puzzles of similar difficulty.
#[derive(Clone)]
pub struct Band<'o> {
    /// The numbers of moves of the first and the last puzzle. Those between rise in steps that are as even as the puzzles allow.
    pub moves: RangeInclusive<u16>,
    /// Number of puzzles.
    pub count: usize,
    /// The numbers of decoys, if they matter. Puzzles of Rush Hour have none.
    pub decoys: Option<DecoyCounts>,
    /// A condition on the measures of difficulty.
    pub measured: Option<Measured<'o>>,
}

/// Puzzles that come from one search.
#[derive(Clone, Debug)]
pub struct Theme {
    /// The search.
    pub source: Source,
    /// Number of puzzles.
    pub count: usize,
}

/// A search for puzzles.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Source {
    /// Minimal Rush Hour puzzles.
    Rush {
        /// The boards.
        scope: CarScope,
        /// The fewest walls.
        least_walls: usize,
    },
    /// Puzzles of some pieces, the goal piece first.
    Pieces {
        /// The board.
        board: Region,
        /// The pieces.
        pieces: PieceList,
        /// The cells of the goal piece at each goal, as column and row. Any of the goals solves the puzzle. Without goals, each
        /// of its places is one.
        goals: Vec<Vec<(u8, u8)>>,
    },
    /// Puzzles whose pieces leave through doors.
    Doors(DoorScope),
}

/// A pack.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Pack {
    /// The puzzles, band by band, the shortest of each first. Fewer than ordered if no more were found.
    pub puzzles: Vec<Packed>,
    /// Numbers of the puzzles that do not satisfy a condition.
    pub excluded: Excluded,
    /// How the search ended.
    pub ended: Ended,
}

/// A puzzle of a pack.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Packed {
    /// The puzzle.
    pub designed: Designed,
    /// The number of its band, from 0.
    pub band: usize,
    /// The number of its theme, from 0.
    pub theme: usize,
}

/// Finds the puzzles of a pack. The numbers of each band and of each theme are as ordered. Every band has all themes in nearly
/// the same proportions. If a theme has too few puzzles for a band, other themes take their places there, and it takes
/// theirs in other bands.
///
/// No two puzzles share more than half of their pieces. No two belong to the same component, and none to that of a taken puzzle.
/// Components that are rotations or reflections of one another count as the same. Reports progress in puzzles.
///
/// ```
/// use huarong::design::{Band, CarScope, PackOrder, Source, Theme, pack_designs};
/// use huarong::rush::Scope;
/// use huarong::search::Effort;
/// use huarong::Metric;
///
/// let source = Source::Rush { scope: CarScope::new(Scope::new(4, 4)?), least_walls: 0 };
/// let order = PackOrder {
///     metric: Metric::Straight,
///     bands: vec![Band { moves: 3..=5, count: 3, decoys: None, measured: None }],
///     themes: vec![Theme { source, count: 3 }],
///     ..PackOrder::default()
/// };
/// let pack = pack_designs(&order, Effort::UNLIMITED)?;
/// let moves: Vec<u16> = pack.puzzles.iter().map(|puzzle| puzzle.designed.distance).collect();
/// assert_eq!(moves, [3, 4, 5]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if a search fails, as those of [`designs`](super::designs), [`rush_designs`](super::rush_designs) and
/// [`door_designs`](super::door_designs) do.
pub fn pack_designs(order: &PackOrder<'_>, effort: Effort<'_>) -> Result<Pack, DesignError> {
    let rows: Vec<usize> = order.bands.iter().map(|band| band.count).collect();
    let columns: Vec<usize> = order.themes.iter().map(|theme| theme.count).collect();
    let sum = |counts: &[usize]| counts.iter().copied().fold(0, usize::saturating_add);
    let count = sum(&rows).max(sum(&columns));
    if count > MOST_PUZZLES {
        return Err(DesignError::Count { count });
    }
    effort.total(count as u64)?;
    let mut making = Making {
        order,
        taken: order.taken.clone(),
        found: vec![vec![Vec::new(); columns.len()]; rows.len()],
        most: vec![vec![usize::MAX; columns.len()]; rows.len()],
        pack: Pack::default(),
    };
    loop {
        let wanted = allot(&rows, &columns, &making.most);
        let mut is_whole = false;
        // Whatever is cancelled, the puzzles that were found before are kept.
        let ended = Ended::of(None, effort, |effort| {
            is_whole = making.fill(&wanted, effort)?;
            Ok(())
        })?;
        making.pack.ended = making.pack.ended.or(ended);
        if is_whole || making.pack.ended.is_cut_short() {
            return Ok(making.finished(&wanted));
        }
    }
}

/// A pack in the making.
struct Making<'o> {
    order: &'o PackOrder<'o>,
    taken: Taken,
    /// The puzzles of each band and theme.
    found: Vec<Vec<Vec<Designed>>>,
    /// The most puzzles of each band and theme that can be found, as far as is known.
    most: Table,
    pack: Pack,
}

impl Making<'_> {
    /// Finds the puzzles that are missing from these numbers. Returns whether none is left.
    fn fill(&mut self, wanted: &Table, effort: Effort<'_>) -> Result<bool, DesignError> {
        let steps: Vec<Vec<Vec<Vec<u16>>>> = { self.order.bands.iter().zip(wanted) }
            .map(|(band, counts)| steps_of(band.moves.clone(), counts))
            .collect();
        let mut is_whole = true;
        let order = self.order;
        // Small themes have less choice.
        let mut themes: Vec<(usize, &Theme)> = order.themes.iter().enumerate().collect();
        themes.sort_by_key(|(_, theme)| theme.count);
        for (number, theme) in themes {
            let lacks = |band: &usize| self.found[*band][number].len() < wanted[*band][number];
            // Long puzzles are rare: they come before others that resemble them.
            let lacking: Vec<usize> = (0..wanted.len()).rev().filter(lacks).collect();
            let mut bands = lacking.into_iter();
            theme.source.search(order, effort, &mut |search| {
                for band in bands.by_ref() {
                    let steps = missing(&steps[band][number], &self.found[band][number]);
                    let ended = self.find((band, number), steps, search, effort)?;
                    is_whole &= self.found[band][number].len() >= wanted[band][number];
                    if ended.is_cut_short() {
                        self.pack.ended = ended;
                        break;
                    }
                }
                Ok(())
            })?;
            if self.pack.ended.is_cut_short() {
                return Ok(false);
            }
        }
        Ok(is_whole)
    }

    /// Finds puzzles of a band and a theme.
    fn find(
        &mut self,
        (band, theme): (usize, usize),
        steps: Vec<Vec<u16>>,
        search: &mut Search<'_>,
        effort: Effort<'_>,
    ) -> Result<Ended, DesignError> {
        let PackOrder { metric, solutions, minimal, seed, until, tries, .. } = self.order;
        let Band { moves, decoys, measured, .. } = &self.order.bands[band];
        let range = range_of_moves(*moves.start(), *moves.end());
        let order = Order {
            metric: *metric,
            distance: DistanceRange::of_moves(moves.clone()),
            solutions: solutions.clone(),
            minimal: *minimal,
            decoys: decoys.clone(),
            measured: *measured,
            count: steps.len(),
            graded: Some(moves.clone()),
            steps,
            least_walls: self.order.themes[theme].source.least_walls(),
            taken: Some(&self.taken),
            seed: *seed,
            until: *until,
            ..Order::default()
        };
        let observer = |progress: Progress<'_>| match progress {
            Progress::Notice(words) => {
                (effort.observer)(Progress::Notice(&format_args!("{range}: {words}")))
            }
            _ => (effort.observer)(Progress::Done(0)),
        };
        let each = Effort { observer: &observer, ..effort };
        let (found, excluded, ended) = search(&order, *tries, each)?;
        if found.len() < order.count {
            self.most[band][theme] = self.found[band][theme].len() + found.len();
        }
        self.pack.excluded.add(excluded);
        let (before, new) = (self.found[band][theme].len(), found.len() as u64);
        self.found[band][theme].extend(found);
        effort.done(new)?;
        for designed in &self.found[band][theme][before..] {
            effort.quietly(|effort| self.taken.take(designed, effort))?;
        }
        Ok(ended)
    }

    /// The pack: as many puzzles of each band and theme as are wanted.
    fn finished(self, wanted: &Table) -> Pack {
        let mut pack = self.pack;
        for (band, themes) in self.found.into_iter().enumerate() {
            let themes = themes.into_iter().zip(&wanted[band]).enumerate();
            let puzzles = themes.flat_map(|(theme, (found, &most))| {
                found.into_iter().take(most).map(move |designed| Packed { designed, band, theme })
            });
            let mut puzzles: Vec<Packed> = puzzles.collect();
            puzzles.sort_by_cached_key(|packed| {
                (packed.designed.distance, packed.theme, packed.designed.draft.text())
            });
            pack.puzzles.extend(puzzles);
        }
        pack
    }
}

/// For each theme of a band, the numbers of moves that will do for each of its puzzles, the best first. Together they rise in
/// even steps, and the themes take turns.
fn steps_of(moves: RangeInclusive<u16>, counts: &[usize]) -> Vec<Vec<Vec<u16>>> {
    let (from, to) = (f64::from(*moves.start()), f64::from(*moves.end()));
    let themes = mixed(counts);
    let mut steps = vec![Vec::new(); counts.len()];
    for (nth, &theme) in themes.iter().enumerate() {
        let part = (nth as f64) / (themes.len().max(2) - 1) as f64;
        let target = from + (to - from) * part;
        let mut lengths: Vec<u16> = moves.clone().collect();
        let off = |length: &u16| (f64::from(*length) - target).abs();
        lengths.sort_by(|one, other| off(one).total_cmp(&off(other)).then(one.cmp(other)));
        steps[theme].push(lengths);
    }
    steps
}

/// The steps that are left after each puzzle has taken the one that suits it best.
fn missing(steps: &[Vec<u16>], found: &[Designed]) -> Vec<Vec<u16>> {
    let mut left = steps.to_vec();
    for designed in found {
        let rank = |step: &Vec<u16>| step.iter().position(|&moves| moves == designed.distance);
        let nearest = (0..left.len()).min_by_key(|&at| rank(&left[at]).unwrap_or(usize::MAX));
        if let Some(nearest) = nearest {
            left.remove(nearest);
        }
    }
    left
}

/// Finds the puzzles of an order with a number of tries: the puzzles, what was left out, and how the search ended.
type Search<'s> = dyn FnMut(&Order<'_>, u64, Effort<'_>) -> Result<(Vec<Designed>, Excluded, Ended), DesignError>
    + 's;

impl Source {
    fn least_walls(&self) -> usize {
        match self {
            Self::Rush { least_walls, .. } => *least_walls,
            Self::Pieces { .. } | Self::Doors(_) => 0,
        }
    }

    /// Does work with the search, whose results serve several orders.
    fn search(
        &self,
        order: &PackOrder<'_>,
        effort: Effort<'_>,
        work: &mut dyn FnMut(&mut Search<'_>) -> Result<(), DesignError>,
    ) -> Result<(), DesignError> {
        effort.check()?;
        match self {
            Self::Rush { scope, .. } if !scope.is_of_game() => work(&mut |order, tries, effort| {
                let found = car_designs(scope, order, tries, effort)?;
                Ok((found.found, found.excluded, found.ended))
            }),
            Self::Rush { scope, .. } => {
                let universe = Universe::new(scope.boards.with_metric(order.metric))?;
                let known = SampledRush::of_scope(universe.own_scope());
                let mut search = RushSearch::new(&universe, &known, order.seed);
                work(&mut |order, tries, effort| {
                    let found = search.designs(order, tries, effort)?;
                    Ok((found.found, found.excluded, found.ended))
                })
            }
            Self::Pieces { board, pieces, goals } => work(&mut |order, tries, effort| {
                let other_goals = goals.iter().skip(1).cloned().collect();
                let order = &Order { other_goals, ..order.clone() };
                let goal = goals.first().map(Vec::as_slice);
                let found = designs(board, pieces, goal, order, tries, effort)?;
                Ok((found.found, found.excluded, found.ended))
            }),
            Self::Doors(scope) => work(&mut |order, tries, effort| {
                let found = door_designs(scope, order, tries, effort)?;
                Ok((found.found, found.excluded, found.ended))
            }),
        }
    }
}
