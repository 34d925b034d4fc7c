//! The files of the depth study.

use super::page;
use super::study::{ComponentDepth, DepthStudy, SetDepth};
use crate::files::{Report, ReportFile, write_csv};
use huarong_core::rules::{Metric, PerMetric, Reflection, Shape};
use huarong_lab::depth::Spread;
use huarong_oracle::analysis::Decimal;
use std::io::{self, Write};

impl Report for DepthStudy {
    fn files(&self) -> Vec<ReportFile<'_>> {
        vec![
            ReportFile::new("depth/diameters.csv", |out| write_diameters(self, out)),
            ReportFile::new("depth/eccentricities.csv", |out| write_eccentricities(self, out)),
            ReportFile::new("depth/searches.csv", |out| write_searches(self, out)),
            ReportFile::new("depth/structure.csv", |out| write_structure(self, out)),
            ReportFile::new("depth/goals.csv", |out| write_goals(self, out)),
            ReportFile::new("depth/optimal_solutions.csv", |out| {
                write_optimal_solutions(self, out)
            }),
            ReportFile::new("depth/depth.md", |out| page::write(self, out)),
        ]
    }
}

/// Piece set, metric and number of a component.
type Key<'s> = (&'s str, &'static str, usize);

/// Every component under every metric.
fn each_spread(
    study: &DepthStudy,
) -> impl Iterator<Item = (Key<'_>, &ComponentDepth, Metric, &Spread)> {
    study.each_component().flat_map(|(SetDepth { text, .. }, number, component)| {
        let metrics = component.spread.metrics.iter();
        metrics.map(move |(metric, spread)| {
            ((text.as_str(), metric.name(), number), component, metric, spread)
        })
    })
}

fn write_diameters(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    let columns = "piece_set,metric,component,size,diameter,radius,from,to";
    let rows = each_spread(study).map(|(key, component, metric, spread)| {
        let ends = &component.texts[metric].ends;
        (key, component.spread.size, spread.diameter, spread.radius, ends)
    });
    write_csv(out, columns, rows)
}

/// The number of positions of a component with each eccentricity.
fn write_eccentricities(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    let rows = each_spread(study).flat_map(|(key, _, _, spread)| {
        let counts = (spread.radius..).zip(spread.eccentricities.iter().flatten());
        counts.map(move |(eccentricity, positions)| (key, eccentricity, positions))
    });
    write_csv(out, "piece_set,metric,component,eccentricity,positions", rows)
}

/// The searches that prove the diameters and radii of components.
fn write_searches(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    // The searches of a mirror image are the images of the other component's searches.
    let own = each_spread(study).filter(|(_, component, ..)| component.spread.image_of.is_none());
    let rows = own.flat_map(|(key, component, metric, spread)| {
        let searches = component.texts[metric].searches.iter().zip(&spread.searches);
        searches.map(move |(position, (index, eccentricity))| {
            (key, position, eccentricity, *index == spread.centre)
        })
    });
    write_csv(out, "piece_set,metric,component,position,eccentricity,centre", rows)
}

/// Bridges and articulation positions of each component.
fn write_structure(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    let columns = "piece_set,metric,component,size,image_of,reflection,edges,mean_mobility,min_mobility,max_mobility,\
                   stuck,dead_ends,bridges,articulations,central,peripheral";
    let rows = each_spread(study).map(|(key, component, metric, spread)| {
        let (size, image_of) = (component.spread.size, component.spread.image_of);
        let image_of = (
            image_of.map(|(other, _)| other + 1),
            image_of.map(|(_, reflection)| reflection_name(reflection)),
        );
        let structure = &component.structure[metric];
        let mean = Decimal::ratio((2 * structure.edges).into(), size.into());
        let mean = mean.map(|mean| mean.to_string());
        let mobility = (mean, structure.fewest_moves, structure.most_moves);
        let ends = (structure.stuck, structure.dead_ends);
        let cuts = (structure.bridges, structure.articulations);
        let centre = (spread.central(), spread.peripheral());
        (key, size, image_of, structure.edges, mobility, ends, cuts, centre)
    });
    write_csv(out, columns, rows)
}

fn reflection_name(reflection: Reflection) -> &'static str {
    match reflection {
        Reflection::LeftRight => "left-right",
        Reflection::TopBottom => "top-bottom",
        Reflection::Both => "half-turn",
    }
}

/// Every possible goal of a single piece.
fn write_goals(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    let columns = "piece_set,metric,shape,column,row,places,goal_positions,solvable,max,at_max,mean,hardest_goal,hardest";
    let board = study.puzzle.board();
    let rows = study.sets.iter().flat_map(|set| {
        let most = |metric| set.goals.iter().map(|goal| goal.metrics[metric].max).max();
        let most = PerMetric::each(most);
        set.goals.iter().flat_map(move |goal| {
            let (column, row) = (board.column(goal.anchor) + 1, board.row(goal.anchor) + 1);
            goal.metrics.iter().map(move |(metric, figures)| {
                let shape = shape_name(&study.puzzle.shapes()[goal.shape]);
                let is_hardest = Some(figures.max) == most[metric];
                (
                    (&set.text, metric.name(), shape, column, row, goal.places),
                    (figures.goal_positions, figures.solvable, figures.max, figures.at_max),
                    (figures.mean.to_string(), is_hardest, &figures.hardest),
                )
            })
        })
    });
    write_csv(out, columns, rows)
}

/// A shape as text: its letter, or the signs of its pieces.
pub(super) fn shape_name(shape: &Shape) -> String {
    match shape.signs() {
        [] => shape.letter().to_string(),
        signs => signs.iter().collect(),
    }
}

/// The common features of the optimal solutions of a position.
fn write_optimal_solutions(study: &DepthStudy, out: &mut dyn Write) -> io::Result<()> {
    let columns = "piece_set,metric,name,position,distance,solution_count,reachable,positions,share,shared,forced,\
                   longest_forced,wrong_moves";
    let found = study
        .sets
        .iter()
        .flat_map(|set| set.optimal_solutions.iter().map(move |solutions| (&set.text, solutions)));
    let rows = found.map(|(text, found)| {
        let optimal = &found.optimal_solutions;
        let share = Decimal::ratio(optimal.positions.into(), found.component.into());
        (
            (text, found.metric.name(), &found.name, &found.position),
            (optimal.distance, optimal.solutions.to_string(), found.component, optimal.positions),
            (share.map(|share| share.to_string()), optimal.shared, optimal.forced),
            (optimal.longest_forced, optimal.wrong_moves.to_string()),
        )
    });
    write_csv(out, columns, rows)
}
