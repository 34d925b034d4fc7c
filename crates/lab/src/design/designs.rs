//! Puzzles to order among all piece sets of a list: all starts of those that fit into memory, and random puzzles of others.

use super::cases::{Case, cases_with_goals, check_symmetries};
use super::error::DesignError;
use super::local_search::{LocalSearch, LocalStart, SearchLimits};
use super::order::{Designed, Order};
use super::outcome::{Checked, Ended, Excluded};
use super::pieces::PieceList;
use super::scan::{Scan, Start};
use super::select::{CandidatePuzzles, Selection, select, select_at_random};
use bitvec::prelude::{BitBox, bitbox};
use huarong_core::effort::Effort;
use huarong_core::grid::Region;
use huarong_core::rules::Metric;
use huarong_core::space::Space;
use huarong_search::{SearchError, SearchPlan, classes};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

/// Puzzles that satisfy an order.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Designs {
    /// The puzzles: the longest first, or in the order of their grades. Fewer than ordered if there are no more.
    pub found: Vec<Designed>,
    /// Number of piece sets that can be searched whole, without images under symmetries of the board.
    pub piece_sets: u64,
    /// Number of goals of these piece sets that were searched: all, unless the search was cut short.
    pub goals: u64,
    /// Number of goals of these piece sets that were not searched, because the search was cut short.
    pub unsearched: u64,
    /// Number of starts of these piece sets and goals. All were searched.
    pub starts: u64,
    /// Number of these starts that satisfy the conditions on moves, solutions and places.
    pub fitting: u64,
    /// Numbers of starts that do not satisfy a condition.
    pub excluded: Excluded,
    /// Number of starts whose check exceeded the memory limit.
    pub undecided: u64,
    /// The search of the other piece sets, if there are any. Then puzzles may exist that were not found.
    pub at_random: Option<AtRandom>,
    /// How the search ended. If it was cut short, there may be more and longer puzzles.
    pub ended: Ended,
}

/// A search of random puzzles of some piece sets, because their spaces exceed the memory limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AtRandom {
    /// Number of piece sets, without images under symmetries of the board.
    pub piece_sets: u64,
    /// Number of puzzles that were tried. It is 0 if a graded set was complete without them.
    pub tried: u64,
    /// Number of these puzzles that were too large to be solved.
    pub undecided: u64,
}

/// The most starts with one number of moves that are kept at first.
const KEPT_PER_LENGTH_AT_FIRST: usize = 1 << 12;

const TRIES_BEFORE_FIRST_CHOICE: u64 = 1 << 9;

