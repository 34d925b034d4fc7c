//! The oracle, against the naive witness, for every source of distances. It never answers
//! "unsolvable" if it does not know.

use crate::cases::{Case, Plan, case, counts, plans};
use huarong::design::{DistanceRange, SolutionRange};
use huarong::search::Space;
use huarong::{
    Answer, Family, Method, Metric, Move, Options, Oracle, OracleError, PieceSet, Position,
    Progress, Puzzle, Tables,
};
use huarong_core::rules;
use huarong_oracle::analysis::ShortestPaths;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// All positions of a piece set, keyed by text, with the witness's distances.
fn known(case: &Case, counts: &[usize], metric: Metric) -> BTreeMap<String, Option<u16>> {
    let found = case.naive.distances(counts, metric.name()).into_iter();
    found.map(|(text, far)| (text, far.map(|far| u16::try_from(far).unwrap()))).collect()
}

/// Checks an oracle that was made for a position against the witness.
fn check(
    oracle: &Oracle,
    start: &Position,
    known: &BTreeMap<String, Option<u16>>,
    knows_all: bool,
) {
    let metric = oracle.metric();
    assert_eq!(oracle.distance(start).unwrap(), known[&start.to_string()], "{start} {metric}");
    let mut held = 0;
    for (text, &far) in known {
        let position = start.puzzle().parse(text).unwrap();
        held += u64::from(oracle.holds(&position));
        assert_eq!(oracle.holds(&position), oracle.distance(&position).is_ok(), "{text}");
        match oracle.look_up(metric, &position).unwrap() {
            Answer::Unknown => {
                assert!(!knows_all, "{text} {metric} {}", oracle.method());
                let refused = oracle.distance(&position).unwrap_err();
                assert!(matches!(refused, OracleError::NotKnown(..)), "{refused}");
                // Its solutions do not call it unsolvable either.
                if let Some(paths) = ShortestPaths::by_oracle(oracle, metric) {
                    assert_eq!(paths.distance(&position).unwrap(), Answer::Unknown, "{text}");
                }
            }
            Answer::Unreachable => assert_eq!(None, far, "{text} {metric}"),
            Answer::Found(moves) => {
                assert_eq!(Some(moves), far, "{text} {metric}");
                let probe = oracle.probe(&position).unwrap();
                assert_eq!(probe.distances[metric], Answer::Found(moves));
                // Best moves reduce the distance by one, and all such moves are best.
                for probed in &probe.moves {
                    let after = probed.made.apply(&position);
                    let nearer = known[&position.puzzle().position_text(&after)];
                    let is_best =
                        probed.made.metric <= metric && moves > 0 && nearer == moves.checked_sub(1);
                    assert_eq!(probe.is_best(probed, metric), is_best, "{text} {metric}");
                }
                let wanted = probe.best_moves(metric).map(|probed| probed.made.clone());
                let best = oracle.best_moves(&position).unwrap();
                assert!(best.iter().map(Move::made).eq(wanted), "{text} {metric}");
                assert_eq!(best.is_empty(), moves == 0, "{text} {metric}");
                assert_eq!(oracle.best_move(&position).unwrap().as_ref(), best.first());
                assert_eq!(oracle.under(metric).best_moves(&position).unwrap(), best);
            }
        }
    }
    assert_eq!(oracle.len(), held, "{metric} {}", oracle.method());
}

fn arbitrary() -> impl Strategy<Value = (Plan, proptest::sample::Index)> {
    (plans(), any::<proptest::sample::Index>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::common::cases(12)))]

    #[test]
    fn every_method_says_what_the_witness_says((plan, at) in arbitrary()) {
        let (case, set) = plan.case(600);
        let counts = counts(&set);
        for metric in Metric::ALL {
            let known = known(&case, &counts, metric);
            prop_assume!(!known.is_empty());
            let (text, _) = known.iter().nth(at.index(known.len())).unwrap();
            let start = case.puzzle.parse(text).unwrap();
            let options = Options::new().metrics(&[metric]);
            for method in
                [Method::Space, Method::Component, Method::Neighbours, Method::Solutions]
            {
                let oracle = Oracle::search_by(method, &start, &options).unwrap();
                check(&oracle, &start, &known, method == Method::Space);
            }
            let oracle = Oracle::search_neighbours(&start, &options).unwrap();
            check(&oracle, &start, &known, false);
            check(&Oracle::solve(&start, metric).unwrap(), &start, &known, false);
            check(&Oracle::search(&start, metric).unwrap(), &start, &known, false);
        }
    }
}

