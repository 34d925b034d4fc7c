//! Times and memory of whole commands, and of the search next to the plain search: the tables of
//! `reports/performance.md`.
//!
//! `cargo bench --bench commands` prints the page. With `-- --curves FILE.svg` it also draws time
//! and memory per position against the size of the space; `scripts/bench` keeps both. With
//! `-- --lower-bound` it prints only that section, which takes two minutes.

mod curves;
mod plain;

use curves::Point;
use huarong_core::effort::{Effort, Progress};
use huarong_core::klotski;
use huarong_core::rules::{Family, Metric};
use huarong_core::space::Space;
use huarong_lab::library::LibraryPuzzle;
use huarong_search::{Kernels, Search, classes};
use huarong_tables::table::Distances;
use nix::sys::resource::{UsageWho, getrusage};
use rayon::prelude::*;
use std::env;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

const RUNS: usize = 5;
const PROGRAM: &str = env!("CARGO_BIN_EXE_huarong");
/// The variable with the folder of packages of npm to compare with.
const PEERS: &str = "HUARONG_BENCH_PEERS";
/// The variable with the program of `benches/slidy`.
const SLIDY: &str = "HUARONG_BENCH_SLIDY";
/// With this argument the benchmark runs one command and prints its time and memory.
const MEASURE: &str = "--measure";
/// With this argument the benchmark prints only the section about lower bounds.
const LOWER_BOUND: &str = "--lower-bound";

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [first, rest @ ..] = &arguments[..]
        && first == MEASURE
    {
        return measure_here(rest);
    }
    let family = klotski::family();
    if arguments.iter().any(|argument| argument == LOWER_BOUND) {
        floor(&family);
        return;
    }
    println!("# Performance\n");
    println!("`make bench` writes this page. Times are medians of {RUNS} runs of whole processes,");
    println!(
        "after one uncounted run. Each ratio compares times of the same run of the benchmark.\n"
    );
    machine();
    let plain = against_plain(&family);
    commands(&family, plain);
    first_answers(&family);
    floor(&family);
    threads(&family);
    puzzles();
    games();
    let all: Duration = plain.iter().sum();
    let points = large(3.0 * all_positions(&family) as f64 / all.as_secs_f64());
    // Cargo appends an argument of its own.
    if let [first, path, ..] = &arguments[..]
        && first == "--curves"
    {
        fs::write(path, curves::draw(&points)).expect("the picture can be written");
    }
}

fn machine() {
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |name| cpu.lines().find_map(|line| line.strip_prefix(name)?.split(": ").nth(1));
    // The name alone does not tell how old the CPU is.
    let family = field("cpu family").map(|family| format!(" (family {family})"));
    let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let kilobytes: u64 = memory
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:")?.split_whitespace().next()?.parse().ok())
        .unwrap_or(0);
    println!(
        "Machine: {}{}, {} threads, {} GiB, {}. huarong {}.\n",
        field("model name").unwrap_or("unknown CPU"),
        family.unwrap_or_default(),
        rayon::current_num_threads(),
        kilobytes >> 20,
        env::consts::OS,
        env!("CARGO_PKG_VERSION"),
    );
}

/// Time and memory of one run of a command.
#[derive(Clone, Copy)]
struct Taken {
    wall: Duration,
    /// Peak memory, in bytes.
    memory: u64,
}

