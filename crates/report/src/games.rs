//! `games.csv` and `plies.csv`: the number of positions of solved games, and their values.

use super::files::{Report, ReportFile, write_csv};
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

impl Report for GameStudy {
    fn files(&self) -> Vec<ReportFile<'_>> {
        vec![
            ReportFile::new("games.csv", |out| write_games(self, out)),
            ReportFile::new("plies.csv", |out| write_plies(self, out)),
        ]
    }
}

fn write_games(study: &GameStudy, out: &mut dyn Write) -> io::Result<()> {
    let columns = "game,rule,columns,rows,k,cells,positions,up_to_symmetry,wins,draws,losses,value,plies,max_plies,at_max";
    let rows = study.games.iter().map(|(game, Figures { verdict, whole, .. })| {
        let (columns, rows) = game.board();
        let cells = u16::from(columns) * u16::from(rows);
        let TierFigures { positions, up_to_symmetry, wins, draws, losses, .. } = whole;
        (
            (game.to_string(), game.rule(), columns, rows, game.k(), cells),
            (positions, up_to_symmetry, wins, draws, losses),
            (verdict.outcome, verdict.plies, whole.max_plies, whole.at_max),
        )
    });
    write_csv(out, columns, rows)
}

fn write_plies(study: &GameStudy, out: &mut dyn Write) -> io::Result<()> {
    let columns =
        "game,rule,stones,positions,up_to_symmetry,wins,draws,losses,out_of_play,max_plies,at_max";
    let rows = study.games.iter().flat_map(|(game, figures)| {
        (0u32..).zip(&figures.tiers).map(|(stones, tier)| {
            let TierFigures { positions, up_to_symmetry, wins, draws, losses, .. } = tier;
            (
                (game.to_string(), game.rule(), stones),
                (positions, up_to_symmetry, wins, draws, losses, tier.out_of_play),
                (tier.max_plies, tier.at_max),
            )
        })
    });
    write_csv(out, columns, rows)
}
