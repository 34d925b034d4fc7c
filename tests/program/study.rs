//! `huarong study` and `huarong site --board`: their files, and pairs of puzzles, checked by a search of their own.

use crate::common::{csv_rows, huarong, text};
use crate::packs::{Grid, grid, neighbours};
use predicates::str::contains;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

const BOARDS: [&str; 11] = [
    "...C/AA.C/..../.BBB",
    "..C./AAC./..../.BB.",
    "...D/CAAD/C.../CBBB",
    "...D/AA.D/..BB/.CCC",
    "..D./AAD./.BB./.CC.",
    "...D/AA.D/.BBB/..CC",
    "...D/AA.D/CBBB/C...",
    "..DE/AADE/.BB./.CC.",
    "BB.E/DAAE/D.../DCCC",
    "BB.E/AA.E/DCCC/D...",
    "BB.F/EAAF/E.CC/EDDD",
];

/// The fewest moves of a board, and the share of wrong moves among the moves along its optimal solutions.
fn searched(board: &str) -> (usize, f64) {
    let start = grid(board);
    let mut all: BTreeMap<Grid, Vec<Grid>> = BTreeMap::new();
    let mut waiting = vec![start.clone()];
    while let Some(board) = waiting.pop() {
        all.entry(board.clone()).or_insert_with(|| {
            let after = neighbours(&board);
            waiting.extend(after.iter().cloned());
            after
        });
    }
    let is_goal = |board: &Grid| board.iter().any(|row| row.ends_with(&['A', 'A']));
    let mut far: BTreeMap<&Grid, usize> =
        all.keys().filter(|board| is_goal(board)).map(|board| (board, 0)).collect();
    for distance in 0.. {
        let ring: Vec<&Grid> =
            far.iter().filter(|(_, at)| **at == distance).map(|(b, _)| *b).collect();
        if ring.is_empty() {
            break;
        }
        for after in ring.into_iter().flat_map(|board| &all[board]) {
            let (after, _) = all.get_key_value(after).unwrap();
            far.entry(after).or_insert(distance + 1);
        }
    }
    // Numbers of optimal solutions, and of all and of wrong moves along them, summed up.
    let (mut solutions, mut moves, mut wrong) = (0_u32, 0_usize, 0_usize);
    let mut open = vec![(&start, 0, 0)];
    while let Some((board, passed, missed)) = open.pop() {
        if far[board] == 0 {
            (solutions, moves, wrong) = (solutions + 1, moves + passed, wrong + missed);
            continue;
        }
        let after = &all[board];
        let best: Vec<&Grid> = after.iter().filter(|one| far[one] < far[board]).collect();
        let missed = missed + after.len() - best.len();
        open.extend(best.into_iter().map(|one| (one, passed + after.len(), missed)));
    }
    assert!(solutions > 0);
    (far[&start], wrong as f64 / moves as f64)
}

/// The largest sum of differences of some pairs of equally long puzzles, by trying all.
fn best(puzzles: &[(usize, f64)], count: usize) -> f64 {
    let mut most = if count == 0 { 0.0 } else { f64::NEG_INFINITY };
    let Some((first, others)) = puzzles.split_first() else { return most };
    most = f64::max(most, best(others, count));
    for (at, other) in
        others.iter().enumerate().filter(|(_, other)| count > 0 && other.0 == first.0)
    {
        let left: Vec<_> = [&others[..at], &others[at + 1..]].concat();
        most = f64::max(most, (first.1 - other.1).abs() + best(&left, count - 1));
    }
    most
}

/// Runs `study` in a folder with some boards on standard input. Returns the rows of its list.
fn listed(folder: &Path, more: &[&str]) -> Vec<HashMap<String, String>> {
    let mut run = huarong();
    run.current_dir(folder)
        .args(["study", "--boards", "-", "--metric", "straight", "--out", "out"]);
    run.args(more).write_stdin(BOARDS.join("\n")).assert().success();
    csv_rows(&fs::read_to_string(folder.join("out/stimuli.csv")).unwrap())
}

