//! A space as a graph, with its components as graphs under each metric.

use huarong_core::effort::{Cancelled, Effort};
use huarong_core::graph::{Graph, flood, sweep_memory};
use huarong_core::rules::{Metric, SinglePieceMetric, Symmetry};
use huarong_core::space::Space;
use huarong_search::SearchError;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::convert::Infallible;
use std::mem;
use std::ops::Range;

/// All positions of a space with their neighbours, by component.
///
/// Components are numbered by size, largest first, and then by their first position. Positions within a component are
/// in the order of the space.
#[derive(Debug)]
pub struct SpaceGraph<'s> {
    space: &'s Space,
    /// For each position, the end of its range of `neighbours`.
    ends: Vec<usize>,
    /// For each position, the number of neighbours under the unit metric and under the straight metric. These come
    /// first.
    strict: Vec<[u16; 2]>,
    neighbours: Vec<u32>,
    /// Positions, grouped by component. `starts` has the start of each group, and the end.
    positions: Vec<u32>,
    starts: Vec<u32>,
    /// For each position, its component and its number within the component.
    component: Vec<u32>,
    place: Vec<u32>,
    reflections: Vec<Symmetry>,
}

/// A component that is the mirror image of another.
#[derive(Clone, Debug)]
pub struct MirrorComponent {
    /// The other component, which has a lower number.
    pub component: usize,
    /// The reflection that maps each of the two components to the other.
    pub reflection: Symmetry,
}

/// Number of positions that one thread examines at a time.
const CHUNK: u64 = 1 << 14;

/// Number of positions whose moves are counted to estimate the number of moves.
const SAMPLES: u64 = 1 << 10;

/// Bytes per position and per move of a graph.
const POSITION_BYTES: u64 = 8 + 4 + 3 * 4;
const MOVE_BYTES: u64 = 4;

/// Bytes per position for the images under one reflection.
const IMAGE_BYTES: u64 = 4;

impl<'s> SpaceGraph<'s> {
    /// Makes the graph of a space. Reports progress in positions.
    ///
    /// Returns an error before any work if the graph takes more [`memory`](Self::memory) than the limit, or if 32 bits
    /// cannot number the positions.
    pub fn new(space: &'s Space, effort: Effort<'_>) -> Result<Self, SearchError> {
        Self::check(space, effort)?;
        let ranges: Vec<Range<u64>> = (0..space.len())
            .step_by(CHUNK as usize)
            .map(|first| first..space.len().min(first + CHUNK))
            .collect();
        let lists = ranges.into_par_iter().map(|range| {
            let len = range.end - range.start;
            let lists = Lists::new(space, range);
            effort.done(len)?;
            Ok(lists)
        });
        let lists: Vec<Lists> = lists.collect::<Result<_, Cancelled>>()?;
        let len = space.len() as usize;
        let mut graph = Self {
            space,
            ends: Vec::with_capacity(len),
            strict: Vec::with_capacity(len),
            neighbours: Vec::with_capacity(lists.iter().map(|lists| lists.neighbours.len()).sum()),
            positions: Vec::with_capacity(len),
            starts: Vec::new(),
            component: vec![u32::MAX; len],
            place: vec![0; len],
            reflections: { space.puzzle().reflections().into_iter() }
                .filter(|reflection| reflection.keeps(space.piece_set()))
                .collect(),
        };
        for lists in lists {
            let before = graph.neighbours.len();
            graph.ends.extend(lists.ends.into_iter().map(|end| before + end as usize));
            graph.strict.extend(lists.strict);
            graph.neighbours.extend(lists.neighbours);
        }
        graph.find_components();
        Ok(graph)
    }

    /// Returns the error that [`new`](Self::new) would return before any work.
    pub fn check(space: &Space, effort: Effort<'_>) -> Result<(), SearchError> {
        let needed = Self::memory(space);
        if needed > effort.memory {
            return Err(SearchError::Memory { needed, allowed: effort.memory });
        }
        // The largest number means "no component".
        match space.len() < u64::from(u32::MAX) {
            true => Ok(()),
            false => Err(SearchError::Components(space.len())),
        }
    }

    /// Estimates the bytes that the graph and its statistics take, if all positions lie in one component. Sweeps take
    /// most of it. Searches after the sweeps take less.
    pub fn memory(space: &Space) -> u64 {
        let (mut sampled, mut moves) = (0, 0);
        for first in (0..space.len()).step_by((space.len() / SAMPLES).max(1) as usize) {
            space.for_each_with_neighbours(first..first + 1, |_, _, neighbours| {
                sampled += 1;
                moves += neighbours.len() as u64;
            });
        }
        let moves = MOVE_BYTES * moves / sampled.max(1);
        let len = space.len();
        let images = IMAGE_BYTES * space.puzzle().reflections().len() as u64;
        // The lists of neighbours and the graph exist at the same time, and later the graph and that of a component.
        let made = len.saturating_mul(POSITION_BYTES + moves);
        let swept = sweep_memory(len).saturating_add(len.saturating_mul(images));
        made.saturating_mul(2).saturating_add(swept)
    }

