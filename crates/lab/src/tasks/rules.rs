//! The goal and the rules of a board in words. A prompt says all of them, so that its reader needs no other source.

use super::order::Language;
use super::words::Words;
use huarong_core::grid::{Cell, Direction};
use huarong_core::numerals::counted;
use huarong_core::rules::{Arrangement, Doors, Freedom, Metric, Puzzle, ShapeId, Until};
use std::collections::BTreeMap;

/// The signs of all pieces of some shapes, sorted.
pub fn signs_of(puzzle: &Puzzle, start: &Arrangement, shapes: &[ShapeId]) -> Vec<char> {
    let on_board = start.pieces().filter(|(shape, _)| shapes.contains(shape));
    let mut signs: Vec<char> =
        on_board.map(|(shape, at)| puzzle.sign_of(start, shape, at)).collect();
    // Pieces that have left, and layers that are still to come.
    let absent = shapes.iter().filter(|&&shape| start.count(shape) == 0);
    signs.extend(absent.map(|&shape| puzzle.shapes()[shape].sign(0)));
    signs.sort_unstable();
    signs.dedup();
    signs
}

impl Words<'_> {
    /// The goal: which pieces must be where, or gone.
    pub fn goal(&self) -> String {
        let puzzle = self.puzzle();
        let place = |&(shape, at): &(ShapeId, Cell)| {
            let (pieces, cells) = (self.signs_of(&[shape]), self.cells(shape, at));
            match (self.language, pieces.contains(' ')) {
                (Language::English, false) => format!("{pieces} covers {cells}"),
                (Language::English, true) => format!("one of the pieces {pieces} covers {cells}"),
                (Language::Chinese, false) => format!("{pieces} 佔 {cells}"),
                (Language::Chinese, true) => format!("棋子 {pieces} 其中之一佔 {cells}"),
            }
        };
        let all = |alternative: &Vec<(ShapeId, Cell)>| {
            let places: Vec<String> = alternative.iter().map(place).collect();
            places.join(self.say(" and ", "，且 "))
        };
        let mut ways: Vec<String> = puzzle.goal().alternatives().iter().map(all).collect();
        ways.retain(|way| !way.is_empty());
        let gone = puzzle.goal().gone();
        if !gone.is_empty() {
            let pieces = self.signs_of(gone);
            ways.push(match self.language {
                Language::English => format!("these pieces have left the board: {pieces}"),
                Language::Chinese => format!("這些棋子已離開棋盤：{pieces}"),
            });
        }
        let ways = ways.join(self.say("; or ", "；或 "));
        match self.language {
            Language::English => format!("Goal: {ways}."),
            Language::Chinese => format!("目標：{ways}。"),
        }
    }

    /// What moves are allowed.
    pub fn rules(&self) -> String {
        let metric = match self.metric {
            Metric::Unit => {
                self.say("One move slides one piece by one cell.", "一步把一個棋子移動一格。")
            }
            Metric::Straight => self.say(
                "One move slides one piece by any number of cells in one direction.",
                "一步把一個棋子朝一個方向移動任意格。",
            ),
            _ => self.say(
                "One move slides one piece along any path of empty cells.",
                "一步把一個棋子沿空格移動任意路徑。",
            ),
        };
        let doors = self.puzzle().doors().map(|doors| self.doors(doors));
        let parts = [vec![metric.to_owned()], self.axes(), self.thin_walls(), self.gates()];
        let parts = parts.into_iter().flatten().chain(doors.into_iter().flatten());
        parts.collect::<Vec<_>>().join(self.say(" ", ""))
    }

    /// The signs of all pieces of some shapes, with spaces between them.
    fn signs_of(&self, shapes: &[ShapeId]) -> String {
        let signs = signs_of(self.puzzle(), self.start, shapes);
        signs.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
    }

    /// Pieces that move along one axis only.
    fn axes(&self) -> Vec<String> {
        let shapes = self.puzzle().shapes();
        let along = |freedom: Freedom| {
            let is_so = |&shape: &ShapeId| {
                shapes[shape].freedom() == freedom && self.start.count(shape) > 0
            };
            let those: Vec<ShapeId> = (0..shapes.len()).filter(is_so).collect();
            let list = self.signs_of(&those);
            (!those.is_empty()).then(|| match (self.language, freedom) {
                (Language::English, freedom) => {
                    format!("These pieces move only {}: {list}.", freedom.along())
                }
                (Language::Chinese, Freedom::Rows) => format!("這些棋子只能左右移動：{list}。"),
                (Language::Chinese, _) => format!("這些棋子只能上下移動：{list}。"),
            })
        };
        [Freedom::Rows, Freedom::Columns].into_iter().filter_map(along).collect()
    }

    fn thin_walls(&self) -> Vec<String> {
        let pairs = self.puzzle().board().thin_walls().map(|(column, row, side)| {
            let (right, down) = if side == Direction::Right { (1, 0) } else { (0, 1) };
            let (row, column) = (row + 1, column + 1);
            format!("({row}, {column}) | ({}, {})", row + down, column + right)
        });
        let pairs = pairs.collect::<Vec<_>>().join(", ");
        if pairs.is_empty() {
            return Vec::new();
        }
        vec![match self.language {
            Language::English => {
                format!(
                    "Thin walls are between these cells: {pairs}. No piece covers both, or moves across."
                )
            }
            Language::Chinese => {
                format!("這些格子之間有薄牆：{pairs}。棋子不能同時佔據兩邊，也不能越過。")
            }
        }]
    }

    /// Cells that only some pieces may cover.
    fn gates(&self) -> Vec<String> {
        let (puzzle, board) = (self.puzzle(), self.puzzle().board());
        let shapes: Vec<ShapeId> =
            (0..puzzle.shapes().len()).filter(|&shape| self.start.count(shape) > 0).collect();
        // Places where a piece would fit, and those of them that gates forbid.
        let fits = |shape: ShapeId, at: Cell| {
            let of = &puzzle.shapes()[shape];
            let is_on_line = of.is_on_line(board.column(at), board.row(at));
            is_on_line.then(|| board.footprint(of.polyomino(), at)).flatten()
        };
        let is_allowed = |shape: ShapeId, at: Cell| puzzle.footprint(shape, at).next().is_some();
        let mut barred: BTreeMap<Cell, Vec<ShapeId>> = BTreeMap::new();
        for &shape in &shapes {
            for at in board.cells().filter(|&at| !is_allowed(shape, at)) {
                for cell in fits(shape, at).into_iter().flatten() {
                    let can =
                        board.cells().any(|at| puzzle.footprint(shape, at).any(|own| own == cell));
                    let those = barred.entry(cell).or_default();
                    if !can && !those.contains(&shape) {
                        those.push(shape);
                    }
                }
            }
        }
        let mut cells_of: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (cell, those) in barred.into_iter().filter(|(_, those)| !those.is_empty()) {
            let may: Vec<ShapeId> =
                shapes.iter().copied().filter(|shape| !those.contains(shape)).collect();
            cells_of.entry(self.signs_of(&may)).or_default().push(self.cell(cell));
        }
        let sentence = |(pieces, cells): (String, Vec<String>)| {
            let cells = cells.join(", ");
            match (self.language, pieces.is_empty()) {
                (Language::English, true) => format!("No piece may cover {cells}."),
                (Language::English, false) => {
                    format!("Only these pieces may cover {cells}: {pieces}.")
                }
                (Language::Chinese, true) => format!("任何棋子都不能佔 {cells}。"),
                (Language::Chinese, false) => format!("只有這些棋子可以佔 {cells}：{pieces}。"),
            }
        };
        cells_of.into_iter().map(sentence).collect()
    }

    /// How pieces leave, and what they wait for.
    fn doors(&self, doors: &Doors) -> Vec<String> {
        let rules = doors.rules();
        let mut texts: Vec<String> = Vec::new();
        for door in &rules.doors {
            let (row, column, owners) = (door.row, door.column, self.signs_of(&door.owners));
            texts.push(match self.language {
                Language::English => format!(
                    "A door at ({row}, {column}) lets these pieces leave the board: {owners}."
                ),
                Language::Chinese => {
                    format!("位於 ({row}, {column}) 的門讓這些棋子離開：{owners}。")
                }
            });
            if door.opens_after > 0 {
                texts.push(self.after(door.opens_after, "It opens when", "它在", "之後打開"));
            }
        }
        texts.push(
            self.say(
                "Row 0, column 0 and those behind the last are outside the board. A piece leaves by a move straight into its door, if the whole piece fits through; the move ends with its first step into the door.",
                "第 0 列、第 0 欄以及最後一列、最後一欄之外的都在棋盤外。整個棋子能通過時，朝門直走的一步讓它離開；這一步止於踏進門的第一格。",
            )
            .to_owned(),
        );
        for (shape, until) in rules.frozen.iter().enumerate() {
            let piece = self.signs_of(&[shape]);
            match until {
                None => {}
                Some(Until::Left(number)) => texts.push(match self.language {
                    Language::English => {
                        self.after(*number, &format!("{piece} does not move until"), "", "")
                    }
                    Language::Chinese => {
                        self.after(*number, "", &format!("{piece} 在"), "之前不能移動")
                    }
                }),
                Some(Until::Gone(others)) => {
                    let others = self.signs_of(others);
                    texts.push(match self.language {
                        Language::English => {
                            format!("{piece} does not move until these pieces have left: {others}.")
                        }
                        Language::Chinese => {
                            format!("這些棋子離開之前 {piece} 不能移動：{others}。")
                        }
                    });
                }
            }
        }
        for (shape, next) in rules.layers.iter().enumerate() {
            let Some(next) = *next else { continue };
            let (piece, next) = (self.signs_of(&[shape]), self.signs_of(&[next]));
            texts.push(match self.language {
                Language::English => {
                    format!("When {piece} passes a door, it stays on the board where it touches the door, as {next}.")
                }
                Language::Chinese => format!("{piece} 通過門時留在碰到門的位置，變成 {next}。"),
            });
        }
        texts
    }

    /// A sentence with a number of pieces that must have left.
    fn after(&self, number: u8, english: &str, chinese: &str, end: &str) -> String {
        match self.language {
            Language::English => {
                let pieces = counted(number.into(), "piece");
                let have = if number == 1 { "has" } else { "have" };
                format!("{english} {pieces} {have} left.")
            }
            Language::Chinese => format!("{chinese} {number} 個棋子離開{end}。"),
        }
    }
}
