//! Shapes for several ARM tables.

use super::shapes::valid;
use crate::syntax::{CodecShape, Valid};
use crate::text::AsmTextContext;

/// Joins row lists.
pub(super) const fn joined<T: Copy, const N: usize>(first: T, lists: &[&[T]]) -> [T; N] {
    let mut rows = [first; N];
    let (mut list, mut row, mut count) = (0, 0, 0);
    while list < lists.len() {
        if row == lists[list].len() {
            (list, row) = (list + 1, 0);
        } else {
            rows[count] = lists[list][row];
            (row, count) = (row + 1, count + 1);
        }
    }
    rows
}

pub(super) const GPR: CodecShape = CodecShape::Registers("GPR");

pub(super) const BY_FIELD: CodecShape = CodecShape::ByField(&[]);

/// Coprocessors that access memory.
pub(super) const MEMORY_COPROCESSOR: CodecShape = CodecShape::IfFeature {
    feature: "HasV8Ops",
    then: &valid(Valid::Between(14, 14)),
    otherwise: &OLD_COPROCESSOR,
};

/// The numbers 10 and 11 are floating-point instructions.
pub(super) const OLD_COPROCESSOR: CodecShape = valid(Valid::Except(&[10, 11]));

pub(super) const SHIFTS: [&str; 4] = ["lsl", "lsr", "asr", "ror"];

/// Returns the name of a shift and its amount. Bits 0 and 1 have the kind, the bits above the amount: a
/// right shift by zero shifts by 32 bits, a rotation by zero includes the carry.
pub(super) fn shift(bits: i64) -> Option<(&'static str, i64)> {
    Some(match (*SHIFTS.get((bits & 3) as usize)?, bits >> 2) {
        ("ror", 0) => ("rrx", 0),
        (kind @ ("lsr" | "asr"), 0) => (kind, 32),
        other => other,
    })
}

/// Adds a shift after a register: `, lsl #3`.
pub(super) fn push_shift(bits: i64, text: &mut String) -> Option<()> {
    match shift(bits)? {
        ("lsl", 0) => {}
        ("rrx", _) => text.push_str(", rrx"),
        (kind, amount) => text.push_str(&format!(", {kind} #{amount}")),
    }
    Some(())
}

/// The condition "always".
pub(super) const ALWAYS: u64 = 14;

pub(super) const CONDITIONS: &[(i64, &str)] = &[
    (0, "eq"),
    (1, "ne"),
    (2, "hs"),
    (3, "lo"),
    (4, "mi"),
    (5, "pl"),
    (6, "vs"),
    (7, "vc"),
    (8, "hi"),
    (9, "ls"),
    (10, "ge"),
    (11, "lt"),
    (12, "gt"),
    (13, "le"),
    (14, "al"),
];

/// Adds the condition at `index` in the instruction.
pub(super) fn push_predicate(
    context: &AsmTextContext<'_>,
    index: usize,
    text: &mut String,
) -> Option<()> {
    match context.other(index)?.number()? {
        15 => text.push_str("<und>"),
        number if number == ALWAYS as i64 => {}
        number => text.push_str(CONDITIONS.get(usize::try_from(number).ok()?)?.1),
    }
    Some(())
}
