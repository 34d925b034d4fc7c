//! `huarong tasks`: data sets on disk.

use crate::common::{Tables, csv_rows, huarong, json_rows, text};
use base64::{Engine, engine::general_purpose::STANDARD};
use predicates::str::contains;
use serde_json::Value;
use std::collections::HashSet;
use std::fs;
use std::io::Cursor;

const ORDER: [&str; 10] =
    ["tasks", "rush", "--size", "4x4", "--to", "6", "--question", "solve,length", "--seed", "9"];

/// The tasks of one puzzle, which all threads share, too.
#[test]
fn tasks_do_not_depend_on_the_threads() {
    for family in [&["tiles", "--size", "3x3"][..], &["dads", "--metric", "unit"]] {
        let made = |threads: &str| {
            let family = [&["tasks"], family].concat();
            let rest = ["--count", "100", "--format", "json", "--threads", threads];
            text(&Tables::none().run(&[&family[..], &rest].concat()).output().unwrap().stdout)
        };
        let first = made("1");
        assert_eq!(first.lines().count(), 100, "{family:?}");
        assert!((0..3).all(|_| made("3") == first), "{family:?}");
    }
}

/// The pixels of a PNG in base64: width, and colours row by row.
fn decoded(image: &str) -> (usize, Vec<[u8; 3]>) {
    let bytes = STANDARD.decode(image).expect("base64");
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("the pixels");
    let samples = info.color_type.samples();
    assert!(samples >= 3, "{samples}");
    (info.width as usize, pixels.chunks(samples).map(|of| [of[0], of[1], of[2]]).collect())
}

/// The board is read back from its picture: empty cells and walls by their colours, and pieces by what is between cells.
#[test]
fn pictures_show_the_board() {
    let run = ["tasks", "rush", "--size", "6x5", "--walls", "2", "--drawing", "picture"];
    let run = [&run[..], &["--to", "9", "--count", "100", "--format", "json"]].concat();
    let mut signs = [0; 3];
    for row in json_rows(&Tables::none().output(&run)) {
        let (width, pixels) = decoded(row["image"].as_str().unwrap());
        // Cells of 48 pixels, behind an edge of 0.18 cells.
        let pixel = |x: f32, y: f32| {
            let [x, y] = [x, y].map(|at| ((0.18 + at) * 48.0) as usize);
            pixels[y * width + x]
        };
        let (floor, frame) = ([0xef, 0xe9, 0xdf], [0x7a, 0x6a, 0x58]);
        let board: Vec<Vec<char>> =
            row["board"].as_str().unwrap().split('/').map(|row| row.chars().collect()).collect();
        for (y, row) in board.iter().enumerate() {
            for (x, &sign) in row.iter().enumerate() {
                let (left, top) = (x as f32, y as f32);
                // Beside the letter and the dot.
                let inside = pixel(left + 0.15, top + 0.5);
                match sign {
                    '.' => assert_eq!(inside, floor),
                    '#' => assert_eq!(inside, frame),
                    _ => assert!(inside != floor && inside != frame),
                }
                signs[if sign == '.' { 0 } else { usize::from(sign == '#') + 1 }] += 1;
                if sign.is_ascii_alphabetic() {
                    let is_joined = |x: f32, y: f32| pixel(x, y) == inside;
                    let same = |right: usize, down: usize| {
                        board.get(y + down).and_then(|row| row.get(x + right)) == Some(&sign)
                    };
                    assert_eq!(x < 5 && is_joined(left + 1.0, top + 0.2), same(1, 0), "{board:?}");
                    assert_eq!(y < 4 && is_joined(left + 0.15, top + 1.0), same(0, 1), "{board:?}");
                }
            }
        }
        assert!(row["prompt"].as_str().unwrap().contains("The picture shows the board."));
        assert!(
            !row["prompt"]
                .as_str()
                .unwrap()
                .contains(row["board"].as_str().unwrap().split('/').next().unwrap())
        );
    }
    assert!(signs.iter().all(|count| *count > 20), "{signs:?}");
}

