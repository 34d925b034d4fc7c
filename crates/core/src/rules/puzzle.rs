//! A puzzle: board, shapes and goal.

use super::arrangement::{Arrangement, PieceSet, ShapeId};
use super::definition::{Definition, PuzzleError, Step};
use super::doors::{DoorRules, Doors};
use super::goal::Goal;
use super::shape::Shape;
use super::signs::Blank;
use super::symmetry::{Parts, Reflection, Symmetry};
use crate::grid::{Board, Cell, CellSet, Cells, Direction, WideCells};
use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

/// A puzzle: a board, the shapes of pieces, and a goal.
///
/// A [`PieceSet`] gives the number of pieces of each shape.
///
/// ```
/// use huarong::puzzle::Board;
/// use huarong::puzzle::{Goal, Shape};
/// use huarong::{Metric, Puzzle};
///
/// // A board of three columns and two rows with a wall, a domino and single cells.
/// let board = Board::new(3, 2, [(2, 1)])?;
/// let shapes = vec![Shape::rectangle("domino", 'D', 2, 1)?, Shape::rectangle("single", 'S', 1, 1)?];
/// let goal = Goal::new(board.cell(0, 1).map(|cell| (0, cell)));
/// let puzzle = Puzzle::new(board, shapes, goal)?;
///
/// let start = puzzle.parse_position("DDS/..#")?;
/// assert!(!puzzle.goal().is_satisfied_by(&start));
/// let after: Vec<String> = puzzle
///     .moves(&start, Metric::Unit)
///     .iter()
///     .map(|made| puzzle.position_text(&made.apply(&start)))
///     .collect();
/// assert_eq!(after, ["..S/DD#"]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// A puzzle is a cheap handle: clones share one definition. Two puzzles are equal if their boards, shapes, gates, fixed
/// counts and goals are equal.
#[derive(Clone, Debug)]
pub struct Puzzle(Arc<Definition>);

impl Puzzle {
    /// A puzzle from its parts.
    pub fn new(board: Board, shapes: Vec<Shape>, goal: Goal) -> Result<Self, PuzzleError> {
        let gates = vec![Vec::new(); shapes.len()];
        Self::with_gates(board, shapes, &gates, goal)
    }

    /// A puzzle from its parts and, for each shape, its gates. Pieces of shapes that do not have a gate may not enter it.
    pub fn with_gates(
        board: Board,
        shapes: Vec<Shape>,
        gates: &[Vec<Cell>],
        goal: Goal,
    ) -> Result<Self, PuzzleError> {
        Ok(Self(Arc::new(Definition::new(board, shapes, gates, None, goal)?)))
    }

    /// A puzzle from its parts, with doors through which pieces leave. A goal can require that pieces have left.
    pub fn with_doors(
        board: Board,
        shapes: Vec<Shape>,
        gates: &[Vec<Cell>],
        doors: DoorRules,
        goal: Goal,
    ) -> Result<Self, PuzzleError> {
        Ok(Self(Arc::new(Definition::new(board, shapes, gates, Some(doors), goal)?)))
    }

    /// The same puzzle with exactly `count` pieces of `shape` in every piece set. Texts of piece sets omit that shape;
    /// positions with another number are rejected.
    pub fn with_fixed_count(mut self, shape: ShapeId, count: u8) -> Self {
        let definition = Arc::make_mut(&mut self.0);
        definition.fixed_counts[shape] = Some(count);
        definition.symmetries = OnceLock::new();
        self
    }

    /// The same puzzle with a [fixed count](Self::with_fixed_count) for every shape.
    #[doc(hidden)]
    pub fn with_fixed_counts(mut self, counts: &PieceSet) -> Self {
        let definition = Arc::make_mut(&mut self.0);
        definition.fixed_counts = counts.counts().iter().copied().map(Some).collect();
        definition.symmetries = OnceLock::new();
        self
    }

    /// The same puzzle with a name. Once all counts are [fixed](Self::with_fixed_count), the name is the text of its
    /// only piece set.
    pub fn called(mut self, name: impl Into<String>) -> Self {
        Arc::make_mut(&mut self.0).name = Some(name.into());
        self
    }

