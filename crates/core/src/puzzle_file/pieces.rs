//! Kinds of pieces, and the places that goals require.

use super::doors::FileDoors;
use super::error::{Fault, MOST_ALIKE, MOST_ASSIGNMENTS, PuzzleFileError};
use super::gates::Gates;
use super::grid::{DrawnGrid, Sign};
use crate::grid::Polyomino;
use crate::rules::Freedom;

/// A kind: pieces that are interchangeable.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Kind {
    /// The signs of the pieces, in reading order of the start.
    pub signs: Vec<char>,
    /// Their shape, as cells.
    pub shape: Polyomino,
    /// The axes along which they may move.
    pub freedom: Freedom,
    /// The gates `(column, row)` that its pieces may enter, in reading order. Pieces of a kind that does not have a
    /// gate may not enter it.
    pub gate: Vec<(u8, u8)>,
    /// The number of the kind whose piece becomes this one when it leaves for the first time, if it is a layer.
    pub layer_above: Option<usize>,
}

impl Kind {
    /// The cells of a piece whose first cell in reading order is at a place.
    pub fn cells_at(&self, (column, row): (u8, u8)) -> Vec<(u8, u8)> {
        let &(first_column, first_row) = &self.shape.cells()[0];
        let cells = self.shape.cells().iter();
        cells.map(|&(x, y)| (column + x - first_column, row + y - first_row)).collect()
    }
}

/// A piece of a kind, placed on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Number of its kind.
    pub kind: usize,
    /// The `(column, row)` of its first cell in reading order.
    pub at: (u8, u8),
}

/// Rules for pieces that a file gives beside the grids.
#[derive(Default)]
pub(super) struct Rules {
    pub goal_by_shape: bool,
    pub lengthwise: bool,
    /// Signs with their places in the file; the same for the fields below.
    pub rows: Vec<Sign>,
    pub columns: Vec<Sign>,
    pub alike: Vec<Vec<Sign>>,
    pub doors: Option<FileDoors>,
}

impl Rules {
    /// Whether doors treat two pieces alike.
    fn leave_alike(&self, one: char, other: char) -> bool {
        self.doors.as_ref().is_none_or(|doors| doors.role(one) == doors.role(other))
    }
}

/// A piece of the start.
struct Piece {
    sign: char,
    shape: Polyomino,
    freedom: Freedom,
    gate: Vec<(u8, u8)>,
    at: (u8, u8),
}

/// The pieces sorted into kinds.
pub(super) struct Sorted {
    pub kinds: Vec<Kind>,
    /// The pieces at the start.
    pub pieces: Vec<Standing>,
    /// The required places of pieces, for each goal alternative.
    pub goals: Vec<Vec<Standing>>,
}

/// Sorts the pieces of the start into kinds and gives the required places for each goal.
pub(super) fn sort(
    start: &DrawnGrid,
    goals: &[DrawnGrid],
    gates: &Gates,
    rules: &Rules,
) -> Result<Sorted, PuzzleFileError> {
    let found = pieces_of(start, gates, rules)?;
    check_signs(&found, rules)?;
    for goal in goals {
        check_goal(&found, goal, gates, rules)?;
    }
    let named = |sign: char| goals.iter().any(|goal| goal.grid.pieces().contains(&sign));
    let mut kinds = kinds_of(&found, named, rules);
    for kind in &kinds {
        if let Some(&sign) = kind.signs.get(MOST_ALIKE) {
            let pieces = kind.signs.len();
            return Err(start.error(start.grid.cells_of(sign)[0], Fault::Alike { pieces }));
        }
    }
    add_layers(&mut kinds, rules);
    let standing = |piece: &Piece| {
        let kind = kind_of(&kinds, piece.sign).expect("every piece has a kind");
        Standing { kind, at: piece.at }
    };
    let pieces: Vec<Standing> = found.iter().map(standing).collect();
    let mut wanted = Vec::new();
    for goal in goals {
        wanted.extend(possible(assignments_of(goal, &kinds, rules)?, goal, &kinds, &pieces)?);
    }
    if goals.is_empty() {
        wanted.push(Vec::new());
    }
    Ok(Sorted { kinds, pieces, goals: wanted })
}

