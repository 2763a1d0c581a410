//! Assembler features as `FeatureBitset` bits.

use tablewright_records::{RecordId, RecordStore};
use tablewright_target::assembler_features::{AssemblerFeature, AssemblerFeatures};
use tablewright_text::{CppWriter, line};

use super::feature_expr::emit_feature_expr;
use super::unsigned_width::UnsignedWidth;

/// An assembler feature.
pub(crate) struct FeatureBit<'s> {
    /// `Predicate` record.
    pub(crate) predicate: RecordId,
    pub(crate) name: &'s str,
    pub(crate) number: usize,
    /// The C++ condition for its availability.
    pub(crate) condition: String,
}

/// Returns the features in definition order. `target` is the namespace for subtarget features.
pub(crate) fn feature_bits<'s>(
    store: &'s RecordStore,
    features: &AssemblerFeatures,
    target: &str,
) -> Vec<FeatureBit<'s>> {
    let bit = |&AssemblerFeature { predicate, number, ref condition }: &AssemblerFeature| {
        let mut text = String::new();
        emit_feature_expr(store, target, condition, &mut text);
        let name = store.record(predicate).name();
        FeatureBit { predicate, name, number, condition: text }
    };
    features.all().iter().map(bit).collect()
}

/// Writes the enum for the bits.
pub(crate) fn emit_feature_enum(bits: &[FeatureBit<'_>], w: &mut CppWriter) {
    line!(w, "enum SubtargetFeatureBits : {} {{", UnsignedWidth::new(bits.len()));
    for bit in bits {
        line!(w, "  Feature_{}Bit = {},", bit.name, bit.number);
    }
    w.raw("};\n");
}

/// Writes the body of a function that computes the available features from the subtarget features `FB`.
pub(crate) fn emit_available_features(bits: &[FeatureBit<'_>], w: &mut CppWriter) {
    w.raw("  FeatureBitset Features;\n");
    for bit in bits {
        line!(w, "  if ({})", bit.condition);
        line!(w, "    Features.set(Feature_{}Bit);", bit.name);
    }
    w.raw("  return Features;\n}\n\n");
}
