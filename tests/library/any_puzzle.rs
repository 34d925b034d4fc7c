//! Arbitrary puzzles, as puzzle files describe them, against a witness that works only on the drawn
//! grids.

use huarong::{Method, Options, Oracle, OracleError};
use huarong_core::effort::{Effort, Progress};
use huarong_core::notation::{Notation, read, write};
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::{Arrangement, Metric, PerMetric, PieceMove, Puzzle};
use huarong_core::space::{Space, SpaceError};
use huarong_lab::counts::{goal_positions_of, positions_of};
use huarong_oracle::analysis::{AllPositions, Answer, ShortestPaths, certify};
use huarong_oracle::atlas::{Atlas, Plan, SetTable};
use huarong_oracle::meet_in_space;
use huarong_search::{Component, ComponentError, Guide, SearchPlan, Until, classes_under, meet};
use naive::doors::Doors;
use naive::grids::{
    Drawn, Graph, Witness, cells_of, distances, grid, placed, reversed, signs, solution_counts,
    with,
};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Shapes from single cells, which are the most frequent, to shapes of several disconnected parts.
const SHAPES: [&[(usize, usize)]; 16] = [
    &[(0, 0)],
    &[(0, 0)],
    &[(0, 0)],
    &[(0, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (1, 0)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (0, 1)],
    &[(0, 0), (1, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (0, 1)],
    &[(1, 0), (0, 1), (1, 1)],
    &[(0, 0), (1, 0), (2, 0)],
    &[(0, 0), (2, 0)],
    &[(1, 0), (0, 1)],
    &[(0, 0), (1, 1)],
    &[(0, 0), (0, 2), (1, 2)],
];

/// Varied signs, including some of several bytes and the separator of a position's rows.
const SIGNS: [char; 9] = ['A', 'b', '1', 'é', '*', '車', '-', '0', '/'];

/// Maximum number of positions of a puzzle.
const MOST: usize = 700;

/// A sequence of random choices, each from a number of options.
struct Dice(std::vec::IntoIter<Index>);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0.next().map_or(0, |index| index.index(sides))
    }

    fn is_one_in(&mut self, many: usize) -> bool {
        // Shrinks towards `false`.
        self.roll(many) == many - 1
    }
}

/// A random puzzle with not too many positions.
pub fn puzzles() -> impl Strategy<Value = Drawn> {
    prop::collection::vec(any::<Index>(), 200).prop_map(|dice| {
        let drawn = (0..=6).rev().map(|most| drawn(Dice(dice.clone().into_iter()), most));
        let is_small = |drawn: &Drawn| Witness::new(drawn).arrangements(MOST).is_some();
        drawn.into_iter().find(is_small).expect("a single piece has few positions")
    })
}

/// Draws a puzzle of at least one piece and at most `most` pieces.
fn drawn(mut dice: Dice, most: usize) -> Drawn {
    let (width, height) = ([4, 3, 5, 2, 1][dice.roll(5)], [3, 4, 2, 3, 1][dice.roll(5)]);
    let mut start = vec![vec!['.'; width]; height];
    for place in 1..width * height {
        if dice.is_one_in(9) {
            start[place / width][place % width] = '#';
        }
    }
    let (wanted, first_sign) = (1 + dice.roll(6), dice.roll(SIGNS.len()));
    let mut drawn = Drawn::default();
    for nth in 0..6 {
        let (shape, at) = (SHAPES[dice.roll(SHAPES.len())], dice.roll(usize::MAX));
        let lock = dice.roll(9);
        let places =
            (0..width * height).filter_map(|place| placed(shape, (place % width, place / width)));
        let is_free = |&(column, row): &(usize, usize)| {
            start.get(row).and_then(|line: &Vec<char>| line.get(column)) == Some(&'.')
        };
        let places: Vec<_> = places.filter(|cells| cells.iter().all(is_free)).collect();
        if nth >= wanted.min(most) || places.is_empty() {
            continue;
        }
        let sign = SIGNS[(first_sign + nth) % SIGNS.len()];
        start = with(&start, sign, &places[at % places.len()]);
        match lock {
            7 => drawn.rows.push(sign),
            8 => drawn.columns.push(sign),
            _ => {}
        }
    }
    if signs(&start).is_empty() {
        start[0][0] = 'A';
    }
    drawn.start = text(&start);
    drawn.lengthwise = dice.is_one_in(4);
    if drawn.lengthwise {
        // No piece is locked both along its length and across it.
        let size =
            |sign: char, nth: fn(&(usize, usize)) -> usize| drawn.shape(sign).iter().map(nth).max();
        let (wide, high) = (|sign| size(sign, |cell| cell.0), |sign| size(sign, |cell| cell.1));
        let rows = drawn.rows.chars().filter(|&sign| wide(sign) >= high(sign)).collect();
        let columns = drawn.columns.chars().filter(|&sign| wide(sign) <= high(sign)).collect();
        (drawn.rows, drawn.columns) = (rows, columns);
    }
    drawn.by_shape = dice.is_one_in(3);
    draw_gate(&mut drawn, &mut dice);
    draw_groups(&mut drawn, &mut dice);
    draw_thin_walls(&mut drawn, &mut dice);
    for _ in 0..[1, 1, 1, 2, 3][dice.roll(5)] {
        let goal = drawn_goal(&drawn, &mut dice);
        drawn.goals.push(goal);
    }
    drawn
}

