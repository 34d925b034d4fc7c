//! Tables of games: finds, opens and builds them.

use crate::cli::long_work;
use crate::cli::session::{Session, disk};
use huarong_games::lines::Lines;
use huarong_games::{GameError, GameFiles, GameTable, StoneGame};
use huarong_tables::table::TableError;
use std::io::ErrorKind;

/// The games that have tables.
pub(super) fn built(session: &Session) -> anyhow::Result<Vec<Lines>> {
    let directory = session.atlas.directory();
    let names = match std::fs::read_dir(directory) {
        Ok(names) => names,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => {
            let path = directory.to_owned();
            return Err(TableError::Io { action: "read", path, source }.into());
        }
    };
    let mut games: Vec<Lines> = names
        .filter_map(|entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            let name = name.strip_prefix("game-")?.strip_suffix(".huarong")?;
            Lines::of_name(name)
        })
        .collect();
    games.sort_by_key(|game| (game.board(), game.name()));
    Ok(games)
}

/// Whether a game has a sound table. A damaged one is reported.
pub(super) fn is_there(session: &Session, game: &Lines) -> anyhow::Result<bool> {
    match find(session, game).and_then(|table| table.as_ref().map(GameTable::check).transpose()) {
        Ok(checked) => Ok(checked.is_some()),
        Err(GameError::Table(damaged)) if damaged.is_replaceable() => {
            session.say(format_args!("{damaged}: solving the game again"));
            Ok(false)
        }
        Err(error) => Err(solve_again(error)),
    }
}

/// An error of a table. If the table has other rules, the error names the remedy.
fn solve_again(error: GameError) -> anyhow::Error {
    match error {
        GameError::Table(foreign @ TableError::Foreign { .. }) => anyhow::anyhow!(
            "{foreign}; `huarong game build --force` solves the game again in its place"
        ),
        error => error.into(),
    }
}

/// Solves a game and writes its table; returns its length. Without `force`, a table that another process wrote in the
/// meantime is kept, and `None` is returned.
pub(super) fn solve(session: &Session, game: &Lines, force: bool) -> anyhow::Result<Option<u64>> {
    let storage = disk();
    let files = GameFiles::new(&storage, session.atlas.directory());
    let built = long_work::with_effort(session, "positions", |effort| {
        let built = match force {
            true => files.build(game, effort).map(Some),
            false => files.build_missing(game, effort),
        };
        match built {
            Err(too_large @ GameError::Memory { .. }) => Ok(Err(too_large)),
            built => built.map(Ok),
        }
    });
    let searched = || {
        format!(
            "use `huarong game solve {:?}` to search positions without a table",
            game.to_string()
        )
    };
    built?.map_err(|too_large| anyhow::anyhow!("{too_large}; {}", searched()))
}

/// The table of a game, or `None` if it is missing.
pub(super) fn open_if_there(
    session: &Session,
    game: &Lines,
) -> anyhow::Result<Option<GameTable<Lines>>> {
    find(session, game).map_err(|error| match error {
        GameError::Table(damaged) if damaged.is_replaceable() => {
            anyhow::anyhow!("{damaged}; `huarong game build` solves the game again")
        }
        error => solve_again(error),
    })
}

fn find(session: &Session, game: &Lines) -> Result<Option<GameTable<Lines>>, GameError> {
    match GameFiles::new(&disk(), session.atlas.directory()).open(game.clone()) {
        Ok(table) => Ok(Some(table)),
        Err(GameError::Missing { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The table of a game, built if it is missing.
pub(super) fn open(session: &Session, game: &Lines) -> anyhow::Result<GameTable<Lines>> {
    if let Some(table) = open_if_there(session, game)? {
        return Ok(table);
    }
    session.say(format_args!("no table of {game}: solving it"));
    solve(session, game, false)?;
    Ok(GameFiles::new(&disk(), session.atlas.directory()).open(game.clone())?)
}
