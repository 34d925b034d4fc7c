//! `huarong census`: its output, in parts and after kills, and the input that it rejects.

use crate::common::{Tables, huarong, skipped, text, wait_until};
use huarong::{Oracle, Position};
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::Metric;
use huarong_lab::census::puzzle_file;
use predicates::str::contains;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Stdio;

/// A row of the CSV: board, metric, pieces, distance, start, marked.
type Row = (String, String, usize, u16, String, char);

fn rows(csv: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let columns: Vec<&str> = reader.headers().unwrap().iter().collect();
    assert_eq!(columns, ["board", "metric", "pieces", "distance", "start", "marked"]);
    reader.deserialize().collect::<Result<_, _>>().unwrap()
}

#[test]
fn formats_say_the_same_on_any_number_of_threads() {
    let tables = Tables::none();
    let csv = tables.output(&["census", "3x3", "--format", "csv"]);
    for threads in ["1", "3"] {
        assert_eq!(tables.output(&["census", "3x3", "--format", "csv", "--threads", threads]), csv);
    }
    let rows = rows(&csv);
    // Eight numbers of pieces, each in three metrics.
    assert_eq!(rows.len(), 24);
    let json = tables.output(&["census", "3x3", "--format", "json"]);
    let objects: Vec<Value> =
        json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), rows.len());
    let drawn = tables.output(&["census", "3x3"]);
    for (object, (board, metric, pieces, moves, start, marked)) in objects.iter().zip(&rows) {
        assert_eq!(
            (&object["board"], &object["metric"]),
            (&Value::from(&board[..]), &Value::from(&metric[..]))
        );
        assert_eq!(
            (&object["pieces"], &object["distance"]),
            (&Value::from(*pieces), &Value::from(*moves))
        );
        assert_eq!(
            (&object["start"], &object["marked"]),
            (&Value::from(&start[..]), &Value::from(marked.to_string()))
        );
        for row in start.split('/') {
            assert!(drawn.contains(row), "{row} is not drawn");
        }
    }
    let finger = tables.output(&["census", "3x3", "--metric", "finger", "--format", "csv"]);
    assert_eq!(
        finger.lines().skip(1).collect::<Vec<_>>(),
        csv.lines().filter(|line| line.contains(",finger,")).collect::<Vec<_>>()
    );
    assert_eq!(tables.names(), [""; 0], "what takes a moment leaves nothing");
}

/// `census puzzle` solves each record again.
#[test]
#[ignore = "long: a census"]
fn records_are_as_hard_when_they_are_solved_again() {
    let tables = Tables::none();
    for (_, metric, _, moves, start, marked) in
        rows(&tables.output(&["census", "3x3", "--format", "csv"]))
    {
        let puzzle = tables.output(&["census", "puzzle", &start, &marked.to_string()]);
        let solve = ["solve", "--puzzle", "-", "--metric", &metric, "--format", "json"];
        let solved = tables.run(&solve).write_stdin(puzzle).assert().success();
        let solved: Value = serde_json::from_str(&text(&solved.get_output().stdout)).unwrap();
        assert_eq!(solved["distance"], Value::from(moves), "{start}, {marked}, {metric}");
    }
}

/// Record holders are accepted wherever a puzzle is named, and are listed on request.
#[test]
fn record_holders_are_puzzles_of_the_library() {
    let tables = Tables::none();
    let solve =
        ["solve", "--puzzle", "census-4x4-9-finger", "--metric", "finger", "--format", "json"];
    let solved: Value = serde_json::from_str(&tables.output(&solve)).unwrap();
    // Bickford's largest number.
    assert_eq!(solved["distance"], Value::from(132));
    let listed = tables.output(&["puzzles", "census-3x3-8", "--format", "csv"]);
    let rows: Vec<&str> = listed.lines().skip(1).collect();
    assert!(
        !rows.is_empty() && rows.iter().all(|row| row.starts_with("census-3x3-8-")),
        "{listed}"
    );
    assert!(rows.iter().all(|row| row.contains("equal (")), "{listed}");
    // A name of published puzzles alone does not match record holders.
    assert!(!tables.output(&["puzzles", "hughes"]).contains("census"));
    let error = tables.error(&["solve", "--puzzle", "census-4x4-9-fingre"]);
    assert!(error.contains("did you mean census-4x4-9-finger?"), "{error}");
}

