//! Lint: instructions with the same assembly and the same operands.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use tablewright_records::{AnalysisError, ValueId};
use tablewright_syntax::diagnostic::Code;
use tablewright_target::instructions::encoding::EncodingBit;

use super::check_target;
use super::encodings::{FixedEncoding, fixed_encodings};
use super::groups::{Groups, draft};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// An instruction with another instruction's assembly, operands and predicates.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::SameAssembly,
    name: "same-assembly",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

/// Maximum number of instructions. If there are more, the target lacks an assembler, or C++ code chooses.
const HABIT: usize = 5;

/// The fields that decide if the assembler can distinguish two instructions.
type Written<'s> = (&'s str, [ValueId; 4]);

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let mut groups = Groups::default();
    let mut first: FxHashMap<Written<'_>, FixedEncoding<'_>> = FxHashMap::default();
    let mut encodings = fixed_encodings(store)?;
    encodings.sort_by_key(|encoding| encoding.instruction.sequence());
    for encoding in encodings {
        let instruction = encoding.instruction;
        let text = instruction.asm_string()?;
        if text.is_empty() || instruction.is_code_gen_only()? {
            continue;
        }
        let field = |name| instruction.value(name).unwrap_or(ValueId::UNSET);
        let fields = ["OutOperandList", "InOperandList", "AsmVariantName", "Predicates"].map(field);
        let written = (text, fields);
        let other = match first.entry(written) {
            Entry::Vacant(entry) => {
                entry.insert(encoding);
                continue;
            }
            Entry::Occupied(entry) => entry.into_mut(),
        };
        let earlier = *other.instruction;
        if earlier.id() == instruction.id() || !differs_in_opcode(other.bits, encoding.bits) {
            continue;
        }
        let span = instruction.pos().into();
        groups.add((span, instruction.name()), *instruction, || {
            let (name, other) = (instruction.name(), earlier.name());
            let message = format!("'{name}' has the assembly and operands of '{other}'");
            let mut diagnostic = draft(span, message);
            if earlier.pos() != instruction.pos() {
                diagnostic.label(earlier.pos(), "the other instruction");
            }
            diagnostic.note(None, "an assembler always chooses the same of the two");
            diagnostic
        });
    }
    groups.drop_if_many_kinds(HABIT);
    groups.report(store, findings);
    Ok(())
}

/// Whether two encodings have the same fields in the same bits, and other fixed bits. Instructions with different fields
/// are usually chosen by the value of an operand.
fn differs_in_opcode(one: &[EncodingBit], other: &[EncodingBit]) -> bool {
    let is_same_kind = |(one, other): (&EncodingBit, &EncodingBit)| {
        matches!((one, other), (EncodingBit::Fixed(_), EncodingBit::Fixed(_))) || one == other
    };
    one.len() == other.len() && one != other && one.iter().zip(other).all(is_same_kind)
}
