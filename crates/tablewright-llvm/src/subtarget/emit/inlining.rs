//! Writes the functions that return features with special rules for inlining.

use tablewright_text::{CppWriter, line};

use crate::subtarget::model::{InlineFeatures, Subtarget};

/// Returns the functions with the features that they return.
fn functions<'a>(features: &'a InlineFeatures<'_>) -> [(&'static str, &'a [&'a str]); 3] {
    [
        ("getInlineIgnoreFeatures", &features.ignored),
        ("getInlineInverseFeatures", &features.inverse),
        ("getInlineMustMatchFeatures", &features.must_match),
    ]
}

/// Declares the functions.
pub(super) fn emit_declarations(s: &Subtarget<'_>, w: &mut CppWriter) {
    for (name, _) in s.inlining.iter().flat_map(functions) {
        line!(w, "  const FeatureBitset &{name}() const override;");
    }
}

/// Defines the functions as members of `class`.
pub(super) fn emit_definitions(s: &Subtarget<'_>, class: &str, w: &mut CppWriter) {
    for (name, features) in s.inlining.iter().flat_map(functions) {
        line!(w, "\nconst FeatureBitset &{class}::{name}() const {{");
        line!(w, "  static constexpr FeatureBitset Features = {{");
        for feature in features {
            line!(w, "{}::{feature},", s.target);
        }
        line!(w, "  }};\n  return Features;\n}}");
    }
}
