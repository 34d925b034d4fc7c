//! Boards with doors against a witness that learns them by itself.

use crate::any_puzzle::{Case, check_component, check_meetings, check_probes};
use crate::common::METRICS;
use huarong::analysis::Reachable;
use huarong::search::{Effort, solution_length};
use huarong::{Method, Options, Oracle, Tables};
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::{Arrangement, GONE, Metric, PieceMove};
use huarong_oracle::analysis::{by_piece_set, certify_all};
use huarong_oracle::atlas::{Atlas, Plan, Scope};
use huarong_tables::storage::Memory;
use huarong_tables::table::{Distances, write};
use naive::DIRECTIONS;
use naive::doors::{Doors, Position, Wait, Witness};
use naive::grids::{Drawn, reversed, solution_counts};
use naive::random_doors::random;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum number of positions that the start of a random puzzle reaches.
const MOST: usize = 2_000;

/// Random puzzles with doors, of which few positions are reachable.
pub fn puzzles() -> impl Strategy<Value = Doors> {
    prop::collection::vec(any::<Index>(), 300).prop_filter_map("no door", |dice| {
        let mut drawn = (1..=6).rev().filter_map(|most| {
            let mut left = dice.iter();
            random(&mut |sides| left.next().map_or(0, |index| index.index(sides)), most)
        });
        drawn.find(|puzzle| Witness::new(puzzle).graph("unit", MOST).is_some())
    })
}

/// A puzzle with the goal that all pieces with a door leave. Rows are divided by '/'.
fn puzzle(start: &str, doors: &str) -> Doors {
    let [start, doors] = [start, doors].map(|rows| rows.replace('/', "\n"));
    Doors { drawn: Drawn { start, ..Drawn::default() }, doors, ..Doors::default() }
}

/// The answer to a puzzle: the length and the number of shortest solutions under each metric. Then
/// the number of reachable positions, and of lost ones among them.
type Evident = ([Option<(u32, u128)>; 3], usize, usize);

