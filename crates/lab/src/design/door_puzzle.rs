//! Puzzles with pieces and doors in colours: random ones, and random changes of them.

use super::board_symmetry::BoardSymmetry;
use super::door_scope::DoorScope;
use super::drawings::Place;
use super::random_designs::RandomPuzzle;
use huarong_core::grid::{Direction, Polyomino, Region};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Pieces on a board with doors. Places of doors count the frame of one cell around the board.
#[derive(Clone, Debug)]
pub(super) struct DoorPuzzle {
    region: Region,
    pieces: Vec<Coloured>,
    doors: Vec<Coloured>,
}

/// A piece, or a door as broad as some pieces.
#[derive(Clone, Debug)]
struct Coloured {
    colour: u8,
    cells: Vec<Place>,
    /// The cells of a piece at the goal, if it must stay.
    goal: Option<Vec<Place>>,
}

/// The most pieces that a change takes away before it places them again.
const MOST_REMOVED: usize = 3;

/// One piece in this many gets another shape when it is placed again.
const PIECES_PER_CHANGE_OF_SHAPE: u32 = 3;

impl Coloured {
    /// Numbers of columns and rows.
    fn size(&self) -> Place {
        let lines = |line: fn(&Place) -> u8| {
            let lines = || self.cells.iter().map(line);
            lines().max().unwrap_or(0) + 1 - lines().min().unwrap_or(0)
        };
        (lines(|cell| cell.0), lines(|cell| cell.1))
    }

    /// Number of cells of a door that the piece needs on a side of the board.
    fn breadth(&self, side: Direction) -> u8 {
        let (columns, rows) = self.size();
        if side.step().0 == 0 { columns } else { rows }
    }
}

fn one_of<'i, T>(items: &'i [T], generator: &mut ChaCha8Rng) -> Option<&'i T> {
    (!items.is_empty()).then(|| &items[generator.random_range(0..items.len())])
}

impl RandomPuzzle for DoorPuzzle {
    type Scope = DoorScope;

    const MEMORY_OF_LENGTH: u64 = 16 << 20;

    /// Pieces and doors at random places. `None` if they do not fit.
    fn random(scope: &DoorScope, generator: &mut ChaCha8Rng) -> Option<Self> {
        let (pieces, doors) = (Vec::new(), Vec::new());
        let mut puzzle = Self { region: scope.region.clone(), pieces, doors };
        for _ in 0..generator.random_range(scope.least_walls..=scope.walls) {
            puzzle.add_wall(generator)?;
        }
        let pieces = generator.random_range(scope.pieces.clone());
        let most = (*scope.colours.end()).min(pieces);
        let least = *scope.colours.start();
        let colours = if least > most { return None } else { generator.random_range(least..=most) };
        for nth in 0..pieces {
            let colour = if nth < colours { nth } else { generator.random_range(0..colours) };
            puzzle.add_piece(scope, colour, None, generator)?;
        }
        let staying = scope.staying.clone();
        let most = (*staying.end()).min(pieces - 1);
        if *staying.start() > most {
            return None;
        }
        for nth in 0..generator.random_range(*staying.start()..=most) {
            puzzle.stay(nth.into(), generator)?;
        }
        let range = scope.doors_of(colours);
        let doors = if range.is_empty() { return None } else { generator.random_range(range) };
        for nth in 0..doors {
            let colour = if nth < colours { nth } else { generator.random_range(0..colours) };
            puzzle.add_door(colour, generator)?;
        }
        Some(puzzle)
    }

    /// The puzzle after one or two changes. `None` if they are not possible.
    fn changed(&self, scope: &DoorScope, generator: &mut ChaCha8Rng) -> Option<Self> {
        let mut puzzle = self.clone();
        for _ in 0..generator.random_range(1..=2) {
            puzzle.change(scope, generator)?;
        }
        (puzzle.is_within(scope) && puzzle.has_doors_for_all()).then_some(puzzle)
    }

