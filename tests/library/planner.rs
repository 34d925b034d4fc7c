//! The choice of a search: what each threshold decides, and that answers do not depend on it.

use huarong::formats::{LibraryPuzzle, SolvedPuzzle};
use huarong::{Method, Metric, Options, Planner, Position, Progress, Puzzle, Question};
use huarong_oracle::Thresholds;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

/// A limit that is a hundred times smaller or larger leads to another method. Distances and numbers of solutions stay the
/// same. The positions are the classic start (116 moves) and one of a large piece set. The third is one of the two
/// 8-puzzles with 31 moves, the most of all (Reinefeld, 1993).
#[test]
fn thresholds_choose_the_method_and_not_the_answer() {
    let klotski = |text| Puzzle::klotski().parse(text).unwrap();
    let classic = klotski("VBBV/VBBV/VHHV/VSSV/S..S");
    let large = klotski("SBBS/SBBS/VVHH/VVSS/....");
    let eight = "name = '8-puzzle'\nstart = '''\n867\n254\n3.1'''\ngoal = '''\n123\n456\n78.'''";
    let eight = Position::from_toml(eight).unwrap();
    let all = Thresholds::default();
    let first = |times: f64| Thresholds {
        bytes_of_first_search: (all.bytes_of_first_search as f64 * times) as u64,
        ..all
    };
    let small =
        |times| Thresholds { seconds_of_small_space: all.seconds_of_small_space * times, ..all };
    let tiles =
        Thresholds { bytes_before_groups_of_tiles: all.bytes_before_groups_of_tiles / 100, ..all };
    let component = Thresholds {
        seconds_of_small_space_for_component: all.seconds_of_small_space_for_component / 100.0,
        ..all
    };
    let few = |most| Thresholds { positions_of_small_component: most, ..all };
    let second = Thresholds { seconds_of_small_space: 0.0, ..first(0.01) };
    let large_space =
        Thresholds { bytes_of_second_search: all.bytes_of_second_search / 100, ..second };
    let patterns = Thresholds { seconds_of_large_space: 0.0, ..large_space };
    let meeting = Thresholds { seconds_of_met_space: 60.0, ..all };
    let met = Thresholds { bytes_of_search_for_one: Some(10_000), ..meeting };
    let rows = [
        (&classic, Question::Solutions, all, Method::Solutions),
        (&classic, Question::Solutions, first(0.01), Method::SpaceToStart),
        (&eight, Question::Solutions, all, Method::SpaceToStart),
        (&eight, Question::Solutions, first(100.0), Method::Solutions),
        (&eight, Question::Solutions, small(0.01), Method::Tiles),
        (&large, Question::Solutions, all, Method::Solutions),
        (&large, Question::Solutions, small(100.0), Method::SpaceToStart),
        (&large, Question::Solutions, second, Method::Solutions),
        (&large, Question::Solutions, large_space, Method::SpaceToStart),
        (&large, Question::Solutions, patterns, Method::Guided),
        (&eight, Question::Solution, all, Method::BothEnds),
        (&eight, Question::Solution, tiles, Method::Tiles),
        (&classic, Question::Solution, meeting, Method::Solutions),
        (&classic, Question::Solution, met, Method::Meeting),
        (&large, Question::Solution, met, Method::Meeting),
        (&eight, Question::SomeSolutions, all, Method::SpaceToStart),
        (&eight, Question::Neighbours, all, Method::Neighbours),
        (&eight, Question::Neighbours, tiles, Method::Tiles),
        (&large, Question::Reachable, all, Method::Space),
        (&large, Question::Reachable, component, Method::Component),
        (&classic, Question::PieceSet, all, Method::Space),
        (&classic, Question::PieceSet, few(25_955), Method::Component),
        (&classic, Question::PieceSet, few(25_954), Method::Space),
    ];
    let options = Options::new().metrics(&[Metric::Unit]);
    let known = [&classic, &large, &eight].map(|start| {
        let whole = huarong::Oracle::search_by(Method::Space, start, &options).unwrap();
        (start, whole.distance(start).unwrap(), whole.best_moves(start).unwrap().len(), whole)
    });
    assert_eq!((known[0].1, known[2].1), (Some(116), Some(31)));
    for (start, question, thresholds, method) in rows {
        let planner = Planner::new().with_thresholds(thresholds);
        let oracle = planner.ask(question, start, &options).unwrap();
        assert_eq!(oracle.method(), method, "{start}: {question:?}");
        let (_, distance, best, whole) = known.iter().find(|known| known.0 == start).unwrap();
        assert_eq!(oracle.distance(start).unwrap(), *distance, "{start}: {method:?}");
        assert_eq!(oracle.solution(start).unwrap().map(|moves| moves.len() as u16), *distance);
        match question {
            Question::Solution => assert!(oracle.count_solutions(start).is_err()),
            Question::Neighbours => assert_eq!(oracle.best_moves(start).unwrap().len(), *best),
            _ => {
                assert_eq!(oracle.best_moves(start).unwrap().len(), *best);
                let counts = [&oracle, whole].map(|oracle| oracle.count_solutions(start).unwrap());
                assert_eq!(counts[0], counts[1], "{start}: {method:?}");
            }
        }
    }
}

