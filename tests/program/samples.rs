//! Layouts of a given difficulty: which are drawn, how often, and the errors if none can be drawn.

use crate::common::{METRICS, Tables, csv_rows, text};
use huarong_core::effort::Effort;
use huarong_core::klotski;
use huarong_core::rules::{Arrangement, Metric, PerMetric, PieceSet, Puzzle};
use huarong_core::space::Space;
use huarong_oracle::analysis::{
    AllPositions, DistanceRange, Sample, SampleError, SampleQuery, sample,
};
use huarong_oracle::atlas::Atlas;
use huarong_oracle::atlas::SetTable;
use naive::Naive;
use naive::grids::solution_counts;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Sets as texts and as counts: roomy; crowded, with unsolvable positions; a few positions, either
/// at the goal or unsolvable.
const SETS: [(&str, [usize; 4]); 3] =
    [("0h0v1s", [1, 0, 0, 1]), ("6h0v2s", [1, 6, 0, 2]), ("5h2v0s", [1, 5, 2, 0])];

/// The solvable positions of a set with the witness's distances.
fn solvable(counts: [usize; 4], metric: &str) -> BTreeMap<String, u16> {
    let distances = Naive::klotski().distances(&counts, metric);
    let near =
        |(text, distance): (String, Option<u32>)| Some((text, distance?.try_into().unwrap()));
    distances.into_iter().filter_map(near).collect()
}

/// Whether a part of the big piece is in the top row.
fn big_at_top(text: &str) -> bool {
    text.split('/').next().unwrap().contains('B')
}

/// The least and the largest of some distances.
fn range<'d>(distances: impl Iterator<Item = &'d u16> + Clone) -> Option<(u16, u16)> {
    Some((*distances.clone().min()?, *distances.max()?))
}

/// A space with its tables.
fn opened(puzzle: &Puzzle, tables: &Tables, counts: [usize; 4]) -> (Space, PerMetric<SetTable>) {
    let set = PieceSet::new(counts.map(|count| count as u8));
    let atlas = Atlas::new(klotski::family(), tables.path());
    let table = |metric| atlas.find(&set, metric).unwrap().expect("it was built");
    (Space::new(puzzle, &set).unwrap(), PerMetric::each(table))
}

/// A range of distances in text form.
fn written(range: &RangeInclusive<u16>) -> DistanceRange {
    format!("{}..{}", range.start(), range.end()).parse().expect("a range")
}

fn texts(puzzle: &Puzzle, positions: &[Arrangement]) -> Vec<String> {
    positions.iter().map(|position| puzzle.position_text(position)).collect()
}

#[test]
fn where_many_are_wanted_all_that_fit_are_drawn() {
    let puzzle = klotski::puzzle();
    let tables = Tables::of(&SETS.map(|(set, _)| set));
    for ((_, counts), metric) in SETS.into_iter().flat_map(|set| Metric::ALL.map(|m| (set, m))) {
        let (space, opened) = opened(&puzzle, &tables, counts);
        let known = solvable(counts, metric.name());
        let wanted: [RangeInclusive<u16>; 6] =
            [0..=u16::MAX, 1..=u16::MAX, 0..=0, 3..=5, 7..=7, 600..=700];
        for (wanted, at_top) in wanted.into_iter().flat_map(|w| [(w.clone(), false), (w, true)]) {
            let allowed = || known.iter().filter(|(text, _)| !at_top || big_at_top(text));
            let fitting: BTreeSet<String> = allowed()
                .filter(|(_, d)| wanted.contains(d))
                .map(|(text, _)| text.clone())
                .collect();
            let draw = |count, seed| {
                let distance = written(&wanted);
                let at_top = at_top.then_some(klotski::BIG);
                let query = SampleQuery { distance, solutions: None, count, seed, at_top };
                let all = AllPositions::of_table(&space, &opened[metric])?;
                sample(&all, &query, Effort::UNLIMITED)
            };
            let Sample { positions, fitting: number } = match draw(usize::MAX, 5) {
                Ok(sample) => sample,
                Err(SampleError::OutOfRange { least, most, .. }) => {
                    assert!(fitting.is_empty());
                    assert_eq!(Some((least, most)), range(allowed().map(|(_, far)| far)));
                    continue;
                }
                Err(SampleError::Unsolvable { .. }) => {
                    assert_eq!(allowed().count(), 0);
                    continue;
                }
                Err(error) => panic!("{error}"),
            };
            assert_eq!(number, fitting.len() as u64);
            let drawn = texts(&puzzle, &positions);
            assert_eq!(drawn.len(), fitting.len(), "a position is drawn twice");
            assert_eq!(BTreeSet::from_iter(drawn), fitting);
            // A smaller sample is a subset, without repetitions.
            let few = draw(fitting.len() / 2, 6).unwrap();
            assert_eq!(few.fitting, number);
            let drawn = BTreeSet::from_iter(texts(&puzzle, &few.positions));
            assert_eq!(drawn.len(), fitting.len() / 2);
            assert!(drawn.is_subset(&fitting));
            assert!(draw(0, 7).unwrap().positions.is_empty());
        }
    }
}

