//! `huarong design --pack`: packs, checked by a search of their own.

use crate::common::{Tables, csv_rows, huarong};
use naive::decoys::decoys;
use naive::grids::{Drawn, Witness};
use predicates::str::contains;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

pub type Grid = Vec<Vec<char>>;

pub fn grid(board: &str) -> Grid {
    board.split('/').map(|row| row.chars().collect()).collect()
}

/// The boards after one straight move of a car.
pub fn neighbours(board: &Grid) -> Vec<Grid> {
    let mut cars: BTreeMap<char, Vec<(usize, usize)>> = BTreeMap::new();
    for (row, signs) in board.iter().enumerate() {
        for (column, sign) in signs.iter().enumerate().filter(|(_, sign)| !".#".contains(**sign)) {
            cars.entry(*sign).or_default().push((row, column));
        }
    }
    let mut found = Vec::new();
    for (sign, cells) in cars {
        let along = if cells[0].0 == cells[1].0 { (0, 1) } else { (1, 0) };
        for step in [along, (-along.0, -along.1)] {
            let mut after = board.clone();
            let mut cells = cells.clone();
            loop {
                let moved = cells.iter().map(|&(row, column)| {
                    (row.wrapping_add_signed(step.0), column.wrapping_add_signed(step.1))
                });
                let moved: Vec<(usize, usize)> = moved.collect();
                let is_free = |&(row, column): &(usize, usize)| {
                    let there = after.get(row).and_then(|signs| signs.get(column));
                    there.is_some_and(|there| *there == '.' || *there == sign)
                };
                if !moved.iter().all(is_free) {
                    break;
                }
                cells.iter().for_each(|&(row, column)| after[row][column] = '.');
                moved.iter().for_each(|&(row, column)| after[row][column] = sign);
                cells = moved;
                found.push(after.clone());
            }
        }
    }
    found
}

/// The moves until the red car is at the right end of its row, and all boards that can be reached, without letters.
fn searched(board: &str) -> (usize, BTreeSet<String>) {
    let start = grid(board);
    let mut away = BTreeMap::from([(start.clone(), 0)]);
    let (mut queue, mut moves) = (VecDeque::from([start]), None);
    while let Some(board) = queue.pop_front() {
        let distance = away[&board];
        if moves.is_none() && board.iter().any(|row| row.ends_with(&['A', 'A'])) {
            moves = Some(distance);
        }
        for next in neighbours(&board) {
            away.entry(next.clone()).or_insert_with(|| {
                queue.push_back(next);
                distance + 1
            });
        }
    }
    (moves.expect("it has a solution"), away.keys().map(unlettered).collect())
}

/// A board with the red car as A, and other letters in reading order.
fn unlettered(board: &Grid) -> String {
    let mut names = BTreeMap::from([('.', '.'), ('#', '#'), ('A', 'A')]);
    let mut next = 'B'..;
    let rows = board.iter().map(|row| {
        let sign = |sign: &char| *names.entry(*sign).or_insert_with(|| next.next().unwrap());
        row.iter().map(sign).collect::<String>()
    });
    rows.collect::<Vec<_>>().join("/")
}

/// The same board upside down.
fn reflected(board: &str) -> String {
    unlettered(&grid(board).into_iter().rev().collect())
}

/// Makes the pack of an order in a folder.
fn pack(folder: &Path, name: &str, order: &str) -> PathBuf {
    let file = folder.join(format!("{name}.toml"));
    fs::write(&file, order).unwrap();
    let out = folder.join(name);
    huarong()
        .args(["design", "--quiet", "--pack"])
        .arg(&file)
        .arg("--out")
        .arg(&out)
        .assert()
        .success();
    out
}

fn index(pack: &Path) -> Vec<BTreeMap<String, String>> {
    csv_rows(&fs::read_to_string(pack.join("index.csv")).unwrap())
        .into_iter()
        .map(|row| {
            row.into_iter().map(|(key, value)| (key.to_string(), value.to_string())).collect()
        })
        .collect()
}

/// The number of rows with a value in a column.
fn count(rows: &[BTreeMap<String, String>], column: &str, value: &str) -> usize {
    rows.iter().filter(|row| row[column] == value).count()
}

const ORDER: &str = r#"
title = "Corners & <streets>"
author = "Lin Mei"
titles = "{theme} {place} of {band}"
metric = "straight"
[[band]]
name = "Easy"
count = 6
moves = "2..5"
[[band]]
name = "Hard"
count = 4
moves = "6..9"
[[theme]]
name = "Open"
rush = "5x5"
[[theme]]
name = "Walls"
rush = "5x5"
walls = "1..2"
count = 3
"#;

