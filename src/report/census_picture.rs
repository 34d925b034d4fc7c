//! Pictures of a census: the hardest puzzles by number of pieces, of empty cells and of different
//! shapes, with one row per metric.

use super::census::lines;
use super::census_study::{Holder, StudiedCensus};
use crate::drawing::outlines;
use crate::grid::Polyomino;
use std::io::{self, Write};
use svg::Document;
use svg::node::element::{Group, Path, Rectangle, Style, Text, Title, path::Data};

/// In pixels: the side of a cell, the inset of a piece, the gap between puzzles, and the height of
/// a caption.
const CELL: i32 = 16;
const INSET: i32 = 1;
const BETWEEN: i32 = 18;
const WORDS: i32 = 18;

const STYLE: &str = "\
.floor{fill:#efe7da}.piece{fill:#3b6fb0}.marked{fill:#c2453d}text{fill:#3a342c;font:11px system-ui,sans-serif}\
@media(prefers-color-scheme:dark){.floor{fill:#3a342c}.piece{fill:#6f9fd8}.marked{fill:#ea7a6f}text{fill:#e6e0d6}}";

pub(super) fn write(census: &StudiedCensus, out: &mut dyn Write) -> io::Result<()> {
    let scope = census.state.scope();
    let (width, height) = (i32::from(scope.width) * CELL, i32::from(scope.height) * CELL);
    // A caption of thirteen characters is wider than a board.
    let (across, down) = (width.max(72) + BETWEEN, height + WORDS + BETWEEN);
    let lines = lines(census);
    let most = lines.iter().map(|(_, _, holders)| holders.len()).max().unwrap_or(0) as i32;
    let size = (most * across + BETWEEN, lines.len() as i32 * (down + WORDS) + BETWEEN);
    let mut document = Document::new()
        .set("viewBox", (0, 0, size.0, size.1))
        .set("role", "img")
        .add(Title::new(format!("The hardest puzzles of {}", census.board())))
        .add(Style::new(STYLE));
    for (line, (by, metric, holders)) in (0..).zip(&lines) {
        let top = line * (down + WORDS) + BETWEEN;
        document = document.add(words(
            BETWEEN,
            top,
            format!("{} {metric} moves, by number of {}", census.board(), by.words()),
        ));
        for (place, holder) in (0..).zip(holders) {
            let (x, y) = (BETWEEN + place * across, top + WORDS);
            let caption = format!("{}: {} moves", holder.number, holder.record.moves);
            let board =
                Rectangle::new().set("class", "floor").set("width", width).set("height", height);
            let group = Group::new()
                .set("transform", format!("translate({x} {})", y + WORDS / 2))
                .add(board);
            document = document.add(words(x, y, caption)).add(with_pieces(group, holder));
        }
    }
    writeln!(out, "{document}")
}

fn words(x: i32, y: i32, words: String) -> Text {
    Text::new(words).set("x", x).set("y", y)
}

/// A board with the pieces of a start.
fn with_pieces(mut board: Group, holder: &Holder) -> Group {
    let record = &holder.record;
    let rows = || record.start.split('/').enumerate();
    let mut letters: Vec<char> = record.start.chars().filter(char::is_ascii_alphabetic).collect();
    letters.sort_unstable();
    letters.dedup();
    for letter in letters {
        let cells = rows().flat_map(|(row, text)| {
            let columns = text.chars().enumerate().filter(|(_, sign)| *sign == letter);
            columns.map(move |(column, _)| (column as u8, row as u8)).collect::<Vec<_>>()
        });
        let cells: Vec<(u8, u8)> = cells.collect();
        let left = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
        let top = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
        let polyomino = Polyomino::new(cells).expect("a letter has cells");
        let mut data = Data::new();
        for outline in outlines(&polyomino, CELL, INSET) {
            let (first, others) = outline.split_first().expect("an outline has corners");
            data = others
                .iter()
                .fold(data.move_to(*first), |data, point| data.line_to(*point))
                .close();
        }
        let place = format!("translate({} {})", i32::from(left) * CELL, i32::from(top) * CELL);
        let class = if letter == record.marked { "marked" } else { "piece" };
        let path = Path::new().set("class", class).set("fill-rule", "evenodd");
        board = board.add(path.set("transform", place).set("d", data));
    }
    board
}
