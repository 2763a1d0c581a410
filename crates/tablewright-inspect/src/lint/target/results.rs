//! The instructions that patterns make, with what each operand is given.
//!
//! In: records of class `Pattern`. Out: for each instruction in a result, its operands with the values that stand
//! there, as far as the text of the pattern says what they are. Types are not inferred: this takes a tenth of the
//! time, and the mistakes that inference finds are errors anyway.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};
use tablewright_records::{
    Analysis, AnalysisError, Dag, DagArg, Record, RecordId, RecordStore, RecordView, ShapeId,
    Value, ValueId,
};
use tablewright_syntax::diagnostic::Diagnostics;
use tablewright_syntax::source::Span;
use tablewright_syntax::symbol::Symbol;
use tablewright_target::instructions::operands::{InstructionOperands, OperandKind};
use tablewright_target::instructions::{InstructionId, Instructions};
use tablewright_target::record_views::instruction::{OperandRecord, RegisterOperandRecord};
use tablewright_target::record_views::selection_dag::{
    ComplexPatternRecord, OperandWithDefaultOpsRecord, PatFragsRecord, PatternRecord,
};

use super::source_of::FieldSource;

/// The nesting of dags beyond which nothing is read.
const MAX_DEPTH: usize = 64;

/// What stands for an operand in a result, or what an operand takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OperandContent {
    /// A register of this class.
    Class(RecordId),
    /// This register.
    Register(RecordId),
    /// A number, or what becomes one: the address of a symbol, a basic block.
    Immediate,
    /// The text does not say, or anything will do.
    Anything,
}

impl OperandContent {
    fn is_register(self) -> bool {
        matches!(self, OperandContent::Class(_) | OperandContent::Register(_))
    }

    /// Whether one is a register and the other is a number.
    pub(super) fn contradicts(self, other: OperandContent) -> bool {
        self == OperandContent::Immediate && other.is_register()
            || self.is_register() && other == OperandContent::Immediate
    }
}

/// An operand of an instruction in a result.
pub(super) struct Argument<'s> {
    /// The name of the operand in the instruction.
    pub(super) operand: Symbol,
    /// The record that describes the operand.
    pub(super) expected_record: RecordId,
    /// What it takes.
    pub(super) expected: OperandContent,
    /// What the pattern gives it.
    pub(super) given: OperandContent,
    /// How that is written.
    pub(super) arg: &'s DagArg,
}

/// An instruction in a result.
pub(super) struct ResultInstruction<'s> {
    /// The pattern.
    pub(super) pattern: Record<'s>,
    /// The instruction.
    pub(super) instruction: Record<'s>,
    /// What it is given.
    pub(super) args: &'s [DagArg],
    /// The same by operands; empty where numbers of operands do not agree, and for instructions with any number.
    pub(super) operands: Vec<Argument<'s>>,
}

impl ResultInstruction<'_> {
    /// Where an argument stands in the pattern: its name, or the name of the instruction.
    pub(super) fn position(&self, arg: &DagArg) -> Span {
        let store = self.pattern.store();
        let source = FieldSource::for_field(self.pattern, "ResultInstrs");
        let find = |word: &str| source.and_then(|source| source.word(word));
        let named = arg.name.and_then(|name| find(&format!("${}", store.str(name))));
        let of_value = || find(store.record(store.value(arg.value).as_def()?).name());
        named
            .or_else(of_value)
            .or_else(|| find(self.instruction.name()))
            .unwrap_or_else(|| self.pattern.pos().into())
    }
}

/// Kinds of records in patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LeafKind {
    Instruction,
    RegisterClass,
    RegisterOperand,
    Register,
    Operand,
    ImmLeaf,
    Fragment,
    ComplexPattern,
    Node,
    Other,
}

