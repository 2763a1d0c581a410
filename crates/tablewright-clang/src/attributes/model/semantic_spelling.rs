//! The enumeration `Spelling` of an attribute's class, which says how the attribute was written.
//!
//! In come the spellings of an attribute; out comes an enumerator for each. Spellings that differ in
//! underscores only share one.

use super::spelling::Spelling;

/// The enumerator of a spelling.
pub(crate) struct SemanticSpelling {
    pub(crate) name: String,
    /// Whether no spelling before it has the same enumerator, whose value is the place of the first.
    pub(crate) is_first: bool,
}

/// The enumerators of all spellings of an attribute, in order.
pub(crate) fn of_spellings(spellings: &[Spelling<'_>]) -> Vec<SemanticSpelling> {
    let mut enumerators: Vec<SemanticSpelling> = Vec::with_capacity(spellings.len());
    for spelling in spellings {
        let mut name = format!("{}_", spelling.variety);
        if !spelling.namespace.is_empty() {
            name.push_str(spelling.namespace.trim_matches('_'));
            name.push('_');
        }
        name.push_str(spelling.bare_name());
        let is_first = enumerators.iter().all(|other| other.name != name);
        enumerators.push(SemanticSpelling { name, is_first });
    }
    enumerators
}
