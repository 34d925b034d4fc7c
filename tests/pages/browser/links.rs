//! Links that pass on a puzzle or a game.

use super::page::Page;
use super::studio::{scene, scene_with_refusals};
use super::{AFTER_ONE, AFTER_TWO};
use crate::common::START;
use crate::serving::{address, shared};
use serde_json::{Value, json};

/// A puzzle whose goal is one move away.
const DOWN: &str =
    "name = \"Down\"\nstart = \"\"\"\nAAB\n...\n\"\"\"\ngoal = \"\"\"\n...\nAA.\n\"\"\"\n";

/// The address of a puzzle in a link, by RFC 1950 and RFC 4648 without compression.
pub(super) fn link_to(text: &str) -> String {
    let length = u16::try_from(text.len()).expect("a short text");
    let mut bytes = vec![0x78, 0x01, 0x01];
    bytes.extend(length.to_le_bytes());
    bytes.extend((!length).to_le_bytes());
    bytes.extend(text.bytes());
    let (a, b) = text.bytes().fold((1_u32, 0_u32), |(a, b), byte| {
        let a = (a + u32::from(byte)) % 65_521;
        (a, (b + a) % 65_521)
    });
    bytes.extend((b << 16 | a).to_be_bytes());
    let alphabet: Vec<char> =
        ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['-', '_']).collect();
    let code: String = bytes
        .chunks(3)
        .flat_map(|group| {
            let bits =
                (0..3).fold(0, |bits, at| bits << 8 | usize::from(*group.get(at).unwrap_or(&0)));
            let signs = [18, 12, 6, 0].map(|shift| alphabet[bits >> shift & 63]);
            signs.into_iter().take(group.len() + 1)
        })
        .collect();
    format!("/puzzles/shared?text={code}")
}

/// Presses a button, and returns the link that it copies.
pub(super) async fn copied(page: &Page) -> String {
    page.js("window.copied = null;
        navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        .await;
    page.click("#share").await;
    let link = page.until("it is copied", "return window.copied", &[]).await;
    page.wait_for_text("#live", "Link copied.").await;
    link.as_str().expect("a text").to_owned()
}

/// Opens a link as another visitor, who has never been here.
pub(super) async fn open_elsewhere(page: &Page, link: &str) {
    page.js("localStorage.clear(); sessionStorage.clear()").await;
    // The history keeps the game of an address that is opened again.
    page.go("/api/v1/about").await;
    page.client.goto(link).await.expect("the page is there");
}

async fn is_visible(page: &Page, selector: &str) -> bool {
    let visible = "return document.querySelector(arguments[0]).checkVisibility()";
    page.js_with(visible, vec![json!(selector)]).await == true
}

#[test]
#[ignore = "long: a scene in a browser"]
fn links_pass_on_the_puzzle_or_the_game() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        page.wait_for_position(START).await;
        assert!(!is_visible(page, "#share-game").await, "no moves yet");
        assert_eq!(page.count("#share-sheet").await, 0, "this browser has none");
        page.drag([0, 4], [1.0, 0.0], false).await;
        page.wait_for_position(AFTER_ONE).await;
        page.drag([1, 4], [1.0, 0.0], false).await;
        page.wait_for_position(AFTER_TWO).await;
        page.click("#undo").await;
        page.wait_for_position(AFTER_ONE).await;
        let puzzle = copied(page).await;
        page.click("label:has(#share-game)").await;
        let game = copied(page).await;
        for (link, position, is_game) in [(puzzle, START, false), (game, AFTER_ONE, true)] {
            open_elsewhere(page, &link).await;
            page.wait_for("#moves li").await;
            page.wait_for_position(position).await;
            let disabled = page.attribute("#redo", "disabled").await;
            assert_eq!(disabled.is_none(), is_game, "{link}");
            // The moves of somebody else are help.
            assert_eq!(is_visible(page, "#helped").await, is_game, "{link}");
            assert_eq!(page.count("#damaged").await, 0, "{link}");
        }
        page.click("#redo").await;
        page.wait_for_position(AFTER_TWO).await;
        page.wait_for_text("#counter", "2").await;
        page.click("#restart").await;
        page.wait_for_position(START).await;

        // Whatever moves a link lists, the page shows the start.
        for (moves, at) in
            [("04", "1"), ("zzzz", "1"), ("0414", "9"), ("0414", "x"), ("", "0"), ("0404", "1")]
        {
            page.js("localStorage.clear(); sessionStorage.clear()").await;
            let link = address("/position", &[("p", START), ("moves", moves), ("at", at)]);
            page.open(&link, "#moves li").await;
            page.wait_for_position(START).await;
            assert_eq!(page.made().await, ["0", "0", "0"], "{link}");
            assert_eq!(page.count("#damaged").await, 1, "{link}");
        }

        // A browser with a share sheet offers it.
        page.js("navigator.share = async ({ url }) => { window.shared = url; }").await;
        page.click("#pages a[href='/openings']").await;
        page.wait_for("a.opening").await;
        page.click("#pages a[href='/position']").await;
        page.wait_for("#share-sheet").await;
        page.click("#share-sheet").await;
        let link = page.until("it is shared", "return window.shared", &[]).await;
        assert!(link.as_str().unwrap().ends_with("/openings/heng-dao-li-ma"), "{link}");
    });
}

