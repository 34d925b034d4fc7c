//! Boards for paper: each piece has a letter, so that a printed list of moves can name it.

use crate::paper::{Colour, Element, Fonts, Point, Stroke};
use huarong_core::drawing::exit::{
    DoorPlace, Part, Side, are_cars, doors, frame_parts, openings, owner_shapes, owner_signs,
    ways_out,
};
use huarong_core::drawing::outlines;
use huarong_core::grid::{Cell, Direction, Polyomino};
use huarong_core::rules::{Freedom, Puzzle, Shape, ShapeId};
use std::collections::BTreeSet;

// Lengths in cells.

/// Distance from the edge of the picture to the cells, including the frame.
const MARGIN: f32 = 0.18;
/// The same with room for the letters of doors.
const MARGIN_WITH_DOORS: f32 = 0.55;
/// Most letters beside a door; one of more has `*`.
pub const MOST_OWNERS: usize = 4;
const DOOR_LETTER_SIZE: f32 = 0.34;
/// Length of the lane with the arrow at an exit for cars.
const LANE: f32 = 0.5;
const FRAME: f32 = 0.14;
const THIN_WALL: f32 = 0.08;
/// Distance from the edge of a cell to its piece.
const GAP: f32 = 0.04;
const CORNER_RADIUS: f32 = 0.1;
const LETTER_SIZE: f32 = 0.52;
/// The part of the width of a piece that its label can have.
const LABEL_ROOM: f32 = 0.75;
/// Height of a capital letter, as a part of the font size.
const CAPITAL: f32 = 0.733;

/// Units of outlines.
const UNITS_PER_CELL: i32 = 1000;

const WOOD: Colour = Colour(0x7a, 0x6a, 0x58);
const FLOOR: Colour = Colour(0xef, 0xe9, 0xdf);
/// Colours of pieces: of the goal, lying, standing, single cells, and others.
const RED: Colour = Colour(0xc2, 0x45, 0x3d);
const GREEN: Colour = Colour(0x3d, 0x8a, 0x63);
const BLUE: Colour = Colour(0x3b, 0x6f, 0xb0);
const YELLOW: Colour = Colour(0xdc, 0xa6, 0x3a);
const PURPLE: Colour = Colour(0x8a, 0x5b, 0xb0);
const TEAL: Colour = Colour(0x2f, 0x99, 0xa5);
/// More colours, for puzzles with doors.
const ORANGE: Colour = Colour(0xd9, 0x77, 0x42);
const PINK: Colour = Colour(0xd4, 0x73, 0x9c);
const OLIVE: Colour = Colour(0x7f, 0x8c, 0x2f);
const BROWN: Colour = Colour(0x9a, 0x6b, 0x4f);
/// The same for printers without colours: pieces are white, and those of the goal dark.
const DARK: Colour = Colour(0x40, 0x40, 0x40);
const GREY: Colour = Colour(0x99, 0x99, 0x99);

/// A cell that only some pieces may enter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gate {
    pub at: (u8, u8),
    /// The letters of these pieces.
    pub letters: String,
}

/// A piece with what is written on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledPiece {
    pub shape: ShapeId,
    pub anchor: Cell,
    /// A letter or a short name; `None` if the picture does not tell the piece from others of its shape.
    pub label: Option<String>,
}

/// A board to be drawn on paper.
pub struct PrintedBoard<'p> {
    puzzle: &'p Puzzle,
    gates: &'p [Gate],
    /// Without colours, for printers with black ink only.
    is_plain: bool,
    colours: Vec<Colour>,
}

/// Whether all pieces are cars, and each goal brings one of them to an exit in the frame. Pictures show the exits as
/// lanes.
pub fn has_exit(puzzle: &Puzzle) -> bool {
    !lanes(puzzle).is_empty()
}

/// The exits for cars.
fn lanes(puzzle: &Puzzle) -> Vec<Part> {
    if are_cars(puzzle) { ways_out(puzzle) } else { Vec::new() }
}

impl<'p> PrintedBoard<'p> {
    pub fn new(puzzle: &'p Puzzle, gates: &'p [Gate], is_plain: bool) -> Self {
        Self { puzzle, gates, is_plain, colours: colours(puzzle, is_plain) }
    }

    /// Width and height of the picture, in cells.
    pub fn size(&self) -> (f32, f32) {
        let board = self.puzzle.board();
        let margin = margin(self.puzzle);
        let [left, right, top, bottom] = Side::ALL.map(|side| self.lane_at(side));
        (
            f32::from(board.width()) + 2.0 * margin + left + right,
            f32::from(board.height()) + 2.0 * margin + top + bottom,
        )
    }

