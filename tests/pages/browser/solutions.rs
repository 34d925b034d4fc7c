//! Solutions as files: pictures, animations, text.

use super::api;
use super::puzzles::{record_files, saved};
use super::studio::scene;
use crate::common::START;
use serde_json::{Value, json};

/// Decodes a GIF with the browser's decoder: `read(blob, pick)` gives for each frame its time in milliseconds and the
/// colours at the points of `pick`.
const DECODER: &str = "const read = async (blob, pick) => {
        const decoder = new ImageDecoder({ data: await blob.arrayBuffer(), type: 'image/gif' });
        await decoder.tracks.ready;
        await decoder.completed;
        const { frameCount } = decoder.tracks.selectedTrack;
        const frames = [];
        for (let frameIndex = 0; frameIndex < frameCount; frameIndex += 1) {
            const { image } = await decoder.decode({ frameIndex });
            const { displayWidth: width, displayHeight: height, duration } = image;
            const canvas = new OffscreenCanvas(width, height).getContext('2d');
            canvas.drawImage(image, 0, 0);
            const { data } = canvas.getImageData(0, 0, width, height);
            const colours = pick(width, height).map(([x, y]) => [...data.slice(4 * (y * width + x), 4 * (y * width + x) + 3)].join());
            frames.push([duration / 1000, colours]);
            image.close();
        }
        return frames;
    };";

/// Each picture of the animation that stays has the next position of the solution.
#[test]
#[ignore = "long: a scene in a browser"]
fn the_animation_of_a_solution_shows_its_positions() {
    scene(async |page| {
        page.analyse().await;
        page.open("/position?p=heng-dao-li-ma", "#solution-show:not([disabled])").await;
        page.click("#solution-show").await;
        page.wait_for("#solution-moves li").await;
        record_files(page).await;
        page.click("#solution-gif").await;
        page.until("a file is saved", "return window.files.length > 0", &[]).await;
        let read = "const done = arguments[0];
            const [[name, blob]] = window.files;
            const centres = (width, height) => Array.from({ length: 20 }, (_, at) =>
                [(width - 160) / 2 + 20 + 40 * (at % 4), (height - 200) / 2 + 20 + 40 * Math.floor(at / 4)]);
            const corner = () => [[0, 0]];
            Promise.all([read(blob, centres), read(blob, corner)])
                .then((frames) => done([name, ...frames]), (error) => done([String(error), []]));";
        let script = format!("{DECODER}{read}");
        let answer = page.client.execute_async(&script, vec![]).await.unwrap();
        assert_eq!(answer[0], "klotski-solution.gif");
        // The colours of the pieces in the style sheet: #c2453d, #3d8a63, #3b6fb0 and #dca63a.
        let letter = |colour: &Value| match colour.as_str().unwrap() {
            "194,69,61" => 'B',
            "61,138,99" => 'H',
            "59,111,176" => 'V',
            "220,166,58" => 'S',
            _ => '.',
        };
        let frames = answer[1].as_array().unwrap();
        let stay = frames.iter().filter(|frame| frame[0].as_f64().unwrap() > 500.0);
        let shown: Vec<String> = stay
            .map(|frame| {
                let letters: Vec<char> = frame[1].as_array().unwrap().iter().map(letter).collect();
                let rows = letters.chunks(4).map(|row| row.iter().collect::<String>());
                rows.collect::<Vec<_>>().join("/")
            })
            .collect();
        let solution = api("solution", &[("p", START), ("metric", "finger")]);
        let moves = solution["moves"].as_array().unwrap().iter();
        let positions = moves.map(|made| made["position"].as_str().unwrap().to_owned());
        let wanted: Vec<String> = [START.to_owned()].into_iter().chain(positions).collect();
        assert_eq!(shown, wanted);
        assert!(frames.len() > shown.len(), "a piece is shown on its way");

        // The ground of the page in the style sheet: #faf7f2.
        let corners = answer[2].as_array().unwrap();
        assert!(corners.iter().all(|frame| frame[1] == json!(["250,247,242"])), "{corners:?}");

        // The same solution in the other formats.
        let (name, text) = saved(page, "#solution-json").await;
        assert_eq!(name, "klotski-solution.json");
        let mut json: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(json.as_object_mut().unwrap().remove("puzzle").unwrap(), "Red Donkey");
        assert_eq!(json, solution);
        let (name, text) = saved(page, "#solution-text").await;
        assert_eq!(name, "klotski-solution.txt");
        assert_eq!(text.lines().count(), 3 + wanted.len());
    });
}