/// Runs a command from this process and prints its time and memory. The process measures one
/// command only, because the system reports the peak over all its children.
fn measure_here(command: &[String]) {
    let started = Instant::now();
    let [program, arguments @ .., input] = command else { panic!("no command") };
    let input = if input.is_empty() { "/dev/null" } else { input };
    let status = Command::new(program)
        .args(arguments)
        .stdin(fs::File::open(input).expect("the input file exists"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("the program starts");
    assert!(status.success(), "{command:?} failed");
    let wall = started.elapsed().as_nanos();
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system reports usage");
    println!("{wall} {}", usage.max_rss() * 1024);
}

/// Runs a command of the program once.
fn take(arguments: &[&str], input: &str) -> Taken {
    take_program(PROGRAM, arguments, input)
}

/// Runs any program once.
fn take_program(program: &str, arguments: &[&str], input: &str) -> Taken {
    let output = Command::new(env::current_exe().expect("the benchmark has a path"))
        .arg(MEASURE)
        .arg(program)
        .args(arguments)
        .arg(input)
        .output()
        .expect("the benchmark starts itself");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("two numbers");
    let numbers: Vec<u64> =
        text.split_whitespace().map(|number| number.parse().expect("a number")).collect();
    Taken { wall: Duration::from_nanos(numbers[0]), memory: numbers[1] }
}

/// The median time of several runs, and the peak memory over all of them.
fn median(run: impl FnMut() -> Taken) -> Taken {
    median_of(RUNS, run)
}

/// As [`median`], or the time of a single run.
fn once_or_median(runs: usize, mut run: impl FnMut() -> Taken) -> Taken {
    if runs > 1 { median_of(runs, run) } else { run() }
}

/// The median time of `runs` runs, and the peak memory over all of them.
fn median_of(runs: usize, mut run: impl FnMut() -> Taken) -> Taken {
    run();
    let mut taken: Vec<Taken> = (0..runs).map(|_| run()).collect();
    taken.sort_by_key(|taken| taken.wall);
    let memory = taken.iter().map(|taken| taken.memory).max().unwrap_or(0);
    Taken { wall: taken[runs / 2].wall, memory }
}

fn seconds(duration: Duration) -> String {
    match duration.as_secs_f64() {
        s if s < 1e-3 => format!("{:.3} ms", s * 1e3),
        s if s < 0.1 => format!("{:.1} ms", s * 1e3),
        s => format!("{s:.2} s"),
    }
}

fn millions(number: u64, per: Duration) -> String {
    format!("{:.1} M", number as f64 / per.as_secs_f64() / 1e6)
}

fn row(cells: &[String]) {
    println!("| {} |", cells.join(" | "));
    // The page grows while the benchmark runs.
    let _ = std::io::stdout().flush();
}

/// Sliding tiles: columns, rows, and how many times their table is built.
const TILES: [(u8, u8, usize); 2] = [(3, 3, RUNS), (3, 4, 1)];

/// Columns and rows of tile puzzles whose levels are counted without a table. Each has 239,500,800 reachable positions.
const LEVELS: [(u8, u8); 2] = [(4, 3), (6, 2)];

/// Metrics, numbers of runs, and the sums of the lengths of Korf's instances, which `slidy` prints.
const SUMS_OF_KORF: [(&str, usize, &str); 2] = [("unit", RUNS, "5305\n"), ("multi", 1, "3206\n")];

/// Korf's instances of the 15-puzzle as a list of puzzles.
fn korf() -> String {
    let rows = include_str!("../tests/data/korf.csv");
    instances(rows, &[".ABC", "DEFG", "HIJK", "LMNO"], usize::MAX)
}

/// The instances of the 24-puzzle by Korf and Taylor that take at most 82 moves.
fn korf_24() -> String {
    let rows = include_str!("../tests/data/korf24.csv");
    instances(rows, &[".ABCD", "EFGHI", "JKLMN", "OPQRS", "TUVWX"], 82)
}

/// The starts with at most so many moves as a list of puzzles. The third column has the moves.
fn instances(rows: &str, goal: &[&str], most: usize) -> String {
    let lines = rows.lines().skip(1).filter_map(|row| {
        let mut cells = row.split(',').skip(1);
        let (start, moves) = (cells.next()?.replace('/', "\", \""), cells.next()?);
        let is_wanted = moves.parse::<usize>().is_ok_and(|moves| moves <= most);
        let goal = goal.join("\", \"");
        is_wanted.then(|| format!("{{\"start\": [\"{start}\"], \"goal\": [\"{goal}\"]}}\n"))
    });
    lines.collect()
}

/// Puzzles from files and from the built-in library.
fn puzzles() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let place = |name: &str| directory.path().join(name).display().to_string();
    println!("## Puzzles\n");
    println!(
        "Tables are written and synced. Only the `build` commands, and what\nfollows them, use tables.\n"
    );
    row(&["command", "time", "memory"].map(str::to_owned));
    row(&["---", "--:", "--:"].map(str::to_owned));
    let write_row = |name: &str, taken: Taken| {
        let memory = format!("{} MB", taken.memory / 1_000_000);
        row(&[format!("`{name}`"), seconds(taken.wall), memory]);
    };
    for (columns, rows, runs) in TILES {
        let name = format!("tiles-{columns}x{rows}.toml");
        let (file, tables) = (place(&name), place("tiles"));
        fs::write(&file, tiles(columns, rows)).expect("a file can be written");
        let arguments =
            ["build", "--force", "--metric", "unit", "--puzzle", &file, "--data-dir", &tables];
        let taken = once_or_median(runs, || take(&arguments, ""));
        write_row(&format!("build --metric unit --puzzle {name}"), taken);
    }
    for (columns, rows) in LEVELS {
        let name = format!("tiles-{columns}x{rows}.toml");
        let file = place(&name);
        fs::write(&file, tiles(columns, rows)).expect("a file can be written");
        let levels = || take(&["levels", "--metric", "unit", "--puzzle", &file], "");
        write_row(&format!("levels --metric unit --puzzle {name}"), median(levels));
    }
    let none = place("none");
    let list = place("korf.jsonl");
    fs::write(&list, korf()).expect("a file can be written");
    let instances = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/korf.csv");
    let mut ratios = Vec::new();
    for (metric, runs, sum) in SUMS_OF_KORF {
        let one_thread = ["--metric", metric, "--threads", "1", "--data-dir", &none];
        let fifteen =
            once_or_median(runs, || take(&[&["solve", &list][..], &one_thread].concat(), ""));
        write_row(&format!("solve korf.jsonl --metric {metric} --threads 1"), fifteen);
        if let Ok(slidy) = env::var(SLIDY) {
            let mut peer = Command::new(&slidy);
            let found = peer.args([instances, metric]).output().expect("the program starts");
            assert_eq!(str::from_utf8(&found.stdout), Ok(sum), "it finds optimal solutions");
            let taken = once_or_median(runs, || take_program(&slidy, &[instances, metric], ""));
            write_row(&format!("slidy-peer korf.csv {metric}"), taken);
            ratios.push((metric, taken.wall.as_secs_f64() / fifteen.wall.as_secs_f64()));
        }
    }
    let fifteen = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/how-to/fifteen.toml");
    let tables = ["--metric", "unit", "--data-dir", &place("tiles")];
    let build = [&["build", "--force", "--puzzle", fifteen][..], &tables].concat();
    write_row("build --metric unit --puzzle docs/how-to/fifteen.toml", take(&build, ""));
    let solve = [&["solve", &list, "--threads", "1"][..], &tables].concat();
    let name = "solve korf.jsonl --metric unit --threads 1, after that build";
    write_row(name, median(|| take(&solve, "")));
    let list = place("korf24.jsonl");
    fs::write(&list, korf_24()).expect("a file can be written");
    write_row("solve korf24.jsonl --metric unit", take(&["solve", &list, "--metric", "unit"], ""));
    let solve = |id: &str| take(&["solve", "--puzzle", id, "--data-dir", &none], "");
    for id in ["dads", "gnome-poppy", "hakoiri-difficult"] {
        write_row(&format!("solve --puzzle {id}"), solve(id));
    }
    let cards = LibraryPuzzle::all().into_iter().filter(|puzzle| puzzle.id.starts_with("rush-"));
    let taken = cards.map(|card| (median(|| solve(card.id)), card.id));
    let (slowest, id) = taken.max_by_key(|(taken, _)| taken.wall).expect("there are some");
    write_row(&format!("solve --puzzle {id}"), slowest);
    write_row("puzzles", take(&["puzzles"], ""));
    println!("\nThe row with `rush-` is the slowest Rush Hour board of the library.\n");
    println!("`korf.jsonl` has the 100 instances of the 15-puzzle of R. E. Korf (1985).");
    println!(
        "`korf24.jsonl` has the two of R. E. Korf and L. A. Taylor (1996) for the 24-puzzle with"
    );
    println!("81 and 82 moves.\n");
    for (metric, ratio) in ratios {
        println!(
            "Under {metric}, the crate `slidy` 0.7.0 takes {ratio:.1} times as long on one thread."
        );
    }
    println!();
}

/// Games that are solved completely, and the number of runs for each.
const SOLVED: [(&str, usize); 5] =
    [("4,4,4", RUNS), ("6,3,3", RUNS), ("5,4,4", 1), ("gravity 5,5,4", 1), ("gravity 5,6,4", 1)];
/// Games whose empty board is searched.
const SEARCHED: [&str; 7] = ["5,5,3", "5,5,4", "6,4,4", "6,5,4", "6,6,4", "7,5,4", "7,7,5"];
/// Positions of connect-four, 1,000 in each file.
const CONNECT_FOUR: [(&str, &str); 3] = [
    ("end-easy", include_str!("../tests/data/connect4/end-easy.csv")),
    ("middle-easy", include_str!("../tests/data/connect4/middle-easy.csv")),
    ("middle-medium", include_str!("../tests/data/connect4/middle-medium.csv")),
];

/// Two-player games.
fn games() {
    println!("## Games\n");
    println!("Tables are written and synced.\n");
    row(&["command", "time", "memory"].map(str::to_owned));
    row(&["---", "--:", "--:"].map(str::to_owned));
    let write_row = |name: &str, taken: Taken| {
        let memory = format!("{} MB", taken.memory / 1_000_000);
        row(&[format!("`{name}`"), seconds(taken.wall), memory]);
    };
    for (game, runs) in SOLVED {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let tables = directory.path().display().to_string();
        let build = || take(&["game", "build", game, "--force", "--data-dir", &tables], "");
        let taken = once_or_median(runs, build);
        write_row(&format!("game build {game}"), taken);
    }
    for game in SEARCHED {
        let taken = take(&["game", "solve", game, "--threads", "1"], "");
        write_row(&format!("game solve {game}"), taken);
    }
    for (name, positions) in CONNECT_FOUR {
        let lines = positions.lines().skip(1);
        let moves: Vec<&str> = lines.filter_map(|line| Some(line.split_once(',')?.0)).collect();
        let asked = moves.iter().flat_map(|moves| ["--moves", moves]);
        let solve = ["game", "solve", "connect-four", "--plies", "--threads", "1"];
        let taken = take(&solve.into_iter().chain(asked).collect::<Vec<_>>(), "");
        let name = format!("game solve connect-four --plies, a position of {name}");
        let wall = taken.wall / moves.len() as u32;
        write_row(&name, Taken { wall, ..taken });
    }
    println!(
        "\nThe searches use one thread. Rows of connect-four are means of 1,000 positions per process.\n"
    );
}

/// The puzzle file of sliding tiles.
fn tiles(columns: u8, rows: u8) -> String {
    let signs: Vec<char> = ('a'..).take(usize::from(columns * rows) - 1).chain(['.']).collect();
    let lines = signs.chunks(columns.into()).map(|line| line.iter().collect::<String>() + "\n");
    let grid: String = lines.collect();
    let quotes = "\"\"\"";
    format!(
        "name = \"Tiles {columns}x{rows}\"\nstart = {quotes}\n{grid}{quotes}\ngoal = {quotes}\n{grid}{quotes}\n"
    )
}

/// The program's commands on the whole family.
fn commands(family: &Family, plain: [Duration; 3]) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let place = |name: &str| directory.path().join(name).display().to_string();
    let positions = all_positions(family);
    println!("## Commands\n");
    println!("Tables are written and synced. Memory is peak resident memory. The last column is");
    println!("the time of the plain search above, which writes no files, divided by the time of");
    println!("the command.\n");
    row(&["command", "median", "per second", "memory", "plain / command"].map(str::to_owned));
    row(&["---", "--:", "--:", "--:", "--:"].map(str::to_owned));
    let write_row = |name: &str, count: u64, what: &str, taken: Taken, plain: Option<Duration>| {
        let ratio = plain.map(|plain| plain.as_secs_f64() / taken.wall.as_secs_f64());
        row(&[
            format!("`{name}`"),
            seconds(taken.wall),
            format!("{} {what}", millions(count, taken.wall)),
            format!("{} MB", taken.memory / 1_000_000),
            ratio.map_or_else(String::new, |ratio| format!("{ratio:.0}")),
        ]);
    };
    let tables = place("tables");
    let plain_all = plain.iter().sum();
    let [unit, straight, finger] = plain;
    for (metric, metrics, plain) in
        [("unit", 1, unit), ("straight", 1, straight), ("finger", 1, finger), ("all", 3, plain_all)]
    {
        let arguments = ["build", "--force", "--metric", metric, "--data-dir", &tables];
        let taken = median(|| take(&arguments, ""));
        write_row(&arguments[..4].join(" "), metrics * positions, "entries", taken, Some(plain));
    }
    let single = place("single");
    let taken = median(|| {
        let _ = fs::remove_dir_all(&single);
        take(&["build", "1h4v4s", "--data-dir", &single], "")
    });
    write_row("build 1h4v4s", 3 * 65_880, "entries", taken, None);
    let taken = median(|| take(&["query", START, "--data-dir", &tables], ""));
    write_row(&format!("query {START}"), 1, "positions", taken, None);
    let questions = place("positions");
    write_questions(family, Path::new(&questions));
    for format in ["text", "json", "csv"] {
        let arguments = ["query", "-", "--format", format, "--data-dir", &tables];
        let taken = median(|| take(&arguments, &questions));
        let name = format!("query - --format {format} <a million positions");
        write_row(&name, QUESTIONS, "positions", taken, None);
    }
    for arguments in [
        &["query", "-", "--format", "csv", "--columns", "unit,straight,finger"][..],
        &["solve", "-", "--format", "csv"],
    ] {
        let taken = median(|| take(&[arguments, &["--data-dir", &tables]].concat(), &questions));
        let name = format!("{} <a million positions", arguments.join(" "));
        write_row(&name, QUESTIONS, "positions", taken, None);
    }
    let answers = place("answers.jsonl");
    write_answers(Path::new(&answers));
    let judge = ["score", &answers, "--format", "csv", "--quiet"];
    let taken = median(|| take(&judge, ""));
    write_row("score ANSWERS --format csv", ANSWERS, "answers about 100 boards", taken, None);
    let make = |count: &'static str| ["tasks", "rush", "--to", "40", "--count", count, "--quiet"];
    let taken = median(|| take(&make("4000"), ""));
    write_row("tasks rush --to 40 --count 4000", 4_000, "tasks", taken, None);
    let reports = place("reports");
    let taken = median(|| take(&["report", "--out", &reports, "--data-dir", &tables], ""));
    write_row("report", positions, "positions", taken, None);
    let taken = median(|| take(&["verify", "--data-dir", &tables], ""));
    write_row("verify", 3 * positions, "entries", taken, None);
    println!();
}