/// A puzzle and its answers, which are found on paper.
fn evident() -> Vec<(&'static str, Doors, Evident)> {
    let all = |length| [Some((length, 1)); 3];
    let lengths = |unit, straight, finger| [unit, straight, finger].map(|far| Some((far, 1)));
    let corridor = || puzzle("A..", "...../....A/.....");
    let mut cases = vec![
        ("one step into a corridor and out", corridor(), (lengths(3, 1, 1), 4, 0)),
        (
            "a piece without a door is in the way",
            puzzle("AB.", "...../....A/....."),
            ([None; 3], 3, 3),
        ),
        (
            "interchangeable pieces one after the other",
            puzzle("AB.", "...../....*/....."),
            ([Some((5, 2)), Some((2, 1)), Some((2, 1))], 7, 0),
        ),
        (
            "either piece first",
            puzzle("A.B", "...../A...B/....."),
            ([Some((2, 2)); 3], 3 + 3 + 3 + 1, 0),
        ),
        (
            "a door on a wall, from two sides",
            puzzle("A#B", "...../..*../....."),
            ([Some((2, 2)); 3], 4, 0),
        ),
        (
            "the bay of a piece around a door",
            puzzle("AA./A#./AA.", "...../....A/..A../....A/....."),
            (all(1), 2, 0),
        ),
        (
            "a bay with a wall in it",
            puzzle("AA./A#./AA.", "...../....A/...../....A/....."),
            ([None; 3], 1, 1),
        ),
        ("round a corner", puzzle("A./#.", "..../..../..../..A."), (lengths(3, 2, 1), 4, 0)),
    ];
    let mut add = |name, puzzle, answer| cases.push((name, puzzle, answer));

    // A fills the left column, and B, without a door, stands in the line of its upper cell. So B
    // steps down, and A leaves. B has three places while A is there; without A, five.
    let mut stairs = puzzle("A.B/A#.", "...../....A/..A../.....");
    stairs.drawn.goals = vec![];
    add("lines of two lengths", stairs, (all(2), 3 + 5, 0));

    let mut frozen = puzzle("A.B", "...../A...B/.....");
    frozen.frozen = vec![('A', Wait::Number(1))];
    add("frozen until one has left", frozen.clone(), (all(2), 2 + 3 + 1, 0));
    frozen.frozen = vec![('A', Wait::Pieces("B".to_owned()))];
    add("frozen until B has left", frozen, (all(2), 2 + 3 + 1, 0));

    let mut opens = puzzle("A.B", "...../A...B/.....");
    opens.opens = vec![('A', 1)];
    add("a door that opens later", opens, (all(2), 3 + 3 + 1, 0));

    let mut layers = puzzle("A..", "...../A...b/.....");
    layers.layers = vec![('A', "b".to_owned())];
    add("a second layer leaves elsewhere", layers, (lengths(4, 2, 2), 3 + 3 + 1, 0));
    let mut layers = puzzle("A..", "...../....*/.....");
    layers.layers = vec![('A', "bc".to_owned())];
    add("three layers at one door", layers, (lengths(5, 3, 3), 3 * 3 + 1, 0));

    // A becomes p, which has no door: the goal does not name it.
    let mut remains = puzzle("A.B", "...../A...B/.....");
    remains.layers = vec![('A', "p".to_owned())];
    add("a layer without a door", remains, (all(1), 2 * (3 + 3), 0));
    let mut layers = puzzle("A..", "...../A...x/.....");
    layers.layers = vec![('A', "p".to_owned())];
    layers.drawn.owners = vec![('x', "p".to_owned())];
    layers.gone = "x".to_owned();
    add("a group of layers must be gone", layers, (lengths(4, 2, 2), 3 + 3 + 1, 0));
    // A layer is a piece of the shape, too.
    let mut shape = puzzle("A..", "...../A..../.....");
    shape.layers = vec![('A', "p".to_owned())];
    shape.drawn.goals = vec!["..x".to_owned()];
    shape.drawn.by_shape = true;
    add("a shape in place", shape, (lengths(2, 1, 1), 3 + 3, 0));

    let mut divided = corridor();
    divided.drawn.thin_walls = ". .|.".to_owned();
    add("a thin wall across the line", divided, ([None; 3], 2, 2));
    // Both lines are free. But the piece would be on both sides of the thin wall on its way.
    let mut split = puzzle("A../A..", "...../....A/....A/.....");
    split.drawn.thin_walls = ". . .\n    -\n. . .".to_owned();
    add("a thin wall along the line", split.clone(), ([None; 3], 2, 2));
    // The last step out leads past no cell.
    split.drawn.start = "A.\nA.".to_owned();
    split.doors = "....\n...A\n...A\n....".to_owned();
    split.drawn.thin_walls = String::new();
    add("no thin wall along the line", split, (lengths(2, 1, 1), 3, 0));

    // A cannot go through the gate at the end of the upper row.
    let mut gate = puzzle("A../##B", "...../....A/....*/.....");
    gate.drawn.gate = "..B\n##.".to_owned();
    gate.gone = "A".to_owned();
    add("a gate before the door", gate, ([None; 3], 2 * 2 + 2 + 1, 7));

    let mut locked = puzzle("A./..", ".A../..../..../....");
    locked.drawn.rows = "A".to_owned();
    add("a door across the lock", locked, ([None; 3], 2, 2));

    // A leaves before B is in its place; B may take its first step before that.
    let mut both = puzzle("A.B", "...../A..../.....");
    both.drawn.goals = vec!["B..".to_owned()];
    both.gone = "A".to_owned();
    add("gone, and in place", both, ([Some((3, 2)), Some((2, 1)), Some((2, 1))], 3 + 3, 0));

    let mut stays = puzzle("A..", "...../A..../.....");
    stays.drawn.goals = vec![".A.".to_owned()];
    add("a piece that must not leave", stays.clone(), (all(1), 4, 1));
    stays.drawn.goals.push("..A".to_owned());
    add("two goals", stays, ([Some((1, 1)), Some((1, 2)), Some((1, 2))], 4, 1));

    // B thaws when A, which must stay, has left.
    let mut never = puzzle("A.B", "...../A...B/.....");
    never.drawn.goals = vec![".A.".to_owned()];
    never.gone = "B".to_owned();
    never.frozen = vec![('B', Wait::Pieces("A".to_owned()))];
    add("a goal that contradicts itself", never, ([None; 3], 2 + 3 + 1, 6));
    cases
}

#[test]
fn the_witness_knows_what_is_evident() {
    for (name, puzzle, (solutions, reachable, lost)) in evident() {
        let witness = Witness::new(&puzzle);
        for (metric, solution) in METRICS.into_iter().zip(solutions) {
            let graph = witness.graph(metric, MOST).unwrap();
            let far = witness.distances(&graph);
            assert_eq!(witness.solve(metric), solution, "{name}, {metric}");
            assert_eq!((graph.len(), graph.len() - far.len()), (reachable, lost), "{name}");
        }
    }
    let issue = puzzle("AAB/C..", "...../....B/...../.....");
    assert_eq!(METRICS.map(|metric| Witness::new(&issue).solve(metric)), [Some((1, 1)); 3]);
}

