//! Whole-program tests: the server, asked over plain HTTP and held against the command line, the
//! reports and the witness.

#![cfg(unix)]

use crate::common::{
    METRICS, START, START_DISTANCES, STUCK, Tables, csv_rows, text, texts, wait_until,
};
use crate::serving::{Connection, Reply, Server, address, encoded, shared};
use jsonschema::{Draft, Validator};
use naive::Naive;
use naive::grids::{Drawn, Witness};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use tempfile::TempDir;

/// The big piece alone, one straight move from the goal.
const LONE: &str = "..../.BB./.BB./..../....";
const AT_GOAL: &str = "VSS./V.../..../.BB./.BB.";
/// From which more positions can be reached than a map may have.
const MANY: &str = "VBBV/VBBV/VHHV/VSSV/....";

/// Everything that the API has to offer.
const ENDPOINTS: [&str; 38] = [
    "/api/v1/position",
    "/api/v1/solution",
    "/api/v1/component",
    "/api/v1/map",
    "/api/v1/score",
    "/api/v1/difficulty",
    "/api/v1/sets",
    "/api/v1/sets/{set}",
    "/api/v1/openings",
    "/api/v1/puzzles",
    "/api/v1/puzzle",
    "/api/v1/puzzle/position",
    "/api/v1/puzzle/solution",
    "/api/v1/puzzle/component",
    "/api/v1/puzzle/map",
    "/api/v1/puzzle/score",
    "/api/v1/puzzle/difficulty",
    "/api/v1/puzzle/variants",
    "/api/v1/design",
    "/api/v1/solved",
    "/api/v1/solved/century",
    "/api/v1/rush",
    "/api/v1/game",
    "/api/v1/gomoku",
    "/api/v1/gomoku/move",
    "/api/v1/sample",
    "/api/v1/daily",
    "/api/v1/convert",
    "/api/v1/about",
    "/api/v1/openapi.json",
    "/svg/board",
    "/svg/qr",
    "/svg/histogram",
    "/csv/{name}",
    "/csv/piece_sets.csv",
    "/csv/components.csv",
    "/csv/histogram.csv",
    "/csv/hardest.csv",
];

const PAGES: [&str; 18] = [
    "/",
    "/position",
    "/daily",
    "/packs",
    "/rush",
    "/class",
    "/print",
    "/map",
    "/editor",
    "/openings",
    "/atlas",
    "/atlas/1h4v4s",
    "/generator",
    "/puzzles",
    "/puzzles/dads",
    "/puzzles/editor",
    "/games",
    "/gomoku",
];

const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                           img-src 'self' blob:; manifest-src 'self'; connect-src 'self'; \
                           base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The answer of an endpoint of the shared server, which must be given.
pub(crate) fn api(endpoint: &str, parameters: &[(&str, &str)]) -> Value {
    shared().server.json(200, &address(&format!("/api/v1/{endpoint}"), parameters))
}

/// The message of an error with this status.
pub(crate) fn refusal(status: u16, path: &str) -> String {
    let reply = shared().server.get(path);
    assert_eq!(reply.status, status, "{path}: {}", reply.text());
    reply.error()
}