    fn find_components(&mut self) {
        // Components are numbered as they are found first, and sorted when all sizes are known.
        let mut sizes: Vec<u32> = Vec::new();
        let mut component = mem::take(&mut self.component);
        let mut waiting = Vec::new();
        for first in 0..component.len() as u32 {
            if component[first as usize] != u32::MAX {
                continue;
            }
            let number = sizes.len() as u32;
            component[first as usize] = number;
            waiting.push(first);
            let Ok(size) = flood(&mut waiting, |position, waiting| {
                for &other in &self.neighbours[self.list(position, SinglePieceMetric::Unit)] {
                    let component = &mut component[other as usize];
                    if *component == u32::MAX {
                        *component = number;
                        waiting.push(other);
                    }
                }
                Ok::<_, Infallible>(())
            });
            sizes.push(size as u32);
        }
        self.component = component;
        let mut order: Vec<usize> = (0..sizes.len()).collect();
        order.sort_by_key(|&number| Reverse(sizes[number]));
        let mut number_of = vec![0; sizes.len()];
        self.starts.push(0);
        let mut end = 0;
        for (number, &met) in order.iter().enumerate() {
            number_of[met] = number as u32;
            end += sizes[met];
            self.starts.push(end);
        }
        let mut next = self.starts.clone();
        self.positions.resize(self.component.len(), 0);
        for (position, component) in (0..).zip(&mut self.component) {
            *component = number_of[*component as usize];
            let number = *component as usize;
            self.place[position as usize] = next[number] - self.starts[number];
            self.positions[next[number] as usize] = position;
            next[number] += 1;
        }
    }

    /// The range of a position's neighbours under a metric in `neighbours`.
    fn list(&self, position: u32, metric: SinglePieceMetric) -> Range<usize> {
        let position = position as usize;
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        let [unit, straight] = self.strict[position];
        let end = match metric {
            SinglePieceMetric::Unit => start + usize::from(unit),
            SinglePieceMetric::Straight => start + usize::from(straight),
            SinglePieceMetric::Finger => self.ends[position],
        };
        start..end
    }

    /// The space.
    pub fn space(&self) -> &'s Space {
        self.space
    }

    /// Number of components.
    pub fn components(&self) -> usize {
        self.starts.len() - 1
    }

    /// The indices of the positions of a component, ascending.
    ///
    /// # Panics
    ///
    /// This method and all others that take a component panic if there is no component with that number.
    pub fn positions(&self, component: usize) -> &[u32] {
        &self.positions[self.starts[component] as usize..self.starts[component + 1] as usize]
    }

    /// The component of the position `index`.
    ///
    /// # Panics
    ///
    /// Panics if the space has no such position.
    pub fn component_of(&self, index: u64) -> usize {
        self.component[index as usize] as usize
    }

    /// The graph of a component. Its nodes are the positions of the component.
    pub fn graph(&self, component: usize, metric: Metric) -> Graph {
        let Some(of_single_pieces) = metric.of_single_pieces() else {
            // The lists have moves of single pieces.
            return Graph::new(self.positions(component).iter().map(|&position| {
                let mut others = Vec::new();
                self.space.for_each_neighbour_under(metric, position.into(), |other| {
                    others.push(self.place(other as u32));
                });
                others
            }));
        };
        Graph::new(self.positions(component).iter().map(|&position| {
            let list = self.list(position, of_single_pieces);
            self.neighbours[list].iter().map(|&other| self.place(other))
        }))
    }

    /// The number of a position within its component.
    fn place(&self, position: u32) -> u32 {
        self.place[position as usize]
    }

    /// The index of the image of a position under a reflection that keeps the piece set.
    pub(super) fn image(&self, reflection: &Symmetry, index: u64) -> u64 {
        let image = reflection.image(&self.space.unrank(index));
        self.space.rank(&image).expect("the reflection keeps the piece set")
    }

    /// The first component that mirrors `component`, if it has a lower number.
    pub fn mirror_of(&self, component: usize) -> Option<MirrorComponent> {
        let first = self.positions(component)[0].into();
        let of = |reflection: &Symmetry| self.component_of(self.image(reflection, first));
        let others = self.reflections.iter().map(|reflection| (of(reflection), reflection));
        let (other, reflection) = others.min_by_key(|(other, _)| *other)?;
        let mirror = || MirrorComponent { component: other, reflection: reflection.clone() };
        (other < component).then(mirror)
    }

    /// The reflections that map a component to itself. Each is a list of the images of the component's positions, as
    /// numbers within the component.
    pub fn own_images(&self, component: usize) -> Vec<Vec<u32>> {
        let positions = self.positions(component);
        let image = |reflection: &Symmetry, at: u32| self.image(reflection, at.into()) as u32;
        let own = self.reflections.iter().filter(|reflection| {
            self.component_of(image(reflection, positions[0]).into()) == component
        });
        let places = |reflection| {
            let images = positions.par_iter().map(|&at| self.place(image(reflection, at)));
            images.collect()
        };
        own.map(places).collect()
    }
}

/// The neighbours of a range of positions. Neighbours under stricter metrics come first.
struct Lists {
    ends: Vec<u32>,
    strict: Vec<[u16; 2]>,
    neighbours: Vec<u32>,
}

impl Lists {
    fn new(space: &Space, range: Range<u64>) -> Self {
        let len = (range.end - range.start) as usize;
        let (ends, strict) = (Vec::with_capacity(len), Vec::with_capacity(len));
        let mut lists = Self { ends, strict, neighbours: Vec::new() };
        space.for_each_with_neighbours(range, |_, _, moves| {
            let start = lists.neighbours.len();
            let strict = [Metric::Unit, Metric::Straight].map(|strictest| {
                let under = moves.iter().filter(|(metric, _)| *metric == strictest);
                lists.neighbours.extend(under.map(|&(_, index)| index as u32));
                (lists.neighbours.len() - start) as u16
            });
            let rest = moves.iter().filter(|(metric, _)| *metric == Metric::Finger);
            lists.neighbours.extend(rest.map(|&(_, index)| index as u32));
            lists.strict.push(strict);
            lists.ends.push(lists.neighbours.len() as u32);
        });
        lists
    }
}
