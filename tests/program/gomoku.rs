//! `huarong gomoku`: at the terminal, by protocol, and in matches.

use crate::common::{Tables, csv_rows, huarong, program, text, wait_until};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// The output for some input lines.
fn typed(arguments: &[&str], lines: &[&str]) -> String {
    let mut run = huarong();
    run.args(["gomoku"]).args(arguments).write_stdin(lines.join("\n") + "\n");
    let run = run.assert().success().stderr("");
    text(&run.get_output().stdout)
}

#[test]
fn two_people_play_to_a_win() {
    let lines = ["77", "00", "78", "01", "79", "02", "7a", "03", "7b"];
    let out = typed(&["P2P", "--lang", "en"], &lines);
    assert!(out.starts_with("  0 1 2 3 4 5 6 7 8 9 a b c d e f\n0 . ."), "{out}");
    let empty = |row: char| format!("{row}{}\n", " .".repeat(16));
    let below: String = "89abcdef".chars().map(empty).collect();
    let end = format!("7 . . . . . . . o o o o o . . . .\n{below}o has won\n");
    assert!(out.ends_with(&end), "{out}");
    let chinese = typed(&["P2P", "--lang", "zh"], &lines);
    assert!(chinese.contains("o 下子：") && chinese.ends_with("o 贏了！\n"), "{chinese}");
    for (locale, wanted) in [("zh_TW.UTF-8", "下子"), ("en_US.UTF-8", "moves"), ("C", "moves")] {
        let mut run = huarong();
        run.env("LC_ALL", locale).args(["gomoku", "P2P"]).write_stdin("");
        let out = text(&run.assert().success().get_output().stdout);
        assert!(out.contains(wanted), "{locale}: {out}");
    }
}

/// Games that others played against the chapter's program, replayed.
#[test]
fn the_computer_answers_as_in_the_chapter() {
    let mut games = csv::Reader::from_path("tests/data/gomoku_chapter_games.csv").unwrap();
    for game in games.records() {
        let game = game.unwrap();
        let out = typed(&["P2C", "--lang", "en"], &game[0].split(' ').collect::<Vec<_>>());
        let best: Vec<Value> = out
            .lines()
            .filter_map(|line| line.split_once("best="))
            .map(|(_, best)| serde_json::from_str(best).unwrap())
            .collect();
        let wanted = game[1].split(' ').map(|answer| {
            let (cell, score) = answer.split_once(':').unwrap();
            let [r, c] = [0, 1].map(|at| u8::from_str_radix(&cell[at..=at], 16).unwrap());
            json!({"r": r, "c": c, "score": score.parse::<u32>().unwrap()})
        });
        assert_eq!(best, wanted.collect::<Vec<_>>());
        assert!(out.ends_with(&format!("{} has won\n", &game[2])), "{out}");
    }
    let out = typed(&["P2C"], &["66"]);
    assert!(out.contains("best={\"r\":6,\"c\":7,\"score\":31}\n"), "{out}");
}

#[test]
fn bad_lines_are_reported_and_change_nothing() {
    let out = typed(
        &["P2P", "--lang", "en"],
        &["", "6", "6g", "zz", "6 6", "é漢", "66", "66", "undo", "undo", "load /nowhere", "save"],
    );
    assert_eq!(out.matches(" is not a move: type two digits").count(), 5, "{out}");
    assert!(out.contains("6g is not on the board, which has 16 rows and columns"), "{out}");
    assert!(out.contains("66 already has a stone"), "{out}");
    assert!(out.contains("no move to take back"), "{out}");
    assert!(out.contains("cannot read /nowhere: "), "{out}");
    let out =
        typed(&["P2P", "--lang", "zh"], &["", "6g", "66", "66", "undo", "undo", "load /nowhere"]);
    for words in ["不是走法", "不在棋盤上", "已經有子", "沒有可以收回", "無法讀取"]
    {
        assert!(out.contains(words), "{words}: {out}");
    }
    // Input without a line end, and empty input.
    huarong().args(["gomoku", "P2C"]).write_stdin("66").assert().success().stderr("");
    huarong()
        .args(["gomoku", "P2C"])
        .write_stdin(vec![0xff, 0xfe, b'\n'])
        .assert()
        .success()
        .stderr("");
    for arguments in [
        &["P2P", "--size", "14"][..],
        &["P2P", "--size", "21"],
        &["P2C", "--level", "7"],
        &["P2P", "--rule", "go"],
        &["P2C", "--time-per-move", "-1"],
    ] {
        huarong().arg("gomoku").args(arguments).assert().code(2).stdout("");
    }
}

