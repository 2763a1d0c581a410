//! Compilation of open values to bytecode.
//!
//! A value is compiled if running it has the same visible effects as resolving it. The following values are not
//! compiled:
//!
//! - operators that may report an error and continue, or report it before all their operands are known;
//! - operators that inspect the form of a value rather than its result;
//! - within a loop, operations that may create a record or report an error and do not wait for a variable of the
//!   innermost loop: resolving runs them before the loop runs, even if the list is empty;
//! - within a loop, operations whose result would differ before their operands are known;
//! - within a loop, operations that create records for list elements or `!cond` cases that resolving may skip:
//!   resolving has the result as soon as it knows the list length or a true condition;
//! - rows of bits that keep references to fields without a value, and anonymous record names.

use smallvec::SmallVec;
use tablewright_syntax::bang::BangOp;
use tablewright_syntax::symbol::Symbol;

use super::{Bytecode, BytecodeId, EvalOperandRange, Inst, InstId, LoopBody};
use crate::eval::heap::{Heap, InstancePositions};
use crate::ids::TypeId;
use crate::value::{Op, Value, ValueEffect, ValueId, Values};

/// Maximum number of instructions in bytecode. It keeps all numbers within 16 bits: an instruction is an operand of at
/// most one instruction, has at most one key, and adds at most two slots.
pub(super) const MAX_INSTS: usize = 2048;

/// Maximum nesting depth of loops.
const MAX_LOOPS: usize = 16;

/// Reports that the value cannot be compiled.
struct NotCompiled;

struct Compiler<'a> {
    values: &'a Values,
    positions: &'a InstancePositions,
    bytecode: Bytecode,
    /// Variables of the enclosing loops, with their slots.
    variables: SmallVec<[(Symbol, u16); 4]>,
    /// The enclosing loops, the innermost last.
    loops: SmallVec<[CompiledLoop; 4]>,
    nesting: u32,
}

struct CompiledLoop {
    /// First of the loop's variables.
    first_variable: usize,
    /// Slots of the values kept while the loop runs.
    kept: SmallVec<[u16; 4]>,
    /// Loops whose variables must all be known before any part of the body may create a record or report an error. All
    /// bits are set if no part does.
    acts_wait_for: u32,
}

/// An instruction, with the data that its users need. A set of loops is a bit mask; the lowest bit is the outermost
/// loop.
#[derive(Clone, Copy)]
struct Compiled {
    inst: InstId,
    /// Loops whose variables the value mentions.
    mentions: u32,
    /// Loops whose variables the value needs: resolving leaves it open until they are known.
    waits_for: u32,
    /// For a list, the loops whose variables determine its length. Operations that need only the length or a single
    /// element do not wait for other loops.
    length_waits_for: u32,
}

/// Loops that several instructions mention and wait for.
#[derive(Clone, Copy, Default)]
struct Loops {
    mentions: u32,
    waits_for: u32,
    length_waits_for: u32,
}

impl Loops {
    /// Adds a part of an operation that waits for all its parts.
    fn add(&mut self, part: Compiled) {
        self.mentions |= part.mentions;
        self.waits_for |= part.waits_for;
        self.length_waits_for |= part.waits_for;
    }
}

/// Compiles an open value if possible. `id` is the id for the bytecode.
pub(super) fn compile(heap: &Heap, value: ValueId, id: BytecodeId) -> Option<Bytecode> {
    let values = &heap.store.values;
    let bytecode = Bytecode {
        id,
        insts: Vec::new(),
        operands: Vec::new(),
        keys: Vec::new(),
        free: SmallVec::new(),
        slot_count: 0,
        can_wait: true,
        depth: 0,
        root: 0,
    };
    let mut compiler = Compiler {
        values,
        positions: &heap.instance_positions,
        bytecode,
        variables: SmallVec::new(),
        loops: SmallVec::new(),
        nesting: 0,
    };
    // Slots for free names come first, so the free names must be known before compilation.
    let mut left = MAX_INSTS;
    compiler.find_free(value, &mut left).ok()?;
    compiler.variables.clear();
    compiler.bytecode.slot_count = compiler.bytecode.free.len() as u16;
    let root = compiler.value(value).ok()?;
    compiler.bytecode.root = root.inst;
    Some(compiler.bytecode)
}

