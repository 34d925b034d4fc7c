//! The report on the named openings and on published figures.

use crate::common::{Tables, csv_rows, source};
use naive::Naive;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::sync::LazyLock;
use tempfile::TempDir;

type Row = HashMap<String, String>;

/// The reports of `huarong report` on all piece sets and on the openings.
struct Written {
    openings: Vec<Row>,
    histogram: Vec<Row>,
    literature: String,
    files: BTreeMap<String, String>,
}

static WRITTEN: LazyLock<Written> = LazyLock::new(|| {
    let tables = Tables::none();
    let directory = TempDir::new().unwrap();
    let out = directory.path().to_str().unwrap();
    tables.run(&["report", "openings", "--out", out]).assert().success();
    let mut names: Vec<_> =
        fs::read_dir(out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["literature.md", "openings.csv"]);
    tables.run(&["report", "--out", out]).assert().success();
    let picture = directory.path().join("heng-dao-li-ma.svg");
    let picture = picture.to_str().unwrap();
    tables.run(&["solve", "heng-dao-li-ma", "--animate", picture]).assert().success();
    let files: BTreeMap<_, _> = fs::read_dir(out)
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            let text = fs::read_to_string(entry.path()).unwrap();
            (entry.file_name().into_string().unwrap(), text)
        })
        .collect();
    Written {
        openings: csv_rows(&files["openings.csv"]),
        histogram: csv_rows(&files["histogram.csv"]),
        literature: files["literature.md"].clone(),
        files,
    }
});

/// The files that `make run` writes, as published in `reports/`.
const KEPT: [(&str, &str); 8] = [
    ("README.md", include_str!("../../reports/README.md")),
    ("components.csv", include_str!("../../reports/components.csv")),
    ("hardest.csv", include_str!("../../reports/hardest.csv")),
    ("heng-dao-li-ma.svg", include_str!("../../reports/heng-dao-li-ma.svg")),
    ("histogram.csv", include_str!("../../reports/histogram.csv")),
    ("literature.md", include_str!("../../reports/literature.md")),
    ("openings.csv", include_str!("../../reports/openings.csv")),
    ("piece_sets.csv", include_str!("../../reports/piece_sets.csv")),
];

#[test]
#[ignore = "long: reports of the whole family"]
fn the_reports_that_are_kept_are_those_that_are_written() {
    assert!(
        WRITTEN.files.keys().eq(KEPT.iter().map(|(name, _)| name)),
        "{:?}",
        WRITTEN.files.keys()
    );
    for (name, kept) in KEPT {
        let written = &WRITTEN.files[name];
        let line = kept.lines().zip(written.lines()).position(|(kept, written)| kept != written);
        assert!(written == kept, "reports/{name}, line {line:?} from 0: `make run` writes it anew");
    }
}

/// A column of a reference file, with the source and the metric of its figures; an empty source
/// means that each row names it.
const PUBLISHED: [(&str, &str, &str, &str); 5] = [
    (include_str!("../data/paper_1999_openings.csv"), "paper_unit", "wei-lin-1999", "unit"),
    (include_str!("../data/paper_1999_openings.csv"), "paper_moves", "wei-lin-1999", "finger"),
    (include_str!("../data/paper_1999_openings.csv"), "zip604_unit", "zip604", "unit"),
    (include_str!("../data/paper_1999_openings.csv"), "literature_moves", "older", "finger"),
    (include_str!("../data/named_layouts.csv"), "published_finger", "", "finger"),
];

fn number(row: &Row, column: &str) -> Option<i64> {
    Some(&row[column]).filter(|text| !text.is_empty()).map(|text| text.parse().unwrap())
}

#[test]
#[ignore = "long: reports of the whole family"]
fn every_published_figure_is_held_against_the_tables() {
    let mut rows = WRITTEN.openings.iter().filter(|row| !row["published"].is_empty()).count();
    for (file, column, id, metric) in PUBLISHED {
        for reference in csv_rows(file) {
            let Some(published) = number(&reference, column) else { continue };
            let source = if id.is_empty() { source(&reference["collection"]) } else { id };
            let found: Vec<&Row> = WRITTEN
                .openings
                .iter()
                .filter(|row| row["source"] == source && row["published_metric"] == metric)
                .filter(|row| row["name"] == reference["name"])
                .collect();
            let [row] = found[..] else { panic!("{source} {metric} {}", reference["name"]) };
            assert_eq!(row["position"], reference["position"]);
            assert_eq!(number(row, "published"), Some(published));
            assert!(!row["published_rule"].is_empty());
            let excess = published - number(row, metric).expect("it is solvable");
            let verdict = match excess {
                0 => "equal".to_owned(),
                1.. => format!("published is higher by {excess}"),
                _ => format!("published is lower by {}", -excess),
            };
            assert_eq!(row["comparison"], verdict, "{}", row["name"]);
            rows -= 1;
        }
    }
    assert_eq!(rows, 0, "figures that no reference file has");
}

