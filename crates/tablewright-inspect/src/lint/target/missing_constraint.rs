//! Lint: register inputs without any use, although an output in the same register class has bits. Usually a constraint
//! that ties both is missing.

use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::{Code, Diagnostic, Diagnostics};
use tablewright_syntax::source::Span;
use tablewright_target::instructions::operands::OperandConstraint;
use tablewright_target::registers::DescribedClasses;

use super::check_target;
use super::encodings::{FixedEncoding, fixed_encodings};
use super::groups::{Groups, draft};
use super::operand_fields::names_operand;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// Maximum number of texts that may omit inputs with the same name. If there are more, C++ code is assumed to handle
/// them.
const HABIT: usize = 2;

/// A register input without bits, constraint or place in the assembly, although an output in its class has bits.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::MissingConstraint,
    name: "missing-constraint",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let classes: &DescribedClasses = store.analysis(&mut Diagnostics::new())?;
    let mut groups = Groups::default();
    for encoding in fixed_encodings(store)? {
        if encoding.is_completed_by_code()? {
            continue;
        }
        let assembly = encoding.instruction.asm_string()?;
        for (input, output) in free_inputs(&encoding, classes) {
            let is_written = |name| names_operand(assembly, store.str(name));
            let names = || encoding.operand_names(input);
            if names().any(|name| is_written(name) || encoding.has_value(name)) {
                continue;
            }
            if let (Some(name), Some(output)) =
                (names().last(), encoding.operand_names(output).last())
            {
                let span = encoding.operand_position(name);
                let (name, output) = (store.str(name), store.str(output));
                groups.add((span, name), *encoding.instruction, || {
                    diagnostic(&encoding, name, output, span)
                });
            }
        }
    }
    groups.drop_frequent_names(HABIT);
    groups.report(store, findings);
    Ok(())
}

/// Returns pairs of an input and an output. The input is a register without bits and without a constraint; the output
/// is the first in its class with bits. Classes with a single register are skipped.
fn free_inputs(encoding: &FixedEncoding<'_>, classes: &DescribedClasses) -> Vec<(usize, usize)> {
    let fields = encoding.fields();
    let parts = encoding.operands.mi_operands();
    let definitions = encoding.operands.def_count();
    let inputs = encoding.operands.list().get(definitions..).unwrap_or_default();
    let first_input = inputs.first().map_or(parts.len(), |operand| operand.mi_operand as usize);
    let is_free = |number: usize| {
        parts[number].constraint == OperandConstraint::None && !encoding.is_tied_to_any(number)
    };
    let is_register = |number: usize| {
        let class = encoding.register_class(classes, number);
        !encoding.is_decided_by_code(number) && class.is_some_and(|it| it.members.len() > 1)
    };
    let mut found = Vec::new();
    for input in first_input..parts.len() {
        if encoding.has_bits(&fields, input) || !is_free(input) || !is_register(input) {
            continue;
        }
        let record = encoding.operands.mi_record(input);
        let output = (0..first_input).find(|&output| {
            encoding.operands.mi_record(output) == record
                && is_free(output)
                && encoding.has_bits(&fields, output)
        });
        found.extend(output.map(|output| (input, output)));
    }
    found
}

fn diagnostic(encoding: &FixedEncoding<'_>, name: &str, output: &str, span: Span) -> Diagnostic {
    let owner = encoding.instruction.name();
    let message =
        format!("the input '${name}' of '{owner}' is neither in its encoding nor in its assembly");
    let mut diagnostic = draft(span, message);
    diagnostic.note(
        None,
        format!(
            "if it is the register that '${output}' changes in place, `let Constraints = \"${output} = ${name}\";` \
             says so; the register allocator may choose two registers now"
        ),
    );
    diagnostic
}
