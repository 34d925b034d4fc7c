//! Fits the model of a person's errors to moves that people made.

use super::error_model::ErrorModel;
use std::collections::BTreeMap;
use thiserror::Error;

/// A move of a person as the model sees it. The position must have a wrong move: without one there is nothing to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decision {
    /// The distance of the position before the move.
    pub distance: u16,
    /// Number of moves of that position.
    pub mobility: u32,
    /// Whether the move before was an error.
    pub after_error: bool,
    /// Whether the move is an error.
    pub is_error: bool,
}

/// Decisions, counted.
#[derive(Clone, Debug, Default)]
pub struct Decisions {
    /// For each distance, mobility and previous error, the number of decisions and of errors.
    counts: BTreeMap<(u16, u32, bool), [u64; 2]>,
}

/// The coefficients that make the decisions most probable (maximum likelihood).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Fit {
    /// The coefficients.
    pub model: ErrorModel,
    /// The standard error of each coefficient: intercept, distance, mobility, previous error.
    pub standard_errors: [f64; 4],
    /// Number of decisions.
    pub decisions: u64,
    /// Number of errors among them.
    pub errors: u64,
    /// Logarithm of the likelihood.
    pub log_likelihood: f64,
}

/// Reason why coefficients cannot be fitted.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum FitError {
    /// All decisions are errors, or none is.
    #[error("{errors} of {decisions} moves are errors: a fit needs both errors and right moves")]
    OneKind {
        /// Number of errors.
        errors: u64,
        /// Number of decisions.
        decisions: u64,
    },
    /// Different coefficients are equally likely, or larger ones are always more likely.
    #[error(
        "the moves do not determine the coefficients: distance, mobility and previous error must vary independently, and no \
         combination of them may separate errors from right moves"
    )]
    Undetermined,
}

const COEFFICIENTS: usize = 4;

type Vector = [f64; COEFFICIENTS];
type Matrix = [Vector; COEFFICIENTS];

/// Most steps of Newton's method. It converges quadratically, or not at all.
const STEPS: usize = 50;

impl Decisions {
    /// Counts a decision.
    pub fn add(&mut self, decision: Decision) {
        let Decision { distance, mobility, after_error, is_error } = decision;
        let counts = self.counts.entry((distance, mobility, after_error)).or_default();
        counts[0] += 1;
        counts[1] += u64::from(is_error);
    }

    /// Fits the model by Newton's method (iteratively reweighted least squares; P. McCullagh and J. A. Nelder,
    /// "Generalized Linear Models", 1989, section 4.4).
    ///
    /// # Errors
    ///
    /// Returns an error if the decisions do not determine the coefficients.
    pub fn fit(&self) -> Result<Fit, FitError> {
        let sum = |of: usize| self.counts.values().map(|counts| counts[of]).sum();
        let (decisions, errors): (u64, u64) = (sum(0), sum(1));
        if errors == 0 || errors == decisions {
            return Err(FitError::OneKind { errors, decisions });
        }
        let mut model = [0.0; COEFFICIENTS];
        for _ in 0..STEPS {
            let (gradient, information) = self.slopes(&model);
            let inverse = inverse(information).ok_or(FitError::Undetermined)?;
            let step = product(&inverse, &gradient);
            model.iter_mut().zip(step).for_each(|(value, step)| *value += step);
            if !model.iter().all(|value| value.is_finite()) {
                return Err(FitError::Undetermined);
            }
            let size = |(value, step): (&f64, f64)| step.abs() / (1.0 + value.abs());
            if model.iter().zip(step).map(size).fold(0.0, f64::max) < 1e-10 {
                let [intercept, distance, mobility, previous] = model;
                let model = ErrorModel { intercept, distance, mobility, previous };
                let mut standard_errors = [0.0; COEFFICIENTS];
                for (number, error) in standard_errors.iter_mut().enumerate() {
                    *error = inverse[number][number].sqrt();
                }
                let log_likelihood = self.log_likelihood(&model);
                return Ok(Fit { model, standard_errors, decisions, errors, log_likelihood });
            }
        }
        Err(FitError::Undetermined)
    }

    /// Logarithm of the probability that a model makes these decisions.
    pub fn log_likelihood(&self, model: &ErrorModel) -> f64 {
        let each =
            self.counts.iter().map(|(&(distance, mobility, after_error), &[all, errors])| {
                let error = model.error(distance, mobility as usize, after_error);
                let right = (all - errors) as f64 * (1.0 - error).ln();
                right + if errors > 0 { errors as f64 * error.ln() } else { 0.0 }
            });
        each.sum()
    }

    /// The gradient of the log-likelihood, and the information matrix (its negative second derivatives).
    fn slopes(&self, model: &Vector) -> (Vector, Matrix) {
        let (mut gradient, mut information) = (Vector::default(), Matrix::default());
        for (&(distance, mobility, after_error), &[all, errors]) in &self.counts {
            let values = [1.0, f64::from(distance), f64::from(mobility), f64::from(after_error)];
            let sum: f64 = values.iter().zip(model).map(|(value, factor)| value * factor).sum();
            let error = 1.0 / (1.0 + (-sum).exp());
            let weight = all as f64 * error * (1.0 - error);
            for row in 0..COEFFICIENTS {
                gradient[row] += values[row] * (errors as f64 - all as f64 * error);
                for column in 0..COEFFICIENTS {
                    information[row][column] += weight * values[row] * values[column];
                }
            }
        }
        (gradient, information)
    }
}

fn product(matrix: &Matrix, vector: &Vector) -> Vector {
    matrix.map(|row| row.iter().zip(vector).map(|(one, other)| one * other).sum())
}

/// The inverse of a positive definite matrix by Gauss-Jordan elimination; `None` if it is nearly singular.
fn inverse(mut matrix: Matrix) -> Option<Matrix> {
    let mut inverse = Matrix::default();
    (0..COEFFICIENTS).for_each(|number| inverse[number][number] = 1.0);
    let scale: Vector = std::array::from_fn(|number| matrix[number][number]);
    for number in 0..COEFFICIENTS {
        let pivot = matrix[number][number];
        if pivot.is_nan() || pivot <= 1e-12 * scale[number] {
            return None;
        }
        for column in 0..COEFFICIENTS {
            matrix[number][column] /= pivot;
            inverse[number][column] /= pivot;
        }
        for row in (0..COEFFICIENTS).filter(|&row| row != number) {
            let factor = matrix[row][number];
            for column in 0..COEFFICIENTS {
                matrix[row][column] -= factor * matrix[number][column];
                inverse[row][column] -= factor * inverse[number][column];
            }
        }
    }
    Some(inverse)
}
