//! Whole-program tests: the reports agree with one another, with the naive rules and with published
//! figures.

use crate::common::{METRICS, START, START_DISTANCES, Tables, csv_rows, text};
use naive::Naive;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

type Row = HashMap<String, String>;

const FILES: [&str; 5] =
    ["README.md", "components.csv", "hardest.csv", "histogram.csv", "piece_sets.csv"];

/// The rows of the four CSV files.
struct Reports {
    piece_sets: Vec<Row>,
    components: Vec<Row>,
    histogram: Vec<Row>,
    hardest: Vec<Row>,
    directory: TempDir,
}

impl Reports {
    /// Writes reports from tables by running the program.
    fn write(tables: &Tables, arguments: &[&str]) -> Self {
        let directory = TempDir::new().unwrap();
        let out = directory.path().to_str().unwrap();
        let run = tables.run(&["report", "--out", out]).args(arguments).assert().success();
        let printed = text(&run.get_output().stdout);
        let names = fs::read_dir(directory.path()).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        assert_eq!(BTreeSet::from_iter(names), FILES.map(str::to_owned).into());
        for name in FILES {
            let line = format!("wrote {}", directory.path().join(name).display());
            assert!(printed.lines().any(|l| l == line), "{line}\n{printed}");
        }
        let rows = |name| csv_rows(&read(directory.path(), name));
        Self {
            piece_sets: rows("piece_sets.csv"),
            components: rows("components.csv"),
            histogram: rows("histogram.csv"),
            hardest: rows("hardest.csv"),
            directory,
        }
    }

    fn text(&self, name: &str) -> String {
        read(self.directory.path(), name)
    }

    fn set_names(&self) -> Vec<&str> {
        self.piece_sets.iter().map(|row| &row["piece_set"][..]).collect()
    }

    /// The distances with their numbers of positions, without the unsolvable ones.
    fn distances(&self, set: &str, metric: &str) -> BTreeMap<u64, u64> {
        let rows = self.histogram.iter();
        let rows = rows.filter(|row| row["piece_set"] == set && row["metric"] == metric);
        rows.map(|row| (number(row, "distance"), number(row, "positions"))).collect()
    }

    fn hardest(&self, set: &str, metric: &str) -> Vec<&Row> {
        let rows = self.hardest.iter();
        rows.filter(|row| row["piece_set"] == set && row["metric"] == metric).collect()
    }

    /// Checks the identities between the files, which hold for any tables.
    fn check_identities(&self) {
        for row in &self.piece_sets {
            let set = &row["piece_set"];
            let field = |name: &str| number(row, name);
            let [h, v, s] = ["horizontal", "vertical", "small"].map(field);
            assert_eq!(*set, format!("{h}h{v}v{s}s"));
            assert_eq!(4 + 2 * h + 2 * v + s + field("empty"), 20, "{set}");
            assert_eq!(field("solvable") + field("unsolvable"), field("positions"), "{set}");

            let sizes = self.components.iter().filter(|row| row["piece_set"] == *set);
            let sizes: Vec<[u64; 3]> = sizes
                .map(|row| ["size", "components", "with_goal"].map(|name| number(row, name)))
                .collect();
            assert!(sizes.is_sorted_by(|a, b| a[0] > b[0]), "{set}: largest first, each once");
            assert!(sizes.iter().all(|&[_, count, with_goal]| with_goal <= count && count > 0));
            let sum = |of: fn(&[u64; 3]) -> u64| sizes.iter().map(of).sum::<u64>();
            assert_eq!(sum(|&[_, count, _]| count), field("components"), "{set}");
            assert_eq!(sum(|&[size, count, _]| size * count), field("positions"), "{set}");
            assert_eq!(sum(|&[size, _, with]| size * with), field("solvable"), "{set}");
            assert_eq!(sizes[0][0], field("largest_component"), "{set}");

            for metric in METRICS {
                self.check_metric(row, metric);
            }
        }
        // Columns of numbers contain only numbers.
        for row in &self.histogram {
            assert!(METRICS.contains(&&row["metric"][..]), "{row:?}");
            number(row, "distance");
        }
        let rows = self.piece_sets.iter().chain(&self.histogram).chain(&self.components);
        let rows = rows.chain(&self.hardest);
        let named: BTreeSet<&str> = rows.map(|row| &row["piece_set"][..]).collect();
        assert_eq!(named, BTreeSet::from_iter(self.set_names()), "the files cover the same sets");
    }

