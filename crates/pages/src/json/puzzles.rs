//! Descriptions of puzzles.

use huarong_core::grid::Direction;
use huarong_core::puzzle_file::{FileDoors, Kind, PuzzleFile, Standing, Wait};
use huarong_core::rules::{Freedom, Metric};
use serde::Serialize;

/// The description of a puzzle, from its file.
#[derive(Serialize)]
pub struct PuzzleRecord<'t> {
    /// Its id; none if the request describes the puzzle.
    id: Option<&'static str>,
    name: &'t str,
    source: Option<&'t str>,
    columns: u8,
    rows: u8,
    /// The start, one character per cell, rows joined by `/`.
    start: String,
    thin_walls: Vec<ThinWallRecord>,
    kinds: Vec<KindRecord<'t>>,
    /// The doors, if pieces can leave the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    doors: Option<DoorsRecord<'t>>,
    /// Alternative goals. With doors there can be one without pieces.
    goals: Vec<Vec<StandingRecord>>,
    published: Vec<PublishedRecord<'t>>,
    /// The puzzle file, in answers about one puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    toml: Option<&'t str>,
}

/// A class of interchangeable pieces.
#[derive(Serialize)]
struct KindRecord<'t> {
    signs: &'t [char],
    /// Column and row of each cell relative to the first, in reading order.
    cells: Vec<[i16; 2]>,
    freedom: &'static str,
    /// Gates that they may enter.
    gate: &'t [(u8, u8)],
}

/// A thin wall on one side of a cell.
#[derive(Serialize)]
struct ThinWallRecord {
    at: (u8, u8),
    side: &'static str,
}

/// Doors, and the rules of pieces that leave.
#[derive(Serialize)]
struct DoorsRecord<'t> {
    doors: Vec<DoorRecord<'t>>,
    /// The signs of the pieces that must be gone at the goal.
    gone: &'t [char],
    frozen: Vec<FrozenRecord<'t>>,
    layers: Vec<LayersRecord<'t>>,
}

#[derive(Serialize)]
struct DoorRecord<'t> {
    /// Column and row in the grid with a frame of one cell around the board.
    at: (u8, u8),
    sign: char,
    owners: &'t [char],
    opens_after: u8,
}

#[derive(Serialize)]
struct FrozenRecord<'t> {
    sign: char,
    /// The number of pieces that must have left before.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<u8>,
    /// The pieces that must have left before.
    #[serde(skip_serializing_if = "Option::is_none")]
    gone: Option<&'t [char]>,
}

#[derive(Serialize)]
struct LayersRecord<'t> {
    sign: char,
    below: &'t [char],
}

#[derive(Serialize)]
struct StandingRecord {
    kind: usize,
    at: (u8, u8),
}

#[derive(Serialize)]
struct PublishedRecord<'t> {
    moves: u32,
    metric: Option<&'static str>,
    positions: Option<u64>,
    by: Option<&'t str>,
}

impl<'t> PuzzleRecord<'t> {
    /// The description of a puzzle file, with its text if it is given.
    pub fn new(id: Option<&'static str>, toml: Option<&'t str>, file: &'t PuzzleFile) -> Self {
        let grid = file.start();
        let rows = (0..grid.rows()).map(|row| {
            (0..grid.columns()).map(|column| grid.sign(column, row)).collect::<String>()
        });
        let thin_wall = |&(column, row, side): &(u8, u8, Direction)| ThinWallRecord {
            at: (column, row),
            side: side.name(),
        };
        let standing = |&Standing { kind, at }: &Standing| StandingRecord { kind, at };
        let published = file.published().iter().map(|published| PublishedRecord {
            moves: published.moves,
            metric: published.metric.map(Metric::name),
            positions: published.positions,
            by: published.by.as_deref(),
        });
        Self {
            id,
            name: file.name(),
            source: file.source(),
            columns: grid.columns(),
            rows: grid.rows(),
            start: rows.collect::<Vec<_>>().join("/"),
            thin_walls: file.thin_walls().iter().map(thin_wall).collect(),
            kinds: file.kinds().iter().map(KindRecord::new).collect(),
            doors: file.doors().map(DoorsRecord::new),
            goals: file.goals().iter().map(|goal| goal.iter().map(standing).collect()).collect(),
            published: published.collect(),
            toml,
        }
    }
}

impl<'t> DoorsRecord<'t> {
    fn new(of: &'t FileDoors) -> Self {
        let doors = of.doors.iter().map(|door| DoorRecord {
            at: door.at,
            sign: door.sign,
            owners: &door.owners,
            opens_after: door.opens_after,
        });
        let frozen = of.frozen.iter().map(|(sign, wait)| {
            let (left, gone) = match wait {
                Wait::Left(number) => (Some(*number), None),
                Wait::Gone(signs) => (None, Some(&signs[..])),
            };
            FrozenRecord { sign: *sign, left, gone }
        });
        let layers = of.layers.iter().map(|(sign, below)| LayersRecord { sign: *sign, below });
        Self {
            doors: doors.collect(),
            gone: &of.gone,
            frozen: frozen.collect(),
            layers: layers.collect(),
        }
    }
}

impl<'t> KindRecord<'t> {
    fn new(kind: &'t Kind) -> Self {
        let cells = kind.shape.cells();
        let (first, top) = cells[0];
        let cell = |&(column, row): &(u8, u8)| {
            [i16::from(column) - i16::from(first), i16::from(row) - i16::from(top)]
        };
        Self {
            signs: &kind.signs,
            cells: cells.iter().map(cell).collect(),
            freedom: match kind.freedom {
                Freedom::Both => "both",
                Freedom::Rows => "rows",
                Freedom::Columns => "columns",
            },
            gate: &kind.gate,
        }
    }
}