/// From a nearly solved position and along a walk: a position off the optimal solutions is unknown,
/// or has the correct distance.
#[test]
#[ignore = "long: searches by every method"]
fn what_was_not_searched_is_not_called_unsolvable() {
    let puzzle = Puzzle::klotski();
    let start = puzzle.parse("VBBV/VBBV/VHHV/VSSV/S..S").unwrap();
    let all = Oracle::search_by(Method::Space, &start, &Options::new()).unwrap();
    for method in [Method::Solutions, Method::Neighbours, Method::Component] {
        let oracle = Oracle::search_by(method, &start, &Options::new()).unwrap();
        check_walk(&oracle, &all, &start);
    }
    check_walk(&Oracle::solve(&start, Metric::Finger).unwrap(), &all, &start);
    let near = puzzle.parse("SS../HHS./VBBS/VBBS/SS..").unwrap();
    let all = Oracle::search_by(Method::Space, &near, &Options::new()).unwrap();
    check_walk(&Oracle::solve(&near, Metric::Finger).unwrap(), &all, &near);
}

/// All positions within eight moves.
fn check_walk(oracle: &Oracle, all: &Oracle, start: &Position) {
    let mut seen = vec![start.clone()];
    let mut first = 0;
    for _ in 0..8 {
        let level = first..seen.len();
        first = level.end;
        for number in level {
            for made in seen[number].clone().moves(Metric::Finger) {
                let after = made.after();
                if !seen.contains(&after) {
                    seen.push(after);
                }
            }
        }
    }
    assert!(seen.len() > 100, "{} positions", seen.len());
    for position in &seen {
        match oracle.distance(position) {
            Ok(far) => assert_eq!(far, all.distance(position).unwrap(), "{position}"),
            Err(error) => assert!(matches!(error, OracleError::NotKnown(..)), "{error}"),
        }
    }
}

#[test]
fn a_foreign_position_is_an_error_everywhere() {
    let own = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S").unwrap();
    // The same shapes and letters on a board with one more row.
    let larger =
        case("..../..../..../..../..../....", &[('B', "xx/xx"), ('S', "x")], &[('B', (1, 4))]);
    let foreign = larger.puzzle.parse("BBS./BB../..../..../..../....").unwrap();
    let directory = tempfile::tempdir().unwrap();
    let tables = Tables::open(huarong::Family::klotski(), directory.path());
    let is_foreign = |error: OracleError| matches!(error, OracleError::Foreign(_));
    assert!(is_foreign(tables.probe(&foreign).unwrap_err()));
    for method in [Method::Space, Method::Component, Method::Solutions] {
        let oracle = Oracle::search_by(method, &own, &Options::new()).unwrap();
        assert!(oracle.holds(&own) && !oracle.holds(&foreign));
        assert!(is_foreign(oracle.distance(&foreign).unwrap_err()));
        assert!(is_foreign(oracle.probe(&foreign).unwrap_err()));
        assert!(is_foreign(oracle.best_move(&foreign).unwrap_err()));
        assert!(is_foreign(oracle.solution(&foreign).unwrap_err()));
        assert!(is_foreign(oracle.count_solutions(&foreign).unwrap_err()));
        // An identical puzzle, made again, counts as the same puzzle.
        let again = Puzzle::klotski().parse(&own.to_string()).unwrap();
        assert_eq!(oracle.distance(&again).unwrap(), Some(81));
    }
    // Other pieces of the same puzzle are unknown.
    let fewer = Puzzle::klotski().parse("VBBV/VBBV/VHHV/V..V/S..S").unwrap();
    let oracle = Oracle::search(&own, Metric::Finger).unwrap();
    assert!(matches!(oracle.distance(&fewer), Err(OracleError::NotKnown(..))));
    // A metric that was not searched is a separate error.
    let unasked = oracle.under(Metric::Unit).best_moves(&own).unwrap_err();
    assert!(matches!(unasked, OracleError::Metric { asked: Metric::Unit }), "{unasked}");
    let unasked = oracle.under(Metric::Unit).distance(&own).unwrap_err();
    assert!(matches!(unasked, OracleError::Metric { asked: Metric::Unit }), "{unasked}");
}

