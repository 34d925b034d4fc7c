//! Published results on puzzles other than Klotski, against searches. The witness replays the
//! solutions.

use crate::common::{METRICS, csv_rows, skipped};
use huarong_core::effort::Effort;
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::{Metric, PerMetric};
use huarong_core::space::Space;
use huarong_lab::library::{LibraryPuzzle, SolvedPuzzle};
use huarong_search::{Component, Search, Until, classes};
use naive::doors;
use naive::grids::{Drawn, Witness};

fn setup(text: &str) -> Setup {
    let file = PuzzleFile::parse(text).unwrap_or_else(|error| panic!("{error}"));
    file.setup().unwrap_or_else(|error| panic!("{error}"))
}

/// Number of positions of the 8-puzzle at distances 0, 1, 2 … from the one with the blank in a
/// corner: <https://oeis.org/A089473>.
const TILES: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

#[test]
fn the_8_puzzle_of_a_file_has_the_published_histogram() {
    let drawn = Drawn {
        start: "123\n456\n78.".to_owned(),
        goals: vec!["123\n456\n78.".to_owned()],
        ..Drawn::default()
    };
    let Setup { puzzle, start } = setup(&drawn.file());
    let set = start.piece_set();
    assert_eq!(Space::new(&puzzle, &set).unwrap().len(), 362_880);
    let component =
        Component::explore(&puzzle, &start, Metric::Unit, Until::All, Effort::UNLIMITED).unwrap();
    assert_eq!((component.levels(), component.len()), (TILES.to_vec(), 181_440));
    let search = Search::new(&puzzle, &classes(&puzzle, &[set])[0], Effort::UNLIMITED).unwrap();
    let found = search.run(Metric::Unit, true, Effort::UNLIMITED).unwrap()[0].histogram();
    assert_eq!((found.counts, found.unreachable), (TILES.to_vec(), 181_440));
}

/// The levels with doors become longer, and each has the number of moves of its file.
#[test]
fn levels_with_doors_have_the_lengths_of_their_files() {
    /// The witness solves the first levels, which have few positions.
    const WITNESSED: usize = 10;
    let levels = LibraryPuzzle::of_doors();
    assert_eq!(levels.len(), 40);
    let mut lengths = Vec::new();
    for (number, level) in (1..).zip(levels) {
        assert_eq!(level.id, format!("doors-{number:02}"));
        assert_eq!(LibraryPuzzle::find(level.id), Ok(level));
        let file = level.read().unwrap();
        assert_eq!(file.name(), format!("Doors {number}"));
        let [published] = file.published() else { panic!("{}", level.id) };
        assert_eq!(published.metric, Some(Metric::Finger), "{}", level.id);
        let Setup { puzzle, start } = setup(level.text);
        let (metric, until) = (Metric::Finger, Until::Goal);
        let solved = Component::explore(&puzzle, &start, metric, until, Effort::UNLIMITED).unwrap();
        let length = solved.path_to(solved.found().unwrap()).unwrap().len();
        assert_eq!(length as u32, published.moves, "{}", level.id);
        if number <= WITNESSED {
            let witness = doors::Witness::new(&doors::Doors::of_file(level.text));
            let (moves, _) = witness.solve("finger").unwrap();
            assert_eq!(moves, published.moves, "{}", level.id);
        }
        lengths.push(published.moves);
    }
    assert!(lengths.is_sorted(), "{lengths:?}");
    assert!(lengths[0] < 5 && lengths[39] >= 20, "{lengths:?}");
}

/// A board of Rush Hour: `x` is a wall; the red car, `X` or `A`, must reach the right edge.
fn rush(board: &str) -> Drawn {
    let red = if board.contains('X') { 'X' } else { 'A' };
    let signs: Vec<char> = board.chars().map(|s| if s == 'x' { '#' } else { s }).collect();
    let rows: Vec<String> = signs.chunks(6).map(|row| row.iter().collect()).collect();
    let goal = |row: &String| {
        let length = row.matches(red).count();
        let keep = |(column, sign)| match sign {
            '#' => '#',
            _ if column + length >= 6 => red,
            _ => '.',
        };
        row.chars().enumerate().map(keep).collect::<String>()
    };
    let goals: Vec<String> = rows.iter().map(goal).collect();
    Drawn {
        start: rows.join("\n"),
        goals: vec![goals.join("\n")],
        lengthwise: true,
        ..Drawn::default()
    }
}

