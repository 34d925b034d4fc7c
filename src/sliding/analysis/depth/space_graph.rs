//! A space as a graph: its components, and each of them as a graph under each metric.

use crate::effort::{Effort, Stopped};
use crate::graph::{Graph, flood, sweep_memory};
use crate::sliding::rules::{Metric, Symmetry};
use crate::sliding::search::SearchError;
use crate::sliding::space::Space;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::convert::Infallible;
use std::mem;
use std::ops::Range;

/// All positions of a space with their neighbours, by component.
///
/// Components are numbered by size, largest first, and then by their first position; within a component its positions
/// are numbered as in the space.
#[derive(Debug)]
pub struct SpaceGraph<'s> {
    space: &'s Space,
    /// Where the neighbours of each position end.
    ends: Vec<usize>,
    /// How many of them are one move away under the unit metric, and under the straight one: they stand first.
    strict: Vec<[u16; 2]>,
    neighbours: Vec<u32>,
    /// The positions, component by component, and where each begins, and the end.
    positions: Vec<u32>,
    starts: Vec<u32>,
    /// For each position its component, and which it is of its positions.
    component: Vec<u32>,
    place: Vec<u32>,
    reflections: Vec<Symmetry>,
}

/// That a component is the image of another.
#[derive(Clone, Debug)]
pub struct Twin {
    /// The other one, which has a lesser number.
    pub component: usize,
    /// The reflection in which either is the other.
    pub reflection: Symmetry,
}

/// Positions that one thread looks at at a time.
const CHUNK: u64 = 1 << 14;

/// Positions whose moves are counted to know how many there are.
const SAMPLES: u64 = 1 << 10;

/// Bytes of a position in a graph, and of a move from it.
const POSITION_BYTES: u64 = 8 + 4 + 3 * 4;
const MOVE_BYTES: u64 = 4;

/// Bytes that say which position is the image of one in a reflection.
const IMAGE_BYTES: u64 = 4;

impl<'s> SpaceGraph<'s> {
    /// The graph of a space. The effort is told of positions.
    ///
    /// Refused before any work where [`memory`](Self::memory) says that it takes more than the effort allows, or where
    /// 32 bits do not number the positions.
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
        let lists: Vec<Lists> = lists.collect::<Result<_, Stopped>>()?;
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

    /// Refuses a space of which no graph can be made, as [`new`](Self::new) does, before it has begun.
    pub fn check(space: &Space, effort: Effort<'_>) -> Result<(), SearchError> {
        let needed = Self::memory(space);
        if needed > effort.memory {
            return Err(SearchError::Memory { needed, allowed: effort.memory });
        }
        // The largest stands for none.
        match space.len() < u64::from(u32::MAX) {
            true => Ok(()),
            false => Err(SearchError::Components(space.len())),
        }
    }

    /// About the bytes that the graph of a space takes with everything that is asked of it here, all positions being
    /// in one component. Sweeps are the most of it: a search of the space, when they are done, takes less.
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
        // It is made of lists, and a component's graph of it.
        let made = len.saturating_mul(POSITION_BYTES + moves);
        let swept = sweep_memory(len).saturating_add(len.saturating_mul(images));
        made.saturating_mul(2).saturating_add(swept)
    }

    fn find_components(&mut self) {
        // Numbered as they are met; the order comes when the sizes are known.
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
                for &other in &self.neighbours[self.list(position, Metric::Unit)] {
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

    /// Where the neighbours of a position under a metric are.
    fn list(&self, position: u32, metric: Metric) -> Range<usize> {
        let position = position as usize;
        let start = if position == 0 { 0 } else { self.ends[position - 1] };
        let [unit, straight] = self.strict[position];
        let end = match metric {
            Metric::Unit => start + usize::from(unit),
            Metric::Straight => start + usize::from(straight),
            Metric::Finger => self.ends[position],
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
    /// This and what else is asked of a component: where there is none with the number.
    pub fn positions(&self, component: usize) -> &[u32] {
        &self.positions[self.starts[component] as usize..self.starts[component + 1] as usize]
    }

    /// The component of the position with an index.
    ///
    /// # Panics
    ///
    /// Where the space has no such position.
    pub fn component_of(&self, index: u64) -> usize {
        self.component[index as usize] as usize
    }

    /// A component as a graph, whose nodes are its positions.
    pub fn graph(&self, component: usize, metric: Metric) -> Graph {
        Graph::new(self.positions(component).iter().map(|&position| {
            self.neighbours[self.list(position, metric)].iter().map(|&other| self.place(other))
        }))
    }

    /// Which of its component a position is.
    fn place(&self, position: u32) -> u32 {
        self.place[position as usize]
    }

    /// The index of the image of a position in a reflection that keeps the piece set.
    pub(super) fn image(&self, reflection: &Symmetry, index: u64) -> u64 {
        let image = reflection.image(&self.space.unrank(index));
        self.space.rank(&image).expect("the reflection keeps the piece set")
    }

    /// The component of which one is the image, if there is such a one with a lesser number: of several the first.
    pub fn twin(&self, component: usize) -> Option<Twin> {
        let first = self.positions(component)[0].into();
        let of = |reflection: &Symmetry| self.component_of(self.image(reflection, first));
        let others = self.reflections.iter().map(|reflection| (of(reflection), reflection));
        let (other, reflection) = others.min_by_key(|(other, _)| *other)?;
        let twin = || Twin { component: other, reflection: reflection.clone() };
        (other < component).then(twin)
    }

    /// The reflections in which a component is its own image: for each of them, of each of its positions, in order,
    /// which of them is the image.
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

/// The neighbours of some positions in order, those under stricter metrics first.
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
