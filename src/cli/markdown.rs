//! The reference of all commands as one page of Markdown, from the same arguments as `--help`.

use clap::{Arg, Command};
use std::fmt::Write;

/// Page with every command and option of `command`.
pub(super) fn page(mut command: Command) -> String {
    // Gives every subcommand its full name and its usage.
    command.build();
    let mut page = String::from(
        "# Commands\n\n<!-- `make docs` writes this page from the help texts in src/cli. -->\n\n\
         This page has the help of every command: `huarong help COMMAND` prints it, and `make man` writes it as \
         manual pages.\nThe [command line](command-line.md) explains what all commands share, and \
         [output](output.md) the formats that they print.\n\n| command | what it does |\n|---|---|\n",
    );
    write_contents(&mut page, &command);
    write_command(&mut page, &command, None);
    page
}

/// The subcommands that the help lists.
fn listed(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|below| !below.is_hide_set() && below.get_name() != "help")
}

/// One row for each command, with a link to its section.
fn write_contents(page: &mut String, command: &Command) {
    for below in listed(command) {
        let name = full_name(below);
        let about = below.get_about().map(ToString::to_string).unwrap_or_default();
        let link = name.replace(' ', "-").to_lowercase();
        _ = writeln!(page, "| [`{name}`](#{link}) | {} |", escaped(&about));
        write_contents(page, below);
    }
}

/// The name of a command with those above it, such as `huarong count xiangqi`.
fn full_name(command: &Command) -> String {
    command.get_bin_name().unwrap_or(command.get_name()).to_owned()
}

/// The section of one command, then those of its subcommands.
fn write_command(page: &mut String, command: &Command, above: Option<&[Arg]>) {
    _ = writeln!(page, "\n## {}", full_name(command));
    let about = command.get_long_about().or(command.get_about()).map(ToString::to_string);
    write_text(page, &about.unwrap_or_default(), "");
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").lines().map(str::trim);
    let usage = usage.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    _ = writeln!(page, "\n```text\n{usage}\n```");
    let own: Vec<Arg> = command.get_arguments().cloned().collect();
    // An option of all commands below stands only where it begins.
    let inherited = |argument: &Arg| {
        argument.is_global_set()
            && above
                .is_some_and(|above| above.iter().any(|other| other.get_id() == argument.get_id()))
    };
    let shown = own.iter().filter(|argument| {
        let id = argument.get_id();
        id != "help" && id != "version" && !argument.is_hide_set() && !inherited(argument)
    });
    let (positional, options): (Vec<_>, Vec<_>) =
        shown.partition(|argument| argument.is_positional());
    let mut groups: Vec<(&str, Vec<&Arg>)> = Vec::new();
    for argument in positional.into_iter().chain(options) {
        let heading = match argument.get_help_heading() {
            Some(heading) => heading,
            None if argument.is_positional() => "Arguments",
            None if above.is_none() => "Options of every command",
            None => "Options",
        };
        match groups.iter_mut().find(|(name, _)| *name == heading) {
            Some((_, arguments)) => arguments.push(argument),
            None => groups.push((heading, vec![argument])),
        }
    }
    for (heading, arguments) in groups {
        _ = writeln!(page, "\n**{heading}**\n");
        for argument in arguments {
            write_argument(page, argument);
        }
    }
    let after = command.get_after_long_help().or(command.get_after_help());
    write_text(page, &after.map(ToString::to_string).unwrap_or_default(), "");
    for below in listed(command) {
        write_command(page, below, Some(&own));
    }
}

/// One item of a list: how the argument is written, its help, its values and its default.
fn write_argument(page: &mut String, argument: &Arg) {
    let short = argument.get_short().filter(|_| argument.get_long().is_some());
    let short = short.map(|short| format!("`-{short}`, ")).unwrap_or_default();
    let help = argument.get_long_help().or(argument.get_help());
    let mut text = String::new();
    write_text(&mut text, &help.map(ToString::to_string).unwrap_or_default(), "  ");
    _ = writeln!(page, "- {short}`{argument}`: {}", text.trim());
    if argument.get_action().takes_values() && !argument.is_hide_possible_values_set() {
        let values = argument.get_possible_values();
        for value in values.iter().filter(|value| !value.is_hide_set()) {
            let help = value.get_help().map(|help| format!(": {}", escaped(&help.to_string())));
            _ = writeln!(page, "  - `{}`{}", value.get_name(), help.unwrap_or_default());
        }
    }
    let defaults = argument.get_default_values().iter().map(|value| value.to_string_lossy());
    let defaults = defaults.collect::<Vec<_>>().join(" ");
    if argument.get_action().takes_values() && !defaults.is_empty() {
        _ = writeln!(page, "\n  Default: `{defaults}`.");
    }
}

/// Paragraphs of a help text. Indented lines, such as examples, become blocks of code.
fn write_text(page: &mut String, text: &str, indent: &str) {
    let mut in_code = false;
    let mut in_paragraph = false;
    for line in text.lines() {
        let is_code = line.starts_with("  ");
        if is_code != in_code {
            let (gap, language) = if is_code { ("\n", "text") } else { ("", "") };
            _ = writeln!(page, "{gap}{indent}```{language}");
            in_code = is_code;
            in_paragraph = false;
        }
        if is_code {
            _ = writeln!(page, "{indent}{}", line.trim_start());
        } else if line.trim().is_empty() {
            in_paragraph = false;
        } else {
            let gap = if in_paragraph { "" } else { "\n" };
            _ = writeln!(page, "{gap}{indent}{}", escaped(line));
            in_paragraph = true;
        }
    }
    if in_code {
        _ = writeln!(page, "{indent}```");
    }
}

/// A line with the signs of Markdown outside code spans escaped.
fn escaped(line: &str) -> String {
    let mut escaped = String::new();
    let mut in_code = false;
    for letter in line.chars() {
        in_code ^= letter == '`';
        if !in_code && matches!(letter, '<' | '*' | '_' | '|') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}