/// The classic start, and a position 81 moves away.
const START: &str = "VBBV/VBBV/VHHV/VSSV/S..S";
const END: &str = "VVVV/VVVV/SSHH/.BBS/.BBS";
/// Runs of commands that take milliseconds.
const SHORT_RUNS: usize = 41;

/// The first answer with tables, and from an empty directory, which stays empty.
fn first_answers(family: &Family) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let none = directory.path().join("none").display().to_string();
    let set = family.parse_piece_set("1h4v4s").expect("a piece set");
    let space = Space::new(family.puzzle(), &set).expect("a small space");
    let plain = |metrics: &[Metric]| {
        time(|| metrics.iter().for_each(|&metric| drop(plain::distances(&space, metric))))
    };
    let nothing = median_of(SHORT_RUNS, || take_program("true", &[], ""));
    println!("## First answers\n");
    println!("Commands without tables write none. Times are medians of {SHORT_RUNS} runs of whole");
    println!("processes. The third column subtracts the time of `true`, which the system needs to");
    println!(
        "start any program. The plain search covers all {} positions of the piece set in",
        space.len()
    );
    println!("memory, once per metric that the command uses.\n");
    let head =
        ["command", "tables", "median", "command - `true`", "command / `true`", "plain / command"];
    row(&head.map(str::to_owned));
    row(&["---", "---", "--:", "--:", "--:", "--:"].map(str::to_owned));
    let write_row = |name: &str, tables: &str, taken: Taken, plain: Option<Duration>| {
        let ratio = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
        row(&[
            format!("`{name}`"),
            tables.to_owned(),
            seconds(taken.wall),
            seconds(taken.wall.saturating_sub(nothing.wall)),
            format!("{:.1}", ratio(taken.wall, nothing.wall)),
            plain.map_or_else(String::new, |plain| format!("{:.0}", ratio(plain, taken.wall))),
        ]);
    };
    write_row("true", "", nothing, None);
    let all = plain(&Metric::OF_SINGLE_PIECES);
    let finger = plain(&[Metric::Finger]);
    let tables = directory.path().join("tables").display().to_string();
    take(&["build", "--data-dir", &tables], "");
    type Row<'a> = (&'a [&'a str], &'a str, Option<Duration>);
    let questions: [Row<'_>; 6] = [
        (&["--version"], "", None),
        (&["solve", START], "all", Some(finger)),
        (&["query", START], "all", Some(all)),
        (&["solve", "--from", START, "--to", END], "none", Some(finger)),
        (&["solve", START], "none", Some(finger)),
        (&["query", START], "none", Some(all)),
    ];
    for (question, there, plain) in questions {
        let name = question.join(" ");
        let options = match there {
            "" => vec![],
            "all" => vec!["--data-dir", &tables],
            _ => vec!["--data-dir", &none],
        };
        let arguments = [question, &options[..]].concat();
        let taken = median_of(SHORT_RUNS, || take(&arguments, ""));
        write_row(&format!("huarong {name}"), there, taken, plain);
    }
    assert!(!Path::new(&none).exists(), "a first answer wrote something");
    if let Ok(packages) = env::var(PEERS) {
        let solver = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/klotski.cjs");
        let solve = || Command::new("node").args([solver, &packages]).output().expect("Node.js");
        let moves = String::from_utf8(solve().stdout).expect("a number");
        assert_eq!(moves.trim(), "81", "the other program finds the optimal solution");
        let taken = median_of(RUNS, || take_program("node", &[solver, &packages], ""));
        write_row("node benches/klotski.cjs", "none", taken, Some(finger));
        println!(
            "\nThe last row is the package `klotski` 4.0.0 of npm, a solver in JavaScript. It finds the same"
        );
        println!("number of moves. Its time is the median of {RUNS} runs.");
    }
    println!();
}

