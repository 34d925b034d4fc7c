//! Areas of a page: its margins, the grid of puzzles, and lines for cutting.

use crate::paper::{Colour, Element, Paper, Stroke};

/// Margin of a page: 12.7 mm, which every printer can print.
pub(super) const MARGIN: f32 = 36.0;
/// Length of a cutting line, and its distance from the cards.
const CUTTING_LINE: f32 = 12.0;
const CUTTING_GAP: f32 = 3.0;

/// A rectangle of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

impl Area {
    /// The page without its margins.
    pub fn of(paper: Paper) -> Self {
        let (width, height) = paper.size();
        let (width, height) = (width - 2.0 * MARGIN, height - 2.0 * MARGIN);
        Self { left: MARGIN, top: MARGIN, width, height }
    }

    pub fn bottom(&self) -> f32 {
        self.top + self.height
    }

    pub fn right(&self) -> f32 {
        self.left + self.width
    }

    /// The area without a strip at its top and one at its bottom.
    pub fn without(self, above: f32, below: f32) -> Self {
        Self { top: self.top + above, height: self.height - above - below, ..self }
    }

    /// The area without a strip on every side.
    pub fn inset(self, by: f32) -> Self {
        Self {
            left: self.left + by,
            top: self.top + by,
            width: self.width - 2.0 * by,
            height: self.height - 2.0 * by,
        }
    }
}

/// Columns and rows of a page with a number of puzzles.
pub(super) fn grid(per_page: u8) -> (u8, u8) {
    match per_page {
        0..=3 => (1, per_page.max(1)),
        4 => (2, 2),
        5..=6 => (2, 3),
        7..=8 => (2, 4),
        9 => (3, 3),
        _ => (3, 4),
    }
}

/// The areas of a grid, row by row.
pub(super) fn areas(within: Area, (columns, rows): (u8, u8)) -> impl Iterator<Item = Area> {
    let (width, height) = (within.width / f32::from(columns), within.height / f32::from(rows));
    let area = move |row, column| Area {
        left: within.left + width * f32::from(column),
        top: within.top + height * f32::from(row),
        width,
        height,
    };
    (0..rows).flat_map(move |row| (0..columns).map(move |column| area(row, column)))
}

/// Lines for cutting a grid of cards: some in the margins, and crosses between cards.
pub(super) fn cutting_lines(within: Area, (columns, rows): (u8, u8)) -> Vec<Element> {
    let stroke = Stroke { colour: Colour(0x80, 0x80, 0x80), width: 0.4, dash: None };
    let xs: Vec<f32> = (0..=columns)
        .map(|column| within.left + within.width * f32::from(column) / f32::from(columns))
        .collect();
    let ys: Vec<f32> = (0..=rows)
        .map(|row| within.top + within.height * f32::from(row) / f32::from(rows))
        .collect();
    let mut elements = Vec::new();
    let mut line = |from, to| elements.push(Element::Line { points: vec![from, to], stroke });
    for &x in &xs {
        line((x, within.top - CUTTING_GAP - CUTTING_LINE), (x, within.top - CUTTING_GAP));
        line((x, within.bottom() + CUTTING_GAP), (x, within.bottom() + CUTTING_GAP + CUTTING_LINE));
    }
    for &y in &ys {
        line((within.left - CUTTING_GAP - CUTTING_LINE, y), (within.left - CUTTING_GAP, y));
        line((within.right() + CUTTING_GAP, y), (within.right() + CUTTING_GAP + CUTTING_LINE, y));
    }
    for &x in &xs[1..xs.len() - 1] {
        for &y in &ys[1..ys.len() - 1] {
            line((x - CUTTING_GAP, y), (x + CUTTING_GAP, y));
            line((x, y - CUTTING_GAP), (x, y + CUTTING_GAP));
        }
    }
    elements
}
