//! Solved games, against a naive solver, published figures and identities.

use crate::common::csv_rows;
use huarong_core::effort::{Effort, Progress};
use huarong_games::lines::{Lines, LinesError};
use huarong_games::{
    Contradiction, Entry, GameError, GameTable, Outcome, Position, PositionError, ProofError,
    Prover, Question, StoneGame, Tiers, Verdict, certify, check, figures, positions, solve,
};
use huarong_tables::storage::Disk;
use huarong_tables::table::{Distances, Table, TableError, TableSubject, write};
use naive::stones::{Drawn, Line, Plain, Worth};
use num_bigint::BigUint;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

fn game(name: &str) -> Lines {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// The table of a game, built.
fn table<'g>(directory: &Path, game: &'g Lines) -> GameTable<&'g Lines> {
    GameTable::build(directory, game, Effort::UNLIMITED).unwrap();
    GameTable::open(directory, game).unwrap()
}

/// All games on boards of up to 4x3, with every line length and rule, position by position.
#[test]
fn small_games_are_as_played_out() {
    for (columns, rows) in (1..=4u8).flat_map(|columns| (1..=3).map(move |rows| (columns, rows))) {
        for k in 1..=columns.max(rows) {
            for (gravity, misere) in [(false, false), (false, true), (true, false), (true, true)] {
                let game = Lines::new(columns, rows, k).unwrap();
                let game = game.with_gravity(gravity).with_misere(misere);
                let [columns, rows, k] = [columns, rows, k].map(usize::from);
                check_against(&game, &Plain { columns, rows, k, gravity, misere });
            }
        }
    }
}

fn check_against(game: &Lines, plain: &Plain) {
    check_entries(game, &plain.solve(), plain);
}

/// Checks every entry of a game against exhaustive play.
fn check_entries(game: &dyn StoneGame, known: &HashMap<String, Worth>, plain: &dyn Debug) {
    check(game, 12).unwrap();
    let (tiers, entries) = solve(game, Effort::UNLIMITED).unwrap();
    let in_play = entries.iter().flatten().filter(|&&entry| Entry(entry) != Entry::OUT_OF_PLAY);
    assert_eq!(in_play.count(), known.len(), "{plain:?}");
    for (text, &(value, plies)) in known {
        let position = Position::parse(text, game.board()).unwrap();
        assert_eq!(&position.text(game.board()), text);
        let index = tiers.rank(&position).unwrap() as usize;
        let verdict = Entry(entries[position.stones() as usize][index]).verdict().unwrap();
        let outcome = [Outcome::Loss, Outcome::Draw, Outcome::Win][(value + 1) as usize];
        assert_eq!(verdict.outcome, outcome, "{plain:?} {text}");
        assert_eq!(verdict.plies, (value != 0).then_some(plies), "{plain:?} {text}");
    }
}

/// A game with any lines.
#[derive(Clone, Debug, Default)]
struct Any {
    name: &'static str,
    board: (u8, u8),
    gravity: bool,
    winning: Vec<u64>,
    losing: Vec<u64>,
}

impl StoneGame for Any {
    fn name(&self) -> String {
        self.name.into()
    }
    fn board(&self) -> (u8, u8) {
        self.board
    }
    fn places(&self, occupied: u64) -> u64 {
        let (columns, rows) = self.board;
        let all = (1 << (columns * rows)) - 1;
        let floor = (1 << columns) - 1;
        (if self.gravity { occupied << columns | floor } else { all }) & all & !occupied
    }
    fn winning_lines(&self) -> &[u64] {
        &self.winning
    }
    fn losing_lines(&self) -> &[u64] {
        &self.losing
    }
}

impl Any {
    /// The same game in the naive solver's representation.
    fn drawn(&self) -> Drawn {
        let (columns, rows) = (usize::from(self.board.0), usize::from(self.board.1));
        let cells = |&line: &u64| -> Line {
            let on = (0..columns * rows).filter(|cell| line >> cell & 1 == 1);
            on.map(|cell| (rows - 1 - cell / columns, cell % columns)).collect()
        };
        let [winning, losing] =
            [&self.winning, &self.losing].map(|lines| lines.iter().map(cells).collect());
        Drawn { columns, rows, gravity: self.gravity, winning, losing }
    }
}

