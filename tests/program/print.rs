//! Sheets of puzzles: pages, fonts, answers that can be followed, and wrong arguments.

use crate::common::{Tables, csv_rows, huarong, skipped, text};
use naive::Naive;
use naive::sheets::follow;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Writes a sheet in a folder and returns it.
fn sheet(folder: &Path, name: &str, arguments: &[&str]) -> Vec<u8> {
    let path = folder.join(name);
    let arguments = [&["print", "--out", path.to_str().unwrap()], arguments].concat();
    Tables::none().run(&arguments).assert().success().stdout("");
    fs::read(path).unwrap()
}

/// The texts of an HTML sheet, in order.
fn texts(html: &[u8]) -> Vec<String> {
    let html = String::from_utf8(html.to_vec()).unwrap();
    let text = |part: &str| {
        let (_, rest) = part.split_once('>').unwrap();
        let (text, _) = rest.split_once("</text>").unwrap();
        text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    };
    html.split("<text ").skip(1).map(text).collect()
}

/// The moves among the texts of a sheet.
fn moves(texts: &[String]) -> Vec<&str> {
    let is_arrow = |sign: char| "←→↑↓".contains(sign);
    texts
        .iter()
        .map(String::as_str)
        .filter(|text| text.chars().nth(1).is_some_and(is_arrow))
        .collect()
}

/// What a tool of Poppler prints about a file. `None`, with a message, if it is not installed.
#[track_caller]
fn poppler(tool: &str, arguments: &[&str], file: &Path) -> Option<String> {
    // Only this tool writes to a file unless it is told not to.
    let to_stdout = (tool == "pdftotext").then_some("-");
    match Command::new(tool).args(arguments).arg(file).args(to_stdout).output() {
        Ok(output) => {
            assert!(output.status.success(), "{tool}: {output:?}");
            Some(String::from_utf8(output.stdout).unwrap())
        }
        Err(_) => {
            skipped(format_args!("no {tool}"));
            None
        }
    }
}

#[test]
fn answers_of_puzzles_lead_to_the_goal() {
    let folder = tempfile::tempdir().unwrap();
    // The grids of the files, and the published numbers of moves.
    for (name, metric, start, goal, published) in [
        ("hughes", "finger", "A.1/A.2/633/554", ".../.../..A/..A", 21),
        ("dads", "finger", "AABB/AACC/D..E/FGHH/FGII", "..../..../..../AA../AA..", 58),
    ] {
        let html = sheet(folder.path(), "sheet.html", &[name, "--metric", metric]);
        let texts = texts(&html);
        let moves = moves(&texts);
        assert_eq!(moves.len(), published, "{name}");
        assert!(texts.contains(&format!("{published} moves")), "{name}");
        assert!(texts.contains(&format!("Moves to beat: {published}")), "{name}");
        let end = follow(start, moves);
        for (row, wanted) in goal.split('/').enumerate() {
            for (column, wanted) in wanted.chars().enumerate().filter(|(_, sign)| *sign != '.') {
                assert_eq!(end[row][column], wanted, "{name}");
            }
        }
    }
}

#[test]
fn answers_of_openings_name_pieces_by_the_letters_of_the_picture() {
    let (folder, naive) = (tempfile::tempdir().unwrap(), Naive::klotski());
    for (name, position, metric, published) in [
        ("heng-dao-li-ma", "VBBV/VBBV/VHHV/VSSV/S..S", "finger", 81),
        ("heng-dao-li-ma", "VBBV/VBBV/VHHV/VSSV/S..S", "unit", 116),
        ("zuo-you-bu-bing", "SBBS/SBBS/VHHV/VVVV/.VV.", "finger", 34),
    ] {
        let html = sheet(folder.path(), "sheet.html", &[name, "--metric", metric]);
        let texts = texts(&html);
        // The big piece is A; the others follow in reading order.
        let mut pieces = naive.pieces(position);
        pieces.sort_by_key(|(letter, _)| *letter != 'B');
        let mut grid = [['.'; 4]; 5];
        for ((_, cells), letter) in pieces.iter().zip('A'..) {
            cells.iter().for_each(|&(column, row)| grid[row][column] = letter);
        }
        let rows: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
        let moves = moves(&texts);
        assert_eq!(moves.len(), published, "{name}");
        let end = follow(&rows.join("/"), moves);
        for (column, row) in [(1, 3), (2, 3), (1, 4), (2, 4)] {
            assert_eq!(end[row][column], 'A', "{name}");
        }
        if metric == "unit" {
            assert!(texts.iter().any(|text| text == "One move takes one piece one cell."));
        }
    }
}

