//! Proofs of lengths, and the two programs that check them without huarong.

use crate::common::{Tables, skipped};
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The checkers that can run here: a C compiler and Python are needed.
struct Checkers {
    folder: tempfile::TempDir,
    commands: Vec<Vec<PathBuf>>,
}

fn runs(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

impl Checkers {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
        let mut commands = Vec::new();
        let compiled = folder.path().join("check-proof");
        let source = scripts.join("check-proof.c");
        match runs(Command::new("cc").args(["-std=c99", "-O2", "-o"]).args([&compiled, &source])) {
            true => commands.push(vec![compiled]),
            false => skipped("no C compiler: check-proof.c is not run"),
        }
        match runs(Command::new("python3").arg("--version")) {
            true => commands.push(vec!["python3".into(), scripts.join("check-proof.py")]),
            false => skipped("no python3: check-proof.py is not run"),
        }
        Self { folder, commands }
    }

    /// The answer of each checker about a text.
    fn answers(&self, text: &str) -> Vec<Output> {
        let file = self.folder.path().join("some.proof");
        fs::write(&file, text).unwrap();
        let run = |command: &Vec<PathBuf>| {
            Command::new(&command[0]).args(&command[1..]).arg(&file).output().unwrap()
        };
        self.commands.iter().map(run).collect()
    }

    fn prove(&self, text: &str, what: &str) {
        for output in self.answers(text) {
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(output.status.success() && said.contains(what), "{said}");
        }
    }

    fn refuse(&self, text: &str, why: &str) {
        for output in self.answers(text) {
            let said = String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.code(), Some(1), "{why}: {said}");
            assert!(said.contains("NOT proved"), "{why}: {said}");
        }
    }
}

fn proof(words: &[&str]) -> String {
    Tables::none().output(&[&["prove", "--quiet"], words].concat())
}

