//! From open values to programs.
//!
//! A value is compiled if running it can be seen no differently than resolving it. That leaves out:
//!
//! - operators that may report a fault and go on, or before all of their operands are known, and
//!   those that ask what a value is rather than what it is worth;
//! - within a loop, whatever may make a record or report a fault and does not wait for a variable of
//!   the loop closest around it: resolving does that before the loop runs, and even if it runs over
//!   an empty list; and what would come out differently before its operands are known;
//! - rows of bits, in which references to fields without a value stay, and names of anonymous
//!   records.

use std::cell::RefCell;

use smallvec::SmallVec;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::symbol::Symbol;

use super::{Body, Places, Program, Row, Step, StepId};
use crate::eval::fold::{is_arithmetic, is_comparison};
use crate::record::ShapeId;
use crate::types::TypeId;
use crate::value::{Effect, Op, Value, ValueId, Values};

/// How many steps a program may have.
const MAX_STEPS: usize = 2048;

/// How deep its loops may nest.
const MAX_LOOPS: usize = 16;

/// The value cannot be compiled.
struct Unfit;

struct Compiler<'a> {
    values: &'a Values,
    program: Program,
    /// The variables of the loops around, with their slots.
    variables: SmallVec<[(Symbol, u16); 4]>,
    /// The loops around, the innermost last.
    loops: SmallVec<[OpenLoop; 4]>,
    nesting: u32,
}

struct OpenLoop {
    /// The first of its variables.
    first_variable: usize,
    /// The slots of what is kept while it runs.
    kept: SmallVec<[u16; 4]>,
}

/// A step with what must be known of it to go on. Sets of loops have a bit for each loop around, the
/// lowest for the outermost.
#[derive(Clone, Copy)]
struct Compiled {
    step: StepId,
    /// The loops whose variables it mentions.
    mentions: u32,
    /// The loops whose variables it waits for: until these are known, resolving leaves it open.
    waits_for: u32,
    /// Of a list, the loops whose variables its length waits for: what asks for no more than the
    /// length, or for one element, does not wait for the others.
    length_waits_for: u32,
}

/// What several steps mention and wait for.
#[derive(Clone, Copy, Default)]
struct Loops {
    mentions: u32,
    waits_for: u32,
    length_waits_for: u32,
}

impl Loops {
    /// Those of something that waits for all of its parts.
    fn add(&mut self, part: Compiled) {
        self.mentions |= part.mentions;
        self.waits_for |= part.waits_for;
        self.length_waits_for |= part.waits_for;
    }
}

/// The program of an open value, if it can have one.
pub(super) fn compile(values: &Values, value: ValueId) -> Option<Program> {
    let program = Program {
        steps: Vec::new(),
        operands: Vec::new(),
        keys: Vec::new(),
        free: SmallVec::new(),
        slot_count: 0,
        can_wait: true,
        depth: 0,
        root: 0,
        places: RefCell::new(Places { shape: ShapeId::EMPTY, slots: SmallVec::new() }),
    };
    let mut compiler = Compiler {
        values,
        program,
        variables: SmallVec::new(),
        loops: SmallVec::new(),
        nesting: 0,
    };
    // The slots of free names come first, so these must be known before.
    let mut left = MAX_STEPS;
    compiler.find_free(value, &mut left).ok()?;
    compiler.variables.clear();
    compiler.program.slot_count = compiler.program.free.len() as u16;
    let root = compiler.value(value).ok()?;
    compiler.program.root = root.step;
    Some(compiler.program)
}

