//! A data set: a file for each part, and a card that describes them.

use super::row::{Printer, TaskRow};
use crate::cli::output::{RowFormat, RowOutput, grouped};
use crate::cli::output_folder::OutputFolder;
use anyhow::Context;
use huarong_lab::tasks::{GENERATOR, Split};
use huarong_tables::storage::Unfinished;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The files of a data set, which get their names at its end.
pub(super) struct DataSet {
    printer: Printer,
    parts: Vec<PartFile>,
    folder: OutputFolder,
}

/// The rows of a part, and what the card says of them.
struct PartFile {
    split: Split,
    rows: RowOutput<BufferedFile>,
    components: HashSet<String>,
    questions: BTreeMap<&'static str, u64>,
    /// By the number of moves of an optimal solution; `None` without a solution.
    lengths: BTreeMap<Option<u16>, u64>,
}

/// An unfinished file, and what waits to be written to it.
struct BufferedFile {
    file: Box<dyn Unfinished>,
    /// Number of bytes in the file.
    end: u64,
    waiting: Vec<u8>,
}

/// The file of the card.
const CARD: &str = "README.md";

/// Most bytes that wait to be written.
const MOST_WAITING: usize = 1 << 20;

impl DataSet {
    /// The data set of an empty directory, which is made if it is missing.
    pub fn new(directory: &Path, printer: Printer) -> anyhow::Result<Self> {
        let folder = OutputFolder::new(directory)?;
        let part = |split: Split| {
            let file = BufferedFile { file: folder.unfinished()?, end: 0, waiting: Vec::new() };
            let rows = RowOutput::to(file, printer.format, printer.heads())?;
            let (components, questions, lengths) = Default::default();
            Ok(PartFile { split, rows, components, questions, lengths })
        };
        let parts = Split::ALL.into_iter().map(part).collect::<anyhow::Result<_>>()?;
        Ok(Self { folder, printer, parts })
    }

    /// Adds a task to its part.
    pub fn add(&mut self, row: &TaskRow) -> anyhow::Result<()> {
        let task = &row.task;
        let part = self.parts.iter_mut().find(|part| part.split.name() == task.split);
        let part = part.expect("each part has a file");
        part.components.insert(task.cluster.clone());
        *part.questions.entry(task.question).or_default() += 1;
        *part.lengths.entry(task.optimal).or_default() += 1;
        let written = part.rows.write_all(&self.printer.print(row)?);
        written.with_context(|| format!("cannot write to {}", self.folder.path().display()))
    }

    /// Gives the files their names, and writes the card. Returns the paths. `command` makes the same data set.
    pub fn finish(mut self, command: &str) -> anyhow::Result<Vec<PathBuf>> {
        let card = self.card(command);
        let names: Vec<String> = self.parts.iter().map(|part| self.file_name(part)).collect();
        let mut paths = Vec::new();
        for (mut part, name) in std::mem::take(&mut self.parts).into_iter().zip(names) {
            part.rows.finish().with_context(|| format!("cannot write {name}"))?;
            paths.push(self.folder.give_name(part.rows.into_inner().file, &name)?);
        }
        // It syncs the directory, too.
        paths.push(self.folder.write_file(CARD, card.as_bytes())?);
        self.folder.keep();
        Ok(paths)
    }

    fn file_name(&self, part: &PartFile) -> String {
        let end = match self.printer.format {
            RowFormat::Text | RowFormat::Json => "jsonl",
            RowFormat::Csv => "csv",
            #[cfg(feature = "parquet")]
            RowFormat::Parquet => "parquet",
        };
        format!("{}.{end}", part.split.name())
    }

    /// The card, with a head that hubs of data sets read.
    fn card(&self, command: &str) -> String {
        let mut card = "---\nconfigs:\n- config_name: default\n  data_files:\n".to_owned();
        for part in &self.parts {
            let (split, path) = (part.split.name(), self.file_name(part));
            card += &format!("  - split: {split}\n    path: {path}\n");
        }
        let _ = write!(
            card,
            "---\n\n# Tasks with exact answers\n\n\
             Made by huarong {}, generator `{GENERATOR}`, with this command:\n\n```\n{command}\n```\n\n\
             It makes the same rows again. Every answer is exact. Rows with one `cluster` are in one part.\n\
             `huarong score` judges answers: fill the key or column `answer`. The page `docs/how-to/tasks.md` of huarong \
             explains the columns.\n\n",
            env!("CARGO_PKG_VERSION")
        );
        let sum = |part: &PartFile| part.lengths.values().sum::<u64>();
        card += "| part | tasks | components |\n| --- | ---: | ---: |\n";
        for part in &self.parts {
            let (tasks, components) = (sum(part), part.components.len() as u64);
            let split = part.split.name();
            let _ = writeln!(card, "| {split} | {} | {} |", grouped(tasks), grouped(components));
        }
        self.table(&mut card, "question", |part| {
            part.questions.iter().map(|(&question, &tasks)| (question.to_owned(), tasks)).collect()
        });
        self.table(&mut card, "optimal moves", |part| {
            let length = |length: Option<u16>| match length {
                Some(moves) => format!("{moves:>5}"),
                None => "none".to_owned(),
            };
            part.lengths.iter().map(|(&moves, &tasks)| (length(moves), tasks)).collect()
        });
        card
    }

    /// A table of numbers of tasks, with a column for each part.
    fn table(
        &self,
        card: &mut String,
        head: &str,
        counts: impl Fn(&PartFile) -> BTreeMap<String, u64>,
    ) {
        let counts: Vec<BTreeMap<String, u64>> = self.parts.iter().map(counts).collect();
        let names = self.parts.iter().map(|part| part.split.name());
        let names = names.collect::<Vec<_>>().join(" | ");
        let _ = writeln!(card, "\n| {head} | {names} |\n| --- |{}", " ---: |".repeat(counts.len()));
        let keys: BTreeSet<&String> = counts.iter().flat_map(BTreeMap::keys).collect();
        for key in keys {
            let cells = counts.iter().map(|of| grouped(of.get(key).copied().unwrap_or(0)));
            let _ =
                writeln!(card, "| {} | {} |", key.trim(), cells.collect::<Vec<_>>().join(" | "));
        }
    }
}

impl Write for BufferedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.waiting.extend_from_slice(bytes);
        if self.waiting.len() > MOST_WAITING {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.write_at(self.end, &self.waiting)?;
        self.end += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }
}
