//! Whole-program tests: `huarong report depth`.

use crate::common::{METRICS, Tables, csv_rows, text};
use naive::Naive;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

type Row = HashMap<String, String>;

const HEADERS: [(&str, &str); 6] = [
    ("diameters.csv", "piece_set,metric,component,size,diameter,radius,from,to"),
    ("eccentricities.csv", "piece_set,metric,component,eccentricity,positions"),
    ("searches.csv", "piece_set,metric,component,position,eccentricity,centre"),
    (
        "structure.csv",
        "piece_set,metric,component,size,image_of,reflection,edges,mean_mobility,min_mobility,max_mobility,stuck,dead_ends,\
         bridges,articulations,central,peripheral",
    ),
    (
        "goals.csv",
        "piece_set,metric,shape,column,row,places,goal_positions,solvable,max,at_max,mean,hardest_goal,hardest",
    ),
    (
        "optimal_solutions.csv",
        "piece_set,metric,name,position,distance,solution_count,reachable,positions,share,shared,forced,longest_forced,\
         wrong_moves",
    ),
];

/// Writes the depth reports, without any tables.
fn write(arguments: &[&str]) -> TempDir {
    let (tables, directory) = (Tables::none(), TempDir::new().unwrap());
    let out = directory.path().to_str().unwrap();
    let run = tables.run(&["report", "depth", "--out", out]).args(arguments).assert().success();
    let printed = text(&run.get_output().stdout);
    let names = HEADERS.map(|(name, _)| name);
    let depth = directory.path().join("depth");
    for name in names.into_iter().chain(["depth.md"]) {
        let line = format!("wrote {}", depth.join(name).display());
        assert!(printed.lines().any(|l| l == line), "{line}\n{printed}");
    }
    assert_eq!(fs::read_dir(depth).unwrap().count(), 7);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "beside it others may lie");
    assert!(tables.names().is_empty(), "no table is built for them");
    directory
}

fn read(directory: &TempDir, name: &str) -> String {
    fs::read_to_string(directory.path().join("depth").join(name)).unwrap()
}

fn rows(directory: &TempDir, name: &str) -> Vec<Row> {
    csv_rows(&read(directory, name))
}

fn number(row: &Row, name: &str) -> u64 {
    row[name].parse().unwrap_or_else(|_| panic!("{name} of {row:?}"))
}

