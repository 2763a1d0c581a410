//! The two layouts of the tables.

/// How operations are written, and which there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// That of 2014 and 2015.
    Plain,
    /// That of 2017.
    Counted,
}

impl Layout {
    /// The choices of the option, with what `--help` says of them.
    pub(super) const CHOICES: [(&'static str, &'static str); 2] = [
        ("plain", "Operations with their types; no predicates"),
        ("counted", "Operations with counts of results and operands; predicates; names"),
    ];

    /// The layout of a choice.
    pub(super) fn of_choice(choice: usize) -> Layout {
        match choice {
            0 => Layout::Plain,
            _ => Layout::Counted,
        }
    }
}