const QUESTIONS: u64 = 1_000_000;

fn spaces(family: &Family) -> Vec<Space> {
    let space = |set| Space::new(family.puzzle(), set).expect("the family can be numbered");
    family.piece_sets().iter().map(space).collect()
}

fn all_positions(family: &Family) -> u64 {
    spaces(family).iter().map(Space::len).sum()
}

/// Answers about some boards, one after another.
const ANSWERS: u64 = 100_000;

/// Right answers to tasks about 100 boards of 6x6, each many times.
fn write_answers(path: &Path) {
    let tasks = ["tasks", "rush", "--to", "40", "--count", "100", "--format", "json", "--quiet"];
    let made = Command::new(PROGRAM).args(tasks).output().expect("the program runs").stdout;
    let row = |line: &str| {
        let task: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        let key = |name: &str| task[name].clone();
        serde_json::json!({"board": key("board"), "metric": key("metric"), "answer": key("target")})
    };
    let made = String::from_utf8(made).expect("text");
    let rows: String = made.lines().map(|line| format!("{}\n", row(line))).collect();
    let times = ANSWERS as usize / made.lines().count();
    fs::write(path, rows.repeat(times)).expect("space for the answers");
}

/// Writes positions drawn uniformly from the whole family, with a fixed seed.
fn write_questions(family: &Family, path: &Path) {
    let spaces = spaces(family);
    let all = all_positions(family);
    let mut text = Vec::new();
    let mut state = 1u64;
    for _ in 0..QUESTIONS {
        // SplitMix64 (G. L. Steele et al., 2014).
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let mut index = (mixed ^ (mixed >> 31)) % all;
        for space in &spaces {
            if index < space.len() {
                family.puzzle().write_position(&space.unrank(index), &mut text);
                text.push(b'\n');
                break;
            }
            index -= space.len();
        }
    }
    fs::write(path, text).expect("the questions can be written");
}

