//! The catalogue of named openings, against its source files, independent pinyin and character
//! tables, and the program's output.

use crate::common::{METRICS, START, Tables, csv_rows, source, text, texts};
use huarong_core::klotski;
use huarong_core::notation;
use huarong_core::notation::NotationError;
use huarong_core::rules::PerMetric;
use huarong_lab::library::{Catalogue, LookupError, read_catalogue};
use pinyin::ToPinyinMulti;
use predicates::str::contains;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;

/// A source's statement about an opening.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Statement {
    source: String,
    number: u16,
    name: String,
    position: String,
    /// Numbers of moves: unit, straight and finger.
    figures: [Option<u16>; 3],
}

/// The statements in the data files of the tests.
static STATEMENTS: LazyLock<Vec<Statement>> = LazyLock::new(|| {
    let mut statements = Vec::new();
    let papers = csv_rows(include_str!("../data/paper_1999_openings.csv"));
    for (number, row) in (1..).zip(&papers) {
        let mut add = |source: &str, unit: &str, finger: &str| {
            statements.extend(Some(said(source, number, row, unit, finger)));
        };
        add("wei-lin-1999", "paper_unit", "paper_moves");
        if !row["zip604_unit"].is_empty() {
            add("zip604", "zip604_unit", "");
        }
        if !row["literature_moves"].is_empty() {
            add("older", "", "literature_moves");
        }
    }
    let mut rows_before: HashMap<String, u16> = HashMap::new();
    for row in csv_rows(include_str!("../data/named_layouts.csv")) {
        let rank = rows_before.entry(row["collection"].clone()).or_default();
        *rank += 1;
        // The level is the number in the name, or else in its column, or else the row's rank.
        let level = match row["name"].strip_prefix(LEVEL) {
            Some(level) => level.parse().expect("a number"),
            None => row["level"].parse().unwrap_or(*rank),
        };
        statements.push(said(source(&row["collection"]), level, &row, "", "published_finger"));
    }
    statements
});

/// The prefix of the number of a level without a name.
const LEVEL: &str = "Level ";

/// One row's statement; the figures are in the named columns.
fn said(
    source: &str,
    number: u16,
    row: &HashMap<String, String>,
    unit: &str,
    finger: &str,
) -> Statement {
    let figure = |column| row.get(column).and_then(|text: &String| text.parse().ok());
    let (name, position) = (row["name"].clone(), row["position"].clone());
    let figures = [figure(unit), None, figure(finger)];
    Statement { source: source.to_owned(), number, name, position, figures }
}

/// A name in the catalogue's three spellings, and its position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Named {
    name: String,
    simplified: String,
    slug: String,
    position: String,
}

/// All names of the built-in catalogue, one for every mention.
fn all_named() -> Vec<Named> {
    let puzzle = klotski::puzzle();
    let openings = Catalogue::built_in().openings().iter();
    let named = openings.flat_map(|opening| {
        let position = puzzle.position_text(&opening.position);
        opening.mentions.iter().map(move |mention| Named {
            name: mention.name.clone(),
            simplified: mention.simplified.clone(),
            slug: mention.slug.clone(),
            position: position.clone(),
        })
    });
    named.collect()
}

/// The distinct positions of the data, in order of first occurrence.
fn positions() -> Vec<&'static str> {
    let mut seen = BTreeSet::new();
    STATEMENTS
        .iter()
        .map(|statement| &statement.position[..])
        .filter(|&position| seen.insert(position))
        .collect()
}

/// The text of the mirror image.
fn mirrored(position: &str) -> String {
    position.split('/').map(|row| row.chars().rev().collect()).collect::<Vec<String>>().join("/")
}

#[test]
fn the_catalogue_is_what_the_files_say_and_nothing_else() {
    let puzzle = klotski::puzzle();
    let catalogue = Catalogue::built_in();
    let mut found = Vec::new();
    for opening in catalogue.openings() {
        assert!(!opening.mentions.is_empty());
        for mention in &opening.mentions {
            found.push(Statement {
                source: catalogue.sources()[mention.source].id.clone(),
                number: mention.number,
                name: mention.name.clone(),
                position: puzzle.position_text(&opening.position),
                figures: mention.figures.into_values(),
            });
        }
    }
    let mut statements = STATEMENTS.clone();
    statements.sort();
    found.sort();
    assert_eq!(found, statements);
    // 20 of the paper, 19 of ZIP604, 7 of older literature, 527 layouts.
    assert_eq!(statements.len(), 20 + 19 + 7 + 527);
    let of = |source| statements.iter().filter(|statement| statement.source == source).count();
    assert_eq!(["fayaa", "unblock2", "wayout", "simon-hung"].map(of), [412, 42, 60, 13]);
}

