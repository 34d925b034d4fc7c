//! Puzzle files: their contents, and the location of faults.

use huarong_core::puzzle_file::{Fault, PuzzleFile, Setup};
use huarong_core::rules::Freedom;
use huarong_core::rules::Metric;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The puzzle files that come with the library.
fn library() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/lab/src/library/puzzles");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// The lines of a grid under a key of a file, read without the parser.
fn lines_of<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let (_, after) = text.split_once(&format!("\n{key} = \"\"\"\n")).expect("the key exists");
    after.split_once("\n\"\"\"").expect("the grid ends").0.lines().collect()
}

/// The cells of every sign of a grid.
fn cells_by_sign(grid: &[&str]) -> BTreeMap<char, Vec<(u8, u8)>> {
    let mut cells: BTreeMap<char, Vec<(u8, u8)>> = BTreeMap::new();
    for (row, line) in (0..).zip(grid) {
        for (column, sign) in (0..).zip(line.chars()).filter(|(_, sign)| !"#.".contains(*sign)) {
            cells.entry(sign).or_default().push((column, row));
        }
    }
    cells
}

#[test]
fn published_puzzles_are_read() {
    let files = library();
    assert_eq!(files.len(), 111);
    for path in &files {
        let text = fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let file = PuzzleFile::read(path).unwrap_or_else(|error| panic!("{error}"));
        let start = lines_of(&text, "start");
        let drawn = cells_by_sign(&start);
        assert_eq!(file.start().to_string().lines().collect::<Vec<_>>(), start, "{name}");
        // Every sign is one piece of one kind, at the place where it is drawn.
        let signs: usize = file.kinds().iter().map(|kind| kind.signs.len()).sum();
        assert_eq!((signs, file.pieces().len()), (drawn.len(), drawn.len()), "{name}");
        for (sign, cells) in &drawn {
            let kinds: Vec<_> = file.kinds().iter().filter(|k| k.signs.contains(sign)).collect();
            assert_eq!(kinds.len(), 1, "{name} {sign}");
            assert_eq!(usize::from(kinds[0].shape.area()), cells.len(), "{name} {sign}");
            assert!(file.pieces().iter().any(|piece| piece.at == cells[0]), "{name} {sign}");
        }
        let goal = cells_by_sign(&lines_of(&text, "goal"));
        assert_eq!(file.goals().len(), 1, "{name}");
        let mut wanted: Vec<_> = file.goals()[0].iter().map(|piece| piece.at).collect();
        wanted.sort();
        let mut expected: Vec<_> = goal.values().map(|cells| cells[0]).collect();
        expected.sort();
        assert_eq!(wanted, expected, "{name}");
        let published = text.lines().filter(|line| line.starts_with("[[published]]")).count();
        assert_eq!(file.published().len(), published, "{name}");
    }
}

