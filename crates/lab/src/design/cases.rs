//! The piece sets of an order on a board, each with the goals that its goal piece can have.

use super::board_symmetry::{BoardSymmetry, StartSymmetry};
use super::draft::{Draft, DraftError};
use super::drawings::Place;
use super::error::{AsymmetricPart, DesignError};
use super::order::Order;
use super::outcome::Excluded;
use super::pieces::Mix;
use huarong_core::effort::Effort;
use huarong_core::grid::{Cell, Placed, Polyomino, Region};
use huarong_core::rules::{Arrangement, Goal, PieceSet, Puzzle, PuzzleError, Shape};
use std::collections::{BTreeSet, HashSet};

/// A piece set on a board, and the goals to search.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// The symmetries of the board that keep the conditions of the order.
    symmetries: Vec<BoardSymmetry>,
    /// The symmetries that the start must have.
    start_symmetries: Vec<BoardSymmetry>,
    pub mix: Mix,
    /// The puzzle with the first goal.
    pub puzzle: Puzzle,
    pub set: PieceSet,
    /// The goals, each as the anchors of the goal piece that reach it.
    pub goals: Vec<Vec<Cell>>,
}

/// The number of the goal piece among the shapes of a case.
pub(super) const GOAL_PIECE: usize = 0;

const GOAL_LETTER: char = 'A';

/// Letters of the other pieces. Other programs take `X` for the red car of Rush Hour, and `O` for an empty cell.
fn letters() -> impl Iterator<Item = char> {
    ('B'..='Z').chain('a'..='z').filter(|letter| !"OoXx".contains(*letter))
}

/// The cases of piece sets on a board. Without `goal`, each place of the goal piece is a goal. Otherwise, `goal` and the other
/// goals of the order are the only goal together. Of cases and goals that are
/// images under a symmetry of the board, the first is kept, if the symmetry keeps the conditions on starts.
pub(super) fn cases_with_goals(
    region: &Region,
    mixes: &[Mix],
    goal: Option<&[Place]>,
    order: &Order<'_>,
    effort: Effort<'_>,
) -> Result<Vec<Case>, DesignError> {
    let mut symmetries = BoardSymmetry::of(region);
    symmetries.retain(|symmetry| {
        // A transposition exchanges left-right with up-down mirror images.
        let has = |wanted| order.start_symmetries().any(|symmetry| symmetry == wanted);
        let keeps_symmetry =
            !symmetry.transposed || has(StartSymmetry::LeftRight) == has(StartSymmetry::UpDown);
        symmetry.is_identity() || order.fixed.is_empty() && keeps_symmetry
    });
    let start_symmetries = order.symmetries_of(region);
    let others = || order.other_goals.iter().map(Vec::as_slice);
    let sorted = |cells: &[Place]| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells
    };
    let mut seen = HashSet::new();
    let mut cases = Vec::new();
    for mix in mixes {
        effort.check()?;
        let places = placements(region, &mix.goal).map(|mut cells| {
            let anchor = cells[0];
            cells.sort_unstable();
            (anchor, cells)
        });
        let wanted: BTreeSet<Vec<Place>> = goal.into_iter().chain(others()).map(sorted).collect();
        let goals: Vec<Vec<(Place, Vec<Place>)>> = match wanted.is_empty() {
            true => places.map(|place| vec![place]).collect(),
            false => {
                let together: Vec<_> = places.filter(|(_, cells)| wanted.contains(cells)).collect();
                Vec::from_iter((together.len() == wanted.len()).then_some(together))
            }
        };
        let is_new = |goal: &Vec<(Place, Vec<Place>)>| {
            let image = |symmetry: &BoardSymmetry| {
                let cells = goal.iter().map(|(_, cells)| symmetry.places(cells));
                (image(symmetry, mix), cells.collect::<BTreeSet<_>>())
            };
            seen.insert(symmetries.iter().map(image).min())
        };
        let goals = goals.into_iter().filter(is_new);
        let goals = goals.map(|goal| goal.into_iter().map(|(anchor, _)| anchor).collect());
        let goals: Vec<Vec<Place>> = goals.collect();
        if !goals.is_empty() {
            cases.extend(case(region, mix, &goals, [&symmetries, &start_symmetries])?);
        }
    }
    Ok(cases)
}

