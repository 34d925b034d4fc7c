//! Lists of pieces in words, such as `T 4domino 2..4small`, and the piece sets that they allow.

use huarong_core::effort::{Cancelled, Effort};
use huarong_core::grid::Polyomino;
use huarong_core::numerals::Excerpt;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::{ControlFlow, RangeInclusive};
use std::str::FromStr;
use thiserror::Error;

/// A list of pieces, of which the first is the goal piece. Each entry has a shape in one orientation or in any, and a
/// number of pieces, which can be a range.
///
/// ```
/// use huarong::design::PieceList;
///
/// let list: PieceList = "T 2domino 1..2small".parse()?;
/// // Four orientations of the T, three ways to turn two dominoes, one or two small pieces.
/// assert_eq!(list.mixes(20)?.len(), 4 * 3 * 2);
/// assert!("T 4dominoe".parse::<PieceList>().is_err());
/// # Ok::<_, huarong::design::PieceListError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceList {
    /// The orientations of the goal piece.
    goal: Vec<Polyomino>,
    others: Vec<Entry>,
    /// The number of all pieces.
    total: RangeInclusive<usize>,
}

/// Shapes in words, such as `domino corner T`, each in one orientation or in any.
///
/// ```
/// use huarong::design::ShapeList;
///
/// let shapes: ShapeList = "domino 1x3".parse()?;
/// assert!("domino dog".parse::<ShapeList>().is_err());
/// # Ok::<_, huarong::design::PieceListError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeList(Vec<Vec<Polyomino>>);

/// Some pieces of one shape.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    count: RangeInclusive<u8>,
    orientations: Vec<Polyomino>,
}

/// A goal piece and a number of other pieces of each shape, all in fixed orientations.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mix {
    /// The goal piece.
    pub goal: Polyomino,
    /// The other pieces: shapes in order, and their numbers, which are not 0.
    pub others: Vec<(Polyomino, u8)>,
}

/// Error: a text is no list of pieces, or the list has too many piece sets.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceListError {
    /// The list is empty.
    #[error("no pieces are given: write the goal piece first, as in \"T 4domino 2small\"")]
    Empty,
    /// The list of shapes is empty.
    #[error("no shapes are given: write some, as in \"domino corner T\"")]
    NoShapes,
    /// A word names no shape.
    #[error(
        "{text:?} names no shape; write {names}, a rectangle such as 1x3, or a drawing such as XXX/.X.",
        names = NameList,
        text = Excerpt(.0)
    )]
    Shape(String),
    /// A number or a range of numbers cannot be read.
    #[error(
        "{text:?} does not begin with a number of pieces, or with a range: write 4domino or 2..4domino, the smaller number \
         first, up to 255",
        text = Excerpt(.0)
    )]
    Count(String),
    /// The first entry can have no piece, or several pieces could be the goal piece.
    #[error(
        "the goal piece comes first, and there is exactly one: {text:?} is not one piece",
        text = Excerpt(.0)
    )]
    Goal(String),
    /// Too many piece sets.
    #[error(
        "the list allows more than {MOST_MIXES} piece sets; narrow a range, or fix orientations as in 2x1"
    )]
    TooMany,
    /// No piece set has such a number of pieces.
    #[error(
        "no piece set of the list that leaves an empty cell on a board with {cells} open cells has from {from} to {to} \
         pieces, the goal piece included: widen the range, or that of an entry"
    )]
    Total {
        /// The number of open cells.
        cells: u32,
        /// The least number of pieces.
        from: usize,
        /// The largest number of pieces.
        to: usize,
    },
    /// No piece set fits.
    #[error("no piece set of the list leaves an empty cell on a board with {cells} open cells")]
    TooLarge {
        /// The number of open cells.
        cells: u32,
    },
}

/// The most piece sets of a list.
const MOST_MIXES: usize = 100_000;

/// The names of shapes, each drawn in one orientation. All orientations are meant, unless the name gives one.
const NAMES: [(&str, &str, Turns); 14] = [
    ("small", "X", Turns::Any),
    ("domino", "XX", Turns::Any),
    ("h", "XX", Turns::None),
    ("v", "X/X", Turns::None),
    ("big", "XX/XX", Turns::Any),
    ("bar", "XXX", Turns::Any),
    ("corner", "XX/X.", Turns::Any),
    ("I", "XXXX", Turns::Any),
    ("O", "XX/XX", Turns::Any),
    ("T", "XXX/.X.", Turns::Any),
    ("S", ".XX/XX.", Turns::Any),
    ("Z", "XX./.XX", Turns::Any),
    ("L", "X./X./XX", Turns::Any),
    ("J", ".X/.X/XX", Turns::Any),
];

