//! Counts of the positions of piece sets: all positions, goal positions, and positions up to left-right mirror images.

use huarong_core::counting::{CountError, StateCounts};
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::{Cell, Cells, Order, Region};
use huarong_core::numbering::{Limits, Pieces, Placements, ReachError, Tally};
use huarong_core::rules::{PieceSet, Puzzle, Shape, ShapeId, filling_shape, mirror_partner};
use huarong_core::space::larger_pieces;
use num_bigint::BigUint;
use num_integer::binomial;
use std::collections::BTreeMap;
use thiserror::Error;

/// Counts the positions of piece sets with given shapes on a region.
///
/// ```
/// use huarong::search::Effort;
/// use huarong_core::grid::Region;
/// use huarong_lab::counts::Counter;
/// use huarong::Puzzle;
/// use huarong::puzzle::klotski::{self, BIG};
/// use huarong::PieceSet;
///
/// let goal = [(BIG, (1, 4))];
/// let counter = Counter::new(Region::new(5, 6)?, klotski::shapes(), &goal)?;
/// let counts = counter.count(&PieceSet::new([1, 4, 4, 4]), Effort::UNLIMITED)?;
/// assert_eq!(counts.positions, 894_866_280u32.into());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counter {
    region: Region,
    shapes: Vec<Shape>,
    /// The shapes whose pieces are placed one by one: all except the small pieces, which fill the remaining cells.
    larger: Vec<ShapeId>,
    filling: Option<ShapeId>,
    goal: Option<Goal>,
}

/// Pieces that must be in given places in a goal position.
#[derive(Clone, Debug)]
struct Goal {
    /// The region with the goal's cells closed.
    rest: Region,
    /// Number of pieces of each shape in the goal.
    pieces: Vec<u8>,
}

/// Number of positions of a piece set, taking gates into account. On a board with doors, the positions after some pieces have
/// left count, too.
///
/// ```
/// use huarong::search::Effort;
/// use huarong::census::positions_of;
/// use huarong::Puzzle;
///
/// let puzzle = Puzzle::klotski();
/// let set = puzzle.parse_piece_set("1h4v4s")?;
/// assert_eq!(positions_of(&puzzle, &set, Effort::UNLIMITED)?, 65_880u32.into());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn positions_of(
    puzzle: &Puzzle,
    set: &PieceSet,
    effort: Effort<'_>,
) -> Result<BigUint, CountsError> {
    let mut positions = BigUint::ZERO;
    for set in puzzle.sets_from(set).ok_or(CountsError::Tiers)? {
        positions += positions_with(&puzzle.tier(&set), &set, &[], effort)?;
    }
    Ok(positions)
}

/// Number of goal positions of a piece set; `None` if the goal has too many alternatives. On a board with doors, the positions
/// after some pieces have left count, too.
///
/// ```
/// use huarong::search::Effort;
/// use huarong::census::goal_positions_of;
/// use huarong::Puzzle;
///
/// let puzzle = Puzzle::klotski();
/// let set = puzzle.parse_piece_set("1h4v4s")?;
/// assert_eq!(goal_positions_of(&puzzle, &set, Effort::UNLIMITED)?, Some(6_795u32.into()));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub fn goal_positions_of(
    puzzle: &Puzzle,
    set: &PieceSet,
    effort: Effort<'_>,
) -> Result<Option<BigUint>, CountsError> {
    if puzzle.goal().alternatives().len() > MOST_ALTERNATIVES {
        return Ok(None);
    }
    let mut positions = BigUint::ZERO;
    for set in puzzle.sets_from(set).ok_or(CountsError::Tiers)? {
        positions += goal_positions_with(&puzzle.tier(&set), &set, effort)?;
    }
    Ok(Some(positions))
}