/// A puzzle file with walls, a thin wall, locks, gates and pieces that are alike, on few cells.
fn small(folder: &tempfile::TempDir) -> String {
    let text = "name = 'Small'\nrows = 'C'\ngate = '''\n....\n...D\n#...\n'''\n\
                start = '''\nA.B.\n.CC.\n#.D.\n'''\ngoal = '''\n....\n...D\n#...\n'''\n\
                thin_walls = '''\n. . . .\n    -\n. . . .\n\n# . . .\n'''\n";
    let path = folder.path().join("small.toml");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The classic start has 81 finger moves (M. Gardner, Scientific American, February 1964), and its file is small.
#[test]
fn the_classic_start_has_a_proof() {
    let text = proof(&["heng-dao-li-ma"]);
    assert!(text.len() < 40_000, "{}", text.len());
    Checkers::new().prove(&text, "optimal solutions have 81");
}

#[test]
fn proofs_of_puzzles_with_walls_and_locks_are_accepted() {
    let (checkers, folder) = (Checkers::new(), tempfile::tempdir().unwrap());
    let path = small(&folder);
    for metric in ["unit", "straight", "finger"] {
        let solved = Tables::none()
            .output(&["solve", "--puzzle", &path, "--metric", metric, "--format", "csv"]);
        let moves = solved.lines().count() - 1;
        let text = proof(&["--puzzle", &path, "--metric", metric]);
        checkers.prove(&text, &format!("optimal solutions have {moves}"));
        checkers.prove(&proof(&["--puzzle", &path, "--metric", metric, "--whole"]), "distances");
    }
    let stuck = "name = 'Stuck'\nstart = 'AB.'\ngoal = 'B..'\n";
    let stuck_path = folder.path().join("stuck.toml");
    fs::write(&stuck_path, stuck).unwrap();
    let stuck_path = stuck_path.to_str().unwrap();
    checkers.prove(&proof(&["--puzzle", stuck_path]), "no moves lead to the goal");
    checkers.prove(&proof(&["--puzzle", stuck_path, "--whole"]), "distances");
}

/// One piece in a row of a hundred cells, with the goal at its end. The distance is the number of cells to it.
#[test]
fn no_distance_is_the_number_that_stands_for_none() {
    let checkers = Checkers::new();
    let row = |digits: usize| {
        let number = |at: usize| {
            let number = (99 - at).min(94_usize.pow(digits as u32) - 1);
            let digits = [number / 94, number % 94].into_iter().skip(2 - digits);
            digits.map(|digit| char::from(b'!' + digit as u8)).collect::<String>()
        };
        let numbers: String = (0..100).map(number).collect();
        let board = ".".repeat(100);
        format!(
            "huarong proof 1\nclaim distances\nmetric unit\nboard 100 1\n{board}\nshape 1 both x\n\
             goal 0@99\nstart 0\nnumbers 100 {digits}\n{numbers}\n"
        )
    };
    checkers.prove(&row(2), "the distances of 100 positions");
    checkers.refuse(&row(1), "distances from 93 on");
}

/// The first cell of a shape is in its first row. Otherwise it would be no piece of the puzzle that the file seems to describe.
#[test]
fn a_shape_with_an_empty_first_row_is_refused() {
    let file = |board: &str, shape: &str| {
        format!(
            "huarong proof 1\nclaim unsolvable\nmetric unit\nboard 3 {}\n{board}\nshape 1 both {shape}\n\
             goal 0@2\nstart 0\nnumbers 1 1\n!\n",
            board.lines().count()
        )
    };
    let checkers = Checkers::new();
    checkers.prove(&file(".#.", "x"), "no moves lead to the goal");
    checkers.refuse(&file("...\n.#.", "/x"), "an empty first row");
}

/// A file with one other part proves nothing.
#[test]
fn damaged_proofs_are_refused() {
    let (checkers, folder) = (Checkers::new(), tempfile::tempdir().unwrap());
    let text = proof(&["--puzzle", &small(&folder), "--metric", "unit"]);
    let lines: Vec<&str> = text.lines().collect();
    let of = |key: &str| lines.iter().position(|line| line.starts_with(key)).unwrap();
    let with = |at: usize, line: &str| {
        let mut lines = lines.clone();
        lines[at] = line;
        lines.join("\n") + "\n"
    };
    let without = |at: usize| {
        let mut lines = lines.clone();
        lines.remove(at);
        lines.join("\n") + "\n"
    };
    let (claim, start, solution, numbers) =
        (of("claim"), of("start"), of("solution"), of("numbers"));
    let moves: usize = lines[claim].rsplit(' ').next().unwrap().parse().unwrap();
    for wrong in [moves - 1, moves + 1, 0] {
        checkers.refuse(&with(claim, &format!("claim optimal {wrong}")), "another length");
    }
    checkers.refuse(&with(claim, "claim unsolvable"), "it has a solution");
    checkers.refuse(&with(claim, "claim distances"), "the numbers are from the start");
    checkers.refuse(&with(claim, "claim short"), "no claim");
    checkers.refuse(&with(0, "huarong proof 2"), "another version");
    checkers.refuse(&with(start, lines[solution + 2]), "a start that is no line of a start");
    let second = format!("start {}", lines[solution + 2]);
    checkers.refuse(&with(start, &second), "a start whose number is not 0");
    for at in solution + 1..numbers {
        checkers.refuse(&without(at), "a step of the solution is missing");
    }
    for at in [of("board") + 1, of("shape"), of("goal"), start, numbers] {
        checkers.refuse(&without(at), "a line is missing");
    }
    let after = |at: usize, more: &str| with(at, &format!("{}\n{more}", lines[at]));
    let board = lines[of("board")..of("shape")].join("\n");
    checkers.refuse(&after(of("goal"), &board), "a second board");
    checkers.refuse(&after(start, lines[start]), "a second start");
    checkers.refuse(&after(of("goal"), lines[of("shape")]), "a shape behind the goal");
    checkers.refuse(&with(of("metric"), "metric upward"), "no metric");
    checkers.refuse(&with(claim, &format!("{} ; no, 3", lines[claim])), "more than a claim");
    checkers.refuse(&with(of("goal"), &lines[of("goal")].replace("goal ", "goal0")), "no goal");
    checkers.refuse(&with(of("goal"), "goal 99@1"), "a goal of no shape");
    checkers.refuse(&format!("{text}more\n"), "more than numbers");
    checkers.refuse(&text.replace('\n', "\r\n"), "other line ends");
    checkers.refuse(&text[..text.len() - 2], "a number is missing");
    checkers.refuse("", "nothing");
    checkers.refuse(&"#".repeat(100_000), "no file of this kind");
}

/// All distances are determined by the puzzle, so every other number is wrong.
#[test]
fn every_wrong_distance_is_refused() {
    let (checkers, folder) = (Checkers::new(), tempfile::tempdir().unwrap());
    let text = proof(&["--puzzle", &small(&folder), "--whole"]);
    let numbers = text.find("\nnumbers ").unwrap();
    let first = numbers + 1 + text[numbers + 1..].find('\n').unwrap() + 1;
    let digits: Vec<usize> = (first..text.len()).filter(|&at| &text[at..=at] != "\n").collect();
    let mut tried = 0;
    for (nth, &at) in digits.iter().enumerate() {
        for (wrong, step) in [('!', 4), ('~', 5), ('#', 7)] {
            if nth % step == 0 && !text[at..].starts_with(wrong) {
                let mut changed = text.clone();
                changed.replace_range(at..=at, &wrong.to_string());
                checkers.refuse(&changed, "a wrong distance");
                tried += 1;
            }
        }
    }
    assert!(tried > 10, "{tried} of {} numbers", digits.len());
}

/// The export for Lean has the properties of a lower-bound certificate, by rules that are written here once more.
#[test]
fn the_export_for_lean_is_a_lower_bound() {
    let folder = tempfile::tempdir().unwrap();
    let (puzzle, file) = (folder.path().join("some.toml"), folder.path().join("some.proof"));
    let text = "name = 'Some'\nstart = '''\nAAB.\nAAC.\nDD..'''\ngoal = '''\n..AA\n..AA\n....'''\n";
    fs::write(&puzzle, text).unwrap();
    fs::write(&file, proof(&["--puzzle", puzzle.to_str().unwrap(), "--metric", "unit"])).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/proof-to-lean.py");
    let Ok(output) = Command::new("python3").arg(script).arg(&file).output() else {
        return skipped("no python3: proof-to-lean.py is not run");
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let export: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let pairs = |key: &str| -> Vec<Option<(i64, i64)>> {
        let pair = |value: &serde_json::Value| Some((value[0].as_i64()?, value[1].as_i64()?));
        export[key].as_array().unwrap().iter().map(pair).collect()
    };
    let number = |key: &str| export[key].as_i64().unwrap();
    let (width, height, bound) = (number("width"), number("height"), number("bound"));
    let shapes: Vec<(i64, i64)> = pairs("shapes").into_iter().flatten().collect();
    let (initial, goal) = (pairs("initial"), pairs("goal"));
    let is_valid = |places: &[(i64, i64)]| {
        let mut taken = Vec::new();
        for (&(x, y), &(across, down)) in places.iter().zip(&shapes) {
            if x < 0 || y < 0 || x + across > width || y + down > height {
                return false;
            }
            taken.extend((0..across * down).map(|nth| (x + nth % across, y + nth / across)));
        }
        let all = taken.len();
        taken.sort_unstable();
        taken.dedup();
        taken.len() == all
    };
    // Blocks of one size and without a goal are in the order of their places.
    let rank = |places: &[(i64, i64)]| -> i64 {
        let mut codes: Vec<(usize, i64)> = Vec::new();
        for (block, &(x, y)) in places.iter().enumerate() {
            let alike = |other: &usize| shapes[*other] == shapes[block] && goal[*other].is_none();
            let kind = (0..block).find(|other| goal[block].is_none() && alike(other));
            codes.push((kind.unwrap_or(block), y * width + x));
        }
        codes.sort_unstable();
        let key: Vec<String> = codes.iter().map(|(_, code)| code.to_string()).collect();
        export["rank"][key.join(",")].as_i64().expect("the positions are closed under moves")
    };
    let start: Vec<(i64, i64)> = initial.into_iter().flatten().collect();
    assert_eq!(rank(&start), 0);
    let (mut seen, mut left, mut goals) = (HashSet::from([start.clone()]), vec![start], 0);
    while let Some(places) = left.pop() {
        let mut pairs = places.iter().zip(&goal);
        if pairs.all(|(place, goal)| goal.is_none_or(|goal| goal == *place)) {
            assert!(rank(&places) >= bound);
            goals += 1;
        }
        for block in 0..places.len() {
            for (right, down) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let mut after = places.clone();
                after[block] = (after[block].0 + right, after[block].1 + down);
                if is_valid(&after) {
                    assert!(rank(&after) <= rank(&places) + 1);
                    if seen.insert(after.clone()) {
                        left.push(after);
                    }
                }
            }
        }
    }
    assert!(goals > 0 && bound > 0);
}
