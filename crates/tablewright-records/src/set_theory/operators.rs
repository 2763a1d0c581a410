//! Standard operators.
//!
//! | dag | elements |
//! |---|---|
//! | `(add S, …)` | the elements of all arguments |
//! | `(sub S, T, …)` | the elements of `S` that are not in a later argument |
//! | `(and S, T)` | the elements of `S` that are in `T` |
//! | `(shl S, n)` | all except the first `n` |
//! | `(trunc S, n)` | the first `n` |
//! | `(rotl S, n)`, `(rotr S, n)` | all, rotated by `n` positions to the left or right |
//! | `(decimate S, n)` | every `n`th element, including the first |
//! | `(interleave S, T, …)` | the first element of each argument, then the second of each, … |
//! | `(sequence "format", from, to, step)` | the records with these names; `step` is optional |

use tablewright_syntax::diagnostic::Code;

use crate::field_error::FieldError;
use crate::value::{Value, ValueId};

use super::format::format_number;
use super::{OrderedSet, SetElement, SetExpr, SetTheory};

pub(super) fn register<E: SetElement>(sets: &mut SetTheory<'_, E>) {
    sets.add_operator("add", add);
    sets.add_operator("sub", sub);
    sets.add_operator("and", and);
    sets.add_operator("shl", shl);
    sets.add_operator("trunc", trunc);
    sets.add_operator("rotl", |sets, expr, set| rotate(sets, expr, set, false));
    sets.add_operator("rotr", |sets, expr, set| rotate(sets, expr, set, true));
    sets.add_operator("decimate", decimate);
    sets.add_operator("interleave", interleave);
    sets.add_operator("sequence", sequence);
}

type OperatorResult = Result<(), FieldError>;

fn add<'s, E: SetElement>(
    sets: &mut SetTheory<'s, E>,
    expr: SetExpr<'s>,
    set: &mut OrderedSet<E>,
) -> OperatorResult {
    expr.dag.args.iter().try_for_each(|arg| sets.evaluate(arg.value, expr.at, set))
}

fn sub<'s, E: SetElement>(
    sets: &mut SetTheory<'s, E>,
    expr: SetExpr<'s>,
    set: &mut OrderedSet<E>,
) -> OperatorResult {
    let [from, rest @ ..] = expr.dag.args else {
        return Err(expr.error("Set difference needs at least two arguments"));
    };
    if rest.is_empty() {
        return Err(expr.error("Set difference needs at least two arguments"));
    }
    let from = sets.evaluated(from.value, expr.at)?;
    let mut removed = OrderedSet::default();
    for arg in rest {
        sets.evaluate(arg.value, expr.at, &mut removed)?;
    }
    from.elements.into_iter().filter(|&e| !removed.contains(e)).for_each(|e| set.insert(e));
    Ok(())
}

fn and<'s, E: SetElement>(
    sets: &mut SetTheory<'s, E>,
    expr: SetExpr<'s>,
    set: &mut OrderedSet<E>,
) -> OperatorResult {
    let [left, right] = expr.dag.args else {
        return Err(expr.error("Set intersection requires two arguments"));
    };
    let left = sets.evaluated(left.value, expr.at)?;
    let right = sets.evaluated(right.value, expr.at)?;
    left.elements.into_iter().filter(|&e| right.contains(e)).for_each(|e| set.insert(e));
    Ok(())
}

/// Evaluates the arguments of an operator with a set and an integer.
fn set_and_int<'s, E: SetElement>(
    sets: &mut SetTheory<'s, E>,
    expr: SetExpr<'s>,
) -> Result<(Vec<E>, i64), FieldError> {
    let [operand, number] = expr.dag.args else {
        return Err(expr.error("Operator requires (Op Set, Int) arguments"));
    };
    let operand = sets.evaluated(operand.value, expr.at)?;
    match sets.store().value(number.value).as_int() {
        Some(number) => Ok((operand.elements, number)),
        None => Err(expr.error("Second argument must be an integer")),
    }
}

/// Converts a number of elements, limited to `limit`. `None` if it is negative.
fn count(number: i64, limit: usize) -> Option<usize> {
    u64::try_from(number).ok().map(|n| usize::try_from(n).unwrap_or(limit).min(limit))
}

fn shl<'s, E: SetElement>(
    sets: &mut SetTheory<'s, E>,
    expr: SetExpr<'s>,
    set: &mut OrderedSet<E>,
) -> OperatorResult {
    let (elements, by) = set_and_int(sets, expr)?;
    let by = count(by, elements.len()).ok_or_else(|| expr.error("Positive shift required"))?;
    set.extend(&elements[by..]);
    Ok(())
}