/// Number of goal positions with exactly these pieces on the board.
fn goal_positions_with(
    puzzle: &Puzzle,
    set: &PieceSet,
    effort: Effort<'_>,
) -> Result<BigUint, CountsError> {
    let alternatives = puzzle.goal().alternatives();
    // Inclusion and exclusion: positions that fulfil several alternatives count once.
    let (mut counted, mut twice) = (BigUint::ZERO, BigUint::ZERO);
    let mut joints = vec![Joint { next: 0, is_counted: true, held: Vec::new() }];
    while let Some(Joint { next, is_counted, held }) = joints.pop() {
        for (number, alternative) in alternatives.iter().enumerate().skip(next) {
            let joining = alternative.iter().filter(|standing| !held.contains(standing));
            let held: Vec<_> = held.iter().chain(joining).copied().collect();
            let positions = positions_with(puzzle, set, &held, effort)?;
            if positions == BigUint::ZERO {
                continue;
            }
            *if is_counted { &mut counted } else { &mut twice } += positions;
            joints.push(Joint { next: number + 1, is_counted: !is_counted, held });
        }
    }
    Ok(counted - twice)
}

/// Pieces required by several alternatives of a goal together.
struct Joint {
    /// Number of the first alternative that may still be added.
    next: usize,
    /// Whether the positions of its extensions by one alternative are added to the count or subtracted from it.
    is_counted: bool,
    held: Vec<(ShapeId, Cell)>,
}

/// Largest number of alternatives of a goal whose positions are counted.
const MOST_ALTERNATIVES: usize = 12;

/// Number of positions with some pieces in given places.
fn positions_with(
    puzzle: &Puzzle,
    set: &PieceSet,
    held: &[(ShapeId, Cell)],
    effort: Effort<'_>,
) -> Result<BigUint, CountsError> {
    if !puzzle.board().is_narrow() {
        return Err(CountsError::Cells(puzzle.board().cell_count()));
    }
    let mut left = set.counts().to_vec();
    let mut taken = Cells::NONE;
    for &(shape, anchor) in held {
        let piece = puzzle.covered(shape, anchor);
        let Some(others) = left[shape].checked_sub(1) else { return Ok(BigUint::ZERO) };
        if piece.is_empty() || !(piece & taken).is_empty() {
            return Ok(BigUint::ZERO);
        }
        left[shape] = others;
        taken |= piece;
    }
    let set = &PieceSet::new(left);
    let free = |&piece: &Cells| if (piece & taken).is_empty() { piece } else { Cells::NONE };
    let placements: Vec<Vec<Cells>> =
        puzzle.placements().iter().map(|covered| covered.iter().map(free).collect()).collect();
    let larger = larger_pieces(puzzle, set);
    // Shapes with the same placements are counted as one kind; their places are then distributed among the shapes.
    let mut alike_kinds: Vec<Pieces<'_>> = Vec::new();
    let mut labellings = BigUint::from(1u8);
    for (covered, &count) in placements.iter().zip(larger.counts()) {
        if count == 0 {
            continue;
        }
        let united = match alike_kinds.iter_mut().find(|alike| alike.covered == &covered[..]) {
            Some(alike) => {
                alike.count += count;
                alike.count
            }
            None => {
                alike_kinds.push(Pieces { count, covered });
                count
            }
        };
        labellings *= choose(united.into(), count.into());
    }
    if alike_kinds.len() > Tally::COUNTERS {
        return Err(CountsError::Shapes(alike_kinds.len()));
    }
    let placements = Placements::of_pieces(puzzle.board(), &alike_kinds);
    let states = StateCounts::start(placements.start());
    let follow = |cell, state: &_, count: &BigUint, next: &mut StateCounts<_>| {
        placements.follow(cell, state, |_, after| next.add(after, count));
    };
    let states = states.after(placements.cells(), effort, follow)?;
    let complete = states.iter().filter(|(state, _)| placements.is_complete(state));
    let skeletons: BigUint = complete.map(|(_, count)| count).sum();
    let open = puzzle.board().open_cells() - taken;
    let free = open.len().saturating_sub(puzzle.area(&larger));
    let small_pieces = puzzle.filling_shape().map_or(0, |shape| set.counts()[shape].into());
    Ok(skeletons * labellings * choose(free, small_pieces))
}

