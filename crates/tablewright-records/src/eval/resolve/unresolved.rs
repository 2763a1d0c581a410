//! Instances whose arguments lost a name during resolving. For example, `C<!head(p)>` with `p = [8, z]`, where `z` has
//! no value yet.
//!
//! The reference records whether it met a name without a value, not whether the result contains one. Such an instance
//! becomes a record only if an argument changes once more. A field that keeps the instance is reported as unresolved.

use smallvec::SmallVec;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::symbol::Symbol;

use crate::eval::{Eval, Evaluator};
use crate::value::{InstanceArg, Op, OpenParts, PartRange, Value, ValueId};

/// Variables of the enclosing loops.
type LoopVariables = SmallVec<[Symbol; 4]>;

impl Evaluator {
    /// Returns whether the arguments `old` mention a name that is not fully known in the current frame, although their
    /// resolved form `new` mentions none.
    pub(super) fn lost_a_name(&mut self, old: &[InstanceArg], new: &[InstanceArg]) -> Eval<bool> {
        if new.iter().any(|arg| self.heap.store.values.has_var(arg.value)) {
            return Ok(false);
        }
        let mut variables = LoopVariables::new();
        for arg in old {
            if self.meets_unknown(arg.value, &mut variables)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether resolving `value` meets a name that is not fully known in the current frame.
    fn meets_unknown(&mut self, value: ValueId, variables: &mut LoopVariables) -> Eval<bool> {
        if !self.heap.store.values.has_var(value) {
            return Ok(false);
        }
        self.enter()?;
        let met = match self.heap.store.values.open_parts(value) {
            OpenParts::Var(name) if variables.contains(&name) => false,
            OpenParts::Var(name) => match self.look_up(name)? {
                Some(known) => self.heap.store.values.has_var(known),
                None => true,
            },
            OpenParts::VarBit { of, .. } | OpenParts::Field { of, .. } => {
                self.meets_unknown(of, variables)?
            }
            OpenParts::Bits { parts, .. } | OpenParts::List { parts, .. } => {
                self.any_meets_unknown(parts, 0..parts.len(), variables)?
            }
            OpenParts::Dag => self.dag_meets_unknown(value, variables)?,
            OpenParts::Instance => self.instance_meets_unknown(value, variables)?,
            OpenParts::Op { op, parts, .. } => self.op_meets_unknown(op, parts, variables)?,
            OpenParts::AnonymousName => false,
        };
        self.leave();
        Ok(met)
    }

    fn any_meets_unknown(
        &mut self,
        parts: PartRange,
        indices: impl Iterator<Item = usize>,
        variables: &mut LoopVariables,
    ) -> Eval<bool> {
        for index in indices {
            let part = self.heap.store.values.part(parts, index);
            if self.meets_unknown(part, variables)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn dag_meets_unknown(&mut self, value: ValueId, variables: &mut LoopVariables) -> Eval<bool> {
        let Value::Dag(dag) = self.heap.store.value(value) else { unreachable!("it is a dag") };
        let mut values = SmallVec::<[ValueId; 8]>::from_slice(&[dag.operator]);
        values.extend(dag.args.iter().map(|arg| arg.value));
        for value in values {
            if self.meets_unknown(value, variables)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn instance_meets_unknown(
        &mut self,
        value: ValueId,
        variables: &mut LoopVariables,
    ) -> Eval<bool> {
        let Value::Instance { args, .. } = self.heap.store.value(value) else {
            unreachable!("it is an instance")
        };
        for arg in SmallVec::<[InstanceArg; 8]>::from_slice(args) {
            if self.meets_unknown(arg.value, variables)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn op_meets_unknown(
        &mut self,
        op: Op,
        parts: PartRange,
        variables: &mut LoopVariables,
    ) -> Eval<bool> {
        if op.is_loop() {
            return self.loop_meets_unknown(op, parts, variables);
        }
        let first = self.heap.store.values.part(parts, 0);
        if self.meets_unknown(first, variables)? {
            return Ok(true);
        }
        // Resolving skips the other operands if the first operand determines the result.
        if let Op::Bang(bang @ (BangOp::If | BangOp::And | BangOp::Or)) = op
            && variables.is_empty()
        {
            let resolved = self.resolve(first)?;
            if bang != BangOp::If && self.decided_logic(op, resolved).is_some() {
                return Ok(false);
            }
            if bang == BangOp::If
                && resolved != first
                && let Some(number) = self.heap.to_int(resolved)
            {
                let taken = self.heap.store.values.part(parts, if number != 0 { 1 } else { 2 });
                return self.meets_unknown(taken, variables);
            }
        }
        self.any_meets_unknown(parts, 1..parts.len(), variables)
    }

    fn loop_meets_unknown(
        &mut self,
        op: Op,
        parts: PartRange,
        variables: &mut LoopVariables,
    ) -> Eval<bool> {
        let (names, body) = op.loop_operands();
        let others = (0..body).filter(|index| !names.contains(index));
        if self.any_meets_unknown(parts, others, variables)? {
            return Ok(true);
        }
        let outer = variables.len();
        for index in names {
            let name = self.heap.store.values.part(parts, index);
            variables.extend(self.heap.store.values.text(name));
        }
        let met = self.any_meets_unknown(parts, std::iter::once(body), variables)?;
        variables.truncate(outer);
        Ok(met)
    }
}
