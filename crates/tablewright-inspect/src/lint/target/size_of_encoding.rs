//! Lint: instruction sizes that contradict the encoding.

use tablewright_records::AnalysisError;
use tablewright_syntax::diagnostic::Code;
use tablewright_target::instructions::encoding::EncodingBit;

use super::check_target;
use super::encodings::{INST, fixed_encodings};
use super::groups::{Groups, draft};
use super::source_of::FieldSource;
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// An instruction size that contradicts the encoding.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::SizeOfEncoding,
    name: "size-of-encoding",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let mut groups = Groups::default();
    for encoding in fixed_encodings(store)? {
        let (size, width) = (encoding.instruction.size()?, encoding.bits.len());
        if encoding.instruction.is_code_gen_only()? {
            continue;
        }
        // A size of 0 means that C++ code computes the size.
        if size == 0 || agrees(size, encoding.bits) {
            continue;
        }
        let source = FieldSource::for_field(*encoding.instruction, "Size");
        let set = source.and_then(|source| source.lets().next());
        let span = set.map(|(id, _)| input.trace.let_site(id).span);
        let span = span.unwrap_or_else(|| encoding.instruction.pos().into());
        let kind = format!("{size} {width}");
        groups.add((span, &kind), *encoding.instruction, || {
            let name = encoding.instruction.name();
            let message =
                format!("the size of '{name}' is {size} bytes, and its encoding has {width} bits");
            let mut diagnostic = draft(span, message);
            let source = FieldSource::for_field(encoding.record, INST);
            if let Some(declaration) = source.and_then(FieldSource::declaration) {
                diagnostic.label(declaration, format!("'{INST}' has {width} bits"));
            }
            diagnostic.note(
                None,
                "branches and constant islands are placed by the size, and the code that is written has that of \
                 the encoding",
            );
            diagnostic
        });
    }
    groups.report(store, findings);
    Ok(())
}

/// Whether the encoding has `size` bytes. A target with several instruction lengths may use the same field for all
/// instructions; then a shorter instruction leaves bits at one end zero or unset.
fn agrees(size: i64, bits: &[EncodingBit]) -> bool {
    let Some(size) = usize::try_from(size).ok().and_then(|size| size.checked_mul(8)) else {
        return false;
    };
    let is_empty =
        |bit: &EncodingBit| matches!(bit, EncodingBit::Unset | EncodingBit::Fixed(false));
    let width = bits.len();
    size == width
        || size < width
            && (bits[size..].iter().all(is_empty) || bits[..width - size].iter().all(is_empty))
}