/// Number of the kind that a sign belongs to.
fn kind_of(kinds: &[Kind], sign: char) -> Option<usize> {
    kinds.iter().position(|kind| kind.signs.contains(&sign))
}

/// Number of the kind that the pieces of a kind had at the start.
fn first_of(kinds: &[Kind], kind: usize) -> usize {
    std::iter::successors(Some(kind), |&kind| kinds[kind].layer_above).last().unwrap_or(kind)
}

/// All assignments of a goal's pieces to kinds. Several kinds of one shape may qualify.
fn assignments_of(
    goal: &DrawnGrid,
    kinds: &[Kind],
    rules: &Rules,
) -> Result<Vec<Vec<Standing>>, PuzzleFileError> {
    let mut assignments: Vec<Vec<Standing>> = vec![Vec::new()];
    for sign in goal.grid.pieces() {
        let cells = goal.grid.cells_of(sign);
        let shape = Polyomino::new(cells.iter().copied());
        let own = kind_of(kinds, sign).filter(|_| !rules.goal_by_shape);
        let fits = |kind: usize| match own {
            Some(own) => kind == own,
            None => Some(&kinds[kind].shape) == shape.as_ref(),
        };
        let is_let_in = |kind: usize| {
            let closed = kinds.iter().flat_map(|other| &other.gate);
            let mut closed = closed.filter(|cell| !kinds[kind].gate.contains(cell));
            !closed.any(|cell| cells.contains(cell))
        };
        let fitting = (0..kinds.len()).filter(|&kind| fits(kind) && is_let_in(kind));
        let standings = fitting.map(|kind| Standing { kind, at: cells[0] });
        let standings: Vec<Standing> = standings.collect();
        if standings.is_empty() {
            return Err(goal.error(cells[0], Fault::NoSuchShape { sign }));
        }
        let longer = assignments.iter().flat_map(|assignment| {
            standings.iter().map(|&standing| [&assignment[..], &[standing]].concat())
        });
        assignments = longer.take(MOST_ASSIGNMENTS + 1).collect();
        if assignments.len() > MOST_ASSIGNMENTS {
            return Err(goal.error(cells[0], Fault::TooManyAssignments));
        }
    }
    Ok(assignments)
}

/// Those assignments that the pieces of the start can reach; an error if there are none.
fn possible(
    assignments: Vec<Vec<Standing>>,
    goal: &DrawnGrid,
    kinds: &[Kind],
    start: &[Standing],
) -> Result<Vec<Vec<Standing>>, PuzzleFileError> {
    let check = |assignment: &Vec<Standing>| {
        check_numbers(goal, kinds, assignment)?;
        check_lines(goal, kinds, start, assignment)
    };
    let checked: Vec<Result<(), PuzzleFileError>> = assignments.iter().map(check).collect();
    if let (false, Some(Err(error))) = (checked.iter().any(Result::is_ok), checked.first()) {
        return Err(error.clone());
    }
    let can_be = assignments.into_iter().zip(checked).filter(|(_, checked)| checked.is_ok());
    Ok(can_be.map(|(assignment, _)| assignment).collect())
}

/// The pieces of the start in reading order.
fn pieces_of(
    start: &DrawnGrid,
    gates: &Gates,
    rules: &Rules,
) -> Result<Vec<Piece>, PuzzleFileError> {
    let mut pieces = Vec::new();
    for sign in start.grid.pieces() {
        let cells = start.grid.cells_of(sign);
        gates.check(start, sign, &cells)?;
        let Some(shape) = Polyomino::new(cells.iter().copied()) else {
            return Err(start.error(cells[0], Fault::ShapeSize { sign }));
        };
        let freedom = freedom_of(sign, &shape, rules);
        let gate = gates.cells_of(sign);
        pieces.push(Piece { sign, shape, freedom, gate, at: cells[0] });
    }
    if pieces.is_empty() { Err(start.error((0, 0), Fault::NoPiece)) } else { Ok(pieces) }
}