/// Tables are opened, not searched.
#[test]
fn a_search_by_tables_is_refused() {
    let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S").unwrap();
    let refused = Oracle::search_by(Method::Tables, &start, &Options::new()).unwrap_err();
    assert!(matches!(refused, OracleError::Method(Method::Tables)), "{refused}");
    assert!(refused.to_string().contains("Tables::open"), "{refused}");
}

/// Errors use the singular for one move, and quote the arguments of a builder as given.
#[test]
fn errors_use_the_words_of_the_question() {
    let start = Puzzle::klotski().parse("S.../BB../BB../..../....").unwrap();
    let oracle = Oracle::search_by(Method::Space, &start, &Options::new()).unwrap();
    for (range, reported) in
        [(901..=901, "is 901 moves from"), (900..=901, "is 900 to 901 moves from")]
    {
        let error = oracle.sample(range, 1, 1).unwrap_err().to_string();
        assert!(error.contains(reported), "{error}");
    }
    let lone = Puzzle::builder(2, 1).rectangle("single", 'S', 1, 1).goal(&[('S', 0, 0)]);
    let lone = lone.build().unwrap().parse("SS").unwrap();
    let oracle = Oracle::search_by(Method::Space, &lone, &Options::new()).unwrap();
    let error = oracle.sample(1..=1, 1, 1).unwrap_err().to_string();
    assert!(error.contains("is 1 move from"), "{error}");

    let builder = || Puzzle::builder(4, 3).rectangle("big", 'B', 2, 2).rectangle("one", 'S', 1, 1);
    let error = builder().goal(&[('B', 3, 1)]).build().unwrap_err().to_string();
    assert!(error.contains("'B' at column 3, row 1") && error.contains("does not fit"), "{error}");
    let error = builder().goal(&[('B', 1, 1), ('S', 2, 2)]).build().unwrap_err().to_string();
    assert!(error.contains("two pieces") && error.contains("column 2, row 2"), "{error}");
}

/// A position of another puzzle is not a position of this one.
#[test]
fn arrangements_are_checked() {
    let puzzle = Puzzle::klotski();
    let larger =
        case("..../..../..../..../..../....", &[('B', "xx/xx"), ('S', "x")], &[('B', (1, 4))]);
    let foreign = larger.puzzle.parse("..../..../..../..../BB../BB..").unwrap();
    assert!(Position::new(&puzzle, foreign.arrangement().clone()).is_none(), "fewer shapes");
    let own = puzzle.parse("VBBV/VBBV/VHHV/VSSV/S..S").unwrap();
    assert_eq!(Position::new(&puzzle, own.arrangement().clone()), Some(own));
    // The anchors of a larger board reach beyond this board, or overlap on it.
    let wide =
        case("...../...../...../.....", &[('B', "xx/xx"), ('S', "x")], &[('B', (1, 2))]).puzzle;
    let narrow =
        case("..../..../..../....", &[('B', "xx/xx"), ('S', "x")], &[('B', (1, 2))]).puzzle;
    let at = |text: &str| wide.parse(text).unwrap().arrangement().clone();
    // Beyond the right edge, beyond the lower one, and one piece on another.
    for refused in ["...../...../...BB/...BB", "...BB/...BB/...../....S", "BB..S/BB.../...../....."]
    {
        let refused: rules::Arrangement = at(refused);
        assert!(Position::new(&narrow, refused).is_none());
    }
}

