//! The two table layouts, for different releases of the translators.

/// The encoding of operations in the tables, and the available operations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SemanticsLayout {
    /// The layout from 2014 and 2015: an opcode is followed by its result types, then by its operands. The opcode
    /// determines their number. Fragment predicates are not operations.
    Plain,
    /// The layout from 2017: an opcode is followed by result and operand counts. Predicates and complex patterns are
    /// operations, and functions return the names of entities in the tables.
    Counted,
}

impl SemanticsLayout {
    /// Option choices, with their `--help` texts.
    pub(super) const CHOICES: [(&'static str, &'static str); 2] = [
        ("plain", "Operations with their types; no predicates, so that loads have no width"),
        (
            "counted",
            "Operations with counts of results and operands; predicates; names; for new tools",
        ),
    ];

    /// Returns the layout for an index in [`SemanticsLayout::CHOICES`].
    pub(super) fn from_choice(choice: usize) -> SemanticsLayout {
        if choice == 0 { SemanticsLayout::Plain } else { SemanticsLayout::Counted }
    }
}
