//! Elo difference of two players from the results of a match.

/// The results of one player's games against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// The difference in strength of two players, in Elo points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The Elo points of the first player, less those of the second.
    pub difference: f64,
    /// The bounds of the 95% confidence interval.
    pub interval: (f64, f64),
}

/// The half-width of the central 95% of a normal distribution, in standard deviations.
const QUANTILE: f64 = 1.959_964;

impl Results {
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The mean points per game: 1 for a win, 1/2 for a draw.
    pub fn score(&self) -> f64 {
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// The Elo difference; `None` if one player won all games or no game was played.
    ///
    /// An expected score s corresponds to a difference of 400 log10(s / (1 - s)) points (A. Elo, *The Rating of
    /// Chessplayers*, 1978). The interval is Wilson's for the score (*Journal of the American Statistical Association*
    /// 22, 1927). It is valid for few games and for one-sided results; with draws it is slightly too wide.
    ///
    /// ```
    /// use huarong_games::gomoku::Results;
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
        let squared = QUANTILE * QUANTILE;
        let middle = (score + squared / (2.0 * games)) / (1.0 + squared / games);
        let spread = score * (1.0 - score) / games + squared / (4.0 * games * games);
        let half = QUANTILE / (1.0 + squared / games) * spread.sqrt();
        let interval = (points(middle - half), points(middle + half));
        Some(Elo { difference: points(score), interval })
    }
}