    /// The same puzzle without the pieces of other shapes, and without these in the goal. Its distances are never
    /// larger: the moves of a solution without those of the missing pieces are a solution. For doors, the missing pieces
    /// count as gone.
    #[doc(hidden)]
    pub fn with_shapes_only(&self, shapes: &[ShapeId]) -> Self {
        let mut relaxed = self.clone();
        let definition = Arc::make_mut(&mut relaxed.0);
        definition.goal = definition.goal.with_shapes_only(shapes);
        let counts = definition.fixed_counts.iter_mut().enumerate();
        let missing = counts.filter(|(shape, _)| !shapes.contains(shape));
        let missing = missing.map(|(_, count)| count.replace(0).unwrap_or(0));
        let missing = missing.fold(0, u8::saturating_add);
        definition.doors = self.doors().map(|doors| Arc::new(doors.once_left(missing)));
        definition.symmetries = OnceLock::new();
        relaxed
    }

    /// The same puzzle and position without a piece of that position. `None` if the goal needs the piece.
    #[doc(hidden)]
    pub fn without_piece(
        &self,
        (shape, anchor): (ShapeId, Cell),
        position: &Arrangement,
    ) -> Option<(Self, Arrangement)> {
        let left = position.count(shape) - 1;
        let of_shape = |placements: &Vec<(ShapeId, Cell)>| {
            placements.iter().filter(|(other, _)| *other == shape).count() as u32
        };
        if self.goal().alternatives().iter().all(|placements| of_shape(placements) > left) {
            return None;
        }
        let mut without = position.clone();
        without.take(shape, anchor);
        let puzzle = match self.fixed_counts()[shape] {
            Some(count) => self.clone().with_fixed_count(shape, count - 1),
            None => self.clone(),
        };
        Some((puzzle, without))
    }

    /// The same puzzle and position with a cell in place of a wall, given by column and row. `None` if a door is there, or if
    /// the board would have too many cells.
    #[doc(hidden)]
    pub fn with_wall_opened(
        &self,
        wall: (u8, u8),
        position: &Arrangement,
    ) -> Option<(Self, Arrangement)> {
        let Definition { board: before, shapes, gates, goal, fixed_counts, .. } = &*self.0;
        let rules = self.doors().map(|doors| doors.rules().clone());
        let mut doors = rules.iter().flat_map(|rules| &rules.doors);
        if doors.any(|door| (door.column, door.row) == (wall.0 + 1, wall.1 + 1)) {
            return None;
        }
        let walls = before.walls().filter(|other| *other != wall);
        let board = Board::new(before.width(), before.height(), walls).ok()?;
        let board = board.with_thin_walls(before.thin_walls()).ok()?;
        let number = |cell| board.cell(before.column(cell), before.row(cell));
        let number = |cell| number(cell).expect("cells stay open");
        let gates = gates.iter().map(|gate| gate.iter().copied().map(number).collect());
        let gates: Vec<Vec<Cell>> = gates.collect();
        let goal = goal.renumbered(number);
        let mut opened = Arrangement::empty_on(&board, shapes.len());
        position.pieces().for_each(|(shape, anchor)| opened.put(shape, number(anchor)));
        let definition = Definition::new(board, shapes.clone(), &gates, rules, goal).ok()?;
        let fixed_counts = fixed_counts.clone();
        Some((Self(Arc::new(Definition { fixed_counts, ..definition })), opened))
    }

    /// The same puzzle with one position as its goal.
    ///
    /// ```
    /// use huarong::{Metric, Oracle, Position, Puzzle};
    ///
    /// let puzzle = Puzzle::klotski();
    /// let [start, target] = ["VBBV/VBBV/VHHV/VSSV/S..S", "VBBV/VBBV/SHHS/VSSV/V..V"].map(|text| puzzle.parse_position(text));
    /// let start = Position::new(&puzzle.towards(&target?), start?).expect("a position of the puzzle");
    /// assert_eq!(Oracle::solve(&start, Metric::Finger)?.distance(&start)?, Some(22));
    /// # Ok::<_, Box<dyn std::error::Error>>(())
    /// ```
    pub fn towards(&self, target: &Arrangement) -> Self {
        let mut towards = self.clone();
        let definition = Arc::make_mut(&mut towards.0);
        definition.goal = Goal::position(target);
        definition.symmetries = OnceLock::new();
        towards
    }