fn trunc<'s, E: SetElement>(
    sets: &mut SetTheory<'s, E>,
    expr: SetExpr<'s>,
    set: &mut OrderedSet<E>,
) -> OperatorResult {
    let (elements, len) = set_and_int(sets, expr)?;
    let len = count(len, elements.len()).ok_or_else(|| expr.error("Positive length required"))?;
    set.extend(&elements[..len]);
    Ok(())
}

fn rotate<'s, E: SetElement>(
    sets: &mut SetTheory<'s, E>,
    expr: SetExpr<'s>,
    set: &mut OrderedSet<E>,
    right: bool,
) -> OperatorResult {
    let (elements, by) = set_and_int(sets, expr)?;
    if elements.is_empty() {
        return Ok(());
    }
    let len = elements.len() as i64;
    // A rotation to the left by a negative number is a rotation to the right.
    let left = by.rem_euclid(len);
    let (end, start) = elements.split_at(if right { (len - left) % len } else { left } as usize);
    set.extend(start);
    set.extend(end);
    Ok(())
}

fn decimate<'s, E: SetElement>(
    sets: &mut SetTheory<'s, E>,
    expr: SetExpr<'s>,
    set: &mut OrderedSet<E>,
) -> OperatorResult {
    let (elements, stride) = set_and_int(sets, expr)?;
    if stride <= 0 {
        return Err(expr.error("Positive stride required"));
    }
    let stride = usize::try_from(stride).unwrap_or(usize::MAX);
    elements.into_iter().step_by(stride).for_each(|e| set.insert(e));
    Ok(())
}

fn interleave<'s, E: SetElement>(
    sets: &mut SetTheory<'s, E>,
    expr: SetExpr<'s>,
    set: &mut OrderedSet<E>,
) -> OperatorResult {
    let args = expr.dag.args.iter();
    let parts: Vec<OrderedSet<E>> =
        args.map(|arg| sets.evaluated(arg.value, expr.at)).collect::<Result<_, _>>()?;
    let longest = parts.iter().map(|p| p.as_slice().len()).max().unwrap_or(0);
    for i in 0..longest {
        parts.iter().filter_map(|p| p.as_slice().get(i)).for_each(|&e| set.insert(e));
    }
    Ok(())
}

/// Limit for the bounds of a sequence, so that signed and unsigned formats print the same number.
const SEQUENCE_LIMIT: i64 = 1 << 30;

fn sequence<'s, E: SetElement>(
    sets: &mut SetTheory<'s, E>,
    expr: SetExpr<'s>,
    set: &mut OrderedSet<E>,
) -> OperatorResult {
    const USAGE: &str = "Bad args to (sequence \"Format\", From, To)";
    let store = sets.store();
    let int = |value: ValueId, message: &str| {
        store.value(value).as_int().ok_or_else(|| expr.error(message))
    };
    let bound = |value: Option<ValueId>, name: &str| {
        let fault = format!("{name} must be an integer");
        let number = int(value.ok_or_else(|| expr.error(USAGE))?, &fault)?;
        let in_range = (0..SEQUENCE_LIMIT).contains(&number);
        let fault =
            || FieldError::new(Code::SetExpression, expr.at, format!("{name} out of range"));
        in_range.then_some(number).ok_or_else(fault)
    };
    let arg = |i: usize| expr.dag.args.get(i).map(|arg| arg.value);
    if expr.dag.args.len() > 4 {
        return Err(expr.error(USAGE));
    }
    let step = match arg(3) {
        Some(step) => int(step, "Stride must be an integer")?,
        None => 1,
    };
    let format = arg(0).ok_or_else(|| expr.error(USAGE))?;
    let (Value::String(format) | Value::Code(format)) = store.value(format) else {
        return Err(expr.error("Format must be a string"));
    };
    let (from, to) = (bound(arg(1), "From")?, bound(arg(2), "To")?);
    if step == 0 {
        return Err(expr.error("Stride must not be zero"));
    }
    // With a negative stride the sequence moves away from its end, so it has at most one element: the start, if it
    // equals the end.
    let step = if from <= to { step } else { step.saturating_neg() };
    let mut at = from;
    while (step > 0 && at <= to) || (step < 0 && at >= to) {
        let name = format_number(store.str(format), at as u32)
            .ok_or_else(|| expr.error("Format must have one conversion of an unsigned integer"))?;
        let Some(record) = store.find_record(&name) else {
            return Err(expr.error(&format!("No def named '{name}'")));
        };
        sets.add_record(record, set)?;
        at = at.saturating_add(step);
    }
    Ok(())
}