/// Finds puzzles of all piece sets of a list on a board. The goal piece is the first piece. `goal` gives its cells at the
/// goal, as column and row; without it, each of its places is a goal. Reports progress in searches.
///
/// Of the piece sets that fit into memory, all starts are searched. If all fit and fewer puzzles are found than ordered,
/// there are no more. Puzzles that resemble another one, or can be reached from it, are not listed.
///
/// Of the other piece sets, `tries` random puzzles are tried: new ones, and random changes of those that were found. They
/// are not needed if the others complete a graded set. The number of moves of each puzzle is exact, but longer puzzles may
/// exist. The answer depends on the seed and on the memory limit, not on the threads.
///
/// If [`Order::until`] passes, or if the observer cancels the work, the answer has the puzzles that were found before, and
/// [`Designs::ended`] says so. After a cancellation it comes at once, with at most one puzzle for each piece set. It has none
/// if the order has conditions that were not checked.
///
/// ```
/// use huarong::design::{Order, Region, designs};
/// use huarong::search::Effort;
///
/// // The hardest puzzle of a 2x2 piece and two dominoes on 4x3 cells.
/// let order = Order { count: 1, ..Order::default() };
/// let board = Region::new(4, 3)?;
/// let designs = designs(&board, &"big 2domino".parse()?, None, &order, 0, Effort::UNLIMITED)?;
/// assert_eq!(designs.found[0].distance, 7);
/// assert_eq!(designs.at_random, None);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the metric is multi, if no piece of the list fits, or if too many puzzles are ordered. If `tries` is 0, no piece set may exceed the
/// memory limit.
pub fn designs(
    board: &Region,
    pieces: &PieceList,
    goal: Option<&[(u8, u8)]>,
    order: &Order<'_>,
    tries: u64,
    effort: Effort<'_>,
) -> Result<Designs, DesignError> {
    order.check_count()?;
    let cases = match cases_of(board, pieces, goal, order, effort)? {
        Ok(cases) => cases,
        Err(ended) => return Ok(Designs { ended, ..Designs::default() }),
    };
    let mut kept = KEPT_PER_LENGTH_AT_FIRST;
    let mut earlier: Option<(Scan, Selection)> = None;
    let (scan, selection) = loop {
        let scan = Scan::run(&cases, order, kept, effort)?;
        if tries == 0 && !scan.ended.is_cut_short() {
            scan.check_whole(&cases)?;
        }
        let selection = choose(&cases, &scan, None, order, scan.ended, effort)?;
        if selection.ended.is_cut_short() {
            break match earlier {
                Some((scan, before)) if before.found.len() >= selection.found.len() => {
                    (scan, Selection { ended: selection.ended, ..before })
                }
                _ => (scan, selection),
            };
        }
        if selection.found.len() >= order.count || scan.is_whole() {
            break (scan, selection);
        }
        kept = more(kept, &scan, effort)?;
        earlier = Some((scan, selection));
    };
    let is_enough = order.graded.is_some() && selection.found.len() >= order.count;
    if scan.large.is_empty() || is_enough || selection.ended.is_cut_short() {
        return Ok(Designs::of(&cases, &scan, selection, None));
    }
    let limits = SearchLimits::within(effort.memory);
    let mut local = LocalSearch::new(board, &cases, &scan.large, goal.is_some(), order, limits);
    let advance = |local: &mut LocalSearch<'_>, left, effort: Effort<'_>| {
        local.advance(left, effort)?;
        Ok((local.tried(), local.by_moves.values().map(|starts| starts.len() as u64).sum()))
    };
    let choose = |local: &LocalSearch<'_>, searched| {
        choose(&cases, &scan, Some(local), order, searched, effort)
    };
    let numbers = (0, TRIES_BEFORE_FIRST_CHOICE, tries);
    let selection = select_at_random(&mut local, order, numbers, effort, advance, choose)?;
    Ok(Designs::of(&cases, &scan, selection, Some(&local)))
}

/// Chooses among the starts that were found. `searched` says how their search ended.
fn choose<'c>(
    cases: &'c [Case],
    scan: &Scan,
    local: Option<&'c LocalSearch<'c>>,
    order: &Order<'_>,
    searched: Ended,
    effort: Effort<'_>,
) -> Result<Selection, DesignError> {
    let mut source = CaseStarts::new(cases, local, order.metric, searched == Ended::Cancelled);
    select(&candidates(scan, local), order, &mut source, searched, effort)
}

/// A start of a piece set that was searched whole, or one that was found at random.
#[derive(Clone, Copy)]
enum Candidate<'s> {
    OfSpace(&'s Start),
    Local(&'s LocalStart),
}

/// All starts that were found, by number of moves, in random order.
fn candidates<'s>(
    scan: &'s Scan,
    local: Option<&'s LocalSearch<'_>>,
) -> BTreeMap<u16, Vec<Candidate<'s>>> {
    let mut candidates: BTreeMap<u16, Vec<Candidate<'s>>> = BTreeMap::new();
    for (&moves, starts) in &scan.by_moves {
        candidates.entry(moves).or_default().extend(starts.iter().map(Candidate::OfSpace));
    }
    for (&moves, starts) in local.iter().flat_map(|local| &local.by_moves) {
        candidates.entry(moves).or_default().extend(starts.iter().map(Candidate::Local));
    }
    for starts in candidates.values_mut() {
        starts.sort_by_key(|start| match start {
            Candidate::OfSpace(start) => start.key,
            Candidate::Local(start) => start.key,
        });
    }
    candidates
}

