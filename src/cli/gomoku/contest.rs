//! `huarong gomoku match`: matches between engines.

use super::arguments::engine_memory;
use super::opponent::{Contender, Opponent};
use super::page;
use super::results::{Match, MatchRecord};
use crate::cli::output;
use crate::cli::output::counted;
use crate::cli::session::Session;
use crate::cli::{interrupt, long_work};
use anyhow::bail;
use huarong_core::effort::{Cancelled, Effort};
use huarong_games::gomoku::{
    ActError, Cell, Game, Opening, Results, Stage, Stone, coordinates, openings,
};
use rayon::prelude::*;
use std::io::Write;

/// The result of a game. Engines are numbered by their place in the pair; a fault has an engine and a description.
struct Ended {
    winner: Option<usize>,
    fault: Option<(usize, String)>,
}

pub(super) fn run(session: &Session, arguments: &Match) -> anyhow::Result<()> {
    if !arguments.games.is_multiple_of(2) {
        bail!(
            "--games {}: the number must be even, so that both engines play each opening with both colours",
            arguments.games
        );
    }
    let openings =
        openings::balanced(arguments.size, arguments.rule, arguments.games as usize / 2)?;
    let mut out = output::stdout()?;
    arguments.format.begin::<MatchRecord>(&mut out)?;
    // Each thread plays a game between two engines.
    let memory = engine_memory(session, 2 * rayon::current_num_threads());
    let firsts = if arguments.gauntlet { 1 } else { arguments.engines.len() };
    let mut records = Vec::new();
    for (number, first) in arguments.engines.iter().enumerate().take(firsts) {
        for second in &arguments.engines[number + 1..] {
            let games = long_work::with_effort(session, "games", |effort| {
                play_all(arguments, [first, second], &openings, memory, effort)
            })?;
            let record = record(session, arguments, [first, second], &games);
            arguments.format.write(&record, &mut out, |record, out| {
                let score = f64::from(record.games) * record.score;
                write!(
                    out,
                    "{} against {}: {score} of {} ({} won, {} drawn, {} lost)",
                    record.first,
                    record.second,
                    record.games,
                    record.wins,
                    record.draws,
                    record.losses
                )?;
                if let (Some(elo), Some(low), Some(high)) =
                    (record.elo, record.elo_low, record.elo_high)
                {
                    write!(out, ", Elo {elo:+.0} ({low:+.0} to {high:+.0})")?;
                }
                writeln!(out)
            })?;
            out.flush()?;
            records.push(record);
        }
    }
    match &arguments.report {
        Some(path) => page::write(path, arguments, &records),
        None => Ok(()),
    }
}

/// Plays all games of a pair, several at a time.
fn play_all(
    arguments: &Match,
    pair: [&Contender; 2],
    openings: &[Vec<Cell>],
    memory: usize,
    effort: Effort<'_>,
) -> Result<Vec<Ended>, Cancelled> {
    effort.total(arguments.games.into())?;
    let games = (0..arguments.games as usize).into_par_iter().map(|number| {
        // The first engine has black in even games.
        let ended = play(arguments, pair, &openings[number / 2], number % 2, memory, effort)?;
        effort.done(1)?;
        Ok(ended)
    });
    games.collect()
}

/// Plays a game; `black` is the place in the pair of the engine with black.
fn play(
    arguments: &Match,
    pair: [&Contender; 2],
    opening: &[Cell],
    black: usize,
    memory: usize,
    effort: Effort<'_>,
) -> Result<Ended, Cancelled> {
    effort.done(0)?;
    let mut game =
        Game::new(arguments.size, arguments.rule, Opening::Free).expect("a board's size");
    for &cell in opening {
        game.put(cell).expect("an opening can be played");
    }
    let lost =
        |who: usize, fault: String| Ended { winner: Some(1 - who), fault: Some((who, fault)) };
    let start = |who: usize| {
        Opponent::new(pair[who], &game, arguments.time_per_move, memory, interrupt::stop_flag())
            .map_err(|fault| lost(who, fault))
    };
    let started = (start(0), start(1));
    // If the match is cancelled, an engine that did not start is no fault.
    effort.done(0)?;
    let mut players = match started {
        (Ok(first), Ok(second)) => [first, second],
        (Err(ended), _) | (_, Err(ended)) => return Ok(ended),
    };
    loop {
        let of = |stone: Stone| if stone == Stone::Black { black } else { 1 - black };
        if let Stage::Over(winner) = game.stage() {
            return Ok(Ended { winner: winner.map(of), fault: None });
        }
        let who = of(game.to_move());
        let made = players[who].choose(&game);
        // If the match is cancelled, the choice was cut short and does not count.
        effort.done(0)?;
        let made = made.and_then(|cell| {
            game.put(cell).map_err(|error| {
                let why = match error {
                    // The usual message has the cell, which cannot be written in digits.
                    ActError::OffBoard { size, .. } => {
                        format!("the board has {size} rows and columns")
                    }
                    error => error.to_string(),
                };
                format!("played the illegal move {}: {why}", coordinates(cell))
            })
        });
        if let Err(fault) = made {
            return Ok(lost(who, fault));
        }
    }
}

/// Counts the results, and prints the faults.
fn record(
    session: &Session,
    arguments: &Match,
    pair: [&Contender; 2],
    games: &[Ended],
) -> MatchRecord {
    let mut results = Results::default();
    let mut faults = [0; 2];
    for (number, ended) in (1..).zip(games) {
        match ended.winner {
            Some(0) => results.wins += 1,
            Some(_) => results.losses += 1,
            None => results.draws += 1,
        }
        if let Some((who, fault)) = &ended.fault {
            faults[*who] += 1;
            session.say(format_args!("game {number}: {} loses because it {fault}", pair[*who]));
        }
    }
    if faults != [0; 2] {
        session.say(format_args!(
            "{} ended by a fault",
            counted(faults.iter().sum::<u32>().into(), "game")
        ));
    }
    let elo = results.elo();
    MatchRecord {
        first: pair[0].to_string(),
        second: pair[1].to_string(),
        rule: arguments.rule.name(),
        size: arguments.size,
        seconds_per_move: arguments.time_per_move.as_secs_f64(),
        games: results.games(),
        wins: results.wins,
        draws: results.draws,
        losses: results.losses,
        score: results.score(),
        elo: elo.map(|elo| elo.difference),
        elo_low: elo.map(|elo| elo.interval.0),
        elo_high: elo.map(|elo| elo.interval.1),
        first_faults: faults[0],
        second_faults: faults[1],
    }
}
