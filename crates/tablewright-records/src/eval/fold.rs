//! What operators compute, once their operands are known; until then they wait as they are.

use tablewright_syntax::bang::BangOp;

use super::{Eval, Evaluator};
use crate::ids::TypeId;
use crate::name_order::natural_order;
use crate::types::Type;
use crate::value::{Op, Value, ValueId};

impl Evaluator {
    /// The result of an operation, or, where it cannot be told yet, the operation as a value.
    /// `is_final` in the last pass over a record, when records that do not exist are an error.
    pub(crate) fn fold_op(
        &mut self,
        op: Op,
        ty: TypeId,
        args: &[ValueId],
        is_final: bool,
    ) -> Eval<ValueId> {
        let folded = match op {
            Op::Bang(bang) => self.fold_bang(bang, ty, args, is_final)?,
            Op::Cond => self.fold_cond(ty, args)?,
            Op::Foreach | Op::Filter | Op::Foldl => self.fold_loop(op, ty, args)?,
            Op::Element => self.fold_element(args[0], args[1]),
            Op::Slice => self.fold_slice(args[0], args[1]),
            Op::ClosedRange => self.fold_closed_range(args[0], args[1])?,
        };
        Ok(folded.unwrap_or_else(|| self.store.values.op(op, ty, args)))
    }

    pub(crate) fn fold_bang(
        &mut self,
        op: BangOp,
        ty: TypeId,
        args: &[ValueId],
        is_final: bool,
    ) -> Eval<Option<ValueId>> {
        Ok(match op {
            BangOp::Cast => self.fold_cast(ty, args[0], is_final)?,
            BangOp::IsA => {
                self.is_instance(args[0], ty).map(|yes| self.store.values.int(yes.into()))
            }
            BangOp::Exists => self.fold_exists(ty, args[0], is_final),
            BangOp::Instances => self.fold_instances(ty, args[0], is_final)?,
            BangOp::Initialized => self.fold_initialized(args[0]),
            BangOp::If => self.to_int(args[0]).map(|n| if n != 0 { args[1] } else { args[2] }),
            BangOp::Not => self.to_int(args[0]).map(|n| self.store.values.int(i64::from(n == 0))),
            BangOp::LogTwo => self.fold_logtwo(args[0])?,
            BangOp::Add
            | BangOp::Sub
            | BangOp::Mul
            | BangOp::Div
            | BangOp::And
            | BangOp::Or
            | BangOp::Xor
            | BangOp::Shl
            | BangOp::Sra
            | BangOp::Srl => self.fold_arithmetic(op, args[0], args[1])?,
            BangOp::Eq | BangOp::Ne | BangOp::Le | BangOp::Lt | BangOp::Ge | BangOp::Gt => {
                self.compare(op, args[0], args[1]).map(ValueId::bit)
            }
            BangOp::Repr
            | BangOp::ToLower
            | BangOp::ToUpper
            | BangOp::StrConcat
            | BangOp::Interleave
            | BangOp::Subst
            | BangOp::Substr
            | BangOp::Find
            | BangOp::Match => self.fold_text(op, ty, args)?,
            BangOp::Size
            | BangOp::Empty
            | BangOp::Head
            | BangOp::Tail
            | BangOp::ListConcat
            | BangOp::ListFlatten
            | BangOp::ListRemove
            | BangOp::ListSplat
            | BangOp::Range => self.fold_list(op, args)?,
            BangOp::Con
            | BangOp::Dag
            | BangOp::GetDagArg
            | BangOp::GetDagName
            | BangOp::GetDagOp
            | BangOp::GetDagOpName
            | BangOp::SetDagArg
            | BangOp::SetDagName
            | BangOp::SetDagOp
            | BangOp::SetDagOpName => self.fold_dag(op, ty, args)?,
        })
    }

    fn fold_cast(&mut self, ty: TypeId, value: ValueId, is_final: bool) -> Eval<Option<ValueId>> {
        if ty == TypeId::STRING {
            let known = match self.store.value(value) {
                Value::String(_) | Value::Code(_) => return Ok(Some(value)),
                Value::Def(_) => true,
                _ => false,
            };
            let text = match self.to_int(value) {
                Some(number) => Some(number.to_string()),
                None => known.then(|| self.store.value_text(value)),
            };
            if let Some(text) = text {
                let text = self.intern(&text);
                return Ok(Some(self.store.values.string(text)));
            }
        } else if self.store.types.is_record(ty)
            && let Value::String(name) | Value::Code(name) = self.store.value(value)
        {
            return self.fold_record_cast(ty, name, value, is_final);
        }
        Ok(self.convert(value, ty))
    }

