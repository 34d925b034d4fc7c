//! Shared by the whole-program tests: runs the program in a directory of its own.

// Every test binary compiles its own copy of this module and uses a different part of it.
#![allow(dead_code)]

pub mod golden;
pub mod questions;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs;
use std::io::{ErrorKind, Write};
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The classic start: 116, 90 and 81 moves from the goal (unit, straight, finger).
pub const START: &str = "VBBV/VBBV/VHHV/VSSV/S..S";
pub const START_DISTANCES: [(&str, u64); 3] = [("unit", 116), ("straight", 90), ("finger", 81)];

/// The layout called 走投無路, "no way out". It is unsolvable.
pub const STUCK: &str = "VBBV/VBBV/VVSV/VVSV/S..S";

pub const METRICS: [&str; 3] = ["unit", "straight", "finger"];

/// Number of random cases of a property: `few` in the ordinary suite, PROPTEST_CASES in the long
/// one.
pub fn cases(few: u32) -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|asked| asked.parse().ok()).unwrap_or(few)
}

/// Time after which the program counts as hung: many times what a site takes on a slow machine beside other tests.
const PATIENCE: Duration = Duration::from_secs(900);

/// A directory for the tables of one test, removed when dropped.
pub struct Tables {
    directory: TempDir,
}

impl Tables {
    pub fn none() -> Self {
        Self { directory: TempDir::new().expect("a temporary directory can be made") }
    }

    /// Tables of some piece sets in all metrics. A test program builds them once, and each test has copies of its own.
    pub fn of(piece_sets: &[&str]) -> Self {
        type Files = Vec<(String, Vec<u8>)>;
        static BUILT: LazyLock<Mutex<HashMap<Vec<String>, Files>>> = LazyLock::new(Mutex::default);
        let asked = piece_sets.iter().map(|set| set.to_string()).collect();
        let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
        let files = built.entry(asked).or_insert_with(|| {
            let tables = Self::none();
            tables.run(&["build"]).args(piece_sets).assert().success();
            let read =
                |name: String| (name.clone(), fs::read(tables.path().join(name)).expect("a file"));
            tables.names().into_iter().map(read).collect()
        });
        let tables = Self::none();
        for (name, bytes) in files {
            fs::write(tables.path().join(name), bytes).expect("it can be written");
        }
        tables
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    /// The table file of a piece set under a metric.
    pub fn file(&self, piece_set: &str, metric: &str) -> PathBuf {
        self.path().join(format!("klotski-4x5-{piece_set}-{metric}.huarong"))
    }

    /// The table file of the whole family under a metric.
    pub fn family_file(&self, metric: &str) -> PathBuf {
        self.path().join(format!("klotski-4x5-{metric}.huarong"))
    }

    /// The program, with these tables as its data directory.
    pub fn run(&self, arguments: &[&str]) -> Command {
        let mut command = huarong();
        command.arg("--data-dir").arg(self.path()).args(arguments);
        command
    }

    /// The same, for tests that observe the process while it runs.
    pub fn process(&self, arguments: &[&str]) -> process::Command {
        let mut command = program();
        command.arg("--data-dir").arg(self.path()).args(arguments);
        command
    }

    /// The program's output; it must succeed.
    pub fn output(&self, arguments: &[&str]) -> String {
        text(&self.run(arguments).assert().success().get_output().stdout)
    }

    /// What the program lists; there may be fewer results than were asked for.
    pub fn listed(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments).output().expect("it runs");
        assert!(matches!(run.status.code(), Some(0 | 3)), "{}", text(&run.stderr));
        text(&run.stdout)
    }

    /// The program's error message; it must fail, with a well-formed message.
    pub fn error(&self, arguments: &[&str]) -> String {
        let run = self.run(arguments).assert().code(1);
        let error = text(&run.get_output().stderr);
        assert!(error.starts_with("error: "), "{error}");
        assert!(!error.contains("panicked"), "{error}");
        error
    }

