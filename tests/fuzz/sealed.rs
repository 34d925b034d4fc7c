//! Fuzzes readers with changed files whose checksums were corrected. The reader must return an
//! error, or data that is true as far as the file alone can show.

use super::seals::{
    Claim, DATA, change, change_text, claims_of, counted, seal_census, seal_record, seal_table,
    tail_of,
};
use super::{Draw, FAMILY};
use huarong::Oracle;
use huarong_core::effort::Effort;
use huarong_core::rules::{Metric, PieceSet};
use huarong_core::space::Space;
use huarong_games::lines::Lines;
use huarong_games::{GameFiles, GameTable, StoneGame, certify, figures};
use huarong_lab::batch::{Keep, Part};
use huarong_lab::census::{Census, Scope as Board, State};
use huarong_lab::rush;
use huarong_lab::rush::Universe;
use huarong_oracle::analysis;
use huarong_oracle::analysis::{AllPositions, Answer, ShortestPaths, hardest};
use huarong_oracle::atlas::{Atlas, Plan, Scope};
use huarong_search::{DistanceStore, SearchError, SearchPlan, classes};
use huarong_tables::storage::{Bytes, Memory, Storage};
use huarong_tables::table::{
    Checkpoint, Distances, EntryWidth, Extent, Outline, Shard, Table, TableDraft, TableError,
    TableSubject, pack, record_path, write,
};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};

/// Maximum number of changes to a file.
const CHANGES: u8 = 4;

fn numbers() -> TableSubject {
    TableSubject { family: "numbers".to_owned(), description: "numbers\n".to_owned(), shapes: 1 }
}

/// Three sections, one of them empty, with distances up to `most`.
fn sections(most: u16) -> Vec<([u8; 1], Vec<u16>)> {
    let entry = |index: u16| if index % 11 == 3 { u16::MAX } else { index * 7 % (most + 1) };
    let section = |len: u16| (0..len).map(entry).collect();
    vec![([0], section(300)), ([1], Vec::new()), ([2], section(4_900))]
}

/// Two tables, each plain and packed, and both shards of one of them.
static TABLES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let (memory, subject) = (Memory::default(), numbers());
    let path = |name: &str| PathBuf::from("/").join(name);
    for (name, most) in [("narrow", 200), ("wide", 300)] {
        let sections: Vec<([u8; 1], Distances)> = { sections(most).into_iter() }
            .map(|(counts, entries)| (counts, Distances::of_words(entries)))
            .collect();
        write(&memory, &path(name), &subject, 2, &sections).unwrap();
        let table =
            Table::from_bytes(Bytes::Read(read(&memory, &path(name))), Path::new("base"), &subject);
        let packed = path(&format!("{name}-packed"));
        pack::<Broken>(&memory, &table.unwrap(), &packed, &subject, Effort::UNLIMITED).unwrap();
    }
    for number in 0..2 {
        let sections = sections(200);
        let cut = |entries: &[u16]| {
            let middle = entries.len() as u64 / 3;
            if number == 0 { 0..middle } else { middle..entries.len() as u64 }
        };
        let extents = sections.iter().map(|(counts, entries)| Extent {
            counts,
            range: cut(entries),
            whole: entries.len() as u64,
        });
        let (path, shard) = (path(&format!("shard-{number}")), Shard::new(number, 2));
        let outline = Outline { subject: &subject, metric: 2, shard, sections: extents.collect() };
        let draft = TableDraft::begin(&memory, &path, outline).unwrap();
        for (section, (_, entries)) in sections.iter().enumerate() {
            let range = cut(entries);
            let held = entries[range.start as usize..range.end as usize].to_vec();
            draft.put(section, &Distances::of_words(held)).unwrap();
        }
        draft.finish().unwrap();
    }
    let files = memory.files();
    ["narrow", "narrow-packed", "wide", "wide-packed", "shard-0", "shard-1"]
        .map(|name| files[&path(name)].clone())
        .into()
});

/// The bytes of an existing file.
fn read(memory: &Memory, path: &Path) -> Vec<u8> {
    memory.open(path).unwrap().to_vec()
}

/// A packing error, or cancellation.
#[derive(Debug)]
struct Broken;

impl From<TableError> for Broken {
    fn from(_: TableError) -> Self {
        Self
    }
}

impl From<huarong_core::effort::Cancelled> for Broken {
    fn from(_: huarong_core::effort::Cancelled) -> Self {
        Self
    }
}

