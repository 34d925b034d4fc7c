//! `huarong convert` between puzzle files and the formats of other programs.

use crate::common::{Tables, text};
use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use serde_json::json;
use std::fs;
use std::path::Path;

const KNUTH: &str = "2 x 3 (Corner)\n1 = 11/1\n2 = 1\n12\n21\n";
/// The corner puzzle, as `convert` writes it.
const CORNER: &str =
    "name = \"Corner\"\nstart = \"\"\"\nAAB\nA..\n\"\"\"\ngoal = \"\"\"\nBAA\n.A.\n\"\"\"\n";
const RUSH: &str = "IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM";

#[test]
fn convert_reads_the_puzzles_of_others() {
    let tables = Tables::none();
    let file = tables.path().join("corner.txt");
    fs::write(&file, KNUTH).unwrap();
    let path = file.to_str().unwrap();
    assert_eq!(tables.output(&["convert", "--from", "knuth", path]), CORNER);
    let mut run = tables.run(&["convert", "-", "--from", "knuth"]);
    run.write_stdin(KNUTH).assert().success().stdout(CORNER).stderr("");
    // A file without a name for the puzzle gives it its file name; a puzzle from standard input is
    // untitled.
    let boards = tables.path().join("two boards.txt");
    fs::write(&boards, format!("{RUSH}\n60 {RUSH} 2332\n")).unwrap();
    let picked = ["convert", "--from", "rush", "--line", "2", boards.to_str().unwrap()];
    let puzzle = tables.output(&picked);
    assert!(puzzle.starts_with("name = \"two boards\"\nstart = \"\"\"\nIBB#..\n"), "{puzzle}");
    assert!(puzzle.ends_with("moves = 60\nmetric = \"straight\"\npositions = 2332\n"), "{puzzle}");
    let mut run = tables.run(&["convert", "--from", "lumi-a", "-"]);
    run.write_stdin("A.\n\n.A\n").assert().success().stdout(starts_with("name = \"Untitled\"\n"));
}

#[test]
fn convert_writes_puzzles_for_others() {
    let tables = Tables::none();
    let file = tables.path().join("corner.toml");
    fs::write(&file, CORNER).unwrap();
    let path = file.to_str().unwrap();
    let knuth = tables.output(&["convert", path, "--to", "knuth"]);
    assert_eq!(knuth, "2 x 3 Corner\n1 = 11/10\n2 = 1\n12\n21\n");
    // Converts from one format to another, and back.
    let mut run = tables.run(&["convert", "--from", "knuth", "--to", "jimslide", "-"]);
    let jimslide = text(&run.write_stdin(knuth).assert().success().get_output().stdout);
    assert!(jimslide.starts_with("! Corner\nxsize: 3\nysize: 2\npiece: 1 (0,0) (1,0) (0,1)\n"));
    let mut run = tables.run(&["convert", "--from", "jimslide", "-"]);
    run.write_stdin(jimslide).assert().success().stdout(CORNER);
    let mut run = tables.run(&["convert", "--from", "rush", "--to", "rush", "-"]);
    run.write_stdin(RUSH).assert().success().stdout(format!("{RUSH}\n"));
}

/// A puzzle is named as in other commands: by a library name, by --puzzle, or through standard
/// input. Its start is a position.
#[test]
fn convert_knows_puzzles_by_name() {
    let tables = Tables::none();
    let file = tables.path().join("corner.toml");
    fs::write(&file, CORNER).unwrap();
    let path = file.to_str().unwrap();
    let knuth = tables.output(&["convert", path, "--to", "knuth"]);
    assert_eq!(tables.output(&["convert", "--puzzle", path, "--to", "knuth"]), knuth);
    let mut run = tables.run(&["convert", "-", "--to", "knuth"]);
    run.write_stdin(CORNER).assert().success().stdout(knuth.clone());
    let mut run = tables.run(&["convert", "--puzzle", "-", "--to", "knuth"]);
    run.write_stdin(CORNER).assert().success().stdout(knuth);
    let dads = tables.output(&["convert", "dad's", "--to", "jimslide"]);
    assert_eq!(tables.output(&["convert", "--puzzle", "dads", "--to", "jimslide"]), dads);
    let mut run = tables.run(&["convert", "--from", "jimslide", "-"]);
    run.write_stdin(dads).assert().success().stdout(contains("AABB\nAACC\nD..E\nFGHH\nFGII\n"));
    let start = tables.output(&["convert", "--puzzle", "dads", "--to", "grid"]);
    assert_eq!(start, "AABB/AACC/D..E/FGHH/FGII\n");
    let mut run = tables.run(&["query", "--puzzle", "-", "-"]);
    run.write_stdin(CORNER)
        .assert()
        .code(1)
        .stderr(contains("standard input is the puzzle already"));
    let mut run = tables.run(&["check", "-"]);
    run.write_stdin(CORNER).assert().success().stdout(starts_with("Corner\n"));
}

