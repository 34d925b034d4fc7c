//! The components of the search: numbering, moves, steps between skeletons, the search of one
//! class.
//!
//! `cargo bench --bench kernels` prints a row for each: the median and the shortest of several runs.

use huarong_core::effort::{Effort, Progress};
use huarong_core::klotski;
use huarong_core::rules::{Arrangement, Metric, PieceSet};
use huarong_core::space::Space;
use huarong_oracle::analysis::components;
use huarong_search::{Class, Kernels, Search, SearchPlan, classes};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Number of runs, after one that is not counted, and the least time of a run, in which short work is repeated.
const RUNS: usize = 10;
const LEAST: Duration = Duration::from_millis(20);

fn main() {
    println!("| subject | work | median ms | shortest ms | million a second |");
    println!("|---|---|--:|--:|--:|");
    numbering();
    searching();
}

/// Measures some work on a number of positions.
fn measure<T>(subject: &str, work: &str, positions: u64, run: impl Fn() -> T) {
    let timed = |repeats: u32| {
        let started = Instant::now();
        (0..repeats).for_each(|_| drop(black_box(run())));
        started.elapsed() / repeats
    };
    let first = timed(1).max(Duration::from_nanos(1));
    let repeats = LEAST.as_nanos().div_ceil(first.as_nanos()) as u32;
    let mut times: Vec<Duration> = (0..RUNS).map(|_| timed(repeats)).collect();
    times.sort_unstable();
    let [median, shortest] = [times[RUNS / 2], times[0]].map(|time| time.as_secs_f64());
    println!(
        "| {subject} | {work} | {:.4} | {:.4} | {:.2} |",
        median * 1e3,
        shortest * 1e3,
        positions as f64 / median / 1e6,
    );
}

/// Indices spread over a space, the same in every run.
fn sample(space: &Space, count: u64) -> Vec<u64> {
    (0..count).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % space.len()).collect()
}

fn numbering() {
    let family = klotski::family();
    let set = family.parse_piece_set("1h4v4s").expect("a set of the family");
    let space = Space::new(family.puzzle(), &set).expect("a small space");
    let indices = sample(&space, 1000);
    let positions: Vec<Arrangement> = indices.iter().map(|&index| space.unrank(index)).collect();
    let subject = "1h4v4s";
    measure(subject, "rank", 1000, || {
        positions.iter().filter_map(|position| space.rank(position)).sum::<u64>()
    });
    measure(subject, "unrank", 1000, || {
        indices.iter().for_each(|&index| drop(black_box(space.unrank(index))));
    });
    measure(subject, "enumerate", 1000, || {
        space.iter().take(1000).for_each(|position| drop(black_box(position)));
    });
    measure(subject, "plain moves", 1000, || {
        let mut moves = 0;
        for position in &positions {
            family.puzzle().for_each_move(position, |_| moves += 1);
        }
        moves
    });
    measure(subject, "count the space", space.len(), || {
        Space::new(family.puzzle(), black_box(&set)).map(|space| space.len())
    });
}

/// The class of the piece sets with the given dominoes: cubes of 1, 4 or 64 words.
fn class_of(horizontal: u8, vertical: u8) -> Class {
    let family = klotski::family();
    let of_class = |set: &&PieceSet| {
        set.counts()[klotski::HORIZONTAL] == horizontal
            && set.counts()[klotski::VERTICAL] == vertical
    };
    let sets: Vec<PieceSet> = family.piece_sets().iter().filter(of_class).cloned().collect();
    classes(family.puzzle(), &sets).remove(0)
}

fn searching() {
    let puzzle = klotski::puzzle();
    for (name, class) in
        [("1h4v*s", class_of(1, 4)), ("2h2v*s", class_of(2, 2)), ("1h1v*s", class_of(1, 1))]
    {
        let search = Search::new(&puzzle, &class, Effort::UNLIMITED).expect("small spaces");
        let positions = search.plan().len();
        measure(name, "graph", positions, || {
            let plan = SearchPlan::new(&puzzle, black_box(&class));
            plan.and_then(|plan| plan.prepare(Effort::UNLIMITED)).map(|search| search.plan().len())
        });
        for kernels in [Kernels::Native, Kernels::Portable] {
            let search = Search::new(&puzzle, &class, Effort::UNLIMITED)
                .expect("small spaces")
                .with_kernels(kernels);
            for metric in Metric::OF_SINGLE_PIECES {
                measure(name, &format!("{metric} {kernels:?}"), positions, || {
                    search.run(metric, false, Effort::UNLIMITED)
                });
                let work = format!("{metric} {kernels:?}, first ten levels");
                measure(name, &work, positions, || {
                    let levels = AtomicU64::new(0);
                    let observer = |_: Progress<'_>| match levels.fetch_add(1, Relaxed) {
                        10 => ControlFlow::Break(()),
                        _ => ControlFlow::Continue(()),
                    };
                    let effort = Effort { observer: &observer, ..Effort::UNLIMITED };
                    search.run(metric, false, effort)
                });
            }
        }
        measure(name, "components", positions, || components(&search).map(|found| found.len()));
    }
}
