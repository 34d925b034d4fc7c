//! The project around the program: the Makefile, the scripts, and the package.

use crate::common::text;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The output of a command, which must succeed.
fn printed(command: &mut Command) -> String {
    let output = command.current_dir(ROOT).output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}: {output:?}");
    text(&output.stdout)
}

/// All files below a directory whose names have an ending.
fn files(directory: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.to_str().expect("a name in UTF-8").ends_with(ending) {
            found.push(path);
        }
    }
}

/// `make`, independent of a `make` that runs this test.
fn make(arguments: &[&str]) -> Command {
    let mut make = Command::new("make");
    make.args(arguments).env_remove("MAKEFLAGS").env_remove("MAKELEVEL");
    make
}

/// Only Cargo knows where it leaves the program: `CARGO_TARGET_DIR` and `.cargo/config.toml` can
/// name other directories than `target`.
#[test]
fn no_command_expects_the_program_in_one_place() {
    for target in ["run", "report", "verify"] {
        let mut make = make(&["--dry-run", target]);
        let commands = printed(make.env("CARGO_TARGET_DIR", "/elsewhere"));
        assert!(commands.contains("cargo run --release"), "{commands}");
        assert!(!commands.contains("target/"), "{commands}");
    }
    let mut scripts = vec![Path::new(ROOT).join("Makefile")];
    files(&Path::new(ROOT).join("scripts"), "", &mut scripts);
    assert!(scripts.len() > 10, "{scripts:?}");
    for script in scripts {
        let text = fs::read_to_string(&script).unwrap();
        for profile in ["target/release", "target/debug"] {
            assert!(!text.contains(profile), "{profile} in {}", script.display());
        }
    }
}

/// `make run` compares with the published lists, and does not write them.
#[test]
fn what_is_published_is_compared_and_not_written() {
    let commands = printed(&mut make(&["--dry-run", "run"]));
    assert_eq!(
        commands.lines().last().map(|line| line.ends_with(" verify --published")),
        Some(true)
    );
    assert!(!commands.contains("checksums"), "{commands}");
}

/// A path without `..` in it.
fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, component| {
        match component {
            Component::ParentDir => assert!(plain.pop(), "{}", path.display()),
            other => plain.push(other),
        }
        plain
    })
}

/// The quoted texts that directly follow some words.
fn quoted_after<'t>(text: &'t str, words: &str) -> Vec<&'t str> {
    let found = text.split(words).skip(1);
    found.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split('"').next()).collect()
}

/// The files that a source file includes at compile time.
fn read_by(source: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(source).unwrap();
    let here = source.parent().expect("a directory");
    let words = ["include_str!(", "include_bytes!("];
    let found = words.into_iter().flat_map(|words| quoted_after(&text, words));
    found.map(|path| plain(&here.join(path))).collect()
}

/// The source distribution of the Python package has the files of the root, too. The page that describes the package
/// must not have the name of one of them: maturin would take the other page.
#[test]
fn the_python_package_has_a_page_of_its_own() {
    let package = Path::new(ROOT).join("python");
    let settings = fs::read_to_string(package.join("pyproject.toml")).unwrap();
    let [page] = quoted_after(&settings, "\nreadme =")[..] else { panic!("{settings}") };
    assert!(package.join(page).is_file(), "{page}");
    assert!(!Path::new(ROOT).join(page).exists(), "{page}");
}

/// The Python package is a user of the library: it names `huarong` alone, and none of its hidden modules.
#[test]
fn the_python_package_uses_public_paths_only() {
    let package = Path::new(ROOT).join("python");
    let manifest = fs::read_to_string(package.join("Cargo.toml")).unwrap();
    let members = manifest.lines().filter(|line| line.starts_with("huarong"));
    assert_eq!(
        members.map(|line| line.split(' ').next().unwrap()).collect::<Vec<_>>(),
        ["huarong"]
    );
    let mut sources = Vec::new();
    files(&package.join("src"), ".rs", &mut sources);
    for source in sources {
        let code = fs::read_to_string(&source).unwrap();
        for path in code.split("huarong::").skip(1) {
            assert!(!path.starts_with("cli"), "{}: huarong::{path:.40}", source.display());
        }
    }
}

/// The package of each crate has the files that its sources include. `scripts/package` compiles the packages.
#[test]
fn the_packages_have_whatever_their_sources_read() {
    let members = fs::read_dir(Path::new(ROOT).join("crates")).unwrap();
    let members = members.map(|member| member.unwrap().path());
    let mut read = 0;
    for package in members.chain([Path::new(ROOT).to_owned()]) {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["package", "--list", "--allow-dirty", "--offline"]);
        let listed = printed(cargo.arg("--manifest-path").arg(package.join("Cargo.toml")));
        let listed: BTreeSet<PathBuf> = listed.lines().map(|path| package.join(path)).collect();
        let mut sources = Vec::new();
        files(&package.join("src"), ".rs", &mut sources);
        for source in sources {
            for path in read_by(&source) {
                read += 1;
                assert!(listed.contains(&path), "{} is in no package", path.display());
            }
            assert!(listed.contains(&source), "{} is in no package", source.display());
        }
    }
    assert!(read > 8, "{read}");
}

/// A release names its version in several files.
#[test]
fn all_files_name_the_same_version() {
    let version = env!("CARGO_PKG_VERSION");
    let read = |file: &str| fs::read_to_string(Path::new(ROOT).join(file)).unwrap();
    let heading = format!("\n## {version} - ");
    let changes = read("CHANGELOG.md");
    let (_, section) = changes.split_once(&heading).expect("a section of this version");
    let date = section.lines().next().unwrap();
    for (file, words) in [
        ("CITATION.cff", format!("\nversion: {version}\ndate-released: {date}\n")),
        (".zenodo.json", format!("\"version\": \"{version}\"")),
        ("README.md", format!("version = \"={version}\"")),
        ("src/lib.rs", format!("`huarong-core = \"={version}\"`")),
        ("fuzz/Cargo.lock", format!("name = \"huarong\"\nversion = \"{version}\"")),
        ("docs/how-to/cite.md", format!("version = {{{version}}}")),
        ("docs/reference/methods.md", format!("huarong {version} computes")),
        ("docs/how-to/install.md", format!("`huarong-{version}-x86_64-unknown-linux-musl.tar.gz`")),
        ("docs/how-to/install.md", format!("`huarong_{version}-1_amd64.deb`")),
        ("docs/how-to/install.md", format!("pip install huarong-{version}-cp310-abi3-")),
        ("docs/how-to/install.md", format!("git checkout v{version}")),
    ] {
        assert!(read(file).contains(&words), "{file} does not have {words:?}");
    }
    // The other members of the workspace take the version from the root.
    let root = read("Cargo.toml");
    let own = root.matches(&format!("\", version = \"={version}\" }}")).count();
    assert_eq!(own, fs::read_dir(Path::new(ROOT).join("crates")).unwrap().count());
}