/// What the command line prints as lines of JSON.
fn printed(arguments: &[&str]) -> Vec<Value> {
    let output = shared().tables.listed(&[arguments, &["--format", "json"]].concat());
    output.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The message of the command line's error, which the API must give as well.
fn complaint(arguments: &[&str]) -> String {
    let error = shared().tables.error(arguments);
    error.strip_prefix("error: ").unwrap().trim_end().to_owned()
}

/// Positions of all kinds: a goal position, stuck, alone, crowded, roomy.
fn some_positions() -> Vec<String> {
    let mut positions = [START, STUCK, LONE, AT_GOAL].map(str::to_owned).to_vec();
    for set in ["1h4v4s", "2h3v4s", "0h0v14s", "6h0v2s", "0h1v6s", "3h1v1s"] {
        let sample = ["sample", set, "--count", "3", "--distance", "..", "--seed", "3"];
        let drawn = printed(&sample);
        positions
            .extend(drawn.iter().map(|layout| layout["position"].as_str().unwrap().to_owned()));
    }
    positions
}

/// An object with some of its keys only.
fn only(object: &Value, keys: &Value) -> Value {
    let keys = keys.as_object().unwrap().keys();
    Value::Object(keys.map(|key| (key.clone(), object[key].clone())).collect())
}

#[test]
fn positions_are_answered_as_by_query() {
    let positions = some_positions();
    for (position, asked) in positions.iter().zip(shared().tables.ask(&positions)) {
        let answer = api("position", &[("p", position)]);
        assert_eq!(only(&answer, &asked), asked, "the same keys, the same values");
        let naive = Naive::klotski();
        assert_eq!(answer["is_goal"], naive.is_goal(position));
        assert_eq!(answer["mirror"], naive.mirror(position));
    }
    let answer = api("position", &[("p", START)]);
    let keys: BTreeSet<_> = answer.as_object().unwrap().keys().map(String::as_str).collect();
    let wanted = [
        "position",
        "piece_set",
        "index",
        "solvable",
        "is_goal",
        "distance",
        "best_moves",
        "moves",
        "names",
        "mirror",
    ];
    assert_eq!(keys, BTreeSet::from(wanted));
    for (metric, distance) in START_DISTANCES {
        assert_eq!(answer["distance"][metric], distance);
    }
    // Four sources call it so; a game has it as a level without a name.
    let name = |name: &str, simplified: &str, slug: &str| json!({"name": name, "simplified": simplified, "slug": slug});
    let names = [
        name("橫刀立馬", "横刀立马", "heng-dao-li-ma"),
        name("Level 08", "Level 08", "level-08-wayout"),
    ];
    assert_eq!(answer["names"], json!(names));
}

/// The cells of a piece's first corner, before and after a move, by the witness.
fn difference(naive: &Naive, before: &str, after: &str) -> (char, [usize; 2], [usize; 2]) {
    let corners = |text: &str| -> BTreeSet<(char, (usize, usize))> {
        naive.pieces(text).into_iter().map(|(letter, cells)| (letter, cells[0])).collect()
    };
    let (before, after) = (corners(before), corners(after));
    let gone: Vec<_> = before.difference(&after).collect();
    let come: Vec<_> = after.difference(&before).collect();
    let ([(letter, from)], [(same, to)]) = (&gone[..], &come[..]) else {
        panic!("not one move: {gone:?} {come:?}");
    };
    assert_eq!(letter, same);
    (*letter, [from.0, from.1], [to.0, to.1])
}

#[test]
fn moves_are_those_of_the_witness() {
    let naive = Naive::klotski();
    let shapes =
        HashMap::from([('B', "big"), ('H', "horizontal"), ('V', "vertical"), ('S', "small")]);
    let mut connection = shared().server.connect();
    let mut distances: HashMap<String, Value> = HashMap::new();
    for position in some_positions() {
        let answer = api("position", &[("p", &position)]);
        let moves = answer["moves"].as_array().unwrap();
        for (allowed, metric) in METRICS.into_iter().enumerate() {
            let is_single =
                |one: &&Value| METRICS[..=allowed].contains(&one["metric"].as_str().unwrap());
            let single: Vec<_> = moves.iter().filter(is_single).collect();
            let reached: BTreeSet<String> =
                single.iter().map(|one| one["position"].as_str().unwrap().to_owned()).collect();
            assert_eq!(reached.len(), single.len(), "none is listed twice: {position}");
            assert_eq!(reached, naive.neighbours(&position, metric), "{metric} {position}");
            // The best are those that lead nearer.
            let nearer = answer["distance"][metric].as_u64().and_then(|d| d.checked_sub(1));
            let best = single.iter().filter(|one| one["distance"][metric].as_u64() == nearer);
            let best: BTreeSet<String> = best
                .filter(|_| nearer.is_some())
                .map(|one| one["position"].as_str().unwrap().to_owned())
                .collect();
            assert_eq!(best, texts(&answer["best_moves"][metric]).into_iter().collect());
        }
        for one in moves {
            let after = one["position"].as_str().unwrap();
            let (letter, from, to) = difference(&naive, &position, after);
            assert_eq!(one["shape"], shapes[&letter], "{one}");
            assert_eq!((&one["from"], &one["to"]), (&json!(from), &json!(to)), "{one}");
            // The arrows lead from one place to the other.
            let [mut column, mut row] = from.map(|at| at as i64);
            for arrow in one["path"].as_str().unwrap().chars() {
                match arrow {
                    '→' => column += 1,
                    '←' => column -= 1,
                    '↓' => row += 1,
                    '↑' => row -= 1,
                    _ => panic!("{one}"),
                }
            }
            assert_eq!([column, row], to.map(|at| at as i64), "{one}");
            let known = distances.entry(after.to_owned()).or_insert_with(|| {
                let reply = connection.get(&address("/api/v1/position", &[("p", after)]));
                reply.json()["distance"].clone()
            });
            assert_eq!(one["distance"], *known, "{one}");
        }
    }
}

#[test]
fn every_notation_and_every_name_is_understood() {
    let texts = |position: &str| {
        ["grid", "letters", "paper-array", "paper-value", "code36", "glyph", "pretty"].map(|to| {
            let converted = api("convert", &[("p", position), ("to", to)]);
            let text = converted["text"].as_str().unwrap().to_owned();
            let alone = shared().tables.output(&["convert", "--to", to, position]);
            assert_eq!(text.trim_end(), alone.trim_end(), "{to}");
            assert_eq!(converted["notation"], to);
            assert_eq!(converted["position"], position);
            text
        })
    };
    for position in [START, STUCK] {
        for written in texts(position) {
            assert_eq!(api("position", &[("p", &written)])["position"], position, "{written}");
        }
    }
    let picture = api("convert", &[("p", START), ("to", "svg")]);
    let alone = shared().tables.output(&["convert", "--to", "svg", START]);
    assert_eq!(picture["text"].as_str().unwrap().trim_end(), alone.trim_end());

    // Each opening by every name, through every notation of an address.
    let mut connection = shared().server.connect();
    for opening in api("openings", &[])["openings"].as_array().unwrap() {
        let names = opening["aliases"].as_array().unwrap().iter().chain([opening]);
        let mut slugs = BTreeSet::new();
        for name in names {
            slugs.insert(name["slug"].as_str().unwrap().to_owned());
            // A slug means one layout; a name may be that of several, which is then said.
            let asked = |key: &str| name[key].as_str().unwrap();
            let slug = connection.get(&address("/api/v1/position", &[("p", asked("slug"))]));
            assert_eq!(slug.json()["position"], opening["position"], "{slug:?}");
            for key in ["name", "simplified"] {
                let reply = connection.get(&address("/api/v1/position", &[("p", asked(key))]));
                match reply.status {
                    200 => {
                        let answer = reply.json();
                        let mut names = answer["names"].as_array().unwrap().iter();
                        let asked = asked(key);
                        assert!(
                            names.any(|one| one["name"] == asked || one["simplified"] == asked)
                        );
                    }
                    _ => assert_eq!(reply.error(), complaint(&["query", asked(key)])),
                }
            }
        }
        let position = opening["position"].as_str().unwrap();
        let reply = connection.get(&address("/api/v1/position", &[("p", position)])).json();
        let reported = reply["names"].as_array().unwrap().iter();
        let reported: BTreeSet<_> =
            reported.map(|n| n["slug"].as_str().unwrap().to_owned()).collect();
        assert_eq!(reported, slugs, "{position}");
    }
    // As a form sends it.
    let plus = "/api/v1/convert?p=%5B0+8+10+13+2+3+12+15+16+19%5D&to=grid";
    let plus = shared().server.json(200, plus);
    let plain = [("p", "[0 8 10 13 2 3 12 15 16 19]"), ("to", "grid")];
    assert_eq!(plus, api("convert", &plain));
}

#[test]
fn solutions_are_those_of_solve() {
    // The server has an answer or an error, and no bounds.
    let solved = |arguments: &[&str]| {
        let mut answers = printed(arguments);
        for answer in &mut answers {
            let answer = answer.as_object_mut().expect("an object");
            assert_eq!(answer.remove("at_least"), Some(Value::Null));
            assert_eq!(answer.remove("best_found"), Some(Value::Null));
        }
        answers
    };
    let starts = ["SBBS/SBBS/VHHV/VVVV/.VV.", "VBBS/VBBS/HHSS/VHHV/V..V", LONE, AT_GOAL, START];
    for position in starts {
        for metric in METRICS {
            let answer = api("solution", &[("p", position), ("metric", metric)]);
            assert_eq!(vec![answer], solved(&["solve", position, "--metric", metric]));
        }
    }
    assert_eq!(api("solution", &[("p", START)]), solved(&["solve", START])[0], "finger moves");
    let solution = api("solution", &[("p", "heng-dao-li-ma"), ("metric", "finger")]);
    assert_eq!(solution["distance"], 81);
    assert_eq!(solution["moves"].as_array().unwrap().len(), 81);
    for (from, to) in [
        (START, "VBBV/VBBV/VHHV/V.SV/SS.S"),
        ("S..S/.BB./.BB./..../....", "SS../BB../BB../..../...."),
    ] {
        for metric in METRICS {
            let answer = api("solution", &[("p", from), ("metric", metric), ("to", to)]);
            let alone = solved(&["solve", "--from", from, "--to", to, "--metric", metric]);
            assert_eq!(vec![answer], alone);
        }
    }
    let path = address("/api/v1/solution", &[("p", STUCK), ("metric", "finger")]);
    assert_eq!(refusal(422, &path), complaint(&["solve", STUCK]));
    for to in [LONE, STUCK] {
        let path = address("/api/v1/solution", &[("p", START), ("to", to)]);
        assert_eq!(refusal(422, &path), complaint(&["solve", START, "--to", to]));
    }
    let path = address("/api/v1/solution", &[("p", START), ("metric", "taxicab")]);
    assert!(refusal(400, &path).contains("taxicab"));
}

/// A position from the signs of a map: each is the first cell of a piece, or empty, in reading order.
fn unfolded(signs: &str) -> String {
    let mut cells = [None; 20];
    for sign in signs.chars() {
        let first = cells.iter().position(Option::is_none).expect("there is room for each sign");
        let covered: &[usize] = match sign {
            'B' => &[0, 1, 4, 5],
            'H' => &[0, 1],
            'V' => &[0, 4],
            _ => &[0],
        };
        for more in covered {
            assert_eq!(cells[first + more].replace(sign), None, "pieces on one another: {signs}");
        }
    }
    let cells: String = cells.map(|cell| cell.expect("no cell is left out")).into_iter().collect();
    let rows: Vec<&str> = (0..5).map(|row| &cells[4 * row..4 * row + 4]).collect();
    rows.join("/")
}

/// Levels are distances, moves are moves, and nothing of the component is missing.
#[test]
fn maps_are_those_of_the_witness() {
    let naive = Naive::klotski();
    for (set, counts) in [("0h0v1s", [1, 0, 0, 1]), ("5h2v0s", [1, 5, 2, 0])] {
        let distances = METRICS.map(|metric| naive.distances(&counts, metric));
        let solvable = distances[0].iter().find(|(_, distance)| distance.is_some_and(|d| d > 2));
        let stuck = distances[0].iter().find(|(_, distance)| distance.is_none());
        let starts = [solvable, stuck].into_iter().flatten().map(|(start, _)| start);
        let cases =
            starts.flat_map(|start| METRICS.into_iter().zip(&distances).map(move |of| (start, of)));
        for (start, (metric, distances)) in cases {
            let map = api("map", &[("p", start), ("metric", metric)]);
            let number = |value: &Value| value.as_u64().expect("a number") as usize;
            let list = |value: &Value| value.as_array().expect("a list").clone();
            let nodes: Vec<String> = texts(&map["signs"]).iter().map(|s| unfolded(s)).collect();
            assert_eq!((&map["piece_set"], &map["metric"]), (&json!(set), &json!(metric)));
            assert_eq!(nodes[number(&map["node"])], *start);

            // The component by brute force, and how far all of it is from the start.
            let mut away = BTreeMap::from([(start.clone(), 0)]);
            let mut front = BTreeSet::from([start.clone()]);
            for moves in 1.. {
                let near: BTreeSet<_> =
                    front.iter().flat_map(|at| naive.neighbours(at, metric)).collect();
                front = near.into_iter().filter(|next| !away.contains_key(next)).collect();
                away.extend(front.iter().map(|next| (next.clone(), moves)));
                if front.is_empty() {
                    break;
                }
            }
            assert_eq!(nodes.len(), away.len(), "each once");
            let with_goal = away.keys().any(|text| naive.is_goal(text));
            assert_eq!(map["solvable"], with_goal);
            let levels: Vec<usize> = list(&map["levels"]).iter().map(number).collect();
            assert_eq!(levels.iter().sum::<usize>(), nodes.len());
            let level_of = (0..).zip(&levels).flat_map(|(level, &count)| vec![level; count]);
            for (node, level) in nodes.iter().zip(level_of) {
                let distance = if with_goal { distances[node] } else { Some(away[node]) };
                assert_eq!(distance, Some(level), "{node} {metric}");
            }

            assert_eq!(map["all_moves"], true);
            let mut edges = BTreeSet::new();
            for (node, steps) in list(&map["moves"]).iter().enumerate() {
                for step in list(steps) {
                    let other = node + number(&step);
                    assert!(edges.insert((nodes[node].clone(), nodes[other].clone())), "twice");
                }
            }
            let both = |(a, b): &(String, String)| [(a.clone(), b.clone()), (b.clone(), a.clone())];
            let edges: BTreeSet<_> = edges.iter().flat_map(both).collect();
            let of = |a: &String| {
                naive.neighbours(a, metric).into_iter().map(|b| (a.clone(), b)).collect::<Vec<_>>()
            };
            assert_eq!(edges, nodes.iter().flat_map(of).collect(), "{set} {metric}");
        }
    }
}

/// The answer for the classic start is small enough to be drawn at once, and the same wherever one stands in it.
#[test]
fn the_map_of_the_classic_component() {
    let path = address("/api/v1/map", &[("p", START)]);
    let reply = shared().server.get(&path);
    assert!(reply.body.len() < 1_000_000, "{} bytes", reply.body.len());
    let map = reply.json();
    // Published sizes: 25,955 positions in each of two large components.
    assert_eq!(map["signs"].as_array().unwrap().len(), 25_955);
    let solution = api("solution", &[("p", START)]);
    let later = solution["moves"][40]["position"].as_str().unwrap();
    let mut other = api("map", &[("p", later)]);
    assert_ne!(other["node"], map["node"]);
    other["position"] = map["position"].clone();
    other["node"] = map["node"].clone();
    assert!(other == map, "the same map");
}

/// Answers about a lone big piece, two cells above the goal in the middle, and about a red car behind another.
#[test]
fn answers_are_judged() {
    for (answer, metric, legal, optimal, lost, distance) in [
        ("B down 2", "straight", 1, 1, 0, 0),
        ("B down 2", "unit", 2, 2, 0, 0),
        ("I move B up 1.", "unit", 1, 2, 2, 3),
        ("B up 1", "straight", 1, 1, 1, 1),
        ("B left 1, B down 2, B right 1", "unit", 4, 2, 2, 0),
    ] {
        let score = api("score", &[("p", LONE), ("metric", metric), ("answer", answer)]);
        let found = ["legal", "optimal", "lost_moves", "distance"].map(|key| score[key].as_u64());
        assert_eq!(found, [legal, optimal, lost, distance].map(Some), "{answer} {metric}");
        assert_eq!(
            (&score["solved"], &score["reward"]),
            (&json!(distance == 0), &json!(if distance == 0 { 1.0 } else { 0.0 }))
        );
    }
    let board = "ooBo/AABo/oooo";
    for (answer, legal, why) in [
        ("A right 2", 0, Some("A is blocked by B")),
        ("B down 1, A right 2", 1, Some("A is blocked by B")),
        ("B up 1", 0, Some("a wall or the edge of the board stops B")),
    ] {
        let score =
            api("puzzle/score", &[("board", board), ("metric", "straight"), ("answer", answer)]);
        assert_eq!(
            (&score["legal"], score["error_why"].as_str()),
            (&json!(legal), why),
            "{answer}"
        );
    }
    let yes = api("score", &[("p", LONE), ("answer", "yes"), ("question", "solvable")]);
    assert_eq!(yes["correct"], true);
    let missing = refusal(400, &address("/api/v1/score", &[("p", LONE)]));
    assert!(missing.contains("missing field `answer`"), "{missing}");
    let lacks = [("p", LONE), ("answer", "yes"), ("question", "legal")];
    assert!(refusal(400, &address("/api/v1/score", &lacks)).contains("about"));
}

/// Where there are too many moves each position has one, and where there are too many positions there is no map.
#[test]
fn large_maps_are_cut_or_refused() {
    let (start, metric) = ("S..S/SBBS/.BB./..../....", "finger");
    let map = api("map", &[("p", start), ("metric", metric)]);
    assert_eq!(map["all_moves"], false);
    let levels: Vec<u64> =
        map["levels"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    let ends: Vec<u64> = levels
        .iter()
        .scan(0, |end, count| {
            *end += count;
            Some(*end)
        })
        .collect();
    let level = |node: u64| ends.iter().position(|end| node < *end).unwrap();
    let naive = Naive::klotski();
    let nodes = texts(&map["signs"]);
    let mut before = BTreeSet::new();
    for (node, steps) in (0..).zip(map["moves"].as_array().unwrap()) {
        for step in steps.as_array().unwrap() {
            let other = node + step.as_u64().unwrap();
            assert_eq!(level(node) + 1, level(other));
            assert!(before.insert(other), "one each");
            // Some of them by the witness, which is slow.
            if other % 997 == 0 {
                let [from, to] = [other, node].map(|node| unfolded(&nodes[node as usize]));
                assert!(naive.neighbours(&from, metric).contains(&to), "{from} to {to}");
            }
        }
    }
    assert_eq!(before.len() as u64 + levels[0], nodes.len() as u64);

    let error = refusal(422, &address("/api/v1/map", &[("p", MANY)]));
    assert!(error.contains("50,000"), "{error}");
    let script = shared().server.get("/assets/component-map.js").text();
    assert!(script.contains("MOST_MAPPED = 50_000;"), "the pages know the limit");
    let refused = shared().server.get(&address("/api/v1/map", &[("p", MANY)])).json();
    assert_eq!(
        (&refused["code"], &refused["arguments"]["reached"]),
        (&json!("too-large"), &json!(50_000))
    );
    let path = address("/api/v1/map", &[("p", START), ("metric", "taxicab")]);
    assert!(refusal(400, &path).contains("taxicab"));
    assert_eq!(
        refusal(400, &address("/api/v1/map", &[("p", "nobody")])),
        complaint(&["query", "nobody"])
    );
}

#[test]
fn components_are_those_of_the_witness() {
    let naive = Naive::klotski();
    for (set, counts) in
        [("5h2v0s", [1, 5, 2, 0]), ("0h0v1s", [1, 0, 0, 1]), ("6h1v0s", [1, 6, 1, 0])]
    {
        let mut seen = BTreeSet::new();
        let mut sizes = Vec::new();
        let mut connection = shared().server.connect();
        let positions = naive.arrangements(&counts);
        for start in &positions {
            if seen.contains(start) {
                continue;
            }
            let (mut component, mut to_visit) = (BTreeSet::new(), vec![start.clone()]);
            component.insert(start.clone());
            while let Some(text) = to_visit.pop() {
                for next in naive.neighbours(&text, "unit") {
                    if component.insert(next.clone()) {
                        to_visit.push(next);
                    }
                }
            }
            let with_goal = component.iter().any(|text| naive.is_goal(text));
            let reply = connection.get(&address("/api/v1/component", &[("p", start)]));
            let wanted = json!({
                "position": start, "piece_set": set, "size": component.len(),
                "positions": positions.len(), "solvable": with_goal,
            });
            assert_eq!(reply.json(), wanted);
            sizes.push((component.len(), with_goal));
            seen.extend(component);
        }
        sizes.sort();
        assert_eq!(sizes, naive.components(&counts));
    }
    let wanted = json!({
        "position": START, "piece_set": "1h4v4s", "size": 25_955, "positions": 65_880, "solvable": true,
    });
    assert_eq!(api("component", &[("p", START)]), wanted);
}

/// A number in a CSV file, `null` for an empty one.
fn number(text: &str) -> Value {
    if text.is_empty() { Value::Null } else { serde_json::from_str(text).unwrap() }
}

#[test]
fn sets_are_those_of_the_reports() {
    let reports = TempDir::new().unwrap();
    let directory = reports.path().to_str().unwrap();
    shared().tables.output(&["report", "--out", directory]);
    let read = |name: &str| fs::read_to_string(reports.path().join(name)).unwrap();
    for name in ["piece_sets.csv", "components.csv", "histogram.csv", "hardest.csv"] {
        let reply = shared().server.get(&format!("/csv/{name}"));
        assert_eq!(reply.status, 200);
        assert_eq!(reply.header("content-type"), Some("text/csv; charset=utf-8"));
        let disposition = reply.header("content-disposition").unwrap();
        assert!(
            disposition.starts_with("attachment") && disposition.contains(name),
            "{disposition}"
        );
        assert!(reply.text() == read(name), "{name} is as the report");
    }

    let rows = csv_rows(&read("piece_sets.csv"));
    let sets = api("sets", &[])["sets"].as_array().unwrap().clone();
    assert_eq!((sets.len(), rows.len()), (203, 203));
    let (mut histograms, mut sizes, mut hardest) = (
        grouped(&read("histogram.csv")),
        grouped(&read("components.csv")),
        grouped(&read("hardest.csv")),
    );
    let mut connection = shared().server.connect();
    for (set, row) in sets.iter().zip(&rows) {
        let name = row["piece_set"].as_str();
        assert_eq!(set["piece_set"], name, "in the order of the report");
        for key in [
            "horizontal",
            "vertical",
            "small",
            "empty",
            "positions",
            "goal_positions",
            "components",
            "largest_component",
            "solvable",
            "unsolvable",
        ] {
            assert_eq!(set[key], number(&row[key]), "{name} {key}");
        }
        for (key, metric) in ["max", "mean", "at_max"].iter().flat_map(|k| METRICS.map(|m| (k, m)))
        {
            let wanted = &row[&format!("{key}_{metric}")];
            // Nulls in the place of an object would do as well as an object of nulls.
            let reported = &set[*key][metric];
            match reported.as_f64() {
                Some(mean) if *key == "mean" => assert_eq!(format!("{mean:.4}"), *wanted, "{name}"),
                _ => assert_eq!(*reported, number(wanted), "{name} {key}_{metric}"),
            }
        }

        let reply = connection.get(&format!("/api/v1/sets/{name}"));
        let full = reply.json();
        assert_eq!(only(&full, set), *set, "the same keys plus more");
        // A set in which no goal position is reachable has no rows.
        let histograms = histograms.remove(name).unwrap_or_default();
        let hardest = hardest.remove(name).unwrap_or_default();
        for metric in METRICS {
            let bars = histograms.iter().filter(|row| row["metric"] == metric);
            let bars: BTreeMap<u64, Value> = bars
                .map(|row| (row["distance"].parse().unwrap(), number(&row["positions"])))
                .collect();
            assert!(bars.keys().copied().eq(0..bars.len() as u64));
            let bars: Vec<_> = bars.into_values().collect();
            assert_eq!(full["histogram"][metric], json!(bars), "{name} {metric}");
            let listed = hardest.iter().filter(|row| row["metric"] == metric);
            let listed: Vec<_> = listed.map(|row| row["position"].as_str()).collect();
            assert_eq!(full["hardest_positions"][metric], json!(listed), "{name} {metric}");
        }
        let reported: Vec<_> = sizes
            .remove(name)
            .unwrap()
            .iter()
            .map(|row| {
                json!({
                    "size": number(&row["size"]),
                    "components": number(&row["components"]),
                    "with_goal": number(&row["with_goal"]),
                })
            })
            .collect();
        assert_eq!(full["component_sizes"], json!(reported), "{name}");
    }
    let positions: u64 = sets.iter().map(|set| set["positions"].as_u64().unwrap()).sum();
    let version = env!("CARGO_PKG_VERSION");
    let about = json!({"version": version, "piece_sets": 203, "positions": positions});
    assert_eq!(api("about", &[]), about);
}

/// The rows of a CSV text by their piece sets.
fn grouped(text: &str) -> HashMap<String, Vec<HashMap<String, String>>> {
    let mut grouped: HashMap<_, Vec<_>> = HashMap::new();
    for row in csv_rows(text) {
        grouped.entry(row["piece_set"].clone()).or_default().push(row);
    }
    grouped
}

#[test]
fn openings_are_those_of_openings() {
    let answer = api("openings", &[]);
    assert_eq!(answer["openings"], Value::Array(printed(&["openings"])));
}

#[test]
fn samples_are_those_of_sample() {
    for (set, options) in [
        ("1h4v4s", &[][..]),
        (
            "1h4v4s",
            &[
                ("metric", "finger"),
                ("distance", "80..100"),
                ("count", "3"),
                ("seed", "7"),
                ("big_at_top", "true"),
            ],
        ),
        (
            "2h3v4s",
            &[
                ("metric", "unit"),
                ("distance", "100"),
                ("count", "5"),
                ("seed", "18446744073709551615"),
            ],
        ),
        ("0h0v0s", &[("metric", "straight"), ("distance", ".."), ("count", "100")]),
        ("3h2v4s", &[("distance", "20.."), ("count", "20"), ("big_at_top", "false")]),
        ("3h2v4s", &[("distance", "..3"), ("count", "20"), ("seed", "1")]),
    ] {
        let answer = api("sample", &[&[("set", set)], options].concat());
        let mut arguments = vec!["sample".to_owned(), set.to_owned()];
        for (name, value) in options {
            match (*name, *value) {
                ("big_at_top", "true") => arguments.push("--big-at-top".to_owned()),
                ("big_at_top", _) => {}
                _ => arguments.extend([format!("--{name}"), (*value).to_owned()]),
            }
        }
        let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
        assert_eq!(answer["sample"], Value::Array(printed(&arguments)), "{arguments:?}");
        assert_eq!(answer["piece_set"], set);
        let metric =
            options.iter().find(|(name, _)| *name == "metric").map_or("finger", |(_, m)| *m);
        assert_eq!(answer["metric"], metric);
    }
    // How many fit, counted in the histogram.
    let counted = |range: std::ops::RangeInclusive<usize>| {
        let bars = api("sets/1h4v4s", &[])["histogram"]["finger"].clone();
        bars.as_array().unwrap()[range].iter().map(|bar| bar.as_u64().unwrap()).sum::<u64>()
    };
    let fitting = api("sample", &[("set", "1h4v4s"), ("distance", "80..90")])["fitting"].clone();
    assert_eq!(fitting, counted(80..=90));
    let path = address("/api/v1/sample", &[("set", "1h4v4s"), ("distance", "180..")]);
    let none = shared().tables.run(&["sample", "1h4v4s", "--distance", "180.."]).assert().code(3);
    let none = text(&none.get_output().stderr);
    assert_eq!(none.trim_end().strip_prefix("error: "), Some(&*refusal(422, &path)));
}

#[test]
fn boards_are_drawn_where_the_pieces_stand() {
    let classes = HashMap::from([('B', 0), ('H', 1), ('V', 2), ('S', 3)]);
    for position in some_positions() {
        let reply = shared().server.get(&address("/svg/board", &[("p", &position)]));
        assert_eq!(reply.status, 200);
        let svg = reply.text();
        assert!(svg.contains("viewBox=\"0 0 460 560\"") && svg.contains("<style"), "{svg}");
        let paths: Vec<&str> =
            svg.split("<path ").skip(1).map(|rest| rest.split('>').next().unwrap()).collect();
        let pieces = Naive::klotski().pieces(&position);
        assert_eq!(paths.len(), pieces.len());
        for (letter, cells) in pieces {
            let (column, row) = (cells[0].0, cells[0].1);
            let [x, y] = [column, row].map(|at| 30 + 100 * at);
            let wanted = [
                format!("class=\"s{}\"", classes[&letter]),
                format!("data-shape=\"{letter}\""),
                format!("data-column=\"{column}\""),
                format!("data-row=\"{row}\""),
                format!("transform=\"translate({x} {y})\""),
            ];
            let stands = |path: &&&str| wanted.iter().all(|attribute| path.contains(attribute));
            assert_eq!(paths.iter().filter(stands).count(), 1, "{wanted:?} in {svg}");
        }
    }
    refusal(400, "/svg/board?p=nobody");
}

/// The modules of a picture of a QR code, without the border: rows of whether each is dark.
fn qr_modules(svg: &str) -> Vec<Vec<bool>> {
    let (_, path) = svg.rsplit_once("d=\"").expect("a path");
    let whole: usize = svg
        .split('"')
        .find_map(|part| part.strip_prefix("0 0 "))
        .and_then(|size| size.split(' ').next()?.parse().ok())
        .expect("a size");
    let mut dark = vec![vec![false; whole]; whole];
    for run in path.split('M').skip(1) {
        let mut numbers =
            run.split(|one: char| !one.is_ascii_digit()).filter_map(|one| one.parse().ok());
        let mut next = || numbers.next().expect("a number");
        let [x, y, length]: [usize; 3] = [next(), next(), next()];
        dark[y][x..x + length].fill(true);
    }
    let inside = 4..whole - 4;
    for (y, row) in dark.iter().enumerate() {
        for (x, module) in row.iter().enumerate() {
            assert!(!module || (inside.contains(&x) && inside.contains(&y)), "the border is empty");
        }
    }
    dark[inside.clone()].iter().map(|row| row[inside.clone()].to_vec()).collect()
}

/// The text of a QR code of version 1 with a segment of bytes, by ISO/IEC 18004.
fn read_qr(modules: &[Vec<bool>]) -> String {
    assert_eq!(modules.len(), 21);
    let at = |x: usize, y: usize| modules[y][x];
    // The three finder patterns, and the timing patterns between them.
    for (left, top) in [(0, 0), (14, 0), (0, 14)] {
        for y in 0..7_usize {
            for x in 0..7_usize {
                let ring = x.abs_diff(3).max(y.abs_diff(3));
                assert_eq!(at(left + x, top + y), ring != 2);
            }
        }
    }
    for along in 8..13 {
        assert_eq!([at(along, 6), at(6, along)], [along % 2 == 0; 2]);
    }
    // Bits 12 to 10 of the format are the mask.
    let format =
        [2, 3, 4].map(|x| at(x, 8)).into_iter().fold(0, |bits, bit| bits << 1 | u8::from(bit));
    let is_masked = |x: usize, y: usize| match format ^ 0b101 {
        0 => (x + y).is_multiple_of(2),
        1 => y.is_multiple_of(2),
        2 => x.is_multiple_of(3),
        3 => (x + y).is_multiple_of(3),
        4 => (x / 3 + y / 2).is_multiple_of(2),
        5 => x * y % 2 + x * y % 3 == 0,
        6 => (x * y % 2 + x * y % 3).is_multiple_of(2),
        _ => ((x + y) % 2 + x * y % 3).is_multiple_of(2),
    };
    let is_data = |x: usize, y: usize| {
        let is_format_or_finder = (y < 9 && !(9..13).contains(&x)) || (x < 9 && y > 12);
        x != 6 && y != 6 && !is_format_or_finder
    };
    let mut bits = Vec::new();
    for (nth, right) in [20, 18, 16, 14, 12, 10, 8, 5, 3, 1].into_iter().enumerate() {
        for step in 0..21 {
            let y = if nth % 2 == 0 { 20 - step } else { step };
            for x in [right, right - 1] {
                if is_data(x, y) {
                    bits.push(at(x, y) ^ is_masked(x, y));
                }
            }
        }
    }
    let number = |bits: &[bool]| bits.iter().fold(0, |number, bit| number << 1 | usize::from(*bit));
    assert_eq!(number(&bits[..4]), 4, "bytes");
    let length = number(&bits[4..12]);
    let bytes = bits[12..].chunks(8).take(length).map(|byte| number(byte) as u8).collect();
    String::from_utf8(bytes).expect("a text")
}

#[test]
fn qr_codes_have_their_text() {
    for text in ["huarong/x?p=1", "a", "\u{83ef}\u{5bb9}\u{9053}"] {
        let reply = shared().server.get(&address("/svg/qr", &[("text", text)]));
        assert_eq!(reply.status, 200, "{}", reply.text());
        assert_eq!(read_qr(&qr_modules(&reply.text())), text);
    }
    // A longer text has a larger code, up to a limit.
    let size = |length: usize| {
        let reply = shared().server.get(&address("/svg/qr", &[("text", &"q".repeat(length))]));
        qr_modules(&reply.text()).len()
    };
    assert_eq!([17 + 4, 17 + 4 * 26], [size(14), size(1_000)]);
    refusal(400, &address("/svg/qr", &[("text", &"q".repeat(1_001))]));
    refusal(400, "/svg/qr");
}

#[test]
fn histograms_are_drawn() {
    let draw = |parameters: &[(&str, &str)]| {
        let reply = shared().server.get(&address("/svg/histogram", parameters));
        assert_eq!(reply.status, 200, "{}", reply.text());
        let svg = reply.text();
        assert!(
            svg.trim_start().starts_with("<svg") && svg.trim_end().ends_with("</svg>"),
            "{svg}"
        );
        assert!(!svg.contains("NaN") && !svg.contains("inf") && !svg.contains("<script"), "{svg}");
        svg
    };
    let full = draw(&[("set", "1h4v4s"), ("metric", "finger")]);
    let marked = draw(&[("set", "1h4v4s"), ("metric", "finger"), ("mark", "81")]);
    let small = draw(&[("set", "1h4v4s"), ("metric", "finger"), ("size", "small")]);
    let unit = draw(&[("set", "1h4v4s"), ("metric", "unit")]);
    assert_eq!([&full, &marked, &small, &unit].into_iter().collect::<BTreeSet<_>>().len(), 4);
    // Sets of one distance, of none, and a mark that is nowhere.
    let sets = api("sets", &[])["sets"].clone();
    for set in sets.as_array().unwrap() {
        for metric in METRICS {
            draw(&[
                ("set", set["piece_set"].as_str().unwrap()),
                ("metric", metric),
                ("size", "small"),
                ("mark", "65535"),
            ]);
        }
    }
    refusal(400, "/svg/histogram?set=1h4v5s&metric=finger");
    refusal(400, "/svg/histogram?set=1h4v4s&metric=finger&mark=-1");
    refusal(400, "/svg/histogram?set=1h4v4s&metric=finger&size=huge");
}

#[test]
fn errors_say_what_the_command_line_says() {
    let bad = [
        "nobody",
        "",
        " ",
        "VBBV/VBBV/VHHV/VSSV/S..X",
        "S..S/S..S",
        "..../..../..../..../....",
        "VBBV/VBBV/VHHV/VSSV/SSSS",
        "BB../BB../..BB/..BB/....",
        "VBBV/VBBV/VHHV/VSSV/S..S/....",
        "1A9BF0C0G",
        "[0 8 10 13 2 3 12 15 16]",
        "横刀立",
        "heng-dao-li-maa",
        "VBBV/VBBV/VHHV/HSSV/S..S",
        "<script>alert(1)</script>",
        "\u{1b}[31mred",
        "\u{202e}evil",
    ];
    for text in bad {
        let wanted = complaint(&["query", "--", text]);
        // Which option takes a board is said of the command line alone.
        let wanted = wanted.split("; use --board").next().unwrap();
        for path in ["position", "solution", "component"] {
            let path = address(&format!("/api/v1/{path}"), &[("p", text)]);
            assert_eq!(refusal(400, &path), wanted, "{text:?}");
        }
        let path = address("/api/v1/convert", &[("p", text), ("to", "grid")]);
        assert_eq!(refusal(400, &path), wanted, "{text:?}");
    }
    // The command line takes the name of a file for one that was meant to be read; the server never looks.
    assert!(complaint(&["query", "--", "src/main.rs"]).contains("is a path, not a position"));
    let error = refusal(400, &address("/api/v1/position", &[("p", "../../etc/passwd")]));
    assert!(error.contains("row 1 has 2 cells"), "{error}");
    let error = refusal(400, &address("/api/v1/position", &[("p", "VBBV/VBBV/VHHV/VSSV/S..X")]));
    assert!(error.contains("row 5, column 4"), "{error}");
    // No text at all, and text that is none.
    for query in ["", "?", "?q=1", "?p=%FF", "?p=%00"] {
        refusal(400, &format!("/api/v1/position{query}"));
    }
}

#[test]
fn absurd_lengths_and_numbers_are_refused() {
    let server = &shared().server;
    let ask = |path: &str| {
        let reply = server.get(path);
        assert!((400..500).contains(&reply.status), "{} {path:.80}", reply.status);
        if (reply.status, path.len() < 8000) != (414, false) && reply.status != 431 {
            reply.error();
        }
    };
    for (parameter, values) in [
        (
            "count",
            &["0", "101", "-1", "99999999999999999999999", "1e2", "3.5", "many", "", "0x10", "١"][..],
        ),
        ("seed", &["-1", "18446744073709551616", "seven", "", "1.0"]),
        ("distance", &["", "...", "9..1", "-1..", "a..b", "1..99999999999999999999", "1,2"]),
        ("metric", &["", "FINGER ", "taxicab"]),
        ("big_at_top", &["maybe", "2", ""]),
    ] {
        for value in values {
            let path = address("/api/v1/sample", &[("set", "1h4v4s"), (parameter, value)]);
            ask(&path);
        }
    }
    for set in [
        "1h4v5s",
        "999h999v999s",
        "4294967297h4v4s",
        "99999999999999999999h0v0s",
        "1h4v4",
        "",
        "-1h4v4s",
        "1h4v4s/",
        "%00",
        "%2e%2e",
    ] {
        ask(&format!("/api/v1/sets/{set}"));
        ask(&address("/api/v1/sample", &[("set", set)]));
        ask(&address("/svg/histogram", &[("set", set), ("metric", "finger")]));
    }
    ask("/api/v1/sample");
    // A slip of the pen, which would otherwise be answered as if it were not there.
    ask("/api/v1/sample?set=1h4v4s&distnace=60..");
    ask("/api/v1/position?p=heng-dao-li-ma&q=1");
    for path in ["/api/v1/sets/%ff", "/csv/%ff", "/assets/%ff"] {
        ask(path);
    }
    // Bytes that are no text are not read as other text.
    for path in [
        "/svg/qr?text=%ff",
        "/svg/qr?text=%e6%98&text=%9f",
        "/svg/qr?text=%C0%AF",
        "/svg/qr?te%ffxt=x",
        "/svg/board?p=%ed%a0%80",
        "/svg/histogram?set=%ff&metric=finger",
        "/api/v1/position?p=%ff",
        "/api/v1/puzzle?id=dads%ff",
        "/api/v1/sample?set=1h4v4s&metric=%80",
    ] {
        let error = server.json(400, path);
        assert_eq!(error["code"], "no-text", "{path}: {error}");
    }
    for path in ["/svg/qr?text=%E6%98%9F", "/svg/qr?text=%EF%BF%BD", "/svg/qr?text=100%"] {
        assert_eq!(server.get(path).status, 200, "{path}");
    }
    ask("/api/v1/sample?set=1h4v4s&set=2h3v4s");
    ask(&address("/api/v1/convert", &[("p", START), ("to", "klingon")]));
    ask(&address("/api/v1/convert", &[("p", START)]));
    for length in [1_000, 8_000, 60_000] {
        for unit in ["S", "/", "[", "9", "横", "é", "%25"] {
            ask(&address("/api/v1/position", &[("p", &unit.repeat(length / 3))]));
        }
    }
    // Longer than any head may be: an answer or an end.
    for request in [
        format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "a".repeat(4 << 20)),
        format!("GET / HTTP/1.1\r\nHost: localhost\r\nX: {}\r\n\r\n", "a".repeat(4 << 20)),
        format!("GET / HTTP/1.1\r\nHost: localhost\r\n{}\r\n", "A: b\r\n".repeat(100_000)),
    ] {
        let mut connection = shared().server.connect();
        let _ = connection.send(request.as_bytes());
        if let Some(reply) = connection.reply(false) {
            assert!((400..500).contains(&reply.status), "{}", reply.status);
        }
        assert!(connection.is_closed());
    }
    assert_eq!(shared().server.get("/api/v1/about").status, 200, "it is still there");
}

#[test]
fn what_is_not_there_is_not_found() {
    for path in [
        "/api",
        "/api/",
        "/api/v1",
        "/api/v1/",
        "/api/v2/position",
        "/api/v1/nothing",
        "/api/v1/position/x",
        "/api/v1/sets/1h4v4s/x",
        "/csv/openings.csv",
        "/csv/README.md",
        "/csv/..%2fpiece_sets.csv",
    ] {
        let error = refusal(404, path);
        assert!(!error.is_empty());
    }
    for path in [
        "/nothing",
        "/favicon.ico",
        "/assets/",
        "/assets/nothing.js",
        "/assets/app.js/x",
        "/index.html.bak",
        "/.git/config",
        "/Cargo.toml",
    ] {
        let reply = shared().server.get(path);
        assert_eq!(reply.status, 404, "{path}: {}", reply.text());
    }
}

/// A puzzle in which a domino must go down one row.
const WRITTEN: &str =
    "name = \"Down\"\nstart = \"\"\"\nAAB\n...\n\"\"\"\ngoal = \"\"\"\n...\nAA.\n\"\"\"\n";

/// The answer to a POST of a text.
pub fn posted(path: &str, text: &[u8]) -> Reply {
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n",
        shared().server.address,
        text.len()
    );
    shared().server.say(&[head.as_bytes(), text].concat()).unwrap()
}

