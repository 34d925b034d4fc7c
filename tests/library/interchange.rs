//! Files of other programs: reading, writing, and the location of faults.

use huarong::Position;
use huarong::puzzle::PuzzleTextError;
use huarong_core::interchange::{Format, InterchangeError, Unsayable, read, write};
use huarong_core::puzzle_file::{Kind, PuzzleFile, Standing};
use huarong_core::rules::Freedom;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::fs;
use std::path::{Path, PathBuf};

/// Puzzles in their own formats, each with the puzzle file of the library for the same puzzle.
const SAMPLES: [(Format, &str, &str); 11] = [
    (
        Format::Knuth,
        "lane-rouge",
        "5 x 4 (Klotski)\n1 = 11/11\n2 = 11\n3 = 1/1\n4 = 1\n313323444004\n00000000000001\n",
    ),
    (
        Format::Knuth,
        "dads",
        "5 x 4 Dad's Puzzler\n\n1 = 11/11\n2 = 11\n3 = 1/1\n4 = 1\n12240043322\n0000000000001\n",
    ),
    (
        Format::Jimslide,
        "lane-rouge",
        "! Klotski\nxsize: 4\n\tysize:5\npiece: 1 (0,0) (1,0) (0,1) (1,1) ! (2x2 square)\n\
         piece: 2 (0,0) (1,0);\npiece: 3 (0, 0)(0, 1)\npiece: 4 (0,0)\nwin: 1 (1,3)\n\
         put: 3 (0,0)\nput: 1 (1,0) 'B'\nput: 3 (3,0)\nput: 3 (0,2)\nput: 2 (1,2)\nput: 3 (3,2)\n\
         put: 4 (1,3)\nput: 4 (2,3)\nput: 4 (0,4)\nput: 4 (3,4)\n*** what follows is of the search\n\
         numthreads: 3\nbigmem: 1000000000\n",
    ),
    (
        Format::Jimslide,
        "tzer-ultimate-js2",
        "xsize: 6\nysize: 5\npiece: 1 (0,0) (-1, 1) (0, 1) (1, 1);\n\
         piece: 2 (0,0) (-1, 1) (0, 1) (1, 1);\npiece: 3 (0,0) (1, 0);\npiece: 4 (0,0);\n\
         put: 1 (1,0)\nput: 2 (4,0)\nput: 3 (2,2)\nput: 3 (0,3)\nput: 3 (2,3)\nput: 3 (4,3)\n\
         put: 4 (2,4)\nput: 4 (3,4)\nput: 4 (0,4)\nput: 4 (1,4)\nput: 4 (4,4)\nput: 4 (5,4)\n\
         wall: (0,0)\nhwall: 0 (2,3)\nvwall: 5 (0, 0)\nwin: 1 (4,0)\nwin: 2 (1,0)\nwin: 3 (2,2)\n\
         win: 3 (0,3)\nwin: 3 (2,3)\nwin: 3 (4,3)\nwin: 4 (2,4)\nwin: 4 (3,4)\nwin: 4 (0,4)\n\
         win: 4 (1,4)\nwin: 4 (4,4)\nwin: 4 (5,4)\n",
    ),
    (
        Format::LumiA,
        "lumi-four-balls",
        "\n        A\n    B|.--\n     |##.\n     .##I\n     ==.ID\n     C\n    \n   \n    C\nD....\n \
         ....\n ....\n ....B\n A\n",
    ),
    (Format::Gnome, "gnome-agatka", "..\n.\n#####--\n#**aab-\n#*ccde#\n#fgh  #\n#######\n"),
    (Format::Rush, "rush-walls-60", "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n"),
    (Format::Rush, "rush-db-20-87", "FBB.K.F.H.KLG.HAALG.ICCLG.IJ..DDDJEE"),
    (
        Format::Hakoiri,
        "century-and-a-half-hakoiri",
        include_str!("../data/interchange/century-and-a-half.xml"),
    ),
    (
        Format::Classic,
        "motor-car",
        ";; two in a file\ndisplay Motor-Car Problem\nsize 3 5\nstep 17\n\ninitial\n123\n#.#\n..#\n#.#\n456\n\n\
         target\n456\n#.#\n..#\n#.#\n123\n\nequiv 123\nequiv 456\ncolor 1 0 255 0\nend\n",
    ),
    (
        Format::Classic,
        "hughes",
        "size 3 4\ninitial\nA 1\nA 2\n633\n554\ntarget\n\n\n  A\n  A\nend\n",
    ),
];

