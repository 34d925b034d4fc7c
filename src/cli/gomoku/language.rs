//! The texts of a game, in Chinese and in English.

use clap::ValueEnum;
use huarong_games::gomoku::{ActError, Cell, Forbidden, Stone};
use std::env;

/// The language of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// Chinese
    Zh,
    /// English
    En,
}

use Language::{En, Zh};

impl Language {
    /// The language of the environment.
    pub fn of_environment() -> Self {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(env::var_os);
        let first = set.into_iter().find(|value| !value.is_empty());
        let is_chinese = first.is_some_and(|value| value.to_string_lossy().starts_with("zh"));
        if is_chinese { Zh } else { En }
    }

    /// The text in this language.
    fn choose<T>(self, chinese: T, english: T) -> T {
        match self {
            Zh => chinese,
            En => english,
        }
    }

    pub fn moves(self, stone: Stone) -> String {
        let sign = stone.sign();
        self.choose(format!("{sign} 下子："), format!("{sign} moves: "))
    }

    pub fn chooses(self, more: bool) -> &'static str {
        match more {
            true => self.choose(
                "選擇 black（o）、white（x）或 more（再放兩子）：",
                "type black (o), white (x), or more (two more stones): ",
            ),
            false => self.choose("選擇 black（o）或 white（x）：", "type black (o) or white (x): "),
        }
    }

    pub fn has_won(self, stone: Stone) -> String {
        let sign = stone.sign();
        self.choose(format!("{sign} 贏了！"), format!("{sign} has won"))
    }

    pub fn draw(self) -> &'static str {
        self.choose("平手！", "draw")
    }

    pub fn no_move(self, typed: &str) -> String {
        self.choose(
            format!(
                "{typed:?} 不是走法：請輸入列與行兩個十六進位數字，例如 62；或 undo、hint、line、position、save 檔名、\
                 load 檔名、quit"
            ),
            format!(
                "{typed:?} is not a move: type two digits, row and column, as in 62; or undo, hint, line, position, \
                 save FILE, load FILE or quit"
            ),
        )
    }

    pub fn cannot(self, error: &ActError) -> String {
        match (self, error) {
            (En, error) => error.to_string(),
            (Zh, ActError::OffBoard { cell, size }) => {
                format!("{cell} 不在棋盤上：棋盤有 {size} 列 {size} 行")
            }
            (Zh, ActError::Occupied(cell)) => format!("{cell} 已經有子了"),
            (Zh, ActError::Forbidden { cell, why }) => {
                let why = match why {
                    Forbidden::Overline => "長連",
                    Forbidden::DoubleFour => "四四",
                    Forbidden::DoubleThree => "三三",
                };
                format!("{cell} 是黑棋的禁手：{why}")
            }
            (Zh, _) => "現在不能這樣做".to_owned(),
        }
    }

    pub fn nothing_to_undo(self) -> &'static str {
        self.choose("沒有可以收回的棋", "no move to take back")
    }

    pub fn forbidden(self, cells: &[Cell]) -> String {
        let cells: Vec<String> = cells.iter().map(Cell::to_string).collect();
        let cells = cells.join(" ");
        self.choose(format!("禁手：{cells}"), format!("forbidden: {cells}"))
    }

    pub fn took(self, act: &str) -> String {
        self.choose(format!("電腦選擇 {act}"), format!("the computer chooses {act}"))
    }

    pub fn saved(self, file: &str) -> String {
        self.choose(format!("已存入 {file}"), format!("saved in {file}"))
    }

    pub fn not_saved(self, file: &str, error: &dyn std::fmt::Display) -> String {
        self.choose(format!("無法寫入 {file}：{error}"), format!("cannot write {file}: {error}"))
    }

    pub fn not_loaded(self, file: &str, error: &dyn std::fmt::Display) -> String {
        self.choose(format!("無法讀取 {file}：{error}"), format!("cannot read {file}: {error}"))
    }
}