/// A list of positions of a tile puzzle keeps their solver. It answers for a far position at once, before small searches.
#[test]
fn a_kept_solver_of_tiles_comes_first_for_far_positions() {
    let text = "name = '8-puzzle'\nstart = '''\n867\n254\n3.1'''\ngoal = '''\n123\n456\n78.'''";
    let far = Position::from_toml(text).unwrap();
    // The other position with 31 moves, the most of all (Reinefeld, 1993), and one with two.
    let [other, near] =
        ["647/85./321", "123/456/.78"].map(|text| far.puzzle().parse(text).unwrap());
    let options = Options::new().metrics(&[Metric::Unit]);
    let thresholds = Thresholds { seconds_of_small_space: 0.0, ..Thresholds::default() };
    let planner = Planner::new().with_thresholds(thresholds);
    let ask = |question, start| planner.ask(question, start, &options).unwrap();
    assert_eq!(ask(Question::Solution, &other).method(), Method::BothEnds);
    assert_eq!(ask(Question::SomeSolutions, &far).method(), Method::Tiles);
    for question in [
        Question::Solution,
        Question::Solutions,
        Question::SomeSolutions,
        Question::BestMoves,
        Question::Neighbours,
    ] {
        assert_eq!(ask(question, &other).method(), Method::Tiles, "{question:?}");
        assert_eq!(ask(question, &other).distance(&other).unwrap(), Some(31), "{question:?}");
        assert_ne!(ask(question, &near).method(), Method::Tiles, "{question:?}");
        assert_eq!(ask(question, &near).distance(&near).unwrap(), Some(2), "{question:?}");
    }
}

/// Checks that more memory leaves no worse bounds, up to the first limit that suffices.
fn check_bounds(start: &Position, metric: Metric, limits: &[u64], distance: u16) {
    // Spaces that are searched whole would hide the searches with patterns.
    let thresholds = Thresholds {
        seconds_of_small_space: 0.0,
        seconds_of_large_space: 0.0,
        ..Thresholds::default()
    };
    let planner = Planner::new().with_thresholds(thresholds);
    let mut bounds = Vec::new();
    for &limit in limits {
        let options = Options::new().metrics(&[metric]).memory(limit);
        match planner.ask(Question::Solution, start, &options) {
            Err(huarong::OracleError::Undecided { at_least, best, .. }) => {
                assert!(best.is_none_or(|best| best.len() >= usize::from(distance)));
                bounds.push(at_least);
            }
            found => {
                bounds.push(found.unwrap().distance(start).unwrap().expect("it can be solved"));
                break;
            }
        }
    }
    println!("{start} {metric}: {bounds:?}");
    assert!(bounds.is_sorted(), "{start} {metric}: {bounds:?}");
    assert!(bounds[0] > 0 && bounds.iter().all(|&bound| bound <= distance), "{bounds:?}");
}

