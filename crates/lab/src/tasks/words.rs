//! The texts of prompts.

use super::order::{Drawing, Language};
use crate::score::Asked;
use huarong_core::grid::{Cell, Direction};
use huarong_core::numerals::counted;
use huarong_core::position::Position;
use huarong_core::rules::{Metric, PieceMove, Puzzle, ShapeId};

/// Rows of signs as they are drawn; `None` if the drawing is not one of rows.
pub(super) fn drawn(rows: &[&str], drawing: Drawing) -> Option<String> {
    Some(match drawing {
        Drawing::Rows => rows.join("\n"),
        Drawing::Coordinates => {
            let number = |number: usize| format!("{number:>2}");
            let heads = (1..=rows[0].chars().count()).map(number).collect::<String>();
            let lines = (1..).zip(rows).map(|(nth, row): (usize, _)| {
                number(nth) + &row.chars().map(|sign| format!(" {sign}")).collect::<String>()
            });
            format!("  {heads}\n{}", lines.collect::<Vec<_>>().join("\n"))
        }
        Drawing::Json => {
            let quoted: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
            format!("{{\"rows\": [{}]}}", quoted.join(", "))
        }
        Drawing::List | Drawing::Picture => return None,
    })
}

/// The texts of one board in one language.
pub(super) struct Words<'p> {
    pub start: &'p Position,
    pub metric: Metric,
    pub language: Language,
    pub drawing: Drawing,
}

