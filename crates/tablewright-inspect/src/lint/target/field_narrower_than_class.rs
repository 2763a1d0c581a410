//! Lint: encoded fields that are too narrow to distinguish the registers in the operand's class.

use rustc_hash::FxHashMap;
use tablewright_records::{AnalysisError, RecordId};
use tablewright_syntax::diagnostic::{Code, Diagnostics};
use tablewright_target::registers::{DescribedClass, DescribedClasses, RegisterId, Registers};

use super::check_target;
use super::encodings::fixed_encodings;
use super::groups::{Groups, draft};
use crate::lint::{Findings, Level, Lint, LintGroup, LintInput};

/// A register operand whose encoded bits are the same for two registers with different numbers.
pub(in crate::lint) const LINT: Lint = Lint {
    code: Code::FieldNarrowerThanClass,
    name: "field-narrower-than-class",
    group: LintGroup::Target,
    default: Level::Warn,
    check: |input, findings| check_target(input, findings, check),
};

/// Maximum number of texts with narrow fields for the same class. If there are more, C++ code is assumed to encode the
/// registers of the target.
const HABIT: usize = 2;

/// Two registers with the same encoded bits; `None` if the bits distinguish all registers.
type EqualPair = Option<(RegisterId, RegisterId)>;

fn check(input: &LintInput<'_>, findings: &mut Findings) -> Result<(), AnalysisError> {
    let store = input.store;
    let diagnostics = &mut Diagnostics::new();
    let registers: &Registers = store.analysis(diagnostics)?;
    let classes: &DescribedClasses = store.analysis(diagnostics)?;
    let mut pairs: FxHashMap<(RecordId, u64), EqualPair> = FxHashMap::default();
    let mut groups = Groups::default();
    for encoding in fixed_encodings(store)? {
        if encoding.is_completed_by_code()? || encoding.has_post_encoder()? {
            continue;
        }
        for number in 0..encoding.operands.mi_operands().len() {
            let Some(class) = encoding.register_class(classes, number) else { continue };
            let Some((name, mask)) = encoding.encoded_bits(number) else { continue };
            let pair = match pairs.get(&(class.record, mask)) {
                Some(&pair) => pair,
                None => {
                    let pair = equal_pair(input, registers, class, mask)?;
                    pairs.insert((class.record, mask), pair);
                    pair
                }
            };
            let Some((one, other)) = pair else { continue };
            let span = encoding.operand_position(name);
            groups.add((span, store.record(class.record).name()), *encoding.instruction, || {
                let owner = encoding.instruction.name();
                let (name, bits) = (store.str(name), mask.count_ones());
                let mut diagnostic = draft(
                    span,
                    format!(
                        "'{owner}' encodes {bits} bits of '${name}', too few for its registers"
                    ),
                );
                let class = store.record(class.record);
                diagnostic.label(class.pos(), format!("'{}' is the class", class.name()));
                diagnostic.note(
                    None,
                    format!(
                        "'{}' and '{}' have the same encoding",
                        registers.name(one),
                        registers.name(other)
                    ),
                );
                diagnostic
            });
        }
    }
    groups.drop_if_frequent_kind(HABIT);
    groups.report(store, findings);
    Ok(())
}

/// Finds two registers in a class with different numbers that are equal in the bits of `mask`.
fn equal_pair(
    input: &LintInput<'_>,
    registers: &Registers,
    class: &DescribedClass,
    mask: u64,
) -> Result<EqualPair, AnalysisError> {
    let mut by_bits: FxHashMap<u64, (RegisterId, u64)> = FxHashMap::default();
    for register in class.members.iter() {
        if registers.get(register).is_artificial {
            continue;
        }
        let number = registers.hw_encoding(input.store, register)?;
        let (other, other_number) = *by_bits.entry(number & mask).or_insert((register, number));
        if other_number != number {
            return Ok(Some((other, register)));
        }
    }
    Ok(None)
}
