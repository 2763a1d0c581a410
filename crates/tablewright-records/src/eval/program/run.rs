//! Running programs.

use std::rc::Rc;

use smallvec::SmallVec;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::symbol::Symbol;

use super::compile::compile;
use super::{Body, Places, Plan, Program, ProgramId, Row, Step, StepId, WORTH_IT};
use crate::eval::fold::arithmetic;
use crate::eval::{Eval, Evaluator, Reported};
use crate::load::CompileMode;
use crate::record::ClassId;
use crate::types::TypeId;
use crate::value::{InstanceArg, OpenParts, PartRange, ValueId};

/// Why a program did not come to its end.
// As wide as a value, so that an outcome is two registers.
#[repr(u32)]
pub(super) enum Stop {
    /// Something stays open.
    Open,
    /// A fault was reported.
    Reported,
}

impl From<Reported> for Stop {
    fn from(Reported: Reported) -> Stop {
        Stop::Reported
    }
}

pub(super) type Outcome = Result<ValueId, Stop>;

/// A program that is running.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    pub(super) program: &'a Program,
    /// Where its slots begin.
    base: usize,
}

impl Evaluator {
    /// The value of a field as the current pass sees it. That is asked for each record of a class,
    /// so that it pays to have a program.
    pub(crate) fn resolve_field(&mut self, value: ValueId) -> Eval<ValueId> {
        if !self.is_concerned(value) {
            return Ok(value);
        }
        if let Some(program) = self.program_of(value, false)
            && let Some(result) = self.run_program(&program)?
        {
            return Ok(result);
        }
        let value = self.resolve_params(value)?;
        self.resolve(value)
    }

    /// As [`Self::resolve_field`], in a pass over a prototype that stays in force for the next one,
    /// so that what mentions fields too can wait for that, if nobody can see it.
    pub(crate) fn resolve_field_or_wait(&mut self, value: ValueId) -> Eval<ValueId> {
        if self.is_concerned(value)
            && let Some(program) = self.program_of(value, false)
        {
            if let Some(result) = self.run_program(&program)? {
                return Ok(result);
            }
            let acts = self.store.values.may_act(value) || self.names_may_act();
            if program.can_wait && !acts {
                return Ok(value);
            }
        }
        self.resolve(value)
    }

    /// What a loop comes to, if all it mentions is known.
    pub(crate) fn run_loop_program(&mut self, value: ValueId) -> Eval<Option<ValueId>> {
        match self.program_of(value, true) {
            Some(program) => self.run_program(&program),
            None => Ok(None),
        }
    }

    /// The program of a value, if it can have one and that pays.
    fn program_of(&mut self, value: ValueId, is_repeated: bool) -> Option<Rc<Program>> {
        let is_first_sight = match self.compile {
            CompileMode::Never => return None,
            CompileMode::Auto => is_repeated,
            CompileMode::Always => true,
        };
        let index = value.index();
        if index >= self.plans.len() {
            self.plans.resize((index + 1).next_power_of_two(), Plan::Unknown);
        }
        match self.plans[index] {
            Plan::Run(program) => Some(Rc::clone(&self.programs[program.index()])),
            Plan::Resolve => None,
            // Names are looked up as they are.
            Plan::Unknown if matches!(self.store.values.open_parts(value), OpenParts::Var(_)) => {
                self.plans[index] = Plan::Resolve;
                None
            }
            Plan::Unknown if !is_first_sight => {
                self.plans[index] = Plan::Met(1);
                None
            }
            Plan::Met(times) if !is_first_sight && times < WORTH_IT => {
                self.plans[index] = Plan::Met(times + 1);
                None
            }
            Plan::Unknown | Plan::Met(_) => {
                let Some(program) = compile(&self.store.values, value).map(Rc::new) else {
                    self.plans[index] = Plan::Resolve;
                    return None;
                };
                self.plans[index] = Plan::Run(ProgramId::from_index(self.programs.len()));
                self.programs.push(Rc::clone(&program));
                Some(program)
            }
        }
    }

    /// The closed value of a name, if it has one, and nobody can see that it was asked for.
    fn settle(&mut self, name: Symbol) -> Eval<Option<ValueId>> {
        if let Some(value) = self.settled(name) {
            return Ok(Some(value));
        }
        if self.names_may_act() {
            return Ok(None);
        }
        Ok(self.look_up(name)?.filter(|value| !value.is_open()))
    }

