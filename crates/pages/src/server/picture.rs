//! Preview pictures of puzzles, which other programs show beside links: PNG with the start and the goal.

use huarong_core::drawing::exit::{DoorPlace, Side, doors, owner_shapes};
use huarong_core::grid::{Cell, Direction};
use huarong_core::rules::{Arrangement, Puzzle, ShapeId};

/// Size of a picture in pixels, as the programs want it.
pub const WIDTH: usize = 1200;
pub const HEIGHT: usize = 630;

/// Colours by number: background, frame, floor, and the pieces: first those of the goal.
const PALETTE: [[u8; 3]; 9] = [
    [0xfa, 0xf7, 0xf2],
    [0x7a, 0x6a, 0x58],
    [0xef, 0xe9, 0xdf],
    [0xc2, 0x45, 0x3d],
    [0x3d, 0x8a, 0x63],
    [0x3b, 0x6f, 0xb0],
    [0xdc, 0xa6, 0x3a],
    [0x8a, 0x5b, 0xb0],
    [0x2f, 0x99, 0xa5],
];
const BACKGROUND: u8 = 0;
const FRAME: u8 = 1;
const FLOOR: u8 = 2;
const GOAL: u8 = 3;
/// Number of colours for other pieces.
const OTHERS: usize = PALETTE.len() - 4;

/// Distance between a board and the edge of its half of the picture.
const MARGIN: usize = 48;

/// A picture as colour numbers, row by row.
struct Canvas {
    pixels: Vec<u8>,
}

struct Place<'t> {
    puzzle: &'t Puzzle,
    left: usize,
    top: usize,
    cell: usize,
}

/// Draws a start on the left and the first goal on the right.
pub fn draw(puzzle: &Puzzle, start: &Arrangement) -> Vec<u8> {
    let board = puzzle.board();
    let (columns, rows) = (usize::from(board.width()), usize::from(board.height()));
    let half = WIDTH / 2;
    let cell = ((half - 2 * MARGIN) / columns).min((HEIGHT - 2 * MARGIN) / rows).max(1);
    let top = (HEIGHT - rows * cell) / 2;
    let place = |from: usize| {
        let left = from + (half - columns * cell) / 2;
        Place { puzzle, left, top, cell }
    };
    let goal: &[(ShapeId, Cell)] = puzzle.goal().alternatives().first().map_or(&[], |goal| goal);
    let mut canvas = Canvas { pixels: vec![BACKGROUND; WIDTH * HEIGHT] };
    let pieces: Vec<(ShapeId, Cell)> = start.pieces().collect();
    place(0).draw(&mut canvas, &pieces, goal);
    place(half).draw(&mut canvas, goal, goal);
    canvas.png()
}

impl Place<'_> {
    fn draw(&self, canvas: &mut Canvas, pieces: &[(ShapeId, Cell)], goal: &[(ShapeId, Cell)]) {
        let &Self { puzzle, left, top, cell, .. } = self;
        let board = puzzle.board();
        let (width, height) =
            (usize::from(board.width()) * cell, usize::from(board.height()) * cell);
        let frame = (cell / 6).clamp(2, MARGIN / 2);
        canvas.fill(left - frame, top - frame, width + 2 * frame, height + 2 * frame, FRAME);
        for at in board.cells() {
            let (x, y) = self.corner(at);
            canvas.fill(x, y, cell, cell, FLOOR);
        }
        let is_of_goal = |shape: ShapeId| goal.iter().any(|&(of, _)| of == shape);
        let others: Vec<ShapeId> =
            (0..puzzle.shapes().len()).filter(|&shape| !is_of_goal(shape)).collect();
        let colour = |shape: ShapeId| {
            if let Some(doors) = puzzle.doors() {
                return GOAL + (doors.colour(shape) % (1 + OTHERS)) as u8;
            }
            let other = others.iter().position(|&other| other == shape);
            other.map_or(GOAL, |other| GOAL + 1 + (other % OTHERS) as u8)
        };
        for &(shape, anchor) in pieces {
            self.piece(canvas, shape, anchor, colour(shape));
        }
        for (place, door) in doors(puzzle) {
            let [owner] = owner_shapes(puzzle, door, 1)[..] else { continue };
            let at = |cells: u8| usize::from(cells) * cell;
            let (x, y, across, down) = match place {
                DoorPlace::Rim(Side::Left, row) => (left - frame, top + at(row), frame, cell),
                DoorPlace::Rim(Side::Right, row) => (left + width, top + at(row), frame, cell),
                DoorPlace::Rim(Side::Top, column) => (left + at(column), top - frame, cell, frame),
                DoorPlace::Rim(Side::Bottom, column) => {
                    (left + at(column), top + height, cell, frame)
                }
                DoorPlace::Wall(column, row) => {
                    let inset = cell / 4;
                    let side = cell - 2 * inset;
                    (left + at(column) + inset, top + at(row) + inset, side, side)
                }
            };
            canvas.fill(x, y, across, down, colour(owner));
        }
        let thin = (cell / 14).max(2);
        for (column, row, side) in board.thin_walls() {
            let (x, y) = (left + usize::from(column) * cell, top + usize::from(row) * cell);
            match side {
                Direction::Right => canvas.fill(x + cell - thin / 2, y, thin, cell, FRAME),
                _ => canvas.fill(x, y + cell - thin / 2, cell, thin, FRAME),
            }
        }
    }

    /// Fills the cells of a piece, and the gaps between them.
    fn piece(&self, canvas: &mut Canvas, shape: ShapeId, anchor: Cell, colour: u8) {
        let &Self { puzzle, cell, .. } = self;
        let board = puzzle.board();
        let gap = (cell / 24).max(usize::from(cell > 4));
        let cells: Vec<(u8, u8)> = { puzzle.footprint(shape, anchor) }
            .map(|at| (board.column(at), board.row(at)))
            .collect();
        let has = |column: u8, row: u8| cells.contains(&(column, row));
        for &(column, row) in &cells {
            let (x, y) =
                (self.left + usize::from(column) * cell, self.top + usize::from(row) * cell);
            let (right, below) = (has(column + 1, row), has(column, row + 1));
            canvas.fill(x + gap, y + gap, cell - 2 * gap, cell - 2 * gap, colour);
            if right {
                canvas.fill(x + cell - gap, y + gap, 2 * gap, cell - 2 * gap, colour);
            }
            if below {
                canvas.fill(x + gap, y + cell - gap, cell - 2 * gap, 2 * gap, colour);
            }
            if right && below && has(column + 1, row + 1) {
                canvas.fill(x + cell - gap, y + cell - gap, 2 * gap, 2 * gap, colour);
            }
        }
    }

    fn corner(&self, at: Cell) -> (usize, usize) {
        let board = self.puzzle.board();
        let (column, row) = (usize::from(board.column(at)), usize::from(board.row(at)));
        (self.left + column * self.cell, self.top + row * self.cell)
    }
}

impl Canvas {
    fn fill(&mut self, left: usize, top: usize, width: usize, height: usize, colour: u8) {
        for row in top..top + height {
            self.pixels[row * WIDTH + left..][..width].fill(colour);
        }
    }

    /// The picture as PNG, with 4 bits per pixel.
    fn png(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, WIDTH as u32, HEIGHT as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Four);
        encoder.set_palette(PALETTE.as_flattened());
        let packed: Vec<u8> = self.pixels.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect();
        let mut writer = encoder.write_header().expect("a vector takes everything");
        writer.write_image_data(&packed).expect("the picture has this size");
        writer.finish().expect("a vector takes everything");
        bytes
    }
}
