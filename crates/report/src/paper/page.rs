//! Documents, their pages, and the elements on a page.

/// The size of the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paper {
    A4,
    Letter,
}

impl Paper {
    /// Width and height in points.
    pub fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (595.28, 841.89),
            Self::Letter => (612.0, 792.0),
        }
    }

    /// Width and height as CSS and SVG write them.
    pub fn css_size(self) -> (&'static str, &'static str) {
        match self {
            Self::A4 => ("210mm", "297mm"),
            Self::Letter => ("8.5in", "11in"),
        }
    }
}

/// A point of a page.
pub type Point = (f32, f32);

/// A colour: red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Colour {
    pub const BLACK: Self = Self(0, 0, 0);
    pub const WHITE: Self = Self(255, 255, 255);
}

/// A line of some width, with round joins and ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    pub colour: Colour,
    pub width: f32,
    /// Lengths of a dash and of the gap after it; `None` is a solid line.
    pub dash: Option<(f32, f32)>,
}

/// An element on a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Element {
    /// Polygons, filled by the even-odd rule.
    Shape { outlines: Vec<Vec<Point>>, fill: Option<Colour>, stroke: Option<Stroke> },
    /// A line from point to point.
    Line { points: Vec<Point>, stroke: Stroke },
    /// Text in one line. `at` is the left end of its baseline.
    Text { at: Point, size: f32, colour: Colour, text: String },
}

/// A page.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page {
    /// The elements; later ones cover earlier ones.
    pub elements: Vec<Element>,
}

/// Pages with what is said about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    pub title: String,
    /// The language as a tag, such as `zh-Hant`.
    pub language: &'static str,
    pub paper: Paper,
    pub pages: Vec<Page>,
}

impl Document {
    /// The texts of all pages, in order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.pages.iter().flat_map(|page| &page.elements).filter_map(|element| match element {
            Element::Text { text, .. } => Some(&**text),
            Element::Shape { .. } | Element::Line { .. } => None,
        })
    }
}

/// A length as files have it: at most two digits after the point.
pub(super) fn length(value: f32) -> f32 {
    let rounded = (value * 100.0).round() / 100.0;
    // No minus sign before zero.
    rounded + 0.0
}