#[test]
fn an_answer_says_that_the_time_was_over() {
    let folder = tempfile::tempdir().unwrap();
    let html = sheet(folder.path(), "sheet.html", &["dads", "--time-limit", "0"]);
    let said = "No answer: the time for the search ended.";
    assert!(texts(&html).iter().any(|text| text == said));
}

#[test]
fn chinese_sheets_of_klotski_have_the_names_of_its_pieces() {
    let folder = tempfile::tempdir().unwrap();
    let traditional = ["曹操", "張飛", "趙雲", "馬超", "關羽", "黃忠", "兵1", "兵2", "兵3", "兵4"];
    let simplified = ["曹操", "张飞", "赵云", "马超", "关羽", "黄忠", "兵1", "兵2", "兵3", "兵4"];
    for (language, names) in [("zh-Hant", traditional), ("zh-Hans", simplified)] {
        let html = sheet(folder.path(), "sheet.html", &["heng-dao-li-ma", "--lang", language]);
        let texts = texts(&html);
        assert!(texts.iter().any(|text| text.contains("曹操")), "{texts:?}");
        // Each name is on the board of the puzzle, and on that of the answer.
        for name in names {
            assert!(texts.iter().filter(|text| *text == name).count() >= 2, "{name}");
        }
        let lettered: Vec<String> = texts
            .iter()
            .filter(|text| text.contains(['←', '→', '↑', '↓']))
            .map(|text| {
                let (name, letter) =
                    names.iter().zip('A'..).find(|(name, _)| text.starts_with(**name)).unwrap();
                text.replacen(name, &letter.to_string(), 1)
            })
            .collect();
        assert_eq!(lettered.len(), 81);
        // `score` and `trace` read the moves as they are printed.
        let arrows = |text: &&String| text.contains(['←', '→', '↑', '↓']);
        let moves: Vec<&str> = texts.iter().filter(arrows).map(String::as_str).collect();
        let board = "VBBV/VBBV/VHHV/VSSV/S..S";
        let row = serde_json::json!({"board": board, "answer": moves.join("，")}).to_string();
        let score = ["score", "--format", "csv"];
        let scored = huarong().args(score).write_stdin(row).assert().success();
        let scored = csv_rows(&text(&scored.get_output().stdout)).remove(0);
        assert_eq!((&*scored["correct"], &*scored["moves"]), ("true", "81"), "{scored:?}");
        let log = format!("start,moves\n{board},{}\n", moves.join(" "));
        let traced = huarong().args(["trace", "-", "--format", "csv"]).write_stdin(log).assert();
        let traced = csv_rows(&text(&traced.success().get_output().stdout));
        assert_eq!(traced.len(), 81);
        assert!(traced.iter().all(|row| &*row["excess"] == "0"), "{traced:?}");
        let end = follow("BAAC/BAAC/DEEF/DGHF/I..J", lettered.iter().map(String::as_str));
        for (column, row) in [(1, 3), (2, 3), (1, 4), (2, 4)] {
            assert_eq!(end[row][column], 'A', "{language}");
        }
    }
    // Six pursuers have no names.
    let six = ["VBBV/VBBV/VHHV/VHHV/S..S", "--lang", "zh-Hant"];
    let texts = texts(&sheet(folder.path(), "sheet.html", &six));
    assert!(texts.contains(&"A".to_owned()) && !texts.iter().any(|text| text.contains('關')));
}

