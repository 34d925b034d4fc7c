//! Parses the TOML of a puzzle file.

use super::doors::{DoorKeys, FileDoor, Written, layer_signs};
use super::error::{Fault, MOST_BYTES, PuzzleFileError, ReadError};
use super::file::{Published, PuzzleFile};
use super::gates::{Gates, Group, check_groups};
use super::grid::{DrawnGrid, Origin, Sign};
use super::pieces::{self, Rules, Sorted};
use super::signs::{is_piece_sign, is_visible};
use super::thin_walls::{self, ThinWall};
use crate::rules::{Doors, Metric};
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeArray, DeString, DeTable, DeValue};

/// The keys of a file, and of a published result.
const KEYS: [&str; 20] = [
    "name",
    "source",
    "variant_of",
    "change",
    "start",
    "goal",
    "goals",
    "alike",
    "goal_by",
    "lengthwise",
    "rows",
    "columns",
    "gate",
    "owners",
    "thin_walls",
    "doors",
    "opens",
    "gone",
    "frozen",
    "layers",
];
const TABLES: [&str; 1] = ["published"];
const PUBLISHED_KEYS: [&str; 4] = ["moves", "metric", "positions", "by"];

/// Keys about pieces that leave.
const KEYS_THAT_NEED_DOORS: [&str; 4] = ["opens", "gone", "frozen", "layers"];

/// Keys for doors that toggle and for timers, which other games have.
const KEYS_OF_FURTHER_STATE: [&str; 4] = ["toggle", "toggles", "timer", "timers"];

/// Jaro-Winkler similarity of an unknown key to a suggested one.
const LEAST_SIMILARITY: f64 = 0.8;

impl PuzzleFile {
    /// Reads the text of a puzzle file.
    pub fn parse(text: &str) -> Result<Self, PuzzleFileError> {
        puzzle_file(text)
    }

    /// Reads a puzzle file.
    pub fn read(path: &Path) -> Result<Self, ReadError> {
        let name = path.display().to_string();
        match fs::File::open(path) {
            Ok(file) => Self::read_from(file, &name),
            Err(error) => Err(ReadError::Unreadable { file: name, error }),
        }
    }

    /// Reads a puzzle file from a reader; `name` identifies it in errors.
    pub fn read_from(source: impl Read, name: &str) -> Result<Self, ReadError> {
        let file = || name.to_owned();
        let mut bytes = Vec::new();
        let read = source.take(MOST_BYTES + 1).read_to_end(&mut bytes);
        read.map_err(|error| ReadError::Unreadable { file: file(), error })?;
        if bytes.len() as u64 > MOST_BYTES {
            return Err(ReadError::TooLong { file: file() });
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            ReadError::NotText { file: file(), line }
        })?;
        Self::parse(&text).map_err(|error| ReadError::Refused { file: file(), error })
    }
}

