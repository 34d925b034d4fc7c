//! State of a census: checkpoints, and files of parts.
//!
//! A file is text with one fact per line; docs/reference/table-file.md has the format. The last line is a checksum of
//! all lines before it.

use super::board::check_board;
use super::error::CensusError;
use super::record::{By, Record, Records};
use super::scope::{Part, Scope};
use super::tally::Tally;
use crate::sliding::rules::Metric;
use crate::storage::Storage;
use std::fmt::Write;
use std::path::Path;
use std::str::{FromStr, Lines};
use xxhash_rust::xxh3::xxh3_64;

/// The first line of a file. It ends with the version of the format.
const MAGIC: &str = "huarong census 3";
/// The first bytes of a file of any version.
const BEGINNING: &[u8] = b"huarong census ";

/// Prefix of the name of an unfinished file.
fn unfinished(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!(".huarong-census-unfinished-{}-", name.trim_start_matches('.'))
}

/// State of a census: the finished tasks and their results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) scope: Scope,
    pub(super) part: Part,
    /// Hash of the tasks, as in [`Census`](super::Census).
    pub(super) work: u64,
    /// For each task of the census, whether it is finished.
    pub(super) done: Vec<bool>,
    pub(super) tally: Tally,
    pub(super) records: Records,
}

impl State {
    /// The initial state.
    pub(super) fn new(scope: Scope, part: Part, work: u64, tasks: usize) -> Self {
        let (tally, records) = (Tally::default(), Records::default());
        Self { scope, part, work, done: vec![false; tasks], tally, records }
    }

    /// The puzzles that the census covers.
    pub fn scope(&self) -> &Scope {
        &self.scope
    }

    /// The part of the census.
    pub fn part(&self) -> Part {
        self.part
    }

    /// The totals.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// The records.
    pub fn records(&self) -> &Records {
        &self.records
    }

    /// Number of finished tasks of the part, and of all its tasks.
    pub fn progress(&self) -> (usize, usize) {
        let ours = self.done.iter().enumerate().filter(|(task, _)| self.part.does(*task));
        ours.fold((0, 0), |(done, all), (_, &is_done)| (done + usize::from(is_done), all + 1))
    }

    /// Writes the state to a file, completely or not at all.
    pub fn write(&self, storage: &dyn Storage, path: &Path) -> Result<(), CensusError> {
        let text = self.text();
        let written =
            storage.write_whole(path, &unfinished(path), |out| out.write_all(text.as_bytes()));
        written.map_err(|error| CensusError::Write(path.to_owned(), error))
    }

    /// Removes unfinished files of this name that killed processes left.
    pub fn clear_unfinished(storage: &dyn Storage, path: &Path) {
        storage.clear_abandoned(path.parent().unwrap_or(Path::new("")), &unfinished(path));
    }

    /// Whether a census may replace the file: it is missing, empty, or starts like a census.
    pub(crate) fn may_replace(storage: &dyn Storage, path: &Path) -> Result<bool, CensusError> {
        if !path.exists() {
            return Ok(true);
        }
        let bytes =
            storage.open(path).map_err(|error| CensusError::Read(path.to_owned(), error))?;
        Ok(bytes.is_empty() || bytes.starts_with(BEGINNING))
    }

    /// Reads a state from a file.
    pub fn read(storage: &dyn Storage, path: &Path) -> Result<Self, CensusError> {
        let bytes =
            storage.open(path).map_err(|error| CensusError::Read(path.to_owned(), error))?;
        // Other files may be of any length, so they are not decoded.
        let text = match bytes.starts_with(BEGINNING) {
            true => str::from_utf8(&bytes).map_err(|_| "it is not UTF-8 text".to_owned()),
            false => Err("it does not start like one".to_owned()),
        };
        let state = text.and_then(Self::parse);
        state.map_err(|fault| CensusError::NoPart { file: path.to_owned(), fault })
    }

    fn text(&self) -> String {
        let Scope { width, height, rectangles, most_shapes, most_pieces, metric } = self.scope;
        let most = |most: Option<u8>| most.map_or("any".to_owned(), |most| most.to_string());
        let mut text = format!(
            "{MAGIC}\ntool {}\nboard {width} {height}\nrectangles {rectangles}\nshapes {}\npieces {}\nmetric {}\n\
             part {}\n",
            env!("CARGO_PKG_VERSION"),
            most(most_shapes),
            most(most_pieces),
            metric.map_or("any", Metric::name),
            self.part,
        );
        let _ = write!(text, "work {:016x}\ntasks {}\ndone ", self.work, self.done.len());
        for bits in self.done.chunks(4) {
            let digit = (0..).zip(bits).map(|(place, &is_done)| u32::from(is_done) << place).sum();
            text.extend(char::from_digit(digit, 16));
        }
        text.push_str("\ntally");
        self.tally.numbers().for_each(|number| {
            let _ = write!(text, " {number}");
        });
        text.push('\n');
        for by in By::ALL {
            for metric in Metric::ALL {
                for (number, Record { moves, start, marked }) in self.records.iter(by, metric) {
                    let _ = writeln!(
                        text,
                        "record {} {number} {metric} {moves} {start} {marked}",
                        by.name()
                    );
                }
            }
        }
        let _ = writeln!(text, "checksum {:016x}", xxh3_64(text.as_bytes()));
        text
    }