    /// The text of a puzzle file. Pieces have capital letters in reading order. A colour of several pieces has a small letter.
    fn text(&self) -> String {
        let mut sorted = self.clone();
        sorted
            .pieces
            .sort_by_key(|piece| piece.cells.iter().map(|&(column, row)| (row, column)).min());
        let Self { region, pieces, doors } = &sorted;
        let mut start: Vec<Vec<char>> = (0..region.height())
            .map(|row| {
                let sign = |column| if region.is_open(column, row) { '.' } else { '#' };
                (0..region.width()).map(sign).collect()
            })
            .collect();
        let mut goal: Vec<Vec<char>> = start.clone();
        let mut owners: BTreeMap<u8, String> = BTreeMap::new();
        let mut gone = String::new();
        for (sign, piece) in ('A'..).zip(pieces) {
            owners.entry(piece.colour).or_default().push(sign);
            for &(column, row) in &piece.cells {
                start[usize::from(row)][usize::from(column)] = sign;
            }
            for &(column, row) in piece.goal.iter().flatten() {
                goal[usize::from(row)][usize::from(column)] = sign;
            }
            if piece.goal.is_none() {
                gone.push(sign);
            }
        }
        let groups = sorted.colours().into_iter().filter(|colour| owners[colour].len() > 1);
        let groups: BTreeMap<u8, char> = groups.zip('a'..).collect();
        let (columns, rows) = self.framed();
        let mut drawn = vec![vec!['.'; columns.into()]; rows.into()];
        for door in doors {
            let own = owners[&door.colour].chars().next();
            let sign = groups.get(&door.colour).copied().or(own).unwrap_or('*');
            for &(column, row) in &door.cells {
                drawn[usize::from(row)][usize::from(column)] = sign;
            }
        }
        let grid = |rows: Vec<Vec<char>>| {
            let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
            format!("\"\"\"\n{}\n\"\"\"", rows.join("\n"))
        };
        let mut text = format!("name = \"Doors\"\nstart = {}\n", grid(start));
        if gone.len() < pieces.len() {
            text += &format!("goal = {}\ngone = \"{gone}\"\n", grid(goal));
        }
        text += &format!("doors = {}\n", grid(drawn));
        if !groups.is_empty() {
            let group = |(colour, sign): (&u8, &char)| (*sign, owners[colour].clone());
            let groups: BTreeMap<char, String> = groups.iter().map(group).collect();
            let groups: Vec<String> =
                groups.iter().map(|(sign, pieces)| format!("{sign} = \"{pieces}\"")).collect();
            text += &format!("owners = {{ {} }}\n", groups.join(", "));
        }
        text
    }

    /// The same for all puzzles that differ by a reflection or rotation, and by the names of colours.
    fn canonical(&self) -> Vec<u8> {
        const EMPTY: [u8; 2] = [0, 0];
        const WALL: [u8; 2] = [u8::MAX, 0];
        const DOOR: u8 = u8::MAX - 1;
        let (columns, rows) = self.framed();
        let at =
            |(column, row): Place| usize::from(row) * usize::from(columns) + usize::from(column);
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        // The number of the piece, from 1, and its colour, from 1.
        let cell = |place| if self.is_open(place) { EMPTY } else { WALL };
        let mut cells: Vec<[u8; 2]> = places.clone().map(cell).collect();
        for door in &self.doors {
            door.cells.iter().for_each(|&place| cells[at(place)] = [DOOR, door.colour + 1]);
        }
        for (number, piece) in (1..).zip(&self.pieces) {
            for &(column, row) in &piece.cells {
                cells[at((column + 1, row + 1))] = [number, piece.colour + 1];
            }
        }
        let frame =
            Region::new(columns.into(), rows.into()).expect("a board has at most 253 columns");
        let image = |symmetry: BoardSymmetry| {
            let mut image = cells.clone();
            places.clone().for_each(|place| image[at(symmetry.place(place))] = cells[at(place)]);
            let (mut pieces, mut colours) = (Vec::new(), Vec::new());
            for [piece, colour] in image.iter_mut().filter(|cell| cell[1] > 0) {
                *colour = number_among(&mut colours, *colour);
                if *piece != DOOR {
                    *piece = number_among(&mut pieces, *piece);
                }
            }
            // Which pieces stay, and the goal places. Pieces of one shape and colour may exchange theirs.
            let piece = |number: &u8| &self.pieces[usize::from(*number) - 1];
            let stays = pieces.iter().map(|number| u8::from(piece(number).goal.is_some()));
            let mut goals: Vec<Vec<u8>> = Vec::new();
            for staying in &self.pieces {
                let Some(goal) = &staying.goal else { continue };
                let framed: Vec<Place> = goal.iter().map(|&(c, r)| (c + 1, r + 1)).collect();
                let places = symmetry.places(&framed).into_iter();
                let colour = number_among(&mut colours, staying.colour + 1);
                goals.push([colour].into_iter().chain(places.flat_map(|(c, r)| [c, r])).collect());
            }
            goals.sort();
            image.as_flattened().iter().copied().chain(stays).chain(goals.concat()).collect()
        };
        BoardSymmetry::of(&frame).into_iter().map(image).min().unwrap_or_default()
    }
}

