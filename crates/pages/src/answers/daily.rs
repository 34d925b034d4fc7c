//! The puzzles of a day: Klotski, Rush Hour and tiles. They depend on the date only, and rise from Monday to Sunday.

use super::ask::{Reply, Request, read_word};
use super::request_error::RequestError;
use super::sources::Answers;
use crate::json::to_json;
use huarong_core::effort::Effort;
use huarong_core::klotski;
use huarong_core::rules::Metric;
use huarong_lab::library::SampledRush;
use huarong_oracle::analysis::SampleQuery;
use serde::Serialize;
use std::mem;
use std::ops::RangeInclusive;
use std::str::{self, FromStr};

/// A day of the Gregorian calendar.
struct Day {
    /// The date as a number, such as 20260131.
    date: u64,
    /// Days since 1970-01-01, a Thursday.
    number: i64,
}

/// The numbers of finger moves on a day of the week.
struct Grade {
    klotski: &'static str,
    /// Piece sets with many starts at these distances with the big piece in the top row.
    sets: &'static [&'static str],
    cars: RangeInclusive<u16>,
    tiles: RangeInclusive<i64>,
}

const EASY: &[&str] =
    &["0h1v12s", "0h2v10s", "0h3v8s", "0h4v6s", "1h1v10s", "1h2v8s", "1h3v6s", "2h1v8s", "2h2v6s"];
const MIDDLE: &[&str] = &[
    "1h2v8s", "1h3v6s", "1h4v4s", "2h1v8s", "2h2v6s", "2h3v4s", "3h1v6s", "3h2v4s", "4h0v6s",
    "4h1v4s",
];
const LONG: &[&str] = &["1h3v6s", "1h4v4s", "2h3v4s", "3h2v4s", "4h1v4s"];

/// From Monday on.
const WEEK: [Grade; 7] = [
    Grade { klotski: "13..16", sets: EASY, cars: 5..=7, tiles: 8..=9 },
    Grade { klotski: "16..18", sets: EASY, cars: 8..=10, tiles: 10..=12 },
    Grade { klotski: "19..25", sets: MIDDLE, cars: 11..=13, tiles: 13..=15 },
    Grade { klotski: "26..30", sets: MIDDLE, cars: 14..=17, tiles: 16..=18 },
    Grade { klotski: "31..45", sets: LONG, cars: 18..=22, tiles: 19..=21 },
    Grade { klotski: "46..60", sets: LONG, cars: 23..=29, tiles: 22..=24 },
    Grade { klotski: "61..75", sets: LONG, cars: 30..=45, tiles: 25..=28 },
];

/// A prime above the length of every list, so that its multiples pass through all of a list before one comes again.
const STRIDE: i64 = 1_000_003;

/// The solved 8-puzzle, row by row.
const SOLVED: [u8; 9] = *b"12345678.";
const WIDTH: usize = 3;

#[derive(Serialize)]
struct DailyRecord<'t> {
    date: &'t str,
    puzzles: Vec<PuzzleOfDay>,
}

#[derive(Serialize)]
struct PuzzleOfDay {
    kind: &'static str,
    start: String,
    /// The file of a puzzle that is neither a position of the family nor a Rush Hour board.
    toml: Option<String>,
    /// In finger moves.
    distance: u16,
}

impl Answers {
    pub(super) fn ask_daily(&self, request: &Request<'_>) -> Result<Reply, RequestError> {
        let [date] = request.parameters(["date"])?;
        let date = date.needed()?.to_owned();
        let day = read_word(&date)?;
        Ok(Reply::limited(None, move |answers, _, effort| answers.daily(&date, &day, effort)))
    }

    fn daily(&self, date: &str, day: &Day, effort: Effort<'_>) -> Result<Vec<u8>, RequestError> {
        let mut puzzles = Vec::new();
        // The piece sets belong to the 4x5 board.
        if self.is_usual() {
            puzzles.push(self.daily_klotski(day, effort)?);
        }
        puzzles.extend([daily_cars(day), daily_tiles(day)]);
        Ok(to_json(&DailyRecord { date, puzzles }))
    }

    fn daily_klotski(&self, day: &Day, effort: Effort<'_>) -> Result<PuzzleOfDay, RequestError> {
        let Grade { klotski, sets, .. } = day.grade();
        // The week chooses the set as well, so that a weekday does not always have the same one.
        let set = day.of_list(sets, day.number + day.number.div_euclid(7));
        let query = SampleQuery {
            distance: read_word(klotski)?,
            count: 1,
            seed: day.date,
            solutions: None,
            at_top: Some(klotski::BIG),
        };
        let (_, drawn) = self.draw(set, Metric::Finger, &query, effort)?;
        let start = drawn.positions.first().expect("a sample has at least one position");
        let distance = self.distances(start)?[Metric::Finger].expect("a distance in the range");
        let start = self.puzzle().position_text(start);
        Ok(PuzzleOfDay { kind: "klotski", start, toml: None, distance })
    }
}

