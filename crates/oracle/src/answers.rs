//! The answers of an oracle.

use super::error::OracleError;
use super::known::Oracle;
use super::options::Options;
use super::source::Source;
use crate::analysis::{
    AllPositions, Answer, DistanceRange, Hardest, Probe, SampleQuery, ShortestPaths, SolutionRange,
    Solutions, hardest, hardest_with_solutions, probe_by_positions, probe_in_space, sample,
    solution_counts,
};
use crate::atlas::SetTable;
use huarong_core::position::{Move, Position};
use huarong_core::rules;
use huarong_core::rules::{Metric, PerMetric};
use huarong_core::space::{Located, Space};
use huarong_tables::table::{Distances, Histogram, TableError};
use num_bigint::BigUint;
use std::borrow::Cow;
use std::ops::{ControlFlow, RangeInclusive};

impl Oracle {
    /// The distance of a position under the oracle's [metric](Self::metric), in moves; `None` where no moves lead to
    /// the goal.
    pub fn distance(&self, position: &Position) -> Result<Option<u16>, OracleError> {
        match self.look_up(self.metric(), position)? {
            Answer::Found(moves) => Ok(Some(moves)),
            Answer::Unreachable => Ok(None),
            Answer::Unknown => Err(self.not_known(self.metric(), position)),
        }
    }

    /// The distance of a position under a metric. An unknown distance is not an error here.
    pub fn look_up(&self, metric: Metric, position: &Position) -> Result<Answer<u16>, OracleError> {
        self.check(position)?;
        Ok(self.known.source.distance(metric, position)?)
    }

    /// All positions of a component: those with each distance under its metric, and those that cannot reach the goal. `None`
    /// unless it was searched.
    #[doc(hidden)]
    pub fn component(&self) -> Option<(Vec<Vec<rules::Arrangement>>, Vec<rules::Arrangement>)> {
        self.known.source.component(self.metric())
    }

    /// The distance of the position with an index in the oracle's [space](Self::space); `None` where no moves lead to the
    /// goal.
    ///
    /// # Errors
    ///
    /// Returns [`Partial`](OracleError::Partial) if the oracle does not number positions, and
    /// [`NotKnown`](OracleError::NotKnown) if it has not searched that position, or there is none.
    pub fn distance_at(&self, index: u64) -> Result<Option<u16>, OracleError> {
        let (metric, source) = (self.metric(), &self.known.source);
        let space = source.space().ok_or_else(|| OracleError::Partial(source.knows()))?;
        let found = if index < space.len() { source.at(metric, index)? } else { Answer::Unknown };
        match found {
            Answer::Found(moves) => Ok(Some(moves)),
            Answer::Unreachable => Ok(None),
            Answer::Unknown => {
                Err(self.not_known_text(metric, || format!("the position with index {index}")))
            }
        }
    }

