//! Tasks: their answers against a witness that works only on drawn grids, and their parts.

use huarong::games::lines::Lines;
use huarong::games::{Position as Stones, StoneGame};
use huarong::score::{Asked, Question, Referees};
use huarong::search::Effort;
use huarong::tasks::{Boards, Condition, Drawing, Language, Player, Split, Task, TaskOrder, Tasks};
use huarong::{Metric, Options, Position, Puzzle};
use naive::grids::{Drawn, Witness};
use naive::letters::Lettered;
use std::collections::{HashMap, HashSet};

fn rush(width: u8, height: u8) -> Boards {
    Boards::Rush { size: (width, height), most_walls: 1, known: [].into() }
}

/// The first tasks of an order.
fn tasks(boards: Boards, order: &TaskOrder, count: usize) -> Vec<Task> {
    let mut stream = Tasks::new(boards, order.clone());
    let mut found = Vec::new();
    while found.len() < count {
        found.extend(stream.next_some(Effort::UNLIMITED).unwrap());
    }
    found.truncate(count);
    found
}

fn order(asked: &[Asked]) -> TaskOrder {
    let mut order = TaskOrder::default();
    order.asked = asked.to_vec();
    order.lengths = 1..=6;
    order.seed = 7;
    order
}

/// The Rush Hour board as the witness draws it.
fn drawn(board: &str) -> Drawn {
    let goal = board.split('/').map(|row| {
        let mut goal: Vec<char> =
            row.chars().map(|sign| if sign == '#' { '#' } else { '.' }).collect();
        if row.contains('A') {
            let end = goal.len();
            goal[end - 2..].fill('A');
        }
        goal.into_iter().collect::<String>()
    });
    let goals = vec![goal.collect::<Vec<_>>().join("\n")];
    Drawn { start: board.replace('/', "\n"), goals, lengthwise: true, ..Drawn::default() }
}

/// The number of moves of an optimal solution.
fn length(board: &str) -> Option<u32> {
    Witness::new(&drawn(board)).solution_length("straight")
}

/// Slides the cars of some moves such as `A right 2`; none if one is not legal.
fn slid(board: &str, moves: &[String]) -> Option<String> {
    let width = board.split('/').next().unwrap().len();
    let mut grid = Lettered::of(board, width);
    for made in moves {
        let words: Vec<&str> = made.split(' ').collect();
        let [car, direction, cells] = words[..] else { panic!("{made}") };
        let cells: isize = cells.parse().unwrap();
        let (right, down) = match direction {
            "right" => (cells, 0),
            "left" => (-cells, 0),
            "down" => (0, cells),
            "up" => (0, -cells),
            _ => panic!("{made}"),
        };
        let car = car.chars().next().unwrap();
        let rows: Vec<&str> = board.split('/').collect();
        let is_across = rows.iter().any(|row| row.matches(car).count() > 1);
        if is_across != (down == 0) {
            return None;
        }
        grid.slide(car, right, down).ok()?;
    }
    Some(grid.text())
}

fn moves(target: &str) -> Vec<String> {
    target.split(", ").map(str::to_owned).collect()
}