#[test]
fn limits_narrow_a_census() {
    let tables = Tables::none();
    let print = |limits: &[&str]| {
        rows(&tables.output(&[&["census", "3x4", "--format", "csv"], limits].concat()))
    };
    let hardest = |rows: &[Row]| -> BTreeMap<(String, usize), u16> {
        rows.iter().map(|row| ((row.1.clone(), row.2), row.3)).collect()
    };
    let all = hardest(&print(&[]));
    let shapes = |row: &Row| {
        let lines: Vec<&str> = row.4.split('/').collect();
        let mut shapes = BTreeMap::new();
        for (line, signs) in lines.iter().enumerate() {
            for (column, sign) in signs.chars().enumerate().filter(|(_, sign)| *sign != '.') {
                shapes.entry(sign).or_insert_with(Vec::new).push((column, line));
            }
        }
        shapes
            .into_values()
            .map(|mut cells: Vec<(usize, usize)>| {
                let left = cells.iter().map(|cell| cell.0).min().unwrap();
                let top = cells.iter().map(|cell| cell.1).min().unwrap();
                cells.iter_mut().for_each(|cell| *cell = (cell.0 - left, cell.1 - top));
                cells
            })
            .collect::<std::collections::BTreeSet<_>>()
    };
    for (limits, keeps) in [
        (&["--max-shapes", "2"][..], (|shapes, _| shapes <= 2) as fn(usize, usize) -> bool),
        (&["--max-pieces", "3"], |_, pieces| pieces <= 3),
    ] {
        let narrowed = print(limits);
        assert!(
            !narrowed.is_empty() && narrowed.iter().all(|row| keeps(shapes(row).len(), row.2)),
            "{limits:?}"
        );
        assert!(hardest(&narrowed).iter().all(|(sort, moves)| all[sort] >= *moves));
    }
    // A limit on the pieces does not change the puzzles.
    let few: BTreeMap<_, _> = all
        .iter()
        .filter(|((_, pieces), _)| *pieces <= 3)
        .map(|(sort, moves)| (sort.clone(), *moves))
        .collect();
    assert_eq!(hardest(&print(&["--max-pieces", "3"])), few);
    for row in print(&["--rectangles"]) {
        for shape in shapes(&row) {
            let [columns, lines] =
                [shape.iter().map(|cell| cell.0).max(), shape.iter().map(|cell| cell.1).max()]
                    .map(|most| most.unwrap() + 1);
            assert_eq!(columns * lines, shape.len(), "{row:?}");
        }
    }
}

