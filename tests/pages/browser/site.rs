//! The pages without a server: files on a host, and the WebAssembly module.

use super::board::hurry;
use super::page::Page;
use super::studio::scene_with_refusals;
use super::{LONE, PAGES};
use crate::common::{START, skipped, text};
use crate::serving::files::Host;
use crate::site::Site;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The folder of the site; `None` if the module is not built.
static FILES: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let module = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("huarong.wasm");
    let module = fs::read(module).ok()?;
    // The files are there until the tests end.
    let site: &'static Site = Box::leak(Box::new(Site::with(&module, &[])));
    Some(site.path())
});

/// Plays on the site in a folder of a host, if the module is built.
fn on_site(play: impl AsyncFnOnce(&Page, &Host)) {
    on_site_in("/games/huarong", &[], play);
}

/// The same in any folder, where the host is expected to have no file at some paths.
fn on_site_in(folder: &'static str, absent: &[&str], play: impl AsyncFnOnce(&Page, &Host)) {
    match &*FILES {
        Some(files) => {
            let host = Host::start(files.clone(), folder);
            scene_with_refusals(absent, async |page| {
                page.visit(Some(host.url("/")));
                play(page, &host).await;
            });
        }
        None => skipped("it needs the WebAssembly module: scripts/wasm builds it"),
    }
}

/// Opens a page of the site and waits for something on it.
async fn open(page: &Page, host: &Host, path: &str, awaited: &str) {
    page.client.goto(&host.url(path)).await.expect("the page is there");
    page.wait_for(awaited).await;
}

/// What a host that compresses by Brotli sends.
#[test]
#[ignore = "long: it needs the WebAssembly module"]
fn the_module_has_at_most_500_kb_compressed() {
    let Some(files) = &*FILES else { return skipped("it needs the WebAssembly module") };
    let script = "const { readFileSync, readdirSync } = require('fs');
        const [name] = readdirSync(process.argv[1]).filter((name) => name.endsWith('.wasm'));
        console.log(require('zlib').brotliCompressSync(readFileSync(`${process.argv[1]}/${name}`)).length)";
    let measured =
        Command::new("node").args(["-e", script]).arg(files).output().expect("node runs");
    let bytes: u64 = text(&measured.stdout).trim().parse().expect("a number of bytes");
    assert!((400_000..=500_000).contains(&bytes), "{bytes} bytes");
}

#[test]
#[ignore = "long: a scene in a browser"]
fn every_page_works_without_a_server() {
    on_site(async |page, host| {
        for (path, awaited) in PAGES {
            open(page, host, path, awaited).await;
        }
        open(page, host, "/print?list=classics&without=letters", "img.qr").await;
        let drawn = "return document.querySelector('img.qr').naturalWidth > 0";
        page.until("the tab has drawn a code", drawn, &[]).await;
    });
}

/// The answers of the module are on the page: distances, a solution, and pictures.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_tab_plays_without_a_server() {
    on_site(async |page, host| {
        let path = format!("/position?p={START}");
        open(page, host, &path, "#board svg").await;
        page.wait_for_position(START).await;
        // Pages lead to others without loading anew.
        page.js("window.still = true").await;
        page.click("header nav a[href$='/atlas']").await;
        page.wait_for("tr[data-set]").await;
        page.client.back().await.unwrap();
        page.wait_for_position(START).await;
        assert_eq!(page.js("return window.still").await, true);
        let address = page.client.current_url().await.unwrap();
        assert!(address.path().starts_with("/games/huarong/position"), "{address}");
    });
}

/// The pack of levels with doors is part of the site, and the module knows their solutions.
#[test]
#[ignore = "long: a scene in a browser"]
fn levels_with_doors_are_played_without_a_server() {
    on_site(async |page, host| {
        open(page, host, "/packs", "#doors-pack .pack-tile:nth-child(1)").await;
        assert_eq!(page.count("#doors-pack .pack-tile").await, 40);
        open(page, host, "/puzzles/doors-20?pack=doors", "#board [data-door]").await;
        page.wait_for_text("#fewest", "12").await;
        page.click("#hint").await;
        page.wait_for("#board .ghost").await;
        hurry(page).await;
        page.click("#play").await;
        page.wait_for("#solved:not([hidden])").await;
        assert_eq!(page.count("#board [data-piece]").await, 0, "all have left");
    });
}

/// An address without a file says so in the language of the visitor, and leads to the board.
#[test]
#[ignore = "long: a scene in a browser"]
fn an_unknown_address_of_a_site_has_a_page() {
    on_site_in("", &["/no/such/page"], async |page, host| {
        for (language, said) in [("en", "Page not found"), ("hans", "找不到页面")] {
            open(page, host, "/openings", "a.opening").await;
            let keep = "localStorage.setItem('huarong.language', JSON.stringify(arguments[0]))";
            page.js_with(keep, vec![json!(language)]).await;
            open(page, host, "/no/such/page", ".notice h1").await;
            page.wait_for_text("main h1", said).await;
            page.click(".notice a").await;
            page.wait_for("#board svg").await;
        }
    });
}

/// The second visit needs no network.
#[test]
#[ignore = "long: a scene in a browser"]
fn the_site_works_offline() {
    on_site(async |page, host| {
        open(page, host, &format!("/position?p={LONE}"), "#board svg").await;
        let ready = "return navigator.serviceWorker.ready.then(() => true)";
        assert_eq!(page.js(ready).await, true);
        open(page, host, &format!("/position?p={LONE}"), "#board svg").await;
        page.cut_off(true);
        open(page, host, &format!("/position?p={LONE}"), "#board svg").await;
        open(page, host, "/openings", "a.opening").await;
        page.cut_off(false);
    });
}
