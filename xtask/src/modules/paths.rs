//! The paths in Rust source that begin at the crate, the parent or the module itself.

use std::fmt;

/// A path such as `super::a::B`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Path {
    /// How many modules above the current one it begins; none for the crate's root.
    pub(super) levels_up: Option<usize>,
    pub(super) names: Vec<String>,
    /// Whether it stands in a `use`, so that its last name is one of the module's.
    pub(super) is_import: bool,
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.levels_up {
            None => f.write_str("crate")?,
            Some(0) => f.write_str("self")?,
            Some(levels) => f.write_str(&vec!["super"; levels].join("::"))?,
        }
        self.names.iter().try_for_each(|name| write!(f, "::{name}"))
    }
}

/// All such paths in `text`, those in braces one by one.
pub(super) fn paths_in(text: &str) -> Vec<Path> {
    let mut paths = Vec::new();
    let mut is_import = false;
    let mut words = Words { rest: text };
    while let Some(word) = words.next() {
        match word {
            "use" => is_import = true,
            ";" => is_import = false,
            "crate" | "super" | "self" => {
                let mut levels = match word {
                    "crate" => None,
                    "self" => Some(0),
                    _ => Some(1),
                };
                let mut ahead = Words { rest: words.rest };
                if ahead.next() != Some("::") {
                    continue;
                }
                while ahead.clone().next() == Some("super") {
                    ahead.next();
                    ahead.next();
                    levels = levels.map(|levels| levels + 1);
                }
                let start = Path { levels_up: levels, names: Vec::new(), is_import };
                tree(&mut ahead, start, &mut paths);
                words = ahead;
            }
            // In a `use` a path may begin with a module that lies in this one.
            name if is_import && is_name(name) && words.clone().next() == Some("::") => {
                words.next();
                let names = vec![name.to_owned()];
                tree(&mut words, Path { levels_up: Some(0), names, is_import }, &mut paths);
            }
            _ => {}
        }
    }
    paths
}

/// Reads what follows `before::`.
fn tree(words: &mut Words<'_>, before: Path, paths: &mut Vec<Path>) {
    let Some(word) = words.clone().next() else { return };
    if word == "{" {
        words.next();
        while words.clone().next().is_some_and(|next| next != "}") {
            tree(words, before.clone(), paths);
            if words.clone().next() == Some(",") {
                words.next();
            }
        }
        words.next();
        return;
    }
    words.next();
    let mut path = before;
    if is_name(word) && word != "self" {
        path.names.push(word.to_owned());
    }
    if words.clone().next() == Some("::") {
        words.next();
        return tree(words, path, paths);
    }
    paths.push(path);
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Names, `::`, and other characters one by one; comments and blanks are passed over.
#[derive(Clone)]
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with("//") {
                break;
            }
            self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest);
        }
        let first = self.rest.chars().next()?;
        let name = |c: char| c.is_alphanumeric() || c == '_';
        let length = if name(first) {
            self.rest.find(|c: char| !name(c)).unwrap_or(self.rest.len())
        } else if self.rest.starts_with("::") {
            2
        } else {
            first.len_utf8()
        };
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        paths_in(text).iter().map(Path::to_string).collect()
    }

    #[test]
    fn braces_are_taken_apart() {
        assert_eq!(
            shown("use crate::{a::{B, C}, d};\nuse super::super::E;"),
            ["crate::a::B", "crate::a::C", "crate::d", "super::super::E"]
        );
    }

    #[test]
    fn paths_in_code_count_and_comments_do_not() {
        assert_eq!(
            shown("// crate::no\nlet x = super::f(crate::A::B);"),
            ["super::f", "crate::A::B"]
        );
        assert_eq!(shown("self.x; Self::Y; super_crate::z;"), [""; 0]);
    }

    #[test]
    fn a_use_may_begin_with_a_module_inside() {
        assert_eq!(shown("mod a;\npub use a::B;"), ["self::a::B"]);
    }
}