    fn fold_record_cast(
        &mut self,
        ty: TypeId,
        name: tablewright_syntax::symbol::Symbol,
        name_value: ValueId,
        is_final: bool,
    ) -> Eval<Option<ValueId>> {
        let mut record = self.store.defs.get(name);
        if record.is_none() && self.is_own_name(name_value) {
            if !is_final {
                return Ok(None);
            }
            record = self.building.last().and_then(|b| b.record);
        }
        let Some(record) = record else {
            if !is_final {
                return Ok(None);
            }
            let message = format!("Undefined reference to record: '{}'\n", self.str(name));
            return Err(self.error_here(message));
        };
        let found = self.store.shape_of(record).ty();
        if !self.store.is_a(found, ty) {
            let expected = self.store.type_text(ty);
            let message = format!(
                "Expected type '{expected}', got '{}' in: !cast<{expected}>({})\n",
                self.store.type_text(found),
                self.store.value_text(name_value),
            );
            return Err(self.error_here(message));
        }
        Ok(Some(self.store.values.def(record)))
    }

    /// Whether a string is the name of the record under construction.
    fn is_own_name(&self, name: ValueId) -> bool {
        let Some(building) = self.building.last().filter(|b| b.class.is_none()) else {
            return false;
        };
        match self.store.value(building.name) {
            Value::AnonymousName(_) => {
                self.store.unquoted_text(building.name) == self.store.unquoted_text(name)
            }
            _ => building.name == name,
        }
    }

    /// Whether a value is of type `ty`, if that can be told.
    pub(crate) fn is_instance(&mut self, value: ValueId, ty: TypeId) -> Option<bool> {
        if let (Some(record), Type::Record(&[class])) =
            (self.store.values.as_record(value), self.store.ty(ty))
        {
            return Some(self.store.shape_of(record).supers.contains(&class));
        }
        let found = self.type_of(value)?;
        if self.store.is_convertible(found, ty) {
            return Some(true);
        }
        let may_become = self.store.types.is_record(ty)
            && self.store.is_convertible(ty, found)
            && !matches!(self.store.value(value), Value::Def(_));
        (!may_become).then_some(false)
    }

    fn fold_exists(&mut self, ty: TypeId, name: ValueId, is_final: bool) -> Option<ValueId> {
        let (Value::String(text) | Value::Code(text)) = self.store.value(name) else {
            return None;
        };
        let answer = if let Some(record) = self.store.defs.get(text) {
            self.store.is_a(self.store.shape_of(record).ty(), ty)
        } else if !is_final {
            return None;
        } else if self.is_own_name(name) {
            let shape = self.building.last().expect("a record has that name").shape;
            self.store.is_a(self.store.shapes[shape.index()].ty(), ty)
        } else {
            false
        };
        Some(self.store.values.int(i64::from(answer)))
    }

    fn fold_instances(
        &mut self,
        ty: TypeId,
        pattern: ValueId,
        is_final: bool,
    ) -> Eval<Option<ValueId>> {
        let (Value::String(text) | Value::Code(text)) = self.store.value(pattern) else {
            return Ok(None);
        };
        // Which records there are is known only when the record that asks is complete.
        if !self.building.is_empty() && !is_final {
            return Ok(None);
        }
        let matcher = self.regex(text)?;
        let element = self.store.types.element(ty).expect("the result is a list");
        let mut records: Vec<_> = self
            .store
            .defs
            .iter()
            .filter(|(name, record)| {
                matcher.is_match(self.store.str(*name))
                    && self.store.is_a(self.store.shape_of(*record).ty(), element)
            })
            .collect();
        records.sort_unstable_by(|(a, _), (b, _)| natural_order(self.str(*a), self.str(*b)));
        let elements: Vec<ValueId> =
            records.into_iter().map(|(_, record)| self.store.values.def(record)).collect();
        Ok(Some(self.store.values.list(&elements, element)))
    }

    fn fold_initialized(&mut self, value: ValueId) -> Option<ValueId> {
        if value != ValueId::UNSET && !self.is_concrete(value) {
            return None;
        }
        Some(self.store.values.int(i64::from(value != ValueId::UNSET)))
    }

