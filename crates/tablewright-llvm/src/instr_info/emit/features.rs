//! Functions that return the features an instruction requires, and verify that they are available.

use tablewright_text::{CppWriter, append, line, text_block};

use super::super::model::InstrInfo;
use super::emit_namespace;
use crate::support::feature_bits::{emit_available_features, emit_feature_enum};
use crate::support::unsigned_width::UnsignedWidth;

pub(super) fn emit(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let name = format!("{}_MC", info.names.target);
    text_block!(
        w,
        r"
        #if (defined(ENABLE_INSTR_PREDICATE_VERIFIER) && !defined(NDEBUG)) ||\
            defined(GET_AVAILABLE_OPCODE_CHECKER)
        #define GET_COMPUTE_FEATURES
        #endif
        "
    );
    w.guarded("GET_COMPUTE_FEATURES", |w| {
        emit_namespace(info, w, &[&name], |w| {
            w.blank();
            emit_available(info, w);
            emit_required(info, w);
        });
    });
    w.guarded("GET_AVAILABLE_OPCODE_CHECKER", |w| {
        emit_namespace(info, w, &[&name], |w| {
            line!(w, "bool isOpcodeAvailable(unsigned Opcode, const FeatureBitset &Features) {{");
            emit_missing_features(w);
            text_block!(
                w,
                "
                  return !MissingFeatures.any();
                }}
                "
            );
        });
    });
    w.guarded("ENABLE_INSTR_PREDICATE_VERIFIER", |w| {
        w.raw("#include <sstream>\n\n");
        emit_namespace(info, w, &[&name], |w| emit_verifier(info, w));
    });
}

fn emit_available(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let features = &info.features.features;
    w.raw("// The features of the assembler that instructions may require.\n");
    emit_feature_enum(features, w);
    w.raw("\ninline FeatureBitset computeAvailableFeatures(const FeatureBitset &FB) {\n");
    emit_available_features(features, w);
}

fn emit_required(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let features = &info.features;
    let width = UnsignedWidth::new(features.set_count);
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
fn emit_missing_features(w: &mut CppWriter) {
    w.indented(|w| {
        text_block!(
            w,
            "
            FeatureBitset AvailableFeatures = computeAvailableFeatures(Features);
            FeatureBitset RequiredFeatures = computeRequiredFeatures(Opcode);
            FeatureBitset MissingFeatures =
                (AvailableFeatures & RequiredFeatures) ^
                RequiredFeatures;
            "
        );
    });
}

fn emit_verifier(info: &InstrInfo<'_>, w: &mut CppWriter) {
    let target = info.names.target;
    text_block!(
        w,
        "

        #ifndef NDEBUG
        static const char *SubtargetFeatureNames[] = {{
        "
    );
    for name in &info.features.names {
        line!(w, "  \"Feature_{name}\",");
    }
    text_block!(
        w,
        "
          nullptr
        }};

        #endif // NDEBUG

        void verifyInstructionPredicates(
            unsigned Opcode, const FeatureBitset &Features) {{
        #ifndef NDEBUG
        "
    );
    emit_missing_features(w);
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
