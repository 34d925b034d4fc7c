//! Whole-program tests: full disks, read-only directories, and closed outputs.

#![cfg(target_os = "linux")]

use crate::common::{METRICS, START, Tables, csv_rows, skipped, text};
use naive::Naive;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The big piece alone, one move from the goal.
const LONE: &str = "..../..../.BB./.BB./....";

/// A small disk mounted over a directory, unmounted when dropped.
struct Disk<'d>(&'d Path);

impl<'d> Disk<'d> {
    /// Mounts a disk of 64 KiB. If that is not permitted, the test is skipped with a message.
    fn mount(directory: &'d Path) -> Option<Self> {
        Self::mount_with("size=64k", directory)
    }

    fn mount_with(options: &str, directory: &'d Path) -> Option<Self> {
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(directory);
        let why = match command.output() {
            Ok(output) if output.status.success() => return Some(Self(directory)),
            Ok(output) => text(&output.stderr),
            Err(error) => format!("mount: {error}"),
        };
        skipped(format_args!("no disk can be mounted: {}", why.trim()));
        None
    }

    fn make_read_only(&self) {
        let status = Command::new("mount").args(["-o", "remount,ro"]).arg(self.0).status();
        assert!(status.unwrap().success());
    }
}

impl Drop for Disk<'_> {
    fn drop(&mut self) {
        let status = Command::new("umount").arg("--lazy").arg(self.0).status();
        assert!(status.is_ok_and(|status| status.success()), "the disk stays mounted");
    }
}

/// A puzzle of 479,001,600 positions. A build takes a byte and three bits for each, eight bytes for each
/// of the 10! labellings of its blocks, and 10 MB for the process: 698 MB.
const TWELVE_CELLS: &str = "\
name = 'twelve cells'
start = '''
abcd
efgh
ijk.'''
goal = '''
abcd
efgh
ijk.'''
";

#[test]
fn more_memory_than_there_may_be_is_refused() {
    let tables = Tables::none();
    let error = tables.error(&["build", "1h4v4s", "--memory", "100kB"]);
    assert!(error.contains("needs about") && error.contains("the limit leaves"), "{error}");
    for (size, reported) in [
        ("0", "at least 1 kB"),
        ("999B", "at least 1 kB"),
        ("lots", "such as 8GiB or 500MB"),
        ("-1", ""),
    ] {
        let run = tables.run(&["build", &format!("--memory={size}")]).assert().code(2);
        assert!(text(&run.get_output().stderr).contains(reported), "{size}");
    }
    // 2,088,000 positions. A query without tables stores three distances for each: 4.2 MB more than
    // a build.
    let larger = "VBBV/VBBV/VHHV/VSSV/S..S/SSSS";
    let error = tables.error(&["query", "--board", "4x6", larger, "--memory", "20MB", "--quiet"]);
    assert!(error.contains("needs about 22 MB of memory"), "{error}");
    tables.output(&["build", "1h4v4s", "--memory", "0.5 GiB"]);

    // The limit of the operating system applies, and the process is not killed.
    let file = tables.path().join("twelve.toml");
    fs::write(&file, TWELVE_CELLS).unwrap();
    let script = format!("ulimit -v 500000; exec {:?} \"$@\"", env!("CARGO_BIN_EXE_huarong"));
    let mut limited = Command::new("sh");
    limited.args(["-c", &script, "sh", "build", "--puzzle"]).arg(&file);
    let output = limited.arg("--data-dir").arg(tables.path()).output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{error}");
    assert!(error.contains("needs about 698 MB of memory"), "{error}");
    assert!(!tables.names().iter().any(|name| name.contains("twelve-")), "{:?}", tables.names());
}