    /// Puts the values of the free names in their slots, if all of them are closed.
    fn fill_slots(&mut self, program: &Program) -> Eval<bool> {
        let mut filled = 0;
        if let Some(shape) = self.shape_in_pass() {
            if program.places.borrow().shape != shape {
                let found = &self.store.shapes[shape.index()];
                let slot = |&name: &Symbol| found.slot(name).map(|slot| slot as u32);
                let slots = program.free.iter().map(slot).collect();
                program.places.replace(Places { shape, slots });
            }
            let places = program.places.borrow();
            for place in &places.slots {
                let Some(value) = place.and_then(|slot| self.settled_field(slot)) else { break };
                self.slots.push(Some(value));
                filled += 1;
            }
        }
        for &name in &program.free[filled..] {
            let Some(value) = self.settle(name)? else { return Ok(false) };
            self.slots.push(Some(value));
        }
        Ok(true)
    }

    /// What a program comes to in the current pass, if all it mentions is settled.
    fn run_program(&mut self, program: &Program) -> Eval<Option<ValueId>> {
        let base = self.slots.len();
        if !self.fill_slots(program)? {
            self.slots.truncate(base);
            return Ok(None);
        }
        self.slots.resize(base + program.slot_count as usize, None);
        self.enter_levels(program.depth)?;
        let scratch = self.scratch.len();
        let is_final = self.resolver.is_final();
        let outcome = self.operand(Run { program, base }, program.root, is_final);
        self.leave_levels(program.depth);
        self.slots.truncate(base);
        match outcome {
            Ok(value) => Ok(Some(value)),
            Err(Stop::Open) => {
                self.scratch.truncate(scratch);
                Ok(None)
            }
            Err(Stop::Reported) => Err(Reported),
        }
    }

    /// The value of an operand: mostly one that is there.
    #[inline]
    pub(super) fn operand(&mut self, run: Run<'_>, step: StepId, is_final: bool) -> Outcome {
        match run.program.steps[step as usize] {
            Step::Known(value) => Ok(value),
            Step::Slot(slot) => Ok(self.slot(run, slot)),
            step => self.step(run, step, is_final),
        }
    }

    #[inline]
    fn slot(&self, run: Run<'_>, slot: u16) -> ValueId {
        self.slots[run.base + slot as usize].expect("the slot was filled before")
    }

    pub(super) fn step(&mut self, run: Run<'_>, step: Step, is_final: bool) -> Outcome {
        match step {
            Step::Known(value) => Ok(value),
            Step::Slot(slot) => Ok(self.slot(run, slot)),
            Step::Keep { slot, of } => {
                let place = run.base + slot as usize;
                if let Some(kept) = self.slots[place] {
                    return Ok(kept);
                }
                let value = self.operand(run, of, is_final)?;
                self.slots[place] = Some(value);
                Ok(value)
            }
            Step::Field { of, field, ty } => {
                let of = self.operand(run, of, is_final)?;
                match self.known_field(of, field) {
                    Some(value) => Ok(value),
                    None => Ok(self.fold_field(of, field, ty)?),
                }
            }
            Step::If([condition, then, otherwise]) => {
                let holds = self.number(run, condition, is_final)? != 0;
                self.operand(run, if holds { then } else { otherwise }, is_final)
            }
            Step::Concat(_) | Step::Subst(_) => self.step_text(run, step, is_final),
            Step::Element([list, index]) => self.step_element(run, list, index, is_final),
            Step::Calculate { op, operands } => {
                let number = self.calculate(run, op, operands, is_final)?;
                Ok(self.store.values.int(number))
            }
            Step::Compare { op, operands } => {
                self.step_compare(run, op, operands, is_final).map(ValueId::bit)
            }
            Step::Not(operand) => {
                let number = self.number(run, operand, is_final)?;
                Ok(self.store.values.int(i64::from(number == 0)))
            }
            Step::FirstTrue { ty, cases } => self.step_first_true(run, ty, cases, is_final),
            Step::Cond { ty, cases } => self.step_cond(run, ty, cases, is_final),
            Step::Bit { of, bit } => {
                let of = self.operand(run, of, is_final)?;
                closed(self.bit_of(of, bit))
            }
            Step::IsA { ty, operand } => {
                let operand = self.operand(run, operand, is_final)?;
                let answer = self.is_instance(operand, ty).ok_or(Stop::Open)?;
                Ok(self.store.values.int(i64::from(answer)))
            }
            Step::One { op, ty, operand } => self.step_bang(run, op, ty, [operand], is_final),
            Step::Two { op, ty, operands } => self.step_bang(run, op, ty, operands, is_final),
            Step::Three { op, ty, operands } => self.step_bang(run, op, ty, operands, is_final),
            Step::Slice([list, indices]) => {
                let list = self.operand(run, list, is_final)?;
                let indices = self.operand(run, indices, is_final)?;
                closed(self.fold_slice(list, indices).ok_or(Stop::Open)?)
            }
            Step::ClosedRange([first, last]) => {
                let first = self.operand(run, first, is_final)?;
                let last = self.operand(run, last, is_final)?;
                self.fold_closed_range(first, last)?.ok_or(Stop::Open)
            }
            Step::List { element_type, elements } => {
                self.step_list(run, element_type, elements, is_final)
            }
            Step::Instance { class, args, keys } => self.step_instance(run, class, args, keys),
            Step::Foreach { ty, over, body } => self.step_foreach(run, ty, over, body, is_final),
            Step::Filter { ty, over, body } => self.step_filter(run, ty, over, body, is_final),
            Step::Foldl { start, over, body } => self.step_foldl(run, start, over, body, is_final),
        }
    }

