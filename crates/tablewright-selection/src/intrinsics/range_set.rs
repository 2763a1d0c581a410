//! Constant argument ranges, for example `RangeSet<ArgIndex<1>, [[2, 2], [4, 7]]>`.

use tablewright_records::{FieldError, Record, RecordStore, Value, ValueId};
use tablewright_syntax::diagnostic::Code;

use super::attributes::{IntrinsicAttributes, RangeSet};
use super::property::argument;
use crate::record_views::intrinsic::RangeSetRecord;

/// Reads the ranges for an argument. Adjacent ranges become one.
pub(super) fn range_set(
    property: RangeSetRecord<'_>,
    intrinsic: Record<'_>,
) -> Result<RangeSet, FieldError> {
    let error = |message: &str| FieldError::new(Code::Intrinsics, **property, message);
    let Some(param) = argument(*property, intrinsic)?.checked_sub(1) else {
        return Err(error("RangeSet is of an argument, not of the result"));
    };
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for &range in property.ranges()? {
        let (lower, upper) = bounds(property.store(), range)
            .ok_or_else(|| error("RangeSet requires each range to have exactly two bounds"))?;
        let end = upper
            .checked_add(1)
            .ok_or_else(|| error("RangeSet closed upper bound is too large"))?;
        match ranges.last_mut() {
            Some(last) if last.1 == lower => last.1 = end,
            _ => ranges.push((lower, end)),
        }
    }
    Ok(RangeSet { param, ranges })
}

/// Checks that each argument with ranges is a constant.
pub(super) fn check_range_sets(
    attributes: &IntrinsicAttributes,
    intrinsic: Record<'_>,
) -> Result<(), FieldError> {
    let mut params = attributes.range_sets.iter().map(|set| set.param);
    match params.find(|&param| !attributes.is_immediate_param(usize::from(param))) {
        Some(param) => {
            let message = format!("RangeSet requires ImmArg for argument {param}");
            Err(FieldError::new(Code::Intrinsics, intrinsic, message))
        }
        None => Ok(()),
    }
}

/// Returns the two bounds in a list.
fn bounds(store: &RecordStore, range: ValueId) -> Option<(i64, i64)> {
    let Value::List(range) = store.value(range) else { return None };
    let [lower, upper] = range.elements else { return None };
    Some((store.value(*lower).as_int()?, store.value(*upper).as_int()?))
}