/// Error: positions cannot be counted.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountsError {
    /// The observer cancelled the count.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The states exceed the memory limit.
    #[error("{}", CountError::Memory { step: *.step, steps: *.steps, states: *.states, bytes: *.bytes })]
    Memory {
        /// The step at which the states became too many, from 1.
        step: usize,
        /// Number of steps.
        steps: usize,
        /// Number of states at that step.
        states: usize,
        /// Memory limit in bytes.
        bytes: u64,
    },
    /// A shape spans more cells than a state can record.
    #[error(
        "shape {shape:?} reaches over {reach} cells in reading order on this board, and at most 128 are \
         remembered; turn the board, or take one with a shorter side"
    )]
    Reach {
        /// Name of the shape.
        shape: String,
        /// Number of cells from its first to its last in reading order, both included.
        reach: usize,
    },
    /// Pieces leave in too many orders.
    #[error(
        "more than {} sets of pieces can be on the board while others have left, the most that are counted",
        Puzzle::MOST_TIERS
    )]
    Tiers,
    /// The board of a puzzle has too many cells.
    #[error("the board has {0} cells; the positions of a puzzle are counted on boards with at most {most}", most = Cells::MOST)]
    Cells(Cell),
    /// More pieces of a shape fit on the board than a counter holds.
    #[error("a board of {0} open cells is too large for all its piece sets; name some")]
    Family(u32),
    /// There are more shapes than counters.
    #[error(
        "{0} shapes besides the single cell are too many to count together: there can be at most {most}",
        most = Tally::COUNTERS - 1
    )]
    Shapes(usize),
    /// The goal has a piece where it does not fit.
    #[error(
        "the goal wants a {shape} at column {column}, row {row}, where none can stand, or not beside what \
         else it wants"
    )]
    Goal {
        /// Name of the shape.
        shape: String,
        /// Column of its anchor, from 1.
        column: usize,
        /// Row of its anchor, from 1.
        row: usize,
    },
}

impl From<CountError> for CountsError {
    fn from(error: CountError) -> Self {
        match error {
            CountError::Cancelled(cancelled) => Self::Cancelled(cancelled),
            CountError::Memory { step, steps, states, bytes } => {
                Self::Memory { step, steps, states, bytes }
            }
            CountError::Side { .. } => unreachable!("positions are counted, not packings"),
        }
    }
}

/// Largest number of pieces of one shape.
const MOST_PIECES: u32 = 255;

/// The counts of a piece set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All positions.
    pub positions: BigUint,
    /// Goal positions; `None` if there is no goal.
    pub goal_positions: Option<BigUint>,
    /// Positions up to left-right mirror images; `None` if the mirror image has another board or piece set.
    pub up_to_mirror: Option<BigUint>,
}

/// The piece sets to be counted together.
struct Wanted {
    /// Largest number of pieces of each shape.
    most: Vec<u8>,
    /// Largest number of cells that the larger pieces cover.
    area: u32,
    /// Whether the larger pieces must cover exactly that number of cells.
    exact: bool,
}

/// Number of skeletons for each number of larger pieces.
struct Skeletons {
    all: BTreeMap<Tally, BigUint>,
    with_goal: Option<BTreeMap<Tally, BigUint>>,
    /// Those that are their own mirror images, by the number of their empty cells on the axis as well.
    symmetric: Option<BTreeMap<Tally, Vec<(u8, BigUint)>>>,
}