/// The searches of the family, prepared.
fn searches(family: &Family, kernels: Kernels) -> Vec<Search> {
    let classes = classes(family.puzzle(), family.piece_sets());
    let search = |class| {
        Search::new(family.puzzle(), class, Effort::UNLIMITED).expect("small").with_kernels(kernels)
    };
    classes.iter().map(search).collect()
}

fn run(search: &Search, metric: Metric, parallel: bool) -> Vec<Distances> {
    search.run(metric, parallel, Effort::UNLIMITED).expect("nobody stops it")
}

/// The median time of some work in this process.
fn time(mut work: impl FnMut()) -> Duration {
    let mut taken: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let started = Instant::now();
            work();
            started.elapsed()
        })
        .collect();
    taken.sort();
    taken[RUNS / 2]
}

/// Compares each kind of kernels, on one thread, with the plain search on all positions of the
/// family, and compares every distance. Returns the times of the plain search, in the order of the
/// metrics.
fn against_plain(family: &Family) -> [Duration; 3] {
    let positions = all_positions(family);
    println!("## Against the plain search\n");
    println!("All {positions} positions are searched in memory on one thread. The plain search");
    println!("(`benches/plain`) is a breadth-first search over indices that ranks each neighbour");
    println!("separately; it ran once. The kernels are portable or native. The benchmark compared");
    println!("every distance of the three searches and found them equal.\n");
    row(&["metric", "plain", "portable", "native", "plain / native", "portable / native"]
        .map(str::to_owned));
    row(&["---", "--:", "--:", "--:", "--:", "--:"].map(str::to_owned));
    let [native, portable] = [Kernels::Native, Kernels::Portable].map(|k| searches(family, k));
    let mut plain_times = [Duration::ZERO; 3];
    for metric in Metric::OF_SINGLE_PIECES {
        let fast = time(|| native.iter().for_each(|search| drop(run(search, metric, false))));
        let slow = time(|| portable.iter().for_each(|search| drop(run(search, metric, false))));
        let mut plain = Duration::ZERO;
        for (native, portable) in native.iter().zip(&portable) {
            let found = run(native, metric, false);
            assert!(found == run(portable, metric, false), "portable and native kernels differ");
            for (space, found) in native.spaces().iter().zip(found) {
                let started = Instant::now();
                let wanted = plain::distances(space, metric);
                plain += started.elapsed();
                for (index, wanted) in (0..).zip(wanted) {
                    assert_eq!(found.get(index).unwrap_or(u16::MAX), wanted, "index {index}");
                }
            }
        }
        plain_times[metric as usize] = plain;
        let ratio = |a: Duration, b: Duration| format!("{:.1}", a.as_secs_f64() / b.as_secs_f64());
        row(&[
            metric.to_string(),
            seconds(plain),
            seconds(slow),
            seconds(fast),
            ratio(plain, fast),
            ratio(slow, fast),
        ]);
    }
    println!();
    plain_times
}

