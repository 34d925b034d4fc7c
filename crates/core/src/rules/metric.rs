//! Metrics: definitions of one move.

use crate::numerals::Excerpt;
use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;
use thiserror::Error;

/// A metric: the definition of one move.
///
/// The names unit, straight and finger follow T. Mütze's page on sliding block puzzles. Their order is from strict to
/// loose: a move of one of them is a move of every later one. The distance of Klotski's classic start is 116, 90 and 81
/// moves.
///
/// [`Multi`](Self::Multi) is the metric of tile puzzles in which a row of tiles moves at once. It
/// [includes](Self::includes) unit and straight moves, but no moves round a corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Metric {
    /// One piece moves by one cell.
    Unit = 0,
    /// One piece moves any distance in a straight line.
    Straight = 1,
    /// One piece moves along any path.
    Finger = 2,
    /// A line of pieces moves any distance in a straight line: multi-tile moves.
    Multi = 3,
}

/// A metric under which a move moves one piece, for code that has no moves of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SinglePieceMetric {
    /// [`Metric::Unit`].
    Unit,
    /// [`Metric::Straight`].
    Straight,
    /// [`Metric::Finger`].
    Finger,
}

#[doc(hidden)]
impl From<SinglePieceMetric> for Metric {
    fn from(metric: SinglePieceMetric) -> Self {
        match metric {
            SinglePieceMetric::Unit => Self::Unit,
            SinglePieceMetric::Straight => Self::Straight,
            SinglePieceMetric::Finger => Self::Finger,
        }
    }
}

/// Error: a text is not the name of a metric, a notation, a format or another kind of item. The text of the error lists the
/// names.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct UnknownName(String);

impl UnknownName {
    /// Finds the item that has a name among all of a kind.
    #[doc(hidden)]
    pub fn find<T: Copy>(
        kind: &str,
        all: &[T],
        name_of: impl Fn(T) -> &'static str,
        name: &str,
    ) -> Result<T, Self> {
        all.iter().copied().find(|&item| name_of(item) == name).ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|&item| name_of(item)).collect();
            let (name, known) = (Excerpt(name), known.join(", "));
            Self(format!("unknown {kind} {name:?}; the {kind}s are {known}"))
        })
    }
}

impl Metric {
    /// The three metrics of single pieces, strictest first. Answers and reports show them side by side.
    pub const OF_SINGLE_PIECES: [Metric; 3] = [Metric::Unit, Metric::Straight, Metric::Finger];

    /// The [metrics of single pieces](Self::OF_SINGLE_PIECES). It lacks [`Multi`](Self::Multi), which
    /// [`WITH_MULTI`](Self::WITH_MULTI) has, too.
    pub const ALL: [Metric; 3] = Self::OF_SINGLE_PIECES;

    /// All metrics, in the order of their codes.
    pub const WITH_MULTI: &[Metric] =
        &[Metric::Unit, Metric::Straight, Metric::Finger, Metric::Multi];

    /// The metric as one of single pieces; `None` for [`Multi`](Self::Multi).
    #[doc(hidden)]
    pub const fn of_single_pieces(self) -> Option<SinglePieceMetric> {
        match self {
            Metric::Unit => Some(SinglePieceMetric::Unit),
            Metric::Straight => Some(SinglePieceMetric::Straight),
            Metric::Finger => Some(SinglePieceMetric::Finger),
            Metric::Multi => None,
        }
    }

    /// Whether every move of another metric is one move of this metric.
    pub const fn includes(self, other: Metric) -> bool {
        match (self, other) {
            (Metric::Multi, Metric::Finger) => false,
            _ => other as u8 <= self as u8,
        }
    }

    /// The number of the metric in files.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Unit => "unit",
            Metric::Straight => "straight",
            Metric::Finger => "finger",
            Metric::Multi => "multi",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Metric {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let is_named = |metric: &Metric| metric.name().eq_ignore_ascii_case(text);
        Metric::WITH_MULTI.iter().copied().find(is_named).ok_or_else(|| {
            let text = Excerpt(text);
            UnknownName(format!(
                "there is no metric {text:?}; the metrics are unit, straight, finger and multi"
            ))
        })
    }
}

/// A value for each of the [three metrics](Metric::OF_SINGLE_PIECES) of single pieces.
///
/// # Panics
///
/// Indexing panics for [`Metric::Multi`], which has no value here.
///
/// ```
/// use huarong::{Metric, PerMetric};
///
/// let distances = PerMetric::new(116, 90, 81);
/// assert_eq!(distances[Metric::Finger], 81);
/// assert_eq!(distances.map(|distance| distance % 2 == 0), PerMetric::new(true, true, false));
/// assert_eq!(PerMetric::each(Metric::name)[Metric::Unit], "unit");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PerMetric<T>([T; 3]);

