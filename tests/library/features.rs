//! The library without the program builds none of the crates that only the program uses.

use std::collections::BTreeSet;
use std::process::Command;

/// What the library itself is built on, on Linux. A new crate of the program's belongs to a feature instead.
#[cfg(target_os = "linux")]
const CRATES: [&str; 26] = [
    "anstream",
    "anstyle",
    "bitvec",
    "blake3",
    "csv",
    "include_dir",
    "memmap2",
    "miniz_oxide",
    "num-bigint",
    "num-integer",
    "rand",
    "rayon",
    "roxmltree",
    "rustix",
    "serde",
    "smallvec",
    "strsim",
    "svg",
    "tempfile",
    "textwrap",
    "thiserror",
    "toml",
    "unicode-normalization",
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

#[cfg(target_os = "linux")]
#[test]
fn the_library_alone_needs_no_crate_of_the_program() {
    let direct = crates(&["--no-default-features", "--depth", "1"]);
    assert_eq!(direct, CRATES.map(str::to_owned).into());

    let optional = include_str!("../../Cargo.toml").split("\"dep:").skip(1);
    let optional: BTreeSet<&str> = optional.map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(["clap", "serde_json", "tokio"].iter().all(|name| optional.contains(name)));
    let all = crates(&["--no-default-features"]);
    let shared: Vec<&str> = optional.into_iter().filter(|&name| all.contains(name)).collect();
    assert_eq!(shared, ["itoa", "libc"], "which csv and memmap2 bring");
}

#[test]
fn the_program_without_the_server_needs_no_crate_of_the_server() {
    let all = crates(&["--no-default-features", "--features", "cli"]);
    for name in ["axum", "hyper", "hyper-util", "open", "rust-embed", "tokio", "tower"] {
        assert!(!all.contains(name), "{name}");
    }
    assert!(all.contains("clap"));
}
