//! What holds on all pages: addresses, history, storage, a server that is gone.

use super::board::page_of;
use super::page::Page;
use super::studio::scene;
use super::{AFTER_ONE, AFTER_TWO, LONE, PAGES, brightness};
use crate::common::{START, STUCK};
use serde_json::json;
use std::time::Duration;

#[test]
#[ignore = "long: a scene in a browser"]
fn pages_are_reached_from_one_another() {
    scene(async |page| {
        page.open("/", "#moves li").await;
        page.js("window.still = true").await;
        let is_in_bar = |(path, _): &&(&str, &str)| {
            !["/map", "/atlas/", "/puzzles/", "/print", "/class", "/games?game=gravity"]
                .iter()
                .any(|other| path.starts_with(other))
        };
        for (path, awaited) in PAGES.iter().filter(is_in_bar) {
            let path = path.split('?').next().unwrap();
            // Without its parameters the generator may draw nothing yet, and the editor may be empty.
            let awaited = match path {
                "/generator" => "#generator",
                "/editor" => "#canvas button",
                "/gomoku" => ".stone-board.go",
                _ => awaited,
            };
            page.click(&format!("header nav a[href='{path}']")).await;
            page.wait_for(awaited).await;
            assert_eq!(page.client.current_url().await.unwrap().path(), path);
            assert_eq!(page.attributes("[aria-current=page]", "href").await, [path]);
        }
        assert_eq!(page.js("return window.still").await, json!(true), "without loading it anew");
        page.client.back().await.unwrap();
        page.wait_for("#game-moves button").await;
        page.client.back().await.unwrap();
        page.wait_for("a.puzzle-card").await;
        page.client.back().await.unwrap();
        page.wait_for("#rush-start").await;
        page.client.back().await.unwrap();
        page.wait_for("#generator").await;
        page.client.back().await.unwrap();
        page.wait_for("tr[data-set]").await;
        page.client.back().await.unwrap();
        page.wait_for("a.opening").await;
        page.client.forward().await.unwrap();
        page.wait_for("tr[data-set]").await;
        assert_eq!(page.attributes("[aria-current=page]", "href").await, ["/atlas"]);

        // Left in the middle of loading: the last one wins.
        page.js("for (const path of ['/openings', '/atlas', '/generator', '/position'])
            document.querySelector(`header nav a[href='${path}']`).click()")
            .await;
        page.wait_for("#moves li").await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(page.count("a.opening, tr[data-set], #generator").await, 0);
        assert_eq!(page.count("main#page").await, 1);
    });
}

/// The address lags behind a demonstration, and the page is shown anew by its address.
#[test]
#[ignore = "long: a scene in a browser"]
fn another_language_keeps_the_game() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        page.js("const speed = document.querySelector('#speed'); speed.value = speed.max; speed.dispatchEvent(new Event('input', { bubbles: true }))")
            .await;
        let made = "return Number(document.querySelector('#made-finger')?.textContent) >= 5";
        for language in ["hant", "hans", "en"] {
            page.click("#restart").await;
            page.click("#play").await;
            page.until("some moves are shown", made, &[]).await;
            page.set("#language", language).await;
            page.until("the moves are still made", made, &[]).await;
        }
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_game_survives_reload_and_going_back() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        page.drag([0, 4], [1.0, 0.0], false).await;
        page.wait_for_position(AFTER_ONE).await;
        page.drag([1, 4], [1.0, 0.0], false).await;
        let at_two = async |page: &Page| {
            page.wait_for("#moves li").await;
            page.wait_for_position(AFTER_TWO).await;
            assert_eq!(page.made().await, ["2", "2", "2"]);
            // Of the start, and not of where the game has come to.
            page.wait_for_text("#best-finger", "81").await;
        };
        at_two(page).await;
        page.client.refresh().await.unwrap();
        at_two(page).await;
        page.click("#undo").await;
        page.wait_for_position(AFTER_ONE).await;
        page.client.refresh().await.unwrap();
        page.wait_for("#moves li").await;
        page.wait_for_position(AFTER_ONE).await;
        page.click("#redo").await;
        at_two(page).await;

        // Away and back, by the browser and by the link.
        page.click("#pages a[href='/openings']").await;
        page.wait_for("a.opening").await;
        page.client.back().await.unwrap();
        at_two(page).await;
        page.client.forward().await.unwrap();
        page.wait_for("a.opening").await;
        page.click("#pages a[href='/position']").await;
        at_two(page).await;
        page.click("#pages a[href='/position']").await;
        at_two(page).await;
        page.open("/atlas", "tr[data-set]").await;
        page.click("#pages a[href='/position']").await;
        at_two(page).await;

        // Another position is another game, and the way back leads to the former.
        page.open(&page_of(LONE), "#moves li").await;
        page.wait_for_position(LONE).await;
        assert_eq!(page.made().await, ["0", "0", "0"]);
        page.drag([1, 1], [0.0, 1.0], false).await;
        page.wait_for_position("..../..../.BB./.BB./....").await;
        page.client.back().await.unwrap();
        at_two(page).await;
        page.client.forward().await.unwrap();
        page.wait_for_position("..../..../.BB./.BB./....").await;
        assert_eq!(page.made().await, ["1", "1", "1"]);

        // A result is that of the start, wherever the page was loaded anew.
        page.client.refresh().await.unwrap();
        page.wait_for("#moves li").await;
        page.drag([1, 2], [0.0, 1.0], false).await;
        let kept = page
            .until(
                "the result is kept",
                "return JSON.parse(localStorage.getItem('huarong.best'))",
                &[],
            )
            .await;
        assert_eq!(kept, json!({ LONE: { "unit": 2, "straight": 2, "finger": 2 } }));
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn what_the_browser_holds_may_be_anything() {
    scene(async |page| {
        let solved = json!({ "unit": 200, "straight": 150, "finger": 100 });
        let best = json!({ START: solved, LONE: null, STUCK: 7, "x": { "unit": "1" } });
        let layouts = json!([null, 7, { "name": 1 }, { "name": "mine", "position": LONE },
            { "name": "none", "position": "V/V" }]);
        let impossible = json!({ "start": START, "at": 1, "moves":
            [{ "from": [0, 0], "to": [3, 4], "by": "player", "grip": 1 }] });
        let keep = "for (const [key, text] of Object.entries(arguments[0])) localStorage.setItem(key, text);
            sessionStorage.setItem('huarong.game', arguments[1])";
        for (best, layouts, game, count) in [
            (best.to_string(), layouts.to_string(), impossible.to_string(), 1),
            ("null".to_owned(), "null".to_owned(), "null".to_owned(), 0),
            ("[null]".to_owned(), "{\"a\":null}".to_owned(), "{\"moves\":[null]}".to_owned(), 0),
            ("7".to_owned(), "\"x\"".to_owned(), "[]".to_owned(), 0),
            ("{".to_owned(), "{".to_owned(), "{".to_owned(), 0),
        ] {
            let held = json!({ "huarong.best": best, "huarong.layouts": layouts,
                "huarong.language": best, "huarong.theme": best, "huarong.keys": best,
                "huarong.analysis": best });
            page.js_with(keep, vec![held, json!(game)]).await;
            page.open("/openings?q=hengdaolima", "a.opening").await;
            assert!(page.text("#opening-count").await.contains("485"), "{best}");
            assert_eq!(page.count("a.opening[data-solved]").await, count, "{best}");
            page.open("/editor", "#canvas button").await;
            page.wait_for("#layouts li").await;
            assert_eq!(page.count("#layouts li a").await, count, "{layouts}");
            page.open("/position", "#moves li").await;
            page.wait_for_position(START).await;
            assert_eq!(page.made().await, ["0", "0", "0"], "{game}");
        }
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_fragment_is_a_place_of_the_page_and_nothing_else() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        page.js("document.querySelector('#board').isTheSame = true").await;
        page.click("#play").await;
        page.wait_for_text("#made-finger", "1").await;
        for fragment in ["moves", "%", "1:x", ""] {
            page.js_with("location.hash = arguments[0]", vec![json!(fragment)]).await;
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(page.js("return document.querySelector('#board').isTheSame").await, true);
        assert_eq!(page.attribute("#play", "aria-pressed").await.as_deref(), Some("true"));

        let in_sight =
            "const top = document.querySelector('#hardest')?.getBoundingClientRect().top;
            return top >= -1 && top < innerHeight";
        page.open("/atlas/1h4v4s#hardest", "#hardest a").await;
        page.until("the place is in sight", in_sight, &[]).await;
        page.open("/openings", "a.opening").await;
        for fragment in ["#%", "#1:x", "#a.b[c]"] {
            let script = "const link = document.createElement('a');
                link.href = '/atlas/1h4v4s' + arguments[0];
                document.querySelector('#page').append(link);
                link.click()";
            page.js_with(script, vec![json!(fragment)]).await;
            page.wait_for("#component-sizes td").await;
        }

        // A long list is shown where it was left.
        page.open("/openings", "a.opening").await;
        page.js("scrollTo(0, 5000)").await;
        page.until("the place is kept", "return history.state?.scroll === 5000", &[]).await;
        page.client.refresh().await.unwrap();
        page.until("it is there again", "return scrollY === 5000", &[]).await;
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_server_that_is_gone_does_not_answer() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        page.cut_off(true);
        page.click("#pages a[href='/atlas']").await;
        let said =
            "return document.querySelector('.notice')?.innerText.includes('does not answer')";
        page.until("it is said", said, &[]).await;
        page.cut_off(false);
        // What the browser has to say of it is as it should be.
        assert!(!page.log("browser").is_empty());
        page.click(".notice button").await;
        page.wait_for("tr[data-set]").await;
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn nothing_is_wider_than_its_box() {
    scene(async |page| {
        for language in ["en", "hant", "hans"] {
            let keep = "localStorage.setItem('huarong.language', JSON.stringify(arguments[0]))";
            page.js_with(keep, vec![json!(language)]).await;
            // Where the page scrolls and not the table.
            page.open("/atlas", "tr[data-set]").await;
            for width in [1210, 1280, 1600] {
                page.screen([width, 900]);
                let over = "const box = document.querySelector('.table-box:has(#sets)');
                    return document.querySelector('#sets').getBoundingClientRect().right
                        - box.getBoundingClientRect().right";
                let over = page.js(over).await.as_f64().unwrap();
                assert!(over <= 0.5, "{over} px at {width} px in {language}");
            }
            page.screen([320, 740]);
            page.open("/editor", "#palette button").await;
            for width in [320, 360] {
                page.screen([width, 740]);
                let over = "return [...document.querySelectorAll('#palette button')].filter(button => {
                    const [inner, outer] = [button.querySelector('span'), button].map(e => e.getBoundingClientRect());
                    return inner.left < outer.left + 1 || inner.right > outer.right - 1;
                }).map(button => button.textContent)";
                assert_eq!(page.js(over).await, json!([]), "{width} px");
            }
        }
    });
}

/// On a phone, the row of links shows the page that the visitor is on, wherever its link is.
#[test]
#[ignore = "long: a scene in a browser"]
fn the_link_of_the_present_page_is_in_sight() {
    scene(async |page| {
        page.screen([375, 667]);
        for language in ["en", "hant"] {
            let keep = "localStorage.setItem('huarong.language', JSON.stringify(arguments[0]))";
            page.js_with(keep, vec![json!(language)]).await;
            page.open("/", "#moves li").await;
            for path in ["/gomoku", "/editor", "/rush", "/puzzles", "/position", "/games"] {
                page.click(&format!("#pages a[href='{path}']")).await;
                page.wait_for(&format!("#pages a[href='{path}'][aria-current]")).await;
                let inside = "const [nav, link] = ['#pages', '#pages [aria-current]']
                        .map(selector => document.querySelector(selector).getBoundingClientRect());
                    return link.left >= nav.left - 1 && link.right <= nav.right + 1 && scrollY === 0";
                page.until(&format!("the link to {path} is in sight"), inside, &[]).await;
                page.client.refresh().await.unwrap();
                page.wait_for("#pages [aria-current]").await;
                page.until(&format!("it is after a reload of {path}"), inside, &[]).await;
            }
        }
    });
}

/// A first visit on a line of 1.6 Mbit/s. The best of three counts, because other tests use the machine, too.
#[test]
#[ignore = "long: a scene in a browser"]
fn the_first_board_needs_a_second_and_150_kb() {
    scene(async |page| {
        let watch = "new MutationObserver(() => {
            if (document.querySelector('sliding-board [data-piece]')) window.boardAt ??= performance.now();
        }).observe(document, { childList: true, subtree: true })";
        let watching =
            page.send_command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": watch }));
        page.send_command("Network.setCacheDisabled", json!({ "cacheDisabled": true }));
        let line = json!({ "offline": false, "latency": 0,
            "downloadThroughput": 200_000, "uploadThroughput": 200_000 });
        page.send_command("Network.emulateNetworkConditions", line);
        let arrived = "const entries = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind));
            return [boardAt, entries.filter((one) => one.responseStart < boardAt).reduce((sum, one) => sum + one.transferSize, 0)]";
        for path in ["/", "/position?p=heng-dao-li-ma"] {
            let mut best = f64::INFINITY;
            for _ in 0..3 {
                page.open(path, "sliding-board [data-piece]").await;
                let found = page.js(arrived).await;
                best = best.min(found[0].as_f64().unwrap());
                let bytes = found[1].as_f64().unwrap();
                assert!((50_000.0..=150_000.0).contains(&bytes), "{path}: {bytes} bytes");
            }
            assert!(best <= 1000.0, "{path}: {best} ms");
        }
        page.cut_off(false);
        page.send_command("Network.setCacheDisabled", json!({ "cacheDisabled": false }));
        page.send_command("Page.removeScriptToEvaluateOnNewDocument", watching);
    });
}

/// The first tap on the button changes what the system prefers, and every choice is kept.
#[test]
#[ignore = "long: a scene in a browser"]
fn the_theme_is_kept() {
    scene(async |page| {
        for (system, other) in [("dark", "light"), ("light", "dark")] {
            page.prefer("prefers-color-scheme", system);
            page.open("/gomoku", ".stone-board.go").await;
            for wanted in [other, system, "auto"] {
                page.click("#theme").await;
                let theme =
                    page.attribute("html", "data-theme").await.unwrap_or_else(|| "auto".to_owned());
                assert_eq!(theme, wanted, "on a {system} system");
                let dark = brightness(page, "html", "backgroundColor").await < 0.25;
                assert_eq!(
                    dark,
                    [&*theme, system].contains(&"dark") && theme != "light",
                    "{theme}"
                );
                page.client.refresh().await.unwrap();
                page.wait_for(".stone-board.go").await;
                let kept =
                    page.attribute("html", "data-theme").await.unwrap_or_else(|| "auto".to_owned());
                assert_eq!(kept, theme);
            }
        }
    });
}