#[test]
fn games_are_kept_and_commands_obeyed() {
    let tables = Tables::none();
    let file = tables.path().join("game.txt");
    let file = file.to_str().unwrap();
    let save = format!("save {file}");
    let load = format!("load {file}");
    let renju = [
        "P2P",
        "--rule",
        "renju",
        "--size",
        "15",
        "--level",
        "strong",
        "--time-per-move",
        "0.05",
        "--lang",
        "en",
    ];
    let out =
        typed(&renju, &["75", "00", "76", "0e", "57", "e0", "67", "ee", "77", &save, "position"]);
    assert!(out.contains("forbidden: 77\n"), "{out}");
    assert!(out.contains("black may not move on 77: the move makes a double three"), "{out}");
    let saved = fs::read_to_string(file).unwrap();
    assert_eq!(saved, "gomoku 15 renju\n75 00 76 0e 57 e0 67 ee\n");
    assert!(out.contains("x.............x/"), "{out}");
    let out = typed(
        &["P2P", "--lang", "en", "--level", "strong", "--time-per-move", "0.05"],
        &[&load, "hint", "line", "undo", "position"],
    );
    assert!(out.contains("forbidden: 77\n") && out.contains("best={"), "{out}");
    assert!(out.contains("x.............x/"), "{out}");
    fs::write(file, "gomoku 15 renju\n75 75\n").unwrap();
    let out = typed(&["P2P", "--lang", "en"], &[&load]);
    assert!(out.contains("move 2, 75: 75 already has a stone"), "{out}");
    // Against the computer, undo also takes back the computer's move.
    let out = typed(&["P2C", "--lang", "en"], &["66", "undo", "position", "66", "quit"]);
    assert_eq!(out.matches("best={\"r\":6,\"c\":7,\"score\":31}").count(), 2, "{out}");
    // The opening of swap2.
    let out = typed(
        &["P2P", "--opening", "swap2", "--lang", "en"],
        &["77", "78", "88", "99", "more", "99", "9a", "more", "black", "66"],
    );
    assert_eq!(out.matches("type black (o)").count(), 4, "{out}");
    assert!(out.contains("this is not possible now: take a colour (black or white)\n"), "{out}");
    let out = typed(&["P2C", "--opening", "swap2", "--second", "--lang", "en"], &["white", "quit"]);
    assert!(out.contains("type black (o), white (x), or more (two more stones): "), "{out}");
    let out = typed(&["P2C", "--opening", "swap2", "--lang", "en"], &["77", "78", "88", "quit"]);
    assert!(out.contains("the computer chooses "), "{out}");
}

#[test]
fn the_program_speaks_the_protocol() {
    let lines = [
        "ABOUT",
        "START 15",
        "INFO timeout_turn 50",
        "TURN 7,7",
        "BOARD",
        "7,7,2",
        "8,8,1",
        "7,8,2",
        "DONE",
        "HELLO",
        "TURN 99,1",
        "END",
    ];
    let out = typed(&["brain"], &lines);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("name=\"huarong\", version="), "{out}");
    assert_eq!(lines[1], "OK");
    assert!(lines[2..4].iter().all(|line| line.split_once(',').is_some()), "{out}");
    assert!(lines[4].starts_with("UNKNOWN ") && lines[5].starts_with("ERROR "), "{out}");
    assert_eq!(lines.len(), 6);
}

