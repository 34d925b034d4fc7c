//! The arguments of `huarong tasks`.

use crate::cli::headings::{OUTPUT, SEARCH, most_walls, single_piece_metric};
use crate::cli::output::RowFormat;
use anyhow::bail;
use clap::ValueEnum;
use huarong_core::grid::{Region, RegionError};
use huarong_core::rules::Metric;
use huarong_games::StoneGame;
use huarong_games::lines::Lines;
use huarong_lab::score::Asked;
use huarong_lab::tasks::{Condition, Drawing, Language, Player, Split, TaskOrder};
use std::path::PathBuf;

/// The families that are no files.
pub(super) const RUSH: &str = "rush";
pub(super) const KLOTSKI: &str = "klotski";
pub(super) const TILES: &str = "tiles";

/// Make tasks with exact answers for training and tests
///
/// Writes tasks about random boards: a prompt, the board, the correct answer, an optimal solution, and facts for balanced sets.
/// `huarong score` judges answers: add the key `answer` to a row.
///
/// FAMILY is rush, klotski, tiles, a game such as connect-four or 4,4,3, a puzzle file (.toml) or a list of puzzles in JSON
/// (.jsonl). Boards of rush come from a sample of long puzzles by random changes on 6x6, and are random on other sizes. Those of tiles are of the 15-puzzle or
/// another size, with letters. The boards of a puzzle are the positions that are reachable from its start. Those of a game
/// are positions in which only one move wins; --from and --to are then plies up to the end.
///
/// All boards that moves connect, and their mirror images, are in one part: train, validation or test. Of tile puzzles, where
/// moves connect half of all boards, each board and its mirror image are. The part depends on the boards alone, not on the seed. The same seed makes the same tasks on every machine, whatever the number of threads.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong tasks rush --count 3\n  \
                        huarong tasks rush --question solve,next,legal --from 1 --to 30 --split train --count 1000 --format json >train.jsonl\n  \
                        huarong tasks klotski --metric finger --drawing coordinates --language zh\n  \
                        huarong tasks levels.jsonl --question length --format csv\n  \
                        huarong tasks connect-four --from 5\n  \
                        huarong tasks rush --answer greedy --count 1000 --format json | huarong score --report greedy")]
pub(in crate::cli) struct Arguments {
    /// rush, klotski, tiles, a game, or a file with puzzles
    #[arg(value_name = "FAMILY")]
    pub family: String,

    /// Columns and rows of Rush Hour boards and of tile puzzles [default: 6x6, and 4x4 for tiles]
    #[arg(long, value_name = "WxH", value_parser = size, help_heading = SEARCH)]
    pub size: Option<(usize, usize)>,

    /// Most walls of Rush Hour boards [default: 0]
    #[arg(long, value_name = "N", value_parser = most_walls, help_heading = SEARCH)]
    pub walls: Option<usize>,