/// Where the pieces of a puzzle are.
async fn places(page: &Page) -> Vec<(String, i64, i64)> {
    let pieces = page.pieces().await.into_iter();
    let mut places: Vec<_> = pieces.map(|piece| (piece.shape, piece.column, piece.row)).collect();
    places.sort();
    places
}

/// A puzzle of the library has both links, too. That to the puzzle names no position.
#[test]
#[ignore = "long: a scene in a browser"]
fn links_pass_on_a_puzzle_of_the_library() {
    scene(async |page| {
        page.analyse().await;
        page.open("/puzzles/rush-card-03", "#moves li").await;
        let start = places(page).await;
        page.click("#moves li:first-child button").await;
        page.wait_for_text("#counter", "1").await;
        let after = places(page).await;
        let puzzle = copied(page).await;
        assert!(puzzle.ends_with("/puzzles/rush-card-03"), "{puzzle}");
        page.click("label:has(#share-game)").await;
        let game = copied(page).await;
        for (link, position, made) in [(puzzle, &start, "0"), (game, &after, "1")] {
            open_elsewhere(page, &link).await;
            page.wait_for("#moves li").await;
            page.wait_for_text("#counter", made).await;
            assert_eq!(places(page).await, *position, "{link}");
        }
        page.open("/puzzles/rush-card-03?p=nonsense", "#damaged").await;
        assert_eq!(places(page).await, start);
    });
}

/// The text of a puzzle is in its link: nobody keeps it before the visitor wants it.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_link_brings_a_puzzle_of_ones_own() {
    scene(async |page| {
        page.open("/puzzles/editor", ".puzzle-preview svg").await;
        page.set("#puzzle-text", DOWN).await;
        let offered = "return document.querySelector('#share').checkVisibility()";
        page.until("the link is offered", offered, &[]).await;
        let link = copied(page).await;
        for link in [link, shared().server.url(&link_to(DOWN))] {
            open_elsewhere(page, &link).await;
            page.wait_for_text("h1", "Down").await;
            page.wait_for("#moves li").await;
            page.drag([0, 0], [0.0, 1.0], false).await;
            page.wait_for("#solved:not([hidden])").await;
            let kept = "return [localStorage.getItem('huarong.puzzles'), localStorage.getItem('huarong.best')]";
            assert_eq!(page.js(kept).await, json!([null, null]));
            // The link is still the same, and its game is in a link, too.
            assert_eq!(copied(page).await, link);
            page.click("label:has(#share-game)").await;
            let game = copied(page).await;
            open_elsewhere(page, &game).await;
            page.wait_for("#counter").await;
            page.wait_for_text("#counter", "1").await;
        }
        page.click("#keep-puzzle").await;
        page.until("it is kept", "return location.pathname === '/puzzles/mine'", &[]).await;
        page.wait_for_text("#counter", "1").await;
        let kept = page.js("return JSON.parse(localStorage.getItem('huarong.puzzles'))").await;
        assert_eq!(kept, json!({ "Down": DOWN }));
        // What others get is its text, not its name here.
        let link = copied(page).await;
        assert!(link.contains("/puzzles/shared?text="), "{link}");
        // Another puzzle of this name gets a number.
        let other = DOWN.replace("AAB", "AA.");
        page.open(&link_to(&other), "#keep-puzzle").await;
        page.click("#keep-puzzle").await;
        page.wait_for_text("h1", "Down 2").await;
    });
}