/// Work with a deadline that has passed ends before it begins, by whichever method, and leaves no tables.
#[test]
fn a_deadline_ends_every_kind_of_work() {
    let now = Instant::now();
    let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S").unwrap();
    let late = Options::new().until(now).until(now + Duration::from_secs(3600));
    let errors = [
        Oracle::solve_with(&start, &late),
        Oracle::search_with(&start, &late),
        Oracle::search_neighbours(&start, &late),
    ];
    let methods = [Method::Space, Method::Component, Method::Neighbours, Method::Solutions];
    let by_method = methods.map(|method| Oracle::search_by(method, &start, &late));
    for found in errors.into_iter().chain(by_method) {
        assert!(found.is_err_and(|error| error.is_cancelled()));
    }
    let directory = tempfile::tempdir().unwrap();
    let build = Tables::open_or_build(Family::klotski(), directory.path(), &late);
    assert!(build.is_err_and(|error| error.is_cancelled()));
    assert!(Tables::open(Family::klotski(), directory.path()).oracle(&start.piece_set()).is_err());
    let in_time = Options::new().until(now + Duration::from_secs(3600));
    assert_eq!(Oracle::solve_with(&start, &in_time).unwrap().distance(&start).unwrap(), Some(81));
}

/// Changes one byte of a file.
fn damage(path: &Path, at: usize) {
    let mut bytes = fs::read(path).unwrap();
    bytes[at] ^= 1;
    fs::write(path, bytes).unwrap();
}

/// A program that only asks for success by `?` never takes a damaged table for a proved one, wherever the damage is.
#[test]
fn no_damaged_table_is_proved() {
    let directory = tempfile::tempdir().unwrap();
    let family = Family::klotski();
    let open = || Tables::open(family.clone(), directory.path());
    let options = Options::new();
    let nothing = open().verify(&options).unwrap_err();
    assert!(matches!(nothing, OracleError::NoTables { .. }), "{nothing}");

    let set = [family.parse_piece_set("0h1v2s").unwrap()];
    let metrics = [Metric::Straight, Metric::Multi];
    let with_multi = options.metrics(&metrics);
    Tables::build(family.clone(), directory.path(), Some(&set), &with_multi).unwrap();
    let space = Space::new(family.puzzle(), &set[0]).unwrap();
    let proved = open().verify(&options).unwrap();
    assert_eq!((proved.entries, proved.faults.len()), (2 * space.len(), 0), "in each metric");

    let files: Vec<PathBuf> =
        fs::read_dir(directory.path()).unwrap().map(|file| file.unwrap().path()).collect();
    let tables: Vec<&PathBuf> =
        files.iter().filter(|path| path.extension().is_some_and(|end| end == "huarong")).collect();
    assert_eq!(tables.len(), metrics.len(), "{files:?}");
    for path in tables {
        let sound = fs::read(path).unwrap();
        // The magic number, the header, the entries, the end.
        for at in [0, 40, sound.len() / 2, sound.len() - 1] {
            damage(path, at);
            let error = open().verify(&options).unwrap_err();
            let OracleError::Unproved(certificate) = &error else { panic!("{at}: {error:?}") };
            assert_eq!((certificate.faults.len(), certificate.entries), (1, space.len()), "{at}");
            let name = path.file_name().unwrap().to_str().unwrap();
            assert!(error.to_string().contains("1 fault found: "), "{error}");
            assert!(error.to_string().contains(name), "{error}");
            assert!(!error.is_cancelled() && !error.is_memory());
            fs::write(path, &sound).unwrap();
        }
    }
}

#[test]
fn tables_answer_as_searches_do_and_any_metric_will_do() {
    let directory = tempfile::tempdir().unwrap();
    let family = huarong::Family::klotski();
    let set = family.parse_piece_set("0h1v2s").unwrap();
    let options = Options::new().metrics(&[Metric::Straight]);
    let tables =
        Tables::build(family.clone(), directory.path(), Some(std::slice::from_ref(&set)), &options);
    let tables = tables.unwrap();
    let start = family.puzzle().parse("BBV./BBV./..../.SS./....").unwrap();
    let searched = Oracle::search_by(Method::Space, &start, &options).unwrap();
    let oracle = tables.oracle(&set).unwrap();
    assert_eq!((oracle.method(), oracle.metric()), (Method::Tables, Metric::Straight));
    assert_eq!(oracle.hardest(5).unwrap(), searched.hardest(5).unwrap());
    assert_eq!(oracle.sample(3..=6, 10, 7).unwrap(), searched.sample(3..=6, 10, 7).unwrap());
    // From several threads.
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for position in oracle.sample(0..=u16::MAX, 50, 1).unwrap() {
                    let probe = tables.probe(&position).unwrap();
                    assert_eq!(probe, searched.probe(&position).unwrap());
                }
            });
        }
    });
    let missing = family.parse_piece_set("0h0v1s").unwrap();
    let error = tables.oracle(&missing).unwrap_err();
    assert!(matches!(error, OracleError::Missing { .. }), "{error}");
}

