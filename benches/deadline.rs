//! The time between a deadline and the end of the work that it cancels.
//!
//! `cargo bench --bench deadline` prints a row for each puzzle and method: the median and the longest overrun in
//! milliseconds, of single questions and of four threads with a question each. Run it on a quiet machine.

use huarong::{Method, Metric, Options, Oracle, OracleError, Position};
use std::thread;
use std::time::{Duration, Instant};

/// Time for each question, and number of runs.
const ASKED: Duration = Duration::from_millis(50);
const RUNS: usize = 20;

/// Puzzles that take longer: whole spaces, large components, and searches guided by patterns.
const PUZZLES: [(&str, &str); 3] = [
    ("layton-w-4x6", include_str!("../crates/lab/src/library/puzzles/layton-w-4x6.toml")),
    ("tzer-tendrils", include_str!("../crates/lab/src/library/puzzles/tzer-tendrils.toml")),
    (
        "15-puzzle",
        "name = '15-puzzle'\nstart = '''\n.LIM\nOKJN\nCGBE\nDHFA\n'''\ngoal = '''\nABCD\nEFGH\nIJKL\nMNO.\n'''\n",
    ),
];

/// A search within some options.
type Search = fn(&Position, &Options<'_>) -> Result<Oracle, OracleError>;

const SEARCHES: [(&str, Search); 5] = [
    ("solve_with", Oracle::solve_with),
    ("search_with", Oracle::search_with),
    ("search_neighbours", Oracle::search_neighbours),
    ("Method::Space", |start, options| Oracle::search_by(Method::Space, start, options)),
    ("Method::Component", |start, options| Oracle::search_by(Method::Component, start, options)),
];

fn main() {
    println!("| puzzle | search | threads | cancelled | median ms | longest ms |");
    println!("|---|---|--:|--:|--:|--:|");
    for (name, text) in PUZZLES {
        let start = Position::from_toml(text).expect("a puzzle of the library");
        for (search, run) in SEARCHES {
            for threads in [1, 4] {
                let mut overruns = measure(&start, run, threads);
                overruns.sort_unstable();
                let all = RUNS * threads;
                let [median, longest] = match overruns.len() {
                    0 => continue,
                    len => {
                        [overruns[len / 2], overruns[len - 1]].map(|time| time.as_secs_f64() * 1e3)
                    }
                };
                let cancelled = overruns.len();
                println!(
                    "| {name} | {search} | {threads} | {cancelled} of {all} | {median:.1} | {longest:.1} |"
                );
            }
        }
    }
}

/// The times from the deadline to the error, of the questions that it cancelled.
fn measure(start: &Position, run: Search, threads: usize) -> Vec<Duration> {
    let ask = || {
        let deadline = Instant::now() + ASKED;
        let options = Options::new().metrics(&[Metric::Finger]).memory(4 << 30).until(deadline);
        let found = run(start, &options);
        let overrun = Instant::now().saturating_duration_since(deadline);
        found.is_err_and(|error| error.is_cancelled()).then_some(overrun)
    };
    let together = |_| {
        thread::scope(|scope| {
            let asked: Vec<_> = (0..threads).map(|_| scope.spawn(ask)).collect();
            asked.into_iter().filter_map(|one| one.join().expect("no panic")).collect::<Vec<_>>()
        })
    };
    (0..RUNS).flat_map(together).collect()
}
