//! The sessions in the README and on the pages are what the program prints.

use crate::common::Tables;

/// Runs the commands of all sessions of a page; how many there are.
fn run_sessions(page: &str) -> usize {
    let blocks = page.split("```console\n").skip(1);
    let sessions = blocks.map(|block| block.split("```").next().unwrap());
    let tables = Tables::none();
    let mut commands = 0;
    for session in sessions {
        for command in session.split("$ huarong ").skip(1) {
            let (arguments, printed) = command.split_once('\n').unwrap();
            let arguments: Vec<&str> = arguments.split_whitespace().collect();
            let output = tables.run(&arguments).arg("--quiet").output().unwrap();
            let told = [output.stdout, output.stderr].concat();
            assert_eq!(String::from_utf8(told).unwrap(), printed, "huarong {arguments:?}");
            commands += 1;
        }
    }
    commands
}

#[test]
fn the_sessions_are_real() {
    assert_eq!(run_sessions(include_str!("../../README.md")), 17);
    assert_eq!(run_sessions(include_str!("../../reports/xiangqi.md")), 5);
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
