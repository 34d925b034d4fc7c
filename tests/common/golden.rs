//! Golden outputs: answers that were kept, and what they promise to every later version 1.x.
//!
//! docs/reference/compatibility.md has the promises: keys and columns stay, with their types and values. Later versions
//! may add some.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Stands for the other elements of an array that is kept in part.
const MORE: &str = "…";

/// A question with its kept answer.
pub struct Transcript {
    /// The question as written: after `$ huarong `, or after `GET `.
    pub question: String,
    /// File for standard input.
    pub stdin: Option<String>,
    /// Keys and columns whose values differ from run to run. Only their types are compared.
    pub any: Vec<String>,
    pub exit: i32,
    /// The kept answer.
    pub answer: String,
}

/// The folder of golden files.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The transcripts of all files of a folder, each with the name of its file. A question follows `mark`; the lines
/// before it that begin with `# ` say how it is asked.
pub fn transcripts(of: &str, mark: &str) -> Vec<(String, Transcript)> {
    let entries = fs::read_dir(folder().join(of)).expect("the folder exists");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut all: Vec<(String, Transcript)> = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let (mut stdin, mut any, mut exit) = (None, Vec::new(), 0);
        for line in fs::read_to_string(&path).expect("it is a text").lines() {
            if let Some(question) = line.strip_prefix(mark) {
                let (stdin, any) = (stdin.take(), std::mem::take(&mut any));
                let question = question.to_owned();
                let answer = String::new();
                let exit = std::mem::take(&mut exit);
                all.push((name.clone(), Transcript { question, stdin, any, exit, answer }));
            } else if let Some(file) = line.strip_prefix("# stdin ") {
                stdin = Some(file.to_owned());
            } else if let Some(names) = line.strip_prefix("# any ") {
                any = names.split(' ').map(str::to_owned).collect();
            } else if let Some(code) = line.strip_prefix("# exit ") {
                exit = code.parse().expect("a number");
            } else {
                let (_, transcript) = all.last_mut().expect("a question stands first");
                transcript.answer += &format!("{line}\n");
            }
        }
    }
    all
}

impl Transcript {
    /// Compares an answer in JSON, one object per line, with the kept one.
    pub fn check_json(&self, answer: &str) -> Result<(), String> {
        let values = |text: &str| -> Vec<Value> {
            text.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect()
        };
        self.check_value("", &Value::Array(values(&self.answer)), &Value::Array(values(answer)))
    }

    /// Compares a value with the kept one. The error names the broken promise.
    fn check_value(&self, path: &str, kept: &Value, found: &Value) -> Result<(), String> {
        match (kept, found) {
            (Value::Object(kept), Value::Object(found)) => {
                kept.iter().try_for_each(|(key, value)| {
                    let path = format!("{path}.{key}");
                    let Some(found) = found.get(key) else {
                        return Err(format!(
                            "{path}: the key is gone; keys stay in all versions 1.x"
                        ));
                    };
                    if self.any.contains(key) {
                        return check_type(&path, value, found);
                    }
                    self.check_value(&path, value, found)
                })
            }
            (Value::Array(kept), Value::Array(found)) => {
                let is_part = kept.last().is_some_and(|last| last == MORE);
                let whole = kept.len() - usize::from(is_part);
                if found.len() < whole || !is_part && found.len() > whole {
                    return Err(format!(
                        "{path}: {} elements, kept are {whole}; the same question has the same answer",
                        found.len()
                    ));
                }
                let pairs = kept[..whole].iter().zip(found).enumerate();
                pairs
                    .map(|(nth, (kept, found))| (format!("{path}[{nth}]"), kept, found))
                    .try_for_each(|(path, kept, found)| self.check_value(&path, kept, found))
            }
            _ if kept == found => Ok(()),
            _ => Err(check_type(path, kept, found).err().unwrap_or_else(|| {
                format!("{path}: {found}, kept is {kept}; the same question has the same answer")
            })),
        }
    }

    /// Compares an answer in CSV with the kept one.
    pub fn check_csv(&self, answer: &str) -> Result<(), String> {
        let table = |text: &str| -> Vec<Vec<String>> {
            let mut reader =
                csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
            let row = |row: csv::StringRecord| row.iter().map(str::to_owned).collect();
            reader.records().map(|record| row(record.expect("a row of CSV"))).collect()
        };
        let (kept, found) = (table(&self.answer), table(answer));
        let mut from = 0;
        let mut places = Vec::new();
        for column in &kept[0] {
            let Some(place) = found[0][from..].iter().position(|other| other == column) else {
                let is_moved = found[0].contains(column);
                let fault = if is_moved { "has another place" } else { "is gone" };
                return Err(format!(
                    "the column {column} {fault}; columns and their order stay in all versions 1.x"
                ));
            };
            places.push(from + place);
            from += place + 1;
        }
        if kept.len() != found.len() {
            return Err(format!(
                "{} rows, kept are {}; the same question has the same answer",
                found.len() - 1,
                kept.len() - 1
            ));
        }
        let names = &kept[0];
        for (number, (kept, found)) in kept.iter().zip(&found).enumerate().skip(1) {
            for (column, (cell, &place)) in kept.iter().zip(&places).enumerate() {
                let name = &names[column];
                if !self.any.contains(name) && *cell != found[place] {
                    return Err(format!(
                        "row {number}, {name}: {}, kept is {cell}; the same question has the same answer",
                        found[place]
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Compares the types of two values, and of what they hold. Null takes the place of a value that does not exist, so it
/// has any type.
fn check_type(path: &str, kept: &Value, found: &Value) -> Result<(), String> {
    let name = |value: &Value| match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    match (kept, found) {
        (Value::Null, _) | (_, Value::Null) => Ok(()),
        (Value::Array(kept), Value::Array(found)) => {
            let Some(first) = kept.first() else { return Ok(()) };
            found.iter().try_for_each(|value| check_type(&format!("{path}[]"), first, value))
        }
        (Value::Object(kept), Value::Object(found)) => kept.iter().try_for_each(|(key, value)| {
            let path = format!("{path}.{key}");
            let found = found.get(key);
            let found = found
                .ok_or_else(|| format!("{path}: the key is gone; keys stay in all versions 1.x"));
            check_type(&path, value, found?)
        }),
        _ if name(kept) == name(found) => Ok(()),
        _ => Err(format!(
            "{path}: {}, kept is {}; types stay in all versions 1.x",
            name(found),
            name(kept)
        )),
    }
}