fn text(grid: &[Vec<char>]) -> String {
    grid.iter().map(|line| line.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// Assigns gate cells to one piece or several; no other piece occupies them.
fn draw_gate(drawn: &mut Drawn, dice: &mut Dice) {
    let start = grid(&drawn.start);
    let (pieces, width) = (signs(&start), start[0].len());
    let keep_walls = |&sign: &char| if sign == '#' { '#' } else { '.' };
    let mut gate: Vec<Vec<char>> =
        start.iter().map(|line| line.iter().map(keep_walls).collect()).collect();
    for _ in 0..[0, 0, 1, 3][dice.roll(4)] {
        let (place, owner) = (dice.roll(width * start.len()), pieces[dice.roll(pieces.len())]);
        let cell = start[place / width][place % width];
        let mut owners = String::from(owner);
        if dice.is_one_in(2) {
            // Interchangeable pieces remain so if they own the same gates.
            let fellows = drawn.like(owner);
            let others = pieces.iter().filter(|&&other| other != owner);
            owners.extend(others.filter(|other| fellows.contains(other) || dice.is_one_in(3)));
        }
        if cell != '.' && !owners.contains(cell) {
            continue;
        }
        let known = drawn.owners.iter().find(|(_, pieces)| *pieces == owners);
        gate[place / width][place % width] = match known {
            Some(&(group, _)) => group,
            None if owners.len() == owner.len_utf8() => owner,
            None => {
                let group = ['x', 'y', 'z'][drawn.owners.len()];
                drawn.owners.push((group, owners));
                group
            }
        };
    }
    if !signs(&gate).is_empty() {
        drawn.gate = text(&gate);
    }
}

/// Draws thin walls between cells, except within a piece.
fn draw_thin_walls(drawn: &mut Drawn, dice: &mut Dice) {
    let start = grid(&drawn.start);
    let (width, height) = (start[0].len(), start.len());
    let mut walls = vec![vec![' '; 2 * width - 1]; 2 * height - 1];
    for (row, line) in start.iter().enumerate() {
        for (column, &sign) in line.iter().enumerate() {
            walls[2 * row][2 * column] = if sign == '#' { '#' } else { '.' };
        }
    }
    for _ in 0..[0, 0, 1, 3, 6][dice.roll(5)] {
        let (column, row) = (dice.roll(width), dice.roll(height));
        let (right, down) = [(1, 0), (0, 1)][dice.roll(2)];
        let beyond = start.get(row + down).and_then(|line| line.get(column + right));
        let here = start[row][column];
        if beyond.is_some_and(|&beyond| beyond != here || here == '.' || here == '#') {
            walls[2 * row + down][2 * column + right] = if right == 1 { '|' } else { '-' };
        }
        if row + 1 < height && column + 1 < width {
            walls[2 * row + 1][2 * column + 1] = [' ', '+'][dice.roll(2)];
        }
    }
    if walls.iter().flatten().any(|mark| "|-".contains(*mark)) {
        drawn.thin_walls = text(&walls);
    }
}

/// Declares some pieces with equal shapes and rules interchangeable.
fn draw_groups(drawn: &mut Drawn, dice: &mut Dice) {
    // Without goals, pieces that could share a group are interchangeable.
    for sign in drawn.signs() {
        let mut group = drawn.like(sign);
        group.retain(|sign| !drawn.alike.iter().any(|other| other.contains(*sign)));
        if group.first() == Some(&sign) && group.len() > 1 && dice.is_one_in(2) {
            drawn.alike.push(group.into_iter().collect());
        }
    }
}

/// Draws a goal: some pieces after some moves, or with some of them moved by hand.
fn drawn_goal(drawn: &Drawn, dice: &mut Dice) -> String {
    let witness = Witness::new(drawn);
    let start = grid(&drawn.start);
    let mut end = start.clone();
    for _ in 0..dice.roll(25) {
        let moved = witness.moved(&end, "unit");
        if !moved.is_empty() {
            end = moved[dice.roll(moved.len())].clone();
        }
    }
    let (pieces, width) = (signs(&start), end[0].len());
    for _ in 0..[1, 0, 2, 3, 4][dice.roll(5)] {
        let sign = pieces[dice.roll(pieces.len())];
        let places = 0..width * end.len();
        let places =
            places.filter_map(|place| placed(&drawn.shape(sign), (place % width, place / width)));
        let places: Vec<_> = places.filter(|cells| witness.fits(&end, sign, cells)).collect();
        end = with(&end, sign, &places[dice.roll(places.len())]);
    }
    let can_be_wanted = |&sign: &char| {
        let [from, to] = [&start, &end].map(|grid| cells_of(grid, sign)[0]);
        let (along_rows, along_columns) = drawn.freedom(sign);
        (along_rows || from.0 == to.0) && (along_columns || from.1 == to.1)
    };
    let mut wanted: Vec<char> = pieces.iter().copied().filter(can_be_wanted).collect();
    let kept = dice.roll(wanted.len().max(1));
    let mut nth = 0;
    wanted.retain(|_| {
        nth += 1;
        nth == kept + 1 || dice.is_one_in(3)
    });
    if wanted.is_empty() {
        (wanted, end) = (vec![pieces[0]], start);
    }
    // A sign that names no piece stands for its shape.
    let alone =
        |sign: char| pieces.iter().filter(|&&s| drawn.shape(s) == drawn.shape(sign)).count() == 1;
    let shape_sign = wanted.first().copied().filter(|&sign| drawn.by_shape && alone(sign));
    let shape_sign = shape_sign.filter(|_| dice.is_one_in(2));
    let draw = |&sign: &char| match sign {
        '#' => '#',
        sign if Some(sign) == shape_sign => '?',
        sign if wanted.contains(&sign) => sign,
        _ => '.',
    };
    text(&end.iter().map(|line| line.iter().map(draw).collect()).collect::<Vec<_>>())
}

/// A puzzle in the library's and in the witness's representation.
pub struct Case {
    pub setup: Setup,
    /// All positions, keyed by text. Of a board with doors, those that the start reaches.
    pub positions: BTreeMap<String, Arrangement>,
    start: String,
    pub goal_positions: Vec<String>,
    /// By the metrics that the puzzle has.
    pub graphs: BTreeMap<Metric, Graph>,
}

impl Case {
    fn new(drawn: &Drawn) -> Self {
        Self::within(drawn, MOST)
    }

    /// A puzzle of at most `most` positions.
    pub fn within(drawn: &Drawn, most: usize) -> Self {
        let witness = Witness::new(drawn);
        let texts = witness.arrangements(most).expect("there are few");
        let goal_positions = texts.iter().filter(|text| witness.is_goal(text)).cloned().collect();
        let graph = |metric: Metric| (metric, witness.graph(&texts, metric.name()));
        let graphs = Metric::WITH_MULTI.iter().copied().map(graph).collect();
        Self::of(&drawn.file(), witness.start_text(), goal_positions, graphs)
    }

    /// A puzzle with doors whose start reaches at most `most` positions.
    pub fn with_doors(doors: &Doors, most: usize) -> Self {
        let witness = naive::doors::Witness::new(doors);
        let graph =
            |&metric: &Metric| (metric, witness.graph(metric.name(), most).expect("there are few"));
        let graphs: BTreeMap<Metric, Graph> = Metric::ALL.iter().map(graph).collect();
        let texts = graphs[&Metric::Unit].keys();
        let goal_positions = texts.filter(|text| witness.is_goal(&witness.read(text))).cloned();
        Self::of(&doors.file(), witness.start_text(), goal_positions.collect(), graphs)
    }

    fn of(
        file: &str,
        start: String,
        goal_positions: Vec<String>,
        graphs: BTreeMap<Metric, Graph>,
    ) -> Self {
        let file = PuzzleFile::parse(file).unwrap_or_else(|error| panic!("{error}"));
        let setup = file.setup().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(setup.puzzle.position_text(&setup.start), start);
        let parse = |text: &String| {
            let position = setup.puzzle.parse_position(text);
            (text.clone(), position.unwrap_or_else(|error| panic!("{text}: {error}")))
        };
        let positions = graphs[&Metric::Unit].keys().map(parse).collect();
        Case { setup, positions, start, goal_positions, graphs }
    }

    pub fn puzzle(&self) -> &Puzzle {
        &self.setup.puzzle
    }

    pub fn text(&self, position: &Arrangement) -> String {
        self.puzzle().position_text(position)
    }

    fn is_goal(&self, text: &String) -> bool {
        self.goal_positions.contains(text)
    }

    pub fn metrics(&self) -> Vec<Metric> {
        self.graphs.keys().copied().collect()
    }

    /// The distances to the nearest goal. Positions that do not reach a goal have none.
    pub fn to_goal(&self, metric: Metric) -> BTreeMap<String, u32> {
        distances(&reversed(&self.graphs[&metric]), &self.goal_positions)
    }

    /// Checks that moves are legal according to the witness, and that they end at the right
    /// position.
    fn check_path(
        &self,
        from: &Arrangement,
        path: &[PieceMove],
        end: &Arrangement,
        metric: Metric,
    ) {
        let mut at = from.clone();
        for made in path {
            let before = self.text(&at);
            at = made.apply(&at);
            assert!(self.graphs[&metric][&before].contains(&self.text(&at)), "{before} {metric}");
        }
        assert_eq!(&at, end);
    }
}

/// The distance of a text in a map.
fn moves(distances: &BTreeMap<String, u32>, text: &str) -> Option<u16> {
    distances.get(text).map(|&moves| u16::try_from(moves).unwrap())
}

/// Checks that the numbering enumerates exactly the witness's arrangements, each once, and counts
/// them correctly.
fn check_numbering(case: &Case) {
    let (puzzle, set) = (case.puzzle(), case.setup.piece_set());
    let space = Space::new(puzzle, &set).unwrap();
    let named: BTreeSet<String> = (0..space.len()).map(|i| case.text(&space.unrank(i))).collect();
    assert!(named.iter().eq(case.positions.keys()));
    assert_eq!(space.len(), case.positions.len() as u64);
    assert!(space.iter().eq((0..space.len()).map(|index| space.unrank(index))));
    for (text, position) in &case.positions {
        let index = space.rank(position).unwrap();
        assert_eq!(&case.text(&space.unrank(index)), text);
    }
    let counted = positions_of(puzzle, &set, Effort::UNLIMITED).unwrap();
    assert_eq!(counted, case.positions.len().into());
    let goal_positions = case.goal_positions.len();
    let counted = goal_positions_of(puzzle, &set, Effort::UNLIMITED).unwrap();
    assert!(counted.is_none() == (puzzle.goal().alternatives().len() > 12));
    assert_eq!(counted.unwrap_or_else(|| goal_positions.into()), goal_positions.into());
}

/// Checks the distances of the whole space; returns whether the search used plain bits.
fn check_search(case: &Case) -> bool {
    let (puzzle, set) = (case.puzzle(), case.setup.piece_set());
    let search_under = |metrics: &[Metric]| {
        let class = &classes_under(puzzle, std::slice::from_ref(&set), metrics)[0];
        SearchPlan::new(puzzle, class).unwrap().prepare(Effort::UNLIMITED).unwrap()
    };
    let (single_pieces, lines) = (search_under(&Metric::ALL), search_under(&[Metric::Multi]));
    let target = &case.positions[&case.start];
    for &metric in Metric::WITH_MULTI {
        let search = if metric == Metric::Multi { &lines } else { &single_pieces };
        let space = &search.spaces()[0];
        let to_goal = distances(&case.graphs[&metric], &case.goal_positions);
        let to_start = distances(&case.graphs[&metric], [&case.start]);
        let solution_counts = solution_counts(&case.graphs[&metric], &to_goal);
        let found = &search.run(metric, false, Effort::UNLIMITED).unwrap()[0];
        let towards = &search.run_towards(target, metric, true, Effort::UNLIMITED).unwrap()[0];
        let paths = ShortestPaths::by_search(space, metric, found);
        let all = AllPositions::of_space(space, metric, found.as_ref());
        let all_counts =
            huarong_oracle::analysis::solution_counts(&all, Effort::UNLIMITED).unwrap();
        for (text, position) in &case.positions {
            let index = space.rank(position).unwrap();
            assert_eq!(found.get(index), moves(&to_goal, text), "{text} {metric}");
            assert_eq!(towards.get(index), moves(&to_start, text), "{text} {metric} to the start");
            let count = solution_counts.get(text).copied().unwrap_or(0);
            assert_eq!(u128::from(all_counts[index as usize]), count, "{text} {metric}");
            let found = paths.count(position, Effort::UNLIMITED).unwrap().known().unwrap();
            assert_eq!(found.unwrap_or_default(), count.into(), "{text} {metric}");
        }
        let others = case.positions.values().step_by(1 + case.positions.len() / 3);
        let asked: Vec<Arrangement> = others.chain([target]).cloned().collect();
        let until = &search.run_until(&asked, metric, true, Effort::UNLIMITED).unwrap()[0];
        let nearest = asked.iter().filter_map(|position| moves(&to_goal, &case.text(position)));
        let nearest = nearest.min().unwrap_or(u16::MAX);
        for near in [1, 10, u64::MAX] {
            let path = meet_in_space(search, target, near, metric, Effort::UNLIMITED).unwrap();
            let far = path.as_ref().map(|path| path.len() as u16);
            assert_eq!(far, moves(&to_goal, &case.start), "{near} {metric}");
            if let Some(path) = path {
                let end = path.iter().fold(target.clone(), |at, made| made.apply(&at));
                assert!(case.is_goal(&case.text(&end)));
                case.check_path(target, &path, &end, metric);
            }
        }
        for (text, position) in &case.positions {
            let near = moves(&to_goal, text).filter(|&far| far <= nearest);
            assert_eq!(until.get(space.rank(position).unwrap()), near, "{text} {metric}");
        }
    }
    assert!(lines.plan().is_explicit());
    single_pieces.plan().is_explicit()
}

/// Checks the probe of a position under a metric, which has moves of single pieces.
fn check_probe(
    case: &Case,
    oracle: &Oracle,
    own: &huarong::Position,
    metric: Metric,
    to_goal: &BTreeMap<String, u32>,
    is_reached: bool,
) {
    let text = &case.text(own);
    let probe = match oracle.probe(own) {
        Err(OracleError::NotKnown(..)) => None,
        probe => Some(probe.unwrap()),
    };
    assert_eq!(probe.is_some(), is_reached, "{text}");
    let (Some(probe), true) = (probe, metric != Metric::Multi) else { return };
    assert_eq!(probe.index, None);
    assert_eq!(probe.distances[metric].known(), Ok(moves(to_goal, text)), "{text} {metric}");
    let found = probe.moves.iter().filter(|probed| probed.made.metric <= metric);
    let found: BTreeSet<String> = found
        .map(|probed| {
            let after = case.text(&probed.made.apply(own));
            let distance = probed.distances[metric].known();
            assert_eq!(distance, Ok(moves(to_goal, &after)), "{after} {metric}");
            after
        })
        .collect();
    assert_eq!(&found, &case.graphs[&metric][text], "{text} {metric}");
}

/// Checks the moves of a position and the optimal ones among them, each of which leads to a position of its own.
fn check_best_moves(
    case: &Case,
    oracle: &Oracle,
    own: &huarong::Position,
    to_goal: &BTreeMap<String, u32>,
) {
    let (metric, text) = (oracle.metric(), &case.text(own));
    let after = |moves: Vec<huarong::Move>| {
        let after: Vec<String> = moves.iter().map(|made| made.after().to_string()).collect();
        let unique: BTreeSet<String> = after.iter().cloned().collect();
        assert_eq!(unique.len(), after.len(), "{text} {metric}");
        unique
    };
    let around = &case.graphs[&metric][text];
    assert_eq!(&after(own.moves(metric)), around, "{text} {metric}");
    assert_eq!(oracle.distance(own).unwrap(), moves(to_goal, text), "{text} {metric}");
    let nearer = moves(to_goal, text).and_then(|far| far.checked_sub(1));
    let best = around.iter().filter(|text| nearer.is_some() && moves(to_goal, text) == nearer);
    let found = after(oracle.best_moves(own).unwrap());
    assert!(found.iter().eq(best), "{text} {metric}");
}

/// Checks which positions are reachable from the start, and their distances to the goal.
pub fn check_component(case: &Case) {
    let (puzzle, start) = (case.puzzle(), &case.setup.start);
    let explore = |metric, until| {
        Component::explore(puzzle, start, metric, until, Effort::UNLIMITED).unwrap()
    };
    let own = |position: &Arrangement| huarong::Position::new(puzzle, position.clone()).unwrap();
    let options = Options::new().metrics(&case.metrics());
    let oracle = Oracle::search_by(Method::Component, &own(start), &options).unwrap();
    for metric in case.metrics() {
        let graph = &case.graphs[&metric];
        let reached = distances(graph, [&case.start]);
        let whole = explore(metric, Until::All);
        let mut levels = vec![0; 1 + *reached.values().max().unwrap() as usize];
        reached.values().for_each(|&moves| levels[moves as usize] += 1);
        assert_eq!((whole.levels(), whole.len()), (levels, reached.len() as u64), "{metric}");
        assert_eq!(oracle.len(), reached.len() as u64);
        let from_start = explore(metric, Until::All).into_distances(Effort::UNLIMITED).unwrap();
        assert_eq!(from_start.len(), reached.len() as u64);

        let to_goal = case.to_goal(metric);
        let solution_counts = solution_counts(graph, &to_goal);
        let paths = ShortestPaths::by_oracle(&oracle, metric);
        for (text, position) in &case.positions {
            assert_eq!(from_start.distance(position), moves(&reached, text), "{text} {metric}");
            let own = own(position);
            assert_eq!(oracle.holds(&own), reached.contains_key(text), "{text}");
            check_probe(case, &oracle, &own, metric, &to_goal, reached.contains_key(text));
            if !reached.contains_key(text) {
                continue;
            }
            check_best_moves(case, &oracle.under(metric), &own, &to_goal);
            let count =
                |paths: ShortestPaths<'_>| paths.count(position, Effort::UNLIMITED).unwrap();
            let count = paths.map(|paths| count(paths).known().unwrap());
            let count = count.flatten().unwrap_or_default();
            assert_eq!(
                count,
                solution_counts.get(text).copied().unwrap_or(0).into(),
                "{text} {metric}"
            );
        }

        let part = explore(metric, Until::Reached(10));
        let depth = part.levels().len() as u32 - 1;
        let levels = &whole.levels()[..part.levels().len()];
        assert!(part.levels() == levels && (part.len() >= 10 || part.len() == whole.len()));
        let farthest: BTreeSet<String> =
            part.farthest().iter().map(|position| case.text(position)).collect();
        let at_depth = reached.iter().filter(|&(_, &moves)| moves == depth);
        assert!(farthest.iter().eq(at_depth.map(|(text, _)| text)), "{metric}");

        let nearest = moves(&to_goal, &case.start);
        let solved = explore(metric, Until::Goal);
        assert_eq!(solved.found().is_some(), nearest.is_some(), "{metric}");
        let shortest_paths_to_goal = solved.shortest_paths_to_goal(Effort::UNLIMITED).unwrap();
        assert_eq!(shortest_paths_to_goal.is_some(), nearest.is_some(), "{metric}");
        if let Some(found) = shortest_paths_to_goal {
            let found = found.into_distances(Effort::UNLIMITED).unwrap();
            let is_on_a_path = |text: &String| {
                let sum =
                    Some(u32::from(moves(&reached, text)?) + u32::from(moves(&to_goal, text)?));
                Some(sum == nearest.map(u32::from))
            };
            for (text, position) in &case.positions {
                let on = is_on_a_path(text).unwrap_or(false);
                let distance = moves(&to_goal, text).filter(|_| on);
                assert_eq!(found.distance(position), distance, "{text} {metric}");
            }
            let count = solution_counts.get(&case.start).copied().unwrap_or(0);
            let found = ShortestPaths::back(&found).count(start, Effort::UNLIMITED).unwrap();
            assert_eq!(found, Answer::Found(count.into()), "{metric}");
        }
        for more in [0, 1, 3] {
            let solved = explore(metric, Until::LevelsAfterGoal(more));
            let found = solved.paths_within(more, Effort::UNLIMITED).unwrap();
            assert_eq!(found.is_some(), nearest.is_some(), "{metric}");
            let found = found.map(|found| found.into_distances(Effort::UNLIMITED).unwrap());
            for (text, position) in &case.positions {
                let is_near =
                    || Some(moves(&reached, text)? + moves(&to_goal, text)? <= nearest? + more);
                let wanted = moves(&to_goal, text).filter(|_| is_near().unwrap_or(false));
                let found = found.as_ref().and_then(|found| found.distance(position));
                assert_eq!(found, wanted, "{text} {metric} {more}");
            }
        }
        if let Some(end) = solved.found() {
            let path = solved.path_to(end).unwrap();
            assert_eq!(path.len(), usize::from(nearest.unwrap()));
            assert!(case.is_goal(&case.text(end)));
            case.check_path(start, &path, end, metric);
        }
    }
}

/// Checks single-position searches: all distances, the best moves, and the distances after other
/// moves where requested.
pub fn check_probes(case: &Case) {
    let options = Options::new().metrics(&Metric::ALL);
    let to_goal = PerMetric::each(|metric| case.to_goal(metric));
    for (text, position) in case.positions.iter().step_by(1 + case.positions.len() / 5) {
        let own = huarong::Position::new(case.puzzle(), position.clone()).unwrap();
        let by = |method| Oracle::search_by(method, &own, &options).unwrap();
        let all = [by(Method::Neighbours), Oracle::search_neighbours(&own, &options).unwrap()];
        let best = [by(Method::Solutions), Oracle::solve_with(&own, &options).unwrap()];
        let all = all.iter().map(|oracle| (oracle, true));
        for (oracle, knows_all) in all.chain(best.iter().map(|oracle| (oracle, false))) {
            let probe = oracle.probe(&own).unwrap();
            for (metric, to_goal) in to_goal.iter() {
                let far = moves(to_goal, text);
                assert_eq!(probe.distances[metric].known(), Ok(far), "{text} {metric}");
                for probed in &probe.moves {
                    let after = case.text(&probed.made.apply(position));
                    let nearer = moves(to_goal, &after);
                    match probed.distances[metric].known() {
                        Ok(found) => assert_eq!(found, nearer, "{text} {after} {metric}"),
                        Err(_) => assert!(!knows_all, "{text} {after} {metric}"),
                    }
                    let is_best = case.graphs[&metric][text].contains(&after)
                        && nearer.is_some()
                        && nearer == far.and_then(|far| far.checked_sub(1));
                    assert_eq!(probe.is_best(probed, metric), is_best, "{text} {after} {metric}");
                }
            }
        }
    }
}

/// Checks shortest paths between the start and some other positions, searched from both ends.
pub fn check_meetings(case: &Case) {
    let start = &case.setup.start;
    for metric in case.metrics() {
        let reached = distances(&case.graphs[&metric], [&case.start]);
        for (text, end) in case.positions.iter().step_by(1 + case.positions.len() / 7) {
            let path = meet(case.puzzle(), start, end, metric, Effort::UNLIMITED).unwrap();
            let found = path.as_ref().map(|path| path.len() as u16);
            assert_eq!(found, moves(&reached, text), "to {text} {metric}");
            if let Some(path) = path {
                case.check_path(start, &path, end, metric);
            }
        }
    }
}

/// Checks searches that patterns guide: their result, and the bounds that cancelled ones leave.
pub fn check_guides(case: &Case) {
    let (puzzle, start) = (case.puzzle(), &case.setup.start);
    for metric in case.metrics() {
        let graph = &case.graphs[&metric];
        let to_goal = case.to_goal(metric);
        let distance = moves(&to_goal, &case.start);
        let mut guide = Guide::new(puzzle, start, metric);
        guide.choose_patterns(Effort::UNLIMITED).unwrap();
        let found = guide.solve(Effort::UNLIMITED).unwrap();
        assert_eq!(found.found().is_some(), distance.is_some(), "{metric}");
        if let Some(best) = guide.best() {
            assert!(best.len() >= distance.unwrap().into());
            let end = best.iter().fold(start.clone(), |at, made| made.apply(&at));
            case.check_path(start, best, &end, metric);
            assert!(puzzle.goal().is_satisfied_by(&end));
        }
        let Some(distance) = distance else { continue };
        assert_eq!(guide.at_least(), distance, "{metric}");
        let paths = found.paths_within(0, Effort::UNLIMITED).unwrap().expect("it has a goal");
        let paths = paths.into_distances(Effort::UNLIMITED).unwrap();
        let count = ShortestPaths::back(&paths).count(start, Effort::UNLIMITED).unwrap();
        let want = &solution_counts(graph, &to_goal)[&case.start];
        assert_eq!(count.known().unwrap().unwrap().to_string(), want.to_string(), "{metric}");

        for reports in [0, 3, 9] {
            let left = AtomicU64::new(reports);
            let observer = |_: Progress<'_>| {
                let is_over =
                    left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)).is_err();
                if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let effort = Effort { observer: &observer, ..Effort::UNLIMITED };
            let mut guide = Guide::new(puzzle, start, metric);
            let explored = guide.explore(effort);
            assert!(guide.at_least() <= distance, "{metric}");
            let is_optimal = |found: Component| found.levels().len() == 1 + usize::from(distance);
            assert!(explored.map_or(true, is_optimal), "{metric}");
            guide.choose_patterns(Effort::UNLIMITED).unwrap();
            let _ = guide.solve(effort);
            assert!(guide.at_least() <= distance, "{metric}");
        }
    }
}