/// The goal is as far forwards as backwards, and the metrics reach the same positions. A slide out is
/// as many unit moves as its gap, and the leaving.
#[test]
fn the_witness_agrees_with_itself() {
    let cases = crate::common::cases(60);
    let config = Config { failure_persistence: None, ..Config::with_cases(cases) };
    let check = |puzzle: Doors| {
        let witness = Witness::new(&puzzle);
        let start = witness.start_text();
        let mut reached: Option<BTreeSet<String>> = None;
        for metric in METRICS {
            let graph = witness.graph(metric, MOST).expect("it is small");
            let far = witness.distances(&graph);
            let counts = solution_counts(&graph, &far);
            let solution = far.get(&start).map(|&moves| (moves, counts[&start]));
            assert_eq!(witness.solve(metric), solution, "{metric}");
            let texts: BTreeSet<String> = graph.into_keys().collect();
            assert_eq!(reached.get_or_insert(texts.clone()), &texts, "{metric}");
        }
        for text in reached.into_iter().flatten() {
            let position = witness.read(&text);
            let slides = witness.moved(&position, "straight");
            for &sign in position.keys() {
                let has_left = |after: &&Position| !after.contains_key(&sign);
                let found: BTreeSet<&Position> = slides.iter().filter(has_left).collect();
                let slide_out = |side| {
                    let gap = witness.gap(&position, sign, side)?;
                    let step = |at, _| witness.step(&at, sign, side);
                    let end = (0..gap).try_fold(position.clone(), step)?;
                    witness.leave(&end, sign, side)
                };
                let expected: BTreeSet<Position> =
                    DIRECTIONS.into_iter().filter_map(slide_out).collect();
                assert!(found.into_iter().eq(&expected), "{text} {sign}");
            }
        }
        Ok(())
    };
    TestRunner::new(config).run(&puzzles(), check).unwrap_or_else(|error| panic!("{error}"));
}

/// Checks which pieces are interchangeable, the texts of all reachable positions, and which of them
/// are goals.
fn check_positions(doors: &Doors, witness: &Witness, case: &Case) {
    let file = PuzzleFile::parse(&doors.file()).unwrap();
    let of_file = file.kinds().iter().map(|kind| kind.signs.clone());
    let pieces = doors.drawn.signs();
    let of_witness = pieces.iter().map(|&piece| doors.like(piece));
    let layers = doors.layers.iter().flat_map(|(_, layers)| layers.chars().map(|sign| vec![sign]));
    let of_witness: BTreeSet<Vec<char>> = of_witness.chain(layers).collect();
    assert_eq!(of_file.collect::<BTreeSet<_>>(), of_witness);
    for (text, position) in &case.positions {
        assert_eq!(&case.text(position), text);
        assert!(case.puzzle().holds(position), "{text}");
        let is_goal = case.puzzle().goal().is_satisfied_by(position);
        assert_eq!(is_goal, witness.is_goal(&witness.read(text)), "{text}");
    }
    // Pieces without doors cannot be missing.
    let start = witness.start();
    for &piece in &pieces {
        let without = |sign: &char| *sign != piece;
        let rest: Position =
            start.iter().filter(|(sign, _)| without(sign)).map(|(s, c)| (*s, c.clone())).collect();
        if !doors.has_door(piece) && doors.like(piece).len() == 1 {
            let text = witness.text(&rest);
            assert!(case.puzzle().parse_position(&text).is_err(), "{text}");
        }
    }
}

/// Checks the graphs of moves: where each move leads, and the distances of the graph that leads back.
fn check_graphs(witness: &Witness, case: &Case) {
    let start = &case.positions[&witness.start_text()];
    let reachable = Reachable::explore(case.puzzle(), start, u32::MAX, Effort::UNLIMITED).unwrap();
    let texts: Vec<String> = reachable.positions().iter().map(|at| case.text(at)).collect();
    for (&metric, wanted) in &case.graphs {
        let graph = reachable.directed_graph(metric, Effort::UNLIMITED).unwrap();
        let far = witness.distances(wanted);
        let found = reachable.distances_to(&reachable.goals(), &graph);
        assert_eq!(graph.len(), wanted.len());
        for (node, text) in (0..).zip(&texts) {
            let after = graph.neighbours(node).iter().map(|&after| texts[after as usize].clone());
            assert_eq!(after.collect::<BTreeSet<_>>(), wanted[text], "{text} {metric}");
            let distance = Some(found[node as usize]).filter(|&moves| moves < u32::MAX);
            assert_eq!(distance, far.get(text).copied(), "{text} {metric}");
        }
    }
}