/// Changes a table at a few offsets in its header, entries or tail, and corrects its checksums.
fn changed(draw: &mut Draw<'_>, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=draw.below(CHANGES) {
        let tail = tail_of(&bytes).unwrap_or(bytes.len());
        let within = match draw.below(4) {
            0 => 0..bytes.len().min(DATA),
            1 => DATA.min(tail)..tail,
            _ => tail..bytes.len(),
        };
        change(draw, &mut bytes, within);
    }
    seal_table(&mut bytes);
    bytes
}

/// Tables, packed tables and shards: if a table passes its check, its statements about its entries
/// are true.
pub fn sealed_table(data: &[u8]) {
    let mut draw = Draw(data);
    let tables = &*TABLES;
    let which = usize::from(draw.below(tables.len() as u8));
    let open = |bytes: Vec<u8>| Table::from_bytes(Bytes::Read(bytes), Path::new("it"), &numbers());
    let bytes = changed(&mut draw, &tables[which]);
    let Ok(table) = open(bytes) else { return };
    check_table(&table);
    if which >= 4 {
        let other = open(tables[9 - which].clone()).unwrap();
        let shards = if which == 4 { [table, other] } else { [other, table] };
        if let Ok(table) = Table::of_shards(shards) {
            check_table(&table);
        }
    }
}

fn check_table(table: &Table) {
    let is_sound = table.check_all().is_ok();
    for section in table.sections() {
        let held = table.held(section);
        let (mut counts, mut unreachable) = (BTreeMap::new(), 0u64);
        for index in held.clone() {
            match table.get(section, index) {
                Ok(Some(distance)) => *counts.entry(distance).or_insert(0u64) += 1,
                Ok(None) => unreachable += 1,
                Err(error) => assert!(!is_sound, "{error}"),
            }
        }
        if let Ok(distances) = table.some_distances(section, held.clone()) {
            assert_eq!(distances.len(), held.end - held.start);
        }
        if is_sound {
            assert_eq!(section.unreachable, unreachable);
            assert_eq!(section.max_distance(), counts.keys().last().copied());
            for (distance, &count) in (0..).zip(&section.histogram) {
                assert_eq!(counts.get(&distance).copied().unwrap_or(0), count);
            }
        }
    }
}

