//! Values of serde: what is written reads back as the same value, and nothing else is read.

use crate::any_puzzle::puzzles;
use huarong::design::{Designed, Draft, Order, Region, designs};
use huarong::difficulty::{Decimal, Difficulty, Landscape};
use huarong::puzzle::Direction;
use huarong::search::Effort;
use huarong::{Metric, Move, PerMetric, Position, Puzzle};
use proptest::prelude::*;
use proptest::sample::Index;
use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed};
use serde_json::{Deserializer, Value, from_str, from_value, json, to_string, to_value};
use std::fmt::Debug;
use std::fs;

const START: &str = "VBBV/VBBV/VHHV/VSSV/S..S";

fn start() -> Position {
    Puzzle::klotski().parse(START).unwrap()
}

/// Reads a value from JSON with a seed.
fn read<'de, S: DeserializeSeed<'de>>(seed: S, json: &'de str) -> serde_json::Result<S::Value> {
    seed.deserialize(&mut Deserializer::from_str(json))
}

/// The message of a refused value.
fn refused<T: Debug>(read: serde_json::Result<T>) -> String {
    read.expect_err("it is refused").to_string()
}

/// Asserts that a value reads back as one that equals it and is written in the same way.
fn check_round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let written = to_string(value).unwrap();
    let read: T = from_str(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!((&read, to_string(&read).unwrap()), (value, written));
}