/// The chi-square statistic of counts: the sum of squared deviations from the expected count, each
/// divided by it.
fn chi_square(counts: impl Iterator<Item = u32>, expected: f64) -> f64 {
    counts.map(|count| (f64::from(count) - expected).powi(2) / expected).sum()
}

#[test]
fn every_position_is_drawn_as_often_as_any_other() {
    const SEEDS: u32 = 6000;
    let puzzle = klotski::puzzle();
    let tables = Tables::of(&["0h0v1s"]);
    let (space, opened) = opened(&puzzle, &tables, [1, 0, 0, 1]);
    let wanted = 1..=4;
    let mut known = solvable([1, 0, 0, 1], "unit");
    known.retain(|_, distance| wanted.contains(distance));
    // How often each position is drawn first, second and third.
    let mut drawn: [BTreeMap<String, u32>; 3] =
        [0; 3].map(|_| known.keys().map(|text| (text.clone(), 0)).collect());
    for seed in 0..SEEDS {
        let query = SampleQuery {
            solutions: None,
            distance: written(&wanted),
            count: 3,
            seed: seed.into(),
            at_top: None,
        };
        let all = AllPositions::of_table(&space, &opened[Metric::Unit]).unwrap();
        let sample = sample(&all, &query, Effort::UNLIMITED).unwrap();
        for (counts, position) in drawn.iter_mut().zip(texts(&puzzle, &sample.positions)) {
            *counts.get_mut(&position).expect("a position that fits") += 1;
        }
    }
    let freedom = (known.len() - 1) as f64;
    assert!(freedom > 50.0);
    for counts in drawn {
        assert_eq!(counts.values().sum::<u32>(), SEEDS);
        let found = chi_square(counts.into_values(), f64::from(SEEDS) / (freedom + 1.0));
        // Its standard deviation is the root of twice the degrees of freedom. Five times that has a
        // probability of about one in a million, on either side.
        let five = 5.0 * (2.0 * freedom).sqrt();
        assert!((freedom - five..freedom + five).contains(&found), "{found}, not {freedom}");
    }
}

/// The positions that the program draws.
fn drawn(tables: &Tables, arguments: &[&str]) -> Vec<String> {
    let printed =
        tables.listed(&[&["--quiet", "sample"], arguments, &["--format", "csv"]].concat());
    csv_rows(&printed).into_iter().map(|row| row["position"].clone()).collect()
}

#[test]
fn ranges_have_four_notations() {
    let tables = Tables::of(&["6h0v2s"]);
    let farthest = METRICS.map(|metric| *solvable([1, 6, 0, 2], metric).values().max().unwrap());
    let finger = farthest[2];
    assert!(finger > 12);
    let ranges: [(&[&str], u16, u16); 8] = [
        (&[], 1, u16::MAX), // goal positions are not puzzles
        (&["--distance", "8..12"], 8, 12),
        (&["--distance", "12.."], 12, u16::MAX),
        (&["--distance", "..3"], 0, 3),
        (&["--distance", "9"], 9, 9),
        (&["--distance", "0"], 0, 0),
        (&["--distance", "9..9"], 9, 9),
        (&["--distance", "12..65535"], 12, u16::MAX),
    ];
    for (metric, (arguments, from, to)) in METRICS.iter().flat_map(|m| ranges.map(|r| (m, r))) {
        let known = solvable([1, 6, 0, 2], metric);
        let known = known.into_iter().filter(|(_, distance)| (from..=to).contains(distance));
        let wanted: BTreeSet<String> = known.map(|(text, _)| text).collect();
        let all = ["6h0v2s", "--metric", metric, "--count", "4000000000"];
        let drawn = drawn(&tables, &[&all[..], arguments].concat());
        assert_eq!(drawn.len(), wanted.len());
        assert_eq!(BTreeSet::from_iter(drawn), wanted, "{metric} {arguments:?}");
    }
}

