//! Analysis of the graphs of piece sets.

use crate::error::ReportError;
use crate::largest_first::largest_first;
use huarong_core::effort::Effort;
use huarong_core::rules::{Arrangement, Metric, PerMetric, PieceSet, Puzzle};
use huarong_core::space::Space;
use huarong_lab::depth::{
    ComponentSpread, OnePieceGoal, OptimalSolutions, SpaceGraph, Spread, Structure,
    one_piece_goals, one_piece_goals_work, spreads, structures,
};
use huarong_oracle::analysis::{AllPositions, hardest};
use huarong_search::{Search, SearchError, classes};
use rayon::prelude::*;

#[derive(Debug)]
pub struct DepthStudy {
    pub(super) puzzle: Puzzle,
    pub(super) smallest_component: u64,
    pub(super) sets: Vec<SetDepth>,
}

/// Results for one piece set.
#[derive(Debug)]
pub(super) struct SetDepth {
    pub(super) text: String,
    pub(super) positions: u64,
    /// Number of all components, and the components with enough positions.
    pub(super) all_components: u64,
    pub(super) components: Vec<ComponentDepth>,
    pub(super) goals: Vec<OnePieceGoal>,
    pub(super) optimal_solutions: Vec<SolutionsFrom>,
}

/// Results for one component.
#[derive(Debug)]
pub(super) struct ComponentDepth {
    pub(super) spread: ComponentSpread,
    /// The texts of two positions at the diameter, and of the positions that searches started from.
    pub(super) texts: PerMetric<SpreadTexts>,
    pub(super) structure: PerMetric<Structure>,
}

/// The texts of positions of a [`Spread`].
#[derive(Debug)]
pub(super) struct SpreadTexts {
    pub(super) ends: [String; 2],
    pub(super) searches: Vec<String>,
}

/// The optimal solutions of a position.
#[derive(Debug)]
pub(super) struct SolutionsFrom {
    /// The name of the position; empty for one of the hardest.
    pub(super) name: String,
    pub(super) position: String,
    pub(super) metric: Metric,
    /// Number of positions in its component.
    pub(super) component: u64,
    pub(super) optimal_solutions: OptimalSolutions,
}

/// Number of hardest positions whose paths are analysed, for each piece set and metric.
const MOST_HARDEST_POSITIONS: usize = 10;

/// Number of times that each position is counted in the progress, goals aside. Once for the graph,
/// and twice per metric: for diameters and for structure.
const PASSES: u64 = 1 + 2 * Metric::OF_SINGLE_PIECES.len() as u64;

impl DepthStudy {
    /// Analyses some piece sets of a puzzle, and the paths to the goal from some named positions of
    /// these piece sets. Components of fewer positions than `smallest_component` are left out.
    /// Reports progress in positions.
    ///
    /// Piece sets are analysed in parallel, the largest first. If they would together exceed the
    /// memory limit, they are analysed one after another. If a single piece set exceeds it, the
    /// study is refused before it starts.
    pub fn new(
        puzzle: &Puzzle,
        sets: &[PieceSet],
        named: &[(String, Arrangement)],
        smallest_component: u64,
        effort: Effort<'_>,
    ) -> Result<Self, ReportError> {
        let spaces = { sets.par_iter() }
            .map(|set| {
                let space = Space::within(puzzle, set, effort)?;
                let (positions, set) = (space.len(), puzzle.piece_set_text(set));
                let refused = |source| ReportError::TooLarge { set, positions, source };
                SpaceGraph::check(&space, effort).map_err(refused)?;
                Ok((SpaceGraph::memory(&space), space))
            })
            .collect::<Result<Vec<_>, ReportError>>()?;
        let positions: u64 = spaces.iter().map(|(_, space)| space.len()).sum();
        let goals = one_piece_goals_work(puzzle, sets)?;
        effort.total(PASSES.saturating_mul(positions).saturating_add(goals))?;
        effort.doing("goals of one piece")?;
        let mut goals = one_piece_goals(puzzle, sets, effort)?;

        let study = |space: Space| {
            let studied = SetDepth::new(&space, named, smallest_component, effort)?;
            Ok::<_, ReportError>((space.piece_set().clone(), studied))
        };
        let mut studied = largest_first(spaces, effort.memory, study)?;
        studied.sort_by(|(a, _), (b, _)| a.cmp(b));
        let with_goals =
            |((set, mut studied), goals): ((PieceSet, SetDepth), &mut (PieceSet, _))| {
                assert_eq!(set, goals.0, "both are sorted by the same piece sets");
                studied.goals = std::mem::take(&mut goals.1);
                studied
            };
        let sets = studied.into_iter().zip(&mut goals).map(with_goals).collect();
        Ok(Self { puzzle: puzzle.clone(), smallest_component, sets })
    }

