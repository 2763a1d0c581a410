//! Functions that tell which features an instruction requires, and verify that they are available.

use tablewright_text::{CppWriter, append, line, text_block};

use super::super::model::InstrInfo;
use super::namespace;
use crate::support::feature_bits::{write_available, write_enum};
use crate::support::unsigned_width::UnsignedWidth;

pub(super) fn emit(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let name = format!("{}_MC", info.names.target);
    w.raw("#if (defined(ENABLE_INSTR_PREDICATE_VERIFIER) && !defined(NDEBUG)) ||\\\n");
    w.raw("    defined(GET_AVAILABLE_OPCODE_CHECKER)\n#define GET_COMPUTE_FEATURES\n#endif\n");
    w.guarded("GET_COMPUTE_FEATURES", |w| {
        namespace(w, &name, |w| {
            w.blank();
            available(info, w);
            required(info, w);
        });
    });
    w.guarded("GET_AVAILABLE_OPCODE_CHECKER", |w| {
        namespace(w, &name, |w| {
            w.raw("bool isOpcodeAvailable(unsigned Opcode, const FeatureBitset &Features) {\n");
            missing_features(w);
            w.raw("  return !MissingFeatures.any();\n}\n");
        });
    });
    w.guarded("ENABLE_INSTR_PREDICATE_VERIFIER", |w| {
        w.raw("#include <sstream>\n\n");
        namespace(w, &name, |w| verifier(info, w));
    });
}

fn available(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let features = &info.features.features;
    w.raw("// The features of the assembler that instructions may require.\n");
    write_enum(features, w);
    w.raw("\ninline FeatureBitset computeAvailableFeatures(const FeatureBitset &FB) {\n");
    write_available(features, w);
}

fn required(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let features = &info.features;
    let width = UnsignedWidth::of(features.set_count);
    w.raw("inline FeatureBitset computeRequiredFeatures(unsigned Opcode) {\n");
    line!(w, "  enum : {width} {{\n    CEFBS_None,");
    for set in &features.sets {
        line!(w, "    {},", set.name);
    }
    w.raw("  };\n\n  static constexpr FeatureBitset FeatureBitsets[] = {\n");
    w.raw("    {}, // CEFBS_None\n");
    for set in &features.sets {
        w.raw("    {");
        for feature in &set.features {
            write!(w, "Feature_{feature}Bit, ");
        }
        w.raw("},\n");
    }
    line!(w, "  }};\n  static constexpr {width} RequiredFeaturesRefs[] = {{");
    let instructions = info.names.instructions.iter();
    for (number, (set, name)) in features.by_instruction.iter().zip(instructions).enumerate() {
        append!(w, "    ", set, ", // ", name, " = ", number, "\n");
    }
    line!(w, "  }};\n\n  assert(Opcode < {});", features.by_instruction.len());
    w.raw("  return FeatureBitsets[RequiredFeaturesRefs[Opcode]];\n}\n\n");
}

/// Writes the statements that compute the features which `Opcode` requires beyond `Features`.
fn missing_features(w: &mut CppWriter) {
    w.raw("  FeatureBitset AvailableFeatures = computeAvailableFeatures(Features);\n");
    w.raw("  FeatureBitset RequiredFeatures = computeRequiredFeatures(Opcode);\n");
    w.raw("  FeatureBitset MissingFeatures =\n");
    w.raw("      (AvailableFeatures & RequiredFeatures) ^\n      RequiredFeatures;\n");
}

fn verifier(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let target = info.names.target;
    w.raw("\n#ifndef NDEBUG\nstatic const char *SubtargetFeatureNames[] = {\n");
    for name in &info.features.names {
        line!(w, "  \"Feature_{name}\",");
    }
    w.raw("  nullptr\n};\n\n#endif // NDEBUG\n\n");
    w.raw("void verifyInstructionPredicates(\n");
    w.raw("    unsigned Opcode, const FeatureBitset &Features) {\n#ifndef NDEBUG\n");
    missing_features(w);
    text_block!(
        w,
        "
          if (MissingFeatures.any()) {{
            std::ostringstream Msg;
            Msg << \"Attempting to emit \" << &{target}InstrNameData[{target}InstrNameIndices[Opcode]]
                << \" instruction but the \";
            for (unsigned i = 0, e = MissingFeatures.size(); i != e; ++i)
              if (MissingFeatures.test(i))
                Msg << SubtargetFeatureNames[i] << \" \";
            Msg << \"predicate(s) are not met\";
            report_fatal_error(Msg.str().c_str());
          }}
        #endif // NDEBUG
        }}
        "
    );
}