#[test]
fn puzzles_of_the_library_are_answered_as_by_query() {
    let listed = api("puzzles", &[]);
    let listed = listed["puzzles"].as_array().unwrap();
    assert!(listed.len() > 100);
    let mut ids = BTreeSet::new();
    for puzzle in listed {
        assert!(ids.insert(puzzle["id"].as_str().unwrap()), "{puzzle}");
        assert!(puzzle.get("toml").is_none());
    }
    let dads = api("puzzle", &[("id", "dads")]);
    assert_eq!(api("puzzle", &[("id", "Dad's Puzzler")]), dads, "by its name, too");
    assert_eq!(dads["start"], "AABB/AACC/D..E/FGHH/FGII");
    assert_eq!(dads["goals"], json!([[{ "kind": 0, "at": [0, 3] }]]));
    assert_eq!(dads["published"][0]["moves"], 58);
    for id in ["dads", "rush-card-29", "gnome-agatka"] {
        let asked = &printed(&["query", "--puzzle", id])[0];
        let answer = api("puzzle/position", &[("id", id)]);
        assert_eq!(only(&answer, asked), *asked, "the same keys, the same values");
        assert_eq!(answer["is_goal"], false);
        let mut seen = BTreeSet::new();
        for metric in METRICS {
            let solution = api("puzzle/solution", &[("id", id), ("metric", metric)]);
            assert_eq!(solution["distance"], answer["distance"][metric]);
            let moves = solution["moves"].as_array().unwrap();
            assert_eq!(Value::from(moves.len()), solution["distance"]);
            // It is one that leads there: the last position is a goal position, and each is a move nearer.
            let last = moves.last().unwrap()["position"].as_str().unwrap();
            let end = api("puzzle/position", &[("id", id), ("p", last)]);
            assert_eq!((&end["is_goal"], &end["distance"][metric]), (&json!(true), &json!(0)));
            seen.insert(end["reachable"].as_u64().unwrap());
        }
        assert_eq!(seen, BTreeSet::from([answer["reachable"].as_u64().unwrap()]), "one component");
    }
}

/// A puzzle with a wall, three interchangeable pieces, and one that must reach the lower right corner.
const WITNESSED: &str = "name = 'Witnessed'\nstart = \"\"\"\n.BAA\nE#C.\nE.D.\n\"\"\"\ngoal = \"\"\"\n....\n.#..\n..AA\n\"\"\"\n";

/// The witness of that puzzle. Its letters are H for A, S for B, C and D, and V for E.
fn witness_of_written() -> Naive {
    Naive {
        width: 4,
        height: 3,
        walls: vec![(1, 1)],
        shapes: vec![('H', vec![(0, 0), (1, 0)]), ('S', vec![(0, 0)]), ('V', vec![(0, 0), (0, 1)])],
        goal: vec![('H', (2, 2))],
    }
}

/// A text with the letters of the witness.
fn witnessed(text: &str) -> String {
    let letter = |sign| match sign {
        'A' => 'H',
        'B' | 'C' | 'D' => 'S',
        'E' => 'V',
        other => other,
    };
    text.chars().map(letter).collect()
}

