//! Analyses of the whole graphs of piece sets, against exhaustive search.

use crate::cases::case;
use huarong_core::effort::Effort;
use huarong_core::klotski;
use huarong_core::rules::{Metric, PieceSet, Puzzle};
use huarong_core::space::Space;
use huarong_lab::depth::{
    EVERY_ECCENTRICITY, OptimalSolutions, SpaceGraph, one_piece_goals, position_eccentricities,
    spreads, structures,
};
use huarong_oracle::analysis::{ComponentList, Members, ShortestPaths};
use huarong_search::{Search, classes};
use naive::Naive;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A piece set by exhaustive search: its positions in the order of the numbering, and their
/// neighbours.
struct Tried {
    texts: Vec<String>,
    /// Neighbours under each metric.
    neighbours: [Vec<Vec<usize>>; 3],
}

const NAMES: [&str; 3] = ["unit", "straight", "finger"];

impl Tried {
    fn new(space: &Space) -> Self {
        let naive = Naive::klotski();
        let puzzle = space.puzzle();
        let counts: Vec<usize> =
            space.piece_set().counts().iter().map(|&count| count.into()).collect();
        let mut texts: Vec<String> = naive.arrangements(&counts).into_iter().collect();
        assert_eq!(texts.len() as u64, space.len());
        texts.sort_by_key(|text| space.rank(&puzzle.parse_position(text).unwrap()));
        let numbers: BTreeMap<&String, usize> = texts.iter().zip(0..).collect();
        let under = |metric| {
            let near = |text: &String| -> BTreeSet<usize> {
                naive.neighbours(text, metric).iter().map(|after| numbers[after]).collect()
            };
            texts.iter().map(|text| near(text).into_iter().collect()).collect()
        };
        let neighbours = NAMES.map(under);
        Self { texts, neighbours }
    }

    /// The distances of all positions from the nearest of some, optionally with one position
    /// removed.
    fn far(&self, metric: usize, from: &[usize], without: Option<usize>) -> Vec<Option<u32>> {
        let mut far = vec![None; self.texts.len()];
        let mut level: Vec<usize> = from.to_vec();
        for moves in 0.. {
            level.retain(|&at| {
                let is_new = far[at].is_none() && Some(at) != without;
                if is_new {
                    far[at] = Some(moves);
                }
                is_new
            });
            if level.is_empty() {
                break;
            }
            level = level.iter().flat_map(|&at| self.neighbours[metric][at].clone()).collect();
        }
        far
    }

    /// The components, largest first; equal sizes in the order of their first positions.
    fn components(&self) -> Vec<Vec<usize>> {
        let mut components: Vec<Vec<usize>> = Vec::new();
        let mut seen = vec![false; self.texts.len()];
        for first in 0..self.texts.len() {
            if seen[first] {
                continue;
            }
            let far = self.far(0, &[first], None);
            let component: Vec<usize> =
                (first..far.len()).filter(|&at| far[at].is_some()).collect();
            component.iter().for_each(|&at| seen[at] = true);
            components.push(component);
        }
        components.sort_by_key(|component| Reverse(component.len()));
        components
    }

    /// The largest distance from a position.
    fn eccentricity(&self, metric: usize, at: usize) -> u32 {
        self.far(metric, &[at], None).into_iter().flatten().max().unwrap()
    }
}

/// The piece sets of at most `most` positions.
fn small_sets(puzzle: &Puzzle, most: u64) -> Vec<PieceSet> {
    let family = klotski::family();
    let sets = family.piece_sets().iter();
    let sets: Vec<PieceSet> =
        sets.filter(|set| Space::new(puzzle, set).unwrap().len() <= most).cloned().collect();
    assert!(!sets.is_empty());
    sets
}

/// Two methods number the components of a space the same: the walk over positions, and the walk
/// over the whole graph.
#[test]
fn components_have_the_same_numbers_in_exports_and_in_reports() {
    let puzzle = klotski::puzzle();
    for set in small_sets(&puzzle, 5_000) {
        let space = Space::new(&puzzle, &set).unwrap();
        let graph = SpaceGraph::new(&space, Effort::UNLIMITED).unwrap();
        let list = ComponentList::new(&space, Effort::UNLIMITED).unwrap();
        assert_eq!(list.len(), graph.components());
        assert_eq!(list.first_position(list.len() + 1), None);
        for component in 0..graph.components() {
            let positions = graph.positions(component);
            let first = list.first_position(component + 1).unwrap();
            assert_eq!(first, u64::from(positions[0]));
            let members = Members::of(&space, first, Effort::UNLIMITED).unwrap();
            assert_eq!(members.len(), positions.len() as u64);
            assert!(positions.iter().all(|&position| members.contains(position.into())));
        }
    }
}