#[test]
fn parts_are_joined() {
    let tables = Tables::none();
    let file = |name: &str| tables.path().join(name).to_str().unwrap().to_owned();
    let names: Vec<String> = (1..=3).map(|number| file(&format!("{number}.part"))).collect();
    for (number, name) in (1..).zip(&names) {
        let part = format!("{number}/3");
        let reported =
            tables.output(&["census", "3x4", "--max-pieces", "4", "--part", &part, "--out", name]);
        assert!(reported.contains(&part) && reported.contains(name), "{reported}");
    }
    let [one, two, three] = [0, 1, 2].map(|number| &names[number][..]);
    let whole = tables.output(&["census", "3x4", "--max-pieces", "4", "--format", "csv"]);
    assert_eq!(tables.output(&["census", "join", three, one, two, "--format", "csv"]), whole);
    // A stored complete census is printed again.
    let kept = file("whole");
    assert_eq!(
        tables.output(&["census", "3x4", "--max-pieces", "4", "--out", &kept, "--format", "csv"]),
        whole
    );
    assert_eq!(tables.output(&["census", "join", &kept, "--format", "csv"]), whole);
    // Joined parts are stored like a whole census, and replace the remains of a killed run.
    let joined = file("joined");
    fs::write(file(".huarong-census-unfinished-joined-1"), &fs::read(&kept).unwrap()[..9]).unwrap();
    let printed =
        tables.output(&["census", "join", two, three, one, "--out", &joined, "--format", "csv"]);
    assert_eq!(printed, whole);
    assert_eq!(fs::read(&joined).unwrap(), fs::read(&kept).unwrap());
    for name in ["kept", "joined"].map(file) {
        let unfinished =
            file(&format!(".huarong-census-unfinished-{}-1", name.rsplit('/').next().unwrap()));
        fs::write(&unfinished, "huarong").unwrap();
        tables.output(&["census", "2x2", "--out", &name]);
        assert!(!Path::new(&unfinished).exists());
    }
    let error = tables.error(&["census", "join", one, two, three, "--out", &file("")]);
    assert!(error.contains("is a directory"), "{error}");

    // Parts that do not match.
    assert!(tables.error(&["census", "join", one, three]).contains("part 2/3 is missing"));
    assert!(
        tables
            .error(&["census", "join", one, two, three, one])
            .contains("1.part contains tasks that another")
    );
    let other = file("other");
    tables.output(&["census", "3x3", "--part", "2/3", "--out", &other]);
    let error = tables.error(&["census", "join", one, &other, three]);
    assert!(error.contains("census of 3x3") && error.contains("of 3x4 --max-pieces 4"), "{error}");
    let half = file("half");
    tables.output(&["census", "3x4", "--max-pieces", "4", "--part", "1/2", "--out", &half]);
    // A part prints no puzzles.
    tables.run(&["census", "3x4", "--part", "1/2", "--format", "json"]).assert().code(2);
    assert!(
        tables
            .error(&["census", "join", &half, one])
            .contains("another of the files also contains")
    );

    // Invalid files.
    let sound = fs::read_to_string(one).unwrap();
    let work = sound.lines().find(|line| line.starts_with("work ")).unwrap();
    for (damaged, fault) in [
        (sound.replacen("record", "recall", 1), "its checksum does not match"),
        (sound[..sound.len() / 2].to_owned(), "its checksum does not match"),
        (sound.replacen("census 3", "census 4", 1), "its checksum does not match"),
        (
            with_checksum(&sound, work, "work 0000000000000000"),
            "another build of the program with other tasks",
        ),
        // Records of non-rectangular pieces in a census of rectangles, and a task beyond the last.
        (with_checksum(&sound, "rectangles false", "rectangles true"), "is invalid"),
        (with_checksum(&sound, "done ", "done f"), "line 11 is invalid"),
        ("start = 1".to_owned(), "does not start like one"),
        (String::new(), "does not start like one"),
    ] {
        fs::write(one, damaged).unwrap();
        let error = tables.error(&["census", "join", one, two, three]);
        assert!(error.contains("1.part cannot be read") && error.contains(fault), "{error}");
    }
    let error = tables.error(&["census", "join", &file("nowhere")]);
    assert!(error.contains("cannot read") && error.contains("nowhere"), "{error}");
}

/// A file in which a line with the given start is replaced, with its checksum corrected.
fn with_checksum(file: &str, from: &str, to: &str) -> String {
    let (facts, _) = file.split_once("checksum").unwrap();
    assert!(facts.contains(from));
    let facts = facts.replacen(from, to, 1);
    format!("{facts}checksum {:016x}\n", xxhash_rust::xxh3::xxh3_64(facts.as_bytes()))
}

