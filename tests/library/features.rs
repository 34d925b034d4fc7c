//! The library without the program builds none of the crates that only the program uses.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The names of the crates that `cargo tree` lists with some arguments, without the library itself.
fn crates(arguments: &[&str]) -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["tree", "--locked", "--offline", "--edges", "normal", "--prefix", "none"]);
    let output = cargo.args(["--format", "{p}"]).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    let names = lines.lines().filter_map(|line| line.split_whitespace().next());
    names.filter(|&name| name != "huarong").map(str::to_owned).collect()
}

/// The sources that are compiled without any feature.
fn library_sources(folder: &Path) -> String {
    let mut code = String::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if ["cli", "json", "main.rs", "server"].contains(&name) {
            continue;
        }
        if path.is_dir() {
            code += &library_sources(&path);
        } else if name.ends_with(".rs") {
            code += &fs::read_to_string(&path).unwrap();
        }
    }
    code
}

/// The number of crates matches the documentation of the library, and none is used only by the
/// program. One of them is for x86-64 only.
#[test]
fn the_core_needs_thirteen_crates() {
    let direct = crates(&["--no-default-features", "--depth", "1"]);
    assert_eq!(direct.len(), 12 + usize::from(cfg!(target_arch = "x86_64")), "{direct:?}");
    let code = library_sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    for name in &direct {
        let path = format!("{}::", name.replace('-', "_"));
        assert!(code.contains(&path), "only the program uses {name}");
    }
}

#[test]
fn the_library_with_all_that_is_for_it_needs_no_crate_of_the_program() {
    let features = "census,disk,drawing,formats,games,parquet,serde";
    let all = crates(&["--no-default-features", "--features", features]);
    for name in ["anyhow", "clap", "indicatif", "serde_json", "sysinfo", "tokio"] {
        assert!(!all.contains(name), "{name}");
    }
    assert!(all.contains("parquet"));
}

#[test]
fn the_program_without_the_server_needs_no_crate_of_the_server() {
    let all = crates(&["--no-default-features", "--features", "cli"]);
    for name in ["axum", "hyper", "hyper-util", "open", "rust-embed", "tokio", "tower"] {
        assert!(!all.contains(name), "{name}");
    }
    assert!(all.contains("clap"));
}

/// The public modules of the library without the feature `internals`.
const PUBLIC: [&str; 8] =
    ["analysis", "census", "formats", "games", "notation", "puzzle", "search", "tables"];

/// The examples are compiled with `internals`, like all tests. So this test checks the module paths
/// in them and in README.md.
#[test]
fn examples_use_public_paths_only() {
    let texts = [
        include_str!("../../examples/hint.rs"),
        include_str!("../../examples/levels.rs"),
        include_str!("../../examples/own_board.rs"),
        include_str!("../../examples/own_game.rs"),
        include_str!("../../examples/tables_on_disk.rs"),
        include_str!("../../examples/threads.rs"),
        include_str!("../../README.md"),
    ];
    for text in texts {
        let paths: Vec<&str> = text.split("huarong::").skip(1).collect();
        assert!(!paths.is_empty(), "{text}");
        for path in paths {
            let name: String = path.chars().take_while(|sign| sign.is_alphanumeric()).collect();
            let is_module = name.starts_with(|first: char| first.is_lowercase());
            assert!(!is_module || PUBLIC.contains(&&name[..]), "{name}");
        }
    }
}
