//! Whole-program tests: exported data match brute force, and other tools can read them.

use crate::common::{METRICS, START, Tables, csv_rows, skipped, text};
use huarong_core::klotski;
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::Puzzle;
use huarong_core::space::Space;
use naive::Naive;
use naive::grids::{Drawn, Witness, distances, solution_counts};
use predicates::str::contains;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Sets as texts and as counts: roomy; crowded, with many components, most of them unsolvable.
const SETS: [(&str, [usize; 4]); 2] = [("0h0v1s", [1, 0, 0, 1]), ("5h2v0s", [1, 5, 2, 0])];

/// Brute-force data on all positions of a piece set, in the order of their indices.
struct Found {
    texts: Vec<String>,
    /// Distances and neighbours under each metric.
    distances: [Vec<Option<u32>>; 3],
    neighbours: [Vec<BTreeSet<String>>; 3],
}

impl Found {
    fn of_set(counts: [usize; 4]) -> Self {
        let naive = Naive::klotski();
        let set = counts.map(|count| count as u8);
        Self::new(
            &klotski::puzzle(),
            &set,
            naive.arrangements(&counts),
            |metric| naive.distances(&counts, metric),
            |position, metric| naive.neighbours(position, metric),
        )
    }

    fn of_drawn(drawn: &Drawn) -> Self {
        let witness = Witness::new(drawn);
        let all = witness.arrangements(10_000).expect("they are few");
        let file = PuzzleFile::parse(&drawn.file()).unwrap();
        let setup = file.setup().unwrap();
        let family = setup.family("puzzle");
        let distances = |metric: &str| {
            let goal_positions: Vec<&String> =
                all.iter().filter(|text| witness.is_goal(text)).collect();
            let far = distances(&witness.graph(&all, metric), goal_positions);
            all.iter().map(|text| (text.clone(), far.get(text).copied())).collect()
        };
        let set = family.piece_sets()[0].counts().to_vec();
        let neighbours = |position: &str, metric: &str| witness.neighbours(position, metric);
        Self::new(family.puzzle(), &set, all.clone(), distances, neighbours)
    }

    fn new(
        puzzle: &Puzzle,
        set: &[u8],
        all: BTreeSet<String>,
        distances: impl Fn(&str) -> BTreeMap<String, Option<u32>>,
        neighbours: impl Fn(&str, &str) -> BTreeSet<String>,
    ) -> Self {
        let set = huarong_core::rules::PieceSet::new(set.iter().copied());
        let space = Space::new(puzzle, &set).unwrap();
        let mut texts: Vec<String> = all.into_iter().collect();
        texts.sort_by_key(|text| space.rank(&puzzle.parse_position(text).unwrap()).unwrap());
        let by_metric = METRICS.map(distances);
        Self {
            distances: by_metric.map(|found| texts.iter().map(|text| found[text]).collect()),
            neighbours: METRICS
                .map(|metric| texts.iter().map(|text| neighbours(text, metric)).collect()),
            texts,
        }
    }

    /// Every move once.
    fn edges(&self, metric: usize) -> Vec<[u64; 2]> {
        let index: BTreeMap<&String, u64> = self.texts.iter().zip(0..).collect();
        let later = |u: u64| {
            let others = self.neighbours[metric][u as usize].iter().map(|text| index[text]);
            let others: BTreeSet<u64> = others.filter(|&v| v > u).collect();
            others.into_iter().map(move |v| [u, v])
        };
        (0..self.texts.len() as u64).flat_map(later).collect()
    }

    /// Index and text of each position with its distances under some metrics; missing distances are
    /// `missing`.
    fn rows(&self, metrics: &[usize], missing: &Value) -> Vec<Value> {
        let row = |index: usize| {
            let distances = metrics.iter().map(|&metric| {
                self.distances[metric][index].map_or(missing.clone(), |distance| json!(distance))
            });
            let row = [json!(index), json!(self.texts[index])].into_iter().chain(distances);
            Value::Array(row.collect())
        };
        (0..self.texts.len()).map(row).collect()
    }

    /// The nodes of a graph under a metric, in the form in which other programs read them.
    fn nodes(&self, metric: usize) -> Value {
        let node = |index: usize| {
            let mut said = json!({"position": self.texts[index]});
            if let Some(distance) = self.distances[metric][index] {
                said[METRICS[metric]] = json!(distance);
            }
            json!([index, said])
        };
        (0..self.texts.len()).map(node).collect()
    }
}

