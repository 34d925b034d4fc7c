//! Every page can be used by everybody: names, contrast, narrow windows.

use super::page::Page;
use super::studio::{scene, scene_with_refusals};
use super::{NARROW, PAGES, WIDE, brightness};
use serde_json::json;
use std::fs;

/// Pages with messages: what is missing, wrong or finished.
const MESSAGES: [(&str, &str); 15] = [
    ("/position?p=VSS./V.../..../.BB./.BB.", "#solved:not([hidden])"),
    ("/position?p=nobody", ".notice"),
    ("/editor?p=BB../BB../..../..../....", "#notations dd"),
    ("/editor?p=SSSS/SBBS/SBBS/SSSS/SSSS", "#editor-message.bad"),
    ("/map?p=VBBV/VBBV/VHHV/VSSV/....", ".notice"),
    ("/atlas/1h4v4s?p=heng-dao-li-ma", "#marked-component"),
    ("/atlas/1h4v4s?p=nobody", ".notice"),
    ("/openings?q=zzz", ".notice:not([hidden])"),
    ("/atlas/9h9v9s", ".notice"),
    ("/puzzles?q=zzz", ".notice:not([hidden])"),
    ("/puzzles/no-such-thing", ".notice"),
    ("/puzzles/rush?board=AAo", ".notice"),
    ("/puzzles/editor?id=gnome-agatka", ".puzzle-preview svg"),
    ("/puzzles/dads?p=DE.B/BFCC/BBHH/AAII/AAGG", "#moves li, .notice"),
    (
        "/generator?set=1h4v4s&metric=finger&from=500&to=600&count=2&seed=1",
        "#generator-error:not(:empty)",
    ),
];

/// Addresses with a text of visitors at the place of TEXT, and an element that shows the text.
const WITH_TEXT: [(&str, &str); 19] = [
    ("/position?p=TEXT", ".notice"),
    ("/position?pack=TEXT", "#unknown"),
    ("/position?pack=daily&date=TEXT", "#moves li"),
    ("/openings/TEXT", ".notice"),
    ("/puzzles/TEXT", ".notice"),
    ("/map?p=TEXT", ".notice"),
    ("/editor?p=TEXT", "#paste-error:not(:empty)"),
    ("/atlas/TEXT", ".notice"),
    ("/generator?set=TEXT", ".notice"),
    ("/puzzles/rush?board=TEXT", ".notice"),
    ("/puzzles/editor?id=TEXT", ".notice"),
    ("/puzzles/design?pieces=TEXT&board=3x3", "#design-error"),
    ("/puzzles/design?pieces=big&board=TEXT", "#design-error"),
    ("/puzzles", ".own-puzzles h2"),
    ("/print?list=first-steps&title=TEXT", ".sheet h2"),
    ("/puzzles/mine?name=TEXT", "h1"),
    ("/print?list=mine", ".sheet h3"),
    ("/games?game=TEXT", ".notice"),
    ("/gomoku?moves=TEXT", "#gomoku-trouble p"),
];

/// What the server refuses on these pages.
const REFUSED: [&str; 6] = [
    "/api/v1/position",
    "/api/v1/map",
    "/api/v1/component",
    "/api/v1/sets/",
    "/api/v1/sample",
    "/api/v1/puzzle",
];

/// Elements without names, and references that lead nowhere.
const UNNAMED: &str = "const found = [];
    const name = e => (e.getAttribute('aria-label') || e.getAttribute('title') || e.textContent.trim()
        || [...(e.labels ?? [])].map(l => l.textContent.trim()).join('')
        || (e.getAttribute('aria-labelledby') ?? '').split(' ').map(id => document.getElementById(id)?.textContent ?? '').join('')
        || e.querySelector('img')?.alt || e.querySelector('svg [aria-label], svg title')?.textContent || '');
    for (const e of document.querySelectorAll('a, button, [role=button]')) if (!name(e)) found.push('no name: ' + e.outerHTML.slice(0, 120));
    for (const e of document.querySelectorAll('input:not([type=hidden]), select, textarea')) {
        const own = e.getAttribute('aria-label') || e.getAttribute('title') || e.getAttribute('aria-labelledby') || [...e.labels].length;
        if (!own) found.push('no label: ' + e.outerHTML.slice(0, 120));
    }
    for (const e of document.querySelectorAll('img:not([alt])')) found.push('no alt: ' + e.outerHTML.slice(0, 120));
    const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
    for (const id of new Set(ids)) if (ids.filter(i => i === id).length > 1) found.push('id twice: ' + id);
    if (document.querySelectorAll('h1').length !== 1) found.push('headings h1: ' + document.querySelectorAll('h1').length);
    for (const e of document.querySelectorAll('[style]')) if (!e.style.length) found.push('empty style: ' + e.outerHTML.slice(0, 120));
    for (const e of document.querySelectorAll('[aria-labelledby], [aria-describedby], [for]')) {
        for (const a of ['aria-labelledby', 'aria-describedby', 'for']) for (const id of (e.getAttribute(a) ?? '').split(' ').filter(Boolean))
            if (!document.getElementById(id)) found.push(a + ' leads nowhere: ' + id);
    }
    return found";