/// Some of these names in Chinese, to which 塊 may be added.
const CHINESE: [(&str, &str); 10] = [
    ("小", "small"),
    ("雙格", "domino"),
    ("双格", "domino"),
    ("橫", "h"),
    ("横", "h"),
    ("豎", "v"),
    ("竖", "v"),
    ("大", "big"),
    ("三格", "bar"),
    ("角", "corner"),
];

/// Whether a shape may be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turns {
    Any,
    None,
}

/// Formats the names of shapes.
struct NameList;

impl fmt::Display for NameList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&NAMES.map(|(name, ..)| name).join(", "))
    }
}

impl FromStr for PieceList {
    type Err = PieceListError;

    fn from_str(text: &str) -> Result<Self, PieceListError> {
        let mut entries = Vec::new();
        for word in words(text) {
            let (count, name) = count(word)?;
            let shape = shape(name).ok_or_else(|| PieceListError::Shape(word.to_owned()))?;
            entries.push((word, Entry { count, orientations: shape }));
        }
        let mut entries = entries.into_iter();
        let (word, first) = entries.next().ok_or(PieceListError::Empty)?;
        if first.count != (1..=1) {
            return Err(PieceListError::Goal(word.to_owned()));
        }
        let others = entries.map(|(_, entry)| entry).collect();
        Ok(Self { goal: first.orientations, others, total: 0..=usize::MAX })
    }
}

impl FromStr for ShapeList {
    type Err = PieceListError;

    fn from_str(text: &str) -> Result<Self, PieceListError> {
        let shape = |word: &str| shape(word).ok_or_else(|| PieceListError::Shape(word.to_owned()));
        let shapes = words(text).map(shape).collect::<Result<Vec<_>, _>>()?;
        if shapes.is_empty() { Err(PieceListError::NoShapes) } else { Ok(Self(shapes)) }
    }
}

/// Dominoes, and all shapes of three and four connected cells except the longest.
impl Default for ShapeList {
    fn default() -> Self {
        "domino bar corner big T S Z L J".parse().expect("these are names of shapes")
    }
}

impl ShapeList {
    /// The shapes, each in all its orientations.
    pub(super) fn shapes(&self) -> &[Vec<Polyomino>] {
        &self.0
    }

    /// Number of cells of the smallest shape.
    pub(super) fn least_area(&self) -> u8 {
        self.0.iter().map(|shape| shape[0].area()).min().unwrap_or(0)
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',', '\u{3000}', '，', '、']).filter(|word| !word.is_empty())
}

/// The number at the beginning of a word, and the rest.
fn count(word: &str) -> Result<(RangeInclusive<u8>, &str), PieceListError> {
    let error = || PieceListError::Count(word.to_owned());
    let number = |text: &str| text.parse::<u8>().map_err(|_| error());
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (first, rest) = word.split_at(digits(word));
    // A rectangle such as 1x3 begins with a number, too.
    let is_rectangle = |rest: &str| {
        rest.strip_prefix('x')
            .is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()))
    };
    if first.is_empty() || is_rectangle(rest) {
        return Ok((1..=1, word));
    }
    let least = number(first)?;
    if let Some(rest) = rest.strip_prefix("..") {
        let (last, rest) = rest.split_at(digits(rest));
        let most = number(last)?;
        let rest = rest.strip_prefix('*').unwrap_or(rest);
        return if least > most { Err(error()) } else { Ok((least..=most, rest)) };
    }
    Ok((least..=least, rest.strip_prefix('*').unwrap_or(rest)))
}

/// The orientations of a shape by its name, its size or its drawing.
fn shape(name: &str) -> Option<Vec<Polyomino>> {
    let chinese = name.trim_end_matches(['塊', '块']);
    let name = CHINESE.iter().find(|known| known.0 == chinese).map_or(name, |known| known.1);
    if let Some((_, drawing, turns)) = NAMES.iter().find(|known| known.0 == name) {
        let shape = drawn(drawing)?;
        return Some(match turns {
            Turns::Any => shape.orientations(),
            Turns::None => vec![shape],
        });
    }
    if let Some((columns, rows)) = name.split_once('x') {
        let (columns, rows): (u8, u8) = (columns.parse().ok()?, rows.parse().ok()?);
        let most = Polyomino::MOST;
        if columns > most || rows > most {
            return None;
        }
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        return Some(vec![Polyomino::new(cells)?]);
    }
    Some(vec![drawn(name)?])
}

/// The shape of a drawing: rows joined by `/`, `X` for its cells and `.` for others.
fn drawn(text: &str) -> Option<Polyomino> {
    if text.len() > 1 << 12 {
        return None;
    }
    let mut cells = Vec::new();
    for (row, line) in text.split('/').enumerate() {
        for (column, sign) in line.chars().enumerate() {
            match sign {
                'X' => cells.push((u8::try_from(column).ok()?, u8::try_from(row).ok()?)),
                '.' => {}
                _ => return None,
            }
        }
    }
    Polyomino::new(cells).filter(Polyomino::is_connected)
}

