//! The order in which Clang numbers builtins: by name.

use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::intrinsic::{IntrinsicId, Intrinsics};

/// The intrinsics in byte order of their names; those with the same name, in natural order of their
/// records.
pub(crate) struct ByName(pub(crate) Vec<IntrinsicId>);

impl Analysis for ByName {
    fn build(store: &RecordStore, diagnostics: &mut Diagnostics) -> Result<ByName, AnalysisError> {
        let intrinsics: &Intrinsics = store.analysis(diagnostics)?;
        let ids = intrinsics.all.indices();
        let mut named: Vec<(u128, IntrinsicId)> =
            ids.map(|id| (first_bytes(&intrinsics.full_names[id]), id)).collect();
        named.sort_unstable_by(|(a_bytes, a), (b_bytes, b)| {
            let by_name = || intrinsics.full_names[*a].cmp(&intrinsics.full_names[*b]);
            a_bytes.cmp(b_bytes).then_with(by_name).then(a.cmp(b))
        });
        Ok(ByName(named.into_iter().map(|(_, id)| id).collect()))
    }
}

/// What a name begins with, so that most names are compared as numbers. A name that is shorter, or has
/// a zero byte, is told from others by the whole of it.
fn first_bytes(name: &str) -> u128 {
    let mut bytes = [0; size_of::<u128>()];
    let taken = name.len().min(bytes.len());
    bytes[..taken].copy_from_slice(&name.as_bytes()[..taken]);
    u128::from_be_bytes(bytes)
}
