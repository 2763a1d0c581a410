//! How a program ended on a mutant.

/// How a program ended, and what it wrote.
pub(super) enum Verdict {
    Accepted(Vec<u8>),
    /// What it wrote to standard error.
    Refused(String),
    Crashed(String),
    Hung,
}

impl Verdict {
    /// The first error of a program that refused.
    pub(super) fn headline(&self) -> Option<&str> {
        if let Verdict::Refused(said) = self { headline(said) } else { None }
    }
}

/// The text of the first error.
pub(super) fn headline(said: &str) -> Option<&str> {
    said.lines().find_map(|line| line.split_once("error: ").map(|(_, text)| text))
}