/// Rows without some of their columns.
fn without(rows: &[Value], columns: usize) -> Vec<Value> {
    let rest = |row: &Value| Value::from(row.as_array().unwrap()[columns..].to_vec());
    rows.iter().map(rest).collect()
}

/// The header and the lines of a CSV text.
fn lines(csv: &str) -> (String, Vec<String>) {
    let mut lines = csv.lines().map(str::to_owned);
    (lines.next().unwrap(), lines.collect())
}

#[test]
fn rows_are_those_of_brute_force() {
    let tables = Tables::none();
    for (set, counts) in SETS {
        let found = Found::of_set(counts);
        assert!(set != "5h2v0s" || found.distances[0].iter().any(Option::is_none));
        let written = |row: &Value| {
            let field = |value: &Value| value.to_string().trim_matches('"').replace("null", "");
            row.as_array().unwrap().iter().map(field).collect::<Vec<_>>().join(",")
        };
        let wanted = |rows: &[Value]| rows.iter().map(written).collect::<Vec<_>>();
        let all = found.rows(&[0, 1, 2], &Value::Null);
        let (head, rows) = lines(&tables.output(&["export", set]));
        assert_eq!(head, "index,position,unit,straight,finger");
        assert_eq!(rows, wanted(&all), "{set}");
        let (head, rows) = lines(&tables.output(&["export", set, "--what", "distances"]));
        assert_eq!(head, "index,unit,straight,finger");
        let bare = all.iter().map(|row| json!([row[0], row[2], row[3], row[4]]));
        assert_eq!(rows, wanted(&bare.collect::<Vec<_>>()), "{set}");
        for (metric, name) in METRICS.into_iter().enumerate() {
            let (head, rows) = lines(&tables.output(&["export", set, "--metric", name]));
            assert_eq!(head, format!("index,position,{name}"));
            assert_eq!(rows, wanted(&found.rows(&[metric], &Value::Null)), "{set} {name}");
            let edges = tables.output(&["export", set, "--what", "edges", "--metric", name]);
            let (head, rows) = lines(&edges);
            assert_eq!(head, "u,v");
            let edges = found.edges(metric).into_iter().map(|edge| json!(edge));
            assert_eq!(rows, wanted(&edges.collect::<Vec<_>>()), "{set} {name}");
        }
    }
}

/// The neighbours of a position of a brute force, as a graph by texts.
fn graph(found: &Found, metric: usize) -> BTreeMap<String, BTreeSet<String>> {
    found.texts.iter().cloned().zip(found.neighbours[metric].iter().cloned()).collect()
}

/// The number of the component of each position by brute force: by size, then by first position, from 1.
fn component_numbers(found: &Found) -> Vec<usize> {
    let index: BTreeMap<&String, usize> = found.texts.iter().zip(0..).collect();
    let mut components: Vec<BTreeSet<usize>> = Vec::new();
    for at in 0..found.texts.len() {
        if components.iter().any(|component| component.contains(&at)) {
            continue;
        }
        let (mut component, mut waiting) = (BTreeSet::from([at]), vec![at]);
        while let Some(here) = waiting.pop() {
            let others = found.neighbours[0][here].iter().map(|text| index[text]);
            waiting.extend(others.filter(|&other| component.insert(other)));
        }
        components.push(component);
    }
    components.sort_by_key(|component| std::cmp::Reverse(component.len()));
    let number = |at| components.iter().position(|component| component.contains(&at)).unwrap() + 1;
    (0..found.texts.len()).map(number).collect()
}

