//! Whole-program tests: the same pieces on other boards.

use crate::common::{METRICS, START, START_DISTANCES, Tables, csv_rows, json_rows, text};
use naive::Naive;
use predicates::str::contains;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;

/// A board of three columns, used by all tests here.
const BOARD: &str = "3x4";

fn naive() -> Naive {
    Naive { width: 3, height: 4, goal: vec![('B', (0, 2))], ..Naive::klotski() }
}

/// The arguments of a command about that board.
fn on_board<'a>(arguments: &[&'a str]) -> Vec<&'a str> {
    [arguments, &["--board", BOARD]].concat()
}

/// The whole family of the board.
fn family() -> Tables {
    let tables = Tables::none();
    tables.run(&on_board(&["build"])).assert().success();
    tables
}

/// The numbers of pieces of a set: big, horizontal, vertical, small.
fn counts(set: &str) -> Vec<usize> {
    let counts = set.split(['h', 'v', 's']).filter(|count| !count.is_empty());
    [1].into_iter().chain(counts.map(|count| count.parse().unwrap())).collect()
}

#[test]
fn every_position_has_the_naive_distances() {
    let tables = family();
    let names = METRICS.map(|metric| format!("klotski-3x4-{metric}.huarong"));
    for name in &names {
        assert!(tables.names().contains(name), "{name}");
    }
    let counted = tables.output(&["count", "--board", BOARD, "--format", "csv"]);
    let mut checked = 0;
    for row in &csv_rows(&counted) {
        let counts = counts(&row["piece_set"]);
        let by_metric = METRICS.map(|metric| naive().distances(&counts, metric));
        assert_eq!(row["positions"], by_metric[0].len().to_string());
        let positions: Vec<&String> = by_metric[0].keys().collect();
        let lines: String = positions.iter().map(|position| format!("{position}\n")).collect();
        let run = tables.run(&on_board(&["query", "-", "--format", "csv", "--quiet"]));
        let run = { run }.write_stdin(lines).assert().success();
        let answers = csv_rows(&text(&run.get_output().stdout));
        for (answer, position) in answers.iter().zip(&positions) {
            assert_eq!((&answer["position"], &answer["piece_set"]), (*position, &row["piece_set"]));
            for (metric, distances) in METRICS.iter().zip(&by_metric) {
                let distance = distances[*position].map_or(String::new(), |d| d.to_string());
                assert_eq!(answer[*metric], distance, "{position} {metric}");
            }
            checked += 1;
        }
    }
    let counted = json_rows(&tables.output(&["count", "--board", BOARD, "--format", "json"]));
    let total = counted.last().expect("the total of all piece sets");
    assert_eq!(
        (&total["piece_set"], &total["positions"]),
        (&Value::Null, &checked.to_string().into())
    );
    tables
        .run(&on_board(&["verify"]))
        .assert()
        .success()
        .stdout(contains("every distance is correct"));
}

/// Without tables, a single position is searched, and nothing is written.
#[test]
fn one_position_needs_no_tables() {
    let tables = Tables::none();
    let by_metric = METRICS.map(|metric| naive().distances(&[1, 0, 2, 1], metric));
    let (position, _) = by_metric[0].iter().max_by_key(|(_, distance)| **distance).unwrap();
    let distances = by_metric.each_ref().map(|distances| distances[position]);
    assert!(distances[0] > Some(5), "{position}");
    let answer = tables.output(&on_board(&["query", position, "--format", "json"]));
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    for (metric, distance) in METRICS.iter().zip(distances) {
        assert_eq!(answer["distance"][metric], serde_json::json!(distance));
        let solved =
            tables.output(&on_board(&["solve", position, "--metric", metric, "--format", "json"]));
        let solved: serde_json::Value = serde_json::from_str(&solved).unwrap();
        assert_eq!(solved["distance"], serde_json::json!(distance));
    }
    let numbered = answer["index"].as_u64().unwrap();
    let numbered = tables.output(&on_board(&["query", "--index", &format!("0h2v1s:{numbered}")]));
    assert!(numbered.starts_with(&format!("{position}\n")), "{numbered}");
    assert!(tables.names().is_empty());
}

