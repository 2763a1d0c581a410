//! The order in which Clang numbers builtins: by name.

use tablewright_records::{Analysis, AnalysisError, RecordStore};
use tablewright_syntax::diagnostic::Diagnostics;

use super::intrinsic::{SveIntrinsicId, SveIntrinsics};

/// Intrinsics in byte order by name. Intrinsics with the same name are in natural record order.
pub(crate) struct ByName(pub(crate) Vec<SveIntrinsicId>);

impl Analysis for ByName {
    fn build(store: &RecordStore, diagnostics: &mut Diagnostics) -> Result<ByName, AnalysisError> {
        let intrinsics: &SveIntrinsics = store.analysis(diagnostics)?;
        let name = |id| &intrinsics.full_names[id];
        let ids = intrinsics.all.indices();
        let mut named: Vec<(u128, SveIntrinsicId)> =
            ids.map(|id| (first_bytes(name(id)), id)).collect();
        named.sort_unstable();
        for alike in named.chunk_by_mut(|(a, _), (b, _)| a == b) {
            alike.sort_unstable_by_key(|&(_, id)| (name(id), id));
        }
        Ok(ByName(named.into_iter().map(|(_, id)| id).collect()))
    }
}

/// Returns a name's first bytes as a number, padded with zeros. They decide most comparisons, and
/// numbers are fast to compare.
fn first_bytes(name: &str) -> u128 {
    let mut bytes = [0; size_of::<u128>()];
    let taken = name.len().min(bytes.len());
    bytes[..taken].copy_from_slice(&name.as_bytes()[..taken]);
    u128::from_be_bytes(bytes)
}
