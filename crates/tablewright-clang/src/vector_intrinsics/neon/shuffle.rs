//! Shuffle masks: sets of lanes in two vectors.

use tablewright_records::set_theory::{OrderedSet, SetExpr, SetTheory};
use tablewright_records::{FieldError, Record, RecordId, Value, ValueId};
use tablewright_syntax::diagnostic::Code;

/// Returns the lane numbers in `mask`. Lanes of the second vector are numbered after lanes of the
/// first.
pub(super) fn lanes<'s>(
    mask: ValueId,
    element_bits: u32,
    elements: u32,
    at: Record<'s>,
) -> Result<Vec<&'s str>, FieldError> {
    let store = at.store();
    let mut sets: SetTheory<'s> = SetTheory::new(store);
    sets.add_operator("lowhalf", |sets, expr, set| {
        let all = arguments(sets, expr, 0)?;
        set.extend(&all.as_slice()[..all.as_slice().len() / 2]);
        Ok(())
    });
    sets.add_operator("highhalf", |sets, expr, set| {
        let all = arguments(sets, expr, 0)?;
        set.extend(&all.as_slice()[all.as_slice().len() / 2..]);
        Ok(())
    });
    sets.add_operator("rev", move |sets, expr, set| reverse(element_bits, sets, expr, set));
    sets.add_expander(store.expect_class("MaskExpand")?, move |sets, record, set| {
        expand_mask(elements, sets, record, set)
    });
    let mut lanes = Vec::new();
    for &lane in sets.evaluated(mask, at)?.as_slice() {
        let Some(lane) = store.record(lane).name().strip_prefix("sv") else {
            let message = "Incorrect element kind in shuffle mask!";
            return Err(FieldError::new(Code::IntrinsicBodies, at, message));
        };
        lanes.push(lane);
    }
    Ok(lanes)
}

/// Evaluates `(rev bits, lanes...)`: reverses the lanes in each part of `bits` bits.
fn reverse<'s>(
    element_bits: u32,
    sets: &mut SetTheory<'s>,
    expr: SetExpr<'s>,
    set: &mut OrderedSet<RecordId>,
) -> Result<(), FieldError> {
    let width = expr.dag.args.first().map(|arg| sets.store().value(arg.value));
    let Some(Value::Int(width)) = width else {
        return Err(expr.error("Bad set expression"));
    };
    let length = usize::try_from(width / i64::from(element_bits).max(1)).unwrap_or(0);
    let all = arguments(sets, expr, 1)?;
    if length == 0 || all.as_slice().len() % length != 0 {
        return Err(expr.error("Bad set expression"));
    }
    for part in all.as_slice().chunks(length) {
        part.iter().rev().for_each(|&lane| set.insert(lane));
    }
    Ok(())
}

/// Adds the lanes of a mask record, for example of `mask1`, the second vector.
fn expand_mask<'s>(
    elements: u32,
    sets: &SetTheory<'s>,
    mask: Record<'s>,
    set: &mut OrderedSet<RecordId>,
) -> Result<(), FieldError> {
    let first = match mask.name() {
        "mask0" => 0,
        "mask1" => elements,
        _ => return Ok(()),
    };
    for lane in first..first + elements {
        let name = format!("sv{lane}");
        let Some(lane) = sets.store().find_record(&name) else {
            let message = format!("unknown lane '{name}'");
            return Err(FieldError::new(Code::IntrinsicBodies, mask, message));
        };
        set.insert(lane);
    }
    Ok(())
}

/// Returns the set of an operator's arguments from `first` on.
fn arguments<'s>(
    sets: &mut SetTheory<'s>,
    expr: SetExpr<'s>,
    first: usize,
) -> Result<OrderedSet<RecordId>, FieldError> {
    let mut set = OrderedSet::default();
    for arg in expr.dag.args.iter().skip(first) {
        sets.evaluate(arg.value, expr.at, &mut set)?;
    }
    Ok(set)
}