/// The position of a node of that puzzle's map, with the letters of the witness.
fn node_of_written(signs: &str) -> String {
    let mut cells: Vec<Option<char>> = vec![None; 12];
    cells[5] = Some('#');
    for sign in witnessed(signs).chars() {
        let first = cells.iter().position(Option::is_none).expect("there is room for each sign");
        let covered: &[usize] = match sign {
            'H' => &[0, 1],
            'V' => &[0, 4],
            _ => &[0],
        };
        for more in covered {
            assert_eq!(cells[first + more].replace(sign), None, "one piece per cell: {signs}");
        }
    }
    let cells: Vec<char> = cells.into_iter().map(|cell| cell.expect("no cell is left")).collect();
    cells.chunks(4).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// Number of shortest paths to the goal, counted from the distances of the witness.
fn naive_paths(
    naive: &Naive,
    metric: &str,
    distances: &BTreeMap<String, Option<u32>>,
    text: &str,
    known: &mut HashMap<String, u64>,
) -> u64 {
    if let Some(&count) = known.get(text) {
        return count;
    }
    let count = match distances[text].expect("it can be solved") {
        0 => 1,
        distance => {
            let next = naive.neighbours(text, metric);
            let nearer = next.iter().filter(|one| distances[*one] == Some(distance - 1));
            nearer.map(|one| naive_paths(naive, metric, distances, one, known)).sum()
        }
    };
    known.insert(text.to_owned(), count);
    count
}

/// Positions by distance, moves, numbers of solutions and paths, under every metric.
#[test]
fn maps_and_histograms_of_puzzles_are_those_of_the_witness() {
    let naive = witness_of_written();
    let start = witnessed(".BAA/E#C./E.D.");
    let component = posted("/api/v1/puzzle/component", WITNESSED.as_bytes()).json();
    let mut reached = BTreeSet::from([start.clone()]);
    let mut front = vec![start.clone()];
    while let Some(at) = front.pop() {
        let near = naive.neighbours(&at, "unit").into_iter();
        front.extend(near.filter(|next| reached.insert(next.clone())));
    }
    assert_eq!(component["size"], reached.len());
    assert_eq!(component["solvable"], true);
    for metric in METRICS {
        let distances = naive.distances(&[1, 3, 1], metric);
        let mut counts: Vec<u64> = Vec::new();
        for text in &reached {
            let distance = distances[text].expect("the component has a goal position") as usize;
            counts.resize(counts.len().max(distance + 1), 0);
            counts[distance] += 1;
        }
        assert_eq!(component["histogram"][metric], json!(counts), "{metric}");

        let path = format!("/api/v1/puzzle/map?metric={metric}");
        let map = posted(&path, WITNESSED.as_bytes()).json();
        assert_eq!((&map["levels"], &map["all_moves"]), (&json!(counts), &json!(true)), "{metric}");
        let nodes: Vec<String> = texts(&map["signs"]).iter().map(|s| node_of_written(s)).collect();
        assert_eq!(nodes.iter().cloned().collect::<BTreeSet<_>>(), reached);
        assert_eq!(nodes[map["node"].as_u64().unwrap() as usize], start);
        let mut edges = BTreeSet::new();
        for (node, steps) in map["moves"].as_array().unwrap().iter().enumerate() {
            for step in steps.as_array().unwrap() {
                let other = node + step.as_u64().unwrap() as usize;
                assert!(edges.insert((nodes[node].clone(), nodes[other].clone())), "twice");
                assert!(edges.insert((nodes[other].clone(), nodes[node].clone())), "twice");
            }
        }
        let of = |a: &String| {
            naive.neighbours(a, metric).into_iter().map(|b| (a.clone(), b)).collect::<Vec<_>>()
        };
        assert_eq!(edges, nodes.iter().flat_map(of).collect(), "{metric}");

        let path = format!("/api/v1/puzzle/solution?metric={metric}");
        let solution = posted(&path, WITNESSED.as_bytes()).json();
        assert_eq!(Some(solution["distance"].as_u64().unwrap() as u32), distances[&start]);
        let count = naive_paths(&naive, metric, &distances, &start, &mut HashMap::new());
        assert_eq!(solution["solution_count"], count.to_string(), "{metric}");

        // From the start to the first goal position of the map: as long as the witness says, move by move.
        let target = naive.arrangements(&[1, 3, 1]).into_iter().find(|text| {
            naive.is_goal(text) && reached.contains(text) && distances[&start] > Some(1)
        });
        let target = target.expect("the start is more than one move from the goal");
        let to = encoded(&target.replace('H', "A").replace('V', "E"));
        let to = ["B", "C", "D"].iter().fold(to, |text, letter| text.replacen('S', letter, 1));
        let path = format!("/api/v1/puzzle/solution?metric={metric}&to={to}");
        let reply = posted(&path, WITNESSED.as_bytes());
        assert_eq!(reply.status, 200, "{}", reply.text());
        let found = reply.json();
        let mut away = BTreeMap::from([(start.clone(), 0)]);
        let mut front = BTreeSet::from([start.clone()]);
        for moves in 1.. {
            let near: BTreeSet<_> =
                front.iter().flat_map(|at| naive.neighbours(at, metric)).collect();
            front = near.into_iter().filter(|next| !away.contains_key(next)).collect();
            away.extend(front.iter().map(|next| (next.clone(), moves)));
            if front.is_empty() {
                break;
            }
        }
        assert_eq!(found["distance"], away[&target]);
        assert!(found.get("solution_count").is_none());
        let mut at = start.clone();
        for made in found["moves"].as_array().unwrap() {
            let next = witnessed(made["position"].as_str().unwrap());
            assert!(naive.neighbours(&at, metric).contains(&next), "{at} to {next}");
            at = next;
        }
        assert_eq!(at, target);
    }
}

/// The measures are those of the command, which the witness of its own tests checks. A kept landscape answers as a new
/// one does.
#[test]
fn measures_are_those_of_the_command() {
    let row = |arguments: &[&str]| -> Value {
        let printed = Tables::none().output(&[arguments, &["--format", "json"]].concat());
        serde_json::from_str(&printed).unwrap()
    };
    let check = |answer: Value, row: Value| {
        assert_eq!((&answer["position"], &answer["metric"]), (&row["position"], &row["metric"]));
        let measures = answer["difficulty"].as_object().expect("an object");
        assert_eq!(measures.len(), 39);
        for (name, value) in measures {
            assert_eq!(*value, row[name], "{name}");
        }
    };
    let later = api("solution", &[("p", START)])["moves"][40]["position"].clone();
    let later = later.as_str().unwrap();
    for metric in METRICS {
        for p in [START, later, START] {
            let answer = api("difficulty", &[("p", p), ("metric", metric)]);
            check(answer, row(&["difficulty", p, "--metric", metric]));
        }
        let answer = api("puzzle/difficulty", &[("id", "dads"), ("metric", metric)]);
        check(answer, row(&["difficulty", "--puzzle", "dads", "--metric", metric]));
    }
    let file = fs::read_to_string("crates/lab/src/library/puzzles/dads.toml").unwrap();
    let sent = posted("/api/v1/puzzle/difficulty", file.as_bytes()).json();
    assert_eq!(sent, api("puzzle/difficulty", &[("id", "dads")]));
    let stuck = api("difficulty", &[("p", STUCK)]);
    assert_eq!(stuck, json!({ "position": STUCK, "metric": "finger", "difficulty": null }));
    let path = "/api/v1/puzzle/difficulty?id=correct-order";
    let large = shared().server.get(path);
    assert_eq!((large.status, &large.json()["code"]), (422, &json!("too-large")));
    assert!(refusal(422, path).contains("300,000"));
    let explained = shared().server.get("/explanation/difficulty.txt");
    assert!(explained.text().contains("`unavoidable_positions`"));
}

/// The harder variants are those of the command, which the witness of its own tests checks. Each is a puzzle that can be
/// asked about.
#[test]
fn variants_are_those_of_the_command() {
    let mut harder = 0;
    for (id, metric) in [("hughes", "finger"), ("hughes", "unit"), ("simplicity", "straight")] {
        let answer = api("puzzle/variants", &[("id", id), ("metric", metric)]);
        let command = ["design", "--like", id, "--metric", metric, "--count", "0"];
        let rows = Tables::none().output(&[&command[..], &["--format", "json"]].concat());
        let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
        assert_eq!(answer["solvable"], rows.len());
        let gains = rows.iter().filter(|row| row["gain"].as_i64() > Some(0));
        let gains: Vec<&Value> = gains.collect();
        assert_eq!(answer["harder"], gains.len());
        harder += gains.len();
        let variants = answer["variants"].as_array().unwrap();
        assert_eq!(variants.len(), gains.len().min(24));
        for (variant, row) in variants.iter().zip(gains) {
            assert_eq!(variant["distance"], row["distance"]);
            assert_eq!(variant["change"], row["change"]);
            assert_eq!(variant["puzzle"]["start"], row["start"]);
            let text = variant["puzzle"]["toml"].as_str().unwrap();
            let position = posted("/api/v1/puzzle/position", text.as_bytes()).json();
            assert_eq!(position["distance"][metric], row["distance"]);
        }
    }
    assert!(harder > 10, "{harder}");
    let large = shared().server.get("/api/v1/puzzle/variants?id=correct-order");
    assert_eq!((large.status, &large.json()["code"]), (422, &json!("too-large")));
}

/// Orders are those of the command, which brute force in the tests of the library checks.
#[test]
fn puzzles_to_order_are_those_of_the_command() {
    let orders = [
        (
            "pieces=corner+2domino&board=3x3&count=1",
            "--pieces|corner 2domino|--board|3x3|--count|1",
        ),
        ("rush=5x5&from=4&to=16&count=4", "--rush|5x5|--from|4|--to|16|--count|4"),
        (
            "rush=3x3&car_lengths=1&metric=unit&count=2",
            "--rush|3x3|--car-lengths|1|--metric|unit|--count|2|--tries|20000",
        ),
    ];
    for (asked, command) in orders {
        let answer = shared().server.json(200, &format!("/api/v1/design?{asked}"));
        let arguments: Vec<&str> =
            ["design", "--format", "json"].into_iter().chain(command.split('|')).collect();
        let rows = Tables::none().output(&arguments);
        let rows: Vec<Value> = rows.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
        let puzzles = answer["puzzles"].as_array().unwrap();
        assert_eq!(puzzles.len(), rows.len());
        for (puzzle, row) in puzzles.iter().zip(rows) {
            assert_eq!(puzzle["distance"], row["distance"]);
            // The command prints cars of one cell by their signs.
            let start = row["start"].as_str().unwrap();
            let read = match start.contains(['-', '|']) {
                true => api("puzzle", &[("board", start)])["start"].clone(),
                false => row["start"].clone(),
            };
            assert_eq!(puzzle["puzzle"]["start"], read);
        }
    }
    for refused in ["rush=3x3&car_lengths=0", "rush=3x3&car_lengths=x", "rush=3x3&car_lengths=3"] {
        let said = refusal(400, &format!("/api/v1/design?{refused}"));
        assert!(said.contains("cars of") || said.contains("car_lengths: a range"), "{said}");
    }
    refusal(400, "/api/v1/design?pieces=big&board=3x3&car_lengths=1");
    let path = "/api/v1/design?pieces=big+9..40small&board=9x9";
    assert_eq!(shared().server.get(path).status, 422, "too large for an answer");
}

/// The kept solutions of large puzzles are solutions by the witness, and as long as their bounds say.
#[test]
fn kept_solutions_lead_to_the_goal() {
    let solved = shared().server.json(200, "/api/v1/solved");
    let mut replayed = 0;
    for puzzle in solved["puzzles"].as_array().unwrap() {
        let id = puzzle["id"].as_str().unwrap();
        let full = shared().server.json(200, &format!("/api/v1/solved/{id}"));
        let file = fs::read_to_string(format!("crates/lab/src/library/puzzles/{id}.toml")).unwrap();
        for metric in METRICS {
            let bounds = &puzzle["bounds"][metric];
            assert_eq!(*bounds, full["bounds"][metric], "{id}");
            assert!(
                bounds["best_found"].is_null()
                    || bounds["best_found"].as_u64() >= bounds["at_least"].as_u64()
            );
            let Some(moves) = full["solutions"][metric].as_array() else { continue };
            assert_eq!(puzzle["is_large"], true, "{id}");
            assert_eq!(bounds["at_least"], moves.len(), "{id} {metric}");
            assert_eq!(bounds["best_found"], moves.len(), "{id} {metric}");
            let witness = Witness::new(&Drawn::of_file(&file));
            let mut at = witness.start_text();
            assert_eq!(full["position"], at, "{id}");
            for made in moves {
                let next = made["position"].as_str().unwrap().to_owned();
                assert!(witness.neighbours(&at, metric).contains(&next), "{id}: {at} to {next}");
                at = next;
            }
            assert!(witness.is_goal(&at), "{id}: {at}");
            replayed += 1;
        }
        let is_proved = METRICS.iter().all(|metric| {
            puzzle["bounds"][metric]["at_least"] == puzzle["bounds"][metric]["best_found"]
        });
        let has_all = METRICS.iter().all(|metric| full["solutions"][metric].is_array());
        assert_eq!(
            puzzle["is_large"] == true && is_proved,
            has_all,
            "{id}: a large puzzle has its solutions"
        );
    }
    assert!(replayed > 30, "{replayed}");
}

/// Other programs find title, description and picture of an opening or a puzzle in its page.
#[test]
fn pages_have_previews() {
    let server = &shared().server;
    for (path, title, picture) in [
        ("/openings/heng-dao-li-ma", "橫刀立馬 (heng-dao-li-ma)", "openings/heng-dao-li-ma"),
        // More cells than a set of cells has.
        ("/puzzles/gnome-ithaca", "Ithaca", "puzzles/gnome-ithaca"),
        ("/puzzles/dads", "Dad's Puzzler", "puzzles/dads"),
        (
            "/puzzles/rush-6x6-13-straight",
            "Longest Rush Hour of 6x6, 13 pieces",
            "puzzles/rush-6x6-13-straight",
        ),
    ] {
        let page = server.get(path).text();
        let content = |name: &str| {
            let (_, rest) = page
                .split_once(&format!("=\"{name}\" content=\""))
                .unwrap_or_else(|| panic!("{path}: {name}"));
            rest.split('"').next().unwrap().to_owned()
        };
        assert!(content("og:title").starts_with(title), "{}", content("og:title"));
        assert!(page.contains(&format!("<title>{}", content("og:title"))), "{path}");
        assert_eq!(content("twitter:card"), "summary_large_image");
        assert!(!content("og:description").is_empty());
        let address = format!("http://{}/preview/{picture}.png", server.address);
        assert_eq!(content("og:image"), address);
        assert_eq!(content("twitter:image"), address);
        let reply = server.get(&format!("/preview/{picture}.png"));
        assert_eq!(reply.header("content-type"), Some("image/png"));
        assert_eq!(decoded(&reply.body).0, (1200, 630));
    }
    // The classic start: the corner is background, and the big piece is red on both boards.
    let (_, pixels) = decoded(&server.get("/preview/openings/heng-dao-li-ma.png").body);
    let at = |x: usize, y: usize| <[u8; 3]>::try_from(&pixels[3 * (1200 * y + x)..][..3]).unwrap();
    assert_eq!(at(0, 0), [0xfa, 0xf7, 0xf2]);
    let (red, floor) = ([0xc2, 0x45, 0x3d], [0xef, 0xe9, 0xdf]);
    // Cells of 106 pixels: the board is 424 pixels wide and 530 high, in the middle of its half.
    let cell = |from: usize, column: usize, row: usize| {
        at(from + 88 + 106 * column + 53, 50 + 106 * row + 53)
    };
    assert_eq!((cell(0, 1, 0), cell(0, 2, 1), cell(600, 1, 3)), (red, red, red));
    assert_eq!((cell(0, 1, 4), cell(600, 0, 0)), (floor, floor));
    for path in ["/openings/no-such-name", "/puzzles/no-such-name", "/puzzles/mine", "/position"] {
        assert!(!server.get(path).text().contains("og:image"), "{path}");
    }
    for name in ["openings/x.png", "puzzles/dads", "puzzles/dads.svg", "x"] {
        assert_eq!(server.get(&format!("/preview/{name}")).status, 404, "{name}");
    }
}

/// The size of a PNG, and its pixels in red, green and blue.
fn decoded(bytes: &[u8]) -> ((u32, u32), Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("the pixels");
    assert_eq!(info.color_type, png::ColorType::Rgb);
    ((info.width, info.height), pixels)
}

/// Large components have a histogram, but no map; still larger ones have neither.
#[test]
fn large_components_of_puzzles_have_no_map() {
    // A published size: Klotski with each piece by itself.
    let donkey = api("puzzle/component", &[("id", "donkey-winning-ways")]);
    assert_eq!(donkey["size"], 25_955);
    let klotski = api("map", &[("p", START)]);
    assert_eq!(donkey["histogram"]["finger"], klotski["levels"]);
    let map = api("puzzle/map", &[("id", "donkey-winning-ways")]);
    assert_eq!(map["levels"], klotski["levels"]);
    let century = api("puzzle/component", &[("id", "century")]);
    let position = api("puzzle/position", &[("id", "century")]);
    assert_eq!(century["size"], position["reachable"]);
    assert!(century["size"].as_u64() > Some(50_000));
    for metric in METRICS {
        let counts = century["histogram"][metric].as_array().unwrap();
        let sum: u64 = counts.iter().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(century["size"], sum, "every position is solvable");
    }
    assert!(refusal(422, "/api/v1/puzzle/map?id=century").contains("50,000"));
    for path in ["component", "map"] {
        let large = shared().server.get(&format!("/api/v1/puzzle/{path}?id=correct-order"));
        assert_eq!((large.status, &large.json()["code"]), (422, &json!("too-large")), "{path}");
    }
}

/// Without a goal position, levels count moves from the position, and there is no histogram.
#[test]
fn components_of_puzzles_without_a_goal_position() {
    let file = "name = 'Divided'\nstart = \"\"\"\nA.#..\n\"\"\"\ngoal = \"\"\"\n..#.A\n\"\"\"\n";
    let component = posted("/api/v1/puzzle/component", file.as_bytes()).json();
    let wanted = json!({ "position": "A.#..", "size": 2, "solvable": false, "histogram": null });
    assert_eq!(component, wanted);
    let map = posted("/api/v1/puzzle/map", file.as_bytes()).json();
    assert_eq!((&map["solvable"], &map["levels"]), (&json!(false), &json!([1, 1])));
}

#[test]
fn bad_questions_about_puzzles_are_refused() {
    for (status, path, wanted) in [
        (404, "/api/v1/puzzle?id=no-such-thing", "no puzzle"),
        (404, "/api/v1/puzzle?id=rush-card", "matches several puzzles"),
        (400, "/api/v1/puzzle", "id or board is missing"),
        (400, "/api/v1/puzzle?id=dads&x=1", "x"),
        (400, "/api/v1/puzzle/position?id=dads&p=AABB", "row"),
        (400, "/api/v1/puzzle/position?id=dads&p=AABB/AACC/D..E/FGHH/FGI.", ""),
        (400, "/api/v1/puzzle/solution?id=dads&metric=taxicab", "taxicab"),
    ] {
        let said = refusal(status, path);
        assert!(said.contains(wanted), "{path}: {said}");
    }
    let large = shared().server.get("/api/v1/puzzle/position?id=correct-order");
    assert_eq!((large.status, &large.json()["code"]), (422, &json!("too-large")));
    assert!(large.json()["arguments"]["reached"].as_u64().unwrap() > 1_000_000);
}

/// A position near the goal is answered for however many can be reached: what is not counted is null, no distance is.
#[test]
fn a_position_near_the_goal_of_a_large_puzzle_is_answered() {
    let (near, goal) = ("ABC/DEF/GH./JJI", "ABC/DEF/GHI/JJ.");
    let id = ("id", "correct-order");
    let answer = api("puzzle/position", &[id, ("p", near)]);
    assert_eq!(answer["distance"], json!({ "unit": 1, "straight": 1, "finger": 1 }));
    assert_eq!(answer["best_moves"]["finger"], json!([goal]));
    assert_eq!((&answer["reachable"], &answer["index"]), (&json!(null), &json!(null)));
    let moves = answer["moves"].as_array().unwrap();
    assert!(moves.len() > 1, "{answer}");
    for made in moves {
        // Of positions beside one that is one move from the goal, none is further than its way back and that move.
        let steps = made["path"].as_str().unwrap().chars().count() as u64;
        for metric in METRICS {
            let far = made["distance"][metric].as_u64().unwrap_or_else(|| panic!("{made}"));
            let is_goal = made["position"] == json!(goal);
            assert!(if is_goal { far == 0 } else { (1..=1 + steps).contains(&far) }, "{made}");
        }
    }
    let solution = api("puzzle/solution", &[id, ("p", near), ("metric", "unit")]);
    assert_eq!(solution["moves"].as_array().unwrap().len(), 1);
    // Its neighbours are asked for in their turn: they are not said to be unsolvable.
    let further = moves.iter().find(|made| made["position"] != json!(goal)).unwrap();
    let next = api("puzzle/position", &[id, ("p", further["position"].as_str().unwrap())]);
    assert_eq!(next["distance"], further["distance"]);
}

#[test]
fn puzzles_that_are_sent_along_are_answered() {
    let reply = posted("/api/v1/puzzle", WRITTEN.as_bytes());
    let puzzle = reply.json();
    assert_eq!((reply.status, &puzzle["name"], &puzzle["id"]), (200, &json!("Down"), &json!(null)));
    assert_eq!(puzzle["toml"], WRITTEN);
    let position = posted("/api/v1/puzzle/position", WRITTEN.as_bytes()).json();
    assert_eq!(position["distance"], json!({ "unit": 1, "straight": 1, "finger": 1 }));
    let at_goal = posted("/api/v1/puzzle/position?p=..B/AA.", WRITTEN.as_bytes()).json();
    assert_eq!(
        (&at_goal["is_goal"], &at_goal["reachable"]),
        (&json!(true), &position["reachable"])
    );
    let solution = posted("/api/v1/puzzle/solution?metric=unit", WRITTEN.as_bytes()).json();
    assert_eq!(solution["moves"][0]["position"], "..B/AA.");
    let unsolvable = WRITTEN.replace("...\n\"", "###\n\"").replace("AA.", "###");
    let description = shared().server.json(200, "/api/v1/openapi.json");
    for (path, text, status, wanted) in [
        ("/api/v1/puzzle", WRITTEN.replace("start", "strat"), 400, "did you mean"),
        ("/api/v1/puzzle", unsolvable, 400, "names no piece"),
        ("/api/v1/puzzle/position", "name = ".to_owned(), 400, "1:"),
        ("/api/v1/puzzle/position?p=x", WRITTEN.to_owned(), 400, "row"),
        ("/api/v1/puzzle?id=dads", WRITTEN.to_owned(), 400, "one puzzle only"),
        ("/api/v1/puzzle", "#".repeat(70_000), 400, "bytes"),
        ("/api/v1/puzzle/solution", WRITTEN.replace("\"\"\"\nAA", "\"\"\"\nB.A"), 400, ""),
    ] {
        let reply = posted(path, text.as_bytes());
        assert_eq!(reply.status, status, "{path}: {}", reply.text());
        assert!(reply.error().contains(wanted), "{path}: {}", reply.text());
        let schema = json!({ "$ref": "#/components/schemas/Error" });
        assert_eq!(misfits(&description, &schema, &reply.json()), [""; 0]);
    }
    let error = posted("/api/v1/puzzle", WRITTEN.replace("start", "strat").as_bytes()).json();
    assert_eq!((&error["code"], &error["arguments"]["line"]), (&json!("puzzle-file"), &json!(2)));
    assert_eq!(posted("/api/v1/puzzle", b"\xff\xfe").status, 400);
    let mut connection = shared().server.connect();
    connection.ask("PUT", "/api/v1/puzzle");
    let reply = connection.reply(false).unwrap();
    assert_eq!((reply.status, reply.header("allow")), (405, Some("GET, HEAD, POST")));
}

/// B leaves below, and then A as its second layer.
#[test]
fn puzzles_with_doors_are_answered() {
    let text = "name = 'Doors'\nstart = 'A.B'\ndoors = '''\n.....\nb...A\n..B..\n'''\nlayers = { A = 'b' }\n\
                frozen = { A = 'B' }\n";
    let description = shared().server.json(200, "/api/v1/openapi.json");
    let answer = |path: &str, name: &str| {
        let reply = posted(path, text.as_bytes());
        assert_eq!(reply.status, 200, "{path}: {}", reply.text());
        let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        assert_eq!(misfits(&description, &schema, &reply.json()), [""; 0], "{path}");
        reply.json()
    };
    let puzzle = answer("/api/v1/puzzle", "Puzzle");
    let doors = &puzzle["doors"];
    assert_eq!(doors["doors"].as_array().unwrap().len(), 3);
    assert_eq!(
        doors["doors"][1],
        json!({ "at": [4, 1], "sign": "A", "owners": ["A"], "opens_after": 0 })
    );
    assert_eq!(doors["gone"], json!(["A", "B"]));
    assert_eq!(doors["frozen"], json!([{ "sign": "A", "gone": ["B"] }]));
    assert_eq!(doors["layers"], json!([{ "sign": "A", "below": ["b"] }]));
    // B goes left and leaves below. A goes to its door and becomes b, which leaves at the other end.
    let position = answer("/api/v1/puzzle/position", "PuzzlePosition");
    assert_eq!(position["distance"], json!({ "unit": 8, "straight": 4, "finger": 3 }));
    let solution = answer("/api/v1/puzzle/solution?metric=straight", "PuzzleSolution");
    let moves = solution["moves"].as_array().unwrap();
    let said = |key| moves.iter().map(|made| made[key].clone()).collect::<Vec<_>>();
    assert_eq!(said("leaves"), [json!(null), json!(true), json!(null), json!(true)]);
    assert_eq!(said("becomes"), [json!(null), json!(null), json!("b"), json!(null)]);
    assert_eq!(said("lettered"), ["AB.", "A..", "..b", "..."]);
    answer("/api/v1/puzzle/difficulty", "PuzzleDifficulty");
    // Maps are of boards whose moves can be undone.
    let reply = posted("/api/v1/puzzle/map", text.as_bytes());
    assert_eq!(reply.status, 422, "{}", reply.text());
    assert_eq!(reply.json()["code"], "one-way");
    assert!(reply.error().contains("pieces leave this board"), "{}", reply.error());
}

#[test]
fn people_get_faults_as_a_page() {
    let server = &shared().server;
    let page = server.get("/").text();
    let browse = |path: &str| {
        let accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        let host = server.address;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nAccept: {accept}\r\n\r\n");
        server.say(request.as_bytes()).unwrap()
    };
    for path in ["/nope", "/atlas/1h4v4s/x", "//", "//evil.example/", "/.git/config", "/apis"] {
        let reply = browse(path);
        assert_eq!(reply.status, 404, "{path}");
        assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert_eq!(reply.header("vary"), Some("accept, accept-encoding"), "{path}");
        assert_eq!(reply.text(), page, "{path}");
    }
    for path in ["/api", "/api/", "/api/v1/nothing", "/api/v1/sets/9h9v9s"] {
        let reply = browse(path);
        assert_eq!(reply.status, 404, "{path}");
        reply.error();
    }
    for (path, location) in [
        ("/atlas/", "/atlas"),
        ("/openings/?q=a%20b", "/openings?q=a%20b"),
        ("/atlas/1h4v4s/", "/atlas/1h4v4s"),
    ] {
        let reply = browse(path);
        assert_eq!((reply.status, reply.header("location")), (308, Some(location)), "{path}");
    }
}

#[test]
fn nothing_is_changed_by_any_method() {
    for path in [
        "/",
        "/api/v1/position?p=heng-dao-li-ma",
        "/assets/app.js",
        "/svg/board?p=heng-dao-li-ma",
        "/csv/piece_sets.csv",
    ] {
        for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE", "BREW"] {
            let mut connection = shared().server.connect();
            connection.ask(method, path);
            let reply = connection.reply(false).unwrap();
            assert_eq!(reply.status, 405, "{method} {path}");
            assert!(!reply.text().contains("BREW"), "nothing is echoed");
            if path.starts_with("/api") {
                reply.error();
            }
            let allowed = reply.header("allow").expect("a 405 says what is allowed");
            assert!(allowed.contains("GET"), "{allowed}");
        }
    }
    // A body that nobody wants is not waited for.
    let host = shared().server.address;
    let request = format!(
        "POST /api/v1/position HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000000\r\n\r\nabc"
    );
    assert_eq!(shared().server.say(request.as_bytes()).unwrap().status, 405);
}

