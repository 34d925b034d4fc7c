//! Planning tasks in PDDL, against texts written by hand and the grammar of the language. `python/tests/test_planning.py`
//! solves such tasks with a planner.

use huarong::Metric;
use huarong::formats::LibraryPuzzle;
use huarong_core::grid::Board;
use huarong_core::interchange::{Pddl, PddlError};
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::{Goal, Puzzle, Shape};
use std::collections::{BTreeMap, BTreeSet};

const METRICS: [Metric; 2] = [Metric::Unit, Metric::Straight];

fn setup(text: &str) -> Setup {
    PuzzleFile::parse(text).unwrap().setup().unwrap()
}

fn task(text: &str, metric: Metric) -> Pddl {
    Pddl::of(&setup(text), metric).unwrap()
}

const CORNER: &str = "name = 'Corner'\nstart = '''\nAAB\nC.#\n'''\ngoal = '''\n.AA\n..#\n'''\n";

#[test]
fn a_puzzle_is_two_texts() {
    let Pddl { domain, problem, .. } = task(CORNER, Metric::Unit);
    assert_eq!(
        problem,
        "; Corner
(define (problem puzzle)
  (:domain sliding-blocks)
  (:objects
    c1 c2 c3 - column
    r1 r2 - row
    piece-a - shape-2x1
    piece-bc - shape-1x1
  )
  (:init
    (next-column c1 c2) (next-column c2 c3)
    (next-row r1 r2)
    (at piece-a c1 r1) (at piece-bc c3 r1) (at piece-bc c1 r2)
    (empty c2 r2)
  )
  (:goal (and (at piece-a c2 r1))))
"
    );
    assert!(domain.starts_with(
        "; Sliding blocks: an action is one move of the metric unit
(define (domain sliding-blocks)
  (:requirements :strips :typing)
  (:types
    piece column row - object
    shape-2x1 shape-1x1 - piece
  )
  (:predicates
    (at ?p - piece ?c - column ?r - row) ; the first cell of the piece, row by row
    (empty ?c - column ?r - row)
    (next-column ?c0 ?c1 - column)
    (next-row ?r0 ?r1 - row)
  )
  (:action move-2x1-right
    :parameters (?p - shape-2x1 ?c0 ?c1 ?c2 - column ?r0 - row)
    :precondition (and
      (next-column ?c0 ?c1) (next-column ?c1 ?c2)
      (at ?p ?c0 ?r0)
      (empty ?c2 ?r0))
    :effect (and
      (not (at ?p ?c0 ?r0)) (at ?p ?c1 ?r0)
      (empty ?c0 ?r0)
      (not (empty ?c2 ?r0))))
"
    ));
    let up = "  (:action move-2x1-up
    :parameters (?p - shape-2x1 ?c0 ?c1 - column ?r0 ?r1 - row)
    :precondition (and
      (next-column ?c0 ?c1) (next-row ?r0 ?r1)
      (at ?p ?c0 ?r1)
      (empty ?c0 ?r0) (empty ?c1 ?r0))
    :effect (and
      (not (at ?p ?c0 ?r1)) (at ?p ?c0 ?r0)
      (empty ?c0 ?r1) (empty ?c1 ?r1)
      (not (empty ?c0 ?r0)) (not (empty ?c1 ?r0))))
";
    assert!(domain.contains(up), "{domain}");
    assert_eq!(domain.matches("(:action ").count(), 8);
}

/// A slide needs the cells on its path, and covers those at its end.
#[test]
fn straight_moves_have_an_action_per_distance() {
    let Pddl { domain, .. } = task(CORNER, Metric::Straight);
    let slide = "  (:action move-1x1-left-2
    :parameters (?p - shape-1x1 ?c0 ?c1 ?c2 - column ?r0 - row)
    :precondition (and
      (next-column ?c0 ?c1) (next-column ?c1 ?c2)
      (at ?p ?c2 ?r0)
      (empty ?c0 ?r0) (empty ?c1 ?r0))
    :effect (and
      (not (at ?p ?c2 ?r0)) (at ?p ?c0 ?r0)
      (empty ?c2 ?r0)
      (not (empty ?c0 ?r0))))
