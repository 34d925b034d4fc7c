//! Pieces that leave through doors, in the texts of moves, in drawings, and in puzzles built in code. The expected moves
//! are counted by hand.

use huarong::formats::{self, Format, Unsayable};
use huarong::notation::{self, Notation, animation, boxes, move_text, move_texts, picture};
use huarong::puzzle::puzzle_file::PuzzleFile;
use huarong::puzzle::{Arrangement, BuilderError, Direction};
use huarong::tables::family_of;
use huarong::{Metric, Move, Oracle, Position, Puzzle, json};
use serde::de::DeserializeSeed;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

/// B leaves to the right from its place. C leaves to the left from the upper row, which A must free first.
const TWO_DOORS: &str = "name = 'Two doors'
start = '''
AAB
C..
'''
doors = '''
.....
C...B
.....
.....
'''";

/// A becomes b at the right, which leaves at the left.
const LAYERS: &str = "name = 'Layers'
start = 'A..'
doors = '''
.....
b...A
.....
'''
layers = { A = 'b' }";

/// The same with a second piece, and with conditions.
const LAYERS_AND_MORE: &str = "name = 'Layers'
start = '''
A..
C..
'''
doors = '''
.....
b...A
C....
'''
layers = { A = 'b' }
gone = 'A'
opens = { A = 1 }
frozen = { A = 1 }
";

/// A door in a wall, for two pieces, which opens later; and a thin wall beside doors.
const IN_A_WALL: &str = "name = 'In a wall'
start = '''
A.B
.#.
..C
'''
doors = '''
.....
....B
..1..
.....
...*.
'''
owners = { 1 = 'AB' }
opens = { 1 = 1 }
thin_walls = '''
. .|.

. # .

. . .
'''";

fn start(text: &str) -> Position {
    Position::from_toml(text).unwrap_or_else(|error| panic!("{error}"))
}

fn texts(position: &Position, metric: Metric) -> Vec<String> {
    let moves = position.moves(metric);
    moves.iter().map(|made| move_text(position.puzzle(), position, &made.made())).collect()
}

/// All reachable positions, by the moves of the finger metric.
fn reachable(start: &Position) -> Vec<Position> {
    let mut found = vec![start.clone()];
    let mut next = 0;
    while next < found.len() {
        for made in found[next].moves(Metric::Finger) {
            if !found.contains(&made.after()) {
                found.push(made.after());
            }
        }
        next += 1;
    }
    found
}

fn solution(start: &Position, metric: Metric) -> Vec<Move> {
    let oracle = Oracle::solve(start, metric).unwrap();
    oracle.solution(start).unwrap().expect("the puzzle has a solution")
}

fn solution_texts(start: &Position, metric: Metric) -> Vec<String> {
    let moves: Vec<_> = solution(start, metric).iter().map(Move::made).collect();
    move_texts(start.puzzle(), start, &moves)
}

#[test]
fn texts_say_that_a_piece_leaves() {
    let start = start(TWO_DOORS);
    let sorted = |mut texts: Vec<String>| {
        texts.sort();
        texts
    };
    assert_eq!(sorted(texts(&start, Metric::Unit)), ["B3,1→×", "B3,1↓", "C1,2→"]);
    assert_eq!(sorted(texts(&start, Metric::Straight)), ["B3,1→×", "B3,1↓", "C1,2→", "C1,2→→"]);
    let [first, .., last] = &solution(&start, Metric::Finger)[..] else { panic!("several moves") };
    assert_eq!(first.to_string(), "1x1 at column 3, row 1: right, out");
    assert_eq!(last.to_string(), "1x1 at column 1, row 2: up, left, out");
    assert!(first.leaves() && last.leaves());
    // The last place on the board.
    assert_eq!((first.from(), first.to()), ((2, 0), (2, 0)));
    assert_eq!((last.from(), last.to()), ((0, 1), (0, 0)));
    assert_eq!((first.pieces(), first.becomes()), (1, None));
    assert_eq!(
        (first.path(), last.path()),
        (vec![Direction::Right], vec![Direction::Up, Direction::Left])
    );
}