    /// What an operand counts for where a number is asked for. Of what is computed no value is made.
    fn number(&mut self, run: Run<'_>, step: StepId, is_final: bool) -> Result<i64, Stop> {
        let value = match run.program.steps[step as usize] {
            Step::Known(value) => value,
            Step::Slot(slot) => self.slot(run, slot),
            Step::Calculate { op, operands } => {
                return self.calculate(run, op, operands, is_final);
            }
            Step::Compare { op, operands } => {
                return self.step_compare(run, op, operands, is_final).map(i64::from);
            }
            Step::Not(operand) => {
                return self.number(run, operand, is_final).map(|number| i64::from(number == 0));
            }
            Step::Element([list, index]) => self.step_element(run, list, index, is_final)?,
            step => self.step(run, step, is_final)?,
        };
        self.to_int(value).ok_or(Stop::Open)
    }

    fn calculate(
        &mut self,
        run: Run<'_>,
        op: BangOp,
        [left, right]: [StepId; 2],
        is_final: bool,
    ) -> Result<i64, Stop> {
        let left = self.number(run, left, is_final)?;
        let right = self.number(run, right, is_final)?;
        match arithmetic(op, left, right) {
            Ok(number) => Ok(number),
            Err(fault) => Err(self.error_here(fault).into()),
        }
    }

    fn step_compare(
        &mut self,
        run: Run<'_>,
        op: BangOp,
        [left, right]: [StepId; 2],
        is_final: bool,
    ) -> Result<bool, Stop> {
        let left = self.operand(run, left, is_final)?;
        let right = self.operand(run, right, is_final)?;
        self.compare(op, left, right).ok_or(Stop::Open)
    }

    fn step_element(
        &mut self,
        run: Run<'_>,
        list: StepId,
        index: StepId,
        is_final: bool,
    ) -> Outcome {
        let list = self.operand(run, list, is_final)?;
        let index = self.operand(run, index, is_final)?;
        closed(self.fold_element(list, index).ok_or(Stop::Open)?)
    }

    fn step_bang<const N: usize>(
        &mut self,
        run: Run<'_>,
        op: BangOp,
        ty: TypeId,
        steps: [StepId; N],
        is_final: bool,
    ) -> Outcome {
        let mut operands = [ValueId::UNSET; N];
        for (operand, step) in operands.iter_mut().zip(steps) {
            *operand = self.operand(run, step, is_final)?;
        }
        self.fold_bang(op, ty, &operands, is_final)?.ok_or(Stop::Open)
    }

    fn step_list(
        &mut self,
        run: Run<'_>,
        element_type: TypeId,
        elements: Row,
        is_final: bool,
    ) -> Outcome {
        let mark = self.scratch.len();
        for i in 0..elements.len {
            let element = self.operand(run, run.step_of(elements, i), is_final)?;
            self.scratch.push(element);
        }
        Ok(self.list_of_scratch(mark, element_type))
    }

    fn step_instance(&mut self, run: Run<'_>, class: ClassId, args: Row, keys: u16) -> Outcome {
        let mut given = SmallVec::<[InstanceArg; 8]>::new();
        for i in 0..args.len {
            // An argument is never in its last pass: see the resolver.
            let value = self.operand(run, run.step_of(args, i), false)?;
            let key = run.program.keys[(keys + i) as usize];
            given.push(InstanceArg { key, value });
        }
        Ok(self.make_instance(class, &given)?)
    }

