//! Unit Rush Hour, against a naive search of drawn grids and published figures.

use huarong::rush::{RushError, UnitScope};
use huarong::search::Effort;
use huarong::{Metric, Oracle, Position};
use std::collections::{HashMap, HashSet};

type Grid = Vec<Vec<char>>;

/// The grids after moving a car into an empty cell.
fn moves(grid: &Grid) -> Vec<Grid> {
    let mut after = Vec::new();
    for (row, column) in places(grid) {
        if grid[row][column] != '.' {
            continue;
        }
        let beside = [
            (row.checked_sub(1), Some(column), "|"),
            (Some(row + 1), Some(column), "|"),
            (Some(row), column.checked_sub(1), "-A"),
            (Some(row), Some(column + 1), "-A"),
        ];
        for (from_row, from_column, cars) in beside {
            let (Some(from_row), Some(from_column)) = (from_row, from_column) else { continue };
            let car = grid.get(from_row).and_then(|row| row.get(from_column));
            if let Some(&car) = car.filter(|&&car| cars.contains(car)) {
                let mut grid = grid.clone();
                (grid[row][column], grid[from_row][from_column]) = (car, '.');
                after.push(grid);
            }
        }
    }
    after
}

fn places(grid: &Grid) -> Vec<(usize, usize)> {
    let width = grid[0].len();
    (0..grid.len()).flat_map(|row| (0..width).map(move |column| (row, column))).collect()
}

/// All grids with the red car in a row, and a number of empty cells and of walls. No wall is to the right of the red car.
fn grids(width: usize, height: usize, exit: usize, empty: usize, walls: usize) -> Vec<Grid> {
    let mut all: Vec<Grid> = vec![vec![vec![' '; width]; height]];
    for (row, column) in places(&all[0].clone()) {
        let mut longer = Vec::new();
        for grid in all {
            for sign in ".#A-|".chars() {
                let mut grid = grid.clone();
                grid[row][column] = sign;
                let number = |sign: char| grid.iter().flatten().filter(|&&it| it == sign).count();
                let red = grid[exit].iter().position(|&it| it == 'A');
                let is_in_row = number('A') == usize::from(red.is_some());
                let walled = red.is_some_and(|red| grid[exit][red..].contains(&'#'));
                if number('A') <= 1
                    && is_in_row
                    && !walled
                    && number('.') <= empty
                    && number('#') <= walls
                {
                    longer.push(grid);
                }
            }
        }
        all = longer;
    }
    let has = |grid: &Grid, sign, wanted| {
        grid.iter().flatten().filter(|&&it| it == sign).count() == wanted
    };
    all.retain(|grid| has(grid, 'A', 1) && has(grid, '.', empty) && has(grid, '#', walls));
    // The exit has no wall.
    all.retain(|grid| grid[exit][width - 1] != '#');
    all
}

/// The distance of each grid from which the red car can come to the exit.
fn distances(grids: &[Grid], exit: usize) -> HashMap<Grid, usize> {
    let is_goal = |grid: &&Grid| grid[exit].last() == Some(&'A');
    let mut level: Vec<Grid> = grids.iter().filter(is_goal).cloned().collect();
    let mut known: HashMap<Grid, usize> = level.iter().map(|grid| (grid.clone(), 0)).collect();
    for distance in 1.. {
        let after: Vec<Grid> = level.iter().flat_map(moves).collect();
        level.clear();
        for grid in after {
            if !known.contains_key(&grid) {
                known.insert(grid.clone(), distance);
                level.push(grid);
            }
        }
        if level.is_empty() {
            break;
        }
    }
    known
}

/// The number of clusters of some grids, and the number of grids in the largest.
fn clusters<'g>(grids: impl Iterator<Item = &'g Grid>) -> (u64, u64) {
    let mut left: HashSet<Grid> = grids.cloned().collect();
    let (mut number, mut largest) = (0, 0);
    while let Some(first) = left.iter().next().cloned() {
        left.remove(&first);
        let mut cluster = vec![first];
        for visited in 0.. {
            let Some(grid) = cluster.get(visited) else { break };
            let next = moves(grid).into_iter().filter(|grid| left.remove(grid));
            cluster.extend(next.collect::<Vec<_>>());
        }
        number += 1;
        largest = largest.max(cluster.len() as u64);
    }
    (number, largest)
}

