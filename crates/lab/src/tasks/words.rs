//! The texts of prompts.

use super::order::{Drawing, Language};
use crate::score::Asked;
use huarong_core::grid::{Cell, Direction};
use huarong_core::position::Position;
use huarong_core::rules::{Freedom, Metric, PieceMove, Puzzle, ShapeId};

/// The texts of one board in one language.
pub(super) struct Words<'p> {
    pub start: &'p Position,
    pub metric: Metric,
    pub language: Language,
    pub drawing: Drawing,
}

impl Words<'_> {
    fn puzzle(&self) -> &Puzzle {
        self.start.puzzle()
    }

    /// A text in the language.
    fn say<'t>(&self, english: &'t str, chinese: &'t str) -> &'t str {
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
    fn cell(&self, cell: Cell) -> String {
        let board = self.puzzle().board();
        format!("({}, {})", board.row(cell) + 1, board.column(cell) + 1)
    }

    fn cells(&self, shape: ShapeId, at: Cell) -> String {
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
                "A sliding-block puzzle has {width} columns and {height} rows. A letter is a part of a piece, `.` is an empty cell, and `#` is a wall. Cells are written as (row, column), counted from 1."
            ),
            Language::Chinese => format!(
                "這是一個滑塊謎題，共 {width} 欄 {height} 列。字母是棋子的一部分，「.」是空格，「#」是牆。格子寫成（列, 欄），從 1 數起。"
            ),
        };
        if !self.puzzle().has_signs() {
            text += self.say(
                " B is one piece of 2x2 cells. Each V is half of an upright piece of two cells, each H is half of a lying one, and each S is a piece of one cell.",
                "B 是一個 2x2 的棋子；每個 V 是直放兩格棋子的一半，每個 H 是橫放兩格棋子的一半，每個 S 是一格的棋子。",
            );
        }
        text
    }

    fn board(&self) -> String {
        let text = self.start.lettered();
        let rows: Vec<&str> = self.puzzle().text_rows(&text).collect();
        match self.drawing {
            Drawing::Rows => rows.join("\n"),
            Drawing::Coordinates => {
                let number = |number: usize| format!("{number:>2}");
                let heads = (1..=rows[0].chars().count()).map(number).collect::<String>();
                let lines = (1..).zip(&rows).map(|(nth, row): (usize, _)| {
                    number(nth) + &row.chars().map(|sign| format!(" {sign}")).collect::<String>()
                });
                format!("  {heads}\n{}", lines.collect::<Vec<_>>().join("\n"))
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
            Drawing::Json => {
                let quoted: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
                format!("{{\"rows\": [{}]}}", quoted.join(", "))
            }
        }
    }

    fn goal(&self) -> String {
        let puzzle = self.puzzle();
        let place = |&(shape, at): &(ShapeId, Cell)| {
            let sign = puzzle.shapes()[shape].sign(0);
            let cells = self.cells(shape, at);
            match self.language {
                Language::English => format!("{sign} covers {cells}"),
                Language::Chinese => format!("{sign} 佔 {cells}"),
            }
        };
        let all = |alternative: &Vec<(ShapeId, Cell)>| {
            let places: Vec<String> = alternative.iter().map(place).collect();
            places.join(self.say(" and ", "，且 "))
        };
        let gone = puzzle.goal().gone().iter().map(|&shape| puzzle.shapes()[shape].sign(0));
        let gone: String = gone.map(|sign| format!("{sign} ")).collect();
        let mut ways: Vec<String> = puzzle.goal().alternatives().iter().map(all).collect();
        ways.retain(|way| !way.is_empty());
        if !gone.is_empty() {
            ways.push(match self.language {
                Language::English => {
                    format!("these pieces have left the board: {}", gone.trim_end())
                }
                Language::Chinese => format!("這些棋子已離開棋盤：{}", gone.trim_end()),
            });
        }
        let ways = ways.join(self.say("; or ", "；或 "));
        match self.language {
            Language::English => format!("Goal: {ways}."),
            Language::Chinese => format!("目標：{ways}。"),
        }
    }

    fn rules(&self) -> String {
        let mut text = match self.metric {
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
        }
        .to_owned();
        let puzzle = self.puzzle();
        let along = |freedom: Freedom| -> Vec<String> {
            let pieces = self.start.pieces();
            let pieces = pieces.filter(|&(shape, _)| puzzle.shapes()[shape].freedom() == freedom);
            pieces.map(|(shape, at)| puzzle.sign_of(self.start, shape, at).to_string()).collect()
        };
        for freedom in [Freedom::Rows, Freedom::Columns] {
            let pieces = along(freedom);
            if pieces.is_empty() {
                continue;
            }
            let list = pieces.join(" ");
            text += &match (self.language, freedom) {
                (Language::English, freedom) => {
                    format!(" These pieces move only {}: {list}.", freedom.along())
                }
                (_, Freedom::Rows) => format!("這些棋子只能左右移動：{list}。"),
                _ => format!("這些棋子只能上下移動：{list}。"),
            };
        }
        if let Some(doors) = puzzle.doors() {
            for door in &doors.rules().doors {
                let owners = door.owners.iter().map(|&shape| puzzle.shapes()[shape].sign(0));
                let owners: String = owners.map(|sign| format!("{sign} ")).collect();
                let (row, column) = (door.row, door.column);
                text += &match self.language {
                    Language::English => {
                        format!(
                            " A door at ({row}, {column}) lets these pieces leave the board: {}.",
                            owners.trim_end()
                        )
                    }
                    Language::Chinese => {
                        format!(
                            "位於 ({row}, {column}) 的門讓這些棋子離開：{}。",
                            owners.trim_end()
                        )
                    }
                };
            }
        }
        text
    }

    fn question(&self, asked: Asked, about: &[String], within: Option<u16>) -> String {
        let list = about.join(self.say(", ", "，"));
        let numbered = (1..).zip(about).map(|(nth, made): (usize, _)| format!("{nth}. {made}"));
        let numbered = numbered.collect::<Vec<_>>().join("\n");
        let most = within.unwrap_or_default();
        match (asked, self.language) {
            (Asked::Solve, _) => self.say("Solve the puzzle.", "請解開謎題。").to_owned(),
            (Asked::Within, Language::English) => {
                format!("Solve the puzzle in at most {most} moves.")
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
                format!("依序走這些步：\n{numbered}\n哪一步最先沒有更接近目標？請回答它的編號。")
            }
        }
    }

    fn form(&self, asked: Asked) -> String {
        let moves = match (asked, self.puzzle().has_signs()) {
            (Asked::Solve | Asked::Within | Asked::Next, true) => self.say(
                "Write a move as the letter of its piece, a direction and a number of cells, such as `A right 2`. ",
                "一步寫成棋子的字母、方向與格數，例如「A 右 2」。",
            ),
            (Asked::Solve | Asked::Within | Asked::Next, false) => self.say(
                "Write a move as a cell of its piece, a direction and a number of cells, such as `(2, 1) right 2`. ",
                "一步寫成棋子所在的一格、方向與格數，例如「(2, 1) 右 2」。",
            ),
            _ => "",
        };
        format!(
            "{moves}{}",
            self.say("Write the answer after `Answer:`.", "請把答案寫在「答案：」之後。")
        )
    }
}
