//! The sessions in the README and on the pages are what the program prints.

use crate::common::Tables;
use std::path::Path;

/// Runs the commands of all sessions of a page: as many as lines of it show a prompt.
fn run_sessions(page: &str) {
    let blocks = page.split("```console\n").skip(1);
    let sessions = blocks.map(|block| block.split("```").next().unwrap());
    let tables = Tables::none();
    let mut commands = 0;
    for session in sessions {
        for command in session.split("$ huarong ").skip(1) {
            let (pipe, printed) = command.split_once('\n').unwrap();
            let mut told = Vec::new();
            for arguments in pipe.split(" | huarong ") {
                let arguments: Vec<&str> = arguments.split_whitespace().collect();
                let mut run = tables.run(&arguments);
                let output = run.arg("--quiet").write_stdin(told).output().unwrap();
                told = [output.stdout, output.stderr].concat();
            }
            assert_eq!(String::from_utf8(told).unwrap(), printed, "huarong {pipe}");
            commands += 1;
        }
    }
    let prompts = page.lines().filter(|line| line.starts_with("$ ")).count();
    assert!(commands == prompts && prompts > 0, "{commands} of {prompts} commands were run");
}

#[test]
fn the_sessions_are_real() {
    run_sessions(include_str!("../../README.md"));
    run_sessions(include_str!("../../reports/xiangqi.md"));
    run_sessions(include_str!("../../docs/export.md"));
}

#[test]
fn the_notations_are_written_as_in_the_table() {
    let rows = include_str!("../../README.md").lines().filter(|line| line.starts_with("| `"));
    let tables = Tables::none();
    let mut checked = 0;
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [name, text] = [cells[1], cells[2]].map(|cell| cell.trim_matches('`'));
        if !["grid", "letters", "paper-array", "paper-value", "code36"].contains(&name) {
            continue;
        }
        assert_eq!(
            tables.output(&["convert", "橫刀立馬", "--to", name]).trim_end(),
            text,
            "{name}"
        );
        checked += 1;
    }
    assert_eq!(checked, 5);
}

/// What a page of the project links to within it is there.
#[test]
fn what_is_linked_to_is_there() {
    // Cargo runs tests in the project's root.
    let pages = [
        ("README.md", include_str!("../../README.md")),
        ("ARCHITECTURE.md", include_str!("../../ARCHITECTURE.md")),
        ("reports/README.md", include_str!("../../reports/README.md")),
        ("reports/xiangqi.md", include_str!("../../reports/xiangqi.md")),
    ];
    let mut links = 0;
    for (page, text) in pages {
        let folder = Path::new(page).parent().expect("a page is in a folder");
        for (target, _) in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
            if !target.contains("://") && !target.starts_with('#') {
                links += 1;
                assert!(folder.join(target).exists(), "{page} links to {target}");
            }
        }
    }
    assert!(links > 10, "{links} links");
}
