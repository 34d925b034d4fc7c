//! The scoreboard: its suite, and the program that replays the moves of answers by itself.

use crate::common::{csv_rows, skipped};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Solves the problems of a class, and returns the rows of its table.
fn rows(only: &str) -> Option<Vec<std::collections::HashMap<String, String>>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let run = Command::new("python3")
        .arg(root.join("scripts/scoreboard.py"))
        .arg(env!("CARGO_BIN_EXE_huarong"))
        .args(["--solver", "huarong", "--time", "120", "--only", only, "--out"])
        .arg(folder.path())
        .env("HUARONG_DATA_DIR", folder.path())
        .output();
    let Ok(run) = run else {
        skipped("no python3: the scoreboard is not run");
        return None;
    };
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
    Some(csv_rows(&fs::read_to_string(folder.path().join("scoreboard.csv")).unwrap()))
}

/// The lengths of the suite are published or proved, and the replay shares no code with the library.
#[test]
fn answers_of_the_suite_are_replayed_and_optimal() {
    for (class, count) in [("small", 20), ("rush", 16), ("doors", 8), ("unsolvable", 6)] {
        let Some(rows) = rows(class) else { return };
        let optimal = rows.iter().filter(|row| row["verdict"] == "optimal").count();
        assert_eq!((rows.len(), optimal), (count, count), "{class}: {rows:?}");
    }
}

/// Without any one of its moves, no optimal solution leads to the goal: it would be shorter than optimal.
#[test]
fn damaged_answers_are_wrong() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let check = r"
import json, pathlib, sys
sys.path.insert(0, 'scripts')
from scoreboard import SUITE, Board, Move, Run, of_huarong, prepare, verdict
import subprocess, tempfile
tried = 0
for line in (SUITE / 'suite.jsonl').read_text().splitlines():
    problem = json.loads(line)
    if problem['id'] not in ('hughes', 'mas-puzzle', 'rush-card-38-unit', 'level-8', 'gnome-poppy', 'eight-31-1'):
        continue
    with tempfile.TemporaryDirectory() as folder:
        directory = pathlib.Path(folder)
        prepare(sys.argv[1], problem, directory)
        command = [sys.argv[1], 'solve', '--puzzle', 'puzzle.toml', '--metric', problem['metric'], '--format', 'json', '--quiet']
        text = subprocess.run(command, cwd=directory, capture_output=True, text=True, env={'HUARONG_DATA_DIR': folder}).stdout
        has_task = (directory / 'problem.pddl').exists()
    assert has_task, problem['id']
    moves = of_huarong(directory, Run(0, text, 0, 0, 0, False))
    assert verdict(problem, moves) == ('optimal', problem['length'], ''), problem['id']
    for at in range(len(moves)):
        assert verdict(problem, moves[:at] + moves[at + 1:])[0] == 'wrong', (problem['id'], at)
    assert verdict(problem, moves + [moves[-1]])[0] != 'optimal'
    there = Move(moves[0].end, moves[0].start, False)
    if not moves[0].leaves:
        assert verdict(problem, [moves[0], there, *moves])[0] == 'longer', problem['id']
    assert verdict(problem, 'unsolvable')[0] == 'wrong'
    tried += 1
print(tried)
";
    let run = Command::new("python3")
        .args(["-c", check, env!("CARGO_BIN_EXE_huarong")])
        .current_dir(root)
        .output();
    let Ok(run) = run else { return skipped("no python3: answers are not replayed") };
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(String::from_utf8_lossy(&run.stdout).trim(), "6", "{said}");
}
