//! Tasks about games of stones: positions in which only one move wins.

use super::GENERATOR;
use super::measure::Measure;
use super::order::{Language, Split, TaskOrder};
use super::player::Player;
use super::task::Task;
use super::words::drawn;
use crate::cluster_key::ClusterKey;
use crate::score::{Asked, StoneReferee};
use huarong_core::effort::{Cancelled, Effort};
use huarong_games::lines::Lines;
use huarong_games::{Outcome, Position, ProofError, Prover, Question, StoneGame, each_cell, ended};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::ops::RangeInclusive;

/// Most bytes of the results of a search.
const MEMORY: u64 = 1 << 24;

/// Most empty cells: more take long to search.
const MOST_EMPTY: u32 = 12;
const MOST_EMPTY_WITH_GRAVITY: u32 = 26;

/// Positions that are looked at for a task.
const ATTEMPTS: usize = 32;

/// Tasks with wins in a range of plies, at most `most`.
pub(super) fn tasks(
    game: &Lines,
    order: &TaskOrder,
    plies: &RangeInclusive<u16>,
    most: usize,
    generator: &mut ChaCha8Rng,
    effort: Effort<'_>,
) -> Result<Vec<Task>, Cancelled> {
    let mut made = Vec::new();
    // Games that cannot be searched have no tasks.
    let Ok(mut prover) = Prover::within(game, MEMORY) else { return Ok(made) };
    // Wins at once are frequent, so they are drawn as often as other numbers of plies.
    let mut is_at_once = generator.random_range(plies.clone()) == 1;
    for _ in 0..most * ATTEMPTS {
        effort.check()?;
        if made.len() == most {
            break;
        }
        let Some(position) = draw(game, *plies.start(), generator) else { continue };
        if wins_at_once(game, &position) != is_at_once {
            continue;
        }
        let key = ClusterKey::of_stones(game, &position);
        if !Split::takes(order.split, Split::of(key)) {
            continue;
        }
        // The errors of positions do not occur in play.
        let found = effort.quietly(|effort| {
            let is_only = has_one_winning_move(&mut prover, &position, effort)?;
            is_only.then(|| StoneReferee::new(&mut prover, position, effort)).transpose()
        });
        let Ok(Some(referee)) = found else { continue };
        if let Some(task) = task(game, &position, &referee, key, order, plies, generator) {
            made.push(task);
            is_at_once = generator.random_range(plies.clone()) == 1;
        }
    }
    effort.check()?;
    Ok(made)
}

/// A position after random moves, with at least so many empty cells. `None` if the game ended.
fn draw(game: &Lines, least: u16, generator: &mut ChaCha8Rng) -> Option<Position> {
    let (columns, rows) = game.board();
    let cells = u32::from(columns) * u32::from(rows);
    let most = if game.has_gravity() { MOST_EMPTY_WITH_GRAVITY } else { MOST_EMPTY }.min(cells);
    let empty = generator.random_range(u32::from(least).min(most)..=most);
    let mut at = Position::default();
    for _ in empty..cells {
        let cells: Vec<u32> = each_cell(game.places(at.occupied())).collect();
        at = at.after(cells[generator.random_range(0..cells.len())]);
        if [at.first, at.second].into_iter().any(|stones| ended(game, stones).is_some()) {
            return None;
        }
    }
    Some(at)
}

/// Whether one move wins and no other. Most positions have several, so it looks for a second one only.
fn has_one_winning_move(
    prover: &mut Prover<'_>,
    at: &Position,
    effort: Effort<'_>,
) -> Result<bool, ProofError> {
    if prover.prove(at, Question::Outcome, effort)?.verdict.outcome != Outcome::Win {
        return Ok(false);
    }
    let mut winning = 0;
    for cell in each_cell(prover.game().places(at.occupied())) {
        let proof = prover.prove(&at.after(cell), Question::Outcome, effort)?;
        winning += u32::from(proof.verdict.outcome == Outcome::Loss);
        if winning > 1 {
            break;
        }
    }
    Ok(winning == 1)
}

/// Whether a stone wins at once.
fn wins_at_once(game: &Lines, at: &Position) -> bool {
    let (mine, _) = at.sides();
    let wins = |cell: u32| ended(game, mine | 1 << cell) == Some(Outcome::Win);
    each_cell(game.places(at.occupied())).any(wins)
}

