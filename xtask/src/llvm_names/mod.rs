//! `cargo xtask llvm-names`: checks that a search in `crates/` for the name of an LLVM class finds
//! our type.
//!
//! `list.rs` has the names. Our type either has the same name, or contains LLVM's name in
//! `#[doc(alias = "…")]`. A page in the book has tables generated from both; `--bless` writes them.

mod list;

use std::collections::BTreeMap;
use std::fs;

use clap::ArgMatches;
use xtask_support::{CommandOutcome, say, summary, workspace};

use crate::rust_source::{RustSourceToken, production_files, tokens, without_tests};
use list::SECTIONS;

/// The book's page, and the line after which this command writes it.
const PAGE: &str = "docs/src/llvm-sources.md";
const MARK: &str = "<!-- From here on `cargo xtask llvm-names --bless` writes the page. -->\n";

pub(crate) fn main(args: &ArgMatches) -> CommandOutcome {
    let items = Items::in_workspace()?;
    let path = workspace().join(PAGE);
    let page = fs::read_to_string(&path).map_err(|e| format!("{PAGE}: {e}"))?;
    let Some((introduction, written)) = page.split_once(MARK) else {
        return Err(format!("{PAGE} lacks the line {MARK}"));
    };
    let names = || SECTIONS.iter().flat_map(|section| section.files).flat_map(|file| file.classes);
    let missing: Vec<&str> = names().copied().filter(|name| items.find(name).is_empty()).collect();
    for name in &missing {
        say!("no type has the name {name}, or #[doc(alias = \"{name}\")]");
    }
    let expected = tables(&items);
    let mut failed = missing.len();
    if expected != written {
        if args.get_flag("bless") {
            let page = format!("{introduction}{MARK}{expected}");
            fs::write(&path, page).map_err(|e| format!("{PAGE}: {e}"))?;
        } else {
            say!("{PAGE} is out of date: cargo xtask llvm-names --bless");
            failed += 1;
        }
    }
    Ok(summary(names().count() - missing.len(), failed))
}

/// Returns the page's tables: a section for each part of LLVM.
fn tables(items: &Items) -> String {
    let mut text = String::new();
    for section in SECTIONS {
        let title = section.title;
        text += &format!("\n## {title}\n\n| LLVM | file | here | file |\n|---|---|---|---|\n");
        for file in section.files {
            for name in file.classes {
                for item in items.find(name) {
                    let (theirs, NamedItem { name: ours, path }) = (file.name, item);
                    text += &format!("| `{name}` | {theirs} | `{ours}` | {path} |\n");
                }
            }
        }
    }
    text
}

/// One of our types or functions: its name, and its file such as
/// `target/src/registers/register.rs`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct NamedItem {
    name: String,
    path: String,
}

/// Our crates' items by the names under which a search finds them.
#[derive(Default)]
struct Items {
    by_name: BTreeMap<String, Vec<NamedItem>>,
    by_alias: BTreeMap<String, Vec<NamedItem>>,
}

impl Items {
    fn in_workspace() -> Result<Items, String> {
        let crates = workspace().join("crates");
        let files = production_files(&crates).map_err(|e| format!("{}: {e}", crates.display()))?;
        let mut items = Items::default();
        for file in files {
            let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            let path = file.strip_prefix(&crates).unwrap_or(&file).display().to_string();
            let path = path.strip_prefix("tablewright-").unwrap_or(&path);
            items.add(path, without_tests(&text));
        }
        Ok(items)
    }

    /// Adds the items in the file at `path`.
    fn add(&mut self, path: &str, text: &str) {
        let tokens = tokens(text);
        let mut aliases: Vec<&str> = Vec::new();
        let mut i = 0;
        while i < tokens.len() {
            let texts = |count: usize| tokens[i..].iter().take(count).map(|token| token.text);
            if texts(2).eq(["#", "["]) {
                let end = end_of_attribute(&tokens, i + 1);
                if texts(4).eq(["#", "[", "doc", "("]) {
                    aliases.extend(aliases_in(&tokens[i..end]));
                }
                i = end;
                continue;
            }
            let is_type = matches!(tokens[i].text, "struct" | "enum" | "trait");
            let is_before_name = is_type || tokens[i].text == "fn";
            if let Some(name) = tokens.get(i + 1).filter(|token| is_before_name && token.is_name())
            {
                let item = NamedItem { name: name.text.to_owned(), path: path.to_owned() };
                if is_type {
                    self.by_name.entry(item.name.clone()).or_default().push(item.clone());
                }
                for alias in aliases.drain(..) {
                    self.by_alias.entry(alias.to_owned()).or_default().push(item.clone());
                }
            }
            i += 1;
        }
    }

    /// Returns the items with `name` as their alias; without such items, the types called `name`.
    fn find(&self, name: &str) -> &[NamedItem] {
        let items = self.by_alias.get(name).or_else(|| self.by_name.get(name));
        items.map_or(&[], Vec::as_slice)
    }
}

/// Returns the index after the attribute whose `[` is at `start`.
fn end_of_attribute(tokens: &[RustSourceToken<'_>], start: usize) -> usize {
    let mut depth = 0_usize;
    for (i, token) in tokens.iter().enumerate().skip(start) {
        match token.text {
            "[" => depth += 1,
            "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    tokens.len()
}

/// Returns the names in `#[doc(alias = "A")]` or `#[doc(alias("A", "B"))]`.
fn aliases_in<'a>(attribute: &[RustSourceToken<'a>]) -> Vec<&'a str> {
    let is_alias = attribute.iter().any(|token| token.text == "alias");
    let names =
        attribute.iter().filter_map(|token| token.text.strip_prefix('"')?.strip_suffix('"'));
    if is_alias { names.collect() } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, name: &str, expected: &[&str]) {
        let mut items = Items::default();
        items.add("a.rs", text);
        let names: Vec<&str> = items.find(name).iter().map(|item| &*item.name).collect();
        assert_eq!(names, expected, "{name} in {text}");
    }

    #[test]
    fn an_alias_belongs_to_the_item_after_it() {
        let text =
            "struct A;\n#[doc(alias = \"B\")]\n#[derive(Clone)]\npub(crate) struct C { x: D }";
        check(text, "B", &["C"]);
        check(text, "D", &[]);
        check("#[doc(alias(\"B\", \"D\"))] fn c() {}", "D", &["c"]);
    }

    #[test]
    fn a_type_is_found_by_its_own_name() {
        check("pub enum Matcher {}", "Matcher", &["Matcher"]);
        check("fn matcher() -> Matcher {}", "Matcher", &[]);
    }

    #[test]
    fn an_alias_counts_more_than_a_name() {
        check("struct Pattern; #[doc(alias = \"Pattern\")] struct P;", "Pattern", &["P"]);
    }

    #[test]
    fn aliases_in_comments_do_not_count() {
        check("// #[doc(alias = \"B\")]\nstruct C;", "B", &[]);
    }

    #[test]
    fn no_name_is_in_the_list_twice() {
        let mut names: Vec<&str> = Vec::new();
        names.extend(SECTIONS.iter().flat_map(|s| s.files).flat_map(|file| file.classes));
        assert!(names.len() >= 60, "{}", names.len());
        names.sort_unstable();
        assert_eq!(names.windows(2).find(|pair| pair[0] == pair[1]), None);
    }
}