/// Checks that tables match the witness, and that `verify` proves them.
fn check_tables(case: &Case) {
    let directory = tempfile::TempDir::new().unwrap();
    let atlas = Atlas::new(case.setup.family("drawn"), directory.path());
    let plan = |metrics: &[Metric]| Plan { metrics: metrics.to_vec(), ..Plan::default() };
    atlas.build(&plan(&Metric::ALL), Effort::UNLIMITED).unwrap();
    atlas.build(&plan(&[Metric::Multi]), Effort::UNLIMITED).unwrap();
    let set = case.setup.piece_set();
    let space = Space::new(atlas.family().puzzle(), &set).unwrap();
    let table = |&metric: &Metric| atlas.find(&set, metric).unwrap().unwrap();
    let tables: Vec<SetTable> = Metric::WITH_MULTI.iter().map(table).collect();
    for (metric, table) in Metric::WITH_MULTI.iter().copied().zip(&tables) {
        let to_goal = distances(&case.graphs[&metric], &case.goal_positions);
        for (text, position) in &case.positions {
            let found = table.get(space.rank(position).unwrap()).unwrap();
            assert_eq!(found, moves(&to_goal, text), "{text} {metric}");
        }
    }
    let certificate = |tables: &[SetTable]| {
        let found = certify(&space, &tables.iter().collect::<Vec<_>>(), Effort::UNLIMITED).unwrap();
        assert!(found.faults.is_empty(), "{:?}", found.faults);
        assert_eq!(found.entries, (tables.len() * case.positions.len()) as u64);
        found.neighbours
    };
    let moves_under =
        |metric: &Metric| -> usize { case.graphs[metric].values().map(BTreeSet::len).sum() };
    let (single_pieces, lines) = tables.split_at(Metric::ALL.len());
    let moves: usize = Metric::ALL.iter().map(moves_under).sum();
    assert_eq!(certificate(single_pieces), moves as u64);
    // Several lines can lead to the same position.
    assert!(certificate(lines) >= moves_under(&Metric::Multi) as u64);
    certificate(&tables);
}