/// The task of a position; `None` if it does not suit the order.
fn task(
    game: &Lines,
    position: &Position,
    referee: &StoneReferee,
    key: ClusterKey,
    order: &TaskOrder,
    plies: &RangeInclusive<u16>,
    generator: &mut ChaCha8Rng,
) -> Option<Task> {
    let moves = referee.moves();
    let mut winning = moves.iter().filter(|made| made.outcome == Outcome::Win);
    let (best, None) = (winning.next()?, winning.next()) else { return None };
    let optimal = referee.optimal().filter(|optimal| plies.contains(optimal))?;
    let (columns, rows) = game.board();
    let stones = position.stones();
    let empty_cells = u32::from(columns) * u32::from(rows) - stones;
    let measured = |measure: Measure| match measure {
        Measure::SolutionCount | Measure::Reachable => None,
        Measure::Mobility => Some(moves.len() as u64),
        Measure::BestMoves => Some(1),
        Measure::Pieces => Some(stones.into()),
        Measure::EmptyCells => Some(empty_cells.into()),
    };
    if moves.len() < 2 || !order.holds(measured) {
        return None;
    }
    let target = referee.text(best.cell);
    let answer = match order.player {
        Some(Player::Exact) => Some(target.clone()),
        Some(Player::Random) => {
            Some(referee.text(moves[generator.random_range(0..moves.len())].cell))
        }
        _ => None,
    };
    Some(Task {
        // The stream numbers its tasks.
        id: String::new(),
        generator: GENERATOR,
        family: game.name(),
        split: Split::of(key).name(),
        cluster: key.to_string(),
        question: Asked::Next.name(),
        language: order.language.name(),
        prompt: prompt(game, position, order),
        board: position.text(game.board()),
        start: None,
        puzzle: Some(0),
        metric: None,
        about: None,
        within: None,
        target,
        answer,
        optimal: Some(optimal),
        solution: None,
        moves: Vec::new(),
        solution_count: None,
        reachable: None,
        mobility: moves.len() as u32,
        best_moves: 1,
        pieces: stones,
        empty_cells,
    })
}

fn prompt(game: &Lines, position: &Position, order: &TaskOrder) -> String {
    let (columns, rows) = game.board();
    let k = game.k();
    let text = position.text(game.board());
    let lines: Vec<&str> = text.split('/').collect();
    let board = drawn(&lines, order.drawing).unwrap_or_else(|| lines.join("\n"));
    let side = if position.is_first_to_move() { 'x' } else { 'o' };
    let parts = match order.language {
        Language::English => {
            let end = if game.is_misere() { "loses" } else { "wins" };
            let place = match game.has_gravity() {
                true => "A stone falls to the lowest empty cell of its column.",
                false => "A stone goes to any empty cell.",
            };
            let form = match game.has_gravity() {
                true => "Write the number of its column",
                false => "Write its cell as (row, column)",
            };
            [
                format!(
                    "A game for two has {columns} columns and {rows} rows. `x` and `o` are the stones of the players, and `.` is an empty cell. Rows are counted from 1 at the top, columns from 1 at the left."
                ),
                board,
                format!(
                    "The players place stones in turn; x was first. {place} Stones never move. Whoever first has {k} of their own stones in a row, across, down or diagonally, {end}."
                ),
                format!(
                    "It is the turn of {side}. Only one move wins against every defence. Which one?"
                ),
                format!("{form}. Write the answer after `Answer:`."),
            ]
        }
        Language::Chinese => {
            let end = if game.is_misere() { "輸" } else { "贏" };
            let place = match game.has_gravity() {
                true => "棋子落到該直欄最低的空格。",
                false => "棋子可下在任何空格。",
            };
            let form = match game.has_gravity() {
                true => "請寫出它的直欄編號",
                false => "請把它的格子寫成（橫列, 直欄）",
            };
            [
                format!(
                    "這是兩人棋類遊戲，棋盤有 {columns} 直欄、{rows} 橫列。「x」與「o」是雙方的棋子，「.」是空格。橫列由上往下、直欄由左往右，都從 1 數起。"
                ),
                board,
                format!(
                    "雙方輪流下子，x 先下。{place}棋子下了就不再移動。先有 {k} 個自己的棋子橫、直或斜連成一線的一方{end}。"
                ),
                format!("輪到 {side}。只有一步無論對方怎麼下都能贏。是哪一步？"),
                format!("{form}。請把答案寫在「答案：」之後。"),
            ]
        }
    };
    parts.join("\n\n")
}
