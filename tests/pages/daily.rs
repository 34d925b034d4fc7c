//! The puzzles of a day.

use crate::server::{api, posted, refusal};
use crate::serving::address;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The puzzles of a date, by their kinds.
fn puzzles(date: &str) -> BTreeMap<String, Value> {
    let answer = api("daily", &[("date", date)]);
    assert_eq!(answer["date"], date);
    let puzzles = answer["puzzles"].as_array().unwrap().iter();
    puzzles.map(|one| (one["kind"].as_str().unwrap().to_owned(), one.clone())).collect()
}

/// Klotski is the sample that the pages of version 1.0.0 drew. Its piece set and range follow from the day and the week.
#[test]
fn klotski_of_a_day_is_a_sample_with_the_date_as_its_seed() {
    for (date, set, range) in [
        ("2026-01-05", "2h1v8s", "13..16"),
        ("2026-01-06", "2h2v6s", "16..18"),
        ("2026-01-07", "1h4v4s", "19..25"),
        ("2026-01-08", "2h2v6s", "26..30"),
        ("2026-01-09", "1h3v6s", "31..45"),
        ("2026-01-10", "1h4v4s", "46..60"),
        ("2026-01-11", "2h3v4s", "61..75"),
        ("1970-01-01", "1h2v8s", "26..30"),
        ("1969-12-31", "4h0v6s", "19..25"),
        ("1888-08-05", "4h1v4s", "61..75"),
        ("2000-02-29", "2h1v8s", "16..18"),
        ("0001-01-01", "2h1v8s", "13..16"),
        ("2999-12-31", "0h3v8s", "16..18"),
    ] {
        let seed = date.replace('-', "");
        let drawn = [("set", set), ("distance", range), ("seed", &seed), ("big_at_top", "true")];
        let drawn = &api("sample", &drawn)["sample"][0];
        let klotski = &puzzles(date)["klotski"];
        assert_eq!(klotski["start"], drawn["position"], "{date}");
        assert_eq!(klotski["distance"], drawn["distance"]["finger"], "{date}");
    }
}

/// Distances of all boards of the 8-puzzle from the solved one, by a search of its own.
fn tile_distances() -> BTreeMap<String, u64> {
    let mut known = BTreeMap::from([("123/456/78.".to_owned(), 0)]);
    let mut level = vec!["123/456/78.".to_owned()];
    for distance in 1.. {
        let mut next = Vec::new();
        for board in level {
            let empty = board.find('.').unwrap();
            // A row and its slash have four signs.
            let beside = [empty.wrapping_sub(4), empty.wrapping_sub(1), empty + 1, empty + 4];
            for cell in beside {
                let Some(sign @ b'1'..) = board.as_bytes().get(cell) else { continue };
                let mut after = board.clone().into_bytes();
                after[empty] = *sign;
                after[cell] = b'.';
                let after = String::from_utf8(after).unwrap();
                if !known.contains_key(&after) {
                    known.insert(after.clone(), distance);
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    known
}

#[test]
fn days_rise_from_monday_to_sunday_with_exact_distances() {
    let tiles = tile_distances();
    // Reinefeld (1993): 181,440 positions, the farthest 31 moves from the goal.
    assert_eq!((tiles.len(), tiles.values().max()), (181_440, Some(&31)));
    let mut seen = BTreeSet::new();
    // Two weeks from a Monday.
    let mut before = [0; 3];
    for day in 5..19 {
        let date = format!("2026-01-{day:02}");
        let puzzles = puzzles(&date);
        let rush = &puzzles["rush"];
        let board = rush["start"].as_str().unwrap();
        let found = api("puzzle/position", &[("board", board)]);
        assert_eq!(found["distance"]["finger"], rush["distance"], "{date}");
        let own = &puzzles["tiles"];
        let start = own["start"].as_str().unwrap();
        assert_eq!(own["distance"], tiles[start], "{date}: {start}");
        let toml = own["toml"].as_str().unwrap();
        let found = posted("/api/v1/puzzle/position", toml.as_bytes()).json();
        assert_eq!(
            (&found["position"], &found["distance"]["finger"]),
            (&own["start"], &own["distance"])
        );
        assert!(puzzles["klotski"]["toml"].is_null() && rush["toml"].is_null());
        let distances =
            ["klotski", "rush", "tiles"].map(|kind| puzzles[kind]["distance"].as_u64().unwrap());
        let rises = distances.iter().zip(before).all(|(now, before)| *now >= before);
        assert!(rises || day == 12, "{date}: {before:?}, {distances:?}");
        before = distances;
        seen.extend(puzzles.into_values().map(|one| one["start"].to_string()));
    }
    assert_eq!(seen.len(), 3 * 14, "no puzzle comes again");
}

#[test]
fn other_dates_are_refused() {
    for date in [
        "",
        "today",
        "2026-1-05",
        "2026-02-30",
        "2025-02-29",
        "1900-02-29",
        "2026-00-10",
        "2026-13-01",
        "2026-04-31",
        "2026-01-00",
        "+026-01-01",
        "2026-01-011",
        "2026/01/05",
        "２０２６-01-05",
    ] {
        let said = refusal(400, &address("/api/v1/daily", &[("date", date)]));
        assert!(said.contains("is no date"), "{date}: {said}");
    }
    assert!(refusal(400, "/api/v1/daily").contains("date"));
    for date in ["2024-02-29", "2000-02-29", "9999-12-31", "0000-01-01"] {
        assert_eq!(puzzles(date).len(), 3, "{date}");
    }
}