";
    assert!(domain.contains(slide), "{domain}");
    // The domino goes one cell in each direction, the small pieces also two cells along a row.
    assert_eq!(domain.matches("(:action ").count(), 4 + 4 + 2);
}

#[test]
fn the_action_in_the_book_is_written() {
    let page = include_str!("../../docs/how-to/puzzles.md");
    let (_, action) = page.split_once("```text\n  (:action ").unwrap();
    let (action, _) = action.split_once("```").unwrap();
    let street = "name = 'Street'\nstart = 'AA..'\ngoal = '..AA'\nrows = 'A'\n";
    let Pddl { domain, .. } = task(street, Metric::Straight);
    assert!(domain.contains(&format!("  (:action {action}")), "{domain}");
}

#[test]
fn the_domain_has_the_shapes_and_what_holds_pieces_back() {
    let cars = "name = 'Cars'\nlengthwise = true\nstart = '''\nAAB.\n..B.\nCC..\nDD..\n'''\ngoal = '''\n..AA\n....\n....\n....\n'''\n";
    let Pddl { domain, problem, .. } = task(cars, Metric::Unit);
    for action in ["2x1-rows-right", "2x1-rows-left", "1x2-columns-down", "1x2-columns-up"] {
        assert!(domain.contains(&format!("(:action move-{action}\n")), "{domain}");
    }
    assert_eq!(domain.matches("(:action ").count(), 4);
    // Pieces on lines of their own are different objects.
    assert!(problem.contains("(at piece-cd-3 c1 r3) (at piece-cd-4 c1 r4)"), "{problem}");

    let gate = "name = 'Gate'\nstart = '''\nAC\nBB\nB.\n'''\ngoal = '''\n..\n..\n.A\n'''\ngate = '''\n..\n..\n.A\n'''\n";
    let Pddl { domain, problem, .. } = task(gate, Metric::Straight);
    assert!(domain.contains("    right down left up - direction\n"), "{domain}");
    assert!(
        domain.contains(" (may-move ?p down ?c0 ?r0) (may-move ?p down ?c0 ?r1)\n"),
        "{domain}"
    );
    assert!(domain.contains("(:action move-11-10-up-1\n"), "{domain}");
    let allowed = |piece| problem.matches(&format!("(may-move {piece} ")).count();
    // Six cells have seven pairs of neighbours, two of them with the gate. The corner of three cells has two places.
    assert_eq!(["piece-a", "piece-b", "piece-c"].map(allowed), [14, 2, 10]);
}

#[test]
fn several_goals_are_a_disjunction() {
    let either = "name = 'Either'\nstart = '''\nAB.\n'''\ngoals = ['''\n.A.\n''', '''\n..B\n''']\n";
    let Pddl { domain, problem, .. } = task(either, Metric::Unit);
    assert!(domain.contains("(:requirements :strips :typing :disjunctive-preconditions)\n"));
    let goal = "  (:goal (or\n    (and (at piece-a c2 r1))\n    (and (at piece-b c3 r1)))))\n";
    assert!(problem.ends_with(goal), "{problem}");
}

#[test]
fn pieces_leave_by_actions() {
    let doors = "name = 'Doors'\nstart = '''\nAB.\nCC.\n'''\ndoors = '''\n.....\n....1\nC....\n.....\n'''\n\
                 owners = { 1 = 'AB' }\nfrozen = { C = 1 }\ngone = '1'\n";
    let Pddl { domain, problem, .. } = task(doors, Metric::Straight);
    let leave = "  (:action leave-piece-ab-c2-r1-right
    :parameters (?n0 ?n1 ?n2 ?n3 - tally)
    :precondition (and
      (at piece-ab c2 r1)
      (empty c3 r1)
      (on-board piece-ab ?n1) (next-number ?n0 ?n1)
      (gone ?n2) (next-number ?n2 ?n3))
    :effect (and
      (not (at piece-ab c2 r1))
      (empty c2 r1)
      (not (on-board piece-ab ?n1)) (on-board piece-ab ?n0)
      (not (gone ?n2)) (gone ?n3) (gone-at-least ?n3)))