impl Counter {
    /// A counter for a region. `goal` names shapes with column and row of their anchors, from 0; an empty list means
    /// that there is no goal.
    pub fn new(
        region: Region,
        shapes: Vec<Shape>,
        goal: &[(ShapeId, (usize, usize))],
    ) -> Result<Self, CountsError> {
        let filling = filling_shape(&shapes);
        let larger: Vec<ShapeId> = (0..shapes.len()).filter(|&id| Some(id) != filling).collect();
        // An additional counter counts the empty cells on the mirror axis.
        if larger.len() >= Tally::COUNTERS {
            return Err(CountsError::Shapes(larger.len()));
        }
        let mut rest = region.clone();
        let mut pieces = vec![0; shapes.len()];
        for &(id, (column, row)) in goal {
            let shape = &shapes[id];
            let left = column.checked_sub(shape.polyomino().cells()[0].0.into());
            let piece = left.and_then(|left| rest.placed(shape.polyomino(), left, row));
            let piece = piece.ok_or_else(|| CountsError::Goal {
                shape: shape.name().to_owned(),
                column: column + 1,
                row: row + 1,
            })?;
            piece.cells().for_each(|cell| rest.close(cell));
            pieces[id] += 1;
        }
        let goal = (!goal.is_empty()).then_some(Goal { rest, pieces });
        Ok(Self { region, shapes, larger, filling, goal })
    }

    /// The region.
    pub fn region(&self) -> &Region {
        &self.region
    }

    /// The shapes.
    pub fn shapes(&self) -> &[Shape] {
        &self.shapes
    }

    /// Number of cells that the pieces of a set cover.
    pub fn area(&self, set: &PieceSet) -> u32 {
        self.area_of(set.counts(), 0..self.shapes.len())
    }

    fn area_of(&self, counts: &[u8], shapes: impl IntoIterator<Item = ShapeId>) -> u32 {
        let areas = shapes.into_iter().map(|id| (self.shapes[id].polyomino().area(), counts[id]));
        areas.map(|(area, count)| u32::from(area) * u32::from(count)).sum()
    }

    fn larger_area(&self, counts: &[u8]) -> u32 {
        self.area_of(counts, self.larger.iter().copied())
    }

    /// The counts of one piece set.
    pub fn count(&self, set: &PieceSet, effort: Effort<'_>) -> Result<Counts, CountsError> {
        let area = self.larger_area(set.counts());
        let wanted = Wanted { most: set.counts().to_vec(), area, exact: true };
        Ok(self.counts(&self.skeletons(&wanted, effort)?, set))
    }

    /// The counts of all piece sets that have a position, one piece of a shape, and at least `min_empty` empty cells. They
    /// are in the order of the sets.
    pub fn family(
        &self,
        single: ShapeId,
        min_empty: u32,
        effort: Effort<'_>,
    ) -> Result<Vec<(PieceSet, Counts)>, CountsError> {
        let open = self.region.open_cell_count();
        if open > MOST_PIECES {
            return Err(CountsError::Family(open));
        }
        let area = open.saturating_sub(min_empty);
        let most = self.shapes.iter().enumerate().map(|(id, shape)| {
            let fit = area / u32::from(shape.polyomino().area());
            if id == single { fit.min(1) as u8 } else { fit as u8 }
        });
        let wanted = Wanted { most: most.collect(), area, exact: false };
        let skeletons = self.skeletons(&wanted, effort)?;
        let mut sets = Vec::new();
        for tally in skeletons.all.keys() {
            let mut counts = vec![0; self.shapes.len()];
            for (counter, &id) in self.larger.iter().enumerate() {
                counts[id] = tally.get(counter);
            }
            let larger = PieceSet::new(counts);
            let free = area.checked_sub(self.area(&larger));
            let (1, Some(free)) = (larger.counts()[single], free) else { continue };
            match self.filling {
                Some(id) => sets.extend(
                    (0..=free as u8).map(|small_pieces| larger.with_count(id, small_pieces)),
                ),
                None => sets.push(larger),
            }
        }
        sets.sort();
        let with_counts = |set: PieceSet| (set.clone(), self.counts(&skeletons, &set));
        Ok(sets.into_iter().map(with_counts).collect())
    }

    /// The larger pieces of a set, as counters.
    fn tally(&self, counts: &[u8]) -> Tally {
        Tally::of(self.larger.iter().map(|&id| counts[id]))
    }

    fn small_pieces(&self, counts: &[u8]) -> u32 {
        self.filling.map_or(0, |id| counts[id].into())
    }

