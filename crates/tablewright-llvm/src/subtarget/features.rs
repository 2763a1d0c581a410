//! The features of a subtarget.

use tablewright_records::RecordId;
use tablewright_target::subtarget_features::{SubtargetFeature, SubtargetFeatures};
use tablewright_text::{CppWriter, line, quicksort_by};

use super::info;
use super::model::Subtarget;

/// How many words a set of features has.
const MASK_WORDS: usize = 5;

pub(super) fn enumeration(s: &Subtarget<'_>, w: &mut CppWriter) {
    let features = s.features.all();
    if features.is_empty() {
        return;
    }
    w.namespace(s.target, |w| {
        w.block("enum", ";", |w| {
            for (number, feature) in features.iter().enumerate() {
                line!(w, "{} = {number},", s.store.record(feature.record).name());
            }
            line!(w, "NumSubtargetFeatures = {}", features.len());
        });
    });
}

/// Writes a macro call for each member that is true or false.
pub(super) fn macro_calls(s: &Subtarget<'_>, w: &mut CppWriter) {
    let mut features: Vec<&SubtargetFeature> = s.features.all().iter().collect();
    quicksort_by(&mut features, |a, b| a.field < b.field);
    for feature in features {
        let default = match &feature.value[..] {
            "true" => "false",
            "false" => "true",
            _ => continue,
        };
        let field = &feature.field;
        // A member of a bit set has no getter.
        if field.contains('[') {
            continue;
        }
        let mut getter = field.clone();
        if let Some(first) = getter.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        line!(w, "GET_SUBTARGETINFO_MACRO({field}, {default}, {getter})");
    }
}

pub(super) fn key_values(s: &Subtarget<'_>, w: &mut CppWriter) {
    if s.features.all().is_empty() {
        return;
    }
    line!(w, "// CPU features, in the order of their keys.");
    line!(w, "extern const llvm::SubtargetFeatureKV {}FeatureKV[] = {{", s.target);
    for feature in s.features.by_name() {
        let (name, description) = (&feature.name, &feature.description);
        let record = s.store.record(feature.record).name();
        write!(w, "  {{ \"{name}\", \"{description}\", {}::{record}, ", s.target);
        mask(s.features, &feature.implies, w);
        w.raw(" },\n");
    }
    line!(w, "}};");
}

/// How many features have a name of their own.
pub(super) fn key_value_count(s: &Subtarget<'_>) -> usize {
    s.features.by_name().count()
}

/// Writes a set of features.
pub(super) fn mask(features: &SubtargetFeatures, set: &[RecordId], w: &mut CppWriter) {
    let mut words = [0u64; MASK_WORDS];
    for feature in set {
        let number = features.number(*feature).unwrap_or(0) as usize;
        words[number / 64] |= 1 << (number % 64);
    }
    w.raw("{ { { ");
    for word in words {
        write!(w, "{word:#x}ULL, ");
    }
    w.raw("} } }");
}

/// Writes the function that sets members as features ask for.
pub(super) fn parse_features(s: &Subtarget<'_>, w: &mut CppWriter) {
    let target = s.target;
    line!(w, "// Sets the members of the subtarget that features stand for.");
    write!(w, "void llvm::{target}Subtarget::ParseSubtargetFeatures(");
    w.raw("StringRef CPU, StringRef TuneCPU, StringRef FS) {\n");
    w.raw("  LLVM_DEBUG(dbgs() << \"\\nFeatures:\" << FS);\n");
    w.raw("  LLVM_DEBUG(dbgs() << \"\\nCPU:\" << CPU);\n");
    w.raw("  LLVM_DEBUG(dbgs() << \"\\nTuneCPU:\" << TuneCPU << \"\\n\\n\");\n");
    if s.features.all().is_empty() {
        w.raw("}\n");
        return;
    }
    info::resolve_aliases(s, w);
    w.raw("  InitMCProcessorInfo(CPU, TuneCPU, FS);\n");
    w.raw("  const FeatureBitset &Bits = getFeatureBits();\n");
    for feature in s.features.all() {
        let name = s.store.record(feature.record).name();
        let (field, value) = (&feature.field, &feature.value);
        write!(w, "  if (Bits[{target}::{name}]");
        if value != "true" && value != "false" {
            write!(w, " && {field} < {value}");
        }
        line!(w, ") {field} = {value};");
    }
    w.raw("}\n");
}