    fn check_metric(&self, row: &Row, metric: &str) {
        let set = &row["piece_set"];
        let distances = self.distances(set, metric);
        let hardest = self.hardest(set, metric);
        let columns = ["max", "mean", "at_max"].map(|what| &row[&format!("{what}_{metric}")][..]);
        let Some((&max, &at_max)) = distances.last_key_value() else {
            assert_eq!(columns, ["", "", ""], "{set} {metric}");
            assert!(hardest.is_empty(), "{set} {metric}");
            return;
        };
        assert!(distances.keys().copied().eq(0..=max), "{set} {metric}: no gaps");
        assert!(distances.values().all(|&positions| positions > 0), "{set} {metric}");
        assert_eq!(distances[&0], number(row, "goal_positions"), "{set} {metric}");
        assert_eq!(distances.values().sum::<u64>(), number(row, "solvable"), "{set} {metric}");
        let total: u64 = distances.iter().map(|(distance, positions)| distance * positions).sum();
        let mean = total as f64 / number(row, "solvable") as f64;
        let reported: f64 = columns[1].parse().unwrap();
        assert!((reported - mean).abs() <= 0.000_050_1, "{set} {metric}: {reported} is not {mean}");
        assert_eq!(columns[1].split('.').nth(1).map(str::len), Some(4), "four decimals");
        assert_eq!([columns[0], columns[2]], [max.to_string(), at_max.to_string()]);

        assert!(!hardest.is_empty(), "{set} {metric}");
        assert!(hardest.is_sorted_by(|a, b| a["position"] < b["position"]), "{set} {metric}");
        let naive = Naive::klotski();
        for (rank, row) in (1..).zip(hardest) {
            assert_eq!((number(row, "rank"), number(row, "distance")), (rank, max));
            let position = &row["position"];
            let image = naive.mirror(position);
            assert!(*position <= image, "{position}: its mirror image sorts first");
            assert_eq!(row["mirrored"], (image != *position).to_string(), "{position}");
        }
    }
}

fn read(directory: &Path, name: &str) -> String {
    fs::read_to_string(directory.join(name)).expect("the report exists")
}

fn number(row: &Row, name: &str) -> u64 {
    row[name].parse().unwrap_or_else(|_| panic!("{name} of {row:?}"))
}

#[test]
fn the_columns_are_these() {
    let tables = Tables::of(&["0h0v0s"]);
    let reports = Reports::write(&tables, &[]);
    let headers = [
        (
            "piece_sets.csv",
            "piece_set,horizontal,vertical,small,empty,positions,goal_positions,components,\
             largest_component,solvable,unsolvable,max_unit,mean_unit,at_max_unit,max_straight,\
             mean_straight,at_max_straight,max_finger,mean_finger,at_max_finger",
        ),
        ("components.csv", "piece_set,size,components,with_goal"),
        ("histogram.csv", "piece_set,metric,distance,positions"),
        ("hardest.csv", "piece_set,metric,distance,rank,position,mirrored"),
    ];
    for (name, header) in headers {
        assert_eq!(reports.text(name).lines().next(), Some(header), "{name}");
    }
}

/// The big piece alone has twelve places, which can be checked by hand.
#[test]
fn the_big_piece_alone() {
    let reports = Reports::write(&Tables::of(&["0h0v0s"]), &[]);
    reports.check_identities();
    let unit = [(0, 1), (1, 3), (2, 3), (3, 3), (4, 2)];
    assert_eq!(reports.distances("0h0v0s", "unit"), unit.into());
    assert_eq!(reports.distances("0h0v0s", "straight"), [(0, 1), (1, 5), (2, 6)].into());
    assert_eq!(reports.distances("0h0v0s", "finger"), [(0, 1), (1, 11)].into());
    assert_eq!(reports.piece_sets[0]["mean_unit"], "2.1667", "26 steps for 12 places");
    let page = reports.text("README.md");
    assert!(page.contains(
        "They cover 1 piece set of the family `klotski-4x5`: 12 positions in 1 component."
    ));
    let hardest = reports.hardest("0h0v0s", "unit");
    assert_eq!(hardest.len(), 1, "its mirror image is not listed");
    assert_eq!(hardest[0]["position"], "..BB/..BB/..../..../....");
    assert_eq!(hardest[0]["mirrored"], "true");
}

