//! Value types, and conversions between types (ProgRef, "Types" and `!cast` under "Bang Operators").

use rustc_hash::FxHashSet;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::symbol::Symbol;

use crate::eval::heap::Heap;
use crate::ids::TypeId;
use crate::release::Feature;
use crate::types::Type;
use crate::value::{ArenaTypeSource, Op, Value, ValueId};

impl Heap {
    /// Returns a value's type. `None` for `?`.
    pub(crate) fn type_of(&mut self, value: ValueId) -> Option<TypeId> {
        Some(match self.store.values.type_source(value) {
            ArenaTypeSource::Nothing => return None,
            ArenaTypeSource::Type(ty) => ty,
            ArenaTypeSource::Bits(width) => self.store.types.bits(width),
            ArenaTypeSource::List(element) => self.store.types.list(element),
            ArenaTypeSource::Record(record) => self.store.shape_of(record).ty(),
            ArenaTypeSource::Class(class) => self.class_type(class),
        })
    }

    /// Returns whether a quick test shows that a value already has the type `ty`.
    #[inline]
    pub(crate) fn is_plainly(&self, value: ValueId, ty: TypeId) -> bool {
        match self.store.values.type_source(value) {
            // An operation of type `bits<n>` does not count: as a field value, it must become a row of bits.
            ArenaTypeSource::Type(found) if found == ty => {
                matches!(ty, TypeId::BIT | TypeId::INT | TypeId::STRING | TypeId::DAG)
            }
            ArenaTypeSource::Type(_) => false,
            ArenaTypeSource::List(element) => self.store.types.element(ty) == Some(element),
            ArenaTypeSource::Record(record) => self.store.shape_of(record).ty() == ty,
            ArenaTypeSource::Bits(width) => {
                matches!(self.store.ty(ty), Type::Bits(w) if w == width)
            }
            ArenaTypeSource::Nothing | ArenaTypeSource::Class(_) => false,
        }
    }

    /// Returns a bit, row of bits or integer as a number, if it is known.
    #[inline]
    pub(crate) fn to_int(&self, value: ValueId) -> Option<i64> {
        self.store.values.to_int(value)
    }