#[test]
fn every_figure_comes_with_the_rule_by_which_it_was_counted() {
    let catalogue = Catalogue::built_in();
    let mut used = BTreeSet::new();
    for mention in catalogue.openings().iter().flat_map(|opening| &opening.mentions) {
        let source = &catalogue.sources()[mention.source];
        for (metric, figure) in mention.figures {
            assert!(figure.is_none() || !source.rule(metric).is_empty(), "{mention:?}");
        }
        used.insert(source.id.as_str());
    }
    let known: BTreeSet<&str> = catalogue.sources().iter().map(|source| &source.id[..]).collect();
    assert_eq!(known.len(), catalogue.sources().len(), "sources are distinct");
    assert_eq!(used, known);
    assert!(catalogue.sources().iter().all(|source| !source.title.is_empty()));
}

#[test]
fn a_position_is_one_opening_however_many_names_it_has() {
    let puzzle = klotski::puzzle();
    let catalogue = Catalogue::built_in();
    let found = catalogue.openings().iter().map(|opening| puzzle.position_text(&opening.position));
    assert_eq!(found.collect::<Vec<_>>(), positions());
    for opening in catalogue.openings() {
        let position = puzzle.position_text(&opening.position);
        let mut names: Vec<&str> = Vec::new();
        for statement in STATEMENTS.iter().filter(|statement| statement.position == position) {
            if !names.contains(&&statement.name[..]) {
                names.push(&statement.name);
            }
        }
        assert_eq!(opening.name(), names[0]);
        let aliases: Vec<&str> = opening.aliases().map(|mention| &mention.name[..]).collect();
        assert_eq!(aliases, names[1..]);
        let at = catalogue.at(&opening.position).expect("it has a name");
        assert_eq!(at.slug(), opening.slug());
    }
    // Two small-piece moves away from the classic start; this position has no name.
    let nameless = puzzle.parse_position("VBBV/VBBV/VHHV/VSSV/.SS.").expect("a position");
    assert!(catalogue.at(&nameless).is_none());
}

#[test]
fn mirror_images_know_each_other() {
    let puzzle = klotski::puzzle();
    let openings = Catalogue::built_in().openings();
    let positions = positions();
    let mut pairs = 0;
    for (opening, position) in openings.iter().zip(&positions) {
        let image = mirrored(position);
        let image = positions.iter().position(|p| *p == image && p != position);
        assert_eq!(opening.mirror, image, "{position}");
        if let Some(image) = image {
            let back = openings[image].mirror.expect("both ways");
            assert_eq!(puzzle.position_text(&openings[back].position), *position);
            pairs += 1;
        }
    }
    assert_eq!(pairs, 8);
}

/// Characters whose reading in a name is not their most common one.
const READINGS: [(&str, char, &str); 20] = [
    ("重重包圍", '重', "chong"), // 重重, layer upon layer
    ("堵塞要道", '塞', "se"),    // 堵塞, to block
    ("似遠實近", '似', "si"),    // alike; shi only in 似的
    ("形近神似(上)", '似', "si"),
    ("形近神似(下)", '似', "si"),
    ("單兵種的沒落", '沒', "mo"),  // 沒落, to decline; see NO_READING
    ("一字長蛇陣", '長', "chang"), // long, not to grow
    ("一字長蛇陣2", '長', "chang"),
    ("虛與委蛇", '蛇', "yi"), // 委蛇, to feign compliance
    ("虛與委蛇2", '蛇', "yi"),
    ("獨闢蹊徑", '蹊', "xi"),   // 蹊徑, a path
    ("未卜先知", '卜', "bu"),   // to divine; bo only in 蘿蔔
    ("胸有朝陽", '朝', "zhao"), // 朝陽, the morning sun
    ("字母糸列A", '糸', "xi"),  // a slip of the pen for 系, as in the names that follow it
    // Hexagrams of the Yijing.
    ("伏羲八卦:天地否", '否', "pi"),
    ("伏羲八卦:山天大畜", '畜', "xu"),
    ("伏羲八卦:風天小畜", '畜', "xu"),
    ("伏羲八卦:水雷屯", '屯', "zhun"),
    ("伏羲八卦:雷水解", '解', "xie"),
    ("伏羲八卦:火雷噬嗑", '嗑', "he"),
];