fn puzzle_file(text: &str) -> Result<PuzzleFile, PuzzleFileError> {
    let file = File { text };
    let table = DeTable::parse(text).map_err(|error| {
        let at = error.span().unwrap_or(0..0);
        let is_json = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
        let fault = if is_json { Fault::Json } else { Fault::Toml(error.message().to_owned()) };
        file.error(at, fault)
    })?;
    let keys: Vec<&str> = KEYS.into_iter().chain(TABLES).collect();
    let entries = Entries::new(file, table.get_ref(), &keys)?;

    let start = entries.required("start")?.grid()?;
    let doors = entries.get("doors");
    if let (None, Some((at, key))) = (&doors, entries.first_of(&KEYS_THAT_NEED_DOORS)) {
        return Err(file.error(at, Fault::NeedsDoors { key }));
    }
    let goals = match (entries.get("goal"), entries.get("goals")) {
        (Some(_), Some(goals)) => return Err(goals.error(Fault::GoalAndGoals)),
        (Some(goal), None) => vec![goal.grid()?],
        (None, Some(goals)) => {
            let grids = goals.array("an array of grids")?.map(|goal| goal.grid());
            let grids: Vec<DrawnGrid> = grids.collect::<Result<_, _>>()?;
            match grids.is_empty() {
                true => return Err(goals.error(Fault::NoGoals)),
                false => grids,
            }
        }
        (None, None) if doors.is_some() => Vec::new(),
        (None, None) => return Err(entries.missing("goal")),
    };
    let gate = entries.get("gate").map(|gate| gate.grid()).transpose()?;
    let mut looks = BTreeMap::new();
    start.check_looks(&mut looks)?;
    for other in goals.iter().chain(&gate) {
        start.check_walls(other)?;
        other.check_looks(&mut looks)?;
    }
    let owners = entries.get("owners");
    let groups = owners.as_ref().map_or(Ok(Vec::new()), |owners| owners.groups())?;
    let layers = entries.get("layers").map_or(Ok(Vec::new()), |layers| layers.lists_of_signs())?;
    let mut known = start.grid.pieces();
    known.extend(layer_signs(&layers).map(|sign| sign.sign));
    check_groups(&groups, &known, doors.is_some())?;
    let mut used: Vec<char> = gate.iter().flat_map(|gate| gate.grid.pieces()).collect();
    let gates = match (gate, owners) {
        (None, None) => Gates::default(),
        (None, Some(owners)) if doors.is_none() => {
            return Err(owners.error(Fault::Missing { key: "gate" }));
        }
        (None, Some(_)) => Gates::default(),
        (Some(gate), _) => Gates::new(&gate, &groups, &start)?,
    };
    let doors = match doors {
        None => None,
        Some(grid) => {
            let grid = grid.frame()?;
            used.extend(grid.grid.pieces());
            let counts = |key| entries.get(key).map_or(Ok(Vec::new()), |value| value.numbers());
            let keys = DoorKeys {
                grid,
                groups: &groups,
                opens: counts("opens")?,
                frozen: entries.get("frozen").map_or(Ok(Vec::new()), |value| value.waits())?,
                layers,
                gone: entries.get("gone").map(|gone| gone.some_signs()).transpose()?,
                has_goal: !goals.is_empty(),
            };
            used.extend(keys.named());
            Some(keys.doors(&start, &goals)?)
        }
    };
    let names = groups.iter().map(|group| group.name.sign);
    let unused_groups = names.filter(|name| !used.contains(name)).collect();
    let drawn_doors = doors.as_ref().map_or(&[][..], |doors| &doors.doors);
    let thin_walls = entries
        .get("thin_walls")
        .map_or(Ok(Vec::new()), |walls| walls.thin_walls(&start, drawn_doors))?;
    for grid in goals.iter().chain([&start]) {
        thin_walls::check(grid, &thin_walls)?;
    }
    let rules = Rules { doors, ..read_rules(&entries)? };
    let Sorted { kinds, pieces, goals } = pieces::sort(&start, &goals, &gates, &rules)?;
    let published = entries.get("published").map(|all| read_published(&all)).transpose()?;
    let file = PuzzleFile {
        name: entries.required("name")?.words()?.to_owned(),
        source: entries.line("source")?,
        variant_of: entries.line("variant_of")?,
        change: entries.line("change")?,
        start: start.grid,
        thin_walls,
        kinds,
        pieces,
        goals,
        doors: rules.doors,
        unused_groups,
        published: published.unwrap_or_default(),
    };
    if let Some(grid) = entries.get("doors")
        && let Ok(setup) = file.setup()
        && let Some(door) = setup.puzzle.doors().and_then(Doors::unused)
    {
        let (grid, at) = (grid.frame()?, (door.column, door.row));
        let sign = grid.grid.sign(door.column, door.row);
        return Err(grid.error(at, Fault::NobodyFits { sign }));
    }
    Ok(file)
}

fn read_rules(entries: &Entries<'_, '_>) -> Result<Rules, PuzzleFileError> {
    let signs = |key| entries.get(key).map_or(Ok(Vec::new()), |value| value.signs());
    let goal_by_shape = match entries.get("goal_by") {
        None => false,
        Some(value) => match value.string()? {
            "shape" => true,
            found => {
                let found = found.to_owned();
                let fault = Fault::Word { key: "goal_by", wanted: "\"shape\"", found };
                return Err(value.error(fault));
            }
        },
    };
    let alike = match entries.get("alike") {
        None => Vec::new(),
        Some(groups) => groups
            .array("an array of strings")?
            .map(|group| group.signs())
            .collect::<Result<_, _>>()?,
    };
    Ok(Rules {
        goal_by_shape,
        lengthwise: entries.get("lengthwise").map_or(Ok(false), |value| value.boolean())?,
        rows: signs("rows")?,
        columns: signs("columns")?,
        alike,
        doors: None,
    })
}