fn freedom_of(sign: char, shape: &Polyomino, rules: &Rules) -> Freedom {
    let among = |signs: &[Sign]| signs.iter().any(|known| known.sign == sign);
    match () {
        () if among(&rules.rows) => Freedom::Rows,
        () if among(&rules.columns) => Freedom::Columns,
        () if rules.lengthwise => Freedom::lengthwise(shape),
        () => Freedom::Both,
    }
}

/// Checks the lists of signs.
fn check_signs(pieces: &[Piece], rules: &Rules) -> Result<(), PuzzleFileError> {
    let find = |sign: Sign| {
        let piece = pieces.iter().find(|piece| piece.sign == sign.sign);
        piece.ok_or_else(|| sign.error(Fault::NoSuchPiece { sign: sign.sign }))
    };
    let check_once = |signs: &[Sign]| {
        for (nth, &sign) in signs.iter().enumerate() {
            find(sign)?;
            if signs[..nth].iter().any(|before| before.sign == sign.sign) {
                return Err(sign.error(Fault::Twice { sign: sign.sign }));
            }
        }
        Ok(())
    };
    check_once(&rules.rows)?;
    check_once(&rules.columns)?;
    check_once(&rules.alike.concat())?;
    for (key, signs, freedom) in
        [("rows", &rules.rows, Freedom::Rows), ("columns", &rules.columns, Freedom::Columns)]
    {
        for &sign in signs.iter().filter(|_| rules.lengthwise) {
            let along = Freedom::lengthwise(&find(sign)?.shape);
            if along != Freedom::Both && along != freedom {
                return Err(sign.error(Fault::Crosswise { sign: sign.sign, key }));
            }
        }
    }
    for &sign in &rules.columns {
        if rules.rows.iter().any(|other| other.sign == sign.sign) {
            return Err(sign.error(Fault::LockedOnBothAxes { sign: sign.sign }));
        }
    }
    for group in &rules.alike {
        let Some((&first, others)) = group.split_first() else { continue };
        let model = find(first)?;
        for &other in others {
            let piece = find(other)?;
            let difference = match () {
                () if piece.shape != model.shape => "shapes",
                () if piece.freedom != model.freedom => "freedom to move",
                () if piece.gate != model.gate => "gates",
                () if !rules.leave_alike(first.sign, other.sign) => "ways to leave",
                () => continue,
            };
            let fault = Fault::NotAlike { sign: first.sign, other: other.sign, difference };
            return Err(other.error(fault));
        }
    }
    Ok(())
}

/// Checks that lines and gates allow the pieces of a goal in their places.
fn check_goal(
    pieces: &[Piece],
    goal: &DrawnGrid,
    gates: &Gates,
    rules: &Rules,
) -> Result<(), PuzzleFileError> {
    let signs = goal.grid.pieces();
    if signs.is_empty() {
        return Err(goal.error((0, 0), Fault::NoGoal));
    }
    for sign in signs {
        let cells = goal.grid.cells_of(sign);
        let (at, shape) = (cells[0], Polyomino::new(cells.iter().copied()));
        let Some(piece) = pieces.iter().find(|piece| piece.sign == sign) else {
            let is_known = pieces.iter().any(|piece| Some(&piece.shape) == shape.as_ref());
            match rules.goal_by_shape {
                true if is_known => continue,
                true => return Err(goal.error(at, Fault::NoSuchShape { sign })),
                false => return Err(goal.error(at, Fault::NoSuchPiece { sign })),
            }
        };
        if Some(&piece.shape) != shape.as_ref() {
            return Err(goal.error(at, Fault::Shape { sign }));
        }
        if !rules.goal_by_shape {
            gates.check(goal, sign, &cells)?;
        }
    }
    Ok(())
}