impl Words<'_> {
    pub fn puzzle(&self) -> &Puzzle {
        self.start.puzzle()
    }

    /// A text in the language.
    pub fn say<'t>(&self, english: &'t str, chinese: &'t str) -> &'t str {
        match self.language {
            Language::English => english,
            Language::Chinese => chinese,
        }
    }

    /// A move of a position: the letter of its piece, or the row and column of its first cell, and its path.
    pub fn move_text(&self, before: &Position, made: &PieceMove) -> String {
        let path = self.puzzle().path(before, made);
        let runs = path.chunk_by(|one, next| one == next).map(|run| (run[0], run.len()));
        let runs = runs.map(|(direction, cells)| format!("{} {cells}", self.direction(direction)));
        let name = self.piece(before, made.shape, made.from);
        format!("{name} {}", runs.collect::<Vec<_>>().join(" "))
    }

    /// How moves name a piece.
    pub fn piece(&self, position: &Position, shape: ShapeId, at: Cell) -> String {
        match self.puzzle().has_signs() {
            true => position.lettering().sign(shape, at).map(String::from).unwrap_or_default(),
            false => self.cell(at),
        }
    }

    pub fn direction(&self, direction: Direction) -> &'static str {
        match (self.language, direction) {
            (Language::English, direction) => direction.name(),
            (_, Direction::Right) => "右",
            (_, Direction::Left) => "左",
            (_, Direction::Down) => "下",
            (_, Direction::Up) => "上",
        }
    }

    /// Row and column, counted from 1.
    pub fn cell(&self, cell: Cell) -> String {
        let board = self.puzzle().board();
        format!("({}, {})", board.row(cell) + 1, board.column(cell) + 1)
    }

    /// The cells of a piece.
    pub fn cells(&self, shape: ShapeId, at: Cell) -> String {
        let cells = self.puzzle().footprint(shape, at).map(|cell| self.cell(cell));
        cells.collect::<Vec<_>>().join(", ")
    }

    /// The prompt of a question. `about` are the moves that it names, and `within` its limit.
    pub fn prompt(&self, asked: Asked, about: &[String], within: Option<u16>) -> String {
        let parts = [
            self.intro(),
            self.board(),
            self.goal(),
            self.rules(),
            self.question(asked, about, within),
            self.form(asked),
        ];
        parts.join("\n\n")
    }

    fn intro(&self) -> String {
        let board = self.puzzle().board();
        let (width, height) = (board.width(), board.height());
        let mut text = match self.language {
            Language::English => format!(
                "A sliding-block puzzle has {width} columns and {height} rows. `.` is an empty cell, and `#` is a wall. Cells are written as (row, column), counted from 1."
            ),
            Language::Chinese => format!(
                "這是一個滑塊謎題，共 {width} 直欄、{height} 橫列。「.」是空格，「#」是牆。格子寫成（橫列, 直欄），從 1 數起。"
            ),
        };
        text += match self.puzzle().has_signs() {
            true => self.say(
                " Every other sign is a piece: cells with the same sign are one piece.",
                "其他每個符號是一個棋子：相同符號的格子屬於同一個棋子。",
            ),
            false => self.say(
                " B is one piece of 2x2 cells. Each V is half of an upright piece of two cells, each H is half of a lying one, and each S is a piece of one cell.",
                "B 是一個 2x2 的棋子；每個 V 是直放兩格棋子的一半，每個 H 是橫放兩格棋子的一半，每個 S 是一格的棋子。",
            ),
        };
        text
    }

    fn board(&self) -> String {
        let text = self.start.lettered();
        let rows: Vec<&str> = self.puzzle().text_rows(&text).collect();
        match self.drawing {
            Drawing::Rows | Drawing::Coordinates | Drawing::Json => {
                drawn(&rows, self.drawing).expect("it is drawn by its rows")
            }
            Drawing::List => {
                let piece = |(shape, at)| {
                    let name = self.puzzle().sign_of(self.start, shape, at);
                    format!("- {name}: {}", self.cells(shape, at))
                };
                let walls = self.puzzle().board().walls();
                let walls =
                    walls.map(|(column, row)| format!("- #: ({}, {})", row + 1, column + 1));
                self.start.pieces().map(piece).chain(walls).collect::<Vec<_>>().join("\n")
            }
            Drawing::Picture => {
                let letters = match self.puzzle().has_signs() {
                    true => self.say(" Each piece has its sign.", "每個棋子上有它的符號。"),
                    false => "",
                };
                let shown = self.say(
                    "The picture shows the board. A dot is an empty cell, and a cell in the colour of the frame is a wall.",
                    "棋盤如圖。圓點是空格，與邊框同色的格子是牆。",
                );
                shown.to_owned() + letters
            }
        }
    }

    fn question(&self, asked: Asked, about: &[String], within: Option<u16>) -> String {
        let list = about.join(self.say(", ", "，"));
        let numbered = (1..).zip(about).map(|(nth, made): (usize, _)| format!("{nth}. {made}"));
        let numbered = numbered.collect::<Vec<_>>().join("\n");
        let most = within.unwrap_or_default();
        match (asked, self.language) {
            (Asked::Solve, _) => self.say("Solve the puzzle.", "請解開謎題。").to_owned(),
            (Asked::Within, Language::English) => {
                let moves = counted(most.into(), "move");
                format!("Solve the puzzle in at most {moves}.")
            }
            (Asked::Within, _) => format!("請在 {most} 步以內解開謎題。"),
            (Asked::Next, _) => self
                .say("Write one move that begins a shortest solution.", "請寫出最短解法的第一步。")
                .to_owned(),
            (Asked::Legal, Language::English) => {
                format!("Is this move legal: {list}? Answer yes or no.")
            }
            (Asked::Legal, _) => format!("這一步合法嗎：{list}？請回答是或否。"),
            (Asked::Board, Language::English) => {
                format!(
                    "These moves are made in order: {list}. Draw the board after them, as rows of letters."
                )
            }
            (Asked::Board, _) => format!("依序走這些步：{list}。請以一列列字母畫出之後的棋盤。"),
            (Asked::Solvable, _) => self
                .say("Can the goal be reached? Answer yes or no.", "能達到目標嗎？請回答是或否。")
                .to_owned(),
            (Asked::Length, _) => self
                .say(
                    "How many moves does a shortest solution have? Answer with a number.",
                    "最短解法需要幾步？請以數字回答。",
                )
                .to_owned(),
            (Asked::Mistake, Language::English) => format!(
                "These moves are made in order:\n{numbered}\nWhich is the first that does not lead nearer to the goal? Answer with its number."
            ),
            (Asked::Mistake, _) => {
                format!(
                    "依序走這些步：\n{numbered}\n第一個沒有更接近目標的是哪一步？請回答它的編號。"
                )
            }
        }
    }

    fn form(&self, asked: Asked) -> String {
        let mut text = String::new();
        if matches!(asked, Asked::Solve | Asked::Within | Asked::Next) {
            text += match self.puzzle().has_signs() {
                true => self.say(
                    "Write a move as the sign of its piece, a direction and a number of cells, such as `A right 2`. ",
                    "一步寫成棋子的符號、方向與格數，例如「A 右 2」。",
                ),
                false => self.say(
                    "Write a move as a cell of its piece before the move, a direction and a number of cells, such as `(2, 1) right 2`. ",
                    "一步寫成棋子在這一步之前所在的一格、方向與格數，例如「(2, 1) 右 2」。",
                ),
            };
            if self.metric == Metric::Finger {
                text += self.say(
                    "A move around corners has its directions one after another, such as `right 1 down 2`. ",
                    "轉彎的一步依序寫出各個方向，例如「右 1 下 2」。",
                );
            }
        }
        text + self.say("Write the answer after `Answer:`.", "請把答案寫在「答案：」之後。")
    }
}
