//! The words on sheets, in three languages.

use huarong_core::numerals::{counted, grouped};
use huarong_core::rules::Metric;

/// The language of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    Traditional,
    Simplified,
}

/// What a puzzle asks for.
pub(super) enum Task {
    /// A car, by its letter, leaves at an exit.
    Exit { letter: Option<String>, exits: usize },
    /// The pieces with these letters or names reach the dashed outlines. Without letters, any pieces of their shapes do.
    Outlines(Vec<String>),
    /// The board shows the goal, or one of several. Some of them are drawn.
    Goals { count: usize, drawn: usize },
    /// All pieces leave the board through doors.
    Empty,
    /// The pieces with these letters leave.
    Leave(Vec<char>),
}

/// The paths of the pieces of a puzzle.
#[derive(Clone, Copy)]
pub(super) enum Paths {
    /// Every piece is locked to its row or column.
    Lines,
    /// Some pieces are locked, or cells are closed to them.
    Limited,
    Any,
}

/// When something happens.
pub(super) enum When {
    /// After this number of pieces have left.
    Left(u8),
    /// After the pieces with these letters have left.
    Gone(Vec<char>),
}

impl Language {
    /// The tag of the language.
    pub fn tag(self) -> &'static str {
        self.say("en", "zh-Hant", "zh-Hans")
    }

    fn say<T>(self, english: T, traditional: T, simplified: T) -> T {
        match self {
            Self::English => english,
            Self::Traditional => traditional,
            Self::Simplified => simplified,
        }
    }

    /// What to do, in one sentence.
    pub(super) fn task(self, task: &Task) -> String {
        match task {
            Task::Exit { letter, exits } => {
                let car = match letter {
                    Some(letter) => self.say(
                        format!("car {letter}"),
                        format!("車 {letter} "),
                        format!("车 {letter} "),
                    ),
                    None => self.say("one of the marked cars", "標出的車", "标出的车").to_owned(),
                };
                let (exit, chinese) = match exits {
                    1 => ("the exit", "出口"),
                    _ => ("one of the exits", "任一出口"),
                };
                self.say(
                    format!("Cars move only forwards and backwards: bring {car} to {exit}."),
                    format!("車輛只能前後移動：把{car}開到{chinese}。"),
                    format!("车辆只能前后移动：把{car}开到{chinese}。"),
                )
            }
            Task::Outlines(labels) => {
                match &labels[..] {
                    [] => self.say(
                        "Slide the pieces, without lifting them, until pieces of the marked shape fill the dashed outline.".to_owned(),
                        "滑動棋子，不可拿起，直到標出形狀的棋子填滿虛線框。".to_owned(),
                        "滑动棋子，不可拿起，直到标出形状的棋子填满虚线框。".to_owned(),
                    ),
                    [name] if name.chars().count() > 1 => self.say(
                        format!("Slide the pieces, without lifting them, until {name} fills the dashed outline."),
                        format!("滑動棋子，不可拿起，直到{name}進入虛線框。"),
                        format!("滑动棋子，不可拿起，直到{name}进入虚线框。"),
                    ),
                    [one] => self.say(
                        format!("Slide the pieces, without lifting them, until piece {one} fills the dashed outline."),
                        format!("滑動棋子，不可拿起，直到棋子 {one} 進入虛線框。"),
                        format!("滑动棋子，不可拿起，直到棋子 {one} 进入虚线框。"),
                    ),
                    [first @ .., last] => self.say(
                        format!(
                            "Slide the pieces, without lifting them, until pieces {} and {last} are where the goal has them.",
                            first.join(", ")
                        ),
                        format!("滑動棋子，不可拿起，直到棋子 {} 和 {last} 的位置與目標相同。", first.join("、")),
                        format!("滑动棋子，不可拿起，直到棋子 {} 和 {last} 的位置与目标相同。", first.join("、")),
                    ),
                }
            }
            Task::Empty => self.say(
                "Slide the pieces out through their doors until the board is empty.".to_owned(),
                "滑動棋子，讓所有棋子從門離開棋盤。".to_owned(),
                "滑动棋子，让所有棋子从门离开棋盘。".to_owned(),
            ),
            Task::Leave(letters) => {
                let have = if letters.len() == 1 { "has left through its" } else { "have left through their" };
                let letters = self.all_of(letters);
                self.say(
                    format!("Slide the pieces until {letters} {have} doors."),
                    format!("滑動棋子，讓棋子 {letters} 從門離開棋盤。"),
                    format!("滑动棋子，让棋子 {letters} 从门离开棋盘。"),
                )
            }
            Task::Goals { count: 1, .. } => self.say(
                "Slide the pieces, without lifting them, until all pieces that the goal shows are in their places."
                    .to_owned(),
                "滑動棋子，不可拿起，直到目標圖中的棋子都到達圖中的位置。".to_owned(),
                "滑动棋子，不可拿起，直到目标图中的棋子都到达图中的位置。".to_owned(),
            ),
            Task::Goals { count, drawn } if drawn < count => self.say(
                format!("Slide the pieces, without lifting them, until the pieces are in the places of one of {count} goals. {drawn} of them are drawn."),
                format!("滑動棋子，不可拿起，直到棋盤和 {count} 個目標之一相同。圖中有其中 {drawn} 個。"),
                format!("滑动棋子，不可拿起，直到棋盘和 {count} 个目标之一相同。图中有其中 {drawn} 个。"),
            ),
            Task::Goals { .. } => self.say(
                "Slide the pieces, without lifting them, until the pieces are in the places of one of the goals."
                    .to_owned(),
                "滑動棋子，不可拿起，直到棋盤和其中一個目標相同。".to_owned(),
                "滑动棋子，不可拿起，直到棋盘和其中一个目标相同。".to_owned(),
            ),
        }
    }

    /// That all pieces are locked along their length.
    pub(super) fn lengthwise(self) -> &'static str {
        self.say(
            "Pieces move only along their length.",
            "棋子只能沿自身長邊的方向移動。",
            "棋子只能沿自身长边的方向移动。",
        )
    }

    /// What arrowheads on pieces mean.
    pub(super) fn axes(self) -> &'static str {
        self.say(
            "Pieces with arrowheads move only in these directions.",
            "有箭頭的棋子只能沿箭頭方向移動。",
            "有箭头的棋子只能沿箭头方向移动。",
        )
    }

    /// Letters in a sentence.
    fn all_of(self, letters: &[char]) -> String {
        let names: Vec<String> = letters.iter().map(char::to_string).collect();
        match &names[..] {
            [first @ .., last] if !first.is_empty() => self.say(
                format!("{} and {last}", first.join(", ")),
                format!("{} 和 {last}", first.join("、")),
                format!("{} 和 {last}", first.join("、")),
            ),
            _ => names.concat(),
        }
    }

    /// That pieces must have left, besides a goal that shows places.
    pub(super) fn also_gone(self, letters: &[char]) -> String {
        let letters = self.all_of(letters);
        self.say(
            format!("At the end, {letters} must be gone, too."),
            format!("最後，棋子 {letters} 也必須離開棋盤。"),
            format!("最后，棋子 {letters} 也必须离开棋盘。"),
        )
    }

    /// How pieces leave.
    pub(super) fn doors(self) -> &'static str {
        self.say(
            "A piece leaves straight through doors with its letter, one for each of its lines, and is gone.",
            "棋子的每一行（或列）前方都是標有其字母的門時，棋子直線通過並離開。",
            "棋子的每一行（或列）前方都是标有其字母的门时，棋子直线通过并离开。",
        )
    }

    /// What the sign of a door for every piece means.
    pub(super) fn door_for_all(self) -> &'static str {
        self.say(
            "Doors with * are for several pieces.",
            "標有 * 的門供多個棋子使用。",
            "标有 * 的门供多个棋子使用。",
        )
    }

    /// What numbers at doors mean.
    pub(super) fn late_doors(self) -> &'static str {
        self.say(
            "A door with a number opens after this number of pieces have left.",
            "門上的數字：先有此數量的棋子離開，門再打開。",
            "门上的数字：先有此数量的棋子离开，门再打开。",
        )
    }

    /// That pieces cannot move for a while.
    pub(super) fn frozen(self, letters: &[char], until: &When) -> String {
        let letters = self.all_of(letters);
        let until = match until {
            When::Left(number) => {
                let pieces = counted(u64::from(*number), "piece");
                let have = if *number == 1 { "has" } else { "have" };
                self.say(
                    format!("{pieces} {have}"),
                    format!("{number} 個棋子"),
                    format!("{number} 个棋子"),
                )
            }
            When::Gone(signs) => {
                let have = if signs.len() == 1 { "has" } else { "have" };
                let signs = self.all_of(signs);
                self.say(
                    format!("{signs} {have}"),
                    format!("棋子 {signs} "),
                    format!("棋子 {signs} "),
                )
            }
        };
        self.say(
            format!("{letters} cannot move until {until} left."),
            format!("{until}離開前，棋子 {letters} 不能移動。"),
            format!("{until}离开前，棋子 {letters} 不能移动。"),
        )
    }

    /// What a piece becomes at doors.
    pub(super) fn layers(self, letter: char, layers: &[char]) -> String {
        let below: Vec<String> = layers.iter().map(char::to_string).collect();
        self.say(
            format!(
                "At a door, {letter} stays and becomes {}; the last layer leaves.",
                below.join(", then ")
            ),
            format!("棋子 {letter} 到門時不離開，依次變成 {}，最後離開。", below.join("、")),
            format!("棋子 {letter} 到门时不离开，依次变成 {}，最后离开。", below.join("、")),
        )
    }

    /// What gates mean.
    pub(super) fn gates(self) -> &'static str {
        self.say(
            "Only the pieces named in a dotted cell may enter it.",
            "點線格只有格中標明的棋子可以進入。",
            "点线格只有格中标明的棋子可以进入。",
        )
    }

    pub(super) fn goal(self) -> &'static str {
        self.say("Goal", "目標", "目标")
    }

    pub(super) fn beat(self, moves: usize) -> String {
        let moves = grouped(moves as u64);
        self.say(
            format!("Moves to beat: {moves}"),
            format!("挑戰步數：{moves}"),
            format!("挑战步数：{moves}"),
        )
    }

    /// Figures about the difficulty.
    pub(super) fn figures(self, positions: u64, away: u64) -> String {
        let moves = counted(away, "move");
        let (positions, away, english) =
            (grouped(positions), grouped(away), counted(positions, "position"));
        self.say(
            format!("Difficulty: {english}, {moves} away from the goal"),
            format!("難度：{positions} 個局面，{away} 步遠離目標"),
            format!("难度：{positions} 个局面，{away} 步远离目标"),
        )
    }

    /// What counts as a move.
    pub(super) fn counting(self, metric: Metric, paths: Paths) -> &'static str {
        match (metric, paths) {
            (Metric::Unit, _) => self.say(
                "One move takes one piece one cell.",
                "一步：一個棋子移動一格。",
                "一步：一个棋子移动一格。",
            ),
            (Metric::Finger, Paths::Lines) => self.say(
                "One move takes one piece any distance along its line.",
                "一步：一個棋子沿它的直線移動任意距離。",
                "一步：一个棋子沿它的直线移动任意距离。",
            ),
            (Metric::Straight, _) => self.say(
                "One move takes one piece any distance along one line.",
                "一步：一個棋子沿直線移動任意距離。",
                "一步：一个棋子沿直线移动任意距离。",
            ),
            (Metric::Finger, Paths::Limited) => self.say(
                "One move takes one piece along any path that is open to it.",
                "一步：一個棋子沿它可以走的任意路線移動。",
                "一步：一个棋子沿它可以走的任意路线移动。",
            ),
            (Metric::Finger, Paths::Any) => self.say(
                "One move takes one piece along any path.",
                "一步：一個棋子沿任意路線移動。",
                "一步：一个棋子沿任意路线移动。",
            ),
            (Metric::Multi, _) => self.say(
                "One move takes a line of pieces any distance along that line.",
                "一步：一列相連的棋子沿直線移動任意距離。",
                "一步：一列相连的棋子沿直线移动任意距离。",
            ),
        }
    }

    /// What thin walls do.
    pub(super) fn thin_walls(self) -> &'static str {
        self.say(
            "No piece crosses a wall between two cells.",
            "棋子不能越過格子之間的牆。",
            "棋子不能越过格子之间的墙。",
        )
    }

    pub(super) fn puzzle(self, number: usize) -> String {
        self.say(format!("Puzzle {number}"), format!("第 {number} 題"), format!("第 {number} 题"))
    }

    pub(super) fn answers(self) -> &'static str {
        self.say("Answers", "解答", "解答")
    }

    pub(super) fn moves(self, moves: usize) -> String {
        let (english, moves) = (counted(moves as u64, "move"), grouped(moves as u64));
        self.say(english, format!("{moves} 步"), format!("{moves} 步"))
    }

    pub(super) fn unsolvable(self) -> &'static str {
        self.say(
            "No solution: the start cannot reach the goal.",
            "無解：從開局無法到達目標。",
            "无解：从开局无法到达目标。",
        )
    }

    pub(super) fn undecided(self) -> &'static str {
        self.say(
            "No answer: the puzzle is too large for the search.",
            "沒有解答：題目太大，搜尋沒有完成。",
            "没有解答：题目太大，搜索没有完成。",
        )
    }

    pub(super) fn out_of_time(self) -> &'static str {
        self.say(
            "No answer: the time for the search ended.",
            "沒有解答：搜尋的時間已到。",
            "没有解答：搜索的时间已到。",
        )
    }
}