#[test]
#[ignore = "long: reports of the whole family"]
fn openings_without_a_figure_have_a_row() {
    let without: Vec<&str> = WRITTEN
        .openings
        .iter()
        .filter(|row| row["published"].is_empty())
        .map(|row| row["name"].as_str())
        .collect();
    // "No way out": the only unsolvable layout.
    assert_eq!(without, ["走投無路"]);
    let stuck = WRITTEN.openings.iter().find(|row| row["name"] == "走投無路").unwrap();
    for column in ["unit", "straight", "finger", "farther", "comparison"] {
        assert_eq!(stuck[column], "", "{column}");
    }
    assert_eq!(stuck["finger_solution_count"], "0");
}

/// The other report counts positions by distance.
#[test]
#[ignore = "long: reports of the whole family"]
fn ranks_agree_with_the_histograms() {
    for row in &WRITTEN.openings {
        let Some(finger) = number(row, "finger") else { continue };
        let farther: i64 = WRITTEN
            .histogram
            .iter()
            .filter(|bar| bar["piece_set"] == row["piece_set"] && bar["metric"] == "finger")
            .filter(|bar| number(bar, "distance").unwrap() > finger)
            .map(|bar| number(bar, "positions").unwrap())
            .sum();
        assert_eq!(number(row, "farther"), Some(farther), "{}", row["name"]);
    }
}

#[test]
#[ignore = "long: reports of the whole family"]
fn the_classic_start_is_in_one_of_the_two_large_components() {
    let row = WRITTEN.openings.iter().find(|row| row["name"] == "橫刀立馬").unwrap();
    assert_eq!(row["reachable"], "25955");
}

/// The component of the unsolvable layout, by brute force.
#[test]
#[ignore = "long: reports of the whole family"]
fn components_agree_with_brute_force() {
    let naive = Naive::klotski();
    let row = WRITTEN.openings.iter().find(|row| row["name"] == "走投無路").unwrap();
    let mut seen = std::collections::HashSet::from([row["position"].clone()]);
    let mut fresh = vec![row["position"].clone()];
    while let Some(text) = fresh.pop() {
        for next in naive.neighbours(&text, "unit") {
            if seen.insert(next.clone()) {
                fresh.push(next);
            }
        }
    }
    assert_eq!(row["reachable"], seen.len().to_string());
}

/// Plays a move like `S4,4↓←` by the naive rules; the text after it.
fn play(naive: &Naive, text: &str, made: &str) -> String {
    let mut signs = made.chars();
    let letter = signs.next().unwrap();
    let rest: String = signs.collect();
    let (column, rest) = rest.split_once(',').unwrap();
    let row: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let place = |text: &str| text.parse::<usize>().unwrap() - 1;
    let mut corner = (place(column), place(&row));
    let mut text = text.to_owned();
    let arrows = &rest[row.len()..];
    assert!(!arrows.is_empty(), "{made}");
    for arrow in arrows.chars() {
        let (across, down) = match arrow {
            '→' => (1, 0),
            '←' => (-1, 0),
            '↓' => (0, 1),
            '↑' => (0, -1),
            other => panic!("{other} in {made}"),
        };
        let pieces = naive.pieces(&text);
        let piece = pieces.iter().find(|(l, cells)| *l == letter && cells[0] == corner);
        let (_, cells) = piece.unwrap_or_else(|| panic!("{made} in {text}"));
        let mut grid: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        for &(column, row) in cells {
            grid[row][column] = '.';
        }
        let step = |(column, row): (usize, usize)| {
            (column.wrapping_add_signed(across), row.wrapping_add_signed(down))
        };
        for &cell in cells {
            let (column, row) = step(cell);
            assert_eq!(grid[row][column], '.', "{made} in {text}");
            grid[row][column] = letter;
        }
        let rows: Vec<String> = grid.into_iter().map(String::from_iter).collect();
        let after = rows.join("/");
        assert!(naive.neighbours(&text, "unit").contains(&after), "{made} in {text}");
        (text, corner) = (after, step(corner));
    }
    text
}