/// Korf's instance 2 of the 15-puzzle, which needs 55 moves (Korf, 1985).
fn fifteen() -> Position {
    Position::from_toml(&std::fs::read_to_string("docs/how-to/fifteen.toml").unwrap()).unwrap()
}

/// The classic start needs 81 finger moves (Gardner, 1964) and 116 unit moves.
#[test]
fn more_memory_leaves_no_worse_bounds() {
    check_bounds(&fifteen(), Metric::Unit, &[100_000, 1 << 20, 8 << 20], 55);
    let classic = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S").unwrap();
    let ladder: Vec<u64> = (6..24).map(|rung| (4 + rung % 4) << (10 + rung / 4)).collect();
    check_bounds(&classic, Metric::Finger, &ladder, 81);
    check_bounds(&classic, Metric::Unit, &ladder, 116);
}

#[test]
#[ignore = "long: searches that fill up to 64 MiB"]
fn more_memory_leaves_no_worse_bounds_of_large_puzzles() {
    let ladder: Vec<u64> = (6..14).map(|rung| (2 + rung % 2) << (17 + rung / 2)).collect();
    for (id, metric) in [
        ("hakoiri-difficult", Metric::Unit),
        ("gnome-trail", Metric::Finger),
        ("gnome-trail", Metric::Unit),
        ("lumi-four-balls", Metric::Finger),
        ("lumi-the-time-machine", Metric::Straight),
        ("correct-order", Metric::Unit),
        ("hordern-c55", Metric::Straight),
        ("layton-159-8x8", Metric::Straight),
    ] {
        let setup = LibraryPuzzle::find(id).unwrap().read().unwrap().setup().unwrap();
        let start = Position::new(&setup.puzzle, setup.start.clone()).unwrap();
        let known = SolvedPuzzle::find(id).unwrap().distance(metric).unwrap();
        check_bounds(&start, metric, &ladder, known);
    }
    let ladder = [1 << 20, 2 << 20, 8 << 20, 32 << 20, 48 << 20, 64 << 20];
    check_bounds(&fifteen(), Metric::Unit, &ladder, 55);
}

/// The tables of a tile puzzle serve all puzzles with its goal, whatever the order of their signs, on several threads, too.
/// Those of another goal are kept beside them. The lengths are Korf's (1985).
#[test]
fn tables_of_a_tile_puzzle_are_made_once_for_each_goal() {
    const STARTS: [(&str, u16); 4] = [
        ("MEDJ/ILHN/BCGA/.OKF", 55),
        ("NGHB/MKJD/ILE./CFAO", 59),
        ("ELJG/OKN./HBAM/CDIF", 56),
        ("NMOG/KLIE/F.BA/DHJC", 57),
    ];
    let made = AtomicUsize::new(0);
    let observer = |progress: Progress<'_>| {
        if let Progress::Notice(text) = progress
            && text.to_string().contains("groups of tiles")
        {
            made.fetch_add(1, Relaxed);
        }
        ControlFlow::Continue(())
    };
    let planner = Planner::new();
    let options = Options::new().metrics(&[Metric::Unit]).observer(&observer);
    let ask = |question, start: &str, goal: &str| {
        let [start, goal] = [start, goal].map(|rows| rows.replace('/', "\n"));
        let text = format!("name = '15'\nstart = '''\n{start}'''\ngoal = '''\n{goal}'''");
        let start = Position::from_toml(&text).unwrap();
        planner.ask(question, &start, &options).unwrap().distance(&start).unwrap()
    };
    thread::scope(|scope| {
        for (start, moves) in STARTS {
            let solve = move || ask(Question::Solution, start, ".ABC/DEFG/HIJK/LMNO");
            scope.spawn(move || assert_eq!(solve(), Some(moves)));
        }
    });
    assert_eq!(made.load(Relaxed), 1);
    // The names of tiles do not matter, but the empty cell of the goal does.
    let other = |text: &str| text.replace('A', "Z");
    let (start, moves) = STARTS[0];
    let found = ask(Question::Neighbours, &other(start), &other(".ABC/DEFG/HIJK/LMNO"));
    assert_eq!((found, made.load(Relaxed)), (Some(moves), 1));
    assert!(ask(Question::Solution, "EMDJ/ILHN/BCGA/.OKF", "ABCD/EFGH/IJKL/MNO.").is_some());
    assert_eq!(made.load(Relaxed), 2);
    assert_eq!(ask(Question::Solution, start, ".ABC/DEFG/HIJK/LMNO"), Some(moves));
    assert_eq!(made.load(Relaxed), 2, "the first tables are still there");
}

