//! Layout of PDDL.

/// Facts, conditions or other parts that stand in one line. Empty lines are not written.
pub(super) type Line = Vec<String>;

fn indented(lines: &[Line], indent: &str) -> String {
    let lines = lines.iter().filter(|line| !line.is_empty());
    lines.map(|line| format!("\n{indent}{}", line.join(" "))).collect()
}

/// A section, such as `:objects`. Nothing if it has no lines.
pub(super) fn section(keyword: &str, lines: &[Line]) -> String {
    match &indented(lines, "    ")[..] {
        "" => String::new(),
        lines => format!("  ({keyword}{lines}\n  )\n"),
    }
}

pub(super) fn action(
    name: &str,
    parameters: &str,
    conditions: &[Line],
    effects: &[Line],
) -> String {
    let [conditions, effects] = [conditions, effects].map(|lines| indented(lines, "      "));
    format!(
        "  (:action {name}\n    :parameters ({parameters})\n    :precondition (and{conditions})\n    \
         :effect (and{effects}))\n"
    )
}

pub(super) fn not(fact: &str) -> String {
    format!("(not {fact})")
}

/// Names that are numbered: `c1`, `c2`.
pub(super) fn numbered(prefix: &str, numbers: impl Iterator<Item = u32>) -> Vec<String> {
    numbers.map(|number| format!("{prefix}{number}")).collect()
}

/// The facts that each name but the last is followed by the next one.
pub(super) fn chain(predicate: &str, names: &[String]) -> Line {
    names.windows(2).map(|pair| format!("({predicate} {})", pair.join(" "))).collect()
}