#[test]
fn samples_and_hardest_positions_are_as_far_as_they_say() {
    let tables = family();
    let naive = naive().distances(&[1, 0, 1, 2], "finger");
    let most = naive.values().flatten().max().unwrap();
    let hardest = tables.output(&on_board(&["hardest", "0h1v2s", "--format", "csv"]));
    let hardest = csv_rows(&hardest);
    let far = naive.values().filter(|&&distance| distance == Some(*most)).count();
    assert_eq!(hardest.len(), far, "no mirror: the exit is left of the middle");
    for row in &hardest {
        assert_eq!(naive[&row["position"]], Some(*most));
    }
    let count = (naive.len() + 1).to_string();
    for (range, fits) in [("5..7", 5..=7), ("0", 0..=0)] {
        let sample =
            ["sample", "0h1v2s", "--distance", range, "--count", &count, "--format", "csv"];
        let sampled = csv_rows(&tables.listed(&on_board(&sample)));
        let mut sampled: Vec<&String> = sampled.iter().map(|row| &row["position"]).collect();
        sampled.sort();
        let fitting =
            naive.iter().filter(|(_, distance)| distance.is_some_and(|d| fits.contains(&d)));
        assert_eq!(sampled, fitting.map(|(position, _)| position).collect::<Vec<_>>(), "{range}");
    }
    let naive = self::naive().distances(&[1, 0, 1, 1], "finger");
    let at_top = ["sample", "0h1v1s", "--big-at-top", "--count", &count, "--format", "positions"];
    let at_top = tables.listed(&on_board(&at_top));
    let drawn: Vec<&str> = at_top.lines().collect();
    let fitting = naive.iter().filter(|(position, distance)| {
        distance.is_some_and(|d| d > 0) && position[..3].contains('B')
    });
    assert_eq!(drawn.len(), fitting.count());
    assert!(drawn.iter().all(|position| position[..3].contains('B')));
}

#[test]
fn reports_speak_of_the_board() {
    let tables = family();
    let directory = tables.path().join("reports");
    let out = directory.to_str().unwrap();
    tables.run(&on_board(&["report", "--out", out, "--hardest-limit", "3"])).assert().success();
    let read = |name: &str| fs::read_to_string(directory.join(name)).unwrap();
    let page = read("README.md");
    for part in [
        "# Reports on the board of 3x4\n",
        "the family `klotski-3x4`",
        "the big piece on the bottom rows' columns 1 and 2.",
        "huarong build --board 3x4\nhuarong report --board 3x4 --out reports/3x4 --hardest-limit 3\n",
    ] {
        assert!(page.contains(part), "{part:?} is not in {page}");
    }
    assert!(!page.contains("openings.csv") && !page.contains("4x5"), "{page}");
    for row in csv_rows(&read("piece_sets.csv")) {
        let counts = counts(&row["piece_set"]);
        let [h, v, s] = ["horizontal", "vertical", "small"].map(|name| row[name].parse().unwrap());
        assert_eq!([1, h, v, s], counts[..]);
        let components = naive().components(&counts);
        assert_eq!(row["components"], components.len().to_string(), "{}", row["piece_set"]);
        let largest = components.iter().map(|&(size, _)| size).max().unwrap();
        assert_eq!(row["largest_component"], largest.to_string(), "{}", row["piece_set"]);
    }
    let sizes = csv_rows(&read("components.csv")).into_iter();
    let sizes: BTreeMap<usize, [usize; 2]> = sizes
        .filter(|row| row["piece_set"] == "0h1v2s")
        .map(|row| {
            let [size, components, with_goal] =
                ["size", "components", "with_goal"].map(|name| row[name].parse().unwrap());
            (size, [components, with_goal])
        })
        .collect();
    let mut naive_sizes: BTreeMap<usize, [usize; 2]> = BTreeMap::new();
    for (size, is_goal) in naive().components(&[1, 0, 1, 2]) {
        let [components, with_goal] = naive_sizes.entry(size).or_default();
        *components += 1;
        *with_goal += usize::from(is_goal);
    }
    assert_eq!(sizes, naive_sizes);
}

/// With little memory, classes are searched one after another; with less than the largest needs,
/// nothing is searched.
#[test]
fn reports_are_the_same_with_little_memory() {
    let tables = family();
    let directory = tables.path().join("reports");
    let report = |memory: &str| {
        let out = directory.to_str().unwrap();
        let limits = ["report", "--out", out, "--threads", "4", "--memory", memory];
        let run = tables.run(&on_board(&limits)).assert();
        let output = run.get_output();
        let read = |name: &str| fs::read(directory.join(name)).unwrap();
        let files = || ["piece_sets.csv", "components.csv", "hardest.csv"].map(read);
        output.status.success().then(files).ok_or_else(|| text(&output.stderr))
    };
    let whole = report("1GB").unwrap();
    let refused = report("1kB").unwrap_err();
    assert!(refused.contains("memory"), "{refused}");
    fs::remove_dir_all(&directory).unwrap();
    let least = (1..20).map(|power| format!("{}kB", 1 << power));
    assert_eq!(least.map(|memory| report(&memory)).find_map(Result::ok), Some(whole));
}

