//! Metrics: definitions of one move.

use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;
use thiserror::Error;

/// A metric: the definition of one move.
///
/// The names follow T. Mütze's page on sliding block puzzles. The order is from strict to loose: a move of one metric
/// is a move of every later one. The distance of Klotski's classic start is 116, 90 and 81 moves.
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
}

/// Error: a text is not the name of a metric, of a notation or of a format. The text of the error lists the names.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0}")]
pub struct UnknownName(pub(crate) String);

impl Metric {
    /// The three metrics, strictest first.
    pub const ALL: [Metric; 3] = [Metric::Unit, Metric::Straight, Metric::Finger];

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
        Metric::ALL.into_iter().find(|metric| metric.name().eq_ignore_ascii_case(text)).ok_or_else(
            || {
                UnknownName(format!(
                    "there is no metric {text:?}; the metrics are unit, straight and finger"
                ))
            },
        )
    }
}

/// A value for each metric.
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
        Self(Metric::ALL.map(value))
    }

    /// Calls a function for each metric and collects the values, or returns the first error.
    pub fn try_each<E>(mut value: impl FnMut(Metric) -> Result<T, E>) -> Result<Self, E> {
        let [unit, straight, finger] = Metric::ALL;
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
        Metric::ALL.into_iter().zip(&self.0)
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
        Metric::ALL.into_iter().zip(self.0)
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
