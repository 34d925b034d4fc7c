//! What the parts of a search tell one another, counted on the steps of real spaces, for more parts
//! than there are machines here.
//!
//! `cargo bench --bench crossings -- 5x6 2h3v9s 2 4 8 …` prints a line of CSV for each number of parts.

use huarong::effort::Effort;
use huarong::sliding::klotski;
use huarong::sliding::search::{SearchPlan, classes};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let [board, set, parts @ ..] = &arguments[..] else {
        return eprintln!("name a board, a piece set and numbers of parts: 5x6 2h3v9s 2 4 8");
    };
    let (width, height) = board.split_once('x').expect("a board is WIDTHxHEIGHT");
    let [width, height] = [width, height].map(|side| side.parse().expect("sides are numbers"));
    let family = klotski::family_on(width, height).expect("the big piece fits");
    let set = family.parse_piece_set(set).expect("a piece set of the board");
    let class = &classes(family.puzzle(), std::slice::from_ref(&set))[0];
    let plan = SearchPlan::new(family.puzzle(), class).expect("few enough positions");
    println!("board,piece_set,positions,parts,told,most_told_by_one");
    for parts in parts {
        let parts: usize = parts.parse().expect("parts are a number");
        let told = plan.told(parts, Effort::UNLIMITED).expect("nothing stops it");
        let told = told.expect("the pieces leave fillings");
        let (all, most) = (told.iter().sum::<u64>(), told.iter().max().unwrap_or(&0));
        let text = family.puzzle().piece_set_text(&set);
        println!("{width}x{height},{text},{},{parts},{all},{most}", plan.len());
    }
}
