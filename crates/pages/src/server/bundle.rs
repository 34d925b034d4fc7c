//! One script in place of many: on a slow line, each file costs a round trip.
//!
//! The script `app.js` of a site holds every module that the first page needs. Each module is a function that returns its
//! exports, in a constant with the name of the module. So `import { el } from './dom.js'` becomes
//! `const { el } = $dom`, and the modules of other pages import `$dom` from `app.js`.

use anyhow::{Context, anyhow, bail};
use std::collections::BTreeMap;

/// Scripts by the names of their files.
pub type Scripts = BTreeMap<String, String>;

/// The script that every page begins with.
const APP: &str = "app.js";
/// The script of the first page. The one of every page comes last, because it opens the page.
const FIRST: [&str; 2] = ["position.js", APP];
/// The script of workers. The modules that it imports stay files, because a worker has no page.
const WORKER: &str = "worker.js";

fn parsed(scripts: &Scripts) -> anyhow::Result<BTreeMap<&str, Module>> {
    let mut modules = BTreeMap::new();
    for (name, script) in scripts {
        let module = Module::parse(script).with_context(|| format!("cannot bundle {name}"))?;
        modules.insert(name.as_str(), module);
    }
    Ok(modules)
}

/// A module and all that it imports as one script.
pub fn one_script(scripts: &Scripts, root: &str) -> anyhow::Result<String> {
    let modules = parsed(scripts)?;
    let all = in_order(&modules, &[root])?;
    Ok(all.iter().map(|name| modules[name].as_value(name, &all)).collect())
}

/// Puts the modules of the first page into one script, and leaves comments out of all scripts.
pub fn bundle(scripts: &Scripts) -> anyhow::Result<Scripts> {
    let modules = parsed(scripts)?;
    let first = in_order(&modules, &FIRST)?;
    let mut app: String = first.iter().map(|name| modules[name].as_value(name, &first)).collect();
    let names: Vec<String> = first.iter().map(|name| constant(name)).collect();
    app += &format!("export {{ {} }};\n", names.join(", "));
    let mut bundled = Scripts::from([(APP.to_owned(), app)]);
    let of_worker = in_order(&modules, &[WORKER])?;
    for (&name, module) in &modules {
        if of_worker.contains(&name) {
            bundled.insert(name.to_owned(), module.as_file(&[]));
        } else if !first.contains(&name) {
            bundled.insert(name.to_owned(), module.as_file(&first));
        }
    }
    Ok(bundled)
}

/// A script, as the scripts of the pages are written: imports, and then declarations with or without `export`.
#[derive(Default)]
struct Module {
    imports: Vec<Import>,
    exports: Vec<String>,
    /// The lines without imports and comments.
    lines: Vec<String>,
}

struct Import {
    /// `{ a, b as c }`, or `* as a`.
    names: String,
    from: String,
}

impl Module {
    fn parse(script: &str) -> anyhow::Result<Self> {
        let mut module = Self::default();
        let mut import = String::new();
        for line in without_comments(script) {
            if !import.is_empty() || line.starts_with("import ") {
                import += line;
                if line.ends_with(';') {
                    module.imports.push(Import::parse(&import)?);
                    import.clear();
                }
                continue;
            }
            if let Some(declaration) = line.strip_prefix("export ") {
                module.exports.push(declared(declaration)?);
            }
            module.lines.push(line.to_owned());
        }
        Ok(module)
    }

    /// The module as a constant with its exports.
    fn as_value(&self, name: &str, bundled: &[&str]) -> String {
        let mut text = format!("const {} = (() => {{\n", constant(name));
        for import in &self.imports {
            text += &import.as_constant();
        }
        for line in &self.lines {
            let mut line = line.strip_prefix("export ").unwrap_or(line).to_owned();
            for name in bundled {
                let value = format!("Promise.resolve({})", constant(name));
                line = line.replace(&format!("import('./{name}')"), &value);
            }
            text += &line;
            text.push('\n');
        }
        text + &format!("return {{ {} }};\n}})();\n", self.exports.join(", "))
    }

    /// The module as a file of its own, next to a script with other modules.
    fn as_file(&self, bundled: &[&str]) -> String {
        let mut text = String::new();
        for import in &self.imports {
            if bundled.contains(&import.from.as_str()) {
                text += &format!("import {{ {} }} from './{APP}';\n", constant(&import.from));
                text += &import.as_constant();
            } else {
                text += &format!("import {} from './{}';\n", import.names, import.from);
            }
        }
        text + &self.lines.join("\n") + "\n"
    }
}

impl Import {
    fn parse(text: &str) -> anyhow::Result<Self> {
        let parts = || {
            let (names, from) = text.strip_prefix("import ")?.split_once(" from './")?;
            Some(Self { names: names.to_owned(), from: from.strip_suffix("';")?.to_owned() })
        };
        parts().with_context(|| format!("the import is not in the usual form: {text}"))
    }

    /// The import as constants, from the constant of the other module.
    fn as_constant(&self) -> String {
        let names = match self.names.strip_prefix("* as ") {
            Some(name) => name.to_owned(),
            None => self.names.replace(" as ", ": "),
        };
        format!("const {names} = {};\n", constant(&self.from))
    }
}

/// Modules with all that they import, each after its imports.
fn in_order<'t>(
    modules: &'t BTreeMap<&'t str, Module>,
    roots: &[&str],
) -> anyhow::Result<Vec<&'t str>> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for root in roots {
        visit(modules, root, &mut open, &mut found)?;
    }
    Ok(found)
}

fn visit<'t>(
    modules: &'t BTreeMap<&'t str, Module>,
    name: &str,
    open: &mut Vec<&'t str>,
    found: &mut Vec<&'t str>,
) -> anyhow::Result<()> {
    let (&name, module) =
        modules.get_key_value(name).ok_or_else(|| anyhow!("there is no script {name}"))?;
    if open.contains(&name) {
        bail!("{name} imports itself: {}", open.join(", "));
    }
    if !found.contains(&name) {
        open.push(name);
        for import in &module.imports {
            visit(modules, &import.from, open, found)?;
        }
        open.pop();
        found.push(name);
    }
    Ok(())
}

/// The constant of a module in a script with several.
fn constant(name: &str) -> String {
    format!("${}", name.trim_end_matches(".js").replace('-', "_"))
}

/// The name that a declaration gives.
fn declared(declaration: &str) -> anyhow::Result<String> {
    let mut words = declaration.split([' ', '(', '=', ';']).skip_while(|word| *word == "async");
    let name = match words.next() {
        Some("const" | "class" | "function" | "function*") => words.next(),
        _ => None,
    };
    // A variable could change after it is exported.
    let is_name = |name: &&str| name.starts_with(|sign: char| sign.is_ascii_alphabetic());
    let name = name.filter(is_name);
    Ok(name
        .with_context(|| format!("the export is not in the usual form: {declaration}"))?
        .to_owned())
}

/// The lines of a script without those that have only a comment.
fn without_comments(script: &str) -> impl Iterator<Item = &str> {
    let mut is_inside = false;
    script.lines().filter(move |line| {
        let line = line.trim();
        let begins = !is_inside && line.starts_with("/**");
        let is_comment = is_inside || begins || line.starts_with("//") || line.is_empty();
        let ends = line.find("*/");
        if begins && ends.is_some_and(|at| at + 2 < line.len()) {
            // Code follows the comment.
            return true;
        }
        is_inside = (is_inside || begins) && ends.is_none();
        !is_comment
    })
}