#[test]
fn what_cannot_be_is_refused_before_any_work() {
    let tables = Tables::none();
    for (board, words) in [
        // 5x5 has 3,117,469,335,485 packings (`huarong count --packings 5x5`).
        ("5x5", &["5x5", "3,117,469,335,485 packings would take 12 days", "20 cells"][..]),
        ("3x7", &["3x7", "packings", "20 cells"]),
        // The packings of a row of n cells are the Fibonacci numbers F(2n + 1).
        ("21x1", &["21x1 is too large", "433,494,437 packings would take 2 minutes", "20 cells"]),
        ("200x200", &["200x200", "20 cells"]),
        ("1x1", &["no puzzles", "at least two cells"]),
        ("0x4", &["0x4", "from 1"]),
        ("four", &["not a board size", "such as 4x5"]),
    ] {
        let error = tables.error(&["census", board]);
        for word in words {
            assert!(error.contains(word), "{board}: {error}");
        }
        assert!(!error.contains(" 0 "), "{error}");
    }
    let missing = tables.error(&["census", "2x2", "--out", "/nowhere/at/all"]);
    assert!(missing.contains("/nowhere/at"), "{missing}");
    let error = tables.error(&["census", "2x2", "--out", tables.path().to_str().unwrap()]);
    assert!(error.contains("is a directory"), "{error}");
    let memory = tables.error(&["census", "3x4", "--memory", "10kB", "--checkpoint-every", "0"]);
    for word in ["3,360 positions", "raise the memory limit", "fewer threads"] {
        assert!(memory.contains(word), "{memory}");
    }
    for command in ["census", "build"] {
        let every = huarong().args([command, "3x3", "--checkpoint-every", "nan"]).assert().code(2);
        every.stderr(contains("write a whole number of seconds up to 4294967295, such as 60"));
    }
    for arguments in [
        &["census"][..],
        &["census", "3x3", "--part", "4/3"],
        &["census", "3x3", "--part", "0/3"],
        &["census", "3x3", "--part", "one"],
        &["census", "3x3", "--max-shapes", "0"],
        &["census", "3x3", "--max-pieces", "0"],
        &["census", "join"],
    ] {
        huarong().args(arguments).assert().code(2).stderr(contains("error: "));
    }
    for (start, marked, words) in [
        ("AB/B", "A", "different lengths"),
        ("AB/.B", "C", "no piece C"),
        ("AB/.B", "B", "upper left corner"),
        ("AA/A.", "A", "lower right cell"),
        ("A#/..", "A", "a dot"),
        ("A.A/...", "A", "piece A is not connected"),
        ("A.B/B..", "A", "piece B is not connected"),
        ("AB/CD", "A", "at least one cell must be empty, written as a dot"),
        (&format!("A{}", ".".repeat(399)), "A", "at most 20 cells, like 4x5, and this one has 400"),
        ("A../.../.../.../.../.../...", "A", "this one has 21"),
    ] {
        let error = tables.error(&["census", "puzzle", start, marked]);
        assert!(error.contains(words) && error.lines().count() == 1, "{error}");
    }
    assert_eq!(tables.names(), [""; 0]);
}

