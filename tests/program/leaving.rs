//! Pieces that leave through doors, in the answers of commands. The expected texts are written by hand.

use crate::common::Tables;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::{Value, json};
use std::fs;

const DOORS: &str = "name = 'Doors'
start = '''
A.B
.#.
C.D
'''
doors = '''
.....
a...B
..1..
.....
...D.
'''
owners = { 1 = 'AB' }
opens = { D = 2 }
frozen = { C = 'B', D = 1 }
layers = { A = 'a' }
";

const DESCRIPTION: &str = "\
Doors
  3x3: 8 cells; the other cells are walls; 4 pieces

  start
  A.B
  .#.
  C.D

  doors
  +---+
  a...B
  |.1.|
  |...|
  +--D+

  A: 1x1; becomes a, then it is gone
  B: 1x1
  C: 1x1; frozen until B has left; never leaves
  D: 1x1; frozen until 1 piece has left
  a: 1x1; layer of A
  door a left of row 1: for a
  door B right of row 1: for B
  door 1 in the wall at column 2, row 2: for A B
  door D below column 3, open after 2 pieces have left: for D
  goal: A B D are gone
";

/// The puzzle as a file in a folder.
fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn check_says_who_fits_which_door_and_what_waits() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "doors.toml", DOORS);
    let tables = Tables::none();
    let text = tables.output(&["check", &path]);
    assert!(text.starts_with(DESCRIPTION), "{text}");
    let checked: Value =
        serde_json::from_str(&tables.output(&["check", &path, "--format", "json"])).unwrap();
    assert_eq!((&checked["board"], &checked["pieces"]), (&json!("3x3"), &json!(4)));
    let door = |sign: &str, column, row, owners: &[&str], opens_after| json!({ "sign": sign, "column": column, "row": row, "owners": owners, "fits": owners, "opens_after": opens_after });
    let doors = json!([
        door("a", 0, 1, &["a"], 0),
        door("B", 4, 1, &["B"], 0),
        door("1", 2, 2, &["A", "B"], 0),
        door("D", 3, 4, &["D"], 2),
    ]);
    assert_eq!(checked["doors"], doors);
    let leaving = checked["leaving"].as_array().unwrap();
    let of = |sign: &str| leaving.iter().find(|record| record["signs"] == json!([sign])).unwrap();
    assert_eq!((&of("A")["layers"], &of("a")["layer_of"]), (&json!(["a"]), &json!("A")));
    assert_eq!(
        (&of("C")["can_leave"], &of("C")["frozen_until_gone"]),
        (&json!(false), &json!(["B"]))
    );
    assert_eq!((&of("D")["frozen_until_left"], &of("D")["gone"]), (&json!(1), &json!(true)));
    assert_eq!(
        (&of("B")["can_leave"], &of("B")["frozen_until_left"]),
        (&json!(true), &Value::Null)
    );
}

/// Doors of one sign beside one another are one line.
#[test]
fn check_joins_doors() {
    let folder = tempfile::tempdir().unwrap();
    let text = "name = 'Wide'\nstart = '''\nA.\nA.\n'''\ndoors = '''\n.\n...A\n...A\n'''\n";
    let checked = Tables::none().output(&["check", &file(&folder, "wide.toml", text)]);
    assert!(
        checked.contains("\n  doors A right of rows 1 to 2: for A\n  goal: A is gone\n"),
        "{checked}"
    );
}

#[test]
fn a_list_has_doors() {
    let folder = tempfile::tempdir().unwrap();
    let line = json!({
        "start": ["A.B", ".#.", "C.D"],
        "doors": [".....", "a...B", "..1..", ".....", "...D."],
        "owners": { "1": "AB" },
        "opens": { "D": 2 },
        "frozen": { "C": "B", "D": 1 },
        "layers": { "A": "a" },
    });
    let path = file(&folder, "list.jsonl", &format!("{line}\n"));
    let checked = Tables::none().output(&["check", &path]);
    let (_, without_name) = DESCRIPTION.split_once('\n').unwrap();
    assert!(checked.starts_with(&format!("line 1\n{without_name}")), "{checked}");
    let wrong = line.to_string().replace("..1..", "..Z..");
    let path = file(&folder, "wrong.jsonl", &format!("{wrong}\n"));
    let run = Tables::none().run(&["check", &path]).assert().failure();
    run.stderr(contains("doors, row 3, column 3").and(contains("'Z'")));
}