";
    assert!(domain.contains(leave), "{domain}");
    assert!(domain.contains("      (at ?p ?c0 ?r0) (gone-at-least n1)\n"), "{domain}");
    assert!(problem.contains("    (on-board piece-c n1) (on-board piece-ab n2)\n"), "{problem}");
    assert!(problem.ends_with("  (:goal (and (on-board piece-ab n0))))\n"), "{problem}");
}

#[test]
fn what_is_no_planning_task_says_why() {
    for metric in [Metric::Finger, Metric::Multi] {
        let error = Pddl::of(&setup(CORNER), metric).unwrap_err();
        assert_eq!(error, PddlError::Metric(metric));
        assert!(error.to_string().ends_with(&format!("unit or straight, not {metric}")));
    }
    let board = Board::new(2, 1, []).unwrap();
    let shapes = vec![Shape::rectangle("single", 'S', 1, 1).unwrap()];
    let puzzle = Puzzle::new(board, shapes, Goal::any_of([])).unwrap();
    let start = puzzle.parse_position("S.").unwrap();
    assert_eq!(Pddl::of(&Setup { puzzle, start }, Metric::Unit), Err(PddlError::NoGoal));
}

/// Signs that PDDL does not have, or does not distinguish, are in comments.
#[test]
fn names_have_letters_and_digits() {
    for (start, goal, objects) in [
        ("Aa.", "..A", "    piece-1 - shape-1x1 ; A\n    piece-2 - shape-1x1 ; a\n"),
        ("曹1.", "..曹", "    piece-1 - shape-1x1 ; 曹\n    piece-2 - shape-1x1 ; 1\n"),
        ("A1.", "..A", "    piece-a - shape-1x1\n    piece-1 - shape-1x1\n"),
    ] {
        let text = format!("name = 'Names'\nstart = '{start}'\ngoal = '{goal}'\n");
        let Pddl { problem, .. } = task(&text, Metric::Unit);
        assert!(problem.contains(objects), "{problem}");
    }
}

/// An expression of PDDL.
#[derive(Debug, PartialEq)]
enum Expression {
    Word(String),
    List(Vec<Expression>),
}

impl Expression {
    fn read(text: &str) -> Self {
        let lines = text.lines().map(|line| line.split(';').next().unwrap());
        let spaced = lines.collect::<Vec<_>>().join(" ").replace('(', " ( ").replace(')', " ) ");
        let mut open = vec![Vec::new()];
        for word in spaced.split_whitespace() {
            match word {
                "(" => open.push(Vec::new()),
                ")" => {
                    let list = Self::List(open.pop().unwrap());
                    open.last_mut().expect("a bracket is open").push(list);
                }
                word => open.last_mut().unwrap().push(Self::Word(word.to_owned())),
            }
        }
        let [whole] = <[_; 1]>::try_from(open.pop().unwrap()).unwrap();
        assert!(open.is_empty());
        whole
    }

    fn list(&self) -> &[Self] {
        let Self::List(list) = self else { panic!("{self:?} is no list") };
        list
    }

    fn word(&self) -> &str {
        let Self::Word(word) = self else { panic!("{self:?} is no word") };
        word
    }

    /// The sections that begin with a keyword, without it.
    fn sections(&self, keyword: &str) -> Vec<&[Self]> {
        let lists = self.list().iter().filter_map(|part| match part {
            Self::List(list) if list[0] == Self::Word(keyword.to_owned()) => Some(&list[1..]),
            _ => None,
        });
        lists.collect()
    }

    /// The facts in a condition, an effect or a goal, each as its words.
    fn facts(&self) -> Vec<Vec<&str>> {
        match self.list() {
            [Self::Word(word), parts @ ..] if matches!(word.as_str(), "and" | "or" | "not") => {
                parts.iter().flat_map(Self::facts).collect()
            }
            words => vec![words.iter().map(Self::word).collect()],
        }
    }
}