/// A killed census resumes from its checkpoint. An unusable checkpoint is discarded with a message.
#[test]
#[ignore = "long: kills"]
fn a_killed_census_goes_on() {
    if cfg!(not(unix)) {
        return skipped("kill -9 is of Unix");
    }
    let tables = Tables::none();
    let census = ["census", "3x4", "--max-pieces", "6", "--format", "csv"];
    let whole = tables.output(&census);
    let checkpoint = tables.path().join(".huarong-census-3x4-max-pieces-6-1-of-1");
    let mut slow = tables.process(&census);
    slow.args(["--checkpoint-every", "0", "--threads", "1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = slow.spawn().unwrap();
    wait_until("there is a checkpoint", || {
        checkpoint.exists() || child.try_wait().unwrap().is_some()
    });
    // Another run of the same census has to wait; a census of other puzzles does not.
    let error = tables.error(&census);
    assert!(child.try_wait().unwrap().is_none(), "it is at work");
    for word in
        ["another process runs the census of 3x4 --max-pieces 6 in ", "wait for it", "--data-dir"]
    {
        assert!(error.contains(word), "{error}");
    }
    assert_eq!(error.lines().count(), 1, "{error}");
    tables.output(&["census", "3x4", "--max-pieces", "2"]);
    child.kill().unwrap();
    child.wait().unwrap();
    let left = fs::read(&checkpoint).expect("it was killed long before its end");
    // Nobody holds the lock any more, but its file still exists.
    let lock = tables.path().join(".huarong-census-lock-3x4-max-pieces-6-1-of-1");
    assert!(lock.exists());
    // The killed run may have been writing the next checkpoint; this simulates it.
    let name = checkpoint.file_name().unwrap().to_str().unwrap().trim_start_matches('.');
    fs::write(tables.path().join(format!(".huarong-census-unfinished-{name}-1")), &left[..9])
        .unwrap();
    let going_on = tables.run(&census).assert().success();
    assert_eq!(text(&going_on.get_output().stdout), whole);
    let said = text(&going_on.get_output().stderr);
    assert!(said.contains("continuing from a checkpoint"), "{said}");
    assert_eq!(tables.names(), [""; 0]);

    let mut damaged = left.clone();
    damaged[left.len() / 2] ^= 1;
    let foreign = tables.path().join("foreign");
    tables.output(&["census", "2x3", "--out", foreign.to_str().unwrap()]);
    for (bytes, fault) in [
        (damaged, "its checksum does not match"),
        (fs::read(&foreign).unwrap(), "the checkpoint of another census or version"),
    ] {
        fs::write(&checkpoint, bytes).unwrap();
        let anew = tables.run(&census).assert().success();
        assert_eq!(text(&anew.get_output().stdout), whole);
        let said = text(&anew.get_output().stderr);
        assert!(said.contains(fault) && said.contains("starting anew"), "{said}");
        assert!(!checkpoint.exists());
    }
}

/// A row of `census.csv`.
#[derive(Debug, Deserialize, PartialEq)]
struct Holder {
    board: String,
    metric: String,
    by: String,
    number: usize,
    distance: u16,
    start: String,
    marked: char,
    solution_count: String,
    reachable: u64,
    command: String,
}

fn holders(csv: &str) -> Vec<Holder> {
    csv::Reader::from_reader(csv.as_bytes()).deserialize().collect::<Result<_, _>>().unwrap()
}

const KEPT: &str = include_str!("../../reports/census.csv");

/// The census report matches the published one for its board in `reports/`.
#[test]
fn the_report_is_what_is_kept() {
    let tables = Tables::none();
    let file = |name: &str| tables.path().join(name).to_str().unwrap().to_owned();
    let [three, twelve, out] = ["3x3", "3x4", "out"].map(file);
    let printed = tables.output(&["census", "3x3", "--out", &three, "--format", "csv"]);
    tables.output(&["census", "3x4", "--out", &twelve]);
    let report = ["report", "census", "--census", &three, "--census", &twelve, "--out", &out];
    assert!(tables.output(&report).starts_with("2 boards\n"));
    let read = |name: &str| fs::read_to_string(format!("{out}/{name}")).unwrap();
    let kept = holders(KEPT);
    let written = holders(&read("census.csv"));
    assert!(
        written.len() > 100 && kept.starts_with(&written),
        "`huarong report census` writes it anew"
    );
    let by_pieces = written.iter().filter(|holder| holder.board == "3x3" && holder.by == "pieces");
    let by_pieces = by_pieces.map(|holder| {
        let Holder { board, metric, number, distance, start, marked, .. } = holder;
        (board.clone(), metric.clone(), *number, *distance, start.clone(), *marked)
    });
    assert_eq!(by_pieces.collect::<Vec<Row>>(), rows(&printed));
    let totals = include_str!("../../reports/census_totals.csv");
    assert!(totals.starts_with(&read("census_totals.csv")));
    let page = include_str!("../../reports/census.md");
    assert!(page.starts_with(&read("census.md")));
    assert!(read("census-3x4.svg") == include_str!("../../reports/census-3x4.svg"));
    let error = tables.error(&["report", "census", "--board", "3x4", "--out", &out]);
    assert!(error.contains("omit --puzzle and --board"), "{error}");
}

/// `--out` replaces censuses of any version, and empty files; it refuses any other file before any
/// work.
#[test]
fn a_census_replaces_no_other_file() {
    let tables = Tables::none();
    let path = tables.path().join("out");
    let out = path.to_str().unwrap();
    let part = tables.path().join("whole.part");
    let part = part.to_str().unwrap();
    tables.output(&["census", "2x2", "--out", part]);
    let join = ["census", "join", part, "--out", out];
    for mine in ["my notes\n", "huarong", "board,metric\n"] {
        fs::write(&path, mine).unwrap();
        for arguments in [&["census", "2x2", "--out", out][..], &join] {
            let error = tables.error(arguments);
            assert!(error.contains(out) && error.contains("is not a census"), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), mine);
        }
    }
    for old in ["", "huarong census 1\n"] {
        for arguments in [&["census", "2x2", "--out", out][..], &join] {
            fs::write(&path, old).unwrap();
            tables.output(arguments);
            assert_eq!(fs::read(&path).unwrap(), fs::read(part).unwrap());
        }
    }
}

/// A report accepts parts like whole censuses, and names the missing part.
#[test]
#[ignore = "long: a census"]
fn a_report_joins_parts() {
    let tables = Tables::none();
    let file = |name: &str| tables.path().join(name).to_str().unwrap().to_owned();
    let [one, two, small, whole, out] = ["one", "two", "small", "whole", "out"].map(file);
    tables.output(&["census", "3x3", "--part", "1/2", "--out", &one]);
    tables.output(&["census", "3x3", "--part", "2/2", "--out", &two]);
    tables.output(&["census", "3x3", "--out", &whole]);
    tables.output(&["census", "2x3", "--out", &small]);
    let report = |files: &[&str]| {
        let files = files.iter().flat_map(|file| ["--census", file]);
        ["report", "census", "--out", &out]
            .into_iter()
            .chain(files)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let read = || fs::read_to_string(format!("{out}/census.csv")).unwrap();
    let output = |files: &[&str]| {
        tables.output(&report(files).iter().map(String::as_str).collect::<Vec<_>>());
        read()
    };
    let [few, finger] = ["few", "finger"].map(file);
    tables.output(&["census", "3x3", "--max-pieces", "2", "--out", &few]);
    tables.output(&["census", "3x3", "--metric", "finger", "--out", &finger]);
    let of_whole = output(&[&whole, &small]);
    assert_eq!(output(&[&one, &small, &two]), of_whole);
    assert!(of_whole.starts_with("board,") && of_whole.contains("\n2x3,"), "{of_whole}");
    for (files, words) in [
        (&[&one[..], &small][..], "part 2/2 is missing"),
        (&[&one, &two, &one], "another of the files also contains"),
        (&[&whole, &whole], "another of the files also contains"),
        (&[&small, &few], "that of 3x3 --max-pieces 2 is limited"),
        (&[&whole, &finger], "two censuses of 3x3"),
    ] {
        let arguments = report(files);
        let error = tables.error(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(error.contains(words) && error.lines().count() == 1, "{error}");
        assert_eq!(read(), of_whole, "nothing was written");
    }
}

/// The published census of 4x4 begins with Bickford's row, and each record holder is solved again.
#[test]
#[ignore = "long: a census"]
fn kept_record_holders_are_as_hard_as_they_are_said_to_be() {
    let kept = holders(KEPT);
    let row: Vec<u16> = kept
        .iter()
        .filter(|holder| {
            holder.board == "4x4" && holder.by == "pieces" && holder.metric == "finger"
        })
        .map(|holder| holder.distance)
        .collect();
    assert_eq!(row, [1, 4, 9, 19, 36, 51, 62, 89, 132, 81, 64, 73, 61, 25, 21]);
    let mut solved = 0;
    for holder in kept.iter().filter(|holder| holder.by != "shapes") {
        let metric: Metric = holder.metric.parse().unwrap();
        let text = puzzle_file(&holder.start, holder.marked).unwrap();
        let Setup { puzzle, start } = PuzzleFile::parse(&text).unwrap().setup().unwrap();
        let start = Position::new(&puzzle, start).unwrap();
        let oracle = Oracle::solve(&start, metric).unwrap();
        assert_eq!(oracle.distance(&start).unwrap(), Some(holder.distance), "{holder:?}");
        let count = oracle.count_solutions(&start).unwrap();
        assert_eq!(count.to_string(), holder.solution_count, "{holder:?}");
        let asked = format!("huarong census puzzle {} {} |", holder.start, holder.marked);
        assert!(holder.command.starts_with(&asked), "{holder:?}");
        solved += 1;
    }
    assert!(solved > 150, "{solved}");
}

/// The totals of the census add up to all packings.
#[test]
fn kept_totals_add_up() {
    let totals = include_str!("../../reports/census_totals.csv");
    let mut sums: BTreeMap<String, [u64; 4]> = BTreeMap::new();
    for row in csv::Reader::from_reader(totals.as_bytes()).deserialize() {
        let (board, sets, positions, outcome, marked_sets, marked): (
            String,
            u64,
            u64,
            String,
            u64,
            u64,
        ) = row.unwrap();
        let sum = sums.entry(board).or_insert([sets, positions, 0, 0]);
        match &outcome[..] {
            "all" => assert_eq!(sum[2..], [marked_sets, marked]),
            _ => {
                sum[2] += marked_sets;
                sum[3] += marked;
            }
        }
    }
    // 55,807,716 packings of 4x4; this many have at least one empty cell and one piece.
    assert_eq!(sums["4x4"][1], 54_116_025);
    // 6,904,653,755 packings of 4x5, minus 103,015,508 without an empty cell and one without a
    // piece.
    assert_eq!(sums["4x5"][1], 6_904_653_755 - 103_015_508 - 1);
    assert_eq!(sums.len(), 4, "{sums:?}");
}
