//! Named openings and their published figures.

use crate::sliding::rules::{Arrangement, Metric, PerMetric};
use serde::Deserialize;

/// Where published figures come from.
#[derive(Clone, Debug, Deserialize)]
pub struct Source {
    /// Its short name: `wei-lin-1999`.
    #[serde(rename = "source")]
    pub id: String,
    /// What it is.
    pub title: String,
    unit: String,
    straight: String,
    finger: String,
}

impl Source {
    /// What one move is where the source counts in a metric, in the source's own terms; empty where it
    /// does not.
    pub fn rule(&self, metric: Metric) -> &str {
        match metric {
            Metric::Unit => &self.unit,
            Metric::Straight => &self.straight,
            Metric::Finger => &self.finger,
        }
    }
}

/// A position that has a name.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position.
    pub position: Arrangement,
    /// What sources say of it, in the order of the file; at least one.
    pub mentions: Vec<Mention>,
    /// Number, within the catalogue, of the opening that is its left-right mirror image, if another is.
    pub mirror: Option<usize>,
}

/// What one source says of an opening.
#[derive(Clone, Debug)]
pub struct Mention {
    /// Number of the source within the catalogue.
    pub source: usize,
    /// The opening's number in the source.
    pub number: u16,
    /// The name in the source's characters.
    pub name: String,
    /// The name in simplified characters.
    pub simplified: String,
    /// The name in pinyin without tones, syllables joined by `-`; behind it the source, where the name alone does
    /// not tell.
    pub slug: String,
    /// The published numbers of moves.
    pub figures: PerMetric<Option<u16>>,
}

impl Opening {
    /// The name that it is listed under: the first one.
    pub fn name(&self) -> &str {
        &self.mentions[0].name
    }

    /// The pinyin of that name.
    pub fn slug(&self) -> &str {
        &self.mentions[0].slug
    }

    /// The mentions with other names, each name once.
    pub fn aliases(&self) -> impl Iterator<Item = &Mention> {
        let mentions = self.mentions.iter().enumerate();
        let new = |&(at, mention): &(usize, &Mention)| {
            self.mentions[..at].iter().all(|earlier| earlier.name != mention.name)
        };
        mentions.filter(new).map(|(_, mention)| mention).skip(1)
    }
}