/// Small games with winning lines and losing lines.
fn any_game() -> impl Strategy<Value = Any> {
    (1..=3u8, 1..=3u8).prop_flat_map(|board| {
        let all = (1u64 << (board.0 * board.1)) - 1;
        // A line contains each cell with probability 3/8, so lines are short.
        let line = [(); 3].map(|()| 1..=all).prop_map(|[a, b, c]| a & b | a & c & !b);
        let lines = || proptest::collection::vec(line.clone(), 0..5);
        (any::<bool>(), lines(), lines()).prop_map(move |(gravity, mut winning, mut losing)| {
            winning.retain(|&line| line != 0);
            let loses = |line: &u64| winning.iter().all(|winning| winning & !line != 0);
            losing.retain(|line| *line != 0 && loses(line));
            Any { name: "any", board, gravity, winning, losing }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    /// The solver and the certificate of games with lines of both kinds.
    #[test]
    fn lines_that_win_and_lines_that_lose_are_as_played_out(game in any_game()) {
        let known = game.drawn().solve();
        check_entries(&game, &known, &game);
        let table = GameTable::solve(&game, Effort::UNLIMITED).unwrap();
        let proved = certify(&table, Effort::UNLIMITED).unwrap();
        prop_assert_eq!((proved.wrong, proved.entries), (0, table.tiers().len()));
        let found = figures(&table).unwrap();
        let count = |wanted: i8| known.values().filter(|(value, _)| *value == wanted).count() as u64;
        let whole = found.whole;
        prop_assert_eq!([whole.losses, whole.draws, whole.wins], [-1, 0, 1].map(count));
        for text in known.keys() {
            let position = Position::parse(text, game.board).unwrap();
            let moves = table.moves(&position).unwrap();
            let over = table.is_over(&position).unwrap();
            prop_assert_eq!(moves.is_empty(), over, "{}", text);
            let best = moves.first().map(|best| best.verdict);
            prop_assert!(over || best == Some(table.verdict(&position).unwrap()), "{}", text);
        }
    }
}

/// Four in a row win and three in a row lose, as in Yavalath. A three that is part of a new four
/// wins.
#[test]
fn a_move_that_completes_both_kinds_of_lines_wins() {
    let lines = |k| Lines::new(4, 3, k).unwrap().lines().to_vec();
    let (winning, losing) = (lines(4), lines(3));
    let game = Any { name: "yavalath", board: (4, 3), gravity: true, winning, losing };
    let known = game.drawn().solve();
    check_entries(&game, &known, &game);
    let table = GameTable::solve(&game, Effort::UNLIMITED).unwrap();
    // In the first position x has filled a gap and made four; in the second x has three in a row.
    for (text, value) in [("..../oo.o/xxxx", "loss in 0"), ("..../oo../xxx.", "win in 0")] {
        let position = Position::parse(text, game.board).unwrap();
        assert_eq!(table.verdict(&position).unwrap().to_string(), value, "{text}");
    }
    let both = known.iter().filter(|(text, worth)| text.contains("xxxx") && **worth == (-1, 0));
    assert!(both.count() > 10);
    // A losing line that contains a winning one would never lose.
    let pointless = Any { losing: lines(4), winning: lines(3), ..game.clone() };
    assert_eq!(check(&pointless, 0), Err(Contradiction::NeverLoses(0)));
    let twice = Any { losing: lines(3), winning: lines(3), ..game.clone() };
    assert_eq!(check(&twice, 0), Err(Contradiction::NeverLoses(0)));
    let off = Any { losing: vec![0b111, 1 << 12], ..game };
    assert_eq!(check(&off, 0), Err(Contradiction::LosingLine(1)));
}

/// A game may be owned, shared or a trait object; threads share its table.
#[test]
fn a_table_owns_its_game() {
    fn is_shared<T: Send + Sync + 'static>(table: T) -> T {
        table
    }
    let value = |game: Box<dyn StoneGame>| {
        let table = is_shared(GameTable::solve(game, Effort::UNLIMITED).unwrap());
        (table.game().name(), table.verdict(&Position::default()).unwrap().to_string())
    };
    assert_eq!(value(Box::new(game("4,3,3"))), ("4-3-3".to_owned(), "win in 7".to_owned()));
    let shared = Arc::new(game("3,3,3"));
    let table = is_shared(GameTable::solve(shared.clone(), Effort::UNLIMITED).unwrap());
    assert_eq!(table.verdict(&Position::default()).unwrap().to_string(), "draw");
    assert_eq!(table.game().symmetries(), shared.symmetries());
    assert_eq!(table.game().supports(4), shared.supports(4));
    assert_eq!(table.game().description(), shared.description());
}

/// The best moves are the moves with the verdict of the position.
#[test]
fn best_moves_have_the_verdict_of_the_position() {
    let table = GameTable::solve(game("3,3,3"), Effort::UNLIMITED).unwrap();
    for text in [".../.../...", "x../.../...", "xx./oo./...", "xxo/oox/xo."] {
        let position = Position::parse(text, (3, 3)).unwrap();
        let (verdict, moves) = (table.verdict(&position).unwrap(), table.moves(&position).unwrap());
        let best = table.best_moves(&position).unwrap();
        assert!(!best.is_empty() && best.iter().all(|made| made.verdict == verdict), "{text}");
        let count = moves.iter().filter(|made| made.verdict == verdict).count();
        assert_eq!(best.len(), count, "{text}");
    }
    let over = Position::parse("xxx/oo./...", (3, 3)).unwrap();
    assert_eq!(table.best_moves(&over).unwrap(), []);
}

/// A table in a file answers like one in memory. A missing one is built on request.
#[test]
fn a_missing_table_is_built_first() {
    let directory = TempDir::new().unwrap();
    let game = game("4,3,3");
    let missing = GameTable::open(directory.path(), &game).unwrap_err();
    let path = GameTable::path(directory.path(), &game);
    assert!(matches!(&missing, GameError::Missing { path: reported, .. } if *reported == path));
    let reported = missing.to_string();
    assert!(reported.contains("build the table first") && reported.contains("4-3-3"), "{reported}");
    let build = || GameTable::open_or_build(directory.path(), &game, Effort::UNLIMITED);
    let built = build().unwrap();
    let written = std::fs::metadata(&path).unwrap().modified().unwrap();
    let solved = GameTable::solve(&game, Effort::UNLIMITED).unwrap();
    for stones in 0..solved.tiers().count() as u32 {
        let [ours, theirs] = [&built, &solved].map(|table| table.entries(stones).unwrap());
        assert_eq!(ours.bytes(), theirs.bytes());
    }
    assert_eq!(figures(&built).unwrap(), figures(&solved).unwrap());
    drop(build().unwrap());
    assert_eq!(std::fs::metadata(&path).unwrap().modified().unwrap(), written);
    // A damaged table is rebuilt, and one of other rules is not replaced.
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    assert!(matches!(build().unwrap().check(), Ok(())));
    let other = Liar { is_misere: true, ..Liar::of("4,3,3") };
    let foreign = GameTable::open_or_build(directory.path(), other, Effort::UNLIMITED);
    assert!(matches!(foreign, Err(GameError::Table(TableError::Foreign { .. }))));
    assert!(GameTable::open(directory.path(), &game).is_ok());
}

/// The number of the rules, as docs/reference/table-file.md defines it, is the one in earlier
/// tables.
#[test]
fn the_rules_of_a_game_are_a_number_in_its_table() {
    let directory = TempDir::new().unwrap();
    for misere in [false, true] {
        let game = game("3,3,3").with_misere(misere);
        drop(table(directory.path(), &game));
        let mut input = vec![3, 3, u8::from(misere)];
        let mut words = vec![8, 0b111, 0b111_000, 0b111_000_000];
        words.extend([0b001_001_001, 0b010_010_010, 0b100_100_100, 0b100_010_001, 0b001_010_100]);
        words[1..].sort_unstable();
        let mut sets: Vec<u64> = (0..1 << 9).collect();
        sets.sort_by_key(|set| (set.count_ones(), *set));
        words.extend(sets.into_iter().flat_map(|set| [set, !set & 0b111_111_111]));
        input.extend(words.into_iter().flat_map(u64::to_le_bytes));
        let bytes = std::fs::read(GameTable::path(directory.path(), &game)).unwrap();
        let line = format!("rules {:016x}\n", xxh3_64(&input));
        assert!(bytes.windows(line.len()).any(|text| text == line.as_bytes()), "{line}");
    }
}

/// Connect-four values are from V. Allis, "A knowledge-based approach of connect-four", 1988. The
/// others are from an independent program.
#[test]
fn positions_are_counted_before_they_are_numbered() {
    for (name, count) in [
        ("4,4,4", 10_165_779u64),
        ("5,4,4", 741_365_049),
        ("gravity 5,6,4", 5_167_808_119),
        ("connect-four", 70_728_639_995_483),
    ] {
        assert_eq!(positions(&game(name)), count.into(), "{name}");
    }
    for name in ["4,4,4", "gravity 4,4,4", "gravity 2,5,2"] {
        let game = game(name);
        let tiers = Tiers::new(&game, u64::MAX).unwrap();
        assert_eq!(positions(&game), tiers.len().into(), "{name}");
    }
}

#[test]
fn positions_of_a_tier_are_numbered_by_a_bijection() {
    for name in ["4,3,3", "gravity 4,3,3"] {
        let game = game(name);
        let tiers = Tiers::new(&game, u64::MAX).unwrap();
        for stones in 0..tiers.count() as u32 {
            let named: BTreeSet<Position> =
                (0..tiers.tier_len(stones)).map(|index| tiers.unrank(stones, index)).collect();
            assert_eq!(named.len() as u64, tiers.tier_len(stones), "{name} {stones}");
            for (index, position) in
                (0..).map(|index| (index, tiers.unrank(stones, index))).take(named.len())
            {
                assert_eq!(tiers.rank(&position), Some(index), "{name} {position:?}");
                assert_eq!(position.stones(), stones);
            }
        }
    }
}

/// Reachable positions, their number up to symmetry if known, and the value for the first player
/// with its plies.
///
/// The sum for 3,3,3 is <https://oeis.org/A008907>; the others are from an independent program.
type Known = (&'static str, bool, u64, Option<u64>, Outcome, Option<u8>);
const KNOWN: [Known; 8] = [
    ("3,3,3", false, 5_478, Some(765), Outcome::Draw, None),
    ("4,3,3", false, 111_973, Some(28_275), Outcome::Win, Some(7)),
    ("4,4,3", false, 6_036_001, Some(756_387), Outcome::Win, Some(5)),
    ("4,4,4", false, 9_722_011, Some(1_217_977), Outcome::Draw, None),
    ("gravity 4,4,4", false, 161_029, None, Outcome::Draw, None),
    ("gravity 5,4,4", false, 3_945_711, None, Outcome::Draw, None),
    ("3,3,3", true, 5_478, Some(765), Outcome::Draw, None),
    ("4,3,3", true, 111_973, Some(28_275), Outcome::Loss, Some(11)),
];

#[test]
fn figures_are_the_published_ones() {
    let directory = TempDir::new().unwrap();
    for (name, misere, positions, up_to_symmetry, outcome, plies) in KNOWN {
        let game = game(name).with_misere(misere);
        let found = figures(&table(directory.path(), &game)).unwrap();
        assert_eq!(found.whole.positions, positions, "{name}");
        if let Some(classes) = up_to_symmetry {
            assert_eq!(found.whole.up_to_symmetry, classes, "{name}");
        }
        assert_eq!((found.verdict.outcome, found.verdict.plies), (outcome, plies), "{name}");
        let whole = found.whole;
        assert_eq!(whole.wins + whole.draws + whole.losses, positions, "{name}");
    }
}

/// Positions of tic-tac-toe by number of stones, up to symmetry: <https://oeis.org/A008907>.
#[test]
fn tic_tac_toe_has_the_published_positions_by_stones() {
    let directory = TempDir::new().unwrap();
    let game = game("tic-tac-toe");
    let found = figures(&table(directory.path(), &game)).unwrap();
    let by_stones: Vec<u64> = found.tiers.iter().map(|tier| tier.up_to_symmetry).collect();
    assert_eq!(by_stones, [1, 3, 12, 38, 108, 174, 204, 153, 57, 15]);
}

/// Counting fixed positions gives the same number of classes as naming each class by its least
/// image.
#[test]
fn classes_are_those_of_least_images() {
    let directory = TempDir::new().unwrap();
    for (name, columns, rows, gravity) in [
        ("4,3,3", 4, 3, false),
        ("3,3,2", 3, 3, false),
        ("gravity 4,3,3", 4, 3, true),
        ("1,3,2", 1, 3, false),
    ] {
        let game = game(name);
        let k = game.k().into();
        let known = Plain { columns, rows, k, gravity, misere: false }.solve();
        let symmetries = game.symmetries();
        let least = |text: &String| {
            let position = Position::parse(text, game.board()).unwrap();
            symmetries.iter().map(|symmetry| position.mapped(symmetry)).min().unwrap()
        };
        let classes: BTreeSet<Position> = known.keys().map(least).collect();
        let found = figures(&table(directory.path(), &game)).unwrap();
        assert_eq!(found.whole.up_to_symmetry, classes.len() as u64, "{name}");
    }
}

/// A game that claims the identity of another game, with one difference.
struct Liar {
    truth: Lines,
    name: String,
    is_misere: bool,
    lines: Vec<u64>,
    symmetries: Vec<Vec<u8>>,
    also: u64,
}

impl Liar {
    fn of(name: &str) -> Self {
        let truth = game(name);
        let (lines, symmetries) = (truth.lines().to_vec(), truth.symmetries());
        let (name, is_misere) = (truth.name(), truth.is_misere());
        Self { truth, name, is_misere, lines, symmetries, also: 0 }
    }
}

impl StoneGame for Liar {
    fn name(&self) -> String {
        self.name.clone()
    }
    fn board(&self) -> (u8, u8) {
        self.truth.board()
    }
    fn places(&self, occupied: u64) -> u64 {
        self.truth.places(occupied) | self.also
    }
    fn supports(&self, stones: u32) -> BigUint {
        self.truth.supports(stones)
    }
    fn winning_lines(&self) -> &[u64] {
        if self.is_misere { &[] } else { &self.lines }
    }
    fn losing_lines(&self) -> &[u64] {
        if self.is_misere { &self.lines } else { &[] }
    }
    fn symmetries(&self) -> Vec<Vec<u8>> {
        self.symmetries.clone()
    }
    fn description(&self) -> String {
        self.truth.description()
    }
}

/// A search agrees with the table for every position, whatever was searched before.
#[test]
fn searches_are_as_played_out() {
    for (columns, rows) in [(1, 1), (2, 2), (3, 2), (3, 3), (4, 3)] {
        for k in 1..=columns.max(rows) {
            for (gravity, misere) in [(false, false), (false, true), (true, false), (true, true)] {
                let game = Lines::new(columns, rows, k).unwrap();
                let game = game.with_gravity(gravity).with_misere(misere);
                let (columns, rows, k) = (columns.into(), rows.into(), k.into());
                let plain = Plain { columns, rows, k, gravity, misere };
                let mut known: Vec<_> = plain.solve().into_iter().collect();
                known.sort();
                let mut prover = Prover::new(&game).unwrap();
                // A prover that forgets most of its results.
                let mut forgetful = Prover::within(&game, 1 << 14).unwrap();
                for (text, (value, plies)) in known.iter().step_by(1 + known.len() / 200) {
                    let position = Position::parse(text, game.board()).unwrap();
                    let outcome =
                        [Outcome::Loss, Outcome::Draw, Outcome::Win][(value + 1) as usize];
                    for question in [Question::Outcome, Question::Plies] {
                        let proof = prover.prove(&position, question, Effort::UNLIMITED).unwrap();
                        assert_eq!(proof.verdict.outcome, outcome, "{plain:?} {text}");
                        let again = forgetful.prove(&position, question, Effort::UNLIMITED);
                        assert_eq!(again.unwrap().verdict, proof.verdict, "{plain:?} {text}");
                        if question == Question::Plies {
                            let plies = (*value != 0).then_some(*plies);
                            assert_eq!(proof.verdict.plies, plies, "{plain:?} {text}");
                        }
                    }
                }
            }
        }
    }
}

/// All positions of small boards on which stones fall, with every line length. There, an even number of empty cells
/// often lets a side draw by following up.
#[test]
fn searches_on_boards_with_gravity_are_as_played_out() {
    let boards = [
        (4, 4, 3),
        (4, 4, 4),
        (3, 5, 3),
        (5, 3, 3),
        (3, 5, 4),
        (5, 3, 4),
        (3, 5, 5),
        (5, 3, 5),
        (2, 6, 5),
        (7, 2, 5),
    ];
    for (columns, rows, k) in boards {
        let game = Lines::new(columns, rows, k).unwrap().with_gravity(true);
        let (columns, rows, k) = (columns.into(), rows.into(), k.into());
        let plain = Plain { columns, rows, k, gravity: true, misere: false };
        let mut known: Vec<_> = plain.solve().into_iter().collect();
        known.sort();
        let mut prover = Prover::new(&game).unwrap();
        for (text, (value, plies)) in known.iter().step_by(1 + known.len() / 20_000) {
            let position = Position::parse(text, game.board()).unwrap();
            let outcome = [Outcome::Loss, Outcome::Draw, Outcome::Win][(value + 1) as usize];
            let plies = (*value != 0).then_some(*plies);
            let proof = prover.prove(&position, Question::Plies, Effort::UNLIMITED).unwrap();
            assert_eq!(proof.verdict, Verdict { outcome, plies }, "{plain:?} {text}");
        }
    }
}

/// Random positions of boards that are too large for the naive solver, against tables: boards with even and odd numbers
/// of cells and rows.
#[test]
#[ignore = "long: many searches"]
fn searches_on_boards_with_gravity_have_the_values_of_tables() {
    let mut random = ChaCha8Rng::seed_from_u64(22);
    for name in [
        "gravity 5,4,4",
        "gravity 4,5,4",
        "gravity 4,6,4",
        "gravity 5,4,3",
        "gravity 7,3,4",
        "gravity 3,7,4",
    ] {
        let game = game(name);
        let table = GameTable::solve(&game, Effort::UNLIMITED).unwrap();
        let mut prover = Prover::new(&game).unwrap();
        // A prover that forgets most of its results.
        let mut forgetful = Prover::within(&game, 1 << 14).unwrap();
        for _ in 0..3_000 {
            let position = random_position(&table, &mut random);
            let known = table.verdict(&position).unwrap();
            for prover in [&mut prover, &mut forgetful] {
                let proof = prover.prove(&position, Question::Plies, Effort::UNLIMITED).unwrap();
                assert_eq!(proof.verdict, known, "{name} {}", position.text(game.board()));
            }
        }
    }
}

/// A position after random moves, which may be over.
fn random_position(table: &GameTable<&Lines>, random: &mut ChaCha8Rng) -> Position {
    let (columns, rows) = table.game().board();
    let mut position = Position::default();
    for _ in 0..random.random_range(0..columns * rows) {
        if table.is_over(&position).unwrap() {
            break;
        }
        let places = table.game().places(position.occupied());
        let free: Vec<u32> = (0..64).filter(|cell| places >> cell & 1 == 1).collect();
        position = position.after(free[random.random_range(0..free.len())]);
    }
    position
}

/// 3,000 positions of connect-four with their exact scores.
#[test]
fn connect_four_has_the_published_scores() {
    let game = game("connect-four");
    let mut prover = Prover::new(&game).unwrap();
    let sets = [
        include_str!("../data/connect4/end-easy.csv"),
        include_str!("../data/connect4/middle-easy.csv"),
        include_str!("../data/connect4/middle-medium.csv"),
    ];
    let mut positions = 0;
    for set in sets {
        for row in csv_rows(set) {
            let moves = row["moves"].bytes().map(|digit| digit - b'0');
            let position = game.dropped(moves).unwrap();
            let proof = prover.prove(&position, Question::Plies, Effort::UNLIMITED).unwrap();
            let last = position.stones() + u32::from(proof.verdict.plies.unwrap_or(0));
            // The score counts the stones of the winner.
            let score = 22 - last.div_ceil(2) as i32;
            let found = match proof.verdict.outcome {
                Outcome::Win => score,
                Outcome::Draw => 0,
                Outcome::Loss => -score,
            };
            assert_eq!(found.to_string(), row["score"], "{}", row["moves"]);
            positions += 1;
        }
    }
    assert_eq!(positions, 3_000);
}

/// Positions of 4x4, in which pairs of cells often block a side from every line, against the
/// tables.
#[test]
fn pairs_never_hold_what_is_won() {
    let mut random = ChaCha8Rng::seed_from_u64(15);
    let mut found = BTreeMap::new();
    for name in ["4,4,3", "4,4,4"] {
        let directory = TempDir::new().unwrap();
        let game = game(name);
        let table = table(directory.path(), &game);
        let mut prover = Prover::new(&game).unwrap();
        for _ in 0..3_000 {
            let position = random_position(&table, &mut random);
            let proof = prover.prove(&position, Question::Outcome, Effort::UNLIMITED).unwrap();
            let known = table.verdict(&position).unwrap().outcome;
            assert_eq!(proof.verdict.outcome, known, "{name} {}", position.text(game.board()));
            *found.entry(known).or_insert(0) += 1;
        }
    }
    assert!(found.len() == 3 && found.values().all(|&positions| positions > 500), "{found:?}");
}

/// Results of searches in the literature: 5,5,4 is a draw, the first player wins on 6x5, 7,7,5 is a
/// draw (Ko and others, 2020).
#[test]
#[ignore = "long: large boards"]
fn larger_boards_are_decided() {
    for (name, outcome) in [
        ("5,5,3", Outcome::Win),
        ("5,5,4", Outcome::Draw),
        ("6,5,4", Outcome::Win),
        ("gravity 5,5,4", Outcome::Draw),
        ("7,7,5", Outcome::Draw),
    ] {
        let game = game(name);
        let mut prover = Prover::new(&game).unwrap();
        let proof = prover.prove(&Position::default(), Question::Outcome, Effort::UNLIMITED);
        assert_eq!(proof.unwrap().verdict, Verdict { outcome, plies: None }, "{name}");
    }
    let game = game("connect-four");
    let stop = |_: Progress<'_>| ControlFlow::Break(());
    let effort = Effort { observer: &stop, ..Effort::UNLIMITED };
    let stopped = Prover::new(&game).unwrap().prove(&Position::default(), Question::Plies, effort);
    assert!(matches!(stopped, Err(ProofError::Cancelled(1..))), "{stopped:?}");
    for (name, reported) in [("20,3,10", "too large"), ("30,2,2", "")] {
        let game: Lines = name.parse().unwrap();
        let error = Prover::new(&game).err().map_or(String::new(), |error| error.to_string());
        assert!(
            error.contains(reported) && error.is_empty() == reported.is_empty(),
            "{name}: {error}"
        );
    }
}

#[test]
fn a_certificate_finds_what_is_wrong() {
    let directory = TempDir::new().unwrap();
    let truth = game("4,3,3");
    let sound = certify(&table(directory.path(), &truth), Effort::UNLIMITED).unwrap();
    assert_eq!((sound.wrong, sound.entries), (0, 143_365));
    // Solved as if one line did not exist.
    let mut liar = Liar::of("4,3,3");
    liar.symmetries.truncate(1);
    let forgotten = liar.lines.pop().unwrap();
    let (_, entries) = solve(&liar, Effort::UNLIMITED).unwrap();
    let path = GameTable::path(directory.path(), &truth);
    rewrite(&path, |stones, _| entries[stones].clone());
    let wrong = GameTable::open(directory.path(), &truth).unwrap();
    let found = certify(&wrong, Effort::UNLIMITED).unwrap();
    assert!(found.wrong > 0 && found.faults.len() == 10, "{found:?}");
    let touches =
        |position: Position| forgotten & !position.first == 0 || forgotten & !position.second == 0;
    assert!(found.faults.iter().any(|fault| touches(fault.position)), "{found:?}");
}

/// Rewrites the table of a game, well-formed, with changed entries for each number of stones.
fn rewrite(path: &Path, entries: impl Fn(usize, Vec<u8>) -> Vec<u8>) {
    let bytes = std::fs::read(path).unwrap();
    let number = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let words = &bytes[bytes.len() - number(12)..][..number(100)];
    let family: Vec<u8> = bytes[48..80].iter().copied().take_while(|&byte| byte != 0).collect();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let subject = TableSubject { family: text(&family), description: text(words), shapes: 2 };
    let table = Table::read(path, &subject).unwrap();
    let sections = table.sections().iter().enumerate().map(|(stones, section)| {
        let before = table.distances(section).unwrap().bytes().to_vec();
        (section.counts.clone(), Distances::of_bytes(entries(stones, before)))
    });
    let sections: Vec<_> = sections.collect();
    write(&Disk::default(), path, &subject, 0, &sections).unwrap();
}

/// A table belongs to a game's rules, regardless of its name.
#[test]
fn a_game_with_other_rules_opens_no_table() {
    let directory = TempDir::new().unwrap();
    drop(table(directory.path(), &game("3,3,3")));
    let opened = |liar: &Liar| match GameTable::open(directory.path(), liar) {
        Err(GameError::Table(TableError::Foreign { what, .. })) => what,
        opened => panic!("{:?}", opened.map(|_| ())),
    };
    assert!(GameTable::open(directory.path(), &Liar::of("3,3,3")).is_ok());
    // An extra line; a missing line; stones on other cells; another winner.
    let mut other = Liar::of("3,3,3");
    other.symmetries.truncate(1);
    other.lines[0] = 0b000_000_011;
    assert!(opened(&other).contains("rules"));
    other.lines.remove(0);
    assert!(opened(&other).contains("rules"));
    let mut loses = Liar::of("3,3,3");
    loses.is_misere = true;
    assert!(opened(&loses).contains("rules"));
    // The same lines, one of which loses.
    let truth = game("3,3,3");
    let [losing, winning @ ..] = truth.lines() else { panic!("it has lines") };
    let (winning, losing) = (winning.to_vec(), vec![*losing]);
    let mixed = Any { name: "3-3-3", board: (3, 3), gravity: false, winning, losing };
    let found = GameTable::open(directory.path(), &mixed);
    assert!(matches!(found, Err(GameError::Table(TableError::Foreign { .. }))));
    // In another order they are the same lines.
    let mut turned = Liar::of("3,3,3");
    turned.lines.reverse();
    assert!(GameTable::open(directory.path(), &turned).is_ok());
    // A table from before the rules were stored in it.
    let path = GameTable::path(directory.path(), &game("3,3,3"));
    let truth = game("3,3,3");
    let (tiers, entries) = solve(&truth, Effort::UNLIMITED).unwrap();
    assert_eq!(tiers.count(), 10);
    let subject =
        TableSubject { family: truth.name(), description: truth.description(), shapes: 2 };
    let sections: Vec<([u8; 2], Distances)> = (0u8..)
        .zip(entries)
        .map(|(stones, entries)| ([stones.div_ceil(2), stones / 2], Distances::of_bytes(entries)))
        .collect();
    write(&Disk::default(), &path, &subject, 0, &sections).unwrap();
    assert!(opened(&Liar::of("3,3,3")).contains("rules"));
}

#[test]
fn only_a_game_that_does_not_contradict_itself_is_solved() {
    let directory = TempDir::new().unwrap();
    let built = |liar: &Liar| {
        let built = GameTable::build(directory.path(), liar, Effort::UNLIMITED);
        match built {
            Err(GameError::Contradiction(found)) => found,
            built => panic!("{built:?}"),
        }
    };
    let mut liar = Liar::of("3,3,3");
    liar.lines.push(0);
    assert_eq!(built(&liar), Contradiction::WinningLine(8));
    liar.lines = vec![1 << 9];
    assert_eq!(built(&liar), Contradiction::WinningLine(0));
    // A move onto an occupied cell: the positions would never end.
    let mut liar = Liar::of("3,3,3");
    liar.also = 1;
    assert_eq!(built(&liar), Contradiction::Place { occupied: 1 });
    let mut liar = Liar::of("3,3,3");
    liar.symmetries.clear();
    assert_eq!(built(&liar), Contradiction::Symmetry(0));
    for name in ["", "../3,3,3", ".hidden", "a/b"] {
        let mut liar = Liar::of("3,3,3");
        liar.name = name.to_owned();
        assert_eq!(built(&liar), Contradiction::Name(name.to_owned()));
    }
    let left = std::fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| name != ".huarong-lock").collect();
    assert!(left.is_empty(), "{left:?}");
}

/// A query for a position whose entry contradicts its moves is an error.
#[test]
fn entries_that_contradict_one_another_are_reported() {
    let directory = TempDir::new().unwrap();
    let truth = game("3,3,3");
    drop(table(directory.path(), &truth));
    let path = GameTable::path(directory.path(), &truth);
    rewrite(&path, |stones, mut entries| {
        if stones == 1 {
            entries[4] = Entry::LOST.0 + 2;
        }
        entries
    });
    let wrong = GameTable::open(directory.path(), &truth).unwrap();
    let error = wrong.moves(&Position::default()).unwrap_err().to_string();
    assert!(error.contains(path.to_str().unwrap()) && error.contains(".../.../..."), "{error}");
    assert!(wrong.line(Position::default()).is_err());
    // An entry with an invalid value.
    rewrite(&path, |stones, mut entries| {
        if stones == 1 {
            entries[4] = 200;
        }
        entries
    });
    let opened = GameTable::open(directory.path(), &truth);
    assert!(matches!(opened, Err(GameError::Table(TableError::Damaged { .. }))));
}

#[test]
fn a_game_that_contradicts_itself_is_reported() {
    assert_eq!(check(&Liar::of("3,3,3"), 9), Ok(()));
    let with = |change: &dyn Fn(&mut Liar)| {
        let mut liar = Liar::of("4,3,3");
        change(&mut liar);
        check(&liar, 12)
    };
    assert_eq!(with(&|it| it.also = 1 << 12), Err(Contradiction::Place { occupied: 0 }));
    assert_eq!(with(&|it| it.also = 1), Err(Contradiction::Place { occupied: 1 }));
    assert_eq!(with(&|it| it.lines.push(0)), Err(Contradiction::WinningLine(14)));
    assert_eq!(with(&|it| it.lines.push(1 << 12)), Err(Contradiction::WinningLine(14)));
    assert_eq!(with(&|it| it.lines.push(1)), Err(Contradiction::Symmetry(1)));
    assert_eq!(with(&|it| it.symmetries[2].swap(0, 1)), Err(Contradiction::Symmetry(2)));
    // A symmetry in which stones fall up.
    let upside_down = game("4,3,3").symmetries()[2].clone();
    let mut falling = Liar::of("gravity 4,3,3");
    falling.symmetries.push(upside_down);
    assert_eq!(check(&falling, 12), Err(Contradiction::Moves { symmetry: 2, occupied: 0 }));
    let mut fewer = Liar::of("4,3,3");
    fewer.truth = game("gravity 4,3,3");
    let said = 4u8.into();
    fewer.symmetries.truncate(1);
    assert_eq!(check(&fewer, 12), Ok(()));
    fewer.also = 1 << 11;
    assert_eq!(check(&fewer, 12), Err(Contradiction::Supports { stones: 1, said, found: 5 }));
}

#[test]
fn games_and_positions_that_are_none_are_refused() {
    for text in
        ["", "3,3", "3,3,3,3", "a,b,c", "3;3;3", "gravity", "300,3,3", "-1,3,3", "3,3,3 misere"]
    {
        assert_eq!(text.parse::<Lines>(), Err(LinesError::Name(text.to_owned())), "{text:?}");
    }
    assert_eq!(Lines::new(8, 8, 3), Err(LinesError::Board { columns: 8, rows: 8 }));
    assert_eq!(Lines::new(0, 4, 1), Err(LinesError::Board { columns: 0, rows: 4 }));
    assert_eq!(Lines::new(4, 3, 5), Err(LinesError::Long { k: 5, columns: 4, rows: 3 }));
    assert_eq!(Lines::new(4, 3, 0), Err(LinesError::Long { k: 0, columns: 4, rows: 3 }));
    for name in ["3,3,3", "gravity 5,4,4", "gravity-7,6,4", "Gravity 2, 3, 2", "connect-four"] {
        for misere in [false, true] {
            let game = game(name).with_misere(misere);
            assert_eq!(Lines::of_name(&game.name()), Some(game));
        }
    }
    assert_eq!(Lines::of_name("3-3-3-misere-misere"), None);

    let directory = TempDir::new().unwrap();
    let falling = game("gravity 3,3,3");
    let table = table(directory.path(), &falling);
    let verdict = |text: &str| match Position::parse(text, (3, 3)) {
        Ok(position) => table.verdict(&position).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    for (text, reported) in [
        ("x../...", "the number of rows is 2"),
        ("x../.../..", "row 3 has 2 cells"),
        ("x../..?/...", "row 2, column 3: '?'"),
        ("x.x/.../...", "2 stones of x and 0 of o"),
        ("x../.../...", "in the air"),
        (".../ooo/xxx", "no play leads"),
    ] {
        let error = verdict(text).unwrap_err();
        assert!(error.contains(reported), "{text}: {error}");
    }
    for (first, second, wrong) in [
        (0b01, 0b01, PositionError::Shared { cell: 0 }),
        (1 << 9, 0, PositionError::OffBoard { cell: 9, cells: 9 }),
        (0b11, 0, PositionError::Stones { first: 2, second: 0 }),
    ] {
        let found = table.verdict(&Position { first, second });
        assert!(matches!(&found, Err(GameError::Position(error)) if *error == wrong), "{found:?}");
    }
    let large = game("7,7,5");
    let effort = Effort { memory: 1 << 30, ..Effort::UNLIMITED };
    let refused = GameTable::build(directory.path(), &large, effort);
    assert!(matches!(refused, Err(GameError::Memory { .. })));
    let left = std::fs::read_dir(directory.path()).unwrap();
    assert_eq!(left.count(), 2, "nothing half-written: the first table, and the lock");
    let misere = game("gravity 3,3,3").with_misere(true);
    let missing = GameTable::open(directory.path(), &misere);
    assert!(matches!(missing, Err(GameError::Missing { .. })));
    assert_eq!(Position::parse("x.o/.../...", (3, 3)).map(|it| it.stones()), Ok(2));
    let _: PositionError = Position::parse("", (3, 3)).unwrap_err();
}