impl DoorPuzzle {
    fn change(&mut self, scope: &DoorScope, generator: &mut ChaCha8Rng) -> Option<()> {
        if self.pieces.is_empty() || self.doors.is_empty() {
            return None;
        }
        match generator.random_range(0..14) {
            0..=5 => {
                let removed = generator.random_range(1..=MOST_REMOVED.min(self.pieces.len()));
                let removed: Vec<Coloured> =
                    (0..removed).map(|_| self.take_piece(generator)).collect();
                let mut without_goal = Vec::new();
                for piece in removed {
                    let is_other = generator.random_range(0..PIECES_PER_CHANGE_OF_SHAPE) == 0;
                    let shape = Polyomino::new(piece.cells).filter(|_| !is_other);
                    self.add_piece(scope, piece.colour, shape, generator)?;
                    let last = self.pieces.len() - 1;
                    match piece.goal {
                        Some(_) if is_other => without_goal.push(last),
                        goal => self.pieces[last].goal = goal,
                    }
                }
                // The places that the others keep are known now.
                for number in without_goal {
                    self.stay(number, generator)?;
                }
            }
            6 => {
                let [one, other] = [(); 2].map(|()| generator.random_range(0..self.pieces.len()));
                let colour = self.pieces[one].colour;
                self.pieces[one].colour = self.pieces[other].colour;
                self.pieces[other].colour = colour;
            }
            7 => {
                let recoloured = generator.random_range(0..self.pieces.len());
                self.pieces[recoloured].colour = one_of(&self.pieces, generator)?.colour;
            }
            8 => {
                let colour = one_of(&self.pieces, generator)?.colour;
                self.add_piece(scope, colour, None, generator)?;
            }
            9 => {
                self.take_piece(generator);
            }
            10 => {
                let moved = generator.random_range(0..self.doors.len());
                let colour = self.doors.swap_remove(moved).colour;
                self.add_door(colour, generator)?;
            }
            11 if *scope.staying.end() > 0 => {
                let number = generator.random_range(0..self.pieces.len());
                match self.pieces[number].goal {
                    Some(_) if generator.random_range(0..2) == 0 => self.pieces[number].goal = None,
                    _ => self.stay(number, generator)?,
                }
            }
            _ if scope.walls > 0 && generator.random_range(0..2) == 0 => {
                self.change_wall(scope, generator)?;
            }
            _ if generator.random_range(0..2) == 0 => {
                let colour = one_of(&self.pieces, generator)?.colour;
                self.add_door(colour, generator)?;
            }
            _ => {
                let removed = generator.random_range(0..self.doors.len());
                self.doors.swap_remove(removed);
            }
        }
        Some(())
    }