#[test]
fn random_puzzles_are_as_the_witness_knows_them() {
    let cases = crate::common::cases(30);
    let config = Config { failure_persistence: None, ..Config::with_cases(cases) };
    let kinds = RefCell::new(BTreeMap::new());
    let count = |kind: &'static str, is_one: bool| {
        *kinds.borrow_mut().entry(kind).or_insert(0) += u32::from(is_one);
    };
    let check = |drawn: Drawn| {
        let case = Case::new(&drawn);
        check_numbering(&case);
        count("searched by plain bits", check_search(&case));
        check_component(&case);
        check_probes(&case);
        check_meetings(&case);
        check_guides(&case);
        check_tables(&case);
        let solvable = distances(&case.graphs[&Metric::Unit], &case.goal_positions);
        count("solvable", solvable.contains_key(&case.start));
        count("solved at once", case.is_goal(&case.start));
        count("with gates", !drawn.gate.is_empty());
        count("with gates of several owners", !drawn.owners.is_empty());
        count("with thin walls", !drawn.thin_walls.is_empty());
        count("with several goals", drawn.goals.len() > 1);
        count("with pieces said to be alike", !drawn.alike.is_empty());
        count("goal by shape", drawn.by_shape);
        count("with locked pieces", !(drawn.rows.is_empty() && drawn.columns.is_empty()));
        Ok(())
    };
    TestRunner::new(config).run(&puzzles(), check).unwrap_or_else(|error| panic!("{error}"));
    // Fewer cases can lack a kind.
    for (kind, count) in kinds.into_inner().into_iter().filter(|_| cases >= 200) {
        assert!((1..cases).contains(&count), "{count} of {cases} are {kind}");
    }
}