#[test]
fn answers_are_those_of_a_witness() {
    let made = tasks(rush(4, 4), &order(&Asked::ALL), 160);
    let mut seen = HashSet::new();
    for task in &made {
        let optimal = length(&task.board);
        assert_eq!(task.optimal.map(u32::from), optimal, "{task:?}");
        assert!(
            task.prompt.contains("Answer:") && task.prompt.contains(&task.board.replace('/', "\n"))
        );
        let about = task.about.clone().unwrap_or_default();
        seen.insert((task.question, task.target == "yes"));
        match task.question {
            "solve" | "within" => {
                let solution = moves(&task.target);
                let end = slid(&task.board, &solution).unwrap();
                assert_eq!(
                    (length(&end), Some(solution.len() as u32)),
                    (Some(0), optimal),
                    "{task:?}"
                );
                assert!(task.within.is_none_or(|most| Some(u32::from(most)) >= optimal));
            }
            "next" => {
                let end = slid(&task.board, &moves(&task.target)).unwrap();
                assert_eq!(length(&end), optimal.map(|far| far - 1), "{task:?}");
            }
            "legal" => {
                let is_legal = slid(&task.board, &about).is_some();
                assert_eq!(task.target, if is_legal { "yes" } else { "no" }, "{task:?}");
            }
            "board" => assert_eq!(slid(&task.board, &about), Some(task.target.clone()), "{task:?}"),
            "solvable" => assert_eq!(task.target == "yes", optimal.is_some(), "{task:?}"),
            "length" => assert_eq!(task.target.parse().ok(), optimal),
            "mistake" => {
                let after = |number: usize| length(&slid(&task.board, &about[..number]).unwrap());
                let first = (1..=about.len()).find(|&number| after(number) >= after(number - 1));
                assert_eq!(task.target.parse().ok(), first, "{task:?}");
            }
            question => panic!("{question}"),
        }
    }
    assert!(seen.contains(&("legal", true)) && seen.contains(&("legal", false)));
    assert!(seen.contains(&("solvable", true)) && seen.contains(&("solvable", false)));
}

/// The right answer is right, others are wrong, however the answer is written.
#[test]
fn right_answers_are_marked_right() {
    let options = Options::new();
    let referees = Referees::new();
    for task in tasks(rush(4, 4), &order(&Asked::ALL), 160) {
        let start = Position::from_rush(&task.board).unwrap();
        let referee = referees.of(&start, Metric::Straight, &options).unwrap();
        let about = task.about.clone().unwrap_or_default().join(", ");
        let question = match task.question {
            "within" => Question::Within(task.within.unwrap().into()),
            "next" => Question::Next,
            "legal" => Question::Legal(&about),
            "board" => Question::Board(&about),
            "solvable" => Question::Solvable,
            "length" => Question::Length,
            "mistake" => Question::Mistake(&about),
            _ => Question::Solve,
        };
        let is_right = |answer: &str| referee.mark(question, answer, &options).unwrap().correct;
        let target = &task.target;
        assert!(
            is_right(target) && is_right(&format!("Let me see.\n**Answer:** {target}")),
            "{task:?}"
        );
        assert!(!is_right("") && !is_right("I do not know"), "{task:?}");
        let wrong = match &**target {
            "yes" => "no".to_owned(),
            "no" => "yes".to_owned(),
            number if number.parse::<u32>().is_ok() => format!("{number}0"),
            board if board.contains('/') => task.board.clone(),
            _ => "A left 9".to_owned(),
        };
        // Moves that lead back to the start leave the board as it was.
        if wrong != *target {
            assert!(!is_right(&wrong), "{wrong}: {task:?}");
        }
    }
}

#[test]
fn parts_share_no_component_and_lengths_are_in_the_range() {
    let of = |split| {
        let mut order = order(&[Asked::Solve]);
        order.split = Some(split);
        tasks(rush(5, 4), &order, 128)
    };
    let parts: Vec<Vec<Task>> = Split::ALL.into_iter().map(of).collect();
    let clusters =
        |tasks: &[Task]| tasks.iter().map(|task| task.cluster.clone()).collect::<HashSet<_>>();
    for (nth, (part, tasks)) in Split::ALL.iter().zip(&parts).enumerate() {
        assert!(tasks.iter().all(|task| task.split == part.name()));
        for others in &parts[nth + 1..] {
            assert!(clusters(tasks).is_disjoint(&clusters(others)));
        }
        assert!(clusters(tasks).len() > 3);
        assert!(tasks.iter().all(|task| (1..=6).contains(&task.optimal.unwrap())));
        let lengths: HashSet<_> = tasks.iter().map(|task| task.optimal).collect();
        assert!(lengths.len() > 3, "{lengths:?}");
    }
}