/// One thread against two, for whole processes and in memory.
fn threads(family: &Family) {
    println!("## One thread and two\n");
    row(&["work", "one thread", "two threads", "ratio"].map(str::to_owned));
    row(&["---", "--:", "--:", "--:"].map(str::to_owned));
    let write_row = |name: &str, one: Duration, two: Duration| {
        let ratio = one.as_secs_f64() / two.as_secs_f64();
        row(&[name.to_owned(), seconds(one), seconds(two), format!("{ratio:.2}")]);
    };
    let directory = tempfile::tempdir().expect("a temporary directory");
    let tables = directory.path().display().to_string();
    let build = |threads: &str| {
        let arguments = ["build", "--force", "--data-dir", &tables, "--threads", threads];
        median(|| take(&arguments, "")).wall
    };
    write_row("`build --force`, whole process", build("1"), build("2"));
    for metric in Metric::OF_SINGLE_PIECES {
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads start").install(|| {
                time(|| {
                    let mut searches: Vec<Search> = classes(family.puzzle(), family.piece_sets())
                        .par_iter()
                        .map(|class| {
                            Search::new(family.puzzle(), class, Effort::UNLIMITED).expect("small")
                        })
                        .collect();
                    searches.sort_by_key(|search| std::cmp::Reverse(search.plan().len()));
                    searches.iter().par_bridge().for_each(|search| {
                        drop(run(search, metric, false));
                    });
                })
            })
        };
        write_row(&format!("all searches in memory, {metric}"), with(1), with(2));
    }
    println!();
}

