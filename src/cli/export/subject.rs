//! What is exported of one piece set: its positions, tables and computed columns.

use crate::cli::long_work;
use crate::cli::output;
use crate::cli::session::Session;
use anyhow::{Context, bail};
use clap::ValueEnum;
use huarong_core::effort::Effort;
use huarong_core::rules::{Metric, PerMetric, PieceSet};
use huarong_core::space::Space;
use huarong_lab::depth::{SpaceGraph, eccentricities_of};
use huarong_lab::listing::{Listing, PositionColumn};
use huarong_oracle::analysis::{AllPositions, ComponentList, Members, solution_counts};
use huarong_oracle::atlas::SetTable;
use huarong_search::SearchError;

/// A column that is written on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Extra {
    /// Piece set
    PieceSet,
    /// Number of the component, counted from 1, the largest first
    Component,
    /// Number of moves of the position, per metric
    Mobility,
    /// Number of optimal solutions, per metric; 0 if there is none, and at most 2^63 - 1
    SolutionCount,
    /// Eccentricity: the distance of the farthest position of the component, per metric
    Eccentricity,
}

/// The name of the column of components.
const COMPONENT: &str = "component";
const SOLUTION_COUNT: PerMetric<&str> =
    PerMetric::new("unit_solution_count", "straight_solution_count", "finger_solution_count");
const ECCENTRICITY: PerMetric<&str> =
    PerMetric::new("unit_eccentricity", "straight_eccentricity", "finger_eccentricity");

/// A piece set with what is listed of it.
pub struct Subject {
    pub space: Space,
    members: Option<Members>,
    pub tables: Vec<SetTable>,
}