/// The same puzzle on a board with more than 128 cells. Above it is a hall that three more pieces fill, behind a row of
/// walls. So the cells of the puzzle have numbers from 180 on.
fn below_a_hall(drawn: &Drawn) -> Drawn {
    let width = grid(&drawn.start)[0].len();
    let rows = 60 / width;
    let wall = "#".repeat(width);
    let hall = |signs: [char; 3]| -> String {
        let row = |sign: char| format!("{}\n", sign.to_string().repeat(width)).repeat(rows);
        signs.map(row).concat() + &wall + "\n"
    };
    let filled = hall(['X', 'Y', 'Z']);
    let empty = hall(['.'; 3]);
    let above = |hall: &str, grid: &String| match &grid[..] {
        "" => String::new(),
        grid => format!("{hall}{grid}"),
    };
    let gap = format!("\n{}\n", " ".repeat(2 * width - 1));
    let spread = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ") + &gap;
    let hall_of_walls: String = empty.lines().map(spread).collect();
    Drawn {
        start: above(&filled, &drawn.start),
        goals: drawn.goals.iter().map(|goal| above(&empty, goal)).collect(),
        gate: above(&empty, &drawn.gate),
        thin_walls: above(&hall_of_walls, &drawn.thin_walls),
        ..drawn.clone()
    }
}

