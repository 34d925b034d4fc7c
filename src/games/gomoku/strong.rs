//! stub
use super::engine::{Choice, Clock, Limits, Position};
pub struct Player;
impl Player {
    pub fn new(_memory: usize) -> Self {
        Self
    }
    pub fn choose(&mut self, _p: &Position, _l: &Limits, _c: &mut Clock<'_>) -> Option<Choice> {
        None
    }
}
