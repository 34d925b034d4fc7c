//! Lists of puzzles: puzzle files, folders of them, files with one puzzle per line, and Rush Hour boards.

use super::json_puzzle;
use super::lines::{self, Batches};
use super::output;
use super::puzzle::{self, Choice};
use super::texts::Source;
use anyhow::{Context, bail};
use huarong_core::interchange;
use huarong_core::puzzle_file::PuzzleFile;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Name ending of puzzle files.
const PUZZLE_FILE: &str = "toml";

/// Name endings of files with a puzzle in JSON on each line.
const JSON_LINES: [&str; 2] = ["jsonl", "ndjson"];

/// Number of puzzles that are gathered before they are handed on, and most bytes of their texts.
const GATHERED: usize = 1 << 12;
const GATHERED_BYTES: usize = 1 << 20;

/// A puzzle of a list, before it is read.
pub(super) struct Entry {
    /// The file; `None` for lines of the only input.
    pub file: Option<Arc<str>>,
    /// The line, counted from 1, if the file has one puzzle per line.
    pub line: Option<u64>,
    text: Text,
}

/// The text of a puzzle, or the place where it is.
enum Text {
    /// The path of a puzzle file, or a name of the library.
    Named,
    /// A puzzle file of a folder. Its name can be one that is not UTF-8.
    File(PathBuf),
    /// A puzzle in JSON.
    Json(String),
    /// A Rush Hour board.
    Board(String),
    /// The list that cannot be read.
    Unreadable(anyhow::Error),
}

/// Whether a text is the path of an existing file or folder.
pub(super) fn exists(text: &str) -> bool {
    text != "-" && Path::new(text).exists()
}

/// Whether a text is such a path, or ends as the name of a puzzle file or of a list.
pub(super) fn is_path(text: &str) -> bool {
    exists(text) || is_listed(Path::new(text))
}

/// Whether the subjects of a command are puzzles. Those of `--puzzle` and `--board` are positions.
pub(super) fn are_puzzles(choice: &Choice, subjects: &[String]) -> bool {
    let is_free = choice.puzzle.puzzle.is_none() && choice.board.is_none();
    is_free && subjects.iter().any(|subject| is_path(subject))
}

/// Whether a text is the path of an existing file that ends as the name of a puzzle file.
pub(super) fn is_puzzle_file(text: &str) -> bool {
    Path::new(text).is_file() && ends_in(Path::new(text), PUZZLE_FILE)
}

/// Whether a text is the path of a list: a folder, or a file with one puzzle per line.
pub(super) fn is_list(text: &str) -> bool {
    Path::new(text).is_dir() || has_lines(Path::new(text))
}

fn has_lines(path: &Path) -> bool {
    JSON_LINES.iter().any(|end| ends_in(path, end))
}

fn is_listed(path: &Path) -> bool {
    ends_in(path, PUZZLE_FILE) || has_lines(path)
}

fn ends_in(path: &Path, end: &str) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(|found| found.eq_ignore_ascii_case(end))
}