impl PieceList {
    /// The piece sets of the list with such a number of pieces, the goal piece included.
    ///
    /// ```
    /// use huarong::design::PieceList;
    ///
    /// let list: PieceList = "big 0..3h 0..3small".parse()?;
    /// assert_eq!(list.with_total(3..=3).mixes(20)?.len(), 3);
    /// # Ok::<_, huarong::design::PieceListError>(())
    /// ```
    pub fn with_total(self, total: RangeInclusive<usize>) -> Self {
        Self { total, ..self }
    }

    /// All piece sets of the list that leave an empty cell on a board, sorted.
    ///
    /// # Errors
    ///
    /// Returns an error if there are none, or too many.
    pub fn mixes(&self, open_cells: u32) -> Result<Vec<Mix>, PieceListError> {
        let mixes = self.mixes_within(open_cells, Effort::UNLIMITED);
        mixes.expect("nobody cancels this work")
    }

    /// Like [`mixes`](Self::mixes), as long as the observer of an effort does not cancel the work.
    pub(super) fn mixes_within(
        &self,
        open_cells: u32,
        effort: Effort<'_>,
    ) -> Result<Result<Vec<Mix>, PieceListError>, Cancelled> {
        let mut mixes = BTreeSet::new();
        for goal in &self.goal {
            let mut sums: BTreeSet<BTreeMap<&Polyomino, u8>> = BTreeSet::from([BTreeMap::new()]);
            for entry in &self.others {
                let mut next = BTreeSet::new();
                for sum in &sums {
                    effort.check()?;
                    let pieces = 1 + sum.values().copied().map(usize::from).sum::<usize>();
                    for count in entry.count.clone() {
                        if pieces + usize::from(count) > *self.total.end() {
                            break;
                        }
                        let area = |(shape, count): (&&Polyomino, &u8)| {
                            u32::from(shape.area()) * u32::from(*count)
                        };
                        let used: u32 = sum.iter().map(area).sum();
                        let more = u32::from(entry.orientations[0].area()) * u32::from(count);
                        if used + more + u32::from(goal.area()) < open_cells {
                            let _ = entry.distribute(count, &mut |counts| {
                                let mut sum = sum.clone();
                                for (shape, &more) in entry.orientations.iter().zip(counts) {
                                    *sum.entry(shape).or_default() += more;
                                }
                                next.insert(sum);
                                match next.len() > MOST_MIXES {
                                    true => ControlFlow::Break(()),
                                    false => ControlFlow::Continue(()),
                                }
                            });
                        }
                        if next.len() > MOST_MIXES {
                            return Ok(Err(PieceListError::TooMany));
                        }
                    }
                }
                sums = next;
            }
            let others = |sum: BTreeMap<&Polyomino, u8>| {
                sum.into_iter()
                    .filter(|&(_, count)| count > 0)
                    .map(|(shape, count)| (shape.clone(), count))
                    .collect()
            };
            if u32::from(goal.area()) < open_cells {
                let mixes_of_goal =
                    sums.into_iter().map(|sum| Mix { goal: goal.clone(), others: others(sum) });
                mixes.extend(mixes_of_goal.filter(|mix| self.total.contains(&mix.pieces())));
            }
            if mixes.len() > MOST_MIXES {
                return Ok(Err(PieceListError::TooMany));
            }
        }
        Ok(match mixes.is_empty() {
            true if self.total != (0..=usize::MAX) => {
                let (cells, from, to) = (open_cells, *self.total.start(), *self.total.end());
                Err(PieceListError::Total { cells, from, to })
            }
            true => Err(PieceListError::TooLarge { cells: open_cells }),
            false => Ok(mixes.into_iter().collect()),
        })
    }
}

impl Mix {
    /// Number of pieces, the goal piece included.
    fn pieces(&self) -> usize {
        1 + self.others.iter().map(|(_, count)| usize::from(*count)).sum::<usize>()
    }
}

impl Entry {
    /// Calls `visit` with every distribution of `count` pieces over the orientations, until it breaks.
    fn distribute(
        &self,
        count: u8,
        visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut counts = vec![0; self.orientations.len()];
        distribute(count, 0, &mut counts, visit)
    }
}

fn distribute(
    left: u8,
    at: usize,
    counts: &mut [u8],
    visit: &mut impl FnMut(&[u8]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if at + 1 == counts.len() {
        counts[at] = left;
        return visit(counts);
    }
    (0..=left).try_for_each(|count| {
        counts[at] = count;
        distribute(left - count, at + 1, counts, visit)
    })
}