/// A lower bound for any search of this kind: writing the tables' bytes, and one pass over the
/// bitmaps per level.
fn floor(family: &Family) {
    println!("## Lower bound\n");
    println!("The table shows the least time that any such search needs on one thread. The search");
    println!(
        "writes and syncs the bytes of its table. In every level of a class it makes one pass"
    );
    println!("over three bitmaps: frontier, unseen and reached.\n");
    row(&["metric", "write and sync", "passes", "levels of all classes"].map(str::to_owned));
    row(&["---", "--:", "--:", "--:"].map(str::to_owned));
    let directory = tempfile::tempdir().expect("a temporary directory");
    let bytes = vec![7u8; all_positions(family) as usize];
    let searches = searches(family, Kernels::Native);
    for metric in Metric::OF_SINGLE_PIECES {
        let write = time(|| {
            let path = directory.path().join("bytes");
            let mut file = fs::File::create(path).expect("a file can be made");
            file.write_all(&bytes).and_then(|()| file.sync_all()).expect("there is room");
        });
        let mut passes = Duration::ZERO;
        let mut levels = 0;
        for search in &searches {
            let done = AtomicU64::new(0);
            let count = |progress: Progress<'_>| {
                done.fetch_add(matches!(progress, Progress::Done(_)).into(), Relaxed);
                ControlFlow::Continue(())
            };
            let effort = Effort { observer: &count, ..Effort::UNLIMITED };
            search.run(metric, false, effort).expect("nobody stops it");
            // One pass per level, and one for the unreachable positions.
            let of_class = done.into_inner() - 1;
            levels += of_class;
            let words = words_of(search);
            let mut bitmaps = vec![[0u64, u64::MAX, 0x5555]; words];
            passes += time(|| {
                for _ in 0..of_class {
                    for [front, unseen, reached] in &mut bitmaps {
                        *front = *reached & *unseen;
                        *unseen ^= *front;
                        *reached = *front << 1;
                    }
                    std::hint::black_box(&mut bitmaps);
                }
            });
        }
        row(&[metric.to_string(), seconds(write), seconds(passes), levels.to_string()]);
    }
    println!();
    traffic();
}

/// A lower bound for low-memory searches of larger spaces: the words of memory that their levels
/// read and write, at the bandwidth of this machine.
fn traffic() {
    let [read, write] = bandwidth();
    println!(
        "Larger spaces have low-memory searches on all threads. In every level, a search reads"
    );
    println!(
        "its memory once: steps between skeletons, and five bitmaps. It writes at least three"
    );
    println!(
        "bitmaps: moves add to the reached positions, the end of the level clears them, and the"
    );
    println!("new positions get their code. This machine reads {:.1} GB per second", read / 1e9);
    println!("and writes {:.1}. The last two columns are those of", write / 1e9);
    println!("`huarong levels --board 5x6 PIECE_SET --metric finger`, which writes no table.\n");
    let head = [
        "piece set",
        "levels",
        "words read per level",
        "words written per level",
        "words in all",
        "at this bandwidth",
        "`levels`",
        "positions per second",
    ];
    row(&head.map(str::to_owned));
    row(&["---", "--:", "--:", "--:", "--:", "--:", "--:", "--:"].map(str::to_owned));
    let puzzle = klotski::puzzle_on(5, 6).expect("a board of the family");
    for set in ["3h4v2s", "4h4v4s", "3h4v7s"] {
        let pieces = puzzle.parse_piece_set(set).expect("a set of the board");
        let fillings = Space::new(&puzzle, &pieces).expect("a space").filling_count();
        let (positions, bytes) = counted("5x6", set);
        let words_read = bytes / 8;
        let words_written = positions / fillings * fillings.div_ceil(64) * 3;
        let started = Instant::now();
        let arguments = ["levels", "--board", "5x6", set, "--metric", "finger"];
        let answer = answered(&arguments);
        let taken = started.elapsed();
        let levels = answer["histogram"].as_array().expect("numbers of positions").len() as u64;
        let least = 8.0 * (words_read as f64 / read + words_written as f64 / write);
        let number = |words: u64| format!("{:.1} M", words as f64 / 1e6);
        row(&[
            format!("`{set}`"),
            levels.to_string(),
            number(words_read),
            number(words_written),
            number(levels * (words_read + words_written)),
            seconds(Duration::from_secs_f64(levels as f64 * least)),
            seconds(taken),
            millions(positions, taken),
        ]);
    }
    println!();
}