#[test]
fn a_car_leaves_at_the_exit() {
    let folder = tempfile::tempdir().unwrap();
    let board = "..B.AABC.DDC....";
    let html = sheet(folder.path(), "sheet.html", &[board, "--metric", "straight"]);
    let texts = texts(&html);
    let rows: Vec<&str> = (0..4).map(|row| &board[4 * row..4 * row + 4]).collect();
    let end = follow(&rows.join("/"), moves(&texts));
    assert_eq!(end[1][2..], ['A', 'A']);
    assert!(texts.iter().any(|text| text.contains("bring car A to the exit")), "{texts:?}");
    assert!(texts.contains(&"Puzzle 1".to_owned()));
}

/// The puzzle with a second exit has one more arrow. Cars of one cell have arrowheads.
#[test]
fn every_exit_has_an_arrow() {
    let folder = tempfile::tempdir().unwrap();
    let print = |name: &str, goals: &str| {
        let file = folder.path().join("two.toml");
        let start =
            "name = \"two\"\nlengthwise = true\nstart = \"B..C/BAAC/....\"\n".replace('/', "\\n");
        fs::write(&file, format!("{start}goals = [{}]\n", goals.replace('/', "\\n"))).unwrap();
        sheet(folder.path(), name, &[file.to_str().unwrap()])
    };
    let one = print("one.html", "\"..../..AA/....\"");
    let two = print("two.html", "\"..../..AA/....\", \"..../AA../....\"");
    let red = |html: &[u8]| String::from_utf8_lossy(html).matches("#c2453d").count();
    assert!(red(&one) > 0);
    assert!(texts(&two).iter().any(|text| text.contains("bring car A to one of the exits")));
    // The board is drawn for the player, and again for the answer.
    assert_eq!(red(&two), red(&one) + 2);
    let unit = sheet(folder.path(), "unit.html", &["A|/.-", "--metric", "unit"]);
    let texts = texts(&unit);
    let says = |words: &str| texts.iter().any(|text| text.contains(words));
    assert!(
        says("bring car A to the exit") && says("Pieces with arrowheads move only"),
        "{texts:?}"
    );
}

#[test]
fn pages_hold_as_many_puzzles_as_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["hughes"; 13];
    for (per_page, answers, pages) in
        [("12", false, 2), ("4", false, 4), ("1", false, 13), ("12", true, 3)]
    {
        let mut arguments = [&names[..], &["--per-page", per_page]].concat();
        arguments.extend((!answers).then_some("--no-answers"));
        let pdf = sheet(folder.path(), "sheet.pdf", &arguments);
        let objects = String::from_utf8_lossy(&pdf);
        let count = objects.matches("/Type /Page\n").count();
        // The answers of 13 puzzles take at least a page.
        assert!(
            if answers { count >= pages } else { count == pages },
            "{count} pages of {per_page}"
        );
        let Some(text) = poppler("pdftotext", &[], &folder.path().join("sheet.pdf")) else {
            continue;
        };
        assert_eq!(text.matches('\u{c}').count(), count);
        assert_eq!(text.contains("Answers"), answers);
        assert!(text.contains("13. Hughes Puzzle"), "{text}");
        // The reader may leave out narrow spaces.
        assert!(text.replace(' ', "").contains(&format!("{count}/{count}")));
    }
}

#[test]
fn text_of_a_pdf_can_be_read_and_its_fonts_are_embedded() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["heng-dao-li-ma", "--lang", "zh-Hant", "--title", "華容道", "--paper", "letter"];
    sheet(folder.path(), "sheet.pdf", &arguments);
    let path = folder.path().join("sheet.pdf");
    if let Some(text) = poppler("pdftotext", &[], &path) {
        for words in ["華容道", "1. 橫刀立馬", "挑戰步數：81", "解答", "81 步"] {
            assert!(text.contains(words), "{words} is not in {text}");
        }
    }
    if let Some(fonts) = poppler("pdffonts", &[], &path) {
        let rows: Vec<&str> = fonts.lines().skip(2).collect();
        assert_eq!(rows.len(), 1, "{fonts}");
        // Embedded, a part of the font, with a map to characters.
        assert!(rows[0].contains("yes yes yes"), "{fonts}");
    }
    if let Some(about) = poppler("pdfinfo", &[], &path) {
        assert!(about.contains("612 x 792 pts (letter)"), "{about}");
    }
}