/// A larger number of starts to keep with each number of moves, if the memory limit allows that.
fn more(kept: usize, scan: &Scan, effort: Effort<'_>) -> Result<usize, SearchError> {
    let kept = 16 * kept;
    let bytes = (kept * size_of::<Start>()) as u64;
    let (needed, allowed) = (bytes.saturating_mul(scan.by_moves.len() as u64), effort.memory);
    if needed > allowed { Err(SearchError::Memory { needed, allowed }) } else { Ok(kept) }
}

/// The hardest puzzles of a list of pieces: all starts with the largest number of moves that satisfy the order, sorted by
/// text. The order's number of puzzles, its grades and its rules on similar puzzles do not count. Of puzzles that are images
/// of one another under a symmetry of the board, one is listed. Reports progress in searches.
///
/// If [`Order::until`] passes, or if the observer cancels the work, [`Designs::ended`] says so. The answer then has the
/// hardest checked puzzles of the finished searches.
///
/// # Errors
///
/// Returns an error if no piece of the list fits, or if a piece set exceeds the memory limit.
pub fn hardest_designs(
    board: &Region,
    pieces: &PieceList,
    goal: Option<&[(u8, u8)]>,
    order: &Order<'_>,
    effort: Effort<'_>,
) -> Result<Designs, DesignError> {
    let cases = match cases_of(board, pieces, goal, order, effort)? {
        Ok(cases) => cases,
        Err(ended) => return Ok(Designs { ended, ..Designs::default() }),
    };
    let mut kept = KEPT_PER_LENGTH_AT_FIRST;
    let (scan, mut selection) = loop {
        let scan = Scan::run(&cases, order, kept, effort)?;
        if !scan.ended.is_cut_short() {
            scan.check_whole(&cases)?;
        }
        let (selection, is_cut) = hardest(&cases, &scan, order, kept, effort)?;
        if !is_cut || selection.ended.is_cut_short() {
            break (scan, selection);
        }
        kept = more(kept, &scan, effort)?;
    };
    selection.found.sort_by_cached_key(|designed| designed.draft.text());
    Ok(Designs::of(&cases, &scan, selection, None))
}

/// The hardest starts that were found, and whether there may be more that the scan did not keep. After the search was
/// cancelled, some of the hardest without checks.
fn hardest(
    cases: &[Case],
    scan: &Scan,
    order: &Order<'_>,
    kept: usize,
    effort: Effort<'_>,
) -> Result<(Selection, bool), DesignError> {
    let is_hasty = scan.ended == Ended::Cancelled;
    let mut selection = Selection { ended: scan.ended, ..Selection::default() };
    if is_hasty {
        let order =
            Order { count: MOST_LISTED_AFTER_CANCELLATION, same_component: true, ..order.clone() };
        let chosen = choose(cases, scan, None, &order, scan.ended, effort)?;
        let longest = chosen.found.iter().map(|designed| designed.distance).max();
        let found = chosen.found.into_iter();
        selection.found = found.filter(|found| Some(found.distance) == longest).collect();
        return Ok((selection, false));
    }
    let source = CaseStarts::new(cases, None, order.metric, false);
    let mut is_cut = false;
    let ended = Ended::of(order.until, effort, |effort| {
        for (&moves, starts) in scan.by_moves.iter().rev() {
            // If a list is full, there may be more starts than it holds.
            is_cut |= starts.len() == kept && !scan.is_whole();
            for start in starts {
                effort.check()?;
                if !source.is_first_image(start, effort)? {
                    continue;
                }
                let designed = source.designed(&Candidate::OfSpace(start), moves, effort)?;
                let Some(designed) = designed else { continue };
                match effort.quietly(|effort| order.check(&designed, effort))? {
                    Checked::Fits => selection.found.push(designed),
                    Checked::Fails(check) => *selection.excluded.by_check(check) += 1,
                    Checked::Undecided | Checked::Reachable => selection.undecided += 1,
                }
            }
            if !selection.found.is_empty() || is_cut {
                break;
            }
        }
        Ok(())
    })?;
    selection.ended = scan.ended.or(ended);
    Ok((selection, is_cut))
}

const MOST_LISTED_AFTER_CANCELLATION: usize = 10;