#[test]
fn layouts_come_with_the_distances_that_query_reports() {
    let tables = Tables::of(&["1h4v4s"]);
    for metric in METRICS {
        let arguments = ["sample", "1h4v4s", "--distance", "60..80", "--metric", metric];
        let arguments = [&arguments[..], &["--count", "300", "--seed", "11"]].concat();
        let print = |format| tables.output(&[&arguments[..], &["--format", format]].concat());
        let json: Vec<Value> =
            print("json").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let positions: Vec<&str> = json.iter().map(|r| r["position"].as_str().unwrap()).collect();
        assert_eq!(positions.len(), 300);
        assert_eq!(BTreeSet::from_iter(&positions).len(), 300, "a position is drawn twice");
        let asked = tables.ask(&positions);
        for (record, asked) in json.iter().zip(&asked) {
            let keys: Vec<&String> = record.as_object().unwrap().keys().collect();
            assert_eq!(keys, ["distance", "piece_set", "position"]);
            assert_eq!(record["distance"], asked["distance"]);
            assert_eq!(
                (&record["piece_set"], &asked["piece_set"]),
                (&"1h4v4s".into(), &"1h4v4s".into())
            );
            let distance = asked["distance"][metric].as_u64().expect("solvable");
            assert!((60..=80).contains(&distance), "{record}");
        }

        let csv = print("csv");
        assert_eq!(csv.lines().next(), Some("position,piece_set,unit,straight,finger"));
        let rows = csv_rows(&csv);
        assert_eq!(rows.len(), json.len());
        let printed = print("text");
        assert_eq!(printed.lines().count(), json.len());
        for ((row, line), record) in rows.iter().zip(printed.lines()).zip(&json) {
            let position = record["position"].as_str().unwrap();
            assert_eq!((&row["position"][..], &row["piece_set"][..]), (position, "1h4v4s"));
            let [unit, straight, finger] =
                METRICS.map(|metric| record["distance"][metric].to_string());
            assert_eq!(METRICS.map(|metric| &row[metric][..]), [&unit, &straight, &finger]);
            let reported = format!("{position}  unit {unit}, straight {straight}, finger {finger}");
            assert_eq!(line, reported);
        }
    }
}

#[test]
fn a_seed_draws_the_same_layouts_every_time() {
    let tables = Tables::of(&["1h4v4s"]);
    let draw = |seed, threads| {
        let arguments = ["1h4v4s", "--count", "20", "--seed", seed, "--threads", threads];
        drawn(&tables, &arguments)
    };
    let first = draw("7", "1");
    assert_eq!(draw("7", "1"), first);
    assert_eq!(draw("7", "2"), first, "whatever the number of threads");
    let seeds = ["0", "1", "6", "8", "18446744073709551615"];
    let others: BTreeSet<Vec<String>> = seeds.map(|seed| draw(seed, "1")).into_iter().collect();
    assert_eq!(others.len(), seeds.len());
    assert!(!others.contains(&first));
    // The default seed is 0, and the default number of layouts is one.
    assert!(others.contains(&drawn(&tables, &["1h4v4s", "--count", "20"])));
    assert_eq!(drawn(&tables, &["1h4v4s"]).len(), 1);
    // The notation of the piece set does not matter.
    assert_eq!(drawn(&tables, &["4S4v1h", "--count", "20", "--seed", "7"]), first);
}

#[test]
fn the_big_piece_may_be_wanted_at_the_top() {
    let tables = Tables::of(&["6h0v2s"]);
    let known = solvable([1, 6, 0, 2], "finger");
    let wanted: BTreeSet<&String> = known
        .iter()
        .filter(|(text, d)| big_at_top(text) && **d > 14)
        .map(|(text, _)| text)
        .collect();
    let all = ["6h0v2s", "--count", "5000", "--distance", "15.."];
    let at_top = drawn(&tables, &[&all[..], &["--big-at-top"]].concat());
    assert_eq!(BTreeSet::from_iter(&at_top), wanted);
    assert!(drawn(&tables, &all).len() > wanted.len(), "elsewhere it stands, too");
}