impl Compiler<'_> {
    /// Collects the free names in order of occurrence.
    fn find_free(&mut self, value: ValueId, left: &mut usize) -> Result<(), NotCompiled> {
        if !value.is_open() {
            return Ok(());
        }
        *left = left.checked_sub(1).ok_or(NotCompiled)?;
        match self.values.get(value) {
            Value::Var { name, .. } => {
                let is_bound = self.variables.iter().any(|&(variable, _)| variable == name);
                if !is_bound && !self.bytecode.free.contains(&name) {
                    self.bytecode.free.push(name);
                }
                Ok(())
            }
            Value::VarBit { of, .. } | Value::Field { of, .. } => self.find_free(of, left),
            Value::List(list) => list.elements.iter().try_for_each(|&e| self.find_free(e, left)),
            // An instance whose arguments lost their names stays unresolved: see `resolve/unresolved.rs`.
            Value::Instance { args, .. } if args.iter().all(|arg| !arg.value.is_open()) => {
                Err(NotCompiled)
            }
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
            Value::Bits(_)
            | Value::Dag(_)
            | Value::Unset
            | Value::Refused
            | Value::Bit(_)
            | Value::Int(_)
            | Value::String(_)
            | Value::Code(_)
            | Value::Def(_)
            | Value::AnonymousName(_) => Err(NotCompiled),
        }
    }

    fn value(&mut self, value: ValueId) -> Result<Compiled, NotCompiled> {
        if !value.is_open() {
            return self.add(Inst::Const(value), Loops::default());
        }
        self.nesting += 1;
        self.bytecode.depth = self.bytecode.depth.max(self.nesting);
        let compiled = match self.values.get(value) {
            Value::Var { name, .. } => self.name(name),
            Value::VarBit { of, bit } => {
                let of = self.value(of)?;
                self.add(Inst::Bit { of: of.inst, bit }, of.loops())
            }
            Value::Field { of, field, ty } => {
                let of = self.value(of)?;
                self.add(Inst::Field { of: of.inst, field, ty }, of.loops())
            }
            Value::List(list) => {
                let (elements, mut loops) = self.row(list.elements.iter().copied())?;
                loops.length_waits_for = 0;
                self.add(Inst::List { element_type: list.element_type, elements }, loops)
            }
            Value::Instance { class, args } => {
                let keys = self.bytecode.keys.len() as u16;
                self.bytecode.keys.extend(args.iter().map(|arg| arg.key));
                let (args, loops) = self.row(args.iter().map(|arg| arg.value))?;
                self.check_time(loops.waits_for)?;
                let pos = self.positions[&value];
                self.add(Inst::Instance { class, args, keys, pos }, loops)
            }
            Value::Op { op, ty, args } => self.operation(op, ty, args),
            Value::Bits(_)
            | Value::Dag(_)
            | Value::Unset
            | Value::Refused
            | Value::Bit(_)
            | Value::Int(_)
            | Value::String(_)
            | Value::Code(_)
            | Value::Def(_)
            | Value::AnonymousName(_) => Err(NotCompiled),
        }?;
        self.nesting -= 1;
        self.kept(compiled)
    }

    fn add(&mut self, inst: Inst, loops: Loops) -> Result<Compiled, NotCompiled> {
        if self.bytecode.insts.len() == MAX_INSTS {
            return Err(NotCompiled);
        }
        self.bytecode.insts.push(inst);
        // The check above keeps the index below `MAX_INSTS`.
        let inst = (self.bytecode.insts.len() - 1) as InstId;
        let Loops { mentions, waits_for, length_waits_for } = loops;
        Ok(Compiled { inst, mentions, waits_for, length_waits_for })
    }

    fn new_slot(&mut self) -> u16 {
        self.bytecode.slot_count += 1;
        self.bytecode.slot_count - 1
    }

    /// Wraps an instruction that is constant within the innermost loop, so that its result is computed once and kept
    /// while the loop runs. It is kept for outer loops too if it is constant in them.
    fn kept(&mut self, compiled: Compiled) -> Result<Compiled, NotCompiled> {
        let is_leaf = matches!(
            self.bytecode.insts[compiled.inst as usize],
            Inst::Const(_) | Inst::Slot(_) | Inst::Keep { .. }
        );
        // The highest bit is the innermost loop that the instruction mentions. The result is constant in all loops
        // inside this loop.
        let same_in = (u32::BITS - compiled.mentions.leading_zeros()) as usize;
        if is_leaf || same_in == self.loops.len() {
            return Ok(compiled);
        }
        let slot = self.new_slot();
        self.loops[same_in].kept.push(slot);
        self.add(Inst::Keep { slot, of: compiled.inst }, compiled.loops())
    }

    fn name(&mut self, name: Symbol) -> Result<Compiled, NotCompiled> {
        if let Some(index) = self.variables.iter().rposition(|&(variable, _)| variable == name) {
            let around = self.loops.iter().filter(|l| l.first_variable <= index).count();
            // The variable belongs to the last loop that starts at or before it. `MAX_LOOPS` bits fit in the mask.
            let this = 1 << (around - 1);
            let slot = self.variables[index].1;
            let loops = Loops { mentions: this, waits_for: this, length_waits_for: this };
            return self.add(Inst::Slot(slot), loops);
        }
        let slot = self.bytecode.free.iter().position(|&free| free == name);
        let slot = slot.expect("free names were collected before");
        self.add(Inst::Slot(slot as u16), Loops::default())
    }

    /// Compiles several values. Returns their instructions as a row of operands.
    fn row(
        &mut self,
        values: impl Iterator<Item = ValueId>,
    ) -> Result<(EvalOperandRange, Loops), NotCompiled> {
        let mut loops = Loops::default();
        let mut insts = SmallVec::<[InstId; 16]>::new();
        for value in values {
            let compiled = self.value(value)?;
            loops.add(compiled);
            insts.push(compiled.inst);
        }
        Ok((self.add_row(&insts), loops))
    }

    fn add_row(&mut self, row: &[u16]) -> EvalOperandRange {
        let start = self.bytecode.operands.len() as u16;
        self.bytecode.operands.extend_from_slice(row);
        EvalOperandRange { start, len: row.len() as u16 }
    }

    /// Checks that an instruction's visible effects happen only when the innermost loop runs: it must wait for the
    /// loop's variable.
    fn check_time(&mut self, waits_for: u32) -> Result<(), NotCompiled> {
        let around = self.loops.len();
        match self.loops.last_mut() {
            None => Ok(()),
            Some(innermost) if waits_for >> (around - 1) & 1 != 0 => {
                innermost.acts_wait_for &= waits_for;
                Ok(())
            }
            Some(_) => Err(NotCompiled),
        }
    }

    /// Like [`Self::check_time`], for a list operand. If the list length is known, the elements may never be computed.
    fn check_time_of_elements(&mut self, operand: ValueId, length: u32) -> Result<(), NotCompiled> {
        if self.values.may_act(operand) { self.check_time(length) } else { Ok(()) }
    }

    fn operation(&mut self, op: Op, ty: TypeId, args: &[ValueId]) -> Result<Compiled, NotCompiled> {
        if !args.iter().any(|arg| arg.is_open()) {
            // The value is open for another reason than its operands. For example, a `!cast` depends on the frame in
            // which it is resolved.
            return Err(NotCompiled);
        }
        match op {
            Op::Foreach | Op::Filter | Op::Foldl => self.looped(op, ty, args),
            // `!sort` is too rare in descriptions to need an instruction.
            Op::Sort => Err(NotCompiled),
            Op::Cond => self.cond(ty, args),
            Op::Bang(BangOp::If) => self.choice(args),
            Op::Bang(bang) => self.bang(bang, ty, args),
            Op::Element => self.subscript(args, Inst::Element),
            Op::Slice => self.subscript(args, Inst::Slice),
            Op::ClosedRange => {
                let (first, last) = (self.value(args[0])?, self.value(args[1])?);
                let mut loops = first.loops();
                loops.add(last);
                self.add(Inst::ClosedRange([first.inst, last.inst]), loops)
            }
        }
    }

    fn subscript(
        &mut self,
        args: &[ValueId],
        inst: fn([InstId; 2]) -> Inst,
    ) -> Result<Compiled, NotCompiled> {
        let (list, index) = (self.value(args[0])?, self.value(args[1])?);
        let mut loops = list.loops();
        loops.add(index);
        self.check_time_of_elements(args[0], list.length_waits_for)?;
        loops.waits_for = list.length_waits_for | index.waits_for;
        loops.length_waits_for = list.length_waits_for | index.length_waits_for;
        self.add(inst([list.inst, index.inst]), loops)
    }

    fn bang(&mut self, op: BangOp, ty: TypeId, args: &[ValueId]) -> Result<Compiled, NotCompiled> {
        let effect = self.values.effect_of(Op::Bang(op), ty, args);
        if effect == ValueEffect::AnyTime {
            return Err(NotCompiled);
        }
        // These operators compute a result as soon as the list length is known, even if elements are not known.
        // `!listremove` keeps unknown elements.
        let is_early = matches!(op, BangOp::Head | BangOp::Tail | BangOp::ListRemove);
        if is_early && !self.loops.is_empty() {
            return Err(NotCompiled);
        }
        let mut operands = [0; 3];
        let mut loops = Loops::default();
        let mut length = 0;
        let (mut is_first, mut first_waits_for) = (true, 0);
        for (operand, &arg) in operands.iter_mut().zip(args) {
            let compiled = self.value(arg)?;
            loops.add(compiled);
            length |= compiled.length_waits_for;
            if is_first {
                first_waits_for = compiled.waits_for;
            }
            is_first = false;
            *operand = compiled.inst;
        }
        if matches!(op, BangOp::Size | BangOp::Empty) {
            self.check_time_of_elements(args[0], length)?;
            loops.waits_for = length;
        } else if op == BangOp::IsA {
            // The value's type may suffice.
            self.check_time_of_elements(args[0], 0)?;
            loops.waits_for = 0;
        } else if matches!(op, BangOp::ListConcat | BangOp::ListFlatten) {
            loops.length_waits_for = length;
        } else if matches!(op, BangOp::And | BangOp::Or) {
            // If the first operand determines the result, the second operand is never computed.
            if self.values.may_act(args[1]) {
                self.check_time(first_waits_for)?;
            }
            loops.waits_for = first_waits_for;
        }
        if effect == ValueEffect::WhenKnown {
            self.check_time(loops.waits_for)?;
        }
        // When both lists are known, the result depends on which of their elements are known.
        self.bytecode.can_wait &= op != BangOp::ListRemove;
        let [first, second, _] = operands;
        if let Some(op) = op.comparison() {
            return self.add(Inst::Compare { op, operands: [first, second] }, loops);
        }
        if let Some(op) = op.arithmetic() {
            return self.add(Inst::Arithmetic { op, operands: [first, second] }, loops);
        }
        let inst = match args.len() {
            1 if op == BangOp::Not => Inst::Not(first),
            1 if op == BangOp::IsA => Inst::IsA { ty, operand: first },
            1 => Inst::Unary { op, ty, operand: first },
            2 if op == BangOp::StrConcat => Inst::Concat([first, second]),
            2 => Inst::Binary { op, ty, operands: [first, second] },
            3 if op == BangOp::Subst && ty == TypeId::STRING => Inst::Subst(operands),
            3 => Inst::Ternary { op, ty, operands },
            _ => return Err(NotCompiled),
        };
        self.add(inst, loops)
    }

    fn choice(&mut self, args: &[ValueId]) -> Result<Compiled, NotCompiled> {
        let [condition, then, otherwise] =
            [self.value(args[0])?, self.value(args[1])?, self.value(args[2])?];
        // If the condition is known, only one branch is resolved. So the operation waits for the loops that the
        // condition needs, and for the loops that both branches need.
        let loops = Loops {
            mentions: condition.mentions | then.mentions | otherwise.mentions,
            waits_for: condition.waits_for | (then.waits_for & otherwise.waits_for),
            length_waits_for: condition.waits_for
                | (then.length_waits_for & otherwise.length_waits_for),
        };
        self.add(Inst::If([condition.inst, then.inst, otherwise.inst]), loops)
    }

    fn cond(&mut self, ty: TypeId, args: &[ValueId]) -> Result<Compiled, NotCompiled> {
        let mut insts = SmallVec::<[InstId; 16]>::new();
        let mut loops = Loops::default();
        let mut conditions = Loops::default();
        let mut first = 0;
        for (i, &arg) in args.iter().enumerate() {
            let part = self.value(arg)?;
            insts.push(part.inst);
            loops.add(part);
            if i % 2 == 0 {
                conditions.add(part);
            }
            if i == 0 {
                first = part.waits_for;
            }
        }
        if self.values.effect_of(Op::Cond, ty, args) != ValueEffect::None {
            // A missing true condition is reported as soon as all conditions are known.
            self.check_time(conditions.waits_for)?;
        }
        (loops.waits_for, loops.length_waits_for) = (first, first);
        let cases = self.add_row(&insts);
        let acts = args.iter().any(|&arg| self.values.may_act(arg));
        if acts {
            // If the first condition is known to be true, the later operands are never computed.
            self.check_time(first)?;
        }
        let inst = if acts { Inst::Cond { ty, cases } } else { Inst::FirstTrue { ty, cases } };
        self.add(inst, loops)
    }

    fn looped(&mut self, op: Op, ty: TypeId, args: &[ValueId]) -> Result<Compiled, NotCompiled> {
        if self.loops.len() == MAX_LOOPS {
            return Err(NotCompiled);
        }
        let (variables, body) = op.loop_operands();
        let start = if op == Op::Foldl { Some(self.value(args[0])?) } else { None };
        let over = self.value(args[1])?;
        // If the list's length is known, only the body is needed. (Operand 0 is the start value in `!foldl`. In other
        // loops it is a name, without effects.)
        self.check_time_of_elements(args[0], over.length_waits_for)?;
        self.check_time_of_elements(args[1], over.length_waits_for)?;
        let first_variable = self.variables.len();
        // The variables get consecutive slots, so that the first slot determines all of them.
        let variable = self.bytecode.slot_count;
        for &name in &args[variables] {
            let name = self.values.text(name).ok_or(NotCompiled)?;
            let slot = self.new_slot();
            self.variables.push((name, slot));
        }
        self.loops.push(CompiledLoop {
            first_variable,
            kept: SmallVec::new(),
            acts_wait_for: u32::MAX,
        });
        let body = self.value(args[body])?;
        let done = self.loops.pop().expect("it was pushed above");
        let this = 1 << self.loops.len();
        if done.acts_wait_for != u32::MAX {
            // The loop variable is known when the list is known, perhaps before the enclosing loop runs.
            self.check_time(done.acts_wait_for & !this | over.length_waits_for)?;
        }
        self.variables.truncate(first_variable);
        let kept = self.add_row(&done.kept);
        let mut loops = over.loops();
        if let Some(start) = start {
            loops.add(start);
        }
        // The body may need no variables, and if the list is empty, the body is never resolved.
        (loops.waits_for, loops.length_waits_for) = (over.length_waits_for, over.length_waits_for);
        // This loop's variables exist only inside it.
        loops.mentions |= body.mentions & !this;
        let (over, body) = (over.inst, LoopBody { root: body.inst, variable, kept });
        let inst = match (op, start) {
            (Op::Foreach, _) => Inst::Foreach { ty, over, body },
            (_, Some(start)) => Inst::Foldl { start: start.inst, over, body },
            _ => Inst::Filter { ty, over, body },
        };
        self.add(inst, loops)
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