    /// All distances in order of index: those of the positions of the oracle's [space](Self::space). They are not copied,
    /// unless they come from a table that is packed or in several files.
    ///
    /// ```
    /// use huarong::{Metric, Options, Oracle, Puzzle};
    ///
    /// let puzzle = Puzzle::klotski();
    /// let set = puzzle.parse_piece_set("1h4v4s")?;
    /// let oracle = Oracle::search_piece_set(&puzzle, &set, &Options::new())?;
    /// let (space, distances) = (oracle.space().expect("it numbers positions"), oracle.distances()?);
    /// let start = puzzle.parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
    /// let index = space.rank(&start).expect("it has these pieces");
    /// assert_eq!((distances.len(), distances.get(index)), (65_880, Some(81)));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`Partial`](OracleError::Partial) if the oracle does not know all positions of the piece set.
    pub fn distances(&self) -> Result<Distances<Cow<'_, [u8]>>, OracleError> {
        let only = self.all(self.metric())?.into_only();
        only.ok_or_else(|| OracleError::Partial(self.known.source.knows()))
    }

    /// The distances of a position, without the check that it belongs to the oracle's puzzle.
    #[doc(hidden)]
    pub fn distances_own(
        &self,
        position: &rules::Arrangement,
    ) -> Result<PerMetric<Answer<u16>>, TableError> {
        let source = &self.known.source;
        // If positions are numbered, one index serves all metrics.
        match source.space().map(|space| space.rank(position)) {
            Some(Some(index)) => PerMetric::try_each(|metric| source.at(metric, index)),
            Some(None) => Ok(PerMetric::each(|_| Answer::Unknown)),
            None => PerMetric::try_each(|metric| source.distance(metric, position)),
        }
    }

    /// The distances of a position and of all positions one move away, as far as they are known.
    pub fn probe(&self, position: &Position) -> Result<Probe, OracleError> {
        self.check(position)?;
        self.probe_own(position)
    }

    /// As [`probe`](Self::probe), without the check that the position belongs to the oracle's puzzle.
    #[doc(hidden)]
    pub fn probe_own(&self, position: &rules::Arrangement) -> Result<Probe, OracleError> {
        let source = &self.known.source;
        let located = |space: &Space| {
            let at = Located::of(space, position);
            at.ok_or_else(|| self.not_known(self.metric(), position))
        };
        let probe = match source {
            // Bulk queries probe thousands of positions per second, so each position is located only once.
            Source::Tables { space, tables } => {
                probe_in_space(space, position, &located(space)?, |index| {
                    PerMetric::try_each(|metric| match tables.get(metric) {
                        Some(table) => table.get(index).map(Answer::from),
                        None => Ok(Answer::Unknown),
                    })
                })?
            }
            Source::Space { space, .. } => {
                probe_in_space(space, position, &located(space)?, |index| {
                    PerMetric::try_each(|metric| source.at(metric, index))
                })?
            }
            _ => probe_by_positions(self.puzzle(), position, |position| {
                PerMetric::try_each(|metric| source.distance(metric, position))
            })?,
        };
        self.known_probe(position, probe)
    }

    /// As [`probe_own`](Self::probe_own), without the moves.
    #[doc(hidden)]
    pub fn probe_alone(&self, position: &rules::Arrangement) -> Result<Probe, OracleError> {
        let source = &self.known.source;
        let index = source.space().and_then(|space| space.rank(position));
        let distances = match index {
            Some(index) => PerMetric::try_each(|metric| source.at(metric, index))?,
            None => self.distances_own(position)?,
        };
        self.known_probe(position, Probe::without_moves(index, distances))
    }

    /// A probe, unless it has no distance.
    fn known_probe(
        &self,
        position: &rules::Arrangement,
        probe: Probe,
    ) -> Result<Probe, OracleError> {
        match probe.distances.values().iter().all(|found| *found == Answer::Unknown) {
            true => Err(self.not_known(self.metric(), position)),
            false => Ok(probe),
        }
    }

    /// The first optimal move from a position, in the order of [`Position::moves`]. Goal positions and positions that cannot
    /// reach the goal have `None`.
    pub fn best_move(&self, position: &Position) -> Result<Option<Move>, OracleError> {
        Ok(self.best_moves(position)?.into_iter().next())
    }

    /// All optimal moves from a position, in the order of [`Position::moves`]. Goal positions and positions that cannot reach
    /// the goal have none.
    ///
    /// ```
    /// use huarong::{Metric, Oracle, Puzzle};
    ///
    /// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
    /// let oracle = Oracle::solve(&start, Metric::Finger)?;
    /// for best in oracle.best_moves(&start)? {
    ///     assert_eq!(oracle.distance(&best.after())?, Some(80));
    /// }
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_moves(&self, position: &Position) -> Result<Vec<Move>, OracleError> {
        let nearer = self.distance(position)?.and_then(|far| far.checked_sub(1));
        self.check_best_moves(position)?;
        match (nearer, ShortestPaths::by_oracle(self, self.metric())) {
            (Some(nearer), Some(paths)) => {
                let best = paths.onward(position, nearer)?.into_iter();
                Ok(best.map(|made| position.with(made)).collect())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The optimal solution of a position that always takes the first best move; `None` where no moves lead to the
    /// goal.
    pub fn solution(&self, position: &Position) -> Result<Option<Vec<Move>>, OracleError> {
        let Some(paths) = self.shortest_paths_from(position)? else { return Ok(None) };
        let moves = paths.first(position)?.found();
        Ok(moves.map(|moves| {
            let mut at = position.clone();
            let follow = |made: rules::PieceMove| {
                let step = at.with(made);
                at = step.after();
                step
            };
            moves.into_iter().map(follow).collect()
        }))
    }

    /// Calls `visit` with every optimal solution of a position, sorted by the moves, until it breaks. Takes the
    /// memory of one solution, whatever their number.
    pub fn for_each_solution(
        &self,
        position: &Position,
        visit: impl FnMut(&[rules::PieceMove]) -> ControlFlow<()>,
    ) -> Result<(), OracleError> {
        match self.all_shortest_paths_from(position)? {
            Some(paths) => Ok(paths.for_each(position, visit).map(drop)?),
            None => Ok(()),
        }
    }

    /// Iterates over the optimal solutions of a position, in the order of
    /// [`for_each_solution`](Self::for_each_solution); `None` where no moves lead to the goal.
    ///
    /// ```
    /// use huarong::{Metric, Oracle, Puzzle};
    ///
    /// let start = Puzzle::klotski().parse("SBBS/SBBS/VSSV/VSSV/S..S")?;
    /// let oracle = Oracle::solve(&start, Metric::Finger)?;
    /// let solutions = oracle.solutions(&start)?.expect("moves lead to the goal");
    /// assert_eq!(solutions.count(), 4);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn solutions(&self, position: &Position) -> Result<Option<Solutions<'_>>, OracleError> {
        match self.all_shortest_paths_from(position)? {
            Some(paths) => Ok(paths.iter(position)?.found()),
            None => Ok(None),
        }
    }

    /// Number of optimal solutions of a position, counted as sequences of positions; 0 where no moves lead to the goal.
    pub fn count_solutions(&self, position: &Position) -> Result<BigUint, OracleError> {
        self.count_solutions_with(position, &Options::new())
    }

    /// As [`count_solutions`](Self::count_solutions), within limits. Memory grows with the positions on the solutions.
    pub fn count_solutions_with(
        &self,
        position: &Position,
        options: &Options<'_>,
    ) -> Result<BigUint, OracleError> {
        match self.all_shortest_paths_from(position)? {
            Some(paths) => {
                let count = paths.count(position, options.effort())?;
                Ok(count.found().unwrap_or_default())
            }
            None => Ok(BigUint::ZERO),
        }
    }

    /// Number of optimal solutions of every position, in order of index, at most 2^63 - 1. Goal positions have 1, and positions
    /// that cannot reach the goal have 0. Solutions are counted as sequences of positions. Needs 24 bytes of memory per
    /// position. Reports progress in positions.
    ///
    /// # Errors
    ///
    /// Returns [`Partial`](OracleError::Partial) if the oracle does not know all positions of the piece set. Cancelled work,
    /// and work that needs more memory than its limit, are errors, too.
    pub fn solution_counts(&self, options: &Options<'_>) -> Result<Vec<u64>, OracleError> {
        let all = self.all(self.metric())?;
        // The positions of tiers have no index.
        self.known.source.space().ok_or_else(|| OracleError::Partial(self.known.source.knows()))?;
        Ok(solution_counts(&all, options.effort())?)
    }

    /// The space and the table under a metric, for an oracle over tables.
    #[doc(hidden)]
    pub fn table(&self, metric: Metric) -> Result<(&Space, &SetTable), OracleError> {
        match &self.known.source {
            Source::Tables { space, tables } => {
                let table = tables.get(metric);
                table.map(|table| (space, table)).ok_or(OracleError::Metric { asked: metric })
            }
            source => Err(OracleError::Partial(source.knows())),
        }
    }

    /// Checks that no other program has truncated a table since it was opened. A check per entry would take too long.
    #[doc(hidden)]
    pub fn check_length(&self) -> Result<(), TableError> {
        self.known.source.check_length()
    }

    /// Draws at most `count` different positions whose distance is in a range, each equally likely, in the order of
    /// drawing. The same seed draws the same positions.
    ///
    /// Draws from all positions of the piece set, so that a position and its mirror image can both be drawn. An oracle that knows fewer answers [`Partial`](OracleError::Partial);
    /// make it with [`search_by`](Self::search_by) and [`Method::Space`](super::Method::Space).
    pub fn sample(
        &self,
        distances: RangeInclusive<u16>,
        count: usize,
        seed: u64,
    ) -> Result<Vec<Position>, OracleError> {
        let (from, to) = (*distances.start(), *distances.end());
        let none = || OracleError::Range { from, to, metric: self.metric() };
        if count == 0 {
            return Ok(Vec::new());
        }
        let distances = DistanceRange::of_moves(distances);
        match self.sample_with(&distances, None, count, seed, &Options::new()) {
            Err(OracleError::NoneFits(_)) => Err(none()),
            drawn => drawn,
        }
    }

    /// As [`sample`](Self::sample), from the positions with a number of optimal solutions in a range, if one is given, and
    /// within limits. Reports progress in positions.
    ///
    /// # Errors
    ///
    /// Returns [`NoneFits`](OracleError::NoneFits) if no position is in the ranges.
    pub fn sample_with(
        &self,
        distances: &DistanceRange,
        solutions: Option<&SolutionRange>,
        count: usize,
        seed: u64,
        options: &Options<'_>,
    ) -> Result<Vec<Position>, OracleError> {
        let (distance, solutions) = (distances.clone(), solutions.cloned());
        let query = SampleQuery { distance, count, seed, solutions, at_top: None };
        let all = self.all(self.metric())?;
        let drawn = sample(&all, &query, options.effort())?.positions.into_iter();
        Ok(drawn.map(|position| Position::of(self.puzzle(), position)).collect())
    }

    /// The positions farthest from the goal, sorted by their texts, at most `limit`; of two that mirror each other, the
    /// one whose text sorts first. Empty if no position can reach the goal.
    ///
    /// Needs the distances of all positions of the piece set, as [`sample`](Self::sample) does.
    pub fn hardest(&self, limit: usize) -> Result<Vec<Position>, OracleError> {
        Ok(self.read(&hardest(&self.all(self.metric())?, limit)))
    }

    /// As [`hardest`](Self::hardest), of the positions with a number of optimal solutions in a range, and within limits.
    /// Reports progress in positions.
    pub fn hardest_with(
        &self,
        solutions: &SolutionRange,
        limit: usize,
        options: &Options<'_>,
    ) -> Result<Vec<Position>, OracleError> {
        let all = self.all(self.metric())?;
        let found = hardest_with_solutions(&all, solutions, options.effort())?;
        let (_, mut hardest) = found.unwrap_or_default();
        hardest.truncate(limit);
        Ok(self.read(&hardest))
    }

    /// Positions of the puzzle by their texts.
    fn read(&self, hardest: &[Hardest]) -> Vec<Position> {
        let puzzle = self.puzzle();
        let read = |one: &Hardest| puzzle.parse_position(&one.text).expect("it was written by it");
        hardest.iter().map(|one| Position::of(puzzle, read(one))).collect()
    }

    /// Number of positions of the piece set by distance, and number of those that cannot reach the goal.
    ///
    /// Needs the distances of all positions of the piece set, as [`sample`](Self::sample) does. Tables have it ready.
    pub fn histogram(&self) -> Result<Histogram, OracleError> {
        match self.table(self.metric()) {
            // Its header has it.
            Ok((_, table)) => Ok(table.histogram()),
            Err(_) => Ok(self.all(self.metric())?.histogram().clone()),
        }
    }

    /// Number of positions of the component by distance; `None` unless it was searched and has a goal position.
    #[doc(hidden)]
    pub fn levels(&self, metric: Metric) -> Option<Vec<u64>> {
        self.known.source.levels(metric)
    }

    /// Checks that a position is of the oracle's puzzle.
    fn check(&self, position: &Position) -> Result<(), OracleError> {
        match position.puzzle() == self.puzzle() {
            true => Ok(()),
            false => Err(OracleError::Foreign(position.to_string())),
        }
    }

    fn not_known(&self, metric: Metric, position: &rules::Arrangement) -> OracleError {
        self.not_known_text(metric, || self.puzzle().position_text(position))
    }

    fn not_known_text(&self, metric: Metric, position: impl FnOnce() -> String) -> OracleError {
        match self.known.source.has(metric) {
            true => OracleError::NotKnown(position(), self.known.source.knows()),
            false => OracleError::Metric { asked: metric },
        }
    }

    /// All positions with their distances under a metric.
    #[doc(hidden)]
    pub fn all(&self, metric: Metric) -> Result<AllPositions<'_>, OracleError> {
        let source = &self.known.source;
        source.all(metric)?.ok_or_else(|| match source.has(metric) {
            true => OracleError::Partial(source.knows()),
            false => OracleError::Metric { asked: metric },
        })
    }

    /// As [`shortest_paths_from`](Self::shortest_paths_from), if all are known.
    fn all_shortest_paths_from(
        &self,
        position: &Position,
    ) -> Result<Option<ShortestPaths<'_>>, OracleError> {
        match (self.shortest_paths_from(position)?, self.known.source.lists_all_solutions()) {
            (Some(_), false) => Err(OracleError::OneSolution(self.method())),
            (paths, _) => Ok(paths),
        }
    }

    /// Checks that all best moves of a position are known, which one solution does not show.
    fn check_best_moves(&self, position: &Position) -> Result<(), OracleError> {
        if self.known.source.lists_all_solutions() {
            return Ok(());
        }
        let mut after = position.moves(self.metric()).into_iter().map(|made| made.after());
        match after.all(|after| self.known.source.holds(self.metric(), &after)) {
            true => Ok(()),
            false => Err(OracleError::OneSolution(self.method())),
        }
    }

    /// The optimal solutions from a position; `None` where there are none.
    fn shortest_paths_from(
        &self,
        position: &Position,
    ) -> Result<Option<ShortestPaths<'_>>, OracleError> {
        Ok(match self.distance(position)? {
            Some(_) => ShortestPaths::by_oracle(self, self.metric()),
            None => None,
        })
    }
}

impl<'a> ShortestPaths<'a> {
    /// The optimal solutions of all positions that an oracle knows under a metric. `None` if the metric was not
    /// searched, or if no known position can reach the goal.
    pub fn by_oracle(oracle: &'a Oracle, metric: Metric) -> Option<Self> {
        oracle.known.source.shortest_paths(metric)
    }
}