/// A planning task is two files. Its puzzle is named as for other formats.
#[test]
fn convert_writes_planning_tasks() {
    let tables = Tables::none();
    let [file, task, board] =
        ["corner.toml", "made/task", "board.txt"].map(|name| tables.path().join(name));
    fs::write(&file, CORNER).unwrap();
    fs::write(&board, RUSH).unwrap();
    let [file, board, out] = [&file, &board, &task].map(|path| path.to_str().unwrap());
    let read =
        || ["domain.pddl", "problem.pddl"].map(|name| fs::read_to_string(task.join(name)).unwrap());
    let to = ["convert", "--to", "pddl", "--out", out];
    let run = tables.run(&[&to[..], &[file]].concat()).assert().success().stdout("");
    run.stderr(contains(format!("wrote {}", task.join("problem.pddl").display())));
    let written = read();
    assert!(
        written[0].contains("(:action move-11-10-right\n") && written[1].starts_with("; Corner\n")
    );
    assert_eq!(tables.output(&[&to[..], &["--puzzle", file, "--metric", "unit"]].concat()), "");
    assert_eq!(read(), written);
    // A line of a list is the same puzzle.
    let list = tables.path().join("list.jsonl");
    fs::write(&list, format!("{}\n{}\n", json!({"puzzle": RUSH}), json!({"puzzle": CORNER})))
        .unwrap();
    let line = ["--line", "2", list.to_str().unwrap()];
    assert_eq!(tables.output(&[&to[..], &line].concat()), "");
    assert_eq!(read(), written);
    // Earlier files are replaced.
    let from = ["--from", "rush", "--metric", "straight", board];
    assert_eq!(tables.output(&[&to[..], &from].concat()), "");
    let [domain, problem] = read();
    assert!(domain.contains("(:action move-2x1-rows-right-4\n"), "{domain}");
    assert!(problem.starts_with("; board\n") && problem.matches("(at ").count() > 2, "{problem}");
    assert_eq!(fs::read_dir(&task).unwrap().count(), 2);
}

/// A piece may have the sign that joins the rows of a position.
#[test]
fn rows_are_reported_by_their_length() {
    let tables = Tables::none();
    let file = tables.path().join("slash.toml");
    fs::write(&file, "name = 'S'\nstart = '''\n/A.\n//.\n'''\ngoal = '''\n..A\n...\n'''\n")
        .unwrap();
    let path = file.to_str().unwrap();
    let text = tables.output(&["query", "--quiet", "--puzzle", path]);
    let rows: Vec<&str> = text.lines().take(3).map(|line| line.trim_end()).collect();
    assert_eq!(rows[0], "/A.///.");
    assert!(rows[1].starts_with("  /A. ") && rows[2].starts_with("  //. "), "{text}");
    let solve = ["solve", "--quiet", "--puzzle", path, "/A.///."];
    let text = tables.output(&solve);
    assert!(text.contains("\n/A.  "), "{text}");
    assert!(text.lines().any(|line| line.trim_end().ends_with("/.A")), "{text}");
    let csv = tables.output(&[&solve[..], &["--format", "csv"]].concat());
    assert!(csv.starts_with("move,piece,sign,shape,from_column,"), "{csv}");
    assert!(csv.lines().nth(1).is_some_and(|line| line.starts_with("1,A,A,1x1,1,0,2,0,")), "{csv}");
}