#[test]
fn solutions_are_those_of_the_witness() {
    let case = case(".../.../...", &[('D', "xx"), ('S', "x")], &[('D', (1, 2))]);
    for metric in Metric::ALL {
        let known = known(&case, &[1, 3], metric);
        for text in known.keys().step_by(7) {
            let start = case.puzzle.parse(text).unwrap();
            let oracle =
                Oracle::search_by(Method::Space, &start, &Options::new().metrics(&[metric]));
            let oracle = oracle.unwrap();
            let solution = oracle.solution(&start).unwrap();
            assert_eq!(solution.as_ref().map(Vec::len), known[text].map(usize::from));
            let mut count = 0u32;
            oracle
                .for_each_solution(&start, |moves| {
                    assert_eq!(Some(moves.len()), known[text].map(usize::from));
                    count += 1;
                    ControlFlow::Continue(())
                })
                .unwrap();
            assert_eq!(oracle.count_solutions(&start).unwrap(), count.into());
            for step in solution.into_iter().flatten() {
                let before = step.before().to_string();
                let neighbours = case.naive.neighbours(&before, metric.name());
                assert!(neighbours.contains(&step.after().to_string()));
            }
        }
    }
}

/// Facts of all positions of a piece set are those of the witness, whether tables have them or a search.
#[test]
fn facts_of_all_positions_are_those_of_the_witness() {
    let case = case(".../.../...", &[('D', "xx"), ('S', "x")], &[('D', (1, 2))]);
    let set = PieceSet::new([1, 3]);
    let family = Family::new("bulk", case.puzzle.clone(), 2, [set.clone()]);
    let directory = tempfile::tempdir().unwrap();
    let options = Options::new().metrics(Metric::WITH_MULTI);
    Tables::build(family.clone(), directory.path(), Some(std::slice::from_ref(&set)), &options)
        .unwrap();
    // SAFETY: nothing changes the files.
    let tables = unsafe { Tables::mapped(family, directory.path()) };
    assert!(tables.has(&set, Metric::WITH_MULTI).unwrap());
    let searched = Oracle::search_piece_set(&case.puzzle, &set, &options).unwrap();
    for oracle in [tables.oracle_with(&set, &options).unwrap(), searched] {
        assert!(oracle.metrics().eq(Metric::WITH_MULTI.iter().copied()), "{:?}", oracle.method());
        let space = oracle.space().unwrap();
        for &metric in Metric::WITH_MULTI {
            let (oracle, known) = (oracle.under(metric), known(&case, &[1, 3], metric));
            let text = |index| case.puzzle.position_text(&space.unrank(index));
            let distances = oracle.distances().unwrap();
            assert_eq!(distances.len(), known.len() as u64);
            let counts = witness_counts(&case, &known, metric);
            let found = oracle.solution_counts(&options).unwrap();
            for index in 0..space.len() {
                let far = known[&text(index)];
                assert_eq!((distances.get(index), oracle.distance_at(index).unwrap()), (far, far));
                assert_eq!(found[index as usize], counts[&text(index)], "{}", text(index));
            }
            let beyond = oracle.distance_at(space.len()).unwrap_err();
            assert!(matches!(beyond, OracleError::NotKnown(..)), "{beyond}");
            let unreachable = known.values().filter(|far| far.is_none()).count() as u64;
            assert_eq!(oracle.histogram().unwrap(), distances.histogram());
            assert_eq!(oracle.histogram().unwrap().unreachable, unreachable);

            let [near, many] = ["1..4", "3.."];
            let (near, many): (DistanceRange, SolutionRange) =
                (near.parse().unwrap(), many.parse().unwrap());
            let has_many = |text: &String| known[text].is_some() && counts[text] >= 3;
            let fits = |text: &&String| {
                has_many(text) && known[*text].is_some_and(|far| (1..=4).contains(&far))
            };
            let fitting: BTreeSet<String> = known.keys().filter(fits).cloned().collect();
            let drawn = oracle.sample_with(&near, Some(&many), usize::MAX, 1, &options).unwrap();
            assert_eq!(drawn.len(), fitting.len());
            assert_eq!(BTreeSet::from_iter(drawn.iter().map(Position::to_string)), fitting);
            let none = "1000".parse().unwrap();
            let error = oracle.sample_with(&none, None, 1, 1, &options).unwrap_err();
            assert!(matches!(error, OracleError::NoneFits(_)), "{error}");

            let hardest = oracle.hardest_with(&many, usize::MAX, &options).unwrap();
            let farthest = known.keys().filter(|text| has_many(text)).map(|text| known[text]).max();
            assert!(!hardest.is_empty());
            for position in &hardest {
                assert_eq!(Some(known[&position.to_string()]), farthest);
                assert!(has_many(&position.to_string()));
            }
            assert_eq!(oracle.hardest_with(&many, 1, &options).unwrap(), hardest[..1]);
        }
        let little = oracle.solution_counts(&options.memory(1)).unwrap_err();
        assert!(little.is_memory(), "{little}");
    }
}

