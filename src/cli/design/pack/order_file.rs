//! Files that order packs.

use super::entry::NAMES;
use crate::cli::design::arguments::{CountRange, ExitName, PieceRange, car_scope, numbers};
use crate::cli::design::conditions::Condition;
use crate::cli::design::titles::Titles;
use crate::cli::input_file::{InputFile, SizeLimit};
use anyhow::{Context, anyhow, bail};
use huarong_core::puzzle_file::is_line;
use huarong_core::rules::Metric;
use huarong_lab::design::{DoorScope, PieceList, ShapeList, Source, Theme, board_of, goal_cells};
use huarong_oracle::analysis::{DistanceRange, SolutionRange};
use serde::de::{Deserialize, Deserializer, Error as _};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

const ORDER: SizeLimit = SizeLimit { what: "an order of a pack", most: 1 << 20 };

/// A file that orders a pack.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OrderFile {
    /// The title of the pack.
    #[serde(deserialize_with = "line")]
    pub title: String,
    /// The source of its puzzle files.
    #[serde(default, deserialize_with = "line_if_any")]
    pub author: Option<String>,
    /// The titles of its puzzles.
    #[serde(default = "band_and_place", deserialize_with = "titles")]
    pub titles: Titles,
    #[serde(default)]
    pub language: Language,
    #[serde(default = "finger", deserialize_with = "metric")]
    pub metric: Metric,
    #[serde(default, deserialize_with = "range")]
    pub solutions: Option<SolutionRange>,
    #[serde(default)]
    pub minimal: bool,
    #[serde(default)]
    pub seed: u64,
    pub tries: Option<u64>,
    /// Packs whose puzzles are not wanted again: puzzle files, folders and lists.
    #[serde(default)]
    pub exclude: Vec<PathBuf>,
    /// Fonts for characters that the built-in font of sheets does not have.
    #[serde(default)]
    pub fonts: Vec<PathBuf>,
    #[serde(default, rename = "band")]
    pub bands: Vec<BandTable>,
    #[serde(default, rename = "theme")]
    pub themes: Vec<ThemeTable>,
}

/// The language of sheets and of the page.
#[derive(Clone, Copy, Default, serde::Deserialize)]
pub(super) enum Language {
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "zh-Hant")]
    Traditional,
    #[serde(rename = "zh-Hans")]
    Simplified,
}

/// A table `[[band]]`.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BandTable {
    #[serde(deserialize_with = "line")]
    pub name: String,
    pub count: usize,
    #[serde(deserialize_with = "moves")]
    pub moves: RangeInclusive<u16>,
    #[serde(default, rename = "where", deserialize_with = "conditions")]
    pub conditions: Vec<Condition>,
    #[serde(default, deserialize_with = "range")]
    pub decoys: Option<CountRange>,
    #[serde(default, deserialize_with = "range")]
    pub decoy_walls: Option<CountRange>,
}

/// A table `[[theme]]`.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThemeTable {
    #[serde(deserialize_with = "line")]
    pub name: String,
    /// Without a number, a theme has an equal part of the rest.
    count: Option<usize>,
    rush: Option<String>,
    exit_row: Option<usize>,
    #[serde(default, deserialize_with = "range")]
    car_lengths: Option<PieceRange>,
    exits: Option<Vec<ExitName>>,
    #[serde(default, deserialize_with = "range")]
    walls: Option<PieceRange>,
    pieces: Option<String>,
    #[serde(default, deserialize_with = "range")]
    total: Option<CountRange>,
    board: Option<String>,
    #[serde(default, rename = "goal", deserialize_with = "one_or_several")]
    goals: Vec<String>,
    doors: Option<String>,
    shapes: Option<String>,
    #[serde(default, deserialize_with = "range")]
    piece_count: Option<PieceRange>,
    #[serde(default, deserialize_with = "range")]
    colours: Option<PieceRange>,
    #[serde(default, deserialize_with = "range")]
    door_count: Option<PieceRange>,
    #[serde(default, deserialize_with = "range")]
    staying: Option<PieceRange>,
}

fn finger() -> Metric {
    Metric::Finger
}

fn band_and_place() -> Titles {
    Titles::new("{band} {place}", &NAMES).expect("the names are known")
}

fn titles<'d, D: Deserializer<'d>>(from: D) -> Result<Titles, D::Error> {
    Titles::new(&String::deserialize(from)?, &NAMES).map_err(D::Error::custom)
}