#[test]
fn computed_columns_are_those_of_brute_force() {
    let tables = Tables::none();
    for (set, counts) in SETS {
        let found = Found::of_set(counts);
        let numbers = component_numbers(&found);
        let columns = "component,mobility,solution-count,eccentricity";
        let (head, rows) = lines(&tables.output(&["export", set, "--columns", columns]));
        let each = |name: &str| METRICS.map(|metric| format!("{metric}_{name}")).join(",");
        let (moves, solutions, far) =
            (each("mobility"), each("solution_count"), each("eccentricity"));
        assert_eq!(
            head,
            format!("index,position,unit,straight,finger,component,{moves},{solutions},{far}")
        );
        let computed = (0..METRICS.len()).map(|metric| {
            let graph = graph(&found, metric);
            let known = found.texts.iter().zip(&found.distances[metric]);
            let known = known.filter_map(|(text, far)| Some((text.clone(), (*far)?))).collect();
            let solutions = solution_counts(&graph, &known);
            let farthest = |text: &String| distances(&graph, [text]).into_values().max().unwrap();
            let of = |text: &String| {
                let solutions = solutions.get(text).copied().unwrap_or(0);
                (graph[text].len(), solutions, farthest(text))
            };
            found.texts.iter().map(of).collect::<Vec<_>>()
        });
        let computed: Vec<Vec<_>> = computed.collect();
        let row = |at: usize| {
            let of = computed.iter().map(|of_metric| of_metric[at]);
            let moves = of.clone().map(|(moves, ..)| moves.to_string());
            let solutions = of.clone().map(|(_, solutions, _)| solutions.to_string());
            let far = of.map(|(.., far)| far.to_string());
            let number = std::iter::once(numbers[at].to_string());
            number.chain(moves).chain(solutions).chain(far).collect::<Vec<_>>().join(",")
        };
        assert_eq!(rows.len(), found.texts.len());
        for (at, line) in rows.iter().enumerate() {
            let last: Vec<&str> = line.split(',').skip(5).collect();
            assert_eq!(last.join(","), row(at), "{set} {line}");
        }
    }
}

#[test]
fn several_piece_sets_are_one_file() {
    let tables = Tables::none();
    let single = SETS.map(|(set, _)| {
        let (_, rows) = lines(&tables.output(&["export", set]));
        rows.into_iter().map(|row| format!("{set},{row}")).collect::<Vec<_>>()
    });
    let (head, rows) = lines(&tables.output(&["export", SETS[0].0, SETS[1].0, SETS[0].0]));
    assert_eq!(head, "piece_set,index,position,unit,straight,finger");
    assert_eq!(rows, single.concat());
    // `all` is the whole family; this one is small.
    let sets = ["export", "all", "--board", "3x3", "--what", "distances", "--metric", "unit"];
    let (head, rows) = lines(&tables.output(&sets));
    assert_eq!(head, "piece_set,index,unit");
    let named: BTreeSet<&str> = rows.iter().map(|row| row.split(',').next().unwrap()).collect();
    let file = tables.path().join("all.npy");
    let out = ["--format", "npy", "--out", file.to_str().unwrap()];
    tables.output(&[&["export", "all", "--board", "3x3", "--metric", "unit"], &out[..]].concat());
    let Some(python) = python() else { return };
    let read = &read_back(&python, &[file])[0]["rows"];
    let read: Vec<&str> =
        read.as_array().unwrap().iter().map(|row| row[0].as_str().unwrap()).collect();
    assert_eq!(read, rows.iter().map(|row| row.split(',').next().unwrap()).collect::<Vec<_>>());
    assert!(named.len() > 5 && named.contains("0h0v0s"), "{named:?}");
}

#[test]
fn the_corridor_of_a_position_has_its_optimal_solutions() {
    let tables = Tables::none();
    let (set, counts) = SETS[0];
    let found = Found::of_set(counts);
    let index: BTreeMap<&String, usize> = found.texts.iter().zip(0..).collect();
    for (metric, name) in METRICS.into_iter().enumerate() {
        let far = |at: usize| found.distances[metric][at].unwrap();
        let start = (0..found.texts.len()).max_by_key(|&at| far(at)).unwrap();
        let (mut wanted, mut waiting) = (BTreeSet::from([start]), vec![start]);
        while let Some(here) = waiting.pop() {
            let others = found.neighbours[metric][here].iter().map(|text| index[text]);
            let nearer = others.filter(|&other| far(other) + 1 == far(here));
            waiting.extend(nearer.filter(|&other| wanted.insert(other)).collect::<Vec<_>>());
        }
        let from = &found.texts[start];
        let arguments = ["export", set, "--what", "corridor", "--from", from, "--metric", name];
        let rows = csv_rows(&tables.output(&arguments));
        let reported: BTreeSet<usize> =
            rows.iter().map(|row| row["index"].parse().unwrap()).collect();
        assert_eq!(reported, wanted, "{name} {from}");
    }
    let puzzle = ["export", "--puzzle", "dads", "--what", "corridor", "--metric", "unit"];
    let rows = csv_rows(&tables.output(&puzzle));
    assert!(rows.iter().any(|row| row["unit"] == "0") && rows.len() > 50);
}

