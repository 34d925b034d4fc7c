//! The pages without a server: files on a host, and the WebAssembly module.

use super::board::hurry;
use super::page::Page;
use super::studio::scene_with_refusals;
use super::{LONE, PAGES};
use crate::common::{START, Tables, skipped, text};
use crate::serving::files::Host;
use crate::site::Site;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

/// The folder of the site; `None` if a module is not built.
static FILES: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let [module, design] = ["huarong.wasm", "huarong-design.wasm"]
        .map(|name| Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name(name));
    if !design.exists() {
        return None;
    }
    let more = ["--design-module", design.to_str()?];
    // The files are there until the tests end.
    let site: &'static Site = Box::leak(Box::new(Site::with(&fs::read(module).ok()?, &more)));
    Some(site.path())
});
const NEEDS_MODULES: &str =
    "it needs both WebAssembly modules: scripts/wasm and scripts/wasm design build them";

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
        None => skipped(NEEDS_MODULES),
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
    let Some(files) = &*FILES else { return skipped(NEEDS_MODULES) };
    let script = "const { readFileSync, readdirSync } = require('fs');
        const [name] = readdirSync(process.argv[1]).filter((name) => /^huarong-.*wasm$/.test(name));
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

/// The number of moves and the start of each puzzle that `huarong design` prints for an order.
fn designed(order: &str) -> Value {
    let arguments: Vec<&str> =
        ["design", "--format", "json"].into_iter().chain(order.split('|')).collect();
    let rows = Tables::none().output(&arguments);
    let rows = rows.lines().map(|row| serde_json::from_str::<Value>(row).expect("a row is JSON"));
    rows.map(|row| json!([row["distance"], row["start"]])).collect()
}

/// The same of the puzzles on the page, which are in the links to play them.
const SHOWN: &str = r#"return Promise.all([...document.querySelectorAll('.puzzle-card')].map(async (card) => {
    const code = new URL(card.querySelector('a').href).searchParams.get('text');
    const packed = Uint8Array.from(atob(code.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    const text = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))).text();
    const [, , start] = /^start = ('''|""")\n([^]*?)\n\1/m.exec(text);
    return [parseInt(card.querySelector('.card-name').textContent), start.replaceAll('\n', '/')];
}))"#;

/// The page of designs finds what the command prints.
#[test]
#[ignore = "long: a scene in a browser"]
fn puzzles_to_order_are_found_without_a_server() {
    let orders = [
        (
            "pieces=big+1..2domino+2small&board=4x3&metric=unit&count=4",
            "--pieces|big 1..2domino 2small|--board|4x3|--metric|unit|--count|4",
        ),
        (
            "pieces=corner+1..2domino+small&board=..%23./..../....&count=2&minimal=true",
            "--pieces|corner 1..2domino small|--board|..#./..../....|--count|2|--minimal",
        ),
        (
            "pieces=big+2h+2v+2small&board=4x5&goal=..../..../..../.XX./.XX.&distance=..30&count=1",
            "--pieces|big 2h 2v 2small|--board|4x5|--goal|..../..../..../.XX./.XX.|--distance|..30|--count|1",
        ),
        ("rush=5x5&from=4&to=16&count=4", "--rush|5x5|--from|4|--to|16|--count|4"),
        ("rush=4x4&car_lengths=2&count=2", "--rush|4x4|--car-lengths|2|--count|2|--tries|20000"),
        ("rush=4x4&max_walls=1&count=2&seed=3", "--rush|4x4|--max-walls|1|--count|2|--seed|3"),
    ];
    on_site(async |page, host| {
        for (asked, order) in orders {
            let wanted = designed(order);
            assert_ne!(wanted, json!([]), "{order}");
            open(page, host, &format!("/puzzles/design?{asked}"), "#design-found").await;
            assert_eq!(page.js(SHOWN).await, wanted, "{order}");
        }
        page.click("#design-set").await;
        page.wait_for(".class-code .qr[src]").await;
        page.click(".class-set li a").await;
        page.wait_for("#board svg").await;
    });
}

/// A search that would take long can be stopped, and another one follows. An order that is wrong or too large says so.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_search_for_puzzles_is_stopped_without_a_server() {
    on_site(async |page, host| {
        open(page, host, "/puzzles", "a[href$='/puzzles/design']").await;
        page.click("a[href$='/puzzles/design']").await;
        let order = async |pieces: &str, board: &str, awaited: &str| {
            page.wait_for("#design-form").await;
            page.set("#design-pieces", pieces).await;
            page.set("#design-board", board).await;
            page.click("#design-find").await;
            page.wait_for(awaited).await;
        };
        order("T 0..9domino 0..3corner", "5x5", "#search-stop").await;
        let counts = "const [said] = document.querySelectorAll('#design-results p');
            return / [0-9,]+ \\/ [0-9,]+$/.test(said.textContent)";
        page.until("the search shows its progress", counts, &[]).await;
        page.click("#search-stop").await;
        page.wait_for_text("#search-ended", "The search was stopped.").await;
        order("corner 2domino", "3x3", "#design-found").await;
        assert_eq!(page.js(SHOWN).await, designed("--pieces|corner 2domino|--board|3x3|--count|1"));
        order("dog", "3x3", "#design-error").await;
        order("big 9..40small", "9x9", "#search-ended").await;
    });
}
