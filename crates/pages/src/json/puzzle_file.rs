//! Puzzles in JSON.

use huarong_core::numerals::Excerpt;
use huarong_core::puzzle_file::{Fault, PuzzleFile, PuzzleFileError, quoted};
use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;
use thiserror::Error;

/// Reads a puzzle in JSON: an object with the keys of a puzzle file, whose grids can be arrays of rows. `name` is its name if
/// it gives none. Returns the puzzle and the text of its file.
///
/// A row of `huarong design` has its puzzle as the value of the key `puzzle`: such an object, or the text of a puzzle file. The
/// other keys of the row do not matter.
///
/// ```
/// use huarong::json;
///
/// let (file, text) = json::puzzle_file(r#"{"start": ["A.."], "goal": ["..A"]}"#, "one piece")?;
/// assert_eq!(file.name(), "one piece");
/// assert_eq!(huarong::puzzle::puzzle_file::PuzzleFile::parse(&text)?.start(), file.start());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn puzzle_file(json: &str, name: &str) -> Result<(PuzzleFile, String), PuzzleJsonError> {
    let text = json.trim_start_matches('\u{feff}');
    let Unique(value) = serde_json::from_str(text).map_err(PuzzleJsonError::Json)?;
    let Value::Object(mut object) = value else { return Err(PuzzleJsonError::NoObject) };
    match object.get("puzzle") {
        Some(Value::String(text)) => {
            let file = PuzzleFile::parse(text);
            let file = file.map_err(|error| PuzzleJsonError::Puzzle(error.fault))?;
            return Ok((file, text.clone()));
        }
        Some(Value::Object(puzzle)) => object = puzzle.clone(),
        _ => {}
    }
    object.entry("name").or_insert_with(|| name.into());
    let mut toml = Toml::default();
    for (key, value) in &object {
        toml.push_entry(key, value)?;
    }
    match PuzzleFile::parse(&toml.text) {
        Ok(file) => Ok((file, toml.text)),
        Err(error) => Err(toml.error(error)),
    }
}

/// Error: a text is no puzzle in JSON.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PuzzleJsonError {
    /// It is not JSON, or an object has a key twice.
    #[error("{}", json_text(.0))]
    Json(serde_json::Error),
    /// It is JSON, but no object.
    #[error("a puzzle must be an object, as in {{\"start\": [\"A.\"], \"goal\": [\".A\"]}}")]
    NoObject,
    /// A value is null.
    #[error("{key} is null: omit it")]
    Null {
        /// The key.
        key: String,
    },
    /// A row of a grid is no string.
    #[error("{grid}: row {row} must be a string, but is {}", Excerpt(.value))]
    Row {
        /// The key of the grid.
        grid: String,
        /// The number of the row, from 1.
        row: usize,
        /// The value in JSON.
        value: String,
    },
    /// A row of a grid breaks a rule.
    #[error("{grid}, row {row}, column {column}: {fault}")]
    Grid {
        /// The key of the grid.
        grid: String,
        /// The number of the row, from 1.
        row: usize,
        /// The number of the column, from 1.
        column: usize,
        /// What is wrong.
        fault: Fault,
    },
    /// The puzzle breaks a rule.
    #[error("{0}")]
    Puzzle(Fault),
}

/// What is wrong with a text of one line, and where.
fn json_text(error: &serde_json::Error) -> String {
    let words = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let words = words.strip_suffix(&place).unwrap_or(&words);
    let kind = if error.is_data() { "" } else { "not JSON: " };
    format!("{kind}column {}: {words}", error.column())
}

/// A puzzle file that is made from JSON.
#[derive(Default)]
struct Toml {
    text: String,
    /// The grid and its row in each line of the text, for error messages.
    rows: Vec<Option<(String, usize)>>,
}

impl Toml {
    fn push_entry(&mut self, key: &str, value: &Value) -> Result<(), PuzzleJsonError> {
        self.push(&format!("{} = ", quoted(key)));
        match (key, value) {
            ("start" | "goal" | "gate" | "thin_walls" | "doors", Value::Array(rows)) => {
                self.push_grid(key, rows)?;
            }
            ("goals", Value::Array(goals)) => {
                self.push("[");
                for (number, goal) in (1..).zip(goals) {
                    match goal {
                        Value::Array(rows) => self.push_grid(&format!("goal {number}"), rows)?,
                        goal => self.push_value(key, goal)?,
                    }
                    self.push(", ");
                }
                self.push("]");
            }
            _ => self.push_value(key, value)?,
        }
        self.push("\n");
        Ok(())
    }

    fn push(&mut self, text: &str) {
        self.text += text;
        self.rows.extend(text.matches('\n').map(|_| None));
    }

    fn push_grid(&mut self, name: &str, rows: &[Value]) -> Result<(), PuzzleJsonError> {
        self.push("\"\"\"\n");
        for (number, row) in (1..).zip(rows) {
            let Value::String(row) = row else {
                let (grid, value) = (name.to_owned(), row.to_string());
                return Err(PuzzleJsonError::Row { grid, row: number, value });
            };
            let escaped = quoted(row);
            self.push(&format!("{}\n", &escaped[1..escaped.len() - 1]));
            if let Some(line) = self.rows.last_mut() {
                *line = Some((name.to_owned(), number));
            }
        }
        self.push("\"\"\"");
        Ok(())
    }

    fn push_value(&mut self, key: &str, value: &Value) -> Result<(), PuzzleJsonError> {
        match value {
            Value::Null => return Err(PuzzleJsonError::Null { key: key.to_owned() }),
            Value::String(text) => self.push(&quoted(text)),
            Value::Bool(_) | Value::Number(_) => self.push(&value.to_string()),
            Value::Array(values) => {
                self.push("[");
                for value in values {
                    self.push_value(key, value)?;
                    self.push(", ");
                }
                self.push("]");
            }
            Value::Object(object) => {
                self.push("{");
                for (number, (key, value)) in object.iter().enumerate() {
                    let comma = if number > 0 { ", " } else { "" };
                    self.push(&format!("{comma}{} = ", quoted(key)));
                    self.push_value(key, value)?;
                }
                self.push("}");
            }
        }
        Ok(())
    }

    /// An error with its place in the JSON.
    fn error(&self, error: PuzzleFileError) -> PuzzleJsonError {
        let PuzzleFileError { line, column, fault, .. } = error;
        match line.checked_sub(1).and_then(|line| self.rows.get(line)) {
            Some(Some((grid, row))) => {
                PuzzleJsonError::Grid { grid: grid.clone(), row: *row, column, fault }
            }
            _ => PuzzleJsonError::Puzzle(fault),
        }
    }
}

/// A value whose objects have each key once, as tables of TOML do.
struct Unique(Value);

impl<'d> Deserialize<'d> for Unique {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UniqueVisitor).map(Self)
    }
}

struct UniqueVisitor;

impl<'d> Visitor<'d> for UniqueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value of JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'d>>(self, mut values: A) -> Result<Value, A::Error> {
        let mut array = Vec::new();
        while let Some(Unique(value)) = values.next_element()? {
            array.push(value);
        }
        Ok(array.into())
    }

    fn visit_map<A: MapAccess<'d>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(A::Error::custom(format_args!("the key {key:?} is given twice")));
            }
            let Unique(value) = entries.next_value()?;
            object.insert(key, value);
        }
        Ok(object.into())
    }
}
