//! The library without the program builds none of the crates that only the program uses.

use std::collections::BTreeSet;
use std::process::Command;

/// What the core of the library is built on. A new crate belongs to a feature instead.
const CORE: [&str; 12] = [
    "bitvec",
    "miniz_oxide",
    "num-bigint",
    "rand",
    "rayon",
    "smallvec",
    "strsim",
    "thiserror",
    "toml",
    "unicode-width",
    "xxhash-rust",
    "zerocopy",
];

/// The names of the crates that are built with some arguments of `cargo tree`, the library itself left out.
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

#[test]
fn the_core_needs_twelve_crates() {
    let direct = crates(&["--no-default-features", "--depth", "1"]);
    assert_eq!(direct, CORE.map(str::to_owned).into());
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
