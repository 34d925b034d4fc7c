//! Builds in several processes: the tables are the same, whatever happens to one of the processes.

#![cfg(target_os = "linux")]

use crate::common::{METRICS, START, Tables, text, wait_until, wanted};
use huarong_tables::table::CHECKPOINT_PREFIX;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Maximum time in which the remaining processes must stop.
const STOPPED_WITHIN: Duration = Duration::from_secs(30);

/// Writes a hosts file with unused ports of this machine.
fn hosts_file(directory: &Path, processes: usize) -> PathBuf {
    let held: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    let lines: String =
        held.iter().map(|listener| format!("{}\n", listener.local_addr().unwrap())).collect();
    let path = directory.join("hosts.txt");
    fs::write(&path, lines).unwrap();
    path
}

/// Processes that build, each in a directory of its own.
struct Processes {
    directory: TempDir,
    tables: Vec<Tables>,
    arguments: Vec<String>,
}

impl Processes {
    fn new(processes: usize, arguments: &[&str]) -> Self {
        let directory = TempDir::new().unwrap();
        let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        Self { directory, tables: (0..processes).map(|_| Tables::none()).collect(), arguments }
    }

    fn command(&self, hosts: &Path, process: usize) -> Command {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let mut command = self.tables[process].process(&arguments);
        command.arg("--hosts").arg(hosts).args(["--process", &process.to_string()]);
        command.args(["--threads", "1"]);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Starts all of them.
    fn start(&self) -> Vec<Child> {
        let hosts = hosts_file(self.directory.path(), self.tables.len());
        (0..self.tables.len()).map(|i| self.command(&hosts, i).spawn().unwrap()).collect()
    }

    /// Runs all of them to the end; all must succeed.
    fn run(&self) {
        for output in self.start().into_iter().map(end) {
            assert!(output.status.success(), "{}", text(&output.stderr));
        }
    }

    /// Moves all shards into one directory.
    fn brought_together(&self) -> Tables {
        let together = Tables::none();
        for tables in &self.tables {
            for (name, bytes) in files(tables) {
                let there = together.path().join(name);
                assert!(!there.exists(), "each process has its own shards");
                fs::write(there, bytes).unwrap();
            }
        }
        together
    }

    /// Whether any of them has left a checkpoint.
    fn has_checkpoint(&self) -> bool {
        let mut names = self.tables.iter().flat_map(Tables::names);
        names.any(|name| name.starts_with(CHECKPOINT_PREFIX))
    }
}

fn end(child: Child) -> Output {
    child.wait_with_output().unwrap()
}

/// Waits for a process, which must end in time, with a one-line error message.
fn end_with_error(child: Child) -> String {
    let started = Instant::now();
    let output = end(child);
    assert!(started.elapsed() < STOPPED_WITHIN, "it took {:?}", started.elapsed());
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    let lines: Vec<&str> = errors.lines().filter(|line| line.starts_with("error: ")).collect();
    assert_eq!(lines.len(), 1, "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
    lines[0].to_owned()
}

fn signal(child: &Child, name: &str) {
    let status = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
    assert!(status.unwrap().success());
}

/// The files of all tables, with their names.
fn files(tables: &Tables) -> Vec<(String, Vec<u8>)> {
    let names = tables.names().into_iter().filter(|name| !name.starts_with('.'));
    names.map(|name| (name.clone(), fs::read(tables.path().join(name)).unwrap())).collect()
}

/// Checks that shards give the same answers as whole tables, and that merging turns them into whole
/// tables.
fn check_same(whole: &Tables, shards: &Tables, choice: &[&str]) {
    let with = |command: &[&'static str]| -> Vec<String> {
        command.iter().chain(choice).map(|&argument| argument.to_owned()).collect()
    };
    let output = |tables: &Tables, command: &[&'static str]| {
        let arguments = with(command);
        tables.output(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert_eq!(output(shards, &["checksums"]), output(whole, &["checksums"]));
    assert!(output(shards, &["verify"]).ends_with("every distance is correct\n"));
    let gathered = output(shards, &["gather"]);
    assert_eq!(gathered.lines().count(), files(whole).len(), "{gathered}");
    assert!(files(shards) == files(whole), "gathered, they are the same bytes");
}

#[test]
fn two_and_four_processes_build_the_same_tables() {
    // A set with cubes; a set without small pieces, which is searched position by position; and a
    // family whose small sets go to one process.
    for arguments in [&["1h4v4s"][..], &["1h4v0s"], &["--board", "3x4"]] {
        let choice = if arguments[0] == "--board" { arguments } else { &[] };
        let build = |more: &[&'static str]| {
            let tables = Tables::none();
            tables.output(&[&["build"], arguments, more].concat());
            tables
        };
        let whole = build(&[]);
        for processes in ["2", "4"] {
            let shards = build(&["--processes", processes]);
            let count = files(&shards).len();
            assert_eq!(count, METRICS.len() * processes.parse::<usize>().unwrap());
            check_same(&whole, &shards, choice);
        }
    }
}

#[test]
#[ignore = "long: several processes"]
fn processes_need_no_common_directory() {
    let whole = Tables::of(&["1h4v4s"]);
    let processes = Processes::new(3, &["build", "1h4v4s"]);
    processes.run();
    for (process, tables) in processes.tables.iter().enumerate() {
        let names: Vec<String> = files(tables).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names.len(), METRICS.len());
        let own = format!(".{process}-of-3.huarong");
        assert!(names.iter().all(|name| name.ends_with(&own)), "{names:?}");
        // An incomplete set of shards is not accepted as a table.
        let error = tables.error(&["query", START]);
        assert!(error.contains("has 3 shards, and 2 "), "{error}");
        assert!(error.contains("bring them into the same directory"), "{error}");
    }
    let together = processes.brought_together();
    assert_eq!(together.output(&["query", START]), whole.output(&["query", START]));
    // All shards exist, so nothing is built again.
    processes.run();
    for (name, bytes) in files(&together) {
        let process: usize = name.split('.').nth(1).unwrap()[..1].parse().unwrap();
        assert!(fs::read(processes.tables[process].path().join(&name)).unwrap() == bytes);
    }
    check_same(&whole, &together, &[]);
}

#[test]
#[ignore = "long: several processes"]
fn each_process_proves_its_own_shards() {
    let whole = Tables::of(&["1h4v4s"]).output(&["verify"]);
    let mut processes = Processes::new(3, &["build", "1h4v4s"]);
    processes.run();
    processes.arguments = ["verify", "--wait", "5"].map(str::to_owned).to_vec();
    let said: Vec<Output> = processes.start().into_iter().map(end).collect();
    let said: Vec<String> = said.iter().map(|output| text(&output.stdout)).collect();
    // One process reports the totals of all; they equal those of a single process.
    let checked = whole.lines().find(|line| line.starts_with("checked ")).unwrap();
    assert!(said[0].ends_with(&format!("{checked}\nevery distance is correct\n")), "{}", said[0]);
    for (process, said) in said.iter().enumerate() {
        let shards = said.lines().filter(|line| line.contains(&format!("{process}-of-3.huarong:")));
        assert_eq!(shards.count(), METRICS.len(), "{said}");
    }
    // A damaged shard fails all processes.
    let (name, mut bytes) = files(&processes.tables[1]).swap_remove(0);
    bytes[1000] ^= 1;
    fs::write(processes.tables[1].path().join(&name), bytes).unwrap();
    for (process, child) in processes.start().into_iter().enumerate() {
        let error = end_with_error(child);
        assert!(error.contains(&name) && error.contains("is damaged at byte"), "{error}");
        assert_eq!(error.contains("process 1 at "), process != 1, "{error}");
    }
    // A process that lacks a shard does another task. If it has ended because of that, a third one
    // cannot reach it.
    fs::remove_file(processes.tables[1].path().join(&name)).unwrap();
    let errors: Vec<String> = processes.start().into_iter().map(end_with_error).collect();
    assert!(errors.iter().any(|error| error.contains("another task")), "{errors:?}");
    for error in errors {
        let reasons = ["another task", "did not connect", "could not be reached"];
        assert!(reasons.iter().any(|reason| error.contains(reason)), "{error}");
    }
    let error = processes.tables[0].error(&["verify", "--processes", "2"]);
    assert!(error.contains("no shard 0-of-2") && error.contains("build in 2 processes"), "{error}");
    let error = processes.tables[0].error(&["verify", "--published", "--processes", "3"]);
    assert!(error.contains("--published"), "{error}");
}

#[test]
fn there_may_be_more_processes_than_positions() {
    let whole = Tables::of(&["0h0v0s"]);
    let shards = Tables::none();
    shards.output(&["build", "0h0v0s", "--processes", "16"]);
    check_same(&whole, &shards, &[]);
}

#[test]
fn missing_shards_are_reported() {
    let shards = Tables::none();
    shards.output(&["build", "1h4v4s", "--processes", "3", "--metric", "finger"]);
    let name = |number| format!("klotski-4x5-1h4v4s-finger.{number}-of-3.huarong");
    fs::remove_file(shards.path().join(name(1))).unwrap();
    for arguments in [&["query", START][..], &["gather"], &["checksums"], &["build", "1h4v4s"]] {
        let error = shards.error(arguments);
        assert!(error.contains("3 shards, and number 1 is not here"), "{error}");
    }
    // A shard under another's name, and a truncated one.
    fs::copy(shards.path().join(name(0)), shards.path().join(name(1))).unwrap();
    assert!(shards.error(&["gather"]).contains("another shard than its name says"));
    let bytes = fs::read(shards.path().join(name(0))).unwrap();
    fs::write(shards.path().join(name(1)), &bytes[..bytes.len() / 2]).unwrap();
    assert!(shards.error(&["gather"]).contains("is damaged"));
    // A forced build replaces them.
    shards.output(&["build", "1h4v4s", "--metric", "finger", "--force"]);
    assert_eq!(files(&shards).len(), 1);
    assert!(shards.error(&["gather"]).contains("nothing to gather"));
}

/// A build that leaves a checkpoint after every level, so that it takes long enough.
const SLOW: [&str; 6] = ["build", "1h2v6s", "--metric", "finger", "--checkpoint-every", "0"];

/// The same for a whole family, also after each piece set.
const FAMILY: [&str; 5] = ["build", "--metric", "finger", "--checkpoint-every", "0"];

#[test]
#[ignore = "long: several processes"]
fn a_process_that_is_killed_stops_the_others_and_the_build_goes_on() {
    let builds = [&SLOW[..], &FAMILY].map(|build| {
        let whole = Tables::none();
        whole.output(&build[..build.len() - 2]);
        (build, whole)
    });
    let kills = wanted("HUARONG_CLUSTER_KILLS", 4) as usize;
    let mut random = ChaCha8Rng::seed_from_u64(17);
    for number in 0..kills {
        let (build, whole) = &builds[number % 2];
        let processes = Processes::new(2 + number / 2 % 2, build);
        let mut children = processes.start();
        wait_until("there is a checkpoint", || processes.has_checkpoint());
        thread::sleep(Duration::from_millis(random.random_range(0..300)));
        let killed = random.random_range(0..children.len());
        let mut dead = children.remove(killed);
        let caught = dead.try_wait().unwrap().is_none();
        let _ = dead.kill();
        dead.wait().unwrap();
        for child in children {
            if caught {
                let error = end_with_error(child);
                // The first process that notices may inform the others.
                assert!(error.contains(&format!("process {killed} at ")), "{error}");
                assert!(error.contains("give all processes the same command again"), "{error}");
            } else {
                end(child);
            }
        }
        let children = processes.start();
        let mut went_on = false;
        for output in children.into_iter().map(end) {
            let errors = text(&output.stderr);
            assert!(output.status.success(), "{errors}");
            let from = [" has a checkpoint at level ", " of 203 piece sets"][number % 2];
            went_on |= errors.contains(from);
        }
        assert!(!caught || went_on, "{number}");
        check_same(whole, &processes.brought_together(), &[]);
    }
}

#[test]
fn a_process_that_no_longer_answers_stops_the_others() {
    let processes = Processes::new(2, &[&SLOW[..], &["--timeout", "1"]].concat());
    let mut children = processes.start();
    wait_until("there is a checkpoint", || processes.has_checkpoint());
    let stopped = children.pop().unwrap();
    signal(&stopped, "STOP");
    let error = end_with_error(children.pop().unwrap());
    assert!(error.contains("process 1 at ") && error.contains("has not answered"), "{error}");
    // A process that resumes later finds itself alone.
    signal(&stopped, "CONT");
    let error = end_with_error(stopped);
    assert!(error.contains("process 0 at "), "{error}");
    processes.run();
}

#[test]
fn a_process_that_cannot_write_notifies_the_others() {
    let processes = Processes::new(2, &["build", "1h2v6s", "--metric", "unit"]);
    let hosts = hosts_file(processes.directory.path(), 2);
    let zero = processes.command(&hosts, 0).spawn().unwrap();
    let one = processes.command(&hosts, 1);
    // Its files are limited to 100 kilobytes.
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -f 200; exec \"$0\" \"$@\""]).arg(one.get_program());
    limited.args(one.get_args()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let error = end_with_error(limited.spawn().unwrap());
    assert!(error.contains("cannot write"), "{error}");
    let error = end_with_error(zero);
    assert!(error.contains("process 1 at ") && error.contains("failed: cannot write"), "{error}");
    assert!(processes.tables.iter().all(|tables| files(tables).is_empty()));
}

#[test]
fn ctrl_c_stops_all_processes() {
    let tables = Tables::none();
    let mut process = tables.process(&SLOW);
    process.args(["--processes", "2"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = process.spawn().unwrap();
    let has_checkpoint = || tables.names().iter().any(|name| name.starts_with(CHECKPOINT_PREFIX));
    wait_until("there is a checkpoint", has_checkpoint);
    signal(&child, "INT");
    let output = end(child);
    let errors = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{errors}");
    assert!(errors.contains("cancelled; "), "{errors}");
    assert!(errors.contains("the same command continues from the last checkpoint"), "{errors}");
    assert!(files(&tables).is_empty());
    tables.output(&[&SLOW[..], &["--processes", "2"]].concat());
    assert_eq!(files(&tables).len(), 2);
}

#[test]
fn processes_that_do_not_fit_are_refused() {
    let finger = Processes::new(2, &["build", "1h4v4s", "--metric", "finger", "--wait", "5"]);
    let unit = Processes::new(2, &["build", "1h4v4s", "--metric", "unit", "--wait", "5"]);
    let board = Processes::new(2, &["build", "--board", "4x6", "1h4v4s", "--wait", "5"]);
    for (other, what) in [(&unit, "another task"), (&board, "another puzzle")] {
        let hosts = hosts_file(finger.directory.path(), 2);
        let zero = finger.command(&hosts, 0).spawn().unwrap();
        let one = other.command(&hosts, 1).spawn().unwrap();
        for (child, process) in [(zero, 1), (one, 0)] {
            let error = end_with_error(child);
            assert!(error.contains(&format!("process {process} does not fit")), "{error}");
            assert!(error.contains(what), "{error}");
        }
    }
    // Two processes with the same number: if both are on one machine, the second has no port.
    let hosts = hosts_file(finger.directory.path(), 2);
    let first = finger.command(&hosts, 0).spawn().unwrap();
    thread::sleep(Duration::from_millis(300));
    let second = unit.command(&hosts, 0).spawn().unwrap();
    assert!(end_with_error(second).contains("process 0 cannot listen at 127.0.0.1:"));
    assert!(end_with_error(first).contains("process 1 did not connect within 5 s"));
    // The last process does not listen; the others report a second one with its number.
    let hosts = hosts_file(finger.directory.path(), 3);
    let three = Processes::new(3, &["build", "1h4v4s", "--metric", "finger", "--wait", "5"]);
    let zero = three.command(&hosts, 0).spawn().unwrap();
    let last = three.command(&hosts, 2).spawn().unwrap();
    thread::sleep(Duration::from_millis(300));
    let again = Processes::new(3, &["build", "1h4v4s", "--metric", "finger", "--wait", "5"]);
    let error = end_with_error(again.command(&hosts, 2).spawn().unwrap());
    assert!(error.contains("another process already has number 2"), "{error}");
    end_with_error(zero);
    end_with_error(last);
}

#[test]
fn hosts_files_that_cannot_be_used_are_refused() {
    let tables = Tables::none();
    let hosts = tables.path().join("hosts.txt");
    let build = |process: &str| {
        let hosts = hosts.to_str().unwrap();
        tables.error(&["build", "0h0v0s", "--hosts", hosts, "--process", process, "--wait", "1"])
    };
    assert!(build("0").contains("cannot read the hosts file"));
    for (content, process, what) in [
        ("", "0", "it names no process"),
        ("localhost\n", "0", "line 1, \"localhost\": expected host:port"),
        ("localhost:99999\n", "0", "from 1 to 65535"),
        ("localhost:4000\n", "1", "there is no process 1: the hosts file names 1"),
        ("no-such-host.invalid:4000\nlocalhost:4001\n", "1", "no-such-host.invalid:4000"),
        ("no-such-host.invalid:4000\nlocalhost:4001\n", "0", "cannot listen at no-such-host"),
    ] {
        fs::write(&hosts, content).unwrap();
        let error = build(process);
        assert!(error.contains(what), "{content:?}: {error}");
    }
    let held = TcpListener::bind("127.0.0.1:0").unwrap();
    fs::write(&hosts, format!("{}\nlocalhost:1\n", held.local_addr().unwrap())).unwrap();
    assert!(build("0").contains("cannot listen at"), "the port is taken");

    for arguments in [
        &["build", "--processes", "0"][..],
        &["build", "--processes", "2", "--process", "1"],
        &["build", "--process", "1"],
        &["build", "--hosts", "hosts.txt"],
    ] {
        tables.run(arguments).assert().code(2);
    }
}
