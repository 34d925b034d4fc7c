//! Named openings and their published figures.

use huarong_core::rules::{Arrangement, Metric, PerMetric};
use serde::Deserialize;

/// A source of published figures.
#[derive(Clone, Debug, Deserialize)]
#[non_exhaustive]
pub struct Source {
    /// Its short name: `wei-lin-1999`.
    #[serde(rename = "source")]
    pub id: String,
    /// Its title.
    pub title: String,
    unit: String,
    straight: String,
    finger: String,
}

impl Source {
    /// The source's own definition of a move in a metric; empty if it does not count in that metric.
    pub fn rule(&self, metric: Metric) -> &str {
        match metric {
            Metric::Unit => &self.unit,
            Metric::Straight => &self.straight,
            Metric::Finger => &self.finger,
            Metric::Multi => "",
        }
    }
}

/// A named position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Opening {
    /// The position.
    pub position: Arrangement,
    /// The mentions in sources, in the order of the file; at least one.
    pub mentions: Vec<Mention>,
    /// Number of the opening in the catalogue that is the left-right mirror image, if it is another one.
    pub mirror: Option<usize>,
}

/// An opening in one source.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Mention {
    /// Number of the source within the catalogue.
    pub source: usize,
    /// The opening's number in the source.
    pub number: u16,
    /// The name in the source's characters.
    pub name: String,
    /// The name in simplified characters.
    pub simplified: String,
    /// The name in pinyin without tones, with syllables joined by `-`. The source follows if the name alone is
    /// ambiguous.
    pub slug: String,
    /// The published numbers of moves.
    pub figures: PerMetric<Option<u16>>,
}

impl Opening {
    /// The main name: the first one.
    pub fn name(&self) -> &str {
        &self.mentions[0].name
    }

    /// The pinyin of that name.
    pub fn slug(&self) -> &str {
        &self.mentions[0].slug
    }

    /// The mentions with other names, one per name.
    pub fn aliases(&self) -> impl Iterator<Item = &Mention> {
        let mentions = self.mentions.iter().enumerate();
        let new = |&(at, mention): &(usize, &Mention)| {
            self.mentions[..at].iter().all(|earlier| earlier.name != mention.name)
        };
        mentions.filter(new).map(|(_, mention)| mention).skip(1)
    }
}