/// The cases of a list of pieces, or what ended the work before it had them.
fn cases_of(
    board: &Region,
    pieces: &PieceList,
    goal: Option<&[(u8, u8)]>,
    order: &Order<'_>,
    effort: Effort<'_>,
) -> Result<Result<Vec<Case>, Ended>, DesignError> {
    if order.metric == Metric::Multi {
        return Err(DesignError::Metric);
    }
    let mut cases = Vec::new();
    let ended = Ended::of(order.search_until(), effort, |effort| {
        let mixes = pieces.mixes_within(board.open_cell_count(), effort)??;
        check_symmetries(board, &mixes, order)?;
        cases = cases_with_goals(board, &mixes, goal, order, effort)?;
        Ok(())
    })?;
    match cases.is_empty() {
        _ if ended.is_cut_short() => Ok(Err(ended)),
        true => Err(DesignError::Goal),
        false => Ok(Ok(cases)),
    }
}

impl Scan {
    /// Returns an error if a case was not searched.
    fn check_whole(&self, cases: &[Case]) -> Result<(), DesignError> {
        let (large, all) = (self.large.len() as u64, cases.len() as u64);
        match &self.reason {
            None => Ok(()),
            Some(error) => Err(DesignError::Large { large, all, error: error.clone() }),
        }
    }
}

impl Designs {
    /// The answer to an order, with the search of random puzzles, if there was one.
    fn of(
        cases: &[Case],
        scan: &Scan,
        selection: Selection,
        local: Option<&LocalSearch<'_>>,
    ) -> Self {
        let large = scan.large.len() as u64;
        let all: u64 = cases.iter().map(|case| case.goals.len() as u64).sum();
        let of_large = |&number: &u32| cases[number as usize].goals.len() as u64;
        let mut excluded = scan.excluded;
        excluded.add(selection.excluded);
        let (mut tried, mut undecided) = (0, 0);
        if let Some(local) = local {
            excluded.add(local.excluded());
            (tried, undecided) = (local.tried(), local.undecided());
        }
        Self {
            found: selection.found,
            piece_sets: cases.len() as u64 - large,
            goals: scan.goals,
            unsearched: all - scan.goals - scan.large.iter().map(of_large).sum::<u64>(),
            starts: scan.starts,
            fitting: scan.fitting,
            excluded,
            undecided: selection.undecided,
            at_random: (large > 0).then_some(AtRandom { piece_sets: large, tried, undecided }),
            ended: selection.ended,
        }
    }
}

struct CaseStarts<'c> {
    cases: &'c [Case],
    metric: Metric,
    /// The spaces of cases whose starts were looked at, the last first.
    spaces: Mutex<VecDeque<(u32, Arc<Space>)>>,
    /// By case, a bit for each position that can be reached from a start that was taken.
    taken: HashMap<u32, BitBox>,
    /// The search of the cases that are too large, and the hashes of the components of its starts that were taken.
    local: Option<&'c LocalSearch<'c>>,
    hashes: HashSet<u64>,
    /// Whether there is no time to find components. Then one start of a case is taken.
    is_hasty: bool,
    closed: HashSet<u32>,
}

/// One part in this many of the memory limit is for the numberings of cases.
const MEMORY_PER_SPACES: u64 = 4;

impl<'c> CaseStarts<'c> {
    fn new(
        cases: &'c [Case],
        local: Option<&'c LocalSearch<'c>>,
        metric: Metric,
        is_hasty: bool,
    ) -> Self {
        let (spaces, taken) = (Mutex::default(), HashMap::new());
        let (hashes, closed) = (HashSet::new(), HashSet::new());
        Self { cases, metric, spaces, taken, local, hashes, is_hasty, closed }
    }