const LEAF_CLASSES: [(&str, LeafKind); 10] = [
    ("Instruction", LeafKind::Instruction),
    ("RegisterClass", LeafKind::RegisterClass),
    ("RegisterOperand", LeafKind::RegisterOperand),
    ("Register", LeafKind::Register),
    // `class simm12 : Operand<i32>, ImmLeaf<…>` is both: what it matches is a number.
    ("ImmLeaf", LeafKind::ImmLeaf),
    // Some are operands as well, and stand for registers all the same.
    ("PointerLikeRegClass", LeafKind::Other),
    ("Operand", LeafKind::Operand),
    ("PatFrags", LeafKind::Fragment),
    ("ComplexPattern", LeafKind::ComplexPattern),
    ("SDNode", LeafKind::Node),
];

/// The nodes that are numbers.
const NUMBER_NODES: [&str; 4] = ["imm", "timm", "fpimm", "tfpimm"];

fn number_if(is_number: bool) -> OperandContent {
    if is_number { OperandContent::Immediate } else { OperandContent::Anything }
}

/// Reads results.
pub(super) struct ResultReader<'s> {
    store: &'s RecordStore,
    instructions: &'s Instructions,
    operands: &'s InstructionOperands,
    kinds: RefCell<FxHashMap<ShapeId, LeafKind>>,
    defaults: FxHashMap<RecordId, bool>,
    /// The leaves that stand for numbers by the habits of the target.
    numbers: &'s FxHashSet<RecordId>,
}

/// The fragments and complex patterns that nearly all results give to operands that are numbers. What they match, C++
/// code decides.
struct NumberLeaves(FxHashSet<RecordId>);

/// The fewest operands that say what a leaf stands for.
const FEWEST_USES: usize = 10;

impl Analysis for NumberLeaves {
    fn build(store: &RecordStore, _: &mut Diagnostics) -> Result<NumberLeaves, AnalysisError> {
        let none = FxHashSet::default();
        let reader = ResultReader::with_numbers(store, &none)?;
        let mut uses: FxHashMap<RecordId, (usize, usize)> = FxHashMap::default();
        reader.read(|result| {
            for argument in result.operands {
                let Value::Def(leaf) = store.value(argument.arg.value) else { continue };
                let is_leaf = match reader.kind(store.record(leaf)) {
                    LeafKind::Fragment | LeafKind::ComplexPattern => true,
                    LeafKind::Instruction
                    | LeafKind::RegisterClass
                    | LeafKind::RegisterOperand
                    | LeafKind::Register
                    | LeafKind::Operand
                    | LeafKind::ImmLeaf
                    | LeafKind::Node
                    | LeafKind::Other => false,
                };
                if is_leaf {
                    let (numbers, all) = uses.entry(leaf).or_default();
                    *numbers += usize::from(argument.expected == OperandContent::Immediate);
                    *all += usize::from(argument.expected != OperandContent::Anything);
                }
            }
        })?;
        let is_number = |&(_, (numbers, all)): &(_, (usize, usize))| {
            all >= FEWEST_USES && numbers * 10 >= all * 9
        };
        Ok(NumberLeaves(uses.into_iter().filter(is_number).map(|(leaf, _)| leaf).collect()))
    }
}

impl<'s> ResultReader<'s> {
    /// A reader of a target's patterns.
    pub(super) fn new(store: &'s RecordStore) -> Result<ResultReader<'s>, AnalysisError> {
        let numbers: &NumberLeaves = store.analysis(&mut Diagnostics::new())?;
        ResultReader::with_numbers(store, &numbers.0)
    }

    fn with_numbers(
        store: &'s RecordStore,
        numbers: &'s FxHashSet<RecordId>,
    ) -> Result<ResultReader<'s>, AnalysisError> {
        let diagnostics = &mut Diagnostics::new();
        let mut defaults = FxHashMap::default();
        for operand in OperandWithDefaultOpsRecord::all_if_defined(store) {
            defaults.insert(operand.id(), !operand.default_ops()?.args.is_empty());
        }
        Ok(ResultReader {
            store,
            instructions: store.analysis(diagnostics)?,
            operands: store.analysis(diagnostics)?,
            kinds: RefCell::default(),
            defaults,
            numbers,
        })
    }

