//! Fonts: glyphs of characters, widths of texts, and outlines of glyphs.

use std::collections::BTreeSet;
use std::fmt::Write;
use thiserror::Error;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The font in the program: Latin letters, and the Chinese characters of this project's own texts. `scripts/fonts` makes it.
const BUILT_IN: &[u8] = include_bytes!("fonts/NotoSansCJKtc-Regular-subset.otf");

/// Fonts in the order in which they are asked for a glyph.
pub struct Fonts<'f> {
    faces: Vec<Face<'f>>,
}

/// Error: a file is no font that can be embedded.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum FontError {
    #[error("not an OpenType or TrueType font")]
    Format,
    #[error("the font has no outlines")]
    NoOutlines,
    #[error("the licence bits of the font forbid to embed it")]
    Restricted,
    #[error("the glyphs of the font are damaged")]
    Damaged,
}

/// A glyph of one of the fonts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Glyph {
    /// Number of the font.
    pub font: usize,
    pub id: u16,
}

impl<'f> Fonts<'f> {
    /// The built-in font, then others for the characters that it does not have. An error has the number of its font
    /// among the others.
    pub fn new(others: &'f [Vec<u8>]) -> Result<Self, (usize, FontError)> {
        let mut faces = vec![face(BUILT_IN).expect("the built-in font is sound")];
        for (number, data) in others.iter().enumerate() {
            faces.push(face(data).map_err(|error| (number, error))?);
        }
        Ok(Self { faces })
    }

    /// The width of a text in one line.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        text.chars().map(|sign| self.width_of(sign)).sum::<f32>() * size
    }

    /// The width of a character, as a part of the font size.
    pub fn width_of(&self, sign: char) -> f32 {
        self.advance(self.glyph(sign).unwrap_or(MISSING))
    }

    /// The characters of some texts that no font has.
    pub fn missing<'t>(&self, texts: impl Iterator<Item = &'t str>) -> BTreeSet<char> {
        texts.flat_map(str::chars).filter(|&sign| self.glyph(sign).is_none()).collect()
    }

    /// The glyphs of a text. A character that no font has is a box.
    pub(super) fn glyphs(&self, text: &str) -> impl Iterator<Item = (Glyph, char)> {
        text.chars().map(|sign| (self.glyph(sign).unwrap_or(MISSING), sign))
    }

    /// The width of a glyph, as a part of the font size.
    pub(super) fn advance(&self, glyph: Glyph) -> f32 {
        let face = self.face(glyph.font);
        let advance = face.glyph_hor_advance(GlyphId(glyph.id)).unwrap_or(0);
        f32::from(advance) / f32::from(face.units_per_em())
    }

    pub(super) fn face(&self, font: usize) -> &Face<'f> {
        &self.faces[font]
    }

    /// The outline of a glyph as SVG path data, in the units of its font, with y downwards.
    pub(super) fn outline(&self, glyph: Glyph) -> String {
        let mut path = PathData::default();
        // A space has no outline.
        self.face(glyph.font).outline_glyph(GlyphId(glyph.id), &mut path);
        path.0
    }

    fn glyph(&self, sign: char) -> Option<Glyph> {
        self.faces.iter().enumerate().find_map(|(font, face)| {
            let id = face.glyph_index(sign)?.0;
            Some(Glyph { font, id })
        })
    }
}

/// The glyph of a character that no font has.
const MISSING: Glyph = Glyph { font: 0, id: 0 };

fn face(data: &[u8]) -> Result<Face<'_>, FontError> {
    let face = Face::parse(data, 0).map_err(|_| FontError::Format)?;
    if face.tables().cff.is_none() && face.tables().glyf.is_none() {
        return Err(FontError::NoOutlines);
    }
    match face.permissions() {
        Some(ttf_parser::Permissions::Restricted) => Err(FontError::Restricted),
        _ => Ok(face),
    }
}

/// Path data of SVG.
#[derive(Default)]
struct PathData(String);

impl PathData {
    fn add(&mut self, letter: char, numbers: &[f32]) {
        self.0.push(letter);
        for (at, pair) in numbers.chunks(2).enumerate() {
            let gap = if at > 0 { " " } else { "" };
            // Writing to a string cannot fail.
            let _ = write!(self.0, "{gap}{} {}", pair[0], 0.0 - pair[1]);
        }
    }
}

impl OutlineBuilder for PathData {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[x, y]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add('Q', &[x1, y1, x, y]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add('C', &[x1, y1, x2, y2, x, y]);
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}