#[test]
fn a_full_disk() {
    let tables = Tables::none();
    let Some(_disk) = Disk::mount(tables.path()) else { return };
    // A small table fits, a larger one does not.
    tables.output(&["build", "0h0v0s"]);
    let error = tables.error(&["build", "1h4v4s"]);
    let file = tables.file("1h4v4s", "unit");
    assert!(error.contains("No space left") && error.contains(file.to_str().unwrap()), "{error}");
    // One query needs no tables; many queries need them.
    tables.run(&["query", START]).assert().success();
    let run = tables.run(&["query", "-"]).write_stdin(START).assert().code(1).stdout("");
    run.stderr(contains("error: ").and(contains("No space left")));
    assert!(tables.unfinished().is_empty(), "{:?}", tables.names());
    assert!(!tables.names().iter().any(|name| name.contains("1h4v4s")), "{:?}", tables.names());

    // The existing file stays, even if it was to be replaced.
    let file = tables.file("0h0v0s", "unit");
    let sound = fs::read(&file).unwrap();
    let filled = fs::write(tables.path().join("filler"), vec![1; 1 << 17]);
    assert_eq!(filled.unwrap_err().kind(), io::ErrorKind::StorageFull);
    let error = tables.error(&["build", "0h0v0s", "--force"]);
    assert!(error.contains("No space left"), "{error}");
    assert!(tables.unfinished().is_empty(), "{:?}", tables.names());
    assert!(fs::read(&file).unwrap() == sound);
    assert_eq!(tables.ask([LONE])[0]["distance"]["unit"], 1);

    let out = tables.path().join("reports");
    let error = tables.error(&["report", "--out", out.to_str().unwrap()]);
    assert!(error.contains("No space left") && error.contains("reports"), "{error}");
    fs::remove_file(tables.path().join("filler")).unwrap();
    tables.output(&["build", "0h0v0s", "--force"]);
}

/// The page of a pack does not fit beside its puzzle files and rows.
#[test]
fn a_pack_is_whole_or_not_there() {
    let tables = Tables::none();
    let directory = tables.path().join("disk");
    fs::create_dir(&directory).unwrap();
    let Some(_disk) = Disk::mount(&directory) else { return };
    let order = tables.path().join("order.toml");
    let text = "title = \"x\"\n[[band]]\nname = \"a\"\ncount = 2\nmoves = \"2..4\"\n\
                [[theme]]\nname = \"t\"\nrush = \"4x4\"\n";
    fs::write(&order, text).unwrap();
    let out = directory.join("pack");
    let command = ["design", "--pack", order.to_str().unwrap(), "--out", out.to_str().unwrap()];
    let error = tables.error(&command);
    assert!(error.contains("No space left") && error.contains("pack"), "{error}");
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
}

#[test]
fn a_file_for_other_tools_is_whole_or_not_there() {
    let tables = Tables::of(&["1h4v4s"]);
    let directory = tables.path().join("disk");
    fs::create_dir(&directory).unwrap();
    let Some(_disk) = Disk::mount(&directory) else { return };
    for format in ["csv", "npy", "parquet"] {
        let file = directory.join(format);
        let out = file.to_str().unwrap();
        let error = tables.error(&["export", "1h4v4s", "--format", format, "--out", out]);
        assert!(error.contains("No space left") && error.contains(out), "{error}");
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 0, "{format}");
    }
    let small = directory.join("small.csv");
    tables.output(&["export", "0h0v0s", "--out", small.to_str().unwrap()]);
    assert_eq!(fs::read_to_string(&small).unwrap().lines().count(), 13);
}

/// A quota of files: the directory itself, the lock and one table.
#[test]
fn a_disk_that_takes_no_more_files() {
    let tables = Tables::none();
    let Some(_disk) = Disk::mount_with("nr_inodes=3", tables.path()) else { return };
    let error = tables.error(&["build", "0h0v0s"]);
    let missing = tables.file("0h0v0s", "straight");
    assert!(
        error.contains("No space left") && error.contains(missing.to_str().unwrap()),
        "{error}"
    );
    assert_eq!(tables.names(), [".huarong-lock", "klotski-4x5-0h0v0s-unit.huarong"]);
    // Finished tables are intact.
    tables.run(&["verify"]).assert().success();
}

