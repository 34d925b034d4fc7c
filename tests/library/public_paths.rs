//! The public paths of docs/api.txt: the compiler finds each of them.

// Types and functions are imported only so that the compiler looks for them.
#![allow(unused_imports)]

use std::collections::BTreeSet;

use huarong::analysis::{
    ClusterKey as _, ComponentList as _, ComponentMap as _, ComponentSize as _, Cuts as _,
    Eccentricities as _, Extremes as _, Graph as _, NotKnown as _, PathsError as _, Reachable as _,
    ReachableError as _, Solutions as _, component_sizes as _, cuts as _, eccentricities as _,
    extremes as _, position_eccentricities as _,
};
use huarong::census::{
    BatchError as _, By as _, Census as _, CensusError as _, CountsError as _, Record as _,
    Records as _, Scope as _, SetRecords as _, goal_positions_of as _, positions_of as _,
    puzzle_file as _,
};
use huarong::design::{
    Among as _, AsymmetricPart as _, AtRandom as _, Band as _, CarScope as _, Change as _,
    DecoyCounts as _, DesignError as _, Designed as _, Designs as _, DistanceRange as _,
    DoorDesigns as _, DoorScope as _, DoorScopeError as _, Draft as _, DraftError as _,
    DrawnError as _, Ended as _, Excluded as _, Measured as _, Mix as _, NumberRange as _,
    Order as _, Pack as _, PackOrder as _, Packed as _, PieceList as _, PieceListError as _,
    RangeError as _, Region as _, RegionError as _, RowEnd as _, RushDesigns as _, ShapeList as _,
    SolutionRange as _, Source as _, StartSymmetry as _, Taken as _, Theme as _, Variant as _,
    Variants as _, VariantsError as _, board_of as _, car_designs as _, designs as _,
    door_designs as _, fixed_pieces as _, goal_cells as _, hardest_designs as _, pack_designs as _,
    rush_designs as _, variants as _,
};
use huarong::difficulty::{
    Decimal as _, Decision as _, Decisions as _, Decoys as _, Difficulty as _, ErrorModel as _,
    ExpectedMoves as _, Fit as _, FitError as _, Landscape as _, LeavingMeasures as _,
    MadeMove as _, NextBest as _, Obstacles as _,
};
use huarong::formats::{
    Catalogue as _, Format as _, InterchangeError as _, KnownBounds as _, LibraryPuzzle as _,
    LookupError as _, Mention as _, NoSuchLength as _, Opening as _, Pddl as _, PddlError as _,
    PuzzleLookupError as _, ReadError as _, SampledRush as _, SolvedPuzzle as _, Source as _,
    Unsayable as _, read as _, read_board as _, write as _,
};
use huarong::games::lines::{Lines as _, LinesError as _};
use huarong::games::{
    Certificate as _, Contradiction as _, Fault as _, GameError as _, GameTable as _,
    MoveValue as _, Outcome as _, Position as _, PositionError as _, Proof as _, ProofError as _,
    Prover as _, Question as _, StoneGame as _, Verdict as _, certify as _, check as _,
};
use huarong::json::{
    PuzzleJsonError as _, game_position as _, one_move as _, position as _, puzzle_file as _,
    score as _, solution as _,
};
use huarong::notation::animation::draw as _;
use huarong::notation::boxes::{draw as _, read as _};
use huarong::notation::picture::{draw as _, read as _};
use huarong::notation::{
    DrawingError as _, Notation as _, NotationError as _, move_text as _, move_texts as _,
    read as _, write as _,
};
use huarong::program::{default_directory as _, default_memory as _, run as _};
use huarong::puzzle::klotski::{
    BIG as _, HORIZONTAL as _, SMALL as _, VERTICAL as _, family as _, family_on as _, puzzle as _,
    puzzle_on as _,
};
use huarong::puzzle::puzzle_file::{
    Fault as _, FileDoor as _, FileDoors as _, Kind as _, Published as _, PuzzleFile as _,
    PuzzleFileError as _, ReadError as _, Setup as _, SignGrid as _, Standing as _, Wait as _,
    quoted as _,
};
use huarong::puzzle::{
    Arrangement as _, Board as _, BoardError as _, BuilderError as _, Cell as _, CellIter as _,
    Cells as _, Direction as _, Door as _, DoorRules as _, Doors as _, Exit as _, Freedom as _,
    GONE as _, Goal as _, Lettering as _, PieceMove as _, PieceSetError as _, Polyomino as _,
    PositionError as _, PuzzleError as _, PuzzleTextError as _, Reflection as _, Shape as _,
    ShapeError as _, ShapeId as _, Shift as _, Symmetry as _, Until as _,
};
use huarong::rush::{
    Boards as _, ClusterOf as _, Depth as _, Estimate as _, Evolution as _, Findings as _,
    RushError as _, RushPuzzle as _, Sample as _, Scope as _, Starts as _, UnitClusters as _,
    UnitLevels as _, UnitScope as _, Universe as _, boards as _,
};
use huarong::score::{
    Asked as _, IncompleteQuestion as _, MarkError as _, MoveError as _, MoveReader as _,
    Question as _, Referee as _, Referees as _, Reward as _, Score as _, StoneReferee as _,
};
use huarong::search::{
    Cancelled as _, Component as _, ComponentDistances as _, ComponentError as _, Distances as _,
    Effort as _, EntryWidth as _, Histogram as _, LevelSearch as _, Levels as _, LevelsError as _,
    Observer as _, SearchError as _, Space as _, SpaceError as _, TileSolution as _,
    TileSolver as _, Unmet as _, Until as _, solution_length as _,
};
use huarong::tables::{
    BuildError as _, Certificate as _, Fault as _, TableError as _, family_of as _,
};
use huarong::tasks::{
    Boards as _, Condition as _, ConditionError as _, Drawing as _, GENERATOR as _, Language as _,
    Measure as _, Player as _, Split as _, Task as _, TaskError as _, TaskOrder as _, Tasks as _,
    TileSizeError as _,
};
use huarong::{
    Answer as _, BigUint as _, Family as _, Method as _, Metric as _, Move as _, Options as _,
    Oracle as _, OracleError as _, PerMetric as _, PieceSet as _, Planner as _, Position as _,
    Probe as _, ProbedMove as _, Progress as _, Puzzle as _, PuzzleBuilder as _, Question as _,
    Tables as _, UnknownName as _,
};