/// With one empty cell, a move is the same under each of these metrics, and so are the bounds.
#[test]
fn bounds_of_a_tile_puzzle_do_not_depend_on_the_metric() {
    let bounds = [Metric::Unit, Metric::Straight, Metric::Finger].map(|metric| {
        let options = Options::new().metrics(&[metric]).memory(1 << 20);
        match Planner::new().ask(Question::Solution, &fifteen(), &options) {
            Err(huarong::OracleError::Undecided { at_least, .. }) => at_least,
            other => panic!("{other:?}"),
        }
    });
    assert!(bounds == [bounds[0]; 3], "{bounds:?}");
}

/// Lines of tiles have tables of their own, also if single tiles are asked for at the same time. The 8-puzzle has the
/// distances, neighbours and solutions that a search of all positions finds.
#[test]
fn lines_of_tiles_are_solved_as_a_search_of_all_positions_solves_them() {
    let thresholds = Thresholds {
        bytes_of_first_search: 1_000,
        bytes_before_groups_of_tiles: 1_000,
        seconds_of_small_space: 0.0,
        ..Thresholds::default()
    };
    let planner = Planner::new().with_thresholds(thresholds);
    let text = "name = '8-puzzle'\nstart = '''\n867\n254\n3.1'''\ngoal = '''\n123\n456\n78.'''";
    let eight = Position::from_toml(text).unwrap();
    let both = [Metric::Finger, Metric::Multi];
    for metrics in [&both[..], &both[1..]] {
        let options = Options::new().metrics(metrics);
        let whole = huarong::Oracle::search_by(Method::Space, &eight, &options).unwrap();
        for question in [Question::Neighbours, Question::Solutions, Question::Solution] {
            let oracle = planner.ask(question, &eight, &options).unwrap();
            assert_eq!(oracle.method(), Method::Tiles, "{question:?}");
            for &metric in metrics {
                let mut positions = vec![eight.clone()];
                if question == Question::Neighbours {
                    positions.extend(eight.moves(metric).iter().map(|made| made.after()));
                }
                for at in positions {
                    let [found, known] =
                        [&oracle, &whole].map(|oracle| oracle.look_up(metric, &at));
                    assert_eq!(found.unwrap(), known.unwrap(), "{at} {metric} {question:?}");
                }
            }
            if question == Question::Solutions {
                let counts =
                    [&oracle, &whole].map(|oracle| oracle.count_solutions(&eight).unwrap());
                assert_eq!(counts[0], counts[1], "{metrics:?}");
            }
        }
    }
}

/// What is kept of one puzzle makes room for others.
#[test]
fn a_kept_solver_of_tiles_does_not_limit_other_puzzles() {
    let planner = Planner::new();
    let unit = Options::new().metrics(&[Metric::Unit]);
    assert_eq!(planner.ask(Question::Solution, &fifteen(), &unit).unwrap().method(), Method::Tiles);
    let classic = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S").unwrap();
    let finger = Options::new().metrics(&[Metric::Finger]).memory(4_000_000);
    let oracle = planner.ask(Question::Solution, &classic, &finger).unwrap();
    assert_eq!(oracle.distance(&classic).unwrap(), Some(81));
}