/// Characters without the right reading in the crate, and a substitute: the other form of the
/// first, and the character that the second, mi, stands for.
const NO_READING: [(char, char); 2] = [('沒', '没'), ('糸', '系')];

/// The readings of a character, the most common first, with v for ü.
fn readings(character: char) -> Vec<String> {
    let readings = character.to_pinyin_multi().expect("a character with a reading");
    readings.into_iter().map(|reading| reading.plain().replace('ü', "v")).collect()
}

/// The slug of a name: a syllable for every character, letters and digits as they are.
fn slug_of(name: &str) -> String {
    let mut parts = vec![String::new()];
    for character in name.nfkc() {
        if character.is_ascii_alphanumeric() {
            parts.last_mut().expect("a part").push(character.to_ascii_lowercase());
            continue;
        }
        if character.is_alphabetic() {
            let other = READINGS.iter().find(|(n, c, _)| *n == name && *c == character);
            let usual = || readings(character).swap_remove(0);
            parts.push(other.map_or_else(usual, |(.., reading)| (*reading).to_owned()));
        }
        parts.push(String::new());
    }
    parts.retain(|part| !part.is_empty());
    parts.join("-")
}

#[test]
fn slugs_are_the_names_in_pinyin() {
    let named: BTreeMap<_, _> =
        all_named().into_iter().map(|n| ((n.name, n.position), n.slug)).collect();
    let mut taken: BTreeMap<String, &str> = BTreeMap::new();
    for Statement { name, position, source, .. } in STATEMENTS.iter() {
        let mut slug = slug_of(name);
        // If the slug is a number, or another position already has the name or its pinyin, the
        // source is added.
        if name.starts_with(LEVEL) || taken.get(&slug).is_some_and(|other| other != position) {
            slug = format!("{slug}-{source}");
        }
        assert_eq!(named[&(name.clone(), position.clone())], slug, "{name}");
        taken.insert(slug, position);
    }
    for (name, character, reading) in READINGS {
        assert!(
            name.contains(character) && STATEMENTS.iter().any(|statement| statement.name == name)
        );
        let other = NO_READING.iter().find(|(lacking, _)| *lacking == character);
        let known = readings(other.map_or(character, |(_, other)| *other));
        assert!(known.iter().any(|known| known == reading), "{character}: {known:?}");
        assert_ne!(readings(character)[0], reading, "{character} needs no exception");
    }
}

#[test]
fn slugs_are_plain_and_stand_for_one_position() {
    let mut by_slug: BTreeMap<String, String> = BTreeMap::new();
    for Named { slug, position, .. } in all_named() {
        let plain = |part: &str| {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
            !part.is_empty() && part.chars().all(plain)
        };
        assert!(slug.split('-').all(plain), "{slug}");
        let known = by_slug.entry(slug).or_insert_with(|| position.clone());
        assert_eq!(*known, position);
    }
    let statements: BTreeSet<_> =
        STATEMENTS.iter().map(|statement| (&statement.name, &statement.position)).collect();
    assert_eq!(by_slug.len(), statements.len());
}

/// Simplified forms that the crate does not have, and the reasons for them.
const SIMPLIFIED: [(&str, char, char); 4] = [
    ("伏羲八卦:天天乾", '乾', '乾'), // the hexagram qián keeps its form; 干 is gān, dry
    ("伏羲八卦:天山遯", '遯', '遁'), // 遯 is a variant of 遁, which simplified texts write
    ("層巒疊嶂", '疊', '叠'),        // restored in 1986; 迭 was its form before that
    ("字母糸列A", '糸', '系'),       // a misspelling of 系
];

#[test]
fn simplified_names_agree_character_by_character() {
    let mut excepted = BTreeSet::new();
    for Named { name, simplified, .. } in all_named() {
        assert_eq!(name.chars().count(), simplified.chars().count(), "{name}");
        for (character, simple) in name.chars().zip(simplified.chars()) {
            let usual = fast2s::convert(&character.to_string());
            if usual != simple.to_string() {
                let exception = (&name[..], character, simple);
                assert!(SIMPLIFIED.contains(&exception), "{exception:?}, not {usual}");
                excepted.insert(exception.1);
            }
        }
    }
    assert_eq!(excepted.len(), SIMPLIFIED.len(), "unused exceptions");
}

