//! Completions and manual pages agree with `--help`.

use crate::common::{huarong, skipped, text};
use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// The `--help` output of a command.
fn help(command: &[&str]) -> String {
    text(&huarong().args(command).arg("--help").assert().success().get_output().stdout)
}

/// The subcommands in a help text. The program's help has groups with headings in the first
/// columns.
fn subcommands(help: &str) -> Vec<String> {
    let groups = help.split_once("\nAsk").map(|(_, list)| format!("Ask{list}"));
    let list = help.split("\nCommands:\n").nth(1).map(str::to_owned);
    let (list, indent) = match groups {
        Some(groups) => (groups, HEADING),
        None => (list.unwrap_or_default(), 0),
    };
    let lines = list.lines().take_while(|line| !line.is_empty() && *line != "Global:");
    let names = lines.filter_map(|line| line[indent..].split_whitespace().next());
    names.filter(|&name| name != "help").map(str::to_owned).collect()
}

/// Width of the heading of a group of commands.
const HEADING: usize = 9;

/// The long options in a help text.
fn options(help: &str) -> BTreeSet<String> {
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let words = lines.flat_map(str::split_whitespace).filter(|word| word.starts_with("--"));
    // A value that can be left out is in brackets.
    let names = words.map(|word| word.split_once("[=").map_or(word, |(name, _)| name));
    names.map(|name| name.trim_end_matches("...").to_owned()).collect()
}

/// A program's output; `None`, with a message, if the program is missing.
#[track_caller]
fn printed(program: &str, arguments: &[&str], input: &str) -> Option<String> {
    let mut command = Command::new(program);
    command.args(arguments).envs([("LC_ALL", "C.UTF-8"), ("MANWIDTH", "200")]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            skipped(format_args!("there is no {program}"));
            return None;
        }
        Err(error) => panic!("{program}: {error}"),
    };
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{program}: {}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "", "{program}");
    Some(text(&output.stdout))
}

#[test]
fn the_help_of_the_program_fits_a_screen() {
    let help = help(&[]);
    assert!(help.lines().count() <= 43, "{help}");
    assert!(help.lines().all(|line| line.chars().count() <= 80), "{help}");
    for heading in ["Ask", "Build", "Analyse", "Publish", "Games", "Global:"] {
        assert!(help.lines().any(|line| line.starts_with(heading)), "{heading}: {help}");
    }
}