/// A limit on the file size: the unit table of 0h0v0s fits, that of 1h4v4s does not.
#[test]
fn a_limit_to_the_size_of_files() {
    let tables = Tables::none();
    let limited = |arguments: &[&str]| {
        let program = tables.process(arguments);
        let mut command = Command::new("prlimit");
        command.arg("--fsize=4096").arg(program.get_program()).args(program.get_args());
        command.output().unwrap()
    };
    let run = limited(&["build", "1h4v4s"]);
    let error = text(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{error}");
    let file = tables.file("1h4v4s", "unit");
    assert!(error.contains("File too large") && error.contains(file.to_str().unwrap()), "{error}");
    assert_eq!(tables.names(), [".huarong-lock"]);
    assert_eq!(limited(&["build", "0h0v0s"]).status.code(), Some(0));
    assert_eq!(tables.names().len(), 4);
}

#[test]
fn a_directory_removed_during_a_build() {
    let tables = Tables::none();
    let directory = tables.path().join("tables");
    let mut program = Command::new(tables.process(&[]).get_program());
    program.arg("--data-dir").arg(&directory).arg("build").stderr(Stdio::piped());
    let child = program.stdout(Stdio::null()).spawn().unwrap();
    crate::common::wait_until("the build has begun", || directory.join(".huarong-lock").exists());
    fs::remove_dir_all(&directory).unwrap();
    let output = child.wait_with_output().unwrap();
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    // The message names the first file in the directory that the build missed.
    let last = errors.lines().last().unwrap();
    assert!(last.starts_with("error: ") && last.contains(directory.to_str().unwrap()), "{errors}");
    assert!(last.contains("No such file or directory"), "{errors}");
    assert!(!directory.exists(), "nothing was left behind");
}

#[test]
fn a_read_only_directory() {
    let tables = Tables::none();
    let Some(disk) = Disk::mount(tables.path()) else { return };
    tables.output(&["build", "0h0v0s"]);
    disk.make_read_only();
    // Reading needs no lock and no temporary file.
    assert_eq!(tables.ask([LONE])[0]["distance"]["unit"], 1);
    tables.output(&["build", "0h0v0s"]);
    tables.output(&["verify"]);
    let error = tables.error(&["build", "0h0v1s"]);
    let directory = tables.path().to_str().unwrap();
    assert!(error.contains("Read-only") && error.contains(directory), "{error}");
    assert_eq!(error.matches("os error").count(), 1, "repeated cause: {error}");
}

#[test]
fn output_that_cannot_be_written_is_an_error() {
    let tables = Tables::of(&["1h4v4s"]);
    let reports = tables.path().join("reports");
    for arguments in [
        &["query", START][..],
        &["query", START, "--format", "json"],
        &["query", START, "--format", "csv"],
        &["solve", START],
        &["solve", START, "--format", "json"],
        &["solve", START, "--format", "csv"],
        &["build", "1h4v4s"],
        &["export", "1h4v4s"],
        &["report", "--out", reports.to_str().unwrap()],
        &["verify"],
        &["--help"],
        &["query", "--help"],
        &["--version"],
    ] {
        let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = tables.process(arguments).stdout(full).output().unwrap();
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert!(errors.starts_with("error: ") && errors.contains("No space left"), "{errors}");
    }
}

#[test]
fn an_error_that_cannot_be_printed_is_still_an_error() {
    let tables = Tables::of(&["1h4v4s"]);
    for nowhere in [full, closed_pipe] {
        let status = tables.process(&["query", "BB"]).stderr(nowhere()).status().unwrap();
        assert_eq!(status.code(), Some(1));
        let mut process = tables.process(&["query", "BB", START]);
        let output = process.stderr(nowhere()).stdout(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stdout), tables.output(&["query", START]));
    }
}

