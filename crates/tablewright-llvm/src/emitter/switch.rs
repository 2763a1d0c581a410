//! The `switch` on the opcode, with a case for the instructions of each code.

use tablewright_target::qualified_name::QualifiedName;
use tablewright_text::{Append, CppWriter, append, text_block};

use super::source::OpcodeRange;
use crate::support::qualified_name::Scoped;

/// The cases of a `switch` on the opcode.
pub(super) struct Switch<'s> {
    cases: Vec<EncodingCase<'s>>,
}

/// A case, for the instructions with the same code.
struct EncodingCase<'s> {
    /// C++ in the case.
    code: String,
    opcodes: Vec<QualifiedName<'s>>,
}

impl<'s> Switch<'s> {
    /// Builds the cases, sorted by code text. Instructions with the same code share a case, in the order of
    /// `opcodes`. An instruction is an index into `opcodes`.
    pub(super) fn new(
        opcodes: &[QualifiedName<'s>],
        code: impl IntoIterator<Item = (String, Vec<u32>)>,
    ) -> Switch<'s> {
        let case = |(code, instructions): (String, Vec<u32>)| {
            let opcodes = instructions.into_iter().map(|index| opcodes[index as usize]).collect();
            EncodingCase { code, opcodes }
        };
        Switch { cases: sorted_cases(code).into_iter().map(case).collect() }
    }

    /// Writes the cases.
    pub(super) fn emit(&self, w: &mut CppWriter) {
        for case in &self.cases {
            emit_case(case.opcodes.iter().copied().map(Scoped), &case.code, w);
        }
    }
}

/// Returns the cases sorted by code text. Label groups with the same code are merged into a case with sorted labels.
pub(super) fn sorted_cases(
    code: impl IntoIterator<Item = (String, Vec<u32>)>,
) -> Vec<(String, Vec<u32>)> {
    let mut code: Vec<(String, Vec<u32>)> = code.into_iter().collect();
    // Groups that differ in the model may have the same text; sorting brings them together.
    code.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut cases: Vec<(String, Vec<u32>)> = Vec::with_capacity(code.len());
    for (code, labels) in code {
        match cases.last_mut() {
            Some((last, others)) if *last == code => others.extend(labels),
            _ => cases.push((code, labels)),
        }
    }
    // Groups were merged one after the other, each in order; labels are never equal.
    cases.iter_mut().for_each(|(_, labels)| labels.sort_unstable());
    cases
}

/// Writes a case for several labels.
pub(super) fn emit_case<T: Append>(
    labels: impl IntoIterator<Item = T>,
    code: &str,
    w: &mut CppWriter,
) {
    let mut separator = "";
    for label in labels {
        append!(w, separator, "    case ", label, ":");
        separator = "\n";
    }
    w.raw(" {\n");
    w.raw(code);
    w.raw("      break;\n    }\n");
}

/// Writes the default case, and the end of the `switch`.
pub(super) fn emit_default_case(opcodes: OpcodeRange, w: &mut CppWriter) {
    if opcodes == OpcodeRange::Supported {
        w.raw("  default:\n    reportUnsupportedInst(MI);\n  }\n");
        return;
    }
    w.indented(|w| {
        w.text_block(
            "
            default:
              std::string msg;
              raw_string_ostream Msg(msg);
              Msg << \"Not supported instr: \" << MI;
              report_fatal_error(Msg.str().c_str());
            }
            ",
        );
    });
}

/// Writes the head of the function that encodes into arbitrarily long numbers.
pub(super) fn emit_head_of_wide(target: &str, w: &mut CppWriter) {
    text_block!(
        w,
        "
        void {target}MCCodeEmitter::getBinaryCodeForInstr(const MCInst &MI,
            SmallVectorImpl<MCFixup> &Fixups,
            APInt &Inst,
            APInt &Scratch,
            const MCSubtargetInfo &STI) const {{
        "
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_are_in_the_order_of_their_code() {
        let opcodes = ["A", "B", "C", "D"].map(|name| QualifiedName { namespace: "Toy", name });
        let code = [("      y;\n", vec![1]), ("      x;\n", vec![3]), ("      y;\n", vec![2, 0])];
        let code = code.map(|(code, instructions)| (code.to_owned(), instructions));
        let mut w = CppWriter::new();
        Switch::new(&opcodes, code).emit(&mut w);
        // Not with `expect!`, which would remove the common indentation.
        let want = "    case Toy::D: {\n      x;\n      break;\n    }\n    case Toy::A:\n    \
                    case Toy::B:\n    case Toy::C: {\n      y;\n      break;\n    }\n";
        assert_eq!(w.finish(), want);
    }
}