/// The words before a path in docs/api.txt that declare an item.
const ITEMS: [&str; 7] = ["struct", "enum", "fn", "trait", "type", "const", "use"];

/// The items of a list, by their paths, without the items of types.
fn items(list: &str) -> BTreeSet<String> {
    let declared: Vec<(&str, &str)> = list
        .lines()
        .filter_map(|line| line.split_once("pub "))
        .filter_map(|(_, item)| item.trim_start_matches("const fn ").split_once(' '))
        .map(|(kind, path)| {
            let is_path = |sign: char| sign.is_alphanumeric() || "_:".contains(sign);
            (kind, path.split(|sign| !is_path(sign)).next().unwrap().trim_end_matches(':'))
        })
        .collect();
    let modules = declared.iter().filter(|(kind, _)| *kind == "mod").map(|(_, path)| *path);
    let modules: BTreeSet<&str> = modules.collect();
    let paths = declared.iter().filter(|(kind, _)| ITEMS.contains(kind)).map(|(_, path)| *path);
    let is_item =
        |path: &&str| path.rsplit_once("::").is_some_and(|(module, _)| modules.contains(module));
    paths.filter(is_item).map(str::to_owned).collect()
}

/// The imports above name every item of docs/api.txt, and no other one.
#[test]
fn every_public_path_is_there() {
    let listed = items(include_str!("../../docs/api.txt"));
    let imports = include_str!("public_paths.rs").split("\nuse huarong").skip(1);
    let mut named = BTreeSet::new();
    for import in imports {
        let import = import.split(';').next().expect("the import");
        let (module, names) =
            import.split_once("::{").or_else(|| import.rsplit_once("::")).unwrap();
        let names = names.trim_end_matches('}').split(',');
        let names = names.map(|name| name.trim().trim_end_matches(" as _"));
        named.extend(
            names.filter(|name| !name.is_empty()).map(|name| format!("huarong{module}::{name}")),
        );
    }
    assert!(listed.len() > 200, "{listed:?}");
    let none: BTreeSet<String> = BTreeSet::new();
    assert_eq!((&named - &listed, &listed - &named), (none.clone(), none));
}

/// The declarations and features of all released versions. A line that ends in `:` leaves the type open.
#[test]
fn public_items_and_features_stay() {
    let listed = include_str!("../../docs/api.txt").replace("#[non_exhaustive] ", "");
    let manifest = include_str!("../../Cargo.toml");
    let found: BTreeSet<&str> = listed.lines().collect();
    let is_there = |line: &&str| match line.strip_prefix("feature ") {
        Some(feature) => manifest.contains(&format!("\n{feature} = [")),
        None if line.ends_with(':') => found.iter().any(|found| found.starts_with(line)),
        None => found.contains(line),
    };
    let kept = include_str!("../golden/api.txt");
    let gone: Vec<&str> = kept.lines().filter(|line| !is_there(line)).collect();
    assert_eq!(gone, [""; 0], "public items stay in all versions 1.x");
}
