//! Resolving: what a pass makes of open values (see [`super::pass`]).

use smallvec::SmallVec;
use tablewright_syntax::bang::BangOp;

use super::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::value::{DagArg, InstanceArg, Op, OpenParts, PartRange, Value, ValueId};

/// How many operands an operation has that binds no names and has no cases.
const MAX_PLAIN_OPERANDS: usize = 3;

impl Evaluator {
    /// Whether the current pass may have something to say to `value`.
    #[inline]
    pub(crate) fn is_concerned(&self, value: ValueId) -> bool {
        let view = &self.resolver.view;
        value.is_open() && (view.is_final || self.store.values.names_in(value).meets(view.names))
    }

    /// `value` as the current pass sees it.
    #[inline]
    pub(crate) fn resolve(&mut self, value: ValueId) -> Eval<ValueId> {
        if !self.is_concerned(value) {
            return Ok(value);
        }
        match self.resolver.remembered(value) {
            Some(known) => Ok(known),
            None => self.resolve_open(value),
        }
    }

    fn resolve_open(&mut self, value: ValueId) -> Eval<ValueId> {
        let taints = self.resolver.taints;
        let result = match self.store.values.open_parts(value) {
            OpenParts::Var(name) => self.look_up(name)?.unwrap_or(value),
            _ => {
                self.enter()?;
                let result = self.resolve_parts(value)?;
                self.leave();
                result
            }
        };
        if self.resolver.taints == taints {
            self.resolver.remember(value, result, self.store.values.counts().1);
        }
        Ok(result)
    }

