//! The rules: moves, paths, mirror images and valid puzzles, against the naive witness.

use crate::cases::{Case, case, counts, klotski_case, plans, space};
use huarong_core::grid::{Board, BoardError, Cells, Direction};
use huarong_core::klotski;
use huarong_core::rules::{
    Arrangement, Family, Freedom, Goal, Metric, PieceMove, PieceSet, PositionError, Puzzle,
    PuzzleError, Shape, ShapeError,
};
use huarong_core::space::Space;
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// Checks all moves from one position.
fn check_moves(case: &Case, position: &Arrangement) {
    let Case { puzzle, naive } = case;
    let text = puzzle.position_text(position);
    let expected = Metric::ALL.map(|metric| naive.neighbours(&text, metric.name()));
    for (metric, expected) in Metric::ALL.into_iter().zip(&expected) {
        let moves = puzzle.moves(position, metric);
        let order: Vec<_> = moves.iter().map(|made| (made.shape, made.from, made.to)).collect();
        assert!(order.is_sorted(), "{text} under {metric}: {order:?}");
        let found: BTreeSet<String> =
            moves.iter().map(|made| puzzle.position_text(&made.apply(position))).collect();
        assert_eq!(found, *expected, "{text} under {metric}");
        assert_eq!(found.len(), moves.len(), "a position reached twice from {text}");
        for most in [1, moves.len()] {
            let mut some = Vec::new();
            let _ = puzzle.try_for_each_move(metric, position, |made| {
                some.push(made);
                if some.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(some, moves[..most.min(moves.len())], "{text} under {metric}");
        }
    }
    for made in puzzle.moves(position, Metric::Finger) {
        let after = made.apply(position);
        let after_text = puzzle.position_text(&after);
        let strictest = expected.iter().position(|reached| reached.contains(&after_text));
        assert_eq!(strictest, Some(made.metric as usize), "{text} to {after_text}");
        let mut texts = text.clone().into_bytes();
        puzzle.write_after(position, 0..text.len(), &made, &mut texts);
        assert_eq!(texts[text.len()..], *after_text.as_bytes());

        let back = PieceMove { from: made.to, to: made.from, ..made.clone() };
        assert!(puzzle.moves(&after, made.metric).contains(&back), "{after_text} back to {text}");
        assert_eq!(back.apply(&after), *position);
        check_path(case, position, &made);
    }
}

/// Checks that a move's path consists of legal unit steps, ends at the move's target, and is
/// shortest.
fn check_path(Case { puzzle, naive }: &Case, position: &Arrangement, made: &PieceMove) {
    let board = puzzle.board();
    let path = puzzle.path(position, made);
    let mut at = position.clone();
    let mut anchor = made.from;
    for (columns, rows) in path.iter().map(|direction| direction.step()) {
        assert_eq!(columns.abs() + rows.abs(), 1);
        let column = board.column(anchor).checked_add_signed(columns).expect("on the board");
        let row = board.row(anchor).checked_add_signed(rows).expect("on the board");
        let to = board.cell(column, row).expect("no wall");
        let (shape, followers) = (made.shape, Box::default());
        let next =
            PieceMove { shape, from: anchor, to, metric: Metric::Unit, followers }.apply(&at);
        let reached = naive.neighbours(&puzzle.position_text(&at), "unit");
        assert!(reached.contains(&puzzle.position_text(&next)));
        (at, anchor) = (next, to);
    }
    assert_eq!(at, made.apply(position));

    // The unit moves of this piece alone, breadth first.
    let mut steps = HashMap::from([(made.from, 0)]);
    let mut queue = vec![made.from];
    let mut next = 0;
    while next < queue.len() {
        let from = queue[next];
        let stands = PieceMove { to: from, ..made.clone() }.apply(position);
        for step in puzzle.moves(&stands, Metric::Unit) {
            if (step.shape, step.from) == (made.shape, from) && !steps.contains_key(&step.to) {
                steps.insert(step.to, steps[&from] + 1);
                queue.push(step.to);
            }
        }
        next += 1;
    }
    assert_eq!(path.len(), steps[&made.to]);
}

/// Checks the moves of some positions spread over a space.
fn check_spread(case: &Case, counts: &[u8], positions: u64) {
    let space = space(&case.puzzle, counts);
    assert!(!space.is_empty());
    for index in (0..space.len()).step_by(space.len().div_ceil(positions) as usize) {
        check_moves(case, &space.unrank(index));
    }
}

#[test]
fn moves_are_the_naive_ones_among_walls_and_odd_shapes() {
    let shapes = [('J', ".x/.x/xx"), ('S', ".xx/xx."), ('P', ".x./xxx/.x."), ('A', "x")];
    let odd = case("#...../....../...#../......", &shapes, &[]);
    for counts in [[1, 0, 0, 2], [0, 1, 1, 1], [1, 1, 0, 0], [0, 0, 1, 3]] {
        check_spread(&odd, &counts, 100);
    }
    let corners = case(".#../..../#..#", &[('R', ".x/xx"), ('C', "x"), ('A', "x")], &[]);
    check_spread(&corners, &[1, 2, 2], 100);
    // A single piece walks round a wall, and along a line.
    check_spread(&case(".../.#./...", &[('A', "x")], &[]), &[1], 8);
    check_spread(&case("........", &[('H', "xx")], &[]), &[1], 7);
}

#[test]
fn lone_piece_has_counted_moves() {
    // From a corner of a 4x3 board: two unit steps, five straight moves, all eleven other cells.
    let case = case("..../..../....", &[('A', "x")], &[]);
    let position = case.puzzle.parse_position("A.../..../....").unwrap();
    let moves = |metric| case.puzzle.moves(&position, metric).len();
    assert_eq!(Metric::ALL.map(moves), [2, 5, 11]);
    let across = case.puzzle.moves(&position, Metric::Finger).pop().unwrap();
    assert_eq!((across.from, across.to, across.metric), (0, 11, Metric::Finger));
    assert_eq!(case.puzzle.path(&position, &across).len(), 5);
}

#[test]
fn path_to_where_a_piece_cannot_go_is_empty() {
    let puzzle = klotski::puzzle();
    let position = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/S..S").unwrap();
    let made = |to| PieceMove {
        shape: klotski::SMALL,
        from: 16,
        to,
        metric: Metric::Finger,
        followers: Box::default(),
    };
    assert_eq!(puzzle.path(&position, &made(17))[..], [Direction::Right]);
    assert_eq!(puzzle.path(&position, &made(18))[..], [Direction::Right; 2]);
    assert_eq!(puzzle.path(&position, &made(16))[..], []);
    assert_eq!(puzzle.path(&position, &made(0))[..], []);
    assert_eq!(puzzle.path(&position, &made(19))[..], []);
}

/// The witness's distances of all positions to the goal.
fn distances_by_position(case: &Case, space: &Space) -> Vec<(Arrangement, Option<u32>)> {
    let distances = case.naive.distances(&counts(space.piece_set()), "finger");
    let with_distance = |position: Arrangement| {
        let distance = distances[&case.puzzle.position_text(&position)];
        (position, distance)
    };
    space.iter().map(with_distance).collect()
}

#[test]
fn mirror_images_are_as_far_from_the_goal() {
    let rectangles = [('B', "xx/xx"), ('H', "xx"), ('S', "x")];
    let two_goals = [('H', (1, 3)), ('B', (1, 1))];
    let chiral = [('S', ".xx/xx."), ('Z', "xx./.xx"), ('A', "x")];
    // The mirror image of a Z at the left is an S at the right.
    let pair = [('S', (4, 0)), ('Z', (0, 0))];
    let cases = [
        (klotski_case(), vec![1, 4, 1, 1]),
        (case("..../..../.##./....", &rectangles, &[('B', (1, 0))]), vec![1, 1, 3]),
        (case("..../..../..../....", &rectangles, &two_goals), vec![1, 2, 1]),
        (case("....../....../......", &chiral, &pair), vec![1, 1, 2]),
        (case("...../...../.....", &chiral, &[('A', (2, 2))]), vec![1, 1, 1]),
    ];
    for (case, counts) in cases {
        let Case { puzzle, naive } = &case;
        assert!(puzzle.is_symmetric());
        let all = distances_by_position(&case, &space(puzzle, &counts));
        let distances: HashMap<_, _> = all.iter().cloned().collect();
        assert!(distances.values().any(Option::is_some));
        let mut moved = 0;
        for (position, distance) in &all {
            let image = puzzle.mirror(position).expect("the puzzle is symmetric");
            assert_eq!(distances[&image], *distance);
            assert_eq!(puzzle.mirror(&image).as_ref(), Some(position));
            assert_eq!(
                puzzle.goal().is_satisfied_by(&image),
                puzzle.goal().is_satisfied_by(position)
            );
            // Drawn backwards, with the letters of the chiral pair exchanged.
            let drawn = naive.mirror(&puzzle.position_text(position));
            let exchanged = match counts.len() {
                3 if puzzle.shapes()[1].letter() == 'Z' => {
                    drawn.replace('S', "?").replace('Z', "S").replace('?', "Z")
                }
                _ => drawn,
            };
            assert_eq!(puzzle.position_text(&image), exchanged);
            moved += usize::from(image != *position);
        }
        assert!(moved > 0);
    }
}

#[test]
fn puzzles_that_are_not_their_mirror_image_say_so() {
    let chiral = [('S', ".xx/xx."), ('A', "x")];
    let pair = [('S', ".xx/xx."), ('Z', "xx./.xx")];
    let even = [('H', "xx"), ('A', "x")];
    let asymmetric = [
        case("..../...#", &even, &[]),
        case("..../....", &even, &[('H', (0, 0))]),
        case("..../....", &even, &[('H', (1, 0)), ('A', (0, 1))]),
        case("..../....", &chiral, &[]),
        case("..../....", &[('L', "x./xx"), ('J', "xx/.x")], &[]),
        // The mirror image of the goal requires the other piece of the pair.
        case("..../....", &pair, &[('S', (2, 0))]),
        case("....../....../....../......", &pair, &[('S', (4, 0)), ('Z', (0, 2))]),
    ];
    for case in &asymmetric {
        let puzzle = &case.puzzle;
        assert!(!puzzle.is_symmetric(), "{puzzle:?}");
        let position = space(puzzle, &vec![0; puzzle.shapes().len()]).unrank(0);
        assert_eq!(puzzle.mirror(&position), None);
    }
    let symmetric = [
        case("#..#/....", &even, &[('H', (1, 0))]),
        case("..../....", &pair, &[]),
        case("....../......", &pair, &[('S', (4, 0)), ('Z', (0, 0))]),
        case("..../....", &[('L', "x./xx"), ('J', ".x/xx")], &[]),
    ];
    for case in &symmetric {
        assert!(case.puzzle.is_symmetric(), "{:?}", case.puzzle);
    }
}

#[test]
fn mirror_image_keeps_shapes_of_equal_polyominoes_apart() {
    let shapes = [('A', "x"), ('C', "x"), ('H', "xx")];
    for goal in [&[][..], &[('A', (1, 0))], &[('C', (1, 0))]] {
        let case = case(".../...", &shapes, goal);
        let position = case.puzzle.parse_position("AC./.HH").unwrap();
        let image = case.puzzle.mirror(&position).map(|image| case.puzzle.position_text(&image));
        assert_eq!(image.as_deref(), Some(".CA/HH."), "with the goal {goal:?}");
    }
}

#[test]
fn mirror_image_is_a_position_of_the_puzzle() {
    let shapes = [('S', ".xx/xx."), ('Z', "xx./.xx"), ('A', "x")];
    let any = case("..../....", &shapes, &[]).puzzle;
    let mirrored = |puzzle: &Puzzle| {
        let image = puzzle.mirror(&puzzle.parse_position(".SSA/SS..").expect("one S, no Z"))?;
        let text = puzzle.position_text(&image);
        assert_eq!(puzzle.parse_position(&text), Ok(image), "{text}");
        Some(text)
    };
    assert_eq!(mirrored(&any).as_deref(), Some("AZZ./..ZZ"));
    assert_eq!(mirrored(&any.clone().with_fixed_count(2, 1)).as_deref(), Some("AZZ./..ZZ"));
    // With always one S, or never a Z, a position's mirror image is not a position.
    assert_eq!(mirrored(&any.clone().with_fixed_count(0, 1)), None);
    assert_eq!(mirrored(&any.clone().with_fixed_count(1, 0)), None);
    assert_eq!(mirrored(&any.with_fixed_count(0, 1).with_fixed_count(1, 0)), None);
}

#[test]
fn goal_is_satisfied_where_every_wanted_piece_stands() {
    let case = case(
        ".../.../...",
        &[('H', "xx"), ('A', "x"), ('C', "x")],
        &[('H', (1, 2)), ('A', (0, 0))],
    );
    let space = space(&case.puzzle, &[1, 2, 1]);
    let mut goal_positions = 0;
    for position in space.iter() {
        let expected = case.naive.is_goal(&case.puzzle.position_text(&position));
        assert_eq!(case.puzzle.goal().is_satisfied_by(&position), expected);
        goal_positions += u32::from(expected);
    }
    // The other A and C are on two of the six remaining cells.
    assert_eq!(goal_positions, 30);
}

#[test]
fn boards_and_shapes_that_cannot_be_are_refused() {
    for (width, height) in [(0, 5), (5, 0)] {
        assert_eq!(Board::new(width, height, []), Err(BoardError::Size { width, height }));
    }
    for (width, height, open) in [(41, 25, 1_025), (255, 255, 65_025)] {
        let error = BoardError::OpenCells { width, height, open };
        assert_eq!(Board::new(width, height, []), Err(error));
    }
    let closed = Board::new(2, 1, [(0, 0), (1, 0)]);
    assert_eq!(closed.map(|board| board.open_cells()), Ok(Cells::NONE));
    let error = BoardError::WallOutside { column: 4, row: 1, width: 4, height: 5 };
    assert_eq!(Board::new(4, 5, [(0, 0), (4, 1), (0, 5)]), Err(error));
    let all = Cells::from_bits(u128::MAX);
    assert_eq!(Board::new(128, 1, []).map(|board| board.open_cells()), Ok(all));
    // The bounding rectangle may be large: a cross of 128 cells.
    let is_open = |column, row| (column == 99) != (row == 3) && column < 123;
    let places = || (0..255).flat_map(|row| (0..255).map(move |column| (column, row)));
    let walls = places().filter(|&(column, row)| !is_open(column, row) || row > 6);
    let cross = Board::new(255, 255, walls).expect("it has 128 open cells");
    assert_eq!(cross.open_cells(), all);
    assert_eq!((cross.cell(99, 0), cross.cell(0, 3), cross.cell(0, 0)), (Some(0), Some(3), None));
    assert_eq!((cross.column(127), cross.row(127)), (99, 6));

    for letter in ['a', '.', '#', '0', '_', 'É', ' ', '1'] {
        let name = "odd".to_owned();
        let error = ShapeError::Letter { name, letter };
        assert_eq!(Shape::rectangle("odd", letter, 1, 1), Err(error));
    }
    let broken: [&[(u8, u8)]; 4] =
        [&[], &[(0, 0), (0, 0)], &[(0, 0), (1, 1)], &[(0, 0), (1, 0), (3, 0)]];
    for cells in broken {
        let error = ShapeError::Cells { name: "odd".to_owned() };
        assert_eq!(Shape::new("odd", 'X', cells.iter().copied()), Err(error));
    }
    assert!(Shape::rectangle("long", 'X', 65, 1).is_err());
    assert!(Shape::rectangle("full", 'X', 8, 8).is_ok_and(|shape| shape.polyomino().area() == 64));
}

#[test]
fn shape_counts_cells_from_its_own_corner() {
    let shape = Shape::new("corner", 'R', [(8, 4), (7, 4), (8, 3)]).unwrap();
    let polyomino = shape.polyomino();
    assert_eq!(polyomino.cells(), [(1, 0), (0, 1), (1, 1)]);
    assert_eq!((polyomino.width(), polyomino.height(), polyomino.area()), (2, 2, 3));
    let board = Board::new(3, 3, [(2, 2)]).unwrap();
    assert_eq!(board.covered(polyomino, 1), Some(Cells::from_bits(0b011_010)));
    // Over the left edge, on a wall, over the bottom.
    assert_eq!(board.covered(polyomino, 0), None);
    assert_eq!(board.covered(polyomino, 5), None);
    assert_eq!(board.covered(polyomino, 7), None);
}

#[test]
fn puzzles_that_cannot_be_are_refused() {
    let board = Board::new(3, 2, [(1, 1)]).unwrap();
    let shape = |letter, width, height| Shape::rectangle("piece", letter, width, height).unwrap();
    let error = |shapes, goal: &[(usize, u16)]| {
        Puzzle::new(board.clone(), shapes, Goal::new(goal.iter().copied())).map(|_| ()).unwrap_err()
    };
    assert_eq!(error(vec![], &[]), PuzzleError::ShapeCount(0));
    let many = (0..1_025).map(|_| shape('A', 1, 1)).collect();
    assert_eq!(error(many, &[]), PuzzleError::ShapeCount(1_025));
    let twice = vec![shape('A', 1, 1), shape('C', 1, 2), shape('A', 2, 1)];
    assert_eq!(error(twice, &[]), PuzzleError::SharedLetter('A'));
    // Pieces share signs only if they are on lines of their own: a position would not tell them apart otherwise.
    let piece = |along, line: Option<u8>| {
        let piece = Shape::of_pieces("piece", "AC".chars(), shape('X', 1, 1).polyomino().clone())
            .moving(along);
        line.into_iter().fold(piece, Shape::on_line)
    };
    let (rows, columns) = (Freedom::Rows, Freedom::Columns);
    for (one, other) in [
        (piece(rows, Some(0)), piece(rows, Some(0))),
        (piece(rows, Some(0)), piece(columns, Some(2))),
        (piece(rows, Some(0)), piece(rows, None)),
        (piece(Freedom::Both, Some(0)), piece(Freedom::Both, Some(1))),
    ] {
        let shapes = vec![one, shape('X', 1, 1), other];
        assert_eq!(error(shapes, &[]), PuzzleError::SharedLetter('A'));
    }
    let apart = vec![piece(rows, Some(0)), shape('X', 1, 1), piece(rows, Some(1))];
    assert!(Puzzle::new(board.clone(), apart, Goal::new([])).is_ok());
    assert_eq!(error(vec![shape('A', 1, 3)], &[]), PuzzleError::TooLarge("piece".to_owned()));
    assert_eq!(error(vec![shape('A', 4, 1)], &[]), PuzzleError::TooLarge("piece".to_owned()));
    // Unknown shape, unknown cell, over the edge, on the wall.
    for (shape_id, cell) in [(1, 0), (0, 5), (0, 64), (0, 255), (0, 2), (0, 1), (0, 3)] {
        let wanted = PuzzleError::Goal { shape: shape_id, cell };
        assert_eq!(error(vec![shape('A', 2, 2)], &[(shape_id, cell)]), wanted);
    }
}

#[test]
fn pieces_of_a_goal_that_overlap_are_refused() {
    let puzzle = |goal: &[(usize, u16)]| {
        let shapes = vec![
            Shape::rectangle("square", 'B', 2, 2).unwrap(),
            Shape::rectangle("small", 'S', 1, 1).unwrap(),
        ];
        let board = Board::new(4, 2, []).unwrap();
        Puzzle::new(board, shapes, Goal::new(goal.iter().copied())).map(|_| ())
    };
    assert_eq!(puzzle(&[(0, 0), (0, 2), (1, 1)]), Err(PuzzleError::GoalOverlap(1)));
    assert_eq!(puzzle(&[(0, 0), (0, 1)]), Err(PuzzleError::GoalOverlap(1)));
    assert_eq!(puzzle(&[(0, 0), (1, 6)]), Ok(()));
}

/// Shapes with equal cells are distinguished only by their letters.
#[test]
fn polyominoes_of_several_shapes_are_ambiguous() {
    let shapes = ('A'..='H').map(|letter| Shape::rectangle(letter, letter, 1, 1).unwrap());
    let board = Board::new(3, 3, []).unwrap();
    let puzzle = Puzzle::new(board, shapes.collect(), Goal::new([])).unwrap();
    let read =
        |text: &str| puzzle.parse_position(text).map(|position| puzzle.position_text(&position));
    assert_eq!(read("HBC/AGF/DE."), Ok("HBC/AGF/DE.".to_owned()));
    assert_eq!(read("hbc/agf/de."), Ok("HBC/AGF/DE.".to_owned()));
    let error = read("123/456/78.").unwrap_err();
    assert!(
        matches!(error, PositionError::AmbiguousShape { row: 1, column: 1, letter: '1', .. }),
        "{error}"
    );
    assert!(error.to_string().contains("A A, B B, C C"), "{error}");
    // Shapes that a letter identifies are not part of the ambiguity.
    let error = read("ABC/xEF/GH.").unwrap_err();
    assert!(matches!(error, PositionError::UnknownLetter { row: 2, column: 1, .. }), "{error}");
}

#[test]
fn piece_sets_that_are_not_listed_are_said_to_be_that() {
    let puzzle = klotski::puzzle();
    let listed = PieceSet::new([1, 1, 4, 4]);
    let family = Family::new("some", puzzle, 2, [listed]);
    assert_eq!(family.parse_piece_set("1h4v4s"), Ok(PieceSet::new([1, 1, 4, 4])));
    let error = |family: &Family, text| family.parse_piece_set(text).unwrap_err().to_string();
    assert_eq!(error(&family, "0h0v0s"), "piece set 0h0v0s does not belong to the family some");
    assert!(error(&family, "9h0v0s").contains("covers 22 cells"));
    // All shapes are Klotski's.
    assert!(error(&klotski::family(), "0h7v0s").contains("no legal arrangement"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moves_of_klotski_are_the_naive_ones(set: prop::sample::Index, index: prop::sample::Index) {
        let family = klotski::family();
        let space = Space::new(family.puzzle(), set.get(family.piece_sets())).unwrap();
        let position = space.unrank(index.index(space.len() as usize) as u64);
        check_moves(&klotski_case(), &position);
    }

    #[test]
    fn moves_of_random_puzzles_are_the_naive_ones(plan in plans(), index: prop::sample::Index) {
        let (case, set) = plan.case(u64::MAX);
        let space = Space::new(&case.puzzle, &set).unwrap();
        prop_assume!(!space.is_empty());
        check_moves(&case, &space.unrank(index.index(space.len() as usize) as u64));
    }

    #[test]
    fn mirror_is_an_involution_on_klotski(set: prop::sample::Index, index: prop::sample::Index) {
        let family = klotski::family();
        let puzzle = family.puzzle();
        let space = Space::new(puzzle, set.get(family.piece_sets())).unwrap();
        let position = space.unrank(index.index(space.len() as usize) as u64);
        let image = puzzle.mirror(&position).expect("klotski is symmetric");
        let drawn = klotski_case().naive.mirror(&puzzle.position_text(&position));
        prop_assert_eq!(puzzle.position_text(&image), drawn);
        prop_assert_eq!(puzzle.goal().is_satisfied_by(&image), puzzle.goal().is_satisfied_by(&position));
        prop_assert_eq!(puzzle.mirror(&image), Some(position));
    }
}
