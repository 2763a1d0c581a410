//! `!foreach`, `!filter` and `!foldl`: bodies run once for each value of their variables.
//!
//! Where everything the body mentions is known, the loop is run as a [program](super::program). Else
//! its body is resolved but for its variables, and what becomes of it is run here.

use std::ops::Range;

use smallvec::SmallVec;
use tablewright_syntax::symbol::Symbol;

use super::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::value::{Op, PartRange, Value, ValueId};

/// A body with its variables and their values, in a form that is quickly hashed.
pub(crate) type Application = (u64, u64, u32);

/// A body and the names of its variables, as strings.
struct Body<'a> {
    value: ValueId,
    variables: &'a [ValueId],
}

impl Op {
    /// Whether it runs a body for each value of its variables.
    pub(crate) fn is_loop(self) -> bool {
        matches!(self, Op::Foreach | Op::Filter | Op::Foldl)
    }

    /// Of a loop, which operands are the variables, and which is the body. Those between and before
    /// are operands as of other operations.
    pub(crate) fn loop_operands(self) -> (Range<usize>, usize) {
        match self {
            Op::Foldl => (2..4, 4),
            _ => (0..1, 2),
        }
    }
}

impl Evaluator {
    /// A loop as the current pass sees it.
    pub(crate) fn resolve_loop(
        &mut self,
        value: ValueId,
        op: Op,
        ty: TypeId,
        parts: PartRange,
    ) -> Eval<ValueId> {
        if let Some(result) = self.run_loop_program(value)? {
            return Ok(result);
        }
        let mut args = SmallVec::<[ValueId; 5]>::from_slice(self.store.values.parts(parts));
        let (variables, body) = op.loop_operands();
        let mut changed = false;
        for arg in &mut args[..body] {
            let resolved = self.resolve(*arg)?;
            changed |= resolved != *arg;
            *arg = resolved;
        }
        let mut names = [None; 2];
        for (name, &variable) in names.iter_mut().zip(&args[variables]) {
            *name = self.store.values.text(variable);
        }
        let outer = self.push_shadow(names);
        let new_body = self.resolve(args[body])?;
        self.pop_pass(outer);
        changed |= new_body != args[body];
        args[body] = new_body;
        if changed { self.fold_op(op, ty, &args, false) } else { Ok(value) }
    }

    /// What a loop comes to whose body mentions nothing but its variables.
    pub(crate) fn fold_loop(
        &mut self,
        op: Op,
        ty: TypeId,
        args: &[ValueId],
    ) -> Eval<Option<ValueId>> {
        let (variables, body) = op.loop_operands();
        let body = Body { value: args[body], variables: &args[variables] };
        match op {
            Op::Foreach => self.fold_foreach(ty, args[1], &body),
            Op::Filter => self.fold_filter(ty, args[1], &body),
            Op::Foldl => self.fold_foldl(args[0], args[1], &body),
            _ => unreachable!("not a loop"),
        }
    }

    /// What a body is with these values of its variables.
    fn apply(&mut self, body: &Body<'_>, values: &[ValueId]) -> Eval<ValueId> {
        if !body.value.is_open() {
            return Ok(body.value);
        }
        let key = application(body, values);
        if let Some(&known) = self.applied.get(&key) {
            return Ok(known);
        }
        let bound: SmallVec<[(Symbol, ValueId); 2]> = body
            .variables
            .iter()
            .zip(values)
            .filter_map(|(&name, &value)| Some((self.store.values.text(name)?, value)))
            .collect();
        let outer = self.push_bindings(bound);
        let result = self.resolve(body.value)?;
        self.pop_pass(outer);
        if !result.is_open() {
            // Nothing but the variables had a meaning, so the same ones lead to the same result.
            self.applied.insert(key, result);
        }
        Ok(result)
    }

    fn fold_foreach(
        &mut self,
        ty: TypeId,
        over: ValueId,
        body: &Body<'_>,
    ) -> Eval<Option<ValueId>> {
        match self.store.value(over) {
            Value::Dag(_) => self.apply_to_dag(body, over).map(Some),
            Value::List(list) => {
                let element_type = self.store.types.element(ty).expect("the result is a list");
                let mut elements = list.elements.to_vec();
                for element in &mut elements {
                    *element = self.apply(body, &[*element])?;
                }
                Ok(Some(self.store.values.list(&elements, element_type)))
            }
            _ => Ok(None),
        }
    }

    /// Applies the body to the operator and each argument, and within arguments that are dags.
    fn apply_to_dag(&mut self, body: &Body<'_>, dag: ValueId) -> Eval<ValueId> {
        let Value::Dag(tree) = self.store.value(dag) else { unreachable!("it is a dag") };
        let operator = tree.operator;
        let mut args = tree.args.to_vec();
        let new_operator = self.apply(body, &[operator])?;
        let mut changed = new_operator != operator;
        self.enter()?;
        for arg in &mut args {
            let new = match self.store.value(arg.value) {
                Value::Dag(_) => self.apply_to_dag(body, arg.value)?,
                _ => self.apply(body, &[arg.value])?,
            };
            changed |= new != arg.value;
            arg.value = new;
        }
        self.leave();
        Ok(if changed { self.store.values.dag(new_operator, None, &args) } else { dag })
    }

    fn fold_filter(&mut self, ty: TypeId, over: ValueId, body: &Body<'_>) -> Eval<Option<ValueId>> {
        let Some(list) = self.store.values.as_list(over) else { return Ok(None) };
        let element_type = self.store.types.element(ty).expect("the result is a list");
        let mut kept = Vec::new();
        let elements = list.elements.to_vec();
        for element in elements {
            let keep = self.apply(body, &[element])?;
            match self.to_int(keep) {
                None => return Ok(None),
                Some(0) => {}
                Some(_) => kept.push(element),
            }
        }
        Ok(Some(self.store.values.list(&kept, element_type)))
    }

    fn fold_foldl(
        &mut self,
        start: ValueId,
        over: ValueId,
        body: &Body<'_>,
    ) -> Eval<Option<ValueId>> {
        let Some(list) = self.store.values.as_list(over) else { return Ok(None) };
        let mut so_far = start;
        let elements = list.elements.to_vec();
        for element in elements {
            so_far = self.apply(body, &[so_far, element])?;
        }
        Ok(Some(so_far))
    }
}

fn application(body: &Body<'_>, values: &[ValueId]) -> Application {
    let pair = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
    let part = |row: &[ValueId], i: usize| row.get(i).map_or(0, |value| value.raw());
    (
        pair(body.value.raw(), part(body.variables, 0)),
        pair(part(values, 0), part(body.variables, 1)),
        part(values, 1),
    )
}