/// The eccentricity of every position, under moves of one piece and of lines.
#[test]
fn each_position_of_a_space_is_as_far_from_the_farthest_as_for_the_witness() {
    let case = case(".../.../...", &[('D', "xx"), ('S', "x")], &[('D', (1, 2))]);
    let space = Space::new(&case.puzzle, &PieceSet::new([1, 3])).unwrap();
    for &metric in Metric::WITH_MULTI {
        let found = position_eccentricities(&space, metric, Effort::UNLIMITED).unwrap();
        assert_eq!(found.len() as u64, space.len());
        for (index, far) in (0..).zip(found) {
            let mut seen = BTreeSet::from([case.puzzle.position_text(&space.unrank(index))]);
            let mut level = seen.clone();
            for distance in 0.. {
                let near = level.iter().flat_map(|text| case.naive.neighbours(text, metric.name()));
                level = near.filter(|text| !seen.contains(text)).collect();
                if level.is_empty() {
                    assert_eq!(far, distance, "{index} {metric}");
                    break;
                }
                seen.extend(level.iter().cloned());
            }
        }
    }
}

#[test]
fn all_pairs_of_small_sets_have_the_naive_distances() {
    let puzzle = &klotski::puzzle();
    let sets = small_sets(puzzle, 1_500);
    let checked: usize = sets.par_iter().map(|set| check_spreads(puzzle, set)).sum();
    assert!(checked > 400, "{checked} components of {} sets", sets.len());
}

#[test]
#[ignore = "long: all pairs of positions of larger sets"]
fn all_pairs_of_sets_of_5000_positions_are_as_far_apart() {
    let puzzle = &klotski::puzzle();
    let sets = small_sets(puzzle, 5_000);
    let checked: usize = sets.par_iter().map(|set| check_spreads(puzzle, set)).sum();
    assert!(checked > 700, "{checked} components of {} sets", sets.len());
}

/// Checks the components of a piece set; returns their number.
fn check_spreads(puzzle: &Puzzle, set: &PieceSet) -> usize {
    let space = &Space::new(puzzle, set).unwrap();
    let tried = Tried::new(space);
    let graph = SpaceGraph::new(space, Effort::UNLIMITED).unwrap();
    let found = spreads(&graph, Effort::UNLIMITED).unwrap();
    let components = tried.components();
    assert_eq!(found.len(), components.len());
    for (number, (component, found)) in components.iter().zip(&found).enumerate() {
        let listed: Vec<usize> = graph.positions(number).iter().map(|&at| at as usize).collect();
        assert_eq!(*component, listed);
        assert_eq!(found.size, component.len() as u64);
        for (metric, spread) in found.metrics.iter() {
            let metric = metric as usize;
            let far: BTreeMap<usize, u32> =
                component.iter().map(|&at| (at, tried.eccentricity(metric, at))).collect();
            let least = *far.values().min().unwrap();
            let mut counts = vec![0; (far.values().max().unwrap() - least) as usize + 1];
            far.values().for_each(|each| counts[(each - least) as usize] += 1);
            assert_eq!(spread.radius, least);
            assert_eq!(spread.diameter, least + counts.len() as u32 - 1);
            assert!(spread.radius <= spread.diameter && spread.diameter <= 2 * spread.radius);
            assert_eq!(
                [spread.central(), spread.peripheral()],
                [counts.first().copied(), counts.last().copied()]
            );
            assert_eq!(spread.eccentricities, Some(counts));
            let [from, to] = spread.ends.map(|end| end as usize);
            assert_eq!(tried.far(metric, &[from], None)[to], Some(spread.diameter));
            assert_eq!(far[&(spread.centre as usize)], spread.radius);
            for (position, most) in &spread.searches {
                assert_eq!(far[&(*position as usize)], *most);
            }
            // The distances of neighbours from any position differ by at most one.
            for (at, each) in &far {
                let near = tried.neighbours[metric][*at].iter();
                assert!(near.map(|other| far[other]).all(|other| each.abs_diff(other) <= 1));
            }
        }
        // The least component that contains an image of this component's first position.
        let rows: Vec<Vec<char>> =
            tried.texts[component[0]].split('/').map(|row| row.chars().collect()).collect();
        let text = |down: bool, across: bool| {
            let mut rows = rows.clone();
            if down {
                rows.reverse();
            }
            if across {
                rows.iter_mut().for_each(|row| row.reverse());
            }
            rows.iter().map(String::from_iter).collect::<Vec<String>>().join("/")
        };
        let images = [(false, true), (true, false), (true, true)];
        let holds = |text: &String| {
            components.iter().position(|other| other.iter().any(|&at| tried.texts[at] == *text))
        };
        let least = images.iter().filter_map(|&(down, across)| holds(&text(down, across))).min();
        assert_eq!(found.image_of.map(|(other, _)| other), least.filter(|&other| other < number));
    }
    found.len()
}