#[test]
fn head_is_get_without_a_body() {
    for path in [
        "/",
        "/api/v1/position?p=heng-dao-li-ma",
        "/api/v1/position?p=x",
        "/api/v1/sets",
        "/assets/app.js",
        "/svg/board?p=heng-dao-li-ma",
        "/csv/piece_sets.csv",
        "/nothing",
    ] {
        let mut connection = shared().server.connect();
        let got = connection.get(path);
        connection.ask("HEAD", path);
        let head = connection.reply(true).unwrap();
        assert_eq!(head.status, got.status, "{path}");
        let headers = |reply: &Reply| -> BTreeMap<String, String> {
            let all = reply.headers.iter().cloned();
            // How a body would have come is for the server to say or not.
            all.filter(|(name, _)| {
                !["date", "content-length", "transfer-encoding"].contains(&name.as_str())
            })
            .collect()
        };
        assert_eq!(headers(&head), headers(&got), "{path}");
        if let Some(length) = head.header("content-length") {
            assert_eq!(length, got.body.len().to_string(), "{path}: the length of what GET gives");
        }
        // Had there been a body, this answer would begin with it.
        assert_eq!(connection.get("/api/v1/about").status, 200, "{path}");
    }
}

#[test]
fn headers_keep_pages_and_pictures_in_their_place() {
    let page = shared().server.get("/").text();
    for path in PAGES {
        let reply = shared().server.get(path);
        assert_eq!(reply.status, 200);
        assert_eq!(reply.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert_eq!(reply.header("content-security-policy"), Some(PAGE_POLICY), "{path}");
        // Pages of openings and puzzles have their own previews.
        let is_own =
            |line: &&str| !["og:", "twitter:", "<title>"].iter().any(|own| line.contains(own));
        let common =
            |text: &str| text.lines().filter(is_own).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(common(&reply.text()), common(&page), "{path}: every page is the one page");
    }
    let assets: Vec<String> =
        fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/crates/pages/src/server/assets"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| [".js", ".css", ".svg"].iter().any(|kind| name.ends_with(kind)))
            .collect();
    assert!(assets.len() > 3);
    let assets = assets.iter().map(|name| format!("/assets/{name}"));
    let others = [
        "/api/v1/about",
        "/api/v1/position?p=x",
        "/svg/board?p=heng-dao-li-ma",
        "/csv/piece_sets.csv",
        "/nothing",
    ];
    let others = others.map(str::to_owned).into_iter().chain(PAGES.map(str::to_owned));
    let mut tagged = 0;
    for path in assets.chain(others) {
        let reply = shared().server.get(&path);
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
        let kind = reply.header("content-type").unwrap();
        let wanted = match path.rsplit('.').next().unwrap() {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            "csv" => "text/csv; charset=utf-8",
            "svg" => "image/svg+xml",
            _ if path.starts_with("/svg/") => "image/svg+xml",
            _ if path.starts_with("/api/") || reply.status == 404 => "application/json",
            _ => "text/html; charset=utf-8",
        };
        assert_eq!(kind, wanted, "{path}");
        // A picture stands alone when it is opened: it may have its style, but nothing else.
        let policy = reply.header("content-security-policy").unwrap();
        let safe = policy == PAGE_POLICY
            || policy.contains("default-src 'none'") && !policy.contains("script");
        assert!(safe, "{path}: {policy}");
        assert!(kind == "image/svg+xml" || policy == PAGE_POLICY, "{path}: {policy}");
        // What a new version of the program changes must be asked for again.
        let caching = reply.header("cache-control").unwrap();
        let drawn = path.starts_with("/svg/");
        assert!(drawn || ["no-cache", "no-store"].contains(&caching), "{path}: {caching}");
        assert!(!caching.contains("immutable"), "{path}: {caching}");
        assert_eq!(reply.header("access-control-allow-origin"), None, "{path}");
        assert_eq!(reply.header("set-cookie"), None, "{path}");
        assert!(reply.header("server").is_none_or(|name| !name.contains('/')), "{path}");
        // What the browser has already it need not be sent again.
        if let Some(tag) = reply.header("etag") {
            let host = shared().server.address;
            let again =
                format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nIf-None-Match: {tag}\r\n\r\n");
            let reply = shared().server.say(again.as_bytes()).unwrap();
            assert_eq!((reply.status, reply.body.len()), (304, 0), "{path}");
            tagged += 1;
        }
    }
    assert!(tagged > PAGES.len() + 3, "pages and assets need not be sent again");
}

/// The answer to a GET with one more header.
fn get_with(path: &str, header: &str) -> Reply {
    let host = shared().server.address;
    let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{header}\r\n\r\n");
    shared().server.say(request.as_bytes()).unwrap_or_else(|| panic!("no answer to {path}"))
}

/// The text of a file in the format of gzip, by the program of that name.
fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    let unpacked = Command::new("gzip").arg("-dc").stdin(file.reopen().unwrap()).output().unwrap();
    assert!(unpacked.status.success(), "{}", text(&unpacked.stderr));
    unpacked.stdout
}

#[test]
fn answers_are_compressed_for_who_accepts_it() {
    for path in [
        "/",
        "/nothing/here",
        "/assets/app.js",
        "/assets/style.css",
        "/api/v1/openings",
        "/api/v1/sets/1h4v4s",
        "/svg/board?p=heng-dao-li-ma",
        "/csv/piece_sets.csv",
    ] {
        let plain = get_with(path, "Accept: text/html");
        assert_eq!(plain.header("content-encoding"), None, "{path}");
        assert!(plain.header("vary").unwrap().contains("accept-encoding"), "{path}");
        for header in ["Accept-Encoding: identity", "Accept-Encoding: gzip;q=0, br"] {
            let reply = get_with(path, &format!("{header}\r\nAccept: text/html"));
            assert_eq!(reply.header("content-encoding"), None, "{path}: {header}");
            assert!(reply.body == plain.body, "{path}: {header}");
        }
        for header in ["Accept-Encoding: gzip", "accept-encoding: br;q=1.0, GZIP;q=0.5"] {
            let reply = get_with(path, &format!("{header}\r\nAccept: text/html"));
            assert_eq!(reply.status, plain.status, "{path}: {header}");
            assert_eq!(reply.header("content-encoding"), Some("gzip"), "{path}: {header}");
            assert_eq!(reply.header("content-type"), plain.header("content-type"), "{path}");
            assert_eq!(reply.header("etag"), plain.header("etag"), "{path}");
            assert!(unpacked(&reply.body) == plain.body, "{path}: {header}");
            assert!(reply.body.len() < plain.body.len() * 2 / 3, "{path}: {header}");
        }
        if let Some(tag) = plain.header("etag") {
            let known = format!("Accept-Encoding: gzip\r\nIf-None-Match: {tag}");
            let reply = get_with(path, &known);
            assert_eq!((reply.status, reply.body.len()), (304, 0), "{path}");
        }
    }
    // A short answer fits in a packet.
    let short = get_with("/api/v1/about", "Accept-Encoding: gzip");
    assert_eq!(short.header("content-encoding"), None);
}

/// The page names its assets by their version. Browsers keep these forever, and nothing else.
/// What is new replaces what is there twice.
#[test]
fn the_scripts_have_at_most_17_000_lines() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/pages/src/server/assets");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let scripts = files.filter(|path| path.extension().is_some_and(|kind| kind == "js"));
    let lines: usize = scripts.map(|path| fs::read_to_string(path).unwrap().lines().count()).sum();
    assert!((10_000..=17_000).contains(&lines), "{lines} lines");
}

#[test]
fn assets_of_a_version_are_kept() {
    let page = shared().server.get("/").text();
    let sources = page.split("src=\"").filter_map(|rest| rest.split('"').next());
    let script = sources.into_iter().find(|address| address.ends_with("/app.js")).unwrap();
    let folder = script.strip_suffix("app.js").unwrap();
    let version = folder.strip_prefix("/assets/").unwrap().strip_suffix('/').unwrap();
    let is_hex = |digit: u8| digit.is_ascii_hexdigit();
    assert!(version.len() == 16 && version.bytes().all(is_hex), "{version}");
    for name in ["app.js", "family.js", "style.css", "icon.svg"] {
        let kept = shared().server.get(&format!("{folder}{name}"));
        let plain = shared().server.get(&format!("/assets/{name}"));
        assert_eq!((kept.status, plain.status), (200, 200), "{name}");
        assert!(kept.body == plain.body, "{name}");
        let caching = kept.header("cache-control").unwrap();
        assert!(caching.contains("immutable") && caching.contains("max-age=31536000"), "{caching}");
        assert_eq!(plain.header("cache-control"), Some("no-cache"), "{name}");
        // A page of another version still finds its scripts, but must ask again.
        let other = shared().server.get(&format!("/assets/0123456789abcdef/{name}"));
        assert!(other.status == 200 && other.body == plain.body, "{name}");
        assert_eq!(other.header("cache-control"), Some("no-cache"), "{name}");
    }
    for path in ["nothing.js", "%2e%2e/app.js", "tsconfig.json"] {
        let reply = shared().server.get(&format!("{folder}{path}"));
        assert_eq!(
            (reply.status, reply.header("cache-control")),
            (404, Some("no-cache")),
            "{path}"
        );
    }
    for path in ["/assets/v1/app.js", "/assets/0123456789abcdeg/app.js"] {
        assert_eq!(shared().server.get(path).status, 404, "{path}");
    }
}

#[test]
fn pages_hold_no_inline_script_or_style() {
    let page = shared().server.get("/").text();
    let lower = page.to_lowercase();
    for attribute in [" style=", " onclick=", " onload=", "javascript:", "<style"] {
        assert!(!lower.contains(attribute), "{attribute}");
    }
    for script in lower.split("<script").skip(1) {
        let (tag, rest) = script.split_once('>').unwrap();
        assert!(tag.contains("src=\"/assets/"), "{tag}");
        assert!(rest.trim_start().starts_with("</script>"), "no text in a script element");
    }
    assert!(
        !lower.contains("http://") && !lower.contains("https://") && !lower.contains("src=\"//")
    );
}

