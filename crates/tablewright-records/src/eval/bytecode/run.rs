//! Running bytecode.

use std::rc::Rc;

use smallvec::SmallVec;
use tablewright_syntax::bang::{ArithmeticOp, BangOp, ComparisonOp};
use tablewright_syntax::diagnostic::Code;
use tablewright_syntax::source::Pos;
use tablewright_syntax::symbol::Symbol;

use super::machine::FreeNameSlots;
use super::{Bytecode, EvalOperandRange, Inst, InstId};
use crate::eval::{Eval, Evaluator, Reported};
use crate::ids::{ClassId, TypeId};
use crate::release::Feature;
use crate::value::{InstanceArg, ValueId};

/// The reason why bytecode stopped early.
// As wide as a value, so that an outcome fits in two registers.
#[repr(u32)]
pub(super) enum Bailout {
    /// A value stays open.
    Open,
    /// An error was reported.
    Reported,
}

impl From<Reported> for Bailout {
    fn from(Reported: Reported) -> Bailout {
        Bailout::Reported
    }
}

pub(super) type Outcome = Result<ValueId, Bailout>;

/// Running bytecode with its slots.
#[derive(Clone, Copy)]
pub(super) struct Activation<'a> {
    pub(super) bytecode: &'a Bytecode,
    /// First slot index.
    pub(super) base: usize,
}

impl Evaluator {
    /// Resolves a field's value in the current frame. The same value is resolved for each record of a class, so
    /// bytecode pays off.
    pub(crate) fn resolve_field(&mut self, value: ValueId) -> Eval<ValueId> {
        if !self.is_concerned(value) {
            return Ok(value);
        }
        if let Some(bytecode) = self.bytecode_of(value, false)
            && let Some(result) = self.run_bytecode(&bytecode)?
        {
            return Ok(result);
        }
        // If the value waited for this frame, its parameters are replaced first, as without waiting.
        let value = self.resolve_params(value)?;
        self.resolve(value)
    }

    /// Like [`Self::resolve_field`], in a frame of parameters that stays valid until the record's frame ends. A value
    /// that also mentions fields can wait for the record's frame if the delay is not visible.
    pub(crate) fn resolve_field_or_wait(&mut self, value: ValueId) -> Eval<ValueId> {
        if self.is_concerned(value)
            && let Some(bytecode) = self.bytecode_of(value, false)
        {
            if let Some(result) = self.run_bytecode(&bytecode)? {
                return Ok(result);
            }
            let values = &self.heap.store.values;
            let acts =
                values.may_act(value) || self.resolver.names_may_act(values, &self.construction);
            // A visible effect must not be delayed.
            if bytecode.can_wait && !acts {
                return Ok(value);
            }
        }
        self.resolve(value)
    }

    /// Returns a loop's result, if all names in it are known.
    pub(crate) fn run_loop_bytecode(&mut self, value: ValueId) -> Eval<Option<ValueId>> {
        match self.bytecode_of(value, true) {
            Some(bytecode) => self.run_bytecode(&bytecode),
            None => Ok(None),
        }
    }

    fn bytecode_of(&mut self, value: ValueId, is_repeated: bool) -> Option<Rc<Bytecode>> {
        self.machine.bytecode_of(&self.heap, value, is_repeated)
    }

    /// Returns a name's value, if it is closed and the lookup has only this result.
    fn closed_value(&mut self, name: Symbol) -> Eval<Option<ValueId>> {
        if let Some(value) = self.resolver.closed_name(&self.heap, &self.construction, name) {
            return Ok(Some(value));
        }
        if self.resolver.names_may_act(&self.heap.store.values, &self.construction) {
            return Ok(None);
        }
        Ok(self.look_up(name)?.filter(|value| !value.is_open()))
    }