impl Compiler<'_> {
    /// Collects the free names in order of their mention.
    fn find_free(&mut self, value: ValueId, left: &mut usize) -> Result<(), Unfit> {
        if !value.is_open() {
            return Ok(());
        }
        *left = left.checked_sub(1).ok_or(Unfit)?;
        match self.values.get(value) {
            Value::Var { name, .. } => {
                let is_bound = self.variables.iter().any(|&(variable, _)| variable == name);
                if !is_bound && !self.program.free.contains(&name) {
                    self.program.free.push(name);
                }
                Ok(())
            }
            Value::VarBit { of, .. } | Value::Field { of, .. } => self.find_free(of, left),
            Value::List(list) => list.elements.iter().try_for_each(|&e| self.find_free(e, left)),
            Value::Instance { args, .. } => {
                args.iter().try_for_each(|arg| self.find_free(arg.value, left))
            }
            Value::Op { op, args, .. } if op.is_loop() => {
                let (variables, body) = op.loop_operands();
                args[..body].iter().try_for_each(|&arg| self.find_free(arg, left))?;
                let bound = self.variables.len();
                let values = self.values;
                let names = args[variables].iter().filter_map(|&v| values.text(v));
                self.variables.extend(names.map(|name| (name, 0)));
                self.find_free(args[body], left)?;
                self.variables.truncate(bound);
                Ok(())
            }
            Value::Op { args, .. } => args.iter().try_for_each(|&arg| self.find_free(arg, left)),
            _ => Err(Unfit),
        }
    }

    fn value(&mut self, value: ValueId) -> Result<Compiled, Unfit> {
        if !value.is_open() {
            return self.add(Step::Known(value), Loops::default());
        }
        self.nesting += 1;
        self.program.depth = self.program.depth.max(self.nesting);
        let compiled = match self.values.get(value) {
            Value::Var { name, .. } => self.name(name),
            Value::VarBit { of, bit } => {
                let of = self.value(of)?;
                self.add(Step::Bit { of: of.step, bit }, of.loops())
            }
            Value::Field { of, field, ty } => {
                let of = self.value(of)?;
                self.add(Step::Field { of: of.step, field, ty }, of.loops())
            }
            Value::List(list) => {
                let (elements, mut loops) = self.row(list.elements.iter().copied())?;
                loops.length_waits_for = 0;
                self.add(Step::List { element_type: list.element_type, elements }, loops)
            }
            Value::Instance { class, args } => {
                let keys = self.program.keys.len() as u16;
                self.program.keys.extend(args.iter().map(|arg| arg.key));
                let (args, loops) = self.row(args.iter().map(|arg| arg.value))?;
                self.check_time(loops.waits_for)?;
                self.add(Step::Instance { class, args, keys }, loops)
            }
            Value::Op { op, ty, args } => self.operation(op, ty, args),
            _ => Err(Unfit),
        }?;
        self.nesting -= 1;
        self.kept(compiled)
    }

    fn add(&mut self, step: Step, loops: Loops) -> Result<Compiled, Unfit> {
        if self.program.steps.len() == MAX_STEPS {
            return Err(Unfit);
        }
        self.program.steps.push(step);
        let step = (self.program.steps.len() - 1) as StepId;
        let Loops { mentions, waits_for, length_waits_for } = loops;
        Ok(Compiled { step, mentions, waits_for, length_waits_for })
    }

    fn new_slot(&mut self) -> u16 {
        self.program.slot_count += 1;
        self.program.slot_count - 1
    }

    /// A step that is the same each time round the innermost loop is kept while that runs, and while
    /// those loops around it run in which it is the same too.
    fn kept(&mut self, compiled: Compiled) -> Result<Compiled, Unfit> {
        let is_leaf = matches!(
            self.program.steps[compiled.step as usize],
            Step::Known(_) | Step::Slot(_) | Step::Keep { .. }
        );
        // The outermost loop in which it is the same.
        let same_in = (u32::BITS - compiled.mentions.leading_zeros()) as usize;
        if is_leaf || same_in == self.loops.len() {
            return Ok(compiled);
        }
        let slot = self.new_slot();
        self.loops[same_in].kept.push(slot);
        self.add(Step::Keep { slot, of: compiled.step }, compiled.loops())
    }

    fn name(&mut self, name: Symbol) -> Result<Compiled, Unfit> {
        if let Some(place) = self.variables.iter().rposition(|&(variable, _)| variable == name) {
            let around = self.loops.iter().filter(|l| l.first_variable <= place).count();
            let this = 1 << (around - 1);
            let slot = self.variables[place].1;
            let loops = Loops { mentions: this, waits_for: this, length_waits_for: this };
            return self.add(Step::Slot(slot), loops);
        }
        let slot = self.program.free.iter().position(|&free| free == name);
        let slot = slot.expect("free names were collected before");
        self.add(Step::Slot(slot as u16), Loops::default())
    }

    /// Steps in a row.
    fn row(&mut self, values: impl Iterator<Item = ValueId>) -> Result<(Row, Loops), Unfit> {
        let mut loops = Loops::default();
        let mut steps = SmallVec::<[StepId; 16]>::new();
        for value in values {
            let compiled = self.value(value)?;
            loops.add(compiled);
            steps.push(compiled.step);
        }
        Ok((self.add_row(&steps), loops))
    }

    fn add_row(&mut self, row: &[u16]) -> Row {
        let start = self.program.operands.len() as u16;
        self.program.operands.extend_from_slice(row);
        Row { start, len: row.len() as u16 }
    }

    /// Checks that what can be seen of a step is not seen before the innermost loop runs.
    fn check_time(&self, waits_for: u32) -> Result<(), Unfit> {
        match self.loops.len() {
            0 => Ok(()),
            around if waits_for >> (around - 1) & 1 != 0 => Ok(()),
            _ => Err(Unfit),
        }
    }

    /// As [`Self::check_time`], for what is done for an operand of which only the length may be
    /// asked: once that is known, nobody computes its elements.
    fn check_time_of_elements(&self, operand: ValueId, length: u32) -> Result<(), Unfit> {
        if self.values.may_act(operand) { self.check_time(length) } else { Ok(()) }
    }

    fn operation(&mut self, op: Op, ty: TypeId, args: &[ValueId]) -> Result<Compiled, Unfit> {
        if !args.iter().any(|arg| arg.is_open()) {
            // Whether it can be done depends on the pass it is met in.
            return Err(Unfit);
        }
        match op {
            Op::Foreach | Op::Filter | Op::Foldl => self.looped(op, ty, args),
            Op::Cond => self.cond(ty, args),
            Op::Bang(BangOp::If) => self.choice(args),
            Op::Bang(bang) => self.bang(bang, ty, args),
            Op::Element | Op::Slice | Op::ClosedRange => {
                let (left, right) = (self.value(args[0])?, self.value(args[1])?);
                let mut loops = left.loops();
                loops.add(right);
                if op != Op::ClosedRange {
                    self.check_time_of_elements(args[0], left.length_waits_for)?;
                    loops.waits_for = left.length_waits_for | right.waits_for;
                    loops.length_waits_for = left.length_waits_for | right.length_waits_for;
                }
                let operands = [left.step, right.step];
                let step = match op {
                    Op::Element => Step::Element(operands),
                    Op::Slice => Step::Slice(operands),
                    _ => Step::ClosedRange(operands),
                };
                self.add(step, loops)
            }
        }
    }

    fn bang(&mut self, op: BangOp, ty: TypeId, args: &[ValueId]) -> Result<Compiled, Unfit> {
        let effect = self.values.effect_of(Op::Bang(op), ty, args);
        if effect == Effect::AnyTime {
            return Err(Unfit);
        }
        // Of lists they look at no more than how many elements there are, or take what is not known
        // for different.
        let is_early = matches!(op, BangOp::Head | BangOp::Tail | BangOp::ListRemove);
        if is_early && !self.loops.is_empty() {
            return Err(Unfit);
        }
        let mut operands = [0; 3];
        let mut loops = Loops::default();
        let mut length = 0;
        for (operand, &arg) in operands.iter_mut().zip(args) {
            let compiled = self.value(arg)?;
            loops.add(compiled);
            length |= compiled.length_waits_for;
            *operand = compiled.step;
        }
        match op {
            BangOp::Size | BangOp::Empty => {
                self.check_time_of_elements(args[0], length)?;
                loops.waits_for = length;
            }
            // The type of a value may be enough.
            BangOp::IsA => {
                self.check_time_of_elements(args[0], 0)?;
                loops.waits_for = 0;
            }
            BangOp::ListConcat | BangOp::ListFlatten => loops.length_waits_for = length,
            _ => {}
        }
        if effect == Effect::WhenKnown {
            self.check_time(loops.waits_for)?;
        }
        // What it removes depends on what is known of the elements when both lists are.
        self.program.can_wait &= op != BangOp::ListRemove;
        let [first, second, _] = operands;
        let step = match args.len() {
            1 if op == BangOp::Not => Step::Not(first),
            1 if op == BangOp::IsA => Step::IsA { ty, operand: first },
            1 => Step::One { op, ty, operand: first },
            2 if is_comparison(op) => Step::Compare { op, operands: [first, second] },
            2 if is_arithmetic(op) => Step::Calculate { op, operands: [first, second] },
            2 if op == BangOp::StrConcat => Step::Concat([first, second]),
            2 => Step::Two { op, ty, operands: [first, second] },
            3 if op == BangOp::Subst && ty == TypeId::STRING => Step::Subst(operands),
            3 => Step::Three { op, ty, operands },
            _ => return Err(Unfit),
        };
        self.add(step, loops)
    }

    fn choice(&mut self, args: &[ValueId]) -> Result<Compiled, Unfit> {
        let [condition, then, otherwise] =
            [self.value(args[0])?, self.value(args[1])?, self.value(args[2])?];
        let loops = Loops {
            mentions: condition.mentions | then.mentions | otherwise.mentions,
            waits_for: condition.waits_for | (then.waits_for & otherwise.waits_for),
            length_waits_for: condition.waits_for
                | (then.length_waits_for & otherwise.length_waits_for),
        };
        self.add(Step::If([condition.step, then.step, otherwise.step]), loops)
    }

    fn cond(&mut self, ty: TypeId, args: &[ValueId]) -> Result<Compiled, Unfit> {
        let mut steps = SmallVec::<[StepId; 16]>::new();
        let mut loops = Loops::default();
        let mut conditions = Loops::default();
        let mut first = 0;
        for (i, &arg) in args.iter().enumerate() {
            let part = self.value(arg)?;
            steps.push(part.step);
            loops.add(part);
            if i % 2 == 0 {
                conditions.add(part);
            }
            if i == 0 {
                first = part.waits_for;
            }
        }
        if self.values.effect_of(Op::Cond, ty, args) != Effect::None {
            // That no condition holds shows as soon as all conditions are known.
            self.check_time(conditions.waits_for)?;
        }
        (loops.waits_for, loops.length_waits_for) = (first, first);
        let cases = self.add_row(&steps);
        let acts = args.iter().any(|&arg| self.values.may_act(arg));
        if acts {
            // As soon as the first condition is known to hold, nobody computes what follows it.
            self.check_time(first)?;
        }
        let step = if acts { Step::Cond { ty, cases } } else { Step::FirstTrue { ty, cases } };
        self.add(step, loops)
    }

    fn looped(&mut self, op: Op, ty: TypeId, args: &[ValueId]) -> Result<Compiled, Unfit> {
        if self.loops.len() == MAX_LOOPS {
            return Err(Unfit);
        }
        let (variables, body) = op.loop_operands();
        let start = match op {
            Op::Foldl => Some(self.value(args[0])?),
            _ => None,
        };
        let over = self.value(args[1])?;
        // Once the list is known but for its elements, the body is all that is asked.
        self.check_time_of_elements(args[0], over.length_waits_for)?;
        self.check_time_of_elements(args[1], over.length_waits_for)?;
        let first_variable = self.variables.len();
        let variable = self.program.slot_count;
        for &name in &args[variables] {
            let name = self.values.text(name).ok_or(Unfit)?;
            let slot = self.new_slot();
            self.variables.push((name, slot));
        }
        self.loops.push(OpenLoop { first_variable, kept: SmallVec::new() });
        let body = self.value(args[body])?;
        let done = self.loops.pop().expect("it was pushed above");
        self.variables.truncate(first_variable);
        let kept = self.add_row(&done.kept);
        let mut loops = over.loops();
        if let Some(start) = start {
            loops.add(start);
        }
        // The body may ask for nothing, and if the list is empty, it is not waited for.
        (loops.waits_for, loops.length_waits_for) = (over.length_waits_for, over.length_waits_for);
        loops.mentions |= body.mentions & !(1 << self.loops.len());
        let (over, body) = (over.step, Body { step: body.step, variable, kept });
        let step = match (op, start) {
            (Op::Foreach, _) => Step::Foreach { ty, over, body },
            (_, Some(start)) => Step::Foldl { start: start.step, over, body },
            _ => Step::Filter { ty, over, body },
        };
        self.add(step, loops)
    }
}

impl Compiled {
    fn loops(self) -> Loops {
        Loops {
            mentions: self.mentions,
            waits_for: self.waits_for,
            length_waits_for: self.length_waits_for,
        }
    }
}