#[test]
#[ignore = "long: reports of the whole family"]
fn the_shorter_solutions_can_be_replayed() {
    let naive = Naive::klotski();
    let solutions = WRITTEN.literature.split("\n### ").skip(1);
    let mut shorter = 0;
    for solution in solutions {
        let name = solution.split(' ').next().unwrap();
        let row = WRITTEN
            .openings
            .iter()
            .find(|row| {
                row["name"] == name
                    && row["source"] == "wei-lin-1999"
                    && row["published_metric"] == "finger"
            })
            .unwrap();
        assert!(solution.contains(&row["position"]));
        let moves: Vec<&str> = solution.split("```").nth(1).unwrap().split_whitespace().collect();
        assert!((moves.len() as i64) < number(row, "published").unwrap(), "{name}");
        assert_eq!(Some(moves.len() as i64), number(row, "finger"), "{name}");
        let last =
            moves.iter().fold(row["position"].clone(), |text, made| play(&naive, &text, made));
        assert!(naive.is_goal(&last), "{name} ends at {last}");
        shorter += 1;
    }
    let higher = |row: &&Row| {
        row["source"] == "wei-lin-1999"
            && row["published_metric"] == "finger"
            && row["comparison"].contains("higher")
    };
    assert_eq!(shorter, WRITTEN.openings.iter().filter(higher).count());
    assert!(shorter > 0);
}

/// The table of paths, for the smallest of the piece sets.
#[test]
#[ignore = "long: reports of the whole family"]
fn moves_of_the_paper_are_counted_right() {
    let naive = Naive::klotski();
    let positions = naive.arrangements(&[1, 5, 0, 4]);
    let count = |metric| positions.iter().map(|text| naive.neighbours(text, metric).len()).sum();
    let [unit, straight, finger]: [usize; 3] = ["unit", "straight", "finger"].map(count);
    let row = format!(
        "| 5h0v4s | {} | {unit} | {} | {} | 0 |",
        positions.len(),
        straight - unit,
        finger - straight
    );
    assert!(WRITTEN.literature.contains(&row), "{row}");
}

#[test]
#[ignore = "long: reports of the whole family"]
fn the_summary_says_what_the_rows_say() {
    let rows = |source: &'static str, metric: &'static str| {
        WRITTEN
            .openings
            .iter()
            .filter(move |row| row["source"] == source && row["published_metric"] == metric)
    };
    let count = |source, metric, verdict: &str| {
        rows(source, metric).filter(|row| row["comparison"].contains(verdict)).count()
    };
    let text = &WRITTEN.literature;
    let all = rows("wei-lin-1999", "unit").count();
    assert_eq!(count("wei-lin-1999", "unit", "equal"), all);
    assert!(text.contains(&format!("The paper's unit counts: {all} of {all} are the minimum;")));
    let all = rows("wei-lin-1999", "finger").count();
    let equal = count("wei-lin-1999", "finger", "equal");
    let higher = count("wei-lin-1999", "finger", "higher");
    assert_eq!(equal + higher, all);
    let said = format!("counts minimal: {equal} of {all} are the minimum, {higher} are higher,");
    assert!(text.contains(&said), "{said}");
    // Every count of the second kind is below the straight distance, so the rule is a different
    // one.
    let below = |row: &&Row| number(row, "published") < number(row, "straight");
    assert_eq!(rows("wei-lin-1999", "finger").filter(below).count(), all);
    assert!(text.contains(&format!("{all} of {all} are smaller than the straight distance")));
    for title in ["fayaa.com", "Unblock It 2", "出路", "Simon Hung"] {
        let lines = text.lines().filter(|line| line.starts_with("- ") && line.contains(title));
        assert_eq!(lines.count(), 1, "{title}");
    }
    for (source, all) in [("fayaa", 411), ("unblock2", 42), ("wayout", 60), ("simon-hung", 13)] {
        assert_eq!(count(source, "finger", "equal"), all);
        assert!(text.contains(&format!("Its finger counts: {all} of {all} are the minimum;")));
    }
    // Correct counts that were "corrected".
    for (name, right, wrong) in [("插翅難飛", 62, 63), ("層層設防", 102, 103)] {
        assert!(text.contains(&format!("{name} ({right}, not {wrong})")));
    }
}