    /// Fills the slots of the free names. Returns whether all their values are closed.
    fn fill_slots(&mut self, bytecode: &Bytecode) -> Eval<bool> {
        let mut filled = 0;
        if let Some(shape) = self.resolver.record_shape(&self.construction) {
            let cached_slots = &mut self.machine.free_name_slots[bytecode.id];
            if cached_slots.shape != shape {
                *cached_slots = FreeNameSlots::find(bytecode, &self.heap, shape);
            }
            for &slot in &cached_slots.slots {
                let value =
                    slot.and_then(|slot| self.resolver.closed_field(&self.construction, slot));
                // The remaining names are looked up one by one: a lookup may resolve a field, and fields must be
                // resolved in name order.
                let Some(value) = value else { break };
                self.machine.slots.push(Some(value));
                filled += 1;
            }
        }
        for &name in &bytecode.free[filled..] {
            let Some(value) = self.closed_value(name)? else { return Ok(false) };
            self.machine.slots.push(Some(value));
        }
        Ok(true)
    }

    /// Runs bytecode in the current frame, if all its names are settled, and returns its result.
    fn run_bytecode(&mut self, bytecode: &Bytecode) -> Eval<Option<ValueId>> {
        let base = self.machine.slots.len();
        if !self.fill_slots(bytecode)? {
            self.machine.slots.truncate(base);
            return Ok(None);
        }
        self.machine.slots.resize(base + bytecode.slot_count as usize, None);
        self.enter_levels(bytecode.depth)?;
        let scratch = self.machine.scratch.len();
        let outer = std::mem::replace(&mut self.machine.is_final, self.resolver.is_final());
        let outcome = self.operand(Activation { bytecode, base }, bytecode.root);
        self.machine.is_final = outer;
        self.depth.leave(bytecode.depth);
        self.machine.slots.truncate(base);
        match outcome {
            Ok(value) => Ok(Some(value)),
            Err(Bailout::Open) => {
                // Loops and lists that stopped early have left their elements on the stack.
                self.machine.scratch.truncate(scratch);
                Ok(None)
            }
            // The stacks are left unchanged: the error gives up the statement, and the rollback restores the stacks.
            Err(Bailout::Reported) => Err(Reported),
        }
    }

    /// Returns an operand's value. Most operands are constants or slots and need no call.
    #[inline]
    pub(super) fn operand(&mut self, act: Activation<'_>, inst: InstId) -> Outcome {
        let inst = act.bytecode.insts[inst as usize];
        if let Inst::Const(value) = inst {
            Ok(value)
        } else if let Inst::Slot(slot) = inst {
            Ok(self.slot(act, slot))
        } else {
            self.run_inst(act, inst)
        }
    }

    #[inline]
    fn slot(&self, act: Activation<'_>, slot: u16) -> ValueId {
        self.machine.slots[act.base + slot as usize].expect("the slot was filled before")
    }