/// Two doors beside a piece are two ways out.
#[test]
fn a_piece_leaves_through_each_door_beside_it() {
    let start = start("name = 'Corner'\nstart = 'B.'\ndoors = '''\n....\nB...\n.B..\n'''");
    let puzzle = start.puzzle();
    let made = start.moves(Metric::Unit)[0].made();
    let after = |side| {
        let made = puzzle.unit_moves(start.arrangement(), made.shape, made.from, [side]);
        made.map(|made| move_text(puzzle, &start, &made)).collect::<Vec<_>>()
    };
    assert_eq!(after(Direction::Right), ["B1,1→"]);
    assert_eq!(after(Direction::Up), [""; 0]);
    // The text names one of the two ways.
    assert_eq!(after(Direction::Left), after(Direction::Down));
    assert!(after(Direction::Left)[0].ends_with('×'));
}

/// A has one free cell only after B has left, and C must go up before it leaves. So B or A leaves C's way in two moves,
/// and C needs one move, or two where moves are straight.
#[test]
fn solutions_end_with_pieces_that_leave() {
    let start = start(TWO_DOORS);
    assert_eq!(solution_texts(&start, Metric::Finger), ["B3,1→×", "A1,1→", "C1,2↑←×"]);
    for metric in [Metric::Unit, Metric::Straight] {
        assert_eq!(solution_texts(&start, metric), ["B3,1→×", "A1,1→", "C1,2↑", "C1,1←×"]);
    }
}

#[test]
fn texts_say_what_a_piece_becomes() {
    let start = start(LAYERS);
    assert_eq!(solution_texts(&start, Metric::Straight), ["A1,1→→→=b", "b3,1←←←×"]);
    assert_eq!(
        solution_texts(&start, Metric::Unit),
        ["A1,1→", "A2,1→", "A3,1→=b", "b3,1←", "b2,1←", "b1,1←×"]
    );
    let [change, out] = &solution(&start, Metric::Straight)[..] else { panic!("two moves") };
    assert_eq!(change.to_string(), "1x1 at column 1, row 1: right, right, right, becomes b");
    assert_eq!((change.becomes(), change.leaves(), change.pieces()), (Some('b'), false, 1));
    assert_eq!((change.to(), out.from(), out.to()), ((2, 0), (2, 0), (0, 0)));
    assert_eq!(change.after().lettered(), "..b");
    assert_eq!(out.after().lettered(), "...");
    assert!(out.leaves() && out.becomes().is_none());
}

/// Every move is one of its position, also when it comes back from JSON.
#[test]
fn moves_that_leave_are_legal_and_can_be_read_back() {
    for text in [TWO_DOORS, LAYERS, IN_A_WALL] {
        for position in reachable(&start(text)) {
            let moves = position.moves(Metric::Finger);
            let after: HashSet<String> =
                moves.iter().map(|made| made.after().to_string()).collect();
            assert_eq!(after.len(), moves.len(), "each position is reached once");
            for made in moves {
                assert_eq!(position.legal_move(&made.made()).as_ref(), Some(&made));
                let saved = serde_json::to_value(&made).unwrap();
                assert_eq!(position.deserialize(saved).unwrap(), made);
                assert!(!made.path().is_empty());
            }
        }
    }
}

#[test]
fn json_says_that_a_piece_leaves() {
    let moves = |text, metric| {
        let start = start(text);
        let object = json::solution(&start, metric, &solution(&start, metric));
        serde_json::to_value(object).unwrap()["moves"].clone()
    };
    let [out, within, ..] = &moves(TWO_DOORS, Metric::Finger).as_array().unwrap().clone()[..]
    else {
        panic!("three moves")
    };
    assert_eq!(out["leaves"], true);
    assert_eq!(
        (&out["piece"], &out["from"], &out["to"]),
        (&json!("B"), &json!([2, 0]), &json!([2, 0]))
    );
    assert_eq!(out["lettered"], "AA./C..");
    assert_eq!((within.get("leaves"), within.get("becomes")), (None, None));
    let layers = moves(LAYERS, Metric::Straight);
    assert_eq!((&layers[0]["becomes"], layers[0].get("leaves")), (&json!("b"), None));
    assert_eq!((&layers[0]["to"], layers[0].get("followers")), (&json!([2, 0]), None::<&Value>));
    assert_eq!((&layers[1]["leaves"], &layers[1]["to"]), (&json!(true), &json!([0, 0])));
}

