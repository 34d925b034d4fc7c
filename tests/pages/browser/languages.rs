//! The three languages.

use super::studio::{scene, scene_with_refusals};
use crate::serving::address;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;

#[test]
#[ignore = "long: a scene in a browser"]
fn a_browser_is_answered_in_its_language() {
    scene(async |page| {
        let agent = page.js("return navigator.userAgent").await;
        let parameters = |language: &str| json!({ "userAgent": agent, "acceptLanguage": language });
        page.send_command("Network.setUserAgentOverride", parameters("zh-TW"));
        page.open("/position", "#moves li").await;
        let lang = page.attribute("html", "lang").await;
        page.send_command("Network.setUserAgentOverride", parameters("en-US"));
        assert_eq!(lang.as_deref(), Some("zh-Hant"));

        let chosen = "const [tags, done] = arguments;
            import('/assets/language.js').then(({ preferred }) => done(tags.map((one) => preferred(one))))";
        for (language, tags) in [
            ("en", &["en", "en-GB", "de", "ja-JP"][..]),
            ("hant", &["zh-TW", "zh-HK", "zh-MO", "zh-Hant", "zh-Hant-CN"]),
            ("hans", &["zh", "zh-CN", "zh-SG", "zh-Hans", "zh-Hans-HK"]),
        ] {
            let lists: Vec<Value> = tags.iter().map(|tag| json!([tag])).collect();
            let answer = page.client.execute_async(chosen, vec![json!(lists)]).await.unwrap();
            assert_eq!(answer, json!(vec![language; tags.len()]), "{tags:?}");
        }
        let lists = json!([["fr", "zh-HK", "en"], ["fr", "en", "zh"], []]);
        let answer = page.client.execute_async(chosen, vec![lists]).await.unwrap();
        assert_eq!(answer, json!(["hant", "en", "en"]), "the first one that the pages have");
    });
}

/// The chosen language is kept over a reload, and pages use the terms of the field.
#[test]
#[ignore = "long: a scene in a browser"]
fn the_language_is_kept() {
    scene(async |page| {
        page.open("/position", "#moves li").await;
        assert!(page.text("main").await.to_lowercase().contains("distance"));
        assert!(page.text("h1").await.starts_with("Red Donkey"));
        for (language, tag, name, component) in [
            ("hant", "zh-Hant", "橫刀立馬", "從這裡能到達 25,955 個局面"),
            ("hans", "zh-Hans", "横刀立马", "从这里能到达 25,955 个局面"),
        ] {
            page.set("#language", language).await;
            let named = "return document.querySelector('h1')?.textContent.startsWith(arguments[0])";
            page.until("the name is shown", named, &[json!(name)]).await;
            page.client.refresh().await.unwrap();
            page.until("the name is shown", named, &[json!(name)]).await;
            assert_eq!(page.attribute("html", "lang").await.as_deref(), Some(tag));
            let said =
                "return document.querySelector('#component').textContent.includes(arguments[0])";
            page.until("the component is shown", said, &[json!(component)]).await;
        }
    });
}

/// Every text of every page, by its file and key: for each language its source, and what it writes about some arguments.
const TEXTS: &str = "const [files, done] = arguments;
    // Stands for any argument: as a number or text it is a number that no text contains.
    const argument = (path) => {
        const value = [...path].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 8_999_989, 7) + 1_000_000;
        return new Proxy(() => {}, {
            get: (_, key) => {
                if (key === Symbol.toPrimitive) return (hint) => (hint === 'number' ? value : String(value));
                if (key === Symbol.iterator) return function* () { yield String(value); };
                if (key === 'join' || key === 'toLowerCase') return () => String(value);
                return key === 'length' ? 1 : argument(`${path} ${String(key)}`);
            },
        });
    };
    const written = (text) => String(text(...Array.from({ length: text.length }, (_, nth) => argument(String(nth)))));
    const walk = (found, key, text) => {
        if (typeof text === 'string') found[key] = { source: text, written: text };
        else if (typeof text === 'function') found[key] = { source: String(text), written: written(text) };
        else for (const [name, part] of Object.entries(text)) walk(found, `${key}.${name}`, part);
        return found;
    };
    const read = async (file) => {
        const folder = document.querySelector('script').src.replace(/[^/]*$/, '');
        const { simplified } = await import(`${folder}simplified-words.js`);
        const module = await import(folder + file);
        const tables = Object.entries(module).filter(([, table]) => table?.en && table.hant && table.hans
            && typeof table.en === 'object');
        return tables.map(([name, table]) => {
            const [en, hant, hans] = ['en', 'hant', 'hans'].map((language) => walk({}, `${file} ${name}`, table[language]));
            // A function that is made from the traditional one has no text of its own.
            for (const [key, text] of Object.entries(hans)) {
                if (text.source.includes('[native code]')) text.source = simplified(hant[key].source.replace(/\\$\\{[^{}]*\\}/g, '0'));
            }
            return { en, hant, hans };
        });
    };
    Promise.all(files.map(read)).then((all) => done(all.flat()), (error) => done(String(error.stack)))";

/// The arguments in a text: numbers of seven digits, with separators or without. A share may have more digits.
fn arguments_in(text: &str) -> BTreeSet<String> {
    let digits = text.replace(',', "");
    let numbers = digits.split(|letter: char| !letter.is_ascii_digit());
    numbers.filter(|number| number.len() >= 7).map(str::to_owned).collect()
}