    fn space(&self, case: u32, effort: Effort<'_>) -> Result<Arc<Space>, DesignError> {
        let kept = || self.spaces.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, space)) = kept().iter().find(|(number, _)| *number == case) {
            return Ok(space.clone());
        }
        let Case { puzzle, set, .. } = &self.cases[case as usize];
        let space = effort.quietly(|effort| Space::within(puzzle, set, effort));
        let space = Arc::new(space.map_err(SearchError::from)?);
        let mut kept = kept();
        kept.push_front((case, space.clone()));
        let mut bytes = 0;
        let mut fits = |(_, space): &(u32, Arc<Space>)| {
            bytes += space.bytes();
            bytes <= effort.memory / MEMORY_PER_SPACES
        };
        let fitting = kept.iter().take_while(|one| fits(one)).count();
        kept.truncate(fitting.max(1));
        Ok(space)
    }

    /// Whether a start comes before all its images under symmetries that keep its goal.
    fn is_first_image(&self, start: &Start, effort: Effort<'_>) -> Result<bool, DesignError> {
        let space = self.space(start.case, effort)?;
        let case = &self.cases[start.case as usize];
        let images = case.images_with_goal(start.goal as usize, &space.unrank(start.index));
        Ok(images.iter().filter_map(|image| space.rank(image)).all(|index| start.index <= index))
    }

    /// Whether a position can be reached from a start that was taken.
    fn is_taken(&self, case: u32, index: u64) -> bool {
        self.taken.get(&case).is_some_and(|taken| taken[index as usize])
    }
}

impl CandidatePuzzles<Candidate<'_>> for CaseStarts<'_> {
    fn designed(
        &self,
        candidate: &Candidate<'_>,
        moves: u16,
        effort: Effort<'_>,
    ) -> Result<Option<Designed>, DesignError> {
        let draft = match candidate {
            Candidate::OfSpace(start) => {
                let space = match self.space(start.case, effort) {
                    Err(DesignError::Search(error)) if self.is_hasty && error.is_memory() => {
                        return Ok(None);
                    }
                    space => space?,
                };
                let position = space.unrank(start.index);
                self.cases[start.case as usize].draft(start.goal as usize, &position)?
            }
            Candidate::Local(start) => {
                self.cases[start.case as usize].draft(start.goal as usize, &start.position)?
            }
        };
        Ok(Some(Designed { draft, distance: moves }))
    }

    fn is_reached(&self, candidate: &Candidate<'_>) -> bool {
        let (Candidate::OfSpace(Start { case, .. }) | Candidate::Local(LocalStart { case, .. })) =
            candidate;
        self.closed.contains(case)
            || match candidate {
                Candidate::OfSpace(start) => self.is_taken(start.case, start.index),
                Candidate::Local(start) => self.hashes.contains(&start.component),
            }
    }

    fn take(&mut self, candidate: &Candidate<'_>, effort: Effort<'_>) -> Result<(), DesignError> {
        if self.is_reached(candidate) {
            return Ok(());
        }
        match candidate {
            Candidate::OfSpace(Start { case, .. }) | Candidate::Local(LocalStart { case, .. })
                if self.is_hasty =>
            {
                self.closed.insert(*case);
            }
            Candidate::OfSpace(start) => self.take_of_space(start, effort)?,
            Candidate::Local(start) => {
                if let Some(local) = self.local {
                    self.hashes.extend(local.components_of_images(start, effort)?);
                }
            }
        }
        Ok(())
    }
}

impl CaseStarts<'_> {
    /// Takes the component of a start, and those of its images.
    fn take_of_space(&mut self, start: &Start, effort: Effort<'_>) -> Result<(), DesignError> {
        let case = &self.cases[start.case as usize];
        let space = self.space(start.case, effort)?;
        let mut positions = case.images(&space.unrank(start.index));
        positions.push(space.unrank(start.index));
        let class = classes(&case.puzzle, std::slice::from_ref(&case.set)).remove(0);
        for position in positions {
            let index = space.rank(&position);
            if index.is_none_or(|index| self.is_taken(start.case, index)) {
                continue;
            }
            let held = self.taken.values().map(|taken| taken.len() as u64 / 8).sum();
            let reached = effort.without(held).quietly(|effort| {
                // The positions from which this one can be reached. Moves can be undone.
                let plan = SearchPlan::within(&case.puzzle, &class, effort)?;
                let parallel = plan.is_worth_sharing();
                let search = plan.start(effort)?;
                search.run_towards(&position, self.metric, parallel, effort)
            })?;
            let positions = space.len() as usize;
            let taken = self.taken.entry(start.case).or_insert_with(|| bitbox![0; positions]);
            for (index, distance) in reached[0].as_ref().iter().enumerate() {
                if distance.is_some() {
                    taken.set(index, true);
                }
            }
        }
        Ok(())
    }
}