    /// Gives a piece, by its number, a random place at the goal.
    fn stay(&mut self, number: usize, generator: &mut ChaCha8Rng) -> Option<()> {
        let goals = self.pieces.iter().enumerate().filter(|(other, _)| *other != number);
        let taken: Vec<Place> =
            goals.filter_map(|(_, piece)| piece.goal.clone()).flatten().collect();
        let shape = Polyomino::new(self.pieces[number].cells.iter().copied())?;
        let goal = self.random_place(&shape, taken.iter(), generator)?;
        self.pieces[number].goal = Some(goal);
        Some(())
    }

    /// The cells of a shape at a random place without some cells.
    fn random_place<'c>(
        &self,
        shape: &Polyomino,
        taken: impl Iterator<Item = &'c Place>,
        generator: &mut ChaCha8Rng,
    ) -> Option<Vec<Place>> {
        let mut free = self.region.clone();
        for &(column, row) in taken {
            free.close((column.into(), row.into()));
        }
        let places: Vec<_> = free.placements(shape).collect();
        let cells = one_of(&places, generator)?.cells();
        Some(cells.map(|(column, row)| (column as u8, row as u8)).collect())
    }

    fn take_piece(&mut self, generator: &mut ChaCha8Rng) -> Coloured {
        let taken = generator.random_range(0..self.pieces.len());
        self.pieces.swap_remove(taken)
    }

    /// Adds a piece of a shape, or of a random one, at a random place.
    fn add_piece(
        &mut self,
        scope: &DoorScope,
        colour: u8,
        shape: Option<Polyomino>,
        generator: &mut ChaCha8Rng,
    ) -> Option<()> {
        let shape = match shape {
            Some(shape) => shape,
            None => one_of(one_of(scope.shapes.shapes(), generator)?, generator)?.clone(),
        };
        let taken = self.pieces.iter().flat_map(|piece| &piece.cells);
        let cells = self.random_place(&shape, taken, generator)?;
        self.pieces.push(Coloured { colour, cells, goal: None });
        Some(())
    }

    /// Adds a door of a colour, through which all its pieces fit unless it has another door.
    fn add_door(&mut self, colour: u8, generator: &mut ChaCha8Rng) -> Option<()> {
        let side = *one_of(&Direction::ALL, generator)?;
        let own: Vec<&Coloured> =
            self.pieces.iter().filter(|piece| piece.colour == colour).collect();
        let breadth = match self.doors.iter().any(|door| door.colour == colour) {
            true => one_of(&own, generator)?.breadth(side),
            false => own.iter().map(|piece| piece.breadth(side)).max()?,
        };
        let cells = one_of(&self.places_of_door(side, breadth), generator)?.clone();
        self.doors.push(Coloured { colour, cells, goal: None });
        Some(())
    }

    /// The places of a door on a side that no other door has.
    fn places_of_door(&self, side: Direction, breadth: u8) -> Vec<Vec<Place>> {
        let along = if side.step().0 == 0 { (1, 0) } else { (0, 1) };
        let is_free = |place: &Place| {
            self.is_doorway(*place, side)
                && self.doors.iter().all(|door| !door.cells.contains(place))
        };
        let (columns, rows) = self.framed();
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let door = |(column, row): Place| -> Vec<Place> {
            (0..breadth).map(|nth| (column + nth * along.0, row + nth * along.1)).collect()
        };
        places.map(door).filter(|cells| cells.iter().all(is_free)).collect()
    }

    /// Whether pieces could leave the board through a place on a side: it is beside an open cell, and beyond it there are
    /// none.
    fn is_doorway(&self, place: Place, side: Direction) -> bool {
        let (across, down) = side.step();
        let beside = |(column, row): Place, (across, down): (i8, i8)| {
            self.within((column.checked_add_signed(across)?, row.checked_add_signed(down)?))
        };
        let mut beyond = std::iter::successors(Some(place), |&at| beside(at, (across, down)));
        beyond.all(|place| !self.is_open(place))
            && beside(place, (-across, -down)).is_some_and(|place| self.is_open(place))
    }

    /// Columns and rows of the board with its frame.
    fn framed(&self) -> Place {
        (self.region.width() as u8 + 2, self.region.height() as u8 + 2)
    }

    /// A place if it is on the board or in its frame.
    fn within(&self, place: Place) -> Option<Place> {
        let (columns, rows) = self.framed();
        (place.0 < columns && place.1 < rows).then_some(place)
    }

    /// Whether a place, with the frame counted, is an open cell.
    fn is_open(&self, (column, row): Place) -> bool {
        let [column, row] = [column, row].map(|line| usize::from(line).wrapping_sub(1));
        column < self.region.width()
            && row < self.region.height()
            && self.region.is_open(column, row)
    }

    fn add_wall(&mut self, generator: &mut ChaCha8Rng) -> Option<()> {
        let cells = |piece: &Coloured| {
            [&piece.cells[..], piece.goal.as_deref().unwrap_or_default()].concat()
        };
        let covered: Vec<Place> = self.pieces.iter().flat_map(cells).collect();
        let (columns, rows) = (self.region.width() as u8, self.region.height() as u8);
        let open: Vec<Place> = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (column, row)))
            .filter(|&(column, row)| self.region.is_open(column.into(), row.into()))
            .filter(|place| !covered.contains(place))
            .collect();
        let &(column, row) = one_of(&open, generator)?;
        self.region.close((column.into(), row.into()));
        Some(())
    }

    /// Adds a wall, or moves all that the board does not have.
    fn change_wall(&mut self, scope: &DoorScope, generator: &mut ChaCha8Rng) -> Option<()> {
        let walls = self.walls(scope);
        if walls < scope.walls.into() && generator.random_range(0..2) == 0 {
            return self.add_wall(generator);
        }
        self.region = scope.region.clone();
        (0..walls).try_for_each(|_| self.add_wall(generator))
    }

    /// Number of walls besides those of the board.
    fn walls(&self, scope: &DoorScope) -> usize {
        (scope.region.open_cell_count() - self.region.open_cell_count()) as usize
    }

    /// Whether the numbers of pieces, colours, doors and walls are in the ranges.
    fn is_within(&self, scope: &DoorScope) -> bool {
        let is_in = |range: &RangeInclusive<u8>, number: usize| {
            u8::try_from(number).is_ok_and(|number| range.contains(&number))
        };
        let colours = self.colours().len();
        let staying = self.pieces.iter().filter(|piece| piece.goal.is_some()).count();
        is_in(&scope.pieces, self.pieces.len())
            && is_in(&scope.colours, colours)
            && is_in(&scope.doors_of(colours as u8), self.doors.len())
            && is_in(&(scope.least_walls..=scope.walls), self.walls(scope))
            && is_in(&scope.staying, staying)
            && staying < self.pieces.len()
    }

    /// Whether each piece fits through a door of its colour, each door has a piece, and each is where pieces can leave.
    fn has_doors_for_all(&self) -> bool {
        let is_doorway = |door: &Coloured, side: Direction| {
            door.cells.iter().all(|&place| self.is_doorway(place, side))
        };
        let fits = |piece: &Coloured, door: &Coloured| {
            piece.colour == door.colour
                && Direction::ALL.into_iter().any(|side| {
                    usize::from(piece.breadth(side)) <= door.cells.len() && is_doorway(door, side)
                })
        };
        self.pieces.iter().all(|piece| self.doors.iter().any(|door| fits(piece, door)))
            && self.doors.iter().all(|door| self.pieces.iter().any(|piece| fits(piece, door)))
    }

    /// The colours of the pieces, each once, in the order of the pieces.
    fn colours(&self) -> Vec<u8> {
        let mut colours: Vec<u8> = Vec::new();
        for piece in &self.pieces {
            if !colours.contains(&piece.colour) {
                colours.push(piece.colour);
            }
        }
        colours
    }
}

/// The number of an item among those that came before, from 1.
fn number_among(known: &mut Vec<u8>, item: u8) -> u8 {
    let place = known.iter().position(|&other| other == item).unwrap_or_else(|| {
        known.push(item);
        known.len() - 1
    });
    place as u8 + 1
}
