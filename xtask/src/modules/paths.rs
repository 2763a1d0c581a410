//! Paths in Rust source that begin at the crate, the parent or the module itself.

use std::fmt;

use crate::rust_source::{RustSourceToken, tokens};

/// A path such as `super::a::B`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Path {
    /// Number of modules above the current one at which it begins; `None` for the crate's root.
    pub(super) levels_up: Option<usize>,
    pub(super) names: Vec<String>,
    /// Whether it occurs in a `use`, so that the module also has its last name.
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

/// Returns all such paths in `text`. Paths in braces are separate.
pub(super) fn paths_in(text: &str) -> Vec<Path> {
    let mut paths = Vec::new();
    let mut is_import = false;
    let tokens = tokens(text);
    let mut remaining = &tokens[..];
    while let Some(token) = next(&mut remaining) {
        let mut names = Vec::new();
        let mut levels_up = match token.text {
            "use" => {
                is_import = true;
                continue;
            }
            ";" => {
                is_import = false;
                continue;
            }
            "crate" => None,
            "self" => Some(0),
            "super" => Some(1),
            // In a `use`, a path may begin with a module inside this one.
            name if is_import && token.is_name() => {
                names.push(name.to_owned());
                Some(0)
            }
            _ => continue,
        };
        if !skip(&mut remaining, "::") {
            continue;
        }
        while skip(&mut remaining, "super") {
            skip(&mut remaining, "::");
            levels_up = levels_up.map(|levels| levels + 1);
        }
        tree(&mut remaining, Path { levels_up, names, is_import }, &mut paths);
    }
    paths
}

/// Reads the text after `before::`.
fn tree(remaining: &mut &[RustSourceToken<'_>], before: Path, paths: &mut Vec<Path>) {
    if skip(remaining, "{") {
        while !remaining.is_empty() && !skip(remaining, "}") {
            tree(remaining, before.clone(), paths);
            skip(remaining, ",");
        }
        return;
    }
    let Some(token) = next(remaining) else { return };
    let mut path = before;
    if token.is_name() && token.text != "self" {
        path.names.push(token.text.to_owned());
    }
    if skip(remaining, "::") {
        return tree(remaining, path, paths);
    }
    paths.push(path);
}

fn next<'a>(rest: &mut &[RustSourceToken<'a>]) -> Option<RustSourceToken<'a>> {
    let (first, after) = rest.split_first()?;
    *rest = after;
    Some(*first)
}

/// Skips the next token if it is `text`.
fn skip(remaining: &mut &[RustSourceToken<'_>], text: &str) -> bool {
    let is_next = remaining.first().is_some_and(|token| token.text == text);
    if is_next {
        *remaining = &remaining[1..];
    }
    is_next
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
