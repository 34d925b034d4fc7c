//! What can be reached from a position, and how far all of it is from the win: probes without tables.

use super::{Probe, ProbedMove, Routes};
use crate::effort::Effort;
use crate::sliding::rules::{Metric, PerMetric, Position, Puzzle};
use crate::sliding::search::{Component, ComponentError, Until};

/// The component of a position, with the distances of its positions under some metrics.
///
/// ```
/// use huarong::effort::Effort;
/// use huarong::sliding::analysis::{Answer, Reach};
/// use huarong::sliding::klotski;
/// use huarong::sliding::rules::{Metric, PerMetric};
///
/// let puzzle = klotski::puzzle();
/// let start = puzzle.parse_position("S.../BB../BB../..../....")?;
/// let reach = Reach::of(&puzzle, &start, Effort::UNLIMITED)?;
/// let probe = reach.probe(&start).expect("it is in its own component");
/// assert_eq!(probe.distances, PerMetric::new(3, 2, 1).map(Some));
/// assert_eq!(probe.index, None);
/// let routes = reach.routes(Metric::Finger).expect("it can be won");
/// assert_eq!(routes.count(&start)?, Answer::Found(1u8.into()));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reach {
    whole: Component,
    /// Searched from all won positions; nothing where there is none.
    to_the_win: PerMetric<Option<Component>>,
}

impl Reach {
    /// Explores the component of a position. The effort is told of positions: those of the component, and then,
    /// under each metric that it is told is next, those from which it can be won.
    pub fn of(
        puzzle: &Puzzle,
        start: &Position,
        effort: Effort<'_>,
    ) -> Result<Self, ComponentError> {
        let whole = Component::explore(puzzle, start, Metric::Unit, Until::All, effort)?;
        let mut held = whole.bytes();
        let to_the_win = PerMetric::try_each(|metric| {
            effort.doing(metric)?;
            let found = whole.back_from_won(metric, effort.without(held))?;
            held += found.as_ref().map_or(0, Component::bytes);
            Ok::<_, ComponentError>(found)
        })?;
        Ok(Self { whole, to_the_win })
    }

    /// How many positions can be reached.
    pub fn len(&self) -> u64 {
        self.whole.len()
    }

    /// Never: the first position is reached.
    pub fn is_empty(&self) -> bool {
        self.whole.is_empty()
    }

    /// Bytes of memory that it takes.
    pub fn bytes(&self) -> u64 {
        let to_the_win = self.to_the_win.values().iter().flatten().map(Component::bytes);
        self.whole.bytes() + to_the_win.sum::<u64>()
    }

    /// Whether a position can be reached.
    pub fn holds(&self, position: &Position) -> bool {
        self.whole.distance(position).is_some()
    }

    /// The distances of a position to the win; none where it is not of the component, or that cannot be won.
    pub fn distances(&self, position: &Position) -> PerMetric<Option<u16>> {
        self.to_the_win.as_ref().map(|found| found.as_ref()?.distance(position))
    }

    /// What the distances say of a position; `None` where it is not of the component.
    pub fn probe(&self, position: &Position) -> Option<Probe> {
        if !self.holds(position) {
            return None;
        }
        let mut after = position.clone();
        let probed = |made: &crate::sliding::rules::Move| {
            made.apply_to(&mut after);
            let distances = self.distances(&after);
            made.undo_on(&mut after);
            ProbedMove { made: *made, distances }
        };
        let moves = self.whole.puzzle().moves(position, Metric::Finger);
        let moves = moves.iter().map(probed).collect();
        Some(Probe { index: None, distances: self.distances(position), moves })
    }

    /// The optimal solutions under a metric; `None` where there are none. Of positions outside the component nothing is
    /// known.
    pub fn routes(&self, metric: Metric) -> Option<Routes<'_>> {
        let to_the_win = self.to_the_win[metric].as_ref();
        to_the_win.map(|to_the_win| Routes::back(to_the_win).of_some())
    }
}