/// The map of a puzzle in a link is the map of its page, and its link shows it to others, too.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_puzzle_in_a_link_has_a_map() {
    scene(async |page| {
        page.analyse().await;
        page.open(&link_to(DOWN), "#to-map:not([hidden])").await;
        page.click("#to-map").await;
        page.wait_for("#map[data-drawn]").await;
        let url = page.client.current_url().await.expect("an address");
        assert_eq!(url.path(), "/map");
        let code = link_to(DOWN).split_once('=').expect("a parameter").1.to_owned();
        assert!(url.query_pairs().any(|(key, value)| key == "text" && value == code), "{url}");
        let lines = page.attribute("#map", "data-drawn").await;
        open_elsewhere(page, &url.to_string()).await;
        page.wait_for("#map[data-drawn]").await;
        assert_eq!(page.attribute("#map", "data-drawn").await, lines);
        page.click("#chosen-open, a[href*='/puzzles/shared']").await;
        page.wait_for("#keep-puzzle").await;
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_damaged_link_is_said_in_every_language() {
    scene_with_refusals(&["/api/v1/puzzle"], async |page| {
        let whole = link_to(DOWN);
        let header = whole.replacen("text=eAE", "text=eQE", 1);
        assert_ne!(header, whole);
        // One letter of the text.
        let (before, after) = whole.split_at(60);
        let letter = if after.starts_with('A') { "B" } else { "A" };
        let changed = format!("{before}{letter}{}", &after[1..]);
        let shortened = &whole[..whole.len() - 4];
        for link in [&header, &changed, shortened, "/puzzles/shared?text=%C3%A9", "/puzzles/shared"]
        {
            page.open(link, ".notice h1").await;
            assert!(page.text(".notice p").await.starts_with("This link is damaged"), "{link}");
            assert_eq!(page.attributes(".notice a", "href").await, ["/puzzles"]);
        }
        for (language, said) in [("hant", "連結已損壞"), ("hans", "链接已损坏")] {
            let choose = "localStorage.setItem('huarong.language', JSON.stringify(arguments[0]))";
            page.js_with(choose, vec![json!(language)]).await;
            for page_of in ["/puzzles/shared", "/puzzles/editor"] {
                page.open(&shortened.replace("/puzzles/shared", page_of), ".notice h1").await;
                assert!(page.text(".notice p").await.contains(said), "{language}");
            }
        }
        assert_eq!(page.js("return localStorage.getItem('huarong.puzzles')").await, Value::Null);
    });
}

/// An address with a name that does not exist says so, and leads to what exists.
#[test]
#[ignore = "long: a scene in a browser"]
fn unknown_names_in_addresses_are_said() {
    scene_with_refusals(&["/api/v1/"], async |page| {
        for (path, said, list) in [
            ("/position?pack=nope", "No pack is called “nope”.", "/packs"),
            ("/puzzles/dads?pack=nope", "No pack is called “nope”.", "/packs"),
            ("/generator?set=nope", "No piece set is called “nope”.", "/atlas"),
            ("/openings?set=nope", "No piece set is called “nope”.", "/atlas"),
            ("/games?game=nope", "No game is called “nope”.", "/games"),
            ("/atlas/9h9v9s", "9h9v9s", "/atlas"),
            ("/puzzles/editor?id=nope", "No puzzle is called “nope”.", "/puzzles"),
            (
                "/puzzles/editor?name=nope",
                "No puzzle in this browser is called “nope”.",
                "/puzzles",
            ),
            ("/puzzles/mine?name=nope", "No puzzle in this browser is called “nope”.", "/puzzles"),
            ("/map?name=nope", "No puzzle in this browser is called “nope”.", "/puzzles"),
            ("/map?p=nope", "“nope” is neither a position", "/openings"),
        ] {
            page.open(path, ".notice a").await;
            assert!(page.text(".notice").await.contains(said), "{path}");
            assert_eq!(page.attributes(".notice a", "href").await, [list], "{path}");
            assert_eq!(page.count(".notice:not([hidden])").await, 1, "{path}");
        }
        for known in ["/position?pack=classics", "/position?pack=easy", "/games?game=3,3,3"] {
            page.open(known, "h1").await;
            page.settle().await;
            assert_eq!(page.count("#unknown").await, 0, "{known}");
        }
    });
}