/// Reads a text, or a number as its digits.
fn text<'d, D: Deserializer<'d>>(from: D) -> Result<String, D::Error> {
    #[derive(serde::Deserialize)]
    #[serde(untagged, expecting = "expected a text or a whole number")]
    enum Scalar {
        Text(String),
        Number(u64),
    }
    Ok(match Scalar::deserialize(from)? {
        Scalar::Text(text) => text,
        Scalar::Number(number) => number.to_string(),
    })
}

/// Reads a text, or a list of texts.
fn one_or_several<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(serde::Deserialize)]
    #[serde(untagged, expecting = "expected a text or a list of texts")]
    enum Texts {
        One(String),
        Several(Vec<String>),
    }
    Ok(match Texts::deserialize(from)? {
        Texts::One(text) => vec![text],
        Texts::Several(texts) => texts,
    })
}

/// Reads one line of visible characters, as puzzle files have it.
fn line<'d, D: Deserializer<'d>>(from: D) -> Result<String, D::Error> {
    let text = String::deserialize(from)?;
    match is_line(&text) {
        true => Ok(text),
        false => Err(D::Error::custom("write one line of visible characters")),
    }
}

fn line_if_any<'d, D: Deserializer<'d>>(from: D) -> Result<Option<String>, D::Error> {
    line(from).map(Some)
}

fn parsed<'d, D: Deserializer<'d>, T: FromStr<Err: Display>>(from: D) -> Result<T, D::Error> {
    text(from)?.parse().map_err(D::Error::custom)
}

fn range<'d, D: Deserializer<'d>, T: FromStr<Err: Display>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    parsed(from).map(Some)
}

fn metric<'d, D: Deserializer<'d>>(from: D) -> Result<Metric, D::Error> {
    crate::cli::headings::single_piece_metric(&text(from)?).map_err(D::Error::custom)
}

fn conditions<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Condition>, D::Error> {
    let texts = Vec::<String>::deserialize(from)?;
    texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
}

/// Reads the numbers of moves of a band.
fn moves<'d, D: Deserializer<'d>>(from: D) -> Result<RangeInclusive<u16>, D::Error> {
    /// No puzzle of this program has more.
    const MOST: u64 = 10_000;
    let (least, most) = parsed::<D, DistanceRange>(from)?.bounds();
    match 1 <= least && most <= MOST {
        true => Ok(least as u16..=most as u16),
        false => Err(D::Error::custom(format_args!(
            "write the numbers of moves of the first and the last puzzle, from 1 to {MOST}, as in \"5..12\""
        ))),
    }
}

impl OrderFile {
    /// Reads a file. Its paths begin at its folder.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = InputFile::at(path)?.read(ORDER)?;
        let place = path.display();
        let mut file: Self = toml::from_str(&text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let before = &text[..at];
            let line = 1 + before.matches('\n').count();
            let column = 1 + before.chars().rev().take_while(|sign| *sign != '\n').count();
            anyhow!("{place}:{line}:{column}: {}", error.message())
        })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for path in file.exclude.iter_mut().chain(&mut file.fonts) {
            *path = folder.join(&*path);
        }
        file.check().with_context(|| place.to_string())?;
        Ok(file)
    }

    fn check(&self) -> anyhow::Result<()> {
        if self.bands.is_empty() {
            bail!("add a band of puzzles: [[band]] with name, count and moves");
        }
        if self.themes.is_empty() {
            bail!(
                "add a theme: [[theme]] with name, and rush = \"6x6\", pieces and board, or doors"
            );
        }
        if let Some(BandTable { name, .. }) = self.bands.iter().find(|band| band.count == 0) {
            bail!("band {name:?}: order at least one puzzle");
        }
        let has_rush = self.themes.iter().any(|theme| theme.rush.is_some());
        let has_doors = self.themes.iter().any(|theme| theme.doors.is_some());
        let wants =
            |range: &Option<CountRange>| range.as_ref().is_some_and(|range| !range.contains(0_u64));
        for BandTable { name, decoys, decoy_walls, .. } in &self.bands {
            let without = match (wants(decoys), wants(decoy_walls)) {
                (true, _) | (_, true) if has_rush => "puzzles of Rush Hour have no decoys",
                (true, _) if has_doors => "pieces of puzzles with doors are no decoys",
                _ => continue,
            };
            bail!("band {name:?}: {without}; leave the condition or the theme out");
        }
        if self.minimal && has_doors {
            bail!("minimal = true: puzzles with doors cannot be ordered so; leave it out");
        }
        Ok(())
    }

    /// The number of puzzles.
    pub fn count(&self) -> usize {
        self.bands.iter().fold(0, |sum, band| sum.saturating_add(band.count))
    }

    /// The themes with the numbers of their puzzles.
    pub fn themes(&self) -> anyhow::Result<Vec<Theme>> {
        let total = self.count();
        let given =
            self.themes.iter().filter_map(|theme| theme.count).fold(0, usize::saturating_add);
        let open = self.themes.iter().filter(|theme| theme.count.is_none()).count();
        let Some(rest) = total.checked_sub(given).filter(|&rest| open > 0 || rest == 0) else {
            bail!(
                "the bands order {total} puzzles and the themes {given}: make the numbers equal, or leave out count in a theme, which then has the rest"
            );
        };
        let mut nth = 0;
        let theme = |table: &ThemeTable| {
            let count = table.count.unwrap_or_else(|| {
                nth += 1;
                let before = |nth: u128| rest as u128 * nth / open as u128;
                (before(nth) - before(nth - 1)) as usize
            });
            let source = table.source(self.metric);
            let source = source.with_context(|| format!("theme {:?}", table.name))?;
            Ok(Theme { source, count })
        };
        self.themes.iter().map(theme).collect()
    }
}