/// Numbers of all positions of a space, by the name of their column.
pub type Computed = Vec<(&'static str, Vec<u64>)>;

impl Subject {
    /// The positions of a piece set, or of one of its components.
    pub fn new(session: &Session, set: &PieceSet, component: Option<&str>) -> anyhow::Result<Self> {
        let tier = session.atlas.family().puzzle().tier(set);
        let space = long_work::space(session, &tier, set)?;
        let members = component.map(|text| self::component(session, &space, text)).transpose()?;
        Ok(Self { space, members, tables: Vec::new() })
    }

    /// Adds the tables of some metrics, which exist.
    pub fn add_tables(&mut self, session: &Session, metrics: &[Metric]) -> anyhow::Result<()> {
        for &metric in metrics {
            let table = session.atlas.find(self.space.piece_set(), metric)?;
            let table = table.with_context(|| format!("the {metric} table was removed"))?;
            table.check_fits(&self.space)?;
            self.tables.push(table);
        }
        Ok(())
    }

    /// The index of a position, or of the start of the puzzle.
    pub fn start_of_corridor(&self, session: &Session, from: Option<&str>) -> anyhow::Result<u64> {
        match (from, session.start()) {
            (Some(text), _) => index_of(session, &self.space, text),
            (None, Some(start)) => self.space.rank(start).context("the start is not in the table"),
            (None, None) => bail!("--what corridor needs a position: give it with --from"),
        }
    }

    /// Keeps only the positions on the optimal solutions of the position with an index, under a metric whose table it has.
    pub fn keep_corridor(
        &mut self,
        session: &Session,
        index: u64,
        metric: Metric,
    ) -> anyhow::Result<()> {
        let table = self.tables.iter().find(|table| table.metric == metric);
        let distances = table.context("there is no table of this metric")?.distances()?;
        let found = long_work::with_effort(session, "positions", |effort| {
            Members::on_optimal_solutions(&self.space, metric, distances.as_ref(), index, effort)
        })?;
        let found = found.context("the position cannot reach the goal, so it has no corridor")?;
        drop(distances);
        self.members = Some(found);
        Ok(())
    }

    pub fn listing(&self) -> Listing<'_> {
        Listing::new(&self.space, self.members.as_ref())
    }

    /// The text of the piece set, or the name of the chosen puzzle.
    pub fn name(&self, session: &Session) -> String {
        name(session, self.space.piece_set())
    }

    /// The columns of an export.
    pub fn columns<'s>(
        &'s self,
        first: &[PositionColumn<'s>],
        extra: &[Extra],
        computed: &'s Computed,
    ) -> Vec<PositionColumn<'s>> {
        let mut columns = first.to_vec();
        columns.extend(self.tables.iter().map(PositionColumn::Distance));
        let mobility = self.tables.iter().map(|table| PositionColumn::Mobility(table.metric));
        let mobility = mobility.filter(|_| extra.contains(&Extra::Mobility));
        let (component, others): (Vec<_>, Vec<_>) =
            computed.iter().partition(|(name, _)| *name == COMPONENT);
        let numbers =
            |(name, values): &'s (&'static str, Vec<u64>)| PositionColumn::Numbers(name, values);
        columns.extend(component.into_iter().map(numbers));
        columns.extend(mobility);
        columns.extend(others.into_iter().map(numbers));
        columns
    }

    /// Computes the numbers of the columns that need the whole space.
    pub fn compute(&self, session: &Session, extra: &[Extra]) -> anyhow::Result<Computed> {
        let mut computed = Computed::new();
        if extra.contains(&Extra::Component) {
            let numbers = long_work::with_effort(session, "positions", |effort| {
                effort.doing("components")?;
                ComponentList::new(&self.space, effort)?.numbers(&self.space, effort)
            })?;
            computed.push((COMPONENT, numbers));
        }
        if extra.contains(&Extra::SolutionCount) {
            for table in &self.tables {
                let all = AllPositions::of_table(&self.space, table)?;
                let counts = long_work::with_effort(session, "positions", |effort| {
                    effort.doing("optimal solutions")?;
                    solution_counts(&all, effort)
                })?;
                computed.push((SOLUTION_COUNT[table.metric], counts));
            }
        }
        if extra.contains(&Extra::Eccentricity) {
            let found =
                long_work::with_effort(session, "positions", |effort| self.eccentricities(effort))?;
            computed.extend(found);
        }
        Ok(computed)
    }

    fn eccentricities(&self, effort: Effort<'_>) -> Result<Computed, SearchError> {
        effort.doing("eccentricities")?;
        effort.total(self.space.len() * (1 + self.tables.len() as u64))?;
        let graph = SpaceGraph::new(&self.space, effort)?;
        let of_metric = |table: &SetTable| {
            let found = eccentricities_of(&graph, table.metric, effort)?;
            Ok((ECCENTRICITY[table.metric], found))
        };
        self.tables.iter().map(of_metric).collect()
    }
}

/// The text of a piece set, or the name of the chosen puzzle.
fn name(session: &Session, set: &PieceSet) -> String {
    let puzzle = session.atlas.family().puzzle();
    session.chosen.as_ref().map_or_else(|| puzzle.piece_set_text(set), |c| c.file.name().to_owned())
}

/// The index of a position of the space, by its text.
fn index_of(session: &Session, space: &Space, text: &str) -> anyhow::Result<u64> {
    let (its_set, position) = session.read_position(text)?;
    let set = space.piece_set();
    let index = if its_set == *set { space.rank(&position) } else { None };
    index.with_context(|| {
        let [set, its_set] = [set, &its_set].map(|set| space.puzzle().piece_set_text(set));
        format!("the position has the piece set {its_set}, not {set}")
    })
}

/// The positions of a component, which is given by its number or by one of its positions.
fn component(session: &Session, space: &Space, component: &str) -> anyhow::Result<Members> {
    let index = match component.parse::<usize>() {
        Ok(number) => {
            let list = long_work::with_effort(session, "positions", |effort| {
                effort.doing("components")?;
                ComponentList::new(space, effort)
            })?;
            list.first_position(number).with_context(|| {
                let there = output::counted(list.len() as u64, "component");
                let of = name(session, space.piece_set());
                format!(
                    "{of} has no component {number}: it has {there}, numbered from 1, the largest first"
                )
            })?
        }
        Err(_) => index_of(session, space, component)?,
    };
    long_work::with_effort(session, "positions", |effort| {
        effort.total(space.len())?;
        effort.doing("one component")?;
        Members::of(space, index, effort)
    })
}