#[test]
fn boxes_show_doors_in_the_frame_and_in_walls() {
    let two_doors = "\
┏━━━━━━━━━━━━┓
C╭A─────╮╭B─╮B
C╰──────╯╰──╯B
┃╭C─╮        ┃
┃╰──╯        ┃
┗━━━━━━━━━━━━┛";
    let position = start(TWO_DOORS);
    assert_eq!(boxes::draw(position.puzzle(), &position, false), two_doors);
    let in_a_wall = "\
┏━━━━━━━━━━━━━┓
┃╭A─╮    ┃╭B─╮B
┃╰──╯    ┃╰──╯B
┃    █AB█     ┃
┃    █AB█     ┃
┃         ╭C─╮┃
┃         ╰──╯┃
┗━━━━━━━━━****┛";
    let position = start(IN_A_WALL);
    assert_eq!(boxes::draw(position.puzzle(), &position, false), in_a_wall);
}

#[test]
fn drawings_of_all_positions_are_read_back() {
    for text in [TWO_DOORS, LAYERS, IN_A_WALL] {
        let positions = reachable(&start(text));
        assert!(positions.iter().any(|position| position.is_goal()), "{text}");
        for position in positions {
            for notation in [Notation::Grid, Notation::Pretty, Notation::Svg] {
                let puzzle = position.puzzle();
                let written = notation::write(puzzle, &position, notation).unwrap();
                let read = notation::read(puzzle, &written)
                    .unwrap_or_else(|error| panic!("{error}:\n{written}"));
                assert_eq!(read, *position.arrangement(), "{written}");
            }
        }
    }
}

/// A door has the colour of its piece.
#[test]
fn pictures_show_doors_in_the_colours_of_their_pieces() {
    let position = start(TWO_DOORS);
    let drawn = picture::draw(position.puzzle(), &position);
    let document = roxmltree::Document::parse(&drawn).unwrap();
    let piece = |letter: &str| {
        let mut paths =
            document.descendants().filter(|node| node.attribute("data-shape") == Some(letter));
        paths.next().and_then(|node| node.attribute("class")).unwrap().to_owned()
    };
    let bars = document.descendants().filter(|node| node.has_tag_name("rect"));
    let bars =
        bars.filter(|node| node.attribute("class").is_some_and(|class| class.starts_with('s')));
    let number =
        |node: roxmltree::Node<'_, '_>, name| node.attribute(name).unwrap().parse::<i32>().unwrap();
    let mut bars: Vec<(i32, i32, String)> = bars
        .map(|node| {
            (number(node, "x"), number(node, "y"), node.attribute("class").unwrap().to_owned())
        })
        .collect();
    bars.sort();
    // The frame begins 30 units from the edge, and a cell has 100.
    let [(left, top, of_c), (right, same_top, of_b)] = &bars[..] else { panic!("two doors") };
    assert!(*left < 30 && *right == 30 + 3 * 100 && (*top, *same_top) == (30, 30));
    assert_eq!((of_c, of_b), (&piece("C"), &piece("B")));
}

/// Each piece that leaves fades, and so does a layer above; a layer below appears.
#[test]
fn animations_let_pieces_fade() {
    for (text, metric, fading) in [(TWO_DOORS, Metric::Unit, 2), (LAYERS, Metric::Straight, 2)] {
        let start = start(text);
        let moves: Vec<_> = solution(&start, metric).iter().map(Move::made).collect();
        let drawn = animation::draw(start.puzzle(), &start, &moves);
        assert!(roxmltree::Document::parse(&drawn).is_ok());
        assert_eq!(drawn.matches("@keyframes f").count(), fading, "{text}");
        assert_eq!(drawn.matches("100%{opacity:0}").count(), fading, "{text}");
        assert_eq!(drawn.matches(";opacity:0\"").count(), usize::from(text == LAYERS), "{text}");
    }
}

#[test]
fn no_format_of_other_programs_has_doors() {
    let file = PuzzleFile::parse(TWO_DOORS).unwrap();
    for &format in Format::WRITTEN {
        let error = formats::write(format, &file).unwrap_err();
        let said = format!("{format} cannot express this puzzle: {}", Unsayable::Doors);
        assert_eq!(error.to_string(), said);
        assert!(said.contains("doors"), "{said}");
    }
}