/// The reports of some small sets, recomputed by brute force.
#[test]
fn small_sets_agree_with_the_naive_rules() {
    let naive = Naive::klotski();
    // Open; with unsolvable positions; with only goal positions solvable; entirely unsolvable.
    let sets = [
        ("0h0v1s", [1, 0, 0, 1]),
        ("5h2v0s", [1, 5, 2, 0]),
        ("6h0v2s", [1, 6, 0, 2]),
        ("7h0v0s", [1, 7, 0, 0]),
    ];
    let tables = Tables::of(&sets.map(|(set, _)| set));
    let reports = Reports::write(&tables, &["--hardest-limit", "0"]);
    reports.check_identities();
    assert_eq!(reports.set_names(), sets.map(|(set, _)| set));
    for (row, (set, counts)) in reports.piece_sets.iter().zip(sets) {
        let arrangements = naive.arrangements(&counts);
        let goal_positions = arrangements.iter().filter(|position| naive.is_goal(position)).count();
        assert_eq!(number(row, "positions"), arrangements.len() as u64);
        assert_eq!(number(row, "goal_positions"), goal_positions as u64);

        let mut components: BTreeMap<u64, [u64; 2]> = BTreeMap::new();
        for (size, with_goal) in naive.components(&counts) {
            let [count, with] = components.entry(size as u64).or_default();
            *count += 1;
            *with += u64::from(with_goal);
        }
        let reported = reports.components.iter().filter(|row| row["piece_set"] == set);
        let reported = reported.map(|row| {
            (number(row, "size"), ["components", "with_goal"].map(|name| number(row, name)))
        });
        assert_eq!(BTreeMap::from_iter(reported), components, "{set}");

        for metric in METRICS {
            let known = naive.distances(&counts, metric);
            let mut histogram: BTreeMap<u64, u64> = BTreeMap::new();
            for &distance in known.values().flatten() {
                *histogram.entry(distance.into()).or_default() += 1;
            }
            assert_eq!(reports.distances(set, metric), histogram, "{set} {metric}");
            let max = known.values().copied().flatten().max();
            let farthest = known.iter().filter(|(_, distance)| max.is_some() && **distance == max);
            let farthest = farthest.map(|(position, _)| &position[..]);
            let one_of_two = farthest.filter(|position| **position <= *naive.mirror(position));
            let reported = reports.hardest(set, metric).into_iter().map(|row| &row["position"][..]);
            assert_eq!(
                reported.collect::<Vec<_>>(),
                one_of_two.collect::<Vec<_>>(),
                "{set} {metric}"
            );
        }
    }
}

#[test]
fn the_classic_set_has_its_published_numbers() {
    let tables = Tables::of(&["1h4v4s"]);
    let reports = Reports::write(&tables, &[]);
    reports.check_identities();
    let row = &reports.piece_sets[0];
    assert_eq!(number(row, "positions"), 65_880);
    assert_eq!(number(row, "components"), 898);
    let largest = &reports.components[0];
    assert_eq!((number(largest, "size"), number(largest, "components")), (25_955, 2));
    for (metric, distance) in START_DISTANCES {
        assert!(
            number(row, &format!("max_{metric}")) >= distance,
            "the set contains the classic start"
        );
    }
}

#[test]
fn only_tables_that_exist_are_covered() {
    let tables = Tables::none();
    tables.output(&["build", "1h4v4s", "--metric", "finger"]);
    tables.output(&["build", "0h0v1s", "--metric", "unit"]);
    let names = tables.names();
    let reports = Reports::write(&tables, &[]);
    assert_eq!(tables.names(), names, "nothing is built for a report where there is something");
    reports.check_identities();
    assert_eq!(reports.set_names(), ["0h0v1s", "1h4v4s"]);
    for (row, there) in reports.piece_sets.iter().zip(["unit", "finger"]) {
        for metric in METRICS {
            let empty = row[&format!("max_{metric}")].is_empty();
            assert_eq!(empty, metric != there, "{row:?}");
            let rows = reports.distances(&row["piece_set"], metric);
            assert_eq!(rows.is_empty(), metric != there, "{row:?}");
        }
    }
    // Columns that do not depend on the metric are present anyway.
    assert_eq!(number(&reports.piece_sets[1], "components"), 898);
    assert!(number(&reports.piece_sets[1], "unsolvable") > 0);
}

