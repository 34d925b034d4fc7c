//! How far the positions of components are apart.

use super::space_graph::{SpaceGraph, Twin};
use crate::effort::{Effort, Stopped};
use crate::graph::{eccentricities, extremes};
use crate::sliding::rules::{Metric, PerMetric, Reflection};
use rayon::prelude::*;

/// Components of at most so many positions have the eccentricity of every one.
pub const EVERY_ECCENTRICITY: usize = 100_000;

/// How far the positions of a component are apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentSpread {
    /// Number of positions.
    pub size: u64,
    /// A component with a lesser number, and the reflection in which that is this one's image: of what is said here all
    /// was worked out there.
    pub image_of: Option<(usize, Reflection)>,
    /// Under each metric.
    pub metrics: PerMetric<Spread>,
}

/// How far the positions of a component are apart under a metric. Positions are indices of the space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// The most moves between two positions.
    pub diameter: u32,
    /// The fewest moves within which all positions are from one of them.
    pub radius: u32,
    /// Two positions that are as far apart as any.
    pub ends: [u64; 2],
    /// A position from which all are within the radius.
    pub centre: u64,
    /// How many positions have each eccentricity (the most moves to any other), from the radius to the diameter; `None`
    /// for components that are [too large](EVERY_ECCENTRICITY).
    pub eccentricities: Option<Vec<u64>>,
    /// The searches that prove it: from which positions, and how far the farthest is from each. Sorted.
    pub searches: Vec<(u64, u32)>,
}

impl Spread {
    /// How many positions are within the radius from all others.
    pub fn central(&self) -> Option<u64> {
        self.eccentricities.as_ref().and_then(|counts| counts.first().copied())
    }

    /// How many positions have another that is as far as the diameter.
    pub fn peripheral(&self) -> Option<u64> {
        self.eccentricities.as_ref().and_then(|counts| counts.last().copied())
    }
}

/// How far the positions of every component of a space are apart, under every metric. The effort is told of positions,
/// each once a metric.
pub fn spreads(
    graph: &SpaceGraph<'_>,
    effort: Effort<'_>,
) -> Result<Vec<ComponentSpread>, Stopped> {
    // One after another while each is work for all threads, then side by side.
    let is_large = |&number: &usize| graph.positions(number).len() > EVERY_ECCENTRICITY;
    let (large, small): (Vec<usize>, Vec<usize>) = (0..graph.components()).partition(is_large);
    let find = |number| Found::new(graph, number, effort);
    let mut found = large.into_iter().map(find).collect::<Result<Vec<_>, Stopped>>()?;
    found.extend(small.into_par_iter().map(find).collect::<Result<Vec<_>, Stopped>>()?);
    Ok((0..found.len()).map(|number| spread_of(graph, &found, number)).collect())
}

/// What was found of a component, or of which it is the image.
enum Found {
    Spreads(PerMetric<Spread>),
    Image(Twin),
}

impl Found {
    fn new(graph: &SpaceGraph<'_>, component: usize, effort: Effort<'_>) -> Result<Self, Stopped> {
        let positions = graph.positions(component);
        if let Some(twin) = graph.twin(component) {
            effort.done((Metric::ALL.len() * positions.len()) as u64)?;
            return Ok(Self::Image(twin));
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

/// What is said of a component.
fn spread_of(graph: &SpaceGraph<'_>, found: &[Found], number: usize) -> ComponentSpread {
    let positions = graph.positions(number);
    let (image_of, metrics) = match &found[number] {
        Found::Spreads(spreads) => (None, spreads.clone()),
        Found::Image(Twin { component, reflection }) => {
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
