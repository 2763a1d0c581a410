//! LLVM's condition codes: usual names in assembly, opposites.

/// An integer comparison.
pub(crate) struct IntegerCondition {
    /// `ISD::CondCode` enumerator.
    pub(crate) code: &'static str,
    /// Code for the opposite result.
    pub(crate) opposite: &'static str,
    /// Usual names in assembly.
    pub(crate) usual: &'static [&'static str],
}

const fn condition(
    code: &'static str,
    opposite: &'static str,
    usual: &'static [&'static str],
) -> IntegerCondition {
    IntegerCondition { code, opposite, usual }
}

pub(crate) const INTEGER_CONDITIONS: [IntegerCondition; 10] = [
    condition("SETEQ", "SETNE", &["eq", "e", "z"]),
    condition("SETNE", "SETEQ", &["ne", "nz"]),
    condition("SETLT", "SETGE", &["lt", "l"]),
    condition("SETGE", "SETLT", &["ge"]),
    condition("SETGT", "SETLE", &["gt", "g"]),
    condition("SETLE", "SETGT", &["le"]),
    condition("SETULT", "SETUGE", &["ltu", "ult", "lo", "b", "cs"]),
    condition("SETUGE", "SETULT", &["geu", "uge", "hs", "ae", "cc"]),
    condition("SETUGT", "SETULE", &["gtu", "ugt", "hi", "a"]),
    condition("SETULE", "SETUGT", &["leu", "ule", "ls", "be"]),
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
}
