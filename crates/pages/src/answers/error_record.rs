//! Errors in requests, for people and for programs.

use huarong_core::interchange::InterchangeError;
use huarong_core::notation::NotationError;
use huarong_core::puzzle_file::PuzzleFileError;
use huarong_core::rules::{PieceSetError, PositionError};
use huarong_lab::library::{LookupError, NoSuchLength, PuzzleLookupError, ReadError};
use huarong_oracle::analysis::{NoPath, SampleError};
use serde::Serialize;
use serde_json::{Value, json};

/// An error as JSON: an English message, and a code with arguments for messages in any language.
#[derive(Debug, Serialize)]
pub struct ErrorRecord {
    error: String,
    code: &'static str,
    arguments: Value,
}

impl ErrorRecord {
    pub fn no_such_address(path: &str) -> Self {
        let known = "see /api/v1/openapi.json for all addresses";
        ("not-found", format!("there is no {path:?}; {known}")).into()
    }

    /// A search that exceeds its limits, with the number of positions it reached.
    pub fn too_large(error: impl Into<String>, reached: u64) -> Self {
        Self { error: error.into(), code: "too-large", arguments: json!({ "reached": reached }) }
    }

    fn of(error: &impl ToString, (code, arguments): (&'static str, Value)) -> Self {
        Self { error: error.to_string(), code, arguments }
    }
}

impl<T: Into<String>> From<(&'static str, T)> for ErrorRecord {
    fn from((code, error): (&'static str, T)) -> Self {
        Self { error: error.into(), code, arguments: json!({}) }
    }
}

/// A request that violates the API description.
impl From<&str> for ErrorRecord {
    fn from(error: &str) -> Self {
        ("request", error).into()
    }
}

/// A request that violates the API description.
impl From<String> for ErrorRecord {
    fn from(error: String) -> Self {
        ("request", error).into()
    }
}

impl From<ReadError> for ErrorRecord {
    fn from(error: ReadError) -> Self {
        let reported = match &error {
            ReadError::Empty => ("empty", json!({})),
            ReadError::Unknown(error) | ReadError::Lookup(error) => of_name(error),
            ReadError::Notation(error) => of_notation(error),
            ReadError::PieceSet(error) => of_set(error),
            _ => ("position", json!({})),
        };
        Self::of(&error, reported)
    }
}

impl From<NotationError> for ErrorRecord {
    fn from(error: NotationError) -> Self {
        Self::of(&error, of_notation(&error))
    }
}

impl From<PuzzleFileError> for ErrorRecord {
    fn from(error: PuzzleFileError) -> Self {
        let PuzzleFileError { line, column, fault, .. } = &error;
        let about = json!({ "line": line, "column": column, "fault": fault.to_string() });
        Self::of(&error, ("puzzle-file", about))
    }
}

/// The text is a Rush Hour board in one line.
impl From<InterchangeError> for ErrorRecord {
    fn from(error: InterchangeError) -> Self {
        Self::of(&error, ("rush-board", json!({ "fault": error.to_string() })))
    }
}

impl From<NoSuchLength> for ErrorRecord {
    fn from(error: NoSuchLength) -> Self {
        let NoSuchLength { wanted, known, .. } = &error;
        let about = json!({
            "from": wanted.start(), "to": wanted.end(), "least": known.start(), "most": known.end(),
        });
        Self::of(&error, ("no-such-length", about))
    }
}

impl From<PuzzleLookupError> for ErrorRecord {
    fn from(error: PuzzleLookupError) -> Self {
        let reported = match &error {
            PuzzleLookupError::Unknown { name, nearest } => {
                let suggestions: Vec<_> = nearest.iter().collect();
                ("unknown-puzzle", json!({ "name": name, "suggestions": suggestions }))
            }
            PuzzleLookupError::Ambiguous { name, ids } => {
                ("ambiguous-puzzle", json!({ "name": name, "ids": ids }))
            }
            _ => ("not-found", json!({})),
        };
        Self::of(&error, reported)
    }
}

impl From<PieceSetError> for ErrorRecord {
    fn from(error: PieceSetError) -> Self {
        Self::of(&error, of_set(&error))
    }
}

impl From<NoPath> for ErrorRecord {
    fn from(error: NoPath) -> Self {
        ("no-path", error.to_string()).into()
    }
}

impl From<SampleError> for ErrorRecord {
    fn from(error: SampleError) -> Self {
        let reported = match &error {
            SampleError::OutOfRange { set, least, most, .. } => {
                ("no-such-distance", json!({ "set": set, "least": least, "most": most }))
            }
            SampleError::Unsolvable { set, .. } => ("unsolvable-set", json!({ "set": set })),
            _ => ("no-sample", json!({})),
        };
        Self::of(&error, reported)
    }
}

fn of_name(error: &LookupError) -> (&'static str, Value) {
    match error {
        LookupError::Unknown { name, suggestions } => {
            ("unknown-name", json!({ "name": name, "suggestions": suggestions }))
        }
        LookupError::Ambiguous { name, openings } => {
            ("ambiguous-name", json!({ "name": name, "openings": openings }))
        }
        _ => ("not-found", json!({})),
    }
}

fn of_notation(error: &NotationError) -> (&'static str, Value) {
    match error {
        NotationError::Grid(error) => of_grid(error),
        NotationError::PieceSet(error) => of_set(error),
        _ => ("position", json!({})),
    }
}

fn of_grid(error: &PositionError) -> (&'static str, Value) {
    match error {
        PositionError::RowCount { found, want } => {
            ("row-count", json!({ "found": found, "want": want }))
        }
        PositionError::RowLength { row, found, want } => {
            ("row-length", json!({ "row": row, "found": found, "want": want }))
        }
        PositionError::UnknownLetter { row, column, letter, .. } => {
            ("unknown-letter", json!({ "row": row, "column": column, "letter": letter }))
        }
        PositionError::Incomplete { row, column, shape, .. } => {
            ("incomplete-piece", json!({ "row": row, "column": column, "shape": shape }))
        }
        PositionError::NoSuchPiece { row, column, letter, .. } => {
            ("no-such-piece", json!({ "row": row, "column": column, "letter": letter }))
        }
        PositionError::Wall { row, column, letter } => {
            ("wall", json!({ "row": row, "column": column, "letter": letter }))
        }
        PositionError::TooMany { row, column, shape, want } => {
            ("too-many", json!({ "row": row, "column": column, "shape": shape, "want": want }))
        }
        PositionError::TooFew { shape, found, want, .. } => {
            ("too-few", json!({ "shape": shape, "found": found, "want": want }))
        }
        _ => ("position", json!({})),
    }
}

fn of_set(error: &PieceSetError) -> (&'static str, Value) {
    match error {
        PieceSetError::Syntax { text, example, .. } => {
            ("set-syntax", json!({ "text": text, "example": example }))
        }
        PieceSetError::OnlyOne { text, only } => {
            ("set-syntax", json!({ "text": text, "example": only }))
        }
        PieceSetError::DoesNotFit { text, area, most } => {
            ("set-too-large", json!({ "text": text, "area": area, "most": most }))
        }
        PieceSetError::NoArrangement { text } => ("set-impossible", json!({ "text": text })),
        _ => ("set", json!({})),
    }
}