#[test]
fn pairs_are_equally_long_and_differ_most() {
    let known: HashMap<&str, (usize, f64)> = BOARDS.map(|board| (board, searched(board))).into();
    let all: Vec<(usize, f64)> = BOARDS.iter().map(|board| known[board]).collect();
    for count in [1, 2, 3] {
        let folder = tempfile::tempdir().unwrap();
        let rows = listed(folder.path(), &["--pairs", &count.to_string()]);
        assert_eq!(rows.len(), 2 * count);
        let mut sum = 0.0;
        for (number, pair) in rows.chunks(2).enumerate() {
            let [low, high] = [&pair[0], &pair[1]];
            assert_eq!([&low["condition"][..], &high["condition"]], ["low", "high"]);
            assert_eq!([&low["pair"], &high["pair"]], [&(number + 1).to_string(); 2]);
            assert_eq!(low["distance"], high["distance"]);
            for row in pair {
                // A board of 4x4 stands in one line.
                let board = BOARDS.iter().find(|board| board.replace('/', "") == row["start"]);
                let (moves, share) = known[board.unwrap()];
                assert_eq!(row["distance"], moves.to_string());
                let found: f64 = row["wrong_share"].parse().unwrap();
                assert_eq!(row["contrast"], row["wrong_share"]);
                assert!((found - share).abs() < 2e-4, "{row:?}: {share}");
            }
            let share = |row: &HashMap<String, String>| row["wrong_share"].parse::<f64>().unwrap();
            assert!(share(low) < share(high));
            sum += share(high) - share(low);
        }
        assert!((sum - best(&all, count)).abs() < 1e-3 * count as f64, "{count}: {sum}");
    }
}

#[test]
fn a_study_has_its_puzzles_for_the_page_for_jspsych_and_for_trace() {
    let folder = tempfile::tempdir().unwrap();
    // One step, of two possible ones, is wrong at both positions.
    let corridor =
        "name = \"Corridor\"\nstart = \"\"\"\nA..\n.##\n\"\"\"\ngoal = \"\"\"\n..A\n.##\n\"\"\"\n";
    fs::write(folder.path().join("corridor.toml"), corridor).unwrap();
    let list = "board,id,condition,note\ncorridor.toml,hall,easy,x\ndads,dad_1,,y\n..B.AABC.DDC....,c,hard,z\n";
    fs::write(folder.path().join("list.csv"), list).unwrap();
    let run = |out: &str| {
        let arguments = [
            "study",
            "list.csv",
            "--column",
            "board",
            "--metric",
            "unit",
            "--title",
            "A </script> & B",
            "--format",
            "json",
            "--out",
            out,
        ];
        let run = huarong().current_dir(folder.path()).args(arguments).assert().success();
        text(&run.get_output().stdout)
    };
    let printed = run("one");
    let rows: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |key: &str| -> Vec<Value> { rows.iter().map(|row| row[key].clone()).collect() };
    assert_eq!(of("id"), ["hall", "dad_1", "c"]);
    assert_eq!(of("condition"), ["easy".into(), Value::Null, "hard".into()]);
    assert_eq!(of("start"), ["puzzles/hall.toml", "dads", "..B.AABC.DDC...."]);
    assert_eq!((&rows[0]["distance"], &rows[0]["wrong_share"]), (&2.into(), &0.5.into()));
    let out = folder.path().join("one");
    assert_eq!(fs::read_to_string(out.join("puzzles/hall.toml")).unwrap(), corridor);
    let stimuli: Vec<Value> =
        serde_json::from_slice(&fs::read(out.join("stimuli.json")).unwrap()).unwrap();
    assert_eq!(stimuli[0]["description"]["start"], "A../.##");
    assert_eq!(stimuli[2]["description"]["goals"][0][0]["at"], serde_json::json!([2, 1]));
    let page = fs::read_to_string(out.join("index.html")).unwrap();
    let data = page.split_once("id=\"study\">\n").unwrap().1.split_once("</script>").unwrap().0;
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["title"], "A </script> & B");
    assert_eq!(data["stimuli"], serde_json::json!(stimuli));
    let languages: Vec<&String> = data["texts"].as_object().unwrap().keys().collect();
    assert_eq!(languages, ["en", "hans", "hant"]);
    let keys = |language: &str| -> Vec<String> {
        data["texts"][language].as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!((keys("en"), keys("en")), (keys("hans"), keys("hant")));
    // A log of the page, in the folder of the study.
    let log = "participant,start,attempt,event,position\nP,puzzles/hall.toml,1,start,A../.##\nP,puzzles/hall.toml,1,press,\n\
               P,puzzles/hall.toml,1,move,.A./.##\nP,puzzles/hall.toml,1,solved,\nP,dads,1,press,\n";
    let trace = ["trace", "-", "--metric", "unit", "--format", "csv"];
    let traced = huarong().current_dir(&out).args(trace).write_stdin(log).assert().success();
    let traced = traced.stderr(contains("skipped 3 rows without a position"));
    let traced = csv_rows(&text(&traced.get_output().stdout));
    assert_eq!((traced.len(), &traced[1]["distance_change"][..]), (2, "-1"));
    // The same order gives the same bytes.
    run("two");
    for name in ["index.html", "stimuli.json", "stimuli.csv", "huarong-board.js"] {
        let [one, two] =
            ["one", "two"].map(|out| fs::read(folder.path().join(out).join(name)).unwrap());
        assert_eq!(one, two, "{name}");
    }
}