#[test]
fn only_who_means_this_server_is_answered() {
    let server = &shared().server;
    let port = server.address.port();
    let ask = |host: &str| {
        let request = format!("GET /api/v1/about HTTP/1.1\r\n{host}\r\n");
        let mut connection = server.connect();
        connection.send(request.as_bytes()).unwrap();
        connection.reply(false).map(|reply| reply.status)
    };
    for host in ["localhost", "127.0.0.1", "[::1]", "LOCALHOST"] {
        assert_eq!(ask(&format!("Host: {host}:{port}\r\n")), Some(200), "{host}");
    }
    for host in [
        format!("evil.example:{port}"),
        "evil.example".to_owned(),
        format!("localhost.evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("evil-localhost:{port}"),
        format!("0x7f.1:{port}"),
        format!("localhost:{port}@evil.example"),
        format!("evil.example#localhost:{port}"),
        format!("localhost:{port}.evil.example"),
        String::new(),
        "[::1".to_owned(),
        format!("192.168.0.1:{port}"),
        "localhost:".to_owned(),
        format!("\u{e9}vil:{port}"),
        "localhost:99999".to_owned(),
    ] {
        let status = ask(&format!("Host: {host}\r\n"));
        assert!(matches!(status, Some(400 | 403 | 421)), "{host}: {status:?}");
    }
    // None at all, and two of them.
    let status = ask("");
    assert!(matches!(status, Some(400 | 403 | 421)), "{status:?}");
    for [first, second] in [["localhost", "evil.example"], ["evil.example", "localhost"]] {
        let status = ask(&format!("Host: {first}:{port}\r\nHost: {second}:{port}\r\n"));
        assert!(matches!(status, Some(400 | 403 | 421)), "{first} {second}: {status:?}");
    }
    // Pages and assets no more than the API.
    for path in ["/", "/assets/app.js", "/nothing"] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: evil.example:{port}\r\n\r\n");
        let reply = server.say(request.as_bytes()).unwrap();
        assert!([403, 421].contains(&reply.status), "{path}");
    }
}

/// Browsers say for whose page they ask; programs say nothing.
#[test]
fn pages_of_other_sites_may_not_ask() {
    let server = &shared().server;
    let own = format!("http://{}", server.address);
    let status = |method: &str, path: &str, headers: &[&str]| {
        let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
        let request =
            format!("{method} {path} HTTP/1.1\r\nHost: {}\r\n{headers}\r\n", server.address);
        let reply = server.say(request.as_bytes()).expect("an answer");
        assert!(reply.status != 403 || reply.json()["code"] == "cross-site", "{}", reply.text());
        reply.status
    };
    let search = address("/api/v1/component", &[("p", START)]);
    let own_origin = format!("Origin: {own}");
    for headers in [
        &[][..],
        &["Sec-Fetch-Site: same-origin"],
        &["Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate"],
        &[&own_origin],
        &["Sec-Fetch-Site: same-origin", "Origin: https://proxy.example"],
    ] {
        assert_eq!(status("GET", &search, headers), 200, "{headers:?}");
    }
    for headers in [
        &["Sec-Fetch-Site: cross-site"][..],
        &["Sec-Fetch-Site: same-site"],
        &["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"],
        &["Sec-Fetch-Site: cross-site", &own_origin],
        &["Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: cross-site"],
        &["Sec-Fetch-Site: "],
        &["Origin: http://pages.example"],
        &["Origin: null"],
        &["Origin: http://localhost"],
        &[&own_origin, "Origin: http://pages.example"],
    ] {
        assert_eq!(status("GET", &search, headers), 403, "{headers:?}");
        let post = [headers, &["Content-Length: 0"]].concat();
        assert_eq!(status("POST", "/api/v1/puzzle/position", &post), 403, "{headers:?}");
        // Pages and pictures may be opened from anywhere.
        for path in ["/", "/position", "/assets/app.js", &address("/svg/board", &[("p", START)])] {
            assert_eq!(status("GET", path, headers), 200, "{path}: {headers:?}");
        }
    }
}

#[test]
fn no_path_leads_out_of_the_assets() {
    let server = &shared().server;
    let host = server.address;
    let ups = [
        "..",
        "%2e%2e",
        "%2E%2E",
        ".%2e",
        "..%00",
        "....",
        "..;",
        "%252e%252e",
        "%c0%ae%c0%ae",
        "%uff0e%uff0e",
    ];
    let slashes = ["/", "%2f", "%5c", "\\", "//", "%c0%af", "%252f"];
    let mut paths = Vec::new();
    for (up, slash) in ups.iter().flat_map(|up| slashes.map(|slash| (up, slash))) {
        let climb = format!("{up}{slash}").repeat(3);
        for target in ["Cargo.toml", "src/main.rs", "etc/passwd"] {
            paths.push(format!("/assets/{climb}{target}"));
        }
        paths.push(format!("/assets/{up}{slash}openapi.json"));
        paths.push(format!("/assets/app.js{slash}{up}{slash}{up}{slash}mod.rs"));
    }
    for path in [
        "/assets/%00",
        "/assets/app.js%00",
        "/assets/app.js%00.css",
        "/assets/tsconfig.json",
        "/assets//etc/passwd",
        "/assets/%2fetc%2fpasswd",
        "/assets/C:%5cWindows%5cwin.ini",
        "/assets/%ff%fe",
        "/assets/.",
        "/assets/app%2ejs.",
        "/assets/index.html%20",
        "/assets/~root",
        "/../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/csv/../piece_sets.csv%00",
        "/csv/%2e%2e%2f%2e%2e%2fCargo.toml",
    ] {
        paths.push(path.to_owned());
    }
    let mut connection = server.connect();
    for path in paths {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        connection.send(request.as_bytes()).unwrap();
        let reply = connection.reply(false).unwrap_or_else(|| panic!("{path} is not answered"));
        assert!([400, 404].contains(&reply.status), "{path}: {} {}", reply.status, reply.text());
        assert!(reply.text().len() < 400, "{path}: {}", reply.text());
        if reply.header("connection") == Some("close") || reply.status == 400 {
            connection = server.connect();
        }
    }
}

#[test]
fn connections_are_kept_and_answers_come_in_order() {
    let server = &shared().server;
    let mut connection = server.connect();
    for _ in 0..20 {
        assert_eq!(connection.get("/api/v1/about").status, 200);
        assert_eq!(connection.get("/api/v1/position?p=x").status, 400, "errors do not end it");
    }
    // Asked all at once.
    let distances = [("SBBS/SBBS/VHHV/VVVV/.VV.", 34), (START, 81), (LONE, 1), (AT_GOAL, 0)];
    for (position, _) in distances {
        connection.ask("GET", &address("/api/v1/position", &[("p", position)]));
    }
    for (position, distance) in distances {
        let reply = connection.reply(false).unwrap().json();
        assert_eq!(
            (&reply["position"], &reply["distance"]["finger"]),
            (&json!(position), &json!(distance))
        );
    }
    // Whoever wants it closed finds it closed.
    let host = server.address;
    for head in ["GET /api/v1/about HTTP/1.1\r\nConnection: close", "GET /api/v1/about HTTP/1.0"] {
        let mut connection = server.connect();
        connection.send(format!("{head}\r\nHost: {host}\r\n\r\n").as_bytes()).unwrap();
        let answer = connection.rest();
        assert!(answer.starts_with(b"HTTP/1.") && text(&answer).contains(" 200 "), "{head}");
    }
}

#[test]
fn garbage_is_refused_and_ends_the_connection() {
    let server = &shared().server;
    let host = server.address;
    let garbage: [&[u8]; 12] = [
        b"garbage\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        b"GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\n Host: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX\0: y\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: x\r\n\r\n",
        b"\xff\xff\xff\xff\r\n\r\n",
    ];
    for bytes in garbage {
        for sound_before in [false, true] {
            let mut connection = server.connect();
            let mut request = Vec::new();
            if sound_before {
                write!(request, "GET /api/v1/about HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
            }
            request.extend(bytes);
            let _ = connection.send(&request);
            if sound_before {
                assert_eq!(connection.reply(false).unwrap().status, 200);
            }
            let reply = connection.reply(false);
            let status = reply.map(|reply| reply.status);
            let shown = String::from_utf8_lossy(bytes);
            assert!(matches!(status, None | Some(400 | 421 | 501 | 505)), "{shown:?}: {status:?}");
            assert!(connection.is_closed() || status == Some(421), "{shown:?}");
        }
    }
    // What has been refused is not answered in part.
    let mut connection = server.connect();
    let request = format!("GARBAGE\r\n\r\nGET /api/v1/about HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let _ = connection.send(request.as_bytes());
    assert_eq!(connection.reply(false).unwrap().status, 400);
    assert!(connection.is_closed());
}

/// A question on a connection of its own is answered while others are still waited for.
fn assert_answered(server: &Server, others: &mut [Connection], when: &str) {
    assert_eq!(server.get("/api/v1/position?p=heng-dao-li-ma").status, 200, "{when}");
    for other in others {
        other.set_patience(Duration::from_millis(1));
        assert!(!other.is_closed(), "{when}");
    }
}

/// A server of a small board, whose tables take no time.
fn small_server(tables: &Tables, bind: &str) -> Server {
    Server::start_with(tables, &["--board", "3x4", "--bind", bind], "")
}

/// A position of the small board.
const SMALL: &str = ".BB/SBB/SVS/.VS";

/// That they are sent away is shown where the server's times can be set (`crates/pages/src/server/connections.rs`).
#[test]
fn slow_clients_hold_nobody_up() {
    let server = &shared().server;
    let halves = [
        "",
        "G",
        "GET /api/v1/about HTTP/1.1\r\n",
        "GET /api/v1/about HTTP/1.1\r\nHost: localhost\r\n",
    ];
    // More of them than threads.
    let mut slow: Vec<Connection> = (0..16)
        .flat_map(|_| halves)
        .map(|half| {
            let mut connection = server.connect();
            connection.send(half.as_bytes()).unwrap();
            connection
        })
        .collect();
    assert_answered(server, &mut slow, "while others have said half of it");
    drop(slow);
    assert_answered(server, &mut [], "after they left");
}

/// There are two searches at a time, whoever comes and goes.
#[test]
#[cfg(target_os = "linux")]
fn searches_of_clients_that_hang_up_are_counted() {
    let tables = linked_tables(&[]);
    let server = Server::start(&tables);
    let threads = || {
        let status = format!("/proc/{}/status", server.child.id());
        let status = std::fs::read_to_string(status).unwrap();
        let threads = status.lines().find_map(|line| line.strip_prefix("Threads:")).unwrap();
        threads.trim().parse::<usize>().unwrap()
    };
    let before = threads();
    let search = address("/api/v1/component", &[("p", "SHH./.VSS/.V.S/..BB/SSBB")]);
    for _ in 0..30 {
        let mut connection = server.connect();
        connection.ask("GET", &search);
        thread::sleep(Duration::from_millis(4));
    }
    let most = (0..50).map(|_| {
        thread::sleep(Duration::from_millis(10));
        threads()
    });
    let most = most.max().unwrap();
    // Each of the two searches has its own threads for its work.
    let own = 2 * thread::available_parallelism().unwrap().get();
    // A thread that has just ended its search may not be idle yet when the next one begins.
    assert!(most <= before + 6 + own, "{before} threads became {most}");
    assert_eq!(server.get("/api/v1/about").status, 200);
}

/// A search on the small board.
fn small_search() -> String {
    address("/api/v1/component", &[("p", SMALL)])
}

/// A search of some seconds.
fn thinking(seconds: &str) -> String {
    address("/api/v1/gomoku/move", &[("moves", "77 78"), ("seconds", seconds)])
}

/// Forty searches of five seconds would take longer than a client has patience.
#[test]
fn nobody_waits_for_searches_of_clients_that_hung_up() {
    let tables = Tables::none();
    let server = small_server(&tables, "127.0.0.1:0");
    for _ in 0..40 {
        let mut connection = server.connect();
        connection.ask("GET", &thinking("5"));
        connection.send(b"X").unwrap();
    }
    wait_until("a search has its turn", || server.get(&small_search()).status == 200);
}

#[test]
fn what_a_table_answers_waits_for_no_search() {
    let tables = linked_tables(&[]);
    let server = Server::start(&tables);
    let searching: Vec<Connection> = (0..16)
        .map(|_| {
            let mut connection = server.connect();
            connection.ask("GET", &thinking("5"));
            connection
        })
        .collect();
    let solution = server.json(200, &address("/api/v1/solution", &[("p", START)]));
    assert_eq!(solution["distance"], 81);
    assert!(!searching.last().unwrap().is_answered(), "eight turns of seconds come first");
}

/// A connection from another address of this machine.
fn stranger(server: &Server) -> Connection {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::from(([127, 0, 0, 2], 0))).unwrap();
        socket.connect(server.address).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    Connection::over(stream, server.address)
}

/// The searches under way end when their clients hang up. The stranger has the next turn, and the last of the others
/// would have to wait for seven turns of five seconds, which is longer than the stranger has patience.
#[test]
fn strangers_take_turns_at_the_searches() {
    let tables = Tables::none();
    let server = small_server(&tables, "0.0.0.0:0");
    let mut many: Vec<Connection> = (0..16)
        .map(|_| {
            let mut connection = server.connect();
            connection.ask("GET", &thinking("5"));
            connection
        })
        .collect();
    // All of them have asked before.
    assert_eq!(server.get("/api/v1/about").status, 200);
    let mut stranger = stranger(&server);
    stranger.ask("GET", &small_search());
    drop(many.drain(..2));
    assert_eq!(stranger.reply(false).expect("an answer").status, 200);
    assert!(!many.last().unwrap().is_answered(), "it waited for all who asked before");
}

#[test]
fn strangers_share_the_connections() {
    let tables = Tables::none();
    let server = small_server(&tables, "0.0.0.0:0");
    let mut held: Vec<Connection> = (0..64).map(|_| server.connect()).collect();
    for connection in &mut held {
        assert_eq!(connection.get("/api/v1/about").status, 200);
    }
    assert!(server.connect().is_closed(), "one more is not served");
    let mut stranger = stranger(&server);
    assert_eq!(stranger.get("/api/v1/about").status, 200, "another client is");
    // Who leaves makes room.
    held.clear();
    wait_until("there is room", || {
        let mut connection = server.connect();
        connection.ask("GET", "/api/v1/about");
        connection.reply(false).is_some_and(|reply| reply.status == 200)
    });
}

/// Who asks much and reads nothing.
#[test]
fn readers_that_do_not_read_hold_nobody_up() {
    let server = &shared().server;
    let mut deaf: Vec<Connection> = (0..8).map(|_| server.connect()).collect();
    for connection in &mut deaf {
        let request = format!("GET /api/v1/sets HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
        connection.set_patience(Duration::from_millis(200));
        // Until nothing more is taken, or much has been.
        for _ in 0..2000 {
            if connection.send(request.as_bytes()).is_err() {
                break;
            }
        }
    }
    assert_answered(server, &mut [], "while others do not read");
}

#[test]
fn idle_connections_are_no_burden() {
    let server = &shared().server;
    let mut idle: Vec<Connection> = (0..200).map(|_| server.connect()).collect();
    assert_answered(server, &mut [], "beside 200 idle connections");
    for connection in &mut idle {
        assert_eq!(connection.get("/api/v1/about").status, 200);
    }
    assert_answered(server, &mut [], "beside 200 kept connections");
}

#[test]
fn many_ask_at_once() {
    let wanted = api("position", &[("p", START)]);
    let component = api("component", &[("p", START)]);
    thread::scope(|scope| {
        for n in 0..16 {
            let (wanted, component) = (&wanted, &component);
            scope.spawn(move || {
                let mut connection = shared().server.connect();
                for _ in 0..10 {
                    let reply = connection.get(&address("/api/v1/position", &[("p", START)]));
                    assert_eq!(reply.json(), *wanted);
                }
                if n % 4 == 0 {
                    let reply = connection.get(&address("/api/v1/component", &[("p", START)]));
                    assert_eq!(reply.json(), *component);
                }
            });
        }
    });
}

/// What checks values against a schema of the description, by every keyword and format in it. It is made once.
fn validator(description: &Value, schema: &Value) -> Arc<Validator> {
    static MADE: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);
    // References lead from the root of the description to its components.
    let whole = json!({ "allOf": [schema], "components": description["components"] });
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let validator = made.entry(schema.to_string()).or_insert_with(|| {
        let options = jsonschema::options().with_draft(Draft::Draft202012);
        let options = options.should_validate_formats(true).should_ignore_unknown_formats(false);
        Arc::new(
            options.build(&whole).unwrap_or_else(|error| panic!("{schema} is no schema: {error}")),
        )
    });
    validator.clone()
}

/// Where a value does not fit a schema of the description, and why.
fn misfits(description: &Value, schema: &Value, value: &Value) -> Vec<String> {
    let validator = validator(description, schema);
    let errors = validator.iter_errors(value);
    errors.map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// What a reference into the description leads to.
fn referred<'d>(root: &'d Value, reference: &str) -> &'d Value {
    let pointer = reference.strip_prefix('#').expect("a reference within the description");
    root.pointer(pointer).unwrap_or_else(|| panic!("{reference} leads nowhere"))
}

fn resolved<'d>(root: &'d Value, value: &'d Value) -> &'d Value {
    match value.get("$ref") {
        Some(reference) => referred(root, reference.as_str().unwrap()),
        None => value,
    }
}

/// The path of the description that an address belongs to: one without parameters before others.
fn template<'d>(paths: &'d Map<String, Value>, path: &str) -> Option<&'d str> {
    let matches = |template: &str| {
        let parts = |text: &str| text.split('/').map(str::to_owned).collect::<Vec<_>>();
        let (template, path) = (parts(template), parts(path));
        let fits = |(part, given): (&String, &String)| part.starts_with('{') || part == given;
        template.len() == path.len() && template.iter().zip(&path).all(fits)
    };
    if let Some((exact, _)) = paths.get_key_value(path) {
        return Some(exact);
    }
    paths.keys().map(String::as_str).find(|template| matches(template))
}