/// Number of bytes per second that all threads together read and write.
fn bandwidth() -> [f64; 2] {
    const CHUNK: usize = 1 << 16;
    let mut words = vec![1u64; 1 << 27];
    let read = time(|| {
        let chunks =
            words.par_chunks(CHUNK).map(|chunk| chunk.iter().fold(0, |all, word| all ^ word));
        std::hint::black_box(chunks.reduce(|| 0, |one, other| one ^ other));
    });
    let write = time(|| {
        words.par_chunks_mut(CHUNK).for_each(|chunk| chunk.fill(std::hint::black_box(2)));
    });
    [read, write].map(|time| size_of_val(&words[..]) as f64 / time.as_secs_f64())
}

/// Number of words in one bitmap of a class of the family: a cube of all fillings for every
/// skeleton.
fn words_of(search: &Search) -> usize {
    let space = &search.spaces()[0];
    let puzzle = space.puzzle();
    let larger = space.piece_set().with_count(klotski::SMALL, 0);
    let free = puzzle.board().open_cells().len() - puzzle.area(&larger);
    let skeletons = Space::new(puzzle, &larger).expect("a small space").len();
    skeletons as usize * (1 << free.saturating_sub(6))
}

/// Board and piece set, from 10^5 to 10^10 positions.
const LARGE: [(&str, &str); 9] = [
    ("4x5", "2h3v4s"),
    ("4x6", "3h4v4s"),
    ("4x6", "2h2v9s"),
    ("5x5", "3h1v9s"),
    ("5x5", "2h2v7s"),
    ("5x6", "3h4v2s"),
    ("5x6", "4h4v4s"),
    ("5x6", "3h4v7s"),
    ("5x6", "2h3v9s"),
];

/// Measures single piece sets on boards of many sizes, as whole processes. Returns time and memory
/// per position.
fn large(plain: f64) -> Vec<Point> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let tables = directory.path().join("tables").display().to_string();
    let process = take(&["--version"], "").memory;
    println!("## Larger spaces\n");
    println!(
        "Each row is one run of `huarong build --board BOARD PIECE_SET --metric finger`, and then"
    );
    println!(
        "one of `huarong verify --board BOARD PIECE_SET`, as whole processes with all threads."
    );
    println!(
        "The table is written and synced. Time, rate and memory up to the last two columns are"
    );
    println!(
        "those of the build. Memory is peak resident memory, and *estimate* is the memory that"
    );
    println!("`huarong count` predicts. The");
    println!(
        "plain search processes {:.2} M positions per second on the family, on one thread.\n",
        plain / 1e6
    );
    let head = [
        "board",
        "piece set",
        "positions",
        "time",
        "per second",
        "memory",
        "estimate",
        "bytes per position",
        "verify",
        "verified per second",
    ];
    row(&head.map(str::to_owned));
    row(&["---", "---", "--:", "--:", "--:", "--:", "--:", "--:", "--:", "--:"].map(str::to_owned));
    let mut points = Vec::new();
    for (board, set) in LARGE {
        let (positions, estimate) = counted(board, set);
        let of_space = ["--board", board, set, "--data-dir", &tables];
        let taken = take(&[&["build", "--metric", "finger"], &of_space[..]].concat(), "");
        let verified = take(&[&["verify"], &of_space[..]].concat(), "").wall;
        fs::remove_dir_all(&tables).expect("the tables exist");
        let each = 1.0 / positions as f64;
        row(&[
            board.to_owned(),
            format!("`{set}`"),
            positions.to_string(),
            seconds(taken.wall),
            millions(positions, taken.wall),
            format!("{} MB", taken.memory / 1_000_000),
            format!("{} MB", estimate / 1_000_000),
            format!("{:.2}", taken.memory as f64 * each),
            seconds(verified),
            millions(positions, verified),
        ]);
        points.push(Point {
            positions: positions as f64,
            nanoseconds: taken.wall.as_secs_f64() * 1e9 * each,
            bytes: taken.memory.saturating_sub(process) as f64 * each,
        });
    }
    println!("\n![Time and memory per position by number of positions](performance.svg)\n");
    println!(
        "In the picture, memory excludes the {:.1} MB of a process that only prints its version.",
        process as f64 / 1e6
    );
    points
}

/// The number of positions of a piece set, and the approximate memory of its build in bytes.
fn counted(board: &str, set: &str) -> (u64, u64) {
    let count = answered(&["count", "--board", board, set]);
    let number = |key: &str| count[key].as_str().and_then(|number| number.parse().ok());
    let [positions, bytes] = ["positions", "build_bytes"].map(|key| number(key).expect("a number"));
    (positions, bytes)
}

/// What a command prints as one JSON object.
fn answered(arguments: &[&str]) -> serde_json::Value {
    let output = Command::new(PROGRAM).args(arguments).args(["--format", "json"]).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("an object")
}
