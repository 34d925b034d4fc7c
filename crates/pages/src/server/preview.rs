//! What other programs show beside a link to a page: title, description and picture of an opening or a puzzle.

use super::picture::{self, HEIGHT, WIDTH};
use crate::answers::Answers;
use huarong_core::numerals::counted;
use huarong_core::rules::Metric;
use huarong_lab::library::{Catalogue, LibraryPuzzle, Opening, SolvedPuzzle};

/// The path of all pictures.
pub const PREVIEWS: &str = "/preview/";

pub struct Preview {
    title: String,
    description: String,
    /// The address of the picture, from the root of the site.
    picture: String,
}

impl Preview {
    /// The preview of the page at a path; `None` if the page has no subject of its own.
    pub fn of(answers: &Answers, path: &str) -> Option<Self> {
        if let Some(slug) = path.strip_prefix("/openings/") {
            return Self::of_opening(answers, opening(answers, slug)?);
        }
        Self::of_puzzle(path.strip_prefix("/puzzles/")?)
    }

    fn of_opening(answers: &Answers, opening: &Opening) -> Option<Self> {
        let (name, slug) = (opening.name(), opening.slug());
        let distances = answers.distances(&opening.position).ok()?;
        let moves = match distances[Metric::Finger] {
            Some(moves) => format!("Fewest finger moves: {moves}."),
            None => "It has no solution.".to_owned(),
        };
        Some(Self {
            title: format!("{name} ({slug})"),
            description: format!(
                "Klotski (Huarong Dao, 華容道): the start {name}. {moves} Play it, with exact distances."
            ),
            picture: format!("{PREVIEWS}openings/{slug}.png"),
        })
    }

    fn of_puzzle(id: &str) -> Option<Self> {
        let file = puzzle(id)?.read().ok()?;
        let grid = file.start();
        let board = format!("{}×{}", grid.columns(), grid.rows());
        let pieces = counted(file.pieces().len() as u64, "piece");
        let solved = SolvedPuzzle::find(id).and_then(|solved| solved.bounds[Metric::Finger]);
        let moves = solved.map_or(String::new(), |bounds| {
            let at_least = bounds.at_least;
            match bounds.proved() {
                Some(moves) => format!(" Fewest finger moves: {moves}."),
                None => format!(" Every solution has at least {at_least} finger moves."),
            }
        });
        Some(Self {
            title: file.name().to_owned(),
            description: format!(
                "A sliding-block puzzle of {board} cells with {pieces}.{moves} Play it here."
            ),
            picture: format!("{PREVIEWS}puzzles/{id}.png"),
        })
    }

    /// A page with the tags of the preview. `root` comes before the address of the picture: programs want a whole one.
    pub fn tag(&self, page: &str, root: &str) -> String {
        let Self { title, description, picture } = self;
        let [title, description] = [title, description].map(|text| escaped(text));
        let (before, rest) = page.split_once("<title>").expect("every page has a title");
        let picture = format!("{root}{picture}");
        // The size belongs to the picture before it.
        let tags = [
            ("property", "og:title", title.as_str()),
            ("property", "og:description", &description),
            ("property", "og:image", &picture),
            ("property", "og:image:width", &WIDTH.to_string()),
            ("property", "og:image:height", &HEIGHT.to_string()),
            ("property", "og:image:alt", &title),
            ("name", "twitter:title", &title),
            ("name", "twitter:description", &description),
            ("name", "twitter:image", &picture),
        ];
        let tags = tags.map(|(kind, name, content)| {
            format!("<meta {kind}=\"{name}\" content=\"{content}\">\n  ")
        });
        let before = before.replace(
            "<meta name=\"twitter:card\" content=\"summary\">",
            "<meta name=\"twitter:card\" content=\"summary_large_image\">",
        );
        format!("{before}{}<title>{title} – {rest}", tags.concat())
    }
}

/// The picture with a name such as `openings/heng-dao-li-ma.png`, as PNG.
pub fn picture(answers: &Answers, name: &str) -> Option<Vec<u8>> {
    let name = name.strip_suffix(".png")?;
    if let Some(slug) = name.strip_prefix("openings/") {
        let opening = opening(answers, slug)?;
        return Some(picture::draw(answers.puzzle(), &opening.position));
    }
    let file = puzzle(name.strip_prefix("puzzles/")?)?.read().ok()?;
    let setup = file.setup().ok()?;
    Some(picture::draw(&setup.puzzle, &setup.start))
}

pub fn openings(answers: &Answers) -> &'static [Opening] {
    if answers.is_usual() { Catalogue::built_in().openings() } else { &[] }
}

fn opening(answers: &Answers, slug: &str) -> Option<&'static Opening> {
    openings(answers).iter().find(|opening| opening.slug() == slug)
}

fn puzzle(id: &str) -> Option<LibraryPuzzle> {
    LibraryPuzzle::find(id).ok().filter(|puzzle| puzzle.id == id)
}

/// A text for an attribute or an element.
fn escaped(text: &str) -> String {
    let signs = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")];
    signs.iter().fold(text.to_owned(), |text, (sign, code)| text.replace(sign, code))
}
