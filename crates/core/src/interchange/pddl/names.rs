//! Names of pieces. PDDL has letters, digits and hyphens, and ignores case.

use crate::rules::Shape;
use std::collections::HashSet;

/// The name of the pieces of a shape.
pub(super) struct Name {
    pub text: String,
    /// A comment with their signs, if the name does not have them.
    pub comment: String,
}

/// The name of the pieces of each shape. It has their signs, if all signs are letters and digits that differ in more than
/// their case. Otherwise it has a number.
pub(super) fn of(shapes: &[Shape]) -> Vec<Name> {
    let signs = |shape: &Shape| match shape.signs() {
        [] => shape.letter().to_string(),
        signs => signs.iter().collect(),
    };
    let signs: Vec<String> = shapes.iter().map(signs).collect();
    let different: HashSet<&String> = signs.iter().collect();
    let mut used = HashSet::new();
    let are_names = different
        .into_iter()
        .flat_map(|signs| signs.chars())
        .all(|sign| sign.is_ascii_alphanumeric() && used.insert(sign.to_ascii_lowercase()));
    let name = |(own, shape): (&String, &Shape)| {
        // Shapes that share signs are on lines of their own.
        let is_shared = signs.iter().filter(|other| *other == own).count() > 1;
        let line = shape.line().filter(|_| is_shared);
        let line = line.map_or(String::new(), |line| format!("-{}", u16::from(line) + 1));
        let text = format!("piece-{}{line}", own.to_ascii_lowercase());
        Name { text, comment: String::new() }
    };
    let number = |(id, own): (usize, &String)| Name {
        text: format!("piece-{}", id + 1),
        comment: format!(" ; {own}"),
    };
    match are_names {
        true => signs.iter().zip(shapes).map(name).collect(),
        false => signs.iter().enumerate().map(number).collect(),
    }
}
