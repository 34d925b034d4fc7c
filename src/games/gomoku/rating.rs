//! What the result of a match says of two players' strength.

/// The results of one player's games against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won.
    pub wins: u32,
    /// Games without a winner.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

/// How far two players are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// By how many points the first is the stronger.
    pub difference: f64,
    /// The lower and the upper end of what is likely, at 95%.
    pub interval: (f64, f64),
}

/// How many standard deviations 95% of a normal distribution lie within.
const NORMAL: f64 = 1.959_964;

impl Results {
    /// The number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points by game: a win is 1, a draw a half.
    pub fn score(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// The difference in strength; none where all games were won, all were lost, or none was played.
    ///
    /// A player whose expected score is s is stronger by 400 log10(s / (1 - s)) points (A. Elo, *The Rating of
    /// Chessplayers*, 1978). The interval is Wilson's for the score (*Journal of the American Statistical Association*
    /// 22, 1927), which holds for few games and lopsided results too; with draws it is a little too wide.
    ///
    /// ```
    /// use huarong::games::gomoku::Results;
    ///
    /// let elo = Results { wins: 75, draws: 0, losses: 25 }.elo().expect("neither won all");
    /// assert_eq!(elo.difference.round(), 191.0);
    /// assert!(elo.interval.0 < 191.0 && elo.interval.1 > 191.0);
    /// ```
    pub fn elo(&self) -> Option<Elo> {
        let (games, score) = (f64::from(self.games()), self.score());
        if !(score > 0.0 && score < 1.0) {
            return None;
        }
        let points = |score: f64| 400.0 * (score / (1.0 - score)).log10();
        let squared = NORMAL * NORMAL;
        let middle = (score + squared / (2.0 * games)) / (1.0 + squared / games);
        let spread = score * (1.0 - score) / games + squared / (4.0 * games * games);
        let half = NORMAL / (1.0 + squared / games) * spread.sqrt();
        let interval = (points(middle - half), points(middle + half));
        Some(Elo { difference: points(score), interval })
    }
}
