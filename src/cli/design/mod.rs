//! `huarong design`: puzzles to order, and puzzles like another one.

mod arguments;
mod conditions;
mod files;
mod orders;
#[cfg(all(feature = "print", feature = "serve"))]
mod pack;
mod titles;
mod variants;

pub(super) use arguments::Arguments;
#[cfg(feature = "serve")]
pub(super) use conditions::value_of;
pub(super) use orders::print_hardest;

use super::session::Session;

pub(super) fn run(session: &Session, arguments: &Arguments) -> anyhow::Result<()> {
    #[cfg(all(feature = "print", feature = "serve"))]
    if let Some(path) = &arguments.pack {
        return pack::run(session, arguments, path);
    }
    match &arguments.like {
        Some(like) => variants::run(session, arguments, like),
        None => orders::run(session, arguments),
    }
}
