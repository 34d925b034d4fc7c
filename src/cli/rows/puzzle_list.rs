//! Lists of puzzles: puzzle files, folders of them, files with one puzzle per line, and Rush Hour boards.

use super::line_batches::{self, LineBatches};
use super::origin::Origin;
use super::questions::Question;
use crate::cli::input_file::InputFile;
use crate::cli::output;
use crate::cli::puzzle::{self, Choice};
use anyhow::{Context, bail};
use huarong_core::interchange;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_pages::json;
use serde_json::Value;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Name ending of puzzle files.
const PUZZLE_FILE: &str = "toml";

/// Name endings of files with a puzzle in JSON on each line.
const JSON_LINES: [&str; 2] = ["jsonl", "ndjson"];

/// Most puzzles that are passed on at once, and most bytes of their texts.
const MOST_PUZZLES_AT_ONCE: usize = 1 << 12;
const MOST_BYTES_AT_ONCE: usize = 1 << 20;

/// Puzzles of a command.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) enum PuzzleList<'a> {
    /// Files, folders, and names of the library.
    Named(&'a [String]),
    /// Rush Hour boards in a file, one per line; `-` is standard input.
    Boards(&'a Path),
    /// Puzzles on standard input, in JSON, one per line.
    Rows,
}

/// A puzzle of a list, before it is read.
pub(in crate::cli) struct Entry {
    /// The file as named; empty for boards, which are of one input.
    file: Arc<str>,
    /// The line, counted from 1, if the file has one puzzle per line.
    line: Option<u64>,
    content: Content,
}

/// The text of a puzzle, or the place where it is.
enum Content {
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
pub(in crate::cli) fn exists(text: &str) -> bool {
    text != "-" && Path::new(text).exists()
}

/// Whether a text is such a path, or ends as the name of a puzzle file or of a list.
pub(in crate::cli) fn is_path(text: &str) -> bool {
    exists(text) || is_listed(Path::new(text))
}

/// Takes a single puzzle file or Rush Hour board among the subjects of a command for the puzzle of `--puzzle`. Returns whether
/// it does.
pub(in crate::cli) fn choose_only_file(choice: &mut Choice, subjects: &mut Vec<String>) -> bool {
    let is_puzzle = PuzzleList::of_subjects(choice, subjects).is_some();
    let is_file = is_puzzle && matches!(&subjects[..], [file] if !is_list(file) && file != "-");
    if is_file {
        choice.puzzle.puzzle = subjects.pop();
    }
    is_file
}

/// Whether a text is the path of an existing file that ends as the name of a puzzle file.
pub(in crate::cli) fn is_puzzle_file(text: &str) -> bool {
    Path::new(text).is_file() && ends_in(Path::new(text), PUZZLE_FILE)
}

/// Whether a text is the path of a list: a folder, or a file with one puzzle per line.
pub(in crate::cli) fn is_list(text: &str) -> bool {
    Path::new(text).is_dir() || has_lines(Path::new(text))
}

/// Whether a command has no puzzle and no size of a board yet.
fn is_free(choice: &Choice) -> bool {
    choice.puzzle.puzzle.is_none() && choice.board.is_none()
}

/// Whether a text is a Rush Hour board. No position of Klotski is one: its big piece is no car.
fn is_board(text: &str) -> bool {
    !exists(text) && read_board(text).is_ok()
}

/// The first line of standard input, as far as it has arrived. It stays to be read.
fn first_line() -> String {
    let mut input = io::stdin().lock();
    let arrived = input.fill_buf().unwrap_or_default();
    let line = arrived.trim_ascii_start().split(|byte| *byte == b'\n').next();
    String::from_utf8_lossy(line.unwrap_or_default()).into_owned()
}

/// Whether a path is standard input, and that has puzzles in JSON.
fn has_rows(path: &Path) -> bool {
    output::is_stdout(path) && first_line().trim_start_matches('\u{feff}').starts_with('{')
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

impl<'a> PuzzleList<'a> {
    /// The subjects of a command, if they are puzzles. Those of `--puzzle` and `--board` are positions. The first line of
    /// standard input says what the others are.
    pub fn of_subjects(choice: &Choice, subjects: &'a [String]) -> Option<Self> {
        if let ([only], true) = (subjects, is_free(choice))
            && only == "-"
        {
            let line = first_line();
            return match line.trim_start_matches('\u{feff}').trim() {
                line if line.starts_with('{') => Some(Self::Rows),
                line => is_board(line).then_some(Self::Boards(Path::new("-"))),
            };
        }
        let is_puzzle =
            is_free(choice) && subjects.iter().any(|subject| is_path(subject) || is_board(subject));
        is_puzzle.then_some(Self::Named(subjects))
    }

    /// Passes on the puzzles in order, some at a time. The files of a folder are in the order of their names. A list that
    /// cannot be read is an entry, too.
    pub fn for_each_some(
        self,
        take: impl FnMut(Vec<Entry>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        match self {
            Self::Named(names) => for_each_some_named(names, take),
            Self::Boards(path) => for_each_some_boards(path, take),
            Self::Rows => for_each_some_named(&["-".to_owned()], take),
        }
    }
}

fn for_each_some_named(
    names: &[String],
    mut take: impl FnMut(Vec<Entry>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (mut gathered, mut bytes) = (Vec::new(), 0);
    for name in names {
        let unread = |error| Entry {
            file: (**name).into(),
            line: None,
            content: Content::Unreadable(error),
        };
        let is_folder = Path::new(name).is_dir();
        let files = if is_folder { files_in(Path::new(name)) } else { Ok(vec![name.into()]) };
        let files = match files {
            Ok(files) => files,
            Err(error) => {
                gathered.push(unread(error));
                continue;
            }
        };
        for path in files {
            let file: Arc<str> = path.to_string_lossy().into();
            let entry = |line, content| Entry { file: file.clone(), line, content };
            if !has_lines(&path) && !has_rows(&path) {
                let content = if is_folder { Content::File(path) } else { Content::Named };
                gathered.push(entry(None, content));
                continue;
            }
            let batches = match InputFile::at(&path) {
                Ok(file) => LineBatches::new(file),
                Err(error) => {
                    gathered.push(entry(None, Content::Unreadable(error)));
                    continue;
                }
            };
            for batch in batches {
                let batch = match batch {
                    Ok(batch) => batch,
                    Err(error) => {
                        gathered.push(entry(None, Content::Unreadable(error)));
                        break;
                    }
                };
                for Question { origin, text } in batch.questions() {
                    gathered.push(entry(origin.line(), Content::Json(text.to_owned())));
                    bytes += text.len();
                    if gathered.len() >= MOST_PUZZLES_AT_ONCE || bytes >= MOST_BYTES_AT_ONCE {
                        bytes = 0;
                        take(std::mem::take(&mut gathered))?;
                    }
                }
            }
        }
    }
    match gathered.is_empty() {
        true => Ok(()),
        false => take(gathered),
    }
}

fn for_each_some_boards(
    path: &Path,
    mut take: impl FnMut(Vec<Entry>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    if !output::is_stdout(path) && path.is_dir() {
        bail!("cannot read {}: it is a directory", path.display());
    }
    for batch in LineBatches::new(InputFile::at(path)?) {
        let batch = batch?;
        let mut boards = batch.questions().map(Entry::board).peekable();
        while boards.peek().is_some() {
            take(boards.by_ref().take(MOST_PUZZLES_AT_ONCE).collect())?;
        }
    }
    Ok(())
}

/// The puzzle files and lists in a folder, sorted by name. Folders in it are not searched.
fn files_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
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
    Ok(files)
}

impl Entry {
    fn board(Question { origin, text }: Question<'_>) -> Self {
        let content = Content::Board(text.to_owned());
        Self { file: Arc::default(), line: origin.line(), content }
    }

    /// The place of the puzzle, without its name.
    pub fn origin(&self) -> Origin<'_> {
        match (&self.content, self.line) {
            (Content::Board(text), Some(line)) => Question::of_line(line, text).origin,
            _ => Origin::File { file: &self.file, line: self.line, name: None },
        }
    }

    /// The puzzle as a value of JSON: the object of a list, or the text of a puzzle file.
    pub fn value(&self) -> anyhow::Result<Value> {
        Ok(match &self.content {
            Content::Json(line) => serde_json::from_str(line.trim_start_matches('\u{feff}'))?,
            Content::Unreadable(error) => bail!("{error:#}"),
            _ => puzzle::text_of(&self.file)?.into(),
        })
    }

    /// Reads the puzzle.
    pub fn read(&self) -> anyhow::Result<PuzzleFile> {
        match &self.content {
            Content::Named => puzzle::find(&self.file),
            Content::File(path) => Ok(PuzzleFile::read(path)?),
            Content::Json(line) => {
                puzzle_of_json(line, &format!("line {}", self.line.unwrap_or_default()))
            }
            Content::Board(line) => read_board(line),
            Content::Unreadable(error) => bail!("{error:#}"),
        }
    }
}

/// The place of the puzzle, for error messages.
impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.origin().fmt(f)
    }
}

/// Reads a puzzle in JSON. `name` is its name if it gives none.
pub(in crate::cli) fn puzzle_of_json(text: &str, name: &str) -> anyhow::Result<PuzzleFile> {
    line_batches::check_length(text)?;
    Ok(json::puzzle_file(text, name)?.0)
}

/// Reads a Rush Hour board in one line.
pub(in crate::cli) fn read_board(line: &str) -> anyhow::Result<PuzzleFile> {
    line_batches::check_length(line)?;
    if line.contains(char::REPLACEMENT_CHARACTER) {
        bail!("not a board: the line is no UTF-8 text");
    }
    Ok(PuzzleFile::parse(&interchange::read_board(line, "board")?)?)
}