/// Cars move along one line, so that a straight move is a finger move.
fn daily_cars(day: &Day) -> PuzzleOfDay {
    let boards = SampledRush::of_lengths(&day.grade().cars);
    let SampledRush { board, distance, .. } = day.of_list(&boards, STRIDE * day.week());
    PuzzleOfDay { kind: "rush", start: board.clone(), toml: None, distance: *distance }
}

fn daily_tiles(day: &Day) -> PuzzleOfDay {
    let distances: Vec<i64> = day.grade().tiles.clone().collect();
    let distance = *day.of_list(&distances, day.week());
    let board = *day.of_list(&boards_of_tiles(distance), STRIDE * day.week());
    let rows = |board: [u8; 9], end: &str| -> String {
        let rows = board.chunks(WIDTH).map(|row| str::from_utf8(row).expect("signs are ASCII"));
        rows.flat_map(|row| [row, end]).collect()
    };
    let start = rows(board, "/").trim_end_matches('/').to_owned();
    let [from, to] = [board, SOLVED].map(|board| rows(board, "\n"));
    let toml =
        format!("name = \"8-puzzle\"\nstart = \"\"\"\n{from}\"\"\"\ngoal = \"\"\"\n{to}\"\"\"\n");
    PuzzleOfDay { kind: "tiles", start, toml: Some(toml), distance: distance as u16 }
}

/// All boards of the 8-puzzle at a distance from the solved one, in the order of their signs. Each move changes the parity of
/// the board, so that it leads one level up or down.
fn boards_of_tiles(distance: i64) -> Vec<[u8; 9]> {
    let (mut level, mut before) = (vec![SOLVED], Vec::new());
    for _ in 0..distance {
        let mut next: Vec<_> = level.iter().flat_map(after_slides).collect();
        next.sort_unstable();
        next.dedup();
        next.retain(|board| before.binary_search(board).is_err());
        before = mem::replace(&mut level, next);
    }
    level
}

fn after_slides(board: &[u8; 9]) -> impl Iterator<Item = [u8; 9]> + use<'_> {
    let empty = board.iter().position(|&sign| sign == b'.').expect("one cell is empty");
    let beside = (0..board.len()).filter(move |&cell| {
        let [rows, columns] = [empty / WIDTH, empty % WIDTH];
        (cell / WIDTH).abs_diff(rows) + (cell % WIDTH).abs_diff(columns) == 1
    });
    beside.map(move |cell| {
        let mut after = *board;
        after.swap(cell, empty);
        after
    })
}

impl Day {
    fn grade(&self) -> &'static Grade {
        &WEEK[(self.number + 3).rem_euclid(7) as usize]
    }

    /// Weeks since Monday, 1969-12-29.
    fn week(&self) -> i64 {
        (self.number + 3).div_euclid(7)
    }

    fn of_list<'t, T>(&self, list: &'t [T], choice: i64) -> &'t T {
        &list[choice.rem_euclid(list.len() as i64) as usize]
    }
}

impl FromStr for Day {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let has_shape = text.len() == 10
            && text.bytes().enumerate().all(|(at, sign)| match at {
                4 | 7 => sign == b'-',
                _ => sign.is_ascii_digit(),
            });
        let date: Option<u64> = text.replace('-', "").parse().ok().filter(|_| has_shape);
        let wrong = || format!("{text:?} is no date: write year, month and day, as in 2026-01-31");
        let date = date.ok_or_else(wrong)?;
        let [year, month, day] = [date / 10_000, date / 100 % 100, date % 100].map(|n| n as i64);
        let (first, end) = (days_before(year, month), days_before(year, month + 1));
        if !(1..=12).contains(&month) || !(1..=end - first).contains(&day) {
            return Err(wrong());
        }
        Ok(Self { date, number: first + day - 1 })
    }
}

/// Days from 1970-01-01 to the first of a month; month 13 is the next January. Years begin in March, so that the leap day is
/// their last.
fn days_before(year: i64, month: i64) -> i64 {
    let months = 12 * year + month - 3;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    365 * year + leap_days + (153 * month + 2) / 5 - 719_468
}