/// Every file says from which version, puzzle and tables it is.
#[test]
fn files_say_where_their_data_is_from() {
    let tables = Tables::none();
    let (set, _) = SETS[1];
    tables.output(&["build", set]);
    let sums = tables.output(&["checksums"]);
    let sum = |metric: &str| {
        let line = sums.lines().find(|line| line.ends_with(&format!("{set} {metric}")));
        line.unwrap().split(' ').next().unwrap().to_owned()
    };
    let version = env!("CARGO_PKG_VERSION");
    let csv = tables.output(&["export", set, "--metric", "unit", "--comment"]);
    let plain = tables.output(&["export", set, "--metric", "unit"]);
    let comment = csv.strip_suffix(&plain).expect("the comment comes first");
    let wanted = [
        format!("# huarong: {version}"),
        "# puzzle: klotski-4x5".to_owned(),
        "# metrics: unit".to_owned(),
        format!("# blake3 of {set} unit: {}", sum("unit")),
    ];
    assert_eq!(comment.lines().collect::<Vec<_>>(), wanted);

    let file = |name: &str| tables.path().join(name);
    let out = |name: &str, more: &[&str]| {
        let path = file(name);
        let (_, format) = name.split_once('.').unwrap();
        let path = path.to_str().unwrap();
        tables.output(&[&["export", set, "--format", format, "--out", path], more].concat());
    };
    out("a.npy", &["--what", "distances"]);
    let said: Value = serde_json::from_slice(&fs::read(file("a.npy.json")).unwrap()).unwrap();
    for metric in METRICS {
        assert_eq!(said[format!("blake3 of {set} {metric}")], sum(metric));
    }
    assert_eq!(said["huarong"], version);
    assert_eq!(said["metrics"], "unit straight finger");
    let corridor = ["export", "0h0v0s", "--what", "corridor", "--from", "BB../BB../..../..../...."];
    let corridor = tables.output(&[&corridor[..], &["--comment", "--out", "-"]].concat());
    assert!(corridor.contains("# corridor of: BB../BB../..../..../....\n"), "{corridor}");
    // An array without its origin is not left behind.
    fs::create_dir(file("b.npy.json")).unwrap();
    let path = file("b.npy");
    let refused = ["export", set, "--format", "npy", "--out", path.to_str().unwrap()];
    assert!(tables.error(&refused).contains("b.npy.json"));
    assert!(!path.exists());
    let edges = ["--what", "edges", "--metric", "straight"];
    for name in ["a.graphml", "a.dot"] {
        out(name, &edges);
        let written = fs::read_to_string(file(name)).unwrap();
        assert!(written.contains(&sum("straight")), "{name}");
    }
    out("a.parquet", &[]);
    let bytes = fs::read(file("a.parquet")).unwrap();
    let has = |wanted: &str| bytes.windows(wanted.len()).any(|part| part == wanted.as_bytes());
    assert!(METRICS.into_iter().all(|metric| has(&sum(metric))) && has(version));
}

#[test]
fn exports_that_cannot_be_are_explained() {
    let tables = Tables::none();
    let cases: [(&[&str], &str); 10] = [
        (&["1h1v6s", "--metric", "unit", "--columns", "eccentricity"], "at most 100000"),
        (&["0h0v1s", "0h0v2s", "--what", "edges"], "one piece set"),
        (&["0h0v1s", "0h0v2s", "--component", "1"], "there are 2"),
        (&["0h0v1s", "0h0v2s", "--what", "corridor", "--from", "x"], "there are 2"),
        (&["0h0v1s", "--what", "corridor"], "--from"),
        (&["0h0v1s", "--from", "BBS./BB../..../..../...."], "--what corridor"),
        (&["0h0v1s", "--what", "corridor", "--from", "BB../BB../..../..../...."], "0h0v0s"),
        (&["0h0v1s", "--what", "distances", "--columns", "mobility"], "--what positions"),
        (&["0h0v1s", "--format", "npy", "--comment"], "--comment is for csv"),
        (&["7h0v0s", "--what", "corridor", "--from", "HHHH/HHBB/HHBB/HHHH/HH.."], "cannot reach"),
    ];
    for (arguments, wanted) in cases {
        let error = tables.error(&[&["--quiet", "export"], arguments].concat());
        assert!(error.contains(wanted), "{arguments:?}: {error}");
    }
}