fn read_published(all: &Value<'_, '_>) -> Result<Vec<Published>, PuzzleFileError> {
    let read = |one: Value<'_, '_>| {
        let DeValue::Table(table) = one.value.get_ref() else {
            return Err(one.wrong_type("an array of tables, [[published]]"));
        };
        let mut entries = Entries::new(one.file, table, &PUBLISHED_KEYS)?;
        entries.at = one.value.span();
        let metric = match entries.get("metric") {
            None => None,
            Some(value) => {
                let found = value.string()?;
                let metric =
                    Metric::OF_SINGLE_PIECES.into_iter().find(|metric| metric.name() == found);
                let wanted = "\"unit\", \"straight\" or \"finger\"";
                let unknown = Fault::Word { key: "metric", wanted, found: found.to_owned() };
                Some(metric.ok_or_else(|| value.error(unknown))?)
            }
        };
        let positions = entries.get("positions").map(|value| value.number(1, i64::MAX as u64));
        Ok(Published {
            moves: entries.required("moves")?.number(0, u32::MAX.into())? as u32,
            metric,
            positions: positions.transpose()?,
            by: entries.get("by").map(|by| by.line()).transpose()?.map(str::to_owned),
        })
    };
    all.array("an array of tables, [[published]]")?.map(read).collect()
}