#[test]
fn the_written_forms_stay() {
    let start = start();
    assert_eq!(to_string(&start).unwrap(), r#""VBBV/VBBV/VHHV/VSSV/S..S""#);
    // The small piece in the lower left corner moves right, as the board shows.
    let moves = start.moves(Metric::Unit);
    let right = moves.iter().find(|made| made.from() == (0, 4)).unwrap();
    assert_eq!(right.path(), [Direction::Right]);
    let expected = r#"{"shape":"small","from":[0,4],"to":[1,4],"metric":"unit","after":"VBBV/VBBV/VHHV/VSSV/.S.S"}"#;
    assert_eq!(to_string(right).unwrap(), expected);
    assert_eq!(&read(&start, expected).unwrap(), right);
    let distances = PerMetric::new(116, 90, 81);
    assert_eq!(to_string(&distances).unwrap(), r#"{"unit":116,"straight":90,"finger":81}"#);
    check_round_trip(&distances);
    assert!(from_str::<PerMetric<i32>>(r#"{"unit":116,"straight":90}"#).is_err());
    assert_eq!(from_str::<Metric>("\"straight\"").unwrap(), Metric::Straight);
}

/// The measures that version 1.0.0 of the server wrote.
fn golden() -> Vec<Value> {
    let files =
        ["difficulty", "puzzle-difficulty"].map(|name| format!("tests/golden/http/{name}.txt"));
    let answer = |file: String| {
        let text = fs::read_to_string(file).unwrap();
        from_str::<Value>(text.lines().find(|line| line.starts_with('{')).unwrap()).unwrap()
    };
    files.map(|file| answer(file)["difficulty"].clone()).to_vec()
}

#[test]
fn the_measures_of_the_server_and_of_rows_are_read() {
    for measures in golden() {
        let difficulty: Difficulty = from_value(measures.clone()).unwrap();
        // Keys of boards with doors came later. They are null on other boards.
        let mut written = to_value(&difficulty).unwrap();
        written.as_object_mut().unwrap().retain(|key, value| {
            let is_known = measures.get(key).is_some();
            assert!(is_known || value.is_null(), "{key}");
            is_known
        });
        assert_eq!(written, measures);
        check_round_trip(&difficulty);
        // Rows have other columns, too.
        let mut row = measures.clone();
        row["verdict"] = json!("solved");
        assert_eq!(from_value::<Difficulty>(row).unwrap(), difficulty);
        if let Some(next_best) = difficulty.next_best {
            check_round_trip(&next_best);
        }
        if let Some(obstacles) = difficulty.obstacles {
            check_round_trip(&obstacles);
        }
    }
}

#[test]
fn contradictory_measures_are_refused() {
    let [whole, _] = &golden()[..] else { panic!("two files") };
    for (key, value, message) in [
        ("unit_moves", json!(-2), "expected u16"),
        ("solution_count", json!("many"), "the solution_count \"many\" is no number"),
        ("solution_count", json!(1), "expected a string"),
        ("mean_mobility", json!(3.63333), "3.63333 is no number"),
        ("next_best_common", Value::Null, "next_best_moves and next_best_common"),
        ("obstacle_depth", Value::Null, "obstacle_slides, obstacle_depth and"),
    ] {
        let mut measures = whole.clone();
        measures[key] = value;
        let message_of = refused(from_value::<Difficulty>(measures));
        assert!(message_of.contains(message), "{message_of}");
    }
    for key in ["unit_moves", "solution_count", "moves_away"] {
        let mut measures = whole.clone();
        measures.as_object_mut().unwrap().remove(key);
        let message = refused(from_value::<Difficulty>(measures));
        assert!(message.contains(&format!("missing field `{key}`")), "{message}");
    }
}

#[test]
fn numbers_that_are_no_decimals_are_refused() {
    for (json, of_10_000) in
        [("0", 0u64), ("0.0", 0), ("3", 30_000), ("0.0001", 1), ("2.5e1", 250_000)]
    {
        let expected = Decimal::ratio(of_10_000.into(), 10_000u32.into()).unwrap();
        assert_eq!(from_str::<Decimal>(json).unwrap(), expected, "{json}");
    }
    for json in
        ["-0.5", "-1", "0.00001", "1.00005", "225179981368.5248", "1e300", "18446744073709551615"]
    {
        let message = refused(from_str::<Decimal>(json));
        assert!(message.contains("with at most four decimals"), "{message}");
    }
    for json in ["\"1.5\"", "null", "[]"] {
        refused(from_str::<Decimal>(json));
    }
}

#[test]
fn texts_that_are_no_positions_are_refused() {
    let puzzle = &Puzzle::klotski();
    for (json, message) in [
        ("17", "expected a string"),
        ("null", "expected a string"),
        (r#""""#, "not a position"),
        (r#""VBBV/VBBV/VHHV/VSSV""#, "row"),
        (r#""VBBV/VBBV/VHHV/VSSV/S..Q""#, "'Q'"),
        (r#""VBB./VBBV/VHHV/VSSV/S..S""#, "column"),
    ] {
        let found = refused(read(puzzle, json));
        assert!(found.contains(message), "{json}: {found}");
    }
    // A puzzle file has other pieces.
    let cars = Position::from_toml(
        "name = 'Two cars'\nlengthwise = true\nstart = '''\nAAB\n..B\n...'''\ngoal = '''\n.AA\n...\n...'''",
    );
    let cars = cars.unwrap();
    refused(read(cars.puzzle(), &to_string(&start()).unwrap()));
    refused(read(cars.puzzle(), r#""AA./.../...""#));
    assert_eq!(read(cars.puzzle(), r#""AAB/..B/...""#).unwrap(), cars);
}

#[test]
fn objects_that_are_no_moves_are_refused() {
    let start = start();
    let whole = json!({
        "shape": "small", "from": [0, 4], "to": [1, 4], "metric": "unit",
        "after": "VBBV/VBBV/VHHV/VSSV/.S.S",
    });
    assert!((&start).deserialize(whole.clone()).is_ok());
    for (key, value, message) in [
        ("shape", json!("big"), "has no unit move of \"big\" from (0, 4) to (1, 4)"),
        ("from", json!([1, 3]), "from (1, 3) to (1, 4)"),
        ("to", json!([0, 3]), "to (0, 3)"),
        ("to", json!([300, 4]), "expected u8"),
        ("metric", json!("finger"), "has no finger move"),
        ("metric", json!("quick"), "unknown variant `quick`"),
        ("after", json!(START), "after which the position is \"VBBV/VBBV/VHHV/VSSV/S..S\""),
        ("after", json!("S".repeat(1_000)), "(1,000 characters)"),
    ] {
        let mut object = whole.clone();
        object[key] = value;
        let found = refused((&start).deserialize(object));
        assert!(found.contains(message), "{found}");
    }
    for key in ["shape", "from", "to", "metric", "after"] {
        let mut object = whole.clone();
        object.as_object_mut().unwrap().remove(key);
        let found = refused((&start).deserialize(object));
        assert!(found.contains(&format!("missing field `{key}`")), "{found}");
    }
}

#[test]
fn designs_read_back() {
    let (board, pieces) = (Region::new(4, 3).unwrap(), "big 2domino".parse().unwrap());
    let designs = designs(&board, &pieces, None, &Order::default(), 0, Effort::UNLIMITED).unwrap();
    let [designed] = &designs.found[..] else { panic!("one puzzle") };
    let written = to_value(designed).unwrap();
    assert_eq!(written, json!({ "draft": designed.draft.text(), "distance": 7 }));
    let read: Designed = from_value(written).unwrap();
    assert_eq!((read.draft.text(), read.distance), (designed.draft.text(), 7));
    for (wrong, message) in [
        (json!({ "draft": "start = 3", "distance": 7 }), "start"),
        (json!({ "draft": designed.draft.text() }), "missing field `distance`"),
        (json!({ "draft": 3, "distance": 7 }), "expected a string"),
    ] {
        let found = refused(from_value::<Designed>(wrong));
        assert!(found.contains(message), "{found}");
    }
}

/// All moves of a position under any metric.
fn moves(position: &Position) -> Vec<Move> {
    Metric::WITH_MULTI.iter().flat_map(|&metric| position.moves(metric)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Positions and moves of any puzzle read back, with the signs of the pieces of moves. A mixture of two moves is refused,
    /// unless it is a move.
    #[test]
    fn positions_and_moves_read_back(drawn in puzzles(), walk in prop::collection::vec(any::<[Index; 2]>(), 8)) {
        let mut position = Position::from_toml(&drawn.file()).expect("a puzzle");
        for [next, other] in walk {
            let json = to_string(&position).unwrap();
            prop_assert_eq!(&read(position.puzzle(), &json).unwrap(), &position);
            let moves = moves(&position);
            if moves.is_empty() {
                break;
            }
            for made in &moves {
                let json = to_string(made).unwrap();
                let found = read(&position, &json).unwrap();
                prop_assert_eq!(&found, made);
                prop_assert_eq!((found.piece(), found.after().lettered()), (made.piece(), made.after().lettered()));
                prop_assert!(read(&made.after(), &json).is_err(), "it is not a move from where it leads");
            }
            let [made, other] = [next, other].map(|index| &moves[index.index(moves.len())]);
            let (whole, other) = (to_value(made).unwrap(), to_value(other).unwrap());
            for (key, value) in other.as_object().unwrap() {
                let mut mixed = whole.clone();
                mixed[key] = value.clone();
                if let Ok(found) = (&position).deserialize(mixed.clone()) {
                    prop_assert!(moves.contains(&found));
                    prop_assert_eq!(to_value(found).unwrap(), mixed);
                }
            }
            position = made.after();
        }
    }

    /// Measures and puzzle files read back.
    #[test]
    fn measures_and_drafts_read_back(drawn in puzzles()) {
        let start = Position::from_toml(&drawn.file()).expect("a puzzle");
        let landscape = Landscape::explore(start.puzzle(), start.arrangement(), Metric::Straight, Effort::UNLIMITED);
        let difficulty = landscape.unwrap().difficulty(start.arrangement(), Effort::UNLIMITED).unwrap();
        if let Some(difficulty) = difficulty {
            check_round_trip(&difficulty);
        }
        let draft = Draft::parse(&drawn.file()).expect("a puzzle file");
        let read: Draft = from_str(&to_string(&draft).unwrap()).unwrap();
        prop_assert_eq!(read.text(), draft.text());
        prop_assert_eq!(Position::from_toml(&read.text()).unwrap(), start);
    }

    /// Decimals below the limit read back, at every order of magnitude.
    #[test]
    fn decimals_read_back(of_10_000 in 0u64..1 << 51, less in 0u32..51) {
        check_round_trip(&Decimal::ratio((of_10_000 >> less).into(), 10_000u32.into()).unwrap());
    }
}