/// The number of optimal solutions of each position: the sum of those of its nearer neighbours.
fn witness_counts(
    case: &Case,
    known: &BTreeMap<String, Option<u16>>,
    metric: Metric,
) -> BTreeMap<String, u64> {
    let mut by_distance: Vec<(&String, Option<u16>)> = known.iter().map(|(t, f)| (t, *f)).collect();
    by_distance.sort_by_key(|&(_, far)| far);
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for (text, far) in by_distance {
        let neighbours = case.naive.neighbours(text, metric.name());
        let nearer = neighbours.iter().filter(|near| {
            known[*near].is_some_and(|near| Some(near) == far.and_then(|far| far.checked_sub(1)))
        });
        let count = match far {
            Some(0) => 1,
            _ => nearer.map(|near| counts[near]).sum(),
        };
        counts.insert(text.clone(), count);
    }
    counts
}

/// Tables without a metric that is asked for are missing ones, and the numbering keeps to the limits.
#[test]
fn tables_are_opened_for_the_metrics_and_within_the_limits_of_options() {
    let directory = tempfile::tempdir().unwrap();
    let family = Family::klotski();
    let set = family.parse_piece_set("0h1v2s").unwrap();
    let sets = std::slice::from_ref(&set);
    let tables = Tables::open(family, directory.path());
    assert!(!tables.has(&set, &[Metric::Unit]).unwrap());
    tables.build_missing(Some(sets), &Options::new().metrics(&[Metric::Unit])).unwrap();
    assert!(tables.has(&set, &[Metric::Unit]).unwrap());
    assert!(!tables.has(&set, &[Metric::Unit, Metric::Finger]).unwrap());

    let both = Options::new().metrics(&[Metric::Unit, Metric::Finger]);
    let error = tables.oracle_with(&set, &both).unwrap_err();
    assert!(matches!(error, OracleError::Missing { metric: Metric::Finger, .. }), "{error}");
    let little = tables.oracle_with(&set, &Options::new().memory(1)).unwrap_err();
    assert!(little.is_memory(), "{little}");
    assert!(tables.oracle_with(&set, &Options::new()).unwrap().metrics().eq([Metric::Unit]));
    tables.build_missing(Some(sets), &both).unwrap();
    assert!(tables.oracle_with(&set, &both).unwrap().metrics().eq([Metric::Unit, Metric::Finger]));

    // What is damaged is told, also where another table is missing.
    let finger = directory.path().join("klotski-4x5-0h1v2s-finger.huarong");
    std::fs::write(finger, "no table").unwrap();
    let tables = Tables::open(Family::klotski(), directory.path());
    let error = tables.has(&set, &[Metric::Straight, Metric::Finger]).unwrap_err();
    assert!(error.to_string().contains("klotski-4x5-0h1v2s-finger.huarong"), "{error}");
}