    /// Parses a state. The error describes in words what is wrong.
    fn parse(text: &str) -> Result<Self, String> {
        let begin = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
        let (facts, checksum) = text.split_at(begin);
        if checksum != format!("checksum {:016x}\n", xxh3_64(facts.as_bytes())) {
            return Err("its checksum does not match".to_owned());
        }
        let mut lines = facts.lines();
        let tool = format!("tool {}", env!("CARGO_PKG_VERSION"));
        if lines.next() != Some(MAGIC) || lines.next() != Some(&tool) {
            return Err("another version of the program wrote it".to_owned());
        }
        let mut facts = Facts { lines, line: 2 };
        let state = Self::parse_facts(&mut facts);
        state.ok_or_else(|| format!("line {} is invalid", facts.line))
    }

    /// Parses the facts of a state. If it returns `None`, the last line that was read is invalid, or impossible in any
    /// census.
    fn parse_facts(facts: &mut Facts<'_>) -> Option<Self> {
        let (width, height) = facts.next("board")?.split_once(' ')?;
        let (width, height) = (width.parse().ok()?, height.parse().ok()?);
        check_board(usize::from(width), usize::from(height)).ok()?;
        let scope = Scope {
            width,
            height,
            rectangles: facts.next("rectangles")?.parse().ok()?,
            most_shapes: limit(facts.next("shapes")?)?,
            most_pieces: limit(facts.next("pieces")?)?,
            metric: limit(facts.next("metric")?)?,
        };
        let part = facts.next("part")?.parse().ok()?;
        let work = u64::from_str_radix(facts.next("work")?, 16).ok()?;
        let tasks = facts.next("tasks")?.parse().ok()?;
        let mut done = Vec::new();
        for digit in facts.next("done")?.chars() {
            let digit = digit.to_digit(16)?;
            done.extend((0..4).map(|place| digit >> place & 1 == 1));
        }
        if done.len().div_ceil(4) != usize::div_ceil(tasks, 4) || done[tasks..].contains(&true) {
            return None;
        }
        done.truncate(tasks);
        let numbers: Vec<u64> =
            facts.next("tally")?.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
        let tally = Tally::from_numbers(numbers.try_into().ok()?);
        let has_any = done.contains(&true);
        if !tally.is_possible() || !has_any && tally != Tally::default() {
            return None;
        }
        let mut records = Records::default();
        while let Some(words) = facts.next_record() {
            let words: Vec<&str> = words.split(' ').collect();
            let [by, number, metric, moves, start, marked] = words[..] else { return None };
            let by = By::ALL.into_iter().find(|sort| sort.name() == by)?;
            let (number, metric) = (number.parse().ok()?, metric.parse().ok()?);
            let record = Record {
                moves: moves.parse().ok()?,
                start: start.to_owned(),
                marked: marked.parse().ok()?,
            };
            let is_new = has_any && records.get(by, number, metric).is_none();
            if !is_new || !record.is_possible(&scope, by, number, metric) {
                return None;
            }
            records.keep(by, number, metric, &record);
        }
        let is_read = facts.lines.next().is_none();
        is_read.then_some(Self { scope, part, work, done, tally, records })
    }

    /// Adds the results of another part; `None` if both have the same task, or if a total overflows.
    pub(super) fn join(&mut self, other: &Self) -> Option<()> {
        let tally = self.tally.sum(&other.tally).filter(Tally::is_possible)?;
        for (ours, &theirs) in self.done.iter_mut().zip(&other.done) {
            if *ours && theirs {
                return None;
            }
            *ours |= theirs;
        }
        self.tally = tally;
        self.records.merge(&other.records);
        Some(())
    }
}

/// The lines of a file that are not parsed yet.
struct Facts<'t> {
    lines: Lines<'t>,
    /// The number of the last line that was read, from 1.
    line: usize,
}

impl<'t> Facts<'t> {
    /// The value of the next line, which must have this key.
    fn next(&mut self, key: &str) -> Option<&'t str> {
        self.line += 1;
        self.lines.next()?.strip_prefix(key)?.strip_prefix(' ')
    }

    /// The value of the next line, if it is a record.
    fn next_record(&mut self) -> Option<&'t str> {
        self.lines.clone().next().is_some().then(|| self.next("record")).flatten()
    }
}

/// Parses an optional limit.
fn limit<T: FromStr>(text: &str) -> Option<Option<T>> {
    if text == "any" { Some(None) } else { text.parse().ok().map(Some) }
}