/// A script that speaks the protocol.
#[cfg(unix)]
fn engine(directory: &Path, name: &str, answer: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt;
    let path = directory.join(name);
    let script = format!(
        "#!/bin/sh\nwhile read command rest; do\n  case $command in\n    START) echo OK ;;\n    \
         DONE|TURN) {answer} ;;\n    END) exit ;;\n  esac\ndone\n"
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[cfg(unix)]
#[test]
fn engines_that_fail_lose_with_a_word() {
    let tables = Tables::none();
    for (name, answer, reported) in [
        ("crashes", "exit 3", "has ended"),
        ("hangs", "sleep 60", "has not answered within"),
        ("occupied", "echo 7,7", "played the illegal move 7,7: "),
        ("beyond", "echo 99,7", "played the illegal move 99,7: "),
        ("babbles", "echo hello", "answered \"hello\", which is not a move"),
        ("chatters", "yes ''", "printed more than 1048576 bytes without an answer"),
        ("stretches", "cat /dev/zero", "printed a line of more than 4096 bytes"),
    ] {
        let engine = engine(tables.path(), name, answer);
        let mut run = huarong();
        run.args(["gomoku", "match", "chapter", engine.to_str().unwrap()]);
        run.args(["--games", "2", "--time-per-move", "0.05", "--format", "json"]);
        let run = run.assert().success();
        let (out, words) = (text(&run.get_output().stdout), text(&run.get_output().stderr));
        let record: Value = serde_json::from_str(&out).unwrap();
        assert_eq!(
            (&record["wins"], &record["second_faults"]),
            (&json!(2), &json!(2)),
            "{name}: {out}"
        );
        assert!(words.contains(reported), "{name}: {words}");
    }
    let run = huarong()
        .args(["gomoku", "match", "chapter", "/nowhere/engine", "--games", "2"])
        .assert()
        .success();
    assert!(text(&run.get_output().stderr).contains("cannot be started"));
}

#[test]
fn matches_are_counted() {
    let tables = Tables::none();
    let page = tables.path().join("page.md");
    let page = page.to_str().unwrap();
    let out = tables.output(&[
        "gomoku",
        "match",
        "2",
        "chapter",
        "2",
        "--gauntlet",
        "--games",
        "4",
        "--format",
        "csv",
        "--report",
        page,
    ]);
    let rows = csv_rows(&out);
    assert_eq!(rows.len(), 2);
    for row in &rows {
        let count = |key: &str| row[key].parse::<u32>().unwrap();
        assert_eq!(count("wins") + count("draws") + count("losses"), 4, "{row:?}");
    }
    // Against itself, from the same openings with both colours.
    assert_eq!((&*rows[1]["score"], &*rows[1]["elo"]), ("0.5", "0.0"));
    let page = fs::read_to_string(page).unwrap();
    assert!(page.contains("| 2 | chapter | ") && page.contains("| 2 | 2 | "), "{page}");
    let error = tables.error(&["gomoku", "match", "2", "chapter", "--games", "3"]);
    assert!(error.contains("must be even"), "{error}");
    huarong().args(["gomoku", "match", "chapter"]).assert().code(2);
}

/// A brain that is to think for an hour, with the messages that it has received.
#[cfg(unix)]
fn thinking() -> (std::process::Child, std::process::ChildStdin) {
    use std::io::{BufRead, BufReader, Write};
    use std::process::Stdio;
    let mut brain = program()
        .args(["gomoku", "brain", "--level", "strong"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, output) = (brain.stdin.take().unwrap(), brain.stdout.take().unwrap());
    input.write_all(b"INFO timeout_turn 3600000\nSTART 15\n").unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(output);
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "OK\n");
    input.write_all(b"TURN 7,7\n").unwrap();
    brain.stdout = Some(output.into_inner());
    (brain, input)
}

#[cfg(unix)]
#[test]
fn a_thinking_brain_obeys_the_end() {
    use std::io::Write;
    let (mut asked, mut input) = thinking();
    input.write_all(b"END\n").unwrap();
    let (mut left, closed) = thinking();
    drop(closed);
    for brain in [&mut asked, &mut left] {
        wait_until("the brain has ended", || brain.try_wait().unwrap().is_some());
        assert!(brain.wait().unwrap().success());
    }
    drop(input);
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_ends_a_match_with_all_its_engines() {
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    let tables = Tables::none();
    let ids = tables.path().join("ids");
    let mute = engine(
        tables.path(),
        "mute",
        &format!("sleep 3600 & echo $$ $! >> {}; wait", ids.display()),
    );
    for (name, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let _ = fs::remove_file(&ids);
        let mut process = tables.process(&["gomoku", "match", "strong", mute.to_str().unwrap()]);
        process.args(["--games", "2", "--time-per-move", "3600", "--threads", "2"]);
        let mut child = process.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        // In one game the engine is to move, in the other the built-in level.
        let started = || fs::read_to_string(&ids).unwrap_or_default();
        wait_until("an engine is asked", || started().lines().any(|line| line.contains(' ')));
        let status = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
        assert!(status.unwrap().success());
        wait_until("the match has ended", || child.try_wait().unwrap().is_some());
        let status = child.wait().unwrap();
        assert_eq!((status.code(), status.signal()), (Some(code), None), "{name}");
        for id in started().split_whitespace() {
            let status = || fs::read_to_string(format!("/proc/{id}/status"));
            let is_gone = || status().map_or(true, |status| status.contains("State:\tZ"));
            wait_until("no engine is left", is_gone);
        }
    }
}
