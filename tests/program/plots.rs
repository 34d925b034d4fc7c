//! Whole-program tests: the plots agree with brute force, and with the reports that are their
//! source.

use crate::common::{METRICS, Tables, csv_rows, text};
use naive::Naive;
use roxmltree::{Document, Node};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Sets as texts and as counts: big, horizontal, vertical, small.
const SETS: [(&str, [usize; 4]); 4] = [
    ("0h0v1s", [1, 0, 0, 1]),
    ("5h2v0s", [1, 5, 2, 0]),
    ("6h0v2s", [1, 6, 0, 2]),
    ("0h1v0s", [1, 0, 1, 0]),
];

const PLOTS: [&str; 6] =
    ["components.svg", "distances.svg", "hardest.svg", "levels.svg", "metrics.svg", "pieces.svg"];

/// The number of positions at each distance, by set and metric.
fn histograms() -> BTreeMap<&'static str, [Vec<u64>; 3]> {
    let histogram = |counts: &[usize; 4], metric: &str| {
        let mut histogram = Vec::new();
        for distance in Naive::klotski().distances(counts, metric).into_values().flatten() {
            let distance = distance as usize;
            histogram.resize(histogram.len().max(distance + 1), 0);
            histogram[distance] += 1;
        }
        histogram
    };
    SETS.iter()
        .map(|(set, counts)| (*set, METRICS.map(|metric| histogram(counts, metric))))
        .collect()
}

/// A written plot.
struct Plot(String);

impl Plot {
    fn read(directory: &Path, name: &str) -> Self {
        Self(fs::read_to_string(directory.join(name)).unwrap())
    }

    fn document(&self) -> Document<'_> {
        Document::parse(&self.0).unwrap()
    }

    /// The titles of the marks.
    fn titles(&self) -> BTreeSet<String> {
        let document = self.document();
        let titles = document.descendants().filter(|node| node.has_tag_name("title"));
        let of_marks = titles.filter(|node| !node.parent().unwrap().has_tag_name("svg"));
        of_marks.map(|node| node.text().unwrap().trim().to_owned()).collect()
    }

    /// The points of the lines, converted to numbers by the axis labels.
    fn lines(
        &self,
        measures: [fn(f64) -> f64; 2],
        numbers: [fn(f64) -> f64; 2],
    ) -> Vec<Vec<[f64; 2]>> {
        let document = self.document();
        let scales = [("x", 0.0), ("y", 6.0)].map(|(axis, shift)| scale(&document, axis, shift));
        let scales = [0, 1].map(|axis| {
            let [(first, at), (last, to)] = scales[axis];
            let [first, last] = [first, last].map(measures[axis]);
            move |place: f64| numbers[axis](first + (place - at) * (last - first) / (to - at))
        });
        let paths = document.descendants().filter(|node| {
            node.attribute("class") == Some("line") && !node.attribute("d").unwrap().contains('h')
        });
        let points = paths.map(|path| {
            let data = path.attribute("d").unwrap();
            let places = data.split(['M', 'L', ' ']).filter(|place| !place.is_empty());
            let places = places.map(|place| {
                let (x, y) = place.split_once(',').unwrap();
                [scales[0](x.parse().unwrap()), scales[1](y.parse().unwrap())]
            });
            places.collect()
        });
        points.collect()
    }
}

/// Number and coordinate of the first and the last tick of an axis.
fn scale(document: &Document<'_>, axis: &str, shift: f64) -> [(f64, f64); 2] {
    let tick = |node: Node<'_, '_>| {
        let label = node.text().unwrap().trim();
        let unit = [('k', 1e3), ('M', 1e6)].into_iter().find(|(unit, _)| label.ends_with(*unit));
        let number: f64 = label.trim_end_matches(['k', 'M']).parse().unwrap();
        let place: f64 = node.attribute(axis).unwrap().parse().unwrap();
        (number * unit.map_or(1.0, |(_, unit)| unit), place - shift)
    };
    let ticks = document.descendants().filter(|node| node.attribute("class") == Some(axis));
    let ticks: Vec<(f64, f64)> = ticks.map(tick).collect();
    [ticks[0], *ticks.last().unwrap()]
}

