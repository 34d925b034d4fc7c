//! The arguments of `huarong print`.

use crate::cli::headings::{METRIC, OUTPUT, SEARCH, single_piece_metric, with_metrics};
use crate::cli::long_work;
use clap::ValueEnum;
use huarong_core::rules::Metric;
use huarong_report::paper::Paper;
use huarong_report::sheets::{Language, Sheet};
use std::path::PathBuf;
use std::time::Duration;

/// Write puzzles as worksheets or cards for paper
///
/// Each puzzle has a title, the rule in a sentence, the board with a letter on each piece, the goal, and its number of
/// moves. The answers follow on their own pages. Their moves name the pieces by these letters: A←↓↓ takes piece A left
/// once and down twice, and A→7 takes it right seven times.
///
/// The ending of --out chooses the format. A PDF file has its fonts with it. SVG and PNG have one file per page: with several pages,
/// sheet.svg becomes sheet-1.svg, sheet-2.svg and so on. The same puzzles and options give the same bytes, unless the time
/// limit ends a search.
///
/// A puzzle that has no solution, that is too large for the search, or that takes longer than --time-limit, says so in its answer.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  huarong print dads heng-dao-li-ma --out sheet.pdf\n  \
                        huarong print puzzles/ --per-page 12 --plain --out sheet.pdf\n  \
                        huarong print - --cards --per-page 9 --out cards.pdf <boards.txt")]
pub(in crate::cli) struct Arguments {
    /// Puzzle files, folders, names from `huarong puzzles`, openings, Klotski positions, or Rush Hour boards; `-` reads
    /// standard input, one per line
    #[arg(value_name = "FILE|NAME|BOARD", required = true)]
    pub subjects: Vec<String>,

    /// Write this file; its name ends in .pdf, .svg, .png or .html
    #[arg(long, value_name = "FILE", required = true, help_heading = OUTPUT)]
    pub out: PathBuf,

    /// Print this title on every worksheet
    #[arg(long, value_name = "TEXT", help_heading = OUTPUT)]
    title: Option<String>,

    /// Place N puzzles on a page, from 1 to 12 [default: 4, or all if they are fewer]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=12))]
    #[arg(help_heading = OUTPUT)]
    per_page: Option<u8>,

    /// Use this paper
    #[arg(long, value_enum, default_value = "a4", help_heading = OUTPUT)]
    paper: PaperName,

    /// Make cards, with lines for cutting
    #[arg(long, help_heading = OUTPUT)]
    cards: bool,

    /// Draw without colours, for black-and-white printers
    #[arg(long, help_heading = OUTPUT)]
    plain: bool,

    /// Leave the answers out
    #[arg(long, help_heading = OUTPUT)]
    no_answers: bool,

    /// Write the sheet in this language
    #[arg(long, value_enum, default_value = "en", help_heading = OUTPUT)]
    lang: LanguageName,

    /// Use this font for characters that the built-in font does not have
    ///
    /// The built-in font has the letters of Western European languages, and the Chinese characters of this program's own
    /// names and words. Give an OpenType or TrueType font of at most 256 MiB; the option can be repeated.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub font: Vec<PathBuf>,

    #[arg(long, default_value = "finger", value_parser = single_piece_metric, help_heading = SEARCH)]
    #[arg(help = METRIC, long_help = with_metrics(METRIC))]
    pub metric: Metric,

    /// Search each answer for at most SECONDS
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = long_work::seconds)]
    #[arg(help_heading = SEARCH)]
    pub time_limit: Duration,
}

/// Number of puzzles per page by default, unless there are fewer.
const DEFAULT_PER_PAGE: usize = 4;

/// A size of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PaperName {
    A4,
    Letter,
}

/// A language of sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LanguageName {
    En,
    #[value(name = "zh-Hant")]
    Traditional,
    #[value(name = "zh-Hans")]
    Simplified,
}

impl Arguments {
    /// The language of the sheet.
    pub fn language(&self) -> Language {
        match self.lang {
            LanguageName::En => Language::English,
            LanguageName::Traditional => Language::Traditional,
            LanguageName::Simplified => Language::Simplified,
        }
    }

    /// The layout of a sheet with this number of puzzles.
    pub fn sheet(&self, count: usize) -> Sheet {
        let paper = match self.paper {
            PaperName::A4 => Paper::A4,
            PaperName::Letter => Paper::Letter,
        };
        Sheet {
            title: self.title.clone(),
            paper,
            per_page: self.per_page.unwrap_or(count.clamp(1, DEFAULT_PER_PAGE) as u8),
            cards: self.cards,
            plain: self.plain,
            answers: !self.no_answers,
            metric: self.metric,
            language: self.language(),
        }
    }
}