/// A search that ends early says why: it was cancelled, or it exceeded the memory limit.
#[test]
fn cancelled_and_refused_work_are_distinguished() {
    let puzzle = Puzzle::klotski();
    let start = puzzle.parse("VBBV/VBBV/VHHV/VSSV/S..S").unwrap();
    let stop = |_: Progress<'_>| ControlFlow::Break(());
    let cancelled = Options::new().observer(&stop);
    let small = Options::new().memory(1 << 10);
    let directory = tempfile::tempdir().unwrap();
    let build = |options: &Options<'_>| {
        let set = [start.piece_set()];
        Tables::build(Family::klotski(), directory.path(), Some(&set), options).map(drop)
    };
    let search = |options: &Options<'_>| Oracle::search_with(&start, options).map(drop);
    let solve = |options: &Options<'_>| Oracle::solve_with(&start, options).map(drop);
    for work in [&build as &dyn Fn(&Options<'_>) -> Result<(), OracleError>, &search, &solve] {
        let error = work(&cancelled).unwrap_err();
        assert!(error.is_cancelled() && !error.is_memory(), "{error:?}");
        let error = work(&small).unwrap_err();
        assert!(error.is_memory() && !error.is_cancelled(), "{error:?}");
    }
}

/// An oracle that knows only some positions refuses questions about all positions, with a helpful
/// message. Debug output is short.
#[test]
fn an_oracle_of_some_positions_draws_none() {
    let start = Puzzle::klotski().parse("VBBV/VBBV/VHHV/VSSV/S..S").unwrap();
    let oracle = Oracle::search_by(Method::Component, &start, &Options::new()).unwrap();
    let (all, any) = ("0..".parse().unwrap(), "1..".parse().unwrap());
    let errors = [
        oracle.sample(1..=9, 1, 1).unwrap_err(),
        oracle.hardest(1).unwrap_err(),
        oracle.distances().unwrap_err(),
        oracle.distance_at(0).unwrap_err(),
        oracle.solution_counts(&Options::new()).unwrap_err(),
        oracle.sample_with(&all, None, 1, 1, &Options::new()).unwrap_err(),
        oracle.hardest_with(&any, 1, &Options::new()).unwrap_err(),
    ];
    for error in errors {
        assert!(matches!(error, OracleError::Partial(_)), "{error}");
        assert!(error.to_string().contains("Method::Space"), "{error}");
    }
    // A search of the space that ended at the level of its start knows a part of it.
    let oracle = Oracle::solve(&start, Metric::Finger).unwrap();
    let set = Puzzle::klotski().parse_piece_set("1h4v4s").unwrap();
    let all = Space::new(&Puzzle::klotski(), &set).unwrap().len();
    assert!(oracle.len() < all && oracle.method() == Method::Solutions, "{:?}", oracle.method());
    assert!(matches!(oracle.hardest(1), Err(OracleError::Partial(_))));
    // Requesting all metrics at once does not shorten the search.
    let options = Options::new().metrics(&Metric::ALL);
    let oracle = Oracle::search_with(&start, &options).unwrap();
    assert_eq!(oracle.method(), Method::Space);
    assert!(format!("{oracle:#?}").len() < 200);
}

/// A search of a piece set finds the same distances as one from a position with these pieces.
#[test]
fn a_piece_set_is_searched_without_a_start() {
    let puzzle = Puzzle::klotski();
    let options = Options::new().metrics(&Metric::ALL);
    let start = puzzle.parse("SBBS/SBBS/VSSV/VSSV/S..S").unwrap();
    let by_start = Oracle::search_by(Method::Space, &start, &options).unwrap();
    let by_set = Oracle::search_piece_set(&puzzle, &start.piece_set(), &options).unwrap();
    assert_eq!(by_set.method(), Method::Space);
    for metric in Metric::ALL {
        let [one, other] = [&by_start, &by_set].map(|oracle| oracle.under(metric));
        assert_eq!(one.histogram().unwrap(), other.histogram().unwrap());
        assert_eq!(one.distance(&start).unwrap(), other.distance(&start).unwrap());
    }
    let foreign = Oracle::search_piece_set(&puzzle, &PieceSet::new([1, 0]), &options);
    assert!(foreign.unwrap_err().to_string().contains("2 counts"), "the puzzle has 4 shapes");
    let little = Oracle::search_piece_set(&puzzle, &start.piece_set(), &options.memory(1));
    assert!(little.unwrap_err().is_memory());
}