/// If most tables are missing, the whole family is built; if few are missing, they are built alone.
/// Only the requested metric is built.
#[test]
fn missing_tables_are_built_as_they_are_wanted() {
    let tables = Tables::none();
    let counted = tables.output(&["count", "--board", "4x4", "--format", "csv"]);
    let sets: Vec<String> = csv_rows(&counted).iter().map(|row| row["piece_set"].clone()).collect();
    let sets: Vec<&str> = sets.iter().map(String::as_str).collect();
    assert!(sets.len() > 40);
    for (wanted, files) in [(18, 18), (sets.len(), 1)] {
        let tables = Tables::none();
        let hardest = [&["hardest", "--board", "4x4", "--quiet"], &sets[..wanted]].concat();
        tables.run(&hardest).assert().success();
        let names = tables.names().into_iter().filter(|name| name.ends_with(".huarong"));
        assert_eq!(names.count(), files);
    }
}

#[test]
fn checksums_are_compared_with_those_of_others() {
    let (tables, others) = (family(), Tables::none());
    let list = tables.path().join("list.txt");
    let list = list.to_str().unwrap();
    tables.run(&on_board(&["checksums", "--out", list])).assert().success();
    let compare = on_board(&["verify", "--published", list]);
    let error = others.error(&compare);
    assert!(error.contains("build them with `huarong build --board 3x4`"), "{error}");
    others.run(&on_board(&["build", "0h1v2s"])).assert().success();
    assert!(others.names().contains(&"klotski-3x4-0h1v2s-unit.huarong".to_owned()));
    let error = others.error(&on_board(&["verify", "0h0v0s"]));
    assert!(error.contains("build it with `huarong build --board 3x4 0h0v0s`"), "{error}");
    others.run(&on_board(&["build"])).assert().success();
    others.run(&compare).assert().success();
    let error = others.error(&on_board(&["verify", "--published"]));
    assert!(error.contains("the published list is for 4x5 Klotski"), "{error}");
}

/// Tables of several boards can share a directory. Those of the default board are the same, however
/// the board is named.
#[test]
fn boards_keep_apart() {
    let tables = Tables::of(&["1h4v4s"]);
    let usual = tables.names();
    tables.run(&["build", "--board", "5x4", "4h1v4s"]).assert().success();
    tables.run(&on_board(&["build", "0h1v2s"])).assert().success();
    let named = tables.output(&["build", "--board", "4x5", "1h4v4s"]);
    assert_eq!(named.matches("present ").count(), 3, "{named}");
    for name in usual {
        assert!(tables.names().contains(&name));
    }
    let plain = tables.output(&["query", START]);
    assert_eq!(tables.output(&["query", START, "--board", "4x5"]), plain);
    let distances = START_DISTANCES.map(|(metric, distance)| format!("{metric} {distance}"));
    assert!(plain.contains(&distances.join(", ")), "{plain}");
    assert_eq!(tables.output(&["query", "橫刀立馬", "--board", "4x5"]), plain);
}

#[test]
fn drawings_are_of_any_board() {
    let tables = Tables::none();
    let position = "BBSV/BBSV/.HH./....";
    for notation in ["grid", "pretty", "svg"] {
        let drawn = tables.output(&["convert", "--board", "4x4", position, "--to", notation]);
        let mut read = tables.run(&["convert", "--board", "4x4", "-", "--to", "grid"]);
        read.write_stdin(drawn).assert().success().stdout(format!("{position}\n"));
    }
    let letters =
        tables.output(&["convert", "--board", "4x4", "AACE/AADE/.FF./....", "--to", "grid"]);
    assert_eq!(letters, format!("{position}\n"));
}