#[test]
#[ignore = "long: a scene in a browser"]
fn the_pictures_of_a_solution_have_all_its_positions() {
    scene(async |page| {
        page.open("/puzzles/rush-card-03", "#solution-show:not([disabled])").await;
        page.click("#solution-show").await;
        page.wait_for("#solution-moves li").await;
        let steps = page.count("#solution-moves li").await as usize;
        record_files(page).await;
        page.click("#solution-svg").await;
        page.until("a file is saved", "return window.files.length > 0", &[]).await;
        let read = "const done = arguments[0];
            const [[name, blob]] = window.files;
            blob.text().then((text) => {
                const picture = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
                done([name, picture.tagName, picture.querySelectorAll('text').length, text.includes('class=')]);
            })";
        let answer = page.client.execute_async(read, vec![]).await.unwrap();
        assert_eq!(answer, json!(["rush-card-03-solution.svg", "svg", steps, false]));
        page.js("window.files.length = 0").await;
        page.click("#solution-png").await;
        page.until("a file is saved", "return window.files.length > 0", &[]).await;
        let read = "const done = arguments[0];
            const [[name, blob]] = window.files;
            createImageBitmap(blob).then(({ width, height }) => done([name, blob.type, width > 500, width < 4001, height > 500]))";
        let answer = page.client.execute_async(read, vec![]).await.unwrap();
        assert_eq!(answer, json!(["rush-card-03-solution.png", "image/png", true, true, true]));
    });
}

/// Noise needs more codes than the table of LZW has, and palettes of all sizes have other widths of codes.
#[test]
#[ignore = "long: a scene in a browser"]
fn gifs_keep_every_pixel() {
    scene(async |page| {
        page.open("/position", "#board svg").await;
        let check = "const done = arguments[0];
            const check = async () => {
                const { gif } = await import('/assets/gif.js');
                const wrong = [];
                for (const [colours, width, height] of [[2, 1, 1], [2, 9, 7], [3, 100, 40], [9, 64, 64], [16, 200, 150], [256, 150, 150]]) {
                    const palette = Array.from({ length: colours }, (_, at) => [at, 255 - at, at * 7 % 256]);
                    let state = 1;
                    const noise = () => { state = state * 48271 % 2147483647; return state; };
                    const count = width * height;
                    const frames = [() => noise() % colours, (at) => Math.floor(at / 50) % colours, () => 1].map((pixel) => ({
                        left: 0, top: 0, width, height, delay: 7, pixels: Uint8Array.from({ length: count }, (_, at) => pixel(at)),
                    }));
                    const all = () => Array.from({ length: count }, (_, at) => [at % width, Math.floor(at / width)]);
                    const read_back = await read(gif(width, height, palette, frames), all);
                    read_back.forEach(([time, found], nth) => {
                        const wanted = [...frames[nth].pixels].map((one) => palette[one].join());
                        if (time !== 70 || found.join(' ') !== wanted.join(' ')) wrong.push([colours, nth, time]);
                    });
                    if (read_back.length !== 3) wrong.push([colours, read_back.length]);
                }
                return wrong;
            };
            check().then(done, (error) => done(String(error)));";
        let script = format!("{DECODER}{check}");
        let answer = page.client.execute_async(&script, vec![]).await.unwrap();
        assert_eq!(answer, json!([]));
    });
}