/// Checks the moves of all reachable positions: what they lead to, their metric, their paths, and
/// the moves that lead back.
fn check_moves(witness: &Witness, case: &Case) {
    let puzzle = case.puzzle();
    for (&metric, graph) in &case.graphs {
        let backwards = reversed(graph);
        for (text, neighbours) in graph {
            let position = &case.positions[text];
            let moves = puzzle.moves(position, metric);
            let mut after = BTreeSet::new();
            for made in &moves {
                let text_after = case.text(&made.apply(position));
                check_path(witness, case, position, made, &text_after);
                let is_move = |metric: &&Metric| case.graphs[metric][text].contains(&text_after);
                let strictest = Metric::ALL.iter().find(is_move);
                assert_eq!(Some(&made.metric), strictest, "{text} to {text_after}");
                assert!(after.insert(text_after.clone()), "{text} to {text_after} twice");
            }
            assert_eq!(&after, neighbours, "{text} {metric}");
            let back = puzzle.moves_back(position, metric);
            let before: BTreeSet<String> =
                back.iter().map(|made| case.text(&made.apply(position))).collect();
            assert_eq!(before.len(), back.len(), "{text} {metric}");
            assert!(backwards[text].is_subset(&before), "{text} {metric}");
            for before in before.difference(&backwards[text]) {
                assert!(witness.neighbours(before, metric.name()).contains(text), "{before}");
            }
        }
    }
}

/// Replays the path of a move, step by step.
fn check_path(
    witness: &Witness,
    case: &Case,
    position: &Arrangement,
    made: &PieceMove,
    after: &str,
) {
    let puzzle = case.puzzle();
    let before = witness.read(&case.text(position));
    let board = puzzle.board();
    let from = (board.row(made.from) as isize, board.column(made.from) as isize);
    let covers = |(_, cells): &(&char, &BTreeSet<_>)| cells.contains(&from);
    let (&sign, _) = before.iter().find(covers).expect("a piece moves");
    let path = puzzle.path(position, made);
    let mut at = before.clone();
    for (nth, direction) in (1..).zip(&path) {
        let (right, down) = direction.step();
        let side = (right.into(), down.into());
        let leaves = made.to == GONE && nth == path.len();
        let next =
            if leaves { witness.leave(&at, sign, side) } else { witness.step(&at, sign, side) };
        at = next.unwrap_or_else(|| panic!("{path:?} from {before:?} to {after}"));
    }
    assert_eq!(witness.text(&at), after);
    let is_straight = path.iter().all(|direction| *direction == path[0]);
    let is_right = match made.metric {
        Metric::Unit => path.len() == 1,
        Metric::Straight => path.len() > 1 && is_straight,
        _ => path.len() > 1,
    };
    assert!(is_right, "{path:?} from {before:?} to {after}, {}", made.metric);
}

