//! Writes subtarget features.

use tablewright_text::{CppWriter, line, text_block};

use super::cpu_aliases;
use crate::subtarget::model::{Storages, Subtarget};
use crate::support::feature_set::emit_feature_set;

pub(super) fn emit_enumeration(s: &Subtarget<'_>, w: &mut CppWriter) {
    let features = &s.features.all;
    if features.is_empty() {
        return;
    }
    w.namespace(s.target, |w| {
        w.block("enum", ";", |w| {
            for (number, feature) in features.iter().enumerate() {
                line!(w, "{} = {number},", feature.record);
            }
            line!(w, "NumSubtargetFeatures = {}", features.len());
        });
    });
}

/// Writes a macro call for each member that is true or false.
pub(super) fn emit_macro_calls(s: &Subtarget<'_>, w: &mut CppWriter) {
    for flag in &s.features.flags {
        line!(w, "GET_SUBTARGETINFO_MACRO({}, {}, {})", flag.field, flag.default, flag.getter);
    }
}

pub(super) fn emit_key_values(s: &Subtarget<'_>, w: &mut CppWriter) {
    if s.features.all.is_empty() {
        return;
    }
    line!(w, "// CPU features, in the order of their keys.");
    if let Some(storages) = s.storages() {
        return emit_storage(s, storages, w);
    }
    line!(w, "extern const llvm::SubtargetFeatureKV {}FeatureKV[] = {{", s.target);
    for feature in &s.features.key_values {
        let (name, description, record) = (feature.name, feature.description, feature.record);
        write!(w, "  {{ \"{name}\", \"{description}\", {}::{record}, ", s.target);
        emit_feature_set(&feature.implies, w);
        w.raw(" },\n");
    }
    line!(w, "}};");
}

/// Writes rows whose names and descriptions lie behind all rows: an offset counts from its row.
fn emit_storage(s: &Subtarget<'_>, storages: &Storages, w: &mut CppWriter) {
    let (target, count) = (s.target, storages.features.len());
    let size = storages.feature_strings.len() + 1;
    write!(w, "extern const llvm::SubtargetFeatureKVStorage< {count}, {size}> ");
    line!(w, "{target}FeatureKVStorage = {{\n  {{");
    let rows = s.features.key_values.iter().zip(&storages.features);
    for (rest, (feature, offsets)) in (1..=count).rev().zip(rows) {
        let rows = format_args!("sizeof(SubtargetFeatureKV) * {rest}");
        write!(w, "    {{ {rows} + {}, {rows} + {}, ", offsets.name, offsets.description);
        write!(w, "{target}::{}, ", feature.record);
        emit_feature_set(&feature.implies, w);
        w.raw("   },\n");
    }
    w.raw("  },\n");
    w.string_table(&storages.feature_strings);
    w.raw("};\n");
}

/// Writes the function that sets the members of the subtarget by its features.
pub(super) fn emit_parse_features(s: &Subtarget<'_>, w: &mut CppWriter) {
    let target = s.target;
    text_block!(
        w,
        "
        // Sets the members of the subtarget that features stand for.
        void llvm::{target}Subtarget::ParseSubtargetFeatures(StringRef CPU, StringRef TuneCPU, StringRef FS) {{
          LLVM_DEBUG(dbgs() << \"\\nFeatures:\" << FS);
          LLVM_DEBUG(dbgs() << \"\\nCPU:\" << CPU);
          LLVM_DEBUG(dbgs() << \"\\nTuneCPU:\" << TuneCPU << \"\\n\\n\");
        "
    );
    if s.features.all.is_empty() {
        w.raw("}\n");
        return;
    }
    cpu_aliases::emit_resolve(s, w);
    w.raw("  InitMCProcessorInfo(CPU, TuneCPU, FS);\n");
    w.raw("  const FeatureBitset &Bits = getFeatureBits();\n");
    for feature in &s.features.all {
        let (record, field, value) = (feature.record, feature.field, feature.value);
        // Features come in number order: the test prevents a low level from replacing a higher level.
        let is_higher =
            if feature.is_level { format!(" && {field} < {value}") } else { String::new() };
        line!(w, "  if (Bits[{target}::{record}]{is_higher}) {field} = {value};");
    }
    w.raw("}\n");
}