/// The distances of all reachable positions from one, by the naive rules.
fn far(naive: &Naive, from: &str, metric: &str) -> BTreeMap<String, u64> {
    let mut far = BTreeMap::from([(from.to_owned(), 0)]);
    let mut level = vec![from.to_owned()];
    for moves in 1.. {
        let mut next = Vec::new();
        for position in &level {
            for after in naive.neighbours(position, metric) {
                if !far.contains_key(&after) {
                    far.insert(after.clone(), moves);
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    far
}

#[test]
fn the_columns_are_these_and_explained() {
    let reports = write(&["0h0v0s"]);
    let page = read(&reports, "depth.md");
    for (name, header) in HEADERS {
        assert_eq!(read(&reports, name).lines().next(), Some(header), "{name}");
        let (_, explained) = page.split_once(&format!("### {name}: ")).unwrap();
        let explained = explained.split("\n### ").next().unwrap();
        for column in header.split(',') {
            assert!(explained.contains(&format!("`{column}`")), "{name}: {column}");
        }
    }
    assert!(page.contains("1 piece set: 12 positions in 1 component."), "{page}");
}

/// The big piece alone: twelve places, three across and four down.
#[test]
fn the_big_piece_alone() {
    let reports = write(&["0h0v0s"]);
    let diameters = rows(&reports, "diameters.csv");
    let extremes = diameters.iter().map(|row| ["diameter", "radius"].map(|name| number(row, name)));
    assert_eq!(extremes.collect::<Vec<_>>(), [[5, 3], [2, 2], [1, 1]]);
    // From unit moves: corners, sides, the middle.
    let counts = rows(&reports, "eccentricities.csv");
    let counts = counts.iter().filter(|row| row["metric"] == "unit");
    let counts: Vec<_> =
        counts.map(|row| ["eccentricity", "positions"].map(|name| number(row, name))).collect();
    assert_eq!(counts, [[3, 2], [4, 6], [5, 4]]);
    let structure = &rows(&reports, "structure.csv")[0];
    assert_eq!([number(structure, "edges"), number(structure, "bridges")], [17, 0]);
    // Its own goal at the bottom is the lowest place of the middle column; the goal at the top is
    // its mirror image.
    let goals = rows(&reports, "goals.csv");
    let goal = goals.iter().find(|row| {
        (&row["metric"][..], number(row, "column"), number(row, "row")) == ("unit", 2, 1)
    });
    let goal = goal.unwrap();
    assert_eq!(number(goal, "places"), 2);
    assert_eq!(["goal_positions", "max", "at_max"].map(|name| number(goal, name)), [1, 4, 2]);
    assert_eq!(goal["mean"], "2.1667", "26 steps for 12 places");
}

/// The reports on small sets hold by the naive rules.
#[test]
fn what_is_said_is_so() {
    let naive = Naive::klotski();
    let reports = write(&["6h0v2s", "0h6v1s", "5h2v0s"]);
    let diameters = rows(&reports, "diameters.csv");
    let structures = rows(&reports, "structure.csv");
    let searches = rows(&reports, "searches.csv");
    assert_eq!(diameters.len(), structures.len());
    for (row, structure) in diameters.iter().zip(&structures) {
        for name in ["piece_set", "metric", "component", "size"] {
            assert_eq!(row[name], structure[name]);
        }
        let from = far(&naive, &row["from"], &row["metric"]);
        assert_eq!(from.len() as u64, number(row, "size"));
        assert_eq!(from.get(&row["to"]).copied(), Some(number(row, "diameter")));
        let is_image = !structure["image_of"].is_empty();
        let of_this = |other: &&Row| {
            ["piece_set", "metric", "component"].iter().all(|name| other[*name] == row[*name])
        };
        let searched: Vec<&Row> = searches.iter().filter(of_this).collect();
        assert_eq!(searched.is_empty(), is_image, "{row:?}");
        let far_of = |row: &Row| far(&naive, &row["position"], &row["metric"]);
        for search in &searched {
            assert_eq!(far_of(search).values().max(), Some(&number(search, "eccentricity")));
        }
        if !is_image {
            let found = || searched.iter().map(|search| number(search, "eccentricity"));
            assert_eq!(found().max(), Some(number(row, "diameter")));
            assert_eq!(found().min(), Some(number(row, "radius")));
            let centres = searched.iter().filter(|search| search["centre"] == "true");
            let centres: Vec<u64> = centres.map(|search| number(search, "eccentricity")).collect();
            assert_eq!(centres, [number(row, "radius")]);
        }
    }
    let images = structures.iter().filter(|row| row["reflection"] == "left-right");
    assert!(images.count() > 0, "some components are images of others");
    let solutions = rows(&reports, "optimal_solutions.csv");
    assert!(!solutions.is_empty());
    for row in &solutions {
        let far = far(&naive, &row["position"], &row["metric"]);
        let goal_positions = far.iter().filter(|(position, _)| naive.is_goal(position));
        assert_eq!(goal_positions.map(|(_, moves)| *moves).min(), Some(number(row, "distance")));
        assert_eq!(far.len() as u64, number(row, "reachable"));
    }
}

#[test]
#[ignore = "long: all pairs of a large set"]
fn the_classic_set_is_as_far_apart_as_published() {
    let reports = write(&["1h4v4s", "--smallest-component", "100"]);
    let rows_of = |name| rows(&reports, name);
    let diameters = rows_of("diameters.csv");
    assert!(diameters.iter().all(|row| number(row, "size") >= 100));
    let finger: Vec<[u64; 3]> = { diameters.iter() }
        .filter(|row| row["metric"] == "finger" && number(row, "size") == 25_955)
        .map(|row| ["component", "diameter", "radius"].map(|name| number(row, name)))
        .collect();
    assert_eq!(finger, [[1, 145, 83], [2, 145, 83]]);
    let start = rows_of("optimal_solutions.csv");
    let start = start.iter().filter(|row| row["name"] == "heng-dao-li-ma");
    let distances: Vec<u64> = start.map(|row| number(row, "distance")).collect();
    assert_eq!(distances, [116, 90, 81]);
    assert!(read(&reports, "depth.md").contains("65,880 positions in 898 components"));
    // The report does not depend on the number of threads.
    let other = write(&["1h4v4s", "--smallest-component", "100", "--threads", "1"]);
    for (name, _) in HEADERS {
        assert_eq!(read(&reports, name), read(&other, name), "{name}");
    }
}

#[test]
fn puzzles_and_boards_have_depth() {
    let reports = write(&["--puzzle", "dads"]);
    let sizes: BTreeSet<u64> =
        rows(&reports, "diameters.csv").iter().map(|row| number(row, "size")).collect();
    let solutions = rows(&reports, "optimal_solutions.csv");
    let starts: Vec<&Row> = solutions.iter().filter(|row| row["name"] == "start").collect();
    assert_eq!(starts.len(), METRICS.len());
    assert!(starts.iter().all(|row| sizes.contains(&number(row, "reachable"))));
    let reports = write(&["0h0v1s", "--board", "3x4"]);
    assert_eq!(rows(&reports, "structure.csv").len(), METRICS.len());
}

#[test]
fn what_cannot_be_reported_is_refused_before_the_work() {
    let tables = Tables::none();
    let out = tables.path().join("reports");
    let error = |arguments: &[&str]| {
        let arguments = [&["report", "--out", out.to_str().unwrap()], arguments].concat();
        let error = tables.error(&arguments);
        assert_eq!(error.lines().count(), 1, "{error}");
        assert!(!Path::new(&out).exists(), "nothing was written");
        error
    };
    let too_large = error(&["depth", "1h1v6s", "0h0v0s", "--memory", "100MB"]);
    for part in ["1h1v6s has 964,656 positions", "100 MB"] {
        assert!(too_large.contains(part), "{too_large}");
    }
    assert!(error(&["depth", "9h9v9s"]).contains("9h9v9s"));
    assert!(error(&["depth", "1x4v"]).contains("1x4v"));
    assert!(error(&["openings", "1h4v4s"]).contains("1h4v4s"));
    assert!(error(&["depth", "1h4v4s", "--puzzle", "dads"]).contains("1h4v4s"));
    // Other subjects reject options that belong to one subject only.
    for subject in ["piece-sets", "openings", "puzzles", "plots", "depth", "census"] {
        for (option, value, own) in [
            ("--census", "any.census", "census"),
            ("--smallest-component", "9", "depth"),
            ("--hardest-limit", "9", "piece-sets"),
        ] {
            if subject != own {
                let said = error(&[subject, option, value]);
                assert!(said.contains(&format!("has {option}: omit it")), "{said}");
            }
        }
    }
    assert!(error(&["puzzles", "--board", "4x6"]).contains("omit --puzzle and --board"));
}

/// The plot of diameters uses the depth report in the same directory.
#[test]
fn plots_find_what_the_report_on_depth_wrote() {
    let tables = Tables::of(&["0h0v1s"]);
    let out = tables.path().join("reports");
    let out = out.to_str().unwrap();
    let reported = text(
        &tables.run(&["report", "plots", "--out", out]).assert().success().get_output().stderr,
    );
    let (_, command) = reported.split_once("huarong report depth").unwrap();
    let command = format!("report depth{} 0h0v1s", command.strip_suffix("` writes it\n").unwrap());
    tables.output(&command.split(' ').collect::<Vec<_>>());
    let run = tables.run(&["report", "plots", "--out", out]).assert().success();
    assert_eq!(text(&run.get_output().stderr), "");
    assert!(Path::new(out).join("plots/diameters.svg").is_file());
}