    /// All instructions in results of patterns, in the order of the patterns' definitions.
    pub(super) fn read(
        &self,
        mut each: impl FnMut(ResultInstruction<'s>),
    ) -> Result<(), AnalysisError> {
        for pattern in PatternRecord::all_if_defined(self.store) {
            let Value::List(results) = self.store.value(pattern.result_instrs_value()?) else {
                continue;
            };
            let source = self.store.value(pattern.pattern_to_match()?).as_dag();
            let mut matched = FxHashMap::default();
            if let Some(source) = source {
                self.add_matched(source, &mut matched, 0);
            }
            for &result in results.elements {
                if let Value::Dag(dag) = self.store.value(result) {
                    self.result(*pattern, dag, &matched, &mut each, 0);
                }
            }
        }
        Ok(())
    }

    fn kind(&self, record: Record<'_>) -> LeafKind {
        *self.kinds.borrow_mut().entry(record.shape_id()).or_insert_with(|| {
            let found = LEAF_CLASSES.iter().find(|(class, _)| record.inherits(class));
            found.map_or(LeafKind::Other, |&(_, kind)| kind)
        })
    }

    /// Adds what the names of a source stand for.
    fn add_matched(&self, dag: Dag<'s>, matched: &mut FxHashMap<Symbol, &'s DagArg>, depth: usize) {
        for arg in dag.args {
            if let Value::Dag(inner) = self.store.value(arg.value)
                && depth < MAX_DEPTH
            {
                self.add_matched(inner, matched, depth + 1);
            }
            if let Some(name) = arg.name {
                matched.entry(name).or_insert(arg);
            }
        }
    }

    /// Reads a dag of a result, and those in it.
    fn result(
        &self,
        pattern: Record<'s>,
        dag: Dag<'s>,
        matched: &FxHashMap<Symbol, &'s DagArg>,
        each: &mut impl FnMut(ResultInstruction<'s>),
        depth: usize,
    ) {
        for arg in dag.args {
            if let Value::Dag(inner) = self.store.value(arg.value)
                && depth < MAX_DEPTH
            {
                self.result(pattern, inner, matched, each, depth + 1);
            }
        }
        let Value::Def(operator) = self.store.value(dag.operator) else { return };
        let Some(id) = self.instructions.id(operator) else { return };
        // What instructions of all targets take, such as a class for `COPY_TO_REGCLASS`, their operands do not say.
        let is_generic = self.instructions.generic().contains(&id.index());
        let operands = if is_generic { None } else { self.arguments(id, dag.args, matched) };
        let operands = operands.unwrap_or_default();
        let instruction = self.store.record(operator);
        each(ResultInstruction { pattern, instruction, args: dag.args, operands });
    }

    /// The arguments of an instruction by operands; `None` where the numbers do not agree.
    fn arguments(
        &self,
        id: InstructionId,
        args: &'s [DagArg],
        matched: &FxHashMap<Symbol, &'s DagArg>,
    ) -> Option<Vec<Argument<'s>>> {
        let operands = self.operands.for_instruction(id);
        if operands.is_variadic() {
            return None;
        }
        let list = operands.list();
        let has_default = |index: usize| {
            let record = operands.class(&list[index]).record;
            self.defaults.get(&record).copied().unwrap_or(false)
        };
        let first = (0..operands.def_count()).filter(|&index| !has_default(index)).count();
        let mut first_overridable = list.len();
        while first_overridable > first && has_default(first_overridable - 1) {
            first_overridable -= 1;
        }
        let mut next = 0;
        let mut arguments = Vec::with_capacity(args.len());
        for (index, operand) in list.iter().enumerate().skip(first) {
            if has_default(index) && (index < first_overridable || next >= args.len()) {
                continue;
            }
            let arg = args.get(next)?;
            let class = operands.class(operand);
            let (given, count) = self.content(arg, matched, 0);
            let parts = class.parts.len();
            if parts > 0 && count < parts {
                for part in &class.parts {
                    let arg = args.get(next)?;
                    let record = part.record?;
                    let (given, _) = self.content(arg, matched, 0);
                    let expected = self.expected(self.store.record(record));
                    let operand = operand.name;
                    arguments.push(Argument {
                        operand,
                        expected_record: record,
                        expected,
                        given,
                        arg,
                    });
                    next += 1;
                }
                continue;
            }
            let record = class.record;
            let is_plain = parts == 0 && class.kind != OperandKind::Unknown;
            let expected = if is_plain {
                self.expected(self.store.record(record))
            } else {
                OperandContent::Anything
            };
            let operand = operand.name;
            arguments.push(Argument { operand, expected_record: record, expected, given, arg });
            next += 1;
        }
        (next == args.len()).then_some(arguments)
    }

    /// What an operand takes.
    fn expected(&self, record: Record<'_>) -> OperandContent {
        match self.kind(record) {
            LeafKind::RegisterClass => OperandContent::Class(record.id()),
            LeafKind::RegisterOperand => {
                let operand = RegisterOperandRecord::new(record);
                match (operand.operand_type(), operand.reg_class()) {
                    (Ok("OPERAND_REGISTER"), Ok(class)) => OperandContent::Class(class.id()),
                    // Another type may mean that a number will do, too.
                    _ => OperandContent::Anything,
                }
            }
            LeafKind::Operand | LeafKind::ImmLeaf => {
                let operand = OperandRecord::new(record);
                let is_number = OperandRecord::from_record(record).is_some()
                    && operand.operand_type().is_ok_and(|ty| ty != "OPERAND_REGISTER")
                    && operand.mi_operand_info().is_ok_and(|parts| parts.args.is_empty());
                if is_number { OperandContent::Immediate } else { OperandContent::Anything }
            }
            LeafKind::Instruction
            | LeafKind::Register
            | LeafKind::Fragment
            | LeafKind::ComplexPattern
            | LeafKind::Node
            | LeafKind::Other => OperandContent::Anything,
        }
    }

    /// What an argument is, and how many operands it stands for.
    fn content(
        &self,
        arg: &DagArg,
        matched: &FxHashMap<Symbol, &'s DagArg>,
        depth: usize,
    ) -> (OperandContent, usize) {
        let value = self.store.value(arg.value);
        if let Value::Def(record) = value {
            return self.leaf(self.store.record(record), arg, matched, depth);
        }
        if let Value::Dag(dag) = value {
            return (self.computed(dag), 1);
        }
        if value.as_int().is_some() {
            return (OperandContent::Immediate, 1);
        }
        // `$name` is what the source says of it.
        let source = arg.name.and_then(|name| matched.get(&name));
        match source {
            Some(source) if depth == 0 && arg.value == ValueId::UNSET => {
                self.content(source, matched, 1)
            }
            _ => (OperandContent::Anything, 1),
        }
    }

    fn leaf(
        &self,
        record: Record<'s>,
        arg: &DagArg,
        matched: &FxHashMap<Symbol, &'s DagArg>,
        depth: usize,
    ) -> (OperandContent, usize) {
        let content = match self.kind(record) {
            LeafKind::RegisterClass => OperandContent::Class(record.id()),
            LeafKind::RegisterOperand => RegisterOperandRecord::new(record)
                .reg_class()
                .map_or(OperandContent::Anything, |class| OperandContent::Class(class.id())),
            LeafKind::Register => OperandContent::Register(record.id()),
            LeafKind::ComplexPattern => {
                let count = ComplexPatternRecord::new(record).num_operands().unwrap_or(1);
                let count = usize::try_from(count).unwrap_or(1);
                let is_number = count == 1 && self.numbers.contains(&record.id());
                return (number_if(is_number), count);
            }
            LeafKind::Fragment
                if self.numbers.contains(&record.id()) || self.is_number_fragment(record) =>
            {
                OperandContent::Immediate
            }
            LeafKind::Operand => {
                let parts =
                    OperandRecord::new(record).mi_operand_info().map_or(0, |it| it.args.len());
                let content = self.expected(record);
                return (content, parts.max(1));
            }
            LeafKind::ImmLeaf => OperandContent::Immediate,
            LeafKind::Node if NUMBER_NODES.contains(&record.name()) => OperandContent::Immediate,
            // What a type or a fragment stands for, the source may say.
            LeafKind::Node | LeafKind::Fragment | LeafKind::Instruction | LeafKind::Other => {
                let source = arg.name.and_then(|name| matched.get(&name));
                return match source {
                    Some(source) if depth == 0 && source.value != arg.value => {
                        self.content(source, matched, 1)
                    }
                    _ => (OperandContent::Anything, 1),
                };
            }
        };
        (content, 1)
    }

    /// Whether a fragment without operands matches numbers alone: `PatLeaf<(imm)>`, `PatLeaf<(i8 0)>`.
    fn is_number_fragment(&self, record: Record<'s>) -> bool {
        let fragment = PatFragsRecord::new(record);
        let Ok([first, others @ ..]) = fragment.fragments() else { return false };
        let is_number = |&value: &ValueId| self.is_number(value, 0);
        fragment.operands().is_ok_and(|operands| operands.args.is_empty())
            && is_number(first)
            && others.iter().all(is_number)
    }

    /// Whether a value matches numbers alone: a number, `imm` or another such node, perhaps with its type around it.
    fn is_number(&self, value: ValueId, depth: usize) -> bool {
        let value = self.store.value(value);
        if let Some(record) = value.as_def() {
            return NUMBER_NODES.contains(&self.store.record(record).name());
        }
        let Some(dag) = value.as_dag() else { return value.as_int().is_some() };
        match dag.args {
            [] => self.is_number(dag.operator, depth),
            [arg] if depth < MAX_DEPTH => {
                let operator = self.store.value(dag.operator).as_def();
                let is_type = |id| self.store.record(id).inherits("ValueType");
                operator.is_some_and(is_type) && self.is_number(arg.value, depth + 1)
            }
            _ => false,
        }
    }

    /// What an instruction, or a conversion such as `(i32 R0)`, makes.
    fn computed(&self, dag: Dag<'_>) -> OperandContent {
        let Value::Def(operator) = self.store.value(dag.operator) else {
            return OperandContent::Anything;
        };
        let Some(id) = self.instructions.id(operator) else { return OperandContent::Anything };
        if self.store.record(operator).name() == "COPY_TO_REGCLASS" {
            let class = dag.args.get(1).and_then(|arg| self.store.value(arg.value).as_def());
            return class.map_or(OperandContent::Anything, OperandContent::Class);
        }
        let operands = self.operands.for_instruction(id);
        match operands.list().first() {
            Some(first) if operands.def_count() > 0 => {
                match self.expected(self.store.record(operands.class(first).record)) {
                    OperandContent::Class(class) => OperandContent::Class(class),
                    OperandContent::Register(_)
                    | OperandContent::Immediate
                    | OperandContent::Anything => OperandContent::Anything,
                }
            }
            _ => OperandContent::Anything,
        }
    }

    /// What the named or nested value of an argument is.
    pub(super) fn content_of(
        &self,
        pattern: Record<'s>,
        arg: &DagArg,
    ) -> Result<OperandContent, AnalysisError> {
        let mut matched = FxHashMap::default();
        if let Value::Dag(source) =
            self.store.value(PatternRecord::new(pattern).pattern_to_match()?)
        {
            self.add_matched(source, &mut matched, 0);
        }
        Ok(self.content(arg, &matched, 0).0)
    }
}