#[test]
fn convert_refuses_doors_in_formats_of_other_programs() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "doors.toml", DOORS);
    for format in ["knuth", "jimslide", "rush"] {
        let error = Tables::none().error(&["convert", "--to", format, &path]);
        let said = format!(
            "{format} cannot express this puzzle: it has no doors through which pieces leave"
        );
        assert!(error.contains(&said), "{error}");
    }
    // Positions can be converted.
    for to in ["pretty", "svg"] {
        let tables = Tables::none();
        let drawn = tables.output(&["convert", "--puzzle", &path, ".a./.#./C.D", "--to", to]);
        let drawn = file(&folder, "drawn.txt", &drawn);
        let mut read = tables.run(&["convert", "--puzzle", &path, "-", "--to", "grid"]);
        let read = read.write_stdin(fs::read_to_string(drawn).unwrap()).assert().success();
        read.stdout(".a./.#./C.D\n");
    }
}

/// B leaves at once, A passes the wall and leaves at the left, and then D may leave below: it needs one move, A two.
#[test]
fn solve_says_that_pieces_leave() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "doors.toml", DOORS);
    let tables = Tables::none();
    let text = tables.output(&["solve", "--puzzle", &path]);
    assert!(text.starts_with("A.B/.#./C.D: 4 finger moves\n"), "{text}");
    assert!(text.contains(" B→×") && text.contains("=a ") && text.contains(" D↓×"), "{text}");
    let csv = tables.output(&["solve", "--puzzle", &path, "--format", "csv"]);
    assert_eq!(csv.lines().count(), 5, "{csv}");
    let query = tables.output(&["query", "--puzzle", &path]);
    assert!(query.contains("B at column 3, row 1: right, out"), "{query}");
}

/// The rules on a sheet, in each language.
const RULES: [(&str, [&str; 5]); 3] = [
    (
        "en",
        [
            "SlidethepiecesuntilA,BandDhaveleftthroughtheirdoors.",
            "Doorswith*areforseveralpieces.",
            "Adoorwithanumberopensafterthisnumberofpieceshaveleft.",
            "DcannotmoveuntilCandEhaveleft.",
            "Atadoor,Astaysandbecomesa;thelastlayerleaves.",
        ],
    ),
    (
        "zh-Hant",
        [
            "讓棋子A、B和D從門離開棋盤",
            "標有*的門",
            "門上的數字",
            "棋子C和E離開前，棋子D不能移動",
            "依次變成a",
        ],
    ),
    (
        "zh-Hans",
        [
            "让棋子A、B和D从门离开棋盘",
            "标有*的门",
            "门上的数字",
            "棋子C和E离开前，棋子D不能移动",
            "依次变成a",
        ],
    ),
];

#[test]
fn a_sheet_explains_doors() {
    let folder = tempfile::tempdir().unwrap();
    let text = "name = 'Sheet'\nstart = '''\nABC\nED.\n'''\ndoors = '''\n.\na...B\nE...1\n.*CD\n'''\n\
                owners = { 1 = 'ABCDE' }\nopens = { D = 1 }\nfrozen = { D = 'CE' }\nlayers = { A = 'a' }\ngone = 'ABD'\n";
    let path = file(&folder, "sheet.toml", text);
    for (language, rules) in RULES {
        let out = folder.path().join(format!("{language}.html"));
        let out = out.to_str().unwrap();
        Tables::none().run(&["print", &path, "--lang", language, "--out", out]).assert().success();
        let html = fs::read_to_string(out).unwrap();
        let texts = html.split("<text ").skip(1).filter_map(|part| part.split_once('>'));
        let texts = texts.map(|(_, rest)| rest.split_once("</text>").unwrap().0);
        let joined: String = texts.flat_map(str::chars).filter(|sign| *sign != ' ').collect();
        for rule in rules {
            assert!(joined.contains(rule), "{language}: {rule} is not in {joined}");
        }
        // The last piece of A to leave is its layer.
        let has_out = |sign: char| {
            let arrows: &[char] = &['←', '→', '↑', '↓', '×'];
            let mut answers = joined.split(sign).skip(1);
            answers.any(|rest| {
                let path = &rest[..rest.find(|next| !arrows.contains(&next)).unwrap_or(rest.len())];
                path.ends_with('×')
            })
        };
        assert!(has_out('a') && has_out('B') && has_out('D') && !has_out('A'), "{joined}");
    }
}