/// Asks and checks that the description says what came; returns which path and status of it that was.
fn check_described(server: &Server, description: &Value, path: &str) -> (String, u16) {
    let paths = description["paths"].as_object().unwrap();
    let bare = path.split('?').next().unwrap();
    let template = template(paths, bare).unwrap_or_else(|| panic!("{bare} is not described"));
    let reply = server.get(path);
    let status = reply.status;
    let responses = &paths[template]["get"]["responses"];
    let response = responses.get(status.to_string()).or_else(|| responses.get("default"));
    let response = response.unwrap_or_else(|| panic!("{status} of {path} is not described"));
    let content = resolved(description, response)["content"].as_object();
    let content =
        content.unwrap_or_else(|| panic!("no content of {status} of {path} is described"));
    let kind = reply.header("content-type").unwrap().split(';').next().unwrap().to_owned();
    let media = content.get(&kind);
    let media = media.unwrap_or_else(|| panic!("{kind} of {path} is not described: {content:?}"));
    if kind == "application/json" {
        let misfits = misfits(description, &media["schema"], &reply.json());
        assert!(misfits.is_empty(), "{path}: {misfits:#?}");
    }
    // What stands in the address must be a parameter.
    let mut described = BTreeSet::new();
    let parameters = [&paths[template]["parameters"], &paths[template]["get"]["parameters"]];
    for parameter in parameters.iter().filter_map(|list| list.as_array()).flatten() {
        let parameter = resolved(description, parameter);
        described.insert(parameter["name"].as_str().unwrap().to_owned());
        assert!(parameter["in"] != "query" || parameter["schema"].is_object(), "{parameter}");
    }
    for pair in path.split_once('?').map_or("", |(_, query)| query).split('&') {
        let name = pair.split('=').next().unwrap();
        assert!(
            name.is_empty() || described.contains(name),
            "{name} of {template} is not described"
        );
    }
    (template.to_owned(), status)
}

#[test]
fn the_description_describes_what_is_answered() {
    let server = &shared().server;
    let description = server.json(200, "/api/v1/openapi.json");
    assert!(
        description["openapi"].as_str().unwrap().starts_with("3.1"),
        "{}",
        description["openapi"]
    );
    assert!(description["info"]["version"].is_string(), "a description must have a version");
    let paths = description["paths"].as_object().unwrap();
    for endpoint in ENDPOINTS {
        let bare = endpoint.replace("{set}", "1h4v4s").replace("{name}", "piece_sets.csv");
        assert!(template(paths, &bare).is_some(), "{endpoint} is not described");
    }
    let start = encoded(START);
    let stuck = encoded(STUCK);
    let asked: Vec<String> = [
        "/api/v1/position?p=START",
        "/api/v1/position?p=STUCK",
        "/api/v1/position?p=x",
        "/api/v1/position",
        "/api/v1/solution?p=START",
        "/api/v1/solution?p=START&metric=unit&to=heng-dao-li-ma",
        "/api/v1/solution?p=START&metric=x",
        "/api/v1/solution?p=STUCK",
        "/api/v1/component?p=START",
        "/api/v1/component?p=x",
        "/api/v1/map?p=START&metric=unit",
        "/api/v1/map?p=STUCK",
        "/api/v1/map?p=x",
        "/api/v1/map?p=MANY",
        "/api/v1/score?p=START&answer=S2,4%E2%86%93+S4,5%E2%86%90&question=solve",
        "/api/v1/score?p=START&answer=I+do+not+know&reward=progress",
        "/api/v1/score?p=START&answer=81&question=length",
        "/api/v1/score?p=STUCK&answer=no&question=solvable",
        "/api/v1/score?p=START",
        "/api/v1/score?p=START&answer=x&question=legal",
        "/api/v1/score?p=START&answer=x&reward=much",
        "/api/v1/puzzle/score?board=ooBo/AABo/oooo&answer=A%2B1&metric=straight",
        "/api/v1/puzzle/score?id=dads&answer=A%2B1&metric=x",
        "/api/v1/puzzle/score?id=x&answer=A%2B1",
        "/api/v1/puzzle/score?id=correct-order&answer=A%2B1",
        "/api/v1/difficulty?p=START",
        "/api/v1/difficulty?p=STUCK&metric=unit",
        "/api/v1/difficulty?p=x",
        "/api/v1/difficulty?p=SHH./.VSS/.V.S/..BB/SSBB",
        "/api/v1/puzzle/difficulty?id=dads&metric=straight",
        "/api/v1/puzzle/difficulty?board=ooBo/AABo/oooo",
        "/api/v1/puzzle/difficulty?id=dads&p=x",
        "/api/v1/puzzle/difficulty?id=x",
        "/api/v1/puzzle/difficulty?id=correct-order",
        "/api/v1/puzzle/variants?id=hughes&metric=straight",
        "/api/v1/puzzle/variants?board=.B./AAB",
        "/api/v1/puzzle/variants?id=dads&metric=x",
        "/api/v1/puzzle/variants?id=x",
        "/api/v1/puzzle/variants?id=correct-order",
        "/api/v1/design?pieces=big+2domino&board=3x3&count=2",
        "/api/v1/design?pieces=big&board=3x3&goal=.XX/.XX/...&metric=unit&symmetric=true&minimal=true&distance=1..&solutions=1..9",
        "/api/v1/design?rush=4x4&from=2&to=6&count=3&max_walls=1&seed=4",
        "/api/v1/design?rush=3x3&car_lengths=1&metric=unit&count=1",
        "/api/v1/design?pieces=dog&board=3x3",
        "/api/v1/design?pieces=big",
        "/api/v1/design?rush=2x2",
        "/api/v1/design?rush=6x6&from=3",
        "/api/v1/design?pieces=big&board=3x3&count=25",
        "/api/v1/design?pieces=big+9..40small&board=9x9",
        "/api/v1/solved",
        "/api/v1/solved/century",
        "/api/v1/solved/layton-159-8x8",
        "/api/v1/solved/gnome-shark",
        "/api/v1/solved/x",
        "/api/v1/solved/%ff",
        "/api/v1/sets",
        "/api/v1/sets/1h4v4s",
        "/api/v1/sets/6h0v1s",
        "/api/v1/sets/x",
        "/api/v1/sets/%ff",
        "/api/v1/openings",
        "/api/v1/puzzles",
        "/api/v1/puzzle?id=dads",
        "/api/v1/puzzle?id=gnome-agatka",
        "/api/v1/puzzle?id=rush",
        "/api/v1/puzzle?id=nothing-at-all",
        "/api/v1/puzzle",
        "/api/v1/puzzle/position?id=dads",
        "/api/v1/puzzle/position?id=dads&p=AABB/AACC/DE../FGHH/FGII",
        "/api/v1/puzzle/position?id=dads&p=x",
        "/api/v1/puzzle/position?id=x",
        "/api/v1/puzzle/position?id=correct-order",
        "/api/v1/puzzle/solution?id=rush-card-29&metric=unit",
        "/api/v1/puzzle/solution?id=dads&metric=x",
        "/api/v1/puzzle/solution?id=x",
        "/api/v1/puzzle/solution?id=correct-order",
        "/api/v1/puzzle/solution?id=dads&to=AABB/AACC/DE../FGHH/FGII",
        "/api/v1/puzzle/solution?id=dads&to=x",
        "/api/v1/puzzle/component?id=dads",
        "/api/v1/puzzle/component?id=dads&p=x",
        "/api/v1/puzzle/component?id=x",
        "/api/v1/puzzle/component?id=correct-order",
        "/api/v1/puzzle/map?id=dads&metric=unit",
        "/api/v1/puzzle/map?id=dads&metric=x",
        "/api/v1/puzzle/map?id=x",
        "/api/v1/puzzle/map?id=century",
        "/api/v1/puzzle/map?board=ooBo/AABo/oooo",
        "/api/v1/puzzle?board=ooBoAABooooooooo",
        "/api/v1/puzzle?board=x",
        "/api/v1/puzzle/position?board=.B./AAB",
        "/api/v1/puzzle/position?board=ooBo/AABo&p=x",
        "/api/v1/puzzle/solution?board=ooBo/AABo/oooo&metric=straight",
        "/api/v1/rush",
        "/api/v1/rush?from=20&to=30&seed=7",
        "/api/v1/rush?from=30&to=20",
        "/api/v1/rush?from=x",
        "/api/v1/game?game=tic-tac-toe",
        "/api/v1/game?game=gravity%204,3,3&misere=true&p=..../..../x...",
        "/api/v1/game?game=9,9",
        "/api/v1/game?game=7,7,5",
        "/api/v1/gomoku?moves=77%2078&scores=true",
        "/api/v1/gomoku?size=16&rule=renju&opening=swap2&moves=77%2078%2067",
        "/api/v1/gomoku?moves=77%2077",
        "/api/v1/gomoku/move?moves=77&level=strong&seconds=0.05",
        "/api/v1/gomoku/move?opening=swap2&moves=77%2078%2067&seconds=0.05",
        "/api/v1/gomoku/move?opening=swap2",
        "/api/v1/gomoku/move?level=9",
        "/api/v1/gomoku/move?moves=77%2000%2078%2001%2079%2002%207a%2003%207b",
        "/api/v1/sample?set=1h4v4s&metric=finger&distance=80..100&count=3&seed=7&big_at_top=true",
        "/api/v1/sample?set=1h4v4s&distance=1000",
        "/api/v1/sample?set=1h4v4s&count=1000",
        "/api/v1/sample?set=x",
        "/api/v1/daily?date=2026-01-31",
        "/api/v1/daily?date=2026-02-30",
        "/api/v1/convert?p=START&to=code36",
        "/api/v1/convert?p=START&to=x",
        "/api/v1/convert?p=..../.BB./.BB./..../....&to=paper-array",
        "/api/v1/about",
        "/api/v1/openapi.json",
        "/svg/board?p=START",
        "/svg/board?p=x",
        "/svg/qr?text=x",
        "/svg/qr",
        "/svg/histogram?set=1h4v4s&metric=finger&mark=81&size=small",
        "/svg/histogram?set=1h4v4s&metric=x",
        "/svg/histogram?set=x&metric=finger",
        "/csv/piece_sets.csv",
        "/csv/components.csv",
        "/csv/histogram.csv",
        "/csv/hardest.csv",
        "/csv/%ff",
    ]
    .map(|path| path.replace("START", &start).replace("STUCK", &stuck))
    .map(|path| path.replace("MANY", &encoded(MANY)))
    .to_vec();
    let mut seen: BTreeSet<(String, u16)> =
        asked.iter().map(|path| check_described(server, &description, path)).collect();
    seen.insert(check_described(server, &description, "/csv/nothing.csv"));
    for set in server.json(200, "/api/v1/sets")["sets"].as_array().unwrap() {
        let set = set["piece_set"].as_str().unwrap();
        check_described(server, &description, &format!("/api/v1/sets/{set}"));
    }
    // Every answer that is described has been given; a damaged table is a test of its own.
    for (path, item) in paths {
        for (status, _) in item["get"]["responses"].as_object().unwrap() {
            let given = |status: u16| seen.contains(&(path.clone(), status));
            let expected = match status.as_str() {
                "500" | "default" => true,
                status => given(status.parse().unwrap()),
            };
            assert!(expected, "{status} of {path} is described and was not given");
        }
        assert!(
            item.as_object().unwrap().keys().all(|key| [
                "get",
                "parameters",
                "summary",
                "description"
            ]
            .contains(&key.as_str())
                || key == "post" && path.starts_with("/api/v1/puzzle")),
            "{path}: GET is all there is, but for puzzles that are sent along"
        );
    }
    let mut references = Vec::new();
    collect("$ref", &description, &mut references);
    for reference in references {
        referred(&description, reference.as_str().unwrap());
    }
}

/// A keyword that nobody knows is passed over: it must not come from a slip of the pen.
#[test]
fn the_description_has_only_keywords_that_are_known() {
    // The standard's own schema of schemas, in which nothing else may stand at any depth.
    let strict = json!({
        "$id": "urn:strict",
        "$dynamicAnchor": "meta",
        "$ref": "https://json-schema.org/draft/2020-12/schema",
        "unevaluatedProperties": false,
    });
    let strict = jsonschema::draft202012::new(&strict).expect("a schema of schemas");
    assert!(!strict.is_valid(&json!({ "items": { "minimun": 0 } })));
    let description = shared().server.json(200, "/api/v1/openapi.json");
    let mut schemas: Vec<&Value> = Vec::new();
    collect("schema", &description, &mut schemas);
    let components = description["components"]["schemas"].as_object().unwrap();
    let mut examples = 0;
    for schema in schemas.into_iter().chain(components.values()) {
        let errors: Vec<String> = strict.iter_errors(schema).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{schema}: {errors:#?}");
        // Its examples are examples.
        for example in schema["examples"].as_array().into_iter().flatten() {
            let misfits = misfits(&description, schema, example);
            assert!(misfits.is_empty(), "{example}: {misfits:#?}");
            examples += 1;
        }
    }
    assert!(examples > 0 && !components.is_empty());
}

#[test]
fn an_answer_that_is_not_as_described_is_found() {
    let description = shared().server.json(200, "/api/v1/openapi.json");
    let answer = api("position", &[("p", START)]);
    let schema = json!({ "$ref": "#/components/schemas/Position" });
    assert_eq!(misfits(&description, &schema, &answer), [""; 0]);
    type Spoil = fn(&mut Map<String, Value>);
    let spoilt: [(&str, Spoil); 6] = [
        ("pattern", |answer| answer["position"] = json!("nobody")),
        ("a missing key", |answer| drop(answer.remove("is_goal"))),
        ("an additional key", |answer| drop(answer.insert("name".to_owned(), json!("")))),
        ("a type", |answer| answer["index"] = json!("0")),
        ("a minimum", |answer| answer["moves"][0]["from"] = json!([0, -1])),
        ("too many items", |answer| answer["moves"][0]["from"] = json!([0, 0, 0])),
    ];
    for (what, spoil) in spoilt {
        let mut answer = answer.clone();
        spoil(answer.as_object_mut().unwrap());
        let found = misfits(&description, &schema, &answer);
        assert_eq!(found.len(), 1, "{what}: {found:?}");
    }
    // What the description does not make use of would count as well.
    for (schema, right, wrong) in [
        (json!({ "format": "date" }), "2026-02-28", "2026-02-30"),
        (json!({ "format": "uri" }), "http://localhost/", "localhost"),
        (json!({ "minLength": 2 }), "ab", "a"),
        (json!({ "maxLength": 2 }), "橫刀", "橫刀立馬"),
    ] {
        assert_eq!(misfits(&description, &schema, &json!(right)), [""; 0]);
        assert_eq!(misfits(&description, &schema, &json!(wrong)).len(), 1, "{schema}");
    }
}

/// Everything that stands under a key, at any depth.
fn collect<'d>(key: &str, value: &'d Value, found: &mut Vec<&'d Value>) {
    match value {
        Value::Object(object) => {
            found.extend(object.get(key));
            object.values().for_each(|value| collect(key, value, found));
        }
        Value::Array(array) => array.iter().for_each(|value| collect(key, value, found)),
        _ => {}
    }
}

/// A directory with the shared tables, by links, in which a test may do damage to its own ones.
pub(crate) fn linked_tables(own: &[&str]) -> Tables {
    let tables = if own.is_empty() { Tables::none() } else { Tables::of(own) };
    for metric in METRICS {
        let from = shared().tables.family_file(metric);
        fs::hard_link(&from, tables.family_file(metric))
            .or_else(|_| fs::copy(&from, tables.family_file(metric)).map(|_| ()))
            .unwrap();
    }
    tables
}

#[test]
fn a_damaged_table_is_reported() {
    let tables = linked_tables(&["0h0v0s"]);
    let file = tables.file("0h0v0s", "finger");
    let sound = fs::read(&file).unwrap();
    let mut damaged = sound.clone();
    damaged[128] ^= 1;

    // Known at the start: then it does not start, or starts and says so when asked.
    fs::write(&file, &damaged).unwrap();
    let error = tables.error(&["serve", "--bind", "127.0.0.1:0"]);
    assert!(error.contains("damaged") && error.contains(file.to_str().unwrap()), "{error}");

    // Known later: nothing replaces tables in place, but a disk may be at fault.
    fs::write(&file, &sound).unwrap();
    let server = Server::start(&tables);
    let path = address("/api/v1/solution", &[("p", "BB../BB../..../..../....")]);
    assert_eq!(server.get(&path).status, 200);
    let entries = 128..128 + 12;
    damaged.clone_from(&sound);
    damaged[entries].fill(3);
    fs::write(&file, &damaged).unwrap();
    let reply = server.get(&path);
    assert_eq!(reply.status, 500, "{}", reply.text());
    assert_eq!(reply.error(), "the server cannot answer; its log says why");
    let error = server.errors();
    assert!(error.contains("damaged") && error.contains(file.to_str().unwrap()), "{error}");
    let description = server.json(200, "/api/v1/openapi.json");
    check_described(&server, &description, &path);
    assert_eq!(server.get("/api/v1/position?p=heng-dao-li-ma").status, 200, "others are answered");
    assert!(!server.errors().contains("panicked"), "{}", server.errors());
}

