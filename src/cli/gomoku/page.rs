//! What matches came to, as a page.

use super::results::{Match, MatchRecord};
use crate::storage;
use anyhow::Context;
use std::io::{self, Write};
use std::path::Path;

/// Writes the page, whole or not at all.
pub(super) fn write(path: &Path, arguments: &Match, records: &[MatchRecord]) -> anyhow::Result<()> {
    storage::write_whole(path, ".huarong-report-", |out| page(out, arguments, records))
        .with_context(|| format!("cannot write {}", path.display()))
}

fn page(out: &mut dyn Write, arguments: &Match, records: &[MatchRecord]) -> io::Result<()> {
    let engines: Vec<String> =
        arguments.engines.iter().map(|engine| format!("`{engine}`")).collect();
    writeln!(
        out,
        "# Gomoku: how strong the levels are\n\n\
         Written by `huarong gomoku match`, not edited by hand; `scripts/gomoku-match` writes it again. {} games of \
         each two on\n{size}x{size}, {}, {} s a move at most, {} at a time. Every opening is five stones after which \
         a short search finds\nneither colour ahead, and is played twice, with the colours changed.\n\n\
         Engines: {}. Levels without a search, or with one to a fixed depth, use less than their time.\n\n\
         | first | second | won | drawn | lost | score | Elo | 95% | faults |\n\
         | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        arguments.games,
        arguments.rule.name(),
        arguments.time_per_move.as_secs_f64(),
        rayon::current_num_threads(),
        engines.join(", "),
        size = arguments.size,
    )?;
    for record in records {
        let MatchRecord { first, second, wins, draws, losses, score, .. } = record;
        let (elo, interval) = match (record.elo, record.elo_least, record.elo_most) {
            (Some(elo), Some(least), Some(most)) => {
                (format!("{elo:+.0}"), format!("{least:+.0} to {most:+.0}"))
            }
            // One has won all: there is no telling by how much it is the stronger.
            _ => Default::default(),
        };
        let score = 100.0 * score;
        let faults = record.first_faults + record.second_faults;
        writeln!(
            out,
            "| {first} | {second} | {wins} | {draws} | {losses} | {score:.1}% | {elo} | {interval} | {faults} |"
        )?;
    }
    writeln!(
        out,
        "\nThe score is a win 1 and a draw a half. Elo is the difference that such a score is expected of, with what \
         is likely at\n95%; none is said where one side won all games. A fault is a game lost by a crash, an answer \
         that did not come, or an\nillegal move."
    )
}