/// AAB over C.., where B must leave and A must go to the right.
const PLACES_AND_GONE: &str = "name = 'Both'\nstart = '''\nAAB\nC..\n'''\ngoal = '''\n.AA\n...\n'''\ngone = 'B'\n\
                               doors = '''\n.\n....B\nC....\n.\n'''\n";

#[test]
fn a_sheet_says_who_must_be_gone_beside_a_goal_that_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "both.toml", PLACES_AND_GONE);
    let out = folder.path().join("both.html");
    let out = out.to_str().unwrap();
    Tables::none().run(&["print", &path, "--out", out]).assert().success();
    let joined = fs::read_to_string(out).unwrap().replace([' ', '\n'], "");
    let sheet: String =
        joined.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text).collect();
    assert!(sheet.contains("pieceAfillsthedashedoutline."), "{sheet}");
    assert!(sheet.contains("Attheend,Bmustbegone,too."), "{sheet}");
}

/// With all pieces on the board: A has 4 places, and B and C have 12 of the 4 cells that are left. Without B or C: 4 times 4
/// for each. Without both: 4.
#[test]
fn positions_after_pieces_have_left_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "both.toml", PLACES_AND_GONE);
    let tables = Tables::none();
    let count = tables.run(&["count", "--puzzle", &path, "--format", "json"]).assert().success();
    let count: serde_json::Value = serde_json::from_slice(&count.get_output().stdout).unwrap();
    assert_eq!(count["positions"], "84");
    // B is gone and A in its place: C is on one of 4 cells, or gone.
    assert_eq!(count["goal_positions"], "5");
    let solved =
        tables.run(&["solve", &path, "--positions", "--format", "json"]).assert().success();
    let solved: serde_json::Value = serde_json::from_slice(&solved.get_output().stdout).unwrap();
    assert_eq!(solved["positions"], "84");
}

/// A leaves at the right: at once from the third column, and from each other one by one more step.
const CORRIDOR: &str = "name = 'Corridor'\nstart = 'A..'\ndoors = '''\n.....\n....A\n.....\n'''\n";

#[test]
fn tables_of_doors_have_a_section_for_each_set_of_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "corridor.toml", CORRIDOR);
    let tables = Tables::none();
    let built = tables.output(&["build", "--puzzle", &path]);
    assert_eq!(built.lines().filter(|line| line.starts_with("wrote ")).count(), 3, "{built}");
    let verified = tables.output(&["verify", "--puzzle", &path]);
    assert!(verified.contains("finger, 2 piece sets, 4 entries\n"), "{verified}");
    // Unit moves: one from the first column, and two from each other. Other moves: three from each.
    assert!(verified.contains("checked 12 entries against 23 neighbours\n"), "{verified}");
    assert!(verified.contains("every distance is correct\n"), "{verified}");
    let export = ["export", "--puzzle", &path, "--metric", "unit"];
    let rows =
        "Corridor,0,A..,3\nCorridor,1,.A.,2\nCorridor,2,..A,1\nCorridor without pieces,0,...,0\n";
    assert_eq!(tables.output(&export), format!("piece_set,index,position,unit\n{rows}"));
    let unit = |words: &[&str]| {
        let [command, others @ ..] = words else { panic!("no command") };
        let arguments = [&[*command, "--puzzle", &path, "--metric", "unit"], others].concat();
        tables.output(&arguments)
    };
    assert_eq!(unit(&["hardest", "--format", "positions"]), "A..\n");
    assert_eq!(unit(&["hardest", "--solutions", "1", "--format", "positions"]), "A..\n");
    assert_eq!(unit(&["sample", "--distance", "2", "--format", "positions"]), ".A.\n");
    let levels = unit(&["levels", "--format", "csv"]);
    assert_eq!(levels.lines().filter(|row| row.ends_with(",1")).count(), 4, "{levels}");
    let query = tables.output(&["query", "--puzzle", &path, "..A", "...", "--format", "csv"]);
    let distances: Vec<&str> =
        query.lines().skip(1).filter_map(|row| row.split(',').nth(7)).collect();
    assert_eq!(distances, ["1", "0"], "{query}");
    for (words, part) in [
        (&["export", "--what", "edges"][..], "--what edges is not for boards whose pieces leave"),
        (&["export", "--what", "corridor"], "--what corridor is not for boards whose pieces leave"),
        (&["export", "--component", "1"], "--component is not for boards whose pieces leave"),
        (&["export", "--columns", "mobility"], "only the column piece-set"),
        (&["build", "--metric", "multi"], "multi"),
    ] {
        let arguments = [words, &["--puzzle", &path]].concat();
        tables.run(&arguments).assert().failure().stderr(contains(part));
    }
}

