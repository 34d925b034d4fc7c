//! Thin walls between cells, where random puzzles do not show them: drawings, equality, tables, tile
//! puzzles, and other formats.

use huarong::notation;
use huarong::notation::Notation;
use huarong::puzzle::{Direction, PositionError};
use huarong_core::effort::Effort;
use huarong_core::interchange::{Format, InterchangeError, Unsayable, write};
use huarong_core::puzzle_file::{PuzzleFile, Setup};
use huarong_core::rules::{Metric, Puzzle};
use huarong_oracle::atlas::{Atlas, Plan};
use huarong_search::{Component, TileSolver, Until};
use std::collections::BTreeSet;
use tempfile::TempDir;

fn setup(grids: &str) -> Setup {
    let file = PuzzleFile::parse(&format!("name = 'n'\n{grids}"));
    file.unwrap_or_else(|error| panic!("{error}\n{grids}")).setup().unwrap()
}

/// The texts of all positions that the start reaches, by the simple move generator.
fn reached(Setup { puzzle, start }: &Setup) -> BTreeSet<String> {
    let mut reached = BTreeSet::from([puzzle.position_text(start)]);
    let mut waiting = vec![start.clone()];
    while let Some(position) = waiting.pop() {
        for made in puzzle.moves(&position, Metric::Unit) {
            let after = made.apply(&position);
            if reached.insert(puzzle.position_text(&after)) {
                waiting.push(after);
            }
        }
    }
    reached
}

const DRAWN: &str = "start = '''\nAAB\n.CB\n...'''\ngoal = '''\n...\n...\nAA.'''\n\
                     thin_walls = '''\n. .|.\n-\n. . .\n    -\n. .|.'''";

#[test]
fn a_drawing_shows_thin_walls_and_is_read_back() {
    let drawn = setup(DRAWN);
    let shown = notation::write(&drawn.puzzle, &drawn.start, Notation::Pretty).unwrap();
    let wanted = "\
┏━━━━━━━━━━━━━┓
┃╭A─────╮┃╭B─╮┃
┃╰──────╯┃│  │┃
┃━━━━    ┃│  │┃
┃    ╭C─╮ │  │┃
┃    ╰──╯ ╰──╯┃
┃        ╋━━━━┃
┃        ┃    ┃
┃        ┃    ┃
┗━━━━━━━━━━━━━┛";
    assert_eq!(shown, wanted);
    let corner = "start = '''\nAA.\nA..\n...\n..B'''\ngoal = '''\n...\n...\n...\nB..'''\n\
                  thin_walls = '''\n. . .\n\n. .|.\n\n. . .\n  -\n. . .'''";
    let mut positions = 0;
    for drawn in [drawn, setup(corner)] {
        for text in reached(&drawn) {
            positions += 1;
            let position = drawn.puzzle.parse_position(&text).unwrap();
            for notation in [Notation::Pretty, Notation::Svg] {
                let shown = notation::write(&drawn.puzzle, &position, notation).unwrap();
                assert_eq!(notation::read(&drawn.puzzle, &shown).unwrap(), position, "{shown}");
                if notation == Notation::Svg {
                    assert!(shown.contains("stroke-width=\"8\""), "{shown}");
                }
            }
        }
    }
    assert!(positions > 20, "{positions}");
}

#[test]
fn no_piece_is_on_both_sides() {
    let Setup { puzzle, .. } = setup(DRAWN);
    let misplaced = |text: &str| match puzzle.parse_position(text).unwrap_err() {
        PositionError::Misplaced { sign, why, .. } => (sign, why),
        error => panic!("{error}"),
    };
    const THIN_WALL: &str = "are on both sides of a thin wall";
    assert_eq!(misplaced(".AA/.CB/..B"), ('A', THIN_WALL));
    assert_eq!(misplaced("AA./.CB/..B"), ('B', THIN_WALL));
}

