//! The pages that list: openings, atlas, generator.

use super::studio::{scene, scene_with_refusals};
use super::{LONE, api, brightness};
use crate::common::{METRICS, START};
use crate::serving::{address, shared};
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[test]
#[ignore = "long: a scene in a browser"]
fn an_opening_is_found_by_pinyin_and_opened() {
    scene(async |page| {
        page.open("/openings", "a.opening").await;
        assert_eq!(page.count("a.opening").await, 485);
        assert!(page.text("#opening-count").await.contains("485"));
        for (asked, found) in [
            ("heng dao li ma", true),
            ("HengDaoLiMa", true),
            ("héng dāo lì mǎ", true),
            ("橫刀立馬", true),
            ("横刀立马", true),
            ("heng-dao-li", true),
            ("zzz nothing", false),
            ("%", false),
        ] {
            page.write("#opening-search", asked).await;
            page.until("the list follows", "const shown = [...document.querySelectorAll('a.opening')].filter(e => e.checkVisibility());
                const has = shown.some(e => e.dataset.slug === 'heng-dao-li-ma');
                return arguments[0] ? has && shown.length < 20 : shown.length === 0", &[json!(found)]).await;
            let url = page.client.current_url().await.unwrap();
            let answer =
                url.query_pairs().find(|(key, _)| key == "q").map(|(_, value)| value.into_owned());
            assert_eq!(answer.as_deref(), Some(asked), "the address follows");
        }
        // An alias finds the opening that it belongs to, an address the search.
        page.open(&address("/openings", &[("q", "bing lin cao ying")]), "a.opening").await;
        assert_eq!(page.attributes("a.opening", "data-slug").await, ["zuo-you-bu-bing"]);
        page.open("/openings?q=hengdaolima&sort=finger", "a.opening[data-slug='heng-dao-li-ma']")
            .await;
        page.click("a.opening[data-slug='heng-dao-li-ma']").await;
        page.wait_for("#moves li").await;
        page.wait_for_position(START).await;
        page.client.back().await.unwrap();
        page.wait_for("a.opening[data-slug='heng-dao-li-ma']").await;
        assert_eq!(
            page.js("return document.querySelector('#opening-search').value").await,
            "hengdaolima"
        );

        // Sorted by distance.
        page.open("/openings?sort=unit", "a.opening").await;
        let slugs = page.attributes("a.opening", "data-slug").await;
        let openings = api("openings", &[])["openings"].as_array().unwrap().clone();
        let distance = |slug: &String| {
            let opening = openings.iter().find(|one| one["slug"] == slug.as_str()).unwrap();
            opening["distance"]["unit"].as_u64().unwrap_or(u64::MAX)
        };
        assert_eq!(slugs.len(), 485);
        assert!(slugs.is_sorted_by_key(distance));
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn the_atlas_is_sorted_and_leads_to_its_sets() {
    scene(async |page| {
        page.open("/atlas", "tr[data-set]").await;
        assert_eq!(page.count("tr[data-set]").await, 203);
        let names: BTreeSet<String> =
            page.attributes("tr[data-set]", "data-set").await.into_iter().collect();
        let sets = api("sets", &[])["sets"].as_array().unwrap().clone();
        let wanted = sets.iter().map(|set| set["piece_set"].as_str().unwrap().to_owned());
        assert_eq!(names, wanted.collect());
        for name in ["piece_sets", "components", "histogram", "hardest"] {
            page.wait_for(&format!("a[href='/csv/{name}.csv']")).await;
        }
        // Every column sorts, either way.
        let mut compared = 0;
        let headers = page.count("#sets th button").await;
        assert!(headers >= 5, "{headers}");
        for n in 0..headers {
            let click = "document.querySelectorAll('#sets th button')[arguments[0]].click()";
            let sorted =
                "const button = document.querySelectorAll('#sets th button')[arguments[0]];
                return button.closest('th').getAttribute('aria-sort')";
            let mut seen = BTreeSet::new();
            for _ in 0..2 {
                page.js_with(click, vec![json!(n)]).await;
                let order = page.until("it is sorted", sorted, &[json!(n)]).await;
                let cells = page.js_with("const head = document.querySelectorAll('#sets th button')[arguments[0]].closest('th');
                    return [...document.querySelectorAll('tr[data-set]')].map(row => row.cells[head.cellIndex]?.textContent.trim() ?? '')", vec![json!(n)]).await;
                let cells = crate::common::texts(&cells);
                let numbers: Vec<f64> =
                    cells.iter().filter_map(|cell| cell.replace(',', "").parse().ok()).collect();
                if numbers.len() > 150 {
                    let rising = numbers.is_sorted();
                    let falling = numbers.iter().rev().is_sorted();
                    let right = match order.as_str() {
                        Some("ascending") => rising,
                        Some("descending") => falling,
                        _ => false,
                    };
                    assert!(right, "column {n} {order}: {cells:?}");
                    compared += 1;
                }
                seen.insert(order.to_string());
            }
            assert_eq!(seen.len(), 2, "both ways: {seen:?}");
            assert_eq!(page.count("#sets th[aria-sort]:not([aria-sort=none])").await, 1);
        }
        assert!(compared >= 8, "only {compared} orders of numbers");
        assert_eq!(page.count("tr[data-set]").await, 203, "none is lost");

        page.open("/atlas", "tr[data-set='1h4v4s'] a").await;
        page.click("tr[data-set='1h4v4s'] a").await;
        page.wait_for("#component-sizes td").await;
        assert!(page.client.current_url().await.unwrap().path().ends_with("/atlas/1h4v4s"));
        assert!(page.text("#set-title").await.contains("1h4v4s"));
        let full = api("sets/1h4v4s", &[]);
        let sizes = page.text("#component-sizes").await.replace(',', "");
        assert!(sizes.contains("25955"), "{sizes}");
        let script = "return [...document.querySelectorAll('#hardest a[href^=\"/position\"]')]
            .map(link => new URL(link.href).searchParams.get('p'))";
        let links = crate::common::texts(&page.js(script).await);
        for metric in METRICS {
            let hardest = full["hardest_positions"][metric][0].as_str().unwrap();
            let found = links.iter().any(|link| link == hardest);
            assert!(found, "{hardest} under {metric}: {links:?}");
        }
        page.until(
            "the histograms are there",
            "return document.querySelectorAll('.histogram .plot.cut').length === 3",
            &[],
        )
        .await;
    });
}

/// The table opens on the hardest sets. Above it all sets are points, which lead to their pages.
#[test]
#[ignore = "long: a scene in a browser"]
fn the_atlas_opens_on_the_hardest_set() {
    scene(async |page| {
        let sets = api("sets", &[])["sets"].as_array().unwrap().clone();
        let most = |set: &Value| set["max"]["finger"].as_u64().unwrap_or(0);
        let hardest = sets.iter().map(most).max().unwrap();
        page.open("/atlas", "tr[data-set]").await;
        let first = page.attribute("tr[data-set]", "data-set").await.unwrap();
        let set = sets.iter().find(|set| set["piece_set"] == first.as_str()).unwrap();
        assert_eq!(most(set), hardest);
        assert!(page.text("#hardest-set").await.contains(&format!("{first}, {hardest} finger")));
        let solvable = sets.iter().filter(|set| set["solvable"].as_u64() > Some(0)).count();
        assert_eq!(page.count("#set-chart a.point").await as usize, solvable);
        // Nothing shines through between neighbouring bars of a small histogram, which is bright on a dark ground.
        let bar = format!("tr[data-set='{first}'] .bar");
        page.wait_for(&bar).await;
        let gaps = "const path = document.querySelector(arguments[0]);
            const ends = Array.from({ length: path.ownerSVGElement.viewBox.baseVal.width - 1 }, (_, at) => at + 1);
            return ends.filter(x => [-0.05, 0, 0.05].some(by => !path.isPointInFill(new DOMPoint(x + by, 99.5))))";
        assert_eq!(page.js_with(gaps, vec![json!(bar)]).await, json!([]));
        page.prefer("prefers-color-scheme", "dark");
        assert!(brightness(page, &bar, "fill").await > 0.5);
        page.prefer("prefers-color-scheme", "light");
        let is_above = "return document.querySelector('#set-chart').getBoundingClientRect().bottom
            <= document.querySelector('#sets').getBoundingClientRect().top";
        assert_eq!(page.js(is_above).await, true);
        page.js("window.isSame = true").await;
        page.click(&format!("#set-chart a[data-set='{first}']")).await;
        page.wait_for_text("#set-title", &format!("Piece set {first}")).await;
        assert_eq!(page.js("return window.isSame").await, true, "the link is followed in the page");

        // The bar of the goal positions is cut, and every bar says its number.
        let full = api(&format!("sets/{first}"), &[]);
        let said = async || page.text("[data-metric=unit] .said-of").await.replace(',', "");
        let goals = &full["histogram"]["unit"][0];
        assert_eq!(said().await, format!("The first bar is cut: {goals} goal positions."));
        let point = "const plot = document.querySelector('[data-metric=unit] .plot');
            const { left, width, top } = plot.getBoundingClientRect();
            const at = { clientX: left + width * (arguments[0] + 0.5) / arguments[1], clientY: top + 5 };
            plot.dispatchEvent(new PointerEvent('pointermove', at))";
        let counts = full["histogram"]["unit"].as_array().unwrap();
        for distance in [0, 17, counts.len() - 1] {
            page.js_with(point, vec![json!(distance), json!(counts.len())]).await;
            let many = counts[distance].as_u64().unwrap();
            let noun = if many == 1 { "position" } else { "positions" };
            assert_eq!(said().await, format!("Distance {distance}: {many} {noun}"));
        }
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_set_that_is_none_is_said() {
    scene_with_refusals(&["/api/v1/sets/"], async |page| {
        page.open("/atlas/9h9v9s", "main").await;
        page.until(
            "it is said",
            "return document.querySelector('.notice')?.innerText.includes('covers 49 cells')",
            &[],
        )
        .await;
        assert_eq!(page.count("#component-sizes td").await, 0);
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn the_generator_draws_what_sample_draws() {
    scene_with_refusals(&["/api/v1/sample"], async |page| {
        let drawn = |arguments: &[&str]| -> Vec<String> {
            let output =
                shared().tables.output(&[&["sample", "--format", "json"], arguments].concat());
            let position = |line: &str| {
                let layout: Value = serde_json::from_str(line).unwrap();
                layout["position"].as_str().unwrap().to_owned()
            };
            output.lines().map(position).collect()
        };
        page.open(
            "/generator?set=1h4v4s&metric=finger&from=80&to=100&count=6&seed=7&top=1",
            "a.layout",
        )
        .await;
        let wanted = drawn(&[
            "1h4v4s",
            "--distance",
            "80..100",
            "--count",
            "6",
            "--seed",
            "7",
            "--big-at-top",
        ]);
        assert_eq!(page.attributes("a.layout", "data-position").await, wanted);
        page.open("/generator?set=2h3v4s&metric=unit&from=50&to=60&count=4&seed=9", "a.layout")
            .await;
        let wanted = drawn(&[
            "2h3v4s",
            "--metric",
            "unit",
            "--distance",
            "50..60",
            "--count",
            "4",
            "--seed",
            "9",
        ]);
        assert_eq!(page.attributes("a.layout", "data-position").await, wanted);

        // By the form.
        page.write("#generator-seed", "10").await;
        page.click("#generator-draw").await;
        let wanted = drawn(&[
            "2h3v4s",
            "--metric",
            "unit",
            "--distance",
            "50..60",
            "--count",
            "4",
            "--seed",
            "10",
        ]);
        page.until(
            "others are drawn",
            "return document.querySelector('a.layout')?.dataset.position === arguments[0]",
            &[json!(wanted[0])],
        )
        .await;
        assert_eq!(page.attributes("a.layout", "data-position").await, wanted);
        let url = page.client.current_url().await.unwrap();
        assert!(url.query_pairs().any(|(key, value)| key == "seed" && value == "10"), "{url}");
        page.client.refresh().await.unwrap();
        page.wait_for("a.layout").await;
        assert_eq!(
            page.attributes("a.layout", "data-position").await,
            wanted,
            "the address reproduces it"
        );
        let entries = page.js("return history.length").await;
        page.click("#generator-again").await;
        page.until(
            "others are drawn",
            "const first = document.querySelector('a.layout');
            return first && first.dataset.position !== arguments[0]",
            &[json!(wanted[0])],
        )
        .await;
        assert_eq!(page.js("return history.length").await, entries, "one way back past all draws");
        page.click("a.layout").await;
        page.wait_for("#moves li").await;

        // Nothing fits.
        page.open(
            "/generator?set=1h4v4s&metric=finger&from=500&to=600&count=2&seed=1",
            "#generator",
        )
        .await;
        page.until(
            "it is said",
            "return /no positions|93/.test(document.querySelector('main').innerText)",
            &[],
        )
        .await;
        assert_eq!(page.count("a.layout").await, 0);
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn a_position_has_its_place_in_its_set() {
    scene(async |page| {
        page.analyse().await;
        page.open("/position", "#component-chart .here").await;
        page.until(
            "its place is shown",
            "return document.querySelector('#standing').textContent.startsWith('This position: 81 moves from the goal; the farthest solvable position: 93. ')",
            &[],
        )
        .await;
        let full = api("sets/1h4v4s", &[]);
        // A triangle below the axis marks its bar, which has no height to be seen.
        let place = "const [plot, here] = ['.plot', '.plot .here']
                .map(part => document.querySelector(`#histogram ${part}`).getBoundingClientRect());
            return [(here.left + here.width / 2 - plot.left) / plot.width, here.top - plot.bottom, here.height]";
        let place = page.js(place).await;
        let [middle, below, height] = [0, 1, 2].map(|at| place[at].as_f64().unwrap());
        assert!((middle - 81.5 / 94.0).abs() < 0.004, "{place}");
        assert!(below > -2.0 && height > 6.0, "{place}");
        let said = page.text("#histogram .said-of").await.replace(',', "");
        let [here, goals] = [81, 0].map(|distance| full["histogram"]["finger"][distance].clone());
        assert!(said.contains(&format!("Distance 81: {here} position")), "{said}");
        assert!(said.contains(&format!("The first bar is cut: {goals} goal positions.")), "{said}");
        page.click("#to-set").await;
        page.wait_for("#marked-component").await;
        for (metric, distance) in [("unit", 116), ("straight", 90), ("finger", 81)] {
            let mark = page.attribute(&format!("[data-metric={metric}] .plot"), "data-mark").await;
            assert_eq!(mark, Some(distance.to_string()));
            let histogram: Vec<u64> = full["histogram"][metric]
                .as_array()
                .unwrap()
                .iter()
                .map(|n| n.as_u64().unwrap())
                .collect();
            let nearer: u64 = histogram[..distance].iter().sum();
            let share = 100.0 * nearer as f64 / full["solvable"].as_f64().unwrap();
            let answer = page.text(&format!("[data-metric={metric}] figcaption")).await;
            assert!(
                answer.contains(&format!("{distance} {share:.1}% are nearer")),
                "{share} {answer}"
            );
        }
        assert!(page.text("#component-sizes [aria-current]").await.starts_with("25,955"));
        assert!(page.text("#marked-component").await.contains("shared by 2 components"));
        // And the set has its place among all.
        let sets = api("sets", &[])["sets"].as_array().unwrap().clone();
        let solvable: Vec<&Value> =
            sets.iter().filter(|set| set["solvable"].as_u64() > Some(0)).collect();
        assert_eq!(page.count(".scatter .point").await as usize, solvable.len());
        for metric in ["finger", "unit"] {
            page.click(&format!("input[name=among-metric][value={metric}]")).await;
            let rank = |of: &dyn Fn(&Value) -> Option<u64>| {
                1 + solvable.iter().filter(|set| of(set) > of(&full)).count()
            };
            let (hardest, largest) =
                (rank(&|set| set["max"][metric].as_u64()), rank(&|set| set["positions"].as_u64()));
            let max = &full["max"][metric];
            let answer = format!(
                "Among the {} solvable piece sets: rank {hardest} by greatest distance ({max} {metric} moves), \
                 rank {largest} by number of positions (65,880).",
                solvable.len()
            );
            let label = page.attribute("#among [role=group]", "aria-label").await;
            assert_eq!(label, Some(answer));
        }
        page.open(&address("/atlas/1h4v4s", &[("p", LONE)]), ".set-page .notice").await;
        assert!(page.text(".set-page .notice").await.contains("another piece set, 0h0v0s"));
    });
}