/// A waits for B, and D for the second piece that leaves.
#[test]
fn positions_in_which_a_piece_left_too_early_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        "name = 'Order'\nstart = 'A.B'\nfrozen = { A = 'B' }\ndoors = '''\n.....\nA...B\n'''\n";
    let order = file(&folder, "order.toml", text);
    let doors = file(&folder, "doors.toml", DOORS);
    let tables = Tables::none();
    let error = "has left, but it was frozen or its doors were closed";
    for command in ["query", "solve"] {
        for (path, position, sign) in
            [(&order, "..B", 'A'), (&doors, "A.B/.#./C..", 'D'), (&doors, "..B/.#./C..", 'D')]
        {
            let said = tables.error(&[command, "--puzzle", path, position]);
            assert!(said.contains(&format!("{sign:?} {error}")), "{position}: {said}");
        }
        for (path, position) in [(&order, "A.."), (&doors, "A../.#./C.D"), (&doors, "a.B/.#./C.D")]
        {
            tables.output(&[command, "--puzzle", path, position]);
        }
    }
}

#[test]
fn a_piece_is_not_drawn_as_two_layers() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "doors.toml", DOORS);
    let error = Tables::none().error(&["solve", "--puzzle", &path, "A.B/a#./C.D"]);
    assert!(error.contains("'a' is the layer below 'A': draw the piece once"), "{error}");
}

/// B must leave and A stay: without A nothing helps any more, and without B nothing is lost.
#[test]
fn solve_tells_lost_positions_from_others() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        "name = 'Stay'\nstart = 'A.B'\ngoal = '..A'\ngone = 'B'\ndoors = '''\n.....\nA...B\n'''\n";
    let path = file(&folder, "stay.toml", text);
    let blocked = "name = 'Blocked'\nstart = 'ACB'\ngone = 'A'\ndoors = '''\n.....\n....A\n'''\n";
    let blocked = file(&folder, "blocked.toml", blocked);
    let tables = Tables::none();
    for (path, position, verdict, lost) in [
        (&path, "A.B", "solved", false),
        (&path, "A..", "solved", false),
        (&path, "..B", "unsolvable", true),
        (&blocked, "ACB", "unsolvable", false),
    ] {
        for counts in [&[][..], &["--count"], &["--all"]] {
            let words = ["solve", "--puzzle", path, position, "--format", "json"];
            let solved = tables.output(&[&words[..], counts].concat());
            let solved: Value = serde_json::from_str(&solved).unwrap();
            let found = (&solved["verdict"], &solved["lost"]);
            assert_eq!(found, (&json!(verdict), &json!(lost)), "{position}");
        }
        let words =
            ["solve", "--puzzle", path, "-", "--format", "csv", "--columns", "verdict,lost"];
        let rows = tables.run(&words).write_stdin(format!("{position}\n")).assert().success();
        rows.stdout(format!("verdict,lost\n{verdict},{lost}\n"));
    }
    let closed = tables.output(&["solve", "--puzzle", "dads", "--format", "json"]);
    assert!(!closed.contains("lost"), "{closed}");
}

