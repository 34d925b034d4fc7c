//! `games.csv` and `plies.csv`: the number of positions of solved games, and their values.

use huarong_games::lines::Lines;
use huarong_games::{Figures, GameError, GameTable, StoneGame, TierFigures, figures};
use std::io::{self, Write};

/// The figures of some games.
#[derive(Debug, Default)]
pub struct GameStudy {
    games: Vec<(Lines, Figures)>,
}

impl GameStudy {
    /// Adds a game by its table.
    pub fn add(&mut self, table: &GameTable<Lines>) -> Result<(), GameError> {
        self.games.push((table.game().clone(), figures(table)?));
        Ok(())
    }
}

pub(super) fn write_games(study: &GameStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record([
        "game",
        "rule",
        "columns",
        "rows",
        "k",
        "cells",
        "positions",
        "up_to_symmetry",
        "wins",
        "draws",
        "losses",
        "value",
        "plies",
        "max_plies",
        "at_max",
    ])?;
    for (game, Figures { verdict, whole, .. }) in &study.games {
        let (columns, rows) = game.board();
        let cells = u16::from(columns) * u16::from(rows);
        let TierFigures { positions, up_to_symmetry, wins, draws, losses, .. } = whole;
        writer.serialize((
            (game.to_string(), game.rule(), columns, rows, game.k(), cells),
            (positions, up_to_symmetry, wins, draws, losses),
            (verdict.outcome, verdict.plies, whole.max_plies, whole.at_max),
        ))?;
    }
    writer.flush()
}

pub(super) fn write_plies(study: &GameStudy, out: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record([
        "game",
        "rule",
        "stones",
        "positions",
        "up_to_symmetry",
        "wins",
        "draws",
        "losses",
        "out_of_play",
        "max_plies",
        "at_max",
    ])?;
    for (game, figures) in &study.games {
        for (stones, tier) in (0u32..).zip(&figures.tiers) {
            let TierFigures { positions, up_to_symmetry, wins, draws, losses, .. } = tier;
            writer.serialize((
                (game.to_string(), game.rule(), stones),
                (positions, up_to_symmetry, wins, draws, losses, tier.out_of_play),
                (tier.max_plies, tier.at_max),
            ))?;
        }
    }
    writer.flush()
}
