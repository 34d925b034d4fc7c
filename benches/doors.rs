//! Boards with doors: searches from one position, and whole spaces beside those of the same board without doors.
//!
//! `cargo bench --bench doors` prints both tables, measured on one thread: the median of the CPU times of several runs.

use huarong::puzzle::puzzle_file::PuzzleFile;
use huarong::{Metric, Options, Oracle};
use huarong_core::effort::Effort;
use huarong_core::rules::Puzzle;
use huarong_search::{Component, Until};
use nix::sys::resource::{UsageWho, getrusage};

const RUNS: usize = 3;

/// A search from one position ends with so many positions.
const MOST_POSITIONS: u64 = 2_000_000;

/// Positions whose moves are counted.
const SAMPLE: u64 = 10_000;

/// Levels of the tutorial with eight blocks, by their lines in the pack.
const LEVELS: [usize; 3] = [11, 25, 31];

/// Ten blocks of two colours.
const TEN_BLOCKS: &str = "name = 'ten blocks, 5x4'
start = '''
ABBCD
AEFCD
GEFHH
G.IJ.
'''
doors = '''
.......
......a
......a
.......
b......
...b...
'''
owners = { a = 'ACEGI', b = 'BDFHJ' }
";

/// Boards whose whole space is searched: few pieces, so that all tiers fit into memory.
const SPACES: [&str; 3] = [
    "name = 'four blocks, 5x5'
start = '''
AAB..
C.B..
C.DD.
.....
.....
'''
doors = '''
.......
......A
......B
......B
D......
.......
.C.....
'''
",
    "name = 'five blocks, 4x5'
start = '''
AABB
C..D
C..D
EE..
....
'''
doors = '''
......
A....B
......
......
E.....
......
.C..D.
'''
",
    "name = 'six small blocks, 4x4'
start = '''
ABC.
DEF.
....
....
'''
doors = '''
......
A....C
......
B....E
D.....
....F.
'''
",
];

fn main() {
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    one_thread.install(|| {
        from_one_position();
        whole_spaces();
    });
}

/// CPU time of the process so far in seconds.
fn cpu_seconds() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_SELF).expect("the system reports usage");
    let times = [usage.user_time(), usage.system_time()];
    times.map(|time| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6).iter().sum()
}

/// The median CPU time of some runs in seconds.
fn median(mut run: impl FnMut()) -> f64 {
    let mut timed = || {
        let before = cpu_seconds();
        run();
        cpu_seconds() - before
    };
    let mut times: Vec<f64> = (0..RUNS).map(|_| timed()).collect();
    times.sort_by(f64::total_cmp);
    times[RUNS / 2]
}

fn from_one_position() {
    println!(
        "| from | pieces | metric | positions | moves per position | million a second | without doors |"
    );
    println!("|---|--:|---|--:|--:|--:|--:|");
    let pack = include_str!("../docs/tutorials/levels.jsonl");
    let levels = LEVELS.map(|line| toml_of(pack.lines().nth(line - 1).expect("a level")));
    for text in levels.iter().map(String::as_str).chain([TEN_BLOCKS]) {
        let file = PuzzleFile::parse(text).expect("a level");
        let closed = PuzzleFile::parse(&without_doors(text)).expect("a puzzle file");
        for metric in Metric::OF_SINGLE_PIECES {
            let rate = |file: &PuzzleFile| {
                let setup = file.setup().expect("a puzzle");
                let (puzzle, start) = (&setup.puzzle, &setup.start);
                let mut found = None;
                let seconds = median(|| {
                    let until = Until::Reached(MOST_POSITIONS);
                    let search =
                        Component::explore(puzzle, start, metric, until, Effort::UNLIMITED);
                    found = Some(search.expect("memory for it"));
                });
                let found = found.expect("it ran");
                let every = (found.len() / SAMPLE).max(1) as usize;
                let sample: Vec<_> = found.positions().into_iter().step_by(every).collect();
                let moves: usize = sample.iter().map(|at| puzzle.moves(at, metric).len()).sum();
                let rate = found.len() as f64 / seconds / 1e6;
                (found.len(), moves as f64 / sample.len() as f64, rate)
            };
            let ((positions, moves, open), (_, _, closed)) = (rate(&file), rate(&closed));
            let (name, pieces) = (file.name(), file.pieces().len());
            println!(
                "| {name} | {pieces} | {metric} | {positions} | {moves:.1} | {open:.2} | {closed:.2} |"
            );
        }
    }
}

/// A level of the pack as a puzzle file.
fn toml_of(line: &str) -> String {
    let level: serde_json::Value = serde_json::from_str(line).expect("JSON");
    let grid = |key: &str| {
        let rows = level[key].as_array().expect("rows").iter();
        rows.map(|row| row.as_str().expect("a row")).collect::<Vec<_>>().join("\\n")
    };
    let owners = level["owners"].as_object().expect("groups").iter();
    let owners: Vec<String> = owners.map(|(group, blocks)| format!("{group} = {blocks}")).collect();
    let (start, doors) = (grid("start"), grid("doors"));
    let (name, owners) = (&level["name"], owners.join(", "));
    format!("name = {name}\nstart = \"{start}\"\ndoors = \"{doors}\"\nowners = {{ {owners} }}\n")
}

fn whole_spaces() {
    println!(
        "\n| space | metric | positions | million a second | without doors | share of that rate |"
    );
    println!("|---|---|--:|--:|--:|--:|");
    for text in SPACES {
        let file = PuzzleFile::parse(text).expect("a puzzle file");
        let closed = PuzzleFile::parse(&without_doors(text)).expect("a puzzle file");
        for metric in Metric::OF_SINGLE_PIECES {
            let rate = |file: &PuzzleFile| {
                let setup = file.setup().expect("a puzzle");
                let (puzzle, set): (&Puzzle, _) = (&setup.puzzle, setup.piece_set());
                let options = Options::new().metrics(&[metric]);
                let mut positions = 0;
                let seconds = median(|| {
                    let oracle = Oracle::search_piece_set(puzzle, &set, &options);
                    positions = oracle.expect("memory for it").len();
                });
                (positions, positions as f64 / seconds / 1e6)
            };
            let ((positions, open), (_, closed)) = (rate(&file), rate(&closed));
            let (name, share) = (file.name(), open / closed);
            println!("| {name} | {metric} | {positions} | {open:.2} | {closed:.2} | {share:.2} |");
        }
    }
}

/// The same board without doors. The goal is the start, so that every piece is as distinct as its door makes it.
fn without_doors(text: &str) -> String {
    let (before, _) = text.split_once("doors = ").expect("doors");
    let (_, start) = before.split_once("start = ").expect("a start");
    format!("{before}goal = {start}")
}