/// Exporting edges as rows needs no table.
#[test]
fn edges_need_no_tables() {
    let tables = Tables::none();
    tables.output(&["export", "5h2v0s", "--what", "edges"]);
    assert!(tables.names().is_empty());
}

/// Python with the packages that `scripts/python` installs; `None`, with a message, if they are
/// missing.
pub(crate) fn python() -> Option<PathBuf> {
    let python = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/target/python/bin/python"));
    if python.exists() {
        return Some(python.to_owned());
    }
    skipped("no target/python/bin/python, which scripts/python installs");
    None
}

/// The contents of files, as other programs read them.
pub(crate) fn read_back<P: AsRef<Path>>(python: &Path, files: &[P]) -> Vec<Value> {
    let mut command = Command::new(python);
    command.args(["-c", include_str!("read_back.py")]);
    let output = command.args(files.iter().map(AsRef::as_ref)).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines = text(&output.stdout);
    let read: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(read.len(), files.len());
    read
}

/// Signs that have a meaning in one format or another.
fn odd_signs() -> Drawn {
    Drawn {
        start: "&<\"\n,é.\n#..".to_owned(),
        goals: vec!["...\n...\n#.&".to_owned()],
        alike: vec!["&<".to_owned()],
        ..Drawn::default()
    }
}

#[test]
#[ignore = "long: other programs"]
fn other_programs_read_what_was_written() {
    let Some(python) = python() else { return };
    let tables = Tables::none();
    let (set, counts) = SETS[1];
    let puzzle = tables.path().join("odd.toml");
    fs::write(&puzzle, odd_signs().file()).unwrap();
    let subjects: [(&[&str], Found, usize); 2] = [
        (&[set], Found::of_set(counts), 24),
        (&["--puzzle", puzzle.to_str().unwrap()], Found::of_drawn(&odd_signs()), 11),
    ];
    for (number, (subject, found, signs)) in subjects.iter().enumerate() {
        let write = |name: &str, arguments: &[&str]| {
            let path = tables.path().join(format!("{number}-{name}"));
            let (_, format) = name.split_once('.').unwrap();
            let out = ["--format", format, "--out", path.to_str().unwrap()];
            tables.output(&[&["export"], *subject, arguments, &out].concat());
            path
        };
        let edges: &[&str] = &["--what", "edges"];
        let files = [
            write("all.npy", &[]),
            write("three.npy", &["--what", "distances"]),
            write("one.npy", &["--what", "distances", "--metric", "straight"]),
            write("edges.npy", edges),
            write("all.parquet", &[]),
            write("distances.parquet", &["--what", "distances"]),
            write("edges.parquet", &[edges, &["--metric", "unit"]].concat()),
            write("edges.graphml", &[edges, &["--metric", "straight"]].concat()),
            write("edges.dot", edges),
        ];
        let read = read_back(&python, &files);
        let len = found.texts.len();
        let sentinel = found.rows(&[0, 1, 2], &json!(65535));
        let kind = format!(
            "[('index', '<i8'), ('position', '<U{signs}'), ('unit', '<u2'), ('straight', '<u2'), ('finger', '<u2')]"
        );
        assert_eq!(read[0], json!({"type": kind, "shape": [len], "rows": sentinel}));
        let three = without(&sentinel, 2);
        assert_eq!(read[1], json!({"type": "uint16", "shape": [len, 3], "rows": three}));
        let one: Vec<&Value> = three.iter().map(|row| &row[1]).collect();
        assert_eq!(read[2], json!({"type": "uint16", "shape": [len], "rows": one}));
        let edges = [0, 1, 2].map(|metric| found.edges(metric));
        let shape = [edges[2].len(), 2];
        assert_eq!(read[3], json!({"type": "int64", "shape": shape, "rows": edges[2]}));
        let nulls = found.rows(&[0, 1, 2], &Value::Null);
        let [index, position] = [["index", "BIGINT"], ["position", "VARCHAR"]];
        let distances = METRICS.map(|metric| [metric, "USMALLINT"]);
        let columns = [&[index, position], &distances[..]].concat();
        assert_eq!(read[4], json!({"columns": columns, "groups": 1, "rows": nulls}));
        let columns = [&[index], &distances[..]].concat();
        let bare = nulls.iter().map(|row| json!([row[0], row[2], row[3], row[4]]));
        let bare: Vec<Value> = bare.collect();
        assert_eq!(read[5], json!({"columns": columns, "groups": 1, "rows": bare}));
        let columns = [["u", "BIGINT"], ["v", "BIGINT"]];
        assert_eq!(read[6], json!({"columns": columns, "groups": 1, "rows": edges[0]}));
        assert_eq!(read[7]["nodes"], found.nodes(1));
        assert_eq!(as_edges(&read[7]["edges"]), BTreeSet::from_iter(edges[1].clone()));
        assert_eq!(read[8]["nodes"], found.nodes(2));
        assert_eq!(read[8]["edges"], json!(edges[2]));
    }
}