#[test]
fn studies_that_cannot_be_made_are_refused_and_write_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |list: &str, more: &[&str], code: i32, message: &str| {
        fs::write(folder.path().join("list.csv"), list).unwrap();
        let arguments = [&["study", "list.csv", "--out", "out"], more].concat();
        let run = huarong().current_dir(folder.path()).args(arguments).assert().code(code);
        run.stderr(contains(message));
        let out = folder.path().join("out");
        assert!(!out.exists(), "{message}");
    };
    let two = "start\n..B.AABC.DDC....\nAA..............\n";
    refused("board\ndads\n", &[], 1, "no column \"start\": name yours with --column; it has board");
    refused("start\n", &[], 1, "the input has no puzzles");
    refused(
        "start,id\ndads,a/b\n",
        &[],
        1,
        "list.csv:2: the id \"a/b\" has other signs than letters",
    );
    refused("start,id\ndads,a\ndads,a\n", &[], 1, "list.csv:3: the id \"a\" is there twice");
    refused("start,id\n,a\n", &[], 1, "list.csv:2: no puzzle");
    refused("start\nnonsense\n", &[], 1, "list.csv:2");
    refused("start\nAABB............\n", &[], 1, "list.csv:2");
    refused("start\nB.AAB...........\n", &[], 1, "the start is at the goal already");
    refused(two, &["--pairs", "1"], 1, "only 0 pairs of 1 can be made");
    refused(two, &["--pairs", "1", "--contrast", "beauty"], 2, "the measures are wrong_share, ");
    refused(two, &["--contrast", "wrong_moves"], 2, "--pairs");
    refused(two, &["--post", "ftp://example.org"], 2, "begins with https://");
    fs::create_dir_all(folder.path().join("full/x")).unwrap();
    let full = ["study", "dads", "--out", "full"];
    huarong()
        .current_dir(folder.path())
        .args(full)
        .assert()
        .code(1)
        .stderr(contains("is not empty"));
}

/// An opening by its name is the position that it names.
#[test]
fn studies_take_positions_and_openings_of_klotski() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("study");
    let list = folder.path().join("list.csv");
    fs::write(&list, "start\nVBBV/VBBV/VHHV/VSSV/S..S\n").unwrap();
    let study = ["study", "橫刀立馬", list.to_str().unwrap(), "--format", "csv", "--out"];
    let made = huarong().args(study).arg(&out).assert().success();
    let rows = csv_rows(&text(&made.get_output().stdout));
    assert_eq!(rows.len(), 2);
    for row in &rows {
        assert_eq!(row["distance"], "81");
        let file = out.join(&*row["start"]);
        let solve = ["solve", "--format", "json", "--puzzle", file.to_str().unwrap()];
        huarong().args(solve).assert().success().stdout(contains("\"distance\":81,"));
    }
}

#[test]
fn the_package_of_the_element_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("package");
    huarong().args(["site", "--board", "--out"]).arg(&out).assert().success();
    let package: Value =
        serde_json::from_slice(&fs::read(out.join("package.json")).unwrap()).unwrap();
    assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    let script = package["exports"].as_str().unwrap();
    let script = fs::read_to_string(out.join(script)).unwrap();
    assert!(!script.contains("import "), "one file");
    for name in ["HuarongBoard", "HuarongPlugin"] {
        assert!(script.contains(&format!("export const {{ {name} }}")), "{name}");
    }
    assert!(out.join("LICENSE").is_file() && out.join("README.md").is_file());
    huarong()
        .args(["site", "--board", "--out"])
        .arg(&out)
        .assert()
        .code(1)
        .stderr(contains("is not empty"));
}
