//! Doors: cells through which pieces leave, and what waits until pieces have left.

use super::error::{Fault, PuzzleFileError};
use super::gates::Group;
use super::grid::{DrawnGrid, Sign};
use super::signs::{EMPTY, WALL, is_piece_sign, look};

/// The sign of a door for every piece.
pub(super) const EVERYONE: char = '*';

/// A door of a puzzle file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileDoor {
    /// Its `(column, row)` in the grid of doors, which has a frame of one cell around the board.
    pub at: (u8, u8),
    /// The sign that draws it: of a piece, a layer or a group, or `*`.
    pub sign: char,
    /// The signs of the pieces and layers that leave through it.
    pub owners: Vec<char>,
    /// Number of pieces that must have left before.
    pub opens_after: u8,
}

/// What a frozen piece waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A number of pieces that have left.
    Left(u8),
    /// The signs of the pieces that must have left.
    Gone(Vec<char>),
}

/// The doors of a puzzle file, and the rules of pieces that leave.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileDoors {
    /// The doors, in reading order.
    pub doors: Vec<FileDoor>,
    /// The signs of frozen pieces, with what each waits for.
    pub frozen: Vec<(char, Wait)>,
    /// The signs of pieces in layers, with those of the layers below, which are on the board one after another.
    pub layers: Vec<(char, Vec<char>)>,
    /// The signs of the pieces that must be gone at the goal.
    pub gone: Vec<char>,
}

/// Everything about leaving that distinguishes pieces of one shape.
#[derive(PartialEq, Eq)]
pub(super) struct Role<'d> {
    doors: Vec<(u8, u8)>,
    wait: Option<&'d Wait>,
    named_by: Vec<char>,
    /// The piece, if it has layers.
    layered: Option<char>,
    is_gone: bool,
}

/// The keys of a file about doors, as read.
pub(super) struct DoorKeys<'g> {
    pub grid: DrawnGrid,
    pub groups: &'g [Group],
    pub opens: Vec<(Sign, u8)>,
    pub frozen: Vec<(Sign, Written)>,
    pub layers: Vec<(Sign, Vec<Sign>)>,
    /// The signs that must be gone; `None` if the key is missing.
    pub gone: Option<Vec<Sign>>,
    pub has_goal: bool,
}

/// What a frozen piece waits for, as written.
pub(super) enum Written {
    Left(u8),
    Gone(Vec<Sign>),
}

/// The signs of all layers below the first.
pub(super) fn layer_signs(layers: &[(Sign, Vec<Sign>)]) -> impl Iterator<Item = Sign> + '_ {
    layers.iter().flat_map(|(_, below)| below.iter().copied())
}

