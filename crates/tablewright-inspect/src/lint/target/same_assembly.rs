//! Lint: instructions with the same assembly and the same operands.

use rustc_hash::FxHashMap;
use tablewright_records::{AnalysisError, Record, ValueId};
use tablewright_syntax::diagnostic::Code;

use super::check_target;
use super::encodings::fixed_encodings;
use super::groups::{Groups, draft};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// An instruction with the assembly, operands and predicates of another instruction.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::SameAssembly,
    name: "same-assembly",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

/// The fields that decide if the assembler can distinguish two instructions.
type Written<'s> = (&'s str, [ValueId; 4]);

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let mut groups = Groups::default();
    let mut first: FxHashMap<Written<'_>, Record<'_>> = FxHashMap::default();
    for encoding in fixed_encodings(store)? {
        let instruction = encoding.instruction;
        let text = instruction.asm_string()?;
        if text.is_empty() || instruction.is_code_gen_only()? {
            continue;
        }
        let field = |name| instruction.value(name).unwrap_or(ValueId::UNSET);
        let fields = ["OutOperandList", "InOperandList", "AsmVariantName", "Predicates"].map(field);
        let written = (text, fields);
        let earlier = *first.entry(written).or_insert(*instruction);
        if earlier.id() == instruction.id() || is_equal(earlier, *instruction) {
            continue;
        }
        let span = instruction.pos().into();
        groups.add((span, ""), *instruction, || {
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
    groups.report(store, findings);
    Ok(())
}

/// Whether two instructions have the same encoding. Then it does not matter which the assembler chooses.
fn is_equal(one: Record<'_>, other: Record<'_>) -> bool {
    let encoding = |record: Record<'_>| record.value("Inst").ok();
    encoding(one) == encoding(other)
}
