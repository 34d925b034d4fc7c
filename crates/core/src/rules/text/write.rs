//! Writes the text of a position.

use crate::grid::{Cell, Cells, WideCells};
use crate::rules::arrangement::{Arrangement, ShapeId};
use crate::rules::covering::Covering;
use crate::rules::lettering::Lettering;
use crate::rules::moves::PieceMove;
use crate::rules::puzzle::Puzzle;
use crate::rules::signs::{Blank, EMPTY};
use std::ops::Range;

impl Puzzle {
    /// The canonical text of a position.
    pub fn position_text(&self, position: &Arrangement) -> String {
        let mut text = Vec::with_capacity(128);
        self.write_position(position, &mut text);
        String::from_utf8(text).expect("signs are written as UTF-8")
    }

    /// Appends the canonical text of a position as UTF-8; it is ASCII if all signs are.
    pub fn write_position(&self, position: &Arrangement, text: &mut Vec<u8>) {
        match self.board().is_narrow() {
            true => self.write_with::<Cells>(position, text),
            false => self.write_with::<WideCells>(position, text),
        }
    }

    fn write_with<S: Covering>(&self, position: &Arrangement, text: &mut Vec<u8>) {
        let Blank { text: blank, places, .. } = self.blank();
        let start = text.len();
        text.extend_from_slice(blank);
        let drawn = &mut text[start..];
        let mut is_ascii = true;
        for (id, shape) in self.shapes().iter().enumerate() {
            // Without signs, pieces of a shape are drawn alike. Bulk answers write mostly these.
            let sharing_signs =
                (!shape.signs().is_empty()).then(|| self.anchors_sharing_signs::<S>(position, id));
            for anchor in S::anchors(position, id).cells() {
                let nth = sharing_signs.as_ref().map_or(0, |sharing| sharing.place_of(anchor));
                let sign = shape.sign(nth as usize);
                is_ascii &= sign.is_ascii();
                for cell in S::covered(self, id, anchor).cells() {
                    drawn[usize::from(places[usize::from(cell)])] = sign as u8;
                }
            }
        }
        if !is_ascii {
            text.truncate(start);
            text.extend_from_slice(Lettering::of(self, position).text(self).as_bytes());
        }
    }

    /// Appends the canonical text of the position after a move. `before` is the place of the text before it, of which most
    /// stays the same.
    #[doc(hidden)]
    pub fn write_after(
        &self,
        position: &Arrangement,
        before: Range<usize>,
        made: &PieceMove,
        text: &mut Vec<u8>,
    ) {
        let Blank { text: blank, places } = self.blank();
        // Interchangeable pieces with signs can exchange them. A sign that is not ASCII takes several bytes.
        if self.has_signs() || before.len() != blank.len() {
            return self.write_position(&made.apply(position), text);
        }
        let start = text.len();
        text.extend_from_within(before);
        let drawn = &mut text[start..];
        let mut draw = |shape, anchor, sign: char| {
            for cell in self.footprint(shape, anchor) {
                drawn[usize::from(places[usize::from(cell)])] = sign as u8;
            }
        };
        draw(made.shape, made.from, EMPTY[0]);
        made.followers.iter().for_each(|follower| draw(follower.shape, follower.from, EMPTY[0]));
        draw(made.shape, made.to, self.shapes()[made.shape].letter());
        made.followers.iter().for_each(|follower| {
            draw(follower.shape, follower.to, self.shapes()[follower.shape].letter());
        });
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
        let sharing_signs = self.sharing_signs(shape).iter();
        let anchors = sharing_signs.flat_map(|&other| position.anchors_of(other));
        self.shapes()[shape].sign(anchors.filter(|&other| other < anchor).count())
    }

    /// The anchors of all pieces whose shapes share the signs of a shape.
    pub(super) fn anchors_sharing_signs<S: Covering>(
        &self,
        position: &Arrangement,
        shape: ShapeId,
    ) -> S {
        let sharing_signs = self.sharing_signs(shape).iter();
        sharing_signs.fold(S::NONE, |all, &other| all.with(S::anchors(position, other)))
    }
}