    /// The length of the lane on a side.
    fn lane_at(&self, side: Side) -> f32 {
        if lanes(self.puzzle).iter().any(|(of, _)| *of == side) { LANE } else { 0.0 }
    }

    /// The elements of a picture whose top-left corner is at a point. Places of `goal` have dashed outlines.
    pub fn draw(
        &self,
        pieces: &[LabelledPiece],
        goal: &[(ShapeId, Cell)],
        at: Point,
        cell: f32,
        fonts: &Fonts<'_>,
    ) -> Vec<Element> {
        let margin = margin(self.puzzle);
        let [left, top] = [Side::Left, Side::Top].map(|side| margin + self.lane_at(side));
        let origin = (at.0 + left * cell, at.1 + top * cell);
        let mut drawing = Drawing { board: self, origin, cell, fonts, elements: Vec::new() };
        drawing.ground();
        drawing.frame();
        lanes(self.puzzle).into_iter().for_each(|lane| drawing.lane(lane));
        drawing.doors();
        for gate in self.gates {
            drawing.gate(gate);
        }
        for piece in pieces {
            drawing.piece(piece);
        }
        for &(shape, anchor) in goal {
            drawing.target(shape, anchor);
        }
        let wanted: Vec<Point> =
            { goal.iter() }.flat_map(|&(shape, anchor)| drawing.cells(shape, anchor)).collect();
        for piece in pieces {
            drawing.label(piece, &wanted);
        }
        drawing.elements
    }
}

/// Distance from the edge of the picture to the cells.
fn margin(puzzle: &Puzzle) -> f32 {
    if puzzle.doors().is_some() { MARGIN_WITH_DOORS } else { MARGIN }
}

/// The colour of each shape. Shapes of the goal stand out, unless they are many. With doors, shapes that
/// own the same doors have one colour, which these doors have, too.
fn colours(puzzle: &Puzzle, is_plain: bool) -> Vec<Colour> {
    if let Some(doors) = puzzle.doors() {
        let all = [RED, GREEN, BLUE, YELLOW, PURPLE, TEAL, ORANGE, PINK, OLIVE, BROWN];
        let colour = |shape: usize| match is_plain {
            true => Colour::WHITE,
            false => all[doors.colour(shape) % all.len()],
        };
        return (0..puzzle.shapes().len()).map(colour).collect();
    }
    let goals = puzzle.goal().alternatives().iter().flatten();
    let named: BTreeSet<ShapeId> = goals.map(|&(shape, _)| shape).collect();
    let are_few = named.len() <= (puzzle.shapes().len() / 3).max(1);
    let mut others = [PURPLE, TEAL].into_iter().cycle();
    let shapes = puzzle.shapes().iter().enumerate();
    let colour = |(id, shape): (ShapeId, &Shape)| {
        let polyomino = shape.polyomino();
        let of_goal = are_few && named.contains(&id);
        match (is_plain, of_goal) {
            (true, true) => DARK,
            (true, false) => Colour::WHITE,
            (false, true) => RED,
            (false, false) if polyomino.area() == 1 => YELLOW,
            (false, false) if polyomino.height() == 1 => GREEN,
            (false, false) if polyomino.width() == 1 => BLUE,
            (false, false) => others.next().unwrap_or(PURPLE),
        }
    };
    shapes.map(colour).collect()
}

/// A picture in the making.
struct Drawing<'d> {
    board: &'d PrintedBoard<'d>,
    /// The top-left corner of the cells.
    origin: Point,
    cell: f32,
    fonts: &'d Fonts<'d>,
    elements: Vec<Element>,
}