fn text(grid: &Grid) -> String {
    grid.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// Turned upside down.
fn image(grid: &Grid) -> Grid {
    grid.iter().rev().cloned().collect()
}

#[test]
fn all_small_boards_have_the_levels_of_a_naive_search() {
    for (width, height) in [(2, 1), (2, 2), (3, 2), (2, 3), (4, 2), (3, 3), (2, 4)] {
        for exit in 0..height {
            for (empty, walls) in [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (1, 2)] {
                let cells = width * height;
                let scope = UnitScope::new(width, height).unwrap().with_exit_row(exit + 1).unwrap();
                if empty + walls >= cells {
                    let refused = scope.with_empty(empty).and_then(|scope| scope.with_walls(walls));
                    assert!(matches!(refused, Err(RushError::Full { .. })), "{width}x{height}");
                    continue;
                }
                let scopes = scope.with_empty(empty).unwrap().with_walls(walls).unwrap();
                let mut all = grids(width, height, exit, empty, walls);
                // Walls that are another's mirror images are left out. Any such pair has the same levels.
                if 2 * exit + 1 == height {
                    let walls = |grid: &Grid| {
                        let is_wall = |&(row, column): &(usize, usize)| grid[row][column] == '#';
                        places(grid).into_iter().filter(is_wall).collect::<Vec<_>>()
                    };
                    all.retain(|grid| walls(grid) <= walls(&image(grid)));
                }
                let known = distances(&all, exit);
                let (clusters, largest) = clusters(known.keys());
                let farthest = known.values().max().copied().unwrap();
                let mut levels = vec![0; farthest + 1];
                known.values().for_each(|&distance| levels[distance] += 1);
                let (mut found, mut boards) = (vec![0; farthest + 1], 0);
                let (mut clusters_found, mut largest_found) = (0, 0);
                for scope in &scopes {
                    let mut of_scope = scope.search_clusters(Effort::UNLIMITED).unwrap();
                    let visited = of_scope.clusters.take().unwrap();
                    clusters_found += visited.clusters;
                    largest_found = largest_found.max(visited.largest);
                    assert_eq!(scope.search(Effort::UNLIMITED).unwrap(), of_scope);
                    assert_eq!(scope.boards(), Some(of_scope.boards));
                    boards += of_scope.boards;
                    for (sum, count) in found.iter_mut().zip(&of_scope.levels) {
                        *sum += count;
                    }
                    let last = of_scope.levels.len() - 1;
                    let listed = of_scope.hardest.len() as u64;
                    assert_eq!(listed, if last == 0 { 0 } else { of_scope.levels[last].min(16) });
                    for hardest in &of_scope.hardest {
                        // The only row has `/` behind it.
                        let rows = hardest.trim_end_matches('/');
                        let grid: Grid = rows.split('/').map(|row| row.chars().collect()).collect();
                        Position::from_rush(hardest).unwrap();
                        assert_eq!(known.get(&grid), Some(&last), "{hardest}");
                    }
                }
                assert_eq!(
                    found, levels,
                    "{width}x{height}, exit {exit}, {empty} empty, {walls} walls"
                );
                assert_eq!(boards, all.len() as u64);
                assert_eq!((clusters_found, largest_found), (clusters, largest));
            }
        }
    }
}

/// The most moves on boards with one empty cell, over all rows of the exit (Tromp and Cilibrasi, Limits of Rush Hour Logic
/// Complexity, 2005, section 7): for each number of rows, those of 2 columns, 3 columns, and so on.
const PUBLISHED: [(usize, &[usize]); 9] = [
    (2, &[3, 6, 8, 10, 12, 14, 16, 18, 20]),
    (3, &[5, 12, 21, 32, 43, 54, 65, 76, 87]),
    (4, &[7, 21, 40, 87, 132, 194, 286, 435]),
    (5, &[9, 31, 75, 199, 336, 699]),
    (6, &[11, 41, 167, 339, 732]),
    (7, &[13, 51, 215, 578]),
    (8, &[15, 62, 309]),
    (9, &[17, 73, 650]),
    (10, &[19, 84]),
];

/// Small boards are searched. The report has larger ones.
#[test]
fn boards_have_the_published_maximum() {
    let mut kept = HashMap::new();
    for row in csv::Reader::from_path("reports/rush/unit.csv").unwrap().deserialize() {
        let row: HashMap<String, String> = row.unwrap();
        if (&*row["empty"], &*row["walls"]) == ("1", "0") {
            let most: &mut usize = kept.entry(row["board"].clone()).or_default();
            *most = row["distance"].parse::<usize>().unwrap().max(*most);
        }
    }
    let mut compared = 0;
    for (rows, of_rows) in PUBLISHED {
        for (columns, &published) in (2..).zip(of_rows) {
            let size = format!("{columns}x{rows}");
            if columns > 2 && columns * rows <= 16 {
                let most = (1..=rows).map(|row| {
                    let scope = UnitScope::new(columns, rows).unwrap().with_exit_row(row).unwrap();
                    scope.search(Effort::UNLIMITED).unwrap().levels.len() - 1
                });
                assert_eq!(most.max(), Some(published), "{size}");
            }
            if let Some(&most) = kept.get(&size) {
                assert_eq!(most, published, "{size} in reports/rush/unit.csv");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, kept.len());
}

/// The boards that wait while a cluster is visited count, too. The search without clusters needs no such list.
#[test]
fn clusters_keep_to_the_memory_limit() {
    let scope = UnitScope::new(4, 4).unwrap().with_empty(2).unwrap();
    let bytes = scope.bytes().unwrap();
    let within = |memory: u64| Effort::UNLIMITED.at_most(memory);
    assert!(scope.search(within(bytes)).is_ok());
    let error = scope.search_clusters(within(bytes)).unwrap_err();
    let RushError::UnitMemory { needed: Some(needed), allowed, .. } = error else {
        panic!("{error}")
    };
    assert!(needed > allowed && allowed == bytes);
    // The largest cluster has 2,196 boards.
    assert!(scope.search_clusters(within(bytes + 24 * 4096)).is_ok());
}

/// The published boards of 5x5 and 6x6 (figures 12 and 13 of the same), with the exit on the right.
#[test]
fn unit_boards_are_read_and_solved() {
    for (board, published) in
        [("A||||/--||-/.|--|/|--||/|---|", 199), ("||-|-|/||-A||/|----|/-||-||/--|-|-/.--||-", 732)]
    {
        let start = Position::from_rush(board).unwrap();
        let solution = Oracle::solve(&start, Metric::Unit).unwrap().solution(&start).unwrap();
        assert_eq!(solution.map(|moves| moves.len()), Some(published));
    }
    let hardest = UnitScope::new(4, 4).unwrap().search(Effort::UNLIMITED).unwrap();
    for board in &hardest.hardest {
        let start = Position::from_rush(board).unwrap();
        let distance = Oracle::solve(&start, Metric::Unit).unwrap().distance(&start).unwrap();
        assert_eq!(distance.map(usize::from), Some(hardest.levels.len() - 1), "{board}");
    }
}

/// The number of legal moves of a board in text is that of its grid, and the written board is the same again.
#[test]
fn unit_boards_have_the_moves_of_their_grids() {
    for grid in grids(3, 2, 0, 2, 1).iter().chain(&grids(2, 3, 1, 1, 0)) {
        let start = Position::from_rush(&text(grid)).unwrap();
        assert_eq!(start.moves(Metric::Unit).len(), moves(grid).len(), "{}", text(grid));
        let file = huarong::formats::read_board(&text(grid), "unit").unwrap();
        let file = huarong::puzzle::puzzle_file::PuzzleFile::parse(&file).unwrap();
        let written = huarong::formats::write(huarong::formats::Format::Rush, &file).unwrap();
        assert_eq!(
            written.trim_end().replace('x', "#").replace('/', ""),
            text(grid).replace('/', "")
        );
    }
    for (board, fault) in [("AA-./|...", "- and | are cars"), ("A.B./-...", "'B' is not a car")] {
        let error = Position::from_rush(board).unwrap_err().to_string();
        assert!(error.contains(fault), "{error}");
    }
}

#[test]
fn what_cannot_be_searched_is_an_error() {
    let scope = || UnitScope::new(8, 8).unwrap();
    for (error, fault) in [
        (UnitScope::new(1, 3).unwrap_err(), "2 to 8 columns"),
        (scope().with_exit_row(9).unwrap_err(), "rows 1 to 8"),
        (scope().with_empty(0).unwrap_err(), "0 walls and 0 empty cells"),
        (scope().with_walls(63).unwrap_err(), "63 walls and 1 empty cell do"),
        (scope().with_walls(30).unwrap_err(), "more than 1,048,576 sets"),
        (scope().search(Effort::UNLIMITED).unwrap_err(), "more than 2^64 bytes"),
        (
            UnitScope::new(5, 5).unwrap().search(Effort::UNLIMITED.at_most(1 << 20)).unwrap_err(),
            "exceed",
        ),
    ] {
        assert!(error.to_string().contains(fault), "{error}");
    }
}
