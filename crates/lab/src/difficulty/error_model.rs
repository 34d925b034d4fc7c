//! A model of a person who solves a puzzle and makes errors.

use super::component_landscape::{LOST, Landscape};
use huarong_core::effort::{Cancelled, Effort};

/// Probability of an error, a move that does not lead nearer to the goal, as a logistic function.
///
/// The probability is `1 / (1 + exp(-x))`. x is the sum of these:
///
/// - the intercept;
/// - the coefficient of the distance times the distance;
/// - the coefficient of the mobility times the number of moves of the position;
/// - the coefficient of the previous error, if the move before was one.
///
/// Y. Li, Z. Bnaya and W. J. Ma ("Behavioral analysis of human planning in Rush Hour", 2019) relate
/// errors to these three. There are no default coefficients: fit them to moves of people.
///
/// If the model makes an error, it takes each of the wrong moves with the same probability; otherwise each of the best
/// moves. Without a wrong move it makes no error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorModel {
    /// The intercept.
    pub intercept: f64,
    /// The coefficient of the distance to the goal, per move.
    pub distance: f64,
    /// The coefficient of the mobility, per possible move.
    pub mobility: f64,
    /// The coefficient of a previous error.
    pub previous: f64,
}

/// Expected numbers of moves of an [`ErrorModel`] from every position of a landscape to the goal.
#[derive(Clone, Debug)]
pub struct ExpectedMoves {
    /// For every position, after a move that was no error, and after an error.
    moves: Vec<[f64; 2]>,
}

/// The most moves that all sweeps look at: some seconds of work.
const MOST_MOVES_LOOKED_AT: u64 = 1_000_000_000;
const LARGEST_CHANGE_OF_LAST_SWEEP: f64 = 1e-12;

impl ErrorModel {
    /// The probability of an error in a position.
    pub fn error(&self, distance: u16, mobility: usize, after_error: bool) -> f64 {
        let sum = self.intercept
            + self.distance * f64::from(distance)
            + self.mobility * mobility as f64
            + if after_error { self.previous } else { 0.0 };
        1.0 / (1.0 + (-sum).exp())
    }

    /// Solves the linear equations of the expected numbers of moves by sweeps (symmetric Gauss-Seidel), nearest positions
    /// first and back. `None` if they do not settle: then the numbers are too large to be of use. Also `None` if a position is
    /// lost, from which the person would never reach the goal.
    pub fn expected_moves(
        &self,
        landscape: &Landscape,
        effort: Effort<'_>,
    ) -> Result<Option<ExpectedMoves>, Cancelled> {
        let graph = landscape.graph();
        let far = |node: u32| landscape.distance(node);
        if graph.nodes().any(|node| far(node) == LOST) {
            return Ok(None);
        }
        let mut order: Vec<u32> = graph.nodes().filter(|&node| far(node) > 0).collect();
        order.sort_by_key(|&node| far(node));
        let mut moves = vec![[0.0; 2]; graph.len()];
        let errors: Vec<[f64; 2]> = { graph.nodes() }
            .map(|node| {
                let after = graph.neighbours(node);
                let can_err = after.iter().any(|&other| far(other) >= far(node));
                [false, true].map(|after_error| match can_err {
                    true => self.error(far(node), after.len(), after_error),
                    false => 0.0,
                })
            })
            .collect();
        let improve = |moves: &mut Vec<[f64; 2]>, node: u32| {
            // The sums and the numbers of the moves after a best one, and after a wrong one.
            let (mut sums, mut counts) = ([0.0; 2], [0_u32; 2]);
            for &other in graph.neighbours(node) {
                let is_wrong = usize::from(far(other) >= far(node));
                sums[is_wrong] += moves[other as usize][is_wrong];
                counts[is_wrong] += 1;
            }
            let [best, wrong] = [0, 1].map(|of| sums[of] / f64::from(counts[of].max(1)));
            let mut change: f64 = 0.0;
            for (error, old) in errors[node as usize].iter().zip(&mut moves[node as usize]) {
                let new = 1.0 + error * wrong + (1.0 - error) * best;
                change = change.max(((new - *old) / new).abs());
                *old = new;
            }
            change
        };
        // A sweep looks at every move twice in each direction.
        let work = 2 * graph.arcs() as u64 + graph.len() as u64;
        for _ in 0..MOST_MOVES_LOOKED_AT / work {
            effort.check()?;
            let mut change: f64 = 0.0;
            for &node in order.iter().chain(order.iter().rev()) {
                change = change.max(improve(&mut moves, node));
            }
            if change.is_nan() || change <= LARGEST_CHANGE_OF_LAST_SWEEP {
                let is_finite = moves.iter().flatten().all(|moves| moves.is_finite());
                return Ok(is_finite.then_some(ExpectedMoves { moves }));
            }
        }
        Ok(None)
    }
}

impl ExpectedMoves {
    /// The expected number from a start, where no error came before.
    pub(super) fn from(&self, node: u32) -> f64 {
        self.moves[node as usize][0]
    }
}
