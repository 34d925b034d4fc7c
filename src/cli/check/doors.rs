//! Doors: which pieces fit through which, and what waits until pieces have left.

use crate::cli::output;
use huarong_core::drawing::exit::{DoorPlace, Side};
use huarong_core::puzzle_file::{FileDoor, FileDoors, PuzzleFile, Wait};
use huarong_core::rules::Puzzle;
use serde::Serialize;
use std::io::{self, Write};

/// The doors of a puzzle, and what its pieces do at them.
#[derive(Serialize)]
pub(super) struct DoorsRecord {
    doors: Vec<DoorRecord>,
    leaving: Vec<LeavingRecord>,
}

/// A door.
#[derive(Serialize)]
struct DoorRecord {
    sign: char,
    /// Column and row in the grid of doors, from 0: the frame around the board is its first column and row.
    column: u8,
    row: u8,
    /// The pieces and layers that own it.
    owners: Vec<char>,
    /// Those of them that can leave through it, if nothing is in their way.
    fits: Vec<char>,
    opens_after: u8,
}

/// What interchangeable pieces do at doors.
#[derive(Serialize)]
struct LeavingRecord {
    signs: Vec<char>,
    /// Whether they, and their layers, fit through a door from anywhere.
    can_leave: bool,
    /// The number of pieces that must have left before they move.
    frozen_until_left: Option<u8>,
    /// The pieces that must have left before they move.
    frozen_until_gone: Option<Vec<char>>,
    /// As which they stay on the board, one after another.
    layers: Vec<char>,
    /// The piece of which they are a layer.
    layer_of: Option<char>,
    /// Whether the goal requires that they are gone.
    gone: bool,
}

impl DoorsRecord {
    pub fn new(file: &PuzzleFile, doors: &FileDoors, puzzle: &Puzzle) -> Self {
        let rules = puzzle.doors().expect("the file has doors");
        let shapes = puzzle.shapes();
        let door = |(number, door): (usize, &FileDoor)| {
            let fits = rules.used_by(number).iter();
            let mut fits: Vec<char> =
                fits.flat_map(|&shape| shapes[shape].signs()).copied().collect();
            fits.sort_unstable();
            fits.dedup();
            let (column, row) = door.at;
            let (sign, owners, opens_after) = (door.sign, door.owners.clone(), door.opens_after);
            DoorRecord { sign, column, row, owners, fits, opens_after }
        };
        let drawn: Vec<DoorRecord> = doors.doors.iter().enumerate().map(door).collect();
        let fits = |sign: &char| drawn.iter().any(|door| door.fits.contains(sign));
        let leaving = file.kinds().iter().map(|kind| {
            let sign = kind.signs[0];
            let layers = doors.layers.iter().find(|(first, _)| *first == sign);
            let layers = layers.map_or(Vec::new(), |(_, below)| below.clone());
            let above = doors.layers.iter().find(|(_, below)| below.contains(&sign));
            let wait = doors.frozen.iter().find(|(frozen, _)| *frozen == sign);
            LeavingRecord {
                signs: kind.signs.clone(),
                can_leave: fits(&sign) && layers.iter().all(fits),
                frozen_until_left: wait.and_then(|(_, wait)| match wait {
                    Wait::Left(number) => Some(*number),
                    Wait::Gone(_) => None,
                }),
                frozen_until_gone: wait.and_then(|(_, wait)| match wait {
                    Wait::Left(_) => None,
                    Wait::Gone(signs) => Some(signs.clone()),
                }),
                layers,
                layer_of: above.map(|&(first, _)| first),
                gone: doors.gone.contains(&sign),
            }
        });
        Self { leaving: leaving.collect(), doors: drawn }
    }

    /// Draws the board with its doors in a frame.
    pub fn write_grid(&self, file: &PuzzleFile, out: &mut Vec<u8>) -> io::Result<()> {
        let start = file.start();
        let (columns, rows) = (start.columns(), start.rows());
        writeln!(out, "\n  doors")?;
        for row in 0..=rows + 1 {
            let sign = |column: u8| {
                let door = self.doors.iter().find(|door| (door.column, door.row) == (column, row));
                match door {
                    Some(door) => door.sign,
                    None if [0, columns + 1].contains(&column) && [0, rows + 1].contains(&row) => {
                        '+'
                    }
                    None if [0, columns + 1].contains(&column) => '|',
                    None if [0, rows + 1].contains(&row) => '-',
                    None if start.sign(column - 1, row - 1) == '#' => '#',
                    None => '.',
                }
            };
            writeln!(out, "  {}", (0..=columns + 1).map(sign).collect::<String>())?;
        }
        Ok(())
    }