    /// The name, if it has one.
    pub fn name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.0.board
    }

    /// The shapes, in the order that numbers them.
    pub fn shapes(&self) -> &[Shape] {
        &self.0.shapes
    }

    /// Whether each piece has its own sign instead of the letter of its shape.
    #[inline]
    pub fn has_signs(&self) -> bool {
        self.0.shapes.iter().any(|shape| !shape.signs().is_empty())
    }

    /// The shape that has a letter.
    pub(super) fn shape_of(&self, letter: char) -> Option<ShapeId> {
        self.0.by_letter.get(letter as usize).copied().flatten()
    }

    /// The shape of one cell whose pieces may be on any cell, if there is one.
    pub fn filling_shape(&self) -> Option<ShapeId> {
        self.0.filling
    }

    /// All shapes that share the signs of a shape, including itself.
    pub(super) fn sharing_signs(&self, shape: ShapeId) -> &[ShapeId] {
        &self.0.sharing_signs[shape]
    }

    /// The text of the board without pieces.
    pub(super) fn blank(&self) -> &Blank {
        &self.0.blank
    }

    /// The doors, if pieces can leave the board.
    #[inline]
    pub fn doors(&self) -> Option<&Doors> {
        self.0.doors.as_deref()
    }

    /// Number of pieces that have left the board, if the number at the start is fixed; otherwise 0.
    pub fn left(&self, on_board: &PieceSet) -> u32 {
        let sum = |counts: &[u8]| counts.iter().copied().map(u32::from).sum::<u32>();
        let start: Option<u32> = self.fixed_counts().iter().map(|fixed| fixed.map(u32::from)).sum();
        start.map_or(0, |start| start.saturating_sub(sum(on_board.counts())))
    }

    /// Largest number of sets of pieces that can be on the board while others have left.
    #[doc(hidden)]
    pub const MOST_TIERS: usize = 1 << 16;

    /// The pieces on the board after one has left, perhaps for its next layer, if nothing is in its way. Each set has the shape
    /// of that piece.
    #[doc(hidden)]
    pub fn sets_after(&self, on_board: &PieceSet) -> Vec<(ShapeId, PieceSet)> {
        let Some(doors) = self.doors() else { return Vec::new() };
        let (counts, left) = (on_board.counts(), self.left(on_board));
        let can_leave = |&shape: &ShapeId| {
            let mut exits = self.board().cells().flat_map(|anchor| doors.exits(shape, anchor));
            counts[shape] > 0
                && !doors.is_frozen(shape, on_board, left)
                && exits.any(|exit| u32::from(exit.opens_after) <= left)
        };
        let after = |shape: ShapeId| {
            let after = on_board.with_count(shape, counts[shape] - 1);
            let after = match doors.layer_below(shape) {
                Some(below) => after.with_count(below, counts[below] + 1),
                None => after,
            };
            (shape, after)
        };
        (0..self.shapes().len()).filter(can_leave).map(after).collect()
    }

    /// How often these pieces would pass doors until all are gone: once for each of their layers.
    #[doc(hidden)]
    pub fn leavings(&self, on_board: &PieceSet) -> usize {
        let layers = |shape| self.doors().map_or(1, |doors| doors.layers_from(shape).count());
        let each = on_board.counts().iter().enumerate();
        each.map(|(shape, &count)| layers(shape) * usize::from(count)).sum()
    }

    /// All sets of pieces that can be on the board, from these on, if nothing but the order of leaving is in the way. `None`
    /// if there are more than [`MOST_TIERS`](Self::MOST_TIERS).
    #[doc(hidden)]
    pub fn sets_from(&self, pieces: &PieceSet) -> Option<Vec<PieceSet>> {
        let mut sets = vec![pieces.clone()];
        let mut known = HashSet::from([pieces.clone()]);
        let mut next = 0;
        while next < sets.len() {
            for (_, after) in self.sets_after(&sets[next]) {
                if known.insert(after.clone()) {
                    sets.push(after);
                }
            }
            next += 1;
            if sets.len() > Self::MOST_TIERS {
                return None;
            }
        }
        Some(sets)
    }

    /// The closed puzzle of the positions with these pieces on the board: without doors, and with the frozen pieces held
    /// in place. Its moves are those after which all pieces are still there.
    #[doc(hidden)]
    pub fn tier(&self, on_board: &PieceSet) -> Self {
        let Some(doors) = self.doors() else { return self.clone() };
        let left = self.left(on_board);
        let mut tier = self.clone();
        let definition = Arc::make_mut(&mut tier.0);
        let is_frozen = |&shape: &ShapeId| doors.is_frozen(shape, on_board, left);
        definition.freeze((0..self.shapes().len()).filter(is_frozen));
        let is_won = self.goal().gone().iter().all(|&shape| on_board.counts()[shape] == 0);
        let pieces: usize = on_board.counts().iter().copied().map(usize::from).sum();
        let can_be = |placements: &&Vec<(ShapeId, Cell)>| {
            is_won && (!self.goal().names_all() || placements.len() == pieces)
        };
        let goals = self.goal().alternatives().iter().filter(can_be).cloned();
        definition.goal = Goal::any_of(goals);
        definition.doors = None;
        definition.name = Some(self.on_board_text(on_board));
        definition.fixed_counts = on_board.counts().iter().copied().map(Some).collect();
        // The board without doors can have more, but positions that it takes to one another have different distances.
        let own = self.symmetries().iter().filter(|symmetry| symmetry.keeps(on_board));
        definition.symmetries = OnceLock::from(own.cloned().collect::<Vec<_>>());
        tier
    }

    /// Whether pieces have left the board, or passed a door. A position that then cannot reach the goal is lost.
    pub fn has_left(&self, position: &Arrangement) -> bool {
        let differs = |(shape, fixed): (ShapeId, &Option<u8>)| {
            fixed.is_some_and(|fixed| position.count(shape) != fixed.into())
        };
        self.doors().is_some() && self.fixed_counts().iter().enumerate().any(differs)
    }

    /// The goal.
    pub fn goal(&self) -> &Goal {
        &self.0.goal
    }

    /// The only goal position of a piece set, if the goal has one alternative that places every piece.
    pub fn only_goal_position(&self, set: &PieceSet) -> Option<Arrangement> {
        match <[_; 1]>::try_from(self.named_goal_positions(set)?) {
            Ok([position]) => Some(position),
            Err(_) => None,
        }
    }

    /// The goal positions of a piece set, if each alternative of the goal places every piece. Pieces may overlap.
    #[doc(hidden)]
    pub fn named_goal_positions(&self, set: &PieceSet) -> Option<Vec<Arrangement>> {
        let named = self.0.goal.alternatives().iter().map(|alternative| {
            let mut position = self.empty_position();
            alternative.iter().for_each(|&(shape, cell)| position.put(shape, cell));
            (position.piece_set() == *set).then_some(position)
        });
        named.collect()
    }

    /// For each shape, the number of pieces that every piece set must have, if it is fixed.
    pub fn fixed_counts(&self) -> &[Option<u8>] {
        &self.0.fixed_counts
    }

    /// The position without pieces.
    #[doc(hidden)]
    pub fn empty_position(&self) -> Arrangement {
        Arrangement::empty_on(&self.0.board, self.0.shapes.len())
    }

    /// The cells that a piece covers; empty if it does not fit with that anchor.
    ///
    /// # Panics
    ///
    /// If the board has more than 128 cells. [`footprint`](Self::footprint) is for all boards.
    #[inline(always)]
    pub fn covered(&self, shape: ShapeId, anchor: Cell) -> Cells {
        self.0.placements[shape][usize::from(anchor)]
    }

    /// The cells that a piece covers, in reading order; none if it does not fit with that anchor.
    ///
    /// ```
    /// use huarong::Puzzle;
    ///
    /// let long = Puzzle::builder(200, 1).rectangle("pair", 'P', 2, 1).goal(&[('P', 198, 0)]).build()?;
    /// assert_eq!(long.footprint(0, 150).collect::<Vec<_>>(), [150, 151]);
    /// assert_eq!(long.footprint(0, 199).count(), 0);
    /// # Ok::<_, huarong::puzzle::BuilderError>(())
    /// ```
    pub fn footprint(
        &self,
        shape: ShapeId,
        anchor: Cell,
    ) -> impl Iterator<Item = Cell> + Clone + '_ {
        self.0.footprints.covered(shape, anchor).iter().copied()
    }

    /// Whether an arrangement is valid for this puzzle: the number of shapes, the places of all pieces, no overlap, and
    /// the fixed counts. With doors, pieces that can leave may be missing.
    pub fn holds(&self, position: &Arrangement) -> bool {
        let mut taken = WideCells::NONE;
        let mut is_free = |cell| {
            let is_free = !taken.contains(cell);
            taken.insert(cell);
            is_free
        };
        let has_counts = || {
            let count = |shape| position.count(shape);
            match self.doors() {
                Some(doors) => doors.impossible(self.fixed_counts(), count).is_none(),
                None => self.fixed_counts().iter().enumerate().all(|(shape, fixed)| {
                    fixed.is_none_or(|fixed| count(shape) == u32::from(fixed))
                }),
            }
        };
        position.is_wide() != self.0.board.is_narrow()
            && position.shape_count() == self.0.shapes.len()
            && has_counts()
            && position.pieces().all(|(shape, anchor)| {
                let mut covered = self.footprint(shape, anchor).peekable();
                covered.peek().is_some() && covered.all(&mut is_free)
            })
    }

    /// All cells covered by a position's pieces.
    ///
    /// # Panics
    ///
    /// If the board has more than 128 cells. [`empty_cells`](Self::empty_cells) is for all boards.
    pub fn occupied(&self, position: &Arrangement) -> Cells {
        self.0.board.open_cells() - self.free_cells(position)
    }

    #[inline]
    fn covered_by_all(&self, position: &Arrangement) -> Cells {
        let shapes = self.0.placements.iter().zip(position.all_anchors());
        shapes.fold(Cells::NONE, |occupied, (covered, &anchors)| {
            anchors.into_iter().fold(occupied, |all, anchor| all | covered[usize::from(anchor)])
        })
    }

    /// The open cells that no piece of a position covers.
    ///
    /// # Panics
    ///
    /// If the board has more than 128 cells. [`empty_cells`](Self::empty_cells) is for all boards.
    #[inline]
    pub fn free_cells(&self, position: &Arrangement) -> Cells {
        self.0.board.open_cells() - self.covered_by_all(position)
    }

    /// The open cells that no piece of a position covers, in reading order.
    pub fn empty_cells(&self, position: &Arrangement) -> impl Iterator<Item = Cell> + use<> {
        self.empty_set(position).cells()
    }

    /// The open cells that no piece of a position covers, as a set.
    pub(super) fn empty_set(&self, position: &Arrangement) -> WideCells {
        let pieces = position.pieces();
        let covered = pieces.flat_map(|(shape, anchor)| self.footprint(shape, anchor));
        self.0.board.cells().collect::<WideCells>().without(covered.collect())
    }

    /// The step of a piece in a direction, if the piece fits there on the empty board.
    #[inline(always)]
    #[doc(hidden)]
    pub fn step(&self, shape: ShapeId, from: Cell, direction: Direction) -> Option<Step> {
        self.0.steps[shape][usize::from(from)].each[direction as usize]
    }

    /// Whether pieces of two shapes have the same places and steps.
    #[doc(hidden)]
    pub fn moves_alike(&self, one: ShapeId, other: ShapeId) -> bool {
        self.0.footprints.are_alike(one, &self.0.footprints, other)
    }

    /// For each shape, the shape of another puzzle whose pieces stand and move alike and have the same places in goals. `None`
    /// if the puzzles differ by more than the order and the signs of their shapes, or if pieces can leave.
    #[doc(hidden)]
    pub fn shapes_in(&self, other: &Self) -> Option<Vec<ShapeId>> {
        let (own, its) = (&*self.0, &*other.0);
        if own.board != its.board
            || own.shapes.len() != its.shapes.len()
            || own.doors.is_some()
            || its.doors.is_some()
        {
            return None;
        }
        let mut taken = vec![false; its.shapes.len()];
        let mut shapes = Vec::with_capacity(own.shapes.len());
        for shape in 0..own.shapes.len() {
            let is_it = |&to: &ShapeId| {
                !taken[to]
                    && own.fixed_counts[shape] == its.fixed_counts[to]
                    && own.goal.places_of(shape) == its.goal.places_of(to)
                    && own.footprints.are_alike(shape, &its.footprints, to)
            };
            let to = (0..its.shapes.len()).find(is_it)?;
            taken[to] = true;
            shapes.push(to);
        }
        (own.goal.with_shapes(&shapes) == its.goal).then_some(shapes)
    }

    /// The anchor after a step of a piece on the empty board.
    #[inline]
    #[doc(hidden)]
    pub fn lone_step(&self, shape: ShapeId, from: Cell, direction: Direction) -> Option<Cell> {
        self.0.footprints.step(shape, from, direction)
    }

    /// The cells that the steps of a piece newly cover. If none of them is empty, the piece cannot move.
    #[inline(always)]
    #[doc(hidden)]
    pub fn newly_covered(&self, shape: ShapeId, anchor: Cell) -> Cells {
        self.0.steps[shape][usize::from(anchor)].newly_covered
    }

    /// For each shape the cells that its pieces cover, by anchor; empty where they do not fit. Without anchors on boards
    /// with more than 128 cells.
    #[doc(hidden)]
    pub fn placements(&self) -> &[Box<[Cells]>] {
        &self.0.placements
    }

    /// Number of cells that the pieces of a set cover.
    pub fn area(&self, set: &PieceSet) -> u32 {
        let areas = self.0.shapes.iter().zip(set.counts());
        areas.map(|(shape, &count)| u32::from(shape.polyomino().area()) * u32::from(count)).sum()
    }

    /// The symmetries of the puzzle: reflections that keep board, shapes and goal.
    pub fn symmetries(&self) -> &[Symmetry] {
        self.0.symmetries.get_or_init(|| Symmetry::all(self.0.parts()))
    }

    /// The reflections that keep board and shapes, with any goal. A position and its image have the same moves.
    pub fn reflections(&self) -> Vec<Symmetry> {
        Symmetry::all(Parts { goal: &Goal::any_of([]), ..self.0.parts() })
    }

    /// Whether the puzzle is its own left-right mirror image.
    pub fn is_symmetric(&self) -> bool {
        self.left_right().is_some()
    }

    /// The left-right mirror image of a position; `None` if the puzzle is not symmetric.
    pub fn mirror(&self, position: &Arrangement) -> Option<Arrangement> {
        self.left_right().map(|mirror| mirror.image(position))
    }

    fn left_right(&self) -> Option<&Symmetry> {
        self.symmetries().iter().find(|symmetry| symmetry.reflection() == Reflection::LeftRight)
    }
}

impl PartialEq for Puzzle {
    fn eq(&self, other: &Self) -> bool {
        let Definition { board, shapes, fixed_counts, footprints, doors, goal, .. } = &*other.0;
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.board == *board
                && self.0.shapes == *shapes
                && self.0.fixed_counts == *fixed_counts
                && self.0.footprints == *footprints
                && self.0.doors == *doors
                && self.0.goal == *goal
    }
}

impl Eq for Puzzle {}