/// Returns an error if the board, or each kind of piece alone, shows that no start has all symmetries of an order.
pub(super) fn check_symmetries(
    region: &Region,
    mixes: &[Mix],
    order: &Order<'_>,
) -> Result<(), DesignError> {
    for symmetry in order.start_symmetries() {
        let Some(of_board) = symmetry.of(region) else {
            return Err(match symmetry {
                StartSymmetry::LeftRight => DesignError::AsymmetricBoard,
                symmetry => DesignError::Asymmetric { symmetry, part: AsymmetricPart::Board },
            });
        };
        let has_own_image = |shape: &Polyomino| {
            placements(region, shape).any(|mut cells| {
                cells.sort_unstable();
                of_board.places(&cells) == cells
            })
        };
        if !mixes.iter().any(|mix| has_own_image(&mix.goal)) {
            let columns = region.width();
            return Err(match symmetry {
                StartSymmetry::LeftRight => DesignError::AsymmetricGoalPiece { columns },
                symmetry => DesignError::Asymmetric { symmetry, part: AsymmetricPart::GoalPiece },
            });
        }
        let come_in_pairs = |mix: &Mix| {
            mix.others.iter().all(|(shape, count)| {
                let image = (of_board.shape(shape), *count);
                mix.others.contains(&image)
                    && (image.0 != *shape || count % 2 == 0 || has_own_image(shape))
            })
        };
        if !mixes.iter().any(|mix| has_own_image(&mix.goal) && come_in_pairs(mix)) {
            return Err(DesignError::Asymmetric { symmetry, part: AsymmetricPart::Others });
        }
    }
    Ok(())
}

/// The case of a piece set; `None` if its pieces do not fit on the board.
fn case(
    region: &Region,
    mix: &Mix,
    goals: &[Vec<Place>],
    symmetries: [&[BoardSymmetry]; 2],
) -> Result<Option<Case>, PuzzleError> {
    let board = region.board().ok_or(PuzzleError::Unnumbered {
        width: region.width() as u8,
        height: region.height() as u8,
        open: region.open_cell_count() as Cell,
    })?;
    let shapes: Vec<&Polyomino> =
        std::iter::once(&mix.goal).chain(mix.others.iter().map(|(shape, _)| shape)).collect();
    if shapes.iter().any(|shape| placements(region, shape).next().is_none()) {
        return Ok(None);
    }
    let signs = (0_u32..).filter_map(|nth| char::from_u32(0x100 + nth));
    let shapes = shapes
        .into_iter()
        .zip(signs)
        .map(|(shape, sign)| Shape::of_pieces(sign, [sign], shape.clone()));
    let cell =
        |&(column, row): &Place| board.cell(column, row).expect("a placement is on open cells");
    let goals = goals.iter().map(|goal| goal.iter().map(cell).collect());
    let goals: Vec<Vec<Cell>> = goals.collect();
    let puzzle = Puzzle::new(board, shapes.collect(), goal_at(&goals[0]))?;
    let counts = std::iter::once(1).chain(mix.others.iter().map(|other| other.1));
    let set = PieceSet::new(counts);
    let pieces: u32 = set.counts().iter().map(|&count| u32::from(count)).sum();
    let puzzle = puzzle.called(format!("with {pieces} pieces")).with_fixed_counts(&set);
    let [symmetries, start_symmetries] = symmetries.map(<[BoardSymmetry]>::to_vec);
    Ok(Some(Case { symmetries, start_symmetries, mix: mix.clone(), puzzle, set, goals }))
}

fn goal_at(anchors: &[Cell]) -> Goal {
    Goal::any_of(anchors.iter().map(|&anchor| vec![(GOAL_PIECE, anchor)]))
}

