//! Distances between the positions of a component.

use super::space_graph::{MirrorComponent, SpaceGraph};
use huarong_core::effort::{Cancelled, Effort};
use huarong_core::graph::{eccentricities, extremes};
use huarong_core::rules::{Metric, PerMetric, Reflection};
use huarong_core::space::Space;
use huarong_search::SearchError;
use rayon::prelude::*;

/// Size of the largest component for which the eccentricity of every position is computed.
pub const EVERY_ECCENTRICITY: usize = 100_000;

/// Distances between the positions of a component, under each metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentSpread {
    /// Number of positions.
    pub size: u64,
    /// A component with a lower number that is the mirror image of this one, and the reflection between them. The
    /// figures were computed for that component.
    pub image_of: Option<(usize, Reflection)>,
    /// Figures under each metric.
    pub metrics: PerMetric<Spread>,
}

/// Distances between the positions of a component under one metric. Positions are given by their index in the space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// The largest distance between two positions.
    pub diameter: u32,
    /// The least eccentricity.
    pub radius: u32,
    /// Two positions at the largest distance from each other.
    pub ends: [u64; 2],
    /// A position whose eccentricity is the radius.
    pub centre: u64,
    /// Number of positions with each eccentricity, from the radius to the diameter; `None` for components that are [too
    /// large](EVERY_ECCENTRICITY).
    pub eccentricities: Option<Vec<u64>>,
    /// The searches that prove the figures: the first position of each, and its eccentricity. Sorted.
    pub searches: Vec<(u64, u32)>,
}

impl Spread {
    /// Number of positions whose eccentricity is the radius.
    pub fn central(&self) -> Option<u64> {
        self.eccentricities.as_ref().and_then(|counts| counts.first().copied())
    }

    /// Number of positions whose eccentricity is the diameter.
    pub fn peripheral(&self) -> Option<u64> {
        self.eccentricities.as_ref().and_then(|counts| counts.last().copied())
    }
}

/// Computes the distances within every component of a space, under every metric. Reports progress in positions, each
/// counted once per metric.
pub fn spreads(
    graph: &SpaceGraph<'_>,
    effort: Effort<'_>,
) -> Result<Vec<ComponentSpread>, Cancelled> {
    // A large component uses all threads, so large components are searched one after another, and small ones side by
    // side.
    let is_large = |&number: &usize| graph.positions(number).len() > EVERY_ECCENTRICITY;
    let (large, small): (Vec<usize>, Vec<usize>) = (0..graph.components()).partition(is_large);
    let find = |number| Found::new(graph, number, effort);
    let mut found = large.into_iter().map(find).collect::<Result<Vec<_>, Cancelled>>()?;
    found.extend(small.into_par_iter().map(find).collect::<Result<Vec<_>, Cancelled>>()?);
    Ok((0..found.len()).map(|number| spread_of(graph, &found, number)).collect())
}

/// The eccentricity of every position of a space within its component under a metric, in index order: the number of moves
/// to the position farthest from it. Reports progress in positions, each counted twice.
///
/// ```
/// use huarong::analysis::position_eccentricities;
/// use huarong::search::{Effort, Space};
/// use huarong::{Metric, Puzzle};
///
/// // A small piece on 3x1 cells.
/// let builder = Puzzle::builder(3, 1).rectangle("small", 'S', 1, 1);
/// let puzzle = builder.goal(&[('S', 2, 0)]).build()?;
/// let space = Space::new(&puzzle, &puzzle.parse_piece_set("1S")?)?;
/// assert_eq!(position_eccentricities(&space, Metric::Unit, Effort::UNLIMITED)?, [2, 1, 2]);
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if a component has more than 100,000 positions, and if the work is cancelled or needs more memory than
/// its limit.
pub fn position_eccentricities(
    space: &Space,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Vec<u64>, SearchError> {
    effort.total(2 * space.len())?;
    eccentricities_of(&SpaceGraph::new(space, effort)?, metric, effort)
}

/// As [`position_eccentricities`], of a graph that was made. Counts each position once.
pub fn eccentricities_of(
    graph: &SpaceGraph<'_>,
    metric: Metric,
    effort: Effort<'_>,
) -> Result<Vec<u64>, SearchError> {
    let largest = if graph.components() > 0 { graph.positions(0).len() } else { 0 };
    if largest > EVERY_ECCENTRICITY {
        let (positions, most) = (largest as u64, EVERY_ECCENTRICITY as u64);
        return Err(SearchError::Eccentricities { positions, most });
    }
    let mut of_positions = vec![0; graph.space().len() as usize];
    for component in 0..graph.components() {
        let positions = graph.positions(component);
        if let Some(MirrorComponent { reflection, .. }) = graph.mirror_of(component) {
            for &position in positions {
                let image = graph.image(&reflection, position.into());
                of_positions[position as usize] = of_positions[image as usize];
            }
            effort.done(positions.len() as u64)?;
            continue;
        }
        let nodes = graph.graph(component, metric);
        let found = eccentricities(&nodes, &graph.own_images(component), effort)?;
        for (&position, far) in positions.iter().zip(found.of_nodes) {
            of_positions[position as usize] = far.into();
        }
        effort.done(positions.len() as u64)?;
    }
    Ok(of_positions)
}

/// The figures of a component, or a reference to the component that it mirrors.
enum Found {
    Spreads(PerMetric<Spread>),
    Image(MirrorComponent),
}

impl Found {
    fn new(
        graph: &SpaceGraph<'_>,
        component: usize,
        effort: Effort<'_>,
    ) -> Result<Self, Cancelled> {
        let positions = graph.positions(component);
        if let Some(mirror) = graph.mirror_of(component) {
            effort.done((Metric::OF_SINGLE_PIECES.len() * positions.len()) as u64)?;
            return Ok(Self::Image(mirror));
        }
        let images = graph.own_images(component);
        let index = |place: u32| u64::from(positions[place as usize]);
        let spread = |metric| {
            let nodes = graph.graph(component, metric);
            let (found, counts) = match positions.len() <= EVERY_ECCENTRICITY {
                true => {
                    let found = eccentricities(&nodes, &images, effort)?;
                    let counts = found.counts();
                    (found.extremes, Some(counts))
                }
                false => (extremes(&nodes, &images, effort)?, None),
            };
            effort.done(positions.len() as u64)?;
            let searches = found.searches.iter().map(|&(place, far)| (index(place), far));
            Ok(Spread {
                diameter: found.diameter,
                radius: found.radius,
                ends: [index(found.ends.0), index(found.ends.1)],
                centre: index(found.centre),
                eccentricities: counts,
                searches: searches.collect(),
            })
        };
        Ok(Self::Spreads(PerMetric::try_each(spread)?))
    }
}

/// The figures of a component, translated from its mirror image if necessary.
fn spread_of(graph: &SpaceGraph<'_>, found: &[Found], number: usize) -> ComponentSpread {
    let positions = graph.positions(number);
    let (image_of, metrics) = match &found[number] {
        Found::Spreads(spreads) => (None, spreads.clone()),
        Found::Image(MirrorComponent { component, reflection }) => {
            let spreads = spread_of(graph, found, *component).metrics;
            let image = |index| graph.image(reflection, index);
            let metrics = spreads.map(|spread| Spread {
                ends: spread.ends.map(image),
                centre: image(spread.centre),
                searches: spread.searches.into_iter().map(|(at, far)| (image(at), far)).collect(),
                ..spread
            });
            (Some((*component, reflection.reflection())), metrics)
        }
    };
    ComponentSpread { size: positions.len() as u64, image_of, metrics }
}