    /// Ask these questions in turn: solve, within, next, legal, board, solvable, length, mistake [default: solve, and next for games]
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = SEARCH)]
    question: Vec<Asked>,

    /// Least number of moves of an optimal solution
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = SEARCH)]
    from: u16,

    /// Largest number of moves of an optimal solution
    #[arg(long, value_name = "N", default_value_t = 20, help_heading = SEARCH)]
    to: u16,

    /// Count moves in this metric: unit, straight or finger
    #[arg(long, default_value = "straight", value_parser = single_piece_metric, help_heading = SEARCH)]
    metric: Metric,

    /// Write prompts in this language: en or zh
    #[arg(long, value_name = "CODE", default_value = "en", help_heading = OUTPUT)]
    language: Language,

    /// Draw boards as rows, coordinates, list, json or picture
    ///
    /// A picture is not in the prompt: rows have the column `image`, a PNG in base64.
    #[arg(long, value_name = "HOW", default_value = "rows", help_heading = OUTPUT)]
    pub drawing: Drawing,

    /// Make only tasks of this part: train, validation or test
    #[arg(long, value_name = "PART", help_heading = SEARCH)]
    split: Option<Split>,

    /// Make only tasks with a measure in a range, both ends included: pieces=8..12, solution_count=1
    ///
    /// The measures are solution_count, reachable, mobility, best_moves, pieces and empty_cells, as in the columns. Several
    /// options must all hold.
    #[arg(long = "where", value_name = "MEASURE=RANGE", help_heading = SEARCH)]
    conditions: Vec<Condition>,

    /// Add answers of a simple player: random, greedy, best-first or exact
    ///
    /// `huarong score` judges them, so that other scores have something to compare with. random makes random moves, and greedy
    /// those after which the fewest pieces block the goal, 200 at most. best-first looks at 1,000 positions at most. exact
    /// knows the answer. Other players than exact answer the questions solve, within and next.
    #[arg(long, value_name = "PLAYER", help_heading = OUTPUT)]
    answer: Option<Player>,

    /// Number of tasks
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10, help_heading = OUTPUT)]
    pub count: u64,

    /// Seed of the random choices
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = SEARCH)]
    seed: u64,

    /// Write a data set to this directory: train, validation and test as .jsonl, .csv or .parquet, and README.md, a card
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub out: Option<PathBuf>,

    /// Write each task that has a solution to DIR/ID as a planning task: domain.pddl, problem.pddl and plan
    ///
    /// The plan is an optimal solution. The metric must be unit or straight: an action is a move.
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub pddl: Option<PathBuf>,

    /// Print in this format
    #[arg(long, value_enum, default_value = "text", help_heading = OUTPUT)]
    pub format: RowFormat,
}

impl Arguments {
    pub fn order(&self) -> anyhow::Result<TaskOrder> {
        let (from, to) = (self.from, self.to);
        if from > to || from == 0 {
            bail!(
                "--from {from} --to {to}: write a range of at least one move, such as --from 1 --to 20"
            );
        }
        let is_game = Lines::find(&self.family)?.is_some();
        if is_game && self.question.iter().any(|&asked| asked != Asked::Next) {
            bail!("--question: a game has the question next alone");
        }
        if is_game && (self.drawing == Drawing::Picture || self.pddl.is_some()) {
            bail!("--drawing picture and --pddl are for puzzles, not for the game {}", self.family);
        }
        let mut order = TaskOrder::default();
        if !self.question.is_empty() {
            order.asked.clone_from(&self.question);
        }
        order.metric = self.metric;
        order.lengths = from..=to;
        (order.language, order.drawing) = (self.language, self.drawing);
        (order.split, order.seed) = (self.split, self.seed);
        order.conditions.clone_from(&self.conditions);
        order.player = self.answer;
        Ok(order)
    }

    /// The command that makes the same data set in a folder.
    pub fn command(&self, format: RowFormat) -> String {
        // Names of games have no spaces.
        let game = Lines::find(&self.family).ok().flatten().map(|game| game.name());
        let mut words = vec![
            format!("huarong tasks {}", game.as_ref().unwrap_or(&self.family)),
            format!("--from {} --to {} --metric {}", self.from, self.to, self.metric),
            format!("--language {} --drawing {}", self.language.name(), self.drawing.name()),
            format!("--seed {} --count {}", self.seed, self.count),
        ];
        if !self.question.is_empty() {
            let names: Vec<&str> = self.question.iter().map(|asked| asked.name()).collect();
            words.push(format!("--question {}", names.join(",")));
        }
        words.extend(self.size.map(|(width, height)| format!("--size {width}x{height}")));
        words.extend(self.walls.map(|walls| format!("--walls {walls}")));
        words.extend(self.split.map(|split| format!("--split {}", split.name())));
        words.extend(self.conditions.iter().map(|condition| format!("--where {condition}")));
        words.extend(self.answer.map(|player| format!("--answer {}", player.name())));
        let format = format.to_possible_value().expect("no format is hidden");
        words.push(format!("--format {} --out DIR", format.get_name()));
        words.join(" \\\n    ")
    }
}

fn size(text: &str) -> Result<(usize, usize), RegionError> {
    let region = Region::parse_size(text)?;
    Ok((region.width(), region.height()))
}
