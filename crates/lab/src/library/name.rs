//! Lookup of openings by typed names.

use super::opening::{Mention, Opening};
use huarong_core::numerals::Excerpt;
use std::collections::HashMap;
use thiserror::Error;

/// Error: a name does not identify an opening.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum LookupError {
    /// No opening has the name.
    #[error("no opening is called {name:?}{}", did_you_mean(.suggestions), name = Excerpt(.name))]
    Unknown {
        /// The name asked for.
        name: String,
        /// Similar names, best first, each with its slug.
        suggestions: Vec<String>,
    },
    /// Several openings have the name.
    #[error(
        "{name:?} is the name of several openings: {}; use the slug of one",
        .openings.join(", "), name = Excerpt(.name)
    )]
    Ambiguous {
        /// The name asked for.
        name: String,
        /// The slug of each opening with this name.
        openings: Vec<String>,
    },
}

fn did_you_mean(suggestions: &[String]) -> String {
    match suggestions {
        [] => "; `huarong openings` lists all".to_owned(),
        some => format!("; did you mean {}?", some.join(", ")),
    }
}

const MOST_SUGGESTIONS: usize = 3;

/// Minimum similarity of an unknown name to a suggested one, from 0 to 1 (Jaro-Winkler).
const LEAST_SIMILARITY: f64 = 0.8;

/// Longer texts are not compared: they are not names of openings, and the comparison is slow.
const LONGEST_COMPARED: usize = 64;

/// Normalised names, for lookup.
#[derive(Clone, Debug)]
pub(super) struct Folding {
    /// The normalised name and slug of every mention.
    mentions: Vec<[String; 2]>,
    /// The simplified character of each traditional one in a name, if they differ.
    simplified: HashMap<char, char>,
}

/// The opening with a name.
pub(super) fn find<'a, 'f>(
    openings: &'a [Opening],
    name: &str,
    folding: impl Fn() -> &'f Folding,
) -> Result<&'a Opening, LookupError> {
    // Exact names need no normalisation, which is slow and might match others.
    let exact =
        mentions(openings).filter(|(_, mention)| mention.name == name || mention.slug == name);
    let mut found: Vec<(&Opening, &Mention)> = exact.collect();
    if found.is_empty() {
        let folding = folding();
        let folded = folding.fold(name);
        let all = mentions(openings).zip(&folding.mentions);
        found.extend(all.filter(|(_, known)| known.contains(&folded)).map(|(mention, _)| mention));
    }
    found.dedup_by_key(|(opening, _)| &opening.position);
    match found[..] {
        [(opening, _)] => Ok(opening),
        [] => Err(LookupError::Unknown {
            name: name.to_owned(),
            suggestions: folding().suggestions(openings, name),
        }),
        _ => Err(LookupError::Ambiguous {
            name: name.to_owned(),
            openings: found.iter().map(|(_, mention)| mention.slug.clone()).collect(),
        }),
    }
}

fn mentions(openings: &[Opening]) -> impl Iterator<Item = (&Opening, &Mention)> {
    openings
        .iter()
        .flat_map(|opening| opening.mentions.iter().map(move |mention| (opening, mention)))
}

/// The letters and marks of a text, without differences of width.
#[cfg(feature = "normalization")]
fn decomposed(text: &str) -> impl Iterator<Item = char> {
    unicode_normalization::UnicodeNormalization::nfkd(text)
}

/// The same where the texts are decomposed already, as browsers do it: the module for them is smaller without the tables.
#[cfg(not(feature = "normalization"))]
fn decomposed(text: &str) -> impl Iterator<Item = char> {
    text.chars()
}

impl Folding {
    pub fn new(openings: &[Opening]) -> Self {
        let mut folding = Self { mentions: Vec::new(), simplified: HashMap::new() };
        for (_, mention) in mentions(openings) {
            let pairs = decomposed(&mention.name).zip(decomposed(&mention.simplified));
            folding.simplified.extend(pairs.filter(|(traditional, simple)| traditional != simple));
        }
        let folded = mentions(openings)
            .map(|(_, mention)| [&mention.name, &mention.slug].map(|name| folding.fold(name)));
        folding.mentions = folded.collect();
        folding
    }

    /// A name without differences that people make in typing: case, width, punctuation, spaces, tone marks, traditional
    /// characters.
    fn fold(&self, name: &str) -> String {
        // Slugs write v for ü; tone marks are not letters.
        let decomposed = decomposed(&name.to_lowercase()).collect::<String>();
        let letters = decomposed.replace("u\u{308}", "v");
        let letters = letters.chars().filter(|letter| letter.is_alphanumeric());
        let simple = letters.map(|letter| self.simplified.get(&letter).copied().unwrap_or(letter));
        simple.flat_map(char::to_lowercase).collect()
    }

    /// The names most similar to an unknown one.
    fn suggestions(&self, openings: &[Opening], name: &str) -> Vec<String> {
        let folded = self.fold(name);
        if folded.len() > LONGEST_COMPARED {
            return Vec::new();
        }
        let likeness = |known: &str| {
            if !folded.is_empty() && (known.contains(&folded) || folded.contains(known)) {
                return 1.0;
            }
            strsim::jaro_winkler(&folded, known)
        };
        let mut alike: Vec<(f64, &Mention)> = mentions(openings)
            .zip(&self.mentions)
            .map(|((_, mention), [name, slug])| (likeness(name).max(likeness(slug)), mention))
            .filter(|(likeness, _)| *likeness >= LEAST_SIMILARITY)
            .collect();
        // The sort is stable: equally similar names stay in the order of the catalogue.
        alike.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        let mut suggestions: Vec<String> = Vec::new();
        for (_, Mention { name, slug, .. }) in alike {
            let suggestion = format!("{name} ({slug})");
            if !suggestions.contains(&suggestion) && suggestions.len() < MOST_SUGGESTIONS {
                suggestions.push(suggestion);
            }
        }
        suggestions
    }
}
