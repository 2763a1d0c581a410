//! LLVM's condition codes: usual names in assembly, opposites.

/// Conditions that follow from each other when the operands are swapped or the result is inverted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    Equality,
    SignedOrder,
    UnsignedOrder,
}

impl Relation {
    pub(crate) const ALL: [Relation; 3] =
        [Relation::Equality, Relation::SignedOrder, Relation::UnsignedOrder];

    pub(crate) fn codes(self) -> impl Iterator<Item = &'static str> {
        let of_relation = move |known: &&IntegerCondition| known.relation == self;
        INTEGER_CONDITIONS.iter().filter(of_relation).map(|known| known.code)
    }
}

/// An integer comparison.
pub(crate) struct IntegerCondition {
    /// `ISD::CondCode` enumerator.
    pub(crate) code: &'static str,
    pub(crate) relation: Relation,
    /// Code for the opposite result.
    pub(crate) opposite: &'static str,
    /// Code for the same result when the operands are swapped.
    pub(crate) swapped: &'static str,
    /// Usual names in assembly.
    pub(crate) usual: &'static [&'static str],
}

const fn condition(
    code: &'static str,
    relation: Relation,
    opposite: &'static str,
    swapped: &'static str,
    usual: &'static [&'static str],
) -> IntegerCondition {
    IntegerCondition { code, relation, opposite, swapped, usual }
}

pub(crate) const INTEGER_CONDITIONS: [IntegerCondition; 10] = [
    condition("SETEQ", Relation::Equality, "SETNE", "SETEQ", &["eq", "e", "z"]),
    condition("SETNE", Relation::Equality, "SETEQ", "SETNE", &["ne", "nz"]),
    condition("SETLT", Relation::SignedOrder, "SETGE", "SETGT", &["lt", "l"]),
    condition("SETGE", Relation::SignedOrder, "SETLT", "SETLE", &["ge"]),
    condition("SETGT", Relation::SignedOrder, "SETLE", "SETLT", &["gt", "g"]),
    condition("SETLE", Relation::SignedOrder, "SETGT", "SETGE", &["le"]),
    condition(
        "SETULT",
        Relation::UnsignedOrder,
        "SETUGE",
        "SETUGT",
        &["ltu", "ult", "lo", "b", "cs"],
    ),
    condition(
        "SETUGE",
        Relation::UnsignedOrder,
        "SETULT",
        "SETULE",
        &["geu", "uge", "hs", "ae", "cc"],
    ),
    condition("SETUGT", Relation::UnsignedOrder, "SETULE", "SETULT", &["gtu", "ugt", "hi", "a"]),
    condition("SETULE", Relation::UnsignedOrder, "SETUGT", "SETUGE", &["leu", "ule", "ls", "be"]),
];

/// Codes for floating-point numbers only, except codes that LLVM expands.
const FLOAT_CODES: [&str; 12] = [
    "SETOEQ", "SETONE", "SETOLT", "SETOGE", "SETOGT", "SETOLE", "SETUEQ", "SETUNE", "SETUO",
    "SETO", "SETTRUE", "SETFALSE",
];

/// Whether a name is a condition code that a target can have.
pub(crate) fn is_condition_code(name: &str) -> bool {
    FLOAT_CODES.contains(&name) || INTEGER_CONDITIONS.iter().any(|known| known.code == name)
}

/// Returns the condition for the opposite result.
pub(crate) fn opposite_condition(code: &str) -> Option<&'static str> {
    INTEGER_CONDITIONS.iter().find(|known| known.code == code).map(|known| known.opposite)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opposite_of_the_opposite_is_the_condition() {
        for known in &INTEGER_CONDITIONS {
            assert_eq!(opposite_condition(known.opposite), Some(known.code));
        }
    }

    #[test]
    fn swapped_twice_is_the_condition() {
        for known in &INTEGER_CONDITIONS {
            let mut conditions = INTEGER_CONDITIONS.iter();
            let swapped = conditions.find(|other| other.code == known.swapped);
            assert_eq!(swapped.map(|other| other.swapped), Some(known.code));
        }
    }
}