/// A puzzle that is built in code has the moves of the puzzle file.
#[test]
fn a_builder_has_doors() {
    let puzzle = Puzzle::builder(3, 2)
        .rectangle("bar", 'A', 2, 1)
        .rectangle("red", 'B', 1, 1)
        .rectangle("blue", 'C', 1, 1)
        .door(2, 0, Direction::Right, "B")
        .door(0, 0, Direction::Left, "C")
        .build()
        .unwrap();
    let built = puzzle.parse("AAB/C..").unwrap();
    let positions = |of: &Position| {
        let texts: HashSet<String> = reachable(of).iter().map(Position::to_string).collect();
        texts
    };
    assert_eq!(positions(&built), positions(&start(TWO_DOORS)));
    for (one, other) in reachable(&built).iter().zip(reachable(&start(TWO_DOORS))) {
        assert_eq!(texts(one, Metric::Straight), texts(&other, Metric::Straight), "{one}");
        assert_eq!(one.is_goal(), other.is_goal(), "{one}");
    }
    let only_b = Puzzle::builder(1, 1)
        .rectangle("red", 'B', 1, 1)
        .door(0, 0, Direction::Up, "B")
        .gone("B")
        .build()
        .unwrap();
    let moves = only_b.parse("B").unwrap().moves(Metric::Unit);
    assert_eq!(moves.len(), 1);
    assert!(moves[0].after().is_goal() && !moves[0].before().is_goal());
}

#[test]
fn a_builder_rejects_impossible_doors() {
    let builder = || {
        Puzzle::builder(2, 1).rectangle("red", 'B', 1, 1).rectangle("tall", 'T', 1, 1).wall(1, 0)
    };
    let right = Direction::Right;
    let cases = [
        (builder().door(1, 0, right, "B"), BuilderError::Door { column: 1, row: 0, side: right }),
        (builder().door(5, 0, right, "B"), BuilderError::Door { column: 5, row: 0, side: right }),
        (builder().door(0, 0, right, "X"), BuilderError::DoorLetter('X')),
        (builder().door(0, 0, right, "B").gone("X"), BuilderError::GoneLetter('X')),
        (builder().door(0, 0, right, "B").gone("T"), BuilderError::CannotLeave('T')),
        (
            builder().door(0, 0, right, "B").gone("B").goal(&[('B', 0, 0)]),
            BuilderError::GoneInGoal('B'),
        ),
        (builder(), BuilderError::NoGoal),
        (builder().gone("B"), BuilderError::CannotLeave('B')),
        (
            Puzzle::builder(255, 1).rectangle("red", 'B', 1, 1).door(254, 0, right, "B"),
            BuilderError::TooLargeForDoors,
        ),
    ];
    for (builder, error) in cases {
        assert_eq!(builder.build().unwrap_err(), error, "{error}");
    }
    // A door in the middle of the board, and one that only half of a piece reaches.
    let open = Puzzle::builder(2, 2).rectangle("tall", 'T', 1, 2);
    assert_eq!(
        open.clone().door(0, 0, right, "T").build().unwrap_err(),
        BuilderError::Door { column: 0, row: 0, side: right }
    );
    assert_eq!(
        open.door(1, 0, right, "T").build().unwrap_err(),
        BuilderError::NobodyFits { column: 1, row: 0, side: right }
    );
}

#[test]
fn doors_that_need_further_state_are_refused() {
    for key in ["toggle", "timer"] {
        let error = PuzzleFile::parse(&format!("{TWO_DOORS}\n{key} = 3")).unwrap_err();
        let said = error.to_string();
        assert!(
            said.starts_with("12:1:") && said.contains(key) && said.contains("doors do not change"),
            "{said}"
        );
    }
}

/// The positions of a puzzle towards one of its positions, in which pieces have left.
#[test]
fn a_target_can_have_fewer_pieces() {
    let start = start(TWO_DOORS);
    let target = start.puzzle().parse("AA./..C").unwrap();
    let towards =
        Position::new(&start.puzzle().towards(&target), start.arrangement().clone()).unwrap();
    assert_eq!(
        Oracle::solve(&towards, Metric::Finger).unwrap().distance(&towards).unwrap(),
        Some(2)
    );
}