#[test]
fn moves_in_csv_say_what_leaves() {
    let folder = tempfile::tempdir().unwrap();
    let text =
        "name = 'Layers'\nstart = 'A..'\ndoors = '''\n.....\nb...A\n'''\nlayers = { A = 'b' }";
    let path = file(&folder, "layers.toml", text);
    let csv = Tables::none().output(&["solve", "--puzzle", &path, "--format", "csv"]);
    let columns = "leaves,becomes,position,lettered";
    let rows = ["false,b,..b,..b", "true,,...,..."];
    for (line, end) in csv.lines().zip([columns, rows[0], rows[1]]) {
        assert!(line.ends_with(end), "{csv}");
    }
    let closed = Tables::none().output(&["solve", "--puzzle", "dads", "--format", "csv"]);
    assert!(!closed.contains("leaves"), "{closed}");
}

#[test]
fn puzzles_in_json_on_standard_input_are_lines() {
    let line = json!({ "start": "A.", "doors": "....\n...A\n" }).to_string();
    let tables = Tables::none();
    for arguments in [&["check", "-"], &["solve", "-"]] {
        tables.run(arguments).write_stdin(format!("{line}\n{line}\n")).assert().success();
    }
    // This option takes the text of a puzzle file.
    let only = ["solve", "--puzzle", "-"];
    let run = tables.run(&only).write_stdin(format!("{line}\n")).assert().failure();
    run.stderr(contains("JSON").and(contains(".jsonl")));
    let folder = tempfile::tempdir().unwrap();
    let error = tables.error(&["check", &file(&folder, "puzzle.toml", &line)]);
    assert!(error.contains(".jsonl"), "{error}");
}

#[test]
fn check_warns_of_what_its_maker_overlooked() {
    let folder = tempfile::tempdir().unwrap();
    let start = "name = 'Overlooked'\nstart = 'A.B'\ndoors = '''\n.....\nA...B\n'''\n";
    let check = |keys: &str| {
        let path = file(&folder, "overlooked.toml", &format!("{start}{keys}"));
        Tables::none().output(&["check", &path])
    };
    let layer = "warning: A is never gone, and not in the goal: its layer p has no door";
    assert!(check("layers = { A = 'p' }").contains(layer));
    assert!(check("layers = { A = 'p' }").contains("A: 1x1; becomes p; never leaves"));
    let group =
        |sign| format!("warning: the group {sign} of owners is in no grid and no other key");
    let text = check("owners = { 1 = 'AB', 2 = 'A', 3 = 'B' }\ngone = '1'\nfrozen = { 2 = 1 }");
    assert!(text.contains(&group(3)) && text.matches("warning").count() == 1, "{text}");
    let drawn = check("goal = 'A..'\ngone = 'B'");
    let goal = "goal: pieces are in the places that are drawn, and B is gone";
    assert!(drawn.contains(goal) && !drawn.contains("warning"), "{drawn}");
    let path = file(&folder, "both.toml", &format!("{start}owners = {{ 3 = 'B' }}"));
    let checked = Tables::none().output(&["check", &path, "--format", "json"]);
    let checked: Value = serde_json::from_str(&checked).unwrap();
    assert_eq!(checked["warnings"].as_array().map(Vec::len), Some(1), "{checked}");
}

#[test]
fn print_names_the_place_of_a_fault_once() {
    let folder = tempfile::tempdir().unwrap();
    let path =
        file(&folder, "bad.toml", "name = 'Bad'\nstart = 'A.'\ndoors = '''\n....\n...Z\n'''");
    let out = folder.path().join("sheet.pdf");
    let error = Tables::none().error(&["print", &path, "--out", out.to_str().unwrap()]);
    assert_eq!(error.matches("bad.toml").count(), 1, "{error}");
    assert!(error.contains("bad.toml:5:4: 'Z'"), "{error}");
}