    pub(super) fn run_inst(&mut self, act: Activation<'_>, inst: Inst) -> Outcome {
        match inst {
            Inst::Const(value) => Ok(value),
            Inst::Slot(slot) => Ok(self.slot(act, slot)),
            Inst::Keep { slot, of } => {
                let index = act.base + slot as usize;
                if let Some(kept) = self.machine.slots[index] {
                    return Ok(kept);
                }
                let value = self.operand(act, of)?;
                self.machine.slots[index] = Some(value);
                Ok(value)
            }
            Inst::Field { of, field, ty } => {
                let of = self.operand(act, of)?;
                match self.construction.known_field(&self.heap, of, field) {
                    Some(value) => Ok(value),
                    None => Ok(self.fold_field(of, field, ty)?),
                }
            }
            Inst::If([condition, then, otherwise]) => {
                let holds = self.number(act, condition)? != 0;
                self.operand(act, if holds { then } else { otherwise })
            }
            Inst::Concat(operands) => self.run_text(|this| this.append_concat(act, operands)),
            Inst::Subst(operands) => self.run_text(|this| this.append_subst(act, operands)),
            Inst::Element([list, index]) => self.run_element(act, list, index),
            Inst::Arithmetic { op, operands } => {
                let number = self.calculate(act, op, operands)?;
                Ok(self.heap.store.values.int(number))
            }
            Inst::Compare { op, operands } => self.run_compare(act, op, operands).map(ValueId::bit),
            Inst::Not(operand) => {
                let number = self.number(act, operand)?;
                Ok(self.heap.store.values.int(i64::from(number == 0)))
            }
            Inst::FirstTrue { ty, cases } => self.run_first_true(act, ty, cases),
            Inst::Cond { ty, cases } => self.run_cond(act, ty, cases),
            Inst::Bit { of, bit } => {
                let of = self.operand(act, of)?;
                closed(self.heap.bit_of(of, bit))
            }
            Inst::IsA { ty, operand } => {
                let operand = self.operand(act, operand)?;
                let answer = self.is_instance(operand, ty).ok_or(Bailout::Open)?;
                Ok(self.heap.store.values.int(i64::from(answer)))
            }
            Inst::Unary { op, ty, operand } => self.run_bang(act, op, ty, [operand]),
            Inst::Binary { op, ty, operands } => self.run_bang(act, op, ty, operands),
            Inst::Ternary { op, ty, operands } => self.run_bang(act, op, ty, operands),
            Inst::Slice([list, indices]) => {
                let list = self.operand(act, list)?;
                let indices = self.operand(act, indices)?;
                closed(self.heap.fold_slice(list, indices).ok_or(Bailout::Open)?)
            }
            Inst::ClosedRange([first, last]) => {
                let first = self.operand(act, first)?;
                let last = self.operand(act, last)?;
                let folded = self.heap.fold_closed_range(first, last);
                self.report_fold(folded)?.ok_or(Bailout::Open)
            }
            Inst::List { element_type, elements } => self.run_list(act, element_type, elements),
            Inst::Instance { class, args, keys, pos } => {
                self.run_instance(act, class, args, (keys, pos))
            }
            Inst::Foreach { ty, over, body } => self.run_foreach(act, ty, over, body),
            Inst::Filter { ty, over, body } => self.run_filter(act, ty, over, body),
            Inst::Foldl { start, over, body } => self.run_foldl(act, start, over, body),
        }
    }

    /// Returns an operand as a number. A computed number is not interned as a value.
    pub(super) fn number(&mut self, act: Activation<'_>, inst: InstId) -> Result<i64, Bailout> {
        let inst = act.bytecode.insts[inst as usize];
        if let Inst::Arithmetic { op, operands } = inst {
            return self.calculate(act, op, operands);
        }
        if let Inst::Compare { op, operands } = inst {
            return self.run_compare(act, op, operands).map(i64::from);
        }
        if let Inst::Not(operand) = inst {
            return self.number(act, operand).map(|number| i64::from(number == 0));
        }
        let value = if let Inst::Const(value) = inst {
            value
        } else if let Inst::Slot(slot) = inst {
            self.slot(act, slot)
        } else {
            self.run_inst(act, inst)?
        };
        self.heap.to_int(value).ok_or(Bailout::Open)
    }

    #[inline]
    fn calculate(
        &mut self,
        act: Activation<'_>,
        op: ArithmeticOp,
        [left, right]: [InstId; 2],
    ) -> Result<i64, Bailout> {
        let left = self.number(act, left)?;
        let decides = if op == ArithmeticOp::And {
            left == 0
        } else if op == ArithmeticOp::Or {
            left == -1
        } else {
            false
        };
        if decides && self.heap.has(Feature::LogicStopsEarly) {
            return Ok(left);
        }
        let right = self.number(act, right)?;
        match self.heap.calculate(op, left, right) {
            Ok(number) => Ok(number),
            Err(message) => Err(self.error_here(Code::Arithmetic, message).into()),
        }
    }

    fn run_compare(
        &mut self,
        act: Activation<'_>,
        op: ComparisonOp,
        [left, right]: [InstId; 2],
    ) -> Result<bool, Bailout> {
        let left = self.operand(act, left)?;
        let right = self.operand(act, right)?;
        self.heap.compare(op, left, right).ok_or(Bailout::Open)
    }

