//! Reinterpretations of vectors and tuples as types of the same length. Clang defines these
//! functions without records.

use tablewright_records::{Feature, RecordStore};
use tablewright_text::{Append, TextSink, append};

use super::sve_type::SveType;
use crate::vector_intrinsics::c_type::ElementKind;

/// The types between which vectors can be reinterpreted.
const REINTERPRETED: [SveType; 13] = [
    SveType::vector(ElementKind::Signed, 8),
    SveType::vector(ElementKind::Unsigned, 8),
    SveType::vector(ElementKind::MFloat, 8),
    SveType::vector(ElementKind::Signed, 16),
    SveType::vector(ElementKind::Unsigned, 16),
    SveType::vector(ElementKind::Signed, 32),
    SveType::vector(ElementKind::Unsigned, 32),
    SveType::vector(ElementKind::Signed, 64),
    SveType::vector(ElementKind::Unsigned, 64),
    SveType::vector(ElementKind::Float, 16),
    SveType::vector(ElementKind::BFloat, 16),
    SveType::vector(ElementKind::Float, 32),
    SveType::vector(ElementKind::Float, 64),
];

/// Tuple sizes with their name suffixes.
pub(crate) const TUPLES: [(u8, &str); 4] = [(1, ""), (2, "_x2"), (3, "_x3"), (4, "_x4")];

/// A reinterpretation of a vector or tuple as another type.
#[derive(Clone, Copy)]
pub(crate) struct Reinterpretation {
    pub(crate) to: SveType,
    pub(crate) from: SveType,
    tuple_suffix: &'static str,
}

/// Returns the reinterpretations for a tuple size in the release of `store`.
pub(crate) fn reinterpretations(
    (vectors, tuple_suffix): (u8, &'static str),
    store: &RecordStore,
) -> impl Iterator<Item = Reinterpretation> + use<> {
    let has_mfloat8 = store.release().has(Feature::MFloat8);
    let types = move || {
        REINTERPRETED
            .iter()
            .filter(move |ty| has_mfloat8 || ty.element().kind != ElementKind::MFloat)
    };
    let pairs = types().flat_map(move |to| types().map(move |from| (to, from)));
    pairs.map(move |(to, from)| Reinterpretation {
        to: to.with_vectors(vectors),
        from: from.with_vectors(vectors),
        tuple_suffix,
    })
}

/// Returns all reinterpretations, ordered by tuple size.
pub(crate) fn reinterpretations_of_all_tuples(
    store: &RecordStore,
) -> impl Iterator<Item = Reinterpretation> {
    TUPLES.into_iter().flat_map(|tuple| reinterpretations(tuple, store))
}

/// The name after `__builtin_sve_` for the builtin, and after `sv` for the function.
impl Append for Reinterpretation {
    fn append_to(&self, out: &mut impl TextSink) {
        let Reinterpretation { to, from, tuple_suffix } = self;
        append!(out, "reinterpret_", to.suffix(), "_", from.suffix(), tuple_suffix);
    }
}