    /// The answers to some positions as JSON.
    pub fn ask<T: AsRef<str>>(&self, positions: impl IntoIterator<Item = T>) -> Vec<Value> {
        let lines: String = positions.into_iter().map(|p| format!("{}\n", p.as_ref())).collect();
        let run = self.run(&["query", "-", "--format", "json"]).write_stdin(lines).assert();
        answers_of_lines(&run.success().get_output().stdout)
    }

    /// The names of all files in the directory, including hidden ones.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).expect("the directory exists");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<_> = entries.map(|entry| name(entry.expect("an entry"))).collect();
        names.sort();
        names
    }

    /// The names of unfinished files of a build.
    pub fn unfinished(&self) -> Vec<String> {
        let mut names = self.names();
        names.retain(|name| name.starts_with(".huarong-unfinished-"));
        names
    }
}

/// The answers in JSON to lines that all have one, without the line and its number.
pub fn answers_of_lines(printed: &[u8]) -> Vec<Value> {
    let answer = |line: &str| {
        let mut answer: Value = serde_json::from_str(line).expect("a line of JSON");
        let object = answer.as_object_mut().expect("an object");
        assert_eq!(object.remove("error"), Some(Value::Null), "{line}");
        assert!(object.remove("line").is_some() && object.remove("input").is_some(), "{line}");
        answer
    };
    text(printed).lines().map(answer).collect()
}

/// The program, with the data directory removed from its environment.
pub fn huarong() -> Command {
    let mut command = Command::from_std(program());
    command.timeout(PATIENCE);
    command
}

/// The same as a process of its own, which ends with its test.
pub fn program() -> process::Command {
    let mut command = process::Command::new(cargo_bin!("huarong"));
    command.env_remove("HUARONG_DATA_DIR");
    end_with_test(&mut command);
    command
}

/// On Linux, lets a program end with the thread that starts it. So neither a failed test nor killed tests leave a program
/// that works on. It receives a signal that it handles: it ends its own child processes, too.
pub fn end_with_test(command: &mut process::Command) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        use std::os::unix::process::CommandExt;
        let tie = || Ok(set_parent_process_death_signal(Some(Signal::TERM))?);
        // SAFETY: between fork and exec, this makes one system call, and does not allocate.
        unsafe { command.pre_exec(tie) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = command;
}

/// Reports that a test cannot run here. Writes to standard error directly, because the harness
/// captures printed output.
#[track_caller]
pub fn skipped(why: impl Display) {
    let thread = std::thread::current();
    let place = Location::caller().to_string();
    // With a single thread, all tests run on the main thread.
    let name = thread.name().filter(|&name| name != "main").unwrap_or(&place);
    writeln!(std::io::stderr(), "skipped: {name}: {why}").expect("standard error is open");
}

/// Runs the table reader of the Python package, which shares no code with the library. `None`, with a message, if it
/// cannot run: the crate in a registry does not contain the Python package.
#[track_caller]
pub fn read_by_python(table: &Path, positions: &[impl AsRef<OsStr>]) -> Option<process::Output> {
    let module = "python/huarong/reader.py";
    if !Path::new(module).exists() {
        skipped(format_args!("no {module}"));
        return None;
    }
    match process::Command::new("python3").arg(module).arg(table).args(positions).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            skipped("no python3");
            None
        }
        output => Some(output.expect("it runs")),
    }
}

/// A number from an environment variable, so that a script can ask for more cases.
pub fn wanted(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// Waits until a condition holds.
pub fn wait_until(what: &str, mut happened: impl FnMut() -> bool) {
    let started = Instant::now();
    while !happened() {
        assert!(started.elapsed() < PATIENCE, "waited too long until {what}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes UTF-8")
}

/// The rows of a CSV text, keyed by column name.
pub fn csv_rows(text: &str) -> Vec<HashMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    reader.deserialize().map(|row| row.expect("a row of CSV")).collect()
}

/// The objects of a text with one per line.
pub fn json_rows(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// The catalogue's name for a collection of the reference data; `mine` means its author's own
/// layouts.
pub fn source(collection: &str) -> &str {
    match collection {
        "mine" => "simon-hung",
        other => other,
    }
}

/// The texts in a JSON array.
pub fn texts(array: &Value) -> Vec<String> {
    let array = array.as_array().expect("an array");
    array.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}