    pub fn piece_sets(&self) -> usize {
        self.sets.len()
    }

    /// Number of components of all of them.
    pub fn components(&self) -> u64 {
        self.sets.iter().map(|set| set.all_components).sum()
    }

    /// Every component of every piece set, with its number from 1.
    pub(super) fn each_component(
        &self,
    ) -> impl Iterator<Item = (&SetDepth, usize, &ComponentDepth)> {
        self.sets.iter().flat_map(|set| {
            (1..).zip(&set.components).map(move |(number, component)| (set, number, component))
        })
    }
}

impl SetDepth {
    /// Computes everything except the goals.
    fn new(
        space: &Space,
        named: &[(String, Arrangement)],
        smallest_component: u64,
        effort: Effort<'_>,
    ) -> Result<Self, ReportError> {
        let puzzle = space.puzzle();
        let text = puzzle.piece_set_text(space.piece_set());
        effort.doing(&text)?;
        let graph = SpaceGraph::new(space, effort)?;
        let text_of = |index: u64| puzzle.position_text(&space.unrank(index));
        let texts_of = |spread: &Spread| SpreadTexts {
            ends: spread.ends.map(text_of),
            searches: spread.searches.iter().map(|&(at, _)| text_of(at)).collect(),
        };
        let structures = structures(&graph, effort)?;
        let components = spreads(&graph, effort)?.into_iter().zip(structures);
        // The components are sorted by size.
        let components = components.take_while(|(spread, _)| spread.size >= smallest_component);
        let components = components.map(|(spread, structure)| {
            let texts = spread.metrics.as_ref().map(texts_of);
            ComponentDepth { spread, texts, structure }
        });
        Ok(Self {
            positions: space.len(),
            all_components: graph.components() as u64,
            components: components.collect(),
            goals: Vec::new(),
            optimal_solutions: optimal_solutions(&graph, named, effort)?,
            text,
        })
    }
}

/// The optimal solutions of the hardest positions of a space, and of the named positions that belong to it.
fn optimal_solutions(
    graph: &SpaceGraph<'_>,
    named: &[(String, Arrangement)],
    effort: Effort<'_>,
) -> Result<Vec<SolutionsFrom>, SearchError> {
    let space = graph.space();
    let (puzzle, set) = (space.puzzle(), space.piece_set());
    let class = &classes(puzzle, std::slice::from_ref(set))[0];
    let quiet = Effort { observer: Effort::UNLIMITED.observer, ..effort };
    let search = Search::new(puzzle, class, quiet)?;
    let named = named.iter().filter(|(_, position)| position.piece_set() == *set);
    let named = named.filter_map(|(name, position)| Some((name.clone(), space.rank(position)?)));
    let named: Vec<(String, u64)> = named.collect();
    let mut found = Vec::new();
    for metric in Metric::OF_SINGLE_PIECES {
        effort.done(0)?;
        let distances = search.run(metric, true, quiet)?.swap_remove(0);
        let all = AllPositions::of_space(space, metric, distances.as_ref());
        let hardest = hardest(&all, MOST_HARDEST_POSITIONS).into_iter().map(|hardest| {
            let position = puzzle.parse_position(&hardest.text).expect("the text of a position");
            (String::new(), space.rank(&position).expect("a position of the set"))
        });
        let starts: Vec<(String, u64)> = hardest.chain(named.iter().cloned()).collect();
        let optimal_solutions = starts.into_par_iter().map(|(name, index)| {
            effort.done(0)?;
            let optimal_solutions = OptimalSolutions::new(space, metric, distances.as_ref(), index);
            let position = puzzle.position_text(&space.unrank(index));
            let component = graph.positions(graph.component_of(index)).len() as u64;
            Ok(optimal_solutions.map(|optimal_solutions| SolutionsFrom {
                name,
                position,
                metric,
                component,
                optimal_solutions,
            }))
        });
        found.extend(
            optimal_solutions.collect::<Result<Vec<_>, SearchError>>()?.into_iter().flatten(),
        );
    }
    Ok(found)
}