    fn counts(&self, skeletons: &Skeletons, set: &PieceSet) -> Counts {
        let counts = set.counts();
        let open = self.region.open_cell_count();
        let Some(free) = open.checked_sub(self.larger_area(counts)) else {
            return Counts::default();
        };
        let small_pieces = self.small_pieces(counts);
        let tally = self.tally(counts);
        let positions = count_of(&skeletons.all, tally) * choose(free, small_pieces);
        let goal_positions =
            self.goal.as_ref().zip(skeletons.with_goal.as_ref()).map(|(goal, with_goal)| {
                let pieces = counts.iter().zip(&goal.pieces);
                let left: Option<Vec<u8>> =
                    pieces.map(|(all, held)| all.checked_sub(*held)).collect();
                left.map_or_else(BigUint::default, |left| {
                    // The goal's small pieces occupy empty cells of the skeleton.
                    let (left_small_pieces, held) =
                        (self.small_pieces(&left), small_pieces - self.small_pieces(&left));
                    count_of(with_goal, self.tally(&left))
                        * choose(free - held.min(free), left_small_pieces)
                })
            });
        let up_to_mirror =
            skeletons.symmetric.as_ref().filter(|_| self.is_mirrored(counts)).map(|all| {
                let symmetric = all.get(&tally).into_iter().flatten();
                let symmetric = symmetric.map(|(axis, count)| {
                    let axis = u32::from(*axis);
                    count * symmetric_fillings((free - axis) / 2, axis, small_pieces)
                });
                // Burnside's lemma.
                (&positions + symmetric.sum::<BigUint>()) / 2u8
            });
        Counts { positions, goal_positions, up_to_mirror }
    }

    fn is_mirrored(&self, counts: &[u8]) -> bool {
        (0..counts.len()).all(|id| match mirror_partner(&self.shapes, id) {
            Some(partner) => counts[id] == counts[partner],
            None => counts[id] == 0,
        })
    }

    fn skeletons(&self, wanted: &Wanted, effort: Effort<'_>) -> Result<Skeletons, CountsError> {
        let all = self.placed(&self.region, wanted, effort)?;
        let with_goal = self.goal.as_ref().map(|goal| {
            let pieces = wanted.most.iter().zip(&goal.pieces);
            let most: Option<Vec<u8>> = pieces.map(|(all, held)| all.checked_sub(*held)).collect();
            let area = wanted.area.checked_sub(self.larger_area(&goal.pieces));
            match (most, area) {
                (Some(most), Some(area)) => {
                    self.placed(&goal.rest, &Wanted { most, area, exact: wanted.exact }, effort)
                }
                _ => Ok(BTreeMap::new()),
            }
        });
        let symmetric =
            self.region.is_symmetric().then(|| self.placed_symmetrically(wanted, effort));
        Ok(Skeletons { all, with_goal: with_goal.transpose()?, symmetric: symmetric.transpose()? })
    }

    /// The larger shapes that may have pieces, with their counters.
    fn wanted_shapes(&self, wanted: &Wanted) -> impl Iterator<Item = (usize, ShapeId)> {
        let counters = self.larger.iter().copied().enumerate();
        counters.filter(|&(_, id)| wanted.most[id] > 0)
    }

    fn limits(&self, wanted: &Wanted) -> Limits {
        let areas =
            self.larger.iter().map(|&id| self.shapes[id].polyomino().area().into()).collect();
        Limits { most: self.tally(&wanted.most), areas, area: wanted.area, exact: wanted.exact }
    }

    /// Numbers of placements of the larger pieces on a region.
    fn placed(
        &self,
        region: &Region,
        wanted: &Wanted,
        effort: Effort<'_>,
    ) -> Result<BTreeMap<Tally, BigUint>, CountsError> {
        let order = Order::of(region.width(), region.height());
        let mut placements = Placements::new(region.read_in(order), 1, self.limits(wanted));
        for (counter, id) in self.wanted_shapes(wanted) {
            let kind = placements.add_kind([(counter, 1)]);
            let shape = &self.shapes[id];
            for piece in region.placements(shape.polyomino()) {
                let start = placements.add_start(kind, piece.cells().map(|cell| order.index(cell)));
                start.map_err(|error| too_far(shape, error))?;
            }
        }
        Ok(run(&placements, effort)?.into_iter().collect())
    }