/// The puzzle files that come with the library.
fn library() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/lab/src/library/puzzles");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn of_library(name: &str) -> PuzzleFile {
    let path = library().into_iter().find(|path| path.file_stem() == Some(name.as_ref()));
    PuzzleFile::read(&path.unwrap_or_else(|| panic!("{name}"))).unwrap()
}

/// A puzzle without the names of its pieces.
#[derive(Debug, PartialEq)]
struct Essence {
    /// Columns, rows and walls.
    board: (u8, u8, Vec<(u8, u8)>),
    /// The kinds, with every sign replaced by the same one.
    kinds: Vec<Kind>,
    pieces: Vec<Standing>,
    goals: Vec<Vec<(usize, (u8, u8))>>,
}

fn essence(file: &PuzzleFile) -> Essence {
    let start = file.start();
    let walls = start.cells().filter(|&(_, sign)| sign == '#').map(|(cell, _)| cell).collect();
    let kinds = file.kinds().iter();
    let goal = |goal: &Vec<Standing>| {
        let mut goal: Vec<_> = goal.iter().map(|piece| (piece.kind, piece.at)).collect();
        goal.sort_unstable();
        goal
    };
    Essence {
        board: (start.columns(), start.rows(), walls),
        kinds: kinds
            .map(|kind| {
                let mut kind = kind.clone();
                kind.signs.fill('?');
                kind
            })
            .collect(),
        pieces: file.pieces().to_vec(),
        goals: file.goals().iter().map(goal).collect(),
    }
}

fn converted(format: Format, text: &str) -> PuzzleFile {
    let puzzle = read(format, text, "Untitled", None)
        .unwrap_or_else(|error| panic!("{format}: {error}\n{text}"));
    PuzzleFile::parse(&puzzle).unwrap()
}

#[test]
fn each_format_says_what_the_library_has() {
    for (format, name, text) in SAMPLES {
        let (found, wanted) = (converted(format, text), of_library(name));
        assert_eq!(essence(&found), essence(&wanted), "{format} {name}");
    }
    for &format in Format::ALL {
        assert!(SAMPLES.iter().any(|(other, ..)| *other == format), "{format} has no sample");
        assert_eq!(format.name().parse(), Ok(format));
    }
    let unknown = "tatham".parse::<Format>().unwrap_err().to_string();
    assert!(unknown.contains("\"tatham\"") && unknown.contains("lumi-a"), "{unknown}");
}

#[test]
fn a_puzzle_file_is_written_as_people_write_them() {
    let puzzle = read(Format::Gnome, SAMPLES[5].2, "Agatka", None).unwrap();
    assert_eq!(
        puzzle,
        "name = \"Agatka\"\nstart = \"\"\"\n.......\n.......\n#####..\n#**aab.\n#*ccde#\n#fgh..#\n#######\n\"\"\"\n\
         goal = \"\"\"\n**.....\n*......\n#####..\n#......\n#.....#\n#.....#\n#######\n\"\"\"\n\
         gate = \"\"\"\n.......\n.......\n#####**\n#.....*\n#.....#\n#.....#\n#######\n\"\"\"\n"
    );
    let rush = read(Format::Rush, SAMPLES[6].2, "Sixty", None).unwrap();
    assert_eq!(
        rush,
        "name = \"Sixty\"\nstart = \"\"\"\nIBB#..\nI..LDD\nJAAL..\nJ.KEEM\nFFK..M\nGGHHHM\n\"\"\"\n\
         goal = \"\"\"\n...#..\n......\n....AA\n......\n......\n......\n\"\"\"\nlengthwise = true\n\n\
         [[published]]\nmoves = 60\nmetric = \"straight\"\npositions = 2332\n"
    );
    let motor = read(Format::Classic, SAMPLES[9].2, "Untitled", None).unwrap();
    assert!(motor.starts_with("name = \"Motor-Car Problem\"\n"), "{motor}");
    assert!(
        motor.ends_with("alike = [\"123\", \"456\"]\n\n[[published]]\nmoves = 17\n"),
        "{motor}"
    );
}

/// Names may contain any characters, and reserved signs of puzzle files are replaced.
#[test]
fn names_and_signs_are_kept_where_they_can_be() {
    let file = converted(Format::Knuth, "1 x 3 \"a\\b\" \u{7}(c)\n1 = 1\n1\n001\n");
    assert_eq!(file.name(), "\"a\\b\"  (c)");
    let file = converted(Format::LumiA, "#\"\\'A曹.\n\n.#.....\n");
    assert_eq!(file.start().to_string(), "BCD'A曹.\n");
    let untitled = read(Format::Gnome, "*.", "a \"b\"", None).unwrap();
    assert_eq!(PuzzleFile::parse(&untitled).unwrap().name(), "a \"b\"");
    // The maximum number of pieces, and a start with a byte order mark.
    let many = "1 ".repeat(128).replace(' ', "");
    let file = converted(Format::Knuth, &format!("\u{feff}8 x 16\n1 = 1\n{many}\n1\n"));
    assert_eq!(file.pieces().len(), 128);
}