#[test]
fn the_same_puzzles_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["sheet.pdf", "sheet.svg", "sheet.html"] {
        let write = |threads| {
            let arguments =
                ["hughes", "dads", "--cards", "--plain", "--no-answers", "--threads", threads];
            sheet(folder.path(), name, &arguments)
        };
        assert_eq!(write("1"), write("2"), "{name}");
    }
}

#[test]
fn each_page_is_a_file_of_svg() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheet.svg");
    let arguments = ["print", "hughes", "dads", "--per-page", "1", "--out", path.to_str().unwrap()];
    let run = Tables::none().run(&arguments).assert().success();
    run.stderr(contains("sheet-1.svg to ").and(contains("2 puzzles, 3 pages")));
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["sheet-1.svg", "sheet-2.svg", "sheet-3.svg"]);
    let second = fs::read_to_string(folder.path().join("sheet-2.svg")).unwrap();
    assert!(second.contains("2. Dad's Puzzler"));
}

#[test]
fn puzzles_without_an_answer_say_so() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("apart.toml");
    fs::write(&file, "name = \"Apart\"\nstart = \"A#.\"\ngoal = \".#A\"\n").unwrap();
    let html = sheet(folder.path(), "sheet.html", &[file.to_str().unwrap()]);
    assert!(texts(&html).contains(&"No solution: the start cannot reach the goal.".to_owned()));
    let html =
        sheet(folder.path(), "sheet.html", &["century-and-a-half", "dads", "--memory", "1kB"]);
    let undecided = "No answer: the puzzle is too large for the search.";
    assert_eq!(texts(&html).iter().filter(|text| *text == undecided).count(), 2);
}

#[test]
fn lists_of_standard_input_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("sheet.html");
    let input = "hughes\n\n..B.AABC.DDC....\nSBBS/SBBS/VHHV/VVVV/.VV.\n";
    let mut print = huarong();
    print.args(["print", "-", "--out", out.to_str().unwrap()]).write_stdin(input);
    print.assert().success().stderr(contains("3 puzzles"));
    let texts = texts(&fs::read(&out).unwrap());
    for title in ["1. Hughes Puzzle", "Puzzle 2", "3. 左右佈兵 Zuo you bu bing"] {
        assert!(texts.contains(&title.to_owned()), "{title}");
    }
}

/// What a sheet can say, in each language. Of moves: any path, an open path, the line of a piece, one line, one cell. Of pieces:
/// along the length, arrowheads, gates, thin walls. Of goals: cars, an outline, several.
const RULES: [(&str, [&str; 12]); 3] = [
    (
        "en",
        [
            "alonganypath.",
            "alonganypaththatisopentoit.",
            "anydistancealongitsline.",
            "anydistancealongoneline.",
            "onepieceonecell.",
            "alongtheirlength",
            "arrowheads",
            "dottedcell",
            "wallbetweentwocells",
            "bringcarAtotheexit",
            "dashedoutline",
            "oneof4goals.3ofthem",
        ],
    ),
    (
        "zh-Hant",
        [
            "棋子沿任意路線",
            "可以走的任意路線",
            "沿它的直線",
            "棋子沿直線",
            "移動一格",
            "長邊",
            "箭頭",
            "點線格",
            "格子之間的牆",
            "把車A開到出口",
            "虛線框",
            "4個目標之一相同。圖中有其中3個",
        ],
    ),
    (
        "zh-Hans",
        [
            "棋子沿任意路线",
            "可以走的任意路线",
            "沿它的直线",
            "棋子沿直线",
            "移动一格",
            "长边",
            "箭头",
            "点线格",
            "格子之间的墙",
            "把车A开到出口",
            "虚线框",
            "4个目标之一相同。图中有其中3个",
        ],
    ),
];