#[test]
fn packs_have_the_ordered_numbers_and_true_lengths_and_no_two_like_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let first = pack(folder.path(), "first", ORDER);
    let again = format!("exclude = [\"first\"]\n{ORDER}");
    let second = pack(folder.path(), "second", &again);
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for made in [&first, &second] {
        let rows = index(made);
        for (column, value, wanted) in
            [("band", "Easy", 6), ("band", "Hard", 4), ("theme", "Open", 7), ("theme", "Walls", 3)]
        {
            assert_eq!(count(&rows, column, value), wanted, "{value}");
        }
        for row in &rows {
            let (moves, component) = searched(&row["board"]);
            assert_eq!(row["distance"], moves.to_string(), "{row:?}");
            assert_eq!(row["reachable"], component.len().to_string(), "{row:?}");
            let is_walled = row["board"].contains('#');
            assert_eq!(is_walled, row["theme"] == "Walls", "{row:?}");
            let band = if row["band"] == "Easy" { 2..=5 } else { 6..=9 };
            assert!(band.contains(&moves), "{row:?}");
            // No board of a component, nor its reflection, belongs to an earlier one.
            let images: BTreeSet<String> =
                component.iter().flat_map(|board| [board.clone(), reflected(board)]).collect();
            assert!(seen.is_disjoint(&images), "{row:?}");
            seen.extend(images);
        }
    }
    // The same order gives the same files.
    let once_more = pack(folder.path(), "once-more", ORDER);
    for name in ["pack.jsonl", "index.csv", "sheet.pdf", "cards.pdf", "play.html"] {
        assert_eq!(fs::read(first.join(name)).unwrap(), fs::read(once_more.join(name)).unwrap());
    }
}

#[test]
fn a_theme_without_long_puzzles_gives_its_place_in_a_band_to_others() {
    let folder = tempfile::tempdir().unwrap();
    // The longest puzzle of 4x4 without walls has 9 moves (M. Fogleman).
    let order = r#"
title = "Sizes"
metric = "straight"
[[band]]
name = "Easy"
count = 5
moves = "2..7"
[[band]]
name = "Hard"
count = 3
moves = "10..14"
[[theme]]
name = "small"
rush = "4x4"
count = 4
[[theme]]
name = "large"
rush = "5x5"
"#;
    let rows = index(&pack(folder.path(), "sizes", order));
    for (column, value, wanted) in
        [("band", "Easy", 5), ("band", "Hard", 3), ("theme", "small", 4), ("theme", "large", 4)]
    {
        assert_eq!(count(&rows, column, value), wanted, "{value}");
    }
    let hard = rows.iter().filter(|row| row["band"] == "Hard");
    assert!(hard.map(|row| &row["theme"]).all(|theme| theme == "large"));
}

#[test]
fn bands_order_decoys() {
    let folder = tempfile::tempdir().unwrap();
    let order = r#"
title = "Decoys"
[[band]]
name = "Plain"
count = 2
moves = "2..3"
decoys = "0"
[[band]]
name = "Misleading"
count = 2
moves = "2..3"
decoys = "1.."
[[theme]]
name = "dominoes"
pieces = "domino 1..3domino 0..1small"
board = "4x3"
total = "3..4"
"#;
    let pack = pack(folder.path(), "decoys", order);
    for (row, has_decoys) in index(&pack).iter().zip([false, false, true, true]) {
        let drawn = Drawn::of_file(&fs::read_to_string(pack.join(&row["file"])).unwrap());
        let (pieces, _) = decoys(&drawn, "finger").expect("it has a solution");
        assert!(["3", "4"].contains(&&*row["pieces"]));
        assert_eq!(pieces.values().any(|is_decoy| *is_decoy), has_decoys, "{}", row["board"]);
    }
}