/// Hands on the puzzles that some texts name, in order, some at a time: files, names of the library, and the files in
/// folders, by name. A list that cannot be read is an entry, too.
pub(super) fn for_each_some(
    texts: &[String],
    mut take: impl FnMut(Vec<Entry>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (mut gathered, mut bytes) = (Vec::new(), 0);
    for text in texts {
        let is_folder = Path::new(text).is_dir();
        let files = match is_folder {
            true => {
                files_in(Path::new(text)).unwrap_or_else(|error| vec![(text.into(), Some(error))])
            }
            false => vec![(text.into(), None)],
        };
        for (file, error) in files {
            let name: Arc<str> = file.to_string_lossy().into();
            let entry = |line, text| Entry { file: Some(name.clone()), line, text };
            if let Some(error) = error {
                gathered.push(entry(None, Text::Unreadable(error)));
                continue;
            }
            if !has_lines(&file) {
                gathered.push(entry(None, if is_folder { Text::File(file) } else { Text::Named }));
                continue;
            }
            let read = each_line(&file, |line, json| {
                gathered.push(entry(Some(line), Text::Json(json.to_owned())));
                bytes += json.len();
                if gathered.len() < GATHERED && bytes < GATHERED_BYTES {
                    return Ok(());
                }
                bytes = 0;
                take(std::mem::take(&mut gathered))
            });
            if let Err(error) = read? {
                gathered.push(entry(None, Text::Unreadable(error)));
            }
        }
    }
    match gathered.is_empty() {
        true => Ok(()),
        false => take(gathered),
    }
}

/// Most boards that are handed on at once.
const BOARDS: usize = 1 << 12;

/// Hands on the Rush Hour boards of a file, one per line, some at a time; `-` is standard input.
pub(super) fn for_each_some_boards(
    path: &Path,
    mut take: impl FnMut(Vec<Entry>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if !output::is_stdout(path) && path.is_dir() {
        bail!("cannot read {}: it is a directory", path.display());
    }
    let Source { name, input } = Source::at(path)?;
    let mut batches = Batches::new(input, name);
    let mut line_number = 0;
    while let Some(batch) = batches.next()? {
        let numbered = (line_number + 1..).zip(batch.lines());
        line_number += batch.lines().count() as u64;
        let boards = numbered.filter(|(_, line)| !lines::is_blank(line));
        let mut boards = boards.map(|(line, board)| Entry::board(line, board)).peekable();
        while boards.peek().is_some() {
            take(boards.by_ref().take(BOARDS).collect())?;
        }
    }
    Ok(())
}

/// A file of a folder, or the folder with the reason why it cannot be read.
type FileIn = (PathBuf, Option<anyhow::Error>);

/// The puzzle files and lists in a folder, sorted by name. Folders in it are not searched.
fn files_in(folder: &Path) -> anyhow::Result<Vec<FileIn>> {
    let cannot_read = || format!("cannot read {}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot_read)? {
        let path = entry.with_context(cannot_read)?.path();
        if is_listed(&path) && !path.is_dir() {
            files.push(path);
        }
    }
    if files.is_empty() {
        bail!("{} has no puzzle files (.toml) and no lists (.jsonl)", folder.display());
    }
    files.sort();
    Ok(files.into_iter().map(|path| (path, None)).collect())
}

/// Hands on the lines of a file that are not blank, with their numbers. The inner error is one of reading.
fn each_line(
    path: &Path,
    mut take: impl FnMut(u64, &str) -> anyhow::Result<()>,
) -> anyhow::Result<anyhow::Result<()>> {
    let cannot_read = || format!("cannot read {}", path.display());
    let mut batches = match File::open(path).with_context(cannot_read) {
        Ok(file) => Batches::new(file, path.display().to_string()),
        Err(error) => return Ok(Err(error)),
    };
    let mut number = 0;
    loop {
        let batch = match batches.next() {
            Ok(Some(batch)) => batch,
            Ok(None) => return Ok(Ok(())),
            Err(error) => return Ok(Err(error)),
        };
        for line in batch.lines() {
            number += 1;
            if !lines::is_blank(line) {
                take(number, line)?;
            }
        }
    }
}

impl Entry {
    /// A Rush Hour board in a line of the only input.
    fn board(line: u64, board: &str) -> Self {
        Self { file: None, line: Some(line), text: Text::Board(board.to_owned()) }
    }

    /// The line as written, if the puzzle is one of the only input.
    pub fn input(&self) -> Option<&str> {
        match &self.text {
            Text::Board(line) => Some(lines::shown(line)),
            Text::Named | Text::File(_) | Text::Json(_) | Text::Unreadable(_) => None,
        }
    }

    /// Reads the puzzle.
    pub fn read(&self) -> anyhow::Result<PuzzleFile> {
        match (&self.text, &self.file) {
            (Text::Named, Some(name)) => puzzle::find(name),
            (Text::Named, None) => bail!("no puzzle is named"),
            (Text::File(path), _) => Ok(PuzzleFile::read(path)?),
            (Text::Json(line), _) => json_puzzle::read(line, self.line.unwrap_or_default()),
            (Text::Board(line), _) => read_board(line),
            (Text::Unreadable(error), _) => bail!("{error:#}"),
        }
    }
}

impl fmt::Display for Entry {
    /// The place of the puzzle, for error messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{file}:{line}"),
            (Some(file), None) if &**file == "-" => f.write_str("standard input"),
            (Some(file), None) => f.write_str(file),
            (None, line) => write!(f, "line {}", line.unwrap_or_default()),
        }
    }
}

/// Reads a Rush Hour board in one line.
pub(super) fn read_board(line: &str) -> anyhow::Result<PuzzleFile> {
    lines::check_length(line)?;
    if line.contains(char::REPLACEMENT_CHARACTER) {
        bail!("not a board: the line is no UTF-8 text");
    }
    Ok(PuzzleFile::parse(&interchange::read_board(line, "board")?)?)
}
