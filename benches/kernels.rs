//! The components of the search: numbering, moves, steps between skeletons, the search of one
//! class, look-ups.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use huarong_core::effort::{Effort, Progress};
use huarong_core::klotski;
use huarong_core::rules::{Arrangement, Metric, PieceSet};
use huarong_core::space::Space;
use huarong_oracle::analysis::components;
use huarong_search::{Class, Kernels, Search, SearchPlan, classes};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Indices spread over a space, the same in every run.
fn sample(space: &Space, count: u64) -> Vec<u64> {
    (0..count).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % space.len()).collect()
}

fn numbering(criterion: &mut Criterion) {
    let family = klotski::family();
    let set = family.parse_piece_set("1h4v4s").expect("a set of the family");
    let space = Space::new(family.puzzle(), &set).expect("a small space");
    let indices = sample(&space, 1000);
    let positions: Vec<Arrangement> = indices.iter().map(|&index| space.unrank(index)).collect();
    let mut group = criterion.benchmark_group("numbering 1h4v4s");
    group.throughput(Throughput::Elements(1000));
    group.bench_function("rank", |bench| {
        bench.iter(|| positions.iter().filter_map(|position| space.rank(position)).sum::<u64>());
    });
    group.bench_function("unrank", |bench| {
        bench.iter(|| indices.iter().for_each(|&index| drop(black_box(space.unrank(index)))));
    });
    group.bench_function("enumerate", |bench| {
        bench.iter(|| space.iter().take(1000).for_each(|position| drop(black_box(position))));
    });
    group.bench_function("plain moves", |bench| {
        bench.iter(|| {
            let mut moves = 0;
            for position in &positions {
                family.puzzle().for_each_move(position, |_| moves += 1);
            }
            moves
        });
    });
    group.bench_function("count the space", |bench| {
        bench.iter(|| Space::new(family.puzzle(), black_box(&set)).map(|space| space.len()));
    });
    group.finish();
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

fn searching(criterion: &mut Criterion) {
    let puzzle = klotski::puzzle();
    for (name, class) in
        [("1h4v*s", class_of(1, 4)), ("2h2v*s", class_of(2, 2)), ("1h1v*s", class_of(1, 1))]
    {
        let mut group = criterion.benchmark_group(format!("search {name}"));
        group.sample_size(10);
        let search = Search::new(&puzzle, &class, Effort::UNLIMITED).expect("small spaces");
        group.throughput(Throughput::Elements(search.plan().len()));
        group.bench_function("graph", |bench| {
            bench.iter(|| {
                let plan = SearchPlan::new(&puzzle, black_box(&class));
                plan.and_then(|plan| plan.prepare(Effort::UNLIMITED))
                    .map(|search| search.plan().len())
            });
        });
        for kernels in [Kernels::Native, Kernels::Portable] {
            let search = Search::new(&puzzle, &class, Effort::UNLIMITED)
                .expect("small spaces")
                .with_kernels(kernels);
            for metric in Metric::ALL {
                group.bench_function(format!("{metric} {kernels:?}"), |bench| {
                    bench.iter(|| search.run(metric, false, Effort::UNLIMITED));
                });
                group.bench_function(format!("{metric} {kernels:?}, first ten levels"), |bench| {
                    bench.iter_batched(
                        || (),
                        |()| {
                            let levels = AtomicU64::new(0);
                            let observer = |_: Progress<'_>| match levels.fetch_add(1, Relaxed) {
                                10 => ControlFlow::Break(()),
                                _ => ControlFlow::Continue(()),
                            };
                            let effort = Effort { observer: &observer, ..Effort::UNLIMITED };
                            search.run(metric, false, effort)
                        },
                        BatchSize::PerIteration,
                    );
                });
            }
        }
        group.bench_function("components", |bench| {
            bench.iter(|| components(&search).map(|found| found.len()))
        });
        group.finish();
    }
}

criterion_group!(benches, numbering, searching);
criterion_main!(benches);