#[test]
fn kinds_are_distinguished_as_in_the_source() {
    let signs = |format, text: &str| -> Vec<String> {
        let file = converted(format, text);
        file.kinds().iter().map(|kind| kind.signs.iter().collect()).collect()
    };
    // Two names of one shape; one name that the goal contains only once.
    assert_eq!(signs(Format::Knuth, "1 x 6\n1 = 1\n2 = 1\n12121\n0\u{31}\n"), ["ACE", "BD"]);
    assert_eq!(
        signs(Format::Knuth, "1 x 6\n1 = 1\n2 = 1\n3 = 11\n12123\n00003\n"),
        ["AC", "BD", "E"]
    );
    let hakoiri = include_str!("../data/interchange/century-and-a-half.xml");
    let by_id = hakoiri.replace("byclass", "byid");
    assert_eq!(signs(Format::Hakoiri, hakoiri).len(), 4);
    assert_eq!(signs(Format::Hakoiri, &by_id).len(), 10);
    let unnamed = "xsize: 6\nysize: 1\npiece: 1 (0,0)\npiece: 2 (0,0)\npiece: 3 (0,0) (1,0)\n\
                   put: 1 (0,0)\nput: 2 (1,0)\nput: 3 (2,0)\nwin: 3 (4,0)\n";
    assert_eq!(signs(Format::Jimslide, unnamed), ["A", "B", "C"]);
}

#[test]
fn each_of_several_stops_is_a_goal() {
    let file = converted(Format::Knuth, "1 x 4\n1 = 1\n1\n01\n0001\n");
    let at: Vec<_> = file.goals().iter().map(|goal| goal[0].at).collect();
    assert_eq!(at, [(1, 0), (3, 0)]);
    let refused = write(Format::Knuth, &file).unwrap_err();
    let reason = Unsayable::Goals { found: 2 };
    assert_eq!(refused, InterchangeError::Unwritable { format: Format::Knuth, reason });
}

/// Every puzzle of the library is written and read back as the same puzzle, or rejected for a
/// feature that the format lacks.
#[test]
fn what_is_written_is_read_back() {
    let mut written = [0; 3];
    for path in library() {
        let Ok(puzzle) = PuzzleFile::read(&path) else { continue };
        for (count, &format) in written.iter_mut().zip(Format::WRITTEN) {
            match write(format, &puzzle) {
                Ok(text) => {
                    let again = converted(format, &text);
                    assert_eq!(
                        essence(&again),
                        essence(&puzzle),
                        "{format} {}\n{text}",
                        path.display()
                    );
                    assert_eq!(
                        write(format, &again).unwrap().lines().count(),
                        text.lines().count()
                    );
                    *count += 1;
                }
                Err(InterchangeError::Unwritable { reason, .. }) => {
                    check_reason(&reason, &puzzle, &path);
                }
                Err(error) => panic!("{error}"),
            }
        }
        for format in Format::ALL.iter().copied().filter(|format| !Format::WRITTEN.contains(format))
        {
            assert_eq!(write(format, &puzzle), Err(InterchangeError::ReadOnly(format)));
        }
    }
    let [rush, knuth, jimslide] = written;
    assert!(rush >= 29 && knuth >= 5 && jimslide >= 95, "{written:?}");
}

fn check_reason(reason: &Unsayable, puzzle: &PuzzleFile, path: &Path) {
    let kinds = puzzle.kinds();
    let free = kinds.iter().any(|kind| kind.freedom == Freedom::Both);
    let is_so = match reason {
        Unsayable::Kinds { found, most } => found > most,
        Unsayable::ThinWalls => !puzzle.thin_walls().is_empty(),
        Unsayable::Gate { .. } => kinds.iter().any(|kind| !kind.gate.is_empty()),
        Unsayable::Locked { .. } => kinds.iter().any(|kind| kind.freedom != Freedom::Both),
        Unsayable::Goals { found } => *found > 1,
        Unsayable::PartOfGoal { wanted, pieces } => wanted < pieces,
        Unsayable::NoCar { .. } => free,
        _ => false,
    };
    assert!(is_so, "{}: {reason}", path.display());
}

