//! The rules that patterns were written for: those of LLVM 19, or of releases whose patterns rely on others.
//!
//! In: the classes of a description. Out: [`PatternRules`]. The releases are told apart by classes and fields
//! that they lack.

use tablewright_records::RecordStore;

use crate::instructions::operands::Operands;
use crate::older_releases::is_before_llvm_6;

/// The rules of releases.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum PatternRules {
    /// Of releases up to LLVM 3.8, whose intrinsics have their properties in another field.
    UpTo3,
    /// Of other releases up to LLVM 5.
    UpTo5,
    /// Of releases since.
    Current,
}

impl PatternRules {
    /// The rules for a description.
    pub(crate) fn of(store: &RecordStore) -> PatternRules {
        if !is_before_llvm_6(store) {
            return PatternRules::Current;
        }
        let Some(intrinsic) = store.find_class("Intrinsic") else { return PatternRules::UpTo5 };
        let has = |name: &str| {
            let mut fields = store.class(intrinsic).fields();
            fields.any(|field| store.str(field.name) == name)
        };
        match has("Properties") && !has("IntrProperties") {
            true => PatternRules::UpTo3,
            false => PatternRules::UpTo5,
        }
    }

    /// Whether a node demands types of its operands before these demand any, and what stands alone demands
    /// none: a constant may have a type that no register holds.
    pub(crate) fn is_before_6(self) -> bool {
        self < PatternRules::Current
    }

    /// How many outputs of an instruction are results of its node. All outputs but the first were operands
    /// once, for which patterns give values.
    pub(crate) fn output_count(self, operands: Operands<'_>) -> usize {
        let most = if self == PatternRules::UpTo3 { 1 } else { usize::MAX };
        operands.def_count().min(most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablewright_test_support::store_of;

    #[test]
    fn releases_are_known_by_what_they_lack() {
        let check = |text: &str, rules| assert_eq!(PatternRules::of(&store_of(text)), rules);
        let old = |text: &str| format!("class GCCBuiltin; {text}");
        check(&old("class Intrinsic { list<int> Properties = []; }"), PatternRules::UpTo3);
        check(&old("class Intrinsic { list<int> IntrProperties = []; }"), PatternRules::UpTo5);
        check(&old(""), PatternRules::UpTo5);
        check(&old("class HwMode;"), PatternRules::Current);
        check("class Intrinsic { list<int> Properties = []; }", PatternRules::Current);
    }
}