/// The names of a list with their types, as in `a b - type`.
fn typed(list: &[Expression]) -> Vec<(&str, &str)> {
    let words: Vec<&str> = list.iter().map(Expression::word).collect();
    let types = |at: usize| {
        let dash = at + words[at..].iter().position(|&word| word == "-").expect("a type follows");
        words[dash + 1]
    };
    let names =
        (0..words.len()).filter(|&at| words[at] != "-" && (at == 0 || words[at - 1] != "-"));
    names.map(|at| (words[at], types(at))).collect()
}

/// Checks that all names are declared once and are names of PDDL, and that facts have the arguments of their predicates.
fn check(Pddl { domain, problem, .. }: &Pddl, pieces: usize) {
    let [domain, problem] = [domain, problem].map(|text| Expression::read(text));
    let types: BTreeMap<&str, &str> =
        domain.sections(":types").into_iter().flat_map(typed).collect();
    let objects: Vec<(&str, &str)> = [domain.sections(":constants"), problem.sections(":objects")]
        .concat()
        .into_iter()
        .flat_map(typed)
        .collect();
    let names: BTreeSet<&str> = objects.iter().map(|(name, _)| *name).collect();
    assert_eq!(names.len(), objects.len());
    assert!(objects.iter().all(|(_, of_type)| types.contains_key(of_type)));
    let predicates = domain.sections(":predicates")[0];
    let arity: BTreeMap<&str, usize> = predicates
        .iter()
        .map(|predicate| (predicate.list()[0].word(), typed(&predicate.list()[1..]).len()))
        .collect();
    let check_fact = |fact: &[&str], known: &dyn Fn(&str) -> bool| {
        assert_eq!(Some(&(fact.len() - 1)), arity.get(fact[0]), "{fact:?}");
        assert!(fact[1..].iter().all(|name| known(name)), "{fact:?}");
    };
    let is_object = |name: &str| names.contains(name);
    let init: Vec<Vec<&str>> =
        problem.sections(":init")[0].iter().flat_map(Expression::facts).collect();
    init.iter().for_each(|fact| check_fact(fact, &is_object));
    assert_eq!(init.iter().filter(|fact| fact[0] == "at").count(), pieces);
    problem.sections(":goal")[0][0].facts().iter().for_each(|fact| check_fact(fact, &is_object));
    let mut actions = BTreeSet::new();
    for action in domain.sections(":action") {
        let [name, _, parameters, _, condition, _, effect] = action else { panic!("{action:?}") };
        assert!(actions.insert(name.word()), "{name:?} is there twice");
        let parameters: BTreeMap<&str, &str> = typed(parameters.list()).into_iter().collect();
        assert!(parameters.values().all(|of_type| types.contains_key(of_type)));
        let is_known = |name: &str| is_object(name) || parameters.contains_key(name);
        let facts = [condition, effect].into_iter().flat_map(Expression::facts);
        facts.for_each(|fact| check_fact(&fact, &is_known));
    }
    let is_name = |name: &&str| {
        name.starts_with(|sign: char| sign.is_ascii_lowercase())
            && name
                .bytes()
                .all(|sign| sign == b'-' || sign.is_ascii_lowercase() || sign.is_ascii_digit())
    };
    assert!(names.iter().chain(&actions).chain(types.keys()).chain(arity.keys()).all(is_name));
}

#[test]
fn every_puzzle_is_a_planning_task() {
    let library = LibraryPuzzle::all().into_iter().chain(LibraryPuzzle::of_doors());
    let texts = library.map(|puzzle| puzzle.text).chain([include_str!("../golden/every-key.toml")]);
    let mut puzzles = 0;
    for text in texts {
        let setup = setup(text);
        for metric in METRICS {
            check(&Pddl::of(&setup, metric).unwrap(), setup.start.pieces().count());
        }
        puzzles += 1;
    }
    assert!(puzzles > 140, "{puzzles} puzzles");
}