/// Edges; another program may have reversed some of them.
fn as_edges(edges: &Value) -> BTreeSet<[u64; 2]> {
    let edges = edges.as_array().unwrap().iter().map(|edge| {
        let [u, v] = [0, 1].map(|end| edge[end].as_u64().unwrap());
        [u.min(v), u.max(v)]
    });
    edges.collect()
}

/// More rows than one row group.
#[test]
#[ignore = "long: a large graph"]
fn a_large_graph_is_written_in_several_row_groups() {
    let tables = Tables::none();
    let unit = ["export", "2h3v3s", "--what", "edges", "--metric", "unit"];
    let (_, rows) = lines(&tables.output(&unit));
    let rows: Vec<[u64; 2]> = rows
        .iter()
        .map(|row| row.split_once(',').map(|(u, v)| [u, v].map(|n| n.parse().unwrap())).unwrap())
        .collect();
    let file = tables.path().join("edges.parquet");
    let out = ["--format", "parquet", "--out", file.to_str().unwrap()];
    tables.output(&[&unit[..], &out].concat());
    let Some(python) = python() else { return };
    let read = &read_back(&python, &[file])[0];
    assert!(read["groups"].as_u64() > Some(1), "{read}");
    let sum = |end: usize| rows.iter().map(|edge| edge[end]).sum::<u64>();
    assert_eq!(read["len"], rows.len());
    assert_eq!(read["sums"], json!([sum(0), sum(1)]));
    assert_eq!(read["sorted"], true);
}

#[test]
fn components_are_numbered_by_size_and_first_position() {
    let tables = Tables::none();
    let (set, counts) = SETS[1];
    let found = Found::of_set(counts);
    let naive = Naive::klotski();
    // The components by brute force, each identified by its first position.
    let index: BTreeMap<&String, usize> = found.texts.iter().zip(0..).collect();
    let mut first: Vec<usize> = (0..found.texts.len()).collect();
    for at in 0..first.len() {
        let mut waiting = vec![at];
        while let Some(here) = waiting.pop() {
            for text in &found.neighbours[0][here] {
                let other = index[text];
                if first[other] > first[at] {
                    first[other] = first[at];
                    waiting.push(other);
                }
            }
        }
    }
    let mut components: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    (0..first.len()).for_each(|at| components.entry(first[at]).or_default().push(at));
    let mut sizes: Vec<usize> = components.values().map(Vec::len).collect();
    sizes.sort_unstable();
    let known = naive.components(&counts).into_iter().map(|(size, _)| size);
    assert_eq!(sizes, known.collect::<Vec<_>>());
    let mut components: Vec<Vec<usize>> = components.into_values().collect();
    components.sort_by_key(|members| (std::cmp::Reverse(members.len()), members[0]));
    assert!(components.len() > 3);

    for number in [1, 2, components.len()] {
        let members = &components[number - 1];
        let reported = tables.output(&["export", set, "--component", &number.to_string()]);
        let rows = csv_rows(&reported);
        let indices: Vec<usize> = rows.iter().map(|row| row["index"].parse().unwrap()).collect();
        assert_eq!(&indices, members, "component {number}");
        let by_position = &found.texts[*members.last().unwrap()];
        assert_eq!(reported, tables.output(&["export", set, "--component", by_position]));
        let edges = ["export", set, "--what", "edges", "--component", by_position];
        let (_, rows) = lines(&tables.output(&edges));
        let wanted = found.edges(2).into_iter().filter(|[u, _]| members.contains(&(*u as usize)));
        assert_eq!(rows, wanted.map(|[u, v]| format!("{u},{v}")).collect::<Vec<_>>());
    }
    let there = components.len();
    let error = tables.error(&["export", set, "--component", &(there + 1).to_string()]);
    assert!(error.contains(&format!("it has {there} components")), "{error}");
    assert!(tables.error(&["export", set, "--component", "0"]).contains("numbered from 1"));
}