/// The number of shortest sequences of positions from a board to a goal, level by level.
fn shortest_solutions(board: &str) -> u64 {
    let witness = Witness::new(&drawn(board));
    let mut level = HashMap::from([(witness.start_text(), 1)]);
    let mut known: HashSet<String> = level.keys().cloned().collect();
    loop {
        let solved: u64 =
            level.iter().filter(|(text, _)| witness.is_goal(text)).map(|(_, ways)| ways).sum();
        if solved > 0 || level.is_empty() {
            return solved;
        }
        let mut next: HashMap<String, u64> = HashMap::new();
        for (text, ways) in &level {
            for after in witness.neighbours(text, "straight") {
                if !known.contains(&after) {
                    *next.entry(after).or_default() += ways;
                }
            }
        }
        known.extend(next.keys().cloned());
        level = next;
    }
}

#[test]
fn conditions_hold() {
    let mut order = order(&[Asked::Solve, Asked::Legal]);
    order.conditions = ["pieces=4..", "pieces=..5", "solution_count=1", "mobility=3..6"]
        .map(|text| text.parse().unwrap())
        .into();
    for task in tasks(rush(4, 4), &order, 60) {
        let signs: HashSet<char> =
            task.board.chars().filter(|sign| !"./#".contains(*sign)).collect();
        assert!((4..=5).contains(&signs.len()), "{task:?}");
        assert_eq!(shortest_solutions(&task.board), 1, "{task:?}");
        let witness = Witness::new(&drawn(&task.board));
        let legal = witness.neighbours(&witness.start_text(), "straight").len();
        assert!((3..=6).contains(&legal), "{task:?}");
    }
    let written = order.conditions.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(written[..2], ["pieces=4..", "pieces=0..5"]);
    for (text, fault) in [
        ("cars=3", "unknown measure"),
        ("pieces=", "is no condition"),
        ("pieces", "is no condition"),
        ("pieces=9..8", "is no condition"),
        ("pieces=many", "such as pieces=8..12"),
    ] {
        let error = text.parse::<Condition>().unwrap_err().to_string();
        assert!(error.contains(fault), "{error}");
    }
}

#[test]
fn tasks_depend_on_the_seed_alone() {
    let mut order = order(&Asked::ALL);
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let alone = one.install(|| tasks(rush(5, 5), &order, 300));
    assert_eq!(alone, tasks(rush(5, 5), &order, 300));
    order.seed += 1;
    assert_ne!(alone, tasks(rush(5, 5), &order, 300));
}

#[test]
fn klotski_and_puzzles_have_tasks_in_every_drawing_and_language() {
    let file =
        "name = 'Doors'\nstart = '''\nAAB\nC..'''\ndoors = '''\n.....\nC...B\n.....\n.....'''";
    let puzzles = Boards::Puzzles([Position::from_toml(file).unwrap()].into());
    let options = Options::new();
    for (boards, metric, read) in [
        (Boards::Klotski(Puzzle::klotski()), Metric::Unit, None),
        (puzzles, Metric::Straight, Some(Position::from_toml(file).unwrap().puzzle().clone())),
    ] {
        for language in Language::ALL {
            for drawing in Drawing::ALL {
                let mut order = order(&[Asked::Solve, Asked::Length, Asked::Next]);
                (order.metric, order.language, order.drawing) = (metric, language, drawing);
                for task in tasks(boards.clone(), &order, 12) {
                    let puzzle = read.clone().unwrap_or_else(Puzzle::klotski);
                    let start = puzzle.parse(&task.board).unwrap();
                    let referee = Referees::new().of(&start, metric, &options).unwrap();
                    if task.question == "solve" {
                        let score = referee.score(&task.target, &options).unwrap();
                        assert_eq!(
                            (score.optimal, score.excess),
                            (task.optimal, Some(0)),
                            "{task:?} {score:?}"
                        );
                    }
                }
            }
        }
    }
}