#[test]
fn moves_of_random_puzzles_are_as_the_witness_knows_them() {
    let cases = crate::common::cases(60);
    let config = Config { failure_persistence: None, ..Config::with_cases(cases) };
    let check = |doors: Doors| {
        let (witness, case) = (Witness::new(&doors), Case::with_doors(&doors, MOST));
        check_positions(&doors, &witness, &case);
        check_moves(&witness, &case);
        check_graphs(&witness, &case);
        Ok(())
    };
    TestRunner::new(config).run(&puzzles(), check).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_library_knows_what_is_evident() {
    for (name, doors, _) in evident() {
        let witness = Witness::new(&doors);
        let drawn = doors.doors.chars().filter(|sign| !".\n".contains(*sign)).count();
        if witness.used_doors().len() < drawn {
            let refusal = PuzzleFile::parse(&doors.file()).expect_err(name).to_string();
            assert!(refusal.contains("no piece fits through"), "{name}: {refusal}");
            continue;
        }
        let case = Case::with_doors(&doors, MOST);
        check_positions(&doors, &witness, &case);
        check_moves(&witness, &case);
        check_component(&case);
        check_probes(&case);
        check_meetings(&case);
        check_tiers(&case);
        check_lengths(&case);
    }
}

/// Checks the distances of all reachable positions by a search of whole spaces, tier by tier. Compares the answers about all
/// positions with one another.
fn check_tiers(case: &Case) {
    let start = huarong::Position::new(case.puzzle(), case.setup.start.clone()).unwrap();
    for metric in case.metrics() {
        let far = case.to_goal(metric);
        let options = Options::new().metrics(&[metric]);
        let oracle = Oracle::search_by(Method::Space, &start, &options).unwrap();
        for (text, position) in &case.positions {
            let position = huarong::Position::new(case.puzzle(), position.clone()).unwrap();
            let distance = oracle.distance(&position).unwrap().map(u32::from);
            assert_eq!(distance, far.get(text).copied(), "{text} {metric}");
        }
        let histogram = oracle.histogram().unwrap();
        assert_eq!(histogram.counts.iter().sum::<u64>() + histogram.unreachable, oracle.len());
        let largest = (histogram.counts.len() as u16).checked_sub(1);
        for hardest in oracle.hardest(5).unwrap() {
            assert_eq!(oracle.distance(&hardest).unwrap(), largest, "{hardest} {metric}");
        }
        for drawn in largest.map(|far| oracle.sample(0..=far, 5, 1).unwrap()).into_iter().flatten()
        {
            let moves = oracle.solution(&drawn).unwrap().expect("it has a distance");
            assert_eq!(Some(moves.len() as u16), oracle.distance(&drawn).unwrap());
            assert!(moves.last().map_or(drawn.is_goal(), |made| made.after().is_goal()), "{drawn}");
        }
    }
}

/// Checks the length of the solutions by the search in which pieces leave as soon as they can, from all reachable positions.
fn check_lengths(case: &Case) {
    for metric in case.metrics() {
        let far = case.to_goal(metric);
        for (text, position) in &case.positions {
            let found = solution_length(case.puzzle(), position, metric, Effort::UNLIMITED);
            assert_eq!(found.unwrap().map(u32::from), far.get(text).copied(), "{text} {metric}");
        }
    }
}

/// Searches from one position and of whole spaces: lengths, numbers of solutions, distances and lost positions.
#[test]
fn searches_of_random_puzzles_are_as_the_witness_knows_them() {
    let cases = crate::common::cases(30);
    let config = Config { failure_persistence: None, ..Config::with_cases(cases) };
    let check = |doors: Doors| {
        let case = Case::with_doors(&doors, MOST);
        check_component(&case);
        check_probes(&case);
        check_meetings(&case);
        check_tiers(&case);
        check_lengths(&case);
        Ok(())
    };
    TestRunner::new(config).run(&puzzles(), check).unwrap_or_else(|error| panic!("{error}"));
}

/// Positions that cannot arise are refused, and so is the metric of lines of pieces.
#[test]
fn positions_and_metrics_without_sense_are_refused() {
    let mut doors = puzzle("AB.C", "....../A....x/......");
    doors.drawn.owners = vec![('x', "Bp".to_owned())];
    doors.layers = vec![('A', "p".to_owned())];
    doors.drawn.goals = vec!["...C".to_owned()];
    let Setup { puzzle, start } = PuzzleFile::parse(&doors.file()).unwrap().setup().unwrap();
    let refusal = |text: &str| puzzle.parse_position(text).unwrap_err().to_string();
    for text in ["AB.C", ".B.C", "...C", "pB.C", "p.CB"] {
        assert_eq!(puzzle.position_text(&puzzle.parse_position(text).unwrap()), text);
    }
    for (text, part) in [("AB..", "C"), ("ApBC", "'p'"), ("ABAC", "A"), ("AB.Z", "'Z'")] {
        let refusal = refusal(text);
        assert!(refusal.contains(part) && !refusal.contains('\n'), "{text}: {refusal}");
    }
    let own = huarong::Position::new(&puzzle, start).unwrap();
    let options = Options::new().metrics(&[Metric::Multi]);
    let refusal = Oracle::solve_with(&own, &options).unwrap_err().to_string();
    assert!(refusal.contains("multi") && !refusal.contains('\n'), "{refusal}");
}

/// Each fault is one line with its place. A and B have doors, C has none.
#[test]
fn faults_of_doors_are_reported_with_their_place() {
    let start = "name = 'n'\nstart = '''\nAAB\nC..\n'''\n";
    let goal = "goal = '''\n...\n..C\n'''\n";
    let rows = |rows: &str| format!("{start}doors = '''\n{rows}\n'''\n");
    // The keys after these doors begin in line 12.
    let with = |keys: &str| rows(".....\n....B\n.....\n.AA..") + keys;
    // Doors on walls, and thin walls between them and the board.
    let at_wall = |walls: &str| {
        format!(
            "name = 'n'\nstart = 'A.#'\nthin_walls = '''\n{walls}\n'''\ndoors = '''\n.\n...A\n'''"
        )
    };
    let below_wall = |wall: &str| {
        format!(
            "name = 'n'\nstart = '''\n#\nA\n'''\nthin_walls = '''\n#\n{wall}\n.'''\ndoors = '''\n.\n.*\n'''"
        )
    };
    // In the last column, A would be on both sides of the thin wall.
    let parallel = "name = 'n'\nstart = '''\nA.\nA.\n'''\ndoors = '''\n.\n...A\n...A\n'''\n\
                    thin_walls = '''\n. .\n  -\n. .\n'''";
    let cases = [
        (rows(".....\n....B\n.....\n.....\n.A..."), "7:1: ", "5 columns and 4 rows"),
        (rows(".....\n....B.\n.....\n....."), "7:1: ", "5 columns and 4 rows"),
        (rows(".....\n...B.\n.....\n....."), "8:4: ", "'B'"),
        (rows(".....\n....Z\n.....\n....."), "8:5: ", "'Z'"),
        (rows("....B\n....B\n.....\n....."), "7:5: ", "'B'"),
        (rows(".....\n.....\n.....\n....."), "7:1: ", "doors"),
        (rows(".....\n.. .B\n.....\n....."), "8:3: ", "' '"),
        (rows(".A...\n....B\n.....\n....."), "7:2: ", "'A'"),
        (format!("{start}doors = 5"), "6:9: ", "doors must be a grid"),
        (format!("{start}{goal}gone = 'A'"), "10:1: ", "gone needs the key doors"),
        (format!("{start}{goal}frozen = {{ A = 1 }}"), "10:1: ", "frozen needs the key doors"),
        (format!("{start}{goal}opens = {{ A = 1 }}"), "10:1: ", "opens needs the key doors"),
        (
            format!("{start}{goal}gone = 'A'\nopens = {{ A = 1 }}"),
            "10:1: ",
            "gone needs the key doors",
        ),
        (format!("{start}{goal}layers = {{ A = 'b' }}"), "10:1: ", "layers needs the key doors"),
        (rows(".....\n....b\n.....") + "layers = { B = 'b' }", "7:1: ", "goal is missing"),
        (with("gone = ''"), "12:8: ", "gone is empty"),
        (with("gone = 'C'"), "12:9: ", "'C'"),
        (with("gone = 'BC'"), "12:10: ", "'C'"),
        (with("gone = 'Z'"), "12:9: ", "'Z'"),
        (with("gone = 'A'\nlayers = { A = 'b' }"), "12:9: ", "'A'"),
        (with("gone = 'b'\nlayers = { A = 'b' }"), "12:9: ", "'b'"),
        (with("goal = '''\n...\n..B\n'''\ngone = 'B'"), "14:3: ", "'B'"),
        (with("goal = '''\n...\n..b\n'''\nlayers = { B = 'b' }"), "14:3: ", "'b'"),
        (with("frozen = { B = 'B' }"), "12:12: ", "'B'"),
        (with("frozen = { B = 'A', A = 'B' }"), "12:12: ", "'B'"),
        (with("frozen = { B = 1, A = 1 }"), "12:12: ", "'B'"),
        (with("frozen = { B = 2 }"), "12:12: ", "'B'"),
        (with("frozen = { B = 'C' }"), "12:12: ", "'B'"),
        (with("frozen = { B = 'Z' }"), "12:17: ", "'Z'"),
        (with("frozen = { Z = 'B' }"), "12:12: ", "'Z'"),
        (with("frozen = { B = '' }"), "12:16: ", "frozen is empty"),
        (with("frozen = { B = 0 }"), "12:16: ", "from 1"),
        (with("frozen = { B = 1.5 }"), "12:16: ", "must be"),
        (with("frozen = { AB = 1 }"), "12:12: ", "AB"),
        (with("frozen = 'B'"), "12:10: ", "frozen must be a table"),
        (with("frozen = { b = 1 }\nlayers = { B = 'b' }"), "12:12: ", "'b'"),
        (with("opens = { C = 1 }"), "12:11: ", "'C'"),
        (with("opens = { Z = 1 }"), "12:11: ", "opens names 'Z', but doors has no such sign"),
        (with("opens = { B = 0 }"), "12:15: ", "from 1"),
        (with("opens = { B = 'A' }"), "12:15: ", "must be"),
        (with("opens = { B = 2 }"), "12:11: ", "'B'"),
        (with("opens = { BA = 1 }"), "12:11: ", "BA"),
        (with("layers = { B = 'C' }"), "12:17: ", "'C'"),
        (with("layers = { B = 'bb' }"), "12:18: ", "'b'"),
        (with("layers = { B = 'b', A = 'b' }"), "12:26: ", "'b'"),
        (with("layers = { Z = 'b' }"), "12:12: ", "'Z'"),
        (with("layers = { B = '' }"), "12:16: ", "layers is empty"),
        (with("layers = { B = '#' }"), "12:17: ", "'#'"),
        (with("layers = { B = '*' }"), "12:17: ", "'*'"),
        (with("layers = { B = 'А' }"), "12:17: ", "looks like 'A'"),
        (with("layers = { B = '1' }\nowners = { 1 = 'A' }"), "13:12: ", "\"1\""),
        (with("owners = { 1 = 'Z' }"), "12:17: ", "'Z'"),
        (with("gate = '''\n...\n..b\n'''\nlayers = { B = 'b' }"), "14:3: ", "'b'"),
        (with("alike = ['BC']"), "12:12: ", "'C'"),
        (with("layers = { B = 'b' }\nowners = { b = 'A' }"), "13:12: ", "no layer"),
        (with("owners = { '*' = 'A' }"), "12:12: ", "* is a door for every piece"),
        (with("frozen = { B = 1.5 }"), "12:16: ", "but is a floating-point number"),
        (format!("{start}{goal}owners = {{ 1 = 'A' }}"), "10:10: ", "gate"),
        (at_wall(". .|#"), "4:4: ", "the door 'A', and no piece crosses it: remove the thin wall"),
        (below_wall("-"), "8:1: ", "the door '*', and no piece crosses it: remove the thin wall"),
        (parallel.to_owned(), "8:4: ", "no thin wall or gate stops it"),
    ];
    for (text, place, part) in cases {
        let error = PuzzleFile::parse(&text).expect_err(&text).to_string();
        let is_right = error.starts_with(place) && error.contains(part) && !error.contains('\n');
        assert!(is_right, "{text}\nsays {error}\nnot  {place}… {part}");
    }
    for text in [with(""), at_wall(". . #"), at_wall(".|. #"), below_wall(" ")] {
        PuzzleFile::parse(&text).unwrap();
    }
    // Without doors, such a thin wall divides nothing.
    PuzzleFile::parse("name = 'n'\nstart = 'A.#'\ngoal = '.A#'\nthin_walls = '. .|#'").unwrap();
    // Each line is a row, also the first one if it is blank.
    for blank in ["", "  "] {
        let file = PuzzleFile::parse(&rows(&format!("{blank}\n....B"))).unwrap();
        assert_eq!(file.doors().unwrap().doors[0].at, (4, 1));
    }
    let error = PuzzleFile::parse(&rows("\n\n....B\n.....\n.....\n.A...")).unwrap_err().to_string();
    assert!(error.starts_with("7:1: ") && error.contains("5 columns and 4 rows"), "{error}");
    // The frame does not fit into a number of one byte.
    let corridor = format!("A{}", ".".repeat(254));
    let doors = "A\n.".replace('A', "\nA");
    PuzzleFile::parse(&format!("name = 'n'\nstart = '{corridor}'\ndoors = '''\n.{doors}'''"))
        .unwrap();
}

/// Most random puzzles are solvable, and more than a tenth of all are solvable and have lost positions.
#[test]
fn random_puzzles_with_doors_are_of_all_kinds() {
    let cases = 300;
    let config = Config { failure_persistence: None, ..Config::with_cases(cases) };
    let kinds = RefCell::new(BTreeMap::new());
    let count = |kind: &'static str, is_one: bool| {
        *kinds.borrow_mut().entry(kind).or_insert(0) += u32::from(is_one);
    };
    let check = |puzzle: Doors| {
        let witness = Witness::new(&puzzle);
        let graph = witness.graph("unit", MOST).expect("it is small");
        let far = witness.distances(&graph);
        let start = witness.start_text();
        let length = far.get(&start).copied();
        count("solvable", length.is_some());
        count("solved at once", length == Some(0));
        count("of five moves or more", length.is_some_and(|moves| moves >= 5));
        count("solvable with lost positions", length.is_some() && far.len() < graph.len());
        count("a fifth lost", length.is_some() && 5 * (graph.len() - far.len()) > graph.len());
        count("of 100 positions or more", graph.len() >= 100);
        let signs = |grid: &str| grid.chars().filter(|sign| !".#\n".contains(*sign)).count();
        let walls = |grid: &str| {
            let rows: Vec<Vec<char>> = grid.lines().map(|line| line.chars().collect()).collect();
            let inner = rows[1..rows.len() - 1].iter().flat_map(|row| &row[1..row.len() - 1]);
            inner.filter(|sign| **sign != '.').count()
        };
        let drawn = &puzzle.drawn;
        count("with doors on walls", walls(&puzzle.doors) > 0);
        count("with doors for all", puzzle.doors.contains('*'));
        count("with groups", !drawn.owners.is_empty());
        count("with gates", signs(&drawn.gate) > 0);
        count("with thin walls", !drawn.thin_walls.is_empty());
        count("with layers", !puzzle.layers.is_empty());
        count("with frozen pieces", !puzzle.frozen.is_empty());
        count("with doors that open", !puzzle.opens.is_empty());
        count(
            "with locks",
            drawn.lengthwise || !(drawn.rows.is_empty() && drawn.columns.is_empty()),
        );
        count("with the default goal", drawn.goals.is_empty() && puzzle.gone.is_empty());
        count("with gone pieces only", drawn.goals.is_empty() && !puzzle.gone.is_empty());
        count("with places only", !drawn.goals.is_empty() && puzzle.gone.is_empty());
        count("with places and gone pieces", !drawn.goals.is_empty() && !puzzle.gone.is_empty());
        count("with several goals", drawn.goals.len() > 1);
        count("goal by shape", drawn.by_shape);
        count("alike", !drawn.alike.is_empty());
        let kinds = drawn.signs().into_iter().any(|piece| puzzle.like(piece).len() > 1);
        count("with interchangeable pieces", kinds);
        Ok(())
    };
    TestRunner::new(config).run(&puzzles(), check).unwrap_or_else(|error| panic!("{error}"));
    let kinds = kinds.into_inner();
    println!("of {cases} random puzzles with doors: {kinds:#?}");
    for (kind, count) in &kinds {
        assert!((1..cases).contains(count), "{count} of {cases} are {kind}");
    }
    assert!(2 * kinds["solvable"] > cases && 10 * kinds["solvable with lost positions"] > cases);
}