#[test]
#[ignore = "long: a scene in a browser"]
fn texts_are_complete_in_all_languages() {
    let files: Vec<String> =
        fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/crates/pages/src/server/assets"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with("words.js"))
            .collect();
    assert!(files.len() > 10, "{files:?}");
    scene(async |page| {
        page.open("/", "#moves li").await;
        let answer = page.client.execute_async(TEXTS, vec![json!(files)]).await.unwrap();
        let tables = answer.as_array().unwrap_or_else(|| panic!("{answer}"));
        assert!(tables.len() >= files.len(), "a table in each file");
        // Each is the simplified form of another character, and a traditional character itself.
        let traditional_too = "了出占制只合同向回址局布搜旋留端管翻考致表面家";
        let simplified: BTreeSet<char> = ('\u{4e00}'..='\u{9fff}')
            .filter_map(|character| {
                let simple = fast2s::convert(&character.to_string()).chars().next()?;
                (simple != character && !traditional_too.contains(simple)).then_some(simple)
            })
            .collect();
        let mut strange = BTreeSet::new();
        for table in tables {
            let of = |language: &str| table[language].as_object().unwrap();
            let is_error = of("en").keys().any(|key| key.contains("error-words"));
            for (hant, hans) in of("hant").iter().zip(of("hans")) {
                let key = hant.0;
                assert_eq!(key, hans.0);
                let [hant, hans] = [hant.1, hans.1].map(|text| text["source"].as_str().unwrap());
                assert_eq!(fast2s::convert(hans), hans, "{key} is simplified");
                assert!(!hant.contains("塞車"), "{key}: Rush Hour has one name");
                strange.extend(hant.chars().filter(|one| simplified.contains(one)));
                let placeholders = |language: &str| {
                    of(language)
                        .get(key)
                        .map(|text| arguments_in(text["written"].as_str().unwrap()))
                };
                assert_eq!(placeholders("hant"), placeholders("hans"), "{key}");
                // In English the server's own message is shown for most errors.
                if !is_error {
                    assert_eq!(placeholders("en"), placeholders("hant"), "{key}");
                }
            }
            assert_eq!(of("hant").len(), of("hans").len());
            assert!(is_error || of("en").keys().eq(of("hant").keys()));
        }
        assert_eq!(strange, BTreeSet::new(), "simplified characters in traditional texts");
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn errors_are_said_in_the_language_of_the_page() {
    scene_with_refusals(&["/api/v1/"], async |page| {
        page.js("localStorage.setItem('huarong.language', '\"hant\"')").await;
        let foreign = "const box = document.querySelector('.notice').cloneNode(true);
            for (const marked of box.querySelectorAll('[lang=en]')) marked.remove();
            return /[a-z]{5,}/.test(box.textContent.replaceAll('heng-dao-li-ma', ''))";
        let letter = address("/position", &[("p", "VBBV/VBBV/VHHV/VSSV/S..X")]);
        let name = address("/position", &[("p", "heng-dao-li-maa")]);
        let array = address("/position", &[("p", "[0 8 10]")]);
        for (path, wanted) in [
            (&*letter, "第 5 列第 4 欄"),
            (&*name, "heng-dao-li-ma"),
            (&*array, "無法讀取"),
            ("/atlas/9h9v9s", "占 49 格"),
            ("/atlas/many", "不是棋子組合"),
            ("/atlas/%ff", "UTF-8"),
            ("/openings/%ff", "UTF-8"),
            ("/puzzles/%ff", "UTF-8"),
        ] {
            page.open(path, ".notice").await;
            assert!(page.text(".notice").await.contains(wanted), "{path}: {wanted}");
            assert_eq!(page.js(foreign).await, false, "{path}: {}", page.text(".notice").await);
            // It would be refused again.
            assert_eq!(page.count(".notice button").await, 0, "{path}");
            assert!(page.count(".notice a").await > 0, "{path}");
        }
        page.open(&array, ".notice [lang=en]").await;
        assert!(page.text(".notice [lang=en]").await.contains("3 cells"), "the rest is marked");
        page.open("/editor", "#canvas button").await;
        page.write("#paste", "nobody").await;
        page.click("#paste-read").await;
        page.until(
            "it is said",
            "return document.querySelector('#paste-error').textContent.includes('「nobody」')",
            &[],
        )
        .await;
        // Whatever the server may say has Chinese words.
        let missing = "const [done] = arguments;
            Promise.all([import('/assets/error-words.js'), fetch('/api/v1/openapi.json').then(r => r.json())])
                .then(([{ errors }, { components }]) => done(
                    components.schemas.Error.properties.code.enum.filter(code => !(code in errors.hant && code in errors.hans))))";
        let missing = page.client.execute_async(missing, vec![]).await.unwrap();
        assert_eq!(missing, json!([]));
        // Nor is anybody sent to a command line.
        page.js("localStorage.setItem('huarong.language', '\"en\"')").await;
        page.open("/position?p=zzzzz", ".notice").await;
        let said = page.text(".notice").await;
        assert!(said.contains("the name of an opening") && !said.contains("huarong"), "{said}");
    });
}