#[test]
fn fewer_layouts_than_wanted_are_said_to_be_all() {
    let tables = Tables::of(&["6h0v2s"]);
    let number =
        solvable([1, 6, 0, 2], "finger").values().filter(|distance| **distance > 0).count();
    let reported_number = format!("{},{:03}", number / 1000, number % 1000);
    assert!((1000..10_000).contains(&number));
    let run = |count: usize| tables.run(&["sample", "6h0v2s", "--count", &count.to_string()]);
    run(number).assert().success().stderr("");
    let more = run(number + 1).assert().code(3);
    assert_eq!(text(&more.get_output().stdout).lines().count(), number);
    let said = text(&more.get_output().stderr);
    assert!(
        said.contains(&format!("only {reported_number} positions of 6h0v2s are in the range")),
        "{said}"
    );
}

/// The end of an error: the range of the available distances.
fn their_range(least: u16, most: u16) -> String {
    let moves =
        if least == most { format!("{least} move") } else { format!("{least} to {most} move") };
    let plural = if most == 1 { "" } else { "s" };
    format!("they are {moves}{plural} from the goal")
}

/// The message of a command that draws nothing, because nothing fits.
fn fewer(tables: &Tables, arguments: &[&str]) -> String {
    let run = tables.run(arguments).assert().code(3).stdout("");
    text(&run.get_output().stderr)
}

/// The positions of a set with their distance and number of optimal solutions, by brute force.
fn counted(counts: [usize; 4], metric: &str) -> BTreeMap<String, (u16, u128)> {
    let naive = Naive::klotski();
    let known = solvable(counts, metric);
    let wide = known.iter().map(|(text, &distance)| (text.clone(), distance.into())).collect();
    let graph = known.keys().map(|text| (text.clone(), naive.neighbours(text, metric))).collect();
    let solutions = solution_counts(&graph, &wide);
    known.into_iter().map(|(text, far)| (text.clone(), (far, solutions[&text]))).collect()
}

#[test]
fn samples_and_hardest_positions_have_the_number_of_solutions_that_was_asked_for() {
    let tables = Tables::of(&["6h0v2s"]);
    let naive = Naive::klotski();
    for metric in METRICS {
        let known = counted([1, 6, 0, 2], metric);
        for (range, from, to) in [("1", 1, 1), ("2..6", 2, 6), ("7..", 7, u128::MAX)] {
            let fits = |&(_, &(far, solutions)): &(&String, &(u16, u128))| {
                far > 0 && (from..=to).contains(&solutions)
            };
            let wanted: BTreeSet<&String> =
                known.iter().filter(fits).map(|(text, _)| text).collect();
            let arguments = [
                "sample",
                "6h0v2s",
                "--metric",
                metric,
                "--solutions",
                range,
                "--format",
                "positions",
                "--count",
            ];
            let all = tables.output(&[&arguments[..], &[&wanted.len().to_string()]].concat());
            assert_eq!(
                all.lines().map(str::to_owned).collect::<BTreeSet<String>>(),
                wanted.iter().copied().cloned().collect::<BTreeSet<_>>(),
                "{metric} {range}"
            );
            let more = (wanted.len() + 1).to_string();
            tables.run(&[&arguments[..], &[&more]].concat()).assert().code(3);

            let farthest = wanted.iter().map(|text| known[*text].0).max().unwrap();
            let hardest: BTreeSet<String> = wanted
                .iter()
                .filter(|text| known[**text].0 == farthest)
                .map(|text| naive.mirror(text).min((*text).clone()))
                .collect();
            let listed = ["hardest", "6h0v2s", "--metric", metric, "--solutions", range];
            let listed = tables.output(&[&listed[..], &["--format", "positions"]].concat());
            assert_eq!(
                listed.lines().map(str::to_owned).collect::<BTreeSet<_>>(),
                hardest,
                "{metric} {range}"
            );
        }
    }
    // No position has so many.
    let many = ["6h0v2s", "--solutions", "1000000000000.."];
    assert!(
        fewer(&tables, &[&["sample"], &many[..]].concat()).contains("number of optimal solutions")
    );
    assert!(fewer(&tables, &[&["hardest"], &many[..]].concat()).contains("1 of 1 piece set"));
}