/// The placements of a polyomino on the open cells of a board: all its cells, in reading order.
fn placements<'a>(
    region: &'a Region,
    shape: &'a Polyomino,
) -> impl Iterator<Item = Vec<Place>> + 'a {
    let places = |placed: Placed<'_>| {
        placed.cells().map(|(column, row)| (column as u8, row as u8)).collect()
    };
    region.placements(shape).map(places)
}

impl Case {
    /// The images of a position under the symmetries, as far as they have the same piece set.
    pub fn images(&self, position: &Arrangement) -> Vec<Arrangement> {
        let of = |symmetry: &BoardSymmetry| self.image(symmetry, position);
        self.symmetries.iter().filter_map(of).collect()
    }

    /// The images of a position under the symmetries that keep a goal.
    pub fn images_with_goal(&self, goal: usize, position: &Arrangement) -> Vec<Arrangement> {
        let images = self.symmetries.iter().filter(|symmetry| self.keeps_goal(symmetry, goal));
        images.filter_map(|symmetry| self.image(symmetry, position)).collect()
    }

    /// The symmetries of the board that keep the conditions of the order, each with the image of the piece set. If a goal is
    /// given, they keep it.
    pub fn images_of_mix(&self, is_goal_given: bool) -> impl Iterator<Item = (BoardSymmetry, Mix)> {
        let keeps = move |symmetry: &&BoardSymmetry| !is_goal_given || self.keeps_goal(symmetry, 0);
        let symmetries = self.symmetries.iter().filter(keeps);
        symmetries.map(|symmetry| (*symmetry, image(symmetry, &self.mix)))
    }

    fn keeps_goal(&self, symmetry: &BoardSymmetry, goal: usize) -> bool {
        let anchors = &self.goals[goal];
        let is_kept = |&anchor: &Cell| {
            let image = self.piece(symmetry, GOAL_PIECE, anchor);
            image.is_some_and(|(shape, anchor)| shape == GOAL_PIECE && anchors.contains(&anchor))
        };
        anchors.iter().all(is_kept)
    }

    pub fn goal(&self, goal: usize) -> Goal {
        goal_at(&self.goals[goal])
    }

    /// The cells of each piece of a position, sorted, the goal piece first.
    pub fn cells(&self, position: &Arrangement) -> Vec<Vec<Place>> {
        let board = self.puzzle.board();
        let place = |cell| (board.column(cell), board.row(cell));
        let cells = |(shape, anchor)| {
            let covered = self.puzzle.covered(shape, anchor).into_iter();
            let mut cells: Vec<Place> = covered.map(place).collect();
            cells.sort_unstable();
            cells
        };
        position.pieces().map(cells).collect()
    }

    /// The position of pieces, the goal piece first. `None` if they are not those of the piece set.
    pub fn position(&self, pieces: &[Vec<Place>]) -> Option<Arrangement> {
        let (board, shapes) = (self.puzzle.board(), self.puzzle.shapes());
        let mut position = Arrangement::empty_on(board, shapes.len());
        for (nth, cells) in pieces.iter().enumerate() {
            let polyomino = Polyomino::new(cells.iter().copied())?;
            let is_it = |shape: &usize| *shapes[*shape].polyomino() == polyomino;
            let shape = if nth == 0 { GOAL_PIECE } else { (1..shapes.len()).find(is_it)? };
            let covered = cells.iter().map(|&(column, row)| board.cell(column, row));
            let anchor = covered.collect::<Option<Vec<Cell>>>()?.into_iter().min()?;
            position.put(shape, anchor);
        }
        (position.piece_set() == self.set).then_some(position)
    }

    /// Whether a position has the fixed pieces and the symmetries of an order. Otherwise it is counted as excluded.
    pub fn fits(&self, order: &Order<'_>, position: &Arrangement, excluded: &mut Excluded) -> bool {
        let board = self.puzzle.board();
        let place = |cell| (board.column(cell), board.row(cell));
        let stands = |cells: &Vec<Place>| {
            position.pieces().any(|(shape, anchor)| {
                let covered = self.puzzle.covered(shape, anchor).into_iter();
                covered.map(place).eq(cells.iter().copied())
            })
        };
        if !order.fixed.iter().all(stands) {
            excluded.fixed += 1;
            return false;
        }
        let is_own_image = |symmetry: &BoardSymmetry| {
            self.image(symmetry, position).is_some_and(|image| image == *position)
        };
        let fits = self.start_symmetries.iter().all(is_own_image);
        excluded.symmetric += u64::from(!fits);
        fits
    }