/// Whether a character begins another line, or changes the writing direction (Unicode, UAX 9).
fn is_unsafe(sign: &char) -> bool {
    sign.is_control() || matches!(sign, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a text can be the name of a puzzle: one line with visible characters.
#[doc(hidden)]
pub fn is_line(text: &str) -> bool {
    !text.contains(|sign| is_unsafe(&sign)) && text.contains(is_visible)
}

/// The text of a file, with lookup of lines and columns.
#[derive(Clone, Copy)]
struct File<'t> {
    text: &'t str,
}

impl<'t> File<'t> {
    /// Line and column of a byte, from 1.
    fn place(self, at: usize) -> (usize, usize) {
        let before = self.text.get(..at).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        (1 + before.matches('\n').count(), 1 + before[line_start..].chars().count())
    }

    fn error(self, at: Range<usize>, fault: Fault) -> PuzzleFileError {
        let (line, column) = self.place(at.start);
        PuzzleFileError { line, column, fault }
    }
}

/// The entries of a table; all keys are known.
struct Entries<'t, 'v> {
    file: File<'t>,
    table: &'v DeTable<'t>,
    /// Place to report for a missing key.
    at: Range<usize>,
}

impl<'t, 'v> Entries<'t, 'v> {
    fn new(
        file: File<'t>,
        table: &'v DeTable<'t>,
        known: &[&str],
    ) -> Result<Self, PuzzleFileError> {
        let unknown = table.keys().filter(|key| !known.contains(&key.get_ref().as_ref()));
        if let Some(key) = unknown.min_by_key(|key| key.span().start) {
            let name = key.get_ref().as_ref();
            if KEYS_OF_FURTHER_STATE.contains(&name) {
                return Err(file.error(key.span(), Fault::FurtherState { key: name.to_owned() }));
            }
            let likeness = |known: &&&str| strsim::jaro_winkler(known, name);
            let nearest = known.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
            let nearest = nearest
                .filter(|known| likeness(known) >= LEAST_SIMILARITY)
                .map(|&key| key.to_owned());
            let fault = Fault::UnknownKey { key: name.to_owned(), nearest };
            return Err(file.error(key.span(), fault));
        }
        Ok(Self { file, table, at: 0..0 })
    }

    fn get(&self, key: &'static str) -> Option<Value<'t, 'v>> {
        let value = self.table.get(key)?;
        Some(Value { file: self.file, key, value })
    }

    /// The place and the name of the first of some keys that is in the file.
    fn first_of(&self, keys: &[&'static str]) -> Option<(Range<usize>, &'static str)> {
        let place = |&key: &&'static str| {
            let (written, _) = self.table.get_key_value(key)?;
            Some((written.span(), key))
        };
        keys.iter().filter_map(place).min_by_key(|(at, _)| at.start)
    }

    fn missing(&self, key: &'static str) -> PuzzleFileError {
        self.file.error(self.at.clone(), Fault::Missing { key })
    }

    fn required(&self, key: &'static str) -> Result<Value<'t, 'v>, PuzzleFileError> {
        self.get(key).ok_or_else(|| self.missing(key))
    }

    /// The line of text of a key, if the file has it.
    fn line(&self, key: &'static str) -> Result<Option<String>, PuzzleFileError> {
        self.get(key).map(|value| value.line().map(str::to_owned)).transpose()
    }
}

/// The value of a key, or an element of it.
struct Value<'t, 'v> {
    file: File<'t>,
    key: &'static str,
    value: &'v Spanned<DeValue<'t>>,
}

impl<'t, 'v> Value<'t, 'v> {
    fn error(&self, fault: Fault) -> PuzzleFileError {
        self.file.error(self.value.span(), fault)
    }

    fn wrong_type(&self, wanted: &'static str) -> PuzzleFileError {
        let found = match self.value.get_ref() {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "a number",
            DeValue::Float(_) => "a floating-point number",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "an array",
            DeValue::Table(_) => "a table",
        };
        self.error(Fault::Type { key: self.key, wanted, found })
    }

    fn string(&self) -> Result<&'v str, PuzzleFileError> {
        match self.value.get_ref() {
            DeValue::String(text) => Ok(text),
            _ => Err(self.wrong_type("a string")),
        }
    }

    /// A string of one line without control characters, safe to print.
    fn line(&self) -> Result<&'v str, PuzzleFileError> {
        let text = self.string()?;
        match text.chars().find(is_unsafe) {
            None => Ok(text),
            Some(sign) => Err(self.error(Fault::Control { key: self.key, sign })),
        }
    }

    /// Such a string with at least one visible character.
    fn words(&self) -> Result<&'v str, PuzzleFileError> {
        let text = self.line()?;
        match text.contains(is_visible) {
            true => Ok(text),
            false => Err(self.error(Fault::Empty { key: self.key })),
        }
    }

    fn boolean(&self) -> Result<bool, PuzzleFileError> {
        match self.value.get_ref() {
            &DeValue::Boolean(value) => Ok(value),
            _ => Err(self.wrong_type("true or false")),
        }
    }

    fn number(&self, least: u64, most: u64) -> Result<u64, PuzzleFileError> {
        let DeValue::Integer(number) = self.value.get_ref() else {
            return Err(self.wrong_type("a whole number"));
        };
        let number = u64::from_str_radix(number.as_str(), number.radix()).ok();
        let number = number.filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| self.error(Fault::Number { key: self.key, least, most }))
    }

    fn array(
        &self,
        wanted: &'static str,
    ) -> Result<impl Iterator<Item = Value<'t, 'v>> + use<'t, 'v>, PuzzleFileError> {
        let array: &'v DeArray<'t> = match self.value.get_ref() {
            DeValue::Array(array) => array,
            _ => return Err(self.wrong_type(wanted)),
        };
        let (file, key) = (self.file, self.key);
        Ok(array.iter().map(move |value| Value { file, key, value }))
    }

    /// Start of a string's text. If the string has no escapes, its rows are lines of the file.
    fn origin(&self, text: &str) -> Origin {
        let (line, column) = self.file.place(self.value.span().start);
        let written = &self.file.text[self.value.span()];
        let quotes =
            if written.starts_with("\"\"\"") || written.starts_with("'''") { 3 } else { 1 };
        let inside = written.get(quotes..written.len().saturating_sub(quotes)).unwrap_or("");
        let broken = inside.strip_prefix('\n').or_else(|| inside.strip_prefix("\r\n"));
        let same = |inside: &str| inside.lines().eq(text.lines());
        match broken {
            Some(inside) if quotes == 3 && same(inside) => {
                Origin { line: line + 1, column: 1, indent: Some(0) }
            }
            _ if same(inside) => Origin { line, column, indent: Some(column - 1 + quotes) },
            _ => Origin { line, column, indent: None },
        }
    }

    fn drawing(&self) -> Result<&'v str, PuzzleFileError> {
        self.string().map_err(|_| self.wrong_type("a grid (a string)"))
    }

    fn grid(&self) -> Result<DrawnGrid, PuzzleFileError> {
        let text = self.drawing()?;
        DrawnGrid::read(self.key, text, self.origin(text))
    }

    /// A grid with a frame around the board.
    fn frame(&self) -> Result<DrawnGrid, PuzzleFileError> {
        let text = self.drawing()?;
        DrawnGrid::read_frame(self.key, text, self.origin(text))
    }

    fn thin_walls(
        &self,
        start: &DrawnGrid,
        doors: &[FileDoor],
    ) -> Result<Vec<ThinWall>, PuzzleFileError> {
        let text = self.drawing()?;
        thin_walls::read(text, self.origin(text), start, doors)
    }

    /// A table whose keys are signs of groups, each with the signs of its pieces, in the order of the file.
    fn groups(&self) -> Result<Vec<Group>, PuzzleFileError> {
        let group = |(name, pieces)| Group { name, pieces };
        Ok(self.lists_of_signs()?.into_iter().map(group).collect())
    }

    /// A table whose keys are signs, each with one or more signs, in the order of the file.
    fn lists_of_signs(&self) -> Result<Vec<(Sign, Vec<Sign>)>, PuzzleFileError> {
        self.by_sign("a table, as in { 1 = \"AB\" }", Value::some_signs)
    }

    /// A table whose keys are signs, each with a number of pieces, in the order of the file.
    fn numbers(&self) -> Result<Vec<(Sign, u8)>, PuzzleFileError> {
        self.by_sign("a table, as in { A = 2 }", Value::pieces)
    }

    /// A table whose keys are signs, each with a number of pieces or one or more signs, in the order of the file.
    fn waits(&self) -> Result<Vec<(Sign, Written)>, PuzzleFileError> {
        self.by_sign("a table, as in { A = 2, B = \"CD\" }", |value| match value.value.get_ref() {
            DeValue::String(_) => value.some_signs().map(Written::Gone),
            _ => value.pieces().map(Written::Left),
        })
    }

    /// A number of pieces, from 1 to 255.
    fn pieces(&self) -> Result<u8, PuzzleFileError> {
        self.number(1, u8::MAX.into()).map(|number| number as u8)
    }

    /// A table whose keys are signs, in the order of the file.
    fn by_sign<T>(
        &self,
        wanted: &'static str,
        read: impl Fn(&Self) -> Result<T, PuzzleFileError>,
    ) -> Result<Vec<(Sign, T)>, PuzzleFileError> {
        let DeValue::Table(table) = self.value.get_ref() else {
            return Err(self.wrong_type(wanted));
        };
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        let entry = |(key, value): (&Spanned<_>, &'v Spanned<DeValue<'t>>)| {
            let name: &DeString<'t> = key.get_ref();
            let (line, column) = self.file.place(key.span().start);
            let mut signs = name.chars();
            let (Some(sign), None) = (signs.next().filter(is_piece_sign), signs.next()) else {
                let fault = match self.key {
                    "owners" => Fault::Group { group: name.to_string() },
                    key => Fault::OneSign { key, found: name.to_string() },
                };
                return Err(PuzzleFileError { line, column, fault });
            };
            let value = Value { file: self.file, key: self.key, value };
            Ok((Sign { sign, line, column }, read(&value)?))
        };
        entries.into_iter().map(entry).collect()
    }

    /// The characters of a string without white space, at least one.
    fn some_signs(&self) -> Result<Vec<Sign>, PuzzleFileError> {
        match self.signs()? {
            signs if signs.is_empty() => Err(self.error(Fault::Empty { key: self.key })),
            signs => Ok(signs),
        }
    }

    /// The characters of a string without white space.
    fn signs(&self) -> Result<Vec<Sign>, PuzzleFileError> {
        let text = self.string().map_err(|_| self.wrong_type("a string of signs"))?;
        let origin = self.origin(text);
        let signs = text.chars().enumerate().map(|(nth, sign)| {
            let column = origin.indent.map_or(origin.column, |indent| 1 + indent + nth);
            Sign { sign, line: origin.line, column }
        });
        Ok(signs.filter(|sign| !sign.sign.is_whitespace()).collect())
    }
}