fn same(number: f64) -> f64 {
    number
}

fn power(number: f64) -> f64 {
    10f64.powf(number)
}

/// Checks that points match the expected ones; coordinates are rounded to hundredths.
fn assert_near(found: &[[f64; 2]], wanted: &[[f64; 2]]) {
    assert_eq!(found.len(), wanted.len());
    for end in [0, 1] {
        let most = wanted.iter().map(|point| point[end]).fold(0.0, f64::max);
        for (found, wanted) in found.iter().zip(wanted) {
            let near = 0.01 * wanted[end] + 0.0001 * most;
            assert!((found[end] - wanted[end]).abs() < near, "{found:?} and not {wanted:?}");
        }
    }
}

#[test]
fn plots_say_what_brute_force_finds() {
    let tables = Tables::of(&SETS.map(|(set, _)| set));
    let directory = tables.path().join("reports");
    let out = directory.to_str().unwrap();
    let run = tables.run(&["report", "plots", "--out", out]).assert().success();
    let reported = text(&run.get_output().stderr);
    assert!(
        reported.contains("not drawn") && reported.contains("depth/diameters.csv"),
        "{reported}"
    );
    let names = fs::read_dir(directory.join("plots")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.collect::<BTreeSet<_>>(), PLOTS.map(str::to_owned).into());
    let plot = |name: &str| Plot::read(&directory.join("plots"), name);

    let histograms = histograms();
    let max = |set: &str, metric: usize| histograms[set][metric].len() as u64 - 1;
    let positions: BTreeMap<&str, u64> = SETS
        .iter()
        .map(|(set, counts)| (*set, Naive::klotski().arrangements(counts).len() as u64))
        .collect();
    let points = |histogram: &[u64]| {
        let points =
            (0..).zip(histogram).map(|(distance, &count)| [f64::from(distance), count as f64]);
        points.collect::<Vec<_>>()
    };
    let hardest = positions.keys().max_by_key(|set| max(set, 2)).unwrap();
    let distances = plot("distances.svg");
    assert!(distances.0.contains(&format!("Distances of the positions of {hardest}")));
    for (line, histogram) in distances.lines([same; 2], [same; 2]).iter().zip(&histograms[hardest])
    {
        assert_near(line, &points(histogram));
    }

    for (metric, line) in
        plot("levels.svg").lines([same, f64::log10], [same, power]).iter().enumerate()
    {
        let mut sums = vec![0; 100];
        for histogram in histograms.values() {
            sums.iter_mut().zip(&histogram[metric]).for_each(|(sum, count)| *sum += count);
        }
        sums.truncate(sums.iter().position(|&sum| sum == 0).unwrap());
        assert_near(line, &points(&sums));
    }

    let wanted = positions.iter().map(|(set, positions)| {
        format!("{set}: {positions} positions, at most {} finger moves", max(set, 2))
    });
    let grouped = |title: String| title.replace(',', "");
    let found = plot("hardest.svg").titles().into_iter().map(grouped).collect::<BTreeSet<_>>();
    assert_eq!(found, wanted.map(grouped).collect());

    let wanted = [0, 1].into_iter().flat_map(|metric| {
        let title = move |set: &&str| {
            let [max, finger] = [metric, 2].map(|metric| max(set, metric));
            format!("{set}: at most {max} {} moves, {finger} finger moves", METRICS[metric])
        };
        positions.keys().map(title).collect::<Vec<_>>()
    });
    assert_eq!(plot("metrics.svg").titles(), wanted.collect());

    let kinds = SETS.map(|(set, [_, h, v, s])| (h + v, 16 - 2 * (h + v) - s, set));
    let wanted = kinds.map(|(dominoes, empty, set)| {
        format!("{dominoes} dominoes, {empty} cells empty: {set}, {} finger moves", max(set, 2))
    });
    assert_eq!(plot("pieces.svg").titles(), wanted.into());

    let components = SETS.iter().flat_map(|(_, counts)| Naive::klotski().components(counts));
    let components: Vec<(usize, bool)> = components.collect();
    let lines = plot("components.svg").lines([f64::log10; 2], [power; 2]);
    for (line, with_goal) in lines.iter().zip([true, false]) {
        let sizes = || {
            components.iter().filter(|(_, is_goal)| *is_goal == with_goal).map(|(size, _)| *size)
        };
        let at_least = |&least: &usize| sizes().filter(|&size| size >= least).count() as f64;
        let wanted = BTreeSet::from_iter(sizes());
        let wanted: Vec<[f64; 2]> =
            wanted.iter().map(|size| [*size as f64, at_least(size)]).collect();
        assert_near(line, &wanted);
    }
    assert_eq!(lines.len(), 2);

    // Existing plots are replaced by identical files.
    let before = PLOTS.map(|name| plot(name).0);
    tables.output(&["report", "plots", "--out", out, "--threads", "1"]);
    assert!(before == PLOTS.map(|name| plot(name).0));
}