    /// Converts a value to type `ty`, if only its representation changes.
    pub(crate) fn convert(&mut self, value: ValueId, ty: TypeId) -> Option<ValueId> {
        let to = self.store.ty(ty);
        match self.store.value(value) {
            Value::Unset | Value::Refused => Some(value),
            Value::Bit(bit) => match to {
                Type::Bit => Some(value),
                Type::Int => Some(self.store.values.int(i64::from(bit))),
                Type::Bits(1) => Some(self.store.values.bits(&[value])),
                Type::String | Type::Dag | Type::Bits(_) | Type::List(_) | Type::Record(_) => None,
            },
            Value::Bits(bits) => match to {
                Type::Bit if bits.len() == 1 => Some(bits.get(0)),
                Type::Bits(width) if width as usize == bits.len() => Some(value),
                Type::Int => bits.to_int().map(|number| self.store.values.int(number)),
                Type::Bit
                | Type::String
                | Type::Dag
                | Type::Bits(_)
                | Type::List(_)
                | Type::Record(_) => None,
            },
            Value::Int(number) => match to {
                Type::Int => Some(value),
                Type::Bit if number == 0 || number == 1 => Some(ValueId::bit(number == 1)),
                Type::Bits(width) if fits(number, width) => {
                    Some(self.store.values.bits_of_int(width, number as u64))
                }
                Type::Bit
                | Type::String
                | Type::Dag
                | Type::Bits(_)
                | Type::List(_)
                | Type::Record(_) => None,
            },
            Value::List(list) => {
                let Type::List(element) = to else { return None };
                if list.element_type == element {
                    return Some(value);
                }
                let old = list.elements.to_vec();
                let new: Option<Vec<ValueId>> =
                    old.iter().map(|&e| self.convert(e, element)).collect();
                let new = new?;
                Some(if new == old { value } else { self.store.values.list(&new, element) })
            }
            Value::Op { op: Op::Cond, ty: from, args } if from != ty => {
                // The value of `!cond(1: {1, x{0}}, 1: 3)` is not an `int` until `x` is known, but it may be converted
                // to two bits.
                let chosen = self.store.values.chosen_case(args);
                match chosen.and_then(|value| self.convert(value, ty)) {
                    Some(value) => Some(value),
                    None => self.convert_by_type(value, ty),
                }
            }
            Value::String(_)
            | Value::Code(_)
            | Value::Dag(_)
            | Value::Def(_)
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::VarBit { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => self.convert_by_type(value, ty),
        }
    }

    /// Converts a value based on its type alone.
    fn convert_by_type(&mut self, value: ValueId, ty: TypeId) -> Option<ValueId> {
        let from = self.type_of(value)?;
        if self.store.is_a(from, ty) {
            Some(value)
        } else if from == TypeId::BIT && matches!(self.store.ty(ty), Type::Bits(1)) {
            Some(self.store.values.bits(&[value]))
        } else {
            None
        }
    }

    /// Converts a value to type `ty`, if necessary with a `!cast` that waits until the value is known.
    pub(crate) fn cast_to(&mut self, value: ValueId, ty: TypeId) -> Option<ValueId> {
        let Some(from) = self.type_of(value) else { return Some(value) };
        if from == ty || self.store.is_a(from, ty) {
            return Some(value);
        }
        if let Some(converted) = self.convert(value, ty) {
            return Some(converted);
        }
        if !self.store.is_convertible(from, ty) {
            return None;
        }
        Some(self.store.values.op(Op::Bang(BangOp::Cast), ty, &[value]))
    }

    /// Converts `value` to the form of a field of type `ty`; for bits, a row of bits. `None` if it does not fit. `?`
    /// fits every type.
    pub(crate) fn fit(&mut self, value: ValueId, ty: TypeId) -> Option<ValueId> {
        let Type::Bits(width) = self.store.ty(ty) else { return self.cast_to(value, ty) };
        let value = self.cast_to(value, ty)?;
        if let Value::Bits(_) = self.store.value(value) {
            return Some(value);
        }
        // An open value is split into its bits, so that a `let` can set some of them.
        let row: Vec<ValueId> = (0..width).map(|i| self.bit_of(value, i)).collect();
        Some(self.store.values.bits(&row))
    }

    /// Returns bit `bit` of a number or row of bits, which may be open.
    pub(crate) fn bit_of(&mut self, value: ValueId, bit: u32) -> ValueId {
        match self.store.value(value) {
            Value::Unset | Value::Refused | Value::Bit(_) | Value::VarBit { .. } => value,
            Value::Int(number) => ValueId::bit(bit < 64 && number >> bit & 1 != 0),
            Value::Bits(bits) if (bit as usize) < bits.len() => bits.get(bit as usize),
            // A value of type `bit` is its own bit 0.
            Value::Var { ty: TypeId::BIT, .. } | Value::Field { ty: TypeId::BIT, .. } => value,
            Value::Op { op, ty: TypeId::BIT, .. } => match op {
                Op::Cond | Op::Foldl if self.has(Feature::BitsAreTheirOwnBit) => value,
                // For these operations the reference selects a bit although their type is `bit`. Printed records show
                // the bit number.
                Op::Cond | Op::Foldl | Op::Bang(BangOp::IsA | BangOp::Exists) => {
                    self.store.values.var_bit(value, bit)
                }
                Op::Bang(_)
                | Op::Foreach
                | Op::Filter
                | Op::Sort
                | Op::Element
                | Op::Slice
                | Op::ClosedRange => value,
            },
            Value::Bits(_)
            | Value::String(_)
            | Value::Code(_)
            | Value::List(_)
            | Value::Dag(_)
            | Value::Def(_)
            | Value::AnonymousName(_)
            | Value::Var { .. }
            | Value::Field { .. }
            | Value::Instance { .. }
            | Value::Op { .. } => self.store.values.var_bit(value, bit),
        }
    }

    /// Returns the selected bits of a value, the lowest first. `None` if it does not have all of them.
    pub(crate) fn select_bits(&mut self, value: ValueId, bits: &[u32]) -> Option<ValueId> {
        let content = self.store.value(value);
        let width = if let Some(row) = content.as_bits() {
            row.len() as u32
        } else if content.as_int().is_some() {
            64
        } else {
            let ty = self.type_of(value)?;
            let Type::Bits(width) = self.store.ty(ty) else { return None };
            width
        };
        if bits.iter().any(|&bit| bit >= width) {
            return None;
        }
        let row: Vec<ValueId> = bits.iter().map(|&bit| self.bit_of(value, bit)).collect();
        Some(self.store.values.bits(&row))
    }

    /// Returns whether `value` mentions the variable `name`.
    pub(crate) fn mentions(&self, value: ValueId, name: Symbol) -> bool {
        self.any_part(value, |id, part| {
            if !id.is_open() {
                // A closed value depends on no variable.
                return Search::Past;
            }
            let is_found = matches!(part, Value::Var { name: n, .. } if n == name);
            if is_found { Search::Found } else { Search::Into }
        })
    }

    /// Returns whether `test` finds a match in `value` or its parts.
    pub(crate) fn any_part(
        &self,
        value: ValueId,
        mut test: impl FnMut(ValueId, Value<'_>) -> Search,
    ) -> bool {
        // Values share parts. Without this set, the search could take exponential time.
        let mut seen = FxHashSet::default();
        let mut pending = vec![value];
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            let value = self.store.value(id);
            match test(id, value) {
                Search::Found => return true,
                Search::Past => continue,
                Search::Into => {}
            }
            match value {
                Value::VarBit { of, .. } | Value::Field { of, .. } => pending.push(of),
                Value::Bits(bits) => pending.extend(bits.iter()),
                Value::List(list) => pending.extend(list.elements),
                Value::Dag(dag) => {
                    pending.push(dag.operator);
                    pending.extend(dag.args.iter().map(|a| a.value));
                }
                Value::Instance { args, .. } => pending.extend(args.iter().map(|a| a.value)),
                Value::Op { args, .. } => pending.extend(args),
                Value::Unset
                | Value::Refused
                | Value::Bit(_)
                | Value::Int(_)
                | Value::String(_)
                | Value::Code(_)
                | Value::Def(_)
                | Value::AnonymousName(_)
                | Value::Var { .. } => {}
            }
        }
        false
    }

    /// Returns the type of a variable that iterates over a list's elements or a dag's nodes.
    pub(crate) fn sequence_element(&self, ty: TypeId) -> Option<TypeId> {
        match self.store.ty(ty) {
            Type::List(element) => Some(element),
            Type::Dag => Some(TypeId::DAG),
            Type::Bit | Type::Int | Type::String | Type::Bits(_) | Type::Record(_) => None,
        }
    }
}

/// Decision of a search at a value's part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Search {
    /// The search ends with success.
    Found,
    /// The search continues in the parts of this part.
    Into,
    /// The search skips the parts of this part.
    Past,
}