/// Pieces of one cell stand everywhere, with thin walls and without. Only their steps differ.
#[test]
fn puzzles_that_differ_in_thin_walls_only_are_different() {
    let grids = "start = 'A.B'\ngoal = '.A.'\n";
    let [open, walled] =
        ["", "thin_walls = '.|. .'"].map(|walls| setup(&format!("{grids}{walls}")));
    assert_ne!(open.puzzle, walled.puzzle);
    let directory = TempDir::new().unwrap();
    let atlas = |setup: &Setup| Atlas::new(setup.family("same"), directory.path());
    atlas(&open).build(&Plan::default(), Effort::UNLIMITED).unwrap();
    let found = |setup: &Setup| atlas(setup).find(&setup.piece_set(), Metric::Unit);
    assert!(matches!(found(&open), Ok(Some(_))));
    assert!(!matches!(found(&walled), Ok(Some(_))));
    let [open, walled] = [open, walled].map(|setup| reached(&setup).len());
    assert_eq!((open, walled), (3, 2));
}

/// A thin wall at an edge or beside a wall has no effect; one at a wall has no place.
#[test]
fn a_builder_takes_thin_walls() {
    let build = |column, row, side| {
        let builder = Puzzle::builder(2, 2).wall(1, 1).rectangle("single", 'S', 1, 1);
        builder.goal(&[('S', 0, 1)]).thin_wall(column, row, side).build()
    };
    let walls = |puzzle: &Puzzle| puzzle.board().thin_walls().collect::<Vec<_>>();
    let divided = build(0, 1, Direction::Up).unwrap();
    assert_eq!(walls(&divided), [(0, 0, Direction::Down)]);
    for (column, row, side) in [(0, 0, Direction::Left), (1, 0, Direction::Down)] {
        assert_eq!(walls(&build(column, row, side).unwrap()), []);
    }
    assert!(build(1, 1, Direction::Up).is_err());
}

/// The board of the 8-puzzle with a thin wall is still one on which parity decides, unless a cell
/// has one neighbour only.
#[test]
fn tiles_respect_thin_walls() {
    let tiles = |walls: &str| {
        let grids = "start = '''\nABC\nDEF\nGH.'''\ngoal = '''\nABC\nDEF\nGH.'''\n";
        setup(&format!("{grids}thin_walls = '''\n{walls}'''"))
    };
    let solver = |Setup { puzzle, start }: &Setup| {
        TileSolver::new(puzzle, start, Effort::UNLIMITED).unwrap()
    };
    assert!(solver(&tiles(". .|.\n\n. . .\n\n. . .")).is_none());
    let walled = tiles(". . .\n\n. .|.\n\n. . .");
    let solver = solver(&walled).expect("parity decides");
    let Setup { puzzle, start } = &walled;
    let component =
        Component::explore(puzzle, start, Metric::Unit, Until::All, Effort::UNLIMITED).unwrap();
    assert_eq!(component.len(), 181_440);
    let distances = component.into_distances(Effort::UNLIMITED).unwrap();
    for text in ["AB./DEC/GHF", "HGF/EDC/BA.", ".AB/CDE/FGH", "BAC/DEF/GH.", "ABC/DFE/GH."] {
        let position = puzzle.parse_position(text).unwrap();
        let known = distances.distance(&position);
        let decided = TileSolver::decides(puzzle, &position, start);
        assert_eq!(decided, Some(known.is_some()), "{text}");
        let found = solver.solve(&position, Effort::UNLIMITED).unwrap().moves;
        assert_eq!(found.map(|moves| moves.len()), known.map(usize::from), "{text}");
    }
}

#[test]
fn formats_without_thin_walls_refuse_them() {
    let file = PuzzleFile::parse("name = 'n'\nstart = 'A.B'\ngoal = 'B.A'\nthin_walls = '. .|.'\n")
        .unwrap();
    for format in [Format::Knuth, Format::Jimslide] {
        match write(format, &file) {
            Err(InterchangeError::Unwritable { reason, .. }) => {
                assert_eq!(reason, Unsayable::ThinWalls);
            }
            found => panic!("{found:?}"),
        }
    }
}