#[test]
#[ignore = "long: many exports"]
fn the_same_bytes_on_any_number_of_threads_and_from_packed_tables() {
    let tables = Tables::of(&["1h4v4s"]);
    let all: [&[&str]; 6] = [
        &["--format", "csv"],
        &["--format", "npy", "--what", "distances"],
        &["--format", "npy", "--what", "edges", "--metric", "unit"],
        &["--format", "parquet"],
        &["--format", "graphml", "--what", "edges"],
        &["--format", "dot", "--what", "edges", "--component", START],
    ];
    let written = |threads| {
        all.map(|arguments| {
            let run =
                tables.run(&[&["--threads", threads, "export", "1h4v4s"], arguments].concat());
            { run }.assert().success().get_output().stdout.clone()
        })
    };
    let alone = written("1");
    assert!(alone.iter().all(|bytes| bytes.len() > 100_000));
    assert!(alone == written("3"));
    tables.output(&["pack"]);
    assert!(alone == written("2"));
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let tables = Tables::none();
    let missing = tables.path().join("missing/file.csv");
    let [directory, missing] = [tables.path(), &missing].map(|path| path.to_str().unwrap());
    let cases: [(&[&str], &str); 9] = [
        (&["--format", "graphml"], "graphml is a graph format: use --what edges"),
        (&["--format", "dot", "--what", "distances"], "dot is a graph format"),
        (&["--what", "distances", "--component", "1"], "--what positions or edges"),
        (&["--out", directory], "is a directory"),
        (&["--out", missing], "No such file or directory"),
        (&["--component", "VBBV/VBBV/VHHV/VSSV/S.."], "column 4 is missing"),
        (&["--component", "..BB/HHBB/SSSS/HHSS/SSSS"], "has the piece set 2h0v10s, not 1h4v4s"),
        (&["--component", "1", "--memory", "100kB"], "needs about 2.2 MB of memory"),
        (&["--memory", "100kB"], "needs about"),
    ];
    for (arguments, reported) in cases {
        let error = tables.error(&[&["export", "1h4v4s", "--quiet"], arguments].concat());
        assert!(error.contains(reported) && error.lines().count() == 1, "{arguments:?}: {error}");
    }
    let error = tables.error(&["export", "1h9v"]);
    assert!(error.contains("at most 18"), "{error}");
    let error = tables.error(&["export", "--puzzle", "dads", "1h4v4s"]);
    assert!(error.contains("omit"), "{error}");
    tables.run(&["export"]).assert().code(2);
    tables.run(&["export", "1h4v4s", "--format", "xlsx"]).assert().code(2).stderr(contains("csv"));
    assert!(!tables.names().iter().any(|name| name.ends_with(".huarong")), "{:?}", tables.names());
}

/// 2,088,000 positions: the error gives the size and the limit before a table is built.
#[test]
#[cfg(unix)]
fn devices_and_pipes_are_not_replaced_and_a_closed_pipe_is_no_error() {
    use std::os::unix::fs::FileTypeExt;
    use std::process::Stdio;
    let tables = Tables::of(&["1h4v4s"]);
    let pipe = tables.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let out = pipe.to_str().unwrap();
    for command in [&["export", "1h4v4s"][..], &["census", "3x3"], &["checksums"]] {
        let error = tables.error(&[command, &["--out", out]].concat());
        assert!(error.contains("pipe: it is a device or a pipe"), "{error}");
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    }
    let mut process = tables.process(&["export", "1h4v4s"]);
    let mut child = process.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn a_graph_that_is_too_large_is_refused_before_the_work() {
    let tables = Tables::none();
    for format in ["graphml", "dot"] {
        let arguments =
            ["export", "--board", "4x6", "1h4v8s", "--what", "edges", "--format", format];
        let error = tables.error(&arguments);
        for reported in ["2,088,000 positions", "limited to 1,000,000", "--component"] {
            assert!(error.contains(reported), "{error}");
        }
    }
    assert!(tables.names().is_empty());
}
