//! `switch` labels for builtins.

use tablewright_text::{Append, CppWriter, append};

use super::family::IntrinsicFamily;

/// Writes a line with a label for each builtin. The following statements apply to all of them.
pub(super) fn emit_case_labels(
    family: IntrinsicFamily,
    names: impl IntoIterator<Item = impl Append>,
    w: &mut CppWriter,
) {
    for name in names {
        append!(w, "case ", family.enumerator(name), ":\n");
    }
}
