//! The map in ARCHITECTURE.md, held against the code: data flows one way.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders of the sources: each depends only on those before it.
const FOLDERS: [&str; 17] = [
    "effort",
    "grid",
    "graph",
    "numbering",
    "counting",
    "storage",
    "cluster",
    "table",
    "drawing",
    "export",
    "games",
    "sliding",
    "oracle",
    "report",
    "records",
    "server",
    "cli",
];

/// The same within `sliding`.
const SLIDING: [&str; 13] = [
    "rules",
    "puzzle_file",
    "interchange",
    "klotski",
    "space",
    "counts",
    "census",
    "search",
    "atlas",
    "analysis",
    "drawing",
    "notation",
    "library",
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All files of Rust below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    let rust = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rs");
    let mut rust_files: Vec<PathBuf> = files.into_iter().filter(rust).collect();
    for folder in folders {
        rust_files.extend(files_below(&folder));
    }
    rust_files
}

/// The names that stand behind `prefix` in the code of a file, comments left out.
fn names_behind(code: &str, prefix: &str) -> Vec<String> {
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut names = Vec::new();
    for line in lines {
        for (at, _) in line.match_indices(prefix) {
            // `super::rules` stands in `super::super::rules`, too, and `crate::` in no other word.
            let before = line[..at].chars().next_back();
            if before.is_some_and(|sign| sign.is_alphanumeric() || sign == '_' || sign == ':') {
                continue;
            }
            let rest = &line[at + prefix.len()..];
            let is_name = |sign: char| sign.is_alphanumeric() || sign == '_';
            let list = rest.strip_prefix('{').map(|list| list.split(',').collect::<Vec<_>>());
            for name in list.unwrap_or_else(|| vec![rest]) {
                let name = name.trim().split(|sign| !is_name(sign)).next().unwrap_or_default();
                names.push(name.to_owned());
            }
        }
    }
    names
}

/// Checks that code in one of some folders names only those that stand before it; how often it names any.
fn check(order: &[&str], own: &str, code: &str, prefixes: &[&str], file: &Path) -> usize {
    let place = |name: &str| order.iter().position(|folder| *folder == name);
    let own_place = place(own).unwrap_or_else(|| panic!("{own} has no place in the map"));
    let mut named = 0;
    for name in prefixes.iter().flat_map(|prefix| names_behind(code, prefix)) {
        if let Some(other) = place(&name) {
            named += 1;
            assert!(
                other <= own_place,
                "{}: {own} names {name}, which is above it",
                file.display()
            );
        }
    }
    named
}

#[test]
fn data_flows_one_way() {
    let source = source();
    let (mut of_folders, mut of_sliding) = (0, 0);
    for file in files_below(&source) {
        let code = fs::read_to_string(&file).unwrap();
        let path = file.strip_prefix(&source).unwrap().with_extension("");
        let path: Vec<&str> = path.iter().map(|part| part.to_str().unwrap()).collect();
        let [folder, rest @ ..] = &path[..] else { continue };
        if rest.is_empty() {
            // lib.rs and main.rs name all.
            assert!(["lib", "main"].contains(folder), "a loose file: {}", file.display());
            continue;
        }
        of_folders += check(&FOLDERS, folder, &code, &["crate::", "huarong::"], &file);
        let (&"sliding", [within, below @ ..]) = (folder, rest) else { continue };
        if *within == "mod" {
            continue;
        }
        // In these files `super` is `sliding`.
        let is_direct = below.is_empty() || below == ["mod"];
        let prefixes = ["crate::sliding::", "super::"];
        let prefixes = if is_direct { &prefixes[..] } else { &prefixes[..1] };
        of_sliding += check(&SLIDING, within, &code, prefixes, &file);
    }
    assert!(of_folders > 200 && of_sliding > 50, "{of_folders} and {of_sliding} names found");
}

#[test]
fn the_map_names_all_folders() {
    let map = fs::read_to_string(source().with_file_name("ARCHITECTURE.md")).unwrap();
    let folders = fs::read_dir(source()).unwrap().map(|entry| entry.unwrap());
    let folders = folders.filter(|entry| entry.path().is_dir());
    let mut found: Vec<String> =
        folders.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect();
    found.sort();
    let mut known = FOLDERS.to_vec();
    known.sort_unstable();
    assert_eq!(found, known);
    for folder in FOLDERS {
        assert!(map.contains(&format!("\n  {folder}/ ")), "{folder} is not in the map");
    }
    for within in SLIDING {
        let is_there = [format!("\n    {within}/ "), format!("\n    {within}.rs ")];
        assert!(is_there.iter().any(|line| map.contains(line)), "{within} is not in the map");
    }
}