/// Players make legal moves by the witness. On a small board a search of 1,000 positions finds each solution.
#[test]
fn players_make_legal_moves() {
    let mut solved = Vec::new();
    for player in Player::ALL {
        let mut order = order(&[Asked::Solve, Asked::Next, Asked::Length]);
        order.player = Some(player);
        let made = tasks(rush(4, 4), &order, 60);
        let (mut ends, mut all) = (0, 0);
        for task in &made {
            let answer = match (task.question, &task.answer) {
                ("length", answer) => {
                    let known = (player == Player::Exact).then_some(&task.target);
                    assert_eq!(answer.as_ref(), known);
                    continue;
                }
                (_, Some(answer)) => moves(answer),
                _ => panic!("{task:?}"),
            };
            let end = slid(&task.board, &answer).unwrap_or_else(|| panic!("{task:?}"));
            if task.question == "next" {
                assert_eq!(answer.len(), 1);
                continue;
            }
            assert!(answer.len() <= 200);
            let is_solved = length(&end) == Some(0);
            (ends, all) = (ends + usize::from(is_solved), all + 1);
            match player {
                Player::Exact => assert_eq!(answer.len(), usize::from(task.optimal.unwrap())),
                Player::BestFirst => assert!(is_solved, "{task:?}"),
                // They give up after all their moves only.
                _ => assert!(is_solved || answer.len() == 200, "{task:?}"),
            }
        }
        assert!(all > 10, "{all}");
        solved.push((ends, all));
        // The boards do not depend on the player.
        order.player = None;
        let boards = |made: &[Task]| made.iter().map(|task| task.board.clone()).collect::<Vec<_>>();
        assert_eq!(boards(&made), boards(&tasks(rush(4, 4), &order, 60)));
    }
    assert!(solved[2..].iter().all(|(ends, all)| ends == all), "{solved:?}");
}

/// The board after a tile slides into the empty cell, if it is beside it.
fn tile_slid(board: &str, made: &str) -> Option<String> {
    let words: Vec<&str> = made.split(' ').collect();
    let [tile, direction, "1"] = words[..] else { return None };
    let mut cells: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    let place = |sign: char| {
        let rows = cells.iter().enumerate();
        rows.flat_map(|(y, row)| row.iter().position(|&at| at == sign).map(|x| (x, y))).next()
    };
    let ((x, y), (to_x, to_y)) = (place(tile.chars().next()?)?, place('.')?);
    let beside = match direction {
        "right" => (x + 1, y),
        "left" => (x.checked_sub(1)?, y),
        "down" => (x, y + 1),
        _ => (x, y.checked_sub(1)?),
    };
    if beside != (to_x, to_y) {
        return None;
    }
    let sign = std::mem::replace(&mut cells[y][x], '.');
    cells[to_y][to_x] = sign;
    let rows: Vec<String> = cells.iter().map(|row| row.iter().collect()).collect();
    Some(rows.join("/"))
}

/// The numbers of moves of all boards that can be solved.
fn tile_distances(goal: &str) -> HashMap<String, u32> {
    let mut distances = HashMap::from([(goal.to_owned(), 0)]);
    let mut level = vec![goal.to_owned()];
    while !level.is_empty() {
        let mut next = Vec::new();
        for board in &level {
            let far = distances[board] + 1;
            for tile in goal.chars().filter(|sign| sign.is_alphabetic()) {
                for direction in ["right", "left", "up", "down"] {
                    let after = tile_slid(board, &format!("{tile} {direction} 1"));
                    if let Some(after) = after.filter(|after| !distances.contains_key(after)) {
                        distances.insert(after.clone(), far);
                        next.push(after);
                    }
                }
            }
        }
        level = next;
    }
    distances
}