#[test]
fn diameters_are_drawn_where_they_are_known() {
    let tables = Tables::of(&["0h0v1s"]);
    let directory = tables.path().join("reports");
    fs::create_dir_all(directory.join("depth")).unwrap();
    let file = directory.join("depth/diameters.csv");
    let head = "piece_set,metric,component,size,diameter,radius,from,to\n";
    let rows = "1h4v4s,finger,1,25955,145,83,A,B\n1h4v4s,finger,2,25955,145,83,A,B\n\
                1h4v4s,unit,1,25955,190,100,A,B\n0h0v0s,finger,1,12,1,1,A,B\n5h2v0s,finger,9,1,0,0,A,A\n";
    fs::write(&file, format!("{head}{rows}")).unwrap();
    let draw = ["report", "plots", "--out", directory.to_str().unwrap()];
    let run = tables.run(&draw).assert().success();
    assert_eq!(text(&run.get_output().stderr), "");
    let titles = Plot::read(&directory.join("plots"), "diameters.svg").titles();
    let wanted = [
        "2 components of 25,955 positions with diameter 145, the first of 1h4v4s",
        "1 component of 12 positions with diameter 1, the first of 0h0v0s",
    ];
    assert_eq!(titles, wanted.map(str::to_owned).into());

    fs::write(&file, format!("{head}1h4v4s,finger,1,many,145,83,A,B\n")).unwrap();
    let error = tables.error(&draw);
    assert!(error.contains(file.to_str().unwrap()) && error.contains("line: 2"), "{error}");
    // Impossible components.
    for (row, reported) in [
        ("1h4v4s,finger,1,5,0,0,A,B", "the diameter is 0, and for size 5 it is from 1 to 4"),
        ("1h4v4s,finger,1,5,5,0,A,B", "the diameter is 5, and for size 5 it is from 1 to 4"),
        ("1h4v4s,unit,1,1,1,0,A,B", "the diameter is 1, and for size 1 it is from 0 to 0"),
        ("1h4v4s,finger,1,0,0,0,A,B", "at least 1 position"),
        ("1h4v4s,fingers,1,5,4,0,A,B", "not one of unit, straight, finger"),
        (",finger,1,5,4,0,A,B", "the piece set is missing"),
    ] {
        fs::write(&file, format!("{head}0h0v0s,finger,1,12,1,1,A,B\n{row}\n")).unwrap();
        let error = tables.error(&draw);
        let is_whole = error.contains(file.to_str().unwrap()) && error.contains("in line 3: ");
        assert!(is_whole && error.contains(reported), "{row}: {error}");
        assert!(error.contains("`huarong report depth`"), "{row}: {error}");
    }
    fs::write(&file, format!("{head}1h4v4s,finger,1,many,145,83,A,B\n")).unwrap();
    let error = tables.error(&draw);
    // The error comes before anything is built or studied.
    let none = Tables::none();
    assert_eq!(none.error(&draw), error);
    assert_eq!(none.names(), [""; 0]);
}

