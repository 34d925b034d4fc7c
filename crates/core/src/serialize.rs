//! Positions and moves as values of serde.

use super::position::{Move, Position};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// As its text: `VBBV/VBBV/VHHV/VSSV/S..S`. [`Puzzle::parse`](crate::rules::Puzzle::parse) reads it back.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// As an object: `shape` by name, `from` and `to` as column and row from 0, `metric`, and `after`, the position.
impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Move", 5)?;
        object.serialize_field("shape", self.shape())?;
        object.serialize_field("from", &self.from())?;
        object.serialize_field("to", &self.to())?;
        object.serialize_field("metric", &self.metric())?;
        object.serialize_field("after", &self.after())?;
        object.end()
    }
}