/// What axe-core finds to be hard to use for some people.
///
/// Rules of every standard and none, but for contrast of level AAA: the pages keep to level AA. Only the head of a long
/// list stays on the page: the rest is made by the same lines, and takes seconds. Style sheets are the same on all pages,
/// so that the first argument says whether they are checked as well.
const BARRIERS: &str = "const [preload, done] = arguments;
    const rules = axe.getRules().map(({ ruleId }) => [ruleId, { enabled: ruleId !== 'color-contrast-enhanced' }]);
    for (const kind of ['a.opening', 'a.puzzle-card', 'tr[data-set]']) {
        for (const one of [...document.querySelectorAll(kind)].slice(12)) (one.closest('li') ?? one).remove();
    }
    axe.run({ preload, resultTypes: ['violations'], rules: Object.fromEntries(rules) }).then(
        ({ violations, passes }) => done({ passes: passes.length, found: violations.flatMap(
            ({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 200)} ${node.failureSummary}`)) }),
        error => done({ error: String(error) }))";

/// What sticks out of a window: the width of the page, that of the window, and some elements.
const TOO_WIDE: &str = "const all = document.documentElement;
    const out = [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 0.5 && e.checkVisibility());
    return [all.scrollWidth, innerWidth, out.slice(0, 3).map(e => e.tagName + '#' + e.id + '.' + e.getAttribute('class'))]";

/// English words outside of what is marked as English.
const ENGLISH: &str = "return (() => {
    const main = document.querySelector('main').cloneNode(true);
    for (const marked of main.querySelectorAll('[lang=en]')) marked.remove();
    return main.innerText; })().match(/\\b(the|and|of|is|with|from)\\b/g) ?? []";

/// The languages of the pages: as the browser keeps them, and their tags.
const LANGUAGES: [(&str, &str); 3] = [("en", "en"), ("hant", "zh-Hant"), ("hans", "zh-Hans")];
const SCHEMES: [&str; 2] = ["light", "dark"];

/// The text of axe-core.
pub(super) fn axe() -> String {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/target/npm/node_modules/axe-core/axe.min.js");
    fs::read_to_string(file)
        .unwrap_or_else(|error| panic!("{file}: {error}: run scripts/npm, which installs it"))
}

/// The barriers that axe-core finds on a page, also in its style sheets if these are wanted.
pub(super) async fn barriers(page: &Page, axe: &str, with_styles: bool) -> Vec<String> {
    if page.js("return typeof axe === 'undefined'").await == true {
        page.js(axe).await;
    }
    let answer = page.client.execute_async(BARRIERS, vec![json!(with_styles)]).await;
    let answer = answer.expect("axe runs");
    assert!(answer["passes"].as_u64() > Some(20), "{answer}");
    crate::common::texts(&answer["found"])
}

/// A walk through pages in one language and colour scheme, and the faults found on the way.
struct Walk<'p> {
    page: &'p Page,
    language: &'static str,
    tag: &'static str,
    scheme: &'static str,
    axe: String,
    /// Number of pages checked.
    checked: usize,
    faults: Vec<String>,
}

impl<'p> Walk<'p> {
    async fn new(
        page: &'p Page,
        (language, tag): (&'static str, &'static str),
        scheme: &'static str,
    ) -> Self {
        page.prefer("prefers-color-scheme", scheme);
        Self { page, language, tag, scheme, axe: axe(), checked: 0, faults: Vec::new() }
    }

    /// Checks a page in a wide window and in a narrow one.
    async fn visit(&mut self, path: &str, awaited: &str) {
        let page = self.page;
        page.screen(WIDE);
        // What the scene before kept is gone, except for the language.
        let keep = "localStorage.clear();
            localStorage.setItem('huarong.language', JSON.stringify(arguments[0]))";
        page.js_with(keep, vec![json!(self.language)]).await;
        page.open(path, awaited).await;
        page.settle().await;
        let unnamed = crate::common::texts(&page.js(UNNAMED).await);
        self.note(path, unnamed);
        self.check(path).await;
        page.screen(NARROW);
        page.settle().await;
        page.picture(path, &format!("narrow {}", self.tag));
        let answer = page.js(TOO_WIDE).await;
        if answer[0].as_u64() > Some(NARROW[0].into()) || answer[1] != NARROW[0] {
            self.note(path, vec![format!("too wide: {answer}")]);
        }
    }

    fn note(&mut self, path: &str, found: Vec<String>) {
        let Self { tag, scheme, .. } = *self;
        self.faults.extend(found.iter().map(|one| format!("{tag} {scheme} {path}: {one}")));
    }

    /// Checks the language, the colours, and the barriers that axe-core finds.
    async fn check(&mut self, path: &str) {
        let (page, scheme) = (self.page, self.scheme);
        // Colours change gradually.
        let rests = "return document.getAnimations().every(one => one.playState !== 'running')";
        page.until("all is at rest", rests, &[]).await;
        page.picture(path, &format!("wide {} {scheme}", self.tag));
        assert_eq!(page.attribute("html", "lang").await.as_deref(), Some(self.tag), "{path}");
        if self.tag != "en" {
            assert_eq!(page.js(ENGLISH).await, json!([]), "{path}");
        }
        let [ground, ink] = [
            brightness(page, "html", "backgroundColor").await,
            brightness(page, "html", "color").await,
        ];
        let fits = match scheme {
            "dark" => ground < 0.25 && ink > 0.6,
            _ => ground > 0.7 && ink < 0.4,
        };
        assert!(fits, "{path}: {scheme} is {ground} and {ink}");
        let found = barriers(page, &self.axe, self.checked == 0).await;
        self.checked += 1;
        self.note(path, found);
    }

    fn end(self) {
        assert!(self.faults.is_empty(), "{:#?}", self.faults);
    }
}

/// Walks through pages in a language and a colour scheme.
async fn walk(
    page: &Page,
    pages: &[(&str, &str)],
    language: (&'static str, &'static str),
    scheme: &'static str,
) {
    let mut walk = Walk::new(page, language, scheme).await;
    for (path, awaited) in pages {
        walk.visit(path, awaited).await;
    }
    walk.end();
}

/// Walks in all languages and colour schemes but the first, which the short tests walk.
async fn walk_the_others(page: &Page, pages: &[(&str, &str)]) {
    for language in LANGUAGES {
        for scheme in SCHEMES {
            if (language, scheme) != (LANGUAGES[0], SCHEMES[0]) {
                walk(page, pages, language, scheme).await;
            }
        }
    }
}

#[test]
fn pages_of_the_family_are_for_everybody() {
    scene(async |page| walk(page, &PAGES[..8], LANGUAGES[0], SCHEMES[0]).await);
}

#[test]
#[ignore = "long: a scene in a browser"]
fn pages_of_puzzles_and_games_are_for_everybody() {
    scene(async |page| walk(page, &PAGES[8..], LANGUAGES[0], SCHEMES[0]).await);
}

/// A text of 3,000 letters in an address or in the name of a puzzle is broken into lines.
#[test]
#[ignore = "long: a scene in a browser"]
fn long_texts_make_no_page_wider() {
    let refused = ["/api/v1/"];
    scene_with_refusals(&refused, async |page| {
        let text = "W".repeat(3000);
        let file = format!(
            "name = \"{text}\"\nsource = \"{text}\"\nstart = \"\"\"\nAB\n.C\n\"\"\"\ngoal = \"\"\"\n.A\n..\n\"\"\"\n"
        );
        let keep = "localStorage.setItem('huarong.puzzles', JSON.stringify({ [arguments[0]]: arguments[1] }))";
        page.js_with(keep, vec![json!(text), json!(file)]).await;
        for size in [NARROW, WIDE] {
            page.screen(size);
            for (path, awaited) in WITH_TEXT {
                page.open(&path.replace("TEXT", &text), awaited).await;
                page.settle().await;
                let found = page.js(TOO_WIDE).await;
                assert!(found[0].as_u64() <= found[1].as_u64(), "{path}: {found}");
            }
        }
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn messages_are_for_everybody() {
    scene_with_refusals(&REFUSED, async |page| {
        walk(page, &MESSAGES, LANGUAGES[0], SCHEMES[0]).await;
    });
}

/// One page in every language and colour scheme; the long tests visit all pages.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_page_in_all_languages_and_colours_is_for_everybody() {
    scene(async |page| walk_the_others(page, &PAGES[..1]).await);
}

#[test]
#[ignore = "long: eight pages, five times"]
fn pages_of_the_family_in_all_languages_and_colours_are_for_everybody() {
    scene(async |page| walk_the_others(page, &PAGES[..8]).await);
}

#[test]
#[ignore = "long: eight pages, five times"]
fn pages_of_puzzles_and_games_in_all_languages_and_colours_are_for_everybody() {
    scene(async |page| walk_the_others(page, &PAGES[8..]).await);
}

#[test]
#[ignore = "long: fourteen pages, five times"]
fn messages_in_all_languages_and_colours_are_for_everybody() {
    scene_with_refusals(&REFUSED, async |page| walk_the_others(page, &MESSAGES).await);
}