#[test]
fn completions_of_every_shell_know_every_subcommand() {
    let commands = subcommands(&help(&[]));
    assert!(commands.len() > 10 && commands.iter().any(|name| name == "completions"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = huarong().args(["completions", shell]).assert().success().stderr("");
        let script = text(&run.get_output().stdout);
        for command in commands.iter().map(String::as_str).chain(["xiangqi", "big-at-top"]) {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
    huarong().args(["completions", "tcsh"]).assert().code(2);
}

#[test]
fn bash_completes() {
    let run = huarong().args(["completions", "bash"]).assert().success();
    let script = text(&run.get_output().stdout);
    let complete = |words: &[&str]| {
        let last = words.len() - 1;
        let call = format!(
            "{script}\nCOMP_WORDS=({}); COMP_CWORD={last}\n_huarong huarong '{}' '{}'\necho ${{COMPREPLY[@]}}\n",
            words.join(" "),
            words[last],
            words[last - 1],
        );
        printed("bash", &["--norc", "-eu"], &call).map(|reply| reply.trim_end().to_owned())
    };
    for (words, wanted) in [
        (&["huarong", "bu"][..], "build"),
        (&["huarong", "co"], "convert count completions"),
        (&["huarong", "build", "--metric", "st"], "straight"),
        (&["huarong", "sample", "--big"], "--big-at-top"),
        (&["huarong", "count", "xiangqi", "--break"], "--breakdown"),
    ] {
        let Some(reply) = complete(words) else { return };
        assert_eq!(reply, wanted, "{words:?}");
    }
}

#[test]
fn the_manual_says_what_help_says() {
    let directory = TempDir::new().unwrap();
    let pages = directory.path().join("made/for/it");
    huarong().arg("man").arg(&pages).assert().success().stdout("").stderr("");
    let mut commands: Vec<Vec<String>> = vec![vec![]];
    let mut found = BTreeSet::new();
    while let Some(command) = commands.pop() {
        let words: Vec<&str> = command.iter().map(String::as_str).collect();
        let help = help(&words);
        let name = [&["huarong"], &words[..]].concat().join("-");
        check_page(&pages.join(format!("{name}.1")), &name, &help);
        let below = subcommands(&help);
        let different: BTreeSet<&String> = below.iter().collect();
        assert_eq!(different.len(), below.len(), "{name} lists a command twice: {below:?}");
        commands.extend(below.into_iter().map(|below| [&command[..], &[below]].concat()));
        found.insert(format!("{name}.1"));
    }
    assert!(found.len() > 10 && found.contains("huarong-count-xiangqi.1"), "{found:?}");
    let files = fs::read_dir(&pages).unwrap();
    let files = files.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(files.collect::<BTreeSet<_>>(), found);
}

/// Checks that a page has its sections and every option of the help, in its source and as
/// displayed.
fn check_page(page: &Path, name: &str, help: &str) {
    let source = fs::read_to_string(page).unwrap_or_else(|error| panic!("{name}: {error}"));
    let source = source.replace("\\-", "-");
    for part in [".TH ", ".SH NAME\n", ".SH SYNOPSIS\n", ".SH GLOBAL\n"] {
        assert!(source.contains(part), "{name}: {part}");
    }
    let shown = printed("man", &["-l", page.to_str().unwrap()], "");
    for option in options(help) {
        assert!(source.contains(&option), "{name}: {option}");
        assert!(shown.as_ref().is_none_or(|shown| shown.contains(&option)), "{name}: {option}");
    }
}

/// The book describes the program with all its features.
#[cfg(all(feature = "cluster", feature = "serve"))]
#[test]
fn the_book_has_the_help_of_every_command() {
    let directory = TempDir::new().unwrap();
    let run = huarong().arg("man").arg(directory.path()).args(["--format", "markdown"]).assert();
    run.success().stdout("").stderr("");
    let written = fs::read_to_string(directory.path().join("commands.md")).unwrap();
    let page = fs::read_to_string("docs/reference/commands.md").unwrap();
    assert!(page == written, "`make docs` writes docs/reference/commands.md anew");
    let mut commands: Vec<Vec<String>> = vec![vec![]];
    while let Some(command) = commands.pop() {
        let name = [&["huarong".to_owned()], &command[..]].concat().join(" ");
        let section = page.split(&format!("\n## {name}\n")).nth(1);
        let section = section.unwrap_or_else(|| panic!("no section {name}"));
        let section = section.split("\n## ").next().unwrap();
        let help = help(&command.iter().map(String::as_str).collect::<Vec<_>>());
        for option in options(&help) {
            // A line of text may also begin with an option.
            let option = option.trim_end_matches([':', ',', '.', ';', ']']);
            let of_all = [
                "--help",
                "--version",
                "--data-dir",
                "--threads",
                "--memory",
                "--quiet",
                "--progress",
            ];
            let stands = section.contains(&format!("`{option}"));
            assert!(stands || of_all.contains(&option), "{name}: {option}");
        }
        let below = subcommands(&help).into_iter();
        commands.extend(below.map(|below| [&command[..], &[below]].concat()));
    }
}

#[test]
fn a_manual_that_cannot_be_written_is_an_error() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let run = huarong().arg("man").arg(&file).assert().code(1).stdout("");
    let error = text(&run.get_output().stderr);
    assert!(error.starts_with("error: ") && error.contains(file.to_str().unwrap()), "{error}");
}

/// Runs the examples of the manual: those that take a moment and need no external file must
/// succeed.
#[test]
#[ignore = "long: dozens of commands"]
fn the_examples_of_the_help_work() {
    if cfg!(not(unix)) {
        return skipped("examples are written for a shell of Unix");
    }
    let here = TempDir::new().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_huarong")).parent().unwrap();
    let path = format!("{}:{}", program.display(), env::var("PATH").unwrap());
    let mut ran = 0;
    let commands =
        ["query", "solve", "check", "convert", "sample", "hardest", "count", "export", "census"];
    for command in commands {
        let help = help(&[command]);
        let (_, examples) = help.split_once("\nExamples:\n").expect("there are examples");
        let lines = examples.lines().filter(|line| line.starts_with("  huarong "));
        // The purpose of an example follows it.
        let lines = lines.map(|line| line.trim_start().split("   ").next().unwrap());
        for line in lines {
            if ["|", ".txt", ".toml", ".jsonl"].iter().any(|part| line.contains(part)) {
                continue;
            }
            let mut shell = Command::new("sh");
            shell.args(["-c", line]).current_dir(&here).env("PATH", &path);
            let output = shell.env("HUARONG_DATA_DIR", here.path().join("tables")).output();
            let output = output.unwrap();
            assert!(output.status.success(), "{line}: {}", text(&output.stderr));
            ran += 1;
        }
    }
    assert!(ran > 20, "{ran} examples");
}
