//! Finding openings by what people type.

use super::{Mention, Opening};
use std::collections::{BTreeSet, HashMap};
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;

/// Why a name stands for no opening.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum LookupError {
    /// No opening has the name.
    #[error("no opening is called {name:?}{}", did_you_mean(.suggestions))]
    Unknown {
        /// The name asked for.
        name: String,
        /// Names that are like it, best first, each with its slug.
        suggestions: Vec<String>,
    },
    /// Several openings have the name.
    #[error("{name:?} is the name of several openings: {}; ask for one by its slug", .openings.join(", "))]
    Ambiguous {
        /// The name asked for.
        name: String,
        /// The slug of each.
        openings: Vec<String>,
    },
}

fn did_you_mean(suggestions: &[String]) -> String {
    match suggestions {
        [] => "; `huarong openings` lists all".to_owned(),
        some => format!("; did you mean {}?", some.join(", ")),
    }
}

/// Most suggestions for an unknown name.
const SUGGESTIONS: usize = 3;

/// How alike an unknown name must be to a known one to suggest that: 1 is the same, 0 has nothing in
/// common (Jaro and Winkler's measure).
const ALIKE: f64 = 0.8;

/// Longer names are not compared: nobody means an opening by them, and comparing takes long.
const LONGEST: usize = 64;

/// The names of all openings.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    /// Names and slugs as they are, and the openings that they stand for.
    exact: HashMap<String, BTreeSet<usize>>,
    /// The same of what names and slugs are folded to.
    folded: HashMap<String, BTreeSet<usize>>,
    /// What the name and the slug of every mention are folded to.
    folded_mentions: Vec<[String; 2]>,
    /// For every traditional character of a name its simplified one, where they differ.
    simplified: HashMap<char, char>,
}

impl Index {
    pub fn new(openings: &[Opening]) -> Self {
        let mut index = Self::default();
        let mentions = || {
            let openings = openings.iter().enumerate();
            openings.flat_map(|(number, o)| o.mentions.iter().map(move |m| (number, m)))
        };
        for (_, mention) in mentions() {
            let pairs = mention.name.nfkc().zip(mention.simplified.nfkc());
            index.simplified.extend(pairs.filter(|(traditional, simple)| traditional != simple));
        }
        for (number, mention) in mentions() {
            let names = [&mention.name, &mention.slug];
            let folded = names.map(|name| index.fold(name));
            for (name, folded) in names.into_iter().zip(&folded) {
                index.exact.entry(name.clone()).or_default().insert(number);
                index.folded.entry(folded.clone()).or_default().insert(number);
            }
            index.folded_mentions.push(folded);
        }
        index
    }

    pub fn find(&self, openings: &[Opening], name: &str) -> Result<usize, LookupError> {
        // What is written exactly as in the catalogue needs no folding, which might bring others in.
        let found = self.exact.get(name).or_else(|| self.folded.get(&self.fold(name)));
        match found.map(|found| found.iter().copied().collect::<Vec<_>>()).as_deref() {
            Some([opening]) => Ok(*opening),
            Some(several) => Err(LookupError::Ambiguous {
                name: name.to_owned(),
                openings: several.iter().map(|&o| openings[o].slug().to_owned()).collect(),
            }),
            None => Err(LookupError::Unknown {
                name: name.to_owned(),
                suggestions: self.suggestions(openings, name),
            }),
        }
    }

    /// A name without what people may leave out or write in another way: cases, widths, punctuation,
    /// spaces, traditional forms.
    fn fold(&self, name: &str) -> String {
        let letters = name.nfkc().filter(|letter| letter.is_alphanumeric());
        let simple = letters.map(|letter| self.simplified.get(&letter).copied().unwrap_or(letter));
        simple.flat_map(char::to_lowercase).collect()
    }

    /// The names most like an unknown one.
    fn suggestions(&self, openings: &[Opening], name: &str) -> Vec<String> {
        let folded = self.fold(name);
        if folded.len() > LONGEST {
            return Vec::new();
        }
        let likeness = |known: &str| {
            if !folded.is_empty() && (known.contains(&folded) || folded.contains(known)) {
                return 1.0;
            }
            strsim::jaro_winkler(&folded, known)
        };
        let mentions = openings.iter().flat_map(|opening| &opening.mentions);
        let mut alike: Vec<(f64, &Mention)> = mentions
            .zip(&self.folded_mentions)
            .map(|(mention, [name, slug])| (likeness(name).max(likeness(slug)), mention))
            .filter(|(likeness, _)| *likeness >= ALIKE)
            .collect();
        // Stable: of equals, the order of the catalogue.
        alike.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let mut suggestions: Vec<String> = Vec::new();
        for (_, Mention { name, slug, .. }) in alike {
            let suggestion = format!("{name} ({slug})");
            if !suggestions.contains(&suggestion) && suggestions.len() < SUGGESTIONS {
                suggestions.push(suggestion);
            }
        }
        suggestions
    }
}
