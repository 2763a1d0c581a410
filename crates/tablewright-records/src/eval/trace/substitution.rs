//! Parameter values for the trace, with the names in them replaced by values known at this time.
//!
//! Resolving may create records and report errors, but recording must not. So an operation with possible effects is
//! kept: only its operands are replaced.

use tablewright_syntax::bang::BangOp;

use crate::eval::Evaluator;
use crate::ids::TypeId;
use crate::types::Type;
use crate::value::{DagArg, InstanceArg, Op, Value, ValueEffect, ValueId};

/// Maximum depth of replacement in values. Deeper parts stay unchanged.
const MAX_DEPTH: usize = 100;

impl Evaluator {
    /// Substitutes the names in a value with the current frame.
    pub(super) fn substituted(&mut self, value: ValueId) -> ValueId {
        if !self.is_concerned(value) {
            return value;
        }
        let values = &self.heap.store.values;
        if values.may_act(value) || self.resolver.names_may_act(values, &self.construction) {
            return self.substituted_parts(value, MAX_DEPTH);
        }
        self.resolve(value).unwrap_or(value)
    }

    fn substituted_parts(&mut self, value: ValueId, depth: usize) -> ValueId {
        if depth == 0 || !self.is_concerned(value) {
            return value;
        }
        let depth = depth - 1;
        match self.heap.store.value(value) {
            Value::Var { name, .. } => match self.resolver.bound(name) {
                Some(bound) => self.substituted_parts(bound, depth),
                None => value,
            },
            Value::VarBit { of, bit } => {
                let new = self.substituted_parts(of, depth);
                if new == of { value } else { self.heap.bit_of(new, bit) }
            }
            Value::Field { of, field, ty } => {
                let new = self.substituted_parts(of, depth);
                if new == of {
                    return value;
                }
                let field_value = self.construction.known_field(&self.heap, new, field);
                field_value.unwrap_or_else(|| self.heap.store.values.field(new, field, ty))
            }
            Value::Bits(bits) => {
                let row: Vec<ValueId> = bits.iter().collect();
                let row = self.substituted_all(&row, depth);
                self.heap.store.values.bits(&row)
            }
            Value::List(list) => {
                let (elements, ty) = (list.elements.to_vec(), list.element_type);
                let elements = self.substituted_all(&elements, depth);
                self.heap.store.values.list(&elements, ty)
            }
            Value::Dag(dag) => {
                let (operator, name, args) = (dag.operator, dag.operator_name, dag.args.to_vec());
                let operator = self.substituted_parts(operator, depth);
                let mut new: Vec<DagArg> = Vec::with_capacity(args.len());
                for arg in args {
                    new.push(DagArg { value: self.substituted_parts(arg.value, depth), ..arg });
                }
                self.heap.store.values.dag(operator, name, &new)
            }
            Value::Instance { class, args } => {
                let mut args: Vec<InstanceArg> = args.to_vec();
                for arg in &mut args {
                    arg.value = self.substituted_parts(arg.value, depth);
                }
                let instance = self.heap.store.values.instance(class, &args);
                let record = self.heap.store.values.record_of_instance(instance);
                record.unwrap_or(instance)
            }
            Value::Op { op, ty, args } => {
                let args = args.to_vec();
                let args = self.substituted_all(&args, depth);
                if self.is_without_effect(op, ty, &args) {
                    return self.fold_op(op, ty, &args, false).unwrap_or(value);
                }
                self.heap.store.values.op(op, ty, &args)
            }
            Value::Unset
            | Value::Refused
            | Value::Bit(_)
            | Value::Int(_)
            | Value::String(_)
            | Value::Code(_)
            | Value::Def(_)
            | Value::AnonymousName(_) => value,
        }
    }

    fn substituted_all(&mut self, values: &[ValueId], depth: usize) -> Vec<ValueId> {
        values.iter().map(|&value| self.substituted_parts(value, depth)).collect()
    }

    /// Returns whether an operation's only effect is its result. Loops count as having effects, because their
    /// bodies are not checked.
    fn is_without_effect(&self, op: Op, ty: TypeId, args: &[ValueId]) -> bool {
        match op {
            Op::Foreach | Op::Filter | Op::Sort | Op::Foldl => false,
            // Only a cast to a record type looks up a record. If the record exists, the cast succeeds.
            Op::Bang(BangOp::Cast) => {
                let is_record = matches!(self.heap.store.ty(ty), Type::Record(_));
                !is_record
                    || self.heap.store.values.text(args[0]).is_some_and(|name| {
                        let record = self.heap.store.names.defs.get(name);
                        let record_type =
                            record.map(|record| self.heap.store.shape_of(record).ty());
                        record_type.is_some_and(|found| self.heap.store.is_a(found, ty))
                    })
            }
            Op::Bang(BangOp::Div) => {
                let divisor = self.heap.store.values.to_int(args[1]);
                divisor.is_some_and(|divisor| divisor != 0 && divisor != -1)
            }
            Op::Bang(BangOp::Head | BangOp::Tail) => {
                let list = self.heap.store.value(args[0]);
                matches!(list, Value::List(list) if !list.elements.is_empty())
            }
            Op::Bang(_) | Op::Cond | Op::Element | Op::Slice | Op::ClosedRange => {
                self.heap.store.values.effect_of(op, ty, args) == ValueEffect::None
            }
        }
    }
}