#[test]
fn work_is_done_though_nobody_reads_the_output() {
    for nowhere in [full, closed_pipe] {
        let tables = Tables::none();
        let mut process = tables.process(&["query", START, "--format", "json"]);
        let output = process.stderr(nowhere()).stdout(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        assert!(text(&output.stdout).contains("\"finger\":81"));
    }
}

/// A file to which nothing can be written.
fn full() -> Stdio {
    OpenOptions::new().write(true).open("/dev/full").unwrap().into()
}

/// A pipe whose other end is already closed.
fn closed_pipe() -> Stdio {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    writer.into()
}

#[test]
fn a_pipe_that_was_closed_is_no_error() {
    let tables = Tables::of(&["1h4v4s"]);
    let reports = tables.path().join("reports");
    for arguments in [
        &["query", START][..],
        &["query", START, START],
        &["solve", START, "--format", "csv"],
        &["build", "1h4v4s"],
        &["export", "1h4v4s", "--format", "npy"],
        &["report", "--out", reports.to_str().unwrap()],
        &["verify"],
        &["completions", "bash"],
        &["--help"],
    ] {
        let output = tables.process(arguments).stdout(closed_pipe()).output().unwrap();
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

/// As in `huarong query - | head -1`: there is far more output than the pipe holds.
#[test]
fn a_reader_may_leave_early() {
    let tables = Tables::of(&["0h0v1s"]);
    let lines: Vec<String> = Naive::klotski().arrangements(&[1, 0, 0, 1]).into_iter().collect();
    let input = tables.path().join("positions");
    fs::write(&input, format!("{}\n", lines.join("\n")).repeat(100)).unwrap();
    for format in ["text", "json", "csv"] {
        let mut process = tables.process(&["query", "-", "--format", format]);
        process.stdin(File::open(&input).unwrap()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = process.spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        output.read_line(&mut first).unwrap();
        assert!(!first.is_empty());
        drop(output);
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!(errors, "", "{format}");
        assert_eq!(child.wait().unwrap().code(), Some(0), "{format}");
    }
}

/// If the system does not report its memory, a default limit is used and printed.
#[test]
fn a_system_without_proc() {
    let tables = Tables::none();
    let program = tables.process(&["query", START]);
    let mut command = Command::new("unshare");
    command.args(["--mount", "sh", "-c", "mount -t tmpfs none /proc && exec \"$0\" \"$@\""]);
    command.arg(program.get_program()).args(program.get_args());
    let output = command.output().unwrap();
    let errors = text(&output.stderr);
    if !output.status.success() && !errors.contains("panicked") {
        skipped(format_args!("/proc cannot be hidden: {}", errors.trim()));
        return;
    }
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(text(&output.stdout).contains("81"));
    assert_eq!(errors.matches("--memory").count(), 1, "{errors}");
}

/// The output of a command that can start no thread.
fn without_threads(tables: &Tables, arguments: &[&str]) -> Output {
    // A stack larger than the allowed address space. With many small stacks, the address space could end inside a thread
    // that has started, where the standard library panics.
    let program = tables.process(arguments);
    let input = tables.path().join("input");
    fs::write(&input, START).unwrap();
    Command::new("prlimit")
        .stdin(File::open(input).unwrap())
        .args(["--as=400000000"])
        .arg(program.get_program())
        .args(program.get_args())
        .env("RUST_MIN_STACK", "500000000")
        .output()
        .unwrap()
}

/// An answer from tables takes milliseconds, of which the start of threads would be a part.
#[test]
fn answers_from_tables_need_no_threads() {
    let tables = Tables::none();
    tables.output(&["build", "1h4v4s"]);
    for arguments in [
        &["--version"][..],
        &["query", START],
        &["query", START, "--format", "json"],
        &["query", "--index", "1h4v4s:55580"],
        &["solve", START],
        &["solve", START, "--metric", "unit", "--format", "csv"],
        &["query", "-", "--format", "csv"],
        &["solve", "-", "--format", "csv"],
    ] {
        let output = without_threads(&tables, arguments);
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    }
}

/// A header is printed with the first row, so that an error that stops everything leaves nothing half-written.
#[test]
fn no_header_comes_before_an_error_that_stops_everything() {
    let tables = Tables::none();
    tables.output(&["build", "1h4v4s"]);
    let input = format!("{START}\n").repeat(3);
    for command in ["query", "solve"] {
        let run = |input: &str| {
            let mut run = tables.run(&[command, "-", "--format", "csv"]);
            run.write_stdin(input.to_owned()).assert()
        };
        let rows = text(&run(&input).success().get_output().stdout);
        assert_eq!(csv_rows(&rows).len(), 3);
        // Without a line, there is no row to wait for.
        let empty = text(&run("").success().get_output().stdout);
        assert_eq!(Some(empty.trim_end()), rows.lines().next());
    }
    for metric in METRICS {
        fs::write(tables.file("1h4v4s", metric), "no table").unwrap();
    }
    for command in ["query", "solve"] {
        let arguments = [command, "-", "--format", "csv"];
        let run = tables.run(&arguments).write_stdin(input.clone()).assert().code(1);
        assert_eq!(text(&run.get_output().stdout), "", "{command}");
    }
}

/// The system refuses threads one after another: for the work, for signals, for the server.
#[test]
fn threads_that_cannot_be_started_are_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let tables = Tables::none();
    let limited = without_threads(&tables, &["query", START]);
    let errors = text(&limited.stderr);
    assert_eq!(limited.status.code(), Some(1), "{errors}");
    assert!(errors.starts_with("error: cannot start the threads"), "{errors}");
    assert_eq!(errors.lines().count(), 1, "{errors}");

    // The limit on processes does not apply to root.
    let directory = tables.path().join("all");
    fs::create_dir(&directory).unwrap();
    let program = directory.join("huarong");
    // By another process: a program that other tests start at this moment would inherit the open copy, which nobody could
    // run then.
    let copied = Command::new("cp").arg(tables.process(&[]).get_program()).arg(&program).status();
    assert!(copied.unwrap().success());
    for path in [tables.path(), &directory, &program] {
        fs::set_permissions(path, fs::Permissions::from_mode(0o777)).unwrap();
    }
    let run = |threads: u32, arguments: &[&str]| {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=61234", "--regid=61234", "--clear-groups"]);
        command.args(["prlimit", &format!("--nproc={threads}")]).arg(&program);
        command.args(["--threads", "1", "--data-dir", "tables"]).args(arguments);
        let child = command.current_dir(&directory).stdin(Stdio::null()).stdout(Stdio::piped());
        child.stderr(Stdio::piped()).spawn().unwrap()
    };
    let build = run(20, &["build", "--board", "3x4"]).wait_with_output().unwrap();
    if !build.status.success() {
        skipped(format_args!("nobody else can be it: {}", text(&build.stderr).trim()));
        return;
    }
    for arguments in [
        &["query", START][..],
        &["serve", "--board", "3x4", "--bind", "127.0.0.1:0"],
        &["gomoku", "brain"],
    ] {
        // The process, the pool, and the thread for signals; a server needs more.
        let refused = (1..=3).take_while(|&threads| {
            let mut child = run(threads, arguments);
            let mut first = String::new();
            BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
            // A started server prints its address.
            let _ = child.kill();
            let output = child.wait_with_output().unwrap();
            let errors = text(&output.stderr);
            assert!(!errors.contains("panicked"), "{arguments:?} {threads}: {errors}");
            let is_refused = output.status.code() == Some(1);
            let error = errors.lines().last().unwrap_or_default().to_owned();
            let says = ["cannot start", "cannot handle"].iter().any(|word| error.contains(word));
            assert!(!is_refused || says, "{arguments:?} {threads}: {errors}");
            is_refused
        });
        assert!(refused.count() > 0, "{arguments:?}");
    }
}