#[test]
fn every_output_of_a_pack_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let made = pack(folder.path(), "pack", ORDER);
    let rows = index(&made);
    let apps = fs::read_to_string(made.join("pack.jsonl")).unwrap();
    for (row, line) in rows.iter().zip(apps.lines()) {
        let app: Value = serde_json::from_str(line).unwrap();
        let before = rows.iter().take_while(|other| other["number"] != row["number"]);
        let place = 1 + before.filter(|other| other["band"] == row["band"]).count();
        let title = format!("{} {place} of {}", row["theme"], row["band"]);
        assert_eq!((app["title"].as_str(), &row["title"]), (Some(&*title), &title));
        // The solution, move by move.
        let mut board = grid(&row["board"]);
        let moves = app["moves"].as_array().unwrap();
        assert_eq!(moves.len().to_string(), row["distance"]);
        for made in moves {
            let after = grid(made["lettered"].as_str().unwrap());
            assert!(neighbours(&board).contains(&after), "{line}");
            board = after;
        }
        assert!(board.iter().any(|row| row.ends_with(&['A', 'A'])), "{line}");
        for piece in app["pieces"].as_array().unwrap() {
            for cell in piece["cells"].as_array().unwrap() {
                let [column, row] = [0, 1].map(|at| cell[at].as_u64().unwrap() as usize);
                let sign = grid(app["board"].as_str().unwrap())[row][column];
                assert_eq!(piece["sign"], sign.to_string());
            }
        }
        let file = fs::read_to_string(made.join(&row["file"])).unwrap();
        assert!(file.contains("source = \"Lin Mei\""), "{file}");
    }
    let tables = Tables::none();
    let lengths = |text: String| -> Vec<String> {
        csv_rows(&text).iter().map(|row| row["distance"].to_string()).collect()
    };
    let wanted: Vec<String> = rows.iter().map(|row| row["distance"].clone()).collect();
    let list = made.join("pack.jsonl");
    for source in [&list, &made.join("puzzles")] {
        let source = source.to_str().unwrap();
        let solved = tables.output(&["solve", source, "--metric", "straight", "--format", "csv"]);
        assert_eq!(lengths(solved), wanted);
    }
    for command in [
        vec!["solve", "-", "--metric", "straight", "--format", "csv"],
        vec!["difficulty", "-", "--metric", "straight", "--format", "csv"],
    ] {
        let answer = huarong().args(&command).write_stdin(apps.clone()).output().unwrap();
        let answer = String::from_utf8(answer.stdout).unwrap();
        assert_eq!(csv_rows(&answer).len(), wanted.len(), "{command:?}");
    }
    let sheet = folder.path().join("sheet.html");
    let print = ["print", "-", "--out", sheet.to_str().unwrap()];
    huarong().args(print).write_stdin(apps).assert().success();
    let page = fs::read_to_string(made.join("play.html")).unwrap();
    assert!(page.contains("<title>Corners &amp; &lt;streets></title>"));
    assert_eq!(page.matches("<script").count(), 2);
    assert!(!page.contains("\nimport "), "one file has all scripts");
}

/// The goals of a list are those of `design` with several `--goal`: any of them solves a puzzle.
#[test]
fn puzzles_of_a_pack_can_have_several_goals() {
    let folder = tempfile::tempdir().unwrap();
    let order = r#"
        title = "Corners"
        [[band]]
        name = "All"
        count = 3
        moves = "3..5"
        [[theme]]
        name = "Both corners"
        pieces = "big 3domino"
        board = "4x4"
        goal = ["..../..../XX../XX..", "..../..../..XX/..XX"]
    "#;
    let made = pack(folder.path(), "corners", order);
    // The witness reads one goal: the nearest of the two counts.
    let corners = ["....\n....\nAA..\nAA..", "....\n....\n..AA\n..AA"].map(str::to_owned);
    let apps = fs::read_to_string(made.join("pack.jsonl")).unwrap();
    for row in apps.lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        let start = row["board"].as_str().unwrap().replace('/', "\n");
        let moves = corners.each_ref().map(|goal| {
            let (start, goals) = (start.clone(), vec![goal.clone()]);
            Witness::new(&Drawn { start, goals, ..Drawn::default() }).solution_length("finger")
        });
        let nearest = moves.into_iter().flatten().min();
        assert_eq!(row["distance"].as_u64(), nearest.map(u64::from), "{row}");
    }
    assert_eq!(apps.lines().count(), 3);
}

