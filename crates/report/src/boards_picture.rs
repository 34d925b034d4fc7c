//! A picture of boards in rows, each board with a caption.

use huarong_core::drawing::outlines;
use huarong_core::grid::Polyomino;
use std::io::{self, Write};
use svg::Document;
use svg::node::element::{Group, Path, Rectangle, Style, Text, Title, path::Data};

// In pixels.
const CELL_SIDE: i32 = 16;
const PIECE_INSET: i32 = 1;
/// Between boards.
const GAP: i32 = 18;
const CAPTION_HEIGHT: i32 = 18;
/// The width of thirteen characters.
const CAPTION_WIDTH: i32 = 72;

const STYLE: &str = "\
.floor{fill:#efe7da}.piece{fill:#3b6fb0}.marked,.exit{fill:#c2453d}.wall{fill:#5b5145}\
text{fill:#3a342c;font:11px system-ui,sans-serif}@media(prefers-color-scheme:dark){.floor{fill:#3a342c}\
.piece{fill:#6f9fd8}.marked,.exit{fill:#ea7a6f}.wall{fill:#8d8171}text{fill:#e6e0d6}}";

/// A picture of boards of one size.
pub(super) struct BoardsPicture {
    pub title: String,
    /// Columns and rows of each board.
    pub size: (u8, u8),
    /// The row of an exit at the right end, from 0, if the boards are of Rush Hour.
    pub exit: Option<u8>,
    pub rows: Vec<PictureRow>,
}

/// Boards beside one another.
pub(super) struct PictureRow {
    pub title: String,
    pub boards: Vec<Captioned>,
}

/// A board with its caption.
pub(super) struct Captioned {
    pub caption: String,
    /// Rows joined by `/`, with one letter per piece, and `#` for a wall.
    pub board: String,
    /// The letter of the piece in another colour.
    pub marked: char,
}

impl BoardsPicture {
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (width, height) =
            (i32::from(self.size.0) * CELL_SIDE, i32::from(self.size.1) * CELL_SIDE);
        let (across, down) = (width.max(CAPTION_WIDTH) + GAP, height + CAPTION_HEIGHT + GAP);
        let most = self.rows.iter().map(|row| row.boards.len()).max().unwrap_or(0) as i32;
        let size = (most * across + GAP, self.rows.len() as i32 * (down + CAPTION_HEIGHT) + GAP);
        let mut document = Document::new()
            .set("viewBox", (0, 0, size.0, size.1))
            .set("role", "img")
            .add(Title::new(self.title.clone()))
            .add(Style::new(STYLE));
        for (line, row) in (0..).zip(&self.rows) {
            let top = line * (down + CAPTION_HEIGHT) + GAP;
            document = document.add(label(GAP, top, &row.title));
            for (place, captioned) in (0..).zip(&row.boards) {
                let (x, y) = (GAP + place * across, top + CAPTION_HEIGHT);
                let board = Rectangle::new();
                let board = board.set("class", "floor").set("width", width).set("height", height);
                let mut group = Group::new()
                    .set("transform", format!("translate({x} {})", y + CAPTION_HEIGHT / 2))
                    .add(board);
                if let Some(exit) = self.exit {
                    let gap = Rectangle::new()
                        .set("class", "exit")
                        .set("x", width)
                        .set("y", i32::from(exit) * CELL_SIDE)
                        .set("width", CELL_SIDE / 4)
                        .set("height", CELL_SIDE);
                    group = group.add(gap);
                }
                document =
                    document.add(label(x, y, &captioned.caption)).add(captioned.drawn(group));
            }
        }
        writeln!(out, "{document}")
    }
}

fn label(x: i32, y: i32, text: &str) -> Text {
    Text::new(text).set("x", x).set("y", y)
}

impl Captioned {
    /// A board with its pieces and walls.
    fn drawn(&self, mut board: Group) -> Group {
        let rows = || self.board.split('/').enumerate();
        let mut signs: Vec<char> =
            self.board.chars().filter(|sign| !"./".contains(*sign)).collect();
        signs.sort_unstable();
        signs.dedup();
        for sign in signs {
            let cells = rows().flat_map(|(row, text)| {
                let columns = text.chars().enumerate().filter(|(_, other)| *other == sign);
                columns.map(move |(column, _)| (column as u8, row as u8)).collect::<Vec<_>>()
            });
            let cells: Vec<(u8, u8)> = cells.collect();
            if sign == '#' {
                let walls = cells.iter().map(|&cell| shape("wall", &[cell]));
                board = walls.fold(board, Group::add);
            } else {
                let class = if sign == self.marked { "marked" } else { "piece" };
                board = board.add(shape(class, &cells));
            }
        }
        board
    }
}

/// Some cells as one shape.
fn shape(class: &str, cells: &[(u8, u8)]) -> Path {
    let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let top = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let polyomino = Polyomino::new(cells.to_vec()).expect("a letter has cells");
    let mut data = Data::new();
    for outline in outlines(&polyomino, CELL_SIDE, PIECE_INSET) {
        let (first, others) = outline.split_first().expect("an outline has corners");
        data = others.iter().fold(data.move_to(*first), |data, point| data.line_to(*point)).close();
    }
    let place =
        format!("translate({} {})", i32::from(left) * CELL_SIDE, i32::from(top) * CELL_SIDE);
    Path::new()
        .set("class", class)
        .set("fill-rule", "evenodd")
        .set("transform", place)
        .set("d", data)
}
