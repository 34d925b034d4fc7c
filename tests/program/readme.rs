//! Tests of the README and the pages in `docs`: sessions, links and the table of contents.

use crate::common::Tables;
use std::fs;
use std::path::{Path, PathBuf};

/// Sorted paths of the Markdown files below a folder.
///
/// Cargo runs tests in the root of the project, so relative paths work.
fn markdown_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(markdown_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Runs all commands of the sessions in a page, and compares their output. `name` is for error
/// messages.
fn run_sessions(name: &str, page: &str) {
    let blocks = page.split("```console\n").skip(1);
    let sessions = blocks.map(|block| block.split("```").next().unwrap());
    let tables = Tables::none();
    let mut commands = 0;
    for session in sessions {
        for command in session.split("$ huarong ").skip(1) {
            let (pipe, printed) = command.split_once('\n').unwrap();
            let mut reported = Vec::new();
            for arguments in pipe.split(" | huarong ") {
                let arguments: Vec<&str> = arguments.split_whitespace().collect();
                let mut run = tables.run(&arguments);
                let output = run.arg("--quiet").write_stdin(reported).output().unwrap();
                reported = [output.stdout, output.stderr].concat();
            }
            assert_eq!(String::from_utf8(reported).unwrap(), printed, "{name}: huarong {pipe}");
            commands += 1;
        }
    }
    let prompts = page.lines().filter(|line| line.starts_with("$ ")).count();
    assert!(
        commands == prompts && prompts > 0,
        "{name}: {commands} of {prompts} commands were run"
    );
}

#[test]
fn the_sessions_of_the_readme_are_real() {
    run_sessions("README.md", include_str!("../../README.md"));
}

#[test]
#[ignore = "long: dozens of commands"]
fn the_sessions_of_the_book_are_real() {
    let mut pages = vec![PathBuf::from("reports/xiangqi.md")];
    pages.extend(markdown_files(Path::new("docs")));
    let mut with_sessions = 0;
    for path in pages {
        let page = fs::read_to_string(&path).unwrap();
        if page.contains("```console\n") {
            run_sessions(&path.display().to_string(), &page);
            with_sessions += 1;
        }
    }
    assert!(with_sessions > 10, "{with_sessions} pages with sessions");
}

#[test]
fn the_notations_are_written_as_in_the_table() {
    let page = include_str!("../../docs/reference/notations.md");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
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

/// Every link from a page to a file of the project leads to an existing file. The part after `#` is
/// not checked.
#[test]
fn what_is_linked_to_is_there() {
    let names = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "reports/README.md",
        "reports/xiangqi.md",
    ];
    let mut pages: Vec<PathBuf> = names.iter().map(PathBuf::from).collect();
    pages.extend(markdown_files(Path::new("docs")));
    let mut links = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let folder = page.parent().expect("a page is in a folder");
        for (target, _) in text.split("](").skip(1).filter_map(|rest| rest.split_once(')')) {
            let file = target.split('#').next().unwrap();
            if file.contains("://") || file.is_empty() {
                continue;
            }
            links += 1;
            let linked = folder.join(file);
            assert!(linked.exists(), "{} links to {target}", page.display());
        }
    }
    assert!(links > 100, "{links} links");
}

/// Every path in the map of the code exists. A path of a crate leaves out `crates` and `src`, as the page says.
#[test]
fn the_map_of_the_code_names_what_is_there() {
    let page = fs::read_to_string("ARCHITECTURE.md").unwrap();
    let (before, rest) = page.split_once("```\n").expect("the folders");
    let (folders, after) = rest.split_once("```\n").expect("the end of the folders");
    let mut named = 0;
    let mut check = |path: &str, is_there: bool| {
        named += 1;
        assert!(is_there, "ARCHITECTURE.md names {path}");
    };
    for part in [before, after].into_iter().flat_map(|text| text.split('`').skip(1).step_by(2)) {
        if !part.contains('/') || part.contains([' ', ':']) {
            continue;
        }
        let (first, of_crate) = part.split_once('/').unwrap();
        let in_crate = Path::new("crates").join(first).join("src").join(of_crate);
        let places = [part.into(), in_crate, Path::new("src").join(part)];
        check(part, places.iter().any(|place| place.exists()));
    }
    let mut folder = Path::new("");
    for line in folders.lines() {
        let is_inside = line.starts_with("  ");
        for name in line.split_whitespace().take_while(|word| word.ends_with('/')) {
            let path = if is_inside { folder.join(name) } else { name.into() };
            check(name, path.is_dir());
            if !is_inside {
                folder = Path::new(name);
            }
        }
    }
    assert!(named > 100, "{named} paths");
}

/// The page of the HTTP API names every path of its OpenAPI description.
#[test]
fn the_page_of_the_api_names_every_address() {
    let page = fs::read_to_string("docs/reference/http-api.md").unwrap();
    let description = fs::read_to_string("crates/pages/src/server/openapi.json").unwrap();
    let description: serde_json::Value = serde_json::from_str(&description).unwrap();
    let addresses = description["paths"].as_object().expect("addresses");
    assert!(addresses.len() > 10);
    for address in addresses.keys() {
        let fixed = address.split('{').next().unwrap();
        assert!(page.contains(&format!("`{fixed}")), "http-api.md does not name {address}");
    }
}

/// The table of contents of the book lists every page in `docs`.
#[test]
fn the_book_lists_every_page() {
    let summary = fs::read_to_string("docs/SUMMARY.md").unwrap();
    for page in markdown_files(Path::new("docs")) {
        let name = page.strip_prefix("docs").unwrap().display().to_string();
        let link = format!("]({name})");
        assert!(name == "SUMMARY.md" || summary.contains(&link), "SUMMARY.md does not list {name}");
    }
}