#[test]
fn small_sets_hang_together_so() {
    let puzzle = &klotski::puzzle();
    let checked: usize =
        small_sets(puzzle, 400).par_iter().map(|set| check_structures(puzzle, set)).sum();
    assert!(checked > 100, "{checked} bridges and articulation positions");
}

/// Checks bridges and articulation positions of a piece set; returns their numbers.
fn check_structures(puzzle: &Puzzle, set: &PieceSet) -> usize {
    let space = &Space::new(puzzle, set).unwrap();
    let mut tried = Tried::new(space);
    let graph = SpaceGraph::new(space, Effort::UNLIMITED).unwrap();
    let found = structures(&graph, Effort::UNLIMITED).unwrap();
    let mut checked = 0;
    for (component, found) in tried.components().iter().zip(&found) {
        for metric in 0..3 {
            let structure = found[Metric::ALL[metric]];
            let moves = || component.iter().map(|&at| tried.neighbours[metric][at].len() as u64);
            assert_eq!(structure.edges * 2, moves().sum::<u64>());
            assert_eq!(structure.fewest_moves, moves().min().unwrap());
            assert_eq!(structure.most_moves, moves().max().unwrap());
            assert_eq!(structure.stuck, moves().filter(|&moves| moves == 0).count() as u64);
            assert_eq!(structure.dead_ends, moves().filter(|&moves| moves == 1).count() as u64);
            let reached = |tried: &Tried, from: usize, without| {
                tried.far(metric, &[from], without).into_iter().flatten().count()
            };
            let is_articulation = |&&at: &&usize| {
                let other = component.iter().find(|&&other| other != at);
                other.is_some_and(|&from| reached(&tried, from, Some(at)) < component.len() - 1)
            };
            let articulations = component.iter().filter(is_articulation).count();
            let mut bridges = 0;
            for &at in component {
                for other in tried.neighbours[metric][at].clone() {
                    if other < at {
                        continue;
                    }
                    let kept = tried.neighbours[metric].clone();
                    tried.neighbours[metric][at].retain(|near| *near != other);
                    tried.neighbours[metric][other].retain(|near| *near != at);
                    bridges += usize::from(reached(&tried, at, None) < component.len());
                    tried.neighbours[metric] = kept;
                }
            }
            assert_eq!(structure.bridges, Some(bridges as u64));
            assert_eq!(structure.articulations, Some(articulations as u64));
            checked += bridges + articulations;
        }
    }
    checked
}

#[test]
fn the_large_components_of_1h4v4s_are_as_far_apart_as_published() {
    let puzzle = &klotski::puzzle();
    let space = &Space::new(puzzle, &puzzle.parse_piece_set("1h4v4s").unwrap()).unwrap();
    let graph = SpaceGraph::new(space, Effort::UNLIMITED).unwrap();
    let found = spreads(&graph, Effort::UNLIMITED).unwrap();
    assert!(graph.positions(0).len() <= EVERY_ECCENTRICITY);
    // Computed by an independent program; the two components are mirror images.
    for component in &found[..2] {
        assert_eq!(component.size, 25_955);
        let spread = &component.metrics[Metric::Finger];
        assert_eq!((spread.diameter, spread.radius), (145, 83));
        assert_eq!(spread.eccentricities.iter().flatten().sum::<u64>(), component.size);
    }
    assert!(found[1].image_of.is_some_and(|(other, _)| other == 0));
}