    fn step_foldl(
        &mut self,
        run: Run<'_>,
        start: StepId,
        over: StepId,
        body: Body,
        is_final: bool,
    ) -> Outcome {
        let mut so_far = self.operand(run, start, is_final)?;
        let elements = self.step_over(run, over, is_final)?;
        let variable = run.base + body.variable as usize;
        for i in 0..elements.len() {
            self.slots[variable] = Some(so_far);
            self.slots[variable + 1] = Some(self.store.values.part(elements, i));
            so_far = self.operand(run, body.step, false)?;
        }
        self.forget_kept(run, body);
        Ok(so_far)
    }

    fn step_first_true(&mut self, run: Run<'_>, ty: TypeId, cases: Row, is_final: bool) -> Outcome {
        for i in (0..cases.len).step_by(2) {
            if self.number(run, run.step_of(cases, i), is_final)? != 0 {
                let value = self.operand(run, run.step_of(cases, i + 1), is_final)?;
                return self.convert(value, ty).ok_or(Stop::Open);
            }
        }
        // That is a fault, which resolving reports.
        Err(Stop::Open)
    }

    fn step_cond(&mut self, run: Run<'_>, ty: TypeId, cases: Row, is_final: bool) -> Outcome {
        let mut chosen = None;
        for i in (0..cases.len).step_by(2) {
            let holds = self.number(run, run.step_of(cases, i), is_final)? != 0;
            if holds && chosen.is_none() {
                chosen = Some(i + 1);
            }
        }
        let mut result = None;
        for i in (1..cases.len).step_by(2) {
            let value = self.operand(run, run.step_of(cases, i), is_final)?;
            if chosen == Some(i) {
                result = Some(value);
            }
        }
        self.convert(result.ok_or(Stop::Open)?, ty).ok_or(Stop::Open)
    }

    /// The elements of a list that a loop runs over.
    fn step_over(&mut self, run: Run<'_>, over: StepId, is_final: bool) -> Result<PartRange, Stop> {
        let list = self.operand(run, over, is_final)?;
        self.store.values.list_parts(list).ok_or(Stop::Open)
    }

    fn step_foreach(
        &mut self,
        run: Run<'_>,
        ty: TypeId,
        over: StepId,
        body: Body,
        is_final: bool,
    ) -> Outcome {
        let elements = self.step_over(run, over, is_final)?;
        let element_type = self.store.types.element(ty).expect("the result is a list");
        let mark = self.scratch.len();
        for i in 0..elements.len() {
            let variable = run.base + body.variable as usize;
            self.slots[variable] = Some(self.store.values.part(elements, i));
            let result = self.operand(run, body.step, false)?;
            self.scratch.push(result);
        }
        self.forget_kept(run, body);
        Ok(self.list_of_scratch(mark, element_type))
    }

    fn step_filter(
        &mut self,
        run: Run<'_>,
        ty: TypeId,
        over: StepId,
        body: Body,
        is_final: bool,
    ) -> Outcome {
        let elements = self.step_over(run, over, is_final)?;
        let element_type = self.store.types.element(ty).expect("the result is a list");
        let mark = self.scratch.len();
        for i in 0..elements.len() {
            let element = self.store.values.part(elements, i);
            self.slots[run.base + body.variable as usize] = Some(element);
            if self.number(run, body.step, false)? != 0 {
                self.scratch.push(element);
            }
        }
        self.forget_kept(run, body);
        Ok(self.list_of_scratch(mark, element_type))
    }

    fn list_of_scratch(&mut self, mark: usize, element_type: TypeId) -> ValueId {
        let list = self.store.values.list(&self.scratch[mark..], element_type);
        self.scratch.truncate(mark);
        list
    }

    /// What is kept while a loop runs may be something else the next time it does.
    fn forget_kept(&mut self, run: Run<'_>, body: Body) {
        for i in 0..body.kept.len {
            self.slots[run.base + run.step_of(body.kept, i) as usize] = None;
        }
    }
}

impl Run<'_> {
    fn step_of(&self, row: Row, index: u16) -> u16 {
        self.program.operands[(row.start + index) as usize]
    }
}

fn closed(value: ValueId) -> Outcome {
    if value.is_open() { Err(Stop::Open) } else { Ok(value) }
}
