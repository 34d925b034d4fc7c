//! The measures of a start as text.

use super::record::{Measures, StartRecord};
use crate::cli::output::{counted, grouped, grouped_digits, one_line};
use huarong_lab::difficulty::{NextBest, Obstacles};
use huarong_oracle::analysis::Decimal;
use huarong_pages::json::{DecoyNumbers, ModelledRecord};
use std::fmt::Display;

/// The measures, one per line, in groups.
pub(super) fn of(record: &StartRecord<'_>) -> String {
    let position = record.position.as_deref().unwrap_or_default();
    let name = record.name.or(record.input).filter(|name| *name != position).map(one_line);
    let title = name.map_or(position.to_owned(), |name| format!("{name}: {position}"));
    let Measures::Known(measures) = &record.measures else {
        return format!("{title}\n  cannot reach the goal\n");
    };
    let lines = lines(measures, record.metric).into_iter();
    lines.fold(format!("{title}\n"), |text, (label, value)| {
        text + &format!("  {label:<32} {value}\n")
    })
}

fn lines(modelled: &ModelledRecord, metric: &str) -> Vec<(&'static str, String)> {
    let of = &modelled.measures;
    let or_none = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
    let pair = |one: &dyn Display, other: &dyn Display| format!("{one}, {other}");
    let large = |number: u64| grouped(number).to_string();
    let classes = of.solution_classes.map(large);
    let classes = classes.unwrap_or_else(|| "too many to count".to_owned());
    let next_best = of.next_best.map(|NextBest { moves, common, .. }| {
        format!("{moves} moves; earliest parting after {common}")
    });
    let obstacles = of.obstacles.map(|Obstacles { slides, depth, fewest, .. }| {
        format!("{}, depth {depth}, fewest {fewest}", counted(slides, "slide"))
    });
    let [unit, straight, finger] = of.distance.values();
    let mut lines = vec![
        ("moves: unit, straight, finger", format!("{unit}, {straight}, {finger}")),
        ("metric of the other measures", metric.to_owned()),
        ("optimal solutions", grouped_digits(&of.solution_count.to_string())),
        ("  up to the order of moves", classes),
        ("reachable positions", large(of.reachable)),
        ("  goal positions", large(of.reachable_goals)),
        ("  dead ends", large(of.dead_ends)),
        ("  mean mobility", of.mean_mobility.to_string()),
        (
            "mobility: start, solutions",
            pair(&of.mobility, &or_none(of.solution_mobility.map(|mean| mean.to_string()))),
        ),
        ("wrong moves along a solution", of.wrong_moves.to_string()),
        (
            "  their depth: mean, largest",
            pair(&or_none(of.mean_detour.map(|mean| mean.to_string())), &of.largest_detour),
        ),
        ("next best solution", or_none(next_best)),
        ("moves away from the goal", format!("{}, fewest {}", of.away, of.fewest_away)),
        ("returns to an earlier place", of.returns.to_string()),
        ("positions on all solutions", large(of.unavoidable_positions)),
        ("  on all optimal solutions", large(of.shared_positions)),
        ("forced moves, longest stretch", pair(&large(of.forced_moves), &large(of.longest_forced))),
        ("tree of obstacles", or_none(obstacles)),
    ];
    if let Some(leaving) = &of.leaving {
        let order = |order: &str| if order.is_empty() { "any".to_owned() } else { one_line(order) };
        let mean = |mean: Option<Decimal>| or_none(mean.map(|mean| mean.to_string()));
        let some = |number: Option<u32>| or_none(number.map(|number| number.to_string()));
        let orders = leaving.optimal_orders.map(large);
        lines.extend([
            ("lost positions, their share", pair(&large(leaving.lost), &leaving.lost_share)),
            ("  soonest after moves", some(leaving.soonest_loss)),
            ("  moves to them along a solution", leaving.lost_moves.to_string()),
            (
                "  noticed after: mean, largest",
                pair(&mean(leaving.mean_notice), &some(leaving.largest_notice)),
            ),
            ("  exits after the loss, most", some(leaving.exits_after_loss)),
            ("order of leaving: all solutions", order(&leaving.order)),
            ("  all optimal solutions", order(&leaving.optimal_order)),
            (
                "  orders of optimal solutions",
                orders.unwrap_or_else(|| "too many to count".to_owned()),
            ),
            (
                "moves per exit, longest between",
                pair(&mean(leaving.mean_between_exits), &large(leaving.longest_between_exits)),
            ),
        ]);
    }
    if let Some(DecoyNumbers { decoys, decoy_walls }) = modelled.decoys {
        let number = |number: Option<usize>| match number {
            Some(number) => large(number as u64),
            None => "beyond the memory limit".to_owned(),
        };
        lines.push(("decoys: pieces, walls", pair(&number(decoys), &number(decoy_walls))));
    }
    if let Some(Some(expected)) = modelled.expected_moves {
        lines.push(("expected moves of the model", format!("{expected:.2}")));
    }
    lines
}