#[test]
fn the_hardest_limit_cuts_the_list() {
    // More than ten positions are at the largest distance.
    let tables = Tables::of(&["0h0v1s", "6h0v2s"]);
    let all = Reports::write(&tables, &["--hardest-limit", "0"]);
    let one = Reports::write(&tables, &["--hardest-limit", "1"]);
    let ten = Reports::write(&tables, &["--hardest-limit", "10"]);
    let mut cut = 0;
    for (set, metric) in all.set_names().into_iter().flat_map(|s| METRICS.map(|m| (s, m))) {
        let rows = all.hardest(set, metric);
        let first = |limit: usize| rows[..rows.len().min(limit)].to_vec();
        assert_eq!(one.hardest(set, metric), first(1));
        assert_eq!(ten.hardest(set, metric), first(10));
        cut += usize::from(rows.len() > 10);
    }
    assert!(cut > 0, "a limit of ten was tried");
    for limited in [&one, &ten] {
        assert_eq!(limited.piece_sets, all.piece_sets, "the counts are not limited");
        assert_eq!(limited.histogram, all.histogram);
    }
    // The page that explains the files gives the command that reproduces them.
    assert!(one.text("README.md").contains("--hardest-limit 1\n"));
    assert!(all.text("README.md").contains("--hardest-limit 0\n"));
}

#[test]
fn the_same_tables_give_the_same_bytes() {
    let tables = Tables::of(&["1h4v4s", "6h0v2s", "0h0v1s"]);
    let one = Reports::write(&tables, &["--threads", "1"]);
    let other = Reports::write(&tables, &["--threads", "2"]);
    for name in FILES {
        assert_eq!(one.text(name), other.text(name), "{name}");
    }
    // Overwriting old reports leaves no trace of them.
    let out = one.directory.path().to_str().unwrap();
    fs::write(one.directory.path().join("hardest.csv"), "x".repeat(1 << 20)).unwrap();
    tables.output(&["report", "--out", out]);
    assert_eq!(one.text("hardest.csv"), other.text("hardest.csv"));
}

/// The whole family in all metrics: 203 piece sets with 29,334,498 positions in 25,422 components,
/// matching dnomd343's klotski engine (2024).
#[test]
#[ignore = "long: reports of the whole family"]
fn the_whole_family() {
    // Without tables, a report builds them all.
    let tables = Tables::none();
    let reports = Reports::write(&tables, &[]);
    let files = METRICS.map(|metric| format!("klotski-4x5-{metric}.huarong"));
    let mut names = tables.names();
    names.retain(|name| name != ".huarong-lock");
    assert_eq!(BTreeSet::from_iter(names), files.into());
    let again = tables.output(&["build"]);
    assert!(again.lines().all(|line| line.starts_with("present ")), "{again}");
    // A set in the family's file needs no file of its own.
    let again = tables.output(&["build", "1h4v4s"]);
    assert!(again.lines().all(|line| line.starts_with("present ")), "{again}");
    let answer = &tables.ask([START])[0];
    for (metric, distance) in START_DISTANCES {
        assert_eq!(answer["distance"][metric], distance);
    }

    reports.check_identities();
    assert_eq!(reports.piece_sets.len(), 203);
    let total = |name| reports.piece_sets.iter().map(|row| number(row, name)).sum::<u64>();
    assert_eq!(total("positions"), 29_334_498);
    assert_eq!(total("components"), 25_422);
    let readme = reports.text("README.md");
    assert!(readme.contains("203 piece sets"), "{readme}");
    let classic = reports.piece_sets.iter().find(|row| row["piece_set"] == "1h4v4s").unwrap();
    assert_eq!(number(classic, "positions"), 65_880);

    // The tables of single sets agree with the family's.
    for set in ["1h4v4s", "6h0v2s"] {
        let alone = Reports::write(&Tables::of(&[set]), &[]);
        let row = reports.piece_sets.iter().find(|row| row["piece_set"] == set);
        assert_eq!(row, Some(&alone.piece_sets[0]));
        for metric in METRICS {
            assert_eq!(reports.distances(set, metric), alone.distances(set, metric));
            assert_eq!(reports.hardest(set, metric), alone.hardest(set, metric));
        }
    }
}
