//! Names of attributes and types in dialects that a description does not contain.

use std::collections::BTreeMap;

/// Characters of a dialect name.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$";

/// Adds a rule for names such as `dialect.name` whose dialect is not in `described`. GBNF lacks a rule for all texts
/// but some, so that the rule follows the described names letter by letter.
pub(super) fn add_rule(rule: &str, described: &[&str], text: &mut String) {
    let tree = NameTree::new(described);
    let end = format!("\".\" {rule}-end");
    text.push_str(&format!("{rule} ::= {}\n", tree.others(true, &end)));
    text.push_str(&format!("{rule}-end ::= [a-zA-Z0-9_$.]+\n"));
}

/// Names by their letters.
#[derive(Default)]
struct NameTree {
    /// Whether a name ends here.
    is_name: bool,
    next: BTreeMap<char, NameTree>,
}

impl NameTree {
    fn new(names: &[&str]) -> NameTree {
        let mut root = NameTree::default();
        for name in names {
            let mut tree = &mut root;
            for letter in name.chars() {
                tree = tree.next.entry(letter).or_default();
            }
            tree.is_name = true;
        }
        root
    }

    /// Returns an expression for the rest of a name that is not in the tree. `end` matches the text after the name.
    fn others(&self, is_start: bool, end: &str) -> String {
        let letters: String =
            LETTERS.chars().filter(|letter| !self.next.contains_key(letter)).collect();
        let mut branches = vec![format!("[{letters}] [a-zA-Z0-9_$]* {end}")];
        for (letter, tree) in &self.next {
            branches.push(format!("\"{letter}\" {}", tree.others(false, end)));
        }
        if !is_start && !self.is_name {
            branches.push(end.to_owned());
        }
        format!("({})", branches.join(" | "))
    }
}