/// All kinds of puzzles by their keys: which pieces are locked, and the goals, gates and thin walls. What a sheet must say
/// follows from the keys.
#[test]
fn the_rules_of_each_kind_of_puzzle_are_true() {
    let folder = tempfile::tempdir().unwrap();
    let goal = |column: usize| {
        let row = format!("{}AA{}", ".".repeat(column), ".".repeat(3 - column));
        format!("\"\"\"\n.....\n.....\n.....\n{row}\"\"\"")
    };
    let start = "start = \"\"\"\n.....\n....B\n....B\nAA...\"\"\"\n";
    let gate = "gate = \"\"\"\n.....\n.....\n.....\n..A..\"\"\"\n";
    let thin = "thin_walls = \"\"\"\n. . . .|.\n\n. . . . .\n\n. . . . .\n\n. . . . .\n\"\"\"\n";
    let mut kinds = 0;
    for lock in
        ["", "lengthwise = true\n", "rows = \"A\"\n", "columns = \"B\"\n", "rows = \"AB\"\n"]
    {
        for columns in [&[1][..], &[3], &[0, 1, 2, 3]] {
            for closed in ["", gate, thin] {
                let goals: Vec<String> = columns.iter().map(|&column| goal(column)).collect();
                let keys = format!("{start}goals = [{}]\n{lock}{closed}", goals.join(", "));
                let puzzle = folder.path().join("kind.toml");
                fs::write(&puzzle, format!("name = \"Kind\"\n{keys}")).unwrap();
                let are_cars = lock.starts_with("lengthwise");
                let are_locked = are_cars || lock.contains("AB");
                let is_free = lock.is_empty() && closed.is_empty();
                // At the right end of its row, a car leaves.
                let leaves = are_cars && columns == [3];
                let metric = ["finger", "straight", "unit"][kinds % 3];
                kinds += 1;
                let finger = metric == "finger";
                let wanted = [
                    finger && is_free,
                    finger && !is_free && !are_locked,
                    finger && are_locked,
                    metric == "straight",
                    metric == "unit",
                    are_cars && !leaves,
                    !lock.is_empty() && !are_cars,
                    closed == gate,
                    closed == thin,
                    leaves,
                    columns.len() == 1 && !leaves,
                    columns.len() == 4,
                ];
                for (language, rules) in RULES {
                    let puzzle = puzzle.to_str().unwrap();
                    let arguments = [puzzle, "--lang", language, "--metric", metric];
                    let said = texts(&sheet(folder.path(), "sheet.html", &arguments)).concat();
                    let said = said.replace(' ', "");
                    let said_so = rules.map(|rule| said.contains(rule));
                    assert_eq!(said_so, wanted, "{keys} {metric} {language}: {said}");
                }
            }
        }
    }
    assert_eq!(kinds, 45);
}

#[test]
fn a_worksheet_says_common_rules_once_and_each_card_says_all() {
    let folder = tempfile::tempdir().unwrap();
    let boards = ["..B.AABC.DDC....", "..B.AAB...DD...."];
    let count = |arguments: &[&str], words: &str| {
        let texts = texts(&sheet(folder.path(), "sheet.html", &[&boards[..], arguments].concat()));
        texts.concat().replace(' ', "").matches(words).count()
    };
    let [task, move_] = ["bringcarAtotheexit", "anydistancealongitsline"];
    assert_eq!((count(&["--no-answers"], task), count(&["--no-answers"], move_)), (1, 1));
    let cards = ["--cards", "--no-answers"];
    assert_eq!((count(&cards, task), count(&cards, move_)), (2, 2));
    // With another puzzle, each says its own rules.
    let mixed = ["hughes", "--no-answers"];
    assert_eq!((count(&mixed, task), count(&mixed, "alonganypath.")), (2, 1));
}