impl ThemeTable {
    /// The search of its puzzles.
    fn source(&self, metric: Metric) -> anyhow::Result<Source> {
        let of_pieces = [
            ("board", self.board.is_some()),
            ("goal", !self.goals.is_empty()),
            ("total", self.total.is_some()),
        ];
        let of_doors = [
            ("shapes", self.shapes.is_some()),
            ("piece_count", self.piece_count.is_some()),
            ("colours", self.colours.is_some()),
            ("door_count", self.door_count.is_some()),
            ("staying", self.staying.is_some()),
        ];
        let of_rush = [
            ("exit_row", self.exit_row.is_some()),
            ("car_lengths", self.car_lengths.is_some()),
            ("exits", self.exits.is_some()),
        ];
        let walls = [("walls", self.walls.is_some())];
        let refuse = |keys: &[(&str, bool)], needs: &str| match keys
            .iter()
            .find(|(_, is_given)| *is_given)
        {
            Some((key, _)) => bail!("{key} needs {needs}"),
            None => Ok(()),
        };
        let walls_within = || self.walls.as_ref().map_or((0, 0), PieceRange::bounds);
        match (&self.rush, &self.pieces, &self.doors) {
            (Some(size), None, None) => {
                refuse(&of_pieces, "pieces")?;
                refuse(&of_doors, "doors")?;
                let (least, most) = walls_within();
                let lengths = self.car_lengths.as_ref();
                let exits = self.exits.as_deref();
                if exits.is_some_and(<[_]>::is_empty) {
                    bail!("exits is empty: write [\"left\"], [\"right\"] or both");
                }
                let exits = exits.unwrap_or_default();
                let mut scope = car_scope(size, self.exit_row, most as usize, lengths, exits)?;
                scope.boards = scope.boards.with_metric(metric);
                Ok(Source::Rush { scope, least_walls: least as usize })
            }
            (None, Some(pieces), None) => {
                refuse(&of_rush, "rush")?;
                refuse(&walls, "rush or doors")?;
                refuse(&of_doors, "doors")?;
                let board = self.board.as_deref().context("pieces need a board, such as 4x5")?;
                let board = board_of(board).with_context(|| format!("board {board:?}"))?;
                let cells = |text: &String| {
                    goal_cells(text, &board).with_context(|| format!("goal {text:?}"))
                };
                let goals = self.goals.iter().map(cells).collect::<Result<_, _>>()?;
                let pieces: PieceList = pieces.parse()?;
                let pieces = match &self.total {
                    Some(total) => pieces.with_total(numbers(total)),
                    None => pieces,
                };
                Ok(Source::Pieces { pieces, board, goals })
            }
            (None, None, Some(board)) => {
                refuse(&of_rush, "rush")?;
                refuse(&of_pieces, "pieces")?;
                let region = board_of(board).with_context(|| format!("doors {board:?}"))?;
                let mut scope = DoorScope::new(region);
                if let Some(shapes) = &self.shapes {
                    scope.shapes = shapes.parse::<ShapeList>()?;
                }
                let range = |range: &PieceRange| range.bounds().0 as u8..=range.bounds().1 as u8;
                scope.pieces = self.piece_count.as_ref().map_or(scope.pieces, range);
                scope.colours = self.colours.as_ref().map_or(scope.colours, range);
                scope.staying = self.staying.as_ref().map_or(scope.staying, range);
                scope.doors = self.door_count.as_ref().map(range);
                let (least, most) = walls_within();
                scope.least_walls = least as u8;
                scope.walls = most as u8;
                Ok(Source::Doors(scope))
            }
            _ => bail!("write one of rush = \"6x6\", pieces = \"T 4domino\" and doors = \"5x5\""),
        }
    }
}