/// An atlas of a puzzle in memory, with its tables.
fn tables_in(memory: &Memory, case: &Case) -> Arc<Atlas> {
    let family = case.setup.family("doors");
    Arc::new(Atlas::with_storage(family, "/", Arc::new(memory.clone())))
}

/// The faults that the certificate finds in the tables of a metric.
fn faults(atlas: &Atlas, metric: Metric) -> Vec<String> {
    let tables = atlas.tables_in(&atlas.file(Scope::Family, metric)).unwrap().unwrap();
    let groups = by_piece_set(tables);
    let found = certify_all(atlas.family().puzzle(), &groups, Effort::UNLIMITED).unwrap();
    found.faults.iter().map(ToString::to_string).collect()
}

/// Builds tables, and compares the distances of all reachable positions. They are proved, and a table with one wrong entry
/// is not.
#[test]
fn tables_of_random_puzzles_are_as_the_witness_knows_them() {
    let cases = crate::common::cases(20);
    let config = Config { failure_persistence: None, ..Config::with_cases(cases) };
    let check = |(doors, place, lie): (Doors, Index, u8)| {
        let case = Case::with_doors(&doors, MOST);
        let memory = Memory::default();
        let atlas = tables_in(&memory, &case);
        atlas.build(&Plan::default(), Effort::UNLIMITED).unwrap();
        let tables = Tables::of_atlas(atlas.clone());
        for metric in case.metrics() {
            let far = case.to_goal(metric);
            for (text, position) in &case.positions {
                let set = position.piece_set();
                let oracle = tables.find(&set, &[metric], Effort::UNLIMITED).unwrap();
                let oracle = oracle.expect("its tables were built");
                let position = huarong::Position::new(case.puzzle(), position.clone()).unwrap();
                let distance = oracle.distance(&position).unwrap().map(u32::from);
                assert_eq!(distance, far.get(text).copied(), "{text} {metric}");
            }
            assert_eq!(faults(&atlas, metric), [""; 0]);
            let file = atlas.file(Scope::Family, metric);
            let sections = atlas.tables_in(&file).unwrap().unwrap();
            let mut entries: Vec<Vec<u8>> = sections
                .iter()
                .map(|(_, table)| table.distances().unwrap().bytes().to_vec())
                .collect();
            let mut wrong: Vec<&mut u8> = entries.iter_mut().flatten().collect();
            let wrong = &mut wrong[place.index(far.len().max(1))];
            let lie = if lie < 8 { lie } else { u8::MAX };
            **wrong = if **wrong == lie { lie.wrapping_add(1) } else { lie };
            let entries = entries.into_iter().map(Distances::of_bytes);
            let sections: Vec<_> =
                sections.iter().map(|(set, _)| set.counts()).zip(entries).collect();
            let subject = huarong_oracle::atlas::subject(atlas.family()).unwrap();
            write(&memory, &file.path, &subject, metric.code(), &sections).unwrap();
            let changed = tables_in(&memory, &case);
            assert!(!faults(&changed, metric).is_empty(), "{}", doors.file());
        }
        Ok(())
    };
    let cases = (puzzles(), any::<Index>(), 0u8..9);
    TestRunner::new(config).run(&cases, check).unwrap_or_else(|error| panic!("{error}"));
}