impl<T> PerMetric<T> {
    /// The values for the metrics in order.
    pub const fn new(unit: T, straight: T, finger: T) -> Self {
        Self([unit, straight, finger])
    }

    /// Calls a function for each metric and collects the values.
    pub fn each(value: impl FnMut(Metric) -> T) -> Self {
        Self(Metric::OF_SINGLE_PIECES.map(value))
    }

    /// Calls a function for each metric and collects the values, or returns the first error.
    pub fn try_each<E>(mut value: impl FnMut(Metric) -> Result<T, E>) -> Result<Self, E> {
        let [unit, straight, finger] = Metric::OF_SINGLE_PIECES;
        Ok(Self([value(unit)?, value(straight)?, value(finger)?]))
    }

    /// Maps each value.
    pub fn map<U>(self, value: impl FnMut(T) -> U) -> PerMetric<U> {
        PerMetric(self.0.map(value))
    }

    /// References to the values.
    pub fn as_ref(&self) -> PerMetric<&T> {
        PerMetric(self.0.each_ref())
    }

    /// The value for a metric; `None` for [`Metric::Multi`], which has none here.
    pub fn get(&self, metric: Metric) -> Option<&T> {
        self.0.get(metric as usize)
    }

    /// The values, strictest metric first.
    pub fn values(&self) -> &[T; 3] {
        &self.0
    }

    /// The values, strictest metric first.
    pub fn into_values(self) -> [T; 3] {
        self.0
    }

    /// The metrics with their values, strictest first.
    pub fn iter(&self) -> impl Iterator<Item = (Metric, &T)> {
        Metric::OF_SINGLE_PIECES.into_iter().zip(&self.0)
    }
}

/// Values under the metrics that were chosen, which may be any.
#[derive(Clone, Debug)]
pub struct ByMetric<T>([Option<T>; Metric::WITH_MULTI.len()]);

impl<T> Default for ByMetric<T> {
    fn default() -> Self {
        Self(std::array::from_fn(|_| None))
    }
}

impl<T> ByMetric<T> {
    /// The value under a metric, if it was chosen.
    #[inline]
    pub fn get(&self, metric: Metric) -> Option<&T> {
        self.0[metric as usize].as_ref()
    }

    /// Sets the value under a metric.
    pub fn set(&mut self, metric: Metric, value: T) {
        self.0[metric as usize] = Some(value);
    }

    /// The values, in the order of the metrics' codes.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }
}

impl<T> FromIterator<(Metric, T)> for ByMetric<T> {
    fn from_iter<I: IntoIterator<Item = (Metric, T)>>(values: I) -> Self {
        let mut chosen = Self::default();
        values.into_iter().for_each(|(metric, value)| chosen.set(metric, value));
        chosen
    }
}

impl<T> Index<Metric> for PerMetric<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, metric: Metric) -> &T {
        &self.0[metric as usize]
    }
}

impl<T> IndexMut<Metric> for PerMetric<T> {
    #[inline(always)]
    fn index_mut(&mut self, metric: Metric) -> &mut T {
        &mut self.0[metric as usize]
    }
}

impl<T> IntoIterator for PerMetric<T> {
    type Item = (Metric, T);
    type IntoIter = std::iter::Zip<std::array::IntoIter<Metric, 3>, std::array::IntoIter<T, 3>>;

    fn into_iter(self) -> Self::IntoIter {
        Metric::OF_SINGLE_PIECES.into_iter().zip(self.0)
    }
}

/// Serialises as an object with the keys `unit`, `straight` and `finger`.
#[cfg(feature = "serde")]
impl<T: serde::Serialize> serde::Serialize for PerMetric<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut object = serializer.serialize_struct("PerMetric", self.0.len())?;
        for (metric, value) in self.iter() {
            object.serialize_field(metric.name(), value)?;
        }
        object.end()
    }
}

/// Reads a value from such an object.
#[cfg(feature = "serde")]
impl<'de, T: serde::Deserialize<'de>> serde::Deserialize<'de> for PerMetric<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(rename = "PerMetric", deny_unknown_fields)]
        struct Named<T> {
            unit: T,
            straight: T,
            finger: T,
        }
        let Named { unit, straight, finger } = Named::deserialize(deserializer)?;
        Ok(Self([unit, straight, finger]))
    }
}