    fn fold_logtwo(&mut self, value: ValueId) -> Eval<Option<ValueId>> {
        match self.to_int(value) {
            None => Ok(None),
            Some(number) if number <= 0 => {
                let message = "Illegal operation: logtwo is undefined on arguments less than or \
                               equal to 0";
                Err(self.error_here(message))
            }
            Some(number) => Ok(Some(self.store.values.int(i64::from(number.ilog2())))),
        }
    }

    fn fold_arithmetic(
        &mut self,
        op: BangOp,
        left: ValueId,
        right: ValueId,
    ) -> Eval<Option<ValueId>> {
        let (Some(a), Some(b)) = (self.to_int(left), self.to_int(right)) else { return Ok(None) };
        match arithmetic(op, a, b) {
            Ok(number) => Ok(Some(self.store.values.int(number))),
            Err(fault) => Err(self.error_here(fault)),
        }
    }

    /// How two numbers, strings or records compare, if they are known.
    pub(crate) fn compare(&self, op: BangOp, left: ValueId, right: ValueId) -> Option<bool> {
        use std::cmp::Ordering;
        let order = match (self.to_int(left), self.to_int(right)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => match (self.store.values.text(left), self.store.values.text(right)) {
                (Some(a), Some(b)) if a == b => Ordering::Equal,
                (Some(a), Some(b)) => self.str(a).cmp(self.str(b)),
                _ => {
                    let record = |value| self.store.values.as_record(value);
                    match (record(left), record(right)) {
                        (Some(a), Some(b)) if op == BangOp::Eq => return Some(a == b),
                        (Some(a), Some(b)) if op == BangOp::Ne => return Some(a != b),
                        _ => return None,
                    }
                }
            },
        };
        Some(match op {
            BangOp::Eq => order == Ordering::Equal,
            BangOp::Ne => order != Ordering::Equal,
            BangOp::Lt => order == Ordering::Less,
            BangOp::Le => order != Ordering::Greater,
            BangOp::Gt => order == Ordering::Greater,
            BangOp::Ge => order != Ordering::Less,
            _ => unreachable!("not a comparison"),
        })
    }

    fn fold_cond(&mut self, ty: TypeId, args: &[ValueId]) -> Eval<Option<ValueId>> {
        for case in args.chunks_exact(2) {
            match self.to_int(case[0]) {
                None => return Ok(None),
                Some(0) => {}
                Some(_) => return Ok(self.convert(case[1], ty)),
            }
        }
        let name = match self.building.last() {
            Some(building) => self.store.unquoted_text(building.name),
            None => String::new(),
        };
        let mut message = format!("{name} does not have any true condition in:");
        let cond = self.store.values.op(Op::Cond, ty, args);
        self.store.write_value(&mut message, cond);
        Err(self.error_here(message))
    }
}

/// Whether an operator computes a number from two.
pub(crate) fn is_arithmetic(op: BangOp) -> bool {
    use BangOp::{Add, And, Div, Mul, Or, Shl, Sra, Srl, Sub, Xor};
    matches!(op, Add | Sub | Mul | Div | And | Or | Xor | Shl | Sra | Srl)
}

/// Whether an operator tells how two values compare.
pub(crate) fn is_comparison(op: BangOp) -> bool {
    use BangOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq | Ne | Le | Lt | Ge | Gt)
}

/// What an operator computes from two numbers, or what is wrong with them.
pub(crate) fn arithmetic(op: BangOp, a: i64, b: i64) -> Result<i64, &'static str> {
    // A shift by 64 or more, or by less than nothing, shifts as the machine does.
    let shift = (b & 63) as u32;
    Ok(match op {
        BangOp::Add => a.wrapping_add(b),
        BangOp::Sub => a.wrapping_sub(b),
        BangOp::Mul => a.wrapping_mul(b),
        BangOp::Div if b == 0 => return Err("Illegal operation: division by zero"),
        BangOp::Div if a == i64::MIN && b == -1 => {
            return Err("Illegal operation: INT64_MIN / -1");
        }
        BangOp::Div => a / b,
        BangOp::And => a & b,
        BangOp::Or => a | b,
        BangOp::Xor => a ^ b,
        BangOp::Shl => a << shift,
        BangOp::Sra => a >> shift,
        BangOp::Srl => ((a as u64) >> shift) as i64,
        _ => unreachable!("not an operator on numbers"),
    })
}
