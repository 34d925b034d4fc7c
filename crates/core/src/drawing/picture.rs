//! Positions as SVG pictures, for light and dark backgrounds.

use super::error::DrawingError;
use super::exit::{DoorPlace, Side, doors, frame_parts, openings, owner_shapes};
use crate::drawing::outlines;
use crate::grid::{Cell, Direction};
use crate::rules::{Arrangement, Door, Puzzle, ShapeId};
use svg::Document;
use svg::node::element::{Group, Line, Path, Rectangle, Style, Text, Title, path::Data};

/// Side length of a cell.
pub(super) const CELL: i32 = 100;
/// Distance from the edge of the picture to the cells, including the frame.
pub(super) const MARGIN: i32 = 30;
/// Width of the frame.
const FRAME: i32 = 16;
/// Width of a thin wall, which fits between two pieces.
const THIN_WALL: i32 = 8;
/// Distance from the edge of a cell to its piece.
const GAP: i32 = 4;
const CORNER_RADIUS: i32 = 12;

/// Colours of background, frame, floor, and the shapes in order.
const STYLE: &str = "\
.frame{stroke:#7a6a58;stroke-linecap:round}.floor{fill:#efe9df}.wall{fill:#7a6a58}.ink{fill:#3a342c}\
.s0{fill:#c2453d;stroke:#c2453d}.s1{fill:#3d8a63;stroke:#3d8a63}.s2{fill:#3b6fb0;stroke:#3b6fb0}\
.s3{fill:#dca63a;stroke:#dca63a}.s4{fill:#8a5bb0;stroke:#8a5bb0}.s5{fill:#2f99a5;stroke:#2f99a5}\
@media(prefers-color-scheme:dark){\
.frame{stroke:#8d8273}.floor{fill:#26292e}.wall{fill:#8d8273}.ink{fill:#e6e0d6}}";
/// Number of colours in [`STYLE`].
const COLOURS: usize = 6;

/// More colours, for puzzles with doors: a door has the colour of its pieces.
const STYLE_OF_DOORS: &str = "\
.s6{fill:#d97742;stroke:#d97742}.s7{fill:#d4739c;stroke:#d4739c}.s8{fill:#7f8c2f;stroke:#7f8c2f}\
.s9{fill:#5a5f9e;stroke:#5a5f9e}.s10{fill:#9a6b4f;stroke:#9a6b4f}.s11{fill:#6f7b85;stroke:#6f7b85}\
.opens{font:700 13px system-ui,sans-serif;text-anchor:middle;fill:#fff}.door{fill:#b9ab98}\
@media(prefers-color-scheme:dark){.door{fill:#55504a}}";
/// Number of colours in both.
const COLOURS_WITH_DOORS: usize = 12;
/// Most owners of a door that are drawn on it; a door of more is grey.
const MOST_OWNERS: usize = 4;
/// Distance from the edge of a wall to a door in it.
const DOOR_INSET: i32 = 26;

/// The attribute with the position that a picture shows.
const POSITION: &str = "data-position";

/// Draws a position as an SVG document. The path of each piece has attributes. `data-shape` is the letter of its shape.
/// `data-column` and `data-row` are the top-left corner of its rectangle, from 0.
pub fn draw(puzzle: &Puzzle, position: &Arrangement) -> String {
    let document = document(puzzle, position, 0, "");
    let pieces = position.pieces().map(|(shape, anchor)| {
        let (column, row) = top_left(puzzle, shape, anchor);
        let (x, y) = corner(puzzle, shape, anchor);
        piece(puzzle, shape)
            .set("data-shape", puzzle.shapes()[shape].letter().to_string())
            .set("data-column", column)
            .set("data-row", row)
            .set("transform", format!("translate({x} {y})"))
    });
    pieces.fold(document, Document::add).to_string()
}

/// Reads the position from a picture's attribute.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<Arrangement, DrawingError> {
    let attribute = format!("{POSITION}=\"");
    let (_, rest) = text.split_once(&attribute).ok_or(DrawingError::NoPosition)?;
    let (position, _) = rest.split_once('"').ok_or(DrawingError::NoPosition)?;
    Ok(puzzle.parse_position(position)?)
}