#[test]
fn no_name_can_be_taken_for_a_position() {
    let puzzle = klotski::puzzle();
    for Named { name, simplified, slug, .. } in all_named() {
        for text in [name, simplified, slug] {
            let wanted = Err(NotationError::Unrecognised(text.clone()));
            assert_eq!(notation::read(&puzzle, &text), wanted);
        }
    }
}

/// Other common spellings of a slug.
fn other_spellings(slug: &str) -> [String; 12] {
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    [
        slug.to_uppercase(),
        slug.replace('-', " "),
        slug.replace('-', ""),
        slug.replace('-', "_"),
        slug.to_uppercase().replace('-', " "),
        slug.to_uppercase().replace('-', ""),
        slug.split('-').map(capital).collect(),
        wide(slug),
        toned(slug, '\u{304}').nfc().collect(),
        toned(slug, '\u{301}').nfc().collect(),
        toned(&slug.to_uppercase(), '\u{30c}').nfc().collect(),
        toned(slug, '\u{300}'),
    ]
}

/// A text with a tone mark after each vowel.
fn toned(slug: &str, tone: char) -> String {
    let toned = |letter: char| [Some(letter), "aeiouAEIOU".contains(letter).then_some(tone)];
    slug.chars().flat_map(toned).flatten().collect()
}

/// Digits and letters in the width of Chinese characters.
fn wide(name: &str) -> String {
    let wide = |letter: char| match letter {
        _ if !letter.is_ascii_alphanumeric() => letter,
        narrow => char::from_u32(u32::from(narrow) + 0xfee0).expect("a full-width form"),
    };
    name.chars().map(wide).collect()
}