/// Puzzles that differ in doors only have tables of their own.
#[test]
fn tables_of_other_doors_have_other_names() {
    let replaced = |old: &str, new: &str| LAYERS_AND_MORE.replace(old, new);
    let files = [
        LAYERS_AND_MORE.to_owned(),
        replaced("b...A\nC....", "....A\nC...b"),
        replaced("opens = { A = 1 }", ""),
        replaced("frozen = { A = 1 }", ""),
        replaced("frozen = { A = 1 }", "frozen = { A = 'C' }"),
        replaced("layers = { A = 'b' }", "").replace("b...A", "....A"),
        replaced("gone = 'A'", "gone = 'AC'"),
    ];
    let names: HashSet<String> = files
        .iter()
        .map(|text| {
            let file = PuzzleFile::parse(text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
            family_of(&file, &file.setup().unwrap()).unwrap().name().to_owned()
        })
        .collect();
    assert_eq!(names.len(), files.len(), "{names:?}");
}

/// For each reachable position its distance to the goal, by a search backwards through the moves between them.
fn distances(
    puzzle: &Puzzle,
    start: &Arrangement,
    metric: Metric,
) -> HashMap<Arrangement, Option<u32>> {
    let mut numbers = HashMap::from([(start.clone(), 0)]);
    let mut positions = vec![start.clone()];
    let mut before: Vec<Vec<usize>> = vec![Vec::new()];
    let mut next = 0;
    while next < positions.len() {
        for made in puzzle.moves(&positions[next].clone(), metric) {
            let after = made.apply(&positions[next]);
            let number = *numbers.entry(after.clone()).or_insert(positions.len());
            if number == positions.len() {
                positions.push(after);
                before.push(Vec::new());
            }
            before[number].push(next);
        }
        next += 1;
    }
    let is_goal = |at: &usize| puzzle.goal().is_satisfied_by(&positions[*at]);
    let mut level: Vec<usize> = (0..positions.len()).filter(is_goal).collect();
    let mut found = vec![None; positions.len()];
    for moves in 0.. {
        level.retain(|&at| found[at].is_none());
        level.iter().for_each(|&at| found[at] = Some(moves));
        level = level.iter().flat_map(|&at| before[at].clone()).collect();
        if level.is_empty() {
            break;
        }
    }
    positions.into_iter().zip(found).collect()
}

/// A board on which doors and pieces wait for numbers of pieces and for pieces.
const WAITING: &str = "name = 'Waiting'
start = '''
AB.
C#D
'''
doors = '''
.A.D.
D...B
..*..
.C...
'''
opens = { '*' = 3, A = 1 }
frozen = { A = 'D', B = 2 }";

/// A has a place in the goal, and may leave.
const LOST: &str = "name = 'Lost'
start = '''
A.B
...
'''
goal = '''
..A
...
'''
doors = '''
.....
....A
B....
'''
gone = 'B'";

/// The proposition of docs/explanation/doors.md: without some pieces, which count as gone, no distance is larger, and no
/// position becomes lost.
#[test]
fn fewer_pieces_never_take_longer() {
    let (mut shorter, mut lost) = (0, 0);
    for text in [TWO_DOORS, LAYERS_AND_MORE, WAITING, LOST] {
        let start = start(text);
        let puzzle = start.puzzle();
        for metric in Metric::OF_SINGLE_PIECES {
            let whole = distances(puzzle, &start, metric);
            for kept in 0_u32..1 << puzzle.shapes().len() {
                let is_kept = |shape: &usize| kept & 1 << shape != 0;
                let shapes: Vec<usize> = (0..puzzle.shapes().len()).filter(is_kept).collect();
                // A piece is kept with all its layers.
                let layers = &puzzle.doors().unwrap().rules().layers;
                let is_torn = |shape: usize| {
                    layers[shape].is_some_and(|below| is_kept(&shape) != is_kept(&below))
                };
                if (0..layers.len()).any(is_torn) {
                    continue;
                }
                let fewer = puzzle.with_shapes_only(&shapes);
                let without = |position: &Arrangement| {
                    let mut left = fewer.empty_position();
                    let pieces = position.pieces().filter(|(shape, _)| is_kept(shape));
                    pieces.for_each(|(shape, anchor)| left.put(shape, anchor));
                    left
                };
                let bounds = distances(&fewer, &without(&start), metric);
                for (position, distance) in &whole {
                    let at = puzzle.position_text(position);
                    let bound =
                        bounds.get(&without(position)).unwrap_or_else(|| panic!("{at}: reachable"));
                    match (bound, distance) {
                        (Some(bound), Some(distance)) => {
                            assert!(bound <= distance, "{at} of {kept:b}: {bound}, not {distance}");
                            shorter += u32::from(bound < distance);
                        }
                        (None, Some(_)) => panic!("{at} of {kept:b} is lost without pieces only"),
                        (_, None) => lost += 1,
                    }
                }
            }
        }
    }
    assert!(shorter > 100 && lost > 50, "{shorter} {lost}");
}
