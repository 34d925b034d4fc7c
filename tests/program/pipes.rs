//! Whole-program tests: standard input, pipes between commands, and common first inputs.

use crate::common::{METRICS, START, STUCK, Tables, csv_rows, huarong, text};
use naive::Naive;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::process::{Command, Stdio};

/// One finger move from the goal.
const LONE: &str = "..../..../.BB./.BB./....";

/// The printed JSON objects, one per line.
fn records(printed: &[u8]) -> Vec<Value> {
    text(printed).lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[test]
fn a_line_that_is_too_long_is_one_bad_line() {
    let tables = Tables::of(&["1h4v4s"]);
    let long = "B".repeat(3 << 20);
    for command in ["query", "solve"] {
        let input = format!("{START}\n{long}\n{START}\n{long}");
        let run =
            tables.run(&[command, "-", "--format", "json"]).write_stdin(input).assert().code(1);
        let answered = records(&run.get_output().stdout);
        let positions: Vec<&Value> = answered.iter().map(|answer| &answer["position"]).collect();
        let start = &Value::from(START);
        assert_eq!(positions, [start, &Value::Null, start, &Value::Null], "{command}");
        assert!(answered[1]["input"].as_str().unwrap().len() <= 100);
        let errors = text(&run.get_output().stderr);
        for line in ["line 2", "line 4"] {
            let error = format!("{line}: not a position: longer than 1048576 bytes");
            assert!(errors.contains(&error), "{errors}");
        }
        assert!(errors.contains("2 of 4 positions refused"), "{errors}");
    }
}

#[test]
fn marks_and_blanks_around_positions_are_read_past() {
    let tables = Tables::of(&["1h4v4s"]);
    let rows = START.replace('/', "\n");
    let wanted = tables.output(&["convert", START, "--to", "grid"]);
    for input in [
        format!("\u{feff}{START}\n"),
        format!("\u{feff}\n   \n\t{START} \t\n \t\n"),
        format!("\u{feff}{rows}\n"),
        format!("\u{feff}{}\r\n", rows.replace('\n', "\r\n")),
        format!("  {}  \n\n", rows.replace('\n', "\t\n  ")),
        "\u{feff}橫刀立馬\n".to_owned(),
    ] {
        let mut run = tables.run(&["convert", "-", "--to", "grid"]);
        run.write_stdin(input.clone()).assert().success().stdout(wanted.clone()).stderr("");
        if input.contains(['/', '橫']) {
            let answers =
                tables.run(&["query", "-", "--format", "json"]).write_stdin(input).assert();
            assert_eq!(records(&answers.success().get_output().stdout)[0]["position"], START);
        }
    }
}

#[test]
fn grids_are_read_however_they_are_typed() {
    let tables = Tables::none();
    let wanted = format!("{START}\n");
    for typed in [
        START.to_lowercase(),
        START.to_lowercase().replace('/', ""),
        START.replace('/', " "),
        START.to_lowercase().replace('/', "  "),
        START.replace('/', " / "),
        format!(" {START}\t"),
        format!("\n{}\n\n", START.replace('/', "\n")),
        format!("  {} ", START.replace('/', "")),
        // A space that stands for an empty cell is kept.
        START.replace('.', " "),
    ] {
        tables.run(&["convert", &typed, "--to", "grid"]).assert().success().stdout(wanted.clone());
    }
}

#[test]
fn pinyin_is_read_with_its_tone_marks() {
    let tables = Tables::none();
    for name in ["héng dāo lì mǎ", "Héng-Dāo-Lì-Mǎ", "hengdaolima", "he\u{301}ng da\u{304}o lì mǎ"]
    {
        let wanted = format!("{START}\n");
        tables.run(&["convert", name, "--to", "grid"]).assert().success().stdout(wanted);
    }
    // The ü of 三英戰呂布, which slugs write as v.
    let name = tables.output(&["convert", "三英戰呂布", "--to", "grid"]);
    tables.run(&["convert", "sān yīng zhàn lǚ bù", "--to", "grid"]).assert().success().stdout(name);
}

#[test]
fn what_cannot_be_solved_is_an_answer_for_programs() {
    let tables = Tables::of(&["0h5v4s"]);
    let solve = |arguments: &[&str]| {
        let run = tables.run(&[&["solve", STUCK], arguments].concat()).assert().success();
        run.stderr("").get_output().stdout.clone()
    };
    let one = &records(&solve(&["--format", "json"]))[0];
    assert_eq!((&one["position"], &one["distance"]), (&STUCK.into(), &Value::Null));
    assert_eq!((&one["moves"], &one["verdict"]), (&Value::Array(vec![]), &"unsolvable".into()));
    let count = &records(&solve(&["--count", "--format", "json"]))[0];
    assert_eq!((&count["distance"], &count["solution_count"]), (&Value::Null, &"0".into()));
    let all = &records(&solve(&["--all", "--format", "json"]))[0];
    assert_eq!((&all["solution_count"], &all["solutions"]), (&"0".into(), &Value::Array(vec![])));
    let row = &csv_rows(&text(&solve(&["--count", "--format", "csv"])))[0];
    assert_eq!([&row["position"][..], &row["distance"], &row["solution_count"]], [STUCK, "", "0"]);
    assert_eq!(row["verdict"], "unsolvable");
    // A list of moves has no verdict, and could be that of a goal position.
    for arguments in [&[][..], &["--format", "csv"], &["--all", "--format", "csv"]] {
        let run = tables.run(&[&["solve", STUCK], arguments].concat()).assert().code(1);
        let run = run.stderr(contains("cannot reach the goal"));
        assert_eq!(csv_rows(&text(&run.get_output().stdout)), []);
    }
    let help = tables.output(&["help", "solve"]);
    assert!(help.contains("exit code is 1. It is 0 in JSON, and in CSV of `--count`"), "{help}");
}

#[test]
fn many_positions_are_solved_in_order() {
    let tables = Tables::of(&["0h0v0s", "0h5v4s"]);
    let naive = Naive::klotski();
    let at_goal = "..../..../..../.BB./.BB.";
    let good = format!("{LONE}\n\n{STUCK}\n{at_goal}\n");
    let distances = naive.distances(&[1, 0, 0, 0], "unit");
    let arguments = ["solve", "-", "--metric", "unit", "--format"];
    let solve =
        |format, input: &str| tables.run(&arguments).arg(format).write_stdin(input).assert();
    let answers = records(&solve("json", &good).success().get_output().stdout);
    let wanted = [distances[LONE].map(u64::from), None, Some(0)];
    assert_eq!(answers.len(), 3);
    for ((answer, position), distance) in answers.iter().zip([LONE, STUCK, at_goal]).zip(wanted) {
        assert_eq!(
            (answer["position"].as_str(), answer["distance"].as_u64()),
            (Some(position), distance)
        );
        assert_eq!(answer["moves"].as_array().unwrap().len() as u64, distance.unwrap_or(0));
    }
    let lines = text(&solve("text", &good).success().get_output().stdout);
    let first = format!("{LONE}: 1 unit move: B2,3↓");
    let stuck = format!("{STUCK} cannot reach the goal");
    assert_eq!(
        lines.lines().collect::<Vec<_>>(),
        [first, stuck, format!("{at_goal}: 0 unit moves")]
    );
    let rows = csv_rows(&text(&solve("csv", &good).success().get_output().stdout));
    let cells = |row: &HashMap<String, String>| {
        ["line", "input", "moves", "verdict"].map(|column| row[column].clone())
    };
    let wanted = [
        ["1", LONE, at_goal, "solved"],
        ["3", STUCK, "", "unsolvable"],
        ["4", at_goal, "", "solved"],
    ];
    assert_eq!(rows.iter().map(cells).collect::<Vec<_>>(), wanted);

    let bad = solve("json", &format!("{LONE}\nnonsense\n{at_goal}\n")).code(1);
    assert_eq!(records(&bad.get_output().stdout).len(), 3);
    bad.stderr(contains("error: line 2: ").and(contains("error: 1 of 3 positions refused")));
}

#[test]
fn many_positions_are_led_to_one() {
    let tables = Tables::none();
    let input = format!("{LONE}\n{START}\n..../..../..../.BB./.BB.\n");
    let arguments = ["solve", "-", "--to", LONE, "--count", "--format", "json"];
    let run = tables.run(&arguments).write_stdin(input).assert().success().stderr("");
    let answers = records(&run.get_output().stdout);
    let distances: Vec<Option<u64>> = answers.iter().map(|a| a["distance"].as_u64()).collect();
    assert_eq!(distances, [Some(0), None, Some(1)]);
    assert_eq!(
        (&answers[1]["verdict"], &answers[1]["target"]),
        (&"unsolvable".into(), &LONE.into())
    );
}

#[test]
fn commands_read_what_others_print() {
    let tables = Tables::of(&["0h0v1s", "1h4v4s"]);
    for producer in [
        &["sample", "0h0v1s", "--count", "5"][..],
        &["openings", "--piece-set", "1h4v4s"],
        &["hardest", "0h0v1s", "1h4v4s"],
        &["convert", START, LONE],
    ] {
        let printed = tables.output(&[producer, &["--format", "positions"]].concat());
        let positions: Vec<&str> = printed.lines().collect();
        assert!(positions.len() > 1, "{producer:?}");
        for consumer in [&["query", "-"][..], &["solve", "-", "--count"]] {
            let run = tables.run(&[consumer, &["--format", "json"]].concat());
            let answers = { run }.write_stdin(printed.clone()).assert().success();
            let answers = records(&answers.get_output().stdout);
            let answered: Vec<&str> =
                answers.iter().map(|a| a["position"].as_str().unwrap()).collect();
            assert_eq!(answered, positions, "{producer:?} {consumer:?}");
        }
    }
}

#[test]
fn what_people_type_first() {
    let tables = Tables::of(&["0h0v0s", "0h0v1s", "1h4v4s"]);
    // `--limit` implies a list, `--from` alone means towards the goal, and names are
    // case-insensitive.
    let listed = tables.output(&["solve", START, "--all", "--limit", "2"]);
    assert_eq!(tables.output(&["solve", START, "--limit", "2"]), listed);
    assert_eq!(tables.output(&["solve", "--from", START]), tables.output(&["solve", START]));
    let unit = tables.output(&["solve", START, "--metric", "unit"]);
    assert_eq!(tables.output(&["solve", START, "--metric", "Unit"]), unit);
    tables.output(&["build", "0h0v0s", "--metric", "FINGER"]);

    // One metric, in text only.
    let finger = tables.output(&["query", START, "--metric", "finger"]);
    assert!(finger.contains("distance   finger 81\n") && !finger.contains("unit"), "{finger}");
    let reported = tables.output(&["query", START]);
    // The report of a single metric equals its part of the full report.
    let (_, best) = reported.split_once("\n  finger").unwrap();
    assert!(finger.ends_with(&format!("\n  finger{best}")), "{finger}");
    // Positions given by number.
    for number in ["1h4v4s:55580", "1H4V4S:55,580"] {
        assert_eq!(tables.output(&["query", "--index", number]), reported);
    }
    for (wrong, wanted) in [
        ("1h4v4s:65880", "with indices 0 to 65,879"),
        ("1h4v4s", "not a piece set with an index"),
        ("1h4v4s:first", "not a piece set with an index"),
        ("1h9v:0", "covers 24 cells"),
    ] {
        let error = tables.error(&["query", "--index", wrong]);
        assert!(error.contains(wanted), "{error}");
        // One of several has a row, which names the index as written.
        let several = ["query", "--index", "1h4v4s:55580", "--index", wrong, "--format", "csv"];
        let run = tables.run(&several).assert().code(1).stderr(contains(wanted));
        let rows = csv_rows(&text(&run.get_output().stdout));
        assert_eq!(
            rows.iter().map(|row| &row["input"][..]).collect::<Vec<_>>(),
            ["1h4v4s:55580", wrong]
        );
        assert_eq!((&rows[0]["position"][..], &rows[1]["position"][..]), (START, ""));
        assert!(rows[1]["error"].contains(wanted), "{rows:?}");
    }
    tables.run(&["query", START, "--metric", "multi", "--format", "json"]).assert().code(2);

    // `verify` of a single piece set does not depend on damage to others.
    let proof = tables.output(&["verify", "0h0v1s"]);
    assert!(proof.contains("0h0v1s-unit") && !proof.contains("0h0v0s"), "{proof}");
    assert!(proof.ends_with("every distance is correct\n"), "{proof}");
    let error = tables.error(&["verify", "0h0v1s", "0h1v0s"]);
    assert!(
        error.contains("0h1v0s has no readable table") && error.contains("huarong build 0h1v0s"),
        "{error}"
    );
    assert!(tables.error(&["verify", "everything"]).contains("not a piece set"));
}

#[test]
fn the_hardest_are_those_of_brute_force() {
    let tables = Tables::of(&["0h0v1s"]);
    let naive = Naive::klotski();
    for metric in METRICS {
        let distances = naive.distances(&[1, 0, 0, 1], metric);
        let most = distances.values().flatten().max().unwrap();
        let mut farthest: Vec<&str> = distances
            .iter()
            .filter(|(_, distance)| *distance == &Some(*most))
            .map(|(position, _)| &position[..])
            .filter(|position| **position <= *naive.mirror(position))
            .collect();
        farthest.sort_unstable();
        let json = tables.output(&["hardest", "0h0v1s", "--metric", metric, "--format", "json"]);
        let found = records(json.as_bytes());
        let positions: Vec<&str> = found.iter().map(|f| f["position"].as_str().unwrap()).collect();
        assert_eq!(positions, farthest, "{metric}");
        assert!(found.iter().all(|f| f["distance"].as_u64() == Some(u64::from(*most))));
        let csv = tables.output(&["hardest", "0h0v1s", "--metric", metric, "--format", "csv"]);
        assert_eq!(csv_rows(&csv).len(), farthest.len());
    }
}

#[test]
fn all_is_the_name_of_all_piece_sets() {
    let tables = Tables::none();
    tables.output(&["build", "all", "--metric", "unit"]);
    assert!(tables.family_file("unit").exists());
    // Every command with a list of piece sets reads it in the same way.
    let export = ["export", "--board", "3x3", "--what", "distances", "--metric", "unit"];
    let all = tables.output(&[&export[..], &["all"]].concat());
    assert_eq!(tables.output(&[&export[..], &["0h0v0s", "ALL"]].concat()), all);
    let hardest = ["hardest", "--board", "3x3", "--metric", "unit", "--format", "csv"];
    let sets: BTreeSet<String> =
        all.lines().skip(1).map(|row| row.split(',').next().unwrap().to_owned()).collect();
    let found = csv_rows(&tables.output(&[&hardest[..], &["All"]].concat()));
    let found: BTreeSet<String> = found.iter().map(|row| row["piece_set"].clone()).collect();
    assert!(found.is_subset(&sets) && found.len() > 5, "{found:?}");
    for command in ["build", "export", "hardest", "pack", "verify"] {
        let error = tables.error(&[command, "all", "9x"]);
        assert!(error.contains("\"9x\""), "{command}: {error}");
    }
}

#[test]
fn a_picture_goes_to_standard_output_alone() {
    let tables = Tables::of(&["0h0v0s"]);
    let file = tables.path().join("lone.svg");
    tables.output(&["solve", LONE, "--animate", file.to_str().unwrap()]);
    let drawn = tables.output(&["solve", LONE, "--animate", "-"]);
    assert_eq!(drawn, std::fs::read_to_string(file).unwrap());
    let error = tables.run(&["solve", "-", "--animate", "-"]).assert().code(1);
    error.stderr(contains("--animate draws the solution of one position"));
}

/// Every move is listed with its piece, and the best of them are the best moves.
#[test]
fn json_says_which_piece_moves() {
    let tables = Tables::of(&["1h4v4s"]);
    let naive = Naive::klotski();
    let answer = tables.ask([START]).remove(0);
    let moves = answer["moves"].as_array().unwrap();
    let led_to: Vec<&str> = moves.iter().map(|made| made["position"].as_str().unwrap()).collect();
    let reachable = naive.neighbours(START, "finger");
    assert_eq!(led_to.len(), reachable.len());
    assert!(led_to.iter().all(|position| reachable.contains(*position)));
    for metric in METRICS {
        let best = moves.iter().filter(|made| {
            let distance = made["distance"][metric].as_u64().unwrap() + 1;
            distance == answer["distance"][metric].as_u64().unwrap()
                && naive.neighbours(START, metric).contains(made["position"].as_str().unwrap())
        });
        let best: Vec<&Value> = best.map(|made| &made["position"]).collect();
        let reported: Vec<&Value> =
            answer["best_moves"][metric].as_array().unwrap().iter().collect();
        assert_eq!(best, reported, "{metric}");
    }
    let wanted = serde_json::json!({
        "shape": "small", "from": [1, 3], "to": [1, 4], "metric": "unit", "path": "↓",
        "position": "VBBV/VBBV/VHHV/V.SV/SS.S",
    });
    let made = moves.iter().find(|made| made["position"] == wanted["position"]).unwrap();
    for (key, value) in wanted.as_object().unwrap() {
        assert_eq!(&made[key], value, "{key}");
    }
}

#[test]
fn a_malformed_command_line_has_its_exit_code_even_if_nobody_reads_the_error() {
    for arguments in
        [&["solve", "--bogus"][..], &["query", START, "--metric", "multi", "--format", "csv"]]
    {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let program = huarong().get_program().to_owned();
        let status = Command::new(program).args(arguments).stderr(writer).status().unwrap();
        assert_eq!(status.code(), Some(2), "{arguments:?}");
    }
}

/// A standard output that was closed at the start is an error; one that nobody reads any more is
/// not.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_standard_output_is_an_error() {
    let tables = Tables::of(&["0h0v0s", "1h4v4s"]);
    let program = huarong().get_program().to_owned();
    let run = |shell: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", shell]).arg(&program).arg(tables.path()).stdin(Stdio::null());
        command.output().unwrap()
    };
    for arguments in [
        "openings --piece-set 1h4v4s",
        "build 0h0v0s",
        "query 橫刀立馬",
        "convert 橫刀立馬 --to grid",
        "solve 橫刀立馬",
        "verify",
        "checksums",
        "completions bash",
    ] {
        let closed = run(&format!("\"$0\" --data-dir \"$1\" {arguments} >&-"));
        assert_eq!(closed.status.code(), Some(1), "{arguments}");
        let error = text(&closed.stderr);
        assert!(error.contains("error: cannot write to standard output: it is closed"), "{error}");
        let unread = run(&format!("\"$0\" --data-dir \"$1\" {arguments} | true"));
        assert_eq!(text(&unread.stderr), "", "{arguments}");
        assert!(run(&format!("\"$0\" --data-dir \"$1\" {arguments} >/dev/null")).status.success());
        assert!(
            run(&format!("\"$0\" --data-dir \"$1\" {arguments} 1<>/dev/null")).status.success()
        );
    }
}
