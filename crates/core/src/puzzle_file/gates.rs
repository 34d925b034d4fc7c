//! Gates: cells that only some pieces may enter.

use super::doors::EVERYONE;
use super::error::{Fault, PuzzleFileError};
use super::grid::{DrawnGrid, Sign};

/// The gates of a puzzle; the default has none.
#[derive(Default)]
pub(super) struct Gates {
    gates: Vec<Gate>,
}

struct Gate {
    cell: (u8, u8),
    owners: Vec<char>,
}

/// A group of pieces that own gates together.
pub(super) struct Group {
    pub name: Sign,
    pub pieces: Vec<Sign>,
}

/// Checks that each group has a name of its own, and pieces that are known, each once.
pub(super) fn check_groups(
    groups: &[Group],
    known: &[char],
    has_doors: bool,
) -> Result<(), PuzzleFileError> {
    for Group { name, pieces } in groups {
        if has_doors && name.sign == EVERYONE {
            return Err(name.error(Fault::GroupOfAll));
        }
        if known.contains(&name.sign) {
            return Err(name.error(Fault::Group { group: name.sign.to_string() }));
        }
        for (nth, piece) in pieces.iter().enumerate() {
            let sign = piece.sign;
            if !known.contains(&sign) {
                return Err(piece.error(Fault::NoSuchPiece { sign }));
            }
            if pieces[..nth].iter().any(|before| before.sign == sign) {
                return Err(piece.error(Fault::Twice { sign }));
            }
        }
    }
    Ok(())
}

impl Gates {
    /// The gates of a grid. Each of its signs is a piece of the start or a group.
    pub fn new(
        grid: &DrawnGrid,
        groups: &[Group],
        start: &DrawnGrid,
    ) -> Result<Self, PuzzleFileError> {
        let known = start.grid.pieces();
        let mut gates = Vec::new();
        for sign in grid.grid.pieces() {
            let cells = grid.grid.cells_of(sign);
            let owners = match groups.iter().find(|group| group.name.sign == sign) {
                Some(group) => group.pieces.iter().map(|piece| piece.sign).collect(),
                None if known.contains(&sign) => vec![sign],
                None => return Err(grid.error(cells[0], Fault::NoSuchOwner { sign })),
            };
            gates.extend(cells.into_iter().map(|cell| Gate { cell, owners: owners.clone() }));
        }
        gates.sort_by_key(|gate| (gate.cell.1, gate.cell.0));
        Ok(Self { gates })
    }

    /// The gates that a piece may enter, in reading order.
    pub fn cells_of(&self, sign: char) -> Vec<(u8, u8)> {
        let own = self.gates.iter().filter(|gate| gate.owners.contains(&sign));
        own.map(|gate| gate.cell).collect()
    }

    /// Checks that no cell of a piece is a gate that the piece may not enter.
    pub fn check(
        &self,
        grid: &DrawnGrid,
        sign: char,
        cells: &[(u8, u8)],
    ) -> Result<(), PuzzleFileError> {
        let closes = |gate: &&Gate| cells.contains(&gate.cell) && !gate.owners.contains(&sign);
        match self.gates.iter().find(closes) {
            None => Ok(()),
            Some(Gate { cell, owners }) => {
                Err(grid.error(*cell, Fault::Gated { sign, owners: owners.clone() }))
            }
        }
    }
}
