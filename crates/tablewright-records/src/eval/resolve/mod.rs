//! Resolving: replaces the names in an open value by their values.
//!
//! [`frames`] determines the meaning of names. Resolving rebuilds an open value from its parts, each resolved in the
//! current frame. The order of the parts is fixed, because resolving can create anonymous records, which are numbered.

mod bits;
mod frames;
mod names;
mod prototype;
mod unresolved;

pub(crate) use frames::{Application, FrameId, RecordRenaming, Resolver, ResolverPoint};

use smallvec::SmallVec;
use tablewright_syntax::bang::BangOp;

use crate::eval::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::release::Feature;
use crate::value::{DagArg, InstanceArg, Op, OpenParts, PartRange, Value, ValueId};

/// Maximum number of operands of an operation without bound names and cases.
const MAX_PLAIN_OPERANDS: usize = 3;

impl Evaluator {
    /// Returns whether the current frame may bind a name in `value`.
    #[inline]
    pub(crate) fn is_concerned(&self, value: ValueId) -> bool {
        let state = &self.resolver.state;
        value.is_open()
            && (state.is_final || self.heap.store.values.names_in(value).meets(state.names))
    }

    /// Resolves the names in `value` with the current frame.
    #[inline]
    pub(crate) fn resolve(&mut self, value: ValueId) -> Eval<ValueId> {
        if !self.is_concerned(value) {
            return Ok(value);
        }
        match self.resolver.remembered(value) {
            Some(result) => Ok(result),
            None => self.resolve_open(value),
        }
    }

    fn resolve_open(&mut self, value: ValueId) -> Eval<ValueId> {
        let cycles = self.resolver.cycles_met;
        let result = if let OpenParts::Var(name) = self.heap.store.values.open_parts(value) {
            // A name does not count as a nesting level. If its value must be resolved, the value counts.
            self.look_up(name)?.unwrap_or(value)
        } else {
            self.enter()?;
            let result = self.resolve_parts(value)?;
            self.leave();
            result
        };
        // If resolving met a name that is still being resolved, the value may resolve further later. So this result is
        // not memoized.
        if self.resolver.cycles_met == cycles {
            self.resolver.remember(value, result, self.heap.store.values.counts().1);
        }
        Ok(result)
    }

    fn resolve_parts(&mut self, value: ValueId) -> Eval<ValueId> {
        match self.heap.store.values.open_parts(value) {
            OpenParts::Var(name) => Ok(self.look_up(name)?.unwrap_or(value)),
            OpenParts::Op { op, ty, parts } => match op {
                Op::Bang(BangOp::If) => self.resolve_if(value, ty, parts),
                Op::Cond => self.resolve_cond(value, ty, parts),
                Op::Foreach | Op::Filter | Op::Sort | Op::Foldl => {
                    self.resolve_loop(value, op, ty, parts)
                }
                Op::Bang(_) | Op::Element | Op::Slice | Op::ClosedRange => {
                    self.resolve_op(value, op, ty, parts)
                }
            },
            OpenParts::VarBit { of, bit } => {
                let resolved = self.resolve(of)?;
                Ok(if resolved == of { value } else { self.heap.bit_of(resolved, bit) })
            }
            OpenParts::Field { of, field, ty } => {
                let resolved = self.resolve(of)?;
                if resolved == of { Ok(value) } else { self.fold_field(resolved, field, ty) }
            }
            OpenParts::AnonymousName => Ok(self.resolver.anonymous_name(&mut self.heap, value)),
            OpenParts::Bits { parts, source: None } => self.resolve_bits(value, parts),
            OpenParts::Bits { parts, source: Some(source) } => {
                self.resolve_all_bits(value, parts, source)
            }
            OpenParts::List { parts, element_type } => {
                self.resolve_list(value, parts, element_type)
            }
            OpenParts::Dag => self.resolve_dag(value),
            OpenParts::Instance => self.resolve_instance(value),
        }
    }

    #[inline(never)]
    fn resolve_list(
        &mut self,
        value: ValueId,
        parts: PartRange,
        element_type: TypeId,
    ) -> Eval<ValueId> {
        let mark = self.machine.scratch.len();
        let changed = self.resolve_to_scratch(parts)?;
        let result = if changed {
            self.heap.store.values.list(&self.machine.scratch[mark..], element_type)
        } else {
            value
        };
        self.machine.scratch.truncate(mark);
        Ok(result)
    }

    /// Pushes the resolved parts to the scratch stack. Returns whether any part changed.
    fn resolve_to_scratch(&mut self, parts: PartRange) -> Eval<bool> {
        let mut changed = false;
        for i in 0..parts.len() {
            let part = self.heap.store.values.part(parts, i);
            let resolved = self.resolve(part)?;
            changed |= resolved != part;
            self.machine.scratch.push(resolved);
        }
        Ok(changed)
    }

    #[inline(never)]
    fn resolve_dag(&mut self, value: ValueId) -> Eval<ValueId> {
        let Value::Dag(dag) = self.heap.store.value(value) else { unreachable!("it is a dag") };
        let (operator, operator_name) = (dag.operator, dag.operator_name);
        // The arguments are copied, since resolving a part may extend the pool that contains them.
        let mut args = SmallVec::<[DagArg; 8]>::from_slice(dag.args);
        let mut changed = false;
        // The arguments precede the operator, as in the reference. The order affects the anonymous record numbers.
        for arg in &mut args {
            let resolved = self.resolve(arg.value)?;
            changed |= resolved != arg.value;
            arg.value = resolved;
        }
        let new_operator = self.resolve(operator)?;
        if !changed && new_operator == operator {
            return Ok(value);
        }
        Ok(self.heap.store.values.dag(new_operator, operator_name, &args))
    }

