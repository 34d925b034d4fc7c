//! The amount of messages between the parts of a search. They are counted on the steps of real
//! spaces, for more parts than there are machines here, and for several orders of the skeletons.
//!
//! `cargo bench --bench crossings -- 5x6 2h3v9s 2 4 8 …` prints a line of CSV for each order and
//! number of parts. So does `cargo bench --bench crossings -- tiles.toml 2 4 8 …` for a puzzle that
//! is searched position by position.

use huarong_core::grid::Cells;
use huarong_core::klotski;
use huarong_core::klotski::{BIG, HORIZONTAL, VERTICAL};
use huarong_core::puzzle_file::PuzzleFile;
use huarong_core::rules::{Arrangement, Metric, ShapeId};
use huarong_core::space::Space;
use rayon::prelude::*;

/// An order of the skeletons: by a number, then by the cells of the shapes.
type Order = (&'static str, fn(&Arrangement) -> (u64, [Cells; 3]));

const ORDERS: [Order; 5] = [
    ("as numbered", |_| (0, [Cells::default(); 3])),
    ("big piece first", |position| (0, places(position, [BIG, HORIZONTAL, VERTICAL]))),
    ("horizontals first", |position| (0, places(position, [HORIZONTAL, BIG, VERTICAL]))),
    ("verticals first", |position| (0, places(position, [VERTICAL, BIG, HORIZONTAL]))),
    ("sum of places first", |position| {
        let sum = position.pieces().map(|(_, cell)| u64::from(cell)).sum();
        (sum, [Cells::default(); 3])
    }),
];

fn places(position: &Arrangement, shapes: [ShapeId; 3]) -> [Cells; 3] {
    shapes.map(|shape| position.anchors(shape))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let numbers = |texts: &[String]| -> Vec<usize> {
        texts.iter().map(|text| text.parse().expect("parts are a number")).collect()
    };
    println!("subject,positions,order,parts,sent_share,most_sent_by_one_share");
    match &arguments[..] {
        [file, parts @ ..] if file.ends_with(".toml") => of_positions(file, &numbers(parts)),
        [board, set, parts @ ..] => of_skeletons(board, set, &numbers(parts)),
        _ => eprintln!("name a board, a piece set and numbers of parts: 5x6 2h3v9s 2 4 8"),
    }
}

/// Counts every move into another part separately.
fn of_positions(file: &str, parts: &[usize]) {
    let text = std::fs::read_to_string(file).expect("the file exists");
    let puzzle = PuzzleFile::parse(&text).expect("a puzzle file");
    let setup = puzzle.setup().expect("pieces that fit");
    let space = Space::new(&setup.puzzle, &setup.piece_set()).expect("few enough positions");
    let steps = neighbours(&space, Metric::Unit);
    let len = steps.len();
    for &parts in parts {
        let owner = |position: usize| position * parts / len;
        let mut sent = vec![0; parts];
        for (position, near) in steps.iter().enumerate() {
            let own = owner(position);
            sent[own] += near.iter().filter(|&&near| owner(near as usize) != own).count() as u64;
        }
        write_row(puzzle.name(), len as u64, "as numbered", len, &sent);
    }
}

/// Counts a skeleton's new positions once for each part that holds one of its groups.
fn of_skeletons(board: &str, set: &str, parts: &[usize]) {
    let (width, height) = board.split_once('x').expect("a board is WIDTHxHEIGHT");
    let [width, height] = [width, height].map(|side| side.parse().expect("sides are numbers"));
    let family = klotski::family_on(width, height).expect("the big piece fits");
    let set = family.parse_piece_set(set).expect("a piece set of the board");
    let puzzle = family.puzzle();
    let positions = Space::new(puzzle, &set).expect("few enough positions").len();
    // A skeleton is a position without small pieces. A group is the set of moves of one piece while
    // the others stay.
    let bare = set.with_count(klotski::SMALL, 0);
    let skeletons = Space::new(puzzle, &bare).expect("few enough skeletons");
    let groups = neighbours(&skeletons, Metric::Finger);
    let len = groups.len();
    for (order, key) in ORDERS {
        let mut keyed: Vec<_> = { (0..len).into_par_iter() }
            .map(|skeleton| (key(&skeletons.unrank(skeleton as u64)), skeleton))
            .collect();
        keyed.par_sort_unstable();
        let mut place = vec![0; len];
        keyed.iter().enumerate().for_each(|(nth, &(_, skeleton))| place[skeleton] = nth);
        for &parts in parts {
            let owner = |skeleton: usize| place[skeleton] * parts / len;
            let mut sent = vec![0; parts];
            let mut others = Vec::new();
            for (skeleton, group) in groups.iter().enumerate() {
                let own = owner(skeleton);
                others.clear();
                others.extend(group.iter().map(|&near| owner(near as usize)));
                others.retain(|&other| other != own);
                others.sort_unstable();
                others.dedup();
                sent[own] += others.len() as u64;
            }
            write_row(
                &format!("{board} {}", puzzle.piece_set_text(&set)),
                positions,
                order,
                len,
                &sent,
            );
        }
    }
}

/// The neighbours of each position under a metric.
fn neighbours(space: &Space, metric: Metric) -> Vec<Vec<u32>> {
    const CHUNK: u64 = 1 << 12;
    let chunks = (0..space.len().div_ceil(CHUNK)).into_par_iter();
    let chunks = chunks.flat_map_iter(|chunk| {
        let range = chunk * CHUNK..space.len().min((chunk + 1) * CHUNK);
        let mut found = Vec::with_capacity(CHUNK as usize);
        space.for_each_with_neighbours(range, |_, _, neighbours| {
            let near = neighbours.iter().filter(|(strictest, _)| *strictest <= metric);
            found.push(near.map(|&(_, near)| near as u32).collect::<Vec<_>>());
        });
        found
    });
    chunks.collect()
}

fn write_row(subject: &str, positions: u64, order: &str, len: usize, sent: &[u64]) {
    let share = |sent: u64| sent as f64 / len as f64;
    let (all, most) = (sent.iter().sum(), sent.iter().copied().max().unwrap_or(0));
    println!(
        "{subject},{positions},{order},{},{:.4},{:.4}",
        sent.len(),
        share(all),
        share(most) * sent.len() as f64,
    );
}
