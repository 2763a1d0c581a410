//! Sets of subtarget features as C++.

use tablewright_text::CppWriter;

/// Writes the words of a set of features as the initializer of a `FeatureBitset`.
pub(crate) fn emit_feature_set(words: &[u64], w: &mut CppWriter) {
    w.raw("{ { { ");
    for word in words {
        write!(w, "{word:#x}ULL, ");
    }
    w.raw("} } }");
}
