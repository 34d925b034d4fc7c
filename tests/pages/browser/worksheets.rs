//! Worksheets on paper.

use super::links::open_elsewhere;
use super::page::Page;
use super::studio::{scene, scene_with_refusals};
use super::{NARROW, WIDE, api};
use crate::serving::address;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// The answers of the last pages: the heading, and the moves.
async fn answers(page: &Page) -> Vec<(String, Vec<String>)> {
    let script = "return [...document.querySelectorAll('.sheet.key ol:not(.answer) > li')].map((item) => [
        item.querySelector('h3').innerText, [...item.querySelectorAll('.answer li')].map((move) => move.innerText)])";
    serde_json::from_value(page.js(script).await).expect("headings with moves")
}

/// Makes the moves of an answer on a grid of letters, without passing through other pieces. Returns the last grid.
fn replay(start: &str, moves: &[String]) -> String {
    let mut grid: Vec<Vec<char>> = start.split('/').map(|row| row.chars().collect()).collect();
    for made in moves {
        let mut signs = made.chars();
        let letter = signs.next().expect("a letter");
        for arrow in signs {
            let (right, down) = match arrow {
                '→' => (1, 0),
                '←' => (-1, 0),
                '↓' => (0, 1),
                '↑' => (0, -1),
                other => panic!("{other} in {made}"),
            };
            let cells: Vec<(usize, usize)> = (0..grid.len())
                .flat_map(|y| (0..grid[y].len()).map(move |x| (x, y)))
                .filter(|&(x, y)| grid[y][x] == letter)
                .collect();
            assert!(!cells.is_empty(), "{made}");
            for &(x, y) in &cells {
                grid[y][x] = '.';
            }
            for (x, y) in cells {
                let (x, y) = (x.wrapping_add_signed(right), y.wrapping_add_signed(down));
                assert_eq!(std::mem::replace(&mut grid[y][x], letter), '.', "{made}");
            }
        }
    }
    let rows = grid.into_iter().map(|row| row.into_iter().collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

/// The letters of an opening: the big piece is A, the others follow in reading order.
fn lettered(position: &str) -> String {
    let rows: Vec<Vec<char>> = position.split('/').map(|row| row.chars().collect()).collect();
    let mut letters = BTreeMap::new();
    let mut next = 'B';
    for (y, row) in rows.iter().enumerate() {
        for (x, sign) in row.iter().enumerate() {
            let shape: &[(usize, usize)] = match sign {
                'B' => &[(0, 0), (1, 0), (0, 1), (1, 1)],
                'H' => &[(0, 0), (1, 0)],
                'V' => &[(0, 0), (0, 1)],
                'S' => &[(0, 0)],
                _ => continue,
            };
            if letters.contains_key(&(x, y)) {
                continue;
            }
            let letter = if shape.len() == 4 { 'A' } else { next };
            if shape.len() < 4 {
                next = char::from(next as u8 + 1);
            }
            letters.extend(shape.iter().map(|(right, down)| ((x + right, y + down), letter)));
        }
    }
    let row = |y| (0..4).map(|x| *letters.get(&(x, y)).unwrap_or(&'.')).collect::<String>();
    (0..5).map(row).collect::<Vec<_>>().join("/")
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_pack_becomes_a_worksheet_with_answers() {
    scene(async |page| {
        page.open("/packs", "#classics-pack").await;
        page.click("#classics-pack a[href='/print?list=classics']").await;
        page.wait_for(".sheet.key li:nth-child(4) .answer").await;
        assert_eq!(page.count(".sheet:not(.key)").await, 1);
        assert_eq!(page.text(".sheet h2").await, "Classics");
        let openings = api("openings", &[]);
        let openings = openings["openings"].as_array().unwrap();
        let chosen = page.attributes(".sheet-choice input:checked", "data-id").await;
        let answers = answers(page).await;
        assert_eq!((chosen.len(), answers.len()), (4, 4));
        for (slug, (name, moves)) in chosen.iter().zip(&answers) {
            let opening = openings.iter().find(|one| one["slug"] == **slug).unwrap();
            assert_eq!(json!(moves.len()), opening["distance"]["finger"], "{name}");
            let end = replay(&lettered(opening["position"].as_str().unwrap()), moves);
            let rows: Vec<&str> = end.split('/').collect();
            assert_eq!([&rows[3][1..3], &rows[4][1..3]], ["AA", "AA"], "{name}: {end}");
        }
        // Every choice is on the sheets, and in the address.
        page.click("label[for=sheet-qr]").await;
        page.wait_for(".sheet .qr").await;
        page.click("label[for=sheet-address]").await;
        page.wait_for(".sheet-address").await;
        page.set("#sheet-per-page", "2").await;
        page.until(
            "two pages",
            "return document.querySelectorAll('.sheet:not(.key)').length === 2",
            &[],
        )
        .await;
        page.click("label[for=sheet-key]").await;
        page.until("no answers", "return document.querySelector('.sheet.key') === null", &[]).await;
        page.client.refresh().await.unwrap();
        page.wait_for(".sheet .qr").await;
        assert_eq!(page.count(".sheet").await, 2);
        assert_eq!(page.count(".sheet-puzzle").await, 4);
        assert!(page.text(".sheet-address").await.contains("/position?p="));
        page.settle().await;
    });
}

/// Puzzles of the library with the letters of their files; on paper there are only the sheets.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_worksheet_is_chosen_and_printed() {
    scene(async |page| {
        page.open("/puzzles?q=rush-card", "a.puzzle-card").await;
        page.click("a[href='/print?list=puzzles&q=rush-card']").await;
        page.wait_for(".sheet-choice input").await;
        for id in ["rush-card-03", "rush-card-05"] {
            page.click(&format!("label:has(> [data-id='{id}'])")).await;
        }
        page.wait_for(".sheet.key li:nth-child(2) .answer").await;
        for (id, (_, moves)) in
            ["rush-card-03", "rush-card-05"].into_iter().zip(answers(page).await)
        {
            let puzzle = api("puzzle", &[("id", id)]);
            let published = &puzzle["published"][0]["moves"];
            assert_eq!(&Value::from(moves.len()), published, "{id}");
            let end = replay(puzzle["start"].as_str().unwrap(), &moves);
            assert!(end.split('/').any(|row| row.ends_with("XX")), "{id}: {end}");
        }
        assert!(page.text(".sheet header").await.contains("Cars move only"));
        page.send_command("Emulation.setEmulatedMedia", json!({ "media": "print" }));
        let seen =
            "return [...document.querySelectorAll('.bar, .foot, h1, .sheet-settings, .sheet')]
            .filter((one) => one.checkVisibility()).map((one) => one.className)";
        assert_eq!(page.js(seen).await, json!(["sheet a4", "sheet key a4"]));
        // Paper less its margins. A sheet needs room for what a printer rounds.
        for (paper, height) in [("a4", 297.0 - 24.0), ("letter", 279.4 - 24.0)] {
            page.set("#sheet-paper", paper).await;
            page.wait_for(&format!(".sheet.{paper}")).await;
            let script = "return document.querySelector('.sheet').getBoundingClientRect().height * 25.4 / 96";
            let found = page.js(script).await.as_f64().unwrap();
            assert!((0.5..2.0).contains(&(height - found)), "{paper}: {found} mm");
        }
        page.send_command("Emulation.setEmulatedMedia", json!({ "media": "" }));
    });
}

/// Prints two sheets of every kind, and counts the pages of the PDF.
#[test]
#[ignore = "long: a scene in a browser"]
fn every_sheet_is_one_page() {
    scene(async |page| {
        let openings = api("openings", &[]);
        let openings = openings["openings"].as_array().unwrap().iter();
        let slugs: Vec<&str> = openings.filter_map(|one| one["slug"].as_str()).take(24).collect();
        for (paper, size) in [("a4", [8.27, 11.69]), ("letter", [8.5, 11.0])] {
            for per in [1, 2, 4, 6, 12] {
                for without in ["key,patterns", "key,patterns,qr,address"] {
                    let chosen = slugs[..2 * per].join(",");
                    let per = per.to_string();
                    let parameters = [
                        ("list", "openings"),
                        ("choose", &chosen),
                        ("paper", paper),
                        ("per", &per),
                    ];
                    let asked =
                        address("/print", &[&parameters[..], &[("without", without)]].concat());
                    page.open(&asked, ".sheet:nth-of-type(2) .puzzle-picture").await;
                    page.settle().await;
                    let pages = printed_pages(page, size).await;
                    assert_eq!(pages, 2, "{per} on {paper} without {without}");
                }
            }
        }
    });
}

/// The number of pages that a browser prints.
async fn printed_pages(page: &Page, size: [f64; 2]) -> u64 {
    let parameters = json!({
        "preferCSSPageSize": true, "paperWidth": size[0], "paperHeight": size[1],
    });
    let pdf = page.send_command("Page.printToPDF", parameters);
    let count = "return atob(arguments[0]).match(/\\/Type \\/Page\\n/g).length";
    page.js_with(count, vec![pdf["data"].clone()]).await.as_u64().unwrap()
}

/// One tap draws a set. Its link gives the same boards to everybody, and its sheet is one page with lines to write on.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_class_has_one_link_and_one_sheet() {
    scene(async |page| {
        page.open("/packs", ".lead a[href='/class']").await;
        page.click(".lead a[href='/class']").await;
        page.wait_for(".class-code .qr[src]").await;
        let boards = page.attributes(".class-set a.puzzle-card", "href").await;
        let link = page.attribute(".class-code a", "href").await.unwrap();
        let shown = page.client.current_url().await.unwrap();
        assert_eq!(link, shown.to_string());
        assert!(link.contains("/class?count=6&from=3&to=12&seed="), "{link}");
        // Straight moves from 3 to 12, as evenly as they can be.
        for (href, moves) in boards.iter().zip([3, 5, 7, 8, 10, 12]) {
            let board = href.strip_prefix("/puzzles/rush?board=").unwrap();
            let (board, _) = board.split_once("&class=").unwrap();
            let found = api("puzzle/position", &[("board", board)]);
            assert_eq!(found["distance"]["straight"], moves, "{href}");
        }
        assert_eq!(boards.iter().collect::<BTreeSet<_>>().len(), 6);
        open_elsewhere(page, &link).await;
        page.wait_for(".class-set a.puzzle-card").await;
        assert_eq!(page.attributes(".class-set a.puzzle-card", "href").await, boards);
        for (size, name) in [(WIDE, "wide"), (NARROW, "narrow")] {
            page.screen(size);
            page.settle().await;
            page.picture("/class", name);
        }
        page.screen(WIDE);
        // A puzzle of the set leads back to it.
        page.click(".class-set li:nth-child(2) a").await;
        page.wait_for("#moves li").await;
        let back =
            "return document.querySelector('#next').getAttribute('href').startsWith('/class?')";
        page.until("it leads back", back, &[]).await;
        page.click("#next").await;
        page.wait_for(".class-set a.puzzle-card").await;
        assert_eq!(page.attributes(".class-set a.puzzle-card", "href").await, boards);
        // Other numbers draw another set.
        page.set("#class-count", "12").await;
        page.set("#class-to", "20").await;
        page.click("#class-new").await;
        let many = "return document.querySelectorAll('.class-set a.puzzle-card').length === 12
            && new URL(location.href).searchParams.get('seed') !== null";
        page.until("twelve puzzles", many, &[]).await;

        for (language, lines) in [
            ("en", ["Class", "Number", "Name", "My moves"]),
            ("hant", ["班級", "座號", "姓名", "我的步數"]),
            ("hans", ["班级", "座号", "姓名", "我的步数"]),
        ] {
            let keep = "localStorage.setItem('huarong.language', JSON.stringify(arguments[0]))";
            page.js_with(keep, vec![json!(language)]).await;
            page.client.goto(&link).await.unwrap();
            page.click(".class-set a[href^='/print']").await;
            page.wait_for(".sheet.key li:nth-child(6) .answer").await;
            page.wait_for(".sheet header .qr[src]").await;
            let written = "return [...document.querySelectorAll('.sheet-line')].map((line) => line.textContent)";
            let written: Vec<String> = serde_json::from_value(page.js(written).await).unwrap();
            assert_eq!(written[..3], lines[..3]);
            assert_eq!(written[3..], vec![lines[3]; 6]);
            // Sheets and answers: a page each. Every code and address on it needs more room.
            for (paper, size) in [("a4", [8.27, 11.69]), ("letter", [8.5, 11.0])] {
                page.set("#sheet-paper", paper).await;
                page.wait_for(&format!(".sheet.{paper}.key li:nth-child(6) .answer")).await;
                assert_eq!(printed_pages(page, size).await, 2, "{paper} in {language}");
                for option in ["qr", "address"] {
                    page.click(&format!("label[for=sheet-{option}]")).await;
                }
                page.wait_for(".sheet-foot .qr[src]").await;
                page.wait_for(".sheet.key li:nth-child(6) .answer").await;
                page.picture("/print-class", &format!("{paper} {language}"));
                assert_eq!(printed_pages(page, size).await, 2, "{paper} with codes in {language}");
                for option in ["qr", "address"] {
                    page.click(&format!("label[for=sheet-{option}]")).await;
                }
            }
            // The address has the whole sheet.
            page.client.refresh().await.unwrap();
            page.wait_for(".sheet.letter .sheet-puzzle:nth-child(6)").await;
            assert_eq!(page.count(".sheet-line").await, 9);
        }
        // An address from before has no lines.
        page.open("/print?list=first-steps&without=nothing", ".sheet-puzzle").await;
        assert_eq!(page.count(".sheet-line, .sheet header .qr").await, 0);
    });
}

/// What the page for orders finds is a set with one link, which has the puzzles itself: nobody searches for them again.
#[test]
#[ignore = "long: a scene in a browser"]
fn designed_puzzles_become_a_set() {
    scene(async |page| {
        let order =
            [("pieces", "L 2..3domino"), ("board", "4x3"), ("count", "3"), ("metric", "unit")];
        let found = api("design", &order);
        let mut moves: Vec<u64> = found["puzzles"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["distance"].as_u64().unwrap())
            .collect();
        moves.sort_unstable();
        page.open(&address("/puzzles/design", &order), "#design-set").await;
        page.click("#design-set").await;
        page.wait_for(".class-code .qr[src]").await;
        assert_eq!(page.count(".class-set form").await, 0);
        let link = page.attribute(".class-code a", "href").await.unwrap();
        open_elsewhere(page, &link).await;
        page.wait_for(".class-code .qr[src]").await;
        let shown = "return [...document.querySelectorAll('.card-set')].map((card) => parseInt(card.textContent))";
        assert_eq!(page.js(shown).await, json!(moves));
        page.click(".class-set li:nth-child(2) a").await;
        page.wait_for_text("#distance-unit", &moves[1].to_string()).await;
        assert_eq!(page.count("#from-link").await, 0, "results of a set are kept");
        page.click("#next[href^='/class?text=']").await;
        page.click(".class-set a[href^='/print']").await;
        page.wait_for(".sheet.key li:nth-child(3) .answer").await;
        page.wait_for(".sheet header .qr[src]").await;
        assert_eq!(
            json!(answers(page).await.iter().map(|(_, moves)| moves.len()).collect::<Vec<_>>()),
            json!(moves)
        );
        for (paper, size) in [("a4", [8.27, 11.69]), ("letter", [8.5, 11.0])] {
            page.set("#sheet-paper", paper).await;
            page.wait_for(&format!(".sheet.{paper}.key li:nth-child(3) .answer")).await;
            assert_eq!(printed_pages(page, size).await, 2, "{paper}");
        }
    });
    scene_with_refusals(&[], async |page| {
        page.open("/class?text=eJwr", ".notice").await;
    });
}
