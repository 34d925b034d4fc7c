//! The help of the program: its commands in groups.

use clap::Command;

/// Headings of the help, each with its commands. Every visible command is in one group.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Ask", &["query", "solve", "hardest", "sample", "openings", "puzzles", "convert"]),
    ("Build", &["build", "verify", "prove", "checksums", "pack", "gather"]),
    (
        "Analyse",
        &[
            "check",
            "design",
            "difficulty",
            "study",
            "trace",
            "score",
            "tasks",
            "count",
            "levels",
            "census",
            "rush",
        ],
    ),
    ("Publish", &["print", "report", "export", "serve", "site"]),
    ("Games", &["game", "gomoku"]),
    ("Shell", &["completions"]),
];

/// Columns for the heading of a group, and for the name of a command.
const HEADING: usize = 9;
const NAME: usize = 13;

/// The template of the help, with the first line of each command's own help. `after` follows the options.
pub(super) fn template(commands: &Command, after: &str) -> String {
    let mut list = String::new();
    for (heading, names) in GROUPS {
        let mut heading = heading;
        for command in names.iter().filter_map(|name| commands.find_subcommand(name)) {
            let (name, about) = (command.get_name(), command.get_about());
            let about = about.map(ToString::to_string).unwrap_or_default();
            list += &format!("{heading:<HEADING$}{name:<NAME$}{about}\n");
            heading = "";
        }
    }
    format!("{{about}}\n{{usage-heading}} {{usage}}\n{list}Global:\n{{options}}\n{after}")
}
