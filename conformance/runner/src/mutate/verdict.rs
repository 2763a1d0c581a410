//! A program's result for a mutant.

/// A program's result and output.
pub(super) enum MutantVerdict {
    Accepted(Vec<u8>),
    /// Its standard error.
    Refused(String),
    Crashed(String),
    Hung,
}

impl MutantVerdict {
    /// Returns the first error, if the program refused.
    pub(super) fn headline(&self) -> Option<&str> {
        if let MutantVerdict::Refused(stderr) = self { headline(stderr) } else { None }
    }
}

/// Returns the text of the first error.
pub(super) fn headline(stderr: &str) -> Option<&str> {
    stderr.lines().find_map(|line| line.split_once("error: ").map(|(_, text)| text))
}