/// A puzzle that cannot be converted gives one error with the file's name, and no output.
#[test]
fn convert_says_what_is_wrong_with_a_puzzle() {
    let tables = Tables::none();
    let write = |name: &str, bytes: &[u8]| {
        let path = tables.path().join(name);
        fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let corner = write("corner.toml", CORNER.as_bytes());
    let bytes = write("bytes.txt", b"5 x 5\n\xff\n");
    let boards = write("boards.txt", format!("{RUSH}\n{RUSH}\n").as_bytes());
    let knuth = write("knuth.txt", b"2 x 2\n1 = 1\n3\n");
    let wrong = write("wrong.toml", b"name = 'n'\nstrat = 'A'\n");
    let nowhere = tables.path().join("nowhere").to_str().unwrap().to_owned();
    let nothing = tables.path().join("nothing").to_str().unwrap().to_owned();
    let task = ["--to", "pddl", "--out", &nothing];
    let finger = [&task[..], &["--metric", "finger", &corner]].concat();
    let multi = [&task[..], &["--metric", "multi", &corner]].concat();
    let into_file = ["--to", "pddl", "--out", &corner, &corner];
    let list = write("list.jsonl", format!("{}\n{{\n", json!({"puzzle": CORNER})).as_bytes());
    let cases: [(&[&str], &str); 25] = [
        (&["--line", "1", "--to", "grid", "-"], "use --from or --to"),
        (&["--to", "knuth", "--line", "1", &corner], "corner.toml has one puzzle: omit --line"),
        (&["--to", "knuth", &list], "list.jsonl is a list of puzzles: choose one with --line"),
        (&["--to", "knuth", "--line", "2", &list], "list.jsonl: line 2: not JSON"),
        (&["--to", "knuth", "--line", "3", &list], "list.jsonl: line 3 has no puzzle"),
        (&["--puzzle", &corner, "--to", "knuth", "--line", "1"], "omit --line"),
        (&["--from", "knuth", &knuth], "knuth.txt: line 3: there is no piece \"3\""),
        (&["--from", "knuth", &bytes], "bytes.txt: line 2 is not UTF-8"),
        (&["--from", "knuth", &nowhere], "cannot read "),
        (&["--from", "rush", &boards], "line 2: 2 puzzles found: select one by the number"),
        (&["--from", "rush", "--line", "3", &boards], "line 3: this line belongs to no puzzle"),
        (&["--from", "knuth", "--line", "1", &knuth], "the format knuth has one puzzle"),
        (&["--from", "knuth", &knuth, &knuth], "2 puzzles are named"),
        (&["--from", "knuth", "--to", "pretty", &knuth], "pretty is a notation of positions"),
        (&["--to", "knuth", &corner, &corner], "2 puzzles are named"),
        (&["--puzzle", &corner, "--to", "knuth", "x"], "--puzzle names the puzzle already"),
        (&["--puzzle", &corner, "--from", "knuth", &knuth], "omit --puzzle"),
        (&["--to", "knuth", "no such"], "no puzzle of the library is called \"no such\""),
        (&["--to", "rush", &corner], "rush cannot express this puzzle: its pieces must be cars"),
        (&["--to", "knuth", &wrong], "wrong.toml:2:1: there is no key \"strat\""),
        (&["--to", "pddl", &corner], "name their directory with --out"),
        (&finger, "use the metric unit or straight, not finger"),
        (&multi, "use the metric unit or straight, not multi"),
        (&into_file, "cannot make the directory "),
        (&["--to", "knuth", "--out", &nothing, &corner], "belong to --to pddl: omit them"),
    ];
    for (arguments, reported) in cases {
        let run = tables.run(&[&["convert"], arguments].concat()).assert().code(1).stdout("");
        let error = text(&run.get_output().stderr);
        assert!(error.starts_with("error: ") && error.contains(reported), "{arguments:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    assert!(!Path::new(&nothing).exists());
    for (arguments, reported) in [
        (&["--from", "tatham", "-"][..], "the formats are knuth, jimslide, lumi-a"),
        (&["--to", "gnome", "-"], "puzzles are written as rush, knuth, jimslide, pddl"),
        (&["--from", "rush", "--line", "0", "-"], "--line"),
        (&["--from", "rush", "--format", "positions", "-"], "cannot be used with"),
        (&["--from", "rush"], "required"),
        (&["--metric", "unit", "-"], "required"),
    ] {
        let run = tables.run(&[&["convert"], arguments].concat()).assert().code(2).stdout("");
        run.stderr(contains(reported).and(contains("panicked").not()));
    }
}