    /// Numbers of symmetric placements of the larger pieces. Reads the left half only: a piece is placed together with
    /// its mirror image or, on the axis, alone.
    fn placed_symmetrically(
        &self,
        wanted: &Wanted,
        effort: Effort<'_>,
    ) -> Result<BTreeMap<Tally, Vec<(u8, BigUint)>>, CountsError> {
        let width = self.region.width();
        let half = width.div_ceil(2);
        let axis_counter = self.larger.len();
        let order = Order::of(half, self.region.height());
        let mut limits = self.limits(wanted);
        limits.most = limits.most.plus(axis_counter, u8::MAX);
        let mut placements = Placements::new(self.region.read_in(order), 2, limits);
        if width % 2 == 1 {
            for row in 0..self.region.height() {
                placements.count_empty(order.index((half - 1, row)), axis_counter);
            }
        }
        for (counter, id) in self.wanted_shapes(wanted) {
            let shape = &self.shapes[id];
            let Some(partner) = mirror_partner(&self.shapes, id) else { continue };
            let pair = if partner == id {
                placements.add_kind([(counter, 2)])
            } else {
                let partner = self.larger.iter().position(|&larger| larger == partner);
                placements.add_kind([(counter, 1), (partner.expect("it is as large"), 1)])
            };
            let alone = placements.add_kind([(counter, 1)]);
            for piece in self.region.placements(shape.polyomino()) {
                let (left, right) =
                    (piece.left, piece.left + usize::from(shape.polyomino().width()));
                // A piece across the axis must be its own mirror image.
                let kind = if right <= width / 2 {
                    pair
                } else if partner == id && left + right == width {
                    alone
                } else {
                    continue;
                };
                let cells = piece.cells().filter(|&(column, _)| column < half);
                let start = placements.add_start(kind, cells.map(|cell| order.index(cell)));
                start.map_err(|error| too_far(shape, error))?;
            }
        }
        let mut found: BTreeMap<Tally, Vec<(u8, BigUint)>> = BTreeMap::new();
        for (tally, count) in run(&placements, effort)? {
            let larger = Tally::of((0..axis_counter).map(|counter| tally.get(counter)));
            found.entry(larger).or_default().push((tally.get(axis_counter), count));
        }
        Ok(found)
    }
}

fn too_far(shape: &Shape, ReachError(reach): ReachError) -> CountsError {
    CountsError::Reach { shape: shape.name().to_owned(), reach }
}

/// Numbers of placements, by the numbers of pieces.
fn run(placements: &Placements, effort: Effort<'_>) -> Result<Vec<(Tally, BigUint)>, CountError> {
    let states = StateCounts::start(placements.start());
    let states = states.after(placements.cells(), effort, |cell, state, count, next| {
        placements.follow(cell, state, |_, state| next.add(state, count));
    })?;
    Ok(states.iter().map(|(state, count)| (state.placed, count.clone())).collect())
}

fn count_of(skeletons: &BTreeMap<Tally, BigUint>, tally: Tally) -> BigUint {
    skeletons.get(&tally).cloned().unwrap_or_default()
}

fn choose(n: u32, k: u32) -> BigUint {
    if k > n { BigUint::default() } else { binomial(BigUint::from(n), BigUint::from(k)) }
}

/// Number of symmetric placements of small pieces on `pairs` pairs of mirrored cells and `axis` cells on the axis.
fn symmetric_fillings(pairs: u32, axis: u32, small_pieces: u32) -> BigUint {
    (0..=small_pieces / 2)
        .map(|full| choose(pairs, full) * choose(axis, small_pieces - 2 * full))
        .sum()
}