#[test]
fn a_data_set_has_the_rows_of_the_stream() {
    let folder = tempfile::tempdir().unwrap();
    let mut streamed =
        Tables::none().run(&[&ORDER[..], &["--count", "300", "--format", "json"]].concat());
    let stream = json_rows(&text(&streamed.output().unwrap().stdout));
    assert_eq!(stream.len(), 300);
    for format in ["json", "csv"] {
        let out = folder.path().join(format);
        let arguments = ["--count", "300", "--format", format, "--out", out.to_str().unwrap()];
        let written = Tables::none().run(&[&ORDER[..], &arguments].concat()).output().unwrap();
        assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
        assert!(written.stdout.is_empty());
        let mut names: Vec<String> = fs::read_dir(&out)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        let end = if format == "csv" { "csv" } else { "jsonl" };
        let parts = ["test", "train", "validation"].map(|part| format!("{part}.{end}"));
        assert_eq!(names, [vec!["README.md".to_owned()], parts.to_vec()].concat());
        let card = fs::read_to_string(out.join("README.md")).unwrap();
        let mut components: Vec<HashSet<String>> = Vec::new();
        for part in ["train", "validation", "test"] {
            let of_part: Vec<&Value> = stream.iter().filter(|row| row["split"] == part).collect();
            let file = fs::read_to_string(out.join(format!("{part}.{end}"))).unwrap();
            let ids: Vec<String> = match format {
                "csv" => csv_rows(&file).iter().map(|row| row["id"].clone()).collect(),
                _ => {
                    let rows = json_rows(&file);
                    assert!(rows.iter().eq(of_part.iter().copied()));
                    rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
                }
            };
            assert_eq!(
                ids,
                of_part.iter().map(|row| row["id"].as_str().unwrap()).collect::<Vec<_>>()
            );
            let clusters: HashSet<String> =
                of_part.iter().map(|row| row["cluster"].as_str().unwrap().to_owned()).collect();
            assert!(
                card.contains(&format!("| {part} | {} | {} |", ids.len(), clusters.len())),
                "{card}"
            );
            assert!(components.iter().all(|other| other.is_disjoint(&clusters)));
            components.push(clusters);
        }
        // The command of the card makes the same files.
        let again = folder.path().join(format!("again-{format}"));
        let command = card.split("```").nth(1).unwrap().replace("\\\n", " ");
        let words = command.split_whitespace().skip(1);
        let words: Vec<&str> =
            words.map(|word| if word == "DIR" { again.to_str().unwrap() } else { word }).collect();
        Tables::none().run(&words).assert().success();
        for name in &names {
            let [first, second] = [&out, &again].map(|folder| fs::read(folder.join(name)).unwrap());
            assert!(first == second, "{name}");
        }
        let full = Tables::none().run(&[&ORDER[..], &arguments].concat()).output().unwrap();
        assert_eq!(full.status.code(), Some(1));
        assert!(text(&full.stderr).contains("is not empty"), "{}", text(&full.stderr));
    }
}

/// The rows of games are judged as other rows are, and what games have not is refused.
#[test]
fn tasks_of_games_are_judged_by_their_values() {
    for format in ["json", "csv"] {
        let order =
            ["tasks", "gravity 5,4,4", "--count", "40", "--answer", "exact", "--format", format];
        let made = Tables::none().run(&order).output().unwrap();
        assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("answers");
        fs::write(&file, &made.stdout).unwrap();
        let score = ["score", file.to_str().unwrap(), "--format", "json"];
        let rows = json_rows(&text(&Tables::none().run(&score).output().unwrap().stdout));
        assert_eq!(rows.len(), 40);
        assert!(
            rows.iter().all(|row| row["correct"] == true && row["question"] == "next"),
            "{rows:?}"
        );
    }
    let refused = [
        (&["4,4,3", "--question", "solve"][..], "a game has the question next alone"),
        (&["4,4,3", "--drawing", "picture"], "for puzzles"),
        (&["9,9,5"], "1 to 60 cells"),
        (&["4,4,3", "--size", "4x4"], "--size is for"),
    ];
    for (arguments, why) in refused {
        let output = Tables::none().run(&[&["tasks"], arguments].concat()).output().unwrap();
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(1) && said.contains(why), "{arguments:?}: {said}");
    }
}

#[test]
fn unknown_families_are_refused() {
    for family in ["foo", "dad", "rush-hour"] {
        let said = "is no family: write rush, klotski, tiles, a puzzle file";
        huarong().args(["tasks", family]).assert().code(1).stderr(contains(said)).stdout("");
    }
}