/// Checks that texts and drawings of positions are read back. Box-drawing characters do not show which parts belong to
/// one piece.
fn check_texts(case: &Case) {
    let puzzle = case.puzzle();
    let is_connected = puzzle.shapes().iter().all(|shape| shape.polyomino().is_connected());
    for position in case.positions.values().step_by(1 + case.positions.len() / 3) {
        for notation in [Notation::Grid, Notation::Pretty, Notation::Svg] {
            if notation == Notation::Pretty && !is_connected {
                continue;
            }
            let text = write(puzzle, position, notation).unwrap();
            assert_eq!(&read(puzzle, &text).unwrap(), position, "{text}");
        }
        for symmetry in puzzle.symmetries() {
            let image = symmetry.image(position);
            assert!(case.positions.contains_key(&case.text(&image)));
            assert_eq!(&symmetry.image(&image), position);
        }
    }
}

/// Boards of cars with walls. The search looks up the moves of most cars. Lines of more than eight cells are too long for
/// that, and so are columns that are longer than the rows.
fn boards_of_cars() -> impl Strategy<Value = Drawn> {
    let sizes = vec![(6, 6), (8, 8), (7, 4), (3, 7), (11, 3), (12, 11), (9, 15)];
    let dice = prop::collection::vec(any::<Index>(), 120);
    (prop::sample::select(sizes), dice).prop_map(|((width, height), dice)| {
        let mut dice = Dice(dice.into_iter());
        let mut grid = vec![vec!['.'; width]; height];
        for _ in 0..dice.roll(width) {
            grid[dice.roll(height)][dice.roll(width)] = '#';
        }
        for sign in ('A'..='Z').take(4 + dice.roll(20)) {
            let (length, is_in_row) = (2 + dice.roll(5) / 3, dice.roll(2) == 0);
            let from = (dice.roll(width), dice.roll(height));
            let car: Vec<_> =
                (0..length).map(|nth| if is_in_row { (nth, 0) } else { (0, nth) }).collect();
            let cells = placed(&car, from).filter(|cells| {
                let sign_at = |&(column, row): &(usize, usize)| grid.get(row)?.get(column);
                cells.iter().all(|cell| sign_at(cell) == Some(&'.'))
            });
            if let Some(cells) = cells {
                grid = with(&grid, sign, &cells);
            }
        }
        if signs(&grid).is_empty() {
            grid[0][0] = 'A';
        }
        let start = text(&grid);
        Drawn { goals: vec![start.clone()], start, lengthwise: true, ..Drawn::default() }
    })
}

