//! The search from one position: positions per second and bytes per position, with a separate
//! process for each subject.
//!
//! `cargo bench --bench component` measures all subjects except the whole 3x4 tiles, which `--
//! tiles` adds.

use huarong_core::effort::Effort;
use huarong_core::grid::Board;
use huarong_core::klotski;
use huarong_core::rules::{Arrangement, Goal, Metric, Puzzle, Shape};
use huarong_search::{Component, Until};
use nix::sys::resource::{UsageWho, getrusage};
use std::env;
use std::process::Command;
use std::time::Instant;

/// With this argument the benchmark searches one subject and prints its line.
const MEASURE: &str = "--measure";

/// Name, number of interchangeable tiles (`None` on Klotski's board), and start.
const SUBJECTS: [(&str, Option<&str>); 6] = [
    ("klotski VBBV/VBBV/VHHV/VSSV/S..S", None),
    ("klotski VBBV/VBBV/HHHH/SSSS/S..S", None),
    ("klotski VBBV/VBBV/SHHS/SSSS/S..S", None),
    ("8-puzzle ABC/DEF/GH.", Some("8")),
    ("tiles, four alike AAAA/BCDE/FGH.", Some("4")),
    ("tiles ABCD/EFGH/IJK.", Some("11")),
];

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [first, name, metric] = &arguments[..]
        && first == MEASURE
    {
        return measure(name, metric);
    }
    println!("| from | metric | positions | ms | of CPUs | million a second | bytes a position |");
    println!("|---|---|---|---|---|---|---|");
    let all = arguments.iter().any(|argument| argument == "tiles");
    let subjects = if all { &SUBJECTS[..] } else { &SUBJECTS[..SUBJECTS.len() - 1] };
    for (name, tiles) in subjects {
        for metric in if tiles.is_some() {
            &Metric::OF_SINGLE_PIECES[..1]
        } else {
            &Metric::OF_SINGLE_PIECES[..]
        } {
            let mut itself = Command::new(env::current_exe().expect("the benchmark has a path"));
            let status = itself.args([MEASURE, name, metric.name()]).status();
            assert!(status.is_ok_and(|status| status.success()), "{name} failed");
        }
    }
}

/// The puzzle whose tiles are the letters of a start, and the start.
fn puzzle_of(name: &str) -> (Puzzle, Arrangement) {
    let (kind, start) = name.rsplit_once(' ').expect("a start");
    let puzzle = if kind == "klotski" {
        klotski::puzzle()
    } else {
        let rows: Vec<&str> = start.split('/').collect();
        let board = Board::new(rows[0].len() as u8, rows.len() as u8, []);
        let mut letters: Vec<char> = start.chars().filter(char::is_ascii_alphabetic).collect();
        letters.dedup();
        let tile = |letter: char| Shape::rectangle(letter, letter, 1, 1).expect("a small shape");
        let shapes = letters.into_iter().map(tile).collect();
        let goal = Goal::new([(0, 0)]);
        Puzzle::new(board.expect("a small board"), shapes, goal).expect("a puzzle")
    };
    let start = puzzle.parse_position(start).expect("a position");
    (puzzle, start)
}

/// Peak memory so far in bytes, and CPU time in milliseconds.
fn used() -> (f64, f64) {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the system reports usage");
    let times = [usage.user_time(), usage.system_time()];
    let times = times.map(|time| time.tv_sec() as f64 * 1e3 + time.tv_usec() as f64 / 1e3);
    (usage.max_rss() as f64 * 1024.0, times.iter().sum())
}

fn measure(name: &str, metric: &str) {
    let (puzzle, start) = puzzle_of(name);
    let metric = Metric::OF_SINGLE_PIECES
        .into_iter()
        .find(|known| known.name() == metric)
        .expect("a metric");
    let (before, started) = (used(), Instant::now());
    let component = Component::explore(&puzzle, &start, metric, Until::All, Effort::UNLIMITED);
    let (seconds, after) = (started.elapsed().as_secs_f64(), used());
    let positions = component.expect("memory for it").len();
    println!(
        "| {name} | {metric} | {positions} | {:.1} | {:.1} | {:.2} | {:.1} |",
        seconds * 1e3,
        after.1 - before.1,
        positions as f64 / seconds / 1e6,
        (after.0 - before.0) / positions as f64,
    );
}
