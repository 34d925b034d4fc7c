//! Puzzles in JSON, one per line of a list.

use super::line_batches;
use anyhow::{anyhow, bail};
use huarong_core::puzzle_file::{PuzzleFile, PuzzleFileError, quoted};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

/// Reads a puzzle in JSON: an object with the keys of a puzzle file, whose grids can be arrays of rows. The default name
/// is the number of the line.
pub(super) fn read(line: &str, number: u64) -> anyhow::Result<PuzzleFile> {
    line_batches::check_length(line)?;
    let line = line.trim_start_matches('\u{feff}');
    let Unique(read) = serde_json::from_str(line).map_err(|error| {
        let words = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let words = words.strip_suffix(&place).unwrap_or(&words);
        let kind = if error.is_data() { "" } else { "not JSON: " };
        anyhow!("{kind}column {}: {words}", error.column())
    })?;
    of_value(read, number)
}

/// Reads a puzzle from a value of JSON.
pub(in crate::cli) fn of_value(value: Value, number: u64) -> anyhow::Result<PuzzleFile> {
    let Value::Object(mut object) = value else {
        bail!("a puzzle must be an object, as in {{\"start\": [\"A.\"], \"goal\": [\".A\"]}}");
    };
    object.entry("name").or_insert_with(|| format!("line {number}").into());
    let mut toml = Toml::default();
    for (key, value) in &object {
        toml.push_entry(key, value)?;
    }
    PuzzleFile::parse(&toml.text).map_err(|error| toml.error(error))
}

/// A puzzle file that is made from JSON.
#[derive(Default)]
struct Toml {
    text: String,
    /// The grid and its row in each line of the text, for error messages.
    rows: Vec<Option<(String, usize)>>,
}

impl Toml {
    fn push_entry(&mut self, key: &str, value: &Value) -> anyhow::Result<()> {
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

    fn push_grid(&mut self, name: &str, rows: &[Value]) -> anyhow::Result<()> {
        self.push("\"\"\"\n");
        for (number, row) in (1..).zip(rows) {
            let Value::String(row) = row else {
                bail!("{name}: row {number} must be a string, but is {row}");
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

    fn push_value(&mut self, key: &str, value: &Value) -> anyhow::Result<()> {
        match value {
            Value::Null => bail!("{key} is null: omit it"),
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
    fn error(&self, error: PuzzleFileError) -> anyhow::Error {
        let PuzzleFileError { line, column, fault, .. } = error;
        match line.checked_sub(1).and_then(|line| self.rows.get(line)) {
            Some(Some((grid, row))) => anyhow!("{grid}, row {row}, column {column}: {fault}"),
            _ => anyhow!(fault),
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
                return Err(Error::custom(format_args!("the key {key:?} is given twice")));
            }
            let Unique(value) = entries.next_value()?;
            object.insert(key, value);
        }
        Ok(object.into())
    }
}