#[test]
fn tiles_have_the_answers_of_a_witness() {
    let (boards, text) = Boards::tiles((3, 2)).unwrap();
    let distances = tile_distances("ABC/DE.");
    assert_eq!(distances.len(), 360, "half of 6!");
    let after = |board: &str, moves: &[String]| {
        moves.iter().try_fold(board.to_owned(), |board, made| tile_slid(&board, made))
    };
    let mut order = order(&Asked::ALL);
    order.lengths = 1..=20;
    let mut unsolvable = 0;
    for task in tasks(boards, &order, 160) {
        let far = distances.get(&task.board).copied();
        assert_eq!((task.optimal.map(u32::from), task.reachable), (far, Some(360)), "{task:?}");
        let about = task.about.clone().unwrap_or_default();
        match task.question {
            "solve" | "within" => {
                let solution = moves(&task.target);
                assert_eq!(Some(solution.len() as u32), far);
                assert_eq!(after(&task.board, &solution).as_deref(), Some("ABC/DE."));
            }
            "next" => {
                let next = after(&task.board, &moves(&task.target)).unwrap();
                assert_eq!(Some(distances[&next] + 1), far);
            }
            "legal" => assert_eq!(task.target == "yes", after(&task.board, &about).is_some()),
            "board" => assert_eq!(after(&task.board, &about), Some(task.target.clone())),
            "solvable" => {
                unsolvable += u32::from(far.is_none());
                assert_eq!(task.target == "yes", far.is_some());
            }
            "length" => assert_eq!(task.target.parse().ok(), far),
            "mistake" => {
                let far = |number: usize| distances[&after(&task.board, &about[..number]).unwrap()];
                let first = (1..=about.len()).find(|&number| far(number) >= far(number - 1));
                assert_eq!(task.target.parse().ok(), first, "{task:?}");
            }
            question => panic!("{question}"),
        }
        // The row with its puzzle is enough for a referee.
        let start = Position::from_toml(&text).unwrap().puzzle().parse(&task.board).unwrap();
        let options = Options::new();
        let referee = Referees::new().of(&start, Metric::Straight, &options).unwrap();
        assert_eq!(referee.optimal(), task.optimal);
    }
    assert!(unsolvable > 5);
}

/// A board and its mirror image, where the tiles are those of the other side, are in one part.
#[test]
fn tiles_and_their_mirror_images_have_one_key() {
    let mut order = order(&[Asked::Solve]);
    order.lengths = 1..=1;
    let made = tasks(Boards::tiles((4, 4)).unwrap().0, &order, 32);
    let boards: HashSet<&str> = made.iter().map(|task| &*task.board).collect();
    let keys: HashSet<&str> = made.iter().map(|task| &*task.cluster).collect();
    assert_eq!((boards.len(), keys.len()), (2, 1));
    order.lengths = 5..=25;
    for task in tasks(Boards::tiles((4, 4)).unwrap().0, &order, 32) {
        let solution = task.solution.as_ref().unwrap();
        let end = solution.iter().try_fold(task.board.clone(), |at, made| tile_slid(&at, made));
        assert_eq!(end.as_deref(), Some("ABCD/EFGH/IJKL/MNO."));
        assert_eq!(
            (task.optimal, task.reachable),
            (Some(solution.len() as u16), Some(10_461_394_944_000))
        );
        assert!((5..=25).contains(&solution.len()) && task.solution_count.is_none());
    }
    assert!(Boards::tiles((1, 9)).is_err() && Boards::tiles((6, 5)).is_err());
}

