//! Positions and moves as values of serde.

use super::numerals::Excerpt;
use super::position::{Move, Position};
use super::rules::{Metric, Puzzle};
use serde::de::{DeserializeSeed, Deserializer, Error};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};

/// As its canonical text: `VBBV/VBBV/VHHV/VSSV/S..S`. A reference to its puzzle is a [`DeserializeSeed`] that reads it back.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Reads a [`Position`] from a text, as [`Puzzle::parse`] does. A text does not name its puzzle, so the puzzle is the seed.
///
/// ```
/// use huarong::Puzzle;
/// use serde::de::DeserializeSeed;
///
/// let puzzle = Puzzle::klotski();
/// let start = puzzle.parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let saved = serde_json::to_string(&start)?;
/// assert_eq!(puzzle.deserialize(&mut serde_json::Deserializer::from_str(&saved))?, start);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
impl<'de> DeserializeSeed<'de> for &Puzzle {
    type Value = Position;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Position, D::Error> {
        self.parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// As an object: `shape` by name, `from` and `to` as column and row from 0, `metric`, and `after`, the position.
/// A reference to the position before is a [`DeserializeSeed`] that reads it back.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written::from(self).serialize(serializer)
    }
}

/// Reads a [`Move`] from its object. An object does not have the position before the move, so that position is the seed. The
/// object must be that of one of its [moves](Position::moves).
///
/// ```
/// use huarong::{Metric, Oracle, Puzzle};
/// use serde::de::DeserializeSeed;
/// use serde_json::Value;
///
/// let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S")?;
/// let solution = Oracle::solve(&start, Metric::Finger)?.solution(&start)?.expect("it has one");
/// let saved = serde_json::to_string(&solution)?;
///
/// let mut position = start;
/// for value in serde_json::from_str::<Vec<Value>>(&saved)? {
///     position = position.deserialize(value)?.after();
/// }
/// assert!(position.is_goal());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
impl<'de> DeserializeSeed<'de> for &Position {
    type Value = Move;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Move, D::Error> {
        let written = Written::deserialize(deserializer)?;
        let mut moves = self.moves(written.metric).into_iter();
        moves.find(|made| Written::from(made) == written).ok_or_else(|| {
            let Written { shape, from, to, metric, after } = &written;
            let (shape, after) = (Excerpt(shape), Excerpt(after));
            D::Error::custom(format_args!(
                "{self} has no {metric} move of {shape:?} from {from:?} to {to:?} after which the position is {after:?}"
            ))
        })
    }
}

/// The object of a move.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(rename = "Move")]
struct Written {
    shape: String,
    from: (u8, u8),
    to: (u8, u8),
    metric: Metric,
    after: String,
}

impl From<&Move> for Written {
    fn from(of: &Move) -> Self {
        let (shape, after) = (of.shape().to_owned(), of.after().to_string());
        Self { shape, from: of.from(), to: of.to(), metric: of.metric(), after }
    }
}