/// A table that another program truncates is reported, and does not end the server. No answer says where tables are.
#[test]
fn no_answer_reveals_where_the_tables_are() {
    let tables = Tables::none();
    for metric in METRICS {
        fs::copy(shared().tables.family_file(metric), tables.family_file(metric)).unwrap();
    }
    tables.run(&["game", "build", "3,3,3"]).assert().success();
    let server = Server::start(&tables);
    assert_eq!(server.get("/api/v1/game?game=3,3,3").status, 200);
    for name in tables.names().iter().filter(|name| name.ends_with(".huarong")) {
        let file = fs::File::options().write(true).open(tables.path().join(name)).unwrap();
        file.set_len(file.metadata().unwrap().len() / 2).unwrap();
    }
    let parameters = BTreeMap::from([
        ("/api/v1/position", "p=START"),
        ("/api/v1/solution", "p=START"),
        ("/api/v1/component", "p=START"),
        ("/api/v1/map", "p=START"),
        ("/api/v1/score", "p=START&answer=S2,4%E2%86%93"),
        ("/api/v1/difficulty", "p=START"),
        ("/api/v1/puzzle", "id=dads"),
        ("/api/v1/puzzle/position", "id=rush-card-29"),
        ("/api/v1/puzzle/solution", "id=rush-card-29"),
        ("/api/v1/puzzle/component", "id=rush-card-29"),
        ("/api/v1/puzzle/map", "id=rush-card-29"),
        ("/api/v1/puzzle/score", "id=rush-card-29&answer=X"),
        ("/api/v1/puzzle/difficulty", "id=rush-card-29"),
        ("/api/v1/puzzle/variants", "id=hughes"),
        ("/api/v1/game", "game=3,3,3"),
        ("/api/v1/gomoku/move", "moves=77&seconds=0.05"),
        ("/api/v1/sample", "set=1h4v4s"),
        // Its set is 1h4v4s.
        ("/api/v1/daily", "date=2026-01-10"),
        ("/api/v1/convert", "p=START&to=letters"),
        ("/svg/board", "p=START"),
        ("/svg/qr", "text=x"),
        ("/svg/histogram", "set=1h4v4s"),
        ("/api/v1/design", "rush=4x4"),
    ]);
    let directory = tables.path().to_str().unwrap();
    let mut broken = BTreeSet::new();
    for endpoint in ENDPOINTS {
        let query = parameters.get(endpoint).copied().unwrap_or_default();
        let path = endpoint.replace("{set}", "1h4v4s").replace("{name}", "hardest.csv");
        let path = format!("{path}?{query}").replace("START", &encoded(START));
        let reply = server.get(&path);
        assert!(!String::from_utf8_lossy(&reply.body).contains(directory), "{path}");
        assert!(!format!("{:?}", reply.headers).contains(directory), "{path}");
        match reply.status {
            200 => {}
            500 => _ = broken.insert(endpoint),
            status => panic!("{path}: {status}: {}", reply.text()),
        }
    }
    let asked =
        ["component", "daily", "game", "openings", "position", "sample", "score", "solution"];
    assert_eq!(broken, asked.map(|name| format!("/api/v1/{name}")).iter().map(|n| &**n).collect());
    let errors = server.errors();
    assert!(errors.contains(directory) && errors.contains("bytes when it was opened"), "{errors}");
    assert!(!errors.contains("panicked"), "{errors}");
}

/// Whatever somebody calls a puzzle, it is no name of a file.
#[test]
fn puzzles_of_any_name_are_answered() {
    for name in [&"a".repeat(200), "/../../x", "..", "環", "%2e%2e%2f"] {
        let own = format!(
            "name = {name:?}\nstart = \"\"\"\nAA.\nBB.\n\"\"\"\ngoal = \"\"\"\n.AA\n...\n\"\"\"\n"
        );
        let reply = posted("/api/v1/puzzle/position", own.as_bytes());
        assert_eq!(reply.status, 200, "{name}: {}", reply.text());
        assert_eq!(reply.json()["distance"]["finger"], 1, "{name}");
    }
}

/// Searches and all that is kept of them stay within the limit, 16 MB and 2 percent.
#[test]
#[cfg(target_os = "linux")]
#[ignore = "long: searches of eleven million positions"]
fn the_server_keeps_within_its_memory() {
    const LIMIT: u64 = 400_000_000;
    /// What is kept of each takes 94 MB.
    const PUZZLES: usize = 5;
    let tables = linked_tables(&[]);
    let arguments = ["--bind", "127.0.0.1:0", "--memory", "400MB"];
    let server = Server::start_with(&tables, &arguments, "");
    let status = format!("/proc/{}/status", server.child.id());
    let taken = || {
        let status = fs::read_to_string(&status).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:")).unwrap();
        line.split_whitespace().next().unwrap().parse::<u64>().unwrap() * 1024
    };
    let answered = AtomicUsize::new(0);
    let most = thread::scope(|scope| {
        let ask = |number: usize| {
            let (server, answered) = (&server, &answered);
            scope.spawn(move || {
                let text = format!(
                    "name = \"{number}\"\nstart = \"\"\"\nABBC.D\nABBC.D\nEFFGHH\nE..G..\n......\n\"\"\"\n\
                     goal = \"\"\"\n......\n......\n......\n.BB...\n.BB...\n\"\"\"\n"
                );
                let mut connection = server.connect();
                connection.set_patience(Duration::from_secs(300));
                let head = format!(
                    "POST /api/v1/puzzle/position HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n",
                    server.address,
                    text.len()
                );
                connection.send(&[head.as_bytes(), text.as_bytes()].concat()).unwrap();
                let reply = connection.reply(false).expect("an answer");
                assert!([200, 422, 503].contains(&reply.status), "{}", reply.text());
                if reply.status == 200 {
                    answered.fetch_add(1, Relaxed);
                }
            })
        };
        let asking: Vec<_> = (0..PUZZLES).map(ask).collect();
        let mut most = 0;
        while asking.iter().any(|one| !one.is_finished()) {
            most = most.max(taken());
            thread::sleep(Duration::from_millis(2));
        }
        most
    });
    assert!(answered.into_inner() > 0, "none was searched");
    assert!(most <= LIMIT + LIMIT / 50 + 16_000_000, "{most} bytes within {LIMIT}");
}

#[test]
fn too_little_memory_is_refused_at_the_start() {
    let tables = linked_tables(&[]);
    let error = tables.error(&["serve", "--bind", "127.0.0.1:0", "--memory", "100MB"]);
    let lines: Vec<&str> = error.lines().filter(|line| line.starts_with("error: ")).collect();
    assert!(lines.len() == 1 && lines[0].contains("needs"), "{error}");
}

/// With `--puzzle` the server opens at the page of that puzzle, which is answered like those of the library.
#[test]
fn a_puzzle_of_ones_own_is_the_first_page() {
    let tables = linked_tables(&[]);
    let file = tables.path().join("own.toml");
    let own = "name = \"Own\"\nstart = \"\"\"\nAA.\nBB.\n\"\"\"\ngoal = \"\"\"\n.AA\n...\n\"\"\"\n";
    fs::write(&file, own).unwrap();
    let bind = ["--bind", "127.0.0.1:0", "--puzzle"];
    let given = |name: &str, page| {
        let arguments = [&bind[..], &[name]].concat();
        Server::start_with(&tables, &arguments, page)
    };
    let server = given(file.to_str().unwrap(), "puzzles/given");
    let page = server.get("/puzzles/given");
    assert_eq!(page.status, 200);
    assert_eq!(server.json(200, "/api/v1/puzzle?id=given")["name"], "Own");
    let at_start = server.json(200, "/api/v1/puzzle/position?id=given&p=AA./BB.");
    assert_eq!(at_start["distance"]["finger"], 1, "{at_start}");
    let ids = server.json(200, "/api/v1/puzzles");
    assert!(ids.to_string().contains("\"given\""), "it is listed");
    let server = given("dads", "puzzles/dads");
    assert_eq!(server.get("/api/v1/puzzle?id=given").status, 404, "dads is in the library");
    drop(server);
    let error = tables.error(&["serve", "--puzzle", "no-such-puzzle"]);
    assert!(error.contains("no-such-puzzle"), "{error}");
}

/// Record holders of the census are among the puzzles, each with the moves that the census reports.
#[test]
fn record_holders_of_the_census_are_puzzles() {
    let puzzles = api("puzzles", &[]);
    let of_census = puzzles["puzzles"].as_array().unwrap().iter();
    let of_census =
        of_census.filter(|puzzle| puzzle["id"].as_str().unwrap().starts_with("census-4x4-"));
    let mut reported = 0;
    for puzzle in of_census {
        let position = api("puzzle/position", &[("id", puzzle["id"].as_str().unwrap())]);
        for published in puzzle["published"].as_array().unwrap() {
            let metric = published["metric"].as_str().unwrap();
            assert_eq!(position["distance"][metric], published["moves"], "{}", puzzle["id"]);
            reported += 1;
        }
    }
    // Fifteen numbers of pieces in three metrics.
    assert_eq!(reported, 45);
}

/// Positions of games are answered as by `huarong game query`, whose numbers the witness knows, with its lines.
#[test]
fn games_are_answered_as_by_query() {
    let tables = Tables::none();
    for (game, misere, positions) in [
        ("3,3,3", false, &[".../.../...", "xx./oo./...", "xxx/oo./...", "xox/xxo/oxo"][..]),
        ("4,3,3", true, &["..../..../....", "xo../.x../...o"]),
        ("gravity 4,4,3", false, &["..../..../..../x...", "..../x.../o.x./ooxx"]),
    ] {
        for position in positions {
            let mut arguments = vec!["game", "query", game, position, "--format", "json"];
            arguments.extend(misere.then_some("--misere"));
            let asked: Value = serde_json::from_str(&tables.output(&arguments)).unwrap();
            let misere = if misere { "true" } else { "false" };
            let answer = api("game", &[("game", game), ("misere", misere), ("p", position)]);
            assert_eq!(only(&answer, &asked), asked, "the same keys, the same values");
        }
    }
    let ended = api("game", &[("game", "3,3,3"), ("p", "xxx/oo./...")]);
    assert_eq!((&ended["over"], &ended["line"]), (&json!(true), &json!([[1, 1], [2, 1], [3, 1]])));
    for (path, status, code) in [
        ("game=3,3,9", 400, "game"),
        ("game=0,3,3", 400, "game"),
        ("game=300,3,3", 400, "game"),
        ("game=", 400, "game"),
        ("game=3,3,3&p=xx", 400, "game-position"),
        ("game=3,3,3&p=xxx/.../...", 400, "game-position"),
        ("game=3,3,3&p=xxx/ooo/...", 400, "game-position"),
        ("game=gravity%203,3,3&p=x../.../...", 400, "game-position"),
        ("game=5,4,4", 422, "game-too-large"),
        ("game=12,5,5", 422, "game-too-large"),
    ] {
        let error = shared().server.json(status, &format!("/api/v1/game?{path}"));
        assert_eq!(error["code"], code, "{path}: {error}");
    }
}

/// The level `chapter` plays the games of the chapter on the server as well, and a game is what its rules make of it.
#[test]
fn gomoku_is_played_on_the_server() {
    let games = include_str!("../data/gomoku_chapter_games.csv");
    let first = games.lines().nth(1).unwrap();
    let mut columns = first.split(',');
    let people: Vec<&str> = columns.next().unwrap().split(' ').collect();
    let mut acts: Vec<String> = Vec::new();
    for (person, answer) in people.iter().zip(columns.next().unwrap().split(' ')) {
        let (cell, score) = answer.split_once(':').unwrap();
        acts.push((*person).to_owned());
        let game = [("size", "16"), ("moves", &acts.join(" "))];
        let moved = api("gomoku/move", &[&game[..], &[("level", "chapter")]].concat());
        assert_eq!(moved["act"], cell);
        assert_eq!(moved["choice"]["score"].to_string(), score);
        let shown = api("gomoku", &[&game[..], &[("scores", "true")]].concat());
        let best = shown["scores"].as_array().unwrap().iter();
        let best = best.map(|pair| pair[1].as_u64().unwrap()).max();
        assert_eq!(best.unwrap().to_string(), score);
        acts.push(cell.to_owned());
        let after = api("gomoku", &[("size", "16"), ("moves", &acts.join(" "))]);
        assert_eq!(after, moved["game"]);
    }
    let after = api("gomoku", &[("size", "16"), ("moves", &acts.join(" "))]);
    assert_eq!((&after["stage"], &after["winner"]), (&json!("over"), &json!("x")));
    assert_eq!(after["five"].as_array().unwrap().len(), 5);
    // Renju's double three, and swap2's choice.
    let moves = "75 00 76 02 57 04 67 06";
    let game = api("gomoku", &[("rule", "renju"), ("moves", moves)]);
    assert!(game["forbidden"].as_array().unwrap().contains(&json!("77")), "{game}");
    let game = api("gomoku", &[("opening", "swap2"), ("moves", "77 78 67")]);
    assert_eq!(
        (&game["stage"], &game["turn"], &game["more"]),
        (&json!("choice"), &json!(2), &json!(true))
    );
    for (path, reported) in [
        ("gomoku?moves=77%2077", "77 already has a stone"),
        ("gomoku?moves=zz", "not on the board"),
        ("gomoku?moves=hello", "is not a move"),
        ("gomoku?size=14", "from 15 to 20"),
        ("gomoku?rule=chess", "first line must be like"),
        ("gomoku?rule=renju%20swap2", "first line must be like"),
        ("gomoku/move?level=9", "level \"9\" is unknown"),
        ("gomoku/move?seconds=60", "seconds must be from"),
        ("gomoku/move?seconds=NaN", "seconds must be from"),
    ] {
        let error = shared().server.json(400, &format!("/api/v1/{path}"));
        assert!(error["error"].as_str().unwrap().contains(reported), "{path}: {error}");
    }
}

/// A game that is not solved for a question is answered where its table is.
#[test]
fn tables_of_games_are_asked() {
    let tables = Tables::none();
    tables.run(&["game", "build", "gravity 5,5,4"]).assert().success();
    let server = small_server(&tables, "127.0.0.1:0");
    let answer = server.json(200, "/api/v1/game?game=gravity%205,5,4");
    assert_eq!(
        (&answer["value"], &answer["moves"].as_array().unwrap().len()),
        (&json!("draw"), &5)
    );
    assert_eq!(shared().server.get("/api/v1/game?game=gravity%205,5,4").status, 422);
}

/// Tables of a puzzle are asked where they are there, however large it is: they say what a search says.
#[test]
fn tables_of_a_puzzle_answer_for_it() {
    let tables = Tables::none();
    tables.run(&["build", "--puzzle", "dads"]).assert().success();
    let server = small_server(&tables, "127.0.0.1:0");
    let reported = server.json(200, "/api/v1/puzzle/position?id=dads");
    let searched = api("puzzle/position", &[("id", "dads")]);
    assert!(reported["index"].is_u64() && reported["reachable"].is_null(), "{reported}");
    assert!(searched["index"].is_null() && searched["reachable"].is_u64(), "{searched}");
    for key in ["position", "distance", "best_moves", "moves", "is_goal", "solvable"] {
        assert_eq!(reported[key], searched[key], "{key}");
    }
    for metric in METRICS {
        let path = format!("/api/v1/puzzle/solution?id=dads&metric={metric}");
        assert_eq!(server.json(200, &path)["distance"], reported["distance"][metric]);
    }
}

#[test]
fn an_address_that_cannot_be_had_is_an_error() {
    let tables = Tables::none();
    // Its tables are built before.
    drop(small_server(&tables, "127.0.0.1:0"));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = [shared().server.address, listener.local_addr().unwrap()].map(|a| a.to_string());
    for bind in [&taken[0], &taken[1], "192.0.2.1:0"] {
        let error = tables.error(&["serve", "--board", "3x4", "--bind", bind]);
        assert!(error.contains(bind), "{error}");
        assert_eq!(error.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{error}");
    }
    drop(listener);
    for bind in [
        "nonsense",
        "127.0.0.1:99999",
        "256.1.1.1:80",
        "",
        ":",
        "127.0.0.1:-1",
        "http://127.0.0.1:0/",
    ] {
        let run = tables.run(&["serve", "--board", "3x4", "--bind", bind]).assert().failure();
        let output = run.get_output();
        let error = text(&output.stderr);
        assert_eq!(error.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{error}");
        assert!(error.starts_with("error: ") && error.contains("--bind"), "{error}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn ctrl_c_ends_it_whoever_is_connected() {
    let tables = Tables::none();
    for (name, connected) in [("INT", true), ("INT", false), ("TERM", true)] {
        let mut server = small_server(&tables, "127.0.0.1:0");
        let mut connections: Vec<Connection> = Vec::new();
        if connected {
            for half in ["", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\n"] {
                let mut connection = server.connect();
                connection.send(half.as_bytes()).unwrap();
                connections.push(connection);
            }
            let mut kept = server.connect();
            kept.get("/api/v1/about");
            connections.push(kept);
            // One that does not read what it asked for.
            let mut deaf = server.connect();
            deaf.set_patience(Duration::from_millis(100));
            for _ in 0..200 {
                let request =
                    format!("GET /api/v1/puzzles HTTP/1.1\r\nHost: {}\r\n\r\n", server.address);
                let _ = deaf.send(request.as_bytes());
            }
            connections.push(deaf);
        }
        let pid = server.child.id().to_string();
        let status = Command::new("kill").args(["-s", name, &pid]).status();
        assert!(status.unwrap().success());
        let mut ended = None;
        wait_until("the server ends", || {
            ended = server.child.try_wait().unwrap();
            ended.is_some()
        });
        assert_eq!(ended.unwrap().code(), Some(0), "{name}: {}", server.errors());
        assert!(!server.errors().contains("panicked"), "{}", server.errors());
        drop(connections);
        // The port is free again at once.
        TcpListener::bind(server.address).unwrap();
    }
}

#[test]
fn the_address_is_the_one_line_printed() {
    let tables = Tables::none();
    let free = || TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let wanted: SocketAddr = free();
    let mut process = tables.process(&["serve", "--board", "3x4", "--bind", &wanted.to_string()]);
    process.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::null());
    let mut child = process.spawn().unwrap();
    let mut output = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut output, &mut line).unwrap();
    let answered = Connection::to(wanted).get("/api/v1/about").status;
    child.kill().unwrap();
    child.wait().unwrap();
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut output, &mut rest).unwrap();
    assert_eq!((line.as_str(), answered), (&*format!("http://{wanted}/\n"), 200));
    assert_eq!(rest, "", "nothing more on standard output");
}

/// Nothing that anyone asks may panic, whatever the tests before made of it.
#[test]
fn the_server_does_not_panic() {
    for path in PAGES {
        assert_eq!(shared().server.get(path).status, 200);
    }
    let errors = shared().server.errors();
    assert!(!errors.contains("panicked"), "{errors}");
}