impl Drawing<'_> {
    /// A point of the page from one in cells.
    fn point(&self, (x, y): Point) -> Point {
        (self.origin.0 + x * self.cell, self.origin.1 + y * self.cell)
    }

    fn stroke(&self, colour: Colour, width: f32) -> Stroke {
        Stroke { colour, width: width * self.cell, dash: None }
    }

    fn rectangle(&mut self, x: f32, y: f32, width: f32, height: f32, fill: Colour) {
        let corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)];
        let outlines = vec![corners.map(|corner| self.point(corner)).to_vec()];
        self.elements.push(Element::Shape { outlines, fill: Some(fill), stroke: None });
    }

    fn line(&mut self, points: &[Point], stroke: Stroke) {
        let points = points.iter().map(|&point| self.point(point)).collect();
        self.elements.push(Element::Line { points, stroke });
    }

    fn wood(&self) -> Colour {
        if self.board.is_plain { Colour::BLACK } else { WOOD }
    }

    /// Floor, walls and thin walls.
    fn ground(&mut self) {
        let board = self.board.puzzle.board();
        let is_plain = self.board.is_plain;
        let floor = if is_plain { Colour::WHITE } else { FLOOR };
        self.rectangle(0.0, 0.0, board.width().into(), board.height().into(), floor);
        for (column, row) in board.walls() {
            let wall = if is_plain { GREY } else { WOOD };
            self.rectangle(column.into(), row.into(), 1.0, 1.0, wall);
        }
        // Empty cells are easier to count with a dot in each.
        for place in board.cells() {
            let centre = (f32::from(board.column(place)) + 0.5, f32::from(board.row(place)) + 0.5);
            self.line(&[centre, centre], self.stroke(GREY, 0.08));
        }
        for (column, row, side) in board.thin_walls() {
            let (x, y) = (f32::from(column), f32::from(row));
            let start = if side == Direction::Right { (x + 1.0, y) } else { (x, y + 1.0) };
            self.line(&[start, (x + 1.0, y + 1.0)], self.stroke(self.wood(), THIN_WALL));
        }
    }

    /// The frame, side by side, without the exit and doors.
    fn frame(&mut self) {
        let board = self.board.puzzle.board();
        let out = FRAME / 2.0;
        let (right, bottom) = (f32::from(board.width()) + out, f32::from(board.height()) + out);
        let stroke = self.stroke(self.wood(), FRAME);
        for side in Side::ALL {
            let upright = matches!(side, Side::Left | Side::Right);
            let (start, end) = (-out, if upright { bottom } else { right });
            let at = match side {
                Side::Left | Side::Top => -out,
                Side::Right => right,
                Side::Bottom => bottom,
            };
            let openings = openings(self.board.puzzle, side);
            let parts = frame_parts(&openings, (start, end), f32::from, out);
            for (from, to) in parts.into_iter().filter(|(from, to)| from <= to) {
                let ends = if upright { [(at, from), (at, to)] } else { [(from, at), (to, at)] };
                self.line(&ends, stroke);
            }
        }
    }

    /// An arrow in an exit for cars.
    fn lane(&mut self, (side, range): Part) {
        let board = self.board.puzzle.board();
        let colour = self.board.colours[self.board.puzzle.goal().alternatives()[0][0].0];
        let middle = (f32::from(*range.start()) + f32::from(*range.end()) + 1.0) / 2.0;
        let (width, height) = (f32::from(board.width()), f32::from(board.height()));
        // From the edge of the board: along the lane, and across.
        let place = |along: f32, across: f32| match side {
            Side::Right => (width + along, middle + across),
            Side::Left => (-along, middle + across),
            Side::Bottom => (middle + across, height + along),
            Side::Top => (middle + across, -along),
        };
        let corners = [place(0.16, -0.3), place(0.52, 0.0), place(0.16, 0.3)];
        let outlines = vec![corners.map(|corner| self.point(corner)).to_vec()];
        self.elements.push(Element::Shape { outlines, fill: Some(colour), stroke: None });
    }

    /// Doors as bars in the colours of their pieces, with their letters beside them. A door that opens later has the number
    /// of pieces that must have left.
    fn doors(&mut self) {
        let puzzle = self.board.puzzle;
        let (width, height) =
            (f32::from(puzzle.board().width()), f32::from(puzzle.board().height()));
        for (place, door) in doors(puzzle) {
            let beside = FRAME + 0.2;
            let ((x, y, across, down), letters_at) = match place {
                DoorPlace::Rim(side, at) => {
                    let at = f32::from(at);
                    match side {
                        Side::Left => ((-FRAME, at, FRAME, 1.0), (-beside, at + 0.5)),
                        Side::Right => ((width, at, FRAME, 1.0), (width + beside, at + 0.5)),
                        Side::Top => ((at, -FRAME, 1.0, FRAME), (at + 0.5, -beside)),
                        Side::Bottom => ((at, height, 1.0, FRAME), (at + 0.5, height + beside)),
                    }
                }
                DoorPlace::Wall(column, row) => {
                    let (x, y) = (f32::from(column), f32::from(row));
                    ((x + 0.2, y + 0.2, 0.6, 0.6), (x + 0.5, y + 0.5))
                }
            };
            let is_in_wall = matches!(place, DoorPlace::Wall(..));
            let owners = owner_shapes(puzzle, door, MOST_OWNERS);
            let part = 1.0 / owners.len().max(1) as f32;
            for (number, &owner) in (0u8..).zip(&owners) {
                let (from, colour) = (f32::from(number) * part, self.board.colours[owner]);
                match across >= down {
                    true => self.rectangle(x + from * across, y, part * across, down, colour),
                    false => self.rectangle(x, y + from * down, across, part * down, colour),
                }
            }
            if owners.is_empty() && is_in_wall {
                self.rectangle(x, y, across, down, FLOOR);
            }
            let mut letters: String = owner_signs(puzzle, door, MOST_OWNERS).into_iter().collect();
            if door.opens_after > 0 {
                letters += &format!(" {}", door.opens_after);
            }
            let ink = match is_in_wall && !self.board.is_plain && owners.len() == 1 {
                true => Colour::WHITE,
                false => Colour::BLACK,
            };
            let natural = self.fonts.width(&letters, DOOR_LETTER_SIZE);
            let room = if matches!(place, DoorPlace::Rim(Side::Left | Side::Right, _)) {
                MARGIN_WITH_DOORS - FRAME
            } else {
                across
            };
            let size = DOOR_LETTER_SIZE * (room / natural).min(1.0);
            self.text(&letters, letters_at, size, ink);
        }
    }

    fn gate(&mut self, Gate { at: (column, row), letters }: &Gate) {
        let (x, y) = (f32::from(*column), f32::from(*row));
        let (near, far) = (0.12, 0.88);
        let corners = [(near, near), (far, near), (far, far), (near, far)];
        let outline = corners.map(|(across, down)| self.point((x + across, y + down))).to_vec();
        let dash = Some((0.02 * self.cell, 0.12 * self.cell));
        let stroke = Stroke { dash, ..self.stroke(Colour::BLACK, 0.05) };
        let floor = if self.board.is_plain { Colour::WHITE } else { FLOOR };
        let (fill, stroke) = (Some(floor), Some(stroke));
        self.elements.push(Element::Shape { outlines: vec![outline], fill, stroke });
        let size = LETTER_SIZE / 2.0;
        let width = self.fonts.width(letters, size);
        let size = if width > 0.7 { size * 0.7 / width } else { size };
        self.text(letters, (x + 0.5, y + 0.5), size, GREY);
    }

    /// A text around a point.
    fn text(&mut self, text: &str, (x, y): Point, size: f32, colour: Colour) {
        let width = self.fonts.width(text, size);
        let at = self.point((x - width / 2.0, y + CAPITAL / 2.0 * size));
        let (size, text) = (size * self.cell, text.to_owned());
        self.elements.push(Element::Text { at, size, colour, text });
    }

    /// The outlines of a piece on the page.
    fn outlines(&self, shape: ShapeId, anchor: Cell, inset: f32) -> Vec<Vec<Point>> {
        let (column, row) = self.top_left(shape, anchor);
        let polyomino = self.board.puzzle.shapes()[shape].polyomino();
        let place = |units: i32| units as f32 / UNITS_PER_CELL as f32;
        let inset = (inset * UNITS_PER_CELL as f32).round() as i32;
        let loops = outlines(polyomino, UNITS_PER_CELL, inset).into_iter();
        let on_page = |(x, y)| self.point((column + place(x), row + place(y)));
        loops.map(|points| points.into_iter().map(on_page).collect()).collect()
    }

    /// Column and row of the top-left corner of a piece's rectangle.
    fn top_left(&self, shape: ShapeId, anchor: Cell) -> Point {
        let (board, shapes) = (self.board.puzzle.board(), self.board.puzzle.shapes());
        let first = shapes[shape].polyomino().cells()[0].0;
        (f32::from(board.column(anchor)) - f32::from(first), f32::from(board.row(anchor)))
    }

    fn piece(&mut self, &LabelledPiece { shape, anchor, .. }: &LabelledPiece) {
        let colour = self.board.colours[shape];
        let outlines = self.outlines(shape, anchor, GAP + CORNER_RADIUS);
        let layers: &[(Colour, f32)] = match self.board.is_plain {
            true => &[(Colour::BLACK, 2.0 * CORNER_RADIUS), (colour, 2.0 * CORNER_RADIUS - 0.07)],
            false => &[(colour, 2.0 * CORNER_RADIUS)],
        };
        // A round stroke of the same colour rounds the corners of any outline.
        for &(colour, width) in layers {
            let (fill, stroke) = (Some(colour), Some(self.stroke(colour, width)));
            self.elements.push(Element::Shape { outlines: outlines.clone(), fill, stroke });
        }
    }

    /// The cells of a piece, each by the column and row of its top-left corner.
    fn cells(&self, shape: ShapeId, anchor: Cell) -> Vec<Point> {
        let (column, row) = self.top_left(shape, anchor);
        let cells = self.board.puzzle.shapes()[shape].polyomino().cells().iter();
        cells.map(|&(x, y)| (column + f32::from(x), row + f32::from(y))).collect()
    }

    /// What is written on a piece, and its arrowheads if it moves along one axis only. An outline around the wanted cells must
    /// not cross the label.
    fn label(&mut self, piece: &LabelledPiece, wanted: &[Point]) {
        let (shape, anchor) = (piece.shape, piece.anchor);
        let colour = self.board.colours[shape];
        let is_light = [Colour::WHITE, YELLOW].contains(&colour);
        let ink = if is_light { Colour::BLACK } else { Colour::WHITE };
        let (column, row) = self.top_left(shape, anchor);
        let drawn = &self.board.puzzle.shapes()[shape];
        if let Some(label) = &piece.label {
            let cells = self.cells(shape, anchor);
            let is_wanted = |cell: &&Point| wanted.contains(cell);
            let outside = cells.iter().find(|cell| !is_wanted(cell));
            let (places, room) = match outside.filter(|_| cells.iter().any(|cell| is_wanted(&cell)))
            {
                Some(&(x, y)) => (vec![(x + 0.5, y + 0.5)], 1),
                None => {
                    let places = letter_places(drawn.polyomino()).into_iter();
                    let places: Vec<_> = places.map(|(x, y)| (column + x, row + y)).collect();
                    (
                        places,
                        if drawn.polyomino().is_rectangle() {
                            drawn.polyomino().width()
                        } else {
                            1
                        },
                    )
                }
            };
            let most = f32::from(room) * LABEL_ROOM / self.fonts.width(label, 1.0);
            for place in places {
                self.text(label, place, LETTER_SIZE.min(most), ink);
            }
        }
        let polyomino = drawn.polyomino();
        let shows_line = are_cars(self.board.puzzle) && polyomino.area() > 1;
        if !shows_line && drawn.freedom() != Freedom::Both {
            let (width, height) = (f32::from(polyomino.width()), f32::from(polyomino.height()));
            self.arrowheads((column, row), (width, height), drawn.freedom(), ink);
        }
    }

    /// Arrowheads at both ends of a piece that moves along one axis only.
    fn arrowheads(&mut self, (x, y): Point, (width, height): Point, freedom: Freedom, ink: Colour) {
        let stroke = self.stroke(ink, 0.05);
        let (near, far, across) = (0.13, 0.21, 0.1);
        for end in [0.0, 1.0] {
            let along = |length: f32, at: f32| end * length + (1.0 - 2.0 * end) * at;
            let points = match freedom {
                Freedom::Rows => [(far, -across), (near, 0.0), (far, across)]
                    .map(|(at, off)| (x + along(width, at), y + height / 2.0 + off)),
                Freedom::Columns | Freedom::Both => [(far, -across), (near, 0.0), (far, across)]
                    .map(|(at, off)| (x + width / 2.0 + off, y + along(height, at))),
            };
            self.line(&points, stroke);
        }
    }

    /// The dashed outline of a place that a piece must reach, visible on any colour.
    fn target(&mut self, shape: ShapeId, anchor: Cell) {
        let outlines = self.outlines(shape, anchor, GAP + 0.06);
        let under = self.stroke(Colour::WHITE, 0.1);
        let dash = Some((0.13 * self.cell, 0.13 * self.cell));
        let over = Stroke { dash, ..self.stroke(Colour::BLACK, 0.06) };
        for stroke in [under, over] {
            let (outlines, stroke) = (outlines.clone(), Some(stroke));
            self.elements.push(Element::Shape { outlines, fill: None, stroke });
        }
    }
}

/// The middles of the letters on a piece: one in its centre if the piece covers it, otherwise one in its first cell. A
/// piece in several parts has one in each cell.
fn letter_places(polyomino: &Polyomino) -> Vec<Point> {
    let cell = |&(column, row): &(u8, u8)| (f32::from(column) + 0.5, f32::from(row) + 0.5);
    if !polyomino.is_connected() {
        return polyomino.cells().iter().map(cell).collect();
    }
    let (width, height) = (i32::from(polyomino.width()), i32::from(polyomino.height()));
    let around = |length: i32| [(length - 1) / 2, length / 2];
    let covers = |column| around(height).into_iter().all(|row| polyomino.contains(column, row));
    match around(width).into_iter().all(covers) {
        true => vec![(width as f32 / 2.0, height as f32 / 2.0)],
        false => polyomino.cells().iter().take(1).map(cell).collect(),
    }
}
