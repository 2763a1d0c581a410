//! Shuffle masks: sets of lanes in two vectors.

use tablewright_records::set_theory::{OrderedSet, SetExpr, SetTheory};
use tablewright_records::{FieldError, Record, RecordId, Value, ValueId};
use tablewright_syntax::diagnostic::Code;

use super::intrinsic::error;

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
        let all = all.as_slice();
        set.extend(&all[..all.len() / 2]);
        Ok(())
    });
    sets.add_operator("highhalf", |sets, expr, set| {
        let all = arguments(sets, expr, 0)?;
        let all = all.as_slice();
        set.extend(&all[all.len() / 2..]);
        Ok(())
    });
    sets.add_operator("rev", move |sets, expr, set| {
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
    });
    sets.add_expander(store.expect_class("MaskExpand")?, move |sets, record, set| {
        let first = match record.name() {
            "mask0" => 0,
            "mask1" => elements,
            _ => return Ok(()),
        };
        for lane in first..first + elements {
            let name = format!("sv{lane}");
            let lane = sets.store().find_record(&name);
            set.insert(lane.ok_or_else(|| {
                error(Code::IntrinsicBodies, record, format!("unknown lane '{name}'"))
            })?);
        }
        Ok(())
    });
    let set = sets.evaluated(mask, at)?;
    let lanes = set.as_slice().iter().map(|&lane| {
        let name = store.record(lane).name();
        name.strip_prefix("sv").ok_or_else(|| {
            error(Code::IntrinsicBodies, at, "Incorrect element kind in shuffle mask!")
        })
    });
    lanes.collect()
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