/// Tables of a small piece set in all metrics.
struct Small {
    set: PieceSet,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

static SMALL: LazyLock<Small> = LazyLock::new(|| {
    let memory = Memory::default();
    let set = FAMILY.parse_piece_set("0h0v1s").unwrap();
    let atlas = Atlas::with_storage(FAMILY.clone(), "/", std::sync::Arc::new(memory.clone()));
    let plan = Plan { piece_sets: Some(vec![set.clone()]), ..Plan::default() };
    atlas.build(&plan, Effort::UNLIMITED).unwrap();
    Small { set, files: memory.files() }
});

/// Well-formed tables with false entries: every query returns an answer or an error, and every
/// proved statement is true.
pub fn lookup(data: &[u8]) {
    let mut draw = Draw(data);
    let Small { set, files } = &*SMALL;
    let memory = Memory::from(files.clone());
    let atlas = Atlas::with_storage(FAMILY.clone(), "/", std::sync::Arc::new(memory.clone()));
    let metric = Metric::ALL[usize::from(draw.below(3))];
    let path = atlas.file(Scope::Set(set.clone()), metric).path;
    let bytes = &files[&path];
    let entries = DATA..tail_of(bytes).unwrap();
    let mut lies = bytes[entries.clone()].to_vec();
    for _ in 0..=draw.below(CHANGES) {
        let at = usize::from(draw.below(255)) % lies.len();
        let other = usize::from(draw.below(255)) % lies.len();
        match draw.below(4) {
            0 => lies[at] = draw.below(255),
            1 => lies[at] = lies[at].wrapping_sub(1),
            2 => lies[at] = u8::MAX,
            _ => lies.swap(at, other),
        }
    }
    let wrong = lies.iter().zip(&bytes[entries]).filter(|(lie, truth)| lie != truth).count() as u64;
    let subject = huarong_oracle::atlas::subject(&FAMILY).unwrap();
    let sections = [(set.counts(), Distances::of_bytes(lies))];
    write(&memory, &path, &subject, metric.code(), &sections).unwrap();

    let puzzle = FAMILY.puzzle();
    let tables = atlas.tables_of(set).unwrap();
    let table = tables[metric].clone().expect("it was built");
    let space = Space::new(puzzle, set).unwrap();
    let proved = analysis::certify(&space, &[&table], Effort::UNLIMITED).unwrap();
    assert_eq!(proved.faults.is_empty(), wrong == 0, "{wrong} entries are wrong");
    if let Ok(all) = AllPositions::of_table(&space, &table) {
        let _ = hardest(&all, 3);
    }
    let oracle = Oracle::over_tables(space.clone(), tables).unwrap();
    let first = u64::from(draw.below(32));
    for position in space.iter_from(first).step_by(32) {
        let own = huarong::Position::new(puzzle, position.clone()).unwrap();
        let probe = oracle.probe(&own).unwrap();
        assert_eq!(probe.distances[metric], oracle.look_up(metric, &own).unwrap());
        let _ = oracle.under(metric).best_moves(&own);
        let paths = ShortestPaths::by_oracle(&oracle, metric).unwrap();
        if let Ok(Answer::Found(moves)) = paths.first(&position) {
            assert_eq!(probe.distances[metric].map(usize::from), Answer::Found(moves.len()));
        }
        let _ = paths.count(&position, Effort::UNLIMITED);
        let mut visited = 0;
        let _ = paths.for_each(&position, |_| {
            visited += 1;
            if visited < 100 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
    }
}

/// The table that a build with checkpoints makes: two piece sets of the family, one after the
/// other.
struct Built {
    sets: [PieceSet; 2],
    plans: Vec<SearchPlan>,
    /// The byte ranges of the entries of each piece set.
    places: Vec<Range<usize>>,
    subject: TableSubject,
    /// The table of an undisturbed build.
    table: Vec<u8>,
    /// The files after each checkpoint: the record and the unfinished file.
    left: Vec<(Vec<u8>, String, Vec<u8>)>,
}

const TABLE: &str = "/table";

/// A section of a draft, as the search writes into it; `left` is called after each checkpoint.
struct Place<'d, 'f> {
    draft: &'d TableDraft<'f>,
    section: usize,
    is_due: bool,
    left: &'d (dyn Fn() + Sync),
}

/// Why a table is not built.
#[derive(Debug)]
struct Ended(String);

impl From<SearchError> for Ended {
    fn from(error: SearchError) -> Self {
        Self(error.to_string())
    }
}

impl From<TableError> for Ended {
    fn from(error: TableError) -> Self {
        Self(error.to_string())
    }
}

impl DistanceStore for Place<'_, '_> {
    type Error = Ended;

    fn width(&self) -> EntryWidth {
        self.draft.width()
    }

    fn read(&self, first: u64, count: usize) -> Result<Distances, Ended> {
        Ok(self.draft.read(self.section, first, count)?)
    }

    fn widen(&self) -> Result<(), Ended> {
        Ok(self.draft.widen()?)
    }

    fn write(&self, first: u64, distances: Distances<&[u8]>) -> Result<(), Ended> {
        Ok(self.draft.write(self.section, first, distances)?)
    }

    fn is_due(&self) -> bool {
        self.is_due
    }

    fn reached(&self, checkpoint: &Checkpoint) -> Result<(), Ended> {
        self.draft.reached(self.section, checkpoint.clone());
        self.draft.record()?;
        (self.left)();
        Ok(())
    }
}

/// Searches the unfinished sections of a draft, and finishes it.
fn finish(
    plans: &[SearchPlan],
    draft: TableDraft<'_>,
    is_due: bool,
    left: &(dyn Fn() + Sync),
) -> Result<(), Ended> {
    for (section, plan) in plans.iter().enumerate() {
        if !draft.is_whole(section) {
            let place = Place { draft: &draft, section, is_due, left };
            let from = draft.checkpoint(section);
            let histogram =
                plan.run_low_memory(Metric::Finger, &place, from.as_ref(), Effort::UNLIMITED)?;
            draft.count(section, histogram);
            if is_due {
                draft.record()?;
                left();
            }
        }
    }
    draft.finish()?;
    Ok(())
}

static BUILT: LazyLock<Built> = LazyLock::new(|| {
    let puzzle = FAMILY.puzzle();
    let sets = ["0h0v1s", "0h1v0s"].map(|set| puzzle.parse_piece_set(set).unwrap());
    let plan = |set: &PieceSet| {
        SearchPlan::new(puzzle, &classes(puzzle, std::slice::from_ref(set))[0]).unwrap()
    };
    let plans: Vec<SearchPlan> = sets.iter().map(plan).collect();
    let mut places = Vec::new();
    for plan in &plans {
        let first = places.last().map_or(0, |last: &Range<usize>| last.end);
        places.push(first..first + plan.len() as usize);
    }
    let subject = huarong_oracle::atlas::subject(&FAMILY).unwrap();
    let memory = Memory::default();
    let lens = sets.iter().zip(&plans).map(|(set, plan)| (set.counts(), plan.len()));
    let left = Mutex::new(Vec::new());
    let draft =
        TableDraft::new(&memory, Path::new(TABLE), &subject, Metric::Finger.code(), lens).unwrap();
    finish(&plans, draft, true, &|| {
        let record = read(&memory, &record_path(Path::new(TABLE)));
        let name = huarong_tables::table::unfinished_of(&record).unwrap();
        let file = read(&memory, &Path::new("/").join(&name));
        left.lock().unwrap().push((record, name, file));
    })
    .unwrap();
    let table = read(&memory, Path::new(TABLE));
    Built { sets, plans, places, subject: subject.clone(), table, left: left.into_inner().unwrap() }
});

/// Checkpoints: a build resumed from one makes the table of an undisturbed build. If the checkpoint
/// makes a false claim that only a search can detect, the result is still a well-formed table.
pub fn checkpoint(data: &[u8]) {
    let mut draw = Draw(data);
    let Built { sets, plans, places, subject, table, left } = &*BUILT;
    let (record, name, file) = &left[usize::from(draw.below(left.len() as u8))];
    let (mut record, mut file) = (record.clone(), file.clone());
    for _ in 0..=draw.below(CHANGES) {
        match draw.below(5) {
            0 => {
                let within = DATA..file.len();
                change(&mut draw, &mut file, within);
            }
            1 => file.extend_from_slice(&[7; 9][..usize::from(draw.below(10))]),
            _ => {
                let within = 16..record.len();
                change(&mut draw, &mut record, within);
            }
        }
    }
    seal_record(&mut record, places, &file);
    // Whether all claims of the record are true.
    let is_true = claims_of(&record).is_some_and(|(claims, _)| {
        claims.iter().zip(places).all(|(claim, place)| {
            let [said, truth] = [&file, table].map(|bytes| {
                bytes.get(DATA + place.start..DATA + place.end).map(|all| counted(claim, all))
            });
            matches!(claim, Claim::Nothing) || said == truth
        })
    });
    let path = Path::new(TABLE);
    let files = [(record_path(path), record), (Path::new("/").join(name), file)];
    let memory = Memory::from(BTreeMap::from(files));
    let extents = sets.iter().zip(plans).map(|(set, plan)| Extent::whole(set.counts(), plan.len()));
    let metric = Metric::Finger.code();
    let outline = Outline { subject, metric, shard: None, sections: extents.collect() };
    let resumed = TableDraft::resume(&memory, path, outline.clone(), |_| ()).unwrap();
    let is_resumed = resumed.is_some();
    let draft = resumed.unwrap_or_else(|| TableDraft::begin(&memory, path, outline).unwrap());
    let ended = finish(plans, draft, false, &|| ());
    if !is_resumed || is_true {
        ended.unwrap();
        let width = |bytes: &[u8]| bytes[99];
        let built = read(&memory, path);
        // A record may claim two-byte entries before any entry needs two bytes.
        if width(&built) == width(table) {
            assert!(built == *table, "resumed {is_resumed}");
        }
        let built = Table::from_bytes(Bytes::Read(built), path, subject).unwrap();
        for (section, place) in built.sections().iter().zip(places) {
            let entries = built.distances(section).unwrap();
            let truth = Distances::of_bytes(table[DATA + place.start..DATA + place.end].to_vec());
            assert!(entries.iter().eq(truth.iter()), "resumed {is_resumed}");
        }
    }
    if let Ok(bytes) = memory.open(path) {
        let table = Table::from_bytes(bytes, path, subject).unwrap();
        check_table(&table);
        table.check_all().unwrap();
    }
}

/// Games with their tables.
static GAMES: LazyLock<Vec<(Lines, PathBuf, Vec<u8>)>> = LazyLock::new(|| {
    let game = |name: &str| {
        let (memory, game): (_, Lines) = (Memory::default(), name.parse().unwrap());
        GameFiles::new(&memory, Path::new("/")).build(&game, Effort::UNLIMITED).unwrap();
        let path = GameTable::path(Path::new("/"), &game);
        let bytes = read(&memory, &path);
        (game, path, bytes)
    };
    ["2,2,2", "gravity 3,2,2", "3,2,2"].map(game).into()
});

/// Tables of games: every query returns an answer or an error, and every proved statement is true.
pub fn game(data: &[u8]) {
    let mut draw = Draw(data);
    let games = &*GAMES;
    let (game, path, truth) = &games[usize::from(draw.below(games.len() as u8))];
    let bytes = match draw.below(2) {
        0 => changed(&mut draw, truth),
        _ => with_other_entries(&mut draw, truth),
    };
    let memory = Memory::from(BTreeMap::from([(path.clone(), bytes.clone())]));
    let Ok(table) = GameFiles::new(&memory, Path::new("/")).open(game) else { return };
    for stones in 0..table.tiers().count() as u32 {
        for index in 0..table.tiers().tier_len(stones) {
            let position = table.tiers().unrank(stones, index);
            let _ = table.is_over(&position);
            if let Ok(moves) = table.moves(&position) {
                let verdict = table.verdict(&position).unwrap();
                let best = moves.first().map(|best| best.verdict);
                assert!(best.is_none_or(|best| best == verdict), "{}", position.text(game.board()));
            }
            let _ = table.line(position);
        }
    }
    let _ = figures(&table);
    if certify(&table, Effort::UNLIMITED).is_ok_and(|proved| proved.wrong == 0) {
        let sound = Memory::from(BTreeMap::from([(path.clone(), truth.clone())]));
        let sound = GameFiles::new(&sound, Path::new("/")).open(game).unwrap();
        for stones in 0..table.tiers().count() as u32 {
            for index in 0..table.tiers().tier_len(stones) {
                let position = table.tiers().unrank(stones, index);
                let [found, right] = [&table, &sound].map(|table| table.verdict(&position).ok());
                assert_eq!(found, right, "{}", position.text(game.board()));
            }
        }
    }
}

/// A well-formed table with some changed entries.
fn with_other_entries(draw: &mut Draw<'_>, bytes: &[u8]) -> Vec<u8> {
    let tail = tail_of(bytes).unwrap();
    let words = &bytes[tail..][..super::seals::number(bytes, 100, 4)];
    let family: Vec<u8> = bytes[48..80].iter().copied().take_while(|&byte| byte != 0).collect();
    let subject = TableSubject {
        family: String::from_utf8(family).unwrap(),
        description: String::from_utf8(words.to_vec()).unwrap(),
        shapes: 2,
    };
    let path = Path::new("/changed");
    let table = Table::from_bytes(Bytes::Read(bytes.to_vec()), path, &subject).unwrap();
    let mut entries = bytes[DATA..tail].to_vec();
    for _ in 0..=draw.below(CHANGES) {
        let at = usize::from(draw.below(255)) % entries.len();
        entries[at] = match draw.below(3) {
            0 => draw.below(255),
            1 => entries[at].wrapping_add(1),
            _ => u8::MAX,
        };
    }
    let mut rest = &entries[..];
    let sections = table.sections().iter().map(|section| {
        let (these, behind) = rest.split_at(section.entries as usize);
        rest = behind;
        (section.counts.clone(), Distances::of_bytes(these.to_vec()))
    });
    let sections: Vec<_> = sections.collect();
    let memory = Memory::default();
    write(&memory, path, &subject, 0, &sections).unwrap();
    read(&memory, path)
}

/// States of a census: partially done, done, and one part of several.
static STATES: LazyLock<Vec<(Board, Part, String)>> = LazyLock::new(|| {
    let memory = Memory::default();
    let state = |board: Board, part: Part| {
        let path = Path::new("/state");
        let census = Census::new(board).unwrap();
        let mut state = State::begin(&census, part);
        state.run(&census, Effort::UNLIMITED, Keep::NOTHING).unwrap();
        state.write(&memory, path).unwrap();
        (board, part, String::from_utf8(read(&memory, path)).unwrap())
    };
    let few = Board { most_pieces: Some(2), metric: Some(Metric::Unit), ..Board::all(3, 2) };
    vec![
        state(Board::all(2, 2), Part::WHOLE),
        state(few, Part::WHOLE),
        state(Board::all(3, 2), Part::new(1, 2).unwrap()),
        state(Board::all(3, 2), Part::new(2, 2).unwrap()),
    ]
});

/// One of four states of batches, changed, as the file `changed`, and the other half of the third or fourth as the file `other`.
fn changed_state<'s, S>(
    data: &[u8],
    states: &'s [(S, Part, String)],
) -> (&'s (S, Part, String), Memory) {
    let mut draw = Draw(data);
    let which = usize::from(draw.below(states.len() as u8));
    let mut text = states[which].2.clone();
    for _ in 0..=draw.below(CHANGES) {
        text = change_text(&mut draw, &text);
    }
    let other = if which == 2 { 3 } else { 2 };
    let files = [("changed", seal_census(&text)), ("other", states[other].2.clone())];
    let files = files.map(|(name, text)| (PathBuf::from("/").join(name), text.into_bytes()));
    (&states[which], Memory::from(BTreeMap::from(files)))
}

/// States of censuses: a state that is read is written back unchanged and holds puzzles of its
/// board. Resuming and joining it succeed.
pub fn census(data: &[u8]) {
    let path = |name: &str| PathBuf::from("/").join(name);
    let ((board, part, _), memory) = changed_state(data, &STATES);
    let Ok(state) = State::read(&memory, &path("changed")) else { return };
    state.write(&memory, &path("again")).unwrap();
    assert_eq!(State::read(&memory, &path("again")).unwrap(), state);
    for &by in huarong_lab::census::By::ALL {
        for metric in Metric::ALL {
            for (number, record) in state.records().iter(by, metric) {
                let rows: Vec<&str> = record.start.split('/').collect();
                assert_eq!(rows.len(), usize::from(state.scope().height));
                let mut signs: Vec<char> = rows.concat().chars().collect();
                let empty_cells = signs.iter().filter(|&&sign| sign == '.').count();
                signs.sort_unstable();
                signs.dedup();
                match by.name() {
                    "pieces" => assert_eq!(signs.len() - 1, number),
                    "empty_cells" => assert_eq!(empty_cells, number),
                    _ => assert!(number < signs.len()),
                }
            }
        }
    }
    let _ = State::join_files(&memory, &[path("changed"), path("other")], Census::new);
    let _ = State::join_each(&memory, &[path("changed")], Census::new);
    let census = Census::new(*board).unwrap();
    if state.is_of(&census, *part) {
        let mut state = state;
        state.run(&census, Effort::UNLIMITED, Keep::NOTHING).unwrap();
        let (done, all) = state.progress();
        assert_eq!(done, all);
    }
}

/// States of a universe: partially done, done, and one part of several.
static UNIVERSES: LazyLock<Vec<(rush::Scope, Part, String)>> = LazyLock::new(|| {
    let memory = Memory::default();
    let state = |scope: rush::Scope, part: Part| {
        let path = Path::new("/state");
        let universe = Universe::new(scope).unwrap();
        let mut state = rush::State::begin(&universe, part);
        state.run(&universe, Effort::UNLIMITED, Keep::NOTHING).unwrap();
        state.write(&memory, path).unwrap();
        (scope, part, String::from_utf8(read(&memory, path)).unwrap())
    };
    let small = rush::Scope::new(4, 3).unwrap();
    let walls = rush::Scope { max_cars: Some(3), ..small.with_walls(1).unwrap() };
    vec![
        state(small, Part::WHOLE),
        state(walls, Part::WHOLE),
        state(small, Part::new(1, 2).unwrap()),
        state(small, Part::new(2, 2).unwrap()),
    ]
});

/// States of universes: a state that is read is written back unchanged and holds boards of its size. Resuming and
/// joining it do not panic.
pub fn universe(data: &[u8]) {
    let path = |name: &str| PathBuf::from("/").join(name);
    let ((scope, part, _), memory) = changed_state(data, &UNIVERSES);
    let Ok(state) = rush::State::read(&memory, &path("changed")) else { return };
    state.write(&memory, &path("again")).unwrap();
    assert_eq!(rush::State::read(&memory, &path("again")).unwrap(), state);
    let cells = usize::from(state.scope().width) * usize::from(state.scope().height);
    for puzzle in state.results().puzzles() {
        assert_eq!(puzzle.board.len(), cells);
        assert_eq!(puzzle.histogram.iter().sum::<u64>(), puzzle.reachable);
    }
    let _ = rush::State::join_files(&memory, &[path("changed"), path("other")], Universe::new);
    let _ = rush::State::join_each(&memory, &[path("changed")], Universe::new);
    let universe = Universe::new(*scope).unwrap();
    if state.is_of(&universe, *part) {
        let mut state = state;
        if state.run(&universe, Effort::UNLIMITED, Keep::NOTHING).is_ok() {
            let (done, all) = state.progress();
            assert_eq!(done, all);
        }
    }
}