/// A prompt has every rule of its board: what nobody tells a reader, no answer can follow.
#[test]
fn prompts_say_all_rules() {
    let doors = "name = 'doors'\nstart = '''\nAAB\nC..\n...'''\n\
                 doors = '''\n..D..\nA...D\nA....\n....B\n..c..'''\nowners = { D = 'AC' }\n\
                 opens = { D = 1 }\nfrozen = { A = 1, C = 'B' }\nlayers = { C = 'c' }\n";
    let gate = "name = 'gate'\nstart = '''\nAB.\nC..\n...'''\ngoal = '''\n...\n...\n..A'''\n\
                gate = '''\n...\n...\n..A'''\nthin_walls = '''\n. .|.\n\n. . .\n\n. . .'''\n";
    let alike =
        "name = 'alike'\nstart = '''\nAB.\n...'''\ngoal = '''\n..A\n..B'''\nalike = ['AB']\n";
    let cases: [(&str, &[&str]); 3] = [
        (
            doors,
            &[
                "A door at (0, 2) lets these pieces leave the board: A C. It opens when 1 piece has left.",
                "A door at (3, 4) lets these pieces leave the board: B.",
                "A door at (4, 2) lets these pieces leave the board: c.",
                "A does not move until 1 piece has left.",
                "C does not move until these pieces have left: B.",
                "When C passes a door, it stays on the board where it touches the door, as c.",
                "these pieces have left the board: A B C",
            ],
        ),
        (
            gate,
            &[
                "Goal: A covers (3, 3).",
                "Thin walls are between these cells: (1, 2) | (1, 3).",
                "Only these pieces may cover (3, 3): A.",
            ],
        ),
        (alike, &["one of the pieces A B covers (1, 3) and one of the pieces A B covers (2, 3)"]),
    ];
    for (text, sentences) in cases {
        let start = Position::from_toml(text).unwrap();
        let mut order = order(&[Asked::Solve]);
        order.lengths = 1..=12;
        let made = tasks(Boards::Puzzles([start].into()), &order, 8);
        // At the start no piece has left, and all names are those of the file.
        let start = text.split("'''").nth(1).unwrap().trim();
        for task in made.iter().filter(|task| task.board.replace('/', "\n") == start) {
            for sentence in sentences {
                assert!(task.prompt.contains(sentence), "{sentence}\n{}", task.prompt);
            }
        }
        for sentence in sentences {
            let is_there = |task: &Task| task.prompt.contains(sentence);
            assert!(made.iter().any(is_there), "{sentence}\n{}", made[0].prompt);
        }
    }
    let mut order = order(&[Asked::Within]);
    order.metric = Metric::Finger;
    let finger = tasks(Boards::Klotski(Puzzle::klotski()), &order, 4);
    assert!(finger.iter().all(|task| task.prompt.contains("such as `right 1 down 2`")));
}