/// The names of puzzles come from anywhere, and lines of a title are measured sign by sign.
#[test]
#[ignore = "long: names of a hundred thousand signs"]
fn names_of_a_hundred_thousand_signs_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    for sign in ["W", "華", "a "] {
        let puzzle = folder.path().join("long.toml");
        let name = sign.repeat(100_000);
        fs::write(&puzzle, format!("name = \"{name}\"\nstart = \"A.\"\ngoal = \".A\"")).unwrap();
        // Linux has a limit of 128 KiB for an argument.
        let title = sign.repeat(120_000 / sign.len());
        let arguments = [puzzle.to_str().unwrap(), "--title", &title];
        let texts = texts(&sheet(folder.path(), "sheet.html", &arguments));
        let cut: Vec<&String> = texts.iter().filter(|text| text.ends_with('…')).collect();
        // The title above the puzzle and above the answers, and the name at both.
        assert_eq!(cut.len(), 4, "{cut:?}");
        assert!(cut.iter().all(|text| text.contains(sign.trim()) && text.len() < 1000), "{cut:?}");
    }
}

#[test]
fn characters_that_no_font_has_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheet.pdf");
    let arguments =
        ["print", "hughes", "--title", "龘 Ω 龘", "--no-answers", "--out", path.to_str().unwrap()];
    let run = Tables::none().run(&arguments).assert().success();
    let output = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert_eq!(output.matches("U+9F98").count(), 1, "{output}");
    assert!(output.contains("U+03A9"), "{output}");
}

#[test]
fn wrong_arguments_of_print_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let inside = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (out, other) = (inside("sheet.pdf"), inside("sheet.gif"));
    let (nowhere, text) = (inside("no/sheet.pdf"), inside("font.ttf"));
    fs::write(&text, "no font").unwrap();
    let (large, larger) = (inside("large.ttf"), inside("larger.ttf"));
    for (name, size) in [(&large, 3 << 20), (&larger, 3 << 30)] {
        fs::File::create(name).unwrap().set_len(size).unwrap();
    }
    let pipe = inside("pipe.ttf");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for (arguments, message) in [
        (vec!["hughes"], "--out"),
        (vec!["--out", &out], "required"),
        (vec!["hughes", "--out", &other], ".pdf, .svg, .png or .html"),
        (vec!["hughes", "--out", &inside("sheet")], ".pdf, .svg, .png or .html"),
        (vec!["hughes", "--out", &nowhere], "cannot write"),
        (vec!["hughes", "--out", &out, "--per-page", "0"], "1..=12"),
        (vec!["hughes", "--out", &out, "--per-page", "13"], "1..=12"),
        (vec!["hughes", "--out", &out, "--font", &text], "not an OpenType or TrueType font"),
        (vec!["hughes", "--out", &out, "--font", "/dev/zero"], "/dev/zero: not a regular file"),
        (vec!["hughes", "--out", &out, "--font", &pipe], "not a regular file"),
        (
            vec!["hughes", "--out", &out, "--font", &larger],
            "larger.ttf is longer than 268435456 bytes",
        ),
        (
            vec!["hughes", "--out", &out, "--font", &large, "--memory", "2MB"],
            "the limit for fonts under the memory limit",
        ),
        (vec!["no-such-puzzle", "--out", &out], "no-such-puzzle: no file, puzzle"),
        (vec!["no-such-file.toml", "--out", &out], "no-such-file.toml"),
        (vec!["..B.AABC.DDC...", "--out", &out], "..B.AABC.DDC..."),
        (vec!["VBBV/VBBV/VHHV/VSSV/S..V", "--out", &out], "VBBV/VBBV/VHHV/VSSV/S..V"),
        (vec!["-", "--out", &out], "no puzzle is named"),
    ] {
        let arguments = [&["print"][..], &arguments].concat();
        let run = huarong().args(&arguments).assert().failure();
        run.stderr(contains(message)).stdout("");
    }
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 4, "only the files that are no fonts");
}