#[test]
fn goals_of_one_piece_are_as_hard_as_tried() {
    let puzzle = &klotski::puzzle();
    let sets = small_sets(puzzle, 700);
    let found = one_piece_goals(puzzle, &sets, Effort::UNLIMITED).unwrap();
    assert_eq!(found.len(), sets.len());
    let checked: usize = found
        .par_iter()
        .map(|(set, goals)| {
            let space = &Space::new(puzzle, set).unwrap();
            let tried = Tried::new(space);
            let mut places = 0;
            for goal in goals {
                let board = puzzle.board();
                let letter = puzzle.shapes()[goal.shape].letter();
                let [column, row] =
                    [board.column(goal.anchor), board.row(goal.anchor)].map(usize::from);
                let [width, height] = match letter {
                    'B' => [2, 2],
                    'H' => [2, 1],
                    'V' => [1, 2],
                    _ => [1, 1],
                };
                // The cell and its images in both mirrors are equivalent goals.
                let images: BTreeSet<(usize, usize)> = [column, 4 - width - column]
                    .into_iter()
                    .flat_map(|column| [(column, row), (column, 5 - height - row)])
                    .collect();
                assert_eq!(goal.places as usize, images.len());
                places += images.len();
                for place in images {
                    let stands = |at: &usize| {
                        let pieces = Naive::klotski().pieces(&tried.texts[*at]);
                        pieces.iter().any(|(other, cells)| *other == letter && cells[0] == place)
                    };
                    let goal_positions: Vec<usize> =
                        (0..tried.texts.len()).filter(stands).collect();
                    for (metric, figures) in goal.metrics.iter() {
                        let far = tried.far(metric as usize, &goal_positions, None);
                        let known: Vec<u64> = far.iter().flatten().map(|&far| far.into()).collect();
                        let max = *known.iter().max().unwrap();
                        assert_eq!(figures.goal_positions, goal_positions.len() as u64);
                        assert_eq!(figures.solvable, known.len() as u64);
                        assert_eq!(u64::from(figures.max), max);
                        let hardest = known.iter().filter(|&&far| far == max).count();
                        assert_eq!(figures.at_max, hardest as u64);
                        let mean = known.iter().sum::<u64>() as f64 / known.len() as f64;
                        let said: f64 = figures.mean.to_string().parse().unwrap();
                        assert!((mean - said).abs() < 0.000_051, "{mean} is not {said}");
                        if place == (column, row) {
                            let at = tried.texts.iter().position(|text| *text == figures.hardest);
                            assert_eq!(far[at.unwrap()], Some(max as u32));
                        }
                    }
                }
            }
            places
        })
        .sum();
    assert!(checked > 100, "{checked} places");
}

#[test]
#[ignore = "long: all optimal solutions"]
fn optimal_solutions_are_what_all_have_in_common() {
    let puzzle = &klotski::puzzle();
    let set = puzzle.parse_piece_set("2h3v4s").unwrap();
    let space = &Space::new(puzzle, &set).unwrap();
    let class = &classes(puzzle, std::slice::from_ref(&set))[0];
    let search = Search::new(puzzle, class, Effort::UNLIMITED).unwrap();
    let mut checked = 0;
    for metric in Metric::ALL {
        let distances = &search.run(metric, true, Effort::UNLIMITED).unwrap()[0];
        let paths = ShortestPaths::by_search(space, metric, distances);
        for start in (0..space.len()).step_by(997) {
            let found = OptimalSolutions::new(space, metric, distances.as_ref(), start);
            assert_eq!(found.is_some(), distances.get(start).is_some());
            let Some(found) = found.filter(|found| found.solutions <= 2_000u32.into()) else {
                continue;
            };
            // Every solution, move by move.
            let position = space.unrank(start);
            let mut solutions: Vec<Vec<u64>> = Vec::new();
            paths
                .for_each(&position, |moves| {
                    let mut at = position.clone();
                    let mut passed = vec![start];
                    for made in moves {
                        at = made.apply(&at);
                        passed.push(space.rank(&at).unwrap());
                    }
                    solutions.push(passed);
                    std::ops::ControlFlow::Continue(())
                })
                .unwrap();
            assert_eq!(found.solutions, solutions.len().into());
            let all: BTreeSet<u64> = solutions.iter().flatten().copied().collect();
            assert_eq!(found.positions, all.len() as u64);
            let passed = |at: &&u64| solutions.iter().all(|solution| solution.contains(at));
            assert_eq!(found.shared, all.iter().filter(passed).count() as u64);
            let steps: Vec<BTreeSet<[u64; 2]>> = { solutions.iter() }
                .map(|solution| solution.windows(2).map(|step| [step[0], step[1]]).collect())
                .collect();
            let is_forced = |step: &[u64; 2]| steps.iter().all(|solution| solution.contains(step));
            let forced: Vec<bool> =
                solutions[0].windows(2).map(|step| is_forced(&[step[0], step[1]])).collect();
            assert_eq!(found.forced, forced.iter().filter(|forced| **forced).count() as u64);
            let longest = forced.split(|forced| !forced).map(<[bool]>::len).max().unwrap_or(0);
            assert_eq!(found.longest_forced, longest as u64);
            // Along the solution, moves that do not lead closer to the goal.
            let wrong = |at: u64| {
                let position = space.unrank(at);
                let moves = puzzle.moves(&position, metric);
                let nearer = |after| distances.get(after) < distances.get(at);
                let leads_on =
                    moves.iter().filter(|made| nearer(space.rank(&made.apply(&position)).unwrap()));
                moves.len() - leads_on.count()
            };
            let on_the_way = |solution: &Vec<u64>| -> usize {
                solution[..solution.len() - 1].iter().map(|&at| wrong(at)).sum()
            };
            let mean =
                solutions.iter().map(on_the_way).sum::<usize>() as f64 / solutions.len() as f64;
            let said: f64 = found.wrong_moves.to_string().parse().unwrap();
            assert!((mean - said).abs() < 0.000_051, "{mean} is not {said}");
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked} positions");
}
