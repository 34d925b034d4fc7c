//! Writes the text of a position.

use crate::grid::{Cell, Cells};
use crate::sliding::rules::arrangement::{Arrangement, ShapeId};
use crate::sliding::rules::puzzle::Puzzle;
use crate::sliding::rules::signs::Blank;

impl Puzzle {
    /// The canonical text of a position.
    pub fn position_text(&self, position: &Arrangement) -> String {
        let mut text = Vec::with_capacity(128);
        self.write_position(position, &mut text);
        String::from_utf8(text).expect("signs are written as UTF-8")
    }

    /// Appends the canonical text of a position as UTF-8; it is ASCII if all signs are.
    pub fn write_position(&self, position: &Arrangement, text: &mut Vec<u8>) {
        let Blank { text: blank, places, .. } = self.blank();
        let start = text.len();
        text.extend_from_slice(blank);
        let drawn = &mut text[start..];
        let mut is_ascii = true;
        for (id, shape) in self.shapes().iter().enumerate() {
            let sharing_signs = self.anchors_sharing_signs(position, id);
            for anchor in position.anchors(id) {
                let sign = shape.sign(nth_of(sharing_signs, anchor));
                is_ascii &= sign.is_ascii();
                for cell in self.covered(id, anchor) {
                    drawn[usize::from(places[usize::from(cell)])] = sign as u8;
                }
            }
        }
        if !is_ascii {
            text.truncate(start);
            text.extend_from_slice(self.signs_text(position).as_bytes());
        }
    }

    /// The canonical text of a position with any signs.
    fn signs_text(&self, position: &Arrangement) -> String {
        let blank = self.blank();
        let mut drawn: Vec<char> = blank.text.iter().copied().map(char::from).collect();
        for (id, shape) in self.shapes().iter().enumerate() {
            let sharing_signs = self.anchors_sharing_signs(position, id);
            for anchor in position.anchors(id) {
                let sign = shape.sign(nth_of(sharing_signs, anchor));
                for cell in self.covered(id, anchor) {
                    drawn[usize::from(blank.places[usize::from(cell)])] = sign;
                }
            }
        }
        drawn.into_iter().collect()
    }

    /// The rows of a canonical text, split by length, because the sign between rows may also be a piece.
    pub fn text_rows<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
        let width = usize::from(self.board().width());
        let mut rest = Some(text);
        std::iter::from_fn(move || {
            let text = rest?;
            let end = text.char_indices().nth(width).map(|(end, _)| end);
            rest = end.map(|end| &text[end + 1..]);
            Some(&text[..end.unwrap_or(text.len())])
        })
    }

    /// The sign that draws a piece of a position.
    pub fn sign_of(&self, position: &Arrangement, shape: ShapeId, anchor: Cell) -> char {
        let sharing_signs = self.anchors_sharing_signs(position, shape);
        self.shapes()[shape].sign(nth_of(sharing_signs, anchor))
    }

    /// The anchors of all pieces whose shapes share the signs of a shape.
    pub(super) fn anchors_sharing_signs(&self, position: &Arrangement, shape: ShapeId) -> Cells {
        let sharing_signs = self.sharing_signs(shape).iter();
        sharing_signs.fold(Cells::NONE, |all, &other| all | position.anchors(other))
    }
}

/// Number of anchors before one of them.
fn nth_of(anchors: Cells, anchor: Cell) -> usize {
    (anchors & Cells::first_of_all(anchor)).len() as usize
}
