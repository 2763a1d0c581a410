//! Lint: operands in the encoding that are missing from the assembly.

use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::source::Span;
use tablewright_target::registers::DescribedClasses;

use super::check_target;
use super::encodings::{FixedEncoding, fixed_encodings};
use super::groups::{Groups, draft};
use super::operand_fields::names_operand;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// Maximum number of texts that may omit operands with the same name. If there are more, C++ code is assumed to print
/// them.
const HABIT: usize = 2;

/// The default print method for operands (`Target.td`, `RegisterOperand` and `DAGOperand`).
const DEFAULT_PRINT_METHOD: &str = "printOperand";

/// An operand in the encoding that is missing from the assembly.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::OperandNotInAssembly,
    name: "operand-not-in-assembly",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let classes: &DescribedClasses = store.analysis(&mut Diagnostics::new())?;
    let mut groups = Groups::default();
    for encoding in fixed_encodings(store)? {
        let assembly = encoding.instruction.asm_string()?;
        if assembly.is_empty() || encoding.is_completed_by_code()? || has_print_method(&encoding) {
            continue;
        }
        let fields = encoding.fields();
        for number in 0..encoding.operands.mi_operands().len() {
            let is_one_register =
                encoding.register_class(classes, number).is_some_and(|it| it.members.len() == 1);
            if encoding.has_bits(&fields, number)
                && !encoding.is_decided_by_code(number)
                && !encoding.is_tied_to_any(number)
                && !is_one_register
                && let Some(name) = encoding.operand_names(number).last()
                && !encoding.operand_names(number).any(|it| names_operand(assembly, store.str(it)))
            {
                let (span, name) = (encoding.operand_position(name), store.str(name));
                groups
                    .add((span, name), *encoding.instruction, || diagnostic(&encoding, name, span));
            }
        }
    }
    groups.drop_frequent_names(HABIT);
    groups.report(store, findings);
    Ok(())
}

/// Whether C++ code prints an operand. Such code receives the whole instruction, and may print operands that the
/// assembly does not mention. For example, AMDGPU's `exp` prints `off` for registers that `$en` disables.
fn has_print_method(encoding: &FixedEncoding<'_>) -> bool {
    let mut operands = encoding.operands.list().iter();
    operands.any(|operand| &*encoding.operands.class(operand).print_method != DEFAULT_PRINT_METHOD)
}

fn diagnostic(encoding: &FixedEncoding<'_>, name: &str, span: Span) -> Diagnostic {
    let owner = encoding.instruction.name();
    let message = format!("the operand '${name}' of '{owner}' is not in its assembly");
    let mut diagnostic = draft(span, message);
    diagnostic.note(
        None,
        format!(
            "the encoding has bits for '${name}' that an assembler cannot know, and instructions that differ \
             in them are printed alike"
        ),
    );
    diagnostic
}
