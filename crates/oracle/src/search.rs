//! Oracles by searches in memory.

use super::error::OracleError;
use super::known::Oracle;
use super::method::Method;
use super::options::Options;
use super::planner::{ASKED_FOR, Planner, Question};
use super::searches::{by_position, component_within, search_space, space_plan, tiers};
use huarong_core::position::Position;
use huarong_core::rules::{Metric, PieceSet, Puzzle};

impl Oracle {
    /// Searches, in memory, for the distances of all positions reachable from a position.
    ///
    /// A space that takes up to two seconds is searched whole. Otherwise the component of the position is searched. If
    /// it grows large and the whole space takes less than a minute, the whole space is searched instead.
    /// [`method`](Self::method) says which. [`sample`](Self::sample) and [`hardest`](Self::hardest) need a whole space:
    /// to be sure of one, call [`search_by`](Self::search_by) with [`Method::Space`].
    ///
    /// ```
    /// use huarong::{Metric, Oracle, Puzzle};
    ///
    /// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
    /// let oracle = Oracle::search(&start, Metric::Finger)?;
    /// let levels = oracle.sample(60..=80, 20, 42)?;
    /// assert_eq!(levels.len(), 20);
    /// assert!((60..=80).contains(&oracle.distance(&levels[0])?.expect("it can be solved")));
    /// let hardest = &oracle.hardest(1)?[0];
    /// assert!(oracle.distance(hardest)? > oracle.distance(&start)?);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(start: &Position, metric: Metric) -> Result<Self, OracleError> {
        Self::search_with(start, &Options::new().metrics(&[metric]))
    }

    /// As [`search`](Self::search), within limits and under several metrics.
    pub fn search_with(start: &Position, options: &Options<'_>) -> Result<Self, OracleError> {
        Planner::new().ask(Question::Reachable, start, options)
    }

    /// Searches, in memory, for the optimal solutions of one position, as fast as possible.
    ///
    /// The oracle may know no more than the positions on these solutions; all others are
    /// [not known](OracleError::NotKnown). Of a tile puzzle with many positions, such as the 15-puzzle, it knows one
    /// solution; a [`Planner`] lists all.
    ///
    /// ```
    /// use huarong::{Metric, Oracle, Puzzle};
    ///
    /// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
    /// let solution = Oracle::solve(&start, Metric::Unit)?.solution(&start)?;
    /// assert_eq!(solution.expect("it can be solved").len(), 116);
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(start: &Position, metric: Metric) -> Result<Self, OracleError> {
        Self::solve_with(start, &Options::new().metrics(&[metric]))
    }

    /// As [`solve`](Self::solve), within limits and under several metrics.
    pub fn solve_with(start: &Position, options: &Options<'_>) -> Result<Self, OracleError> {
        Planner::new().ask(Question::SomeSolutions, start, options)
    }

    /// Searches, in memory, for the [probe](Self::probe) of one position: its distances, and those of the positions
    /// that one finger move leads to. Takes little longer than [`solve_with`](Self::solve_with).
    ///
    /// The oracle may know no other positions; these are [not known](OracleError::NotKnown).
    ///
    /// ```
    /// use huarong::{Answer, Metric, Options, Oracle, Puzzle};
    ///
    /// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
    /// let options = Options::new().metrics(&Metric::ALL);
    /// let probe = Oracle::search_neighbours(&start, &options)?.probe(&start)?;
    /// for probed in &probe.moves {
    ///     assert!(probed.distances.values().iter().all(|distance| *distance != Answer::Unknown));
    /// }
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn search_neighbours(start: &Position, options: &Options<'_>) -> Result<Self, OracleError> {
        Planner::new().ask(Question::Neighbours, start, options)
    }

    /// Searches by one method only:
    ///
    /// - [`Method::Space`]: all positions with the pieces of `start`;
    /// - [`Method::Component`]: all positions reachable from `start`;
    /// - [`Method::Neighbours`]: `start` and the positions one move away;
    /// - [`Method::Solutions`]: the optimal solutions of `start`.
    ///
    /// ```
    /// use huarong::{Answer, Method, Metric, Options, Oracle, PerMetric, Puzzle};
    ///
    /// let start = Puzzle::klotski().parse("S.../BB../BB../..../....")?;
    /// let options = Options::new().metrics(&Metric::ALL);
    /// for method in [Method::Space, Method::Component] {
    ///     let oracle = Oracle::search_by(method, &start, &options)?;
    ///     let probe = oracle.probe(&start)?;
    ///     assert_eq!(probe.distances, PerMetric::new(3, 2, 1).map(Answer::Found));
    ///     assert_eq!(probe.index.is_some(), method == Method::Space);
    ///     assert_eq!(oracle.count_solutions(&start)?, 1u8.into());
    /// }
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Method::Tables`] is refused: [`Tables`](super::Tables) opens tables.
    pub fn search_by(
        method: Method,
        start: &Position,
        options: &Options<'_>,
    ) -> Result<Self, OracleError> {
        match method {
            Method::Space => Self::search_piece_set(start.puzzle(), &start.piece_set(), options),
            method => Self::search_from(method, start, options),
        }
    }

    /// Searches by a method that starts from a position. Does not need the searches of whole spaces, which a browser would
    /// have to load.
    #[doc(hidden)]
    pub fn search_from(
        method: Method,
        start: &Position,
        options: &Options<'_>,
    ) -> Result<Self, OracleError> {
        let metrics = options.metrics_or(&[Metric::Finger]);
        let source = by_position(method, start, &metrics, options.effort())?;
        Ok(Self::searched(start.puzzle(), &start.piece_set(), &metrics, source, ASKED_FOR))
    }

    /// Searches all positions reachable from a position if there are at most `most`.
    #[doc(hidden)]
    pub fn search_component_within(
        most: u64,
        start: &Position,
        options: &Options<'_>,
    ) -> Result<Option<Self>, OracleError> {
        let metrics = options.metrics_or(&[Metric::Finger]);
        let (puzzle, pieces) = (start.puzzle(), start.piece_set());
        let source = component_within(most, start, &metrics, options.effort())?;
        Ok(source.map(|source| Self::searched(puzzle, &pieces, &metrics, source, ASKED_FOR)))
    }

    /// Searches, in memory, for the distances of all positions of a piece set. Needs no start position. On a board with
    /// doors, these are also the positions after some of the pieces have left.
    ///
    /// ```
    /// use huarong::{Metric, Options, Oracle, Puzzle};
    ///
    /// let puzzle = Puzzle::klotski();
    /// let piece_set = puzzle.parse_piece_set("1h4v4s")?;
    /// let options = Options::new().metrics(&[Metric::Finger]);
    /// let oracle = Oracle::search_piece_set(&puzzle, &piece_set, &options)?;
    /// assert_eq!(oracle.len(), 65_880);
    /// let hardest = &oracle.hardest(1)?[0];
    /// assert_eq!(hardest.piece_set(), piece_set);
    /// assert!(oracle.distance(hardest)? > Some(81));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the piece set has counts for another number of shapes than the puzzle, or if its positions cannot be numbered. A
    /// search that exceeds the memory limit is an error, too.
    pub fn search_piece_set(
        puzzle: &Puzzle,
        piece_set: &PieceSet,
        options: &Options<'_>,
    ) -> Result<Self, OracleError> {
        let metrics = options.metrics_or(&[Metric::Finger]);
        let effort = options.effort();
        let source = match puzzle.doors() {
            Some(_) => tiers(puzzle, piece_set, &metrics, effort)?,
            None => {
                let plan = space_plan(puzzle, piece_set, &metrics, effort)?;
                search_space(plan, None, &metrics, effort)?
            }
        };
        Ok(Self::searched(puzzle, piece_set, &metrics, source, ASKED_FOR))
    }
}