#[test]
fn plots_ask_for_a_family_and_all_metrics() {
    let tables = Tables::none();
    tables.output(&["build", "0h0v1s", "--metric", "unit"]);
    let error = tables.error(&["report", "plots", "--out", tables.path().to_str().unwrap()]);
    assert!(error.contains("all three metrics") && error.contains("huarong build"), "{error}");
    let error = tables.error(&["report", "plots", "--puzzle", "dads"]);
    assert!(error.contains("omit"), "{error}");
    assert!(!tables.path().join("plots").exists());
}

/// The plots of the whole family, next to the reports that are their source.
#[test]
fn published_plots_say_what_the_reports_say() {
    let plots = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/reports/plots"));
    let sets = csv_rows(include_str!("../../reports/piece_sets.csv"));
    let with_max: Vec<_> = sets.iter().filter(|row| !row["max_finger"].is_empty()).collect();
    let wanted = with_max.iter().map(|row| {
        format!(
            "{}: {} positions, at most {} finger moves",
            row["piece_set"], row["positions"], row["max_finger"]
        )
    });
    let hardest = Plot::read(plots, "hardest.svg").titles();
    let found: BTreeSet<String> =
        hardest.into_iter().map(|title| title.replacen(',', "", 2)).collect();
    let ungrouped = |title: String| title.replace(',', "");
    let found: BTreeSet<String> = found.into_iter().map(ungrouped).collect();
    assert_eq!(found, wanted.map(ungrouped).collect());
    let wanted = with_max.iter().flat_map(|row| {
        ["unit", "straight"].map(|metric| {
            let (max, finger) = (&row[&format!("max_{metric}")], &row["max_finger"]);
            format!("{}: at most {max} {metric} moves, {finger} finger moves", row["piece_set"])
        })
    });
    assert_eq!(Plot::read(plots, "metrics.svg").titles(), wanted.collect());

    let histogram = csv_rows(include_str!("../../reports/histogram.csv"));
    let lines = Plot::read(plots, "distances.svg").lines([same; 2], [same; 2]);
    for (metric, line) in METRICS.iter().zip(lines) {
        let rows = histogram
            .iter()
            .filter(|row| row["piece_set"] == "1h4v4s" && row["metric"] == **metric);
        let wanted =
            rows.map(|row| ["distance", "positions"].map(|column| row[column].parse().unwrap()));
        assert_near(&line, &wanted.collect::<Vec<[f64; 2]>>());
    }
}

/// No text extends over the edge, as estimated from its number of characters.
#[test]
fn words_are_within_the_published_plots() {
    let plots = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/reports/plots"));
    for name in PLOTS {
        let plot = Plot::read(plots, name);
        let document = plot.document();
        let view = document.root_element().attribute("viewBox").unwrap();
        let view: Vec<f64> = view.split(' ').map(|number| number.parse().unwrap()).collect();
        let mut words = 0;
        for node in document.descendants().filter(|node| node.has_tag_name("text")) {
            let said = node.text().unwrap().trim();
            let [x, y]: [f64; 2] =
                ["x", "y"].map(|at| node.attribute(at).unwrap().parse().unwrap());
            let sign = match node.attribute("class") {
                Some("title") => 13.0,
                Some("note") => 8.5,
                _ => 10.0,
            };
            let wide = said.chars().count() as f64 * sign;
            let (left, right) = match node.attribute("text-anchor").unwrap() {
                "start" => (x, x + wide),
                "end" => (x - wide, x),
                _ => (x - wide / 2.0, x + wide / 2.0),
            };
            assert!(left >= 0.0 && right <= view[2] && y > 15.0 && y < view[3], "{name}: {said}");
            words += 1;
        }
        assert!(words > 10, "{name}");
    }
}