#[test]
fn what_is_of_the_usual_board_alone_says_so() {
    let tables = Tables::none();
    let board = ["--board", "4x6"];
    let grid = "VBBV/VBBV/VHHV/VSSV/S..S/....";
    for (arguments, reported) in [
        (vec!["query", "橫刀立馬"], "橫刀立馬 is an opening of the 4x5 board"),
        (vec!["solve", "heng-dao-li-ma"], "橫刀立馬 is an opening of the 4x5 board"),
        (vec!["query", "1A9BF0C00"], "code36 is defined for Klotski's 4x5 board"),
        (vec!["query", "[1 9 0 3 8 11 13 14 16 19]"], "paper-array is defined for"),
        (vec!["query", "1h4v4s 1234567890123"], "paper-value is defined for"),
        (vec!["convert", grid, "--to", "code36"], "code36 is defined for"),
        (vec!["convert", grid, "--to", "letters"], "letters is defined for"),
        (vec!["convert", grid, "--to", "glyph"], "glyph is defined for"),
        (vec!["report", "openings"], "the openings have the 4x5 board"),
        (
            vec!["query", START],
            "the grid has 5 rows, but the board has 6: row 6 is missing; use --board 4x5 for this position",
        ),
        (vec!["query", "nobody"], "\"nobody\" is not a position"),
    ] {
        let error = tables.error(&[&arguments[..], &board].concat());
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(error.contains(reported), "{reported:?} is not in {error}");
    }
    for (arguments, reported) in [
        (vec!["query", grid], "row 6 is one too many; use --board 4x6 for this position\n"),
        (vec!["solve", "BBS/BB./..."], "use --board 3x3 for this position\n"),
        // On that board the position would be invalid, too.
        (
            vec!["convert", "VBX/VBB", "--to", "svg"],
            "row 1 has 3 cells, but the board has 4 columns: column 4 is missing\n",
        ),
    ] {
        let error = tables.error(&arguments);
        assert!(error.ends_with(reported), "{reported:?} does not end {error}");
    }
    assert!(tables.names().is_empty());
}

#[test]
fn boards_that_cannot_be_are_refused() {
    let tables = Tables::none();
    for (size, reported) in [
        (
            "1x9",
            "a board of 1x9 is too small: it must have room for the big piece, 2x2, and 2 empty cells",
        ),
        ("2x2", "too small"),
        ("0x5", "from 1 to 255 columns and rows"),
        ("256x4", "from 1 to 255 columns and rows"),
        ("12x12", "144 cells: tables are limited to 128 cells"),
        ("33x32", "1056 open cells: at most 1024 are supported"),
        ("99999999999999999999x5", "is not a board size"),
        ("4x", "is not a board size"),
        ("4,6", "is not a board size"),
        ("", "is not a board size"),
    ] {
        for command in [
            "build",
            "query",
            "solve",
            "sample",
            "hardest",
            "report",
            "verify",
            "checksums",
            "convert",
        ] {
            let subject: &[&str] = match command {
                "query" | "solve" => &[START],
                "sample" | "hardest" => &["1h4v4s"],
                "convert" => &[START, "--to", "grid"],
                _ => &[],
            };
            let error = tables.error(&[&[command], subject, &["--board", size]].concat());
            assert_eq!(error.lines().count(), 1, "{error}");
            assert!(error.contains(reported), "{reported:?} is not in {error}");
        }
    }
    let error = tables.error(&["build", "--board", "4x6", "0h9v9s"]);
    assert!(
        error.contains("covers 31 cells, but on this board at most 22 may be covered"),
        "{error}"
    );
    let error = tables.error(&["build", "--board", "5x5", "0h9v0s"]);
    assert!(error.contains("piece set 0h9v0s has no legal arrangement on this board"), "{error}");
    let both = ["build", "--board", "4x6", "--puzzle", "dads"];
    tables.run(&both).assert().code(2).stderr(contains("cannot be used with"));
    assert!(tables.names().is_empty());
}

/// A build that waits for another finds its tables.
#[test]
fn two_builds_of_one_family_do_it_once() {
    let tables = Tables::none();
    let builds = [(); 2].map(|()| {
        let mut build = tables.process(&on_board(&["build", "--quiet"]));
        build.stdout(std::process::Stdio::piped()).spawn().unwrap()
    });
    let printed = builds.map(|build| {
        let output = build.wait_with_output().unwrap();
        assert!(output.status.success());
        text(&output.stdout)
    });
    let times = |word| printed.iter().map(|reported| reported.matches(word).count()).sum::<usize>();
    assert_eq!((times("wrote "), times("present ")), (3, 3), "{printed:?}");
    assert!(tables.unfinished().is_empty());
}
