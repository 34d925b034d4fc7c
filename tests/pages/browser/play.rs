//! Playing first: own solutions and help, packs, the puzzle of the day, progress, links to pass on.

use super::board::page_of;
use super::driver::Key;
use super::page::Page;
use super::studio::scene;
use super::{AFTER_ONE, LONE, NARROW, WIDE, api};
use crate::common::START;
use crate::serving::address;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const VISIBLE: &str = "return document.querySelector(arguments[0])?.checkVisibility() ?? false";

async fn is_visible(page: &Page, selector: &str) -> bool {
    page.js_with(VISIBLE, vec![json!(selector)]).await == json!(true)
}

async fn wait_until_visible(page: &Page, selector: &str) {
    page.until(&format!("{selector} is visible"), VISIBLE, &[json!(selector)]).await;
}

async fn kept_results(page: &Page) -> Value {
    page.js("return JSON.parse(localStorage.getItem('huarong.best'))").await
}

/// A parameter of the present address.
async fn parameter(page: &Page, name: &str) -> Option<String> {
    let url = page.client.current_url().await.unwrap();
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

async fn finger_distance(position: &str) -> u64 {
    api("position", &[("p", position)])["distance"]["finger"].as_u64().unwrap()
}

/// The finger distances of the solvable openings, which are not at their goal.
fn openings() -> Vec<(u64, String)> {
    let all = api("openings", &[])["openings"].as_array().unwrap().clone();
    let one = |opening: &Value| {
        let distance = opening["distance"]["finger"].as_u64()?;
        Some((distance, opening["position"].as_str().unwrap().to_owned()))
    };
    all.iter().filter_map(one).filter(|(distance, _)| *distance > 0).collect()
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_first_visit_starts_with_an_easy_puzzle_and_one_sentence() {
    scene(async |page| {
        page.open("/", "#moves li").await;
        let (least, _) = openings().into_iter().min().unwrap();
        page.wait_for_text("#fewest", &least.to_string()).await;
        page.wait_for_text("#counter", "0").await;
        page.wait_for_text("h1", "First steps 1").await;
        let said = page.text(".intro").await;
        assert!(said.contains("Klotski is") && said.contains("exit"), "{said}");
        for button in ["undo", "restart", "hint", "play", "next"] {
            assert!(is_visible(page, &format!("#{button}")).await, "{button}");
        }
        let first = page.shown().await;
        page.click("#pages a[href='/position']").await;
        page.wait_for("#moves li").await;
        assert_eq!(page.shown().await, first, "the link of the bar stays with it");
        page.click("#next").await;
        page.wait_for_text("h1", "First steps 2").await;
        assert_eq!(parameter(page, "pack").await.as_deref(), Some("first-steps"));
    });
}

/// Distances, the list of moves, and what screen readers are told.
#[test]
#[ignore = "long: a scene in a browser"]
fn the_analysis_is_closed_at_first_and_stays_as_chosen() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        page.wait_for_position(START).await;
        for part in [".distances", "#moves", "#histogram", "#standing", "#step"] {
            assert!(!is_visible(page, part).await, "{part}");
        }
        page.drag([0, 4], [1.0, 0.0], false).await;
        page.wait_for_position(AFTER_ONE).await;
        page.wait_for_text("#live", "Small to column 2, row 5.").await;
        page.wait_for_text("#counter", "1").await;
        assert!(!is_visible(page, "#helped").await);
        page.click("#analysis summary").await;
        for part in [".distances", "#moves", "#helped"] {
            wait_until_visible(page, part).await;
        }
        // Its words are not those of the field.
        wait_until_visible(page, "#component-chart .here").await;
        let said = page.js("return document.querySelector('main').innerText").await;
        assert!(!said.as_str().unwrap().contains("component"), "{said}");
        page.client.refresh().await.unwrap();
        page.wait_for("#moves li").await;
        assert!(is_visible(page, "#moves").await);
        page.click("#analysis summary").await;
        page.until(
            "it is closed",
            "return !document.querySelector('#moves').checkVisibility()
                && localStorage.getItem('huarong.analysis') === 'false'",
            &[],
        )
        .await;
        page.client.refresh().await.unwrap();
        page.wait_for("#moves li").await;
        assert!(!is_visible(page, "#moves").await);
        assert!(is_visible(page, "#helped").await, "this attempt had help");
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_solution_with_help_is_not_ones_own() {
    scene(async |page| {
        for help in ["hint", "analysis", "solution", "list"] {
            page.js("localStorage.clear(); sessionStorage.clear()").await;
            page.open(&page_of(LONE), "#moves li").await;
            match help {
                "hint" => {
                    page.click("#hint").await;
                    page.wait_for("#board .ghost").await;
                }
                "solution" => {
                    page.click("#play").await;
                    page.wait_for("#solved:not([hidden])").await;
                    page.click("#undo").await;
                }
                _ => page.click("#analysis summary").await,
            }
            wait_until_visible(page, "#helped").await;
            if help == "list" {
                page.click("#moves li[data-effect=closer] button").await;
            } else {
                if help == "analysis" {
                    page.click("#analysis summary").await;
                }
                page.drag([1, 1], [0.0, 2.0], false).await;
            }
            page.wait_for("#solved:not([hidden])").await;
            let said = page.text("#solved").await;
            assert!(said.contains("You used help"), "{help}: {said}");
            assert_eq!(kept_results(page).await, Value::Null, "{help}");
            if help == "list" {
                page.click("#analysis summary").await;
            }

            // Undoing the moves does not undo the help; a new attempt does.
            if help == "hint" {
                page.click("#undo").await;
                page.drag([1, 1], [0.0, 2.0], false).await;
                page.wait_for("#solved:not([hidden])").await;
                assert_eq!(kept_results(page).await, Value::Null);
            }
            page.click("#restart").await;
            page.wait_for_position(LONE).await;
            assert!(!is_visible(page, "#helped").await, "{help}");
            page.drag([1, 1], [0.0, 2.0], false).await;
            page.wait_for("#solved:not([hidden])").await;
            let said = page.text("#solved").await;
            assert!(said.contains("Your best result"), "{help}: {said}");
            let wanted = json!({ LONE: { "unit": 2, "straight": 1, "finger": 1 } });
            assert_eq!(kept_results(page).await, wanted, "{help}");
        }
    });
}

/// In every window the board, the counter and the buttons are apart and in sight.
#[test]
#[ignore = "long: a scene in a browser"]
fn nothing_covers_the_board() {
    let boxes = "const box = (selector) => {
            const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
            return { left, right, top, bottom };
        };
        const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
        const board = box('#board');
        const faults = [];
        for (const other of [...arguments]) {
            const there = box(other);
            if (!apart(board, there)) faults.push(`${other} covers the board: ${JSON.stringify([board, there])}`);
            if (there.bottom > innerHeight + 1 || there.top < 0) faults.push(`${other} is cut: ${JSON.stringify(there)}`);
        }
        if (board.top < 0 || board.bottom > innerHeight) faults.push(`the board is cut: ${JSON.stringify(board)}`);
        return faults";
    scene(async |page| {
        for size in [[390, 844], [844, 390], [375, 667], [375, 553], NARROW, WIDE, [1920, 1080]] {
            page.screen(size);
            page.js("localStorage.clear(); sessionStorage.clear()").await;
            page.open("/", "#moves li").await;
            page.wait_for_text("h1", "First steps 1").await;
            page.settle().await;
            let around = vec![json!(".counters"), json!(".buttons"), json!(".intro")];
            assert_eq!(page.js_with(boxes, around).await, json!([]), "{size:?}");
            // The first opening is solved by one move down.
            page.client
                .execute("document.querySelector('[data-shape=B]').focus()", vec![])
                .await
                .unwrap();
            page.press(&[Key::Enter.into()]).await;
            page.press(&[Key::Down.into()]).await;
            page.wait_for("#solved:not([hidden])").await;
            let around = vec![json!(".counters"), json!(".buttons"), json!("#solved")];
            assert_eq!(page.js_with(boxes, around).await, json!([]), "{size:?}, solved");
        }
    });
}

/// On a phone, the slider for the speed of a demonstration is as wide as a finger needs, and nothing covers the exit.
#[test]
#[ignore = "long: a scene in a browser"]
fn a_finger_sets_the_speed() {
    scene(async |page| {
        page.screen(NARROW);
        for language in ["en", "hant", "hans"] {
            page.analyse().await;
            let keep = "localStorage.setItem('huarong.language', JSON.stringify(arguments[0]))";
            page.js_with(keep, vec![json!(language)]).await;
            page.open("/position", "#moves li").await;
            wait_until_visible(page, "#speed").await;
            page.click("#play").await;
            page.until(
                "it is shown",
                "return document.querySelector('#demo-count').textContent !== ''",
                &[],
            )
            .await;
            let wide = "return document.querySelector('#speed').getBoundingClientRect().width";
            let wide = page.js(wide).await.as_f64().unwrap();
            assert!(wide >= 120.0, "{wide} px in {language}");
            let apart = "const [board, controls] = ['#board', '.controls']
                    .map(selector => document.querySelector(selector).getBoundingClientRect());
                return board.bottom <= controls.top";
            assert_eq!(page.js(apart).await, true, "{language}");
        }
    });
}

/// Looks for the big piece with arrow keys, trying the keys in turn wherever the focus is.
#[test]
#[ignore = "long: a scene in a browser"]
fn the_first_puzzle_is_solved_by_keys_alone() {
    scene(async |page| {
        page.open("/packs", "#first-steps-pack").await;
        page.click("#first-steps-pack .button.primary").await;
        page.wait_for("#moves li").await;
        page.settle().await;
        page.tab_to_board().await;
        let mut presses = std::collections::BTreeMap::new();
        let is_big = "return document.activeElement?.dataset.shape === 'B'";
        while page.js(is_big).await != json!(true) {
            let tried: &mut usize = presses.entry(page.focused().await.to_string()).or_default();
            page.press(&[[Key::Right, Key::Down, Key::Left, Key::Up][*tried % 4].into()]).await;
            *tried += 1;
            assert!(presses.values().sum::<usize>() < 200, "{presses:?}");
        }
        // It is solved by one move down.
        page.press(&[Key::Enter.into()]).await;
        page.press(&[Key::Down.into()]).await;
        page.wait_for("#solved:not([hidden])").await;
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn the_board_is_few_tabs_away() {
    scene(async |page| {
        for path in ["/", "/position", "/position?pack=daily", "/puzzles/rush-card-29"] {
            page.open(path, "#moves li").await;
            page.settle().await;
            let mut tabs = 0;
            while page.focused().await.is_null() {
                page.press(&[Key::Tab.into()]).await;
                tabs += 1;
                assert!(tabs < 5, "{path}");
            }
        }
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn the_board_is_read_as_text() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        page.press(&['b']).await;
        let said = "const said = document.querySelector('#live').textContent;
            return said.includes('Big, column 2, row 1.') && said.includes('Empty: column 2, row 5; column 3, row 5.')
                && said.split('. ').length === 11";
        page.until("pieces and empty cells are read", said, &[]).await;
        page.drag([0, 4], [1.0, 0.0], false).await;
        page.wait_for_position(AFTER_ONE).await;
        page.click("#as-text summary").await;
        wait_until_visible(page, "#board-text").await;
        let text = page.text("#board-text").await;
        assert!(text.ends_with("Empty: column 1, row 5; column 3, row 5."), "{text}");
    });
}

/// Two visitors in different zones and languages, on the first and on the last hours of a date.
#[test]
#[ignore = "long: a scene in a browser"]
fn the_puzzle_of_the_day_is_the_same_for_everybody() {
    scene(async |page| {
        let mut seen = BTreeSet::new();
        for (zone, language) in [("Pacific/Kiritimati", "en"), ("America/Los_Angeles", "hans")] {
            page.send_command("Emulation.setTimezoneOverride", json!({ "timezoneId": zone }));
            page.js("localStorage.clear(); sessionStorage.clear()").await;
            let keep = "localStorage.setItem('huarong.language', JSON.stringify(arguments[0]))";
            page.js_with(keep, vec![json!(language)]).await;
            page.open("/position?pack=daily", "#moves li").await;
            let date = parameter(page, "date").await.unwrap();
            let now = page.js("return new Date().toISOString().slice(0, 10)").await;
            assert_eq!(json!(date), now, "in {zone}");
            seen.insert((date, page.shown().await));
        }
        page.send_command("Emulation.setTimezoneOverride", json!({ "timezoneId": "" }));
        assert_eq!(seen.len(), 1, "{seen:?}");

        // From a Monday to the next one.
        page.js("localStorage.clear()").await;
        let mut starts = BTreeSet::new();
        for (day, (least, most)) in (5..=12).zip([
            (13, 16),
            (16, 18),
            (19, 25),
            (26, 30),
            (31, 45),
            (46, 60),
            (61, 75),
            (13, 16),
        ]) {
            let date = format!("2026-01-{day:02}");
            let asked = address("/position", &[("pack", "daily"), ("date", &date)]);
            page.open(&asked, "#moves li").await;
            let start = page.shown().await;
            let distance = finger_distance(&start).await;
            assert!((least..=most).contains(&distance), "{date}: {distance}");
            assert!(start.split('/').next().unwrap().contains('B'), "{start}");
            page.wait_for_text("h1", &format!("Puzzle of January {day}, 2026")).await;
            starts.insert(start);
        }
        assert_eq!(starts.len(), 8, "{starts:?}");
    });
}

/// Days before 1970 have a puzzle, too; days that are still to come are refused in every language. What is no date stands
/// for today.
#[test]
#[ignore = "long: a scene in a browser"]
fn every_day_up_to_today_has_a_puzzle() {
    scene(async |page| {
        for (date, (least, most)) in [
            ("1969-12-29", (13, 16)),
            ("1969-12-31", (19, 25)),
            ("1888-08-05", (61, 75)),
            ("0001-01-01", (13, 16)),
        ] {
            let asked = address("/position", &[("pack", "daily"), ("date", date)]);
            page.open(&asked, "#moves li").await;
            let distance = finger_distance(&page.shown().await).await;
            assert!((least..=most).contains(&distance), "{date}: {distance}");
        }
        let tomorrow = "return new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)";
        let tomorrow = page.js(tomorrow).await.as_str().unwrap().to_owned();
        for date in [&*tomorrow, "2999-01-01"] {
            for (language, said) in [
                ("en", "at 00:00 UTC"),
                ("hant", "在當天 UTC 零時出現"),
                ("hans", "在当天 UTC 零时出现"),
            ] {
                let keep = "localStorage.setItem('huarong.language', JSON.stringify(arguments[0]))";
                page.js_with(keep, vec![json!(language)]).await;
                let asked = address("/position", &[("pack", "daily"), ("date", date)]);
                page.open(&asked, ".notice a[href='/packs']").await;
                let text = page.text(".notice p").await;
                assert!(text.contains(said), "{date}, {language}: {text}");
                assert_eq!(page.count("#board, .notice button").await, 0);
            }
        }
        page.js("localStorage.clear()").await;
        let today = page.js("return new Date().toISOString().slice(0, 10)").await;
        for date in ["nonsense", "2026-02-30", "-1", "99999-01-01"] {
            page.open(&address("/position", &[("pack", "daily"), ("date", date)]), "#moves li")
                .await;
            assert_eq!(
                parameter(page, "date").await.map(Value::from).as_ref(),
                Some(&today),
                "{date}"
            );
            assert!(page.text("h1").await.starts_with("Puzzle of "), "{date}");
        }
        // A position stays, whatever else its address says.
        let asked = [("p", LONE), ("pack", "daily"), ("date", "2999-01-01")];
        page.open(&address("/position", &asked), "#moves li").await;
        assert_eq!(page.shown().await, LONE);
        assert!(!page.text("h1").await.contains("2999"));
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn random_puzzles_have_the_chosen_difficulty() {
    scene(async |page| {
        for (level, range) in
            [("easy", 13..=18), ("medium", 19..=35), ("hard", 36..=60), ("expert", 61..=93)]
        {
            page.open("/packs", "#random a").await;
            page.click(&format!("#random a[data-level={level}]")).await;
            page.wait_for("#moves li").await;
            let first = page.shown().await;
            page.click("#next").await;
            page.until(
                "another one is drawn",
                "return new URL(location.href).searchParams.get('p') !== arguments[0]
                    && document.querySelector('#moves li') !== null",
                &[json!(first)],
            )
            .await;
            for start in [first, parameter(page, "p").await.unwrap()] {
                let distance = finger_distance(&start).await;
                assert!(range.contains(&distance), "{level}: {distance}");
            }
            assert_eq!(parameter(page, "pack").await.as_deref(), Some(level));
            // Loading the page again draws no other one.
            let drawn = page.shown().await;
            page.client.refresh().await.unwrap();
            page.wait_for("#moves li").await;
            assert_eq!(page.shown().await, drawn);
        }
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn packs_lead_from_easy_to_hard() {
    scene(async |page| {
        page.open("/packs", "#first-steps-pack").await;
        let openings = openings();
        let puzzles = api("puzzles", &[])["puzzles"].as_array().unwrap().clone();
        let ids: Vec<&str> = puzzles.iter().map(|one| one["id"].as_str().unwrap()).collect();
        let is_record = |id: &&&str| id.starts_with("rush-") && id[5..].contains('x');
        let is_rush = |id: &&&str| id.starts_with("rush-") && !is_record(id);
        for (pack, count) in [
            ("first-steps", openings.iter().filter(|(distance, _)| *distance <= 20).count()),
            ("hardest", 24),
            ("census", ids.iter().filter(|id| id.starts_with("census-")).count()),
            ("rush", ids.iter().filter(is_rush).count()),
            ("rush-records", ids.iter().filter(is_record).count()),
        ] {
            let tiles = page.count(&format!("#{pack}-pack .pack-tile")).await;
            assert_eq!(tiles as usize, count, "{pack}");
        }
        let classics = page.attributes("#classics-pack .pack-tile", "href").await;
        assert!(classics.len() >= 24, "{}", classics.len());

        page.click("#hardest-pack a.primary").await;
        let mut hardest = openings.clone();
        hardest.sort_unstable();
        let wanted: Vec<u64> =
            hardest.iter().rev().take(24).rev().map(|(distance, _)| *distance).collect();
        for wanted in &wanted[..3] {
            page.wait_for_text("#fewest", &wanted.to_string()).await;
            page.until("its pack is known", "return document.querySelector('.kicker a')", &[])
                .await;
            page.click("#next").await;
        }

        // After a puzzle of the library comes the next one of its pack, or of the list. The labels say which.
        for (path, order) in [
            ("/puzzles/rush-card-03?pack=rush", "Next: "),
            ("/puzzles/rush-card-03", "Next in the list: "),
            ("/puzzles/rush-card-03?pack=census", "Next in the list: "),
        ] {
            page.open(path, "#moves li").await;
            let said = "const text = document.querySelector('#next').getAttribute('aria-label');
                return text.startsWith(arguments[0]) && text";
            let label = page.until(path, said, &[json!(order)]).await;
            assert_eq!(page.text("#next").await, "Next");
            assert_eq!(json!(page.text("a[data-next]").await), label);
            let next = page.attribute("#next", "href").await.unwrap();
            assert_eq!(page.attribute("a[data-next]", "href").await.unwrap(), next);
            assert_eq!(next.contains("pack="), path.ends_with("=rush"), "{next}");
            page.click("#next").await;
            page.wait_for_text("h1", label.as_str().unwrap().strip_prefix(order).unwrap()).await;
        }
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn progress_is_kept_saved_and_loaded() {
    scene(async |page| {
        page.open("/", "#moves li").await;
        page.wait_for_text("h1", "First steps 1").await;
        page.drag([1, 2], [0.0, 1.0], false).await;
        page.wait_for("#solved:not([hidden])").await;
        let kept = kept_results(page).await;
        assert_eq!(kept.as_object().unwrap().len(), 1, "{kept}");
        page.open("/packs", "#first-steps-pack").await;
        let state = page.text("#first-steps-pack .number").await;
        assert!(state.starts_with("1 of "), "{state}");
        assert_eq!(page.count("#first-steps-pack .pack-tile[data-solved]").await, 1);

        // The file that would be saved.
        page.js("URL.createObjectURL = (blob) => {
                blob.text().then((text) => { window.saved = text; });
                return 'data:,';
            }")
            .await;
        page.click("#progress-save").await;
        let saved = page.until("the file is made", "return window.saved", &[]).await;
        let file: Value = serde_json::from_str(saved.as_str().unwrap()).unwrap();
        assert_eq!(file["best"], kept);

        let load = async |text: &str| {
            let script = "const field = document.querySelector('#progress-file');
                const files = new DataTransfer();
                files.items.add(new File([arguments[0]], 'progress.json', { type: 'application/json' }));
                field.files = files.files;
                field.dispatchEvent(new Event('change'))";
            page.js_with(script, vec![json!(text)]).await;
        };
        page.js("localStorage.clear()").await;
        page.open("/packs", "#first-steps-pack").await;
        assert_eq!(page.count(".pack-tile[data-solved]").await, 0);
        for wrong in [
            "",
            "7",
            "null",
            "{",
            "{\"best\":{}}",
            "{\"format\":\"huarong-progress\",\"best\":null}",
        ] {
            page.js("document.querySelector('#progress-said').textContent = ''").await;
            load(wrong).await;
            page.wait_for_text("#progress-said", "This file has no progress of these pages.").await;
        }
        assert_eq!(kept_results(page).await, Value::Null);
        load(saved.as_str().unwrap()).await;
        page.wait_for_text("#progress-said", "1 result added or improved.").await;
        assert_eq!(kept_results(page).await, kept);
        assert!(page.count(".pack-tile[data-solved]").await >= 1, "the page follows");

        // A worse result and a wrong one change nothing.
        let (start, _) = kept.as_object().unwrap().iter().next().unwrap();
        let worse = json!({ "format": "huarong-progress", "version": 1, "best":
            { start: { "unit": 9, "straight": 9, "finger": 9 }, LONE: { "unit": -1 }, START: 7 } });
        load(&worse.to_string()).await;
        page.wait_for_text("#progress-said", "The file has no better result.").await;
        assert_eq!(kept_results(page).await, kept);
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn openings_and_puzzles_are_found_by_their_names_in_english() {
    scene(async |page| {
        let names = ["Klotski", "red donkey", "l'âne rouge", "L'ane Rouge", "橫刀立馬", "横刀立马"];
        page.open("/openings", "a.opening").await;
        for name in names.into_iter().chain(["level 8", "Level 08", "hakoiri musume"]) {
            page.write("#opening-search", name).await;
            let found = "return document.querySelector('a.opening[data-slug=heng-dao-li-ma]')?.checkVisibility()
                && document.querySelectorAll('a.opening').length < 20";
            page.until(name, found, &[]).await;
        }
        page.open("/puzzles", "a.puzzle-card").await;
        for name in names {
            page.write("#puzzle-search", name).await;
            let found = "return document.querySelector('a.puzzle-card[data-id=lane-rouge]')?.checkVisibility()
                && document.querySelectorAll('a.puzzle-card').length < 40";
            page.until(name, found, &[]).await;
        }
        // So do the editor, the board and the map.
        let written = "return new URLSearchParams(location.search).get('p') === arguments[0]";
        for name in names.into_iter().chain(["level 8", "Héng dāo lì mǎ"]) {
            page.open(&format!("/editor?p={LONE}"), "#notations dd").await;
            page.write("#paste", name).await;
            page.click("#paste-read").await;
            page.until(name, written, &[json!(START)]).await;
        }
        for path in ["/position?p=Red%20Donkey", "/editor?p=Level%208"] {
            page.open(path, "h1").await;
            page.until(path, "return document.body.innerText.includes('Red Donkey')", &[]).await;
        }
        page.open("/map?p=Klotski", "#map[data-drawn]").await;
    });
}

/// Help that takes its time is announced at once, and a move cancels it.
#[test]
#[ignore = "long: a scene in a browser"]
fn awaited_help_is_announced_and_cancelled() {
    scene(async |page| {
        page.open("/openings", "a.opening").await;
        page.js("const ask = window.fetch;
            const held = new Promise((resolve) => { window.release = resolve; });
            window.fetch = async (url, init) => {
                if (/\\/api\\/v1\\/(position|solution)/.test(String(url))) await held;
                return ask(url, init);
            }")
            .await;
        page.click("a.opening[data-slug=heng-dao-li-ma]").await;
        page.wait_for("#board svg").await;
        page.click("#hint").await;
        page.wait_for_text("#computing", "Computing a hint… Any move cancels it.").await;
        page.click("#play").await;
        page.wait_for_text("#computing", "Computing a solution… Any move cancels it.").await;
        page.drag([0, 4], [1.0, 0.0], false).await;
        assert!(!is_visible(page, "#computing").await);
        page.js("window.release()").await;
        page.wait_for_position(AFTER_ONE).await;
        page.settle().await;
        assert_eq!(page.count("#board .ghost").await, 0);
        page.wait_for_text("#counter", "1").await;
        page.click("#hint").await;
        page.wait_for("#board .ghost").await;
        assert!(!is_visible(page, "#computing").await);
    });
}