/// The board after a move of the side to move: with gravity into a column, otherwise on a cell. None if the cell is taken.
fn with_stone(board: &str, target: &str, gravity: bool) -> Option<String> {
    let mut rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
    let is_first = board.matches('x').count() == board.matches('o').count();
    let numbers = target.split(|sign: char| !sign.is_ascii_digit());
    let numbers: Vec<usize> = numbers.filter_map(|number| number.parse().ok()).collect();
    let (row, column) = match (gravity, &numbers[..]) {
        (true, [column]) => (rows.iter().rposition(|row| row[column - 1] == '.')?, column - 1),
        (false, [row, column]) => (row - 1, column - 1),
        _ => panic!("{target}"),
    };
    let cell = &mut rows[row][column];
    (*cell == '.').then(|| *cell = if is_first { 'x' } else { 'o' })?;
    Some(rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/"))
}

/// Positions of games, against a solver that plays every game on a grid.
#[test]
fn only_one_move_wins_in_tasks_of_games() {
    let plain = |columns, rows, k, gravity, misere| naive::stones::Plain {
        columns,
        rows,
        k,
        gravity,
        misere,
    };
    let games = [
        plain(3, 3, 3, false, false),
        plain(4, 3, 3, false, true),
        plain(4, 4, 4, true, false),
        plain(5, 3, 3, true, false),
    ];
    for game in games {
        let naive::stones::Plain { columns, rows, k, gravity, misere } = game;
        let lines = Lines::new(columns as u8, rows as u8, k as u8).unwrap();
        let lines = lines.with_gravity(gravity).with_misere(misere);
        let values = game.solve();
        let mut order = order(&[Asked::Next]);
        order.lengths = 1..=9;
        let made = tasks(Boards::Stones(lines.clone()), &order, 100);
        let referees = Referees::new();
        let mut parts: HashMap<String, &str> = HashMap::new();
        for task in &made {
            let board = &task.board;
            assert_eq!(Some(values[board]), task.optimal.map(|plies| (1, plies as u8)), "{board}");
            let position = Stones::parse(board, lines.board()).unwrap();
            let referee = referees.of_stones(&lines, position, Effort::UNLIMITED).unwrap();
            let texts = (1..=rows).flat_map(|row| {
                (1..=columns).map(move |column| match gravity {
                    true => column.to_string(),
                    false => format!("({row}, {column})"),
                })
            });
            let (mut legal, mut winning) = (HashSet::new(), HashSet::new());
            for text in texts {
                let after = with_stone(board, &text, gravity);
                let wins = after.as_ref().is_some_and(|after| values[after].0 == -1);
                let score = referee.score(&format!("Answer: {text}"));
                assert_eq!(
                    (score.legal, score.correct),
                    (after.is_some().into(), wins),
                    "{board} {text}"
                );
                assert_eq!(score.error.is_none(), after.is_some(), "{board} {text}");
                legal.extend(after.is_some().then(|| text.clone()));
                winning.extend(wins.then_some(text));
            }
            assert!(winning.len() == 1 && winning.contains(&task.target), "{board}: {winning:?}");
            assert_eq!((task.mobility as usize, task.best_moves), (legal.len(), 1), "{board}");
            // The mirror image is in the same part.
            let image: Vec<String> =
                board.split('/').map(|row| row.chars().rev().collect()).collect();
            for text in [board.clone(), image.join("/")] {
                assert_eq!(*parts.entry(text).or_insert(task.split), task.split, "{board}");
            }
        }
        let lengths: HashSet<_> = made.iter().map(|task| task.optimal).collect();
        assert!(lengths.len() > 2, "{lengths:?}");
    }
}

/// Answers that people and models write, and what is wrong with others.
#[test]
fn moves_of_games_are_read_as_they_are_written() {
    let referees = Referees::new();
    let score = |game: &str, board: &str, answer: &str| {
        let game: Lines = game.parse().unwrap();
        let position = Stones::parse(board, game.board()).unwrap();
        referees.of_stones(&game, position, Effort::UNLIMITED).unwrap().score(answer)
    };
    // x wins at the centre, which is row 2 and column 2, and o holds the corner of row 1 and column 3.
    let cross = "x.o/..o/..x";
    for right in [
        "(2, 2)",
        "Answer: row 2, column 2",
        "I would play 2,2.",
        "**Answer:** `(2,2)`",
        "\\boxed{(2, 2)}",
        "<think>(1, 2)?</think> (2, 2)",
        "答案：（2, 2）",
    ] {
        assert!(score("3,3,3", cross, right).correct, "{right}");
    }
    let kinds = [
        ("(1, 3)", "blocked"),
        ("(4, 1)", "wall"),
        ("(0, 2)", "wall"),
        ("column 2", "unread"),
        ("2, 2 or 1, 2", "unread"),
        ("(-2, 2)", "unread"),
        ("2-2", "unread"),
        ("2/2", "unread"),
        ("2:2", "unread"),
        ("2.5, 2", "unread"),
        ("(2 > 2)", "unread"),
        ("第2行第2列", "unread"),
        ("", "unread"),
    ];
    for (answer, kind) in kinds {
        let score = score("3,3,3", cross, answer);
        assert_eq!(
            (score.correct, score.error.map(|error| error.kind)),
            (false, Some(kind)),
            "{answer}"
        );
    }
    // x drops a fourth stone on column 3.
    let drops = "..../..x./o.x./oox.";
    for right in ["3", "column 3", "Answer: drop it in column 3", "第 3 直欄", "(1, 3)"] {
        let found = score("gravity 4,4,4", drops, right);
        assert!(found.correct, "{right}: {found:?}");
    }
    for unread in ["-3", "3.5", "3..5", "~3", "≥3", "3%", "col -3", "3 or 4"] {
        let error = score("gravity 4,4,4", drops, unread).error;
        assert_eq!(error.map(|error| error.kind), Some("unread"), "{unread}");
    }
    let found = score("gravity 4,4,4", drops, "(3, 4)").error.unwrap();
    assert_eq!((found.kind, &*found.why), ("no_path", "a stone does not stay at (3, 4)"));
    let full = "x.../o.../x.../o...";
    let found = score("gravity 4,4,4", full, "1").error.unwrap();
    assert_eq!((found.kind, &*found.why), ("blocked", "column 1 is full"));
}