    fn resolve_parts(&mut self, value: ValueId) -> Eval<ValueId> {
        match self.store.values.open_parts(value) {
            OpenParts::Var(name) => Ok(self.look_up(name)?.unwrap_or(value)),
            OpenParts::Op { op, ty, parts } => match op {
                Op::Bang(BangOp::If) => self.resolve_if(value, ty, parts),
                Op::Cond => self.resolve_cond(value, ty, parts),
                Op::Foreach | Op::Filter | Op::Foldl => self.resolve_loop(value, op, ty, parts),
                _ => self.resolve_op(value, op, ty, parts),
            },
            OpenParts::VarBit { of, bit } => {
                let resolved = self.resolve(of)?;
                Ok(if resolved == of { value } else { self.bit_of(resolved, bit) })
            }
            OpenParts::Field { of, field, ty } => {
                let resolved = self.resolve(of)?;
                if resolved == of { Ok(value) } else { self.fold_field(resolved, field, ty) }
            }
            OpenParts::Name => Ok(self.resolve_anonymous_name(value)),
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
        let mark = self.scratch.len();
        let changed = self.resolve_to_scratch(parts)?;
        let result = match changed {
            true => self.store.values.list(&self.scratch[mark..], element_type),
            false => value,
        };
        self.scratch.truncate(mark);
        Ok(result)
    }

    /// Puts the resolved parts on the scratch stack; tells whether any of them changed.
    fn resolve_to_scratch(&mut self, parts: PartRange) -> Eval<bool> {
        let mut changed = false;
        for i in 0..parts.len() {
            let part = self.store.values.part(parts, i);
            let resolved = self.resolve(part)?;
            changed |= resolved != part;
            self.scratch.push(resolved);
        }
        Ok(changed)
    }

    /// A row that has the bits of one value only: mostly a field set to what another is.
    fn resolve_all_bits(
        &mut self,
        value: ValueId,
        parts: PartRange,
        source: ValueId,
    ) -> Eval<ValueId> {
        let resolved = self.resolve(source)?;
        if resolved == source {
            return Ok(value);
        }
        let wanted = parts.len() as u32;
        match self.store.values.number_of_bits(resolved) {
            Some((number, width)) if wanted <= width => {
                Ok(self.store.values.bits_of_int(wanted, number))
            }
            _ => self.resolve_bits(value, parts),
        }
    }

    #[inline(never)]
    fn resolve_bits(&mut self, value: ValueId, parts: PartRange) -> Eval<ValueId> {
        let mark = self.scratch.len();
        self.scratch.extend_from_slice(self.store.values.parts(parts));
        let mut changed = false;
        let mut next = mark;
        while let Some(open) = self.scratch[next..].iter().position(|bit| bit.is_open()) {
            next += open;
            let old = self.scratch[next];
            let Some((of, bit)) = self.store.values.bit_source(old) else {
                let resolved = self.resolve(old)?;
                let resolved = self.bit_of(resolved, 0);
                changed |= self.replace_bit(next, resolved);
                next += 1;
                continue;
            };
            let resolved = self.resolve(of)?;
            let number = self.store.values.number_of_bits(resolved);
            match number {
                Some((number, width)) if bit < width => {
                    next += self.replace_bits_of(next, of, number, width);
                    changed = true;
                }
                _ if resolved == of => next += self.bits_of(next, of).count(),
                _ => {
                    let resolved = self.bit_of(resolved, bit);
                    changed |= self.replace_bit(next, resolved);
                    next += 1;
                }
            }
        }
        let result = if changed { self.store.values.bits(&self.scratch[mark..]) } else { value };
        self.scratch.truncate(mark);
        Ok(result)
    }

    /// Which bits of a value stand on the scratch stack from a place on.
    fn bits_of(&self, at: usize, of: ValueId) -> impl Iterator<Item = u32> {
        self.scratch[at..].iter().map_while(move |&bit| {
            if !bit.is_open() {
                return None;
            }
            self.store.values.bit_source(bit).and_then(|(o, bit)| (o == of).then_some(bit))
        })
    }

    /// Puts the bits of a number, which a value became, in the place of those of the value that
    /// stand on the scratch stack from a place on; tells how many.
    fn replace_bits_of(&mut self, at: usize, of: ValueId, number: u64, width: u32) -> usize {
        let values = &self.store.values;
        let mut count = 0;
        for bit in &mut self.scratch[at..] {
            let source = if bit.is_open() { values.bit_source(*bit) } else { None };
            match source {
                Some((o, which)) if o == of && which < width => {
                    *bit = ValueId::bit(number >> which & 1 != 0);
                }
                _ => break,
            }
            count += 1;
        }
        count
    }

    /// Puts a bit on the scratch stack, unless it is `?` and what was there may stay; tells whether
    /// it is another.
    fn replace_bit(&mut self, at: usize, resolved: ValueId) -> bool {
        let stays = self.resolver.view.keeps_unset_bits && resolved == ValueId::UNSET;
        if stays || resolved == self.scratch[at] {
            return false;
        }
        self.scratch[at] = resolved;
        true
    }

    #[inline(never)]
    fn resolve_dag(&mut self, value: ValueId) -> Eval<ValueId> {
        let Value::Dag(dag) = self.store.value(value) else { unreachable!("it is a dag") };
        let (operator, operator_name) = (dag.operator, dag.operator_name);
        let mut args = SmallVec::<[DagArg; 8]>::from_slice(dag.args);
        let mut changed = false;
        for arg in &mut args {
            let resolved = self.resolve(arg.value)?;
            changed |= resolved != arg.value;
            arg.value = resolved;
        }
        let new_operator = self.resolve(operator)?;
        if !changed && new_operator == operator {
            return Ok(value);
        }
        Ok(self.store.values.dag(new_operator, operator_name, &args))
    }

    #[inline(never)]
    fn resolve_instance(&mut self, value: ValueId) -> Eval<ValueId> {
        let Value::Instance { class, args } = self.store.value(value) else {
            unreachable!("it is an instance")
        };
        let mut args = SmallVec::<[InstanceArg; 8]>::from_slice(args);
        let view = &self.resolver.view;
        let differs = view.is_final || view.keeps_unset_bits;
        let outer = differs.then(|| self.resolver.push_args());
        let mut changed = false;
        for arg in &mut args {
            let resolved = self.resolve(arg.value)?;
            changed |= resolved != arg.value;
            arg.value = resolved;
        }
        if let Some(outer) = outer {
            self.pop_pass(outer);
        }
        if changed { self.make_instance(class, &args) } else { Ok(value) }
    }

    fn resolve_if(&mut self, value: ValueId, ty: TypeId, parts: PartRange) -> Eval<ValueId> {
        let [condition, then, otherwise] = self.store.values.three_parts(parts);
        let known = self.resolve(condition)?;
        if known != condition
            && let Some(number) = self.to_int(known)
        {
            return self.resolve(if number != 0 { then } else { otherwise });
        }
        let args = [known, self.resolve(then)?, self.resolve(otherwise)?];
        if args == [condition, then, otherwise] {
            return Ok(value);
        }
        let is_final = self.resolver.view.is_final;
        self.fold_op(Op::Bang(BangOp::If), ty, &args, is_final)
    }

    /// An operation that needs all of its operands.
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
            let part = self.store.values.part(parts, i);
            *arg = self.resolve(part)?;
            changed |= *arg != part;
        }
        let is_final = self.resolver.view.is_final;
        let retries =
            is_final && matches!(op, Op::Bang(BangOp::Cast | BangOp::Exists | BangOp::Instances));
        if changed || retries {
            self.fold_op(op, ty, &args[..parts.len()], is_final)
        } else {
            Ok(value)
        }
    }

    #[inline(never)]
    fn resolve_cond(&mut self, value: ValueId, ty: TypeId, parts: PartRange) -> Eval<ValueId> {
        let mut args = SmallVec::<[ValueId; 8]>::from_slice(self.store.values.parts(parts));
        if !args.iter().any(|&a| self.store.values.may_act(a))
            && !self.names_may_act()
            && let Some(chosen) = self.resolve_first_true(ty, &args)?
        {
            return Ok(chosen);
        }
        // All conditions come before all values.
        let mut changed = false;
        for first in 0..2 {
            for i in (first..args.len()).step_by(2) {
                let resolved = self.resolve(args[i])?;
                changed |= resolved != args[i];
                args[i] = resolved;
            }
        }
        let is_final = self.resolver.view.is_final;
        if changed { self.fold_op(Op::Cond, ty, &args, is_final) } else { Ok(value) }
    }

    /// The value of the first case of `!cond` that holds, where that can be told. Nobody can see
    /// that what follows it is not looked at.
    fn resolve_first_true(&mut self, ty: TypeId, cases: &[ValueId]) -> Eval<Option<ValueId>> {
        for case in cases.chunks_exact(2) {
            let condition = self.resolve(case[0])?;
            match self.to_int(condition) {
                None => break,
                Some(0) => {}
                Some(_) => {
                    let value = self.resolve(case[1])?;
                    return Ok(self.convert(value, ty));
                }
            }
        }
        Ok(None)
    }
}
