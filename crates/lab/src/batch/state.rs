//! State of a batch: checkpoints, and files of parts.
//!
//! A file is text with one fact per line; docs/reference/table-file.md has the formats. The last line is a checksum of
//! all lines before it.

use super::error::BatchError;
use super::facts::Facts;
use super::part::Part;
use huarong_tables::storage::Storage;
use std::fmt::{Debug, Display, Write};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// The results of some tasks of a batch.
pub trait Results: Clone + Debug + Default + PartialEq + Send {
    /// What identifies a batch. It is displayed like options of the command line.
    type Scope: Clone + Debug + Display + PartialEq + Send;

    /// The kind of batch in one word, such as `census`. A file begins with it.
    const KIND: &'static str;
    /// Version of the file format.
    const VERSION: u32;

    /// Writes the facts that identify a batch, one per line.
    fn write_scope(scope: &Self::Scope, text: &mut String);

    /// Reads what [`write_scope`](Self::write_scope) writes; `None` if the last line that was read is invalid.
    fn read_scope(facts: &mut Facts<'_>) -> Option<Self::Scope>;

    /// Writes the results, one fact per line.
    fn write(&self, text: &mut String);

    /// Reads what [`write`](Self::write) writes. `None` if the last line that was read is invalid, or impossible for any
    /// tasks of the batch; without tasks there are no results.
    fn read(facts: &mut Facts<'_>, scope: &Self::Scope, has_tasks: bool) -> Option<Self>;

    /// Adds the results of other tasks; `None` if a total overflows.
    fn join(&mut self, others: &Self) -> Option<()>;
}

/// A scope as a part of a file name.
pub fn scope_name(scope: &impl Display) -> String {
    scope.to_string().replace(" --", "-").replace(' ', "-")
}

/// The finished tasks of a batch, and their results.
#[derive(Clone, Debug, PartialEq)]
pub struct State<R: Results> {
    pub(super) scope: R::Scope,
    pub(super) part: Part,
    /// Hash of the tasks, as in [`Job::work`](super::Job::work).
    pub(super) work: u64,
    /// For each task of the batch, whether it is finished.
    pub(super) done: Vec<bool>,
    pub(super) results: R,
}

impl<R: Results> State<R> {
    /// What identifies the batch.
    pub fn scope(&self) -> &R::Scope {
        &self.scope
    }

    /// The scope as a part of a file name, such as `6x6-max-walls-1`.
    pub fn scope_name(&self) -> String {
        scope_name(&self.scope)
    }

    /// The part of the batch.
    pub fn part(&self) -> Part {
        self.part
    }

    /// The results so far.
    pub fn results(&self) -> &R {
        &self.results
    }

    /// The results so far.
    pub fn into_results(self) -> R {
        self.results
    }

    /// Number of finished tasks of the part, and of all its tasks.
    pub fn progress(&self) -> (usize, usize) {
        let ours = self.done.iter().enumerate().filter(|(task, _)| self.part.does(*task));
        ours.fold((0, 0), |(done, all), (_, &is_done)| (done + usize::from(is_done), all + 1))
    }

    /// Writes the state to a file, completely or not at all.
    pub fn write(&self, storage: &dyn Storage, path: &Path) -> Result<(), BatchError> {
        let text = self.text();
        let unfinished = Self::unfinished(path);
        let written = storage.write_whole(path, &unfinished, |out| out.write_all(text.as_bytes()));
        written.map_err(|error| BatchError::Write(path.to_owned(), error))
    }

    /// Prefix of the name of an unfinished file.
    fn unfinished(path: &Path) -> String {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!(".huarong-{}-unfinished-{}-", R::KIND, name.trim_start_matches('.'))
    }

    /// Removes unfinished files of this name that killed processes left.
    pub fn clear_unfinished(storage: &dyn Storage, path: &Path) {
        let directory = path.parent().unwrap_or(Path::new(""));
        storage.clear_abandoned(directory, &Self::unfinished(path));
    }

    /// The first bytes of a file of any version.
    fn beginning() -> String {
        format!("huarong {} ", R::KIND)
    }

    /// Whether a batch may replace the file: it is missing, empty, or starts like one of the same kind.
    pub fn may_replace(storage: &dyn Storage, path: &Path) -> Result<bool, BatchError> {
        if !path.exists() {
            return Ok(true);
        }
        let bytes = storage.open(path).map_err(|error| BatchError::Read(path.to_owned(), error))?;
        Ok(bytes.is_empty() || bytes.starts_with(Self::beginning().as_bytes()))
    }

    /// Reads a state from a file.
    pub fn read(storage: &dyn Storage, path: &Path) -> Result<Self, BatchError> {
        let bytes = storage.open(path).map_err(|error| BatchError::Read(path.to_owned(), error))?;
        // Other files may be of any length, so they are not decoded.
        let text = match bytes.starts_with(Self::beginning().as_bytes()) {
            true => str::from_utf8(&bytes).map_err(|_| "it is not UTF-8 text".to_owned()),
            false => Err("it does not start like one".to_owned()),
        };
        let no_part = |fault| BatchError::NoPart { kind: R::KIND, file: path.to_owned(), fault };
        text.and_then(Self::parse).map_err(no_part)
    }

    fn text(&self) -> String {
        let mut text =
            format!("{}{}\ntool {}\n", Self::beginning(), R::VERSION, env!("CARGO_PKG_VERSION"),);
        R::write_scope(&self.scope, &mut text);
        let _ = write!(
            text,
            "part {}\nwork {:016x}\ntasks {}\ndone ",
            self.part,
            self.work,
            self.done.len()
        );
        for bits in self.done.chunks(4) {
            let digit = (0..).zip(bits).map(|(place, &is_done)| u32::from(is_done) << place).sum();
            text.extend(char::from_digit(digit, 16));
        }
        text.push('\n');
        self.results.write(&mut text);
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
        let version = lines.next().and_then(|line| line.strip_prefix(&Self::beginning()));
        if version != Some(&R::VERSION.to_string()) {
            let (found, read) = (version.unwrap_or_default(), R::VERSION);
            return Err(format!(
                "it has format version {found}, and this program reads version {read}"
            ));
        }
        // For people: a file is read whichever version of the program wrote it. Files of other work differ in `work`.
        if lines.next().and_then(|line| line.strip_prefix("tool ")).is_none() {
            return Err("line 2 is invalid".to_owned());
        }
        let mut facts = Facts::after(2, lines);
        let state = Self::parse_facts(&mut facts);
        state.ok_or_else(|| format!("line {} is invalid", facts.line()))
    }

    /// Parses the facts of a state. If it returns `None`, the last line that was read is invalid, or impossible in any
    /// batch.
    fn parse_facts(facts: &mut Facts<'_>) -> Option<Self> {
        let scope = R::read_scope(facts)?;
        let part = facts.parse("part")?;
        let work = u64::from_str_radix(facts.next("work")?, 16).ok()?;
        let tasks = facts.parse("tasks")?;
        let mut done = Vec::new();
        for digit in facts.next("done")?.chars() {
            let digit = digit.to_digit(16)?;
            done.extend((0..4).map(|place| digit >> place & 1 == 1));
        }
        if done.len().div_ceil(4) != usize::div_ceil(tasks, 4) || done[tasks..].contains(&true) {
            return None;
        }
        done.truncate(tasks);
        let results = R::read(facts, &scope, done.contains(&true))?;
        facts.are_read().then_some(Self { scope, part, work, done, results })
    }

    /// Adds the results of another part; `None` if both have the same task, or if a total overflows.
    pub(super) fn join(&mut self, other: &Self) -> Option<()> {
        if self.done.iter().zip(&other.done).any(|(&ours, &theirs)| ours && theirs) {
            return None;
        }
        self.results.join(&other.results)?;
        for (ours, &theirs) in self.done.iter_mut().zip(&other.done) {
            *ours |= theirs;
        }
        Some(())
    }
}