/// The 333 boards are puzzles whose goal is the car at the exit, and are written back unchanged.
#[test]
fn boards_of_rush_hour_are_read_and_written() {
    let mut boards =
        csv::Reader::from_path(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/rush_boards.csv"))
            .unwrap();
    let mut count = 0;
    for row in boards.records() {
        let row = row.unwrap();
        let board = &row[1];
        let file = converted(Format::Rush, board);
        let red = if board.contains('X') { 'X' } else { 'A' };
        let [kind] = file.kinds().iter().filter(|k| k.signs == [red]).collect::<Vec<_>>()[..]
        else {
            panic!("{board}")
        };
        let number = file.kinds().iter().position(|other| other == kind).unwrap();
        let row_of_car = (board.find(red).unwrap() / 6) as u8;
        let at = (6 - kind.shape.width(), row_of_car);
        assert_eq!(file.goals(), [vec![Standing { kind: number, at }]], "{board}");
        assert!(file.kinds().iter().all(|kind| kind.freedom != Freedom::Both), "{board}");
        assert_eq!(write(Format::Rush, &file).unwrap(), format!("{board}\n"));
        count += 1;
    }
    assert_eq!(count, 333);
}

/// A position of the library is the same in all texts of its board, and the same as by way of a puzzle file.
#[test]
fn a_board_is_a_position_in_one_step() {
    let boards = include_str!("../data/rush_boards.csv").lines().skip(1);
    let boards = boards.map(|line| line.split(',').nth(1).unwrap());
    for board in boards.chain(["IBBx..I..LDDJAAL..J.KEEMFFK..MGGHHHM", "AA.../"]) {
        let file = converted(Format::Rush, board);
        let setup = file.setup().unwrap();
        let start = Position::new(&setup.puzzle, setup.start.clone()).unwrap();
        let signs: Vec<char> = board.trim_end_matches('/').chars().collect();
        let width = usize::from(setup.puzzle.board().width());
        let rows: Vec<String> = signs.chunks(width).map(String::from_iter).collect();
        let lines = rows.iter().map(|row| format!("  {row}\r\n")).collect::<String>();
        let one_row = if rows.len() == 1 { "/" } else { "" };
        for text in [
            board.to_owned(),
            format!("\u{feff}{board}\n"),
            rows.join("/") + "/",
            rows.join("/").replace('x', "#").replace('.', "o") + one_row,
            format!("\n{}{one_row}\n", lines.trim_end()),
            format!("60 {board} 2332"),
        ] {
            assert_eq!(Position::from_rush(&text).unwrap(), start, "{text:?}");
        }
    }
}

#[test]
fn a_text_that_is_no_board_says_why() {
    for (text, error) in [
        ("", "a board is missing"),
        (
            "AA....",
            "\"AA....\" has 6 characters, which is no square board such as 6x6 with 36: write /",
        ),
        ("AA..\n....\n...", "the row has 3 cells, but the board has 4 columns"),
        (
            "AA#......",
            "there is a wall at the exit: the red car must reach the last cells of row 1",
        ),
        ("AA./.B./...", "'B' is not a car: a car covers two or more cells"),
        ("BB./.../...", "the red car (A) is missing"),
    ] {
        let found = Position::from_rush(text).unwrap_err();
        assert!(matches!(found, PuzzleTextError::Board(InterchangeError::Board(_))), "{found:?}");
        assert!(found.to_string().starts_with(error), "{found}");
    }
}

/// Square boards need no `/`. All sizes are written as they are read.
#[test]
fn boards_of_rush_hour_have_any_size() {
    for (board, size) in [
        ("AA.B..B..", (3, 3)),
        ("B...BAA.....CCC.", (4, 4)),
        ("BBBC./AA.C./...../DDDD.", (5, 4)),
        ("AA.../", (5, 1)),
        ("......./AA...../BBBB...", (7, 3)),
    ] {
        let file = converted(Format::Rush, board);
        assert_eq!((file.start().columns(), file.start().rows()), size, "{board}");
        assert_eq!(write(Format::Rush, &file).unwrap(), format!("{board}\n"));
    }
}

/// The red car stays the red car, whatever the names in the source.
#[test]
fn cars_are_renamed_where_their_sign_means_something_else() {
    let puzzle = |red: char, other: char| {
        let text = format!(
            "name = 'n'\nstart = '''\n{other}.....\n{other}.....\n{red}{red}....\n......\n......\n......\n'''\n\
             goal = '''\n......\n......\n....{red}{red}\n......\n......\n......\n'''\nlengthwise = true\n"
        );
        PuzzleFile::parse(&text).unwrap()
    };
    for (red, other, written) in
        [('A', 'B', "AB"), ('X', 'A', "XA"), ('A', 'X', "AB"), ('R', 'A', "AB"), ('x', 'o', "AB")]
    {
        let puzzle = puzzle(red, other);
        let board = write(Format::Rush, &puzzle).unwrap();
        let signs: Vec<char> = written.chars().collect();
        assert_eq!((board.chars().nth(12), board.chars().next()), (Some(signs[0]), Some(signs[1])));
        assert_eq!(essence(&converted(Format::Rush, &board)), essence(&puzzle));
    }
}

#[test]
fn one_of_several_is_picked_by_its_line() {
    let boards = "\nA.....B.....AA....\n\n5 AA.................................. 9\n\
                  BB..AA..............................\n";
    let boards =
        boards.replacen("\nA.....B.....AA....\n", "\nBBAA................................\n", 1);
    let printed = |line| read(Format::Rush, &boards, "n", line).unwrap_err().to_string();
    assert_eq!(
        printed(None),
        "line 4: 3 puzzles found: select one by the number of one of its lines"
    );
    assert_eq!(printed(Some(1)), "line 1: this line belongs to no puzzle");
    let fourth = PuzzleFile::parse(&read(Format::Rush, &boards, "n", Some(4)).unwrap()).unwrap();
    assert_eq!((fourth.published()[0].moves, fourth.published()[0].positions), (5, Some(9)));

    let classic = [SAMPLES[9].2, SAMPLES[10].2].concat();
    let read = |line| read(Format::Classic, &classic, "second", line);
    assert!(read(None).unwrap_err().to_string().starts_with("line 24: 2 puzzles found"));
    assert!(read(Some(2)).unwrap().starts_with("name = \"Motor-Car Problem\""));
    assert!(read(Some(22)).unwrap().starts_with("name = \"Motor-Car Problem\""));
    assert!(read(Some(30)).unwrap().starts_with("name = \"second\""));
    assert_eq!(read(Some(99)).unwrap_err().to_string(), "line 99: this line belongs to no puzzle");
    let one = huarong_core::interchange::read(Format::Knuth, SAMPLES[0].2, "n", Some(1));
    assert!(one.unwrap_err().to_string().contains("the format knuth has one puzzle"));
}

/// Errors name the line of the fault.
#[test]
fn faults_are_reported_with_their_line() {
    use Format::{Classic, Gnome, Hakoiri, Jimslide, Knuth, LumiA, Rush};
    let board = |signs: &str| format!("{signs}{}", ".".repeat(36 - signs.len()));
    let cases: Vec<(Format, String, &str)> = [
        (Knuth, "", "line 1: the board size (rows x columns) is missing"),
        (Knuth, "5 by 4", "line 1: expected the board size (rows x columns), found \"5 by 4\""),
        (
            Knuth,
            "0 x 4\n1 = 1",
            "line 1: a board of 4 columns and 0 rows: both must be from 1 to 255",
        ),
        (
            Knuth,
            "99999999999999999999 x 4",
            "line 1: expected the board size (rows x columns), found \"9999",
        ),
        (Knuth, "1 x 256", "line 1: a board of 256 columns"),
        (
            Knuth,
            "25 x 41\n1 = 1\n1\n1",
            "line 1: a board of 1025 cells: at most 1024 are supported",
        ),
        (
            Knuth,
            "1 x 4\ng = 1\n",
            "line 2: expected the name of a piece (1 to 9 or a to f), found \"g\"",
        ),
        (Knuth, "1 x 4\n1 = 1\n1 = 11\n", "line 3: \"1\" is given twice"),
        (Knuth, "1 x 4\n1 = 12\n", "line 2: expected a shape of 0, 1 and /, found \"12\""),
        (Knuth, "1 x 4\n1 = 00\n", "line 2: expected a shape with at least one 1, found \"00\""),
        (Knuth, "1 x 4\n1 = 1\n", "line 2: the start is missing"),
        (Knuth, "1 x 4\n1 = 1\n\n1\n", "line 4: the stop is missing"),
        (Knuth, "1 x 4\n1 = 1\n2\n", "line 3: there is no piece \"2\""),
        (Knuth, "1 x 4\n1 = 1\n00001\n", "line 3: the line describes more than the 4 cells"),
        (Knuth, "1 x 4\n1 = 11\n0001\n", "line 3: 1 reaches column 4, row 0"),
        (Knuth, "2 x 2\n1 = 11/01\n2 = 1/1\n21\n", "line 4: 1 reaches column 2, row 0"),
        (Knuth, "2 x 3\n1 = 01/11\n2 = 1/1\n21\n", "line 4: 1 covers column 0, row 1"),
        (
            Knuth,
            "1 x 4\n1 = 1\n1x\n1\n",
            "line 4: the goal and the start have different boards: they differ at column 1",
        ),
        (Knuth, "1 x 4\n1 = 1\n1x\n1\n", "line 4: the goal and the start have different boards"),
        (
            Knuth,
            "1 x 4\n1 = 1\n1\n011\n",
            "line 4: the goal has 2 pieces \"1\", but the start has 1",
        ),
        (
            Knuth,
            "1 x 4\n1 = 1\n1\n0000\n",
            "the text describes no valid puzzle: this goal names no piece",
        ),
        (Jimslide, "xsize: 4\nwin: 1 (0,0)", "line 2: ysize: is missing"),
        (Jimslide, "xsize: 4\nysize: 4\n", "line 2: win: is missing"),
        (Jimslide, "xsize: four\n", "line 1: expected a number, found \"four\""),
        (
            Jimslide,
            "xsize: 4 5\n",
            "line 1: expected the end of the line or a comment that starts with !, found \"5\"",
        ),
        (
            Jimslide,
            "xsise: 4\n",
            "line 1: there is no keyword \"xsise:\"; the keywords are xsize: ",
        ),
        (Jimslide, "\npiece: 1 (0 0)\n", "line 2: expected a pair of numbers (x,y), found \"0)\""),
        (Jimslide, "piece: 1\n", "line 1: expected a pair of numbers (x,y), found \"\""),
        (
            Jimslide,
            "piece: 1 (99999999999,0)\n",
            "line 1: expected a number, found \"99999999999,0)\"",
        ),
        (Jimslide, "piece: 1 (0,0)\npiece: 1 (0,0)\n", "line 2: \"1\" is given twice"),
        (
            Jimslide,
            "piece: 0 (0,0)\n",
            "line 1: expected the number of a piece (not 0), found \"0\"",
        ),
        (
            Jimslide,
            "put: 1 (0,0) 'ab'\n",
            "line 1: expected a sign in quotes such as 'T', found \"'ab'\"",
        ),
        (
            Jimslide,
            "win: 0 (0,0)\n",
            "line 1: a puzzle file cannot express a cell that must be empty to win",
        ),
        (
            Jimslide,
            "xstep: 1 2\n",
            "line 1: a puzzle file cannot express a piece that moves by several cells at once",
        ),
        (
            Jimslide,
            "xsize: 2\nysize: 1\nput: 1 (0,0)\nwin: 1 (1,0)\n",
            "line 3: there is no piece \"1\"",
        ),
        (
            Jimslide,
            "xsize: 2\nysize: 1\npiece: 1 (0,0)\nwin: 1 (1,0)\n",
            "line 4: the goal has 1 pieces \"1\", but the start has 0",
        ),
        (
            Jimslide,
            "xsize: 2\nysize: 1\npiece: 1 (0,0)\nlockx: 1\nlocky: 1\nwin: 1 (1,0)\n",
            "line 5: \"1\" is locked in both directions",
        ),
        (
            Jimslide,
            "xsize: 2\nysize: 1\nlockx: 3\nwin: 1 (1,0)\n",
            "line 3: there is no piece \"3\"",
        ),
        (
            Jimslide,
            "xsize: 2\nysize: 1\nhwall: 0 (0,2000000000)\nwin: 1 (1,0)\n",
            "line 3: a wall reaches column 2000000000, row 0",
        ),
        (
            Jimslide,
            "xsize: 2\nysize: 1\npiece: 1 (0,0) (1,0)\nput: 1 (1,0)\nwin: 1 (0,0)\n",
            "line 4: piece 1 reaches column 2, row 0",
        ),
        (
            Jimslide,
            "xsize: 2\nysize: 1\nwall: (0,0)\npiece: 1 (0,0)\nput: 1 (0,0)\nwin: 1 (1,0)\n",
            "line 5: piece 1 covers column 0, row 0",
        ),
        (LumiA, "\n\n", "line 2: the start is missing"),
        (LumiA, "A.\n", "line 1: the goal is missing"),
        (LumiA, "A.\n\n.A\n\nA.\n", "line 5: expected the end of the file, found \"A.\""),
        (
            LumiA,
            "A.\n\n.A\n..\n",
            "line 4: the goal and the start have different boards: they differ at column 0, row 1",
        ),
        (LumiA, "A.\n..\n\n.A\n", "line 4: the goal and the start have different boards"),
        (LumiA, "A.\n\n.B\n", "line 3: there is no piece \"B\""),
        (LumiA, "A.\n\n\t.A\n", "line 3: expected a visible sign, found \"\\t\""),
        (LumiA, "A..\n\n.AA\n", "the text describes no valid puzzle: 'A' has another shape here"),
        (Gnome, "\n", "line 1: the level is missing"),
        (Gnome, "###\n#a.\n", "line 2: the target (*) is missing"),
        (Gnome, "###\n#*a\n", "line 2: the goal of the target (cells with a dot) is missing"),
        (Gnome, "**.\n", "the text describes no valid puzzle: '*' has another shape here"),
        (Rush, "", "line 1: a board is missing"),
        (
            Rush,
            "AA....",
            "line 1: \"AA....\" has 6 characters, which is no square board such as 6x6 with 36: write /",
        ),
        (
            Rush,
            "\n1 2\n",
            "line 2: expected a board (or moves, a board and positions), found \"1 2\"",
        ),
        (
            Rush,
            "a b c",
            "line 1: expected a board (or moves, a board and positions), found \"a b c\"",
        ),
        (Classic, "; nothing\n", "line 1: a puzzle (display to end) is missing"),
        (Classic, "display a\n", "line 1: end is missing"),
        (Classic, "display a\nend\n", "line 2: size is missing"),
        (Classic, "initial\n", "line 1: size is missing"),
        (Classic, "size 4\n", "line 1: expected columns and rows, found \"4\""),
        (
            Classic,
            "size -1 99999999\ninitial\ntarget\nend",
            "line 1: a board of -1 columns and 99999999 rows",
        ),
        (Classic, "size 2 1\nend\n", "line 2: initial is missing"),
        (Classic, "size 2 1\nstep x\n", "line 2: expected a number of moves, found \"x\""),
        (
            Classic,
            "size 2 1\ninitial\nA..\n",
            "line 3: the row has 3 cells, but the board has 2 columns",
        ),
        (Classic, "size 2 1\ninitial\nA\nend\n", "line 4: target is missing"),
        (Classic, "size 2 1\ninitial\nA\ntarget\n B\nend\n", "line 5: there is no piece \"B\""),
        (
            Classic,
            "size 2 1\ninitial\nA\ntarget\n#A\nend\n",
            "line 5: the goal and the start have different boards",
        ),
        (
            Classic,
            "size 2 1\ninitial\nA\ntarget\n A\nequiv AB\nend\n",
            "line 6: there is no piece \"B\"",
        ),
        (
            Classic,
            "size 2 1\ninitial\nA\ntarget\n A\nequiv AA\nend\n",
            "line 6: \"A\" is given twice",
        ),
        (Classic, "goal 1\n", "line 1: there is no keyword \"goal\"; the keywords are display"),
        (Hakoiri, "", "line 1: this is not valid XML"),
        (
            Hakoiri,
            "<puzzle>\n<board></puzzle>",
            "line 2: this is not valid XML: expected 'board' tag, not 'puzzle'",
        ),
        (Hakoiri, "\n<game/>", "line 2: expected <puzzle>, found \"game\""),
        (Hakoiri, "<puzzle/>", "line 1: <board> is missing"),
        (Hakoiri, "<puzzle>\n<board/></puzzle>", "line 2: <size> is missing"),
        (
            Hakoiri,
            "<puzzle><board>\n<size>7 6</size></board></puzzle>",
            "line 2: expected two numbers (row, column), found \"7 6\"",
        ),
        (
            Hakoiri,
            "<puzzle><board>\n<size>7, 2</size></board></puzzle>",
            "line 2: a board of 0 columns and 5 rows",
        ),
    ]
    .into_iter()
    .map(|(format, text, printed)| (format, text.to_owned(), printed))
    .chain([
        (Rush, board("AAA.AA"), "line 1: 'A' is not a car"),
        (Rush, board("BB"), "line 1: the red car (A) is missing"),
        (Rush, board("A.....A"), "line 1: the red car 'A' is vertical"),
        (Rush, board("AA...x"), "line 1: there is a wall at the exit: the red car must reach the last cells of row 1"),
        (Rush, "AA../...".to_owned(), "line 1: the row has 3 cells, but the board has 4 columns"),
        (Rush, "/".to_owned(), "line 1: a board of 0 columns and 1 rows"),
    ])
    .chain(
        [
            (
                "<goaltype>byclass",
                "<goaltype>byname",
                "line 4: expected byid or byclass, found \"byname\"",
            ),
            ("<class>vert", "<class>none", "there is no piece \"none\""),
            ("<init>5, 3", "<init>5, 4", "K reaches column 4, row 4"),
            ("<init>5, 3", "<init>5, 2", "K covers column 1, row 4"),
            ("<goal>1, 1", "<goal>1, 2", "K covers column 2, row 0"),
            ("<init>1, 1</init>", "", "<init> is missing"),
            ("<size>1, 1", "<size>1, 300", "a board of 300 columns and 1 rows"),
            (
                "<size>2, 2</size>",
                "<size>2, 2</size><bitmap>101</bitmap>",
                "expected one 0 or 1 per cell of its size, with at least one 1, found \"101\"",
            ),
            ("koma name=\"X\"", "koma", "a name is missing"),
            ("class name=\"big\"", "class name=\"vert\"", "line 8: \"vert\" is given twice"),
        ]
        .map(|(good, bad, printed)| {
            let text = include_str!("../data/interchange/century-and-a-half.xml");
            assert!(text.contains(good), "{good}");
            (Hakoiri, text.replacen(good, bad, 1), printed)
        }),
    )
    .collect();
    for (format, text, printed) in cases {
        let error = read(format, &text, "n", None).expect_err(&text).to_string();
        let begins =
            error.starts_with("line ") || error.starts_with("the text describes no valid puzzle: ");
        assert!(begins && error.contains(printed), "{format} {text}\nsays {error}\nnot  {printed}");
    }
}

/// Deeply nested or expanding XML is handled like any other.
#[test]
fn malicious_xml_is_refused() {
    let deep = "<puzzle>".repeat(200_000);
    assert!(read(Format::Hakoiri, &deep, "n", None).is_err());
    let deep = deep + &"</puzzle>".repeat(200_000);
    assert!(read(Format::Hakoiri, &deep, "n", None).is_err());
    // Errors are reported in linear time. It would take minutes if the line of each element were
    // counted from the beginning.
    let pieces = (0..65_025).map(|at| {
        let (row, column) = (at / 255 + 1, at % 255 + 1);
        format!("\n<koma name='{at}'><class>a</class><init>{row},{column}</init></koma>")
    });
    let wide = format!(
        "<puzzle><board><size>257,257</size></board><clssiz><class name='a'><size>1,1</size></class></clssiz>\
         <komaset>{}</komaset></puzzle>",
        pieces.collect::<String>()
    );
    let error = read(Format::Hakoiri, &wide, "n", None).unwrap_err().to_string();
    assert_eq!(error, "line 1: a board of 65025 cells: at most 1024 are supported");
    let bomb = "<!DOCTYPE p [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><puzzle>&b;</puzzle>";
    assert!(read(Format::Hakoiri, bomb, "n", None).is_err());
}

/// Reads a text, and compares the result with the promises of the format.
fn check(format: Format, text: &str, line: Option<usize>) -> Result<(), TestCaseError> {
    match read(format, text, "n", line) {
        Ok(puzzle) => {
            let puzzle = PuzzleFile::parse(&puzzle).expect("the output is a puzzle file");
            for &format in Format::WRITTEN {
                if let Ok(text) = write(format, &puzzle) {
                    prop_assert_eq!(essence(&converted(format, &text)), essence(&puzzle));
                }
            }
        }
        Err(
            InterchangeError::Line { line: printed, .. }
            | InterchangeError::SeveralPuzzles { line: printed, .. }
            | InterchangeError::NoPuzzle(printed),
        ) => {
            let lines = text.split('\n').count();
            prop_assert!(
                printed >= 1 && (printed <= lines || line == Some(printed)),
                "line {}",
                printed
            );
        }
        Err(error) => prop_assert!(matches!(error, InterchangeError::Puzzle(_)), "{}", error),
    }
    Ok(())
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(
        format in select(Format::ALL),
        text in "(?s)(.{0,40}|[A-Cox.# \n]{0,60}|([0-9a-fx]{1,6}( [x=] [01/]{1,5})?\n){0,8})",
        line in proptest::option::of(1usize..5),
    ) {
        check(format, &text, line)?;
    }

    #[test]
    fn damaged_files_are_read_or_refused(
        sample in select(&SAMPLES[..]),
        changes in proptest::collection::vec(
            (any::<Index>(), "(?s)([0-9a-fxA.#*() \n,<>/-]|.|-?[0-9]{1,20}){0,3}", any::<bool>()),
            1..5,
        ),
    ) {
        let (format, _, text) = sample;
        let mut signs: Vec<char> = text.chars().collect();
        for (at, change, replaces) in changes {
            let at = at.index(signs.len() + 1);
            let end = if replaces { (at + 1).min(signs.len()) } else { at };
            signs.splice(at..end, change.chars());
        }
        check(format, &signs.into_iter().collect::<String>(), None)?;
    }
}