    fn image(&self, symmetry: &BoardSymmetry, position: &Arrangement) -> Option<Arrangement> {
        let shapes = self.puzzle.shapes().len();
        let mut image = Arrangement::empty_on(self.puzzle.board(), shapes);
        for (shape, anchor) in position.pieces() {
            let (shape, anchor) = self.piece(symmetry, shape, anchor)?;
            image.put(shape, anchor);
        }
        (image.piece_set() == self.set).then_some(image)
    }

    /// The image of a piece. That of the goal piece is the goal piece.
    fn piece(&self, symmetry: &BoardSymmetry, shape: usize, anchor: Cell) -> Option<(usize, Cell)> {
        let (board, shapes) = (self.puzzle.board(), self.puzzle.shapes());
        let polyomino = symmetry.shape(shapes[shape].polyomino());
        let is_image = |other: &usize| {
            (*other == GOAL_PIECE) == (shape == GOAL_PIECE)
                && *shapes[*other].polyomino() == polyomino
        };
        let image = (0..shapes.len()).find(is_image)?;
        let cells = self.puzzle.covered(shape, anchor).into_iter();
        let places = cells.map(|cell| symmetry.place((board.column(cell), board.row(cell))));
        let cells = places.map(|(column, row)| board.cell(column, row));
        Some((image, cells.collect::<Option<Vec<Cell>>>()?.into_iter().min()?))
    }

    /// The puzzle file of a start with one of the goals.
    pub fn draft(&self, goal: usize, start: &Arrangement) -> Result<Draft, DraftError> {
        let board = self.puzzle.board();
        let (columns, rows) = (usize::from(board.width()), usize::from(board.height()));
        let at =
            |cell: Cell| usize::from(board.row(cell)) * columns + usize::from(board.column(cell));
        let mut empty = vec!['#'; columns * rows];
        board.cells().for_each(|cell| empty[at(cell)] = '.');
        let put = |grid: &mut [char], (shape, anchor), sign| {
            self.puzzle.covered(shape, anchor).into_iter().for_each(|cell| grid[at(cell)] = sign);
        };
        let mut pieces: Vec<(usize, Cell)> = start.pieces().collect();
        pieces.sort_by_key(|&(_, anchor)| anchor);
        let mut letters = letters();
        let mut grid = empty.clone();
        for piece in pieces {
            let sign = match piece.0 {
                GOAL_PIECE => GOAL_LETTER,
                _ => letters.next().ok_or(DraftError::Letters)?,
            };
            put(&mut grid, piece, sign);
        }
        let drawn = |grid: &[char]| -> String {
            let rows = grid.chunks(columns).map(|row| row.iter().collect::<String>() + "\n");
            format!("\"\"\"\n{}\"\"\"", rows.collect::<String>())
        };
        let aim = |&anchor: &Cell| {
            let mut aim = empty.clone();
            put(&mut aim, (GOAL_PIECE, anchor), GOAL_LETTER);
            drawn(&aim)
        };
        let aims: Vec<String> = self.goals[goal].iter().map(aim).collect();
        let aims = match &aims[..] {
            [aim] => format!("goal = {aim}"),
            aims => format!("goals = [{}]", aims.join(", ")),
        };
        Draft::parse(&format!("name = \"Design\"\nstart = {}\n{aims}\n", drawn(&grid)))
    }
}

/// The image of a piece set.
fn image(symmetry: &BoardSymmetry, mix: &Mix) -> Mix {
    let of_others = mix.others.iter().map(|(shape, count)| (symmetry.shape(shape), *count));
    let mut others: Vec<(Polyomino, u8)> = of_others.collect();
    others.sort();
    Mix { goal: symmetry.shape(&mix.goal), others }
}