impl DoorKeys<'_> {
    /// The signs that the keys name, except in the grid.
    pub fn named(&self) -> impl Iterator<Item = char> + '_ {
        let waits = self.frozen.iter().flat_map(|(key, wait)| {
            let awaited = match wait {
                Written::Left(_) => &[][..],
                Written::Gone(signs) => signs,
            };
            awaited.iter().chain([key])
        });
        self.gone.iter().flatten().chain(waits).map(|sign| sign.sign)
    }

    /// Checks the keys against the start and the goals.
    pub fn doors(
        self,
        start: &DrawnGrid,
        goals: &[DrawnGrid],
    ) -> Result<FileDoors, PuzzleFileError> {
        let known = start.grid.pieces();
        let layers = self.layers(&known)?;
        let doors = self.read_doors(start, &layers)?;
        let mut frozen: Vec<(Sign, char, Wait)> = Vec::new();
        for (key, written) in &self.frozen {
            let wait = match written {
                Written::Left(number) => Wait::Left(*number),
                Written::Gone(signs) => Wait::Gone(self.pieces(signs, &known)?),
            };
            for sign in self.pieces(&[*key], &known)? {
                if frozen.iter().any(|&(_, other, _)| other == sign) {
                    return Err(key.error(Fault::Twice { sign }));
                }
                frozen.push((*key, sign, wait.clone()));
            }
        }
        let layers_of = |sign: char| {
            let below = layers.iter().find(|(first, _)| *first == sign);
            [&[sign][..], below.map_or(&[][..], |(_, below)| below)].concat()
        };
        let owns_one = |sign: &char| doors.iter().any(|door| door.owners.contains(sign));
        let can_leave = |sign: char| layers_of(sign).iter().all(owns_one);
        let gone = match &self.gone {
            Some(signs) => {
                for sign in signs {
                    let pieces = self.pieces(&[*sign], &known)?;
                    if let Some(&piece) = pieces.iter().find(|&&piece| !can_leave(piece)) {
                        return Err(sign.error(Fault::CannotLeave { sign: piece }));
                    }
                }
                self.pieces(signs, &known)?
            }
            None if self.has_goal => Vec::new(),
            None => known.iter().copied().filter(|&sign| can_leave(sign)).collect(),
        };
        if gone.is_empty() && !self.has_goal {
            return Err(self.grid.error((0, 0), Fault::Missing { key: "goal" }));
        }
        for goal in goals {
            if let Some(&sign) = gone.iter().find(|sign| goal.grid.pieces().contains(sign)) {
                let cell = goal.grid.cells_of(sign)[0];
                return Err(goal.error(cell, Fault::GoneInGoal { sign }));
            }
        }
        // The pieces that leave first, next, and so on, if nothing but the rules of waiting is in their way.
        let mut left: Vec<char> = Vec::new();
        let is_over = |wait: &Wait, left: &[char]| match wait {
            Wait::Left(number) => usize::from(*number) <= left.len(),
            Wait::Gone(signs) => signs.iter().all(|sign| left.contains(sign)),
        };
        loop {
            let opens = |sign: &char| {
                let mut own = doors.iter().filter(|door| door.owners.contains(sign));
                own.any(|door| usize::from(door.opens_after) <= left.len())
            };
            let leaves = |sign: char| {
                let waits = frozen.iter().filter(|(_, frozen, _)| *frozen == sign);
                !left.contains(&sign)
                    && waits.into_iter().all(|(.., wait)| is_over(wait, &left))
                    && layers_of(sign).iter().all(opens)
            };
            match known.iter().copied().find(|&sign| leaves(sign)) {
                Some(sign) => left.push(sign),
                None => break,
            }
        }
        if let Some((key, sign, _)) = frozen.iter().find(|(.., wait)| !is_over(wait, &left)) {
            return Err(key.error(Fault::WaitsForever { sign: *sign }));
        }
        if let Some(door) = doors.iter().find(|door| usize::from(door.opens_after) > left.len()) {
            let fault = Fault::NeverOpens { sign: door.sign, most: left.len() };
            let key = self.opens.iter().find(|(key, _)| key.sign == door.sign);
            return Err(key.expect("a door opens at once without its key").0.error(fault));
        }
        let frozen = frozen.into_iter().map(|(_, sign, wait)| (sign, wait)).collect();
        Ok(FileDoors { doors, frozen, layers, gone })
    }

    /// The piece with a sign, which can be that of one of its layers.
    fn piece_of(&self, sign: char) -> char {
        let has = |(_, below): &&(Sign, Vec<Sign>)| below.iter().any(|layer| layer.sign == sign);
        self.layers.iter().find(has).map_or(sign, |(piece, _)| piece.sign)
    }

    /// The pieces of the start that a list of pieces and groups names, each once.
    fn pieces(&self, signs: &[Sign], known: &[char]) -> Result<Vec<char>, PuzzleFileError> {
        let mut pieces = Vec::new();
        for sign in signs {
            let group = self.groups.iter().find(|group| group.name.sign == sign.sign);
            match group {
                Some(group) => {
                    pieces.extend(group.pieces.iter().map(|member| self.piece_of(member.sign)));
                }
                None if known.contains(&sign.sign) => pieces.push(sign.sign),
                None => return Err(sign.error(Fault::NoSuchPiece { sign: sign.sign })),
            }
        }
        pieces.sort_unstable();
        pieces.dedup();
        Ok(pieces)
    }

    fn layers(&self, known: &[char]) -> Result<Vec<(char, Vec<char>)>, PuzzleFileError> {
        let mut seen: Vec<char> = Vec::new();
        for (piece, below) in &self.layers {
            if !known.contains(&piece.sign) {
                return Err(piece.error(Fault::NoSuchPiece { sign: piece.sign }));
            }
            for sign in below {
                let is_group = self.groups.iter().any(|group| group.name.sign == sign.sign);
                let is_free = is_piece_sign(&sign.sign) && !is_group && sign.sign != EVERYONE;
                let looks_so = |other: &&char| look(**other) == look(sign.sign);
                match known.iter().chain(&seen).find(looks_so) {
                    None if is_free => {}
                    Some(&other) if other != sign.sign => {
                        return Err(sign.error(Fault::Lookalike { sign: sign.sign, other }));
                    }
                    _ => return Err(sign.error(Fault::LayerSign { sign: sign.sign })),
                }
                seen.push(sign.sign);
            }
        }
        let signs = |below: &Vec<Sign>| below.iter().map(|sign| sign.sign).collect();
        Ok(self.layers.iter().map(|(piece, below)| (piece.sign, signs(below))).collect())
    }

    /// The doors of the grid. Each is beside an open cell of the start, and on none.
    fn read_doors(
        &self,
        start: &DrawnGrid,
        layers: &[(char, Vec<char>)],
    ) -> Result<Vec<FileDoor>, PuzzleFileError> {
        let Self { grid: drawn, groups, opens, .. } = self;
        let [columns, rows] =
            [start.grid.columns(), start.grid.rows()].map(|length| usize::from(length) + 2);
        if usize::from(drawn.grid.columns()) > columns || usize::from(drawn.grid.rows()) > rows {
            return Err(drawn.error((0, 0), Fault::DoorsSize { columns, rows }));
        }
        let mut known = start.grid.pieces();
        known.extend(layers.iter().flat_map(|(_, below)| below));
        let is_open = |column: u8, row: u8| {
            let (column, row) = (column.wrapping_sub(1), row.wrapping_sub(1));
            start.grid.sign(column, row) != WALL
        };
        let mut doors = Vec::new();
        for ((column, row), sign) in drawn.grid.cells() {
            let at = (column, row);
            let error = |fault| Err(drawn.error(at, fault));
            if sign == EMPTY || sign == WALL {
                continue;
            }
            if is_open(column, row) {
                return error(Fault::DoorOnBoard { sign });
            }
            let beside = [
                (column.wrapping_sub(1), row),
                (column + 1, row),
                (column, row.wrapping_sub(1)),
                (column, row + 1),
            ];
            if !beside.into_iter().any(|(column, row)| is_open(column, row)) {
                return error(Fault::DoorOffBoard { sign });
            }
            let group = groups.iter().find(|group| group.name.sign == sign);
            let owners = match group {
                Some(group) => group.pieces.iter().map(|piece| piece.sign).collect(),
                None if sign == EVERYONE && !known.contains(&sign) => known.clone(),
                None if known.contains(&sign) => vec![sign],
                None => return error(Fault::NoSuchOwner { sign }),
            };
            let opens = opens.iter().find(|(key, _)| key.sign == sign);
            let opens_after = opens.map_or(0, |&(_, after)| after);
            doors.push(FileDoor { at, sign, owners, opens_after });
        }
        if doors.is_empty() {
            return Err(drawn.error((0, 0), Fault::NoDoors));
        }
        let is_drawn = |key: &Sign| doors.iter().any(|door| door.sign == key.sign);
        match opens.iter().find(|(key, _)| !is_drawn(key)) {
            Some((key, _)) => Err(key.error(Fault::NoSuchDoor { sign: key.sign })),
            None => Ok(doors),
        }
    }
}

impl FileDoors {
    /// The signs of the pieces that must be gone at the goal, with those of their layers.
    pub(super) fn gone_signs(&self) -> Vec<char> {
        let layers = self.layers.iter().filter(|(first, _)| self.gone.contains(first));
        self.gone.iter().chain(layers.flat_map(|(_, below)| below)).copied().collect()
    }

    /// Everything about leaving that distinguishes pieces of one shape.
    pub(super) fn role(&self, sign: char) -> Role<'_> {
        let own = self.doors.iter().filter(|door| door.owners.contains(&sign));
        let names = |wait: &Wait| matches!(wait, Wait::Gone(signs) if signs.contains(&sign));
        let naming = self.frozen.iter().filter(|(_, wait)| names(wait));
        let layered = self.layers.iter().find(|(first, _)| *first == sign);
        Role {
            doors: own.map(|door| door.at).collect(),
            wait: self.frozen.iter().find(|(frozen, _)| *frozen == sign).map(|(_, wait)| wait),
            named_by: naming.map(|&(sign, _)| sign).collect(),
            layered: layered.map(|&(sign, _)| sign),
            is_gone: self.gone.contains(&sign),
        }
    }
}