/// The positions that the catalogue finds for a name.
fn found(name: &str, by_slug: &BTreeMap<String, String>) -> BTreeSet<String> {
    match Catalogue::built_in().find(name) {
        Ok(opening) => BTreeSet::from([klotski::puzzle().position_text(&opening.position)]),
        Err(LookupError::Ambiguous { name: asked, openings }) => {
            assert_eq!(asked, name);
            assert!(openings.len() > 1, "{openings:?}");
            openings.iter().map(|slug| by_slug[slug].clone()).collect()
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn names_in_all_their_spellings_find_their_openings() {
    let all = all_named();
    let by_slug: BTreeMap<String, String> =
        all.iter().map(|named| (named.slug.clone(), named.position.clone())).collect();
    let positions = |of: &dyn Fn(&Named) -> bool| -> BTreeSet<String> {
        all.iter().filter(|named| of(named)).map(|named| named.position.clone()).collect()
    };
    let mut ambiguous = BTreeSet::new();
    for named in &all {
        let alone = BTreeSet::from([named.position.clone()]);
        assert_eq!(found(&named.slug, &by_slug), alone);
        for slug in other_spellings(&named.slug) {
            assert_eq!(found(&slug, &by_slug), alone, "{slug}");
        }
        let exact = positions(&|other| other.name == named.name);
        assert_eq!(found(&named.name, &by_slug), exact, "{}", named.name);
        if exact.len() > 1 {
            ambiguous.insert(&named.name[..]);
        }
        // Alternately traditional and simplified, with and without the optional parts.
        let pairs = || named.name.chars().zip(named.simplified.chars()).enumerate();
        let mixed = |odd: usize| -> String {
            pairs().map(|(at, (t, s))| if at % 2 == odd { s } else { t }).collect()
        };
        let bare = named.name.chars().filter(|c| c.is_alphanumeric()).collect();
        let spaced: String = named.simplified.chars().flat_map(|c| [c, ' ']).collect();
        let spellings = [
            named.simplified.clone(),
            mixed(0),
            mixed(1),
            bare,
            spaced,
            wide(&named.name),
            named.name.to_lowercase(),
        ];
        for spelling in spellings {
            // An exact name takes precedence over other matches.
            let exact = positions(&|other| other.name == spelling);
            let alike = positions(&|other| other.simplified == named.simplified);
            let wanted = if exact.is_empty() { alike } else { exact };
            assert_eq!(found(&spelling, &by_slug), wanted, "{spelling}");
        }
    }
    // Levels that exist in more than one collection; three levels of Unblock It 2 are not in the
    // data.
    let levels = (1..=45).filter(|level| ![18, 30, 44].contains(level));
    let levels: Vec<String> = levels.map(|level| format!("{LEVEL}{level:02}")).collect();
    let shared = levels.iter().map(String::as_str).chain(["四路進兵", "左右佈兵"]);
    assert_eq!(ambiguous, BTreeSet::from_iter(shared));
}

/// Misspelled names, and the slug of the intended one.
const TYPOS: [(&str, &str); 14] = [
    ("heng-dao-li-mo", "heng-dao-li-ma"),
    ("hengdaolim", "heng-dao-li-ma"),
    ("heng dao lee ma", "heng-dao-li-ma"),
    ("橫刀力馬", "heng-dao-li-ma"),
    ("横刀立码", "heng-dao-li-ma"),
    ("橫刀馬", "heng-dao-li-ma"),
    ("橫馬當官", "heng-ma-dang-guan"),
    ("zhi-hui-ruo-din", "zhi-hui-ruo-ding"),
    ("峰回路", "feng-hui-lu-zhuan"),
    ("daisi", "daisy"),
    ("snow drops", "snowdrop"),
    ("走头无路", "zou-tou-wu-lu"),
    ("大渡橋橫鐵鎖寒", "da-du-qiao-heng-tie-suo-han"),
    ("Jing Di Zhi Wo", "jing-di-zhi-wa"),
];

#[test]
fn unknown_names_are_answered_with_names_that_are_like_them() {
    for (typo, meant) in TYPOS {
        let Err(LookupError::Unknown { name, suggestions }) = Catalogue::built_in().find(typo)
        else {
            panic!("{typo} is no name")
        };
        assert_eq!(name, typo);
        let ending = format!(" ({meant})");
        assert!(suggestions.iter().any(|s| s.ends_with(&ending)), "{typo}: {suggestions:?}");
        assert!(suggestions.len() <= 3);
        // Both spellings, before the bracket and inside it, are accepted.
        for suggestion in suggestions {
            let (name, slug) = suggestion.strip_suffix(')').unwrap().rsplit_once(" (").unwrap();
            assert!(
                Catalogue::built_in().find(slug).unwrap().mentions.iter().any(|m| m.name == name)
            );
        }
    }
    for gibberish in ["qqqq", "xyzzy", "lorem ipsum", "?!", "🀄🀄", "", "   ", "貓"] {
        let error = Catalogue::built_in().find(gibberish).expect_err("gibberish");
        let wanted = LookupError::Unknown { name: gibberish.to_owned(), suggestions: Vec::new() };
        assert_eq!(error, wanted);
        assert!(error.to_string().contains("`huarong openings` lists all"), "{error}");
    }
}

const SOURCES: &str = "source,title,unit,straight,finger\nhere,a test,one cell,,\n";

/// A catalogue of some rows, each a slug and a position.
fn catalogue_of(source: &str, rows: &[(&str, &str)]) -> Result<Catalogue, String> {
    let mut openings =
        "source,number,name,simplified,slug,position,unit,straight,finger\n".to_owned();
    for (number, (slug, position)) in rows.iter().enumerate() {
        openings += &format!("{source},{number},名,名,{slug},{position},7,,\n");
    }
    read_catalogue(&klotski::puzzle(), &openings, SOURCES)
}

#[test]
fn a_catalogue_may_be_anybodys() {
    let start_again = [("a", START), ("b", "S.SV/BBSV/BBVV/HHVV/.SHH"), ("c", START)];
    let catalogue = catalogue_of("here", &start_again).expect("it is sound");
    let slugs: Vec<&str> = catalogue.openings().iter().map(|opening| opening.slug()).collect();
    assert_eq!(slugs, ["a", "b"]);
    let start = catalogue.find("C").expect("a slug");
    assert_eq!((start.slug(), start.mentions.len()), ("a", 2));
    assert_eq!(start.mentions[1].figures, PerMetric::new(Some(7), None, None));
    // A name that is repeated is not an alias of itself.
    assert_eq!(start.aliases().count(), 0);
    let ambiguous = catalogue.find("名").expect_err("two openings are called so").to_string();
    assert!(ambiguous.contains("a, b"), "{ambiguous}");
    assert!(catalogue_of("here", &[]).expect("an empty one").find("a").is_err());
}

#[test]
fn a_catalogue_that_contradicts_itself_is_refused() {
    let error = |source, rows: &[_]| catalogue_of(source, rows).expect_err("it is refused");
    let refused = error("here", &[("a", START), ("b", "VBBV/VBBV/VHHV/VSSV/S..X")]);
    assert!(refused.contains("\"名\"") && refused.contains("row 5, column 4"), "{refused}");
    let refused = error("there", &[("a", START)]);
    assert!(refused.contains("the source \"there\""), "{refused}");
    let refused = error("here", &[("a", START), ("a", &mirrored("S.SV/BBSV/BBVV/HHVV/.SHH"))]);
    assert!(refused.contains("the slug \"a\""), "{refused}");
    // Missing columns, and invalid numbers.
    for openings in [
        "source,number\nhere,1\n",
        "source,number,name,simplified,slug,position,unit\n\
         here,many,名,名,a,VBBV/VBBV/VHHV/VSSV/S..S,\n",
    ] {
        let refused = read_catalogue(&klotski::puzzle(), openings, SOURCES);
        assert!(refused.is_err_and(|error| error.contains("catalogue data")), "{openings}");
    }
}

/// The complete answers of `query` to some texts.
fn answers(tables: &Tables, texts: &[&str]) -> Vec<Value> {
    let answers = tables.ask(texts);
    assert_eq!(answers.len(), texts.len());
    answers
}

#[test]
fn queries_take_every_name() {
    let tables = Tables::of(&[]);
    let named: Vec<Named> = BTreeSet::from_iter(all_named()).into_iter().collect();
    let wanted = answers(&tables, &Vec::from_iter(named.iter().map(|named| &named.position[..])));
    let slugs = answers(&tables, &Vec::from_iter(named.iter().map(|named| &named.slug[..])));
    assert_eq!(slugs, wanted);
    // Names that two or three openings share: 四路進兵, 左右佈兵, and 42 levels, eleven of them three
    // times. Also 水泄不通, as the simplified form of two names.
    let shared = 2 + 3 + 42 * 2 + 11;
    let forms: [fn(&Named) -> &String; 2] = [|named| &named.name, |named| &named.simplified];
    for (form, shared) in forms.into_iter().zip([shared, shared + 2]) {
        let alone = named.iter().zip(&wanted).filter(|(this, _)| {
            named.iter().filter(|other| form(other) == form(this)).count() == 1
        });
        let (names, wanted): (Vec<&str>, Vec<&Value>) =
            alone.map(|(named, wanted)| (&form(named)[..], wanted)).unzip();
        assert_eq!(names.len(), named.len() - shared);
        assert_eq!(Vec::from_iter(&answers(&tables, &names)), wanted);
    }
}

#[test]
fn openings_are_listed_with_the_published_distances() {
    let tables = Tables::of(&[]);
    let json = tables.output(&["openings", "--format", "json"]);
    let json: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let positions = positions();
    assert_eq!(json.len(), positions.len());
    let asked = answers(&tables, &positions);
    let mut compared = 0;
    for ((record, asked), position) in json.iter().zip(&asked).zip(&positions) {
        assert_eq!(record["position"], *position, "in the order of the files");
        assert_eq!(record["distance"], asked["distance"]);
        assert_eq!(record["piece_set"], asked["piece_set"]);
        let statements: Vec<&Statement> =
            STATEMENTS.iter().filter(|statement| statement.position == *position).collect();
        assert_eq!(record["name"], statements[0].name);
        let sources: Vec<String> = statements
            .iter()
            .map(|statements| format!("{} {}", statements.source, statements.number))
            .collect();
        assert_eq!(record["sources"], Value::from(sources));
        for Statement { source, figures: [unit, _, finger], .. } in statements {
            // All unit counts of the paper are optimal, and so are the finger counts of the
            // layouts.
            let (metric, published) = match &source[..] {
                "wei-lin-1999" if unit.is_some() => ("unit", unit),
                "wei-lin-1999" | "zip604" | "older" => continue,
                _ => ("finger", finger),
            };
            assert_eq!(record["distance"][metric], json!(published), "{position}");
            compared += 1;
        }
    }
    assert_eq!(compared, 19 + 527);
    check_formats(&tables, &json);
}

/// Checks that CSV and text contain the same data as JSON.
fn check_formats(tables: &Tables, json: &[Value]) {
    let csv = csv_rows(&tables.output(&["openings", "--format", "csv"]));
    assert_eq!(csv.len(), json.len());
    let field = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    for (row, record) in csv.iter().zip(json) {
        for column in ["name", "simplified", "slug", "piece_set", "position", "mirror_slug"] {
            assert_eq!(row[column], field(&record[column]));
        }
        for metric in METRICS {
            assert_eq!(row[metric], field(&record["distance"][metric]));
        }
        let aliases = record["aliases"].as_array().unwrap().iter();
        let aliases: Vec<String> = aliases.map(|alias| field(&alias["slug"])).collect();
        assert_eq!(row["aliases"], aliases.join(" "));
        for (column, key) in [("alias_names", "name"), ("alias_simplified", "simplified")] {
            let names = record["aliases"].as_array().unwrap().iter();
            let names: Vec<String> = names.map(|alias| field(&alias[key])).collect();
            assert_eq!(row[column], names.join("; "));
        }
        assert_eq!(row["sources"], texts(&record["sources"]).join("; "));
    }

    let printed = tables.output(&["openings"]);
    let mut lines = printed.lines().skip(1);
    for record in json {
        let line = lines.next().expect("a line for every opening");
        assert!(line.starts_with(record["name"].as_str().unwrap()), "{line}");
        let distance = |metric: &str| match &record["distance"][metric] {
            Value::Null => "-".to_owned(),
            moves => moves.to_string(),
        };
        // Names may contain spaces; from the position on there are none.
        let position = record["position"].as_str().unwrap();
        let (before, after) = line.split_once(position).expect("the position");
        let before: Vec<&str> = before.split_whitespace().rev().take(2).collect();
        assert_eq!(before, [&record["piece_set"], &record["slug"]], "{line}");
        let statements: Vec<&str> = after.split_whitespace().take(3).collect();
        assert_eq!(statements, METRICS.map(distance), "{line}");
    }
    assert_eq!(lines.next(), Some("485 openings"));
}

#[test]
fn a_name_is_as_good_as_its_position() {
    let tables = Tables::none();
    let names =
        ["橫刀立馬", "横刀立马", "横刀立馬", "heng-dao-li-ma", "Heng Dao Li Ma", "ＨＥＮＧ刀"];
    let last = names.len() - 1;
    for format in ["text", "json", "csv"] {
        for command in ["query", "solve"] {
            let wanted = tables.output(&[command, START, "--format", format]);
            for name in &names[..last] {
                assert_eq!(tables.output(&[command, name, "--format", format]), wanted, "{name}");
            }
        }
    }
    assert!(tables.error(&["query", names[last]]).contains("no opening is called"));
    // Spaces around a name are ignored, and each line of a stream may be a name.
    let mut stream = tables.run(&["query", "-"]);
    let run = stream.write_stdin(" 橫刀立馬 \nheng-dao-li-ma\r\n").assert().success();
    assert_eq!(text(&run.get_output().stdout), tables.output(&["query", START, START]));
}

/// The openings called 左右佈兵, as an error lists them.
const ALL_ZUO_YOU_BU_BING: &str =
    "zuo-you-bu-bing, zuo-you-bu-bing-fayaa, zuo-you-bu-bing-simon-hung;";

#[test]
fn names_of_nothing_and_of_several_are_errors() {
    let tables = Tables::none();
    for command in ["query", "solve"] {
        let error = tables.error(&[command, "左右佈兵"]);
        assert!(error.contains(ALL_ZUO_YOU_BU_BING), "{error}");
        // No opening has this simplified name, except as a conversion.
        let error = tables.error(&[command, "左右布兵"]);
        assert!(error.contains(ALL_ZUO_YOU_BU_BING), "{error}");
        // Two of them are listed under another name.
        let error = tables.error(&[command, "level 08"]);
        let slugs = "level-08-wayout, level-08-unblock2, level-08-simon-hung;";
        assert!(error.contains(slugs), "{error}");
        let error = tables.error(&[command, "heng-dao-li-mo"]);
        assert!(
            error.contains("not a position in any notation, and no opening is called"),
            "{error}"
        );
        assert!(error.contains("did you mean 橫刀立馬 (heng-dao-li-ma)"), "{error}");
        let error = tables.error(&[command, "qqqq"]);
        assert!(error.contains("\"qqqq\"; `huarong openings` lists all"), "{error}");
        for empty in ["", " "] {
            let error = tables.error(&[command, empty]);
            assert!(error.contains("an empty text"), "{error}");
        }
    }
    let mut stream = tables.run(&["query", "-"]);
    let run = stream.write_stdin("heng-dao-li-mo\n左右佈兵\n").assert().code(1).stdout("");
    run.stderr(contains("line 1: not a position in any notation"))
        .stderr(contains("line 2: \"左右佈兵\""));
    assert!(tables.names().is_empty(), "nothing was built for them");
}

/// Twenty capitals may be a grid without row separators. A word before a number may be a piece set
/// before a value. No slug has either form, in any spelling.
#[test]
fn the_program_takes_slugs_in_all_their_spellings() {
    let puzzle = klotski::puzzle();
    let mut taken = BTreeSet::new();
    for Named { slug, .. } in all_named() {
        for spelling in other_spellings(&slug) {
            if !matches!(notation::read(&puzzle, &spelling), Err(NotationError::Unrecognised(_))) {
                taken.insert(spelling);
            }
        }
    }
    assert!(taken.is_empty(), "taken for positions: {taken:?}");
}

/// Names of four characters are as wide as the board, and are not read as rows of a drawing.
#[test]
fn a_list_of_names_is_converted_line_by_line() {
    let tables = Tables::none();
    let mut command = tables.run(&["convert", "-", "--to", "grid"]);
    let run = command.write_stdin("橫刀立馬\n走投無路\n").assert().success();
    run.stdout(format!("{START}\n{}\n", crate::common::STUCK));
}

/// The piece set of a position, by counting letters.
fn piece_set(position: &str) -> String {
    let cells = |letter| position.matches(letter).count();
    format!("{}h{}v{}s", cells('H') / 2, cells('V') / 2, cells('S'))
}

#[test]
fn openings_of_one_piece_set() {
    let tables = Tables::none();
    let of_set =
        |set: &str, format| tables.output(&["openings", "--piece-set", set, "--format", format]);
    for set in ["1h4v4s", "3h2v4s"] {
        let wanted: Vec<&str> =
            positions().into_iter().filter(|position| piece_set(position) == set).collect();
        assert!(wanted.len() > 5);
        let found = csv_rows(&of_set(set, "csv"));
        assert_eq!(found.iter().map(|row| &row["position"][..]).collect::<Vec<_>>(), wanted);
        assert!(found.iter().all(|row| row["piece_set"] == set));
        assert_eq!(of_set(set, "json").lines().count(), wanted.len());
    }
    // The order of the letters does not matter, as elsewhere.
    assert_eq!(of_set("4s4v1h", "text"), of_set("1h4v4s", "text"));
    assert_eq!(of_set("0h0v0s", "text"), "no named opening has this piece set\n");
    assert_eq!(of_set("0h0v0s", "json"), "");
    assert_eq!(of_set("0h0v0s", "csv").lines().count(), 1);
    let error = tables.error(&["openings", "--piece-set", "1h4v9s"]);
    assert!(error.contains("covers 23 cells"), "{error}");
}

#[test]
fn openings_name_mirror_images_and_other_names() {
    let tables = Tables::none();
    let one = |set: &str, slug: &str| -> (Value, String) {
        let records = tables.output(&["openings", "--piece-set", set, "--format", "json"]);
        let mut records = records.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let printed = tables.output(&["openings", "--piece-set", set]);
        let line = printed.lines().find(|line| line.contains(&format!(" {slug} ")));
        (records.find(|record| record["slug"] == slug).unwrap(), line.unwrap().to_owned())
    };
    let (paper, line) = one("4h1v4s", "shui-xie-bu-tong");
    let (fayaa, _) = one("4h1v4s", "shui-xie-bu-tong-fayaa");
    assert_eq!(paper["position"], mirrored(fayaa["position"].as_str().unwrap()));
    assert_eq!((&paper["mirror_slug"], &fayaa["mirror_slug"]), (&fayaa["slug"], &paper["slug"]));
    assert_eq!(paper["distance"], fayaa["distance"]);
    assert!(line.ends_with("mirror image of shui-xie-bu-tong-fayaa"), "{line}");
    let (turtle, line) = one("3h2v4s", "weng-zhong-zhi-bie");
    assert_eq!(turtle["mirror_slug"], Value::Null);
    let alias = json!(
        [{ "name": "小燕出巢", "simplified": "小燕出巢", "slug": "xiao-yan-chu-chao" }]
    );
    assert_eq!(turtle["aliases"], alias);
    assert!(line.ends_with("小燕出巢 (xiao-yan-chu-chao)"), "{line}");
}