#[test]
fn where_nothing_fits_the_true_range_is_reported() {
    let tables = Tables::of(&["6h0v2s", "5h2v0s", "7h0v0s"]);
    for (set, counts) in [("6h0v2s", [1, 6, 0, 2]), ("5h2v0s", [1, 5, 2, 0])] {
        for metric in METRICS {
            let known = solvable(counts, metric);
            let (least, most) = range(known.values()).unwrap();
            let beyond = format!("{}..", most + 1);
            let arguments = ["sample", set, "--metric", metric, "--distance", &beyond];
            let error = fewer(&tables, &arguments);
            let reported = format!("{metric} distances; {}", their_range(least, most));
            assert!(error.contains(&format!("no positions of {set} ")), "{error}");
            assert!(error.contains(&reported), "{error}");

            let top =
                known.iter().filter(|(text, _)| big_at_top(text)).map(|(_, distance)| distance);
            let error = fewer(&tables, &[&arguments[..], &["--big-at-top"]].concat());
            let layouts = format!("no positions with the big piece in the top row of {set} ");
            assert!(error.contains(&layouts), "{error}");
            let reported = match range(top) {
                Some((least, most)) => their_range(least, most),
                None => "can reach the goal".to_owned(),
            };
            assert!(error.contains(&reported), "{error}");
        }
    }
    // The default range starts at 1, and here all solvable positions are goal positions.
    assert!(solvable([1, 5, 2, 0], "finger").values().all(|distance| *distance == 0));
    assert!(fewer(&tables, &["sample", "5h2v0s"]).contains("they are 0 moves from the goal"));

    assert!(solvable([1, 7, 0, 0], "finger").is_empty());
    for more in [&[][..], &["--distance", "0.."], &["--big-at-top"]] {
        let error = fewer(&tables, &[&["sample", "7h0v0s"], more].concat());
        assert!(error.contains("of 7h0v0s can reach the goal"), "{error}");
    }
}

#[test]
fn samples_that_cannot_be_are_explained() {
    let tables = Tables::none();
    let written = "5..8 (both ends included), 5.., ..8 or 5";
    let ranges = [
        "", " ", "far", "80-100", "80...100", "1..2..3", "80..x", "x..80", "-5", "-5..3", "5..-3",
        "1.5", "..=9", "8 0", "0x10",
    ];
    for range in ranges {
        let range = format!("--distance={range}");
        let run = tables.run(&["sample", "1h4v4s", &range]).assert().code(2).stdout("");
        run.stderr(contains(written).and(contains("panicked").not()));
    }
    for range in ["70000", "0..65536", "99999999999999999999.."] {
        let run =
            tables.run(&["sample", "1h4v4s", "--distance", range]).assert().code(2).stdout("");
        run.stderr(contains("numbers of this range go up to 65535"));
    }
    let backwards = tables.run(&["sample", "1h4v4s", "--distance", "100..80"]).assert().code(2);
    backwards.stdout("").stderr(contains("from 100 down to 80"));
    let cases: [(&[&str], &str); 9] = [
        (&["sample"], "<PIECE_SET>"),
        (&["sample", "1h4v4s", "--count", "0"], "'0'"),
        (&["sample", "1h4v4s", "--count", "-1"], "'-1'"),
        (&["sample", "1h4v4s", "--count", "4294967296"], "4294967296"),
        (&["sample", "1h4v4s", "--count", "some"], "'some'"),
        (&["sample", "1h4v4s", "--seed", "-1"], "'-1'"),
        (&["sample", "1h4v4s", "--seed", "18446744073709551616"], "18446744073709551616"),
        (&["sample", "1h4v4s", "--metric", "taxicab"], "unit, straight, finger and multi"),
        (&["sample", "1h4v4s", "--format", "yaml"], "possible values: text, json, csv"),
    ];
    for (arguments, wanted) in cases {
        let run = tables.run(arguments).assert().code(2).stdout("");
        run.stderr(contains(wanted).and(contains("panicked").not()));
    }
    for (set, wanted) in
        [("1h4v9s", "covers 23 cells"), ("0h7v0s", "no legal arrangement"), ("", "empty")]
    {
        let error = tables.error(&["sample", set]);
        assert!(error.contains(wanted), "{error}");
    }
    assert!(tables.names().is_empty(), "nothing was built for them");
}

#[test]
fn tables_that_a_sample_needs_are_built() {
    let tables = Tables::none();
    let run = tables.run(&["sample", "0h0v1s", "--seed", "3"]).assert().success();
    assert!(text(&run.get_output().stderr).contains("no tables of 0h0v1s: building them"));
    let again = tables.run(&["sample", "0h0v1s", "--seed", "3"]).assert().success().stderr("");
    assert_eq!(again.get_output().stdout, run.get_output().stdout);
}