#[test]
fn boards_of_rush_hour_have_their_published_counts() {
    let mut boards = csv::Reader::from_reader(&include_bytes!("../data/rush_boards.csv")[..]);
    let (mut moves, mut states, mut wrong) = (0, 0, Vec::new());
    for row in boards.records() {
        let row = row.unwrap();
        let drawn = rush(&row[1]);
        let Setup { puzzle, start } = setup(&drawn.file());
        let explore = |until| {
            Component::explore(&puzzle, &start, Metric::Straight, until, Effort::UNLIMITED).unwrap()
        };
        if let Ok(published) = row[2].parse::<u16>() {
            let solved = explore(Until::Goal);
            let found = solved.found().map(|_| solved.levels().len() as u16 - 1);
            moves += 1;
            if found != Some(published) {
                wrong
                    .push(format!("{}: {published} moves are published, {found:?} found", &row[1]));
            }
        }
        if let Ok(published) = row[3].parse::<u64>() {
            let found = explore(Until::All).len();
            states += 1;
            if found != published {
                wrong.push(format!("{}: {published} states are published, {found} found", &row[1]));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!((moves, states), (333, 22));
}

/// These searches take longer than a second or two.
const LARGE: [&str; 14] = [
    "correct-order",
    "gnome-american-pie",
    "gnome-ithaca",
    "gnome-shark",
    "gnome-sunshine",
    "hakoiri-difficult",
    "layton-159-8x8",
    "lumi-four-balls",
    "lumi-from-right-to-left",
    "lumi-sliding-pipes",
    "lumi-the-greatest-escape-2",
    "lumi-the-time-machine",
    "tzer-tendrils",
    "tzer-ultimate-js2",
];

/// Published counts above the minimum. All are from the scripts of one course, as results of its
/// own program. A shorter solution, which the witness replays, refutes each.
const TOO_HIGH: [(&str, u32); 11] = [
    ("century", 100),
    ("century-and-a-half", 150),
    ("d209-as-berkeley", 209),
    ("hordern-c22", 77),
    ("hordern-c29", 54),
    ("hordern-c30", 67),
    ("hordern-c34", 39),
    ("hordern-c35", 101),
    ("hordern-c36", 28),
    ("hordern-c39", 53),
    ("hordern-c53", 55),
];

/// The published output of `huarong report puzzles` in `reports/`.
const REPORT: &str = include_str!("../../reports/puzzles.csv");

/// `huarong report puzzles` writes both.
#[test]
fn the_report_and_the_kept_results_agree() {
    let text = |value: Option<u64>| value.map_or(String::new(), |value| value.to_string());
    for row in csv_rows(REPORT) {
        let id = &row["id"];
        let solved = SolvedPuzzle::find(id).expect("every puzzle has results");
        assert_eq!(row["reachable"], text(solved.reachable), "{id}");
        for metric in Metric::OF_SINGLE_PIECES {
            let distance = solved.distance(metric).map(u64::from);
            assert_eq!(row[metric.name()], text(distance), "{id} {metric}");
        }
    }
}

/// Counts without a stated metric are finger moves.
#[test]
#[ignore = "long: counts of large puzzles"]
fn counts_of_the_library_are_the_published_ones() {
    let (mut equal, mut too_high, mut positions, mut large) = (0, Vec::new(), 0, 0);
    let report = csv_rows(REPORT);
    for puzzle in LibraryPuzzle::all() {
        let rows = report.iter().filter(|row| row["id"] == puzzle.id).collect::<Vec<_>>();
        assert!(!rows.is_empty(), "{}", puzzle.id);
        if LARGE.contains(&puzzle.id) {
            large += 1;
            continue;
        }
        let file = puzzle.read().unwrap();
        let witness = Witness::new(&Drawn::of_file(puzzle.text));
        let Setup { puzzle: rules, start } = setup(puzzle.text);
        assert_eq!(rules.position_text(&start), witness.start_text(), "{}", puzzle.id);
        let explore = |metric, until| {
            Component::explore(&rules, &start, metric, until, Effort::UNLIMITED).unwrap()
        };
        let distances = PerMetric::each(|metric| {
            let solved = explore(metric, Until::Goal);
            let end = solved.found().unwrap_or_else(|| panic!("{} has no solution", puzzle.id));
            let mut at = start.clone();
            let path = solved.path_to(end).unwrap();
            for made in &path {
                let before = rules.position_text(&at);
                at = made.apply(&at);
                let after = witness.neighbours(&before, metric.name());
                assert!(after.contains(&rules.position_text(&at)), "{} {before}", puzzle.id);
            }
            assert!(witness.is_goal(&rules.position_text(&at)), "{}", puzzle.id);
            path.len() as u32
        });
        let solved = SolvedPuzzle::find(puzzle.id).expect("every puzzle has results");
        let proved = Metric::ALL.map(|metric| solved.distance(metric).map(u32::from));
        assert_eq!(proved, distances.into_values().map(Some), "{}", puzzle.id);
        if let Some(reachable) = solved.reachable.filter(|reachable| *reachable < 50_000) {
            assert_eq!(explore(Metric::Unit, Until::All).len(), reachable, "{}", puzzle.id);
        }
        for row in &rows {
            let kept = METRICS.map(|metric| row[metric].clone());
            assert_eq!(kept, distances.into_values().map(|far| far.to_string()), "{}", puzzle.id);
            assert_eq!(row["start"], witness.start_text(), "{}", puzzle.id);
        }
        for (row, published) in rows.iter().zip(file.published()) {
            let metric = published.metric.unwrap_or(Metric::Finger);
            let (moves, found) = (published.moves, distances[metric]);
            if TOO_HIGH.contains(&(puzzle.id, moves)) {
                assert!(found < moves, "{}: {found} {metric} moves, not {moves}", puzzle.id);
                assert_eq!(row["difference"], (moves - found).to_string(), "{}", puzzle.id);
                too_high.push((puzzle.id, moves));
            } else {
                assert_eq!(found, moves, "{} {metric}", puzzle.id);
                assert_eq!(row["difference"], "0", "{}", puzzle.id);
                equal += 1;
            }
            if let Some(published) = published.positions {
                assert_eq!(explore(Metric::Unit, Until::All).len(), published, "{}", puzzle.id);
                let said = published.to_string();
                assert!(row["reachable"] == said && row["published_reachable"] == said);
                positions += 1;
            }
        }
    }
    skipped(format!("{large} puzzles of the library, which take long"));
    assert_eq!(too_high, TOO_HIGH);
    assert_eq!((equal, positions, large), (69, 14, LARGE.len()));
}