    /// What the pieces of a kind do at doors, after the text of the kind.
    pub fn kind_text(&self, kind: usize) -> String {
        let LeavingRecord { can_leave, frozen_until_left, frozen_until_gone, layers, .. } =
            &self.leaving[kind];
        let mut text = match self.leaving[kind].layer_of {
            Some(sign) => format!("; layer of {sign}"),
            None => String::new(),
        };
        if let Some(number) = frozen_until_left {
            text += &format!("; frozen until {} left", have(u64::from(*number)));
        }
        if let Some(signs) = frozen_until_gone {
            text += &format!("; frozen until {} left", these(signs));
        }
        if !layers.is_empty() {
            text += &format!("; becomes {}", listed(layers, ", then "));
        }
        text += match can_leave {
            true if layers.is_empty() => "",
            true => ", then it is gone",
            false => "; never leaves",
        };
        text
    }

    /// Lists the doors and the pieces that must be gone.
    pub fn write_doors(&self, file: &PuzzleFile, out: &mut Vec<u8>) -> io::Result<()> {
        let size = (file.start().columns(), file.start().rows());
        for doors in self.doors_together(size) {
            let (first, last) = (doors[0], doors[doors.len() - 1]);
            let place = place(first, last, size);
            let mut fits: Vec<char> = doors.iter().flat_map(|door| door.fits.clone()).collect();
            fits.sort_unstable();
            fits.dedup();
            let opens = match first.opens_after {
                0 => String::new(),
                number => format!(", open after {} left", have(number.into())),
            };
            let through = if doors.len() == 1 { "door" } else { "doors" };
            let leave = listed(&fits, " ");
            writeln!(out, "  {through} {} {place}{opens}: for {leave}", first.sign)?;
        }
        let gone = self.leaving.iter().filter(|leaving| leaving.gone);
        let gone: Vec<char> = gone.flat_map(|leaving| leaving.signs.clone()).collect();
        let is_drawn = file.goals().iter().any(|goal| !goal.is_empty());
        let drawn = if is_drawn { "pieces are in the places that are drawn, and " } else { "" };
        match &gone[..] {
            [] => Ok(()),
            [one] => writeln!(out, "  goal: {drawn}{one} is gone"),
            several => writeln!(out, "  goal: {drawn}{} are gone", listed(several, " ")),
        }
    }

    /// What the maker of the puzzle may have overlooked: pieces with layers that the default goal leaves out.
    pub fn warnings(&self, file: &PuzzleFile) -> Vec<String> {
        let fits = |sign: &&char| self.doors.iter().any(|door| door.fits.contains(sign));
        let stays = |leaving: &LeavingRecord| {
            let piece = leaving.signs[0];
            let layer = leaving.layers.iter().find(|sign| !fits(sign))?;
            Some(format!(
                "{piece} is never gone, and not in the goal: its layer {layer} has no door"
            ))
        };
        match file.goals().iter().all(Vec::is_empty) {
            true => self.leaving.iter().filter_map(stays).collect(),
            false => Vec::new(),
        }
    }

    /// The doors of one sign that are beside one another at one side of the board, together.
    fn doors_together(&self, size: (u8, u8)) -> Vec<Vec<&DoorRecord>> {
        let mut together: Vec<Vec<&DoorRecord>> = Vec::new();
        for door in &self.doors {
            let follows = |group: &&mut Vec<&DoorRecord>| {
                let last = group[group.len() - 1];
                let is_beside = match (place_of(last, size), place_of(door, size)) {
                    (DoorPlace::Rim(side, before), DoorPlace::Rim(its, at)) => {
                        side == its && at.abs_diff(before) == 1
                    }
                    _ => false,
                };
                is_beside && last.sign == door.sign
            };
            match together.iter_mut().find(follows) {
                Some(group) => group.push(door),
                None => together.push(vec![door]),
            }
        }
        together
    }
}

fn place_of(door: &DoorRecord, size: (u8, u8)) -> DoorPlace {
    DoorPlace::of((door.column, door.row), size)
}

/// Where doors beside one another are.
fn place(first: &DoorRecord, last: &DoorRecord, size: (u8, u8)) -> String {
    let range = |what: &str, from: u8, to: u8| match from == to {
        true => format!("{what} {from}"),
        false => format!("{what}s {from} to {to}"),
    };
    let (row, column) =
        (range("row", first.row, last.row), range("column", first.column, last.column));
    match place_of(first, size) {
        DoorPlace::Rim(Side::Left, _) => format!("left of {row}"),
        DoorPlace::Rim(Side::Right, _) => format!("right of {row}"),
        DoorPlace::Rim(Side::Top, _) => format!("above {column}"),
        DoorPlace::Rim(Side::Bottom, _) => format!("below {column}"),
        DoorPlace::Wall(..) => format!("in the wall at {column}, {row}"),
    }
}

/// A number of pieces as the subject of "left": `2 pieces have`.
fn have(pieces: u64) -> String {
    let verb = if pieces == 1 { "has" } else { "have" };
    format!("{} {verb}", output::counted(pieces, "piece"))
}

/// Pieces as the subject of "left": `A and B have`.
fn these(signs: &[char]) -> String {
    match signs {
        [one] => format!("{one} has"),
        [others @ .., last] => format!("{} and {last} have", listed(others, ", ")),
        [] => "no piece has".to_owned(),
    }
}

fn listed(signs: &[char], between: &str) -> String {
    signs.iter().map(char::to_string).collect::<Vec<_>>().join(between)
}
