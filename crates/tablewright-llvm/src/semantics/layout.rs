//! The two layouts of the tables, which different releases of the translators read.

/// How operations are encoded in the tables, and which operations there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// The layout of 2014 and 2015: an opcode is followed by its result types, then by its operands, so that their
    /// number follows from the opcode. Predicates of fragments and complex patterns are no operations.
    Plain,
    /// The layout of 2017: an opcode is followed by the counts of its results and operands. Predicates and complex
    /// patterns are operations, and functions return the names of what the tables refer to.
    Counted,
}

impl Layout {
    /// The choices of the option, with what `--help` says of them.
    pub(super) const CHOICES: [(&'static str, &'static str); 2] = [
        ("plain", "Operations with their types; no predicates"),
        ("counted", "Operations with counts of results and operands; predicates; names"),
    ];

    /// The layout of a choice, an index of [`Layout::CHOICES`].
    pub(super) fn of_choice(choice: usize) -> Layout {
        if choice == 0 { Layout::Plain } else { Layout::Counted }
    }
}