#[test]
fn random_boards_of_cars_are_as_the_witness_knows_them() {
    const ENOUGH: usize = 200;
    let config =
        Config { failure_persistence: None, ..Config::with_cases(crate::common::cases(40)) };
    let check = |drawn: Drawn| {
        let Setup { puzzle, start, .. } =
            PuzzleFile::parse(&drawn.file()).unwrap().setup().unwrap_or_else(|e| panic!("{e}"));
        let witness = Witness::new(&drawn);
        for metric in Metric::OF_SINGLE_PIECES {
            let mut level = BTreeSet::from([witness.start_text()]);
            let mut seen = level.clone();
            let mut widths = vec![1];
            while seen.len() < ENOUGH {
                let after = level.iter().flat_map(|text| witness.neighbours(text, metric.name()));
                let next = after.filter(|text| seen.insert(text.clone())).collect::<BTreeSet<_>>();
                if next.is_empty() {
                    break;
                }
                widths.push(next.len() as u64);
                level = next;
            }
            let until = Until::Reached(ENOUGH as u64);
            let found = Component::explore(&puzzle, &start, metric, until, Effort::UNLIMITED);
            let found = found.unwrap();
            assert_eq!(found.levels(), widths, "{metric} {drawn:?}");
            let farthest = found.farthest().into_iter();
            let farthest: BTreeSet<String> =
                farthest.map(|position| puzzle.position_text(&position)).collect();
            assert_eq!(farthest, level, "{metric} {drawn:?}");
        }
        Ok(())
    };
    TestRunner::new(config).run(&boards_of_cars(), check).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn random_puzzles_on_large_boards_are_as_the_witness_knows_them() {
    let config =
        Config { failure_persistence: None, ..Config::with_cases(crate::common::cases(6)) };
    let check = |drawn: Drawn| {
        let case = Case::new(&below_a_hall(&drawn));
        let board = case.puzzle().board();
        assert!(board.cell_count() > 180 && !board.is_narrow());
        check_texts(&case);
        check_component(&case);
        check_probes(&case);
        check_meetings(&case);
        check_guides(&case);
        let set = case.setup.piece_set();
        let error = Space::new(case.puzzle(), &set).unwrap_err();
        assert_eq!(error, SpaceError::Cells(board.cell_count()));
        Ok(())
    };
    TestRunner::new(config).run(&puzzles(), check).unwrap_or_else(|error| panic!("{error}"));
}

/// Board, pieces and goal are symmetric here, and the thin walls of one of the two puzzles are not.
#[test]
fn a_thin_wall_can_break_a_symmetry() {
    for (walls, symmetries) in [(".|. . .\n\n. . . .", 0), (".|. .|.\n\n. . . .", 1)] {
        let drawn = Drawn {
            start: ".AB.\n....".to_owned(),
            goals: vec!["....\n.BA.".to_owned()],
            alike: vec!["AB".to_owned()],
            thin_walls: walls.to_owned(),
            ..Drawn::default()
        };
        let case = Case::new(&drawn);
        assert_eq!(case.puzzle().symmetries().len(), symmetries, "{walls}");
        assert_eq!(case.puzzle().board().is_symmetric(), symmetries == 1, "{walls}");
        check_search(&case);
        check_tables(&case);
    }
}

/// A component that exceeds the memory limit is an error that says how far the search came. A
/// nearby goal is still found.
#[test]
fn a_component_that_outgrows_memory_is_refused() {
    let drawn = Drawn {
        start: "ABCDE\nFGHIJ\n.....\n.....".to_owned(),
        goals: vec![".....\n.....\nJ....\n.....".to_owned()],
        ..Drawn::default()
    };
    let file = PuzzleFile::parse(&drawn.file()).unwrap();
    let Setup { puzzle, start } = file.setup().unwrap();
    const MEMORY: u64 = 10_000_000;
    let effort = Effort { memory: MEMORY, ..Effort::UNLIMITED };
    let own = huarong::Position::new(&puzzle, start.clone()).unwrap();
    let searched = Oracle::search_by(Method::Component, &own, &effort.into());
    let is_memory = |error: ComponentError| {
        let ComponentError::Memory { reached, moves, allowed: MEMORY } = error else {
            panic!("{error}")
        };
        assert!(reached > 1000 && moves > 0, "{error}");
    };
    match searched.unwrap_err() {
        OracleError::Component(error) => is_memory(error),
        error => panic!("{error}"),
    }
    let explore = |until| Component::explore(&puzzle, &start, Metric::Finger, until, effort);
    is_memory(explore(Until::All).unwrap_err());
    let solved = explore(Until::Goal).unwrap();
    let path = solved.path_to(solved.found().unwrap()).unwrap();
    // The last piece moves down to the empty rows and along them in one move.
    assert_eq!(path.len(), 1);
}
