//! Lint: encoded instructions without a size.

use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::Code;

use super::check_target;
use super::encodings::fixed_encodings;
use super::groups::{Groups, draft};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// An encoded instruction whose `Size` is 0, although most encoded instructions have a size.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::EncodedWithoutSize,
    name: "encoded-without-size",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let (mut with_size, mut without) = (0, Vec::new());
    for encoding in fixed_encodings(store)? {
        if encoding.instruction.is_code_gen_only()? {
            continue;
        }
        if encoding.instruction.size()? == 0 {
            without.push(encoding);
        } else {
            with_size += 1;
        }
    }
    // C++ code computes the sizes if many are missing.
    if with_size < without.len() * 9 {
        return Ok(());
    }
    let mut groups = Groups::default();
    for encoding in without {
        let span = encoding.instruction.pos().into();
        groups.add((span, ""), *encoding.instruction, || {
            let name = encoding.instruction.name();
            let bits = encoding.bits.len();
            let message = format!("'{name}' has an encoding of {bits} bits, and its size is 0");
            let mut diagnostic = draft(span, message);
            diagnostic
                .note(None, "branch distances and the disassembler use 'Size', which is in bytes");
            diagnostic
        });
    }
    groups.report(store, findings);
    Ok(())
}
