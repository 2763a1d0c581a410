//! The enumeration `Spelling` in attribute classes, which identifies the written spelling.
//!
//! In: an attribute's spellings. Out: an enumerator for each. Spellings that differ only in
//! underscores share an enumerator.

use tablewright_text::{Append, TextSink, append};

use super::spelling::AttrSpelling;

/// The enumerator for a spelling.
pub(crate) struct SemanticSpelling<'s> {
    pub(crate) name: Enumerator<'s>,
    /// Whether no earlier spelling has the same enumerator. The enumerator's value is the index of
    /// the first.
    pub(crate) is_first: bool,
}

/// An enumerator name: syntax, namespace and name, separated by underscores.
#[derive(Clone, Copy)]
pub(crate) struct Enumerator<'s> {
    parts: [&'s str; 5],
}

impl<'s> Enumerator<'s> {
    fn from_spelling(spelling: &AttrSpelling<'s>) -> Enumerator<'s> {
        let namespace = spelling.namespace.trim_matches('_');
        let separator = if spelling.namespace.is_empty() { "" } else { "_" };
        Enumerator { parts: [spelling.variety, "_", namespace, separator, spelling.bare_name()] }
    }

    fn bytes(&self) -> impl Iterator<Item = u8> {
        self.parts.iter().flat_map(|part| part.bytes())
    }
}

/// Enumerators are equal if their texts are equal. The boundaries of their parts do not matter.
impl PartialEq for Enumerator<'_> {
    fn eq(&self, other: &Enumerator<'_>) -> bool {
        self.bytes().eq(other.bytes())
    }
}

impl Append for Enumerator<'_> {
    fn append_to(&self, out: &mut impl TextSink) {
        for part in self.parts {
            append!(out, part);
        }
    }
}

/// Returns the enumerators for all spellings of an attribute, in order.
pub(crate) fn for_spellings<'s>(spellings: &[AttrSpelling<'s>]) -> Vec<SemanticSpelling<'s>> {
    let mut enumerators: Vec<SemanticSpelling<'s>> = Vec::with_capacity(spellings.len());
    for spelling in spellings {
        let name = Enumerator::from_spelling(spelling);
        let is_first = enumerators.iter().all(|other| other.name != name);
        enumerators.push(SemanticSpelling { name, is_first });
    }
    enumerators
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attributes::model::spelling;
    use crate::record_views::attr::AttrRecord;
    use tablewright_records::RecordView;

    #[test]
    fn spellings_with_the_same_text_share_an_enumerator() {
        let store = tablewright_test_support::store_of(
            "class S<string v, string n, string s = \"\"> {
               string Variety = v; string Name = n; string Namespace = s;
             }
             def a {
               list<S> Spellings = [S<\"GNU\", \"__x__\">, S<\"GNU\", \"x\">, S<\"C23\", \"x\", \"__\">,
                                    S<\"CXX11\", \"b_c\", \"a\">, S<\"CXX11\", \"c\", \"a_b\">];
             }",
        );
        let record = store.record(store.find_record("a").expect("defined"));
        let spellings = spelling::for_records(AttrRecord::new(record).spellings().expect("a list"))
            .expect("the fields are there");
        let mut enumerators = String::new();
        for SemanticSpelling { name, is_first } in for_spellings(&spellings) {
            append!(&mut enumerators, name, if is_first { "\n" } else { " again\n" });
        }
        assert_eq!(enumerators, "GNU_x\nGNU_x again\nC23__x\nCXX11_a_b_c\nCXX11_a_b_c again\n");
    }
}