/// A search in each band estimates its time. It took at least a second and at most the limit for the puzzles that it names.
#[test]
fn a_long_search_first_estimates_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let (file, out) = (folder.path().join("order.toml"), folder.path().join("out"));
    let order = r#"
        title = "Long"
        tries = 864000000
        [[band]]
        name = "Longest"
        count = 2
        moves = "90..99"
        [[theme]]
        name = "Small"
        doors = "4x4"
        piece_count = "2"
        colours = "1"
    "#;
    fs::write(&file, order).unwrap();
    let limit = 4.0;
    let design = ["design", "--time-limit", "4", "--pack", file.to_str().unwrap()];
    let design = [&design[..], &["--out", out.to_str().unwrap()]].concat();
    let said = huarong().args(&design).assert().code(3).get_output().stderr.clone();
    let said = String::from_utf8(said).unwrap();
    let line = said.lines().find(|line| line.contains("judging by")).expect(&said);
    let (before, after) =
        line.split_once(" for 864,000,000 random puzzles, judging by the first ").unwrap();
    let about = before.strip_prefix("huarong: 90 to 99 moves: at most about ").expect(line);
    let (first, rarity) = after.split_once("; ").unwrap();
    assert_eq!(rarity, "no random puzzle fits so far");
    let (number, unit) = about.split_once(' ').unwrap();
    let seconds = |text: &str| text.replace(',', "").parse::<f64>().unwrap();
    let unit = match unit {
        "seconds" => 1.0,
        "minutes" => 60.0,
        "hours" => 3600.0,
        "days" => 86_400.0,
        unit => panic!("{unit}"),
    };
    let spent = seconds(number) * unit * seconds(first) / 864e6;
    assert!((0.6..=1.4 * limit).contains(&spent), "{line}");
    let quiet = [&design[..], &["--quiet"]].concat();
    let said = huarong().args(&quiet).assert().code(3).get_output().stderr.clone();
    assert!(!String::from_utf8(said).unwrap().contains("judging by"));
}

#[test]
fn wrong_orders_of_packs_name_their_faults() {
    let folder = tempfile::tempdir().unwrap();
    let band = "[[band]]\nname = \"a\"\ncount = 3\nmoves = \"2..4\"\n";
    let theme = "[[theme]]\nname = \"t\"\nrush = \"4x4\"\n";
    for (order, message) in [
        ("titel = \"x\"".to_owned(), "order.toml:1:1: unknown field `titel`"),
        (band.to_owned() + theme, "missing field `title`"),
        (format!("title = \"x\"\n{theme}"), "add a band"),
        (format!("title = \"x\"\n{band}"), "add a theme"),
        (format!("title = \"x\"\n{band}[[theme]]\nname = \"t\"\n"), "write one of rush"),
        (
            format!("title = \"x\"\n{band}{theme}count = 2\n"),
            "the bands order 3 puzzles and the themes 2",
        ),
        (
            format!(
                "title = \"x\"\n{}{theme}",
                band.replace("= 3", "= 9223372036854775807").repeat(3)
            ),
            "order at most 1,000,000",
        ),
        (format!("title = \"x\"\n{band}{theme}goal = \"..\"\n"), "theme \"t\": goal needs pieces"),
        (
            format!("title = \"x\"\n{band}{theme}goal = [\"..\"]\n"),
            "theme \"t\": goal needs pieces",
        ),
        (format!("title = \"x\"\n{band}{theme}goal = 3\n"), "a text or a list of texts"),
        (format!("title = \"x\"\n{band}{theme}walls = \"2..1\"\n"), "order.toml:9:9"),
        (format!("title = \"x\"\n{band}{theme}exits = []\n"), "theme \"t\": exits is empty"),
        (format!("title = \"x\"\ntitles = \"{{name}}\"\n{band}{theme}"), "{name} is no part"),
        (format!("title = \"x\"\nexclude = [\"none\"]\n{band}{theme}"), "none"),
        (
            format!("title = \"x\"\n{band}decoys = \"1\"\n{theme}"),
            "band \"a\": puzzles of Rush Hour have no decoys",
        ),
        (
            format!(
                "title = \"x\"\n{band}decoys = \"1\"\n[[theme]]\nname = \"t\"\ndoors = \"5x5\"\n"
            ),
            "band \"a\": pieces of puzzles with doors are no decoys",
        ),
        (format!("title = \"\"\n{band}{theme}"), "one line of visible characters"),
        (format!("title = \"x\"\n{}{theme}", band.replace("2..4", "4..")), "from 1 to"),
    ] {
        let file = folder.path().join("order.toml");
        fs::write(&file, order).unwrap();
        let out = folder.path().join("out");
        let run = huarong().args(["design", "--pack"]).arg(&file).arg("--out").arg(&out).assert();
        run.failure().stderr(contains(message)).stdout("");
    }
    huarong().args(["design", "--pack", "x.toml"]).assert().failure().stderr(contains("--out"));
    let both = ["design", "--pack", "x.toml", "--out", "x", "--count", "3"];
    huarong().args(both).assert().failure().stderr(contains("cannot be used"));
}