fn parse(text: &str) -> PuzzleFile {
    PuzzleFile::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The signs of each kind.
fn kinds(file: &PuzzleFile) -> Vec<String> {
    file.kinds().iter().map(|kind| kind.signs.iter().collect()).collect()
}

/// With `goal_by = "shape"`, a piece of any kind with the shape reaches the goal, regardless of its
/// lock. But a goal on the gate of a piece excludes all others.
#[test]
fn any_kind_of_a_shape_satisfies_the_goal() {
    let text = "name = 'n'\nstart = '''\nAB.\n...\n'''\ngoal = '''\n..X\n...\n'''\ngoal_by = 'shape'\nrows = 'B'\n";
    let wins = |text: &str| {
        let file = parse(text);
        let goals = file.goals().iter();
        goals.map(|goal| file.kinds()[goal[0].kind].signs.iter().collect()).collect::<Vec<String>>()
    };
    assert_eq!(wins(text), ["A", "B"]);
    assert_eq!(wins(&format!("{text}gate = '''\n..B\n...\n'''\n")), ["B"]);
}

#[test]
fn pieces_are_distinguished_where_a_goal_does() {
    let puzzle = |rules: &str| {
        format!(
            "name = 'n'\nstart = '''\nABCD\nEE..\nFF..\n'''\ngoal = '''\n..BA\n....\n....\n'''\n{rules}"
        )
    };
    // C and D are not named anywhere.
    assert_eq!(kinds(&parse(&puzzle(""))), ["A", "B", "CD", "EF"]);
    assert_eq!(kinds(&parse(&puzzle("alike = ['AB']"))), ["AB", "CD", "EF"]);
    assert_eq!(kinds(&parse(&puzzle("alike = ['AC', 'BD']"))), ["AC", "BD", "EF"]);
    assert_eq!(kinds(&parse(&puzzle("alike = ['CD', 'EF']"))), ["A", "B", "CD", "EF"]);
    assert_eq!(kinds(&parse(&puzzle("goal_by = 'shape'"))), ["ABCD", "EF"]);
    // Different locks make different kinds.
    assert_eq!(kinds(&parse(&puzzle("goal_by = 'shape'\nrows = 'AC'"))), ["AC", "BD", "EF"]);
    let file = parse(&puzzle("rows = 'E'\ncolumns = 'CD'"));
    let freedoms: Vec<_> = file.kinds().iter().map(|kind| kind.freedom).collect();
    use Freedom::{Both, Columns, Rows};
    assert_eq!(kinds(&file), ["A", "B", "CD", "E", "F"]);
    assert_eq!(freedoms, [Both, Both, Columns, Rows, Both]);
    let file = parse(&puzzle("lengthwise = true"));
    assert_eq!(file.kinds().last().unwrap().freedom, Rows);
}

#[test]
fn gates_belong_to_their_piece() {
    let file = parse(
        "name='n'\nstart='''\nAB#\n...\n'''\ngoal='''\n..#\n..A\n'''\ngate='''\n..#\n..A'''\n",
    );
    assert_eq!(kinds(&file), ["A", "B"]);
    assert_eq!(file.kinds()[0].gate, [(2, 1)]);
    assert_eq!(file.kinds()[1].gate, []);
    assert_eq!(file.goals(), [vec![huarong_core::puzzle_file::Standing { kind: 0, at: (2, 1) }]]);
}

/// A group of owners is as good as its pieces. Pieces that own the same gates are interchangeable.
#[test]
fn several_pieces_own_a_gate() {
    let puzzle = |rules: &str| {
        parse(&format!("name='n'\nstart='ABCD..'\ngoal='....D.'\ngate='.....1'\n{rules}"))
    };
    let file = puzzle("owners = { 1 = 'A B' }");
    assert_eq!(kinds(&file), ["AB", "C", "D"]);
    let gates: Vec<_> = file.kinds().iter().map(|kind| kind.gate.len()).collect();
    assert_eq!(gates, [1, 0, 0]);
    let Setup { puzzle: rules, start } = file.setup().unwrap();
    let may_enter = |&sign: &char| {
        let text = format!("{}.{sign}", "ABCD".replace(sign, "."));
        rules.parse_position(&text).is_ok()
    };
    assert_eq!(['A', 'B', 'C', 'D'].map(|sign| may_enter(&sign)), [true, true, false, false]);
    assert!(rules.holds(&start));
    assert_eq!(kinds(&puzzle("[owners]\n1 = 'ABCD'\n2 = 'C'")), ["ABC", "D"]);
}

#[test]
fn several_goals_and_what_is_published() {
    let file = parse(
        "name='n'\nsource='s'\nstart='A..'\ngoals=['.A.', '..A']\n\
         [[published]]\nmoves=1\nmetric='finger'\npositions=3\nby='me'\n[[published]]\nmoves=2\n",
    );
    let goals: Vec<_> = file.goals().iter().map(|goal| goal[0].at).collect();
    assert_eq!(goals, [(1, 0), (2, 0)]);
    assert_eq!((file.name(), file.source()), ("n", Some("s")));
    let [first, second] = file.published() else { panic!("two were published") };
    assert_eq!((first.moves, first.metric, first.positions), (1, Some(Metric::Finger), Some(3)));
    assert_eq!(first.by.as_deref(), Some("me"));
    assert_eq!((second.moves, second.metric, second.positions), (2, None, None));
}

/// Rows shorter than the widest are filled with walls; blank lines around a grid and trailing white
/// space are ignored.
#[test]
fn grids_are_read_as_people_write_them() {
    let ragged = parse("name='n'\nstart='''\n\nA..\n.\n   \n'''\ngoal=\"..A\\n.##\"\n");
    assert_eq!(ragged.start().to_string(), "A..\n.##\n");
    let windows = parse("name='n'\r\nstart='''\r\nA..  \r\n'''\r\ngoal='''\r\n..A\r\n'''\r\n");
    assert_eq!(windows.start().to_string(), "A..\n");
    let beyond_ascii = parse("name='n'\nstart='曹.'\ngoal='.曹'\n");
    assert_eq!(kinds(&beyond_ascii), ["曹"]);
}

/// Errors name the line and column of the fault.
#[test]
fn faults_are_reported_with_their_place() {
    let grids = "start = '''\nAAB\n..B\n...\n'''\ngoal = '''\n.AA\n...\n...\n'''\n";
    let cases: &[(&str, &str)] = &[
        ("", "1:1: start is missing"),
        ("name = ", "1:8: "),
        ("start = 'A.'\ngoal = '.A'", "1:1: name is missing"),
        ("name = 'n'\nstart = 'A.'", "1:1: goal is missing"),
        ("name = 'n'\nstart = 'A.'\ngoals = []", "3:9: goals is empty"),
        ("name = ''\nstart = 'A.'\ngoal = '.A'", "1:8: name is empty"),
        ("name = '\u{200b} '\nstart = 'A.'\ngoal = '.A'", "1:8: name is empty"),
        ("name = 'a\u{202e}b'\nstart = 'A.'\ngoal = '.A'", "1:8: name has '\\u{202e}'"),
        ("name = 'n'\nstart = 'A\u{301}.'\ngoal = '.A'", "2:11: U+0301 cannot be in a grid"),
        ("name = 'n'\nstart = 'A\u{200b}.'\ngoal = '.A'", "2:11: U+200B cannot be in a grid"),
        (
            "name = 'n'\nstart = 'AA.'\ngoal = '.AA'\nlengthwise = true\ncolumns = 'A'",
            "5:12: 'A' is in columns, but lengthwise = true locks it",
        ),
        (
            "name = 'n'\nstart = '''\nAA.\n...\n'''\ngoal = '''\n...\nAA.\n'''\nrows = 'A'",
            "8:1: 'A' moves left and right only, but starts on another line",
        ),
        (
            "name = 'n'\nstart = '''\nAA.\n...\n'''\ngoal = '''\n...\nCC.\n'''\nrows = 'A'\ngoal_by = 'shape'",
            "8:1: 'A' moves left and right only, but starts on another line",
        ),
        (
            "name = 'n'\nstart = '''\nA..\nB..\n'''\ngoal = '''\nAB.\n...\n'''\nrows = 'AB'\nalike = ['AB']",
            "7:1: this goal has 2 pieces like 'A' on this line, but start has 1; they move left and right only",
        ),
        (
            "name = 'n'\nstart = 'A.'\ngoal = '.A'\ngoals = ['.A']",
            "4:9: goal and goals are both given",
        ),
        ("name = 5\nstart = 'A.'\ngoal = '.A'", "1:8: name must be a string, but is a number"),
        ("name = 'n'\nstart = 5", "2:9: start must be a grid (a string), but is a number"),
        ("name = 'n'\nstart = 'A.'\ngoals = '.A'", "3:9: goals must be an array of grids"),
        ("name = 'n'\nstrat = 'A.'", "2:1: there is no key \"strat\"; did you mean \"start\"?"),
        ("name = 'n'\nzzz = 1", "2:1: there is no key \"zzz\""),
        ("name = 'n'\nstart = ''", "2:10: start has no cells"),
        ("name = 'n'\nstart = '###'", "2:10: start has no cells"),
        ("name = 'n'\nstart = '...'\ngoal = '...'", "2:10: start has no piece"),
        ("name = 'n'\nstart = 'A.'\ngoal = '..'", "3:9: this goal names no piece"),
        ("name = \"n\\u001b[31m\"\nstart = 'A'\ngoal = 'A'", "1:8: name has '\\u{1b}'"),
        ("name = 'n'\nstart = '''\nA A'''", "3:2: ' ' cannot be in a grid"),
        ("name = 'n'\nstart = '''A\n\tA'''", "3:1: '\\t' cannot be in a grid"),
        ("name = 'n'\nstart = 'A.'\ngoal = '.B'", "3:10: 'B' is not a piece of start"),
        (
            "name = 'n'\nstart = 'A..'\ngoal = '.AA'",
            "3:10: 'A' has another shape here than in start",
        ),
        (
            "name = 'n'\nstart = 'A..'\ngoal = 'BB.'\ngoal_by = 'shape'",
            "3:9: 'B' has a shape that no piece of start has",
        ),
        (
            "name = 'n'\nstart = 'A..'\ngoal = 'AB.'\ngoal_by = 'shape'",
            "3:10: this goal has 2 pieces like 'A', but start has 1",
        ),
        (
            "name = 'n'\nstart = '''\nA.\n..\n'''\ngoal = '''\n.#\nA.\n'''",
            "7:2: goal has no cell here, but start has a cell",
        ),
        (
            "name = 'n'\nstart = '''\nA.\n'''\ngoal = '''\n.A\n..\n'''",
            "7:1: goal has a cell here, but start has no cell",
        ),
        (
            "name = 'n'\nstart = '''\nA...\n..\n'''\ngoal = '''\n.A\n'''",
            "7:3: goal has no cell here, but start has a cell",
        ),
        (
            "name = 'n'\nstart = '''\nA.\n..\n'''\ngoal = '''\n.A\n'''",
            "7:3: goal has no cell here, but start has a cell",
        ),
        (
            "name = 'n'\nstart = '''\nAAB.\nAAB\n....\n'''\ngoal = '''\n....\n..AA\n..AA\n'''",
            "4:4: this row of start ends after 3 signs, but goal has a cell here",
        ),
        (
            "name = 'n'\nstart = '''\nA\nAB\n'''\ngoals = ['''\nA\nAB\n''', '''\nAB\nA.\n''']",
            "3:2: this row of start ends after 1 sign, but goals has a cell here",
        ),
        // Signs that nobody can see, or tell from others.
        ("name = 'n'\nstart = 'A.\u{115f}'\ngoal = '.A.'", "2:12: U+115F cannot be in a grid"),
        ("name = 'n'\nstart = 'A.\u{2800}'\ngoal = '.A.'", "2:12: U+2800 cannot be in a grid"),
        ("name = 'n'\nstart = '\u{e123}.'\ngoal = '.\u{e123}'", "2:10: U+E123 cannot be in a grid"),
        ("name = 'n'\nstart = 'A．'\ngoal = '．A'", "2:11: '．' (U+FF0E) looks like '.'"),
        ("name = 'n'\nstart = 'A.'\ngoal = '．A'", "3:9: '．' (U+FF0E) looks like '.'"),
        ("name = 'n'\nstart = 'A＃.'\ngoal = '.#A'", "2:11: '＃' (U+FF03) looks like '#'"),
        ("name = 'n'\nstart = 'A.А'\ngoal = '..A'", "2:12: 'А' (U+0410) looks like 'A'"),
        ("name = 'n'\nstart = 'Ο.O'\ngoal = '..O'", "2:12: 'O' looks like 'Ο' (U+039F)"),
        ("name = 'n'\nstart = 'A.'\ngoal = '.Ａ'", "3:10: 'Ａ' (U+FF21) looks like 'A'"),
        (
            "name = 'n'\nstart = 'A.'\ngoal = '.A'\nrows = 'А'",
            "4:9: 'А' (U+0410) is not a piece of start",
        ),
        (
            "name = 'n'\nstart = 'AB.'\ngoal = '.AB'\ngate = '..А'\nowners = { 'А' = 'AB' }",
            "4:11: 'А' (U+0410) looks like 'A'",
        ),
        ("name = 'n'\nstart = 'A.'\ngoal = '.A'\nrows = 'AB'", "4:10: 'B' is not a piece of start"),
        ("name = 'n'\nstart = 'A.'\ngoal = '.A'\nrows = 'AA'", "4:10: 'A' is given twice"),
        (
            "name = 'n'\nstart = 'A.'\ngoal = '.A'\nrows = 'A'\ncolumns = 'A'",
            "5:12: 'A' is in rows and in columns",
        ),
        (
            "name = 'n'\nstart = 'A.'\ngoal = '.A'\ncolumns = 'A'",
            "3:10: 'A' moves up and down only",
        ),
        (
            "name = 'n'\nstart = 'A.'\ngoal = '.A'\nalike = 'A'",
            "4:9: alike must be an array of strings",
        ),
        (
            "name = 'n'\nstart = 'ABB.'\ngoal = '...A'\nalike = ['AB']",
            "4:12: 'A' and 'B' are not alike",
        ),
        (
            "name = 'n'\nstart = 'AB.'\ngoal = '..A'\nalike = ['AB', 'A']",
            "4:17: 'A' is given twice",
        ),
        (
            "name = 'n'\nstart = 'A.'\ngoal = '.A'\ngoal_by = 'colour'",
            "4:11: goal_by \"colour\" is unknown",
        ),
        (
            "name = 'n'\nstart = 'A.'\ngoal = '.A'\nlengthwise = 1",
            "4:14: lengthwise must be true or false",
        ),
        (
            "name = 'n'\nstart = 'AB.'\ngoal = '..A'\ngate = '.A.'",
            "2:11: 'B' is on a cell that only 'A'",
        ),
        (
            "name = 'n'\nstart = 'AB.'\ngoal = '..B'\ngate = '..A'",
            "3:11: 'B' is on a cell that only 'A'",
        ),
        (
            "name = 'n'\nstart = 'A.'\ngoal = '.A'\ngate = '.C'",
            "4:10: 'C' is neither a piece of start nor a group in owners",
        ),
        (
            "name = 'n'\nstart = 'ABC.'\ngoal = '...C'\ngate = '..x.'\nowners = { x = 'AB' }",
            "2:12: 'C' is on a cell that only 'A', 'B' may enter",
        ),
        (
            "name = 'n'\nstart = 'AB.'\ngoal = '..A'\ngate = '..x'\nowners = { x = 'AC' }",
            "5:18: 'C' is not a piece of start",
        ),
        (
            "name = 'n'\nstart = 'AB.'\ngoal = '..A'\ngate = '..x'\nowners = { x = 'AA' }",
            "5:18: 'A' is given twice",
        ),
        (
            "name = 'n'\nstart = 'AB.'\ngoal = '..A'\ngate = '..A'\nowners = { A = 'AB' }",
            "5:12: owners has the group \"A\": name it by one sign",
        ),
        (
            "name = 'n'\nstart = 'AB.'\ngoal = '..A'\ngate = '..x'\n[owners]\nx = 'AB'\nxy = 'AB'",
            "7:1: owners has the group \"xy\"",
        ),
        (
            "name = 'n'\nstart = 'AB.'\ngoal = '..A'\ngate = '..x'\nowners = { x = ' ' }",
            "5:16: owners is empty",
        ),
        (
            "name = 'n'\nstart = 'AB.'\ngoal = '..A'\ngate = '..x'\nowners = 'AB'",
            "5:10: owners must be a table, as in { 1 = \"AB\" }, but is a string",
        ),
        ("name = 'n'\nstart = 'AB.'\ngoal = '..A'\nowners = { x = 'AB' }", "4:10: gate is missing"),
        (
            "name = 'n'\nstart = 'AB.'\ngoal = '..A'\nthin_walls = '. .'",
            "4:18: thin_walls must have '.' here",
        ),
        (
            "name = 'n'\nstart = 'AB.'\ngoal = '..A'\nthin_walls = '''\n. . .\n- \n'''",
            "6:1: thin_walls is too large: write 5 columns and 1 rows",
        ),
        (
            "name = 'n'\nstart = 'AB.'\ngoal = '..A'\nthin_walls = '. # .'",
            "4:17: thin_walls must have '.' here",
        ),
        (
            "name = 'n'\nstart = 'AB.'\ngoal = '..A'\nthin_walls = '.-. .'",
            "4:16: thin_walls has '-' between cells: write | or a space",
        ),
        (
            "name = 'n'\nstart = '''\nAB\n..'''\ngoal = '''\n..\n.A'''\nthin_walls = '''\n. .\n|\n. .'''",
            "10:1: thin_walls has '|' between cells: write - or a space",
        ),
        (
            "name = 'n'\nstart = '''\nAB\n..'''\ngoal = '''\n..\n.A'''\nthin_walls = '''\n. .\n\n. .|'''",
            "11:4: thin_walls is too large: write 3 columns and 3 rows",
        ),
        (
            "name = 'n'\nstart = 'AAB.'\ngoal = '..AA'\nthin_walls = '.|. . .'",
            "2:10: 'A' is on both sides of a thin wall",
        ),
        (
            "name = 'n'\nstart = 'AAB.'\ngoal = '..AA'\nthin_walls = '. . .|.'",
            "3:11: 'A' is on both sides of a thin wall",
        ),
        (
            "name = 'n'\nstart = 'A.'\ngoal = '.A'\n[[published]]\nmetric = 'unit'",
            "4:1: moves is missing",
        ),
        (
            "name = 'n'\nstart = 'A.'\ngoal = '.A'\n[[published]]\nmoves = -1",
            "5:9: moves must be a whole number from 0 to 4294967295",
        ),
        (
            "name = 'n'\nstart = 'A.'\ngoal = '.A'\n[[published]]\nmoves = 1\nmetric = 'steps'",
            "6:10: metric \"steps\" is unknown",
        ),
        (
            "name = 'n'\nstart = 'A.'\ngoal = '.A'\n[[published]]\nmoves = 1\nmetrik = 'unit'",
            "6:1: there is no key \"metrik\"; did you mean \"metric\"?",
        ),
        (
            "name = 'n'\nstart = 'A.'\ngoal = '.A'\npublished = 3",
            "4:13: published must be an array of tables",
        ),
    ];
    for (text, reported) in cases {
        let error = PuzzleFile::parse(text).expect_err(text).to_string();
        assert!(error.starts_with(reported), "{text}\nsays {error}\nnot  {reported}");
    }
    parse(&format!("name = 'n'\n{grids}"));
}

/// One cell too many in any direction is an error, and the maximum size is accepted.
#[test]
fn boards_have_their_limits() {
    let row = |cells: usize| format!("A{}", ".".repeat(cells - 1));
    let puzzle = |start: &str, goal: &str| {
        PuzzleFile::parse(&format!("name='n'\nstart='''\n{start}\n'''\ngoal='''\n{goal}\n'''"))
    };
    for cells in [128, 129, 1_024] {
        let rows = |first: &str| {
            let columns = cells / (1 + cells / 200);
            let signs: Vec<char> = format!("{first:.<cells$}").chars().collect();
            let rows = signs.chunks(columns).map(|row| row.iter().collect::<String>());
            rows.collect::<Vec<_>>().join("\n")
        };
        let file = puzzle(&rows("A"), &rows("A"));
        let Setup { puzzle, .. } = file.unwrap().setup().unwrap();
        assert_eq!(usize::from(puzzle.board().cell_count()), cells);
        assert_eq!(puzzle.board().is_narrow(), cells <= 128);
    }
    let too_many = format!("{}\n{}", row(205), vec![".".repeat(205); 4].join("\n"));
    let error = puzzle(&too_many, &too_many).unwrap_err();
    assert_eq!((error.line, error.column, error.fault), (3, 1, Fault::Cells { cells: 1_025 }));
    // Piece sets count pieces in bytes.
    let signs: String = ('\u{4e00}'..).take(256).collect();
    let (start, goal) = (format!("A{}", &signs[..3 * 200]), format!("A{}", ".".repeat(200)));
    let more = format!("{}{}", &signs[3 * 200..], ".".repeat(201 - 56));
    let start = format!("{start}\n{more}");
    let error = puzzle(&start, &format!("{goal}\n{}", ".".repeat(201))).unwrap_err();
    assert_eq!((error.line, error.fault.clone()), (4, Fault::Alike { pieces: 256 }), "{error}");
    let walls = |cells: usize| format!("A.{}", "#".repeat(cells - 2));
    assert!(puzzle(&walls(255), &walls(255)).is_ok());
    let error = puzzle(&walls(256), &walls(256)).unwrap_err();
    assert_eq!(error.fault, Fault::Size { columns: 256, rows: 1 });
    let deep = |cells: usize| format!("A\n.{}", "\n#".repeat(cells - 2));
    assert!(puzzle(&deep(255), &deep(255)).is_ok());
    let error = puzzle(&deep(256), &deep(256)).unwrap_err();
    assert_eq!(error.fault, Fault::Size { columns: 1, rows: 256 });
}

/// People write signs of their own script.
#[test]
fn letters_of_any_script_are_pieces() {
    for [piece, other] in
        ["曹關", "АБ", "ΑΩ", "ＡＢ", "アイ", "가나", "🚗🚚", "１２", "αa", "①1", "·o", "äa"].map(
            |two| {
                let signs: Vec<char> = two.chars().collect();
                [signs[0], signs[1]]
            },
        )
    {
        let text = format!("name = 'n'\nstart = '{piece}.{other}'\ngoal = '.{piece}.'");
        assert_eq!(kinds(&parse(&text)), [piece.to_string(), other.to_string()], "{text}");
    }
}

#[test]
fn files_that_are_no_puzzle_files_are_reported_by_name() {
    let directory = TempDir::new().unwrap();
    let reported = |name: &str, bytes: &[u8]| {
        let path = directory.path().join(name);
        fs::write(&path, bytes).unwrap();
        PuzzleFile::read(&path).unwrap_err().to_string()
    };
    assert!(
        reported("bytes.toml", b"name = 'n'\n\xff")
            .ends_with("bytes.toml:2: this is not UTF-8: a puzzle file is text")
    );
    assert!(
        reported("key.toml", b"name = 'n'\nstrat = ''")
            .contains("key.toml:2:1: there is no key \"strat\"")
    );
    let missing = PuzzleFile::read(Path::new("/nowhere/at-all.toml")).unwrap_err().to_string();
    assert!(missing.starts_with("cannot read /nowhere/at-all.toml: "), "{missing}");
}

proptest! {
    /// A file with some bytes changed is accepted, or rejected at a location inside the file.
    #[test]
    fn damaged_files_are_refused_at_a_place(
        which in 0usize..111,
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = fs::read(&library()[which]).unwrap();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Err(error) = PuzzleFile::parse(&text) {
            let line = text.split('\n').nth(error.line - 1);
            prop_assert!(line.is_some_and(|line| error.column <= line.chars().count() + 1), "{error}");
        }
    }
}