/// Sorts the pieces into kinds, in the order of each kind's first piece.
fn kinds_of(pieces: &[Piece], named: impl Fn(char) -> bool, rules: &Rules) -> Vec<Kind> {
    let group = |sign: char| {
        rules.alike.iter().position(|group| group.iter().any(|other| other.sign == sign))
    };
    let is_one_of = |piece: &Piece, kind: &Kind| {
        let alike =
            (&piece.shape, piece.freedom, &piece.gate) == (&kind.shape, kind.freedom, &kind.gate);
        let same_name = match group(piece.sign) {
            _ if rules.goal_by_shape => true,
            None => group(kind.signs[0]).is_none() && !named(piece.sign) && !named(kind.signs[0]),
            some => group(kind.signs[0]) == some,
        };
        alike && same_name && rules.leave_alike(piece.sign, kind.signs[0])
    };
    let mut kinds: Vec<Kind> = Vec::new();
    for piece in pieces {
        match kinds.iter_mut().find(|kind| is_one_of(piece, kind)) {
            Some(kind) => kind.signs.push(piece.sign),
            None => kinds.push(Kind {
                signs: vec![piece.sign],
                shape: piece.shape.clone(),
                freedom: piece.freedom,
                gate: piece.gate.clone(),
                layer_above: None,
            }),
        }
    }
    kinds
}

/// Adds a kind for each layer below the first.
fn add_layers(kinds: &mut Vec<Kind>, rules: &Rules) {
    for (sign, below) in rules.doors.iter().flat_map(|doors| &doors.layers) {
        let mut above = kind_of(kinds, *sign).expect("every piece has a kind");
        for &sign in below {
            let layer_above = Some(above);
            kinds.push(Kind { signs: vec![sign], layer_above, ..kinds[above].clone() });
            above = kinds.len() - 1;
        }
    }
}

/// Checks that a goal has no more pieces of a kind than the start.
fn check_numbers(
    goal: &DrawnGrid,
    kinds: &[Kind],
    standings: &[Standing],
) -> Result<(), PuzzleFileError> {
    for (number, kind) in kinds.iter().enumerate() {
        let of_kind: Vec<_> =
            standings.iter().filter(|piece| first_of(kinds, piece.kind) == number).collect();
        let (wanted, found) = (of_kind.len(), kind.signs.len());
        if wanted > found {
            let fault = Fault::TooManyWanted { sign: kind.signs[0], wanted, found };
            return Err(goal.error(of_kind[found].at, fault));
        }
    }
    Ok(())
}

/// Checks that a goal has no more locked pieces on a line than the start: they never leave it.
fn check_lines(
    goal: &DrawnGrid,
    kinds: &[Kind],
    start: &[Standing],
    standings: &[Standing],
) -> Result<(), PuzzleFileError> {
    for standing in standings {
        let kind = &kinds[standing.kind];
        let first = first_of(kinds, standing.kind);
        let is_beside = |other: &&Standing| {
            first_of(kinds, other.kind) == first
                && match kind.freedom {
                    Freedom::Both => true,
                    Freedom::Rows => other.at.1 == standing.at.1,
                    Freedom::Columns => other.at.0 == standing.at.0,
                }
        };
        let wanted = standings.iter().filter(is_beside).count();
        let found = start.iter().filter(is_beside).count();
        if wanted > found {
            let (sign, along) = (kind.signs[0], kind.freedom.along());
            return Err(goal.error(
                standing.at,
                match found {
                    0 => Fault::OffLine { sign, along },
                    _ => Fault::TooManyOnLine { sign, along, wanted, found },
                },
            ));
        }
    }
    Ok(())
}