/// A picture of the empty board: title, style, frame, floor and walls, with room below.
pub(super) fn document(
    puzzle: &Puzzle,
    position: &Arrangement,
    below: i32,
    style: &str,
) -> Document {
    let board = puzzle.board();
    let [width, height] = [board.width(), board.height()].map(|cells| i32::from(cells) * CELL);
    let text = puzzle.position_text(position);
    let size = (width + 2 * MARGIN, height + 2 * MARGIN + below);
    let mut document = Document::new()
        .set("viewBox", (0, 0, size.0, size.1))
        .set("width", size.0)
        .set("height", size.1)
        .set("role", "img")
        .set(POSITION, text.as_str())
        .add(Title::new(text))
        .add(Style::new(match puzzle.doors() {
            None => format!("{STYLE}{style}"),
            Some(_) => format!("{STYLE}{STYLE_OF_DOORS}{style}"),
        }))
        .add(rectangle("floor", MARGIN, MARGIN, width, height));
    for (column, row) in board.walls() {
        let x = MARGIN + i32::from(column) * CELL;
        let y = MARGIN + i32::from(row) * CELL;
        document = document.add(rectangle("wall", x, y, CELL, CELL));
    }
    let mut thin_walls = Group::new().set("class", "frame").set("stroke-width", THIN_WALL);
    for (column, row, side) in board.thin_walls() {
        // The right or lower edge of the cell.
        let (x, y) = (MARGIN + i32::from(column) * CELL, MARGIN + i32::from(row) * CELL);
        let upright = side == Direction::Right;
        let (from_x, from_y) = if upright { (x + CELL, y) } else { (x, y + CELL) };
        let line = Line::new().set("x1", from_x).set("y1", from_y);
        thin_walls = thin_walls.add(line.set("x2", x + CELL).set("y2", y + CELL));
    }
    if board.thin_walls().next().is_some() {
        document = document.add(thin_walls);
    }
    // The frame, side by side, without the exit.
    let out = FRAME / 2;
    let (left, top) = (MARGIN - out, MARGIN - out);
    let (right, bottom) = (MARGIN + width + out, MARGIN + height + out);
    let mut frame = Group::new().set("class", "frame").set("stroke-width", FRAME);
    for side in Side::ALL {
        let upright = matches!(side, Side::Left | Side::Right);
        let (start, end) = if upright { (top, bottom) } else { (left, right) };
        let at = match side {
            Side::Left => left,
            Side::Right => right,
            Side::Top => top,
            Side::Bottom => bottom,
        };
        let edge = |place: u8| MARGIN + i32::from(place) * CELL;
        let parts = frame_parts(&openings(puzzle, side), (start, end), edge, out);
        for (from, to) in parts.into_iter().filter(|(from, to)| from < to) {
            let line = Line::new();
            frame = frame.add(if upright {
                line.set("x1", at).set("x2", at).set("y1", from).set("y2", to)
            } else {
                line.set("x1", from).set("x2", to).set("y1", at).set("y2", at)
            });
        }
    }
    doors(puzzle).fold(document.add(frame), |document, (place, door)| {
        document.add(drawn_door(puzzle, place, door))
    })
}

/// A door: a bar in the frame, or a square in a wall, in the colours of its pieces. If it opens later, it has the number of
/// pieces that must have left.
fn drawn_door(puzzle: &Puzzle, place: DoorPlace, door: &Door) -> Group {
    let (columns, rows) = (i32::from(puzzle.board().width()), i32::from(puzzle.board().height()));
    let at = |cells: i32| MARGIN + cells * CELL;
    let (x, y, width, height) = match place {
        DoorPlace::Rim(Side::Left, row) => (at(0) - FRAME, at(row.into()), FRAME, CELL),
        DoorPlace::Rim(Side::Right, row) => (at(columns), at(row.into()), FRAME, CELL),
        DoorPlace::Rim(Side::Top, column) => (at(column.into()), at(0) - FRAME, CELL, FRAME),
        DoorPlace::Rim(Side::Bottom, column) => (at(column.into()), at(rows), CELL, FRAME),
        DoorPlace::Wall(column, row) => {
            let side = CELL - 2 * DOOR_INSET;
            (at(column.into()) + DOOR_INSET, at(row.into()) + DOOR_INSET, side, side)
        }
    };
    let owners = owner_shapes(puzzle, door, MOST_OWNERS);
    let mut group = Group::new().set("stroke", "none");
    let parts = owners.len().max(1) as i32;
    for part in 0..parts {
        let colour = owners.get(part as usize);
        let class =
            colour.map_or("door".to_owned(), |&shape| format!("s{}", colour_of(puzzle, shape)));
        let bounds = |length: i32| (length * part / parts, length * (part + 1) / parts);
        let drawn = match width >= height {
            true => {
                let (from, to) = bounds(width);
                rectangle(&class, x + from, y, to - from, height)
            }
            false => {
                let (from, to) = bounds(height);
                rectangle(&class, x, y + from, width, to - from)
            }
        };
        group = group.add(drawn.set("stroke-width", 0));
    }
    if door.opens_after > 0 {
        let text = Text::new(door.opens_after.to_string()).set("class", "opens");
        group = group.add(text.set("x", x + width / 2).set("y", y + height / 2 + 5));
    }
    group
}

/// Number of the colour of a shape.
fn colour_of(puzzle: &Puzzle, shape: ShapeId) -> usize {
    match puzzle.doors() {
        Some(doors) => doors.colour(shape) % COLOURS_WITH_DOORS,
        None => shape % COLOURS,
    }
}

pub(super) fn rectangle(class: &str, x: i32, y: i32, width: i32, height: i32) -> Rectangle {
    let rectangle = Rectangle::new().set("class", class).set("x", x).set("y", y);
    rectangle.set("width", width).set("height", height)
}

/// Column and row of the top-left corner of a piece's rectangle.
fn top_left(puzzle: &Puzzle, shape: ShapeId, anchor: Cell) -> (i32, i32) {
    let board = puzzle.board();
    let first_column = puzzle.shapes()[shape].polyomino().cells()[0].0;
    let column = i32::from(board.column(anchor)) - i32::from(first_column);
    (column, i32::from(board.row(anchor)))
}

/// The point of the top-left corner of a piece's rectangle.
pub(super) fn corner(puzzle: &Puzzle, shape: ShapeId, anchor: Cell) -> (i32, i32) {
    let (column, row) = top_left(puzzle, shape, anchor);
    (MARGIN + column * CELL, MARGIN + row * CELL)
}

/// A piece at the origin.
pub(super) fn piece(puzzle: &Puzzle, id: ShapeId) -> Path {
    let polyomino = puzzle.shapes()[id].polyomino();
    let mut data = Data::new();
    for outline in outlines(polyomino, CELL, GAP + CORNER_RADIUS) {
        let (first, others) = outline.split_first().expect("an outline has corners");
        data = others.iter().fold(data.move_to(*first), |data, point| data.line_to(*point)).close();
    }
    // A round stroke of the same colour rounds the corners of any outline.
    Path::new()
        .set("class", format!("s{}", colour_of(puzzle, id)))
        .set("d", data)
        .set("stroke-width", 2 * CORNER_RADIUS)
        .set("stroke-linejoin", "round")
}