    fn run_element(&mut self, act: Activation<'_>, list: InstId, index: InstId) -> Outcome {
        let list = self.operand(act, list)?;
        let index = self.operand(act, index)?;
        closed(self.heap.fold_element(list, index).ok_or(Bailout::Open)?)
    }

    fn run_bang<const N: usize>(
        &mut self,
        act: Activation<'_>,
        op: BangOp,
        ty: TypeId,
        insts: [InstId; N],
    ) -> Outcome {
        let mut operands = [ValueId::UNSET; N];
        for (operand, inst) in operands.iter_mut().zip(insts) {
            *operand = self.operand(act, inst)?;
        }
        self.fold_bang(op, ty, &operands, self.machine.is_final)?.ok_or(Bailout::Open)
    }

    fn run_list(
        &mut self,
        act: Activation<'_>,
        element_type: TypeId,
        elements: EvalOperandRange,
    ) -> Outcome {
        let mark = self.machine.scratch.len();
        for i in 0..elements.len {
            let element = self.operand(act, act.operand_id(elements, i))?;
            self.machine.scratch.push(element);
        }
        Ok(self.list_of_scratch(mark, element_type))
    }

    fn run_instance(
        &mut self,
        act: Activation<'_>,
        class: ClassId,
        args: EvalOperandRange,
        (keys, pos): (u16, Pos),
    ) -> Outcome {
        let mut instance_args = SmallVec::<[InstanceArg; 8]>::new();
        let outer = self.machine.start_body();
        for i in 0..args.len {
            let value = self.operand(act, act.operand_id(args, i))?;
            let key = act.bytecode.keys[(keys + i) as usize];
            instance_args.push(InstanceArg { key, value });
        }
        self.machine.is_final = outer;
        Ok(self.make_instance(class, &instance_args, pos)?)
    }

    fn run_first_true(
        &mut self,
        act: Activation<'_>,
        ty: TypeId,
        cases: EvalOperandRange,
    ) -> Outcome {
        for i in (0..cases.len).step_by(2) {
            if self.number(act, act.operand_id(cases, i))? != 0 {
                let value = self.operand(act, act.operand_id(cases, i + 1))?;
                return self.heap.convert(value, ty).ok_or(Bailout::Open);
            }
        }
        // A missing true condition is an error; the resolver reports it.
        Err(Bailout::Open)
    }

    fn run_cond(&mut self, act: Activation<'_>, ty: TypeId, cases: EvalOperandRange) -> Outcome {
        // All conditions precede all values, as in resolving: each may have a visible effect. From LLVM 24 on, the cases
        // after the first true condition are left out.
        let mut chosen = None;
        let mut end = cases.len;
        for i in (0..cases.len).step_by(2) {
            let holds = self.number(act, act.operand_id(cases, i))? != 0;
            if holds && chosen.is_none() {
                chosen = Some(i + 1);
                if i + 2 < cases.len && self.heap.has(Feature::CondStopsEarly) {
                    end = i + 2;
                    break;
                }
            }
        }
        let mut result = None;
        for i in (1..end).step_by(2) {
            let value = self.operand(act, act.operand_id(cases, i))?;
            if chosen == Some(i) {
                result = Some(value);
            }
        }
        self.heap.convert(result.ok_or(Bailout::Open)?, ty).ok_or(Bailout::Open)
    }

    pub(super) fn list_of_scratch(&mut self, mark: usize, element_type: TypeId) -> ValueId {
        let list = self.heap.store.values.list(&self.machine.scratch[mark..], element_type);
        self.machine.scratch.truncate(mark);
        list
    }
}

impl Activation<'_> {
    pub(super) fn operand_id(self, row: EvalOperandRange, index: u16) -> u16 {
        self.bytecode.operands[(row.start + index) as usize]
    }
}

fn closed(value: ValueId) -> Outcome {
    if value.is_open() { Err(Bailout::Open) } else { Ok(value) }
}
