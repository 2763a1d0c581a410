//! Messages that golden tests expect, and the hashes of wordings that the reference programs print too.
//!
//! Tools match on the wordings of the reference programs, so `cargo xtask prose` does not count them.
//! `cargo runner wordings` adds to the list.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

use crate::files::{files_below, has_extension};
use crate::hash::exact_hash;
use crate::ratchet::Ratchet;
use crate::workspace;

/// Hashes of recorded wordings.
pub struct ReferenceMessages(BTreeSet<String>);

impl ReferenceMessages {
    /// Reads the list.
    ///
    /// # Errors
    /// The list exists and cannot be read.
    pub fn read() -> Result<ReferenceMessages, String> {
        list().read().map(ReferenceMessages)
    }

    /// Whether a reference program printed the wording.
    pub fn contains(&self, wording: &str) -> bool {
        self.0.contains(&hash(wording))
    }
}

/// Adds wordings to the list. Returns the number of new wordings, in words.
///
/// # Errors
/// The list cannot be read or written.
pub fn record(wordings: &[String]) -> Result<String, String> {
    list().extend(wordings.iter().map(|wording| hash(wording)))
}

fn list() -> Ratchet {
    Ratchet::new(workspace().join("conformance/reference-messages.txt"))
}

/// Returns the first 16 digits of the wording's hash.
fn hash(wording: &str) -> String {
    exact_hash(wording.as_bytes())[..16].to_owned()
}

/// Finds the files with the messages that golden tests expect, ordered by path.
///
/// # Errors
/// A folder of the tests cannot be read.
pub fn expected_messages() -> io::Result<Vec<PathBuf>> {
    let is_kept = |path: &Path| path.is_dir() || has_extension(path, "err");
    files_below(&workspace().join("tests/data"), &is_kept)
}

/// Finds messages in the standard error of several runs, each wording once. Quoted names do not count.
pub fn messages<'a>(outputs: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let message =
        pattern(r"^(?:\S.*?: |\s*= )?(?:error|warning|note|remark|help)(?:\[[A-Z0-9]+\])?: (.*)$");
    let quoted = pattern(r#"'[^' ]*'|"[^"]*""#);
    let texts: BTreeSet<String> = outputs
        .into_iter()
        .flat_map(str::lines)
        .filter_map(|line| message.captures(line))
        .map(|found| quoted.replace_all(&found[1], "X").into_owned())
        .collect();
    texts.into_iter().collect()
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("patterns are constant")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_count_once_without_the_names_they_quote() {
        let outputs = [
            "a.td:1:2: error: no class 'A'\nclass B;\n   ^\na.td:3:4: note: here\n",
            "error[TW2001]: no class 'B'\n --> a.td:1:2\n  = help: a \"b\"\nerrors\n",
        ];
        assert_eq!(messages(outputs), ["a X", "here", "no class X"]);
    }

    #[test]
    fn recorded_wordings_are_found_by_their_hash() {
        let recorded = ReferenceMessages(BTreeSet::from([hash("X has no entries")]));
        assert!(recorded.contains("X has no entries"));
        assert!(!recorded.contains("X lacks entries"));
    }
}