/// Returns whether a number can be written in `width` bits, signed or unsigned.
fn fits(number: i64, width: u32) -> bool {
    match width {
        0 => number == 0,
        // All bits of an unsigned number are below `width`. A signed number repeats its sign from bit `width - 1` on.
        1..64 => number >> width == 0 || number >> (width - 1) == -1,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::release::SelectedRelease;

    /// An integer is converted to a number of bits if it fits as a signed or unsigned number.
    #[test]
    fn integers_become_bits_signed_or_not() {
        let mut heap = Heap::new(SelectedRelease::new(None, None));
        let four = heap.store.types.bits(4);
        for (number, fits) in [(15, true), (16, false), (-8, true), (-9, false)] {
            let value = heap.store.values.int(number);
            assert_eq!(heap.convert(value, four).is_some(), fits, "{number}");
        }
    }

    /// A field of type `bits` contains a row of bits even if its value is not known yet, so a `let` can set some of
    /// them.
    #[test]
    fn a_field_of_bits_takes_an_open_value_apart() {
        let mut heap = Heap::new(SelectedRelease::new(None, None));
        let two = heap.store.types.bits(2);
        let name = heap.intern("x");
        let variable = heap.store.values.var(name, two);
        let fitted = heap.fit(variable, two).expect("it has the type");
        let Value::Bits(bits) = heap.store.value(fitted) else { panic!("a row of bits") };
        let bits: Vec<ValueId> = bits.iter().collect();
        assert_eq!(bits, [heap.bit_of(variable, 0), heap.bit_of(variable, 1)]);
    }
}