    #[inline(never)]
    fn resolve_instance(&mut self, value: ValueId) -> Eval<ValueId> {
        let Value::Instance { class, args } = self.heap.store.value(value) else {
            unreachable!("it is an instance")
        };
        let old = SmallVec::<[InstanceArg; 8]>::from_slice(args);
        let mut args = old.clone();
        let state = &self.resolver.state;
        // In other frames, arguments are resolved like all values.
        let differs = state.is_final || state.keeps_unset_bits;
        let outer = differs.then(|| self.resolver.push_instance_args());
        let mut changed = false;
        for arg in &mut args {
            let resolved = self.resolve(arg.value)?;
            changed |= resolved != arg.value;
            arg.value = resolved;
        }
        let is_incomplete = changed && self.lost_a_name(&old, &args)?;
        if let Some(outer) = outer {
            self.resolver.pop(outer);
        }
        if !changed {
            return Ok(value);
        }
        let pos = self.heap.instance_pos(value);
        if is_incomplete {
            return Ok(self.heap.waiting_instance(class, &args, pos));
        }
        self.make_instance(class, &args, pos)
    }

    fn resolve_if(&mut self, value: ValueId, ty: TypeId, parts: PartRange) -> Eval<ValueId> {
        let [condition, then, otherwise] = self.heap.store.values.three_parts(parts);
        let resolved = self.resolve(condition)?;
        // An unchanged condition was tested before and is not known.
        if resolved != condition
            && let Some(number) = self.heap.to_int(resolved)
        {
            // The other branch is not resolved, so it creates no records.
            return self.resolve(if number != 0 { then } else { otherwise });
        }
        let args = [resolved, self.resolve(then)?, self.resolve(otherwise)?];
        if args == [condition, then, otherwise] {
            return Ok(value);
        }
        let is_final = self.resolver.state.is_final;
        self.fold_op(Op::Bang(BangOp::If), ty, &args, is_final)
    }

    /// Resolves an operation that needs all its operands.
    fn resolve_op(
        &mut self,
        value: ValueId,
        op: Op,
        ty: TypeId,
        parts: PartRange,
    ) -> Eval<ValueId> {
        let mut args = [ValueId::UNSET; MAX_PLAIN_OPERANDS];
        let mut changed = false;
        for (i, arg) in args.iter_mut().enumerate().take(parts.len()) {
            let part = self.heap.store.values.part(parts, i);
            *arg = self.resolve(part)?;
            changed |= *arg != part;
            if i == 0
                && let Op::Bang(BangOp::And | BangOp::Or) = op
                && let Some(result) = self.decided_logic(op, *arg)
            {
                return Ok(result);
            }
        }
        let is_final = self.resolver.state.is_final;
        // These operations query which records exist, so the result may differ although no operand changed.
        let retries =
            is_final && matches!(op, Op::Bang(BangOp::Cast | BangOp::Exists | BangOp::Instances));
        if changed || retries {
            self.fold_op(op, ty, &args[..parts.len()], is_final)
        } else {
            Ok(value)
        }
    }

    /// Returns the result of `!and` or `!or`, if the first operand determines it.
    fn decided_logic(&mut self, op: Op, first: ValueId) -> Option<ValueId> {
        let number = self.heap.to_int(first)?;
        let decides = if op == Op::Bang(BangOp::And) { 0 } else { -1 };
        let stops = number == decides && self.heap.has(Feature::LogicStopsEarly);
        stops.then(|| self.heap.store.values.int(number))
    }

    #[inline(never)]
    fn resolve_cond(&mut self, value: ValueId, ty: TypeId, parts: PartRange) -> Eval<ValueId> {
        let mut args = SmallVec::<[ValueId; 8]>::from_slice(self.heap.store.values.parts(parts));
        // Stopping at the first true condition saves most of the work, but is allowed only if the skipped parts have no
        // visible effect.
        if !args.iter().any(|&a| self.heap.store.values.may_act(a))
            && !self.resolver.names_may_act(&self.heap.store.values, &self.construction)
            && let Some(chosen) = self.resolve_first_true(ty, &args)?
        {
            return Ok(chosen);
        }
        // All conditions precede all values, as in the reference. The order affects the anonymous record numbers.
        let mut changed = false;
        for i in (0..args.len()).step_by(2) {
            changed |= self.resolve_in_place(&mut args[i])?;
            let end = i + 2;
            if end < args.len()
                && self.heap.to_int(args[i]).is_some_and(|number| number != 0)
                && self.heap.has(Feature::CondStopsEarly)
            {
                args.truncate(end);
                changed = true;
                break;
            }
        }
        for value in args.iter_mut().skip(1).step_by(2) {
            changed |= self.resolve_in_place(value)?;
        }
        let is_final = self.resolver.state.is_final;
        if changed { self.fold_op(Op::Cond, ty, &args, is_final) } else { Ok(value) }
    }

    /// Replaces a value by the resolved value. Returns whether they differ.
    fn resolve_in_place(&mut self, value: &mut ValueId) -> Eval<bool> {
        let resolved = self.resolve(*value)?;
        let changed = resolved != *value;
        *value = resolved;
        Ok(changed)
    }

    /// Returns the value for the first true condition in a `!cond`, if all conditions up to it are known. Later cases
    /// are not resolved.
    fn resolve_first_true(&mut self, ty: TypeId, cases: &[ValueId]) -> Eval<Option<ValueId>> {
        for case in cases.chunks_exact(2) {
            let condition = self.resolve(case[0])?;
            match self.heap.to_int(condition) {
                None => break,
                Some(0) => {}
                Some(_) => {
                    let value = self.resolve(case[1])?;
                    return Ok(self.heap.convert(value, ty));
                }
            }
        }
        Ok(None)
    }
}
