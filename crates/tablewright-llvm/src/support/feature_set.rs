//! Subtarget feature sets in C++.

use tablewright_text::CppWriter;

/// Writes a feature set's words as a `FeatureBitset` initializer.
pub(crate) fn emit_feature_set(words: &[u64], w: &mut CppWriter) {
    w.raw("{ { { ");
    for word in words {
        write!(w, "{word:#x}ULL, ");
    }
    w.raw("} } }");
}
