//! Named openings.

use huarong_core::rules::{PerMetric, Puzzle};
use huarong_lab::library::{Catalogue, Mention, Opening};
use serde::Serialize;

/// A named opening.
#[derive(Serialize)]
pub struct OpeningRecord<'c> {
    #[serde(flatten)]
    pub name: NameRecord<'c>,
    pub aliases: Vec<NameRecord<'c>>,
    pub piece_set: String,
    pub position: String,
    pub distance: PerMetric<Option<u16>>,
    /// The slug of the opening that is the mirror image.
    pub mirror_slug: Option<&'c str>,
    pub sources: Vec<String>,
}

/// A name of an opening.
#[derive(Serialize)]
pub struct NameRecord<'c> {
    pub name: &'c str,
    pub simplified: &'c str,
    pub slug: &'c str,
}

impl<'c> NameRecord<'c> {
    pub fn new(mention: &'c Mention) -> Self {
        Self { name: &mention.name, simplified: &mention.simplified, slug: &mention.slug }
    }
}

impl<'c> OpeningRecord<'c> {
    pub fn new(
        puzzle: &Puzzle,
        catalogue: &'c Catalogue,
        opening: &'c Opening,
        distances: PerMetric<Option<u16>>,
    ) -> Self {
        let source = |mention: &Mention| {
            format!("{} {}", catalogue.sources()[mention.source].id, mention.number)
        };
        Self {
            name: NameRecord::new(&opening.mentions[0]),
            aliases: opening.aliases().map(NameRecord::new).collect(),
            piece_set: puzzle.piece_set_text(&opening.position.piece_set()),
            position: puzzle.position_text(&opening.position),
            distance: distances,
            mirror_slug: opening.mirror.map(|mirror| catalogue.openings()[mirror].slug()),
            sources: opening.mentions.iter().map(source).collect(),
        }
    }
}
